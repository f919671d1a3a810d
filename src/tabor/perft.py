"""Counting all lines of play of a given length: the classic test of a move generator, and of its speed.

Dice are those of seed 0, so games with chance have numbers too. The last ply is counted by the length of the list.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tabor.game import EVENT_WIDTH, Game, State, copy_state, dice
from tabor.jit import generic
from tabor.rng import RNG, join, set_dice


@generic("int64(legal, apply, rules, states, work, rng, events, int32_table, int64_table, uint64s, int64)")
def count_lines(
    legal: Any,
    apply: Any,
    rules: Any,
    states: Any,  # [depth]: states[0] is the root
    work: Any,
    rng: Any,
    events: Any,  # [0]
    lists: Any,  # [depth, most_actions]: legal actions at each level
    spots: Any,  # [2, depth]: at each level how many actions there are, and which comes next
    order: Any,  # [0 or 1]: a hash of all actions in the order in which they are listed
    depth: Any,
) -> Any:
    total = 0
    level = 0
    spots[0, 0] = legal(rules, states[0], work, lists[0])
    spots[1, 0] = 0
    while level >= 0:
        size, place = spots[0, level], spots[1, level]
        if place == 0 and order.shape[0] == 1:
            for i in range(size):
                order[0] = join(order[0], lists[level, i])
        if level == depth - 1:
            total += size
            level -= 1
            continue
        if place == size:
            level -= 1
            continue
        spots[1, level] = place + 1
        copy_state(states, level + 1, level)
        set_dice(rng, np.uint64(0), np.uint64(states[level]["ply"]), np.uint64(0))
        apply(rules, states[level + 1], work, lists[level, place], rng, events)
        level += 1
        spots[0, level] = legal(rules, states[level], work, lists[level])
        spots[1, level] = 0
    return total


def count(game: Game, state: State, depth: int, order: Any = None) -> int:
    """Lines of play of exactly this length from a state; `order` is an array of one uint64 to be folded into."""
    if depth == 0:
        return 1
    states = np.zeros(depth, game.kind.STATE)
    states[0] = state
    functions = game.functions
    return int(
        game.compile(count_lines)(
            functions.legal,
            functions.apply,
            game.rules,
            states,
            game.work,
            np.zeros(1, RNG)[0],
            np.zeros((0, EVENT_WIDTH), np.int32),
            np.zeros((depth, game.setup.most_actions), np.int32),
            np.zeros((2, depth), np.int64),
            np.zeros(0, np.uint64) if order is None else order,
            depth,
        )
    )


def perft(game: Game, depth: int, state: State | None = None) -> int:
    """Lines of play of exactly this length, from the start or from a state."""
    return count(game, game.begin() if state is None else state, depth)


def perft_with_order(game: Game, depth: int) -> tuple[int, str]:
    """The count, and a hash of all lists in the order in which they were met: the order is part of the rules."""
    order = np.zeros(1, np.uint64)
    return count(game, game.begin(), depth, order), f"{int(order[0]):016x}"


def divide(game: Game, depth: int, state: State | None = None) -> Iterator[tuple[str, int]]:
    """Each first action with the lines that begin with it."""
    root = game.begin() if state is None else state
    for action in game.legal(root):
        child = root.copy()
        game.apply(child, action, dice(0, int(root["ply"])))
        yield game.action_text(root, action), count(game, child, depth - 1)
