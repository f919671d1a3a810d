"""Whether a step showed its player something hidden, so that taking it back would not make it unknown again.

It did if the player could know it from what came of the step: if the same action, played from a guess at what the
player could not know before, would have looked different afterwards. In all games a step looks different from most
guesses or from none (a test plays each and counts), so a few guesses tell; where nothing is hidden none is needed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabor.desk import MOST_EVENTS
from tabor.game import EVENT_WIDTH, Game, State, dice
from tabor.match import Step

GUESSES = 4


def shows_hidden(game: Game, step: Step, after: State, player: int) -> bool:
    """A step without dice; `after` is the state that came of it."""
    if not any(np.size(field) for field in game.hidden(step.before.copy(), player)):
        return False
    seen = (game.key(after, player), told(game, step.events, player))
    return any(played_from_guess(game, step, player, number) != seen for number in range(GUESSES))


def played_from_guess(game: Game, step: Step, player: int, number: int) -> tuple[int, list[Any]]:
    """What the player would know after the same action, had something else been hidden."""
    state, events = step.before.copy(), np.zeros((1 + MOST_EVENTS, EVENT_WIDTH), np.int32)
    game.hide(state, player, dice(number, 0))
    game.apply(state, step.action, dice(number, 1), events)
    count = min(int(events[0, 0]), MOST_EVENTS)
    return game.key(state, player), told(game, events[1 : 1 + count], player)


def told(game: Game, events: Any, player: int) -> list[Any]:
    """The lines of the log as that player reads them."""
    messages = (game.describe(event, player) for event in events)
    return [message for message in messages if message is not None]
