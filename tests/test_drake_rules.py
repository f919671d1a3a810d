"""The rules of The Drake, sentence by sentence, in positions made by hand.

Positions are read as they lie: rows from the top, capitals blue, small letters orange, `'` back face up, `*`
the leader.
"""

from __future__ import annotations

import sys
from typing import Any

import pytest

import tabor
from tabor.games import find
from tabor.testing import check_sentences

Changes = dict[str, Any]  # of the game's numbers, as TOML holds them


def at(position: str | None = None, board: str = "plain", **changes: Any) -> tabor.Match:
    """A match at a position; changes are those of the game's numbers."""
    return tabor.Match(tabor.load("drake", rules=changes, board=board), seed=1, position=position)


def on_board(*rows: str) -> Changes:
    """The change that makes `plain` look like this."""
    return {"boards": {"plain": list(rows)}}


ROCK_ON_B2 = on_board("....", "....", ".#..", "....")
FIVE = on_board(*["....."] * 5)
THREE = on_board(*["..."] * 3)


def moves_from(match: tabor.Match, cell: str) -> set[str]:
    """The targets of one unit, each with its sign: `-a3`, `xa3`, `*a3`."""
    return {action[len(cell) :] for action in match.legal if action.startswith(cell)}


def placements(match: tabor.Match) -> set[str]:
    return {action[1:] for action in match.legal if action.startswith("+")}


def play(match: tabor.Match, actions: str) -> tabor.Match:
    for action in actions.split():
        match.play(action)
    return match


def board_of(match: tabor.Match) -> str:
    return match.position.split()[0]


def fact(match: tabor.Match, name: str) -> str:
    return dict(part.split("=") for part in match.position.split()[1:])[name]


def troop(letter: str, front: dict[str, Any], back: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"letter": letter, "worth": 1, "front": front, "back": back or {}}


def refused(match: tabor.Match, action: str) -> bool:
    before = match.state.tobytes()
    with pytest.raises(tabor.ActionError):
        match.play(action)
    return bool(match.state.tobytes() == before)


# ---- S1 board and mountains ----


def test_s1_no_way_of_moving_enters_a_mountain() -> None:
    rocks = on_board("....", "....", ".#..", "#...")
    match = at("d*.../..../C#M'./#..D* stack=SA/SA", **rocks)  # clubman a2, monk c2 and drake d1
    assert moves_from(match, "a2") == {"-a3"}
    assert moves_from(match, "c2") == {"-c1", "-d2", "-c3"}
    assert moves_from(match, "d1") == {"-c1", "-b1"}
    assert refused(match, "a2-b2")


def test_s1_nobody_is_placed_on_a_mountain() -> None:
    assert placements(at(**on_board("....", "....", "....", "#.#."))) == {"b1", "d1"}
    assert placements(at("..d*./..../.#../.D*.. stack=CCMPSA/CCMPSA", **ROCK_ON_B2)) == {"a1", "c1"}


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_s1_sizes_three_to_six(size: int) -> None:
    match = at(**on_board(*["." * size] * size))
    assert match.legal == [f"+{column}1" for column in "abcdef"[:size]]


@pytest.mark.parametrize("size", [1, 2, 7])
def test_s1_other_sizes_are_refused(size: int) -> None:
    with pytest.raises(tabor.DataError, match="from 3 to 6"):
        at(**on_board(*["." * size] * size))


@pytest.mark.parametrize(("board", "size"), [("plain", 4), ("course", 4), ("valley", 5), ("highlands", 6)])
def test_s1_shipped_boards_and_their_sizes(board: str, size: int) -> None:
    rows = board_of(at(board=board)).split("/")
    assert [len(row) for row in rows] == [size] * size


def test_s1_mountains_of_plain_and_course() -> None:
    assert board_of(at(board="plain")) == "..../..../..../...."
    assert board_of(at(board="course")) == "..../...#/.#../...."


# ---- S2 the stack ----


