"""A game of which everything is known: put pebbles, which weigh nothing, or gems on your scale; or let a die decide."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tabor.data import Table, lacking
from tabor.game import DRAWN, HEADER, OVER, Kind, Message, Setup, emit, end, one, record
from tabor.jit import rule
from tabor.rng import join, roll

PASS, PEBBLE, GEM = 0, 1, 2
THINGS = ("", "pebble", "gem")
SEATS = ("left", "right")
RULES = record(
    ("rounds", np.int32), ("gem", np.int32), ("edge", np.int32), ("deal", np.int32), ("lacks", np.int32, (2, 3))
)
STATE = record(*HEADER, ("things", np.int32, (2, 3)))  # of each player, how many of each
WORK = record(("unused", np.int8))


@rule
def start(rules: Any, state: Any, work: Any, rng: Any) -> None:
    """Nothing is on the scales, but for gems that a die deals to one side."""
    if int(rules["deal"]) > 0:
        state["things"][roll(rng, 2), GEM] = int(rules["deal"])


@rule
def legal(rules: Any, state: Any, work: Any, out: Any) -> Any:
    if int(state["player"]) == OVER:
        return 0
    n = 0
    for action in range(3):
        if int(rules["lacks"][int(state["player"]), action]) == 0:
            out[n] = action
            n += 1
    return n


@rule
def balance(rules: Any, state: Any) -> Any:
    """By how much the first side is heavier."""
    return int(rules["gem"]) * (int(state["things"][0, GEM]) - int(state["things"][1, GEM]))


@rule
def apply(rules: Any, state: Any, work: Any, action: Any, rng: Any, events: Any) -> None:
    player = int(state["player"])
    state["things"][player, action] = int(state["things"][player, action]) + 1
    state["ply"] = int(state["ply"]) + 1
    state["player"] = 1 - player
    emit(events, 1, player, action, 0, 0, 0)
    if int(state["ply"]) < 2 * int(rules["rounds"]):
        return
    if int(rules["edge"]) > 0:
        end(state, 0 if roll(rng, 100) < int(rules["edge"]) else 1, 1)
    else:
        ahead = balance(rules, state)
        end(state, 0 if ahead > 0 else 1 if ahead < 0 else DRAWN, 2)


@rule
def observe(rules: Any, state: Any, player: Any, out: Any) -> None:
    out[0] = int(state["player"])


@rule
def hide(rules: Any, state: Any, player: Any, rng: Any) -> None:
    """Nothing is hidden."""


@rule
def key(rules: Any, state: Any, player: Any) -> Any:
    found = join(np.uint64(7), int(state["player"]) + 1)
    for side in range(2):
        for thing in range(3):
            found = join(found, int(state["things"][side, thing]))
    return found


@rule
def value(rules: Any, state: Any, player: Any) -> Any:
    ahead = balance(rules, state) / (2.0 * int(rules["rounds"]))
    return min(max(ahead if player == 0 else -ahead, -0.9), 0.9)


def read(table: Table, options: Mapping[str, str]) -> Setup:
    rules = one(RULES)
    rules["rounds"] = table.integer("rounds", 1, 50)
    rules["gem"] = table.integer("gem", 0, 1)
    rules["edge"] = table.integer("edge", 0, 100)
    rules["deal"] = table.integer("deal", 0, 50)
    for side, things in enumerate(lacking(table, SEATS, THINGS[1:])):
        rules["lacks"][side, [THINGS.index(thing) for thing in things]] = 1
    return Setup(rules, SEATS, (("thing", 3),), 3, (1, 1, 1))


REASONS = ("die", "weight")


def check(setup: Setup, state: Any) -> None:
    assert int(state["things"].sum()) == int(state["ply"]) + int(setup.rules["deal"])


def write_action(setup: Setup, state: Any, action: int) -> str:
    return THINGS[action] or "pass"


def read_action(setup: Setup, state: Any, text: str) -> int:
    return ("pass", *THINGS[1:]).index(text)


def write_state(setup: Setup, state: Any) -> str:
    return str(state["things"].tolist())


def read_state(setup: Setup, text: str, state: Any) -> None:
    raise ValueError("not needed")


def scene(setup: Setup, state: Any, seat: int | None) -> dict[str, Any]:
    pieces = [
        {"kind": THINGS[thing], "owner": side}
        for side in range(2)
        for thing in (PEBBLE, GEM)
        for _ in range(int(state["things"][side, thing]))
    ]
    return {"pieces": pieces}


def clicks(setup: Setup, state: Any, action: int) -> list[dict[str, Any]]:
    return [{"button": str(action)}]


def describe(setup: Setup, event: Any, seat: int | None) -> Message | None:
    return Message("put", {"player": setup.seats[int(event[1])], "thing": THINGS[int(event[2])]})


THIS: Any = sys.modules[__name__]
DATA = [Path(__file__).with_name("scales.toml")]
KIND = Kind.of(__file__, THIS, THIS, THIS, THIS, THIS, name="scales", title="Scales", data=DATA, chance=True)
