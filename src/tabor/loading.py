"""From a kind of game, its data and a designer's changes to a game ready to play."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tabor.data import Table, Tree, merge, read_toml
from tabor.errors import DataError
from tabor.game import Campaign, Game, Kind


def load_kind(kind: Kind, rules: str | Path | Tree | None = None, options: Mapping[str, str] | None = None) -> Game:
    """Read and check the numbers; `rules` is a TOML file or a tree with those that are to be different."""
    given = dict(options or {})
    for name in given:
        if name not in kind.options:
            known = ", ".join(kind.options) or "none"
            raise DataError(f"{kind.title} has no option {name!r}; its options are: {known}")
        if not isinstance(given[name], str):
            raise DataError(f"option {name!r} is {given[name]!r}; it must be a text")
    changes, source = ({}, "") if rules is None else read_changes(rules)
    tree, origin = merge(kind.data, changes, source)
    setup = kind.numbers.read(Table(tree, origin), {**kind.options, **given})
    return Game(kind, setup, {**kind.options, **given}, changes)


def menu(kind: Kind) -> dict[str, list[str]]:
    """The values that each option may take: what the game lists, else the names in the table `boards` for `board`."""
    tree, _ = merge(kind.data, {}, "")
    return {name: list(kind.menu.get(name) or tree.get(f"{name}s", ())) for name in kind.options}


def campaign(kind: Kind) -> Campaign | None:
    """The battles that are played one after the other, where a game has such."""
    return kind.campaign(Table(*merge(kind.data, {}, ""))) if kind.campaign else None


def read_changes(rules: str | Path | Tree) -> tuple[Tree, str]:
    """The tree, and what errors call its source."""
    if isinstance(rules, dict):
        return rules, "changed"
    path = Path(rules)
    return read_toml(path), str(path)


def set_value(tree: dict[str, Any], changes: Mapping[str, Any]) -> None:
    """Put single values over a tree of changes."""
    for key, value in changes.items():
        if isinstance(value, dict) and isinstance(tree.get(key), dict):
            set_value(tree[key], value)
        else:
            tree[key] = value
