"""The strategist of Robots against today's champion and against partners that order as other bots did:

    python bench/robots_sparring.py [games a pair] [--data games.jsonl.xz]

Partners come from bench/robots_partners.npz, which `bench/robots_learn.py` makes. With the games they were made from,
it also tells how each partner fares among the partners, beside how the bot it stands for fared among the bots.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
import sys
import time
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from tabor.arena.playing import Tally
from tabor.docs import markdown_table
from tabor.game import DRAWN, Game, dice
from tabor.games.robots import KIND
from tabor.games.robots.bots import prepare
from tabor.games.robots.learned.planning import Mind, draw, weigh
from tabor.games.robots.learned.strategist import make_mind
from tabor.jit import generic
from tabor.loading import load_kind
from tabor.match import Match
from tabor.players import make

PARTNERS = Path(__file__).parent / "robots_partners.npz"
FIXED = "champion:samples=24"  # what a new player has to beat
GAMES = 20


@generic("int64(rules, state, work, rng, Mind)", Mind)
def habit(rules: Any, state: Any, work: Any, rng: Any, mind: Any) -> int:
    """An order for the next robot, drawn by the odds."""
    prepare(rules, state, work, int(state["player"]))
    weigh(rules, state, work, int(state["given"]), mind.own, mind.own_heads, mind)
    return draw(mind.odds, rng)


class Partner:
    """Orders as a bot did whose games it was made from."""

    def __init__(self, game: Game, bot: str, seed: int) -> None:
        self.game, self.random = game, random.Random(seed)
        kept = np.load(PARTNERS)
        net = kept[bot].astype(np.float32), kept[bot + "_heads"].astype(np.float32)
        self.mind = make_mind(net, net, net)

    def choose(self, match: Match) -> int:
        rng = dice(self.random.getrandbits(63), match.ply)
        return int(self.game.compile(habit)(self.game.rules, match.state, self.game.work, rng, self.mind))


def bots() -> list[str]:
    return sorted(name for name in np.load(PARTNERS).files if not name.endswith("_heads"))


def player(game: Game, name: str, seed: int) -> Any:
    return Partner(game, name, seed) if name.isdecimal() else make(name, game, seed)


def play(game: Game, names: tuple[str, str], seed: int) -> int:
    match, seats = Match(game, seed=seed), [player(game, name, seed + seat) for seat, name in enumerate(names)]
    while match.player is not None:
        match.play(seats[match.player].choose(match))
    return int(match.state["winner"])


def contest(game: Game, first: str, second: str, games: int) -> Tally:
    """Every seed twice, sides swapped."""
    won = [play(game, (first, second), seed) for seed in range(games // 2)]
    back = [play(game, (second, first), seed) for seed in range(games // 2)]
    wins = won.count(0) + back.count(1)
    draws = won.count(DRAWN) + back.count(DRAWN)
    return Tally(wins, draws, len(won) + len(back) - wins - draws)


def sparring(game: Game, games: int) -> str:
    table = []
    for name in [FIXED, *bots()]:
        began = time.perf_counter()
        tally = contest(game, "strategist", name, games)
        low, high = tally.interval
        title = f"partner {name}" if name.isdecimal() else name
        ends = f"{tally.wins}–{tally.draws}–{tally.losses}"
        table.append([title, ends, f"{tally.score:.1%}", f"{low:.1%} … {high:.1%}"])
        print(*table[-1], f"{time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    return markdown_table(["strategist against", "won–drawn–lost", "score", "95% interval"], table)


def among_themselves(game: Game, games: int, data: Path) -> str:
    """The score of every partner among the partners, and of every bot among the bots."""
    scores: dict[str, list[float]] = {name: [] for name in bots()}
    for first, second in combinations(bots(), 2):
        score = contest(game, first, second, games).score
        scores[first].append(score)
        scores[second].append(1 - score)
        print(first, second, f"{score:.2f}", file=sys.stderr, flush=True)
    there = scores_in(data)
    table = [[name, f"{there[name]:.0%}", f"{np.mean(scores[name]):.0%}"] for name in bots()]
    return markdown_table(["bot", "among the bots", "its partner among the partners"], table)


def scores_in(data: Path) -> dict[str, float]:
    points: dict[str, list[float]] = {name: [] for name in bots()}
    with lzma.open(data, "rt") as lines:
        for line in lines:
            row = json.loads(line)
            for side in ("blue", "orange"):
                won = row["result"].startswith(side)
                points[str(row[side])].append(1.0 if won else 0.5 * row["result"].startswith("draw"))
    return {name: float(np.mean(found)) for name, found in points.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, nargs="?", default=GAMES)
    parser.add_argument("--data", type=Path)
    given = parser.parse_args()
    game = load_kind(KIND)
    if given.data:
        print(among_themselves(game, given.games, given.data))
    else:
        print(sparring(game, given.games))


if __name__ == "__main__":
    main()
