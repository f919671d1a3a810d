"""What was acknowledged is there afterwards: restarts, a database that fails, kill -9 under load, PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql
from alembic import command
from alembic.config import Config as AlembicConfig
from killing import Pair, open_pair, ready
from server_tools import Process, own_database, play_random, run, running, table_of_two

from tabor.client import Guest, Lobby, actions
from tabor.errors import DataError, TaborError
from tabor.server import archive
from tabor.server import store as store_module
from tabor.server.store import ENTRIES, ROOMS, Rules, Store, Stored, StoreError, connect, default_url, migrate

GAME = "drake"
NO_RULES = Rules(None, None)
ROUNDS = 5  # kills
TABLES = 8  # games at once while the server is killed


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(f"sqlite:///{tmp_path / 'rooms.sqlite'}")
    yield made
    made.close()


def test_rooms_and_entries_come_back_in_order(store: Store) -> None:
    async def write() -> None:
        await store.add_room("a", {"game": "x"}, Rules(3, "sum"))
        await store.add_room("b", {"game": "y"}, NO_RULES)
        writes = (store.add_entry(room, place, {"n": place}, str(place)) for place in range(50) for room in "ab")
        await asyncio.gather(*writes)
        entries, stamps = [{"n": place} for place in range(50)], [str(place) for place in range(50)]
        assert await store.read_room("a") == Stored({"game": "x"}, entries, stamps, Rules(3, "sum"))
        assert await store.read_room("c") is None

    run(write())


def test_what_waits_is_written_together(store: Store) -> None:
    commits: list[int] = []
    sql.event.listen(store.engine, "commit", lambda connection: commits.append(1))

    async def write() -> None:
        await store.add_room("a", {}, NO_RULES)
        await asyncio.gather(*(store.add_entry("a", place, {}, None) for place in range(300)))

    run(write())
    assert len(commits) < 100


def test_a_write_that_fails_is_told_to_its_own_alone(store: Store) -> None:
    async def write() -> None:
        await store.add_room("a", {}, NO_RULES)
        await store.add_entry("a", 1, {"kept": 1}, None)
        writes = [store.add_entry("a", place, {"new": place}, None) for place in (1, 2, 3)]
        results = await asyncio.gather(*writes, store.add_entry("none", 1, {}, None), return_exceptions=True)
        assert [isinstance(result, StoreError) for result in results] == [True, False, False, True]
        stored = await store.read_room("a")
        assert stored
        assert stored.entries == [{"kept": 1}, {"new": 2}, {"new": 3}]

    run(write())


def test_a_commit_whose_answer_was_lost_is_looked_up(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = store_module.write_rows

    def lossy(connection: Any, *args: Any) -> None:
        honest(connection, *args)
        connection.commit()
        raise sql.exc.OperationalError("insert", {}, OSError("the connection was lost"))

    async def write() -> None:
        await store.add_room("a", {"game": "x"}, NO_RULES)
        monkeypatch.setattr(store_module, "write_rows", lossy)
        await store.add_entry("a", 1, {"kept": 1}, None)
        await store.add_room("b", {"game": "y"}, NO_RULES)
        with pytest.raises(StoreError):
            await store.add_entry("a", 1, {"another": 1}, None)
        assert await store.read_room("a") == Stored({"game": "x"}, [{"kept": 1}], [None])
        assert await store.read_room("b") == Stored({"game": "y"}, [], [])

    run(write())


def test_what_cannot_be_read_is_said(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.execute(sql.text("DROP TABLE entries"))
        connection.execute(ROOMS.insert(), {"id": "a", "made": 0, "config": "{}"})
    with pytest.raises(StoreError, match="the database does not answer"):
        run(store.read_room("a"))


def test_sealed_choices_survive_a_kill(tmp_path: Path) -> None:
    async def choose(lobby: Lobby) -> tuple[list[Guest], list[Any]]:
        async with table_of_two(lobby, "robots") as guests:
            for guest, count in zip(guests, (2, 1), strict=True):
                for _ in range(count):
                    assert guest.view
                    await guest.act(actions(guest.view["choices"])[-2])
            return list(guests), [guest.view["secret"] for guest in guests if guest.view]

    async def go_on(lobby: Lobby, guests: list[Guest], secrets: list[Any]) -> None:
        room = guests[0].room["id"]
        first, second = (lobby.enter(room, guest.secrets) for guest in guests)
        async with first, second, lobby.enter(room) as spectator:
            assert [guest.view["secret"] for guest in (first, second) if guest.view] == secrets
            assert spectator.view
            assert spectator.view["secret"]["sealed"] == []
            await second.act("done")
            await first.act("done")
            await spectator.until(lambda guest: guest.view["ply"] > 0)

    process = Process(tmp_path / "rooms.sqlite")
    try:
        guests, secrets = run(choose(process.lobby))
    finally:
        process.kill()
    process = Process(tmp_path / "rooms.sqlite")
    try:
        run(go_on(process.lobby, guests, secrets))
    finally:
        process.kill()


def test_sqlite_writes_ahead_and_checks_references(store: Store) -> None:
    with store.engine.connect() as connection:
        settings = [connection.execute(sql.text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")]
    assert settings == ["wal", 1]


def test_tables_are_those_that_the_migrations_make(store: Store) -> None:
    found = sql.inspect(store.engine)
    for table in (ROOMS, ENTRIES):
        assert [column["name"] for column in found.get_columns(table.name)] == [column.name for column in table.columns]
    connect(str(store.engine.url)).dispose()  # a second start finds everything done


def test_a_database_that_cannot_be_used_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rubbish").write_bytes(b"this is no database " * 100)
    for url in (f"sqlite:///{tmp_path / 'rubbish'}", f"sqlite:///{tmp_path / 'none' / 'x'}", "cobol://x"):
        with pytest.raises(DataError, match="cannot be used"):
            connect(url)
    monkeypatch.setenv("TABOR_DATABASE_URL", "postgresql://elsewhere/x")
    assert default_url(None) == "postgresql://elsewhere/x"
    assert default_url(tmp_path / "a" / "b.sqlite") == f"sqlite:///{tmp_path / 'a' / 'b.sqlite'}"


# ---- a server that starts again ----


def test_a_room_outlives_the_server(tmp_path: Path) -> None:
    data = tmp_path / "rooms.sqlite"

    async def begin(lobby: Lobby) -> tuple[str, list[str], Any]:
        async with table_of_two(lobby, GAME, clock={"seconds": 500, "increment": 9}) as guests:
            await play_random(guests, random.Random(1), 7)
            await guests[0].send("name", name="Anna")
            await guests[0].until(lambda guest: guest.room["seats"][0]["who"] == "Anna")
            return guests[0].room["id"], guests[0].secrets, guests[0].view

    async def go_on(lobby: Lobby) -> None:
        async with lobby.enter(room, secrets) as guest:
            assert guest.view == view
            assert guest.number == 8  # Bo sat down, seven actions
            assert guest.room["seats"][0]["who"] == "Anna"
            assert guest.room["seats"][0]["clock"] > 505

    with running(data) as first:
        room, secrets, view = run(begin(first.lobby))
    with running(data) as second:
        run(go_on(second.lobby))


def test_rooms_leave_memory_and_come_back(tmp_path: Path) -> None:
    with running(tmp_path / "rooms.sqlite") as here:

        async def play() -> None:
            async with table_of_two(here.lobby, GAME) as guests:
                await play_random(guests, random.Random(2), 3)
                here.server.hub.forget_idle(time.monotonic() + 1)
                room, view = guests[0].room["id"], guests[0].view
                assert room in here.server.hub.tables  # somebody is there
            while not here.server.hub.tables[room].is_idle:
                await asyncio.sleep(0.01)
            here.server.hub.forget_idle(time.monotonic() + 1)
            assert room not in here.server.hub.tables
            async with here.lobby.enter(room, guests[0].secrets) as guest:
                assert guest.view == view

        run(play())


def test_what_cannot_be_stored_is_not_done_and_nobody_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any) -> None:
        raise StoreError("the disk is full")

    with running(tmp_path / "rooms.sqlite") as here:

        async def play() -> None:
            async with table_of_two(here.lobby, GAME) as (ann, bo):
                heard = len(bo.heard)
                with monkeypatch.context() as patch:
                    patch.setattr(here.server.services.store, "add_entry", fail)
                    with pytest.raises(TaborError):
                        await ann.act(actions(ann.view["choices"] if ann.view else [])[0])
                assert not [text for text in bo.heard[heard:] if '"update"' in text]
                async with here.lobby.enter(ann.room["id"], ann.secrets) as again:
                    assert again.view
                    assert again.view["ply"] == 0
                    await again.act(actions(again.view["choices"])[0])

        run(play())


# ---- kill -9 ----


def kill_many_times(data: str | Path, **environment: str) -> int:
    """Kill a server under load, start another, and compare; how many actions were acknowledged in all."""
    dice, pairs = random.Random(9), list[Pair]()
    for round_ in range(ROUNDS + 1):
        server = Process(data, **environment)

        async def play(server: Process = server, is_last: bool = round_ == ROUNDS) -> None:
            await ready(server.lobby)
            pairs.extend([await open_pair(server.lobby, len(pairs) + seed) for seed in range(0 if is_last else TABLES)])
            playing = [asyncio.create_task(pair.play_until_killed(server.lobby)) for pair in pairs]
            await asyncio.sleep(0.5 + dice.random())
            server.kill()
            await asyncio.gather(*playing)

        try:
            run(play())
        finally:
            server.child.kill()  # if it was not yet
    return sum(pair.acknowledged for pair in pairs)


@pytest.mark.slow
def test_kill_9_loses_nothing_with_sqlite(tmp_path: Path) -> None:
    assert kill_many_times(tmp_path / "rooms.sqlite") > 100


@pytest.mark.slow
def test_kill_9_loses_nothing_with_postgresql(postgres: str, tmp_path: Path) -> None:
    assert kill_many_times(tmp_path / "unused", TABOR_DATABASE_URL=postgres) > 100


@pytest.mark.slow
def test_postgresql_keeps_rooms_and_refuses_the_same_place_twice(postgres: str) -> None:
    store = Store(postgres)
    try:
        test_rooms_and_entries_come_back_in_order(store)
        with store.engine.begin() as connection:
            for table in (ENTRIES, ROOMS):
                connection.execute(table.delete())
        test_a_write_that_fails_is_told_to_its_own_alone(store)
    finally:
        store.close()


@pytest.mark.slow
def test_a_room_on_postgresql_outlives_the_server(postgres: str, tmp_path: Path) -> None:
    async def begin(lobby: Lobby) -> Guest:
        async with table_of_two(lobby, GAME) as guests:
            await play_random(guests, random.Random(3), 10)
            return guests[0]

    async def go_on(lobby: Lobby) -> None:
        async with lobby.enter(before.room["id"], before.secrets) as guest:
            assert guest.view == before.view

    with running(tmp_path / "unused", url=postgres) as first:
        before = run(begin(first.lobby))
    with running(tmp_path / "unused", url=postgres) as second:
        run(go_on(second.lobby))


@pytest.mark.slow
def test_a_backup_of_postgresql_while_it_runs_is_restored_into_sqlite(postgres: str, tmp_path: Path) -> None:
    file, other = tmp_path / "backup.jsonl.gz", tmp_path / "rooms.sqlite"

    async def begin(lobby: Lobby) -> Guest:
        async with table_of_two(lobby, GAME) as guests:
            await play_random(guests, random.Random(3), 6)
            return guests[0]

    async def go_on(lobby: Lobby) -> None:
        async with lobby.enter(before.room["id"], before.secrets) as guest:
            assert guest.view == before.view

    with running(tmp_path / "unused", url=postgres) as first:
        before = run(begin(first.lobby))
        assert archive.backup(first.server.services.store.engine, file, lambda count: None) >= 1
        assert archive.prune(first.server.services.store.engine, 1, None, lambda count: None) == 0
        assert httpx.get(first.lobby.address + "/health").json()["ok"]
    engine = connect(f"sqlite:///{other}")
    added, known = archive.restore(engine, file, lambda count: None)
    engine.dispose()
    assert (added > 0, known) == (True, 0)
    with running(other) as second:
        run(go_on(second.lobby))


@pytest.mark.slow
def test_the_second_migration_on_postgresql(postgres: str) -> None:
    """Tables of the first version with a room of it: the migration adds what it knows."""
    engine = connect(own_database(postgres, "second_migration"))
    config = {"game": GAME, "seats": []}
    with engine.begin() as connection:
        migrate_to(connection, "0001")
        first = sql.table("rooms", sql.column("id"), sql.column("made"), sql.column("config"))
        connection.execute(first.insert(), {"id": "old", "made": 1, "config": json.dumps(config)})
    migrate(engine)
    with engine.begin() as connection:
        version = connection.execute(sql.select(ROOMS.c.version).where(ROOMS.c.id == "old")).scalar()
    engine.dispose()
    assert version == 1


def migrate_to(connection: sql.Connection, revision: str) -> None:
    config = AlembicConfig()
    config.set_main_option("script_location", str(files("tabor.server") / "migrations"))
    config.attributes["connection"] = connection
    command.downgrade(config, revision)
