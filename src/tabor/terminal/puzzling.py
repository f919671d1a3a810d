"""What `tabor puzzles` prints."""

from __future__ import annotations

import contextlib

from rich.console import Console
from rich.text import Text

from tabor.errors import DataError
from tabor.game import Game, Kind
from tabor.loading import load_kind
from tabor.match import Match
from tabor.messages import speaker
from tabor.puzzles import Puzzle, collect, read_puzzles, write_puzzles
from tabor.terminal.progress import bar
from tabor.terminal.screen import draw_screen

LINES = 40


def make_puzzles(game: Game, count: int, seed: int) -> None:
    """With a bar; Ctrl-C ends it and writes those that were found."""
    found: list[Puzzle] = []
    with bar() as progress, contextlib.suppress(KeyboardInterrupt):
        task = progress.add_task("looking for puzzles", total=count, score="")
        for one in collect(game, count, seed):
            found.append(one)
            progress.update(task, advance=1)
    if found:
        print(f"{len(found)} puzzles are in {write_puzzles(game.kind, found)}")


def show_puzzle(kind: Kind, number: int, is_solving: bool) -> None:
    puzzles = read_puzzles(kind)
    if not 1 <= number <= len(puzzles):
        raise DataError(f"{kind.title} has no puzzle {number}: it has {len(puzzles)}, counted from 1")
    one, console = puzzles[number - 1], Console(highlight=False)
    match = Match(load_kind(kind, {}, dict(one.options)), 1, one.position)
    console.print(draw_screen(match.view(match.player), speaker(kind), {}, (console.width, LINES), ()))
    seat = match.game.setup.seats[match.player or 0]
    console.print(Text(f"{kind.title}, puzzle {number} of {len(puzzles)}, grade {one.grade}: {seat} plays and wins"))
    if is_solving:
        console.print(Text(f"solution: {' '.join(one.solution)}"))
