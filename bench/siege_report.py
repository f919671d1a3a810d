"""What games of Siege show: length, ends, sides, what is bought and what decides, in games between generals.

python bench/siege_report.py [--games 200] [--jobs 16] [--docs docs]    writes docs/siege-report.md
python bench/siege_report.py --variant balanced [--map keep …] [--games 60] [--first 1]    tells of a variant alone
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any

import numpy as np
from siege_strength import Job as Seats
from siege_strength import Table, take_turns

import tabor
from tabor.arena.playing import Tally
from tabor.game import EVENT_WIDTH
from tabor.games.siege import board
from tabor.games.siege.players import Commander
from tabor.games.siege.words import KINDS

GROUNDS = (
    ("ford", "standard"),
    ("straits", "standard"),
    ("islands", "standard"),
    ("pass", "standard"),
    ("plain", "standard"),
    ("keep", "siege"),
)
MOST_EVENTS = 120_000
MADE = tuple(kind for kind in range(len(KINDS)) if kind != board.CASTLE)  # kinds that can be bought

# Numbers that could be otherwise: what they are called, and what they change.
VARIANTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("standard", "the rules as they are", {}),
    ("camps keep 12 away", "`options.camp_from_enemy = 12`", {"options": {"camp_from_enemy": 12}}),
    ("dearer camps", "`tokens.camp.cost = 48`", {"tokens": {"camp": {"cost": 48}}}),
    ("better rams", "`ram.wall = 4`", {"ram": {"wall": 4}}),
    ("no income in a siege", "`siege.income = 0`", {"siege": {"income": 0}}),
    ("more coins", "`siege.attacker_coins = 96`", {"siege": {"attacker_coins": 96}}),
)
SHOWN = ("standard", "camps keep 12 away", "dearer camps")  # on standard grounds; the others in siege mode


@dataclass(frozen=True)
class Outcome:
    """What is kept of one game."""

    winner: int  # −2: a draw
    reason: str
    turns: int
    made: tuple[tuple[int, ...], tuple[int, ...]]  # by player and kind: bought or built
    captures: tuple[int, int]
    first_capture: int  # who captured first; −1 nobody
    losses: tuple[int, int]  # land units


@dataclass(frozen=True)
class Job:
    name: str
    mode: str
    changes: dict[str, Any]
    seed: int
    variant: str = "rulebook"


def play(job: Job) -> Outcome:
    """A game between two generals with different tastes, each of the mind that the map asks for."""
    game = tabor.load("siege", map=job.name, mode=job.mode, variant=job.variant, rules=job.changes or None)
    sides = [Commander(game, side + 2 * job.seed, "general") for side in range(2)]
    states: Any = np.zeros(1, game.kind.STATE)
    states[0], events = game.begin(job.seed), np.zeros((MOST_EVENTS, EVENT_WIDTH), np.int32)
    for side in sides:
        side.states, side.events = states, events
    table = Table(Seats((job.name, job.name), job.name, job.mode, job.seed, (0, 1)), game, states, sides, [0.0, 0.0])
    for _ in take_turns(table):
        pass
    return outcome_of(game, states[0], events[1 : 1 + int(events[0, 0])])


def outcome_of(game: tabor.Game, state: Any, events: Any) -> Outcome:
    made = np.zeros((2, len(KINDS)), int)
    captures, losses, first = [0, 0], [0, 0], -1
    for happened, player, kind, *_ in events.tolist():
        if happened in (board.MADE, board.BUILT):
            made[player, kind] += 1
        elif happened == board.CAPTURED:
            captures[player] += 1
            first = player if first < 0 else first
        elif happened == board.LOST and kind < board.TOWER:
            losses[player] += 1
    bought = tuple(made[0].tolist()), tuple(made[1].tolist())
    reason = game.reason(int(state["reason"]))
    pairs = (captures[0], captures[1]), first, (losses[0], losses[1])
    return Outcome(int(state["winner"]), reason, int(state["turns"]), bought, *pairs)


# ---- tables ----


def share(won: int, drawn: int, games: int) -> str:
    """A share with Wilson's interval."""
    tally = Tally(won, drawn, games - won - drawn)
    low, high = tally.interval
    return f"{tally.score:.0%} ({low:.0%} to {high:.0%})"


def spread(values: list[int]) -> str:
    low, high = np.percentile(values, [10, 90])
    return f"{median(values):.0f} ({low:.0f} to {high:.0f})"


