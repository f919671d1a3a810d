"""How strong players are, from their games, whatever the order in which these were played.

Bradley and Terry's model with Davidson's draws. Of two players in a game, with d the difference of their strengths
(and of the advantages of their seats), the first comes out ahead with weight exp(d/2), the second with exp(−d/2), and
they come out level with weight exp(draw). A game of more than two counts as one comparison for each two of them. Each
player, and each seat, has one virtual draw against the average besides: without it, somebody who lost all games would
have no strength at all. (It counts as half a win and half a loss, since it tells nothing of how often games are
drawn.) The likelihood has one maximum, which Newton's method finds.

Games with the same opening, one for each way of seating, are a **group**. Their results hang together, so intervals
come from drawing groups anew, not games (the bootstrap).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from math import erf

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ELO = 400 / np.log(10)  # points of a strength of 1
SAMPLES = 1000
LEVEL = 0.95  # of intervals
HAIR = 0.1  # a difference in points that is none
STEPS = 60  # of Newton's method: it needs about six
TINY = 1e-9
CLOSE = 1e-5  # a step that changes nothing anybody would see
HARDLY = 1e-4  # pulls the weight of draws back where games tell nothing of it
WIN, DRAW, LOSS = 0, 1, 2


@dataclass(frozen=True)
class Games:
    """Finished games in columns."""

    players: int  # how many there are
    who: Ints  # [games, seats]: the player at each seat
    place: Ints  # [games, seats]: 0 for the best; equal where they tie
    group: Ints  # [games]: games with one opening have one number

    @property
    def seats(self) -> int:
        return int(self.who.shape[1])

    def __len__(self) -> int:
        return len(self.group)

    def take(self, chosen: NDArray[np.bool_] | Ints) -> Games:
        return Games(self.players, self.who[chosen], self.place[chosen], self.group[chosen])


# ---- what was compared ----


@dataclass(frozen=True)
class Cells:
    """The different comparisons: one player at one seat with another at another."""

    players: int
    seats: int
    first: Ints  # [cells]: players and their seats
    second: Ints
    first_seat: Ints
    second_seat: Ints

    @property
    def design(self) -> Floats:
        """[cells + virtual draws, players + seats]: which strengths add to the difference, and which take from it."""
        rows, columns = np.arange(len(self.first)), self.players + self.seats
        design = np.zeros((len(rows) + columns, columns))
        np.add.at(design, (rows, self.first), 1.0)
        np.add.at(design, (rows, self.second), -1.0)
        np.add.at(design, (rows, self.players + self.first_seat), 1.0)
        np.add.at(design, (rows, self.players + self.second_seat), -1.0)
        design[len(rows) :] = np.eye(columns)
        return design


def compare(games: Games) -> tuple[Cells, Ints]:
    """The cells, and for each game and each two of its seats 3 × cell + result."""
    players, seats = games.players, games.seats
    codes, results = [], []
    for a, b in combinations(range(seats), 2):
        codes.append(((games.who[:, a] * players + games.who[:, b]) * seats + a) * seats + b)
        results.append(1 + np.sign(games.place[:, a] - games.place[:, b]))  # a smaller place is a win
    shape = (-1, seats * (seats - 1) // 2)
    found, cell = np.unique(np.stack(codes, 1), return_inverse=True)
    rest, second_seat = np.divmod(found, seats)
    rest, first_seat = np.divmod(rest, seats)
    first, second = np.divmod(rest, players)
    cells = Cells(players, seats, first, second, first_seat, second_seat)
    return cells, 3 * cell.reshape(shape) + np.stack(results, 1)


def count(cells: Cells, codes: Ints) -> Floats:
    """[1, cells, 3]: how often each comparison had each result."""
    return np.bincount(codes.ravel(), minlength=3 * len(cells.first)).reshape(1, -1, 3).astype(float)


# ---- drawing groups anew ----


@dataclass(frozen=True)
class Patterns:
    """The different ways in which groups of the same players went."""

    counts: Ints  # [patterns]: how many groups went this way
    results: Floats  # [patterns, 3 × cells]: what a group of this kind adds to each count


def patterns(games: Games, cells: Cells, codes: Ints) -> Iterator[Patterns]:
    """For each set of players that met. Sums of random numbers tell groups apart: equal sums, equal contents."""
    rng = np.random.default_rng(0)
    words = rng.integers(0, 2**62, 3 * len(cells.first), np.uint64)
    names = rng.integers(0, 2**62, games.players, np.uint64)
    _, first, group = np.unique(games.group, return_index=True, return_inverse=True)
    sums = np.zeros(len(first), np.uint64)
    np.add.at(sums, group, words[codes].sum(1))
    tables = names[games.who[first]].sum(1)
    for table in np.unique(tables):
        here = np.flatnonzero(tables == table)
        _, sample, counts = np.unique(sums[here], return_index=True, return_counts=True)
        yield Patterns(counts, contents(group, here[sample], codes, 3 * len(cells.first)))


def contents(group: Ints, chosen: Ints, codes: Ints, width: int) -> Floats:
    """[chosen groups, 3 × cells]: the results of each."""
    place = np.full(int(group.max()) + 1, -1)
    place[chosen] = np.arange(len(chosen))
    rows = np.flatnonzero(place[group] >= 0)
    found = np.zeros((len(chosen), width))
    np.add.at(found, (place[group[rows]][:, None], codes[rows]), 1.0)
    return found


def draw_anew(drawn: Floats, found: Patterns, rng: np.random.Generator) -> None:
    """Add to drawn [samples, 3 × cells] as many groups as there were: each any of them or, rarely, one all drawn.

    Without the latter a pairing in which one player won everything would be certain after a single pair. (Tried on
    players of known strength: half of one covers best.)
    """
    level = found.results[0].reshape(-1, 3).sum(1, keepdims=True) * np.eye(3)[DRAW]
    results = np.vstack([found.results, level.ravel()])
    chances = np.append(found.counts, 0.5) / (found.counts.sum() + 0.5)
    groups = rng.multinomial(found.counts.sum(), chances, len(drawn)).astype(float)
    met = np.flatnonzero(results.any(0))  # of all comparisons, those between these players
    drawn[:, met] += groups @ results[:, met]


# ---- the maximum of the likelihood ----


@dataclass(frozen=True)
class Fit:
    """Strengths in natural units; the average player has none."""

    strength: Floats  # [samples, players]
    seat: Floats  # [samples, seats]: the seats' advantages; they sum to 0
    draw: Floats  # [samples]


def fit(cells: Cells, counts: Floats) -> Fit:
    """The strengths that make these results most likely, for each of several samples; counts is [samples, cells, 3]."""
    design = cells.design
    virtual = np.broadcast_to([0.5, 0.0, 0.5], (len(counts), design.shape[1], 3))
    found = maxima(design, np.concatenate([counts, virtual], 1))
    strength, seat = found[:, : cells.players], found[:, cells.players : -1]
    return Fit(strength - strength.mean(1, keepdims=True), seat - seat.mean(1, keepdims=True), found[:, -1])


def maxima(design: Floats, results: Floats) -> Floats:
    """[samples, players + seats + 1]: samples lie close to each other, so the curvature of their mean serves all."""
    mean = results.mean(0)
    middle = newton(design, mean, np.zeros(design.shape[1] + 1))
    if len(results) == 1:
        return middle[None]
    inverse = np.linalg.inv(curvature(design, mean, middle))
    at = np.repeat(middle[None], len(results), 0)
    left = np.arange(len(results))
    for _ in range(STEPS):
        step = slopes(design, results[left], at[left]) @ inverse
        at[left] += step * np.minimum(1.0, 1.0 / (np.abs(step).max(1, keepdims=True) + TINY))
        left = left[np.abs(step).max(1) > CLOSE]
        if len(left) == 0:
            return at
    for sample in left:  # far from the mean
        at[sample] = newton(design, results[sample], at[sample])
    return at


def newton(design: Floats, results: Floats, start: Floats) -> Floats:
    """The best strengths, seats and draw; results is [comparisons, 3]."""
    at = start
    for _ in range(STEPS):
        step = np.linalg.solve(curvature(design, results, at), slopes(design, results[None], at[None])[0])
        at = at + step * min(1.0, 2.0 / (np.abs(step).max() + TINY))  # a step too far could miss the maximum
        if np.abs(step).max() < CLOSE:
            break
    return at


def slopes(design: Floats, results: Floats, at: Floats) -> Floats:
    """[samples, players + seats + 1]: the slope of each log likelihood there."""
    chances = outcome_chances(at[:, :-1] @ design.T, at[:, -1:])
    beyond = results - results.sum(2, keepdims=True) * chances  # what happened more often than it should
    strength = ((beyond[:, :, WIN] - beyond[:, :, LOSS]) / 2) @ design
    return np.concatenate([strength, beyond[:, :, DRAW].sum(1, keepdims=True)], 1) - HARDLY * at


def curvature(design: Floats, results: Floats, at: Floats) -> Floats:
    """Of the log likelihood, with the sign turned."""
    chances, games = outcome_chances(design @ at[:-1], at[-1]), results.sum(1)
    ahead, level = (chances[:, WIN] - chances[:, LOSS]) / 2, chances[:, DRAW]
    curve = HARDLY * np.eye(len(at))
    curve[:-1, :-1] += (design.T * (games * ((1 - level) / 4 - ahead * ahead))) @ design
    mixed = -design.T @ (games * ahead * level)
    curve[:-1, -1] += mixed
    curve[-1, :-1] += mixed
    curve[-1, -1] += (games * level * (1 - level)).sum()
    return curve


def outcome_chances(difference: Floats, draw: Floats | float) -> Floats:
    """[…, 3]: how likely it is to come out ahead, level and behind.

    >>> outcome_chances(np.array(np.log(3)), -np.inf).round(3).tolist()  # three times as strong, no draws
    [0.75, 0.0, 0.25]
    """
    half = np.asarray(difference) / 2
    weights = np.stack([np.exp(half), np.exp(draw + 0 * half), np.exp(-half)], -1)
    chances: Floats = weights / weights.sum(-1, keepdims=True)
    return chances


def uncertainty(games: Games) -> tuple[Floats, Floats]:
    """Strengths in natural units, and how uncertain they are: the covariance [players, players]."""
    cells, codes = compare(games)
    design = cells.design
    results = np.concatenate([count(cells, codes)[0], np.tile([0.5, 0.0, 0.5], (design.shape[1], 1))])
    best = newton(design, results, np.zeros(design.shape[1] + 1))
    covariance: Floats = np.linalg.inv(curvature(design, results, best)).astype(float)
    return best[: games.players], covariance[: games.players, : games.players]


def closeness(strength: Floats) -> Floats:
    """[players, players]: how much a game of two tells of their difference; most where it is open."""
    chances = outcome_chances(strength[:, None] - strength[None, :], -np.inf)
    found: Floats = chances[:, :, WIN] * chances[:, :, LOSS]
    return found


# ---- what it tells ----


@dataclass(frozen=True)
class Ratings:
    """Elo points with their intervals; the average player has 0."""

    elo: Floats  # [players]
    low: Floats  # −∞ for whoever lost everything: no game says how weak they are
    high: Floats
    seat: Floats  # [seats]: Elo points that a seat is worth, and their interval
    seat_low: Floats
    seat_high: Floats
    draw: float  # its log weight
    superiority: Floats  # [players, players]: how likely it is that one is the stronger
    samples: Floats  # [samples, players]: Elo points of each drawing

    @property
    def order(self) -> list[int]:
        """The best first."""
        return [int(player) for player in np.argsort(-self.elo, kind="stable")]

    def chances(self, first: int, second: int, seats: tuple[int, int]) -> Floats:
        """How likely the first comes out ahead, level and behind, at these seats."""
        difference = self.elo[first] - self.elo[second] + self.seat[seats[0]] - self.seat[seats[1]]
        return outcome_chances(np.asarray(difference / ELO), self.draw)


def rate(games: Games, samples: int = SAMPLES, seed: int = 0) -> Ratings:
    """All of it; with no games at all, everybody is average."""
    cells, codes = compare(games)
    best = fit(cells, count(cells, codes))
    rng = np.random.default_rng(seed)
    drawn = np.zeros((samples, 3 * len(cells.first)))
    for found in patterns(games, cells, codes) if len(games) else ():
        draw_anew(drawn, found, rng)
    again = fit(cells, drawn.reshape(samples, -1, 3))
    strengths, seats = (centred(*two) for two in ((again.strength, best.strength), (again.seat, best.seat)))
    low, high = open_ends(games, *interval(strengths))
    seat_low, seat_high = interval(seats)
    return Ratings(
        ELO * best.strength[0],
        low,
        high,
        ELO * best.seat[0],
        seat_low,
        seat_high,
        float(best.draw[0]),
        superiority(ELO * again.strength),
        strengths,
    )


def centred(samples: Floats, best: Floats) -> Floats:
    """Samples in Elo points about the best estimate: the drawn groups among them pull all towards the average."""
    moved: Floats = ELO * (samples - samples.mean(0) + best)
    return moved


def interval(samples: Floats) -> tuple[Floats, Floats]:
    """The middle LEVEL of the samples, for each column."""
    low, high = np.quantile(samples, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
    return low, high


def superiority(samples: Floats) -> Floats:
    """[players, players]: in how many of the samples one is the stronger; a level one counts half."""
    apart = samples[:, :, None] - samples[:, None, :]
    chances: Floats = (1 + np.sign(np.where(np.abs(apart) < HAIR, 0.0, apart))).mean(0) / 2
    return chances


def open_ends(games: Games, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Nothing says how strong somebody is who won everything, nor how weak who lost everything."""
    played, points = (table.sum(1) for table in scores(games))
    return np.where(points <= 0, -np.inf, low), np.where(points >= played, np.inf, high)


