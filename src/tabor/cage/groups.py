"""Control groups: how many threads a program may have, where the limit of its user does not count (root has none).

They can be made by root, or where an administrator delegated some; elsewhere there are none. A group is used again
when its program is dead.
"""

from __future__ import annotations

import atexit
import contextlib
import itertools
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
MOST_THREADS = 64

_free: list[Group] = []
_numbers = itertools.count()


class Group:
    """A folder of the kernel's."""

    def __init__(self, base: Path) -> None:
        self.folder = base / f"tabor-{os.getpid()}-{next(_numbers)}"
        self.folder.mkdir()
        (self.folder / "pids.max").write_text(str(MOST_THREADS))

    def add(self, pid: int) -> None:
        (self.folder / "cgroup.procs").write_text(str(pid))

    def remove(self) -> None:
        with contextlib.suppress(OSError):
            self.folder.rmdir()


def take() -> Group | None:
    """A group that nobody uses; None where none can be made."""
    if _free:
        return _free.pop()
    with contextlib.suppress(OSError):
        return Group(place) if (place := base()) else None
    return None


def give_back(group: Group) -> None:
    _free.append(group)


@atexit.register
def remove_all() -> None:
    """Workers of a series end without a farewell: their groups go with the process that started them."""
    while _free:
        _free.pop().remove()
    for place in candidates():
        sweep(place)


@cache
def base() -> Path | None:
    """A folder in which groups can be made that limit threads."""
    for place in candidates():
        with contextlib.suppress(OSError):
            sweep(place)
            trial = Group(place)
            trial.remove()
            return place
    return None


def candidates() -> Iterator[Path]:
    """Version 1: this process's group of the controller. Version 2: its group, or the one that holds all."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            _, names, path = line.split(":", 2)
            if "pids" in names.split(","):
                yield ROOT / "pids" / path.lstrip("/")
            elif not names:
                yield from dict.fromkeys((ROOT / path.lstrip("/"), ROOT))


def sweep(place: Path) -> None:
    """Remove what processes that were killed have left."""
    for folder in place.glob("tabor-*"):
        owner = folder.name.split("-")[1]
        if owner.isdecimal() and not Path("/proc", owner).exists():
            with contextlib.suppress(OSError):
                folder.rmdir()
