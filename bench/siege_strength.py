"""How strong the commanders of Siege are: paired games of each against the one below and against random, on every map.

python bench/siege_strength.py [--games 200] [--below 40] [--jobs 16] [--docs docs]    writes docs/siege-strength.md
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import tabor
from tabor.arena.playing import Played, different, milliseconds, tally
from tabor.arena.series import run

GROUNDS = (
    ("ford", "standard"),
    ("straits", "standard"),
    ("islands", "standard"),
    ("pass", "standard"),
    ("plain", "standard"),
    ("keep", "siege"),
)
BEST = (("general", "captain"), ("general", "random"))
BELOW = (("captain", "recruit"), ("recruit", "random"))
SEED = 1

HEAD = """# How strong the computer is in Siege

Paired games: every seed is played twice, with the sides changed; dice and places of castles differ from seed to seed.
A draw is half a point; the interval is Wilson's, 95%. A decision is one action; a turn has many. `within` is the share
of games that ended before the last turn. Made by `python bench/siege_strength.py
--games {games} --below {below}`.

| player | against | map | mode | games | different | won | drawn | lost | score | interval | within | ms a decision |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
"""
LIMITS = ("defended", "more-seats", "more-units", "even")


def line(player: str, other: str, ground: tuple[str, str], played: list[Played]) -> str:
    own = tally(played, 0)
    low, high = own.interval
    within = sum(one.reason not in LIMITS for one in played) / len(played)
    return (
        f"| {player} | {other} | {ground[0]} | {ground[1]} | {own.games} | {len(different(played))} | {own.wins} "
        f"| {own.draws} | {own.losses} | {own.score:.1%} | {low:.1%} to {high:.1%} | {within:.0%} "
        f"| {milliseconds(played, 0):.2f} |"
    )


def lines(games: int, below: int, jobs: int) -> Iterator[str]:
    for player, other in (*BEST, *BELOW):
        count = games if player == BEST[0][0] else below
        for name, mode in GROUNDS:
            game = tabor.load("siege", map=name, mode=mode)
            yield line(player, other, (name, mode), list(run(game, (player, other), count, SEED, cores=jobs)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="of the best player, for each other one and map")
    parser.add_argument("--below", type=int, default=40, help="the same, for the weaker players")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--docs", type=Path, default=Path("docs"))
    options = parser.parse_args()
    began, made = time.perf_counter(), []
    for text in lines(options.games, options.below, options.jobs):
        print(f"{time.perf_counter() - began:5.0f} s  {text}", flush=True)
        made.append(text + "\n")
        (options.docs / "siege-strength.md").write_text(
            HEAD.format(games=options.games, below=options.below) + "".join(made), "utf-8"
        )


if __name__ == "__main__":
    main()
