"""The time people have: so many seconds each, and some back after every turn; or so many for each turn."""

from __future__ import annotations

from collections.abc import Collection, Sequence


class Clocks:
    """What is left to each seat; None for a seat without a clock. `now` is seconds of a clock that only goes on."""

    def __init__(self, left: Sequence[float | None], increment: float, each_turn: bool = False) -> None:
        self.left, self.first = list(left), tuple(left)
        self.increment = increment
        self.is_used = any(each is not None for each in left)
        self.each_turn = each_turn  # all that was left at first is there again for the next turn
        self.running: frozenset[int] = frozenset()  # those who must decide, and have a clock
        self.since = 0.0
        self.known, self.known_at = list(left), 0.0  # what was left when everybody was told last, and when that was

    def begin(self, seats: Collection[int], now: float) -> None:
        """From now on the time of these seats runs, and everybody may know so."""
        self.run(seats, now)
        self.known, self.known_at = list(self.left), now

    def put(self, left: Sequence[float | None], is_known: bool) -> None:
        """As it was stored; `is_known`: to everybody."""
        self.left = list(left)
        if is_known:
            self.known = list(left)

    def resume(self, seats: Collection[int], now: float, is_known: bool = True) -> None:
        """From now on, after a time in which nobody's ran; `is_known`: to everybody."""
        self.since = now
        if is_known:
            self.known_at = now
        self.run(seats, now)

    def run(self, seats: Collection[int], now: float) -> None:
        """From now on the time of these seats runs."""
        self.charge(now)
        self.running = frozenset(seat for seat in seats if self.left[seat] is not None)

    def charge(self, now: float) -> None:
        self.left = [self.left_of(seat, now) for seat in range(len(self.left))]
        self.since = now

    def press(self, through: Collection[int], following: Collection[int], now: float) -> None:
        """Somebody has decided: those whose turn is through get their increment, then others' time runs."""
        if not self.is_used:
            return
        self.charge(now)
        for seat in through:
            left = self.first[seat] if self.each_turn else self.left[seat]
            self.left[seat] = None if left is None else left + self.increment
        self.begin(following, now)

    def give_back(self, seats: Collection[int], seconds: float) -> None:
        """What was not theirs to spend, such as the time that storing took."""
        for seat in self.running & set(seats):
            left = self.left[seat]
            self.left[seat] = None if left is None else left + seconds

    def left_of(self, seat: int, now: float) -> float | None:
        left = self.left[seat]
        if left is None or seat not in self.running:
            return left
        return max(0.0, left - (now - self.since))

    def all_running(self, seat: int, now: float) -> float | None:
        """What would be left if everybody had been deciding since all were told: it does not tell who has decided."""
        left = self.known[seat]
        return None if left is None else max(0.0, left - (now - self.known_at))

    def next_flag(self, now: float) -> float | None:
        """Seconds until somebody's time is up."""
        return min((left for seat in self.running if (left := self.left_of(seat, now)) is not None), default=None)

    def flagged(self, now: float) -> int | None:
        """Whose time is up."""
        return next((seat for seat in sorted(self.running) if self.left_of(seat, now) == 0), None)
