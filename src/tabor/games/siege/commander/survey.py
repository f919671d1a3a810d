"""How a commander looks at the whole map before every action: ways, dangers, facts, and who does what."""

from __future__ import annotations

from typing import Any

from tabor.games.siege.board import (
    CELLS,
    NONE,
    count_inside,
    is_seat,
    is_unit_of,
    kind_at,
    neighbour,
    ring_cell,
    ring_size,
    rows_of,
    steps_apart,
    token_at,
)
from tabor.games.siege.commander.docks import is_docked
from tabor.games.siege.commander.gunnery import mark_shore, spread_fire
from tabor.games.siege.commander.mind import ARMADA, CAUTION, GUARDS, SEA, SHIPS
from tabor.games.siege.commander.rows import (
    ARMY,
    BREACH,
    BY_BREACH,
    BY_FOOT,
    BY_SHIP,
    COINS,
    DANGER,
    FACTS,
    FAR,
    FOOT,
    GUNNERY,
    HOME,
    MAINLAND,
    NEAR_SEAT,
    NEARING,
    OVERSEAS,
    PARTED,
    PIER,
    QUEUED,
    RAID,
    RAIDERS,
    ROLE,
    SHOTS,
    STRIKING,
    SUPPORT,
    THEIR_ARMY,
    WAY,
    add_around,
    begin_row,
    clear_row,
    pop,
    push,
)
from tabor.games.siege.commander.storm import form_ranks, is_besieging, know_besieger, know_storm
from tabor.games.siege.commander.ways import (
    BOARDING,
    BREAKING_IN,
    WALKING,
    mark_wrecks,
    queue_units,
    spread,
    spread_flow,
    spread_landings,
    spread_to_seats,
)
from tabor.games.siege.commander.yard import mark_yard
from tabor.games.siege.moving import can_stand, lifts_onto_wall, list_moves
from tabor.games.siege.words import ARCHERS, CASTLE, ENGINE, GRASS, LAND, LOW, SHIP, TOWER, TREBUCHET, WALL
from tabor.jit import rule

NEAR = 3  # steps at which own units help each other
NEAR_HOME = 9

# Roles of own land units: `field[ROLE, number]`
SAILOR, FIGHTER, GUARD = -1, 0, 1  # and CREW + the number of the engine it goes to
CREW = 2


@rule
def survey(rules: Any, state: Any, work: Any, field: Any, mind: Any) -> None:
    """Fill all rows of the table for the player on turn."""
    player = int(state["player"])
    know_besieger(rules, state, field, mind)
    for row in (FOOT, HOME, RAID):
        owner = 1 - player if row == FOOT else player
        walker = 1 - player if row == RAID else player
        spread_to_seats(rules, state, field, row, WALKING, owner, walker)
    spread_flow(rules, state, field, mind, player)
    mark_dangers(rules, state, work, field, player, NEAR)
    count_facts(rules, state, field, player)
    find_way(rules, state, field, player)
    know_storm(rules, field, mind)
    look_overseas(rules, state, field, mind, player)
    mark_yard(rules, state, field, mind, player)
    give_roles(rules, state, field, mind, player)
    form_ranks(rules, state, field, player)


@rule
def count_facts(rules: Any, state: Any, field: Any, player: int) -> None:
    for fact in range(NEAR_SEAT, THEIR_ARMY + 1):
        field[FACTS, fact] = 0
    field[FACTS, COINS] = int(state["coins"][player])
    for number in range(int(state["count"])):
        kind, cell = int(state["kind"][number]), int(state["cell"][number])
        if kind >= TOWER:
            continue
        far, cost = int(rules["move"][kind]), int(rules["cost"][kind])
        if int(state["owner"][number]) == player:
            field[FACTS, ARMY] += cost
            field[FACTS, NEAR_SEAT] += int(field[FOOT, cell] <= far)
        else:
            field[FACTS, THEIR_ARMY] += cost
            field[FACTS, RAIDERS] += int(field[RAID, cell] <= far)
            field[FACTS, NEARING] += int(field[RAID, cell] <= NEAR_HOME)


@rule
def is_campaigning(field: Any, mind: Any) -> bool:
    """Whether an army crosses water now: with ships, and stronger than the enemy's; its coins count too."""
    if int(field[FACTS, OVERSEAS]) == 0:
        return False
    strength = int(field[FACTS, ARMY]) + int(field[FACTS, COINS])
    return 100 * strength >= int(mind[SEA]) * int(field[FACTS, THEIR_ARMY])


# ---- the way to the enemy ----


