"""What one robot sees, as rows of a table of weights: a net's first layer is the sum of those rows.

Everything is told from the robot's place, turned so that one of the four directions lies ahead. A net asked four times,
once for each direction, so has the same habits whichever way it looks, and learns each of them once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabor.games.robots.bots import UNKNOWN, soldier, turns_to_batch
from tabor.games.robots.rules import BLOCKED, NONE, SPAWN, owner_of, robots_in
from tabor.grid import steps_between
from tabor.jit import rule

REACH = 3  # steps to which a robot sees who stands where
NEAR = 2  # steps to which it knows what its friends have been ordered
DX, DY = np.array([0, 1, 0, -1], np.int8), np.array([1, 0, -1, 0], np.int8)  # as orders go: up, right, down, left


def offsets() -> list[tuple[int, int]]:
    """Cells within reach as (ahead, to the right), the nearest first."""
    span = range(-REACH, REACH + 1)
    near = [(ahead, right) for ahead in span for right in span if 0 < abs(ahead) + abs(right) <= REACH]
    return sorted(near, key=lambda offset: abs(offset[0]) + abs(offset[1]))


def turned(direction: int, ahead: int, right: int) -> tuple[int, int]:
    """The offset on the board, (x, y), of what lies ahead and to the right of one who looks that way."""
    side = (direction + 1) % 4
    return (
        int(ahead * DX[direction] + right * DX[side]),
        int(ahead * DY[direction] + right * DY[side]),
    )


OFFSETS = offsets()
SEEN = len(OFFSETS)
KNOWN = sum(abs(ahead) + abs(right) <= NEAR for ahead, right in OFFSETS)
PLACES = np.array([turned(0, *offset) for offset in OFFSETS], np.int8)  # (x, y) of each cell for one who looks up
TURNED = np.array(
    [[PLACES.tolist().index(list(turned(way, *offset))) for offset in OFFSETS] for way in range(4)], np.int8
)

AROUND_AHEAD = np.array([offset in ((2, 0), (1, 1), (1, -1)) for offset in OFFSETS], np.int8)
DISTANCE = np.array([abs(ahead) + abs(right) for ahead, right in OFFSETS], np.int8)

# What stands on a cell: nothing (no row), a wall, an empty spawn cell, a friend or an enemy by its hit points.
STRENGTHS = 8
WALL, FREE_SPAWN, FRIEND, ENEMY = 1, 2, 3, 3 + STRENGTHS
SIGNS = ENEMY + STRENGTHS
MOST_HP = 50  # that are told apart

# The blocks of rows, one after the other.
CELL_ROWS = 0
PLAN_ROWS = CELL_ROWS + SEEN * SIGNS
HP_ROWS = PLAN_ROWS + KNOWN * 10
BATCH_ROWS = HP_ROWS + MOST_HP + 1
CENTRE_ROWS = BATCH_ROWS + 20
ENEMY_ROWS = CENTRE_ROWS + 2 * 19
FRIEND_ROWS = ENEMY_ROWS + 2 * 13 + 14
LEAD_ROWS = FRIEND_ROWS + 2 * 9
LEFT_ROWS = LEAD_ROWS + 13
CROWD_ROWS = LEFT_ROWS + 4
WAY_ROWS = CROWD_ROWS + 2 * 6
HABIT_ROWS = WAY_ROWS + 4
FIGHT_ROWS = HABIT_ROWS + 10
AHEAD_ROWS = FIGHT_ROWS + 5 * STRENGTHS
ROWS = AHEAD_ROWS + 4 * 4 + 7
MOST = SEEN + KNOWN + 18  # rows of one look

# What a robot sees, in one array: some numbers, then the cells of PLACES, then what the friends there were ordered.
HP, BATCH, CENTRE, FOE, FOE_STEPS, MATE, LEAD, LEFT, FRIENDS, ENEMIES = 0, 1, 2, 4, 6, 7, 9, 10, 11, 12
HABIT, BESIDE, LURKING = 13, 14, 15
SIGN = 16
PLAN = SIGN + SEEN
SIGHT = PLAN + SEEN


@rule
def strength(hp: int) -> int:
    """By how many blows, collisions and suicides a robot outlives."""
    return int(hp > 5) + int(hp > 8) + int(hp > 10) + int(hp > 16) + int(hp > 20) + int(hp > 30) + int(hp > 40)


@rule
def clip(number: int, most: int) -> int:
    return max(-most, min(most, number))


@rule
def look(rules: Any, state: Any, work: Any, robot: int, sight: Any) -> None:
    """What a robot sees, whichever way it looks. work["map"] and work["plan"] are prepared for its side."""
    width, height = int(rules["width"]), int(rules["height"])
    cell = int(state["cell"][robot])
    x, y = cell % width, cell // width
    look_around(rules, state, work, robot, sight)
    sight[HP] = min(MOST_HP, int(state["hp"][robot]))
    is_home = int(rules["ground"][cell]) == SPAWN
    sight[BATCH] = min(9, turns_to_batch(rules, state)) + 10 * is_home
    sight[CENTRE], sight[CENTRE + 1] = clip(width // 2 - x, 9), clip(height // 2 - y, 9)
    look_far(rules, state, robot, sight)
    sight[HABIT] = soldier(rules, state, work, robot, 0)
    mine = int(state["count"][owner_of(state, robot)])
    sight[LEAD] = clip(2 * mine - robots_in(state), 6)
    left = int(rules["turns"]) - int(state["turn"])
    sight[LEFT] = int(left > 1) + int(left > 4) + int(left > 12)


@rule
def look_around(rules: Any, state: Any, work: Any, robot: int, sight: Any) -> None:
    """The cells within reach."""
    width, height = int(rules["width"]), int(rules["height"])
    cell = int(state["cell"][robot])
    side = owner_of(state, robot)
    for i in range(FRIENDS, SIGN):
        sight[i] = 0
    for i in range(SEEN):
        x, y = cell % width + int(PLACES[i, 0]), cell // width + int(PLACES[i, 1])
        sight[PLAN + i] = UNKNOWN
        sight[SIGN + i] = WALL
        if 0 <= x < width and 0 <= y < height:
            ground, other = int(rules["ground"][y * width + x]), int(work["map"][y * width + x])
            if other != NONE:
                is_friend = owner_of(state, other) == side
                sight[FRIENDS if is_friend else ENEMIES] += 1
                sight[SIGN + i] = (FRIEND if is_friend else ENEMY) + strength(int(state["hp"][other]))
                if is_friend:
                    sight[PLAN + i] = work["plan"][other]
                elif int(DISTANCE[i]) == 1:
                    sight[BESIDE] += 1
                elif int(DISTANCE[i]) == 2:
                    sight[LURKING] += 1
            elif ground != BLOCKED:
                sight[SIGN + i] = FREE_SPAWN if ground == SPAWN else 0


@rule
def look_far(rules: Any, state: Any, robot: int, sight: Any) -> None:
    """The nearest enemy and the nearest friend."""
    width = int(rules["width"])
    cell, side = int(state["cell"][robot]), owner_of(state, robot)
    foe, foe_steps, mate, mate_steps = cell, 99, cell, 99
    for other in range(robots_in(state)):
        if other != robot:
            there = int(state["cell"][other])
            steps = steps_between(width, cell, there)
            if owner_of(state, other) == side:
                if steps < mate_steps:
                    mate, mate_steps = there, steps
            elif steps < foe_steps:
                foe, foe_steps = there, steps
    sight[FOE] = clip(foe % width - cell % width, 6)
    sight[FOE + 1] = clip(foe // width - cell // width, 6)
    sight[FOE_STEPS] = min(13, foe_steps)
    sight[MATE] = clip(mate % width - cell % width, 4)
    sight[MATE + 1] = clip(mate // width - cell // width, 4)


@rule
def rows(sight: Any, way: int, out: Any) -> int:
    """The rows of one who looks this way; how many."""
    n = 0
    for i in range(SEEN):
        place = int(TURNED[way, i])
        sign = int(sight[SIGN + place])
        if sign > 0:
            out[n] = CELL_ROWS + i * SIGNS + sign
            n += 1
        order = int(sight[PLAN + place])
        if i < KNOWN and order != UNKNOWN:
            out[n] = PLAN_ROWS + i * 10 + turn_order(order, way)
            n += 1
    out[n] = HP_ROWS + int(sight[HP])
    out[n + 1] = BATCH_ROWS + int(sight[BATCH])
    out[n + 2] = CENTRE_ROWS + 9 + ahead(sight, CENTRE, way)
    out[n + 3] = CENTRE_ROWS + 19 + 9 + ahead(sight, CENTRE, (way + 1) & 3)
    out[n + 4] = ENEMY_ROWS + 6 + ahead(sight, FOE, way)
    out[n + 5] = ENEMY_ROWS + 13 + 6 + ahead(sight, FOE, (way + 1) & 3)
    out[n + 6] = ENEMY_ROWS + 26 + int(sight[FOE_STEPS])
    out[n + 7] = FRIEND_ROWS + 4 + ahead(sight, MATE, way)
    out[n + 8] = FRIEND_ROWS + 9 + 4 + ahead(sight, MATE, (way + 1) & 3)
    out[n + 9] = LEAD_ROWS + 6 + int(sight[LEAD])
    out[n + 10] = LEFT_ROWS + int(sight[LEFT])
    out[n + 11] = CROWD_ROWS + min(5, int(sight[FRIENDS]))
    out[n + 12] = CROWD_ROWS + 6 + min(5, int(sight[ENEMIES]))
    out[n + 13] = WAY_ROWS + way
    out[n + 14] = HABIT_ROWS + turn_order(int(sight[HABIT]), way)
    out[n + 15] = FIGHT_ROWS + 5 * strength(int(sight[HP])) + int(sight[BESIDE])
    out[n + 16] = AHEAD_ROWS + count_ahead(sight, way)
    out[n + 17] = AHEAD_ROWS + 16 + min(6, int(sight[LURKING]))
    return n + 18


@rule
def count_ahead(sight: Any, way: int) -> int:
    """Enemies and friends around the cell ahead, 0 to 3 each."""
    friends, enemies = 0, 0
    for i in range(SEEN):
        if int(AROUND_AHEAD[i]) == 1:
            sign = int(sight[SIGN + int(TURNED[way, i])])
            friends += FRIEND <= sign < ENEMY
            enemies += sign >= ENEMY
    return 4 * friends + enemies


@rule
def ahead(sight: Any, offset: int, way: int) -> int:
    """How far what is seen at an offset on the board, (x, y), lies that way."""
    return int(sight[offset]) * int(DX[way]) + int(sight[offset + 1]) * int(DY[way])


@rule
def turn_order(order: int, way: int) -> int:
    """An order as seen by one who looks that way: 0 ahead, 1 to the right, and so on."""
    return order if order >= 8 else (order & 4) + ((order - way) & 3)
