"""Games for pages by themselves: compressed, with texts and pictures of their game and the board that draws them."""

from __future__ import annotations

import base64
import gzip
from collections.abc import Sequence
from html import escape
from pathlib import Path

import orjson

from tabor.errors import DataError
from tabor.frames import frames
from tabor.game import Kind, Tree
from tabor.match import Match
from tabor.messages import languages, text_files

STATIC = Path(__file__).parent / "static"  # the built board


def packed(id_: str, tree: Tree) -> str:
    """A script element that the board unpacks."""
    data = base64.b64encode(gzip.compress(orjson.dumps(tree), 9, mtime=0)).decode()
    return f'<script type="application/octet-stream" id="{escape(id_)}">{data}</script>'


def shelf(kind: Kind, only: str | None, follow: Tree | None = None) -> str:
    """What all games of a page have in common; `follow`: where a page asks how its game goes on."""
    home = kind.home if kind.home.is_dir() else kind.home.parent
    texts = {
        language: "\n".join(file.read_text(encoding="utf-8") for file in text_files(kind, language))
        for language in languages()
    }
    pictures = {path.stem: path.read_text(encoding="utf-8") for path in sorted((home / "art").glob("*.svg"))}
    return packed("tabor-replays", {"game": kind.name, "texts": texts, "art": pictures, "only": only, "follow": follow})


def game_script(id_: str, match: Match, title: str, players: Sequence[str]) -> str:
    """One game, as everybody could see it."""
    notes = [[note.ply, note.player, note.text] for note in match.notes]
    tree = {"title": title, "players": list(players), "frames": list(frames(match)), "notes": notes}
    return packed(f"tabor-replay-{id_}", tree)


def board_style() -> str:
    return f"<style>{read_built('replay.css')}</style>"


def board_script() -> str:
    return f"<script>{board_source()}</script>"


def board_source() -> str:
    return read_built("replay.js").replace("</script", "<\\/script")


def read_built(name: str) -> str:
    path = STATIC / name
    if not path.is_file():
        raise DataError(
            f"the board is not built, so no page can show games: {path} is missing; install Tabor anew, "
            "or run `make .venv/page` in its sources"
        )
    return path.read_text(encoding="utf-8")
