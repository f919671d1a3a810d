"""What castles build and what buildings make (S21 … S23), and placing in set-up (S26 … S29)."""

from __future__ import annotations

from typing import Any

from tabor.games.siege.board import (
    NONE,
    apart,
    columns_of,
    is_on_map,
    is_seat,
    is_touching,
    keeps_apart,
    kind_at,
    layer_of,
    neighbour,
    rows_of,
    steps_apart,
)
from tabor.games.siege.moving import can_enter, fits, is_free_grass
from tabor.games.siege.words import (
    BARRACKS,
    CAMP,
    CASTLE,
    CAVALRY,
    GATE,
    INFANTRY,
    LADDER,
    LAND,
    LOW,
    PLAN_GATE_V,
    PLAN_LADDER,
    PLAN_PORT,
    PLAN_WALL_V,
    PORT,
    RAM,
    SHIP,
    TOWER,
    TREBUCHET,
    WALL,
    WARE_RAM_V,
    WARE_SHIP,
    WARE_SHIP_V,
    WARE_TOWER,
    WARE_TREBUCHET_V,
    WORKSHOP,
)
from tabor.jit import rule


@rule
def plan_kind(plan: int) -> int:
    if plan <= PLAN_PORT:
        return CAMP + plan
    if plan == PLAN_LADDER:
        return LADDER
    return WALL if plan <= PLAN_WALL_V else GATE


@rule
def plan_upright(plan: int) -> int:
    return int(plan in (PLAN_WALL_V, PLAN_GATE_V))


@rule
def ware_kind(ware: int) -> int:
    if ware <= WARE_TOWER:
        return INFANTRY + ware
    if ware >= WARE_SHIP:
        return SHIP
    return RAM if ware <= WARE_RAM_V else TREBUCHET


@rule
def ware_upright(ware: int) -> int:
    return int(ware in (WARE_RAM_V, WARE_TREBUCHET_V, WARE_SHIP_V))


@rule
def has_room(rules: Any, state: Any) -> bool:
    """A token more may stand on the map; in set-up the camps still to come need theirs (S29)."""
    return int(state["count"]) + int(state["setup"]) < int(rules["most_tokens"])


@rule
def can_pay(rules: Any, state: Any, kind: int) -> bool:
    """S21, S22; and it is no token that the player must do without."""
    player = int(state["player"])
    return int(rules["cost"][kind]) <= int(state["coins"][player]) and int(rules["lacks"][player, kind]) == 0


# ---- sites of buildings ----


@rule
def is_ground_free(rules: Any, state: Any, kind: int, upright: int, x: int, y: int) -> bool:
    """S21: grass, no token of any layer on its cells."""
    width = int(rules["width"])
    for row in range(y, y + rows_of(rules, kind, upright)):
        for column in range(x, x + columns_of(rules, kind, upright)):
            if not is_free_grass(rules, state, row * width + column):
                return False
    return True


@rule
def is_alone(rules: Any, state: Any, kind: int, x: int, y: int) -> bool:
    """S2: touches no castle, camp, barracks, workshop or port."""
    for number in range(int(state["count"])):
        if keeps_apart(int(state["kind"][number])) and is_touching(rules, state, number, kind, 0, x, y):
            return False
    return True


@rule
def is_beside_wall(rules: Any, state: Any, cell: int) -> bool:
    for direction in range(4):
        near = neighbour(rules, cell, direction)
        if near >= 0 and kind_at(state, LOW, near) == WALL:
            return True
    return False


@rule
def is_far_from_enemy_seats(rules: Any, state: Any, kind: int, x: int, y: int) -> bool:
    """The option `camp_from_enemy`."""
    least = int(rules["camp_from_enemy"])
    if least == 0:
        return True
    for number in range(int(state["count"])):
        is_enemy = int(state["owner"][number]) == 1 - int(state["player"])
        is_near = steps_apart(rules, state, number, kind, 0, x, y) - 1 < least
        if is_enemy and is_near and is_seat(int(state["kind"][number])):
            return False
    return True


@rule
def is_site(rules: Any, state: Any, work: Any, castle: int, plan: int, x: int, y: int) -> bool:
    """S2, S21, S29: whether this castle may build there."""
    kind, upright = plan_kind(plan), plan_upright(plan)
    if not is_on_map(rules, kind, upright, x, y):
        return False
    if steps_apart(rules, state, castle, kind, upright, x, y) - 1 > int(rules["reach"][kind]):
        return False
    if not is_ground_free(rules, state, kind, upright, x, y):
        return False
    if keeps_apart(kind) and not is_alone(rules, state, kind, x, y):
        return False
    needs_wall = kind == LADDER and int(rules["ladder_beside_wall"]) == 1
    if needs_wall and not is_beside_wall(rules, state, y * int(rules["width"]) + x):
        return False
    if kind == CAMP and not is_far_from_enemy_seats(rules, state, kind, x, y):
        return False
    setup = int(state["setup"])
    return setup == 0 or leaves_camps(rules, work, setup, kind, upright, x, y)


