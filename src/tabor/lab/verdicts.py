"""How sure a difference is, and what to say of it.

A study looks at its results several times and may stop at each look, and it asks several questions of several
variants. Both make false alarms likelier, so both are paid for: intervals are those of O'Brien and Fleming for so
many looks, and the error that is allowed is divided by the number of comparisons (Bonferroni). All intervals of a
study hold at once with its confidence, at whatever look it stops.

Every opening is one observation: the same openings are played under every variant, so differences are taken opening
by opening.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

import numpy as np

from tabor.arena.ratings import Floats

STEP = 0.02  # of the grid on which a random walk is followed, in standard deviations of a look
HALVINGS = 40


@dataclass(frozen=True)
class Question:
    """What is asked of every variant."""

    measure: str
    worth: float  # smaller differences do not matter
    aim: float | str = ""  # a value to come near to; `more`, `less`; "": neither is better

    def distances(self, values: Floats) -> Floats:
        """Observations turned so that their mean tells how far from the aim they are: less is better."""
        if isinstance(self.aim, str):
            return -values if self.aim == "more" else values
        apart = values - self.aim
        return apart if np.nanmean(apart) >= 0 else -apart


@dataclass(frozen=True)
class Estimate:
    """A mean with its interval."""

    value: float
    low: float
    high: float
    count: int  # of openings

    @classmethod
    def of(cls, values: Floats, z: float, unseen: float = 0.0) -> Estimate:
        """Of observations; `unseen`: what one more could be off by where all were alike."""
        known = values[np.isfinite(values)]
        if len(known) < 2:
            return cls(float("nan"), -np.inf, np.inf, len(known))
        mean = float(known.mean())
        error = sqrt((float(((known - mean) ** 2).sum()) + unseen**2) / len(known) / (len(known) - 1))
        return cls(mean, mean - z * error, mean + z * error, len(known))

    @property
    def side(self) -> int:
        """1 or −1 where the interval does not hold zero."""
        return 1 if self.low > 0 else -1 if self.high < 0 else 0

    def within(self, worth: float) -> bool:
        return -worth < self.low and self.high < worth


@dataclass(frozen=True)
class Verdict:
    """A variant against the base."""

    variant: str
    question: Question
    kind: str  # better, worse, higher, lower, same, split (the judges disagree), open
    gain: Estimate  # of the distance to the aim; where nothing is better, of the value
    change: Estimate  # of the value itself
    agreeing: int  # judges whose own estimate points the same way
    judges: int

    @property
    def is_decided(self) -> bool:
        return self.kind != "open"

    def sentence(self, is_spent: bool) -> str:
        """What was found, in words."""
        worth, change = f"{self.question.worth:g}", self.change
        moved = f"{change.value:+.3g} ({change.low:+.3g} … {change.high:+.3g})"
        said = {
            "better": f"better: {moved}",
            "worse": f"worse: {moved}",
            "higher": f"higher: {moved}",
            "lower": f"lower: {moved}",
            "same": f"no difference worth {worth} found: {moved}",
            "split": f"the judges disagree: {moved} on average",
            "open": f"not known{', the budget is spent' if is_spent else ' yet'}: {moved}",
        }[self.kind]
        few = self.kind in ("better", "worse", "higher", "lower") and self.agreeing < self.judges
        return said + (f"; only {self.agreeing} of {self.judges} judges point that way" if few else "")


def compare(variant: str, question: Question, base: Floats, changed: Floats, z: float, unseen: float = 0.0) -> Verdict:
    """Observations of both, [judges, openings], the same openings in the same order."""
    both = np.isfinite(base) & np.isfinite(changed)
    base, changed = np.where(both, base, np.nan), np.where(both, changed, np.nan)
    change = Estimate.of(across(changed - base), z, unseen)
    sign = 1 if question.aim == "" else -1  # a shorter distance is a gain
    gains = sign * (question.distances(changed) - question.distances(base))
    gain = Estimate.of(across(gains), z, unseen)
    each = [Estimate.of(row, z, unseen) for row in gains]
    agreeing = sum(one.value * gain.value > 0 for one in each)
    return Verdict(variant, question, kind_of(question, gain, each), gain, change, agreeing, len(each))


def across(observed: Floats) -> Floats:
    """The mean over judges, opening by opening; not known where one of them does not know."""
    found: Floats = observed.mean(0)
    return found


def kind_of(question: Question, gain: Estimate, each: list[Estimate]) -> str:
    sides = {one.side for one in each}
    if {1, -1} <= sides:
        return "split"
    if gain.side:
        words = ("higher", "lower") if question.aim == "" else ("better", "worse")
        return words[0] if gain.side > 0 else words[1]
    return "same" if gain.within(question.worth) else "open"


# ---- looking several times ----


@lru_cache(maxsize=256)
def bound(looks: int, error: float) -> float:
    """By how many standard errors the last of so many looks may be off, when each may stop: two-sided.

    >>> round(bound(1, 0.05), 2), round(bound(5, 0.05), 2)
    (1.96, 2.04)
    """
    low, high = 0.5, 12.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if crossing(looks, middle) > error else (low, middle)
    return high


def bound_at(look: int, looks: int, error: float) -> float:
    """The same at an earlier look (1, 2, …): the first are strict, the last hardly stricter than a single one."""
    return bound(looks, error) * sqrt(looks / look)


def crossing(looks: int, last: float) -> float:
    """How likely a random walk of so many steps leaves ±last·√looks at one of them."""
    edge = last * sqrt(looks)
    cells = int(np.ceil(2 * edge / STEP))
    width = 2 * edge / cells
    places = -edge + width * (np.arange(cells) + 0.5)
    step = width / sqrt(2 * np.pi) * np.exp(-((np.arange(-cells + 1, cells) * width) ** 2) / 2)
    inside = width / sqrt(2 * np.pi) * np.exp(-(places**2) / 2)
    for _ in range(looks - 1):
        inside = spread(inside, step)
    return 1 - float(inside.sum())


def spread(inside: Floats, step: Floats) -> Floats:
    """A step further, as far as it stays inside."""
    size = 1 << int(np.ceil(np.log2(len(inside) + len(step))))
    whole = np.fft.irfft(np.fft.rfft(inside, size) * np.fft.rfft(step, size), size)
    found: Floats = whole[len(inside) - 1 : 2 * len(inside) - 1]
    return found
