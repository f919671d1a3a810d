"""The server's parts put together, and what HTTP calls ask of them."""

from __future__ import annotations

import asyncio
import gc
import hmac
import json
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeVar

from anyio.to_thread import current_default_thread_limiter
from pydantic import BaseModel, ConfigDict, Field, model_validator
from sqlalchemy.exc import SQLAlchemyError

from tabor.errors import TaborError
from tabor.game import Game, Kind, Tree
from tabor.players import make as make_player
from tabor.server import archive
from tabor.server.costs import check_length
from tabor.server.frames import check_shown, position_after
from tabor.server.guard import Buckets, Limits, Proxies
from tabor.server.hub import Hub, check_position, check_seats, seat_config
from tabor.server.protocol import MOST_ACTION, Refusal, clean_name, share_of
from tabor.server.room import Config, SeatConfig, refuse_user_error
from tabor.server.saving import facts_of, read_replay
from tabor.server.sharing import Sharing
from tabor.server.shelf import Shelf
from tabor.server.store import Store
from tabor.server.table import Services, Table
from tabor.server.thinking import Thinking, ThinkingFailed, default_workers
from tabor.server.turns import Gate

MOST_OPTION = 4000  # characters of an option's value, such as a deck
MOST_TRIED = 60  # actions tried out one after the other
DEEPEST = 8  # tables within tables of changed numbers
MOST_AT_ONCE = 1  # replays that are being worked out: threads and the event loop share one interpreter
MOST_THREADS = 4  # that read files
MOST_WAITING = 8  # of one address
LONGEST_CLOCK = 14 * 86400.0

PRUNE_SECONDS = 3600.0

logger = logging.getLogger("tabor.server")

T = TypeVar("T")


@dataclass(frozen=True)
class Settings:
    url: str  # of the database
    hosts: tuple[str, ...] = ()  # names that the server answers to, besides those of loopback
    is_local: bool = True  # bound to loopback: whatever runs code is allowed, with the token
    token: str = field(default_factory=lambda: secrets.token_hex(16))
    workers: int = field(default_factory=default_workers)
    limits: Limits = field(default_factory=Limits)
    away: float = 60.0  # seconds after which the game of somebody who left can be claimed
    warm: bool = False  # compile all games at the start
    tournaments: Path | None = None  # a folder whose tournaments are shown
    proxies: Proxies = field(default_factory=Proxies)  # whose word about addresses is believed
    keep_days: float | None = None  # rooms in which nothing happened for longer are deleted; None: never
    export: Path | None = None  # the folder to which they are written first
    watchers: Proxies = field(default_factory=Proxies)  # who may see the figures, besides this machine
    only_thinks: bool = False  # makes decisions of computers in rooms that others serve


# ---- what clients send ----


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def is_text(cls, tree: Any) -> Any:
        """JSON can hold half a character; nothing that is stored or sent can."""
        try:
            json.dumps(tree if isinstance(tree, dict) else None, ensure_ascii=False).encode()
        except (UnicodeEncodeError, RecursionError):
            raise ValueError("a text has a surrogate without its other half, or tables lie too deep") from None
        return tree


class Clock(Body):
    seconds: float = Field(ge=1, le=LONGEST_CLOCK)
    increment: float = Field(0, ge=0, le=3600)
    each_turn: bool = False


class Origin(Body):
    room: str
    ply: int = Field(ge=0)


class GameBody(Body):
    game: str
    options: dict[str, str] = {}
    changes: dict[str, Any] = {}


class RoomBody(GameBody):
    game: str = ""
    seats: list[str] = Field(max_length=16)
    name: str = Field("", max_length=200)
    listed: bool = False
    clock: Clock | None = None
    number: str | None = None
    commitment: str | None = None
    position: str | None = None
    origin: Origin | None = Field(None, alias="from")


class SitBody(Body):
    seat: int | None = None
    name: str = Field("", max_length=200)
    number: str | None = None


