"""`tabor verify`: were the dice of a match those that were fixed before it?"""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from tabor.client import Lobby
from tabor.errors import SaveError
from tabor.game import Tree
from tabor.saves import read_save, read_tree
from tabor.server.dice import HEX, commitment, match_seed
from tabor.server.protocol import MOST_NUMBER

SHARE = re.compile(rf"[0-9a-f]{{0,{MOST_NUMBER}}}")


def verify(place: str, noted: str | None = None) -> list[str]:
    """Check a file, or the room at an address; what was found, a sentence each. SaveError: something is wrong.

    `noted` is the commitment as somebody wrote it down before the match.
    """
    if place.startswith(("http://", "https://")):
        return verify_room(place, noted)
    return verify_file(Path(place), noted)


def verify_room(address: str, noted: str | None) -> list[str]:
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise SaveError(f"{address} is not an address: {error}") from None
    room = parts.fragment if parts.path == "/plain" else parts.path.rstrip("/").rpartition("/")[2]
    text = Lobby(f"{parts.scheme}://{parts.netloc}").fetch(f"/api/rooms/{room}/save")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.tabor"
        path.write_bytes(text)
        return verify_file(path, noted)


def verify_file(path: Path, noted: str | None) -> list[str]:
    dice = read_dice(path, read_tree(path))
    promised, bits, numbers = dice["commitment"], dice["bits"], dice["numbers"]
    if noted is not None and noted.lower() != promised:
        raise SaveError(f"{path}: the commitment is {promised}, not {noted} as it was noted before the match")
    if commitment(bits) != promised:
        raise SaveError(f"{path}: the bits have the SHA-256 {commitment(bits)}, but {promised} was promised")
    match = read_save(path)
    seed = match_seed(bits, numbers)
    if match.seed != seed:
        raise SaveError(f"{path}: the match was played with seed {match.seed}; bits and numbers give {seed}")
    return [
        f"The commitment is {promised}" + ("." if noted is None else ", as noted."),
        "The bits are those that were promised: their SHA-256 is the commitment.",
        f"The seed follows from them and the players' numbers ({', '.join(map(repr, numbers)) or 'none'}).",
        f"The match was replayed: {match.ply} actions, each legal, every check sum right.",
    ]


def read_dice(path: Path, tree: Tree) -> Tree:
    dice = tree.get("dice")
    if not isinstance(dice, dict):
        raise SaveError(f"{path} says nothing about its dice: only matches played on a server can be checked")
    numbers = dice.get("numbers")
    is_right = all(isinstance(dice.get(name), str) and HEX.fullmatch(dice[name]) for name in ("commitment", "bits"))
    if not is_right or not isinstance(numbers, list) or not all(SHARE.fullmatch(str(number)) for number in numbers):
        raise SaveError(f"{path}: 'dice' must have commitment and bits of 64 hex digits, and a list of numbers")
    return dice
