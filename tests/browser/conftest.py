"""Fixtures for tests in a browser; at the end of each its console must be empty."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from browser.running import browsing, serving


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with browsing() as started:
        yield started


class Complaints(list[str]):
    """What the browser complained of."""

    def listen(self, page: Page) -> None:
        page.on("console", self.heard)
        page.on("pageerror", lambda error: self.append(str(error)))

    def heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.append(f"{message.text} {message.location.get('url', '')}")


@pytest.fixture
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A browser window with nothing stored."""
    complaints = Complaints()
    opened = browser.new_context(base_url=address, viewport={"width": 1280, "height": 800}, locale="en")
    opened.on("page", complaints.listen)
    yield opened
    opened.close()
    assert complaints == []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker, to be put into a page."""
    path = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
    return path.read_text(encoding="utf-8")
