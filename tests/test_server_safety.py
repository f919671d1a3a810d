"""Safe by default: hosts, origins, sizes, rates, tokens, rubbish. The server refuses in words and stays up."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import socket
import string
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql
from server_tools import GENEROUS, Process, Running, run, running, table_of_two
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tabor.cli import main
from tabor.client import Refused, actions
from tabor.server.guard import Bucket, is_loopback
from tabor.server.store import StoreError

GAME = "drake"
JSON = {"content-type": "application/json"}  # without it nobody reads a body


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server") / "rooms.sqlite", hosts=("tabor.example",)) as made:
        yield made


def get(here: Running, path: str = "/api/games", **headers: str) -> httpx.Response:
    return httpx.get(here.lobby.address + path, headers=headers, timeout=30)


# ---- who may ask ----


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:99", "[::1]:5", "tabor.example"])
def test_known_hosts_are_answered(here: Running, host: str) -> None:
    assert get(here, host=host).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "a b", "[::1"]
)
def test_other_hosts_are_not(here: Running, host: str) -> None:
    answer = get(here, host=host)
    assert answer.status_code == 421
    assert answer.json()["error"]["id"] == "wrong-host"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://localhost", "http://localhost:1", ""])
def test_other_origins_are_not_answered(here: Running, origin: str) -> None:
    answer = get(here, host="localhost:80", origin=origin)
    assert answer.status_code == 403
    assert answer.json()["error"]["id"] == "wrong-origin"


def test_the_own_origin_is_answered(here: Running) -> None:
    assert get(here, host="localhost:80", origin="http://localhost:80").status_code == 200


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Host": "evil.example"}])
def test_sockets_are_checked_like_requests(here: Running, headers: dict[str, str]) -> None:
    async def knock() -> None:
        made = await here.lobby.make(GAME, ["me", "me"])
        address = f"{here.lobby.address.replace('http', 'ws')}/api/rooms/{made['room']}/socket"
        if "Host" in headers:
            address = address.replace("127.0.0.1", "0.0.0.0")  # the Host header follows from the address
        with pytest.raises(InvalidStatus) as caught:
            await connect(address, additional_headers={k: v for k, v in headers.items() if k != "Host"})
        assert caught.value.response.status_code == 403

    run(knock())


def test_browsers_are_told_to_be_careful(here: Running) -> None:
    for path in ("/plain", "/api/games", "/api/nothing", "/docs"):
        headers = get(here, path).headers
        assert headers["content-security-policy"].startswith("default-src 'self';")
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers


def test_what_is_loopback() -> None:
    assert all(map(is_loopback, ["127.0.0.1", "127.8.0.1", "::1", "localhost"]))
    assert not any(map(is_loopback, ["0.0.0.0", "::", "10.0.0.1", "localhost.example", ""]))


def test_bot_files_need_a_loopback_bind(tmp_path: Path) -> None:
    with running(tmp_path / "rooms.sqlite", is_local=False) as open_to_all:
        lobby = type(open_to_all.lobby)(open_to_all.lobby.address, open_to_all.settings.token)
        with pytest.raises(Refused, match="loopback address"):
            run(lobby.make(GAME, ["me", f"file:{__file__}"]))


@pytest.mark.parametrize("seat", ["cmd:ls", "/bin/ls", "./bot.py", "file:../bot.py", "level0", "me "])
def test_nothing_else_runs_code(here: Running, seat: str) -> None:
    with pytest.raises(Refused):
        run(here.lobby.make(GAME, ["me", seat]))


# ---- how much, and how often ----


def test_large_requests_are_refused(here: Running) -> None:
    long = b" " * (64 * 1024 + 1)
    for path in ("/api/rooms", "/api/seats"):
        assert httpx.post(here.lobby.address + path, content=long).status_code == 413
        unsaid = httpx.post(here.lobby.address + path, content=iter([long, b"{}"]))
        assert unsaid.status_code in (400, 413)
        assert "text" in unsaid.json()
    assert httpx.post(here.lobby.address + "/api/replays", content=b" " * (513 * 1024)).status_code == 413


def test_large_messages_close_the_socket_and_hurt_nobody(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            await ann.socket.send("x" * 70_000)
            await ann.socket.wait_closed()
            assert ann.socket.close_code == 1009
            assert (await bo.send("ping"))["type"] == "pong"
            await ann.connect()

    run(play())


def test_a_bucket_gives_so_many_at_once_and_so_many_a_second() -> None:
    bucket = Bucket(10, 3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    bucket.at -= 0.1
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_whoever_asks_too_often_is_told_so(tmp_path: Path) -> None:
    few = replace(GENEROUS, rooms=(0.001, 3), sockets=2, requests=(0.001, 200))
    with running(tmp_path / "rooms.sqlite", limits=few) as here:

        async def play() -> None:
            made = await here.lobby.make(GAME, ["me", "me"])
            secrets = made["secrets"].values()
            async with here.lobby.enter(made["room"], secrets) as guest, here.lobby.enter(made["room"], secrets):
                await guest.send("ping")
                with pytest.raises(Refused, match="too many connections"):
                    await here.lobby.enter(made["room"], secrets).connect()
            for _ in range(2):
                await here.lobby.make(GAME, ["me", "me"])
            with pytest.raises(Refused, match="too many rooms"):
                await here.lobby.make(GAME, ["me", "me"])
            answers = await asyncio.gather(*(here.lobby.ask("/api/rooms") for _ in range(201)), return_exceptions=True)
            assert any(isinstance(answer, Refused) and answer.id == "too-many" for answer in answers)

        run(play())


# ---- rubbish ----


def random_value(dice: random.Random, depth: int = 0) -> Any:
    makers: list[Callable[[], Any]] = [
        lambda: dice.randint(-(2**63), 2**63),
        lambda: dice.random() * 10 ** dice.randint(-300, 300),
        lambda: "".join(dice.choices(string.printable + "äλ☃\u202e\x00", k=dice.randint(0, 30))),
        lambda: None,
        lambda: dice.random() < 0.5,
        lambda: [random_value(dice, depth + 1) for _ in range(dice.randint(0, 3))],
        lambda: {str(dice.randint(0, 9)): random_value(dice, depth + 1) for _ in range(dice.randint(0, 3))},
    ]
    return dice.choice(makers[: 5 if depth > 2 else 7])()


TYPES = ["act", "undo", "resign", "draw", "rematch", "claim", "answer", "name", "hint", "ping", "hello", "run", "_x"]
FIELDS = ["id", "number", "action", "actions", "offer", "yes", "name", "secrets", "language"]


def random_message(dice: random.Random, number: int, legal: list[str]) -> str | bytes:
    """Rubbish, half-right and right messages, all kinds of them."""
    if dice.random() < 0.1:
        return dice.randbytes(dice.randint(0, 200)) if dice.random() < 0.5 else json.dumps(random_value(dice))
    message = {name: random_value(dice) for name in FIELDS if dice.random() < 0.4}
    message["type"] = dice.choice(TYPES) if dice.random() < 0.95 else random_value(dice)
    if dice.random() < 0.6:
        message["number"] = number
    if legal and dice.random() < 0.3:
        action = dice.choice(legal)
        message["action"] = action if dice.random() < 0.5 else "".join(dice.choices(action, k=2))
    if dice.random() < 0.3:
        message |= {"offer": dice.choice(["draw", "undo", "rematch"]), "yes": dice.random() < 0.5}
    text = json.dumps(message)
    return text if dice.random() < 0.97 else text[: dice.randint(0, len(text))]


async def send_rubbish(here: Running, game: str, seed: int, count: int) -> int:
    """Two people send rubbish to their room, a third to another's; how many messages were answered in words."""
    dice, sent, heard = random.Random(seed), 0, 0
    while sent < count:
        async with table_of_two(here.lobby, game) as (ann, bo):
            guests = (ann, bo, here.lobby.enter(ann.room["id"]))
            async with guests[2]:
                for _ in range(min(400, count - sent)):
                    guest = dice.choice(guests)
                    legal = actions(guest.view["choices"]) if guest.view else []
                    await guest.socket.send(random_message(dice, guest.number, legal))
                    sent += 1
                    if sent % 50 == 0:
                        await asyncio.sleep(0.01)
                for guest in guests:
                    assert (await guest.send("ping"))["type"] == "pong"
                heard += sum(len(guest.heard) for guest in guests)
    return heard


