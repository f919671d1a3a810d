"""What a game is.

A **Kind** is what a game's folder declares: three records (RULES, STATE, WORK), seven compiled functions, and plain
functions for data, text and view. A **Setup** is what its data reader makes of the numbers: the RULES record and all
sizes that follow from it. A **Game** is both together, ready to play; everything else in Tabor asks it, never for
its name.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from tabor.jit import Compiler, F, plain, rule
from tabor.rng import RNG, set_dice

Action = int
State = Any  # a np.void of the game's STATE, looking into an array of length 1
Tree = dict[str, Any]  # what TOML and JSON hold
Arg = str | int | Tree | list[Tree]  # of a message: a name, a number, another message, several

# ---- the header of every state ----

HEADER = (
    ("ply", np.int32),  # actions played so far
    ("player", np.int8),  # who decides; OVER when nobody does
    ("winner", np.int8),  # a player, NOBODY yet, or DRAWN
    ("reason", np.int8),  # why it ended; 0 while it has not
)
OVER = -1
NOBODY = -1
DRAWN = -2

# Reasons of the match, not of any rules; a game's own count from 1.
RESIGNED, AGREED, FORFEITED, TIMED_OUT, ILLEGAL = 100, 101, 102, 103, 104
MATCH_REASONS = {
    RESIGNED: "resigned",
    AGREED: "agreed",
    FORFEITED: "forfeited",
    TIMED_OUT: "timed-out",
    ILLEGAL: "illegal",
}

EVENT_WIDTH = 6  # the event's kind, then up to five numbers


def record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The one way to make a record: aligned, or CUDA refuses it."""
    return np.dtype(list(fields), align=True)


def one(dtype: np.dtype[Any]) -> Any:
    """A single record, all zero."""
    return np.zeros(1, dtype)[0]


# ---- helpers for compiled code ----


@rule
def end(state: Any, winner: Any, reason: Any) -> None:
    """The game is over."""
    state["player"] = OVER
    state["winner"] = winner
    state["reason"] = reason


@rule
def emit(events: Any, kind: Any, a: Any, b: Any, c: Any, d: Any, e: Any) -> None:
    """Write down what happened. Row 0 counts all events, also those for which there was no room."""
    if events.shape[0] == 0:
        return
    row = int(events[0, 0]) + 1
    events[0, 0] = row
    if row < events.shape[0]:
        events[row, 0] = kind
        events[row, 1] = a
        events[row, 2] = b
        events[row, 3] = c
        events[row, 4] = d
        events[row, 5] = e


@rule
def copy_state(states: Any, target: Any, source: Any) -> None:
    """states[target] = states[source]; with constant indices this one line can take seconds to compile."""
    states[target] = states[source]


@rule
def never_loud(rules: Any, state: Any, action: Any) -> Any:
    """For games in which no action stands out."""
    return False


# ---- what a game declares ----


@dataclass(frozen=True)
class Setup:
    """A game's numbers, read and checked. Games add what their text and view need."""

    rules: Any  # one RULES record
    seats: tuple[str, ...]  # names of the players, in order
    digits: tuple[tuple[str, int], ...]  # an action's digits, most significant first, each with its base
    most_actions: int  # no list of legal actions is longer
    planes: tuple[int, int, int]  # of observe: planes, height, width


@dataclass(frozen=True)
class Message:
    """A line for people: the id of a text in the game's or Tabor's locale folder, and its arguments."""

    id: str
    args: Mapping[str, Arg] = field(default_factory=dict)
    show: tuple[Tree, ...] = ()  # how a client may draw it, see docs/view.md


@dataclass(frozen=True)
class Programs:
    """What a game changes about bots in processes of their own (players/program.py)."""

    default: Callable[..., Sequence[int]] | None = None  # (setup, state): played for a bot that fails; None: it loses
    facts: Callable[..., Tree] | None = None  # (setup, player): what a bot is told at the start
    tell: Callable[..., Tree] | None = None  # (setup, state, player, seed): what it is told instead of view and legal
    heed: Callable[..., tuple[Sequence[int], str]] | None = None  # (setup, state, answer): actions, and a note or ""
    allowance: Callable[..., float] | None = None  # (setup, state): seconds for an answer
    adapter: Path | None = None  # for Python bots of a kind of their own, see players/process/runner.py
    prepare: Callable[..., tuple[str, str]] | None = None  # (source, path): what to run, and a line about it or ""


