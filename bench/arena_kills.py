"""One tournament on a Ray cluster of this machine, killed all the time: processes, workers, nodes, drivers.

python bench/arena_kills.py 20                  so many kills; every planned game must be there once
python bench/arena_kills.py 6 --games 1000000   a million short games of random players, nodes killed on the way
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from arena_speed import make
from ray_tools import Nodes, drive, nodes

from tabor.arena.tournament import Tournament


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("kills", type=int)
    parser.add_argument("--games", type=int, default=40_000)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, nodes(2) as cluster:
        shard = 50 if wanted.games <= 100_000 else 500
        tournament = make(Path(place) / "t", ("random", "other=random"), wanted.games // 2, shard)
        began = time.perf_counter()
        said = attack(tournament, cluster, wanted.kills)
        seconds = time.perf_counter() - began
        check(tournament)
        print(f"{len(tournament.results()):,} games in {seconds:,.0f} s, {said}: each once")


def attack(tournament: Tournament, cluster: Nodes, kills: int) -> str:
    """Kill something each time a share of the games is done, and start another driver where there is none."""
    shards, done = len(tournament.shards()), []
    what = itertools.cycle([kill_worker, kill_node, kill_worker, kill_driver])
    driver = drive(str(tournament.folder), cluster.address)
    while (entered := len(tournament.ledger.entered())) < shards:
        if driver.poll() is not None:
            driver = drive(str(tournament.folder), cluster.address)
        if len(done) < kills and entered >= shards * (len(done) + 0.5) / (kills + 1):
            done.append(next(what)(cluster, driver.pid))
            print(f"{entered} of {shards} shards: {done[-1]} killed", flush=True)
        time.sleep(0.05)
    driver.wait()
    return ", ".join(f"{done.count(kind)} {kind}s" for kind in sorted(set(done))) + " killed"


def kill_worker(cluster: Nodes, driver: int) -> str:
    while not (playing := workers(psutil.Process())):
        time.sleep(0.1)
    random.choice(playing).kill()
    return "worker"


def workers(above: psutil.Process) -> list[psutil.Process]:
    """Processes of the cluster that play at this moment."""
    below = above.children(recursive=True)
    return [one for one in below if "ray::play_in_worker" in " ".join(cmdline(one))]


def cmdline(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def kill_node(cluster: Nodes, driver: int) -> str:
    cluster.kill()
    return "node"


def kill_driver(cluster: Nodes, driver: int) -> str:
    os.kill(driver, signal.SIGKILL)
    return "driver"


def check(tournament: Tournament) -> None:
    results, shards = tournament.results(), tournament.shards()
    assert sorted(tournament.ledger.entered()) == list(range(len(shards)))
    assert len(results) == sum(shard.games for shard in shards)
    assert len(set(zip(results.shard.tolist(), results.number.tolist(), strict=True))) == len(results)


if __name__ == "__main__":
    main()
