"""What a commander knows at a glance: how far everything is, and what the enemy could hit.

Everything is written into rows of one table, `field[row, cell]`. A distance is in steps; FAR where there is no way.
Long tokens have two places with the same lowest left cell: lying ones are numbered by it, upright ones by CELLS more.
"""

from __future__ import annotations

from typing import Any

from tabor.games.siege.board import (
    ARCHERS,
    CASTLE,
    CELLS,
    GATE,
    GRASS,
    LADDER,
    LAND,
    LOW,
    SHIP,
    TOWER,
    WALL,
    WATER,
    beyond,
    columns_of,
    is_on_map,
    is_seat,
    kind_at,
    neighbour,
    rows_of,
    token_at,
)
from tabor.games.siege.moving import lifts_onto_wall
from tabor.jit import rule

# Rows of the table
FOOT = 0  # steps to a cell beside an enemy seat, for units of the player
BREACH = 1  # the same where walls, gates and houses may be broken on the way, at a price
HOME = 2  # steps to a cell beside an own seat, for units of the player
RAID = 3  # steps to a cell beside an own seat, for the enemy's units
DANGER = 4  # how many enemy units could strike at a cell in their next turn
SHOTS = 5  # how many enemy archers could shoot at it
SUPPORT = 6  # how many own land units are near
PIER = 7  # steps to a free cell of a ship
SAIL = 8  # by place of a ship: steps to where it can land
SHORE = 9  # by cell: the least SAIL of all places of a ship that cover it
DRIVE = 10  # by place of an engine: steps to where it is of use
QUEUE = 11
QUEUED = 12
STAMP = 13
ROLE = 14  # by token
STEPS = 15
FACTS = 16  # single numbers, below
ROWS = 17
FAR = 10_000
PLACES = 3200  # 2 × CELLS

BREAKING = 14  # steps that it is worth walking to avoid breaking a building
TURNING = 3  # steps of a ship for which one turns

WALKING, BREAKING_IN = 0, 1  # how cells are crossed


# ---- walking ----


@rule
def can_stand(rules: Any, state: Any, player: Any, cell: Any) -> Any:
    """S4: whether land units of a player may be on a cell, whoever is there now."""
    below = token_at(state, LOW, cell)
    if below < 0:
        return int(rules["terrain"][cell]) == GRASS
    kind = int(state["kind"][below])
    if kind == GATE:
        return int(state["owner"][below]) == player
    return kind in (SHIP, WALL, LADDER)


@rule
def can_pass(rules: Any, state: Any, player: Any, source: Any, target: Any) -> Any:
    """S4, S5: a step between two cells, whoever is there now."""
    if not can_stand(rules, state, player, target):
        return False
    return kind_at(state, LOW, target) != WALL or lifts_onto_wall(state, source)


@rule
def is_breakable(state: Any, cell: Any) -> Any:
    """S19: a building that a ram can destroy."""
    kind = kind_at(state, LOW, cell)
    return kind > CASTLE + 1 and kind != LADDER


@rule
def step_price(rules: Any, state: Any, player: Any, manner: Any, source: Any, target: Any) -> Any:
    """What a step costs, −1 if it cannot be."""
    if can_pass(rules, state, player, source, target):
        return 1
    if manner == BREAKING_IN and is_breakable(state, target):
        return BREAKING
    return -1


@rule
def can_start(rules: Any, state: Any, player: Any, manner: Any, cell: Any) -> Any:
    return can_stand(rules, state, player, cell) or (manner == BREAKING_IN and is_breakable(state, cell))


@rule
def clear_row(field: Any, row: Any, value: Any) -> None:
    for node in range(PLACES):
        field[row, node] = value


@rule
def push(field: Any, row: Any, node: Any, value: Any, n: Any) -> Any:
    """Lower a node's value and queue it if it is not; how many were ever queued."""
    if value >= int(field[row, node]):
        return n
    field[row, node] = value
    if int(field[QUEUED, node]) == 1:
        return n
    field[QUEUED, node] = 1
    field[QUEUE, n % PLACES] = node
    return n + 1


@rule
def pop(field: Any, place: Any) -> Any:
    node = int(field[QUEUE, place % PLACES])
    field[QUEUED, node] = 0
    return node


