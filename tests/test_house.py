"""The house: games are named in their own folder only, imports stay light, folders are complete."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from conftest import RunPython

import tabor
from tabor.games import NAMES

SOURCE = Path(tabor.__file__).parent
ROOT = Path(__file__).parent.parent
ELSEWHERE = [path for path in sorted(SOURCE.rglob("*.py")) if SOURCE / "games" not in path.parents]


def committed_files() -> list[Path]:
    """What git keeps or would keep; all files of the tree where there is no git."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        names = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    except (OSError, subprocess.CalledProcessError):
        return [path for path in ROOT.rglob("*") if path.is_file() and ".venv" not in path.parts]
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def test_there_is_something_to_look_at() -> None:
    assert SOURCE / "match.py" in ELSEWHERE
    assert not [path for path in ELSEWHERE if "games" in path.parts[-3:-1]]
    assert ROOT / "pyproject.toml" in committed_files()


@pytest.mark.parametrize("path", ELSEWHERE, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_game_is_named_outside_its_folder(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    named = [name for name in NAMES if re.search(rf"\b{name}\b", text, re.IGNORECASE)]
    assert not named, f"{path} names {', '.join(named)}"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("file", ["README.md", "perft.txt", "playthrough.txt", "locale/en.ftl", "__init__.py"])
def test_a_game_folder_is_complete(name: str, file: str) -> None:
    path = SOURCE / "games" / name / file
    assert path.is_file()
    assert path.read_text(encoding="utf-8").strip()


def test_every_folder_of_a_game_is_in_the_list() -> None:
    folders = {path.parent.name for path in (SOURCE / "games").glob("*/__init__.py")}
    assert folders == set(NAMES)


def test_importing_tabor_imports_neither_numpy_nor_numba(run_python: RunPython) -> None:
    program = "import sys, tabor; print(sorted({'numpy', 'numba', 'llvmlite'} & set(sys.modules)))"
    assert run_python(program).strip() == "[]"


def test_no_file_carries_the_address_of_a_package_index() -> None:
    """Lock files pin by hash; where packages come from is the affair of whoever installs them."""
    address = re.compile(
        rb"--(extra-)?index-url|--find-links|https?://[^\s\"']*(/simple/|/packages/|pypi|artifactory|nexus)"
    )
    own = Path(__file__)
    found = [path for path in committed_files() if path != own and address.search(path.read_bytes())]
    assert not found
