"""How the computer's commanders move land units: who guards, who crews what, and where each one is best.

Every unit is given the best of all places it could reach and of all it could do there; the one that gains most goes
first, and then everything is looked at anew. So nothing is remembered between actions.
"""

from __future__ import annotations

from typing import Any

from tabor.games.siege.acting import count_beside, is_in_range, is_lifted
from tabor.games.siege.board import (
    ARCHERS,
    CELLS,
    ENGINE,
    LAND,
    LOW,
    NONE,
    SHIP,
    TOWER,
    TREBUCHET,
    beyond,
    count_inside,
    is_seat,
    kind_at,
    neighbour,
    rows_of,
    steps_apart,
    token_at,
)
from tabor.games.siege.fields import (
    BREACH,
    BREAKING_IN,
    DANGER,
    FACTS,
    FAR,
    FOOT,
    HOME,
    PIER,
    RAID,
    ROLE,
    SHOTS,
    SUPPORT,
    WALKING,
    begin_row,
    can_stand,
    clear_row,
    mark_dangers,
    push,
    ring_cell,
    ring_size,
    spread,
    spread_landings,
    spread_to_seats,
)
from tabor.games.siege.moving import list_moves
from tabor.jit import rule

# What a commander is like: `mind[…]`, in percent where it is a weight.
RISK = 0  # how much an own unit in danger counts
ADVANCE = 1  # what a step towards the enemy's seats counts
GUARDS = 2  # units kept at home when the enemy is near, at most
FORWARD = 3  # 1: builds camps before the enemy's castle
BARRACKS_WANTED = 4
ARCHERS_SHARE = 5  # of all land units
CAVALRY_SHARE = 6
ENGINES = 7  # 1: makes engines where walls stand, ships where land ends
FORT = 8  # 1: builds a fort in set-up
CAUTION = 9  # 1: sees what the enemy could do
SLACK = 10  # of 100 units, how many are left idle
CAMPS = 11  # most camps it builds
WHIM = 12  # a taste in where to place castles and camps, so that games differ
TRAITS = 13

# Facts about the position: `field[FACTS, …]`
WAY = 0  # how the enemy's seats can be reached: BY_FOOT, BY_BREACH, BY_SHIP or NO_WAY
NEAR_SEAT = 1  # own units that could be beside an enemy seat after a move
RAIDERS = 2  # enemy units that could be beside an own seat after a move
NEARING = 3  # enemy units that come near an own seat
ARMY, THEIR_ARMY = 4, 5  # worth of land units
BY_FOOT, BY_BREACH, BY_SHIP, NO_WAY = 0, 1, 2, 3

NEAR = 3  # steps at which own units help each other
NEAR_HOME = 9

# Roles of own land units: `field[ROLE, number]`
FIGHTER, GUARD = 0, 1  # and CREW + the number of the engine or ship it goes to
CREW = 2

KILL, SEAT_BONUS, POST = 1.3, 30.0, 8.0  # what a kill counts per coin; a capture; the last guard's post
LEAST_BETTER = 0.001  # what another place must be better than staying
LIFTED = 0.4  # what it counts for archers to be on a wall when the enemy is near


@rule
def is_unit_of(state: Any, number: Any, player: Any) -> Any:
    return int(state["kind"][number]) < TOWER and int(state["owner"][number]) == player


# ---- looking ----


@rule
def survey(rules: Any, state: Any, field: Any, mind: Any) -> None:
    """Fill all rows of the table for the player on turn."""
    player = int(state["player"])
    for row in (FOOT, HOME, RAID):
        owner = 1 - player if row == FOOT else player
        walker = 1 - player if row == RAID else player
        spread_to_seats(rules, state, field, row, WALKING, owner, walker)
    mark_dangers(rules, state, field, player, NEAR)
    find_way(rules, state, field, player)
    count_facts(rules, state, field, player)
    give_roles(rules, state, field, mind, player)


