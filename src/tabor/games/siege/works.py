"""What the computer's commanders place, build and make."""

from __future__ import annotations

from typing import Any

from tabor.games.siege.acting import count_beside
from tabor.games.siege.board import (
    ARCHERS,
    BARRACKS,
    CAMP,
    CASTLE,
    CAVALRY,
    CELLS,
    GATE,
    INFANTRY,
    NONE,
    PORT,
    RAM,
    SHIP,
    TOWER,
    TREBUCHET,
    WORKSHOP,
    beyond,
    columns_of,
    rows_of,
    steps_apart,
)
from tabor.games.siege.building import can_pay, list_sites, plan_kind
from tabor.games.siege.fields import (
    BREACH,
    DANGER,
    DRIVE,
    FACTS,
    FAR,
    FOOT,
    HOME,
    SAIL,
    SHORE,
    SHOTS,
)
from tabor.games.siege.orders import (
    ARCHERS_SHARE,
    ARMY,
    BARRACKS_WANTED,
    BY_BREACH,
    BY_SHIP,
    CAMPS,
    CAVALRY_SHARE,
    ENGINES,
    FORT,
    FORWARD,
    NEARING,
    RAIDERS,
    THEIR_ARMY,
    WAY,
    WHIM,
    seat_beside,
)
from tabor.jit import rule

PLAN_CAMP, PLAN_BARRACKS, PLAN_WORKSHOP, PLAN_PORT, PLAN_WALL, PLAN_GATE = 0, 1, 2, 3, 4, 6
FORT_SIDE = 8  # cells from the map's corner to the fort's walls
FORT_BARRACKS = 2
RICH = 24  # coins to spare for which one more building is worth while
LATE = 40  # turns before the last
ESCORT = 8  # worth of an army that may save for engines
FANCY = 9.0  # what taste counts when castles and camps are placed
POCKET = 4  # coins left after building a camp
CAMP_NEAR = 4  # steps from a forward camp to the enemy's seat, at most


# ---- counting ----


@rule
def count_own(state: Any, kind: Any, player: Any) -> Any:
    found = 0
    for number in range(int(state["count"])):
        found += int(int(state["kind"][number]) == kind and int(state["owner"][number]) == player)
    return found


@rule
def count_kind(state: Any, kind: Any) -> Any:
    found = 0
    for number in range(int(state["count"])):
        found += int(int(state["kind"][number]) == kind)
    return found


@rule
def own_castle(state: Any, player: Any) -> Any:
    """The first castle of a player; NONE if there is none."""
    for number in range(int(state["count"])):
        if int(state["kind"][number]) == CASTLE and int(state["owner"][number]) == player:
            return number
    return NONE


# ---- set-up ----


@rule
def openness(rules: Any, cell: Any) -> Any:
    """How many cells beside a seat at this place could be walked on: the fewer, the easier it is to hold."""
    width, found = int(rules["width"]), 0
    side = int(rules["length"][CASTLE])
    x, y = cell % width, cell // width
    for i in range(side):
        found += is_walkable(rules, x + i, y - 1) + is_walkable(rules, x + i, y + side)
        found += is_walkable(rules, x - 1, y + i) + is_walkable(rules, x + side, y + i)
    return found


@rule
def is_walkable(rules: Any, x: Any, y: Any) -> Any:
    if x < 0 or y < 0 or x >= int(rules["width"]) or y >= int(rules["height"]):
        return 0
    return int(int(rules["terrain"][y * int(rules["width"]) + x]) == 0)


@rule
def from_corner(rules: Any, cell: Any) -> Any:
    """Steps of a castle's place from the nearest corner of the map."""
    side = int(rules["length"][CASTLE])
    across, up = int(rules["width"]) - side, int(rules["height"]) - side
    x, y = cell % int(rules["width"]), cell // int(rules["width"])
    return min(x, across - x) + min(y, up - y)


@rule
def whim(mind: Any, cell: Any) -> Any:
    """0 … 1, by taste."""
    return (cell * 7919 + int(mind[WHIM]) * 104729 + cell * int(mind[WHIM]) * 31) % 1009 / 1009.0


