"""A real server and a real browser, for the tests and the scripts here."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ADDRESS = re.compile(r"http://\S+")


@contextmanager
def serving(folder: Path, before: str = "") -> Iterator[str]:
    """A server with its own matches, on a port of its own: its address. `before` are lines for it to begin with."""
    command = [sys.executable, "-c", f"{before}\nfrom tabor.cli import main; main()", "serve", "--port", "0"]
    settings = ["--data", str(folder / "matches.sqlite"), "--rooms", "10000", "--requests", "10000"]
    with subprocess.Popen(
        [*command, *settings], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            yield address_in(process)
        finally:
            process.terminate()


def address_in(process: subprocess.Popen[str]) -> str:
    """What the server says when it is there."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if found := ADDRESS.search(line):
            return found.group()
    raise AssertionError("the server did not start: " + "".join(lines))


@contextmanager
def browsing() -> Iterator[Browser]:
    path = shutil.which("chromium")
    assert path, "browser tests need the package chromium; `make test-all` installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