@rule
def find_way(rules: Any, state: Any, field: Any, player: int) -> None:
    """WAY, and the row that it needs."""
    way = BY_FOOT
    is_shut = walk_from_seat(rules, state, field, FOOT, player) >= FAR or not has_room(rules, state, field, player)
    if is_shut or is_besieging(field):
        spread_breach(rules, state, field, player)
    if is_shut:
        way = BY_BREACH
        if walk_from_seat(rules, state, field, BREACH, player) >= FAR:
            way = BY_SHIP
    field[FACTS, WAY] = way


@rule
def look_overseas(rules: Any, state: Any, field: Any, mind: Any, player: int) -> None:
    """OVERSEAS and GUNNERY, and the rows that ships need: to firing places, or else to landing places."""
    field[FACTS, PARTED] = int(is_water_between(rules, state, field, player))
    field[FACTS, OVERSEAS] = int(field[FACTS, PARTED]) * int(mind[SHIPS])
    field[FACTS, GUNNERY] = 0
    field[FACTS, STRIKING] = 0
    if int(field[FACTS, OVERSEAS]) == 1:
        mark_wrecks(rules, state, field, player)
        field[FACTS, STRIKING] = int(is_striking(state, field, mind, player))
        if int(mind[CAUTION]) == 1 and int(field[FACTS, STRIKING]) == 0:
            spread_fire(rules, state, field, player)
        if int(field[FACTS, GUNNERY]) == 0:
            spread_landings(rules, state, field, mind, player)
        mark_shore(rules, field)
        spread_piers(rules, state, field, mind, player)


@rule
def is_striking(state: Any, field: Any, mind: Any, player: int) -> bool:
    """Whether those at sea and overseas are enough against all of the enemy's, so that they land together."""
    gone, theirs = 0, 0
    for number in range(int(state["count"])):
        if is_unit_of(state, number, player):
            gone += int(int(field[HOME, int(state["cell"][number])]) >= FAR)
        elif int(state["kind"][number]) < TOWER:
            theirs += 1
    return int(mind[ARMADA]) > 0 and gone > 0 and 100 * gone >= int(mind[ARMADA]) * theirs


@rule
def is_water_between(rules: Any, state: Any, field: Any, player: int) -> bool:
    """MAINLAND, and whether grass alone does not lead from the player's castle to every other one."""
    begin_row(field, MAINLAND)
    n, done = 0, 0
    for number in range(int(state["count"])):
        if int(state["kind"][number]) == CASTLE and int(state["owner"][number]) == player:
            n = push(field, MAINLAND, int(state["cell"][number]), 0, n)
    while done < n:
        here = pop(field, done)
        done += 1
        for direction in range(4):
            cell = neighbour(rules, here, direction)
            if cell >= 0 and int(rules["terrain"][cell]) == GRASS:
                n = push(field, MAINLAND, cell, 0, n)
    for number in range(int(state["count"])):
        if int(state["kind"][number]) == CASTLE and n > 0 and int(field[MAINLAND, int(state["cell"][number])]) != 0:
            return True
    return False


@rule
def walk_from_seat(rules: Any, state: Any, field: Any, row: int, player: int) -> int:
    """The least value of a row beside a seat of the player, for the seat where it is greatest."""
    worst = 0
    for number in range(int(state["count"])):
        if is_seat(int(state["kind"][number])) and int(state["owner"][number]) == player:
            worst = max(worst, least_beside(rules, state, field, row, number, player))
    return worst


@rule
def least_beside(rules: Any, state: Any, field: Any, row: int, number: int, player: int) -> int:
    """The least value of a row on the cells beside a building where the player's units can stand."""
    best, side, corner = FAR, int(rules["length"][int(state["kind"][number])]), int(state["cell"][number])
    for i in range(ring_size(side, side)):
        cell = ring_cell(rules, side, side, corner, i)
        if cell >= 0 and can_stand(rules, state, player, cell):
            best = min(best, int(field[row, cell]))
    return best


@rule
def has_room(rules: Any, state: Any, field: Any, player: int) -> bool:
    """Whether enough units to capture it could stand beside an enemy seat; so, too, if the enemy has none."""
    found = False
    for number in range(int(state["count"])):
        if is_seat(int(state["kind"][number])) and int(state["owner"][number]) != player:
            found = True
            room = room_beside(rules, state, field, number, player)
            if room >= int(rules["captors"]) and not is_held_apart(rules, state, field, number, player):
                return True
    return not found


@rule
def is_held_apart(rules: Any, state: Any, field: Any, seat: int, player: int) -> bool:
    """Whether somebody who holds an enemy seat (S25) stands where no way leads to, such as behind its walls."""
    side, corner = int(rules["length"][int(state["kind"][seat])]), int(state["cell"][seat])
    for i in range(ring_size(side, side)):
        cell = ring_cell(rules, side, side, corner, i)
        unit = token_at(state, LAND, cell) if cell >= 0 else NONE
        if unit >= 0 and not is_unit_of(state, unit, player) and not is_beside_way(rules, state, field, player, cell):
            return True
    return False


