"""Tabor beside engines of its class from the registry, in one run on one core: ratios, since machines differ.

    make bench        or: python bench/peers.py [--json]

- perft: The Drake here, chess in python-chess, both counting the last ply by the length of the list;
- Monte Carlo tree search with random playouts: `mcts` on The Drake here, OpenSpiel's in Python and in C++ on
  breakthrough;
- random actions one at a time from Python, and in a batch: The Drake here, connect_four of PettingZoo;
- steps through PettingZoo's interface, in the loop of its `performance_benchmark`: raw beside raw, as delivered beside
  as delivered, and both in PettingZoo's three wrappers, whose share of a step is printed, as is what an environment
  that does nothing would reach in them;
- steps through Gymnasium's vector environment on two cores, masks and planes at every step.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

import tabor
from tabor.batch import random_actions
from tabor.envs.speed import pettingzoo_loop, vector_loop
from tabor.match import Match
from tabor.players.limits import Limits
from tabor.players.mcts import EXPLORE, Mcts
from tabor.terminal.bench import RUNS, long_enough, machine, middle_of_a_game, perft_work, rate, speed

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


def open_spiel_simulations_compiled(count: int) -> int:
    """Its bot in C++, one random playout for each leaf."""
    import pyspiel

    game = pyspiel.load_game("breakthrough(rows=6,columns=6)")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, count, 1000, False, 1, False)
    bot.step(game.new_initial_state())
    return count


def our_simulations(match: Match) -> Callable[[int], int]:
    def run(count: int) -> int:
        player = Mcts(match.game, Limits(None, 512, count), 1, EXPLORE, playout=1000)
        player.choose(match)
        return player.simulations

    return run


def compare_mcts() -> Iterator[Comparison]:
    ours, _ = rate(our_simulations(middle_of_a_game(tabor.load("drake"))), 1000)
    for peer, work in (("Python", open_spiel_simulations), ("C++", open_spiel_simulations_compiled)):
        theirs, _ = rate(work, 50)
        yield Comparison("mcts with random playouts", ours, f"OpenSpiel's {peer} MCTS", theirs, "simulations/s")


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


# ---- interfaces ----


def in_wrappers(env: Any) -> Any:
    """As PettingZoo delivers its own games."""
    from pettingzoo.utils import wrappers

    env = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(env, illegal_reward=-1))
    return wrappers.OrderEnforcingWrapper(env)


def idle_env() -> Any:
    """An environment that never does anything: what is left is the loop, and whatever it is wrapped in."""
    from tabor.envs import pettingzoo as zoo

    class Idle(zoo.GameEnv):
        def reset(self, seed: int | None = None, options: Any = None) -> None:
            super().reset(seed, options)
            self.seen = super().observe(self.agent_selection)

        def step(self, action: Any) -> None:
            pass

        def observe(self, agent: str) -> Any:
            return self.seen

    return Idle(tabor.load("drake"))


def compare_pettingzoo() -> Iterator[Comparison]:
    """Raw beside raw and so on, in turns: what else the machine does slows both."""
    from pettingzoo.classic import connect_four_v3

    from tabor.envs import pettingzoo as zoo

    pairs = {
        "PettingZoo, raw": (zoo.drake_v1.raw_env(), connect_four_v3.raw_env()),
        "PettingZoo, as delivered": (zoo.drake_v1.env(), connect_four_v3.env()),
        "PettingZoo, in its three wrappers": (in_wrappers(zoo.drake_v1.raw_env()), connect_four_v3.env()),
        "PettingZoo, nothing in its three wrappers": (in_wrappers(idle_env()), connect_four_v3.env()),
    }
    rows = []
    for what, (ours, theirs) in pairs.items():
        mine, other = rates_in_turns(pettingzoo_loop(ours), pettingzoo_loop(theirs))
        rows.append(Comparison(what, mine, "connect_four", other, "steps/s"))
    yield from rows
    print(f"(the wrappers take {1 - rows[2].ours / rows[0].ours:.0%} of a wrapped step of ours)", file=sys.stderr)


def rates_in_turns(*works: Callable[[int], int]) -> list[float]:
    """The median rate of each, one run of each after the other."""
    sizes = [long_enough(work, 100) for work in works]
    runs = [[speed(work, size) for work, size in zip(works, sizes, strict=True)] for _ in range(RUNS)]
    return [statistics.median(speeds) for speeds in zip(*runs, strict=True)]


def compare_vector() -> Comparison:
    """Random legal actions in 8,192 games, with masks and planes."""
    import gymnasium
    from pettingzoo.classic import connect_four_v3

    from tabor.envs.gymnasium import environment_id

    mode = {"vectorization_mode": "vector_entry_point", "threads": 2, "copy": False}
    ours, _ = rate(vector_loop(gymnasium.make_vec(environment_id("drake"), num_envs=8192, **mode)), 10)
    theirs, _ = rate(pettingzoo_loop(connect_four_v3.raw_env()), 100)
    return Comparison("Gymnasium vector, two cores", ours, "connect_four, raw", theirs, "steps/s")


def comparisons() -> Iterator[Comparison]:
    yield compare_perft()
    yield from compare_mcts()
    yield from compare_random_play()
    yield from compare_pettingzoo()
    yield compare_vector()


def main() -> None:
    facts = machine()
    if "--json" in sys.argv[1:]:
        rows = [asdict(row) | {"ratio": row.ratio} for row in comparisons()]
        print(json.dumps({"machine": facts, "comparisons": rows}, indent=2))
        return
    print(", ".join(f"{name} {value}" for name, value in facts.items()), end="\n\n")
    print("| what | Tabor | peer | | ratio |\n|---|---|---|---|---|")
    for row in comparisons():
        ratio = f"{row.ratio:.1f}" if row.ratio < 10 else f"{row.ratio:,.0f}"
        print(f"| {row.what} | {row.ours:,.0f} {row.unit} | {row.peer} | {row.theirs:,.0f} | {ratio} × |", flush=True)


if __name__ == "__main__":
    main()
