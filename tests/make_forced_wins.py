"""Writes forced_wins.txt: positions from random games with the fewest plies in which a win can be forced.

Found by plain_search alone. Run from the project's root: python tests/make_forced_wins.py
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from plain_search import plies_to_win

import tabor

FILE = Path(__file__).with_name("forced_wins.txt")
DEEPEST = 9
EACH = 8  # positions for each board and number of plies


def main() -> None:
    lines = []
    choices = random.Random(1)
    for board in ("plain", "course", "valley"):
        game = tabor.load("drake", board=board)
        found: Counter[int] = Counter()
        while any(found[plies] < EACH for plies in range(1, DEEPEST + 1, 2)):
            match = tabor.Match(game, seed=choices.getrandbits(60))
            for _ in range(choices.randrange(6, 30)):
                if match.outcome is None:
                    match.play(int(choices.choice(match.legal_actions)))
            plies = None if match.outcome else plies_to_win(game, match.state, DEEPEST)
            if plies is not None and found[plies] < EACH:
                found[plies] += 1
                lines.append(f"{board} | {plies} | {match.position}")
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
