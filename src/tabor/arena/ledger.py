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

from tabor.arena.database import open_database
from tabor.game import Tree

STAGES = """
CREATE TABLE IF NOT EXISTS stages (
    plan VARCHAR(32) NOT NULL,
    stage INTEGER NOT NULL,    -- 0, 1, …
    content TEXT NOT NULL,     -- JSON
    PRIMARY KEY (plan, stage)
)"""
SHARDS = """
CREATE TABLE IF NOT EXISTS shards (
    plan VARCHAR(32) NOT NULL,
    shard INTEGER NOT NULL,
    made BIGINT NOT NULL,            -- milliseconds since 1970
    worker VARCHAR(80) NOT NULL,     -- who did it
    seconds DOUBLE PRECISION NOT NULL,  -- how long it took
    result BYTES NOT NULL,           -- what everybody reads
    detail BYTES NOT NULL,           -- what few read
    PRIMARY KEY (plan, shard)
)"""
ENTER_STAGE = "INSERT INTO stages (plan, stage, content) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
ENTER = """
INSERT INTO shards (plan, shard, made, worker, seconds, result, detail) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING"""


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
        self.database = open_database(url)
        for table in (STAGES, SHARDS):
            self.database.make_table(table)

    def other(self, plan: str) -> Ledger:
        """The entries of another plan in the same database."""
        twin = Ledger.__new__(Ledger)
        twin.plan, twin.database = plan, self.database
        return twin

    def enter(self, done: Done) -> bool:
        """Whether this was the first result of its shard; another changes nothing."""
        made = int(1000 * time.time())
        row = (self.plan, done.shard, made, done.worker, done.seconds, done.result, done.detail)
        return self.database.change(ENTER, row) == 1

    def enter_stage(self, number: int, content: Tree) -> bool:
        """Whether this was the first proposal for the stage."""
        return self.database.change(ENTER_STAGE, (self.plan, number, orjson.dumps(content).decode())) == 1

    def stages(self) -> list[Tree]:
        found = self.database.rows("SELECT content FROM stages WHERE plan = ? ORDER BY stage", (self.plan,))
        return [orjson.loads(content) for (content,) in found]

    def entered(self) -> set[int]:
        """The shards that are done."""
        return {shard for (shard,) in self.database.rows("SELECT shard FROM shards WHERE plan = ?", (self.plan,))}

    def has(self, shard: int) -> bool:
        found = self.database.rows("SELECT 1 FROM shards WHERE plan = ? AND shard = ?", (self.plan, shard))
        return any(True for _ in found)

    def results(self) -> Iterator[tuple[int, bytes]]:
        """Shards and their results, ascending."""
        chosen = "SELECT shard, result FROM shards WHERE plan = ? ORDER BY shard"
        return ((shard, result) for shard, result in self.database.rows(chosen, (self.plan,)))

    def entry(self, shard: int) -> tuple[bytes, bytes]:
        """Result and detail of one that is done."""
        chosen = "SELECT result, detail FROM shards WHERE plan = ? AND shard = ?"
        ((result, detail),) = self.database.rows(chosen, (self.plan, shard))
        return result, detail

    def latest(self, count: int) -> list[int]:
        """The shards that were entered last, the newest first."""
        chosen = "SELECT shard FROM shards WHERE plan = ? ORDER BY made DESC, shard DESC LIMIT ?"
        return [shard for (shard,) in self.database.rows(chosen, (self.plan, count))]

    def close(self) -> None:
        self.database.close()