def test_s2_the_stack_comes_top_first() -> None:
    match = at()
    assert fact(match, "stack") == "DCCMPSA/DCCMPSA"
    play(match, "+a1 +d4 +a2 +d3 +b1 +c4 +b2 +c3 +c1 +b4 +a3 +d2")
    assert board_of(match) == ".pcd*/S.mc/CM.s/D*CP."
    assert fact(match, "stack") == "A/A"


def test_s2_the_top_is_the_leader_and_the_next_two_are_guards() -> None:
    match = play(at(), "+a1 +d4 +a2 +d3")
    assert board_of(match) == "...d*/...c/C.../D*..."
    assert placements(match) == {"b1"}  # a guard still: next to the leader alone
    play(match, "+b1 +c4")
    assert placements(match) == {"a3", "b2", "c1"}


def test_s2_stack_and_guards_are_data() -> None:
    match = play(at(stack=["Monk", "Archer"], guards=1), "+a1 +d4")
    assert board_of(match) == "...m*/..../..../M*..."
    assert match.legal == ["+b1", "+a2"]
    play(match, "+a2 +d3")
    assert fact(match, "stack") == "-/-"
    assert moves_from(match, "a2") == {"-b2"}  # an archer's front; its leader stands on a1


def test_s2_troops_are_data() -> None:
    match = at("..d*./..../..../D'*... stack=-/-", troops={"Drake": {"back": {"slide": [[1, 1]]}}})
    assert moves_from(match, "a1") == {"-b2", "-c3", "-d4"}


@pytest.mark.parametrize(("units", "guards", "fits"), [(3, 2, True), (2, 2, False), (1, 0, True), (1, 1, False)])
def test_s2_a_stack_shorter_than_leader_and_guards_is_refused(units: int, guards: int, fits: bool) -> None:
    stack = ["Drake"] * units
    if fits:
        assert at(stack=stack, guards=guards).legal
    else:
        with pytest.raises(tabor.DataError, match=f"a leader and {guards} guards need at least {guards + 1}"):
            at(stack=stack, guards=guards)


# ---- S3 faces ----

# A blue unit alone on c3 of a 5×5 board, and where it may go.
FACES = [
    ("D", {"-a3", "-b3", "-d3", "-e3"}),
    ("D'", {"-c1", "-c2", "-c4", "-c5"}),
    ("C", {"-b3", "-d3", "-c2", "-c4"}),
    ("C'", {"-b2", "-d2", "-b4", "-d4"}),
    ("M", {"-a1", "-b2", "-d4", "-e5", "-a5", "-b4", "-d2", "-e1"}),
    ("M'", {"-b3", "-d3", "-c2", "-c4"}),
    ("P", {"-c4"}),
    ("P'", {"-b4", "-d4", "-c2"}),
    ("S", set()),
    ("S'", {"-b3", "-d3", "-c2", "-c4"}),
    ("A", {"-b3", "-d3", "-c2"}),
    ("A'", {"-c4"}),
]
# The cells on which it may strike an enemy.
STRIKES: dict[str, set[str]] = {
    "P": {"b5", "d5"},
    "S": {"b3", "d3", "c2", "c4"},
    "A'": {"b4", "d4", "c5"},
}
MIRRORED = str.maketrans("12345", "54321")
FULL_NAMES = {"D": "Drake", "C": "Clubman", "M": "Monk", "P": "Spearman", "S": "Swordsman", "A": "Archer"}
STACK = [FULL_NAMES[letter] for letter in "DCCMPSA"]


def alone_on_c3(sign: str) -> tabor.Match:
    """The unit on c3 of a 5×5 board, its colour on turn; leaders stand where no way of the table comes by."""
    turn = "orange" if sign.islower() else "blue"
    position = f"...../d*..../..{sign}../....D*/..... turn={turn}"
    return at(position, **FIVE, stack=[*STACK, "Drake"])


@pytest.mark.parametrize(("sign", "targets"), FACES)
def test_s3_each_face_has_its_own_ways(sign: str, targets: set[str]) -> None:
    assert moves_from(alone_on_c3(sign), "c3") == targets


