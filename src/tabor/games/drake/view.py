"""What a seat may see of The Drake: everything, since nothing is hidden."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from tabor.game import Message, Tree
from tabor.games.drake.numbers import FACES, DrakeSetup, Face, Troop
from tabor.games.drake.rules import CAPTURED, ENDED, MOVED, PLACED, STRUCK, face_of, owner_of, unit
from tabor.games.drake.text import split_action
from tabor.grid import cell_name
from tabor.jit import plain
from tabor.view import Fixed, badge, board, button, gone, item, kept, message, new, panel, piece, shot, walk

face_of, owner_of, unit = plain(face_of), plain(owner_of), plain(unit)


def scene(setup: DrakeSetup, state: Any, seat: int | None) -> Tree:
    """The board, the units on it, and for each player the stack and what was captured of it (S10)."""
    units, leaders, placed = (state[name].tolist() for name in ("units", "leader", "placed"))
    here = [(unit, cell, cell in leaders) for cell, unit in enumerate(units) if unit]
    blue, orange = (panels(setup, player, placed[player], units) for player in range(2))
    return {
        "board": kept(setup, "board", lambda: ground(setup)),
        "pieces": [kept_piece(setup, *each) for each in here],
        "panels": blue + orange,
    }


def kept_piece(setup: DrakeSetup, unit: int, cell: int, is_leader: bool) -> Fixed:
    return kept(setup, ("piece", unit, cell, is_leader), lambda: unit_piece(setup, unit, cell, is_leader))


def ground(setup: DrakeSetup) -> Tree:
    mountains = ~int(setup.rules["open"])
    return board(setup.size, setup.size, lambda cell: "mountain" if mountains >> cell & 1 else "free")


def unit_piece(setup: DrakeSetup, unit: int, cell: int, is_leader: bool) -> Fixed:
    owner, face = int(owner_of(unit)), int(face_of(unit))
    troop = setup.troops[face // 2]
    badges = [badge("leader", "*")] if is_leader else []
    letter = troop.letter if face % 2 == 0 else troop.letter.lower()
    name = cell_name(cell, setup.size)
    more = {"face": FACES[face % 2], "badges": badges, "about": about(troop, owner)}
    return Fixed(piece(troop.name, letter, owner, [name], **more))


@lru_cache(maxsize=512)  # a server says it hundreds of times a second
def about(troop: Troop, owner: int) -> Tree:
    """What both faces can do, as the owner's units move on the board."""
    front, back = (face_ways(face, 1 - 2 * owner) for face in troop.faces)
    return message("about-troop", troop=troop.name, front=front, back=back)


def face_ways(face: Face, forward: int) -> list[Tree]:
    """The ways of a face with their targets, as in `shift ↑ ↓, strike ↑↑←`."""
    targets = {way: sorted(arrows(dx, forward * dy) for dx, dy in face[way]) for way in face}
    return [message(f"way-{way}", arrows=" ".join(targets[way])) for way in targets] or [message("way-none")]


def arrows(dx: int, dy: int) -> str:
    """An offset as steps on the board, as in ↗ or ↑↑←."""
    if abs(dx) == abs(dy):
        return {(1, 1): "↗", (-1, 1): "↖", (1, -1): "↘", (-1, -1): "↙"}[sign(dx), sign(dy)] * abs(dx)
    return ("↑" if dy > 0 else "↓") * abs(dy) + ("→" if dx > 0 else "←") * abs(dx)


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def panels(setup: DrakeSetup, player: int, placed: int, units: list[int]) -> list[Fixed]:
    """What is left of the stack, top first, and what was captured of it."""
    troops = kept(setup, ("troops", player), lambda: troops_of(setup, player))
    owned = tuple(sorted([troops[unit] for unit in units if unit in troops]))
    return kept(setup, ("panels", player, placed, owned), lambda: make_panels(setup, player, placed, owned))


def troops_of(setup: DrakeSetup, player: int) -> dict[int, int]:
    """By unit of a player, of either face: its troop."""
    return {unit(player, face): face // 2 for face in range(2 * len(setup.troops))}


def make_panels(setup: DrakeSetup, player: int, placed: int, owned: tuple[int, ...]) -> list[Fixed]:
    stack = setup.stack(player)
    lost = Counter(stack[:placed]) - Counter(owned)
    left = [troop_item(setup.troops[troop], player, 1) for troop in stack[placed:]]
    captured = [troop_item(setup.troops[troop], player, count) for troop, count in sorted(lost.items())]
    return [
        Fixed(panel(f"stack-{player}", message("stack"), player, left)),
        Fixed(panel(f"lost-{player}", message("lost"), player, captured)),
    ]


def troop_item(troop: Troop, owner: int, count: int) -> Tree:
    return item(troop.name, troop.letter, count, about=about(troop, owner))


def clicks(setup: DrakeSetup, state: Any, action: int) -> list[Tree]:
    """The stack or a unit first, then the cell; a strike is a button between."""
    player = int(state["player"]) if split_action(setup, action)[0] < 0 else 0  # whose stack
    return kept(setup, ("clicks", action, player), lambda: make_clicks(setup, action, player))


def make_clicks(setup: DrakeSetup, action: int, player: int) -> list[Tree]:
    origin, how, target = split_action(setup, action)
    to = {"cell": cell_name(target, setup.size)}
    if origin < 0:
        return [{"panel": f"stack-{player}"}, to]
    here = {"cell": cell_name(origin, setup.size)}
    return [here, button("strike"), to] if how else [here, to]


def describe(setup: DrakeSetup, event: Any, seat: int | None) -> Message | None:
    """An event in words; the end is not told here, since every view says how a game ended."""
    kind, player, cell, c, d, _ = event.tolist()
    who, here = setup.seats[player], cell_name(cell, setup.size)
    if kind == PLACED:
        return Message("placed", {"player": who, "cell": here, "troop": setup.troops[c].name}, (new(here),))
    if kind in (MOVED, STRUCK):
        there = cell_name(c, setup.size)
        args = {"player": who, "from": here, "to": there, "troop": setup.troops[d // 2].name}
        key, shown = ("moved", walk) if kind == MOVED else ("struck", shot)
        return Message(key, args, (shown(here, there),))
    if kind == CAPTURED:
        return Message("captured", {"player": who, "cell": here, "troop": setup.troops[c // 2].name}, (gone(here),))
    assert kind == ENDED
    return None
