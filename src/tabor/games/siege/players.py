"""The computer's commanders in siege, and its levels, from one that a child beats to the best.

A commander plays by plan (`commander/`): it looks at the whole map anew before every action. What one is like is told
by a few numbers, its mind (`data/minds.toml`); so the weaker ones are the same player with less sense.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from tabor.data import read_toml
from tabor.game import EVENT_WIDTH, Action, Game, Tree, dice
from tabor.games.siege.commander import mind as traits
from tabor.games.siege.commander.decisions import command
from tabor.games.siege.commander.rows import PLACES, ROWS
from tabor.match import Match
from tabor.players.limits import number

LEVELS = (
    "random",
    "recruit:slips=50",
    "recruit:slips=20",
    "recruit",
    "captain:slips=15",
    "captain",
    "general:slips=8",
    "general",
)
WHIMS = 10_000  # different tastes in where to place castles

TRAITS = {
    "risk": traits.RISK,
    "advance": traits.ADVANCE,
    "guards": traits.GUARDS,
    "forward": traits.FORWARD,
    "barracks": traits.BARRACKS_WANTED,
    "archers": traits.ARCHERS_SHARE,
    "cavalry": traits.CAVALRY_SHARE,
    "engines": traits.ENGINES,
    "fort": traits.FORT,
    "caution": traits.CAUTION,
    "slack": traits.SLACK,
    "camps": traits.CAMPS,
}
NAMES = ("recruit", "captain", "general")


@cache
def minds() -> Tree:
    """By name of the commander, its traits."""
    return read_toml(Path(__file__).parent / "data" / "minds.toml")


def make_mind(name: str, whim: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    mind = np.zeros(traits.COUNT, np.int64)
    for trait, value in minds()[name].items():
        mind[TRAITS[trait]] = value
    mind[traits.WHIM] = whim
    return mind


class Commander:
    """Plays by plan, but for some slips; nothing is kept between its actions."""

    def __init__(self, game: Game, seed: int, name: str, slips: int) -> None:
        self.game, self.name, self.slips = game, name, slips
        self.random = random.Random(seed)
        self.minds = np.tile(make_mind(name, self.random.randrange(1, WHIMS)), (game.players, 1))
        self.field = np.zeros((ROWS, PLACES), np.int32)
        self.listed = np.zeros(game.setup.most_actions, np.int32)
        self.states = np.zeros(1, game.kind.STATE)
        self.events = np.zeros((0, EVENT_WIDTH), np.int32)

    def choose(self, match: Match) -> Action:
        if self.slips and self.random.randrange(100) < self.slips:
            return int(self.random.choice(match.legal_actions))
        self.states[0] = match.state
        return self.run(0)

    def run(self, turns: int, seed: int = 0) -> Action:
        """The next action from `states[0]`; with turns, that state is played on for so many, with dice of the seed."""
        game, functions = self.game, self.game.functions
        return int(
            game.compile(command)(
                functions.legal,
                functions.apply,
                game.rules,
                self.states,
                game.work,
                dice(seed, 0),
                self.events,
                self.field,
                self.minds,
                self.listed,
                turns,
            )
        )


def make(game: Game, seed: int, *, name: str, slips: str | None = None) -> Commander:
    return Commander(game, seed, name, number("slips", slips, 0, 100) or 0)


BOTS: dict[str, Callable[..., Any]] = {name: partial(make, name=name) for name in NAMES}
