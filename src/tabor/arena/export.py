"""A tournament's games for other tools: a row each, as CSV, JSON or Parquet (extra `tabor[parquet]`)."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson

from tabor.arena.results import Results
from tabor.arena.tournament import Tournament
from tabor.errors import DataError
from tabor.game import Tree


def write_games(tournament: Tournament, path: Path) -> int:
    """The file, whole or not at all; how many games are in it."""
    if path.suffix not in WRITERS:
        raise DataError(f"{path}: its ending must be one of {', '.join(WRITERS)}, or .html for the report")
    results = tournament.results()
    part = path.with_name(path.name + ".part")
    try:
        WRITERS[path.suffix](part, rows(results, tournament.game.setup.seats))
        os.replace(part, path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise DataError(f"{path} cannot be written: {error.strerror}") from None
    return len(results)


def rows(results: Results, seats: tuple[str, ...]) -> Iterator[Tree]:
    """Each game: where it stands in the ledger, how it ended, and for each seat who sat there and how they did."""
    once = results.once
    for row in range(len(results)):
        game: Tree = {
            "shard": int(results.shard[row]),
            "game": int(results.number[row]),
            "seed": int(results.seed[row]),
            "actions": int(results.plies[row]),
            "reason": results.reasons[int(results.reason[row])],
            "repeat": not once[row],
        }
        for number, seat in enumerate(seats):
            game[f"{seat}_player"] = results.names[int(results.who[row, number])]
            game[f"{seat}_place"] = 1 + int(results.place[row, number])
            game[f"{seat}_ms"] = float(results.milliseconds[row, number])
            game[f"{seat}_decisions"] = int(results.decisions[row, number])
            game[f"{seat}_left"] = bool(results.left[row, number])
        yield game


def write_csv(path: Path, games: Iterator[Tree]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        first = next(games, None)
        if first is not None:
            writer = csv.DictWriter(file, list(first))
            writer.writeheader()
            writer.writerow(first)
            writer.writerows(games)


def write_json(path: Path, games: Iterator[Tree]) -> None:
    path.write_bytes(orjson.dumps(list(games), option=orjson.OPT_INDENT_2 | orjson.OPT_SERIALIZE_NUMPY))


def write_parquet(path: Path, games: Iterator[Tree]) -> None:
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise DataError("Parquet needs the package pyarrow: pip install 'tabor[parquet]'") from None
    table: Any = pyarrow.Table.from_pylist(list(games))
    parquet.write_table(table, path)


WRITERS: dict[str, Callable[[Path, Iterator[Tree]], None]] = {
    ".csv": write_csv,
    ".json": write_json,
    ".parquet": write_parquet,
}
