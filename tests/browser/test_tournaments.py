"""A tournament that is being played, in a real browser: standings that move, a game that is watched to its end."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from server_tools import running

from browser.conftest import Complaints
from tabor.cli import main

pytestmark = pytest.mark.slow
PATIENCE = 120_000  # ms, on a busy machine


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[Path]:
    """Two games of several seconds each, in processes of their own."""
    folder = tmp_path / "all" / "cup"
    words = ["drake", "anna=mcts:ms=500", "bob=mcts:ms=500", "--board", "course", "--openings", "1"]
    assert main(["tournament", "new", str(folder), *words]) == 0
    command = [sys.executable, "-c", "from tabor.cli import main; main()", "tournament", "run", str(folder)]
    with subprocess.Popen([*command, "--cores", "1"], stdout=subprocess.DEVNULL) as process:
        yield folder
        process.terminate()


@pytest.fixture
def watcher(browser: Browser, cup: Path, tmp_path: Path) -> Iterator[Page]:
    complaints = Complaints()
    with running(tmp_path / "rooms.sqlite", tournaments=cup.parent) as here:
        context = browser.new_context(base_url=here.lobby.address, viewport={"width": 1280, "height": 800}, locale="en")
        page = context.new_page()
        complaints.listen(page)
        yield page
        context.close()
    assert complaints == []


def test_a_game_is_watched_from_the_standings_to_its_end(watcher: Page) -> None:
    watcher.goto("/tournaments/cup")
    watcher.get_by_text("● live").first.click(timeout=PATIENCE)
    place = watcher.locator("[data-test=ply]")
    phase = watcher.locator("[data-test=phase]")
    expect(phase).to_have_text("live")
    before = place.inner_text()
    board = watcher.locator(".board svg").first.inner_html()
    expect(place).not_to_have_text(before, timeout=PATIENCE)
    expect(place).to_have_text(re.compile(r"^(\d+) / \1$"))
    assert watcher.locator(".board svg").first.inner_html() != board
    expect(phase).to_have_text("over", timeout=PATIENCE)
    expect(watcher.locator("p.status")).to_contain_text(re.compile("won|draw"))
    watcher.goto("/tournaments/cup")
    expect(watcher.get_by_role("heading", name="Standings")).to_be_visible()