@pytest.mark.parametrize(("sign", "targets"), FACES)
def test_s3_orange_goes_forward_downwards_and_keeps_right_and_left(sign: str, targets: set[str]) -> None:
    mirrored = {target.translate(MIRRORED) for target in targets}
    assert moves_from(alone_on_c3(sign.lower()), "c3") == mirrored


@pytest.mark.parametrize(
    ("face", "blue", "orange"),
    [
        ({"slide": [], "shift": [[1, 1]]}, {"-c2"}, {"-c3"}),
        ({"slide": [[1, 0]]}, {"-c1", "-d1"}, {"-c4", "-d4"}),
        ({"slide": [[1, 1]]}, {"-c2", "-d3"}, {"-c3", "-d2"}),
        ({"slide": [], "strike": [[2, 0]]}, {"*d1"}, {"*d4"}),
    ],
)
def test_s3_right_and_left_are_not_mirrored_for_orange(face: Changes, blue: set[str], orange: set[str]) -> None:
    lopsided = {"Drake": {"front": face}}
    position = "C{}.C/..../..../c{}.c turn={}" if "strike" in face else ".{}../..../..../.{}.. turn={}"
    for turn, cell, targets in (("blue", "b1", blue), ("orange", "b4", orange)):
        match = at(position.format("d*", "D*", turn), troops=lopsided)
        assert moves_from(match, cell) == targets


def amid_enemies_on_c3(sign: str) -> tabor.Match:
    """The unit on c3, its leader on e1, and enemies on all other cells, their leader on a1."""
    enemies = "ccccc/ccccc/ccXcc/ccccc/d*cccD* turn=blue"
    if sign.islower():
        enemies = "CCCCC/CCCCC/CCXCC/CCCCC/D*CCCd* turn=orange"
    crowd = ["Drake", *["Clubman"] * 22, FULL_NAMES[sign[0].upper()]]
    return at(enemies.replace("X", sign), **FIVE, stack=crowd)


@pytest.mark.parametrize("sign", [sign for sign, _ in FACES])
@pytest.mark.parametrize("owner", ["blue", "orange"])
def test_s3_each_face_has_its_own_strikes(sign: str, owner: str) -> None:
    expected = STRIKES.get(sign, set())
    if owner == "orange":
        sign, expected = sign.lower(), {cell.translate(MIRRORED) for cell in expected}
    match = amid_enemies_on_c3(sign)
    assert {target[1:] for target in moves_from(match, "c3") if target[0] == "*"} == expected


def test_s3_units_enter_front_up() -> None:
    match = play(at(), "+a1 +d4 +a2 +d3 +b1 +c4 +b2")
    assert board_of(match) == "..cd*/...c/CM../D*C.."


@pytest.mark.parametrize(
    ("before", "action", "after"),
    [
        ("..d*./..../..../C..D*", "a1-a2", "..d*./..../C'.../...D*"),  # a shift
        ("..d*./..../c.../C..D*", "a1xa2", "..d*./..../C'.../...D*"),  # a capture
        ("..d*./..../..../M..D*", "a1-c3", "..d*./..M'./..../...D*"),  # a slide
        ("..d*./..../c.../S..D*", "a1*a2", "..d*./..../..../S'..D*"),  # a strike
        ("..d*./..../..../C'..D*", "a1-b2", "..d*./..../.C../...D*"),  # and back to the front
    ],
)
def test_s3_a_unit_flips_after_every_action_it_makes(before: str, action: str, after: str) -> None:
    assert board_of(play(at(before), action)) == after


def test_s3_nobody_else_flips() -> None:
    match = play(at("..d*./.c'../C.../M'..D* stack=A/A"), "a2-a3")
    assert board_of(match) == "..d*./C'c'../..../M'..D*"
    play(match, "+c3 +d2")  # placing flips nobody
    assert board_of(match) == "..d*./C'c'a./...A/M'..D*"


# ---- S4 leaders ----


