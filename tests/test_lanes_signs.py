"""Each sign of lanes at its exact moment, and each bonus."""

from __future__ import annotations

from typing import Any

import pytest
from lanes_fields import at, can, damage, drawn, fact, foe, looks, messages, play, unit

from tabor.games.lanes import KIND
from tabor.games.lanes.pieces import Piece
from tabor.games.lanes.signs import EFFECTS, SIGNS
from tabor.games.lanes.view import about
from tabor.loading import load_kind
from tabor.messages import languages, speaker

EMPTY_ROW = ". . . ."


def duel(hero: dict[str, Any], victim: dict[str, Any], facts: str = "", staged: str = ".", **rules: Any) -> Any:
    """A Hero on a2 and a Foe on a3 of four rows; the position after both attacks."""
    drawing = f"[{staged} . . .] \n . . . . \n -Foe . . . \n +Hero . . . \n . . . ."
    return play(at(drawing, facts, units={"Hero": hero, "Foe": victim}, rules=rules or None), "end")


# ---- armoured: damage ----


@pytest.mark.parametrize(("power", "left"), [(1, "-Foe:8"), (2, "-Foe:8"), (3, "-Foe:7")])
def test_armoured_each_hit_does_1_less_never_below_1(power: int, left: str) -> None:
    assert left in duel(unit(power, 9), foe(0, 9, "armoured")).position


def test_armoured_holds_for_every_hit_and_every_source() -> None:
    assert "-Foe:5" in duel(unit(3, 9, "double"), foe(0, 9, "armoured")).position
    match = at(
        "[. . . .] \n . . . . \n . . . . \n -Foe . . . \n . . . .",
        "bonuses=Firepot",
        units={"Foe": foe(0, 9, "armoured")},
    )
    assert "-Foe:8" in play(match, "Firepot>a2").position


def test_armoured_weakens_overkill_on_a_staged_unit() -> None:
    units = {"Hero": unit(5, 5), "Foe": foe(0, 9, "armoured"), "Weak": foe(0, 1)}
    match = at("[Foe . . .] \n -Weak . . . \n +Hero . . . \n . . . . \n . . . .", units=units)
    assert "-Foe:6" in play(match, "end").position  # 5 − 1 left over, less 1


# ---- swift: step ----


@pytest.mark.parametrize(("difficulty", "price"), [(1, 1), (2, 1), (3, 2)])
def test_swift_difficulty_counts_1_less_never_below_1(difficulty: int, price: int) -> None:
    units = {"Hero": unit(1, 1, "swift", difficulty=difficulty)}
    drawing = "[. . . .] \n . . . . \n . . . . \n . . . . \n +Hero . . ."
    match = play(at(drawing, "initiative=9", units=units), "a1-a2")
    assert int(match.state["initiative"]) == 9 - price
    match = play(at(drawing, "initiative=9", units=units), "a1-b1")
    assert int(match.state["initiative"]) == 9 - 2 * price


# ---- scout: deploy ----


def test_scout_may_be_deployed_one_row_ahead_of_the_camp() -> None:
    units = {"Hero": unit(1, 1, "scout")}
    match = at("[. . . .] \n . . . . \n . . . . \n +Man . . . \n . . . .", "hand=Hero,Man", units=units)
    heroes = {action for action in match.legal if action.startswith("Hero@")}
    assert heroes == {f"Hero@{cell}" for cell in ("a1", "b1", "c1", "d1", "b2", "c2", "d2")}
    assert not can(match, "Man@b2")


# ---- healer: after its side's attack ----


def test_healer_own_units_beside_it_regain_1_after_the_attack() -> None:
    units = {"Hero": unit(0, 3, "healer")}
    drawing = "[. . . .] \n . . . . \n . +Man:1 . . \n +Man:1 +Hero:1 +Man +Man:1 \n . +Man:2 . ."
    match = play(at(drawing, units=units), "end")
    assert drawn(match)[2:] == [". +Man:2 . .", "+Man:2 +Hero:1 +Man +Man:1", ". +Man . ."]


