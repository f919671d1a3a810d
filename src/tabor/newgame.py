"""`tabor new game NAME`: a folder with a small game that obeys the laws, to be changed into another."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

from tabor.errors import DataError
from tabor.games import names

TEMPLATE = Path(__file__).parent / "template"  # every file ends in .txt, which is dropped


def write_game(name: str, parent: Path) -> Path:
    """Write the package of a new game into parent/NAME; where it is."""
    check_name(name)
    folder = parent / name
    if folder.exists():
        raise DataError(f"{folder} is there already: name another game, or another folder with --into")
    for source in sorted(TEMPLATE.rglob("*.txt")):
        target = folder / place(source.relative_to(TEMPLATE), name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(filled(source.read_text(encoding="utf-8"), name), encoding="utf-8")
    return folder


def check_name(name: str) -> None:
    if not re.fullmatch("[a-z][a-z0-9]*", name):
        raise DataError(f"{name!r} cannot be the name of a game: it must be small letters and figures, a letter first")
    if name in names():
        raise DataError(f"there is a game {name!r} already; the games are {', '.join(names())}")
    if find_spec(name):
        raise DataError(f"{name!r} is a Python package already: name the game otherwise")


def place(path: Path, name: str) -> Path:
    """Where a file of the template goes."""
    inner = Path("src", name, *path.parts[1:]) if path.parts[0] == "package" else path
    return inner.with_name(inner.name.removesuffix(".txt").replace("NAME", name))


def filled(text: str, name: str) -> str:
    return re.sub(r"\bNAME\b", name, re.sub(r"\bTITLE\b", name.capitalize(), text))
