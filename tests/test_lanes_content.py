"""What Lanes ships: cards, levels, decks, pictures, replays and the computer's three strengths."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from lanes_fields import at, unit

import tabor
from tabor import players
from tabor.cli import main
from tabor.data import Table, merge
from tabor.games.lanes import KIND
from tabor.games.lanes.campaign import campaign as read_campaign
from tabor.games.lanes.checking import survey
from tabor.games.lanes.decks import all_cards, check_deck
from tabor.games.lanes.levels import grown
from tabor.games.lanes.players import Warlord
from tabor.games.lanes.signs import SIGNS
from tabor.loading import campaign, load_kind
from tabor.messages import speaker
from tabor.players.mcts import Mcts

LIBRARY = survey()[0]
LEVELS = list(LIBRARY.levels.values())
BOSSES = {"thicket": "Bramble-Queen", "night": "Pale-King"}


# ---- how much there is ----


def test_there_are_30_cards_of_4_classes_with_12_signs() -> None:
    cards = all_cards()
    assert len(cards) >= 30
    assert len({tag for card in cards for tag in card.tags}) >= 4
    assert {sign for card in cards for sign in card.signs} == {kind.name for kind in SIGNS if kind.for_cards}
    assert all(card.tags for card in cards)


def test_there_are_12_levels_of_4_to_6_rows_and_one_without_end() -> None:
    assert len([level for level in LEVELS if not level.wave]) >= 12
    assert {level.rows for level in LEVELS} == {4, 5, 6}
    assert [level.name for level in LEVELS if level.wave] == ["tide"]
    assert {level.script is not None for level in LEVELS} == {True, False}


def test_every_bonus_comes_with_some_level() -> None:
    assert len(LIBRARY.bonuses) >= 8
    assert {name for level in LEVELS for name in level.bonuses} == set(LIBRARY.bonuses)


def test_every_foe_and_every_object_is_met_somewhere() -> None:
    met = {name for level in LEVELS for _, name in level.pieces.values()}
    met |= {name for level in LEVELS for name in (*level.supply, *(level.wave.units if level.wave else ()))}
    met |= {name for level in LEVELS for _, name, _ in level.script or ()}
    assert {piece.name for piece in LIBRARY.pieces.values() if not piece.is_card} == met


@pytest.mark.parametrize("level", BOSSES)
def test_a_boss_breaks_rules_that_may_be_broken(level: str) -> None:
    """Where cards are deployed, how many are drawn, and what the pawn deck holds."""
    boss, usual = LIBRARY.levels[level].switches, LIBRARY.switches
    assert (boss.deploy_rows, boss.draw, boss.pawns) != (usual.deploy_rows, usual.draw, usual.pawns)
    assert BOSSES[level] in {*LIBRARY.levels[level].supply, *(n for _, n in LIBRARY.levels[level].pieces.values())}


def test_each_boss_has_a_mechanic_of_its_own() -> None:
    bosses = {level.name: level.boss for level in LEVELS if level.boss}
    assert {level: boss.unit for level, boss in bosses.items()} == BOSSES
    signs = [sign for boss in bosses.values() for sign in boss.signs]
    assert len(set(signs)) == len(signs) == len(BOSSES)
    assert not {sign for piece in LIBRARY.pieces.values() for sign in piece.signs} & set(signs)


def test_everything_has_words_of_its_own() -> None:
    things: list[Any] = [*LIBRARY.pieces.values(), *LIBRARY.bonuses.values(), *LEVELS, *LIBRARY.decks.values()]
    flavours = [thing.flavour for thing in things]
    assert all(flavours)
    assert len(set(flavours)) == len(flavours)


# ---- decks ----


def test_the_starting_deck_grows_with_what_the_levels_before_give() -> None:
    starter = LIBRARY.decks["starter"]
    sizes = [sum(grown(starter, level, LEVELS).cards.values()) for level in LEVELS]
    assert sizes[0] == 20
    assert sizes == sorted(sizes)
    assert sizes[-1] <= 40
    assert grown(starter, LEVELS[1], LEVELS).cards["Boar"] == 1
    assert "Boar" not in starter.cards


def test_every_card_is_given_sooner_or_later() -> None:
    assert set(grown(LIBRARY.decks["starter"], LEVELS[-1], LEVELS).cards) == {card.name for card in all_cards()}


def test_the_game_is_played_with_the_deck_as_it_has_grown() -> None:
    assert int(load_kind(KIND, options={"level": "tide"}).rules["deck"].sum()) == 40
    assert int(load_kind(KIND, options={"level": "tide", "deck": "hunt"}).rules["deck"].sum()) == 20


def refusal(changes: dict[str, Any]) -> str:
    with pytest.raises(tabor.DataError) as caught:
        load_kind(KIND, changes)
    return str(caught.value)


def test_gifts_are_checked() -> None:
    assert "levels.meadow.gives has 'Rat', which is no unit of the player" in refusal(gift("Rat"))
    assert "levels.meadow.gives has 'Pawn', the pawn" in refusal(gift("Pawn"))
    assert "decks.starter.grows too far: at level tide it has 4 times Guard; a deck has at most 3" in refusal(
        gift("Guard")
    )
    many = {"decks": {"big": {"grows": True, "cards": dict.fromkeys(list(starter_cards()), 3)}}}
    assert "decks.big.grows too far: at level " in refusal(many)


def gift(card: str) -> dict[str, Any]:
    return {"levels": {"meadow": {"gives": [card]}}}


def starter_cards() -> list[str]:
    return list(LIBRARY.decks["starter"].cards)


def test_a_deck_is_checked_with_every_mistake_named() -> None:
    fine = {card.name: 3 for card in all_cards()[:5]}
    assert check_deck(fine) == []
    assert check_deck(fine, ["Rally"]) == []
    assert len(check_deck(fine | {"Rat": 1, "Guard": 4})) == 2
    [problem] = check_deck({"Guard": 3})
    assert problem.endswith("decks.yours.cards has 3 cards; a deck has 15 to 40")
    [problem] = check_deck(fine, ["Luck"])
    assert "'Luck', which is no bonus" in problem


# ---- pictures ----

NAMES = [*LIBRARY.pieces, *LIBRARY.bonuses]
LARGEST = 2000  # bytes


def test_everything_has_a_picture_and_no_picture_is_left_over() -> None:
    whole = {"game", "card", "main-deck"}  # the game itself, and cards that lie face down
    assert {file.stem for file in (KIND.home / "art").iterdir()} == {name.lower() for name in NAMES} | whole


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_small_and_needs_nothing_else(name: str) -> None:
    text = (KIND.home / "art" / f"{name.lower()}.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.get("viewBox") == "0 0 48 48"
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags <= {"svg", "title", "g", "path", "circle", "ellipse"}
    assert not re.search("href|url\\(|font|style|<!", text)
    assert len(text.encode()) < LARGEST
    piece = LIBRARY.pieces.get(name)
    if piece is not None and not piece.is_object:
        assert "currentColor" in text  # the owner's


# ---- replays ----


@pytest.mark.parametrize("level", [level.name for level in LEVELS])
def test_a_battle_of_each_level_was_won_and_can_be_watched(level: str) -> None:
    """If rules or data were changed on purpose, bench/lanes_difficulty.py writes them again."""
    match = tabor.open(KIND.home / "replays" / f"{level}.tabor")
    assert match.game.options == {"level": level, "deck": "starter"}
    assert match.outcome is not None
    assert match.outcome.winner == 0


def test_a_replay_is_shown_action_by_action(capsys: pytest.CaptureFixture[str]) -> None:
    shown = told(capsys, "watch", "meadow")
    match = tabor.open(KIND.home / "replays" / "meadow.tabor")
    played = re.findall(r"^(?:player|horde) plays (\S+)$", shown, re.MULTILINE)
    assert played == match.log
    assert "Round 2: 3 initiative" in shown
    assert shown.splitlines()[-1].startswith("player won: ")


# ---- the computer ----


@pytest.mark.parametrize("level", ["meadow", "graveyard"])
def test_the_three_strengths_take_either_side(level: str) -> None:
    game = load_kind(KIND, {"rules": {"rounds": 2}}, {"level": level})
    for name in ("recruit", "veteran", "marshal:sims=20"):
        match, player = tabor.Match(game, seed=2), players.make(name, game)
        while match.player is not None:
            match.play(player.choose(match))  # an illegal action would be refused
        assert match.outcome is not None
        assert match.ply > 0


def test_the_best_thinks_for_20_ms_or_as_often_as_it_is_told() -> None:
    game = load_kind(KIND)
    best = players.make("marshal", game)
    assert isinstance(best, Mcts)
    assert best.limits.seconds == 0.02
    told = players.make("marshal:sims=30", game)
    assert isinstance(told, Mcts)
    told.choose(tabor.Match(game, seed=1))
    assert (told.limits.seconds, told.simulations) == (None, 30)


@pytest.mark.slow
def test_each_strength_beats_the_one_below_it_in_the_players_seat() -> None:
    assert share_won("meadow", "recruit", "veteran") + 10 <= share_won("meadow", "veteran", "veteran")
    assert share_won("orchard", "veteran", "veteran") + 50 <= share_won("orchard", "marshal:sims=200", "veteran")


@pytest.mark.slow
def test_each_strength_beats_the_one_below_it_in_the_hordes_seat() -> None:
    won = [share_won("orchard", "veteran", horde) for horde in ("recruit", "veteran", "marshal:sims=200")]
    assert won[0] >= won[1] + 10
    assert won[1] >= won[2] + 5


def share_won(level: str, player: str, horde: str, battles: int = 40) -> float:
    game = load_kind(KIND, options={"level": level})
    won = 0
    for seed in range(battles):
        match = tabor.Match(game, seed=seed)
        both = (players.make(player, game, seed), players.make(horde, game, seed))
        while match.player is not None:
            match.play(both[match.player].choose(match))
        won += int(match.state["winner"]) == 0
    return 100 * won / battles


@pytest.mark.slow
def test_the_script_that_measures_writes_a_page_and_replays(tmp_path: Path) -> None:
    script = Path(__file__).parent.parent / "bench" / "lanes_difficulty.py"
    limits = ["--battles", "3", "--lots", "3", "--sims", "20"]
    places = ["--docs", str(tmp_path / "page.md"), "--replays", str(tmp_path / "replays")]
    subprocess.run([sys.executable, str(script), *limits, *places], check=True, timeout=600)
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert all(f"{level.name}: {level.title}" in page for level in LEVELS)
    assert all(f"| {card.name} |" in page for card in all_cards())
    assert tabor.open(tmp_path / "replays" / "meadow.tabor").outcome


# ---- what the screen says ----

EMPTY = "[. . . .] \n . . . . \n . . . . \n . . . . \n . . . ."


def panel_lines(match: tabor.Match, seat: int | None) -> dict[str, str]:
    """Each panel's facts in words."""
    say = speaker(KIND)
    return {
        panel["id"]: " · ".join(f"{say(fact['label'])} {fact['value']}".strip() for fact in panel["facts"])
        for panel in match.view(seat)["panels"]
    }


