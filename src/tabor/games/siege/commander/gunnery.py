"""Where ships are of use: at places from which archers reach the enemy and nobody them, or before a bare seat."""

from __future__ import annotations

from typing import Any

from tabor.games.siege.acting import count_beside
from tabor.games.siege.board import CELLS, beyond, is_seat, ring_cell, ring_size, rows_of
from tabor.games.siege.commander.rows import (
    DANGER,
    FACTS,
    FAR,
    GUNNERY,
    PLACES,
    PRIZE,
    SAIL,
    SHORE,
    SHOTS,
    TARGETS,
    add_around,
    begin_row,
    clear_row,
    push,
)
from tabor.games.siege.commander.ways import has_ground, spread_places
from tabor.games.siege.words import SHIP, TOWER, WATER
from tabor.jit import rule

CAPTURE = 20  # steps that a place from which those aboard capture a seat is worth
IDLE = 2  # steps that it costs where one of those aboard reaches nobody
SHELLED, MOST_SHELLED = 1, 6  # steps that each enemy archer who could shoot at it counts, at most so many
AWAY = 4  # steps that it costs where no cell beside an enemy seat is within a shot


@rule
def mark_targets(rules: Any, state: Any, field: Any, player: int) -> None:
    """TARGETS: S17, as if nobody stood on a wall."""
    clear_row(field, TARGETS, 0)
    for number in range(int(state["count"])):
        if int(state["kind"][number]) < TOWER and int(state["owner"][number]) != player:
            add_around(rules, field, TARGETS, int(state["cell"][number]), int(rules["shot_range"]) + 1)


@rule
def mark_seats(rules: Any, state: Any, field: Any, player: int) -> None:
    """PRIZE: on cells beside an enemy seat that its owner has left alone, 1 + its number; near other seats, −1."""
    clear_row(field, PRIZE, 0)
    for seat in range(int(state["count"])):
        if is_seat(int(state["kind"][seat])) and int(state["owner"][seat]) == 1 - player:
            side, corner = int(rules["length"][int(state["kind"][seat])]), int(state["cell"][seat])
            is_bare = count_beside(rules, state, seat, 1 - player) == 0
            for i in range(ring_size(side, side)):
                cell = ring_cell(rules, side, side, corner, i)
                if cell >= 0:
                    mark_around(rules, field, cell)
                    field[PRIZE, cell] = seat + 1 if is_bare else -1


@rule
def mark_around(rules: Any, field: Any, cell: int) -> None:
    """PRIZE: within a shot of a cell."""
    far = int(rules["shot_range"]) + 1
    for dy in range(-far, far + 1):
        for dx in range(abs(dy) - far, far - abs(dy) + 1):
            near = beyond(rules, cell, dx, dy)
            if near >= 0 and int(field[PRIZE, near]) == 0:
                field[PRIZE, near] = -1


@rule
def spread_fire(rules: Any, state: Any, field: Any, player: int) -> None:
    """SAIL: ways of ships to firing places, if there are any (GUNNERY)."""
    mark_targets(rules, state, field, player)
    mark_seats(rules, state, field, player)
    begin_row(field, SAIL)
    n, cells = 0, int(rules["width"]) * int(rules["height"])
    for upright in range(2):
        for cell in range(cells):
            place = upright * CELLS + cell
            if int(rules["terrain"][cell]) == WATER and has_ground(rules, state, field, player, SHIP, place):
                value = fire_value(rules, field, place)
                if value < FAR:
                    n = push(field, SAIL, place, value, n)
    field[FACTS, GUNNERY] = int(n > 0)
    spread_places(rules, state, field, SAIL, SHIP, player, n)


@rule
def fire_value(rules: Any, field: Any, place: int) -> int:
    """How much worse than the best a place of a ship is; FAR where it is of no use, or could be boarded or struck."""
    idle, danger, prizes, is_near, shots, length = 0, 0, 0, 0, 0, rows_of(rules, SHIP, 1)
    stride = int(rules["width"]) if place >= CELLS else 1
    for along in range(length):
        cell = place % CELLS + along * stride
        idle += int(field[TARGETS, cell] == 0)
        danger += int(field[DANGER, cell])
        prizes += int(field[PRIZE, cell] > 0)
        shots = max(shots, int(field[SHOTS, cell]))
        is_near += int(field[PRIZE, cell] != 0)
    if prizes >= int(rules["captors"]):
        return 0
    if danger > 0 or idle == length:
        return FAR
    return CAPTURE + IDLE * idle + SHELLED * min(MOST_SHELLED, shots) + AWAY * int(is_near == 0)


@rule
def mark_shore(rules: Any, field: Any) -> None:
    """SHORE."""
    clear_row(field, SHORE, FAR)
    for place in range(PLACES):
        if int(field[SAIL, place]) < FAR:
            for along in range(rows_of(rules, SHIP, 1)):
                cell = place % CELLS + along * (int(rules["width"]) if place >= CELLS else 1)
                field[SHORE, cell] = min(int(field[SHORE, cell]), int(field[SAIL, place]))
