"""The tables of this game's README, from its data."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from tabor.data import merge
from tabor.docs import markdown_table
from tabor.game import Game
from tabor.games.robots.rules import BATCH, ROBOTS, SIDE, SPAWNS
from tabor.grid import column_name

GAP = "    "  # between two arenas


def tables(game: Game) -> dict[str, str]:
    tree, _ = merge(game.kind.data, game.changes, "")
    return {
        "arenas": arenas(tree["arenas"]),
        "numbers": numbers(tree),
        "limits": limits(),
        "levels": levels(game),
    }


def arenas(drawn: dict[str, list[str]]) -> str:
    """All arenas side by side."""
    pictures = [picture(name, rows) for name, rows in drawn.items()]
    widths = [max(map(len, lines)) for lines in pictures]
    rows = zip_longest(*pictures, fillvalue="")
    lines = [GAP.join(part.ljust(width) for part, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(["```", *lines, "```"])


def picture(name: str, rows: list[str]) -> list[str]:
    """The name, the rows with their numbers, the letters of the columns."""
    numbered = [f"{len(rows) - y:>2}  " + " ".join(row) for y, row in enumerate(rows)]
    return [name, *numbered, "    " + " ".join(column_name(x) for x in range(len(rows[0])))]


def numbers(tree: dict[str, Any]) -> str:
    spawn, damage = tree["spawn"], tree["damage"]
    least, most = damage["attack"]
    rows = [
        ["`robot_hp`", tree["robot_hp"], "hit points of a new robot (S7)"],
        ["`damage.attack`", f"{least} to {most}", "damage of an attack, rolled for each (S5)"],
        ["`damage.collision`", damage["collision"], "damage for each enemy collided with (S4)"],
        ["`damage.suicide`", damage["suicide"], "damage to each enemy beside the bomber (S5)"],
        ["`damage.guard`", damage["guard"], "what a guarding robot divides every blow by (S5)"],
        ["`spawn.every`", spawn["every"], "turns from one batch to the next (S7)"],
        ["`spawn.robots`", spawn["robots"], "new robots of each player in a batch (S7)"],
        ["`spawn.symmetric`", str(spawn["symmetric"]).lower(), "whether batches mirror each other (S7)"],
        ["`turns`", tree["turns"], "the turn in which the game is over (S8)"],
    ]
    return markdown_table(["number", "value", "means"], rows)


def limits() -> str:
    rows = [
        ["cells a side", SIDE],
        ["robots on the arena", ROBOTS],
        ["spawn cells", SPAWNS],
        ["new robots of a player in a batch", BATCH],
    ]
    return markdown_table(["at most", ""], rows)


def levels(game: Game) -> str:
    """The bots, and what each level of the computer is."""
    rows = [[number, f"`{text}`"] for number, text in enumerate(game.kind.levels, 1)]
    bots = ", ".join(f"`{name}`" for name in game.kind.bots)
    return f"Bots, from weak to strong: {bots}.\n\n" + markdown_table(["level", "player"], rows)
