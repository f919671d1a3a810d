"""Games of two or three decisions, small enough to know the right answer, in which a naive search goes wrong."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from tabor.game import DRAWN, HEADER, OVER, Game, Kind, Message, Setup, end, one, record
from tabor.jit import rule
from tabor.loading import load_kind
from tabor.rng import join, roll

RULES = record(("sides", np.int8))  # cups to hide under, or sides of the die
STATE = record(*HEADER, ("hidden", np.int8))  # the cup; 0 not chosen yet
WORK = record(("unused", np.int8))
SAFE = 0  # an action: take the draw


@rule
def start(rules: Any, state: Any, work: Any, rng: Any) -> None:
    """Nothing is hidden yet."""


@rule
def legal(rules: Any, state: Any, work: Any, out: Any) -> Any:
    """The first decision may be to take a draw; every other is a number from 1."""
    player = int(state["player"])
    if player == OVER:
        return 0
    n = 0
    for action in range(0 if player == 0 else 1, 1 + int(rules["sides"])):
        out[n] = action
        n += 1
    return n


@rule
def apply_cups(rules: Any, state: Any, work: Any, action: Any, rng: Any, events: Any) -> None:
    """Player 0 hides a ball; player 1, who does not see where, points at a cup and wins by finding it."""
    state["ply"] = int(state["ply"]) + 1
    if int(state["player"]) == 1:
        end(state, 1 if action == int(state["hidden"]) else 0, 1)
    elif action == SAFE:
        end(state, DRAWN, 1)
    else:
        state["hidden"] = action
        state["player"] = 1


@rule
def apply_die(rules: Any, state: Any, work: Any, action: Any, rng: Any, events: Any) -> None:
    """Player 0 bets on a number; the die falls after that."""
    state["ply"] = int(state["ply"]) + 1
    if action == SAFE:
        end(state, DRAWN, 1)
    else:
        end(state, 0 if action == 1 + roll(rng, rules["sides"]) else 1, 1)


@rule
def apply_race(rules: Any, state: Any, work: Any, action: Any, rng: Any, events: Any) -> None:
    """Both run twice: 1 goes a step, 2 throws a die of 0 to 3 for it, 3 stands still, 0 goes three steps or none. Who
    is ahead then has won; `hidden` is how far player 0 is ahead."""
    player = int(state["player"])
    gain = 1
    if action == 0:
        gain = 3 * roll(rng, 2)
    elif action == 2:
        gain = roll(rng, 4)
    elif action == 3:
        gain = 0
    lead = int(state["hidden"]) + (gain if player == 0 else -gain)
    state["hidden"] = lead
    state["ply"] = int(state["ply"]) + 1
    state["player"] = 1 - player
    if int(state["ply"]) == 4:
        end(state, 0 if lead > 0 else 1 if lead < 0 else DRAWN, 1)


@rule
def key_of_race(rules: Any, state: Any, player: Any) -> Any:
    return join(join(np.uint64(7), int(state["ply"])), int(state["hidden"]) + 50)


@rule
def hide_nothing(rules: Any, state: Any, player: Any, rng: Any) -> None:
    """Everybody sees everything."""


@rule
def observe(rules: Any, state: Any, player: Any, out: Any) -> None:
    out[0] = int(state["player"])


@rule
def hide(rules: Any, state: Any, player: Any, rng: Any) -> None:
    if player == 1 and int(state["hidden"]) > 0:
        state["hidden"] = 1 + roll(rng, rules["sides"])


@rule
def key(rules: Any, state: Any, player: Any) -> Any:
    known = 0 if player == 1 else int(state["hidden"])
    return join(join(np.uint64(7), int(state["player"]) + 1), known)


@rule
def key_of_everything(rules: Any, state: Any, player: Any) -> Any:
    """The mistake of a naive tree: a node for every true position."""
    return join(join(np.uint64(7), int(state["player"]) + 1), int(state["hidden"]))


@rule
def value(rules: Any, state: Any, player: Any) -> Any:
    return 0.0


def read(sides: int) -> Any:
    def read_nothing(table: Any, options: Any) -> Setup:
        rules = one(RULES)
        rules["sides"] = sides
        return Setup(rules, ("hider", "finder"), (("number", 1 + sides),), 1 + sides, (1, 1, 1))

    return read_nothing


def no_message(setup: Any, event: Any, seat: Any) -> Message | None:
    return None


def tiny(apply: Any, sides: int, name: str, **more: Any) -> Game:
    text = SimpleNamespace(
        REASONS=("over",),
        check=lambda setup, state: None,
        write_action=lambda setup, state, action: str(action),
        read_action=lambda setup, state, text: int(text),
        write_state=lambda setup, state: str(state),
        read_state=lambda setup, text, state: None,
    )
    view = SimpleNamespace(
        scene=lambda setup, state, seat: {},
        clicks=lambda setup, state, action: [{"button": str(action)}],
        describe=no_message,
    )
    rules = SimpleNamespace(RULES=RULES, STATE=STATE, WORK=WORK, start=start, legal=legal, apply=apply)
    knowledge = SimpleNamespace(observe=observe, hide=more.pop("hide", hide), key=more.pop("key", key), value=value)
    parts: Any = (rules, knowledge, SimpleNamespace(read=read(sides)), text, view)
    return load_kind(Kind.of(__file__, *parts, title="a tiny game", name=name, home=Path(__file__), **more))


def cups(name: str = "cups", **changes: Any) -> Game:
    return tiny(apply_cups, 3, name, **({"secrets": True} | changes))


def die(name: str = "die", **changes: Any) -> Game:
    return tiny(apply_die, 6, name, **({"chance": True} | changes))


def race(name: str = "race") -> Game:
    return tiny(apply_race, 3, name, chance=True, key=key_of_race, hide=hide_nothing)