def test_cards_in_hand_and_foes_in_sight_are_told_beside_the_board() -> None:
    match = at(
        "[. Rat . .] \n . -Brute . . \n . . . . \n . . . . \n . . . .", "initiative=3 hand=Guard,Archer,Ogre,Sister"
    )
    lines = panel_lines(match, 0)
    assert lines["short-guard"] == "1 initiative: power 1, health 4, a step costs 2, armoured"
    assert lines["short-ogre"] == "a sacrifice: power 4, health 5, a step costs 3"
    assert lines["short-sister"] == "1 initiative: power 0, health 2, healer, heal an own unit by 2"
    assert lines["short-archer"] == "1 initiative: power 2, health 1, shoots 2 ahead"
    assert lines["short-brute"] == "power 3, health 4"
    assert lines["short-rat"] == "power 1, health 1"


@pytest.mark.parametrize("seat", [1, None])
def test_nobody_else_is_told_of_cards_in_hand(seat: int | None) -> None:
    lines = panel_lines(at(EMPTY, "initiative=3 hand=Guard"), seat)
    assert "short-guard" not in lines


def about_words(match: tabor.Match, panel_id: str, name: str) -> str:
    [panel] = [panel for panel in match.view(0)["panels"] if panel["id"] == panel_id]
    [item] = [item for item in panel["items"] if item["kind"] == name]
    return speaker(KIND)(item["about"])


