"""One game being played: rules, state, dice, log. It checks legality; the rules trust it.

The log is a list of texts: actions as the game writes them, and entries of the match, which begin with "!":
`!resign 0`, `!draw`, `!forfeit 1`, `!time 1`, and `!again`, which stands where a take-back went across a roll or a
draw and the dice were keyed anew.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

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
    dice,
    end,
)
from tabor.jit import plain

MOST_EVENTS = 512  # of one action; more are counted, not kept
SEEDS = 2**63
AGAIN = "!again"
LEAVING = {"!resign": RESIGNED, "!forfeit": FORFEITED, "!time": TIMED_OUT}

_end = plain(end)


@dataclass(frozen=True)
class Outcome:
    """Who won, and why."""

    winner: int | None  # None: a draw
    reason: str


@dataclass(frozen=True)
class Step:
    """One entry of the log, and what it needs to be taken back and shown."""

    entry: str
    before: State
    events: np.ndarray[Any, np.dtype[np.int32]]
    rolled: bool  # dice fell, or something was drawn


class Match:
    """A game being played, from its start or from a position given as text."""

    def __init__(self, game: Game, seed: int | None = None, position: str | None = None) -> None:
        self.game = game
        self.seed = secrets.randbelow(SEEDS) if seed is None else check_seed(seed)
        self.position_at_start = position
        self.again = 0  # how often the dice were keyed anew
        self.steps: list[Step] = []
        self.state: State = game.begin(self.seed) if position is None else read_position(game, position)

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
        return self.game.legal(self.state)

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
        """What a seat sees, as JSON; None is a spectator."""
        from tabor.view import view

        return view(self, seat)

    def __str__(self) -> str:
        from tabor.terminal import draw_plain

        return draw_plain(self.view())

    def history(self, seat: int | None = None) -> Iterator[tuple[int, Message]]:
        """What happened, as a seat may know it: the ply, and a message."""
        for step in self.steps:
            ply = int(step.before["ply"]) + 1
            if step.entry.startswith("!"):
                if (message := self._entry_message(step.entry)) is not None:
                    yield ply, message
                continue
            for event in step.events:
                if (message := self.game.kind.describe(self.game.setup, event, seat)) is not None:
                    yield ply, message

    # ---- playing ----

    def play(self, action: str | Action) -> None:
        """Play a legal action, given as text or number. An ActionError changes nothing."""
        number = self._read(action)
        text = self.game.action_text(self.state, number)
        rng = dice(self.seed, self.ply, self.again)
        events = np.zeros((1 + MOST_EVENTS, EVENT_WIDTH), np.int32)
        before = self.state.copy()
        self.game.apply(self.state, number, rng, events)
        kept = events[1 : 1 + min(int(events[0, 0]), MOST_EVENTS)].copy()
        self.steps.append(Step(text, before, kept, int(rng["count"]) > 0))

    def resign(self, player: int | None = None) -> None:
        """The player, or whoever is on turn, gives up."""
        self.leave("!resign", player)

    def leave(self, entry: str, player: int | None = None) -> None:
        """`!resign`, `!forfeit` or `!time` of a player."""
        who = self._someone(player)
        others = [other for other in range(self.game.players) if other != who]
        self._end(f"{entry} {who}", others[0] if len(others) == 1 else DRAWN, LEAVING[entry])

    def agree_draw(self) -> None:
        """All players agree on a draw."""
        self._someone(None)
        self._end("!draw", DRAWN, AGREED)

    def undo(self, count: int = 1) -> None:
        """Take back the last entries. Where dice had fallen they are keyed anew, and the log says so."""
        undoable = [number for number, step in enumerate(self.steps) if step.entry != AGAIN]
        if not 1 <= count <= len(undoable):
            raise ActionError(f"{count} entries cannot be taken back: the log has {len(undoable)}")
        first = undoable[-count]
        undone = self.steps[first:]
        del self.steps[first:]
        self.state = undone[0].before.copy()
        if any(step.rolled or step.entry == AGAIN for step in undone):
            self._key_anew(sum(step.entry == AGAIN for step in undone))

    def _key_anew(self, lost: int) -> None:
        """Keep every `!again` that was undone, and add one: no dice ever fall twice."""
        for _ in range(lost + 1):
            self.steps.append(Step(AGAIN, self.state.copy(), no_events(), False))
        self.again = self.log.count(AGAIN)

    def copy(self) -> Match:
        """A match that shares nothing with this one."""
        twin = Match.__new__(Match)
        twin.game, twin.seed, twin.position_at_start = self.game, self.seed, self.position_at_start
        twin.again, twin.steps, twin.state = self.again, list(self.steps), self.state.copy()
        return twin

    def at(self, ply: int) -> Match:
        """This match as it stood after so many actions, ready to be played on."""
        plies = [number for number, step in enumerate(self.steps) if not step.entry.startswith("!")]
        if not 0 <= ply <= len(plies):
            raise ActionError(f"there is no ply {ply}: the match has 0 to {len(plies)}")
        return self.replay(self.log[: plies[ply]] if ply < len(plies) else self.log)

    def replay(self, log: list[str]) -> Match:
        """The same start, with this log played from it."""
        match = Match(self.game, self.seed, self.position_at_start)
        for entry in log:
            match.enter(entry)
        return match

    def enter(self, entry: str) -> None:
        """Play one entry of a log."""
        word, _, who = entry.partition(" ")
        if entry == AGAIN:
            self._someone(None)  # no dice fall after the end
            self.steps.append(Step(AGAIN, self.state.copy(), no_events(), False))
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

    def _read(self, action: str | Action) -> Action:
        legal = self.legal_actions
        if isinstance(action, str):
            try:
                number = self.game.kind.read_action(self.game.setup, self.state, action)
            except ValueError as error:
                raise self._refusal(action, f"cannot be read: {error}") from None
        else:
            number = int(action)
        if number not in legal:
            raise self._refusal(action, "is not legal")
        return number

    def _refusal(self, action: str | Action, problem: str) -> ActionError:
        if outcome := self.outcome:
            return ActionError(f"{action!r} {problem}: the game is over ({outcome.reason})")
        legal = self.legal
        listed = " ".join(legal[:4]) + (" ..." if len(legal) > 4 else "")
        return ActionError(f"{action!r} {problem} in {self.position}; legal are {listed}", tuple(legal))

    def _someone(self, player: int | None) -> int:
        if self.player is None:
            raise ActionError(f"the game is over ({self.game.reason(int(self.state['reason']))})")
        who = self.player if player is None else player
        if not 0 <= who < self.game.players:
            raise ActionError(f"there is no player {who}: players are 0 to {self.game.players - 1}")
        return who

    def _end(self, entry: str, winner: int, reason: int) -> None:
        self.steps.append(Step(entry, self.state.copy(), no_events(), False))
        _end(self.state, winner, reason)

    def _board_state(self) -> State:
        ended_by_match = self.steps and self.steps[-1].entry.startswith("!") and self.player is None
        return self.steps[-1].before if ended_by_match else self.state

    def _entry_message(self, entry: str) -> Message | None:
        word, _, who = entry.partition(" ")
        if word in LEAVING:
            return Message(self.game.reason(LEAVING[word]), {"player": self.game.setup.seats[int(who)]})
        return Message("agreed") if word == "!draw" else None


def no_events() -> np.ndarray[Any, np.dtype[np.int32]]:
    return np.zeros((0, EVENT_WIDTH), np.int32)


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
