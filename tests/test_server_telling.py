"""Updates: what a client makes of them is the view as it is, for every game, every seat and a spectator."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any, cast

import pytest
from server_tools import Ear

import tabor
from tabor.client import actions, updated
from tabor.game import Tree
from tabor.games import NAMES
from tabor.server.dice import draw_bits
from tabor.server.protocol import POLICY
from tabor.server.room import Config, Room, SeatConfig, lock_of
from tabor.server.table import MOST_UNSENT, Client, Services, Table
from tabor.server.wire import frame_head

ACTIONS = 60


class NoStore:
    async def add_entry(self, *_: Any) -> None:
        pass


class NoThinking:
    async def forget(self, room: str) -> None:
        pass


class Watcher:
    """A client that keeps its view up to date."""

    def __init__(self, seat: int | None) -> None:
        self.seat, self.ear = seat, Ear()
        self.client = Client(self.ear)
        self.view: Tree = {}
        self.number = -1

    def read(self) -> None:
        for message in map(json.loads, self.ear.heard):
            if message["type"] == "room":
                self.view, self.number = message["view"], message["number"]
            elif message["type"] == "update":
                assert message["since"] == self.number
                self.view, self.number = updated(self.view, message["view"]), message["number"]
        self.ear.heard.clear()


def table_of(name: str) -> Table:
    game = tabor.load(name)
    seats = [SeatConfig(None, "", lock_of(str(seat))) for seat in range(game.players)]
    room = Room("room", Config(name, game.options, game.changes, seats, draw_bits()), game)
    room.begin(0)
    return Table(room, Services(cast(Any, NoStore()), cast(Any, None), cast(Any, NoThinking()), 60))


async def join(table: Table, seat: int | None) -> Watcher:
    watcher = Watcher(seat)
    await table.join(watcher.client, [] if seat is None else [str(seat)])
    return watcher


@pytest.mark.parametrize("name", NAMES)
def test_updates_make_the_view_that_there_is(name: str) -> None:
    async def play() -> None:
        table, dice = table_of(name), random.Random(5)
        watchers = [await join(table, seat) for seat in (None, *range(table.room.game.players))]
        for played in range(ACTIONS):
            if table.room.is_over:
                break
            await act(table, dice)
            if played == ACTIONS // 2:
                watchers.append(await join(table, None))  # somebody who comes later
            for watcher in watchers:
                watcher.read()
                assert told(watcher.view) == told(table.room.view(watcher.seat) or {})
        assert watchers[0].view["log"][-1:] == (table.room.view(None) or {})["log"][-1:]

    asyncio.run(play())


async def act(table: Table, dice: random.Random) -> None:
    seat = min(table.room.awaited)
    text = dice.choice(actions((table.room.view(seat) or {})["choices"]))
    await table.change(lambda: table.room.act([seat], [text], 0))


def told(view: Tree) -> Tree:
    """As JSON has it; of the log a client keeps more."""
    shown: Tree = json.loads(json.dumps({name: part for name, part in view.items() if name != "log"}))
    return shown


def test_a_thousand_spectators_are_told_the_same_bytes() -> None:
    async def play() -> None:
        table, dice = table_of(NAMES[0]), random.Random(1)
        watchers = [await join(table, None) for _ in range(1000)]
        for watcher in watchers:
            watcher.ear.heard.clear()
        await act(table, dice)
        first = watchers[0].ear.heard[-1]
        assert all(watcher.ear.heard[-1] is first for watcher in watchers)

    asyncio.run(play())


def test_whoever_does_not_read_is_not_waited_for() -> None:
    ear = Ear()
    client = Client(ear)
    ear.unsent = MOST_UNSENT
    client.send(b"1")
    ear.unsent += 1
    client.send(b"2")
    client.send(b"3")
    assert ear.heard == [b"1"]
    assert ear.farewell == (POLICY, "too-slow")


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536, 1 << 20])
def test_heads_of_frames_are_those_of_the_protocol(size: int) -> None:
    from websockets.frames import Frame, Opcode

    data = bytes(size)
    assert frame_head(size) + data == Frame(Opcode.TEXT, data).serialize(mask=False)
