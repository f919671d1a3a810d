"""Two browsers, one game, and a connection that is lost."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.conftest import Complaints
from browser.playing import Player

pytestmark = pytest.mark.slow


@pytest.fixture
def friend(browser: Browser, address: str) -> Iterator[BrowserContext]:
    complaints = Complaints()
    context = browser.new_context(base_url=address, viewport={"width": 1000, "height": 700}, locale="en")
    context.on("page", complaints.listen)
    yield context
    context.close()
    assert complaints == []


def meet(page: Page, friend: BrowserContext) -> tuple[Player, Player]:
    """Ann invites, Bo follows the link and sits down."""
    page.goto("/#drake")
    page.locator("[data-test=invite]").click()
    other_page = friend.new_page()
    other_page.goto(page.locator("[data-test=link]").input_value())
    other_page.locator("[data-test=name]").fill("Bo")
    other_page.locator("[data-test=sit]").click()
    return Player(page, random.Random(1)), Player(other_page, random.Random(2))


def test_a_friend_comes_by_link_loses_the_connection_and_returns(page: Page, friend: BrowserContext) -> None:
    ann, bo = meet(page, friend)
    other_page = bo.page
    ann.act()
    bo.act()
    expect(page.locator("main")).to_contain_text("Bo")

    friend.set_offline(True)
    expect(other_page.locator("[data-test=offline]")).to_be_visible()
    ann.act()
    friend.set_offline(False)
    expect(other_page.locator("[data-test=offline]")).to_have_count(0)
    bo.act()
    ann.act()
    lines = other_page.locator("[role=log] li")
    expect(page.locator("[role=log] li").last).to_have_text(lines.last.inner_text())


def test_somebody_watches_and_cannot_play(page: Page, friend: BrowserContext) -> None:
    player = Player(page, random.Random(1))
    room = player.make_room("drake", ["me", "me"])
    watching = friend.new_page()
    watching.goto(f"/play/{room}")
    expect(watching.locator("[role=grid]")).to_be_visible()
    player.act()
    expect(watching.locator("[role=log] li")).to_have_count(1)
    watching.locator("[role=grid]").click()
    expect(watching.locator("[data-test=notice]")).to_contain_text("You are watching")


def test_a_person_is_asked_before_something_is_taken_back(page: Page, friend: BrowserContext) -> None:
    ann, bo = meet(page, friend)
    ann.act()
    bo.wait_for_turn()
    page.locator("[data-test=undo]").click()
    bo.page.locator("[data-test=yes]").click()
    expect(page.locator("[data-at]")).to_have_count(0)
    assert ann.wait_for_turn() == "mine"


def test_a_rematch_is_offered_and_taken(page: Page, friend: BrowserContext) -> None:
    other_page = meet(page, friend)[1].page
    page.locator("[data-test=resign]").click()
    page.locator("[data-test=resign-sure]").click()
    first = page.url
    page.locator("[data-test=rematch]").click()
    other_page.locator("[data-test=yes]").click()
    page.wait_for_url(lambda url: url != first)
    other_page.wait_for_url(page.url)
    expect(page.locator("[role=grid]")).to_be_visible()
