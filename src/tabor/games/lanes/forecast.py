"""What both attacks will do if the preparation ends now: no decision and no dice come before the end of the horde's."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabor.game import EVENT_WIDTH, OVER, Tree
from tabor.games import find
from tabor.games.lanes.fight import attack, horde_turn
from tabor.games.lanes.layout import PLAYER, PREPARING, STATE
from tabor.games.lanes.numbers import LanesSetup
from tabor.jit import generic, plain
from tabor.quick import Quick, quick
from tabor.view import kept, numbers_of

MOST_PREVIEWED = 200  # events


@generic("int64(rules, state, events)")
def fight_on(rules: Any, state: Any, events: Any) -> int:
    """Both attacks in place; how many events they brought about."""
    attack(rules, state, PLAYER, events)
    if int(state["player"]) != OVER:
        horde_turn(rules, state, events)
    return int(events[0, 0])


fight_on_by_hand = plain(fight_on)


@dataclass(frozen=True)
class Forecast:
    """What both attacks will do."""

    events: list[list[int]]
    losses: tuple[int, int]  # of the player's camp, of the horde's


def foresee(setup: LanesSetup, state: Any) -> Forecast | None:
    """By the rules on a copy; None where no preparation can end."""
    if int(state["player"]) == OVER or int(state["phase"]) != PREPARING:
        return None
    return kept(setup, "battlefield", lambda: Battlefield(setup)).foresee(state)


class Battlefield(threading.local):
    """Where a thread fights battles out: a position and events, made once, so that compiled code can be called there
    without looking at them (quick.py). Until the game is compiled Python fights, on plain numbers, many times as fast
    as on a record."""

    def __init__(self, setup: LanesSetup) -> None:
        states = np.zeros(1, STATE)
        self.setup, self.state, self.memory = setup, states[0], states.view(np.uint8)
        self.events = np.zeros((1 + MOST_PREVIEWED, EVENT_WIDTH), np.int32)
        self.fight: Quick | None = None

    def foresee(self, state: Any) -> Forecast:
        if self.fight is None:
            fight = find("lanes").compiler.compile(fight_on)
            self.fight = quick(fight, (self.setup.rules, self.state, self.events))
        return self.told(state, self.by_machine if self.fight else self.by_hand)

    def told(self, state: Any, fight: Callable[[Any], Any]) -> Forecast:
        self.events[0, 0] = 0
        camps = zip(fight(state), state["damage"], strict=True)
        player, horde = (int(after) - int(before) for after, before in camps)
        shown = min(int(self.events[0, 0]), MOST_PREVIEWED)
        return Forecast(self.events[1 : 1 + shown].tolist(), (player, horde))

    def by_machine(self, state: Any) -> Any:
        """What the camps have suffered then."""
        assert self.fight
        self.memory[:] = np.frombuffer(state, np.uint8)
        self.fight.call()
        return self.state["damage"]

    def by_hand(self, state: Any) -> Any:
        copy: Tree = {
            name: list(value) if isinstance(value, list) else value
            for name, value in numbers_of(self.setup, state).items()
        }
        fight_on_by_hand(self.setup.rules, copy, self.events)
        return copy["damage"]
