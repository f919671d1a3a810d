"""A small client of the server: enough to write bots, tests and other clients in Python.

    lobby = Lobby("http://localhost:8000")
    made = await lobby.make("NAME", ["me", "level3"])
    async with lobby.enter(made["room"], made["secrets"].values()) as guest:
        await guest.until(lambda guest: guest.is_my_turn)
        await guest.act(random.choice(actions(guest.view["choices"])))

docs/protocol.md describes the messages.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import urllib.error
import urllib.request
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import cycle
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tabor.errors import TaborError
from tabor.game import Tree

AGAIN = 0.2  # seconds until somebody whose connection was lost tries again; twice as long every time
LONGEST = 5.0
MOST_BYTES = 1 << 24  # of a message from the server
SECONDS = 60.0  # for an answer
PING = 10.0  # seconds: a server that does not answer in that time is gone, though nobody said so
MOST_TRIES = 6  # to meet a server that has the rules of a room, while old and new ones stand behind one address
FOR_NOW = frozenset({"not-stored", "elsewhere", "full"})  # refusals of a room that may be open a little later
LISTS = frozenset({"pieces", "panels", "choices"})  # of a view, in which an update may name what was there before


class Refused(TaborError):  # noqa: N818 - an answer
    """The server did not do it; `id` names the reason."""

    def __init__(self, answer: Tree) -> None:
        super().__init__(answer["text"])
        self.id: str = answer["error"]["id"]
        self.args_: Tree = answer["error"]["args"]


def read_answer(content: bytes, otherwise: str) -> Tree:
    """A refusal; something else may answer at an address that is not Tabor's."""
    try:
        answer = json.loads(content)
    except ValueError:
        answer = None
    if isinstance(answer, dict) and "error" in answer and "text" in answer:
        return answer
    return {"text": otherwise, "error": {"id": "http", "args": {}}}


