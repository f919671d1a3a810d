"""The rules of siege: whose turn, what can be chosen, what follows. S1 … S32 are the sentences of README.md.

The other files hold what a turn is made of: `board.py` records and places, `moving.py` where units go, `acting.py`
what they do, `building.py` castles and workshops, `knowledge.py` what search and learning ask for.

What is chosen next is the state's **phase**; `list_choices` writes what can be chosen in it, and stops early when only
a few are asked for. So the same function lists legal actions, and tells `settle` that nothing is left to choose.
"""

from __future__ import annotations

from typing import Any

from tabor.game import DRAWN, OVER, emit, end
from tabor.games.siege.acting import (
    capture_seats,
    hurl,
    list_engine_targets,
    list_members,
    list_unit_targets,
    ram,
    shoot,
    strike,
)
from tabor.games.siege.board import (
    BUILT,
    COINS,
    ENDED,
    LONGEST_LIST,
    MADE,
    MOVED,
    NONE,
    PLACED,
    TIRED,
    TURN,
    TURNED,
    add_token,
    can_be_led,
    columns_of,
    is_seat,
    is_unit_of,
    layer_of,
    rows_of,
    tire_inside,
    token_at,
)
from tabor.games.siege.board import RULES as RULES
from tabor.games.siege.board import STATE as STATE
from tabor.games.siege.board import WORK as WORK
from tabor.games.siege.building import (
    can_work,
    has_home,
    is_owned,
    list_plans,
    list_seats,
    list_sites,
    list_wares,
    plan_kind,
    plan_upright,
    seat_to_place,
    ware_kind,
    ware_upright,
)
from tabor.games.siege.moving import carry, insert, list_moves, list_turns, pivot_of, quarter_of, way_named
from tabor.games.siege.words import (
    CASTLE,
    DEFENDED,
    ENGINE,
    EVEN,
    LAND,
    LOW,
    MORE_SEATS,
    MORE_UNITS,
    NO_SEAT,
    NO_UNITS,
    P_BUILDINGS,
    P_CASTLE,
    P_FORTIFY,
    P_MAKE,
    P_MEMBER,
    P_SEAT,
    P_SHIP,
    P_SITE,
    P_TIRE,
    P_UNIT,
    P_UNITS,
    SHIP,
    TOWER,
    V_BUILDING,
    V_COINS,
    V_END,
    V_ENGINE,
    V_HURL,
    V_MAKE,
    V_MEMBER,
    V_MOVE,
    V_PLACE,
    V_PLAN,
    V_RAM,
    V_SHIP,
    V_SHOOT,
    V_SITE,
    V_STRIKE,
    V_TIRE,
    V_TURN,
    V_UNIT,
)
from tabor.jit import apart, rule


@rule
def cells_of(rules: Any) -> int:
    return int(rules["width"]) * int(rules["height"])


@rule
def start(rules: Any, state: Any, work: Any, rng: Any) -> None:
    """S27, S28: an empty map and coins; blue places the first castle."""
    state["setup"] = 2 + int(rules["siege"])
    state["phase"] = P_SEAT
    forget_selection(state)
    for player in range(2):
        state["coins"][player] = int(rules["start_coins"][player])


@rule
def forget_selection(state: Any) -> None:
    state["ship"] = NONE
    state["active"] = NONE
    state["member"] = NONE
    state["sailed"] = 0
    state["moved"] = 0
    state["plan"] = NONE
    state["made"] = 0


# ---- what can be chosen: each writes actions behind n others into work["list"], ascending, and stops at `most` ----


@rule
def legal(rules: Any, state: Any, work: Any, out: Any) -> int:
    if int(state["player"]) == OVER:
        return 0
    n = list_choices(rules, state, work, LONGEST_LIST)
    for i in range(n):
        out[i] = work["list"][i]
    return n


@rule
def can_end(state: Any) -> bool:
    """The phases in which one may also `end` what is going on."""
    phase = int(state["phase"])
    if phase == P_MAKE:
        return int(state["made"]) > 0
    return P_FORTIFY <= phase <= P_UNIT or phase == P_BUILDINGS


