"""Pages from disk in a real browser: a report with its games, and a match as one file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import tabor
from browser.conftest import Complaints
from tabor.cli import main

pytestmark = pytest.mark.slow


@pytest.fixture
def offline(browser: Browser) -> Iterator[Page]:
    """A page that reaches nothing but files."""
    context = browser.new_context(viewport={"width": 1100, "height": 800}, locale="en", offline=True)
    complaints = Complaints()
    page = context.new_page()
    complaints.listen(page)
    yield page
    context.close()
    assert complaints == []


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cup") / "t"
    words = ["drake", "greedy", "random", "b=random", "--board", "course", "--openings", "4"]
    assert main(["tournament", "new", str(folder), *words]) == 0
    assert main(["tournament", "run", str(folder), "--cores", "1"]) == 0
    assert main(["tournament", "report", str(folder)]) == 0
    return folder / "report.html"


def test_a_game_opens_inside_the_report_and_closes(offline: Page, report: Path) -> None:
    offline.goto(report.as_uri())
    expect(offline.get_by_role("heading", name="Standings")).to_be_visible()
    offline.locator("[data-test=game]").first.click()
    viewer = offline.get_by_role("dialog")
    expect(viewer.locator("[data-test=ply]")).to_have_text(re.compile(r"^0 / \d+$"))
    before = viewer.locator(".board svg").first.inner_html()
    offline.keyboard.press("ArrowRight")
    expect(viewer.locator("[data-test=ply]")).to_contain_text("1 / ")
    viewer.locator("[data-test=last]").click()
    expect(viewer.get_by_role("status").first).to_contain_text("won")
    assert viewer.locator(".board svg").first.inner_html() != before
    offline.keyboard.press("Escape")
    expect(viewer).to_have_count(0)


@pytest.mark.parametrize("width", [1100, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_report_fits_its_window_and_can_be_read(
    offline: Page, report: Path, axe: str, width: int, scheme: str
) -> None:
    offline.set_viewport_size({"width": width, "height": 800})
    offline.emulate_media(color_scheme="light" if scheme == "light" else "dark")
    offline.goto(report.as_uri())
    assert offline.evaluate("document.documentElement.scrollWidth") <= width
    offline.evaluate(axe)
    found = offline.evaluate(
        "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa']}).then(r => r.violations.map(v => v.id))"
    )
    assert found == []


def test_a_match_is_one_file_that_plays(offline: Page, tmp_path: Path) -> None:
    match = tabor.Match(tabor.load("drake", board="course"), seed=3)
    while match.outcome is None:
        match.play(match.legal[0])
    match.save(tmp_path / "a.tabor")
    assert main(["export", str(tmp_path / "a.tabor"), "-o", str(tmp_path / "a.html")]) == 0
    offline.goto((tmp_path / "a.html").as_uri())
    offline.locator("[data-test=last]").click()
    expect(offline.locator("[data-test=ply]")).to_have_text(f"{match.ply} / {match.ply}")
