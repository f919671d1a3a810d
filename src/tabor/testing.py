"""The laws, for anybody's game.

    from tabor.testing import check
    check(tabor.load("…"))         # plays random games and raises LawBroken at the first law that is broken

Each law yields what is wrong, in words; `@law` turns the first such sentence into a LawBroken that names the
law, the position and the action. All laws look at the same random games: a Tour.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from itertools import chain, count, islice
from typing import Any

import numpy as np

from tabor.game import DRAWN, EVENT_WIDTH, NOBODY, OVER, Action, Game, State, dice, one
from tabor.jit import SIGNATURES, plain
from tabor.match import Match
from tabor.view import view

VERY_MANY, MANY, SOME, FEW = 2000, 400, 60, 12  # positions or games that a law looks at, by what it costs
PLAIN = 150  # positions in which plain Python is compared: it may be a thousand times slower
FURTHER = 10**6  # seeds of games that are not of the tour
MOST_PLIES = 20_000  # a random game that is longer counts as endless
SPARE = 64  # elements behind an array in which nothing may be written
EVENTS = 512
ENOUGH, LEAST_GAMES = 6000, 3  # positions after which no more games are played, but so many games at least


class LawBroken(AssertionError):  # noqa: N818 - it reads as a sentence: law_undo is broken
    """A game does not obey a law."""

    def __init__(self, law: str, problem: str, place: str) -> None:
        super().__init__(f"{law}: {problem}\n{place}")
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
    """Some random games of one game. It remembers the position that a law is looking at."""

    def __init__(self, game: Game, games: int, seed: int, most_plies: int) -> None:
        self.game, self.most_plies = game, most_plies
        self.lines = list(some_games(game, games, seed, most_plies))
        self.current: Position | None = None
        self.random = random.Random(seed)

    def positions(self, most: int, running: bool = False) -> Iterator[Position]:
        """At most so many positions, spread evenly over all games; `running`: none at the end of a game."""
        found = [position for line in self.lines for position in line if not running or position.action is not None]
        for number in range(min(most, len(found))):
            self.current = found[number * len(found) // min(most, len(found))]
            yield self.current

    def games(self, most: int) -> Iterator[list[Position]]:
        for line in self.lines[:most]:
            self.current = line[0]
            yield line

    def more(self, most: int) -> Iterator[Position]:
        """So many positions of these games and of further ones, none at the end of a game."""
        games = chain(self.lines, (walk(self.game, FURTHER + n, self.most_plies) for n in count()))
        running = (position for line in games for position in line if position.action is not None)
        for self.current in islice(running, most):
            yield self.current

    def look(self, seed: int, ply: int, state: State, action: Action | None) -> None:
        """Remember a position that is not of this tour."""
        self.current = Position(seed, ply, state, (), action)

    def place(self) -> str:
        """Where the law was looking, in words."""
        if self.current is None:
            return "  in no position"
        at = self.current
        text = "" if at.action is None else f"\n  action {say_action(self.game, at.state, at.action)}"
        return f"  in {say_state(self.game, at.state)}{text}\n  seed {at.seed}, ply {at.ply}"


def some_games(game: Game, games: int, seed: int, most_plies: int) -> Iterator[list[Position]]:
    """Random games; fewer where they are long."""
    positions = 0
    for number in range(games):
        if number >= LEAST_GAMES and positions > ENOUGH:
            return
        line = list(walk(game, seed + number, most_plies))
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


@law
def law_declared(game: Game, tour: Tour) -> Iterator[str | None]:
    """A game with dice says so, and so does one with secrets: players rely on it."""
    for position in tour.positions(MANY, running=True):
        rng = dice(position.seed, position.ply)
        game.apply(position.state.copy(), position.action or 0, rng)
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
        out = np.full(game.setup.most_actions + SPARE, -1, np.int32)
        n = int(game.functions.legal(game.rules, position.state, game.work, out))
        is_over = int(position.state["player"]) == OVER
        if (n == 0) != is_over:
            yield f"{n} legal actions, although the game is {'over' if is_over else 'not over'}"
        if n > game.setup.most_actions or (out[game.setup.most_actions :] != -1).any():
            yield f"{n} legal actions are written, but most_actions is {game.setup.most_actions}"
        if (np.diff(out[:n]) <= 0).any():
            yield f"legal actions are not ascending or repeat themselves: {out[:n].tolist()}"
        if n and not 0 <= out[0] <= out[n - 1] < actions:
            yield f"legal actions do not fit the digits, which end at {actions - 1}: {out[:n].tolist()}"


@law
def law_apply(game: Game, tour: Tour) -> Iterator[str | None]:
    """Every legal action can be played; the header stays in order and the position possible."""
    for position in tour.positions(SOME):
        for action in position.legal:
            state = played(game, position, action)
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
        tour.current = line[-1]
        if line[-1].action is not None:
            yield f"the game has not ended after {len(line)} plies"


@law
def law_action_text(game: Game, tour: Tour) -> Iterator[str | None]:
    """An action written and read is the same action, as text and as JSON; no two are written alike."""
    for position in tour.positions(SOME, running=True):
        texts: dict[str, Action] = {}
        for action in position.legal:
            text = game.action_text(position.state, action)
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
            tour.current = position
            yield difference(position.state, match.state)
            if position.action is not None:
                match.play(position.action)
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
    tour.look(match.seed, int(before["ply"]), before, None)
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
            tour.current = position
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
            game.apply(state, action, dice(seed, position.ply), events)
            for player in range(game.players):
                messages = [messages_for(game, events, seat) for seat in (player, None)]
                known = (player, content(blanked(game, state, player)))
                other, said = told.setdefault(known, (content(state), messages))
                if other != content(state) and said != messages:
                    yield f"player {player} hears {messages} and not {said}: it learns what is hidden from it"


def messages_for(game: Game, events: Any, seat: int | None) -> list[tuple[str, dict[str, Any]]]:
    kept = events[1 : 1 + min(int(events[0, 0]), EVENTS)]
    found = (game.describe(event, seat) for event in kept)
    return [(message.id, dict(message.args)) for message in found if message is not None]


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
        action, rng = position.action, dice(position.seed, position.ply)
        rubbish(work, number)
        game.functions.apply(game.rules, state, work, action, rng, events)
        found = difference(played(game, position, action or 0), state)
        yield f"apply depends on what was left in work: {found}" if found else None


@law
def law_events(game: Game, tour: Tour) -> Iterator[str | None]:
    """However much room there is for events, the same happens, and all events are counted."""
    for position in tour.positions(SOME, running=True):
        assert position.action is not None
        counts = set()
        for length in (1, 2, 1 + EVENTS):
            events = np.zeros((length, EVENT_WIDTH), np.int32)
            state = played(game, position, position.action, events)
            found = difference(played(game, position, position.action), state)
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
    """Observing writes every number of its planes, and none behind them."""
    size = int(np.prod(game.setup.planes))
    for position in tour.positions(SOME):
        for player in range(game.players):
            first, second = np.full(size + SPARE, 77, np.int8), np.full(size + SPARE, -77, np.int8)
            for out in (first, second):
                game.functions.observe(game.rules, position.state, player, out)
            if (first[size:] != 77).any() or (second[size:] != -77).any():
                yield f"observe writes behind its {game.setup.planes} planes"
            left = np.flatnonzero(first[:size] != second[:size])
            if len(left):
                yield f"observe leaves out number {left[0]}, plane {left[0] * game.setup.planes[0] // size}"


@law
def law_plain(game: Game, tour: Tour) -> Iterator[str | None]:
    """Compiled and plain Python do the same, byte for byte."""
    python = {name: plain(getattr(game.kind.functions, name)) for name in SIGNATURES}
    compiled = {name: getattr(game.functions, name) for name in SIGNATURES}
    starts = (line[0] for line in tour.games(FEW))
    for position in chain(starts, tour.positions(PLAIN)):
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
    for player in range(game.players):
        yield from results_for(game, functions, position, player)
    yield "key(-1)", str(int(functions["key"](rules, position.state, -1))).encode()
    if position.action is not None:
        state, rng = position.state.copy(), dice(position.seed, position.ply)
        events = np.zeros((1 + EVENTS, EVENT_WIDTH), np.int32)
        functions["apply"](rules, state, work, position.action, rng, events)
        yield "apply", content(state) + content(rng) + events.tobytes()


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


LAWS: tuple[Law, ...] = (
    law_aligned,
    law_declared,
    law_legal,
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
    law_work,
    law_events,
    law_value,
    law_observe,
    law_plain,
)


def check(game: Game, games: int = 30, seed: int = 0, most_plies: int = MOST_PLIES) -> None:
    """Play random games and hold every law against them; LawBroken says which does not hold, and where."""
    tour = Tour(game, games, seed, most_plies)
    for each in LAWS:
        each(game, tour)
