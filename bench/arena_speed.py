"""How fast the arena is: a thousand games; a large ledger shown and reported; Ray beside plain processes.

python bench/arena_speed.py games     1,000 games of The Drake, alphabeta at depth 3, on two processes
python bench/arena_speed.py ledger    100,000 games in a ledger: show, report, size of the file
python bench/arena_speed.py ray       the same shards on processes and on a local Ray cluster, in turns
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson

import tabor
from tabor.arena.cluster import Cluster
from tabor.arena.local import Desk, Local
from tabor.arena.plan import new_plan
from tabor.arena.tournament import Tournament, make_tournament

DEPTH_3 = ("alphabeta:depth=3", "other=alphabeta:depth=3")
CORES = 2


def make(folder: Path, players: tuple[str, ...], openings: int, shard: int) -> Tournament:
    fields = {"kind": "round-robin", "rounds": 0, "seed": 1, "is_fair": False, "ledger": ""}
    plan = new_plan(folder, tabor.load("drake"), players, openings=openings, shard=shard, **fields)
    return make_tournament(folder, plan)


def play(tournament: Tournament, start: Any) -> tuple[float, float]:
    """Seconds in all, and from the first result to the last: without the start of processes or of a cluster."""
    _ = tournament.game.functions
    began, first = time.perf_counter(), 0.0
    for _ in tournament.run(start):
        first = first or time.perf_counter()
        last = time.perf_counter()
    return last - began, last - first


def games(folder: Path) -> None:
    tournament = make(folder / "t", DEPTH_3, 500, 5)
    seconds, _ = play(tournament, lambda setting: Local(setting, CORES))
    print(f"{len(tournament.results()):,} games at depth 3 on {CORES} processes: {seconds:.1f} s (at most 60)")


def ledger(folder: Path) -> None:
    """Few games are played and entered again and again under other names: what counts here is their number."""
    players = tuple(f"p{number}={'greedy' if number % 3 else 'random'}" for number in range(10))
    tournament = make(folder / "t", players, 1112, 8)
    desk, played = Desk(tournament.setting()), {}
    for shard in tournament.shards():
        if shard.players not in played:
            played[shard.players] = desk.play(shard)
        tournament.ledger.enter(disguised(replace(played[shard.players], shard=shard.number)))
    print(f"{len(tournament.results()):,} games in {(folder / 't' / 'ledger.sqlite').stat().st_size / 1e6:.0f} MB")
    for words in (["show"], ["report"]):
        began = time.perf_counter()
        command = f"from tabor.cli import main; main({['tournament', *words, str(folder / 't')]!r})"
        subprocess.run([sys.executable, "-c", command], check=True, stdout=subprocess.DEVNULL)
        print(f"tabor tournament {words[0]}: {time.perf_counter() - began:.2f} s")
    print(f"report.html: {(folder / 't' / 'report.html').stat().st_size / 1e6:.2f} MB, replays and all")


def disguised(done: Any) -> Any:
    """The same games with identities of their own."""
    tree = orjson.loads(done.result)
    tree["identity"] = [(identity + 7919 * done.shard) % 2**62 for identity in tree["identity"]]
    return replace(done, result=orjson.dumps(tree))


def ray(folder: Path, openings: int = 1000) -> None:
    """In turns, so that a busy machine is busy for both; the best of three counts."""
    times: dict[str, list[tuple[float, float]]] = {"processes": [], "ray": []}
    starters = {"processes": lambda setting: Local(setting, CORES), "ray": lambda setting: Cluster(setting, "auto")}
    for turn in range(3):
        for name, start in starters.items():
            tournament = make(folder / f"{name}-{turn}", DEPTH_3, openings, max(1, openings // 50))
            times[name].append(play(tournament, start))
            total, playing = times[name][-1]
            print(
                f"{name}: {total:.1f} s for {len(tournament.results())} games, {playing:.1f} s after the first",
                flush=True,
            )
    for part, what in enumerate(("with the start of the cluster", "from the first result on (at most +10%)")):
        best = {name: min(one[part] for one in found) for name, found in times.items()}
        print(f"Ray takes {best['ray'] / best['processes'] - 1:+.1%}, {what}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        {"games": games, "ledger": ledger, "ray": ray}[sys.argv[1]](Path(place), *map(int, sys.argv[2:]))
