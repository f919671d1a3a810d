"""How even the steps between the computer's levels are in Lanes, for both sides, on every battlefield.

    python bench/lanes_levels.py --tune              prints the line `slips` of each battlefield for data/levels.toml
    python bench/lanes_levels.py                     the tables in docs/lanes-difficulty.md
    python bench/lanes_levels.py --horde             the table of planning and greedy hordes there
    python bench/lanes_levels.py --levels mill,pass  only these: prints, writes nothing
    python bench/lanes_levels.py --side horde        the table of the horde's levels alone

A level slips in so many decisions out of 1000, and makes the others by so many simulations, so the same command gives
the same battles on any machine. The levels of each side fight level 5 of the other, or the script. Where a battlefield
has a script the horde decides nothing.

Tuning takes the share won for a smooth curve over slips and simulations of both sides, a logistic one, plays battles
where it would put the levels now, and reads off the slips at which each level wins an even step more than the one below
while both levels 5 are even. What one battlefield says little about is taken from the others. Nothing depends on the
slips that stand in the data. The tables are made with other seeds.

Every battle is kept in a file: run it again and it goes on, with fewer battles left to play or more asked for.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
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
from tabor.games.lanes.players import SIMS, USUAL_SLIPS, slips_of
from tabor.loading import load_kind
from tabor.match import Match
from tabor.players import make

Numbers = NDArray[np.float64]

PAGE = Path(__file__).parent.parent / "docs" / "lanes-difficulty.md"
SIDES = ("player", "horde")
POWERS = (0.5, 0.7, 1.0, 1.5, 2.0, 3.0)  # of slips: how the curve bends, for each side
STARTING = USUAL_SLIPS  # that both sides have before anything is known
FEWEST = SIMS["player"][0]
# What is expected at first in logits, and how surely: of two sides that do not slip, of a player that does nothing,
# of one who thinks twice as long, and of a horde that does nothing. The first is left to each battlefield.
EXPECTED, SPREAD = np.array([0.0, 8.0, 0.5, 8.0]), np.array([5.0, 3.0, 0.15, 3.0])
REFERENCE = 5  # the level that those of the other side are measured against
LOW, MIDDLE = 0.05, 0.5  # what levels 1 and 5 win
SLIPS = np.arange(0, 1001)  # that a level may have
NEWTON = 15  # steps of a fit
ROOM = 1.6  # logits that the best of both sides are above the other's level 5, at least: that makes 83%
MEASURED, TUNED, COMPARED = 50_000, 30_000, 40_000  # first seeds
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


@dataclass(frozen=True)
class Mind:
    """A level of a side, told by its numbers."""

    slips: int
    sims: int

    @property
    def text(self) -> str:
        return f"warlord:slips={self.slips},sims={self.sims}"


SCRIPT = Mind(0, 1)  # stands for the horde that decides nothing
Ranks = Mapping[str, Sequence[Mind]]  # by side, from level 1 on


def ranks_of(slips: Mapping[str, Sequence[int]]) -> Ranks:
    return {side: [Mind(*both) for both in zip(slips[side], SIMS[side], strict=True)] for side in slips}


def ranks_on(name: str) -> Ranks:
    """Levels as the battlefield has them now."""
    return ranks_of({side: slips_of(battlefield(name), side) for side in sides_of(name)})


def sides_of(name: str) -> tuple[str, ...]:
    return SIDES[:1] if battlefield(name).rules["scripted"] else SIDES


def reference(ranks: Ranks, side: str) -> Mind:
    return ranks[side][REFERENCE - 1] if side in ranks else SCRIPT


def fights(ranks: Ranks, side: str) -> list[tuple[Mind, Mind]]:
    """Player and horde, for every level of a side, against the level that they are measured by."""
    if side == "player":
        return [(mind, reference(ranks, "horde")) for mind in ranks["player"]]
    return [(reference(ranks, "player"), mind) for mind in ranks["horde"]]


def pairing_of(name: str, player: Mind, horde: Mind) -> Pairing:
    return Pairing(name, player.text, "script" if horde == SCRIPT else horde.text)


# ---- tuning ----


def logit(share: Numbers) -> Numbers:
    return np.asarray(np.log(share / (1 - share)))


def logistic(logits: Numbers) -> Numbers:
    return np.asarray(1 / (1 + np.exp(-logits)))


def doublings(sims: int) -> float:
    return float(np.log2(sims / FEWEST))


@dataclass(frozen=True)
class Curve:
    """The share that the player wins on a battlefield, by who leads both sides: logistic, in the terms of `terms`."""

    weights: Numbers
    bends: tuple[float, float]  # the player's and the horde's

    def __call__(self, player: Mind, horde: Mind) -> float:
        return float(logistic(terms(player, horde, self.bends) @ self.weights))

    @property
    def best(self) -> float:
        """Logits of the player's level 8 against a horde that does not slip."""
        return float(terms(Mind(0, SIMS["player"][-1]), SCRIPT, self.bends) @ self.weights)

    def player_slips(self, wanted: Numbers) -> list[int]:
        """At which the player's levels have so many logits against a horde that does not slip."""
        found = [1000]
        for sims, aim in zip(SIMS["player"], wanted, strict=True):
            at = [float(terms(Mind(int(slips), sims), SCRIPT, self.bends) @ self.weights) for slips in SLIPS]
            found.append(min(found[-1], int(SLIPS[np.abs(np.array(at) - aim).argmin()])))
        return [*found[1:-1], 0]

    def horde_slips(self, wanted: Numbers) -> list[int]:
        """At which the horde's levels are so many logits below its best."""
        fall = self.weights[-1] * (SLIPS / 1000) ** self.bends[1]
        return [int(SLIPS[np.abs(fall - aim).argmin()]) for aim in wanted[:-1]] + [0]


