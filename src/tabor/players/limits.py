"""How long a player may think: options in text, a clock, and the size of slices."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass

from tabor.errors import DataError

DEFAULT_MS = 100
SLICE_SECONDS = 0.002  # compiled code runs this long before Python looks at the clock again


@dataclass(frozen=True)
class Limits:
    """Whichever is reached first ends the thinking."""

    seconds: float | None
    depth: int
    nodes: int | None  # or simulations

    @classmethod
    def read(cls, *, ms: str | None, depth: str | None, nodes: str | None, deepest: int) -> Limits:
        """From options; a player that got none takes DEFAULT_MS."""
        given = number("ms", ms, 1, 3_600_000)
        plies = number("depth", depth, 1, deepest)
        most = number("nodes", nodes, 1, 10**15)
        if given is None and plies is None and most is None:
            given = DEFAULT_MS
        return cls(None if given is None else given / 1000, plies or deepest, most)

    def clock(self, done: Callable[[], int]) -> Callable[[], bool]:
        """A function that says, from now on, whether to go on; `done` counts nodes."""
        end = None if self.seconds is None else time.perf_counter() + self.seconds - SLICE_SECONDS
        return lambda: (
            (end is None or time.perf_counter() < end) and (self.nodes is None or done() < self.nodes)
        )


def number(name: str, value: str | None, low: int, high: int) -> int | None:
    """An option that is a whole number; None if it was not given."""
    if value is None:
        return None
    if not value.isdecimal() or not low <= int(value) <= high:
        raise DataError(f"{name}={value}: it must be a whole number from {low} to {high}")
    return int(value)


def read_cores(text: str | None) -> int:
    """How many cores to think on: one unless told; `all`."""
    if text == "all":
        return os.cpu_count() or 1
    return number("cores", text, 1, 256) or 1


def next_slice(size: int, seconds: float) -> int:
    """How much to do in the next slice, so that it takes SLICE_SECONDS."""
    wanted = size * SLICE_SECONDS / max(seconds, 1e-6)
    return int(min(max(wanted, size / 4, 16), size * 4, 10**6))
