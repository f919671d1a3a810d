"""Bots of Robots in manners that many people have written, for the strategist to meet: it learned from none of them.

`bench/robots_sparring.py --against coward wall hunter bomber` sets it against them. As with the bots of the game, each
is asked for one robot at a time and reads no order of the other side.
"""

from __future__ import annotations

from typing import Any

from tabor.game import Game
from tabor.games.robots.bots import (
    FAR,
    attack_gap,
    attack_weakest,
    best_step,
    can_step,
    centre,
    enemies_beside,
    is_enemy,
    leave_spawn,
    nearest_enemy,
    prepare,
)
from tabor.games.robots.rules import GUARD, MOVE, NONE, SUICIDE, neighbour, robots_in
from tabor.grid import steps_between
from tabor.jit import generic, rule
from tabor.match import Match

NAMES = ("coward", "wall", "hunter", "bomber")
RING = 4  # steps from the centre, straight or aslant, where the wall stands
NEAR = 4  # steps within which a coward counts who is there
HIT_POINTS_A_STEP = 6  # a hunter goes one step farther for an enemy that has so many less


@rule
def or_guard(order: int) -> int:
    return GUARD if order == NONE else order


@rule
def is_lost(rules: Any, state: Any, work: Any, robot: int) -> bool:
    """Whether the enemies beside a robot could fell it this turn."""
    near = enemies_beside(rules, state, work, robot, int(state["cell"][robot]))
    return near > 0 and int(state["hp"][robot]) <= near * int(rules["attack"][1])


# ---- the coward: flees when outnumbered, and takes along who surrounds it ----


@rule
def lead_around(rules: Any, state: Any, robot: int) -> int:
    """Friends without this robot, less enemies, within a few steps."""
    lead = -1
    for other in range(robots_in(state)):
        steps = steps_between(int(rules["width"]), int(state["cell"][robot]), int(state["cell"][other]))
        if steps <= NEAR:
            lead += -1 if is_enemy(state, robot, other) else 1
    return lead


@rule
def coward(rules: Any, state: Any, work: Any, robot: int) -> int:
    order = leave_spawn(rules, state, work, robot, 3)
    if order != NONE:
        return order
    near = enemies_beside(rules, state, work, robot, int(state["cell"][robot]))
    if near > 1 or is_lost(rules, state, work, robot) or (near == 1 and lead_around(rules, state, robot) < 0):
        flight = best_step(rules, state, work, robot, centre(rules), 0)
        if flight != NONE:
            return flight
        return SUICIDE if is_lost(rules, state, work, robot) else GUARD
    order = attack_weakest(rules, state, work, robot) if near == 1 else attack_gap(rules, state, work, robot)
    return or_guard(best_step(rules, state, work, robot, centre(rules), 0) if order == NONE else order)


# ---- the wall: a ring around the centre that holds its ground ----


@rule
def off_ring(rules: Any, cell: int) -> int:
    """How far a cell is from the ring."""
    width, middle = int(rules["width"]), centre(rules)
    x, y = abs(cell % width - middle % width), abs(cell // width - middle // width)
    return abs(max(x, y) - RING)


@rule
def step_to_ring(rules: Any, state: Any, work: Any, robot: int) -> int:
    cell, found = int(state["cell"][robot]), NONE
    best = off_ring(rules, cell)
    for direction in range(4):
        if can_step(rules, state, work, robot, direction):
            off = off_ring(rules, neighbour(rules, cell, direction))
            if off < best:
                best, found = off, MOVE + direction
    return found


@rule
def wall(rules: Any, state: Any, work: Any, robot: int) -> int:
    near = enemies_beside(rules, state, work, robot, int(state["cell"][robot]))
    order = leave_spawn(rules, state, work, robot, 2)
    if order == NONE and is_lost(rules, state, work, robot):
        order = SUICIDE if near > 1 else GUARD
    if order == NONE:
        order = attack_weakest(rules, state, work, robot)
    if order == NONE:
        order = attack_gap(rules, state, work, robot)
    return or_guard(step_to_ring(rules, state, work, robot) if order == NONE else order)


# ---- the hunter: all go for the weakest, two at a time, and nobody stays on the rim ----


@rule
def prey_of(rules: Any, state: Any, robot: int) -> int:
    """The enemy that is weak and near; NONE if there is none."""
    least, found = 10_000, NONE
    for other in range(robots_in(state)):
        if is_enemy(state, robot, other):
            steps = steps_between(int(rules["width"]), int(state["cell"][robot]), int(state["cell"][other]))
            cost = HIT_POINTS_A_STEP * steps + int(state["hp"][other])
            if cost < least:
                least, found = cost, other
    return found


@rule
def helpers(rules: Any, state: Any, robot: int, prey: int) -> int:
    """Friends who stand beside an enemy."""
    count = 0
    for other in range(robots_in(state)):
        if other != robot and not is_enemy(state, robot, other):
            cells = int(state["cell"][other]), int(state["cell"][prey])
            count += steps_between(int(rules["width"]), cells[0], cells[1]) <= 1
    return count


@rule
def hunter(rules: Any, state: Any, work: Any, robot: int) -> int:
    order = leave_spawn(rules, state, work, robot, FAR)
    if order != NONE:
        return order
    near = enemies_beside(rules, state, work, robot, int(state["cell"][robot]))
    if near > 0:
        flight = best_step(rules, state, work, robot, centre(rules), 0)
        if is_lost(rules, state, work, robot) or near > 2:
            return flight if flight != NONE else SUICIDE
        return attack_weakest(rules, state, work, robot)
    prey = prey_of(rules, state, robot)
    if prey == NONE:
        return or_guard(best_step(rules, state, work, robot, centre(rules), 4))
    is_pack = helpers(rules, state, robot, prey) > 0
    order = NONE if is_pack else attack_gap(rules, state, work, robot)
    if order == NONE:
        order = best_step(rules, state, work, robot, int(state["cell"][prey]), 1 if is_pack else 0)
    return or_guard(order)


# ---- the bomber: into the crowd ----


@rule
def bomber(rules: Any, state: Any, work: Any, robot: int) -> int:
    """Blows itself up between two, or when it is lost; walks up to the nearest, and strikes who is alone."""
    near = enemies_beside(rules, state, work, robot, int(state["cell"][robot]))
    if near > 1 or is_lost(rules, state, work, robot):
        return SUICIDE
    order = leave_spawn(rules, state, work, robot, 1)
    if order == NONE:
        order = attack_weakest(rules, state, work, robot)
    if order != NONE:
        return order
    enemy = nearest_enemy(rules, state, robot)
    goal = centre(rules) if enemy == NONE else int(state["cell"][enemy])
    return or_guard(best_step(rules, state, work, robot, goal, 4))


# ---- as players ----


@generic("int64(rules, state, work, int64)")
def ask(rules: Any, state: Any, work: Any, bot: int) -> int:
    prepare(rules, state, work, int(state["player"]))
    robot = int(state["given"])
    if bot == 0:
        return coward(rules, state, work, robot)
    if bot == 1:
        return wall(rules, state, work, robot)
    if bot == 2:
        return hunter(rules, state, work, robot)
    return bomber(rules, state, work, robot)


class Classic:
    """One of them, as a player of a match."""

    def __init__(self, game: Game, name: str) -> None:
        self.game, self.bot = game, NAMES.index(name)

    def choose(self, match: Match) -> int:
        return int(self.game.compile(ask)(self.game.rules, match.state, self.game.work, self.bot))
