"""Turns a second of Robots, on one core and, if there is one, on a CUDA device: `python bench/robots_speed.py`.

A turn is an order for every robot, drawn at random, and what comes of them all. Each begins with as many robots as were
asked for, on cells drawn anew for every lane, so that no number comes from robots that had died before. Needs NumPy and
Numba, and numba-cuda for the device. Prints one JSON object a line.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from tabor.batch import on_cuda
from tabor.batch.shapes import DEVICES, check_one_of
from tabor.errors import DataError
from tabor.game import EVENT_WIDTH, Game, dice
from tabor.games.robots import KIND
from tabor.games.robots.knowledge import any_order
from tabor.games.robots.rules import BLOCKED, ROBOTS, apply, robots_in
from tabor.jit import generic, rule
from tabor.loading import load_kind
from tabor.rng import RNG, set_dice

ROBOTS_PLAYED = (10, 28, 64)
CPU_LANES, CUDA_LANES = 64, 2**16
BLOCK = 128


@rule
def restore(state: Any, lanes: Any, lane: Any) -> None:
    """The robots of a lane, in a turn without a batch; what is behind them in the list nobody reads."""
    state["turn"] = 1
    state["given"] = 0
    state["player"] = 0
    for player in range(2):
        state["count"][player] = lanes[lane]["count"][player]
    for robot in range(robots_in(state)):
        state["cell"][robot] = lanes[lane]["cell"][robot]
        state["hp"][robot] = lanes[lane]["hp"][robot]


@rule
def random_turn(rules: Any, state: Any, work: Any, rng: Any, events: Any) -> None:
    """Orders for everybody; the last one resolves the turn."""
    for robot in range(robots_in(state)):
        order = any_order(rules, int(state["cell"][robot]), rng)
        apply(rules, state, work, order, rng, events)


@rule
def run_lane(rules: Any, state: Any, work: Any, rng: Any, events: Any, lanes: Any, lane: Any, turns: Any) -> Any:
    """So many turns, each from the lane's own position; a sum of what was left, so that nothing is left out."""
    total = 0
    set_dice(rng, np.uint64(lane), np.uint64(0), np.uint64(0))
    for _ in range(turns):
        restore(state, lanes, lane)
        random_turn(rules, state, work, rng, events)
        total += robots_in(state)
    return total


@generic("int64(rules, states, work, rng, events, states, int64)")
def run_lanes(rules: Any, states: Any, work: Any, rng: Any, events: Any, lanes: Any, turns: Any) -> Any:
    total = 0
    for lane in range(lanes.shape[0]):
        total += run_lane(rules, states[0], work, rng, events, lanes, lane, turns)
    return total


def make_lanes(game: Game, lanes: int, robots: int, seed: int = 0) -> Any:
    """Positions with so many fresh robots, half of them each player's, on cells drawn at random."""
    cells = np.flatnonzero(game.rules["ground"] != BLOCKED)
    if not 2 <= robots <= min(ROBOTS, len(cells)):
        raise DataError(f"robots is {robots}; on this arena it must be 2 to {min(ROBOTS, len(cells))}")
    drawn = np.random.default_rng(seed).random((lanes, len(cells))).argsort(axis=1)[:, :robots]
    states = np.zeros(lanes, game.kind.STATE)
    states["count"] = (robots - robots // 2, robots // 2)
    states["cell"][:, :robots] = cells[drawn]
    states["hp"][:, :robots] = game.rules["hp"]
    return states


def turns_per_second(game: Game, device: str = "cpu", robots: int = 28, seconds: float = 1.0) -> float:
    """Turns a second on one core, by its own time, or on the whole CUDA device, by the clock on the wall."""
    is_cuda = check_one_of("device", device, DEVICES) == "cuda"
    lanes = make_lanes(game, CUDA_LANES if is_cuda else CPU_LANES, robots)
    run, clock = (
        (cuda_runner(game, lanes), time.perf_counter) if is_cuda else (cpu_runner(game, lanes), time.process_time)
    )
    turns, took = 1, 0.0
    run(turns)  # compiled here
    while took < seconds:
        turns *= 4
        began = clock()
        run(turns)
        took = clock() - began
    return len(lanes) * turns / took


def cpu_runner(game: Game, lanes: Any) -> Callable[[int], int]:
    states, events = np.zeros(1, game.kind.STATE), np.zeros((0, EVENT_WIDTH), np.int32)
    function = game.compile(run_lanes)
    return lambda turns: int(function(game.rules, states, game.work, dice(0, 0), events, lanes, turns))


def cuda_runner(game: Game, lanes: Any) -> Callable[[int], int]:
    cuda = on_cuda().cuda
    kernel = cuda.jit(make_kernel(game))
    rulebook = cuda.to_device(np.array([game.rules], game.kind.RULES))
    positions, totals = cuda.to_device(lanes), cuda.device_array(len(lanes), np.int64)

    def run(turns: int) -> int:
        kernel[-(-len(lanes) // BLOCK), BLOCK](rulebook, positions, totals, turns)
        return int(totals.copy_to_host().sum())

    return run


def make_kernel(game: Game) -> Callable[..., None]:
    """One thread a lane, its state and scratch in local memory."""
    from numba import cuda, from_dtype, types

    from tabor.batch.cuda import ALIGNMENT

    STATE, WORK, DICE = from_dtype(game.kind.STATE), from_dtype(game.kind.WORK), from_dtype(RNG)

    def turns_kernel(rulebook: Any, lanes: Any, totals: Any, turns: Any) -> None:
        lane = cuda.grid(1)
        if lane < lanes.shape[0]:
            state = cuda.local.array(1, STATE, ALIGNMENT)[0]
            work = cuda.local.array(1, WORK, ALIGNMENT)[0]
            rng = cuda.local.array(1, DICE, ALIGNMENT)[0]
            events = cuda.local.array((1, EVENT_WIDTH), types.int32)[:0]
            totals[lane] = run_lane(rulebook[0], state, work, rng, events, lanes, lane, turns)

    return turns_kernel


def main() -> int:
    game = load_kind(KIND)
    for device in DEVICES:
        for robots in ROBOTS_PLAYED:
            try:
                speed = turns_per_second(game, device, robots)
            except DataError as error:
                print(json.dumps({"device": device, "problem": str(error)}))
                break
            print(json.dumps({"device": device, "robots": robots, "turns_per_s": round(speed)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
