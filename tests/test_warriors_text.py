"""Warriors as text, and what the view shows: teams, actions, positions, clicks and lines."""

from __future__ import annotations

import pytest

from tabor.errors import ActionError, PositionError
from tabor.game import Tree
from tabor.games import warriors
from tabor.games.warriors.numbers import WarriorsSetup
from tabor.games.warriors.text import read_team, write_team
from tabor.loading import load_kind
from tabor.match import Match
from tabor.messages import speaker
from tabor.server.protocol import Refusal
from tabor.server.sealing import Sealing
from tabor.testing import LAWS, Tour

GAME = load_kind(warriors.KIND)
MIDDLE = "blue=c3G8,d5K5m[A+2:3;W-2:1]/NNhs orange=d6P3/- turn=blue phase=attack selected=- turns=4 ply=57"


def setup() -> WarriorsSetup:
    assert isinstance(GAME.setup, WarriorsSetup)
    return GAME.setup


def at(position: str) -> Match:
    return Match(GAME, seed=1, position=position)


def test_a_team_is_read_in_any_order_and_written_in_one() -> None:
    for text in ("GGKNZhhsra", "hGsKrNaZhG", "arshhZNKGG"):
        assert write_team(setup(), *read_team(setup(), text)) == "GGKNZhhsra"
    assert write_team(setup(), *read_team(setup(), "-")) == "-"


@pytest.mark.parametrize("text", ["GX", "G h", "q", "D"])
def test_a_team_with_an_unknown_letter_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is neither a warrior"):
        read_team(setup(), text)


def test_a_position_is_written_as_it_was_read() -> None:
    assert at(MIDDLE).position == MIDDLE


def test_facts_that_are_left_out_have_a_usual_value() -> None:
    match = at("blue=c3G8/- orange=d6P3/-")
    assert match.position == "blue=c3G8/- orange=d6P3/- turn=blue phase=move1 selected=- turns=0 ply=0"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("blue=c3G8/-", "orange= is missing"),
        ("blue=c3G8 orange=d6P3/-", "what is left of the team"),
        ("blue=c3G9/- orange=d6P3/-", "HP of a Gladiator are 1 to 8"),
        ("blue=c3X8/- orange=d6P3/-", "'X' is no warrior"),
        ("blue=z3G8/- orange=d6P3/-", "'z3' is not a cell"),
        ("blue=c2G8/- orange=d6P3/-", "c2, which is blocked"),
        ("blue=c3G8/- orange=c3P3/-", "two warriors stand on c3"),
        ("blue=c3G8[A2]/- orange=d6P3/-", "'A2' is no modifier"),
        ("blue=c3G8[A+2:3;A+1:3]/- orange=d6P3/-", "written as one sum"),
        ("blue=c3G8/- orange=d6P3m/-", "not its owner's turn"),
        ("blue=-/- orange=d6P3/-", "blue has no warriors: write blue=out"),
        ("blue=c3G8/- orange=out", "one player alone has won already"),
        ("blue=c3G8/GGGGG orange=d6P3/-", "blue has 6 warriors and 0 potions"),
        ("blue=c3G8/- orange=d6P3/- phase=summon", "can do nothing in this phase"),
        ("blue=c3G8/- orange=d6P3/- phase=dance", "phase=dance: it must be pick, opening"),
        ("blue=c3G8/- orange=d6P3/- turn=red", "turn=red: it must be"),
        ("blue=c3G8/- orange=d6P3/- selected=d6", "d6 cannot be selected"),
        ("blue=c3G8/- orange=d6P3/- selected=h", "h cannot be selected"),
        ("blue=c3G8/- orange=d6P3/- selected=?", "selected=?: it must be a cell"),
        ("blue=c3G8/- orange=d6P3/- turns=200", "turns=200 has ended the game"),
        ("blue=c3G8/- orange=d6P3/- turns=-1", "turns=-1: it must be a whole number"),
        ("blue=c3G8/- orange=d6P3/- mood=bad", "'mood=bad' is no fact"),
        ("blue=c3G8/- orange=d6P3/- winner=blue", "only a finished game"),
        ("blue=c3G8/- orange=d6P3/- turn=over", "turn=over needs winner"),
        ("blue=c3G8/- orange=d6P3/- turn=over winner=blue reason=last-one-left", "does not fit who is left"),
        ("blue=-/GGG orange=-/K phase=pick", "orange cannot have picked before blue"),
        ("blue=-/Gh orange=-/- phase=pick", "warriors before potions"),
        ("blue=-/G orange=-/- phase=pick turn=orange", "blue must have picked 5 warriors and 5 potions"),
        ("blue=a1G8/G orange=-/K phase=opening", "blue must have 0"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, problem: str) -> None:
    with pytest.raises(PositionError) as caught:
        at(text)
    assert problem in str(caught.value)


