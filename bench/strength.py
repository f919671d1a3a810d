"""How strong the players of The Drake are: series with paired openings, both sides, identical games counted once.

    python bench/strength.py [PART …] [--openings N] [--plies N]     parts: alphabeta, nodes, mcts; all if none is named

The output stands in docs/strength.md. Nobody thinks longer than 50 ms. `nodes` is `alphabeta` with a
number of nodes in place of the time, as many as 50 ms allow on a quiet core: what else the machine does is no matter.

The six plies of the set-up leave few fair openings on the small boards. With `--plies 8` two more are drawn, on one
core. `--millions N` searches the openings of the games that A lost, with so many million nodes each: who wins by force?
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace

from solve import BLUE, OPEN, WORDS, search

from tabor.arena.playing import Played, different, milliseconds, tally
from tabor.arena.series import run
from tabor.game import Game
from tabor.games import find
from tabor.loading import load_kind
from tabor.match import Match, read_position
from tabor.terminal.bench import machine

BOARDS = ("plain", "course", "valley", "highlands")
OPENINGS = 100
# Players that later ones are measured against. A test holds what depth 3 decides.
DEPTH_3 = "alphabeta:depth=3,lore=off"


def rows(options: argparse.Namespace, first: str, second: str, is_fair: bool = False) -> None:
    """One for each board, and below what is to be said of the games that A lost."""
    told = [line for board in options.boards for line in row(options, board, first, second, is_fair)]
    print("", *told, sep="\n", flush=True)


def row(options: argparse.Namespace, board: str, first: str, second: str, is_fair: bool) -> list[str]:
    """Prints it; how the games that A lost began."""
    kind = find("drake")
    game = load_kind(replace(kind, opening=options.plies), None, {"board": board})
    cores = None if options.plies == kind.opening else 1  # other processes would load the game as it is
    began = time.perf_counter()
    series = different(run(game, (first, second), 2 * options.openings, 1, cores=cores, is_fair=is_fair))
    played = list({(one.order, *halves(game, one)): one for one in series}.values())
    result = tally(played, 0)
    low, high = result.interval
    times = " / ".join(f"{milliseconds(played, player):.0f}" for player in (0, 1))
    print(
        f"| {board} | {first} | {second} | {len(played)} | {result.wins}–{result.draws}–{result.losses} | "
        f"{result.score:.1%} | {low:.1%} … {high:.1%} | {times} | {time.perf_counter() - began:.0f} s |",
        flush=True,
    )
    return [lost_text(game, one, int(options.millions * 1e6)) for one in played if one.winner == 1]


def halves(game: Game, played: Played) -> tuple[str, tuple[int, ...]]:
    """What was drawn by lot came to, in whatever order it was drawn, and what the players did then."""
    match = Match(game, played.seed)
    for action in played.actions[: game.kind.opening]:
        match.play(action)
    return match.position, played.actions[game.kind.opening :]


def lost_text(game: Game, played: Played, nodes: int) -> str:
    """How a game that A lost began, and whether that is lost by force."""
    opening, side = halves(game, played)[0], "blue" if played.order[BLUE] == 0 else "orange"
    winner, length = search(game, read_position(game, opening), nodes) if nodes else (OPEN, 0)
    told = f"{WORDS[winner]} in {length} plies" if length else WORDS[winner]
    return f"{game.options['board']}, A lost as {side}: `{opening}`, {told}"


def header(title: str) -> None:
    print(f"\n## {title}\n")
    print(
        "| board | A | B | different games | A won–drawn–lost | A's score | 95% interval | ms a decision A / B | took |"
    )
    print("|---|---|---|---|---|---|---|---|---|")


def alphabeta(options: argparse.Namespace) -> None:
    for title, is_fair in (("fair openings", True), ("any openings", False)):
        header(f"alphabeta at 50 ms against depth 3, {title}")
        rows(options, "alphabeta:ms=50", DEPTH_3, is_fair)


def nodes(options: argparse.Namespace) -> None:
    header("alphabeta at 200,000 nodes against depth 3, fair openings")
    rows(options, "alphabeta:nodes=200000", DEPTH_3, is_fair=True)


def mcts(options: argparse.Namespace) -> None:
    header("mcts at 50 ms against greedy")
    rows(options, "mcts:ms=50", "greedy")


def main() -> None:
    parts = {"alphabeta": alphabeta, "nodes": nodes, "mcts": mcts}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(parts))
    parser.add_argument("--openings", type=int, default=OPENINGS)
    parser.add_argument("--plies", type=int, default=find("drake").opening, help="drawn by lot before each game")
    parser.add_argument("--boards", nargs="+", choices=BOARDS, default=BOARDS)
    parser.add_argument("--millions", type=float, default=0.0, help="nodes for the opening of each game that A lost")
    options = parser.parse_args()
    if wrong := [name for name in options.parts if name not in parts]:
        parser.error(f"there is no part {wrong[0]!r}; parts are {', '.join(parts)}")
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    for name in options.parts or parts:
        parts[name](options)


if __name__ == "__main__":
    main()