class TryBody(Body):
    ply: int = Field(ge=0, le=2**31 - 1)
    actions: list[Annotated[str, Field(max_length=MOST_ACTION)]] = Field([], max_length=MOST_TRIED)
    seat: int | None = Field(None, ge=0)


class Server:
    """The app's parts; made when it starts, for they belong to its event loop."""

    def __init__(self, settings: Settings, shelf: Shelf | None = None) -> None:
        self.settings = settings
        store, thinking = Store(settings.url), Thinking(settings.workers)
        sharing = Sharing(store, settings.workers) if store.is_shared else None
        self.services = Services(store, shelf or Shelf(), thinking, settings.away, sharing)
        self.hub = Hub(self.services, Buckets(*settings.limits.rooms))
        self.sockets: Counter[str] = Counter()  # by address
        self.work_done = Buckets(*settings.limits.work)
        self.long_work = Gate(MOST_AT_ONCE, MOST_WAITING)
        self.analysing: set[str] = set()  # addresses
        self.looked: tuple[float, asyncio.Task[Tree]] | None = None  # at its health, and when

    async def start(self) -> None:
        self.services.thinking.start()
        current_default_thread_limiter().total_tokens = MOST_THREADS
        if self.services.sharing:
            await self.services.sharing.start(self.hub)
        self.tasks = [asyncio.create_task(self.hub.sweep())]
        if self.settings.keep_days is not None:
            self.tasks.append(asyncio.create_task(self.prune()))
        if self.settings.warm:
            self.tasks.append(asyncio.create_task(self.warm()))

    async def warm(self) -> None:
        """All rules; then what they loaded is left out of garbage collections, which would stop everybody for 0.3 s."""
        await self.services.shelf.warm_all()
        gc.collect()
        gc.freeze()

    async def prune(self) -> None:
        """Once an hour, what is older than one wants to keep."""
        settings, engine = self.settings, self.services.store.engine
        while True:
            path = settings.export and archive.dated(settings.export)
            try:
                await asyncio.to_thread(archive.prune, engine, settings.keep_days or 0, path, lambda count: None)
            except (TaborError, SQLAlchemyError) as error:
                logger.error("old rooms could not be pruned: %s", error)
            await asyncio.sleep(PRUNE_SECONDS)

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.hub.close()
        if self.services.sharing:
            await self.services.sharing.stop()
        await self.services.thinking.stop()
        await self.services.shelf.close()
        await asyncio.to_thread(self.services.store.close)

    # ---- rooms ----

    async def make_room(self, body: RoomBody, address: str, token: str | None) -> Tree:
        self.hub.count_room(address)
        game, position = await self.game_and_position(body)
        check_seats(body.seats, game)
        name, share = clean_name(body.name), share_of(body.number)
        may_run_files = self.may_run_files(token)
        asked = [seat_config(text, game, name, share, may_run_files) for text in body.seats]
        self.check_files([seat for seat, _ in asked], game)
        clock = (body.clock.seconds, body.clock.increment) if body.clock else None
        bits = await self.hub.take_bits(body.commitment)
        seats = [seat for seat, _ in asked]
        config = Config(
            game.kind.name,
            game.options,
            game.changes,
            seats,
            bits,
            body.listed,
            clock,
            position,
            each_turn=body.clock is not None and body.clock.each_turn,
        )
        table = await self.hub.make(config, game)
        return {
            "room": table.room.id,
            "secrets": {str(number): secret for number, (_, secret) in enumerate(asked) if secret},
        }

    async def game_and_position(self, body: RoomBody) -> tuple[Game, str | None]:
        """The game that is asked for, or that of the match to be played on from."""
        if body.origin is not None:
            table = await self.hub.table(body.origin.room)
            return await stand_of(table, body.origin.ply)
        check_game(body)
        game = await self.services.shelf.game_soon(body.game, body.options, body.changes)
        if body.position is not None:
            await self.services.shelf.ready(game.kind)
            check_position(game, body.position)
        return game, body.position

    def game(self, body: GameBody) -> Game:
        check_game(body)
        return self.services.shelf.game(body.game, body.options, body.changes)

    def kind(self, name: str) -> Kind:
        if name not in self.services.shelf.names:
            raise Refusal("no-game", f"there is no game {name[:40]!r}", 404)
        return self.services.shelf.kinds(name)

    def may_run_files(self, token: str | None) -> bool:
        return self.settings.is_local and hmac.compare_digest((token or "").encode(), self.settings.token.encode())

    def check_files(self, seats: list[SeatConfig], game: Game) -> None:
        for seat in seats:
            if seat.player and seat.player.startswith("file:"):
                try:
                    make_player(seat.player.removeprefix("file:"), game)
                except TaborError as error:
                    raise refuse_user_error(error) from None

    async def add_replay(self, text: bytes, address: str) -> Tree:
        self.hub.count_room(address)
        name, entries = await self.work_out(address, facts_of, text)
        kind = self.kind(name)
        check_length(kind, entries)
        self.hub.make_space()
        await self.services.shelf.ready(kind)
        config, match = await self.work_out(address, read_replay, text)
        table = await self.hub.make(config, match.game, match)
        return {"room": table.room.id}

    async def analyse(self, room: str, question: Tree, address: str) -> Tree:
        """One at a time for an address, so that nobody's analyses fill the computers' time."""
        table = await self.hub.table(room)
        if address in self.analysing:
            raise Refusal("too-many", "another match is being analysed for you; wait until it is done", 429)
        self.analysing.add(address)
        try:
            return await table.analyse(question, address)
        except ThinkingFailed as failure:
            raise Refusal("failure", f"the computer gave no answer: {failure}", 503) from None
        finally:
            self.analysing.discard(address)

    async def try_out(self, room: str, body: TryBody, address: str) -> Tree:
        """What the computer says of actions that were not played."""
        table = await self.hub.table(room)
        async with table.lock:
            check_shown(table.room, [], body.seat)
        answer = await self.analyse(room, {"try": body.model_dump()}, address)
        if "refused" in answer:
            raise Refusal("not-legal", answer["refused"][:500])
        return answer

    async def work_out(self, address: str, function: Callable[..., T], *args: Any) -> T:
        """Something long, in a thread; a few at once, in turn, and an address pays for the time that it takes."""
        paid = self.work_done.of(address)
        async with self.long_work.turn(address):
            if not paid.take():
                raise Refusal("too-many", "you have asked for much that takes long; wait a little", 429)
            began = time.monotonic()
            try:
                return await asyncio.to_thread(function, *args)
            finally:
                paid.spend(time.monotonic() - began - 1)

    @contextmanager
    def counted_socket(self, address: str) -> Iterator[bool]:
        """Whether an address may have one more."""
        self.sockets[address] += 1
        try:
            yield self.sockets[address] <= self.settings.limits.sockets
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]


def check_game(body: GameBody) -> None:
    for name, value in body.options.items():
        if len(value) > MOST_OPTION:
            raise Refusal("bad-field", f"the option {name[:40]!r} is longer than {MOST_OPTION} characters")
    if depth(body.changes) > DEEPEST:
        raise Refusal("bad-field", f"'changes' has more than {DEEPEST} tables within each other")


def depth(tree: Any) -> int:
    """How many tables lie within each other; counting stops soon enough."""
    level, found = [tree], 0
    while level and found <= DEEPEST:
        level = [part for table in level if isinstance(table, dict | list) for part in parts_of(table)]
        found += 1
    return found


def parts_of(table: Any) -> list[Any]:
    return list(table.values()) if isinstance(table, dict) else table


async def stand_of(table: Table, ply: int) -> tuple[Game, str]:
    """A match that is over, as it stood after so many actions. It begins anew there: its dice are not known yet."""
    async with table.lock:
        if table.room.match is None or not table.room.is_over:
            raise Refusal("not-over", "a match can be played on from once it is over", 409)
        return table.room.game, position_after(table.room.match, ply)