def ends(outcomes: list[Outcome]) -> str:
    found = Counter(outcome.reason for outcome in outcomes)
    return ", ".join(f"{reason} {count / len(outcomes):.0%}" for reason, count in found.most_common())


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    lines = [list(head), *rows]
    written = ["| " + " | ".join(str(cell) for cell in line) + " |" for line in lines]
    return "\n".join([written[0], "|" + "---|" * len(list(lines[0])), *written[1:]]) + "\n"


def ground_row(name: str, mode: str, outcomes: list[Outcome]) -> list[object]:
    won = sum(outcome.winner == 1 for outcome in outcomes)
    drawn = sum(outcome.winner < 0 for outcome in outcomes)
    turns = [outcome.turns for outcome in outcomes]
    return [name, mode, len(outcomes), spread(turns), share(won, drawn, len(outcomes)), ends(outcomes)]


def difference(kind: int, outcomes: list[Outcome]) -> str:
    """How many more the winner bought than the loser, with a 95% interval of the mean."""
    decided = [outcome for outcome in outcomes if outcome.winner >= 0]
    more = [o.made[o.winner][kind] - o.made[1 - o.winner][kind] for o in decided]
    error = 1.96 * stdev(more) / math.sqrt(len(more)) if len(more) > 1 else math.nan
    return f"{mean(more):+.1f} ± {error:.1f}" if more else "–"


def token_row(kind: int, standard: list[Outcome], siege: list[Outcome]) -> list[object]:
    both = [mean(sum(o.made[player][kind] for player in range(2)) / 2 for o in standard), difference(kind, standard)]
    sides = [mean(o.made[player][kind] for o in siege) for player in range(2)]
    return [KINDS[kind], f"{both[0]:.1f}", both[1], f"{sides[0]:.1f}", f"{sides[1]:.1f}"]


def first_blood(outcomes: list[Outcome]) -> str:
    """How often whoever first captured a seat won."""
    seen = [outcome for outcome in outcomes if outcome.first_capture >= 0]
    won = sum(outcome.winner == outcome.first_capture for outcome in seen)
    return f"{share(won, 0, len(seen))} of {len(seen)} games with a capture" if seen else "there was no capture"


Results = dict[tuple[str, str, str], list[Outcome]]  # by variant, map and mode

HEAD = """# What games of Siege show

Games of `general` against itself; tastes in placing castles, and dice, differ from game to game. Intervals are 95%:
Wilson's for shares, of the mean for differences; of lengths the median and the 10th and 90th percentile are told. What
holds among these players need not hold among people. Made by `python bench/siege_report.py --games {games}`.

## Length, ends and sides

Orange moves first; in siege mode it is the attacker.

"""


# ---- verdicts ----

EVEN = (0.4, 0.6)  # shares that need no mending
RARE = 0.3  # of a token in a game
LIMITS = ("defended", "more-seats", "more-units", "even")


def orange(outcomes: list[Outcome]) -> Tally:
    won, drawn = sum(one.winner == 1 for one in outcomes), sum(one.winner < 0 for one in outcomes)
    return Tally(won, drawn, len(outcomes) - won - drawn)


def side_verdict(results: Results, name: str, mode: str) -> str | None:
    """Where a side wins too often, and which change brings it nearest to even."""
    tally = orange(results["standard", name, mode])
    low, high = tally.interval
    if low <= EVEN[1] and high >= EVEN[0]:
        return None
    others = {meant: results.get((variant, name, mode)) for variant, meant, changes in VARIANTS if changes}
    shares = {meant: orange(found).score for meant, found in others.items() if found}
    best = min(shares, key=lambda meant: abs(shares[meant] - 0.5))
    mends = abs(shares[best] - 0.5) < abs(tally.score - 0.5)
    cure = f"{best} brings it to {shares[best]:.0%}" if mends else "none of the changes below mends it"
    return f"- On `{name}` ({mode}) orange wins {tally.score:.0%} ({low:.0%} to {high:.0%}): {cure}."


def limit_verdict(name: str, mode: str, outcomes: list[Outcome]) -> str | None:
    late = sum(one.reason in LIMITS for one in outcomes) / len(outcomes)
    if late < 0.5:
        return None
    return f"- On `{name}` ({mode}) {late:.0%} of the games last to the last turn and are decided by counting (S32)."


def token_verdict(standard: list[Outcome], siege: list[Outcome]) -> str:
    bought = {
        kind: mean(sum(one.made[side][kind] for side in range(2)) for one in [*standard, *siege]) for kind in MADE
    }
    rare = [f"{KINDS[kind]} ({count:.2f} a game)" for kind, count in bought.items() if count < RARE]
    return f"- Hardly ever bought: {', '.join(rare)}." if rare else "- Every token is bought."


