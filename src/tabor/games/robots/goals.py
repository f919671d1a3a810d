"""What puzzles of Robots ask for: orders for one turn that come out well whatever the other side orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tabor.game import OVER, Goal
from tabor.games.robots.numbers import RobotsSetup
from tabor.games.robots.rules import SPAWN

FEW = 2  # robots of a side, so that all orders can be tried
NEAR = 3  # steps, within which somebody can be hit or blocked


def ids_of(state: Any, player: int) -> set[int]:
    return set(state["id"][robots_of(state, player)].tolist())


def robots_of(state: Any, player: int) -> slice:
    """S1: blue's come first."""
    first, others = state["count"].tolist()
    return slice(0, first) if player == 0 else slice(first, first + others)


def is_turn_over(before: Any, state: Any) -> bool:
    return int(state["turn"]) > int(before["turn"]) or int(state["player"]) == OVER


def keeps_all(setup: Any, before: Any, state: Any, player: int, rounds: int) -> bool | None:
    """No own robot is lost in this turn."""
    return ids_of(before, player) <= ids_of(state, player) if is_turn_over(before, state) else None


def destroys_one(setup: Any, before: Any, state: Any, player: int, rounds: int) -> bool | None:
    """At least one robot of the other side is lost in this turn."""
    return not ids_of(before, 1 - player) <= ids_of(state, 1 - player) if is_turn_over(before, state) else None


def wins(setup: Any, before: Any, state: Any, player: int, rounds: int) -> bool | None:
    """S8: this turn is the last."""
    return int(state["winner"]) == player if is_turn_over(before, state) else None


def skirmishes(setup: RobotsSetup, state: Any, player: int, own_most: int = FEW, most: int = FEW) -> Iterator[Any]:
    """At the beginning of a turn: each own robot with those around it, and nobody else on the arena."""
    if int(state["given"]):
        return
    cells = state["cell"].tolist()
    own, others = (range(len(cells))[robots_of(state, side)] for side in (player, 1 - player))
    for centre in own:
        friends, enemies = nearest(setup, cells, centre, own)[:own_most], nearest(setup, cells, centre, others)[:most]
        if enemies:
            yield only(setup, state, sorted(friends + enemies))


def nearest(setup: RobotsSetup, cells: Sequence[int], centre: int, robots: Sequence[int]) -> list[int]:
    """The few that are nearest to a robot, itself among them."""
    far = {robot: steps(setup, cells[centre], cells[robot]) for robot in robots}
    return sorted((robot for robot in robots if far[robot] <= NEAR), key=lambda robot: (far[robot], robot))


def steps(setup: RobotsSetup, one: int, other: int) -> int:
    return abs(one % setup.width - other % setup.width) + abs(one // setup.width - other // setup.width)


def only(setup: RobotsSetup, state: Any, robots: Sequence[int]) -> Any:
    """The position with some of its robots."""
    found, first = state.copy(), int(state["count"][0])
    for name in ("cell", "hp", "id"):
        found[name] = 0
        found[name][: len(robots)] = state[name][robots]
    found["count"][0] = sum(robot < first for robot in robots)
    found["count"][1] = len(robots) - int(found["count"][0])
    found["player"] = 0 if int(found["count"][0]) else 1
    return found


def last_skirmishes(setup: RobotsSetup, state: Any, player: int) -> Iterator[Any]:
    """In the last turn of the game."""
    if int(state["turn"]) == int(setup.rules["turns"]) - 1:
        yield from skirmishes(setup, state, player)


def traps(setup: RobotsSetup, state: Any, player: int) -> Iterator[Any]:
    """S7: in a turn that brings new robots, around a single robot of the other side that stands in their way."""
    if int(state["turn"]) % int(setup.rules["every"]):
        return
    for found in skirmishes(setup, state, player, 3, 1):
        target = int(found["cell"][robots_of(found, 1 - player)][0])
        if int(setup.rules["ground"][target]) == SPAWN:
            yield found


GOALS = {
    "win": Goal(wins, last_skirmishes, FEW, is_fewest=False),
    "keep-all": Goal(keeps_all, skirmishes, FEW, is_fewest=False),
    "destroy": Goal(destroys_one, traps, 3, is_fewest=False),
}
