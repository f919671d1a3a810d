"""What search and learning ask of siege: planes, a key, a quick estimate. Nothing is hidden in this game."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabor.games.siege.board import columns_of, count_inside, is_seat, rows_of, steps_apart
from tabor.games.siege.words import GRASS, INFANTRY, KINDS, SHIP, TOWER, WATER
from tabor.jit import rule
from tabor.rng import join

OWNERS = 3  # mine, theirs, nobody's
TOKEN_PLANES = OWNERS * len(KINDS)
OTHER_PLANES = 14
PLANES = TOKEN_PLANES + OTHER_PLANES
PLANE_NAMES = (
    ("tokens: for each kind mine, theirs, nobody's", TOKEN_PLANES),
    ("exhausted tokens", 1),
    ("the tokens that are selected", 1),
    ("water", 1),
    ("rock", 1),
    ("my coins", 1),
    ("their coins", 1),
    ("turns that I ended without a castle or camp", 1),
    ("turns that they ended so", 1),
    ("the phase", 1),
    ("1 + the plan of the castle that builds", 1),
    ("1 if the active unit can no longer move, plus 2 if the ship cannot, plus 4 for each unit made", 1),
    ("1 if I am on turn", 1),
    ("1 if I am orange, plus 2 for each seat still to be placed", 1),
    ("a quarter of the turns that have ended", 1),
)

# The estimate: what things are worth in coins.
SEAT_WORTH = 20.0
BUILDING_WORTH = 0.6  # of its cost
ENGINE_WORTH = 0.5  # of its cost, for whoever is inside
COIN_WORTH = 0.8
NEARNESS = 0.3  # of a land unit's cost, for having reached an enemy seat


@rule
def fill_plane(rules: Any, out: Any, plane: int, value: int) -> None:
    cells = int(rules["width"]) * int(rules["height"])
    for cell in range(cells):
        out[plane * cells + cell] = value


@rule
def draw_token(rules: Any, state: Any, number: int, out: Any, plane: int, value: int) -> None:
    """Write a value into the cells of a token."""
    width, cells = int(rules["width"]), int(rules["width"]) * int(rules["height"])
    kind, upright, corner = int(state["kind"][number]), int(state["upright"][number]), int(state["cell"][number])
    for dy in range(rows_of(rules, kind, upright)):
        for dx in range(columns_of(rules, kind, upright)):
            out[plane * cells + corner + dy * width + dx] = value


@rule
def small(number: int) -> int:
    return min(127, number)


@rule
def observe(rules: Any, state: Any, player: int, out: Any) -> None:
    """Planes: every kind of mine, theirs and nobody's; exhausted; who is on turn; water, rock; then numbers."""
    cells = int(rules["width"]) * int(rules["height"])
    for plane in range(TOKEN_PLANES + 4):
        fill_plane(rules, out, plane, 0)
    for number in range(int(state["count"])):
        owner = int(state["owner"][number])
        whose = 2 if owner < 0 else int(owner != player)
        draw_token(rules, state, number, out, OWNERS * int(state["kind"][number]) + whose, 1)
        if int(state["tired"][number]) == 1:
            draw_token(rules, state, number, out, TOKEN_PLANES, 1)
    for selected in (int(state["ship"]), int(state["active"]), int(state["member"])):
        if selected >= 0:
            draw_token(rules, state, selected, out, TOKEN_PLANES + 1, 1)
    for cell in range(cells):
        terrain = int(rules["terrain"][cell])
        if terrain != GRASS:
            out[(TOKEN_PLANES + (2 if terrain == WATER else 3)) * cells + cell] = 1
    observe_numbers(rules, state, player, out, TOKEN_PLANES + 4)


