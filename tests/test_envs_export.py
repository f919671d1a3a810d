"""Games as arrays: every row is a decision of its match, as the deciding player saw it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from test_arena_tournament import Here, make

import tabor
from tabor.envs.export import arrays, of_tournament, write
from tabor.errors import DataError
from tabor.games import NAMES
from tabor.match import Match


def some_matches(count: int = 3) -> list[Match]:
    game, matches = tabor.load(NAMES[0]), []
    for seed in range(count):
        match, chooser = Match(game, seed=seed), np.random.default_rng(seed)
        while match.outcome is None and match.ply < 40:
            match.play(int(chooser.choice(match.legal_actions)))
        if match.outcome is None:
            match.resign()
        matches.append(match)
    return matches


def test_rows_are_decisions() -> None:
    matches = some_matches()
    columns = arrays(matches[0].game, matches)
    assert len(columns["actions"]) == sum(match.ply for match in matches)
    row = 0
    for number, match in enumerate(matches):
        for ply in range(match.ply):
            there = match.at(ply)
            assert there.player is not None
            assert columns["games"][row] == number
            assert columns["players"][row] == there.player
            assert np.array_equal(columns["planes"][row], match.game.observe(there.state, there.player))
            assert np.array_equal(np.flatnonzero(columns["masks"][row]), there.legal_actions)
            there.play(int(columns["actions"][row]))
            assert there.log[-1] == match.log[ply]
            assert match.outcome is not None
            assert columns["outcomes"][row] == (1 if match.outcome.winner == columns["players"][row] else -1)
            row += 1


def test_npz_holds_the_same(tmp_path: Path) -> None:
    matches = some_matches(2)
    assert write(matches[0].game, matches, tmp_path / "games.npz") == sum(match.ply for match in matches)
    read, made = np.load(tmp_path / "games.npz"), arrays(matches[0].game, matches)
    assert set(read) == set(made)
    assert all(np.array_equal(read[name], made[name]) for name in made)


@pytest.mark.slow
def test_parquet_holds_the_same(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    matches = some_matches(2)
    write(matches[0].game, matches, tmp_path / "games.parquet")
    read, made = parquet.read_table(tmp_path / "games.parquet"), arrays(matches[0].game, matches)
    for name in made:
        assert np.array_equal(np.array(read[name].to_pylist()), made[name].reshape(len(made[name]), -1).squeeze()), name


def test_another_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"games.csv is called neither .npz nor .parquet"):
        write(tabor.load(NAMES[0]), [], tmp_path / "games.csv")


def test_no_games_are_no_rows(tmp_path: Path) -> None:
    assert write(tabor.load(NAMES[0]), [], tmp_path / "none.npz") == 0


def test_a_tournament_s_games_are_rows(tmp_path: Path) -> None:
    tournament = make(tmp_path / "t", "greedy", "random", openings=2)
    list(tournament.run(Here))
    matches = list(of_tournament(tournament))
    results = tournament.results()
    assert [match.ply for match in matches] == list(results.plies)
    columns = arrays(matches[0].game, matches)
    assert len(columns["actions"]) == results.plies.sum()
    lost = columns["outcomes"][np.flatnonzero(columns["games"] == 0)]
    assert set(lost) == {1.0, -1.0}
