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

Every battle is kept in a file: run it again and it goes on, with fewer battles left to play or more asked for. What
was played for tuning counts for it, wherever the levels were then. `--jobs 16` plays as many battles at a time; they
and what is printed are the same.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import re
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import product, zip_longest
from pathlib import Path
from typing import Any

import numpy as np
from levels import write
from numpy.typing import NDArray

from tabor.arena.playing import number_of
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
PARTS = (1.0, 0.5, 0.25, 0.1, 0.03)  # of such a step, of which the first is taken that is for the better
ROOM = 1.6  # logits that the best of both sides are above the other's level 5, at least: that makes 83%
COMPARED, MEASURED, TUNED = 40_000, 50_000, 1_000_000  # first seeds; tuning has all from there on
GROWTH = 4  # each round of tuning plays a fourth of what was played before: the curves are not fitted for every battle
AHEAD = 16  # battles for every process that are given out, so that none waits for a long one
WEAK, GREEDY, PLANNING = "random", "veteran", f"warlord:rank={RANKS}"  # hordes that are set beside each other


# ---- playing ----


@dataclass(frozen=True)
class Pairing:
    """Who fights whom on a battlefield."""

    level: str
    player: str
    horde: str

    def is_won(self, seed: int) -> bool:
        """Whether the player wins the battle of this seed.

        Every pairing has its own deals and slips: with the same ones everywhere few seeds would be few battles, however
        many pairings they are played by.
        """
        game, own = battlefield(self.level), number_of(self.level, self.player, self.horde, seed)
        match = Match(game, seed=own)
        both = (make(self.player, game, own), make(self.horde, game, own + 1))
        while match.player is not None:
            match.play(both[match.player].choose(match))
        return int(match.state["winner"]) == 0


@cache
def battlefield(name: str) -> Game:
    return load_kind(KIND, None, {"level": name})


Battle = tuple[Pairing, int]  # with its seed


class Here(Executor):
    """Plays in this process, at once."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


def workers(jobs: int) -> Executor:
    if jobs == 1:
        return Here()
    Pairing("meadow", Mind(0, 1).text, Mind(0, 1).text).is_won(0)  # compiled once here rather than by every worker
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))


@dataclass
class Results:
    """All battles that were played, in a file that grows."""

    file: Path
    workers: Executor = field(default_factory=Here)
    ahead: int = 0  # battles that workers have before the first of them is entered
    end: float = math.inf  # by the clock: then no battle begins
    won: dict[Battle, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        lines = self.file.read_text("utf-8").splitlines() if self.file.is_file() else []
        for level, player, horde, seed, is_won in map(json.loads, lines):
            self.won[Pairing(level, player, horde), seed] = is_won

    def play(self, battles: Iterable[Battle]) -> None:
        """Those that are not known, entered in this order whoever ends first: the file is the same with all workers."""
        todo = [battle for battle in dict.fromkeys(battles) if battle not in self.won]
        waiting: deque[tuple[Battle, Future[bool]]] = deque()
        for number, battle in enumerate(todo, 1):
            if time.monotonic() > self.end:
                break
            waiting.append((battle, self.workers.submit(Pairing.is_won, *battle)))
            if len(waiting) > self.ahead:
                self.enter(*waiting.popleft())
            print(f"\r{number} of {len(todo)} battles", end="", file=sys.stderr, flush=True)
        for battle, done in waiting:
            self.enter(battle, done)
        print(file=sys.stderr)

    def enter(self, battle: Battle, done: Future[bool]) -> None:
        pairing, seed = battle
        self.won[battle] = done.result()
        with self.file.open("a", encoding="utf-8") as lines:
            line = [pairing.level, pairing.player, pairing.horde, seed, self.won[battle]]
            lines.write(json.dumps(line) + "\n")

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

    @classmethod
    @cache
    def of(cls, text: str) -> Mind:
        """What `text` wrote, or the script."""
        found = re.fullmatch(r"warlord:slips=(\d+),sims=(\d+)", text)
        return cls(int(found[1]), int(found[2])) if found else SCRIPT


SCRIPT = Mind(0, 1)  # stands for the horde that decides nothing
Ranks = Mapping[str, Sequence[Mind]]  # by side, from level 1 on
Slips = Mapping[str, Sequence[int]]  # of these levels


def ranks_of(slips: Slips) -> Ranks:
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

    won: dict[tuple[Mind, Mind], list[bool]] = field(default_factory=dict)

    def add(self, player: Mind, horde: Mind, is_won: bool) -> None:
        self.won.setdefault((player, horde), []).append(is_won)

    @property
    def count(self) -> int:
        return sum(map(len, self.won.values()))

    def fit(self) -> Curve:
        """The curve under which these battles are likeliest, given what is expected."""
        return min(self.fits(), key=lambda found: found[0])[1]

    def fits(self, expected: Numbers = EXPECTED) -> list[tuple[float, Curve]]:
        """The best curve of each bend, and how unlikely it makes the battles."""
        return [self.fit_bent(expected, bends) for bends in product(POWERS, POWERS)]

    def fit_bent(self, expected: Numbers, bends: tuple[float, float]) -> tuple[float, Curve]:
        """By Newton's steps."""
        won, played = np.array([(sum(some), len(some)) for some in self.won.values()], float).reshape(-1, 2).T
        columns = np.array([terms(*both, bends) for both in self.won]).reshape(-1, len(EXPECTED))
        pull = np.diag(SPREAD**-2.0)  # towards what is expected: keeps it finite

        def unlikely(weights: Numbers) -> float:
            logits, off = columns @ weights, weights - expected
            return float(np.sum(played * np.logaddexp(0, logits) - won * logits) + off @ pull @ off / 2)

        found, worst = expected, unlikely(expected)
        for _ in range(NEWTON):
            share = logistic(columns @ found)
            slope = columns.T @ (won - played * share) - pull @ (found - expected)
            step = np.linalg.solve((columns.T * (played * share * (1 - share))) @ columns + pull, slope)
            for part in PARTS:  # a whole step can lead far away where most battles are won, or most are lost
                tried = np.clip(found + part * step, [-15, 0.1, 0, 0.1], [15, 30, 2, 30])
                if unlikely(tried) < worst:
                    found, worst = tried, unlikely(tried)
                    break
        return worst, Curve(found, bends)


