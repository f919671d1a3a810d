"""What units do (S16 … S20), what is destroyed with what (S9), and who captures (S25)."""

from __future__ import annotations

from typing import Any

from tabor.game import emit
from tabor.games.siege.board import (
    CAPTURED,
    CHANGED_SIDES,
    DIE,
    HURLED,
    LOST,
    NONE,
    RAMMED,
    SHOT,
    STRUCK,
    beyond,
    columns_of,
    count_inside,
    is_seat,
    kind_at,
    layer_of,
    neighbour,
    remove_token,
    ring_cell,
    ring_size,
    rows_of,
    token_at,
)
from tabor.games.siege.moving import other_end
from tabor.games.siege.words import (
    ARCHERS,
    CASTLE,
    ENGINE,
    LAND,
    LOW,
    RAM,
    SHIP,
    TOWER,
    TREBUCHET,
    V_HURL,
    V_RAM,
    V_SHOOT,
    V_STRIKE,
    WALL,
)
from tabor.grid import steps_between
from tabor.jit import rule
from tabor.rng import roll

# ---- what can be aimed at; each writes first + cell behind n actions, ascending, and stops at `most` ----


@rule
def is_enemy_at(state: Any, cell: int) -> bool:
    unit = token_at(state, LAND, cell)
    return unit >= 0 and int(state["owner"][unit]) != int(state["player"])


@rule
def list_strikes(rules: Any, state: Any, work: Any, number: int, first: int, n: int, most: int) -> int:
    """S16: enemy land units beside, whatever either stands on."""
    here = int(state["cell"][number])
    for direction in range(4):
        cell = neighbour(rules, here, direction)
        if n < most and cell >= 0 and is_enemy_at(state, cell):
            work["list"][n] = first + cell
            n += 1
    return n


@rule
def is_lifted(state: Any, cell: int) -> bool:
    """S17, S24: on a wall or a siege tower."""
    return kind_at(state, LOW, cell) == WALL or kind_at(state, ENGINE, cell) == TOWER


@rule
def is_in_range(rules: Any, state: Any, here: int, there: int) -> bool:
    """S3, S17: the distance, one less when shooting down, one more when shooting up."""
    between = steps_between(int(rules["width"]), here, there) - 1
    lift = int(is_lifted(state, here)) - int(is_lifted(state, there))
    return between - int(rules["lift"]) * lift <= int(rules["shot_range"])


