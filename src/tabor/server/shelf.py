"""The games, loaded. A match begins at once, as plain Python; another process compiles, and machine code takes over."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict

from tabor import games, jit
from tabor.errors import TaborError
from tabor.game import Game, Kind, Tree
from tabor.games import find
from tabor.lessons import has_lesson, lesson_json, read_lesson
from tabor.loading import campaign, load_kind, menu
from tabor.match import Match
from tabor.players import levels
from tabor.puzzles import read_puzzles
from tabor.server.protocol import Refusal, encode
from tabor.server.room import refuse_user_error
from tabor.warming import command, end, watch

MOST_GAMES = 64  # kept, of those with options or changes of their own

logger = logging.getLogger("tabor.server")


class Shelf:
    def __init__(self, names: Sequence[str] | None = None, kinds: Callable[[str], Kind] = find) -> None:
        self.names, self.kinds = names or games.names(), kinds
        self.games: OrderedDict[str, Game] = OrderedDict()
        self.preparing: dict[str, asyncio.Task[bool]] = {}  # in the end: whether it is compiled
        self.lock = threading.Lock()  # games are also loaded in threads
        self.facts: dict[str, Tree] = {}  # about each game
        self.lessons: dict[str, str] = {}  # as JSON

    def game(self, name: str, options: Tree, changes: Tree) -> Game:
        """A game; it need not be compiled yet."""
        key = game_key(name, options, changes)
        game = self.games.get(key)
        if game is None:
            try:
                game = load_kind(self.kinds(name), changes, options)
            except TaborError as error:
                raise refuse_user_error(error) from None
        with self.lock:
            self.games[key] = game
            self.games.move_to_end(key)
            while len(self.games) > MOST_GAMES:
                self.games.popitem(last=False)
        return game

    async def game_soon(self, name: str, options: Tree, changes: Tree) -> Game:
        """The same; in a thread if its data must be read, which takes a while."""
        if game_key(name, options, changes) in self.games:
            return self.game(name, options, changes)
        return await asyncio.to_thread(self.game, name, options, changes)

    async def ready(self, kind: Kind) -> None:
        """Returns once a match of this kind can begin: at once where games begin as plain Python."""
        task = self.prepare(kind)
        if not kind.compiler.begins_plain:
            await asyncio.shield(task)

    def prepare(self, kind: Kind) -> asyncio.Task[bool]:
        task = self.preparing.get(kind.name)
        if task is None or is_broken(task):  # what was wrong may have been mended
            task = self.preparing[kind.name] = asyncio.create_task(self.compile(kind))
        return task

    def is_ready(self, kind: Kind) -> bool:
        """Whether a match can begin."""
        return self.is_compiled(kind) or (kind.compiler.begins_plain and kind.name in self.preparing)

    def is_compiled(self, kind: Kind) -> bool:
        task = self.preparing.get(kind.name)
        return task is not None and task.done() and not is_broken(task) and task.result()

    def has_failed(self, kind: Kind) -> bool:
        """Whether it goes on in plain Python, because not all of it could be compiled."""
        task = self.preparing.get(kind.name)
        return task is not None and task.done() and not self.is_compiled(kind)

    async def compile(self, kind: Kind) -> bool:
        """Fill the cache in another process, and let machine code take over as it comes; whether all of it will."""
        watch(kind.compiler)
        if kind.compiler.begins_plain and kind.name in games.names() and not jit.PLAIN:
            return await run_beside(kind)
        await asyncio.to_thread(play_once, self.game(kind.name, {}, {}))
        return True

    async def warm_all(self) -> None:
        """One game after the other; a game that is asked for does not wait for its turn."""
        for name in self.names:
            try:
                await asyncio.shield(self.prepare(self.kinds(name)))
            except Exception:  # a game whose own files are broken: the others are not
                continue

    async def close(self) -> None:
        for task in self.preparing.values():
            task.cancel()
        await asyncio.gather(*self.preparing.values(), return_exceptions=True)

    def listing(self) -> list[Tree]:
        """All games that can be loaded; what is wrong with another, `tabor doctor` says."""
        found = []
        for name in self.names:
            with suppress(Exception):  # whatever is wrong with one game, the others are there
                found.append({**self.about(name), **self.progress(self.kinds(name))})
        return found

    def progress(self, kind: Kind) -> Tree:
        """Neither is so while a game is being compiled or waits for its turn."""
        return {"ready": self.is_compiled(kind), "failed": self.has_failed(kind)}

    def about(self, name: str) -> Tree:
        """What does not change."""
        if name not in self.facts:
            self.facts[name] = self.read_about(self.kinds(name))
        return self.facts[name]

    def read_about(self, kind: Kind) -> Tree:
        values, battles = menu(kind), campaign(kind)
        game = self.game(kind.name, {}, {})
        return {
            "name": kind.name,
            "title": kind.title,
            "options": [
                {"name": name, "default": default, "values": values[name]} for name, default in kind.options.items()
            ],
            "levels": len(levels(game)),
            "chance": kind.chance,
            "secrets": kind.secrets,
            "seats": list(game.setup.seats),
            "campaign": battles and asdict(battles),
            "lesson": has_lesson(kind),
            "puzzles": len(read_puzzles(kind)),
        }

    def lesson(self, name: str) -> str:
        """A game's first lesson, ready to be sent."""
        if name not in self.lessons:
            kind = self.kinds(name)
            if not has_lesson(kind):
                raise Refusal("no-lesson", f"{kind.title} has no lesson", 404)
            try:
                self.lessons[name] = encode(lesson_json(read_lesson(kind))).decode()
            except TaborError as error:
                raise refuse_user_error(error) from None
        return self.lessons[name]


def game_key(name: str, options: Tree, changes: Tree) -> str:
    return json.dumps([name, options, changes], sort_keys=True)


def is_broken(task: asyncio.Task[bool]) -> bool:
    """Whether it ended without an answer."""
    return task.done() and (task.cancelled() or task.exception() is not None)


async def run_beside(kind: Kind) -> bool:
    """Compile in another process, niced, which ends with the server; whether all went well."""
    process = await asyncio.create_subprocess_exec(*command(kind.name), start_new_session=True)
    try:
        failures = await process.wait()
    finally:
        if process.returncode is None:  # the server ends
            end(process.pid)
            await process.wait()
    if failures:
        logger.warning("%s is played in plain Python: not all of it could be compiled", kind.title)
    return not failures


def play_once(game: Game) -> None:
    """Load all that a match needs."""
    match = Match(game, 0)
    match.play_line(match.legal_actions[:1].tolist())
    match.view(0)
    game.key(match.state, 0)
