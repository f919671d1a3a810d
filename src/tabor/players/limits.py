"""How long a player may think: options in text, a clock, and the size of slices."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from tabor.cores import usable_cores
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
    def read(
        cls, *, ms: str | None, depth: str | None, nodes: str | None, deepest: int, counted: str = "nodes"
    ) -> Limits:
        """From options; a player that got none takes DEFAULT_MS. `counted` is what it calls its nodes."""
        given = number("ms", ms, 1, 3_600_000)
        plies = number("depth", depth, 1, deepest)
        most = number(counted, nodes, 1, 10**15)
        if given is None and plies is None and most is None:
            given = DEFAULT_MS
        return cls(None if given is None else given / 1000, plies or deepest, most)

    def clock(self, done: Callable[[], int]) -> Clock:
        """A clock that runs from now; `done` counts nodes."""
        end = None if self.seconds is None else time.perf_counter() + self.seconds - SLICE_SECONDS
        return Clock(end, self.nodes, done)


class Clock:
    """Asked between slices of a search: whether to go on, and how much to do next."""

    def __init__(self, end: float | None, nodes: int | None, done: Callable[[], int]) -> None:
        self.end, self.nodes, self.done = end, nodes, done

    def goes_on(self) -> bool:
        in_time = self.end is None or time.perf_counter() < self.end
        return in_time and (self.nodes is None or self.done() < self.nodes)

    def portion(self, size: int) -> int:
        """A slice of this size, or what is left: a limit by nodes is kept exactly."""
        return size if self.nodes is None else max(1, min(size, self.nodes - self.done()))


class Whistle(Clock):
    """A clock that runs until another thread stops it."""

    def __init__(self) -> None:
        super().__init__(None, None, lambda: 0)
        self.stopped = threading.Event()

    def goes_on(self) -> bool:
        return not self.stopped.is_set()


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
        return usable_cores()
    return number("cores", text, 1, 256) or 1


def next_slice(size: int, seconds: float) -> int:
    """How much to do in the next slice, so that it takes SLICE_SECONDS."""
    wanted = size * SLICE_SECONDS / max(seconds, 1e-6)
    return int(min(max(wanted, size / 4, 16), size * 4, 10**6))
