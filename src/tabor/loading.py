"""From a kind of game, its data, a variant of it and a designer's changes to a game ready to play."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tabor.data import Origin, Table, Tree, merge, overlay, read_toml
from tabor.errors import DataError
from tabor.game import Campaign, Game, Kind

VARIANT = "variant"  # an option that chooses a table of `variants`: numbers that differ from the game's own


def load_kind(kind: Kind, rules: str | Path | Tree | None = None, options: Mapping[str, str] | None = None) -> Game:
    """Read and check the numbers; `rules` is a TOML file or a tree with those that are to be different."""
    chosen = {**kind.options, **known_options(kind, options or {})}
    changes, source = ({}, "") if rules is None else read_changes(rules)
    setup = kind.numbers.read(Table(*numbers_of(kind, chosen, changes, source)), chosen)
    return Game(kind, setup, told_options(kind, chosen), changes)


def known_options(kind: Kind, given: Mapping[str, Any]) -> Mapping[str, str]:
    for name, value in given.items():
        if name not in kind.options:
            known = ", ".join(kind.options) or "none"
            raise DataError(f"{kind.title} has no option {name!r}; its options are: {known}")
        if not isinstance(value, str):
            raise DataError(f"option {name!r} is {value!r}; it must be a text")
    return given


def told_options(kind: Kind, chosen: Mapping[str, str]) -> dict[str, str]:
    """What a save, a room or a ledger says of a game: the usual variant is not named, as before there were others."""
    return {name: value for name, value in chosen.items() if name != VARIANT or value != kind.options[name]}


def numbers_of(kind: Kind, options: Mapping[str, str], changes: Tree, source: str = "") -> tuple[Tree, Origin]:
    """The game's own numbers, over them those of the variant, over all the changes, which errors call `source`."""
    tree, origin = merge(kind.data, {}, "")
    if VARIANT in kind.options:
        variants = Table(tree, origin).table(f"{VARIANT}s")
        del tree[f"{VARIANT}s"]
        name = options.get(VARIANT, kind.options[VARIANT])
        if name not in variants:
            variants.refuse(name, f"is missing; the variants are {', '.join(variants)}")
        overlay(tree, variants.table(name).values, variants.place(name), origin)
    overlay(tree, changes, source, origin)
    return tree, origin


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
