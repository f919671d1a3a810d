"""Random numbers by counting: the n-th number of a key is a hash of both, alike on CPU, GPU and in plain Python.

A state holds no seed. Whoever plays an action hands the rules a record (key, count) made for that ply alone,
so every ply replays by itself and no search can see the dice that will fall.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabor.jit import rule

RNG = np.dtype([("key", np.uint64), ("count", np.uint64)], align=True)  # count: numbers drawn so far


@rule
def mix(x: Any) -> Any:
    """A bijection of uint64 in which every bit of x touches every bit of the result (the splitmix64 finish)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@rule
def join(hash_: Any, number: Any) -> Any:
    """Fold one more number, of any integer type, into a hash."""
    whole = np.uint64(np.int64(number))  # by way of int64: plain NumPy makes no uint64 of a negative int
    return mix((hash_ ^ whole) + np.uint64(0x9E3779B97F4A7C15))


@rule
def set_dice(rng: Any, seed: Any, ply: Any, again: Any) -> None:
    """Dice for one ply of a game; `again` counts the take-backs that re-rolled."""
    rng["key"] = join(join(join(np.uint64(0), seed), ply), again)
    rng["count"] = np.uint64(0)


@rule
def draw(rng: Any) -> Any:
    """The next uint64."""
    count = rng["count"] + np.uint64(1)
    rng["count"] = count
    return mix(rng["key"] + count * np.uint64(0x9E3779B97F4A7C15))


@rule
def roll(rng: Any, sides: Any) -> Any:
    """0 … sides − 1, each exactly as likely (Lemire's method: the few products that would favour some are redrawn)."""
    n = np.uint64(sides)
    product = (draw(rng) >> np.uint64(32)) * n
    if (product & np.uint64(0xFFFFFFFF)) < n:
        uneven = (np.uint64(0x100000000) - n) % n
        while (product & np.uint64(0xFFFFFFFF)) < uneven:
            product = (draw(rng) >> np.uint64(32)) * n
    return np.int64(product >> np.uint64(32))


@rule
def pick(rng: Any, bag: Any, total: Any) -> Any:
    """An index drawn from a bag that holds bag[i] pieces of kind i, `total` (≥ 1) in all; the bag is not changed."""
    rest = roll(rng, total)
    for kind in range(len(bag)):
        rest -= int(bag[kind])
        if rest < 0:
            return kind
    return -1
