"""Every bot of Robots against every weaker one, sides swapped: `python bench/robots_ladder.py [games a pair]`.

Prints the table of docs/robots-ladder.md.
"""

from __future__ import annotations

import sys
import time

from tabor.docs import markdown_table
from tabor.games.robots import KIND
from tabor.games.robots.bots import NAMES
from tabor.games.robots.contests import contest, ladder
from tabor.loading import load_kind

GAMES = 400


def main(games: int) -> None:
    rows = []
    game = load_kind(KIND)
    contest(game, *NAMES[:2], games=2)  # compiled here
    began = time.process_time()
    for found in ladder(game, games):
        tally, took = found.tally, time.process_time() - began
        low, high = tally.interval
        score = [f"{tally.score:.1%}", f"{low:.1%} – {high:.1%}", f"{tally.wins} / {tally.draws} / {tally.losses}"]
        rows.append([*found.bots, *score, f"{games / took:.0f}"])
        print(rows[-1], file=sys.stderr)
        began = time.process_time()
    print(markdown_table(["bot", "against", "score", "95 %", "won / drawn / lost", "games/s, one core"], rows))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
