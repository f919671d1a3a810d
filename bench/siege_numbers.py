"""Other numbers for Siege's standard mode: many are drawn by lot and judged by games between generals on every map.

python bench/siege_numbers.py [--minutes 8] [--games 12] [--seed 5] [--best 6]

What counts, on the mean of all maps: the share of games decided before the last turn, up to WANTED, less how far
orange's share is from even by more than SLACK. Prints the best: confirm them on other seeds by bench/siege_report.py.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from contextlib import suppress
from typing import Any

from siege_report import GROUNDS, Job, orange, play
from siege_strength import DECIDED

from tabor.errors import DataError

WANTED, SLACK, EVENNESS = 0.8, 0.05, 0.7
VALUES: dict[str, tuple[int, ...]] = {
    "least_distance": (16, 18, 20, 22, 24),
    "captors": (1, 2, 2, 3),
    "barracks_units": (1, 2),
    "shot.hits": (5, 6),
    "standard.castle_coins": (1, 2, 3),
    "standard.blue_coins": (24, 32, 40, 48, 56, 64),
    "tokens.archers.cost": (1, 2, 2),
    "tokens.infantry.move": (2, 3),
    "tokens.cavalry.move": (3, 4),
    "tokens.camp.cost": (16, 24, 32),
    "tokens.camp.reach": (20, 30),
    "tokens.ship.cost": (2, 3, 4),
    "tokens.ship.move": (3, 4, 5),
}
LESS = (-8, 0, 0, 8)  # coins that orange has less than blue
MAPS = [name for name, mode in GROUNDS if mode == "standard"]


def draw(chance: random.Random) -> dict[str, int]:
    numbers = {key: chance.choice(values) for key, values in VALUES.items()}
    return {**numbers, "standard.orange_coins": numbers["standard.blue_coins"] - chance.choice(LESS)}


def changes_of(numbers: dict[str, int]) -> dict[str, Any]:
    """As tables in tables.

    >>> changes_of({"captors": 2, "tokens.ship.cost": 3, "tokens.ship.move": 4})
    {'captors': 2, 'tokens': {'ship': {'cost': 3, 'move': 4}}}
    """
    changes: dict[str, Any] = {}
    for key, value in numbers.items():
        *path, last = key.split(".")
        table = changes
        for part in path:
            table = table.setdefault(part, {})
        table[last] = value
    return changes


def judge(numbers: dict[str, int], games: int) -> tuple[float, str]:
    """What the numbers are worth, and how it is on each map."""
    worth, told = 0.0, []
    for name in MAPS:
        played = [play(Job(name, "standard", changes_of(numbers), seed)) for seed in range(1, games + 1)]
        decided, share = sum(one.reason in DECIDED for one in played) / games, orange(played).score
        worth += (min(WANTED, decided) - EVENNESS * max(0.0, abs(share - 0.5) - SLACK)) / len(MAPS)
        told.append(f"{name} {decided:.0%} decided, orange {share:.0%}")
    return worth, "; ".join(told)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--games", type=int, default=12, help="on each map")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--best", type=int, default=6, help="how many to print")
    options = parser.parse_args()
    chance, end, found = random.Random(options.seed), time.monotonic() + 60 * options.minutes, []
    while time.monotonic() < end:
        numbers = draw(chance)
        with suppress(DataError):  # castles so far apart that a map has no room for them
            found.append((*judge(numbers, options.games), numbers))
        print(
            f"\r{len(found)} draws, the best {max((worth for worth, *_ in found), default=0.0):.2f} ",
            end="",
            flush=True,
        )
    print()
    for worth, told, numbers in sorted(found, key=lambda one: -one[0])[: options.best]:
        print(f"{worth:.2f}  {told}\n      {json.dumps(numbers)}")


if __name__ == "__main__":
    main()