@rule
def walk_from_seat(rules: Any, state: Any, field: Any, row: Any, player: Any) -> Any:
    """The least value of a row beside a seat of the player, for the seat where it is greatest."""
    worst = 0
    for number in range(int(state["count"])):
        if is_seat(int(state["kind"][number])) and int(state["owner"][number]) == player:
            worst = max(worst, least_beside(rules, state, field, row, number, player))
    return worst


@rule
def least_beside(rules: Any, state: Any, field: Any, row: Any, number: Any, player: Any) -> Any:
    """The least value of a row on the cells beside a building where the player's units can stand."""
    best = FAR
    for i in range(ring_size(rules, state, number)):
        cell = ring_cell(rules, state, number, i)
        if cell >= 0 and can_stand(rules, state, player, cell):
            best = min(best, int(field[row, cell]))
    return best


@rule
def find_way(rules: Any, state: Any, field: Any, player: Any) -> None:
    """WAY, and the rows that it needs."""
    way = BY_FOOT
    if walk_from_seat(rules, state, field, FOOT, player) >= FAR:
        spread_to_seats(rules, state, field, BREACH, BREAKING_IN, 1 - player, player)
        way = BY_BREACH
        if walk_from_seat(rules, state, field, BREACH, player) >= FAR:
            spread_landings(rules, state, field, player)
            spread_piers(rules, state, field, player)
            way = BY_SHIP
    field[FACTS, WAY] = way


@rule
def spread_piers(rules: Any, state: Any, field: Any, player: Any) -> None:
    """PIER: ways to free cells of ships without enemies, lying where they can sail."""
    begin_row(field, PIER)
    n = 0
    for number in range(int(state["count"])):
        if int(state["kind"][number]) != SHIP or count_inside(rules, state, number, 1 - player, 0) > 0:
            continue
        stride = int(rules["width"]) if int(state["upright"][number]) == 1 else 1
        for along in range(rows_of(rules, SHIP, 1)):
            cell = int(state["cell"][number]) + along * stride
            if int(state["layers"][LAND, cell]) == 0 and int(field[FOOT, cell]) >= FAR:
                n = push(field, PIER, cell, 0, n)
    spread(rules, state, field, PIER, WALKING, player, n)


@rule
def count_facts(rules: Any, state: Any, field: Any, player: Any) -> None:
    for fact in range(NEAR_SEAT, THEIR_ARMY + 1):
        field[FACTS, fact] = 0
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


# ---- roles ----


@rule
def guards_needed(field: Any, mind: Any) -> Any:
    """As many as raiders could come, and one always."""
    if int(mind[CAUTION]) == 0:
        return min(1, int(mind[GUARDS]))
    return min(int(mind[GUARDS]), 1 + int(field[FACTS, NEARING]))


@rule
def give_roles(rules: Any, state: Any, field: Any, mind: Any, player: Any) -> None:
    clear_row(field, ROLE, FIGHTER)
    for _ in range(guards_needed(field, mind)):
        guard = nearest_fighter(rules, state, field, player, NONE)
        if guard >= 0:
            field[ROLE, guard] = GUARD
    for number in range(int(state["count"])):
        kind = int(state["kind"][number])
        if TOWER <= kind <= TREBUCHET and wants_crew(rules, state, field, number, player):
            unit = nearest_fighter(rules, state, field, player, number)
            if unit >= 0:
                field[ROLE, unit] = CREW + number


@rule
def wants_crew(rules: Any, state: Any, field: Any, number: Any, player: Any) -> Any:
    """An engine with nobody inside, where a way has to be broken."""
    if int(field[FACTS, WAY]) != BY_BREACH or count_inside(rules, state, number, 1 - player, 0) > 0:
        return False
    most = 1 if int(state["kind"][number]) == TREBUCHET else 2
    return count_inside(rules, state, number, player, 0) < most


@rule
def nearest_fighter(rules: Any, state: Any, field: Any, player: Any, target: Any) -> Any:
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


# ---- where a unit is best ----