def test_about_a_card_says_all_it_does_and_its_flavour() -> None:
    match = at(EMPTY, "initiative=3 hand=Guard,Sister,Crossbow bonuses=Thunder,Balm")
    assert about_words(match, "hand", "Guard") == (
        "Guard (folk) — price: 1 initiative. Power 1, health 4, reach 1, moves for 2 initiative. "
        "Signs: armoured (Each hit on it does 1 less, but never less than 1). “A door that has learned to walk.”"
    )
    assert "ability (1 initiative: heal an own unit by 2)" in about_words(match, "hand", "Sister")
    assert "shoots 2 ahead, moves for 2 initiative. Signs: none." in about_words(match, "hand", "Crossbow")
    assert about_words(match, "bonuses", "Thunder") == (
        "Thunder — once, for 1 initiative: 4 damage to anything on the field. “Nobody claims to have called it.”"
    )
    assert about_words(match, "bonuses", "Balm").startswith("Balm — once, free: heal an own unit by 3.")


def test_about_a_foe_speaks_of_no_price() -> None:
    match = at(EMPTY, "supply=Stinger")
    assert about_words(match, "supply", "Stinger") == (
        "Stinger — of the horde. Power 1, health 1, reach 1. Signs: deadly (Its blows kill any unit they damage, and "
        "nothing of them is left over; objects are hit as usual). “Small, slow to hate, quick to sting.”"
    )


