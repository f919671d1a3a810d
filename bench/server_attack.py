"""Attack a server by all that strangers can send, while two people play a game there and their time is taken.

    .venv/bin/python bench/server_attack.py                              # 1,000,000 messages, about 10 minutes
    .venv/bin/python bench/server_attack.py --messages 100000 --rate 2000
    .venv/bin/python bench/server_attack.py --minutes 60 --rate 200         # an hour under load and attack

Attackers sit at loopback addresses of their own, under the limits that everybody has: rubbish and half-right messages
on sockets, floods of names and offers, rooms full of computers, requests with odd paths and bodies, saved matches of
nothing but `!again`, frames, requests that never end. In the end: tracebacks in the log, answers 500, memory of server
and computers at the start and at the end, and the 99th percentile of the game in peace and under attack.

Attackers need processor time of their own, on the cores that the server has too; so they run at the lowest priority,
and are there already, doing nothing, while the game is timed in peace. Peace and attack take turns, so that whatever
else goes on at this machine is in both.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import multiprocessing
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).parent))

import httpx
from cheap import Address, Lost
from server_load import Game, Result, cpu_seconds, open_game, wait_for_games
from test_server_safety import random_message, random_value
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tabor.client import Lobby
from tabor.games import NAMES

BEAT = 0.1  # seconds between two actions of the witnesses; faster, two at one address would come near its limits
SAMPLES = 12  # of memory during the attack
TRUCE, BATTLE = 20.0, 100.0  # seconds of peace, and of attack, in turns
PAUSE = 0.1  # seconds between two looks whether it goes on
CALM = 5.0  # seconds until what was sent has been answered
ADDRESSES = [f"127.0.1.{number}" for number in range(1, 9)]
AT_ONCE = 6  # things that one attacker does
PATHS = [
    "/api/rooms/{room}/frames?from=18446744073709551616", "/%00", "/api/rooms/%ff%fe", "/" + "a" * 5000, "/api/games",
    "/api/rooms/{room}/frames?from=0&to=99", "/api/rooms/{room}/save", "/api/rooms/{room}/record", "/api/texts/xx/y",
    "/api/rooms/{room}/frames?seat=9", "/api/art/../..", "/plain/..%2f..%2fetc", "/health", "/api/rooms", "/metrics",
]  # fmt: skip
JSON = {"content-type": "application/json"}
AGAIN = 'format = 1\ngame = "{game}"\nversion = 1\nrules = ""\nseed = 1\nlog = [{log}]\n[options]\n[changed]\n'


class Attacker:
    """One address."""

    def __init__(self, may_go: Any, server: str, address: str, count: float, rate: float, seconds: float) -> None:
        self.may_go, self.server, self.address, self.count, self.rate = may_go, server, address, count, rate
        self.end = time.monotonic() + seconds
        self.dice, self.sent, self.seen = random.Random(address), 0, Counter[str]()
        self.rooms: list[tuple[str, list[str]]] = []
        self.due = 0.0

    async def run(self) -> Counter[str]:
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        async with httpx.AsyncClient(transport=transport, base_url=self.server, timeout=60) as self.client:
            await asyncio.gather(*(self.keep_on() for _ in range(AT_ONCE)))
        self.seen["sent"] = self.sent
        return self.seen

    async def keep_on(self) -> None:
        while self.sent < self.count and time.monotonic() < self.end:
            work = self.dice.choices([self.talk, self.ask, self.hang, self.compute], [12, 5, 1, 1])[0]
            with suppress(OSError, WebSocketException, httpx.HTTPError, TimeoutError):
                await work()

    async def pace(self) -> None:
        """The next message is due a little after the last one; whoever fell behind catches up a second at most."""
        while not self.may_go.is_set():
            await asyncio.sleep(PAUSE)
        self.sent += 1
        now = time.monotonic()
        self.due = max(self.due + 1 / self.rate, now - 1)
        if self.due - now > 0.02:
            await asyncio.sleep(self.due - now)

    async def room(self, seats: list[str]) -> tuple[str, list[str]] | None:
        body = {"game": self.dice.choice(NAMES), "seats": seats}
        await self.pace()
        answer = await self.client.post("/api/rooms", json=body)
        self.note(answer)
        if answer.status_code == 201:
            self.rooms.append((answer.json()["room"], list(answer.json()["secrets"].values())))
            del self.rooms[:-20]
        return self.dice.choice(self.rooms) if self.rooms else None

    def note(self, answer: httpx.Response) -> None:
        self.seen[str(answer.status_code)] += 1

    # ---- what it does ----

    async def talk(self) -> None:
        """Rubbish on a socket, by somebody who has a seat."""
        found = await self.room(["me", "me"])
        if found is None:
            return
        room, secrets = found
        async with await self.socket(room) as link:
            await link.send(json.dumps({"type": "hello", "secrets": secrets}))
            reader = asyncio.create_task(self.read(link))
            for _ in range(300):
                await self.pace()
                number = self.dice.randrange(6)
                await link.send(random_message(self.dice, number, ["+a1", "a1a2", "guard"]))
            reader.cancel()

    async def socket(self, room: str) -> ClientConnection:
        address = self.server.replace("http", "ws", 1) + f"/api/rooms/{room}/socket"
        return await connect(address, compression=None, max_size=None, local_addr=(self.address, 0), close_timeout=1)

    async def read(self, link: ClientConnection) -> None:
        with suppress(WebSocketException):
            async for data in link:
                self.seen["answers"] += 1
                self.seen["500"] += '"id":"failure"' in str(data)

    async def ask(self) -> None:
        """Odd requests."""
        room = self.rooms[-1][0] if self.rooms else "aaaaaaaaaaaa"
        for _ in range(20):
            await self.pace()
            self.note(await self.client.get(self.dice.choice(PATHS).replace("{room}", room)))
        names = ["game", "options", "changes", "seats", "name", "clock", "number", "position", "from"]
        for path in ("/api/rooms", "/api/seats", f"/api/rooms/{room}/sit", "/api/dice"):
            await self.pace()
            body = {name: random_value(self.dice) for name in names if self.dice.random() < 0.4}
            self.note(await self.client.post(path, content=json.dumps(body), headers=JSON))
        await self.pace()
        log = ",".join(["'!again'"] * self.dice.choice([10, 1000, 50_000]))
        self.note(await self.client.post("/api/replays", content=AGAIN.format(game=self.dice.choice(NAMES), log=log)))

    async def hang(self) -> None:
        """Requests that never end; they are left alone."""
        host, _, port = self.server.removeprefix("http://").partition(":")
        links = []
        for _ in range(20):
            await self.pace()
            links.append(await asyncio.open_connection(host, int(port), local_addr=(self.address, 0)))
            links[-1][1].write(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX: ")
        await asyncio.sleep(0.2)
        for _, writer in links[::2]:
            writer.close()

    async def compute(self) -> None:
        """A room in which the strongest computers play each other, looked at for a moment."""
        found = await self.room(["level8", "level8"])
        if found:
            async with await self.socket(found[0]) as link:
                await link.send('{"type": "hello"}')
                await asyncio.sleep(1)


def attack(may_go: Any, told: Any, *facts: Any) -> None:
    os.nice(19)
    may_go.wait()
    told.put(asyncio.run(Attacker(may_go, *facts).run()))


# ---- the witness ----


class Witness:
    """Two people who play on and on."""

    def __init__(self, server: Address, beat: float) -> None:
        self.server, self.beat, self.dice = server, beat, random.Random(1)

    async def play(self, is_over: Any, result: Result) -> None:
        game = await open_game([self.server], NAMES[0])
        while not is_over():
            await asyncio.sleep(self.beat)
            if game.is_over:
                game.close()
                game = await open_game([self.server], NAMES[0])
            await self.act(game, result)
        await self.compare(game, result)

    async def act(self, game: Game, result: Result) -> None:
        began = time.perf_counter()
        try:
            result.seconds.append(await game.act(self.dice) - began)
        except Lost:
            result.lost += 1

    async def compare(self, game: Game, result: Result) -> None:
        """What the server has with what was told."""
        told = game.sides[0].number
        game.close()
        result.lost += abs((await self.server.ask(f"/api/rooms/{game.room}"))["number"] - told)


async def witness(server: Address, games: int, is_over: Any) -> Result:
    """So many games, together at the same pace."""
    result = Result()
    await asyncio.gather(*(Witness(server, BEAT * games).play(is_over, result) for _ in range(games)))
    return result


def p99(result: Result) -> float:
    times = sorted(result.seconds)
    return 1000 * times[int(0.99 * (len(times) - 1))]


# ---- the server ----


@contextmanager
def own_server(log: Path) -> Iterator[tuple[str, int]]:
    """With the limits that it has by default; what it writes goes to a file."""
    with tempfile.TemporaryDirectory() as folder, open(log, "w") as errors:
        command = [sys.executable, "-c", "from tabor.cli import main; main()", "serve", "--port", "0"]
        command += ["--data", f"{folder}/rooms.sqlite", "--rooms", "1000"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        assert process.stdout
        try:
            yield process.stdout.readline().split()[3].replace("localhost", "127.0.0.1"), process.pid
        finally:
            process.terminate()
            process.wait()


def memory(pid: int) -> float:
    """Megabytes of a process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    pages = sum(int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in (pid, *map(int, children)))
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def measure(server: str, pid: int, options: argparse.Namespace) -> dict[str, Any]:
    own = Address(server)
    await wait_for_games(own)
    await warm_computers(Lobby(server))
    context = multiprocessing.get_context("spawn")
    may_go, told = context.Event(), context.Queue()
    attackers = [context.Process(target=attack, args=(may_go, told, *facts)) for facts in plan(server, options)]
    for attacker in attackers:
        attacker.start()
    peace, war = Result(), Result()
    await timed(own, options, peace, options.peace)
    before, cpu, began = memory(pid), cpu_seconds(pid), time.monotonic()
    sampler = asyncio.create_task(sample(pid, options))
    while any(attacker.is_alive() for attacker in attackers):
        may_go.set()
        await timed(own, options, war, BATTLE, lambda: not any(attacker.is_alive() for attacker in attackers))
        may_go.clear()
        await asyncio.sleep(CALM)
        await timed(own, options, peace, TRUCE)
    found = {"cpu": cpu_seconds(pid) - cpu, "seconds": time.monotonic() - began}
    seen = sum((told.get() for _ in attackers), Counter[str]())
    await asyncio.sleep(options.rest)
    sampler.cancel()
    return found | {"peace": peace, "war": war, "before": before, "after": memory(pid), "seen": seen}


