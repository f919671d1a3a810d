"""Languages, phones, accessibility, weight: what holds for every page."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import tabor
from browser.conftest import Complaints
from browser.playing import Player
from tabor.games import NAMES

pytestmark = pytest.mark.slow

TABOR = Path(tabor.__file__).parent
LANGUAGES = ("en", "pl", "cs", "ru")
MESSAGE = re.compile(r"^([a-z][a-z0-9-]*) *=", re.MULTILINE)
MOST_BYTES = 150_000


def all_ids() -> set[str]:
    """The ids of all texts, as far as they cannot be words too."""
    files = TABOR.glob("**/locale/en*.ftl")
    ids = {name for file in files for name in MESSAGE.findall(file.read_text(encoding="utf-8"))}
    return {name for name in ids if "-" in name}


def texts_of(page: Page) -> list[str]:
    script = """() => {
        const said = [...document.querySelectorAll('[aria-label], [title]')]
            .flatMap((one) => [one.getAttribute('aria-label'), one.getAttribute('title')])
        const shown = [...document.querySelectorAll('body *')].flatMap((one) =>
            [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()))
        return [...said, ...shown].filter((text) => text)
    }"""
    texts: list[str] = page.evaluate(script)
    return texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_lacks_its_words(page: Page, language: str) -> None:
    page.goto("/")
    page.locator("[data-test=language]").select_option(language)
    page.locator("[data-game]").first.click()
    page.locator("[data-test=play]").wait_for()
    seen = set(texts_of(page))
    for game in NAMES:
        player = Player(page, random.Random(5))
        player.make_room(game, ["me", "me"])
        for _ in range(6):
            if player.wait_for_turn() == "curtain":
                player.pass_screen(by_key=False)
                continue
            player.act()
        seen.update(texts_of(page))
    words = {word for text in seen for word in re.findall(r"[a-z][a-z0-9-]+", text)}
    assert words & all_ids() == set()
    assert page.evaluate("document.documentElement.lang") == language


@pytest.mark.parametrize("game", NAMES)
def test_a_phone_shows_it_without_scrolling_sideways(browser: Browser, address: str, game: str) -> None:
    context = browser.new_context(
        base_url=address, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="en"
    )
    complaints = Complaints()
    context.on("page", complaints.listen)
    page = context.new_page()
    page.goto(f"/#{game}")
    page.locator("[data-test=play]").wait_for()
    assert sideways(page) == 0
    player = Player(page, random.Random(1))
    player.make_room(game, ["me", "me"])
    player.wait_for_turn()
    assert sideways(page) == 0
    page.locator("g.target, button[data-key]").first.tap()
    context.close()
    assert complaints == []


def sideways(page: Page) -> int:
    """By how many pixels the page is too wide."""
    width: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(browser: Browser, address: str, axe: str, scheme: str) -> None:
    context = browser.new_context(base_url=address, color_scheme=scheme, locale="en", bypass_csp=True)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto("/")
    page.locator("[data-game]").first.click()
    page.locator("[data-test=play]").wait_for()
    assert violations(page, axe) == []
    page.locator("[data-test=settings]").click()
    assert violations(page, axe) == []
    page.locator("[data-test=settings-close]").click()
    for game in NAMES:
        player = Player(page, random.Random(1))
        player.make_room(game, ["me", "me"])
        player.wait_for_turn()
        page.locator("[data-test=list]").click()
        assert violations(page, axe) == [], game
    page.locator("[data-test=resign]").click()
    page.locator("[data-test=resign-sure]").click()
    page.locator("[data-test=replay]").click()
    page.locator("[data-test=ply]").wait_for()
    assert violations(page, axe) == []
    context.close()


def violations(page: Page, axe: str) -> list[str]:
    page.add_script_tag(content=axe)
    found = page.evaluate("axe.run().then((result) => result.violations)")
    return [f"{one['id']}: {one['nodes'][0]['html'][:300]}" for one in found]


def test_the_first_page_is_light(page: Page) -> None:
    page.goto("/")
    page.locator("[data-game]").first.wait_for()
    page.wait_for_load_state("networkidle")
    script = "performance.getEntries().map((entry) => entry.transferSize ?? 0).reduce((a, b) => a + b, 0)"
    assert page.evaluate(script) < MOST_BYTES


def test_a_click_shows_its_effect_at_once(page: Page) -> None:
    """From the press to the next picture with the choice marked in it."""
    player = Player(page, random.Random(1))
    player.make_room("drake", ["me", "me"])
    player.wait_for_turn()
    script = """() => new Promise((resolve) => {
        const began = performance.now()
        document.querySelector('button[data-key]').click()
        requestAnimationFrame(() => requestAnimationFrame(() =>
            resolve([performance.now() - began, document.querySelectorAll('g.target').length])))
    })"""
    took, targets = page.evaluate(script)
    assert targets > 0
    assert took < 100
