"""The rules of lanes, sentence by sentence, in positions drawn by hand (tests/lanes_fields.py)."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from lanes_fields import at, can, damage, drawn, fact, foe, load, looks, messages, play, refused, setup_of, unit

import tabor
from tabor.games import find
from tabor.games.lanes import KIND
from tabor.games.lanes.view import about
from tabor.loading import load_kind
from tabor.messages import speaker
from tabor.testing import check_sentences

EMPTY = """
    [. . . .]
    . . . .
    . . . .
    . . . .
    . . . .
"""


# ---- S1 the field ----


@pytest.mark.parametrize("rows", [4, 5, 6])
def test_s1_four_columns_and_four_to_six_rows(rows: int) -> None:
    match = tabor.Match(load(rows), seed=1)
    board = drawn(match)
    assert [len(line.split()) for line in board] == [4] * (rows + 1)


@pytest.mark.parametrize("rows", [3, 7])
def test_s1_other_numbers_of_rows_are_refused(rows: int) -> None:
    with pytest.raises(tabor.DataError, match=r"levels.arena.rows is \d; it must be a whole number from 4 to 6"):
        load(rows)


def test_s1_row_1_is_the_players_camp_and_the_last_row_the_hordes() -> None:
    match = at("[. . . .] \n . . -Imp . \n . . . . \n +Man . . . \n . . . .", "hand=Man initiative=9")
    assert {action for action in match.legal if "@" in action} == {"Man@a1", "Man@b1", "Man@c1", "Man@d1"}
    match = play(at("[Imp . . .] \n . . . . \n . . . . \n . . . . \n . . . .", rules={"advance": 0}), "end")
    assert drawn(match)[1] == "-Imp . . ."


def test_s1_staged_units_are_seen_by_both_and_hit_by_nobody() -> None:
    match = at("[Imp . . .] \n . . . . \n +Bow . . . \n . . . . \n . . . .")  # two ahead: the camp, then past it
    play(match, "end")
    assert damage(match)[1] == 1
    for seat in (0, 1, None):
        view = at("[. Imp . .] \n . . . . \n . . . . \n . . . . \n . . . .").view(seat)
        assert [piece["cells"] for piece in view["pieces"]] == [["b5"]]


# ---- S2 units ----


def test_s2_power_health_range_and_difficulty_are_those_of_the_data() -> None:
    units = {"Bull": unit(3, 7, range=3, difficulty=2)}
    match = at("[. . . .] \n . . . . \n -Orc . . . \n . . . . \n +Bull . . .", "initiative=2", units=units)
    assert can(match, "a1-a2")
    assert not can(match, "a1-b1")  # 2 × 2
    play(match, "end")
    assert looks(match, "[. . . .] \n . . . . \n . . . . \n . . . . \n +Bull . . .")


def test_s2_difficulty_is_at_least_1() -> None:
    with pytest.raises(tabor.DataError, match=r"units.Bull.difficulty is 0; it must be a whole number from 1 to 9"):
        load(units={"Bull": unit(difficulty=0)})


# ---- S3 objects ----


def test_s3_an_object_blocks_the_way_of_both() -> None:
    match = at("[. . . .] \n . -Imp . . \n . #Fence . . \n . +Man . . \n . . . .", "initiative=9")
    assert not can(match, "b2-b3")
    play(match, "end")
    assert drawn(match)[1].split()[1] == "-Imp"


def test_s3_both_sides_attack_it_and_it_passes_on_no_overkill() -> None:
    match = at("[. . . .] \n . . . . \n . -Imp . . \n . #Fence . . \n . +Man . .")
    play(match, "end")  # 1 from each side
    assert looks(match, "[. . . .] \n . . . . \n . -Imp . . \n . . . . \n . +Man . .")
    units = {"Bull": unit(5, 5)}
    match = at("[Imp . . .] \n #Fence . . . \n +Bull . . . \n . . . . \n . . . .", units=units)
    play(match, "end")
    assert "overkill" not in messages(match)
    assert "Imp:" not in match.position


def test_s3_nothing_destroys_what_is_indestructible() -> None:
    match = at("[. . . .] \n . . . . \n . . . . \n #Rock . . . \n +Man . . .")
    play(match, "end")
    assert drawn(match)[3].split()[0] == "#Rock"


def test_s3_an_object_on_a_camp_cell_shields_the_camp_except_from_shots_past_it() -> None:
    melee = play(at("[. . . .] \n #Rock . . . \n +Man . . . \n . . . . \n . . . ."), "end")
    assert damage(melee) == (0, 0)
    onto = play(at("[. . . .] \n #Rock . . . \n . . . . \n +Bow . . . \n . . . ."), "end")
    assert damage(onto) == (0, 0)
    past = play(at("[. . . .] \n #Rock . . . \n +Bow . . . \n . . . . \n . . . ."), "end")
    assert damage(past) == (0, 1)


def test_s3_an_object_never_acts_and_is_nobodys() -> None:
    match = at("[. . . .] \n . . . . \n . . . . \n #Fence . . . \n . . . .", "initiative=9")
    assert not [action for action in match.legal if action.startswith("a2")]
    assert [piece["owner"] for piece in match.view(0)["pieces"]] == [None]


# ---- S4 pawns ----


def test_s4_the_pawn_and_its_deck() -> None:
    game = load_kind(KIND)
    pawn = setup_of(game).kinds[int(game.rules["pawn"])]
    assert (pawn.ranged, pawn.range, pawn.power, pawn.health, pawn.difficulty) == (False, 1, 1, 1, 1)
    assert (pawn.price, pawn.sacrifice, pawn.needs) == (0, 0, ())
    assert int(game.begin(1)["pawns"]) == 9  # ten, less the one of the opening hand


def test_s4_pawn_and_number_are_data() -> None:
    match = tabor.Match(load(rules={"pawn": "Man", "pawns": 4}), seed=1)
    assert (fact(match, "known"), fact(match, "pawns")) == ("Man", "3")


# ---- S5 the start ----


def test_s5_opening_hand_and_round_0() -> None:
    match = tabor.Match(load(), seed=1)
    assert int(match.state["hand_size"]) == 4
    assert int(match.state["deck_size"]) == 17
    assert fact(match, "known") == "Pawn"
    assert (fact(match, "turn"), fact(match, "round")) == ("horde", "0")
    play(match, "Imp^b")
    assert (fact(match, "turn"), fact(match, "phase"), fact(match, "round")) == ("player", "prepare", "1")
    assert int(match.state["hand_size"]) == 4  # no draw


def test_s5_the_levels_pieces_stand_on_the_field() -> None:
    level: dict[str, Any] = {
        "supply": {"Imp": 1},
        "per_round": 1,
        "horde": {"b3": "Orc"},
        "player": {"a1": "Man"},
        "objects": {"c2": "Rock"},
    }
    match = tabor.Match(load(4, **level), seed=1)
    assert drawn(match)[1:] == [". . . .", ". -Orc . .", ". . #Rock .", "+Man . . ."]


def test_s5_the_opening_hand_is_data() -> None:
    match = tabor.Match(load(rules={"opening": {"main": 5, "pawns": 2}}), seed=1)
    assert (int(match.state["hand_size"]), fact(match, "known")) == (7, "Pawn*2")


# ---- S6 the round ----


def test_s6_the_steps_of_a_round_in_their_order() -> None:
    match = at("[. . . Imp] \n . -Orc . . \n . . . . \n . . . . \n . +Pike . .", "deck=Man pawns=1")
    play(match, "end Imp^a draw")
    told = [id_ for id_ in messages(match) if id_ not in ("stopped",)]
    assert told == ["entered", "advanced", "advanced", "staged", "drew-card", "turn-begins"]
    match = at("[. . . .] \n . . . . \n . -Orc:1 . . \n . +Man . . \n . . . .")
    play(match, "end")
    assert messages(match)[:2] == ["blow", "died"]  # the player's attack comes before the horde's


# ---- S7 preparation ----


def test_s7_deploying_goes_to_free_cells_of_the_camp_and_as_often_as_one_likes() -> None:
    match = at("[. . . .] \n . . . . \n . . . . \n . . . . \n #Rock . . .", "hand=Pawn*2,Man")
    assert {a for a in match.legal if "@" in a} == {
        f"{card}@{cell}" for card in ("Pawn", "Man") for cell in ("b1", "c1", "d1")
    }
    play(match, "Pawn@b1 Pawn@c1 Man@d1")
    assert drawn(match)[4] == "#Rock +Pawn +Pawn +Man"


def test_s7_a_unit_deployed_this_round_may_move_and_attack() -> None:
    match = at("[. . . .] \n . . . . \n -Imp:1 . . . \n . . . . \n . . . .", "hand=Man initiative=1")
    play(match, "Man@a1 a1-a2 end")
    assert drawn(match)[2:4] == [". . . .", "+Man . . ."]


def test_s7_in_any_order() -> None:
    match = at("[. . . .] \n . . . . \n . . . . \n . . . . \n +Man . . .", "hand=Pawn initiative=3 bonuses=Rally")
    play(match, "a1-a2 Pawn@a1 Rally a2-a3 a1-b1")
    assert drawn(match)[2:] == ["+Man' . . .", ". . . .", ". +Pawn . ."]


def test_s7_abilities_cost_initiative_and_are_used_as_often_as_they_can_be_paid() -> None:
    units = {"Monk": unit(0, 2, ability={"effect": "heal", "amount": 1, "price": 1})}
    drawing = "[. . . .] \n . . . . \n . . . . \n . . . . \n +Monk +Man:1 . ."
    match = play(at(drawing, "initiative=2", units=units), "a1>b1 a1>b1")
    assert drawn(match)[4] == "+Monk +Man . ."
    assert fact(match, "initiative", "0") == "0"
    assert not can(at(drawing, units=units), "a1>b1")  # without initiative


@pytest.mark.parametrize(
    ("effect", "action", "seen"),
    [
        ({"effect": "damage", "amount": 1}, "a1>c3", "-Imp:2"),
        ({"effect": "hold"}, "a1>c", "held=c"),
        ({"effect": "draw", "amount": 1}, "a1>", "hand=Man"),
        ({"effect": "recall"}, "a1>b1", "hand=Man"),
        ({"effect": "shield"}, "a1>b1", "+Man*"),
        ({"effect": "initiative", "amount": 1}, "a1>", "initiative=2"),
    ],
    ids=lambda value: str(value["effect"]) if isinstance(value, dict) else "",
)
def test_s7_any_effect_can_be_an_ability(effect: dict[str, Any], action: str, seen: str) -> None:
    units = {"Monk": unit(0, 2, ability=effect | {"price": 2})}
    drawing = "[. . . .] \n . . . . \n . . -Imp . \n . . . . \n +Monk +Man . ."
    match = play(at(drawing, "initiative=3 deck=Man", units=units), action)
    assert seen in match.position
    assert effect["effect"] == "initiative" or fact(match, "initiative") == "1"


def test_s7_an_ability_that_swaps() -> None:
    units = {"Monk": unit(0, 2, ability={"effect": "swap", "price": 1})}
    drawing = "[. . . .] \n . . . . \n . . . . \n . . +Bow . \n +Monk +Man . ."
    match = play(at(drawing, "initiative=1", units=units), "a1>b1 >c2")
    assert drawn(match)[3:] == [". . +Man .", "+Monk +Bow . ."]


def test_s7_rows_for_deployment_are_data() -> None:
    match = at(EMPTY, "hand=Man", rules={"deploy_rows": 3})
    assert {a for a in match.legal if "@" in a} == {f"Man@{column}{row}" for column in "abcd" for row in (1, 2, 3)}
    match = at(EMPTY, "hand=Man", rules={"deploy_rows": 5})
    assert not can(match, "Man@a4")  # never the enemy camp


# ---- S8, S11 the order of attacks ----


def order_of_blows(match: tabor.Match) -> list[Any]:
    return [message.args["cell"] for _, message in match.history(0) if message.id in ("blow", "camp-hit", "missed")]


def test_s8_the_player_attacks_column_by_column_from_the_top() -> None:
    match = at("[. . . .] \n . . . . \n +Bow . . +Bow \n +Bow +Bow . . \n . +Bow . .")
    play(match, "end")
    assert order_of_blows(match) == ["a3", "a2", "b2", "b1", "d3"]


def test_s11_the_horde_attacks_column_by_column_from_the_bottom() -> None:
    match = at("[. . . .] \n -Elf . . . \n -Elf -Elf . . \n . -Elf . . \n . . . .", rules={"advance": 0})
    play(match, "end")
    assert order_of_blows(match) == ["a3", "a4", "b2", "b3"]


def test_s8_who_attacks_first_matters() -> None:
    """The upper unit kills; the lower one then finds the next enemy."""
    units = {"Lance": unit(1, 1, range=3)}
    match = at("[. . . .] \n -Orc:1 . . . \n -Imp:1 . . . \n +Lance . . . \n +Lance . . .", units=units)
    play(match, "end")
    assert drawn(match)[1:3] == [". . . .", ". . . ."]


def test_s8_a_unit_without_power_makes_no_blow_and_nothing_answers_it() -> None:
    units = {"Nun": unit(0, 3), "Hedge": foe(0, 3, "thorns"), "Flag": unit(0, 3, "banner")}
    match = play(at("[. . . .] \n . . . . \n -Hedge . . . \n +Nun . . . \n . . . .", units=units), "end")
    assert looks(match, "[. . . .] \n . . . . \n -Hedge . . . \n +Nun . . . \n . . . .")
    assert not {"blow", "pricked"} & set(messages(match))
    match = play(at("[. . . .] \n . . . . \n -Hedge . . . \n +Nun +Flag . . \n . . . .", units=units), "end")
    assert looks(match, "[. . . .] \n . . . . \n -Hedge:2 . . . \n +Nun:2 +Flag . . \n . . . .")


# ---- S9 entering ----


def test_s9_a_staged_unit_enters_its_camp_cell_or_waits() -> None:
    match = at(
        "[Imp Orc Imp .] \n . -Imp #Rock . \n . -Imp . . \n . -Imp . . \n . . . .", rules={"entered_advance": False}
    )
    play(match, "end")
    assert drawn(match)[:2] == ["[. Orc Imp .]", "-Imp -Imp #Rock ."]


def test_s9_a_staged_unit_keeps_its_health() -> None:
    match = at("[Imp:1 . . .] \n . . . . \n . . . . \n . . . . \n . . . .")
    play(match, "end")
    assert "-Imp:1" in match.position


# ---- S10 advancing ----


def test_s10_one_cell_down_if_it_is_free_nearest_first() -> None:
    match = at("[. . . .] \n -Imp . -Imp . \n -Imp . #Rock . \n . . . . \n . . . .")
    play(match, "end")
    assert looks(match, "[. . . .] \n . . -Imp . \n -Imp . #Rock . \n -Imp . . . \n . . . .")


def test_s10_never_into_the_players_camp() -> None:
    match = play(at("[. . . .] \n . . . . \n . . . . \n -Imp . . . \n . . . ."), "end")
    assert drawn(match)[3] == "-Imp . . ."


def test_s10_units_that_have_just_entered_advance_too_or_not() -> None:
    drawing = "[Imp . . .] \n . . . . \n . . . . \n . . . . \n . . . ."
    assert drawn(play(at(drawing), "end"))[1:3] == [". . . .", "-Imp . . ."]
    stay = at(drawing, rules={"entered_advance": False})
    assert drawn(play(stay, "end"))[1:3] == ["-Imp . . .", ". . . ."]


@pytest.mark.parametrize(("cells", "row"), [(0, 4), (1, 3), (2, 2), (5, 2)])
def test_s10_how_far_is_data(cells: int, row: int) -> None:
    match = at("[. . . .] \n . -Imp . . \n . . . . \n . . . . \n . . . .", rules={"advance": cells})
    play(match, "end")
    assert drawn(match)[5 - row] == ". -Imp . ."


# ---- S12 the horde prepares ----


def test_s12_supply_goes_to_free_places_and_may_stop_early() -> None:
    match = at("[. Imp . .] \n . . . . \n . . . . \n . . . . \n . . . .", "turn=horde left=2 supply=Imp,Orc")
    assert set(match.legal) == {f"{name}^{column}" for name in ("Imp", "Orc") for column in "acd"} | {"stop"}
    play(match, "Orc^d")
    assert drawn(match)[0] == "[. Imp . Orc]"
    assert fact(match, "supply") == "Imp"
    play(match, "stop")
    assert fact(match, "turn") == "player"


@pytest.mark.parametrize(("per_round", "counts"), [(2, [2, 2, 2, 2]), ([3, 0, 1], [3, 0, 1, 1])])
def test_s12_preparations_per_round_are_one_number_or_a_list(per_round: Any, counts: list[int]) -> None:
    game = load(6, supply={"Imp": 40}, per_round=per_round, rules={"draw": 0})
    match = tabor.Match(game, seed=1)
    found = []
    for round_ in range(4):
        before = int(match.state["supply"].sum())
        while fact(match, "turn") == "horde":
            play(match, next(action for action in match.legal if action != "stop"))
        found.append(before - int(match.state["supply"].sum()))
        assert fact(match, "round") == str(round_ + 1)
        match.state["staged"][:] = 0  # make room
        match.state["staged_health"][:] = 0
        match.state["standing"][1] = 0
        match.state["unit"][:] = 0
        match.state["health"][:] = 0
        play(match, "end")
    assert found == counts


def test_s12_what_cannot_be_prepared_is_not_asked_for() -> None:
    full = at("[Imp Imp Imp Imp] \n -Imp -Imp -Imp -Imp \n -Imp -Imp -Imp -Imp \n -Imp -Imp -Imp -Imp \n . . . .")
    assert fact(play(full, "end"), "turn") == "player"
    none = at(
        "[. . . .] \n . . . . \n -Imp . . . \n . . . . \n . . . .", "supply=Imp", supply={"Imp": 1}, per_round=[1, 0]
    )
    assert fact(play(none, "end"), "round") == "2"


SCRIPT = [
    {"round": 0, "unit": "Imp", "column": "b"},
    {"round": 1, "unit": "Orc", "column": "b"},
    {"round": 1, "unit": "Elf", "column": "a"},
    {"round": 0, "unit": "Orc", "column": "b"},
]


def test_s12_a_script_leaves_no_choice_and_goes_by_round_then_as_listed() -> None:
    match = tabor.Match(load(4, script=SCRIPT), seed=1)
    assert match.legal == ["Imp^b"]  # the second of round 0 waits for the same place
    play(match, "Imp^b")
    assert fact(match, "turn") == "player"
    play(match, "end")  # Imp enters: b is free again, and an older entry comes before those of round 1
    assert match.legal == ["Orc^b"]
    play(match, "Orc^b")
    assert match.legal == ["Elf^a"]


def test_s12_an_entry_that_waits_holds_up_no_other_column() -> None:
    drawing = "[. Imp . .] \n . -Imp . . \n . -Imp . . \n . -Imp . . \n . . . ."
    match = at(drawing, "round=1 script=0:Orc@b,1:Elf@a,1:Imp@d", script=SCRIPT)
    play(match, "end")
    assert match.legal == ["Elf^a"]
    play(match, "Elf^a Imp^d")
    assert drawn(match)[0] == "[Elf Imp . Imp]"
    assert fact(match, "script") == "0:Orc@b"


def test_s12_preparations_per_round_do_not_limit_a_script() -> None:
    script = [{"round": 0, "unit": "Imp", "column": column} for column in "abcd"]
    match = play(tabor.Match(load(4, script=script), seed=1), "Imp^a Imp^b Imp^c Imp^d")
    assert drawn(match)[0] == "[Imp Imp Imp Imp]"


def test_s12_endless_levels_bring_more_and_more_by_dice() -> None:
    waves = {"first": 1, "every": 2, "most": 3, "units": {"Imp": {"weight": 1}, "Orc": {"weight": 5, "from": 3}}}
    match = tabor.Match(load(6, endless=waves, rules={"camps": {"player": 900, "horde": 900}}), seed=3)
    came: list[int] = []
    seen: set[str] = set()
    while fact(match, "round") != "9":
        if fact(match, "turn") == "horde":
            came.append(int(match.state["left"]))
            if int(match.state["round"]) < 3:
                assert "Orc" not in fact(match, "supply")
            seen |= set(fact(match, "supply").replace("*", ",").split(","))
            play(match, "stop")
        else:
            match.play("end" if "end" in match.legal else match.legal[0])
    assert came == [1, 1, 2, 2, 3, 3, 3, 3, 3]
    assert "Orc" in seen


def test_s12_whatever_dice_bring_is_there() -> None:
    wave = {"first": 3, "every": 9, "most": 3, "units": {"Imp": {"weight": 1}}}
    empty = "[. . . .] \n . . . . \n . . . . \n . . . . \n . . . ."
    match = play(at(empty, "supply=Imp*98", endless=wave), "end")
    assert messages(match).count("mustered") == 3
    assert fact(match, "supply") == "Imp*101"
    tens_of_thousands = play(at(empty, "supply=Imp*20000", endless=wave), "end")
    assert fact(tens_of_thousands, "supply") == "Imp*20003"


def test_s12_every_undying_unit_returns_to_its_script() -> None:
    units, script = {"Ghost": foe(1, 1, "undying")}, [{"round": 9, "unit": "Imp", "column": "a"}]
    waiting = ",".join(["2:Ghost@b"] * 31)
    rows = "[. . . .] \n . . . . \n -Ghost . . . \n +Man . . . \n . . . ."
    match = play(at(rows, f"returning={waiting}", units=units, script=script), "end")
    assert fact(match, "returning").count("Ghost") == 32
    with pytest.raises(ValueError, match="the horde has 33 undying units; there may be 32"):
        at(rows, f"returning={waiting},2:Ghost@b", units=units, script=script)


# ---- S13 draw ----


def test_s13_one_card_from_the_deck_that_the_player_chooses() -> None:
    match = at(EMPTY, "turn=horde left=1 deck=Man pawns=1")
    play(match, "stop")
    assert match.legal == ["draw", "pawn"]
    assert fact(play(match.copy(), "draw"), "hand") == "Man"
    assert fact(play(match.copy(), "pawn"), "hand") == "Pawn"
    assert fact(play(match, "pawn"), "round") == "2"


def test_s13_an_empty_deck_is_not_offered() -> None:
    assert fact(play(at(EMPTY, "turn=horde left=1 deck=Man"), "stop"), "hand") == "Man"
    assert fact(play(at(EMPTY, "turn=horde left=1 pawns=1"), "stop"), "hand") == "Pawn"


def test_s13_with_a_full_hand_or_empty_decks_it_is_skipped() -> None:
    full = at(EMPTY, "turn=horde left=1 deck=Man pawns=1 hand=Pawn*10")
    assert fact(play(full, "stop"), "hand") == "Pawn*10"
    small = at(EMPTY, "turn=horde left=1 deck=Man pawns=1 hand=Pawn*4", rules={"hand": 4})
    assert fact(play(small, "stop"), "hand") == "Pawn*4"
    assert fact(play(at(EMPTY, "turn=horde left=1"), "stop"), "phase") == "prepare"


def test_s13_how_many_cards_is_data() -> None:
    match = play(at(EMPTY, "turn=horde left=1 deck=Man pawns=5", rules={"draw": 3}), "stop draw")
    assert fact(match, "hand") == "Pawn*2,Man"  # the main deck is empty now: the rest leaves no choice
    none = play(at(EMPTY, "turn=horde left=1 deck=Man pawns=5", rules={"draw": 0}), "stop")
    assert fact(none, "hand") == ""


# ---- S14 what is known ----


def test_s14_the_horde_never_sees_hand_or_deck() -> None:
    one = at(EMPTY, "hand=Man deck=Bow,Pike pawns=2")
    other = at(EMPTY, "hand=Bow deck=Man*2 pawns=2")
    assert one.view(0) != other.view(0)
    for seat in (1, None):
        assert one.view(seat) == other.view(seat)
    assert one.game.key(one.state, 1) == other.game.key(other.state, 1)
    assert one.game.key(one.state, 0) != other.game.key(other.state, 0)


def test_s14_the_player_never_sees_the_script() -> None:
    facts = "round=1 script="
    one, other = (at(EMPTY, facts + script, script=SCRIPT) for script in ("2:Orc@b", "3:Imp@a,9:Elf@c"))
    for seat in (0, None):
        assert one.view(seat) == other.view(seat)
    assert one.view(1) != other.view(1)
    assert one.game.key(one.state, 0) == other.game.key(other.state, 0)
    assert (one.game.observe(one.state, 0) == other.game.observe(other.state, 0)).all()


def test_s14_all_see_counts_field_and_staging() -> None:
    match = at(
        "[Imp . . .] \n . . . . \n . . . . \n . . . . \n +Man . . .", "hand=Man,Pawn deck=Bow*3 pawns=2 supply=Imp*4"
    )
    for seat in (0, 1, None):
        panels = {panel["id"]: panel for panel in match.view(seat)["panels"]}
        assert sum(item["count"] for item in panels["hand"]["items"]) == 2
        assert [item["count"] for item in panels["decks"]["items"]] == [3, 2]
        assert [(item["kind"], item["count"]) for item in panels["supply"]["items"]] == [("Imp", 4)]
        assert len(match.view(seat)["pieces"]) == 2


def test_s14_the_horde_remembers_what_it_saw() -> None:
    """A pawn from the pawn deck and a unit that returned to the hand are known; a drawn card is not."""
    match = at("[. . . .] \n . . . . \n . . . . \n . . . . \n +Man . . .", "bonuses=Retreat hand=Bow pawns=1")
    play(match, "Retreat>a1 end stop")
    assert fact(match, "known") == "Pawn,Man"
    play(match, "Man@a1 Bow@b1")
    assert (fact(match, "known"), fact(match, "seen")) == ("Pawn", "Bow")


# ---- S15 initiative ----


def test_s15_it_is_set_anew_each_turn_and_unspent_points_are_lost() -> None:
    match = play(at(EMPTY, "initiative=2"), "end stop")
    assert fact(match, "initiative") == "3"
    assert fact(play(at(EMPTY, "initiative=9"), "end stop"), "initiative") == "3"


@pytest.mark.parametrize(
    ("initiative", "expected"),
    [
        ({"kind": "fixed", "fixed": 2}, [2, 2, 2, 2]),
        ({"kind": "growing"}, [1, 2, 3, 4, 5, 5]),
        ({"kind": "growing", "start": 3, "cap": 4}, [3, 4, 4]),
    ],
    ids=str,
)
def test_s15_fixed_or_growing(initiative: dict[str, Any], expected: list[int]) -> None:
    match = tabor.Match(load(6, rules={"initiative": initiative, "draw": 0}), seed=1)
    found = []
    for _ in expected:
        play(match, "stop")
        found.append(int(match.state["initiative"]))
        play(match, "end")
    assert found == expected


def test_s15_it_pays_for_cards() -> None:
    units = {"Dear": unit(price={"initiative": 2})}
    match = at(EMPTY, "initiative=3 hand=Dear*2", units=units)
    play(match, "Dear@a1")
    assert fact(match, "initiative") == "1"
    assert refused(match, "Dear@b1")


# ---- S16 moving ----


def test_s16_to_free_cells_beside_it() -> None:
    match = at("[. . . .] \n . . . . \n . -Imp . . \n +Man +Man . . \n . . . .", "initiative=9")
    assert {a for a in match.legal if a.startswith("b2-")} == {"b2-b1", "b2-c2"}
    assert {a for a in match.legal if a.startswith("a2-")} == {"a2-a1", "a2-a3"}


def test_s16_never_into_the_enemy_camp() -> None:
    match = at("[. . . .] \n . . . . \n +Man . . . \n . . . . \n . . . .", "initiative=9")
    assert refused(match, "a3-a4")


def test_s16_any_number_of_steps_while_initiative_lasts() -> None:
    match = at("[. . . .] \n . . . . \n . . . . \n . . . . \n +Man . . .", "initiative=5")
    play(match, "a1-b1 b1-c1 c1-c2")
    assert fact(match, "initiative", "0") == "0"
    assert not [action for action in match.legal if "-" in action]


# ---- S17 prices of steps ----


@pytest.mark.parametrize(
    ("moves", "price"),
    [("a2-a3", 1), ("a2-b2", 2), ("a2-a1", 2), ("a2-a3 a3-a4", 3), ("a2-b2 b2-b3", 3), ("a2-a3 a3-a2 a2-a3", 5)],
)
def test_s17_the_first_step_forward_costs_difficulty_all_others_twice(moves: str, price: int) -> None:
    drawing = "[. . . .] \n . . . . \n . . . . \n . . . . \n +Man . . . \n . . . ."
    assert int(play(at(drawing, "initiative=9"), moves).state["initiative"]) == 9 - price
    slow = {"Man": unit(1, 3, difficulty=2)}
    assert int(play(at(drawing, "initiative=20", units=slow), moves).state["initiative"]) == 20 - 2 * price


def test_s17_each_unit_and_each_turn_has_a_first_step() -> None:
    drawing = "[. . . .] \n . . . . \n . . . . \n . . . . \n . . . . \n +Man +Man . ."
    match = play(at(drawing, "initiative=3"), "a1-a2 b1-b2")
    assert fact(match, "initiative") == "1"
    play(match, "end stop a2-a3")
    assert fact(match, "initiative") == "2"


def test_s17_factors_and_the_least_price_are_data() -> None:
    drawing = "[. . . .] \n . . . . \n . . . . \n . . . . \n +Man . . ."
    steps = {"first": 0, "other": 3, "least": 1}
    match = play(at(drawing, "initiative=9", rules={"steps": steps}), "a1-a2 a2-b2")
    assert fact(match, "initiative") == "5"  # never less than 1, then 3


# ---- S18 melee ----


def test_s18_the_nearest_enemy_within_range() -> None:
    match = play(at("[. . . .] \n -Imp . . . \n -Orc . . . \n . . . . \n +Pike . . ."), "end")
    assert drawn(match)[1:3] == [". . . .", "-Imp . . ."] or "-Orc:2" in match.position
    near = play(at("[. . . .] \n . . . . \n -Imp . . . \n -Orc . . . \n +Pike . . ."), "end")
    assert "-Orc:2" in near.position
    assert "-Imp:2" not in near.position
    far = play(at("[. . . .] \n -Imp . . . \n . . . . \n . . . . \n +Pike . . .", rules={"advance": 0}), "end")
    assert "blow" not in messages(far)


def test_s18_friends_in_between_do_not_block() -> None:
    match = play(at("[. . . .] \n . . . . \n -Imp . . . \n +Man . . . \n +Pike . . ."), "end")
    assert "-Imp:1" in match.position


def test_s18_only_in_its_own_column() -> None:
    match = play(at("[. . . .] \n . . . . \n . -Imp . . \n +Man . . . \n . . . ."), "end")
    assert "blow" not in messages(match)


def test_s18_without_an_enemy_it_hits_the_camp_if_that_is_in_range() -> None:
    assert damage(play(at("[. . . .] \n . . . . \n +Man . . . \n . . . . \n . . . ."), "end")) == (0, 1)
    assert damage(play(at("[. . . .] \n . . . . \n . . . . \n +Pike . . . \n . . . ."), "end")) == (0, 1)
    assert damage(play(at("[. . . .] \n . . . . \n . . . . \n +Man . . . \n . . . ."), "end")) == (0, 0)
    assert damage(play(at("[. . . .] \n -Imp . . . \n +Man . . . \n . . . . \n . . . ."), "end")) == (0, 0)
    assert damage(play(at("[. . . .] \n . . . . \n . . . . \n -Orc . . . \n . . . ."), "end")) == (2, 0)
    assert damage(play(at("[. . . .] \n . . . . \n . . . . \n -Orc . . . \n +Man . . ."), "end")) == (0, 0)


# ---- S19 ranged ----


def test_s19_only_the_cell_exactly_range_ahead_over_everything() -> None:
    match = play(at("[. . . .] \n . . . . \n -Orc . . . \n -Imp . . . \n +Bow . . ."), "end")
    assert "-Orc:2" in match.position
    assert "-Imp:2" not in match.position


def test_s19_a_miss() -> None:
    match = play(at("[. . . .] \n . . . . \n . . . . \n -Imp . . . \n +Bow . . ."), "end")
    assert messages(match)[0] == "missed"
    own = play(at("[. . . .] \n . . . . \n +Man . . . \n . . . . \n +Bow . . ."), "end")
    assert "missed" in messages(own)


def test_s19_the_camp_is_hit_on_an_empty_cell_or_past_it_staged_units_or_not() -> None:
    assert damage(play(at("[Imp . . .] \n . . . . \n . . . . \n +Bow . . . \n . . . ."), "end"))[1] == 1
    assert damage(play(at("[Imp . . .] \n -Imp . . . \n +Bow . . . \n . . . . \n . . . ."), "end"))[1] == 1
    assert damage(play(at("[. . . .] \n -Imp . . . \n . . . . \n +Bow . . . \n . . . ."), "end"))[1] == 0
    assert damage(play(at("[. . . .] \n . . . . \n . . . . \n -Elf . . . \n +Man . . ."), "end"))[0] == 1


def test_s19_range_cells_in_between_is_the_alternative() -> None:
    rules = {"ranged": "between"}
    drawing = "[. . . .] \n . . . . \n -Imp . . . \n -Orc . . . \n . . . . \n +Bow . . ."
    match = play(at(drawing, rules=rules), "end")
    assert "-Imp:2" in match.position
    assert "-Orc:2" not in match.position


# ---- S20 damage at once ----


def test_s20_the_dead_leave_at_once_and_do_not_attack() -> None:
    match = play(at("[. . . .] \n . . . . \n . . . . \n -Imp:1 . . . \n +Man . . ."), "end")
    assert looks(match, "[. . . .] \n . . . . \n . . . . \n . . . . \n +Man . . .")
    kept = play(at("[. . . .] \n . . . . \n . . . . \n -Imp:2 . . . \n +Man . . ."), "end")
    assert drawn(kept)[4] == "+Man:2 . . ."


# ---- S21 overkill ----

BULL = {"Bull": unit(5, 5)}


def test_s21_damage_left_over_in_the_camp_goes_to_the_staged_unit() -> None:
    match = at(
        "[Imp . . .] \n -Orc . . . \n +Bull . . . \n . . . . \n . . . .", units=BULL, rules={"entered_advance": False}
    )
    play(match, "end")  # 5 − 3: the staged Imp has 1 left and enters
    assert drawn(match)[1] == "-Imp:1 . . ."
    assert damage(match)[1] == 0


def test_s21_a_staged_unit_can_die_so_and_nothing_goes_to_the_camp() -> None:
    match = at("[Imp:1 . . .] \n -Imp:1 . . . \n +Bull . . . \n . . . . \n . . . .", units=BULL)
    play(match, "end")
    assert looks(match, "[. . . .] \n . . . . \n +Bull . . . \n . . . . \n . . . .")
    assert damage(match)[1] == 0
    alone = play(at("[. . . .] \n -Imp:1 . . . \n +Bull . . . \n . . . . \n . . . .", units=BULL), "end")
    assert damage(alone)[1] == 0


def test_s21_only_from_the_hordes_camp_and_only_its_column() -> None:
    match = at("[. Imp . .] \n . . . . \n . -Imp:1 . . \n . +Bull . . \n . . . .", units=BULL)
    play(match, "end")
    assert "overkill" not in messages(match)
    beside = at("[. Imp . .] \n -Imp:1 . . . \n +Bull . . . \n . . . . \n . . . .", units=BULL)
    assert "overkill" not in messages(play(beside, "end"))


def test_s21_from_whatever_source() -> None:
    match = at("[Imp . . .] \n -Imp:1 . . . \n . . . . \n . . . . \n . . . .", "bonuses=Firepot")
    play(match, "Firepot>a4")
    assert drawn(match)[0] == "[Imp:2 . . .]"


# ---- S22 the end ----


def test_s22_durability_a_camp_without_strength_loses() -> None:
    match = play(at("[. . . .] \n . . . . \n +Man . . . \n . . . . \n . . . .", "damage=0/9"), "end")
    assert match.outcome == tabor.Outcome(0, "camp-fallen")
    match = play(at("[. . . .] \n . . . . \n . . . . \n -Orc . . . \n . . . .", "damage=9/9"), "end")
    assert match.outcome == tabor.Outcome(1, "camp-fallen")


def test_s22_strengths_are_data() -> None:
    rules = {"camps": {"player": 30, "horde": 3}}
    match = play(at("[. . . .] \n . . . . \n +Man . . . \n -Orc . . . \n . . . .", "damage=20/2", rules=rules), "end")
    assert match.outcome == tabor.Outcome(0, "camp-fallen")


@pytest.mark.parametrize(("before", "winner"), [("0/6", None), ("0/7", 0), ("5/12", 0), ("9/2", 1), ("8/2", None)])
def test_s22_balance_the_side_ahead_wins(before: str, winner: int | None) -> None:
    rules = {"end": "balance"}
    sides = "+Man . . ." if winner != 1 and before != "8/2" else ". . . ."
    horde = ". . . ." if winner != 1 else "-Imp . . ."
    match = play(at(f"[. . . .] \n . . . . \n {sides} \n {horde} \n . . . .", f"damage={before}", rules=rules), "end")
    assert match.outcome == (None if winner is None else tabor.Outcome(winner, "balance-tipped"))


def test_s22_the_lead_is_data() -> None:
    rules = {"end": "balance", "balance": 2}
    match = play(at("[. . . .] \n . . . . \n +Man . . . \n . . . . \n . . . .", "damage=0/1", rules=rules), "end")
    assert match.outcome == tabor.Outcome(0, "balance-tipped")


def test_s22_the_end_is_looked_for_after_the_whole_attack_or_at_once() -> None:
    drawing = "[. . . .] \n . . . . \n +Man +Man . . \n . . . . \n . . . ."
    assert damage(play(at(drawing, "damage=0/9"), "end")) == (0, 11)
    at_once = play(at(drawing, "damage=0/9", rules={"checked": "blow"}), "end")
    assert damage(at_once) == (0, 10)
    assert at_once.outcome == tabor.Outcome(0, "camp-fallen")


def test_s22_the_players_attack_is_judged_before_the_hordes() -> None:
    match = play(at("[. . . .] \n . . . . \n . +Man . . \n -Orc . . . \n . . . .", "damage=9/9"), "end")
    assert match.outcome == tabor.Outcome(0, "camp-fallen")


def test_s22_damage_is_counted_without_end() -> None:
    rows = "[. . . .] \n . . . . \n +Man . . . \n . . . . \n . . . ."
    match = play(at(rows, "damage=99999/99999", rules={"end": "balance"}), "end")
    assert damage(match) == (99_999, 100_000)


# ---- S23 rout ----

LONELY: dict[str, Any] = {"supply": {"Imp": 1}, "per_round": 1}


def test_s23_when_no_horde_is_left_anywhere_the_player_wins() -> None:
    match = at("[. . . .] \n . . . . \n . . . . \n -Imp:1 . . . \n +Man . . .", **LONELY)
    assert play(match, "end").outcome == tabor.Outcome(0, "routed")


@pytest.mark.parametrize(
    "drawing",
    [
        "[. . . Imp] \n . . . . \n . . . . \n . . . . \n . . . .",
        "[. . . .] \n . . . -Imp \n . . . . \n . . . . \n . . . .",
    ],
)
def test_s23_not_while_one_is_staged_or_on_the_field(drawing: str) -> None:
    assert play(at(drawing, **LONELY), "end").outcome is None


def test_s23_not_while_one_is_in_supply_or_script() -> None:
    assert play(at(EMPTY, "supply=Imp", supply={"Imp": 1}, per_round=[1, 0]), "end").outcome is None
    assert play(at(EMPTY, "script=9:Imp@a", script=SCRIPT), "end").outcome is None
    assert play(at(EMPTY, script=SCRIPT), "end").outcome == tabor.Outcome(0, "routed")


def test_s23_it_is_looked_for_after_the_horde_has_prepared() -> None:
    match = at(EMPTY, "supply=Imp", **LONELY)
    assert play(match, "end").outcome is None
    assert play(match, "stop").outcome is None  # it is in the supply still


def test_s23_an_endless_horde_is_never_routed() -> None:
    waves = {"first": 0, "every": 5, "most": 1, "units": {"Imp": {"weight": 1}}}
    match = tabor.Match(load(4, endless=waves), seed=1)
    assert match.outcome is None
    assert fact(match, "round") == "1"


def test_s23_the_switch() -> None:
    match = at("[. . . .] \n . . . . \n . . . . \n -Imp:1 . . . \n +Man . . .", rules={"rout": False}, **LONELY)
    assert play(match, "end").outcome is None


# ---- S24 the last round ----


@pytest.mark.parametrize(("before", "winner"), [("1/2", 0), ("3/2", 1), ("2/2", None)])
def test_s24_after_round_50_less_camp_damage_wins(before: str, winner: int | None) -> None:
    match = play(at(EMPTY, f"round=50 damage={before}"), "end")
    assert match.outcome == tabor.Outcome(winner, "round-limit")


def test_s24_after_the_hordes_attack_and_not_before() -> None:
    assert play(at(EMPTY, "round=49 damage=1/2"), "end").outcome is None
    match = play(at("[. . . .] \n . . . . \n . . . . \n -Orc . . . \n . . . .", "round=50 damage=1/2"), "end")
    assert match.outcome == tabor.Outcome(1, "round-limit")


def test_s24_the_limit_is_data() -> None:
    assert play(at(EMPTY, "round=7 damage=1/2", rules={"rounds": 7}), "end").outcome == tabor.Outcome(0, "round-limit")


# ---- S25 prices and conditions ----

PRICED = {
    "Ox": unit(1, 5, price={"sacrifice": 1}),
    "Golem": unit(1, 9, price={"initiative": 2, "sacrifice": 2}),
    "Priest": unit(1, 1, price={"needs": ["folk"]}),
    "Peasant": unit(1, 1, tags=["folk"]),
    "Lord": unit(1, 1, price={"initiative": 1, "sacrifice": 1, "needs": ["folk"]}),
}


def test_s25_free_and_initiative() -> None:
    units = {"Dear": unit(price={"initiative": 3})}
    assert can(at(EMPTY, "hand=Man", units=units), "Man@a1")
    assert can(at(EMPTY, "hand=Dear initiative=3", units=units), "Dear@a1")
    assert not can(at(EMPTY, "hand=Dear initiative=2", units=units), "Dear@a1")


def test_s25_a_needed_tag_must_be_on_the_field() -> None:
    with_tag = at("[. . . .] \n . . . . \n +Peasant . . . \n . . . . \n . . . .", "hand=Priest", units=PRICED)
    assert can(with_tag, "Priest@a1")
    without = at("[. . . .] \n . . . . \n +Man . . . \n . . . . \n . . . .", "hand=Priest,Peasant", units=PRICED)
    assert not can(without, "Priest@a1")


def test_s25_a_sacrifice_then_a_cell_perhaps_the_victims() -> None:
    match = at("[. . . .] \n . . . . \n +Man . . . \n . . . . \n +Pawn #Rock #Rock #Rock", "hand=Ox", units=PRICED)
    assert not can(match, "Ox@a1")
    assert can(match, "Ox!a1")
    assert not can(match, "Ox!a3")  # it would leave the card no cell
    play(match, "Ox!a1")
    assert match.legal == ["Ox@a1"]
    play(match, "Ox@a1")
    assert drawn(match)[4] == "+Ox #Rock #Rock #Rock"


def test_s25_victims_are_chosen_one_at_a_time_and_the_first_pays() -> None:
    match = at(
        "[. . . .] \n . . . . \n +Man +Man . . \n . . . . \n +Pawn . . .", "hand=Golem initiative=2", units=PRICED
    )
    play(match, "Golem!a3")
    assert (fact(match, "initiative", "0"), fact(match, "hand")) == ("0", "")
    assert set(match.legal) == {"Golem!b3", "Golem!a1"}
    play(match, "Golem!a1")
    assert set(match.legal) == {"Golem@a1", "Golem@b1", "Golem@c1", "Golem@d1"}


def test_s25_only_victims_that_still_leave_the_card_a_cell() -> None:
    drawing = "[. . . .] \n . . . . \n +Man +Man . . \n . . . . \n +Pawn #Rock #Rock #Rock"
    match = at(drawing, "hand=Golem initiative=2", units=PRICED)
    assert {a for a in match.legal if "!" in a} == {"Golem!a3", "Golem!b3", "Golem!a1"}
    play(match, "Golem!a3")
    assert match.legal == ["Golem!a1"]  # the last victim must free the cell


def test_s25_a_card_that_no_victim_could_make_room_for_is_not_offered() -> None:
    drawing = "[. . . .] \n . . . . \n +Man +Man . . \n . . . . \n #Rock #Rock #Rock #Rock"
    match = at(drawing, "hand=Golem,Ox initiative=2", units=PRICED)
    assert not [action for action in match.legal if "!" in action]


def test_s25_several_needed_tags_must_all_be_there() -> None:
    units = {
        "Judge": unit(1, 1, price={"needs": ["folk", "noble"]}),
        "Peasant": unit(1, 1, tags=["folk"]),
        "Duke": unit(1, 1, tags=["noble"]),
    }
    one = at("[. . . .] \n . . . . \n +Duke . . . \n . . . . \n . . . .", "hand=Judge", units=units)
    assert not can(one, "Judge@a1")
    both = at("[. . . .] \n . . . . \n +Duke +Peasant . . \n . . . . \n . . . .", "hand=Judge", units=units)
    assert can(both, "Judge@a1")


def test_s25_too_few_units_and_objects_are_no_victims() -> None:
    match = at(
        "[. . . .] \n . . . . \n +Man #Fence . . \n . . . . \n . . . .", "hand=Golem,Ox initiative=2", units=PRICED
    )
    assert {a for a in match.legal if "!" in a} == {"Ox!a3"}


def test_s25_units_deployed_this_turn_can_be_sacrificed() -> None:
    match = at(EMPTY, "hand=Ox,Pawn", units=PRICED)
    assert not can(match, "Ox!a1")
    assert can(play(match, "Pawn@a1"), "Ox!a1")


def test_s25_conditions_are_combined_and_checked_before_the_victims() -> None:
    drawing = "[. . . .] \n . . . . \n +Peasant . . . \n . . . . \n . . . ."
    match = at(drawing, "hand=Lord initiative=1", units=PRICED)
    play(match, "Lord!a3 Lord@a1")  # the only folk is the victim
    assert drawn(match)[4] == "+Lord . . ."
    assert not can(at(drawing, "hand=Lord", units=PRICED), "Lord!a3")


def test_s25_a_victim_does_not_die() -> None:
    units = PRICED | {"Ghost": unit(1, 1, "undying")}
    match = at("[. . . .] \n . . . . \n . . . . \n . . . . \n +Ghost . . .", "hand=Ox", units=units)
    play(match, "Ox!a1 Ox@a1")
    assert fact(match, "hand") == ""
    assert "died" not in messages(match)


# ---- S26 bonuses ----


def test_s26_levels_and_decks_list_them_and_each_is_used_once() -> None:
    changes = {
        "levels": {"meadow": {"bonuses": ["Rally", "Rally"]}},
        "decks": {"starter": {"bonuses": ["Ward"]}},
    }
    match = tabor.Match(load_kind(KIND, changes), seed=1)
    assert fact(match, "bonuses") == "Rally*2,Ward"
    match.play(match.legal[0])
    play(match, "Rally Rally")
    assert refused(match, "Rally")


def test_s26_free_unless_it_says_otherwise() -> None:
    assert can(at(EMPTY, "bonuses=Rally"), "Rally")
    game = load_kind(KIND, {"bonuses": {"Mud": {"price": 2}}, "levels": {"meadow": {"bonuses": ["Mud"]}}})
    row = " / ".join([". . . ."] * 5)
    poor = tabor.Match(game, seed=1, position=f"[. . . .] {row} bonuses=Mud initiative=1")
    assert not can(poor, "Mud>a")
    rich = tabor.Match(game, seed=1, position=f"[. . . .] {row} bonuses=Mud initiative=2")
    assert fact(play(rich, "Mud>a"), "initiative", "0") == "0"


def test_s26_not_on_the_staging_row() -> None:
    match = at("[Imp . . .] \n . . . . \n . . . . \n . . . . \n . . . .", "bonuses=Firepot")
    assert not [action for action in match.legal if action.startswith("Firepot")]


# ---- S27 classes ----

FOLK, BEAST = {"tags": ["folk"]}, {"tags": ["beast"]}


def test_s27_a_banner_for_some_classes_strengthens_no_others() -> None:
    flag = unit(0, 3, "banner", only={"banner": ["folk"]})
    units = {"Flag": flag, "Smith": unit(1, 3, **FOLK), "Ox": unit(1, 3, **BEAST)}
    match = at("[. . . .] \n . . . . \n -Imp . -Imp . \n +Smith +Flag +Ox . \n . . . .", units=units)
    assert drawn(play(match, "end"))[2] == "-Imp:1 . -Imp:2 ."


def test_s27_thorns_for_some_classes_prick_no_others() -> None:
    hedge = foe(0, 9, "thorns", only={"thorns": ["folk", "craft"]})
    units = {"Hedge": hedge, "Smith": unit(1, 3, **FOLK), "Ox": unit(1, 3, **BEAST)}
    match = at("[. . . .] \n . . . . \n -Hedge -Hedge -Hedge . \n +Smith +Ox +Man . \n . . . .", units=units)
    assert drawn(play(match, "end"))[3] == "+Smith:2 +Ox +Man ."


def test_s27_deadly_blows_for_some_classes_kill_no_others() -> None:
    units = {"Hunter": unit(1, 3, "deadly", only={"deadly": ["beast"]}), "Ogr": foe(0, 9, **BEAST), "Golem": foe(0, 9)}
    match = at("[. . . .] \n . . . . \n -Ogr -Golem . . \n +Hunter +Hunter . . \n . . . .", units=units)
    assert drawn(play(match, "end"))[2] == ". -Golem:8 . ."


def test_s27_a_healer_for_some_classes_heals_no_others() -> None:
    nun = unit(0, 3, "healer", only={"healer": ["folk"]})
    units = {"Nun": nun, "Smith": unit(1, 3, **FOLK), "Ox": unit(1, 3, **BEAST)}
    match = at("[. . . .] \n . . . . \n . . . . \n . . . . \n +Smith:1 +Nun +Ox:1 .", units=units)
    assert drawn(play(match, "end"))[4] == "+Smith:2 +Nun +Ox:1 ."


@pytest.mark.parametrize(
    ("effect", "aims"),
    [
        ({"effect": "damage", "amount": 1}, {"a1", "c3"}),
        ({"effect": "heal", "amount": 1}, {"a1"}),
        ({"effect": "shield"}, {"a1"}),
        ({"effect": "recall"}, {"a1"}),
        ({"effect": "swap"}, {"a1"}),
    ],
    ids=lambda value: value["effect"] if isinstance(value, dict) else "",
)
def test_s27_an_ability_for_some_classes_is_used_on_no_others(effect: dict[str, Any], aims: set[str]) -> None:
    units = {
        "Vet": unit(1, 3, ability=effect | {"price": 1, "only": ["beast"]}),
        "Ox": unit(1, 3, **BEAST),
        "Boss": foe(1, 3, **BEAST),
        "Smith": unit(1, 3, **FOLK),
    }
    match = at(
        "[. . . .] \n . . . . \n . -Imp -Boss #Fence \n . . . . \n +Ox:1 +Smith:1 +Vet .", "initiative=1", units=units
    )
    assert {action.removeprefix("c1>") for action in match.legal if action.startswith("c1>")} == aims


def test_s27_of_two_that_change_places_the_first_is_of_the_class() -> None:
    units = {"Vet": unit(1, 3, ability={"effect": "swap", "price": 1, "only": ["beast"]}), "Ox": unit(1, 3, **BEAST)}
    match = at("[. . . .] \n . . . . \n . . . . \n . . . . \n +Ox +Man +Vet .", "initiative=1", units=units)
    assert drawn(play(match, "c1>a1 >b1"))[4] == "+Man +Ox +Vet ."


def test_s27_a_bonus_for_some_classes_is_used_on_no_others() -> None:
    changes = {"bonuses": {"Firepot": {"only": ["beast"]}}}
    row = " / ".join([". . . ."] * 3)
    text = f"[. . . .] {row} / . . . -Rat / +Boar +Guard . . bonuses=Firepot supply=Rat"
    match = tabor.Match(load_kind(KIND, changes), seed=1, position=text)
    assert [action for action in match.legal if action.startswith("Firepot")] == ["Firepot>a1"]


@pytest.mark.parametrize(
    ("sentence", "bad"),
    [
        (
            "units.Bad.only.banner has 'cats', which no unit has; tags are beast",
            unit(1, 1, "banner", only={"banner": ["cats"]}),
        ),
        ("units.Bad.only.banner means nothing: it must be a sign of the unit", unit(only={"banner": ["folk"]})),
        ("units.Bad.only.double means nothing", unit(1, 1, "double", only={"double": ["folk"]})),
        (
            "units.Bad.ability.only means nothing for the effect 'hold', which is not used on a unit",
            unit(ability={"effect": "hold", "price": 1, "only": ["folk"]}),
        ),
        (
            "units.Bad.ability.only has 'cats', which no unit has",
            unit(ability={"effect": "shield", "price": 1, "only": ["cats"]}),
        ),
    ],
    ids=str,
)
def test_s27_classes_that_cannot_be_meant_are_refused(sentence: str, bad: dict[str, Any]) -> None:
    with pytest.raises(tabor.DataError) as caught:
        load(units={"Bad": bad})
    assert sentence in str(caught.value)


def test_s27_people_read_whom_something_is_for() -> None:
    units = {
        "Vet": unit(
            1, 3, "banner", only={"banner": ["beast"]}, ability={"effect": "shield", "price": 1, "only": ["folk"]}
        )
    }
    kinds = {kind.name: kind for kind in setup_of(load(units=units)).kinds}
    said = speaker(KIND)(about({"banner": 1}, kinds["Vet"])).replace("\u2068", "").replace("\u2069", "")
    assert "banner for beast (Own units" in said
    assert "an own unit takes nothing from the next hit, folk only" in said


def test_every_sentence_has_a_test() -> None:
    check_sentences(find("lanes"), sys.modules[__name__])
