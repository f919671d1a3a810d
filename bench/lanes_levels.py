"""How even the steps between the computer's levels are in Lanes, for both sides, on every battlefield.

    python bench/lanes_levels.py                     the table in docs/lanes-difficulty.md
    python bench/lanes_levels.py --tune              prints the line `slips` of each battlefield for data/levels.toml
    python bench/lanes_levels.py --levels mill,pass  only these: prints, writes nothing

A level is a number of decisions out of 1000 left to chance; the rest a search of a fixed number of simulations makes,
so the same command gives the same battles on any machine. The player's levels fight `veteran`, or the script; the
horde's fight the player's level 5, who wins about as often as it loses. Where a battlefield has a script the horde
decides nothing.

Tuning plays battles at some numbers of slips, fits a monotone curve, and reads off the numbers at which each level
wins an even step more than the one below. The table is made with other seeds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tabor.docs import fill, markdown_table
from tabor.game import Game
from tabor.games.lanes import KIND
from tabor.games.lanes.checking import survey
from tabor.games.lanes.levels import RANKS
from tabor.loading import load_kind
from tabor.match import Match
from tabor.players import make

PAGE = Path(__file__).parent.parent / "docs" / "lanes-difficulty.md"
KNOTS = (1000, 900, 750, 600, 450, 300, 150, 0)
REFERENCE = 5  # the player's level that the horde's are measured against
MEASURED, TUNED = 20_000, 30_000  # first seeds
MARGIN = 0.03  # the ends of the ladder stay so far from the ends of the curve


def won(game: Game, player: str, horde: str, seeds: range) -> float:
    """The share of battles that the player wins."""
    return sum(winner(game, player, horde, seed) == 0 for seed in seeds) / len(seeds)


def winner(game: Game, player: str, horde: str, seed: int) -> int:
    match = Match(game, seed=seed)
    both = (make(player, game, seed), make(horde, game, seed + 1))
    while match.player is not None:
        match.play(both[match.player].choose(match))
    return int(match.state["winner"])


def score(game: Game, side: str, who: str, other: str, seeds: range) -> float:
    """What a side wins with somebody in its seat."""
    return won(game, who, other, seeds) if side == "player" else 1 - won(game, other, who, seeds)


def opponent(game: Game, side: str) -> str:
    if side == "horde":
        return f"level{REFERENCE}"
    return "script" if game.rules["scripted"] else "veteran"


def sides_of(game: Game) -> tuple[str, ...]:
    return ("player",) if game.rules["scripted"] else ("player", "horde")


# ---- tuning ----


def rising(values: Sequence[float]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The nearest curve that never falls: neighbours that do are pooled."""
    blocks: list[list[float]] = []  # mean, size
    for value in values:
        blocks.append([value, 1])
        while len(blocks) > 1 and blocks[-2][0] >= blocks[-1][0]:
            (first, n), (second, m) = blocks[-2:]
            blocks[-2:] = [[(first * n + second * m) / (n + m), n + m]]
    return np.array([mean for mean, size in blocks for _ in range(int(size))])


def even_slips(curve: Sequence[float]) -> list[int]:
    """Slips at which the share won rises in even steps from one end of the curve to the other; the last level has none
    and thinks longer."""
    shares = rising(curve) + np.arange(len(curve)) * 1e-6
    low, high = shares[0], shares[-1]
    if high - low > 4 * MARGIN:
        low, high = low + MARGIN, high - MARGIN
    wanted = np.linspace(low, high, RANKS - 1)
    found = np.interp(wanted, shares, KNOTS)
    found[-1] = 0
    return [*(int(round(slips, -1)) for slips in found), 0]


def tune(name: str, battles: int) -> str:
    """The line for the level's table; the player's side first, since the horde fights the player's level."""
    slips: dict[str, list[int]] = {}
    for side in sides_of(load_kind(KIND, None, {"level": name})):
        game = load_kind(KIND, {"levels": {name: {"slips": slips}}}, {"level": name})
        seeds, other = range(TUNED, TUNED + battles), opponent(game, side)
        curve = [score(game, side, f"warlord:slips={knot}", other, seeds) for knot in KNOTS]
        print(f"{name} {side}:", *(f"{100 * share:.0f}" for share in curve), file=sys.stderr, flush=True)
        slips[side] = even_slips(curve)
    inside = ", ".join(f"{side} = {numbers}" for side, numbers in slips.items())
    return f"{name}: slips = {{ {inside} }}"


# ---- the table ----


def rows(names: Sequence[str], side: str, battles: int) -> list[list[object]]:
    made: list[list[object]] = []
    for name in names:
        game = load_kind(KIND, None, {"level": name})
        if side not in sides_of(game):
            continue
        seeds, other = range(MEASURED, MEASURED + battles), opponent(game, side)
        shares = []
        for rank in range(1, RANKS + 1):
            shares.append(100 * score(game, side, f"level{rank}", other, seeds))
            print(f"{name}, {side}, level {rank}: {shares[-1]:.0f}%", file=sys.stderr, flush=True)
        made.append([name, *(f"{share:.0f}" for share in shares), f"{(shares[-1] - shares[0]) / (RANKS - 1):.0f}"])
        print(side, *made[-1], flush=True)
    return made


def table(names: Sequence[str], side: str, battles: int) -> str:
    head = ["battlefield", *(f"level {rank}" for rank in range(1, RANKS + 1)), "mean step"]
    return markdown_table(head, rows(names, side, battles))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=200, help="for every figure")
    parser.add_argument("--levels", default="", help="only these battlefields, with commas between")
    parser.add_argument("--tune", action="store_true", help="print slips instead")
    options = parser.parse_args()
    names = [name for name in options.levels.split(",") if name] or list(survey()[0].levels)
    if options.tune:
        for name in names:
            print(tune(name, options.battles), flush=True)
        return
    tables = {f"levels-{side}": table(names, side, options.battles) for side in ("player", "horde")}
    tables["levels-battles"] = f"{options.battles} battles for every figure."
    if not options.levels:
        PAGE.write_text(fill(PAGE.read_text(encoding="utf-8"), tables, PAGE.name), encoding="utf-8")
        print(f"wrote {PAGE}")


if __name__ == "__main__":
    main()
