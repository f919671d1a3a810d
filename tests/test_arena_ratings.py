"""Ratings: players of known strength are found, and intervals cover as often as they say."""

from __future__ import annotations

import numpy as np
import pytest
from arena_tools import DRAW, FIRST, round_robin
from hypothesis import given, settings
from hypothesis import strategies as st

from tabor.arena.ratings import ELO, Games, cycles, rate, scores

TRUE = np.array([-140.0, -50.0, 0.0, 70.0, 120.0])


def games_of(*rows: tuple[tuple[int, ...], tuple[int, ...]], players: int = 3) -> Games:
    """Each row: who sat where, and their places; two after each other are a group."""
    who, place = (np.array(column) for column in zip(*rows, strict=True))
    return Games(players, who, place, np.arange(len(rows)) // 2)


def test_many_games_show_the_strengths_the_seat_and_the_draws() -> None:
    found = rate(round_robin(np.random.default_rng(1), TRUE, 4000), samples=50)
    assert found.elo == pytest.approx(TRUE, abs=6)
    assert found.seat[0] - found.seat[1] == pytest.approx(FIRST * ELO, abs=6)
    assert found.draw == pytest.approx(DRAW, abs=0.05)
    assert found.order == [4, 3, 2, 1, 0]


@pytest.mark.parametrize(("pairs", "opening"), [(12, 0.0), (40, 1.5)])
def test_intervals_cover_as_often_as_they_say(pairs: int, opening: float) -> None:
    """95% of them, within four standard deviations of a count of that many; also where a pair shares its luck."""
    rng, repeats = np.random.default_rng(2), 120
    truth = rate(round_robin(np.random.default_rng(3), TRUE, 20_000, opening), samples=2).elo if opening else TRUE
    covered = 0
    for number in range(repeats):
        found = rate(round_robin(rng, TRUE, pairs, opening), samples=200, seed=number)
        covered += int(((found.low <= truth) & (truth <= found.high)).sum())
    share, spread = covered / (repeats * len(TRUE)), (0.95 * 0.05 / repeats) ** 0.5  # five in one run hang together
    assert 0.95 - 4 * spread / 2 <= share <= 0.95 + 4 * spread / 2


def test_intervals_of_single_games_would_be_wrong_where_pairs_share_their_luck() -> None:
    """So that the test above can fail: in a pair with a decided opening nothing is known about the players."""
    games = round_robin(np.random.default_rng(4), np.zeros(2), 200, opening=6.0)
    apart = Games(games.players, games.who, games.place, np.arange(len(games)))
    pairs, singles = rate(games, samples=300), rate(apart, samples=300)
    assert singles.high[0] - singles.low[0] > 1.5 * (pairs.high[0] - pairs.low[0])


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_the_order_of_games_changes_nothing(seed: int) -> None:
    rng = np.random.default_rng(seed)
    games = round_robin(rng, np.array([-60.0, 0.0, 60.0]), 6)
    shuffled = games.take(rng.permutation(len(games)))
    first, second = rate(games, samples=20), rate(shuffled, samples=20)
    assert first.elo == pytest.approx(second.elo, abs=0.01)
    assert first.low == pytest.approx(second.low, abs=0.01)


def test_a_player_who_won_everything_has_an_end_that_is_open() -> None:
    row = ((0, 1), (0, 1))
    found = rate(games_of(*[row, ((1, 0), (1, 0))] * 10, players=2))
    assert found.high[0] == np.inf
    assert found.low[1] == -np.inf
    assert 100 < found.elo[0] < 1000
    assert 0 < found.low[0] < found.elo[0]
    assert found.superiority[0, 1] > 0.99


def test_one_pair_makes_nobody_certain() -> None:
    found = rate(games_of(((0, 1), (0, 1)), ((1, 0), (1, 0)), players=2))
    assert 0.5 < found.superiority[0, 1] < 0.95


def test_with_no_games_everybody_is_average() -> None:
    nothing = np.zeros((0, 2), int)
    found = rate(Games(3, nothing, nothing, np.zeros(0, int)))
    assert found.elo == pytest.approx(np.zeros(3))
    assert found.superiority == pytest.approx(np.full((3, 3), 0.5))


def test_places_of_four_count_for_each_two_of_them() -> None:
    games = games_of(((0, 1, 2, 3), (0, 1, 2, 2)), ((3, 2, 1, 0), (3, 2, 1, 0)), players=4)
    played, points = scores(games)
    assert played.sum() == 2 * 12
    assert points[0].tolist() == [0, 2, 2, 2]
    assert points[2, 3] == 1.5
    found = rate(Games(4, np.tile(games.who, (20, 1)), np.tile(games.place, (20, 1)), np.arange(40) // 2))
    assert found.order == [0, 1, 2, 3]


def test_a_ring_of_three_is_shown_and_an_order_of_three_is_not() -> None:
    ring = [((a, b), (0, 1)) for a, b in ((0, 1), (1, 2), (2, 0)) for _ in range(20)]
    found = cycles(games_of(*ring))
    assert [cycle.players for cycle in found] == [(0, 1, 2)]
    assert found[0].sureness > 0.95
    assert rate(games_of(*ring)).elo == pytest.approx(np.zeros(3), abs=1)
    order = [((a, b), (0, 1)) for a, b in ((0, 1), (1, 2), (0, 2)) for _ in range(20)]
    assert cycles(games_of(*order)) == []
