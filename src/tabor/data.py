"""Numbers of a game from TOML, with errors that name the file, the key and what would be right.

tree, origin = merge([Path("rules.toml"), Path("boards.toml")], changes={"end": {"limit": 9}})
Table(tree, origin).table("end").integer("limit", 1, 100)
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from tabor.errors import DataError

Tree = dict[str, Any]
Origin = dict[str, str]  # dotted key → the name of the file it comes from


def read_toml(path: Path) -> Tree:
    """A TOML file as a tree."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise DataError(f"{path} is not a text file in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path} is not valid TOML: {error}") from None


def overlay(base: Tree, changes: Mapping[str, Any], name: str, origin: Origin, key: str = "") -> None:
    """Write the changes over the base, tables into tables, and note where each value comes from."""
    for part, value in changes.items():
        path = f"{key}.{part}" if key else part
        if isinstance(value, dict) and isinstance(base.get(part), dict):
            overlay(base[part], value, name, origin, path)
        else:
            base[part] = value
            origin[path] = name


def merge(files: Iterable[Path], changes: Mapping[str, Any], name: str) -> tuple[Tree, Origin]:
    """The game's own files, and the changes (which errors call `name`) over them."""
    tree, origin = Tree(), Origin()
    for file in files:
        overlay(tree, read_toml(file), file.name, origin)
    overlay(tree, changes, name, origin)
    return tree, origin


def read_setting(text: str) -> Tree:
    """`end.limit=9` as a tree.

    >>> read_setting("end.limit=9")
    {'end': {'limit': 9}}
    """
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise DataError(f"{text!r} is not a setting: write key=value, as in end.limit=9")
    try:
        return tomllib.loads(f"{key.strip()} = {value.strip()}")
    except tomllib.TOMLDecodeError:
        pass
    try:  # a bare word is a text
        return tomllib.loads(f"{key.strip()} = {value.strip()!r}")
    except tomllib.TOMLDecodeError:
        raise DataError(f"{text!r} is not a setting: write key=value, as in end.limit=9") from None


class Table:
    """One table of the data. Every read says what is allowed; `refuse` speaks of a key of this table."""

    def __init__(self, values: Any, origin: Origin, path: str = "") -> None:
        self.values, self.origin, self.path = values, origin, path

    def __iter__(self) -> Iterator[str]:
        return iter(self.values)

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def refuse(self, key: str, problem: str) -> NoReturn:
        """Raise an error about the value at a key."""
        raise DataError(f"{self.place(key)} {problem}")

    def place(self, key: str) -> str:
        path = f"{self.path}.{key}" if self.path and key else self.path or key
        parts = path.split(".")
        for length in range(len(parts), 0, -1):
            if (name := self.origin.get(".".join(parts[:length]))) is not None:
                return f"{name}: {path}"
        return path

    def only(self, *keys: str) -> None:
        """Refuse keys that mean nothing."""
        for key in self.values:
            if key not in keys:
                near = difflib.get_close_matches(key, keys, 1)
                hint = f"did you mean {near[0]!r}?" if near else f"known are: {', '.join(keys)}"
                self.refuse(key, f"means nothing; {hint}")

    def get(self, key: str) -> Any:
        if key not in self.values:
            self.refuse(key, "is missing")
        return self.values[key]

    def integer(self, key: str, low: int, high: int) -> int:
        value = self.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.refuse(key, f"is {value!r}; it must be a whole number from {low} to {high}")
        return value

    def boolean(self, key: str) -> bool:
        value = self.get(key)
        if not isinstance(value, bool):
            self.refuse(key, f"is {value!r}; it must be true or false")
        return value

    def text(self, key: str) -> str:
        value = self.get(key)
        if not isinstance(value, str) or not value:
            self.refuse(key, f"is {value!r}; it must be a text")
        return value

    def choice(self, key: str, options: Sequence[str]) -> str:
        value = self.get(key)
        if value not in options:
            self.refuse(key, f"is {value!r}; it must be one of {', '.join(options)}")
        return str(value)

    def texts(self, key: str, low: int, high: int) -> list[str]:
        value = self.get(key)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.refuse(key, f"is {value!r}; it must be a list of texts")
        if not low <= len(value) <= high:
            self.refuse(key, f"has {len(value)} entries; it must have from {low} to {high}")
        return value

    def picture(self, key: str, signs: Mapping[str, str], low: int, high: int) -> list[str]:
        """A board drawn in rows of equal length, from `low` to `high` along each side, in signs with a meaning."""
        rows = self.texts(key, low, high)
        width = len(rows[0])
        if not low <= width <= high:
            self.refuse(key, f"has {width} columns; it must have from {low} to {high}")
        for row in rows:
            if len(row) != width:
                self.refuse(key, f"has {width} columns in its first row, so {row!r} must have {width} signs too")
            for sign in row:
                if sign not in signs:
                    *most, last = (f"{known!r} ({meaning})" for known, meaning in signs.items())
                    self.refuse(key, f"has {sign!r} in {row!r}; a cell is {', '.join(most)} or {last}")
        return rows

    def table(self, key: str) -> Table:
        value = self.get(key)
        if not isinstance(value, dict):
            self.refuse(key, f"is {value!r}; it must be a table")
        return Table(value, self.origin, f"{self.path}.{key}" if self.path else key)


def lacking(table: Table, seats: Sequence[str], known: Sequence[str]) -> list[list[str]]:
    """For each seat what it must do without, by the table `without`: a handicap, and how a piece's worth is found."""
    without = table.table("without")
    without.only(*seats)
    found = [without.texts(seat, 0, len(known)) for seat in seats]
    for seat, names in zip(seats, found, strict=True):
        for name in names:
            if name not in known:
                without.refuse(seat, f"has {name!r}; it must be of {', '.join(known)}")
    return found
