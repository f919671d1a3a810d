"""SQLite in a file, or PostgreSQL by its URL: one way to open either."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql
from sqlalchemy import event
from sqlalchemy.engine import Engine

from tabor.errors import DataError

# A machine whose cable was pulled must not be waited for: seconds, and for the last one milliseconds.
PATIENCE = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
ABANDONED = 5000  # milliseconds after which a transaction whose owner was cut off is undone: others wait for its rows


def open_engine(url: str) -> Engine:
    """The database; a URL that cannot be used is one sentence."""
    try:
        made = sql.engine.make_url(url)
        is_postgres = made.get_backend_name() == "postgresql"
        if is_postgres:
            made = made.set(drivername="postgresql+psycopg")
        connecting: dict[str, Any] = {"connect_args": PATIENCE, "pool_pre_ping": True} if is_postgres else {}
        engine = sql.create_engine(made, **connecting)  # after a restart of the database nobody gets a dead connection
        event.listen(engine, "connect", prepare_postgres if is_postgres else prepare_sqlite)
    except ModuleNotFoundError as error:
        raise DataError(f"the database needs the package {error.name}: pip install 'tabor[postgres]'") from None
    except sql.exc.SQLAlchemyError as error:
        raise unusable(url, error) from None
    return engine


def unusable(url: str, error: Exception) -> DataError:
    """What is wrong with a database, in one sentence, without its password."""
    reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
    try:
        shown = repr(sql.engine.make_url(url))
    except sql.exc.SQLAlchemyError:
        shown = "of this URL"
    return DataError(f"the database {shown} cannot be used: {reason}")


def prepare_postgres(connection: Any, _: Any) -> None:
    """The database, too, must not wait for a machine whose cable was pulled: two hours is what it would."""
    settings = {
        "idle_in_transaction_session_timeout": ABANDONED,
        "tcp_keepalives_idle": PATIENCE["keepalives_idle"],
        "tcp_keepalives_interval": PATIENCE["keepalives_interval"],
        "tcp_keepalives_count": PATIENCE["keepalives_count"],
    }
    connection.autocommit = True
    connection.execute(";".join(f"SET {name} = {value}" for name, value in settings.items()))
    connection.autocommit = False


def prepare_sqlite(connection: Any, _: Any) -> None:
    """WAL: readers and the writer do not wait for each other.

    With synchronous=NORMAL a commit is in the hands of the operating system: whatever happens to this process, it
    stays. FULL would also wait for the disk at every commit, which only a power cut can tell from NORMAL (the last
    commits may then be missing, the file stays whole).
    """
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA busy_timeout=5000")
