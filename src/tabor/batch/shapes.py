"""The arrays of a batch: how large they are, what may be given for them, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tabor.batch.bodies import BITS, FACTS, MASKS, PLANES
from tabor.cores import usable_cores
from tabor.errors import DataError
from tabor.game import HEADER, Game
from tabor.jit import plain
from tabor.rng import join

Array = np.ndarray[Any, np.dtype[Any]]

DEVICES = ("cpu", "cuda")
LAYOUTS = ("rows", "columns")
SEEDS = 2**63  # of a match
MOST = 2**31 - 1  # games, plies
WRITTEN = {"masks": MASKS, "bits": BITS, "planes": PLANES}  # what a turn writes if it is wanted

_join = plain(join)


def shape_of(game: Game, name: str) -> tuple[int, Any]:
    """How many numbers of which type an array has for each game."""
    shapes: dict[str, tuple[int, Any]] = {
        "counts": (1, np.int32),
        "actions": (game.setup.most_actions, np.int32),
        "masks": (action_space(game), np.int8),
        "bits": (-(-action_space(game) // 32), np.uint32),
        "planes": (int(np.prod(game.setup.planes)), np.int8),
        "told": (FACTS, np.int32),
    }
    return shapes[name]


def action_space(game: Game) -> int:
    """Actions are below this number."""
    return int(np.prod([base for _, base in game.setup.digits]))


@dataclass(frozen=True)
class Played:
    """What came of random games, a lane each."""

    headers: Array  # int32[n, 4] of the last states
    made: Array  # int64[n]: actions played
    hashes: Array  # uint64[n] of those actions, in their order

    @staticmethod
    def of(n: int) -> Played:
        return Played(np.zeros((n, len(HEADER)), np.int32), np.zeros(n, np.int64), np.zeros(n, np.uint64))


def first_seeds(seed: int, n: int) -> Array:
    """The seeds of n games."""
    numbers = np.arange(n, dtype=np.uint64)
    return np.asarray(_join(_join(np.uint64(0), np.uint64(seed)), numbers) >> np.uint64(1))


def check_one_of(name: str, value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise DataError(f"{name} is {value!r}; it must be one of {', '.join(known)}")
    return value


def check_threads(threads: int | None) -> int:
    if threads is None:
        return usable_cores()
    return check_number("threads", threads, 4096, low=1)


def check_number(name: str, value: int, high: int, low: int = 0) -> int:
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or not low <= value <= high:
        raise DataError(f"{name} is {value!r}; it must be a whole number from {low} to {high}")
    return int(value)


def check_seeds(seeds: Any, n: int) -> Array:
    array = np.asarray(seeds)
    if array.shape != (n,) or (n and array.dtype.kind not in "iu"):
        raise DataError(f"seeds are {array.dtype}{list(array.shape)}; they must be {n} whole numbers, one a game")
    for bad in array[(array < 0) | (array >= SEEDS)][:1]:
        raise DataError(f"{bad} is not a seed: it must be a whole number from 0 to {SEEDS - 1}")
    return array.astype(np.uint64)


def check_actions(actions: Any, n: int) -> Any:
    """Without a look at the values: those may be on the device."""
    array = actions if hasattr(actions, "dtype") else np.asarray(actions)
    shape, kind = tuple(array.shape), str(array.dtype)
    if shape != (n,) or (n and "int" not in kind):
        raise DataError(f"actions are {kind}{list(shape)}; they must be {n} whole numbers, one a game")
    return array


def whole_numbers(actions: Any) -> Array:
    """As int32; what does not fit becomes −1, which no action is."""
    array = np.asarray(actions)
    if array.dtype == np.int32:
        return np.ascontiguousarray(array)
    fits = (array >= 0) & (array < 2**31)
    return np.ascontiguousarray(np.where(fits, array, -1), np.int32)
