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


OF_THE_SITE = {  # what else RobotGame had in `settings`, and bots ask for
    "str_limit": 50,
    "max_seed": 2**31 - 1,
    "default_rating": 1200,
    "max_time_initialization": 2000,
    "max_time_first_act": int(1000 * FIRST),
    "max_time_per_act": int(1000 * FURTHER),
    "exposed_properties": ["location", "hp", "player_id"],
    "player_only_properties": ["robot_id"],
    "user_obj_types": ["Robot"],
    "valid_commands": ["move", "attack", "guard", "suicide"],
}


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
        "obstacles": in_rows(places(setup, BLOCKED) + beyond(setup)),
        **OF_THE_SITE,
    }
    return {"settings": settings, "limits": {"first": FIRST, "further": FURTHER}, "player": player}


def places(setup: RobotsSetup, ground: int) -> list[list[int]]:
    cells = range(setup.width * setup.height)
    return in_rows([list(setup.place_of(cell)) for cell in cells if int(setup.rules["ground"][cell]) == ground])


def in_rows(found: list[list[int]]) -> list[list[int]]:
    """Row by row from the top, as RobotGame's maps list cells: a bot that takes the first takes the same."""
    return sorted(found, key=lambda place: (place[1], place[0]))


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


def seen_id(setup: RobotsSetup, number: int) -> int:
    """The `robot_id` that a bot sees: in RobotGame the robots of a batch appear in turns, one of each player; the rules
    number player 0's first."""
    batch = int(setup.rules["batch"])
    before, within = divmod(number, 2 * batch)
    player, place = divmod(within, batch)
    return 2 * batch * before + 2 * place + player


def tell(setup: RobotsSetup, state: Any, player: int, seed: int) -> Tree:
    """S10: all robots; of the enemy's no id."""
    first, n = int(state["count"][0]), int(state["count"][0]) + int(state["count"][1])
    cells, hp, ids = state["cell"][:n].tolist(), state["hp"][:n].tolist(), state["id"][:n].tolist()
    robots = []
    for i in range(n):
        owner = int(i >= first)
        seen = seen_id(setup, ids[i]) if owner == player else None
        robots.append([*setup.place_of(cells[i]), hp[i], owner, seen])
    turn = int(state["turn"])
    return {"turn": turn, "seed": turn_seed(seed, turn), "player": player, "robots": robots}


def heed(setup: RobotsSetup, state: Any, answer: Tree) -> tuple[list[int], str]:
    """An action for every own robot, a guard where none is ordered; and what went wrong, in words."""
    orders: dict[int, list[Any]] = {}
    for order in listed(answer.get("orders")):
        if isinstance(order, list) and len(order) in (2, 4) and isinstance(order[0], int):
            orders[order[0]] = order[1:]
    seen = {robot: seen_id(setup, int(state["id"][robot])) for robot in own_robots(state)}
    actions = [read_order(setup, state, robot, orders.get(number)) for robot, number in seen.items()]
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
