"""A batch in the memory of this computer: threads, each with its own scratch, work on pieces of the arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tabor.batch.bodies import CLEAR, DECIDER, Desk, play_lanes, take_turns
from tabor.batch.shapes import MOST, WRITTEN, Array, Played, check_threads, shape_of, whole_numbers
from tabor.game import EVENT_WIDTH, Game, one
from tabor.rng import RNG

SHORT_PIECE = 256  # games that a thread plays to their ends at a time, since some are much longer than others


class Crew:
    """The threads that work on the arrays of a batch."""

    def __init__(self, game: Game, threads: int) -> None:
        self.game, self.threads = game, threads
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def run(self, function: Callable[..., None], *arrays: Array, numbers: Sequence[int] = (), most: int = MOST) -> None:
        """Call a generic function on the arrays, all as long as the first, in pieces of at most `most`."""
        compiled = self.game.compile(function)
        rules = [getattr(self.game.functions, name) for name in rule_names(function)]

        def work_on(piece: slice) -> None:
            compiled(*rules, self.desk(), *(array[piece] for array in arrays), *numbers)

        pieces = list(cut(len(arrays[0]), self.threads, most))
        if self.pool is None or len(pieces) < 2:
            for piece in pieces:
                work_on(piece)
        else:
            list(self.pool.map(work_on, pieces))  # a list, so that errors come out

    def desk(self) -> Any:
        """For the thread that asks."""
        return desk_with(self.game, self.game.work)


def desk_with(game: Game, work: Any) -> Any:
    """A desk at which whoever owns this scratch can play."""
    return Desk(
        game.rules,
        work,
        one(RNG),
        np.zeros((0, EVENT_WIDTH), np.int32),
        np.empty(game.setup.most_actions, np.int32),
        np.zeros(2, game.kind.STATE),
    )


def rule_names(function: Any) -> list[str]:
    """The rule functions that a generic function takes first, by its signature."""
    names = str(function.signature).partition("(")[2].split(", ")
    return names[: names.index("Desk")]


def cut(n: int, threads: int, most: int) -> Iterator[slice]:
    """0 … n in pieces, one a thread or more.

    >>> list(cut(10, 2, 4))
    [slice(0, 4, None), slice(4, 8, None), slice(8, 10, None)]
    """
    size = max(1, min(most, -(-n // threads)))
    return (slice(first, min(first + size, n)) for first in range(0, n, size))


class CpuGames:
    """Games in rows. What was wanted once has its memory kept: it will be wanted again."""

    def __init__(self, game: Game, seeds: Array, threads: int | None) -> None:
        self.game, self.seeds = game, seeds
        self.crew = Crew(game, check_threads(threads))
        self.states = np.zeros(len(seeds), game.kind.STATE)
        self.arrays: dict[str, Array] = {}

    def room(self, name: str, is_wanted: bool = True) -> Array:
        """The array of this name, made when it is first wanted; before, one without columns."""
        width, dtype = shape_of(self.game, name)
        if not is_wanted:
            return np.zeros((len(self.seeds), 0), dtype)
        if name not in self.arrays:
            self.arrays[name] = np.zeros((len(self.seeds), width), dtype)
        return self.arrays[name]

    def take_turn(self, wanted: int, chosen: Any = None, player: int = DECIDER) -> None:
        played = np.zeros(len(self.seeds), np.int32) if chosen is None else whole_numbers(chosen)
        written = [self.room(name, bool(wanted & bit)) for name, bit in WRITTEN.items()]
        self.crew.run(
            take_turns,
            *(self.states, self.seeds, played, self.room("counts")[:, 0], self.room("actions")),
            *(*written, self.room("told")),
            numbers=(wanted | CLEAR, player, self.game.players),
        )

    def give(self, name: str, layout: str) -> Array:
        """A kept array, games first or last."""
        return self.room(name) if layout == "rows" else self.room(name).T

    def copied(self, array: Array) -> Array:
        return array.copy()

    def set_seeds(self, seeds: Array) -> None:
        self.seeds = seeds

    def fetch_states(self) -> Array:
        copy = np.zeros(len(self.states), self.states.dtype)  # .copy() leaves rubbish between the fields
        copy[...] = self.states
        return copy

    def fetch_seeds(self) -> Array:
        return self.seeds.copy()


def play(game: Game, seeds: Array, limit: int, again: bool, kept: Array, threads: int | None) -> Played:
    """Random games from these seeds; the last states where there is room for them."""
    played = Played.of(len(seeds))
    most = MOST if again else SHORT_PIECE
    arrays = (seeds, played.headers, kept, played.made, played.hashes)
    Crew(game, check_threads(threads)).run(play_lanes, *arrays, numbers=(limit, int(again)), most=most)
    return played