class Lobby:
    """The HTTP side of a server."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self.address = address.rstrip("/")
        self.token = token

    async def ask(self, path: str, body: Any = None, secret: str | None = None) -> Any:
        """GET, or POST if there is a body (a tree, or bytes as they are)."""
        for _ in range(MOST_TRIES):
            try:
                return json.loads(await asyncio.to_thread(self.fetch, path, body, secret))
            except Refused as refused:
                if refused.id != "elsewhere":
                    raise
                problem = refused
            await asyncio.sleep(AGAIN * random.random())
        raise problem

    def fetch(self, path: str, body: Any = None, secret: str | None = None) -> bytes:
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"content-type": "application/json"})
        if secret:
            request.add_header("authorization", f"Bearer {secret}")
        if self.token:
            request.add_header("x-tabor-token", self.token)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                content: bytes = answer.read()
                return content
        except urllib.error.HTTPError as error:
            with error:
                raise Refused(read_answer(error.read(), f"{request.full_url} answers {error.code}")) from None
        except (OSError, ValueError) as error:  # no connection, no such name, not an address
            raise TaborError(f"{self.address} cannot be reached: {getattr(error, 'reason', error)}") from None

    async def make(self, game: str, seats: Sequence[str], **more: Any) -> Tree:
        """A new room: its id, and the secrets of the seats `me`. Its dice are fixed before they know our number."""
        dice = await self.ask("/api/dice", {})
        body = {"game": game, "seats": list(seats), "number": secrets.token_hex(16), **dice, **more}
        made: Tree = await self.ask("/api/rooms", body)
        return made

    async def sit(self, room: str, **more: Any) -> Tree:
        """Take an open seat: its number and secret."""
        sat: Tree = await self.ask(f"/api/rooms/{room}/sit", {"number": secrets.token_hex(16), **more})
        return sat

    def enter(self, room: str, secrets_: Iterable[str] = (), again_at: Iterable[str] | None = None) -> Guest:
        """A connection to a room; use it with `async with`.

        Whoever gives `again_at`, servers that share the room (none: this one alone), comes again by itself when the
        connection is lost or the room is elsewhere, here or at one of them.
        """
        elsewhere = None if again_at is None else [self.address, *(address.rstrip("/") for address in again_at)]
        return Guest(self.address, room, list(secrets_), elsewhere)


class Guest:
    """Somebody in a room: what they see, and what they can do there."""

    def __init__(self, address: str, room: str, secrets_: Sequence[str], again_at: Sequence[str] | None = None) -> None:
        self.address = socket_address(address, room)
        self.again_at = None if again_at is None else [socket_address(each, room) for each in again_at]
        self.is_leaving = False
        self.secrets = list(secrets_)
        self.room: Tree = {}
        self.view: Tree | None = None
        self.number = -1
        self.rematch: Tree | None = None  # the message about it
        self.said: list[Tree] = []  # between those who play
        self.heard: list[str] = []  # every message as it came, for those who count bytes
        self._answers: dict[int, asyncio.Future[Tree]] = {}
        self._asked = 0
        self._news = asyncio.Condition()
        self._error: Exception | None = None
        self._is_listening = False

    async def __aenter__(self) -> Self:
        if self.again_at is None:
            await self.connect()
        else:
            await self.arrive(self.again_at)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.leave()

    async def connect(self) -> None:
        """Say hello, also again after a lost connection; returns once the room has been seen."""
        self._error = None
        self.socket: ClientConnection = await connect(
            self.address,
            compression=None,
            max_size=MOST_BYTES,
            open_timeout=PING,
            ping_interval=PING,
            ping_timeout=PING,
        )
        with suppress(ConnectionClosed):  # why, the first message says
            await self.socket.send(json.dumps({"type": "hello", "secrets": self.secrets}))
        first = await self.socket.recv()
        if (message := json.loads(first))["type"] == "refused":
            await self.socket.close()
            raise Refused(message)
        await self.hear(first)
        if not self._is_listening:
            self._is_listening = True
            self._listener = asyncio.create_task(self.listen())

    async def arrive(self, addresses: Sequence[str]) -> None:
        try:
            await asyncio.wait_for(self.come_again(addresses, wait=0.0), SECONDS)
        except TimeoutError:
            raise TaborError(f"the room is shown nowhere: {', '.join(addresses)}") from None

    async def leave(self) -> None:
        self.is_leaving = True
        await self.socket.close()
        await self._listener

    async def listen(self) -> None:
        try:
            await self.listen_once()
            while self.again_at is not None and not self.is_leaving:
                self.fail_answers(TaborError("the connection was lost: look again before you repeat this"))
                await self.come_again(self.again_at)
                await self.listen_once()
        except TaborError as error:
            await self.end(error)
        else:
            await self.end(TaborError("the connection was lost"))
        self._is_listening = False

    async def listen_once(self) -> None:
        with suppress(ConnectionClosed):
            async for data in self.socket:
                await self.hear(data)

    async def come_again(self, addresses: Sequence[str], wait: float = AGAIN) -> None:
        """At one server after the other, until one shows the room or says that it never will."""
        for address in cycle(addresses):
            await asyncio.sleep(wait * random.random())
            if self.is_leaving:
                return
            self.address, wait = address, min(max(AGAIN, 2 * wait), LONGEST)
            try:
                await self.connect()
                break
            except Refused as refused:
                if refused.id not in FOR_NOW:
                    raise
            except (OSError, EOFError, WebSocketException):  # TimeoutError is one of the first kind
                continue

    async def end(self, error: Exception) -> None:
        """Nothing more will be heard: whoever waits is told."""
        self.fail_answers(error)
        async with self._news:
            self._error = error
            self._news.notify_all()

    def fail_answers(self, error: Exception) -> None:
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(error)
        self._answers.clear()

    async def hear(self, data: str | bytes) -> None:
        text = data if isinstance(data, str) else data.decode()
        self.heard.append(text)
        message = json.loads(text)
        if "reply" in message:
            self.settle(message)
        if message["type"] == "update" and message["since"] != self.number:
            await self.socket.send(json.dumps({"type": "whole"}))
        async with self._news:
            self.take(message)
            self._news.notify_all()

    def settle(self, message: Tree) -> None:
        answer = self._answers.pop(message["reply"], None)
        if answer is None or answer.done():
            return
        if message["type"] == "refused":
            answer.set_exception(Refused(message))
        else:
            answer.set_result(message)

    def take(self, message: Tree) -> None:
        """What a message says about the room."""
        if message["type"] == "rematch":
            self.rematch = message
        self.said = message.get("said", self.said)
        if "room" not in message or message["type"] == "rematch":
            return
        if message["type"] == "room":
            self.view = message["view"]
        elif message["type"] == "update":
            if self.view is None or message["since"] != self.number:
                return  # something was lost: the whole will come
            self.view = updated(self.view, message["view"])
        self.room = message["room"]
        self.number = self.room["number"]

    # ---- doing ----

    async def send(self, type_: str, **more: Any) -> Tree:
        """Send a message and wait for its answer; Refused if it was not done."""
        self._asked += 1
        answer = self._answers[self._asked] = asyncio.get_running_loop().create_future()
        message = {"type": type_, "id": self._asked, "number": self.number, **more}
        try:
            await self.socket.send(json.dumps(message))
        except ConnectionClosed:
            raise TaborError("the connection was lost") from None
        return await asyncio.wait_for(answer, SECONDS)

    async def act(self, *actions: str) -> None:
        """Play actions of `choices`."""
        await self.send("act", **({"action": actions[0]} if len(actions) == 1 else {"actions": list(actions)}))

    @property
    def is_my_turn(self) -> bool:
        return self.view is not None and self.view["turn"] is not None and self.view["turn"] in self.room["mine"]

    async def until(self, is_so: Any) -> None:
        """Wait until something is so about this guest."""

        def is_enough() -> bool:
            return self._error is not None or bool(is_so(self))

        async with self._news:
            await asyncio.wait_for(self._news.wait_for(is_enough), SECONDS)
        if self._error and not is_so(self):
            raise self._error

    async def change(self) -> None:
        """Wait for the next number."""
        number = self.number
        await self.until(lambda guest: guest.number != number)


def socket_address(address: str, room: str) -> str:
    return f"{address.replace('http', 'ws', 1)}/api/rooms/{room}/socket"


def updated(view: Tree, told: Tree) -> Tree:
    """A view after an update: fields that it leaves out are as before, a number in a list is the place of an element
    that the list had, and the log has new lines.

    >>> updated({"turn": 0, "log": [1], "pieces": ["a", "b"]}, {"log": [2], "pieces": [1, {"kind": "c"}]})
    {'turn': 0, 'log': [1, 2], 'pieces': ['b', {'kind': 'c'}]}
    """
    gone = told.get("gone", ())
    after = {name: value for name, value in (view | told).items() if name not in gone and name != "gone"}
    for name in LISTS & told.keys():
        after[name] = [view[name][part] if isinstance(part, int) else part for part in told[name]]
    return after | {"log": view["log"] + told["log"]}


def actions(choices: Sequence[Tree]) -> list[str]:
    """All actions of a tree of choices."""
    found: list[str] = []
    for node in choices:
        found += [node["action"]] if "action" in node else actions(node["then"])
    return found
