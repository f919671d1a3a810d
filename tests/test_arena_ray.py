"""Tournaments on a real Ray cluster whose nodes and drivers are killed: every planned game once."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from ray_tools import drive, nodes
from test_arena_tournament import check_each_once, last, make

from tabor.arena.cluster import Cluster
from tabor.arena.local import Setting
from tabor.arena.verify import verify
from tabor.errors import DataError

pytestmark = pytest.mark.slow


def wait_until(is_so: Callable[[], bool], seconds: float = 240) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_nodes_and_driver_are_killed_and_every_game_is_played_once(tmp_path: Path) -> None:
    tournament = make(tmp_path, "greedy", "random", openings=1500, shard=10)
    ledger = tournament.ledger
    with nodes(2) as cluster:
        driver = drive(str(tmp_path), cluster.address)
        wait_until(lambda: len(ledger.entered()) >= 3)
        cluster.kill()
        before = len(ledger.entered())
        wait_until(lambda: len(ledger.entered()) >= before + 3 or driver.poll() is not None)
        assert driver.poll() is None, "the run ended while there was something to play"
        os.kill(driver.pid, signal.SIGKILL)
        driver.wait()
        kept = dict(ledger.results())
        assert len(kept) < len(tournament.shards())
        again = drive(str(tmp_path), cluster.address)
        cluster.kill()
        assert again.wait(240) == 0
    check_each_once(tournament)
    assert kept.items() <= dict(ledger.results()).items()
    assert last(verify(tournament, 4)).is_well


@pytest.mark.parametrize(("address", "reason"), [("127.0.0.1:1", "there is no Ray cluster"), ("nowhere", "HOST:PORT")])
def test_a_cluster_that_is_not_there_is_one_sentence(address: str, reason: str) -> None:
    with pytest.raises(DataError, match=reason):
        Cluster(Setting("drake", {}, {}, {}, {}), address)
