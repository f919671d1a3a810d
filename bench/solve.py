"""Which side wins by force: every opening of a board is searched to the end, as far as the given nodes go.

    python bench/solve.py [BOARD …] [--millions N]      boards: names, or rows like .../.../... ; 3 × 3 if none is named

An opening is what stands after the leaders and guards (S4, S5). A result counts as proven only if the search found a
forced capture of the leader (S11) or a player without a move (S12) in all lines; draws are not proven. What is proven
of openings is then followed back to the empty board. The output stands in docs/strength.md.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import tabor
from tabor.game import OVER, Game, State, dice
from tabor.players.alphabeta import MOST_PLIES, SURE, WIN, Line
from tabor.players.limits import Clock

BLUE, ORANGE, OPEN = 0, 1, -1
WORDS = {BLUE: "blue wins", ORANGE: "orange wins", OPEN: "not decided"}
ENTRIES = 1 << 22  # of the table
STEPS = (300_000, 3_000_000, 30_000_000, 300_000_000)  # nodes: most openings fall to the first


@dataclass
class Board:
    """All positions of the set-up, by key, and who wins them."""

    game: Game
    plies: int
    states: list[dict[int, State]] = field(default_factory=list)  # after 0, 1, … plies
    winners: dict[int, int] = field(default_factory=dict)  # of what is proven
    lengths: dict[int, int] = field(default_factory=dict)  # plies from an opening to its end

    def spread(self) -> None:
        """List the positions after each ply of the set-up."""
        start = self.game.begin()
        self.states = [{self.game.key(start): start}]
        for _ in range(self.plies):
            following: dict[int, State] = {}
            for state in self.states[-1].values():
                following |= {self.game.key(child): child for child in children(self.game, state)}
            self.states.append(following)

    @property
    def open(self) -> dict[int, State]:
        """Openings of which nothing is proven yet."""
        return {key: state for key, state in self.states[-1].items() if key not in self.winners}

    def follow_back(self) -> int:
        """Who wins from the empty board, as far as the openings tell; every position on the way gets its winner."""
        for layer in reversed(self.states):
            for key, state in layer.items():
                player = int(state["player"])
                found = {self.winners.get(self.game.key(child), OPEN) for child in children(self.game, state)}
                if player == OVER:  # S12 in the set-up
                    self.winners[key] = int(state["winner"])
                elif player in found:
                    self.winners[key] = player
                elif found == {1 - player}:
                    self.winners[key] = 1 - player
        return self.winners.get(self.game.key(self.game.begin()), OPEN)


def children(game: Game, state: State) -> list[State]:
    made = []
    for action in game.legal(state):
        made.append(state.copy())
        game.apply(made[-1], int(action), dice(0, 0))
    return made


def search(game: Game, state: State, nodes: int) -> tuple[int, int]:
    """Who wins an opening by force, and in how many plies; OPEN if so many nodes do not tell."""
    line = Line(game, np.zeros((ENTRIES, 2), np.uint64), draw=0.0)
    line.begin(state)
    clock = Clock(None, nodes, lambda: line.nodes)
    for depth in range(1, MOST_PLIES):
        is_whole = line.deepen(depth, clock)
        if is_whole and line.best is not None and abs(line.best[1]) > SURE:
            score, player = line.best[1], int(state["player"])
            return player if score > 0 else 1 - player, WIN - abs(score)
        if not clock.goes_on():
            break
    return OPEN, 0


def solve(board: Board, most: int) -> None:
    """Search the openings with more and more nodes, until the empty board is decided."""
    board.follow_back()  # what is over already
    for nodes in (step for step in STEPS if step <= most):
        for key, state in board.open.items():
            winner, length = search(board.game, state, nodes)
            if winner != OPEN:
                board.winners[key], board.lengths[key] = winner, length
        counts = Counter(board.winners.get(key, OPEN) for key in board.states[-1])
        told = ", ".join(f"{WORDS[who]} {counts[who]}" for who in WORDS)
        print(f"  {nodes / 1e6:g} million nodes an opening: {told}", flush=True)
        if board.follow_back() != OPEN:
            return


def load(name: str) -> Game:
    """A board of the game, or one drawn in the command."""
    if "/" not in name:
        return tabor.load("drake", board=name)
    return tabor.load("drake", rules={"boards": {"drawn": name.split("/")}}, board="drawn")


def report(name: str, most: int) -> None:
    game = load(name)
    board = Board(game, game.kind.opening)
    began = time.perf_counter()
    board.spread()
    print(f"\n{name}: {len(board.states[-1])} openings", flush=True)
    solve(board, most)
    print(f"  from the empty board: {WORDS[board.follow_back()]}; {time.perf_counter() - began:.0f} s", flush=True)
    start = game.begin()
    for action in game.legal(start):
        child: Any = start.copy()
        game.apply(child, int(action), dice(0, 0))
        print(f"    {game.action_text(start, action)}: {WORDS[board.winners.get(game.key(child), OPEN)]}")
    if board.lengths:
        print(f"  the longest forced win of an opening takes {max(board.lengths.values())} plies")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="*", default=[".../.../..."])
    parser.add_argument("--millions", type=float, default=3, help="nodes for an opening, at most, in millions")
    options = parser.parse_args()
    for name in options.boards:
        report(name, int(options.millions * 1e6))


if __name__ == "__main__":
    main()
