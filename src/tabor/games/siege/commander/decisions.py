"""One action at a time, by plan: what a commander chooses in each phase."""

from __future__ import annotations

from typing import Any

from tabor.game import OVER
from tabor.games.siege.board import NONE, is_unit_of, token_at
from tabor.games.siege.building import ware_kind, ware_upright
from tabor.games.siege.commander.engines import best_step, engine_target, should_lead
from tabor.games.siege.commander.fleet import should_sail
from tabor.games.siege.commander.mind import SLACK
from tabor.games.siege.commander.opening import can_meet_by_land, seat_score
from tabor.games.siege.commander.production import (
    best_castle_site,
    birth_score,
    fort_plan,
    wanted_plan,
    wanted_ware,
)
from tabor.games.siege.commander.rows import DRIVE, FAR, FOOT, SAIL
from tabor.games.siege.commander.survey import least_beside, survey
from tabor.games.siege.commander.units import best_deed, best_order
from tabor.games.siege.commander.ways import spread_drive
from tabor.games.siege.words import (
    ARCHERS,
    CASTLE,
    LAND,
    LOW,
    P_BUILDINGS,
    P_CASTLE,
    P_FORTIFY,
    P_MAKE,
    P_MEMBER,
    P_SHIP,
    P_SITE,
    P_TIRE,
    P_UNIT,
    P_UNITS,
    SHIP,
    TOWER,
    TREBUCHET,
    V_BUILDING,
    V_COINS,
    V_END,
    V_ENGINE,
    V_HURL,
    V_MAKE,
    V_MEMBER,
    V_MOVE,
    V_PLAN,
    V_RAM,
    V_SHIP,
    V_SHOOT,
    V_SITE,
    V_STRIKE,
    V_TURN,
    V_UNIT,
)
from tabor.jit import generic, rule

GAIN = 0.02  # the least a unit must gain to be moved


# ---- the unit part ----


@rule
def choose_unit(rules: Any, state: Any, work: Any, field: Any, mind: Any) -> int:
    """Engines and ships with something to do, then the land unit that gains most; else the part ends."""
    cells, player = int(rules["width"]) * int(rules["height"]), int(state["player"])
    found, best = V_END * cells, GAIN
    for number in range(int(state["count"])):
        kind, cell = int(state["kind"][number]), int(state["cell"][number])
        if TOWER <= kind <= TREBUCHET and should_lead(rules, state, work, field, number):
            return V_ENGINE * cells + cell
        if kind == SHIP and should_sail(rules, state, work, field, mind, number):
            return V_SHIP * cells + cell
        if is_unit_of(state, number, player) and is_heeding(state, mind, number):
            _, _, gain = best_order(rules, state, work, field, mind, number)
            if gain > best:
                found, best = V_UNIT * cells + cell, gain
    return found


@rule
def is_heeding(state: Any, mind: Any, unit: int) -> bool:
    """Whether a unit is fresh, and not one that a slack commander forgets in this turn."""
    lot = (int(state["cell"][unit]) * 31 + int(state["turns"]) * 57) % 100
    return int(state["tired"][unit]) == 0 and lot >= int(mind[SLACK])


@rule
def order_unit(rules: Any, state: Any, work: Any, field: Any, mind: Any, unit: int) -> int:
    """S13: where the unit on turn goes, or whom it attacks from where it is."""
    cells = int(rules["width"]) * int(rules["height"])
    if int(state["moved"]) == 0:
        to, victim, _ = best_order(rules, state, work, field, mind, unit)
        if to != int(state["cell"][unit]):
            return V_MOVE * cells + to
    else:
        victim, _, _ = best_deed(rules, state, field, mind, unit, int(state["cell"][unit]))
    return attack(rules, state, unit, victim)


@rule
def attack(rules: Any, state: Any, unit: int, victim: int) -> int:
    cells = int(rules["width"]) * int(rules["height"])
    if victim < 0:
        return V_END * cells
    return (V_SHOOT if int(state["kind"][unit]) == ARCHERS else V_STRIKE) * cells + victim


