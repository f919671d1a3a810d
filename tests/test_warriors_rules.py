"""The rules of Warriors, sentence by sentence, in positions made by hand.

`c3G8` is a Gladiator with 8 HP on c3, `m` has moved, `a` has attacked, `[A+2:3]` has 2 more attack for 3 turns; behind
the `/` stands what is left of the team, capitals warriors, small letters potions. Maps are drawn, the last row is 1.
"""

from __future__ import annotations

import re
import sys
from typing import Any

import pytest

from tabor.errors import ActionError, DataError, PositionError
from tabor.games import find, warriors
from tabor.loading import load_kind
from tabor.match import Match
from tabor.testing import check_sentences

FIVE = (".....", ".....", ".....", ".....", ".....")
ROW = (".......",)


def at(position: str | None = None, rows: tuple[str, ...] = FIVE, players: int = 2, **changes: Any) -> Match:
    """A match at a position of a map drawn here; changes are those of the game's numbers."""
    numbers = {"maps": {"drawn": list(rows)}, **changes}
    game = load_kind(warriors.KIND, numbers, {"map": "drawn", "players": str(players)})
    return Match(game, seed=1, position=position)


def play(match: Match, actions: str) -> Match:
    for action in actions.split():
        match.play(action)
    return match


def pass_turn(match: Match) -> Match:
    """End every phase that is left of this turn."""
    turns = int(match.state["turns"])
    while match.outcome is None and int(match.state["turns"]) == turns:
        match.play("end")
    return match


def facts(match: Match) -> dict[str, str]:
    return dict(part.split("=", 1) for part in match.position.split())


def fact(match: Match, name: str) -> str:
    return facts(match)[name]


def targets(match: Match, *selected: str) -> set[str]:
    """Where what is selected can be aimed, without the sign."""
    copy = play(match.copy(), " ".join(selected))
    return {action[1:] for action in copy.legal}


def refused(match: Match, action: str) -> bool:
    before = match.state.tobytes()
    with pytest.raises(ActionError):
        match.play(action)
    return bool(match.state.tobytes() == before)


def picked(blue: str = "GGKNZ h h s r a", orange: str = "PPPPP w w w w w") -> Match:
    """Teams picked, nobody summoned."""
    return play(at(), " ".join(" ".join(part) if part.isupper() else part for part in f"{blue} {orange}".split()))


# ---- S1 teams ----


def test_s1_five_warriors_then_five_potions_each() -> None:
    match = at()
    for player in ("blue", "orange"):
        for _ in range(5):
            assert fact(match, "turn") == player
            assert match.legal == ["G", "K", "N", "P", "Z"]
            match.play("G")
        for _ in range(5):
            assert match.legal == ["h", "s", "w", "r", "a"]
            match.play("w")
    assert fact(match, "blue") == fact(match, "orange") == "-/GGGGGwwwww"
    assert fact(match, "phase") == "opening"


def test_s1_the_order_of_picking_means_nothing() -> None:
    one, other = picked("GGKNZ h h s r a"), picked("ZNGKG a h r s h")
    assert one.position == other.position
    assert one.game.key(one.state) == other.game.key(other.state)
    assert fact(one, "blue") == "-/GGKNZhhsra"


def test_s1_picks_are_secret_until_all_have_picked() -> None:
    match = play(at(), "G G K N Z h h s r a P")

    def team(seat: int | None) -> Any:
        panel = next(panel for panel in match.view(seat)["panels"] if panel["id"] == "team-0")
        return {item["kind"]: item["count"] for item in panel["items"]}

    own = {"Gladiator": 2, "Knight": 1, "Ninja": 1, "Zombie": 1, "Healing": 2, "Strength": 1, "Runner": 1, "Aging": 1}
    assert team(0) == own
    assert team(1) == team(None) == {}
    assert [line["message"]["id"] for line in match.view(0)["log"]] == ["picked"] * 10
    assert match.view(None)["log"] == []
    play(match, "P P P P w w w w w")
    assert team(0) == team(1) == team(None) == own


