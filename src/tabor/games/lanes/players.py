"""The computer in lanes: levels, named strengths for either side, and the player of a script."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property

from tabor.errors import DataError
from tabor.game import Action, Bot, Game
from tabor.games.lanes.levels import FURTHEST, RANKS
from tabor.match import Match
from tabor.players.greedy import Greedy
from tabor.players.limits import number
from tabor.players.mcts import Mcts
from tabor.players.mcts import make as make_mcts

# So many plies of random play reach the next attacks; more of them tell less. How far the horde should look depends on
# the battlefield (`foresight` in levels.toml): the further, the more it trusts in a player who does anything.
PLAYOUT = 25

# Levels differ in how long they think and in how many of their decisions they leave to chance. How many make an even
# step depends on the battlefield and the side, so battlefields say it (`slips` in levels.toml); these are for those
# that do not.
USUAL_SLIPS = (900, 750, 600, 450, 300, 200, 100, 0)  # of 1000 decisions
SIMS = (100, 100, 100, 150, 250, 500, 900, 1600)
LEVELS = tuple(f"warlord:rank={rank}" for rank in range(1, RANKS + 1))

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


class Warlord:
    """Thinks a battle through, and leaves so many decisions to chance as its rank has on this battlefield."""

    name = "warlord"

    def __init__(self, game: Game, seed: int, slips: Sequence[int], sims: int, foresight: int) -> None:
        self.game, self.seed, self.sims = game, seed, sims
        self.slips = slips  # of 1000 decisions, by side
        self.foresight = foresight  # as the horde
        self.random = random.Random(seed)

    @cached_property
    def minds(self) -> tuple[Mcts, Mcts]:
        """How it thinks as the player, and as the horde."""
        player, horde = (
            make_mcts(self.game, self.seed, sims=str(self.sims), playout=str(plies))
            for plies in (PLAYOUT, self.foresight)
        )
        return player, horde

    def choose(self, match: Match) -> Action:
        side = int(match.state["player"])
        if self.random.randrange(1000) < self.slips[side]:
            return int(self.random.choice(match.legal_actions))
        return self.minds[side].choose(match)


def slips_of(game: Game, side: str) -> Sequence[int]:
    """Of 1000 decisions, how many each rank leaves to chance on this battlefield, from the lowest on."""
    return game.setup.level.slips.get(side) or USUAL_SLIPS  # type: ignore[attr-defined]


def make_warlord(
    game: Game,
    seed: int,
    *,
    rank: str | None = None,
    slips: str | None = None,
    sims: str | None = None,
    foresight: str | None = None,
) -> Warlord:
    """Of a rank from 1 to 8, the best otherwise. `slips` says itself how many of 1000 decisions are chance, `sims` how
    many simulations the others take, `foresight` how far the horde looks."""
    place = (number("rank", rank, 1, RANKS) or RANKS) - 1
    given = number("slips", slips, 0, 1000)
    ahead = number("foresight", foresight, 0, FURTHEST)
    if ahead is None:
        ahead = int(game.setup.level.foresight)  # type: ignore[attr-defined]
    here = [slips_of(game, side)[place] if given is None else given for side in game.setup.seats]
    return Warlord(game, seed, here, number("sims", sims, 1, 10**9) or SIMS[place], ahead)


BOTS: dict[str, Bot] = {
    "warlord": make_warlord,
    "script": make_script,
    "recruit": make_recruit,
    "veteran": make_veteran,
    "marshal": make_marshal,
}
