"""Programs that play Robots: one message a turn with all robots, orders for all own ones as the answer (S9, S12).

RobotGame bots run unchanged: adapter.py lives in their process, convert.py makes Python 3 of what was Python 2 (S13).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tabor.game import Programs, Tree
from tabor.games.robots.numbers import RobotsSetup
from tabor.games.robots.robotgame.convert import prepare
from tabor.games.robots.rules import ATTACK, BLOCKED, DONE, GUARD, MOVE, SPAWN, SUICIDE, last_of
from tabor.jit import plain

last_of = plain(last_of)

ADAPTER = Path(__file__).with_name("adapter.py")
FIRST, FURTHER = 1.5, 0.3  # S12: seconds for the first answer of a turn, and for each further robot
KINDS = {"move": MOVE, "attack": ATTACK, "guard": GUARD, "suicide": SUICIDE}


def facts(setup: RobotsSetup, player: int) -> Tree:
    """S11: the settings of the game, as `rg.settings` has them."""
    rules = setup.rules
    settings = {
        "board_size": max(setup.width, setup.height),
        "spawn_every": int(rules["every"]),
        "spawn_per_player": int(rules["batch"]),
        "robot_hp": int(rules["hp"]),
        "attack_range": [int(n) for n in rules["attack"]],
        "collision_damage": int(rules["collision"]),
        "suicide_damage": int(rules["suicide"]),
        "max_turns": int(rules["turns"]),
        "player_count": 2,
        "spawn_coords": places(setup, SPAWN),
        "obstacles": places(setup, BLOCKED) + beyond(setup),
    }
    return {"settings": settings, "limits": {"first": FIRST, "further": FURTHER}, "player": player}


def places(setup: RobotsSetup, ground: int) -> list[list[int]]:
    cells = range(setup.width * setup.height)
    return [list(setup.place_of(cell)) for cell in cells if int(setup.rules["ground"][cell]) == ground]


def beyond(setup: RobotsSetup) -> list[list[int]]:
    """What `board_size` promises and an arena that is not square does not have."""
    side = range(max(setup.width, setup.height))
    return [[x, y] for x in side for y in side if x >= setup.width or y >= setup.height]


def own_robots(state: Any) -> range:
    """The robots of the player on turn that have no order yet; when a program is asked, all of them."""
    first = int(state["given"])
    return range(first, int(last_of(state, first)))


def turn_seed(seed: int, turn: int) -> int:
    """S9: from the match's seed, which no program may know, for the dice follow from it."""
    return int.from_bytes(hashlib.sha256(f"{seed} {turn}".encode()).digest()[:4], "big")


def tell(setup: RobotsSetup, state: Any, player: int, seed: int) -> Tree:
    """S10: all robots; of the enemy's no id."""
    first, n = int(state["count"][0]), int(state["count"][0]) + int(state["count"][1])
    cells, hp, ids = state["cell"][:n].tolist(), state["hp"][:n].tolist(), state["id"][:n].tolist()
    robots = []
    for i in range(n):
        owner = int(i >= first)
        robots.append([*setup.place_of(cells[i]), hp[i], owner, ids[i] if owner == player else None])
    turn = int(state["turn"])
    return {"turn": turn, "seed": turn_seed(seed, turn), "player": player, "robots": robots}


def heed(setup: RobotsSetup, state: Any, answer: Tree) -> tuple[list[int], str]:
    """An action for every own robot, a guard where none is ordered; and what went wrong, in words."""
    orders: dict[int, list[Any]] = {}
    for order in listed(answer.get("orders")):
        if isinstance(order, list) and len(order) in (2, 4) and isinstance(order[0], int):
            orders[order[0]] = order[1:]
    actions = [read_order(setup, state, robot, orders.get(int(state["id"][robot]))) for robot in own_robots(state)]
    problems = [
        problem for problem in listed(answer.get("problems")) if isinstance(problem, list) and len(problem) == 2
    ]
    return actions, "\n".join(f"robot {robot}: {text}" for robot, text in problems)


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def read_order(setup: RobotsSetup, state: Any, robot: int, order: Any) -> int:
    """S1: an order that is missing or not possible is a guard."""
    if not order or not isinstance(order[0], str) or order[0] not in KINDS:
        return GUARD
    action = KINDS[order[0]]
    if action >= GUARD:
        return action
    cell = int(state["cell"][robot])
    for direction in range(4):
        near = int(setup.rules["beside"][cell, direction])
        if near >= 0 and list(setup.place_of(near)) == order[1:]:
            return action + direction
    return GUARD


def default(setup: RobotsSetup, state: Any) -> Sequence[int]:
    """S1, S12: a program that fails lets its robots guard."""
    return [DONE if len(own_robots(state)) > 1 else GUARD]


def allowance(setup: RobotsSetup, state: Any) -> float:
    return FIRST + FURTHER * (len(own_robots(state)) - 1)


PROGRAMS = Programs(default, facts, tell, heed, allowance, ADAPTER, prepare)