def test_s1_a_guess_of_a_secret_team_is_a_whole_team() -> None:
    match = play(at(), "G G K N Z h h s r a P")
    from tabor.game import dice

    teams = set()
    for seed in range(20):
        guess = match.state.copy()
        match.game.hide(guess, 1, dice(seed, 0))
        assert int(guess["hand"][0].sum()) == int(guess["bag"][0].sum()) == 5
        assert guess["hand"][1].tolist() == match.state["hand"][1].tolist()
        teams.add(guess["hand"][0].tobytes())
    assert len(teams) > 10


def test_s1_nobody_picks_a_dino_unless_the_data_allow_it() -> None:
    assert refused(at(), "D")
    assert "D" in at(warriors={"Dino": {"allowed": True}}).legal


def test_s1_team_sizes_are_data() -> None:
    match = play(at(team={"warriors": 2, "potions": 0}), "G K N N")
    assert fact(match, "blue") == "-/GK"
    assert fact(match, "phase") == "opening"


@pytest.mark.parametrize(
    ("letter", "hp", "attack", "walk"),
    [("G", 8, 3, 2), ("K", 5, 4, 2), ("N", 5, 2, 5), ("P", 5, 3, 3), ("Z", 2, 4, 1), ("D", 5, 5, 2)],
)
def test_s1_warriors_and_their_stats(letter: str, hp: int, attack: int, walk: int) -> None:
    rows = ("." * 7,) * 2
    dino = {"Dino": {"allowed": True}}
    match = at(f"blue=a1{letter}{hp}/- orange=a2G8/- phase=move1", rows, warriors=dino)
    along_row_1 = [cell for cell in ("b1", "c1", "d1", "e1", "f1", "g1") if cell in targets(match, "a1")]
    assert len(along_row_1) == walk
    play(match, "end a1 *a2")
    left = 8 - attack
    assert fact(match, "orange").startswith(f"a2G{left}/" if left > 0 else "out")
    with pytest.raises(PositionError, match=f"HP of a .* are 1 to {hp}"):
        at(f"blue=a1{letter}{hp + 1}/- orange=a2G8/-", rows, warriors=dino)


# ---- S2 the field ----


def test_s2_blocked_cells_are_never_entered() -> None:
    rows = ("...", ".#.", "...")
    match = at("blue=a2N5/K orange=c3G8/K phase=move1", rows)
    assert targets(match, "a2") == {"a1", "a3", "b1", "b3", "c1", "c2"}
    assert targets(match, "end", "end", "K") == {"a1", "b1", "c1", "c2", "a3", "b3"}


@pytest.mark.parametrize(("name", "width", "height"), [("duel", 9, 9), ("meadow", 12, 12), ("ruins", 16, 12)])
def test_s2_shipped_maps(name: str, width: int, height: int) -> None:
    setup = load_kind(warriors.KIND, options={"map": name}).setup
    assert isinstance(setup, warriors.numbers.WarriorsSetup)
    assert (setup.width, setup.height) == (width, height)
    rocks = width * height - int(setup.rules["open"])
    assert (rocks == 0) == (name == "meadow")


def test_s2_one_map_is_large_and_its_columns_go_beyond_z() -> None:
    match = Match(load_kind(warriors.KIND, options={"map": "borderland"}), seed=0)
    setup = match.game.setup
    assert isinstance(setup, warriors.numbers.WarriorsSetup)
    assert setup.width >= 60
    assert setup.height >= 40
    play(match, "G " * 5 + "h " * 5 + "G " * 5 + "h " * 5 + "G +bh40 G +a1")
    assert fact(match, "blue") == "bh40G8/GGGGhhhhh"


@pytest.mark.parametrize(
    ("rows", "players", "problem"),
    [
        (["..", "#."], 4, "has 3 cells to walk on; 4 players need as many"),
        ([".#.", ".#."], 2, "has no way from a1 to c1"),
        (["...", ".x."], 2, "has 'x' on b1"),
        (["...", ".."], 2, "row 1 must have 3 too"),
    ],
)
def test_s2_maps_that_cannot_be_are_refused(rows: list[str], players: int, problem: str) -> None:
    with pytest.raises(DataError, match=f"maps.drawn .*{re.escape(problem)}"):
        at(rows=tuple(rows), players=players)


