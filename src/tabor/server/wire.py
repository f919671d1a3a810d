"""Connections as bytes: not too many of one address, none that never says what it wants, and no floods."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State
from websockets.utils import apply_mask

from tabor.server.guard import Bucket, Proxies, payer
from tabor.server.protocol import FLOOD, POLICY, encode

OUTLET = "tabor.outlet"  # where the application finds its socket, among the extensions of a scope
SWITCHING = 101  # the status of a handshake that was accepted
FAREWELL_SECONDS = 10.0
FIN, TEXT, MASKED = 0x80, 0x81, 0x80  # the end of a message; a whole message of text; a client's frame
MASK = 4  # bytes
END_OF_HEAD = b"\r\n\r\n"
SECONDS = 20.0  # for a request to come in whole
PIECE = 2048  # bytes that are read at a time: hundreds of requests or messages, if they are a flood
MOST_HEAD = 64 * 1024  # bytes of a request before its body
MOST_AHEAD = 8  # requests on one connection before the first is answered
MOST_UNREAD = 200  # messages of one socket; more is a flood
CONTROL = (2, 100)  # pings, pongs and parts of messages: a second, at once
LINGER = 1.0  # seconds in which the reason of an end can be read
REFUSAL = b"HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Lines:
    """How many connections each address has; those that a proxy forwards are the proxy's to count."""

    def __init__(self, most: int, proxies: Proxies) -> None:
        self.most, self.proxies = most, proxies
        self.open: Counter[str] = Counter()

    def add(self, address: str) -> None:
        self.open[payer(address)] += 1

    def remove(self, address: str) -> None:
        self.open -= Counter({payer(address): 1})

    def is_crowded(self, address: str) -> bool:
        return self.open[payer(address)] > self.most and not self.proxies.has(address)


class Line(HttpToolsProtocol):
    """Uvicorn's protocol of HTTP, counted and timed."""

    lines: Lines
    deadline: asyncio.TimerHandle | None = None
    is_counted = False
    head: int | None = None  # bytes of the head that is being read

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.count(+1)
        self.set_deadline()
        if self.lines.is_crowded(self.address):
            transport.write(REFUSAL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.clear_deadline()
        self.count(-1)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for piece in pieces(data):
            if self.transport.is_closing() or not self.is_counted:  # or it is another protocol's by now
                return
            if self.deadline is None:
                self.set_deadline()
            super().data_received(piece)
            if self.is_flood(len(piece)):
                self.transport.close()

    def is_flood(self, more: int) -> bool:
        if self.head is not None:
            self.head += more
        return len(self.pipeline) > MOST_AHEAD or (self.head or 0) > MOST_HEAD

    def on_message_begin(self) -> None:
        self.head = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self.head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.clear_deadline()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection is another protocol's from here on."""
        self.clear_deadline()
        self.count(-1)
        super().handle_websocket_upgrade()

    def count(self, change: int) -> None:
        if (change > 0) != self.is_counted:
            self.is_counted = change > 0
            (self.lines.add if change > 0 else self.lines.remove)(self.address)

    def set_deadline(self) -> None:
        self.deadline = self.loop.call_later(SECONDS, self.transport.close)

    def clear_deadline(self) -> None:
        if self.deadline:
            self.deadline.cancel()
        self.deadline = None


class Socket(WebSocketsSansIOProtocol):
    """And of sockets, counted. A room writes to it at once: a message is made once, and costs a spectator one write."""

    lines: Lines

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            self.scope["extensions"][OUTLET] = self  # type: ignore[assignment]

    def tell(self, data: bytes) -> None:
        """A message as text; not to be waited for. What is told at one moment goes out together."""
        if self.is_ended:
            return
        if not self.untold:
            self.loop.call_soon(self.tell_now)
        self.untold += (frame_head(len(data)), data)

    def tell_now(self) -> None:
        if self.untold and not self.is_ended:
            self.transport.write(b"".join(self.untold))
        self.untold.clear()

    @property
    def unsent(self) -> int:
        """Bytes that the client has not read."""
        return self.transport.get_write_buffer_size() + sum(map(len, self.untold))

    @property
    def is_ended(self) -> bool:
        return self.close_sent or self.disconnected or self.transport.is_closing()

    def bid_farewell(self, code: int, reason: str) -> None:
        """Close after what was told; whoever does not read that in time is cut off."""
        if self.is_ended:
            return
        self.tell_now()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(FAREWELL_SECONDS, self.transport.abort)

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.lines.add(self.address)
        self.untold: list[bytes] = []  # frames
        self.control = Bucket(*CONTROL)
        self.is_flood = False
        self.is_plain = False  # the library has no part of a frame, or of a message of several

    def connection_lost(self, exc: Exception | None) -> None:
        self.lines.remove(self.address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.is_plain and is_message(data) and self.hear(data):
            return
        self.is_plain = self.is_plain and is_frame(data)
        is_greeting = not self.handshake_initiated
        for piece in pieces(data):
            if self.is_flood or self.transport.is_closing():
                return
            super().data_received(piece)
            if self.queue.qsize() > MOST_UNREAD or self.control.left < 0:
                self.end_flood()
        if is_greeting and self.handshake_initiated:
            self.is_plain = data.find(END_OF_HEAD) == len(data) - len(END_OF_HEAD)

    def hear(self, data: bytes) -> bool:
        """A message that came alone and as one frame, as nearly all do: the library need not look at it, if it is text.
        Whether it was."""
        start = payload_start(data)
        try:
            text = apply_mask(data[start:], data[start - MASK : start]).decode()
        except UnicodeDecodeError:
            return False
        if not (self.close_sent or self.is_flood or self.transport.is_closing()):
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            if self.queue.qsize() > MOST_AHEAD and not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()
        return True

    def handle_ping(self) -> None:
        self.control.spend(1)
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self.control.spend(1)
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        self.control.spend(1)
        super().handle_cont(event)

    def end_flood(self) -> None:
        """Read nothing more, forget what was not looked at, say why, and close a little later."""
        self.is_flood = True
        self.transport.pause_reading()
        self.read_paused = False  # so that nobody goes on
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY, "reason": FLOOD.id})
        if self.conn.state is State.OPEN:
            self.conn.send_text(encode(FLOOD.message()))
            self.conn.send_close(POLICY, FLOOD.id)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(LINGER, self.transport.close)


