"""The corner of the page: which games will be faster soon, and which will not."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from browser.playing import COMPILING, Player
from browser.running import serving
from tabor.games import NAMES, find

pytestmark = pytest.mark.slow
GAME, TITLE = NAMES[0], find(NAMES[0]).title
ONE_GAME = f"from tabor import games; games.names = lambda: ({GAME!r},)"  # the quickest to compile


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of one game, of which nothing is compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABOR_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        with serving(tmp_path_factory.mktemp("server"), ONE_GAME) as found:
            yield found


def test_it_says_what_will_be_faster_until_it_is(page: Page) -> None:
    page.goto("/")
    corner = page.locator("[data-test=corner]")
    expect(corner).to_have_text(f"Getting faster: {TITLE}")
    height = page.locator("header").bounding_box()
    Player(page, random.Random(1)).make_room(GAME, ["me", "level1"])
    expect(corner).to_have_text(f"Getting faster: {TITLE}")
    expect(corner).to_have_text("", timeout=COMPILING)
    assert page.request.get("/api/games").json()["games"][0]["ready"]
    assert page.locator("header").bounding_box() == height
    assert page.locator("main").get_attribute("data-phase") in ("mine", "theirs")


def test_it_says_what_could_not_be_compiled(page: Page) -> None:
    """All games on the front page, beside a match the one that is played."""

    def fail(route: Route) -> None:
        told = route.fetch().json()
        game = {**told["games"][0], "ready": False, "failed": True}
        route.fulfill(json={**told, "games": [game, {**game, "name": "other", "title": "Other"}]})

    Player(page, random.Random(1)).make_room(GAME, ["me", "me"])
    match, corner = page.url, page.locator("[data-test=corner]")
    page.route("**/api/games", fail)
    page.route("**/other**", lambda route: route.fulfill(body=""))
    page.goto("/")
    expect(corner).to_have_text(f"Played without compiled rules, more slowly: {TITLE}, Other")
    page.goto(match)
    expect(corner).to_have_text(f"Played without compiled rules, more slowly: {TITLE}")
