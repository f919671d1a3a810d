"""Several servers on one PostgreSQL: any of them serves any room, and all of them tell the same."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from conftest import heed_interrupts
from forked import Place, Server, servers_at
from server_tools import Process, Running, in_step, own_database, play_random, run, running
from test_server_proxies import free_port, proxy
from websockets.asyncio.client import connect as connect_socket

import tabor
from tabor import client, databases
from tabor.client import Guest, Lobby, Refused, actions
from tabor.databases import open_engine
from tabor.errors import TaborError
from tabor.server import store as store_module
from tabor.server.guard import Proxies
from tabor.server.sharing import GONE, LEASE, NOW, add_decision, claim, clean, sign
from tabor.server.store import ENTRIES, PROCESSES, ROOMS, Store, StoreError, connect, payloads

GAME = "drake"
SECRETS = "robots"  # orders are sealed
TABOR = [sys.executable, "-c", "from tabor.cli import main; raise SystemExit(main())"]
_numbers = count()


def test_a_notice_that_is_too_long_leaves_its_entry_out() -> None:
    notices = [
        {"kind": "entry", "place": n, "entry": {"n": "x" * size}} for n, size in enumerate((10, 9000, 3000, 6000))
    ]
    made = [json.loads(payload) for payload in payloads(notices)]
    assert [notice["place"] for payload in made for notice in payload] == [0, 1, 2, 3]
    assert ["entry" in notice for payload in made for notice in payload] == [True, False, True, True]
    assert all(len(payload) < 8000 for payload in payloads(notices))
    assert not list(payloads([]))


def test_processes_on_sqlite_are_refused_in_one_sentence(tmp_path: Path) -> None:
    asked = [*TABOR, "serve", "--port", "0", "--processes", "2", "--data", str(tmp_path / "rooms.sqlite")]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "TABOR_DATABASE_URL" in done.stderr


def test_whoever_thinks_for_nobody_is_told_so_in_one_sentence(tmp_path: Path) -> None:
    without = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    without.pop(store_module.URL_VARIABLE, None)
    done = subprocess.run([*TABOR, "think"], capture_output=True, text=True, timeout=120, env=without)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "TABOR_DATABASE_URL" in done.stderr


@pytest.mark.slow
def test_several_may_begin_with_an_empty_database(postgres: str) -> None:
    empty = own_database(postgres, f"empty_{os.getpid()}")
    with ThreadPoolExecutor(6) as threads:
        for engine in threads.map(connect, [empty] * 6):
            engine.dispose()


# ---- two servers in threads ----


@pytest.fixture
def url(postgres: str) -> str:
    return own_database(postgres, f"sharing_{os.getpid()}_{next(_numbers)}")


@contextmanager
def two(url: str, tmp_path: Path, **more: Any) -> Iterator[tuple[Running, Running]]:
    with (
        running(tmp_path / "unused", url=url, **more) as first,
        running(tmp_path / "unused", url=url, **more) as second,
    ):
        yield first, second


async def sit_apart(first: Running, second: Running, game: str = GAME, **more: Any) -> tuple[Guest, Guest]:
    """Ann at one server, Bo at the other."""
    made = await first.lobby.make(game, ["me", "open"], name="Ann", **more)
    sat = await second.lobby.sit(made["room"], name="Bo")
    guests = (
        first.lobby.enter(made["room"], made["secrets"].values()),
        second.lobby.enter(made["room"], [sat["secret"]]),
    )
    for guest in guests:
        await guest.connect()
    for guest in guests:
        await guest.until(lambda guest: guest.view is not None and all(seat["here"] for seat in guest.room["seats"]))
    return guests


async def leave(*guests: Guest) -> None:
    for guest in guests:
        await guest.leave()


def shown(guest: Guest) -> Any:
    assert guest.view
    return {name: guest.view[name] for name in ("turn", "ply", "pieces", "panels", "log", "outcome")}


@pytest.mark.slow
def test_two_play_a_whole_match_at_different_servers(url: str, tmp_path: Path) -> None:
    """And agree on a rematch there, with a promise of dice that was made at the other."""

    async def play(first: Running, second: Running) -> None:
        promise = await first.lobby.ask("/api/dice", {})
        made = await second.lobby.ask("/api/rooms", {"game": GAME, "seats": ["me", "me"], **promise})
        assert made["room"]
        with pytest.raises(Refused, match="not known here"):
            await first.lobby.ask("/api/rooms", {"game": GAME, "seats": ["me", "me"], **promise})
        ann, bo = await sit_apart(first, second)
        assert await play_random((ann, bo), random.Random(3)) > 3
        assert shown(ann) == shown(bo)
        await ann.send("rematch")
        await bo.until(lambda guest: guest.room["offers"]["rematch"] == 0)
        await bo.send("answer", offer="rematch", yes=True)
        for guest, lobby in ((ann, second.lobby), (bo, first.lobby)):  # each at the other one now
            await guest.until(lambda guest: guest.rematch is not None)
            assert guest.rematch
            async with lobby.enter(guest.rematch["room"], guest.rematch["secrets"].values()) as again:
                assert len(again.room["mine"]) == 1
        await leave(ann, bo)

    with two(url, tmp_path) as servers:
        run(play(*servers))


@pytest.mark.slow
def test_of_two_who_write_at_once_one_is_first_and_the_other_looks_again(url: str, tmp_path: Path) -> None:
    async def play(first: Running, second: Running) -> None:
        ann, bo = await sit_apart(first, second)
        for _ in range(10):  # both at once, of whom one is not on turn, and names beside
            mover = ann if ann.is_my_turn else bo
            assert mover.view
            action = actions(mover.view["choices"])[0]
            wrote = await asyncio.gather(
                mover.send("act", action=action), bo.send("draw"), ann.send("name", name="Ann"), return_exceptions=True
            )
            assert all(isinstance(found, dict | Refused) for found in wrote), wrote
            await in_step((ann, bo))
            assert shown(ann) == shown(bo)
            if ann.view and ann.view["turn"] is None:
                break
        stored = await second.lobby.ask(f"/api/rooms/{ann.room['id']}")
        assert stored["number"] == ann.number == bo.number
        await leave(ann, bo)

    with two(url, tmp_path) as servers:
        run(play(*servers))


@pytest.mark.slow
def test_secret_choices_at_two_servers_are_all_kept(url: str, tmp_path: Path) -> None:
    async def play(first: Running, second: Running) -> None:
        ann, bo = await sit_apart(first, second, SECRETS)
        number, heard = ann.number, len(bo.heard)
        await choose(ann)
        here, there = (server.server.hub.tables[ann.room["id"]].room for server in (first, second))
        while there.places < here.places:
            await asyncio.sleep(0.01)
        await bo.send("ping")
        assert not {json.loads(text)["type"] for text in bo.heard[heard:]} & {"room", "update"}  # who chose is a secret
        for _ in range(40):
            if ann.number != number:
                break
            await asyncio.gather(*(choose(guest) for guest in (ann, bo)))
        await in_step((ann, bo))
        assert ann.number == bo.number == number + 1
        assert ann.view
        assert bo.view
        assert [ann.view[name] for name in ("ply", "log")] == [bo.view[name] for name in ("ply", "log")]
        await leave(ann, bo)

    async def choose(guest: Guest) -> None:
        assert guest.view
        if found := actions(guest.view["choices"]):
            with suppress(Refused):  # all were made, and the next are another's
                await guest.send("act", action=found[0])

    with two(url, tmp_path) as servers:
        run(play(*servers))


@pytest.mark.slow
def test_a_server_that_ends_takes_its_people_with_it_and_they_come_to_the_other(url: str, tmp_path: Path) -> None:
    async def play(first: Running, second: Running, end_second: Callable[[], None]) -> None:
        ann, bo = await sit_apart(first, second)
        await asyncio.to_thread(end_second)
        await ann.until(lambda guest: not guest.room["seats"][1]["here"])
        again = first.lobby.enter(ann.room["id"], bo.secrets)
        await again.connect()
        await ann.until(lambda guest: guest.room["seats"][1]["here"])
        assert await play_random((ann, again), random.Random(1), 6) == 6
        await leave(ann, bo, again)

    with running(tmp_path / "unused", url=url) as first, ExitStack() as stack:
        second = stack.enter_context(running(tmp_path / "unused", url=url))
        run(play(first, second, stack.close))


@pytest.mark.slow
def test_computers_decide_once_and_a_dead_claim_is_taken_over(url: str, tmp_path: Path) -> None:
    store = Store(url)

    def claim_dead(connection: sql.Connection, room: str, rules: list[str]) -> None:
        """As a process that died: the decision is claimed, and nobody makes it."""
        add_decision(connection, {"room": room, "place": 0, "for_people": True, "address": ""}, 0)
        assert claim(connection, "dead", rules) == (room, 0, "")

    async def play(first: Running, second: Running) -> None:
        made = await first.lobby.make(GAME, ["level1", "me"])
        sharing = first.server.services.sharing
        assert sharing
        await store.ask(claim_dead, made["room"], list(sharing.rules.values()))
        async with second.lobby.enter(made["room"], made["secrets"].values()) as guest:
            for _ in range(3):
                await guest.until(lambda guest: guest.is_my_turn or guest.room["status"] == "over")
                assert guest.view
                await guest.act(actions(guest.view["choices"])[0])
            await guest.until(lambda guest: guest.is_my_turn or guest.room["status"] == "over")
            assert guest.view
            assert guest.view["ply"] >= 7

    with two(url, tmp_path) as servers:
        run(play(*servers))
        assert sum(server.server.services.sharing.claimed for server in servers if server.server.services.sharing) >= 4
    store.close()


@pytest.mark.slow
def test_a_claim_that_its_process_knows_nothing_of_ends(url: str, tmp_path: Path) -> None:
    """The answer to it was lost, or it could not be given back while the database was away; the process lives on."""

    async def play(here: Running) -> None:
        sharing = here.server.services.sharing
        assert sharing
        made = await here.lobby.make(GAME, ["level1", "me"])
        row = {"room": made["room"], "place": 0, "for_people": True, "address": "", "worker": sharing.store.name}
        await sharing.store.ask(add_decision, row, LEASE)
        async with here.lobby.enter(made["room"], made["secrets"].values()) as guest:
            await guest.until(lambda guest: guest.is_my_turn)

    with running(tmp_path / "unused", url=url) as here:
        run(play(here))


@pytest.mark.slow
def test_whoever_missed_a_notice_reads_until_the_database_answers(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here is somebody who only waits: nothing else would make its process look again."""

    async def play(first: Running, second: Running) -> None:
        ann, bo = await sit_apart(first, second)
        mover, waiter, deaf = (ann, bo, second) if ann.is_my_turn else (bo, ann, first)
        failures = iter(range(3))
        read = deaf.server.services.store.read_entries

        async def fail(room: str, after: int) -> Any:
            if next(failures, None) is not None:
                raise StoreError("the database is away")
            return await read(room, after)

        sharing = deaf.server.services.sharing
        assert sharing
        monkeypatch.setattr(sharing, "hear_entry", lambda notice, other: None)
        monkeypatch.setattr(deaf.server.services.store, "read_entries", fail)
        await play_random([mover], random.Random(1), 1)
        sharing.call(sharing.look_again)  # as after every new connection
        await waiter.until(lambda guest: guest.number == mover.number)
        assert next(failures, None) is None
        await leave(ann, bo)

    with two(url, tmp_path) as servers:
        run(play(*servers))


