"""Runs a Python bot in a process of its own: reads one JSON object a line, answers one a line.

    python -S -s -P -B runner.py FOLDER [ADAPTER.py]

Standard library alone, for the bot also NumPy, if it lies in FOLDER. What the bot prints goes to standard error,
wherever it prints. A bot file has a function `choose(turn)`, or a class with a method `choose(self, turn)`, which
returns an action as text, or a list of actions; `turn` is the message. An ADAPTER knows bots of another kind:
load(source, path, facts) and answer(bot, message, limit).
"""

import contextlib
import json
import linecache
import os
import signal
import sys
import traceback
import types
from collections.abc import Callable, Iterator
from typing import Any

KEPT = 4000  # characters of a traceback


class Late(BaseException):
    """The time of an answer is over. Not an Exception: bots catch those."""


def ring(*_: Any) -> None:
    raise Late


@contextlib.contextmanager
def limit(seconds: float) -> Iterator[None]:
    """Raise Late inside when the time is over, and again, for bots that catch everything."""
    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.05)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


class NumPy:
    """Finds NumPy, and nothing else that may be installed beside it."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        from importlib.machinery import PathFinder

        return PathFinder.find_spec(name, [self.folder]) if name == "numpy" else None


def load_module(source: str, path: str) -> types.ModuleType:
    """Execute a source afresh."""
    module = types.ModuleType("bot")
    module.__file__ = path
    linecache.cache[path] = (len(source), None, source.splitlines(True), path)
    exec(compile(source, path, "exec"), module.__dict__)
    return module


def load(source: str, path: str, facts: dict[str, Any]) -> Callable[[Any], Any]:
    """The bot's `choose`."""
    module = load_module(source, path)
    found: Any = getattr(module, "choose", None)
    if callable(found):
        return found  # type: ignore[no-any-return]
    for thing in vars(module).values():
        if isinstance(thing, type) and callable(getattr(thing, "choose", None)) and thing.__module__ == "bot":
            return thing().choose  # type: ignore[no-any-return]
    raise TypeError(f"{path} has neither a function choose(turn) nor a class with a method choose(self, turn)")


def answer(choose: Callable[[Any], Any], message: dict[str, Any], limit: Callable[[float], Any]) -> dict[str, Any]:
    with limit(message["ms"] / 1000):
        chosen = choose(message)
    return {"actions": chosen} if isinstance(chosen, list | tuple) else {"action": chosen}


def in_words(error: BaseException) -> str:
    if isinstance(error, Late):
        return "took too long:\n" + "".join(traceback.format_exception(error))[-KEPT:]
    return "".join(traceback.format_exception(error))[-KEPT:]


def serve(adapter: Any, lines: Any, write: Callable[[dict[str, Any]], None]) -> None:
    bot: Any = None
    for line in lines:
        message = json.loads(line)
        try:
            if message["type"] == "game":
                bot = None
                with limit(message["ms"] / 1000):
                    bot = adapter.load(message["source"], message["path"], message["facts"])
                write({"ready": True})
            elif message["type"] == "turn":
                write(adapter.answer(bot, message, limit))
        except BaseException as error:  # SystemExit and KeyboardInterrupt of a bot too
            write({"error": in_words(error)})


def main() -> None:
    sys.meta_path.append(NumPy(sys.argv[1]))
    adapter: Any = sys.modules[__name__]
    if len(sys.argv) > 2:
        with open(sys.argv[2], encoding="utf-8") as file:
            adapter = load_module(file.read(), sys.argv[2])
            adapter.__name__ = "adapter"
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    os.dup2(2, 1)  # a bot's own writing, wherever it comes from
    os.close(0)
    sys.stdin, sys.stdout = open(os.devnull, encoding="utf-8"), sys.stderr  # noqa: SIM115 - for as long as it runs
    dumps = json.dumps

    def write(message: dict[str, Any]) -> None:
        try:
            text = dumps(message)
        except (TypeError, ValueError, RecursionError) as error:
            text = dumps({"error": f"the answer cannot be written as JSON: {error}"[:KEPT]})
        answers.write(text + "\n")
        answers.flush()

    serve(adapter, questions, write)


if __name__ == "__main__":
    main()
