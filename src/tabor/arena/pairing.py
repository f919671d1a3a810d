"""Who meets whom. Given the plan and what came before, each kind of tournament proposes its next stage, or none.

A table seats as many players as the game has. A stage's tables are all played before the next is proposed; the
ledger keeps the first proposal for each stage, so that all who run the tournament play the same one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from tabor.arena.plan import Plan
from tabor.arena.ratings import Floats, Games, closeness, uncertainty
from tabor.game import Tree

Table = tuple[str, ...]
MOST_TRIES = 5000  # of putting tables together without repeating a meeting
EXTRA = 2  # stages that a knock-out match without a winner is prolonged by; after that the better seed goes on


@dataclass(frozen=True)
class Stage:
    title: str
    tables: tuple[Table, ...]
    openings: int  # of each table
    byes: tuple[str, ...] = ()  # who goes on without playing

    def tree(self) -> Tree:
        return {"title": self.title, "tables": self.tables, "openings": self.openings, "byes": self.byes}

    @classmethod
    def of(cls, tree: Tree) -> Stage:
        tables = tuple(tuple(table) for table in tree["tables"])
        return cls(tree["title"], tables, tree["openings"], tuple(tree["byes"]))


@dataclass(frozen=True)
class Past:
    """What has been played, all stages complete."""

    stages: Sequence[Stage]
    points: Sequence[Sequence[Mapping[str, float]]]  # [stage][table]: share of points of each player, 0 … 1
    games: Games  # numbered as the plan has its players


def propose(plan: Plan, seats: int, past: Past) -> Stage | None:
    """The next stage; None: the tournament is over."""
    return RULES[plan.kind](plan, seats, past)


# ---- everybody meets ----


def round_robin(plan: Plan, seats: int, past: Past) -> Stage | None:
    return missing(plan, past, list(combinations(plan.names, seats)))


def gauntlet(plan: Plan, seats: int, past: Past) -> Stage | None:
    """The first player at every table."""
    first, *others = plan.names
    return missing(plan, past, [(first, *rest) for rest in combinations(others, seats - 1)])


def missing(plan: Plan, past: Past, wanted: Sequence[Table]) -> Stage | None:
    """Those tables that were not played yet: at first all, later those of players who came later."""
    met = {frozenset(table) for stage in past.stages for table in stage.tables}
    tables = tuple(table for table in wanted if frozenset(table) not in met)
    return Stage("everybody" if not past.stages else "those who came later", tables, plan.openings) if tables else None


# ---- Swiss ----


def swiss(plan: Plan, seats: int, past: Past) -> Stage | None:
    """Round by round players with about as many points meet, nobody twice if that can be."""
    if len(past.stages) >= rounds(plan):
        return None
    points = total_points(plan, past)
    order = sorted(plan.names, key=lambda name: (-points[name], plan.names.index(name)))
    byes = choose_byes(order, len(order) % seats, past)
    playing = [name for name in order if name not in byes]
    return Stage(f"round {len(past.stages) + 1}", seat_all(playing, seats, meetings(past)), plan.openings, tuple(byes))


def rounds(plan: Plan) -> int:
    """As many as the plan says, else one more than a knock-out needs."""
    return plan.rounds or len(plan.names).bit_length() + 1


def total_points(plan: Plan, past: Past) -> dict[str, float]:
    """A table's points count as one; a bye is a win."""
    total = dict.fromkeys(plan.names, 0.0)
    for stage, tables in zip(past.stages, past.points, strict=True):
        for points in tables:
            for name, share in points.items():
                total[name] += share
        for name in stage.byes:
            total[name] += 1.0
    return total


def choose_byes(order: Sequence[str], count: int, past: Past) -> list[str]:
    """The last ones, of those who had the fewest."""
    had = Counter(name for stage in past.stages for name in stage.byes)
    return sorted(order, key=lambda name: (had[name], -order.index(name)))[:count]


def meetings(past: Past) -> Counter[frozenset[str]]:
    tables = [table for stage in past.stages for table in stage.tables]
    return Counter(frozenset(two) for table in tables for two in combinations(table, 2))


def seat_all(order: Sequence[str], seats: int, met: Counter[frozenset[str]]) -> tuple[Table, ...]:
    """Neighbours in this order at one table, without meetings that were before; with few of them if need be."""
    tries = iter(range(MOST_TRIES))
    for allowed in range(max(met.values(), default=0) + 1):
        found = seat_rest(tuple(order), seats, met, allowed, tries)
        if found is not None:
            return found
        tries = iter(range(MOST_TRIES))
    return tuple(tuple(order[first : first + seats]) for first in range(0, len(order), seats))


def seat_rest(
    order: Table, seats: int, met: Counter[frozenset[str]], allowed: int, tries: Iterator[int]
) -> tuple[Table, ...] | None:
    """The first with the nearest it may meet, then the rest; None if that leads nowhere."""
    if not order:
        return ()
    for rest in combinations(order[1:], seats - 1):
        if next(tries, None) is None:
            return None
        table = (order[0], *rest)
        if all(met[frozenset(two)] <= allowed for two in combinations(table, 2)):
            left = tuple(name for name in order if name not in table)
            others = seat_rest(left, seats, met, allowed, tries)
            if others is not None:
                return (table, *others)
    return None


# ---- knock-out ----


