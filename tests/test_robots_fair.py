"""Robots favours nobody: exchange the two players in any position, with their orders, and the turn comes out exchanged.

So whoever plays against an equal wins as often as loses; docs/balance.md leans on it.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import tabor
from tabor.game import Game, dice
from tabor.games.robots.rules import DONE

SURE_BLOWS = {"damage": {"attack": [9, 9]}, "spawn": {"every": 1000}}  # nothing is rolled after the first robots


def exchanged(state: Any) -> Any:
    """The same robots, each the other player's."""
    first, second = (int(count) for count in state["count"])
    other = state.copy()
    for name in ("cell", "hp", "id"):
        other[name][:second] = state[name][first : first + second]
        other[name][second : first + second] = state[name][:first]
    other["count"] = (second, first)
    return other


def standing(state: Any) -> dict[int, tuple[int, int]]:
    """Owner and hit points on every cell that has a robot."""
    first, total = int(state["count"][0]), int(sum(state["count"]))
    return {int(state["cell"][i]): (int(i >= first), int(state["hp"][i])) for i in range(total)}


def orders(game: Game, state: Any, chooser: random.Random) -> dict[int, int]:
    """One for every robot, by its cell; blows and steps more often than bombs."""
    found, asked = {}, state.copy()
    for robot in range(int(sum(state["count"]))):
        legal = [int(action) for action in game.legal(asked) if action != DONE]
        found[int(state["cell"][robot])] = chooser.choice(legal[:-1] if chooser.random() < 0.9 else legal)
        asked["given"] = robot + 1
        asked["player"] = int(robot + 1 >= state["count"][0])
    return found


def after(game: Game, state: Any, chosen: dict[int, int]) -> Any:
    state = state.copy()
    for cell in [int(cell) for cell in state["cell"][: int(sum(state["count"]))]]:
        game.apply(state, chosen[cell], dice(1, int(state["ply"])))
    return state


@pytest.mark.parametrize("arena", ["standard", "pit"])
def test_a_turn_is_the_same_for_both_players(arena: str) -> None:
    game = tabor.load("robots", rules=SURE_BLOWS, arena=arena)
    turns, harmed = 0, 0
    for seed in range(12):
        state, chooser = game.begin(seed), random.Random(seed)
        while min(state["count"]) > 0 and int(state["turn"]) < 40:
            chosen = orders(game, state, chooser)
            mirrored = after(game, exchanged(state), chosen)
            harmed += sum(hp for _, hp in standing(state).values())
            state = after(game, state, chosen)
            harmed -= sum(hp for _, hp in standing(state).values())
            assert standing(mirrored) == {cell: (1 - owner, hp) for cell, (owner, hp) in standing(state).items()}
            turns += 1
    assert turns > 100
    assert harmed > 500


def test_either_player_is_as_likely_to_get_either_cell_of_a_pair() -> None:
    game = tabor.load("robots")
    upper = [sum(int(cell) < 180 for cell in game.begin(seed)["cell"][:5]) for seed in range(1000)]
    assert 2400 < sum(upper) < 2600  # of 5000, in the upper half of 19 rows
