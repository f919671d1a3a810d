"""The bots as players of a match, and the computer's levels, from one that a child beats to the strategist."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from tabor.game import EVENT_WIDTH, Action, Game, dice
from tabor.games.robots.bots import NAMES, SAMPLES, choose_order
from tabor.games.robots.learned import strategist
from tabor.match import Match
from tabor.players.limits import number

LEVELS = (
    "drifter",
    "centrist:slips=12",
    "centrist",
    "brawler",
    "soldier:slips=8",
    "soldier",
    "champion:samples=24",
    "strategist",
)
MOST_SAMPLES = 10_000


class Bot:
    """Asks a compiled bot for the order of the next robot. It knows only what its seat may know: see `bots`."""

    def __init__(self, game: Game, seed: int, name: str, slips: int, samples: int) -> None:
        self.game, self.name = game, name
        self.slips = slips  # of 100 orders, how many are drawn at random
        self.samples = samples  # how often the champion imagines the others' orders
        self.random = random.Random(seed)
        self.events = np.zeros((0, EVENT_WIDTH), np.int32)

    def choose(self, match: Match) -> Action:
        if self.random.randrange(100) < self.slips:
            return int(self.random.choice(match.legal_actions))
        rng = dice(self.random.getrandbits(63), match.ply)
        ask = self.game.compile(choose_order)
        bot = NAMES.index(self.name)
        return int(ask(self.game.rules, match.state, self.game.work, rng, self.events, bot, self.samples))


def make(
    game: Game, seed: int, *, name: str, most_samples: int = 0, slips: str | None = None, samples: str | None = None
) -> Bot:
    if samples is not None and not most_samples:
        raise TypeError("unexpected keyword argument 'samples'")  # as for any option that a player does not have
    wanted = number("samples", samples, 1, MOST_SAMPLES) or SAMPLES
    return Bot(game, seed, name, number("slips", slips, 0, 100) or 0, wanted)


def make_bots() -> dict[str, Callable[..., Any]]:
    """By name, from weak to strong; only the last two imagine anything."""
    looks_ahead = {NAMES[-1]: MOST_SAMPLES}
    simple = {name: partial(make, name=name, most_samples=looks_ahead.get(name, 0)) for name in NAMES}
    return simple | {"strategist": strategist.make}


BOTS = make_bots()