def test_healer_does_not_reach_around_the_edge_or_the_enemy() -> None:
    units = {"Hero": unit(0, 3, "healer"), "Foe": foe(0, 3)}
    left = "[. . . .] \n . . . . \n . . . . \n +Hero -Foe:1 . . \n . . . +Man:1"
    assert drawn(play(at(left, units=units), "end"))[3:] == ["+Hero -Foe:1 . .", ". . . +Man:1"]
    right = "[. . . .] \n . . . . \n +Man:1 . . . \n . . . +Hero \n . . . ."
    assert drawn(play(at(right, units=units), "end"))[2] == "+Man:1 . . ."


def test_healer_comes_too_late_for_the_dead_and_in_time_for_the_next_attack() -> None:
    """After the player's attack and before the horde's: a unit with 1 survives a blow of 1."""
    units = {"Hero": unit(0, 3, "healer"), "Foe": foe(1, 9)}
    drawing = "[. . . .] \n . . . . \n . . . . \n -Foe . . . \n +Man:1 +Hero . ."
    assert drawn(play(at(drawing, units=units), "end"))[4] == "+Man:1 +Hero . ."


def test_healer_of_the_horde_heals_after_the_hordes_attack() -> None:
    units = {"Medic": foe(0, 3, "healer"), "Foe": foe(1, 9)}
    drawing = "[. . . .] \n . . . . \n . . . . \n -Foe:5 -Medic . . \n +Man:1 . . ."
    match = play(at(drawing, units=units), "end")
    assert drawn(match)[3] == "-Foe:5 -Medic . ."  # hit for 1 by the man, then healed
    assert messages(match).index("died") < messages(match).index("healed")


# ---- thorns: after a blow ----


def test_thorns_a_melee_attacker_takes_1_after_its_blow_also_if_it_kills() -> None:
    assert "+Hero:8" in duel(unit(1, 9), foe(0, 9, "thorns")).position
    killed = duel(unit(9, 9), foe(0, 1, "thorns"))
    assert looks(killed, "[. . . .] \n . . . . \n . . . . \n +Hero:8 . . . \n . . . .")


def test_thorns_do_not_reach_ranged_attackers() -> None:
    units = {"Foe": foe(0, 9, "thorns")}
    match = play(at("[. . . .] \n . . . . \n -Foe . . . \n . . . . \n +Bow . . .", units=units), "end")
    assert "pricked" not in messages(match)
    assert "-Foe:8" in match.position


def test_thorns_prick_for_each_blow_and_a_dead_attacker_strikes_no_more() -> None:
    assert "+Hero:7" in duel(unit(1, 9, "double"), foe(0, 9, "thorns")).position
    match = duel(unit(1, 1, "double"), foe(0, 9, "thorns"))
    assert "-Foe:8" in match.position
    assert "Hero" not in " ".join(drawn(match))


def test_thorns_of_the_player_prick_the_horde() -> None:
    units = {"Hero": unit(0, 9, "thorns"), "Foe": foe(1, 2)}
    match = play(at("[. . . .] \n . . . . \n . . . . \n -Foe . . . \n +Hero . . .", units=units), "end")
    assert drawn(match)[3:] == ["-Foe:1 . . .", "+Hero:8 . . ."]


# ---- double strike: attack ----


def test_double_the_second_blow_hits_what_stands_there_then() -> None:
    units = {"Hero": unit(1, 9, "double", range=2), "Foe": foe(0, 1), "Next": foe(0, 5)}
    match = play(at("[. . . .] \n . . . . \n -Next . . . \n -Foe . . . \n +Hero . . .", units=units), "end")
    assert "Next:4" in match.position
    assert "Foe" not in " ".join(drawn(match))


def test_double_hits_the_camp_twice() -> None:
    units = {"Hero": unit(2, 9, "double")}
    assert damage(play(at("[. . . .] \n . . . . \n +Hero . . . \n . . . . \n . . . .", units=units), "end")) == (0, 4)


# ---- split strike: attack ----


def test_split_attacks_left_and_right_and_not_ahead() -> None:
    units = {"Hero": unit(1, 9, "split"), "Foe": foe(0, 5)}
    match = play(
        at("[. . . .] \n . . . . \n -Foe -Foe -Foe . \n . +Hero . . \n . . . .", units=units, rules={"advance": 0}),
        "end",
    )
    assert drawn(match)[2] == "-Foe:4 -Foe -Foe:4 ."


