"""What a deck builder needs: the cards there are, and what is wrong with a deck.

>>> check_deck({"Spearman": 3, "Guard": 3, "Archer": 3, "Reaper": 3, "Boar": 3})
[]
>>> check_deck({"Spearman": 9})
['changed: decks.yours.cards.Spearman is 9; it must be a whole number from 1 to 3', \
'changed: decks.yours.cards has 3 cards; a deck has 15 to 40']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tabor.games.lanes.checking import survey
from tabor.games.lanes.numbers import Library
from tabor.games.lanes.pieces import Piece


def cards_of(library: Library) -> list[Piece]:
    """Every unit that a deck may hold."""
    return [piece for piece in library.pieces.values() if piece.is_card and piece.name != library.switches.pawn]


def all_cards(files: Sequence[Path] = ()) -> list[Piece]:
    """Every card of the game, with a designer's files laid over its own."""
    return cards_of(survey(files)[0])


def check_deck(cards: Mapping[str, int], bonuses: Sequence[str] = (), files: Sequence[Path] = ()) -> list[str]:
    """What is wrong with a deck, one sentence each; an empty list if it may be played."""
    deck = {"cards": dict(cards), "bonuses": list(bonuses)}
    _, found = survey(files, {"decks": {"yours": deck}})
    return [error for error in found.errors if "decks.yours" in error]
