"""Thousands of crowded turns: the compiled rules against a second turn written from the rules alone."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from robots_oracle import ARENA, SPAWN, STEPS, WALKABLE, Order, Robot
from robots_oracle import turn as plain_turn

from tabor.data import merge
from tabor.game import dice, one
from tabor.games.robots import KIND, turn
from tabor.games.robots.robotgame.situation import game_of_one_turn, listed, place
from tabor.testing import rubbish

SIZES = (2, 3, 4, 5, 8, 19)  # sides of the square into which robots are crowded
FULLNESS = (0.2, 0.5, 0.9, 1.0)
MOST = 128
# How likely a robot moves, attacks, guards, blows itself up or gets no order: mostly moves make trains and rings.
MOODS = ((85, 5, 5, 3, 2), (50, 25, 12, 8, 5), (25, 50, 10, 15, 0), (100, 0, 0, 0, 0))


def crowd(chance: random.Random) -> list[Robot]:
    side, fullness = chance.choice(SIZES), chance.choice(FULLNESS)
    left, top = chance.randint(0, 19 - side), chance.randint(0, 19 - side)
    cells = sorted(cell for cell in WALKABLE if left <= cell[0] < left + side and top <= cell[1] < top + side)
    chosen = chance.sample(cells, min(MOST, int(len(cells) * fullness)))
    return [(x, y, chance.randrange(2), chance.randint(1, 50)) for x, y in chosen]


def random_orders(chance: random.Random, robots: list[Robot]) -> dict[tuple[int, int], Order]:
    mood, orders = chance.choice(MOODS), dict[tuple[int, int], Order]()
    drift = chance.choice([*STEPS, None])  # all in one direction make trains
    for x, y, _, _ in robots:
        dx, dy = drift if drift and chance.random() < 0.7 else chance.choice(STEPS)
        what = chance.choices(("move", "attack", "guard", "suicide", ""), mood)[0]
        if what:
            orders[x, y] = (what, (x + dx, y + dy)) if what in ("move", "attack") else (what,)
    return orders


def compare(seed: int, count: int) -> int:
    """How many robots there were in all these turns."""
    chance, total = random.Random(seed), 0
    for number in range(count):
        robots, attack = crowd(chance), chance.randint(0, 12)
        orders = random_orders(chance, robots)
        expected = plain_turn(robots, orders, lambda attack=attack: attack)  # type: ignore[misc]
        assert turn(robots, orders, attack=attack) == expected, f"seed {seed}, turn {number}: {robots} {orders}"
        total += len(robots)
    return total


def test_the_oracle_has_the_same_arena() -> None:
    assert list(ARENA) == merge(KIND.data, {}, "")[0]["arenas"]["standard"]
    assert (len(WALKABLE), len(SPAWN)) == (225, 48)


def test_thousands_of_crowded_turns_are_the_same() -> None:
    assert compare(1, 4000) > 60_000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 8))
def test_tens_of_thousands_of_crowded_turns_are_the_same(seed: int) -> None:
    assert compare(seed, 10_000) > 150_000


def test_spawn_deaths_are_the_same() -> None:
    chance = random.Random(9)
    for _ in range(300):
        robots = crowd(chance)[:100]
        orders = random_orders(chance, robots)
        expected = plain_turn(robots, orders, lambda: 9, spawn_deaths=True)
        found = turn(robots, orders, attack=9, turn=10, spawn=True)
        assert [robot for robot in found if robot[:2] not in SPAWN] == expected
        assert [robot[3] for robot in found if robot[:2] in SPAWN] == [50] * 10


def test_what_an_earlier_turn_left_in_the_scratch_record_changes_nothing() -> None:
    """Maps are never cleared, so every entry of every map is made wrong here, small enough to be a robot's number."""
    chance, game = random.Random(10), game_of_one_turn(1, 9, False)
    for number in range(500):
        robots = crowd(chance)
        if not robots:
            continue
        orders = random_orders(chance, robots)
        state, work = place(game, robots, orders), one(KIND.WORK)
        rubbish(work, number)
        for name in ("robot_on", "wanted"):
            work[name] = np.random.default_rng(number).integers(0, len(robots), work[name].shape)
        state["turn"], state["given"] = 1, len(robots) - 1
        last = int(state["order"][len(robots) - 1]) - 1
        events: Any = np.zeros((0, 6), np.int32)
        game.functions.apply(game.rules, state, work, last, dice(0, 0), events)
        assert listed(game.setup, state) == plain_turn(robots, orders, lambda: 9)