def test_s4_blue_puts_its_leader_on_row_one_then_orange_on_the_last() -> None:
    match = at(**FIVE)
    assert (match.player, match.legal) == (0, ["+a1", "+b1", "+c1", "+d1", "+e1"])
    match.play("+c1")
    assert (match.player, match.legal) == (1, ["+a5", "+b5", "+c5", "+d5", "+e5"])
    assert board_of(play(match, "+e5")) == "....d*/...../...../...../..D*.."


def test_s4_leaders_enter_only_free_cells() -> None:
    rocky = on_board("##.", "...", ".##")
    match = at(**rocky)
    assert match.legal == ["+a1"]
    assert play(match, "+a1").legal == ["+c3"]
    assert refused(match, "+b2")


# ---- S5 guards ----


def test_s5_guards_share_an_edge_with_the_own_leader() -> None:
    match = play(at(), "+b1 +b4")
    assert placements(match) == {"a1", "c1", "b2"}
    match.play("+b2")
    assert placements(match) == {"a4", "c4", "b3"}
    match.play("+b3")
    assert placements(match) == {"a1", "c1"}  # not a2, c2: those touch a guard; b2 is taken


def test_s5_guards_enter_in_turn_and_blue_first() -> None:
    match = at()
    players = [match.player]
    for action in ["+b1", "+b4", "+b2", "+b3", "+a1", "+a4"]:
        match.play(action)
        players.append(match.player)
    assert players == [0, 1, 0, 1, 0, 1, 0]


def test_s5_a_guard_needs_a_free_cell() -> None:
    match = play(at(**on_board("...", "...", ".#.")), "+a1 +a3 +a2")
    assert placements(match) == {"b3"}  # a2 is blue's
    assert refused(match, "+a2")


def test_s5_nobody_moves_or_captures_before_all_guards_stand() -> None:
    swords: Changes = {"stack": ["Drake", "Swordsman", "Swordsman", "Monk"]}
    match = play(at(**THREE, **swords), "+b1 +b3 +b2 +a3")
    assert match.legal == ["+a1", "+c1"]  # no b2*b3, no b1-a1
    assert refused(match, "b2*b3")
    play(match, "+a1")
    assert match.legal == ["+c3"]
    play(match, "+c3")
    assert "b2*b3" in match.legal  # now they stand


@pytest.mark.parametrize("guards", [0, 1, 3])
def test_s5_the_number_of_guards_is_data(guards: int) -> None:
    match = play(at(guards=guards), "+b1 +c4")
    for action in ["+b2", "+c3", "+a1", "+d4", "+c1", "+b4"][: 2 * guards]:
        assert "-" not in "".join(match.legal)
        match.play(action)
    assert "-" in "".join(match.legal)


# ---- S6 middle game ----


def test_s6_the_top_enters_next_to_any_own_unit() -> None:
    match = at("..d*c/..../C.../...D* stack=SA/SA")
    assert placements(match) == {"a1", "a3", "b2", "c1", "d2"}  # no corner of a unit, and not next to orange
    match.play("+b2")
    assert board_of(match) == "..d*c/..../CS../...D*"
    assert placements(match) == {"b4", "c3", "d3"}


def test_s6_only_the_top_of_the_stack_enters_and_an_empty_stack_ends_placing() -> None:
    match = play(at("..d*./..../..../.D*.. stack=SA/-"), "+a1")
    assert board_of(match) == "..d*./..../..../SD*.."
    assert placements(match) == set()
    assert fact(match, "stack") == "A/-"


def test_s6_or_one_unit_acts() -> None:
    match = at("..d*./..../C.../...D* stack=A/A")
    assert set(match.legal) == {
        "+a1",
        "+a3",
        "+b2",
        "+c1",
        "+d2",
        "a2-a1",
        "a2-a3",
        "a2-b2",
        "d1-a1",
        "d1-b1",
        "d1-c1",
    }
    assert play(match, "a2-b2").player == 1
    assert refused(match, "d1-c1")  # one action, and the turn is over


