"""Several processes on one machine: forks that take connections from one listener, and each from one of its own.

The own ones are for a proxy that chooses, and for whoever wants the figures of one process. One that dies is replaced.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

AGAIN = 0.5  # seconds until a process that died is started again
SIGNS = (signal.SIGINT, signal.SIGTERM)

Work = Callable[[list[socket.socket], int], None]  # serve on listeners; the number of the process


class Family:
    def __init__(self, listener: socket.socket, own: Sequence[socket.socket], work: Work) -> None:
        self.listener, self.own, self.work = listener, own, work
        self.children: dict[int, int] = {}  # process → number
        self.is_ending = False

    def run(self) -> None:
        """Until a signal, and until all have ended."""
        for sign in SIGNS:
            signal.signal(sign, self.end)
        for number, own in enumerate(self.own):
            print(f"Process {number + 1} is also at port {own.getsockname()[1]}", flush=True)
            self.start(number)
        while self.children:
            process, _ = os.wait()
            number_ = self.children.pop(process, None)
            if number_ is not None and not self.is_ending:
                print(f"Process {number_ + 1} has ended and is started again", file=sys.stderr, flush=True)
                time.sleep(AGAIN)
                self.start(number_)

    def start(self, number: int) -> None:
        process = os.fork()
        if process:
            self.children[process] = number
        else:
            self.be_child(number)

    def be_child(self, number: int) -> None:
        for sign in SIGNS:
            signal.signal(sign, signal.default_int_handler if sign == signal.SIGINT else signal.SIG_DFL)
        status = 1
        try:
            self.work([self.listener, self.own[number]], number)
            status = 0
        except KeyboardInterrupt:
            status = 0
        finally:  # never back into what the parent was doing
            sys.stderr.flush()
            os._exit(status)

    def end(self, sign: int, frame: object) -> None:
        self.is_ending = True
        for process in self.children:
            with suppress(ProcessLookupError):
                os.kill(process, sign)
