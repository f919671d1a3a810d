"""What `tabor doctor` looks at. Each finding says what is there, or what is missing and how to get it."""

from __future__ import annotations

import importlib
import importlib.util
import os
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rich.console import Console
from rich.text import Text

import tabor
from tabor import jit, kept
from tabor.cores import usable_cores

PARTS = ("numpy", "numba", "llvmlite", "rich", "typer")
GOOD, MISSING, BROKEN = "✓", "–", "✗"  # MISSING: one can play without it
STYLES = {GOOD: "green", MISSING: "yellow", BROKEN: "bold red"}


@dataclass(frozen=True)
class Finding:
    """One line of the report."""

    mark: str
    name: str
    text: str


def examine() -> bool:
    """Print all findings; whether one can play."""
    console = Console(highlight=False)
    can_play = True
    for finding in findings():
        console.print(Text.assemble((finding.mark, STYLES[finding.mark]), f" {finding.name:<10} {finding.text}"))
        can_play &= finding.mark != BROKEN
    console.print("Everything needed to play is here." if can_play else "Something needed to play is missing: see ✗.")
    return can_play


def findings() -> Iterator[Finding]:
    yield Finding(GOOD, "tabor", tabor.__version__)
    yield Finding(GOOD, "python", f"{platform.python_version()} on {platform.system()} {platform.machine()}")
    yield from (part(name) for name in PARTS)
    yield Finding(GOOD, "processor", f"{processor()}, {usable_cores()} of {os.cpu_count()} cores usable")
    yield cache()
    yield mode()
    yield prepared()
    yield graphics()
    yield programs()
    yield from (game(name) for name in tabor_games())


def part(name: str) -> Finding:
    try:
        return Finding(GOOD, name, version(name))
    except PackageNotFoundError:
        return Finding(BROKEN, name, f"is not installed: {sys.executable} -m pip install {name}")


def processor() -> str:
    """As LLVM names it."""
    return str(importlib.import_module("llvmlite.binding").get_host_cpu_name())


def cache() -> Finding:
    root = kept.cache_root()
    if not is_writable(root):
        text = f"{root} cannot be written, so rules are compiled at every start; set TABOR_CACHE_DIR"
        return Finding(MISSING, "cache", text)
    size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file()) if root.is_dir() else 0
    return Finding(GOOD, "cache", f"{root}, {size / 2**20:.1f} MiB")


def is_writable(folder: Path) -> bool:
    """Whether the folder, or the nearest one above it that is there, can be written."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    return there.is_dir() and os.access(there, os.W_OK)


def mode() -> Finding:
    if jit.PLAIN:
        return Finding(MISSING, "mode", "plain Python, slow (TABOR_JIT=0); unset TABOR_JIT to compile")
    if jit.CHECKED:
        return Finding(GOOD, "mode", "compiled with bounds checks (TABOR_CHECK=1)")
    return Finding(GOOD, "mode", "compiled")


def prepared() -> Finding:
    """What is compiled already, and what is being compiled."""
    from tabor import warming
    from tabor.games import NAMES

    if jit.PLAIN:
        return Finding(GOOD, "prepared", "nothing to compile: plain Python")
    if left := warming.being_prepared():
        return Finding(GOOD, "prepared", f"{left} functions are being compiled; games are played meanwhile")
    missing = [piece.game for piece in warming.pieces(NAMES)]
    if not missing:
        return Finding(GOOD, "prepared", "all games are compiled")
    names = ", ".join(dict.fromkeys(missing))
    return Finding(MISSING, "prepared", f"not compiled yet: {names}; they begin in plain Python (`tabor warm`)")


def programs() -> Finding:
    """What locks up bots that are programs."""
    from tabor.cage import groups, walls

    if walls.best() == walls.NOTHING:
        return Finding(MISSING, "cage", f"none: bots that are programs are refused; {walls.HOW}")
    if walls.best() == walls.LANDLOCK:
        text = "Landlock and a list of calls, without namespaces: install bubblewrap, if this system allows namespaces"
        return Finding(MISSING, "cage", text)
    if groups.base() is None and os.geteuid() == 0:
        text = "bubblewrap, but root's threads are not limited: no control group can be made here"
        return Finding(MISSING, "cage", text)
    return Finding(GOOD, "cage", "whole: bubblewrap, a list of calls, limits of memory and threads")


def graphics() -> Finding:
    if importlib.util.find_spec("numba_cuda") is None:
        text = 'not used: numba-cuda is missing (pip install "tabor[gpu]" for NVIDIA cards); play needs none'
        return Finding(MISSING, "gpu", text)
    from numba import cuda

    if not cuda.is_available():
        return Finding(MISSING, "gpu", "not used: no NVIDIA device or driver is found; play needs none")
    name = cuda.get_current_device().name
    return Finding(GOOD, "gpu", name.decode() if isinstance(name, bytes) else str(name))


def tabor_games() -> tuple[str, ...]:
    from tabor.games import names

    return names()


def game(name: str) -> Finding:
    """Whether its data can be read; without a guest one can play."""
    from tabor.games import guests

    try:
        loaded = tabor.load(name)
    except Exception as error:  # whatever is wrong with one game, the others are still looked at
        return Finding(MISSING if name in guests() else BROKEN, name, f"cannot be loaded: {error}")
    return Finding(GOOD, name, f"{loaded.kind.title}, rules version {loaded.kind.version}")
