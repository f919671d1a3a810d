"""The data of lanes: what is shipped, what a designer may change, and what is refused, all at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import RunPython
from lanes_fields import arena, foe, setup_of, unit

import tabor
from tabor.cli import main
from tabor.games.lanes import KIND
from tabor.games.lanes.checking import inspect
from tabor.games.lanes.signs import FIGURED, SIGNS
from tabor.loading import load_kind
from tabor.saves import rules_sum

LEVELS = (
    *("meadow", "ford", "orchard", "graveyard", "palisade", "thicket", "mill", "pass", "hamlet", "causeway", "muster"),
    *("night", "tide"),
)


def refusal(changes: dict[str, Any], **options: str) -> str:
    with pytest.raises(tabor.DataError) as caught:
        load_kind(KIND, changes, options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def level(**values: Any) -> dict[str, Any]:
    return {"levels": {"arena": arena(5) | values}}


def boss(unit: str, sign: str) -> dict[str, Any]:
    return level(supply={"Rat": 3, "Shieldback": 3}, boss={"unit": unit, "signs": [sign]})


def test_the_player_does_without_a_card() -> None:
    whole, thin = load_kind(KIND), load_kind(KIND, {"without": {"player": ["Archer"]}})
    lost = whole.rules["deck"].astype(int) - thin.rules["deck"]
    assert lost.tolist() == [3 if name == "Archer" else 0 for name in names_of(thin, len(lost))]
    assert int(thin.begin(1)["deck_size"]) == int(whole.begin(1)["deck_size"]) - 3
    assert "without.player has 'Dragon'; it must be of Spearman" in refusal({"without": {"player": ["Dragon"]}})


def names_of(game: tabor.Game, many: int) -> list[str]:
    """Of all kinds, and empty ones for the room that is left."""
    names = [kind.name for kind in setup_of(game).kinds]
    return names + [""] * (many - len(names))


# ---- what is shipped ----


def test_level_1_has_the_numbers_of_the_trials() -> None:
    game = load_kind(KIND, options={"level": "meadow"})
    shipped = setup_of(game).level
    assert (shipped.rows, shipped.switches.camps, shipped.plan) == (5, (10, 10), (1,))
    assert shipped.supply == {"Rat": 8, "Wolf": 6, "Slinger": 2, "Brute": 1}
    assert (shipped.switches.growing, shipped.switches.initiative) == (False, 3)
    figures = {p.name: (p.power, p.health, p.ranged, p.range) for p in setup_of(game).kinds if p.is_foe}
    assert figures["Rat"] == (1, 1, False, 1)
    assert figures["Wolf"] == (1, 2, False, 1)
    assert figures["Slinger"] == (1, 1, True, 2)
    assert figures["Brute"] == (3, 4, False, 1)


def test_the_starting_deck_has_20_cards() -> None:
    assert int(load_kind(KIND).rules["deck"].sum()) == 20


def test_shipped_levels_have_no_warning() -> None:
    for name in LEVELS:
        load_kind(KIND, options={"level": name})  # a warning would be an error
    assert inspect([]).warnings == []


def test_all_eight_bonuses_and_twelve_signs_are_shipped() -> None:
    game = load_kind(KIND)
    assert len({bonus.effect.name for bonus in setup_of(game).bonuses}) == 8
    assert [bool(amount) for amount in game.rules["amount"]] == [kind.has_amount for kind in SIGNS[:FIGURED]]


# ---- what is refused ----

ROCKS = {"a2": "Rock", "b3": "Rock", "c5": "Rock"}

WRONG: list[tuple[str, dict[str, Any]]] = [
    ("units.Bad.difficulty is 0; it must be a whole number from 1 to 9", {"units": {"Bad": unit(difficulty=0)}}),
    ("units.Bad.health is 0; it must be a whole number from 1 to 99", {"units": {"Bad": unit(1, 0)}}),
    ("units.Bad.range is 0; it must be a whole number from 1 to 9", {"units": {"Bad": unit(range=0)}}),
    ("units.Bad.attack is 'magic'; it must be one of melee, ranged", {"units": {"Bad": unit(attack="magic")}}),
    ("units.Bad.sign is 'xy'; it must be one character", {"units": {"Bad": unit(sign="xy")}}),
    ("units.Bad.signs has 'swfit', which is no sign; signs are armoured", {"units": {"Bad": unit(1, 1, "swfit")}}),
    ("units.Bad.heath means nothing; did you mean 'health'?", {"units": {"Bad": unit(heath=2)}}),
    ("units.bad is named 'bad'; a name is one word with a capital", {"units": {"bad": unit()}}),
    ("units.Bad.price.coins means nothing", {"units": {"Bad": unit(price={"coins": 2})}}),
    (
        "units.Bad.price.needs has 'cats', which no unit of a player has",
        {"units": {"Bad": unit(price={"needs": ["cats"]})}},
    ),
    (
        "units.Bad.ability.price is 0; it must be a whole number from 1 to 20",
        {"units": {"Bad": unit(ability={"effect": "hold", "price": 0})}},
    ),
    (
        "units.Bad.ability.amount is 2; an ability must give less initiative than its price",
        {"units": {"Bad": unit(ability={"effect": "initiative", "amount": 2, "price": 2})}},
    ),
    (
        "objects.Wall.health means nothing for what is indestructible",
        {"objects": {"Wall": {"sign": "W", "health": 2, "indestructible": True}}},
    ),
    ("units and objects and bonuses use the name 'Rally' twice", {"objects": {"RALLY": {"sign": "W", "health": 2}}}),
    (
        "bonuses.Bad.effect is 'win'; it must be one of initiative, heal",
        {"bonuses": {"Bad": {"sign": "b", "effect": "win"}}},
    ),
    (
        "bonuses.Bad.amount means nothing for the effect 'swap'",
        {"bonuses": {"Bad": {"sign": "b", "effect": "swap", "amount": 1}}},
    ),
    ("signs.split means nothing", {"signs": {"split": {"amount": 2}}}),
    ("rules.ranged is 'near'; it must be one of exact, between", {"rules": {"ranged": "near"}}),
    ("rules.end is 'never'; it must be one of durability, balance", {"rules": {"end": "never"}}),
    ("rules.checked is 'often'; it must be one of attack, blow", {"rules": {"checked": "often"}}),
    ("rules.advance is 9; it must be a whole number from 0 to 5", {"rules": {"advance": 9}}),
    ("rules.initiative.kind is 'slow'; it must be one of fixed, growing", {"rules": {"initiative": {"kind": "slow"}}}),
    ("rules.pawn is 'Rat'; it must be a unit of the player", {"rules": {"pawn": "Rat"}}),
    ("rules.opening gives 11 cards, but a hand holds 10", {"rules": {"opening": {"main": 10}}}),
    ("rules.rout is 1; it must be true or false", {"rules": {"rout": 1}}),
    ("decks.bad.cards has 2 cards; a deck has 15 to 40", {"decks": {"bad": {"cards": {"Guard": 2}}}}),
    ("decks.bad.cards.Guard is 4; it must be a whole number from 1 to 3", {"decks": {"bad": {"cards": {"Guard": 4}}}}),
    ("decks.bad.cards.Rat has 'Rat', which is no unit of the player", {"decks": {"bad": {"cards": {"Rat": 1}}}}),
    (
        "decks.bad.cards.Pawn has 'Pawn', the pawn, which has a deck of its own",
        {"decks": {"bad": {"cards": {"Pawn": 1}}}},
    ),
    ("levels.arena.rows is 3; it must be a whole number from 4 to 6", level(rows=3)),
    ("levels.arena.objects close the columns a, b, c; at least 2 must stay open", level(objects=ROCKS)),
    ("levels.arena.horde.b1 is in the player's camp", level(horde={"b1": "Rat"})),
    ("levels.arena.player.b5 is in the horde's camp", level(player={"b5": "Guard"})),
    ("levels.arena.horde.e2 has no place: 'e2' is not a cell", level(horde={"e2": "Rat"})),
    ("levels.arena.horde.b3 has 'Guard', which is no unit with foe = true", level(horde={"b3": "Guard"})),
    (
        "levels.arena.objects.b3 is 'Rock', but Rat stands there already",
        level(horde={"b3": "Rat"}, objects={"b3": "Rock"}),
    ),
    ("levels.arena.per_round is 7; it must be a number from 0 to 4", level(supply={"Rat": 1}, per_round=7)),
    ("levels.arena.per_round is []; it must be", level(supply={"Rat": 1}, per_round=[])),
    ("levels.arena.supply.Guard has 'Guard', which is no unit with foe = true", level(supply={"Guard": 1})),
    (
        "levels.arena has supply and endless; a horde comes by one of them",
        level(endless={"first": 1, "every": 1, "most": 1, "units": {"Rat": {"weight": 1}}}),
    ),
    ("levels.arena.bonuses has 'Luck', which is no bonus", level(bonuses=["Luck"])),
    ("levels.arena.rules.draw is -1; it must be a whole number from 0 to 16", level(rules={"draw": -1})),
    ("levels.arena.rules.drw means nothing; did you mean 'draw'?", level(rules={"drw": 1})),
    ("levels.arena has no horde", {"levels": {"arena": {"title": "A", "rows": 5}}}),
    (
        "units.Bad.signs has 'scout', which means nothing for a unit",
        {"units": {"Bad": foe(1, 1, "scout")}},
    ),
    (
        "units.Bad.signs has 'swift', which means nothing for a unit",
        {"units": {"Bad": foe(1, 1, "swift")}},
    ),
    ("units.Bad.signs has 'commander', which means nothing", {"units": {"Bad": foe(1, 1, "commander")}}),
    (
        "units.Bad.signs has 'dread', which means nothing for a unit of the player",
        {"units": {"Bad": unit(1, 1, "dread")}},
    ),
    ("levels.arena.boss.unit has 'Guard', which is no unit with foe", boss("Guard", "brood")),
    ("levels.arena.boss.unit is 'Wolf', which does not come on this level", boss("Wolf", "brood")),
    ("levels.arena.boss.signs has 'swift', which means nothing for a unit of the horde", boss("Rat", "swift")),
    ("levels.arena.boss.signs has 'doom', which is no sign", boss("Rat", "doom")),
    ("levels.arena.boss.signs has 'armoured', which Shieldback has on every level", boss("Shieldback", "armoured")),
    (
        "units.Bad.price means nothing for a unit of the horde; leave it out",
        {"units": {"Bad": foe(price={"initiative": 1})}},
    ),
    (
        "units.Bad.ability means nothing for a unit of the horde; leave it out",
        {"units": {"Bad": foe(ability={"effect": "hold", "price": 1})}},
    ),
]


@pytest.mark.parametrize(("sentence", "changes"), WRONG, ids=[sentence[:40] for sentence, _ in WRONG])
def test_a_mistake_is_one_sentence_with_its_place(sentence: str, changes: dict[str, Any]) -> None:
    units = {"Imp": foe(1, 3)}  # the arena's horde
    assert sentence in refusal({**changes, "units": units | changes.get("units", {})})


def scripted(**entry: Any) -> dict[str, Any]:
    made = {"title": "A", "rows": 5, "script": [{"round": 1, "unit": "Rat", "column": "a"} | entry]}
    return {"levels": {"arena": made | {"objects": {"d3": "Rock"}}}}


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ({"column": "d"}, "levels.arena.script.0.column is 'd', which something indestructible closes"),
        ({"column": "e"}, "levels.arena.script.0.column is 'e'; it must be one of a, b, c, d"),
        ({"unit": "Guard"}, "levels.arena.script.0.unit has 'Guard', which is no unit with foe = true"),
        ({"round": -1}, "levels.arena.script.0.round is -1"),
        ({"when": 1}, "levels.arena.script.0.when means nothing"),
    ],
    ids=str,
)
def test_scripts_are_checked(entry: dict[str, Any], sentence: str) -> None:
    assert sentence in refusal(scripted(**entry))


@pytest.mark.parametrize(("ghouls", "is_right"), [(31, True), (32, False)])
def test_no_more_undying_units_than_can_wait_for_their_return(ghouls: int, is_right: bool) -> None:
    script = [{"round": 1, "unit": "Ghoul", "column": "a"}, {"round": 1, "unit": "Rat", "column": "a"}]
    made = {"title": "A", "rows": 5, "script": [*script, *script[:1] * (ghouls - 1)], "horde": {"b4": "Ghoul"}}
    changes = {"levels": {"arena": made}}
    if is_right:
        load_kind(KIND, changes, {"level": "arena"})
    else:
        sentence = "levels.arena.script and the field have 33 undying units; there may be 32"
        assert sentence in refusal(changes)


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"deck": {"copies": 2}}, "it has 3 times Guard; a deck has at most 2"),
        ({"pawn": "Guard"}, "it has 'Guard', the pawn, which has a deck of its own"),
        ({"deck": {"least": 30}}, "it has 15 cards; a deck has 30 to 40"),
        ({"opening": {"main": 16, "pawns": 0}, "hand": 16}, "it has 15 cards, less than the opening hand of 16"),
    ],
    ids=str,
)
def test_a_deck_fits_the_rules_of_the_level(rules: dict[str, Any], sentence: str) -> None:
    cards = {"Guard": 3, "Archer": 3, "Spearman": 3, "Boar": 3, "Bear": 3}
    changes = level(supply={"Rat": 1}, per_round=1, rules=rules) | {"decks": {"mine": {"cards": cards}}}
    place = "changed: decks.mine cannot be played on level arena: "
    assert refusal(changes, level="arena", deck="mine") == place + sentence
    load_kind(KIND, changes, {"level": "meadow", "deck": "mine"})


def test_a_deck_that_a_level_does_not_allow_is_only_strange_to_check(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text("[levels.mill]\nrules = { deck = { copies = 2 } }\n")
    found = inspect([file])
    assert found.errors == []
    assert "deck works cannot be played on level mill: it has 3 times Stakes; a deck has at most 2" in found.warnings


def test_a_destructible_object_closes_no_column() -> None:
    changes = scripted(column="d")
    changes["levels"]["arena"]["objects"] = {"d3": "Fence"}
    assert setup_of(load_kind(KIND, changes, {"level": "arena"})).level.script


def test_waves_are_checked() -> None:
    late = {"first": 1, "every": 1, "most": 1, "units": {"Rat": {"weight": 1, "from": 2}}}
    changes = {"levels": {"arena": {"title": "A", "rows": 5, "endless": late}}}
    assert "levels.arena.endless.units come too late" in refusal(changes)


def test_unknown_levels_and_decks() -> None:
    assert refusal({}, level="moon") == f"levels.toml: levels has no 'moon'; there are {', '.join(LEVELS)}"
    assert refusal({}, deck="none") == "decks.toml: decks has no 'none'; there are starter, hunt, procession, works"


def test_too_many_units_are_refused_by_name() -> None:
    many = {f"U{chr(97 + n // 26)}{chr(97 + n % 26)}": unit() for n in range(90)}
    assert "there may be 96 together" in refusal({"units": many})


def test_a_save_knows_whom_signs_are_for() -> None:
    shipped, again, narrow = (
        load_kind(KIND, changes) for changes in ({}, {}, {"units": {"Bearer": {"only": {"banner": ["folk"]}}}})
    )
    assert rules_sum(shipped) == rules_sum(again) != rules_sum(narrow)


# ---- what is only strange ----


def test_a_ranged_unit_that_shells_the_camp_from_home_is_a_warning() -> None:
    far = {"Gun": foe(attack="ranged", range=4)}
    changes = {"units": far, "levels": {"arena": arena(5, supply={"Gun": 1}, per_round=1)}}
    with pytest.warns(UserWarning, match=r"levels.arena has Gun, which shells the camp from home: its range 4"):
        load_kind(KIND, changes, {"level": "arena"})
    changes["units"]["Gun"]["range"] = 3
    load_kind(KIND, changes, {"level": "arena"})  # no warning: it would be an error here


def test_a_card_that_does_is_one_too() -> None:
    changes = {"units": {"Archer": {"range": 4}}}
    with pytest.warns(UserWarning, match="deck starter: Archer shells the camp from home on level meadow"):
        load_kind(KIND, changes, {"level": "meadow"})


# ---- the command ----

MISTAKES = """
[units.Bad]
sign = "xx"
attack = "magic"
range = 1
power = 1
health = 1
difficulty = 0

