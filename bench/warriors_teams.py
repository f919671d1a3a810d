"""Which teams of Warriors are worth taking, by the rulebook and in a variant: the tables in docs/balance.md.

python bench/warriors_teams.py [TEAM …] [--variant balanced] [--rules FILE] [--games 20] [--turns 24] [--first 1]

Every team plays every other, led by `captain:turns=…`, on each map in turn, both seats. A team is told by its letters;
without any, ROSTER is played. Then it is asked how somebody would pick who knows all these results, and knows that the
opponent knows them: the mixture of teams that nothing beats (fictitious play finds it). It tells which warriors and
potions are in how many picks.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tabor
from tabor.arena.playing import Played
from tabor.arena.series import run
from tabor.docs import markdown_table
from tabor.game import Game

Scores = NDArray[np.float64]

MAPS = ("duel", "meadow", "ruins")
# Five of each kind, with potions that suit them, and mixed ones.
ROSTER = (
    "NNNNNsssss",
    "GGGGGhhhhh",
    "KKKKKsssss",
    "KKKKKwwwww",
    "PPPPPhhhhh",
    "ZZZZZsssss",
    "NNNGGsssss",
    "GKNPZhhsrr",
    "GGKKZhhssr",
    "KKPPZhhsww",
    "GGPPKhhsaa",
    "NNKPZssswa",
)
ROUNDS = 20_000  # of fictitious play


def score_of(played: Sequence[Played]) -> float:
    """What the first player has of all points."""
    return float(np.mean([0.5 if one.winner is None else float(one.winner == 0) for one in played]))


def match_score(games: Sequence[Game], teams: tuple[str, str], options: argparse.Namespace) -> float:
    """Of the first team against the second, over all maps."""
    names = [f"captain:turns={options.turns},team={team}" for team in teams]
    per_map = -(-options.games // len(games))
    played = [one for game in games for one in run(game, names, per_map, options.first, cores=1)]
    return score_of(played)


def all_scores(games: Sequence[Game], teams: Sequence[str], options: argparse.Namespace) -> Scores:
    """[teams, teams]: the share of points of each against each."""
    scores = np.full((len(teams), len(teams)), 0.5)
    for one, other in combinations(range(len(teams)), 2):
        scores[one, other] = match_score(games, (teams[one], teams[other]), options)
        scores[other, one] = 1 - scores[one, other]
        print(f"{teams[one]} {scores[one, other]:.0%} {teams[other]}", file=sys.stderr, flush=True)
    return scores


def best_mixture(scores: Scores) -> Scores:
    """How often each team is picked by who cannot be beaten: whatever does best against all picks so far comes next.

    >>> best_mixture(np.array([[0.5, 1, 0], [0, 0.5, 1], [1, 0, 0.5]])).round(2).tolist()
    [0.33, 0.33, 0.33]
    """
    picks = np.ones(len(scores))
    for _ in range(ROUNDS):
        picks[(scores @ picks).argmax()] += 1
    return np.asarray(picks / picks.sum())


def share_of(letter: str, teams: Sequence[str], picks: Scores) -> float:
    """In which share of picks somebody, or a potion, is at least once."""
    return float(sum(share for team, share in zip(teams, picks, strict=True) if letter in team))


def score_table(teams: Sequence[str], scores: Scores, picks: Scores) -> str:
    shown = np.argsort(-picks, kind="stable")
    rows = [[f"`{teams[i]}`", f"{picks[i]:.0%}", *(f"{scores[i, j]:.0%}" for j in shown)] for i in shown]
    return markdown_table(["team", "picked", *(f"`{teams[j]}`" for j in shown)], rows)


def use_table(game: Game, teams: Sequence[str], picks: Scores) -> str:
    kinds = [*game.setup.warriors, *game.setup.potions]  # type: ignore[attr-defined]
    rows = [[kind.name, f"{share_of(kind.letter, teams, picks):.0%}"] for kind in kinds]
    return markdown_table(["", "in picks"], rows)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Which teams of Warriors are worth taking.")
    parser.add_argument("teams", nargs="*", metavar="TEAM", help="letters of warriors and potions, as NNNNNsssss")
    parser.add_argument("--variant", default="rulebook")
    parser.add_argument("--rules", type=Path, help="numbers that differ besides")
    parser.add_argument("--games", type=int, default=20, help="of each pair of teams, over all maps")
    parser.add_argument("--turns", type=int, default=24, help="that the captain tries")
    parser.add_argument("--first", type=int, default=1, help="seed")
    options = parser.parse_args()
    options.teams = options.teams or list(ROSTER)
    return options


def main() -> None:
    options = read_arguments()
    games = [tabor.load("warriors", rules=options.rules, map=name, variant=options.variant) for name in MAPS]
    scores = all_scores(games, options.teams, options)
    picks = best_mixture(scores)
    print(score_table(options.teams, scores, picks), use_table(games[0], options.teams, picks), sep="\n\n")


if __name__ == "__main__":
    main()