def test_prices_are_said_in_full() -> None:
    dear = unit(1, 1, price={"initiative": 2, "sacrifice": 2, "needs": ["folk"]})
    match = at(EMPTY, "initiative=3 hand=Dear", units={"Dear": dear})
    assert "(no class) — price: 2 initiative, 2 sacrifices, needs folk." in about_words(match, "hand", "Dear")


def status_words(match: tabor.Match) -> str:
    return speaker(KIND)(match.view(0)["status"])


def test_the_goal_is_told_in_the_first_round_and_what_is_different_here_always() -> None:
    ford = panel_lines(tabor.Match(load_kind(KIND, options={"level": "ford"}), seed=1), 0)
    assert ford["level"].startswith("You have 2 initiative a round")
    assert "level" not in panel_lines(at(EMPTY), 0)
    assert "break the horde’s camp" in status_words(at(EMPTY))
    assert "lead far enough in camp damage" in status_words(at(EMPTY, rules={"end": "balance"}))
    assert "round 2: deploy, move" in status_words(at(EMPTY, "round=2"))


def test_levels_with_rules_of_their_own_say_so() -> None:
    for level in LEVELS:
        is_usual = level.switches.initiative == LIBRARY.switches.initiative and level.switches.draw == 1
        assert level.note or (is_usual and not level.wave), level.name


def shown(match: tabor.Match, action: str) -> list[dict[str, Any]]:
    """How what follows an action is drawn."""
    before = match.ply
    match.play(action)
    return [one for line in match.view(0)["log"] if line["ply"] > before for one in line.get("show", [])]


def test_lines_of_the_log_say_how_they_are_drawn() -> None:
    match = at("[. Imp . .] \n . . . . \n . -Imp . . \n . +Man . . \n . . . .", "initiative=3 hand=Pawn")
    assert shown(match, "Pawn@a1") == [{"new": "a1"}]
    assert shown(match, "a1-a2") == [{"walk": ["a1", "a2"]}]
    drawn = shown(match, "end")
    assert drawn[:2] == [{"shot": ["b2", "b3"]}, {"hit": "b3", "text": "−1"}]
    assert {"walk": ["b5", "b4"]} in drawn  # from the staging row


# ---- the command line ----


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["lanes", *words]) == 0
    return capsys.readouterr().out


def test_cards_decks_and_levels_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "cards").count("\n") == len(all_cards())
    assert told(capsys, "cards", "craft").startswith("Stakes (craft)")
    assert told(capsys, "deck", "starter").startswith("Village levy: 20 cards.")
    assert "1 × Boar (beast)" in told(capsys, "deck", "starter", "--level", "ford")
    assert " 2  ford: The ford, 4 rows\n" in told(capsys, "levels")


