"""The strategist of Robots against today's champion and against partners that order as other bots did:

    python bench/robots_sparring.py [games a pair] [--first-seed 0] [--against 2 soldier …] [--nets FILE] [--data FILE]

Partners come from bench/robots_partners.npz, which `bench/robots_imitate.py` makes. With the games they were made from,
it tells instead how each partner fares among the partners, beside how the bot it stands for fared among the bots.
With --nets the strategist thinks with other nets than its own: `bench/robots_learn.py --without 2 --nets FILE` makes
some that know nothing of a bot. Bots of bench/robots_classics.py are called by their names.
"""

from __future__ import annotations

import argparse
import json
import lzma
import sys
import time
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import robots_classics
from robots_partner import (
    Manner,
    Net,
    Partner,
    Scene,
    Sheet,
    load_partners,
    make_scene,
    make_sheet,
    order_side,
    usual_mind,
)

from tabor.arena.playing import Tally
from tabor.docs import markdown_table
from tabor.game import DRAWN, EVENT_WIDTH, OVER, Game, copy_state, dice
from tabor.games.robots import KIND
from tabor.games.robots.learned import strategist
from tabor.games.robots.learned.planning import Mind, behind, first_of
from tabor.games.robots.rules import ROBOTS, apply, start
from tabor.jit import generic
from tabor.loading import load_kind
from tabor.match import Match
from tabor.players import make
from tabor.rng import set_dice

PARTNERS = Path(__file__).parent / "robots_partners.npz"
FIXED = "champion:samples=24"  # what a new player has to beat
WORK = "strategist:ms=60000,thoughts=45"  # what takes 50 ms at most on one quiet core
GAMES = 20
THOUGHTS = np.uint64(0xFFFFFFFFFFFFFFFE)  # partners draw from dice of their own


@cache
def partners() -> dict[str, tuple[Any, Any]]:
    return load_partners(PARTNERS)


def player(game: Game, name: str, seed: int) -> Any:
    if name in robots_classics.NAMES:
        return robots_classics.Classic(game, name)
    return Partner(game, *partners()[name], seed) if name.isdecimal() else make(name, game, seed)


def use_nets(path: Path) -> None:
    """Let all strategists of this process think with these; partners keep what they know."""
    usual_mind()
    for name, table in np.load(path).items():
        strategist.nets()[name] = table.astype(np.float32)


def play(game: Game, names: tuple[str, str], seed: int) -> int:
    """Who wins, or DRAWN."""
    if all(name.isdecimal() for name in names):
        return play_compiled(game, names, seed)
    match, seats = Match(game, seed=seed), [player(game, name, seed + seat) for seat, name in enumerate(names)]
    while match.player is not None:
        match.play(seats[match.player].choose(match))
    return int(match.state["winner"])


# ---- partners among themselves: whole games are compiled ----


@generic(
    "void(rules, states, work, rng, events, uint64, int8_table, Manner, Manner, Scene, Net, Net, Mind, Sheet)",
    *(Manner, Scene, Net, Mind, Sheet),
)
def play_partners(
    rules: Any,
    states: Any,
    work: Any,
    rng: Any,
    events: Any,
    seed: Any,
    orders: Any,
    manner: Any,
    other_manner: Any,
    scene: Any,
    net: Any,
    other_net: Any,
    mind: Any,
    sheet: Any,
) -> None:
    """A whole game in states[0]; states[2] is the turn before, with the orders in orders[1]."""
    state = states[0]
    set_dice(rng, seed, np.uint64(0), np.uint64(0))
    start(rules, state, work, rng)
    while int(state["player"]) != OVER:
        player, ply = int(state["player"]), np.uint64(int(state["ply"]))
        if int(state["given"]) == 0:
            copy_state(states, 2, 3)
            copy_state(states, 3, 0)
            for robot in range(ROBOTS):
                orders[1, robot] = orders[0, robot]
        set_dice(rng, seed, ply, THOUGHTS)
        if player == 0:
            order_side(rules, states, work, rng, events, orders[1], manner, scene, net, mind, sheet)
        else:
            order_side(rules, states, work, rng, events, orders[1], other_manner, scene, other_net, mind, sheet)
        for robot in range(first_of(state, player), behind(state, player)):
            orders[0, robot] = sheet.plan[robot]
            set_dice(rng, seed, np.uint64(int(state["ply"])), np.uint64(0))
            apply(rules, state, work, int(orders[0, robot]), rng, events)


def play_compiled(game: Game, names: tuple[str, str], seed: int) -> int:
    (net, manner), (other_net, other_manner) = (partners()[name] for name in names)
    states, events = np.zeros(4, game.kind.STATE), np.zeros((0, EVENT_WIDTH), np.int32)
    states[0] = game.blank()
    given = game.rules, states, game.work, dice(0, 0), events, np.uint64(seed), np.zeros((2, ROBOTS), np.int8)
    sides = manner, other_manner, make_scene(), net, other_net
    game.compile(play_partners)(*given, *sides, usual_mind(), make_sheet())
    return int(states[0]["winner"])


# ---- contests ----


def contest(game: Game, first: str, second: str, seeds: Sequence[int]) -> Tally:
    """Every seed twice, sides swapped."""
    won = [play(game, (first, second), seed) for seed in seeds]
    back = [play(game, (second, first), seed) for seed in seeds]
    wins = won.count(0) + back.count(1)
    draws = won.count(DRAWN) + back.count(DRAWN)
    return Tally(wins, draws, len(won) + len(back) - wins - draws)


def sparring(game: Game, name: str, others: Sequence[str], seeds: Sequence[int]) -> str:
    table = []
    for other in others:
        began = time.process_time()
        tally = contest(game, name, other, seeds)
        low, high = tally.interval
        title = f"partner {other}" if other.isdecimal() else other
        ends = f"{tally.wins}–{tally.draws}–{tally.losses}"
        table.append([title, ends, f"{tally.score:.1%}", f"{low:.1%} … {high:.1%}"])
        print(*table[-1], f"{time.process_time() - began:.0f} s", file=sys.stderr, flush=True)
    return markdown_table([f"{name} against", "won–drawn–lost", "score", "95% interval"], table)


def among_themselves(game: Game, seeds: Sequence[int], data: Path) -> str:
    """The score of every partner among the partners, and of every bot among the bots."""
    scores: dict[str, list[float]] = {name: [] for name in partners()}
    for first, second in combinations(partners(), 2):
        score = contest(game, first, second, seeds).score
        scores[first].append(score)
        scores[second].append(1 - score)
        print(first, second, f"{score:.2f}", file=sys.stderr, flush=True)
    there = scores_in(data)
    table = [[name, f"{there[name]:.0%}", f"{np.mean(scores[name]):.0%}"] for name in partners()]
    return markdown_table(["bot", "among the bots", "its partner among the partners"], table)


def scores_in(data: Path) -> dict[str, float]:
    points: dict[str, list[float]] = {name: [] for name in partners()}
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
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--player", default=WORK, help=f"who plays against them; {WORK}")
    parser.add_argument("--nets", type=Path, help="for the strategist")
    parser.add_argument("--against", nargs="+", default=[FIXED, *partners()], help="players, or partners by number")
    parser.add_argument("--data", type=Path)
    given = parser.parse_args()
    if given.nets:
        use_nets(given.nets)
    game, seeds = load_kind(KIND), range(given.first_seed, given.first_seed + given.games // 2)
    if given.data:
        print(among_themselves(game, seeds, given.data))
    else:
        print(sparring(game, given.player, given.against, seeds))


if __name__ == "__main__":
    main()
