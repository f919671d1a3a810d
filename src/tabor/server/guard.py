"""Who may ask, and how often: Host and Origin of every request and socket, and a bucket of tokens for each address."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import OrderedDict
from collections.abc import Coroutine, Generator, Iterable
from dataclasses import dataclass
from functools import lru_cache
from types import coroutine
from typing import Any, TypeVar
from urllib.parse import urlsplit

from tabor.errors import DataError
from tabor.server.protocol import Refusal, encode

LOOPBACK = ("localhost", "127.0.0.1", "::1")
MOST_ADDRESSES = 10_000  # remembered
REPLAYS = "/api/replays"
MOST_REPLAY = 512 * 1024  # bytes of a saved match
HELD = 1000  # requests that a second costs in which nobody else could be answered: one a millisecond
PATIENCE = 1.0  # seconds that whoever asks too often waits, until they may or are told so: faster brings nothing

T = TypeVar("T")

HEADERS = (
    (b"content-security-policy", b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
     b"connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # an address may be an invitation
    (b"cross-origin-opener-policy", b"same-origin"),
)  # fmt: skip


@dataclass(frozen=True)
class Limits:
    """How much one client, one address and one room may ask for."""

    messages: tuple[float, float] = (30, 60)  # a second, at once; of one socket
    requests: tuple[float, float] = (50, 200)  # of one address: requests, messages, and what they cost (see HELD)
    rooms: tuple[float, float] = (0.5, 30)  # made by one address
    sockets: int = 400  # of one address
    connections: int = 500  # of one address, sockets among them
    work: tuple[float, float] = (0.1, 10)  # seconds of work a second, at once, that replays may cost one address
    sockets_in_room: int = 2000  # a spectator costs one write of what is written anyway
    body: int = 64 * 1024  # bytes of a request

    @staticmethod
    def of(rooms: int, requests: int) -> Limits:
        """By what one address may ask for: new rooms a minute, requests a second."""
        sockets = 8 * requests
        at_once = 4 * requests
        return Limits(
            rooms=(rooms / 60, rooms), requests=(requests, at_once), sockets=sockets, connections=sockets + 100
        )


class Bucket:
    """So many a second, and so many at once. What is spent afterwards may be more than there is: then one waits."""

    def __init__(self, rate: float, most: float) -> None:
        self.rate, self.most, self.left, self.at = rate, most, most, time.monotonic()

    def take(self) -> bool:
        self.fill()
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def spend(self, amount: float) -> None:
        self.fill()
        self.left -= amount

    async def wait(self) -> bool:
        """Take one as soon as there is one, in the order in which one came; False: that would take long."""
        self.fill()
        seconds = (1 - self.left) / self.rate
        if seconds > PATIENCE:
            return False
        self.left -= 1
        if seconds > 0:
            await asyncio.sleep(seconds)
        return True

    def fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.most, self.left + self.rate * (now - self.at))
        self.at = now


class Buckets:
    """One for each address; those that asked last are kept."""

    def __init__(self, rate: float, most: float) -> None:
        self.rate, self.most = rate, most
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        bucket = self.buckets.setdefault(address, Bucket(self.rate, self.most))
        self.buckets.move_to_end(address)
        if len(self.buckets) > MOST_ADDRESSES:
            self.buckets.popitem(last=False)
        return bucket

    def take(self, address: str) -> bool:
        return self.of(address).take()


@coroutine
def metered(work: Coroutine[Any, Any, T], bucket: Bucket) -> Generator[Any, Any, T]:
    """Do some work; the bucket pays for each stretch of it between two waits, in which the event loop was held."""
    resume: Any = work.send
    value: Any = None
    while True:
        began = time.thread_time()
        try:
            waiting = resume(value)
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            bucket.spend(min(HELD * (time.thread_time() - began), bucket.most / 4))  # after a start things load
        try:
            value = yield waiting
            resume = work.send
        except BaseException as error:
            resume, value = work.throw, error


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@lru_cache(MOST_ADDRESSES)
def payer(address: str) -> str:
    """Who pays for what an address asks: a household has one IPv4 address, and 2**64 of IPv6.

    >>> payer("10.0.0.1"), payer("2001:db8:0:7::1"), payer("::ffff:10.0.0.1"), payer("?")
    ('10.0.0.1', '2001:db8:0:7::/64', '10.0.0.1', '?')
    """
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if ip.version == 4:
        return str(ip)
    return str(ip.ipv4_mapped or ipaddress.ip_network((ip, 64), strict=False))


class Proxies:
    """The proxies that one has named: what they say about whom they forward is believed, and nobody else's word."""

    def __init__(self, addresses: Iterable[str] = ()) -> None:
        self.networks = [read_network(address) for address in addresses]

    def has(self, address: str) -> bool:
        if not self.networks:
            return False
        try:
            ip = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return False
        return any(ip in network for network in self.networks)

    def client(self, peer: str, forwarded: Iterable[bytes]) -> str:
        """For whom a peer speaks: the last address that is not one of the proxies' own."""
        if not self.has(peer):
            return peer
        chain = b",".join(forwarded).decode("latin-1").split(",")
        named = next((word.strip() for word in reversed(chain) if not self.has(word.strip())), "")
        return named if is_address(named) else peer