@rule
def is_beside_way(rules: Any, state: Any, field: Any, player: int, cell: int) -> bool:
    """Whether own units could walk to a cell, or to one beside it."""
    for direction in range(-1, 4):
        near = neighbour(rules, cell, direction) if direction >= 0 else cell
        if near >= 0 and is_reached(rules, state, field, player, near):
            return True
    return False


@rule
def spread_breach(rules: Any, state: Any, field: Any, player: int) -> None:
    """BREACH: to the cells beside enemy seats; where somebody holds one apart, to those that no way leads to."""
    begin_row(field, BREACH)
    n = 0
    for seat in range(int(state["count"])):
        if not is_seat(int(state["kind"][seat])) or int(state["owner"][seat]) == player:
            continue
        side, corner = int(rules["length"][int(state["kind"][seat])]), int(state["cell"][seat])
        is_apart = is_held_apart(rules, state, field, seat, player)
        for i in range(ring_size(side, side)):
            cell = ring_cell(rules, side, side, corner, i)
            if cell < 0 or not can_stand(rules, state, player, cell):
                continue
            if not is_apart or not is_reached(rules, state, field, player, cell):
                n = push(field, BREACH, cell, 0, n)
    if n == 0:
        n = queue_units(state, field, BREACH, 1 - player, n)
    spread(rules, state, field, BREACH, BREAKING_IN, player, n)


@rule
def room_beside(rules: Any, state: Any, field: Any, seat: int, player: int) -> int:
    """How many cells beside a seat the player's units can come to."""
    room, side, corner = 0, int(rules["length"][int(state["kind"][seat])]), int(state["cell"][seat])
    for i in range(ring_size(side, side)):
        cell = ring_cell(rules, side, side, corner, i)
        room += int(cell >= 0 and is_reached(rules, state, field, player, cell))
    return room


@rule
def is_reached(rules: Any, state: Any, field: Any, player: int, cell: int) -> bool:
    """Whether units could walk from home to a cell: onto walls only where there is a way up (S5)."""
    if not can_stand(rules, state, player, cell) or int(field[HOME, cell]) >= FAR:
        return False
    return kind_at(state, LOW, cell) != WALL or can_climb(rules, state, player, cell)


@rule
def can_climb(rules: Any, state: Any, player: int, wall: int) -> bool:
    """Whether a ladder, an own gate or a siege tower is beside the wall that a cell belongs to."""
    number = token_at(state, LOW, wall)
    stride = int(rules["width"]) if int(state["upright"][number]) == 1 else 1
    for along in range(int(rules["length"][WALL])):
        for direction in range(4):
            near = neighbour(rules, int(state["cell"][number]) + along * stride, direction)
            if near < 0 or kind_at(state, LOW, near) == WALL or not can_stand(rules, state, player, near):
                continue
            if lifts_onto_wall(state, near):
                return True
    return False


@rule
def spread_piers(rules: Any, state: Any, field: Any, mind: Any, player: int) -> None:
    """PIER: ways to free cells of ships without enemies, lying where they can sail."""
    begin_row(field, PIER)
    n = 0
    for number in range(int(state["count"])):
        if int(state["kind"][number]) != SHIP or count_inside(rules, state, number, 1 - player, 0) > 0:
            continue
        if is_docked(rules, state, field, mind, number, player):
            continue
        stride = int(rules["width"]) if int(state["upright"][number]) == 1 else 1
        for along in range(rows_of(rules, SHIP, 1)):
            cell = int(state["cell"][number]) + along * stride
            if int(state["layers"][LAND, cell]) == 0 and int(field[FOOT, cell]) >= FAR:
                n = push(field, PIER, cell, 0, n)
    spread(rules, state, field, PIER, BOARDING, player, n)


# ---- what the enemy could do ----


@rule
def mark_dangers(rules: Any, state: Any, work: Any, field: Any, player: int, near: int) -> None:
    """DANGER, SHOTS and SUPPORT."""
    clear_row(field, DANGER, 0)
    clear_row(field, SHOTS, 0)
    clear_row(field, SUPPORT, 0)
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
            add_danger(rules, state, work, field, number)


@rule
def add_danger(rules: Any, state: Any, work: Any, field: Any, number: int) -> None:
    """DANGER: every cell beside one that a unit could be on after a move, once."""
    n = list_moves(rules, state, work, number, 0, 0, CELLS)
    for i in range(-1, n):  # first where it is
        here = int(work["list"][i]) if i >= 0 else int(state["cell"][number])
        for direction in range(4):
            cell = neighbour(rules, here, direction)
            if cell >= 0 and int(field[QUEUED, cell]) != number + 1:
                field[QUEUED, cell] = number + 1
                field[DANGER, cell] += 1


