"""The guided first game at a terminal: each is played through by what the screen asks for."""

from __future__ import annotations

import io
import re
from itertools import pairwise

import pytest

from tabor.cli import main
from tabor.games import NAMES, find
from tabor.lessons import Lesson, read_lesson

DONE = "You have played your first game"
ASKED = re.compile(r"^(.+?) \(.+\)> ", re.MULTILINE)


def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: list[str], *words: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))
    monkeypatch.setenv("COLUMNS", "400")  # no sentence is broken
    assert main(["learn", *words]) == 0
    return capsys.readouterr().out


def typed(lesson: Lesson) -> list[str]:
    """What a learner types: every action, and Enter where the next position is another one or nothing was done."""
    lines: list[str] = []
    for step, coming in pairwise([*lesson.steps, None]):
        assert step is not None
        lines += step.do
        if coming and (coming.position is not None or not step.do):
            lines.append("")
    return lines


@pytest.mark.parametrize("name", NAMES)
def test_a_learner_who_types_what_is_asked_wins(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    lesson = read_lesson(find(name))
    told = play(monkeypatch, capsys, typed(lesson), name)
    asked = [action for action in ASKED.findall(told) if action != "Next"]
    assert asked == [action for step in lesson.steps for action in step.do]
    for step in lesson.steps:
        assert step.words["en"] in told
    assert DONE in told
    assert f"tabor play {name} --level 1" in told


def test_what_is_not_asked_for_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lesson = read_lesson(find(NAMES[0]))
    right = typed(lesson)
    wrong = [line for each in right for line in (*(["resign", "1"] if each else []), each)]
    told = play(monkeypatch, capsys, wrong, NAMES[0])
    assert DONE in told
    first = right[0]
    assert told.count(f"{first} (") >= 3


def test_one_may_leave_and_choose_a_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = read_lesson(find(NAMES[0])).steps[0].words
    told = play(monkeypatch, capsys, ["quit", ""], NAMES[0], "--language", "cs")
    assert words["cs"] in told
    assert words["en"] not in told
    assert "tabor play" not in told
    assert main(["learn", NAMES[0], "--language", "xx"]) == 2
    assert "Tabor speaks en, cs, pl, ru" in capsys.readouterr().err