# ---- S3 the opening ----


def test_s3_each_player_in_turn_must_summon_one_then_player_1_begins() -> None:
    match = picked()
    assert match.legal == ["G", "K", "N", "Z"]  # no end
    play(match, "K +c3")
    assert fact(match, "turn") == "orange"
    assert match.legal == ["P"]
    play(match, "P")
    assert refused(match, "+c3")
    play(match, "+c4")
    assert (fact(match, "turn"), fact(match, "phase"), fact(match, "turns")) == ("blue", "move1", "0")
    assert fact(match, "blue") == "c3K5/GGNZhhsra"


def test_s3_with_four_players_all_four_summon_first() -> None:
    match = at(players=4, team={"warriors": 2, "potions": 0})
    play(match, "G G K K N N Z Z G +a1 K +b1 N +c1 Z +d1")
    assert (fact(match, "turn"), fact(match, "phase")) == ("blue", "move1")
    assert [fact(match, seat) for seat in ("blue", "orange", "green", "purple")] == [
        "a1G8/G",
        "b1K5/K",
        "c1N5/N",
        "d1Z2/Z",
    ]


# ---- S4 phases ----


def test_s4_four_phases_in_order_each_can_be_ended() -> None:
    match = at("blue=a1G8,c3G8/Kh orange=a2G8/K phase=move1")
    seen = []
    for _ in range(4):
        seen.append(fact(match, "phase"))
        assert "end" in match.legal
        match.play("end")
    assert seen == ["move1", "attack", "move2", "summon"]
    assert (fact(match, "turn"), fact(match, "phase"), fact(match, "turns")) == ("orange", "move1", "1")


def test_s4_each_phase_offers_its_own_deeds_alone() -> None:
    position = "blue=a1G8,c3G8/K orange=a2G8/K phase="
    assert at(position + "move1").legal == ["end", "a1", "c3"]
    assert at(position + "attack").legal == ["end", "a1"]
    assert at(position + "move2").legal == ["end", "a1", "c3"]
    assert at(position + "summon").legal == ["end", "K"]


# ---- S5 moves ----


def test_s5_each_warrior_moves_once_over_both_phases() -> None:
    match = at("blue=a1G8,c3G8,e5G8/K orange=a5G8/K phase=move1")
    play(match, "a1 -b1 c3 -c2")
    assert match.legal == ["end", "e5"]
    play(match, "end")  # no attack is possible: passed
    assert fact(match, "phase") == "move2"
    assert match.legal == ["end", "e5"]
    assert refused(match, "b1")
    play(match, "e5 -e4")
    assert fact(match, "phase") == "summon"


def test_s5_only_ones_own_warriors_move() -> None:
    assert refused(at("blue=a1G8/K orange=a5G8/K"), "a5")


def test_s5_all_may_move_again_in_the_next_turn() -> None:
    match = at("blue=a1G8/- orange=a5G8/-")
    play(match, "a1 -b1 a5 -a4")
    assert (fact(match, "turn"), match.legal) == ("blue", ["end", "b1"])


# ---- S6 ways ----


def test_s6_steps_are_orthogonal_and_as_many_as_the_walking_distance() -> None:
    match = at("blue=c3K5/- orange=a5G8/-")
    within_two = {"c1", "b2", "c2", "d2", "a3", "b3", "d3", "e3", "b4", "c4", "d4", "c5"}
    assert targets(match, "c3") == within_two
    play(match, "c3")
    assert refused(match, "-c3")  # the start
    assert refused(match, "-a4")


