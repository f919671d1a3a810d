"""A better mind for one of Siege's commanders: many are tried on some maps, the better half goes on to more games.

python bench/siege_tune.py [--maps islands straits] [--against general-1 general] [--from general]
                           [--minds 64] [--games 16] [--minutes 10] [--jobs 2] [--seed 1]

Minds are the first one with some traits changed by chance. Each plays paired games, both seats, against every opponent
on every map; all play the same seeds, other ones in each round. A round leaves the better half and doubles the games. A
game counts 1 if it was won, half if drawn, and half as much again if it was won before the last turn. Prints the best.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
from collections.abc import Sequence
from multiprocessing.pool import Pool

from siege_strength import DECIDED, GROUNDS, Job, play

from tabor.arena.playing import number_of

MODES = {name: mode for name, mode, *_ in GROUNDS}
EARLY = 0.5  # what it counts to win before the last turn
CHANGED = 0.15  # of all traits, how many a new mind has of its own
VALUES: dict[str, tuple[int, ...]] = {
    "risk": (20, 40, 60, 80, 110, 150),
    "advance": (10, 18, 25, 35, 50),
    "guards": (1, 2, 3, 5, 8),
    "forward": (0, 1),
    "barracks": (1, 2, 3, 4),
    "archers": (20, 35, 50, 65, 80, 95),
    "cavalry": (0, 10, 25, 45),
    "walls": (0, 1),
    "ships": (0, 1),
    "fleet": (2, 3, 6, 9, 12),
    "odds": (1, 2, 4, 6),
    "landing": (1, 2, 4, 8),
    "birth": (50, 100, 200, 400),
    "camps": (2, 4, 8, 12),
    "bold": (0, 1, 2, 3, 5),
    "post": (200, 400, 800, 1600),
    "late": (40, 80, 100, 140, 200),
    "shelter": (0, 100, 200, 400),
    "sea": (50, 100, 150, 200, 300),
    "yard": (0, 1),
    "seats": (10, 30, 50, 80, 120),
    "thrift": (0, 8, 16, 32, 64),
    "around": (0, 2, 3, 5),
    "armada": (0, 60, 100, 150),
    "spare": (0, 4, 8, 16),
    "hold": (0, 15, 30, 50, 80),
    "docks": (0, 1, 2, 3),
}


def worth(job: Job) -> float:
    """What a game counts for the first player."""
    result = play(job)
    if result.winner < 0:
        return 0.5
    return (1 + EARLY * (result.reason in DECIDED)) * (result.winner == 0)


def jobs_of(mind: str, options: argparse.Namespace, seeds: range) -> list[Job]:
    return [
        Job((mind, other), name, MODES[name], number_of("siege tuning", seed), order)
        for name in options.maps
        for other in options.against
        for seed in seeds
        for order in ((0, 1), (1, 0))
    ]


def new_mind(first: str, chance: random.Random) -> str:
    own = {trait: chance.choice(values) for trait, values in VALUES.items() if chance.random() < CHANGED}
    return first + "".join(f"{',' if ':' in first or i else ':'}{trait}={own[trait]}" for i, trait in enumerate(own))


def judge(minds: Sequence[str], options: argparse.Namespace, seeds: range, pool: Pool) -> dict[str, float]:
    """By mind, the mean of its games."""
    todo = [jobs_of(mind, options, seeds) for mind in minds]
    games = len(todo[0])
    found = pool.map(worth, [job for some in todo for job in some], chunksize=4)
    return {mind: sum(found[i * games : (i + 1) * games]) / games for i, mind in enumerate(minds)}


def rounds(options: argparse.Namespace, pool: Pool) -> None:
    chance, began, first, pairs = random.Random(options.seed), time.monotonic(), 1000 * options.seed, options.games // 2
    minds = [options.first, *(new_mind(options.first, chance) for _ in range(options.minds - 1))]
    while True:
        scores = judge(minds, options, range(first, first + pairs), pool)
        ranked = sorted(minds, key=scores.__getitem__, reverse=True)
        print(f"{time.monotonic() - began:5.0f} s  {len(minds)} minds, {2 * pairs} games a map and opponent")
        for mind in ranked[:6]:
            print(f"    {scores[mind]:.3f}  {mind}", flush=True)
        print(f"    {scores[options.first]:.3f}  (the first)", flush=True)
        took = time.monotonic() - began
        if len(minds) <= 2 or took > 60 * options.minutes:
            return
        first, pairs = first + pairs, 2 * pairs
        minds = ranked[: max(2, len(minds) // 2)]
        if options.first not in minds:
            minds[-1] = options.first


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--maps", nargs="+", choices=MODES, default=["islands", "straits"])
    parser.add_argument("--against", nargs="+", default=["general-1", "general"])
    parser.add_argument("--from", dest="first", default="general")
    parser.add_argument("--minds", type=int, default=64)
    parser.add_argument("--games", type=int, default=16)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for other in options.against:  # compiled before the processes begin
        play(jobs_of(other, options, range(1))[0])
    with multiprocessing.get_context("fork").Pool(options.jobs) as pool:
        rounds(options, pool)


if __name__ == "__main__":
    main()
