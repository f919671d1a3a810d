"""What is written down before anybody is told of it: rooms, and the entries that made them what they are.

One thread writes, and takes all that has been asked for in the meantime into one transaction: a commit costs the same
for one action as for fifty, and so does waking a thread, so what is asked for is gathered first. SQLite beside the
program unless a URL names PostgreSQL.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple, TypeVar
from uuid import uuid4

import orjson
import sqlalchemy as sql
from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from platformdirs import user_data_path
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.pool import PoolProxiedConnection

from tabor.databases import open_engine, unusable
from tabor.errors import DataError
from tabor.game import Tree
from tabor.server.protocol import Refusal

URL_VARIABLE = "TABOR_DATABASE_URL"
MOST_TOGETHER = 500  # writes in one transaction
GATHER = 0.005  # seconds between two times at which the thread is woken: under load several writes share one
HEALTH_SECONDS = 5.0  # until a store that does not answer counts as ill

T = TypeVar("T")

METADATA = sql.MetaData()
ROOMS = sql.Table(
    "rooms",
    METADATA,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("made", sql.BigInteger, nullable=False),  # milliseconds since 1970
    sql.Column("config", sql.Text, nullable=False),  # JSON
    sql.Column("version", sql.Integer),  # of the rules it was made under
    sql.Column("rules", sql.String(16)),  # their check sum; NULL: nobody wrote it down
)
ENTRIES = sql.Table(
    "entries",
    METADATA,
    sql.Column("room", sql.String(32), sql.ForeignKey("rooms.id"), primary_key=True),
    sql.Column("place", sql.Integer, primary_key=True),  # 1, 2, … in a room
    sql.Column("made", sql.BigInteger, nullable=False),
    sql.Column("entry", sql.Text, nullable=False),  # JSON
    sql.Column("stamp", sql.String(16)),  # check sum of the position after it; NULL: there was none
)


COMMITMENTS = sql.Table(
    "commitments",  # of dice for rooms still to be made
    METADATA,
    sql.Column("commitment", sql.String(64), primary_key=True),
    sql.Column("bits", sql.String(64), nullable=False),
    sql.Column("made", sql.BigInteger, nullable=False),
)
DECISIONS = sql.Table(
    "decisions",  # that computers have to make, where several processes share rooms
    METADATA,
    sql.Column("room", sql.String(32), primary_key=True),
    sql.Column("place", sql.Integer, primary_key=True),  # of the last entry when it was asked for
    sql.Column("for_people", sql.Boolean, nullable=False),  # they come before computers among themselves
    sql.Column("address", sql.String(64), nullable=False),  # for whom
    sql.Column("made", sql.BigInteger, nullable=False),
    sql.Column("free_at", sql.BigInteger, nullable=False),  # when it may be claimed: a worker that lives moves this on
    sql.Column("worker", sql.String(16)),  # the process that has claimed it
)
PROCESSES = sql.Table(
    "processes",  # that share the rooms
    METADATA,
    sql.Column("name", sql.String(16), primary_key=True),
    sql.Column("rules", sql.Text, nullable=False),  # the check sums of all its games, with spaces between them
    sql.Column("seen", sql.BigInteger, nullable=False),  # its last sign of life
)
CHANNEL = "tabor"
TOGETHER = f"""
    WITH written AS (
        INSERT INTO entries (room, place, made, entry, stamp)
        SELECT room, place, made, entry, stamp FROM json_to_recordset(%s::json)
        AS rows (room text, place integer, made bigint, entry text, stamp text)
    )
    SELECT pg_notify('{CHANNEL}', payload) FROM json_array_elements_text(%s::json) AS payload
