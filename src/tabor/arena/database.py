"""Statements to SQLite in a file or to PostgreSQL by its URL, one connection for each thread.

A ledger needs a handful of statements, so they go to the driver itself: SQLAlchemy takes longer to import than a
hundred thousand games take to read. Each statement stands alone and may be repeated, so a connection that was cut is
made anew, for as long as it takes or until patience ends.
"""

from __future__ import annotations

import logging
import math
import re
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

from tabor.errors import DataError

LOG = logging.getLogger(__name__)
Row = tuple[Any, ...]
PATIENCE = 600.0  # seconds without an answer after which a run gives up; what was entered stays
PAUSE = 1.0  # seconds between two tries
BUSY = 60.0  # seconds that a statement waits for others who write to the same file
CONNECTION = {  # of PostgreSQL: a network that drops everything is noticed within seconds, not hours
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",  # milliseconds
}


class Database:
    """What both have in common: connections, one for each thread, and what is wrong in one sentence."""

    bytes_type: str  # of a column

    def __init__(self, url: str) -> None:
        self.url = url
        self.own = threading.local()
        self.opened: list[Any] = []

    @property
    def connection(self) -> Any:
        if getattr(self.own, "connection", None) is None:
            self.own.connection = self.connect()
            self.opened.append(self.own.connection)
        return self.own.connection

    def connect(self) -> Any:
        raise NotImplementedError

    def rows(self, statement: str, values: Sequence[Any] = ()) -> Iterator[Row]:
        raise NotImplementedError

    def change(self, statement: str, values: Sequence[Any] = ()) -> int:
        """How many rows are new."""
        raise NotImplementedError

    def make_table(self, statement: str) -> None:
        self.change(statement.replace("BYTES", self.bytes_type))

    def close(self) -> None:
        for connection in self.opened:
            connection.close()
        self.opened.clear()
        self.own = threading.local()

    def unusable(self, error: Exception) -> DataError:
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        return DataError(f"the database {without_password(self.url)} cannot be used: {reason}")


class File(Database):
    """SQLite. Readers and the writer do not wait for each other (WAL).

    With synchronous=NORMAL a commit is in the hands of the operating system: whatever happens to this process, it
    stays; only a power cut may take the last ones.
    """

    bytes_type = "BLOB"

    def connect(self) -> sqlite3.Connection:
        path = self.url.removeprefix("sqlite:///")
        connection = sqlite3.connect(path, BUSY, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        return connection

    def rows(self, statement: str, values: Sequence[Any] = ()) -> Iterator[Row]:
        try:
            yield from self.connection.execute(statement, values)
        except sqlite3.Error as error:
            raise self.unusable(error) from None

    def change(self, statement: str, values: Sequence[Any] = ()) -> int:
        try:
            return int(self.connection.execute(statement, values).rowcount)
        except sqlite3.Error as error:
            raise self.unusable(error) from None


class Server(Database):
    """PostgreSQL. Its network may be cut at any time."""

    bytes_type = "BYTEA"

    def __init__(self, url: str) -> None:
        super().__init__(url)
        try:
            import psycopg
        except ModuleNotFoundError:
            raise DataError("the database needs the package psycopg: pip install 'tabor[postgres]'") from None
        self.psycopg: Any = psycopg
        try:
            _ = self.connection  # a wrong address is no cut
        except psycopg.Error as error:
            raise self.unusable(error) from None

    def connect(self) -> Any:
        address = re.sub(r"^postgres(ql)?(\+\w+)?:", "postgresql:", self.url)
        told = {**CONNECTION, **self.psycopg.conninfo.conninfo_to_dict(address)}
        return self.psycopg.connect(**told, autocommit=True)

    def make_table(self, statement: str) -> None:
        try:
            super().make_table(statement)
        except DataError:  # somebody else makes it at this moment
            super().make_table(statement)

    def rows(self, statement: str, values: Sequence[Any] = ()) -> Iterator[Row]:
        return iter(self.run(statement, values).fetchall())

    def change(self, statement: str, values: Sequence[Any] = ()) -> int:
        return int(self.run(statement, values).rowcount)

    def run(self, statement: str, values: Sequence[Any]) -> Any:
        """Again and again while nobody answers."""
        cut = None  # since when
        while True:
            try:
                return self.connection.execute(statement.replace("?", "%s"), values)
            except self.psycopg.Error as error:
                if not self.is_cut(error) or time.monotonic() > (cut or math.inf) + PATIENCE:
                    raise self.unusable(error) from None
            if cut is None:
                cut = time.monotonic()
                LOG.warning("the database does not answer; asking again for %d minutes", PATIENCE // 60)
            time.sleep(PAUSE)

    def is_cut(self, error: Exception) -> bool:
        """Whether there is no connection any more, or none could be made; it is forgotten."""
        connection = getattr(self.own, "connection", None)
        if connection is not None and not connection.closed:
            return False
        if connection is not None:
            self.opened.remove(connection)
            self.own.connection = None
        return isinstance(error, self.psycopg.OperationalError)


def open_database(url: str) -> Database:
    if url.startswith("sqlite:///"):
        return File(url)
    if re.match(r"postgres(ql)?(\+\w+)?:", url):
        return Server(url)
    raise DataError(f"{without_password(url)!r} is not the URL of a database: it must be sqlite:///… or postgresql://…")


def without_password(url: str) -> str:
    """
    >>> without_password("postgresql://anna:secret@host/db")
    'postgresql://anna:***@host/db'
    """
    shown = re.sub(r"//([^:/@]*):[^/]*@", r"//\1:***@", url)
    return re.sub(r"(password=)[^&\s]*", r"\1***", shown)
