"""Rooms of before: a database of the first version, and rules that have changed since a room was made."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql
from server_tools import Running, play_random, run, running, table_of_two

from tabor import games
from tabor.client import Guest, Lobby, Refused, actions
from tabor.server import upgrades
from tabor.server.store import Rules, connect
from tabor.server.upgrades import read_rules, rules_of

HERE = Path(__file__).parent
GAME = "drake"
BEFORE: dict[str, Any] = json.loads((HERE / "rooms_0001.json").read_text())  # as the server of that time showed them


def first_sums() -> dict[str, str]:
    """What the second migration says about rooms of before."""
    path = Path(upgrades.__file__).parent / "migrations" / "first_rules.json"
    sums: dict[str, str] = json.loads(path.read_text())
    return sums


@contextmanager
def rules_called(sums: dict[str, Rules]) -> Iterator[None]:
    """As if the games had these rules."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tabor.server.upgrades.rules_of", lambda kind: sums.get(kind.name, rules_of(kind)))
        yield


def old_database(folder: Path) -> Path:
    path = folder / "old.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript((HERE / "rooms_0001.sql").read_text())
    connection.close()
    return path


async def enter(here: Running, room: str) -> Any:
    """What a room of the old database shows to its people, or why not."""
    try:
        async with here.lobby.enter(room, BEFORE[room]["secrets"]) as guest:
            match = here.server.hub.tables[room].room.match
            return guest.room["status"], match and match.position, match.log if match else [], guest.number
    except Refused as refused:
        return refused.id


@pytest.mark.parametrize("game", games.names())
def test_rooms_of_the_first_version_go_on_exactly(tmp_path: Path, game: str) -> None:
    if games.find(game).version != 1:
        pytest.skip("its rules are others now, and say so")
    sums = {name: Rules(1, sum_) for name, sum_ in first_sums().items()}
    rooms = [room for room, was in BEFORE.items() if was["game"] == game]
    assert rooms
    with rules_called(sums), running(old_database(tmp_path)) as here:
        for room in rooms:
            was = BEFORE[room]
            found = run(enter(here, room))
            assert found == (was["status"], was["position"], was["log"], was["number"]), room


def test_rooms_of_the_first_version_say_so_if_the_rules_are_others(tmp_path: Path) -> None:
    begun = [room for room, was in BEFORE.items() if was["game"] == GAME and was["status"] != "waiting"]
    with rules_called({GAME: Rules(1, "other")}), running(old_database(tmp_path)) as here:
        assert {run(enter(here, room)) for room in begun} == {"other-rules"}


def test_the_second_migration_keeps_what_was_there(tmp_path: Path) -> None:
    path = old_database(tmp_path)
    with sqlite3.connect(path) as connection:
        before = connection.execute("SELECT room, place, made, entry FROM entries ORDER BY room, place").fetchall()
    connection.close()
    engine = connect(f"sqlite:///{path}")
    with engine.connect() as connected:
        after = connected.execute(sql.text("SELECT room, place, made, entry FROM entries ORDER BY room, place")).all()
        sums = set(connected.execute(sql.text("SELECT version, rules FROM rooms")).all())
    engine.dispose()
    assert [tuple(row) for row in after] == before
    assert sums == {(1, sum_) for sum_ in first_sums().values()}


def test_an_older_version_goes_on_with_what_a_newer_one_has_added_to(tmp_path: Path) -> None:
    """In the middle of an upgrade an old process may be started again."""
    data = tmp_path / "rooms.sqlite"
    with running(data) as first:
        before = begin(first)
    with sqlite3.connect(data) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.execute("ALTER TABLE rooms ADD COLUMN colour TEXT")
    connection.close()
    with running(data) as second:
        assert come_back(second.lobby, before) == before.view


# ---- rules that change ----


def begin(here: Running) -> Guest:
    async def play() -> Guest:
        async with table_of_two(here.lobby, GAME) as guests:
            await play_random(guests, random.Random(5), 9)
            return guests[0]

    guest: Guest = run(play())
    return guest


def come_back(lobby: Lobby, before: Guest) -> Any:
    async def look() -> Any:
        async with lobby.enter(before.room["id"], before.secrets) as guest:
            return guest.view

    return run(look())