def terms(player: Mind, horde: Mind, bends: tuple[float, float]) -> Numbers:
    """What the logits are made of. The more a player slips, the less it matters how long it thinks otherwise."""
    clear = 1 - player.slips / 1000
    own, other = (player.slips / 1000) ** bends[0], (horde.slips / 1000) ** bends[1]
    return np.array([1.0, -own, clear * doublings(player.sims), other])


@dataclass
class Trials:
    """Battles on one battlefield: who fought, and whether the player won."""

    minds: list[tuple[Mind, Mind]] = field(default_factory=list)
    won: list[bool] = field(default_factory=list)

    def add(self, player: Mind, horde: Mind, is_won: bool) -> None:
        self.minds.append((player, horde))
        self.won.append(is_won)

    def fit(self, expected: Numbers = EXPECTED) -> Curve:
        """The curve under which these battles are likeliest, given what is expected."""
        fits = [self.fit_bent(expected, bends) for bends in product(POWERS, POWERS)]
        return min(fits, key=lambda found: found[0])[1]

    def fit_bent(self, expected: Numbers, bends: tuple[float, float]) -> tuple[float, Curve]:
        """The best curve of such bends, by Newton's steps, and how unlikely it makes the battles.

        A pull towards what is expected keeps it finite.
        """
        won, pull = np.array(self.won, float), np.diag(SPREAD**-2.0)
        columns = np.stack([terms(*both, bends) for both in self.minds])
        found = expected
        for _ in range(NEWTON):
            share = logistic(columns @ found)
            slope = columns.T @ (won - share) - pull @ (found - expected)
            found = found + np.linalg.solve((columns.T * (share * (1 - share))) @ columns + pull, slope)
            found = np.clip(found, [-15, 0.1, 0, 0.1], [15, 30, 2, 30])
        share = np.clip(logistic(columns @ found), 1e-9, 1 - 1e-9)
        unlikely = -np.sum(won * np.log(share) + (1 - won) * np.log(1 - share))
        unlikely += (found - expected) @ pull @ (found - expected) / 2
        return float(unlikely), Curve(found, bends)


def steps(top: float) -> Numbers:
    """Logits against the other's level 5: even steps of the share won up to level 5, and from there to the top."""
    below = np.linspace(LOW, MIDDLE, REFERENCE)
    above = np.linspace(MIDDLE, float(logistic(np.array(top))), RANKS - REFERENCE + 1)
    return logit(np.array([*below, *above[1:]]))


