"""How many coins more blue, or orange, needs on each map of Siege for both to win as often, between two generals.

python bench/siege_head_starts.py [--variant balanced] [--map ford …] [--games 24] [--most 32] [--step 8] [--jobs 2]

Plays so many games with each number of coins from -most to most (less than 0: orange's), and puts a logistic curve
through the shares; where it says 50% is the head start. Confirm it on other seeds: bench/siege_report.py --variant NAME
--first 5000.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Sequence

import numpy as np
from siege_report import GROUNDS, Job, play

STEPS = 60  # of the fit
PRIOR = 1e-4  # keeps it from running off where one side wins everything

MAPS = [name for name, mode in GROUNDS if mode == "standard"]


def points(job: Job) -> float:
    """Orange's."""
    winner = play(job).winner
    return 0.5 if winner < 0 else float(winner == 1)


def even_at(coins: Sequence[int], shares: Sequence[float]) -> tuple[float, float]:
    """The coins for which the curve says 50%, and how steep it is: the logarithm of odds for a coin.

    >>> coins, steep = even_at([-8, 0, 8, 16], [0.88, 0.73, 0.5, 0.27])
    >>> round(coins), round(steep, 2)
    (8, -0.12)
    """
    x, y = np.array([np.ones(len(coins)), coins], float).T, np.array(shares)
    found = np.zeros(2)
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-x @ found))
        slope = x.T @ (y - chance) - PRIOR * found
        bend = (x * (chance * (1 - chance))[:, None]).T @ x + PRIOR * np.eye(2)
        found = found + np.clip(np.linalg.solve(bend, slope), -0.5, 0.5)
    return float(-found[0] / found[1]), float(found[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="balanced")
    parser.add_argument("--map", action="append", choices=MAPS)
    parser.add_argument("--games", type=int, default=24, help="with each number of coins")
    parser.add_argument("--most", type=int, default=32)
    parser.add_argument("--step", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    coins = range(-options.most, options.most + 1, options.step)
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for name in options.map or MAPS:
            jobs = [
                Job(name, "standard", {"head_start": {name: more}}, seed, options.variant)
                for more in coins
                for seed in range(1, options.games + 1)
            ]
            shares = np.reshape(pool.map(points, jobs, chunksize=4), (len(coins), -1)).mean(1)
            told = ", ".join(f"{more:+d} {share:.0%}" for more, share in zip(coins, shares, strict=True))
            even, steep = even_at(list(coins), shares.tolist())
            print(f"{name}: even at {even:+.1f} coins ({steep:+.3f} a coin); orange's share: {told}", flush=True)


if __name__ == "__main__":
    main()
