"""The smallest game: one player counts, three times. Copied and edited by the tests of the cache."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from tabor.data import Table
from tabor.game import HEADER, OVER, Kind, Setup, end, one, record
from tabor.jit import rule

from .steps import step

RULES = record(("plies", np.int8))
STATE = record(*HEADER, ("number", np.int32), ("pair", np.int8, 2), ("after", np.int8, 8))
WORK = record(("unused", np.int8))


@rule
def start(rules: Any, state: Any, work: Any, rng: Any) -> None:
    """Nothing but the header."""


@rule
def legal(rules: Any, state: Any, work: Any, out: Any) -> Any:
    out[0] = 0
    return 0 if int(state["player"]) == OVER else 1


@rule
def apply(rules: Any, state: Any, work: Any, action: Any, rng: Any, events: Any) -> None:
    state["number"] = int(state["number"]) + step(state)
    state["ply"] = int(state["ply"]) + 1
    if int(state["ply"]) == int(rules["plies"]):
        end(state, 0, 1)


@rule
def observe(rules: Any, state: Any, player: Any, out: Any) -> None:
    out[0] = int(state["number"])


@rule
def hide(rules: Any, state: Any, player: Any, rng: Any) -> None:
    """Nothing is hidden."""


@rule
def key(rules: Any, state: Any, player: Any) -> Any:
    return np.uint64(int(state["number"]))


@rule
def value(rules: Any, state: Any, player: Any) -> Any:
    return 0.0


def read(table: Table, options: Mapping[str, str]) -> Setup:
    rules = one(RULES)
    rules["plies"] = 3
    return Setup(rules=rules, seats=("one",), digits=(("go", 1),), most_actions=1, planes=(1, 1, 1))


def not_needed(*_: Any) -> Any:
    raise NotImplementedError


REASONS = ("counted",)
check = write_action = read_action = write_state = read_state = scene = clicks = describe = not_needed
THIS: Any = sys.modules[__name__]

KIND = Kind.of(__file__, THIS, THIS, THIS, THIS, THIS, title="Tiny")
