"""How strong the computer's players are: series with paired openings, both sides, identical games counted once.

    python bench/strength.py [PART …]      parts: alphabeta, mcts, levels; all if none is named

The output stands in docs/strength.md. Nobody thinks longer than 50 ms, except level 8.
"""

from __future__ import annotations

import sys
import time

import tabor
from tabor.arena.playing import different, milliseconds, tally
from tabor.arena.series import run
from tabor.terminal.bench import machine

BOARDS = ("plain", "course", "valley", "highlands")
OPENINGS = 100


def row(board: str, first: str, second: str, games: int, is_fair: bool = False, cores: int | None = None) -> None:
    game = tabor.load("drake", board=board)
    began = time.perf_counter()
    played = different(run(game, (first, second), games, 1, cores=cores, is_fair=is_fair))
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


def alphabeta() -> None:
    for title, is_fair in (("fair openings", True), ("any openings", False)):
        header(f"alphabeta at 50 ms against depth 3, {title}")
        for board in BOARDS:
            row(board, "alphabeta:ms=50", "alphabeta:depth=3", 2 * OPENINGS, is_fair)


def mcts() -> None:
    header("mcts at 50 ms against greedy")
    for board in BOARDS:
        row(board, "mcts:ms=50", "greedy", 2 * OPENINGS)


def levels() -> None:
    header("each level against the one below")
    for number in range(2, 8):
        row("highlands", f"level{number}", f"level{number - 1}", OPENINGS)
    row("highlands", "level8", "level7", 40, cores=1)  # level 8 thinks on all cores


def main() -> None:
    parts = {"alphabeta": alphabeta, "mcts": mcts, "levels": levels}
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    for name in sys.argv[1:] or parts:
        parts[name]()


if __name__ == "__main__":
    main()
