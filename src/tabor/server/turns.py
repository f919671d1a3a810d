"""Whoever waits gets a turn: no address and no room can push the others back by asking more often."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tabor.server.protocol import Refusal

MOST_REMEMBERED = 20_000  # addresses and rooms that had their turn


@dataclass(frozen=True, eq=False)
class Asker:
    """For whom something is done."""

    address: str = ""
    room: str = ""
    is_for_people: bool = True  # they come before computers that play among themselves
    is_wanted: Callable[[], bool] = lambda: True  # False once nobody waits for it any more


@dataclass(frozen=True, eq=False)
class Waiting:
    asker: Asker
    number: int  # in the order in which they came
    future: asyncio.Future[Any]
    work: Any = None
    is_for: Callable[[int], bool] = lambda worker: True


@dataclass
class Turns:
    """What waits for one of some workers. People first; then the address whose last turn is longest ago; then the room.

    One worker is kept for the others: an address that has work everywhere else waits.
    """

    workers: int
    waiting: list[Waiting] = field(default_factory=list)
    running: Counter[str] = field(default_factory=Counter)  # by address
    served: OrderedDict[str, int] = field(default_factory=OrderedDict)  # when an address or a room had its last turn
    clock: Any = field(default_factory=lambda: count(1))

    def add(self, waiting: Waiting) -> None:
        self.waiting.append(waiting)

    def take(self, worker: int) -> Waiting | None:
        """What this worker is to do next; it must tell the `end` of it."""
        free = [waiting for waiting in self.waiting if waiting.is_for(worker) and self.may_run(waiting.asker.address)]
        if not free:
            return None
        chosen = min(free, key=self.rank)
        self.waiting.remove(chosen)
        self.running[chosen.asker.address] += 1
        self.remember(f"address {chosen.asker.address}")
        self.remember(f"room {chosen.asker.room}")
        return chosen

    def rank(self, waiting: Waiting) -> tuple[bool, int, int, int]:
        asker = waiting.asker
        address, room = (self.served.get(name, 0) for name in (f"address {asker.address}", f"room {asker.room}"))
        return not asker.is_for_people, address, room, waiting.number

    def may_run(self, address: str) -> bool:
        return self.running[address] < max(1, self.workers - 1)

    def remember(self, name: str) -> None:
        self.served[name] = next(self.clock)
        self.served.move_to_end(name)
        if len(self.served) > MOST_REMEMBERED:
            self.served.popitem(last=False)

    def end(self, done: Waiting) -> None:
        self.running -= Counter({done.asker.address: 1})  # those with nothing left are not kept

    def unwanted(self) -> list[Waiting]:
        """What nobody waits for any more; it is taken out."""
        found = [waiting for waiting in self.waiting if not waiting.asker.is_wanted()]
        for waiting in found:
            self.waiting.remove(waiting)
        return found


class Gate:
    """Long work of the server itself: a few at once, in turn, and no long queue of one address."""

    def __init__(self, at_once: int, most_waiting: int) -> None:
        self.turns, self.most_waiting = Turns(at_once), most_waiting
        self.free = list(range(at_once))

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        if sum(waiting.asker.address == address for waiting in self.turns.waiting) >= self.most_waiting:
            raise Refusal("too-many", "you have asked for much that takes long; wait until it is there", 429)
        waiting = Waiting(Asker(address), next(self.turns.clock), asyncio.get_running_loop().create_future())
        self.turns.add(waiting)
        self.let_in()
        try:
            worker = await waiting.future
        except asyncio.CancelledError:
            self.leave(waiting)
            raise
        try:
            yield
        finally:
            self.done(waiting, worker)

    def let_in(self) -> None:
        while self.free and (waiting := self.turns.take(self.free[-1])):
            if waiting.future.cancelled():
                self.turns.end(waiting)
            else:
                waiting.future.set_result(self.free.pop())

    def leave(self, waiting: Waiting) -> None:
        """Whoever asked has gone, perhaps at the moment at which it was their turn."""
        if waiting in self.turns.waiting:
            self.turns.waiting.remove(waiting)
        elif not waiting.future.cancelled():
            self.done(waiting, waiting.future.result())

    def done(self, waiting: Waiting, worker: int) -> None:
        self.turns.end(waiting)
        self.free.append(worker)
        self.let_in()