def scores(games: Games) -> tuple[Floats, Floats]:
    """[players, players] twice: comparisons of one with another, and the points of the first (a draw is half)."""
    played = np.zeros((games.players, games.players))
    points = np.zeros((games.players, games.players))
    for a, b in permutations(range(games.seats), 2):
        np.add.at(played, (games.who[:, a], games.who[:, b]), 1.0)
        gained = (1 - np.sign(games.place[:, a] - games.place[:, b])) / 2
        np.add.at(points, (games.who[:, a], games.who[:, b]), gained)
    return played, points


@dataclass(frozen=True)
class Cycle:
    """Each beats the next, and the last the first: no single number can say that."""

    players: tuple[int, int, int]
    score: float  # the closest of the three results
    sureness: float  # how likely it is that all three are no accident


def cycles(games: Games) -> list[Cycle]:
    """Threes that beat each other in a ring, the surest first."""
    played, points = scores(games)
    share = np.divide(points, played, out=np.full_like(points, 0.5), where=played > 0)
    sure = direct_superiority(games)
    found = []
    for a, b, c in combinations(range(games.players), 3):
        for ring in ((a, b, c), (a, c, b)):
            edges = list(zip(ring, (*ring[1:], ring[0]), strict=True))
            if all(share[edge] > 0.5 for edge in edges):
                closest = min(float(share[edge]) for edge in edges)
                found.append(Cycle(ring, closest, float(np.prod([sure[edge] for edge in edges]))))
    return sorted(found, key=lambda cycle: -cycle.sureness)


def direct_superiority(games: Games) -> Floats:
    """[players, players]: how likely one beats the other in the long run, from their own games alone."""
    shape = (games.players, games.players)
    first, second, points = group_points(games)
    sums, squares = np.zeros(shape), np.full(shape, 0.25)  # the quarter: one game of a pair might have been lost
    np.add.at(sums, (first, second), points)
    np.add.at(squares, (first, second), points * points)
    chances: Floats = (1 + np.vectorize(erf)(sums / np.sqrt(2 * squares))) / 2
    return chances


def group_points(games: Games) -> tuple[Ints, Ints, Floats]:
    """For each group and each two in it: the first, the second, and by how much the first is ahead (1: by a win)."""
    keys, gained = [], []
    for a, b in permutations(range(games.seats), 2):
        keys.append((games.group * games.players + games.who[:, a]) * games.players + games.who[:, b])
        gained.append(np.sign(games.place[:, b] - games.place[:, a]))
    found, place = np.unique(np.concatenate(keys), return_inverse=True)
    rest, second = np.divmod(found, games.players)
    points: Floats = np.bincount(place, np.concatenate(gained).astype(float), len(found)).astype(float)
    return rest % games.players, second, points
