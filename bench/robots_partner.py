"""Sparring partners of Robots: nets that order as one bot did, from what each of its robots sees.

Robots are asked one after the other, and each knows what the friends before it were ordered: who goes where, who
strikes what. Beside the position a partner remembers the turn before. What it sees is told as rows of a table, turned
so that one of the four ways lies ahead; a net is asked once for each way. Made by `bench/robots_learn.py`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tabor.game import EVENT_WIDTH, Game, dice
from tabor.games.robots.bots import UNKNOWN, prepare, soldier, turns_to_batch
from tabor.games.robots.learned.net import IMPOSSIBLE, to_odds
from tabor.games.robots.learned.planning import Mind, behind, draw, first_of, imagine, likeliest, try_order
from tabor.games.robots.learned.sight import DX, DY, strength, turn_order
from tabor.games.robots.learned.strategist import make_mind, net_of
from tabor.games.robots.rules import (
    ATTACK,
    BLOCKED,
    CELLS,
    DONE,
    GUARD,
    MOVE,
    NONE,
    NOWHERE,
    ROBOTS,
    SPAWN,
    SUICIDE,
    has_order,
    is_move,
    neighbour,
    owner_of,
    robots_in,
)
from tabor.grid import steps_between
from tabor.jit import bundle, generic, rule
from tabor.match import Match

REACH, NEAR = 4, 2  # steps to which it sees who stands where, and to which it knows who does or did what
WIDE, NARROW, HEADS = 96, 32, 4  # two hidden layers; a step ahead, a blow ahead, guard, suicide

Scene = bundle("Scene", cells="int32_table", past="int32_table", rows="int32s")  # rows: of one look
# Of each cell: enemies and friends beside it, friends who go there and who strike it.
FOES, MATES, CLAIMED, STRUCK = 0, 1, 2, 3
MAPS = 4
LAST_ORDER, LAST_CELL, LAST_HP = 0, 1, 2  # of each robot; NONE if it is new
Net = bundle(
    "Net",
    rows="float32_table",  # weights, a bias in the last row each
    wide="float32_table",
    heads="float32_table",
    felt="float32s",  # what the net makes of one look, layer by layer
    thought="float32s",
    said="float32s",
    odds="float32s",  # of each order
)


def make_scene() -> Any:
    return Scene(np.zeros((MAPS, CELLS), np.int32), np.zeros((ROBOTS, 3), np.int32), np.zeros(MOST, np.int32))


def make_net(weights: Sequence[Any]) -> Any:
    tables = (np.ascontiguousarray(table, np.float32) for table in weights)
    return Net(*tables, *(np.zeros(size, np.float32) for size in (WIDE, NARROW, HEADS, DONE)))


# ---- what stands around, and what is known of it ----


@rule
def survey(rules: Any, state: Any, work: Any, player: int, scene: Any) -> None:
    """The map for a player, with the orders of its robots in work["plan"]."""
    for which in range(MAPS):
        for cell in range(int(rules["width"]) * int(rules["height"])):
            scene.cells[which, cell] = 0
    for robot in range(robots_in(state)):
        kind = MATES if owner_of(state, robot) == player else FOES
        for way in range(4):
            near = neighbour(rules, int(state["cell"][robot]), way)
            if near != NOWHERE:
                scene.cells[kind, near] += 1
        note(rules, state, work, robot, scene)


@rule
def note(rules: Any, state: Any, work: Any, robot: int, scene: Any) -> None:
    """Where an order in work["plan"] leads."""
    order, cell = int(work["plan"][robot]), int(state["cell"][robot])
    if order != UNKNOWN and order < GUARD:
        kind = CLAIMED if is_move(order) else STRUCK
        scene.cells[kind, neighbour(rules, cell, order & 3)] += 1


@rule
def remember(state: Any, before: Any, orders: Any, scene: Any) -> None:
    """What every robot did in the turn before, and where it stood. A position that is not one turn older tells
    nothing."""
    other, behind = 0, robots_in(before)
    is_next = int(before["turn"]) + 1 == int(state["turn"])
    for robot in range(robots_in(state)):
        if robot == int(state["count"][0]):
            other = int(before["count"][0])
        while other < behind and int(before["id"][other]) < int(state["id"][robot]):
            other += 1
        is_old = is_next and other < behind and int(before["id"][other]) == int(state["id"][robot])
        scene.past[robot, LAST_ORDER] = orders[other] if is_old else NONE
        scene.past[robot, LAST_CELL] = before["cell"][other] if is_old else NONE
        scene.past[robot, LAST_HP] = before["hp"][other] if is_old else NONE


# ---- rows ----

SPAN = range(-REACH, REACH + 1)
OFFSETS = sorted(
    ((a, r) for a in SPAN for r in SPAN if 0 < abs(a) + abs(r) <= REACH), key=lambda cell: abs(cell[0]) + abs(cell[1])
)
AHEAD, RIGHT = np.array(OFFSETS, np.int8).T.copy()
SEEN, KNOWN = len(OFFSETS), sum(abs(a) + abs(r) <= NEAR for a, r in OFFSETS)

STRENGTHS = 8
WALL, FREE_SPAWN, FRIEND, ENEMY = 0, 1, 2, 2 + STRENGTHS
SIGNS = ENEMY + STRENGTHS
MOST_HP, FAR_FOE, FAR_MATE = 50, 6, 4
FOE_SPAN, MATE_SPAN = 2 * FAR_FOE + 1, 2 * FAR_MATE + 1

BLOCKS = {
    "sign": SEEN * SIGNS,
    "spawned": SEEN * 2,
    "plan": KNOWN * DONE,
    "deed": KNOWN * (DONE + 1),
    "stir": KNOWN * 2,
    "cells": (KNOWN + 1) * 4 * 5,
    "hp": 5 * (MOST_HP + 1),
    "odds": 5 * STRENGTHS,
    "gap": 5 * 9,
    "exits": 5 * 9,
    "batch": 40,
    "place": CELLS,
    "foe": FOE_SPAN * FOE_SPAN,
    "steps": 16,
    "mate": MATE_SPAN * MATE_SPAN,
    "toward": 10,
    "habit": DONE,
    "lead": 13,
    "left": 4,
    "crowd": 12 + 12 + 13,
    "lurking": 7,
    "last": DONE + 1,
    "hurt": 5,
    "way": 4,
}
STARTS = dict(zip(BLOCKS, np.cumsum([0, *BLOCKS.values()]).tolist(), strict=False))
ROWS = sum(BLOCKS.values())
SIGN_ROWS, SPAWNED_ROWS, PLAN_ROWS, DEED_ROWS = (STARTS[name] for name in ("sign", "spawned", "plan", "deed"))
STIR_ROWS, CELL_ROWS, HP_ROWS, ODDS_ROWS = (STARTS[name] for name in ("stir", "cells", "hp", "odds"))
GAP_ROWS, BATCH_ROWS, PLACE_ROWS, FOE_ROWS = (STARTS[name] for name in ("gap", "batch", "place", "foe"))
STEPS_ROWS, MATE_ROWS, TOWARD_ROWS, HABIT_ROWS = (STARTS[name] for name in ("steps", "mate", "toward", "habit"))
LEAD_ROWS, LEFT_ROWS, CROWD_ROWS, LURKING_ROWS = (STARTS[name] for name in ("lead", "left", "crowd", "lurking"))
LAST_ROWS, HURT_ROWS, WAY_ROWS, EXIT_ROWS = (STARTS[name] for name in ("last", "hurt", "way", "exits"))
MOST = 2 * SEEN + 7 * KNOWN + 60  # rows of one look


@rule
def clip(number: int, most: int) -> int:
    return max(-most, min(most, number))


@rule
def look(rules: Any, state: Any, work: Any, robot: int, way: int, scene: Any) -> int:
    """What a robot sees that looks this way, into scene.rows; how many rows."""
    n = look_around(rules, state, work, robot, way, scene)
    n = look_beside(rules, state, work, robot, way, scene, n)
    n = look_far(rules, state, robot, way, scene, n)
    return look_at_self(rules, state, work, robot, way, scene, n)


@rule
def put(scene: Any, n: int, row: int) -> int:
    scene.rows[n] = row
    return n + 1


@rule
def cell_at(rules: Any, cell: int, way: int, ahead: int, right: int) -> int:
    """The cell so far ahead and to the right of one who looks that way; NOWHERE if it is off the arena or blocked."""
    width, side = int(rules["width"]), (way + 1) & 3
    x = cell % width + ahead * int(DX[way]) + right * int(DX[side])
    y = cell // width + ahead * int(DY[way]) + right * int(DY[side])
    if x < 0 or y < 0 or x >= width or y >= int(rules["height"]) or int(rules["ground"][y * width + x]) == BLOCKED:
        return NOWHERE
    return y * width + x


@rule
def look_around(rules: Any, state: Any, work: Any, robot: int, way: int, scene: Any) -> int:
    """Who stands where within reach."""
    friends, enemies, lurking = 0, 0, 0
    n = count_at(int(state["cell"][robot]), KNOWN, scene, 0)
    side = owner_of(state, robot)
    for i in range(SEEN):
        there = cell_at(rules, int(state["cell"][robot]), way, int(AHEAD[i]), int(RIGHT[i]))
        if there == NOWHERE:
            n = put(scene, n, SIGN_ROWS + i * SIGNS + WALL)
            continue
        if i < KNOWN:
            n = count_at(there, i, scene, n)
        other, is_home = int(work["map"][there]), int(rules["ground"][there]) == SPAWN
        if other == NONE:
            if is_home:
                n = put(scene, n, SIGN_ROWS + i * SIGNS + FREE_SPAWN)
            continue
        is_friend = owner_of(state, other) == side
        friends += is_friend
        enemies += not is_friend
        lurking += not is_friend and KNOWN > i >= 4
        n = put(scene, n, SIGN_ROWS + i * SIGNS + (FRIEND if is_friend else ENEMY) + strength(int(state["hp"][other])))
        if is_home:
            n = put(scene, n, SPAWNED_ROWS + 2 * i + is_friend)
        if i < KNOWN and is_friend:
            n = look_at_plan(work, other, i, way, scene, n)
        elif i < KNOWN:
            n = look_at_enemy(state, other, i, way, scene, n)
    n = put(scene, n, CROWD_ROWS + min(11, friends))
    n = put(scene, n, CROWD_ROWS + 12 + min(11, enemies))
    n = put(scene, n, CROWD_ROWS + 24 + 6 + clip(friends - enemies, 6))
    return put(scene, n, LURKING_ROWS + min(6, lurking))


@rule
def count_at(cell: int, place: int, scene: Any, n: int) -> int:
    """Who could come to a cell, and who will."""
    for which in range(4):
        count = min(5, int(scene.cells[which, cell]))
        if count > 0:
            n = put(scene, n, CELL_ROWS + 20 * place + 5 * which + count - 1)
    return n


@rule
def look_at_plan(work: Any, other: int, place: int, way: int, scene: Any, n: int) -> int:
    """What a friend will do."""
    order = int(work["plan"][other])
    return n if order == UNKNOWN else put(scene, n, PLAN_ROWS + place * DONE + turn_order(order, way))


@rule
def look_at_enemy(state: Any, other: int, place: int, way: int, scene: Any, n: int) -> int:
    """What an enemy did."""
    last = int(scene.past[other, LAST_ORDER])
    deed = DONE if last == NONE else turn_order(last, way)
    is_staying = int(scene.past[other, LAST_CELL]) == int(state["cell"][other])
    n = put(scene, n, DEED_ROWS + place * (DONE + 1) + deed)
    return put(scene, n, STIR_ROWS + 2 * place + is_staying)


@rule
def look_beside(rules: Any, state: Any, work: Any, robot: int, way: int, scene: Any, n: int) -> int:
    """Its own cell and the four beside it: who could come there, and what hit points stand there."""
    cell, weakest = int(state["cell"][robot]), MOST_HP + 1
    for i in range(5):
        there = cell if i == 4 else neighbour(rules, cell, (way + i) & 3)
        if there == NOWHERE:
            continue
        other = int(work["map"][there])
        if is_waiting(rules, state, work, robot, there):
            batch, exits = min(2, turns_to_batch(rules, state)), min(2, exits_of(rules, work, there, scene))
            n = put(scene, n, EXIT_ROWS + 9 * i + 3 * batch + exits)
        if other != NONE and (i == 4 or owner_of(state, other) != owner_of(state, robot)):
            hp = min(MOST_HP, int(state["hp"][other]))
            n = put(scene, n, HP_ROWS + i * (MOST_HP + 1) + hp)
            if i < 4:
                weakest = min(weakest, hp)
    beside, hp = min(4, int(scene.cells[FOES, cell])), int(state["hp"][robot])
    n = put(scene, n, ODDS_ROWS + 5 * strength(hp) + beside)
    return put(scene, n, GAP_ROWS + 9 * beside + (clip((hp - weakest) // 6, 4) + 4 if weakest <= MOST_HP else 0))


@rule
def is_waiting(rules: Any, state: Any, work: Any, robot: int, cell: int) -> bool:
    """Whether this robot or a friend without an order stands on a spawn cell."""
    other = int(work["map"][cell])
    if other == NONE or int(rules["ground"][cell]) != SPAWN or int(work["plan"][other]) != UNKNOWN:
        return False
    return owner_of(state, other) == owner_of(state, robot)


@rule
def exits_of(rules: Any, work: Any, cell: int, scene: Any) -> int:
    """Cells off the rim, beside this one, that nobody stands on and no friend goes to."""
    count = 0
    for way in range(4):
        near = neighbour(rules, cell, way)
        if near != NOWHERE and int(rules["ground"][near]) != SPAWN and int(work["map"][near]) == NONE:
            count += int(scene.cells[CLAIMED, near]) == 0
    return count


@rule
def look_far(rules: Any, state: Any, robot: int, way: int, scene: Any, n: int) -> int:
    """The nearest enemy and the nearest friend, and which way a bot would go there and to the centre."""
    width, cell, side = int(rules["width"]), int(state["cell"][robot]), owner_of(state, robot)
    foe, foe_steps, mate, mate_steps = cell, 99, cell, 99
    for other in range(robots_in(state)):
        there = int(state["cell"][other])
        steps = steps_between(width, cell, there)
        if owner_of(state, other) == side:
            if other != robot and steps < mate_steps:
                mate, mate_steps = there, steps
        elif steps < foe_steps:
            foe, foe_steps = there, steps
    n = put(scene, n, STEPS_ROWS + min(15, foe_steps))
    n = put(scene, n, FOE_ROWS + offset(width, cell, foe, way, FAR_FOE))
    n = put(scene, n, MATE_ROWS + offset(width, cell, mate, way, FAR_MATE))
    middle = width // 2 + int(rules["height"]) // 2 * width
    n = put(scene, n, TOWARD_ROWS + toward(width, cell, foe, way))
    return put(scene, n, TOWARD_ROWS + 5 + toward(width, cell, middle, way))


@rule
def offset(width: int, cell: int, there: int, way: int, most: int) -> int:
    """Where a cell lies, as seen by one who looks that way, in a square of so many steps to each side."""
    x, y, side = there % width - cell % width, there // width - cell // width, (way + 1) & 3
    ahead = clip(x * int(DX[way]) + y * int(DY[way]), most)
    right = clip(x * int(DX[side]) + y * int(DY[side]), most)
    return (ahead + most) * (2 * most + 1) + right + most


@rule
def toward(width: int, cell: int, there: int, way: int) -> int:
    """The way along the axis with the larger difference, ties to x, from the way looked at; 4 if there is none."""
    x, y = there % width - cell % width, there // width - cell // width
    if x == 0 and y == 0:
        return 4
    if abs(x) >= abs(y):
        return ((1 if x > 0 else 3) - way) & 3
    return ((0 if y > 0 else 2) - way) & 3


@rule
def look_at_self(rules: Any, state: Any, work: Any, robot: int, way: int, scene: Any, n: int) -> int:
    """What concerns the robot itself, and the game as a whole."""
    cell, width = int(state["cell"][robot]), int(rules["width"])
    front = neighbour(rules, cell, way)
    is_home = int(rules["ground"][cell]) == SPAWN
    is_front_home = front != NOWHERE and int(rules["ground"][front]) == SPAWN
    n = put(scene, n, BATCH_ROWS + min(9, turns_to_batch(rules, state)) + 10 * is_home + 20 * is_front_home)
    middle = width // 2 + int(rules["height"]) // 2 * width
    n = put(scene, n, PLACE_ROWS + offset(width, middle, cell, way, 9))
    n = put(scene, n, HABIT_ROWS + turn_order(soldier(rules, state, work, robot, 0), way))
    n = put(scene, n, LEAD_ROWS + 6 + clip(2 * int(state["count"][owner_of(state, robot)]) - robots_in(state), 6))
    left = int(rules["turns"]) - int(state["turn"])
    n = put(scene, n, LEFT_ROWS + int(left > 1) + int(left > 4) + int(left > 12))
    last, hp = int(scene.past[robot, LAST_ORDER]), int(scene.past[robot, LAST_HP])
    n = put(scene, n, LAST_ROWS + (DONE if last == NONE else turn_order(last, way)))
    lost = hp - int(state["hp"][robot])
    n = put(scene, n, HURT_ROWS + (4 if hp == NONE else int(lost > 0) + int(lost > 5) + int(lost > 10)))
    return put(scene, n, WAY_ROWS + way)


# ---- the net ----


@rule
def layer(weights: Any, given: Any, out: Any) -> None:
    """Weighted sums of what is given, and of 1."""
    for j in range(out.shape[0]):
        out[j] = weights[given.shape[0], j]
    for i in range(given.shape[0]):
        if given[i] > 0:
            for j in range(out.shape[0]):
                out[j] += given[i] * weights[i, j]


@rule
def rectify(numbers: Any) -> None:
    for j in range(numbers.shape[0]):
        if numbers[j] < 0:
            numbers[j] = np.float32(0)


@rule
def ask(net: Any, rows: Any, n: int) -> None:
    """What the heads say to the rows seen."""
    for j in range(WIDE):
        net.felt[j] = net.rows[ROWS, j]
    for i in range(n):
        row = int(rows[i])
        for j in range(WIDE):
            net.felt[j] += net.rows[row, j]
    rectify(net.felt)
    layer(net.wide, net.felt, net.thought)
    rectify(net.thought)
    layer(net.heads, net.thought, net.said)


@rule
def weigh(rules: Any, state: Any, work: Any, robot: int, scene: Any, net: Any) -> None:
    """How likely each order of a robot is, into net.odds. The map is surveyed for its side."""
    odds, said = net.odds, net.said
    odds[GUARD] = np.float32(0)
    odds[SUICIDE] = np.float32(0)
    for way in range(4):
        ask(net, scene.rows, look(rules, state, work, robot, way, scene))
        odds[MOVE + way], odds[ATTACK + way] = said[0], said[1]
        odds[GUARD] += said[2] / np.float32(4)
        odds[SUICIDE] += said[3] / np.float32(4)
    for order in range(DONE):
        if not has_order(rules, int(state["cell"][robot]), order):
            odds[order] = IMPOSSIBLE
    to_odds(odds)


# ---- how it decides ----

# Bots throw dice, and a net cannot know what a bot decides by what the net does not see. A partner may draw by the
# odds or their square roots, or settle what kind of order it will be and draw only where to, or take the likeliest.
# Where no order is likely by far it may also think of what each would lead to, as the strategist does, and trust the
# odds so much, in robots for each factor of e.
Manner = bundle("Manner", way="int64", trust="float64")
DRAWS, DRAWS_WAY, SETTLES, DRAWS_WIDELY = 0, 1, 2, 3
NEVER = 0.0  # thinks of nothing
IN_DOUBT, POSSIBLE = np.float32(0.85), np.float32(0.08)  # odds below which the likeliest is in doubt; of what is tried
SAMPLES = 4  # of what the other side may order

Sheet = bundle("Sheet", plan="int8s", odds="float32_table", imagined="int8_table")  # orders, for the robots of a side


def make_sheet() -> Any:
    odds = np.zeros((ROBOTS, DONE), np.float32)
    return Sheet(np.zeros(ROBOTS, np.int8), odds, np.zeros((SAMPLES, ROBOTS), np.int8))


@rule
def kind_odds(odds: Any, order: int) -> Any:
    """How likely a step, a blow, a guard or a suicide is, whichever the order is one of."""
    if order >= GUARD:
        return odds[order]
    first = order & 4
    return odds[first] + odds[first + 1] + odds[first + 2] + odds[first + 3]


@rule
def settle_kind(odds: Any) -> None:
    """Leaves the orders of the likeliest kind."""
    kept = 0
    for order in range(DONE):
        if kind_odds(odds, order) > kind_odds(odds, kept):
            kept = order
    total = kind_odds(odds, kept)
    for order in range(DONE):
        is_kept = order == kept or (order < GUARD and kept < GUARD and order & 4 == kept & 4)
        odds[order] = odds[order] / total if is_kept else np.float32(0)


@rule
def widen(odds: Any) -> None:
    """By their square roots: what is unlikely becomes likelier."""
    total = np.float32(0)
    for order in range(DONE):
        odds[order] = np.sqrt(odds[order])
        total += odds[order]
    for order in range(DONE):
        odds[order] /= total


@rule
def decide(odds: Any, rng: Any, way: int) -> int:
    if way == SETTLES:
        return likeliest(odds)
    if way == DRAWS_WIDELY:
        widen(odds)
    if way == DRAWS_WAY:
        settle_kind(odds)
    return draw(odds, rng)


@rule
def order_side(
    rules: Any,
    states: Any,
    work: Any,
    rng: Any,
    events: Any,
    before: Any,
    manner: Any,
    scene: Any,
    net: Any,
    mind: Any,
    sheet: Any,
) -> None:
    """Orders for all robots of the side to order in states[0]. states[1] is free, states[2] is the turn before, whose
    orders are told."""
    state, player = states[0], int(states[0]["player"])
    if manner.trust > NEVER:
        imagine(rules, state, work, rng, player, mind, sheet.imagined)
    prepare(rules, state, work, player)
    remember(state, states[2], before, scene)
    survey(rules, state, work, player, scene)
    for robot in range(first_of(state, player), behind(state, player)):
        weigh(rules, state, work, robot, scene, net)
        for order in range(DONE):
            sheet.odds[robot, order] = net.odds[order]
        sheet.plan[robot] = decide(net.odds, rng, int(manner.way))
        work["plan"][robot] = sheet.plan[robot]
        note(rules, state, work, robot, scene)
    if manner.trust > NEVER:
        for robot in range(first_of(state, player), behind(state, player)):
            settle_doubt(rules, states, work, rng, events, robot, np.float32(manner.trust), mind, sheet)


@rule
def settle_doubt(
    rules: Any, states: Any, work: Any, rng: Any, events: Any, robot: int, trust: Any, mind: Any, sheet: Any
) -> None:
    """Of the orders that are possible for a robot, the one that leads to the best, all others' orders standing."""
    odds, best, found = sheet.odds[robot], IMPOSSIBLE, int(sheet.plan[robot])
    if odds[likeliest(odds)] > IN_DOUBT:
        return
    for order in range(DONE):
        if odds[order] > POSSIBLE:
            sheet.plan[robot] = order
            score = try_order(rules, states, work, rng, events, robot, mind, sheet.plan, sheet.imagined)
            score += trust * np.float32(np.log(odds[order]))
            if score > best:
                best, found = score, order
    sheet.plan[robot] = found


