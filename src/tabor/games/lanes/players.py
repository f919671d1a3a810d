"""The computer in lanes: levels, three named strengths for either side, and the player of a script."""

from __future__ import annotations

from tabor.errors import DataError
from tabor.game import Action, Game
from tabor.match import Match
from tabor.players.greedy import Greedy
from tabor.players.mcts import Mcts
from tabor.players.mcts import make as make_mcts

# So many plies of random play reach the next attacks; more of them tell less.
PLAYOUT = 25

# From one that a child beats to all it can do in a second.
LEVELS = (
    "random",
    "greedy:slips=60",
    "greedy:slips=30",
    "greedy:slips=10",
    "greedy",
    f"mcts:sims=200,playout={PLAYOUT}",
    f"mcts:ms=150,playout={PLAYOUT}",
    f"mcts:ms=900,playout={PLAYOUT},cores=all",
)

RECRUIT_SLIPS = 40  # of 100 decisions
MARSHAL_MS = "20"


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


# ---- three strengths: either side takes any of them ----


def make_recruit(game: Game, seed: int) -> Greedy:
    """Looks one action ahead and often does not look at all."""
    return Greedy(game, seed, RECRUIT_SLIPS)


def make_veteran(game: Game, seed: int) -> Greedy:
    """Looks one action ahead."""
    return Greedy(game, seed)


def make_marshal(game: Game, seed: int, *, ms: str | None = None, sims: str | None = None) -> Mcts:
    """Thinks the battle through for 20 ms a decision; `sims` instead makes it the same on any machine."""
    return make_mcts(game, seed, ms=ms if ms or sims else MARSHAL_MS, sims=sims, playout=str(PLAYOUT))


BOTS = {"script": make_script, "recruit": make_recruit, "veteran": make_veteran, "marshal": make_marshal}
