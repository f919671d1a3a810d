"""The smallest game: one player counts, three times. Copied and edited by the tests of the cache."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tabor.data import Table
from tabor.game import HEADER, NOBODY, OVER, Kind, Setup, end, one, record
from tabor.jit import rule

from .steps import step

RULES = record(("plies", np.int8))
STATE = record(*HEADER, ("number", np.int32), ("pair", np.int8, 2), ("after", np.int8, 8))
WORK = record(("unused", np.int8))


@rule
def start(rules: Any, state: Any, work: Any, rng: Any) -> None:
    state["winner"] = NOBODY


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
    return 1.0 if int(state["player"]) == OVER else 0.0


def read(table: Table, options: Mapping[str, str]) -> Setup:
    rules = one(RULES)
    rules["plies"] = 3
    return Setup(rules=rules, seats=("one",), digits=(("go", 1),), most_actions=1, planes=(1, 1, 1))


def not_needed(*_: Any) -> Any:
    raise NotImplementedError


KIND = Kind(
    name="tiny",
    title="Tiny",
    version=1,
    home=Path(__file__).parent,
    data=(),
    options={},
    reasons=("counted",),
    RULES=RULES,
    STATE=STATE,
    WORK=WORK,
    start=start,
    legal=legal,
    apply=apply,
    observe=observe,
    hide=hide,
    key=key,
    value=value,
    read=read,
    check=not_needed,
    hidden=not_needed,
    write_action=not_needed,
    read_action=not_needed,
    write_state=not_needed,
    read_state=not_needed,
    scene=not_needed,
    clicks=not_needed,
    describe=not_needed,
)
