"""The games: Tabor's own, each a folder here and one line below, and those that installed packages bring.

A package brings a game by an entry point of the group `tabor.games`: the game's name and the package that has its
KIND. Everything that works for a game of Tabor's works for such a guest.
"""

from __future__ import annotations

import importlib
import traceback
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from tabor.errors import DataError

if TYPE_CHECKING:
    from tabor.game import Kind

NAMES = ("drake", "robots", "lanes", "warriors", "siege")  # Tabor's own
GROUP = "tabor.games"  # of entry points
IMPORTING = (__file__, importlib.__file__)  # files that import a package


@cache
def guests() -> dict[str, EntryPoint]:
    """The games of other packages; one that is called like one of ours is not looked at."""
    found = entry_points(group=GROUP)
    return {point.name: point for point in sorted(found, key=lambda point: point.name) if point.name not in NAMES}


def names() -> tuple[str, ...]:
    """All games that are here, ours first."""
    return (*NAMES, *guests())


def package(name: str) -> str:
    """The Python package of a game."""
    if name in NAMES:
        return f"{__name__}.{name}"
    if name in guests():
        return guests()[name].value
    raise DataError(f"there is no game {name!r}; the games are {', '.join(names())}")


def find(name: str) -> Kind:
    """The game of this name."""
    kind: Kind = import_module(package(name)).KIND if name in NAMES else invite(name, package(name))
    return kind


def invite(name: str, module: str) -> Kind:
    """A guest; whatever is wrong with its package is said in one sentence."""
    try:
        kind: Kind = import_module(module).KIND
    except Exception as error:
        problem = f"{place(error)}{type(error).__name__}: {error}"
        raise DataError(f"the game {name!r} cannot be loaded from {module}: {problem}") from error
    if kind.name != name:
        raise DataError(f"the entry point {name!r} leads to {module}, whose game is called {kind.name!r}: use one name")
    return kind


def place(error: Exception) -> str:
    """File and line of the package in which an import failed."""
    steps = traceback.extract_tb(error.__traceback__)
    own = [step for step in steps if not step.filename.startswith("<") and step.filename not in IMPORTING]
    return f"{own[-1].filename}:{own[-1].lineno}: " if own else ""
