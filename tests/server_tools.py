"""A server in a thread or a process of its own, and people who play there."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import sqlalchemy as sql
import uvicorn
from fastapi import FastAPI

from tabor.client import Guest, Lobby, actions
from tabor.server.app import make_app
from tabor.server.authority import Server, Settings
from tabor.server.guard import Limits
from tabor.server.run import listen, uvicorn_config
from tabor.server.shelf import Shelf

GENEROUS = Limits(
    messages=(1e6, 1e6), requests=(1e6, 1e6), rooms=(1e6, 1e6), sockets=10_000, connections=10_000, work=(1e6, 1e6)
)


@dataclass
class Running:
    """A server in a thread of this process."""

    lobby: Lobby
    app: FastAPI
    settings: Settings

    @property
    def server(self) -> Server:
        server: Server = self.app.state.server
        return server


@contextmanager
def running(data: Path, shelf: Shelf | None = None, **changes: Any) -> Iterator[Running]:
    settings = replace(Settings(f"sqlite:///{data}", limits=GENEROUS, workers=1), **changes)
    app = make_app(settings, shelf)
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn_config(app, settings))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        wait_until(lambda: server.started)
        yield Running(Lobby(f"http://127.0.0.1:{listener.getsockname()[1]}"), app, settings)
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


def wait_until(is_so: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)


def own_database(server: str, name: str) -> str:
    """Nothing must meet what other tests left in the common one."""
    engine = sql.create_engine(sql.make_url(server).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sql.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return sql.make_url(server).set(database=name).render_as_string(hide_password=False)


class Ear:
    """An outlet that keeps what was told."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.unsent = 0
        self.farewell: tuple[int, str] | None = None

    def tell(self, data: bytes) -> None:
        self.heard.append(data)

    def bid_farewell(self, code: int, reason: str) -> None:
        self.farewell = (code, reason)


class Process:
    """`tabor serve` in a process of its own, to be killed."""

    def __init__(self, data: str | Path, **environment: str) -> None:
        given = [] if "TABOR_DATABASE_URL" in environment else ["--data", str(data)]
        command = ["serve", "--port", "0", "--rooms", "1000000", "--requests", "100000", *given]
        self.errors = TemporaryFile("w+")  # noqa: SIM115 - no pipe: its own children would keep that open
        self.child = subprocess.Popen(
            [sys.executable, "-c", "from tabor.cli import main; raise SystemExit(main())", *command],
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )
        assert self.child.stdout
        found = re.search(r"http://\S+", self.child.stdout.readline())
        assert found, self.end()
        self.lobby = Lobby(found[0].replace("localhost", "127.0.0.1"))

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def end(self, sign: signal.Signals = signal.SIGINT) -> str:
        """Its standard error."""
        self.child.send_signal(sign)
        self.child.wait(30)
        assert self.child.stdout
        self.child.stdout.close()
        with self.errors:
            self.errors.seek(0)
            return self.errors.read()


@asynccontextmanager
async def table_of_two(lobby: Lobby, game: str, **more: Any) -> AsyncIterator[tuple[Guest, Guest]]:
    """Two people who have sat down."""
    made = await lobby.make(game, ["me", "open"], name="Ann", **more)
    sat = await lobby.sit(made["room"], name="Bo")
    first, second = lobby.enter(made["room"], made["secrets"].values()), lobby.enter(made["room"], [sat["secret"]])
    async with first, second:
        for guest in (first, second):
            await guest.until(lambda guest: guest.view is not None)
        yield first, second


async def play_random(guests: Sequence[Guest], dice: random.Random, most: int = 10_000) -> int:
    """Play until the match is over, or for so many actions; how many were played."""
    for played in range(most):
        turn = guests[0].view["turn"] if guests[0].view else None
        if turn is None:
            return played
        guest = next(guest for guest in guests if turn in guest.room["mine"])
        assert guest.view
        await guest.act(dice.choice(actions(guest.view["choices"])))
        await in_step(guests)
    return most


async def in_step(guests: Sequence[Guest]) -> None:
    """Until all have heard the same."""
    number = max(guest.number for guest in guests)
    for guest in guests:
        await guest.until(lambda guest: guest.number >= number)


def run(work: Any, seconds: float = 120) -> Any:
    """In a thread of its own: a browser, if this process has one, keeps a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(work, seconds)).result()
