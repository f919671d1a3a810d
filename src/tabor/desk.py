"""The desk at which a thread plays actions of a game: buffers that are made once, with their addresses in place.

A single action, or a short line of them, is played in one quick call (see quick.py) as soon as the game is compiled;
until then, and for long lines, by the ordinary one. Both run `play_line`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tabor.game import EVENT_WIDTH, Action, Array, Game, State, copy_state, one
from tabor.jit import generic, rule
from tabor.quick import Quick, quick
from tabor.rng import RNG, set_dice

MOST_EVENTS = 512  # of one action; more are counted, not kept
MOST_QUICK = 16  # actions of a line for which buffers are kept: the orders of one turn, say
SEED, AGAIN = 12, 13  # where these stand among the arguments of play_line
NO_KEYS = np.zeros(0, np.uint64)


@rule
def is_listed(listed: Any, n: Any, action: Any) -> Any:
    """Whether an action is among the first n, which ascend."""
    low, high = 0, n
    while low < high:
        middle = (low + high) // 2
        if int(listed[middle]) < action:
            low = middle + 1
        else:
            high = middle
    return low < n and int(listed[low]) == action


@generic(
    "int64(legal, apply, rules, states, work, rng, actions, actions, events, events, int64s, int8s, uint64, uint64, "
    "uint64s)"
)
def play_line(
    legal: Any,
    apply: Any,
    rules: Any,
    states: Any,  # [n + 1]: states[0] is where it begins, states[i + 1] comes after the i-th action
    work: Any,
    rng: Any,
    listed: Any,  # [most_actions]
    chosen: Any,  # [n]
    events: Any,  # [1 + MOST_EVENTS]: of one action
    kept: Any,  # of all, one after the other
    ends: Any,  # [n + 1]: where in `kept` the events of an action end; ends[0] is 0
    rolled: Any,  # [n]: whether dice fell
    seed: Any,
    again: Any,
    keys: Any,  # [n]: of the dice of each ply, where a source gives them; [0]: they follow from seed and again
) -> Any:
    """Play actions one after the other, each with the dice of its ply; how many were legal before one was not."""
    for i in range(chosen.shape[0]):
        copy_state(states, i + 1, i)
        n = legal(rules, states[i], work, listed)
        if not is_listed(listed, n, int(chosen[i])):
            return i
        set_dice(rng, seed, np.uint64(int(states[i]["ply"])), again)
        if keys.shape[0] > 0:
            rng["key"] = keys[i]
        events[0, 0] = 0
        apply(rules, states[i + 1], work, int(chosen[i]), rng, events)
        rolled[i] = rng["count"] > np.uint64(0)
        end_ = ends[i]
        for row in range(1, 1 + min(int(events[0, 0]), MOST_EVENTS)):
            if end_ < kept.shape[0]:
                for column in range(EVENT_WIDTH):
                    kept[end_, column] = events[row, column]
                end_ += 1
        ends[i + 1] = end_
    return chosen.shape[0]


class Line(NamedTuple):
    """What was played."""

    played: int  # actions that were legal
    states: Array  # [played + 1] and more: where it began, and what came after each
    events: Array  # of all, one after the other
    ends: list[int]  # where in `events` those of an action end; ends[0] is 0
    rolled: list[int]  # whether dice fell


class Buffers:
    """Where a line of n actions is played: those of play_line's arguments that it changes or reads."""

    def __init__(self, game: Game, n: int) -> None:
        self.states = np.zeros(n + 1, game.kind.STATE)
        self.memory = self.states.view(np.uint8).data
        self.chosen = np.zeros(n, np.int32)
        self.kept = np.empty((MOST_EVENTS + 16 * n, EVENT_WIDTH), np.int32)
        self.ends, self.rolled = np.zeros(n + 1, np.int64), np.zeros(n, np.int8)
        self.keys = np.zeros(n, np.uint64)  # of the dice of each action

    def copied_states(self) -> Array:
        """By bytes: NumPy copies records field by field, in five times the time, and leaves rubbish between them."""
        return np.ndarray(len(self.states), self.states.dtype, bytearray(self.memory))


class Desk:
    """What one thread needs to play actions of a game: made once, not for every action."""

    def __init__(self, game: Game) -> None:
        self.rng = one(RNG)
        self.listed = np.empty(game.setup.most_actions, np.int32)
        self.events = np.empty((1 + MOST_EVENTS, EVENT_WIDTH), np.int32)  # of one action
        self.lines = {1: Buffers(game, 1)}  # by their lengths
        self.state = self.lines[1].states[0]
        self.quick_legal: Quick | None = None  # until it is compiled
        self.quick_lines: dict[tuple[int, int], Quick | None] = {}  # by length, and by how many keys of dice are given

    def legal(self, game: Game, state: State) -> np.ndarray[Any, np.dtype[np.int32]]:
        """All legal actions, ascending; empty only when the game is over."""
        if self.quick_legal is None:
            self.quick_legal = quick(game.functions.legal, (game.rules, self.state, game.work, self.listed))
        if self.quick_legal is None:
            return game.legal(state)
        self.lines[1].states[0] = state
        return self.listed[: self.quick_legal.call()].copy()

    def play(self, game: Game, state: State, actions: Sequence[Action], dice: tuple[int, int, Array]) -> Line:
        """Actions one after the other until one is not legal."""
        if len(actions) <= MOST_QUICK and (call := self._quick_line(game, len(actions), len(dice[2]))) is not None:
            return self._play_quick(call, state, actions, dice)
        buffers = Buffers(game, len(actions))
        buffers.states[0], buffers.chosen[:] = state, actions
        played = int(game.compile(play_line)(*self._arguments(game, buffers, dice)))
        return line_of(played, buffers.states, buffers)

    def _quick_line(self, game: Game, n: int, keys: int) -> Quick | None:
        if self.quick_lines.get((n, keys)) is None:
            buffers = self.lines[n] = self.lines.get(n) or Buffers(game, n)
            dice = (0, 0, buffers.keys if keys else NO_KEYS)
            self.quick_lines[n, keys] = quick(game.compile(play_line), self._arguments(game, buffers, dice))
        return self.quick_lines[n, keys]

    def _play_quick(self, call: Quick, state: State, actions: Sequence[Action], dice: tuple[int, int, Array]) -> Line:
        buffers = self.lines[len(actions)]
        buffers.states[0], buffers.chosen[:] = state, actions
        if len(dice[2]):
            buffers.keys[:] = dice[2]
        call.set(SEED, dice[0])
        call.set(AGAIN, dice[1])
        played = call.call()
        return line_of(played, buffers.copied_states(), buffers)

    def _arguments(self, game: Game, buffers: Buffers, dice: tuple[int, int, Array]) -> tuple[Any, ...]:
        rules = (game.functions.legal, game.functions.apply, game.rules)
        own = (game.work, self.rng, self.listed, buffers.chosen, self.events)
        return (*rules, buffers.states, *own, buffers.kept, buffers.ends, buffers.rolled, *dice)


def line_of(played: int, states: Array, buffers: Buffers) -> Line:
    ends = buffers.ends[: played + 1].tolist()
    return Line(played, states, buffers.kept[: ends[-1]].copy(), ends, buffers.rolled.tolist())


def desk_of(game: Game) -> Desk:
    """This thread's."""
    desk: Desk | None = getattr(game.own, "desk", None)
    if desk is None:
        desk = game.own.desk = Desk(game)
    return desk
