"""Search without any cleverness, to compare the clever one with: no table, no ordering, no windows."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabor.game import EVENT_WIDTH, OVER, Game, State, copy_state, dice, one
from tabor.jit import generic
from tabor.rng import RNG


def minimax(game: Game, state: State, depth: int, player: int) -> float:
    """The value of a position for a player when both look `depth` plies ahead; 2 less the plies to a sure win."""
    if int(state["player"]) == OVER:
        winner = int(state["winner"])
        return 0.0 if winner < 0 else (2.0 if winner == player else -2.0)
    if depth == 0:
        return game.value(state, player)
    scores = []
    for action in game.legal(state):
        child = state.copy()
        game.apply(child, action, dice(0, 0))
        scores.append(minimax(game, child, depth - 1, player))
    return max(scores) if int(state["player"]) == player else min(scores)


@generic("int64(legal, apply, rules, states, work, rng, events, int32_table, int64_table, int64)")
def has_win(
    legal: Any,
    apply: Any,
    rules: Any,
    states: Any,  # [depth + 1]
    work: Any,
    rng: Any,
    events: Any,
    lists: Any,  # [depth + 1, most_actions]
    spots: Any,  # [2, depth + 1]: count and next at each level
    depth: Any,
) -> Any:
    """1 if the player of states[0] can force a win within so many plies: every reply to some action is answered."""
    player = int(states[0]["player"])
    level = 0
    spots[0, 0] = legal(rules, states[0], work, lists[0])
    spots[1, 0] = 0
    while True:
        mine = int(states[level]["player"]) == player
        won = -1  # not known yet; else whether the player wins from states[level]
        if int(states[level]["player"]) == OVER:
            won = 1 if int(states[level]["winner"]) == player else 0
        elif level == depth:
            won = 0
        elif spots[1, level] == spots[0, level]:
            won = 0 if mine else 1  # nothing won, or every reply is answered
        while won >= 0:  # hand it to the level above
            if level == 0:
                return won
            level -= 1
            if (int(states[level]["player"]) == player) == (won == 1):
                continue  # it settles that level too
            won = -1
            if spots[1, level] == spots[0, level]:
                won = 0 if int(states[level]["player"]) == player else 1
        place = spots[1, level]
        spots[1, level] = place + 1
        copy_state(states, level + 1, level)
        apply(rules, states[level + 1], work, lists[level, place], rng, events)
        level += 1
        spots[1, level] = 0
        spots[0, level] = legal(rules, states[level], work, lists[level])
    return 0


def plies_to_win(game: Game, state: State, most: int) -> int | None:
    """The fewest plies in which the player on turn can force a win; None if more than `most`."""
    for depth in range(1, most + 1, 2):
        states = np.zeros(depth + 1, game.kind.STATE)
        states[0] = state
        found = game.compile(has_win)(
            game.functions.legal,
            game.functions.apply,
            game.rules,
            states,
            game.work,
            one(RNG),
            np.zeros((0, EVENT_WIDTH), np.int32),
            np.zeros((depth + 1, game.setup.most_actions), np.int32),
            np.zeros((2, depth + 1), np.int64),
            depth,
        )
        if found:
            return depth
    return None