def test_a_deck_of_ones_own_is_listed_or_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my.toml"
    file.write_text(
        '[decks.mine]\ncards = { Boar = 3, Bear = 3, Hound = 3, Ogre = 3, Guard = 3 }\nbonuses = ["Ward"]\n'
    )
    assert "3 × Boar" in told(capsys, "deck", "mine", "--rules", str(file))
    file.write_text("[decks.mine]\ncards = { Boar = 5 }\n")
    assert main(["lanes", "deck", "mine", "--rules", str(file)]) == 2
    assert f"{file}: decks.mine.cards.Boar is 5; it must be a whole number from 1 to 3" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("deck", "none"), "there is no deck 'none'; there are starter, hunt"),
        (("deck", "starter", "--level", "moon"), "there is no level 'moon'; there are meadow"),
        (("cards", "cats"), "there is no class 'cats'; there are beast"),
        (("watch", "moon"), "there is no replay of level 'moon'; there are causeway"),
    ],
)
def test_unknown_names_are_refused(words: tuple[str, ...], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lanes", *words]) == 2
    assert problem in capsys.readouterr().err


# ---- the campaign ----


def refused_campaign(**changes: Any) -> str:
    tree, origin = merge(KIND.data, {"campaign": changes}, "mine")
    with pytest.raises(tabor.DataError) as caught:
        read_campaign(Table(tree, origin))
    return str(caught.value)


def test_the_campaign_goes_through_all_levels_and_earns_what_they_give() -> None:
    told = campaign(KIND)
    assert told is not None
    assert [battle.name for battle in told.battles] == [level.name for level in LEVELS]
    assert [battle.earns for battle in told.battles] == [level.gives for level in LEVELS]
    assert {battle.name for battle in told.battles if 1 not in battle.seats} == {"graveyard", "hamlet"}
    assert {battle.name: battle.boss for battle in told.battles if battle.boss} == BOSSES
    assert told.cards == LIBRARY.decks["starter"].cards


def test_mistakes_in_a_campaign_are_named() -> None:
    assert "campaign.deck is 'none'; there are starter" in refused_campaign(deck="none")
    assert "campaign.battles must be a list" in refused_campaign(battles=[])
    assert "campaign.battles.0.level is 'moon'; there are meadow" in refused_campaign(battles=[{"level": "moon"}])
    assert "campaign.battles.0.computer is 9; it must be" in refused_campaign(
        battles=[{"level": "meadow", "computer": 9}]
    )


# ---- levels of the computer ----


@pytest.mark.parametrize(
    ("slips", "problem"),
    [
        ([1, 2], "levels.meadow.slips.player is [1, 2]; it must be 8 whole numbers from 0 to 1000"),
        ([0, 1, 2, 3, 4, 5, 6, 7], "a stronger level leaves no more to chance"),
    ],
)
def test_slips_are_checked(slips: list[int], problem: str) -> None:
    assert problem in refusal({"levels": {"meadow": {"slips": {"player": slips}}}})


def test_levels_slip_as_their_battlefield_says_for_the_side_they_play() -> None:
    slips = {"player": [800, 0, 0, 0, 0, 0, 0, 0], "horde": [300, 200, 0, 0, 0, 0, 0, 0]}
    game = load_kind(KIND, {"levels": {"meadow": {"slips": slips}}})
    made = [players.make(f"level{rank}", game) for rank in (1, 2)]
    assert all(isinstance(player, Warlord) for player in made)
    assert [list(player.slips) for player in made if isinstance(player, Warlord)] == [[800, 300], [0, 200]]


def test_every_battlefield_says_how_its_levels_slip() -> None:
    """For both sides, but for a horde that a script leads."""
    for level in LEVELS:
        sides = {"player"} if level.script is not None else {"player", "horde"}
        assert set(level.slips) == sides, level.name
        assert all(numbers[0] > numbers[-1] == 0 for numbers in level.slips.values()), level.name


@pytest.mark.slow
def test_levels_rise_on_the_seventh_battlefield() -> None:
    """Where five of them won nothing once."""
    won = [share_won("mill", f"level{rank}", "veteran") for rank in (2, 4, 6)]
    assert won[0] + 8 <= won[1] <= won[2] - 8
