"""How strong the commanders of Siege are: paired games against general-1 and of each level against the one below.

python bench/siege_strength.py [--games 40] [--part against|without|levels …] [--jobs 2] [--docs docs]
python bench/siege_strength.py --players general general-1 --map islands [--games 16] [--first 1000]

Writes docs/siege-strength.md with the parts that were played; two players that are named are only told about. Whole
turns run compiled, without a match.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from siege_general_1 import General1

import tabor
from tabor.arena.playing import Tally, number_of
from tabor.game import dice
from tabor.games.siege.players import LEVELS, Commander
from tabor.players import make

GROUNDS = (
    ("ford", "standard"),
    ("straits", "standard"),
    ("islands", "standard"),
    ("pass", "standard"),
    ("plain", "standard"),
    ("keep", "siege"),
)
WITHOUT = (("general:ships=0", "straits"), ("general:ships=0", "islands"), ("general:engines=0", "keep"))
PARTS = ("against", "without", "levels")
DECIDED = ("no-seat", "no-units")  # before the last turn

HEAD = """# How strong the computer is in Siege

Paired games: every seed is played twice, with the sides changed; dice and places of castles differ from seed to seed.
A draw is half a point; the interval is Wilson's, 95%. `decided` is the share of games that ended before the last turn;
ms is the time of a whole turn. `general-1` is an earlier general, kept in `bench/siege_general_1` for others to beat;
`ships=0` and `engines=0` are the general without them; the last rows are games between both. How far the computer's
levels are apart stands in [strength.md](strength.md), why games over water seldom are decided in
[balance.md](balance.md). Made by `python bench/siege_strength.py {options}`.

| player | against | map | mode | games | won | drawn | lost | score | interval | decided | ms a turn |
|---|---|---|---|---|---|---|---|---|---|---|---|
"""


@dataclass(frozen=True)
class Job:
    players: tuple[str, str]
    map: str
    mode: str
    seed: int
    order: tuple[int, int]  # order[seat]: which player sits there


@dataclass(frozen=True)
class Result:
    winner: int  # a player; −1: a draw
    reason: str
    turns: int
    seconds: float  # of the first player


def commander(game: tabor.Game, name: str, seed: int) -> Commander:
    player = General1(game, seed) if name == "general-1" else make(name, game, seed)
    assert isinstance(player, Commander)
    return player


def take_turn(game: tabor.Game, player: Commander, seed: int) -> None:
    """Play `player.states[0]` on until the next turn, or, in set-up and where it may slip, by one action."""
    state = player.states[0]
    player.look_around()
    if int(state["setup"]) == 0 and player.slips == 0:
        player.run(1, seed)
        return
    action = player.run(0)
    if player.is_slipping(state):
        n = game.functions.legal(game.rules, state, game.work, player.listed)
        action = int(player.listed[player.random.randrange(n)])
    game.functions.apply(game.rules, state, game.work, action, dice(seed, 0), player.events)


@dataclass
class Table:
    """A game being played."""

    job: Job
    game: tabor.Game
    states: Any  # [1]
    sides: list[Commander]  # by seat
    seconds: list[float]  # by seat


def sit_down(job: Job) -> Table:
    game = tabor.load("siege", map=job.map, mode=job.mode)
    sides = [commander(game, job.players[which], job.seed + which) for which in job.order]
    states: Any = np.zeros(1, game.kind.STATE)
    states[0] = game.begin(job.seed)
    for side in sides:
        side.states = states
    return Table(job, game, states, sides, [0.0, 0.0])


def take_turns(table: Table) -> Iterator[int]:
    """Play to the end, step by step; the number of turns that have ended."""
    state, step = table.states[0], 0
    while int(state["player"]) >= 0:
        seat, began = int(state["player"]), time.process_time()
        take_turn(table.game, table.sides[seat], number_of(table.job.seed, step))
        table.seconds[seat] += time.process_time() - began
        step += 1
        yield int(state["turns"])


def play(job: Job) -> Result:
    table = sit_down(job)
    *_, turns = take_turns(table)
    winner, reason = int(table.states[0]["winner"]), table.game.reason(int(table.states[0]["reason"]))
    return Result(-1 if winner < 0 else job.order[winner], reason, turns, table.seconds[job.order.index(0)])


def line(job: Job, results: list[Result]) -> str:
    won, lost = (sum(one.winner == player for one in results) for player in (0, 1))
    tally = Tally(won, len(results) - won - lost, lost)
    low, high = tally.interval
    decided = sum(one.reason in DECIDED for one in results) / len(results)
    turns = max(1, sum(one.turns for one in results) // 2)
    return (
        f"| {job.players[0]} | {job.players[1]} | {job.map} | {job.mode} | {len(results)} | {won} | {tally.draws} "
        f"| {lost} | {tally.score:.1%} | {low:.1%} to {high:.1%} | {decided:.0%} "
        f"| {1000 * sum(one.seconds for one in results) / turns:.1f} |"
    )


def pairings(part: str) -> Iterator[tuple[str, str, str, str]]:
    """Player, opponent, map and mode."""
    modes = dict(GROUNDS)
    if part == "against":
        yield from (("general", "general-1", *ground) for ground in GROUNDS)
    elif part == "without":
        yield from ((player, "general-1", name, modes[name]) for player, name in WITHOUT)
        yield from (("general", player, name, modes[name]) for player, name in WITHOUT)
    else:
        for number in range(1, len(LEVELS)):
            yield from ((LEVELS[number], LEVELS[number - 1], *ground) for ground in GROUNDS)


def wanted(options: argparse.Namespace) -> list[tuple[str, str, str, str]]:
    """The pairings that are asked for, on the maps that are."""
    if options.players:
        found = [(*options.players, *ground) for ground in GROUNDS]
    else:
        found = [pairing for part in options.part or PARTS for pairing in pairings(part)]
    return [pairing for pairing in found if pairing[2] in (options.map or dict(GROUNDS))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="of each pairing on each map")
    parser.add_argument("--part", action="append", choices=PARTS)
    parser.add_argument("--players", nargs=2, metavar=("PLAYER", "AGAINST"))
    parser.add_argument("--map", action="append", choices=dict(GROUNDS))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="seed of the first pair of games")
    parser.add_argument("--docs", type=Path, default=Path("docs"))
    options = parser.parse_args()
    began, made = time.perf_counter(), []
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for player, other, name, mode in wanted(options):
            seeds = [number_of("siege", number) for number in range(options.first, options.first + options.games // 2)]
            todo = [Job((player, other), name, mode, seed, order) for seed in seeds for order in ((0, 1), (1, 0))]
            made.append(line(todo[0], pool.map(play, todo, chunksize=2)) + "\n")
            print(f"{time.perf_counter() - began:5.0f} s  {made[-1]}", end="", flush=True)
    if not options.players and not options.map:
        told = f"--games {options.games}" + f" --first {options.first}" * (options.first > 0)
        told += "".join(f" --part {part}" for part in options.part or ())
        (options.docs / "siege-strength.md").write_text(HEAD.format(options=told) + "".join(made), "utf-8")


if __name__ == "__main__":
    main()
