"""Memory: limits by cost, not by bytes; nothing is held for what is over."""

from __future__ import annotations

import asyncio
import json
import random
import time
from pathlib import Path

import httpx
import pytest
from server_tools import Running, play_random, run, running, table_of_two, wait_until

import tabor
from tabor.client import Lobby, Refused, actions
from tabor.match import Match
from tabor.saves import save_text
from tabor.server import costs, hub, shelf
from tabor.server.shelf import Shelf
from tabor.server.table import Table

GAME = "drake"


def long_save(entries: int, quote: str = '"') -> bytes:
    """A match in which the dice were keyed anew so many times."""
    text = save_text(Match(tabor.load(GAME), 5))
    log = ",".join([f"{quote}!again{quote}"] * entries)
    return text.replace("log = []", f"log = [{log}]").encode()


def add(here: Running, text: bytes) -> httpx.Response:
    return httpx.post(here.lobby.address + "/api/replays", content=text, timeout=60)


@pytest.mark.parametrize("quote", ['"', "'"])
def test_a_short_file_of_many_entries_is_refused_before_anything_is_made_of_it(
    tmp_path: Path, quote: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = long_save(58_000, quote)
    assert len(text) < 512 * 1024 + 30_000
    monkeypatch.setattr("tabor.server.authority.read_replay", lambda text: pytest.fail("it was replayed"))
    with running(tmp_path / "rooms.sqlite") as here:
        answer = add(here, text[: 512 * 1024] if len(text) > 512 * 1024 else text)
        assert answer.status_code == 413
        assert "a match of The Drake may have" in answer.json()["text"]


def test_a_match_that_grew_too_long_can_only_be_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path / "rooms.sqlite") as here:

        async def play() -> None:
            async with table_of_two(here.lobby, GAME) as guests:
                await play_random(guests, random.Random(1), 10)
                monkeypatch.setattr(costs, "MOST_OF_ROOM", 5 * costs.entry_cost(tabor.load(GAME).kind))
                guest = next(guest for guest in guests if guest.is_my_turn)
                with pytest.raises(Refused, match="may have 5 here"):
                    await guest.act(actions(guest.view["choices"] if guest.view else [])[0])
                await guest.send("resign")

        run(play())


def test_matches_that_are_over_leave_memory_soon(tmp_path: Path) -> None:
    with running(tmp_path / "rooms.sqlite") as here:
        rooms = here.server.hub.tables

        async def play() -> tuple[str, str]:
            async with table_of_two(here.lobby, GAME) as over, table_of_two(here.lobby, GAME) as going_on:
                await over[0].send("resign")
                return over[0].room["id"], going_on[0].room["id"]

        over, going_on = run(play())
        asyncio.run(asyncio.sleep(0.2))
        here.server.hub.forget_idle(time.monotonic() - hub.IDLE + hub.SWEEP + 1)
        assert over not in rooms
        assert going_on in rooms


def test_computers_forget_rooms_that_everybody_left(tmp_path: Path) -> None:
    with running(tmp_path / "rooms.sqlite") as here:
        known = here.server.services.thinking.known

        async def play() -> None:
            made = await here.lobby.make(GAME, ["level1", "me"])
            async with here.lobby.enter(made["room"], made["secrets"].values()) as guest:
                await guest.until(lambda guest: guest.is_my_turn)
                assert made["room"] in known[0]

        run(play())
        wait_until(lambda: not known[0])


def test_bots_forget_rooms_that_left_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "IDLE", 0.2)
    monkeypatch.setattr(hub, "SWEEP", 0.2)
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(turn):\n    return turn['legal'][0]\n")
    with running(tmp_path / "rooms.sqlite") as here:
        known, lobby = here.server.services.thinking.known, Lobby(here.lobby.address, here.settings.token)

        async def play() -> str:
            made = await lobby.make(GAME, [f"file:{bot}", "me"])
            async with lobby.enter(made["room"], made["secrets"].values()) as guest:
                await guest.until(lambda guest: guest.is_my_turn)
                await asyncio.sleep(1)
                assert made["room"] in known[0]
            return str(made["room"])

        room = run(play())
        wait_until(lambda: room not in here.server.hub.tables)
        wait_until(lambda: not known[0])


def test_the_oldest_idle_rooms_go_when_memory_is_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = save_text(Match(tabor.load(GAME), 5)).encode()
    with running(tmp_path / "rooms.sqlite") as here:
        rooms = [add(here, save).json()["room"] for _ in range(4)]
        monkeypatch.setattr(hub, "MOST_OF_ALL", 2 * costs.ROOM)

        async def look() -> None:
            async with here.lobby.enter(rooms[0]):
                assert (await here.lobby.ask("/api/replays", save))["room"]
                assert set(rooms) & set(here.server.hub.tables) == {rooms[0], rooms[3]}
                async with here.lobby.enter(rooms[1]), here.lobby.enter(rooms[2]):
                    with pytest.raises(Refused, match="all memory"):
                        await here.lobby.ask("/api/replays", save)

        run(look())


def test_variants_do_not_stay_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MOST_GAMES", 3)
    kept = Shelf()
    for number in range(10):
        kept.game(GAME, {}, {"end": {"no_progress": 50 + number}})
    assert len(kept.games) == 3
    assert json.loads(list(kept.games)[-1])[2] == {"end": {"no_progress": 59}}


def test_a_room_that_is_dropped_while_it_is_waited_for_is_read_again(tmp_path: Path) -> None:
    """Else people would sit at a table that nobody tells of what others do."""
    with running(tmp_path / "rooms.sqlite") as here:
        room = run(here.lobby.make("drake", ["me", "me"]))["room"]
        found = here.server.hub
        wait_until(lambda: room in found.tables)
        found.drop(room)
        load, dropped = found.load, list[Table]()

        async def load_and_lose(name: str) -> Table:
            table = await load(name)
            if not dropped:
                dropped.append(table)
                asyncio.get_running_loop().call_soon(found.drop, name)
            return table

        found.load = load_and_lose  # type: ignore[method-assign,assignment]
        view = httpx.get(f"{here.lobby.address}/api/rooms/{room}").json()
        assert (view["id"], dropped[0].is_dropped) == (room, True)
        assert found.tables[room] is not dropped[0]
