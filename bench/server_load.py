"""Many games at once, two clients each, on real sockets: how long from an action sent until both have been told.

    .venv/bin/python bench/server_load.py                        # starts a server of its own
    .venv/bin/python bench/server_load.py --games 500 --seconds 60 --game NAME --address http://localhost:8000

Every game plays one action a period, at a moment of its own in it. An action is lost if not both clients were told of
it, or if in the end a room has another number of plies than were acknowledged.
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
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tabor.client import Lobby, actions
from tabor.games import NAMES

OPENING = 4  # rooms at a time: connecting is not what is measured
SLOWEST = 10.0  # seconds after which an action counts as lost
SERVE = ("serve", "--port", "0", "--rooms", "1000000", "--requests", "1000000")


@dataclass
class Result:
    seconds: list[float] = field(default_factory=list)  # from sent to both told
    acknowledged: int = 0
    lost: int = 0


class Side:
    """One client: the last message of each kind, and nothing else."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = -1
        self.told_at = 0.0
        self.message: Any = None
        self.news = asyncio.Event()
        self.task = asyncio.create_task(self.listen())

    async def listen(self) -> None:
        with suppress(ConnectionClosed):
            async for data in self.socket:
                now = time.perf_counter()
                message = orjson.loads(data)
                if message["type"] in ("room", "update"):
                    self.number, self.told_at, self.message = message["number"], now, message
                    self.news.set()

    async def reach(self, number: int) -> float:
        """When it was told of that number."""
        while self.number < number:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), SLOWEST)
        return self.told_at

    async def close(self) -> None:
        await self.socket.close()
        await self.task


async def open_game(lobby: Lobby, game: str) -> tuple[str, list[Side]]:
    made = await lobby.make(game, ["me", "open"])
    sat = await lobby.sit(made["room"])
    sides = []
    for secret in (made["secrets"]["0"], sat["secret"]):
        address = f"{lobby.address.replace('http', 'ws', 1)}/api/rooms/{made['room']}/socket"
        socket = await connect(address, compression=None, max_size=None)
        await socket.send(orjson.dumps({"type": "hello", "secrets": [secret]}).decode())
        sides.append(Side(socket))
    for side in sides:
        await side.reach(1)
    return made["room"], sides


async def wait_for_games(lobby: Lobby) -> None:
    """Until all rules are compiled and loaded."""
    while not all(game["ready"] for game in (await lobby.ask("/api/games"))["games"]):
        await asyncio.sleep(1)


async def play_action(sides: list[Side], result: Result, dice: random.Random) -> bool:
    """One action of whoever is on turn; whether the game goes on."""
    turn = sides[0].message["view"]["turn"]
    if turn is None:
        return False
    side = sides[turn]
    action = dice.choice(actions(side.message["view"]["choices"]))
    message = orjson.dumps({"type": "act", "id": 1, "number": side.number, "action": action}).decode()
    number, sent = side.number + 1, time.perf_counter()
    try:
        await side.socket.send(message)
        told = [await side.reach(number) for side in sides]
    except (TimeoutError, ConnectionClosed):
        result.lost += 1
        return False
    result.acknowledged += 1
    result.seconds.append(max(told) - sent)
    return True


class Load:
    """All games."""

    def __init__(self, lobby: Lobby, options: argparse.Namespace) -> None:
        self.lobby, self.options, self.result = lobby, options, Result()
        self.opening = asyncio.Semaphore(OPENING)
        self.opened = 0
        self.all_opened = asyncio.Event()
        self.end = float("inf")

    async def run(self) -> Result:
        games = [asyncio.create_task(self.keep_playing(seed)) for seed in range(self.options.games)]
        await self.all_opened.wait()
        self.result = Result()  # of the time in which all are there
        self.end = time.perf_counter() + self.options.seconds
        await asyncio.gather(*games)
        return self.result

    async def open(self) -> tuple[str, list[Side]]:
        async with self.opening:
            found = await open_game(self.lobby, self.options.game)
        self.opened += 1
        if self.opened == self.options.games:
            self.all_opened.set()
        return found

    async def keep_playing(self, seed: int) -> None:
        """Games one after the other until the end."""
        dice = random.Random(seed)
        room, sides = await self.open()
        beat = time.perf_counter() + dice.random() * self.options.period
        while beat < self.end:
            await asyncio.sleep(max(0.0, beat - time.perf_counter()))
            if not await play_action(sides, self.result, dice):
                await close_game(self.lobby, room, sides, self.result)
                room, sides = await self.open()
            beat = max(beat + self.options.period, time.perf_counter())
        await close_game(self.lobby, room, sides, self.result)


async def close_game(lobby: Lobby, room: str, sides: list[Side], result: Result) -> None:
    """Compare what the server has with what was told."""
    for side in sides:
        await side.close()
    stored = await lobby.ask(f"/api/rooms/{room}")
    result.lost += abs(stored["number"] - sides[0].number)


@contextmanager
def own_server() -> Iterator[tuple[str, int]]:
    """A server with a database of its own; its address and process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-c",
            "from tabor.cli import main; main()",
            *SERVE,
            "--data",
            f"{folder}/rooms.sqlite",
        ]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout
        try:
            yield process.stdout.readline().split()[3], process.pid
        finally:
            process.terminate()
            process.wait()


def cpu_seconds(pid: int | None) -> float:
    if pid is None:
        return 0.0
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(result: Result, wall: float, server: float | None, own: float) -> None:
    times = sorted(result.seconds)
    at = lambda share: 1000 * times[min(len(times) - 1, int(share * len(times)))]
    rate = result.acknowledged / wall
    print(f"{result.acknowledged} actions acknowledged in {wall:.0f} s ({rate:.0f} a second), {result.lost} lost")
    print(f"sent to both told: p50 {at(0.5):.1f} ms, p95 {at(0.95):.1f} ms, p99 {at(0.99):.1f} ms, most {at(1):.1f} ms")
    shown = "" if server is None else f"server {100 * server / wall:.0f}% of a core, "
    print(f"CPU: {shown}clients {100 * own / wall:.0f}% of a core")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--period", type=float, default=1.0, help="seconds between the actions of a game")
    parser.add_argument("--game", default=NAMES[0], choices=NAMES)
    parser.add_argument("--address", help="of a running server (with --rooms 100000 --requests 100000)")
    options = parser.parse_args()
    gc.disable()  # pauses of the clients are not the server's
    sys.setswitchinterval(0.0005)
    if options.address:
        measure(options, options.address, None)
    else:
        with own_server() as (address, pid):
            measure(options, address, pid)


def measure(options: argparse.Namespace, address: str, pid: int | None) -> None:
    asyncio.run(wait_for_games(Lobby(address)))
    asyncio.run(load(Lobby(address), options, pid))


async def load(lobby: Lobby, options: argparse.Namespace, pid: int | None) -> None:
    """Open all games, then count for so many seconds."""
    games = Load(lobby, options)
    playing = asyncio.create_task(games.run())
    await games.all_opened.wait()
    began, server, own = time.perf_counter(), cpu_seconds(pid), cpu_seconds(os.getpid())
    await asyncio.sleep(options.seconds)
    wall, server, own = time.perf_counter() - began, cpu_seconds(pid) - server, cpu_seconds(os.getpid()) - own
    report(await playing, wall, server if pid else None, own)


if __name__ == "__main__":
    main()
