"""What deciding and telling cost alone: rooms in this process, two clients each, no sockets and no storing.

    .venv/bin/python bench/server_deciding.py NAME     # 12 games, 30 actions each: of every action the least of 6 times
    PYTHONPATH=/tmp/before/src .venv/bin/python bench/server_deciding.py NAME     # another source
    .venv/bin/python bench/server_deciding.py NAME --cold --games 100 --actions 8

`--cold`: all games in turn, once, and between two actions the processor's caches are filled with something else, as
they are in a server that is woken for each action: that costs twice as much.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import time
from statistics import mean, median
from typing import Any, cast

import orjson

import tabor
from tabor.game import Game
from tabor.games import NAMES
from tabor.server.conversation import Conversation
from tabor.server.guard import Bucket, Limits
from tabor.server.protocol import Refusal
from tabor.server.room import Config, Room, SeatConfig, lock_of
from tabor.server.table import Services, Table

JUNK = bytearray(24 << 20)  # more than caches hold
TOLD = ("room", "update")


class Store:
    async def add_entry(self, *_: Any) -> None:
        """Written at once."""


class Thinking:
    async def forget(self, room: str) -> None:
        """Nobody thinks here."""


class Ear:
    """A client's socket: what may be chosen, and the number of the room."""

    unsent = 0

    def __init__(self) -> None:
        self.told: list[bytes] = []
        self.choices: list[Any] = []
        self.number, self.is_over = 0, False

    def tell(self, data: bytes) -> None:
        self.told.append(data)

    def bid_farewell(self, code: int, reason: str) -> None:
        raise Refusal("closed", reason)

    def listen(self) -> None:
        for message in map(orjson.loads, self.told):
            if message["type"] in TOLD:
                self.number, self.is_over = message["number"], message["room"]["status"] == "over"
                told = message["view"].get("choices")
                if told is not None:
                    self.choices = [self.choices[each] if isinstance(each, int) else each for each in told]
        self.told.clear()

    def choose(self, dice: random.Random) -> str:
        node = dice.choice(self.choices)
        while "then" in node:
            node = dice.choice(node["then"])
        return orjson.dumps({"type": "act", "id": 1, "number": self.number, "action": node["action"]}).decode()


class Play:
    """One room with all its clients, who choose at random."""

    def __init__(self, game: Game, seed: int) -> None:
        self.dice = random.Random(seed)
        self.secrets = [f"{seed}-{seat}" for seat in range(game.players)]
        seats = [SeatConfig(lock=lock_of(secret)) for secret in self.secrets]
        config = Config(game.kind.name, game.options, game.changes, seats, f"{seed:064x}")
        room = Room(f"room{seed:08d}", config, game)
        room.begin(time.monotonic())
        self.table = Table(room, Services(cast(Any, Store()), cast(Any, None), cast(Any, Thinking()), 60))
        self.ears = [Ear() for _ in seats]
        free = Bucket(1e9, 1e9)
        self.clients = [Conversation(cast(Any, ear), cast(Any, None), room.id, Limits(), "", free) for ear in self.ears]

    async def begin(self) -> Play:
        for client, secret in zip(self.clients, self.secrets, strict=True):
            client.table = self.table
            await self.table.join(client.client, [secret])
        self.listen()
        return self

    def listen(self) -> None:
        for ear in self.ears:
            ear.listen()

    async def act(self) -> float | None:
        """An action of whoever may choose; microseconds, or None if it is over."""
        able = [n for n, ear in enumerate(self.ears) if ear.choices and not ear.is_over]
        if not able:
            return None
        message = self.ears[able[0]].choose(self.dice)
        began = time.thread_time_ns()
        await self.clients[able[0]].answer(message)
        spent = time.thread_time_ns() - began
        self.listen()
        return spent / 1000


async def hot(game: Game, games: int, actions: int, times: int) -> list[float]:
    """Of every action the least."""
    least: dict[tuple[int, int], float] = {}
    for _ in range(times):
        for seed in range(games):
            play = await Play(game, seed).begin()
            for number in range(actions):
                if (spent := await play.act()) is not None:
                    least[seed, number] = min(spent, least.get((seed, number), spent))
    return [*least.values()]


async def cold(game: Game, games: int, actions: int) -> list[float]:
    plays = [await Play(game, seed).begin() for seed in range(games)]
    found = []
    for _ in range(actions):
        for play in plays:
            bytes(JUNK)
            found.append(await play.act())
    return [spent for spent in found if spent is not None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--actions", type=int, default=30)
    parser.add_argument("--times", type=int, default=6)
    parser.add_argument("--cold", action="store_true")
    options = parser.parse_args()
    game = tabor.load(options.game)
    asyncio.run(hot(game, 1, options.actions, 1))  # everything is loaded
    gc.disable()
    if options.cold:
        found = asyncio.run(cold(game, options.games, options.actions))
    else:
        found = asyncio.run(hot(game, options.games, options.actions, options.times))
    print(f"{options.game}: {len(found)} actions, mean {mean(found):.0f} µs, median {median(found):.0f} µs")


if __name__ == "__main__":
    main()
