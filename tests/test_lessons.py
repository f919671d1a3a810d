"""The guided first games: each can be played through by what is highlighted, and a designer's mistake is named."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from toys import TOYS

from tabor.errors import DataError
from tabor.game import Tree
from tabor.games import NAMES, find
from tabor.lessons import GOALS, Lesson, Played, has_lesson, is_reached, lesson_json, play_lesson, read_lesson
from tabor.match import Match
from tabor.messages import languages
from tabor.sketch import leaves

LONGEST = 290  # letters that fit beside the board of a phone


@cache
def lesson_of(name: str) -> Lesson:
    return read_lesson(find(name))


@cache
def played(name: str) -> list[Played]:
    return play_lesson(lesson_of(name))


# ---- the lessons of our games ----


@pytest.mark.parametrize("name", NAMES)
def test_what_is_highlighted_leads_to_every_goal(name: str) -> None:
    """Played once more by the clicks alone, as a client would that knows no rules."""
    lesson, match = lesson_of(name), None
    for given, step in zip(lesson.steps, lesson_json(lesson)["steps"], strict=True):
        match = Match(lesson.game, lesson.seed, given.position) if step["begins"] else match
        assert match is not None
        assert not given.goal or not is_reached(given.goal, match.view(lesson.seat), lesson.seat)
        for seen in step["views"]:
            for _, action in leaves(seen["choices"]):
                match.play(action)
        for action in given.reply:
            match.play(action)
        assert not given.goal or is_reached(given.goal, match.view(lesson.seat), lesson.seat)


@pytest.mark.parametrize("name", NAMES)
def test_a_newcomer_never_has_to_choose(name: str) -> None:
    for each in played(name):
        offered = [seen["choices"] for seen in each.views]
        assert [len(list(leaves(choices))) for choices in offered if choices] == [1] * len(each.step.do)
        assert all(not choices for choices in offered[len(each.step.do) :])


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_ends_with_a_win(name: str) -> None:
    last = played(name)[-1].views[-1]
    assert last["outcome"]["winner"] == lesson_of(name).seat


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_speaks_every_language_in_few_words(name: str) -> None:
    for step in lesson_of(name).steps:
        assert set(step.words) == set(languages())
        assert len(set(step.words.values())) == len(languages())
        assert max(map(len, step.words.values())) <= LONGEST


@pytest.mark.parametrize("name", NAMES)
def test_what_is_marked_is_on_the_board(name: str) -> None:
    lesson = lesson_of(name)
    cells = {cell["cell"] for cell in lesson_json(lesson)["board"]["cells"]}
    marks = [mark for step in lesson.steps for mark in step.marks]
    marks += [mark for picture in lesson.pictures.values() for mark in picture.marks]
    assert marks
    assert set(marks) <= cells


# ---- goals ----

SEEN: Tree = {
    "pieces": [
        {"kind": "Archer", "owner": 0, "cells": ["a1", "a2"], "badges": [{"text": "3"}]},
        {"kind": "Wall", "owner": None, "cells": ["b1"], "badges": []},
        {"kind": "Rat", "owner": 1, "cells": ["c1"], "badges": []},
    ],
    "panels": [{"id": "hand", "items": [{"kind": "Pawn"}], "facts": [{"label": {"id": "coins"}, "value": 4}]}],
    "status": {"id": "now-move"},
    "outcome": {"winner": 0},
}


@pytest.mark.parametrize(
    ("goal", "is_so"),
    [
        (["stands", "a2", "Archer"], True),
        (["stands", "b1", "Wall"], True),
        (["stands", "c1", "Rat"], False),
        (["stands", "b1", "Archer"], False),
        (["lost", "c1", "Rat"], False),
        (["lost", "b1", "Wall"], False),
        (["lost", "b1", "Rat"], True),
        (["marked", "a1", "3"], True),
        (["marked", "a1", "4"], False),
        (["holds", "hand", "Pawn"], True),
        (["holds", "deck", "Pawn"], False),
        (["counts", "hand", "coins", "4"], True),
        (["counts", "hand", "coins", "5"], False),
        (["asks", "now-move"], True),
        (["asks", "now-attack"], False),
        (["won"], True),
    ],
)
def test_a_goal_is_read_from_what_is_seen(goal: list[str], is_so: bool) -> None:
    assert is_reached(goal, SEEN, 0) == is_so


def test_every_goal_was_tried() -> None:
    assert set(GOALS) == {"stands", "lost", "marked", "holds", "counts", "asks", "won"}
    assert not is_reached(["won"], SEEN, 1)


# ---- mistakes of designers ----

GOOD = """
options = { board = "course" }
[[step]]
position = "..../...#/.#../.... turn=blue stack=DCCMPSA/DCCMPSA idle=0 ply=0"
do = ["+b1"]
reply = ["+c4"]
goal = ["stands", "b1", "Drake"]
words = { en = "Place it." }
"""


def complaint(tmp_path: Path, text: str) -> str:
    path = tmp_path / "lessons.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        play_lesson(read_lesson(find("drake"), path))
    return str(caught.value)


def test_a_small_lesson_is_fine(tmp_path: Path) -> None:
    path = tmp_path / "lessons.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert len(play_lesson(read_lesson(find("drake"), path))[0].views) == 3


MISTAKES = {
    "a key": ("words =", "word =", "lessons.toml: step.1.word means nothing; did you mean 'words'?"),
    "no position": ("position = ", "#", "lessons.toml: step.1.position is missing"),
    "no steps": ("[[step]]", "[step]", "lessons.toml: step must be tables, each begun by [[step]]"),
    "a wrong position": ("#/.#../....", "#/.#../...", "lessons.toml: step.1.position cannot be played"),
    "not legal": ('"+b1"]', '"+b3"]', "lessons.toml: step.1.do '+b3' is not legal"),
    "not an action": ('"+c4"', '"hop"', "lessons.toml: step.1.reply 'hop' cannot be read"),
    "no goal": ("goal =", "#", "lessons.toml: step.1.goal is missing"),
    "an unknown goal": (
        '"stands"',
        '"stand"',
        "lessons.toml: step.1.goal begins with 'stand'; it must be one of",
    ),
    "half a goal": (', "Drake"]', "]", "lessons.toml: step.1.goal has 2 words; it must be [stands, cell, kind]"),
    "never reached": ('"b1", "Drake"', '"b2", "Drake"', "['stands', 'b2', 'Drake'] is not reached by what is done"),
    "reached already": ('"stands", "b1", "Drake"', '"lost", "b1", "Drake"', "is reached before anything is done"),
    "no English": ("en =", "pl =", "lessons.toml: step.1.words.en is missing"),
    "a language": ("en =", "xx =", "lessons.toml: step.1.words.xx means nothing"),
    "an option": ("board =", "map =", "has no option 'map'"),
    "a seat": ("[[step]]", "seat = 2\n[[step]]", "lessons.toml: seat is 2; it must be a whole number from 0 to 1"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_with_its_place(tmp_path: Path, mistake: str) -> None:
    right, wrong, sentence = MISTAKES[mistake]
    assert right in GOOD
    assert sentence in complaint(tmp_path, GOOD.replace(right, wrong))


def test_actions_of_the_wrong_side_are_named(tmp_path: Path) -> None:
    both = GOOD.replace('"+b1"]', '"+b1", "+c4"]').replace('reply = ["+c4"]', "")
    assert "step.1.do comes at a wrong time: orange is on turn" in complaint(tmp_path, both)


def test_a_game_need_not_have_a_lesson() -> None:
    assert not any(map(has_lesson, TOYS.values()))