def test_s6_a_placement_is_one_action_even_if_two_units_make_it_possible() -> None:
    match = at("..d*./..../C.../.D*.. stack=A/A")
    assert match.legal.count("+a1") == match.legal.count("+b2") == 1


def test_s6_players_take_turns() -> None:
    match = at("d*.../..../..../...D*")
    assert match.player == 0
    assert play(match, "d1-c1").player == 1
    assert play(match, "a4-b4").player == 0


@pytest.mark.parametrize("text", ["pass", "", "-", "a1-a1"])
def test_s6_there_is_no_pass(text: str) -> None:
    assert refused(at("..d*./..../..../D*..."), text)


# ---- S7 shift ----


def test_s7_shift_enters_a_free_cell_or_captures() -> None:
    match = at("..d*./c.../C.../D*...")
    assert moves_from(match, "a2") == {"-b2", "xa3"}  # a1 is its own leader
    assert board_of(play(match, "a2xa3")) == "..d*./C'.../..../D*..."


def test_s7_shift_goes_exactly_there() -> None:
    match = at("d*..../...../..C../...../....D*", **FIVE)
    assert moves_from(match, "c3") == {"-b3", "-d3", "-c2", "-c4"}
    assert refused(match, "c3-c5")


def test_s7_shift_stays_on_the_board() -> None:
    assert moves_from(at("..d*./..../..../C..D*"), "a1") == {"-a2", "-b1"}
    assert moves_from(at("..d*C'/..../..../...D*"), "d4") == {"-c3"}


LEAPER = {"Leaper": troop("L", {"shift": [[0, 2], [3, 3], [-2, 0]]})}
WITH_LEAPER: Changes = {"troops": LEAPER, "stack": ["Drake", "Leaper", "Clubman", "Clubman"]}


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("d*.../..../..../L..D*", {"-a3", "-d4"}),  # free ways
        ("d*.../..../C.../L..D*", {"-d4"}),  # own unit on the way up
        ("d*.../..../c.../L..D*", {"-d4"}),  # an enemy on the way up: no capture there, no leap
        ("d*.../c.../..../L..D*", {"xa3", "-d4"}),  # an enemy at its end
        ("d*.../C.../..../L..D*", {"-d4"}),  # own unit at its end
        ("d*.../..../.c../L..D*", {"-a3"}),  # first cell of the diagonal
        ("d*.../..c./..../L..D*", {"-a3"}),  # last cell before its end
        ("d*..c/..../..../L..D*", {"-a3", "xd4"}),
    ],
)
def test_s7_shift_needs_a_free_way(position: str, expected: set[str]) -> None:
    assert moves_from(at(position, **WITH_LEAPER), "a1") == expected


def test_s7_shift_does_not_cross_a_mountain() -> None:
    rocks = on_board("....", "..#.", "#...", "....")
    assert moves_from(at("d*.../..#./#.../L..D*", **rocks, **WITH_LEAPER), "a1") == set()


@pytest.mark.parametrize("way", ["shift", "slide"])
@pytest.mark.parametrize("offset", [[1, 2], [-2, 1], [3, -2]])
def test_s7_crooked_offsets_are_refused_for_shifts_and_slides(way: str, offset: list[int]) -> None:
    with pytest.raises(tabor.DataError, match=f"{way} has .* a {way} goes along a straight or diagonal line"):
        at(troops={"Leaper": troop("L", {way: [offset]})})


@pytest.mark.parametrize("offset", [[2, 0], [0, -3], [2, -2], [-1, 1]])
def test_s7_straight_offsets_are_accepted(offset: list[int]) -> None:
    assert at(troops={"Leaper": troop("L", {"shift": [offset], "slide": [offset]})}).legal


# ---- S8 slide ----


def test_s8_slide_goes_any_distance() -> None:
    match = at("d*..../...../...../...../D*....", **FIVE)
    assert moves_from(match, "a1") == {"-b1", "-c1", "-d1", "-e1"}
    assert board_of(play(match, "a1-d1")) == "d*..../...../...../...../...D'*."


