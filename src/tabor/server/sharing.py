"""Several processes, on one machine or many, that serve the same rooms out of one PostgreSQL. None of them leads.

**The log is the truth.** An entry is written under (room, place); whoever finds the place taken reads on and decides
again, or tells its client that the room has changed. A room in memory is nothing but what was read so far.

**Notices say that there is more.** Every transaction notifies the others of its entries, with the entries where they
are short. Whoever has people in the room carries them out and tells them; whoever has nobody there forgets the room. A
notice that was lost does no harm: after a lost connection, at every hello, and before an action is refused as stale the
log is read.

**Who is there** is told by notices alone, for it ends with the process: who is connected, and every BEAT that one
lives. Whoever is silent for SILENCE has nobody any more.

**Computers' decisions** are rows, one for each place at which one is due. A process that has a free worker claims the
first (`FOR UPDATE SKIP LOCKED`) and holds it by a lease for as long as it works on it; if it dies another one takes it
over. `tabor think` is a process that does nothing else.

**Two versions beside each other.** Everybody writes down which rules it has. A room of other rules than one's own is
left to those who have them (`elsewhere`: a client that comes again finds one of them), and so are its decisions.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

import orjson
import sqlalchemy as sql
from sqlalchemy.engine import Connection

from tabor.game import Tree
from tabor.server.protocol import Refusal, trouble
from tabor.server.store import CHANNEL, COMMITMENTS, DECISIONS, PROCESSES, ROOMS, Rules, Store, StoreError
from tabor.server.turns import Asker
from tabor.server.upgrades import rules_of

if TYPE_CHECKING:
    from tabor.server.hub import Hub
    from tabor.server.table import Table

BEAT = 0.5  # seconds between two signs of life
CLEANING = 120  # beats until what is old is deleted
SILENCE = 4.0  # after which a process counts as dead
LEASE = 5000  # milliseconds for which a decision is claimed at a time
RELEASED = 500  # milliseconds until a decision that could not be made may be claimed again
POLL = 1.0  # seconds after which one looks for decisions though nobody gave notice
OLDEST = 3_600_000  # milliseconds that decisions and commitments are kept
GONE = 60_000  # milliseconds of silence after which the rooms of a process's rules may be tried by other rules

logger = logging.getLogger("tabor.server")


@dataclass
class Other:
    """Another process, as far as it has told."""

    heard_at: float = 0.0
    listed: set[str] = field(default_factory=set)  # rooms with somebody in them


class Sharing:
    def __init__(self, store: Store, workers: int) -> None:
        self.store, self.workers = store, workers
        self.others: dict[str, Other] = {}
        self.rules: dict[str, str] = {}  # game → check sum
        self.held: set[tuple[str, int]] = set()  # decisions being made here: room, place
        self.conflicts = self.claimed = self.due = 0
        self._news = asyncio.Event()
        self._is_ending = False

    async def start(self, hub: Hub) -> None:
        self.hub, self.loop = hub, asyncio.get_running_loop()
        self.rules = await asyncio.to_thread(self.own_rules)
        with suppress(StoreError):  # the first beat that is heard will do
            await self.give_sign()
        workers = [self.work() for _ in range(self.workers)]
        self.tasks = [asyncio.create_task(work) for work in (self.beat(), *workers)]
        threading.Thread(target=self.listen, name="notices", daemon=True).start()

    async def stop(self) -> None:
        self._is_ending = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        with suppress(StoreError):
            await self.store.give_notice({"kind": "end"})
            await self.store.ask(sign_off, self.store.name)

    # ---- hearing ----

    def listen(self) -> None:
        """In a thread: notices, for as long as the process lives."""
        while not self._is_ending:
            try:
                self.listen_once()
            except Exception as error:  # whatever the network does: the next connection may be better
                logger.warning("notices are not heard: %s", error)
                time.sleep(BEAT)

    def listen_once(self) -> None:
        connection, own = self.store.engine.raw_connection(), f'[{{"from":"{self.store.name}"'
        try:
            driver: Any = connection.driver_connection
            driver.autocommit = True
            driver.execute(f"LISTEN {CHANNEL}")
            self.call(self.look_again)
            while not self._is_ending:
                for notice in driver.notifies(timeout=BEAT):
                    if not notice.payload.startswith(own):
                        self.call(self.hear, notice.payload)
                driver.execute("SELECT 1")  # whether there is somebody
        finally:
            connection.invalidate()

    def call(self, function: Callable[..., None], *args: Any) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self.loop.call_soon_threadsafe(function, *args)

    def hear(self, payload: str) -> None:
        for notice in orjson.loads(payload):
            if notice["from"] != self.store.name:
                other = self.others.setdefault(notice["from"], Other())
                other.heard_at = time.monotonic()
                heed = getattr(self, f"hear_{notice['kind']}", None)
                if heed is not None:  # a newer version may have more to say
                    heed(notice, other)

    def hear_entry(self, notice: Tree, other: Other) -> None:
        self.pass_on(notice["room"], notice["place"], notice.get("entry"))

    def pass_on(self, room: str, place: int, entry: Tree | None) -> None:
        """An entry that was stored by others, or at a table that had been dropped, to those who look at its room."""
        table = self.hub.tables.get(room)
        if table is None:
            return
        if table.is_unused:
            self.hub.drop(room)
        else:
            table.hear_soon(place, entry)

    def hear_presence(self, notice: Tree, other: Other) -> None:
        is_open = notice["listed"] and (notice["seats"] or notice["spectators"])
        (other.listed.add if is_open else other.listed.discard)(notice["room"])
        if table := self.hub.tables.get(notice["room"]):
            table.note_elsewhere(notice["from"], notice["seats"], notice["spectators"])

    def hear_ask(self, notice: Tree, other: Other) -> None:
        if table := self.hub.tables.get(notice["room"]):
            self.announce(table, is_asked=True)

    def hear_end(self, notice: Tree, other: Other) -> None:
        self.forget(notice["from"])

    def hear_decision(self, notice: Tree, other: Other) -> None:
        self._news.set()

    def hear_trouble(self, notice: Tree, other: Other) -> None:
        if table := self.hub.tables.get(notice["room"]):
            table.note_trouble(notice.get("found") or trouble("failed", player="a computer"))  # of a version before

    def hear_talk(self, notice: Tree, other: Other) -> None:
        if table := self.hub.tables.get(notice["room"]):
            table.note_words(notice["seat"], notice["what"])

    def look_again(self) -> None:
        """Notices may have been lost: whatever somebody looks at is read again."""
        for table in list(self.hub.tables.values()):
            if table.is_unused:
                self.hub.drop(table.room.id)
            else:
                table.spawn(table.look_again_soon())
                self.greet(table)

    # ---- telling ----

    def tell(self, kind: str, **more: Any) -> None:
        """Soon; if that fails, there is nobody to hear it."""
        self.store.give_notice_soon({"kind": kind, **more})

    def greet(self, table: Table) -> None:
        """A room that is looked at here: who else is there?"""
        self.announce(table, is_asked=True)
        self.tell("ask", room=table.room.id)

    def announce(self, table: Table, is_asked: bool = False) -> None:
        """Who is in a room here, if that has changed."""
        present = (sorted(table.here_seats), table.here_spectators)
        if is_asked or present != table.announced:
            table.announced = present
            listed = table.room.config.listed and not table.room.is_over
            self.tell("presence", room=table.room.id, seats=present[0], spectators=present[1], listed=listed)

    async def beat(self) -> None:
        """Signs of life, leases, and whoever gives none is forgotten."""
        for beat in count():
            with suppress(StoreError):
                await self.store.give_notice({"kind": "alive"})
                await self.give_sign()
                if beat % CLEANING == 0:
                    await self.store.ask(clean)
            for name, other in list(self.others.items()):
                if other.heard_at < time.monotonic() - SILENCE:
                    self.forget(name)
            await asyncio.sleep(BEAT)

    async def give_sign(self) -> None:
        self.due = await self.store.ask(sign, self.store.name, self.rules.values(), list(self.held))

    def own_rules(self) -> dict[str, str]:
        shelf, found = self.hub.services.shelf, {}
        for name in shelf.names:
            with suppress(Exception):  # a game whose files are broken is nobody's
                found[name] = rules_of(shelf.kinds(name)).sum or ""
        return found

    def forget(self, name: str) -> None:
        self.others.pop(name, None)
        for table in self.hub.tables.values():
            table.note_elsewhere(name, [], 0)

    # ---- rules ----

    async def check_rules(self, room: str, game: str, rules: Rules) -> None:
        """Refuse a room of rules that somebody else has, and one has not."""
        is_own = rules.sum is None or rules.sum == self.rules.get(game)
        if not is_own and await self.store.ask(is_anothers, self.store.name, rules.sum):
            problem = "this room is played by rules that another process has: come again"
            raise Refusal("elsewhere", problem, 503, room=room)

    def open_rooms(self) -> set[str]:
        """Listed rooms in which somebody is elsewhere."""
        return {room for other in self.others.values() for room in other.listed}

    # ---- decisions of computers ----

    async def ask_decision(self, table: Table, wait: float) -> None:
        """Until it is written down, or nobody needs it any more."""
        place = table.room.places
        row = {"room": table.room.id, "place": place, "address": table.asker().address[:64]}
        while table.room.places == place and table.clients:
            try:
                await self.store.ask(add_decision, {**row, "for_people": bool(table.room.people)}, int(1000 * wait))
            except StoreError:
                await asyncio.sleep(POLL)
            else:
                self._news.set()
                self.tell("decision")
                return

    async def work(self) -> None:
        """One decision after the other, as long as there are any to claim."""
        while True:
            try:
                claimed = await self.store.ask(claim, self.store.name, self.rules.values())
                if claimed is not None:
                    await self.decide(*claimed)
                    continue
            except StoreError as error:
                logger.warning("decisions cannot be claimed: %s", error.reason)
            except Exception:  # the next decision shall find a worker
                logger.exception("a decision failed")
            self._news.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), POLL)

    async def decide(self, room: str, place: int, address: str) -> None:
        """A decision that was claimed. If it could not be made somebody else may try."""
        self.claimed += 1
        self.held.add((room, place))
        is_done = False
        try:
            table = await self.hub.table(room)
            async with table.lock:
                await table.catch_up()
            is_due = table.room.places == place and table.room.thinker
            is_done = not is_due or await table.attempt(Asker(address, room, bool(table.room.people)))
            is_done = is_done or table.trouble is not None
        except Refusal as refusal:
            logger.warning("room %s: a decision was not made: %s", room, refusal.text)
        finally:
            self.held.discard((room, place))
            with suppress(StoreError):  # then the lease ends by itself
                await self.store.ask(end_decision if is_done else release, room, place)


# ---- in the database, by its own clock ----

NOW = sql.cast(1000 * sql.extract("epoch", sql.func.clock_timestamp()), sql.BigInteger)


def add_decision(connection: Connection, row: Tree, wait: int) -> None:
    from sqlalchemy.dialects.postgresql import insert

    connection.execute(insert(DECISIONS).values(**row, made=NOW, free_at=NOW + wait).on_conflict_do_nothing())


def claim(connection: Connection, worker: str, rules: Iterable[str]) -> tuple[str, int, str] | None:
    """The first decision that nobody holds and these rules can make; people's before those of computers alone."""
    first = sql.select(DECISIONS).join(ROOMS, ROOMS.c.id == DECISIONS.c.room).where(DECISIONS.c.free_at <= NOW)
    first = first.where(ROOMS.c.rules.is_(None) | ROOMS.c.rules.in_(list(rules)) | ~others_with(worker, ROOMS.c.rules))
    first = first.order_by(DECISIONS.c.for_people.desc(), DECISIONS.c.made).limit(1)
    row = connection.execute(first.with_for_update(of=DECISIONS, skip_locked=True)).first()
    if row is None:
        return None
    connection.execute(chosen(row.room, row.place, sql.update(DECISIONS)).values(worker=worker, free_at=NOW + LEASE))
    return row.room, row.place, row.address


