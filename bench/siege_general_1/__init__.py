"""`general-1`: Siege's general as it was before it walled its castle in and sailed in fleets, for others to beat.

A fixed opponent of the bench: its plan and its mind stay as they are. What is a rule it asks of the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from siege_general_1 import mind
from siege_general_1.decisions import command
from siege_general_1.rows import PLACES, ROWS
from tabor.data import read_toml
from tabor.game import Game
from tabor.games.siege.players import WHIMS, Commander

TRAITS: tuple[str, ...] = (
    "risk",
    "advance",
    "guards",
    "forward",
    "barracks",
    "archers",
    "cavalry",
    "engines",
    "fort",
    "caution",
    "slack",
    "camps",
)  # in the order of mind.py


class General1(Commander):
    plan: Callable[..., Any] = staticmethod(command)

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed, "general")
        self.name, own = "general-1", np.zeros(mind.COUNT, np.int64)
        for trait, value in read_toml(Path(__file__).parent / "mind.toml").items():
            own[TRAITS.index(trait)] = value
        own[mind.WHIM] = self.random.randrange(1, WHIMS)
        self.minds, self.field = np.tile(own, (game.players, 1)), np.zeros((ROWS, PLACES), np.int32)

    def look_around(self) -> None:
        """It has no other mind."""