@rule
def observe_numbers(rules: Any, state: Any, player: int, out: Any, plane: int) -> None:
    """Ten planes, each with one number in all cells."""
    fill_plane(rules, out, plane, small(int(state["coins"][player])))
    fill_plane(rules, out, plane + 1, small(int(state["coins"][1 - player])))
    fill_plane(rules, out, plane + 2, int(state["seatless"][player]))
    fill_plane(rules, out, plane + 3, int(state["seatless"][1 - player]))
    fill_plane(rules, out, plane + 4, int(state["phase"]))
    fill_plane(rules, out, plane + 5, int(state["plan"]) + 1)
    fill_plane(rules, out, plane + 6, small(int(state["moved"]) + 2 * int(state["sailed"]) + 4 * int(state["made"])))
    fill_plane(rules, out, plane + 7, int(int(state["player"]) == player))
    fill_plane(rules, out, plane + 8, player + 2 * int(state["setup"]))
    fill_plane(rules, out, plane + 9, small(int(state["turns"]) // 4))


@rule
def hide(rules: Any, state: Any, player: int, rng: Any) -> None:
    """Nothing is hidden in this game."""


@rule
def key(rules: Any, state: Any, player: int) -> Any:
    """Tokens in their order, and all that is being chosen. Turns count only until S31 begins to hold."""
    hash_ = np.uint64(int(state["player"]) + 1)
    for side in range(2):
        hash_ = join(hash_, int(state["coins"][side]) * 128 + int(state["seatless"][side]))
    chosen = (int(state["phase"]) * 512 + int(state["active"]) + 1) * 512 + int(state["ship"]) + 1
    chosen = (chosen * 512 + int(state["member"]) + 1) * 16 + int(state["plan"]) + 1
    chosen = (chosen * 4 + int(state["moved"]) * 2 + int(state["sailed"])) * 4 + int(state["setup"])
    hash_ = join(hash_, chosen * 128 + int(state["made"]))
    hash_ = join(hash_, min(int(state["turns"]), 2 * int(rules["units_from_turn"])))
    for number in range(int(state["count"])):
        token = (int(state["kind"][number]) * 4 + int(state["owner"][number]) + 1) * 4
        token = (token + 2 * int(state["upright"][number]) + int(state["tired"][number])) * 512
        hash_ = join(hash_, (token + int(state["home"][number]) + 1) * 2048 + int(state["cell"][number]))
    return hash_


# ---- the estimate ----


@rule
def nearest_enemy_seat(rules: Any, state: Any, number: int, player: int) -> int:
    """Steps to it; far away if there is none."""
    width, cell = int(rules["width"]), int(state["cell"][number])
    nearest = 100
    for other in range(int(state["count"])):
        if is_seat(int(state["kind"][other])) and int(state["owner"][other]) == 1 - player:
            steps = steps_apart(rules, state, other, INFANTRY, 0, cell % width, cell // width)
            nearest = min(nearest, steps)
    return nearest


@rule
def worth_of(rules: Any, state: Any, number: int, player: int) -> float:
    """What a token adds for a player, in coins."""
    kind, owner = int(state["kind"][number]), int(state["owner"][number])
    cost = 1.0 * int(rules["cost"][kind])
    if kind < TOWER:
        near = 1.0 / (1.0 + 0.2 * nearest_enemy_seat(rules, state, number, player)) if owner == player else 0.0
        return cost * (1.0 + NEARNESS * near) if owner == player else 0.0
    if kind <= SHIP:
        is_led = count_inside(rules, state, number, player, 0) > 0
        return ENGINE_WORTH * cost if is_led else 0.0
    if owner != player:
        return 0.0
    return SEAT_WORTH if is_seat(kind) else BUILDING_WORTH * cost


@rule
def strength(rules: Any, state: Any, player: int) -> float:
    total = COIN_WORTH * int(state["coins"][player]) - SEAT_WORTH * int(state["seatless"][player])
    for number in range(int(state["count"])):
        total += worth_of(rules, state, number, player)
    return total


@rule
def value(rules: Any, state: Any, player: int) -> float:
    """−1 … 1."""
    lead = strength(rules, state, player) - strength(rules, state, 1 - player)
    return lead / (abs(lead) + 40.0)