def sign(connection: Connection, name: str, rules: Iterable[str], held: Sequence[tuple[str, int]]) -> int:
    """This process is alive, has these rules, and makes these decisions; how many wait for somebody.

    What it claimed and does not make (the answer was lost on its way) is free when its lease ends.
    """
    from sqlalchemy.dialects.postgresql import insert

    row = {"rules": " ".join(rules), "seen": NOW}
    own = insert(PROCESSES).values(name=name, **row)
    connection.execute(own.on_conflict_do_update(index_elements=["name"], set_=row))
    is_held = sql.tuple_(DECISIONS.c.room, DECISIONS.c.place).in_(held)
    connection.execute(sql.update(DECISIONS).where(DECISIONS.c.worker == name, is_held).values(free_at=NOW + LEASE))
    waiting = sql.select(sql.func.count()).select_from(DECISIONS).where(DECISIONS.c.free_at <= NOW)
    return int(connection.execute(waiting).scalar_one())


def clean(connection: Connection) -> None:
    """What nobody needs any more."""
    for column, oldest in ((DECISIONS.c.made, OLDEST), (COMMITMENTS.c.made, OLDEST), (PROCESSES.c.seen, GONE)):
        connection.execute(sql.delete(column.table).where(column < NOW - oldest))


def sign_off(connection: Connection, name: str) -> None:
    connection.execute(sql.delete(PROCESSES).where(PROCESSES.c.name == name))


