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
from tabor.games.siege.rules import has_unit
from tabor.match import Match
from tabor.players.limits import number

LEVELS = (
    "recruit:slips=60",
    "recruit:slips=30",
    "recruit",
    "captain:slips=10",
    "captain",
    "general:slips=20",
    "general:slips=6",
    "general",
)
SIEGE_ARCHERS = 30  # percent of land units in siege mode, at most: forts fall to those who strike
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
    "walls": traits.WALLS,
    "caution": traits.CAUTION,
    "slack": traits.SLACK,
    "camps": traits.CAMPS,
    "ships": traits.SHIPS,
    "fleet": traits.FLEET,
    "rally": traits.RALLY,
    "landing": traits.LANDING,
    "birth": traits.BIRTH,
    "nook": traits.NOOK,
    "corner": traits.CORNER,
    "bold": traits.BOLD,
    "post": traits.POST,
    "late": traits.LATE,
    "storm": traits.STORM,
    "sea": traits.SEA,
}
NAMES = ("recruit", "captain", "general", "raider", "warden", "admiral")


@cache
def minds() -> Tree:
    """By name of the commander, its traits."""
    return read_toml(Path(__file__).parent / "data" / "minds.toml")


def traits_of(name: str) -> Tree:
    """The traits of a commander, with those of the one it is `like`."""
    own = dict(minds()[name])
    return traits_of(own.pop("like")) | own if "like" in own else own


def make_mind(name: str, whim: int, **changes: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    mind = np.zeros(traits.COUNT, np.int64)
    for trait, value in (traits_of(name) | changes).items():
        mind[TRAITS[trait]] = value
    mind[traits.WHIM] = whim
    return mind


class Commander:
    """Plays by plan, but for some slips; nothing is kept between its actions."""

    plan: Callable[..., Any] = staticmethod(command)

    def __init__(self, game: Game, seed: int, name: str, slips: int = 0, **changes: int) -> None:
        self.game, self.name, self.slips = game, name, slips
        self.random = random.Random(seed)
        if int(game.rules["siege"]) == 1:
            changes = {"archers": min(SIEGE_ARCHERS, traits_of(name)["archers"])} | changes
        self.minds = np.tile(make_mind(name, self.random.randrange(1, WHIMS), **changes), (game.players, 1))
        self.field = np.zeros((ROWS, PLACES), np.int32)
        self.listed = np.zeros(game.setup.most_actions, np.int32)
        self.states = np.zeros(1, game.kind.STATE)
        self.events = np.zeros((0, EVENT_WIDTH), np.int32)

    def choose(self, match: Match) -> Action:
        if self.is_slipping(match.state):
            return int(self.random.choice(match.legal_actions))
        self.states[0] = match.state
        return self.run(0)

    def is_slipping(self, state: Any) -> bool:
        """Nobody slips while it has no land unit: that alone would lose (S31)."""
        return self.random.randrange(100) < self.slips and has_unit(state, int(state["player"]))

    def run(self, turns: int, seed: int = 0) -> Action:
        """The next action from `states[0]`; with turns, that state is played on for so many, with dice of the seed."""
        game, functions = self.game, self.game.functions
        return int(
            game.compile(self.plan)(
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


def make(
    game: Game, seed: int, *, name: str, slips: str | None = None, engines: str | None = None, ships: str | None = None
) -> Commander:
    """`engines=0` and `ships=0` take engines, or ships, away from a commander."""
    taken = {"engines": number("engines", engines, 0, 1), "ships": number("ships", ships, 0, 1)}
    changes = {trait: value for trait, value in taken.items() if value is not None}
    return Commander(game, seed, name, number("slips", slips, 0, 100) or 0, **changes)


BOTS: dict[str, Callable[..., Any]] = {name: partial(make, name=name) for name in NAMES}
