"""From the click on Play to the computer's first reply, in a browser, on an empty cache: nobody waits for a compiler.

    python bench/first_reply.py [GAME …]

Each game gets a server of its own with nothing compiled, its largest map, and level 5 in the seat that
begins. The time is that until the page shows the first line of the log, or, where choices are secret, until it
is the person's turn.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from browser.running import browsing, serving

from tabor.games import NAMES, find
from tabor.jit import begin_plain
from tabor.loading import load_kind, menu

LEVEL = 5
SEEN = "() => document.querySelector('[data-phase=mine]') || document.querySelector('.log .ply')?.textContent"
SET_LEVEL = "(input, level) => { input.value = level; input.dispatchEvent(new Event('input', {bubbles: true})) }"


def largest(name: str) -> dict[str, str]:
    """The option that gives the largest board, where a game offers boards."""
    kind = find(name)
    sizes = {
        (option, value): int(load_kind(kind, {}, {option: value}).setup.planes[1])
        for option, values in menu(kind).items()
        if option in ("map", "board")
        for value in values
    }
    return dict([max(sizes, key=lambda choice: sizes[choice])]) if sizes else {}


def second(name: str) -> int:
    """A seat that does not begin."""
    game = load_kind(find(name), {}, largest(name))
    return (int(game.begin()["player"]) + 1) % game.players


def choose(page: Page, name: str) -> None:
    page.goto("/")
    page.click(f"[data-game={name}]")
    for option, value in largest(name).items():
        page.select_option(f"[data-option={option}]", value)
    page.select_option("[data-test=side]", str(second(name)))
    page.eval_on_selector("[data-test=level]", SET_LEVEL, str(LEVEL))
    page.wait_for_selector("[data-test=play]:enabled")


def seconds_of(browser: Browser, name: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TABOR_CACHE_DIR"] = str(Path(folder) / "cache")
        with serving(Path(folder)) as address:
            page = browser.new_context(base_url=address, locale="en").new_page()
            choose(page, name)
            began = time.perf_counter()
            page.click("[data-test=play]")
            page.wait_for_function(SEEN, timeout=120_000)
            took = time.perf_counter() - began
            page.context.close()
    return took


def main() -> None:
    begin_plain()
    with browsing() as browser:
        for name in sys.argv[1:] or NAMES:
            print(f"{name:<10} {seconds_of(browser, name):5.1f} s", flush=True)


if __name__ == "__main__":
    main()
