"""A position as text, and as a picture made of the game's own art.

The picture is an SVG put together from the pictures in the game's folder, drawn by resvg: one small wheel without
system libraries, which browsers' and cairo's bindings are not. Pillow reads the PNG that it answers with.
"""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tabor.envs.extras import need
from tabor.game import Array, Tree
from tabor.match import Match

CELL = 48  # units, of which the pictures are made
MODES = ("human", "ansi", "rgb_array")
OWNERS = ("#1f5fd0", "#b8500b", "#1c7c43", "#b01f86")
NOBODY_S = "#5f646c"
LINE, TOKEN = "#cfc7b3", "#ffffff"
GROUND = "#e9e3d3"
GROUNDS = {"grass": "#dbe7c3", "water": "#bcd9ec", "rock": "#b9b5ab", "mountain": "#b9b5ab", "blocked": "#b9b5ab"}


def render(match: Match, mode: str | None, seat: int | None = None) -> str | Array | None:
    """What `render` of an environment returns; "human" prints."""
    if mode == "rgb_array":
        return picture(match, seat)
    text = drawn(match, seat)
    if mode == "human":
        print(text)
    return text if mode == "ansi" else None


def drawn(match: Match, seat: int | None = None) -> str:
    from tabor.sketch import draw_plain

    return draw_plain(match.view(seat))


def picture(match: Match, seat: int | None = None) -> Array:
    """uint8[height, width, 3]."""
    png = need("resvg_py").svg_to_bytes(svg_string=board_svg(match, seat), skip_system_fonts=True)
    image = need("PIL.Image").open(io.BytesIO(png))
    return np.array(image.convert("RGB"))


def board_svg(match: Match, seat: int | None = None) -> str:
    """The board with all pieces, the upper ones last."""
    view, art = match.view(seat), match.game.kind.home / "art"
    board = view["board"]
    width, height = CELL * board["width"], CELL * board["height"]
    places = {cell["cell"]: (CELL * cell["x"], height - CELL * (cell["y"] + 1)) for cell in board["cells"]}
    cells = [ground_svg(cell["ground"], *places[cell["cell"]]) for cell in board["cells"]]
    pieces = sorted(view["pieces"], key=lambda piece: int(piece["layer"]))
    tokens = [piece_svg(piece, [places[cell] for cell in piece["cells"]], art) for piece in pieces if piece["cells"]]
    size = f'width="{width}" height="{height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(cells + tokens)}</svg>'


def ground_svg(ground: str, x: int, y: int) -> str:
    fill = GROUNDS.get(ground, GROUND)
    return f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="{LINE}"/>'


def piece_svg(piece: Tree, places: list[tuple[int, int]], art: Path) -> str:
    """On its cells, with a base in the colour of its owner."""
    left, top = min(x for x, _ in places), min(y for _, y in places)
    width, height = max(x for x, _ in places) - left + CELL, max(y for _, y in places) - top + CELL
    colour = NOBODY_S if piece["owner"] is None else OWNERS[piece["owner"] % len(OWNERS)]
    inside = picture_svg(art, piece["kind"], piece.get("face"), width, height)
    base = (
        f'<rect x="3" y="3" width="{width - 6}" height="{height - 6}" rx="9" fill="{TOKEN}" stroke="{colour}" '
        f'stroke-width="3"/>'
    )
    return f'<g transform="translate({left} {top})" color="{colour}">{base}{inside}</g>'


def picture_svg(art: Path, kind: str, face: str | None, width: int, height: int) -> str:
    """The picture of a kind; a disc where there is none. Pictures of long pieces lie along x."""
    found = find_picture(art, kind, face)
    if found is None:
        radius = min(width, height) / 4
        return f'<circle cx="{width / 2}" cy="{height / 2}" r="{radius}" fill="currentColor"/>'
    box, style, inside = found
    is_upright = (box[0] - box[1]) * (width - height) < 0
    long, short = (height, width) if is_upright else (width, height)
    turned = f' transform="translate({width} 0) rotate(90)"' if is_upright else ""
    size = f'x="5" y="5" width="{long - 10}" height="{short - 10}" viewBox="0 0 {box[0]} {box[1]}"'
    return f"<g{turned}><svg {size} {style}>{inside}</svg></g>"


@cache
def find_picture(art: Path, kind: str, face: str | None) -> tuple[tuple[int, int], str, str] | None:
    """Width and height, the style of the whole, and what is inside."""
    for name in (f"{kind}-{face}", kind) if face else (kind,):
        path = art / f"{name.lower().replace(' ', '-')}.svg"
        if path.is_file():
            return read_picture(path.read_text(encoding="utf-8"))
    return None


def read_picture(text: str) -> tuple[tuple[int, int], str, str]:
    head, inside = re.match(r"\s*<svg([^>]*)>(.*)</svg>\s*$", text, re.DOTALL).groups()  # type: ignore[union-attr]
    found: Any = re.search(r'viewBox="0 0 (\d+) (\d+)"', head)
    style = " ".join(re.findall(r'(?:fill|stroke)[\w-]*="[^"]*"', head))
    return (int(found[1]), int(found[2])), style, inside
