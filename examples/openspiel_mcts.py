"""OpenSpiel's own Monte Carlo tree search plays The Drake against random moves.

pip install 'tabor[envs]'
python examples/openspiel_mcts.py --games 6 --simulations 50
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import tabor.envs.openspiel  # noqa: F401 - registers the games


def play(game: pyspiel.Game, bots: list[object], dice: np.random.RandomState) -> pyspiel.State:
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            action = dice.choice(outcomes, p=odds)
        else:
            action = bots[state.current_player()].step(state)
        state.apply_action(int(action))
    return state


class Random:
    def __init__(self, dice: np.random.RandomState) -> None:
        self.dice = dice

    def step(self, state: pyspiel.State) -> int:
        return int(self.dice.choice(state.legal_actions()))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--simulations", type=int, default=50)
    wanted = parser.parse_args()
    game, dice = pyspiel.load_game("tabor_drake"), np.random.RandomState(1)
    searcher = mcts.MCTSBot(
        game, 1.4, wanted.simulations, mcts.RandomRolloutEvaluator(1, dice), solve=False, random_state=dice
    )
    won = 0
    for number in range(wanted.games):
        seat = number % 2
        bots: list[object] = [Random(dice), Random(dice)]
        bots[seat] = searcher
        state = play(game, bots, dice)
        won += state.returns()[seat] > 0
        print(
            f"game {number + 1}: {state.move_number():3} moves, MCTS in seat {seat} gets {state.returns()[seat]:+.0f}",
            flush=True,
        )
    print(f"MCTS won {won} of {wanted.games}")


if __name__ == "__main__":
    main()