@apart
def list_choices(rules: Any, state: Any, work: Any, most: int) -> int:
    """All that can be chosen in this phase, or the first few of it."""
    phase, cells, active = int(state["phase"]), cells_of(rules), int(state["active"])
    n = 0
    if can_end(state):
        work["list"][0] = V_END * cells
        n = 1
    if phase == P_UNITS:
        return list_units(rules, state, work, n, most)
    if phase == P_SHIP:
        return list_aboard(rules, state, work, int(state["ship"]), n, most)
    if phase == P_UNIT:
        return list_turn_of(rules, state, work, active, n, most)
    if phase == P_TIRE:
        return list_tirable(rules, state, work, n, most)
    if phase == P_MEMBER:
        return list_unit_targets(rules, state, work, int(state["member"]), n, most)
    if phase == P_BUILDINGS:
        return list_buildings(rules, state, work, n, most)
    if phase == P_SITE:
        return list_sites(rules, state, work, active, int(state["plan"]), V_SITE * cells, n, most)
    if phase == P_MAKE:
        return list_wares(rules, state, work, active, int(state["made"]), V_MAKE * cells, n, most)
    if phase == P_SEAT:
        return list_seats(rules, state, work, V_PLACE * cells, n, most)
    if phase == P_CASTLE:
        work["list"][0] = V_COINS * cells
        n = 1
    return list_plans(rules, state, work, max(0, active), V_PLAN * cells, n, most)  # in set-up: token 0, the castle


@rule
def is_fresh(state: Any, number: int) -> bool:
    """S12: a land unit of the player on turn that is not exhausted."""
    return int(state["tired"][number]) == 0 and is_unit_of(state, number, int(state["player"]))


@rule
def can_begin(rules: Any, state: Any, number: int) -> bool:
    """S13, S14, S15: whether a unit can take a turn."""
    kind = int(state["kind"][number])
    if kind < TOWER:
        return is_fresh(state, number)
    return kind <= SHIP and can_be_led(rules, state, number)


@rule
def verb_to_begin(kind: int) -> int:
    if kind < TOWER:
        return V_UNIT
    return V_SHIP if kind == SHIP else V_ENGINE


@rule
def list_units(rules: Any, state: Any, work: Any, n: int, most: int) -> int:
    """S12: everybody who can take a turn."""
    begin, cells = n, cells_of(rules)
    for number in range(int(state["count"])):
        if n >= most:
            return n
        if can_begin(rules, state, number):
            verb = verb_to_begin(int(state["kind"][number]))
            insert(work, begin, n, verb * cells + int(state["cell"][number]))
            n += 1
    return n


@rule
def list_aboard(rules: Any, state: Any, work: Any, ship: int, n: int, most: int) -> int:
    """S15: the turns of those aboard, and before them the ship's own move."""
    begin, cells, width = n, cells_of(rules), int(rules["width"])
    upright, corner = int(state["upright"][ship]), int(state["cell"][ship])
    for dy in range(rows_of(rules, SHIP, upright)):
        for dx in range(columns_of(rules, SHIP, upright)):
            cell = corner + dy * width + dx
            for layer in range(ENGINE, LAND + 1):
                number = token_at(state, layer, cell)
                if n >= most or number < 0 or not is_first_cell(rules, state, number, ship, cell):
                    continue
                if can_begin(rules, state, number):
                    verb = verb_to_begin(int(state["kind"][number]))
                    insert(work, begin, n, verb * cells + int(state["cell"][number]))
                    n += 1
    if int(state["sailed"]) == 1:
        return n
    n = list_moves(rules, state, work, ship, V_MOVE * cells, n, most)
    return list_turns(rules, state, work, ship, V_TURN * cells, n, most)


@rule
def is_first_cell(rules: Any, state: Any, number: int, ship: int, cell: int) -> bool:
    """An engine that lies on two cells of a ship is listed once, at the first of them."""
    before = cell - (int(rules["width"]) if int(state["upright"][ship]) == 1 else 1)
    if layer_of(int(state["kind"][number])) == LAND or cell == int(state["cell"][ship]):
        return True
    return token_at(state, ENGINE, before) != number


