"""Shards on a Ray cluster. Workers, nodes and the driver may be lost at any time: the ledger knows what is left.

Ray is an extra (`pip install 'tabor[ray]'`) and must be installed, with Tabor, on every node. A shard whose worker or
node is lost is given to another; one that is out for much longer than others (a node that no longer answers) is given
out again at the end, and whichever result comes first counts.
"""

from __future__ import annotations

import os
import secrets
import socket
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabor.arena.ledger import Done
from tabor.arena.live import leave_mark, mark_of, remove, sweep
from tabor.arena.local import Desk, Setting
from tabor.arena.shards import Shard
from tabor.errors import DataError, TaborError

OBJECT_STORE = 100_000_000  # bytes: results are small
AHEAD = 2  # shards for each core that wait on the cluster
KNOCK = 5.0  # seconds in which a cluster must answer
PAUSE = 1.0  # seconds between looks at how large the cluster is
MOST_LOSSES = 20  # of one shard: nodes may be lost again and again, a shard that kills its worker must end
PATIENCE = 3.0  # how much longer than the slowest so far a shard may take before it is given out again

_desks: dict[int, Desk] = {}  # in a worker: the game and players of a setting, made once


def import_ray() -> Any:
    os.environ.setdefault("RAY_AUTH_MODE", "disabled")  # or it writes a token into the home folder
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ModuleNotFoundError:
        raise DataError("playing on a cluster needs Ray: pip install 'tabor[ray]'") from None
    return ray


def play_in_worker(setting: Setting, key: int, shard: Shard, live: Path | None) -> Done | TaborError:
    """Runs on the cluster; games can be watched where the driver's folder is here too."""
    try:
        if key not in _desks:
            _desks.clear()
            _desks[key] = Desk(setting, live if live is not None and mark_of(live, key).exists() else None)
        return _desks[key].play(shard)
    except TaborError as error:
        return error


@dataclass(frozen=True)
class Out:
    """A shard that is being played somewhere."""

    shard: Shard
    since: float


class Cluster:
    """A cluster that runs already, or one of this machine alone that is started and ends with us."""

    def __init__(self, setting: Setting, address: str, live: Path | None = None) -> None:
        self.ray = import_ray()
        self.connect(address)
        self.setting = self.ray.put(setting)
        self.key, self.live = secrets.randbits(62), live and live.resolve()
        if self.live is not None:
            sweep(self.live)
            leave_mark(self.live, self.key)
        self.task = self.ray.remote(num_cpus=1, max_retries=0)(play_in_worker)
        self.out: dict[Any, Out] = {}
        self.again: list[Shard] = []
        self.tries: Counter[int] = Counter()
        self.slowest = 0.0
        self.cores, self.looked = 1, 0.0

    def connect(self, address: str) -> None:
        """`auto`: the cluster of this machine if there is one, else a new one that ends with us."""
        if self.ray.is_initialized():
            return
        knock(address)
        quiet = {"log_to_driver": False, "logging_level": "ERROR"}
        try:
            self.ray.init(address=address, **quiet)
        except (ConnectionError, RuntimeError, ValueError) as error:
            if address != "auto":
                reason = str(error).strip().splitlines()[0]
                raise DataError(f"there is no Ray cluster at {address!r}: {reason}") from None
            self.ray.init(address="local", include_dashboard=False, object_store_memory=OBJECT_STORE, **quiet)

    def run(self, shards: Iterator[Shard]) -> Iterator[Done]:
        """Takes shards when there is room for them; a result may come twice."""
        while True:
            self.give_out(shards)
            if not self.out:
                return
            ready, _ = self.ray.wait(list(self.out), timeout=PAUSE)
            for reference in ready:
                done = self.hear(reference)
                if done is not None:
                    yield done

    def give_out(self, shards: Iterator[Shard]) -> None:
        while len(self.out) < AHEAD * self.count_cores():
            shard = self.again.pop() if self.again else next(shards, None)
            if shard is None:
                self.give_out_again()
                return
            self.send(shard)

    def give_out_again(self) -> None:
        """Nothing is left but what is out: what takes far too long may never come back."""
        twice = Counter(out.shard.number for out in self.out.values())
        limit = time.monotonic() - PATIENCE * max(self.slowest, PAUSE)
        for out in list(self.out.values()):
            if self.slowest and out.since < limit and twice[out.shard.number] == 1:
                self.send(out.shard)

    def send(self, shard: Shard) -> None:
        self.out[self.task.remote(self.setting, self.key, shard, self.live)] = Out(shard, time.monotonic())

    def hear(self, reference: Any) -> Done | None:
        """A result; None where the worker or its node was lost, or another was faster."""
        out = self.out.pop(reference)
        try:
            done = self.ray.get(reference)
        except self.ray.exceptions.RayError as error:
            self.lose(out.shard, error)
            return None
        if isinstance(done, TaborError):
            raise done
        assert isinstance(done, Done)
        self.slowest = max(self.slowest, time.monotonic() - out.since)
        self.out = {one: other for one, other in self.out.items() if other.shard.number != done.shard}
        return done

    def lose(self, shard: Shard, error: Exception) -> None:
        """Its shard is played again; a mistake of ours would come again each time."""
        if isinstance(error, self.ray.exceptions.RayTaskError):
            raise error
        self.tries[shard.number] += 1
        if self.tries[shard.number] >= MOST_LOSSES:
            raise DataError(f"shard {shard.number} was lost {MOST_LOSSES} times on the cluster; nothing else is lost")
        self.again.append(shard)

    def count_cores(self) -> int:
        """Nodes come and go."""
        if time.monotonic() - self.looked > PAUSE:
            self.looked = time.monotonic()
            self.cores = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        return self.cores

    def close(self) -> None:
        for reference in self.out:
            self.ray.cancel(reference, force=True)
        if self.live is not None:
            remove(mark_of(self.live, self.key))
        self.ray.shutdown()


def knock(address: str) -> None:
    """Whether anybody is there at all: Ray itself goes on trying for many minutes."""
    if address == "auto":
        return
    host, _, port = address.rpartition("//")[2].rpartition(":")
    if not host or not port.isdecimal():
        raise DataError(f"{address!r} is not the address of a Ray cluster: it must be auto, or HOST:PORT")
    try:
        socket.create_connection((host, int(port)), KNOCK).close()
    except (OSError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise DataError(f"there is no Ray cluster at {address!r}: {reason}") from None
