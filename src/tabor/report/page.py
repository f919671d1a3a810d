"""A page by itself: one HTML file, light and dark, for screens and paper."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from html import escape
from pathlib import Path

from tabor.errors import DataError
from tabor.game import Tree
from tabor.match import Match
from tabor.report.replays import board_script, board_style, game_script, shelf

HERE = Path(__file__).parent


def page(title: str, body: str, style: str = "") -> str:
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><meta name="generator" content="Tabor">'
        f'<link rel="icon" href="data:,"><title>{escape(title)}</title>{board_style()}<style>{style}</style></head>\n'
        f"<body>{body}</body></html>\n"
    )


def match_page(match: Match, title: str, players: Sequence[str] = (), follow: Tree | None = None) -> str:
    """One match as a file that anybody can open; `follow`: where it asks for more of a match that goes on."""
    parts = (shelf(match.game.kind, "1", follow), game_script("1", match, title, players), board_script())
    return page(title, "".join(parts))


def report_style() -> str:
    return (HERE / "report.css").read_text(encoding="utf-8")


def write_page(path: Path, text: str) -> None:
    """Write beside the file, then move: whoever looks sees the old page or the new one."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise DataError(f"{path} cannot be written: {error.strerror}") from None
