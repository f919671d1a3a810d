"""Robots: two swarms on a round arena, all orders given in secret and carried out at once."""

from typing import Any

from tabor.game import Kind
from tabor.games.robots import knowledge, numbers, players, rules, text, view
from tabor.games.robots.robotgame import programs
from tabor.games.robots.robotgame.situation import turn

__all__ = ["KIND", "turn"]


def hidden(setup: numbers.RobotsSetup, state: Any, player: int) -> list[Any]:
    """S1: the orders that the other side has given in this turn."""
    first, given = int(state["count"][0]), int(state["given"])
    return [state["order"][: min(first, given)] if player == 1 else state["order"][first : max(first, given)]]


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
    turn=lambda setup, state: int(state["turn"]),
    programs=programs.PROGRAMS,
    bots=players.BOTS,
    levels=players.LEVELS,
)
