"""`tabor new game`: what it writes is a package that obeys the laws, shows each of its sentences, and is played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tabor.cli import main
from tabor.errors import DataError
from tabor.games import NAMES
from tabor.newgame import TEMPLATE, write_game
from tabor.testing import sentences

NAME = "moorland"
ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_game(NAME, tmp_path_factory.mktemp("games"))


def test_everything_is_written_under_the_name(written: Path) -> None:
    files = [path for path in written.rglob("*") if path.is_file()]
    assert len(files) == len([*TEMPLATE.rglob("*.txt")])
    assert {written / "pyproject.toml", written / "src" / NAME / "rules.py"} < set(files)
    assert not [path for path in files if path.suffix == ".txt" or re.search(r"\bNAME\b", path.read_text("utf-8"))]


def test_it_is_small(written: Path) -> None:
    lines = [line for path in (written / "src").rglob("*.py") for line in path.read_text("utf-8").splitlines()]
    assert len([line for line in lines if line.strip()]) < 320


def test_its_readme_has_numbered_sentences(written: Path) -> None:
    assert len(sentences(written / "src" / NAME / "README.md")) == 6


def test_it_is_well_written(written: Path) -> None:
    config = ["--config", str(ROOT / "pyproject.toml"), "--no-cache"]
    for command in (["check", "--ignore=I"], ["format", "--check"]):
        ruff = [sys.executable, "-m", "ruff", *command, *config, str(written)]
        done = subprocess.run(ruff, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


def test_a_command_writes_it_and_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "game", NAME, "--into", str(tmp_path)]) == 0
    assert f"pip install -e {tmp_path / NAME}" in capsys.readouterr().out
    assert main(["new", "game", NAME, "--into", str(tmp_path)]) == 2
    assert f"{tmp_path / NAME} is there already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Moor", "'Moor' cannot be the name of a game"),
        ("moor-land", "small letters and figures"),
        (NAMES[0], f"there is a game '{NAMES[0]}' already"),
        ("json", "'json' is a Python package already"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=sentence):
        write_game(name, tmp_path)
    assert not [*tmp_path.iterdir()]


@pytest.mark.slow
def test_installed_it_passes_its_own_tests(installed_game: Path, tmp_path: Path) -> None:
    source = write_game(NAME, tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(installed_game)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(source / "tests")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=source)
    assert done.returncode == 0, done.stdout
    assert "9 passed" in done.stdout
