"""Clients that cost next to nothing, so that a bench measures the server: HTTP and WebSockets by hand.

Of a message only the choices are kept, and only by those who play. Frames are masked with zeros, which the protocol
allows.
"""

from __future__ import annotations

import asyncio
import random
import re
import struct
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import orjson

SLOWEST = 10.0  # seconds after which an answer counts as lost
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
NUMBER = re.compile(rb'"number":(\d+)')
TOLD = (b'{"type":"room"', b'{"type":"upd')  # how messages with a new position begin


class Lost(Exception):  # noqa: N818 - counted, and told to nobody
    """The connection ended, or no answer came."""


class Line(asyncio.Protocol):
    """A connection that waits for the end of a head, then gives on what comes."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.head: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.on_data: Callable[[], None] = lambda: None
        self.on_end: Callable[[], None] = lambda: None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.data += data
        end = self.data.find(b"\r\n\r\n")
        if not self.head.done() and end >= 0:
            head = bytes(self.data[: end + 4])
            del self.data[: end + 4]
            self.head.set_result(head)
        if self.head.done():
            self.on_data()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.head.done():
            self.head.set_exception(Lost())
        self.on_end()


class Address:
    """A server; every request has a connection of its own, as a browser's first has."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.host, self.port = (parts.hostname or "").replace("localhost", "127.0.0.1"), parts.port or 80

    async def line(self, request: bytes) -> tuple[Line, bytes]:
        try:
            _, line = await asyncio.get_running_loop().create_connection(Line, self.host, self.port)
            line.transport.write(request)
            return line, await asyncio.wait_for(line.head, SLOWEST)
        except (OSError, TimeoutError):
            raise Lost from None

    async def ask(self, path: str, body: Any = None) -> Any:
        """GET, or POST if there is a body."""
        data = b"" if body is None else orjson.dumps(body)
        method = "GET" if body is None else "POST"
        head = f"{method} {path} HTTP/1.1\r\nhost: {self.host}:{self.port}\r\ncontent-type: application/json\r\n"
        line, answer = await self.line(
            f"{head}connection: close\r\ncontent-length: {len(data)}\r\n\r\n".encode() + data
        )
        ended = asyncio.get_running_loop().create_future()
        line.on_end = lambda: None if ended.done() else ended.set_result(None)
        if not line.transport.is_closing():
            await asyncio.wait_for(ended, SLOWEST)
        status = int(answer[9:12])
        if status >= 400:
            raise Lost
        return orjson.loads(bytes(line.data))

    async def enter(self, room: str, secrets: list[str]) -> Side:
        head = f"GET /api/rooms/{room}/socket HTTP/1.1\r\nhost: {self.host}:{self.port}\r\nupgrade: websocket\r\n"
        key = "connection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        line, answer = await self.line((head + key).encode())
        if not answer.startswith(b"HTTP/1.1 101"):
            raise Lost
        return Side(line, secrets)


class Side:
    """One client on a socket: the last number that it was told, and when; what it may play; whether it is over."""

    def __init__(self, line: Line, secrets: list[str]) -> None:
        self.line = line
        self.number, self.told_at, self.told = -1, 0.0, 0
        self.plays, self.choices = bool(secrets), []  # what may be clicked first
        self.is_over = self.is_lost = False
        self.done: Any = None
        self.bytes = 0
        self.news = asyncio.Event()
        line.on_data, line.on_end = self.read, self.end
        self.send({"type": "hello", "secrets": secrets})
        self.read()

    def send(self, tree: Any, opcode: int = TEXT) -> None:
        data = tree if isinstance(tree, bytes) else orjson.dumps(tree)
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
        self.line.transport.write(bytes([0x80 | opcode]) + size + b"\0\0\0\0" + data)

    def read(self) -> None:
        data = self.line.data
        while len(data) >= 2:
            size, start = data[1], 2
            if size == 126:
                size, start = int.from_bytes(data[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(data[2:10], "big"), 10
            if len(data) < start + size:
                return
            message, opcode = bytes(data[start : start + size]), data[0] & 15
            del data[: start + size]
            if opcode == TEXT:
                self.hear(message)
            elif opcode == PING:
                self.send(message, PONG)
            elif opcode == CLOSE:
                self.line.transport.close()

    def hear(self, message: bytes) -> None:
        self.bytes += len(message)
        if message.startswith(TOLD):
            found = NUMBER.search(message)
            assert found
            self.number, self.told_at = int(found[1]), time.perf_counter()
            self.told += 1
            self.is_over = b'"status":"over"' in message
            if self.plays:
                self.look((orjson.loads(message)["view"] or {}).get("choices"))
        elif message.startswith((b'{"type":"done"', b'{"type":"refused"')):
            self.done = orjson.loads(message)
        else:
            return
        self.news.set()

    def look(self, choices: list[Any] | None) -> None:
        """What may be chosen now; None: what could be before. A number is the place of an element there."""
        if choices is not None:
            self.choices = [self.choices[each] if isinstance(each, int) else each for each in choices]

    def choose(self, dice: random.Random) -> str:
        """One of the actions."""
        node = dice.choice(self.choices)
        while "then" in node:
            node = dice.choice(node["then"])
        return str(node["action"])

    def end(self) -> None:
        self.is_lost = True
        self.news.set()

    async def until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            if self.is_lost:
                raise Lost
            self.news.clear()
            try:
                await asyncio.wait_for(self.news.wait(), SLOWEST)
            except TimeoutError:
                raise Lost from None

    async def reach(self, number: int) -> float:
        """When it was told of that number."""
        await self.until(lambda: self.number >= number)
        return self.told_at

    async def act(self, action: str) -> int:
        """Play, and wait until it was acknowledged; the number of the room then."""
        self.done = None
        self.send({"type": "act", "id": 1, "number": self.number, "action": action})
        await self.until(lambda: self.done is not None)
        if self.done["type"] == "refused":
            raise Lost
        return int(self.done["number"])

    def close(self) -> None:
        self.line.transport.close()