def test_s6_every_other_warrior_blocks_friend_or_enemy() -> None:
    match = at(
        "blue=a1N5,b1G8/- orange=c2G8/-",
        (
            "...",
            "...",
        ),
    )
    assert targets(match, "a1") == {"a2", "b2"}
    match = at(
        "blue=a1N5,b1G8/- orange=a2G8/-",
        (
            "...",
            "...",
        ),
    )
    assert refused(match, "a1")  # walled in


def test_s6_the_way_round_a_wall_counts() -> None:
    rows = ("....", ".##.", "....")
    assert targets(at("blue=b1P5/- orange=d3G8/-", rows), "b1") == {"a1", "c1", "d1", "a2", "a3", "d2"}
    assert "b3" not in targets(at("blue=b1P5/- orange=d3G8/-", rows), "b1")  # two cells off, four steps


def test_s6_columns_do_not_wrap_round() -> None:
    match = at("blue=e2Z2/- orange=a5G8/-")
    assert targets(match, "e2") == {"e1", "d2", "e3"}


# ---- S7 attacks ----


def test_s7_warriors_beside_are_hit_for_the_attack_and_do_not_hit_back() -> None:
    match = at("blue=c3P5/K orange=c4G8,d4G8,b3K5/K phase=attack")
    assert targets(match, "c3") == {"c4", "b3"}  # d4 lies across the corner
    play(match, "c3 *c4")
    assert fact(match, "orange") == "b3K5,c4G5,d4G8/K"
    assert fact(match, "blue") == "c3P5a/K"


def test_s7_each_warrior_attacks_once_a_turn() -> None:
    match = at("blue=c3P5,c5P5/K orange=c4G8/K phase=attack")
    play(match, "c3 *c4")
    assert match.legal == ["end", "c5"]
    play(match, "c5 *c4")
    assert fact(match, "orange") == "c4G2/K"
    assert fact(match, "phase") == "move2"


def test_s7_ones_own_may_be_attacked_unless_the_data_say_no() -> None:
    position = "blue=c3K5,c4P5/K orange=a1G8/K phase=attack"
    match = play(at(position), "c3 *c4")
    assert fact(match, "blue") == "c3K5a,c4P1/K"
    with pytest.raises(PositionError, match="can do nothing"):
        at(position, friends=False)
    assert targets(at("blue=c3K5,c4P5/K orange=c2G8/K phase=attack", friends=False), "c3") == {"c2"}


def test_s7_a_blow_of_0_is_allowed() -> None:
    match = at("blue=c3N5[A-2:1]/K orange=c4G8/K phase=attack")
    play(match, "c3 *c4")
    assert fact(match, "orange") == "c4G8/K"
    assert fact(match, "phase") == "move2"
    assert "c3N5a" in fact(match, "blue")


def test_s7_attacking_does_not_use_up_the_move() -> None:
    match = play(at("blue=c3P5/K orange=c4G8/K phase=attack"), "c3 *c4 c3 -b3")
    assert fact(match, "blue") == "b3P5ma/K"


# ---- S8 summoning ----


def test_s8_one_warrior_onto_any_free_cell_and_the_turn_is_over() -> None:
    rows = ("..#", "...")
    match = at("blue=a1G8/KN orange=c1G8/K phase=summon", rows)
    assert match.legal == ["end", "K", "N"]
    assert targets(match, "N") == {"b1", "a2", "b2"}
    play(match, "N +b2")
    assert fact(match, "blue") == "a1G8,b2N5/K"
    assert (fact(match, "turn"), fact(match, "phase")) == ("orange", "move1")


def test_s8_the_summoned_acts_from_the_next_turn_of_its_owner() -> None:
    match = at("blue=a1G8/K orange=e5G8/- phase=summon")
    pass_turn(play(match, "K +c3"))
    assert fact(match, "turn") == "blue"
    assert match.legal == ["end", "a1", "c3"]


def test_s8_with_nobody_on_the_field_one_must_summon() -> None:
    match = at("blue=-/K orange=e5G8/- phase=summon")
    assert match.legal == ["K"]
    assert refused(match, "end")
    assert at("blue=a1G8/K orange=e5G8/- phase=summon").legal == ["end", "K"]


