"""The opening book: what to do in each position of the set-up. bench/book.py writes it.

A line is the key of a position and the action. A book is for exactly the numbers it was made with.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tabor.game import Setup
from tabor.games.drake.endings import fingerprint


def file_of(setup: Setup) -> Path:
    return Path(__file__).parent / "data" / f"book-{fingerprint(setup)}.txt"


def load(setup: Setup) -> Mapping[int, str]:
    """Actions by key; none if there is no book."""
    file = file_of(setup)
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return {int(key, 16): action for key, action in (line.split() for line in lines)}