def test_s8_slide_captures_the_first_enemy_and_stops() -> None:
    match = at(".d*.../...../...../...../D*.c.c", **FIVE)
    assert moves_from(match, "a1") == {"-b1", "xc1"}
    assert board_of(play(match, "a1xc1")) == ".d*.../...../...../...../..D'*.c"


def test_s8_own_units_stop_a_slide() -> None:
    assert moves_from(at(".d*.../...../...../...../D*..C.", **FIVE), "a1") == {"-b1", "-c1"}
    assert moves_from(at("..d*./..../.C../M..D*"), "a1") == set()


def test_s8_mountains_stop_a_slide() -> None:
    assert moves_from(at("d*.../...#/.#../M..D*", board="course"), "a1") == set()
    assert moves_from(at("d*.../...#/.#../..MD*", board="course"), "c1") == {"-d2"}
    assert moves_from(at("d*.../...#/.#D'*./....", board="course"), "c2") == {"-c1", "-c3", "-c4"}


# ---- S9 strike ----


def test_s9_strike_captures_without_moving() -> None:
    match = at("..d*./.c../.S../...D*")
    assert moves_from(match, "b2") == {"*b3"}
    assert board_of(play(match, "b2*b3")) == "..d*./..../.S'../...D*"


def test_s9_strike_needs_an_enemy() -> None:
    assert moves_from(at("..d*./.C../.S../.D*.."), "b2") == set()
    assert refused(at("..d*./..../.S../.D*.."), "b2*b3")


@pytest.mark.parametrize("between", [".", "C", "c"])
def test_s9_what_stands_between_does_not_matter(between: str) -> None:
    match = at(f"d*.../.c../.{between}../.A'.D*")
    assert "*b3" in moves_from(match, "b1")


def test_s9_strike_goes_over_a_mountain() -> None:
    match = at("d*.../.c.#/.#../.A'.D*", board="course")
    assert moves_from(match, "b1") == {"*b3"}


def test_s9_strike_may_be_crooked() -> None:
    match = at("d*.../.c../..../P..D*")
    assert moves_from(match, "a1") == {"-a2", "*b3"}
    assert moves_from(at("...d*/.p../..../C.CD* turn=orange"), "b3") == {"-b2", "*a1", "*c1"}


def test_s9_a_face_may_offer_shift_and_strike_on_one_cell() -> None:
    both = {"Both": troop("B", {"shift": [[0, 1]], "strike": [[0, 1]]})}
    changes: Changes = {"troops": both, "stack": ["Drake", "Both", "Clubman"]}
    position = "..d*./..../c.../B..D*"
    assert moves_from(at(position, **changes), "a1") == {"xa2", "*a2"}
    assert board_of(play(at(position, **changes), "a1xa2")) == "..d*./..../B'.../...D*"
    assert board_of(play(at(position, **changes), "a1*a2")) == "..d*./..../..../B'..D*"


@pytest.mark.parametrize("wrong", ["b2xb3", "b2-b3"])
def test_s9_a_strike_is_written_with_its_own_sign(wrong: str) -> None:
    assert refused(at("..d*./.c../.S../...D*"), wrong)


# ---- S10 captured units ----


def captured(match: tabor.Match, player: int) -> dict[str, int]:
    """What the view shows as captured of a player."""
    panels = {panel["id"]: panel for panel in match.view()["panels"]}
    return {item["kind"]: item["count"] for item in panels[f"lost-{player}"]["items"]}


CAPTURES = "..d*./c.m./C.../S'..D* stack=A/A"


def test_s10_captured_units_leave_the_game_for_good() -> None:
    match = play(at(CAPTURES), "a2xa3")
    assert board_of(match) == "..d*./C'.m./..../S'..D*"
    assert fact(match, "stack") == "A/A"
    assert not any(action.startswith("a3") for action in match.legal)
    play(match, "+d4")
    assert board_of(match) == "..d*a/C'.m./..../S'..D*"  # the next of the stack, not the captured clubman


