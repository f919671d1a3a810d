"""The network to a ledger is cut, comes back or does not: nothing is lost, nothing counts twice, and it goes on."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cutting import Wire, wire
from test_arena_tournament import Here, check_each_once, make

from tabor.arena import database
from tabor.arena.tournament import Tournament
from tabor.errors import DataError

pytestmark = pytest.mark.slow
SHARDS = 12


@pytest.fixture
def line(postgres: str) -> Iterator[Wire]:
    """To PostgreSQL, which listens at a Unix socket."""
    with wire(f"{postgres.partition('host=')[2]}/.s.PGSQL.5432") as made:
        yield made


@pytest.fixture
def cup(line: Wire, tmp_path: Path) -> Iterator[Tournament]:
    url = f"postgresql://postgres@127.0.0.1:{line.port}/postgres"
    made = make(tmp_path / "cup", "greedy", "random", openings=SHARDS, ledger=url)
    yield made
    made.close()


def check_undisturbed(cup: Tournament, folder: Path) -> None:
    """Every game once, and the games that would have been played without any cut."""
    check_each_once(cup)
    calm = make(folder / "calm", "greedy", "random", openings=SHARDS)
    list(calm.run(Here))
    for mine, theirs in zip(facts(cup), facts(calm), strict=True):
        np.testing.assert_array_equal(mine, theirs)
    calm.close()


def facts(tournament: Tournament) -> list[Any]:
    results = tournament.results()
    return [results.shard, results.seed, results.who, results.place, results.plies]


def test_a_cut_that_heals_costs_nothing_but_time(cup: Tournament, line: Wire, tmp_path: Path) -> None:
    running = cup.run(Here)
    entered = [next(running).number for _ in range(4)]
    line.cut()
    threading.Timer(1.5, line.mend).start()
    entered += [shard.number for shard in running]
    assert sorted(entered) == list(range(SHARDS))
    check_undisturbed(cup, tmp_path)


def test_a_result_whose_receipt_was_lost_is_entered_once(cup: Tournament, line: Wire, tmp_path: Path) -> None:
    """The database has taken it; who sent it hears nothing, asks again, and learns that it is there."""
    running = cup.run(Here)
    next(running)
    line.swallow = b"INSERT INTO shards"
    told = 1 + len(list(running))
    assert line.swallowed == 1
    assert told == SHARDS - 1  # one of them it does not know to be its own
    check_undisturbed(cup, tmp_path)


def test_a_cut_that_stays_ends_the_run_in_a_sentence_and_the_next_run_goes_on(
    cup: Tournament, line: Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.3)
    monkeypatch.setattr(database, "PAUSE", 0.1)
    running = cup.run(Here)
    before = {next(running).number for _ in range(4)}
    line.cut()
    with pytest.raises(DataError, match=r"the database postgresql://.* cannot be used: ") as caught:
        next(running)
    assert "\n" not in str(caught.value)
    line.mend()
    again = Tournament(tmp_path / "cup")
    assert again.ledger.entered() == before
    after = {shard.number for shard in again.run(Here)}
    assert before.isdisjoint(after)
    check_undisturbed(again, tmp_path)
    again.close()
