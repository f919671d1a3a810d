"""bench/balance.py: our studies can be read; one is played, gone on with, and told in tables."""

from __future__ import annotations

from pathlib import Path

import balance
import pytest
from levels import OPEN

from tabor.lab.lab import Lab
from tabor.lab.study import read_study

OURS = sorted(balance.STUDIES.glob("*.toml"))
STUDY = """
game = "drake"
judges = ["random", "greedy"]
openings = 20
sample = 10
looks = 1
pieces = ["Monk"]
[variants."plain, balanced"]
options = { variant = "balanced" }
"""
NAMES = ("games", "closely", "pieces", "content")
PAGE = "".join(f"<!-- table: tiny-{name} -->\nold\n<!-- end -->\n" for name in NAMES)


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(balance, "STUDIES", tmp_path)
    (tmp_path / "tiny.toml").write_text(STUDY)
    path = tmp_path / "page.md"
    path.write_text(PAGE)
    return path


def tables(page: Path) -> dict[str, list[str]]:
    parts = page.read_text().split("<!-- table: tiny-")[1:]
    return {part.partition(" ")[0]: part.splitlines()[3:-1] for part in parts}


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_a_study_of_ours_can_be_read(path: Path) -> None:
    study = read_study(path)
    assert path.stem.split("-")[0] == study.game
    said = (balance.ROOT / "docs" / "balance.md").read_text()
    assert f"<!-- table: {path.stem}-" in said


def test_a_study_is_played_once_and_told(page: Path) -> None:
    balance.main(["tiny", "--minutes", "5", "--docs", str(page)])
    told = page.read_text()
    found = tables(page)
    games = [[cell.strip() for cell in row.split("|")[1:4]] for row in found["games"]]
    assert games == [
        ["as it is", "`random`", "20"],
        ["as it is", "`greedy`", "20"],
        ["plain, balanced", "`random`", "20"],
        ["plain, balanced", "`greedy`", "20"],
    ]
    assert [row.split("|")[1].strip() for row in found["pieces"]] == ["Monk"]
    assert any(row.startswith("| Drake | troops | 100% | 100% |") for row in found["content"])
    lab = Lab(read_study(page.parent / "tiny.toml"))
    assert lab.standing().is_over
    lab.close()
    balance.main(["tiny", "--minutes", "0", "--docs", str(page)])
    assert page.read_text() == told


def test_without_time_nothing_is_played(page: Path) -> None:
    balance.main(["tiny", "--minutes", "0", "--docs", str(page)])
    assert page.read_text().count(OPEN) == len(NAMES)


def test_an_unknown_study_is_refused(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        balance.main(["huge"])
    assert "there is no study 'huge'; studies are tiny" in capsys.readouterr().err
