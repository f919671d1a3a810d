"""A room that is not there: what a server would say is written down beforehand, and said at once."""

from __future__ import annotations

import json
import random
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

import tabor
from tabor.match import Match

OFFERS = {"draw": None, "undo": None, "rematch": None}


def room_tree(match: Match, number: int, mine: list[int]) -> dict[str, Any]:
    seats = [
        {"name": name, "kind": "person" if seat in mine else "computer", "who": "" if seat in mine else "level2"}
        | {"here": True, "clock": None}
        for seat, name in enumerate(match.game.setup.seats)
    ]
    status = "over" if match.outcome else "playing"
    return {
        "id": "staged", "game": match.game.kind.name, "options": {}, "status": status, "listed": False,
        "number": number, "seats": seats, "mine": mine, "awaits_me": match.player in mine, "spectators": 0,
        "thinking": False, "can_undo": False, "offers": OFFERS, "rematch": None, "claim_after": None, "dice": None,
        "trouble": None,
    }  # fmt: skip


def long_turn(game: str, least: int, seed: int = 1) -> tuple[Match, int]:
    """A random match that stands after a turn of many actions, and how many plies that turn has."""
    match, chooser = Match(tabor.load(game), seed=seed), random.Random(seed)
    while match.outcome is None:
        before, player = match.ply, match.player
        while match.player == player:
            match.play(int(chooser.choice(match.legal_actions)))
        told = [step for step in match.steps[before:] if list(match.told(step, None))]
        if len(told) >= least and match.player is not None:
            return match, match.ply - before
    raise AssertionError("there was no such turn")


def play_staged(page: Page, match: Match, plies: int) -> int:
    """Opens the room before the last plies and tells them all at once; the number of the last."""
    seat = match.player
    assert seat is not None
    first = match.copy()
    first.undo(plies)
    actions = [step.action for step in match.steps[-plies:]]
    messages = [{"type": "room", "number": 0, "room": room_tree(first, 0, [seat]), "view": first.view(seat)}]
    for number, action in enumerate(actions, 1):
        first.play(action)
        view = {**first.view(seat), "log": [line for line in first.view(seat)["log"] if line["ply"] == first.ply]}
        del view["board"]
        told = {"type": "update", "number": number, "since": number - 1, "room": room_tree(first, number, [seat])}
        messages.append(told | {"view": view})
    stage(page, messages)
    return len(actions)


def stage(page: Page, messages: list[dict[str, Any]]) -> None:
    """Opens a room in which the server says all this as soon as one comes in."""

    def tell(socket: WebSocketRoute) -> None:
        def answer(data: str | bytes) -> None:
            if json.loads(data)["type"] == "hello":
                for message in messages:
                    socket.send(json.dumps(message))

        socket.on_message(answer)

    page.route_web_socket("**/socket", tell)
    page.goto("/play/staged")
