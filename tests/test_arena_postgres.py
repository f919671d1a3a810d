"""The ledger in a real PostgreSQL: the same code, the same promise."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from test_arena_tournament import Here, check_each_once, make

from tabor.arena.ledger import Done, Ledger
from tabor.arena.tournament import Tournament

pytestmark = pytest.mark.slow


def test_of_many_who_enter_a_shard_one_is_the_first(postgres: str) -> None:
    first: list[str] = []

    def enter(worker: str) -> None:
        ledger = Ledger(postgres, "race")
        if ledger.enter(Done(1, worker, 0.0, worker.encode(), b"")):
            first.append(worker)
        ledger.close()

    threads = [threading.Thread(target=enter, args=(str(number),)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(first) == 1
    ledger = Ledger(postgres, "race")
    assert list(ledger.results()) == [(1, first[0].encode())]
    ledger.close()


def test_a_tournament_with_its_ledger_in_postgresql(postgres: str, tmp_path: Path) -> None:
    tournament = make(tmp_path / "t", "greedy", "random", ledger=postgres)
    running = tournament.run(Here)
    next(running)
    running.close()
    again = Tournament(tmp_path / "t")
    list(again.run(Here))
    check_each_once(again)
    assert not (tmp_path / "t" / "ledger.sqlite").exists()
    again.close()
    tournament.close()
