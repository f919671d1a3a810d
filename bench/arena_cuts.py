"""One tournament on a Ray cluster, one of whose nodes is cut off the network again and again.

python bench/arena_cuts.py 4    so many cuts, in turns short ones and ones after which the cluster has given the node up

The node lives in a network namespace of its own (this needs root and the command ip), and a cut drops every packet to
and from it: both ends go on in the belief that the other is slow. The cluster's patience is set to a few seconds.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from arena_kills import check, workers
from arena_speed import make
from ray_tools import MEMORY, drive

from tabor.arena.tournament import Tournament

SPACE, OUTER, INNER = "tabor-cut", "tabor-cut0", "tabor-cut1"
HEAD, NODE, PORT = "10.213.7.1", "10.213.7.2", 6413
SHORT, LONG = 3.0, 20.0  # seconds of a cut; the cluster gives a node up after about ten
QUICK = {
    "RAY_health_check_initial_delay_ms": "1000",
    "RAY_health_check_period_ms": "1000",
    "RAY_health_check_timeout_ms": "2000",
    "RAY_health_check_failure_threshold": "3",
}
RAY = [str(Path(sys.executable).with_name("ray")), "start", "--block", "--disable-usage-stats"]
RAY += [f"--object-store-memory={MEMORY}"]


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


def inside(*words: str) -> list[str]:
    return ["ip", "netns", "exec", SPACE, *words]


@contextmanager
def namespace() -> Iterator[None]:
    """A machine of its own at the other end of a cable."""
    ip("netns", "add", SPACE)
    try:
        ip("link", "add", OUTER, "type", "veth", "peer", "name", INNER, "netns", SPACE)
        ip("addr", "add", f"{HEAD}/30", "dev", OUTER)
        ip("link", "set", OUTER, "up")
        for words in (
            ["addr", "add", f"{NODE}/30", "dev", INNER],
            ["link", "set", INNER, "up"],
            ["link", "set", "lo", "up"],
        ):
            ip("-n", SPACE, *words)
        yield
    finally:
        ip("netns", "del", SPACE)


@contextmanager
def process(*words: str) -> Iterator[psutil.Process]:
    """With all that it starts; both are gone afterwards."""
    started = psutil.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **QUICK})
    try:
        yield started
    finally:
        for one in [*started.children(recursive=True), started]:
            one.kill()
        started.wait()


def set_cable(is_whole: bool) -> None:
    ip("-n", SPACE, "link", "set", INNER, "up" if is_whole else "down")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("cuts", type=int)
    parser.add_argument("--games", type=int, default=100_000)
    wanted = parser.parse_args()
    address = f"{HEAD}:{PORT}"
    head = [*RAY, "--head", "--include-dashboard=false", "--num-cpus=1", f"--node-ip-address={HEAD}", f"--port={PORT}"]
    with tempfile.TemporaryDirectory() as place, namespace(), process(*head):
        wait_for_head()
        tournament = make(Path(place) / "t", ("random", "other=random"), wanted.games // 2, 25)
        began = time.perf_counter()
        said = attack(tournament, address, wanted.cuts)
        seconds = time.perf_counter() - began
        check(tournament)
        print(f"{len(tournament.results()):,} games in {seconds:,.0f} s, {said}: each once")


def wait_for_head() -> None:
    while True:
        try:
            return socket.create_connection((HEAD, PORT), 1).close()
        except OSError:
            time.sleep(0.5)


def attack(tournament: Tournament, address: str, cuts: int) -> str:
    """A node that was given up ends; another takes its place when the cable is whole again."""
    shards = len(tournament.shards())
    driver = drive(str(tournament.folder), address)
    for number in range(cuts):
        with process(*inside(*RAY, f"--address={address}", f"--node-ip-address={NODE}", "--num-cpus=1")) as node:
            wait_for(tournament, shards * (number + 0.5) / (cuts + 1), node, driver)
            seconds = (SHORT, LONG)[number % 2]
            print(f"{len(tournament.ledger.entered())} of {shards} shards: cut for {seconds:.0f} s", flush=True)
            set_cable(False)
            time.sleep(seconds)
            set_cable(True)
            time.sleep(3)
    assert driver.wait() == 0, "the run ended in an error"
    return f"{-(-cuts // 2)} short cuts, {cuts // 2} long ones"


def wait_for(tournament: Tournament, entered: float, node: psutil.Process, driver: subprocess.Popen[bytes]) -> None:
    """Until so much is done, and the node plays."""
    while len(tournament.ledger.entered()) < entered or not workers(node):
        assert driver.poll() is None, "the run ended before its end"
        time.sleep(0.2)


if __name__ == "__main__":
    main()