def pieces(data: bytes) -> Iterator[bytes]:
    return (data[start : start + PIECE] for start in range(0, len(data), PIECE))


def is_message(data: bytes) -> bool:
    """Whether this is just one frame, with a whole message of text, and not a long one."""
    return data[0] == TEXT and len(data) <= PIECE and is_frame(data)


def is_frame(data: bytes) -> bool:
    """Whether this is just one frame of a client, and neither the beginning nor the rest of a message.

    >>> text = bytes([0x81, 0x82, 1, 2, 3, 4]) + b"hi"
    >>> is_frame(text), is_frame(text[:-1]), is_frame(text + text), is_frame(b"\x01" + text[1:])
    (True, False, False, False)
    """
    if len(data) < 2 + MASK or data[0] & 0xF0 != FIN or data[0] == FIN or not data[1] & MASKED:
        return False
    size = data[1] & ~MASKED
    if size == 126:
        size = int.from_bytes(data[2:4], "big")
    return data[1] != MASKED | 127 and len(data) == payload_start(data) + size


def payload_start(data: bytes) -> int:
    """Where the content of a client's frame below 64 kB begins: after two bytes, perhaps a length, and the mask."""
    return 2 + MASK + 2 * (data[1] == MASKED | 126)


def frame_head(size: int) -> bytes:
    """What stands before a text of so many bytes.

    >>> frame_head(5), frame_head(300)
    (b'\\x81\\x05', b'\\x81~\\x01,')
    """
    if size < 126:
        return bytes((TEXT, size))
    mark, length = (126, 2) if size < 1 << 16 else (127, 8)
    return bytes((TEXT, mark)) + size.to_bytes(length, "big")


def protocols(lines: Lines) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Both, for one server."""
    return type("Line", (Line,), {"lines": lines}), type("Socket", (Socket,), {"lines": lines})
