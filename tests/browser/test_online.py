"""Two browsers, one game, and a connection that is lost."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from server_tools import wait_until

from browser.conftest import Complaints
from browser.playing import COMPILING, Player

pytestmark = pytest.mark.slow


@pytest.fixture
def friend(browser: Browser, address: str) -> Iterator[BrowserContext]:
    complaints = Complaints()
    context = browser.new_context(base_url=address, viewport={"width": 1000, "height": 700}, locale="en")
    context.on("page", complaints.listen)
    yield context
    context.close()
    assert complaints == []


def meet(page: Page, friend: BrowserContext, game: str = "drake") -> tuple[Player, Player]:
    """Ann invites, Bo follows the link and sits down."""
    page.goto(f"/#{game}")
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
    wait_until(lambda: written(page) == written(other_page))


def written(page: Page) -> list[str]:
    return page.locator("[role=log] li").all_inner_texts()


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


def test_orders_are_given_at_the_same_time_and_nobody_sees_them(page: Page, friend: BrowserContext) -> None:
    ann, bo = meet(page, friend, "robots")
    for player in (ann, bo):
        player.page.wait_for_selector("[data-phase=mine]", timeout=COMPILING)
    seen = looked_at(page)
    robots = bo.page.locator("g.target")
    mine = [robots.nth(number).get_attribute("data-cell") for number in range(robots.count())]
    assert len(mine) == 5
    order(bo.page, str(mine[3]))  # in any sequence
    order(bo.page, str(mine[0]))
    expect(bo.page.locator("[data-test=unseal]")).to_have_count(2)
    bo.page.reload()
    expect(bo.page.locator("[data-test=unseal]")).to_have_count(2)
    bo.page.locator(f"[data-test=unseal][aria-label*='{mine[3]},']").click()  # to order it anew
    expect(bo.page.locator("[data-test=unseal]")).to_have_count(1)
    bo.page.locator(f"[data-cell='{mine[3]}']").first.click()
    bo.page.locator("button[data-key^='button:suicide']").click()
    expect(bo.page.locator("[data-test=unseal]")).to_have_count(2)
    bo.page.locator("button[data-key^='button:done']").click()
    expect(bo.page.locator("[data-test=unseal]")).to_have_count(5)
    assert bo.phase == "theirs"
    expect(bo.page.locator("[data-test=status]")).to_contain_text("waiting for the others")
    assert looked_at(page) == seen
    page.locator("button[data-key^='button:done']").click()
    for player in (ann, bo):
        expect(player.page.locator("[role=log] li").first).to_be_visible()
        expect(player.page.locator("[data-test=unseal]")).to_have_count(0)
        assert player.wait_for_turn() == "mine"


def looked_at(page: Page) -> str:
    """All that somebody sees, once it is told that nobody is away."""
    expect(page.locator(".away")).to_have_count(0)
    return page.locator("main").inner_html()


def order(page: Page, cell: str) -> None:
    page.locator(f"[data-cell='{cell}']").first.click()
    page.locator("button[data-key^='button:guard']").click()


def test_teams_are_picked_at_the_same_time(page: Page, friend: BrowserContext) -> None:
    """Potions before warriors, if one likes; what was picked can be put back."""
    ann, bo = meet(page, friend, "warriors")
    for player in (ann, bo):
        player.page.wait_for_selector("[data-phase=mine]", timeout=COMPILING)
    seen = looked_at(page)
    shop = bo.page.locator("[data-panel=shop] button[data-key]")
    expect(shop.last).to_be_visible()
    shop.last.click()
    expect(bo.page.locator("[data-test=unseal]")).to_have_count(1)
    bo.page.locator("[data-test=unseal]").click()
    expect(bo.page.locator("[data-test=unseal]")).to_have_count(0)
    pick_all(bo)
    assert looked_at(page) == seen
    pick_all(ann)
    for player in (ann, bo):
        expect(player.page.locator("[data-panel=shop]")).to_have_count(0)


def pick_all(player: Player) -> None:
    while player.phase == "mine" and player.page.locator("[data-panel=shop]").count():
        place = player.place
        player.click_something()
        player.wait_for_change(place)