def even_slips(curve: Curve, sides: Sequence[str]) -> dict[str, list[int]]:
    """Of all levels. Both levels 5 are set so far below the best of their sides that all of them have room."""
    if "horde" not in sides:
        top = float(logistic(np.array(curve.best)))
        return {"player": curve.player_slips(logit(np.linspace(min(LOW, top / 2), top, RANKS)))}
    horde = max(ROOM, ROOM - curve.best)  # logits of its best above its level 5
    player = horde + curve.best
    return {
        "player": curve.player_slips(curve.best - player + steps(player)),
        "horde": curve.horde_slips(horde - steps(horde)),
    }


def tune(names: Sequence[str], battles: int, results: Results) -> dict[str, dict[str, list[int]]]:
    """Slips of every battlefield, after about so many battles on each."""
    trials = {name: Trials() for name in names}
    chosen = {name: {side: list(STARTING) for side in sides_of(name)} for name in names}
    while len(trials[names[0]].won) < battles:
        for name in names:
            play_ranks(name, ranks_of(chosen[name]), trials[name], results)
        curves = fit_all(trials)
        chosen = {name: even_slips(curves[name], sides_of(name)) for name in names}
        for name in names:
            print(name, len(trials[name].won), "battles", chosen[name], file=sys.stderr, flush=True)
    return chosen


def play_ranks(name: str, ranks: Ranks, trials: Trials, results: Results) -> None:
    """Each level of each side once."""
    for side in ranks:
        for player, horde in fights(ranks, side):
            is_won = results.play(pairing_of(name, player, horde), TUNED + len(trials.won))
            trials.add(player, horde, is_won)


def fit_all(trials: Mapping[str, Trials]) -> dict[str, Curve]:
    """Twice: what is expected of each battlefield the second time is what they came to on average."""
    found = [some.fit().weights for some in trials.values()]
    expected = np.array([EXPECTED[0], *np.mean(found, 0)[1:]])
    return {name: some.fit(expected) for name, some in trials.items()}


def slips_line(name: str, slips: Mapping[str, Sequence[int]]) -> str:
    inside = ", ".join(f"{side} = {numbers}" for side, numbers in slips.items())
    return f"{name}: slips = {{ {inside} }}"


# ---- tables ----


def level_pairings(names: Sequence[str], side: str) -> dict[str, list[Pairing]]:
    """On every battlefield one for each level."""
    return {
        name: [pairing_of(name, *both) for both in fights(ranks_on(name), side)]
        for name in names
        if side in sides_of(name)
    }


def horde_pairings(names: Sequence[str]) -> dict[str, list[Pairing]]:
    """The same player against a horde by chance, a greedy one and one that plans."""
    return {
        name: [Pairing(name, reference(ranks_on(name), "player").text, who) for who in (WEAK, GREEDY, PLANNING)]
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


def smoothed(name: str, side: str, results: Results, seeds: range) -> list[float]:
    """What each level wins by a curve through the battles of all of them, which tells steps better than few battles."""
    trials, ranks = Trials(), ranks_on(name)
    for both in (both for some in ranks for both in fights(ranks, some)):
        for seed in seeds:
            if (pairing_of(name, *both), seed) in results.won:
                trials.add(*both, results.won[pairing_of(name, *both), seed])
    curve = trials.fit()
    shares = [curve(*both) for both in fights(ranks, side)]
    return shares if side == "player" else [1 - share for share in shares]


def level_table(rows: dict[str, list[Pairing]], side: str, results: Results, seeds: range) -> str:
    """Shares as they were, in brackets on the curve; in the end over all battlefields."""
    raw = [[won_by(side, pairing, results, seeds) for pairing in pairings] for pairings in rows.values()]
    curves = [smoothed(name, side, results, seeds) for name in rows]
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
    count = f"At least {fewest(everybody, results, seeds)} battles for every figure.\n\n"
    return {"hordes": count + table(rows, "horde", ["by chance", "greedy", "planning"], results, seeds)}


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=100, help="for every figure; with --tune, on every battlefield")
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
        for name, slips in tune(names, options.battles, results).items():
            print(slips_line(name, slips))
        return
    tables = (horde_tables if options.horde else level_tables)(names, options, results)
    if options.levels:
        print(*tables.values(), sep="\n\n")
        return
    write(PAGE, tables)
    print(f"wrote {PAGE}")


if __name__ == "__main__":
    main()
