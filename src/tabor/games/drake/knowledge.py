"""What a player of The Drake knows, which is everything, and how it stands: for search and learning."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabor.games.drake.rules import face_of, owner_of
from tabor.jit import rule
from tabor.rng import join


def plane_names(troops: int) -> tuple[tuple[str, int], ...]:
    """What the planes of `observe` hold, and how many hold it."""
    return (
        ("my units, for each troop its front and its back", 2 * troops),
        ("the enemy's units, in the same way", 2 * troops),
        ("mountains", 1),
        ("how many units are left in my stack", 1),
        ("how many are left in the enemy's", 1),
        ("plies since the last placement or capture", 1),
        ("1 if I am orange", 1),
    )


@rule
def observe(rules: Any, state: Any, player: Any, out: Any) -> None:
    """Planes: each face of mine, of the enemy's; mountains; what is left in my stack, in theirs; idle; am I orange."""
    cells = int(rules["cells"])
    faces = 2 * int(rules["troops"])
    last = 2 * faces * cells
    for i in range(last):
        out[i] = 0
    mine, theirs = int(rules["own_size"][player]), int(rules["own_size"][1 - player])
    for cell in range(cells):
        here = int(state["units"][cell])
        if here != 0:
            plane = face_of(here) + faces * (owner_of(here) != player)
            out[plane * cells + cell] = 1
        out[last + cell] = ~int(rules["open"]) >> cell & 1
        out[last + cells + cell] = mine - int(state["placed"][player])
        out[last + 2 * cells + cell] = theirs - int(state["placed"][1 - player])
        out[last + 3 * cells + cell] = min(127, int(state["idle"]))
        out[last + 4 * cells + cell] = player


@rule
def hide(rules: Any, state: Any, player: Any, rng: Any) -> None:
    """Nothing is hidden in this game."""


@rule
def key(rules: Any, state: Any, player: Any) -> Any:
    """Units, eight cells to a number; leaders, stacks and whose turn. Both players know everything."""
    hash_ = np.uint64(int(state["player"]) + 1)
    word = 0
    for cell in range(int(rules["cells"])):
        word = word << 7 | int(state["units"][cell])
        if cell & 7 == 7:
            hash_ = join(hash_, word)
            word = 0
    for side in range(2):
        word = (word << 6 | int(state["leader"][side]) + 1) << 5 | int(state["placed"][side])
    return join(hash_, word)


@rule
def value(rules: Any, state: Any, player: Any) -> Any:
    """By how much the player is stronger, −1 … 1: worth of the units on the board and in the stack, and how many cells
    they could reach if nothing stood there."""
    lead = int(rules["waiting"][0, int(state["placed"][0])]) - int(rules["waiting"][1, int(state["placed"][1])])
    for cell in range(int(rules["cells"])):
        lead += int(rules["points"][int(state["units"][cell]), cell])
    if player == 1:
        lead = -lead
    return lead / (abs(lead) + 60.0)
