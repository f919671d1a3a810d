"""Messages of a socket, in whatever pieces they come: all are heard, in order, by the short way or the library's."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest
from server_tools import Running, running
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri
from websockets.utils import apply_mask

from tabor.server.wire import is_message

INVALID = 1007  # the code of a text that is none


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(Path(tmp_path_factory.mktemp("wire")) / "rooms.sqlite") as found:
        yield found


class Caller:
    """A client that sends its frames in pieces of its own."""

    def __init__(self, here: Running, room: str) -> None:
        address = here.lobby.address.replace("http", "ws")
        self.conn = ClientProtocol(parse_uri(f"{address}/api/rooms/{room}/socket"))
        port = int(address.rpartition(":")[2])
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.conn.send_request(self.conn.connect())
        self.send(*self.conn.data_to_send())
        self.heard: list[str] = []
        while self.conn.state is not State.OPEN:
            self.take(self.socket.recv(65536))

    def send(self, *pieces: bytes) -> None:
        """Each on its own: the server has read one before the next comes."""
        for number, piece in enumerate(pieces):
            self.socket.sendall(piece)
            if number + 1 < len(pieces):
                self.hear_pong()

    def hear_pong(self) -> None:
        """Nothing tells that a part of a frame was read; half a tenth of a second is a long time."""
        self.socket.settimeout(0.05)
        with suppress(TimeoutError):
            self.take(self.socket.recv(65536))
        self.socket.settimeout(20)

    def take(self, data: bytes) -> None:
        assert data, f"the server closed: {self.conn.close_rcvd}"
        self.conn.receive_data(data)
        for event in self.conn.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                message = json.loads(bytes(event.data))
                self.heard += [message["reply"]] if message["type"] == "pong" else []

    def hear(self, count: int) -> list[str]:
        while len(self.heard) < count:
            self.take(self.socket.recv(65536))
        return self.heard

    def close_code(self) -> int | None:
        while not self.conn.close_rcvd:
            self.take(self.socket.recv(65536))
        return self.conn.close_rcvd.code


def frame(text: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    return Frame(opcode, text, fin).serialize(mask=True)


def ping(name: str, filling: int = 0) -> bytes:
    """Answered by a pong with this name."""
    return json.dumps({"type": "ping", "id": name, "filling": "ü" * filling}).encode()


@pytest.fixture
def caller(here: Running) -> Iterator[Caller]:
    made = asyncio.run(here.lobby.make("drake", ["me", "open"]))
    caller = Caller(here, made["room"])
    caller.send(frame(b'{"type": "hello"}'))
    yield caller
    caller.socket.close()


def split(data: bytes, *places: int) -> list[bytes]:
    return [data[first:last] for first, last in pairwise([0, *places, len(data)])]


def test_messages_in_any_pieces(caller: Caller) -> None:
    whole = [frame(ping(str(number), 30 * number)) for number in range(8)]
    parts = [frame(ping("8")[:9], fin=False), frame(b"", Opcode.PING), frame(ping("8")[9:], Opcode.CONT)]
    caller.send(whole[0], whole[1], whole[2] + whole[3], *split(whole[4], 1, 5, 20), whole[5])
    caller.send(whole[6] + whole[7][:3], whole[7][3:], *parts, frame(ping("9")))
    assert caller.hear(10) == [str(number) for number in range(10)]


def test_long_and_short_ones_by_turns(caller: Caller) -> None:
    names = [str(number) for number in range(40)]
    caller.send(*(frame(ping(name, (7 * int(name)) ** 2 % 3000)) for name in names[:20]))
    caller.send(b"".join(frame(ping(name, int(name))) for name in names[20:]))
    assert caller.hear(40) == names


def test_the_rest_of_a_frame_may_look_like_another(caller: Caller) -> None:
    text = ping("b")
    mask = bytes([text[0] ^ 0x81, text[1] ^ 0x80 ^ (len(text) - 6), 0, 0])
    head, rest = bytes([0x81, 0x80 | len(text)]) + mask, apply_mask(text, mask)
    assert is_message(rest)
    caller.send(frame(ping("a")), head, rest, frame(ping("c")))
    assert caller.hear(3) == ["a", "b", "c"]


@pytest.mark.parametrize("text", [b"\xff", b"\xed\xa0\x80", b"ok" * 20 + b"\xfe"])
def test_a_text_must_be_text(caller: Caller, text: bytes) -> None:
    caller.send(frame(ping("a")), frame(text))
    assert caller.hear(1) == ["a"]
    assert caller.close_code() == INVALID


def test_a_frame_without_a_mask_ends_it(caller: Caller) -> None:
    caller.send(frame(ping("a")), Frame(Opcode.TEXT, ping("b")).serialize(mask=False))
    assert caller.close_code() == 1002
    assert caller.heard == ["a"]
