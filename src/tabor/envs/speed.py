"""Loops that step through each interface, for whoever measures it: random legal actions, one after the other.

A loop is told how many steps to make, and says how many it made.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from tabor.envs.extras import MissingExtraError, need
from tabor.game import Game

Loop = Callable[[int], int]

GAMES = 1024  # of a vector environment


def of_pettingzoo(game: Game) -> Loop:
    from tabor.envs.pettingzoo import GuardedEnv

    return pettingzoo_loop(GuardedEnv(game))


def pettingzoo_loop(env: Any) -> Loop:
    """That of pettingzoo.test.performance_benchmark: a round of all agents, over and over."""

    def run(count: int) -> int:
        env.reset()
        made = 0
        while made < count:
            for agent in env.agent_iter(env.num_agents):
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    action = None
                elif isinstance(observation, dict) and "action_mask" in observation:
                    action = random.choice(np.flatnonzero(observation["action_mask"]).tolist())
                else:
                    action = env.action_space(agent).sample()
                env.step(action)
                made += 1
                if all(env.terminations.values()) or all(env.truncations.values()):
                    env.reset()
        return made

    return run


def of_gymnasium(game: Game) -> Loop:
    """One seat; a step is its action and those of the others."""
    from tabor.envs.gymnasium import SeatEnv

    env = SeatEnv(game, opponent="random", seat=None)

    def run(count: int) -> int:
        _, info = env.reset(seed=1)
        for _ in range(count):
            _, _, is_over, _, info = env.step(random.choice(np.flatnonzero(info["action_mask"]).tolist()))
            if is_over:
                _, info = env.reset()
        return count

    return run


def of_gymnasium_vector(game: Game) -> Loop:
    from tabor.envs.gymnasium import BatchEnv

    loop = vector_loop(BatchEnv(game, GAMES, copy=False))
    return lambda count: loop(-(-count // GAMES))


def vector_loop(env: Any) -> Loop:
    """So many turns of all games, with masks and planes."""

    def run(count: int) -> int:
        chooser, games = np.random.default_rng(1), np.arange(env.num_envs)
        env.reset(seed=1)
        turn = env.batch.turn()  # its arrays are kept: they are those of every step
        for _ in range(count):
            env.step(turn.actions[games, (chooser.random(len(games)) * turn.counts).astype(np.int64)])
        return count * len(games)

    return run


def of_openspiel(game: Game) -> Loop:
    """Without observations; outcomes of chance are no steps."""
    from tabor.envs.openspiel import game_of

    there = game_of(game)

    def run(count: int) -> int:
        made, state = 0, there.new_initial_state()
        while made < count:
            if state.is_terminal():
                state = there.new_initial_state()
            elif state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                made += 1
        return made

    return run


LOOPS = {  # by the name of the interface: its package, and what makes the loop
    "PettingZoo": ("pettingzoo", of_pettingzoo),
    "Gymnasium, one seat": ("gymnasium", of_gymnasium),
    "Gymnasium, vector": ("gymnasium", of_gymnasium_vector),
    "OpenSpiel": ("pyspiel", of_openspiel),
}


def missing() -> dict[str, str]:
    """Packages that are not installed, and what brings them."""
    found = {}
    for package in dict.fromkeys(package for package, _ in LOOPS.values()):
        try:
            need(package)
        except MissingExtraError as error:
            found[package] = str(error)
    return found


def loops(game: Game) -> dict[str, Loop]:
    """Through every interface whose package is installed."""
    gone = missing()
    return {name: make(game) for name, (package, make) in LOOPS.items() if package not in gone}
