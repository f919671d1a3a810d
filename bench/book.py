"""Writes the opening books of The Drake: what to do in every position of the set-up, from a long look at all openings.

    python bench/book.py [BOARD …] [--nodes N]      all boards if none is named

Every opening, that is what can stand after leaders and guards, is searched by itself; what that finds is followed back
to the empty board. Whoever is lost everywhere goes where it takes longest.
"""

from __future__ import annotations

import argparse

import numpy as np
from solve import Board, children

import tabor
from tabor.game import OVER, Game, State
from tabor.games.drake.book import file_of
from tabor.players.alphabeta import MOST_PLIES, SURE, WIN, Line
from tabor.players.limits import Clock

BOARDS = ("plain", "course", "valley", "highlands")
ENTRIES = 1 << 20  # of the table


def score_of(game: Game, state: State, nodes: int) -> int:
    """How it stands for blue after a long look."""
    if int(state["player"]) == OVER:
        return WIN if int(state["winner"]) == 0 else -WIN
    line = Line(game, np.zeros((ENTRIES, 2), np.uint64), draw=0.0)
    line.begin(state)
    clock = Clock(None, nodes, lambda: line.nodes)
    score = 0
    for depth in range(1, MOST_PLIES):
        if not line.deepen(depth, clock) or line.best is None:
            break
        score = line.best[1]
        if abs(score) > SURE or not clock.goes_on():
            break
    return score if int(state["player"]) == 0 else -score


def make_book(game: Game, nodes: int) -> list[str]:
    """A line for each position of the set-up: its key and the best action."""
    board = Board(game, game.kind.opening)
    board.spread()
    print(f"{len(board.states[-1])} openings", flush=True)
    scores = {key: score_of(game, state, nodes) for key, state in board.states[-1].items()}
    lines = []
    for layer in reversed(board.states[:-1]):
        for key, state in layer.items():
            if int(state["player"]) == OVER:
                scores[key] = score_of(game, state, nodes)
                continue
            side = 1 if int(state["player"]) == 0 else -1
            found = [side * scores[game.key(child)] for child in children(game, state)]
            best = max(found)
            scores[key] = side * (best - np.sign(best) * (abs(best) > SURE))  # a ply further away
            action = game.action_text(state, int(game.legal(state)[found.index(best)]))
            lines.append(f"{key:016x} {action}")
    print(f"from the empty board: {scores[game.key(game.begin())] / 1e6:+.2f} for blue", flush=True)
    return sorted(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="*", default=BOARDS)
    parser.add_argument("--nodes", type=int, default=3_000_000, help="for each opening")
    options = parser.parse_args()
    for name in options.boards:
        game = tabor.load("drake", board=name)
        print(f"{name}: ", end="", flush=True)
        lines = make_book(game, options.nodes)
        file_of(game.setup).write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"  {file_of(game.setup).name}: {len(lines)} positions", flush=True)


if __name__ == "__main__":
    main()
