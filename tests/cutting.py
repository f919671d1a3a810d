"""A network that can be cut: a proxy in front of a server."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Wire:
    """Passes on all that is sent, to a Unix socket, until it is cut."""

    def __init__(self, target: str, host: str = "127.0.0.1") -> None:
        self.target = target
        self.is_cut = threading.Event()
        self.swallow = b""  # the answer to what has this in it is lost, and its connection with it
        self.swallowed = 0
        self.lock = threading.Lock()
        self.ends: list[socket.socket] = []
        self.listener = socket.create_server((host, 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                keep_alive(near)
                far = socket.socket(socket.AF_UNIX)
                with self.lock:
                    self.ends += [near, far]
                if self.is_cut.is_set():
                    self.hang_up()
                    continue
                try:
                    far.connect(self.target)
                except OSError:  # nobody is there now
                    hang_up(near)
                    continue
                marked = threading.Event()  # somebody waits for an answer that will be lost
                threading.Thread(target=self.there, args=(near, far, marked), daemon=True).start()
                threading.Thread(target=self.back, args=(far, near, marked), daemon=True).start()

    def there(self, source: socket.socket, target: socket.socket, marked: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                if self.swallow and self.swallow in data:
                    marked.set()
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
            return
        hang_up(target)  # it is gone without a word

    def back(self, source: socket.socket, target: socket.socket, marked: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                if marked.is_set():
                    self.swallow, self.swallowed = b"", self.swallowed + 1
                    break
                target.sendall(data)
        for end in (source, target):
            hang_up(end)

    def cut(self) -> None:
        """Everything that is connected is torn; nobody else gets through."""
        self.is_cut.set()
        self.hang_up()

    def mend(self) -> None:
        self.is_cut.clear()

    def hang_up(self) -> None:
        with self.lock:
            for end in self.ends:
                hang_up(end)
            self.ends.clear()

    def close(self) -> None:
        hang_up(self.listener)
        self.hang_up()


def keep_alive(end: socket.socket) -> None:
    """As a database does: whoever is silent for eleven seconds is gone."""
    end.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in ((socket.TCP_KEEPIDLE, 5), (socket.TCP_KEEPINTVL, 2), (socket.TCP_KEEPCNT, 3)):
        end.setsockopt(socket.IPPROTO_TCP, option, value)


def hang_up(end: socket.socket) -> None:
    """To close it is not enough: who waits there for something would wait on."""
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextmanager
def wire(target: str, host: str = "127.0.0.1") -> Iterator[Wire]:
    made = Wire(target, host)
    try:
        yield made
    finally:
        made.close()