def test_a_room_goes_on_after_a_change_that_left_every_position_as_it_was(tmp_path: Path) -> None:
    data = tmp_path / "rooms.sqlite"
    with running(data) as first:
        before = begin(first)
    with rules_called({GAME: Rules(1, "written in another way")}), running(data) as second:
        assert come_back(second.lobby, before) == before.view


@pytest.mark.parametrize("rules", [Rules(1, "other"), Rules(2, "other")])
def test_a_room_whose_positions_would_be_others_says_so_and_can_be_read(
    tmp_path: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "rooms.sqlite"
    with running(data) as first:
        before = begin(first)
        log = [step.entry for step in first.server.hub.tables[before.room["id"]].room.match.steps]  # type: ignore[union-attr]
    monkeypatch.setattr("tabor.server.room.position_sum", lambda match: "another")
    with rules_called({GAME: rules}), running(data) as second:
        with pytest.raises(Refused) as refused:
            come_back(second.lobby, before)
        assert refused.value.id == "other-rules"
        assert refused.value.args_ == {"game": "The Drake", "room": before.room["id"], "was": 1, "now": 1}
        address = f"{second.lobby.address}/api/rooms/{before.room['id']}"
        assert httpx.get(address).status_code == 409
        record = httpx.get(f"{address}/record", params={"language": "pl"}).text.splitlines()
        assert record[0] == "Smok, według wersji 1 zasad"
        assert record[-len(log) :] == log


def test_the_record_of_a_match_that_is_played_is_not_shown(tmp_path: Path) -> None:
    with running(tmp_path / "rooms.sqlite") as here:
        before = begin(here)
        here.server.hub.tables.clear()
        answer = httpx.get(f"{here.lobby.address}/api/rooms/{before.room['id']}/record")
        assert answer.status_code == 409
        assert answer.json()["error"]["id"] == "not-over"


def test_a_log_that_is_no_longer_legal_says_so_too(tmp_path: Path) -> None:
    data = tmp_path / "rooms.sqlite"
    with running(data) as first:
        before = begin(first)
    with sqlite3.connect(data) as connection:
        connection.execute("""UPDATE entries SET entry = '{"kind":"play","actions":["no"]}' WHERE place = 3""")
    connection.close()
    with rules_called({GAME: Rules(1, "other")}), running(data) as second, pytest.raises(Refused, match="other rules"):
        come_back(second.lobby, before)


def test_the_sum_follows_version_code_constants_and_data(tmp_path: Path) -> None:
    kind = games.find(GAME)
    assert read_rules(kind) == rules_of(kind)
    assert read_rules(replace(kind, version=2)).sum != rules_of(kind).sum
    changed = tmp_path / "more.toml"
    changed.write_text("[end]\nno_progress = 77\n")
    assert read_rules(replace(kind, data=(*kind.data, changed))).sum != rules_of(kind).sum


def test_comments_and_layout_decide_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [
        "def apply(a, b):\n    return a + b\n",
        '# why\n\ndef apply(a,\n      b):\n    """What it does."""\n    return (a + b)  # and how\n',
        "def apply(a, b):\n    return a - b\n",
    ]
    codes = []
    for number, text in enumerate(texts):
        path = tmp_path / f"rules{number}.py"
        path.write_text(text)
        names: dict[str, Any] = {}
        exec(compile(text, str(path), "exec"), names)
        codes.append(upgrades.code_text(names["apply"]))
    assert codes[0] == codes[1] != codes[2]


def test_whoever_sat_down_finds_the_same_choices(tmp_path: Path) -> None:
    """A match that came back is played on: the next action is legal there, and stored."""
    with running(tmp_path / "rooms.sqlite") as first:
        before = begin(first)
    with rules_called({GAME: Rules(1, "other")}), running(tmp_path / "rooms.sqlite") as second:

        async def play() -> None:
            async with second.lobby.enter(before.room["id"], before.secrets) as guest:
                if guest.is_my_turn:
                    assert guest.view
                    await guest.act(actions(guest.view["choices"])[0])
                    assert guest.number == before.number + 1

        run(play())
