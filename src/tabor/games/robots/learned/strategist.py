"""The strategist: plans the orders of all its robots at once, within a time."""

from __future__ import annotations

import random
import time
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from tabor.game import EVENT_WIDTH, Action, Game, State, dice
from tabor.games.robots.bots import nearest_enemy
from tabor.games.robots.learned import net, sight
from tabor.games.robots.learned.planning import Mind, think
from tabor.games.robots.rules import DONE, NONE, ROBOTS
from tabor.grid import steps_between
from tabor.match import Match
from tabor.players.limits import number

MS = 50  # for a whole turn
SAMPLES = 8  # of what the other side may order
SIGHT = 6  # steps to the nearest enemy beyond which habit is good enough
ROUNDS = 2  # through all robots
MOST_MS, MOST_SAMPLES, MOST_THOUGHTS = 60_000, 1_000, 10_000

Net = tuple[Any, Any]  # weights of the hidden layer, and of what follows


@cache
def nets() -> dict[str, Any]:
    """The learned weights, by name."""
    with np.load(str(files("tabor.games.robots.learned") / "nets.npz")) as kept:
        return {name: kept[name].astype(np.float32) for name in kept.files}


def net_of(name: str) -> Net:
    return nets()[name], nets()[name + "_heads"]


def make_mind(own: Net, others: Net, worth: Net) -> Any:
    buffers = np.zeros(sight.SIGHT, np.int32), np.zeros(sight.MOST, np.int32)
    return Mind(*own, *others, *worth, *buffers, np.zeros(net.HIDDEN, np.float32), np.zeros(DONE, np.float32))


class Plan:
    """Orders for the robots of one player in one turn."""

    def __init__(self, game: Game, state: State, mind: Any, samples: int, rng: Any) -> None:
        self.game, self.rng, self.mind = game, rng, mind
        self.player, self.turn = int(state["player"]), int(state["turn"])
        self.states = np.zeros(2, game.kind.STATE)
        self.states[0] = state
        self.orders = np.zeros(ROBOTS, np.int8)
        self.odds = np.zeros((ROBOTS, DONE), np.float32)
        self.imagined = np.zeros((samples, ROBOTS), np.int8)
        self.events = np.zeros((0, EVENT_WIDTH), np.int32)
        self.think(NONE)

    def think(self, robot: int) -> None:
        given = self.game.rules, self.states, self.game.work, self.rng, self.events
        self.game.compile(think)(*given, self.player, robot, self.mind, self.orders, self.odds, self.imagined)

    def improve(self, until: float, thoughts: int) -> None:
        """Robot by robot, those that may meet an enemy; as long as there is time and something changes."""
        state = self.states[0]
        robots = [robot for robot in range(int(state["given"]), self.last) if self.is_near(robot)]
        for _ in range(ROUNDS):
            before = self.orders.copy()
            for robot in robots:
                if time.perf_counter() > until or thoughts == 0:
                    return
                self.think(robot)
                thoughts -= 1
            if (before == self.orders).all():
                return

    @property
    def last(self) -> int:
        counts = self.states[0]["count"]
        return int(counts[0]) if self.player == 0 else int(counts.sum())

    def is_near(self, robot: int) -> bool:
        state, width = self.states[0], int(self.game.rules["width"])
        enemy = nearest_enemy(self.game.rules, state, robot)
        return enemy != NONE and steps_between(width, int(state["cell"][robot]), int(state["cell"][enemy])) <= SIGHT

    def holds(self, state: State) -> bool:
        """Whether it is a plan for this turn, and has been followed so far."""
        mine, given = self.states[0], int(state["given"])
        first = int(mine["given"])
        followed = (state["order"][first:given] == 1 + self.orders[first:given]).all()
        same = all((state[field] == mine[field]).all() for field in ("cell", "hp", "count"))
        return (self.player, self.turn) == (int(state["player"]), int(state["turn"])) and same and bool(followed)


class Strategist:
    """Knows only what its seat may know: the other side's orders are imagined, never read."""

    def __init__(
        self, game: Game, seed: int, slips: int, samples: int, ms: int, thoughts: int = MOST_THOUGHTS, mind: Any = None
    ) -> None:
        self.game, self.slips, self.samples, self.ms = game, slips, samples, ms
        self.thoughts = (
            thoughts  # robots whose orders are reconsidered in a turn: a limit that every machine keeps alike
        )
        self.random = random.Random(seed)
        self.mind = mind or make_mind(net_of("own"), net_of("others"), net_of("worth"))
        self.plan: Plan | None = None

    def choose(self, match: Match) -> Action:
        if self.random.randrange(100) < self.slips:
            return int(self.random.choice(match.legal_actions))
        if self.plan is None or not self.plan.holds(match.state):
            self.plan = self.make_plan(match)
        return int(self.plan.orders[int(match.state["given"])])

    def make_plan(self, match: Match) -> Plan:
        until = time.perf_counter() + self.ms / 1000
        plan = Plan(self.game, match.state, self.mind, self.samples, dice(self.random.getrandbits(63), match.ply))
        plan.improve(until, self.thoughts)
        return plan


def make(
    game: Game,
    seed: int,
    *,
    slips: str | None = None,
    samples: str | None = None,
    ms: str | None = None,
    thoughts: str | None = None,
) -> Strategist:
    return Strategist(
        game,
        seed,
        number("slips", slips, 0, 100) or 0,
        number("samples", samples, 1, MOST_SAMPLES) or SAMPLES,
        number("ms", ms, 1, MOST_MS) or MS,
        number("thoughts", thoughts, 1, MOST_THOUGHTS) or MOST_THOUGHTS,
    )
