"""Reads and checks the data of The Drake: boards, troops, stack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabor.data import Table, lacking
from tabor.game import Setup, bytes_before, one
from tabor.games.drake.knowledge import plane_names
from tabor.games.drake.rules import CELLS, RULES, SIDE, STACK, TROOPS
from tabor.grid import is_on_board, ray, straight_direction

FACES = ("front", "back")
SEATS = ("blue", "orange")
DIGIT_NAMES = {
    "from": "0 the stack, else 1 + the cell of the unit that acts",
    "how": "0 place or move, 1 strike",
    "to": "the cell",
}
WAYS = ("shift", "slide", "strike")
Face = dict[str, list[tuple[int, int]]]  # way → offsets (right, forward)


@dataclass(frozen=True, eq=False)  # told apart by identity, so that what is said of one can be kept
class Troop:
    name: str
    letter: str
    worth: int
    faces: tuple[Face, Face]


@dataclass(frozen=True)
class DrakeSetup(Setup):
    size: int
    troops: tuple[Troop, ...]

    @property
    def numbers(self) -> bytes:
        """Without what follows from the rest."""
        is_even = all(self.rules["own_size"] == self.rules["stack_size"])
        return bytes_before(self.rules, "points") + (b"" if is_even else self.rules["own"].tobytes())

    def stack(self, player: int) -> list[int]:
        """S2: the troops of a player's whole stack, top first."""
        troops: list[int] = self.rules["own"][player, : self.rules["own_size"][player]].tolist()
        return troops


def read(table: Table, options: Mapping[str, str]) -> DrakeSetup:
    """The data as a RULES record, or a DataError that names what is wrong."""
    table.only("stack", "guards", "end", "troops", "boards", "without")
    size, mountains = read_board(table.table("boards"), options["board"])
    troops = read_troops(table.table("troops"))
    rules = one(RULES)
    rules["size"] = size
    rules["cells"] = size * size
    rules["troops"] = len(troops)
    rules["open"] = (1 << size * size) - 1 & ~mountains
    rules["home"] = ((1 << size) - 1, (1 << size) - 1 << size * (size - 1))
    fill_stack(rules, table, troops)
    fill_end(rules, table.table("end"))
    fill_geometry(rules, size)
    for number, troop in enumerate(troops):
        fill_troop(rules, number, troop, size)
    fill_points(rules)
    return DrakeSetup(
        rules=rules,
        seats=SEATS,
        digits=(("from", 1 + size * size), ("how", 2), ("to", size * size)),
        most_actions=most_actions(rules, size),
        planes=(4 * len(troops) + 5, size, size),
        plane_names=plane_names(len(troops)),
        digit_names=DIGIT_NAMES,
        size=size,
        troops=troops,
    )


def most_actions(rules: Any, size: int) -> int:
    """A placement on every cell, and every unit of a stack where it can do most."""
    most = (rules["moves"][..., 0] + rules["strikes"][..., 0]).max(axis=(0, 2))  # by face
    best = most.reshape(-1, 2).max(1)  # by troop
    return size * size + max(
        int(best[stack[:n]].sum()) for stack, n in zip(rules["own"], rules["own_size"], strict=True)
    )


def read_board(boards: Table, name: str) -> tuple[int, int]:
    """S1: the size of a board, and the set of its mountains; a mistake in any board is refused."""
    if name not in boards:
        boards.refuse(name, f"is missing; the boards are {', '.join(boards)}")
    return {board: read_rows(boards, board) for board in boards}[name]


def read_rows(boards: Table, name: str) -> tuple[int, int]:
    rows = boards.texts(name, 3, SIDE)
    mountains = 0
    for y, row in enumerate(reversed(rows)):
        if len(row) != len(rows):
            boards.refuse(name, f"has {len(rows)} rows, so {row!r} must have {len(rows)} signs too")
        for x, sign in enumerate(row):
            if sign not in ".#":
                boards.refuse(name, f"has {sign!r} in {row!r}; a cell is '.' (free) or '#' (mountain)")
            mountains |= (sign == "#") << (y * len(rows) + x)
    return len(rows), mountains


def read_troops(table: Table) -> tuple[Troop, ...]:
    if not 1 <= len(table.values) <= TROOPS:
        table.refuse("", f"has {len(table.values)} troops; there may be 1 to {TROOPS}")
    troops: list[Troop] = []
    for name in table:
        troop = read_troop(table.table(name), name)
        for other in troops:
            if other.letter == troop.letter:
                table.table(name).refuse("letter", f"is {troop.letter!r}, which {other.name} has already")
        troops.append(troop)
    return tuple(troops)


def read_troop(table: Table, name: str) -> Troop:
    table.only("letter", "worth", *FACES)
    letter = table.text("letter")
    if len(letter) != 1 or not "A" <= letter <= "Z":
        table.refuse("letter", f"is {letter!r}; it must be one capital letter, A to Z")
    worth = table.integer("worth", 0, 100)
    front, back = (read_face(table.table(face)) for face in FACES)
    return Troop(name, letter, worth, (front, back))