[decks.tiny]
cards = { Archer = 4 }

[levels.wall]
title = "Wall"
rows = 4
objects = { a2 = "Rock", b2 = "Rock", c2 = "Rock" }
script = [{ round = 0, unit = "Rat", column = "a" }, { round = 0, unit = "Slingr", column = "d" }]
"""


def test_check_says_everything_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my.toml"
    file.write_text(MISTAKES)
    assert main(["lanes", "check", str(file)]) == 1
    out = capsys.readouterr().out
    for place in (
        *("units.Bad.sign", "units.Bad.attack", "units.Bad.difficulty", "decks.tiny.cards.Archer", "decks.tiny.cards"),
        *("levels.wall.objects", "levels.wall.script.0.column", "levels.wall.script.1.unit"),
    ):
        assert f"error: {file}: {place} " in out
    assert "8 errors" in out or "9 errors" in out


@pytest.mark.parametrize("wrong", ["draw = 99", 'pawn = "Rat"', "camps = { horde = 0 }"])
def test_a_wrong_number_is_said_once_for_its_own_file(wrong: str, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(f"[rules]\n{wrong}\n")
    assert [error.split(" is ")[0] for error in inspect([file]).errors] == [
        f"{file}: rules.{wrong.split(' = ')[0]}{'.horde' * ('horde' in wrong)}"
    ]


def test_check_of_files_that_are_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my.toml"
    file.write_text("[rules]\ndraw = 2\n")
    assert main(["lanes", "check", str(file)]) == 0
    assert capsys.readouterr().out == "nothing is wrong\n"


def test_check_tells_warnings_and_accepts_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my.toml"
    file.write_text("[units.Slinger]\nrange = 4\n")
    assert main(["lanes", "check", str(file)]) == 0
    out = capsys.readouterr().out
    assert "warning: levels.toml: levels.meadow has Slinger, which shells the camp" in out
    assert out.endswith("0 errors, 5 warnings\n")


def test_check_of_a_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lanes", "check", str(tmp_path / "none.toml")]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_later_files_lie_over_earlier_ones(tmp_path: Path) -> None:
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    first.write_text("[units.Guard]\ndifficulty = 0\n")
    second.write_text("[units.Guard]\ndifficulty = 1\n")
    assert len(inspect([first]).errors) == 1
    assert inspect([first, second]).errors == []


# ---- the command line ----


def test_the_option_level_chooses_the_level_of_the_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    assert main(["play", "lanes", "--level", "graveyard", "--against", "level1", "--seed", "1"]) == 0
    assert "The graveyard: break the horde’s camp" in capsys.readouterr().out
    assert main(["play", "lanes", "--level", "moon"]) == 2
    assert "levels has no 'moon'" in capsys.readouterr().err


def test_commands_of_the_game_are_imported_only_when_asked_for(run_python: RunPython) -> None:
    program = "import sys; from tabor.cli import main; main({}); print(*sys.modules)"
    assert "tabor.games.lanes" not in run_python(program.format(["--help"])).split()
    assert "tabor.games.lanes.cli" in run_python(program.format(["lanes", "--help"])).split()
