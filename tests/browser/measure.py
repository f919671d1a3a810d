"""How fast the page is here: its weight, the time until it can be used, a click, and panning a large map.

Run as `cd tests && ../.venv/bin/python -m browser.measure`. The large map is made up: 40 × 40 cells with 100 tokens.
"""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from browser.playing import Player
from browser.running import browsing, serving
from tabor.grid import column_name

SIZE, TOKENS = 40, 100
GROUNDS = {"grass": ".", "water": "~", "rock": "#"}

PAN = """async () => {
    const board = document.querySelector('[role=grid]')
    const { left, top, width, height } = board.getBoundingClientRect()
    const at = (type, x, y) => board.dispatchEvent(new PointerEvent(type, {
        pointerId: 1, pointerType: 'mouse', bubbles: true, button: 0, buttons: 1, clientX: x, clientY: y }))
    board.setPointerCapture = () => {}
    at('pointerdown', left + width / 2, top + height / 2)
    const times = []
    for (let i = 0; i < 180; i++) {
        at('pointermove', left + width / 2 + 150 * Math.sin(i / 15), top + height / 2 + 100 * Math.cos(i / 11))
        times.push(await new Promise(requestAnimationFrame))
    }
    at('pointerup', left, top)
    return times.slice(1).map((time, i) => time - times[i])
}"""

CLICK = """() => new Promise((resolve) => {
    const began = performance.now()
    document.querySelector('button[data-key]').click()
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)))
})"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, browsing() as browser:
        page = browser.new_page(base_url=address, viewport={"width": 1280, "height": 800}, locale="en")
        measure_home(page)
        measure_click(page)
        measure_pan(page)


def measure_home(page: Page) -> None:
    page.goto("/")
    page.locator("[data-game]").first.wait_for()
    page.wait_for_load_state("networkidle")
    size = "performance.getEntries().map((entry) => entry.transferSize ?? 0).reduce((a, b) => a + b, 0)"
    print(f"first page: {page.evaluate(size) / 1000:.0f} kB sent")
    times = []
    for _ in range(5):
        page.goto("about:blank")
        page.goto("/", wait_until="commit")
        page.locator("[data-game]").first.wait_for()
        times.append(page.evaluate("performance.now()"))
    print(f"usable after: {sorted(times)[2]:.0f} ms (median of 5)")


def measure_click(page: Page) -> None:
    player = Player(page, random.Random(1))
    times = []
    for _ in range(9):
        player.make_room("drake", ["me", "me"])
        player.wait_for_turn()
        times.append(page.evaluate(CLICK))
    print(f"a click shows its effect after: {sorted(times)[4]:.0f} ms (median), {max(times):.0f} ms (slowest of 9)")


def measure_pan(page: Page) -> None:
    page.route_web_socket("**/socket", serve_large_map)
    page.goto("/play/large")
    page.locator("[role=grid]").wait_for()
    for _ in range(3):
        page.keyboard.press("+")
    frames = sorted(page.evaluate(PAN))
    middle, late = frames[len(frames) // 2], frames[len(frames) * 95 // 100]
    print(f"panning {SIZE}×{SIZE} with {TOKENS} tokens: {1000 * len(frames) / sum(frames):.0f} frames a second,")
    print(f"  median {middle:.1f} ms, 95% {late:.1f} ms, longest {frames[-1]:.1f} ms")


def serve_large_map(socket: WebSocketRoute) -> None:
    socket.on_message(lambda _: socket.send(json.dumps(large_room())))


def large_room() -> dict[str, Any]:
    seats = [{"name": name, "kind": "person", "who": None, "here": True, "clock": None} for name in ("blue", "orange")]
    offers = {"draw": None, "undo": None, "rematch": None}
    room = {"id": "large", "game": "siege", "options": {}, "status": "playing", "listed": False, "number": 1}
    more = {"seats": seats, "mine": [0], "spectators": 0, "thinking": False, "can_undo": False, "offers": offers}
    rest = {"rematch": None, "claim_after": None, "dice": None, "trouble": None}
    return {"type": "room", "number": 1, "room": room | more | rest, "view": large_view()}


def large_view() -> dict[str, Any]:
    dice = random.Random(1)
    names = [[f"{column_name(x)}{y + 1}" for x in range(SIZE)] for y in range(SIZE)]
    spots = [(x, y) for y in range(SIZE) for x in range(SIZE)]
    cells = [{"cell": names[y][x], "x": x, "y": y, "ground": dice.choice(list(GROUNDS))} for x, y in spots]
    kinds = [("infantry", "i"), ("archers", "a"), ("cavalry", "c"), ("castle", "K"), ("ship", "S")]
    taken = [names[y][x] for x, y in dice.sample(spots, TOKENS)]
    pieces = [token(*dice.choice(kinds), number % 2, cell) for number, cell in enumerate(taken)]
    board = {"width": SIZE, "height": SIZE, "grounds": GROUNDS, "cells": cells}
    edges = {"columns": [column_name(x) for x in range(SIZE)], "rows": [str(y + 1) for y in range(SIZE)]}
    status = {"id": "over", "args": {}}
    return {
        "game": "siege", "title": "", "seat": 0, "seats": ["blue", "orange"], "turn": 0, "ply": 0, "status": status,
        "board": board | edges, "pieces": pieces, "panels": [], "outcome": None, "log": [],
        "choices": [{"click": {"cell": cell}, "action": cell} for cell in taken[:50]],
    }  # fmt: skip


def token(kind: str, sign: str, owner: int, cell: str) -> dict[str, Any]:
    return {"kind": kind, "sign": sign, "owner": owner, "cells": [cell], "layer": 0, "badges": []}


if __name__ == "__main__":
    main()
