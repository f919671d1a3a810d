"""Whole games between two bots, compiled: thousands a second between simple ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tabor.batch import Array, first_seeds
from tabor.errors import DataError
from tabor.game import DRAWN, EVENT_WIDTH, Game, dice
from tabor.games.robots.bots import NAMES, play_games
from tabor.series import Tally


@dataclass(frozen=True)
class Contest:
    """How the first of two bots did."""

    bots: tuple[str, str]
    tally: Tally


def winners_of(game: Game, bots: tuple[str, str], seeds: Array) -> Array:
    """Who won each game; bots[player] plays that side, and a match with that seed has the same dice."""
    for bot in bots:
        if bot not in NAMES:
            raise DataError(f"there is no bot {bot!r}; the bots are {', '.join(NAMES)}")
    winners = np.zeros(len(seeds), np.int8)
    states, events = np.zeros(1, game.kind.STATE), np.zeros((0, EVENT_WIDTH), np.int32)
    numbers = np.array([NAMES.index(bot) for bot in bots], np.int32)
    game.compile(play_games)(game.rules, states, game.work, dice(0, 0), events, seeds, numbers, winners)
    return winners


def contest(game: Game, first: str, second: str, games: int, seed: int = 0) -> Contest:
    """So many games, half of them with sides swapped and the same seeds."""
    seeds = first_seeds(seed, games // 2)
    there = winners_of(game, (first, second), seeds)
    back = winners_of(game, (second, first), seeds)
    wins = int((there == 0).sum() + (back == 1).sum())
    draws = int((there == DRAWN).sum() + (back == DRAWN).sum())
    return Contest((first, second), Tally(wins, draws, 2 * len(seeds) - wins - draws))


def ladder(game: Game, games: int, seed: int = 0) -> Iterator[Contest]:
    """Every bot against every weaker one, the stronger first."""
    for weaker, stronger in combinations(NAMES, 2):
        yield contest(game, stronger, weaker, games, seed)
