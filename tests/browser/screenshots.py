"""Takes the pictures of docs/screenshots: every game in the middle of a match, light, dark and on a phone.

Run by `make screenshots`; look at them before they are kept.
"""

from __future__ import annotations

import random
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

import tabor
from browser.playing import Player
from browser.running import browsing, serving
from tabor.players import make, play_decision

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"


@dataclass(frozen=True)
class Picture:
    name: str
    game: str
    decisions: int  # of the computers before the picture
    options: dict[str, str]
    computer: str = "greedy"
    actions: int = 6  # of a person at random, to have something in the log
    scheme: str = "light"
    size: tuple[int, int] = (1280, 800)


PICTURES = (
    Picture("drake", "drake", 12, {"board": "course"}),
    Picture("robots", "robots", 160, {}, computer="soldier"),
    Picture("lanes", "lanes", 20, {"level": "ford"}, computer="recruit"),
    Picture("warriors", "warriors", 66, {"map": "duel"}, computer="random"),
    Picture("siege", "siege", 420, {}, computer="general"),
    Picture("dark", "siege", 300, {"map": "straits"}, computer="general", scheme="dark"),
    Picture("phone", "drake", 18, {"board": "course"}, size=(360, 740)),
)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, browsing() as browser:
        take_home(browser, address)
        for picture in PICTURES:
            take(picture, browser, address)
            print(picture.name)


def take_home(browser: Browser, address: str) -> None:
    page = browser.new_page(base_url=address, viewport={"width": 1280, "height": 800}, locale="en")
    page.goto("/#drake")
    page.locator("[data-test=play]").wait_for()
    page.wait_for_load_state("networkidle")
    page.screenshot(path=FOLDER / "home.png")
    page.close()


def take(picture: Picture, browser: Browser, address: str) -> None:
    width, height = picture.size
    scheme: Any = picture.scheme
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": height}, color_scheme=scheme, locale="en"
    )
    page = context.new_page()
    player = Player(page, random.Random(1))
    position = middle_of(picture)
    player.make_room(picture.game, ["me", "me"], options=picture.options, position=position)
    for _ in range(picture.actions):
        if player.wait_for_turn() == "curtain":
            player.pass_screen(by_key=False)
        elif player.phase == "mine":
            player.act()
    if player.wait_for_turn() == "curtain":
        player.pass_screen(by_key=False)
    targets = page.locator("g.target")
    if targets.count():
        targets.first.click()
    page.locator("[data-at]").first.hover(force=True)
    page.wait_for_timeout(1500)  # what moves has come to rest
    page.screenshot(path=FOLDER / f"{picture.name}.png")
    context.close()


def middle_of(picture: Picture) -> str:
    """A position that computers have come to; the same one each time."""
    game = tabor.load(picture.game, **picture.options)
    match = tabor.Match(game, seed=1)
    players = [make(picture.computer, game, seed=seat) for seat in range(len(game.setup.seats))]
    for _ in range(picture.decisions):
        if match.outcome is None:
            play_decision(match, players[int(match.state["player"])])
    return match.position


if __name__ == "__main__":
    main()
