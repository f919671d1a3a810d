"""How far everything is: on foot, through walls, by ship, and to where engines are of use."""

from __future__ import annotations

from typing import Any

from tabor.games.siege.acting import can_be_rammed, in_line, is_enemy_at
from tabor.games.siege.board import (
    CELLS,
    DIE,
    beyond,
    columns_of,
    count_inside,
    is_on_map,
    is_seat,
    is_unit_of,
    kind_at,
    neighbour,
    ring_cell,
    ring_size,
    rows_of,
    token_at,
)
from tabor.games.siege.commander.mind import AROUND, LANDING
from tabor.games.siege.commander.rows import (
    BREACH,
    DANGER,
    DRIVE,
    FAR,
    FLOW,
    FOOT,
    PLACES,
    RAID,
    SAIL,
    WRECKS,
    begin_row,
    clear_row,
    pop,
    push,
)
from tabor.games.siege.moving import can_hold_engine, can_pass, can_stand
from tabor.games.siege.words import GRASS, LADDER, LAND, LOW, RAM, SHIP, TOWER, WALL, WATER
from tabor.jit import rule

BREAKING = 14  # steps that it is worth walking to avoid breaking a building
HELD = 2  # steps that a place beside a seat is from one beside whoever holds it
TURNING = 3  # steps of a ship for which one turns

WALKING, BREAKING_IN, BOARDING = 0, 1, 2  # how cells are crossed


# ---- walking ----


@rule
def is_breakable(state: Any, cell: int) -> bool:
    """S19: a building that is worth a ram's blow."""
    return can_be_rammed(state, cell) and kind_at(state, LOW, cell) != LADDER


@rule
def step_price(rules: Any, state: Any, player: int, manner: int, source: int, target: int) -> int:
    """What a step costs, −1 if it cannot be."""
    if can_pass(rules, state, player, source, target):
        is_boarding = kind_at(state, LOW, target) == SHIP and kind_at(state, LOW, source) != SHIP
        return -1 if is_boarding and manner != BOARDING else 1  # a ship may be gone before others have crossed it
    if manner == BREAKING_IN and is_breakable(state, target):
        return BREAKING
    return -1


@rule
def can_start(rules: Any, state: Any, player: int, manner: int, cell: int) -> bool:
    return can_stand(rules, state, player, cell) or (manner == BREAKING_IN and is_breakable(state, cell))


@rule
def spread(rules: Any, state: Any, field: Any, row: int, manner: int, player: int, n: int) -> None:
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
def queue_rings(rules: Any, state: Any, field: Any, row: int, owner: int, walker: int, n: int) -> int:
    """Queue the cells beside the seats of a player where units of `walker` could stand."""
    for number in range(int(state["count"])):
        if is_seat(int(state["kind"][number])) and int(state["owner"][number]) == owner:
            side, corner = int(rules["length"][int(state["kind"][number])]), int(state["cell"][number])
            for i in range(ring_size(side, side)):
                cell = ring_cell(rules, side, side, corner, i)
                if cell >= 0 and can_stand(rules, state, walker, cell):
                    n = push(field, row, cell, 0, n)
    return n


@rule
def spread_flow(rules: Any, state: Any, field: Any, mind: Any, player: int) -> None:
    """FLOW: as FOOT, but those behind a crowd see the way around it."""
    begin_row(field, FLOW)
    n, done = queue_aims(rules, state, field, player), 0
    if n == 0:
        n = queue_units(state, field, FLOW, 1 - player, n)
    while done < n:
        target = pop(field, done)
        done += 1
        unit = token_at(state, LAND, target)
        is_own = unit >= 0 and int(state["owner"][unit]) == player
        value = int(field[FLOW, target]) + (max(1, int(mind[AROUND])) if is_own else 1)
        for direction in range(4):
            source = neighbour(rules, target, direction)
            if source < 0 or int(field[FLOW, source]) <= value or not can_stand(rules, state, player, source):
                continue
            if step_price(rules, state, player, WALKING, source, target) > 0:
                n = push(field, FLOW, source, value, n)


