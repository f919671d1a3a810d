"""A ledger's games in columns, for ratings, reports and tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from tabor.arena.ratings import Floats, Games, Ints


@dataclass(frozen=True)
class Results:
    """A row for each game, ascending by shard."""

    names: Sequence[str]  # of all players
    seats: int
    shard: Ints
    number: Ints  # within the shard
    seed: Ints
    who: Ints  # [games, seats]: the player at each seat
    place: Ints  # [games, seats]: 0 for the best
    plies: Ints
    reason: Ints  # a number in `reasons`
    reasons: Sequence[str]
    milliseconds: Floats  # [games, seats]: thinking time of whoever sat there
    decisions: Ints  # [games, seats]
    left: NDArray[np.bool_]  # [games, seats]: who forfeited or ran out of time
    identity: Ints

    def __len__(self) -> int:
        return len(self.shard)

    @cached_property
    def once(self) -> NDArray[np.bool_]:
        """Games that are no repeat of one before."""
        mask = np.zeros(len(self), bool)
        mask[np.unique(self.identity, return_index=True)[1]] = True
        return mask

    @property
    def repeats(self) -> int:
        return int((~self.once).sum())

    @cached_property
    def games(self) -> Games:
        """What ratings are made of: each game once."""
        return Games(len(self.names), self.who, self.place, self.group).take(self.once)

    @property
    def shares(self) -> Floats:
        """[games, seats]: of the others at the table, how many each came out ahead of; one who ties counts half."""
        ahead = (1 + np.sign(self.place[:, None, :] - self.place[:, :, None])).sum(2) / 2 - 0.5
        found: Floats = ahead / (self.seats - 1)
        return found

    @cached_property
    def group(self) -> Ints:
        """Games of one opening at one table have one number."""
        most = int(self.number.max(initial=0)) // self.seats + 1
        found: Ints = self.shard * most + self.number // self.seats
        return found


COLUMNS = ("seed", "order", "places", "reason", "plies", "identity", "milliseconds", "decisions", "left")


def collect(results: Iterable[tuple[int, bytes]], names: Sequence[str], seats: int) -> Results:
    """Read shards; names fixes the numbers of players."""
    index = {name: number for number, name in enumerate(names)}
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    shards, tables, counts = [], [], []
    for shard, result in results:
        tree = orjson.loads(result)
        for name in COLUMNS:
            columns[name] += tree[name]
        shards.append(shard)
        tables.append([index[name] for name in tree["players"]])
        counts.append(len(tree["seed"]))
    return arrange(columns, np.array(shards, int), tables, np.array(counts, int), names, seats)


def arrange(
    columns: Mapping[str, Sequence[Any]],
    shards: Ints,
    tables: Sequence[Sequence[int]],
    counts: Ints,
    names: Sequence[str],
    seats: int,
) -> Results:
    shape = (-1, seats)
    order = array(columns["order"]).reshape(shape)
    rows = np.arange(len(order))
    reasons = sorted(set(columns["reason"]))
    numbers = {reason: number for number, reason in enumerate(reasons)}
    return Results(
        names,
        seats,
        np.repeat(shards, counts),
        rows - np.repeat(np.cumsum(counts) - counts, counts),
        array(columns["seed"]),
        np.repeat(np.array(tables, int).reshape(shape), counts, 0)[rows[:, None], order],
        array(columns["places"]).reshape(shape),
        array(columns["plies"]),
        array([numbers[reason] for reason in columns["reason"]]),
        reasons,
        array(columns["milliseconds"], float).reshape(shape),
        array(columns["decisions"]).reshape(shape),
        array(columns["left"], bool).reshape(shape),
        array(columns["identity"]),
    )


def array(values: Sequence[Any], type_: type = int) -> Any:
    """As np.array, which is slower since it looks for lists in the list."""
    return np.fromiter(values, type_, len(values))
