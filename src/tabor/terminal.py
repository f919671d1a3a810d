"""Draws a view, whatever the game, for a terminal: with colours (rich), or as plain text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from tabor.game import Tree

COLOURS = ("bright_blue", "dark_orange", "green", "magenta")  # by player
MARKS = ("▲", "▼", "●", "◆")  # the same, readable without colour sight
GROUND = {"free": "·", "mountain": "▒"}
PLAIN_GROUND = {"free": ".", "mountain": "#"}
NOBODY = "white"


def top_pieces(view: Tree) -> dict[str, Tree]:
    """The uppermost piece on each cell."""
    pieces = sorted(view["pieces"], key=lambda piece: int(piece["layer"]))
    return {cell: piece for piece in pieces for cell in piece["cells"]}


def rows_from_top(view: Tree) -> list[tuple[str, list[Tree]]]:
    """Row names with their cells from left to right, the top row first."""
    width, cells = view["board"]["width"], view["board"]["cells"]
    rows = [cells[start : start + width] for start in range(0, len(cells), width)]
    return list(reversed(list(zip(view["board"]["rows"], rows, strict=True))))


def badge_text(piece: Tree) -> str:
    return "".join(badge["text"] for badge in piece["badges"])


def draw_plain(view: Tree) -> str:
    """The board in letters: the first player's pieces as they are, the others' small."""
    pieces = top_pieces(view)

    def sign(cell: Tree) -> str:
        piece = pieces.get(cell["cell"])
        if piece is None:
            return PLAIN_GROUND.get(cell["ground"], "?")
        letter = piece["sign"].upper() if piece["owner"] == 0 else piece["sign"].lower()
        return letter + badge_text(piece)[:1]

    lines = [f"{name:<3}" + "".join(f"{sign(cell):<2}" for cell in row).rstrip() for name, row in rows_from_top(view)]
    lines.append("   " + " ".join(view["board"]["columns"]))
    return "\n".join([*lines, status_plain(view)])


def status_plain(view: Tree) -> str:
    if view["outcome"] is None:
        return f"{view['seats'][view['turn']]} to play"
    winner = view["outcome"]["winner"]
    won = "draw" if winner is None else f"{view['seats'][winner]} won"
    return f"{won}: {view['outcome']['reason']['id']}"
