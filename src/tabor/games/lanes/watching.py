"""Replays that come with the game: one won battle of each level, shown action by action."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tabor.errors import DataError
from tabor.games.lanes.layout import PLAYER
from tabor.match import Match
from tabor.messages import speaker
from tabor.saves import read_save
from tabor.sketch import changed_cells
from tabor.terminal.screen import draw_screen

REPLAYS = Path(__file__).with_name("replays")


def replay_of(level: str) -> Path:
    names = sorted(file.stem for file in REPLAYS.glob("*.tabor"))
    if level not in names:
        raise DataError(f"there is no replay of level {level!r}; there are {', '.join(names)}")
    return REPLAYS / f"{level}.tabor"


def steps(match: Match) -> Iterator[tuple[str, Match]]:
    """Every entry of the log, and the match after it."""
    growing = Match(match.game, match.seed, dice=match.dice)
    for entry in match.log:
        growing.enter(entry)
        yield entry, growing


def watch(level: str, pause: float, console: Console) -> None:
    """A screen for each action, as the player's seat saw it; on a terminal one after the other."""
    match = read_save(replay_of(level))
    say, seats = speaker(match.game.kind), match.game.setup.seats
    before = Match(match.game, match.seed, dice=match.dice).view(PLAYER)
    for entry, now in steps(match):
        view, who = now.view(PLAYER), seats[before["turn"]]
        if console.is_terminal:
            console.clear()
        console.print(draw_screen(view, say, {}, console.size, changed_cells(before, view)))
        console.print(Text(f"{who} plays {entry}", "bold"))
        for line in view["log"]:
            if line["ply"] > before["ply"]:
                console.print(Text("  " + say(line["message"])))
        before = view
        if console.is_terminal:
            time.sleep(pause)
    outcome = before["outcome"]
    console.print(Text(f"{say(outcome['result'])}: {say(outcome['reason'])}", "bold"))
