"""What a commander builds and makes while the game goes on."""

from __future__ import annotations

from typing import Any

from tabor.games.siege.acting import count_beside
from tabor.games.siege.board import (
    CELLS,
    NONE,
    is_bare_grass,
    is_unit_of,
    kind_at,
    neighbour,
    ring_cell,
    ring_size,
    rows_of,
    steps_apart,
)
from tabor.games.siege.building import can_pay, list_sites, makes, plan_kind
from tabor.games.siege.commander.docks import berths_beside, count_quays, is_dock, needs_dock, wanted_at_dock
from tabor.games.siege.commander.fort import fort_score, has_ring_wall, open_cells
from tabor.games.siege.commander.mind import (
    ARCHERS_SHARE,
    BARRACKS_WANTED,
    BIRTH,
    CAMPS,
    CAUTION,
    CAVALRY_SHARE,
    DOCKS,
    ENGINES,
    FORWARD,
    HOLD,
    LATE,
    POST,
    SEATS,
    SHELTER,
    SPARE,
    THRIFT,
    WALLS,
)
from tabor.games.siege.commander.rows import (
    ARMY,
    BY_BREACH,
    BY_SHIP,
    COINS,
    DANGER,
    DRIVE,
    FACTS,
    FAR,
    FOOT,
    HOME,
    NEARING,
    OVERSEAS,
    RAIDERS,
    SAIL,
    SHORE,
    SHOTS,
    SUPPORT,
    THEIR_ARMY,
    WAY,
)
from tabor.games.siege.commander.storm import is_besieging
from tabor.games.siege.commander.survey import free_berths, is_campaigning, is_reached, least_beside
from tabor.games.siege.commander.units import seat_beside
from tabor.games.siege.commander.ways import spread_drive
from tabor.games.siege.words import (
    ARCHERS,
    BARRACKS,
    CAMP,
    CASTLE,
    CAVALRY,
    GATE,
    GRASS,
    INFANTRY,
    LADDER,
    LOW,
    PLAN_BARRACKS,
    PLAN_CAMP,
    PLAN_GATE,
    PLAN_GATE_V,
    PLAN_LADDER,
    PLAN_PORT,
    PLAN_WALL,
    PLAN_WALL_V,
    PLAN_WORKSHOP,
    PORT,
    RAM,
    SHIP,
    TOWER,
    TREBUCHET,
    WALL,
    WORKSHOP,
)
from tabor.jit import rule

DOCK_SITE = 500.0  # how good the site of such a camp is
MOST_QUAYS = 4  # cells of water beside a camp that are of use
QUAY = 3.0  # steps of sailing that one more cell of water beside a port is worth
BUDGET = 8  # coins for which one more ship may wait
HOARD = 24  # coins for which soldiers are made whatever there is to do
LAGGARDS = 4  # free berths that nobody may find the way to
RICH = 16  # coins to spare for which one more building is worth while
ESCORT = 8  # worth of an army that may save for engines
POCKET = 4  # coins left after building a camp
LANDED = 8  # coins left after building one overseas: nobody else comes to help at first
BEACHHEAD = -80.0  # how bad the site of a camp overseas may be
HOME_SITE = -400.0  # how good the site of a camp is that is only one more seat
CAMP_NEAR = 4  # steps from a forward camp to the enemy's seat, at most
WALL_TURN = 12  # from which on a castle is walled in, though nobody comes near
RAIDED_BARRACKS = 3  # that a castle needs before anything else while the enemy is at it
LEAST_CLOSED = 2  # cells beside the castle that a wall must close
MADE_AT_ONCE = 2  # new units, who are friends of each other
MOST_SHIPS = 30  # of both
MOST_LADDERS = 3  # of both
LONG_WALL = 12  # steps along walls to an enemy seat that are worth a ladder
HOME_ARMY = 9  # units that stay at home though water keeps the enemy away
ALARM = 2  # for each enemy who comes near, so many
STRONG = 2  # times the enemy's army that is enough where ships are full
ENDING = 40  # turns of both before the last in which all coins become land units
STONES = 2  # coins that a trebuchet is worth to who besieges
CREW_FIRST = 3  # worth of an army before a camp makes its first engine
PRESSING = 2  # times the enemy's army that is enough to go on attacking rather than save for seats
HARRIED = 4  # worth of an army for each enemy who comes near, below which it has no time for engines


