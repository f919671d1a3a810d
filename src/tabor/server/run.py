"""`tabor serve` and `tabor think`: the server on an address, or its computers alone, until Ctrl-C."""

from __future__ import annotations

import gc
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI

from tabor.errors import DataError
from tabor.jit import begin_plain
from tabor.server.app import make_app
from tabor.server.authority import Settings
from tabor.server.family import Family
from tabor.server.guard import is_loopback
from tabor.server.protocol import MOST_BYTES
from tabor.server.store import URL_VARIABLE, connect, default_url
from tabor.server.watching import set_up_logs
from tabor.server.wire import Lines, protocols

MOST_CONNECTIONS = 5000
QUEUE = 2048  # connections that wait to be accepted
SWITCH = 0.0005  # seconds after which the storing thread gets its turn; Python's usual 5 ms add up to tens in a commit
GARBAGE = (20_000, 20, 20)  # new objects before a collection, and so on: rooms make many that live long


def serve(
    host: str,
    port: int,
    data: Path | None,
    is_opening: bool,
    names: Sequence[str],
    processes: int,
    **settings_: Any,
) -> None:
    """Run until Ctrl-C; `names` are host names to answer to."""
    begin_plain()
    is_local = is_loopback(host)
    settings = Settings(default_url(data), hosts=(host, *names), is_local=is_local, warm=True, **settings_)
    check_shared(settings.url, processes)
    connect(settings.url).dispose()  # a database that cannot be used is one sentence
    listener = listen(host, port)
    address = f"http://{'localhost' if is_local else host}:{listener.getsockname()[1]}"
    print(f"Tabor is at {address} (Ctrl-C ends it)", flush=True)
    if not is_local and not names:
        print(f"It answers to {host} and to nothing else; add names and addresses with --host-name", flush=True)
    if is_local:
        print(f"Token for bot files: {settings.token}", flush=True)
    if is_opening:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    allow_files()
    if processes == 1:
        run_on([listener], settings)
    else:
        own = [listen(host, port and listener.getsockname()[1] + 1 + number) for number in range(processes)]
        Family(listener, own, partial(run_as, settings)).run()


def think(host: str, port: int, **settings_: Any) -> None:
    """Nothing but decisions of computers, for the rooms that others serve; the own figures at an address."""
    begin_plain()
    settings = Settings(default_url(None), is_local=is_loopback(host), warm=True, only_thinks=True, **settings_)
    if not is_shared(settings.url):
        raise DataError(f"there is nobody to think for: set {URL_VARIABLE}=postgresql://… to the database of a server")
    connect(settings.url).dispose()
    listener = listen(host, port)
    address = f"http://{'localhost' if settings.is_local else host}:{listener.getsockname()[1]}"
    print(f"{settings.workers} computers think; figures at {address}/metrics (Ctrl-C ends it)", flush=True)
    run_on([listener], settings)


def is_shared(url: str) -> bool:
    return url.startswith("postgresql")


def check_shared(url: str, processes: int) -> None:
    if processes > 1 and not is_shared(url):
        raise DataError(
            f"{processes} processes need a database that they can share: set {URL_VARIABLE}=postgresql://…, "
            "or leave out --processes"
        )


def run_as(settings: Settings, listeners: list[socket.socket], number: int) -> None:
    """One of several; the first prunes for all."""
    run_on(listeners, settings if number == 0 else replace(settings, keep_days=None))


def run_on(listeners: list[socket.socket], settings: Settings) -> None:
    """One process, until a signal."""
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*GARBAGE)
    uvicorn.Server(uvicorn_config(make_app(settings), settings)).run(sockets=listeners)


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        reason = error.strerror if isinstance(error, OSError) else "a port is a number from 0 to 65535"
        raise DataError(f"cannot listen on {host}, port {port}: {reason}; choose another with --port") from None
    listener.listen(QUEUE)
    return listener


def allow_files() -> None:
    """Connections are open files, and the usual limit of 1,024 is less than the server's own."""
    try:
        import resource
    except ImportError:  # where there is no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def uvicorn_config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    set_up_logs()
    http, ws = protocols(Lines(settings.limits.connections, settings.proxies))
    return uvicorn.Config(
        app,
        http=http,
        ws=ws,
        proxy_headers=False,  # guard.py believes those that it was told of
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,  # memory for each socket, and time; messages are small
        ws_ping_interval=20,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=2,
    )