def test_split_hits_the_camp_on_both_sides_and_nothing_off_the_field() -> None:
    units = {"Hero": unit(1, 9, "split")}
    middle = at("[. . . .] \n . . . . \n . +Hero . . \n . . . . \n . . . .", units=units)
    assert damage(play(middle, "end")) == (0, 2)
    edge = at("[. . . .] \n . . . . \n +Hero . . . \n . . . . \n . . . .", units=units)
    assert damage(play(edge, "end")) == (0, 1)


def test_split_and_ranged_and_double_go_together() -> None:
    units = {"Hero": unit(1, 9, "split", "double", attack="ranged", range=2), "Foe": foe(0, 5)}
    match = at("[. . . .] \n . . . . \n -Foe . -Foe . \n . . . . \n . +Hero . .", units=units, rules={"advance": 0})
    assert drawn(play(match, "end"))[2] == "-Foe:3 . -Foe:3 ."


# ---- deadly: damage ----


def test_deadly_kills_any_unit_it_damages_without_overkill() -> None:
    assert "Foe" not in " ".join(drawn(duel(unit(1, 9, "deadly"), foe(0, 99, "armoured"))))
    units = {"Hero": unit(9, 9, "deadly"), "Foe": foe(0, 1)}
    match = at("[Imp . . .] \n -Foe . . . \n +Hero . . . \n . . . . \n . . . .", units=units)
    play(match, "end")
    assert "overkill" not in messages(match)


def test_deadly_does_nothing_special_to_objects_and_shields() -> None:
    units = {"Hero": unit(1, 9, "deadly"), "Killer": foe(1, 9, "deadly")}
    match = at("[. . . .] \n . . . . \n . #Fence . . \n -Killer +Hero . . \n +Man* . . .", units=units)
    play(match, "end")
    assert drawn(match)[2].split()[1] == "#Fence:1"
    assert drawn(match)[4] == "+Man . . ."


def test_deadly_thorns_do_not_kill() -> None:
    assert "+Hero:8" in duel(unit(1, 9), foe(0, 9, "deadly", "thorns")).position


# ---- banner: aura ----


def test_banner_gives_own_units_left_and_right_1_more_power() -> None:
    units = {"Flag": unit(0, 1, "banner"), "Foe": foe(0, 9)}
    drawing = "[. . . .] \n . . . . \n -Foe . -Foe -Foe \n +Man +Flag +Man +Man \n . . . ."
    match = play(at(drawing, units=units, rules={"advance": 0}), "end")
    assert drawn(match)[2] == "-Foe:7 . -Foe:7 -Foe:8"


def test_banner_two_of_them_add_up_and_rows_above_get_nothing() -> None:
    units = {"Flag": unit(0, 1, "banner"), "Foe": foe(0, 9)}
    drawing = "[. . . .] \n . -Foe . . \n -Foe +Man . . \n +Man . . . \n +Flag . . ."
    match = play(at(drawing, units=units, rules={"advance": 0}), "end")
    assert "-Foe:8" in drawn(match)[1]
    both = play(at("[. . . .] \n . . . . \n . -Foe . . \n +Flag +Man +Flag . \n . . . .", units=units), "end")
    assert "-Foe:6" in drawn(both)[2]


def test_banner_of_the_horde_does_not_help_the_player_and_dies_with_its_bearer() -> None:
    units = {"Pole": foe(0, 1, "banner"), "Foe": foe(1, 9)}
    drawing = "[. . . .] \n . . . . \n . . . . \n -Foe -Pole . . \n +Man . . ."
    assert drawn(play(at(drawing, units=units), "end"))[4] == "+Man:1 . . ."
    drawing = "[. . . .] \n . . . . \n . . . . \n -Foe -Pole . . \n +Man +Man . ."
    assert drawn(play(at(drawing, units=units), "end"))[4] == "+Man:2 +Man . ."


# ---- undying: death ----


