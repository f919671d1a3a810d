"""How strong the players of The Drake are: series with paired openings, both sides, identical games counted once.

    python bench/strength.py [PART …] [--openings N]      parts: alphabeta, nodes, mcts; all if none is named

The output stands in docs/strength.md. Nobody thinks longer than 50 ms. `nodes` is `alphabeta` with a
number of nodes in place of the time, as many as 50 ms allow on a quiet core: what else the machine does is no matter.
"""

from __future__ import annotations

import argparse
import time

import tabor
from tabor.arena.playing import different, milliseconds, tally
from tabor.arena.series import run
from tabor.terminal.bench import machine

BOARDS = ("plain", "course", "valley", "highlands")
OPENINGS = 100
# Players that later ones are measured against. A test holds what depth 3 decides.
DEPTH_3 = "alphabeta:depth=3,lore=off"


def row(board: str, first: str, second: str, games: int, is_fair: bool = False) -> None:
    game = tabor.load("drake", board=board)
    began = time.perf_counter()
    played = different(run(game, (first, second), games, 1, is_fair=is_fair))
    result = tally(played, 0)
    low, high = result.interval
    times = " / ".join(f"{milliseconds(played, player):.0f}" for player in (0, 1))
    print(
        f"| {board} | {first} | {second} | {len(played)} | {result.wins}–{result.draws}–{result.losses} | "
        f"{result.score:.1%} | {low:.1%} … {high:.1%} | {times} | {time.perf_counter() - began:.0f} s |",
        flush=True,
    )


def header(title: str) -> None:
    print(f"\n## {title}\n")
    print(
        "| board | A | B | different games | A won–drawn–lost | A's score | 95% interval | ms a decision A / B | took |"
    )
    print("|---|---|---|---|---|---|---|---|---|")


def alphabeta(openings: int) -> None:
    for title, is_fair in (("fair openings", True), ("any openings", False)):
        header(f"alphabeta at 50 ms against depth 3, {title}")
        for board in BOARDS:
            row(board, "alphabeta:ms=50", DEPTH_3, 2 * openings, is_fair)


def nodes(openings: int) -> None:
    header("alphabeta at 200,000 nodes against depth 3, fair openings")
    for board in BOARDS:
        row(board, "alphabeta:nodes=200000", DEPTH_3, 2 * openings, is_fair=True)


def mcts(openings: int) -> None:
    header("mcts at 50 ms against greedy")
    for board in BOARDS:
        row(board, "mcts:ms=50", "greedy", 2 * openings)


def main() -> None:
    parts = {"alphabeta": alphabeta, "nodes": nodes, "mcts": mcts}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(parts))
    parser.add_argument("--openings", type=int, default=OPENINGS)
    options = parser.parse_args()
    if wrong := [name for name in options.parts if name not in parts]:
        parser.error(f"there is no part {wrong[0]!r}; parts are {', '.join(parts)}")
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    for name in options.parts or parts:
        parts[name](options.openings)


if __name__ == "__main__":
    main()
