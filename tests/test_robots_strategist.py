"""The strategist of Robots: sees alike whichever way it looks, peeps at nothing, plans together, and wins."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from robots_sparring import FIXED, contest

import tabor
from tabor.errors import DataError
from tabor.game import Game, dice
from tabor.games.robots.bots import UNKNOWN, prepare
from tabor.games.robots.learned.sight import (
    ENEMY_ROWS,
    HABIT,
    LEAD_ROWS,
    MOST,
    SIGHT,
    WAY_ROWS,
    look,
    rows,
    turned,
)
from tabor.games.robots.learned.strategist import Strategist, make_mind, net_of
from tabor.games.robots.rules import DONE, GUARD, neighbour, robots_in
from tabor.players import make

PLENTY = 60_000  # milliseconds: what is asked here is not how much can be done in time


@pytest.fixture(scope="module")
def game() -> Game:
    return tabor.load("robots")


def strategist(game: Game, seed: int = 1) -> Strategist:
    return Strategist(game, seed, slips=0, samples=4, ms=PLENTY)


def orders(game: Game, position: str) -> list[str]:
    """What the side to order is told to do."""
    match = tabor.Match(game, position=position)
    player, asked, found = strategist(game), match.player, []
    while match.player == asked and int(match.state["turn"]) == int(match.at(0).state["turn"]):
        action = player.choose(match)
        found.append(game.action_text(match.state, action))
        match.play(action)
    return found


# ---- what a robot sees ----


def seen(game: Game, state: object, robot: int, way: int, apart: range = range(0)) -> list[int]:
    """The rows but for those that tell north from south (the way looked at, the soldier's habit) and those apart."""
    sight, out = np.zeros(SIGHT, np.int32), np.zeros(MOST, np.int32)
    prepare(game.rules, state, game.work, 0)
    for other in range(robots_in(state)):
        game.work["plan"][other] = UNKNOWN
    look(game.rules, state, game.work, robot, sight)
    sight[HABIT] = GUARD
    told = out[: rows(sight, way, out)].tolist()
    return sorted(row for row in told if row not in range(WAY_ROWS, WAY_ROWS + 4) and row not in apart)


def quarter_turn(game: Game, state: np.void) -> np.void:
    """The same position with the arena turned to the right; that the standard one is alike from all sides helps."""
    width, found = int(game.rules["width"]), state.copy()
    for robot in range(robots_in(state)):
        x, y = int(state["cell"][robot]) % width, int(state["cell"][robot]) // width
        found["cell"][robot] = (width - 1 - x) * width + y
    return found


def test_what_lies_ahead_is_where_a_step_that_way_leads(game: Game) -> None:
    width, middle = int(game.rules["width"]), 9 * int(game.rules["width"]) + 9
    for way in range(4):
        x, y = turned(way, 1, 0)
        assert middle + y * width + x == neighbour(game.rules, middle, way)


def test_a_robot_sees_the_same_whichever_way_the_arena_is_turned(game: Game) -> None:
    match, chance = tabor.Match(game, seed=3), random.Random(3)
    nearest = range(ENEMY_ROWS, LEAD_ROWS)  # of two that are as near, either may be told
    while int(match.state["turn"]) < 4:
        match.play(int(chance.choice(match.legal_actions)))
        after = quarter_turn(game, match.state)
        for robot in range(robots_in(match.state)):
            here = [seen(game, match.state, robot, way, nearest) for way in range(4)]
            there = [seen(game, after, robot, (way + 1) % 4, nearest) for way in range(4)]
            assert here == there


def test_the_nearest_friend_and_enemy_turn_with_the_arena(game: Game) -> None:
    state = tabor.Match(game, position="blue=j10,l13 orange=f11,f14").state
    after = quarter_turn(game, state)
    for robot in range(4):
        here = [seen(game, state, robot, way) for way in range(4)]
        assert here == [seen(game, after, robot, (way + 1) % 4) for way in range(4)]
        assert len({*map(tuple, here)}) == 4  # and each way looks different


# ---- what it orders ----


def test_the_other_sides_orders_are_not_read(game: Game) -> None:
    match = tabor.Match(game, seed=2)
    while match.player == 0:
        match.play(match.legal[0])
    other = match.copy()
    other.state = match.state.copy()
    game.hide(other.state, 1, dice(1, 5))
    assert other.state.tobytes() != match.state.tobytes()
    plans = [strategist(game).make_plan(position).orders.tolist() for position in (match, other)]
    assert plans[0] == plans[1]


def test_two_strike_the_one_between_them_and_the_rim_is_left_in_time(game: Game) -> None:
    assert orders(game, "blue=i10,k10 orange=j10:16") == ["i10*j10", "k10*j10"]
    assert orders(game, "blue=j18 orange=d10 turn=10") == ["j18-j17"]


def test_a_plan_is_followed_and_made_anew_when_it_was_not(game: Game) -> None:
    match, player = tabor.Match(game, seed=4), strategist(game)
    match.play(player.choose(match))
    plan = player.plan
    match.play(player.choose(match))
    assert player.plan is plan
    unlike = next(action for action in match.legal_actions if action not in (plan.orders[2], DONE))  # type: ignore[union-attr]
    match.play(int(unlike))
    assert player.choose(match) in match.legal_actions
    assert player.plan is not plan
    assert player.plan.orders[2] == unlike  # type: ignore[union-attr]


def test_thought_changes_what_habit_would_order(game: Game) -> None:
    """With no time, the strategist orders what habit says."""
    hasty, match = Strategist(game, 1, slips=0, samples=4, ms=0), tabor.Match(game, seed=5)
    chance: Callable[[tabor.Match], int] = make("soldier", game, 1).choose
    changed = 0
    while int(match.state["turn"]) < 12:
        if int(match.state["given"]) in (0, int(match.state["count"][0])):
            thought = strategist(game).make_plan(match).orders
            changed += (thought != hasty.make_plan(match).orders).any()
        match.play(chance(match))
    assert changed >= 5


def test_so_many_thoughts_change_so_many_orders_at_most(game: Game) -> None:
    def changed(match: tabor.Match, thoughts: int) -> int:
        players = (Strategist(game, 1, slips=0, samples=4, ms=PLENTY, thoughts=n) for n in (0, thoughts))
        habit, thought = (player.make_plan(match).orders for player in players)
        return int((habit != thought).sum())

    match = tabor.Match(game, seed=5)
    chance: Callable[[tabor.Match], int] = make("soldier", game, 1).choose
    changes = []
    while int(match.state["turn"]) < 30:
        if int(match.state["given"]) == 0:
            changes.append((changed(match, 1), changed(match, PLENTY)))
        match.play(chance(match))
    few, many = zip(*changes, strict=True)
    assert max(few) == 1
    assert max(many) > 1


def test_options_are_read_and_refused(game: Game) -> None:
    assert make("strategist:ms=20,samples=3,slips=10", game).ms == 20  # type: ignore[attr-defined]
    assert make("strategist:thoughts=7", game).thoughts == 7  # type: ignore[attr-defined]
    with pytest.raises(DataError, match="ms=0: it must be a whole number from 1 to"):
        make("strategist:ms=0", game)


def test_nets_fit_what_a_robot_sees() -> None:
    for name in ("own", "others", "worth"):
        weights, heads = net_of(name)
        assert np.isfinite(weights).all()
        assert np.isfinite(heads).all()
    assert make_mind(net_of("own"), net_of("others"), net_of("worth")).own.dtype == np.float32


@pytest.mark.slow
def test_the_strategist_beats_the_champion() -> None:
    """With all the time it wants, so that a busy machine does not matter."""
    game = tabor.load("robots", turns="50")
    assert contest(game, f"strategist:ms={PLENTY},samples=4", FIXED, range(3)).score >= 0.75
