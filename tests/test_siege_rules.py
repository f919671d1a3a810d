"""The rules of siege, sentence by sentence, in positions made by hand: what may be done beside what may not."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from siege_fields import at, fact, game, logged, meadow, play, rolled, targets, tokens

import tabor
from tabor.games import find
from tabor.games.siege import KIND
from tabor.loading import load_kind
from tabor.match import Match
from tabor.testing import check_sentences


def refused(match: Match, action: str) -> bool:
    before = match.state.tobytes()
    with pytest.raises(tabor.ActionError):
        match.play(action)
    return bool(match.state.tobytes() == before)


# ---- S1 … S3 nearness ----


def test_s1_beside_is_sharing_an_edge() -> None:
    match = play(
        at("""
        . a .
        a I .
        . . a
        """),
        "unit b2",
    )
    assert targets(match, "strike") == {"a2", "b3"}  # not c1: a corner only


def test_s1_units_are_made_beside_a_building_not_at_its_corners() -> None:
    match = play(at("", "barracks blue c3-d4", phase="buildings", coins="9/0"), "building c3")
    assert targets(match, "make infantry") == {"c2", "d2", "b3", "e3", "b4", "e4", "c5", "d5"}


def test_s2_seats_and_workshops_may_not_touch_even_by_a_corner() -> None:
    match = play(at("", phase="buildings", coins="99/0"), "building x1, plan barracks")
    sites = targets(match, "site")
    assert "u1" in sites  # one column between
    assert "v1" not in sites  # edge to edge
    assert "v4" not in sites  # corner to corner
    assert "x5" in sites
    match = at("", "workshop orange r2-s3", phase="buildings", coins="99/0")
    sites = targets(play(match, "building x1, plan port"), "site")
    assert not {"t2", "t4", "p2"} & sites  # whoever owns it
    assert "u2" in sites


def test_s2_walls_gates_and_ladders_may_touch_anything() -> None:
    match = at("", "workshop blue r2-s3", "wall u5-w5", phase="buildings", coins="99/0")
    for plan, cell in (("wall-h", "u2"), ("gate-v", "w2"), ("ladder", "aa1"), ("wall-v", "t2")):
        assert cell in targets(play(match.copy(), f"building x1, plan {plan}"), "site")


def test_s3_distance_counts_cells_between() -> None:
    match = play(
        at("""
        . . . . . . .
        A . . i . . i
        . . . . . . .
        . i . i . . .
        """),
        "unit a3",
    )
    assert targets(match, "shoot") == {"d3", "b1"}  # two cells between; d1 has four, g3 five


def test_s3_castle_to_castle() -> None:
    """In one row with ten cells between: 10. Ten columns and five rows between: 16."""
    sites = targets(play(at("", phase="buildings", coins="99/0"), "building x1, plan wall-h"), "site")
    assert "k1" in sites  # k, l, m; ten cells n … w between
    assert "j1" not in sites
    shipped = load_kind(KIND, {"maps": {"meadow": meadow("")}}, {"map": "meadow"})
    second = targets(play(Match(shipped, 1), "place a1"), "place")
    assert {"n9"} <= second  # d … m and 4 … 8 between
    assert not {"m9", "n8"} & second


# ---- S4 … S9 what may stand where ----


def test_s4_where_land_units_step() -> None:
    match = at(
        """
        . . . . .
        . . # . .
        . . I ~ .
        . . . . .
        """,
        "ladder b2",
    )
    assert targets(play(match, "unit c2"), "move") == {"b2", "a2", "b1", "b3", "c1", "d1"}


def test_s4_own_gates_but_no_enemy_gates() -> None:
    own = play(at(". . .\n. I .\n. . .", "gate blue c2-d2"), "unit b2")
    enemy = play(at(". . .\n. I .\n. . .", "gate orange c2-d2"), "unit b2")
    assert {"c2", "d2"} <= targets(own, "move")
    assert not {"c2", "d2"} & targets(enemy, "move")


def test_s4_no_engine_in_an_enemy_gate() -> None:
    assert "c2" not in targets(play(at("", "gate orange c2-d2", "ram b2-c2", "infantry blue b2"), "unit b2"), "move")
    assert "c2" in targets(play(at("", "gate blue c2-d2", "ram b2-c2", "infantry blue b2"), "unit b2"), "move")


def test_s4_engines_and_ships_whoever_is_inside() -> None:
    match = at(
        """
        . . . .
        I . . .
        ~ ~ ~ .
        """,
        "ship a1-c1",
        "ram b2-c2",
        "infantry orange c2",
    )
    assert targets(play(match, "unit a2"), "move") == {"a1", "b1", "b2", "a3", "b3", "a4"}


def test_s4_no_other_building_and_no_occupied_cell() -> None:
    match = play(at(". . .\n. I A\n. . .", "barracks blue b3-c4"), "unit b2")
    assert not {"b3", "c2"} & targets(match, "move")


def test_s5_walls_are_entered_from_ladders_gates_towers_and_walls() -> None:
    wall = "wall c2-c4"
    assert "c2" not in targets(play(at("", wall, "infantry blue b2"), "unit b2"), "move")
    assert "c2" in targets(play(at("", wall, "ladder b2", "infantry blue b2"), "unit b2"), "move")
    assert "c2" in targets(play(at("", wall, "gate blue a2-b2", "infantry blue b2"), "unit b2"), "move")
    assert "c3" in targets(play(at("", wall, "infantry blue c2"), "unit c2"), "move")
    assert "c2" in targets(play(at("", wall, "tower a2-b3", "infantry blue b2"), "unit b2"), "move")
    assert "c2" not in targets(play(at("", wall, "ram a2-b2", "infantry blue b2"), "unit b2"), "move")
    assert "c2" not in targets(play(at("", wall, "trebuchet b1-b2", "infantry blue b2"), "unit b2"), "move")


def test_s5_not_from_a_ship_but_from_a_gate_with_an_engine() -> None:
    ship = at(". ~ .\n. ~ .\n. ~ .", "ship b1-b3", "wall c2-c4", "infantry blue b2")
    assert "c2" not in targets(play(ship, "unit b2"), "move")
    gate = at("", "gate blue b2-b3", "ram b2-b3", "wall c2-c4", "infantry blue b2")
    assert "c2" in targets(play(gate, "unit b2"), "move")


def test_s5_a_ladder_on_the_way_lets_a_unit_climb() -> None:
    match = play(at("", "ladder b2", "wall c2-c4", "infantry blue a2", "cavalry blue b1"), "unit a2")
    assert "c2" in targets(match, "move")


def test_s5_a_wall_is_left_to_any_cell() -> None:
    match = play(at("", "wall c2-c4", "infantry blue c3"), "unit c3")
    around = {"b3", "d3", "a3", "e3", "b2", "b4", "d2", "d4"}
    assert targets(match, "move") == {"c2", "c4", "c1", "c5"} | around


def test_s6_engines_stand_on_grass_ships_and_own_gates() -> None:
    match = at(
        """
        . . . . .
        . . . . .
        . . . . #
        . . ~ . .
        """,
        "ram c2-d2",
        "infantry blue c2",
    )
    assert targets(play(match, "engine c2"), "move") == {"b2", "c3"}  # rock to the right, water below


def test_s6_half_on_a_ship_or_in_a_gate() -> None:
    ship = at("~ . .\n~ . .\n~ . .", "ship a1-a3", "ram b2-c2", "infantry blue b2")
    assert "a2" in targets(play(ship, "engine b2"), "move")
    own = at("", "gate blue b1-b2", "ram c2-d2", "infantry blue c2")
    enemy = at("", "gate orange b1-b2", "ram c2-d2", "infantry blue c2")
    assert "b2" in targets(play(own, "engine c2"), "move")
    assert "b2" not in targets(play(enemy, "engine c2"), "move")


def test_s6_not_onto_walls_ladders_engines_or_strangers() -> None:
    match = at("", "ram c3-d3", "infantry blue c3", "ladder c4", "ram e3-f3", "infantry blue d2", "wall b3-b5")
    assert targets(play(match, "engine c3"), "move") == set()


def test_s6_an_engine_carries_who_is_inside() -> None:
    match = play(at("", "tower b2-c3", "infantry blue b2", "archers blue c3"), "engine b2, move b3, tire b3")
    assert {"tower b3-c4", "infantry blue b3 tired"} <= tokens(match)
    assert any(token.startswith("archers blue c4") for token in tokens(match))


def test_s7_ships_stand_on_water_free_of_other_ships() -> None:
    match = at(
        """
        ~ ~ ~ ~ ~ ~
        ~ ~ ~ ~ . ~
        ~ ~ ~ ~ ~ ~
        """,
        "ship a1-c1",
        "ship b3-d3",
        "infantry blue a1",
    )
    assert targets(play(match, "ship a1"), "move") == {"b1", "c1", "d1", "a2", "b2"}


def test_s7_a_ship_with_an_engine_partly_on_it_is_held() -> None:
    picture = """
        . . . . .
        ~ ~ ~ ~ .
        ~ ~ ~ ~ .
        """
    free = play(at(picture, "ship a1-c1", "ram b1-c1", "infantry blue a1"), "ship a1")
    held = play(at(picture, "ship a2-c2", "ram c2-c3", "infantry blue a2"), "ship a2")
    assert targets(free, "move") == {"b1", "a2", "b2"}
    assert targets(held, "move") == set()
    assert targets(held, "turn") == set()


def test_s7_a_ship_carries_everything() -> None:
    match = play(
        at("~ ~ ~ ~ ~", "ship a1-c1", "ram b1-c1", "infantry blue b1", "archers blue a1"), "ship a1, move c1, tire c1"
    )
    assert {"ship c1-e1", "ram d1-e1", "archers blue c1 tired", "infantry blue d1"} <= tokens(match)


def test_s8_the_crew_of_an_engine_on_a_ship_is_inside_both() -> None:
    match = at("~ ~ ~ ~", "ship a1-c1", "ram b1-c1", "infantry blue b1")
    assert {"ship a1", "engine b1", "unit b1"} <= set(match.legal)
    enemy = at("~ ~ ~ ~", "ship a1-c1", "ram b1-c1", "infantry blue a1", "infantry orange c1")
    assert "ship a1" not in enemy.legal


def test_s9_what_stands_on_a_destroyed_token_goes_too() -> None:
    match = at("", "wall d2-d4", "ram b3-c3", "infantry blue b3", "archers orange d3", "archers orange d4")
    after = tokens(rolled(match, "engine b3, ram d3", 6))
    assert after == {"ram b3-c3", "infantry blue b3 tired"}


def test_s9_an_engine_with_any_cell_on_it_goes_with_its_whole_crew() -> None:
    match = at(
        "",
        "gate orange d2-d3",
        "ram b3-c3",
        "infantry blue b3",
        "trebuchet d3-e3",
        "archers orange e3",
        "infantry orange f3",
    )
    after = tokens(rolled(match, "engine b3, ram d3", 4))
    assert after == {"ram b3-c3", "infantry blue b3 tired", "infantry orange f3 tired"}


# ---- S10, S11 moving and turning ----


def test_s10_every_single_step_must_be_possible() -> None:
    match = at(
        """
        . # . .
        C # . .
        . # . .
        . . . .
        """
    )
    assert targets(play(match, "unit a3"), "move") == {"a4", "a5", "a6", "b5", "a2", "a1", "b1"}


def test_s10_never_more_than_the_move_number_and_never_diagonally() -> None:
    match = play(at("", "infantry blue e5", "cavalry blue k5"), "unit e5")
    assert len(targets(match, "move")) == 12
    assert refused(match, "move h5")
    assert len(targets(play(match, "end, unit k5"), "move")) == 24


def test_s10_ships_move_in_all_four_directions() -> None:
    picture = "\n".join(["~ ~ ~ ~ ~ ~ ~ ~ ~"] * 7)
    match = play(at(picture, "ship d4-f4", "infantry blue d4"), "ship d4")
    assert {"a4", "g4", "d1", "d7", "e5"} <= targets(match, "move")
    assert len(targets(match, "move")) == 24


def test_s11_a_ram_turns_about_either_cell_either_way() -> None:
    match = play(at("", "ram c3-d3", "infantry blue c3", "archers blue d3"), "engine c3")
    assert targets(match, "turn") == {"c2", "c4", "d2", "d4"}
    about_c3 = play(match.copy(), "turn c4")  # d3 swings up about c3
    assert {"ram c3-c4", "infantry blue c3", "archers blue c4"} <= tokens(about_c3)
    about_d3 = play(match.copy(), "turn d2")
    assert {"ram d2-d3", "infantry blue d2", "archers blue d3"} <= tokens(about_d3)


def test_s11_only_the_end_cells_matter() -> None:
    match = play(at(". . . .\n. . # .\n. . . .", "ram b1-c1", "infantry blue b1"), "engine b1")
    assert targets(match, "turn") == {"b2"}  # past the rock on c2


def test_s11_a_ship_turns_about_its_middle_and_a_tower_not_at_all() -> None:
    picture = "\n".join(["~ ~ ~"] * 3)
    match = play(at(picture, "ship a2-c2", "infantry blue a2", "archers blue c2"), "ship a2")
    assert targets(match, "turn") == {"b1", "b3"}
    assert {"ship b1-b3", "infantry blue b3", "archers blue b1"} <= tokens(play(match.copy(), "turn b3"))
    assert {"ship b1-b3", "infantry blue b1", "archers blue b3"} <= tokens(play(match.copy(), "turn b1"))
    assert targets(play(at("", "tower b2-c3", "infantry blue b2"), "engine b2"), "turn") == set()


def test_s11_an_engine_on_a_ship_turns_along() -> None:
    picture = "\n".join(["~ ~ ~"] * 3)
    match = play(at(picture, "ship a2-c2", "ram a2-b2", "infantry blue a2"), "ship a2, turn b3")
    assert {"ship b1-b3", "ram b2-b3", "infantry blue b3 tired"} <= tokens(match)


def test_s11_turning_is_instead_of_moving() -> None:
    match = play(
        at("", "ram c3-d3", "wall e5-g5", "infantry blue c3", "archers blue d3"), "engine c3, turn d4, tire d3"
    )
    assert not [action for action in match.legal if action.startswith(("move", "turn"))]


# ---- S12 … S15 turns ----


def test_s12_units_first_then_buildings() -> None:
    match = at("I . .", "barracks blue e5-f6", coins="9/9")
    assert set(match.legal) == {"unit a1", "end"}
    play(match, "end")
    assert "infantry blue a1 tired" in tokens(match)
    assert set(match.legal) == {"building x1", "building e5", "end"}


def test_s12_every_building_acts_once_and_a_new_one_too() -> None:
    match = at("", coins="20/0", phase="buildings")
    play(match, "building x1, plan barracks, site x5")
    assert set(match.legal) == {"building x5", "end"}
    play(match, "building x5, make infantry x7, end")
    assert fact(match, "turn") == "orange"


def test_s12_a_turn_is_finished_before_the_next() -> None:
    match = play(at("I . . C\na . . ."), "unit a2")
    assert not targets(match, "unit")


def test_s12_own_units_are_fresh_when_the_turn_begins() -> None:
    match = at("I . .\ni . .", "infantry orange k5", coins="0/0")
    play(match, "end, end")
    assert fact(match, "turn") == "orange"
    assert targets(match, "unit") == {"a1", "k5"}
    assert "infantry blue a2 tired" in tokens(match)


def test_s12_a_captured_building_may_act_in_the_same_turn() -> None:
    barracks = "barracks orange x12-y13 of x16"
    match = at("", barracks, "infantry blue w16", "infantry blue w17", "infantry blue w18", coins="9/9")
    play(match, "unit w18, end, end")
    assert {"x12", "x16"} <= targets(match, "building")


def test_s13_move_then_act_then_exhausted() -> None:
    match = play(at(". . . i\nI . . ."), "unit a1, move c1")  # nothing beside c1: its turn is over
    assert "infantry blue c1 tired" in tokens(match)
    match = play(at(". . . i\nI . . ."), "unit a1, move b2")
    assert fact(match, "phase") != "unit"
    match = play(at(". . i .\nI . . ."), "unit a1, move c1")
    assert targets(match, "strike") == {"c2"}
    assert not targets(match, "move")
    assert "infantry blue c1 tired" in tokens(play(match, "strike c2"))


def test_s13_a_unit_may_act_without_moving_or_do_nothing() -> None:
    match = play(at("i .\nI ."), "unit a1")
    assert targets(match, "strike") == {"a2"}
    assert "infantry blue a1 tired" in tokens(play(match, "end"))


def test_s14_an_engine_needs_a_fresh_own_unit_and_no_enemy_inside() -> None:
    assert "engine b2" in at("", "ram b2-c2", "infantry blue b2").legal
    assert "engine b2" not in at("", "ram b2-c2", "infantry blue b2 tired", "infantry blue k5").legal
    assert "engine b2" not in at("", "ram b2-c2", "infantry blue b2", "infantry orange c2").legal
    assert "engine b2" not in at("", "ram b2-c2", "infantry blue k5").legal


def test_s14_a_crew_of_one_moves_or_acts() -> None:
    match = at("", "trebuchet b2-c2", "infantry blue b2")
    assert {"hurl b2", "move b3"} <= set(play(match.copy(), "engine b2").legal)
    assert "infantry blue b3 tired" in tokens(play(match, "engine b2, move b3"))
    assert fact(match, "phase") != "unit"


def test_s14_who_is_exhausted_by_the_move_is_named_after_it() -> None:
    match = play(at("", "trebuchet b2-c2", "infantry blue b2", "archers blue c2"), "engine b2, move b3")
    assert set(match.legal) == {"tire b3", "tire c3"}
    play(match, "tire c3")
    assert {"infantry blue b3", "archers blue c3 tired"} <= tokens(match)
    assert targets(match, "hurl") == {"b3", "c3"}
    after = play(match, "hurl b3")
    assert {"infantry blue b3 tired", "archers blue c3 tired"} <= tokens(after)


def test_s14_only_a_fresh_unit_pays_for_the_move() -> None:
    match = play(at("", "trebuchet b2-c2", "infantry blue b2 tired", "archers blue c2"), "engine b2, move b3")
    assert {"infantry blue b3 tired", "archers blue c3 tired"} <= tokens(match)
    assert not targets(match, "hurl")


SEA = "\n".join(["~ ~ ~ ~ ~ ~", "~ ~ ~ ~ ~ ~", ". . . . . ."])


def test_s15_a_ship_moves_and_then_those_aboard_take_their_turns() -> None:
    match = play(at(SEA, "ship a3-c3", "infantry blue a3", "archers blue c3"), "ship a3, move b2")
    assert set(match.legal) == {"tire b2", "tire d2"}
    play(match, "tire d2")
    assert set(match.legal) == {"end", "unit b2"}
    play(match, "unit b2, move b1")
    assert {"infantry blue b1 tired", "archers blue d2 tired"} <= tokens(match)
    assert fact(match, "ship") == ""


def test_s15_once_somebody_aboard_has_begun_the_ship_stays() -> None:
    match = play(at(SEA, "ship a2-c2", "infantry blue a2", "archers blue c2"), "ship a2")
    assert targets(match, "move")
    play(match, "unit a2, end")
    assert set(match.legal) == {"end", "unit c2"}


def test_s15_who_stays_aboard_is_exhausted_at_the_end() -> None:
    match = play(at(SEA, "ship a2-c2", "infantry blue a2", "archers blue c2", "infantry blue k8"), "ship a2, end")
    assert {"infantry blue a2 tired", "archers blue c2 tired", "infantry blue k8"} <= tokens(match)


def test_s15_engines_with_a_cell_on_it_take_their_turns() -> None:
    match = play(at(SEA, "ship a2-c2", "ram a1-a2", "infantry blue a1", "archers blue c2"), "ship a2")
    assert "engine a1" in match.legal
    play(match, "engine a1, move b1")
    assert {"ram b1-b2", "infantry blue b1 tired"} <= tokens(match)
    assert set(match.legal) == {"end", "unit c2"}


def test_s15_same_conditions_as_an_engine() -> None:
    assert "ship a2" not in at(SEA, "ship a2-c2", "infantry blue a2", "infantry orange b2").legal
    assert "ship a2" not in at(SEA, "ship a2-c2", "infantry blue a2 tired", "infantry blue k8").legal


# ---- S16 … S20 acting ----


@pytest.mark.parametrize("kind", ["infantry", "cavalry"])
def test_s16_kill_beside_without_dice_whatever_they_stand_on(kind: str) -> None:
    match = at("", f"{kind} blue b2", "wall c2-c4", "archers orange c2", "archers orange d2")
    play(match, "unit b2")
    assert targets(match, "strike") == {"c2"}
    play(match, "strike c2")
    assert not match.steps[-1].rolled
    assert f"{kind} blue b2 tired" in tokens(match)  # it stays where it is
    assert "archers orange c2 tired" not in tokens(match)


def test_s16_no_friend_is_struck() -> None:
    assert not targets(play(at("I A ."), "unit a1"), "strike")


def test_s17_a_wall_or_siege_tower_lengthens_and_shortens_shots() -> None:
    enemy = "infantry orange g2"  # three cells between
    flat = play(at("", "archers blue c2", enemy), "unit c2")
    assert not targets(flat, "shoot")
    for under in ("wall c2-c4", "tower b2-c3"):
        assert targets(play(at("", under, "archers blue c2", enemy), "unit c2"), "shoot") == {"g2"}
    both = play(at("", "wall c2-c4", "wall g2-g4", "archers blue c2", enemy), "unit c2")
    assert not targets(both, "shoot")
    near = "infantry orange f2"  # two cells between
    assert targets(play(at("", "archers blue c2", near), "unit c2"), "shoot") == {"f2"}
    for under in ("wall f2-f4", "tower f2-g3"):
        assert not targets(play(at("", under, "archers blue c2", near), "unit c2"), "shoot")
    assert targets(play(at("", "tower f2-g3", "wall c2-c4", "archers blue c2", near), "unit c2"), "shoot") == {"f2"}


def test_s17_ladders_gates_and_ships_do_not_lift() -> None:
    enemy = "infantry orange g2"
    for under in ("ladder c2", "gate blue c2-c3", "ram c2-c3"):
        assert not targets(play(at("", under, "archers blue c2", enemy), "unit c2"), "shoot")
    ship = at(". . ~\n. . ~\n. . ~", "ship c1-c3", "archers blue c2", enemy)
    assert not targets(play(ship, "unit c2"), "shoot")


@pytest.mark.parametrize(("roll", "hits"), [(1, False), (4, False), (5, True), (6, True)])
def test_s17_five_or_six_kills(roll: int, hits: bool) -> None:
    match = rolled(at("A . i"), "unit a1, shoot c1", roll)
    assert ("infantry orange c1 tired" not in tokens(match)) == hits
    assert ("shot-hit" in logged(match)) == hits
    assert "archers blue a1 tired" in tokens(match)


def test_s17_nothing_blocks_a_shot() -> None:
    match = play(at("A # . i"), "unit a1")
    assert targets(match, "shoot") == {"d1"}


def test_s18_every_fresh_unit_in_a_tower_may_act_not_move() -> None:
    match = at("", "tower b2-c3", "archers blue b2", "archers blue c2", "cavalry blue c3", "infantry orange d3")
    match = play(match, "engine b2")
    assert targets(match, "member") == {"b2", "c2", "c3"}
    play(match, "member c2")
    assert set(match.legal) == {"shoot d3"}
    after = rolled(match, "engine b2, member c2, shoot d3", 1)
    assert targets(after, "member") == {"b2", "c3"}
    assert not targets(after, "move")
    assert "archers blue c2 tired" in tokens(after)
    play(after, "member c3, strike d3")
    assert fact(after, "phase") == "buildings"
    assert {"archers blue b2 tired", "cavalry blue c3 tired"} <= tokens(after)


def test_s18_after_a_move_one_less_may_act() -> None:
    match = at("", "tower b2-c3", "archers blue b2", "archers blue c2", "infantry orange e3")
    play(match, "engine b2, move b3, tire b3")
    assert targets(match, "member") == {"c3"}


def test_s19_a_ram_strikes_what_its_ends_point_at() -> None:
    match = at("", "ram c3-d3", "wall e2-e4", "gate orange b3-b4", "ladder c4", "infantry blue c3")
    assert targets(play(match, "engine c3"), "ram") == {"e3", "b3"}  # not the ladder along its side
    upright = at("", "ram c3-c4", "ladder c5", "ladder c2", "ladder d3", "infantry blue c3")
    assert targets(play(upright, "engine c3"), "ram") == {"c5", "c2"}


def test_s19_own_buildings_and_the_gate_it_is_half_in() -> None:
    match = at("", "gate blue c3-d3", "ram b3-c3", "infantry blue b3", "barracks blue k3-l4")
    assert targets(play(match.copy(), "engine b3"), "ram") == {"d3"}
    after = rolled(match, "engine b3, ram d3", 5)
    assert tokens(after) == {"barracks blue k3-l4"}


def test_s19_never_a_castle_or_camp() -> None:
    match = at("", "ram v2-w2", "infantry blue v2", "camp orange r1-t3")
    assert not targets(play(match, "engine v2"), "ram")


@pytest.mark.parametrize(
    ("target", "roll", "breaks"),
    [("wall d2-d4", 4, False), ("wall d2-d4", 5, True), ("gate orange d2-d3", 3, False), ("gate orange d2-d3", 4, True)]
    + [("barracks orange d3-e4", 4, True), ("ladder d3", 3, False), ("ladder d3", 4, True)],
)
def test_s19_walls_break_on_five_others_on_four(target: str, roll: int, breaks: bool) -> None:
    match = rolled(at("", target, "ram b3-c3", "infantry blue b3"), "engine b3, ram d3", roll)
    assert (target not in tokens(match)) == breaks


def test_s20_over_either_end_with_or_without_a_target() -> None:
    assert targets(play(at("", "trebuchet e1-f1", "infantry blue e1"), "engine e1"), "hurl") == {"e1", "f1"}


@pytest.mark.parametrize(("roll", "hit"), [(1, ""), (2, ""), (3, ""), (4, "b1"), (5, "a1"), (6, "")])
def test_s20_third_fourth_and_fifth_cell(roll: int, hit: str) -> None:
    """On e1–f1 to the left: 4, 5 and 6 land on b1, a1 and off the map."""
    match = at("i i i i", "trebuchet e1-f1", "infantry blue e1")
    after = tokens(rolled(match, "engine e1, hurl e1", roll))
    lost = {cell for cell in ("a1", "b1", "c1", "d1") if f"infantry orange {cell} tired" not in after}
    assert lost == ({hit} if hit else set())


def test_s20_upright_and_the_other_end() -> None:
    match = at("", "trebuchet b2-b3", "infantry blue b2", "infantry blue b6", "infantry orange b7")
    after = tokens(rolled(match, "engine b2, hurl b3", 4))
    assert "infantry blue b6" not in after  # friend or foe: the third cell beyond b3
    assert "infantry orange b7" not in tokens(rolled(match, "engine b2, hurl b3", 5))


def test_s20_the_lowest_unit_with_all_on_it_and_no_building() -> None:
    fleet = at("~ ~ ~ . . .", "ship a1-c1", "ram a1-b1", "infantry orange a1", "trebuchet e1-f1", "infantry blue f1")
    assert tokens(rolled(fleet, "engine e1, hurl e1", 4)) == {"trebuchet e1-f1", "infantry blue f1 tired"}
    engine = at("", "ram a1-b1", "infantry orange a1", "trebuchet e1-f1", "infantry blue f1")
    assert tokens(rolled(engine, "engine e1, hurl e1", 4)) == {"trebuchet e1-f1", "infantry blue f1 tired"}
    wall = at("", "wall b1-b3", "infantry orange b1", "trebuchet e1-f1", "infantry blue f1")
    assert tokens(rolled(wall, "engine e1, hurl e1", 4)) == {"trebuchet e1-f1", "infantry blue f1 tired", "wall b1-b3"}


# ---- S21 … S25 buildings ----


def test_s21_a_castle_builds_or_takes_coins() -> None:
    match = play(at("", phase="buildings", coins="9/0"), "building x1")
    assert set(match.legal) == {"coins", *(f"plan {kind}" for kind in ("barracks", "workshop", "port", "ladder"))} | {
        f"plan {kind}-{way}" for kind in ("wall", "gate") for way in "hv"
    }
    assert fact(play(match, "coins"), "coins") == "13/0"


def test_s21_a_building_is_paid_and_belongs_to_its_castle() -> None:
    match = play(at("", phase="buildings", coins="9/0"), "building x1, plan gate-v, site w5")
    assert fact(match, "coins") == "5/0"
    assert "gate blue w5-w6 of x1" in tokens(match)
    assert "building x1" not in match.legal


@pytest.mark.parametrize(
    ("plan", "far", "farther"),
    [("camp", "a1", "a4"), ("barracks", "q1", "p1"), ("wall-h", "k1", "j1"), ("ladder", "m1", "l1")],
)
def test_s21_farthest_distances(plan: str, far: str, farther: str) -> None:
    sites = targets(play(at("", phase="buildings", coins="99/0"), f"building x1, plan {plan}"), "site")
    assert far in sites
    assert farther not in sites


def test_s21_on_grass_free_of_tokens_of_any_layer() -> None:
    picture = ". . . . . . . . . . . . . . . . . . . . ~ #"
    match = at(picture, "ram v3-w3", "infantry blue w5", "ladder w7", phase="buildings", coins="99/0")
    sites = targets(play(match, "building x1, plan ladder"), "site")
    assert not {"u1", "v1", "v3", "w3", "w5", "w7"} & sites
    assert {"w1", "w4", "v5"} <= sites


def test_s21_the_castle_that_builds_measures() -> None:
    second = ("castle blue x1-z3", "castle blue x16-z18")
    match = play(at("", castles=second, phase="buildings", coins="99/0"), "building x16, plan barracks")
    sites = targets(match, "site")
    assert "x13" in sites
    assert "x5" not in sites
    assert "barracks blue x13-y14 of x16" in tokens(play(match, "site x13"))


def test_s21_a_port_away_from_water_is_allowed_and_useless() -> None:
    match = play(at("", phase="buildings", coins="20/0"), "building x1, plan port, site u1")
    assert "port blue u1-v2 of x1" in tokens(match)
    assert fact(match, "turn") == "orange"  # nothing left to do: the port can make nothing


def test_s22_a_barracks_makes_up_to_two_of_any_kinds() -> None:
    match = play(at("", "barracks blue c3-d4", phase="buildings", coins="9/0"), "building c3, make cavalry c2")
    assert "end" in match.legal
    play(match, "make archers d2")
    assert {"cavalry blue c2 tired", "archers blue d2 tired"} <= tokens(match)
    assert fact(match, "coins") == "6/0"
    assert "building c3" not in match.legal


def test_s21_s22_a_player_does_without_some_tokens() -> None:
    rules = {"without": {"blue": ["cavalry", "gate"], "orange": ["archers"]}}
    match = at("", "barracks blue c3-d4", phase="buildings", coins="9/0", rules=rules)
    plans = targets(play(match, "building x1"), "plan")
    assert "wall-h" in plans
    assert not {"gate-h", "gate-v"} & plans
    play(match, "coins, building c3")
    assert targets(match, "make archers")
    assert not targets(match, "make cavalry")


def test_s22_only_what_can_be_paid() -> None:
    match = play(at("", "barracks blue c3-d4", phase="buildings", coins="1/0"), "building c3")
    assert not targets(match, "make cavalry")
    assert targets(match, "make infantry")
    assert "building c3" not in at("", "barracks blue c3-d4", phase="buildings", coins="0/0").legal


def test_s22_a_workshop_makes_one_engine_a_port_one_ship() -> None:
    match = play(at("", "workshop blue c3-d4", phase="buildings", coins="9/0"), "building c3")
    assert {action.split()[1] for action in match.legal} == {"tower", "ram-h", "ram-v", "trebuchet-h", "trebuchet-v"}
    assert "ram a3-b3" in tokens(play(match, "make ram-h a3"))
    assert "building c3" not in match.legal
    shore = at(". . ~ ~ ~\n. . ~ ~ ~", "port blue a1-b2", phase="buildings", coins="9/0")
    play(shore, "building a1")
    assert {action.split()[1] for action in shore.legal} == {"ship-h"}
    assert "ship c2-e2" in tokens(play(shore, "make ship-h c2"))


def test_s22_a_camp_does_what_one_of_the_three_could() -> None:
    match = play(at("", "camp blue c3-e5", phase="buildings", coins="99/0"), "building c3")
    assert {"make infantry c2", "make tower a3", "make ram-v f3"} <= set(match.legal)
    play(match, "make infantry c2")
    assert {action.split()[1] for action in match.legal if action != "end"} == {"infantry", "archers", "cavalry"}


def test_s23_a_new_land_unit_steps_out_of_its_building() -> None:
    match = at(
        "# . . .",
        "barracks blue a2-b3",
        "ladder b1",
        "wall c2-c4",
        "gate orange a4-b4",
        phase="buildings",
        coins="9/0",
    )
    assert targets(play(match, "building a2"), "make infantry") == {"b1"}  # no rock, no wall, no enemy gate
    match = at("", "barracks blue a2-b3", "gate blue a4-b4", "ram c2-c3", phase="buildings", coins="9/0")
    assert targets(play(match, "building a2"), "make infantry") == {"a1", "b1", "a4", "b4", "c2", "c3"}


def test_s23_a_new_engine_stands_where_it_may_and_over_nobody() -> None:
    match = at("", "workshop blue a1-b2", "infantry blue c1", "wall a3-c3", phase="buildings", coins="9/0")
    play(match, "building a1")
    assert targets(match, "make ram-h") == {"c2"}
    assert targets(match, "make ram-v") == set()


def test_s24_walls_stop_everybody_and_gates_the_enemy() -> None:
    match = play(at("I . . .", "wall a2-c2", "gate orange d2-d3"), "unit a1")
    assert targets(match, "move") == {"b1", "c1"}
    tower = play(at("", "tower b2-c3", "wall b4-d4", "infantry blue b3"), "engine b2")
    assert "b3" not in targets(tower, "move")


THREE = ("infantry blue w16", "archers blue w17", "cavalry blue w18")


def test_s25_three_beside_capture_with_all_that_belongs_to_a_castle() -> None:
    belongs = ("barracks orange s12-t13 of x16", "gate orange r17-s17 of x16", "camp orange a16-c18")
    match = play(at("", *belongs, *THREE, "infantry blue a1"), "unit a1, end")
    after = match.position
    assert "castle blue x16-z18" in after
    assert "barracks blue s12-t13 of x16" in after
    assert "gate blue r17-s17 of x16" in after
    assert "camp orange a16-c18" in after


def test_s25_not_with_two_nor_with_the_owner_beside_nor_diagonally() -> None:
    two = play(at("", *THREE[:2], "infantry blue a1"), "unit a1, end")
    guarded = play(at("", *THREE, "infantry orange x15", "infantry blue a1"), "unit a1, end")
    corner = play(at("", *THREE[:2], "infantry blue w15", "infantry blue a1"), "unit a1, end")
    for match in (two, guarded, corner):
        assert "castle orange x16-z18" in match.position


def test_s25_after_a_unit_turn_whatever_brought_it_about() -> None:
    match = at("", *THREE, "infantry orange x15", "cavalry blue x14")
    play(match, "unit x14, strike x15")
    assert "castle blue x16-z18" in match.position


def test_s25_without_a_unit_turn_nothing_is_captured() -> None:
    assert "castle orange x16-z18" in play(at("", *THREE), "end").position


def test_s25_a_camp_alone_and_units_on_anything() -> None:
    match = at("", "camp orange c3-e5", "wall b3-b5", "archers blue b3", "archers blue b4", "archers blue b5")
    assert "camp blue c3-e5" in tokens(play(match, "unit b3, end"))


def test_s25_who_stands_in_a_gate_that_changed_sides_may_stay_and_leave() -> None:
    gate = ("gate orange r16-s16 of x16", "infantry orange r16")
    match = play(at("", *gate, *THREE, "infantry blue a1"), "unit a1, end, end, end")
    assert fact(match, "turn") == "orange"
    assert "infantry orange r16" in tokens(match)
    moves = targets(play(match, "unit r16"), "move")
    assert "q16" in moves
    assert "s16" not in moves


# ---- S26 … S29 modes ----


def test_s26_grass_and_six_free_cells_beside() -> None:
    picture = """
        . . . # .
        . . . # .
        . . . # .
        """
    first = targets(Match(game(picture), 1), "place")
    assert "a1" not in first  # three free cells above, rock to the right, the edge on the other sides
    assert "a2" in first  # three above, three below, and d4
    assert "b1" not in first  # rock on d1
    plain = targets(Match(game(""), 1), "place")
    assert "a1" in plain  # a corner has exactly six


def test_s26_water_beside_counts_as_free() -> None:
    assert "a1" in targets(Match(game(". . . ~\n. . . ~\n. . . ~"), 1), "place")


def test_s27_standard_set_up() -> None:
    match = Match(game(""), 1)
    assert fact(match, "coins") == "64/64"
    play(match, "place a1")
    assert fact(match, "turn") == "orange"
    assert "a16" not in targets(match, "place")
    play(match, "place aa16")
    assert fact(match, "turn") == "orange"  # the second player moves first
    assert fact(match, "phase") == "buildings"


@pytest.mark.parametrize(("side", "fits"), [(13, False), (14, True)])
def test_s27_fourteen_is_the_least_side(side: int, fits: bool) -> None:
    changes = {"maps": {"square": meadow("", side, side)}}
    if fits:
        match = Match(load_kind(KIND, changes, {"map": "square"}), 1)
        corners = {"a1", "b1", "a2"}, {"l1", "k1", "l2"}, {"a12", "b12", "a11"}, {"l12", "k12", "l11"}
        assert targets(match, "place") == set().union(*corners)
    else:
        with pytest.raises(tabor.DataError, match=r"maps\.square has no room for a castle and another castle"):
            load_kind(KIND, changes, {"map": "square"})


def test_s28_siege_set_up() -> None:
    match = play(Match(game("", "siege"), 1), "place a1")
    assert fact(match, "phase") == "fortify"
    play(match, "plan wall-h, site a5, plan barracks, site e1, end")
    assert fact(match, "coins") == "52/64"
    assert fact(match, "turn") == "orange"
    camps = targets(match, "place")
    assert "t1" in camps  # d … s between: 16
    assert "s1" not in camps
    play(match, "place t1")
    assert not {"t1", "t4", "w1", "r1"} & targets(match, "place")
    play(match, "place x1")
    assert fact(match, "turn") == "orange"
    assert fact(match, "coins") == "52/64"


@pytest.mark.parametrize(
    ("mode", "numbers"),
    [
        ("standard", {"blue_coins": 30, "orange_coins": 50}),
        ("siege", {"defender_coins": 30, "attacker_coins": 50}),
    ],
)
def test_s27_s28_the_coins_of_each_side_and_mode_are_numbers_of_their_own(mode: str, numbers: dict[str, int]) -> None:
    changes = {"maps": {"wide": meadow("")}, mode: numbers}
    games = {name: load_kind(KIND, changes, {"map": "wide", "mode": name}) for name in ("standard", "siege")}
    coins = {name: fact(Match(game, 1), "coins") for name, game in games.items()}
    assert coins == {"standard": "64/64", "siege": "64/64", mode: "30/50"}


def test_s28_castles_have_no_action_and_bring_a_coin() -> None:
    match = at("i I", mode="siege", turn="orange", coins="3/3")
    play(match, "end")
    assert fact(match, "turn") == "blue"
    assert fact(match, "coins") == "4/3"
    play(match, "end")
    assert fact(match, "turn") == "orange"
    assert fact(match, "coins") == "4/4"  # this castle is orange's


def test_s28_nothing_is_made_in_set_up() -> None:
    match = play(Match(game("", "siege"), 1), "place a1, plan barracks, site e1")
    assert {action.split()[0] for action in match.legal} == {"plan", "end"}


def narrow(mode: str, width: int, changes: dict[str, Any] | None = None) -> Match:
    maps = {"maps": {"strip": ["." * width] * 3}, "free_beside_seat": 3}
    return Match(load_kind(KIND, {**maps, **(changes or {})}, {"map": "strip", "mode": mode}), 1)


def test_s29_a_castle_must_leave_room_for_another() -> None:
    match = narrow("standard", 24)
    assert targets(match, "place") == {"a1", "b1", "c1", "t1", "u1", "v1"}


def test_s29_a_castle_must_leave_room_for_two_camps() -> None:
    match = narrow("siege", 27)  # a castle, 16 cells, then two camps with a cell between
    assert targets(match, "place") == {"a1", "b1", "x1", "y1"}
    with pytest.raises(tabor.DataError, match="no room for a castle and two camps"):
        narrow("siege", 25)


def test_s29_a_building_must_leave_two_legal_camps() -> None:
    reach = {"tokens": {"ladder": {"reach": 30}}}
    match = play(narrow("siege", 26, reach), "place a1, plan ladder")  # the camps must stand on t1 and x1
    sites = targets(match, "site")
    assert {"d1", "s2", "w1"} <= sites
    assert not {"t1", "v3", "x2", "z3"} & sites


def test_s29_the_first_camp_must_leave_a_second() -> None:
    match = play(narrow("siege", 27), "place a1, end")
    assert targets(match, "place") == {"t1", "u1", "x1", "y1"}


# ---- S30 … S32 the end ----


ONE_CASTLE = ("castle orange x16-z18",)


def test_s30_the_third_own_turn_without_a_seat_loses() -> None:
    second = play(at("I\ni", castles=ONE_CASTLE, seatless="1/0", turns=9), "end")
    assert fact(second, "seatless") == "2/0"
    assert second.outcome is None
    third = play(at("I\ni", castles=ONE_CASTLE, seatless="2/0", turns=9), "end")
    assert third.outcome == tabor.match.Outcome(1, "no-seat")


def test_s30_a_camp_is_a_seat_too() -> None:
    match = play(at("I\ni", "camp blue k3-m5", castles=ONE_CASTLE, seatless="2/0", turns=9), "end")
    assert match.outcome is None


def test_s31_no_land_unit_from_the_third_turn_on() -> None:
    second = play(at("i", turns=3, phase="buildings"), "end")
    assert second.outcome is None
    third = play(at("i", turns=5, phase="buildings"), "end")
    assert third.outcome == tabor.match.Outcome(1, "no-units")


def test_s31_orange_counts_its_own_turns() -> None:
    assert play(at("I", turn="orange", turns=2, phase="buildings"), "end").outcome is None
    third = play(at("I", turn="orange", turns=4, phase="buildings"), "end")
    assert third.outcome == tabor.match.Outcome(0, "no-units")


@pytest.mark.parametrize(
    ("tokens_", "winner", "reason"),
    [
        (("infantry blue a1", "infantry orange c1", "camp orange k3-m5"), 1, "more-seats"),
        (("infantry blue a1", "cavalry orange c1"), 1, "more-units"),
        (("infantry blue a1", "archers blue a2", "cavalry orange c1"), None, "even"),
    ],
)
def test_s32_the_turn_limit_in_standard_mode(tokens_: tuple[str, ...], winner: int | None, reason: str) -> None:
    match = play(at("", *tokens_, turns=299, phase="buildings"), "end")
    assert match.outcome == tabor.match.Outcome(winner, reason)


def test_s32_the_defender_holds_out_in_siege_mode() -> None:
    match = play(at("I . i", mode="siege", turns=299), "end")
    assert match.outcome == tabor.match.Outcome(0, "defended")


def test_s32_losing_counts_before_the_limit() -> None:
    match = play(at("i", turns=299, phase="buildings"), "end")
    assert match.outcome == tabor.match.Outcome(1, "no-units")
    siege = play(at("I . i", castles=ONE_CASTLE, mode="siege", turns=299, seatless="2/0"), "end")
    assert siege.outcome == tabor.match.Outcome(1, "no-seat")


def test_the_map_is_full_at_its_most_tokens() -> None:
    full = at("", "barracks blue c3-d4", phase="buildings", coins="99/0", rules={"most_tokens": 4})
    assert targets(play(full.copy(), "building x1"), "plan")
    after = play(full, "building c3, make infantry c2")
    assert fact(after, "phase") == "buildings"  # no second unit is offered
    assert set(play(after, "building x1").legal) == {"coins"}


def test_options_for_ladders_and_camps() -> None:
    ladder = {"options": {"ladder_beside_wall": True}}
    match = play(at("", "wall u5-w5", phase="buildings", coins="99/0", rules=ladder), "building x1, plan ladder")
    assert targets(match, "site") == {"t5", "x5", "u4", "v4", "w4", "u6", "v6", "w6"}
    camp = {"options": {"camp_from_enemy": 10}}
    sites = targets(play(at("", phase="buildings", coins="99/0", rules=camp), "building x1, plan camp"), "site")
    assert "t1" in sites
    assert "t10" not in sites


def test_every_numbered_sentence_has_a_test() -> None:
    check_sentences(find("siege"), sys.modules[__name__])


# ---- numbers of a variant ----


def test_s27_a_head_start_is_of_one_seat_on_one_map_in_standard_mode() -> None:
    def coins(name: str, mode: str, more: int) -> list[int]:
        game = tabor.load("siege", map=name, mode=mode, rules={"head_start": {"ford": more}})
        return list(tabor.Match(game).state["coins"].tolist())

    assert coins("ford", "standard", 5) == [69, 64]
    assert coins("ford", "standard", -5) == [64, 69]
    assert coins("pass", "standard", 5) == [64, 64]
    assert coins("ford", "siege", 5) == [64, 64]
    with pytest.raises(tabor.DataError, match=r"head_start\.frod means nothing; did you mean 'ford'\?"):
        tabor.load("siege", rules={"head_start": {"frod": 5}})
