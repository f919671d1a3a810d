"""What others do can be followed, looked at again and talked about; nothing jumps; phones show all of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from server_tools import wait_until

import tabor
from browser.conftest import Complaints
from browser.playing import COMPILING, Player
from browser.staged import long_turn, play_staged
from tabor.match import Match
from tabor.saves import save_text

pytestmark = pytest.mark.slow

WATCH = """() => {
    window.shown = []
    window.shifts = []
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries()
        .filter((shift) => !shift.hadRecentInput)
        .flatMap((shift) => shift.sources.map((source) => `${shift.value} ${source.node?.className ?? source.node}`))))
        .observe({ type: 'layout-shift' })
    const main = document.querySelector('main.play')
    const note = () => window.shown.push([performance.now(), Number(main.dataset.place.split('.')[0])])
    new MutationObserver(note).observe(main, { attributes: true, attributeFilter: ['data-place'] })
    note()
}"""


def set_pace(page: Page, pace: str) -> None:
    page.goto("/")
    page.evaluate("pace => localStorage.setItem('tabor-settings', JSON.stringify({ pace }))", pace)


def stage(page: Page, pace: str) -> int:
    """A turn of many actions that are told at once; the number of the last."""
    set_pace(page, pace)
    match, plies = long_turn("lanes", 4)
    last = play_staged(page, match, plies)
    page.wait_for_selector("main.play")
    page.evaluate(WATCH)
    return last


def wait_for_number(page: Page, number: int) -> None:
    page.wait_for_selector(f"main[data-place^='{number}.']", timeout=60_000)


def test_others_actions_are_shown_one_after_the_other_and_nothing_jumps(page: Page) -> None:
    last = stage(page, "quick")
    expect(page.locator("[data-test=skip]")).to_be_visible()
    wait_for_number(page, last)
    expect(page.locator("[data-test=skip]")).to_have_count(0)
    shown = page.evaluate("window.shown")
    times = {number: time for time, number in reversed(shown)}
    assert len(times) > 3
    assert times[last] - min(times.values()) > 300
    assert page.evaluate("window.shifts") == []
    marked = page.locator("[data-last]")
    assert marked.count() > 1  # the whole turn
    turns = page.locator("[role=log] li.recent").evaluate_all("lines => lines.map((line) => line.dataset.turn)")
    assert len(turns) > 3
    assert len(set(turns)) == 1


def test_whoever_does_not_want_to_wait_skips_it(page: Page) -> None:
    last = stage(page, "calm")
    page.keyboard.press("s")
    assert page.locator("main").get_attribute("data-place") == f"{last}.0.0"


def test_nothing_waits_for_those_who_want_no_show(page: Page) -> None:
    last = stage(page, "none")
    assert page.locator("main").get_attribute("data-place") == f"{last}.0.0"
    assert page.locator(".effects > *").count() == 0


def test_a_click_skips_and_plays_nothing(page: Page) -> None:
    last = stage(page, "calm")
    page.locator("[role=grid]").click()
    assert page.locator("main").get_attribute("data-place") == f"{last}.0.0"
    expect(page.locator("[data-test=notice]")).to_be_empty()


def test_looking_back_a_result_in_ones_own_words_and_the_way_back(page: Page) -> None:
    set_pace(page, "quick")
    player = Player(page, random.Random(1))
    player.make_room("drake", ["me", "level1"], name="Ann")
    player.act()
    player.wait_for_turn()
    expect(page.locator("[role=log]")).to_contain_text("Computer places Drake")
    page.keyboard.press("r")
    expect(page.locator("[data-test=looking-back]")).to_be_visible()
    page.locator("[data-test=previous]").click()
    expect(page.locator("[data-test=looking-back]")).to_contain_text("action 1")
    expect(page.locator("[data-at]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("[data-at]")).to_have_count(2)
    page.locator("[data-test=resign]").click()
    page.locator("[data-test=resign-sure]").click()
    expect(page.locator("[data-test=status]")).to_contain_text("You lost, Computer won: Ann resigned")
    old = page.url
    page.locator("[data-test=again]").click()
    page.wait_for_url(lambda url: url != old)
    page.wait_for_selector("[data-phase=mine]", timeout=COMPILING)  # the same side, so one begins
    page.go_back()
    expect(page.locator("[data-test=to-rematch]")).to_be_visible()
    assert page.url == old
    page.goto("/")
    states = page.locator("[data-test=my-games] [data-test=state]")
    expect(states).to_have_text(["your turn", "lost"])
    expect(page.locator("[data-test=my-turn]")).to_contain_text("1")


@pytest.fixture
def polish(browser: Browser, address: str) -> Iterator[BrowserContext]:
    complaints = Complaints()
    context = browser.new_context(base_url=address, viewport={"width": 360, "height": 740}, locale="pl")
    context.on("page", complaints.listen)
    yield context
    context.close()
    assert complaints == []


def test_talk_is_read_in_ones_own_language_and_can_be_hidden(page: Page, polish: BrowserContext) -> None:
    page.goto("/#drake")
    page.locator("[data-test=clock]").select_option("3")
    page.locator("[data-test=invite]").click()
    other = polish.new_page()
    other.goto(page.locator("[data-test=link]").input_value())
    other.locator("[data-test=name]").fill("Bo")
    other.locator("[data-test=sit]").click()
    other.wait_for_selector("[data-phase]:not([data-phase=waiting])", timeout=COMPILING)
    assert other.locator("[role=timer]").first.inner_text() in ("3 dni", "2 dni")
    page.locator("[data-quick=luck]").click()
    expect(other.locator("[data-test=tab-talk]")).to_contain_text("(1)")
    other.locator("[data-test=tab-talk]").click()
    expect(other.locator("[data-test=talk]")).to_contain_text("Powodzenia!")
    other.locator("[data-test=talk-words]").fill("dobrze")
    other.keyboard.press("Enter")
    expect(page.locator("[data-test=talk]")).to_contain_text("Bo: dobrze")
    page.locator("[data-test=talk-hide]").click()
    expect(page.locator("[data-test=talk]")).to_have_count(0)
    page.locator("[data-test=draw]").click()  # an offer is seen without scrolling
    wait_until(lambda: is_inside(other, other.locator("[data-test=yes]")))


def is_inside(page: Page, thing: Locator) -> bool:
    """Wholly on the screen, without scrolling."""
    thing.wait_for()
    box, size = thing.bounding_box(), page.viewport_size
    assert box
    assert size
    is_wide = box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
    is_high = box["y"] >= 0 and box["y"] + box["height"] <= size["height"]
    spots = [[box["x"] + box["width"] / 2, box["y"] + part * box["height"]] for part in (0.2, 0.8)]
    script = "(thing, spots) => spots.every(([x, y]) => thing.contains(document.elementFromPoint(x, y)))"
    return is_wide and is_high and bool(thing.evaluate(script, spots))  # and nothing cuts or covers it


@pytest.mark.parametrize("size", [(360, 740), (740, 360)], ids=["upright", "lying"])
def test_a_phone_shows_play_clocks_and_buttons_without_scrolling(
    browser: Browser, address: str, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    context = browser.new_context(base_url=address, viewport=viewport, has_touch=True, is_mobile=True, locale="en")  # type: ignore[arg-type]
    page = context.new_page()
    if size[0] < size[1]:
        page.goto("/")
        page.locator("[data-game=lanes]").tap()
        wait_until(lambda: is_inside(page, page.locator("[data-test=play]")))
    Player(page, random.Random(1)).make_room("lanes", ["me", "me"], clock={"seconds": 600})
    page.wait_for_selector("button[data-key^='button:']")
    for thing in ("[role=timer]", "button[data-key^='button:']", "[role=grid]", "[data-test=tab-talk]"):
        wait_until(partial(is_inside, page, page.locator(thing).first))
    page.locator("[data-test=tab-talk]").tap()
    wait_until(lambda: is_inside(page, page.locator("[data-test=resign]")))
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    context.close()


def test_several_robots_get_one_order_and_the_plan_is_shown(page: Page) -> None:
    player = Player(page, random.Random(1))
    player.make_room("robots", ["me", "level1"])
    page.wait_for_selector("[data-phase=mine] [data-test=group]", timeout=COMPILING)
    robots = page.locator("g.target").count()
    page.locator("[data-test=group]").click()
    page.locator("[data-test=group-all]").click()
    guard = page.locator(f"[data-order]:has(small:text-is('×{robots}'))").first
    page.locator("g.target").first.click()  # out of the group again
    expect(guard).to_have_count(0)
    moves = page.locator("[data-order^='|']").first
    count = int(moves.locator("small").inner_text()[1:])
    moves.click()
    expect(page.locator("[data-test=unseal]")).to_have_count(count)
    expect(page.locator("[data-test=plan] > g")).to_have_count(count)
    if page.locator("[data-test=group-end]").count():  # there is none for the last
        page.locator("[data-test=group-end]").click()
    while page.locator("[data-test=unseal]").count() < robots - 1:
        left = page.locator("[data-test=unseal]").count()
        page.locator("g.target").first.click()
        page.locator("button[data-key^='button:guard']").click()
        expect(page.locator("[data-test=unseal]")).to_have_count(left + 1)
    page.locator("button[data-key^='button:guard']").click()  # the last needs no click of its own
    expect(page.locator("[role=log] li").nth(1)).to_be_visible()


def test_a_replay_has_no_empty_steps_goes_by_turns_and_links_to_a_moment(page: Page) -> None:
    match, chooser = Match(tabor.load("warriors"), seed=2), random.Random(2)
    while match.ply < 60:
        match.play(int(chooser.choice(match.legal_actions)))
    match.resign(0)
    room = page.request.post("/api/replays", data=save_text(match), headers={"content-type": "text/plain"}).json()[
        "room"
    ]
    told = {int(step.before["ply"]) + 1 for step in match.steps if not step.mark and list(match.told(step, None))}
    page.goto(f"/replay/{room}#22")
    place = page.locator("[data-test=ply]")
    expect(place).to_have_text("22 / 60", timeout=COMPILING)
    expect(page.locator("[role=log] li").nth(5)).to_be_visible()
    seen = []
    for _ in range(4):
        page.locator("[data-test=next]").click()
        seen.append(int(place.inner_text().split()[0]))
    assert seen == sorted(ply for ply in told if ply > 22)[:4]
    page.locator("[data-test=next-turn]").click()
    later = int(place.inner_text().split()[0])
    turn_of = {line["ply"]: line["turn"] for line in match.view(None)["log"]}
    assert turn_of[later] == later or later == min(ply for ply in told if turn_of[ply] == turn_of[later])
    assert turn_of[later] != turn_of[seen[-1]]
    assert page.url.endswith(f"#{later}")