def test_undying_returns_to_the_hand_if_there_is_room() -> None:
    units = {"Hero": unit(1, 1, "undying"), "Foe": foe(1, 9)}
    drawing = "[. . . .] \n . . . . \n . . . . \n -Foe . . . \n +Hero . . ."
    assert fact(play(at(drawing, units=units), "end"), "hand") == "Hero"
    full = play(at(drawing, "hand=Pawn*10", units=units), "end")
    assert fact(full, "hand") == "Pawn*10"


def test_undying_of_the_horde_returns_to_the_supply() -> None:
    match = duel(unit(9, 9), foe(0, 1, "undying"))
    assert fact(match, "supply") == "Imp*9,Foe"


def test_undying_of_a_script_is_due_at_once_in_its_column() -> None:
    units = {"Hero": unit(9, 9), "Foe": foe(0, 1, "undying")}
    script = [{"round": 0, "unit": "Foe", "column": "b"}]
    drawing = "[. . . .] \n . . . . \n . -Foe . . \n . +Hero . . \n . . . ."
    match = at(drawing, "round=4 script=5:Imp@b", units=units, script=script)
    play(match, "end")
    assert fact(match, "returning") == "4:Foe@b"
    assert match.legal == ["Foe^b"]
    play(match, "Foe^b")
    assert drawn(match)[0] == "[. Foe . .]"


def test_undying_staged_units_return_too() -> None:
    units = {"Hero": unit(9, 9), "Foe": foe(0, 1, "undying"), "Weak": foe(0, 1)}
    match = at("[Foe . . .] \n -Weak . . . \n +Hero . . . \n . . . . \n . . . .", units=units)
    assert fact(play(match, "end"), "supply") == "Imp*9,Foe"


# ---- commander: start of a round ----


@pytest.mark.parametrize(
    ("initiative", "points"),
    [({}, 5), ({"initiative": {"kind": "growing", "start": 5, "cap": 5}}, 7)],
    ids=["fixed", "cap"],
)
def test_commander_each_one_standing_gives_1_more_above_the_cap_too(initiative: Any, points: int) -> None:
    units = {"Hero": unit(0, 1, "commander")}
    drawing = "[. . . .] \n . . . . \n . . . . \n . . . . \n +Hero +Hero . ."
    match = play(at(drawing, units=units, rules=initiative), "end stop")
    assert int(match.state["initiative"]) == points


def test_commander_gives_nothing_in_the_turn_it_comes() -> None:
    units = {"Hero": unit(0, 1, "commander")}
    match = at("[. . . .] \n . . . . \n . . . . \n . . . . \n . . . .", "hand=Hero initiative=1", units=units)
    assert fact(play(match, "Hero@a1"), "initiative") == "1"


# ---- anchor: step ----


def test_anchor_enters_from_staging_and_then_stays() -> None:
    units = {"Foe": foe(0, 9, "anchor")}
    match = play(at("[Foe . . .] \n . . . . \n . . . . \n . . . . \n . . . .", units=units), "end")
    assert drawn(match)[1] == "-Foe . . ."
    assert drawn(play(match, "stop end"))[1] == "-Foe . . ."


def test_anchor_nothing_moves_it_neither_steps_nor_bonuses() -> None:
    units = {"Hero": unit(0, 1, "anchor")}
    drawing = "[. . . .] \n . . . . \n . . . . \n +Man . . +Man \n +Hero . . ."
    match = at(drawing, "initiative=9 bonuses=Retreat,Feint", units=units)
    assert not [a for a in match.legal if a.startswith("a1-") or a.endswith(">a1")]
    play(match, "Feint>a2")
    assert match.legal == [">d2"]


# ---- amounts are data ----


def test_the_figures_of_the_signs_are_data() -> None:
    signs = {"thorns": {"amount": 3}, "double": {"amount": 3}}
    changes = {
        "signs": signs,
        "units": {"Hero": unit(1, 20, "double"), "Foe": foe(0, 20, "thorns")},
        "levels": {"meadow": {"supply": {"Foe": 1}}},
    }
    import tabor

    game = load_kind(KIND, changes)
    rows = ". . . . / . . . . / -Foe . . . / +Hero . . . / . . . ."
    match = play(tabor.Match(game, seed=1, position=f"[. . . .] {rows} supply=Rat"), "end")
    assert "-Foe:17" in match.position
    assert "+Hero:11" in match.position


