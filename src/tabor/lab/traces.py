"""What shows only when a game is replayed: who was ahead when, how much there was to choose, what was used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from tabor.arena.playing import Played, replay
from tabor.arena.ratings import Floats
from tabor.game import Game, State, dice, prospects
from tabor.jit import generic
from tabor.lab.content import named_in
from tabor.players.greedy import estimate, samples_of

EVEN = 0.05  # nobody is ahead by less
POSITIONS = 6  # of a game, at which actions are weighed
GOOD = 0.05  # an action so much worse than the best is taken e times more rarely


@dataclass(frozen=True)
class Trace:
    """One game."""

    leads: int  # how often the lead changed hands
    turned: float  # when the winner was last not ahead, 0 … 1 of the game; nan: nobody won
    clear: float  # how far ahead the winner was in the last quarter; nan: nobody won
    choice: float  # bits: how many actions were good, over its positions
    used: frozenset[str]  # of the game's content, and what happened
    digits: tuple[frozenset[int], ...]  # of each digit of actions, the values that were played
    pieces: tuple[Counter[str], ...]  # of each seat, in the middle of the game


def trace(game: Game, played: Played, names: frozenset[str]) -> Trace:
    match = replay(game, played)
    states = [step.before for step in match.steps] + [match.state]
    margins = lead(values(game, states))  # [positions, seats]
    winner = int(match.state["winner"])
    return Trace(
        lead_changes(margins),
        last_turn(margins, winner),
        clearness(margins, winner),
        choice(game, [step.before for step in match.steps if not step.mark], played.seed),
        named_in(match, names),
        played_digits(game, played.actions),
        pieces_of(game, states[len(states) // 2]),
    )


# ---- who is ahead ----


@generic("void(value, rules, states, int64, float64s)")
def write_values(value: Any, rules: Any, states: Any, seats: Any, out: Any) -> None:
    """How it stands for every seat in every position."""
    for i in range(states.shape[0]):
        for seat in range(seats):
            out[i * seats + seat] = prospects(value, rules, states[i], seat)


def values(game: Game, states: list[State]) -> Floats:
    """[positions, seats], −1 … 1, by the game's own estimate."""
    line = np.zeros(len(states), game.kind.STATE)
    for i, state in enumerate(states):
        line[i] = state
    out = np.zeros(len(states) * game.players)
    game.compile(write_values)(game.functions.value, game.rules, line, game.players, out)
    return out.reshape(len(states), game.players)


def lead(found: Floats) -> Floats:
    """How far each seat is ahead of the best other."""
    others = [np.delete(found, seat, 1).max(1) for seat in range(found.shape[1])]
    margins: Floats = (found - np.stack(others, 1)) / 2
    return margins


def lead_changes(margins: Floats) -> int:
    """Somebody else than before is ahead; that nobody is, is no change."""
    leaders = [int(row.argmax()) for row in margins if row.max() > EVEN]
    return sum(a != b for a, b in pairwise(leaders))


def last_turn(margins: Floats, winner: int) -> float:
    if winner < 0:
        return float("nan")
    behind = np.flatnonzero(margins[:, winner] <= EVEN)
    return float((behind[-1] + 1) / len(margins)) if len(behind) else 0.0


def clearness(margins: Floats, winner: int) -> float:
    """Without the last position, in which the game is won."""
    if winner < 0:
        return float("nan")
    before = margins[:-1, winner]
    return float(before[-(-3 * len(before) // 4) :].mean()) if len(before) >= 4 else float(before.mean())


# ---- what there was to choose ----


def choice(game: Game, positions: list[State], seed: int) -> float:
    """The mean over a few positions: entropy of actions taken the more often, the better they look."""
    chosen = [positions[int(i)] for i in np.linspace(0, len(positions) - 1, min(POSITIONS, len(positions)))]
    return float(np.mean([entropy(game, state, seed) for state in chosen])) if chosen else float("nan")


def entropy(game: Game, state: State, seed: int) -> float:
    """In bits.

    Where two actions are equally good and all others bad it is 1.
    """
    _, scores = estimate(game, state, dice(seed, int(state["ply"])))
    weights = np.exp((scores - scores.max()) / samples_of(game) / GOOD)
    shares = weights / weights.sum()
    return float(-(shares * np.log2(np.maximum(shares, 1e-300))).sum())


def played_digits(game: Game, actions: Sequence[int]) -> tuple[frozenset[int], ...]:
    found = [game.action_json(action).values() for action in set(actions) if action >= 0]
    return tuple(frozenset(values) for values in zip(*found, strict=True))


# ---- what stood on the board ----


def pieces_of(game: Game, state: State) -> tuple[Counter[str], ...]:
    counts: tuple[Counter[str], ...] = tuple(Counter() for _ in range(game.players))
    for piece in game.kind.view.scene(game.setup, state, None).get("pieces", ()):
        if 0 <= piece.get("owner", -1) < game.players:
            counts[piece["owner"]][piece["kind"]] += 1
    return counts
