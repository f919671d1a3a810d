"""Reads and checks the data of Warriors: warriors, potions, maps, team sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabor.data import Table, lacking
from tabor.errors import DataError
from tabor.game import Setup, bytes_before, one
from tabor.games.warriors.knowledge import plane_names
from tabor.games.warriors.rules import (
    ATTACK,
    ATTACK_PHASE,
    CELLS,
    DURATION,
    HP,
    ITEMS,
    KINDS,
    MOST_HP,
    MOVE_1,
    MOVE_2,
    PLAYERS,
    POTIONS,
    RULES,
    SIDE,
    SUMMON,
    TEAM,
    WALK,
)
from tabor.grid import cell_name, neighbours

SEATS = ("blue", "orange", "green", "purple")
STATS = {"hp": HP, "attack": ATTACK, "walk": WALK}
PHASES = {"move1": MOVE_1, "attack": ATTACK_PHASE, "move2": MOVE_2, "summon": SUMMON}
MOST_TURNS = 1_000_000
MOST_TEAMS = 100


DIGIT_NAMES = {
    "what": "0 end the phase, 1 select a warrior, 2 select or pick a potion, 3 one of the hand, 4 aim",
    "which": "the cell (1, 4), the kind of potion (2) or of warrior (3), else 0",
}


@dataclass(frozen=True)
class Warrior:
    name: str
    letter: str
    hp: int
    attack: int
    walk: int
    worth: int


@dataclass(frozen=True)
class Potion:
    name: str
    letter: str
    stat: str
    amount: int
    duration: int
    worth: int


@dataclass(frozen=True)
class WarriorsSetup(Setup):
    width: int
    height: int
    warriors: tuple[Warrior, ...]  # those that may be picked
    potions: tuple[Potion, ...]
    teams: tuple[str, ...]  # for the computer's choice alone

    @property
    def numbers(self) -> bytes:
        """Where nobody must do without anything, what they were before anybody could."""
        return super().numbers if self.rules["lacks"].any() else bytes_before(self.rules, "lacks")


def read(table: Table, options: Mapping[str, str]) -> WarriorsSetup:
    """The data as a RULES record, or a DataError that names what is wrong."""
    table.only("friends", "team", "potion", "end", "warriors", "potions", "maps", "without", "teams")
    players = read_players(options["players"])
    rows = read_map(table.table("maps"), options["map"], players)
    warriors, potions = read_warriors(table.table("warriors")), read_potions(table.table("potions"))
    width, height = len(rows[0]), len(rows)
    rules = one(RULES)
    rules["players"] = players
    rules["friends"] = table.boolean("friends")
    rules["potion_phases"] = sum(1 << PHASES[name] for name in read_phases(table.table("potion")))
    rules["which"] = which = max(width * height, len(warriors), len(potions))
    fill_team(rules, table.table("team"))
    fill_end(rules, table.table("end"), players, width + height)
    fill_kinds(rules, warriors, potions)
    fill_lacks(rules, table, [warrior.name for warrior in warriors])
    fill_map(rules, rows)
    return WarriorsSetup(
        rules=rules,
        seats=SEATS[:players],
        digits=(("what", 5), ("which", which)),
        most_actions=max(width * height, 1 + TEAM + len(potions) + len(warriors)),
        planes=(players * (2 * len(warriors) + len(potions) + 1) + 13, height, width),
        plane_names=plane_names(players, len(warriors), len(potions)),
        digit_names=DIGIT_NAMES,
        width=width,
        height=height,
        warriors=warriors,
        potions=potions,
        teams=tuple(table.texts("teams", 0, MOST_TEAMS)),
    )


def read_players(text: str) -> int:
    if text not in ("2", "3", "4"):
        raise DataError(f"players is {text!r}; it must be 2, 3 or 4")
    return int(text)


# ---- maps (S2) ----


def read_map(maps: Table, name: str, players: int) -> list[str]:
    """The rows of a map from the top; a mistake in any map is refused."""
    if name not in maps:
        maps.refuse(name, f"is missing; the maps are {', '.join(maps)}")
    return {each: read_rows(maps, each, players) for each in maps}[name]


def read_rows(maps: Table, name: str, players: int) -> list[str]:
    rows = maps.texts(name, 1, SIDE)
    width, height = len(rows[0]), len(rows)
    for number, row in enumerate(rows):
        if len(row) != width:
            maps.refuse(name, f"has {width} signs in its first line, so row {height - number} must have {width} too")
        for x, sign in enumerate(row):
            if sign not in ".#":
                cell = cell_name((height - 1 - number) * width + x, width)
                maps.refuse(name, f"has {sign!r} on {cell}; a cell is '.' (to walk on) or '#' (blocked)")
    if not 1 <= width <= SIDE or width * height > CELLS:
        maps.refuse(name, f"is {width} × {height}; it may have 1 to {SIDE} columns and at most {CELLS} cells")
    check_walkable(maps, name, rows, players)
    return rows


def walkable_cells(rows: Sequence[str]) -> set[int]:
    width = len(rows[0])
    return {y * width + x for y, row in enumerate(reversed(rows)) for x, sign in enumerate(row) if sign == "."}


def check_walkable(maps: Table, name: str, rows: Sequence[str], players: int) -> None:
    """Room for everybody, and a way from every cell to every other."""
    width, left = len(rows[0]), walkable_cells(rows)
    if len(left) < players:
        maps.refuse(name, f"has {len(left)} cells to walk on; {players} players need as many at least")
    first = min(left)
    waiting = [first]
    left.remove(first)
    while waiting:
        near = left & set(neighbours(waiting.pop(), width, len(rows)))
        left -= near
        waiting += near
    if left:
        cell = cell_name(min(left), width)
        maps.refuse(name, f"has no way from {cell_name(first, width)} to {cell}; all '.' must hang together")


def fill_map(rules: Any, rows: Sequence[str]) -> None:
    width, height = len(rows[0]), len(rows)
    rules["width"], rules["height"], rules["cells"] = width, height, width * height
    cells = walkable_cells(rows)
    rules["open"] = len(cells)
    rules["near"][:] = -1
    for cell in cells:
        near = [other for other in neighbours(cell, width, height) if other in cells]
        rules["walkable"][cell] = 1
        rules["ways"][cell] = len(near)
        rules["near"][cell, : len(near)] = near


# ---- warriors and potions ----


def read_warriors(table: Table) -> tuple[Warrior, ...]:
    """Those that are allowed; a mistake in any is refused."""
    letters: dict[str, str] = {}
    found = [read_warrior(table.table(name), name, letters) for name in table]
    allowed = tuple(warrior for warrior, is_allowed in found if is_allowed)
    if not 1 <= len(allowed) <= KINDS:
        table.refuse("", f"has {len(allowed)} warriors that are allowed; there may be 1 to {KINDS}")
    return allowed


def read_warrior(table: Table, name: str, letters: dict[str, str]) -> tuple[Warrior, bool]:
    table.only("letter", "hp", "attack", "walk", "allowed", "worth")
    letter = read_letter(table, name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "one capital letter, A to Z", letters)
    hp, attack, walk = table.integer("hp", 1, MOST_HP), table.integer("attack", 0, 99), table.integer("walk", 0, 99)
    return Warrior(name, letter, hp, attack, walk, table.integer("worth", 0, 100)), table.boolean("allowed")


def read_letter(table: Table, name: str, alphabet: str, words: str, letters: dict[str, str]) -> str:
    letter = table.text("letter")
    if len(letter) != 1 or letter not in alphabet:
        table.refuse("letter", f"is {letter!r}; it must be {words}")
    if letter in letters:
        table.refuse("letter", f"is {letter!r}, which {letters[letter]} has already")
    letters[letter] = name
    return letter


def read_potions(table: Table) -> tuple[Potion, ...]:
    if not 1 <= len(table.values) <= POTIONS:
        table.refuse("", f"has {len(table.values)} potions; there may be 1 to {POTIONS}")
    letters: dict[str, str] = {}
    return tuple(read_potion(table.table(name), name, letters) for name in table)


def read_potion(table: Table, name: str, letters: dict[str, str]) -> Potion:
    table.only("letter", "stat", "amount", "duration", "worth")
    letter = read_letter(table, name, "abcdefghijklmnopqrstuvwxyz", "one small letter, a to z", letters)
    stat, amount = table.choice("stat", list(STATS)), table.integer("amount", -99, 99)
    duration = table.integer("duration", 0, DURATION)
    if amount == 0:
        table.refuse("amount", "is 0; a potion must change something")
    if (duration == 0) != (stat == "hp"):
        right = "0: it works at once" if stat == "hp" else f"1 to {DURATION} turns"
        table.refuse("duration", f"is {duration}; for stat {stat!r} it must be {right}")
    return Potion(name, letter, stat, amount, duration, table.integer("worth", 0, 100))


def fill_kinds(rules: Any, warriors: Sequence[Warrior], potions: Sequence[Potion]) -> None:
    rules["kinds"], rules["potions"] = len(warriors), len(potions)
    for i, warrior in enumerate(warriors):
        for stat in ("hp", "attack", "walk", "worth"):
            rules[stat][i] = getattr(warrior, stat)
    for i, potion in enumerate(potions):
        rules["stat"][i] = STATS[potion.stat]
        rules["amount"][i], rules["duration"][i] = potion.amount, potion.duration
        rules["potion_worth"][i] = potion.worth


def fill_lacks(rules: Any, table: Table, names: list[str]) -> None:
    for player, lost in enumerate(lacking(table, SEATS, names)):
        if len(set(lost)) == len(names):
            table.table("without").refuse(SEATS[player], "has all warriors; there must be one to pick")
        rules["lacks"][player, [names.index(name) for name in lost]] = 1


# ---- the rest ----


def fill_team(rules: Any, table: Table) -> None:
    """S1."""
    table.only("warriors", "potions")
    rules["team"] = table.integer("warriors", 1, TEAM)
    rules["items"] = table.integer("potions", 0, ITEMS)


def read_phases(table: Table) -> list[str]:
    """S9."""
    table.only("phases")
    phases = table.texts("phases", 0, len(PHASES))
    for name in phases:
        if name not in PHASES or phases.count(name) > 1:
            table.refuse("phases", f"has {name!r}; it must list some of {', '.join(PHASES)}, each once")
    return phases


def fill_end(rules: Any, table: Table, players: int, edges: int) -> None:
    """S15."""
    table.only("turns_per_player", "turns_per_edge")
    by_players = players * table.integer("turns_per_player", 1, MOST_TURNS)
    by_map = edges * table.integer("turns_per_edge", 0, MOST_TURNS)
    rules["turn_limit"] = max(by_players, by_map)


assert len(SEATS) == PLAYERS
