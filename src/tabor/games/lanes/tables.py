"""The tables of this game's README, from its data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from tabor.data import Table, merge
from tabor.docs import markdown_table
from tabor.game import Game, Kind
from tabor.games.lanes.layout import BONUSES, HAND, KINDS, PLAN, ROWS, SCRIPT, TAGS
from tabor.games.lanes.levels import Deck, Level
from tabor.games.lanes.numbers import LanesSetup, read_library
from tabor.games.lanes.pieces import Effect, Piece
from tabor.games.lanes.problems import Problems
from tabor.games.lanes.view import sign_words
from tabor.messages import speaker


def tables(game: Game) -> dict[str, str]:
    assert isinstance(game.setup, LanesSetup)
    tree, origin = merge(game.kind.data, game.changes, "")
    library = read_library(Table(tree, origin), Problems())
    pieces = game.setup.kinds
    return {
        "cards": units([piece for piece in pieces if piece.is_card]),
        "foes": units([piece for piece in pieces if piece.is_foe]),
        "objects": objects([piece for piece in pieces if piece.is_object]),
        "signs": signs(game.kind, game.setup.amounts),
        "bonuses": markdown_table(["bonus", "does"], [[b.name, effect_text(b.effect)] for b in game.setup.bonuses]),
        "switches": switches(tree["rules"]),
        "levels": levels(library.levels.values()),
        "decks": decks(library.decks.values()),
        "limits": limits(),
    }


def signs(kind: Kind, amounts: Mapping[str, int]) -> str:
    """In English, without the marks that Fluent puts round a figure."""
    say = speaker(kind)
    rows = [[name, re.sub("[\u2068\u2069]", "", say(sign_words(name, amounts))) + "."] for name in amounts]
    return markdown_table(["sign", "does"], rows)


def units(pieces: list[Piece]) -> str:
    rows = [
        [
            piece.name,
            f"{'ranged' if piece.ranged else 'melee'} {piece.range}",
            piece.power,
            piece.health,
            piece.difficulty,
            price_text(piece),
            signs_text(piece),
            ", ".join(piece.tags),
        ]
        for piece in pieces
    ]
    return markdown_table(["unit", "attack", "power", "health", "difficulty", "price", "signs", "tags"], rows)


def signs_text(piece: Piece) -> str:
    """As in `banner (folk only); heal 2 for 1 initiative`."""
    signs = ", ".join(sign + for_classes(piece.only.get(sign, ())) for sign in piece.signs)
    return signs + (f"; {effect_text(piece.ability)}" if piece.ability else "")


def price_text(kind: Piece) -> str:
    """S25, as in `1 initiative, 1 victim, needs folk`."""
    parts = [f"{kind.price} initiative"] if kind.price else []
    parts += [f"{kind.sacrifice} victim{'s' * (kind.sacrifice > 1)}"] if kind.sacrifice else []
    parts += [f"needs {tag}" for tag in kind.needs]
    return ", ".join(parts) or "free"


def effect_text(effect: Effect) -> str:
    amount = f" {effect.amount}" if effect.kind.has_amount else ""
    price = f" for {effect.price} initiative" if effect.price else ""
    return f"{effect.name}{amount}{for_classes(effect.only)}{price}"


def for_classes(tags: tuple[str, ...]) -> str:
    return f" ({', '.join(tags)} only)" if tags else ""


def objects(pieces: list[Piece]) -> str:
    return markdown_table(["object", "health"], [[p.name, "indestructible" if p.eternal else p.health] for p in pieces])


MEANINGS = {
    "pawn": "the unit in the pawn deck (S4)",
    "pawns": "cards in the pawn deck (S4)",
    "opening": "cards in the first hand (S5)",
    "hand": "most cards in a hand (S13)",
    "draw": "cards taken at the end of a round (S13)",
    "deploy_rows": "rows from home in which cards are deployed (S7)",
    "advance": "cells that the horde goes down in a round (S10)",
    "entered_advance": "whether units that have just entered advance too (S10)",
    "ranged": "`exact`, or `between`: `range` counts the cells in between (S19)",
    "end": "`durability` or `balance` (S22)",
    "balance": "the lead that wins by balance (S22)",
    "checked": "the end is looked for after each side's whole `attack`, or after each `blow` (S22)",
    "rout": "whether the player wins when no horde is left (S23)",
    "rounds": "the last round (S24)",
    "camps": "strength of the camps (S22)",
    "initiative": "`fixed`, or `growing` from `start` up to `cap` (S15)",
    "steps": "× difficulty: the first step forward, others; the least a step costs (S17)",
    "deck": "cards in a deck, and copies of one card",
}


def switches(rules: dict[str, Any]) -> str:
    return markdown_table(["switch", "value", "means"], [[f"`{k}`", shown(rules[k]), MEANINGS[k]] for k in rules])


def shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {part}" for key, part in value.items())
    return str(value).lower() if isinstance(value, bool) else str(value)


def levels(found: Iterable[Level]) -> str:
    rows = [
        [number, f"`{level.name}`", level.title, level.rows, horde_text(level), level.note, ", ".join(level.gives)]
        for number, level in enumerate(found, 1)
    ]
    return markdown_table(["", "level", "title", "rows", "horde", "different here", "gives"], rows)


def horde_text(level: Level) -> str:
    if level.supply:
        return ", ".join(f"{name} {count}" for name, count in level.supply.items())
    return "a script" if level.script else "endless"


def decks(found: Iterable[Deck]) -> str:
    rows = [
        [f"`{deck.name}`", deck.title, ", ".join(f"{name} {count}" for name, count in deck.cards.items())]
        for deck in found
    ]
    return markdown_table(["deck", "title", "cards"], rows)


def limits() -> str:
    rows: list[list[object]] = [
        ["rows", ROWS],
        ["units and objects", KINDS],
        ["bonuses", BONUSES],
        ["class tags", TAGS],
        ["cards in a hand", HAND],
        ["entries of a script", SCRIPT],
        ["rounds in `per_round`", PLAN],
    ]
    return markdown_table(["at most", ""], rows)