ask_side = generic(
    "void(rules, states, work, rng, events, int8s, Manner, Scene, Net, Mind, Sheet)", Manner, Scene, Net, Mind, Sheet
)(order_side)


class Partner:
    """Orders as a bot did whose games it was made from."""

    def __init__(self, game: Game, net: Any, manner: Any, seed: int) -> None:
        self.game, self.net, self.manner, self.random = game, net, manner, random.Random(seed)
        self.scene, self.mind, self.sheet = make_scene(), usual_mind(), make_sheet()
        self.states, self.events = np.zeros(3, game.kind.STATE), np.zeros((0, EVENT_WIDTH), np.int32)

    def choose(self, match: Match) -> int:
        """All robots of the turn are thought of when the first is asked for."""
        if int(match.state["turn"]) != int(self.states[0]["turn"]):
            self.order(match.state, *turn_before(match), match.ply)
        return int(self.sheet.plan[int(match.state["given"])])

    def order(self, state: Any, before: Any, orders: Any, ply: int) -> Any:
        """What each robot of the side to order is to do; the orders are those of the turn before."""
        self.states[0], self.states[2] = state, before
        rng = dice(self.random.getrandbits(63), ply)
        given = self.game.rules, self.states, self.game.work, rng, self.events, orders
        self.game.compile(ask_side)(*given, self.manner, self.scene, self.net, self.mind, self.sheet)
        return self.sheet.plan


