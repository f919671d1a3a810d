"""What is said of an action before it is chosen: costs and odds are true, and a warning is followed by the loss."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console

import tabor
from tabor.game import Tree
from tabor.match import Match
from tabor.messages import speaker
from tabor.sketch import leaves, numbered, remarked
from tabor.terminal.screen import draw_choices

# ---- Siege: warnings ----

MAP = {"maps": {"small": ["." * 12] * 7}, "least_distance": 4}
CASTLES = "castle blue a3-c5, castle orange j3-l5"
TURN = "mode=standard turn=blue phase=buildings coins=12/20 turns={turns} seatless={seatless}/0 ply=40 : {tokens}"


def siege(tokens: str, turns: int = 7, seatless: int = 0) -> Match:
    game = tabor.load("siege", rules=MAP, map="small")
    return Match(game, 0, TURN.format(turns=turns, seatless=seatless, tokens=tokens))


def warnings(match: Match) -> dict[str, str]:
    return {action: said["id"] for action, said in remarked(match.view(match.player)["choices"], "warning").items()}


@pytest.mark.parametrize(
    ("match", "warned"),
    [
        (siege(f"{CASTLES}, infantry orange i2 tired"), "danger-units"),
        (siege(f"{CASTLES}, infantry orange i2 tired, infantry blue e2 tired"), None),
        (siege(f"{CASTLES}, infantry orange i2 tired", turns=3), None),
        (siege(f"{CASTLES}, infantry orange i2 tired", turns=5), "danger-units"),
    ],
    ids=["no unit", "a unit", "too early", "just late enough"],
)
def test_a_warning_comes_before_the_turn_that_loses_and_no_other(match: Match, warned: str | None) -> None:
    assert warnings(match) == ({"end": warned} if warned else {})
    match.play("end")
    assert (match.outcome is not None and match.outcome.winner == 1) == (warned is not None)


@pytest.mark.parametrize(
    ("before", "action", "is_warned"),
    [
        (["building a3"], "coins", True),
        (["building a3", "plan wall-v"], "site e3", True),
        (["building a3", "plan barracks"], "site e3", False),
        (["building a3"], "plan wall-v", False),
        ([], "building a3", False),
    ],
    ids=["coins", "a wall", "barracks can act at once", "a wall is only planned", "a castle is only chosen"],
)
def test_the_last_building_that_ends_the_turn_warns_of_a_loss(before: list[str], action: str, is_warned: bool) -> None:
    """The turn ends by itself when nothing is left to act."""
    match = siege(f"{CASTLES}, infantry orange i2 tired")
    for each in before:
        match.play(each)
    assert warnings(match).get(action) == ("danger-units" if is_warned else None)
    match.play(action)
    assert (match.outcome is not None) == is_warned


def test_the_last_unit_that_ends_the_turn_warns_of_the_loss_of_seats() -> None:
    """Whatever its dice bring, and only where it does not take a seat by going there."""
    tokens = "castle orange a3-c5, castle orange j3-l5, archers blue f2, infantry orange i2"
    text = TURN.replace("phase=buildings", "phase=unit active=land:f2").format(turns=7, seatless=2, tokens=tokens)
    match = Match(tabor.load("siege", rules=MAP, map="small"), 0, text)
    assert warnings(match)["shoot i2"] == "danger-seat"
    match.play("shoot i2")
    assert match.outcome is not None
    assert match.outcome.reason == "no-seat"


def test_the_third_turn_without_a_seat_is_warned_of() -> None:
    tokens = "castle orange a3-c5, castle orange j3-l5, barracks blue e1-f2 of j3, infantry blue h1 tired"
    match = siege(tokens, seatless=2)
    assert warnings(match) == {"end": "danger-seat"}
    match.play("end")
    assert match.outcome is not None
    assert match.outcome.reason == "no-seat"
    assert warnings(siege(tokens, seatless=1)) == {}


def test_the_danger_stands_in_the_panel_of_whoever_is_on_turn() -> None:
    panels = siege(f"{CASTLES}, infantry orange i2 tired").view(0)["panels"]
    said = {panel["id"]: [fact["label"]["id"] for fact in panel["facts"]] for panel in panels}
    assert "danger-units" in said["treasury-0"]
    assert "danger-units" not in said["treasury-1"]


# ---- Siege: odds ----

ROLLS = 300
SHOT = "mode=standard turn=blue phase=unit coins=4/20 turns=9 seatless=0/0 active=land:g2 ply=60 : {}"
RAM = "mode=standard turn=blue phase=unit coins=4/20 turns=9 seatless=0/0 active=engine:g2 ply=60 : {}"


@pytest.mark.parametrize(
    ("position", "action", "hit"),
    [
        (SHOT.format(f"{CASTLES}, archers blue g2, infantry orange i2"), "shoot i2", "shot-hit"),
        (RAM.format(f"{CASTLES}, wall i1-i3, ram g2-h2, infantry blue g2"), "ram i2", "ram-broke"),
        (RAM.format(f"{CASTLES}, gate orange i1-i2 of j3, ram g2-h2, infantry blue g2"), "ram i2", "ram-broke"),
    ],
    ids=["shot", "ram at a wall", "ram at a gate"],
)
def test_the_odds_on_a_button_are_those_of_the_dice(position: str, action: str, hit: str) -> None:
    game = tabor.load("siege", rules=MAP, map="small")
    first = Match(game, 0, position)
    (label,) = (path[0]["label"] for path, text in leaves(first.view(0)["choices"]) if text == action)
    promised = int(label["args"]["odds"].split()[0]) / 100
    hits = 0
    for seed in range(ROLLS):
        match = Match(game, seed, position)
        match.play(action)
        hits += any(line["message"]["id"] == hit for line in match.view(0)["log"])
    assert abs(hits / ROLLS - promised) < 4 * (promised * (1 - promised) / ROLLS) ** 0.5


# ---- costs and damage: what a note says is what happens ----


def noted(name: str, seed: int, plies: int, **options: str) -> Iterator[tuple[Match, str, Tree]]:
    """Positions of a random game, and in each an action with a note."""
    match, chooser = Match(tabor.load(name, **options), seed), random.Random(seed)
    while match.player is not None and match.ply < plies:
        notes = remarked(match.view(match.player)["choices"], "note")
        if notes:
            action = chooser.choice(sorted(notes))
            yield match.copy(), action, notes[action]
        match.play(chooser.choice(match.legal))


def test_lanes_costs_what_is_noted() -> None:
    found = [each for seed in range(3) for each in noted("lanes", seed, 60)]
    assert len(found) > 20
    for match, action, note in found:
        before = int(match.state["initiative"])
        match.play(action)
        if note["id"] != "does":  # a bonus that costs nothing may even bring some
            assert before - int(match.state["initiative"]) == note["args"]["initiative"], action


def test_a_blow_of_warriors_does_what_is_noted() -> None:
    position = "blue=d7K5,c7N5/- orange=e7K{hp}/PP turn=blue phase=attack selected={who} turns=4 ply=40"
    for hp, who, said in ((5, "d7", {"damage": 4, "left": 1}), (4, "d7", {"damage": 4}), (2, "d7", {"damage": 4})):
        match = Match(tabor.load("warriors", map="duel"), 0, position.format(hp=hp, who=who))
        notes = remarked(match.view(0)["choices"], "note")
        assert notes["*e7"]["args"] == said
        match.play("*e7")
        left = [piece["badges"][0]["text"] for piece in match.view(0)["pieces"] if piece["cells"] == ["e7"]]
        assert left == ([str(said["left"])] if "left" in said else [])


def test_an_ability_says_what_it_does_and_costs_before_it_is_used() -> None:
    field = "[. . . .] . . . . / . . . . / . . . . / . -Wolf . . / +Sapper . . ."
    position = f"{field} turn=player phase=prepare round=2 initiative=3"
    match = Match(tabor.load("lanes"), 0, position)
    paths = {text: path for path, text in leaves(match.view(0)["choices"]) if text.startswith("a1>")}
    assert paths
    say = speaker(match.game.kind)
    (label,) = {say(path[1]["label"]) for path in paths.values()}
    assert "initiative" in label
    action = min(paths)
    before = int(match.state["initiative"])
    match.play(action)
    assert f"({before - int(match.state['initiative'])} initiative)" in label


def test_a_warrior_is_picked_with_its_numbers_in_sight() -> None:
    match = Match(tabor.load("warriors"), 0)
    notes = remarked(match.view(0)["choices"], "note")
    assert sorted(notes) == sorted(match.legal)
    setup: Any = match.game.setup
    assert {letter: note["args"]["hp"] for letter, note in notes.items()} == {
        one.letter: one.hp for one in setup.warriors
    }


def test_an_attack_of_robots_does_what_its_button_says() -> None:
    game = tabor.load("robots", arena="pit")
    first = Match(game, 0, "turn=5 blue=d5 orange=e5")
    paths = [path for path, _ in leaves(first.view(0)["choices"]) if len(path) == 3]
    promised = paths[0][1]["label"]["args"]
    done = set()
    for seed in range(60):
        match = Match(game, seed, "turn=5 blue=d5 orange=e5")
        match.play("d5*e5")
        match.play("e5*f5")
        done.add(50 - int(match.state["hp"][1]))
    assert (min(done), max(done)) == (promised["low"], promised["high"])


# ---- words ----


@pytest.mark.parametrize("language", ["en", "pl", "cs", "ru"])
def test_buttons_of_siege_speak_like_players(language: str) -> None:
    match = siege(f"{CASTLES}, infantry blue e2 tired")
    match.play("building a3")
    say = speaker(match.game.kind, language)
    labels = [say(path[0]["label"]) for path, _ in leaves(match.view(0)["choices"]) if "button" in path[0]]
    assert any("↔" in label for label in labels)
    assert not any("-h" in label or "-v" in label for label in labels)


def test_one_is_never_the_end_of_something() -> None:
    """Not even where ending is all there is, or all else begins with a button, too."""
    making = siege(f"{CASTLES}, barracks blue e1-f2 of a3, infantry blue h1 tired")
    making.play("building e1")
    making.play("make infantry g1")
    numbers = numbered(making.view(0)["choices"])
    assert numbers["end"] == len(numbers) > 1
    lone = [{"click": {"button": "end", "label": {"id": "end", "args": {}}}, "action": "end"}]
    assert numbered(lone) == {"end": 0}
    assert numbered([{"click": {"cell": "a1"}, "action": "a1"}]) == {"a1": 1}


# ---- the terminal ----


@pytest.mark.parametrize(
    ("match", "shown"),
    [
        (siege(f"{CASTLES}, infantry blue e2 tired"), ["build wall ↔ (4 coins)", "take 4 coins"]),
        (
            Match(siege(CASTLES).game, 0, SHOT.format(f"{CASTLES}, archers blue g2, infantry orange i2")),
            ["shoot (33 %)  11 ▼infantry i2"],
        ),
        (
            Match(siege(CASTLES).game, 0, RAM.format(f"{CASTLES}, wall i1-i3, ram g2-h2, infantry blue g2")),
            ["ram the wall (33 %)  8 wall i2"],
        ),
    ],
    ids=["a castle", "a shot", "a ram"],
)
def test_costs_and_odds_stand_beside_the_choices_of_the_terminal(match: Match, shown: list[str]) -> None:
    if "building a3" in match.legal:
        match.play("building a3")
    console = Console(width=100, file=io.StringIO(), record=True, highlight=False)
    console.print(draw_choices(match.view(match.player), speaker(match.game.kind), (100, 40)))
    written = console.export_text()
    assert [words for words in shown if words not in written] == []