# ---- roles ----


@rule
def give_roles(rules: Any, state: Any, field: Any, mind: Any, player: int) -> None:
    clear_row(field, ROLE, FIGHTER)
    for _ in range(guards_needed(field, mind)):
        guard = nearest_fighter(rules, state, field, player, NONE)
        if guard >= 0:
            field[ROLE, guard] = GUARD
    muster_sailors(rules, state, field, mind, player)
    for number in range(int(state["count"])):
        kind = int(state["kind"][number])
        if TOWER <= kind <= TREBUCHET and wants_crew(rules, state, field, number, player):
            unit = nearest_fighter(rules, state, field, player, number)
            if unit >= 0:
                field[ROLE, unit] = CREW + number


@rule
def muster_sailors(rules: Any, state: Any, field: Any, mind: Any, player: int) -> None:
    """As many as there is room for on ships, the nearest first: archers while they can shoot from the sea, else all."""
    if not is_campaigning(field, mind):
        return
    for _ in range(free_berths(rules, state, field, mind, player)):
        sailor = nearest_sailor(state, field, player)
        if sailor >= 0:
            field[ROLE, sailor] = SAILOR


@rule
def nearest_sailor(state: Any, field: Any, player: int) -> int:
    """The fighter ashore who has the shortest way to a free berth; NONE if nobody has one."""
    best, found, is_gunnery = FAR, NONE, int(field[FACTS, GUNNERY]) == 1
    for number in range(int(state["count"])):
        steps = int(field[PIER, int(state["cell"][number])])
        if steps >= best or kind_at(state, LOW, int(state["cell"][number])) == SHIP:
            continue
        is_fit = not is_gunnery or int(state["kind"][number]) == ARCHERS
        if is_fit and is_unit_of(state, number, player) and int(field[ROLE, number]) == FIGHTER:
            best, found = steps, number
    return found


@rule
def is_moored(rules: Any, state: Any, field: Any, ship: int) -> bool:
    """Whether units of the player could board a ship where it lies, or walk home from it."""
    stride = int(rules["width"]) if int(state["upright"][ship]) == 1 else 1
    for along in range(rows_of(rules, SHIP, 1)):
        if int(field[HOME, int(state["cell"][ship]) + along * stride]) < FAR:
            return True
    return False


@rule
def free_berths(rules: Any, state: Any, field: Any, mind: Any, player: int) -> int:
    """Free cells of all ships that wait by land of the player, carry no enemy, and are not manned by a camp."""
    found = 0
    for number in range(int(state["count"])):
        is_waiting = int(state["kind"][number]) == SHIP and is_moored(rules, state, field, number)
        is_waiting = is_waiting and not is_docked(rules, state, field, mind, number, player)
        if is_waiting and count_inside(rules, state, number, 1 - player, 0) == 0:
            found += rows_of(rules, SHIP, 1) - count_inside(rules, state, number, player, 0)
    return found


@rule
def guards_needed(field: Any, mind: Any) -> int:
    """As many as raiders could come, and one always; none for who besieges: its army stays together."""
    if is_besieging(field):
        return 0
    if int(mind[CAUTION]) == 0:
        return min(1, int(mind[GUARDS]))
    return min(int(mind[GUARDS]), 1 + int(field[FACTS, NEARING]))


@rule
def wants_crew(rules: Any, state: Any, field: Any, number: int, player: int) -> bool:
    """An engine with nobody inside, where a way has to be broken."""
    is_needed = int(field[FACTS, WAY]) == BY_BREACH or is_besieging(field)
    if not is_needed or count_inside(rules, state, number, 1 - player, 0) > 0:
        return False
    most = 1 if int(state["kind"][number]) == TREBUCHET else 2
    return count_inside(rules, state, number, player, 0) < most


@rule
def nearest_fighter(rules: Any, state: Any, field: Any, player: int, target: int) -> int:
    """The fighter nearest to a token (NONE: to an own seat) that is not in an engine already."""
    best, found, width = FAR, NONE, int(rules["width"])
    for number in range(int(state["count"])):
        if not is_unit_of(state, number, player) or int(field[ROLE, number]) != FIGHTER:
            continue
        cell = int(state["cell"][number])
        steps = int(field[HOME, cell])
        if target >= 0:
            kind = int(state["kind"][number])
            steps = steps_apart(rules, state, target, kind, 0, cell % width, cell // width)
            if kind_at(state, ENGINE, cell) >= 0:
                continue
        if steps < best:
            best, found = steps, number
    return found