@rule
def seat_score(rules: Any, state: Any, field: Any, mind: Any, cell: Any) -> Any:
    """Castles: in a corner that is easy to hold. Camps: as near to the castle as may be, by land if possible."""
    width = int(rules["width"])
    if int(rules["siege"]) == 1 and int(state["count"]) > 0:
        steps = steps_apart(rules, state, 0, CAMP, 0, cell % width, cell // width)
        walk = min(int(field[FOOT, cell]), int(field[BREACH, cell]))
        return FANCY * whim(mind, cell) - steps - 0.5 * min(walk, 100)
    score = FANCY * whim(mind, cell) - 2.0 * openness(rules, cell) - 0.5 * from_corner(rules, cell)
    if int(state["count"]) > 0:  # orange: near enough for camps of its own to reach blue's castle
        score -= 0.3 * steps_apart(rules, state, 0, CASTLE, 0, cell % width, cell // width)
    return score


@rule
def is_fort_line(rules: Any, state: Any, x: Any, y: Any) -> Any:
    """Cells on the two straight lines that cut the castle's corner of the map off."""
    castle, side = int(state["cell"][0]), int(rules["length"][CASTLE])
    width, height = int(rules["width"]), int(rules["height"])
    left = castle % width * 2 < width - side
    low = castle // width * 2 < height - side
    across = x if left else width - 1 - x
    up = y if low else height - 1 - y
    return (across == FORT_SIDE and up <= FORT_SIDE) or (up == FORT_SIDE and across <= FORT_SIDE)


@rule
def count_line(rules: Any, state: Any, kind: Any, upright: Any, cell: Any) -> Any:
    """How many cells of a place are on the fort's lines."""
    width, found = int(rules["width"]), 0
    for dy in range(rows_of(rules, kind, upright)):
        for dx in range(columns_of(rules, kind, upright)):
            at = cell + dy * width + dx
            found += int(is_fort_line(rules, state, at % width, at // width))
    return found


@rule
def fort_plan(rules: Any, state: Any, work: Any, mind: Any) -> Any:
    """What the defender builds next, and where: barracks, a gate, walls until the line is closed; NONE when done."""
    if int(mind[FORT]) == 0:
        return plan_if_paid(rules, state, work, PLAN_BARRACKS, 1)
    if count_own(state, BARRACKS, 0) < FORT_BARRACKS:
        return PLAN_BARRACKS, best_site(rules, state, work, PLAN_BARRACKS)
    if count_own(state, GATE, 0) == 0:
        plan, cell = line_plan(rules, state, work, PLAN_GATE, 2)
        if cell >= 0:
            return plan, cell
    for least in range(3, 0, -1):
        plan, cell = line_plan(rules, state, work, PLAN_WALL, least)
        if cell >= 0:
            return plan, cell
    return NONE, NONE


@rule
def line_plan(rules: Any, state: Any, work: Any, plan: Any, least: Any) -> Any:
    """A gate or wall on the fort's lines, lying or upright."""
    for upright in range(2):
        cell = line_site(rules, state, work, plan + upright, least)
        if cell >= 0:
            return plan + upright, cell
    return NONE, NONE


@rule
def plan_if_paid(rules: Any, state: Any, work: Any, plan: Any, most: Any) -> Any:
    if count_own(state, plan_kind(plan), 0) < most:
        return plan, best_site(rules, state, work, plan)
    return NONE, NONE


@rule
def line_site(rules: Any, state: Any, work: Any, plan: Any, least: Any) -> Any:
    """The site of a plan with most cells on the fort's lines, at least so many; NONE if there is none or no money."""
    kind, found, best = plan_kind(plan), NONE, least - 1
    if not can_pay(rules, state, kind):
        return NONE
    n = list_sites(rules, state, work, 0, plan, 0, 0, CELLS)
    for i in range(n):
        cell = int(work["list"][i])
        on_line = count_line(rules, state, kind, plan & 1, cell)
        if on_line > best:
            found, best = cell, on_line
    return found


@rule
def best_site(rules: Any, state: Any, work: Any, plan: Any) -> Any:
    """The site in set-up that is nearest to the castle; NONE if there is none or it cannot be paid."""
    if not can_pay(rules, state, plan_kind(plan)):
        return NONE
    n, found, best = list_sites(rules, state, work, 0, plan, 0, 0, CELLS), NONE, FAR
    for i in range(n):
        cell = int(work["list"][i])
        width = int(rules["width"])
        steps = 2 * steps_apart(rules, state, 0, plan_kind(plan), 0, cell % width, cell // width)
        steps += from_corner(rules, cell)
        if steps < best:
            found, best = cell, steps
    return found


# ---- castles ----


@rule
def site_score(rules: Any, state: Any, field: Any, castle: Any, plan: Any, cell: Any) -> Any:
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
def around(rules: Any, kind: Any, cell: Any, i: Any) -> Any:
    """The i-th cell beside a square building of a kind at a place; −1 off the map."""
    side = int(rules["length"][kind])
    if i < side:
        return beyond(rules, cell, i, -1)
    if i < 2 * side:
        return beyond(rules, cell, i - side, side)
    if i < 3 * side:
        return beyond(rules, cell, -1, i - 2 * side)
    return beyond(rules, cell, side, i - 3 * side)


@rule
def least_around(rules: Any, field: Any, row: Any, kind: Any, cell: Any) -> Any:
    best = FAR
    for i in range(4 * int(rules["length"][kind])):
        near = around(rules, kind, cell, i)
        if near >= 0:
            best = min(best, int(field[row, near]))
    return best


@rule
def most_around(rules: Any, field: Any, row: Any, kind: Any, cell: Any) -> Any:
    best = 0
    for i in range(4 * int(rules["length"][kind])):
        near = around(rules, kind, cell, i)
        if near >= 0:
            best = max(best, int(field[row, near]))
    return best


@rule
def camp_score(rules: Any, field: Any, cell: Any) -> Any:
    """A forward camp: near an enemy seat, with cells beside both, out of the enemy's reach."""
    beside, danger = 0, 0
    for i in range(4 * int(rules["length"][CAMP])):
        near = around(rules, CAMP, cell, i)
        if near >= 0:
            beside += int(field[FOOT, near] == 0)
            danger += int(field[DANGER, near] > 0)
    return 2.0 * beside - 1.0 * danger - 4.0 * min(least_around(rules, field, FOOT, CAMP, cell), 50)


@rule
def best_castle_site(rules: Any, state: Any, work: Any, field: Any, castle: Any, plan: Any) -> Any:
    """The best site of a plan, and how good it is."""
    n, found, best = list_sites(rules, state, work, castle, plan, 0, 0, CELLS), NONE, -1.0 * FAR
    for i in range(n):
        cell = int(work["list"][i])
        score = site_score(rules, state, field, castle, plan, cell)
        if score > best:
            found, best = cell, score
    return found, best


@rule
def wants_camp(rules: Any, state: Any, work: Any, field: Any, mind: Any, castle: Any) -> Any:
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
def is_late(rules: Any, state: Any) -> Any:
    """The last turns, in which seats are what counts."""
    return int(rules["turn_limit"]) - int(state["turns"]) < LATE


@rule
def wanted_plan(rules: Any, state: Any, work: Any, field: Any, mind: Any, castle: Any) -> Any:
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
def is_saving(rules: Any, state: Any, field: Any, mind: Any, player: Any) -> Any:
    """Late, who needs seats and sees no raid coming keeps coins for a camp."""
    is_raided = int(field[FACTS, RAIDERS]) >= int(rules["captors"])
    if int(rules["siege"]) == 1 or not is_late(rules, state) or is_raided:
        return False
    return count_own(state, CAMP, player) < int(mind[CAMPS]) and own_castle(state, player) >= 0


@rule
def needs_engine(state: Any, field: Any, mind: Any, player: Any) -> Any:
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
def reserve(rules: Any, state: Any, field: Any, mind: Any) -> Any:
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
def free_ships(state: Any, field: Any) -> Any:
    """Ships that wait on this side of the water."""
    found = 0
    for number in range(int(state["count"])):
        cell = int(state["cell"][number])
        if int(state["kind"][number]) == SHIP and int(field[FOOT, cell]) >= FAR and int(field[HOME, cell]) < FAR:
            found += 1
    return found


@rule
def wanted_unit(rules: Any, state: Any, mind: Any, player: Any) -> Any:
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
def birth_score(rules: Any, state: Any, field: Any, kind: Any, upright: Any, cell: Any) -> Any:
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