def test_s8_if_no_cell_is_free_nobody_can_be_summoned() -> None:
    """Blue, who has nobody on a field that is full, is passed over."""
    match = at("blue=-/K orange=a1G8,b1G8/- green=c1N5/- turn=green phase=attack", ("...",), players=3)
    play(match, "c1 *b1")
    assert (fact(match, "turn"), fact(match, "phase"), fact(match, "turns")) == ("orange", "attack", "2")
    assert fact(match, "blue") == "-/K"


# ---- S9 potions ----


@pytest.mark.parametrize("phase", ["move1", "attack", "move2"])
def test_s9_potions_in_three_phases_any_number_each_once(phase: str) -> None:
    match = at(f"blue=a1G3,b1G8/Kshh orange=a2G8/K phase={phase}")
    assert {"h", "s"} <= set(match.legal)
    play(match, "h >a1 s >a1 h >b1")
    assert fact(match, "blue") == "a1G8[A+2:3],b1G8/K"
    assert fact(match, "phase") == phase
    assert refused(match, "h")


def test_s9_no_potions_when_summoning_unless_the_data_say_so() -> None:
    position = "blue=a1G3/Kh orange=a2G8/K phase=summon"
    assert at(position).legal == ["end", "K"]
    assert at(position, potion={"phases": ["summon"]}).legal == ["end", "h", "K"]


def test_s9_on_any_warrior_of_the_field() -> None:
    match = at("blue=a1G3/Kh orange=a2G8,e5N2/K phase=move1")
    assert targets(match, "h") == {"a1", "a2", "e5"}
    play(match, "h >e5")
    assert fact(match, "orange") == "a2G8,e5N5/K"


def test_s9_healing_never_goes_above_the_maximum_and_may_be_wasted() -> None:
    match = play(at("blue=a1G4,b1G8/Khh orange=e5G8/K phase=move1"), "h >a1 h >b1")
    assert fact(match, "blue") == "a1G8,b1G8/K"


@pytest.mark.parametrize(
    ("potion", "effect"), [("s", "[A+2:3]"), ("w", "[A-2:3]"), ("r", "[W+2:3]"), ("a", "[W-2:3]"), ("h", "")]
)
def test_s9_what_each_potion_does(potion: str, effect: str) -> None:
    match = play(at(f"blue=a1P5/K{potion} orange=e5G8/K phase=move1"), f"{potion} >a1")
    assert fact(match, "blue") == f"a1P5{effect}/K"


def test_s9_a_new_potion_needs_data_alone() -> None:
    poison = {"Poison": {"letter": "p", "stat": "hp", "amount": -3, "duration": 0, "worth": 1}}
    match = play(at("blue=a1P5/Kpp orange=e5K5/K phase=move1", potions=poison), "p >e5")
    assert fact(match, "orange") == "e5K2/K"
    play(match, "p >e5")
    assert fact(match, "orange") == "-/K"


@pytest.mark.parametrize("phases", [["move1", "attack"], ["move1", "summon"]])
def test_s9_no_potions_while_nobody_stands_on_the_field(phases: list[str]) -> None:
    poison = {"Poison": {"letter": "p", "stat": "hp", "amount": -3, "duration": 0, "worth": 1}}
    match = at("blue=a1P3/Kph orange=-/K phase=move1", potions=poison, potion={"phases": phases})
    play(match, "p >a1")
    assert fact(match, "phase") == "summon"
    assert match.legal == ["K"]


# ---- S10 modifiers ----


def test_s10_modifiers_add_up() -> None:
    match = at("blue=a1K5/Kss orange=a2G8/K phase=attack")
    play(match, "s >a1 s >a1 a1 *a2")  # 4 + 2 + 2
    assert fact(match, "orange") == "-/K"
    match = play(at("blue=a1Z2/Krr orange=e5G8/K phase=move1"), "r >a1 r >a1")
    assert {"e2", "f1"} & targets(match, "a1") == {"e2"}  # five steps


