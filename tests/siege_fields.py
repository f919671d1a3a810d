"""Positions of siege drawn as they lie, for tests.

A picture shows the lower left of a large meadow, its last line row 1: `.` grass, `~` water, `#` rock, `I` `A` `C` blue
infantry, archers, cavalry and `i` `a` `c` orange ones, all on grass. Everything else is said in words, as in the
notation: `ram c4-d4`, `infantry blue c4`. A castle of each side stands far to the right.
"""

from __future__ import annotations

from typing import Any

from tabor.game import Game
from tabor.games.siege import KIND
from tabor.grid import cell_name
from tabor.loading import load_kind
from tabor.match import Match

WIDTH, HEIGHT = 30, 18
CASTLES = ("castle blue x1-z3", "castle orange x16-z18")
UNITS = {"i": "infantry", "a": "archers", "c": "cavalry"}


def meadow(picture: str = "", width: int = WIDTH, height: int = HEIGHT) -> list[str]:
    """A map of grass with the terrain of a picture in its lower left corner."""
    drawn = [row.split() for row in picture.strip().splitlines()] if picture.strip() else []
    rows = [["."] * width for _ in range(height)]
    for y, signs in enumerate(reversed(drawn)):
        for x, sign in enumerate(signs):
            rows[height - 1 - y][x] = sign if sign in "~#" else "."
    return ["".join(row) for row in rows]


def units_of(picture: str) -> list[str]:
    """The units of a picture as tokens, from the lower left."""
    drawn = [row.split() for row in picture.strip().splitlines()] if picture.strip() else []
    found = []
    for y, signs in enumerate(reversed(drawn)):
        for x, sign in enumerate(signs):
            if sign.isalpha():
                owner = "blue" if sign.isupper() else "orange"
                found.append(f"{UNITS[sign.lower()]} {owner} {cell_name(y * WIDTH + x, WIDTH)}")
    return found


def game(picture: str = "", mode: str = "standard", **changes: Any) -> Game:
    maps = {"maps": {"meadow": meadow(picture)}}
    return load_kind(KIND, maps | changes, {"map": "meadow", "mode": mode})


def at(
    picture: str = "",
    *tokens: str,
    castles: tuple[str, ...] = CASTLES,
    mode: str = "standard",
    seed: int = 1,
    **more: Any,
) -> Match:
    """A match at a position; more: facts of the notation, or a dict of changed numbers as `rules`."""
    changes = more.pop("rules", {})
    facts = " ".join(f"{name}={value}" for name, value in more.items())
    text = f"{facts} : " + ", ".join([*castles, *tokens, *units_of(picture)])
    return Match(game(picture, mode, **changes), seed, text)


def play(match: Match, actions: str) -> Match:
    """Actions with commas between."""
    for action in actions.split(","):
        match.play(action.strip())
    return match


def targets(match: Match, verb: str) -> set[str]:
    """What follows a verb in the legal actions: `move` gives the cells to which one may move."""
    return {action[len(verb) + 1 :] for action in match.legal if action.startswith(verb + " ")}


def tokens(match: Match) -> set[str]:
    """The position's tokens, without the castles of the meadow."""
    return {token.strip() for token in match.position.partition(" : ")[2].split(",")} - set(CASTLES)


def fact(match: Match, name: str) -> str:
    """A fact of the position; "" if it is left out."""
    facts = dict(part.split("=") for part in match.position.partition(" :")[0].split())
    return facts.get(name, "")


def rolled(match: Match, actions: str, roll: int) -> Match:
    """The match after these actions, the last of which falls as wanted: seeds are tried until it does."""
    assert match.position_at_start is not None
    for seed in range(1000):
        tried = play(Match(match.game, seed, match.position_at_start), actions)
        rolls = [message.args["roll"] for _, message in tried.history() if "roll" in message.args]
        if rolls and rolls[-1] == roll:
            return tried
    raise AssertionError(f"no seed rolls {roll}")


def logged(match: Match) -> list[str]:
    """The ids of all messages so far."""
    return [message.id for _, message in match.history()]
