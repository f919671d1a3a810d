"""Tables in the games' README files, made from the code and the data: `tabor files NAME` writes them again.

A README marks places. Two tables every game has, `planes` and `digits`; for others its `tables.py` has a function
`tables(game)` that gives each by name:

    <!-- table: troops -->
    … is replaced …
    <!-- end -->
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from tabor.errors import DataError
from tabor.game import Setup
from tabor.games import find, package
from tabor.loading import load_kind

START = re.compile(r"<!-- table: (\S+) -->\n")
END = "<!-- end -->"


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """
    >>> print(markdown_table(["troop", "worth"], [["Monk", 4]]))
    | troop | worth |
    |---|---|
    | Monk | 4 |
    """
    lines = [head, *rows]
    written = ["| " + " | ".join(str(cell) for cell in line) + " |" for line in lines]
    return "\n".join([written[0], "|" + "---|" * len(head), *written[1:]])


def fill(text: str, tables: Mapping[str, str], place: str = "text") -> str:
    """The text with every marked table renewed; errors call the text `place`.

    >>> fill("<!-- table: a -->\\nold\\n<!-- end -->", {"a": "new"})
    '<!-- table: a -->\\nnew\\n<!-- end -->'
    """
    parts = START.split(text)  # text, name, text, name, text, …
    filled = [parts[0]]
    for name, rest in zip(parts[1::2], parts[2::2], strict=True):
        _, end, after = rest.partition(END)
        if not end:
            raise DataError(f"{place}: table {name!r} has no {END!r} before the next table or the end of the file")
        if name not in tables:
            raise DataError(f"{place}: there is no table {name!r}; the tables are {', '.join(tables)}")
        filled.append(f"<!-- table: {name} -->\n{tables[name]}\n{END}{after}")
    return "".join(filled)


# ---- what every game can say of itself ----


def planes(setup: Setup) -> str:
    """What the planes of `observe` hold, as the numbers of this setup make them."""
    rows, first = [], 0
    for name, count in setup.plane_names:
        rows.append([str(first) if count == 1 else f"{first} … {first + count - 1}", name])
        first += count
    return markdown_table(["plane", "holds"], rows)


def digits(setup: Setup) -> str:
    """The digits of an action, the most significant first."""
    return markdown_table(["digit", "values", "means"], [[f"`{n}`", b, setup.digit_names[n]] for n, b in setup.digits])


def readme(name: str) -> Path:
    """The README of a game."""
    return find(name).home / "README.md"


def renewed(name: str) -> str:
    """A game's README as its data want it: with tables of its own, if it has some, and those that every game has."""
    path, game = readme(name), load_kind(find(name))
    tables = {"planes": planes(game.setup), "digits": digits(game.setup)}
    if find_spec(f"{package(name)}.tables"):
        tables |= import_module(f"{package(name)}.tables").tables(game)
    return fill(path.read_text(encoding="utf-8"), tables, str(path))