"""  # all entries and their notices, for one journey to the database and back
MIGRATING = 0x7AB0  # the number of a lock
MOST_NOTICE = 7000  # bytes; PostgreSQL takes 8,000


class StoreError(Refusal):
    """Something could not be written, or read."""

    def __init__(self, reason: object) -> None:
        super().__init__("not-stored", "the database does not answer: look again before you repeat this", 503)
        self.reason = str(reason)


class Conflict(StoreError):  # noqa: N818 - part of playing
    """Somebody else has written another entry at this place: the log has the truth."""


@dataclass(frozen=True)
class Rules:
    """By which rules a room was made."""

    version: int | None
    sum: str | None


@dataclass(frozen=True)
class Stored:
    """A room as it was written down."""

    config: Tree
    entries: Sequence[Tree] = ()
    stamps: Sequence[str | None] = ()
    rules: Rules = Rules(None, None)


class Write(NamedTuple):
    """A row to be written, and whom to tell."""

    table: sql.Table | None  # None: only to give notice, or to see whether anybody writes
    row: Tree
    done: asyncio.Future[None] | None  # None: nobody waits for it
    notice: Tree | None = None  # what others are told once it is written


class Store:
    """The writing thread, and reading from any other."""

    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        self.is_shared = self.engine.dialect.name == "postgresql"  # others may write, and are told what we do
        self._options = {"isolation_level": "AUTOCOMMIT"} if self.is_shared else {}  # TOGETHER is one statement
        self.name = uuid4().hex[:16]  # of this process, among those that share
        self.asked = self.written = self.failed = self.commits = 0
        self.seconds = 0.0  # in transactions
        self._gathered: list[Write] = []
        self._handed_over = 0.0  # when
        self._waiting: queue.SimpleQueue[list[Write] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    # ---- for the event loop ----

    async def add_room(self, room: str, config: Tree, rules: Rules) -> None:
        row = {"id": room, "made": milliseconds(), "config": json_text(config)}
        await self._write(ROOMS, {**row, "version": rules.version, "rules": rules.sum})

    async def add_entry(self, room: str, place: int, entry: Tree, stamp: str | None) -> None:
        """Returns once it is safe; Conflict if the place is taken."""
        row = {"room": room, "place": place, "made": milliseconds(), "entry": json_text(entry)}
        notice = {"kind": "entry", "room": room, "place": place, "entry": entry} if self.is_shared else None
        await self._write(ENTRIES, {**row, "stamp": stamp}, notice)

    async def give_notice(self, notice: Tree) -> None:
        """Tell others something that is not written down."""
        await self._write(None, {}, notice)

    def give_notice_soon(self, notice: Tree) -> None:
        """If that fails, there is nobody to hear it."""
        self._gather(Write(None, {}, None, {"from": self.name, **notice}))

    async def ask(self, function: Callable[..., T], *args: object) -> T:
        """Something about the database that takes a while, in a thread: `function(connection, …)` in a transaction."""
        try:
            return await asyncio.to_thread(self._ask, function, *args)
        except sql.exc.SQLAlchemyError as error:
            raise StoreError(error) from error

    async def read_entries(self, room: str, after: int) -> list[Tree]:
        """What was written since."""
        return await self.ask(read_entries, room, after)

    async def try_writing(self) -> None:
        """StoreError if nothing can be written now: the thread does not answer, or a row cannot be added."""
        async with asyncio.timeout(HEALTH_SECONDS):
            await self._write(None, {})
            await self.ask(try_row)

    async def read_room(self, room: str) -> Stored | None:
        try:
            return await asyncio.to_thread(self._read_room, room)
        except sql.exc.SQLAlchemyError as error:
            raise StoreError(error) from error

    def close(self) -> None:
        """Write what is waiting, then end."""
        self._hand_over()
        self._waiting.put(None)
        self._thread.join()
        self.engine.dispose()

    # ---- inside ----

    def _ask(self, function: Callable[..., T], *args: object) -> T:
        with self.engine.begin() as connection:
            return function(connection, *args)

    async def _write(self, table: sql.Table | None, row: Tree, notice: Tree | None = None) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        told = None if notice is None else {"from": self.name, **notice}
        self._gather(Write(table, row, done, told))
        await done

    def _gather(self, write: Write) -> None:
        self.asked += 1
        self._gathered.append(write)
        if len(self._gathered) == 1:
            wait = self._handed_over + GATHER - time.monotonic()
            asyncio.get_running_loop().call_later(max(0.0, wait), self._hand_over)

    def _hand_over(self) -> None:
        self._handed_over = time.monotonic()
        if self._gathered:
            self._waiting.put(self._gathered)
            self._gathered = []

    def _write_all(self) -> None:
        """One connection for as long as all goes well."""
        writes = self._next_writes()
        while writes:
            try:
                with self._driver() as connection:
                    while writes:
                        began = time.monotonic()
                        write_rows(connection, writes, self.is_shared)
                        connection.commit()
                        self.count(writes, time.monotonic() - began)
                        settle(writes)
                        writes = self._next_writes()
            except sql.exc.SQLAlchemyError:
                self._write_singly(writes)
                writes = self._next_writes()

    @contextlib.contextmanager
    def _driver(self) -> Iterator[PoolProxiedConnection]:
        """A connection of the driver, past SQLAlchemy, whose part in a transaction costs more than the database's; its
        errors are those of SQLAlchemy."""
        driver = self.engine.dialect.loaded_dbapi
        with self.engine.connect().execution_options(**self._options) as connection:
            try:
                yield connection.connection
            except driver.Error as error:
                raise sql.exc.DBAPIError(None, None, error) from error

    def _write_singly(self, writes: Sequence[Write]) -> None:
        """One of them cannot be written; the others shall not suffer."""
        for write in writes:
            try:
                with self._driver() as connection:
                    write_rows(connection, [write], self.is_shared)
                    connection.commit()
                settle([write])
                self.count([write], 0.0)
            except sql.exc.SQLAlchemyError as error:
                found = self._written(write)
                is_written = found == write.row
                self.failed += not is_written
                settle([write], None if is_written else StoreError(error) if found is None else Conflict(error))

    def _written(self, write: Write) -> Tree | None:
        """What is there all the same: the answer to a commit may be lost on its way, or somebody was faster."""
        if write.table is None:
            return None
        keys = [column == write.row[column.name] for column in write.table.primary_key]
        try:
            with self.engine.connect() as connection:
                found = connection.execute(sql.select(write.table).where(*keys)).mappings().first()
        except sql.exc.SQLAlchemyError:
            return None
        return None if found is None else dict(found)

    def count(self, writes: Sequence[Write], seconds: float) -> None:
        self.written += len(writes)
        self.commits += 1
        self.seconds += seconds

    @property
    def waiting(self) -> int:
        return self.asked - self.written - self.failed

    def _next_writes(self) -> list[Write]:
        """All that waits, at least one; empty at the end."""
        writes = list(self._waiting.get() or ())
        while writes and len(writes) < MOST_TOGETHER:
            try:
                following = self._waiting.get_nowait()
            except queue.Empty:
                break
            if following is None:
                self._waiting.put(None)
                break
            writes += following
        return writes

    def _read_room(self, room: str) -> Stored | None:
        with self.engine.connect() as connection:
            made = connection.execute(sql.select(ROOMS).where(ROOMS.c.id == room)).one_or_none()
            if made is None:
                return None
            rows = connection.execute(sql.select(ENTRIES).where(ENTRIES.c.room == room).order_by(ENTRIES.c.place)).all()
            entries, stamps = [orjson.loads(row.entry) for row in rows], [row.stamp for row in rows]
            return Stored(orjson.loads(made.config), entries, stamps, Rules(made.version, made.rules))


def settle(writes: Sequence[Write], error: BaseException | None = None) -> None:
    """Tell those who wait, all at once."""
    waiting: dict[asyncio.AbstractEventLoop, list[asyncio.Future[None]]] = {}
    for write in writes:
        if write.done is not None:
            waiting.setdefault(write.done.get_loop(), []).append(write.done)
    for loop, futures in waiting.items():
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(settle_here, futures, error)


def settle_here(futures: Sequence[asyncio.Future[None]], error: BaseException | None) -> None:
    for future in futures:
        if future.done():  # whoever waited has gone
            continue
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)


def write_rows(connection: PoolProxiedConnection, writes: Sequence[Write], is_shared: bool) -> None:
    """Rooms first: entries refer to them."""
    cursor = connection.cursor()
    rooms = [write.row for write in writes if write.table is ROOMS]
    entries = [write.row for write in writes if write.table is ENTRIES]
    if rooms:
        cursor.executemany(statement("rooms", is_shared), rooms)
    if is_shared:
        notices = [write.notice for write in writes if write.notice is not None]
        cursor.execute(TOGETHER, (json_text(entries), json_text(list(payloads(notices)))))
    elif entries:
        cursor.executemany(statement("entries", is_shared), entries)


@cache
def statement(table: str, is_shared: bool) -> str:
    """How to insert rows into a table, in the words of PostgreSQL or SQLite: made once."""
    dialect, style = (PGDialect_psycopg, "pyformat") if is_shared else (SQLiteDialect_pysqlite, "named")
    return str(METADATA.tables[table].insert().compile(dialect=dialect(paramstyle=style)))


def payloads(notices: Sequence[Tree]) -> Iterator[str]:
    """Notices as lists of JSON; an entry that is too long for one is left out of it, to be looked up."""
    made: list[bytes] = []
    for notice in notices:
        text = orjson.dumps(notice)
        if len(text) > MOST_NOTICE:
            text = orjson.dumps({name: value for name, value in notice.items() if name != "entry"})
        if sum(map(len, made)) + len(made) + len(text) > MOST_NOTICE:
            yield f"[{b','.join(made).decode()}]"
            made = []
        made.append(text)
    if made:
        yield f"[{b','.join(made).decode()}]"


def read_entries(connection: Connection, room: str, after: int) -> list[Tree]:
    chosen = sql.select(ENTRIES.c.entry).where(ENTRIES.c.room == room, ENTRIES.c.place > after)
    return [orjson.loads(entry) for entry in connection.execute(chosen.order_by(ENTRIES.c.place)).scalars()]


def try_row(connection: Connection) -> None:
    """A row written and taken back: a disk that is full, or a database that may only be read, shows here."""
    with connection.begin_nested() as trial:
        connection.execute(ROOMS.insert(), {"id": f"health {uuid4().hex[:20]}", "made": 0, "config": "{}"})
        trial.rollback()


def json_text(tree: object) -> str:
    return orjson.dumps(tree).decode()


def milliseconds() -> int:
    return int(1000 * time.time())


# ---- the database ----


def default_url(file: Path | None) -> str:
    """The file if one was named, else what the environment says, else SQLite in the user's data folder."""
    if file is None and (url := os.environ.get(URL_VARIABLE)):
        return url
    path = file or user_data_path("tabor") / "rooms.sqlite"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"{path.parent} cannot be made: {error.strerror}") from None
    return f"sqlite:///{path}"


def connect(url: str) -> Engine:
    """The database, with its tables as this version needs them."""
    engine = open_engine(url)
    try:
        migrate(engine)
    except sql.exc.SQLAlchemyError as error:
        raise unusable(url, error) from None
    return engine


def migrate(engine: Engine) -> None:
    config = AlembicConfig()
    config.set_main_option("script_location", str(files("tabor.server") / "migrations"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # several may start at once
            connection.execute(sql.select(sql.func.pg_advisory_xact_lock(MIGRATING)))
        config.attributes["connection"] = connection
        if not is_newer(connection, ScriptDirectory.from_config(config)):
            command.upgrade(config, "head")


def is_newer(connection: Connection, known: ScriptDirectory) -> bool:
    """A newer version has been here, perhaps in the middle of an upgrade: what it added is left alone."""
    revision = MigrationContext.configure(connection).get_current_revision()
    return revision is not None and revision not in {script.revision for script in known.walk_revisions()}