async def timed(
    server: Address, options: argparse.Namespace, result: Result, seconds: float, is_over: Any = lambda: False
) -> None:
    """The witnesses for so long, or until it is over."""
    end = time.monotonic() + seconds
    found = await witness(server, options.games, lambda: time.monotonic() > end or is_over())
    result.seconds += found.seconds
    result.lost += found.lost


def plan(server: str, options: argparse.Namespace) -> Iterator[tuple[str, str, float, float, float]]:
    """What each attacker does: how many messages, how many a second, and for how long."""
    count = math.inf if options.minutes else options.messages / len(ADDRESSES)
    seconds = 60 * options.minutes or math.inf
    return ((server, address, count, options.rate / len(ADDRESSES), seconds) for address in ADDRESSES)


async def sample(pid: int, options: argparse.Namespace) -> None:
    expected = 60 * options.minutes or options.messages / options.rate
    while True:
        await asyncio.sleep(expected / SAMPLES)
        print(f"{time.strftime('%H:%M:%S')} {memory(pid):.0f} MB", flush=True)


async def warm_computers(lobby: Lobby) -> None:
    """Each game once in each of two processes: what they load is not what an attack leaves behind."""
    for name in NAMES:
        rooms = [(await lobby.make(name, ["level8", "level8"]))["room"] for _ in range(2)]
        await asyncio.gather(*map(watch, [lobby.address] * 2, rooms, ("127.0.0.1", "127.0.0.9")))


