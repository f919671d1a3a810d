"""What of a game's content is used, and what its pieces are worth.

Content is what stands in tables of tables of the game's data: `[troops.Monk]` is a Monk, of the troops. It is used in
a game where the log, or a piece on the board, names it. So no game need say anything for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tabor.arena.playing import Tally
from tabor.arena.ratings import Floats
from tabor.game import Game
from tabor.lab.verdicts import Estimate
from tabor.loading import numbers_of
from tabor.match import Match

if TYPE_CHECKING:
    from tabor.lab.traces import Trace

Z = 1.96
FEWEST = 30  # rows for each kind of piece, or a regression would say anything


def content_of(game: Game) -> dict[str, str]:
    """Names, each with the table it stands in; what an option chooses among (`decks` for `deck`) is no content."""
    tree, _ = numbers_of(game.kind, game.options, game.changes)
    chosen = {f"{option}s" for option in game.kind.options}
    found = {table: inner for table, inner in tree.items() if table not in chosen and is_content(inner)}
    return {name: table for table, inner in found.items() for name in inner}


def seats_with_pieces(game: Game) -> list[int]:
    """The seats from which a thing can be taken: those that the table `without` of the game's data names."""
    tree, _ = numbers_of(game.kind, game.options, {})
    return [seat for seat, name in enumerate(game.setup.seats) if name in tree.get("without", {})]


def is_content(inner: Any) -> bool:
    return isinstance(inner, dict) and len(inner) > 1 and all(isinstance(value, dict) for value in inner.values())


def named_in(match: Match, names: frozenset[str]) -> frozenset[str]:
    """Content that the match's log names; and the kinds of things that happened, as `:moved`."""
    found = {name for _, message in match.history(None) for name in texts_in(message.args) if name in names}
    return frozenset(found | {f":{message.id}" for _, message in match.history(None)})


def texts_in(args: Mapping[str, Any]) -> Iterator[str]:
    return (value for value in args.values() if isinstance(value, str))


@dataclass(frozen=True)
class Use:
    """In which share of games something was used."""

    table: str  # of the data; "happens" for kinds of events
    name: str
    games: int
    share: Estimate


def uses(traces: Sequence[Trace], content: Mapping[str, str]) -> list[Use]:
    """All content, also what was never used; least used first within each table."""
    happened = {name for trace in traces for name in trace.used if name.startswith(":")}
    wanted = {**content, **dict.fromkeys(happened, "happens")}
    found = []
    for name, table in wanted.items():
        count = sum(name in trace.used or any(name in seat for seat in trace.pieces) for trace in traces)
        tally = Tally(count, 0, len(traces) - count)
        share = Estimate(tally.score, *tally.interval, len(traces))
        found.append(Use(table, name.removeprefix(":"), count, share))
    return sorted(found, key=lambda use: (use.table == "happens", use.table, use.games))


@dataclass(frozen=True)
class Digit:
    """Which values of a digit of actions were played, in a sample of games."""

    name: str
    base: int
    never: tuple[int, ...]  # in no game
    always: tuple[int, ...]  # in every game


def digit_uses(traces: Sequence[Trace], game: Game) -> list[Digit]:
    """Of every digit that has a choice."""
    found = []
    for place, (name, base) in enumerate(game.setup.digits):
        counts = Counter(value for trace in traces for value in trace.digits[place])
        never = tuple(value for value in range(base) if not counts[value])
        always = tuple(value for value in range(base) if counts[value] == len(traces))
        found.append(Digit(name, base, never, always))
    return [digit for digit in found if digit.base > 1]


# ---- what a piece is worth ----


def worths(traces: Sequence[Trace], shares: Floats, openings: Sequence[int]) -> dict[str, Estimate]:
    """How much of a game one more piece of a kind than the others have, half-way through, comes with.

    A regression of the result on all kinds at once, so that what stands together is told apart; games of one opening
    are one observation. It tells what goes with winning, which is not always what wins.
    """
    kinds = sorted({kind for trace in traces for seat in trace.pieces for kind in seat})
    rows, results = design(traces, kinds), shares - shares.mean(1, keepdims=True)
    moving = [number for number in range(len(kinds)) if rows[:, :, number].any()]
    kinds, rows = [kinds[number] for number in moving], rows[:, :, moving]
    if not kinds or len(traces) < FEWEST + 5 * len(kinds):
        return {}
    x, y = rows.reshape(-1, len(kinds)), results.reshape(-1)
    inverse = np.linalg.pinv(x.T @ x).astype(float)
    slope = inverse @ x.T @ y
    spread = covariance(x, y - x @ slope, np.repeat(openings, rows.shape[1]), inverse)
    error = Z * np.sqrt(np.diag(spread))
    many = len(set(openings))
    return {
        kind: Estimate(float(slope[i]), float(slope[i] - error[i]), float(slope[i] + error[i]), many)
        for i, kind in enumerate(kinds)
    }


def design(traces: Sequence[Trace], kinds: Sequence[str]) -> Floats:
    """[games, seats, kinds]: how many more of a kind a seat has than the others on average."""
    counts = np.array([[[seat[kind] for kind in kinds] for seat in trace.pieces] for trace in traces], float)
    seats = counts.shape[1]
    found: Floats = (counts - counts.mean(1, keepdims=True)) * seats / (seats - 1)
    return found


def covariance(x: Floats, rest: Floats, group: Any, inverse: Floats) -> Floats:
    """Of the slopes, where rows of one group hang together."""
    _, number = np.unique(group, return_inverse=True)
    scores = np.zeros((int(number.max()) + 1, x.shape[1]))
    np.add.at(scores, number, x * rest[:, None])
    found: Floats = inverse @ scores.T @ scores @ inverse
    return found
