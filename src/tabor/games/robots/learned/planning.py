"""Orders for a whole side at once: what the others will probably do, and what is best against that.

First the orders of the side whose habits were learned, one robot after the other; then, robot by robot, whatever other
order leads to positions worth more, on average over what the other side may do.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabor.game import copy_state
from tabor.games.robots.bots import UNKNOWN, is_worth_a_try, prepare
from tabor.games.robots.learned.net import IMPOSSIBLE, excite, head, order_scores, to_odds
from tabor.games.robots.learned.sight import look, rows
from tabor.games.robots.rules import (
    DONE,
    NONE,
    SPAWN,
    SUICIDE,
    bury,
    has_order,
    owner_of,
    resolve,
    robots_in,
)
from tabor.grid import steps_between
from tabor.jit import bundle, generic, rule
from tabor.rng import roll

Mind = bundle(
    "Mind",
    own="float32_table",  # habits of the side that plans, and its heads
    own_heads="float32_table",
    others="float32_table",
    others_heads="float32_table",
    worth="float32_table",
    worth_heads="float32_table",
    sight="int32s",
    listed="int32s",
    hidden="float32s",
    odds="float32s",
)
TRUST = np.float32(0.05)  # robots that a habit is worth for each factor of e by which it is likelier
LIKELY = np.float32(0.02)  # a habit that is tried in any case
AROUND = 5  # steps within which an order can make a difference
FINE = 1 << 20  # steps of chance


# ---- habits ----


@rule
def first_of(state: Any, player: int) -> int:
    return 0 if player == 0 else int(state["count"][0])


@rule
def behind(state: Any, player: int) -> int:
    """The number behind the last robot of a player."""
    return int(state["count"][0]) if player == 0 else robots_in(state)


@rule
def weigh(rules: Any, state: Any, work: Any, robot: int, weights: Any, heads: Any, mind: Any) -> None:
    """How likely each order of a robot is, into mind.odds."""
    look(rules, state, work, robot, mind.sight)
    cell = int(state["cell"][robot])
    order_scores(rules, cell, mind.sight, weights, heads, mind.listed, mind.hidden, mind.odds)
    to_odds(mind.odds)


@rule
def likeliest(odds: Any) -> int:
    best = 0
    for order in range(DONE):
        if odds[order] > odds[best]:
            best = order
    return best


@rule
def draw(odds: Any, rng: Any) -> int:
    left = np.float32(int(roll(rng, FINE))) / np.float32(FINE)
    for order in range(DONE):
        left -= odds[order]
        if left < np.float32(0):
            return order
    return likeliest(odds)


@rule
def imagine(rules: Any, state: Any, work: Any, rng: Any, player: int, mind: Any, imagined: Any) -> None:
    """What the other side may order, once in every row."""
    other = 1 - player
    prepare(rules, state, work, other)
    for sample in range(imagined.shape[0]):
        forget(state, work)
        for robot in range(first_of(state, other), behind(state, other)):
            weigh(rules, state, work, robot, mind.others, mind.others_heads, mind)
            order = draw(mind.odds, rng)
            work["plan"][robot] = order
            imagined[sample, robot] = order


@rule
def begin(rules: Any, state: Any, work: Any, player: int, mind: Any, plan: Any, odds: Any) -> None:
    """The orders that were given already, and for the other robots what habit says; how likely each order is."""
    prepare(rules, state, work, player)
    for robot in range(first_of(state, player), behind(state, player)):
        weigh(rules, state, work, robot, mind.own, mind.own_heads, mind)
        for order in range(DONE):
            odds[robot, order] = mind.odds[order]
        if robot >= int(state["given"]):
            work["plan"][robot] = likeliest(mind.odds)
        plan[robot] = work["plan"][robot]


@rule
def forget(state: Any, work: Any) -> None:
    for robot in range(robots_in(state)):
        work["plan"][robot] = UNKNOWN


# ---- what is better ----


@rule
def go_on(rules: Any, states: Any, work: Any) -> None:
    """states[1]: the position after the orders in work["plan"], before new robots appear."""
    copy_state(states, 1, 0)
    state = states[1]
    is_batch = int(state["turn"]) % int(rules["every"]) == 0
    for robot in range(robots_in(state)):
        end, left = int(work["end"][robot]), int(state["hp"][robot]) - int(work["harm"][robot])
        is_dead = left <= 0 or int(work["plan"][robot]) == SUICIDE
        state["cell"][robot] = end
        state["hp"][robot] = 0 if is_dead or (is_batch and int(rules["ground"][end]) == SPAWN) else left
    bury(state)
    state["turn"] = int(state["turn"]) + 1


@rule
def worth_around(rules: Any, state: Any, work: Any, player: int, cell: int, mind: Any) -> Any:
    """What the robots near a cell are worth to a player."""
    prepare(rules, state, work, player)
    forget(state, work)
    total = np.float32(0)
    for robot in range(robots_in(state)):
        if steps_between(int(rules["width"]), cell, int(state["cell"][robot])) <= AROUND:
            look(rules, state, work, robot, mind.sight)
            excite(mind.worth, mind.listed, rows(mind.sight, 0, mind.listed), mind.hidden)
            worth = head(mind.worth_heads, 0, mind.hidden)
            total += worth if owner_of(state, robot) == player else -worth
    return total


@rule
def lay(state: Any, work: Any, player: int, plan: Any, imagined: Any, sample: int) -> None:
    """Own orders as planned, the others' as imagined."""
    for robot in range(robots_in(state)):
        work["plan"][robot] = plan[robot] if owner_of(state, robot) == player else imagined[sample, robot]


