"""Looks at a designer's files over the game's own, and lists everything that is wrong or strange."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tabor.data import Origin, Table, Tree, overlay, read_toml
from tabor.games.lanes import KIND
from tabor.games.lanes.findings import Findings
from tabor.games.lanes.numbers import read_library, shelling


def inspect(files: Sequence[Path]) -> Findings:
    """Each file is laid over those before it. A file that cannot be read at all is a DataError."""
    tree, origin = Tree(), Origin()
    for file in KIND.data:
        overlay(tree, read_toml(file), file.name, origin)
    for file in files:
        overlay(tree, read_toml(file), str(file), origin)
    found = Findings()
    library = read_library(Table(tree, origin), found)
    for deck in library.decks.values():
        for level in library.levels.values():
            found.warnings += shelling(deck, level, library.pieces)
    return found
