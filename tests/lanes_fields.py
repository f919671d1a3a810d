"""Positions of lanes drawn as they lie, on a small level of their own.

    match = at('''
        [. Imp . .]
        . -Imp . .
        . .    . .
        . +Man . .
        . .    . .
    ''', "initiative=3")

The number of rows is that of the drawing. Imp and Orc are foes, Man, Bow and Pike the player's; a test adds its own.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

import tabor
from tabor.game import Game
from tabor.games.lanes import KIND
from tabor.games.lanes.numbers import LanesSetup
from tabor.loading import load_kind

Tree = dict[str, Any]


def unit(power: int = 1, health: int = 1, *signs: str, **more: Any) -> Tree:
    """A melee unit of range 1, unless more is said."""
    made = {"sign": "x", "attack": "melee", "range": 1, "power": power, "health": health, "difficulty": 1}
    return made | {"signs": list(signs)} | more


def foe(power: int = 1, health: int = 1, *signs: str, **more: Any) -> Tree:
    return unit(power, health, *signs, foe=True, **more)


UNITS = {
    "Man": unit(1, 3),
    "Bow": unit(1, 2, attack="ranged", range=2),
    "Pike": unit(1, 2, range=2),
    "Imp": foe(1, 3),
    "Orc": foe(2, 3),
    "Elf": foe(1, 2, attack="ranged", range=2),
}


def arena(rows: int, **level: Any) -> Tree:
    return {"title": "Arena", "rows": rows} | (level or {"supply": {"Imp": 9}, "per_round": 1})


def load(rows: int = 4, rules: Tree | None = None, units: Tree | None = None, **level: Any) -> Game:
    changes = {
        "units": UNITS | (units or {}),
        "levels": {"arena": arena(rows, **level)},
        "decks": {"starter": {"grows": False}},
        "rules": rules or {},
    }
    return loaded(json.dumps(changes))


@cache
def loaded(changes: str) -> Game:
    return load_kind(KIND, json.loads(changes), {"level": "arena"})


def setup_of(game: Game) -> LanesSetup:
    assert isinstance(game.setup, LanesSetup)
    return game.setup


def lines_of(drawing: str) -> list[str]:
    return [" ".join(line.split()) for line in drawing.strip().splitlines()]


def at(
    drawing: str, facts: str = "", *, rules: Tree | None = None, units: Tree | None = None, **level: Any
) -> tabor.Match:
    """A match at a drawn position. The horde has a supply that the test does not speak of, unless it does."""
    staging, *rows = lines_of(drawing)
    if not level and "supply=" not in facts and "turn=over" not in facts:
        facts += " supply=Imp*9"
    text = f"{staging} {' / '.join(rows)} {facts}"
    return tabor.Match(load(len(rows), rules, units, **level), seed=1, position=text)


def play(match: tabor.Match, actions: str) -> tabor.Match:
    for action in actions.split():
        match.play(action)
    return match


def drawn(match: tabor.Match) -> list[str]:
    """The staging row and the rows, as lines."""
    picture = match.position.split(" turn=")[0]
    staging, _, rows = picture.partition("] ")
    return [staging + "]", *rows.split(" / ")]


def looks(match: tabor.Match, drawing: str) -> bool:
    """Whether the field is as drawn; a difference is shown."""
    assert drawn(match) == lines_of(drawing)
    return True


def fact(match: tabor.Match, name: str, otherwise: str = "") -> str:
    facts = dict(part.split("=", 1) for part in match.position.split() if "=" in part)
    return facts.get(name, otherwise)


def damage(match: tabor.Match) -> tuple[int, int]:
    """What the player's camp and the horde's have taken."""
    player, horde = (int(n) for n in match.state["damage"])
    return player, horde


def can(match: tabor.Match, action: str) -> bool:
    return action in match.legal


def refused(match: tabor.Match, action: str) -> bool:
    before = match.state.tobytes()
    with pytest.raises(tabor.ActionError):
        match.play(action)
    return bool(match.state.tobytes() == before)


def messages(match: tabor.Match, seat: int | None = 0) -> list[str]:
    """The ids of all that was told."""
    return [message.id for _, message in match.history(seat)]
