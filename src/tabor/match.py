"""One game being played: rules, state, dice, log. It checks legality; the rules trust it.

The log is a list of texts: actions as the game writes them, and entries of the match, which begin with "!":
`!resign 0`, `!draw`, `!forfeit 1`, `!time 1`, and `!again`, which stands where a take-back went across a roll or a
draw and the dice were keyed anew.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from tabor.desk import NO_KEYS, desk_of
from tabor.errors import ActionError, PositionError
from tabor.game import (
    AGREED,
    DRAWN,
    EVENT_WIDTH,
    FORFEITED,
    OVER,
    RESIGNED,
    TIMED_OUT,
    Action,
    Game,
    Message,
    State,
    Tree,
    copy_of,
    end,
    one,
)
from tabor.jit import plain
from tabor.rng import RNG

MOST_NOTE = 1 << 14  # characters of what a player said at one decision
SEEDS = 2**63
BEFORE_ALL = 2**64 - 1  # the "ply" whose dice make the first position
AGAIN = "!again"
LEAVING = {"!resign": RESIGNED, "!forfeit": FORFEITED, "!time": TIMED_OUT}

_end = plain(end)


@dataclass(frozen=True)
class Outcome:
    """Who won, and why."""

    winner: int | None  # None: a draw
    reason: str


def no_events() -> np.ndarray[Any, np.dtype[np.int32]]:
    return np.zeros((0, EVENT_WIDTH), np.int32)


class Dice(Protocol):
    """A source of dice, for matches whose dice must not follow from a number that could be guessed."""

    def key(self, ply: int, again: int) -> int:
        """The key of a ply's dice, 64 bits; `again` counts how often they were keyed anew."""
        ...


def readable(text: str, most: int = MOST_NOTE) -> str:
    r"""What a stranger wrote, cut, with everything written out that would do something to a screen or to a file.

    >>> readable("red \x1b[31m, \ud800, 1\u202e2")
    'red \\x1b[31m, \\ud800, 1\\u202e2'
    """
    letters = (c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text[: most + 1])
    shown = "".join(letters)
    return shown if len(shown) <= most else shown[: most - 2] + " …"


@dataclass(frozen=True)
class Note:
    """What a player said at a decision, for whoever looks at the match afterwards: a bot's output and errors."""

    ply: int
    player: int
    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", readable(self.text))


@dataclass(slots=True, eq=False)
class Step:
    """One entry of the log, and what it needs to be taken back and shown."""

    game: Game
    before: State
    mark: str = ""  # an entry of the match; "" where an action was played
    action: Action = -1
    events: np.ndarray[Any, np.dtype[np.int32]] = field(default_factory=no_events)
    rolled: bool = False  # dice fell, or something was drawn

    text: str = ""  # once it was asked for

    @property
    def entry(self) -> str:
        """As the log has it."""
        self.text = self.text or self.mark or self.game.action_text(self.before, self.action)
        return self.text


