"""CPU and CUDA device side by side: every game must be the same byte for byte; then, how fast the device plays.

    PYTHONPATH=src python tests/gpu/run.py [--no-speed] [--only=CHECK] [game …]

Needs NumPy, Numba, numba-cuda and a CUDA device. Prints one JSON object a line; fails if anything differs.
"""

from __future__ import annotations

import contextlib
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from numba import cuda

from gpu.games import GAMES
from tabor.batch import Batch, playouts, random_actions
from tabor.batch.shapes import LAYOUTS
from tabor.game import Game

PLAYED = 20_000  # whole games
STEPPED = 300  # games compared ply by ply
MOST_PLIES = 400
MOST_TURNS = 150
LANES = (2**14, 2**16, 2**18, 2**20)
RUNS = 5
SECONDS = 0.5  # of one timed run, about


def report(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


def check_same(what: str, cpu: Any, device: Any) -> None:
    cpu, device = np.asarray(cpu), np.asarray(device)
    assert cpu.dtype == device.dtype, f"{what}: {cpu.dtype} on the CPU, {device.dtype} on the device"
    assert cpu.shape == device.shape, f"{what}: {cpu.shape} on the CPU, {device.shape} on the device"
    if cpu.tobytes() != device.tobytes():
        places = [i for i in range(len(cpu)) if cpu[i].tobytes() != device[i].tobytes()]
        first = places[0]
        raise AssertionError(f"{what}: {len(places)} differ, first [{first}]: {cpu[first]} and {device[first]}")


def check_playouts(game: Game) -> dict[str, Any]:
    """Whole random games, and lanes of random actions."""
    for n in (0, 1, PLAYED):
        cpu, device = (playouts(game, n, seed=1, device=name, keep_states=True) for name in ("cpu", "cuda"))
        for part in ("states", "winners", "reasons", "plies", "seeds"):
            check_same(f"playouts of {n}: {part}", getattr(cpu, part), getattr(device, part))
    short = [playouts(game, 500, limit=7, device=name, keep_states=True).states for name in ("cpu", "cuda")]
    check_same("playouts of 7 plies", *short)
    lanes = [random_actions(game, 1000, 300, seed=2, device=name) for name in ("cpu", "cuda")]
    check_same("random_actions: states", lanes[0].states, lanes[1].states)
    assert (lanes[0].total, lanes[0].checksum) == (lanes[1].total, lanes[1].checksum), "random_actions differ"
    return {"games": PLAYED, "plies": int(cpu.plies.sum()), "checksum": f"{lanes[0].checksum:016x}"}


def look(batch: Batch, last_player: int) -> dict[str, Any]:
    """All that a batch can tell."""
    actions, counts = batch.legal()
    return {
        "states": batch.states,
        "actions": actions,
        "counts": counts,
        "masks": batch.masks(),
        "planes": batch.observe(),
        "planes of the last player": batch.observe(last_player),
        "players": batch.players,
        "winners": batch.winners,
        "reasons": batch.reasons,
        "plies": batch.plies,
        "seeds": batch.seeds,
    }


def choose(chooser: np.random.Generator, actions: Any, counts: Any) -> Any:
    """Any legal action; once in a while an illegal one."""
    places = (chooser.random(len(counts)) * counts).astype(np.int64)
    chosen = actions[np.arange(len(counts)), places]
    return np.where(chooser.random(len(counts)) < 0.001, -1, chosen).astype(np.int32)


def check_stepping(game: Game) -> dict[str, Any]:
    """Ply by ply, with new games where some are over, until most were over once."""
    cpu, device = (Batch(game, STEPPED, seed=3, device=name) for name in ("cpu", "cuda"))
    chooser, restarts, ply = np.random.default_rng(4), 0, 0
    while ply < MOST_PLIES and restarts < STEPPED:
        seen, same = (look(batch, game.players - 1) for batch in (cpu, device))
        for what in seen:
            check_same(f"stepping, ply {ply}: {what}", seen[what], same[what])
        chosen = choose(chooser, seen["actions"], seen["counts"])
        cpu.step(chosen)
        device.step(chosen)
        check_same(f"stepping, ply {ply}: done", cpu.done, device.done)
        if ply % 5 == 4:  # so that finished games are looked at, too
            restarted = cpu.restart()
            check_same(f"stepping, ply {ply}: restarted", restarted, device.restart())
            restarts += int(restarted.sum())
        ply += 1
    return {"plies": ply, "restarts": restarts}


def check_turns(game: Game) -> dict[str, Any]:
    """Whole turns, in both layouts, with masks as bytes and as bits."""
    for layout in LAYOUTS:
        for bits in (False, True):
            cpu, device = (Batch(game, STEPPED, 7, name, layout=layout, bits=bits) for name in ("cpu", "cuda"))
            chooser, chosen = np.random.default_rng(8), None
            for ply in range(MOST_TURNS):
                seen, same = cpu.turn(chosen), device.turn(chosen)
                counts = seen.counts
                for name in ("counts", "masks", "planes", "players", "plies", "done", "winners", "reasons"):
                    there = getattr(same, name).copy_to_host()
                    check_same(f"turn {ply}, {layout}: {name}", np.ascontiguousarray(getattr(seen, name)), there)
                listed, there = (np.asarray(lists) for lists in (seen.actions, same.actions.copy_to_host()))
                if layout == "columns":
                    listed, there = listed.T, there.T
                is_listed = np.arange(listed.shape[1]) < counts[:, None]
                listed, there = (np.where(is_listed, lists, -1) for lists in (listed, there))
                check_same(f"turn {ply}, {layout}: actions", listed, there)
                chosen = choose(chooser, listed, counts)
            check_same(f"{layout}: states", cpu.states, device.states)
    return {"turns": MOST_TURNS, "layouts": len(LAYOUTS)}


def takers() -> dict[str, Callable[[Any], Any]]:
    """Libraries that are here and take arrays by DLPack, each with a way back to NumPy."""
    found: dict[str, Callable[[Any], Any]] = {}
    with contextlib.suppress(ImportError):
        import torch

        found["torch"] = lambda array: torch.from_dlpack(array).cpu().numpy()
    with contextlib.suppress(ImportError):
        import cupy

        found["cupy"] = lambda array: cupy.asnumpy(cupy.from_dlpack(array))
    with contextlib.suppress(ImportError):
        import jax

        found["jax"] = lambda array: np.asarray(jax.dlpack.from_dlpack(array))
    return found


def check_device_arrays(game: Game) -> dict[str, Any]:
    """Results that stay on the device, taken by others without a copy, and actions that come from there."""
    libraries = takers()
    for layout in LAYOUTS:
        cpu, device = (Batch(game, 200, 5, name, layout=layout) for name in ("cpu", "cuda"))
        for dtype in (np.int32, np.int64):
            seen, same = cpu.turn(), device.turn()
            for library, take in libraries.items():
                for name in ("masks", "planes", "counts", "players"):
                    ours = np.ascontiguousarray(getattr(seen, name))
                    check_same(f"{name} by {library}, {layout}", ours, take(getattr(same, name)))
            first = np.ascontiguousarray(cpu.legal()[0][:, 0], dtype)
            first[3] = 2**32 + first[3] if dtype == np.int64 else -1
            cpu.turn(first)
            device.turn(cuda.to_device(first))
            check_same("states after actions from the device", cpu.states, device.states)
    empty = Batch(game, 0, device="cuda")
    empty.step(empty.legal()[0][:, 0])
    assert empty.observe().shape == (0, *game.setup.planes)
    assert len(empty.states) == len(empty.restart()) == len(empty.masks()) == 0
    return {"by": sorted(libraries)}


def check_vector(game: Game) -> dict[str, Any]:
    """Gymnasium's vector environment: all that it tells, with actions from either side."""
    try:
        from tabor.envs.gymnasium import BatchEnv, on_host
    except ImportError as error:
        return {"left_out": str(error)}
    cpu, device = (BatchEnv(game, STEPPED, device=name) for name in ("cpu", "cuda"))
    chooser, ends = np.random.default_rng(9), 0
    seen: Any = cpu.reset(seed=10)
    same: Any = device.reset(seed=10)
    for turn in range(MOST_TURNS):
        (planes, *told, infos), (others, *facts, there) = seen, same
        check_same(f"vector, turn {turn}: planes", planes, on_host(others))
        for name in infos:
            check_same(f"vector, turn {turn}: {name}", infos[name], on_host(there[name]))
        for name, ours, theirs in zip(("rewards", "ended", "cut"), told, facts, strict=False):  # none after a reset
            check_same(f"vector, turn {turn}: {name}", ours, theirs)
        ends += int(told[1].sum()) if told else 0
        masks = infos["action_mask"]
        chosen = (chooser.random(masks.shape) * masks).argmax(1).astype(np.int32)
        chosen[chooser.random(STEPPED) < 0.001] = -1
        seen, same = cpu.step(chosen), device.step(cuda.to_device(chosen) if turn % 2 else chosen)
    return {"turns": MOST_TURNS, "ends": ends}


def seconds_of(game: Game, lanes: int, actions: int, device: str) -> float:
    began = time.perf_counter()
    result = random_actions(game, lanes, actions, seed=6, device=device)
    assert result.total == lanes * actions, f"{result.total} actions of {lanes * actions}"
    return time.perf_counter() - began


def measure(game: Game, lanes: int, device: str) -> dict[str, Any]:
    """Random actions a second, with all that a call costs."""
    actions = 20
    while (once := seconds_of(game, lanes, actions, device)) < SECONDS / 4 and actions < 2**20:
        actions *= 4
    actions = max(20, int(actions * SECONDS / once))
    rates = [lanes * actions / seconds_of(game, lanes, actions, device) for _ in range(RUNS)]
    facts = {"device": device, "lanes": lanes, "actions_per_lane": actions, "runs": RUNS}
    return facts | {"best_per_s": round(max(rates)), "median_per_s": round(statistics.median(rates))}


CHECKS: dict[str, Callable[[Game], dict[str, Any]]] = {
    "playouts": check_playouts,
    "stepping": check_stepping,
    "turns": check_turns,
    "device arrays": check_device_arrays,
    "vector": check_vector,
}


def check_game(name: str, game: Game, only: str) -> bool:
    is_right = True
    for check, function in CHECKS.items():
        if only not in ("", check):
            continue
        began = time.perf_counter()
        try:
            facts = {"same": True} | function(game)
        except AssertionError as error:
            facts = {"same": False, "problem": str(error)}
            is_right = False
        report(game=name, check=check, **facts, seconds=round(time.perf_counter() - began, 1))
    return is_right


def main(arguments: list[str]) -> int:
    names = [argument for argument in arguments if not argument.startswith("-")] or list(GAMES)
    only = next((word.removeprefix("--only=") for word in arguments if word.startswith("--only=")), "")
    if only not in ("", *CHECKS):
        sys.exit(f"there is no check {only!r}; checks are {', '.join(CHECKS)}")
    results = [check_game(name, GAMES[name], only) for name in names]
    if "--no-speed" not in arguments:
        for name in names:
            for lanes in LANES:
                report(game=name, speed="random actions", **measure(GAMES[name], lanes, "cuda"))
            report(game=name, speed="random actions", **measure(GAMES[name], 1024, "cpu"))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
