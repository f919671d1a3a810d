"""The time people have: so many seconds each, and some back after every turn."""

from __future__ import annotations

from collections.abc import Sequence


class Clocks:
    """What is left to each seat; None for a seat without a clock. `now` is seconds of a clock that only goes on."""

    def __init__(self, left: Sequence[float | None], increment: float) -> None:
        self.left = list(left)
        self.increment = increment
        self.running: int | None = None
        self.since = 0.0

    def run(self, seat: int | None, now: float) -> None:
        """From now on this seat's time runs; None: nobody's."""
        self.charge(now)
        self.running = seat if seat is not None and self.left[seat] is not None else None
        self.since = now

    def charge(self, now: float) -> None:
        if self.running is not None:
            self.left[self.running] = self.left_of(self.running, now)
            self.since = now

    def press(self, seat: int, following: int | None, now: float) -> None:
        """A seat has decided. If the turn goes to another it gets its increment."""
        self.charge(now)
        left = self.left[seat]
        if following != seat and left is not None:
            self.left[seat] = left + self.increment
        self.run(following, now)

    def left_of(self, seat: int, now: float) -> float | None:
        left = self.left[seat]
        if left is None or seat != self.running:
            return left
        return max(0.0, left - (now - self.since))

    def flagged(self, now: float) -> int | None:
        """Whose time is up."""
        seat = self.running
        return seat if seat is not None and self.left_of(seat, now) == 0 else None