@rule
def list_turn_of(rules: Any, state: Any, work: Any, number: int, n: int, most: int) -> int:
    """S13, S14: move or turn if that has not been done, act."""
    cells, kind = cells_of(rules), int(state["kind"][number])
    if int(state["moved"]) == 0:
        n = list_moves(rules, state, work, number, V_MOVE * cells, n, most)
        n = list_turns(rules, state, work, number, V_TURN * cells, n, most)
    if n >= most:
        return n
    if layer_of(kind) == LAND:
        return list_unit_targets(rules, state, work, number, n, most)
    if kind == TOWER:
        return list_members(rules, state, work, number, V_MEMBER * cells, n, most)
    return list_engine_targets(rules, state, work, number, n, most)


@rule
def who_moved(state: Any) -> int:
    """The engine on turn, else the ship."""
    return int(state["active"]) if int(state["active"]) >= 0 else int(state["ship"])


@rule
def list_tirable(rules: Any, state: Any, work: Any, n: int, most: int) -> int:
    """S14, S15: the fresh units inside, one of which a move exhausts."""
    number, width = who_moved(state), int(rules["width"])
    kind, upright, corner = int(state["kind"][number]), int(state["upright"][number]), int(state["cell"][number])
    for dy in range(rows_of(rules, kind, upright)):
        for dx in range(columns_of(rules, kind, upright)):
            cell = corner + dy * width + dx
            unit = token_at(state, LAND, cell)
            if n < most and unit >= 0 and is_fresh(state, unit):
                work["list"][n] = V_TIRE * cells_of(rules) + cell
                n += 1
    return n


@rule
def list_buildings(rules: Any, state: Any, work: Any, n: int, most: int) -> int:
    """S12: own buildings that have not acted in this turn and can."""
    begin, player = n, int(state["player"])
    for number in range(int(state["count"])):
        if n >= most:
            return n
        is_waiting = int(state["kind"][number]) >= CASTLE and int(state["tired"][number]) == 0
        if is_waiting and int(state["owner"][number]) == player and can_work(rules, state, work, number, n):
            insert(work, begin, n, V_BUILDING * cells_of(rules) + int(state["cell"][number]))
            n += 1
    return n


# ---- set-up ----


@rule
def place_seat(rules: Any, state: Any, cell: int, events: Any) -> None:
    """S27, S28."""
    player, kind = int(state["player"]), seat_to_place(rules, state)
    add_token(rules, state, kind, player, 0, cell, 0, NONE)
    emit(events, PLACED, player, kind, cell, 0, 0)
    setup = int(state["setup"]) - 1
    state["setup"] = setup
    if setup == 0:
        begin_turn(rules, state, 1, events)
    elif kind == CASTLE and int(rules["siege"]) == 1:
        state["phase"] = P_FORTIFY
    else:
        state["player"] = 1


@rule
def choose_plan(state: Any, plan: int) -> None:
    """S21, S28: in set-up the defender's castle, which is token 0, builds."""
    if int(state["phase"]) == P_FORTIFY:
        state["active"] = 0
    state["plan"] = plan
    state["phase"] = P_SITE


@rule
def build(rules: Any, state: Any, cell: int, events: Any) -> None:
    """S21."""
    player, castle, plan = int(state["player"]), int(state["active"]), int(state["plan"])
    kind, upright = plan_kind(plan), plan_upright(plan)
    cost = int(rules["cost"][kind])
    state["coins"][player] = int(state["coins"][player]) - cost
    home, owner = castle if has_home(kind) else NONE, player if is_owned(kind) else NONE
    add_token(rules, state, kind, owner, upright, cell, 0, home)
    emit(events, BUILT, player, kind, cell, upright, cost)
    state["plan"] = NONE
    if int(state["setup"]) > 0:
        state["active"] = NONE
        state["phase"] = P_FORTIFY
    else:
        finish_building(state)


# ---- turns ----