@rule
def queue_aims(rules: Any, state: Any, field: Any, player: int) -> int:
    """Queue in FLOW free cells beside enemy seats, before them those beside whoever holds one (S25), and raiders."""
    n = queue_raiders(state, field, player)
    for seat in range(int(state["count"])):
        if not is_seat(int(state["kind"][seat])) or int(state["owner"][seat]) == player:
            continue
        side, corner, holders = int(rules["length"][int(state["kind"][seat])]), int(state["cell"][seat]), 0
        for i in range(ring_size(side, side)):
            cell = ring_cell(rules, side, side, corner, i)
            if cell >= 0 and is_enemy_at(state, cell):
                holders += 1
                n = queue_beside(rules, state, field, player, cell, n)
        for i in range(ring_size(side, side)):
            cell = ring_cell(rules, side, side, corner, i)
            if cell >= 0 and can_stand(rules, state, player, cell) and int(state["layers"][LAND, cell]) == 0:
                n = push(field, FLOW, cell, HELD if holders > 0 else 0, n)
    return n


@rule
def queue_raiders(state: Any, field: Any, player: int) -> int:
    """Queue in FLOW the enemies who came over water: they can walk to own seats, and no way leads to theirs."""
    n = 0
    for number in range(int(state["count"])):
        cell = int(state["cell"][number])
        if is_unit_of(state, number, 1 - player) and int(field[RAID, cell]) < FAR and int(field[FOOT, cell]) >= FAR:
            n = push(field, FLOW, cell, 0, n)
    return n


@rule
def queue_beside(rules: Any, state: Any, field: Any, player: int, cell: int, n: int) -> int:
    for direction in range(4):
        near = neighbour(rules, cell, direction)
        if near >= 0 and can_stand(rules, state, player, near):
            n = push(field, FLOW, near, 0, n)
    return n


@rule
def queue_units(state: Any, field: Any, row: int, owner: int, n: int) -> int:
    for number in range(int(state["count"])):
        if is_unit_of(state, number, owner):
            n = push(field, row, int(state["cell"][number]), 0, n)
    return n


@rule
def spread_to_seats(rules: Any, state: Any, field: Any, row: int, manner: int, owner: int, walker: int) -> None:
    """Ways of a walker to the seats of a player; if there is none, to that player's units."""
    begin_row(field, row)
    n = queue_rings(rules, state, field, row, owner, walker, 0)
    if n == 0 and owner != walker:
        n = queue_units(state, field, row, owner, n)
    spread(rules, state, field, row, manner, walker, n)


# ---- ships and engines ----


@rule
def is_ground(rules: Any, state: Any, field: Any, player: int, kind: int, cell: int) -> bool:
    """S6, S7: where an engine or ship could be, whoever is there now; no commander drives engines onto ships."""
    if kind == SHIP:
        return int(rules["terrain"][cell]) == WATER and int(field[WRECKS, cell]) == 0
    return kind_at(state, LOW, cell) != SHIP and can_hold_engine(rules, state, player, cell)


