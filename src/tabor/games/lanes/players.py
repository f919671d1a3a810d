"""The computer in lanes: levels, named strengths for either side, and the player of a script."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property

from tabor.errors import DataError
from tabor.game import Action, Bot, Game
from tabor.games.lanes.chieftain import Chieftain
from tabor.games.lanes.layout import PLAYER
from tabor.games.lanes.levels import RANKS
from tabor.games.lanes.rules import END
from tabor.match import Match
from tabor.players.greedy import Greedy
from tabor.players.limits import number
from tabor.players.mcts import Mcts
from tabor.players.mcts import make as make_mcts

PLAYOUT = 25  # so many plies of random play reach the next attacks; more of them tell less

# Levels differ in how many of their decisions are slips, the player's also in how long they think. How many make an
# even step depends on the battlefield and the side, so battlefields say it (`slips` in levels.toml); these are
# for those that do not.
USUAL_SLIPS = (900, 750, 600, 450, 300, 200, 100, 0)  # of 1000 decisions
SIMS = {"player": (100, 100, 150, 200, 300, 400, 700, 1600), "horde": (150,) * RANKS}
LEVELS = tuple(f"warlord:rank={rank}" for rank in range(1, RANKS + 1))

RECRUIT_SLIPS = 40  # of 100 decisions
MARSHAL_MS = "20"
CHIEFTAIN_SIMS = 1000


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


def make_chieftain(game: Game, seed: int, *, sims: str | None = None) -> Chieftain:
    """Leads the horde and thinks rounds ahead; `sims` battles for a decision."""
    return Chieftain(game, seed, number("sims", sims, 1, 10**9) or CHIEFTAIN_SIMS)


class Warlord:
    """Thinks a battle through, but for so many slips as its rank has on this battlefield."""

    name = "warlord"

    def __init__(self, game: Game, seed: int, slips: Sequence[int], sims: Sequence[int]) -> None:
        self.game, self.seed = game, seed
        self.slips, self.sims = slips, sims  # by side; slips of 1000 decisions
        self.random = random.Random(seed)

    @cached_property
    def minds(self) -> tuple[Mcts, Chieftain]:
        """How it thinks as the player, and as the horde."""
        player = make_mcts(self.game, self.seed, sims=str(self.sims[0]), playout=str(PLAYOUT))
        return player, Chieftain(self.game, self.seed, self.sims[1])

    def choose(self, match: Match) -> Action:
        side = int(match.state["player"])
        if self.random.randrange(1000) < self.slips[side]:
            return self.slip(match)
        return self.minds[side].choose(match)

    def slip(self, match: Match) -> Action:
        """It lets the rest of its preparations pass; what cannot pass is done anyhow.

        Sides that do anything instead are not much worse than good ones where it is easy for them.
        """
        actions = match.legal_actions
        if int(match.state["player"]) == PLAYER:
            return END if int(actions[0]) == END else int(self.random.choice(actions))
        return int(actions[-1])


def slips_of(game: Game, side: str) -> Sequence[int]:
    """Of 1000 decisions, how many are slips of each rank on this battlefield, from the lowest on."""
    return game.setup.level.slips.get(side) or USUAL_SLIPS  # type: ignore[attr-defined]


def make_warlord(
    game: Game, seed: int, *, rank: str | None = None, slips: str | None = None, sims: str | None = None
) -> Warlord:
    """Of a rank from 1 to 8, the best otherwise. `slips` says itself how many of 1000 decisions are slips, `sims` how
    many simulations the others take."""
    place = (number("rank", rank, 1, RANKS) or RANKS) - 1
    given, most = number("slips", slips, 0, 1000), number("sims", sims, 1, 10**9)
    here = [slips_of(game, side)[place] if given is None else given for side in SIMS]
    return Warlord(game, seed, here, [most or SIMS[side][place] for side in SIMS])


BOTS: dict[str, Bot] = {
    "warlord": make_warlord,
    "script": make_script,
    "recruit": make_recruit,
    "veteran": make_veteran,
    "marshal": make_marshal,
    "chieftain": make_chieftain,
}
