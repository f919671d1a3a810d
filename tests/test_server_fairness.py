"""Nobody can make the others wait: turns, connections, addresses, and what a room may cost."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from server_tools import GENEROUS, Running, play_random, run, running, table_of_two, wait_until

from tabor.client import Guest, Refused
from tabor.server import thinking, wire
from tabor.server.guard import PATIENCE, Bucket, Proxies, metered, payer
from tabor.server.protocol import Refusal
from tabor.server.thinking import NotWanted, Thinking
from tabor.server.turns import Asker, Gate, Turns, Waiting

GAME = "drake"
SLOW = "import time\nwhile input(): time.sleep(0.05); print('{}', flush=True)"

# ---- turns ----


def wait_in(turns: Turns, asker: Asker) -> None:
    turns.add(Waiting(asker, next(turns.clock), None, asker.address))  # type: ignore[arg-type]


def order(askers: Sequence[Asker], workers: int = 1) -> list[str]:
    """Addresses in the order in which one worker serves them."""
    turns, served = Turns(workers), list[str]()
    for asker in askers:
        wait_in(turns, asker)
    while job := turns.take(0):
        turns.end(job)
        served.append(job.work)
    return served


def test_an_address_with_many_rooms_does_not_push_another_back() -> None:
    many = [Asker("greedy", f"room{n}") for n in range(24)]
    assert order([*many, Asker("patient", "one")])[:2] == ["greedy", "patient"]


def test_rooms_of_one_address_take_turns_too() -> None:
    turns = Turns(1)
    for room in ("a", "a", "a", "b"):
        wait_in(turns, Asker("x", room))
    rooms = []
    while job := turns.take(0):
        turns.end(job)
        rooms.append(job.asker.room)
    assert rooms == ["a", "b", "a", "a"]


def test_people_come_before_computers_among_themselves() -> None:
    assert order([Asker("a", "1", False), Asker("b", "2", False), Asker("c", "3", True)]) == ["c", "a", "b"]


def test_one_worker_is_kept_for_the_others() -> None:
    turns = Turns(3)
    for n in range(5):
        wait_in(turns, Asker("greedy", str(n)))
    assert [turns.take(worker) is not None for worker in range(3)] == [True, True, False]
    wait_in(turns, Asker("patient", "x"))
    assert turns.take(2) is not None


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("rst")), max_size=40))
def test_nobody_waits_for_more_than_one_turn_of_each_other(asked: list[tuple[str, str]]) -> None:
    served = order([Asker(address, address + room) for address, room in asked])
    assert sorted(served) == sorted(address for address, _ in asked)
    for address in set(served):
        places = [place for place, name in enumerate(served) if name == address]
        for before, after in zip([-1, *places], places, strict=False):
            between = served[before + 1 : after]
            assert len(between) == len(set(between))


def test_a_gate_lets_one_of_an_address_in_and_refuses_a_long_queue() -> None:
    async def crowd() -> None:
        gate, inside = Gate(2, 3), list[str]()

        async def come(address: str) -> None:
            async with gate.turn(address):
                inside.append(address)
                await asyncio.sleep(0.05)

        tasks = [asyncio.create_task(come("greedy")) for _ in range(4)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="takes long"):
            await come("greedy")
        tasks.append(asyncio.create_task(come("patient")))
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert inside[:2] == ["greedy", "patient"]
        assert len(inside) == 4
        assert sorted(gate.free) == [0, 1]
        assert not gate.turns.running

    run(crowd())


# ---- computers ----


def test_a_computer_of_another_address_does_not_wait_for_24_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "COMMAND", (sys.executable, "-I", "-S", "-c", SLOW))

    async def ask() -> None:
        pool, done = Thinking(1), list[str]()
        pool.start()

        async def think(address: str, room: str) -> None:
            await pool.ask({"room": room}, False, Asker(address, room))
            done.append(address)

        try:
            greedy = [asyncio.create_task(think("greedy", f"r{n}")) for n in range(24)]
            await asyncio.sleep(0.15)
            await think("patient", "mine")
            before = len(done)
            await asyncio.gather(*greedy)
        finally:
            await pool.stop()
        assert before - done.index("patient") == 1
        assert done.index("patient") < 24 - 5  # it came in the middle of them, after the one that was being thought of

    run(ask())


def test_what_nobody_waits_for_is_not_thought_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "COMMAND", (sys.executable, "-I", "-S", "-c", SLOW))

    async def ask() -> None:
        pool = Thinking(1)
        pool.start()
        try:
            gone = Asker("a", "gone", is_wanted=lambda: False)
            jobs = [pool.ask({"room": room}, False, asker) for room, asker in (("x", Asker("b", "x")), ("gone", gone))]
            found = await asyncio.gather(*jobs, return_exceptions=True)
        finally:
            await pool.stop()
        assert found[0] == {}
        assert isinstance(found[1], NotWanted)

    run(ask())


def test_computers_do_not_play_where_nobody_looks(tmp_path: Path) -> None:
    with running(tmp_path / "rooms.sqlite") as here:

        async def play() -> None:
            made = await here.lobby.make(GAME, ["level1", "me"])
            watched = await here.lobby.make(GAME, ["level1", "me"])
            async with here.lobby.enter(watched["room"], watched["secrets"].values()) as guest:
                await guest.until(lambda guest: guest.is_my_turn)
            assert here.server.hub.tables[made["room"]].room.number == 0
            async with here.lobby.enter(made["room"], made["secrets"].values()) as guest:
                await guest.until(lambda guest: guest.is_my_turn)

        run(play())


def test_a_finished_match_is_forgotten_by_the_computers(tmp_path: Path) -> None:
    with running(tmp_path / "rooms.sqlite", workers=2) as here:

        async def play() -> None:
            made = await here.lobby.make(GAME, ["level1", "me"])
            pool = here.server.services.thinking
            async with here.lobby.enter(made["room"], made["secrets"].values()) as guest:
                await guest.until(lambda guest: guest.is_my_turn)
                assert any(made["room"] in known for known in pool.known)
                await guest.send("resign")
                await asyncio.to_thread(wait_until, lambda: not any(made["room"] in known for known in pool.known))

        run(play())


# ---- connections ----


def test_half_open_requests_time_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "SECONDS", 0.5)
    beginnings = [
        b"",
        b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n{",
        b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n\r\n",  # answered; then an empty line
    ]
    with running(tmp_path / "rooms.sqlite") as here:
        port = int(here.lobby.address.rpartition(":")[2])
        lines = [socket.create_connection(("127.0.0.1", port)) for _ in beginnings]
        for line, beginning in zip(lines, beginnings, strict=True):
            line.sendall(beginning)
            line.settimeout(20)
        for line in lines:
            with line:
                while line.recv(65536):
                    pass  # until the server closes it
        assert httpx.get(here.lobby.address + "/api/games").status_code == 200


def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    with running(tmp_path / "rooms.sqlite", limits=replace(GENEROUS, connections=5)) as here:
        port = int(here.lobby.address.rpartition(":")[2])
        lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(5)]
        with socket.create_connection(("127.0.0.1", port)) as late:
            assert late.recv(1000).startswith(b"HTTP/1.1 429")
        for line in lines:
            line.close()

        async def play() -> None:
            """Sockets count, and leave room when they go."""
            for _ in range(4):
                async with table_of_two(here.lobby, GAME):
                    pass

        def answers() -> bool:
            return httpx.get(here.lobby.address + "/api/games").status_code == 200

        wait_until(answers)
        run(play())
        wait_until(answers)


def test_who_pays() -> None:
    assert payer("2001:db8::1") == payer("2001:db8::ffff:1")
    assert payer("2001:db8:0:1::1") != payer("2001:db8:0:2::1")
    assert payer("::ffff:1.2.3.4") == payer("1.2.3.4") != payer("1.2.3.5")


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("9.9.9.9", "1.1.1.1", "9.9.9.9"),  # not a proxy
        ("10.0.0.1", "1.1.1.1", "1.1.1.1"),
        ("10.0.0.1", "6.6.6.6, 1.1.1.1", "1.1.1.1"),  # what a client wrote itself comes first
        ("10.0.0.1", "1.1.1.1, 10.0.0.2", "1.1.1.1"),  # two proxies
        ("10.0.0.1", "1.1.1.1, rubbish", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("::1", "2001:db8::5", "2001:db8::5"),
    ],
)
def test_forwarded_addresses_are_believed_from_named_proxies_alone(peer: str, forwarded: str, client: str) -> None:
    assert Proxies(["10.0.0.0/8", "::1"]).client(peer, [forwarded.encode()]) == client


def ask_as(here: Running, address: str) -> int:
    return httpx.get(here.lobby.address + "/api/rooms", headers={"x-forwarded-for": address}).status_code


def test_limits_follow_the_forwarded_address(tmp_path: Path) -> None:
    few = replace(GENEROUS, requests=(0.001, 20))
    with running(tmp_path / "a.sqlite", limits=few, proxies=Proxies(["127.0.0.1"])) as here:
        assert any(ask_as(here, "1.1.1.1") == 429 for _ in range(21))
        assert ask_as(here, "2.2.2.2") == 200
    with running(tmp_path / "b.sqlite", limits=few) as here:
        assert any(ask_as(here, f"1.1.1.{n}") == 429 for n in range(21))


# ---- rooms ----


def test_a_rematch_counts_as_a_room(tmp_path: Path) -> None:
    with running(tmp_path / "rooms.sqlite", limits=replace(GENEROUS, rooms=(0.0001, 2))) as here:

        async def again(guests: Sequence[Guest]) -> None:
            await guests[0].send("resign")
            for guest in guests:
                await guest.until(lambda guest: guest.room["status"] == "over")
                await guest.send("rematch")

        async def play() -> None:
            async with table_of_two(here.lobby, GAME) as guests:
                await again(guests)
            async with table_of_two(here.lobby, GAME) as guests:
                pass

        with pytest.raises(Refused, match="too many rooms"):
            run(play())


def test_names_and_offers_in_a_flood_disturb_nobody(tmp_path: Path) -> None:
    with running(tmp_path / "rooms.sqlite") as here:

        async def play() -> None:
            async with table_of_two(here.lobby, GAME) as (ann, bo):
                heard = len(bo.heard)
                began = time.monotonic()
                for number in range(150):  # fewer than may lie unread, however late the server looks
                    more = {"type": "name", "name": f"n{number}"} if number % 2 else {"type": "draw"}
                    await ann.socket.send(json.dumps({"number": ann.number, **more}))
                assert (await ann.send("ping"))["type"] == "pong"
                seconds = time.monotonic() - began
                await bo.until(lambda bo: bo.room["offers"]["draw"] is not None)
                assert len(bo.heard) - heard <= 2 + seconds / 0.2
                table = here.server.hub.tables[ann.room["id"]]
                assert table.room.places <= 2 + 5 + seconds * 0.2  # Bo sat down; a few names

        run(play())


def test_frames_of_a_long_match_cost_their_address_alone(tmp_path: Path) -> None:
    with running(tmp_path / "rooms.sqlite", limits=replace(GENEROUS, work=(0.0001, 1.0))) as here:

        async def play() -> None:
            async with table_of_two(here.lobby, GAME) as guests:
                await play_random(guests, random.Random(4), 30)
                path = f"/api/rooms/{guests[0].room['id']}/frames"
                answers: list[Any] = []
                while len(answers) < 100 and not isinstance(answers and answers[-1], Refused):
                    answers += await asyncio.gather(here.lobby.ask(path), return_exceptions=True)
                assert len(answers) > 1
                assert answers[-1].id == "too-many"

        run(play())


def test_sockets_of_one_address_share_their_messages(tmp_path: Path) -> None:
    """Each of two sockets sends less than one may, both together more than their address may."""
    limits = replace(GENEROUS, requests=(0.01, 300))
    with running(tmp_path / "rooms.sqlite", limits=limits) as here:

        async def talk() -> int:
            async with table_of_two(here.lobby, GAME) as guests:
                for guest in guests:
                    for _ in range(180):
                        await guest.socket.send('{"type": "ping"}')
                await asyncio.sleep(1)
                return sum('"pong"' in text for guest in guests for text in guest.heard)

        assert 10 < run(talk()) < 300


# ---- floods ----


def raw_socket(here: Running, room: str) -> socket.socket:
    """A WebSocket by hand, after its handshake."""
    port = int(here.lobby.address.rpartition(":")[2])
    line = socket.create_connection(("127.0.0.1", port), 20)
    head = f"GET /api/rooms/{room}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    line.sendall(f"{head}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    assert line.recv(4096).startswith(b"HTTP/1.1 101")
    return line


def all_of(line: socket.socket) -> bytes:
    """What comes until the other side closes."""
    heard = b""
    with line, suppress(ConnectionResetError):
        while data := line.recv(65536):
            heard += data
    return heard


MASK = bytes(4)  # no disguise
FRAMES = {
    "messages": b"\x81\x82" + MASK + b"{}",
    "pings": b"\x89\x80" + MASK,
    "pongs": b"\x8a\x80" + MASK,
    "parts of a message": b"\x00\x80" + MASK,
}


@pytest.mark.parametrize("kind", FRAMES)
def test_a_flood_of_frames_ends_soon_and_is_told_why(tmp_path: Path, kind: str) -> None:
    with running(tmp_path / "rooms.sqlite") as here:
        room = run(here.lobby.make(GAME, ["me", "me"]))["room"]
        line, hello = raw_socket(here, room), b'{"type": "hello"}'
        line.sendall(b"\x81" + bytes([0x80 + len(hello)]) + MASK + hello)
        first = b"\x01\x81" + MASK + b"{" if kind == "parts of a message" else b""
        began = time.thread_time(), time.process_time()
        with suppress(OSError):
            line.sendall(first + 30_000 * FRAMES[kind])
        assert b"\x88\x0a\x03\xf0too-many" in all_of(line)  # a closing frame with the code 1008
        spent = time.process_time() - began[1] - (time.thread_time() - began[0])
        assert spent < 30_000 * 10e-6  # it takes longer to look at each of them


def test_who_floods_and_leaves_at_once_leaves_no_trace(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path / "rooms.sqlite") as here:
        room = run(here.lobby.make(GAME, ["me", "me"]))["room"]
        line = raw_socket(here, room)
        line.sendall(240 * FRAMES["messages"] + b"\x88\x80" + MASK)
        all_of(line)
        assert httpx.get(here.lobby.address + "/api/rooms").status_code == 200
    assert not caplog.records


def test_a_row_of_requests_before_any_answer_ends_the_connection(tmp_path: Path) -> None:
    with running(tmp_path / "rooms.sqlite") as here:
        line = socket.create_connection(("127.0.0.1", int(here.lobby.address.rpartition(":")[2])), 20)
        line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n" * 500)
        assert all_of(line).count(b"HTTP/1.1 200") < 100


def test_a_request_has_no_endless_head(tmp_path: Path) -> None:
    with running(tmp_path / "rooms.sqlite") as here:
        line = socket.create_connection(("127.0.0.1", int(here.lobby.address.rpartition(":")[2])), 20)
        with line, pytest.raises(OSError, match=r"reset|Broken"):
            line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 100_000_000)


def test_who_holds_the_server_pays_for_it(tmp_path: Path) -> None:
    """A few long requests cost as much as many short ones."""

    def hold(seconds: float) -> None:
        began = time.thread_time()
        while time.thread_time() - began < seconds:
            pass

    async def work(seconds: float) -> str:
        await asyncio.sleep(0.05)  # waiting costs nothing
        hold(seconds)
        await asyncio.sleep(0)
        hold(seconds)
        return "done"

    async def fail() -> None:
        await asyncio.sleep(0)
        hold(0.02)
        raise ValueError("nothing is lost")

    async def pay() -> None:
        bucket = Bucket(1e-6, 1000)
        assert await metered(work(0.02), bucket) == "done"
        assert 940 < bucket.left < 961
        with pytest.raises(ValueError, match="lost"):
            await metered(fail(), bucket)
        assert 910 < bucket.left < 941
        task = asyncio.create_task(metered(asyncio.sleep(60), bucket))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    run(pay())


def test_whoever_asks_too_often_waits_for_the_answer(tmp_path: Path) -> None:
    with running(tmp_path / "rooms.sqlite", limits=replace(GENEROUS, requests=(0.001, 20))) as here:
        while True:
            began = time.monotonic()
            if httpx.get(here.lobby.address + "/api/rooms").status_code == 429:
                break
        assert time.monotonic() - began > PATIENCE


# ---- analysis ----

# Notes what it is asked for, and answers as the real one does, once the gate is open.
GATED = """
import json, os, sys, time
from tabor.server.thinker import Thinker
thinker, answers = Thinker(), os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
for line in sys.stdin:
    job = json.loads(line)
    with open(LOG, "a") as log:
        log.write(next((word for word in ("analyse", "try", "forget") if word in job), "move") + "\\n")
    while os.path.exists(GATE):
        time.sleep(0.01)
    print(json.dumps(thinker.answer(job)), file=answers, flush=True)
