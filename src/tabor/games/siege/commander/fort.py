"""Where walls and gates are of use about a castle: to close it, and to let its own archers onto the walls."""

from __future__ import annotations

from typing import Any

from tabor.games.siege.board import (
    columns_of,
    is_bare_grass,
    kind_at,
    neighbour,
    ring_cell,
    ring_size,
    rows_of,
    steps_apart,
)
from tabor.games.siege.building import plan_kind, plan_upright
from tabor.games.siege.commander.rows import FAR
from tabor.games.siege.words import CASTLE, LADDER, LOW, WALL
from tabor.jit import rule


@rule
def open_cells(rules: Any, state: Any, castle: int) -> int:
    """How many cells beside a castle the enemy's units could stand on, coming over the ground."""
    found, side, corner = 0, int(rules["length"][CASTLE]), int(state["cell"][castle])
    for i in range(ring_size(side, side)):
        cell = ring_cell(rules, side, side, corner, i)
        found += int(cell >= 0 and is_bare_grass(rules, state, cell))
    return found


@rule
def is_beside_castle(rules: Any, state: Any, castle: int, cell: int) -> bool:
    width = int(rules["width"])
    return int(steps_apart(rules, state, castle, LADDER, 0, cell % width, cell // width)) == 1


@rule
def is_on_ring_wall(rules: Any, state: Any, castle: int, cell: int) -> bool:
    return kind_at(state, LOW, cell) == WALL and is_beside_castle(rules, state, castle, cell)


@rule
def has_ring_wall(rules: Any, state: Any, castle: int) -> bool:
    side, corner = int(rules["length"][CASTLE]), int(state["cell"][castle])
    for i in range(ring_size(side, side)):
        cell = ring_cell(rules, side, side, corner, i)
        if cell >= 0 and kind_at(state, LOW, cell) == WALL:
            return True
    return False


@rule
def fort_score(rules: Any, state: Any, castle: int, plan: int, cell: int) -> float:
    """How many cells beside the castle a wall or gate would close; gates must lead onto a wall there."""
    kind, upright, width = plan_kind(plan), plan_upright(plan), int(rules["width"])
    closed, leads = 0, kind == WALL
    for dy in range(rows_of(rules, kind, upright)):
        for dx in range(columns_of(rules, kind, upright)):
            at = cell + dy * width + dx
            closed += int(is_beside_castle(rules, state, castle, at))
            for direction in range(4):
                near = neighbour(rules, at, direction)
                leads = leads or (near >= 0 and is_on_ring_wall(rules, state, castle, near))
    if not leads:
        return -1.0 * FAR
    return 1.0 * closed
