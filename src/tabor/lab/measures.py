"""From games to numbers: what each measure says of every opening, for each judge.

Where several games or a replay are needed, only the study's sample of openings is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from tabor.arena.ratings import Floats
from tabor.arena.results import Results
from tabor.lab.traces import Trace


class Evidence(Protocol):
    """The games of one variant; a list has an entry for each judge."""

    @property
    def mirror(self) -> Sequence[Results]: ...  # a judge at all seats, a game for each opening
    @property
    def steps(self) -> Sequence[Results]: ...  # a judge against the one below
    @property
    def again(self) -> Sequence[Results]: ...  # as steps, with other dice
    @property
    def traces(self) -> Sequence[Sequence[Trace]]: ...  # of mirror, the first ones


@dataclass(frozen=True)
class Measure:
    name: str
    title: str
    says: str  # what the number is
    observe: Callable[[Evidence], list[Floats]]  # for each judge its openings
    worth: float  # a difference that a designer would notice, unless the study says otherwise
    aim: float | str = ""
    is_share: bool = False  # of something that either happens in an opening or not

    @property
    def unseen(self) -> float:
        """What one opening more could be off by where all were alike."""
        return float(self.is_share)

    def write(self, value: float) -> str:
        """For people."""
        return f"{value:.1%}" if self.is_share else f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def first_seat(evidence: Evidence) -> list[Floats]:
    return [results.shares[:, 0] for results in evidence.mirror]


def draws(evidence: Evidence) -> list[Floats]:
    return [(results.place == 0).all(1).astype(float) for results in evidence.mirror]


def length(evidence: Evidence) -> list[Floats]:
    return [results.plies.astype(float) for results in evidence.mirror]


def depth(evidence: Evidence) -> list[Floats]:
    """Of each opening the share of the stronger, over all seats it had; player 0 of a table is the stronger."""
    strong = [
        (results.shares * (results.who == results.who[0, 0])).sum(1) for results in evidence.steps if len(results)
    ]
    return [found.reshape(-1, evidence.steps[0].seats).mean(1) for found in strong]


def luck(evidence: Evidence) -> list[Floats]:
    """Of the spread of results between two judges at all seats, what other dice alone make, from the deal on.

    Where the stronger always wins, whatever falls, it is 0; where nothing but dice decides, 1.
    """
    found = []
    for first, second in zip(evidence.steps, evidence.again, strict=False):
        a, b = first.shares, second.shares
        spread = np.concatenate([a, b]).var(0).mean() if len(a) else 0.0
        each = ((a - b) ** 2).mean(1) / 2 / spread if spread else np.zeros(len(a))
        found.append(each.reshape(-1, first.seats).mean(1))
    return found


def of_trace(field: str) -> Callable[[Evidence], list[Floats]]:
    def observe(evidence: Evidence) -> list[Floats]:
        return [np.array([getattr(one, field) for one in traces], float) for traces in evidence.traces]

    return observe


MEASURES = (
    Measure("first_seat", "first seat", "share of points of who begins", first_seat, 0.03, 0.5, is_share=True),
    Measure("draws", "draws", "share of games without a winner", draws, 0.03, "less", is_share=True),
    Measure("length", "length", "actions of a game", length, 5.0),
    Measure("decisiveness", "decisiveness", "how far the winner leads near the end", of_trace("clear"), 0.05),
    Measure("lead_changes", "lead changes", "how often the lead changes hands", of_trace("leads"), 0.5, "more"),
    Measure("drama", "drama", "when the winner was last not ahead, 1: at the end", of_trace("turned"), 0.05, "more"),
    Measure("depth", "depth", "share of points of a judge against the one below", depth, 0.03, "more", is_share=True),
    Measure("choice", "choice", "bits: how many actions look good", of_trace("choice"), 0.2, "more"),
    Measure("luck", "luck", "of the spread of results, what other dice make", luck, 0.05, "less", is_share=True),
)


def measure_of(name: str) -> Measure:
    return next(measure for measure in MEASURES if measure.name == name)


def observed(measure: Measure, evidence: Evidence) -> Floats:
    """[judges, openings]; no judges where it cannot be measured."""
    rows = measure.observe(evidence)
    many = min((len(row) for row in rows), default=0)
    return np.array([row[:many] for row in rows], float).reshape(len(rows), many)
