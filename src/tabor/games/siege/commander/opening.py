"""Where a commander places its seats in set-up."""

from __future__ import annotations

from typing import Any

from tabor.games.siege.board import apart, neighbour, ring_cell, ring_size, steps_apart
from tabor.games.siege.commander.mind import CORNER, NOOK, WHIM
from tabor.games.siege.commander.rows import BREACH, FLOW, FOOT, begin_row, pop, push
from tabor.games.siege.words import CAMP, CASTLE, GRASS
from tabor.jit import rule

HIDDEN_NOOK, HIDDEN_CORNER = 200, 50  # the traits NOOK and CORNER of whoever need not fear the first blow
FANCY = 9.0  # what taste counts when castles and camps are placed


# ---- seats ----


@rule
def seat_score(rules: Any, state: Any, field: Any, mind: Any, is_open: bool, cell: int) -> float:
    """Castles: in a corner that is easy to hold. Camps: as near to the castle as may be, by land if possible."""
    width = int(rules["width"])
    if int(rules["siege"]) == 1 and int(state["count"]) > 0:
        steps = steps_apart(rules, state, 0, CAMP, 0, cell % width, cell // width)
        walk = min(int(field[FOOT, cell]), int(field[BREACH, cell]))
        return FANCY * whim(mind, cell) - steps - 0.5 * min(walk, 100)
    nook, corner = HIDDEN_NOOK, HIDDEN_CORNER
    if int(rules["siege"]) == 0 and int(state["count"]) == 0 and is_open:
        nook, corner = int(mind[NOOK]), int(mind[CORNER])  # orange strikes first; walls stand in siege mode
    score = FANCY * whim(mind, cell) - 0.01 * nook * openness(rules, cell) - 0.01 * corner * from_corner(rules, cell)
    if int(state["count"]) > 0:  # orange: near enough for camps of its own to reach blue's castle
        score -= 0.3 * steps_apart(rules, state, 0, CASTLE, 0, cell % width, cell // width)
    return score


@rule
def can_meet_by_land(rules: Any, state: Any, field: Any) -> bool:
    """Whether castles may be placed so that grass leads from one to the other."""
    for cell in range(int(rules["width"]) * int(rules["height"])):
        if int(rules["castle_ground"][cell]) == 1 and has_rival(rules, field, cell):
            return True
    return False


@rule
def has_rival(rules: Any, field: Any, cell: int) -> bool:
    """Whether the other castle could be placed where grass leads to from here; FLOW serves to note the way."""
    begin_row(field, FLOW)
    n, done = push(field, FLOW, cell, 0, 0), 0
    while done < n:
        here = pop(field, done)
        done += 1
        if int(rules["castle_ground"][here]) == 1 and castles_apart(rules, here, cell) > int(rules["least_distance"]):
            return True
        for direction in range(4):
            near = neighbour(rules, here, direction)
            if near >= 0 and int(rules["terrain"][near]) == GRASS:
                n = push(field, FLOW, near, 0, n)
    return False


@rule
def castles_apart(rules: Any, here: int, there: int) -> int:
    """S3: steps between the nearest cells of castles at two places; the distance is one less."""
    width, side = int(rules["width"]), int(rules["length"][CASTLE])
    return apart(here % width, side, there % width, side) + apart(here // width, side, there // width, side)


@rule
def openness(rules: Any, cell: int) -> int:
    """How many cells beside a seat at this place could be walked on: the fewer, the easier it is to hold."""
    found, side = 0, int(rules["length"][CASTLE])
    for i in range(ring_size(side, side)):
        near = ring_cell(rules, side, side, cell, i)
        found += int(near >= 0 and int(rules["terrain"][near]) == GRASS)
    return found


@rule
def from_corner(rules: Any, cell: int) -> int:
    """Steps of a castle's place from the nearest corner of the map."""
    side = int(rules["length"][CASTLE])
    across, up = int(rules["width"]) - side, int(rules["height"]) - side
    x, y = cell % int(rules["width"]), cell // int(rules["width"])
    return min(x, across - x) + min(y, up - y)


@rule
def whim(mind: Any, cell: int) -> float:
    """0 … 1, by taste."""
    return (cell * 7919 + int(mind[WHIM]) * 104729 + cell * int(mind[WHIM]) * 31) % 1009 / 1009.0
