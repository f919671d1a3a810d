"""Every bot of Robots against every weaker one, sides swapped: `python bench/robots_ladder.py [games a pair]`.

Prints the table of docs/robots-ladder.md. Whole games are compiled: thousands a second between simple bots.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from tabor.arena.playing import Tally
from tabor.batch.shapes import Array, first_seeds
from tabor.docs import markdown_table
from tabor.errors import DataError
from tabor.game import DRAWN, EVENT_WIDTH, OVER, Game, copy_state, dice
from tabor.games.robots import KIND
from tabor.games.robots.bots import NAMES, SAMPLES, bot_order, prepare
from tabor.games.robots.rules import apply, start
from tabor.jit import generic, rule
from tabor.loading import load_kind
from tabor.rng import set_dice

GAMES = 400
THOUGHTS = np.uint64(0xFFFFFFFFFFFFFFFE)  # bots draw from dice of their own: no match takes back that often


@rule
def play_game(rules: Any, state: Any, work: Any, rng: Any, events: Any, seed: Any, bots: Any) -> None:
    """A whole game; bots[player] plays that side. Its dice are those of a match with this seed."""
    set_dice(rng, seed, np.uint64(0), np.uint64(0))
    start(rules, state, work, rng)
    asked = OVER
    while int(state["player"]) != OVER:
        player, ply = int(state["player"]), np.uint64(int(state["ply"]))
        if player != asked or int(state["given"]) == 0:
            prepare(rules, state, work, player)
            asked = player
        set_dice(rng, seed, ply, THOUGHTS)
        robot = int(state["given"])
        order = bot_order(rules, state, work, int(bots[player]), SAMPLES, rng, events)
        work["plan"][robot] = order
        set_dice(rng, seed, ply, np.uint64(0))
        apply(rules, state, work, order, rng, events)


@generic("void(rules, states, work, rng, events, uint64s, int32s, int8s)")
def play_games(rules: Any, states: Any, work: Any, rng: Any, events: Any, seeds: Any, bots: Any, winners: Any) -> None:
    """One game for each seed, in states[0]; states[1] stays blank."""
    for i in range(seeds.shape[0]):
        copy_state(states, 0, 1)
        play_game(rules, states[0], work, rng, events, seeds[i], bots)
        winners[i] = states[0]["winner"]


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
    states, events = np.zeros(2, game.kind.STATE), np.zeros((0, EVENT_WIDTH), np.int32)
    states[1] = game.blank()
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


def main(games: int) -> None:
    rows = []
    game = load_kind(KIND)
    contest(game, *NAMES[:2], games=2)  # compiled here
    began = time.process_time()
    for found in ladder(game, games):
        tally, took = found.tally, time.process_time() - began
        low, high = tally.interval
        score = [f"{tally.score:.1%}", f"{low:.1%} – {high:.1%}", f"{tally.wins} / {tally.draws} / {tally.losses}"]
        rows.append([*found.bots, *score, f"{games / took:.0f}"])
        print(rows[-1], file=sys.stderr)
        began = time.process_time()
    print(markdown_table(["bot", "against", "score", "95 %", "won / drawn / lost", "games/s, one core"], rows))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
