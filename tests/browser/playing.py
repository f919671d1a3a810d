"""A person at the page: makes rooms, finds what can be clicked, clicks it or presses keys."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

COMPILING = 240_000  # ms; the rules of a game may have to be compiled first

# For each game options and numbers with which it is short.
SHORT: dict[str, dict[str, Any]] = {
    "drake": {"changes": {"end": {"no_progress": 12}}},
    "robots": {"options": {"turns": "4"}},
    "lanes": {},
    "warriors": {"changes": {"end": {"turns_per_player": 4, "turns_per_edge": 1}}},
    "siege": {"changes": {"end": {"turns": 8}}},
}

# Whoever clicks at random clicks everything, also what would be played by itself a moment later.
SIT_DOWN = """([room, secrets]) => {
    localStorage.setItem('tabor-seats-' + room, JSON.stringify(secrets))
    const liked = JSON.parse(localStorage.getItem('tabor-settings') ?? '{}')
    localStorage.setItem('tabor-settings', JSON.stringify({only: false, ...liked}))
}"""

CLICKABLE = """() => [...document.querySelectorAll('g.target, button[data-key]:not(.chosen)')].map((thing) => {
    const cell = thing.dataset.cell
    return cell ? `[data-cell="${cell}"]` : `button[data-key="${CSS.escape(thing.dataset.key)}"]`
})"""


@dataclass
class Player:
    page: Page
    dice: random.Random

    def make_room(self, game: str, seats: list[str], **more: Any) -> str:
        """Makes a room and sits there, as the home page does."""
        self.page.goto("/")
        self.page.wait_for_selector("[data-game]")
        told = self.page.request.post(
            "/api/rooms", data={"game": game, "seats": seats} | more, timeout=COMPILING
        ).json()
        self.page.evaluate(SIT_DOWN, [told["room"], told["secrets"]])
        self.page.goto(f"/play/{told['room']}")
        self.page.wait_for_selector("[data-phase]:not([data-phase=waiting])", timeout=COMPILING)
        room: str = told["room"]
        return room

    @property
    def phase(self) -> str:
        return self.page.locator("main").get_attribute("data-phase") or ""

    @property
    def place(self) -> str:
        return self.page.locator("main").get_attribute("data-place") or ""

    def wait_for_turn(self) -> str:
        """Until something can be done, or nothing any more."""
        self.page.wait_for_selector(
            "[data-phase=mine]:is(:has(g.target), :has(button[data-key])), [data-phase=over], [data-phase=curtain]"
        )
        return self.phase

    def click_something(self) -> None:
        chosen = self.dice.choice(self.page.evaluate(CLICKABLE))
        self.page.locator(chosen).click()

    def type_something(self) -> None:
        """Walks to one of the things that can be done by key, and does it."""
        things = len(self.page.evaluate(CLICKABLE))
        for _ in range(self.dice.randint(1, things) if things < 8 else self.dice.randint(1, 8)):
            self.page.keyboard.press("n")
        self.page.keyboard.press("Enter")

    def act(self) -> None:
        """One whole action, in as many clicks as it takes."""
        self.wait_for_turn()
        before = self.place.rpartition(".")[0]
        while self.place.rpartition(".")[0] == before:
            self.wait_for_turn()
            place = self.place
            self.click_something()
            self.wait_for_change(place)

    def finish(self, by_key: bool, most: int = 900) -> int:
        """Plays at random to the end: how many clicks it took."""
        for count in range(most):
            phase, place = self.wait_for_turn(), self.place
            if phase == "over":
                return count
            if phase == "curtain":
                self.pass_screen(by_key)
                continue
            if by_key:
                self.type_something()
            else:
                self.click_something()
            self.wait_for_change(place)
        raise AssertionError(f"the game was not over after {most} clicks")

    def wait_for_change(self, place: str) -> None:
        """Until a click has led somewhere, or was warned of and asks for another; behind a curtain the other seat's
        place may have the same number."""
        script = """place => {
            const now = document.querySelector('main').dataset
            const notice = document.querySelector('[data-test=notice]')
            return now.place !== place || now.phase === 'curtain' || notice?.textContent.startsWith('Careful')
        }"""
        self.page.wait_for_function(script, arg=place)

    def pass_screen(self, by_key: bool) -> None:
        if by_key:
            self.page.keyboard.press("Enter")
        else:
            self.page.locator("[data-test=curtain]").click()
        self.page.wait_for_selector("[data-phase]:not([data-phase=curtain])")