@rule
def order_engine(rules: Any, state: Any, work: Any, field: Any, engine: int) -> int:
    """S14: act if there is a target, else move on."""
    cells, kind = int(rules["width"]) * int(rules["height"]), int(state["kind"][engine])
    target = engine_target(rules, state, field, engine)
    if target >= 0:
        return (V_HURL if kind == TREBUCHET else V_RAM) * cells + target
    if int(state["moved"]) == 1:
        return V_END * cells
    spread_drive(rules, state, field, kind, int(state["player"]))
    return order_step(rules, state, work, field, DRIVE, engine)


@rule
def order_step(rules: Any, state: Any, work: Any, field: Any, row: int, number: int) -> int:
    cells = int(rules["width"]) * int(rules["height"])
    is_turn, named, _ = best_step(rules, state, work, field, row, number)
    if named < 0:
        return V_END * cells
    return (V_TURN if is_turn == 1 else V_MOVE) * cells + named


@rule
def order_ship(rules: Any, state: Any, work: Any, field: Any, mind: Any, listed: Any, n: int) -> int:
    """S15: sail, then let those aboard go who gain by it."""
    cells = int(rules["width"]) * int(rules["height"])
    if int(state["sailed"]) == 0:
        return order_step(rules, state, work, field, SAIL, int(state["ship"]))
    for i in range(n):
        if int(listed[i]) // cells == V_UNIT:
            unit = token_at(state, LAND, int(listed[i]) % cells)
            _, _, gain = best_order(rules, state, work, field, mind, unit)
            if gain > GAIN:
                return int(listed[i])
    return V_END * cells


@rule
def order_active(rules: Any, state: Any, work: Any, field: Any, mind: Any, listed: Any, n: int) -> int:
    cells, active = int(rules["width"]) * int(rules["height"]), int(state["active"])
    if int(state["kind"][active]) < TOWER:
        return order_unit(rules, state, work, field, mind, active)
    if int(state["kind"][active]) == TOWER:
        for i in range(n):
            if int(listed[i]) // cells == V_MEMBER:
                return int(listed[i])
    return order_engine(rules, state, work, field, active)


@rule
def order_member(rules: Any, state: Any, field: Any, mind: Any, listed: Any) -> int:
    """S18: the best target of a unit inside a tower."""
    unit = int(state["member"])
    victim, _, _ = best_deed(rules, state, field, mind, unit, int(state["cell"][unit]))
    return attack(rules, state, unit, victim) if victim >= 0 else int(listed[0])


# ---- the buildings' part ----


@rule
def choose_building(rules: Any, state: Any, field: Any, mind: Any, listed: Any, n: int) -> int:
    """Castles first, then ports, then other makers, nearest to the enemy first."""
    cells = int(rules["width"]) * int(rules["height"])
    found, best = V_END * cells, 2 * FAR
    for i in range(1, n):
        number = token_at(state, LOW, int(listed[i]) % cells)
        if int(state["kind"][number]) == CASTLE:
            return int(listed[i])
        ware = wanted_ware(rules, state, field, mind, number)
        if ware == SHIP:
            return int(listed[i])
        if ware >= 0:
            walk = least_beside(rules, state, field, FOOT, number, int(state["player"]))
            if walk < best:
                found, best = int(listed[i]), walk
    return found


@rule
def order_making(rules: Any, state: Any, field: Any, mind: Any, listed: Any, n: int) -> int:
    """S22: the wanted kind on its best place; if that cannot be, whatever comes first."""
    cells = int(rules["width"]) * int(rules["height"])
    kind = wanted_ware(rules, state, field, mind, int(state["active"]))
    if TOWER <= kind < SHIP:
        spread_drive(rules, state, field, kind, int(state["player"]))
    found, best = int(listed[0]), -1.0e9
    for i in range(n):
        verb, cell = int(listed[i]) // cells, int(listed[i]) % cells
        if verb >= V_MAKE and ware_kind(verb - V_MAKE) == kind:
            score = birth_score(rules, state, field, mind, kind, ware_upright(verb - V_MAKE), cell)
            if score > best:
                found, best = int(listed[i]), score
    return found


@rule
def order_castle(rules: Any, state: Any, work: Any, field: Any, mind: Any, listed: Any, n: int) -> int:
    """S21: a building, if it is offered; else coins."""
    cells = int(rules["width"]) * int(rules["height"])
    plan = wanted_plan(rules, state, work, field, mind, int(state["active"]))
    for i in range(n):
        if plan >= 0 and int(listed[i]) == (V_PLAN + plan) * cells:
            return int(listed[i])
    return V_COINS * cells