@rule
def begin_turn(rules: Any, state: Any, player: int, events: Any) -> None:
    """S12, S28."""
    state["player"] = player
    state["phase"] = P_UNITS
    emit(events, TURN, player, int(state["turns"]) + 1, 0, 0, 0)
    income = 0
    for number in range(int(state["count"])):
        if int(state["owner"][number]) == player:
            if int(state["kind"][number]) < TOWER:
                state["tired"][number] = 0
            elif int(state["kind"][number]) == CASTLE:
                income += int(rules["siege"]) * int(rules["income"])
    if income > 0:
        state["coins"][player] = int(state["coins"][player]) + income
        emit(events, COINS, player, income, 0, 0, 0)


@rule
def end_units(state: Any) -> None:
    """S12: when the unit part ends all own land units are exhausted."""
    player = int(state["player"])
    for number in range(int(state["count"])):
        if is_unit_of(state, number, player):
            state["tired"][number] = 1
    state["phase"] = P_BUILDINGS


@rule
def has_seat(state: Any, player: int) -> bool:
    return count_seats(state, player) > 0


@rule
def count_seats(state: Any, player: int) -> int:
    found = 0
    for number in range(int(state["count"])):
        found += int(is_seat(int(state["kind"][number])) and int(state["owner"][number]) == player)
    return found


@rule
def worth_of_units(rules: Any, state: Any, player: int) -> int:
    """S32: what a player's land units have cost."""
    worth = 0
    for number in range(int(state["count"])):
        if is_unit_of(state, number, player):
            worth += int(rules["cost"][int(state["kind"][number])])
    return worth


@rule
def has_unit(state: Any, player: int) -> bool:
    found = 0
    for number in range(int(state["count"])):
        found += int(is_unit_of(state, number, player))
    return found > 0


@rule
def end_turn(rules: Any, state: Any, events: Any) -> None:
    """S30, S31, S32, or the other player's turn."""
    player, turns = int(state["player"]), int(state["turns"]) + 1
    state["turns"] = turns
    for number in range(int(state["count"])):
        if int(state["kind"][number]) >= CASTLE:
            state["tired"][number] = 0
    if not has_seat(state, player):
        state["seatless"][player] = int(state["seatless"][player]) + 1
    own_turns = (turns + 1) // 2
    if int(state["seatless"][player]) >= int(rules["seatless_turns"]):
        end(state, 1 - player, NO_SEAT)
    elif own_turns >= int(rules["units_from_turn"]) and not has_unit(state, player):
        end(state, 1 - player, NO_UNITS)
    elif turns >= int(rules["turn_limit"]):
        end_by_limit(rules, state)
    else:
        begin_turn(rules, state, 1 - player, events)


@rule
def end_by_limit(rules: Any, state: Any) -> None:
    """S32: the defender is player 0."""
    seats = count_seats(state, 0) - count_seats(state, 1)
    worth = worth_of_units(rules, state, 0) - worth_of_units(rules, state, 1)
    if int(rules["siege"]) == 1:
        end(state, 0, DEFENDED)
    elif seats != 0:
        end(state, 0 if seats > 0 else 1, MORE_SEATS)
    elif worth != 0:
        end(state, 0 if worth > 0 else 1, MORE_UNITS)
    else:
        end(state, DRAWN, EVEN)


# ---- turns of units ----


@rule
def begin_unit(state: Any, layer: int, cell: int) -> None:
    """S13, S14; S15: once somebody aboard has begun, the ship no longer moves."""
    state["active"] = token_at(state, layer, cell)
    state["moved"] = 0
    state["phase"] = P_UNIT
    if int(state["ship"]) >= 0:
        state["sailed"] = 1


@rule
def begin_ship(state: Any, cell: int) -> None:
    """S15."""
    state["ship"] = token_at(state, LOW, cell)
    state["sailed"] = 0
    state["phase"] = P_SHIP


@rule
def mark_moved(state: Any, number: int) -> None:
    """S13 a land unit may act now; S14, S15 a move of an engine or ship exhausts somebody inside."""
    if int(state["active"]) == number:
        state["moved"] = 1
    else:
        state["sailed"] = 1
    if int(state["kind"][number]) >= TOWER:
        state["phase"] = P_TIRE


