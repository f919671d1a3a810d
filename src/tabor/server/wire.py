"""Connections before anything has been asked: not too many of one address, and none that never says what it wants."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tabor.server.guard import Proxies, payer

SECONDS = 20.0  # for a request to come in whole
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
        if self.transport.is_closing():
            return
        if self.deadline is None:
            self.set_deadline()
        super().data_received(data)

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
    """And of sockets, counted."""

    lines: Lines

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.lines.add(self.address)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lines.remove(self.address)
        super().connection_lost(exc)


def protocols(lines: Lines) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Both, for one server."""
    return type("Line", (Line,), {"lines": lines}), type("Socket", (Socket,), {"lines": lines})
