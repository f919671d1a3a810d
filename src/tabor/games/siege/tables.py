"""The tables of this game's README, from its data."""

from __future__ import annotations

from typing import Any

from tabor.data import merge
from tabor.docs import markdown_table
from tabor.game import Game
from tabor.games.siege.board import SIDE, TOKENS
from tabor.games.siege.numbers import MOST_CELLS, MOST_MOVE
from tabor.games.siege.view import SIGNS

COLUMNS = ("move", "cost", "reach")
MEANINGS = {
    "least_distance": "between the first castle and what the other player places (S27, S28)",
    "free_beside_seat": "cells beside a placed seat that are neither rock nor off the map (S26)",
    "captors": "land units that capture a seat (S25)",
    "barracks_units": "land units that a barracks or camp makes in one action (S22)",
    "most_tokens": "that stand on a map",
    "shot.range": "farthest distance of a shot (S17)",
    "shot.lift": "what a wall or siege tower adds or takes (S17)",
    "shot.hits": "least roll that kills (S17)",
    "ram.wall": "least roll that breaks a wall (S19)",
    "ram.other": "least roll that breaks another building (S19)",
    "trebuchet.lands": "for rolls 1 … 6 the how many-th cell beyond the end; 0 is a miss (S20)",
    "end.seatless_turns": "own turns ending without a seat that lose (S30)",
    "end.units_from_turn": "own turn from which on a player without land units loses (S31)",
    "end.turns": "of both together (S32)",
    "options.ladder_beside_wall": "whether a ladder must be built beside a wall",
    "options.camp_from_enemy": "least distance of a newly built camp to every enemy seat",
    "standard.blue_coins": "of blue at the start, in standard mode (S27)",
    "standard.orange_coins": "of orange (S27)",
    "standard.castle_coins": "that a castle's action brings in standard mode (S21)",
    "siege.defender_coins": "of blue, the defender, at the start in siege mode (S28)",
    "siege.attacker_coins": "of orange, the attacker (S28)",
    "siege.income": "that a castle brings at the start of a turn in siege mode (S28)",
}


def tables(game: Game) -> dict[str, str]:
    tree, _ = merge(game.kind.data, game.changes, "")
    limits = [["cells along a side of the map", SIDE], ["tokens", TOKENS]]
    limits += [["cells along a side of a building", MOST_CELLS], ["steps of a move", MOST_MOVE]]
    return {
        "tokens": tokens(tree["tokens"]),
        "numbers": markdown_table(["number", "value", "means"], [number(tree, key) for key in MEANINGS]),
        "maps": maps(tree["maps"]),
        "limits": markdown_table(["at most", ""], limits),
    }


def tokens(table: dict[str, dict[str, Any]]) -> str:
    rows = [
        [
            name,
            f"`{sign}`",
            "{}×{}".format(*token["cells"]),
            *(token.get(key, "–") for key in COLUMNS),
        ]
        for (name, token), sign in zip(table.items(), SIGNS, strict=True)
    ]
    return markdown_table(["token", "sign", "cells", *COLUMNS], rows)


def number(tree: dict[str, Any], key: str) -> list[object]:
    value: Any = tree
    for part in key.split("."):
        value = value[part]
    return [f"`{key}`", str(value).lower() if isinstance(value, bool) else value, MEANINGS[key]]


def maps(drawn: dict[str, list[str]]) -> str:
    parts = [[f"{name}, {len(rows[0])}×{len(rows)}", *rows] for name, rows in drawn.items()]
    return "\n".join(["```", *"\n\n".join("\n".join(part) for part in parts).split("\n"), "```"])
