"""Positions and actions of The Drake as text, both ways, and what is said about texts that are none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tabor

BOARDS = ("plain", "course", "valley", "highlands")
choices = st.lists(st.integers(0, 999), max_size=80)  # which of the legal actions is played, ply by ply


def played(board: str, numbers: list[int]) -> tabor.Match:
    match = tabor.Match(tabor.load("drake", board=board), seed=0)
    for number in numbers:
        if match.outcome is None:
            match.play(int(match.legal_actions[number % len(match.legal_actions)]))
    return match


# ---- both ways ----


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(BOARDS), choices)
def test_positions_both_ways(board: str, numbers: list[int]) -> None:
    match = played(board, numbers)
    again = match.game.read_state(match.position)
    assert match.game.state_json(again) == match.game.state_json(match.state)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(BOARDS), choices)
def test_actions_both_ways(board: str, numbers: list[int]) -> None:
    match = played(board, numbers)
    kind, setup = match.game.kind, match.game.setup
    for action in match.legal_actions:
        text = match.game.action_text(match.state, action)
        assert kind.text.read_action(setup, match.state, text) == action
        assert kind.text.read_action(setup, match.state, f"  {text.upper()} ") == action


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(BOARDS), choices)
def test_no_two_actions_read_the_same(board: str, numbers: list[int]) -> None:
    legal = played(board, numbers).legal
    assert len(set(legal)) == len(legal)


@settings(max_examples=30, deadline=None)
@given(choices, choices)
def test_a_match_goes_on_from_a_position_as_it_would_have(first: list[int], rest: list[int]) -> None:
    match = played("course", first)
    if match.outcome is not None:
        return
    other = tabor.Match(match.game, position=match.position)
    for number in rest:
        if match.outcome is None:
            text = match.legal[number % len(match.legal)]
            match.play(text)
            other.play(text)
    assert (other.position, other.outcome) == (match.position, match.outcome)


def test_signs_of_a_position() -> None:
    match = tabor.Match(tabor.load("drake", board="course"))
    for action in ["+a1", "+a4", "+a2", "+a3", "+b1", "+b4", "a2xa3"]:
        match.play(action)
    assert match.position == "d*c../C'..#/.#../D*C.. turn=orange stack=MPSA/MPSA idle=0 ply=7"


def test_facts_that_are_left_out() -> None:
    game = tabor.load("drake")
    short = tabor.Match(game, position="d*.../..../..../D*...")
    assert short.position == "d*.../..../..../D*... turn=blue stack=-/- idle=0 ply=0"


def test_facts_in_any_order_and_stacks_in_any_case() -> None:
    game = tabor.load("drake")
    text = "d*.../..../..../D*... ply=9 stack=a/psa turn=orange idle=3"
    written = "d*.../..../..../D*... turn=orange stack=A/PSA idle=3 ply=9"
    assert tabor.Match(game, position=text).position == written


def test_a_finished_game_both_ways() -> None:
    game = tabor.load("drake")
    text = "C'.../..../..../D*... turn=over winner=blue reason=leader-captured stack=-/A idle=0 ply=30"
    match = tabor.Match(game, position=text)
    assert (match.position, match.outcome) == (text, tabor.Outcome(0, "leader-captured"))


def test_the_sign_of_a_move_may_be_left_out_but_a_strike_needs_its_own() -> None:
    match = tabor.Match(tabor.load("drake"), position="..d*./.c../.S'../...D*")
    read = match.game.kind.text.read_action
    assert read(match.game.setup, match.state, "b2b3") == read(match.game.setup, match.state, "b2xb3")
    assert read(match.game.setup, match.state, "b2a2") == read(match.game.setup, match.state, "b2-a2")
    assert read(match.game.setup, match.state, "b2*b3") != read(match.game.setup, match.state, "b2b3")


# ---- texts that are no positions ----

FINE = "d*.../..../..../D*..."

REFUSED = {
    "nothing": ("", "the board has 4 rows, the text has 1"),
    "three rows": ("d*.../..../D*...", "the board has 4 rows, the text has 3"),
    "five rows": (f"..../{FINE}", "the board has 4 rows, the text has 5"),
    "short row": ("d*.../.../..../D*...", r"row 3 is '\.\.\.'; it must have 4 cells"),
    "long row": ("d*..../..../..../D*...", "row 4 is .* it must have 4 cells"),
    "strange sign": ("d*.../..?./..../D*...", r"row 3 is '\.\.\?\.'; it must have 4 cells"),
    "marks in the wrong order": ("d*'.../..../..../D*...", r"row 4 is .* cells like"),
    "mark without a unit": ("d*.../.*../..../D*...", r"row 3 is"),
    "mountain where none is": ("d*.../.#../..../D*...", r"b3 is '#', but on this board it is '\.'"),
    "no such troop": (
        "d*.../..../.Q../D*...",
        r"b2 holds 'Q', which is no troop; their letters are D C M P S A",
    ),
    "two leaders": ("d*.../..../.C*../D*...", "blue has two leaders"),
    "no leader": ("d*.../..../..../C...", r"blue has no leader: mark it with \*"),
    "orange has no leader": ("c.../..../..../D*...", r"orange has no leader: mark it with \*"),
    "a leader of another troop": ("m*.../..../..../D*...", "orange's leader must be a Drake"),
    "unknown fact": (
        f"{FINE} colour=blue",
        "'colour=blue' is no fact of a position.* facts are turn, winner",
    ),
    "fact without a value": (f"{FINE} turn=", "'turn=' is no fact"),
    "fact twice": (f"{FINE} ply=1 ply=2", "'ply=2' .* stands there twice"),
    "unknown turn": (f"{FINE} turn=green", "turn=green: it must be blue, orange or over"),
    "winner too early": (f"{FINE} winner=blue", "only a finished game"),
    "reason too early": (f"{FINE} turn=orange reason=no-move", "only a finished game"),
    "over without a winner": (
        f"{FINE} turn=over reason=no-move",
        "turn=over needs winner=blue, orange or draw",
    ),
    "over without a reason": (
        f"{FINE} turn=over winner=blue",
        "turn=over needs .* reason=leader-captured, no-move",
    ),
    "unknown winner": (f"{FINE} turn=over winner=red reason=no-move", "turn=over needs winner="),
    "unknown reason": (f"{FINE} turn=over winner=blue reason=luck", "and reason=leader-captured"),
    "one stack": (f"{FINE} stack=SA", r"stack=SA: it must be blue's and orange's letters with a / between"),
    "three stacks": (f"{FINE} stack=A/A/A", "it must be blue's and orange's letters"),
    "impossible stack": (f"{FINE} stack=AS/A", "stack=AS/A: AS is not what can be left of DCCMPSA"),
    "stack of another troop": (f"{FINE} stack=A/Q", "Q is not what can be left of DCCMPSA"),
    "idle as a word": (f"{FINE} idle=long", "idle=long: it must be a whole number from 0 to 50"),
    "idle too high": (f"{FINE} idle=51", "idle=51: it must be a whole number from 0 to 50"),
    "idle at its limit": (f"{FINE} idle=50", "idle=50 has ended the game: the limit is 50"),
    "negative ply": (f"{FINE} ply=-1", "ply=-1: it must be a whole number from 0"),
    "more units than entered": (
        "d*.../..../C.../D*... stack=CCMPSA/MPSA",
        "blue has more on the board than left the stack: Clubman",
    ),
    "more of a troop than the stack has": ("d*.../mm../..../D*...", "orange has more on the board .*: Monk"),
    "stacks and turn do not fit": ("..../..../..../D*... stack=CCMPSA/DCCMPSA", "placed in turn, blue first"),
    "orange is ahead": ("d*.../..../..../.... stack=DCCMPSA/CCMPSA", "placed in turn, blue first"),
    "a loss before guards stand": (
        "d*.../..../..../D*... stack=CMPSA/CMPSA",
        "blue has lost a unit before all guards",
    ),
    "a captured leader on the board": (
        f"{FINE} turn=over winner=blue reason=leader-captured",
        "orange has lost its leader, but it is on the board",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_text_that_is_no_position_is_refused(name: str) -> None:
    text, message = REFUSED[name]
    with pytest.raises(tabor.PositionError, match=f"is not a position of The Drake: .*{message}") as caught:
        tabor.Match(tabor.load("drake"), position=text)
    assert str(caught.value).startswith(f"{text!r} is not")


def test_a_mountain_that_is_left_out_is_missed() -> None:
    with pytest.raises(tabor.PositionError, match=r"b2 is '\.', but on this board it is '#'"):
        tabor.Match(tabor.load("drake", board="course"), position=FINE)


def test_a_unit_on_a_mountain_is_refused() -> None:
    with pytest.raises(tabor.PositionError, match="b2 is 'C', but on this board it is '#'"):
        tabor.Match(tabor.load("drake", board="course"), position="d*.../...#/.C../D*...")


def test_a_position_in_which_nobody_can_act_is_refused() -> None:
    swords = tabor.load("drake", rules={"stack": ["Swordsman"], "guards": 0})
    with pytest.raises(tabor.PositionError, match="blue cannot act"):
        tabor.Match(swords, position="s*.../..../..../S*...")


def test_the_text_around_the_refusals_is_fine() -> None:
    assert tabor.Match(tabor.load("drake"), position=FINE).legal
