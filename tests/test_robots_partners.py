"""Sparring partners of Robots: see alike whichever way they look, remember the last turn, know what friends will do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from robots_partner import (
    CLAIMED,
    EXIT_ROWS,
    FOE_ROWS,
    HABIT_ROWS,
    LAST_CELL,
    LAST_HP,
    LAST_ORDER,
    LEAD_ROWS,
    NARROW,
    NEVER,
    ROWS,
    SETTLES,
    WAY_ROWS,
    WIDE,
    Manner,
    Partner,
    look,
    make_scene,
    note,
    packed,
    remember,
    settle_kind,
    survey,
    turn_before,
    unpacked,
    widen,
)
from robots_sparring import partners, play_compiled

import tabor
from tabor.game import Game
from tabor.games.robots.bots import UNKNOWN, prepare
from tabor.games.robots.rules import GUARD, MOVE, NONE, robots_in


@pytest.fixture(scope="module")
def game() -> Game:
    return tabor.load("robots")


def scene_of(game: Game, state: Any, orders: dict[int, int] | None = None) -> Any:
    """What player 0 knows: its orders so far, and nothing of the turn before."""
    scene = make_scene()
    prepare(game.rules, state, game.work, 0)
    for robot in range(robots_in(state)):
        game.work["plan"][robot] = (orders or {}).get(robot, UNKNOWN)
    remember(state, np.zeros_like(state), np.zeros(1, np.int8), scene)
    survey(game.rules, state, game.work, 0, scene)
    return scene


def seen(game: Game, state: Any, robot: int, way: int, orders: dict[int, int] | None = None) -> list[int]:
    scene = scene_of(game, state, orders)
    return sorted(scene.rows[: look(game.rules, state, game.work, robot, way, scene)].tolist())


def test_a_partner_sees_the_same_whichever_way_the_arena_is_turned(game: Game) -> None:
    """But for what tells ties apart: the nearest of two, the way looked at, what a soldier would do."""
    width, apart = int(game.rules["width"]), {*range(FOE_ROWS, LEAD_ROWS), *range(WAY_ROWS, WAY_ROWS + 4)}
    state = tabor.Match(game, position="blue=j10,l13,j18:20 orange=f11,k10:9,j12 turn=9").state
    turned = state.copy()
    for robot in range(robots_in(state)):
        x, y = int(state["cell"][robot]) % width, int(state["cell"][robot]) // width
        turned["cell"][robot] = (width - 1 - x) * width + y
    for robot in range(3):
        here = [{*seen(game, state, robot, way)} - apart for way in range(4)]
        there = [{*seen(game, turned, robot, (way + 1) % 4)} - apart for way in range(4)]
        assert here == there
        assert len({*map(frozenset, here)}) == 4  # and each way looks different
    assert HABIT_ROWS in range(FOE_ROWS, LEAD_ROWS)


def test_a_friends_order_is_seen_and_where_it_leads(game: Game) -> None:
    state = tabor.Match(game, position="blue=j10,l10 orange=c10").state
    assert seen(game, state, 1, 3, {0: MOVE + 1}) != seen(game, state, 1, 3, {0: GUARD})
    scene = scene_of(game, state, {0: MOVE + 1})
    assert scene.cells[CLAIMED].sum() == 1
    game.work["plan"][1] = MOVE + 3
    note(game.rules, state, game.work, 1, scene)
    assert scene.cells[CLAIMED].max() == 2  # both go to k10


def test_a_friend_on_the_rim_without_a_way_out_is_seen(game: Game) -> None:
    free = tabor.Match(game, position="blue=j17,j18 orange=c10 turn=9").state
    shut = tabor.Match(game, position="blue=j17,j18,i17 orange=c10 turn=9").state
    exits = range(EXIT_ROWS, EXIT_ROWS + 45)
    told = [[row for row in seen(game, state, 0, 0) if row in exits] for state in (free, shut)]
    assert len(told[0]) == 1  # the only cell before j18 is j17 itself, where its friend stands
    assert [row for row in seen(game, free, 1, 0, {0: GUARD}) if row in exits]
    assert not [row for row in seen(game, free, 0, 0, {1: GUARD}) if row in exits]  # who has an order does not wait


def test_the_turn_before_is_remembered_and_an_older_one_is_not(game: Game) -> None:
    match = tabor.Match(game, seed=3)
    while int(match.state["turn"]) < 2:
        match.play(GUARD)
    before, orders = turn_before(match)
    assert int(before["turn"]) == 1
    scene = make_scene()
    remember(match.state, before, orders, scene)
    assert scene.past[:10, LAST_ORDER].tolist() == [GUARD] * 10
    assert scene.past[:10, LAST_CELL].tolist() == before["cell"][:10].tolist()
    before["turn"] = 0
    remember(match.state, before, orders, scene)
    assert scene.past[:10, LAST_HP].tolist() == [NONE] * 10


def test_the_likeliest_kind_is_settled_not_the_likeliest_order() -> None:
    odds = np.array([0.2, 0.2, 0, 0, 0, 0, 0.25, 0, 0.3, 0.05], np.float32)
    settle_kind(odds)
    assert np.allclose(odds, [0.5, 0.5, 0, 0, 0, 0, 0, 0, 0, 0])


def test_drawing_widely_makes_what_is_unlikely_likelier_and_nothing_impossible_possible() -> None:
    odds = np.array([0.81, 0.09, 0.09, 0.01, 0, 0, 0, 0, 0, 0], np.float32)
    widen(odds)
    assert np.allclose(odds * 16, [9, 3, 3, 1, 0, 0, 0, 0, 0, 0])


def test_a_partner_is_kept_as_it_was_but_for_a_127th() -> None:
    random = np.random.default_rng(1)
    weights = [random.normal(size=shape).astype(np.float32) for shape in ((ROWS + 1, WIDE), (WIDE + 1, NARROW))]
    kept = dict(packed("5", [*weights, weights[1][: NARROW + 1, :4]], Manner(SETTLES, NEVER)))
    net = unpacked("5", kept)
    assert np.abs(net.rows - weights[0]).max() < np.abs(weights[0]).max() / 127
    assert np.allclose(net.wide, weights[1], atol=2e-3)


@pytest.mark.slow
def test_a_partner_plays_alike_compiled_and_in_a_match() -> None:
    """Two that throw no dice, so that all they see and remember must be the same."""
    game = tabor.load("robots", turns="40")
    for seed in range(4):
        match = tabor.Match(game, seed=seed)
        sides = [Partner(game, *partners()[name], seed=0) for name in ("3", "4")]
        while match.player is not None:
            match.play(sides[match.player].choose(match))
        assert play_compiled(game, ("3", "4"), seed) == int(match.state["winner"])