@rule
def list_shots(rules: Any, state: Any, work: Any, number: int, first: int, n: int, most: int) -> int:
    """S17: enemy land units in range; nothing blocks a shot."""
    here, width = int(state["cell"][number]), int(rules["width"])
    far = int(rules["shot_range"]) + int(rules["lift"]) + 1  # steps, at most
    for y in range(max(0, here // width - far), min(int(rules["height"]), here // width + far + 1)):
        over = far - abs(y - here // width)
        for x in range(max(0, here % width - over), min(width, here % width + over + 1)):
            cell = y * width + x
            if n < most and is_enemy_at(state, cell) and is_in_range(rules, state, here, cell):
                work["list"][n] = first + cell
                n += 1
    return n


@rule
def in_line(rules: Any, upright: int, cell: int, which: int, steps: int) -> int:
    """The cell so many steps beyond the first (0) or last (1) end of a 2×1 engine at a place; −1 off the map."""
    along = 1 + steps if which == 1 else -steps
    return beyond(rules, cell, 0, along) if upright == 1 else beyond(rules, cell, along, 0)


@rule
def past_end(rules: Any, state: Any, number: int, which: int, steps: int) -> int:
    """The same of an engine where it is."""
    return in_line(rules, int(state["upright"][number]), int(state["cell"][number]), which, steps)


@rule
def can_be_rammed(state: Any, cell: int) -> bool:
    """S19: any building but a castle or camp."""
    kind = kind_at(state, LOW, cell)
    return kind > SHIP and not is_seat(kind)


@rule
def list_rams(rules: Any, state: Any, work: Any, number: int, first: int, n: int, most: int) -> int:
    """S19: the building just beyond either end; the lower or left one first."""
    for which in range(2):
        cell = past_end(rules, state, number, which, 1)
        if n < most and cell >= 0 and can_be_rammed(state, cell):
            work["list"][n] = first + cell
            n += 1
    return n


@rule
def list_hurls(rules: Any, state: Any, work: Any, number: int, first: int, n: int, most: int) -> int:
    """S20: either end; no target is needed."""
    if n < most:
        work["list"][n] = first + int(state["cell"][number])
        n += 1
    if n < most:
        work["list"][n] = first + other_end(rules, state, number)
        n += 1
    return n


# ---- destruction ----


@rule
def remove(rules: Any, state: Any, number: int, events: Any) -> None:
    kind, cell, upright = int(state["kind"][number]), int(state["cell"][number]), int(state["upright"][number])
    emit(events, LOST, int(state["owner"][number]), kind, cell, upright, 0)
    remove_token(rules, state, number)


@rule
def remove_units_on(rules: Any, state: Any, kind: int, upright: int, cell: int, events: Any) -> None:
    """S9: the land units on the cells of a place."""
    width = int(rules["width"])
    for dy in range(rows_of(rules, kind, upright)):
        for dx in range(columns_of(rules, kind, upright)):
            unit = token_at(state, LAND, cell + dy * width + dx)
            if unit >= 0:
                remove(rules, state, unit, events)


@rule
def destroy_engine(rules: Any, state: Any, number: int, events: Any) -> None:
    """S9: an engine with its whole crew. Numbers change while the crew goes, so it is found again by its cell."""
    kind, upright, cell = int(state["kind"][number]), int(state["upright"][number]), int(state["cell"][number])
    remove_units_on(rules, state, kind, upright, cell, events)
    remove(rules, state, token_at(state, ENGINE, cell), events)


@rule
def destroy_low(rules: Any, state: Any, number: int, events: Any) -> None:
    """S9: a building or ship, the land units on it, and every engine with any cell on it."""
    width = int(rules["width"])
    kind, upright, cell = int(state["kind"][number]), int(state["upright"][number]), int(state["cell"][number])
    for dy in range(rows_of(rules, kind, upright)):
        for dx in range(columns_of(rules, kind, upright)):
            engine = token_at(state, ENGINE, cell + dy * width + dx)
            if engine >= 0:
                destroy_engine(rules, state, engine, events)
    remove_units_on(rules, state, kind, upright, cell, events)
    remove(rules, state, token_at(state, LOW, cell), events)


# ---- acting ----


@rule
def strike(rules: Any, state: Any, number: int, cell: int, events: Any) -> None:
    """S16: no dice."""
    victim = token_at(state, LAND, cell)
    kind, here = int(state["kind"][number]), int(state["cell"][number])
    emit(events, STRUCK, int(state["player"]), kind, here, int(state["kind"][victim]), cell)
    remove(rules, state, victim, events)


@rule
def shoot(rules: Any, state: Any, number: int, cell: int, rng: Any, events: Any) -> None:
    """S17."""
    thrown = 1 + roll(rng, DIE)
    hits = int(thrown >= int(rules["shot_hits"]))
    emit(events, SHOT, int(state["player"]), int(state["cell"][number]), cell, thrown, hits)
    if hits == 1:
        remove(rules, state, token_at(state, LAND, cell), events)


@rule
def ram(rules: Any, state: Any, number: int, cell: int, rng: Any, events: Any) -> None:
    """S19."""
    target = token_at(state, LOW, cell)
    kind = int(state["kind"][target])
    needed = int(rules["ram_breaks_wall"]) if kind == WALL else int(rules["ram_breaks_other"])
    thrown = 1 + roll(rng, DIE)
    breaks = int(thrown >= needed)
    emit(events, RAMMED, int(state["player"]), int(state["cell"][number]), kind, cell, 2 * thrown + breaks)
    if breaks == 1:
        destroy_low(rules, state, target, events)


@rule
def hurl(rules: Any, state: Any, number: int, end: int, rng: Any, events: Any) -> None:
    """S20: friend or foe; buildings are not harmed."""
    thrown = 1 + roll(rng, DIE)
    steps = int(rules["hurl_to"][thrown])
    which = int(end != int(state["cell"][number]))
    cell = past_end(rules, state, number, which, steps) if steps > 0 else NONE
    emit(events, HURLED, int(state["player"]), end, thrown, cell, 0)
    if cell >= 0:
        destroy_lowest_unit(rules, state, cell, events)


@rule
def destroy_lowest_unit(rules: Any, state: Any, cell: int, events: Any) -> None:
    """S20: the ship, else the engine, else the land unit."""
    if kind_at(state, LOW, cell) == SHIP:
        destroy_low(rules, state, token_at(state, LOW, cell), events)
    elif token_at(state, ENGINE, cell) >= 0:
        destroy_engine(rules, state, token_at(state, ENGINE, cell), events)
    elif token_at(state, LAND, cell) >= 0:
        remove(rules, state, token_at(state, LAND, cell), events)


# ---- what a unit or engine could aim at ----


@rule
def list_unit_targets(rules: Any, state: Any, work: Any, number: int, n: int, most: int) -> int:
    """S16, S17."""
    cells = int(rules["width"]) * int(rules["height"])
    if int(state["kind"][number]) == ARCHERS:
        return list_shots(rules, state, work, number, V_SHOOT * cells, n, most)
    return list_strikes(rules, state, work, number, V_STRIKE * cells, n, most)


@rule
def list_engine_targets(rules: Any, state: Any, work: Any, number: int, n: int, most: int) -> int:
    """S14, S19, S20, if a fresh unit is inside."""
    cells, kind = int(rules["width"]) * int(rules["height"]), int(state["kind"][number])
    if count_inside(rules, state, number, int(state["player"]), 1) == 0:
        return n
    if kind == RAM:
        return list_rams(rules, state, work, number, V_RAM * cells, n, most)
    if kind == TREBUCHET:
        return list_hurls(rules, state, work, number, V_HURL * cells, n, most)
    return n


@rule
def list_members(rules: Any, state: Any, work: Any, tower: int, first: int, n: int, most: int) -> int:
    """S18: the fresh units inside a siege tower that have a target."""
    width, upright, corner = int(rules["width"]), int(state["upright"][tower]), int(state["cell"][tower])
    for dy in range(rows_of(rules, TOWER, upright)):
        for dx in range(columns_of(rules, TOWER, upright)):
            cell = corner + dy * width + dx
            unit = token_at(state, LAND, cell)
            if n >= most or unit < 0 or int(state["tired"][unit]) == 1:
                continue
            if list_unit_targets(rules, state, work, unit, n, n + 1) > n:
                work["list"][n] = first + cell
                n += 1
    return n


# ---- capturing ----


@rule
def count_beside(rules: Any, state: Any, number: int, player: int) -> int:
    """S1, S25: the land units of a player beside a building, fresh or not, whatever they stand on."""
    kind, upright, corner = int(state["kind"][number]), int(state["upright"][number]), int(state["cell"][number])
    wide, high, found = columns_of(rules, kind, upright), rows_of(rules, kind, upright), 0
    for i in range(ring_size(wide, high)):
        found += is_of(state, ring_cell(rules, wide, high, corner, i), player)
    return found


@rule
def is_of(state: Any, cell: int, player: int) -> int:
    """1 if a land unit of this player is on the cell (−1: off the map)."""
    unit = token_at(state, LAND, cell) if cell >= 0 else NONE
    return int(unit >= 0 and int(state["owner"][unit]) == player)


@rule
def capture_seats(rules: Any, state: Any, events: Any) -> None:
    """S25: after a unit turn of the player on turn."""
    player = int(state["player"])
    for number in range(int(state["count"])):
        if not is_seat(int(state["kind"][number])) or int(state["owner"][number]) == player:
            continue
        is_surrounded = count_beside(rules, state, number, player) >= int(rules["captors"])
        if is_surrounded and count_beside(rules, state, number, 1 - player) == 0:
            capture(state, number, events)


@rule
def capture(state: Any, seat: int, events: Any) -> None:
    """S25: with a castle go the buildings that belong to it; camps belong to none."""
    player = int(state["player"])
    state["owner"][seat] = player
    emit(events, CAPTURED, player, int(state["kind"][seat]), int(state["cell"][seat]), 0, 0)
    if int(state["kind"][seat]) != CASTLE:
        return
    for number in range(int(state["count"])):
        if layer_of(int(state["kind"][number])) == LOW and int(state["home"][number]) == seat:
            state["owner"][number] = player
            kind, upright = int(state["kind"][number]), int(state["upright"][number])
            emit(events, CHANGED_SIDES, player, kind, int(state["cell"][number]), upright, 0)