@rule
def begin_row(field: Any, row: Any) -> None:
    clear_row(field, row, FAR)
    clear_row(field, QUEUED, 0)


@rule
def spread(rules: Any, state: Any, field: Any, row: Any, manner: Any, player: Any, n: Any) -> None:
    """From the queued cells outwards: the price of the cheapest way back to them."""
    done = 0
    while done < n:
        target = pop(field, done)
        done += 1
        value = int(field[row, target])
        for direction in range(4):
            source = neighbour(rules, target, direction)
            if source < 0 or int(field[row, source]) <= value + 1:
                continue
            if can_start(rules, state, player, manner, source):
                price = step_price(rules, state, player, manner, source, target)
                if price > 0:
                    n = push(field, row, source, value + price, n)


@rule
def ring_size(rules: Any, state: Any, number: Any) -> Any:
    """How many cells lie beside a building, on the map or not."""
    kind, upright = int(state["kind"][number]), int(state["upright"][number])
    return 2 * (columns_of(rules, kind, upright) + rows_of(rules, kind, upright))


@rule
def ring_cell(rules: Any, state: Any, number: Any, i: Any) -> Any:
    """S1: the i-th cell beside a building; −1 off the map."""
    kind, upright, corner = int(state["kind"][number]), int(state["upright"][number]), int(state["cell"][number])
    wide, high = columns_of(rules, kind, upright), rows_of(rules, kind, upright)
    if i < wide:
        return beyond(rules, corner, i, -1)
    if i < 2 * wide:
        return beyond(rules, corner, i - wide, high)
    if i < 2 * wide + high:
        return beyond(rules, corner, -1, i - 2 * wide)
    return beyond(rules, corner, wide, i - 2 * wide - high)


@rule
def queue_rings(rules: Any, state: Any, field: Any, row: Any, owner: Any, walker: Any, n: Any) -> Any:
    """Queue the cells beside the seats of a player where units of `walker` could stand."""
    for number in range(int(state["count"])):
        if is_seat(int(state["kind"][number])) and int(state["owner"][number]) == owner:
            for i in range(ring_size(rules, state, number)):
                cell = ring_cell(rules, state, number, i)
                if cell >= 0 and can_stand(rules, state, walker, cell):
                    n = push(field, row, cell, 0, n)
    return n


@rule
def queue_units(state: Any, field: Any, row: Any, owner: Any, n: Any) -> Any:
    for number in range(int(state["count"])):
        if int(state["kind"][number]) < TOWER and int(state["owner"][number]) == owner:
            n = push(field, row, int(state["cell"][number]), 0, n)
    return n


@rule
def spread_to_seats(rules: Any, state: Any, field: Any, row: Any, manner: Any, owner: Any, walker: Any) -> None:
    """Ways of a walker to the seats of a player; if there is none, to that player's units."""
    begin_row(field, row)
    n = queue_rings(rules, state, field, row, owner, walker, 0)
    if n == 0 and owner != walker:
        n = queue_units(state, field, row, owner, n)
    spread(rules, state, field, row, manner, walker, n)


# ---- ships and engines ----


@rule
def can_hold(rules: Any, state: Any, player: Any, kind: Any, cell: Any) -> Any:
    """S6, S7: ground for an engine or ship, whoever is there now; engines keep out of each other's way elsewhere."""
    below = token_at(state, LOW, cell)
    if kind == SHIP:
        return int(rules["terrain"][cell]) == WATER
    if below < 0:
        return int(rules["terrain"][cell]) == GRASS
    return int(state["kind"][below]) == GATE and int(state["owner"][below]) == player


