"""The tables of this game's README, from its data."""

from __future__ import annotations

from typing import Any

from tabor.data import merge
from tabor.docs import markdown_table
from tabor.game import Game
from tabor.games.warriors.numbers import WarriorsSetup
from tabor.games.warriors.rules import CELLS, DURATION, ITEMS, KINDS, MOST_HP, PLAYERS, POTIONS, SIDE, TEAM
from tabor.grid import column_name

DRAWN = 20  # columns of a map that is shown in whole


def tables(game: Game) -> dict[str, str]:
    assert isinstance(game.setup, WarriorsSetup)
    tree, _ = merge(game.kind.data, game.changes, "")
    limits = {
        "players": PLAYERS,
        "warriors of a team, potions of a team": f"{TEAM}, {ITEMS}",
        "warriors, potions to choose from": f"{KINDS}, {POTIONS}",
        "columns, rows, cells of a map": f"{SIDE}, {SIDE}, {CELLS}",
        "HP": MOST_HP,
        "turns that a potion works": DURATION,
    }
    return {
        "warriors": warriors(tree["warriors"]),
        "potions": potions(tree["potions"]),
        "maps": maps(tree["maps"]),
        "numbers": numbers(tree),
        "limits": markdown_table(["at most", ""], [[name, most] for name, most in limits.items()]),
    }


def warriors(kinds: dict[str, Any]) -> str:
    head = ["warrior", "letter", "HP", "attack", "walk", "worth"]
    rows = [
        [name + ("" if kind["allowed"] else " (not allowed)"), f"`{kind['letter']}`"]
        + [kind[stat] for stat in ("hp", "attack", "walk", "worth")]
        for name, kind in kinds.items()
    ]
    return markdown_table(head, rows)


def potions(kinds: dict[str, Any]) -> str:
    rows = [
        [name, f"`{kind['letter']}`", f"{kind['stat']} {kind['amount']:+}", kind["duration"] or "at once"]
        + [kind["worth"]]
        for name, kind in kinds.items()
    ]
    return markdown_table(["potion", "letter", "effect", "turns", "worth"], rows)


def maps(drawn: dict[str, list[str]]) -> str:
    """Small maps as they look, of others the size."""
    small = [picture(name, rows) for name, rows in drawn.items() if len(rows[0]) <= DRAWN]
    large = [f"`{name}` is {len(rows[0])} × {len(rows)}." for name, rows in drawn.items() if len(rows[0]) > DRAWN]
    return "\n\n".join(["```\n" + "\n\n".join(small) + "\n```", *large])


def picture(name: str, rows: list[str]) -> str:
    """The name, the rows with their numbers, the letters of the columns."""
    numbered = [f"{len(rows) - y:>2}  " + " ".join(row) for y, row in enumerate(rows)]
    return "\n".join([name, *numbered, "    " + " ".join(column_name(x) for x in range(len(rows[0])))])


def numbers(tree: dict[str, Any]) -> str:
    rows = [
        ["`team.warriors`", tree["team"]["warriors"], "warriors of each player (S1)"],
        ["`team.potions`", tree["team"]["potions"], "potions of each player (S1)"],
        ["`friends`", str(tree["friends"]).lower(), "whether one's own warriors may be attacked (S7)"],
        ["`potion.phases`", ", ".join(tree["potion"]["phases"]), "phases in which potions may be used (S9)"],
        ["`end.turns_per_player`", tree["end"]["turns_per_player"], "turns before the count, times players (S15)"],
        ["`end.turns_per_edge`", tree["end"]["turns_per_edge"], "the same, times columns and rows together (S15)"],
    ]
    return markdown_table(["number", "value", "means"], rows)