class Match:
    """A game being played, from its start or from a position given as text."""

    def __init__(
        self, game: Game, seed: int | None = None, position: str | None = None, dice: Dice | None = None
    ) -> None:
        self.game = game
        self.seed = secrets.randbelow(SEEDS) if seed is None else check_seed(seed)
        self.dice = dice  # None: they follow from the seed
        self.position_at_start = position
        self.again = 0  # how often the dice were keyed anew
        self.steps: list[Step] = []
        self.notes: list[Note] = []
        self.state: State = self._begin() if position is None else read_position(game, position)

    # ---- looking ----

    @property
    def log(self) -> list[str]:
        return [step.entry for step in self.steps]

    @property
    def ply(self) -> int:
        """Actions played."""
        return int(self.state["ply"])

    @property
    def player(self) -> int | None:
        """Who decides; None when the game is over."""
        player = int(self.state["player"])
        return None if player == OVER else player

    @property
    def legal_actions(self) -> np.ndarray[Any, np.dtype[np.int32]]:
        """All legal actions as integers, ascending."""
        return desk_of(self.game).legal(self.game, self.state)

    @property
    def legal(self) -> list[str]:
        """All legal actions as text."""
        return [self.game.action_text(self.state, action) for action in self.legal_actions]

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why; None while the game goes on."""
        if int(self.state["player"]) != OVER:
            return None
        winner = int(self.state["winner"])
        return Outcome(None if winner == DRAWN else winner, self.game.reason(int(self.state["reason"])))

    @property
    def position(self) -> str:
        """The position as text. A match that was ended by a resignation or the like is shown as it stood before."""
        return self.game.state_text(self._board_state())

    def view(self, seat: int | None = None) -> Tree:
        """What a seat sees, as JSON, to be read: other views share parts of it. None is a spectator."""
        from tabor.view import view

        return view(self, seat)

    def __str__(self) -> str:
        from tabor.sketch import draw_plain

        return draw_plain(self.view())

    def history(self, seat: int | None = None) -> Iterator[tuple[int, Message]]:
        """What happened, as a seat may know it: the ply, and a message."""
        for step in self.steps:
            yield from self.told(step, seat)

    def told(self, step: Step, seat: int | None) -> list[tuple[int, Message]]:
        """What happened in one step."""
        ply = int(step.before["ply"]) + 1
        if step.mark:
            messages = [self._entry_message(step.mark)]
        else:
            messages = [self.game.describe(event, seat) for event in step.events]
        return [(ply, message) for message in messages if message is not None]

    # ---- playing ----

    def play(self, action: str | Action) -> None:
        """Play a legal action, given as text or number. An ActionError changes nothing."""
        try:
            number = self.read(action)
        except ActionError as error:
            raise self._refusal(str(error)) from None
        if not self.play_line([number]):
            raise self._refusal(f"{action!r} is not legal")

    def read(self, action: str | Action) -> Action:
        """The action that a text or a number means here, legal or not; an ActionError says why it means none."""
        if not isinstance(action, str):
            return int(action) if -1 <= int(action) < 2**31 else -1  # no action is −1
        try:
            return self.game.read_action(self.state, action)
        except ValueError as error:
            raise ActionError(f"{action!r} cannot be read: {error}") from None

    def find(self, text: str) -> Action:
        """The legal action that a text means; what an ActionError says tells nothing of the position."""
        if (action := self.read(text)) not in self.legal_actions:
            raise ActionError(f"{text!r} is not legal now")
        return action

    def play_line(self, actions: Sequence[Action]) -> int:
        """Play actions one after the other until one is not legal; how many were. Many cost little more than one."""
        dice = (self.seed, self.again, self._keys(len(actions)))
        line = desk_of(self.game).play(self.game, self.state, actions, dice)
        for i in range(line.played):
            events = line.events[line.ends[i] : line.ends[i + 1]]
            self.steps.append(Step(self.game, line.states[i], "", int(actions[i]), events, bool(line.rolled[i])))
        if line.played:
            self.state = line.states[line.played]
        return line.played

    def note(self, player: int, text: str) -> None:
        """Keep what a player said at this decision."""
        self.notes.append(Note(self.ply, player, text))

    def resign(self, player: int | None = None) -> None:
        """The player, or whoever is on turn, gives up."""
        self.leave("!resign", player)

    def leave(self, entry: str, player: int | None = None) -> None:
        """`!resign`, `!forfeit` or `!time` of a player. Several others play on if the game knows how; else a draw."""
        who = self._someone(player)
        others = [other for other in range(self.game.players) if other != who]
        if len(others) > 1 and self.game.kind.leave is not None:
            self.steps.append(Step(self.game, self.state, f"{entry} {who}"))
            self.state = self.state.copy()
            self.game.kind.leave(self.game.setup, self.state, who)
        else:
            self._end(f"{entry} {who}", others[0] if len(others) == 1 else DRAWN, LEAVING[entry])

    def agree_draw(self) -> None:
        """All players agree on a draw."""
        self._someone(None)
        self._end("!draw", DRAWN, AGREED)

    def undo(self, count: int = 1) -> None:
        """Take back the last entries. Where dice had fallen they are keyed anew, and the log says so."""
        undoable = [number for number, step in enumerate(self.steps) if step.mark != AGAIN]
        if not 1 <= count <= len(undoable):
            raise ActionError(f"{count} entries cannot be taken back: the log has {len(undoable)}")
        first = undoable[-count]
        undone = self.steps[first:]
        del self.steps[first:]
        self.state = undone[0].before.copy()
        self.notes = [note for note in self.notes if note.ply < self.ply]
        if any(step.rolled or step.mark == AGAIN for step in undone):
            self._key_anew(sum(step.mark == AGAIN for step in undone))

    def _key_anew(self, lost: int) -> None:
        """Keep every `!again` that was undone, and add one: no dice ever fall twice."""
        for _ in range(lost + 1):
            self.steps.append(Step(self.game, self.state.copy(), AGAIN))
        self.again = sum(step.mark == AGAIN for step in self.steps)

    def copy(self) -> Match:
        """A match that shares nothing with this one."""
        twin = Match.__new__(Match)
        twin.game, twin.seed, twin.position_at_start = self.game, self.seed, self.position_at_start
        twin.dice, twin.again, twin.steps = self.dice, self.again, list(self.steps)
        twin.state, twin.notes = copy_of(self.state), list(self.notes)
        return twin

    def at(self, ply: int) -> Match:
        """This match as it stood after so many actions, ready to be played on."""
        plies = [number for number, step in enumerate(self.steps) if not step.mark]
        if not 0 <= ply <= len(plies):
            raise ActionError(f"there is no ply {ply}: the match has 0 to {len(plies)}")
        return self.replay(self.log[: plies[ply]] if ply < len(plies) else self.log)

    def replay(self, log: list[str]) -> Match:
        """The same start, with this log played from it."""
        match = Match(self.game, self.seed, self.position_at_start, self.dice)
        for entry in log:
            match.enter(entry)
        return match

    def enter(self, entry: str) -> None:
        """Play one entry of a log."""
        word, _, who = entry.partition(" ")
        if entry == AGAIN:
            self._someone(None)  # no dice fall after the end
            self.steps.append(Step(self.game, self.state.copy(), AGAIN))
            self.again += 1
        elif word == "!draw":
            self.agree_draw()
        elif word in LEAVING and who.isdecimal() and len(who) < 10:
            self.leave(word, int(who))
        elif entry.startswith("!"):
            raise ActionError(f"{entry!r} is no entry of a log")
        else:
            self.play(entry)

    def save(self, path: str | Path) -> None:
        """Write a readable file that `tabor.open` reads back."""
        from tabor.saves import write_save

        write_save(self, Path(path))

    # ---- inside ----

    def _begin(self) -> State:
        if self.dice is None:
            return self.game.begin(self.seed)
        rng = one(RNG)
        rng["key"] = self.dice.key(BEFORE_ALL, 0)
        return self.game.begin_with(rng)

    def _keys(self, count: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
        """Of the dice of the next plies; none where they follow from the seed, or none ever fall."""
        if self.dice is None or not self.game.kind.chance:
            return NO_KEYS
        return np.array([self.dice.key(self.ply + i, self.again) for i in range(count)], np.uint64)

    def _refusal(self, problem: str) -> ActionError:
        if outcome := self.outcome:
            return ActionError(f"{problem}: the game is over ({outcome.reason})")
        legal = self.legal
        listed = " ".join(legal[:4]) + (" ..." if len(legal) > 4 else "")
        return ActionError(f"{problem} in {self.position}; legal are {listed}", tuple(legal))

    def _someone(self, player: int | None) -> int:
        if self.player is None:
            raise ActionError(f"the game is over ({self.game.reason(int(self.state['reason']))})")
        who = self.player if player is None else player
        if not 0 <= who < self.game.players:
            raise ActionError(f"there is no player {who}: players are 0 to {self.game.players - 1}")
        return who

    def _end(self, entry: str, winner: int, reason: int) -> None:
        self.steps.append(Step(self.game, self.state, entry))
        self.state = self.state.copy()
        _end(self.state, winner, reason)

    def _board_state(self) -> State:
        ended_by_match = self.steps and self.steps[-1].mark and self.player is None
        return self.steps[-1].before if ended_by_match else self.state

    def _entry_message(self, entry: str) -> Message | None:
        word, _, who = entry.partition(" ")
        if word in LEAVING:
            return Message(self.game.reason(LEAVING[word]), {"player": self.game.setup.seats[int(who)]})
        return Message("agreed") if word == "!draw" else None


def check_seed(seed: int) -> int:
    if not isinstance(seed, int) or not 0 <= seed < SEEDS:
        raise ActionError(f"{seed!r} is not a seed: it must be a whole number from 0 to {SEEDS - 1}")
    return seed


def read_position(game: Game, text: str) -> State:
    """A position to start from. Its player must be able to act."""
    try:
        state = game.read_state(text)
    except ValueError as error:
        raise PositionError(f"{text!r} is not a position of {game.kind.title}: {error}") from None
    if int(state["player"]) != OVER and len(game.legal(state)) == 0:
        raise PositionError(
            f"{text!r} is not a position of {game.kind.title}: {game.setup.seats[state['player']]} cannot act"
        )
    return state
