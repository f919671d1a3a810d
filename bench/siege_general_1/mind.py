"""What a commander is like: `mind[…]`, in percent where it is a weight. The numbers are in data/minds.toml."""

from __future__ import annotations

RISK = 0  # how much an own unit in danger counts
ADVANCE = 1  # what a step towards the enemy's seats counts
GUARDS = 2  # units kept at home when the enemy is near, at most
FORWARD = 3  # 1: builds camps before the enemy's castle
BARRACKS_WANTED = 4
ARCHERS_SHARE = 5  # of all land units
CAVALRY_SHARE = 6
ENGINES = 7  # 1: makes engines where walls stand, ships where land ends
FORT = 8  # 1: builds a fort in set-up
CAUTION = 9  # 1: sees what the enemy could do
SLACK = 10  # of 100 units, how many are left idle
CAMPS = 11  # most camps it builds
WHIM = 12  # a taste in where to place castles and camps, so that games differ
COUNT = 13