@dataclass
class Bracket:
    """Who has how many lives left. Seeds are the plan's order; the best seed meets the worst."""

    names: Sequence[str]
    lives: int
    lost: Counter[str] = field(default_factory=Counter)
    open: list[Table] = field(default_factory=list)  # tables without a winner so far
    prolonged: int = 0
    out: list[str] = field(default_factory=list)  # the last one to leave is the last

    @property
    def left(self) -> list[str]:
        return [name for name in self.names if self.lost[name] < self.lives]

    def settle(self, table: Table, winner: str) -> None:
        for name in table:
            if name != winner and self.lost[name] < self.lives:
                self.lost[name] += 1
                self.out += [name] if self.lost[name] == self.lives else []


def single(plan: Plan, seats: int, past: Past) -> Stage | None:
    return knock_out(plan, seats, past, 1)


def double(plan: Plan, seats: int, past: Past) -> Stage | None:
    """Who loses once plays on among those who did; who loses twice is out."""
    return knock_out(plan, seats, past, 2)


def knock_out(plan: Plan, seats: int, past: Past, lives: int) -> Stage | None:
    bracket = bracket_after(plan, past, lives)
    number = len({stage.title.partition(",")[0] for stage in past.stages})
    if bracket.open:
        return Stage(f"round {number}, prolonged", tuple(bracket.open), plan.openings)
    if len(bracket.left) <= 1:
        return None
    groups = [[name for name in bracket.left if bracket.lost[name] == lost] for lost in range(lives)]
    tables = [table for group in groups for table in knock_out_tables(group, seats)]
    if not tables:  # the last of each group meet, and the last who went out fill the table
        last = bracket.left + bracket.out[::-1]
        tables = [tuple(last[:seats])]
    playing = {name for table in tables for name in table}
    byes = tuple(name for name in bracket.left if name not in playing)
    return Stage(f"round {number + 1}", tuple(tables), plan.openings, byes)


def bracket_after(plan: Plan, past: Past, lives: int) -> Bracket:
    bracket = Bracket(plan.names, lives)
    gathered: dict[Table, Counter[str]] = {}
    for stage, tables in zip(past.stages, past.points, strict=True):
        if not bracket.open:
            gathered, bracket.prolonged = {table: Counter() for table in stage.tables}, 0
        else:
            bracket.prolonged += 1
        bracket.open = []
        for table, points in zip(stage.tables, tables, strict=True):
            gathered[table].update(points)
            settle_table(bracket, table, gathered[table])
    return bracket


def settle_table(bracket: Bracket, table: Table, points: Counter[str]) -> None:
    """Whoever has most points; two or more at the top play again, and in the end the better seed goes on."""
    most = max(points[name] for name in table)
    best = [name for name in bracket.names if name in table and points[name] > most - 1e-9]
    if len(best) > 1 and bracket.prolonged < EXTRA:
        bracket.open.append(table)
    else:
        bracket.settle(table, best[0])


def knock_out_tables(names: Sequence[str], seats: int) -> list[Table]:
    """The best seed with the worst; as many tables as bring the number to a power of the seats, best seeds rest."""
    power = 1
    while power * seats <= len(names):
        power *= seats
    count = len(names) // seats
    if power < len(names):
        count = min(count, -(-(len(names) - power) // (seats - 1)))
    playing = list(names[len(names) - count * seats :])
    rows = [playing[row * count : (row + 1) * count] for row in range(seats)]
    return [tuple(row[i] if number % 2 == 0 else row[-1 - i] for number, row in enumerate(rows)) for i in range(count)]


# ---- ladder ----


def ladder(plan: Plan, seats: int, past: Past) -> Stage | None:
    """In every round as many tables as seat everybody once; at each those of whose games most is to be learnt."""
    if len(past.stages) >= rounds(plan):
        return None
    strength, covariance = uncertainty(past.games)
    tables = []
    for _ in range(max(1, len(plan.names) // seats)):
        table = most_telling(strength, covariance, seats)
        covariance = narrowed(strength, covariance, table, plan.openings)
        tables.append(tuple(plan.names[player] for player in table))
    return Stage(f"round {len(past.stages) + 1}", tuple(tables), plan.openings)


def most_telling(strength: Floats, covariance: Floats, seats: int) -> list[int]:
    """The two whose difference is least known and whose game is open, then others by the same measure."""
    gain = spread(covariance) * closeness(strength)
    np.fill_diagonal(gain, -1.0)
    table = [int(player) for player in np.unravel_index(np.argmax(gain), gain.shape)]
    while len(table) < seats:
        more = gain[table].sum(0)
        more[table] = -np.inf
        table.append(int(np.argmax(more)))
    return sorted(table)


def spread(covariance: Floats) -> Floats:
    """The variance of the difference of each two."""
    own = np.diag(covariance)
    return np.asarray(own[:, None] + own[None, :] - 2 * covariance)


def narrowed(strength: Floats, covariance: Floats, table: list[int], games: int) -> Floats:
    """The covariance as it will be once this table has played, so that the next one is chosen well."""
    precision, close = np.linalg.inv(covariance), closeness(strength)
    for i, j in combinations(table, 2):
        difference = np.zeros(len(strength))
        difference[[i, j]] = 1.0, -1.0
        precision += len(table) * games * close[i, j] * np.outer(difference, difference)
    return np.asarray(np.linalg.inv(precision))


RULES: Mapping[str, Callable[[Plan, int, Past], Stage | None]] = {
    "round-robin": round_robin,
    "gauntlet": gauntlet,
    "swiss": swiss,
    "knockout": single,
    "double-knockout": double,
    "ladder": ladder,
}