@pytest.mark.parametrize("game", [GAME, "warriors"])
def test_rubbish_is_refused_and_the_server_stays_up(here: Running, game: str, caplog: pytest.LogCaptureFixture) -> None:
    assert run(send_rubbish(here, game, 1, 1500)) > 1500
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.slow
def test_100_000_random_messages(here: Running, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        for seed in range(20):
            assert await send_rubbish(here, random.Random(seed).choice(["drake", "robots", "warriors"]), seed, 5000)

    run(play(), 600)
    assert not [record for record in caplog.records if record.exc_info]


def test_random_requests_are_refused_in_words(here: Running, caplog: pytest.LogCaptureFixture) -> None:
    dice = random.Random(2)
    names = ["game", "options", "changes", "seats", "name", "listed", "clock", "number", "position", "from", "seat"]
    paths = ["/api/rooms", "/api/seats", "/api/replays", "/api/dice", "/api/rooms/aaaaaaaaaaaa/sit", "/api/x"]
    with httpx.Client(base_url=here.lobby.address, timeout=30) as client:
        for _ in range(400):
            body = {name: random_value(dice) for name in names if dice.random() < 0.3}
            body |= {"game": GAME} if dice.random() < 0.8 else {}
            body |= {"seats": ["me", "me"]} if dice.random() < 0.5 else {}
            answer = client.post(dice.choice(paths), content=json.dumps(body), headers=JSON)
            assert answer.status_code < 500, body
            assert answer.is_success or set(answer.json()) == {"error", "text"}
    assert not [record for record in caplog.records if record.exc_info]


# ---- the command ----


def test_a_port_in_use_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port), "--data", str(tmp_path / "a.sqlite")]) == 2
    assert f"port {port}: Address already in use" in capsys.readouterr().err


