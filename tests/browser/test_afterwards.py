"""After a game: puzzles of the day, and the analysis of a match."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

import tabor
from browser.playing import CLICKABLE
from tabor.game import Tree
from tabor.games import NAMES
from tabor.games import find as find_game
from tabor.match import Match
from tabor.messages import languages, speaker
from tabor.puzzles import goal_message, read_puzzles
from tabor.saves import save_text

pytestmark = pytest.mark.slow

GAME = next(name for name in NAMES if read_puzzles(find_game(name)))
QUICK = "localStorage.setItem('tabor-settings', JSON.stringify({pace: 'none', sound: false}))"


def solve(page: Page, game: str = GAME) -> None:
    """As the solution says, each action by its path of clicks."""
    number = int(page.locator("main.puzzle").get_attribute("data-number") or 0)
    one = read_puzzles(find_game(game))[number]
    match = one.begin(find_game(game))
    solver = match.player
    for place, text in enumerate(one.solution):
        if match.player == solver:
            page.wait_for_selector(f"main.puzzle[data-place='{place}'], main.puzzle[data-state=right]")
            if page.locator("main.puzzle").get_attribute("data-state") == "right":
                break  # the rest is shown
            for click in match.game.clicks(match.state, match.find(text)):
                page.locator(place_of(click)).first.click()
        match.play(text)
    page.wait_for_selector("main.puzzle[data-state=right]")


def place_of(click: Tree) -> str:
    if "cell" in click:
        return f'[data-cell="{click["cell"]}"]'
    if "button" in click:
        return f'[data-key^="button:{click["button"]}:"]'
    return (
        f'[data-key="item:{click["panel"]}:{click["item"]}"]'
        if "item" in click
        else f'[data-key="panel:{click["panel"]}"]'
    )


def test_a_puzzle_is_solved_and_the_streak_grows(page: Page) -> None:
    page.add_init_script(QUICK)
    page.goto(f"/puzzles/{GAME}")
    page.wait_for_selector("main.puzzle[data-state=open]")
    for streak in (1, 2):
        solve(page)
        kept = json.loads(page.evaluate(f"localStorage.getItem('tabor-puzzles-{GAME}')"))
        assert (kept["streak"], kept["days"], len(kept["solved"])) == (streak, 1, streak)
        before = page.locator("main.puzzle").get_attribute("data-number")
        page.locator("[data-test=puzzle-next]").click()
        page.wait_for_selector(f"main.puzzle[data-state=open]:not([data-number='{before}'])")


@pytest.mark.parametrize("name", NAMES)
def test_the_list_leads_to_a_puzzle_and_remembers_that_it_was_solved(page: Page, name: str) -> None:
    """Of the goal that the game has besides winning, where it has one."""
    page.add_init_script(QUICK)
    page.goto(f"/puzzles/{name}")
    page.locator("[data-test=puzzles-all]").click()
    puzzles = read_puzzles(find_game(name))
    goal = sorted({one.goal for one in puzzles}, key=lambda goal: goal == "win")[0]
    expect(page.locator("[data-puzzle]")).to_have_count(len(puzzles))
    expect(page.locator(".solved")).to_have_count(0)
    link = page.locator(f"[data-goal={goal}] [data-puzzle]").first
    number = link.get_attribute("data-puzzle")
    link.click()
    page.wait_for_selector("main.puzzle[data-state=open]")
    one = puzzles[int(number or 0) - 1]
    match = one.begin(find_game(name))
    asked = speaker(find_game(name))(goal_message(match.game, one, match.player or 0))
    expect(page.locator("[data-test=puzzle-words]")).to_contain_text(asked[1:])
    assert page.url.endswith(f"/puzzles/{name}/{number}")
    solve(page, name)
    page.goto(f"/puzzles/{name}/all")
    expect(page.locator(".solved")).to_have_count(1)
    expect(page.locator(".solved")).to_have_attribute("data-puzzle", number or "")


@pytest.mark.parametrize("language", languages())
def test_the_list_speaks_the_language_and_fits_a_phone(page: Page, language: str) -> None:
    page.add_init_script(f"localStorage.setItem('tabor-language', '{language}')")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/puzzles/{GAME}/all")
    aim = speaker(find_game(GAME), language)({"id": "aim-win", "args": {}})
    expect(page.locator("[data-goal=win] h2")).to_contain_text(aim)
    page.wait_for_function("() => document.documentElement.scrollWidth <= 360")


def test_the_puzzle_of_the_day_is_failed_shown_and_counted(page: Page) -> None:
    page.add_init_script(QUICK)
    page.goto("/")
    page.locator(f"[data-puzzles={GAME}]").click()
    page.wait_for_selector("main.puzzle[data-state=open]")
    number = int(page.locator("main.puzzle").get_attribute("data-number") or 0)
    told = page.request.get(f"/api/puzzles/{GAME}/{number}").json()
    assert told["count"] == len(read_puzzles(find_game(GAME)))
    for _ in range(6):  # what comes first is seldom the solution
        if page.locator("main.puzzle").get_attribute("data-state") != "open":
            break
        page.locator(page.evaluate(CLICKABLE)[-1]).click()
        page.wait_for_timeout(50)
    state = page.locator("main.puzzle").get_attribute("data-state")
    kept = json.loads(page.evaluate(f"localStorage.getItem('tabor-puzzles-{GAME}')") or "{}")
    assert state in ("right", "wrong")
    assert kept["streak"] == (1 if state == "right" else 0)
    if state == "wrong":
        expect(page.locator("[data-test=solution]")).to_have_text(" ".join(told["solution"]))
        page.wait_for_selector(f"main.puzzle[data-place='{len(told['places']) - 1}']")


def opened(page: Page, match: Match) -> str:
    """The room of a saved match."""
    headers = {"Content-Type": "text/plain"}
    return str(page.request.post("/api/replays", data=save_text(match), headers=headers).json()["room"])


def plain(text: str) -> str:
    """Without what Fluent puts round values."""
    return text.strip("\u2068\u2069 ")


def test_a_match_is_analysed_and_its_mistakes_are_clicked(page: Page) -> None:
    match = Match(tabor.load(GAME), 5)
    while match.player is not None and match.ply < 14:
        match.play(int(match.legal_actions[-1]))
    if match.player is not None:
        match.resign()
    page.goto(f"/replay/{opened(page, match)}")
    page.locator("[data-test=analyse]").click()
    page.wait_for_selector("[data-test=analysis][data-done=true]", timeout=60_000)
    mistake = page.locator("[data-mistake]").first
    place = mistake.get_attribute("data-mistake")
    mistake.click()
    expect(page.locator("[data-test=ply]")).to_have_text(re.compile(rf"^{place} / "))
    expect(page.locator("[data-test=analysis-now]")).to_contain_text("better")
    assert page.locator("[data-test=analysis] polyline").get_attribute("points")
    better = page.locator("[data-test=analysis-now]").inner_text().split("better:")[1].split()
    page.locator("[data-test=try-line]").click()
    page.wait_for_selector("[data-tried='1'][aria-busy=false]")
    expect(page.locator("[data-test=tried]")).to_have_text(plain(better[0]))
    for number in range(2, len(better) + 1):
        page.locator("[data-test=try-follow]").click()
        page.wait_for_selector(f"[data-tried='{number}'][aria-busy=false]")
    expect(page.locator("[data-test=tried]")).to_have_text(plain(" ".join(better)))


def test_moves_are_tried_out_with_the_computers_view_beside_them(page: Page) -> None:
    page.add_init_script(QUICK)
    match = Match(tabor.load(GAME), 5)
    for _ in range(10):
        match.play(int(match.legal_actions[-1]))
    match.resign()
    page.goto(f"/replay/{opened(page, match)}#8")
    page.locator("[data-test=analyse]").click()
    page.locator("[data-test=try]").click()
    page.wait_for_selector("[data-tried='0'][aria-busy=false]")
    tried = match.at(8)
    for number in (1, 2):
        action = int(tried.legal_actions[0])
        for click in tried.game.clicks(tried.state, action):
            page.locator(place_of(click)).first.click()
        tried.play(action)
        page.wait_for_selector(f"[data-tried='{number}'][aria-busy=false]")
    expect(page.locator("[data-test=tried]")).to_have_text(" ".join(tried.log[8:]))
    first, second = (
        float(text.replace("−", "-")) for text in page.locator("[data-test=try-values] b").all_inner_texts()
    )
    assert first == -second
    best = page.locator("[data-test=try-best]").inner_text().split()[1]
    page.locator("[data-test=try-follow]").click()
    page.wait_for_selector("[data-tried='3'][aria-busy=false]")
    expect(page.locator("[data-test=tried]")).to_have_text(" ".join([*tried.log[8:], plain(best)]))
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("[data-tried='2'][aria-busy=false]")
    page.locator("[data-test=try-end]").click()
    expect(page.locator("[data-test=trying]")).to_have_count(0)
    expect(page.locator("[data-test=ply]")).to_have_text("8 / 10")
    page.wait_for_selector("[data-test=analysis][data-done=true]", timeout=60_000)
