"""Reads and checks the data of Robots: the arena and all numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tabor.data import Table
from tabor.errors import DataError
from tabor.game import Setup, one
from tabor.games.robots.knowledge import PLANE_NAMES
from tabor.games.robots.rules import (
    BATCH,
    BLOCKED,
    CELLS,
    NOWHERE,
    OPEN,
    ORDERS,
    ROBOTS,
    RULES,
    SIDE,
    SPAWN,
    SPAWNS,
)
from tabor.grid import cell_name, is_on_board

SEATS = ("blue", "orange")
ALL_TURNS = "all"
SIGNS = {".": "open", "#": "blocked", "S": "spawn"}
GROUNDS = {".": OPEN, "#": BLOCKED, "S": SPAWN}
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # up, right, down, left, with y upwards as cells are numbered
MOST_IDS = 32_767  # robots that ever appear in a game
MOST_TURNS = 10_000
MOST_POINTS = 1000  # hit points and damage


DIGIT_NAMES = {
    "order": "0 to 3 move and 4 to 7 attack (up, right, down, left), 8 guard, 9 suicide, 10 guard with all others"
}


@dataclass(frozen=True)
class RobotsSetup(Setup):
    width: int
    height: int
    names: tuple[str, ...]  # of all cells: a log of robots names thousands

    def cell_at(self, x: int, y: int) -> int:
        """The cell that robot programs call (x, y): y counts downwards from the top row."""
        return (self.height - 1 - y) * self.width + x

    def place_of(self, cell: int) -> tuple[int, int]:
        """The (x, y) of a cell."""
        return cell % self.width, self.height - 1 - cell // self.width


def read(table: Table, options: Mapping[str, str]) -> RobotsSetup:
    """The data as a RULES record, or a DataError that names what is wrong."""
    table.only("turns", "robot_hp", "spawn", "damage", "arenas")
    rules = one(RULES)
    width, height = fill_arena(rules, table.table("arenas"), options["arena"])
    rules["turns"] = read_turns(table, options["turns"])
    rules["hp"] = table.integer("robot_hp", 1, MOST_POINTS)
    fill_damage(rules, table.table("damage"))
    fill_spawn(rules, table.table("spawn"))
    check_numbers(rules, table)
    return RobotsSetup(
        rules=rules,
        seats=SEATS,
        digits=(("order", ORDERS),),
        most_actions=ORDERS,
        planes=(len(PLANE_NAMES), height, width),
        plane_names=PLANE_NAMES,
        digit_names=DIGIT_NAMES,
        width=width,
        height=height,
        names=tuple(cell_name(cell, width) for cell in range(width * height)),
    )


# ---- the arena ----


def fill_arena(rules: Any, arenas: Table, name: str) -> tuple[int, int]:
    """Width and height of an arena; a mistake in any of them is refused."""
    if name not in arenas:
        arenas.refuse(name, f"is missing; the arenas are {', '.join(arenas)}")
    drawn = {arena: arenas.picture(arena, SIGNS, 2, SIDE) for arena in arenas}
    rows = drawn[name]
    width, height = len(rows[0]), len(rows)
    rules["width"], rules["height"] = width, height
    rules["ground"][:] = BLOCKED
    rules["ground"][: width * height] = [GROUNDS[sign] for row in reversed(rows) for sign in row]
    fill_neighbours(rules, width, height)
    fill_spawn_cells(rules, width * height)
    if not SPAWNS >= rules["spawn_count"] >= 2:
        arenas.refuse(name, f"has {rules['spawn_count']} cells 'S'; it must have 2 to {SPAWNS}")
    return width, height


def fill_neighbours(rules: Any, width: int, height: int) -> None:
    """S1."""
    rules["beside"][:] = NOWHERE
    for cell in range(width * height):
        for direction, (dx, dy) in enumerate(STEPS):
            x, y = cell % width + dx, cell // width + dy
            if is_on_board(x, y, width, height) and rules["ground"][y * width + x] != BLOCKED:
                rules["beside"][cell, direction] = y * width + x


def fill_spawn_cells(rules: Any, cells: int) -> None:
    """S7: pairs of point reflections first, then those that are no pair."""
    spawns = [cell for cell in range(cells) if rules["ground"][cell] == SPAWN]
    pairs = [(cell, cells - 1 - cell) for cell in spawns if cell < cells - 1 - cell in spawns]
    paired = [cell for pair in pairs for cell in pair]
    ordered = [*paired, *(cell for cell in spawns if cell not in paired)]
    rules["spawn_count"], rules["pair_count"] = len(spawns), len(pairs)
    rules["spawns"][: len(ordered[:SPAWNS])] = ordered[:SPAWNS]


# ---- numbers ----


def read_turns(table: Table, option: str) -> int:
    """S8: what the data say, or fewer for a short game."""
    turns = table.integer("turns", 2, MOST_TURNS)
    if option == ALL_TURNS:
        return turns
    if not option.isdecimal() or not 2 <= int(option) <= turns:
        raise DataError(f"option 'turns' is {option!r}; it must be {ALL_TURNS!r} or a whole number from 2 to {turns}")
    return int(option)


def fill_damage(rules: Any, table: Table) -> None:
    """S4, S5."""
    table.only("attack", "collision", "suicide", "guard")
    attack = table.get("attack")
    is_pair = isinstance(attack, list) and len(attack) == 2 and all(type(n) is int for n in attack)
    if not is_pair or not 0 <= attack[0] <= attack[1] <= MOST_POINTS:
        table.refuse("attack", f"is {attack!r}; it must be [least, most] with 0 ≤ least ≤ most ≤ {MOST_POINTS}")
    rules["attack"] = attack
    rules["collision"] = table.integer("collision", 0, MOST_POINTS)
    rules["suicide"] = table.integer("suicide", 0, MOST_POINTS)
    rules["guard"] = table.integer("guard", 1, MOST_POINTS)


def fill_spawn(rules: Any, table: Table) -> None:
    """S7."""
    table.only("every", "robots", "symmetric")
    rules["every"] = table.integer("every", 1, MOST_TURNS)
    rules["batch"] = batch = table.integer("robots", 1, BATCH)
    rules["symmetric"] = table.boolean("symmetric")
    pairs, cells = int(rules["pair_count"]), int(rules["spawn_count"])
    if rules["symmetric"] and batch > pairs:
        table.refuse("robots", f"is {batch}, but this arena has only {pairs} pairs of 'S' that mirror each other")
    if 2 * batch > cells:
        table.refuse("robots", f"is {batch}, but two players need {2 * batch} cells 'S' and this arena has {cells}")


def check_numbers(rules: Any, table: Table) -> None:
    """No game may ever hold, or number, more robots than there is room for."""
    batches = -(-int(rules["turns"] - 1) // int(rules["every"]))
    appearing = 2 * int(rules["batch"]) * max(1, batches)
    staying = int((rules["ground"][:CELLS] == OPEN).sum())  # S7: nobody survives on a spawn cell
    most = min(appearing, staying + 2 * int(rules["batch"]))
    if appearing > MOST_IDS:
        table.refuse("turns", f"is {rules['turns']}: {appearing} robots would appear, at most {MOST_IDS} may")
    if most > ROBOTS:
        table.refuse("turns", f"is {rules['turns']}: {most} robots could stand there at once, at most {ROBOTS} may")


def most_robots(setup: RobotsSetup) -> int:
    """Robots that one player may have at once."""
    rules = setup.rules
    batches = -(-int(rules["turns"] - 1) // int(rules["every"]))
    staying = int((rules["ground"][:CELLS] == OPEN).sum())  # S7: nobody survives on a spawn cell
    return min(int(rules["batch"]) * max(1, batches), staying + int(rules["batch"]))
