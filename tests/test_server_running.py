"""Running it for others: health, figures, logs, backup and restore, pruning."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import random
import re
import sqlite3
import time
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sql
from server_tools import Running, play_random, run, running, table_of_two

from tabor.cli import main
from tabor.client import Guest
from tabor.server import archive, authority, watching
from tabor.server.guard import Proxies
from tabor.server.store import ENTRIES, ROOMS, connect
from tabor.server.watching import MOST_SAID, PERIOD, NoFlood

GAME = "drake"


def play_some(here: Running, count: int = 5) -> Guest:
    async def play() -> Guest:
        async with table_of_two(here.lobby, GAME) as guests:
            await play_random(guests, random.Random(3), count)
            return guests[0]

    guest: Guest = run(play())
    return guest


# ---- health and figures ----


def test_health_says_whether_a_row_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "FRESH", 0.0)
    data = tmp_path / "rooms.sqlite"
    with running(data) as here:
        well = httpx.get(here.lobby.address + "/health")
        assert well.status_code == 200
        assert well.json()["ok"] is True
        assert set(well.json()["games"]) >= {GAME}
        with sqlite3.connect(data) as connection:
            assert connection.execute("SELECT count(*) FROM rooms").fetchone() == (0,)
            connection.execute("ALTER TABLE rooms RENAME TO gone")
        connection.close()
        ill = httpx.get(here.lobby.address + "/health")
        assert ill.status_code == 503
        assert ill.json()["ok"] is False
        assert "rooms" in ill.json()["store"]


def test_health_is_looked_at_once_however_many_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "FRESH", 600.0)
    with running(tmp_path / "rooms.sqlite") as here:
        before = here.server.services.store.commits
        assert [httpx.get(here.lobby.address + "/health").status_code for _ in range(5)] == [200] * 5
        assert here.server.services.store.commits == before + 1


def figures(here: Running) -> dict[str, float]:
    text = httpx.get(here.lobby.address + "/metrics").text
    return {name: float(value) for name, value in re.findall(r"^(\w+) ([-+.\de]+)$", text, re.MULTILINE)}


def test_metrics_count_what_happens(tmp_path: Path) -> None:
    with running(tmp_path / "rooms.sqlite") as here:
        before = figures(here)
        play_some(here, 5)
        after = figures(here)
        assert after["tabor_rooms"] == before["tabor_rooms"] + 1
        assert (
            after["tabor_writes_total"] == before["tabor_writes_total"] + 7
        )  # a room, somebody sat down, five actions
        assert after["tabor_commit_seconds_total"] > before["tabor_commit_seconds_total"]
        assert after["process_resident_memory_bytes"] > 1e7


def test_metrics_are_for_whoever_runs_it(tmp_path: Path) -> None:
    local, other = Proxies(["127.0.0.1"]), {"x-forwarded-for": "7.7.7.7"}
    with running(tmp_path / "a.sqlite", proxies=local) as here:
        assert httpx.get(here.lobby.address + "/metrics", headers=other).status_code == 403
    with running(tmp_path / "b.sqlite", proxies=local, watchers=Proxies(["7.7.7.0/24"])) as here:
        assert httpx.get(here.lobby.address + "/metrics", headers=other).status_code == 200


# ---- logs ----


def record(text: str) -> logging.LogRecord:
    return logging.LogRecord("tabor.server", logging.WARNING, "", 0, text, (), None)


def test_a_flood_is_counted_and_other_lines_are_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    flood = NoFlood()
    said = [flood.filter(record("Invalid HTTP request received.")) for _ in range(100)]
    assert said.count(True) == MOST_SAID
    assert flood.filter(record("the disk is full"))
    flood.since -= PERIOD + 1
    later = record("Invalid HTTP request received.")
    assert flood.filter(later)
    assert later.msg == "(95 lines like those before were left out) Invalid HTTP request received."


def test_lines_have_the_time(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    watching.set_up_logs()
    logging.getLogger("tabor.server").warning("something %s", "odd")
    line = capsys.readouterr().err
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} WARNING tabor.server: something odd\n", line)


# ---- backup, restore, pruning ----


def command(*words: object) -> int:
    return main(["rooms", *map(str, words)])


def test_a_backup_while_it_runs_brings_every_room_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, file = tmp_path / "rooms.sqlite", tmp_path / "backup.jsonl.gz"
    with running(data) as here:
        before = [play_some(here, count) for count in (3, 6)]
        assert command("backup", file, "--data", data) == 0
        play_some(here, 2)
    assert f"2 rooms are in {file}" in capsys.readouterr().out
    with running(tmp_path / "new.sqlite") as there:
        assert command("restore", file, "--data", tmp_path / "new.sqlite") == 0  # into a server that runs
        assert command("restore", file, "--data", tmp_path / "new.sqlite") == 0
        assert "0 rooms were added, 2 were there" in capsys.readouterr().out

        async def look(guest: Guest) -> None:
            async with there.lobby.enter(guest.room["id"], guest.secrets) as again:
                assert again.view == guest.view

        for guest in before:
            run(look(guest))


def test_a_backup_is_of_one_moment(tmp_path: Path) -> None:
    """Whatever is written while it is being made."""
    engine = connect(f"sqlite:///{tmp_path / 'rooms.sqlite'}")
    with engine.begin() as connection:
        connection.execute(ROOMS.insert(), [{"id": f"r{n:03}", "made": 1, "config": "{}"} for n in range(500)])

    def tell(count: int) -> None:
        if count == 1:
            with engine.begin() as other:
                other.execute(ENTRIES.insert(), {"room": "r499", "place": 1, "made": 2, "entry": "{}"})
                other.execute(ROOMS.insert(), {"id": "new", "made": 2, "config": "{}"})

    assert archive.backup(engine, tmp_path / "file.jsonl", tell) == 500
    engine.dispose()
    rooms = [json.loads(line) for line in (tmp_path / "file.jsonl").read_text().splitlines()]
    assert all(room["entries"] == [] for room in rooms)


def test_pruning_exports_and_deletes_what_is_old(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, file = tmp_path / "rooms.sqlite", tmp_path / "old.jsonl"
    with running(data) as here:
        old, played_on, new = (play_some(here, 3).room["id"] for _ in range(3))
    engine, month_ago = connect(f"sqlite:///{data}"), int(1000 * time.time()) - 30 * archive.DAY
    with engine.begin() as connection:
        for table, name in ((ROOMS, "id"), (ENTRIES, "room")):
            connection.execute(table.update().where(table.c[name].in_([old, played_on])).values(made=month_ago))
        later = ENTRIES.update().where(ENTRIES.c.room == played_on, ENTRIES.c.place == 3)
        connection.execute(later.values(made=month_ago + 20 * archive.DAY))
    assert command("prune", "--days", 14, "--export", file, "--data", data) == 0
    assert f"1 rooms were deleted, and are in {file}" in capsys.readouterr().out
    with engine.connect() as connection:
        assert set(connection.execute(sql.select(ROOMS.c.id)).scalars()) == {played_on, new}
        assert set(connection.execute(sql.select(ENTRIES.c.room)).scalars()) == {played_on, new}
    assert [json.loads(line)["id"] for line in file.read_text().splitlines()] == [old]
    assert command("restore", file, "--data", data) == 0
    with engine.connect() as connection:
        assert connection.execute(sql.select(sql.func.count()).select_from(ENTRIES)).scalar() == 12
    engine.dispose()


def test_a_server_prunes_by_itself_if_it_is_told_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(authority, "PRUNE_SECONDS", 0.1)
    folder = tmp_path / "export"
    folder.mkdir()
    with running(tmp_path / "rooms.sqlite") as before:
        room = play_some(before, 2).room["id"]
    with running(tmp_path / "rooms.sqlite", keep_days=0.000001, export=folder):
        names: list[str] = []
        for _ in range(600):
            files = sorted(folder.glob("rooms-*.gz"))
            names = [
                json.loads(line)["id"] for file in files for line in gzip.decompress(file.read_bytes()).splitlines()
            ]
            if room in names:
                break
            asyncio.run(asyncio.sleep(0.05))
        assert room in names


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("restore", "none.jsonl"), "none.jsonl cannot be read: No such file"),
        (("restore", "rubbish"), "rubbish: line 1 is no room, but b'hello'"),
        (("backup", "rubbish"), "rubbish is there already"),
        (("backup", "no/folder/x"), "cannot be written: No such file"),
        (("prune", "--days", "-1"), "--days"),
    ],
)
def test_mistakes_are_one_sentence(
    words: tuple[str, ...],
    problem: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rubbish").write_text("hello")
    assert command(*words, "--data", tmp_path / "rooms.sqlite") == 2
    told = capsys.readouterr().err
    assert problem in told
    assert "Traceback" not in told
