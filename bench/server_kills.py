"""Kill a server under load, start it again, and look whether anything that was acknowledged is missing.

    .venv/bin/python bench/server_kills.py                       # 500 kills on SQLite, 500 on PostgreSQL
    .venv/bin/python bench/server_kills.py --kills 60 --database sqlite

Eight games are played at any time, each by two clients on sockets; the server dies by SIGKILL at a random moment while
they act. An action is lost if a client was told that it was done and the room does not have it afterwards.

Each server is a fork of a process that has loaded everything: starting anew takes longer than playing. Database,
sockets and threads it opens itself.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from forked import Place, Server, postgresql
from killing import Pair, open_pair
from rich.progress import Progress

from tabor.client import Lobby

TABLES = 8  # games at once


class Kills:
    def __init__(self, url: str, seed: int) -> None:
        self.url, self.dice = url, random.Random(seed)
        self.pairs: list[Pair] = []  # who plays now
        self.done: list[Pair] = []  # who played before

    def kill_once(self) -> None:
        server = Server(Place(self.url))
        try:
            asyncio.run(asyncio.wait_for(self.play(server), 300))
        finally:
            server.kill()

    async def play(self, server: Server) -> None:
        self.done += self.pairs[: TABLES // 2]
        self.pairs = self.pairs[TABLES // 2 :]
        while len(self.pairs) < TABLES:
            self.pairs.append(await open_pair(server.lobby, self.dice.randrange(2**31)))
        playing = [asyncio.create_task(pair.play_until_killed(server.lobby)) for pair in self.pairs]
        await self.wait_a_while(playing)
        server.kill()
        await asyncio.gather(*playing)

    async def wait_a_while(self, playing: list[asyncio.Task[None]]) -> None:
        """Until some actions were acknowledged and others are on their way, however busy the machine is."""
        enough = self.acknowledged + self.dice.randrange(10, 100)
        while self.acknowledged < enough and not all(task.done() for task in playing):
            await asyncio.sleep(0.02 * self.dice.random())

    @property
    def acknowledged(self) -> int:
        return sum(pair.acknowledged for pair in self.pairs)

    def count_lost(self) -> int:
        """Every room of every game that was played."""
        server = Server(Place(self.url))
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
def sqlite() -> Iterator[str]:
    with TemporaryDirectory() as folder:
        yield f"sqlite:///{folder}/rooms.sqlite"


@contextmanager
def postgres() -> Iterator[str]:
    with postgresql() as server:
        yield server.get_uri()


DATABASES = {"sqlite": sqlite, "postgresql": postgres}


def measure(name: str, count: int, progress: Progress) -> None:
    task, began = progress.add_task(f"kills, {name}", total=count), time.perf_counter()
    with DATABASES[name]() as url:
        kills = Kills(url, 7)
        for _ in range(count):
            kills.kill_once()
            progress.update(task, advance=1, refresh=True)
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
    with Progress(auto_refresh=False) as progress:
        for name in names:
            measure(name, options.kills // len(names), progress)


if __name__ == "__main__":
    main()