def test_serve_ends_quietly_at_ctrl_c(tmp_path: Path) -> None:
    server = Process(tmp_path / "rooms.sqlite")
    made = run(server.lobby.make(GAME, ["me", "me"]))
    assert made["room"]
    assert server.end(signal.SIGINT) == ""
    assert server.child.returncode in (0, 130)


def test_other_commands_import_no_server(run_python: Any) -> None:
    program = "import sys, tabor.cli; print({'fastapi', 'uvicorn', 'sqlalchemy', 'websockets'} & set(sys.modules))"
    assert run_python(program).strip() == "set()"


# ---- what was once answered by a failure ----


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (f"/api/rooms/ROOM/frames?from={2**64}", 422),
        (f"/api/rooms/ROOM/frames?to={2**64}", 422),
        (f"/api/rooms/ROOM/frames?seat={2**64}", 422),
        ("/api/rooms/ROOM/frames?seat=-1", 422),
        ("/%00", 404),
        ("/assets/%00.js", 404),
        ("/" + "a" * 5000, 404),
        ("/api/rooms/%00", 404),
        ("/api/rooms/%ED%A0%80", 404),
        ("/api/art/%00", 404),
        ("/api/texts/%00", 404),
        ("/plain/%00", 404),
        ("/plain/" + "a" * 5000, 404),
    ],
)
def test_odd_addresses_are_refused(here: Running, path: str, status: int) -> None:
    made = run(here.lobby.make(GAME, ["me", "me"]))
    answer = get(here, path.replace("ROOM", made["room"]))
    assert answer.status_code == status
    assert answer.json()["text"]


HALF = "\ud800"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/rooms", {"game": HALF, "seats": ["me", "me"]}),
        ("/api/rooms", {"game": GAME, "seats": ["me", HALF]}),
        ("/api/rooms", {"game": GAME, "seats": ["me", "me"], "name": HALF}),
        ("/api/rooms", {"game": GAME, "seats": ["me", "me"], "options": {"board": HALF}}),
        ("/api/rooms", {"game": GAME, "seats": ["me", "me"], "options": {HALF: "x"}}),
        ("/api/rooms", {"game": GAME, "seats": ["me", "me"], "changes": {HALF: 1}}),
        ("/api/rooms", {"game": GAME, "seats": ["me", "me"], HALF: 1}),
        ("/api/rooms", {"game": GAME, "seats": ["me", "me"], "changes": {"end": {"no_progress": HALF}}}),
        ("/api/rooms", {"game": GAME, "seats": ["me", "me"], "changes": {"end": {HALF: 3}}}),
        ("/api/seats", {"game": GAME, "changes": {"troops": {"Legs": {"sign": HALF}}}}),
        ("/api/rooms", {"game": GAME, "seats": ["me", "me"], "position": HALF}),
        ("/api/rooms", {"game": GAME, "seats": ["me", "me"], "commitment": HALF}),
        ("/api/rooms", {"seats": ["me", "me"], "from": {"room": HALF, "ply": 0}}),
        ("/api/seats", {"game": GAME, "options": {"board": HALF}}),
        ("/api/rooms/ROOM/sit", {"name": HALF}),
        ("/api/rooms/ROOM/sit", {"number": HALF}),
        ("/api/rooms/ROOM/sit", {"seat": 2**80}),
        ("/api/rooms", {"seats": ["me", "me"], "from": {"room": "ROOM", "ply": 2**80}}),
        ("/api/rooms", {"game": GAME, "seats": ["me", "me"], "changes": {"end": {"no_progress": 2**80}}}),
    ],
)
def test_halves_of_characters_and_huge_numbers_are_refused(here: Running, path: str, body: Any) -> None:
    made = run(here.lobby.make(GAME, ["me", "open"]))
    text = json.dumps(body).replace("ROOM", made["room"])
    place = here.lobby.address + path.replace("ROOM", made["room"])
    answer = httpx.post(place, content=text, headers=JSON, timeout=30)
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.json()["text"]
    assert "Value error" not in answer.text


