"""The tables of this game's README, from its data."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from tabor.data import merge
from tabor.docs import markdown_table
from tabor.game import Game
from tabor.games.drake.numbers import FACES, DrakeSetup, Troop
from tabor.games.drake.rules import SIDE, STACK, TROOPS
from tabor.games.drake.view import about
from tabor.grid import column_name
from tabor.messages import Say, speaker

GAP = "    "  # between two boards


def tables(game: Game) -> dict[str, str]:
    assert isinstance(game.setup, DrakeSetup)
    tree, _ = merge(game.kind.data, game.changes, "")
    return {
        "boards": boards(tree["boards"]),
        "stack": stack(tree["stack"], tree["guards"]),
        "troops": troops(game.setup, speaker(game.kind)),
        "numbers": numbers(tree),
        "limits": markdown_table(
            ["at most", ""], [["cells a side", SIDE], ["units in a stack", STACK], ["troops", TROOPS]]
        ),
    }


def boards(drawn: dict[str, list[str]]) -> str:
    """All boards side by side."""
    pictures = [picture(name, rows) for name, rows in drawn.items()]
    widths = [max(len(line) for line in lines) for lines in pictures]
    lines = [side_by_side(row, widths) for row in zip_longest(*pictures, fillvalue="")]
    return "\n".join(["```", *lines, "```"])


def side_by_side(parts: Sequence[str], widths: list[int]) -> str:
    return GAP.join(part.ljust(width) for part, width in zip(parts, widths, strict=True)).rstrip()


def picture(name: str, rows: list[str]) -> list[str]:
    """The name, the rows with their numbers, the letters of the columns."""
    numbered = [f"{len(rows) - y}  " + " ".join(row) for y, row in enumerate(rows)]
    return [name, *numbered, "   " + " ".join(column_name(x) for x in range(len(rows)))]


def stack(names: list[str], guards: int) -> str:
    """The units from the top, with what the first ones are."""
    roles = ["leader"] + ["guard"] * guards
    marked = [f"{name} (*{role}*)" for name, role in zip(names, roles, strict=False)]
    return " · ".join(marked + names[len(roles) :])


def troops(setup: DrakeSetup, say: Say) -> str:
    """Letters and faces, as blue sees them."""
    rows = [[troop.name, f"`{troop.letter}`", *can_do(troop, say), troop.worth] for troop in setup.troops]
    return markdown_table(["troop", "letter", "front", "back", "worth"], rows)


def can_do(troop: Troop, say: Say) -> list[str]:
    """What each face can do, in words."""
    args = about(troop, 0)["args"]
    return [", ".join(map(say, args[face])) for face in FACES]


def numbers(tree: dict[str, Any]) -> str:
    end = tree["end"]
    rows = [
        ["`guards`", tree["guards"], "units below the leader that are guards (S2)"],
        ["`end.no_move`", end["no_move"], "what having no legal move means: `loss` or `draw` (S12)"],
        [
            "`end.no_progress`",
            end["no_progress"],
            "plies with neither a placement nor a capture: a draw (S13)",
        ],
    ]
    return markdown_table(["number", "value", "means"], rows)