# ---- brood: the horde prepares; dread: start of a round ----

QUEEN = "[. . . .] \n -Queen . . . \n . . . . \n . . . . \n . . . ."


@pytest.mark.parametrize(("signs", "prepared"), [((), 1), (("brood",), 2)])
def test_brood_the_horde_prepares_one_more_while_it_stands(signs: tuple[str, ...], prepared: int) -> None:
    match = play(at(QUEEN, units={"Queen": foe(0, 9, *signs)}), "end")
    assert fact(match, "left") == str(prepared)


def test_brood_that_has_fallen_brings_nothing() -> None:
    units = {"Queen": foe(0, 1, "brood"), "Hero": unit(1, 1)}
    match = play(at(QUEEN.replace("\n . . . .", "\n +Hero . . .", 1), units=units), "end")
    assert fact(match, "left") == "1"


@pytest.mark.parametrize(("fixed", "kings", "points"), [(3, 1, 2), (3, 2, 1), (2, 2, 1), (1, 1, 1), (0, 1, 0)])
def test_dread_takes_1_initiative_each_but_not_the_last(fixed: int, kings: int, points: int) -> None:
    row = " ".join(["-King"] * kings + ["."] * (4 - kings))
    rules = {"initiative": {"fixed": fixed}}
    match = at(f"[. . . .] \n {row} \n . . . . \n . . . . \n . . . .", units={"King": foe(0, 9, "dread")}, rules=rules)
    assert int(play(match, "end stop").state["initiative"]) == points


def test_dread_counts_against_what_commanders_give() -> None:
    units = {"King": foe(0, 9, "dread"), "Hero": unit(0, 1, "commander")}
    drawing = "[. . . .] \n -King . . . \n . . . . \n . . . . \n . +Hero . ."
    assert int(play(at(drawing, units=units), "end stop").state["initiative"]) == 3


@pytest.mark.parametrize("level", ["thicket", "night"])
def test_a_boss_has_its_signs_on_its_level_alone(level: str) -> None:
    def signs_on(name: str) -> dict[str, tuple[str, ...]]:
        return {piece.name: piece.signs for piece in load_kind(KIND, None, {"level": name}).setup.kinds}  # type: ignore[attr-defined]

    here, elsewhere = signs_on(level), signs_on("meadow")
    [(boss, signs)] = [(name, signs) for name, signs in here.items() if signs != elsewhere[name]]
    assert {boss: signs[len(elsewhere[boss]) :]} in ({"Bramble-Queen": ("brood",)}, {"Pale-King": ("dread",)})


def test_there_are_twelve_signs_with_help_and_eight_effects() -> None:
    assert len([kind for kind in SIGNS if kind.for_cards]) == 12
    assert len(EFFECTS) == 8


# ---- bonuses ----

FIELD = "[. . . .] \n . . . . \n . -Imp . . \n . +Man:1 . . \n +Bow . #Fence ."


def test_bonus_initiative_now() -> None:
    assert fact(play(at(FIELD, "initiative=1 bonuses=Rally"), "Rally"), "initiative") == "3"


def test_bonus_heal_3_up_to_full_health() -> None:
    match = at(FIELD, "bonuses=Balm")
    assert {a for a in match.legal if a.startswith("Balm")} == {"Balm>b2"}  # nobody else is wounded
    assert drawn(play(match, "Balm>b2"))[3] == ". +Man . ."


def test_bonus_2_damage_anywhere_on_the_field() -> None:
    match = at(FIELD, "bonuses=Firepot")
    assert {a for a in match.legal if a.startswith("Firepot")} == {
        "Firepot>b3",
        "Firepot>b2",
        "Firepot>a1",
        "Firepot>c1",
    }
    assert "-Imp:1" in play(match.copy(), "Firepot>b3").position
    assert drawn(play(match.copy(), "Firepot>c1"))[4] == "+Bow . . ."
    assert drawn(play(match, "Firepot>b2"))[3] == ". . . ."


