"""What a commander is like: `mind[…]`, in percent where it is a weight. The numbers are in data/minds.toml."""

from __future__ import annotations

RISK = 0  # how much an own unit in danger counts
ADVANCE = 1  # what a step towards the enemy's seats counts
GUARDS = 2  # units kept at home when the enemy is near, at most
FORWARD = 3  # 1: builds camps before the enemy's castle
BARRACKS_WANTED = 4
ARCHERS_SHARE = 5  # of all land units
CAVALRY_SHARE = 6
ENGINES = 7  # 1: makes engines where walls stand
WALLS = 8  # 1: closes the cells beside its castle with walls
CAUTION = 9  # 1: sees what the enemy could do
SLACK = 10  # of 100 units, how many are left idle
CAMPS = 11  # most camps it builds
SHIPS = 12  # 1: makes ships where land ends
FLEET = 13  # units aboard before ships leave
ODDS = 14  # to what power the odds of both armies count in its fear: 0, it looks at those near a cell alone
LANDING = 15  # what an enemy who could strike at a landing place counts there, in steps
BIRTH = 16  # what an enemy who could strike at a new unit counts, in percent of a coin
NOOK = 17  # what a free cell less beside its castle counts where blue places it: in the open it has a far side
CORNER = 18  # what a step nearer to the map's corner counts there
BOLD = 19  # how many times as many friends as enemies must be near for a unit to stand in danger; 0: never
POST = 20  # what it counts to stand beside an own seat that could be captured
LATE = 21  # turns before the last from which on seats are what counts (S32)
SEA = 22  # of the enemy's army, what its own must be worth before it crosses water, in percent
SHELTER = 23  # what an enemy who could strike beside a new barracks counts against its site, in percent of a step
YARD = 24  # 1: keeps a place for its next camp free while water keeps the enemy away
SEATS = 25  # turn from which on camps are built for their number (S32)
THRIFT = 26  # coins for which it does not yet buy more cavalry than its share
AROUND = 27  # steps that it is worth to go around an own unit that stands in the way
ARMADA = 28  # of the enemy's units, in percent, how many at sea are enough to land; 0: no archers leave ships for that
SPARE = 29  # coins beyond its price that it has left when it builds a port or ship
HOLD = 30  # of the enemy's army, what stays at home while water keeps it away, in percent
WHIM = 31  # a taste in where to place castles and camps, so that games differ
DOCKS = 32  # camps by the water that make ships and those aboard, at most
COUNT = 33