@rule
def has_ground(rules: Any, state: Any, player: Any, kind: Any, place: Any) -> Any:
    upright, cell, width = place // CELLS, place % CELLS, int(rules["width"])
    if not is_on_map(rules, kind, upright, cell % width, cell // width):
        return False
    for dy in range(rows_of(rules, kind, upright)):
        for dx in range(columns_of(rules, kind, upright)):
            if not can_hold(rules, state, player, kind, cell + dy * width + dx):
                return False
    return True


@rule
def place_beside(rules: Any, kind: Any, place: Any, way: Any) -> Any:
    """The place after a step (ways 0 … 3) or a turn (4 … 7, ships 4 only); −1 off the map or no such way."""
    upright, cell = place // CELLS, place % CELLS
    if way < 4:
        there = neighbour(rules, cell, way)
        return -1 if there < 0 else upright * CELLS + there
    if kind == TOWER:
        return -1
    if kind == SHIP:
        there = beyond(rules, cell, 1, -1) if upright == 0 else beyond(rules, cell, -1, 1)
        return -1 if way > 4 or there < 0 else (1 - upright) * CELLS + there
    dx, dy = (way - 4) % 2, (way - 4) // 2  # a 2×1 engine: about either cell, to either side
    there = beyond(rules, cell, dx, -dy) if upright == 0 else beyond(rules, cell, -dx, dy)
    return -1 if there < 0 else (1 - upright) * CELLS + there


@rule
def spread_places(rules: Any, state: Any, field: Any, row: Any, kind: Any, player: Any, n: Any) -> None:
    """From the queued places of an engine or ship outwards, over all that it could take."""
    done = 0
    while done < n:
        place = pop(field, done)
        done += 1
        for way in range(8):
            there = place_beside(rules, kind, place, way)
            price = TURNING if way >= 4 and kind == SHIP else 1
            value = int(field[row, place]) + price
            if there >= 0 and int(field[row, there]) > value and has_ground(rules, state, player, kind, there):
                n = push(field, row, there, value, n)


@rule
def spread_landings(rules: Any, state: Any, field: Any, player: Any) -> None:
    """SAIL and SHORE: where ships land for a walk to the enemy's seats, and how far that is."""
    begin_row(field, SAIL)
    n, cells = 0, int(rules["width"]) * int(rules["height"])
    for place in range(PLACES):
        if place % CELLS < cells and has_ground(rules, state, player, SHIP, place):
            walk = walk_from_ship(rules, field, place)
            if walk < FAR:
                n = push(field, SAIL, place, walk, n)
    spread_places(rules, state, field, SAIL, SHIP, player, n)
    clear_row(field, SHORE, FAR)
    for place in range(PLACES):
        if int(field[SAIL, place]) < FAR:
            for along in range(rows_of(rules, SHIP, 1)):
                cell = place % CELLS + along * (int(rules["width"]) if place >= CELLS else 1)
                field[SHORE, cell] = min(int(field[SHORE, cell]), int(field[SAIL, place]))


@rule
def walk_from_ship(rules: Any, field: Any, place: Any) -> Any:
    """The shortest walk to an enemy seat from the land beside a place of a ship."""
    best, stride = FAR, int(rules["width"]) if place >= CELLS else 1
    for along in range(rows_of(rules, SHIP, 1)):
        for direction in range(4):
            cell = neighbour(rules, place % CELLS + along * stride, direction)
            if cell >= 0 and int(rules["terrain"][cell]) == GRASS:
                best = min(best, int(field[FOOT, cell]))
    return best


# ---- what the enemy could do ----


@rule
def mark_steps(rules: Any, state: Any, field: Any, number: Any) -> Any:
    """STEPS and QUEUE: the cells that a land unit could be on after a move, its own first; how many."""
    owner, far = int(state["owner"][number]), int(rules["move"][int(state["kind"][number])])
    here = int(state["cell"][number])
    field[STAMP, here] = number + 1
    field[STEPS, here] = 0
    field[QUEUE, 0] = here
    n, done = 1, 0
    while done < n:
        source = int(field[QUEUE, done])
        done += 1
        steps = int(field[STEPS, source]) + 1
        for direction in range(4):
            cell = neighbour(rules, source, direction)
            if steps > far or cell < 0 or int(field[STAMP, cell]) == number + 1:
                continue
            if int(state["layers"][LAND, cell]) == 0 and can_pass(rules, state, owner, source, cell):
                field[STAMP, cell] = number + 1
                field[STEPS, cell] = steps
                field[QUEUE, n] = cell
                n += 1
    return n


@rule
def add_danger(rules: Any, state: Any, field: Any, number: Any) -> None:
    """DANGER: every cell beside one that a unit could be on, once."""
    n = mark_steps(rules, state, field, number)
    for i in range(n):
        for direction in range(4):
            cell = neighbour(rules, int(field[QUEUE, i]), direction)
            if cell >= 0 and int(field[QUEUED, cell]) != number + 1:
                field[QUEUED, cell] = number + 1
                field[DANGER, cell] += 1


@rule
def add_around(rules: Any, field: Any, row: Any, cell: Any, far: Any) -> None:
    """One more in all cells at most so many steps away, whatever lies between."""
    width = int(rules["width"])
    for dy in range(-far, far + 1):
        for dx in range(abs(dy) - far, far - abs(dy) + 1):
            x, y = cell % width + dx, cell // width + dy
            if 0 <= x < width and 0 <= y < int(rules["height"]):
                field[row, y * width + x] += 1


@rule
def mark_dangers(rules: Any, state: Any, field: Any, player: Any, near: Any) -> None:
    """DANGER, SHOTS and SUPPORT."""
    clear_row(field, DANGER, 0)
    clear_row(field, SHOTS, 0)
    clear_row(field, SUPPORT, 0)
    clear_row(field, STAMP, 0)
    clear_row(field, QUEUED, 0)
    for number in range(int(state["count"])):
        kind, cell = int(state["kind"][number]), int(state["cell"][number])
        if kind >= TOWER:
            continue
        if int(state["owner"][number]) == player:
            add_around(rules, field, SUPPORT, cell, near)
        elif kind == ARCHERS:
            add_around(rules, field, SHOTS, cell, int(rules["move"][kind]) + int(rules["shot_range"]) + 1)
        else:
            add_danger(rules, state, field, number)


# ---- engines ----


@rule
def engine_end(rules: Any, place: Any, which: Any) -> Any:
    """The first (0) or last (1) cell of a 2×1 engine."""
    stride = int(rules["width"]) if place >= CELLS else 1
    return place % CELLS + which * stride


@rule
def beyond_end(rules: Any, place: Any, which: Any, steps: Any) -> Any:
    """The cell so many steps beyond an end of a 2×1 engine at a place; −1 off the map."""
    way = (2 * which - 1) * steps
    end = engine_end(rules, place, which)
    return beyond(rules, end, 0, way) if place >= CELLS else beyond(rules, end, way, 0)


@rule
def ram_use(rules: Any, state: Any, field: Any, place: Any) -> Any:
    """How far the breach leads on from the building before a ram; FAR if breaking it opens nothing."""
    best = FAR
    for which in range(2):
        cell = beyond_end(rules, place, which, 1)
        if cell < 0 or not is_breakable(state, cell):
            continue
        if int(field[BREACH, cell]) < int(field[BREACH, engine_end(rules, place, which)]):
            best = min(best, int(field[BREACH, cell]))
    return best


@rule
def tower_use(rules: Any, state: Any, field: Any, place: Any) -> Any:
    """The walk along the wall beside a siege tower to the enemy's seat; FAR if it leads nowhere."""
    best, width = FAR, int(rules["width"])
    for i in range(4):
        cell = place % CELLS + i % 2 + (i // 2) * width
        for direction in range(4):
            near = neighbour(rules, cell, direction)
            if near >= 0 and kind_at(state, LOW, near) == WALL:
                best = min(best, int(field[FOOT, near]))
    return best


@rule
def trebuchet_use(rules: Any, field: Any, place: Any) -> Any:
    """0 where a shot over either end comes down beside an enemy seat."""
    for which in range(2):
        for roll in range(1, 7):
            steps = int(rules["hurl_to"][roll])
            cell = beyond_end(rules, place, which, steps) if steps > 0 else -1
            if cell >= 0 and int(field[FOOT, cell]) == 0:
                return 0
    return FAR


@rule
def engine_use(rules: Any, state: Any, field: Any, kind: Any, place: Any) -> Any:
    if kind == TOWER:
        return tower_use(rules, state, field, place)
    if kind == TOWER + 1:
        return ram_use(rules, state, field, place)
    return trebuchet_use(rules, field, place)


@rule
def spread_drive(rules: Any, state: Any, field: Any, kind: Any, player: Any) -> None:
    """DRIVE for a kind of engine."""
    begin_row(field, DRIVE)
    n, cells = 0, int(rules["width"]) * int(rules["height"])
    for place in range(CELLS if kind == TOWER else PLACES):
        if place % CELLS < cells and has_ground(rules, state, player, kind, place):
            use = engine_use(rules, state, field, kind, place)
            if use < FAR:
                n = push(field, DRIVE, place, use, n)
    spread_places(rules, state, field, DRIVE, kind, player, n)
