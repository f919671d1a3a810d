"""Each level of the computer against the one below, in every game: the tables of docs/strength.md.

python bench/levels.py [GAME …] [--minutes 60] [--jobs 1] [--least 12] [--most 400] [--nodes 4000]
                       [--level NUMBER=PLAYER …] [--folder levels] [--docs …]

Games are played in pairs, both seats, on every map in turn, from openings drawn from a seed. A pairing is settled when
its interval is ± 50 Elo or less, when the upper level is better by 300 Elo at least (neither before --least games on
every map), or after --most games. Results are entered in a ledger: run it again and it goes on. --minutes is for all
games together. Nobody thinks longer than 50 ms, the highest level not longer than 100 ms, on one core. With --nodes, a
search that counts nodes gets so many for each of its milliseconds, and with --level another player stands for a level,
one that is limited by what it does: then it is no matter what else the machine does.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from pathlib import Path

import numpy as np

from tabor.arena.ledger import Ledger
from tabor.arena.local import Local, Setting
from tabor.arena.playing import Tally, number_of
from tabor.arena.ratings import Ints
from tabor.arena.results import Results, collect
from tabor.arena.sequential import elo_of
from tabor.arena.shards import Shard, variant_text
from tabor.docs import END, START, fill, markdown_table
from tabor.errors import DataError
from tabor.game import Game, Kind
from tabor.games import NAMES, find
from tabor.loading import load_kind, menu
from tabor.players import alphabeta, levels
from tabor.saves import rules_sum

CLOSE = 50.0  # Elo, to both sides: then a pairing is settled
CLEAR = 300.0  # Elo: better by that at least is settled, too
UNKNOWN = 1e6  # Elo, of one who won every game
LONGEST_MS, TOP_MS = 50, 100  # a decision, and one of the highest level
ROOT = Path(__file__).parent.parent
OPEN = "not measured yet"


def grounds(kind: Kind) -> list[dict[str, str]]:
    """What two players can play on: every board or map, in every mode that it can be played in."""
    found = []
    listed = menu(kind)
    first = next(iter(kind.options), "")
    values = [listed[name] if name == first or name in kind.menu else [] for name in kind.options]
    for chosen in product(*(some or [kind.options[name]] for name, some in zip(kind.options, values, strict=True))):
        try:
            game = load_kind(kind, None, dict(zip(kind.options, chosen, strict=True)))
            if game.players == 2:
                found.append(game.options)
        except DataError:
            continue  # a map that is not for this mode
    return found


def ground_name(options: Mapping[str, str], kind: Kind) -> str:
    """What distinguishes it from others: the first option, and what is not as usual."""
    first = next(iter(options), "")
    told = [value for name, value in options.items() if name == first or value != kind.options[name]]
    return " ".join(told)


def measured(text: str, most: int, nodes: int = 0) -> str:
    """A level as it is measured: thinking at most so many milliseconds, or nodes for each of them, on one core.

    >>> measured("alphabeta:ms=950,cores=all", 100), measured("captain:turns=4", 50)
    ('alphabeta:ms=100', 'captain:turns=4')
    >>> measured("alphabeta:ms=950,cores=all", 100, nodes=4000)
    'alphabeta:nodes=400000'
    """
    limited = re.sub(r"ms=(\d+)", lambda found: f"ms={min(most, int(found[1]))}", text.replace(",cores=all", ""))
    if not nodes or not text.startswith(alphabeta.AlphaBeta.name):
        return limited
    return re.sub(r"ms=(\d+)", lambda found: f"nodes={nodes * int(found[1])}", limited)


def measured_levels(game: Game, nodes: int = 0) -> list[str]:
    known = levels(game)
    return [measured(text, TOP_MS if text == known[-1] else LONGEST_MS, nodes) for text in known]


# ---- what was played ----


@dataclass(frozen=True)
class Score:
    """What a level did against the one below."""

    tally: Tally

    @property
    def elo(self) -> tuple[float, float, float]:
        """The estimate and its interval."""
        low, high = self.tally.interval
        return elo_of(self.tally.score), elo_of(low), elo_of(high)

    @property
    def is_settled(self) -> bool:
        _, low, high = self.elo
        return low >= CLEAR or (high - low) <= 2 * CLOSE


@dataclass(frozen=True)
class Ladder:
    """The levels of one game, and what is planned between them.

    A shard is one opening of one pairing on one ground; its number follows from these three.
    """

    kind: Kind
    folder: Path
    nodes: int = 0  # for each millisecond of a search that counts them; 0: it looks at the clock
    instead: Mapping[int, str] = field(default_factory=dict)  # who stands for a level, by its number

    @cached_property
    def game(self) -> Game:
        return load_kind(self.kind)

    @cached_property
    def grounds(self) -> list[dict[str, str]]:
        return grounds(self.kind)

    @cached_property
    def texts(self) -> list[str]:
        known = measured_levels(self.game, self.nodes)
        for number, text in self.instead.items():
            if not 1 <= number <= len(known):
                raise DataError(f"--level {number}={text}: {self.kind.title} has levels 1 to {len(known)}")
            known[number - 1] = text
        return known

    @property
    def names(self) -> list[str]:
        return [f"level{number}" for number in range(1, len(self.texts) + 1)]

    @property
    def pairings(self) -> int:
        return len(self.texts) - 1

    @cached_property
    def ledger(self) -> Ledger:
        """What was played between other levels or under other numbers counts for nothing here."""
        told = (self.kind.name, self.kind.version, rules_sum(self.game), *self.texts, self.grounds)
        self.folder.mkdir(parents=True, exist_ok=True)
        return Ledger(f"sqlite:///{(self.folder / 'levels.sqlite').resolve()}", f"{number_of(*told):x}")

    def number(self, opening: int, ground: int, pairing: int) -> int:
        return (opening * len(self.grounds) + ground) * self.pairings + pairing

    def place(self, number: int) -> tuple[int, int]:
        """Ground and pairing of a shard."""
        rest, pairing = divmod(number, self.pairings)
        return rest % len(self.grounds), pairing

    def shard(self, opening: int, ground: int, pairing: int) -> Shard:
        pair = (self.names[pairing + 1], self.names[pairing])  # the upper level first
        number = self.number(opening, ground, pairing)
        variant = variant_text(self.grounds[ground], {})
        # Each has a seed of its own: with the same few on every ground, players' luck would be the same everywhere.
        return Shard(number, pair, (number_of(self.kind.name, "levels", number),), variant=variant)

    def results(self) -> Results:
        """The same actions on another ground are another game."""
        found = collect(self.ledger.results(), self.names, 2)
        return replace(found, identity=found.identity ^ self.places(found)[:, 0] << 40)

    def places(self, results: Results) -> Ints:
        """[games, 2]: ground and pairing."""
        return np.array([self.place(int(number)) for number in results.shard], np.int64).reshape(-1, 2)

    def open_shards(self, least: int, most: int) -> Iterator[Shard]:
        """What is to be played next, as long as anything is open: every pairing on every ground in turn."""
        for opening in range(-(-most // (2 * len(self.grounds)))):
            done = self.ledger.entered()
            scores = pairing_scores(self, self.results()) if opening * 2 >= least else {}
            for ground, pairing in product(range(len(self.grounds)), range(self.pairings)):
                is_open = pairing not in scores or not scores[pairing].is_settled
                if is_open and self.number(opening, ground, pairing) not in done:
                    yield self.shard(opening, ground, pairing)


def pairing_scores(ladder: Ladder, results: Results) -> dict[int, Score]:
    places = ladder.places(results)[:, 1]
    return {int(pairing): Score(tally_of(results, places == pairing)) for pairing in np.unique(places)}


def tally_of(results: Results, chosen: np.ndarray, seat: int | None = None) -> Tally:
    """How the upper level of a pairing did in the chosen games, each game once; at one seat, or at both."""
    rows = chosen & results.once
    upper = results.who.argmax(1)  # levels ascend
    if seat is not None:
        rows = rows & (upper == seat)
    rows_upper = np.arange(len(upper)), upper
    ahead = np.sign(results.place[np.arange(len(upper)), 1 - upper] - results.place[rows_upper])[rows]
    return Tally(int((ahead > 0).sum()), int((ahead == 0).sum()), int((ahead < 0).sum()))


# ---- playing ----


def play(ladder: Ladder, minutes: float, jobs: int, least: int, most: int) -> None:
    """Until all pairings are settled, or the time is over; every result is entered at once."""
    end, began = time.monotonic() + 60 * minutes, time.monotonic()
    _ = ladder.game.functions  # compiled once here rather than by every worker at the same time
    texts = dict(zip(ladder.names, ladder.texts, strict=True))
    local = Local(Setting(ladder.kind.name, dict(ladder.kind.options), {}, texts, {}), jobs)
    try:
        for count, done in enumerate(local.run(in_time(ladder.open_shards(least, most), end)), 1):
            ladder.ledger.enter(done)
            spent = time.monotonic() - began
            print(f"\r{ladder.kind.title}: {2 * count} games, {spent:.0f} s ", end="", file=sys.stderr, flush=True)
    finally:
        local.close()
    print(file=sys.stderr)


def in_time(shards: Iterator[Shard], end: float) -> Iterator[Shard]:
    for shard in shards:
        if time.monotonic() >= end:
            return
        yield shard


# ---- the table ----


def percent(tally: Tally) -> str:
    return f"{tally.score:.0%}" if tally.games else "–"


def signed(elo: float) -> str:
    """
    >>> signed(123.4), signed(float("-inf"))
    ('+123', '−∞')
    """
    return f"{elo:+.0f}" if abs(elo) < UNKNOWN else "+∞" if elo > 0 else "−∞"


def row(ladder: Ladder, results: Results, pairing: int) -> list[object]:
    places = ladder.places(results)
    chosen = places[:, 1] == pairing
    score = Score(tally_of(results, chosen))
    if not score.tally.games:
        return [pairing + 2, f"`{ladder.texts[pairing + 1]}`", 0, *["–"] * 6]
    elo, low, high = score.elo
    on_each = [
        f"{ground_name(options, ladder.kind)} {percent(tally_of(results, chosen & (places[:, 0] == number)))}"
        for number, options in enumerate(ladder.grounds)
    ]
    seats = " / ".join(percent(tally_of(results, chosen, seat)) for seat in (0, 1))
    told = Counter(results.reasons[reason] for reason in results.reason[chosen & results.once])
    ends = ", ".join(f"{reason} {count / score.tally.games:.0%}" for reason, count in told.most_common())
    thought = results.milliseconds[chosen].sum() / max(1, results.decisions[chosen].sum())
    level = [pairing + 2, f"`{ladder.texts[pairing + 1]}`", score.tally.games, percent(score.tally)]
    return [
        *level,
        f"{signed(elo)} ({signed(low)} … {signed(high)})" if elo < UNKNOWN else f"{signed(low)} at least",
        seats,
        ", ".join(on_each),
        ends,
        f"{thought:.1f}",
    ]


def table(ladder: Ladder) -> str:
    results = ladder.results()
    if not len(results):
        return OPEN
    seats = " / ".join(seat for seat in ladder.game.setup.seats)
    head = ["level", "player", "games", "score against the level below", "Elo above it (95%)", f"as {seats}"]
    head += ["on each ground", "games ended by", "ms a decision, of both"]
    return markdown_table(head, [row(ladder, results, pairing) for pairing in range(ladder.pairings)])


def kept_tables(text: str) -> dict[str, str]:
    """The tables that a page has now.

    >>> kept_tables("a <!-- table: x -->\\nold\\n<!-- end --> b")
    {'x': 'old'}
    """
    parts = START.split(text)
    return {name: rest.partition(END)[0].strip("\n") for name, rest in zip(parts[1::2], parts[2::2], strict=True)}


def write(page: Path, tables: Mapping[str, str]) -> None:
    """Renew these tables of a page; those of other games stay as they are."""
    text = page.read_text("utf-8")
    page.write_text(fill(text, {**kept_tables(text), **tables}, str(page)), "utf-8")


def stand_in(text: str) -> tuple[int, str]:
    """
    >>> stand_in("8=alphabeta:nodes=200000")
    (8, 'alphabeta:nodes=200000')
    """
    number, _, player = text.partition("=")
    if not number.isdecimal() or not player:
        raise argparse.ArgumentTypeError(f"{text!r} is not NUMBER=PLAYER, as in 8=greedy:slips=5")
    return int(number), player


def read_arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Each level of the computer against the one below.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(NAMES)}; all if none is named")
    parser.add_argument("--minutes", type=float, default=60.0, help="for all games together")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--least", type=int, default=12, help="games of a pairing on each map")
    parser.add_argument("--most", type=int, default=400, help="games of a pairing")
    parser.add_argument("--nodes", type=int, default=0, help="in place of a millisecond; 0: by the clock")
    parser.add_argument("--level", type=stand_in, action="append", default=[], help="NUMBER=PLAYER, of one game")
    parser.add_argument("--folder", type=Path, default=Path("levels"), help="where results are kept")
    parser.add_argument("--docs", type=Path, default=ROOT / "docs" / "strength.md", help="the page")
    options = parser.parse_args(words)
    if wrong := [name for name in options.games if name not in NAMES]:
        parser.error(f"there is no game {wrong[0]!r}; games are {', '.join(NAMES)}")
    if options.level and len(options.games) != 1:
        parser.error("--level is for one game; name it")
    return options


def main(words: Sequence[str] | None = None) -> None:
    options = read_arguments(words)
    end = time.monotonic() + 60 * options.minutes
    names = options.games or list(NAMES)
    for left, name in zip(range(len(names), 0, -1), names, strict=True):
        ladder = Ladder(find(name), options.folder, options.nodes, dict(options.level))
        play(ladder, (end - time.monotonic()) / 60 / left, options.jobs, options.least, options.most)
        write(options.docs, {f"levels-{name}": table(ladder)})


if __name__ == "__main__":
    main()
