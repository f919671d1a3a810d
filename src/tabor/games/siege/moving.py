"""Where tokens may stand, step and turn (S4 … S8, S10, S11), and how they carry what is on them."""

from __future__ import annotations

from typing import Any

from tabor.games.siege.board import (
    NONE,
    columns_of,
    fill_token,
    is_bare_grass,
    is_covering,
    is_on_map,
    kind_at,
    layer_of,
    rows_of,
    token_at,
)
from tabor.games.siege.words import ENGINE, GATE, GRASS, LADDER, LAND, LOW, SHIP, TOWER, WALL, WATER
from tabor.jit import rule

# ---- may it stand there ----


@rule
def lifts_onto_wall(state: Any, cell: int) -> bool:
    """S5: whether a wall may be entered from this cell: a wall, gate or ladder, or a siege tower."""
    below = kind_at(state, LOW, cell)
    return WALL <= below <= LADDER or kind_at(state, ENGINE, cell) == TOWER


@rule
def can_stand(rules: Any, state: Any, player: int, cell: int) -> bool:
    """S4: whether land units of a player may be on a cell, whoever is there now and wherever they come from."""
    below = token_at(state, LOW, cell)
    if below < 0:
        return int(rules["terrain"][cell]) == GRASS
    kind = int(state["kind"][below])
    if kind == GATE:
        return int(state["owner"][below]) == player
    return kind in (SHIP, WALL, LADDER)


@rule
def can_pass(rules: Any, state: Any, player: int, source: int, target: int) -> bool:
    """S4, S5: whether land units of a player may step from a cell to one beside it, whoever is there now."""
    if not can_stand(rules, state, player, target):
        return False
    return kind_at(state, LOW, target) != WALL or lifts_onto_wall(state, source)


@rule
def can_enter(rules: Any, state: Any, player: int, source: int, target: int) -> bool:
    """S4, S5: whether a land unit of a player may step from a cell to one beside it now."""
    return int(state["layers"][LAND, target]) == 0 and can_pass(rules, state, player, source, target)


@rule
def can_hold_engine(rules: Any, state: Any, player: int, cell: int) -> bool:
    """S6, one cell: grass, a ship or an own gate, whoever is there now."""
    below = token_at(state, LOW, cell)
    if below < 0:
        return int(rules["terrain"][cell]) == GRASS
    if int(state["kind"][below]) == GATE:
        return int(state["owner"][below]) == player
    return int(state["kind"][below]) == SHIP


@rule
def holds_engine(rules: Any, state: Any, number: int, cell: int) -> bool:
    """S6, one cell: also free of other engines and of land units not inside this one."""
    engine = token_at(state, ENGINE, cell)
    if engine >= 0 and engine != number:
        return False
    if int(state["layers"][LAND, cell]) != 0 and (number < 0 or engine != number):
        return False
    return can_hold_engine(rules, state, int(state["player"]), cell)


@rule
def holds_ship(rules: Any, state: Any, number: int, cell: int) -> bool:
    """S7, one cell: water, free of other ships."""
    below = token_at(state, LOW, cell)
    return int(rules["terrain"][cell]) == WATER and (below < 0 or below == number)


@rule
def fits(rules: Any, state: Any, number: int, kind: int, upright: int, x: int, y: int) -> bool:
    """S6, S7: whether an engine or ship may stand at a place; `number` is its own, NONE for a new one."""
    if not is_on_map(rules, kind, upright, x, y):
        return False
    width = int(rules["width"])
    for row in range(y, y + rows_of(rules, kind, upright)):
        for column in range(x, x + columns_of(rules, kind, upright)):
            cell = row * width + column
            if kind == SHIP:
                if not holds_ship(rules, state, number, cell):
                    return False
            elif not holds_engine(rules, state, number, cell):
                return False
    return True


@rule
def is_held_fast(rules: Any, state: Any, ship: int) -> bool:
    """S7: an engine that is only partly on a ship keeps it from moving and turning."""
    width, upright, cell = int(rules["width"]), int(state["upright"][ship]), int(state["cell"][ship])
    for dy in range(rows_of(rules, SHIP, upright)):
        for dx in range(columns_of(rules, SHIP, upright)):
            engine = token_at(state, ENGINE, cell + dy * width + dx)
            if engine >= 0 and not is_wholly_on(rules, state, engine, ship):
                return True
    return False


@rule
def is_wholly_on(rules: Any, state: Any, engine: int, ship: int) -> bool:
    """Both ends of the engine's place are on the ship."""
    kind, upright, cell = int(state["kind"][engine]), int(state["upright"][engine]), int(state["cell"][engine])
    dy, dx = rows_of(rules, kind, upright) - 1, columns_of(rules, kind, upright) - 1
    far = cell + dy * int(rules["width"]) + dx
    return is_covering(rules, state, ship, cell) and is_covering(rules, state, ship, far)


# ---- moving ----