def test_s10_captured_units_are_kept_to_be_shown() -> None:
    match = play(at(), "+b1 +b4 +b2 +b3 +a1 +a4")
    assert (captured(match, 0), captured(match, 1)) == ({}, {})
    match.play("b2xb3")
    assert (captured(match, 0), captured(match, 1)) == ({}, {"Clubman": 1})
    play(match, "+c4")
    assert captured(match, 1) == {"Clubman": 1}


# ---- S11 capturing the leader ----


@pytest.mark.parametrize(
    ("position", "action", "winner"),
    [
        ("..../..../d*.../C..D*", "a1xa2", 0),  # shift
        ("d*.../..../..../D'*...", "a1xa4", 0),  # slide, by the leader itself
        ("..../..../d*.../S..D*", "a1*a2", 0),  # strike
        ("c..d*/D*.../..../.... turn=orange", "a4xa3", 1),
        ("d*..D*/..../..../.... turn=orange", "a4xd4", 1),
        ("s..d*/D*.../..../.... turn=orange", "a4*a3", 1),
    ],
)
def test_s11_capturing_the_enemy_leader_wins(position: str, action: str, winner: int) -> None:
    match = play(at(position), action)
    assert match.outcome == tabor.Outcome(winner, "leader-captured")
    assert (match.legal, match.player) == ([], None)


def test_s11_other_units_do_not_end_the_game() -> None:
    match = play(at("..d*./..../c.../C..D*"), "a1xa2")
    assert match.outcome is None


def test_s11_another_unit_of_the_leaders_troop_is_no_leader() -> None:
    drakes: Changes = {"stack": ["Drake", "Drake", "Drake"]}
    match = at("..d*./..../d.../D'..D*", **drakes)
    assert play(match, "a1xa2").outcome is None
    match = at("..d./..../d*.../D'..D*", **drakes)
    assert play(match, "a1xa2").outcome == tabor.Outcome(0, "leader-captured")


def test_s11_the_leader_stays_the_leader_when_its_troop_is_placed_again() -> None:
    match = play(at(stack=["Drake", "Drake", "Drake"]), "+a1 +a4 +a2 +b4 +b1 +a3")
    assert board_of(match) == "d*d../d.../D.../D*D.."


def test_s11_one_may_leave_the_own_leader_in_danger() -> None:
    match = at("..d*./c.../D*.../...C")
    assert "d1-d2" in match.legal
    play(match, "d1-d2 a3xa2")
    assert match.outcome == tabor.Outcome(1, "leader-captured")


# ---- S12 no move ----

SWORDS: Changes = {"stack": ["Swordsman", "Clubman", "Clubman", "Clubman"], **THREE}
STUCK = "s*../..C/..S*"  # orange's swordsman will have nobody to strike, and its stack is empty


def test_s12_a_player_without_a_legal_move_loses() -> None:
    match = play(at(STUCK, **SWORDS), "c2-b2")
    assert match.outcome == tabor.Outcome(0, "no-move")
    assert match.legal == []


def test_s12_blue_can_lose_so_too() -> None:
    match = play(at("s*c./.../..S* turn=orange", **SWORDS), "b3-c3")
    assert match.outcome == tabor.Outcome(1, "no-move")


def test_s12_who_can_place_has_a_move() -> None:
    match = play(at(f"{STUCK} stack=-/C", **SWORDS), "c2-b2")
    assert (match.outcome, match.legal) == (None, ["+a2", "+b3"])


def test_s12_who_can_only_strike_has_a_move() -> None:
    match = play(at("s*.C/.../..S*", **SWORDS), "c3-b3")
    assert (match.outcome, match.legal) == (None, ["a3*b3"])


def test_s12_a_guard_that_cannot_be_placed_loses() -> None:
    corner = on_board("#..", "...", ".#.")
    match = play(at(**corner), "+a1 +b3 +a2")
    assert match.outcome is None
    match.play("+c3")
    assert match.outcome == tabor.Outcome(1, "no-move")  # a1 touches a2, taken, and the mountain b1


