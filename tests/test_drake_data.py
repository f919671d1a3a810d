"""A designer's file for The Drake: single values change, and every mistake gets one sentence that helps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tabor
from tabor.saves import rules_sum


def load(folder: Path, text: str, **options: str) -> tabor.Match:
    """A match under the game's numbers with this file over them."""
    path = folder / "my.toml"
    path.write_text(text, encoding="utf-8")
    return tabor.Match(tabor.load("drake", rules=path, **options), seed=1)


def refusal(folder: Path, text: str, **options: str) -> str:
    """The one sentence with which a file is refused."""
    with pytest.raises(tabor.DataError) as caught:
        load(folder, text, **options)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


def play(match: tabor.Match, actions: str) -> tabor.Match:
    for action in actions.split():
        match.play(action)
    return match


# ---- overriding ----


def test_an_empty_file_changes_nothing(tmp_path: Path) -> None:
    match = load(tmp_path, "")
    assert match.game.rules.tobytes() == tabor.load("drake").rules.tobytes()


def test_one_face_of_one_troop(tmp_path: Path) -> None:
    match = load(tmp_path, "[troops.Clubman]\nfront = { shift = [[0, 1]] }", board="course")
    play(match, "+a1 +a4 +b1 +b4 +a2 +a3")
    assert [action for action in match.legal if action[0] in "ab"] == ["a2xa3"]  # b2 is a mountain
    old = play(tabor.Match(tabor.load("drake", board="course")), "+a1 +a4 +b1 +b4 +a2 +a3")
    assert "b1-c1" in old.legal


def test_a_way_is_taken_from_a_face_by_an_empty_list(tmp_path: Path) -> None:
    text = "[troops.Drake.front]\nslide = []\nshift = [[1, 0]]"
    assert "a1-b1" not in play(load(tmp_path, text), "+a1 +a4 +b1 +b4 +a2 +a3").legal
    lone = play(load(tmp_path, 'stack = ["Drake"]\nguards = 0\n' + text), "+a1 +d4")
    assert lone.legal == ["a1-b1"]


def test_a_new_troop_in_a_new_stack(tmp_path: Path) -> None:
    text = """
        stack = ["Baron", "Monk"]
        guards = 0
        [troops.Baron]
        letter = "B"
        worth = 5
        front = { shift = [[2, 2]] }
        back = { strike = [[0, 1]] }
    """
    match = play(load(tmp_path, text), "+a1 +d4")
    assert match.position.startswith("...b*/..../..../B*... turn=blue stack=M/M")
    assert match.legal == ["+b1", "+a2", "a1-c3"]


def test_a_board_of_ones_own(tmp_path: Path) -> None:
    match = load(tmp_path, '[boards]\nmine = ["...", "#.#", ".#."]', board="mine")
    assert match.legal == ["+a1", "+c1"]
    assert "#" in tabor.Match(tabor.load("drake", board="course")).position  # the game's own boards are still there


def test_a_board_in_the_place_of_a_shipped_one(tmp_path: Path) -> None:
    assert load(tmp_path, '[boards]\nplain = ["...", "...", "..#"]').legal == ["+a1", "+b1"]


def test_limits(tmp_path: Path) -> None:
    text = 'stack = ["Drake"]\nguards = 0\n[end]\nno_progress = 2'
    match = play(load(tmp_path, text), "+a1 +a4 a1-b1 a4-b4")
    assert match.outcome == tabor.Outcome(None, "no-progress")
    draws = load(tmp_path, '[end]\nno_move = "draw"\n[boards]\nplain = ["...", "...", "###"]')
    assert draws.outcome == tabor.Outcome(None, "no-move")


def test_a_tree_does_what_a_file_does(tmp_path: Path) -> None:
    file = load(tmp_path, "guards = 1\n[end]\nno_progress = 9")
    tree = tabor.load("drake", rules={"guards": 1, "end": {"no_progress": 9}})
    assert file.game.rules.tobytes() == tree.rules.tobytes()


