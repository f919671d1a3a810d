"""What a player knows of Robots: planes for learning, a guess of the other side's orders, a key, a quick estimate."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabor.games.robots.rules import BLOCKED, DONE, SPAWN, has_order, owner_of, robots_in
from tabor.jit import rule
from tabor.rng import join, roll

PLANE_NAMES = (
    ("hit points of my robots", 1),
    ("hit points of the enemy's robots", 1),
    ("cells that are blocked", 1),
    ("spawn cells", 1),
    ("orders that my robots have been given this turn: 1 + the action, 0 for none", 1),
    ("the robot of mine that gets an order now", 1),
    ("turns left", 1),
    ("turns to the next batch", 1),
)


@rule
def observe(rules: Any, state: Any, player: int, out: Any) -> None:
    """Planes: hit points of mine, of the enemy's; blocked; spawn cells; my orders; whom I order now; turns left;
    turns to the next batch."""
    cells = int(rules["width"]) * int(rules["height"])
    left = min(127, int(rules["turns"]) - int(state["turn"]))
    coming = min(127, -int(state["turn"]) % int(rules["every"]))
    for cell in range(cells):
        for plane in (0, 1, 4, 5):
            out[plane * cells + cell] = 0
        ground = int(rules["ground"][cell])
        out[2 * cells + cell] = ground == BLOCKED
        out[3 * cells + cell] = ground == SPAWN
        out[6 * cells + cell] = left
        out[7 * cells + cell] = coming
    for robot in range(robots_in(state)):
        cell = int(state["cell"][robot])
        if owner_of(state, robot) != player:
            out[cells + cell] = min(127, int(state["hp"][robot]))
        else:
            out[cell] = min(127, int(state["hp"][robot]))
            out[4 * cells + cell] = state["order"][robot]
            out[5 * cells + cell] = int(state["player"]) == player and int(state["given"]) == robot


@rule
def hide(rules: Any, state: Any, player: int, rng: Any) -> None:
    """S1: the other player may have given any order."""
    for robot in range(int(state["given"])):
        if owner_of(state, robot) != player:
            state["order"][robot] = 1 + any_order(rules, int(state["cell"][robot]), rng)


@rule
def any_order(rules: Any, cell: int, rng: Any) -> int:
    """An order that a robot on this cell can be given, each as likely."""
    while True:
        order = int(roll(rng, DONE))
        if has_order(rules, cell, order):
            return order


@rule
def key(rules: Any, state: Any, player: int) -> Any:
    """Robots, orders as far as the player knows them, how many were given, and the turn, on which batches depend."""
    hash_ = join(np.uint64(int(state["player"]) + 1), int(state["turn"]))
    hash_ = join(hash_, int(state["count"][0]) << 16 | int(state["given"]))
    for robot in range(robots_in(state)):
        word = (int(state["cell"][robot]) << 16 | int(state["hp"][robot])) << 16 | int(state["id"][robot])
        if player == -1 or owner_of(state, robot) == player:
            word = word << 4 | int(state["order"][robot])
        hash_ = join(hash_, word)
    return hash_


@rule
def value(rules: Any, state: Any, player: int) -> float:
    """The lead in robots, a fresh one counting more than a damaged one."""
    lead = 0.0
    for robot in range(robots_in(state)):
        worth = 1.0 + int(state["hp"][robot]) / int(rules["hp"])
        lead += worth if owner_of(state, robot) == player else -worth
    return lead / (abs(lead) + 8.0)
