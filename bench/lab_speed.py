"""How long a study of six variants takes, 2,000 games of The Drake each, both sides alphabeta at depth 3.

.venv/bin/python bench/lab_speed.py            # the whole; --openings 50 for a first idea
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from tabor.terminal.studying import run_study

CHANGES = ("end = { no_progress = 20 }", "end = { no_progress = 30 }", "guards = 1", "guards = 3", "guards = 4")
STUDY = """
game = "drake"
judges = ["alphabeta:depth=3"]
openings = {openings}
sample = {sample}
looks = 1
[[ask]]
measure = "first_seat"
"""


def main(openings: int, cores: int) -> None:
    variants = [f"[variants.v{number}]\nset = {{ {change} }}\n" for number, change in enumerate(CHANGES, 1)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "speed.toml"
        path.write_text(STUDY.format(openings=openings, sample=min(100, openings)) + "".join(variants))
        began = time.perf_counter()
        run_study(path, cores, None)
        spent = time.perf_counter() - began
    games = (1 + len(CHANGES)) * openings
    print(f"{games:,} games in {spent:,.0f} s on {cores} cores: {games / spent:,.1f} a second")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--openings", type=int, default=2000)
    parser.add_argument("--cores", type=int, default=2)
    chosen = parser.parse_args()
    main(chosen.openings, chosen.cores)