@rule
def order_site(rules: Any, state: Any, work: Any, field: Any, mind: Any, listed: Any) -> int:
    cells, plan = int(rules["width"]) * int(rules["height"]), int(state["plan"])
    cell, _ = best_castle_site(rules, state, work, field, mind, int(state["active"]), plan)
    return V_SITE * cells + cell if cell >= 0 else int(listed[0])


# ---- set-up ----


@rule
def order_seat(rules: Any, state: Any, field: Any, mind: Any, listed: Any, n: int) -> int:
    cells = int(rules["width"]) * int(rules["height"])
    found, best = int(listed[0]), -1.0e9
    is_open = int(state["count"]) == 0 and can_meet_by_land(rules, state, field)
    for i in range(n):
        score = seat_score(rules, state, field, mind, is_open, int(listed[i]) % cells)
        if score > best:
            found, best = int(listed[i]), score
    return found


@rule
def order_fort(rules: Any, state: Any, work: Any, field: Any, mind: Any) -> int:
    cells, plan = int(rules["width"]) * int(rules["height"]), fort_plan(rules, state, work, field, mind)
    return (V_PLAN + plan) * cells if plan >= 0 else V_END * cells


# ---- one action ----


@rule
def plan_action(rules: Any, state: Any, work: Any, field: Any, mind: Any, listed: Any, n: int) -> int:
    """The action of a commander who has looked at the map, of n that are listed."""
    phase = int(state["phase"])
    if phase == P_TIRE:
        return int(listed[0])
    if phase == P_FORTIFY:
        return order_fort(rules, state, work, field, mind)
    if phase == P_UNITS:
        return choose_unit(rules, state, work, field, mind)
    if phase == P_SHIP:
        return order_ship(rules, state, work, field, mind, listed, n)
    if phase == P_UNIT:
        return order_active(rules, state, work, field, mind, listed, n)
    if phase == P_MEMBER:
        return order_member(rules, state, field, mind, listed)
    if phase == P_BUILDINGS:
        return choose_building(rules, state, field, mind, listed, n)
    if phase == P_CASTLE:
        return order_castle(rules, state, work, field, mind, listed, n)
    if phase == P_SITE:
        return order_site(rules, state, work, field, mind, listed)
    if phase == P_MAKE:
        return order_making(rules, state, field, mind, listed, n)
    return order_seat(rules, state, field, mind, listed, n)


@rule
def is_selection(rules: Any, state: Any, action: int) -> bool:
    """Whether an action that was played named only who is on turn, so that all stands where it stood."""
    verb, phase = action // (int(rules["width"]) * int(rules["height"])), int(state["phase"])
    is_naming = V_UNIT <= verb <= V_BUILDING or V_PLAN <= verb < V_SITE
    return is_naming and phase != P_UNITS and phase != P_BUILDINGS


@rule
def listed_or_first(listed: Any, n: int, action: int) -> int:
    """A plan that cannot be is not carried out: the first action that can be is."""
    for i in range(n):
        if int(listed[i]) == action:
            return action
    return int(listed[0])


@generic("int64(legal, apply, rules, states, work, rng, events, int32_table, int64_table, actions, int64)")
def command(
    legal: Any,
    apply: Any,
    rules: Any,
    states: Any,  # [1]
    work: Any,
    rng: Any,
    events: Any,  # [0]
    field: Any,  # [ROWS, PLACES]
    minds: Any,  # [2, TRAITS]: of each player
    listed: Any,  # [most_actions]
    turns: int,
) -> int:
    """The action of the commander on turn; or, if `turns` is more than 0, the last one after playing so many turns."""
    state, action = states[0], NONE
    last = int(state["turns"]) + turns
    while int(state["player"]) != OVER and (action == NONE or int(state["turns"]) < last):
        n = legal(rules, state, work, listed)
        mind = minds[int(state["player"])]
        if action == NONE or not is_selection(rules, state, action):
            survey(rules, state, work, field, mind)
        action = listed_or_first(listed, n, plan_action(rules, state, work, field, mind, listed, n))
        if turns > 0:
            apply(rules, state, work, action, rng, events)
    return action
