"""The computer's commanders in siege, and its levels, from one that a child beats to the best.

A commander plays by plan (`commander/`): it looks at the whole map anew before every action. What one is like is told
by a few numbers, its mind (`data/minds.toml`); so the weaker ones are the same player with less sense.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from tabor.data import read_toml
from tabor.game import EVENT_WIDTH, OVER, Action, Game, Tree, dice
from tabor.games.siege.commander import mind as traits
from tabor.games.siege.commander.decisions import command
from tabor.games.siege.commander.rows import FACTS, OVERSEAS, PLACES, ROWS
from tabor.games.siege.rules import has_unit
from tabor.games.siege.words import CAMP, CASTLE
from tabor.jit import machine_code
from tabor.match import Match
from tabor.players.limits import number

Mind: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]  # [TRAITS]

LEVELS = (
    "recruit:slips=60",
    "recruit:slips=30",
    "recruit",
    "captain:slips=12",
    "captain:slips=5",
    "general:plans=0,slips=7",
    "general:plans=0",
    "general",
)
SIEGE = {
    "archers": 90,
    "cavalry": 0,
}  # of the cautious in siege mode: archers shoot over walls, and nobody strikes back
SIEGE_ARCHERS = 30  # percent of land units of the others there, at most
WHIMS = 10_000  # different tastes in where to place castles
CASTLE_WORTH, CAMP_WORTH = 60.0, 30.0  # in coins
BUILDING_WORTH, COIN_WORTH = 0.6, 0.8  # of their cost; of a coin that is not spent
WON = 10.0  # against the logarithm of how many times as much one has as the other
POCKET = 10.0  # coins that both are taken to have besides: who has nothing else is not infinitely worse off
AHEAD = 8  # turns of both that are played out to choose a posture for the next one
FIRST_TURNS = 12  # that are played out to choose where a castle stands: a badly placed one falls in them
PLACES_TRIED = 8

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
}
PLANNERS = ("general",)  # who look ahead unless told otherwise
NAMES = ("recruit", "captain", "general", "raider", "warden", "admiral")


@cache
def minds() -> Tree:
    """By name of the commander, its traits."""
    return read_toml(Path(__file__).parent / "data" / "minds.toml")


def traits_of(name: str) -> Tree:
    """The traits of a commander, with those of the one it is `like`."""
    own = dict(minds()[name])
    return traits_of(own.pop("like")) | own if "like" in own else own


def besieging(own: Tree) -> Tree:
    """The traits that differ in siege mode."""
    return SIEGE if own.get("caution") else {"archers": min(SIEGE_ARCHERS, own["archers"])}


@cache
def postures() -> Tree:
    """By name of a posture, what it changes in the mind of a commander that plans ahead."""
    return read_toml(Path(__file__).parent / "data" / "postures.toml")


def make_mind(name: str, whim: int, **changes: int) -> Mind:
    mind = np.zeros(traits.COUNT, np.int64)
    for trait, value in (traits_of(name) | changes).items():
        mind[TRAITS[trait]] = value
    mind[traits.WHIM] = whim
    return mind


def holdings(game: Game, state: Any, player: int) -> float:
    """What a player has, in coins."""
    worth = game.rules["cost"].astype(float)
    worth[CASTLE:] *= BUILDING_WORTH
    worth[CASTLE], worth[CAMP] = CASTLE_WORTH, CAMP_WORTH
    kinds, owners = state["kind"][: int(state["count"])], state["owner"][: int(state["count"])]
    return float(worth[kinds[owners == player]].sum()) + COIN_WORTH * int(state["coins"][player])


class Commander:
    """Plays by plan, but for some slips. One that plans ahead keeps its posture for a few turns, others nothing."""

    plan: Callable[..., Any] = staticmethod(command)

    def __init__(self, game: Game, seed: int, name: str, slips: int = 0, plans: int = 0, **changes: int) -> None:
        self.game, self.name, self.slips = game, name, slips
        self.random = random.Random(seed)
        if int(game.rules["siege"]) == 1:
            changes = besieging(traits_of(name)) | changes
        whim = self.random.randrange(1, WHIMS)
        self.minds = np.tile(make_mind(name, whim, **changes), (game.players, 1))
        self.postures = [make_mind(name, whim, **(posture | changes)) for posture in postures().values() if plans]
        self.planned = (0, 0)  # set-up and turn for which the posture was chosen
        self.field = np.zeros((ROWS, PLACES), np.int32)
        self.listed = np.zeros(game.setup.most_actions, np.int32)
        self.states = np.zeros(1, game.kind.STATE)
        self.events = np.zeros((0, EVENT_WIDTH), np.int32)

    def choose(self, match: Match) -> Action:
        if self.is_slipping(match.state):
            return int(self.random.choice(match.legal_actions))
        self.states[0] = match.state
        self.look_ahead()
        return self.run(0)

    def is_slipping(self, state: Any) -> bool:
        """Nobody slips while it has no land unit: that alone would lose (S31)."""
        return self.random.randrange(100) < self.slips and has_unit(state, int(state["player"]))

    def look_ahead(self) -> None:
        """Before every turn: play the next ones in every posture, and take the one that ends best.

        As plain Python that would last for minutes; until the rules are compiled the posture stays what it was.
        """
        state = self.states[0]
        now = int(state["setup"]), int(state["turns"])
        if self.postures and now != self.planned and machine_code(self.game.compile(self.plan)):
            self.planned = now
            if now[0] > 0:
                self.choose_taste()
            elif not self.is_parted:
                self.minds[int(state["player"])] = max(self.postures, key=self.outlook)

    @property
    def is_parted(self) -> bool:
        """Whether water lies between the castles, by the last look at the map: a few turns show nothing there."""
        return int(self.field[FACTS, OVERSEAS]) == 1

    def choose_taste(self) -> None:
        """In set-up of the standard mode: of some tastes in where to place a castle, keep the one that ends best."""
        if int(self.game.rules["siege"]) == 1:
            return
        tries = [self.postures[0].copy() for _ in range(PLACES_TRIED)]
        for mind in tries:
            mind[traits.WHIM] = self.random.randrange(1, WHIMS)
        best = max(tries, key=partial(self.outlook, turns=FIRST_TURNS))
        for mind in (*self.postures, *self.minds):
            mind[traits.WHIM] = best[traits.WHIM]

    def outlook(self, posture: Mind, turns: int = AHEAD) -> float:
        """How much better off the player on turn would be after the next turns, in this posture against the first."""
        player, states = int(self.states[0]["player"]), self.states.copy()
        minds = np.tile(self.postures[0], (self.game.players, 1))
        minds[player] = posture
        self.run(turns, int(states[0]["turns"]), states, minds)
        if int(states[0]["player"]) == OVER:
            return {player: WON, 1 - player: -WON}.get(int(states[0]["winner"]), 0.0)
        own, other = (POCKET + holdings(self.game, states[0], who) for who in (player, 1 - player))
        return math.log(own / other)

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
    plans: str | None = None,
    engines: str | None = None,
    ships: str | None = None,
) -> Commander:
    """`engines=0` and `ships=0` take engines, or ships, away from a commander, `plans=0` its looking ahead."""
    taken = {"engines": number("engines", engines, 0, 1), "ships": number("ships", ships, 0, 1)}
    changes = {trait: value for trait, value in taken.items() if value is not None}
    is_planning = number("plans", plans, 0, 1)
    if is_planning is None:
        is_planning = int(name in PLANNERS)
    return Commander(game, seed, name, number("slips", slips, 0, 100) or 0, is_planning, **changes)


BOTS: dict[str, Callable[..., Any]] = {name: partial(make, name=name) for name in NAMES}
