"""Runs a Python bot in a process of its own: reads one JSON object a line, answers one a line.

    python -S -s -P -B runner.py FOLDER [ADAPTER.py]

Standard library alone, for the bot also NumPy, if it lies in FOLDER. What the bot prints goes to standard error,
wherever it prints. A bot file has a function `choose(turn)`, or a class with a method `choose(self, turn)`, which
returns an action as text, or a list of actions; `turn` is the message. An ADAPTER knows bots of another kind:
load(source, path, facts) and answer(bot, message, limit).
"""

from __future__ import annotations

import json
import os
import signal
import sys
import types

TYPE_CHECKING = False  # `typing` and `traceback` would take a third of the time that a bot's process needs to start
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

KEPT = 4000  # characters of a traceback


class Late(BaseException):
    """The time of an answer is over. Not an Exception: bots catch those."""


def ring(*_: Any) -> None:
    raise Late


class limit:  # noqa: N801 - with limit(0.5): …
    """Raise Late inside when the time is over, and again, for bots that catch everything."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __enter__(self) -> None:
        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, self.seconds, 0.05)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)


class NumPy:
    """Finds NumPy where it is, and nothing else: the folder that it lies in may not be listed under Landlock."""

    def __init__(self, folder: str) -> None:
        self.package = os.path.join(folder, "numpy")

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        from importlib.util import spec_from_file_location

        if name != "numpy" or not os.path.isdir(self.package):
            return None
        whole = os.path.join(self.package, "__init__.py")
        return spec_from_file_location(name, whole, submodule_search_locations=[self.package])


sources: dict[str, str] = {}  # path → text, for tracebacks


def load_module(source: str, path: str) -> types.ModuleType:
    """Execute a source afresh."""
    module = types.ModuleType("bot")
    module.__file__ = path
    sources[path] = source
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
    """The end of its traceback; where even that fails, for want of memory, its name."""
    late = "took too long:\n" if isinstance(error, Late) else ""
    try:
        import linecache
        import traceback

        for path, source in sources.items():
            linecache.cache[path] = (len(source), None, source.splitlines(True), path)
        return late + "".join(traceback.format_exception(error))[-KEPT:]
    except BaseException:
        return late + type(error).__name__


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