def verdicts(results: Results, standard: list[Outcome], siege: list[Outcome]) -> str:
    """What is degenerate, and what would mend it, as far as these games tell."""
    found = [side_verdict(results, name, mode) for name, mode in GROUNDS]
    found += [limit_verdict(name, mode, results["standard", name, mode]) for name, mode in GROUNDS]
    found.append(token_verdict(standard, siege))
    return "".join(f"{line}\n" for line in found if line)


def report(results: Results, games: int) -> str:
    usual = {(name, mode): outcomes for (variant, name, mode), outcomes in results.items() if variant == "standard"}
    standard = [one for (_, mode), outcomes in usual.items() if mode == "standard" for one in outcomes]
    siege = [one for (_, mode), outcomes in usual.items() if mode == "siege" for one in outcomes]
    parts = [HEAD.format(games=games)]
    head = ["map", "mode", "games", "turns of both", "orange's share", "ends"]
    parts.append(table(head, [ground_row(name, mode, found) for (name, mode), found in usual.items()]))
    parts.append("\n## What is bought, and what decides\n\nBought or built by a side in a game. *Winner* is how many ")
    parts.append("more the winner bought than the loser.\n\n")
    head = ["token", "standard", "winner", "defender", "attacker"]
    parts.append(table(head, [token_row(kind, standard, siege) for kind in MADE]))
    parts.append(
        f"\nWhoever first captured a seat won: standard {first_blood(standard)}; siege {first_blood(siege)}.\n"
    )
    parts.append("\n## Other numbers\n\nThe same games with one number changed.\n\n")
    head = ["numbers", "map", "mode", "games", "turns of both", "orange's share", "ends"]
    meaning = {variant: meant for variant, meant, _ in VARIANTS}
    rows = [[meaning[variant], *ground_row(name, mode, found)] for (variant, name, mode), found in results.items()]
    parts.append(table(head, rows))
    parts.append("\n## What is degenerate\n\n" + verdicts(results, standard, siege))
    return "".join(parts)


def told(results: dict[tuple[str, str], list[Outcome]]) -> str:
    """Of a variant: how games end on each map, and in how many of them each token is bought."""
    head = ["map", "mode", "games", "turns of both", "orange's share", "ends"]
    parts = [table(head, [ground_row(name, mode, found) for (name, mode), found in results.items()])]
    rows = [[KINDS[kind], *(f"{bought(kind, found):.0%}" for found in results.values())] for kind in MADE]
    return "\n".join([*parts, table(["token", *(name for name, _ in results)], rows)])


def bought(kind: int, outcomes: list[Outcome]) -> float:
    """In what share of games anybody bought it."""
    return mean(any(one.made[side][kind] for side in range(2)) for one in outcomes)


def tell(options: argparse.Namespace) -> None:
    results: dict[tuple[str, str], list[Outcome]] = {}
    seeds = range(options.first, options.first + options.games)
    for name, mode in GROUNDS:
        if not options.map or name in options.map:
            results[name, mode] = [play(Job(name, mode, {}, seed, options.variant)) for seed in seeds]
    print(told(results))


def jobs(games: int) -> list[tuple[tuple[str, str, str], Job]]:
    found = []
    for variant, _, changes in VARIANTS:
        for name, mode in GROUNDS:
            is_for_this = variant == "standard" or (variant in SHOWN) == (mode == "standard")
            if is_for_this:
                found += [((variant, name, mode), Job(name, mode, changes, seed)) for seed in range(1, games + 1)]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="on each map, with each set of numbers")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--docs", type=Path, default=Path("docs"))
    parser.add_argument("--variant", help="tell of this variant alone")
    parser.add_argument("--map", action="append", choices=dict(GROUNDS), help="on this map alone")
    parser.add_argument("--first", type=int, default=1, help="seed of the first game")
    options = parser.parse_args()
    if options.variant:
        tell(options)
        return
    began, todo = time.perf_counter(), jobs(options.games)
    play(todo[0][1])  # compiles what the others then find
    results: Results = {}
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for (key, _), outcome in zip(todo, pool.imap(play, [job for _, job in todo], chunksize=4), strict=True):
            results.setdefault(key, []).append(outcome)
    (options.docs / "siege-report.md").write_text(report(results, options.games), encoding="utf-8")
    print(f"{len(todo)} games in {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
