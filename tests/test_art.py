"""The pictures: every kind that a view can show has one, and each is plain, small and without anything foreign."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

import tabor
from tabor.game import Game, Tree
from tabor.games import NAMES, find
from tabor.loading import load_kind
from tabor.match import Match

HOME = Path(tabor.__file__).parent
PICTURES = sorted(HOME.rglob("art/*.svg"))
CELL, EMBLEM = 48, 96  # units
MOST_BYTES = 2560
NUMBERS = {
    "M": 2,
    "L": 2,
    "H": 1,
    "V": 1,
    "Q": 4,
    "T": 2,
    "C": 6,
    "S": 4,
    "A": 7,
    "Z": 0,
}  # that a step of a path takes
SHAPES = {"svg", "g", "path", "circle", "ellipse", "rect"}
GAMES_EACH, MOST_PLIES, EVERY = 3, 300, 5


@cache
def load(name: str) -> Game:
    return load_kind(find(name))


def art(game: str) -> Path:
    return HOME / "games" / game / "art"


def slug(kind: str) -> str:
    """The name of its file.

    >>> slug("Siege tower")
    'siege-tower'
    """
    return kind.lower().replace(" ", "-")


@cache
def views(name: str) -> list[Tree]:
    """What players on turn see in random games."""
    found = []
    for seed in range(GAMES_EACH):
        match, chooser = Match(load(name), seed=seed), random.Random(seed)
        while match.outcome is None and match.ply < MOST_PLIES:
            if match.ply % EVERY == 0:
                found.append(match.view(match.player))
            match.play(int(chooser.choice(match.legal_actions)))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_has_a_picture(name: str) -> None:
    pieces = {piece["kind"] for view in views(name) for piece in view["pieces"]}
    items = {item["kind"] for view in views(name) for panel in view["panels"] for item in panel["items"]}
    assert pieces
    assert [kind for kind in sorted(pieces | items) if not (art(name) / f"{slug(kind)}.svg").is_file()] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_piece_takes_the_colour_of_its_owner(name: str) -> None:
    owned = {piece["kind"] for view in views(name) for piece in view["pieces"] if piece["owner"] is not None}
    assert owned
    for kind in owned:
        assert "currentColor" in (art(name) / f"{slug(kind)}.svg").read_text(encoding="utf-8"), kind


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_an_emblem(name: str) -> None:
    assert box(art(name) / "game.svg") == (EMBLEM, EMBLEM)


def test_both_faces_of_every_troop_are_drawn() -> None:
    fronts = {slug(troop.name) for troop in load("drake").setup.troops}  # type: ignore[attr-defined]
    assert len(fronts) == 6
    for front in fronts:
        pictures = [(art("drake") / f"{front}{face}.svg").read_text(encoding="utf-8") for face in ("", "-back")]
        assert pictures[0] != pictures[1]


def box(path: Path) -> tuple[int, int]:
    """Width and height of the picture."""
    found = re.fullmatch(r"0 0 (\d+) (\d+)", ElementTree.parse(path).getroot().get("viewBox", ""))
    assert found, f"{path} has no viewBox that begins at 0 0"
    return int(found[1]), int(found[2])


def picture_name(path: Path) -> str:
    return str(path.relative_to(HOME))


@pytest.mark.parametrize("path", PICTURES, ids=picture_name)
def test_a_picture_is_plain_and_small(path: Path) -> None:
    """Shapes only: no text and so no fonts, no script, no style, no address but the name of SVG itself."""
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) < MOST_BYTES
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(text).iter()}
    assert tags <= SHAPES
    assert re.findall(r"href|://|\bon\w+=|url\(|style=", text.replace('xmlns="http://www.w3.org/2000/svg"', "")) == []


@pytest.mark.parametrize("path", PICTURES, ids=picture_name)
def test_every_path_has_all_its_numbers(path: Path) -> None:
    """A browser stops drawing at the first that is missing, and complains."""
    for element in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}path"):
        for command, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", element.get("d", "")):
            numbers = re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)
            each = NUMBERS[command.upper()]
            assert len(numbers) % each == 0 < len(numbers) if each else not numbers, f"{command}{rest}"


@pytest.mark.parametrize("path", PICTURES, ids=picture_name)
def test_a_picture_has_the_size_of_its_cells(path: Path) -> None:
    width, height = box(path)
    if path.name == "game.svg":
        assert (width, height) == (EMBLEM, EMBLEM)
    else:
        assert (width % CELL, height % CELL) == (0, 0)
