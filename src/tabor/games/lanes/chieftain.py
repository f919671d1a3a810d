"""A horde that plans: it fights on from everything that it may prepare, both sides by rule of thumb.

A unit that is prepared now strikes rounds later, which neither a look at the next position nor random play shows: a
player who does anything lets everybody through. So here the player looks at the blows that are about to fall before
each action; in every other battle it is careless, since some players are, and what beats only the careful loses time
with them. All choices meet the same guessed cards, so that they differ by themselves and not by luck, and the worse
half of them is dropped until one is left. It never stops early: preparations are not saved up, and hordes that could
stop won less.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from tabor.errors import DataError
from tabor.game import EVENT_WIDTH, OVER, Action, Array, Game, copy_state, dice, one, prospects
from tabor.games.lanes.layout import DRAWING, HORDE, PLAYER, PREPARING
from tabor.games.lanes.rules import END, STOP, encode
from tabor.jit import bundle, generic, inlined
from tabor.match import Match
from tabor.rng import roll, set_dice

ROUNDS = 6  # that are fought on
CARELESS = 60  # of 100 actions that a player does by chance, in every other of these battles
GLANCES = 6  # actions that a rule of thumb chooses from

ROOT, GUESSED, NOW, TRIED = 0, 1, 2, 3  # places of Musings.states
Musings = bundle(
    "Musings",
    rules="rules",
    work="work",
    rng="rng",
    events="events",  # [0]
    states="states",  # [4]: the root, the root with guessed cards, the battle as it goes on, and after one more action
    actions="actions",  # [most_actions]
    choices="int32s",  # [most_actions]: what the horde may do at the root
    scores="float64s",  # [most_actions]: how it went after each of them, summed
)


# ---- rules of thumb ----


@inlined
def outlook(apply: Any, value: Any, musings: Any, player: Any) -> Any:
    """How the tried position stands for a side; where the player may let them fight, after the blows of both."""
    state = musings.states[TRIED]
    is_begun = int(state["pending"]) != 0 or int(state["swapping"]) != 0
    if int(state["player"]) == PLAYER and int(state["phase"]) == PREPARING and not is_begun:
        apply(musings.rules, state, musings.work, END, musings.rng, musings.events)
    return prospects(value, musings.rules, state, player)


@inlined
def best_glance(apply: Any, value: Any, musings: Any, first: Any, n: Any, least: Any) -> Any:
    """Of a few actions from the first to the n-th the one with the best outlook; −1 if none is above the least."""
    states = musings.states
    player = int(states[NOW]["player"])
    best = -1
    for _ in range(min(GLANCES, n - first)):
        action = int(musings.actions[first + roll(musings.rng, n - first)])
        copy_state(states, TRIED, NOW)
        apply(musings.rules, states[TRIED], musings.work, action, musings.rng, musings.events)
        found = outlook(apply, value, musings, player)
        if found > least:
            best, least = action, found
    return best


@inlined
def thumb(legal: Any, apply: Any, value: Any, musings: Any, slips: Any) -> Any:
    """The horde never stops, the player draws from the main deck and fights as soon as nothing makes it go better.

    Of 100 actions in a preparation so many are slips."""
    state = musings.states[NOW]
    n = legal(musings.rules, state, musings.work, musings.actions)
    first = int(musings.actions[0])
    if n == 1 or int(state["phase"]) == DRAWING:
        return first
    if int(state["player"]) == HORDE:
        return best_glance(apply, value, musings, 0, n - 1, -2.0)
    if first != END:
        return best_glance(apply, value, musings, 0, n, -2.0)
    if roll(musings.rng, 100) < slips:
        return int(musings.actions[roll(musings.rng, n)])
    copy_state(musings.states, TRIED, NOW)
    at_once = outlook(apply, value, musings, PLAYER)
    action = best_glance(apply, value, musings, 1, n, at_once + 1e-9)
    return action if action >= 0 else END


# ---- trying choices ----


@inlined
def fight_on(legal: Any, apply: Any, value: Any, musings: Any, slips: Any) -> Any:
    """How the horde stands when it prepares again, on average over the next rounds: soon counts as much as late."""
    state, round_ = musings.states[NOW], int(musings.states[ROOT]["round"])
    total = 0.0
    for ahead in range(1, ROUNDS + 1):
        while int(state["player"]) != OVER and (int(state["player"]) != HORDE or int(state["round"]) < round_ + ahead):
            action = thumb(legal, apply, value, musings, slips)
            apply(musings.rules, state, musings.work, action, musings.rng, musings.events)
        total += prospects(value, musings.rules, state, HORDE)
    return total / ROUNDS


@generic("void(legal, apply, hide, value, Musings, int64, int64, int64, int64)", Musings)
def try_choices(
    legal: Any, apply: Any, hide: Any, value: Any, musings: Any, count: Any, seed: Any, first: Any, samples: Any
) -> None:
    """Fight on from each of so many choices, with the cards and dice of samples from the first on."""
    states, rules = musings.states, musings.rules
    for sample in range(first, first + samples):
        set_dice(musings.rng, seed, sample, 0)
        copy_state(states, GUESSED, ROOT)
        hide(rules, states[GUESSED], HORDE, musings.rng)
        for i in range(count):
            set_dice(musings.rng, seed, sample, 1)
            copy_state(states, NOW, GUESSED)
            apply(rules, states[NOW], musings.work, int(musings.choices[i]), musings.rng, musings.events)
            musings.scores[i] += fight_on(legal, apply, value, musings, CARELESS if sample % 2 else 0)


class Chieftain:
    """Leads the horde; fights about `sims` battles on for each decision."""

    name = "chieftain"

    def __init__(self, game: Game, seed: int, sims: int) -> None:
        self.game, self.sims = game, sims
        self.random = random.Random(seed)
        most = game.setup.most_actions
        self.states = np.zeros(4, game.kind.STATE)
        self.choices, self.scores = np.zeros(most, np.int32), np.zeros(most)
        functions = game.functions
        self.play = (functions.legal, functions.apply, functions.hide, functions.value)
        self.musings = Musings(
            rules=game.rules,
            work=one(game.kind.WORK),
            rng=dice(seed, 0),
            events=np.zeros((0, EVENT_WIDTH), np.int32),
            states=self.states,
            actions=np.zeros(most, np.int32),
            choices=self.choices,
            scores=self.scores,
        )

    def choose(self, match: Match) -> Action:
        if int(match.state["player"]) != HORDE:
            raise DataError("the chieftain plays the horde's seat, not the player's")
        self.states[ROOT] = match.state
        stop = encode(self.game.rules, STOP, 0, 0)
        going_on = [action for action in match.legal_actions if action != stop]
        return self.last_left(np.array(going_on, np.int32))

    def last_left(self, choices: Array) -> Action:
        """Halve the choices until one is left; every time they share as many thought battles."""
        seed, tried = self.random.getrandbits(62), 0
        halvings = (len(choices) - 1).bit_length()
        totals = np.zeros(len(choices))
        while len(choices) > 1:
            samples = max(1, self.sims // (halvings * len(choices)))
            totals = self.add_scores(choices, totals, seed, tried, samples)
            tried += samples
            kept = np.sort(np.argsort(-totals, kind="stable")[: (len(choices) + 1) // 2])
            choices, totals = choices[kept], totals[kept]
        return int(choices[0])

    def add_scores(self, choices: Array, totals: Array, seed: int, first: int, samples: int) -> Array:
        count = len(choices)
        self.choices[:count], self.scores[:count] = choices, totals
        self.game.compile(try_choices)(*self.play, self.musings, count, seed, first, samples)
        return self.scores[:count].copy()
