"""Tables in the games' README files, made from the data: `python -m tabor.docs` writes them again.

A README marks places; the game's `tables.py` has a function `tables(game)` that gives each table by name:

    <!-- table: troops -->
    … is replaced …
    <!-- end -->
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from tabor.errors import DataError
from tabor.games import NAMES, find
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


def readme(name: str) -> Path:
    """The README of a game."""
    return find(name).home / "README.md"


def renewed(name: str) -> str:
    """A game's README as its data want it."""
    path = readme(name)
    tables = import_module(f"tabor.games.{name}.tables").tables(load_kind(find(name)))
    return fill(path.read_text(encoding="utf-8"), tables, str(path))


def main() -> None:
    for name in NAMES:
        readme(name).write_text(renewed(name), encoding="utf-8")
        print(f"wrote {readme(name)}")


if __name__ == "__main__":
    main()
