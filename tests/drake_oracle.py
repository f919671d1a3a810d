"""The Drake once more, naive and slow, in plain dicts and tuples: what the game must agree with.

    rules = Rules.from_tree(tree, "plain")      # a tree as TOML holds it
    position = start(rules)
    for text in legal(rules, position): ...
    position = play(rules, position, "+a1")     # a new position; nothing is shared or changed

Cells are (x, y) from blue's left corner. Each step names the sentence it follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

Cell = tuple[int, int]
Offset = tuple[int, int]
Face = dict[str, list[Offset]]  # "shift", "slide", "strike" → offsets (right, forward)

BLUE, ORANGE = 0, 1
SEATS = ("blue", "orange")
EDGES = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Troop(NamedTuple):
    letter: str
    front: Face
    back: Face


class Unit(NamedTuple):
    owner: int
    troop: str
    flipped: bool = False
    leader: bool = False


@dataclass(frozen=True)
class Rules:
    troops: dict[str, Troop]
    stack: list[str]  # top first
    guards: int
    board: list[str]  # the last line is row 1
    no_progress: int = 50
    no_move: str = "loss"

    @property
    def size(self) -> int:
        return len(self.board)

    @classmethod
    def from_tree(cls, tree: dict[str, Any], board: str) -> Rules:
        troops = {name: read_troop(values) for name, values in tree["troops"].items()}
        end = tree["end"]
        lines = tree["boards"][board]
        return cls(troops, tree["stack"], tree["guards"], lines, end["no_progress"], end["no_move"])


def read_troop(values: dict[str, Any]) -> Troop:
    return Troop(values["letter"], read_face(values["front"]), read_face(values["back"]))


def read_face(values: dict[str, list[list[int]]]) -> Face:
    return {kind: [(dx, dy) for dx, dy in offsets] for kind, offsets in values.items()}


@dataclass(frozen=True)
class Position:
    units: dict[Cell, Unit] = field(default_factory=dict)
    placed: tuple[int, int] = (0, 0)  # how many units of each stack have entered
    turn: int = BLUE
    idle: int = 0  # plies in a row with neither a placement nor a capture
    ply: int = 0
    captured: tuple[Unit, ...] = ()
    over: bool = False
    winner: int | None = None  # None when over: a draw
    reason: str = ""


# ---- the board ----


def is_mountain(rules: Rules, cell: Cell) -> bool:
    x, y = cell
    return rules.board[rules.size - 1 - y][x] == "#"


def is_on_board(rules: Rules, cell: Cell) -> bool:
    return 0 <= cell[0] < rules.size and 0 <= cell[1] < rules.size


def is_free(rules: Rules, position: Position, cell: Cell) -> bool:
    """On the board, no mountain (S1), nobody there."""
    return is_on_board(rules, cell) and not is_mountain(rules, cell) and cell not in position.units


def neighbours(cell: Cell) -> list[Cell]:
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in EDGES]


def all_cells(rules: Rules) -> list[Cell]:
    return [(x, y) for y in range(rules.size) for x in range(rules.size)]


# ---- legal actions ----


def legal(rules: Rules, position: Position) -> set[str]:
    """All legal actions as text."""
    if position.over:
        return set()
    actions = {f"+{name(cell)}" for cell in placements(rules, position)}
    if position.placed[position.turn] > rules.guards:  # S5: nobody moves before all guards stand
        actions |= set(unit_actions(rules, position))
    return actions


def placements(rules: Rules, position: Position) -> list[Cell]:
    """Where the top of the stack may enter (S4, S5, S6)."""
    count = position.placed[position.turn]
    if count == len(rules.stack):
        return []
    if count == 0:
        row = 0 if position.turn == BLUE else rules.size - 1
        cells = [(x, row) for x in range(rules.size)]
    else:
        only_leader = count <= rules.guards
        own = [cell for cell, unit in position.units.items() if unit.owner == position.turn]
        hosts = [cell for cell in own if position.units[cell].leader or not only_leader]
        cells = [cell for host in hosts for cell in neighbours(host)]
    return [cell for cell in cells if is_free(rules, position, cell)]


def unit_actions(rules: Rules, position: Position) -> Iterator[str]:
    for cell, unit in position.units.items():
        if unit.owner != position.turn:
            continue
        for kind, offsets in face_of(rules, unit).items():
            for offset in offsets:
                yield from one_offset(rules, position, cell, kind, as_seen(unit, offset))


def face_of(rules: Rules, unit: Unit) -> Face:
    troop = rules.troops[unit.troop]
    return troop.back if unit.flipped else troop.front


def as_seen(unit: Unit, offset: Offset) -> Offset:
    """Orange's forward is down; its right stays right."""
    dx, dy = offset
    return (dx, dy) if unit.owner == BLUE else (dx, -dy)


def one_offset(rules: Rules, position: Position, cell: Cell, kind: str, offset: Offset) -> Iterator[str]:
    if kind == "shift":
        return shifts(rules, position, cell, offset)
    if kind == "slide":
        return slides(rules, position, cell, offset)
    return strikes(position, cell, offset)


def shifts(rules: Rules, position: Position, cell: Cell, offset: Offset) -> Iterator[str]:
    """S7: to exactly that cell, over a free way."""
    way = straight_way(cell, offset)
    if all(is_free(rules, position, between) for between in way[:-1]):
        yield from enters(rules, position, cell, way[-1])


