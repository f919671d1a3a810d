"""Guests whose server ends: whoever wants to comes again by itself, at another one."""

from __future__ import annotations

import asyncio
import random
from contextlib import ExitStack
from pathlib import Path

import pytest
from server_tools import Running, running

from tabor.client import Guest, Refused, actions
from tabor.errors import TaborError

GAME = "drake"


async def enter(first: Running, again_at: list[str] | None) -> Guest:
    made = await first.lobby.make(GAME, ["me", "me"])
    guest = first.lobby.enter(made["room"], made["secrets"].values(), again_at)
    await guest.connect()
    await guest.until(lambda guest: guest.view is not None)
    return guest


async def play(guest: Guest) -> None:
    number = guest.number
    await guest.act(random.Random(number).choice(actions((guest.view or {})["choices"])))
    await guest.until(lambda guest: guest.number > number)


def test_a_guest_comes_again_at_another_server(tmp_path: Path) -> None:
    async def stay(first: Running, second: Running, ends: ExitStack) -> None:
        guest = await enter(first, [second.lobby.address])
        await play(guest)
        before, view, heard = guest.number, guest.view, len(guest.heard)
        await asyncio.to_thread(ends.close)
        await guest.until(lambda guest: any('"type":"room"' in text for text in guest.heard[heard:]))
        assert second.lobby.address.rpartition("/")[2] in guest.address
        assert (guest.number, guest.view) == (before, view)
        await play(guest)
        assert guest.number == before + 1
        await guest.leave()

    with ExitStack() as ends, running(tmp_path / "rooms.sqlite") as second:
        asyncio.run(stay(ends.enter_context(running(tmp_path / "rooms.sqlite")), second, ends))


def test_whoever_did_not_ask_for_it_is_told(tmp_path: Path) -> None:
    async def stay(first: Running, ends: ExitStack) -> None:
        guest = await enter(first, None)
        await asyncio.to_thread(ends.close)
        with pytest.raises(TaborError, match="the connection was lost"):
            await guest.change()
        await guest.leave()

    with ExitStack() as ends:
        asyncio.run(stay(ends.enter_context(running(tmp_path / "rooms.sqlite")), ends))


def test_a_room_that_is_nowhere_is_not_waited_for(tmp_path: Path) -> None:
    async def stay(first: Running, other: Running, ends: ExitStack) -> None:
        guest = await enter(first, [other.lobby.address])
        await asyncio.to_thread(ends.close)
        with pytest.raises(Refused, match="there is no room"):
            await guest.change()
        await guest.leave()

    with ExitStack() as ends, running(tmp_path / "others.sqlite") as other:
        asyncio.run(stay(ends.enter_context(running(tmp_path / "rooms.sqlite")), other, ends))