def test_what_a_designer_changed_stays_with_that_game(tmp_path: Path) -> None:
    load(tmp_path, "[troops.Drake]\nfront = { slide = [] }")
    assert tabor.load("drake").rules.tobytes() == tabor.load("drake", rules={}).rules.tobytes()


def test_a_side_does_without_a_unit(tmp_path: Path) -> None:
    match = load(tmp_path, '[without]\norange = ["Clubman", "Archer"]')
    assert "stack=DCCMPSA/DCMPS " in match.position
    assert match.game.value(match.state, 0) == -match.game.value(match.state, 1) > 0.3
    play(match, "+a1 +a4 +b1 +b4 +a2 +a3")
    assert "stack=MPSA/PS " in match.position  # the Monk stands as a guard
    assert tabor.Match(match.game, position=match.position).position == match.position
    with pytest.raises(tabor.PositionError, match="is not what can be left of DCMPS"):
        tabor.Match(match.game, position=match.position.replace("/PS", "/PSA"))


@pytest.mark.parametrize(
    ("name", "lost"), [("drake", ["Monk"]), ("warriors", ["Knight"]), ("siege", ["ram"]), ("drake", ["Archer"])]
)
def test_a_handicap_is_another_game_and_whose_it_is_tells(name: str, lost: list[str]) -> None:
    sums = [rules_sum(tabor.load(name, rules={"without": {seat: lost}})) for seat in ("blue", "orange")]
    assert len({*sums, rules_sum(tabor.load(name))}) == 3
    assert rules_sum(tabor.load(name, rules={"without": {"blue": []}})) == rules_sum(tabor.load(name))


# ---- mistakes in a file ----

BARON = 'letter = "B"\nworth = 1\nfront = {}\nback = {}\n'

