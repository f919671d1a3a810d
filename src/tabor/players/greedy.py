"""Plays the action after which the game's own estimate is best, averaged over what it cannot know and over the dice."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from tabor.game import EVENT_WIDTH, Action, Array, Game, Record, State, copy_state, dice, prospects
from tabor.jit import generic
from tabor.match import Match
from tabor.players.limits import number

SAMPLES = 16  # guesses of what is hidden, and of the dice; one is enough where there is neither


@generic("int64(legal, apply, hide, value, rules, states, work, rng, events, actions, float64s, int64)")
def score_actions(
    legal: Any,
    apply: Any,
    hide: Any,
    value: Any,
    rules: Any,
    states: Any,  # [3]: the root, the root as guessed, a child
    work: Any,
    rng: Any,
    events: Any,  # [0]
    actions: Any,
    scores: Any,  # the sum of values after each action
    samples: Any,
) -> Any:
    player = int(states[0]["player"])
    n = legal(rules, states[0], work, actions)
    for _ in range(samples):
        copy_state(states, 1, 0)
        hide(rules, states[1], player, rng)
        for i in range(n):
            copy_state(states, 2, 1)
            apply(rules, states[2], work, actions[i], rng, events)
            scores[i] += prospects(value, rules, states[2], player)
    return n


class Greedy:
    name = "greedy"

    def __init__(self, game: Game, seed: int, slips: int = 0) -> None:
        self.slips = slips  # of 100 decisions, how many are made at random
        self.random = random.Random(seed)

    def choose(self, match: Match) -> Action:
        if self.random.randrange(100) < self.slips:
            return int(self.random.choice(match.legal_actions))
        actions, scores = estimate(match.game, match.state, dice(self.random.getrandbits(63), match.ply))
        best = np.flatnonzero(scores >= scores.max() - 1e-9)
        return int(actions[self.random.choice(best.tolist())])


def estimate(game: Game, state: State, rng: Record) -> tuple[Array, Array]:
    """The legal actions, and how it stands after each, summed over samples."""
    functions = game.functions
    states = np.zeros(3, game.kind.STATE)
    states[0] = state
    actions = np.zeros(game.setup.most_actions, np.int32)
    scores = np.zeros(game.setup.most_actions)
    events = np.zeros((0, EVENT_WIDTH), np.int32)
    rules = (functions.legal, functions.apply, functions.hide, functions.value)
    rest = (game.rules, states, game.work, rng, events, actions, scores, samples_of(game))
    n = game.compile(score_actions)(*rules, *rest)
    return actions[:n], scores[:n]


def samples_of(game: Game) -> int:
    return SAMPLES if game.kind.chance or game.kind.secrets else 1


def make(game: Game, seed: int, *, slips: str | None = None) -> Greedy:
    return Greedy(game, seed, number("slips", slips, 0, 100) or 0)
