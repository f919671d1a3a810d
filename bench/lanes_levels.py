"""How even the steps between the computer's levels are in Lanes, for both sides, on every battlefield.

    python bench/lanes_levels.py --tune              prints the line `slips` of each battlefield for data/levels.toml
    python bench/lanes_levels.py                     the tables in docs/lanes-difficulty.md
    python bench/lanes_levels.py --horde             the table of planning and greedy hordes there
    python bench/lanes_levels.py --levels mill,pass  only these: prints, writes nothing
    python bench/lanes_levels.py --side horde        only the horde's levels, with --tune or without

A level slips in so many decisions out of 1000, and makes the others by so many simulations, so the same command gives
the same battles on any machine. The player's levels fight `veteran`, or the script; the horde's fight the player's
level 5. Where a battlefield has a script the horde decides nothing.

Tuning takes the share won for a smooth curve over slips and simulations, a logistic one, and plays battles where it
would put the levels now, at first anywhere; then it reads off the slips at which each level wins an even step more than
the one below. The table is made with other seeds.

Every battle is kept in a file: run it again and it goes on, with fewer battles left to play or more asked for.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
from levels import write
from numpy.typing import NDArray

from tabor.docs import markdown_table
from tabor.game import Game
from tabor.games.lanes import KIND
from tabor.games.lanes.checking import survey
from tabor.games.lanes.levels import RANKS
from tabor.games.lanes.players import SIMS, slips_of
from tabor.loading import load_kind
from tabor.match import Match
from tabor.players import make

Numbers = NDArray[np.float64] | NDArray[np.int64]

PAGE = Path(__file__).parent.parent / "docs" / "lanes-difficulty.md"
SIDES = ("player", "horde")
KNOTS = (1000, 850, 700, 550, 400, 250, 100, 0)  # slips that are tried before anything is known
AT_ONCE = 3  # battles at each number of slips before it is thought over where to play next
POWERS = (0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0)  # of slips: how the curve bends
FEWEST = SIMS["player"][0]
DEAREST = 500  # simulations, while tuning: what more of them are worth follows from these
# What is expected, and how surely, in logits: of leaving everything to chance, and of twice as many simulations.
FALL, FALL_SPREAD = 3.0, 2.5
GAIN, GAIN_SPREAD = {"player": 0.6, "horde": 0.2}, 0.2
REFERENCE = 5  # the player's level that the horde's are measured against
MEASURED, TUNED, COMPARED = 50_000, 30_000, 40_000  # first seeds
MARGIN = 0.03  # level 1 wins that much more than somebody who does everything by chance
WEAK, GREEDY, PLANNING = "random", "veteran", f"warlord:rank={RANKS}"  # hordes that are set beside each other


# ---- playing ----


@dataclass(frozen=True)
class Pairing:
    """Who fights whom on a battlefield."""

    level: str
    player: str
    horde: str

    def is_won(self, seed: int) -> bool:
        """Whether the player wins the battle of this seed."""
        game = battlefield(self.level)
        match = Match(game, seed=seed)
        both = (make(self.player, game, seed), make(self.horde, game, seed + 1))
        while match.player is not None:
            match.play(both[match.player].choose(match))
        return int(match.state["winner"]) == 0


@cache
def battlefield(name: str) -> Game:
    return load_kind(KIND, None, {"level": name})


@dataclass
class Results:
    """All battles that were played, in a file that grows."""

    file: Path
    won: dict[tuple[Pairing, int], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        lines = self.file.read_text("utf-8").splitlines() if self.file.is_file() else []
        for level, player, horde, seed, is_won in map(json.loads, lines):
            self.won[Pairing(level, player, horde), seed] = is_won

    def play(self, pairing: Pairing, seed: int) -> bool:
        if (pairing, seed) not in self.won:
            self.won[pairing, seed] = pairing.is_won(seed)
            with self.file.open("a", encoding="utf-8") as lines:
                line = [pairing.level, pairing.player, pairing.horde, seed, self.won[pairing, seed]]
                lines.write(json.dumps(line) + "\n")
        return self.won[pairing, seed]

    def share(self, pairing: Pairing, seeds: range) -> float:
        """Of the battles that the player won; −1 if none was played."""
        known = [self.won[pairing, seed] for seed in seeds if (pairing, seed) in self.won]
        return sum(known) / len(known) if known else -1.0


# ---- who fights whom ----


def text_of(name: str, side: str, rank: int, slips: Sequence[int] | None = None) -> str:
    """A level of a side, told by its numbers: with others it is somebody else."""
    return warlord((slips or slips_of(battlefield(name), side))[rank - 1], SIMS[side][rank - 1])


def warlord(slips: int, sims: int) -> str:
    return f"warlord:slips={slips},sims={sims}"


def pairing_of(name: str, side: str, who: str, player_slips: Sequence[int] | None = None) -> Pairing:
    """Somebody at a side, against whom levels of that side are measured."""
    if side == "horde":
        return Pairing(name, text_of(name, "player", REFERENCE, player_slips), who)
    return Pairing(name, who, "script" if battlefield(name).rules["scripted"] else GREEDY)


def sides_of(name: str) -> tuple[str, ...]:
    return SIDES[:1] if battlefield(name).rules["scripted"] else SIDES


# ---- tuning ----


@dataclass(frozen=True)
class Curve:
    """The share that a side wins, by slips and simulations: logistic, it never rises with slips."""

    at_best: float  # logits, without slips and with FEWEST simulations
    fall: float
    gain: float  # of twice as many simulations
    power: float

    def __call__(self, slips: Numbers, sims: int) -> Numbers:
        logits = self.at_best - self.fall * (slips / 1000) ** self.power + self.gain * np.log2(sims / FEWEST)
        return np.asarray(1 / (1 + np.exp(-logits)))


@dataclass
class Trials:
    """Battles of one side on one battlefield, with whom they were fought."""

    slips: list[int] = field(default_factory=list)
    sims: list[int] = field(default_factory=list)
    won: list[bool] = field(default_factory=list)

    def fit(self, gain: float) -> Curve:
        """The curve under which these battles are likeliest, given what is expected of more simulations."""
        fits = [self.fit_bent(gain, power) for power in POWERS]
        return min(fits, key=lambda found: found[0])[1]

    def fit_bent(self, gain: float, power: float) -> tuple[float, Curve]:
        """The best curve of one bend, by Newton's steps, and how unlikely it makes the battles.

        A pull towards what is expected keeps it finite.
        """
        won = np.array(self.won, float)
        doublings = np.log2(np.array(self.sims) / FEWEST)
        columns = np.stack([np.ones(len(won)), -((np.array(self.slips) / 1000) ** power), doublings], 1)
        pull, middle = np.diag([0.02, FALL_SPREAD**-2, GAIN_SPREAD**-2]), np.array([0.0, FALL, gain])
        found = middle
        for _ in range(30):
            share = 1 / (1 + np.exp(-columns @ found))
            slope = columns.T @ (won - share) - pull @ (found - middle)
            found = found + np.linalg.solve((columns.T * (share * (1 - share))) @ columns + pull, slope)
            found = np.clip(found, [-9, 0, 0], [9, 18, 2])
        share = np.clip(1 / (1 + np.exp(-columns @ found)), 1e-9, 1 - 1e-9)
        unlikely = -np.sum(won * np.log(share) + (1 - won) * np.log(1 - share))
        unlikely += (found - middle) @ pull @ (found - middle) / 2
        return float(unlikely), Curve(float(found[0]), float(found[1]), float(found[2]), power)


def even_slips(curve: Curve, sims_of_ranks: Sequence[int]) -> list[int]:
    """Slips at which the share won rises in even steps, from a little more than chance to the best of level 8."""
    slips = np.arange(1000, -1, -10)
    low, high = float(curve(slips[:1], sims_of_ranks[0])[0]), float(curve(slips[-1:], sims_of_ranks[-1])[0])
    if high - low > 4 * MARGIN:
        low += MARGIN
    found = [1000]
    for wanted, sims in zip(np.linspace(low, high, RANKS), sims_of_ranks, strict=True):
        shares = curve(slips, sims) + 1e-9 * np.arange(len(slips))
        found.append(min(found[-1], int(round(np.interp(wanted, shares, slips), -1))))
    return [*found[1:-1], 0]


def tune(name: str, sides: Sequence[str], battles: int, results: Results) -> str:
    """The line for the level's table; the player's side first, since the horde fights the player's level."""
    chosen = {side: list(slips_of(battlefield(name), side)) for side in sides_of(name)}
    for side in (side for side in chosen if side in sides):
        trials, ranks = Trials(), SIMS[side]
        whom = [*((slips, ranks[0]) for slips in KNOTS), (0, min(ranks[-1], DEAREST))]
        while len(trials.won) < battles:
            for (slips, sims), _ in product(whom, range(AT_ONCE)):
                pairing = pairing_of(name, side, warlord(slips, sims), chosen["player"])
                is_won = results.play(pairing, TUNED + len(trials.won)) == (side == "player")
                trials.slips.append(slips)
                trials.sims.append(sims)
                trials.won.append(is_won)
            curve = trials.fit(GAIN[side])
            chosen[side] = even_slips(curve, ranks)
            levels = zip(chosen[side], ranks, strict=True)
            whom = [(KNOTS[0], ranks[0]), *((slips, min(sims, DEAREST)) for slips, sims in levels)]
            told = [f"{curve(np.array(slips), sims):.0%}" for slips, sims in zip(chosen[side], ranks, strict=True)]
            print(f"{name} {side}: {len(trials.won)} battles,", *told, chosen[side], file=sys.stderr, flush=True)
    inside = ", ".join(f"{side} = {numbers}" for side, numbers in chosen.items())
    return f"{name}: slips = {{ {inside} }}"