@rule
def list_sites(rules: Any, state: Any, work: Any, castle: int, plan: int, first: int, n: int, most: int) -> int:
    """S21: write `first` + cell for every site of a plan, behind n actions, ascending; stop at `most`."""
    width, kind, corner = int(rules["width"]), plan_kind(plan), int(state["cell"][castle])
    if int(state["setup"]) > 0:
        mark_camps(rules, state, work)
    far = int(rules["reach"][kind]) + 1
    low = max(0, corner // width - far - rows_of(rules, kind, plan_upright(plan)))
    high = min(int(rules["height"]), corner // width + far + rows_of(rules, CASTLE, 0))
    left = max(0, corner % width - far - columns_of(rules, kind, plan_upright(plan)))
    right = min(width, corner % width + far + columns_of(rules, CASTLE, 0))
    for y in range(low, high):
        for x in range(left, right):
            if n >= most:
                return n
            if is_site(rules, state, work, castle, plan, x, y):
                work["list"][n] = first + y * width + x
                n += 1
    return n


@rule
def list_plans(rules: Any, state: Any, work: Any, castle: int, first: int, n: int, most: int) -> int:
    """S21: write `first` + plan × cells for every plan that can be paid and has a site."""
    cells = int(rules["width"]) * int(rules["height"])
    if not has_room(rules, state):
        return n
    for plan in range(PLAN_LADDER + 1):
        if n >= most or not can_pay(rules, state, plan_kind(plan)):
            continue
        if list_sites(rules, state, work, castle, plan, 0, n, n + 1) > n:
            work["list"][n] = first + plan * cells
            n += 1
    return n


# ---- making units ----


@rule
def makes(building: int, kind: int, made: int) -> bool:
    """S22: whether a kind of building makes a kind of unit; a second one in the same action is a land unit."""
    is_land = kind <= CAVALRY
    if made > 0 and not is_land:
        return False
    if building == CAMP:
        return True
    if building == BARRACKS:
        return is_land
    return (building == WORKSHOP and TOWER <= kind < SHIP) or (building == PORT and kind == SHIP)


@rule
def is_birthplace(rules: Any, state: Any, building: int, kind: int, upright: int, x: int, y: int) -> bool:
    """S23: beside the building, and where the unit may stand."""
    if not is_on_map(rules, kind, upright, x, y):
        return False
    if steps_apart(rules, state, building, kind, upright, x, y) != 1:
        return False
    if layer_of(kind) != LAND:
        return fits(rules, state, NONE, kind, upright, x, y)
    return can_enter(rules, state, int(state["player"]), int(state["cell"][building]), y * int(rules["width"]) + x)


@rule
def list_births(rules: Any, state: Any, work: Any, building: int, ware: int, first: int, n: int, most: int) -> int:
    """S23: write `first` + cell for every place where a new unit may stand."""
    width, corner = int(rules["width"]), int(state["cell"][building])
    kind, upright, maker = ware_kind(ware), ware_upright(ware), int(state["kind"][building])
    x, y = corner % width, corner // width
    for row in range(max(0, y - rows_of(rules, kind, upright)), y + rows_of(rules, maker, 0) + 1):
        for column in range(max(0, x - columns_of(rules, kind, upright)), x + columns_of(rules, maker, 0) + 1):
            if n < most and is_birthplace(rules, state, building, kind, upright, column, row):
                work["list"][n] = first + row * width + column
                n += 1
    return n


@rule
def list_wares(rules: Any, state: Any, work: Any, building: int, made: int, first: int, n: int, most: int) -> int:
    """S22, S23: write `first` + ware × cells + cell for all that a building can make now."""
    cells, maker = int(rules["width"]) * int(rules["height"]), int(state["kind"][building])
    if made >= int(rules["barracks_units"]) or not has_room(rules, state):
        return n
    for ware in range(WARE_SHIP_V + 1):
        kind = ware_kind(ware)
        if n < most and makes(maker, kind, made) and can_pay(rules, state, kind):
            n = list_births(rules, state, work, building, ware, first + ware * cells, n, most)
    return n


@rule
def can_work(rules: Any, state: Any, work: Any, number: int, n: int) -> bool:
    """S12, S21, S22, S28: whether a building has any action; the list behind n is scratch."""
    kind = int(state["kind"][number])
    if kind == CASTLE:
        return int(rules["siege"]) == 0
    if kind < CAMP or kind > PORT:
        return False
    return list_wares(rules, state, work, number, 0, 0, n, n + 1) > n


# ---- set-up ----


@rule
def is_far_from_castles(rules: Any, state: Any, kind: int, x: int, y: int) -> bool:
    """S27, S28: far enough from the castle of the other player."""
    for number in range(int(state["count"])):
        is_near = steps_apart(rules, state, number, kind, 0, x, y) - 1 < int(rules["least_distance"])
        if is_near and int(state["kind"][number]) == CASTLE:
            return False
    return True


@rule
def is_camp_place(rules: Any, state: Any, cell: int) -> bool:
    """S2, S26, S28: whether a free camp may be placed there, whatever has to be placed after it."""
    x, y = cell % int(rules["width"]), cell // int(rules["width"])
    if int(rules["camp_ground"][cell]) == 0 or not is_far_from_castles(rules, state, CAMP, x, y):
        return False
    return is_ground_free(rules, state, CAMP, 0, x, y) and is_alone(rules, state, CAMP, x, y)


@rule
def mark_camps(rules: Any, state: Any, work: Any) -> None:
    """S29: list all places for a camp; the list ends with −1 if there is room."""
    n = 0
    for cell in range(int(rules["width"]) * int(rules["height"])):
        if is_camp_place(rules, state, cell):
            work["camps"][n] = cell
            n += 1
    if n < len(work["camps"]):
        work["camps"][n] = -1


@rule
def is_in_the_way(rules: Any, kind: int, upright: int, x: int, y: int, camp: int) -> bool:
    """S2: whether a token at this place would keep a camp from being placed there."""
    width = int(rules["width"])
    side = columns_of(rules, CAMP, 0)
    gap = 1 if keeps_apart(kind) else 0
    across = apart(x, columns_of(rules, kind, upright), camp % width, side)
    return across <= gap and apart(y, rows_of(rules, kind, upright), camp // width, side) <= gap


@rule
def leaves_camps(rules: Any, work: Any, needed: int, kind: int, upright: int, x: int, y: int) -> bool:
    """S29: whether with this token there the one or two camps still needed have room (`mark_camps` was called).

    Two camps do not touch if and only if they are far enough apart in columns or in rows; so two legal ones exist if
    and only if all legal ones together spread that far.
    """
    width, side = int(rules["width"]), columns_of(rules, CAMP, 0)
    left, right, low, high = width, -1, int(rules["height"]), -1
    for i in range(len(work["camps"])):
        camp = int(work["camps"][i])
        if camp < 0:
            return False
        if not is_in_the_way(rules, kind, upright, x, y, camp):
            left, right = min(left, camp % width), max(right, camp % width)
            low, high = min(low, camp // width), max(high, camp // width)
            if needed < 2 or right - left > side or high - low > side:
                return True
    return False


@rule
def list_seats(rules: Any, state: Any, work: Any, first: int, n: int, most: int) -> int:
    """S26 … S29: where the player may place the next castle or camp."""
    width, cells, setup = int(rules["width"]), int(rules["width"]) * int(rules["height"]), int(state["setup"])
    is_camp = int(rules["siege"]) == 1 and int(state["count"]) > 0
    if is_camp:
        mark_camps(rules, state, work)
    for cell in range(cells):
        x, y = cell % width, cell // width
        if n >= most:
            return n
        if is_camp:
            fine = is_camp_place(rules, state, cell)
            fine = fine and (setup == 1 or leaves_camps(rules, work, setup - 1, CAMP, 0, x, y))
        elif int(state["count"]) == 0:
            fine = int(rules["first_castle"][cell]) == 1
        else:
            fine = int(rules["castle_ground"][cell]) == 1 and is_far_from_castles(rules, state, CASTLE, x, y)
        if fine:
            work["list"][n] = first + cell
            n += 1
    return n


@rule
def seat_to_place(rules: Any, state: Any) -> int:
    """S27, S28."""
    return CAMP if int(rules["siege"]) == 1 and int(state["count"]) > 0 else CASTLE


@rule
def has_home(kind: int) -> bool:
    """S21, S25: what changes sides with the castle that built it."""
    return BARRACKS <= kind <= PORT or kind == GATE


@rule
def is_owned(kind: int) -> bool:
    return kind <= CAVALRY or CASTLE <= kind <= PORT or kind == GATE