def test_the_sign_of_a_target_may_be_left_out_but_not_be_wrong() -> None:
    match = at(MIDDLE)
    match.play("d5")
    with pytest.raises(ActionError, match=r"aimed with \*d6"):
        match.play("-d6")
    match.play("d6")
    assert match.log == ["d5", "*d6"]


@pytest.mark.parametrize("text", ["", "attack", "c3c4", "-c4", "Q", "C3D4"])
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(ActionError):
        at(MIDDLE).play(text)


def lines(match: Match) -> list[str]:
    say = speaker(GAME.kind)
    return [say(line["message"]) for line in match.view(None)["log"]]


def test_what_happens_is_told() -> None:
    match = at("blue=c3G8,d5K5[A+2:1]/Nhs orange=d6P5/P turn=blue phase=move1")
    for action in ("s", ">d6", "c3", "-c4", "end", "d5", "*d6", "h", ">d5", "end", "N", "+a1"):
        match.play(action)
    assert lines(match) == [
        "blue uses Strength on orange’s Pumpkin on d6",
        "blue moves Gladiator c3 → c4",
        "blue’s Knight on d5 hits d6 for 6",
        "orange’s Pumpkin on d6 faints",
        "blue uses Healing on blue’s Knight on d5",
        "blue summons Ninja on a1",
        "attack +2 wears off blue’s Knight on d5",
    ]


def piece_on(view: Tree, cell: str) -> Tree:
    found: Tree = next(piece for piece in view["pieces"] if piece["cells"] == [cell])
    return found


def test_a_warrior_shows_its_hp_its_effects_and_where_it_can_go() -> None:
    view = at(MIDDLE.replace("attack", "move1").replace("K5m", "K5")).view(1)
    say = speaker(GAME.kind)
    knight = piece_on(view, "d5")
    assert [(badge["text"], say(badge["label"])) for badge in knight["badges"]] == [
        ("5", "5 of 5 hit points"),
        ("~", "attack +2 for 3 more turns, walk −2 for one more turn"),
    ]
    assert say(knight["about"]) == "Knight — now attack 6, walks 0"
    reach = {"b2", "d2", "a3", "b3", "d3", "e3", "b4", "c4", "d4", "c5"}  # a rock on c2
    assert set(say(piece_on(view, "c3")["about"]).partition("can go to ")[2].split()) == reach


def test_targets_are_the_choices_of_what_is_selected() -> None:
    match = at(MIDDLE)
    assert {str(node["click"].get("cell")) for node in match.view(0)["choices"]} >= {"d5"}
    match.play("d5")
    assert [node["click"] for node in match.view(0)["choices"]] == [{"cell": "d6"}]
    assert speaker(GAME.kind)(match.view(0)["status"]) == "blue: Knight d5 at whom?"
    assert match.view(1)["choices"] == []


@pytest.mark.parametrize("players", ["3", "4"])
def test_laws_hold_for_more_players(players: str) -> None:
    small = {"maps": {"small": ["....", ".#..", "...."]}, "end": {"turns_per_player": 6, "turns_per_edge": 0}}
    game = load_kind(warriors.KIND, small, {"players": players, "map": "small"})
    tour = Tour(game, 3, 0, 20_000)
    for law in LAWS:
        law(game, tour)


# ---- a team as one text, for people ----


def test_a_team_is_sealed_by_one_text_whatever_the_order() -> None:
    match = Match(GAME, 0)
    one, other = Sealing(match), Sealing(match)
    for sealing, text in ((one, "GGKNZhhsra"), (other, "hGsKrNaZhG")):
        sealing.of(0).update(sealing.read(0, [text]))
    assert one.of(0) == other.of(0)
    assert one.open(0) == []
    assert "example" not in one.view(0)["secret"]


def test_a_team_as_one_text_keeps_what_was_picked_before() -> None:
    sealing = Sealing(Match(GAME, 0))
    sealing.of(0).update(sealing.read(0, ["K"]))
    assert len(sealing.read(0, ["GGKNZhhsra"])) == 9
    with pytest.raises(Refusal, match="'K' was chosen before and is not in 'GGGNZhhsra'"):
        sealing.read(0, ["GGGNZhhsra"])


@pytest.mark.parametrize(("text", "why"), [("GGKNQhhsra", "team-unknown"), ("GGKNZ", "team-count"), ("", "team-count")])
def test_a_bad_team_is_refused_with_a_message_of_the_game(text: str, why: str) -> None:
    sealing = Sealing(Match(GAME, 0))
    with pytest.raises(Refusal) as refused:
        sealing.read(0, [text])
    assert refused.value.id == "not-spelled"
    assert refused.value.args_["why"]["id"] == why


def test_the_example_of_a_team_is_one() -> None:
    sealing = Sealing(Match(GAME, 0))
    assert len(sealing.read(0, [sealing.view(0)["secret"]["example"]])) == 10
