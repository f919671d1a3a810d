"""The games, loaded and ready. Compiling one takes up to half a minute the first time: another process does that."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress

from tabor import games
from tabor.errors import TaborError
from tabor.game import Game, Kind, Tree
from tabor.games import find
from tabor.loading import load_kind, menu
from tabor.match import Match, play_line
from tabor.players import levels
from tabor.server.room import refuse_user_error

MOST_GAMES = 200  # kept, of those with options or changes of their own


class Shelf:
    def __init__(self, names: Sequence[str] | None = None, kinds: Callable[[str], Kind] = find) -> None:
        self.names, self.kinds = names or games.names(), kinds
        self.games: OrderedDict[str, Game] = OrderedDict()
        self.compiling: dict[str, asyncio.Task[None]] = {}
        self.one_at_a_time = asyncio.Lock()
        self.lock = threading.Lock()  # games are also loaded in threads
        self.facts: dict[str, Tree] = {}  # about each game

    def game(self, name: str, options: Tree, changes: Tree) -> Game:
        """A game; it need not be compiled yet."""
        key = json.dumps([name, options, changes], sort_keys=True)
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

    async def ready(self, kind: Kind) -> None:
        """Returns once the rules of this kind are compiled and loaded here."""
        task = self.compiling.get(kind.name)
        if task is None or (task.done() and not self.is_ready(kind)):  # a failure is not for ever
            self.compiling[kind.name] = asyncio.create_task(self.compile(kind))
        await asyncio.shield(self.compiling[kind.name])

    def is_ready(self, kind: Kind) -> bool:
        task = self.compiling.get(kind.name)
        return task is not None and task.done() and not task.cancelled() and task.exception() is None

    async def compile(self, kind: Kind) -> None:
        """Fill the cache in another process, then load from it in a thread."""
        async with self.one_at_a_time:
            if kind.name in games.names() and not await asyncio.to_thread(is_compiled, kind):
                process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "tabor.server.warming", kind.name, start_new_session=True
                )
                try:
                    await process.wait()
                finally:
                    if process.returncode is None:  # the server ends
                        process.kill()
                        await process.wait()
            await asyncio.to_thread(play_once, self.game(kind.name, {}, {}))

    async def warm_all(self) -> None:
        for name in self.names:
            try:
                await self.ready(self.kinds(name))
            except Exception:  # a game whose own files are broken: the others are not
                continue

    async def close(self) -> None:
        for task in self.compiling.values():
            task.cancel()
        await asyncio.gather(*self.compiling.values(), return_exceptions=True)

    def listing(self) -> list[Tree]:
        """All games that can be loaded; what is wrong with another, `tabor doctor` says."""
        found = []
        for name in self.names:
            with suppress(Exception):  # whatever is wrong with one game, the others are there
                found.append({**self.about(name), "ready": self.is_ready(self.kinds(name))})
        return found

    def about(self, name: str) -> Tree:
        """What does not change."""
        if name not in self.facts:
            self.facts[name] = self.read_about(self.kinds(name))
        return self.facts[name]

    def read_about(self, kind: Kind) -> Tree:
        values = menu(kind)
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
        }


def is_compiled(kind: Kind) -> bool:
    """Whether the cache has what playing a match needs, as far as file names tell."""
    return kind.compiler.is_kept(play_line)


def play_once(game: Game) -> None:
    """Load all that a match needs."""
    match = Match(game, 0)
    match.play_line(match.legal_actions[:1].tolist())
    match.view(0)
    game.key(match.state, 0)