def test_s12_a_leader_that_cannot_be_placed_loses() -> None:
    assert at(**on_board("...", "...", "###")).outcome == tabor.Outcome(1, "no-move")
    assert play(at(**on_board("###", "...", "...")), "+a1").outcome == tabor.Outcome(0, "no-move")


def test_s12_having_no_move_may_mean_a_draw() -> None:
    match = play(at(STUCK, **SWORDS, end={"no_move": "draw"}), "c2-b2")
    assert match.outcome == tabor.Outcome(None, "no-move")
    corner = on_board("#..", "...", ".#.")
    match = play(at(**corner, end={"no_move": "draw"}), "+a1 +b3 +a2 +c3")
    assert match.outcome == tabor.Outcome(None, "no-move")


# ---- S13 no progress ----


def test_s13_fifty_plies_without_progress_are_a_draw() -> None:
    match = at("d*.../..../..../...D*")
    there_and_back = "d1-c1 a4-b4 c1-c2 b4-b3 c2-d2 b3-a3 d2-d1 a3-a4"
    for ply in range(1, 51):
        assert match.outcome is None, ply
        match.play(there_and_back.split()[(ply - 1) % 8])
    assert match.outcome == tabor.Outcome(None, "no-progress")
    assert match.legal == []


@pytest.mark.parametrize(("idle", "over"), [(48, False), (49, True)])
def test_s13_the_fiftieth_ply_ends_it(idle: int, over: bool) -> None:
    match = play(at(f"d*.../..../..../...D* idle={idle}"), "d1-c1")
    assert (match.outcome is not None) == over


@pytest.mark.parametrize(
    ("position", "action"),
    [
        ("d*.../..../..../...D* stack=A/A", "+d2"),  # a placement
        ("d*.../..../c.../C..D*", "a1xa2"),  # a capture by moving
        ("d*.../..../c.../S..D*", "a1*a2"),  # a strike
    ],
)
def test_s13_placements_and_captures_are_progress(position: str, action: str) -> None:
    match = play(at(f"{position} idle=49"), action)
    assert match.outcome is None
    assert fact(match, "idle") == "0"


def test_s13_either_players_progress_counts_for_both() -> None:
    match = play(at("d*.../..../..../...D* stack=-/A idle=48"), "d1-b1")
    assert fact(match, "idle") == "49"
    assert fact(play(match, "+a3"), "idle") == "0"


def test_s13_capturing_the_leader_on_the_last_ply_wins() -> None:
    match = play(at("d*.../..../..../D'*... idle=49"), "a1xa4")
    assert match.outcome == tabor.Outcome(0, "leader-captured")


def test_s13_having_no_move_counts_before_the_draw() -> None:
    rules = {"end": {"no_progress": 5}, "stack": ["Swordsman"], "guards": 0, "boards": {"plain": ["..."] * 3}}
    match = tabor.Match(tabor.load("drake", rules=rules), position="s*../.../S'*.. idle=4")
    match.play("a1-b1")
    assert match.outcome == tabor.Outcome(0, "no-move")


def test_s13_the_limit_is_data() -> None:
    match = at("d*.../..../..../...D*", end={"no_progress": 3})
    assert play(match, "d1-c1 a4-b4").outcome is None
    assert play(match, "c1-c2").outcome == tabor.Outcome(None, "no-progress")


def test_s13_resigning_and_agreed_draws_belong_to_the_match() -> None:
    match = at()
    match.resign()
    assert match.outcome == tabor.Outcome(1, "resigned")
    match = at()
    match.agree_draw()
    assert match.outcome == tabor.Outcome(None, "agreed")
    assert all(action.startswith("+") for action in at().legal)  # neither is an action of the rules


# ---- the list itself ----


def test_every_sentence_has_a_test() -> None:
    check_sentences(find("drake"), sys.modules[__name__])
