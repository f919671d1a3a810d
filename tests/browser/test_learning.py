"""A newcomer who clicks only what is marked finishes the guided first game of each of the games."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from browser.playing import CLICKABLE, Player
from tabor.games import NAMES
from tabor.games import find as find_game
from tabor.lessons import read_lesson

pytestmark = pytest.mark.slow

MOST_CLICKS = 120
WAITING = """() => document.querySelector('main.learn')?.dataset.over === 'true'
    || document.querySelector('g.target, button[data-key]:not(.chosen), [data-test=learn-next]')"""
STATE = """() => {
    const main = document.querySelector('main.learn')
    return [main.dataset.step, main.dataset.moment, document.querySelectorAll('g.target').length,
        main.querySelectorAll('button').length, main.querySelector('.chosen') !== null].join()
}"""

COUNT_NEXT = """() => {
    let isShown = false
    window.nexts = {shown: 0, clicked: 0}
    const count = () => {
        const isThere = document.querySelector('[data-test=learn-next]') !== null
        if (isThere && !isShown) window.nexts.shown += 1
        isShown = isThere
    }
    new MutationObserver(count).observe(document.body, {childList: true, subtree: true})
    document.addEventListener('click', (event) => {
        if (event.target.closest('[data-test=learn-next]')) window.nexts.clicked += 1
    }, true)
}"""


def go_on(page: Page) -> None:
    """One click on something that is marked."""
    next_ = page.locator("[data-test=learn-next]")
    marked = page.evaluate(CLICKABLE)
    if next_.count():
        next_.click()
    else:
        assert len(marked) == 1, "a newcomer must not wonder what to click"
        page.locator(marked[0]).click()


def finish(page: Page) -> int:
    """Clicks what is marked until the lesson is over: how many clicks it took."""
    for count in range(MOST_CLICKS):
        page.wait_for_function(WAITING)
        if page.locator("main.learn").get_attribute("data-over") == "true":
            return count
        before = page.evaluate(STATE)
        go_on(page)
        page.wait_for_function(f"before => ({STATE})() !== before", arg=before)
    raise AssertionError(f"the lesson was not over after {MOST_CLICKS} clicks")


@pytest.mark.parametrize("name", NAMES)
def test_a_newcomer_finishes_the_first_game(page: Page, name: str) -> None:
    page.add_init_script("localStorage.setItem('tabor-settings', JSON.stringify({pace: 'none', sound: false}))")
    page.goto("/")
    page.locator(f"[data-learn={name}]").click()
    page.wait_for_selector("main.learn")
    first = read_lesson(find_game(name)).steps[0].words["en"]
    expect(page.locator("[data-test=words]")).to_have_text(first)
    assert finish(page) >= 5
    page.locator("[data-test=learn-play]").wait_for()


@pytest.mark.parametrize("name", NAMES)
def test_a_button_to_go_on_stays_until_it_is_clicked(page: Page, name: str) -> None:
    page.add_init_script("localStorage.setItem('tabor-settings', JSON.stringify({pace: 'none', sound: false}))")
    page.goto(f"/learn/{name}")
    page.wait_for_selector("main.learn")
    at_once = page.locator("[data-test=learn-next]").count()
    page.evaluate(COUNT_NEXT)
    finish(page)
    nexts = page.evaluate("() => window.nexts")
    assert nexts["shown"] + at_once == nexts["clicked"]


def test_a_click_elsewhere_is_told_gently_and_changes_nothing(page: Page) -> None:
    page.goto(f"/learn/{NAMES[0]}")
    page.wait_for_selector("g.target, button[data-key]")
    before = page.evaluate(STATE)
    page.locator("#cell-a1").dispatch_event("click")
    page.locator("[role=grid]").press("Enter")
    assert page.evaluate(STATE) == before
    expect(page.locator(".astray")).not_to_be_empty()


def test_the_lesson_speaks_the_language_that_is_chosen(page: Page) -> None:
    words = read_lesson(find_game(NAMES[0])).steps[0].words
    page.goto(f"/learn/{NAMES[0]}")
    page.locator("[data-test=words]").wait_for()
    for language in ("pl", "cs", "ru", "en"):
        page.locator("[data-test=language]").select_option(language)
        page.get_by_text(words[language]).wait_for()


def test_after_the_lesson_one_plays_for_real(page: Page) -> None:
    page.add_init_script("localStorage.setItem('tabor-settings', JSON.stringify({pace: 'none', sound: false}))")
    page.goto(f"/learn/{NAMES[0]}")
    page.wait_for_selector("main.learn")
    finish(page)
    page.locator("[data-test=learn-play]").click()
    page.wait_for_selector("main.play[data-phase=mine]", timeout=240_000)


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_are_for_players_in_their_language_and_with_pictures(page: Page, name: str) -> None:
    page.add_init_script("localStorage.setItem('tabor-language', 'cs')")
    player = Player(page, random.Random(0))
    player.make_room(name, ["me"] * 2)
    page.keyboard.press("?")
    title = (find_game(name).home / "locale" / "cs.md").read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
    page.locator("dialog h3", has_text=title).first.wait_for()
    page.locator("dialog figure svg [data-ground]").first.wait_for(state="attached")
    loaded = "() => [...document.querySelectorAll('dialog img')].every((image) => image.naturalWidth > 0)"
    page.wait_for_function(loaded)  # a function: an expression would be evaluated again, which the page forbids
    expect(page.locator("dialog code")).to_have_count(0)


def test_the_page_asks_once_before_a_turn_that_loses(page: Page) -> None:
    """Siege: no land unit is left, and the turn would end."""
    player = Player(page, random.Random(0))
    castles = "castle blue a4-c6, castle orange r12-t14, infantry orange n12 tired"
    facts = "mode=standard turn=blue phase=buildings coins=12/20 turns=7 seatless=0/0 ply=40"
    player.make_room("siege", ["me", "me"], position=f"{facts} : {castles}")
    end = page.locator("button.choice[data-key^='button:end-buildings']")
    end.click()
    page.locator("[data-test=notice].refusal").wait_for()
    assert player.phase == "mine"
    end.click()
    page.wait_for_selector("[data-phase=over]")