def test_s10_a_stat_is_never_below_0_but_the_sum_counts() -> None:
    match = at("blue=a1Z2/Kaarr orange=e5G8/K phase=move1")
    play(match, "a >a1 a >a1")  # 1 − 2 − 2
    assert refused(match, "a1")
    play(match, "r >a1")  # −1 still counts as 0
    assert refused(match, "a1")
    play(match, "r >a1")
    assert targets(match, "a1") == {"b1", "a2"}


def test_s10_three_turns_of_ones_own_are_this_and_the_next_two() -> None:
    match = at("blue=a1G8/Ks orange=e5G8/K phase=move1")
    play(match, "s >a1")
    seen = []
    for _ in range(3):
        seen.append(re.findall(r"A\+2:\d", fact(match, "blue")))
        assert fact(pass_turn(match), "turn") == "orange"
        pass_turn(match)
    assert seen == [["A+2:3"], ["A+2:2"], ["A+2:1"]]
    assert fact(match, "blue") == "a1G8/K"


def test_s10_on_an_enemy_it_lasts_three_turns_of_theirs() -> None:
    match = pass_turn(play(at("blue=a1G8/Kw orange=e5G8/K phase=move1"), "w >e5"))
    seen = []
    while "A-2" in fact(match, "orange"):
        assert fact(match, "turn") == "orange"
        seen.append(fact(match, "orange"))
        pass_turn(pass_turn(match))  # orange's turn, then blue's
    assert seen == ["e5G8[A-2:3]/K", "e5G8[A-2:2]/K", "e5G8[A-2:1]/K"]


def test_s10_what_was_poured_earlier_ends_earlier() -> None:
    match = pass_turn(at("blue=a1G8[A+2:1;A+2:3]/K orange=e5G8/K phase=move1"))
    assert fact(match, "blue") == "a1G8[A+2:2]/K"


# ---- S11 fainting ----


@pytest.mark.parametrize(("hp", "left"), [(5, "c4G1"), (4, ""), (3, "")])
def test_s11_at_0_or_less_a_warrior_is_gone(hp: int, left: str) -> None:
    match = play(at(f"blue=c3K5/K orange=c4G{hp},e5G8/K phase=attack"), "c3 *c4")
    assert fact(match, "orange") == (f"{left},e5G8/K" if left else "e5G8/K")


def test_s11_the_cell_is_free_again() -> None:
    match = play(at("blue=c3K5/K orange=c4G1,e5G8/K phase=attack"), "c3 *c4 c3")
    assert "-c4" in match.legal


# ---- S12 passing ----


def test_s12_a_phase_without_anything_to_do_is_passed() -> None:
    match = play(at("blue=a1G8/K orange=e5G8/K phase=move1"), "a1 -b1")
    assert fact(match, "phase") == "summon"  # nobody to hit, nobody left to move


def test_s12_a_potion_keeps_a_phase_open() -> None:
    match = play(at("blue=a1G8/Kh orange=e5G8/K phase=move1"), "a1 -b1")
    assert (fact(match, "phase"), match.legal) == ("move1", ["end", "h"])
    play(match, "end")
    assert (fact(match, "phase"), match.legal) == ("attack", ["end", "h"])
    play(match, "h >b1")
    assert fact(match, "phase") == "summon"


def test_s12_a_whole_turn_is_passed_where_nothing_can_be_done() -> None:
    """Orange stands in a corner, walled in by friends of blue, too weak for nothing: friends cannot be hit."""
    match = at("blue=b1G8,a2G8/- orange=a1N5[W-2:9]/- phase=move2", ("...", "..."))
    assert fact(play(match, "end"), "turn") == "orange"  # it can hit
    stuck = at("blue=c1G8/- orange=a1N5[W-9:2]/- phase=move2", ("...", "..."))
    play(stuck, "end")
    assert (fact(stuck, "turn"), fact(stuck, "turns")) == ("blue", "2")


# ---- S13, S14 out ----


