"""How often a study finds a planted difference of 3 points in the share of the first seat, or invents one.

    .venv/bin/python bench/lab_power.py                # simulated results, two thousand studies of each kind
    .venv/bin/python bench/lab_power.py --real 2000    # once for real, on The Drake

The simulated studies have one variant, one question, one judge, 6,000 openings and five looks.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np

from tabor.lab.verdicts import Question, bound_at, compare

OPENINGS, LOOKS, STUDIES = 6000, 5, 2000
QUESTION = Question("first_seat", worth=0.03, aim=0.5)
REAL = """
game = "drake"
judges = ["alphabeta:depth=1", "alphabeta:depth=2"]
openings = {openings}
sample = 0
[[ask]]
measure = "first_seat"
worth = 0.03
[variants.same]  # more plies without progress than games have: the same game, so any difference is a false alarm
set = {{ end = {{ no_progress = 51 }} }}
[variants.course]  # mountains that are in the way of who begins
options = {{ board = "course" }}
"""


def study(rng: np.random.Generator, base: float, changed: float) -> tuple[str, int]:
    """The verdict, and after how many openings of each."""
    old, new = ((rng.random((1, OPENINGS)) < share).astype(float) for share in (base, changed))
    for look in range(1, LOOKS + 1):
        many = OPENINGS * look // LOOKS
        found = compare("new", QUESTION, old[:, :many], new[:, :many], bound_at(look, LOOKS, 0.05), 1.0)
        if found.is_decided:
            return found.kind, many
    return "open", OPENINGS


def simulate() -> None:
    rng = np.random.default_rng(0)
    for title, changed in (("3 points nearer to even", 0.52), ("3 points further", 0.58), ("no difference", 0.55)):
        found = [study(rng, 0.55, changed) for _ in range(STUDIES)]
        kinds = Counter(kind for kind, _ in found)
        said = ", ".join(f"{kind} {count / STUDIES:.1%}" for kind, count in kinds.most_common())
        print(f"{title}: {said}; {np.mean([many for _, many in found]):,.0f} openings on average")


def play(openings: int) -> None:
    from tabor.terminal.studying import run_study

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "drake.toml"
        path.write_text(REAL.format(openings=openings))
        run_study(path, None, None)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--real", type=int, metavar="OPENINGS")
    chosen = parser.parse_args()
    play(chosen.real) if chosen.real else simulate()
