"""One turn of a situation made up in Python: what comes of these robots with these orders?

Cells are (x, y) as robot programs know them: (0, 0) is the top left, y counts downwards.

>>> from tabor.games.robots import turn
>>> turn([(10, 10, 0, 50), (9, 10, 1, 50)], {(10, 10): ("attack", (9, 10)), (9, 10): ("guard",)}, attack=9)
[(9, 10, 1, 46), (10, 10, 0, 50)]
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from tabor.errors import ActionError, DataError
from tabor.game import Game, State, dice, one
from tabor.games.robots.numbers import MOST_POINTS, MOST_TURNS, RobotsSetup
from tabor.games.robots.rules import ATTACK, BLOCKED, GUARD, MOVE, ROBOTS, SUICIDE, owner_of, robots_in
from tabor.jit import plain
from tabor.loading import load_kind

Cell = tuple[int, int]
Robot = tuple[int, int, int, int]  # x, y, player, hp
Order = tuple[Any, ...]

AIMED = {"move": MOVE, "attack": ATTACK}
UNAIMED = {"guard": GUARD, "suicide": SUICIDE}
HOW = "an order is ('move', (x, y)), ('attack', (x, y)), ('guard',) or ('suicide',)"

owner_of, robots_in = plain(owner_of), plain(robots_in)


def turn(
    robots: Sequence[Robot],
    orders: Mapping[Cell, Order],
    *,
    turn: int = 1,
    attack: int | None = None,
    spawn: bool = False,
) -> list[Robot]:
    """The robots after one turn, sorted; each is (x, y, player, hp).

    An order that cannot be carried out, or none, is a guard (S1). `attack` is the damage of every attack; without it
    dice fall. Only with `spawn` do robots die on spawn cells, and new ones appear, if it is the turn for it (S7).
    """
    fixed = None if attack is None else whole("attack", attack, 0, MOST_POINTS)
    game = game_of_one_turn(whole("turn", turn, 0, last_turn()), fixed, spawn)
    seed = secrets.randbits(63)
    state = place(game, robots, orders)
    state["turn"] = int(game.rules["turns"]) - 1
    n = int(robots_in(state))
    if n == 0:  # nobody is there to give the last order; an empty arena is that of turn 0
        return listed(game.setup, game.begin(seed)) if int(state["turn"]) % int(game.rules["every"]) == 0 else []
    state["given"] = n - 1
    state["player"] = owner_of(state, n - 1)
    game.apply(state, int(state["order"][n - 1]) - 1, dice(seed, 0))
    return listed(game.setup, state)


@lru_cache
def last_turn() -> int:
    from tabor.games.robots import KIND

    return int(load_kind(KIND).rules["turns"]) - 1


@lru_cache(maxsize=64)
def game_of_one_turn(number: int, attack: int | None, spawn: bool) -> Game:
    """The game whose last turn this is: what would follow is not settled, so everybody stays where the turn ends."""
    from tabor.games.robots import KIND

    changes: dict[str, Any] = {"turns": max(number, 1) + 1}
    if not spawn:
        changes["spawn"] = {"every": MOST_TURNS}
    elif number == 0:
        changes["spawn"] = {"every": 1}  # turn 0 has a batch, and no game can end before turn 2
    if attack is not None:
        changes["damage"] = {"attack": [attack, attack]}
    return load_kind(KIND, changes)


def place(game: Game, robots: Sequence[Robot], orders: Mapping[Cell, Order]) -> State:
    """A state with these robots, each with its order."""
    setup = game.setup
    assert isinstance(setup, RobotsSetup)
    if len(robots) > ROBOTS:
        raise DataError(f"there are {len(robots)} robots; there may be at most {ROBOTS}")
    state, numbers = one(game.kind.STATE), dict[Cell, int]()
    for x, y, player, hp in sorted((read_robot(robot) for robot in robots), key=lambda robot: robot[2]):
        check_cell(setup, x, y)
        if (x, y) in numbers:
            raise DataError(f"two robots stand on ({x}, {y})")
        numbers[x, y] = robot = len(numbers)
        state["cell"][robot], state["hp"][robot], state["id"][robot] = setup.cell_at(x, y), hp, robot
        state["order"][robot] = 1 + GUARD
        state["count"][player] += 1
    state["appeared"] = len(numbers)
    for place_, order in orders.items():
        if place_ not in numbers:
            raise ActionError(f"the order {order!r} is for {place_!r}, but no robot stands there")
        robot = numbers[place_]
        state["order"][robot] = 1 + read_order(setup, int(state["cell"][robot]), place_, order)
    return state


def listed(setup: Any, state: State) -> list[Robot]:
    found = []
    for robot in range(robots_in(state)):
        x, y = setup.place_of(int(state["cell"][robot]))
        found.append((x, y, int(owner_of(state, robot)), int(state["hp"][robot])))
    return sorted(found)


# ---- reading ----


def whole(name: str, value: Any, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise DataError(f"{name} is {value!r}; it must be a whole number from {low} to {high}")
    return value


def read_robot(robot: Any) -> Robot:
    try:
        x, y, player, hp = robot
    except (TypeError, ValueError):
        raise DataError(f"{robot!r} is not a robot: it is (x, y, player, hp)") from None
    for number in (x, y):
        if not isinstance(number, int):
            raise DataError(f"{robot!r} is not a robot: x and y must be whole numbers, not {number!r}")
    whole(f"the player of the robot {robot!r}", player, 0, 1)
    whole(f"the hp of the robot {robot!r}", hp, 1, MOST_POINTS)
    return x, y, player, hp


def check_cell(setup: RobotsSetup, x: int, y: int) -> None:
    if not (0 <= x < setup.width and 0 <= y < setup.height):
        raise DataError(f"({x}, {y}) is not a cell: x is 0 to {setup.width - 1}, y is 0 to {setup.height - 1}")
    if setup.rules["ground"][setup.cell_at(x, y)] == BLOCKED:
        raise DataError(f"a robot stands on ({x}, {y}), which nobody can enter")


def read_order(setup: RobotsSetup, cell: int, at: Cell, order: Any) -> int:
    """S1: well-formed but impossible is a guard."""
    word, *rest = order if isinstance(order, tuple | list) and order else ("",)
    if word in UNAIMED and not rest:
        return UNAIMED[word]
    is_place = len(rest) == 1 and isinstance(rest[0], tuple | list) and len(rest[0]) == 2
    if word not in AIMED or not is_place or not all(type(number) is int for number in rest[0]):
        raise ActionError(f"the order for {at!r} is {order!r}, which cannot be read: {HOW}")
    beside = [setup.place_of(int(near)) if near >= 0 else None for near in setup.rules["beside"][cell]]
    target = tuple(rest[0])
    return AIMED[word] + beside.index(target) if target in beside else GUARD