async def watch(server: str, room: str, address: str) -> None:
    """Until two actions were played; one address never has all computers at once."""
    place = server.replace("http", "ws", 1) + f"/api/rooms/{room}/socket"
    async with connect(place, compression=None, max_size=None, local_addr=(address, 0)) as link:
        await link.send('{"type": "hello"}')
        while json.loads(await link.recv()).get("number", 0) < 2:
            pass


def report(found: dict[str, Any], log: str) -> bool:
    seen, peace, war = found["seen"], p99(found["peace"]), p99(found["war"])
    tracebacks, growth = log.count("Traceback"), found["after"] / found["before"] - 1
    answers = ", ".join(f"{count} × {status}" for status, count in sorted(seen.items()) if re.fullmatch(r"\d+", status))
    print(f"{seen['sent']} hostile messages and requests; {seen['answers']} answers on sockets; HTTP {answers}")
    print(f"tracebacks: {tracebacks}; answers 500: {seen['500']}; lines in the log: {log.count(chr(10))}")
    megabytes = f"{found['before']:.0f} MB before, {found['after']:.0f} MB after"
    print(f"memory of server and computers: {megabytes} ({growth:+.0%})")
    print(f"witness: p99 {peace:.1f} ms in peace ({len(found['peace'].seconds)} actions), {war:.1f} ms under attack")
    print(f"         ({len(found['war'].seconds)} actions), {war / peace:.1f} times; lost {found['war'].lost}")
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    others = usage.ru_utime + usage.ru_stime
    print(f"{found['seconds']:.0f} s; processor: server {found['cpu']:.0f} s, attackers and computers {others:.0f} s")
    return not (tracebacks or seen["500"] or growth > 0.2 or war > 3 * peace or found["war"].lost)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float, default=0, help="for so long, in place of so many messages")
    parser.add_argument("--rate", type=float, default=2000, help="messages a second, of all attackers together")
    parser.add_argument("--games", type=int, default=1, help="that are played and timed, ten actions a second in all")
    parser.add_argument("--peace", type=float, default=60, help="seconds of the witness before the attack")
    parser.add_argument("--rest", type=float, default=120, help="seconds after it, until memory is looked at")
    options = parser.parse_args()
    log = Path(tempfile.mkstemp(suffix=".log")[1])
    with own_server(log) as (server, pid):
        found = asyncio.run(measure(server, pid, options))
    text = log.read_text()
    is_well = report(found, text)
    if not is_well:
        print(f"the server's log is {log}")
    sys.exit(0 if is_well else 1)


if __name__ == "__main__":
    main()