def straight_way(cell: Cell, offset: Offset) -> list[Cell]:
    """The cells from the first step to the target, both included."""
    steps = max(abs(offset[0]), abs(offset[1]))
    dx, dy = offset[0] // steps, offset[1] // steps
    return [(cell[0] + dx * i, cell[1] + dy * i) for i in range(1, steps + 1)]


def slides(rules: Rules, position: Position, cell: Cell, offset: Offset) -> Iterator[str]:
    """S8: on and on over free cells, and onto the first enemy."""
    target = straight_way(cell, offset)[0]
    step = (target[0] - cell[0], target[1] - cell[1])
    while is_free(rules, position, target):
        yield f"{name(cell)}-{name(target)}"
        target = (target[0] + step[0], target[1] + step[1])
    yield from enters(rules, position, cell, target)


def enters(rules: Rules, position: Position, cell: Cell, target: Cell) -> Iterator[str]:
    if is_free(rules, position, target):
        yield f"{name(cell)}-{name(target)}"
    elif is_enemy(position, target):
        yield f"{name(cell)}x{name(target)}"


def strikes(position: Position, cell: Cell, offset: Offset) -> Iterator[str]:
    """S9: only onto an enemy, whatever lies between."""
    target = (cell[0] + offset[0], cell[1] + offset[1])
    if is_enemy(position, target):
        yield f"{name(cell)}*{name(target)}"


def is_enemy(position: Position, cell: Cell) -> bool:
    return cell in position.units and position.units[cell].owner != position.turn


# ---- playing ----


def start(rules: Rules) -> Position:
    return settle(rules, Position())


def play(rules: Rules, position: Position, action: str) -> Position:
    if action.startswith("+"):
        after = place(rules, position, read_name(action[1:]))
    else:
        sign = next(sign for sign in "-x*" if sign in action)
        origin, target = (read_name(part) for part in action.split(sign))
        after = act(position, origin, sign, target)
    after = replace(after, ply=position.ply + 1)
    return settle(rules, after) if after.over else settle(rules, replace(after, turn=1 - position.turn))


def place(rules: Rules, position: Position, cell: Cell) -> Position:
    count = position.placed[position.turn]
    unit = Unit(position.turn, rules.stack[count], flipped=False, leader=count == 0)  # S2, S3
    placed = list(position.placed)
    placed[position.turn] += 1
    return replace(position, units={**position.units, cell: unit}, placed=(placed[0], placed[1]), idle=0)


def act(position: Position, origin: Cell, sign: str, target: Cell) -> Position:
    units = dict(position.units)
    unit = units.pop(origin)
    victim = units.pop(target, None)
    flipped = unit._replace(flipped=not unit.flipped)  # S3
    units[origin if sign == "*" else target] = flipped
    if victim is None:
        return replace(position, units=units, idle=position.idle + 1)
    after = replace(position, units=units, idle=0, captured=(*position.captured, victim))  # S10
    return finish(after, position.turn, "leader-captured") if victim.leader else after  # S11


def settle(rules: Rules, position: Position) -> Position:
    """S12, then S13, once the next player is on turn."""
    if position.over:
        return position
    if not legal(rules, position):
        return finish(position, None if rules.no_move == "draw" else 1 - position.turn, "no-move")
    if position.idle >= rules.no_progress:
        return finish(position, None, "no-progress")
    return position


def finish(position: Position, winner: int | None, reason: str) -> Position:
    return replace(position, over=True, winner=winner, reason=reason)


def perft(rules: Rules, depth: int, position: Position | None = None) -> int:
    """Lines of play of that length."""
    position = position or start(rules)
    if depth == 0:
        return 1
    return sum(perft(rules, depth - 1, play(rules, position, action)) for action in legal(rules, position))


# ---- text ----


def name(cell: Cell) -> str:
    return f"{'abcdef'[cell[0]]}{cell[1] + 1}"


def read_name(text: str) -> Cell:
    return "abcdef".index(text[0]), int(text[1:]) - 1


def write(rules: Rules, position: Position) -> str:
    """The position in the notation of the game."""
    board = "/".join(write_row(rules, position, y) for y in reversed(range(rules.size)))
    stacks = "/".join(write_stack(rules, count) for count in position.placed)
    return f"{board} {write_turn(position)} stack={stacks} idle={position.idle} ply={position.ply}"


def write_stack(rules: Rules, placed: int) -> str:
    return "".join(rules.troops[troop].letter for troop in rules.stack[placed:]) or "-"


def write_row(rules: Rules, position: Position, y: int) -> str:
    return "".join(write_cell(rules, position, (x, y)) for x in range(rules.size))


def write_cell(rules: Rules, position: Position, cell: Cell) -> str:
    if cell not in position.units:
        return "#" if is_mountain(rules, cell) else "."
    unit = position.units[cell]
    letter = rules.troops[unit.troop].letter
    shown = letter if unit.owner == BLUE else letter.lower()
    return shown + "'" * unit.flipped + "*" * unit.leader


def write_turn(position: Position) -> str:
    if not position.over:
        return f"turn={SEATS[position.turn]}"
    winner = "draw" if position.winner is None else SEATS[position.winner]
    return f"turn=over winner={winner} reason={position.reason}"
