"""How strong the captain of Warriors is: paired games against players that stay as they are, and without its picking.

python bench/warriors_strength.py [GAMES [PLAYER [OTHER …]]]    writes a table as in docs/warriors-strength.md
"""

from __future__ import annotations

import sys

import tabor
from tabor.arena.playing import milliseconds, tally
from tabor.arena.series import run

GAMES = 200
BEST = "captain:turns=200,answers=80"
# What levels 4 to 7 were before, and the captain with a team by lot.
OTHERS = ("greedy", "mcts:sims=60", "mcts:sims=300", "planner:turns=100", f"{BEST},team=any")
MAPS = ("duel", "meadow", "ruins", "borderland")
SEED = 1

HEAD = """| player | against | map | games | won | drawn | lost | score | interval | ms a decision |
|---|---|---|---|---|---|---|---|---|---|"""


def line(player: str, other: str, name: str, games: int) -> str:
    played = list(run(tabor.load("warriors", map=name), (player, other), games, SEED))
    own = tally(played, 0)
    low, high = own.interval
    return (
        f"| {player} | {other} | {name} | {own.games} | {own.wins} | {own.draws} | {own.losses} | {own.score:.1%} "
        f"| {low:.1%} to {high:.1%} | {milliseconds(played, 0):.1f} |"
    )


def main(games: str = str(GAMES), player: str = BEST, *others: str) -> None:
    print(HEAD, flush=True)
    for other in others or OTHERS:
        for name in MAPS:
            print(line(player, other, name, int(games)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
