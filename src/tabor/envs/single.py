"""One game kept in arrays: a step, and all that the next player sees and may do, in one compiled call.

A Match keeps a log, reads texts and explains itself; an environment that is stepped a million times wants none of it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import tabor
from tabor.batch.shapes import action_space
from tabor.errors import ActionError
from tabor.game import DRAWN, EVENT_WIDTH, NOBODY, OVER, Array, Game, State
from tabor.jit import generic
from tabor.match import Match, check_seed
from tabor.rng import RNG, set_dice

STAND = -1  # no action: only look


@generic("int64(legal, apply, observe, rulings, states, works, rngs, events, actions, int8s, planes, int64, uint64)")
def advance(
    legal: Any,
    apply: Any,
    observe: Any,
    rulings: Any,  # [1], as the next three
    states: Any,
    works: Any,
    rngs: Any,
    events: Any,  # [0]: nobody reads them
    listed: Any,  # [most_actions]
    mask: Any,  # [space]
    planes: Any,
    action: Any,  # STAND: only look
    seed: Any,
) -> Any:
    """Play a legal action; then the mask and the planes of whoever decides, who is returned."""
    rules, state, work, rng = rulings[0], states[0], works[0], rngs[0]
    if action != STAND:
        set_dice(rng, seed, np.uint64(int(state["ply"])), np.uint64(0))
        apply(rules, state, work, action, rng, events)
    mask[:] = 0
    planes[:] = 0
    player = int(state["player"])
    if player != OVER:
        for i in range(legal(rules, state, work, listed)):
            mask[listed[i]] = 1
        observe(rules, state, player, planes)
    return player


class Single:
    """A game being played. `mask` and `planes` belong to `player`, who decides, and are written anew by every step."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.states = np.zeros(1, game.kind.STATE)
        self.state: State = self.states[0]  # looks into it
        self.mask = np.zeros(action_space(game), np.int8)
        self._flat = np.zeros(int(np.prod(game.setup.planes)), np.int8)
        self.planes = self._flat.reshape(game.setup.planes)
        self._advance = game.kind.compiler.direct(advance)
        self._kept = self._arguments()
        self.start(seed)

    def _arguments(self) -> tuple[Any, ...]:
        """Of `advance`, but for the action and the seed."""
        game, rules = self.game, self.game.functions
        ours = (np.array([game.rules]), self.states, np.zeros(1, game.kind.WORK), np.zeros(1, RNG))
        events, listed = np.zeros((0, EVENT_WIDTH), np.int32), np.zeros(game.setup.most_actions, np.int32)
        return (rules.legal, rules.apply, rules.observe, *ours, events, listed, self.mask, self._flat)

    def start(self, seed: int) -> None:
        """The first position: that of `Match(game, seed)`, whose dice fall here, too."""
        self.seed = np.uint64(check_seed(seed))
        self.states[0] = self.game.begin(seed)
        self.look()

    def look(self) -> None:
        """Fill in what is seen of a position that was put here."""
        self.player = self._advance(*self._kept, STAND, self.seed)

    def play(self, action: int) -> int:
        """Play an action; who decides then, OVER if nobody does. An ActionError changes nothing."""
        if not self.is_legal(action):
            raise self.refusal(action)
        self.player = player = self._advance(*self._kept, int(action), self.seed)
        return player  # type: ignore[no-any-return]

    def is_legal(self, action: Any) -> bool:
        return action is not None and 0 <= action < len(self.mask) and bool(self.mask[action])

    def refusal(self, action: Any) -> ActionError:
        legal = np.flatnonzero(self.mask)
        listed = " ".join(f"{number} ({self.game.action_text(self.state, int(number))})" for number in legal[:4])
        more = " ..." if len(legal) > 4 else ""
        return ActionError(f"action {action!r} is not legal; legal are {listed}{more}" if len(legal) else "it is over")

    def seen(self, player: int) -> tuple[Array, Array]:
        """Planes and mask of a player, for them to keep; the mask of one who does not decide is empty."""
        if player == self.player:
            return self.planes.copy(), self.mask.copy()
        return self.game.observe(self.state, player), np.zeros_like(self.mask)

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
        match = Match(self.game, seed=int(self.seed))
        match.state = self.state.copy()
        return match

    def __deepcopy__(self, memo: Any) -> Single:
        return restored(self.game, self.states, int(self.seed))

    def __reduce__(self) -> tuple[Any, ...]:
        return reloaded, (*ingredients(self.game), self.states.copy(), int(self.seed))


def ingredients(game: Game) -> tuple[str, Any, dict[str, str]]:
    """What `make_game` makes the same game of, in any process."""
    return game.kind.name, game.changes or None, dict(game.options)


def make_game(name: str, rules: Any, options: dict[str, str]) -> Game:
    return tabor.load(name, rules=rules, **options)


def restored(game: Game, states: Array, seed: int) -> Single:
    single = Single(game, seed)
    single.states[0] = states[0]
    single.look()
    return single


def reloaded(name: str, rules: Any, options: dict[str, str], states: Array, seed: int) -> Single:
    return restored(make_game(name, rules, options), states, seed)
