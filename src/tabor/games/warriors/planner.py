"""A player of Warriors that plans its whole turn at once, and looks no further. Later ones are measured against it.

It keeps the best turn it knows, as a list of actions, and tries changes of it: one action is replaced by
another, what still fits of the rest is kept, and the turn is played to its end. Whichever ends best by the game's
estimate is played. A turn of many small actions is found sooner in this way than by a tree of single actions.
"""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np

from tabor.game import EVENT_WIDTH, Action, Game, copy_state, dice, prospects
from tabor.jit import generic, rule
from tabor.match import Match
from tabor.players.limits import Limits, next_slice
from tabor.rng import roll

LONGEST = 96  # actions of a turn; a longer one is judged where it stands
LOWEST = -9.0  # worse than any score
NONE = -1  # an action that a plan does not have

# Rows of `plans`: the best turn so far, and the one being tried; and of `info`: how long they are.
BEST, TRIED = 0, 1


@rule
def is_in(actions: Any, n: Any, action: Any) -> Any:
    for i in range(n):  # noqa: SIM110 - a generator cannot be compiled
        if int(actions[i]) == action:
            return True
    return False


@rule
def next_action(plans: Any, length: Any, place: Any, actions: Any, n: Any, rng: Any) -> Any:
    """The next action of the best turn that is legal, from a place on, and the place behind it; else a random one."""
    while place < length:
        action = int(plans[BEST, place])
        place += 1
        if is_in(actions, n, action):
            return action, place
    return int(actions[roll(rng, n)]), place


@generic("void(legal, apply, value, rules, states, work, rng, events, actions, int32_table, int64s, float64s, int64)")
def try_turns(
    legal: Any,
    apply: Any,
    value: Any,
    rules: Any,
    states: Any,  # [2]: where the turn begins, and where a try has come to
    work: Any,
    rng: Any,
    events: Any,  # [0]
    actions: Any,
    plans: Any,  # [2, LONGEST]
    info: Any,  # [2]: lengths
    scores: Any,  # [1]: of the best turn
    count: Any,
) -> None:
    """Try so many changed turns."""
    player = int(states[0]["player"])
    for _ in range(count):
        copy_state(states, 1, 0)
        change, place, length = roll(rng, info[BEST] + 1), 0, 0
        while length < LONGEST and int(states[1]["player"]) == player:
            n = legal(rules, states[1], work, actions)
            if length == change:
                action = int(actions[roll(rng, n)])
                place += roll(rng, 2)  # instead of the planned one, or before it
            else:
                action, place = next_action(plans, info[BEST], place, actions, n, rng)
            plans[TRIED, length] = action
            length += 1
            apply(rules, states[1], work, action, rng, events)
        score = prospects(value, rules, states[1], player)
        if score >= scores[0]:
            scores[0] = score
            info[BEST] = length
            for i in range(length):
                plans[BEST, i] = plans[TRIED, i]


class Planner:
    name = "planner"

    def __init__(self, game: Game, limits: Limits, seed: int) -> None:
        self.game, self.limits = game, limits
        self.random = random.Random(seed)
        self.states = np.zeros(2, game.kind.STATE)
        self.plans = np.full((2, LONGEST), NONE, np.int32)
        self.info = np.zeros(2, np.int64)
        self.scores = np.zeros(1)
        self.events = np.zeros((0, EVENT_WIDTH), np.int32)
        self.actions = np.zeros(game.setup.most_actions, np.int32)
        self.expected = -1  # the key of the position for which the rest of the plan was made
        self.slice_size = 16

    def choose(self, match: Match) -> Action:
        legal = match.legal_actions
        if len(legal) == 1:
            self.expected = -1
            return int(legal[0])
        self.begin(match)
        self.think()
        action = int(self.plans[BEST, 0])
        self.remember_rest(match, action)
        return action

    def begin(self, match: Match) -> None:
        """Secrets are guessed once a decision. What is left of the last plan is where the search begins."""
        rng = dice(self.random.getrandbits(63), match.ply)
        self.states[0] = match.state
        self.game.hide(self.states[0], int(match.state["player"]), rng)
        if self.game.key(match.state, int(match.state["player"])) != self.expected:
            self.info[BEST] = 0
        self.scores[0] = LOWEST

    def think(self) -> None:
        self.rng = dice(self.random.getrandbits(63), 0)
        self.done = 0
        clock = self.limits.clock(lambda: self.done)
        while True:
            began, portion = time.perf_counter(), clock.portion(self.slice_size)
            self.try_some(portion)
            self.done += portion
            self.slice_size = next_slice(self.slice_size, time.perf_counter() - began)
            if not clock.goes_on():
                return

    def try_some(self, count: int) -> None:
        functions, game = self.game.functions, self.game
        game.compile(try_turns)(
            functions.legal,
            functions.apply,
            functions.value,
            game.rules,
            self.states,
            game.work,
            self.rng,
            self.events,
            self.actions,
            self.plans,
            self.info,
            self.scores,
            count,
        )

    def remember_rest(self, match: Match, action: Action) -> None:
        after = match.state.copy()
        self.game.apply(after, action, dice(0, 0))
        self.expected = self.game.key(after, int(match.state["player"]))
        self.plans[BEST, :-1] = self.plans[BEST, 1:]
        self.info[BEST] = max(0, self.info[BEST] - 1)


def make_planner(game: Game, seed: int, *, ms: str | None = None, turns: str | None = None) -> Planner:
    """`planner:ms=20`, or `planner:turns=500` for so many turns tried at each decision."""
    return Planner(game, Limits.read(ms=ms, depth=None, nodes=turns, deepest=LONGEST, counted="turns"), seed)
