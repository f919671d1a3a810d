"""Compiling into the cache, in other processes: `python -m tabor.warming [GAME …]`, the first game first.

Each function of each game is a piece of work by itself, the largest first, so that all cores have something to do.
Meanwhile games are played as plain Python: `watch` looks what has been compiled, and lets it take over.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from multiprocessing import get_context
from typing import Any

from tabor import games, jit, kept, players
from tabor.cores import usable_cores
from tabor.desk import play_line
from tabor.errors import DataError
from tabor.game import Game
from tabor.jit import SIGNATURES, Compiler
from tabor.loading import load_kind
from tabor.match import Match
from tabor.perft import count_lines

LOOK_EVERY = 0.5  # seconds
WATCHED: set[Compiler] = set()
NICENESS = 15  # whoever plays or thinks comes first
SELDOM = 100_000  # objects made before garbage is looked for


@dataclass(frozen=True)
class Piece:
    """A function to be compiled: an entry point by its name, a generic function by its module and name."""

    game: str
    function: str
    size: int  # rules in it: larger ones take longer

    @property
    def title(self) -> str:
        return f"{self.game}: {self.function.rpartition('.')[2]}"


# ---- what is to be compiled ----


def pieces(names: Sequence[str]) -> list[Piece]:
    """What the cache lacks of these games, the largest first within each."""
    found: list[Piece] = []
    for name in names:
        missing = [piece for piece, function in functions_of(name) if not is_kept(name, function)]
        found += sorted(missing, key=lambda piece: -piece.size)
    return found


def is_kept(name: str, function: Any) -> bool:
    return games.find(name).compiler.is_kept(function)


def functions_of(name: str) -> Iterator[tuple[Piece, Any]]:
    kind = games.find(name)
    for entry, function in kind.compiler.sources.items():
        yield Piece(name, entry, len(kept.family(function))), function
    for function in generic_functions(load_kind(kind)):
        text = f"{function.__module__}.{function.__qualname__}"
        yield Piece(name, text, len(kept.family(function))), function


class Asked(Exception):  # noqa: N818 - how far a player got
    """A player has asked for a generic function."""


def generic_functions(game: Game) -> list[Any]:
    """The generic functions that this game asks for when it is played, by all its players, and looked at."""
    asked: dict[Any, None] = dict.fromkeys([play_line, count_lines, *game.kind.generics])
    kind = replace(game.kind)  # with a compiler of its own, which compiles nothing
    kind.compiler.begins_plain = True
    beside = Game(kind, game.setup, game.options)
    beside.compile = lambda function: note(asked, function)  # type: ignore[method-assign]
    match = Match(beside, seed=0)
    for text in dict.fromkeys([*players.names(game), *players.levels(game)]):
        with contextlib.suppress(Asked, DataError):  # DataError: it cannot be made without options
            players.make(text, beside).choose(match.copy())
    return list(asked)


def note(asked: dict[Any, None], function: Any) -> Any:
    def stop(*_: Any) -> None:
        raise Asked

    asked[function] = None
    return stop


# ---- compiling ----


def begin_compiling(niceness: int) -> None:
    """In a process of the pool. A compiler keeps what it makes: looking for garbage in it took a tenth of its time."""
    os.nice(niceness)
    gc.set_threshold(SELDOM)


def compile_piece(piece: Piece) -> float:
    """In a process of the pool; how many seconds it took."""
    began = time.perf_counter()
    compiler = games.find(piece.game).compiler
    if piece.function in SIGNATURES:
        compiler.compile_entry(piece.function)
    else:
        module, _, name = piece.function.rpartition(".")
        compiler.compile_generic(getattr(import_module(module), name))
    return time.perf_counter() - began


def compile_all(work: Sequence[Piece], niceness: int = 0) -> Iterator[tuple[Piece, float, str]]:
    """Compile on all cores; each piece as it is done, with its seconds, or with what was wrong."""
    cores = max(1, min(usable_cores(), len(work)))
    with ProcessPoolExecutor(cores, get_context("spawn"), begin_compiling, (niceness,)) as pool:
        running = {pool.submit(compile_piece, piece): piece for piece in work}
        for done in as_completed(running):
            error = done.exception()
            yield running[done], 0.0 if error else done.result(), str(error or "")


def main(names: Sequence[str]) -> int:
    """Without a word, but for failures; how many there were."""
    jit.begin_plain()
    work, failures = pieces(names or games.names()), 0
    with telling(len(work)) as tell:
        for left, (piece, _, problem) in zip(countdown(len(work)), compile_all(work, NICENESS), strict=True):
            tell(left)
            if problem:
                print(f"{piece.title} could not be compiled: {problem}", file=sys.stderr, flush=True)
                failures += 1
    return failures


def countdown(n: int) -> Iterator[int]:
    yield from range(n - 1, -1, -1)


# ---- what is being prepared, for others to read ----


@contextmanager
def telling(left: int) -> Iterator[Callable[[int], object]]:
    """A file in the cache says how many functions this process has still to compile."""
    file = kept.cache_root() / f"warming-{os.getpid()}"
    with contextlib.suppress(OSError):  # nothing can be written: then nothing can be kept either
        file.write_text(str(left), encoding="ascii")
    try:
        yield lambda left: file.is_file() and file.write_text(str(left), encoding="ascii")
    finally:
        file.unlink(missing_ok=True)


def being_prepared() -> int:
    """How many functions are being compiled into the cache, by all processes that live."""
    files = [file for file in kept.cache_root().glob("warming-*") if is_alive(int(file.name.partition("-")[2]))]
    return sum(int(file.read_text(encoding="ascii") or 0) for file in files)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True


# ---- beside a game that is played ----


def watch(compiler: Compiler) -> None:
    """Let machine code take over as it comes, also for functions that are asked for later."""

    def look() -> None:
        while True:
            compiler.take_over_what_is_kept()
            time.sleep(LOOK_EVERY)

    if compiler.begins_plain and not jit.PLAIN and compiler not in WATCHED:
        WATCHED.add(compiler)
        threading.Thread(target=look, name=f"watch {compiler.name}", daemon=True).start()


def command(name: str) -> list[str]:
    """A process that may be ended at any time: then the one that looks after its semaphores shall not complain."""
    return [sys.executable, "-W", "ignore:resource_tracker", "-m", "tabor.warming", name]


def end(process: int) -> None:
    """A process that was started here, with those that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, signal.SIGTERM)


def compile_beside(compiler: Compiler, say: Callable[[str], object]) -> threading.Thread | None:
    """Compile in another process, which ends with this one; a thread says so if that failed."""
    if not compiler.begins_plain or jit.PLAIN or compiler.name not in games.names():
        return None
    nothing, words = subprocess.DEVNULL, command(compiler.name)
    process = subprocess.Popen(words, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True)
    atexit.register(end, process.pid)

    def wait() -> None:
        if process.wait() > 0:
            say(f"{compiler.title} is played in plain Python: not all of it could be compiled (see `tabor warm`).")

    waiter = threading.Thread(target=wait, name=f"compile {compiler.name}", daemon=True)
    waiter.start()
    watch(compiler)
    return waiter


if __name__ == "__main__":
    sys.exit(min(100, main(sys.argv[1:])))
