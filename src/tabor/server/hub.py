"""All rooms: made, found, brought back from the store, dropped from memory when nobody has been there for long."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from tabor.errors import TaborError
from tabor.game import Game, Tree
from tabor.match import Match, read_position
from tabor.messages import speaker
from tabor.players import levels, names
from tabor.server.costs import MOST_OF_ALL, room_cost
from tabor.server.dice import commitment, draw_bits
from tabor.server.guard import Buckets
from tabor.server.protocol import Refusal, listing
from tabor.server.room import SECRET, Config, Room, SeatConfig, lock_of, refuse_user_error
from tabor.server.sharing import add_commitment, take_commitment
from tabor.server.store import Stored
from tabor.server.table import Services, Table, no_room, read_back
from tabor.server.upgrades import record, rules_soon

IDLE = 60.0  # seconds until a room that nobody looks at is dropped from memory; it comes back from the store
SWEEP = 30.0
MOST_TABLES = 20_000
MOST_LISTED = 100
MOST_COMMITMENTS = 10_000
ROOM_ID = re.compile(r"[A-Za-z0-9_-]{12}")  # 72 random bits


class Hub:
    def __init__(self, services: Services, rooms_made: Buckets) -> None:
        self.services, self.rooms_made = services, rooms_made
        self.tables: dict[str, Table] = {}
        self.loading: dict[str, asyncio.Task[Table]] = {}
        self.dropped: list[str] = []  # rooms that computers may still remember
        self.committed: dict[str, str] = {}  # commitment → bits, of rooms still to be made

    # ---- finding ----

    async def table(self, room: str) -> Table:
        """A room in memory, or from the store; not one that was dropped while it was waited for, which nobody tells of
        what others do."""
        while True:
            table = await self.find(room)
            if self.tables.get(room) is table:
                return table

    async def find(self, room: str) -> Table:
        table = self.tables.get(room)
        if table is not None and not table.is_broken:
            if self.services.sharing and table.is_unused:
                await table.look_again()  # notice of what others did may still be on its way
            return table
        if not ROOM_ID.fullmatch(room):
            raise no_room(room)
        if room not in self.loading:
            self.loading[room] = asyncio.create_task(self.load(room))
            self.loading[room].add_done_callback(lambda _: self.loading.pop(room, None))
        return await asyncio.shield(self.loading[room])

    async def load(self, room: str) -> Table:
        return self.add(await read_back(self.services, room))

    async def recorded(self, room: str) -> Stored:
        """What was played in a room that is over, or cannot be played on."""
        try:
            table = await self.table(room)
            if not table.room.is_over:
                raise Refusal("not-over", "the record can be read once the match is over", 409)
        except Refusal as refusal:
            if refusal.id != "other-rules":
                raise
        stored = await self.services.store.read_room(room)
        if stored is None:
            raise no_room(room)
        return stored

    def record(self, stored: Stored, language: str) -> str:
        """It as text."""
        config, shelf = Config.read(stored.config), self.services.shelf
        seats = [str(number) for number in range(1, 1 + len(config.seats))]
        with suppress(Refusal):
            seats = list(shelf.game(config.game, config.options, config.changes).setup.seats)
        kind = shelf.kinds(config.game if config.game in shelf.names else shelf.names[0])
        return "\n".join(record(config, stored, seats, speaker(kind, language))) + "\n"

    def add(self, room: Room) -> Table:
        table = self.tables[room.id] = Table(room, self.services)
        table.told_steps = table.steps
        table.wake()
        return table

    async def open_games(self) -> list[Tree]:
        """Listed rooms in which somebody is, the newest first."""
        await self.load_open()
        tables = [table for table in self.tables.values() if table.room.config.listed and table.is_visited]
        shown: list[Tree] = []
        for table in reversed(tables):
            async with table.lock:
                if not table.room.is_over:
                    shown.append(table.tree([]))
            if len(shown) == MOST_LISTED:
                break
        return shown

    async def load_open(self) -> None:
        """Listed rooms in which somebody is at another process."""
        sharing = self.services.sharing
        for room in list(sharing.open_rooms())[:MOST_LISTED] if sharing else []:
            with suppress(Refusal):
                table = await self.table(room)
                if sharing and not table.elsewhere:
                    sharing.tell("ask", room=room)

    # ---- making ----

    def count_room(self, address: str) -> None:
        if not self.rooms_made.take(address):
            raise Refusal("too-many-rooms", "too many rooms were made from your address; wait a little", 429)

    async def commit(self) -> str:
        """Bits for a room still to be made, fixed before its maker's number is known."""
        if self.services.sharing:
            bits = draw_bits()
            await self.services.store.ask(add_commitment, commitment(bits), bits)
            return commitment(bits)
        while len(self.committed) >= MOST_COMMITMENTS:
            self.committed.pop(next(iter(self.committed)))
        bits = draw_bits()
        self.committed[commitment(bits)] = bits
        return commitment(bits)

    async def take_bits(self, commitment_: str | None) -> str:
        if commitment_ is None:
            return draw_bits()
        shared = self.services.store.ask(take_commitment, commitment_) if self.services.sharing else None
        bits = self.committed.pop(commitment_, None) if shared is None else await shared
        if bits is None:
            raise Refusal("no-commitment", "this commitment is not known here, or has been used: ask for another")
        return bits

    async def make(self, config: Config, game: Game, match: Match | None = None) -> Table:
        """A new room, stored before anybody hears of it; `match` is that of a replay."""
        if len(self.tables) >= MOST_TABLES:
            raise Refusal("full", "too many games are being played here; try again later", 503)
        room = Room(secrets.token_urlsafe(9), config, game, match=match)
        rules = await rules_soon(game.kind)
        await self.services.store.add_room(room.id, config.tree(), rules)
        table = self.add(room)
        async with table.lock:
            table.begin_if_ready()
            table.told_steps = table.steps
            table.wake()
        return table

    async def rematch(self, table: Table, address: str) -> None:
        """The same again with sides changed, for whoever agreed last; called under the table's lock."""
        self.count_room(address)
        room = table.room
        seats = [SeatConfig()] * len(room.seats)
        for number, seat in enumerate(room.seats):
            lock, share = room.next_locks.get(number), room.next_shares.get(number, seat.share)
            seats[table.next_seat(number)] = SeatConfig(seat.player, seat.who, lock, share)
        config = replace(room.config, seats=seats, bits=room.config.next_bits, next_bits=draw_bits(), dice=SECRET)
        made = await self.make(config, room.game)
        await table.carry_out(lambda: table.room.note_rematch(made.room.id))

    # ---- forgetting ----

    async def sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.forget_idle(time.monotonic() - IDLE)
            dropped, self.dropped = self.dropped, []
            await asyncio.gather(*map(self.services.thinking.forget, dropped))

    def forget_idle(self, before: float) -> None:
        """Rooms that nobody has looked at since; of matches that are over nothing is kept for long."""
        for room, table in list(self.tables.items()):
            since = before + (IDLE - SWEEP if table.room.is_over else 0)
            if table.is_broken or (table.is_idle and table.touched < since):
                self.drop(room)
        self.make_space(must=False)

    def drop(self, room: str) -> None:
        self.tables.pop(room).drop()
        self.dropped.append(room)

    def make_space(self, must: bool = True) -> None:
        """Forget idle rooms, the oldest first, until all together are not too large."""
        cost = sum(room_cost(table.room) for table in self.tables.values())
        for room, table in sorted(self.tables.items(), key=lambda item: item[1].touched):
            if cost <= MOST_OF_ALL:
                return
            if table.is_idle:
                cost -= room_cost(table.room)
                self.drop(room)
        if must and cost > MOST_OF_ALL:
            raise Refusal("full", "the matches that are looked at here need all memory; try again later", 503)

    async def close(self) -> None:
        await asyncio.gather(*(table.close() for table in self.tables.values()))


