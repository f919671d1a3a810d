"""Every game played to its end by clicks, and again by keys alone."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

from browser.playing import COMPILING, SHORT, Player
from tabor.games import NAMES

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("by_key", [False, True], ids=["clicks", "keys"])
@pytest.mark.parametrize("game", NAMES)
def test_a_game_is_played_to_its_end(page: Page, game: str, by_key: bool) -> None:
    player = Player(page, random.Random(7))
    player.make_room(game, ["me", "me"], **SHORT[game])
    player.finish(by_key)
    expect(page.locator("[data-test=replay]")).to_be_visible()
    assert page.locator("[role=log] li").count() > 3


def test_from_the_home_page_to_a_move_by_keys_alone(page: Page) -> None:
    page.goto("/")
    page.locator("[data-game]").first.wait_for()
    press_until(page, "Tab", "[data-game]")
    page.keyboard.press("Enter")
    page.locator("[data-test=play]").wait_for()
    press_until(page, "Tab", "[data-test=play]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-phase=mine]", timeout=240_000)
    Player(page, random.Random(1)).type_something()
    expect(page.locator("main")).not_to_have_attribute("data-place", re.compile(r"^\d+\.\d+\.0$"))


def press_until(page: Page, key: str, selector: str) -> None:
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never reached {selector}")


def test_a_click_that_does_nothing_says_why(page: Page) -> None:
    player = Player(page, random.Random(1))
    player.make_room("drake", ["me", "me"])
    player.wait_for_turn()
    page.locator("[role=grid]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-test=notice]")).to_contain_text("nothing can be done with that now")


def test_a_choice_is_taken_back_by_escape(page: Page) -> None:
    player = Player(page, random.Random(1))
    player.make_room("drake", ["me", "me"])
    player.wait_for_turn()
    player.click_something()
    expect(page.locator("g.target").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("g.target")).to_have_count(0)
    expect(page.locator("button[data-key]").first).to_be_visible()


def test_undo_takes_back_an_action(page: Page) -> None:
    player = Player(page, random.Random(1))
    player.make_room("warriors", ["me", "me"])
    player.wait_for_turn()
    before = page.locator("[data-panel=team-0] li").count()
    player.click_something()
    expect(page.locator("[data-panel=team-0] li")).to_have_count(before + 1)
    page.keyboard.press("u")
    expect(page.locator("[data-panel=team-0] li")).to_have_count(before)


def test_against_the_computer_it_answers(page: Page) -> None:
    player = Player(page, random.Random(1))
    player.make_room("drake", ["me", "level1"])
    player.act()
    expect(page.locator("[role=log] li").nth(1)).to_be_visible()


def test_a_hint_is_shown_and_can_be_followed(page: Page) -> None:
    player = Player(page, random.Random(1))
    player.make_room("drake", ["me", "level1"])
    player.wait_for_turn()
    page.keyboard.press("h")
    expect(page.locator("[data-test=notice]")).to_contain_text("The computer would play")
    page.locator("button.hinted").click()
    page.locator("g.target").first.wait_for()
    expect(page.locator("rect.hinted")).to_have_count(1)


def verdict(page: Page) -> str:
    page.locator("[data-test=resign]").click()
    page.locator("[data-test=resign-sure]").click()
    page.locator("[data-test=verify]").click()
    return page.locator("[data-test=verdict]").inner_text()


def begin_on_the_page(page: Page) -> str:
    """A match against the computer; the room."""
    page.goto("/#drake")
    page.locator("[data-test=play]").click()
    page.wait_for_selector("[data-phase]:not([data-phase=waiting])", timeout=COMPILING)
    return page.url.rpartition("/")[2].partition("#")[0]


def test_a_variant_is_offered_with_what_differs_and_played(page: Page) -> None:
    page.goto("/#drake")
    page.locator("[data-option=variant]").wait_for()
    expect(page.locator("[data-test=about] p")).to_have_count(0)
    page.locator("[data-option=variant]").select_option("balanced")
    expect(page.locator("[data-test=about] p")).to_contain_text("Blue")
    page.locator("[data-test=play]").click()
    page.wait_for_selector("[data-phase]:not([data-phase=waiting])", timeout=COMPILING)
    page.keyboard.press("?")
    expect(page.locator("[data-test=about-options]")).to_contain_text("Blue")


def test_a_game_without_variants_offers_none(page: Page) -> None:
    page.goto("/#robots")
    page.locator("[data-option=arena]").wait_for()
    expect(page.locator("[data-option=variant]")).to_have_count(0)


def test_dice_are_checked_against_what_was_kept_before_the_match(page: Page) -> None:
    begin_on_the_page(page)
    assert "promised before the match, and your number is in them" in verdict(page)


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        ({"commitment": "0" * 64, "number": "9f"}, "The server promised other dice before the match"),
        ({"number": "9f"}, "Your number is not in the dice"),
        ({}, "This browser did not see it before the match"),
    ],
)
def test_a_server_that_changes_its_word_is_found_out(page: Page, kept: dict[str, str], words: str) -> None:
    room = begin_on_the_page(page)
    script = "([room, kept]) => localStorage.setItem('tabor-dice-' + room, JSON.stringify(kept))"
    page.evaluate(script, [room, kept])
    assert words in verdict(page)


def test_a_dead_link_says_so_and_is_not_tried_again(page: Page) -> None:
    sockets: list[object] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    page.goto("/play/aaaaaaaaaaaa")
    expect(page.locator("[data-test=dead]")).to_contain_text("There is no game at this address")
    page.wait_for_timeout(2500)
    assert len(sockets) == 1
    page.locator("main a").click()
    expect(page.locator("[data-game]").first).to_be_visible()


def test_a_deck_of_ones_own_is_checked_and_played(page: Page) -> None:
    page.goto("/#lanes")
    page.locator("[data-test=build]").check()
    count = page.locator("[data-test=deck-count]")
    expect(count).to_have_text("20 cards")
    for _ in range(6):
        page.locator("button[aria-label*=less]:enabled").first.click()
    expect(page.locator("[data-test=problem]")).to_contain_text("15 to 40 cards; yours has 14")
    expect(page.locator("[data-test=play]")).to_be_disabled()
    page.locator("[data-test=more]:enabled").first.click()
    expect(count).to_have_text("15 cards")
    page.locator("[data-test=play]").click()
    page.wait_for_selector("[data-phase]:not([data-phase=waiting])", timeout=240_000)
    expect(page.locator("[data-panel=decks]")).to_contain_text("×12")  # three are in the hand