@rule
def can_step(rules: Any, state: Any, number: int, source: int, x: int, y: int) -> bool:
    """S10: one step of any unit; `source` is the lowest left cell before it, (x, y) the one after."""
    kind = int(state["kind"][number])
    if layer_of(kind) != LAND:
        return fits(rules, state, number, kind, int(state["upright"][number]), x, y)
    if x < 0 or y < 0 or x >= int(rules["width"]) or y >= int(rules["height"]):
        return False
    return can_enter(rules, state, int(state["owner"][number]), source, y * int(rules["width"]) + x)


@rule
def try_step(rules: Any, state: Any, work: Any, number: int, source: int, dx: int, dy: int) -> None:
    """Mark the place one step further, if it is new."""
    width = int(rules["width"])
    x, y = source % width + dx, source // width + dy
    if x < 0 or y < 0 or x >= width or y >= int(rules["height"]):
        return
    target = y * width + x
    if int(work["steps"][target]) < 0 and can_step(rules, state, number, source, x, y):
        work["steps"][target] = int(work["steps"][source]) + 1


@rule
def list_moves(rules: Any, state: Any, work: Any, number: int, first: int, n: int, most: int) -> int:
    """S10: write `first` + cell for every place that can be reached, behind n actions; stop at `most`."""
    kind, start = int(state["kind"][number]), int(state["cell"][number])
    if kind == SHIP and is_held_fast(rules, state, number):
        return n
    width, far = int(rules["width"]), int(rules["move"][kind])
    left, right = max(0, start % width - far), min(width - 1, start % width + far)
    low, high = max(0, start // width - far), min(int(rules["height"]) - 1, start // width + far)
    for y in range(low, high + 1):
        for x in range(left, right + 1):
            work["steps"][y * width + x] = -1
    work["steps"][start] = 0
    for step in range(far):
        for y in range(max(low, start // width - step), min(high, start // width + step) + 1):
            for x in range(max(left, start % width - step), min(right, start % width + step) + 1):
                if int(work["steps"][y * width + x]) == step:
                    step_everywhere(rules, state, work, number, y * width + x)
    return list_reached(rules, work, start, left, right, low, high, first, n, most)


@rule
def step_everywhere(rules: Any, state: Any, work: Any, number: int, source: int) -> None:
    try_step(rules, state, work, number, source, 0, -1)
    try_step(rules, state, work, number, source, -1, 0)
    try_step(rules, state, work, number, source, 1, 0)
    try_step(rules, state, work, number, source, 0, 1)


@rule
def list_reached(
    rules: Any, work: Any, start: int, left: int, right: int, low: int, high: int, first: int, n: int, most: int
) -> int:
    """The marked cells of a window, ascending, without the start."""
    width = int(rules["width"])
    for y in range(low, high + 1):
        for x in range(left, right + 1):
            cell = y * width + x
            if int(work["steps"][cell]) > 0 and n < most and cell != start:
                work["list"][n] = first + cell
                n += 1
    return n


# ---- turning ----


@rule
def turned_cell(rules: Any, cell: int, pivot: int, quarter: int) -> int:
    """A cell after a quarter turn about another, 1 to the left or −1 to the right; −1 off the map."""
    width = int(rules["width"])
    dx, dy = cell % width - pivot % width, cell // width - pivot // width
    x, y = pivot % width - quarter * dy, pivot // width + quarter * dx
    if x < 0 or y < 0 or x >= width or y >= int(rules["height"]):
        return -1
    return y * width + x


@rule
def other_end(rules: Any, state: Any, number: int) -> int:
    """The highest right cell of a token."""
    kind, upright = int(state["kind"][number]), int(state["upright"][number])
    dy, dx = rows_of(rules, kind, upright) - 1, columns_of(rules, kind, upright) - 1
    return int(state["cell"][number]) + dy * int(rules["width"]) + dx


@rule
def pivot_of(rules: Any, state: Any, number: int, way: int) -> int:
    """S11: the cell that stays in each of four ways to turn (two for a ship): its middle, or either end."""
    first, last = int(state["cell"][number]), other_end(rules, state, number)
    if int(state["kind"][number]) == SHIP:
        return (first + last) // 2  # the cells between lie on one row or one column
    return first if way < 2 else last


@rule
def swinging_of(rules: Any, state: Any, number: int, way: int) -> int:
    """The cell by whose new place a turn is named."""
    if way < 2 and int(state["kind"][number]) != SHIP:
        return other_end(rules, state, number)
    return int(state["cell"][number])


@rule
def quarter_of(way: int) -> int:
    return 1 - 2 * (way & 1)


@rule
def lower_left(rules: Any, one: int, other: int) -> int:
    """The lowest left cell of the rectangle between two corners."""
    width = int(rules["width"])
    return min(one // width, other // width) * width + min(one % width, other % width)


@rule
def cell_after_turn(rules: Any, state: Any, number: int, way: int) -> int:
    """The lowest left cell after a turn; −1 if the token would reach over the edge."""
    pivot, quarter = pivot_of(rules, state, number, way), quarter_of(way)
    one = turned_cell(rules, int(state["cell"][number]), pivot, quarter)
    other = turned_cell(rules, other_end(rules, state, number), pivot, quarter)
    return -1 if one < 0 or other < 0 else lower_left(rules, one, other)


@rule
def ways_to_turn(state: Any, number: int) -> int:
    """S11: a 2×1 engine about either cell, either way; a ship about its middle; a tower and land units not at all."""
    kind = int(state["kind"][number])
    if kind == SHIP:
        return 2
    return 4 if layer_of(kind) == ENGINE and kind != TOWER else 0


@rule
def can_turn(rules: Any, state: Any, number: int, way: int) -> bool:
    """S11: only the end cells must be allowed."""
    cell, width = cell_after_turn(rules, state, number, way), int(rules["width"])
    if cell < 0:
        return False
    upright = 1 - int(state["upright"][number])
    return fits(rules, state, number, int(state["kind"][number]), upright, cell % width, cell // width)


@rule
def way_named(rules: Any, state: Any, number: int, cell: int) -> int:
    """The way to turn that brings the swinging cell there."""
    for way in range(ways_to_turn(state, number)):
        swinging, pivot = swinging_of(rules, state, number, way), pivot_of(rules, state, number, way)
        if turned_cell(rules, swinging, pivot, quarter_of(way)) == cell:
            return way
    return NONE


@rule
def list_turns(rules: Any, state: Any, work: Any, number: int, first: int, n: int, most: int) -> int:
    """S11: write `first` + the new cell of the swinging end for every turn, behind n actions, ascending."""
    if int(state["kind"][number]) == SHIP and is_held_fast(rules, state, number):
        return n
    begin = n
    for way in range(ways_to_turn(state, number)):
        if n < most and can_turn(rules, state, number, way):
            swinging, pivot = swinging_of(rules, state, number, way), pivot_of(rules, state, number, way)
            insert(work, begin, n, first + turned_cell(rules, swinging, pivot, quarter_of(way)))
            n += 1
    return n


@rule
def insert(work: Any, begin: int, n: int, action: int) -> None:
    """Put an action among those from `begin` to n, which ascend."""
    while n > begin and int(work["list"][n - 1]) > action:
        work["list"][n] = work["list"][n - 1]
        n -= 1
    work["list"][n] = action


# ---- carrying ----


@rule
def new_cell(rules: Any, cell: int, shift: int, pivot: int, quarter: int) -> int:
    """Where a cell goes by a move (quarter 0) or a turn."""
    return cell + shift if quarter == 0 else turned_cell(rules, cell, pivot, quarter)


@rule
def lift_riders(rules: Any, state: Any, work: Any, number: int) -> int:
    """Take what stands on an engine or ship off the layers, and list it; how many."""
    width, riders = int(rules["width"]), 0
    kind, upright, start = int(state["kind"][number]), int(state["upright"][number]), int(state["cell"][number])
    for dy in range(rows_of(rules, kind, upright)):
        for dx in range(columns_of(rules, kind, upright)):
            cell = start + dy * width + dx
            for layer in range(layer_of(kind) + 1, LAND + 1):
                rider = token_at(state, layer, cell)
                if rider >= 0:
                    work["riders"][riders] = rider
                    riders += 1
                    fill_token(rules, state, rider, 0)
    return riders


@rule
def put_down(rules: Any, state: Any, number: int, shift: int, pivot: int, quarter: int) -> None:
    """A token that is off the layers comes back where a move or turn takes it."""
    one = new_cell(rules, int(state["cell"][number]), shift, pivot, quarter)
    other = new_cell(rules, other_end(rules, state, number), shift, pivot, quarter)
    kind = int(state["kind"][number])
    if quarter != 0 and int(rules["length"][kind]) != int(rules["breadth"][kind]):
        state["upright"][number] = 1 - int(state["upright"][number])
    state["cell"][number] = lower_left(rules, one, other)
    fill_token(rules, state, number, number + 1)


@rule
def carry(rules: Any, state: Any, work: Any, number: int, shift: int, pivot: int, quarter: int) -> None:
    """S6, S7, S11: move or turn a unit with everything on it."""
    riders = lift_riders(rules, state, work, number)
    fill_token(rules, state, number, 0)
    put_down(rules, state, number, shift, pivot, quarter)
    for i in range(riders):
        put_down(rules, state, int(work["riders"][i]), shift, pivot, quarter)


@rule
def is_free_grass(rules: Any, state: Any, cell: int) -> bool:
    """S21: grass with no token of any layer."""
    if not is_bare_grass(rules, state, cell):
        return False
    return int(state["layers"][ENGINE, cell]) == 0 and int(state["layers"][LAND, cell]) == 0