@rule
def try_order(
    rules: Any, states: Any, work: Any, rng: Any, events: Any, robot: int, mind: Any, plan: Any, imagined: Any
) -> Any:
    """What the position around a robot is worth if the plan is carried out, on average."""
    state = states[0]
    player, cell = owner_of(state, robot), int(state["cell"][robot])
    total = np.float32(0)
    for sample in range(imagined.shape[0]):
        lay(state, work, player, plan, imagined, sample)
        resolve(rules, state, work, rng, True, events)
        go_on(rules, states, work)
        total += worth_around(rules, states[1], work, player, cell, mind)
    return total / np.float32(imagined.shape[0])


@rule
def improve(
    rules: Any,
    states: Any,
    work: Any,
    rng: Any,
    events: Any,
    robot: int,
    mind: Any,
    plan: Any,
    odds: Any,
    imagined: Any,
) -> None:
    """Gives a robot the best order, all others' orders standing. What habit finds likely gets some trust."""
    best, found = IMPOSSIBLE, int(plan[robot])
    for order in range(DONE):
        if is_tried(rules, states[0], work, robot, order, odds):
            plan[robot] = order
            score = try_order(rules, states, work, rng, events, robot, mind, plan, imagined)
            score += TRUST * np.float32(np.log(odds[robot, order] + np.float32(1e-4)))
            if score > best:
                best, found = score, order
    plan[robot] = found


@rule
def is_tried(rules: Any, state: Any, work: Any, robot: int, order: int, odds: Any) -> bool:
    if not has_order(rules, int(state["cell"][robot]), order):
        return False
    prepare(rules, state, work, owner_of(state, robot))
    return bool(odds[robot, order] > LIKELY) or is_worth_a_try(rules, state, work, robot, order)


@generic("void(rules, states, work, rng, events, int64, int64, Mind, int8s, float32_table, int8_table)", Mind)
def think(
    rules: Any,
    states: Any,
    work: Any,
    rng: Any,
    events: Any,
    player: int,
    robot: int,
    mind: Any,
    plan: Any,
    odds: Any,
    imagined: Any,
) -> None:
    """The first plan of a player for states[0], for robot NONE; a better one, as far as a robot's order goes. One
    function for both: what they share is compiled once."""
    if robot == NONE:
        imagine(rules, states[0], work, rng, player, mind, imagined)
        begin(rules, states[0], work, player, mind, plan, odds)
    else:
        improve(rules, states, work, rng, events, robot, mind, plan, odds, imagined)
