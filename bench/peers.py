"""Tabor beside engines of its class from the registry, in one run on one core: ratios, since machines differ.

    make bench        or: python bench/peers.py [--json]

- perft: The Drake here, chess in python-chess, both counting the last ply by the length of the list;
- Monte Carlo tree search with random playouts: `mcts` on The Drake here, OpenSpiel's Python MCTS on breakthrough;
- random actions one at a time from Python, and in a batch: The Drake here, connect_four of PettingZoo.
"""

from __future__ import annotations

import json
import random
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

import tabor
from tabor.batch import random_actions
from tabor.match import Match
from tabor.players.limits import Limits
from tabor.players.mcts import EXPLORE, Mcts
from tabor.terminal.bench import machine, middle_of_a_game, perft_work, rate

warnings.simplefilter("ignore")  # of the peers


@dataclass(frozen=True)
class Comparison:
    what: str
    ours: float
    peer: str
    theirs: float
    unit: str

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs


# ---- python-chess ----


def chess_perft(depth: int) -> int:
    import chess

    def count(board: chess.Board, plies: int) -> int:
        if plies == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(board, plies - 1)
            board.pop()
        return total

    return count(chess.Board(), depth)


def compare_perft() -> Comparison:
    ours, _ = rate(perft_work(tabor.load("drake")))
    theirs, _ = rate(lambda n: sum(chess_perft(3) for _ in range(n)))
    return Comparison("perft", ours, "python-chess", theirs, "nodes/s")


# ---- OpenSpiel ----


def open_spiel_simulations(count: int) -> int:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game("breakthrough")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, count, evaluator, random_state=np.random.RandomState(1), solve=False)
    state = game.new_initial_state()
    for _ in range(12):
        state.apply_action(random.Random(1).choice(state.legal_actions()))
    bot.mcts_search(state)
    return count


def our_simulations(match: Match) -> Callable[[int], int]:
    def run(count: int) -> int:
        player = Mcts(match.game, Limits(None, 512, count), 1, EXPLORE, playout=1000)
        player.choose(match)
        return player.simulations

    return run


def compare_mcts() -> Comparison:
    ours, _ = rate(our_simulations(middle_of_a_game(tabor.load("drake"))), 1000)
    theirs, _ = rate(open_spiel_simulations, 50)
    return Comparison("mcts with random playouts", ours, "OpenSpiel's Python MCTS", theirs, "simulations/s")


# ---- PettingZoo ----


def pettingzoo_actions(count: int) -> int:
    from pettingzoo.classic import connect_four_v3

    environment = connect_four_v3.env()
    environment.reset(seed=1)
    choices = random.Random(1)
    for _ in range(count):
        observation, _, terminated, truncated, _ = environment.last()
        if terminated or truncated:
            environment.reset()
            continue
        legal = [action for action, allowed in enumerate(observation["action_mask"]) if allowed]
        environment.step(choices.choice(legal))
    return count


def our_actions_from_python(count: int) -> int:
    """As a person would write it: a match, its legal actions, one played."""
    game, choices = tabor.load("drake"), random.Random(1)
    match = Match(game, seed=1)
    for _ in range(count):
        if match.outcome is not None:
            match = Match(game, seed=1)
        match.play(int(choices.choice(match.legal_actions)))
    return count


def compare_random_play() -> Iterator[Comparison]:
    theirs, _ = rate(pettingzoo_actions, 100)
    one, _ = rate(our_actions_from_python, 100)
    yield Comparison("random actions, one match from Python", one, "PettingZoo connect_four", theirs, "actions/s")
    game = tabor.load("drake")
    many, _ = rate(lambda n: random_actions(game, 8, 100 * n, threads=1).total)
    yield Comparison("random actions, a batch on one core", many, "PettingZoo connect_four", theirs, "actions/s")


def comparisons() -> Iterator[Comparison]:
    yield compare_perft()
    yield compare_mcts()
    yield from compare_random_play()


def main() -> None:
    facts = machine()
    if "--json" in sys.argv[1:]:
        rows = [asdict(row) | {"ratio": row.ratio} for row in comparisons()]
        print(json.dumps({"machine": facts, "comparisons": rows}, indent=2))
        return
    print(", ".join(f"{name} {value}" for name, value in facts.items()), end="\n\n")
    print("| what | Tabor | peer | | ratio |\n|---|---|---|---|---|")
    for row in comparisons():
        print(
            f"| {row.what} | {row.ours:,.0f} {row.unit} | {row.peer} | {row.theirs:,.0f} | {row.ratio:,.0f} × |",
            flush=True,
        )


if __name__ == "__main__":
    main()