# ---- counting ----


@rule
def is_busy(rules: Any, field: Any) -> bool:
    """Whether enemies near home, and not just a few, keep the army from going at walls."""
    return int(rules["siege"]) == 0 and HARRIED * int(field[FACTS, NEARING]) > int(field[FACTS, ARMY])


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
def has_workshop(state: Any, player: int) -> bool:
    """Whether somebody makes engines: a workshop, or a camp."""
    return count_own(state, WORKSHOP, player) + count_own(state, CAMP, player) > 0


@rule
def own_castle(state: Any, player: int) -> int:
    """The first castle of a player; NONE if there is none."""
    for number in range(int(state["count"])):
        if int(state["kind"][number]) == CASTLE and int(state["owner"][number]) == player:
            return number
    return NONE


# ---- sites ----


@rule
def site_score(rules: Any, state: Any, field: Any, mind: Any, castle: int, plan: int, cell: int) -> float:
    """How good a site is."""
    kind, width = plan_kind(plan), int(rules["width"])
    if kind == LADDER:
        return ladder_score(rules, state, field, int(state["player"]), cell)
    if kind >= WALL:
        return fort_score(rules, state, castle, plan, cell)
    steps = steps_apart(rules, state, castle, kind, 0, cell % width, cell // width)
    danger = most_around(rules, field, DANGER, kind, cell)
    if kind == CAMP:
        return camp_site_score(rules, state, field, mind, cell, steps, danger)
    if kind == PORT:
        if least_around(rules, field, HOME, kind, cell) >= FAR:
            return -1.0 * FAR  # nobody could board what is made there
        quays = count_quays(rules, field, kind, cell)
        return QUAY * quays - 0.1 * steps - 1.0 * least_around(rules, field, SHORE, kind, cell)
    if kind == WORKSHOP:
        return -0.2 * min(way_out(rules, field, kind, cell), FAR // 10) - 0.1 * steps
    near = least_around(rules, field, FOOT, kind, cell)
    shared = min(3, births_beside(rules, state, castle, kind, cell))
    return 6.0 * shared - 3.0 * steps - 0.2 * min(near, 100) - 0.01 * int(mind[SHELTER]) * min(3, danger)


@rule
def camp_site_score(rules: Any, state: Any, field: Any, mind: Any, cell: int, steps: int, danger: int) -> float:
    """By the water first, if ships are to be made there; then before the enemy; then as one more seat at home."""
    if needs_dock(rules, state, field, mind, int(state["player"])) and is_dock(rules, field, cell):
        quays = min(MOST_QUAYS, count_quays(rules, field, CAMP, cell))
        return DOCK_SITE + QUAY * quays - 10.0 * danger - 1.0 * steps
    score = camp_score(rules, field, cell)
    is_beachhead = int(field[FACTS, WAY]) == BY_SHIP and least_around(rules, field, FOOT, CAMP, cell) < FAR
    if score >= -4.0 * CAMP_NEAR or is_beachhead:
        return score
    return HOME_SITE - 10.0 * danger - 1.0 * steps


@rule
def births_beside(rules: Any, state: Any, castle: int, kind: int, cell: int) -> int:
    """How many cells beside a building on a site are beside the castle too, so that new units defend it at once."""
    found, side, width = 0, int(rules["length"][kind]), int(rules["width"])
    for i in range(ring_size(side, side)):
        near = ring_cell(rules, side, side, cell, i)
        if near >= 0 and is_bare_grass(rules, state, near):
            found += int(steps_apart(rules, state, castle, LADDER, 0, near % width, near // width) == 1)
    return found


@rule
def least_around(rules: Any, field: Any, row: int, kind: int, cell: int) -> int:
    best, side = FAR, int(rules["length"][kind])
    for i in range(ring_size(side, side)):
        near = ring_cell(rules, side, side, cell, i)
        if near >= 0:
            best = min(best, int(field[row, near]))
    return best


@rule
def way_out(rules: Any, field: Any, kind: int, cell: int) -> int:
    """DRIVE from beside a building on a site: own buildings must not shut engines in."""
    best, side = FAR, int(rules["length"][kind])
    for i in range(ring_size(side, side)):
        near = ring_cell(rules, side, side, cell, i)
        if near >= 0:
            best = min(best, int(field[DRIVE, near]), int(field[DRIVE, CELLS + near]))
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
    return 2.0 * beside - 3.0 * danger - 4.0 * min(least_around(rules, field, FOOT, CAMP, cell), 50)


@rule
def best_castle_site(
    rules: Any, state: Any, work: Any, field: Any, mind: Any, castle: int, plan: int
) -> tuple[int, float]:
    """The best site of a plan, and how good it is."""
    n, found, best = list_sites(rules, state, work, castle, plan, 0, 0, CELLS), NONE, -1.0 * FAR
    if plan == PLAN_WORKSHOP:
        spread_drive(rules, state, field, RAM, int(state["player"]))
    for i in range(n):
        cell = int(work["list"][i])
        score = site_score(rules, state, field, mind, castle, plan, cell)
        if score > best:
            found, best = cell, score
    return found, best


# ---- walls ----


@rule
def wall_plan(rules: Any, state: Any, work: Any, field: Any, mind: Any, castle: int) -> int:
    """A wall beside the castle, as long as enough units to capture it could stand there; NONE if none is needed."""
    if int(mind[WALLS]) == 0 or open_cells(rules, state, castle) < int(rules["captors"]):
        return NONE
    _, lying = best_castle_site(rules, state, work, field, mind, castle, PLAN_WALL)
    _, upright = best_castle_site(rules, state, work, field, mind, castle, PLAN_WALL_V)
    if max(lying, upright) < LEAST_CLOSED:
        return NONE
    return PLAN_WALL if lying >= upright else PLAN_WALL_V


@rule
def fort_plan(rules: Any, state: Any, work: Any, field: Any, mind: Any) -> int:
    """What the defender builds next in set-up; NONE when done."""
    if count_own(state, BARRACKS, 0) < int(mind[BARRACKS_WANTED]):
        return PLAN_BARRACKS
    gate = gate_plan(rules, state, work, field, mind, 0)
    return gate if gate >= 0 else wall_plan(rules, state, work, field, mind, 0)


@rule
def ladder_score(rules: Any, state: Any, field: Any, player: int, cell: int) -> float:
    """How near to an enemy seat the wall beside a ladder leads; −FAR where nobody gets to it, or no wall is there."""
    walk, is_near = FAR, False
    for direction in range(4):
        near = neighbour(rules, cell, direction)
        if near >= 0 and kind_at(state, LOW, near) == WALL:
            walk = min(walk, int(field[FOOT, near]))
        elif near >= 0:
            is_near = is_near or is_reached(rules, state, field, player, near)
    return -1.0 * walk if is_near else -1.0 * FAR


@rule
def wants_ladder(rules: Any, state: Any, work: Any, field: Any, mind: Any, castle: int) -> bool:
    """Whether a ladder within the castle's reach would lead who storms it onto the enemy's walls."""
    if not is_besieging(field) or int(field[FACTS, WAY]) != BY_BREACH or count_kind(state, LADDER) >= MOST_LADDERS:
        return False
    _, score = best_castle_site(rules, state, work, field, mind, castle, PLAN_LADDER)
    return score > -1.0 * LONG_WALL


@rule
def gate_plan(rules: Any, state: Any, work: Any, field: Any, mind: Any, castle: int) -> int:
    """A gate, if it costs less than a wall, that closes the castle's last cells and leads onto its walls; or NONE."""
    to_close = open_cells(rules, state, castle) - int(rules["captors"]) + 1
    is_cheaper = int(rules["cost"][GATE]) < int(rules["cost"][WALL])
    if int(mind[WALLS]) == 0 or not is_cheaper or to_close <= 0:
        return NONE
    _, lying = best_castle_site(rules, state, work, field, mind, castle, PLAN_GATE)
    _, upright = best_castle_site(rules, state, work, field, mind, castle, PLAN_GATE_V)
    if max(lying, upright) < to_close:
        return NONE
    return PLAN_GATE if lying >= upright else PLAN_GATE_V


# ---- castles ----


@rule
def wants_camp(rules: Any, state: Any, work: Any, field: Any, mind: Any, castle: int) -> bool:
    """A camp before the enemy's castle; any camp for the rich, and for more seats in the last turns (S32)."""
    player = int(state["player"])
    spare = int(state["coins"][player]) - int(rules["cost"][CAMP])
    if count_own(state, CAMP, player) >= int(mind[CAMPS]) or spare < 0:
        return False
    has_barracks = count_own(state, BARRACKS, player) >= int(mind[BARRACKS_WANTED])
    is_long = int(state["turns"]) >= int(mind[SEATS]) and spare >= POCKET
    if ((spare >= RICH or is_long) and has_barracks) or is_late(rules, state, mind):
        return True
    if needs_dock(rules, state, field, mind, player) and spare >= POCKET:
        return True
    _, score = best_castle_site(rules, state, work, field, mind, castle, PLAN_CAMP)
    if int(field[FACTS, WAY]) == BY_SHIP and score > BEACHHEAD and has_barracks and spare >= LANDED:
        return int(mind[FORWARD]) == 1
    return int(mind[FORWARD]) == 1 and spare >= POCKET and score > -4.0 * CAMP_NEAR


@rule
def can_spare(rules: Any, field: Any, mind: Any, kind: int) -> bool:
    """The cautious spend on the sea what is left over: the army at home is what most games are won by."""
    return int(mind[CAUTION]) == 0 or int(field[FACTS, COINS]) >= int(rules["cost"][kind]) + int(mind[SPARE])


@rule
def wants_port(rules: Any, state: Any, work: Any, field: Any, mind: Any, castle: int) -> bool:
    """The first port, as long as there is a site by water that leads to the enemy: barracks soon stand in its way."""
    has_port = count_own(state, PORT, int(state["player"])) > 0
    if int(field[FACTS, OVERSEAS]) == 0 or has_port or not can_spare(rules, field, mind, PORT):
        return False
    _, score = best_castle_site(rules, state, work, field, mind, castle, PLAN_PORT)
    return score > -0.5 * FAR


@rule
def is_late(rules: Any, state: Any, mind: Any) -> bool:
    """The last turns, in which seats are what counts."""
    return int(rules["turn_limit"]) - int(state["turns"]) < int(mind[LATE])


@rule
def is_ending(rules: Any, state: Any) -> bool:
    """The very last turns: coins that are left then count for nothing, land units do (S32)."""
    return int(rules["siege"]) == 0 and int(rules["turn_limit"]) - int(state["turns"]) < ENDING


@rule
def wanted_plan(rules: Any, state: Any, work: Any, field: Any, mind: Any, castle: int) -> int:
    """What a castle should build now; NONE: take coins."""
    player, way = int(state["player"]), int(field[FACTS, WAY])
    barracks, camps = count_own(state, BARRACKS, player), count_own(state, CAMP, player)
    spare, is_raided = int(state["coins"][player]) - int(rules["cost"][BARRACKS]), int(field[FACTS, RAIDERS]) > 0
    is_pressed = int(field[FACTS, NEARING]) > 0
    if int(mind[CAUTION]) == 0 and wants_port(rules, state, work, field, mind, castle):
        return PLAN_PORT
    if barracks == 0 and (is_pressed or spare < int(rules["cost"][CAMP])):
        return PLAN_BARRACKS if spare > 0 else NONE
    if is_raided and (barracks < RAIDED_BARRACKS or spare < RICH):
        return PLAN_BARRACKS if barracks < RAIDED_BARRACKS and spare >= 2 else NONE
    if wants_ladder(rules, state, work, field, mind, castle):
        return PLAN_LADDER
    needed = int(mind[BARRACKS_WANTED]) if is_pressed else 1  # soon there is no room left by the water
    if barracks >= needed and wants_port(rules, state, work, field, mind, castle):
        return PLAN_PORT
    if barracks + camps > 0 and (is_pressed or int(state["turns"]) >= WALL_TURN):
        wall = wall_plan(rules, state, work, field, mind, castle)
        if wall >= 0:
            return wall
    if wants_camp(rules, state, work, field, mind, castle):
        return PLAN_CAMP
    if barracks == 0:
        return PLAN_BARRACKS
    if way == BY_BREACH and int(mind[ENGINES]) == 1 and not is_busy(rules, field) and not has_workshop(state, player):
        return PLAN_WORKSHOP
    if barracks < int(mind[BARRACKS_WANTED]) + max(0, spare - RICH) // RICH and spare >= 2 * barracks:
        return PLAN_BARRACKS
    return NONE


# ---- making ----


@rule
def wanted_ware(rules: Any, state: Any, field: Any, mind: Any, building: int) -> int:
    """The kind that a building should make now; NONE if none."""
    player, kind = int(state["player"]), int(state["kind"][building])
    if int(field[FACTS, ARMY]) == 0 and makes(kind, INFANTRY, int(state["made"])):
        return INFANTRY  # S31: who has no land unit loses
    if is_saving(rules, state, field, mind, player):
        return NONE
    at_dock = wanted_at_dock(rules, state, field, mind, building)
    if at_dock >= 0:
        return at_dock if can_pay(rules, state, at_dock) else NONE
    engine = needs_engine(rules, state, field, mind, player)
    has_crew = int(field[FACTS, ARMY]) >= CREW_FIRST or not makes(kind, INFANTRY, 0)
    if engine >= 0 and has_crew and makes(kind, engine, int(state["made"])) and can_pay(rules, state, engine):
        return engine
    if kind == CAMP and int(rules["siege"]) == 0 and int(mind[CAUTION]) == 1 and is_trap(rules, state, field, building):
        return NONE
    if is_army_enough(rules, state, field, mind, player) or is_idle_maker(rules, state, field, mind, building):
        return NONE
    unit = wanted_unit(rules, state, field, mind, player)
    if int(state["coins"][player]) - int(rules["cost"][unit]) < reserve(rules, state, field, mind):
        return NONE
    if makes(kind, unit, int(state["made"])) and can_pay(rules, state, unit):
        return unit
    return NONE


@rule
def is_army_enough(rules: Any, state: Any, field: Any, mind: Any, player: int) -> bool:
    """Whether more soldiers would only be in each other's way: the enemy overseas is weak, and ships are full."""
    if not is_campaigning(field, mind) or int(field[FACTS, NEARING]) > 0 or is_ending(rules, state):
        return False
    is_strong = int(field[FACTS, ARMY]) >= STRONG * int(field[FACTS, THEIR_ARMY])
    return is_strong and free_berths(rules, state, field, mind, player) == 0


@rule
def is_idle_maker(rules: Any, state: Any, field: Any, mind: Any, building: int) -> bool:
    """Whether new units could only stand about: water before them, full ships, and home is safe without them."""
    player = int(state["player"])
    if int(mind[CAUTION]) == 0 or int(field[FACTS, OVERSEAS]) == 0 or is_ending(rules, state):
        return False
    is_ashore = least_beside(rules, state, field, FOOT, building, player) >= FAR
    spare = spare_troops(rules, state, field, mind, player)
    is_rich = int(field[FACTS, COINS]) >= HOARD
    return (
        is_ashore and not is_rich and spare > 0 and spare >= free_berths(rules, state, field, mind, player) - LAGGARDS
    )


@rule
def spare_troops(rules: Any, state: Any, field: Any, mind: Any, player: int) -> int:
    """How many own units at home are more than hold it while water keeps the enemy away; negative: it needs more."""
    found = 0
    for number in range(int(state["count"])):
        if is_unit_of(state, number, player):
            cell = int(state["cell"][number])
            found += int(int(field[HOME, cell]) < FAR and kind_at(state, LOW, cell) != SHIP)
    needed = max(HOME_ARMY, int(field[FACTS, THEIR_ARMY]) * int(mind[HOLD]) // 100)
    return found - max(needed, ALARM * int(field[FACTS, NEARING]))


@rule
def is_trap(rules: Any, state: Any, field: Any, camp: int) -> bool:
    """Whether new units would be struck down wherever they appear: more enemies than friends are near."""
    least, side, corner = FAR, int(rules["length"][CAMP]), int(state["cell"][camp])
    for i in range(ring_size(side, side)):
        cell = ring_cell(rules, side, side, corner, i)
        if cell >= 0 and is_bare_grass(rules, state, cell):
            least = min(least, int(field[DANGER, cell]) - int(field[SUPPORT, cell]))
    return least > MADE_AT_ONCE


@rule
def is_saving(rules: Any, state: Any, field: Any, mind: Any, player: int) -> bool:
    """Late, who needs seats and sees no raid coming keeps coins for a camp; water keeps a stronger army away.

    Whoever is much the stronger one goes on with its attack: that ends the game before seats are counted.
    """
    if int(field[FACTS, ARMY]) >= ESCORT + PRESSING * int(field[FACTS, THEIR_ARMY]):
        return False
    is_raided = int(field[FACTS, RAIDERS]) >= int(rules["captors"])
    is_weaker = int(field[FACTS, ARMY]) < int(field[FACTS, THEIR_ARMY])
    is_raided = is_raided or (is_weaker and int(field[FACTS, OVERSEAS]) == 0)
    if int(rules["siege"]) == 1 or not is_late(rules, state, mind) or is_raided or is_ending(rules, state):
        return False
    return count_own(state, CAMP, player) < int(mind[CAMPS]) and own_castle(state, player) >= 0


@rule
def needs_engine(rules: Any, state: Any, field: Any, mind: Any, player: int) -> int:
    """The kind of engine or ship to make next; NONE if none is needed."""
    way = int(field[FACTS, WAY])
    if is_campaigning(field, mind):
        ships = 1 + int(state["coins"][player]) // BUDGET  # idle coins: a berth may be where nobody comes to it
        berths = free_berths(rules, state, field, mind, player)
        is_short = berths < ships * rows_of(rules, SHIP, 1)
        if int(mind[CAUTION]) == 1:
            is_short = is_short and spare_troops(rules, state, field, mind, player) >= berths - LAGGARDS
        is_wanted = is_short and count_kind(state, SHIP) < MOST_SHIPS
        return SHIP if is_wanted and can_spare(rules, field, mind, SHIP) else NONE
    if int(mind[ENGINES]) == 0:
        return NONE
    army, theirs = int(field[FACTS, ARMY]), int(field[FACTS, THEIR_ARMY])
    if way != BY_BREACH or is_busy(rules, field) or army < max(ESCORT, theirs):
        return NONE
    if is_besieging(field):
        return next_of_train(rules, state, player)
    for kind in (TOWER, RAM, TREBUCHET):
        if count_kind(state, kind) == 0:
            return kind
    if 2 * army < 3 * theirs:
        return NONE
    return RAM if count_kind(state, RAM) < 2 else TOWER if count_kind(state, TOWER) < 2 else NONE


@rule
def next_of_train(rules: Any, state: Any, player: int) -> int:
    """What the attacker of a siege still brings: a ram, a tower for walls beside the castle or else one more ram."""
    castle = own_castle(state, 1 - player)
    is_walled = castle >= 0 and has_ring_wall(rules, state, castle)
    if count_kind(state, RAM) < (1 if is_walled else 2):
        return RAM
    if is_walled and count_kind(state, TOWER) == 0:
        return TOWER
    return TREBUCHET if int(rules["cost"][TREBUCHET]) <= STONES and count_kind(state, TREBUCHET) == 0 else NONE


@rule
def reserve(rules: Any, state: Any, field: Any, mind: Any) -> int:
    """Coins that are kept for the next ship, and for the first engine of each kind where walls have to be overcome."""
    player = int(state["player"])
    if needs_engine(rules, state, field, mind, player) == SHIP and count_own(state, PORT, player) > 0:
        return int(rules["cost"][SHIP])
    is_shut_out = int(field[FACTS, WAY]) == BY_BREACH and int(mind[ENGINES]) == 1
    is_weak = int(field[FACTS, ARMY]) < max(ESCORT, int(field[FACTS, THEIR_ARMY]))
    is_threatened = int(field[FACTS, NEARING]) > 0 if int(rules["siege"]) == 1 else is_busy(rules, field)
    if not is_shut_out or is_threatened or is_weak:
        return 0
    coins = 0 if has_workshop(state, player) else int(rules["cost"][WORKSHOP])
    if is_besieging(field):
        kind = next_of_train(rules, state, player)
        return coins + int(rules["cost"][kind]) if kind >= 0 else 0
    for kind in (TOWER, RAM, TREBUCHET):
        coins += int(rules["cost"][kind]) if count_kind(state, kind) == 0 else 0
    return coins


@rule
def wanted_unit(rules: Any, state: Any, field: Any, mind: Any, player: int) -> int:
    """The kind of land unit that is farthest below its share and can be paid; who could lose a seat wants no dice."""
    if int(mind[CAUTION]) == 1 and int(field[FACTS, RAIDERS]) >= int(rules["captors"]):
        return INFANTRY
    archers, cavalry = count_own(state, ARCHERS, player), count_own(state, CAVALRY, player)
    total = archers + cavalry + count_own(state, INFANTRY, player) + 1
    share = int(mind[CAVALRY_SHARE])
    if int(rules["siege"]) == 0:  # who has coins but few barracks
        share = min(90, share + max(0, int(state["coins"][player]) - int(mind[THRIFT])))
        if 10 * int(state["count"]) > 7 * int(
            rules["most_tokens"]
        ):  # there is room for few more, and cost counts (S32)
            share = 100
    if 100 * cavalry < share * total and can_pay(rules, state, CAVALRY):
        return CAVALRY
    if 100 * archers < int(mind[ARCHERS_SHARE]) * total:
        return ARCHERS
    return INFANTRY


@rule
def can_be_boarded(rules: Any, field: Any, upright: int, cell: int) -> bool:
    """Whether units could walk from home onto a ship that lies here."""
    stride = int(rules["width"]) if upright == 1 else 1
    for along in range(rows_of(rules, SHIP, 1)):
        for direction in range(4):
            near = neighbour(rules, cell + along * stride, direction)
            if near >= 0 and int(rules["terrain"][near]) == GRASS and int(field[HOME, near]) < FAR:
                return True
    return False


@rule
def birth_score(rules: Any, state: Any, field: Any, mind: Any, kind: int, upright: int, cell: int) -> float:
    """How good it is for a new unit to appear on a cell."""
    player = int(state["player"])
    if kind == SHIP:
        if int(mind[DOCKS]) > 0 and int(state["kind"][int(state["active"])]) == CAMP:
            return 1.0 * berths_beside(rules, state, int(state["active"]), upright, cell)
        is_aground = not can_be_boarded(rules, field, upright, cell)
        return -1.0 * int(field[SAIL, upright * CELLS + cell]) - float(FAR * int(is_aground))
    if kind >= TOWER:
        return -1.0 * int(field[DRIVE, upright * CELLS + cell])
    if kind_at(state, LOW, cell) == SHIP and wanted_at_dock(rules, state, field, mind, int(state["active"])) == kind:
        return 1.0 * FAR
    score = -0.1 * min(int(field[FOOT, cell]), 100) - 0.01 * int(mind[BIRTH]) * min(2, int(field[DANGER, cell]))
    score -= 0.3 * min(2, int(field[SHOTS, cell]))
    seat = seat_beside(rules, state, cell, player)
    if seat >= 0 and int(field[FACTS, NEARING]) > 0:
        holders = count_beside(rules, state, seat, player)
        is_safe = holders == 0 and int(field[DANGER, cell]) == 0
        if int(field[FACTS, RAIDERS]) < int(rules["captors"]) and not is_safe:
            holders = FAR
        score += 0.01 * int(mind[POST]) / (1.0 + holders) if holders <= int(field[FACTS, RAIDERS]) else 0.0
    if int(field[FOOT, cell]) == 0:
        score += 1.0
    return score
