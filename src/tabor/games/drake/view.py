"""What a seat may see of The Drake: everything, since nothing is hidden."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tabor.game import Message, Tree
from tabor.games.drake.numbers import FACES, DrakeSetup, Face
from tabor.games.drake.rules import CAPTURED, ENDED, MOVED, PLACED, STRUCK
from tabor.games.drake.text import face_of, owner_of, split_action
from tabor.grid import cell_name
from tabor.view import board, message, panel, piece


def scene(setup: DrakeSetup, state: Any, seat: int | None) -> Tree:
    """The board, the units on it, and for each player the stack and what was captured of it (S10)."""
    mountains = int(setup.rules["mountains"])
    cells = [cell for cell in range(setup.size**2) if state["units"][cell]]
    return {
        "board": board(setup.size, setup.size, lambda cell: "mountain" if mountains >> cell & 1 else "free"),
        "pieces": [unit_piece(setup, state, cell) for cell in cells],
        "panels": [made for player in range(2) for made in panels(setup, state, player)],
    }


def unit_piece(setup: DrakeSetup, state: Any, cell: int) -> Tree:
    here = int(state["units"][cell])
    owner, face = int(owner_of(here)), int(face_of(here))
    troop = setup.troops[face // 2]
    badges = [{"kind": "leader", "text": "*"}] if int(state["leader"][owner]) == cell else []
    about = message("about-troop", troop=troop.name, front=in_words(troop.faces[0]), back=in_words(troop.faces[1]))
    sign = troop.letter if face % 2 == 0 else troop.letter.lower()
    name = cell_name(cell, setup.size)
    return piece(troop.name, sign, owner, [name], face=FACES[face % 2], badges=badges, about=about)


def in_words(face: Face) -> str:
    """The offsets of a face, as (right,forward)."""
    return "; ".join(f"{way} " + " ".join(f"({dx:+d},{dy:+d})" for dx, dy in face[way]) for way in face)


def panels(setup: DrakeSetup, state: Any, player: int) -> list[Tree]:
    placed = int(state["placed"][player])
    stack = [int(troop) for troop in setup.rules["stack"][: setup.rules["stack_size"]]]
    owned = [face_of(int(unit)) // 2 for unit in state["units"] if unit and owner_of(int(unit)) == player]
    captured = Counter(stack[:placed]) - Counter(owned)
    left = [(setup.troops[troop].name, setup.troops[troop].letter, 1) for troop in stack[placed:]]
    gone = [(setup.troops[troop].name, setup.troops[troop].letter, count) for troop, count in sorted(captured.items())]
    seat = setup.seats[player]
    return [
        panel(f"stack-{player}", message("stack-of", player=seat), player, left),
        panel(f"captured-{player}", message("captured-of", player=seat), player, gone),
    ]


def clicks(setup: DrakeSetup, state: Any, action: int) -> list[Tree]:
    """The stack or a unit first, then the cell; a strike is a button between."""
    origin, how, target = split_action(setup, action)
    to = {"cell": cell_name(target, setup.size)}
    if origin < 0:
        return [{"panel": f"stack-{int(state['player'])}"}, to]
    here = {"cell": cell_name(origin, setup.size)}
    return [here, {"button": "strike"}, to] if how else [here, to]


def describe(setup: DrakeSetup, event: Any, seat: int | None) -> Message | None:
    kind, a, b, c, d = (int(n) for n in event[:5])
    at = lambda cell: cell_name(cell, setup.size)
    if kind == PLACED:
        return Message("placed", {"player": setup.seats[a], "cell": at(b), "troop": setup.troops[c].name})
    if kind in (MOVED, STRUCK):
        args = {"player": setup.seats[a], "from": at(b), "to": at(c), "troop": setup.troops[d // 2].name}
        return Message("moved" if kind == MOVED else "struck", args)
    if kind == CAPTURED:
        return Message("captured", {"player": setup.seats[a], "cell": at(b), "troop": setup.troops[c // 2].name})
    assert kind == ENDED
    return None  # every view says how a game ended
