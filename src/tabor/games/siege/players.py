"""The computer's commanders in siege, and its levels, from one that a child beats to the best.

A commander plays by plan (`commander/`): it looks at the whole map anew before every action. What one is like is told
by a few numbers, its mind (`data/minds.toml`); so the weaker ones are the same player with less sense.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from tabor.data import read_toml
from tabor.errors import DataError
from tabor.game import EVENT_WIDTH, Action, Game, Tree, dice
from tabor.games.siege.commander import mind as traits
from tabor.games.siege.commander.decisions import command
from tabor.games.siege.commander.rows import FACTS, PARTED, PLACES, ROWS
from tabor.games.siege.rules import has_unit
from tabor.match import Match
from tabor.players.limits import number

Mind: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]  # [TRAITS]

LEVELS = (
    "recruit:slips=85",
    "recruit:slips=60",
    "captain:slips=51",
    "captain:slips=29",
    "captain:slips=14",
    "captain:slips=4",
    "general:slack=22",
    "general",
)
LAND, OVERSEAS, SIEGE = "land", "overseas", "siege"  # a mind may differ where water parts castles, and in siege mode
PLACES_OF_WAR = (OVERSEAS, SIEGE)
WHIMS = 10_000  # different tastes in where to place castles
GREATEST = 10_000  # value of a trait that is given

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
    "odds": traits.ODDS,
    "landing": traits.LANDING,
    "birth": traits.BIRTH,
    "nook": traits.NOOK,
    "corner": traits.CORNER,
    "bold": traits.BOLD,
    "post": traits.POST,
    "late": traits.LATE,
    "sea": traits.SEA,
    "shelter": traits.SHELTER,
    "yard": traits.YARD,
    "seats": traits.SEATS,
    "thrift": traits.THRIFT,
    "around": traits.AROUND,
    "armada": traits.ARMADA,
    "spare": traits.SPARE,
    "hold": traits.HOLD,
    "docks": traits.DOCKS,
}
NAMES = ("recruit", "captain", "general", "raider", "warden", "admiral")


@cache
def minds() -> Tree:
    """By name of the commander, its traits."""
    return read_toml(Path(__file__).parent / "data" / "minds.toml")


def traits_of(name: str, where: str = LAND) -> Tree:
    """The traits of a commander, with those of the one it is `like`, and those it has in such a place alone."""
    own: Tree = dict(minds()[name])
    like, elsewhere = own.pop("like", None), {place: own.pop(place, {}) for place in PLACES_OF_WAR}
    found: Tree = traits_of(like, where) if like else {}
    return {**found, **own, **elsewhere.get(where, {})}


def make_mind(name: str, whim: int, where: str = LAND, **changes: int) -> Mind:
    mind = np.zeros(traits.COUNT, np.int64)
    for trait, value in (traits_of(name, where) | changes).items():
        mind[TRAITS[trait]] = value
    mind[traits.WHIM] = whim
    return mind


class Commander:
    """Plays by plan, but for some slips, with another mind where water parts the castles."""

    plan: Callable[..., Any] = staticmethod(command)

    def __init__(self, game: Game, seed: int, name: str, slips: int = 0, **changes: int) -> None:
        self.game, self.name, self.slips = game, name, slips
        self.random = random.Random(seed)
        whim, land = self.random.randrange(1, WHIMS), SIEGE if int(game.rules["siege"]) == 1 else LAND
        self.ashore, self.overseas = (make_mind(name, whim, where, **changes) for where in (land, OVERSEAS))
        self.minds = np.tile(self.ashore, (game.players, 1))
        self.field = np.zeros((ROWS, PLACES), np.int32)
        self.listed = np.zeros(game.setup.most_actions, np.int32)
        self.states = np.zeros(1, game.kind.STATE)
        self.events = np.zeros((0, EVENT_WIDTH), np.int32)

    def choose(self, match: Match) -> Action:
        if self.is_slipping(match.state):
            return int(self.random.choice(match.legal_actions))
        self.states[0] = match.state
        self.look_around()
        return self.run(0)

    def is_slipping(self, state: Any) -> bool:
        """Nobody slips while it has no land unit: that alone would lose (S31)."""
        return self.random.randrange(100) < self.slips and has_unit(state, int(state["player"]))

    def look_around(self) -> None:
        """Be of the mind that the map asks for, by the last look at it."""
        is_parted = int(self.states[0]["setup"]) == 0 and int(self.field[FACTS, PARTED]) == 1
        self.minds[int(self.states[0]["player"])] = self.overseas if is_parted else self.ashore

    def run(self, turns: int, seed: int = 0, states: Any = None, minds: Any = None) -> Action:
        """The next action from `states[0]`; with turns, that state is played on for so many, with dice of the seed."""
        game, functions = self.game, self.game.functions
        return int(
            game.compile(self.plan)(
                functions.legal,
                functions.apply,
                game.rules,
                self.states if states is None else states,
                game.work,
                dice(seed, 0),
                self.events if states is None else self.events[:0],
                self.field,
                self.minds if minds is None else minds,
                self.listed,
                turns,
            )
        )


def make(
    game: Game,
    seed: int,
    *,
    name: str,
    slips: str | None = None,
    **given: str,
) -> Commander:
    """A trait that is given is the commander's on land and overseas: `engines=0` takes its engines away."""
    for trait in set(given) - set(TRAITS):
        raise DataError(f"the player {name!r} has no option {trait!r}; its traits are {', '.join(TRAITS)}")
    changes = {trait: number(trait, value, 0, GREATEST) or 0 for trait, value in given.items()}
    return Commander(game, seed, name, number("slips", slips, 0, 100) or 0, **changes)


BOTS: dict[str, Callable[..., Any]] = {name: partial(make, name=name) for name in NAMES}
