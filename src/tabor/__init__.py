"""Tabor: tactics games on one rules core.

>>> import tabor
>>> game = tabor.load("drake", board="course")
>>> match = tabor.Match(game, seed=1)
>>> match.legal
['+a1', '+b1', '+c1', '+d1']
>>> for action in "+a1 +a4 +b1 +a3 +a2 +b4 +c1 +b3".split():
...     match.play(action)
>>> print(match)
4  d*c . .
3  c m . #
2  C # . .
1  D*C M .
   a b c d
blue to play
>>> match.play("a2xa3")
>>> match.log[-1]
'a2xa3'
>>> match.undo()
>>> match.play("a2xb4")
Traceback (most recent call last):
tabor.errors.ActionError: 'a2xb4' is not legal in d*c../cm.#/C#../D*CM. turn=blue stack=PSA/PSA idle=0 ply=8; legal are +d1 +c2 a2xa3 b1-b2 ...

A match saves to a readable file (`match.save("a.tabor")`, `tabor.open("a.tabor")`), copies (`match.copy()`), replays to
any ply (`match.at(3)`), starts from a position given as text (`tabor.Match(game, position="…")`) and says who won and
why (`match.outcome`).
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
    """A game by name; `rules` is a TOML file, or a tree, that changes its numbers; options as the game lists them.

    >>> load("drake", board="course")
    tabor.load('drake', board='course')
    >>> load("drake", board="moon")
    Traceback (most recent call last):
    tabor.errors.DataError: boards.moon is missing; the boards are plain, course, valley, highlands
    """
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