@dataclass(frozen=True)
class SecretChoice:
    """A stretch of play in which several choose in secret. The rules ask them one after the other, a server all at
    once: it takes decisions in any sequence, keeps them sealed, and enters them in the rules' order when all are there.

    `asked(setup, state, player, chosen)` gives the positions in which the rules will ask this player before anything
    is shown, one for each decision, in their order; none where there is no such choice. They may not depend on what
    others choose, nor what can be played there on `chosen`: the player's own actions by the number of the decision,
    which every position shows.
    """

    asked: Callable[..., Sequence[State]]
    rest: tuple[Action, Action] | None = None  # an action that decides all that is left, and what it decides for each


@dataclass(frozen=True)
class Kind:
    """A game as its folder declares it."""

    name: str
    title: str
    version: int  # of the rules: raised whenever an old log could play differently
    home: Path  # the folder, or the one file, that holds its code
    data: tuple[Path, ...]  # TOML files, each merged into those before
    options: Mapping[str, str]  # what load() may be told by name, with the value it has otherwise
    reasons: tuple[str, ...]  # why a game ends: state["reason"] 1, 2, …
    RULES: np.dtype[Any]
    STATE: np.dtype[Any]
    WORK: np.dtype[Any]
    # compiled
    start: Callable[..., None]  # (rules, state, work, rng)                          the first position
    legal: Callable[..., int]  # (rules, state, work, out)                           all legal actions, ascending
    apply: Callable[..., None]  # (rules, state, work, action, rng, events)          plays a legal action in place
    observe: Callable[..., None]  # (rules, state, player, out)                      planes for learning
    hide: Callable[..., None]  # (rules, state, player, rng)                         guesses what player cannot know
    key: Callable[..., int]  # (rules, state, player)                                hash of what player knows; -1: all
    value: Callable[..., float]  # (rules, state, player)                            a quick estimate in −1 … 1
    # plain
    read: Callable[..., Setup]  # (table, options)                                   checks the data
    check: Callable[..., None]  # (setup, state)                                     AssertionError if impossible
    hidden: Callable[..., Sequence[Any]]  # (setup, state, player)                   writable views of hidden fields
    write_action: Callable[..., str]  # (setup, state, action)
    read_action: Callable[..., int]  # (setup, state, text)                          ValueError says why not
    write_state: Callable[..., str]  # (setup, state)
    read_state: Callable[..., None]  # (setup, text, state)                          ValueError says why not
    scene: Callable[..., Tree]  # (setup, state, seat)                               board, pieces, panels
    clicks: Callable[..., Sequence[Tree]]  # (setup, state, action)                  the path of clicks to an action
    describe: Callable[..., Message | None]  # (setup, event, seat)                  None: not for this seat
    chance: bool = False  # dice fall, or something is drawn
    secrets: bool = False  # somebody knows more than another
    choice: SecretChoice | None = None  # where several choose in secret at the same time
    loud: Callable[..., bool] = never_loud  # (rules, state, action), compiled: search tries it early and at the end
    opening: int = 0  # plies drawn at random at the start of a match between programs, where no dice vary it
    turn: Callable[..., int] | None = None  # (setup, state): the number of the turn for people; None: the ply
    programs: Programs = field(default_factory=lambda: Programs())
    bots: Mapping[str, Callable[..., Any]] = field(
        default_factory=dict
    )  # its own players: name → (game, seed, **options)
    levels: tuple[str, ...] = ()  # the computer's levels, from weak to strong, as texts that name players
    leave: Callable[..., None] | None = None  # (setup, state, player)  takes one of several players out of the game
    menu: Callable[..., Mapping[str, Sequence[str]]] | None = None  # (data): what an option may be; others: any text

    @property
    def files(self) -> tuple[Path, ...]:
        """The Python files its machine code depends on."""
        return tuple(sorted(self.home.rglob("*.py"))) if self.home.is_dir() else (self.home,)

    @cached_property
    def compiler(self) -> Compiler:
        records = (self.RULES, self.STATE, self.WORK)
        return Compiler(self.name, self.title, self.files, records, self)


