"""Tables in the games' README files, made from the code and the data: `tabor files NAME` writes them again.

A README marks places. Two tables every game has, `planes` and `digits`, and one, `variants`, those that have some; for
others its `tables.py` has a function `tables(game)` that gives each by name:

    <!-- table: troops -->
    … is replaced …
    <!-- end -->
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tabor.data import merge
from tabor.errors import DataError
from tabor.game import Kind, Setup, Tree
from tabor.games import find, package
from tabor.loading import VARIANT, load_kind, numbers_of

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


def variants(kind: Kind) -> str:
    """Every number in which a variant differs from the game's own."""
    own, _ = numbers_of(kind, {}, {})
    tables = merge(kind.data, {}, "")[0][f"{VARIANT}s"]
    rows = [
        [f"`{key}`", written(value_at(own, key)), name, written(value)]
        for name, table in tables.items()
        for key, value in leaves(table)
    ]
    return markdown_table(["number", f"`{kind.options[VARIANT]}`", "variant", "there"], rows)


def leaves(tree: Tree, key: str = "") -> Iterator[tuple[str, Any]]:
    """
    >>> list(leaves({"end": {"turns": 3}, "guards": 2}))
    [('end.turns', 3), ('guards', 2)]
    """
    for part, value in tree.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{key}{part}.")
        else:
            yield f"{key}{part}", value


def value_at(tree: Tree, key: str) -> Any:
    """None where there is none."""
    for part in key.split("."):
        tree = tree.get(part, {}) if isinstance(tree, dict) else {}
    return None if tree == {} else tree


def written(value: Any) -> str:
    """A value for a cell of a table; a drawing line by line.

    >>> written(["..#", "..."]), written(["Monk"]), written([]), written(None)
    ('`..#`<br>`...`', 'Monk', 'none', '–')
    """
    if isinstance(value, list):
        is_drawn = len(value) > 1 and all(isinstance(row, str) and not row.isalpha() for row in value)
        return "<br>".join(f"`{row}`" for row in value) if is_drawn else ", ".join(map(str, value)) or "none"
    return "–" if value is None else str(value)


def readme(name: str) -> Path:
    """The README of a game."""
    return find(name).home / "README.md"


def renewed(name: str) -> str:
    """A game's README as its data want it: with tables of its own, if it has some, and those that every game has."""
    path, game = readme(name), load_kind(find(name))
    tables = {"planes": planes(game.setup), "digits": digits(game.setup)}
    if VARIANT in game.kind.options:
        tables["variants"] = variants(game.kind)
    if find_spec(f"{package(name)}.tables"):
        tables |= import_module(f"{package(name)}.tables").tables(game)
    return fill(path.read_text(encoding="utf-8"), tables, str(path))
