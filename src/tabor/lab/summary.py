"""What a study knows of each variant, for terminal and report alike."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from tabor.arena.playing import Tally
from tabor.arena.ratings import Floats
from tabor.lab.cells import LACK
from tabor.lab.content import Digit, Use, content_of, digit_uses, seats_with_pieces, uses, worths
from tabor.lab.lab import Games, Lab, Standing
from tabor.lab.measures import MEASURES, Measure, observed
from tabor.lab.verdicts import Estimate, across

Z = 1.96  # these intervals are each for itself: 95%


@dataclass(frozen=True)
class Row:
    """A measure of a variant: over all judges, and of each."""

    measure: Measure
    variant: str
    look: int
    estimate: Estimate
    judges: tuple[Estimate, ...]


def rows_of(lab: Lab, standing: Standing) -> list[Row]:
    """Of all that was measured so far."""
    found = []
    for variant, look in standing.looks.items():
        games = evidence(lab, variant, look)
        for measure in MEASURES if look else ():
            seen = observed(measure, games)
            if seen.size:
                each = tuple(Estimate.of(row, Z, measure.unseen) for row in seen)
                found.append(Row(measure, variant, look, Estimate.of(across(seen), Z, measure.unseen), each))
    return found


def evidence(lab: Lab, variant: str, look: int) -> Games:
    return lab.evidence(next(one for one in lab.study.variants if one.name == variant), look)


def ends_of(lab: Lab, variant: str, look: int) -> list[tuple[str, Estimate]]:
    """How games ended, the most frequent first."""
    counted = Counter(
        results.reasons[number] for results in evidence(lab, variant, look).mirror for number in results.reason.tolist()
    )
    total = counted.total()
    tallies = [(reason, Tally(count, 0, total - count)) for reason, count in counted.most_common()]
    return [(reason, Estimate(tally.score, *tally.interval, total)) for reason, tally in tallies]


def uses_of(lab: Lab, variant: str, look: int) -> list[Use]:
    traces = [one for traces in evidence(lab, variant, look).traces for one in traces]
    return uses(traces, content_of(lab.games[variant])) if traces else []


def digits_of(lab: Lab, variant: str, look: int) -> list[Digit]:
    traces = [one for traces in evidence(lab, variant, look).traces for one in traces]
    return digit_uses(traces, lab.games[variant]) if traces else []


def worths_of(lab: Lab, variant: str, look: int) -> dict[str, Estimate]:
    games = evidence(lab, variant, look)
    traces = [one for traces in games.traces for one in traces]
    if not traces:
        return {}
    shares = [results.shares[: len(own)] for results, own in zip(games.mirror, games.traces, strict=True)]
    openings = [number for own in games.traces for number in range(len(own))]
    return worths(traces, np.concatenate(shares), openings)


def taken_of(lab: Lab, variant: str, look: int) -> dict[str, Estimate]:
    """What each piece is worth by taking it away: of a game, how much a seat that must do without it loses.

    Opening by opening against the same judge with all pieces; over all seats and judges.
    """
    games = evidence(lab, variant, look)
    losses: dict[str, list[Floats]] = {}
    for cell, results in zip(games.of(LACK), games.read(LACK), strict=False):
        assert cell.lack is not None
        seat, piece = cell.lack
        whole = games.mirror[cell.judge].shares[: len(results), seat]
        losses.setdefault(piece, []).append(whole - results.shares[:, seat])
    return {piece: Estimate.of(np.mean(found, 0), Z, 1.0) for piece, found in losses.items()}


def not_measured(lab: Lab) -> list[tuple[str, str]]:
    """What this study cannot say, and why."""
    study, found = lab.study, []
    if not study.sample:
        found.append(("decisiveness, lead changes, drama, choice, content, pieces, depth, luck", "sample is 0"))
        return found
    if len(study.judges) < 2:
        found.append(("depth and luck", "they need two judges of different strength"))
    elif not lab.game.kind.chance:
        found.append(("luck", f"{lab.game.kind.title} has no dice"))
    if not content_of(lab.game):
        found.append(("content", "the game's data has no tables of things"))
    if not study.pieces:
        how = "name them as `pieces`" if seats_with_pieces(lab.game) else "the game's data has no table `without`"
        found.append(("pieces taken away from one side", how))
    return found
