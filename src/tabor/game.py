"""What a game is.

A **Kind** is what a game's folder declares: three records (RULES, STATE, WORK), seven compiled functions, and plain
functions for data, text and view. A **Setup** is what its data reader makes of the numbers: the RULES record and all
sizes that follow from it. A **Game** is both together, ready to play; everything else in Tabor asks it, never for
its name.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any, Generic, Protocol, TypedDict, TypeVar, Unpack

import numpy as np

from tabor.data import Table
from tabor.jit import Compiler, F, plain, rule
from tabor.rng import RNG, set_dice

Action = int
Record = Any  # a np.void, looking into an array of length 1
State = Record  # of the game's STATE
Array = Any  # a np.ndarray
Bot = Callable[..., Any]  # (game, seed, **options): makes a player
Tree = dict[str, Any]  # what TOML and JSON hold
Arg = str | int | Tree | Sequence[Tree]  # of a message: a name, a number, another message, several

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


def copy_of(state: State) -> State:
    """By bytes: NumPy copies a record field by field, in many times the time, and leaves rubbish between them."""
    return np.ndarray(1, state.dtype, bytearray(state.tobytes()))[0]


def bytes_before(values: Any, name: str) -> bytes:
    """What a record would be if it ended before this field: check sums outlive fields that came later."""
    dtype = values.dtype
    size = -(-dtype.fields[name][1] // dtype.alignment) * dtype.alignment
    return bytes(values.tobytes()[:size])


# ---- helpers for compiled code ----


@rule
def end(state: Any, winner: Any, reason: Any) -> None:
    """The game is over."""
    state["player"] = OVER
    state["winner"] = winner
    state["reason"] = reason


@rule
def final_value(state: Any, player: Any) -> Any:
    """What a finished game came to for a player: won 1, drawn 0, lost −1."""
    winner = int(state["winner"])
    if winner == DRAWN:
        return 0.0
    return 1.0 if winner == player else -1.0


@rule
def prospects(value: Any, rules: Any, state: Any, player: Any) -> Any:
    """How it stands for a player: `value` while the game runs, then what it came to."""
    if int(state["player"]) == OVER:
        return final_value(state, player)
    return value(rules, state, player)


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


@rule
def nothing_known(rules: Any, state: Any, endings: Any) -> Any:
    """For games without a table of endings."""
    return -1


# ---- what a game declares ----


@dataclass(frozen=True)
class Setup:
    """A game's numbers, read and checked. Games add what their text and view need."""

    rules: Any  # one RULES record
    seats: tuple[str, ...]  # names of the players, in order
    digits: tuple[tuple[str, int], ...]  # an action's digits, most significant first, each with its base
    most_actions: int  # no list of legal actions is longer
    planes: tuple[int, int, int]  # of observe: planes, height, width
    plane_names: tuple[tuple[str, int], ...] = field(default=(), kw_only=True)  # what they hold, and how many do
    digit_names: Mapping[str, str] = field(default_factory=dict, kw_only=True)  # what each digit stands for
    kept: dict[Any, Any] = field(default_factory=dict, kw_only=True, compare=False, repr=False)  # what a view made once

    @property
    def numbers(self) -> bytes:
        """All that a save must be read with; a check sum of it stands in the save."""
        return bytes(self.rules.tobytes())


class Message(dict[str, Any]):
    """A line for people, ready for JSON: the id of a text in the game's or Tabor's locale folder, and its arguments."""

    def __init__(self, id: str, args: Mapping[str, Arg] = MappingProxyType({}), show: Sequence[Tree] = ()) -> None:
        super().__init__(id=id, args=dict(args))
        self.show = show  # how a client may draw it, see docs/view.md

    @property
    def id(self) -> str:
        return str(self["id"])

    @property
    def args(self) -> dict[str, Arg]:
        args: dict[str, Arg] = self["args"]
        return args


