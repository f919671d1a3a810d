"""Random numbers: known values, fairness, and the same compiled as in plain Python."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from tabor.game import dice, one
from tabor.jit import plain, rule, to_compile
from tabor.rng import RNG, draw, join, mix, pick, roll, set_dice

WORD = 2**64


def splitmix64(seed: int, count: int) -> list[int]:
    """The generator as published by Steele, Lea and Flood, in whole numbers."""
    numbers, state = [], seed
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) % WORD
        z = state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
        numbers.append(z ^ (z >> 31))
    return numbers


def keyed(key: int) -> Any:
    rng = one(RNG)
    rng["key"] = key
    return rng


@pytest.mark.parametrize("key", [0, 1, 1234567, WORD - 1])
def test_draws_are_splitmix64(key: int) -> None:
    rng = keyed(key)
    assert [int(plain(draw)(rng)) for _ in range(20)] == splitmix64(key, 20)
    assert int(rng["count"]) == 20


def test_splitmix64_itself_is_right() -> None:
    """The first numbers for seed 1234567, as printed with the generator's description."""
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert splitmix64(1234567, 4) == published


def chi_square(counts: list[int], expected: list[float]) -> float:
    return sum((n - e) ** 2 / e for n, e in zip(counts, expected, strict=True))


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 7, 20])
def test_roll_is_even_and_in_range(sides: int) -> None:
    rng, rolls = keyed(99), 3000
    counts = Counter(int(plain(roll)(rng, sides)) for _ in range(rolls))
    assert set(counts) == set(range(sides))
    # far beyond the 99.99 % point of chi-square with `sides − 1` degrees of freedom
    assert chi_square([counts[side] for side in range(sides)], [rolls / sides] * sides) < sides + 8 * sides**0.5


def test_roll_has_no_favourites_where_sides_do_not_divide_the_range() -> None:
    """Of 3 × 2³⁰ sides, a plain modulo of a 32-bit number would give those of the first third twice as often."""
    sides = 3 * 2**30
    rng, rolls = keyed(7), 6000
    low = sum(int(plain(roll)(rng, sides)) < 2**30 for _ in range(rolls))
    assert abs(low - rolls / 3) < 5 * (rolls * 2 / 9) ** 0.5
    assert int(rng["count"]) > rolls  # some products were drawn again


def test_pick_draws_by_weight() -> None:
    bag, rng, picks = np.array([5, 0, 1, 4], np.int8), keyed(3), 3000
    counts = Counter(int(plain(pick)(rng, bag, 10)) for _ in range(picks))
    assert set(counts) == {0, 2, 3}
    weights = {0: 0.5, 2: 0.1, 3: 0.4}
    assert chi_square([counts[kind] for kind in weights], [picks * weights[kind] for kind in weights]) < 20
    assert bag.tolist() == [5, 0, 1, 4]


@rule
def all_of_it(rng: Any, bag: Any, out: Any) -> None:
    """One call of everything, so that one crossing compares it."""
    for i in range(50):
        out[0, i] = draw(rng)
        out[1, i] = roll(rng, i + 1)
        out[2, i] = pick(rng, bag, 10)
        out[3, i] = join(out[0, i], i - 25)
        out[4, i] = mix(out[0, i])
    set_dice(rng, 7, 3, 1)


def test_compiled_is_plain() -> None:

    compiled = to_compile(all_of_it)
    bag = np.array([5, 0, 1, 4], np.int8)
    results = []
    for function in (plain(all_of_it), compiled):
        rng, out = keyed(5), np.zeros((5, 50), np.uint64)
        function(rng, bag, out)
        results.append((out.tolist(), int(rng["key"]), int(rng["count"])))
    assert results[0] == results[1]


def test_a_negative_number_joins_alike_whatever_its_type() -> None:
    joined = {int(plain(join)(np.uint64(1), number)) for number in (-3, np.int8(-3), np.int64(-3))}
    assert len(joined) == 1


def test_dice_differ_by_seed_ply_and_again() -> None:
    keys = {int(dice(seed, ply, again)["key"]) for seed in range(10) for ply in range(10) for again in range(10)}
    assert len(keys) == 1000
    assert int(dice(1, 2, 3)["key"]) == int(dice(1, 2, 3)["key"])
    assert int(dice(1, 2, 3)["count"]) == 0


def test_first_rolls_of_neighbouring_plies_are_independent() -> None:
    """A die that is keyed anew for each ply must be as fair over plies as within one."""
    rolls = [int(plain(roll)(dice(1, ply), 3)) for ply in range(1800)]
    pairs = Counter(pairwise(rolls))
    assert chi_square([pairs[a, b] for a in range(3) for b in range(3)], [1799 / 9] * 9) < 30