@rule
def move(rules: Any, state: Any, work: Any, cell: int, events: Any) -> None:
    """S10."""
    number = who_moved(state)
    kind, before, upright = int(state["kind"][number]), int(state["cell"][number]), int(state["upright"][number])
    carry(rules, state, work, number, cell - before, 0, 0)
    emit(events, MOVED, int(state["player"]), kind, before, cell, upright)
    mark_moved(state, number)


@rule
def turn(rules: Any, state: Any, work: Any, cell: int, events: Any) -> None:
    """S11."""
    number = who_moved(state)
    kind, before = int(state["kind"][number]), int(state["cell"][number])
    way = way_named(rules, state, number, cell)
    carry(rules, state, work, number, 0, pivot_of(rules, state, number, way), quarter_of(way))
    after, upright = int(state["cell"][number]), int(state["upright"][number])
    emit(events, TURNED, int(state["player"]), kind, before, after, upright)
    mark_moved(state, number)


@rule
def tire(state: Any, cell: int, events: Any) -> None:
    """S14, S15: the unit that the move exhausts."""
    unit = token_at(state, LAND, cell)
    state["tired"][unit] = 1
    emit(events, TIRED, int(state["player"]), int(state["kind"][unit]), cell, 0, 0)
    state["phase"] = P_UNIT if int(state["active"]) >= 0 else P_SHIP


@rule
def act(rules: Any, state: Any, verb: int, number: int, cell: int, rng: Any, events: Any) -> None:
    """S16, S17, S19, S20."""
    if verb == V_STRIKE:
        strike(rules, state, number, cell, events)
    elif verb == V_SHOOT:
        shoot(rules, state, number, cell, rng, events)
    elif verb == V_RAM:
        ram(rules, state, number, cell, rng, events)
    else:
        hurl(rules, state, number, cell, rng, events)


@rule
def act_in_tower(rules: Any, state: Any, verb: int, cell: int, rng: Any, events: Any) -> None:
    """S18: a unit inside acts, and the tower no longer moves."""
    state["tired"][int(state["member"])] = 1
    act(rules, state, verb, int(state["member"]), cell, rng, events)
    state["member"] = NONE
    state["moved"] = 1
    state["phase"] = P_UNIT


@rule
def finish_unit(rules: Any, state: Any, events: Any) -> None:
    """S13, S14: exhausted, unless its own action destroyed it; S25."""
    number = int(state["active"])
    if number >= 0:
        if int(state["kind"][number]) < TOWER:
            state["tired"][number] = 1
        else:
            tire_inside(rules, state, number)
    state["active"] = NONE
    state["moved"] = 0
    capture_seats(rules, state, events)
    leave_unit(state)


@rule
def leave_unit(state: Any) -> None:
    """Back to the ship on which it was, if that ship's turn goes on; else to the unit part."""
    if int(state["ship"]) >= 0:
        state["phase"] = P_SHIP
    else:
        state["sailed"] = 0
        state["phase"] = P_UNITS


@rule
def finish_ship(rules: Any, state: Any, events: Any) -> None:
    """S15, S25."""
    tire_inside(rules, state, int(state["ship"]))
    state["ship"] = NONE
    capture_seats(rules, state, events)
    leave_unit(state)


# ---- actions of buildings ----


@rule
def begin_building(state: Any, cell: int) -> None:
    number = token_at(state, LOW, cell)
    state["active"] = number
    state["phase"] = P_CASTLE if int(state["kind"][number]) == CASTLE else P_MAKE


@rule
def finish_building(state: Any) -> None:
    """S12: it has acted."""
    state["tired"][int(state["active"])] = 1
    state["active"] = NONE
    state["made"] = 0
    state["phase"] = P_BUILDINGS


@rule
def take_coins(rules: Any, state: Any, events: Any) -> None:
    """S21."""
    player, coins = int(state["player"]), int(rules["castle_coins"])
    state["coins"][player] = int(state["coins"][player]) + coins
    emit(events, COINS, player, coins, 0, 0, 0)
    finish_building(state)


