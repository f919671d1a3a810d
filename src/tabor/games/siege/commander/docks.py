"""Camps by the water that make ships and those aboard: full ships leave, and nobody has to find the way to them."""

from __future__ import annotations

from typing import Any

from tabor.games.siege.board import (
    NONE,
    count_inside,
    ring_cell,
    ring_size,
    rows_of,
    steps_apart,
)
from tabor.games.siege.building import can_pay
from tabor.games.siege.commander.mind import DOCKS
from tabor.games.siege.commander.rows import DANGER, FACTS, FAR, MAINLAND, OVERSEAS, SHORE
from tabor.games.siege.words import ARCHERS, CAMP, INFANTRY, LAND, SHIP
from tabor.jit import rule

LEAST_QUAYS = 2  # cells of water beside a camp that makes ships
MOST_MANNED = 16  # ships of its own at a time


# ---- where they stand ----


@rule
def count_quays(rules: Any, field: Any, kind: int, cell: int) -> int:
    """How many cells beside a port or camp are water from which ships sail to the enemy."""
    found, side = 0, int(rules["length"][kind])
    for i in range(ring_size(side, side)):
        near = ring_cell(rules, side, side, cell, i)
        found += int(near >= 0 and int(field[SHORE, near]) < FAR)
    return found


@rule
def is_dock(rules: Any, field: Any, cell: int) -> bool:
    """Whether a camp here, at home, has room for ships."""
    return int(field[MAINLAND, cell]) == 0 and count_quays(rules, field, CAMP, cell) >= LEAST_QUAYS


@rule
def needs_dock(rules: Any, state: Any, field: Any, mind: Any, player: int) -> bool:
    """Whether a camp should stand by the water next."""
    if int(mind[DOCKS]) == 0 or int(field[FACTS, OVERSEAS]) == 0:
        return False
    found = 0
    for number in range(int(state["count"])):
        if int(state["kind"][number]) == CAMP and int(state["owner"][number]) == player:
            found += int(is_dock(rules, field, int(state["cell"][number])))
    return found < int(mind[DOCKS])


# ---- what they make ----


@rule
def is_beside_ship(rules: Any, state: Any, building: int, ship: int) -> bool:
    width, upright, cell = int(rules["width"]), int(state["upright"][ship]), int(state["cell"][ship])
    return steps_apart(rules, state, building, SHIP, upright, cell % width, cell // width) == 1


@rule
def is_docked(rules: Any, state: Any, field: Any, mind: Any, ship: int, player: int) -> bool:
    """Whether a ship lies beside a camp of the player that mans it: nobody else boards it."""
    if int(field[FACTS, OVERSEAS]) == 0 or int(mind[DOCKS]) == 0:
        return False
    for number in range(int(state["count"])):
        is_own = int(state["kind"][number]) == CAMP and int(state["owner"][number]) == player
        if is_own and is_beside_ship(rules, state, number, ship):
            return True
    return False


@rule
def wanted_at_dock(rules: Any, state: Any, field: Any, mind: Any, building: int) -> int:
    """What a camp out of danger makes next: archers for a ship beside it, or a ship; NONE if nothing."""
    if int(mind[DOCKS]) == 0 or int(field[FACTS, OVERSEAS]) == 0 or int(state["kind"][building]) != CAMP:
        return NONE
    if is_in_danger(rules, state, field, building):
        return NONE
    player = int(state["player"])
    for ship in range(int(state["count"])):
        if int(state["kind"][ship]) != SHIP or not is_beside_ship(rules, state, building, ship):
            continue
        if count_inside(rules, state, ship, 1 - player, 0) == 0 and has_berth(rules, state, building, ship):
            return ARCHERS
    is_more = int(state["made"]) == 0 and count_manned(rules, state, player) < MOST_MANNED
    return SHIP if is_more and can_pay(rules, state, SHIP) else NONE


@rule
def count_manned(rules: Any, state: Any, player: int) -> int:
    """Ships with somebody of the player aboard."""
    found = 0
    for number in range(int(state["count"])):
        is_ship = int(state["kind"][number]) == SHIP
        found += int(is_ship and count_inside(rules, state, number, player, 0) > 0)
    return found


@rule
def is_in_danger(rules: Any, state: Any, field: Any, building: int) -> bool:
    """Whether the enemy could strike at a cell beside a camp in its next turn."""
    side, corner = int(rules["length"][CAMP]), int(state["cell"][building])
    for i in range(ring_size(side, side)):
        cell = ring_cell(rules, side, side, corner, i)
        if cell >= 0 and int(field[DANGER, cell]) > 0:
            return True
    return False


@rule
def is_beside_cell(rules: Any, state: Any, building: int, cell: int) -> bool:
    width = int(rules["width"])
    return steps_apart(rules, state, building, INFANTRY, 0, cell % width, cell // width) == 1


@rule
def has_berth(rules: Any, state: Any, building: int, ship: int) -> bool:
    """Whether a cell of a ship is free beside a building."""
    stride = int(rules["width"]) if int(state["upright"][ship]) == 1 else 1
    for along in range(rows_of(rules, SHIP, 1)):
        cell = int(state["cell"][ship]) + along * stride
        if int(state["layers"][LAND, cell]) == 0 and is_beside_cell(rules, state, building, cell):
            return True
    return False


@rule
def berths_beside(rules: Any, state: Any, building: int, upright: int, cell: int) -> int:
    """How many cells of a new ship would be beside the building that makes it."""
    found, stride = 0, int(rules["width"]) if upright == 1 else 1
    for along in range(rows_of(rules, SHIP, 1)):
        found += int(is_beside_cell(rules, state, building, cell + along * stride))
    return found