@cache
def usual_mind() -> Any:
    """What the strategist knows of others, and of what positions are worth."""
    return make_mind(net_of("own"), net_of("others"), net_of("worth"))


def turn_before(match: Match) -> tuple[Any, Any]:
    """The position one turn ago, blank if there was none, and what everybody did in it."""
    state, orders = np.zeros_like(match.state), np.full(ROBOTS, GUARD, np.int8)
    for step in reversed(match.steps):
        if int(step.before["turn"]) < int(match.state["turn"]) - 1:
            break
        if int(step.before["turn"]) < int(match.state["turn"]):
            state = step.before
            orders[int(state["given"])] = GUARD if step.action == DONE else step.action
    return state, orders


# ---- keeping them ----

LAYERS = ("rows", "wide", "heads")


def packed(bot: str, weights: Sequence[Any], manner: Any) -> Iterator[tuple[str, Any]]:
    """The largest table in steps of a 127th of each row's greatest weight."""
    yield f"{bot}_manner", np.array(manner)
    scale = np.maximum(np.abs(weights[0]).max(1, keepdims=True), 1e-6) / 127
    yield f"{bot}_rows", np.round(weights[0] / scale).astype(np.int8)
    yield f"{bot}_scale", scale.astype(np.float16)
    for name, table in zip(LAYERS[1:], weights[1:], strict=True):
        yield f"{bot}_{name}", table.astype(np.float16)


def unpacked(bot: str, kept: Mapping[str, Any]) -> Any:
    rows = kept[f"{bot}_rows"].astype(np.float32) * kept[f"{bot}_scale"].astype(np.float32)
    return make_net([rows, *(kept[f"{bot}_{name}"] for name in LAYERS[1:])])


def load_partners(path: Path) -> dict[str, tuple[Any, Any]]:
    """The net of each bot, and its manner."""
    kept = np.load(path)
    names = sorted(name.removesuffix("_manner") for name in kept.files if name.endswith("_manner"))
    manners = {bot: kept[f"{bot}_manner"] for bot in names}
    return {bot: (unpacked(bot, kept), Manner(int(way), float(trust))) for bot, (way, trust) in manners.items()}