class Game:
    """A kind of game with its numbers: the one thing the rest of Tabor works with."""

    def __init__(self, kind: Kind, setup: Setup, options: Tree | None = None, changes: Tree | None = None):
        self.kind = kind
        self.setup = setup
        self.rules = setup.rules
        self.options = options or {}
        self.changes = changes or {}  # numbers that are not the game's own
        self._own = threading.local()

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"tabor.load({self.kind.name!r}{options})" + (" with changed numbers" if self.changes else "")

    @property
    def players(self) -> int:
        return len(self.setup.seats)

    @property
    def functions(self) -> Any:
        """start, legal, apply, … compiled."""
        return self.kind.compiler.entries

    def compile(self, function: F) -> F:
        """A function marked with @generic, compiled for this game."""
        return self.kind.compiler.compile(function)

    @property
    def work(self) -> Any:
        """This thread's scratch record."""
        if not hasattr(self._own, "work"):
            self._own.work = one(self.kind.WORK)
        return self._own.work

    # ---- one state, from Python ----

    def begin(self, seed: int = 0) -> State:
        """The first position."""
        return self.begin_with(dice(seed, 0))

    def begin_with(self, rng: Any) -> State:
        """The first position, with these dice."""
        state = one(self.kind.STATE)
        self.functions.start(self.rules, state, self.work, rng)
        return state

    def legal(self, state: State) -> np.ndarray[Any, np.dtype[np.int32]]:
        """All legal actions, ascending; empty only when the game is over."""
        out = np.empty(self.setup.most_actions, np.int32)
        return out[: self.functions.legal(self.rules, state, self.work, out)].copy()

    def apply(self, state: State, action: Action, rng: Any, events: Any = None) -> None:
        """Play a legal action in place. Nothing is checked: Match does that."""
        if events is None:
            events = np.zeros((0, EVENT_WIDTH), np.int32)
        self.functions.apply(self.rules, state, self.work, int(action), rng, events)

    def observe(self, state: State, player: int) -> np.ndarray[Any, np.dtype[np.int8]]:
        """What a player sees, as planes for learning."""
        out = np.zeros(int(np.prod(self.setup.planes)), np.int8)
        self.functions.observe(self.rules, state, player, out)
        return out.reshape(self.setup.planes)

    def hide(self, state: State, player: int, rng: Any) -> None:
        """Replace what the player cannot know by a guess."""
        self.functions.hide(self.rules, state, player, rng)

    def key(self, state: State, player: int = -1) -> int:
        """A hash of all that a player knows; -1: of everything."""
        return int(self.functions.key(self.rules, state, player))

    def value(self, state: State, player: int) -> float:
        """A quick estimate of a player's prospects, −1 … 1."""
        return float(self.functions.value(self.rules, state, player))

    # ---- actions and states as text and JSON ----

    def action_text(self, state: State, action: Action) -> str:
        return self.kind.write_action(self.setup, state, int(action))

    def state_text(self, state: State) -> str:
        return self.kind.write_state(self.setup, state)

    def read_state(self, text: str) -> State:
        """The position that a text describes; ValueError says what is wrong with it."""
        state = one(self.kind.STATE)
        self.kind.read_state(self.setup, text, state)
        return state

    def action_json(self, action: Action) -> dict[str, int]:
        """An action's digits by name."""
        values: list[int] = []
        for _, base in reversed(self.setup.digits):
            action, value = divmod(int(action), base)
            values.append(value)
        return dict(zip((name for name, _ in self.setup.digits), reversed(values), strict=True))

    def action_from_json(self, digits: Mapping[str, int]) -> Action:
        if set(digits) != {name for name, _ in self.setup.digits}:
            raise ValueError(
                f"an action of {self.kind.title} has the digits {dict(self.setup.digits)}, not {dict(digits)}"
            )
        action = 0
        for name, base in self.setup.digits:
            value = digits[name]
            if not isinstance(value, int) or not 0 <= value < base:
                raise ValueError(f"digit {name!r} is {value!r}; it must be a whole number from 0 to {base - 1}")
            action = action * base + value
        return action

    def state_json(self, state: State) -> Tree:
        """All fields of a state, hidden ones too."""
        fields: Tree = record_to_json(state)
        return fields

    def state_from_json(self, fields: Tree) -> State:
        state = one(self.kind.STATE)
        record_from_json(state, fields)
        return state

    def reason(self, code: int) -> str:
        """The name of a reason."""
        return MATCH_REASONS.get(code) or (self.kind.reasons[code - 1] if code > 0 else "")


def dice(seed: int, ply: int, again: int = 0) -> Any:
    """The random numbers of one ply."""
    rng = one(RNG)
    _set_dice(rng, np.uint64(seed), np.uint64(ply), np.uint64(again))
    return rng


_set_dice = plain(set_dice)  # a compiled call from Python would cost more


def record_to_json(value: Any) -> Any:
    if isinstance(value, np.void):
        return {name: record_to_json(value[name]) for name in value.dtype.names or ()}
    if isinstance(value, np.ndarray):
        return [record_to_json(item) for item in value]
    return value.item()


def record_from_json(target: Any, fields: Any) -> None:
    for name in target.dtype.names:
        value = fields[name]
        if isinstance(target[name], np.void):
            record_from_json(target[name], value)
        elif isinstance(target[name], np.ndarray) and target[name].dtype.names:
            for item, part in zip(target[name], value, strict=True):
                record_from_json(item, part)
        else:
            target[name] = value