@pytest.mark.slow
def test_a_machine_that_was_cut_off_while_it_wrote_is_not_waited_for(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its entry is written and never committed, and nobody tells the database that it is gone."""
    monkeypatch.setattr(databases, "ABANDONED", 1000)

    async def play(here: Running) -> None:
        made = await here.lobby.make(GAME, ["me", "me"])
        async with here.lobby.enter(made["room"], made["secrets"].values()) as guest:
            await guest.until(lambda guest: guest.view is not None)
            assert await play_random([guest], random.Random(1), 3) == 3
            engine = open_engine(url)
            with engine.connect() as gone:
                entry = {"room": made["room"], "place": 4, "made": 0, "entry": "{}", "stamp": None}
                gone.execute(ENTRIES.insert(), entry)
                assert await play_random([guest], random.Random(1), 2) == 2
                gone.invalidate()
            engine.dispose()

    with running(tmp_path / "unused", url=url) as here:
        run(play(here))


@pytest.mark.slow
def test_a_flag_falls_once(url: str, tmp_path: Path) -> None:
    async def play(first: Running, second: Running) -> None:
        ann, bo = await sit_apart(first, second, clock={"seconds": 1})
        for guest in (ann, bo):
            await guest.until(lambda guest: guest.room["status"] == "over")
            assert guest.view
            assert guest.view["outcome"]["reason"]["id"] == "timed-out"
        assert ann.number == bo.number == 2
        await leave(ann, bo)

    with two(url, tmp_path) as servers:
        run(play(*servers))


@pytest.mark.slow
def test_a_room_of_rules_that_another_has_is_left_to_it(url: str, tmp_path: Path) -> None:
    with running(tmp_path / "unused", url=url) as here:
        made = run(here.lobby.make(GAME, ["me", "me"]))
        engine = connect(url)
        with engine.begin() as connection:
            connection.execute(sql.update(ROOMS).values(rules="other"))
            add_decision(connection, {"room": made["room"], "place": 0, "for_people": True, "address": ""}, 0)
            sign(connection, "x", ["other"], [])
            assert claim(connection, "y", ["own"]) is None  # so is a computer's decision
        here.server.hub.tables.clear()

        async def enter() -> int | None:
            address = f"{here.lobby.address.replace('http', 'ws')}/api/rooms/{made['room']}/socket"
            async with connect_socket(address) as socket:
                await socket.send(json.dumps({"type": "hello"}))
                assert json.loads(await socket.recv())["error"]["id"] == "elsewhere"
                await socket.wait_closed()
                return socket.close_code

        assert run(enter()) == 1013
        with pytest.raises(Refused, match="another process has"):
            run(here.lobby.ask(f"/api/rooms/{made['room']}"))
        with engine.begin() as connection:
            connection.execute(sql.update(PROCESSES).where(PROCESSES.c.name == "x").values(seen=NOW - GONE))
            assert claim(connection, "y", ["own"]) == (made["room"], 0, "")
            clean(connection)
            assert connection.execute(sql.select(PROCESSES.c.name)).scalars().all() == [here.server.services.store.name]
        engine.dispose()
        with pytest.raises(Refused, match="other rules"):  # nobody has them
            run(here.lobby.ask(f"/api/rooms/{made['room']}"))


# ---- processes ----


@pytest.mark.slow
def test_a_process_that_is_killed_is_replaced_and_nothing_is_lost(url: str) -> None:
    asked = [*TABOR, "serve", "--port", "0", "--processes", "2", "--rooms", "10000", "--requests", "10000"]
    child = subprocess.Popen(
        asked,
        env={**os.environ, store_module.URL_VARIABLE: url},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_interrupts,
    )
    errors = child.stderr
    assert child.stdout
    assert errors
    try:
        lines = [child.stdout.readline() for _ in range(4)]
        ports = [int(found[1]) for line in lines if (found := re.search(r"at port (\d+)", line))]
        first, second = (Lobby(f"http://127.0.0.1:{port}") for port in ports)

        async def play() -> None:
            made = await first.make(GAME, ["me", "me"])
            async with second.enter(made["room"], made["secrets"].values()) as guest:
                assert await play_random([guest], random.Random(2), 4) == 4
            found = re.search(r'pid="(\d+)"', first.fetch("/metrics").decode())
            assert found
            process = int(found[1])
            os.kill(process, signal.SIGKILL)
            async with second.enter(made["room"], made["secrets"].values()) as guest:
                assert guest.number == 4
                assert await play_random([guest], random.Random(2), 2) == 2
            assert "Process 1 has ended" in await asyncio.to_thread(errors.readline)
            while (stored := await asyncio.to_thread(look, made["room"])) is None:
                await asyncio.sleep(0.1)
            assert stored["number"] == 6

        def look(room: str) -> Any:
            """None: the new process is not there yet."""
            try:
                return json.loads(first.fetch(f"/api/rooms/{room}"))
            except TaborError:
                return None

        run(play())
        child.send_signal(signal.SIGINT)
        assert child.wait(30) == 0
    finally:
        child.kill()
        child.wait()
        child.stdout.close()
        errors.close()


@pytest.mark.slow
def test_who_sat_at_a_process_that_was_killed_is_away(url: str, tmp_path: Path) -> None:
    """It cannot say so itself: it is silent for too long."""

    async def play(first: Running, second: Server) -> None:
        made = await first.lobby.make(GAME, ["me", "open"])
        sat = await second.lobby.sit(made["room"])
        async with first.lobby.enter(made["room"], made["secrets"].values()) as ann:
            bo = second.lobby.enter(made["room"], [sat["secret"]])
            await bo.connect()
            await ann.until(lambda guest: guest.room["seats"][1]["here"])
            second.process.kill()
            await ann.until(lambda guest: not guest.room["seats"][1]["here"])
            await bo.leave()

    with running(tmp_path / "unused", url=url) as here, servers_at([Place(url)]) as servers:
        run(play(here, *servers))


@pytest.mark.slow
def test_whoever_hears_nothing_any_more_goes_on_elsewhere(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is cut off says no farewell: here it is stopped."""
    monkeypatch.setattr(client, "PING", 5.0)

    async def play(first: Server, second: Server) -> None:
        made = await first.lobby.make(GAME, ["me", "me"])
        async with first.lobby.enter(made["room"], made["secrets"].values(), [second.lobby.address]) as guest:
            await guest.until(lambda guest: guest.view is not None)
            assert await play_random([guest], random.Random(1), 2) == 2
            os.kill(first.process.pid or 0, signal.SIGSTOP)
            lost = asyncio.ensure_future(guest.send("ping"))
            with pytest.raises(TaborError, match="connection was lost"):
                await lost
            await guest.until(lambda guest: guest.address.startswith(second.lobby.address.replace("http", "ws")))
            assert await play_random([guest], random.Random(1), 2) == 2
            assert guest.number == 4

    with servers_at([Place(url), Place(url)]) as servers:
        run(play(*servers))


@contextmanager
def thinkers(url: str) -> Iterator[tuple[subprocess.Popen[str], Lobby]]:
    """`tabor think`, and where its figures are."""
    child = subprocess.Popen(
        [*TABOR, "think", "--workers", "1"],
        env={**os.environ, store_module.URL_VARIABLE: url},
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=heed_interrupts,
    )
    assert child.stdout
    try:
        found = re.search(r"http://\S+(?=/metrics)", child.stdout.readline())
        assert found
        yield child, Lobby(found[0].replace("localhost", "127.0.0.1"))
    finally:
        child.kill()
        child.wait()
        child.stdout.close()


@pytest.mark.slow
def test_a_process_that_only_thinks_decides_for_rooms_of_others_and_may_be_killed(url: str, tmp_path: Path) -> None:
    async def play(here: Running) -> None:
        made = await here.lobby.make(GAME, ["level1", "me"])
        async with here.lobby.enter(made["room"], made["secrets"].values()) as guest:
            with thinkers(url) as (child, figures):
                await guest.until(lambda guest: guest.is_my_turn)
                assert "\ntabor_decisions_total 1.0" in figures.fetch("/metrics").decode()
                assert json.loads(figures.fetch("/health"))["ok"]
                with pytest.raises(TaborError):  # rooms are for others
                    figures.fetch("/api/games")
                child.send_signal(signal.SIGSTOP)
                assert guest.view
                await guest.act(actions(guest.view["choices"])[0])
                child.kill()
            with thinkers(url) as (child, _):
                await guest.until(lambda guest: guest.is_my_turn)
                child.send_signal(signal.SIGINT)
                assert await asyncio.to_thread(child.wait, 30) == 130  # as after every Ctrl-C

    with running(tmp_path / "unused", url=url, workers=0) as here:  # nobody thinks here
        run(play(here))


@pytest.mark.slow
def test_whatever_breaks_nothing_is_lost_and_all_were_told_the_same(tmp_path_factory: pytest.TempPathFactory) -> None:
    """bench/server_chaos.py, short."""
    command = [sys.executable, str(Path(__file__).parent.parent / "bench" / "server_chaos.py"), "--kills", "15"]
    runtime = {"XDG_RUNTIME_DIR": str(tmp_path_factory.mktemp("run"))}
    done = subprocess.run(
        [*command, "--tables", "3", "--pause", "0.7"],
        capture_output=True,
        text=True,
        timeout=1500,
        env={**os.environ, **runtime},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 problems, 0 rooms stuck" in done.stdout


# ---- what docs/serving.md says ----

DOCS = Path(__file__).parent.parent / "docs"
UPSTREAM = re.findall(r"```nginx\n(.*?)```", DOCS.joinpath("serving.md").read_text(encoding="utf-8"), re.DOTALL)[1]
PASS_ON = """
    proxy_pass http://tabor; proxy_http_version 1.1; proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $upgrade;
"""


@contextmanager
def front(upstream: str, folder: Path) -> Iterator[Lobby]:
    """nginx with the lines of the page."""
    port, config = free_port(), folder / "nginx.conf"
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    files = "\n".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    site = f"server {{ listen 127.0.0.1:{port}; location / {{ {PASS_ON} }} }}"
    upgrade = 'map $http_upgrade $upgrade { default upgrade; "" ""; }'
    head = f"daemon off; pid {folder}/pid; error_log stderr; events {{}}\n"
    config.write_text(f"{head}http {{ access_log off;\n{files}\n{upgrade}\n{upstream}\n{site} }}\n")
    with proxy(["nginx", "-e", "stderr", "-c", str(config), "-p", str(folder)], port):
        yield Lobby(f"http://127.0.0.1:{port}")


@pytest.mark.slow
def test_nginx_in_front_of_two_servers_goes_on_with_one(url: str, tmp_path: Path) -> None:
    with ExitStack() as stay, ExitStack() as leaving:
        first = stay.enter_context(running(tmp_path, url=url, proxies=Proxies(["127.0.0.1"])))
        second = leaving.enter_context(running(tmp_path, url=url, proxies=Proxies(["127.0.0.1"])))
        ports = [server.lobby.address.rpartition(":")[2] for server in (first, second)]
        lobby = stay.enter_context(front(UPSTREAM.replace("8001", ports[0]).replace("8002", ports[1]), tmp_path))
        made = run(lobby.make(GAME, ["me", "me"]))
        run(play_through(lobby, made, 3))
        leaving.close()
        run(play_through(lobby, made, 6))
        assert all(run(lobby.ask("/health"))["ok"] for _ in range(6))


async def play_through(lobby: Lobby, made: Any, until: int) -> None:
    """One action after the other, each on a connection of its own: at whatever server the proxy chooses."""
    number = -1
    while number < until:
        for secret in made["secrets"].values():
            async with lobby.enter(made["room"], [secret]) as guest:
                assert guest.number >= number
                if guest.is_my_turn:
                    await play_random([guest], random.Random(1), 1)
                number = guest.number


@contextmanager
def another_version(url: str, folder: Path) -> Iterator[Process]:
    """A server from another source tree, in which one number of the rules differs: whoever neither places nor captures
    ends the match."""
    source = Path(tabor.__file__).parent
    shutil.copytree(source, folder / "tabor", ignore=shutil.ignore_patterns("static", "__pycache__"))
    numbers = folder / "tabor" / "games" / GAME / "data" / "rules.toml"
    text = numbers.read_text(encoding="utf-8")
    assert "no_progress = 50" in text
    numbers.write_text(text.replace("no_progress = 50", "no_progress = 1"), encoding="utf-8")
    with process(url, PYTHONPATH=str(folder)) as server:
        yield server


@contextmanager
def process(url: str, **environment: str) -> Iterator[Process]:
    server = Process("", TABOR_DATABASE_URL=url, **environment)
    try:
        yield server
    finally:
        server.kill()


async def play_idly(guests: Sequence[Guest], most: int) -> Any:
    """Actions that neither place nor capture where there are any; the view after so many, or at the end."""
    for _ in range(most):
        guest = next((guest for guest in guests if guest.is_my_turn), None)
        if guest is None:
            break
        assert guest.view
        found = actions(guest.view["choices"])
        await guest.act(next((action for action in found if not re.match(r"\+|.*x", action)), found[0]))
        await in_step(guests)
    return guests[0].view


@pytest.mark.slow
def test_two_versions_play_their_rooms_beside_each_other(url: str, tmp_path: Path) -> None:
    """Whichever of the two, or a proxy in front of both, somebody comes to."""

    async def play(old: Lobby, new: Lobby, both: Lobby) -> None:
        rooms = [await lobby.make(GAME, ["me", "me"]) for lobby in (old, new)]
        async with AsyncExitStack() as stack:
            tables = []
            for made, wrong, right in zip(rooms, (new, old), (old, new), strict=True):
                with pytest.raises(Refused, match="another process has"):
                    await wrong.enter(made["room"]).connect()
                first, second = made["secrets"].values()
                pair = (wrong.enter(made["room"], [first], [right.address]), both.enter(made["room"], [second], []))
                tables.append([await stack.enter_async_context(guest) for guest in pair])
            views = await asyncio.gather(*(play_idly(guests, 20) for guests in tables))
            assert views[0]["outcome"] is None
            assert views[0]["ply"] == 20
            assert views[1]["outcome"]["winner"] is None
            assert views[1]["ply"] < 20
            for made, guests in zip(rooms, tables, strict=True):
                assert (await both.ask(f"/api/rooms/{made['room']}"))["number"] == guests[0].number
        against = await new.make(GAME, ["level1", "me"])  # its computer moves by the new rules
        async with old.enter(against["room"], against["secrets"].values(), [new.address]) as guest:
            await guest.until(lambda guest: guest.is_my_turn)

    with process(url) as old, another_version(url, tmp_path / "new") as new:
        ports = [server.lobby.address.rpartition(":")[2] for server in (old, new)]
        with front(UPSTREAM.replace("8001", ports[0]).replace("8002", ports[1]), tmp_path) as both:
            run(play(old.lobby, new.lobby, both))


# ---- figures ----

OF_SHARING = {"tabor_others", "tabor_conflicts_total"}  # told by processes that share


def named_figures() -> set[str]:
    """In the dashboard and the alerts."""
    alerts = re.findall(r"expr: (.*)", DOCS.joinpath("alerts.yml").read_text(encoding="utf-8"))
    panels = json.loads(DOCS.joinpath("grafana.json").read_text(encoding="utf-8"))["panels"]
    asked = [target["expr"] for panel in panels for target in panel["targets"]]
    assert len(alerts) > 5
    assert len(asked) > 8
    words = set(
        re.findall(
            r"[a-z_]+(?![a-z_(])", " ".join(re.sub(r"\{.*?\}|\[.*?\]|\de\d", "", text) for text in alerts + asked)
        )
    )
    return words - {"up"}  # Prometheus's own


def told_figures(here: Running) -> set[str]:
    return set(re.findall(r"^([a-z_]+)[ {]", here.lobby.fetch("/metrics").decode(), re.MULTILINE))


def test_the_dashboard_and_the_alerts_name_figures_that_there_are(tmp_path: Path) -> None:
    with running(tmp_path / "rooms.sqlite") as here:
        assert named_figures() - told_figures(here) == OF_SHARING


@pytest.mark.slow
def test_processes_that_share_tell_all_figures_and_what_waits_for_computers(url: str, tmp_path: Path) -> None:
    """Decisions wait in the database: every process tells of those that nobody has claimed."""

    async def wait(here: Running) -> None:
        made = await here.lobby.make(GAME, ["level1", "me"])
        async with here.lobby.enter(made["room"], made["secrets"].values()):
            while (
                "\ntabor_thinking_waiting 1.0" not in (await asyncio.to_thread(here.lobby.fetch, "/metrics")).decode()
            ):
                await asyncio.sleep(0.1)

    with running(tmp_path / "unused", url=url, workers=0) as here:
        assert not named_figures() - told_figures(here)
        run(wait(here))
