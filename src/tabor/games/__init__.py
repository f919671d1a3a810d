"""The only list of games. A game is a folder here and one line below."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from tabor.errors import DataError

if TYPE_CHECKING:
    from tabor.game import Kind

NAMES = ("drake", "robots", "lanes", "warriors", "siege")


def find(name: str) -> Kind:
    """The game of this name."""
    if name not in NAMES:
        raise DataError(f"there is no game {name!r}; the games are {', '.join(NAMES)}")
    kind: Kind = import_module(f"tabor.games.{name}").KIND
    return kind
