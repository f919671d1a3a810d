"""What a commander writes down: rows of one table, `field[row, cell]`, and how they are filled from a queue.

A distance is in steps; FAR where there is no way. Long tokens have two places with the same lowest left cell: lying
ones are numbered by it, upright ones by CELLS more.
"""

from __future__ import annotations

from typing import Any

from tabor.games.siege.board import CELLS
from tabor.jit import rule

FOOT = 0  # steps to a cell beside an enemy seat, for units of the player
BREACH = 1  # the same where walls, gates and houses may be broken on the way, at a price
HOME = 2  # steps to a cell beside an own seat, for units of the player
RAID = 3  # steps to a cell beside an own seat, for the enemy's units
DANGER = 4  # how many enemy units could strike at a cell in their next turn
SHOTS = 5  # how many enemy archers could shoot at it
SUPPORT = 6  # how many own land units are near
PIER = 7  # steps to a free cell of a ship
SAIL = 8  # by place of a ship: steps to where it can land
SHORE = 9  # by cell: the least SAIL of all places of a ship that cover it
DRIVE = 10  # by place of an engine: steps to where it is of use
QUEUE = 11
QUEUED = 12
ROLE = 13  # by token
FACTS = 14  # single numbers, below
TARGETS = 15  # how many enemy land units archers on a cell could shoot at
PRIZE = 16  # 1 + the number of an enemy seat that has no guard, beside it; −1 within a shot of others
RANK = 17  # for the attacker of a siege: steps to an enemy unit, or to the castle
WRECKS = 18  # 1 where a ship lies that carries nobody of the player: it may never move out of the way
YARDS = 19  # 1 where the next camp is to stand
FLOW = 20  # steps to a cell beside an enemy seat, around own units that stand in the way
MAINLAND = 21  # 0 where grass leads from a castle of the player
ROWS = 22
FAR = 10_000
PLACES = 2 * CELLS

# Facts about the position: `field[FACTS, …]`
WAY = 0  # how the enemy's seats can be reached: BY_FOOT, BY_BREACH, BY_SHIP or NO_WAY
NEAR_SEAT = 1  # own units that could be beside an enemy seat after a move
RAIDERS = 2  # enemy units that could be beside an own seat after a move
NEARING = 3  # enemy units that come near an own seat
ARMY, THEIR_ARMY = 4, 5  # worth of land units
OVERSEAS = 6  # 1: water lies between the castles, and the commander makes ships
GUNNERY = 7  # 1: there are places at sea from which archers reach the enemy, and nobody reaches them
LINE = 8  # the least RANK that units may go to now; −1: they go as they like
BESIEGING = 9  # 1: it attacks in siege mode, or storms walls as much the stronger one
COINS = 10  # that it has
PARTED = 11  # 1: water lies between the castles
STRIKING = 12  # 1: the fleet is together and lands
BY_FOOT, BY_BREACH, BY_SHIP, NO_WAY = 0, 1, 2, 3


@rule
def clear_row(field: Any, row: int, value: int) -> None:
    for node in range(PLACES):
        field[row, node] = value


@rule
def begin_row(field: Any, row: int) -> None:
    clear_row(field, row, FAR)
    clear_row(field, QUEUED, 0)


@rule
def push(field: Any, row: int, node: int, value: int, n: int) -> int:
    """Lower a node's value and queue it if it is not; how many were ever queued."""
    if value >= int(field[row, node]):
        return n
    field[row, node] = value
    if int(field[QUEUED, node]) == 1:
        return n
    field[QUEUED, node] = 1
    field[QUEUE, n % PLACES] = node
    return n + 1


@rule
def pop(field: Any, place: int) -> int:
    node = int(field[QUEUE, place % PLACES])
    field[QUEUED, node] = 0
    return node


@rule
def add_around(rules: Any, field: Any, row: int, cell: int, far: int) -> None:
    """One more in all cells at most so many steps away, whatever lies between."""
    width = int(rules["width"])
    for dy in range(-far, far + 1):
        for dx in range(abs(dy) - far, far - abs(dy) + 1):
            x, y = cell % width + dx, cell // width + dy
            if 0 <= x < width and 0 <= y < int(rules["height"]):
                field[row, y * width + x] += 1