# ---- seats ----


def seat_config(text: str, game: Game, who: str, share: str, may_run_files: bool) -> tuple[SeatConfig, str | None]:
    """A seat as a client asks for it, and its secret if it is the client's own."""
    if text == "me":
        secret = secrets.token_hex(16)
        return SeatConfig(None, who, lock_of(secret), share), secret
    if text == "open":
        return SeatConfig(), None
    if text.startswith("file:"):
        if not may_run_files:
            raise Refusal("no-files", "bot files need the token that the server printed, and a loopback address", 403)
        return SeatConfig(text, text.rpartition("/")[2]), None
    check_player(text, game)
    return SeatConfig(text, text), None


def check_player(text: str, game: Game) -> None:
    """Levels, and players by name alone: options could make them think for ever."""
    numbered = [f"level{number}" for number in range(1, len(levels(game)) + 1)]
    known = [*numbered, *names(game)]
    if text not in known:
        raise Refusal("no-player", f"a seat is me, open or one of {listing(known)}; not {text[:40]!r}")


def check_seats(texts: Sequence[str], game: Game) -> None:
    if len(texts) != game.players:
        problem = f"there are {len(texts)} seats; with these options {game.kind.title} has {game.players}"
        raise Refusal("wrong-seats", problem, seats=list(game.setup.seats))


def check_position(game: Game, position: str) -> None:
    try:
        read_position(game, position)
    except TaborError as error:
        raise refuse_user_error(error) from None
