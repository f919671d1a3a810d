"""Turns a second of Robots, on one core and, if there is one, on a CUDA device: `python bench/robots_speed.py`.

Needs NumPy and Numba, and numba-cuda for the device. Prints one JSON object a line.
"""

from __future__ import annotations

import json
import sys

from tabor.batch import DEVICES
from tabor.errors import DataError
from tabor.games.robots import KIND
from tabor.games.robots.speed import turns_per_second
from tabor.loading import load_kind

ROBOTS = (10, 28, 64)


def main() -> int:
    game = load_kind(KIND)
    for device in DEVICES:
        for robots in ROBOTS:
            try:
                speed = turns_per_second(game, device, robots)
            except DataError as error:
                print(json.dumps({"device": device, "problem": str(error)}))
                break
            print(json.dumps({"device": device, "robots": robots, "turns_per_s": round(speed)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
