"""What a commander builds and makes while the game goes on."""

from __future__ import annotations

from typing import Any

from siege_general_1.mind import ARCHERS_SHARE, BARRACKS_WANTED, CAMPS, CAVALRY_SHARE, ENGINES, FORWARD
from siege_general_1.rows import (
    ARMY,
    BY_BREACH,
    BY_SHIP,
    DANGER,
    DRIVE,
    FACTS,
    FAR,
    FOOT,
    HOME,
    NEARING,
    RAIDERS,
    SAIL,
    SHORE,
    SHOTS,
    THEIR_ARMY,
    WAY,
)
from siege_general_1.units import seat_beside
from tabor.games.siege.acting import count_beside
from tabor.games.siege.board import CELLS, NONE, ring_cell, ring_size, steps_apart
from tabor.games.siege.building import can_pay, list_sites, makes, plan_kind
from tabor.games.siege.words import (
    ARCHERS,
    BARRACKS,
    CAMP,
    CASTLE,
    CAVALRY,
    INFANTRY,
    PLAN_BARRACKS,
    PLAN_CAMP,
    PLAN_PORT,
    PLAN_WORKSHOP,
    PORT,
    RAM,
    SHIP,
    TOWER,
    TREBUCHET,
    WORKSHOP,
)
from tabor.jit import rule

RICH = 24  # coins to spare for which one more building is worth while
LATE = 40  # turns before the last
ESCORT = 8  # worth of an army that may save for engines
POCKET = 4  # coins left after building a camp
CAMP_NEAR = 4  # steps from a forward camp to the enemy's seat, at most
CREW_FIRST = 3  # worth of an army before a camp makes its first engine


# ---- counting ----


@rule
def count_own(state: Any, kind: int, player: int) -> int:
    found = 0
    for number in range(int(state["count"])):
        found += int(int(state["kind"][number]) == kind and int(state["owner"][number]) == player)
    return found


@rule
def count_kind(state: Any, kind: int) -> int:
    found = 0
    for number in range(int(state["count"])):
        found += int(int(state["kind"][number]) == kind)
    return found


@rule
def own_castle(state: Any, player: int) -> int:
    """The first castle of a player; NONE if there is none."""
    for number in range(int(state["count"])):
        if int(state["kind"][number]) == CASTLE and int(state["owner"][number]) == player:
            return number
    return NONE


# ---- sites ----


