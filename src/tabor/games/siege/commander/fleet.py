"""How a commander leads ships: archers board, leave together, and shoot from where nobody reaches them."""

from __future__ import annotations

from typing import Any

from tabor.games.siege.board import can_be_led, count_inside, is_unit_of, kind_at, rows_of, token_at
from tabor.games.siege.commander.engines import best_step
from tabor.games.siege.commander.mind import FLEET
from tabor.games.siege.commander.rows import FACTS, FAR, FOOT, GUNNERY, HOME, OVERSEAS, SAIL
from tabor.games.siege.commander.survey import is_campaigning, is_moored
from tabor.games.siege.words import LAND, LOW, SHIP
from tabor.jit import rule


@rule
def needs_passage(rules: Any, state: Any, field: Any, ship: int) -> int:
    """How many own units aboard cannot walk to the enemy's seats from here, or are to shoot from the sea."""
    waiting, player, is_gunnery = 0, int(state["player"]), int(field[FACTS, GUNNERY]) == 1
    stride = int(rules["width"]) if int(state["upright"][ship]) == 1 else 1
    for along in range(rows_of(rules, SHIP, 1)):
        cell = int(state["cell"][ship]) + along * stride
        unit = token_at(state, LAND, cell)
        if unit >= 0 and int(state["owner"][unit]) == player and (is_gunnery or int(field[FOOT, cell]) >= FAR):
            waiting += 1
    return waiting


@rule
def count_expedition(state: Any, field: Any) -> int:
    """Own units at sea or overseas, and those on moored ships who did not board just now."""
    found, player = 0, int(state["player"])
    for number in range(int(state["count"])):
        cell = int(state["cell"][number])
        if is_unit_of(state, number, player):
            is_ready = kind_at(state, LOW, cell) == SHIP and int(state["tired"][number]) == 0
            found += int(is_ready or int(field[HOME, cell]) >= FAR)
    return found


@rule
def should_sail(rules: Any, state: Any, work: Any, field: Any, mind: Any, ship: int) -> bool:
    """Full ships leave, several together, or without a fleet whoever is aboard; who is at sea goes on."""
    if int(field[FACTS, OVERSEAS]) == 0 or not can_be_led(rules, state, ship):
        return False
    if needs_passage(rules, state, field, ship) == 0:
        return False
    _, named, _ = best_step(rules, state, work, field, SAIL, ship)
    if named < 0 or not is_moored(rules, state, field, ship):
        return named >= 0
    is_full = count_inside(rules, state, ship, int(state["player"]), 0) == rows_of(rules, SHIP, 1)
    if not is_full and int(mind[FLEET]) > 0:
        return False
    return is_campaigning(field, mind) and count_expedition(state, field) >= int(mind[FLEET])
