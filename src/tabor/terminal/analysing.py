"""What `tabor analyse` prints: who was ahead, the decisions that cost most, mistakes and luck of every seat."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tabor.analysis import SLIP, Analyst, Decision, decisions, effort_for, final_values, played, summary, word_of
from tabor.match import Match
from tabor.terminal.progress import bar

SHOWN = 12  # decisions, those that cost most
HEIGHT = 9  # lines of the graph
STYLES = {"blunder": "bold red", "mistake": "red", "slip": "yellow"}


def analyse(match: Match, effort: float, as_json: bool) -> None:
    """Every decision, with a bar; Ctrl-C ends it."""
    found = judged(match, effort)
    if as_json:
        print(json.dumps(analysis_tree(match, found)))
        return
    console = Console(highlight=False)
    if not found:
        console.print("nobody has played anything in this match")
        return
    draw_graph(console, match, found)
    console.print(seats_table(match, found))
    show_worst(console, match, found)


def judged(match: Match, effort: float) -> list[Decision]:
    analyst, total = Analyst(match.game, effort * effort_for(match)), len(played(match))
    with bar() as progress:
        task = progress.add_task("analysing", total=total, score="")
        found = []
        for one in decisions(match, analyst):
            found.append(one)
            progress.update(task, advance=1)
    return found


def analysis_tree(match: Match, found: Sequence[Decision]) -> dict[str, object]:
    return {"decisions": [one.tree() for one in found], "seats": summary(match.game, found)}


def stands(match: Match, found: Sequence[Decision]) -> list[float]:
    """How it stood for the first seat, before each decision and at the end."""
    last = [final_values(match.game, match.state)[0]] if match.outcome else []
    return [one.values[0] for one in found] + last


def draw_graph(console: Console, match: Match, found: Sequence[Decision]) -> None:
    """A column for each stretch of the match; above the line the first seat is ahead."""
    values = stands(match, found)
    width = min(len(values), max(20, console.width - 4))
    means = [mean(values[i * len(values) // width : (i + 1) * len(values) // width]) for i in range(width)]
    console.print(Text(f"{match.game.setup.seats[0]} ahead", style="bold"))
    for row in range(HEIGHT):
        low, high = 1 - 2 * (row + 1) / HEIGHT, 1 - 2 * row / HEIGHT
        console.print(Text("  " + "".join(column(value, low, high) for value in means)))
    if match.game.players == 2:
        console.print(Text(f"{match.game.setup.seats[1]} ahead", style="bold"))


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def column(value: float, low: float, high: float) -> str:
    """What stands in a row of the graph: a bar from the middle to the value."""
    middle = (low + high) / 2
    if low < 0 < high:
        return "─"
    return "█" if (0 < middle <= value) or (value <= middle < 0) else " "


def seats_table(match: Match, found: Sequence[Decision]) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in ("seat", "decisions", "blunders", "mistakes", "slips", "missed wins", "they cost", "luck"):
        table.add_column(name, justify="left" if name == "seat" else "right")
    for seat in summary(match.game, found):
        counts = (seat[name] for name in ("decisions", "blunders", "mistakes", "slips", "missed_wins"))
        table.add_row(seat["seat"], *map(str, counts), f"{seat['cost']:.2f}", f"{seat['luck']:+.2f}")
    return table


def show_worst(console: Console, match: Match, found: Sequence[Decision]) -> None:
    """In the order in which they were played."""
    worst = sorted(sorted(found, key=lambda one: -one.mistake)[:SHOWN], key=lambda one: one.ply)
    for one in [one for one in worst if one.mistake >= SLIP]:
        word = word_of(one.mistake)
        missed = " (it was won)" if one.is_missed_win else ""
        seat = match.game.setup.seats[one.player]
        text = (
            f"{one.ply + 1:>4}  {seat}: {one.action}, a {word}{missed}: {one.mistake:.2f}; better {' '.join(one.line)}"
        )
        console.print(Text(text, style=STYLES[word]), soft_wrap=True)
