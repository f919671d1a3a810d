"""A game of another package in a browser: played by clicks against the computer, its ground drawn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from browser.playing import Player
from browser.running import serving

pytestmark = pytest.mark.slow
GAME = "moorland"


@pytest.fixture(scope="module")
def address(installed_game: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that finds the guest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(installed_game))
        with serving(tmp_path_factory.mktemp("server")) as found:
            yield found


def test_a_guest_is_on_the_front_page_and_played_against_the_computer(page: Page) -> None:
    page.goto("/")
    page.locator("[data-game]").first.wait_for()  # the first look at all games imports them
    expect(page.locator(f"[data-game={GAME}]")).to_contain_text("reach the far row")
    player = Player(page, random.Random(3))
    player.make_room(GAME, ["me", "level1"], options={"board": "moor"})
    expect(page.locator("path[data-ground=marsh]")).to_have_attribute("fill", "url(#ground-drawn-marsh)")
    player.finish(by_key=False)
    assert page.locator("[role=log] li").count() > 3


def test_every_level_of_the_computer_answers(page: Page) -> None:
    games = page.request.get("/api/games").json()["games"]
    levels = next(game["levels"] for game in games if game["name"] == GAME)
    assert levels == 8
    for level in range(1, levels + 1):
        player = Player(page, random.Random(level))
        player.make_room(GAME, ["me", f"level{level}"])
        player.act()
        player.wait_for_turn()
        expect(page.locator("[role=log] li").nth(1)).to_be_visible()


def test_a_ground_that_nobody_drew_shows_its_sign(page: Page) -> None:
    def without_ground(route: Route) -> None:
        pictures = {name: text for name, text in route.fetch().json().items() if not name.startswith("ground-")}
        route.fulfill(json=pictures)

    page.route("**/api/art/*", without_ground)
    player = Player(page, random.Random(3))
    player.make_room(GAME, ["me", "me"], options={"board": "moor"})
    expect(page.locator("path[data-ground=marsh]")).to_have_attribute("fill", "url(#ground-unknown-marsh)")
    expect(page.locator("#ground-unknown-marsh text")).to_have_text("~")
    page.unroute_all(behavior="ignoreErrors")  # one more may be asked for just now


def test_what_a_guest_does_not_say_in_a_language_is_said_in_english(browser: Browser, address: str) -> None:
    page = browser.new_page(base_url=address, locale="pl")
    player = Player(page, random.Random(3))
    player.make_room(GAME, ["me", "me"])
    player.act()
    expect(page.locator("[role=log] li").first).to_contain_text("runs")
    page.close()
