"""What whoever runs the server looks at: whether it is well, what it does, what went wrong."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric

from tabor import __version__
from tabor.game import Tree
from tabor.server.store import StoreError

if TYPE_CHECKING:
    from tabor.server.authority import Server

FRESH = 1.0  # seconds for which what was found about its health is good
PERIOD = 60.0  # seconds in which the same thing is said only a few times
MOST_SAID = 5
MOST_KINDS = 1000  # of things that were said in this period


async def health(server: Server) -> Tree:
    """How it is; looked at once a second, however many ask."""
    now = time.monotonic()
    if server.looked is None or now - server.looked[0] > FRESH:
        server.looked = now, asyncio.create_task(look(server))
    return await asyncio.shield(server.looked[1])


async def look(server: Server) -> Tree:
    """Well if a row can be written and taken back; the figures tell why if not."""
    began = time.monotonic()
    try:
        await server.services.store.try_writing()
        problem = None
    except StoreError as error:
        problem = error.reason.splitlines()[0][:200]
    return {
        "ok": problem is None,
        "version": __version__,
        "store": problem or "writes",
        "store_seconds": round(time.monotonic() - began, 4),
        "rooms": len(server.hub.tables),
        "games": {about["name"]: about["ready"] for about in server.services.shelf.listing()},
    }


class Figures:
    """The server's own figures, asked for when somebody looks; the process's come with the library."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def collect(self) -> Iterator[Metric]:
        hub, thinking = self.server.hub, self.server.services.thinking
        tables, store = hub.tables.values(), self.server.services.store
        over = sum(table.room.is_over for table in tables)
        about = {"pid": str(os.getpid()), "process": store.name, "version": __version__}
        yield InfoMetricFamily("tabor_process", "Which process answers.", about)
        yield GaugeMetricFamily("tabor_rooms", "Rooms in memory.", len(tables))
        yield GaugeMetricFamily("tabor_rooms_over", "Of these, matches that are over.", over)
        yield GaugeMetricFamily("tabor_sockets", "Connected clients.", sum(self.server.sockets.values()))
        yield GaugeMetricFamily("tabor_addresses", "Addresses with a socket.", len(self.server.sockets))
        sharing = self.server.services.sharing
        waiting = len(thinking.turns.waiting) + (sharing.due if sharing else 0)
        yield GaugeMetricFamily("tabor_thinking_waiting", "Decisions that wait, here or for anybody.", waiting)
        yield GaugeMetricFamily("tabor_thinking_running", "Decisions being made.", thinking.turns.running.total())
        yield CounterMetricFamily("tabor_decisions", "Decisions made by computers.", thinking.decisions)
        yield GaugeMetricFamily("tabor_store_waiting", "Writes that wait.", store.waiting)
        yield CounterMetricFamily("tabor_writes", "Rows written.", store.written)
        yield CounterMetricFamily("tabor_writes_failed", "Rows that could not be written.", store.failed)
        yield CounterMetricFamily("tabor_commits", "Transactions.", store.commits)
        yield CounterMetricFamily("tabor_commit_seconds", "Seconds in transactions.", store.seconds)
        if sharing:
            yield GaugeMetricFamily("tabor_others", "Other processes that share the rooms.", len(sharing.others))
            yield CounterMetricFamily("tabor_conflicts", "Entries that another process wrote first.", sharing.conflicts)
            yield CounterMetricFamily("tabor_claims", "Decisions of computers that were claimed.", sharing.claimed)


def metrics(server: Server) -> bytes:
    from prometheus_client import GC_COLLECTOR, PLATFORM_COLLECTOR, PROCESS_COLLECTOR

    registry = CollectorRegistry()
    for collector in (Figures(server), PROCESS_COLLECTOR, PLATFORM_COLLECTOR, GC_COLLECTOR):
        registry.register(collector)
    return generate_latest(registry)


# ---- logs ----


class NoFlood(logging.Filter):
    """The same thing is said a few times a minute; then it is only counted, and the count said in the next minute."""

    def __init__(self) -> None:
        super().__init__()
        self.since = time.monotonic()
        self.said: dict[tuple[str, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now = time.monotonic()
        if now - self.since > PERIOD or len(self.said) > MOST_KINDS:
            self.since, self.said, before = now, {}, self.said
        else:
            before = {}
        kind = (record.name, str(record.msg))
        self.said[kind] = self.said.get(kind, 0) + 1
        if unsaid := sum(max(0, count - MOST_SAID) for count in before.values()):
            record.msg = f"({unsaid} lines like those before were left out) {record.msg}"
        return self.said[kind] <= MOST_SAID


def set_up_logs() -> None:
    """Lines with the time, on standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%S%z"))
    handler.addFilter(NoFlood())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
