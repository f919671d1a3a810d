"""Series of matches: pairing, openings, identical games, intervals."""

from __future__ import annotations

from pathlib import Path

import pytest

import tabor
from tabor.arena.playing import Played, Tally, different, number_of, opening, seatings, tally
from tabor.arena.series import run
from tabor.errors import DataError
from tabor.players import make
from tabor.players.alphabeta import AlphaBeta


def played(order: tuple[int, ...], winner: int | None, action: int, last: int = 7) -> Played:
    name = number_of(order, action, last)
    return Played(1, order, (0, 1), winner, "over", (action,), (), name, (0.0, 0.0), (1, 1))


def test_every_seed_is_played_from_all_sides() -> None:
    assert sorted(seatings(3)) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    game = tabor.load("drake", board="course")
    made = list(run(game, ("random", "random"), 5, 1, cores=1))
    assert [one.number for one in made] == [1, 2, 3, 4, 5]
    assert made[0].seed == made[1].seed != made[2].seed == made[3].seed
    assert [one.order for one in made] == [(0, 1), (1, 0), (0, 1), (1, 0), (0, 1)]


def test_openings_are_drawn_from_the_seed() -> None:
    game = tabor.load("drake", board="highlands")
    logs = [tuple(opening(game, seed).log) for seed in range(20)]
    assert logs == [tuple(opening(game, seed).log) for seed in range(20)]
    assert len(set(logs)) > 15
    assert {len(log) for log in logs} == {game.kind.opening}


def test_a_series_is_repeatable_and_both_sides_get_the_same_openings(tmp_path: Path) -> None:
    game = tabor.load("drake", board="course")
    names = ("greedy", "random")
    first = sorted(run(game, names, 12, 7, tmp_path, cores=2), key=lambda one: one.number)
    again = sorted(run(game, names, 12, 7, cores=1), key=lambda one: one.number)
    assert [one.actions for one in first] == [one.actions for one in again]
    for even, odd in zip(first[::2], first[1::2], strict=True):
        assert even.actions[: game.kind.opening] == odd.actions[: game.kind.opening]
        assert even.order == odd.order[::-1]
    saved = sorted(tmp_path.glob("*.tabor"))
    assert len(saved) == 12
    assert tuple(step.action for step in tabor.open(saved[3]).steps) == first[3].actions


def test_identical_games_count_once() -> None:
    games = [
        played((0, 1), 0, 1),
        played((1, 0), 0, 1),  # the same actions by the others: another game
        played((0, 1), 0, 1),
        played((0, 1), 1, 2),
        played((0, 1), None, 3),
    ]
    assert len(different([*games, played((0, 1), None, 3, last=8)])) == 5  # other dice, another end
    once = different(games)
    assert len(once) == 4
    assert tally(once, 0) == Tally(2, 1, 1)
    assert tally(once, 0, seat=0) == Tally(1, 1, 1)
    assert tally(once, 0, seat=1) == Tally(1, 0, 0)
    assert tally(once, 1) == Tally(1, 1, 2)


def test_the_interval_is_wilsons() -> None:
    low, high = Tally(10, 0, 0).interval
    assert high == pytest.approx(1.0)
    assert low == pytest.approx(10 / (10 + 1.96**2))  # its closed form where nothing was lost
    low, high = Tally(50, 0, 50).interval
    assert (low + high) / 2 == pytest.approx(0.5)
    assert high - low == pytest.approx(2 * 0.0961, abs=1e-3)


def test_a_wrong_player_shows_before_anything_is_played(tmp_path: Path) -> None:
    game = tabor.load("drake")
    with pytest.raises(DataError, match="no player 'gredy'"):
        list(run(game, ("gredy", "random"), 4, 1, tmp_path / "games"))
    assert not (tmp_path / "games").exists()
    with pytest.raises(DataError, match="has 2 seats; 1 players"):
        list(run(game, ("greedy",), 4, 1))


def test_fair_openings_are_those_in_which_a_search_finds_nobody_ahead() -> None:
    game = tabor.load("drake", board="course")
    scores = {is_fair: [judged(opening(game, seed, is_fair)) for seed in range(6)] for is_fair in (True, False)}
    assert max(scores[True]) <= 0.1
    assert max(scores[False]) > 0.1


def judged(match: tabor.Match) -> float:
    judge = make("alphabeta:nodes=300000", match.game)
    assert isinstance(judge, AlphaBeta)
    judge.choose(match)
    return abs(judge.score)


def test_fairness_is_refused_where_it_means_nothing() -> None:
    with pytest.raises(DataError, match="Robots has no openings"):
        list(run(tabor.load("robots"), ("random", "random"), 2, 1, is_fair=True))
