"""Robots as text.

Orders: `j10-j11` moves, `j10*j11` attacks, `j10=` guards, `j10!` is a suicide; `done` lets all that are left guard.
The robot's own cell may be left out, and `n`, `e`, `s`, `w` stand for the cell up, right, down and left of it: `n`
or `-n` moves up, `*n` attacks there.

Positions are facts, as in

    turn=3 player=orange blue=j10:50:0,k9:41:3 orange=j11:8:6 orders=j10*j11,k9= appeared=10 ply=40

A robot is its cell, hit points and id; ids, and hit points of a fresh robot, may be left out. `orders` are those
given in this turn. Facts that are left out: turn 1, whoever has robots, no robots, no orders, 0.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from tabor.game import DRAWN, OVER
from tabor.games.robots.numbers import MOST_IDS, RobotsSetup
from tabor.games.robots.rules import (
    ATTACK,
    BLOCKED,
    DONE,
    GUARD,
    MOVE,
    NOWHERE,
    ROBOTS,
    SUICIDE,
    has_order,
    owner_of,
    robots_in,
)
from tabor.grid import cell_name, read_cell
from tabor.jit import plain
from tabor.positions import MOST_PLIES, read_facts, read_number, read_turn, turn_facts, write_facts
from tabor.view import numbers_of

has_order, owner_of, robots_in = plain(has_order), plain(owner_of), plain(robots_in)

REASONS = ("all-turns",)
COMPASS = "nesw"
SIGNS = {GUARD: "=", SUICIDE: "!"}
FACTS = ("turn", "player", "winner", "reason", "blue", "orange", "orders", "appeared", "ply")
HOW = "an order is written j10-j11 (move), j10*j11 (attack), j10= (guard), j10! (suicide) or done"


# ---- actions ----


def write_action(setup: RobotsSetup, state: Any, action: int) -> str:
    return "done" if action == DONE else write_order(setup, int(state["cell"][int(state["given"])]), action)


def write_order(setup: RobotsSetup, cell: int, order: int) -> str:
    """An order of the robot on a cell."""
    name = cell_name(cell, setup.width)
    if order in SIGNS:
        return name + SIGNS[order]
    target = int(setup.rules["beside"][cell, order & 3])
    return name + ("-" if order < ATTACK else "*") + cell_name(target, setup.width)


def read_action(setup: RobotsSetup, state: Any, text: str) -> int:
    if text.strip().lower() == "done":
        return DONE
    robot = int(state["given"])
    cell, order = read_order(setup, text, int(state["cell"][robot]))
    if cell != int(state["cell"][robot]):
        here = cell_name(int(state["cell"][robot]), setup.width)
        raise ValueError(f"robots are asked in the order of their ids, and the one on {here} is next")
    return order


def read_order(setup: RobotsSetup, text: str, here: int) -> tuple[int, int]:
    """The cell and the order that a text names; `here` is the cell if the text names none."""
    found = re.fullmatch(r"([a-z]+\d+)?(?:([=!])|([-*]?)(?:([nesw])|([a-z]+\d+)))", text.strip().lower())
    if not found or (found[1] and not found[2] and not found[3]):
        raise ValueError(HOW)
    cell = read_cell(found[1], setup.width, setup.height) if found[1] else here
    if found[2]:
        return cell, GUARD if found[2] == "=" else SUICIDE
    kind = ATTACK if found[3] == "*" else MOVE
    if found[4]:
        return cell, kind + COMPASS.index(found[4])
    target = read_cell(found[5], setup.width, setup.height)
    beside = setup.rules["beside"][cell].tolist()
    if target not in beside:
        near = ", ".join(cell_name(other, setup.width) for other in beside if other != NOWHERE)
        raise ValueError(f"from {cell_name(cell, setup.width)} an order can reach {near or 'no cell'}")
    return cell, kind + beside.index(target)


# ---- writing positions ----


def write_state(setup: RobotsSetup, state: Any) -> str:
    state = numbers_of(setup, state)
    first = int(state["count"][0])
    facts = {"turn": str(state["turn"])} | turn_facts(setup.seats, REASONS, state, "player")
    facts["blue"] = write_robots(setup, state, range(first))
    facts["orange"] = write_robots(setup, state, range(first, robots_in(state)))
    given = range(int(state["given"]))
    orders = [write_order(setup, int(state["cell"][robot]), int(state["order"][robot]) - 1) for robot in given]
    facts["orders"] = ",".join(orders) or "-"
    facts["appeared"] = str(state["appeared"])
    facts["ply"] = str(state["ply"])
    return write_facts(facts)


def write_robots(setup: RobotsSetup, state: Any, robots: range) -> str:
    cells = (cell_name(int(state["cell"][robot]), setup.width) for robot in robots)
    parts = (f"{cell}:{state['hp'][robot]}:{state['id'][robot]}" for cell, robot in zip(cells, robots, strict=True))
    return ",".join(parts) or "-"


# ---- reading positions ----


def read_state(setup: RobotsSetup, text: str, state: Any) -> None:
    """Write the position that a text describes into a blank state; ValueError says what is wrong."""
    facts = read_facts(text.split(), FACTS)
    state["turn"] = read_number(facts, "turn", 1, int(setup.rules["turns"]), 1)
    state["ply"] = read_number(facts, "ply", 0, MOST_PLIES)
    place_robots(setup, facts, state)
    last = max([-1, *state["id"][: robots_in(state)].tolist()])
    state["appeared"] = read_number(facts, "appeared", 0, MOST_IDS, last + 1)
    place_orders(setup, facts.get("orders", "-"), state)
    deciding = int(owner_of(state, int(state["given"])))
    read_turn(facts, setup.seats, REASONS, state, "player", deciding)
    if found := problem(setup, state):
        raise ValueError(found)


def place_robots(setup: RobotsSetup, facts: dict[str, str], state: Any) -> None:
    """The robots of both players; those written without an id get the next ones."""
    robot = 0
    for player, seat in enumerate(setup.seats):
        words = facts.get(seat, "-")
        for word in [] if words == "-" else words.split(","):
            if robot == ROBOTS:
                raise ValueError(f"there are more than {ROBOTS} robots")
            place_robot(setup, word, robot, state)
            robot += 1
        state["count"][player] = robot - (int(state["count"][0]) if player else 0)


def place_robot(setup: RobotsSetup, word: str, robot: int, state: Any) -> None:
    found = re.fullmatch(r"([a-z]+\d+)(?::(\d{1,5}))?(?::(\d{1,5}))?", word)
    if not found:
        raise ValueError(f"{word!r} is no robot: it is written cell:hp:id, as in j10:50:3, or j10")
    state["cell"][robot] = read_cell(found[1], setup.width, setup.height)
    state["hp"][robot] = min(int(found[2] or setup.rules["hp"]), 32_767)
    state["id"][robot] = min(int(found[3] or robot), 32_767)


def place_orders(setup: RobotsSetup, text: str, state: Any) -> None:
    words = [] if text == "-" else text.split(",")
    if len(words) > robots_in(state):
        raise ValueError(f"there are {len(words)} orders for {robots_in(state)} robots")
    for robot, word in enumerate(words):
        here = int(state["cell"][robot])
        cell, order = read_order(setup, word, here)
        if cell != here or not has_order(setup.rules, cell, order):
            name = cell_name(here, setup.width)
            raise ValueError(f"orders are given in the order of robots, and {word!r} is none for the one on {name}")
        state["order"][robot] = 1 + order
    state["given"] = len(words)


# ---- what can be ----


def problem(setup: RobotsSetup, state: Any) -> str | None:
    """Why this position cannot be; None if it can."""
    return robot_problem(setup, state) or id_problem(setup, state) or turn_problem(setup, state)


def robot_problem(setup: RobotsSetup, state: Any) -> str | None:
    seen: set[int] = set()
    for robot in range(robots_in(state)):
        cell, hp = int(state["cell"][robot]), int(state["hp"][robot])
        name = cell_name(cell, setup.width)
        if not 0 <= cell < setup.width * setup.height or setup.rules["ground"][cell] == BLOCKED:
            return f"a robot stands on {name}, which nobody can enter"
        if cell in seen:
            return f"two robots stand on {name}"
        if not 1 <= hp <= int(setup.rules["hp"]):
            return f"the robot on {name} has {hp} hit points; it must have 1 to {setup.rules['hp']}"
        seen.add(cell)
    return None


def id_problem(setup: RobotsSetup, state: Any) -> str | None:
    first, n = int(state["count"][0]), int(robots_in(state))
    ids = state["id"][:n].tolist()
    for own in (ids[:first], ids[first:]):
        if any(later <= earlier for earlier, later in pairwise(own)):
            return f"the ids of a player's robots must ascend, not be {numbers(own)}"
    if len(set(ids)) < n or any(not 0 <= number < int(state["appeared"]) for number in ids):
        return f"all ids must be different and below appeared={state['appeared']}, not {numbers(ids)}"
    return None


def numbers(values: Sequence[int]) -> str:
    return ", ".join(map(str, values))


def turn_problem(setup: RobotsSetup, state: Any) -> str | None:
    player, given = int(state["player"]), int(state["given"])
    is_last = int(state["turn"]) == int(setup.rules["turns"])
    if is_last != (player == OVER):
        return f"turn={state['turn']}: the game is over in turn {setup.rules['turns']}, and only then"
    if player == OVER:
        return end_problem(state)
    if given >= robots_in(state):
        return "no robot is waiting for an order" if given else "there are no robots"
    if owner_of(state, given) != player:
        return f"player={setup.seats[player]}: it is {setup.seats[1 - player]}'s robot that is next"
    return None


def end_problem(state: Any) -> str | None:
    lead = int(state["count"][0]) - int(state["count"][1])
    winner = DRAWN if lead == 0 else 0 if lead > 0 else 1
    if int(state["given"]):
        return "a finished game has no orders"
    return None if int(state["winner"]) == winner else "more robots win, equally many are a draw: the winner is wrong"


def check(setup: RobotsSetup, state: Any) -> None:
    """The invariants of a state."""
    found = problem(setup, state)
    assert found is None, found
    n, given = int(robots_in(state)), int(state["given"])
    for field in ("cell", "hp", "id", "order"):
        assert not state[field][n:].any(), f"{field!r} has something behind the last robot"
    for robot in range(n):
        order = int(state["order"][robot])
        assert (order > 0) == (robot < given), f"robot {robot} has order {order}, and {given} were given"
        cell = int(state["cell"][robot])
        assert order <= DONE, f"robot {robot} has order {order}"
        assert order == 0 or has_order(setup.rules, cell, order - 1), f"robot {robot} cannot obey {order}"
