"""How fast a game is here: the same figures for every game, each the median of several runs.

`tabor bench` prints them; `bench/peers.py` runs other people's engines beside it.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np

from tabor import __version__
from tabor.batch import playouts, random_actions
from tabor.cores import usable_cores
from tabor.envs.speed import loops
from tabor.errors import DataError
from tabor.game import Game, dice
from tabor.jit import CHECKED, PLAIN
from tabor.match import Match
from tabor.perft import perft
from tabor.players import make

RUNS = 5
RUN_SECONDS = 0.3  # the least a run takes; its size is doubled until it does
SEARCH_MS = 300


@dataclass(frozen=True)
class Figure:
    name: str
    value: float
    unit: str
    spread: float  # of the runs: (largest − smallest) / median


def machine() -> dict[str, Any]:
    """When and where."""
    import numba
    from llvmlite import binding

    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "tabor": __version__,
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
        "cpu": binding.get_host_cpu_name(),
        "cores": usable_cores(),
        "mode": "plain Python" if PLAIN else "bounds-checked" if CHECKED else "compiled",
    }


# ---- measuring ----


def rate(work: Callable[[int], int], size: int = 1) -> tuple[float, float]:
    """`work(size)` says how much it did; the median amount a second, and the spread."""
    size = long_enough(work, size)
    speeds = [speed(work, size) for _ in range(RUNS)]
    middle = statistics.median(speeds)
    return middle, (max(speeds) - min(speeds)) / middle


def long_enough(work: Callable[[int], int], size: int = 1) -> int:
    """The size of a run that can be measured."""
    work(1)
    while True:
        began = time.perf_counter()
        work(size)
        if time.perf_counter() - began >= RUN_SECONDS:
            return size
        size *= 2


def speed(work: Callable[[int], int], size: int) -> float:
    """The amount a second, in one run."""
    began = time.perf_counter()
    done = work(size)
    return done / (time.perf_counter() - began)


def figures(game: Game) -> Iterator[Figure]:
    """All figures of a game, each as soon as it is known."""
    if not PLAIN:
        yield from start_figures(game)
    yield rate_figure("perft, one core", "nodes/s", perft_work(game))
    for threads, name in ((1, "one core"), (None, "all cores")):
        act = lambda n, threads=threads: random_actions(game, 8, 100 * n, threads=threads).total
        yield rate_figure(f"random play, {name}", "actions/s", act)
        whole = lambda n, threads=threads: len(playouts(game, 16 * n, threads=threads).plies)
        yield rate_figure(f"random games, {name}", "games/s", whole)
    yield from search_figures(game)
    yield from call_figures(game)
    yield from interface_figures(game)
    yield from gpu_figures(game)


def interface_figures(game: Game) -> Iterator[Figure]:
    """Steps a second through the interfaces whose packages are here."""
    for name, loop in loops(game).items():
        yield Figure(name, *_with_unit(rate(loop, 64), "steps/s"))


def rate_figure(name: str, unit: str, work: Callable[[int], int]) -> Figure:
    return Figure(name, *_with_unit(rate(work), unit))


def _with_unit(measured: tuple[float, float], unit: str) -> tuple[float, str, float]:
    return measured[0], unit, measured[1]


def perft_work(game: Game) -> Callable[[int], int]:
    """Perft at the first depth that has enough nodes, over and over."""
    depth = 1
    while perft(game, depth) < 200_000 and depth < 12:
        depth += 1
    return lambda n: sum(perft(game, depth) for _ in range(n))


def search_figures(game: Game) -> Iterator[Figure]:
    """Nodes and simulations a second from the middle of a game."""
    match = middle_of_a_game(game)
    for text, unit in (("alphabeta", "nodes/s"), ("mcts", "simulations/s"), ("mcts:playout=1000", "simulations/s")):
        for cores, where in ((1, "one core"), ("all", "all cores")):
            joint = "," if ":" in text else ":"
            wanted = f"{text}{joint}ms={SEARCH_MS},cores={cores}"
            try:
                make(wanted, game, 1).choose(match)  # compiles it
            except DataError:  # not a game for this player
                continue
            name = text.replace(":playout=1000", " with playouts")
            yield Figure(f"{name}, {where}", *_with_unit(search_rate(game, wanted, match), unit))


def search_rate(game: Game, wanted: str, match: Match) -> tuple[float, float]:
    """A new player each time: one that remembers the position has little left to do."""
    speeds = []
    for _ in range(RUNS):
        player: Any = make(wanted, game, 1)
        began = time.perf_counter()
        player.choose(match)
        done = player.nodes if hasattr(player, "nodes") else player.simulations
        speeds.append(done / (time.perf_counter() - began))
    middle = statistics.median(speeds)
    return middle, (max(speeds) - min(speeds)) / middle


def middle_of_a_game(game: Game) -> Match:
    """A position with a choice, some way into a random game that goes on."""
    for seed in range(1000):
        match = Match(game, seed=seed)
        choices = np.random.default_rng(seed)
        for _ in range(12):
            if match.outcome is None:
                match.play(int(choices.choice(match.legal_actions)))
        if match.outcome is None and len(match.legal_actions) > 3:
            return match
    raise DataError(f"{game.kind.title} has no position with a choice after 12 random actions")


def call_figures(game: Game) -> Iterator[Figure]:
    """What one call from Python costs."""
    match = middle_of_a_game(game)
    rules, work, out = game.rules, game.work, np.empty(game.setup.most_actions, np.int32)
    states = np.zeros(1, game.kind.STATE)
    rng, events = dice(0, 0), np.zeros((0, 6), np.int32)
    action = int(match.legal_actions[0])
    legal, apply = game.functions.legal, game.functions.apply

    def many_legal(n: int) -> int:
        for _ in range(n):
            legal(rules, match.state, work, out)
        return n

    def many_apply(n: int) -> int:
        for _ in range(n):
            states[0] = match.state
            apply(rules, states[0], work, action, rng, events)
        return n

    for name, calls in (("one legal from Python", many_legal), ("one apply from Python", many_apply)):
        calls_per_s, spread = rate(calls, 1000)
        yield Figure(name, 1e6 / calls_per_s, "µs", spread)


def start_figures(game: Game) -> Iterator[Figure]:
    """Seconds to compile the rules into an empty cache, and to get them from it, each in a new process."""
    code = (
        "import sys, json, tabor\n"
        "game = tabor.load(sys.argv[1], **json.loads(sys.argv[2]))\n"
        "game.functions\n"
        "print(game.kind.compiler.seconds)"
    )
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TABOR_CACHE_DIR": folder}
        command = [sys.executable, "-c", code, game.kind.name, json.dumps(game.options)]
        for name, runs in (("compile the rules", 1), ("rules from the cache", 3)):
            took = [
                float(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
                for _ in range(runs)
            ]
            yield Figure(name, statistics.median(took), "s", (max(took) - min(took)) / statistics.median(took))


def gpu_figures(game: Game) -> Iterator[Figure]:
    """Random play on a CUDA device, if there is one."""
    try:
        random_actions(game, 1024, 8, device="cuda")
    except DataError:
        return
    width = 1 << 20
    work = lambda n: random_actions(game, width, 32 * n, device="cuda").total
    yield rate_figure("random play, CUDA device", "actions/s", work)


def as_json(facts: dict[str, Any], results: dict[str, list[Figure]]) -> str:
    return json.dumps({"machine": facts, "games": {k: [asdict(f) for f in v] for k, v in results.items()}}, indent=2)
