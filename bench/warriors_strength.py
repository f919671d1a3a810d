"""How strong the captain of Warriors is: paired games against players that stay as they are, and without its picking.

python bench/warriors_strength.py [GAMES [PLAYER [OTHER …]]]    writes a table as in docs/warriors-strength.md
python bench/warriors_strength.py several [GAMES]    tells what it wins among two and three players of level 7
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
SEVERAL = ((3, "duel"), (4, "meadow"))  # players and map
BELOW = "captain:turns=40"  # level 7
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


def among_several(players: int, name: str, games: int) -> str:
    game = tabor.load("warriors", map=name, players=str(players))
    played = list(run(game, (BEST, *[BELOW] * (players - 1)), games, SEED, cores=1))
    won = sum(one.winner == 0 for one in played)
    told = f"{won} of {len(played)} won (even: {1 / players:.0%}), {milliseconds(played, 0):.1f} ms a decision"
    return f"{players} on {name}: {told}"


def tell_several(games: int) -> None:
    for players, name in SEVERAL:
        print(among_several(players, name, games), flush=True)


def main(games: str = str(GAMES), player: str = BEST, *others: str) -> None:
    if games == "several":
        tell_several(int(player) if player != BEST else GAMES)
        return
    print(HEAD, flush=True)
    for other in others or OTHERS:
        for name in MAPS:
            print(line(player, other, name, int(games)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
