"""`tabor verify`: were the dice of a match those that were fixed before it?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from tabor.client import Lobby
from tabor.dice import secret_of
from tabor.errors import SaveError
from tabor.game import Tree
from tabor.match import Match
from tabor.saves import read_save, read_tree
from tabor.server.dice import HEX, commitment, match_secret, match_seed
from tabor.server.protocol import MOST_NUMBER

SHARE = re.compile(rf"[0-9a-f]{{0,{MOST_NUMBER}}}")


@dataclass(frozen=True)
class Noted:
    """What somebody wrote down before the match, as far as they did."""

    commitment: str | None = None
    number: str | None = None


def verify(place: str, noted: Noted) -> list[str]:
    """Check a file, or the room at an address; what was found, a sentence each. SaveError: something is wrong."""
    if place.startswith(("http://", "https://")):
        return verify_room(place, noted)
    return verify_file(Path(place), noted)


def verify_room(address: str, noted: Noted) -> list[str]:
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


def verify_file(path: Path, noted: Noted) -> list[str]:
    dice = read_dice(path, read_tree(path))
    promised, bits, numbers = dice["commitment"], dice["bits"], dice["numbers"]
    check_noted(path, noted, promised, numbers)
    if commitment(bits) != promised:
        raise SaveError(f"{path}: the bits have the SHA-256 {commitment(bits)}, but the commitment is {promised}")
    match = read_save(path)
    check_dice(path, match, bits, numbers)
    return [
        f"The commitment is {promised}" + ("." if noted.commitment is None else ", as noted."),
        "The bits are those of the commitment: it is their SHA-256.",
        f"The dice follow from them and the players' numbers ({', '.join(map(repr, numbers)) or 'none'}).",
        f"The match was replayed: {match.ply} actions, each legal, every check sum right.",
        *what_is_not_known(noted),
    ]


def check_noted(path: Path, noted: Noted, promised: str, numbers: list[str]) -> None:
    if noted.commitment is not None and noted.commitment.lower() != promised:
        raise SaveError(
            f"{path}: the commitment is {promised}, not {noted.commitment} as it was noted before the match"
        )
    if noted.number is not None and noted.number.lower() not in numbers:
        raise SaveError(f"{path}: your number {noted.number} is not among those that the dice were made of")


def check_dice(path: Path, match: Match, bits: str, numbers: list[str]) -> None:
    """A match of an older server was played with a seed."""
    secret = secret_of(match.dice)
    if secret is None and match.seed != (seed := match_seed(bits, numbers)):
        raise SaveError(f"{path}: the match was played with seed {match.seed}; bits and numbers give {seed}")
    if secret is not None and secret != (right := match_secret(bits, numbers).hex()):
        raise SaveError(f"{path}: the match was played with the secret {secret}; bits and numbers give {right}")


def what_is_not_known(noted: Noted) -> list[str]:
    """A file proves nothing about the time before the match: whoever made it could have made all of it afterwards."""
    missing = []
    if noted.commitment is None:
        missing.append("whether this commitment was shown before the match (--commitment, as you noted it then)")
    if noted.number is None:
        missing.append("whether your own number is in the dice (--number, as your client gave it)")
    return [f"NOT known: {fact}." for fact in missing]


def read_dice(path: Path, tree: Tree) -> Tree:
    dice = tree.get("dice")
    if not isinstance(dice, dict):
        raise SaveError(f"{path} says nothing about its dice: only matches played on a server can be checked")
    numbers = dice.get("numbers")
    is_right = all(isinstance(dice.get(name), str) and HEX.fullmatch(dice[name]) for name in ("commitment", "bits"))
    if not is_right or not isinstance(numbers, list) or not all(SHARE.fullmatch(str(number)) for number in numbers):
        raise SaveError(f"{path}: 'dice' must have commitment and bits of 64 hex digits, and a list of numbers")
    return dice