@rule
def make(rules: Any, state: Any, ware: int, cell: int, events: Any) -> None:
    """S22: it pays its cost and is exhausted; a barracks or camp may then make another land unit."""
    player, kind, upright = int(state["player"]), ware_kind(ware), ware_upright(ware)
    cost = int(rules["cost"][kind])
    state["coins"][player] = int(state["coins"][player]) - cost
    is_land = int(kind < TOWER)
    add_token(rules, state, kind, player if is_land == 1 else NONE, upright, cell, is_land, NONE)
    emit(events, MADE, player, kind, cell, upright, cost)
    if is_land == 1:
        state["made"] = int(state["made"]) + 1
    else:
        finish_building(state)


# ---- playing an action ----


@rule
def finish(rules: Any, state: Any, events: Any) -> None:
    """`end`: of what is going on."""
    phase = int(state["phase"])
    if phase == P_FORTIFY:
        state["phase"] = P_SEAT
        state["player"] = 1
    elif phase == P_UNITS:
        end_units(state)
    elif phase == P_SHIP:
        finish_ship(rules, state, events)
    elif phase == P_UNIT:
        finish_unit(rules, state, events)
    elif phase == P_BUILDINGS:
        end_turn(rules, state, events)
    else:
        finish_building(state)


@rule
def play(rules: Any, state: Any, work: Any, verb: int, cell: int, rng: Any, events: Any) -> None:
    if verb == V_END:
        finish(rules, state, events)
    elif V_STRIKE <= verb <= V_HURL:
        if int(state["phase"]) == P_MEMBER:
            act_in_tower(rules, state, verb, cell, rng, events)
        else:
            act(rules, state, verb, int(state["active"]), cell, rng, events)
            finish_unit(rules, state, events)
    elif verb == V_MOVE:
        move(rules, state, work, cell, events)
    elif verb == V_TURN:
        turn(rules, state, work, cell, events)
    elif verb == V_TIRE:
        tire(state, cell, events)
    elif verb <= V_MEMBER:
        select(rules, state, verb, cell, events)
    else:
        build_or_make(rules, state, verb, cell, events)


@rule
def select(rules: Any, state: Any, verb: int, cell: int, events: Any) -> None:
    """Who is next; or a castle's coins."""
    if verb == V_UNIT:
        begin_unit(state, LAND, cell)
    elif verb == V_ENGINE:
        begin_unit(state, ENGINE, cell)
    elif verb == V_SHIP:
        begin_ship(state, cell)
    elif verb == V_BUILDING:
        begin_building(state, cell)
    elif verb == V_MEMBER:
        state["member"] = token_at(state, LAND, cell)
        state["phase"] = P_MEMBER
    else:
        take_coins(rules, state, events)


@rule
def build_or_make(rules: Any, state: Any, verb: int, cell: int, events: Any) -> None:
    if verb == V_PLACE:
        place_seat(rules, state, cell, events)
    elif verb < V_SITE:
        choose_plan(state, verb - V_PLAN)
    elif verb == V_SITE:
        build(rules, state, cell, events)
    else:
        make(rules, state, verb - V_MAKE, cell, events)


@rule
def forced(rules: Any, state: Any, work: Any) -> int:
    """Where nothing is left but to end what is going on, or to name the only one who can be tired: that; else NONE."""
    if int(state["player"]) == OVER or list_choices(rules, state, work, 2) > 1:
        return NONE
    only, cells = int(work["list"][0]), cells_of(rules)
    return only if only // cells == V_END or only // cells == V_TIRE else NONE


@rule
def apply(rules: Any, state: Any, work: Any, action: int, rng: Any, events: Any) -> None:
    """Play an action, and what must follow it."""
    cells = cells_of(rules)
    state["ply"] = int(state["ply"]) + 1
    while action >= 0:
        play(rules, state, work, action // cells, action % cells, rng, events)
        action = forced(rules, state, work)
    if int(state["player"]) == OVER:
        emit(events, ENDED, int(state["winner"]), int(state["reason"]), 0, 0, 0)