class Unreadable(ValueError):  # noqa: N818 - what is wrong is the text
    """What a person wrote means nothing here; the message says why, in words of the game."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.id)
        self.message = message


@dataclass(frozen=True)
class Programs:
    """What a game changes about bots in processes of their own (players/program.py)."""

    default: Callable[..., Sequence[int]] | None = None  # (setup, state): played for a bot that fails; None: it loses
    facts: Callable[..., Tree] | None = None  # (setup, player): what a bot is told at the start
    tell: Callable[..., Tree] | None = None  # (setup, state, player, seed): what it is told instead of view and legal
    heed: Callable[..., tuple[Sequence[int], str]] | None = None  # (setup, state, answer): actions, and a note or ""
    allowance: Callable[..., float] | None = None  # (setup, state): seconds for an answer
    adapter: Path | None = None  # for Python bots of a kind of their own, see cage/runner.py
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
    most: Callable[..., int] | None = None  # (setup): decisions of one player, where a game has no others but such ones
    spell: Callable[..., Sequence[str]] | None = None  # (setup, text): all decisions of a player from one text, each as
    # it is written; or Unreadable
    example: Callable[..., str] | None = None  # (setup): such a text
    alike: Callable[..., Hashable] | None = None  # (setup, position): of positions that are asked; where it is the same
    # the same can be played by the same clicks (but for `rest`), so that a server need not look again


class Later(Sequence[State]):
    """Positions that are made when they are looked at: mostly one asks how many there are, and for one of them."""

    def __init__(self, size: int, make: Callable[[int], State]) -> None:
        self.size, self.make = size, make

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, number: Any) -> Any:
        found = range(self.size)[number]
        return self.make(found) if isinstance(found, int) else [self.make(each) for each in found]


def itself(setup: Setup, state: State, player: int) -> Iterable[State]:
    """For goals that suit every position."""
    return (state,)


@dataclass(frozen=True)
class Goal:
    """What a puzzle may ask for; its words are the text `goal-NAME`.

    `judge(setup, before, state, player, rounds)` says whether the player has reached it since the position `before`, in
    which the puzzle began, and None while that is open; `rounds`: how often the others have had their turns since.
    """

    judge: Callable[[Any, State, State, int, int], bool | None]
    places: Callable[[Any, State, int], Iterable[State]] = itself  # (setup, state, player): what to look at where a
    # game came to this position: nothing, the position, or parts of it
    actions: int = 3  # of the solver, at most
    is_fewest: bool = True  # only the shortest ways count; False: the whole turn is the solution, however long
    is_at_the_end: bool = False  # to be looked for in the last decisions of a game


@dataclass(frozen=True)
class Contest:
    """A battle of a campaign: the game with these options, against a level of the computer."""

    name: str
    title: str
    options: Mapping[str, str]
    level: int
    seats: tuple[int, ...]  # that a person can take
    earns: tuple[str, ...] = ()  # cards that winning adds to the deck one begins with
    note: str = ""
    boss: str = ""  # the piece that stands for it


@dataclass(frozen=True)
class Campaign:
    """Battles one after the other: winning one opens the next."""

    battles: tuple[Contest, ...]
    deck: str = ""  # the value of the option `deck` that one begins with, and its cards
    cards: Mapping[str, int] = field(default_factory=dict)


S = TypeVar("S", bound=Setup)
S_co = TypeVar("S_co", bound=Setup, covariant=True)
S_contra = TypeVar("S_contra", bound=Setup, contravariant=True)


class Rules(Protocol):
    """rules.py: the records, and how the game is played. All functions are compiled."""

    @property
    def RULES(self) -> np.dtype[Any]: ...  # noqa: N802 - a constant of the module
    @property
    def STATE(self) -> np.dtype[Any]: ...  # noqa: N802
    @property
    def WORK(self) -> np.dtype[Any]: ...  # noqa: N802

    def start(self, rules: Record, state: State, work: Record, rng: Record, /) -> None:
        """The first position, into a record that is all zero but for its header: player 0 begins, nobody has won."""

    def legal(self, rules: Record, state: State, work: Record, out: Array, /) -> int:
        """Write all legal actions, ascending; how many. 0 only when the game is over."""

    def apply(self, rules: Record, state: State, work: Record, action: int, rng: Record, events: Array, /) -> None:
        """Play a legal action in place, and write down what happened."""


class Knowledge(Protocol):
    """knowledge.py: what a player knows and how it stands, for search and learning. All functions are compiled."""

    def observe(self, rules: Record, state: State, player: int, out: Array, /) -> None:
        """Planes for learning."""

    def hide(self, rules: Record, state: State, player: int, rng: Record, /) -> None:
        """Replace what the player cannot know by a guess."""

    def key(self, rules: Record, state: State, player: int, /) -> int:
        """A hash of what the player knows; -1: of everything."""

    def value(self, rules: Record, state: State, player: int, /) -> float:
        """A quick estimate in −1 … 1. Asked only while the game runs."""


class Numbers(Protocol[S_co]):
    """numbers.py: the data, read and checked."""

    def read(self, table: Table, options: Mapping[str, str], /) -> S_co:
        """DataError says what is wrong."""


class Text(Protocol[S_contra]):
    """text.py: actions and positions for people. ValueError says why a text is none."""

    @property
    def REASONS(self) -> tuple[str, ...]: ...  # noqa: N802 - why a game ends: state["reason"] 1, 2, …

    def check(self, setup: S_contra, state: State, /) -> None:
        """AssertionError if the position is impossible."""

    def write_action(self, setup: S_contra, state: State, action: int, /) -> str: ...
    def read_action(self, setup: S_contra, state: State, text: str, /) -> int: ...
    def write_state(self, setup: S_contra, state: State, /) -> str: ...
    def read_state(self, setup: S_contra, text: str, state: State, /) -> None: ...


class View(Protocol[S_contra]):
    """view.py: what a seat, or a spectator (None), may see; docs/view.md."""

    def scene(self, setup: S_contra, state: State, seat: int | None, /) -> Tree:
        """Board, pieces, panels."""

    def clicks(self, setup: S_contra, state: State, action: int, /) -> Sequence[Tree]:
        """The path of clicks to an action."""

    def describe(self, setup: S_contra, event: Array, seat: int | None, /) -> Message | None:
        """An event in words; None: not for this seat."""


def nothing_hidden(setup: Setup, state: State, player: int) -> Sequence[Any]:
    """For games that everybody sees whole."""
    return ()


class More(TypedDict, Generic[S], total=False):
    """What a game says only where it differs from the usual."""

    chance: bool  # dice fall, or something is drawn
    secrets: bool  # somebody knows more than another
    hidden: Callable[[S, State, int], Sequence[Any]]  # (setup, state, player): writable views of what is hidden
    loud: Callable[[Record, State, int], bool]  # (rules, state, action), compiled: search tries it early and at the end
    known: Callable[[Record, State, Array], int]  # (rules, state, endings), compiled: how a position ends if nobody
    # errs: −1 not known; 0 drawn; odd, whoever is on turn wins in so many plies; even, loses
    endings: Callable[[S], Array]  # (setup): the table that `known` looks into, int8; empty if there is none
    book: Callable[[S], Mapping[int, str]]  # (setup): what to do in positions that were looked at long before, by key
    opening: int  # plies drawn at random at the start of a match between programs, where no dice vary it
    turn: Callable[[S, State], int]  # (setup, state): the number of the turn for people, if it is not the ply
    leave: Callable[[S, State, int], None]  # (setup, state, player): takes one of several players out of the game
    note: Callable[[S, State, int], Message | None]  # (setup, state, action): what it costs or how likely it is
    warnings: Callable[[Game, State, Sequence[int]], Mapping[int, Message]]  # (game, state, actions): why not to play
    standing: Callable[[S, State], Sequence[int]]  # (setup, state): places at the end, 0 the best, equal where they tie
    choice: SecretChoice  # where several choose in secret at the same time
    menu: Mapping[str, Sequence[str]]  # values of options; those of `board` are the names in the data's table `boards`
    programs: Programs
    bots: Mapping[str, Bot]  # its own players
    campaign: Callable[[Table], Campaign]  # (data): what it is, or a DataError
    levels: Sequence[str]  # the computer's, from weak to strong, as texts that name players: those of players.levels
    adviser: str  # a quick player whose action an analysis weighs beside the one that its search prefers
    goals: Mapping[str, Goal]  # what its puzzles may ask for besides those of every game (puzzles.py)
    generics: Sequence[Callable[..., Any]]  # generic functions that its view asks for, to be compiled with the rules


@dataclass(frozen=True)
class Kind:
    """A game as its folder declares it; `Kind.of` makes one from the folder's modules."""

    name: str
    title: str
    version: int  # of the rules: raised whenever an old log could play differently
    home: Path  # the folder, or the one file, that holds its code
    data: Sequence[Path]  # TOML files, each merged into those before
    options: Mapping[str, str]  # what load() may be told by name, with the value it has otherwise
    rules: Rules
    knowledge: Knowledge
    numbers: Numbers[Any]
    text: Text[Any]
    view: View[Any]
    # as More has them
    chance: bool = False
    secrets: bool = False
    hidden: Callable[[Any, State, int], Sequence[Any]] = nothing_hidden
    loud: Callable[[Record, State, int], bool] = never_loud
    known: Callable[[Record, State, Array], int] = nothing_known
    endings: Callable[[Any], Array] | None = None
    book: Callable[[Any], Mapping[int, str]] | None = None
    opening: int = 0
    turn: Callable[[Any, State], int] | None = None
    leave: Callable[[Any, State, int], None] | None = None
    note: Callable[[Any, State, int], Message | None] | None = None
    warnings: Callable[[Game, State, Sequence[int]], Mapping[int, Message]] | None = None
    standing: Callable[[Any, State], Sequence[int]] | None = None
    choice: SecretChoice | None = None
    menu: Mapping[str, Sequence[str]] = field(default_factory=dict)
    programs: Programs = field(default_factory=lambda: Programs())
    bots: Mapping[str, Bot] = field(default_factory=dict)
    campaign: Callable[[Table], Campaign] | None = None
    levels: Sequence[str] = ()
    adviser: str = ""
    goals: Mapping[str, Goal] = field(default_factory=dict)
    generics: Sequence[Callable[..., Any]] = ()

    @classmethod
    def of(
        cls,
        file: str,
        rules: Rules,
        knowledge: Knowledge,
        numbers: Numbers[S],
        text: Text[S],
        view: View[S],
        *,
        title: str,
        name: str | None = None,
        version: int = 1,
        home: Path | None = None,
        data: Sequence[Path] | None = None,
        options: Mapping[str, str] | None = None,
        **more: Unpack[More[S]],
    ) -> Kind:
        """The game whose `__init__.py` is `file`: called like its folder, its numbers in data/*.toml."""
        home = home or Path(file).parent
        name = name or home.name
        data = tuple(sorted(home.glob("data/*.toml"))) if data is None else data
        return cls(name, title, version, home, data, options or {}, rules, knowledge, numbers, text, view, **more)

    @property
    def RULES(self) -> np.dtype[Any]:  # noqa: N802 - the record
        return self.rules.RULES

    @property
    def STATE(self) -> np.dtype[Any]:  # noqa: N802
        return self.rules.STATE

    @property
    def WORK(self) -> np.dtype[Any]:  # noqa: N802
        return self.rules.WORK

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why a game ends."""
        return self.text.REASONS

    @cached_property
    def functions(self) -> SimpleNamespace:
        """Those of the rules that are compiled, by name."""
        own = {name: getattr(self.rules, name) for name in ("start", "legal", "apply")}
        known = {name: getattr(self.knowledge, name) for name in ("observe", "hide", "key", "value")}
        return SimpleNamespace(**own, **known, loud=self.loud, known=self.known)

    @cached_property
    def compiler(self) -> Compiler:
        records = (self.RULES, self.STATE, self.WORK)
        return Compiler(self.name, self.title, records, self.functions)


class Game:
    """A kind of game with its numbers: the one thing the rest of Tabor works with."""

    def __init__(self, kind: Kind, setup: Setup, options: Tree | None = None, changes: Tree | None = None):
        self.kind = kind
        self.setup = setup
        self.rules = setup.rules
        self.options = options or {}
        self.changes = changes or {}  # numbers that are not the game's own
        self.own = threading.local()  # what each thread has of its own

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

    def direct(self, function: F) -> F:
        """The same for many short calls: arguments are not looked at, so they must be exactly what it takes."""
        made: Any = self.compile(function)
        overloads = getattr(made, "overloads", None)
        return next(iter(overloads.values())).entry_point if overloads else made  # type: ignore[no-any-return]

    @property
    def work(self) -> Any:
        """This thread's scratch record."""
        if not hasattr(self.own, "work"):
            self.own.work = one(self.kind.WORK)
        return self.own.work

    @cached_property
    def endings(self) -> Array:
        """The table of endings that `known` looks into; empty if there is none."""
        return np.zeros(0, np.int8) if self.kind.endings is None else self.kind.endings(self.setup)

    @cached_property
    def book(self) -> Mapping[int, str]:
        """Actions as text, by the key of a position."""
        return {} if self.kind.book is None else self.kind.book(self.setup)

    # ---- one state, from Python ----

    def blank(self) -> State:
        """A state all zero but for its header: player 0 begins, nobody has won."""
        state = one(self.kind.STATE)
        state["winner"] = NOBODY
        return state

    def begin(self, seed: int = 0) -> State:
        """The first position."""
        return self.begin_with(dice(seed, 0))

    def begin_with(self, rng: Any) -> State:
        """The first position, with these dice."""
        state = self.blank()
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
        """A quick estimate of a player's prospects, −1 … 1; at the end what it came to."""
        if int(state["player"]) == OVER:
            return float(_final_value(state, player))
        return float(self.functions.value(self.rules, state, player))

    # ---- text ----

    def action_text(self, state: State, action: Action) -> str:
        return self.kind.text.write_action(self.setup, state, int(action))

    def read_action(self, state: State, text: str) -> Action:
        """The action that a text means, legal or not; ValueError says why it means none."""
        return self.kind.text.read_action(self.setup, state, text)

    def state_text(self, state: State) -> str:
        return self.kind.text.write_state(self.setup, state)

    def read_state(self, text: str) -> State:
        """The position that a text describes; ValueError says what is wrong with it."""
        state = self.blank()
        self.kind.text.read_state(self.setup, text, state)
        return state

    def check(self, state: State) -> None:
        """AssertionError if the position is impossible."""
        self.kind.text.check(self.setup, state)

    def hidden(self, state: State, player: int) -> Sequence[Any]:
        """Writable views of what the player cannot know."""
        return self.kind.hidden(self.setup, state, player)

    # ---- for people ----

    def scene(self, state: State, seat: int | None) -> Tree:
        """Board, pieces and panels as a seat sees them; None is a spectator."""
        return self.kind.view.scene(self.setup, state, seat)

    def clicks(self, state: State, action: Action) -> Sequence[Tree]:
        """The path of clicks to an action."""
        return self.kind.view.clicks(self.setup, state, int(action))

    def describe(self, event: Array, seat: int | None) -> Message | None:
        """An event in words; None: not for this seat."""
        return self.kind.view.describe(self.setup, event, seat)

    # ---- JSON ----

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
        return unpacked(state)

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
_final_value = plain(final_value)


def unpacked(state: Record) -> Tree:
    """A copy of a record as numbers and lists of Python: rules read it as they read a state, many times as fast."""
    fields = zip(state.dtype.names, state.item(), strict=True)
    return {
        name: v if type(v) is int else unpacked(state[name]) if isinstance(v, tuple) else unpacked_value(v)
        for name, v in fields
    }


def unpacked_value(value: Any) -> Any:
    """A number, or an array of numbers or records."""
    if not isinstance(value, np.ndarray):
        return value
    return [unpacked(item) for item in value] if value.dtype.names else value.tolist()


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