# ---- tables ----


def level_pairings(names: Sequence[str], side: str) -> dict[str, list[Pairing]]:
    """On every battlefield one for each level."""
    return {
        name: [pairing_of(name, side, text_of(name, side, rank)) for rank in range(1, RANKS + 1)]
        for name in names
        if side in sides_of(name)
    }


def horde_pairings(names: Sequence[str]) -> dict[str, list[Pairing]]:
    """The same player against a horde by chance, a greedy one and one that plans."""
    return {
        name: [pairing_of(name, "horde", who) for who in (WEAK, GREEDY, PLANNING)]
        for name in names
        if "horde" in sides_of(name)
    }


def play_all(pairings: Iterator[Pairing] | Sequence[Pairing], seeds: range, results: Results, minutes: float) -> None:
    """Seed after seed, so that all have the same number of battles wherever it ends."""
    todo, end = list(pairings), time.monotonic() + 60 * minutes
    for seed in seeds:
        for pairing in todo:
            if time.monotonic() > end:
                return
            results.play(pairing, seed)
        print(f"\r{seed - seeds.start + 1} of {len(seeds)} × {len(todo)} battles", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def percent(share: float) -> str:
    return "–" if share < 0 else f"{100 * share:.0f}"


def won_by(side: str, pairing: Pairing, results: Results, seeds: range) -> float:
    """The share of battles that a side won; −1 if none was played."""
    share = results.share(pairing, seeds)
    return share if side == "player" or share < 0 else 1 - share


def table(rows: dict[str, list[Pairing]], side: str, head: Sequence[str], results: Results, seeds: range) -> str:
    """Shares won on each battlefield, and in the end their mean."""
    shares = [[won_by(side, pairing, results, seeds) for pairing in pairings] for pairings in rows.values()]
    shown = zip([*rows, "all"], [*shares, np.mean(shares, 0)], strict=True)
    return markdown_table(["battlefield", *head], [[name, *map(percent, some)] for name, some in shown])


def smoothed(name: str, side: str, pairings: Sequence[Pairing], results: Results, seeds: range) -> list[float]:
    """What each level wins by a curve through the battles of all of them, which tells steps better than few battles."""
    trials, levels = Trials(), list(zip(slips_of(battlefield(name), side), SIMS[side], strict=True))
    for (slips, sims), pairing in zip(levels, pairings, strict=True):
        for seed in seeds:
            if (pairing, seed) in results.won:
                trials.slips.append(slips)
                trials.sims.append(sims)
                trials.won.append(results.won[pairing, seed] == (side == "player"))
    curve = trials.fit(GAIN[side])
    return [float(curve(np.array(slips), sims)) for slips, sims in levels]


def level_table(rows: dict[str, list[Pairing]], side: str, results: Results, seeds: range) -> str:
    """Shares as they were, in brackets on the curve; in the end over all battlefields."""
    raw = [[won_by(side, pairing, results, seeds) for pairing in pairings] for pairings in rows.values()]
    curves = [smoothed(name, side, pairings, results, seeds) for name, pairings in rows.items()]
    shown = zip([*rows, "all"], [*raw, np.mean(raw, 0)], [*curves, np.mean(curves, 0)], strict=True)
    told = [
        [name, *(f"{percent(share)} ({percent(even)})" for share, even in zip(shares, curve, strict=True))]
        for name, shares, curve in shown
    ]
    return markdown_table(["battlefield", *(f"level {rank}" for rank in range(1, RANKS + 1))], told)


def fewest(pairings: Sequence[Pairing], results: Results, seeds: range) -> int:
    return min(sum((pairing, seed) in results.won for seed in seeds) for pairing in pairings)


def level_tables(names: Sequence[str], options: argparse.Namespace, results: Results) -> dict[str, str]:
    seeds = range(MEASURED, MEASURED + options.battles)
    rows = {side: level_pairings(names, side) for side in options.sides}
    everybody = [pairing for some in rows.values() for pairings in some.values() for pairing in pairings]
    play_all(everybody, seeds, results, options.minutes)
    tables = {}
    for side in options.sides:
        count = fewest([pairing for pairings in rows[side].values() for pairing in pairings], results, seeds)
        found = level_table(rows[side], side, results, seeds)
        tables[f"levels-{side}"] = f"At least {count} battles for every figure.\n\n{found}"
    return tables


def horde_tables(names: Sequence[str], options: argparse.Namespace, results: Results) -> dict[str, str]:
    seeds = range(COMPARED, COMPARED + options.battles)
    rows = horde_pairings(names)
    everybody = [pairing for pairings in rows.values() for pairing in pairings]
    play_all(everybody, seeds, results, options.minutes)
    count = f"{fewest(everybody, results, seeds)} battles for every figure.\n\n"
    return {"hordes": count + table(rows, "horde", ["by chance", "greedy", "planning"], results, seeds)}


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=100, help="for every figure, or curve")
    parser.add_argument("--minutes", type=float, default=600.0, help="then the tables are made of what there is")
    parser.add_argument("--levels", default="", help="only these battlefields, with commas between")
    parser.add_argument("--side", choices=SIDES, action="append", dest="sides", help="only this side's levels")
    parser.add_argument("--tune", action="store_true", help="print slips instead")
    parser.add_argument("--horde", action="store_true", help="set hordes beside each other instead")
    parser.add_argument("--results", type=Path, default=Path("lanes-levels.jsonl"), help="where battles are kept")
    options = parser.parse_args()
    options.sides = options.sides or SIDES
    return options


def main() -> None:
    options = read_arguments()
    names = [name for name in options.levels.split(",") if name] or list(survey()[0].levels)
    results = Results(options.results)
    if options.tune:
        for name in names:
            print(tune(name, options.sides, options.battles, results), flush=True)
        return
    tables = (horde_tables if options.horde else level_tables)(names, options, results)
    if options.levels:
        print(*tables.values(), sep="\n\n")
        return
    write(PAGE, tables)
    print(f"wrote {PAGE}")


if __name__ == "__main__":
    main()
