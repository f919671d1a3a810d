"""Games of other packages: found by their entry points, used like ours, refused in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import tabor
from tabor import games
from tabor.cli import main
from tabor.errors import DataError
from tabor.server.shelf import Shelf
from tabor.terminal.doctor import BROKEN, GOOD, MISSING, findings

TOY = 'from toys import TOYS\nKIND = TOYS["delvers"]\n'
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Make it look as if a package with these entry points were installed; what else it holds are modules."""

    def installed(points: dict[str, str], **modules: str) -> None:
        folder = tmp_path / "guests-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: guests\nVersion: 1.0\n")
        lines = [f"{name} = {value}\n" for name, value in points.items()]
        (folder / "entry_points.txt").write_text(f"[{games.GROUP}]\n" + "".join(lines))
        for name, code in {"toy": TOY, **modules}.items():
            (tmp_path / f"{name}.py").write_text(code)
        monkeypatch.syspath_prepend(str(tmp_path))
        games.guests.cache_clear()

    games.guests.cache_clear()
    yield installed
    monkeypatch.undo()
    games.guests.cache_clear()


def test_a_guest_is_listed_loaded_and_benched_like_ours(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install({"delvers": "toy"})
    assert games.names() == (*games.NAMES, "delvers")
    match = tabor.Match(tabor.load("delvers"), seed=1)
    assert match.legal
    assert main(["perft", "delvers", "--depth", "2"]) == 0
    assert str(len(match.legal)) in capsys.readouterr().out
    assert [about["name"] for about in Shelf().listing()] == [*games.NAMES, "delvers"]
    assert [found.mark for found in findings() if found.name == "delvers"] == [GOOD]


def test_one_of_ours_is_not_replaced(install: Install) -> None:
    install({"drake": "toy"})
    assert games.names() == games.NAMES
    assert tabor.load("drake").kind.title == "The Drake"


REFUSED = {
    "there is no module": ("nowhere", {}, "cannot be loaded from nowhere: ModuleNotFoundError: No module named"),
    "an error in it": (
        "guest_one",
        {"guest_one": "first = 1\nsecond = first.nothing\n"},
        "guest_one.py:2: AttributeError: 'int' object has no attribute 'nothing'",
    ),
    "nothing is declared": ("guest_two", {"guest_two": ""}, "has no attribute 'KIND'"),
    "another name": ("toy", {}, "whose game is called 'delvers': use one name"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_guest_that_cannot_be_used_is_refused_in_one_sentence(
    case: str, install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    module, files, sentence = REFUSED[case]
    install({"guest": module}, **files)
    with pytest.raises(DataError) as caught:
        tabor.load("guest")
    assert "'guest'" in str(caught.value)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert main(["play", "guest"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_broken_guest_does_not_break_the_others(install: Install) -> None:
    install({"guest": "nowhere", "delvers": "toy"})
    assert [about["name"] for about in Shelf().listing()] == [*games.NAMES, "delvers"]
    marks = {found.name: found.mark for found in findings()}
    assert marks["guest"] == MISSING
    assert BROKEN not in marks.values()


def test_an_unknown_game_is_refused_with_the_guests_named(install: Install) -> None:
    install({"delvers": "toy"})
    with pytest.raises(DataError, match=r"there is no game 'chess'; the games are drake, .*, delvers"):
        tabor.load("chess")