def test_a_database_that_does_not_answer_is_a_503(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise sql.exc.OperationalError("select", {}, OSError("no route to host"))

    monkeypatch.setattr(here.server.services.store, "_read_room", fail)
    for path in ("", "/frames", "/save", "/notes"):
        answer = get(here, f"/api/rooms/{'a' * 12}{path}")
        assert (answer.status_code, answer.json()["error"]["id"]) == (503, "not-stored")

    async def look() -> None:
        address = here.lobby.address.replace("http", "ws") + f"/api/rooms/{'a' * 12}/socket"
        async with connect(address) as socket:
            await socket.send('{"type": "hello"}')
            assert json.loads(await socket.recv())["error"]["id"] == "not-stored"
            await socket.wait_closed()
            assert (socket.close_code, socket.close_reason) == (1013, "not-stored")

    run(look())
    monkeypatch.setattr(here.server.services.store, "add_room", fail_to_store)
    answer = httpx.post(here.lobby.address + "/api/rooms", json={"game": GAME, "seats": ["me", "me"]}, timeout=30)
    assert (answer.status_code, answer.json()["error"]["id"]) == (503, "not-stored")


async def fail_to_store(*_: Any) -> None:
    raise StoreError("the disk is full")


# ---- sockets are told why they are closed ----


async def farewell(here: Running, room: str, *messages: str) -> tuple[list[str], int, str]:
    """The refusals that come, and the code and reason of the end."""
    heard = []
    async with connect(here.lobby.address.replace("http", "ws") + f"/api/rooms/{room}/socket") as socket:
        for message in messages:
            await socket.send(message)
        with suppress(ConnectionClosed):
            async for data in socket:
                heard.append(json.loads(data).get("error", {}).get("id"))
        return heard, socket.close_code or 0, socket.close_reason or ""


def test_a_socket_that_is_refused_is_told_so_for_good(here: Running) -> None:
    room = run(here.lobby.make(GAME, ["me", "me"]))["room"]
    hello = json.dumps({"type": "hello", "secrets": ["f" * 32]})
    assert run(farewell(here, "a" * 12, '{"type": "hello"}')) == (["no-room"], 4000, "no-room")
    assert run(farewell(here, room, hello)) == (["wrong-secret"], 4000, "wrong-secret")
    assert run(farewell(here, room, "rubbish")) == (["not-json"], 4000, "not-json")


def test_whoever_sends_too_much_is_told_so_before_the_end(tmp_path: Path) -> None:
    limits = replace(GENEROUS, messages=(0.01, 3))
    with running(tmp_path / "rooms.sqlite", limits=limits) as here:
        room = run(here.lobby.make(GAME, ["me", "me"]))["room"]
        heard, code, reason = run(farewell(here, room, '{"type": "hello"}', *['{"type": "ping"}'] * 300))
        assert (heard[-1], code, reason) == ("too-many", 1008, "too-many")


def test_an_address_with_too_many_sockets_is_told_so(tmp_path: Path) -> None:
    with running(tmp_path / "rooms.sqlite", limits=replace(GENEROUS, sockets=0)) as here:
        room = run(here.lobby.make(GAME, ["me", "me"]))["room"]
        assert run(farewell(here, room)) == (["full"], 1008, "full")