def read_network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise DataError(f"{text!r} is not the address of a proxy; write 127.0.0.1, ::1 or 10.0.0.0/8") from None


def is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


class Guard:
    """ASGI middleware: refuses before anything else is done, and adds the headers that keep a browser careful."""

    def __init__(self, app: Any, hosts: Iterable[str], limits: Limits, proxies: Proxies) -> None:
        self.app, self.proxies = app, proxies
        self.hosts = {host.lower() for host in (*LOOPBACK, *hosts)}
        self.requests = Buckets(*limits.requests)
        self.most_bytes = limits.body

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        self.set_client(scope)
        bucket = scope["bucket"] = self.requests.of(address_of(scope))
        if refusal := self.refusal(scope) or await self.let_in(bucket):
            await refuse(scope, send, refusal)
            return

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                own = dict(message.get("headers", []))
                message["headers"] = [*message.get("headers", []), *(pair for pair in HEADERS if pair[0] not in own)]
            await send(message)

        work = self.app(scope, counting(receive, most_bytes(scope, self.most_bytes)), send_with_headers)
        await metered(work, bucket)

    async def let_in(self, bucket: Bucket) -> Refusal | None:
        """Whoever asks too often is not told so at once: until then their connection asks nothing else."""
        if bucket.take():
            return None
        await asyncio.sleep(PATIENCE)
        return Refusal("too-many", "too many requests; wait a little", 429)

    def set_client(self, scope: Any) -> None:
        """Everything else asks the scope whose request it is."""
        if scope.get("client"):
            forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
            scope["client"] = (self.proxies.client(scope["client"][0], forwarded), scope["client"][1])

    def refusal(self, scope: Any) -> Refusal | None:
        headers: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name, []).append(value)
        host = one_of(headers.get(b"host", []))
        if host is None or host_name(host) not in self.hosts:
            return Refusal("wrong-host", "this server does not answer to that host name (see tabor serve --help)", 421)
        origins = headers.get(b"origin", [])
        if origins and urlsplit(one_of(origins) or "").netloc.lower() != host.lower():
            return Refusal("wrong-origin", "another site may not ask for this", 403)
        length, most = one_of(headers.get(b"content-length", [b"0"])), most_bytes(scope, self.most_bytes)
        if length is None or not length.isdecimal() or int(length[:20]) > most:
            return Refusal("too-long", f"the request has more than {most} bytes", 413)
        return None


def most_bytes(scope: Any, usual: int) -> int:
    """Of the body; a saved match may be longer than anything else."""
    return MOST_REPLAY if scope["path"] == REPLAYS else usual


def counting(receive: Any, most: int) -> Any:
    """Whoever does not say how much will come is stopped when it is too much."""
    left = most

    async def receive_some() -> Any:
        nonlocal left
        message = await receive()
        if message["type"] == "http.request":
            left -= len(message.get("body", b""))
            if left < 0:
                raise Refusal("too-long", f"the request has more than {most} bytes", 413)
        return message

    return receive_some


def one_of(values: list[bytes]) -> str | None:
    """The value of a header that must come once."""
    return values[0].decode("latin-1") if len(values) == 1 else None


def host_name(host: str) -> str:
    """Without the port.

    >>> host_name("[::1]:8000"), host_name("LocalHost:80"), host_name("a@b")
    ('::1', 'localhost', 'b')
    """
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def address_of(scope: Any) -> str:
    """Who pays for it."""
    return payer(str(scope["client"][0])) if scope.get("client") else ""


async def refuse(scope: Any, send: Any, refusal: Refusal) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})  # before it was accepted: HTTP status 403
        return
    headers = [(b"content-type", b"application/json"), *HEADERS]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": encode(refusal.tree())})