def test_s13_whoever_has_no_warrior_left_is_out_and_the_last_one_wins() -> None:
    match = play(at("blue=c3K5/- orange=c4G4/hh phase=attack"), "c3 *c4")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (0, "last-one-left")
    assert fact(match, "orange") == "out"


def test_s13_with_more_players_the_others_play_on_and_turns_are_skipped() -> None:
    match = at("blue=c3K5/- orange=c4G4/- green=e5G8/- phase=attack", players=3)
    play(match, "c3 *c4")
    assert match.outcome is None
    assert fact(match, "phase") == "move2"  # in the middle of blue's turn
    play(match, "end")
    assert (fact(match, "turn"), fact(match, "turns")) == ("green", "1")


def test_s13_whoever_goes_out_in_their_own_turn_has_no_more_turn() -> None:
    poison = {"Poison": {"letter": "p", "stat": "hp", "amount": -5, "duration": 0, "worth": 1}}
    match = at("blue=a1K5/hp orange=c4G4/- green=e5G8/- phase=move1", players=3, potions=poison)
    play(match, "p >a1")
    assert (fact(match, "blue"), fact(match, "turn"), fact(match, "phase")) == ("out", "orange", "move1")
    assert fact(match, "turns") == "1"


def test_s14_with_warriors_unsummoned_one_plays_on() -> None:
    match = play(at("blue=c3K5/- orange=c4G4/N phase=attack"), "c3 *c4")
    assert match.outcome is None
    play(match, "end")
    assert (fact(match, "turn"), fact(match, "phase"), match.legal) == ("orange", "summon", ["N"])


# ---- S15 the limit ----


@pytest.mark.parametrize(
    ("players", "rows", "limit"),
    [(2, FIVE, 200), (3, FIVE, 300), (4, FIVE, 400), (2, ("." * 30,) * 10, 400), (2, ("." * 12,) * 12, 240)],
)
def test_s15_the_number_of_turns(players: int, rows: tuple[str, ...], limit: int) -> None:
    assert int(at(rows=rows, players=players).game.rules["turn_limit"]) == limit


@pytest.mark.parametrize(
    ("blue", "orange", "winner"),
    [
        ("a1G8/", "e5Z1,e4Z1/-", 1),  # more warriors
        ("a1G8/K", "e5G8,e4Z1/-", 0),  # unsummoned ones count, then HP: 8 + 5 against 8 + 1
        ("a1G1/K", "e5G8/Z", 1),  # 1 + 5 against 8 + 2
        ("a1G5/-", "e5K5/-", None),  # all equal
    ],
)
def test_s15_after_the_last_turn_warriors_count_then_hp(blue: str, orange: str, winner: int | None) -> None:
    blue = blue if not blue.endswith("/") else blue + "-"
    match = at(f"blue={blue} orange={orange} turn=orange phase=move1 turns=199")
    while match.outcome is None:
        match.play("end")
    assert (match.outcome.winner, match.outcome.reason) == (winner, "turn-limit")
    assert fact(match, "turns") == "200"


def test_s15_two_at_the_top_is_a_draw_of_all() -> None:
    match = at("blue=a1G5/- orange=e5K5/- green=c3Z1/- turn=green phase=move1 turns=299", players=3)
    pass_turn(match)
    assert match.outcome is not None
    assert match.outcome.winner is None


def test_s15_passed_turns_count_and_skipped_ones_do_not() -> None:
    match = at("blue=a1G8/- orange=out green=e5G8[W-9:9]/- phase=move2", players=3)
    play(match, "end")
    assert (fact(match, "turn"), fact(match, "turns")) == ("blue", "2")  # green's was passed, orange's skipped


def test_s15_is_data() -> None:
    limits = {"turns_per_player": 3, "turns_per_edge": 0}
    assert int(at(end=limits).game.rules["turn_limit"]) == 6


# ---- S16 kinds, and leaving ----


def test_s16_equal_warriors_and_potions_in_hand_are_one_action() -> None:
    assert at("blue=a1G8/GGNhhs orange=e5G8/- phase=summon").legal == ["end", "G", "N"]
    assert at("blue=a1G8/GGNhhs orange=e5G8/- phase=move1").legal == ["end", "a1", "h", "s"]


