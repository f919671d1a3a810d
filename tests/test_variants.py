"""Variants of a game: tables of numbers that differ, chosen by an option, kept by saves and rooms under that name."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from server_tools import run, running
from toys import TOYS

import tabor
from tabor.client import Lobby
from tabor.data import merge
from tabor.errors import DataError
from tabor.files import wanted_playthrough
from tabor.game import Game, Kind, Tree
from tabor.games import NAMES, find
from tabor.loading import VARIANT, load_kind, menu, numbers_of
from tabor.match import Match
from tabor.messages import about_options, languages, speaker
from tabor.saves import read_save, rules_sum

WITH_VARIANTS = [name for name in NAMES if VARIANT in find(name).options]
LARGE = """
[variants.usual]
[variants.large]
width = 5
stones.gold.count = 3
"""


def delvers(folder: Path, variants: str = LARGE, usual: str = "usual") -> Kind:
    """The toy, with variants."""
    file = folder / "variants.toml"
    file.write_text(variants, encoding="utf-8")
    return replace(TOYS["delvers"], data=(*TOYS["delvers"].data, file), options={VARIANT: usual})


def refusal(folder: Path, variants: str, **options: str) -> str:
    with pytest.raises(DataError) as caught:
        load_kind(delvers(folder, variants), None, options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def width_and_gold(game: Game) -> tuple[int, int]:
    return int(game.rules["width"]), int(game.rules["bag"][2])


# ---- merging ----


def test_the_usual_variant_is_the_game_as_it_was(tmp_path: Path) -> None:
    game = load_kind(delvers(tmp_path))
    assert game.rules.tobytes() == load_kind(TOYS["delvers"]).rules.tobytes()
    assert game.options == {}  # saves and ledgers of before mean the same


def test_a_variant_changes_its_numbers_and_no_others(tmp_path: Path) -> None:
    game = load_kind(delvers(tmp_path), None, {VARIANT: "large"})
    assert width_and_gold(game) == (5, 3)
    assert int(game.rules["height"]) == 3
    assert game.rules["worth"].tolist() == load_kind(TOYS["delvers"]).rules["worth"].tolist()
    assert game.options == {VARIANT: "large"}


def test_changes_lie_over_the_variant(tmp_path: Path) -> None:
    assert width_and_gold(load_kind(delvers(tmp_path), {"width": 2}, {VARIANT: "large"})) == (2, 3)
    assert width_and_gold(load_kind(delvers(tmp_path), {"stones": {"gold": {"count": 1}}}, {VARIANT: "large"})) == (
        5,
        1,
    )


def test_variants_do_not_stay_in_each_others_numbers(tmp_path: Path) -> None:
    kind = delvers(tmp_path)
    assert width_and_gold(load_kind(kind, None, {VARIANT: "large"})) != width_and_gold(load_kind(kind))


def test_the_menu_lists_them_and_numbers_have_them_no_more(tmp_path: Path) -> None:
    kind = delvers(tmp_path)
    assert menu(kind) == {VARIANT: ["usual", "large"]}
    assert "variants" not in numbers_of(kind, {}, {})[0]


def test_a_game_without_variants_has_no_such_option() -> None:
    with pytest.raises(DataError, match="Delvers has no option 'variant'; its options are: none"):
        load_kind(TOYS["delvers"], None, {VARIANT: "large"})


# ---- mistakes ----


def test_a_bad_number_of_a_variant_is_named_with_file_and_table(tmp_path: Path) -> None:
    said = refusal(tmp_path, "[variants.usual]\n[variants.huge]\nwidth = 99", variant="huge")
    assert said == "variants.toml: variants.huge: width is 99; it must be a whole number from 2 to 5"


def test_a_variant_that_means_nothing_is_named_with_file_and_table(tmp_path: Path) -> None:
    said = refusal(tmp_path, "[variants.usual]\n[variants.odd]\nwitdh = 4", variant="odd")
    assert said.startswith("variants.toml: variants.odd: witdh means nothing; did you mean 'width'?")


@pytest.mark.parametrize("variants", ["variants = 3", "[variants]\nusual = 3"])
def test_variants_must_be_tables(tmp_path: Path, variants: str) -> None:
    said = refusal(tmp_path, variants)
    assert said.startswith("variants.toml: variants")
    assert said.endswith("is 3; it must be a table")


def test_a_variant_that_is_not_there(tmp_path: Path) -> None:
    said = refusal(tmp_path, LARGE, variant="small")
    assert said == "variants.toml: variants.small is missing; the variants are usual, large"


def test_an_option_without_a_table(tmp_path: Path) -> None:
    assert refusal(tmp_path, "") == "variants is missing"


def test_a_designers_file_changes_numbers_not_variants(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="changed: variants means nothing"):
        load_kind(delvers(tmp_path), {"variants": {"mine": {}}})


# ---- keeping ----


def test_a_save_says_which_variant_it_was(tmp_path: Path) -> None:
    kind, path = delvers(tmp_path), tmp_path / "a.tabor"
    match = Match(load_kind(kind, None, {VARIANT: "large"}), 3)
    match.play(int(match.legal_actions[0]))
    match.save(path)
    saved = tomllib.loads(path.read_text())
    assert saved["options"] == {VARIANT: "large"}
    assert saved["rules"] == rules_sum(match.game) != rules_sum(load_kind(kind))
    back = read_save(path, lambda name: kind)
    assert (back.position, width_and_gold(back.game)) == (match.position, (5, 3))


async def look_into(lobby: Lobby, made: Tree) -> tuple[Tree, list[str]]:
    """The options that a room shows, and the grounds of its board."""
    async with lobby.enter(made["room"], made["secrets"].values()) as guest:
        await guest.until(lambda guest: guest.view is not None)
        assert guest.view
        return guest.room["options"], [cell["ground"] for cell in guest.view["board"]["cells"]]


@pytest.mark.parametrize("variant", ["rulebook", "balanced"])
def test_a_room_keeps_its_variant_when_the_server_starts_anew(tmp_path: Path, variant: str) -> None:
    wanted = {"board": "plain", VARIANT: variant}
    with running(tmp_path / "rooms.sqlite") as here:
        made = run(here.lobby.make("drake", ["me", "me"], options=wanted))
        before = run(look_into(here.lobby, made))
    with running(tmp_path / "rooms.sqlite") as here:
        assert run(look_into(here.lobby, made)) == before
    options, grounds = before
    assert options.get(VARIANT, "rulebook") == variant
    assert ("mountain" in grounds) == (variant == "balanced")


# ---- those of our own games ----


@pytest.mark.parametrize("name", WITH_VARIANTS)
def test_every_variant_of_a_game_loads_and_is_another_game(name: str) -> None:
    kind = find(name)
    usual = kind.options[VARIANT]
    assert menu(kind)[VARIANT][0] == usual
    games = {variant: load_kind(kind, None, {VARIANT: variant}) for variant in menu(kind)[VARIANT]}
    assert len({rules_sum(game) for game in games.values()}) == len(games)
    assert rules_sum(games[usual]) == rules_sum(load_kind(kind))


@pytest.mark.parametrize("name", WITH_VARIANTS)
@pytest.mark.parametrize("language", languages())
def test_a_variant_is_told_in_one_sentence_in_every_language(name: str, language: str) -> None:
    kind = find(name)
    say = speaker(kind, language)
    for variant in menu(kind)[VARIANT][1:]:
        (said,) = about_options(load_kind(kind, None, {VARIANT: variant}), say)
        assert said.endswith(".")
        assert 40 < len(said) < 400
    assert about_options(load_kind(kind), say) == []


@pytest.mark.parametrize("name", WITH_VARIANTS)
def test_a_game_is_played_as_the_rulebook_says_unless_told_otherwise(name: str) -> None:
    kind = find(name)
    assert kind.options[VARIANT] == "rulebook"
    own, _ = merge([file for file in kind.data if file.stem != "variants"], {}, "")
    assert numbers_of(kind, {}, {})[0] == own
    assert VARIANT not in wanted_playthrough(kind.home / "playthrough.txt")[1]
    assert tabor.load(name).options.keys() == kind.options.keys() - {VARIANT}
