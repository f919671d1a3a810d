"""The computer in lanes: levels for both seats, and the player of a script."""

from __future__ import annotations

from tabor.errors import DataError
from tabor.game import Action, Game
from tabor.match import Match

# From one that a child beats to all it can do in a second. Forty plies of random play reach the next attacks.
LEVELS = (
    "random",
    "greedy:slips=60",
    "greedy:slips=30",
    "greedy:slips=10",
    "greedy",
    "mcts:sims=200,playout=40",
    "mcts:ms=150,playout=40",
    "mcts:ms=900,playout=40,cores=all",
)


class Script:
    """Plays what the level's script says: the rules leave the horde's seat nothing else (S12)."""

    name = "script"

    def choose(self, match: Match) -> Action:
        actions = match.legal_actions
        if int(match.state["player"]) == 0:
            raise DataError("the script plays the horde's seat, not the player's")
        return int(actions[0])


def make_script(game: Game, seed: int) -> Script:
    if not game.rules["scripted"]:
        raise DataError(f"level {game.options['level']!r} has no script: let somebody else play the horde")
    return Script()
