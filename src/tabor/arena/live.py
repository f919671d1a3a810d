"""The game that a process plays just now, as a save for whoever wants to watch: `live/` of the tournament's folder.

It is written between two decisions, at most twice a second and never for a game that is over sooner, and is gone when
the game ends. A process that was killed leaves its file, whose age tells.
"""

from __future__ import annotations

import math
import os
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabor.errors import SaveError
from tabor.match import Match
from tabor.saves import quick_log, read_tree, save_text, write_text

FOLDER = "live"
PAUSE = 0.5  # seconds before a game is written, and between two times
SHARE = 0.02  # of a process's time that writing may take at most
DAY = 86400.0
SILENT = 10.0  # seconds after which nobody may be playing it any more


def live_file(folder: Path, pid: int) -> Path:
    """Where a process of this machine writes."""
    return folder / f"{socket.gethostname()[:60]}-{pid}.tabor"


class Live:
    """What one process shows; nothing where it has no file."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.due = math.inf
        self.is_there = False  # a file of the game that is played
        self.facts: dict[str, Any] = {}

    @contextmanager
    def showing(self, shard: int, number: int, players: Sequence[str]) -> Iterator[Callable[[Match], None]]:
        """While a game is played; what it gives is to be called after every decision."""
        self.facts = {"shard": shard, "number": number, "players": list(players)}
        self.due = time.monotonic() + PAUSE if self.path else math.inf
        try:
            yield self.follow
        finally:
            if self.is_there and self.path:
                remove(self.path)
            self.is_there = False

    def follow(self, match: Match) -> None:
        began = time.monotonic()
        if began < self.due or match.player is None or self.path is None:
            return
        try:
            self.path.parent.mkdir(exist_ok=True)
            write_text(self.path, save_text(match, {"live": {**self.facts, "ply": match.ply}}, quick_log(match)))
            self.is_there = True
        except (OSError, SaveError):
            self.path = None  # a game is played, whether it can be watched or not
        ended = time.monotonic()
        self.due = ended + max(PAUSE, (ended - began) / SHARE)


def remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """What killed processes left; one that only thinks for long writes again."""
    for pattern, seconds in (("*.tabor*", SILENT), (".run-*", DAY)):
        for path in folder.glob(pattern):
            with suppress(OSError):
                if time.time() - path.stat().st_mtime > seconds:
                    path.unlink()


def mark_of(folder: Path, key: int) -> Path:
    """What tells a process on another machine whether this is the folder that the driver sees."""
    return folder / f".run-{key:x}"


def leave_mark(folder: Path, key: int) -> None:
    with suppress(OSError):
        folder.mkdir(exist_ok=True)
        mark_of(folder, key).touch()


# ---- watching ----


@dataclass(frozen=True)
class Shown:
    """A game that is being played, as its file tells."""

    path: Path
    written: int  # nanoseconds since 1970
    shard: int
    number: int
    players: tuple[str, ...]  # by seat
    ply: int

    @property
    def is_silent(self) -> bool:
        return time.time() - self.written / 1e9 > SILENT


def shown_games(folder: Path) -> list[Shown]:
    """All there are, by their places in the plan; folder: the tournament's."""
    found = [shown_in(path) for path in (folder / FOLDER).glob("*.tabor")]
    return sorted((one for one in found if one), key=lambda one: (one.shard, one.number))


def shown_in(path: Path) -> Shown | None:
    """None where the game ended meanwhile, or somebody put another file there."""
    try:
        written, facts = os.stat(path).st_mtime_ns, read_tree(path)["live"]
        shard, number, ply = (int(facts[name]) for name in ("shard", "number", "ply"))
        return Shown(path, written, shard, number, tuple(map(str, facts["players"])), ply)
    except (OSError, SaveError, KeyError, TypeError, ValueError):
        return None
