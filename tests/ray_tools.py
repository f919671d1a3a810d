"""A Ray cluster of several nodes on loopback, whose nodes can be killed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

os.environ.setdefault("RAY_AUTH_MODE", "disabled")  # or it writes a token into the home folder
MEMORY = 80_000_000  # bytes of each node's object store: the least it takes is 75 MB


class Nodes:
    """A head that plays nothing, and nodes that do."""

    def __init__(self, count: int) -> None:
        from ray.cluster_utils import Cluster

        quiet = {"include_dashboard": False, "object_store_memory": MEMORY}
        self.cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **quiet})
        self.nodes = [self.add() for _ in range(count)]

    @property
    def address(self) -> str:
        return str(self.cluster.address)

    def add(self) -> Any:
        return self.cluster.add_node(wait=False, num_cpus=1, object_store_memory=MEMORY)

    def kill(self) -> None:
        """Kill a node with all that runs on it, without a word; another takes its place."""
        self.cluster.remove_node(self.nodes.pop(0), allow_graceful=False)
        self.nodes.append(self.add())

    def close(self) -> None:
        self.cluster.shutdown()


@contextmanager
def nodes(count: int) -> Iterator[Nodes]:
    started = Nodes(count)
    try:
        yield started
    finally:
        started.close()


def drive(folder: str, address: str) -> subprocess.Popen[bytes]:
    """A run of a tournament on the cluster, in a process of its own."""
    words = ["tournament", "run", folder, "--ray", address]
    return subprocess.Popen(
        [sys.executable, "-c", f"from tabor.cli import main; raise SystemExit(main({words!r}))"],
        stdout=subprocess.DEVNULL,
    )