def others_with(name: str, rules: Any) -> Any:
    """Whether another process has these rules, or had them a moment ago."""
    is_other = (PROCESSES.c.name != name) & (PROCESSES.c.seen > NOW - GONE)
    return sql.exists().where(is_other, PROCESSES.c.rules.contains(rules))


def is_anothers(connection: Connection, name: str, rules: str) -> bool:
    return bool(connection.execute(sql.select(others_with(name, rules))).scalar())


def end_decision(connection: Connection, room: str, place: int) -> None:
    connection.execute(chosen(room, place, sql.delete(DECISIONS)))


def release(connection: Connection, room: str, place: int) -> None:
    connection.execute(chosen(room, place, sql.update(DECISIONS)).values(worker=None, free_at=NOW + RELEASED))


def chosen(room: str, place: int, statement: Any) -> Any:
    return statement.where(DECISIONS.c.room == room, DECISIONS.c.place == place)


def add_commitment(connection: Connection, commitment: str, bits: str) -> None:
    connection.execute(COMMITMENTS.insert().values(commitment=commitment, bits=bits, made=NOW))


def take_commitment(connection: Connection, commitment: str) -> str | None:
    """The bits that were promised; nobody gets them twice."""
    taken = sql.delete(COMMITMENTS).where(COMMITMENTS.c.commitment == commitment).returning(COMMITMENTS.c.bits)
    bits: str | None = connection.execute(taken).scalar()
    return bits
