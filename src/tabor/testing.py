"""The laws, for anybody's game.

    from tabor.testing import check, check_sentences
    check(tabor.load("…"))         # plays random games and raises LawBroken at the first law that is broken
    check_sentences(kind, module)  # every numbered sentence of the game's README has its test in the module

Each law yields what is wrong, in words; `@law` turns the first such sentence into a LawBroken that names the
law, the position and the action. All laws look at the same random games: a Tour. The first laws guard memory: what
comes after them relies on nothing being written where it must not be.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, wraps
from itertools import chain, count, islice
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import numpy as np

from tabor import players
from tabor.errors import TaborError
from tabor.game import DRAWN, EVENT_WIDTH, NOBODY, OVER, Action, Game, Kind, State, Tree, dice, one
from tabor.jit import SIGNATURES, plain
from tabor.match import Match
from tabor.messages import ENGLISH, speaker, texts
from tabor.view import view

VERY_MANY, MANY, SOME, FEW = 2000, 400, 60, 12  # positions or games that a law looks at, by what it costs
PLAIN_POSITIONS = 150  # positions in which plain Python is compared: it may be a thousand times slower
FURTHER = 10**6  # seeds of games that are not of the tour
MOST_PLIES = 20_000  # a random game that is longer counts as endless
FENCE, MARK = 1 << 15, 0x5A  # bytes before and behind what rules are given; what they hold
EVENTS = 512
LONGEST_MARK = 6  # characters
ENOUGH, LEAST_GAMES = 6000, 3  # positions after which no more games are played, but so many games at least


class LawBroken(AssertionError):  # noqa: N818 - it reads as a sentence: law_undo is broken
    """A game does not obey a law."""

    def __init__(self, law: str, problem: str, place: str) -> None:
        super().__init__(f"{law}: {problem}{place}")
        self.law = law


# ---- random games to look at ----


@dataclass(frozen=True)
class Position:
    """A position of a random game, and what was played in it."""

    seed: int
    ply: int  # actions played before; the dice of this position are dice(seed, ply)
    state: State
    legal: Any
    action: Action | None  # None: the game ended here, or could not go on


class Tour:
    """Some random games of one game. It remembers the position that a law is looking at, and what is played there."""

    def __init__(self, game: Game, games: int, seed: int, most_plies: int) -> None:
        self.game, self.most_plies = game, most_plies
        self.seeds = range(seed, seed + games)
        self.current: Position | None = None
        self.action: Action | None = None
        self.random = random.Random(seed)

    @cached_property
    def lines(self) -> list[list[Position]]:
        """The games: played when first looked at, so after `law_bounds`."""
        return list(some_games(self.game, self.seeds, self.most_plies))

    def positions(self, most: int, running: bool = False) -> Iterator[Position]:
        """At most so many positions, spread evenly over all games; `running`: none at the end of a game."""
        found = [position for line in self.lines for position in line if not running or position.action is not None]
        for number in range(min(most, len(found))):
            yield self.look(found[number * len(found) // min(most, len(found))])

    def games(self, most: int) -> Iterator[list[Position]]:
        for line in self.lines[:most]:
            self.look(line[0])
            yield line

    def more(self, most: int) -> Iterator[Position]:
        """So many positions of these games and of further ones, none at the end of a game."""
        games = chain(self.lines, (walk(self.game, FURTHER + n, self.most_plies) for n in count()))
        running = (position for line in games for position in line if position.action is not None)
        for position in islice(running, most):
            yield self.look(position)

    def look(self, position: Position) -> Position:
        """A law looks at this position from now on."""
        self.current, self.action = position, None
        return position

    def play(self, action: Any) -> Action:
        """A law plays this action in the position that it looks at."""
        self.action = int(action)
        return self.action

    def place(self) -> str:
        """Where the law was looking, in words."""
        if self.current is None:
            return ""
        at = self.current
        text = "" if self.action is None else f"\n  action {say_action(self.game, at.state, self.action)}"
        return f"\n  in {say_state(self.game, at.state)}{text}\n  seed {at.seed}, ply {at.ply}"


def some_games(game: Game, seeds: range, most_plies: int) -> Iterator[list[Position]]:
    """Random games; fewer where they are long."""
    positions = 0
    for number, seed in enumerate(seeds):
        if number >= LEAST_GAMES and positions > ENOUGH:
            return
        line = list(walk(game, seed, most_plies))
        positions += len(line)
        yield line


def walk(game: Game, seed: int, most_plies: int = MOST_PLIES) -> Iterator[Position]:
    """One random game, with the dice that a match with this seed would have."""
    return walk_on(game, game.begin(seed), seed, most_plies)


def walk_on(game: Game, state: State, seed: int, most_plies: int) -> Iterator[Position]:
    choice = random.Random(seed)
    for ply in range(int(state["ply"]), int(state["ply"]) + most_plies):
        legal = game.legal(state)
        action = int(choice.choice(legal)) if len(legal) else None
        yield Position(seed, ply, state.copy(), legal, action)
        if action is None:
            return
        game.apply(state, action, dice(seed, ply))


def say_state(game: Game, state: State) -> str:
    try:
        return game.state_text(state)
    except Exception:  # the text itself may be what is broken
        return str(state)


def say_action(game: Game, state: State, action: Action) -> str:
    try:
        return repr(game.action_text(state, action))
    except Exception:
        return str(action)


# ---- comparing ----


def content(value: Any) -> bytes:
    """The bytes of all fields, without the padding between them."""
    names = value.dtype.names
    return b"".join(content(value[name]) for name in names) if names else bytes(value.tobytes())


def difference(one_: Any, other: Any) -> str | None:
    """The first field in which two records differ, in words."""
    for name in one_.dtype.names:
        if content(one_[name]) != content(other[name]):
            return f"field {name!r} is {other[name]!s}, it was {one_[name]!s}"
    return None


def played(game: Game, position: Position, action: Action, events: Any = None) -> State:
    """The state after an action, with the dice of that position."""
    state = position.state.copy()
    game.apply(state, action, dice(position.seed, position.ply), events)
    return state


def rubbish(array: Any, seed: int) -> None:
    """Overwrite numbers, or a record, with small random numbers: wrong, but not wild as an index."""
    if array.dtype.names:
        for name in array.dtype.names:
            field = array[name]
            if isinstance(field, np.ndarray) or getattr(field.dtype, "names", None):
                rubbish(field, seed + 1)
            else:
                array[name] = random_numbers((), array.dtype[name], seed)
    else:
        array[...] = random_numbers(array.shape, array.dtype, seed)


def random_numbers(shape: Any, dtype: Any, seed: int) -> Any:
    low = 0 if dtype.kind in "ub" else -100
    return np.random.default_rng(seed).integers(low, 101, shape).astype(dtype)


def scrambled(game: Game, state: State, player: int, seed: int) -> State:
    """A copy in which all that this player cannot know is rubbish."""
    copy = state.copy()
    for number, field in enumerate(game.hidden(copy, player)):
        rubbish(field, seed + number)
    return copy


def blanked(game: Game, state: State, player: int) -> State:
    """A copy in which all that this player cannot know is 0."""
    copy = state.copy()
    for field in game.hidden(copy, player):
        field[...] = np.zeros((), field.dtype)
    return copy


def guesses(game: Game, tour: Tour, most: int) -> Iterator[tuple[Position, int, State]]:
    """Positions, a player, and the same position with rubbish for what that player cannot know."""
    for number, position in enumerate(tour.positions(most)):
        for player in range(game.players):
            yield position, player, scrambled(game, position.state, player, number)


# ---- the laws ----

Law = Callable[[Game, Tour], None]


def law(flaws: Callable[[Game, Tour], Iterator[str | None]]) -> Law:
    """Raise the first flaw that a law finds, or any error of the game, as LawBroken."""

    @wraps(flaws)
    def hold(game: Game, tour: Tour) -> None:
        tour.current = tour.action = None
        try:
            problem = next(filter(None, flaws(game, tour)), None)
        except Exception as error:
            raise LawBroken(flaws.__name__, f"{type(error).__name__}: {error}", tour.place()) from error
        if problem:
            raise LawBroken(flaws.__name__, problem, tour.place())

    return hold


@law
def law_aligned(game: Game, tour: Tour) -> Iterator[str | None]:
    """Every record is aligned, or a GPU refuses it."""
    for name in ("RULES", "STATE", "WORK"):
        for path, dtype in records_in(getattr(game.kind, name), name):
            if not dtype.isalignedstruct:
                yield f"{path} is not aligned: make it with tabor.game.record"


def records_in(dtype: np.dtype[Any], path: str) -> Iterator[tuple[str, np.dtype[Any]]]:
    """A record and all records inside it."""
    if dtype.subdtype:
        yield from records_in(dtype.subdtype[0], path)
    elif dtype.names:
        yield path, dtype
        for name in dtype.names:
            yield from records_in(dtype[name], f"{path}.{name}")


class Fenced:
    """Room for numbers or records, with a fence before and behind it."""

    def __init__(self, dtype: Any, count: int) -> None:
        dtype = np.dtype(dtype)
        spare = -(-FENCE // dtype.itemsize) * dtype.itemsize
        self.bytes = np.full(spare + count * dtype.itemsize + spare, MARK, np.uint8)
        self.inside = self.bytes[spare:-spare].view(dtype)
        self.inside[...] = np.zeros((), dtype)
        self.fences = self.bytes[:spare], self.bytes[-spare:]

    @property
    def is_broken(self) -> bool:
        return any((fence != MARK).any() for fence in self.fences)


class Yard:
    """All that rules are given, behind fences."""

    def __init__(self, game: Game) -> None:
        self.game, setup, kind = game, game.setup, game.kind
        self.actions = Fenced(np.int32, setup.most_actions)
        self.planes = Fenced(np.int8, int(np.prod(setup.planes)))
        self.events = Fenced(np.int32, (1 + EVENTS) * EVENT_WIDTH)
        self.states, self.guesses, self.works = Fenced(kind.STATE, 1), Fenced(kind.STATE, 1), Fenced(kind.WORK, 1)
        self.rules = Fenced(kind.RULES, 1)
        self.rules.inside[0] = game.rules

    def begin(self, seed: int) -> State:
        self.states.inside[0] = self.game.blank()
        arguments = self.rules.inside[0], self.states.inside[0], self.works.inside[0]
        self.game.functions.start(*arguments, dice(seed, 0))
        return self.states.inside[0]

    def legal(self) -> Any:
        """The legal actions, fewer if they do not fit."""
        arguments = self.rules.inside[0], self.states.inside[0], self.works.inside[0]
        return self.actions.inside[: self.game.functions.legal(*arguments, self.actions.inside)]

    def look(self, rng: Any) -> None:
        for player in range(self.game.players):
            self.guesses.inside[0] = self.states.inside[0]
            self.game.functions.observe(self.rules.inside[0], self.guesses.inside[0], player, self.planes.inside)
            self.game.functions.hide(self.rules.inside[0], self.guesses.inside[0], player, rng)

    def apply(self, action: Action, rng: Any) -> None:
        events = self.events.inside.reshape(1 + EVENTS, EVENT_WIDTH)
        events[0, 0] = 0
        arguments = self.rules.inside[0], self.states.inside[0], self.works.inside[0]
        self.game.functions.apply(*arguments, action, rng, events)

    def problem(self) -> str | None:
        """Which fence was broken, in words."""
        setup, kind = self.game.setup, self.game.kind
        most, planes = (line_of(kind.numbers, f"{name}=") for name in ("most_actions", "planes"))
        legal, observe, hide, apply = (line_of_rule(kind, name) for name in ("legal", "observe", "hide", "apply"))
        outside = "an index is too large, or below 0"
        fences = {
            f"{most}most_actions is {setup.most_actions}, but legal ({legal}) writes more": self.actions,
            f"{planes}planes is {setup.planes}, but observe ({observe}) writes more": self.planes,
            f"{apply}: apply writes events elsewhere than in their rows: use emit": self.events,
            f"{apply}: start, legal or apply writes outside of STATE: {outside}": self.states,
            f"{hide}: observe or hide writes outside of STATE: {outside}": self.guesses,
            f"{apply}: start, legal or apply writes outside of WORK: {outside}": self.works,
            f"{apply}: a rule writes outside of RULES, where it may not write at all": self.rules,
        }
        return next((sentence for sentence, fence in fences.items() if fence.is_broken), None)


def line_of(module: Any, text: str) -> str:
    """File and line where a module first has this text, as the beginning of a sentence; nothing if it has no file."""
    file = getattr(module, "__file__", None)
    return line_in(Path(file), text) if file else ""


def line_in(file: Path, text: str) -> str:
    lines = file.read_text(encoding="utf-8").splitlines()
    return f"{file}:{next((n for n, line in enumerate(lines, 1) if text in line), 1)}: "


def line_of_rule(kind: Kind, name: str) -> str:
    """File and line of a function of the rules."""
    function = getattr(kind.functions, name)
    code = getattr(function, "py_func", function).__code__
    return f"{code.co_filename}:{code.co_firstlineno}"


@law
def law_bounds(game: Game, tour: Tour) -> Iterator[str | None]:
    """Rules write only into what they are given. Everything else relies on that, so this is looked at first."""
    yard, positions = Yard(game), 0
    for number, seed in enumerate(tour.seeds):
        if number >= LEAST_GAMES and positions > ENOUGH:
            return
        state, choice = yard.begin(seed), random.Random(seed)
        yield yard.problem()
        for ply in range(tour.most_plies):
            legal = yard.legal()
            tour.look(Position(seed, ply, state.copy(), legal, None))
            yield yard.problem()
            yard.look(dice(seed, ply))
            yield yard.problem()
            if not len(legal):
                break
            yard.apply(tour.play(choice.choice(legal)), dice(seed, ply))
            yield yard.problem()
        positions += ply


@law
def law_declared(game: Game, tour: Tour) -> Iterator[str | None]:
    """A game with dice says so, and so does one with secrets: players rely on it."""
    for position in tour.positions(MANY, running=True):
        rng = dice(position.seed, position.ply)
        game.apply(position.state.copy(), tour.play(position.action), rng)
        if int(rng["count"]) and not game.kind.chance:
            yield "dice fall, but the game is not declared with chance=True"
        hidden = [game.hidden(position.state.copy(), player) for player in range(game.players)]
        if any(len(fields) for fields in hidden) and not game.kind.secrets:
            yield "fields are hidden, but the game is not declared with secrets=True"


@law
def law_legal(game: Game, tour: Tour) -> Iterator[str | None]:
    """Legal actions are listed ascending and without repeats; there are some until the end, and none then."""
    actions = np.prod([base for _, base in game.setup.digits], dtype=np.int64)
    for position in tour.positions(MANY):
        out = np.full(game.setup.most_actions, -1, np.int32)
        n = int(game.functions.legal(game.rules, position.state, game.work, out))
        is_over = int(position.state["player"]) == OVER
        if (n == 0) != is_over:
            yield f"{n} legal actions, although the game is {'over' if is_over else 'not over'}"
        if (np.diff(out[:n]) <= 0).any():
            yield f"legal actions are not ascending or repeat themselves: {out[:n].tolist()}"
        if n and not 0 <= out[0] <= out[n - 1] < actions:
            yield f"legal actions do not fit the digits, which end at {actions - 1}: {out[:n].tolist()}"


@law
def law_apply(game: Game, tour: Tour) -> Iterator[str | None]:
    """Every legal action can be played; the header stays in order and the position possible."""
    for position in tour.positions(SOME):
        for action in position.legal:
            state = played(game, position, tour.play(action))
            name = say_action(game, position.state, action)
            if int(state["ply"]) != int(position.state["ply"]) + 1:
                yield f"after {name} ply is {state['ply']}, it was {position.state['ply']}"
            if problem := header_problem(game, state):
                yield f"after {name} {problem}"
            try:
                game.check(state)
            except AssertionError as error:
                yield f"after {name} the position is impossible: {error}"


def header_problem(game: Game, state: State) -> str | None:
    """What is wrong with who decides, who won and why."""
    player, winner, reason = (int(state[name]) for name in ("player", "winner", "reason"))
    if player == OVER:
        is_settled = winner in (DRAWN, *range(game.players)) and 1 <= reason <= len(game.kind.reasons)
        return None if is_settled else f"the game is over with winner {winner} and reason {reason}"
    if not 0 <= player < game.players:
        return f"player is {player}"
    return None if (winner, reason) == (NOBODY, 0) else f"the game goes on with winner {winner} and reason {reason}"


@law
def law_end(game: Game, tour: Tour) -> Iterator[str | None]:
    """Random games end."""
    for line in tour.games(len(tour.lines)):
        tour.look(line[-1])
        if line[-1].action is not None:
            yield f"the game has not ended after {len(line)} plies"


@law
def law_action_text(game: Game, tour: Tour) -> Iterator[str | None]:
    """An action written and read is the same action, as text and as JSON; no two are written alike."""
    for position in tour.positions(SOME, running=True):
        texts: dict[str, Action] = {}
        for action in position.legal:
            text = game.action_text(position.state, tour.play(action))
            if text in texts:
                yield f"{text!r} is written for {texts[text]} and for {action}"
            texts[text] = int(action)
            if (back := game.read_action(position.state, text)) != action:
                yield f"{text!r} is written for {action} and read as {back}"
            digits = json.loads(json.dumps(game.action_json(action)))
            if (back := game.action_from_json(digits)) != action:
                yield f"{digits} is written for {action} and read as {back}"


@law
def law_clicks(game: Game, tour: Tour) -> Iterator[str | None]:
    """Every legal action has its own way of clicks, and none ends where another goes on."""
    for position in tour.positions(FEW, running=True):
        ways = [json.dumps(list(game.clicks(position.state, int(a))))[1:-1] for a in position.legal]
        for way, after in zip(sorted(ways), sorted(ways)[1:], strict=False):
            if not way or after == way or after.startswith(way + ", "):
                yield f"the clicks {after} cannot be told from the clicks {way}"


@law
def law_state_text(game: Game, tour: Tour) -> Iterator[str | None]:
    """A position written and read is the same position, as text and as JSON."""
    for position in tour.positions(SOME):
        yield difference(position.state, game.read_state(game.state_text(position.state)))
        fields = json.loads(json.dumps(game.state_json(position.state)))
        yield difference(position.state, game.state_from_json(fields))


@law
def law_replay(game: Game, tour: Tour) -> Iterator[str | None]:
    """The same seed and the same actions make the same game."""
    for line in tour.games(FEW):
        match = Match(game, line[0].seed)
        for position in line:
            yield difference(position.state, match.state)
            tour.look(position)
            if position.action is not None:
                match.play(tour.play(position.action))
        yield difference(match.state, match.replay(match.log).state)


@law
def law_undo(game: Game, tour: Tour) -> Iterator[str | None]:
    """Undo brings back the same position, one or several at once, and the game is played on from there."""
    for line in tour.games(FEW):
        match, befores = Match(game, line[0].seed), list[State]()
        while match.player is not None and len(befores) < len(line):
            befores.append(match.state.copy())
            match.play(int(tour.random.choice(match.legal_actions)))
            if tour.random.random() < 0.25:
                yield undone(tour, match, befores, tour.random.randint(1, min(3, len(befores))))
        yield difference(match.state, match.replay(match.log).state)
        yield undone(tour, match, befores, len(befores))


def undone(tour: Tour, match: Match, befores: list[State], entries: int) -> str | None:
    """Take back so many entries; what is different then."""
    before = befores[-entries]
    tour.look(Position(match.seed, int(before["ply"]), before, (), None))
    match.undo(entries)
    del befores[-entries:]
    return difference(before, match.state)


@law
def law_copy(game: Game, tour: Tour) -> Iterator[str | None]:
    """A copy shares nothing: what is played there changes neither this match nor the numbers of the game."""
    rules = game.rules.copy()
    for line in tour.games(3):
        match, every = Match(game, line[0].seed), 1 + len(line) // MANY  # a copy has the whole log
        for position in line[:-1]:
            tour.look(position)
            if position.ply % every == 0:
                copy, log = match.copy(), match.log
                copy.play(int(position.legal[-1]))
                copy.undo()
                copy.play(int(position.legal[0]))
                match.copy().state["ply"] = -1
                yield difference(position.state, match.state)
                yield None if match.log == log else f"the log is {match.log}, it was {log}"
                yield difference(rules, game.rules)
            match.play(int(position.action or 0))


@law
def law_view_hides(game: Game, tour: Tour) -> Iterator[str | None]:
    """What a seat, or a spectator, sees does not depend on what is hidden from it."""
    for position, player, guess in guesses(game, tour, SOME):
        for seat in (player, None):
            seen, unseen = view_of(game, position.state, seat), view_of(game, guess, seat)
            for part in seen:
                if seen[part] != unseen[part]:
                    yield f"{part!r} in the view of seat {seat} shows what is hidden from player {player}"


def view_of(game: Game, state: State, seat: int | None) -> dict[str, Any]:
    match = Match(game, 0)
    match.state = state
    return view(match, seat)


@law
def law_observe_hides(game: Game, tour: Tour) -> Iterator[str | None]:
    """What a player learns from does not depend on what is hidden from it."""
    for position, player, guess in guesses(game, tour, SOME):
        planes = np.flatnonzero((game.observe(position.state, player) != game.observe(guess, player)).any(axis=(1, 2)))
        if len(planes):
            yield f"planes {planes.tolist()} of player {player} show what is hidden from it"


@law
def law_key_hides(game: Game, tour: Tour) -> Iterator[str | None]:
    """The key of what a player knows does not depend on what is hidden from it."""
    for position, player, guess in guesses(game, tour, SOME):
        if game.key(position.state, player) != game.key(guess, player):
            yield f"key({player}) depends on what is hidden from that player"


@law
def law_legal_hides(game: Game, tour: Tour) -> Iterator[str | None]:
    """What a player may do does not depend on what is hidden from it."""
    for position, player, guess in guesses(game, tour, SOME):
        if int(position.state["player"]) == player and position.legal.tolist() != game.legal(guess).tolist():
            yield f"the legal actions of player {player} depend on what is hidden from it"


@law
def law_events_hide(game: Game, tour: Tour) -> Iterator[str | None]:
    """If two plays differ only in what is hidden from a player, that player and spectators hear the same."""
    for position in tour.positions(SOME, running=True):
        told: dict[tuple[int, bytes], tuple[bytes, list[Any]]] = {}
        for action, seed in [(int(a), seed) for a in position.legal[:8] for seed in (0, 1)]:
            state, events = position.state.copy(), np.zeros((1 + EVENTS, EVENT_WIDTH), np.int32)
            game.apply(state, tour.play(action), dice(seed, position.ply), events)
            for player in range(game.players):
                messages = [messages_for(game, events, seat) for seat in (player, None)]
                known = (player, content(blanked(game, state, player)))
                other, said = told.setdefault(known, (content(state), messages))
                if other != content(state) and said != messages:
                    yield f"player {player} hears {messages} and not {said}: it learns what is hidden from it"


def messages_for(game: Game, events: Any, seat: int | None) -> list[Tree]:
    kept = events[1 : 1 + min(int(events[0, 0]), EVENTS)]
    found = (game.describe(event, seat) for event in kept)
    return [message for message in found if message is not None]


@law
def law_hide(game: Game, tour: Tour) -> Iterator[str | None]:
    """A guess changes only what the player cannot know, and the game can be played from it to its end."""
    for number, position in enumerate(tour.positions(SOME, running=True)):
        for player in range(game.players):
            guess = position.state.copy()
            game.hide(guess, player, dice(number, position.ply))
            found = difference(blanked(game, position.state, player), blanked(game, guess, player))
            yield f"hide({player}) changes what that player knows: {found}" if found else None
            game.check(guess)
            if number % 5 == 0:
                yield from playing_on(game, guess, player, tour.most_plies)


def playing_on(game: Game, guess: State, player: int, most_plies: int) -> Iterator[str | None]:
    for number, position in enumerate(walk_on(game, guess.copy(), 1, most_plies)):
        if number < SOME or number % SOME == 0:
            game.check(position.state)
    if int(position.state["player"]) != OVER:
        yield f"from the guess {say_state(game, guess)} of player {player} no end is reached"


@law
def law_key(game: Game, tour: Tour) -> Iterator[str | None]:
    """The key of everything leaves out counters, and is the same only for positions that are.

    Which single numbers are counters only the game knows; what is left out may not decide what is legal.
    """
    met: dict[int, Position] = {}
    for position in tour.more(VERY_MANY):
        later = position.state.copy()
        later["ply"] += 1000
        key = game.key(position.state)
        if key != game.key(later):
            yield "the key changes with the ply"
        other = met.setdefault(key, position)
        if other.legal.tolist() != position.legal.tolist():
            yield f"the key is that of {say_state(game, other.state)}, where other actions are legal"
        for name in position.state.dtype.names:
            if position.state[name].shape and content(position.state[name]) != content(other.state[name]):
                yield f"the key is that of {say_state(game, other.state)}, where {name!r} is different"


@law
def law_key_of_player(game: Game, tour: Tour) -> Iterator[str | None]:
    """Two positions in which a player knows the same offer that player the same actions."""
    met: dict[tuple[int, int], Position] = {}
    for position in tour.more(VERY_MANY):
        player = int(position.state["player"])
        other = met.setdefault((player, game.key(position.state, player)), position)
        if other.legal.tolist() != position.legal.tolist():
            yield f"key({player}) is that of {say_state(game, other.state)}, where other actions are legal"


@law
def law_work(game: Game, tour: Tour) -> Iterator[str | None]:
    """Rubbish in the scratch record changes nothing."""
    events = np.zeros((0, EVENT_WIDTH), np.int32)
    for number, position in enumerate(tour.positions(SOME, running=True)):
        work, out, state = (
            one(game.kind.WORK),
            np.zeros(game.setup.most_actions, np.int32),
            position.state.copy(),
        )
        rubbish(work, number)
        n = game.functions.legal(game.rules, state, work, out)
        if position.legal.tolist() != out[:n].tolist():
            yield "legal actions depend on what was left in work"
        action, rng = tour.play(position.action), dice(position.seed, position.ply)
        rubbish(work, number)
        game.functions.apply(game.rules, state, work, action, rng, events)
        found = difference(played(game, position, action), state)
        yield f"apply depends on what was left in work: {found}" if found else None


@law
def law_events(game: Game, tour: Tour) -> Iterator[str | None]:
    """However much room there is for events, the same happens, and all events are counted."""
    for position in tour.positions(SOME, running=True):
        action, counts = tour.play(position.action), set()
        for length in (1, 2, 1 + EVENTS):
            events = np.zeros((length, EVENT_WIDTH), np.int32)
            state = played(game, position, action, events)
            found = difference(played(game, position, action), state)
            yield f"with {length} rows for events {found}" if found else None
            counts.add(int(events[0, 0]))
        if len(counts) > 1:
            yield f"events are counted differently with little and with much room: {sorted(counts)}"


@law
def law_value(game: Game, tour: Tour) -> Iterator[str | None]:
    """An estimate is between −1 and 1. At the end nobody asks for one: the header says who won."""
    for position in tour.positions(MANY):
        for player in range(game.players):
            value = game.value(position.state, player)
            yield None if -1 <= value <= 1 else f"value({player}) is {value}"


@law
def law_observe(game: Game, tour: Tour) -> Iterator[str | None]:
    """Observing writes every number of its planes."""
    size = int(np.prod(game.setup.planes))
    for position in tour.positions(SOME):
        for player in range(game.players):
            first, second = np.full(size, 77, np.int8), np.full(size, -77, np.int8)
            for out in (first, second):
                game.functions.observe(game.rules, position.state, player, out)
            left = np.flatnonzero(first != second)
            if len(left):
                yield f"observe leaves out number {left[0]}, plane {left[0] * game.setup.planes[0] // size}"


@law
def law_plain(game: Game, tour: Tour) -> Iterator[str | None]:
    """Compiled and plain Python do the same, byte for byte."""
    python = {name: plain(getattr(game.kind.functions, name)) for name in SIGNATURES}
    compiled = {name: getattr(game.functions, name) for name in SIGNATURES}
    starts = (line[0] for line in tour.games(FEW))
    for position in chain(starts, tour.positions(PLAIN_POSITIONS)):
        yield from unequal(results(game, python, position), results(game, compiled, position))


def results(game: Game, functions: dict[str, Any], position: Position) -> Iterator[tuple[str, bytes]]:
    """What each function of the rules makes of a position, as bytes."""
    rules, work = game.rules, one(game.kind.WORK)
    if position.ply == 0:
        state = game.blank()
        functions["start"](rules, state, work, dice(position.seed, 0))
        yield "start", content(state)
    actions = np.zeros(game.setup.most_actions, np.int32)
    n = functions["legal"](rules, position.state.copy(), work, actions)
    yield "legal", actions[:n].tobytes()
    yield "loud", bytes(bool(functions["loud"](rules, position.state, int(action))) for action in actions[:n])
    yield "known", str(int(functions["known"](rules, position.state, game.endings))).encode()
    for player in range(game.players):
        yield from results_for(game, functions, position, player)
    yield "key(-1)", str(int(functions["key"](rules, position.state, -1))).encode()
    if position.action is not None:
        state, rng = position.state.copy(), dice(position.seed, position.ply)
        events = np.zeros((1 + EVENTS, EVENT_WIDTH), np.int32)
        functions["apply"](rules, state, work, position.action, rng, events)
        yield (
            f"apply({say_action(game, position.state, position.action)})",
            content(state) + content(rng) + events.tobytes(),
        )


def results_for(game: Game, functions: dict[str, Any], position: Position, player: int) -> Iterator[tuple[str, bytes]]:
    state, planes = position.state.copy(), np.zeros(int(np.prod(game.setup.planes)), np.int8)
    functions["observe"](game.rules, state, player, planes)
    yield f"observe({player})", planes.tobytes()
    yield f"key({player})", str(int(functions["key"](game.rules, state, player))).encode()
    if int(state["player"]) != OVER:
        value = float(functions["value"](game.rules, state, player))
        yield f"value({player})", f"{value:.12g}".encode()  # compilers may round the last digit differently
    rng = dice(position.seed, position.ply, 1)
    functions["hide"](game.rules, state, player, rng)
    yield f"hide({player})", content(state) + content(rng)


def unequal(python: Iterator[tuple[str, bytes]], compiled: Iterator[tuple[str, bytes]]) -> Iterator[str]:
    for (name, one_), (_, other) in zip(python, compiled, strict=True):
        if one_ != other:
            yield f"{name} is not the same compiled and in plain Python"


# ---- laws of what people see ----


@law
def law_levels(game: Game, tour: Tour) -> Iterator[str | None]:
    """The computer has levels, and each names a player that there is."""
    place = line_in(game.kind.home / "__init__.py", "levels")
    texts = players.levels(game)
    if not texts:
        yield f"{place}the computer has no levels"
    for number, text in enumerate(texts, 1):
        try:
            players.close(players.make(text, game))
        except TaborError as error:
            yield f"{place}level {number} is {text!r}: {error}"


@law
def law_named(game: Game, tour: Tour) -> Iterator[str | None]:
    """What planes hold and what digits mean is said: a README has tables of them."""
    setup, numbers = game.setup, game.kind.numbers
    named = sum(count for _, count in setup.plane_names)
    if named != setup.planes[0]:
        yield f"{line_of(numbers, 'plane_names')}plane_names has {named} planes, but planes is {setup.planes}"
    digits = [name for name, _ in setup.digits]
    if list(setup.digit_names) != digits:
        named_ = ", ".join(setup.digit_names) or "none"
        yield f"{line_of(numbers, 'digit_names')}digit_names has {named_}; the digits are {', '.join(digits)}"


@law
def law_scene(game: Game, tour: Tour) -> Iterator[str | None]:
    """What is shown can be drawn: a ground has a sign, a piece has one and stands on the board, a mark has a text."""
    for position in tour.positions(SOME):
        shown = view_of(game, position.state, int(position.state["player"]) if position.action is not None else None)
        signs, cells = shown["board"]["grounds"], {cell["cell"] for cell in shown["board"]["cells"]}
        for cell in shown["board"]["cells"]:
            if len(signs.get(cell["ground"], "")) != 1:
                yield f"the ground {cell['ground']!r} of {cell['cell']} has no sign of one character in `grounds`"
        for piece in shown["pieces"]:
            if len(piece["sign"]) != 1:
                yield f"the piece {piece['kind']!r} has the sign {piece['sign']!r}; it must be one character"
            if not piece["cells"] or not cells >= set(piece["cells"]):
                yield f"the piece {piece['kind']!r} stands on {piece['cells']}, which are not all cells of the board"
            for mark in piece["badges"]:
                if not 1 <= len(mark["text"]) <= LONGEST_MARK:
                    yield f"the mark {mark['kind']!r} has the text {mark['text']!r}; 1 to {LONGEST_MARK} characters fit"


@law
def law_words(game: Game, tour: Tour) -> Iterator[str | None]:
    """Whatever is said has its text in English, and so have title, tagline and all reasons of an end."""
    file = game.kind.home / "locale" / f"{ENGLISH}.ftl"
    bundle, say = texts(game.kind), speaker(game.kind)
    for id_ in ("title", "tagline", *game.kind.text.REASONS):
        if not bundle.has_message(id_):
            yield f"{file} has no text {id_!r}"
    for position in tour.positions(FEW):
        for seat in (None, *range(game.players)):
            for message in messages_in(view_of(game, position.state, seat)):
                if not bundle.has_message(message["id"]):
                    yield f"{file} has no text {message['id']!r}"
                say(message)


def messages_in(tree: Any) -> Iterator[Tree]:
    """Everything that looks like a message, wherever it is."""
    if isinstance(tree, dict) and set(tree) == {"id", "args"}:
        yield tree
    for part in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from messages_in(part)


@law
def law_art(game: Game, tour: Tour) -> Iterator[str | None]:
    """Every picture can be drawn: SVG with a viewBox that begins at 0 0."""
    for path in sorted((game.kind.home / "art").glob("*.svg")):
        try:
            box = ElementTree.parse(path).getroot().get("viewBox", "")
        except ElementTree.ParseError as error:
            yield f"{path}:{error.position[0]}: {error}"
            continue
        if not re.fullmatch(r"0 0 \d+ \d+", box):
            yield f"{path}:1: viewBox is {box!r}; it must be 0 0, width and height, 48 for a cell"


LAWS: tuple[Law, ...] = (
    law_aligned,
    law_bounds,
    law_legal,
    law_observe,
    law_events,
    law_work,
    law_declared,
    law_apply,
    law_end,
    law_action_text,
    law_clicks,
    law_state_text,
    law_replay,
    law_undo,
    law_copy,
    law_view_hides,
    law_observe_hides,
    law_key_hides,
    law_legal_hides,
    law_events_hide,
    law_hide,
    law_key,
    law_key_of_player,
    law_value,
    law_plain,
    law_levels,
    law_named,
    law_scene,
    law_words,
    law_art,
)


def check(game: Game, games: int = 30, seed: int = 0, most_plies: int = MOST_PLIES) -> None:
    """Play random games and hold every law against them; LawBroken says which does not hold, and where."""
    tour = Tour(game, games, seed, most_plies)
    for each in LAWS:
        each(game, tour)


# ---- the numbered sentences of a README ----

SENTENCE = re.compile(r"\*\*S(\d+)\*\*")


def check_sentences(kind: Kind, *modules: ModuleType) -> None:
    """Every numbered sentence of the game's README has a test in these modules that carries its number."""
    tested = {number for module in modules for number in numbers_tested(module)}
    places = ", ".join(str(module.__file__) for module in modules)
    for number, line in sentences(kind.home / "README.md").items():
        if number not in tested:
            raise AssertionError(
                f"{kind.home / 'README.md'}:{line}: S{number} has no test: write test_s{number}_… in {places}"
            )


def numbers_tested(module: ModuleType) -> Iterator[int]:
    """The numbers that test functions of a module carry, as in test_s7_shift_needs_a_free_way."""
    found = (re.match(r"test_s(\d+)_", name) for name, value in vars(module).items() if callable(value))
    yield from (int(match[1]) for match in found if match)


def sentences(readme: Path) -> dict[int, int]:
    """The numbers of a README's sentences, S1, S2 and so on, each with its line."""
    found: dict[int, int] = {}
    for line, text in enumerate(readme.read_text(encoding="utf-8").splitlines(), 1):
        if match := SENTENCE.match(text):
            if int(match[1]) != len(found) + 1:
                raise AssertionError(f"{readme}:{line}: S{match[1]} stands where S{len(found) + 1} is next")
            found[int(match[1])] = line
    if not found:
        raise AssertionError(
            f"{readme}:1: no sentence is numbered: begin the first rule with **S1**, the next with **S2**"
        )
    return found
