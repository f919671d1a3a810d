"""Shards in processes of this machine. A process that dies costs its shard one more try, nothing else."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import socket
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

import orjson

from tabor.arena.ledger import Done
from tabor.arena.live import Live, live_file, remove, sweep
from tabor.arena.plan import copy_bot
from tabor.arena.shards import Shard, play_shard
from tabor.errors import DataError, TaborError
from tabor.game import Game, Tree
from tabor.kept import cache_root

MOST_TRIES = 5  # of a shard whose process keeps dying


@dataclass(frozen=True)
class Setting:
    """What a worker needs besides shards. It travels with them, bots and all."""

    game: str
    options: Mapping[str, str]
    changed: Tree
    players: Mapping[str, str]  # name → the text that makes the player
    bots: Mapping[str, tuple[bytes, bool]]  # file → its content, and whether it is executable


class Desk:
    """A worker's game and players, made once for many shards."""

    def __init__(self, setting: Setting, live: Path | None = None) -> None:
        self.setting, self.game = setting, load(setting)
        self.variants = {"": self.game}
        self.texts = {name: place_bot(setting, text) for name, text in setting.players.items()}
        self.worker = f"{socket.gethostname()[:60]}/{os.getpid()}"
        self.live = Live(live and live_file(live, os.getpid()))

    def play(self, shard: Shard) -> Done:
        if shard.variant not in self.variants:
            self.variants[shard.variant] = load(replace(self.setting, **orjson.loads(shard.variant)))
        return play_shard(self.variants[shard.variant], self.texts, shard, self.worker, self.live)


def load(setting: Setting) -> Game:
    from tabor.games import find
    from tabor.loading import load_kind

    return load_kind(find(setting.game), dict(setting.changed), dict(setting.options))


def place_bot(setting: Setting, text: str) -> str:
    """The text with the bot's file where this machine has it: in the cache, in a folder named by its check sum."""
    for file, (content, is_executable) in setting.bots.items():
        if text == file or text.startswith(f"{file}:"):
            total = hashlib.sha256(content).hexdigest()
            path = cache_root() / "bots" / total / file.rpartition("/")[2]
            if not path.is_file() or path.read_bytes() != content:
                copy_bot(path, content, is_executable)
            return f"{path}{text[len(file) :]}"
    return text


# ---- the process ----


def serve(channel: Connection, setting: Setting, live: Path | None) -> None:
    """Play shards until there are no more, or whoever sends them is gone."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        desk = Desk(setting, live)
        while (shard := channel.recv()) is not None:
            channel.send(desk.play(shard))
    except TaborError as error:
        channel.send(error)
    except (EOFError, KeyboardInterrupt):
        pass


def end_with_parent() -> None:
    """A worker whose parent was killed would otherwise finish its shard for nobody."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@dataclass
class Worker:
    process: BaseProcess
    channel: Connection
    shard: Shard | None = None


class Local:
    """So many processes; give it shards, and results come as they end. `live`: a folder for games to watch."""

    def __init__(self, setting: Setting, cores: int, live: Path | None = None) -> None:
        self.setting, self.cores, self.live = setting, cores, live
        self.context = multiprocessing.get_context("spawn")
        self.workers: list[Worker] = []
        self.again: list[Shard] = []  # whose process died
        self.tries: Counter[int] = Counter()
        if live is not None:
            sweep(live)

    def run(self, shards: Iterator[Shard]) -> Iterator[Done]:
        """Takes shards one by one, when a process is free for them; whoever stops listening may call `close`."""
        while True:
            self.give_out(shards)
            busy = {worker.channel: worker for worker in self.workers if worker.shard}
            if not busy:
                return
            for channel in wait(list(busy)):
                assert isinstance(channel, Connection)
                done = self.hear(busy[channel])
                if done is not None:
                    yield done

    def give_out(self, shards: Iterator[Shard]) -> None:
        """Everybody who is idle gets a shard, as long as there are any."""
        while sum(worker.shard is not None for worker in self.workers) < self.cores:
            shard = self.again.pop() if self.again else next(shards, None)
            if shard is None:
                return
            worker = next((worker for worker in self.workers if worker.shard is None), None) or self.hire()
            worker.shard = shard
            try:
                worker.channel.send(shard)
            except OSError:
                self.lose(worker)

    def hire(self) -> Worker:
        ours, theirs = self.context.Pipe()
        process = self.context.Process(target=serve, args=(theirs, self.setting, self.live), daemon=True)
        process.start()
        theirs.close()
        self.workers.append(Worker(process, ours))
        return self.workers[-1]

    def hear(self, worker: Worker) -> Done | None:
        """What a worker sends; None where it has died instead."""
        try:
            message = worker.channel.recv()
        except (EOFError, OSError):
            self.lose(worker)
            return None
        if isinstance(message, TaborError):
            raise message
        worker.shard = None
        assert isinstance(message, Done)
        return message

    def lose(self, worker: Worker) -> None:
        """Its shard is played again by another."""
        shard = worker.shard
        self.end(worker)
        assert shard is not None
        self.tries[shard.number] += 1
        if self.tries[shard.number] >= MOST_TRIES:
            players = " and ".join(shard.players)
            raise DataError(
                f"{MOST_TRIES} processes died playing shard {shard.number} ({players}); nothing else is lost"
            )
        self.again.append(shard)

    def end(self, worker: Worker) -> None:
        self.workers.remove(worker)
        worker.channel.close()
        worker.process.kill()
        worker.process.join()
        if self.live is not None and worker.process.pid is not None:
            remove(live_file(self.live, worker.process.pid))

    def close(self) -> None:
        for worker in list(self.workers):
            self.end(worker)
