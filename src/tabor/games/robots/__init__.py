"""Robots: two swarms on a round arena, all orders given in secret and carried out at once."""

from collections.abc import Mapping, Sequence
from typing import Any

from tabor.game import OVER, Kind, Later, SecretChoice, copy_of
from tabor.games.robots import goals, knowledge, numbers, players, rules, text, view
from tabor.games.robots.robotgame import programs
from tabor.games.robots.robotgame.situation import turn

__all__ = ["KIND", "turn"]


def hidden(setup: numbers.RobotsSetup, state: Any, player: int) -> list[Any]:
    """S1: the orders that the other side has given in this turn."""
    first, given = int(state["count"][0]), int(state["given"])
    return [state["order"][: min(first, given)] if player == 1 else state["order"][first : max(first, given)]]


def asked(setup: numbers.RobotsSetup, state: Any, player: int, chosen: Mapping[int, int]) -> Sequence[Any]:
    """S1: every own robot without an order, whatever the other side orders."""
    first, last = (0, int(state["count"][0])) if player == 0 else (int(state["count"][0]), int(sum(state["count"])))
    if int(state["player"]) == OVER:
        return []
    robots = range(max(first, int(state["given"])), last)

    def position(number: int) -> Any:
        laid = copy_of(state)
        laid["player"], laid["given"] = player, robots[number]
        for given, order in chosen.items():
            laid["order"][robots[given]] = 1 + order
        return laid

    return Later(len(robots), position)


def alike(setup: numbers.RobotsSetup, position: Any) -> int:
    """Which orders a robot can be given is a matter of its cell alone."""
    return int(position["cell"][int(position["given"])])


KIND = Kind.of(
    __file__,
    rules,
    knowledge,
    numbers,
    text,
    view,
    title="Robots",
    options={"arena": "standard", "turns": numbers.ALL_TURNS},
    hidden=hidden,
    chance=True,
    secrets=True,
    choice=SecretChoice(asked, rest=(rules.DONE, rules.GUARD), most=numbers.most_robots, alike=alike),
    turn=lambda setup, state: int(state["turn"]),
    programs=programs.PROGRAMS,
    bots=players.BOTS,
    levels=players.LEVELS,
    adviser="soldier",
    goals=goals.GOALS,
)
