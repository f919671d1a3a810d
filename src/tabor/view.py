"""What one seat, or a spectator, may see of a match: one JSON shape for all games.

docs/view.md describes it, docs/view.schema.json checks it. A game lists what it shows (`scene`, `clicks`,
`describe`); nothing is made by removing things from a state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tabor.game import Message, Tree
from tabor.grid import cell_name, column_name

if TYPE_CHECKING:
    from tabor.match import Match

LOG_LINES = 200  # a view carries the end of the log; the save has it all


# ---- parts for games ----


def message(id_: str, **args: str | int) -> Tree:
    return {"id": id_, "args": args}


def board(width: int, height: int, ground: Callable[[int], str]) -> Tree:
    """Cells row by row from the bottom left, each with what it is made of."""
    cells = [
        {"cell": cell_name(cell, width), "x": cell % width, "y": cell // width, "ground": ground(cell)}
        for cell in range(width * height)
    ]
    columns = [column_name(x) for x in range(width)]
    return {"width": width, "height": height, "columns": columns, "rows": row_names(height), "cells": cells}


def row_names(height: int) -> list[str]:
    return [str(y + 1) for y in range(height)]


def piece(kind: str, sign: str, owner: int | None, cells: Sequence[str], **more: Any) -> Tree:
    """Something on the board. `sign` is one character for a terminal; more: face, layer, badges, about."""
    return {"kind": kind, "sign": sign, "owner": owner, "cells": list(cells), "layer": 0, "badges": []} | more


def panel(id_: str, title: Tree, owner: int | None, items: Iterable[tuple[str, str, int]]) -> Tree:
    """Things beside the board: (kind, sign, count) each."""
    rows = [{"kind": kind, "sign": sign, "count": count} for kind, sign, count in items]
    return {"id": id_, "title": title, "owner": owner, "items": rows}


# ---- the whole view ----


def view(match: Match, seat: int | None = None) -> Tree:
    """What this seat sees; None is a spectator."""
    game, state = match.game, match.state
    turn = None if match.outcome else int(state["player"])
    return {
        "game": game.kind.name,
        "title": game.kind.title,
        "seat": seat,
        "seats": list(game.setup.seats),
        "turn": turn,
        "ply": int(state["ply"]),
        "outcome": outcome_json(match),
        **game.kind.scene(game.setup, state, seat),
        "choices": choices(match) if turn is not None and seat == turn else [],
        "log": log_lines(match, seat),
    }


def outcome_json(match: Match) -> Tree | None:
    outcome = match.outcome
    if outcome is None:
        return None
    return {"winner": outcome.winner, "reason": message(outcome.reason)}


def choices(match: Match) -> list[Tree]:
    """Legal actions as a tree of clicks: what can be clicked first, what then, and the action at the end."""
    game, state = match.game, match.state
    top: list[Tree] = []
    for action, text in zip(match.legal_actions, match.legal, strict=True):
        path = game.kind.clicks(game.setup, state, int(action))
        level = top
        for click in path[:-1]:
            node = next((node for node in level if node["click"] == click and "then" in node), None)
            if node is None:
                node = {"click": click, "then": []}
                level.append(node)
            level = node["then"]
        level.append({"click": path[-1], "action": text})
    return top


def log_lines(match: Match, seat: int | None) -> list[Tree]:
    """What happened, as this seat saw it, with the number of the ply that brought it about."""
    lines: list[Tree] = []
    for ply, message_ in match.history(seat):
        lines.append({"ply": ply, "message": message_json(message_)})
    return lines[-LOG_LINES:]


def message_json(message_: Message) -> Tree:
    return {"id": message_.id, "args": dict(message_.args)}
