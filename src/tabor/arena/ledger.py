"""Where results are entered, each once. Whoever comes second with a result is told so, and it is dropped.

A plan determines **shards**, pieces of work with a number each; some plans learn only from results what comes next,
so their **stages** are entered here too, the first proposal for each. The ledger knows nothing of what is in them:
tournaments, studies and the rest differ in that alone. Executors may die, run twice, or run in two places at once:
the primary key makes every planned thing happen once.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import orjson
import sqlalchemy as sql

from tabor.databases import open_engine, unusable
from tabor.game import Tree

METADATA = sql.MetaData()
STAGES = sql.Table(
    "stages",
    METADATA,
    sql.Column("plan", sql.String(32), primary_key=True),
    sql.Column("stage", sql.Integer, primary_key=True),  # 0, 1, …
    sql.Column("content", sql.Text, nullable=False),  # JSON
)
SHARDS = sql.Table(
    "shards",
    METADATA,
    sql.Column("plan", sql.String(32), primary_key=True),
    sql.Column("shard", sql.Integer, primary_key=True),
    sql.Column("made", sql.BigInteger, nullable=False),  # milliseconds since 1970
    sql.Column("worker", sql.String(80), nullable=False),  # who did it
    sql.Column("seconds", sql.Float, nullable=False),  # how long it took
    sql.Column("result", sql.LargeBinary, nullable=False),  # what everybody reads
    sql.Column("detail", sql.LargeBinary, nullable=False),  # what few read
)


@dataclass(frozen=True)
class Done:
    """A shard that was worked out."""

    shard: int
    worker: str
    seconds: float
    result: bytes
    detail: bytes


class Ledger:
    """The entries of one plan."""

    def __init__(self, url: str, plan: str) -> None:
        self.plan = plan
        self.engine = open_engine(url)
        try:
            self._make_tables()
        except sql.exc.SQLAlchemyError as error:
            raise unusable(url, error) from None

    def other(self, plan: str) -> Ledger:
        """The entries of another plan in the same database."""
        twin = Ledger.__new__(Ledger)
        twin.plan, twin.engine = plan, self.engine
        return twin

    def enter(self, done: Done) -> bool:
        """Whether this was the first result of its shard; another changes nothing."""
        row = {"plan": self.plan, "made": int(1000 * time.time()), **vars(done)}
        return self._insert(SHARDS, row)

    def enter_stage(self, number: int, content: Tree) -> bool:
        """Whether this was the first proposal for the stage."""
        return self._insert(STAGES, {"plan": self.plan, "stage": number, "content": orjson.dumps(content).decode()})

    def stages(self) -> list[Tree]:
        chosen = sql.select(STAGES.c.content).where(STAGES.c.plan == self.plan).order_by(STAGES.c.stage)
        with self.engine.connect() as connection:
            return [orjson.loads(content) for (content,) in connection.execute(chosen)]

    def entered(self) -> set[int]:
        """The shards that are done."""
        with self.engine.connect() as connection:
            return set(connection.execute(sql.select(SHARDS.c.shard).where(SHARDS.c.plan == self.plan)).scalars())

    def has(self, shard: int) -> bool:
        found = sql.select(SHARDS.c.shard).where(SHARDS.c.plan == self.plan, SHARDS.c.shard == shard)
        with self.engine.connect() as connection:
            return connection.execute(found).first() is not None

    def results(self, but: frozenset[int] = frozenset()) -> Iterator[tuple[int, bytes]]:
        """Shards and their results, ascending; those in `but` are known already."""
        chosen = sql.select(SHARDS.c.shard, SHARDS.c.result).where(SHARDS.c.plan == self.plan)
        with self.engine.connect() as connection:
            for shard, result in connection.execute(chosen.order_by(SHARDS.c.shard)):
                if shard not in but:
                    yield shard, result

    def detail(self, shard: int) -> bytes | None:
        found = sql.select(SHARDS.c.detail).where(SHARDS.c.plan == self.plan, SHARDS.c.shard == shard)
        with self.engine.connect() as connection:
            detail: bytes | None = connection.execute(found).scalar()
            return detail

    def latest(self, count: int) -> list[int]:
        """The shards that were entered last, the newest first."""
        order = (SHARDS.c.made.desc(), SHARDS.c.shard.desc())
        chosen = sql.select(SHARDS.c.shard).where(SHARDS.c.plan == self.plan).order_by(*order).limit(count)
        with self.engine.connect() as connection:
            return list(connection.execute(chosen).scalars())

    def close(self) -> None:
        self.engine.dispose()

    def _make_tables(self) -> None:
        try:
            METADATA.create_all(self.engine)
        except (sql.exc.IntegrityError, sql.exc.ProgrammingError):  # somebody else makes them at this moment
            METADATA.create_all(self.engine)

    def _insert(self, table: sql.Table, row: Tree) -> bool:
        try:
            with self.engine.begin() as connection:
                connection.execute(table.insert(), row)
        except sql.exc.IntegrityError:
            return False
        return True
