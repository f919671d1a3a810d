"""One socket: hello, then messages until one side leaves. Whatever comes, the answer is a message."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Protocol

from tabor.game import Tree
from tabor.players import levels
from tabor.server.costs import check_space
from tabor.server.guard import Bucket, Limits
from tabor.server.hub import Hub
from tabor.server.protocol import (
    FLOOD,
    MOST_NAME,
    MOST_NUMBER,
    MOST_SECRETS,
    NORMAL,
    POLICY,
    REFUSED,
    TRY_AGAIN,
    Refusal,
    actions_of,
    clean_name,
    count_of,
    decode,
    encode,
    id_of,
    number_of,
    share_of,
    text_of,
    texts_of,
    words_of,
)
from tabor.server.room import OFFERS, Entry, Room, lock_of, next_secret
from tabor.server.table import Client, Outlet, Table
from tabor.server.thinking import NotWanted, ThinkingFailed

HELLO_SECONDS = 20.0
SIDES = ("other", "same")  # of a rematch

logger = logging.getLogger("tabor.server")


class Gone(Exception):  # noqa: N818 - everybody goes
    """The client has left."""


class Socket(Outlet, Protocol):
    """Messages go there, and come from there."""

    async def receive(self) -> Any: ...


class Conversation:
    def __init__(self, socket: Socket, hub: Hub, room: str, limits: Limits, address: str, bucket: Bucket) -> None:
        self.socket, self.hub, self.room_id, self.limits = socket, hub, room, limits
        self.client = Client(socket, address=address)
        self.buckets = (Bucket(*limits.messages), bucket)  # of this socket; of its address
        self.table: Table | None = None
        self.is_advised = False  # a hint is being thought of

    async def run(self) -> None:
        try:
            await self.listen()
        except Gone:
            pass
        finally:
            if self.table:
                self.table.part(self.client)
            self.client.close(NORMAL, "")

    async def listen(self) -> None:
        """Messages one after the other; the first must be hello."""
        if not await self.greet():
            return
        while not self.client.is_leaving:
            data = await self.receive()
            if not all([bucket.take() or await bucket.wait() for bucket in self.buckets]):  # meanwhile nothing is read
                self.refuse(FLOOD, None)
                self.client.close(POLICY, FLOOD.id)
                return
            await self.answer(data)

    async def greet(self) -> bool:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                data = await self.receive()
            await self.say_hello(decode(data))
        except Refusal as refusal:
            return self.turn_away(refusal)
        except TimeoutError:
            return self.turn_away(Refusal("no-hello", "the first message must be hello, and it did not come"))
        return True

    def turn_away(self, refusal: Refusal) -> bool:
        """Say why, and close; the code tells whether coming again could help."""
        self.refuse(refusal, None)
        self.client.close(TRY_AGAIN if refusal.status == 503 else REFUSED, refusal.id)
        return False

    async def say_hello(self, message: Tree) -> None:
        if message.get("type") != "hello":
            raise Refusal("no-hello", "the first message must be of the type hello")
        secrets = texts_of({"secrets": []} | message, "secrets", MOST_SECRETS, 64)
        table = await self.hub.table(self.room_id)
        if len(table.clients) >= self.limits.sockets_in_room:
            raise Refusal("full", "too many are looking at this room", 503)
        await table.join(self.client, secrets)
        self.table = table

    async def receive(self) -> str | bytes:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        text: str | bytes | None = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    # ---- answering ----

    async def answer(self, data: str | bytes) -> None:
        reply = None
        try:
            message = decode(data)
            reply = id_of(message)
            await self.obey(message, reply)
        except Refusal as refusal:
            self.refuse(refusal, reply)
        except Exception:
            logger.exception("a message to room %s failed", self.room_id)
            self.refuse(Refusal("failure", "the server made a mistake; it has written down which", 500), reply)

    def refuse(self, refusal: Refusal, reply: Any) -> None:
        number = self.table.told_number if self.table else None
        self.send(refusal.message(number, reply))

    def send(self, tree: Tree) -> None:
        self.client.send(encode(tree))

    async def obey(self, message: Tree, reply: Any) -> None:
        kind = message.get("type")
        command = getattr(self, f"do_{kind}", None) if isinstance(kind, str) and kind.isalpha() else None
        if command is None:
            raise Refusal("no-type", f"there is no message of the type {str(kind)[:40]!r}")
        await command(message, reply)

    def done(self, reply: Any, **more: Any) -> None:
        assert self.table
        self.send({"type": "done", "reply": reply, "number": self.table.told_number, **more})

    async def change(self, message: Tree, decide: Any) -> Tree | None:
        """Carry out what was decided on the room's present number; the entry, if it is one."""
        table, number = self.present_table(), number_of(message)

        def decide_now() -> Any:
            table.room.need_number(number)
            return decide(table.room, self.client.mine, time.monotonic())

        return await table.change(decide_now)

    def present_table(self) -> Table:
        assert self.table
        return self.table

    # ---- messages ----

    async def do_ping(self, message: Tree, reply: Any) -> None:
        self.send({"type": "pong", "reply": reply})

    async def do_whole(self, message: Tree, reply: Any) -> None:
        """For whoever lost an update."""
        table = self.present_table()
        async with table.lock:
            self.client.send(table.whole(self.client))

    async def do_act(self, message: Tree, reply: Any) -> None:
        actions, sealed = actions_of(message), count_of(message, "sealed")

        def act(room: Room, mine: list[int], now: float) -> Entry:
            room.need_sealed(mine, sealed)
            return room.act(mine, actions, now)

        check_space(self.present_table().room)
        entry = await self.change(message, act)
        assert entry is not None
        self.done(reply, played=len(entry["actions"] if "actions" in entry else entry["chosen"]))

    async def do_undo(self, message: Tree, reply: Any) -> None:
        decision = count_of(message, "decision")
        check_space(self.present_table().room)
        await self.change(message, lambda room, mine, now: room.undo(mine, now, decision))
        self.done(reply)

    async def do_resign(self, message: Tree, reply: Any) -> None:
        await self.change(message, lambda room, mine, now: room.resign(mine, now))
        self.done(reply)

    async def do_draw(self, message: Tree, reply: Any) -> None:
        await self.change(message, lambda room, mine, now: agreed(room.offer("draw", mine), room, "draw", now))
        self.done(reply)

    async def do_claim(self, message: Tree, reply: Any) -> None:
        table, number = self.present_table(), number_of(message)
        async with table.lock:
            table.room.need_number(number)
            await table.claim(self.client.mine)
        self.done(reply)

    async def do_rematch(self, message: Tree, reply: Any) -> None:
        table, number, share = self.present_table(), number_of(message), next_share_of(message)
        sides = message.get("sides", "other")
        if sides not in SIDES:
            raise Refusal("bad-field", f"'sides' must be one of {', '.join(SIDES)}", name="sides")
        async with table.lock:
            table.room.need_number(number)
            await self.settle_rematch(table, lambda room: self.offer_rematch(room, sides == "same"), share)
        self.done(reply)

    def offer_rematch(self, room: Room, keeps_sides: bool) -> bool:
        """Whoever offers first says who sits where."""
        is_first = not room.offers["rematch"]
        is_agreed = room.offer("rematch", self.client.mine)
        if is_first:
            room.keeps_sides = keeps_sides
        return is_agreed

    async def settle_rematch(self, table: Table, decide: Callable[[Room], bool], share: str | None) -> None:
        """Keep the client's number for the new dice, and the locks of its seats; make the room if all have agreed."""
        is_agreed = False

        def offer() -> None:
            nonlocal is_agreed
            is_agreed = decide(table.room)
            table.room.next_locks |= {seat: lock_of(next_secret(key)) for seat, key in self.client.secrets.items()}
            if share is not None:
                table.room.next_shares |= dict.fromkeys(self.client.mine, share)

        await table.carry_out(offer)
        if is_agreed:
            await self.hub.rematch(table, self.client.address)

    async def do_answer(self, message: Tree, reply: Any) -> None:
        """Accept or decline an offer."""
        table, name, yes = self.present_table(), message.get("offer"), message.get("yes")
        share = next_share_of(message)
        if name not in OFFERS or not isinstance(yes, bool):
            raise Refusal("bad-field", f"'offer' must be one of {', '.join(OFFERS)}, and 'yes' true or false")
        async with table.lock:
            if name == "rematch":
                await self.settle_rematch(table, lambda room: room.answer(name, self.client.mine, yes), share)
            else:
                await table.carry_out(lambda: self.answered(table.room, name, yes))
        self.done(reply)

    def answered(self, room: Room, name: str, yes: bool) -> Entry | None:
        return agreed(room.answer(name, self.client.mine, yes), room, name, time.monotonic())

    async def do_name(self, message: Tree, reply: Any) -> None:
        table, name = self.present_table(), clean_name(text_of(message, "name", 5 * MOST_NAME))
        table.room.need_seat(self.client.mine)
        table.count_name(self.client.mine[0])
        await table.change(lambda: table.room.rename(self.client.mine, name))
        self.done(reply)

    async def do_say(self, message: Tree, reply: Any) -> None:
        table = self.present_table()
        table.room.need_seat(self.client.mine)
        table.say(self.client.mine[0], words_of(message))
        self.done(reply)

    async def do_hint(self, message: Tree, reply: Any) -> None:
        """What the strongest level would play; not where another person would suffer from it."""
        table, number = self.present_table(), number_of(message)
        async with table.lock:
            room = table.room
            room.need_number(number)
            _, seat = room.need_turn(self.client.mine)
            if room.others(self.client.mine):
                raise Refusal("no-hint", "there are no hints in a match between people", 403)
            if self.is_advised:
                raise Refusal("busy", "a hint is being thought of already", 429)
            self.is_advised = True
            table.spawn(self.advise(table, table.task(seat, levels(room.game)[-1]), number, reply))

    async def advise(self, table: Table, task: Tree, number: int, reply: Any) -> None:
        try:
            answer = await self.hub.services.thinking.ask(task, False, table.asker(self.client.address))
            self.send({"type": "hint", "reply": reply, **table.hint(number, task["seat"], answer["actions"][0])})
        except NotWanted:
            return
        except ThinkingFailed:
            self.refuse(Refusal("no-answer", "the adviser does not answer", 503), reply)
        except Refusal as refusal:
            self.refuse(refusal, reply)
        finally:
            self.is_advised = False


def next_share_of(message: Tree) -> str | None:
    """The client's number for the dice of a rematch, if it gives one."""
    return share_of(text_of(message, "share", MOST_NUMBER)) if "share" in message else None


def agreed(is_agreed: bool, room: Room, name: str, now: float) -> Entry | None:
    """The entry that all have agreed on; None if somebody still has to."""
    if not is_agreed:
        return None
    return room.agree_draw(now) if name == "draw" else room.agree_undo(now)
