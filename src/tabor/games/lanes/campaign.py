"""The campaign as data tell it: battles one after the other, and the cards that each win earns."""

from __future__ import annotations

from collections.abc import Mapping

from tabor.data import Table
from tabor.game import Campaign, Contest
from tabor.games.lanes.levels import RANKS, Deck, Level
from tabor.games.lanes.numbers import read_library
from tabor.games.lanes.problems import Problems


def campaign(table: Table) -> Campaign:
    found = Problems()
    library = read_library(table, found)
    found.raise_first()
    part = table.table("campaign")
    part.only("deck", "battles")
    deck = known(part, "deck", library.decks)
    battles = part.get("battles")
    if not isinstance(battles, list) or not battles:
        part.refuse("battles", 'must be a list of battles like {level = "meadow", computer = 2}')
    entries = [Table(values, part.origin, f"{part.path}.battles.{i}") for i, values in enumerate(battles)]
    return Campaign(tuple(read_battle(entry, library.levels) for entry in entries), deck, library.decks[deck].cards)


def known(table: Table, key: str, names: Mapping[str, Deck] | Mapping[str, Level]) -> str:
    name = table.text(key)
    if name not in names:
        table.refuse(key, f"is {name!r}; there are {', '.join(names)}")
    return name


def read_battle(entry: Table, levels: Mapping[str, Level]) -> Contest:
    """The horde has nothing to decide where a script does it."""
    if not isinstance(entry.values, dict):
        entry.refuse("", f"is {entry.values!r}; it must be a table with level and computer")
    entry.only("level", "computer")
    level = levels[known(entry, "level", levels)]
    return Contest(
        name=level.name,
        title=level.title,
        options={"level": level.name},
        level=entry.integer("computer", 1, RANKS),
        seats=(0,) if level.script is not None else (0, 1),
        earns=level.gives,
        note=level.note,
        boss=level.boss.unit if level.boss else "",
    )
