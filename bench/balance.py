"""What our games are like, and what their variants change: plays the studies of studies/ and writes docs/balance.md.

python bench/balance.py [STUDY …] [--minutes 60] [--jobs 1] [--docs docs/balance.md]

A study is a file as `tabor study run` takes it, and can be run and looked at by that, too. Results are entered in a
ledger beside it (studies/NAME.study): run it again and it goes on; tables are made of what has been played so far.
--minutes is for all studies together.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from levels import OPEN, write

from tabor.arena.local import Local
from tabor.arena.results import Results
from tabor.docs import markdown_table
from tabor.lab.cells import MIRROR, Cell
from tabor.lab.lab import Lab
from tabor.lab.measures import measure_of, observed
from tabor.lab.study import BASE, Variant, read_study
from tabor.lab.summary import taken_of, uses_of
from tabor.lab.verdicts import Estimate

ROOT = Path(__file__).parent.parent
STUDIES = ROOT / "studies"
Z = 1.96  # intervals are 95%, each for itself
CLOSELY = ("depth", "luck", "lead_changes", "drama", "choice")  # measures of the sample


def share(found: Estimate) -> str:
    """
    >>> share(Estimate(0.5234, 0.5134, 0.5334, 9000))
    '52.3% ± 1.0'
    """
    return f"{found.value:.1%} ± {50 * (found.high - found.low):.1f}" if found.count > 1 else "–"


def points(found: Estimate) -> str:
    """A share of a game as points of a hundred.

    >>> points(Estimate(0.05, 0.03, 0.07, 100))
    '+5.0 ± 2.0'
    """
    return f"{100 * found.value:+.1f} ± {50 * (found.high - found.low):.1f}" if found.count > 1 else "–"


# ---- tables ----


def called(variant: Variant) -> str:
    """The first of a study goes by its options."""
    return ", ".join(variant.options.values()) or BASE if variant.name == BASE else variant.name


def mirrors(lab: Lab) -> Iterator[tuple[Cell, Results]]:
    """Every judge against itself, in each variant: what has been played."""
    for cells in lab.cells.values():
        for cell in cells:
            if cell.kind == MIRROR:
                yield cell, lab.results(cell, lab.study.looks)


def games_table(lab: Lab) -> str:
    rows = [games_row(cell, results) for cell, results in mirrors(lab) if len(results)]
    head = ["", "judge", "games", "first seat", "draws", "actions", "ends"]
    return markdown_table(head, rows) if rows else OPEN


def games_row(cell: Cell, results: Results) -> list[object]:
    first = Estimate.of(results.shares[:, 0], Z, 1.0)
    drawn = Estimate.of((results.place == 0).all(1).astype(float), Z, 1.0)
    ends = Counter(results.reasons[reason] for reason in results.reason.tolist()).most_common()
    said = ", ".join(f"{reason} {count / len(results):.0%}" for reason, count in ends)
    counts = [f"{len(results):,}", share(first), share(drawn), f"{results.plies.mean():.0f}"]
    return [called(cell.variant), f"`{cell.names[0]}`", *counts, said]


def closely_table(lab: Lab) -> str:
    """What the sample tells, over all judges."""
    rows = []
    for variant in lab.study.variants:
        games = lab.evidence(variant, lab.study.looks)
        cells = []
        for name in CLOSELY:
            seen = observed(measure_of(name), games)
            each = [Estimate.of(row, Z, measure_of(name).unseen) for row in seen]
            cells.append(", ".join(measure_of(name).write(one.value) for one in each if one.count > 1) or "–")
        rows.append([called(variant), *cells])
    return markdown_table(["", *(measure_of(name).title for name in CLOSELY)], rows)


def pieces_table(lab: Lab) -> str:
    """What a side loses that must do without a piece."""
    found = [taken_of(lab, variant.name, lab.study.looks) for variant in lab.study.variants]
    rows = [[piece, *(points(one[piece]) for one in found)] for piece in lab.study.pieces]
    return markdown_table(["without", *map(called, lab.study.variants)], rows)


def content_table(lab: Lab) -> str:
    """In which share of games a thing was used, by anybody; a table of the data of which nothing was is left out."""
    uses = [uses_of(lab, variant.name, lab.study.looks) for variant in lab.study.variants]
    shares = [{(use.table, use.name): use.share for use in found if use.table != "happens"} for found in uses]
    seen = {table for found in shares for (table, _), one in found.items() if one.value > 0}
    named = [key for key in (shares[0] if shares else ()) if key[0] in seen]
    rows = [[name, table, *(f"{found[table, name].value:.0%}" for found in shares)] for table, name in sorted(named)]
    return markdown_table(["", "of the", *map(called, lab.study.variants)], rows) if rows else OPEN


def tables_of(lab: Lab, name: str) -> dict[str, str]:
    """Pieces need every opening that they are compared with, and content its replays: both wait for the end."""
    is_over = lab.standing().is_over
    study = lab.study
    return {
        f"{name}-games": games_table(lab),
        f"{name}-closely": closely_table(lab) if study.sample and is_over else OPEN,
        f"{name}-pieces": pieces_table(lab) if study.pieces and is_over else OPEN,
        f"{name}-content": content_table(lab) if study.sample and is_over else OPEN,
    }


# ---- playing ----


def play(lab: Lab, name: str, minutes: float, jobs: int) -> None:
    """Until it is over or the time is; every shard is entered at once."""
    began, games = time.monotonic(), lab.played()
    for variant in lab.games.values():
        _ = variant.functions  # compiled once here rather than by every worker at the same time
    with closing(lab.run(lambda setting: Local(setting, jobs))) as shards:
        for shard in shards:
            games += shard.games
            spent = time.monotonic() - began
            print(
                f"\r{name}: {games:,} of {lab.planned():,} games, {spent:.0f} s ", end="", file=sys.stderr, flush=True
            )
            if spent >= 60 * minutes:
                break
    print(file=sys.stderr)


def read_arguments(words: Sequence[str] | None) -> argparse.Namespace:
    known = sorted(file.stem for file in STUDIES.glob("*.toml"))
    parser = argparse.ArgumentParser(description="Plays the studies of our own games, and writes docs/balance.md.")
    parser.add_argument("studies", nargs="*", metavar="STUDY", help=f"of {', '.join(known)}; all if none is named")
    parser.add_argument("--minutes", type=float, default=60.0, help="for all studies together; 0: only the tables")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--docs", type=Path, default=ROOT / "docs" / "balance.md", help="the page")
    options = parser.parse_args(words)
    if wrong := [name for name in options.studies if name not in known]:
        parser.error(f"there is no study {wrong[0]!r}; studies are {', '.join(known)}")
    options.studies = options.studies or known
    return options


def main(words: Sequence[str] | None = None) -> None:
    options = read_arguments(words)
    end = time.monotonic() + 60 * options.minutes
    for left, name in zip(range(len(options.studies), 0, -1), options.studies, strict=True):
        lab = Lab(read_study(STUDIES / f"{name}.toml"))
        if options.minutes > 0:
            play(lab, name, (end - time.monotonic()) / 60 / left, options.jobs)
        write(options.docs, tables_of(lab, name))
        lab.close()


if __name__ == "__main__":
    main()