# What is in the file; then what the sentence must name: the key, the value, what would be right.
MISTAKES: dict[str, tuple[str, str, str, str]] = {
    "unknown key": ("gaurds = 1", "gaurds", "means nothing", "did you mean 'guards'?"),
    "lost, but no troop": ('[without]\nblue = ["Monck"]', "without.blue", "has 'Monck'", "it must be of Drake"),
    "lost twice": ('[without]\nblue = ["Monk", "Monk"]', "without.blue", "has Monk, Monk", "cannot lose that"),
    "nobody's loss": ('[without]\nred = ["Monk"]', "without.red", "means nothing", "known are: blue, orange"),
    "unknown key, nothing near": ("weather = 1", "weather", "means nothing", "known are: stack, guards, end"),
    "unknown key of a table": ("[end]\nno_mvoe = 'draw'", "end.no_mvoe", "means nothing", "'no_move'"),
    "unknown key of a troop": ("[troops.Monk]\nlettre = 'M'", "troops.Monk.lettre", "nothing", "'letter'"),
    "unknown way": ("[troops.Monk.back]\nstrikes = []", "troops.Monk.back.strikes", "nothing", "'strike'"),
    "text for a number": ("guards = 'two'", "guards", "'two'", "whole number from 0 to"),
    "true for a number": ("guards = true", "guards", "True", "whole number from 0 to"),
    "fraction": ("guards = 1.5", "guards", "1.5", "whole number from 0 to"),
    "negative": ("guards = -1", "guards", "-1", "whole number from 0 to"),
    "limit of nothing": ("[end]\nno_progress = 0", "end.no_progress", "0", "whole number from 1 to 10000"),
    "limit too high": ("[end]\nno_progress = 10001", "end.no_progress", "10001", "from 1 to 10000"),
    "unknown meaning": ("[end]\nno_move = 'win'", "end.no_move", "'win'", "one of loss, draw"),
    "number for a table": ("end = 3", "end", "3", "must be a table"),
    "number for a face": ("[troops.Monk]\nfront = 3", "troops.Monk.front", "3", "must be a table"),
    "board not square": (
        "[boards]\nplain = ['...', '..', '...']",
        "boards.plain",
        "'..'",
        "must have 3 signs",
    ),
    "board too wide": ("[boards]\nplain = ['...', '....', '...']", "boards.plain", "'....'", "3 signs"),
    "board too large": (f"[boards]\nplain = {['.' * 7] * 7}", "boards.plain", "7", "from 3 to 6"),
    "board too small": ("[boards]\nplain = ['..', '..']", "boards.plain", "2", "from 3 to 6"),
    "strange sign": (
        "[boards]\nplain = ['...', '.~.', '...']",
        "boards.plain",
        "'~' in '.~.'",
        "'#' (mountain)",
    ),
    "board as one text": ("[boards]\nplain = '.........'", "boards.plain", "'.........'", "list of texts"),
    "letter taken": ("[troops.Monk]\nletter = 'D'", "troops.Monk.letter", "'D'", "which Drake has already"),
    "letter taken by a new troop": (
        "[troops.Baron]\n" + BARON.replace("B", "M"),
        "troops.Baron.letter",
        "'M'",
        "which Monk has already",
    ),
    "small letter": (
        "[troops.Monk]\nletter = 'm'",
        "troops.Monk.letter",
        "'m'",
        "one capital letter, A to Z",
    ),
    "two letters": ("[troops.Monk]\nletter = 'MO'", "troops.Monk.letter", "'MO'", "one capital letter"),
    "no letter": ("[troops.Monk]\nletter = ''", "troops.Monk.letter", "''", "must be a text"),
    "letter missing": ("[troops.Baron]\nworth = 1", "troops.Baron.letter", "is missing", ""),
    "face missing": ("[troops.Baron]\nletter = 'B'\nworth = 1", "troops.Baron.front", "is missing", ""),
    "crooked shift": (
        "[troops.Monk.back]\nshift = [[1, 2]]",
        "troops.Monk.back.shift",
        "[1, 2]",
        "straight or diagonal",
    ),
    "crooked slide": (
        "[troops.Monk.back]\nslide = [[2, -1]]",
        "troops.Monk.back.slide",
        "[2, -1]",
        "straight or diagonal",
    ),
    "offset to itself": (
        "[troops.Monk.back]\nstrike = [[0, 0]]",
        "troops.Monk.back.strike",
        "[0, 0]",
        "[right, forward]",
    ),
    "offset too far": (
        "[troops.Monk.back]\nstrike = [[6, 1]]",
        "troops.Monk.back.strike",
        "[6, 1]",
        "below 6",
    ),
    "offset of three": (
        "[troops.Monk.back]\nshift = [[1, 0, 0]]",
        "troops.Monk.back.shift",
        "[1, 0, 0]",
        "[right, forward]",
    ),
    "offsets as a number": (
        "[troops.Monk.back]\nshift = 1",
        "troops.Monk.back.shift",
        "1",
        "list of offsets",
    ),
    "one offset without its list": (
        "[troops.Monk.back]\nshift = [1, 0]",
        "troops.Monk.back.shift",
        "has 1;",
        "[right, forward]",
    ),
    "stack of a stranger": (
        "stack = ['Drake', 'Monk', 'Mnok']",
        "stack",
        "'Mnok'",
        "troops are Drake, Clubman, Monk",
    ),
    "stack too short": (
        "stack = ['Drake', 'Monk']",
        "stack",
        "2 units",
        "a leader and 2 guards need at least 3",
    ),
    "stack of nobody": ("stack = []", "stack", "0 entries", "from 1 to"),
    "stack too long": (f"stack = {['Monk'] * 25}", "stack", "25 entries", "from 1 to 24"),
    "stack as one text": ("stack = 'Drake'", "stack", "'Drake'", "list of texts"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_by_file_key_value_and_what_is_right(tmp_path: Path, mistake: str) -> None:
    text, key, value, right = MISTAKES[mistake]
    sentence = refusal(tmp_path, text)
    place = f"{tmp_path / 'my.toml'}: {key} "
    assert sentence.startswith(place)
    problem = sentence.removeprefix(place)
    assert value in problem
    assert right in problem


def test_too_many_troops(tmp_path: Path) -> None:
    text = "".join(f"[troops.T{letter}]\n" + BARON.replace("B", letter) for letter in "BEFGHIJKLNO")
    assert "troops has 17 troops; there may be 1 to 16" in refusal(tmp_path, text)


def test_more_guards_than_the_stack_has(tmp_path: Path) -> None:
    assert "a leader and 7 guards need at least 8" in refusal(tmp_path, "guards = 7")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(tabor.DataError, match=r"nowhere\.toml cannot be read: No such file"):
        tabor.load("drake", rules=tmp_path / "nowhere.toml")


def test_a_folder_in_the_place_of_a_file(tmp_path: Path) -> None:
    with pytest.raises(tabor.DataError, match="cannot be read: Is a directory"):
        tabor.load("drake", rules=str(tmp_path))


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "picture.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(tabor.DataError, match=r"picture\.toml is not a text file in UTF-8"):
        tabor.load("drake", rules=path)


def test_broken_toml_names_the_line(tmp_path: Path) -> None:
    sentence = refusal(tmp_path, "guards = 1\nstack = [,]")
    assert sentence.startswith(f"{tmp_path / 'my.toml'} is not valid TOML: ")
    assert "line 2" in sentence


def test_unknown_board() -> None:
    with pytest.raises(
        tabor.DataError, match=r"boards\.moon is missing; the boards are plain, course, valley, highlands"
    ):
        tabor.load("drake", board="moon")


def test_unknown_option() -> None:
    with pytest.raises(tabor.DataError, match="The Drake has no option 'bord'; its options are: board"):
        tabor.load("drake", bord="plain")


def test_unknown_game() -> None:
    with pytest.raises(tabor.DataError, match=r"there is no game 'dragon'; the games are .*drake"):
        tabor.load("dragon")


# ---- actions that cannot be played ----

OPENING = "+a1 +a4 +b1 +a3 +a2 +b4 +c1 +b3"


def opened() -> tabor.Match:
    return play(tabor.Match(tabor.load("drake", board="course"), seed=1), OPENING)


@pytest.mark.parametrize("action", ["", "hello", "+e1", "a2-", "a9-a1", "+", "a2#a3", "a2-a3", "a2xb2", 123456, -1])
def test_a_refused_action_names_itself_the_position_and_what_is_legal(action: Any) -> None:
    match = opened()
    with pytest.raises(tabor.ActionError) as caught:
        match.play(action)
    sentence = str(caught.value)
    assert sentence.startswith(f"{action!r} ")
    assert f" in {match.position}; legal are {' '.join(match.legal[:4])}" in sentence
    assert "\n" not in sentence
    assert caught.value.legal == tuple(match.legal)


@pytest.mark.parametrize("action", ["hello", "a2-a3", "d1-d2", "+a4", "a2*a3", 123456])
def test_a_refused_action_changes_nothing(action: Any) -> None:
    match = opened()
    state, log, shown = match.state.tobytes(), match.log, match.view(0)
    with pytest.raises(tabor.ActionError):
        match.play(action)
    assert (match.state.tobytes(), match.log, match.view(0)) == (state, log, shown)
    match.play("a2xa3")  # and it goes on


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("hello", r"an action is written \+a1 \(place\), a2-a3 \(move\)"),
        ("+e1", "'e1' is not a cell: columns are a to d, rows 1 to 4"),
        ("a2-a3", "a3 is not free; a capture is written a2xa3"),
        ("c1xd2", "there is nothing to capture on d2"),
    ],
)
def test_an_unreadable_action_says_why(action: str, why: str) -> None:
    with pytest.raises(tabor.ActionError, match=f"cannot be read: .*{why}"):
        opened().play(action)


def test_after_the_end_nothing_is_legal_and_the_refusal_says_so() -> None:
    match = opened()
    match.resign()
    with pytest.raises(tabor.ActionError, match=r"'a2xa3' is not legal: the game is over \(resigned\)"):
        match.play("a2xa3")
