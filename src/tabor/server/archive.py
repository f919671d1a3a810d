"""Rooms as a file: backup, restore and pruning, on either database, while the server runs.

A file has one line of JSON a room: `{"id", "made", "config", "version", "rules", "entries": [[place, made, entry,
stamp], …]}`. It is read from one state of the database, so it holds every room as it was at one moment.
"""

from __future__ import annotations

import gzip
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import orjson
import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine

from tabor.errors import DataError
from tabor.game import Tree
from tabor.server.store import ENTRIES, ROOMS, milliseconds

DAY = 86_400_000  # milliseconds
TOGETHER = 200  # rooms of one transaction

Tell = Callable[[int], None]  # how many rooms are done


def backup(engine: Engine, path: Path, tell: Tell) -> int:
    """Write all rooms; how many."""
    with snapshot(engine) as connection:
        return write(path, rooms_of(connection, None), tell)


def prune(engine: Engine, days: float, path: Path | None, tell: Tell) -> int:
    """Delete the rooms in which nothing has happened for so many days, after they were written to a file, if wished."""
    before = milliseconds() - int(days * DAY)
    with snapshot(engine) as connection:
        old = old_rooms(connection, before)
        if path is not None and old:
            write(path, rooms_of(connection, old), tell)
    return sum(delete(engine, old[first : first + TOGETHER], before) for first in range(0, len(old), TOGETHER))


def restore(engine: Engine, path: Path, tell: Tell) -> tuple[int, int]:
    """Add the rooms of a file that are not there; how many were added, and how many were there."""
    added = known = 0
    for chunk in chunks(read(path)):
        with engine.begin() as connection:
            ids = [room["id"] for room in chunk]
            there = set(connection.execute(sql.select(ROOMS.c.id).where(ROOMS.c.id.in_(ids))).scalars())
            new = [room for room in chunk if room["id"] not in there]
            insert(connection, new)
        added, known = added + len(new), known + len(chunk) - len(new)
        tell(added + known)
    return added, known


# ---- the database ----


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """A connection that sees one state of the database, whatever is written meanwhile."""
    is_lite = engine.dialect.name == "sqlite"
    level = {} if is_lite else {"isolation_level": "REPEATABLE READ"}
    with engine.connect().execution_options(**level) as connection:
        if is_lite:
            connection.exec_driver_sql("BEGIN")  # Python's sqlite3 begins only before it writes
        yield connection
        connection.rollback()


def old_rooms(connection: Connection, before: int) -> list[str]:
    later = sql.exists().where(ENTRIES.c.room == ROOMS.c.id, ENTRIES.c.made >= before)
    return list(connection.execute(sql.select(ROOMS.c.id).where(ROOMS.c.made < before, ~later)).scalars())


def rooms_of(connection: Connection, chosen: list[str] | None) -> Iterator[Tree]:
    ids = list(connection.execute(sql.select(ROOMS.c.id)).scalars()) if chosen is None else chosen
    for first in range(0, len(ids), TOGETHER):
        yield from some_rooms(connection, ids[first : first + TOGETHER])


def some_rooms(connection: Connection, ids: list[str]) -> Iterator[Tree]:
    rows = connection.execute(sql.select(ENTRIES).where(ENTRIES.c.room.in_(ids)).order_by(ENTRIES.c.place)).all()
    entries: dict[str, list[Any]] = {}
    for row in rows:
        entries.setdefault(row.room, []).append([row.place, row.made, orjson.loads(row.entry), row.stamp])
    for room in connection.execute(sql.select(ROOMS).where(ROOMS.c.id.in_(ids))):
        facts = {"id": room.id, "made": room.made, "version": room.version, "rules": room.rules}
        yield {**facts, "config": orjson.loads(room.config), "entries": entries.get(room.id, [])}


def delete(engine: Engine, ids: list[str], before: int) -> int:
    """Those of them in which still nothing has happened."""
    with engine.begin() as connection:
        alive = sql.select(ENTRIES.c.room).where(ENTRIES.c.room.in_(ids), ENTRIES.c.made >= before)
        gone = sorted(set(ids) - set(connection.execute(alive).scalars()))
        connection.execute(ENTRIES.delete().where(ENTRIES.c.room.in_(gone)))
        return connection.execute(ROOMS.delete().where(ROOMS.c.id.in_(gone))).rowcount


def insert(connection: Connection, rooms: list[Tree]) -> None:
    names = ("id", "made", "version", "rules")
    made = [{**{name: room[name] for name in names}, "config": text(room["config"])} for room in rooms]
    entries = [
        {"room": room["id"], "place": place, "made": made, "entry": text(entry), "stamp": stamp}
        for room in rooms
        for place, made, entry, stamp in room["entries"]
    ]
    for table, rows in ((ROOMS, made), (ENTRIES, entries)):
        if rows:
            connection.execute(table.insert(), rows)


def text(tree: Any) -> str:
    return orjson.dumps(tree).decode()


# ---- the file ----


def opened(path: Path, mode: str) -> IO[bytes]:
    return gzip.open(path, mode) if path.suffix == ".gz" else open(path, mode)  # type: ignore[return-value]


def write(path: Path, rooms: Iterable[Tree], tell: Tell) -> int:
    """Beside the file, then moved: what is there is whole."""
    part, count = path.with_name(f"part-{path.name}"), 0
    try:
        if path.exists():
            raise DataError(f"{path} is there already; name another file")
        with opened(part, "wb") as file:
            for count, room in enumerate(rooms, 1):
                file.write(orjson.dumps(room) + b"\n")
                tell(count)
        os.replace(part, path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise DataError(f"{path} cannot be written: {error.strerror or error}") from None
    return count


def read(path: Path) -> Iterator[Tree]:
    try:
        with opened(path, "rb") as file:
            for number, line in enumerate(file, 1):
                yield read_line(path, number, line)
    except (OSError, EOFError) as error:
        raise DataError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def read_line(path: Path, number: int, line: bytes) -> Tree:
    try:
        room: Tree = orjson.loads(line)
        if {"id", "made", "config", "version", "rules", "entries"} <= set(room):
            return room
    except (ValueError, TypeError):
        pass
    raise DataError(f"{path}: line {number} is no room, but {line[:40]!r}; a backup has a room in each line")


def chunks(rooms: Iterator[Tree]) -> Iterator[list[Tree]]:
    chunk: list[Tree] = []
    for room in rooms:
        chunk.append(room)
        if len(chunk) == TOGETHER:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def dated(folder: Path) -> Path:
    """A file for what is pruned today."""
    return folder / time.strftime("rooms-%Y%m%d-%H%M%S.jsonl.gz", time.gmtime())
