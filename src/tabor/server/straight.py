"""What every game asks for goes past the web framework: rooms made, seats taken, sockets.

The framework's part of such a request costs as much as all the rest. The calls are those of calls.py, and whatever is
not as usual (another kind of body, fields that are wrong) goes on to the framework, which has the answer to it.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import orjson
from fastapi import Request
from pydantic import BaseModel

from tabor.server.authority import RoomBody, SitBody
from tabor.server.calls import Answer, make_room, sit
from tabor.server.conversation import Conversation
from tabor.server.guard import address_of
from tabor.server.protocol import POLICY, Refusal, encode
from tabor.server.wire import OUTLET

SIT = re.compile(r"/api/rooms/([^/]+)/sit")
SOCKET = re.compile(r"/api/rooms/([^/]+)/socket")
ROOMS, TOKEN = "/api/rooms", "x-tabor-token"
JSON = (b"content-type", b"application/json")

Call = Callable[[Request, Any], Awaitable[Any]]


class Straight:
    """ASGI middleware."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket" and (found := SOCKET.fullmatch(scope["path"])):
            await converse(scope, receive, send, found[1])
        elif (call := call_of(scope)) is not None:
            await self.answer(scope, receive, send, *call)
        else:
            await self.app(scope, receive, send)

    async def answer(self, scope: Any, receive: Any, send: Any, model: type[BaseModel], call: Call) -> None:
        try:
            text = await whole_body(receive)
            try:
                body = model.model_validate(orjson.loads(text))
            except ValueError:
                await self.app(scope, again(text, receive), send)
                return
            answer = await call(Request(scope), body)
        except Refusal as refusal:
            answer = Answer(refusal.tree(), refusal.status)
        await answer(scope, receive, send)


def call_of(scope: Any) -> tuple[type[BaseModel], Call] | None:
    """The call that a request asks for, and what its body must be; None: it is for the framework."""
    if scope["type"] != "http" or scope["method"] != "POST" or JSON not in scope["headers"]:
        return None
    if scope["path"] == ROOMS:
        return RoomBody, lambda request, body: make_room(request, body, request.headers.get(TOKEN))
    if found := SIT.fullmatch(scope["path"]):
        return SitBody, lambda request, body: sit(request, found[1], body)
    return None


async def whole_body(receive: Any) -> bytes:
    """Of a client that has gone: as much as came, which is no JSON."""
    parts = []
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


def again(body: bytes, receive: Any) -> Any:
    """What has come already, for whoever reads it next; then what comes."""
    read = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive_again() -> Any:
        return next(read, None) or await receive()

    return receive_again


async def converse(scope: Any, receive: Any, send: Any, room: str) -> None:
    """A socket, as long as it is open."""
    server, address, outlet = scope["app"].state.server, address_of(scope), scope["extensions"][OUTLET]
    with server.counted_socket(address) as is_allowed:
        await receive()
        await send({"type": "websocket.accept"})
        if is_allowed:
            await Conversation(outlet, server.hub, room, server.settings.limits, address, scope["bucket"]).run()
        else:
            refusal = Refusal("full", "your address has too many connections", 503)
            outlet.tell(encode(refusal.message()))
            outlet.bid_farewell(POLICY, refusal.id)
