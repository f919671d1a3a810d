"""What the page says to people: whole sentences, in their own language, that fit what happened."""

from __future__ import annotations

import json
import random
from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

import tabor
from browser.playing import Player
from browser.staged import room_tree, stage
from tabor.games import NAMES
from tabor.games import find as find_game
from tabor.match import Match
from tabor.messages import languages, speaker
from tabor.puzzles import read_puzzles
from tabor.server.protocol import TROUBLES, trouble

pytestmark = pytest.mark.slow


def speak(page: Page, language: str) -> None:
    page.add_init_script(f"localStorage.setItem('tabor-language', '{language}')")


@pytest.mark.parametrize("language", languages())
def test_the_task_of_a_puzzle_begins_as_a_sentence_does(page: Page, language: str) -> None:
    speak(page, language)
    game = next(name for name in NAMES if read_puzzles(find_game(name)))
    page.goto(f"/puzzles/{game}")
    begins = r"() => /^\s*\p{Lu}/u.test(document.querySelector('[data-test=puzzle-words]')?.textContent ?? '')"
    page.wait_for_function(begins)


@pytest.mark.parametrize(("cause", "language"), list(zip(sorted(TROUBLES), cycle(languages()))), ids=sorted(TROUBLES))
def test_each_trouble_has_its_own_sentence(page: Page, language: str, cause: str) -> None:
    speak(page, language)
    match = Match(tabor.load(NAMES[0]), 1)
    room = room_tree(match, 0, [1]) | {"trouble": trouble(cause, player="level1")}
    stage(page, [{"type": "room", "number": 0, "room": room, "view": match.view(1)}])
    sentence = speaker(match.game.kind, language)({"id": f"ui-trouble-{cause}", "args": {}})
    expect(page.locator("[data-test=trouble]")).to_have_text(sentence)
    expect(page.locator("[data-test=notice]")).to_have_text(sentence)
    expect(page.locator("[data-test=claim]")).to_be_enabled()


def test_a_team_is_typed_as_one_text(page: Page) -> None:
    speak(page, "pl")
    player = Player(page, random.Random(1))
    player.make_room("warriors", ["me", "level1"])
    field = page.locator("[data-test=spell]")
    field.fill("GGKNQhhsra")
    field.press("Enter")
    expect(page.locator("[data-test=notice]")).to_contain_text("„Q” to ani wojownik")
    field.fill("GGKNZhhsra")
    page.locator("[data-test=spell-send]").click()
    expect(field).to_have_count(0)
    expect(page.locator("[data-panel=team-0]")).to_contain_text("×2")
    page.wait_for_selector("[data-phase=mine] [data-panel=team-0] button[data-key]")  # the first is to be summoned


# ---- only choices ----

FIELD = "[. . . .] . . . . / . . . . / . . . . / . . . . / . . . ."
LAST_CARD = f"{FIELD} turn=player phase=prepare round=2 hand=Pawn known=Pawn supply=Rat*8 pawns=5 deck=Spearman*3"
FIGHT = "[data-key^='button:end-preparation']"


def deploy_the_last_card(page: Page) -> None:
    """After which nothing is left to do but to let them fight."""
    Player(page, random.Random(1)).make_room("lanes", ["me", "level1"], position=LAST_CARD)
    expect(page.locator(FIGHT)).to_have_count(1)  # with a card in the hand there is a choice
    page.locator("[data-key='item:hand:Pawn']").click()
    page.locator("[data-cell=b1]").click()


ASKS = "[data-phase=mine] [data-key^='item:decks:']"  # they have fought: a card is to be taken
PATIENT = """
const usual = window.setTimeout
window.setTimeout = (deed, time, ...more) => usual(deed, time === 3000 ? 600_000 : time, ...more)
"""


def play_only_choices(page: Page, is_wished: bool) -> None:
    page.add_init_script(f"localStorage.setItem('tabor-settings', '{json.dumps({'only': is_wished})}')")


def test_an_only_choice_is_played_by_itself(page: Page) -> None:
    play_only_choices(page, True)
    deploy_the_last_card(page)
    page.wait_for_selector(ASKS)


def test_before_an_only_choice_is_played_the_last_action_can_be_taken_back(page: Page) -> None:
    play_only_choices(page, True)
    page.add_init_script(PATIENT)
    deploy_the_last_card(page)
    page.wait_for_selector(f"{FIGHT}.soon")
    page.locator("[data-test=undo]").click()
    page.wait_for_selector("[data-phase=mine] [data-key='item:hand:Pawn']")
    page.locator("[data-key='item:hand:Pawn']").click()
    page.locator("[data-cell=c1]").click()
    page.locator(f"{FIGHT}.soon").click()  # nobody has to wait
    page.wait_for_selector(ASKS)


def test_whoever_wishes_clicks_only_choices(page: Page) -> None:
    play_only_choices(page, False)
    deploy_the_last_card(page)
    page.wait_for_selector(f"[data-phase=mine]:not(:has([data-key='item:hand:Pawn'])) {FIGHT}")
    expect(page.locator(f"{FIGHT}.soon")).to_have_count(0)
    page.locator(FIGHT).click()
    page.wait_for_selector(ASKS)