def steps(top: float) -> Numbers:
    """Logits against the other's level 5: even steps of the share won up to level 5, and from there to the top."""
    below = np.linspace(LOW, MIDDLE, REFERENCE)
    above = np.linspace(MIDDLE, float(logistic(np.array(top))), RANKS - REFERENCE + 1)
    return logit(np.array([*below, *above[1:]]))


def even_slips(curve: Curve, sides: Sequence[str]) -> Slips:
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


def tune(names: Sequence[str], battles: int, results: Results) -> dict[str, Slips]:
    """Slips of every battlefield, after so many battles where there are two sides, or those there was time for."""
    wanted = -(-battles // (RANKS * len(SIDES)))
    while True:
        trials = {name: trials_of(name, results) for name in names}
        chosen = slips_by(trials)
        for name in names:
            print(name, trials[name].count, "battles", chosen[name], file=sys.stderr, flush=True)
        times = min(some.count // (RANKS * len(sides_of(name))) for name, some in trials.items())
        if times >= wanted or time.monotonic() > results.end:
            return chosen
        more = min(1 + times // GROWTH, wanted - times)
        rounds = [round_of(name, ranks_of(chosen[name]), more, TUNED + trials[name].count) for name in names]
        results.play(battle for some in zip_longest(*rounds) for battle in some if battle)


def trials_of(name: str, results: Results) -> Trials:
    """What was played there for tuning."""
    found = Trials()
    for (pairing, seed), is_won in results.won.items():
        if pairing.level == name and seed >= TUNED:
            found.add(Mind.of(pairing.player), Mind.of(pairing.horde), is_won)
    return found


def slips_by(trials: Mapping[str, Trials]) -> dict[str, Slips]:
    if not any(some.count for some in trials.values()):
        return {name: {side: list(STARTING) for side in sides_of(name)} for name in trials}
    return {name: even_slips(curve, sides_of(name)) for name, curve in fit_all(trials).items()}


def round_of(name: str, ranks: Ranks, times: int, first: int) -> list[Battle]:
    """Each level of each side so many times."""
    pairings = [pairing_of(name, *both) for side in ranks for both in fights(ranks, side)]
    return [(pairing, first + number) for number, pairing in enumerate(pairings * times)]


def fit_all(trials: Mapping[str, Trials]) -> dict[str, Curve]:
    """Twice: what is expected of each battlefield the second time is what they came to on average.

    It bends as its own battles say, to which all battlefields add as much as one of them has to say: a few hundred
    battles alone tell bends badly, and what was not played was foretold worse by them.
    """
    found = [some.fit().weights for some in trials.values()]
    expected = np.array([EXPECTED[0], *np.mean(found, 0)[1:]])
    fits = {name: some.fits(expected) for name, some in trials.items()}
    unlikely = {name: np.array([one for one, _ in some]) for name, some in fits.items()}
    everywhere = np.mean(list(unlikely.values()), 0)
    return {name: fits[name][int((unlikely[name] + everywhere).argmin())][1] for name in trials}


def slips_line(name: str, slips: Slips) -> str:
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
    results.play((pairing, seed) for seed in seeds for pairing in everybody)
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
    results.play((pairing, seed) for seed in seeds for pairing in everybody)
    count = f"At least {fewest(everybody, results, seeds)} battles for every figure.\n\n"
    return {"hordes": count + table(rows, "horde", ["by chance", "greedy", "planning"], results, seeds)}


def read_arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=100, help="for every figure; with --tune, on every battlefield")
    parser.add_argument("--minutes", type=float, default=600.0, help="then tables or slips are made of what there is")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    parser.add_argument("--levels", default="", help="only these battlefields, with commas between")
    parser.add_argument("--side", choices=SIDES, action="append", dest="sides", help="only this side's levels")
    parser.add_argument("--tune", action="store_true", help="print slips instead")
    parser.add_argument("--horde", action="store_true", help="set hordes beside each other instead")
    parser.add_argument("--results", type=Path, default=Path("lanes-levels.jsonl"), help="where battles are kept")
    options = parser.parse_args(words)
    options.sides = options.sides or SIDES
    return options


def run(words: Sequence[str] | None = None) -> str:
    """What the command line asks for."""
    options = read_arguments(words)
    end = time.monotonic() + 60 * options.minutes
    names = [name for name in options.levels.split(",") if name] or list(survey()[0].levels)
    with workers(options.jobs) as team:
        ahead = 0 if options.jobs == 1 else AHEAD * options.jobs
        return tell(names, options, Results(options.results, team, ahead, end))


def tell(names: Sequence[str], options: argparse.Namespace, results: Results) -> str:
    if options.tune:
        found = tune(names, options.battles, results)
        return "\n".join(slips_line(name, slips) for name, slips in found.items())
    tables = (horde_tables if options.horde else level_tables)(names, options, results)
    if options.levels:
        return "\n\n".join(tables.values())
    write(PAGE, tables)
    return f"wrote {PAGE}"


if __name__ == "__main__":
    print(run())
