"""Whom the boards of The Drake favour, exactly: every opening is played once by judges that always answer alike.

    python bench/openings.py [BOARD …] [--nodes N …] [--docs docs/balance.md]

An opening is what stands after leaders and guards. There are 30 to 144 of them on a board, so nothing need be drawn by
lot: each counts with the chance of coming about when both put their units by lot. A judge's share has no error of
sampling then; how far judges of neighbouring strength disagree tells how much it means.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from levels import write

import tabor
from tabor.docs import markdown_table
from tabor.game import Game
from tabor.match import Match
from tabor.players import make, play_decision

BOARDS = ("plain", "course", "valley", "highlands")
VARIANTS = ("rulebook", "balanced")
NODES = (5_000, 10_000, 20_000, 40_000, 80_000)
ROOT = Path(__file__).parent.parent
TABLE = "drake-openings"


@dataclass
class Opening:
    match: Match
    chance: float


def openings(game: Game) -> list[Opening]:
    """All of a board that are not over, each with its chance."""
    layer = {game.key(start.match.state): start for start in [Opening(Match(game, seed=0), 1.0)]}
    for _ in range(game.kind.opening):
        following: dict[int, Opening] = {}
        for before in layer.values():
            for after in next_ones(before):
                known = following.setdefault(game.key(after.match.state), Opening(after.match, 0.0))
                known.chance += after.chance
        layer = following
    whole = sum(found.chance for found in layer.values())
    return [Opening(found.match, found.chance / whole) for found in layer.values()]


def next_ones(before: Opening) -> Iterator[Opening]:
    """What comes of each action; what is over by then (S12) is drawn again, as in a match by lot."""
    legal = before.match.legal_actions
    for action in legal:
        match = before.match.copy()
        match.play(int(action))
        if match.outcome is None:
            yield Opening(match, before.chance / len(legal))


@dataclass(frozen=True)
class Finding:
    """What a judge makes of a board: shares, and plies on average."""

    first: float  # the first seat's points
    drawn: float
    plies: float
    ends: Mapping[str, float]


def judge(game: Game, text: str) -> Finding:
    ends: defaultdict[str, float] = defaultdict(float)
    first = drawn = plies = 0.0
    for opening in openings(game):
        match = play_out(opening.match.copy(), text)
        outcome = match.outcome
        assert outcome is not None
        first += opening.chance * (0.5 if outcome.winner is None else outcome.winner == 0)
        drawn += opening.chance * (outcome.winner is None)
        plies += opening.chance * len(match.steps)
        ends[outcome.reason] += opening.chance
    return Finding(first, drawn, plies, ends)


def play_out(match: Match, text: str) -> Match:
    players = [make(text, match.game, 0) for _ in range(match.game.players)]
    while match.player is not None:
        play_decision(match, players[match.player])
    return match


# ---- the table ----


def row(board: str, variant: str, nodes: Sequence[int]) -> list[object]:
    game = tabor.load("drake", board=board, variant=variant)
    found = []
    for number in nodes:
        found.append(judge(game, f"alphabeta:nodes={number}"))
        print(f"{board}, {variant}, {number:,} nodes: {found[-1].first:.1%}", file=sys.stderr, flush=True)
    last = found[-1]
    ends = ", ".join(f"{end} {share:.0%}" for end, share in sorted(last.ends.items(), key=lambda pair: -pair[1]))
    mean = sum(one.first for one in found) / len(found)
    shares = [f"{one.first:.1%}" for one in found]
    name = board if variant == VARIANTS[0] else f"{board}, {variant}"
    return [name, len(openings(game)), *shares, f"**{mean:.1%}**", f"{last.drawn:.0%}", f"{last.plies:.0f}", ends]


def variants_of(board: str) -> list[str]:
    """The rulebook's, and others where they change this board."""
    usual, *others = VARIANTS
    rules = tabor.load("drake", board=board, variant=usual).rules
    return [usual, *(name for name in others if tabor.load("drake", board=board, variant=name).rules != rules)]


def table(boards: Sequence[str], nodes: Sequence[int]) -> str:
    head = ["", "openings", *(f"{number:,} nodes" for number in nodes), "mean", "draws", "actions", "ends"]
    return markdown_table(head, [row(board, name, nodes) for board in boards for name in variants_of(board)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="*", default=BOARDS)
    parser.add_argument("--nodes", type=int, nargs="+", default=NODES, help="of the judges, for each decision")
    parser.add_argument("--docs", type=Path, help="the page that has the table; printed if there is none")
    options = parser.parse_args()
    made = table(options.boards, options.nodes)
    if options.docs:
        write(options.docs, {TABLE: made})
    else:
        print(made)


if __name__ == "__main__":
    main()
