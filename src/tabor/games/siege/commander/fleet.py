"""How a commander leads ships: archers board, leave together, and shoot from where nobody reaches them."""

from __future__ import annotations

from typing import Any

from tabor.games.siege.board import can_be_led, count_inside, rows_of, token_at
from tabor.games.siege.commander.engines import best_step
from tabor.games.siege.commander.mind import FLEET
from tabor.games.siege.commander.rows import FACTS, FAR, FOOT, GUNNERY, OVERSEAS, SAIL
from tabor.games.siege.commander.survey import is_campaigning, is_moored
from tabor.games.siege.words import LAND, SHIP
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
def count_aboard(rules: Any, state: Any, field: Any) -> int:
    """Own units on all ships that are to cross the water."""
    found = 0
    for number in range(int(state["count"])):
        if int(state["kind"][number]) == SHIP:
            found += needs_passage(rules, state, field, number)
    return found


@rule
def should_sail(rules: Any, state: Any, work: Any, field: Any, mind: Any, ship: int) -> bool:
    """Full ships leave, several together; who is at sea goes on, if that brings it nearer."""
    if int(field[FACTS, OVERSEAS]) == 0 or not can_be_led(rules, state, ship):
        return False
    if needs_passage(rules, state, field, ship) == 0:
        return False
    _, named, _ = best_step(rules, state, work, field, SAIL, ship)
    if named < 0 or not is_moored(rules, state, field, ship):
        return named >= 0
    is_full = count_inside(rules, state, ship, int(state["player"]), 0) == rows_of(rules, SHIP, 1)
    return is_full and is_campaigning(field, mind) and count_aboard(rules, state, field) >= int(mind[FLEET])