def test_bonus_a_column_does_not_advance_this_round() -> None:
    drawing = "[Imp . . .] \n . . . . \n . -Imp . . \n . . . . \n . . . ."
    match = play(at(drawing, "bonuses=Mud*2"), "Mud>b Mud>a end")
    assert drawn(match)[1:4] == ["-Imp . . .", ". -Imp . .", ". . . ."]  # who is staged enters all the same
    match = play(match, "stop end")
    assert drawn(match)[1:4] == [". . . .", "-Imp . . .", ". -Imp . ."]


def test_bonus_draw_2_from_decks_of_choice() -> None:
    match = play(at(FIELD, "bonuses=Muster deck=Pike pawns=3"), "Muster")
    assert match.legal == ["draw", "pawn"]
    play(match, "pawn draw")
    assert fact(match, "hand") == "Pawn,Pike"
    assert (fact(match, "phase"), fact(match, "round")) == ("prepare", "1")
    assert not can(at(FIELD, "bonuses=Muster"), "Muster")  # nothing to draw


def test_bonus_return_an_own_unit_to_the_hand() -> None:
    match = at(FIELD, "bonuses=Retreat")
    assert {a for a in match.legal if a.startswith("Retreat")} == {"Retreat>b2", "Retreat>a1"}
    play(match, "Retreat>b2")
    assert fact(match, "hand") == "Man"
    assert drawn(play(match, "Man@b1"))[4] == "+Bow +Man #Fence ."  # in full health
    assert not [a for a in at(FIELD, "bonuses=Retreat hand=Pawn*10").legal if a.startswith("Retreat")]


def test_bonus_swap_two_own_units() -> None:
    match = play(at(FIELD, "bonuses=Feint"), "Feint>a1")
    assert match.legal == [">b2"]
    assert drawn(play(match, ">b2"))[3:] == [". +Bow . .", "+Man:1 . #Fence ."]
    alone = at("[. . . .] \n . . . . \n . . . . \n . . . . \n +Man . . .", "bonuses=Feint")
    assert not [a for a in alone.legal if a.startswith("Feint")]


def test_bonus_swap_takes_shields_and_steps_along() -> None:
    drawing = "[. . . .] \n . . . . \n . . . . \n . +Man*' . . \n +Bow . . ."
    match = play(at(drawing, "bonuses=Feint"), "Feint>a1 >b2")
    assert drawn(match)[3:] == [". +Bow . .", "+Man*' . . ."]


def test_bonus_shield_takes_the_whole_next_hit_once() -> None:
    units = {"Foe": foe(9, 9)}
    drawing = "[. . . .] \n . . . . \n . . . . \n -Foe . . . \n +Man . . ."
    match = play(at(drawing, "bonuses=Ward", units=units), "Ward>a1 end")
    assert drawn(match)[4] == "+Man . . ."
    assert drawn(play(match, "stop end"))[4] == ". . . ."


def test_bonus_shield_goes_along_when_its_unit_moves() -> None:
    match = at("[. . . .] \n . . . . \n . . . . \n . . . . \n +Man* . . .", "initiative=1")
    assert drawn(play(match, "a1-a2"))[3] == "+Man*' . . ."


def test_bonus_shield_stays_until_it_is_hit_and_is_given_once() -> None:
    match = play(at("[. . . .] \n . . . . \n . . . . \n . . . . \n +Man . . .", "bonuses=Ward*2"), "Ward>a1")
    assert not can(match, "Ward>a1")
    assert drawn(play(match, "end stop"))[4] == "+Man* . . ."


# ---- what people read ----


@pytest.mark.parametrize("language", languages())
def test_the_sentence_of_a_sign_follows_its_amount(language: str) -> None:
    for kind in SIGNS:
        usual, other = (said(kind.name, amount, language) for amount in (2, 7))
        assert ("7" in other) == kind.has_amount == (usual != other)


def said(sign: str, amount: int, language: str) -> str:
    return speaker(KIND, language)(about({sign: amount}, Piece("Unit", "u", signs=(sign,))))