@rule
def has_ground(rules: Any, state: Any, field: Any, player: int, kind: int, place: int) -> bool:
    upright, cell, width = place // CELLS, place % CELLS, int(rules["width"])
    if not is_on_map(rules, kind, upright, cell % width, cell // width):
        return False
    for dy in range(rows_of(rules, kind, upright)):
        for dx in range(columns_of(rules, kind, upright)):
            if not is_ground(rules, state, field, player, kind, cell + dy * width + dx):
                return False
    return True


@rule
def place_beside(rules: Any, kind: int, place: int, way: int) -> int:
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
def spread_places(rules: Any, state: Any, field: Any, row: int, kind: int, player: int, n: int) -> None:
    """From the queued places of an engine or ship outwards, over all that it could take."""
    done = 0
    while done < n:
        place = pop(field, done)
        done += 1
        for way in range(8):
            there = place_beside(rules, kind, place, way)
            price = TURNING if way >= 4 and kind == SHIP else 1
            value = int(field[row, place]) + price
            if there >= 0 and int(field[row, there]) > value and has_ground(rules, state, field, player, kind, there):
                n = push(field, row, there, value, n)


@rule
def mark_wrecks(rules: Any, state: Any, field: Any, player: int) -> None:
    """WRECKS."""
    clear_row(field, WRECKS, 0)
    for number in range(int(state["count"])):
        if int(state["kind"][number]) == SHIP and count_inside(rules, state, number, player, 0) == 0:
            stride = int(rules["width"]) if int(state["upright"][number]) == 1 else 1
            for along in range(rows_of(rules, SHIP, 1)):
                field[WRECKS, int(state["cell"][number]) + along * stride] = 1


@rule
def spread_landings(rules: Any, state: Any, field: Any, mind: Any, player: int) -> None:
    """SAIL: where ships land out of danger for a walk to the enemy's seats, and how far that is."""
    begin_row(field, SAIL)
    n, cells = 0, int(rules["width"]) * int(rules["height"])
    for place in range(PLACES):
        if place % CELLS < cells and has_ground(rules, state, field, player, SHIP, place):
            walk = walk_from_ship(rules, field, mind, place)
            if walk < FAR:
                n = push(field, SAIL, place, walk, n)
    spread_places(rules, state, field, SAIL, SHIP, player, n)


@rule
def walk_from_ship(rules: Any, field: Any, mind: Any, place: int) -> int:
    """The shortest walk to an enemy seat from the land beside a place of a ship."""
    best, stride = FAR, int(rules["width"]) if place >= CELLS else 1
    for along in range(rows_of(rules, SHIP, 1)):
        for direction in range(4):
            cell = neighbour(rules, place % CELLS + along * stride, direction)
            if cell >= 0 and int(rules["terrain"][cell]) == GRASS:
                best = min(best, int(field[FOOT, cell]) + int(mind[LANDING]) * min(3, int(field[DANGER, cell])))
    return best


# ---- of use ----


@rule
def ram_use(rules: Any, state: Any, field: Any, place: int) -> int:
    """How far the breach leads on from the building before a ram; FAR if breaking it opens nothing."""
    best = FAR
    for which in range(2):
        cell = in_line(rules, place // CELLS, place % CELLS, which, 1)
        if cell < 0 or not is_breakable(state, cell):
            continue
        if int(field[BREACH, cell]) < int(field[BREACH, in_line(rules, place // CELLS, place % CELLS, which, 0)]):
            best = min(best, int(field[BREACH, cell]))
    return best


@rule
def tower_use(rules: Any, state: Any, field: Any, place: int) -> int:
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
def trebuchet_use(rules: Any, field: Any, place: int) -> int:
    """0 where a shot over either end comes down beside an enemy seat."""
    for which in range(2):
        for roll in range(1, DIE + 1):
            steps = int(rules["hurl_to"][roll])
            cell = in_line(rules, place // CELLS, place % CELLS, which, steps) if steps > 0 else -1
            if cell >= 0 and int(field[FOOT, cell]) == 0:
                return 0
    return FAR


@rule
def engine_use(rules: Any, state: Any, field: Any, kind: int, place: int) -> int:
    if kind == TOWER:
        return tower_use(rules, state, field, place)
    if kind == RAM:
        return ram_use(rules, state, field, place)
    return trebuchet_use(rules, field, place)


@rule
def spread_drive(rules: Any, state: Any, field: Any, kind: int, player: int) -> None:
    """DRIVE for a kind of engine."""
    begin_row(field, DRIVE)
    n, cells = 0, int(rules["width"]) * int(rules["height"])
    for place in range(CELLS if kind == TOWER else PLACES):
        if place % CELLS < cells and has_ground(rules, state, field, player, kind, place):
            use = engine_use(rules, state, field, kind, place)
            if use < FAR:
                n = push(field, DRIVE, place, use, n)
    spread_places(rules, state, field, DRIVE, kind, player, n)
