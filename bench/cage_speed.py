"""How fast caged programs are: the start of a Python bot, and games between two of them with fresh processes.

    python bench/cage_speed.py [--games 120] [--cores 2]

Wanted on a quiet machine: a start within 60 ms, and 15 games a second on two cores.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

import tabor
from tabor.arena.series import run
from tabor.cage import walls
from tabor.match import Match
from tabor.players import close, make
from tabor.players.program import Program

BOT = "def choose(turn):\n    return turn['legal'][0]\n"
STARTS = 40


def start_milliseconds(game: tabor.Game, bot: str) -> list[float]:
    """From nothing to a bot that is loaded and waits for its first turn."""
    found = []
    for seed in range(STARTS):
        match, player = Match(game, seed=seed), make(bot, game)
        assert isinstance(player, Program)
        began = time.perf_counter()
        player.start(match, 0)
        found.append(1000 * (time.perf_counter() - began))
        close(player)
    return found


def games_per_second(game: tabor.Game, bot: str, games: int, cores: int) -> tuple[float, float]:
    """After the first game of each core, which pays for starting its worker; and decisions a game."""
    came, decisions = [], 0
    for one in run(game, [bot, bot], games, 1, cores=cores):
        came.append(time.perf_counter())
        decisions += sum(one.decisions)
    counted = came[2 * cores :]
    return len(counted) / (counted[-1] - came[2 * cores - 1]), decisions / len(came)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--cores", type=int, default=2)
    options = parser.parse_args()
    game = tabor.load("drake", board="course")
    with tempfile.TemporaryDirectory() as folder:
        bot = str(Path(folder, "bot.py"))
        Path(bot).write_text(BOT)
        print(f"walls: {walls.best()}")
        starts = start_milliseconds(game, bot)
        most = sorted(starts)[-STARTS // 10]
        print(f"start of a bot: median {statistics.median(starts):.1f} ms, 90% within {most:.1f} ms")
        speed, decisions = games_per_second(game, bot, options.games, options.cores)
        print(
            f"two bots, {options.cores} cores: {speed:.1f} games/s of {decisions:.0f} decisions, two new processes each"
        )


if __name__ == "__main__":
    main()
