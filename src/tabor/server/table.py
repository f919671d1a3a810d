"""A room with people round it: who is connected, what each is told, clocks that run, computers that think.

Whatever changes a room goes through `change`: decided, stored, and only then told; and whoever looks at the room waits
for that too. So nobody ever sees what could still be lost.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NoReturn, Protocol

from tabor.dice import secret_of
from tabor.game import Tree
from tabor.server.dice import match_seed
from tabor.server.guard import Bucket
from tabor.server.protocol import GOING_AWAY, POLICY, TRY_AGAIN, Encoded, Refusal, encode, trouble
from tabor.server.room import Config, Entry, Room, next_secret
from tabor.server.sharing import Sharing
from tabor.server.shelf import Shelf
from tabor.server.store import Conflict, Store, StoreError
from tabor.server.telling import UNSEEN, Scribe, Seen, both, join_object, object_of, whole_view
from tabor.server.thinking import NotWanted, Thinking, ThinkingFailed
from tabor.server.turns import Asker
from tabor.server.upgrades import OtherRules, bring_back, other_rules

MOST_UNSENT = 1 << 18  # bytes to a client that does not read
PAUSE = 0.5  # seconds between the decisions of computers among themselves
AGAIN = 0.5  # seconds until a store that failed is asked again
PRESENCE = 0.2  # seconds between two messages about who is there
NAMES = (0.2, 5)  # new names of a seat: a second, at once
WORDS = (0.5, 6)  # what a seat says: a second, at once
MOST_SAID = 50  # that are remembered while somebody is here
REFRESH = frozenset({"undo", "sit"})  # entries after which an update would not do
SECRET = frozenset({"seal", "unseal"})  # entries that others must not notice
PRESENT = frozenset({"name", "offers"})  # entries that change nothing of the match
CHANGED = 409  # the status of refusals of what does not fit the room any more
MOST_TRIES = 8  # to be faster than others

logger = logging.getLogger("tabor.server")


class Outlet(Protocol):
    """Where messages to a client go: its socket, see wire.py."""

    @property
    def unsent(self) -> int: ...

    def tell(self, data: Encoded) -> None: ...
    def bid_farewell(self, code: int, reason: str) -> None: ...


@dataclass(eq=False)
class Client:
    """A connected client: what it may see, and where it is told."""

    outlet: Outlet
    secrets: dict[int, str] = field(default_factory=dict)  # by seat
    mine: tuple[int, ...] = ()  # the seats, in order
    address: str = ""
    looked_as: int | None = None  # the seat whose view it got last
    is_leaving: bool = False  # nothing more will be sent

    def sit(self, seat: int, secret: str) -> None:
        self.secrets[seat] = secret
        self.mine = tuple(sorted(self.secrets))

    def send(self, message: Encoded) -> None:
        """A client that does not read is not waited for."""
        if self.outlet.unsent > MOST_UNSENT:
            self.close(POLICY, "too-slow")
        if not self.is_leaving:
            self.outlet.tell(message)

    def close(self, code: int, reason: str) -> None:
        """After what it was told close the socket, and say why."""
        if not self.is_leaving:
            self.is_leaving = True
            self.outlet.bid_farewell(code, reason)


@dataclass(frozen=True)
class Services:
    """What all tables share."""

    store: Store
    shelf: Shelf
    thinking: Thinking
    away: float  # seconds after which the game of somebody who left can be claimed
    sharing: Sharing | None = None  # with other processes


async def read_back(services: Services, room: str, most: int | None = None) -> Room:
    """A room from the store, or as it was after so many entries; Refusal if there is none, or not by these rules."""
    stored = await services.store.read_room(room)
    if stored is None:
        raise no_room(room)
    config, shelf = Config.read(stored.config), services.shelf
    kind = shelf.kinds(config.game) if config.game in shelf.names else None
    if services.sharing:
        await services.sharing.check_rules(room, config.game, stored.rules)
    part = replace(stored, entries=stored.entries[:most], stamps=stored.stamps[:most])
    try:
        game = await shelf.game_soon(config.game, config.options, config.changes)
        await shelf.ready(game.kind)
        return await asyncio.to_thread(bring_back, room, config, part, game, time.monotonic())
    except (OtherRules, Refusal):  # or its numbers are no longer understood
        raise other_rules(room, config, stored, kind) from None


def no_room(room: str) -> Refusal:
    return Refusal("no-room", f"there is no room {room[:40]!r}", 404, room=room[:40])


def being_read() -> Refusal:
    return Refusal("not-stored", "the room is being read again; say hello again", 503)


class Table:
    def __init__(self, room: Room, services: Services) -> None:
        self.room, self.services = room, services
        self.lock = asyncio.Lock()
        self.clients: set[Client] = set()
        self.told_steps = 0  # steps of the match that everybody has heard of
        self.told_places = room.places  # entries that people here know of
        self.told_number = self.since = room.number  # the last that was told; that on which the next update builds
        self.common = UNSEEN  # what all who are here were told last of what all see
        self.seen: dict[int | None, Seen] = {}  # and of the rest, those who look as a seat
        now = time.monotonic()
        self.away = dict.fromkeys(room.people, now)  # since when
        self.touched = now
        self.trouble: Tree | None = None  # why nobody decides, see protocol.py
        self.is_broken = False  # something could not be stored: what is in memory is not to be shown
        self.is_dropped = False  # not in memory any more: nobody would hear here what others do
        self._thinking: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None
        self._told_presence = 0.0  # when
        self._presence_later: asyncio.TimerHandle | None = None
        self._names: dict[int, Bucket] = {}  # by seat
        self._words: dict[int, Bucket] = {}
        self.said: list[Tree] = []  # between those who play; it is stored nowhere
        self._tasks: set[asyncio.Task[None]] = set()
        self.elsewhere: dict[str, tuple[frozenset[int], int]] = {}  # by process: seats, and how many spectators
        self.announced: tuple[list[int], int] | None = None  # what others were told of that
        self._asked: int | None = None  # the place at which a computer's decision was asked for

    # ---- looking ----

    def tree(self, mine: Sequence[int]) -> Tree:
        here, now = self.here, time.monotonic()
        return self.shared_tree(here, now) | self.own_tree(mine, here, now)

    def shared_tree(self, here: Collection[int], now: float) -> Tree:
        return {
            **self.room.shared_tree(here, now),
            "spectators": self.here_spectators + sum(count for _, count in self.elsewhere.values()),
            "thinking": self.is_thinking and self.room.sealing is None,  # who has chosen is a secret
            "trouble": self.trouble,
        }

    def own_tree(self, mine: Sequence[int], here: Collection[int], now: float) -> Tree:
        return {**self.room.own_tree(mine, here, now), "claim_after": self.claim_after(mine, now)}

    def trees(self, all_mine: Iterable[tuple[int, ...]]) -> dict[tuple[int, ...], Encoded]:
        """The room for each of these, as JSON; what all see is written once."""
        here, now = self.here, time.monotonic()
        shared = encode(self.shared_tree(here, now))
        return {mine: both(shared, encode(self.own_tree(mine, here, now))) for mine in all_mine}

    @property
    def is_thinking(self) -> bool:
        return self._thinking is not None or (self._asked == self.room.places and self.trouble is None)

    @property
    def here(self) -> set[int]:
        """Seats of people who are connected, here or elsewhere."""
        return self.here_seats.union(*(seats for seats, _ in self.elsewhere.values()))

    @property
    def here_seats(self) -> set[int]:
        return {seat for client in self.clients for seat in client.secrets}

    @property
    def here_spectators(self) -> int:
        return sum(not client.secrets for client in self.clients)

    def claim_after(self, mine: Sequence[int], now: float) -> float | None:
        """Seconds until the game of somebody who is away can be claimed; None if nobody is who is awaited."""
        waits = [self.services.away - (now - self.away[seat]) for seat in self.keeping_waiting(mine)]
        return max(0.0, round(min(waits), 1)) if waits else None

    def keeping_waiting(self, mine: Sequence[int]) -> list[int]:
        """People who are away while these seats wait for them; nobody is if one of these has to decide itself.

        Who has chosen in secret already is not told, so all who choose count as awaited there. Where a turn may take
        days being away is no offence.
        """
        room = self.room
        if not (mine and self.away and room.awaited.isdisjoint(mine)) or room.config.each_turn:
            return []
        awaited = room.awaited if room.sealing is None else set(room.sealing.players)
        return [seat for seat in room.others(mine) & awaited if seat in self.away]

    # ---- coming and going ----

    async def join(self, client: Client, secrets: Sequence[str]) -> None:
        """A client says who it is, and gets the whole room."""
        async with self.lock:
            if self.is_dropped:  # while the lock was waited for
                raise being_read()
            await self.catch_up()
            for secret in secrets:
                seat = self.room.seat_of(secret)
                if seat is None:
                    raise Refusal("wrong-secret", "a secret does not belong to any seat of this room", 403)
                client.sit(seat, secret)
                self.away.pop(seat, None)
            self.clients.add(client)
            if client.secrets and self.trouble is not None:  # what a computer could not do it may be able to do now
                self.trouble = self._asked = None
            if self.services.sharing and len(self.clients) == 1:
                self.services.sharing.greet(self)
            client.send(self.whole(client))
            self.tell_rematch(client)
            if self.said:
                client.send(self.talk())
            self.tell_presence(but=client)
            self.wake()

    def part(self, client: Client) -> None:
        self.clients.discard(client)
        now = self.touched = time.monotonic()
        for seat in set(client.secrets) - self.here:
            self.away[seat] = now
        if self.services.sharing:
            self.services.sharing.announce(self)
        if self.clients:
            self.spawn(self.tell_presence_soon())
        else:
            self.left_alone()

    def left_alone(self) -> None:
        """Nobody is here any more: what only they needed is forgotten."""
        if self.room.is_over:
            self.said.clear()
        if not any(seat.kind == "bot" for seat in self.room.seats):  # a bot remembers its match for longer
            self.spawn(self.services.thinking.forget(self.room.id))

    # ---- what others do ----

    def hear_soon(self, place: int, entry: Entry | None) -> None:
        """An entry that another process has stored; None: it must be read. At once if nothing is going on here."""
        if self.lock.locked() or not self.hear_next(place, entry):
            self.spawn(self.hear(place, entry))

    def hear_next(self, place: int, entry: Entry | None) -> bool:
        """Whether it was the next one."""
        if entry is None or place != self.room.places + 1 or self.room.match is None:
            return False
        self.follow(entry)
        return True

    async def hear(self, place: int, entry: Entry | None) -> None:
        async with self.lock:
            if self.hear_next(place, entry):
                return
        if place > self.room.places:
            await self.look_again_soon()

    async def catch_up(self) -> bool:
        """Carry out what others have stored in the meantime; whether there was anything. Called under the lock."""
        if self.services.sharing is None or self.is_broken:
            return False
        entries = await self.services.store.read_entries(self.room.id, self.room.places)
        if entries and self.room.match is None:  # others have compiled its rules before
            await self.services.shelf.ready(self.room.game.kind)
        for entry in entries:
            self.follow(entry)
        return bool(entries)

    async def look_again(self) -> None:
        async with self.lock:
            await self.catch_up()

    async def look_again_soon(self) -> None:
        """However often the store fails: nobody else will tell those who are here."""
        while not self.is_broken:
            with suppress(StoreError):
                await self.look_again()
                return
            await asyncio.sleep(AGAIN)

    async def begin_anew(self) -> None:
        """What was decided here came too late, and others' decision stands: back to what people know, and on."""
        assert self.services.sharing
        self.services.sharing.conflicts += 1
        try:
            self.room = await read_back(self.services, self.room.id, self.told_places)
            await self.catch_up()
        except Refusal as refusal:
            self.give_up(refusal if isinstance(refusal, StoreError) else StoreError(refusal.text))

    def follow(self, entry: Entry) -> None:
        number, now = self.room.number, time.monotonic()
        if self.room.match is None:
            self.room.begin(now)
        self.room.enter(entry)
        if "clocks" in entry:
            self.room.clocks.resume(self.room.awaited, now, is_known=self.room.number != number)
        self.tell_entry(entry)

    def note_elsewhere(self, process: str, seats: Sequence[int], spectators: int) -> None:
        """Who is in this room at another process."""
        if (frozenset(seats), spectators) == self.elsewhere.get(process, (frozenset(), 0)):
            return
        before = self.here
        self.elsewhere[process] = (frozenset(seats), spectators)
        if not seats and not spectators:
            del self.elsewhere[process]
        now = time.monotonic()
        for seat in before - self.here:
            self.away[seat] = now
        for seat in self.here - before:
            self.away.pop(seat, None)
        if self.clients:
            self.spawn(self.tell_presence_soon())

    def note_trouble(self, found: Tree) -> None:
        self.trouble = found
        if self.clients:
            self.spawn(self.tell_presence_soon())

    # ---- changing ----

    async def change(self, decide: Callable[[], Entry | None]) -> Entry | None:
        """Decide under the lock; if it was an entry, store it, then tell everybody whom it concerns."""
        async with self.lock:
            return await self.carry_out(decide)

    async def carry_out(self, decide: Callable[[], Entry | None]) -> Entry | None:
        for _ in range(MOST_TRIES):
            if self.is_broken:
                raise being_read()
            try:
                decided = decide()
                entry = self.room.note_offers() if decided is None else decided
            except Refusal as refusal:
                if refusal.id == "stale" and await self.catch_up():
                    continue
                raise
            if entry is None:
                self.tell_presence()
                return None
            is_secret = self.is_secret(entry)
            try:
                await self.keep_timeless(entry, [entry["seat"]] if is_secret else range(len(self.room.seats)))
            except Conflict:
                await self.begin_anew()
                continue
            self.tell_entry(entry)
            return decided
        raise Refusal("stale", "others are faster: look again", 409, number=self.room.number)

    def is_secret(self, entry: Entry) -> bool:
        """Whether others must not notice it."""
        return entry["kind"] in SECRET and self.room.number == self.told_number

    def tell_entry(self, entry: Entry) -> None:
        """An entry that is stored: whom it concerns hears of it, and what goes on by itself goes on."""
        if self.is_dropped and self.services.sharing:  # people may look at it anew
            self.services.sharing.pass_on(self.room.id, self.room.places, entry)
        is_secret = self.is_secret(entry)
        if self.room.number != self.told_number:
            self.trouble = None
        self.told_number, self.told_places = self.room.number, self.room.places
        self.begin_if_ready()
        if is_secret:
            self.tell_update(only=entry["seat"])
        else:
            self.tell_change(entry)
        if entry["kind"] == "rematch":
            for client in self.clients:
                self.tell_rematch(client)
        self.wake()
        if self.room.is_over:
            self.spawn(self.services.thinking.forget(self.room.id))

    async def keep_timeless(self, entry: Entry, seats: Collection[int]) -> None:
        """Store an entry; nobody's clock runs meanwhile. Others' do where these seats choose in secret: they must not
        see that something is being stored."""
        began = time.monotonic()
        await self.keep(entry)
        self.room.clocks.give_back(seats, time.monotonic() - began)

    async def keep(self, entry: Entry) -> None:
        try:
            await self.services.store.add_entry(self.room.id, self.room.places, entry, self.room.stamp)
        except Conflict:
            if self.services.sharing:
                raise
            self.give_up(StoreError("somebody else writes to this room"))
        except StoreError as error:
            self.give_up(error)

    def give_up(self, error: StoreError) -> NoReturn:
        """What is in memory may be wrong: whoever comes again gets what is stored."""
        logger.error("an entry of room %s could not be stored: %s", self.room.id, error.reason)
        self.is_broken = True
        for client in self.clients:
            client.send(encode(error.message(self.told_number)))
            client.close(TRY_AGAIN, error.id)
        raise error

    def begin_if_ready(self) -> None:
        """The match begins as soon as everybody sits and the rules are compiled."""
        room, shelf = self.room, self.services.shelf
        if room.match is not None or room.open_seats:
            return
        if shelf.is_ready(room.game.kind):
            room.begin(time.monotonic())
        else:
            self.spawn(self.begin_later())

    async def begin_later(self) -> None:
        try:
            await self.services.shelf.ready(self.room.game.kind)
        except Exception:  # whatever a game's files may do wrong: people here must hear of it
            self.note_trouble(trouble("not-compiled"))
            raise
        async with self.lock:
            if self.room.match is None:
                self.room.begin(time.monotonic())
                self.tell_whole()
                self.wake()

    # ---- telling ----

    def tell_change(self, entry: Entry) -> None:
        if entry["kind"] in PRESENT:
            self.tell_presence()
        elif entry["kind"] in REFRESH or self.room.match is None:
            self.tell_whole()
        else:
            self.tell_update()

    def tell_whole(self) -> None:
        self.forget_told()
        for client in self.clients:
            client.send(self.whole(client))
        self.told_steps, self.since = self.steps, self.room.number

    def tell_update(self, only: int | None = None) -> None:
        """The same bytes for all who have the same seats; `only` for those who have this one."""
        groups: dict[tuple[int, ...], list[Client]] = {}
        for client in self.clients:
            if only is None or only in client.secrets:
                groups.setdefault(client.mine, []).append(client)
        lookers = {mine: self.room.onlooker(mine) for mine in groups}
        changed = self.changed_views(set(lookers.values()), is_all=only is None)
        for mine, room in self.trees(groups).items():
            message = self.update(room, changed[lookers[mine]])
            for client in groups[mine]:
                is_other = client.looked_as != lookers[mine]  # people at one screen: the log is another's now
                client.send(self.whole(client) if is_other else message)
        self.told_steps, self.since = self.steps, self.room.number

    def changed_views(self, seats: Collection[int | None], is_all: bool) -> dict[int | None, Encoded]:
        """What has changed for each since they were told; from now on they know it. `is_all`: nobody else looks."""
        if is_all and not seats:
            self.forget_told()
            return {}
        scribe, (common, views) = Scribe(), self.room.views(seats, self.told_steps)
        after, changed = dict[int | None, Seen](), dict[int | None, Encoded]()
        self.common, told = scribe.write(common, self.common)
        for seat, view in views.items():
            after[seat], own = scribe.write(view, self.seen.get(seat, UNSEEN))
            changed[seat] = object_of(told, own)
        self.seen = after if is_all else self.seen | after
        return changed

    def forget_told(self) -> None:
        """Whoever looks now gets everything."""
        self.common, self.seen = UNSEEN, {}

    @property
    def steps(self) -> int:
        return 0 if self.room.match is None else len(self.room.match.steps)

    def whole(self, client: Client) -> Encoded:
        """Everything, also for whoever lost something."""
        client.looked_as = self.room.onlooker(client.mine)
        number, room = encode(self.room.number), encode(self.tree(client.mine))
        return join_object(
            {"type": b'"room"', "number": number, "room": room, "view": self.whole_view(client.looked_as)}
        )

    def whole_view(self, seat: int | None) -> Encoded:
        """As everybody who looks as this seat has it: what changes from now on, changes it for all of them."""
        seen = self.seen.get(seat)
        if seen is not None and seen.whole is not None:
            return seen.whole
        if self.room.match is None:
            return b"null"
        scribe, (common, views) = Scribe(), self.room.views([seat], 0)
        if self.common is UNSEEN:
            self.common, _ = scribe.write(common, UNSEEN)
        if seen is None:
            seen, _ = scribe.write(views[seat], UNSEEN)
            self.seen[seat] = seen
        seen.whole = whole_view(common | views[seat], self.common, seen)
        return seen.whole

    def update(self, room: Encoded, view: Encoded) -> Encoded:
        """What has changed since a number that the client must have."""
        return b'{"type":"update","number":%d,"since":%d,"room":%b,"view":%b}' % (
            self.room.number,
            self.since,
            room,
            view,
        )

    async def tell_presence_soon(self) -> None:
        """Once nothing is being stored."""
        async with self.lock:
            self.tell_presence()

    def tell_presence(self, but: Client | None = None) -> None:
        """At once if it was quiet, else soon and only once: whoever comes, goes and offers often disturbs nobody."""
        if self.services.sharing:
            self.services.sharing.announce(self)
        if self._presence_later:
            return
        wait = self._told_presence + PRESENCE - time.monotonic()
        if wait > 0:
            self._presence_later = asyncio.get_running_loop().call_later(wait, self.tell_presence_late)
            return
        self._told_presence = time.monotonic()
        others = self.clients - {but}
        rooms = self.trees({client.mine for client in others})
        messages = {mine: b'{"type":"presence","room":%b}' % room for mine, room in rooms.items()}
        for client in others:
            client.send(messages[client.mine])

    def tell_presence_late(self) -> None:
        self._presence_later = None
        if self.clients:
            self.spawn(self.tell_presence_soon())

    def count_name(self, seat: int) -> None:
        if not self._names.setdefault(seat, Bucket(*NAMES)).take():
            raise Refusal("too-many", "the name has been changed often enough; wait a little", 429)

    def say(self, seat: int, what: Tree) -> None:
        """Somebody who plays says something to all who are here."""
        if not self._words.setdefault(seat, Bucket(*WORDS)).take():
            raise Refusal("too-many", "enough has been said for a moment; wait a little", 429)
        self.note_words(seat, what)
        if self.services.sharing:
            self.services.sharing.tell("talk", room=self.room.id, seat=seat, what=what)

    def note_words(self, seat: int, what: Tree) -> None:
        self.said = [*self.said, {"seat": seat, **what}][-MOST_SAID:]
        for client in self.clients:
            client.send(self.talk())

    def talk(self) -> Encoded:
        return encode({"type": "talk", "said": self.said})

    def tell_rematch(self, client: Client) -> None:
        """The new room, with the secrets that follow from the client's own."""
        if self.room.rematch and client.secrets:
            secrets = {str(self.next_seat(seat)): next_secret(secret) for seat, secret in client.secrets.items()}
            client.send(encode({"type": "rematch", "room": self.room.rematch, "secrets": secrets}))

    def next_seat(self, seat: int) -> int:
        """Where somebody sits in the rematch: sides change unless all wished to keep theirs."""
        return seat if self.room.keeps_sides else (seat + 1) % len(self.room.seats)

    # ---- what goes on by itself ----

    def wake(self) -> None:
        """After every change: set the clock's alarm, and let a computer think whose turn it is."""
        self.touched = time.monotonic()
        self.set_alarm()
        if not (self.room.thinker and self.trouble is None and self.clients):
            return
        if self.services.sharing is not None:
            self.ask_decision(self.services.sharing)
        elif self._thinking is None:
            self._thinking = self.spawn(self.think())
            self.tell_thinking()

    def ask_decision(self, sharing: Sharing) -> None:
        """Some process will make it; only one, whoever asks."""
        if self._asked != self.room.places:
            self._asked = self.room.places
            self.spawn(sharing.ask_decision(self, 0 if self.room.people else PAUSE))
            self.tell_thinking()

    def tell_thinking(self) -> None:
        """Not while choices are secret: that a computer has made its own is one of them."""
        if self.room.sealing is None:
            self.tell_presence()

    def set_alarm(self) -> None:
        if self._flag:
            self._flag.cancel()
        left = self.room.clocks.next_flag(time.monotonic())
        if left is not None and not self.room.is_over:
            self._flag = asyncio.get_running_loop().call_later(left + 0.005, lambda: self.spawn(self.fall_flag()))

    async def fall_flag(self) -> None:
        async with self.lock:
            await self.catch_up()
            if self.flagged_seat() is None:
                self.set_alarm()
                return
            with suppress(Refusal):  # somebody was faster, or everybody has been told
                await self.carry_out(self.flag)

    def flagged_seat(self) -> int | None:
        seat = self.room.clocks.flagged(time.monotonic())
        return seat if seat in self.room.awaited else None

    def flag(self) -> Entry:
        seat = self.flagged_seat()
        if seat is None:
            raise Refusal("stale", "nobody's time is up", 409)
        return self.room.leave(seat, "!time", time.monotonic())

    async def think(self) -> None:
        """Let computers decide until it is a person's turn, or nobody is here."""
        try:
            while self.room.thinker and self.clients and await self.attempt(self.asker()):
                if not self.room.people:
                    await asyncio.sleep(PAUSE)
        finally:
            self._thinking = None
        async with self.lock:
            (self.tell_presence if self.trouble else self.tell_thinking)()

    async def attempt(self, asker: Asker) -> bool:
        """One decision; False: it was not made."""
        try:
            await self.let_think(asker)
            return True
        except NotWanted:  # whoever comes next wakes the computer
            return False
        except ThinkingFailed as failed:
            reason, cause = str(failed), failed.cause
        except StoreError:  # everybody has been told
            return False
        except Refusal as refusal:
            if refusal.status == CHANGED:  # another process has made it, or the room has gone on
                return True
            reason, cause = refusal.text, "refused"
        found = trouble(cause, player=self.room.thinker)
        logger.error("room %s: %s: %s", self.room.id, found["text"], reason)
        self.note_trouble(found)
        if self.services.sharing:
            self.services.sharing.tell("trouble", room=self.room.id, found=found)
        return False

    async def let_think(self, asker: Asker) -> None:
        """One decision. If the room has changed in the meantime (a take-back, the clock) it is forgotten."""
        async with self.lock:
            number, seat, thinker = self.room.number, self.room.thinking_seat, self.room.thinker
            if seat is None or thinker is None:
                return
            task, is_bot = self.task(seat, thinker.removeprefix("file:")), thinker.startswith("file:")
        answer = await self.services.thinking.ask(task, is_bot, asker)
        async with self.lock:
            if self.room.number == number:
                await self.carry_out(lambda: self.heed(number, seat, answer))

    def asker(self, address: str | None = None) -> Asker:
        """For whom a computer thinks: of those who are here, somebody who plays."""
        here = sorted(self.clients, key=lambda client: not client.secrets)
        address = (here[0].address if here else "") if address is None else address
        return Asker(address, self.room.id, bool(self.room.people), lambda: bool(self.clients))

    def task(self, seat: int, player: str) -> Tree:
        """What a computer needs to know, see thinker.py."""
        room = self.room
        assert room.match
        return {
            "room": room.id,
            "game": room.config.game,
            "options": room.config.options,
            "changes": room.config.changes,
            "seed": room.match.seed,
            "secret": secret_of(room.match.dice),
            "position": room.config.position,
            "log": room.match.log,
            "ahead": room.sealing.ahead(seat) if room.sealing else [],
            "seat": seat,
            "player": player,
            "dice": match_seed(room.config.bits, ["computer"]),
        }

    async def analyse(self, question: Tree, address: str) -> Tree:
        """A question about a match that is over, see thinker.py, for a computer after all that people wait for."""
        async with self.lock:
            if self.room.match is None or not self.room.is_over:
                raise Refusal("not-over", "a match can be analysed once it is over", 409)
            task = self.task(0, "") | question | {"ahead": []}
        return await self.services.thinking.ask(task, False, Asker(address, self.room.id, is_for_people=False))

    def heed(self, number: int, seat: int, answer: Tree) -> Entry:
        self.room.need_number(number)
        now = time.monotonic()
        if "forfeit" in answer:
            return self.room.leave(seat, answer["forfeit"], now)
        return self.room.play_numbers(seat, answer["actions"], answer["notes"], now)

    def hint(self, number: int, seat: int, action: int) -> Tree:
        """An action as text and clicks, if the room has not changed since it was asked for."""
        self.room.need_number(number)
        match, game, sealing = self.room.need_match(), self.room.game, self.room.sealing
        state = match.state if sealing is None else sealing.asking(seat)
        return {"action": game.action_text(state, action), "clicks": list(game.clicks(state, action))}

    async def claim(self, mine: Sequence[int]) -> None:
        """Whoever has been away for long while others wait, and a computer that does not answer, loses; called under
        the lock."""
        self.room.need_match()
        self.room.need_seat(mine)
        now = time.monotonic()
        if self.trouble is None and self.room.awaited & set(mine):
            raise Refusal("your-turn", "nobody keeps you waiting: it is your own turn", 409)
        gone = [seat for seat in self.keeping_waiting(mine) if now - self.away[seat] >= self.services.away]
        if self.trouble and self.room.thinking_seat is not None:
            gone.append(self.room.thinking_seat)
        if not gone:
            raise Refusal("no-claim", "nobody has been away for so long that the game could be claimed", 409)
        for seat in gone:
            if self.room.turn is not None:
                self.trouble = None
                await self.carry_out(partial(self.room.leave, seat, "!forfeit", now))

    def spawn(self, work: object) -> asyncio.Task[None]:
        """A task that is kept until it ends; its failure is logged."""
        task: asyncio.Task[None] = asyncio.create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self.finished)
        return task

    def finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("room %s: %s", self.room.id, error, exc_info=error)

    @property
    def is_visited(self) -> bool:
        """Whether somebody looks at it, here or elsewhere."""
        return bool(self.clients or self.elsewhere)

    @property
    def is_unused(self) -> bool:
        """Nobody here needs what is in memory; the log has it."""
        return not (self.clients or self._tasks or self.lock.locked())

    @property
    def is_idle(self) -> bool:
        """Nobody would notice if it were gone from memory."""
        is_timed = self.room.clocks.running and not self.room.config.each_turn
        return not (self.clients or self._tasks or self.lock.locked() or is_timed)

    def drop(self) -> None:
        """It will not be in memory any more."""
        self.is_dropped = True
        for timer in (self._flag, self._presence_later):
            if timer:
                timer.cancel()

    async def close(self) -> None:
        self.drop()
        for task in list(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        for client in self.clients:
            client.close(GOING_AWAY, "the server ends")
