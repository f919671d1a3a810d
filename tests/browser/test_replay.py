"""A match that is over: stepped through, jumped in, played on from, kept and opened again."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import tabor
from browser.playing import SHORT, Player

pytestmark = pytest.mark.slow


@pytest.fixture
def room(page: Page) -> str:
    player = Player(page, random.Random(3))
    made = player.make_room("drake", ["me", "me"], **SHORT["drake"])
    player.finish(by_key=False)
    return made


def test_steps_keys_and_jumps(page: Page, room: str) -> None:
    page.locator("[data-test=replay]").click()
    place = page.locator("[data-test=ply]")
    expect(place).to_have_text(re.compile("^0 / "))
    expect(page.locator("[data-at]")).to_have_count(0)
    page.locator("[data-test=next]").click()
    expect(place).to_have_text(re.compile("^1 / "))
    expect(page.locator("[data-at]")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(place).to_have_text(re.compile("^2 / "))
    page.keyboard.press("ArrowLeft")
    expect(place).to_have_text(re.compile("^1 / "))
    page.locator("[role=log] button").nth(4).click()
    expect(place).to_have_text(re.compile("^5 / "))
    page.locator("[data-test=run]").click()
    expect(place).to_have_text(re.compile("^7 / "))


@pytest.mark.parametrize("wish", ["no-preference", "reduce"])
def test_what_happened_is_seen_moving_unless_one_wishes_otherwise(page: Page, room: str, wish: Any) -> None:
    page.emulate_media(reduced_motion=wish)
    page.goto(f"/replay/{room}")
    page.locator("[data-test=next]").click()
    moving = page.evaluate("document.querySelector('[role=grid]').getAnimations({ subtree: true }).length")
    assert (moving > 0) == (wish == "no-preference")


def test_play_on_from_here(page: Page, room: str) -> None:
    page.goto(f"/replay/{room}#4")
    expect(page.locator("[data-test=ply]")).to_have_text(re.compile("^4 / "))
    pieces = page.locator("[data-at]").count()
    page.locator("[data-test=play-on]").click()
    page.wait_for_url(re.compile("/play/"))
    expect(page.locator("[data-at]")).to_have_count(pieces)
    assert Player(page, random.Random(1)).wait_for_turn() == "mine"


def test_a_match_is_kept_and_opened_again(page: Page, room: str, tmp_path: Path) -> None:
    with page.expect_download() as download:
        page.locator("[data-test=save]").click()
    path = tmp_path / "kept.tabor"
    download.value.save_as(path)
    page.goto("/")
    page.locator("input[type=file]").set_input_files(path)
    page.wait_for_url(re.compile("/replay/"))
    page.locator("[data-test=last]").click()
    expect(page.locator("[role=status]").first).to_contain_text(re.compile("won|draw"))


def test_what_bots_wrote_stands_beside_their_match(page: Page, tmp_path: Path) -> None:
    match = tabor.Match(tabor.load("drake"), seed=1)
    for number in range(4):
        match.note(number % 2, f"thought {number}")
        match.play(int(match.legal_actions[0]))
    match.resign()
    match.save(tmp_path / "bots.tabor")
    page.goto("/")
    page.locator("input[type=file]").set_input_files(tmp_path / "bots.tabor")
    page.wait_for_url(re.compile("/replay/"))
    notes = page.locator("[data-test=notes]")
    page.locator("[data-test=next]").click()
    expect(notes).to_contain_text("thought 0")
    page.locator("[data-test=last]").click()
    expect(notes).to_contain_text("thought 2")
    expect(notes).to_contain_text("thought 3")
    expect(notes).not_to_contain_text("thought 0")