def read_face(table: Table) -> Face:
    table.only(*WAYS)
    face = {way: list(read_offsets(table, way)) for way in table}
    for way in ("shift", "slide"):
        for dx, dy in face.get(way, []):
            if straight_direction(dx, dy) is None:  # S7
                table.refuse(way, f"has [{dx}, {dy}]; a {way} goes along a straight or diagonal line")
    return face


def read_offsets(table: Table, way: str) -> Iterator[tuple[int, int]]:
    offsets = table.get(way)
    if not isinstance(offsets, list):
        table.refuse(way, f"is {offsets!r}; it must be a list of offsets [right, forward]")
    for offset in offsets:
        is_pair = isinstance(offset, list) and len(offset) == 2
        if not is_pair or not all(type(n) is int and abs(n) < SIDE for n in offset) or offset == [0, 0]:
            table.refuse(way, f"has {offset!r}; an offset is [right, forward], not [0, 0], below {SIDE} each way")
        yield offset[0], offset[1]


def fill_stack(rules: Any, table: Table, troops: tuple[Troop, ...]) -> None:
    """S2."""
    names = [troop.name for troop in troops]
    guards = table.integer("guards", 0, STACK - 1)
    stack = table.texts("stack", 1, STACK)
    for name in stack:
        if name not in names:
            table.refuse("stack", f"has {name!r}, which is no troop; troops are {', '.join(names)}")
    if len(stack) < 1 + guards:
        table.refuse("stack", f"has {len(stack)} units; a leader and {guards} guards need at least {1 + guards}")
    rules["guards"] = guards
    rules["stack_size"] = len(stack)
    rules["stack"][: len(stack)] = [names.index(name) for name in stack]
    for player, lost in enumerate(lacking(table, SEATS, names)):
        left = [names.index(name) for name in shortened(stack, lost)]
        if len(left) + len(lost) > len(stack) or len(left) < 1 + guards:
            table.table("without").refuse(SEATS[player], f"has {', '.join(lost)}; the stack cannot lose that")
        rules["own_size"][player] = len(left)
        rules["own"][player, : len(left)] = left


def shortened(stack: Sequence[str], lost: Sequence[str]) -> list[str]:
    """Without the lowest unit of each of these names.

    >>> shortened(["Drake", "Clubman", "Clubman", "Monk"], ["Clubman"])
    ['Drake', 'Clubman', 'Monk']
    """
    upwards = list(reversed(stack))
    for name in lost:
        if name in upwards:
            upwards.remove(name)
    return upwards[::-1]


def fill_end(rules: Any, table: Table) -> None:
    """S12, S13."""
    table.only("no_progress", "no_move")
    rules["no_progress"] = table.integer("no_progress", 1, 10_000)
    rules["no_move_draws"] = table.choice("no_move", ("loss", "draw")) == "draw"


def fill_geometry(rules: Any, size: int) -> None:
    for cell in range(size * size):
        x = cell % size
        rules["inner"] |= ((x < size - 1) << cell, (x > 0) << cell)
        for direction in [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]:
            way = 0
            for target in ray(cell, *direction, size, size):
                rules["between"][cell, target] = way
                way |= 1 << target


def fill_troop(rules: Any, number: int, troop: Troop, size: int) -> None:
    """List for every owner, face and cell where a unit could move or strike on an empty board."""
    rules["worth"][number] = troop.worth
    for owner, forward in enumerate((1, -1)):  # orange mirrors dy only
        for back, face in enumerate(troop.faces):
            for cell in range(size * size):
                moves, strikes = reach(face, cell, forward, size)
                write_list(rules["moves"][owner, 2 * number + back, cell], moves)
                write_list(rules["strikes"][owner, 2 * number + back, cell], strikes)


def fill_points(rules: Any) -> None:
    """What `value` counts: the worth of a unit, tenfold, and the cells it could reach."""
    worth = 10 * rules["worth"].astype(int)
    reach = rules["moves"][..., 0].astype(int) + rules["strikes"][..., 0]  # [owner, face, cell]
    for owner, sign in enumerate((1, -1)):
        rules["points"][1 + owner :: 2] = sign * (np.repeat(worth, 2)[:, None] + reach[owner])
        stack = rules["own"][owner, : rules["own_size"][owner]]
        rules["waiting"][owner, : len(stack)] = worth[stack][::-1].cumsum()[::-1]


def reach(face: Face, cell: int, forward: int, size: int) -> tuple[set[int], set[int]]:
    """Cells this face could move to, and strike, from a cell of an empty board."""

    def targets(way: str) -> Iterator[int]:
        for dx, dy in face.get(way, []):
            x, y = cell % size + dx, cell // size + forward * dy
            if is_on_board(x, y, size, size):
                yield y * size + x

    slides = {
        target
        for dx, dy in face.get("slide", [])
        if (step := straight_direction(dx, forward * dy))
        for target in ray(cell, *step, size, size)
    }
    return slides | set(targets("shift")), set(targets("strike"))


def write_list(target: Any, cells: set[int]) -> None:
    assert len(cells) < CELLS
    target[0] = len(cells)
    target[1 : 1 + len(cells)] = sorted(cells)
