"""Tabor: tactics games on one rules core.

    game = tabor.load("NAME", rules="my.toml")     # a game; the games are listed in tabor.games.NAMES
    match = tabor.Match(game, seed=1)              # a game being played
    match.legal, match.play("a2-a3"), match.undo(), match.outcome, print(match)

A match saves to a readable file (`match.save("a.tabor")`, `tabor.open("a.tabor")`), copies (`match.copy()`), replays to
any ply (`match.at(3)`), starts from a position given as text (`tabor.Match(game, position="…")`) and says who won and
why (`match.outcome`). docs/python.md is a tour.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabor.errors import ActionError, DataError, PositionError, SaveError, TaborError

if TYPE_CHECKING:
    from tabor.game import Game
    from tabor.match import Match, Outcome

__version__ = "0.1.0"
__all__ = [
    "ActionError",
    "DataError",
    "Game",
    "Match",
    "Outcome",
    "PositionError",
    "SaveError",
    "TaborError",
    "load",
    "open",
]

_LAZY = {"Game": "tabor.game", "Match": "tabor.match", "Outcome": "tabor.match"}


def load(name: str, *, rules: str | Path | dict[str, Any] | None = None, **options: str) -> Game:
    """A game by name; `rules` is a TOML file, or a tree, that changes its numbers; options as the game lists them."""
    from tabor.games import find
    from tabor.loading import load_kind

    return load_kind(find(name), rules, options)


def open(path: str | Path) -> Match:
    """A saved match."""
    from tabor.saves import read_save

    return read_save(Path(path))


def __getattr__(name: str) -> Any:
    if name in _LAZY:  # NumPy and Numba are not imported before they are needed
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'tabor' has no attribute {name!r}")