def test_s16_which_of_two_equal_warriors_stands_where_is_no_difference() -> None:
    """Two Knights swap their cells: the same bytes."""
    one = at("blue=a1K5,c1K5/- orange=e5G8/- phase=move1")
    other = at("blue=c1K5,a1K5/- orange=e5G8/- phase=move1")
    assert one.position == other.position
    assert one.game.key(one.state) == other.game.key(other.state)


def test_s16_of_two_players_the_other_wins_when_one_resigns() -> None:
    match = at("blue=a1G8/GGNhhs orange=e5G8/- phase=summon")
    match.resign(0)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (1, "resigned")


THREE = "blue=a1G8,b1K5[A+2:1]/Kh orange=a2G8/K green=e5N5/- phase={}"


def test_s16_of_several_players_the_others_play_on() -> None:
    match = at(THREE.format("move1"), players=3)
    match.resign(1)
    assert match.outcome is None
    assert (fact(match, "orange"), fact(match, "turn"), fact(match, "phase")) == ("out", "blue", "move1")
    assert targets(match, "a1") >= {"a2"}
    assert match.log == ["!resign 1"]
    match.undo()
    assert fact(match, "orange") == "a2G8/K"


def test_s16_whoever_resigns_in_their_turn_ends_it() -> None:
    match = at(THREE.format("attack"), players=3)
    match.play("a1")
    match.resign()
    assert (fact(match, "blue"), fact(match, "turn"), fact(match, "selected")) == ("out", "orange", "-")
    match.game.check(match.state)
    with pytest.raises(ActionError, match="blue is out already"):
        match.resign(0)


def test_s16_when_targets_leave_a_selection_is_taken_back() -> None:
    match = play(at(THREE.format("attack").replace("b1K5[A+2:1]/Kh", "c3K5/K"), players=3), "a1")
    match.resign(1)
    assert (fact(match, "turn"), fact(match, "phase"), fact(match, "selected")) == ("blue", "move2", "-")


def test_s16_the_last_who_stays_wins() -> None:
    match = at(THREE.format("move1"), players=3)
    match.resign(1)
    match.resign(2)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (0, "last-one-left")


@pytest.mark.parametrize("before", ["G", "G K", "G K K N", "G K K N Z", "G K K N Z Z", "G K K N Z Z G +a1"])
def test_s16_leaving_while_teams_are_picked_or_at_the_opening(before: str) -> None:
    """Whoever it is, the two others go on, and the log plays the same again."""
    for leaver in range(3):
        match = play(at(players=3, team={"warriors": 2, "potions": 0}), before)
        match.resign(leaver)
        while match.outcome is None:
            match.game.check(match.state)
            match.play(int(match.legal_actions[-1]))
        assert match.outcome.winner != leaver
        assert match.replay(match.log).position == match.position


def test_every_sentence_has_a_test() -> None:
    check_sentences(find("warriors"), sys.modules[__name__])


@pytest.mark.parametrize(
    ("position", "places"),
    [
        ("blue=a1G8/- orange=out green=out3 purple=out2 turn=over winner=blue reason=last-one-left", [0, 3, 1, 2]),
        ("blue=out orange=a1G8/- green=c1G3/- purple=b1G8/- turn=over winner=draw reason=turn-limit", [3, 0, 2, 0]),
    ],
)
def test_s13_s15_places_are_told_by_what_is_left_and_by_who_left_last(position: str, places: list[int]) -> None:
    game = at(players=4).game
    assert game.kind.standing is not None
    assert list(game.kind.standing(game.setup, game.read_state(position))) == places


def test_s13_players_leave_one_after_the_other() -> None:
    match = at("blue=a1G8/- orange=b1G1/- green=a3G8/- purple=c5G8/- phase=attack", players=4)
    match.leave("!resign", 3)
    match.play("a1")
    match.play("*b1")
    assert "purple=out " in match.position
    assert "orange=out2 " in match.position
