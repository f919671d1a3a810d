"""What `tabor puzzles` prints."""

from __future__ import annotations

import contextlib

from rich.console import Console
from rich.text import Text

from tabor.errors import DataError
from tabor.game import Game, Kind
from tabor.messages import speaker
from tabor.mining import collect
from tabor.puzzles import Puzzle, goal_message, goals_of, read_puzzles, write_puzzles
from tabor.terminal.progress import bar
from tabor.terminal.screen import draw_screen

LINES = 40


def make_puzzles(game: Game, goal: str, count: int, seed: int) -> None:
    """With a bar; Ctrl-C ends it and writes those that were found."""
    if goal not in goals_of(game.kind):
        raise DataError(f"{game.kind.title} has no goal {goal!r}; take {', '.join(goals_of(game.kind))}")
    found: list[Puzzle] = []
    with bar() as progress, contextlib.suppress(KeyboardInterrupt):
        task = progress.add_task("looking for puzzles", total=count, score="")
        for one in collect(game, goal, count, seed):
            found.append(one)
            progress.update(task, advance=1)
    if found:
        path = write_puzzles(game.kind, found, command_of(game, goal, len(found), seed))
        print(f"{len(found)} puzzles are in {path}")


def command_of(game: Game, goal: str, count: int, seed: int) -> str:
    """What finds the same puzzles again."""
    options = "".join(f" --{name} {value}" for name, value in sorted(game.options.items()))
    return f"tabor puzzles make {game.kind.name}{options} --goal {goal} -n {count} --seed {seed}"


def show_puzzle(kind: Kind, number: int, is_solving: bool) -> None:
    puzzles = read_puzzles(kind)
    if not 1 <= number <= len(puzzles):
        raise DataError(f"{kind.title} has no puzzle {number}: it has {len(puzzles)}, counted from 1")
    one, console = puzzles[number - 1], Console(highlight=False)
    match, say = one.begin(kind), speaker(kind)
    console.print(draw_screen(match.view(match.player), say, {}, (console.width, LINES), ()))
    goal = say(goal_message(match.game, one, match.player or 0))
    console.print(Text(f"{kind.title}, puzzle {number} of {len(puzzles)}, grade {one.grade}: {goal}"))
    if is_solving:
        console.print(Text(f"solution: {' '.join(one.solution)}"))
