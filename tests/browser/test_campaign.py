"""A campaign: winning opens the next battle and earns a card, decks are remembered, the other side can be played."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.playing import COMPILING, Player
from browser.test_pages import sideways, violations

pytestmark = pytest.mark.slow

GAME = "lanes"


def open_campaign(page: Page) -> None:
    page.goto(f"/#{GAME}")
    page.locator("[data-test=campaign]").click()
    page.locator("[data-battle]").first.wait_for()


def states(page: Page) -> list[str]:
    found: list[str] = page.evaluate("[...document.querySelectorAll('[data-battle]')].map((one) => one.dataset.state)")
    return found


def easy(page: Page) -> None:
    """Whatever room the page makes: a horde whose camp falls at the first blow, so that anybody wins."""

    def change(route: Any) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        room = json.loads(route.request.post_data)
        level = room["options"]["level"]
        room.setdefault("changes", {})["levels"] = {level: {"rules": {"camps": {"player": 999, "horde": 1}}}}
        route.continue_(post_data=json.dumps(room))

    page.route("**/api/rooms", change)


def finish(page: Page) -> None:
    page.wait_for_selector("[data-phase]:not([data-phase=waiting])", timeout=COMPILING)
    Player(page, random.Random(3)).finish(by_key=False)


def test_winning_opens_the_next_battle_and_earns_its_card(page: Page) -> None:
    easy(page)
    open_campaign(page)
    assert states(page)[:3] == ["open", "locked", "locked"]
    assert page.locator("[data-test=fight]").nth(1).is_disabled()
    expect(page.locator("[data-test=campaign-count]")).to_contain_text("20")
    page.locator("[data-test=fight]").first.click()
    finish(page)
    expect(page.locator("[data-test=earned]")).to_contain_text("Boar")
    before = page.url
    page.locator("[data-test=next-battle]").click()
    page.wait_for_url(lambda url: url != before)
    room = page.url.rpartition("/")[2]
    assert page.request.get(f"/api/rooms/{room}").json()["options"] == {"level": "ford", "deck": "yours"}
    open_campaign(page)
    assert states(page)[:3] == ["won", "open", "locked"]
    expect(page.locator("[data-test=campaign-count]")).to_contain_text("21")


def test_losing_opens_nothing(page: Page) -> None:
    open_campaign(page)
    page.locator("[data-test=fight]").first.click()
    page.wait_for_selector("[data-phase=mine]", timeout=COMPILING)
    page.locator("[data-test=resign]").click()
    page.locator("[data-test=resign-sure]").click()
    page.locator("[data-test=to-campaign]").click()
    page.locator("[data-battle]").first.wait_for()
    assert states(page)[:2] == ["open", "locked"]


def test_a_deck_is_remembered_and_holds_only_what_one_has(page: Page) -> None:
    open_campaign(page)
    page.locator("[data-test=campaign-build]").check()
    cards = page.locator(".deck li")
    assert not [text for text in cards.all_inner_texts() if "Boar" in text]  # it is not earned yet
    page.locator("button[aria-label*=Guard]").first.click()  # one less
    expect(page.locator("[data-test=campaign-count]")).to_contain_text("19")
    page.reload()
    page.locator("[data-test=campaign-count]").wait_for()
    expect(page.locator("[data-test=campaign-count]")).to_contain_text("19")
    page.locator("[data-test=fight]").first.click()
    page.wait_for_selector("[data-phase=mine]", timeout=COMPILING)


def test_a_deck_of_free_play_is_remembered(page: Page) -> None:
    page.goto(f"/#{GAME}")
    page.locator("[data-test=build]").check()
    page.locator("[data-test=more]:not([disabled])").first.click()
    count = page.locator("[data-test=deck-count]").inner_text()
    assert "21" in count
    page.reload()
    page.locator("[data-test=deck-count]").wait_for()
    expect(page.locator("[data-test=deck-count]")).to_have_text(count)
    page.locator("[data-test=build]").uncheck()
    page.reload()
    page.locator("[data-test=build]").wait_for()
    assert not page.locator("[data-test=build]").is_checked()


def test_the_other_side_has_a_path_of_its_own_and_is_played(page: Page) -> None:
    open_campaign(page)
    page.locator("[data-test=side-1]").click()
    names = page.evaluate("[...document.querySelectorAll('[data-battle]')].map((one) => one.dataset.battle)")
    assert "graveyard" not in names  # a script decides there
    assert states(page)[:2] == ["open", "locked"]
    page.locator("[data-test=fight]").first.click()
    page.wait_for_selector("[data-phase]:not([data-phase=waiting])", timeout=COMPILING)
    player = Player(page, random.Random(1))
    player.act()
    room = page.url.rpartition("/")[2]
    seats = page.request.get(f"/api/rooms/{room}").json()["seats"]
    assert [seat["kind"] for seat in seats] == ["computer", "person"]


def test_a_phone_shows_it_and_everybody_can_use_it(browser: Browser, address: str, axe: str) -> None:
    context = browser.new_context(
        base_url=address, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, bypass_csp=True
    )
    page = context.new_page()
    page.goto(f"/campaign/{GAME}")
    page.locator("[data-test=campaign-build]").check()
    page.locator(".deck li").first.wait_for()
    assert sideways(page) == 0
    assert violations(page, axe) == []
    context.close()
