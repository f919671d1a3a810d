"""Whether B is better than A, with as few games as that takes (a sequential probability ratio test).

Two games with the same opening and the seats swapped are one observation: 0, ½, 1, 1½ or 2 points (pentanomial).
That takes the luck of the opening out of the result. The test compares how well two hypotheses explain what was seen
(B is better by elo0 points, or by elo1), each with the distribution that suits it best, and stops once one is far
enough ahead for the errors that were allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from tabor.arena.ratings import Floats
from tabor.errors import DataError

POINTS = np.array([0.0, 0.25, 0.5, 0.75, 1.0])  # of a pair, as a score
UNSEEN = 1e-3  # pairs of a kind that did not happen: it might have
STEPS = 50  # of halving an interval


@dataclass(frozen=True)
class Test:
    """What is asked, and how often the answer may be wrong."""

    elo0: float = 0.0  # not better than that …
    elo1: float = 10.0  # … or at least so much better
    alpha: float = 0.05  # how often it may say "better" where elo0 holds
    beta: float = 0.05  # how often it may say "not better" where elo1 holds

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise DataError(f"elo0 is {self.elo0:g} and elo1 {self.elo1:g}: elo0 must be the smaller")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise DataError(f"{name} is {value:g}; it must lie between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first elo0 is accepted, above the second elo1."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[int]) -> float:
        """The log likelihood ratio of elo1 to elo0; pairs counts those with 0, ½, 1, 1½ and 2 points."""
        if sum(pairs) == 0:
            return 0.0
        seen = np.maximum(np.asarray(pairs, float), UNSEEN)
        shares = seen / seen.sum()
        likely = [np.log(most_likely(shares, score(elo))) for elo in (self.elo0, self.elo1)]
        return float(seen @ (likely[1] - likely[0]))

    def verdict(self, pairs: Sequence[int]) -> str:
        """`better`, `not better`, or nothing while it is open."""
        ratio, (low, high) = self.ratio(pairs), self.bounds
        return "better" if ratio >= high else "not better" if ratio <= low else ""


def score(elo: float) -> float:
    """The share of points that somebody better by so many Elo points gets.

    >>> round(score(0), 3), round(score(400), 3)
    (0.5, 0.909)
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


def most_likely(shares: Floats, mean: float) -> Floats:
    """Of all distributions with this mean, the one under which these shares are most likely.

    It is shares / (1 + x · (points − mean)) for the x that gives it that mean, between the poles of that sum.
    """
    apart = POINTS - mean
    low, high = -1 / apart.max(), -1 / apart.min()
    for _ in range(STEPS):
        x = (low + high) / 2
        if float((shares * apart / (1 + x * apart)).sum()) > 0:
            low = x
        else:
            high = x
    found: Floats = shares / (1 + x * apart)
    return found


def estimate(pairs: Sequence[int]) -> tuple[float, float, float]:
    """Elo points from the share of points, with the 95% interval that the spread of pairs gives."""
    seen = np.maximum(np.asarray(pairs, float), UNSEEN)
    mean = float(seen @ POINTS / seen.sum())
    spread = 1.96 * float(np.sqrt(seen @ (POINTS - mean) ** 2) / seen.sum())
    return elo_of(mean), elo_of(mean - spread), elo_of(mean + spread)


def elo_of(share: float) -> float:
    """The other way round of `score`."""
    if share <= 0 or share >= 1:
        return float("-inf") if share <= 0 else float("inf")
    return float(-400 * np.log10(1 / share - 1))
