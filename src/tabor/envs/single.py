"""One game kept in arrays: a step, and all that the next player sees and may do, in one compiled call.

A Match keeps a log, reads texts and explains itself; an environment that is stepped a million times wants none of it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import tabor
from tabor.batch.bodies import CLEAR, DECIDER, MASKS, PLANES, PLAY, PLAYER, RENEW, START, take_turns
from tabor.batch.cpu import desk_with
from tabor.batch.shapes import shape_of
from tabor.errors import ActionError
from tabor.game import DRAWN, NOBODY, OVER, Array, Game, State, one
from tabor.match import Match, check_seed
from tabor.quick import bound

SEEN = MASKS | PLANES | CLEAR  # what every turn ends with


def rooms_of(game: Game) -> dict[str, tuple[int, Any]]:
    """Width and type of each array that a turn writes."""
    return {name: shape_of(game, name) for name in ("counts", "actions", "masks", "planes", "told")}


class Single:
    """A game being played: a batch of one. `mask` and `planes` belong to `player`, who decides, and are written anew by
    every step."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.player = 0
        self.states, self.seeds = np.zeros(1, game.kind.STATE), np.zeros(1, np.uint64)
        self.state: State = self.states[0]  # looks into it
        self.rooms = {name: np.zeros((1, width), kind) for name, (width, kind) in rooms_of(game).items()}
        self.mask, self.planes = self.rooms["masks"][0], self.rooms["planes"].reshape(game.setup.planes)
        chosen = np.zeros(1, np.int32)
        self._chosen, self._told = chosen.data, self.rooms["told"][0].data  # quicker than arrays, number by number
        self._legal = self.mask.data
        given, turn = self._arguments(chosen), game.compile(take_turns)
        self._start, self._renew, self._play = (
            bound(turn, (*given, what | SEEN, DECIDER, game.players)) for what in (START, RENEW, PLAY)
        )
        self.start(seed)

    def _arguments(self, chosen: Array) -> tuple[Any, ...]:
        """Of `take_turns`, all but its numbers."""
        rules, rooms, no_bits = self.game.functions, self.rooms, np.zeros((1, 0), np.uint32)
        desk = desk_with(self.game, one(self.game.kind.WORK))
        return (
            *(rules.start, rules.legal, rules.apply, rules.observe, desk, self.states, self.seeds, chosen),
            *(rooms["counts"][0], rooms["actions"], rooms["masks"], no_bits, rooms["planes"], rooms["told"]),
        )

    @property
    def seed(self) -> int:
        return int(self.seeds[0])

    def start(self, seed: int | None) -> None:
        """The first position: that of `Match(game, seed)`, whose dice fall here, too. None: this game is given up, and
        the one begins that follows it in a batch."""
        if seed is None:
            self.state["player"] = OVER
            self._renew.call()
        else:
            self.seeds[0] = check_seed(int(seed))
            self._start.call()
        self.player = self._told[PLAYER]

    def play(self, action: int) -> int:
        """Play an action; who decides then, OVER if nobody does. Nothing is checked: `is_legal` does that."""
        self._chosen[0] = action
        self._play.call()
        self.player = self._told[PLAYER]
        return self.player

    def is_legal(self, action: Any) -> bool:
        try:
            return bool(action >= 0 and self._legal[action])
        except (TypeError, ValueError, IndexError):
            return False  # no whole number, or none of an action

    def refusal(self, action: Any) -> ActionError:
        legal = np.flatnonzero(self.mask)
        listed = " ".join(f"{number} ({self.game.action_text(self.state, int(number))})" for number in legal[:4])
        more = " ..." if len(legal) > 4 else ""
        return ActionError(f"action {action!r} is not legal; legal are {listed}{more}" if len(legal) else "it is over")

    @property
    def rewards(self) -> list[float]:
        """Won 1, drawn 0, lost −1; all 0 while the game goes on."""
        winner = int(self.state["winner"])
        if winner in (NOBODY, DRAWN):
            return [0.0] * self.game.players
        return [1.0 if player == winner else -1.0 for player in range(self.game.players)]

    @property
    def info(self) -> dict[str, Any]:
        """What is said of a finished game."""
        return {"reason": self.game.reason(int(self.state["reason"]))} if self.player == OVER else {}

    @property
    def match(self) -> Match:
        """A match that stands here, without a log."""
        match = Match(self.game, seed=self.seed)
        match.state = self.state.copy()
        return match

    def __deepcopy__(self, memo: Any) -> Single:
        return restored(self.game, self._contents())

    def __reduce__(self) -> tuple[Any, ...]:
        return reloaded, (ingredients(self.game), [array.copy() for array in self._contents()])

    def _contents(self) -> list[Array]:
        """All that a copy must have, too."""
        return [self.states, self.seeds, *self.rooms.values()]


def ingredients(game: Game) -> tuple[str, Any, dict[str, str]]:
    """What `make_game` makes the same game of, in any process."""
    return game.kind.name, game.changes or None, dict(game.options)


def make_game(name: str, rules: Any, options: dict[str, str]) -> Game:
    return tabor.load(name, rules=rules, **options)


def restored(game: Game, contents: list[Array]) -> Single:
    single = Single(game)
    for target, source in zip(single._contents(), contents, strict=True):
        target[:] = source
    single.player = single._told[PLAYER]
    return single


def reloaded(parts: tuple[str, Any, dict[str, str]], contents: list[Array]) -> Single:
    return restored(make_game(*parts), contents)
