"""Cards, decks and levels as lines of text, for the command line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from tabor.errors import DataError
from tabor.games.lanes import KIND
from tabor.games.lanes.checking import survey
from tabor.games.lanes.decks import cards_of
from tabor.games.lanes.levels import Level, grown
from tabor.games.lanes.numbers import Library
from tabor.games.lanes.pieces import all_tags
from tabor.games.lanes.view import about
from tabor.messages import speaker


def open_library(files: Sequence[Path]) -> Library:
    """All data, or a DataError with the first mistake in them."""
    library, found = survey(files)
    found.raise_first()
    return library


def pick(what: str, name: str, known: Iterable[str]) -> str:
    """A name that is known, or a DataError."""
    names = list(known)
    if name not in names:
        raise DataError(f"there is no {what} {name!r}; there are {', '.join(names)}")
    return name


def list_cards(tag: str, files: Sequence[Path]) -> list[str]:
    library, say = open_library(files), speaker(KIND)
    if tag:
        pick("class", tag, all_tags(library.pieces))
    return [say(about(library.amounts, card)) for card in cards_of(library) if not tag or tag in card.tags]


def list_deck(name: str, level: str, files: Sequence[Path]) -> list[str]:
    library, say = open_library(files), speaker(KIND)
    deck = library.decks[pick("deck", name, library.decks)]
    if level:
        deck = grown(deck, library.levels[pick("level", level, library.levels)], library.levels.values())
    lines = [f"{deck.title or deck.name}: {sum(deck.cards.values())} cards. {deck.flavour}".rstrip()]
    lines += [f"{count} × {say(about(library.amounts, library.pieces[card]))}" for card, count in deck.cards.items()]
    return [*lines, *(f"bonus: {bonus}" for bonus in deck.bonuses)]


def list_levels(files: Sequence[Path]) -> list[str]:
    levels = open_library(files).levels.values()
    return [line for number, level in enumerate(levels, 1) for line in level_lines(number, level)]


def level_lines(number: int, level: Level) -> list[str]:
    """Name, title and rows; then what is special about it, and what it gives."""
    gives = f"gives {', '.join(level.gives)}" if level.gives else ""
    more = [f"    {text}" for text in (level.flavour, level.note, gives) if text]
    return [f"{number:>2}  {level.name}: {level.title}, {level.rows} rows", *more]