@rule
def site_score(rules: Any, state: Any, field: Any, castle: int, plan: int, cell: int) -> float:
    """How good a site is."""
    kind, width = plan_kind(plan), int(rules["width"])
    if kind == CAMP:
        return camp_score(rules, field, cell)
    steps = steps_apart(rules, state, castle, kind, 0, cell % width, cell // width)
    if kind == PORT:
        return -1.0 * least_around(rules, field, SHORE, kind, cell) - 0.1 * steps
    near = least_around(rules, field, FOOT, kind, cell)
    danger = most_around(rules, field, DANGER, kind, cell)
    return -3.0 * steps - 0.2 * min(near, 100) - 2.0 * danger


@rule
def least_around(rules: Any, field: Any, row: int, kind: int, cell: int) -> int:
    best, side = FAR, int(rules["length"][kind])
    for i in range(ring_size(side, side)):
        near = ring_cell(rules, side, side, cell, i)
        if near >= 0:
            best = min(best, int(field[row, near]))
    return best


@rule
def most_around(rules: Any, field: Any, row: int, kind: int, cell: int) -> int:
    best, side = 0, int(rules["length"][kind])
    for i in range(ring_size(side, side)):
        near = ring_cell(rules, side, side, cell, i)
        if near >= 0:
            best = max(best, int(field[row, near]))
    return best


@rule
def camp_score(rules: Any, field: Any, cell: int) -> float:
    """A forward camp: near an enemy seat, with cells beside both, out of the enemy's reach."""
    beside, danger, side = 0, 0, int(rules["length"][CAMP])
    for i in range(ring_size(side, side)):
        near = ring_cell(rules, side, side, cell, i)
        if near >= 0:
            beside += int(field[FOOT, near] == 0)
            danger += int(field[DANGER, near] > 0)
    return 2.0 * beside - 1.0 * danger - 4.0 * min(least_around(rules, field, FOOT, CAMP, cell), 50)


@rule
def best_castle_site(rules: Any, state: Any, work: Any, field: Any, castle: int, plan: int) -> tuple[int, float]:
    """The best site of a plan, and how good it is."""
    n, found, best = list_sites(rules, state, work, castle, plan, 0, 0, CELLS), NONE, -1.0 * FAR
    for i in range(n):
        cell = int(work["list"][i])
        score = site_score(rules, state, field, castle, plan, cell)
        if score > best:
            found, best = cell, score
    return found, best


# ---- castles ----


@rule
def wants_camp(rules: Any, state: Any, work: Any, field: Any, mind: Any, castle: int) -> bool:
    """A camp before the enemy's castle; any camp for the rich, and for more seats in the last turns (S32)."""
    player = int(state["player"])
    spare = int(state["coins"][player]) - int(rules["cost"][CAMP])
    if count_own(state, CAMP, player) >= int(mind[CAMPS]) or spare < 0:
        return False
    has_barracks = count_own(state, BARRACKS, player) >= int(mind[BARRACKS_WANTED])
    if (spare >= RICH and has_barracks) or is_late(rules, state):
        return True
    _, score = best_castle_site(rules, state, work, field, castle, PLAN_CAMP)
    return int(mind[FORWARD]) == 1 and spare >= POCKET and score > -4.0 * CAMP_NEAR


@rule
def is_late(rules: Any, state: Any) -> bool:
    """The last turns, in which seats are what counts."""
    return int(rules["turn_limit"]) - int(state["turns"]) < LATE


@rule
def wanted_plan(rules: Any, state: Any, work: Any, field: Any, mind: Any, castle: int) -> int:
    """What a castle should build now; NONE: take coins."""
    player, way = int(state["player"]), int(field[FACTS, WAY])
    barracks, camps = count_own(state, BARRACKS, player), count_own(state, CAMP, player)
    is_pressed = int(field[FACTS, NEARING]) > 0
    if barracks == 0 and is_pressed:
        return PLAN_BARRACKS
    if wants_camp(rules, state, work, field, mind, castle):
        return PLAN_CAMP
    if barracks == 0:
        return PLAN_BARRACKS
    if int(mind[ENGINES]) == 1 and not is_pressed:
        if way == BY_SHIP and count_own(state, PORT, player) == 0:
            return PLAN_PORT
        if way == BY_BREACH and count_own(state, WORKSHOP, player) == 0 and camps == 0:
            return PLAN_WORKSHOP
    spare = int(state["coins"][player]) - int(rules["cost"][BARRACKS])
    if barracks < int(mind[BARRACKS_WANTED]) + max(0, spare - RICH) // RICH and spare >= 2 * barracks:
        return PLAN_BARRACKS
    return NONE


# ---- making ----


@rule
def wanted_ware(rules: Any, state: Any, field: Any, mind: Any, building: int) -> int:
    """The kind that a building should make now; NONE if none."""
    player, kind = int(state["player"]), int(state["kind"][building])
    if is_saving(rules, state, field, mind, player):
        return NONE
    engine = needs_engine(state, field, mind, player)
    has_crew = int(field[FACTS, ARMY]) >= CREW_FIRST or not makes(kind, INFANTRY, 0)
    if engine >= 0 and has_crew and makes(kind, engine, int(state["made"])) and can_pay(rules, state, engine):
        return engine
    unit = wanted_unit(rules, state, mind, player)
    if int(state["coins"][player]) - int(rules["cost"][unit]) < reserve(rules, state, field, mind):
        return NONE
    if makes(kind, unit, int(state["made"])) and can_pay(rules, state, unit):
        return unit
    return NONE


@rule
def is_saving(rules: Any, state: Any, field: Any, mind: Any, player: int) -> bool:
    """Late, who needs seats and sees no raid coming keeps coins for a camp."""
    is_raided = int(field[FACTS, RAIDERS]) >= int(rules["captors"])
    if int(rules["siege"]) == 1 or not is_late(rules, state) or is_raided:
        return False
    return count_own(state, CAMP, player) < int(mind[CAMPS]) and own_castle(state, player) >= 0


@rule
def needs_engine(state: Any, field: Any, mind: Any, player: int) -> int:
    """The kind of engine or ship to make next; NONE if none is needed."""
    way = int(field[FACTS, WAY])
    if int(mind[ENGINES]) == 0:
        return NONE
    if way == BY_SHIP:
        wanted = 1 + int(state["coins"][player]) // RICH
        return SHIP if free_ships(state, field) < wanted else NONE
    army, theirs = int(field[FACTS, ARMY]), int(field[FACTS, THEIR_ARMY])
    if way != BY_BREACH or int(field[FACTS, NEARING]) > 0 or army < theirs:
        return NONE
    for kind in (TOWER, RAM, TREBUCHET):
        if count_kind(state, kind) == 0:
            return kind
    if 2 * army < 3 * theirs:
        return NONE
    return RAM if count_kind(state, RAM) < 2 else TOWER if count_kind(state, TOWER) < 2 else NONE


@rule
def reserve(rules: Any, state: Any, field: Any, mind: Any) -> int:
    """Coins that are kept for the first engine of each kind where walls have to be overcome."""
    is_besieging = int(field[FACTS, WAY]) == BY_BREACH and int(mind[ENGINES]) == 1
    is_weak = int(field[FACTS, ARMY]) < max(ESCORT, int(field[FACTS, THEIR_ARMY]))
    if not is_besieging or int(field[FACTS, NEARING]) > 0 or is_weak:
        return 0
    coins = 0
    for kind in (TOWER, RAM, TREBUCHET):
        coins += int(rules["cost"][kind]) if count_kind(state, kind) == 0 else 0
    return coins


@rule
def free_ships(state: Any, field: Any) -> int:
    """Ships that wait on this side of the water."""
    found = 0
    for number in range(int(state["count"])):
        cell = int(state["cell"][number])
        if int(state["kind"][number]) == SHIP and int(field[FOOT, cell]) >= FAR and int(field[HOME, cell]) < FAR:
            found += 1
    return found


@rule
def wanted_unit(rules: Any, state: Any, mind: Any, player: int) -> int:
    """The kind of land unit that is farthest below its share and can be paid."""
    archers, cavalry = count_own(state, ARCHERS, player), count_own(state, CAVALRY, player)
    total = archers + cavalry + count_own(state, INFANTRY, player) + 1
    share = min(90, int(mind[CAVALRY_SHARE]) + int(state["coins"][player]))  # who has coins but few barracks
    if 100 * cavalry < share * total and can_pay(rules, state, CAVALRY):
        return CAVALRY
    if 100 * archers < int(mind[ARCHERS_SHARE]) * total:
        return ARCHERS
    return INFANTRY


@rule
def birth_score(rules: Any, state: Any, field: Any, kind: int, upright: int, cell: int) -> float:
    """How good it is for a new unit to appear on a cell."""
    player = int(state["player"])
    if kind == SHIP:
        return -1.0 * int(field[SAIL, upright * CELLS + cell])
    if kind >= TOWER:
        return -1.0 * int(field[DRIVE, upright * CELLS + cell])
    score = -0.1 * min(int(field[FOOT, cell]), 100) - 1.0 * min(2, int(field[DANGER, cell]))
    score -= 0.3 * min(2, int(field[SHOTS, cell]))
    seat = seat_beside(rules, state, cell, player)
    if seat >= 0 and int(field[FACTS, NEARING]) > 0:
        beside = count_beside(rules, state, seat, player)
        score += 6.0 if beside == 0 else 1.5 if beside == 1 else 0.0
    if int(field[FOOT, cell]) == 0:
        score += 1.0
    return score
