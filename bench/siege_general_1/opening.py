"""What a commander places and builds in set-up: seats, and the defender's fort."""

from __future__ import annotations

from typing import Any

from siege_general_1.mind import FORT, WHIM
from siege_general_1.production import count_own
from siege_general_1.rows import BREACH, FAR, FOOT
from tabor.games.siege.board import CELLS, NONE, columns_of, ring_cell, ring_size, rows_of, steps_apart
from tabor.games.siege.building import can_pay, list_sites, plan_kind, plan_upright
from tabor.games.siege.words import BARRACKS, CAMP, CASTLE, GATE, GRASS, PLAN_BARRACKS, PLAN_GATE, PLAN_WALL
from tabor.jit import rule

FORT_SIDE = 8  # cells from the map's corner to the fort's walls
FORT_BARRACKS = 2
FANCY = 9.0  # what taste counts when castles and camps are placed


# ---- seats ----


@rule
def seat_score(rules: Any, state: Any, field: Any, mind: Any, cell: int) -> float:
    """Castles: in a corner that is easy to hold. Camps: as near to the castle as may be, by land if possible."""
    width = int(rules["width"])
    if int(rules["siege"]) == 1 and int(state["count"]) > 0:
        steps = steps_apart(rules, state, 0, CAMP, 0, cell % width, cell // width)
        walk = min(int(field[FOOT, cell]), int(field[BREACH, cell]))
        return FANCY * whim(mind, cell) - steps - 0.5 * min(walk, 100)
    score = FANCY * whim(mind, cell) - 2.0 * openness(rules, cell) - 0.5 * from_corner(rules, cell)
    if int(state["count"]) > 0:  # orange: near enough for camps of its own to reach blue's castle
        score -= 0.3 * steps_apart(rules, state, 0, CASTLE, 0, cell % width, cell // width)
    return score


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


# ---- the fort ----


@rule
def fort_plan(rules: Any, state: Any, work: Any, mind: Any) -> tuple[int, int]:
    """What the defender builds next, and where: barracks, a gate, walls until the line is closed; NONE when done."""
    if int(mind[FORT]) == 0:
        return plan_if_paid(rules, state, work, PLAN_BARRACKS, 1)
    if count_own(state, BARRACKS, 0) < FORT_BARRACKS:
        return PLAN_BARRACKS, best_site(rules, state, work, PLAN_BARRACKS)
    if count_own(state, GATE, 0) == 0:
        plan, cell = line_plan(rules, state, work, PLAN_GATE, 2)
        if cell >= 0:
            return plan, cell
    for least in range(3, 0, -1):
        plan, cell = line_plan(rules, state, work, PLAN_WALL, least)
        if cell >= 0:
            return plan, cell
    return NONE, NONE


@rule
def plan_if_paid(rules: Any, state: Any, work: Any, plan: int, most: int) -> tuple[int, int]:
    if count_own(state, plan_kind(plan), 0) < most:
        return plan, best_site(rules, state, work, plan)
    return NONE, NONE


@rule
def line_plan(rules: Any, state: Any, work: Any, plan: int, least: int) -> tuple[int, int]:
    """A gate or wall on the fort's lines, lying or upright."""
    for upright in range(2):
        cell = line_site(rules, state, work, plan + upright, least)
        if cell >= 0:
            return plan + upright, cell
    return NONE, NONE


@rule
def line_site(rules: Any, state: Any, work: Any, plan: int, least: int) -> int:
    """The site of a plan with most cells on the fort's lines, at least so many; NONE if there is none or no money."""
    kind, found, best = plan_kind(plan), NONE, least - 1
    if not can_pay(rules, state, kind):
        return NONE
    n = list_sites(rules, state, work, 0, plan, 0, 0, CELLS)
    for i in range(n):
        cell = int(work["list"][i])
        on_line = count_line(rules, state, kind, plan_upright(plan), cell)
        if on_line > best:
            found, best = cell, on_line
    return found


@rule
def best_site(rules: Any, state: Any, work: Any, plan: int) -> int:
    """The site in set-up that is nearest to the castle; NONE if there is none or it cannot be paid."""
    if not can_pay(rules, state, plan_kind(plan)):
        return NONE
    n, found, best = list_sites(rules, state, work, 0, plan, 0, 0, CELLS), NONE, FAR
    for i in range(n):
        cell = int(work["list"][i])
        width = int(rules["width"])
        steps = 2 * steps_apart(rules, state, 0, plan_kind(plan), 0, cell % width, cell // width)
        steps += from_corner(rules, cell)
        if steps < best:
            found, best = cell, steps
    return found


@rule
def is_fort_line(rules: Any, state: Any, x: int, y: int) -> bool:
    """Cells on the two straight lines that cut the castle's corner of the map off."""
    castle, side = int(state["cell"][0]), int(rules["length"][CASTLE])
    width, height = int(rules["width"]), int(rules["height"])
    left = castle % width * 2 < width - side
    low = castle // width * 2 < height - side
    across = x if left else width - 1 - x
    up = y if low else height - 1 - y
    return (across == FORT_SIDE and up <= FORT_SIDE) or (up == FORT_SIDE and across <= FORT_SIDE)


@rule
def count_line(rules: Any, state: Any, kind: int, upright: int, cell: int) -> int:
    """How many cells of a place are on the fort's lines."""
    width, found = int(rules["width"]), 0
    for dy in range(rows_of(rules, kind, upright)):
        for dx in range(columns_of(rules, kind, upright)):
            at = cell + dy * width + dx
            found += int(is_fort_line(rules, state, at % width, at // width))
    return found