"""


@pytest.mark.parametrize("question", [None, {"ply": 1, "actions": []}])
def test_analysis_waits_behind_peoples_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, question: dict[str, Any] | None
) -> None:
    """One computer has a move to make, then a match is to be analysed, then another computer has a move to make: the
    analysis was asked for earlier, and comes last."""
    gate, log = tmp_path / "gate", tmp_path / "log"
    program = GATED.replace("LOG", repr(str(log))).replace("GATE", repr(str(gate)))
    monkeypatch.setattr(thinking, "COMMAND", (sys.executable, "-c", program))
    gate.touch()
    with running(tmp_path / "rooms.sqlite") as here:
        turns = here.server.services.thinking.turns

        async def until(is_so: Callable[[], bool]) -> None:
            await asyncio.to_thread(wait_until, is_so)

        async def play() -> None:
            async with table_of_two(here.lobby, GAME) as (ann, bo):
                await play_random([ann, bo], random.Random(6), 3)
                await bo.send("resign")
                await ann.until(lambda guest: guest.room["status"] == "over")
                address = f"/api/rooms/{ann.room['id']}/analysis"
            made = [await here.lobby.make(GAME, ["level1", "me"]) for _ in range(2)]
            async with here.lobby.enter(made[0]["room"], made[0]["secrets"].values()) as first:
                await until(lambda: log.exists())
                asked = asyncio.create_task(here.lobby.ask(address, question))
                await until(lambda: len(turns.waiting) == 1)
                async with here.lobby.enter(made[1]["room"], made[1]["secrets"].values()) as second:
                    await until(lambda: len(turns.waiting) == 2)
                    gate.unlink()
                    await asked
                    for guest in (first, second):
                        await guest.until(lambda guest: guest.is_my_turn)

        run(play())
    assert log.read_text().split()[:3] == ["move", "move", "try" if question else "analyse"]  # later: "forget"