@rule
def goal(rules: Any, state: Any, field: Any, unit: Any, cell: Any) -> Any:
    """How far a unit on a cell would be from what it is to do."""
    role, way = int(field[ROLE, unit]), int(field[FACTS, WAY])
    if role >= CREW:
        width = int(rules["width"])
        return steps_apart(rules, state, role - CREW, ARCHERS, 0, cell % width, cell // width)
    if role == GUARD:
        return min(int(field[HOME, cell]), 60)
    if int(field[FOOT, cell]) < FAR or way == BY_FOOT:
        return min(int(field[FOOT, cell]), 200)
    if way == BY_BREACH:
        return 200 + max(0, int(field[BREACH, cell]) - 4)
    return 300 + min(int(field[PIER, cell]), 200)


@rule
def peril(rules: Any, field: Any, cell: Any, victims: Any) -> Any:
    """How likely a unit on a cell is lost. Who struck first shares the danger with those near, who strike back."""
    strikers, archers = max(0, int(field[DANGER, cell]) - victims), int(field[SHOTS, cell])
    friends = max(1, int(field[SUPPORT, cell]))
    shot = min(1.0, archers / friends) * (7 - int(rules["shot_hits"])) / 6.0
    if victims == 0:
        return 1.0 if strikers > 0 else shot
    struck = min(1.0, strikers / friends)
    revenge = 0.5 * min(1.0, (friends - 1.0) / (strikers + 1.0))
    return (struck + (1.0 - struck) * shot) * (1.0 - revenge)


@rule
def seat_beside(rules: Any, state: Any, cell: Any, owner: Any) -> Any:
    """The seat of a player beside a cell; NONE if there is none."""
    for direction in range(4):
        near = neighbour(rules, cell, direction)
        seat = token_at(state, LOW, near) if near >= 0 else NONE
        if seat >= 0 and is_seat(int(state["kind"][seat])) and int(state["owner"][seat]) == owner:
            return seat
    return NONE


@rule
def capture_score(rules: Any, state: Any, field: Any, unit: Any, cell: Any, victim: Any) -> Any:
    """What standing beside an enemy seat counts: all if it falls, much if enough others can come too."""
    player = int(state["player"])
    seat = seat_beside(rules, state, cell, 1 - player)
    if seat < 0:
        return 0.0
    here = int(state["cell"][unit])
    beside = count_beside(rules, state, seat, player) + int(seat_beside(rules, state, here, 1 - player) != seat)
    holders = count_beside(rules, state, seat, 1 - player)
    if victim >= 0 and seat_beside(rules, state, victim, 1 - player) == seat:
        holders -= 1
    if holders == 0 and beside >= int(rules["captors"]):
        return SEAT_BONUS
    is_possible = int(field[FACTS, NEAR_SEAT]) >= int(rules["captors"]) + holders // 2
    return 2.0 if is_possible else 0.5


@rule
def post_score(rules: Any, state: Any, field: Any, mind: Any, unit: Any, cell: Any) -> Any:
    """What it counts to be the one unit beside an own seat that keeps raiders from capturing it."""
    player, here = int(state["player"]), int(state["cell"][unit])
    if int(mind[CAUTION]) == 0 or int(field[FACTS, NEARING]) < int(rules["captors"]) - 1:
        return 0.0
    seat = seat_beside(rules, state, cell, player)
    if seat < 0:
        return 0.0
    others = count_beside(rules, state, seat, player) - int(seat_beside(rules, state, here, player) == seat)
    return POST if others == 0 else 1.0 if others == 1 else 0.0


@rule
def fear(field: Any, mind: Any) -> Any:
    """RISK, much less with a stronger army and more with a weaker one."""
    odds = (1.0 + int(field[FACTS, THEIR_ARMY])) / (1.0 + int(field[FACTS, ARMY]))
    return int(mind[RISK]) * min(1.5, odds * odds)


@rule
def stand_score(rules: Any, state: Any, field: Any, mind: Any, unit: Any, cell: Any, victim: Any) -> Any:
    """What it counts to be on a cell at the end of a turn, after killing on `victim` (NONE: nobody)."""
    cost = int(rules["cost"][int(state["kind"][unit])])
    score = -0.01 * int(mind[ADVANCE]) * goal(rules, state, field, unit, cell)
    if int(mind[CAUTION]) == 1:
        score -= 0.01 * fear(field, mind) * cost * peril(rules, field, cell, int(victim >= 0))
    score += capture_score(rules, state, field, unit, cell, victim)
    score += post_score(rules, state, field, mind, unit, cell)
    if int(state["kind"][unit]) == ARCHERS and int(field[FACTS, NEARING]) > 0 and is_lifted(state, cell):
        score += LIFTED
    return score


@rule
def kill_score(rules: Any, state: Any, field: Any, victim_cell: Any) -> Any:
    """What a kill counts: its cost, more where it threatens or holds a seat, or leads an engine or ship."""
    victim = token_at(state, LAND, victim_cell)
    score = 0.6 + KILL * int(rules["cost"][int(state["kind"][victim])])
    if int(field[RAID, victim_cell]) <= 4:
        score += 0.7
    if int(field[FOOT, victim_cell]) == 0:
        score += 1.0
    if kind_at(state, ENGINE, victim_cell) >= 0 or kind_at(state, LOW, victim_cell) == SHIP:
        score += 1.0
    return score


@rule
def best_strike(rules: Any, state: Any, field: Any, mind: Any, unit: Any, cell: Any) -> Any:
    """S16: the best victim beside a cell, NONE if there is none; the score with it, and of standing there alone."""
    found, best, alone = NONE, 0.0, 0.0
    for direction in range(-1, 4):  # first nobody
        near = neighbour(rules, cell, direction) if direction >= 0 else NONE
        if direction >= 0 and (near < 0 or not is_foe(state, near)):
            continue
        score = stand_score(rules, state, field, mind, unit, cell, near)
        if near >= 0:
            score += kill_score(rules, state, field, near)
        else:
            best, alone = score, score
        if score > best:
            found, best = near, score
    return found, best, alone


@rule
def is_foe(state: Any, cell: Any) -> Any:
    unit = token_at(state, LAND, cell)
    return unit >= 0 and int(state["owner"][unit]) == 1 - int(state["player"])


@rule
def best_shot(rules: Any, state: Any, field: Any, mind: Any, unit: Any, cell: Any) -> Any:
    """S17: the same for archers."""
    alone = stand_score(rules, state, field, mind, unit, cell, NONE)
    found, best, far = NONE, alone, int(rules["shot_range"]) + int(rules["lift"]) + 1
    odds = max(0, 7 - int(rules["shot_hits"])) / 6.0
    for dy in range(-far, far + 1):
        for dx in range(abs(dy) - far, far - abs(dy) + 1):
            there = beyond(rules, cell, dx, dy)
            if there >= 0 and is_foe(state, there) and is_in_range(rules, state, cell, there):
                score = alone + odds * kill_score(rules, state, field, there)
                if score > best:
                    found, best = there, score
    return found, best, alone


@rule
def best_deed(rules: Any, state: Any, field: Any, mind: Any, unit: Any, cell: Any) -> Any:
    if int(state["kind"][unit]) == ARCHERS:
        return best_shot(rules, state, field, mind, unit, cell)
    return best_strike(rules, state, field, mind, unit, cell)


@rule
def best_order(rules: Any, state: Any, work: Any, field: Any, mind: Any, unit: Any) -> Any:
    """Where a fresh unit is best, whom it attacks there, and what it gains over standing idle."""
    to, victim, best, idle = int(state["cell"][unit]), NONE, 0.0, 0.0
    n = list_moves(rules, state, work, unit, 0, 0, CELLS)
    for i in range(-1, n):  # first where it is
        cell = int(work["list"][i]) if i >= 0 else to
        found, score, alone = best_deed(rules, state, field, mind, unit, cell)
        if i < 0:
            best, idle, victim = score, alone, found
        elif score > best + LEAST_BETTER:
            to, victim, best = cell, found, score
    return to, victim, best - idle
