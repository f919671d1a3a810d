"""Three servers on one PostgreSQL, under load, of which anything may break; nothing may be lost, and no room be stuck.

    .venv/bin/python bench/server_chaos.py                       # 500 times
    .venv/bin/python bench/server_chaos.py --kills 60 --tables 6 --seed 3 --histories told.jsonl

A server is killed (SIGKILL) and replaced, one that only thinks, a process in which computers think; all connections of
the database are ended; PostgreSQL itself is, at once, and starts again; the network of the machine on which one of the
servers is (a namespace, where root may make one) is cut while other things break, from the database and from its
clients, or else only that to the database. Each room has two players, or one and a computer, and a spectator; all of
them come again by themselves, at any server. See tests/chaos.py for what is compared in the end. Ctrl-C ends it early,
and what was seen until then is compared.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import sqlalchemy as sql
from chaos import Chaos
from cutting import Wire, wire
from forked import Place, postgresql, servers_at

SAY_EVERY = 10  # breaks


@dataclass
class Machine:
    """Where the third server is: its network can be cut."""

    line: Wire  # its way to the database
    host: str
    namespace: str | None
    is_cut: bool = False

    async def cut_or_mend(self) -> int:
        """Whether it was cut: so that it stays for a while, and nobody hears of it but by silence."""
        self.is_cut = not self.is_cut
        if self.namespace:
            ip("-n", self.namespace, "link", "set", "far", "down" if self.is_cut else "up")
        elif self.is_cut:
            self.line.cut()
        else:
            self.line.mend()
        return int(self.is_cut)


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@contextmanager
def machine(socket: str) -> Iterator[Machine]:
    """A network of its own for one server, if that is allowed here."""
    name, near, far = f"tabor{os.getpid()}", f"tabor{os.getpid()}", f"10.231.{os.getpid() % 250}"
    try:
        ip("netns", "add", name)
        ip("link", "add", near, "type", "veth", "peer", "name", "far", "netns", name)
    except (OSError, subprocess.CalledProcessError) as error:
        subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)
        print(f"No network of its own can be made here ({error}): only the line to the database is cut.", flush=True)
        with wire(socket) as line:
            yield Machine(line, "127.0.0.1", None)
        return
    try:
        ip("addr", "add", f"{far}.1/30", "dev", near)
        ip("link", "set", near, "up")
        for words in (("addr", "add", f"{far}.2/30", "dev", "far"), ("link", "set", "far", "up")):
            ip("-n", name, *words)
        with wire(socket, f"{far}.1") as line:
            yield Machine(line, f"{far}.2", name)
    finally:
        ip("link", "del", near)
        ip("netns", "del", name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--tables", type=int, default=6, help="rooms at once")
    parser.add_argument("--pause", type=float, default=1.5, help="seconds between two breaks, on average")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--histories", type=Path, metavar="FILE", help="write what everybody was told")
    options = parser.parse_args()
    with postgresql() as postgres:
        chaos, problems, seconds = break_much(options, postgres)
    if options.histories:
        options.histories.write_text("".join(f"{json.dumps(line)}\n" for line in histories(chaos)))
    people = [person for seat in chaos.seats for person in seat.people]
    told, acknowledged = sum(len(person.history) for person in people), sum(len(p.acknowledged) for p in people)
    print(f"{chaos.count} breaks in {seconds:.0f} s: {', '.join(f'{n} {name}' for name, n in chaos.broken.items())}")
    print(f"{len(chaos.seats)} rooms, {acknowledged} actions acknowledged, {told} positions told, all compared")
    print(f"after breaks all rooms went on within {chaos.slowest:.1f} s; last {chaos.last or 'none'}")
    print(f"{len(problems)} problems, {len(chaos.stuck)} rooms stuck")
    for problem in problems[:20]:
        print(problem[:300])
    raise SystemExit(1 if problems else 0)


def histories(chaos: Chaos) -> Iterator[dict[str, object]]:
    for seat in chaos.seats:
        for number, person in enumerate(seat.people):
            about = {"room": seat.room, "person": number, "plays": bool(person.secrets)}
            yield {**about, "told": person.history, "acknowledged": person.acknowledged}


def break_much(options: argparse.Namespace, postgres: object) -> tuple[Chaos, list[str], float]:
    uri, began = postgres.get_uri(), time.perf_counter()  # type: ignore[attr-defined]
    with machine(f"{uri.partition('host=')[2]}/.s.PGSQL.5432") as there:
        way = sql.make_url(uri).set(host=there.host.rpartition(".")[0] + ".1", port=there.line.port, query={})
        far = Place(way.render_as_string(hide_password=False), host=there.host, namespace=there.namespace)
        with servers_at([Place(uri), Place(uri), far]) as servers, servers_at([Place(uri, only_thinks=True)]) as minds:
            chaos = Chaos(servers, minds, postgres, options.seed)
            chaos.ways["networks of a machine" if there.namespace else "lines to PostgreSQL"] = (4, there.cut_or_mend)
            return chaos, asyncio.run(work(chaos, options, began)), time.perf_counter() - began


async def work(chaos: Chaos, options: argparse.Namespace, began: float) -> list[str]:
    last = 0

    def tell() -> None:
        nonlocal last
        if chaos.count // SAY_EVERY > last:
            last = chaos.count // SAY_EVERY
            print(
                f"{chaos.count} of {options.kills}, {time.perf_counter() - began:.0f} s: {dict(chaos.broken)}",
                flush=True,
            )

    breaking = asyncio.create_task(chaos.run(options.kills, options.tables, options.pause, tell))
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, breaking.cancel)
    with suppress(asyncio.CancelledError):
        await breaking
    return await chaos.check()


if __name__ == "__main__":
    main()
