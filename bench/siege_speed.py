"""Random actions a second on one core from the shipped position with 30 units on a 32×24 map, by CPU time.

python bench/siege_speed.py
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

import tabor
from tabor.game import EVENT_WIDTH, copy_state, one
from tabor.jit import generic
from tabor.rng import RNG, roll, set_dice

ACTIONS = 1_000_000


@generic("int64(legal, apply, rules, states, work, rng, events, actions, int64)")
def play_on(
    legal: Any,
    apply: Any,
    rules: Any,
    states: Any,  # [2]: where it begins, and the game in play
    work: Any,
    rng: Any,
    events: Any,  # [0]
    actions: Any,
    count: Any,
) -> Any:
    """Random actions, from the position again whenever a game is over; how many games ended."""
    ended = 0
    copy_state(states, 1, 0)
    for i in range(count):
        n = legal(rules, states[1], work, actions)
        if n == 0:
            ended += 1
            copy_state(states, 1, 0)
            n = legal(rules, states[1], work, actions)
        set_dice(rng, np.uint64(i), np.uint64(1), np.uint64(0))
        action = int(actions[roll(rng, n)])
        apply(rules, states[1], work, action, rng, events)
    return ended


def main() -> None:
    game = tabor.load("siege", map="straits")
    _, position = (game.kind.home / "data" / "positions" / "crossing.txt").read_text(encoding="utf-8").split("\n", 1)
    states = np.zeros(2, game.kind.STATE)
    states[0] = tabor.Match(game, seed=1, position=position.strip()).state
    arguments = (
        *(game.functions.legal, game.functions.apply, game.rules, states, game.work, one(RNG)),
        *(np.zeros((0, EVENT_WIDTH), np.int32), np.zeros(game.setup.most_actions, np.int32)),
    )
    run = game.compile(play_on)
    run(*arguments, 1000)
    began = time.process_time()
    ended = run(*arguments, ACTIONS)
    print(f"{ACTIONS / (time.process_time() - began):,.0f} actions/s, {ended} games ended")


if __name__ == "__main__":
    main()
