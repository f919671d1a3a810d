"""Looks at a designer's files over the game's own, and lists everything that is wrong or strange."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tabor.data import Origin, Table, Tree, overlay, read_toml
from tabor.games.lanes import KIND
from tabor.games.lanes.levels import deck_problem, grown
from tabor.games.lanes.numbers import Library, read_library, shelling
from tabor.games.lanes.problems import Problems


def survey(files: Sequence[Path] = (), changes: Mapping[str, Any] | None = None) -> tuple[Library, Problems]:
    """All data, each file laid over those before it and `changes` over all, with every mistake in them.

    A file that cannot be read at all is a DataError.
    """
    tree, origin = Tree(), Origin()
    for file in KIND.data:
        overlay(tree, read_toml(file), file.name, origin)
    for file in files:
        overlay(tree, read_toml(file), str(file), origin)
    overlay(tree, changes or {}, "changed", origin)
    found = Problems()
    return read_library(Table(tree, origin), found), found


def inspect(files: Sequence[Path]) -> Problems:
    """Everything wrong or strange, in all levels and decks."""
    library, found = survey(files)
    levels = library.levels.values()
    for deck in library.decks.values():
        for level in levels:
            now = grown(deck, level, levels)
            found.warnings += shelling(now, level, library.pieces)
            if found.errors == [] and (problem := deck_problem(now.cards, level.switches)):
                found.warnings.append(f"deck {deck.name} cannot be played on level {level.name}: it {problem}")
    return found
