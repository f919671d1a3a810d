"""Reads and checks the data of siege: tokens, maps, modes and all other numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabor.data import Table, lacking
from tabor.errors import DataError
from tabor.game import Setup, bytes_before, one
from tabor.games.siege.board import CELLS, DIE, LONGEST_LIST, RULES, SIDE, TOKENS
from tabor.games.siege.knowledge import PLANE_NAMES, PLANES
from tabor.games.siege.terrain import regions
from tabor.games.siege.words import (
    CAMP,
    CASTLE,
    GROUND_SIGNS,
    GROUNDS,
    KINDS,
    MODES,
    ROCK,
    SIEGE,
    STANDARD,
    VERBS,
    WALL,
)

# What the token table may say. Units and engines have fixed cells, since their ways of moving and turning need them.
FIXED = {name: [1, 1] for name in ("infantry", "archers", "cavalry", "ladder")}
FIXED |= {"tower": [2, 2], "ram": [2, 1], "trebuchet": [2, 1], "ship": [3, 1]}
SQUARE = KINDS[CASTLE:WALL]
LONG = ("wall", "gate")
MOST_CELLS = 6  # along a side of a building
MOST_MOVE = 12
MOST_COINS = 10_000
SEATS = ("blue", "orange")
ROLES = ("defender", "attacker")  # of blue and orange in siege mode


DIGIT_NAMES = {
    "verb": ", ".join(f"{number} {verb}" for number, verb in enumerate(VERBS)),
    "cell": "where, 0 where no cell is needed",
}


@dataclass(frozen=True)
class SiegeSetup(Setup):
    width: int
    height: int
    mode: str
    map_name: str

    @property
    def numbers(self) -> bytes:
        """Where nobody must do without anything, what they were before anybody could."""
        return super().numbers if self.rules["lacks"].any() else bytes_before(self.rules, "lacks")


def read(table: Table, options: Mapping[str, str]) -> SiegeSetup:
    """The data as a RULES record, or a DataError that names what is wrong."""
    numbers = ("least_distance", "free_beside_seat", "captors", "barracks_units", "most_tokens")
    table.only(
        *numbers, "shot", "ram", "trebuchet", "end", "options", *MODES, "tokens", "maps", "without", "head_start"
    )
    rules = one(RULES)
    mode = options["mode"]
    if mode not in MODES:
        raise DataError(f"option 'mode' is {mode!r}; it must be one of {', '.join(MODES)}")
    rules["siege"] = MODES.index(mode)
    fill_numbers(rules, table)
    fill_modes(rules, table)
    fill_head_start(rules, table, options["map"])
    fill_dice(rules, table)
    fill_end(rules, table)
    fill_tokens(rules, table.table("tokens"))
    for player, lost in enumerate(lacking(table, SEATS, [name for name in KINDS if name != KINDS[CASTLE]])):
        rules["lacks"][player, [KINDS.index(name) for name in lost]] = 1
    terrain = read_map(table.table("maps"), options["map"])
    height, width = terrain.shape
    fill_map(rules, terrain)
    fill_grounds(rules, table, terrain, options["map"])
    return SiegeSetup(
        rules=rules,
        seats=SEATS,
        digits=(("verb", len(VERBS)), ("cell", width * height)),
        most_actions=LONGEST_LIST,
        planes=(PLANES, height, width),
        plane_names=PLANE_NAMES,
        digit_names=DIGIT_NAMES,
        width=width,
        height=height,
        mode=mode,
        map_name=options["map"],
    )


def fill_numbers(rules: Any, table: Table) -> None:
    rules["least_distance"] = table.integer("least_distance", 2, 2 * SIDE)  # at 1 seats could touch (S2)
    rules["captors"] = table.integer("captors", 1, 12)
    rules["barracks_units"] = table.integer("barracks_units", 1, 100)
    rules["most_tokens"] = table.integer("most_tokens", 4, TOKENS)
    options = table.table("options")
    options.only("ladder_beside_wall", "camp_from_enemy")
    rules["ladder_beside_wall"] = options.boolean("ladder_beside_wall")
    rules["camp_from_enemy"] = options.integer("camp_from_enemy", 0, 2 * SIDE)


def fill_modes(rules: Any, table: Table) -> None:
    """S21, S27, S28: a mistake in either mode is refused."""
    coins = []
    for name, seats, more in ((MODES[STANDARD], SEATS, "castle_coins"), (MODES[SIEGE], ROLES, "income")):
        mode, keys = table.table(name), [f"{seat}_coins" for seat in seats]
        mode.only(*keys, more)
        coins.append([mode.integer(key, 0, MOST_COINS) for key in keys])
        rules[more] = mode.integer(more, 0, MOST_COINS)
    rules["start_coins"] = coins[int(rules["siege"])]


def fill_head_start(rules: Any, table: Table, map_name: str) -> None:
    """Standard mode: coins that blue has more at the start on a map; less than 0, orange."""
    head_start = table.table("head_start")
    head_start.only(*table.table("maps"))
    coins = {name: head_start.integer(name, -MOST_COINS, MOST_COINS) for name in head_start}.get(map_name, 0)
    if int(rules["siege"]) == 0:
        rules["start_coins"][int(coins < 0)] += abs(coins)


def fill_dice(rules: Any, table: Table) -> None:
    """A roll of 7 never falls: it stands for "never"."""
    shot, ram, trebuchet = table.table("shot"), table.table("ram"), table.table("trebuchet")
    shot.only("range", "lift", "hits")
    rules["shot_range"] = shot.integer("range", 0, 20)
    rules["lift"] = shot.integer("lift", 0, 20)
    rules["shot_hits"] = shot.integer("hits", 1, DIE + 1)
    ram.only("wall", "other")
    rules["ram_breaks_wall"] = ram.integer("wall", 1, DIE + 1)
    rules["ram_breaks_other"] = ram.integer("other", 1, DIE + 1)
    trebuchet.only("lands")
    lands = trebuchet.get("lands")
    is_list = isinstance(lands, list) and len(lands) == DIE
    if not is_list or not all(type(steps) is int and 0 <= steps < SIDE for steps in lands):
        trebuchet.refuse("lands", f"is {lands!r}; it must be six whole numbers from 0 to {SIDE - 1}, one for each roll")
    rules["hurl_to"][1:] = lands


def fill_end(rules: Any, table: Table) -> None:
    end = table.table("end")
    end.only("seatless_turns", "units_from_turn", "turns")
    rules["seatless_turns"] = end.integer("seatless_turns", 1, 100)
    rules["units_from_turn"] = end.integer("units_from_turn", 1, 1000)
    rules["turn_limit"] = end.integer("turns", 1, 10_000)


# ---- tokens ----


def fill_tokens(rules: Any, tokens: Table) -> None:
    tokens.only(*KINDS)
    for kind, name in enumerate(KINDS):
        token = tokens.table(name)
        is_unit, is_castle = kind < CASTLE, kind == CASTLE
        token.only("cells", *(() if is_castle else ("move", "cost") if is_unit else ("cost", "reach")))
        rules["length"][kind], rules["breadth"][kind] = read_cells(token, name)
        rules["move"][kind] = token.integer("move", 0, MOST_MOVE) if is_unit else 0
        rules["cost"][kind] = 0 if is_castle else token.integer("cost", 0, MOST_COINS)
        rules["reach"][kind] = 0 if is_unit or is_castle else token.integer("reach", 0, 2 * SIDE)


def read_cells(token: Table, name: str) -> tuple[int, int]:
    """Columns and rows; long tokens lie along a row here."""
    cells = token.get("cells")
    is_pair = isinstance(cells, list) and len(cells) == 2 and all(type(n) is int for n in cells)
    if name in FIXED and cells != FIXED[name]:
        token.refuse("cells", f"is {cells!r}; a {name} is always {FIXED[name]}")
    if not is_pair or not all(1 <= n <= MOST_CELLS for n in cells):
        token.refuse("cells", f"is {cells!r}; it must be two whole numbers from 1 to {MOST_CELLS}")
    if name in SQUARE and cells[0] != cells[1]:
        token.refuse("cells", f"is {cells!r}; a {name} is square")
    if name in LONG and cells[1] != 1:
        token.refuse("cells", f"is {cells!r}; a {name} is one row high")
    return cells[0], cells[1]


# ---- maps ----


def read_map(maps: Table, name: str) -> np.ndarray[Any, np.dtype[np.int8]]:
    """The terrain of a map, row 1 first; a mistake in any map is refused."""
    if name not in maps:
        maps.refuse(name, f"is missing; the maps are {', '.join(maps)}")
    return {each: read_rows(maps, each) for each in maps}[name]


def read_rows(maps: Table, name: str) -> np.ndarray[Any, np.dtype[np.int8]]:
    rows = maps.picture(name, dict(zip(GROUND_SIGNS, GROUNDS, strict=True)), 3, SIDE)
    return np.array([[GROUND_SIGNS.index(sign) for sign in row] for row in reversed(rows)], np.int8)


def fill_map(rules: Any, terrain: np.ndarray[Any, np.dtype[np.int8]]) -> None:
    rules["height"], rules["width"] = terrain.shape
    rules["terrain"][: terrain.size] = terrain.ravel()


def fill_grounds(rules: Any, table: Table, terrain: np.ndarray[Any, np.dtype[np.int8]], name: str) -> None:
    """S26, S29: where seats may be placed, and where the first castle; a map without such a place is refused."""
    free = table.integer("free_beside_seat", 0, 4 * MOST_CELLS)
    grounds = {kind: seat_ground(terrain, int(rules["length"][kind]), free) for kind in (CASTLE, CAMP)}
    rules["castle_ground"][: terrain.size] = grounds[CASTLE].ravel()
    rules["camp_ground"][: terrain.size] = grounds[CAMP].ravel()
    first = first_castles(rules, grounds[CASTLE], grounds[CAMP])
    rules["first_castle"][: terrain.size] = first.ravel()
    if not first.any():
        what = "two camps" if rules["siege"] else "another castle"
        distance = int(rules["least_distance"])
        table.table("maps").refuse(name, f"has no room for a castle and {what} at least {distance} away from it")
    if not any(first_castles(rules, *shared).any() for shared in by_region(terrain, grounds[CASTLE], grounds[CAMP])):
        table.table("maps").refuse(name, "has no seats that could reach each other, by land or by ship")
    assert terrain.size <= CELLS


def by_region(
    terrain: np.ndarray[Any, np.dtype[np.int8]],
    castles: np.ndarray[Any, np.dtype[np.bool_]],
    camps: np.ndarray[Any, np.dtype[np.bool_]],
) -> Iterator[tuple[np.ndarray[Any, np.dtype[np.bool_]], np.ndarray[Any, np.dtype[np.bool_]]]]:
    """The grounds of castles and camps in each region of land that hangs together, by foot or by ship."""
    found = regions(terrain)
    for number in range(int(found.max()) + 1):
        yield castles & (found == number), camps & (found == number)


def seat_ground(
    terrain: np.ndarray[Any, np.dtype[np.int8]], side: int, free: int
) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """S26: by lowest left cell, where all cells are grass and enough cells beside are neither rock nor off the map."""
    height, width = terrain.shape
    ground = np.zeros(terrain.shape, np.bool_)
    walkable = np.pad(terrain != ROCK, 1, constant_values=False)
    for y in range(height - side + 1):
        for x in range(width - side + 1):
            around = walkable[y : y + side + 2, x : x + side + 2]  # one further on all sides
            beside = around[0, 1:-1].sum() + around[-1, 1:-1].sum() + around[1:-1, 0].sum() + around[1:-1, -1].sum()
            ground[y, x] = not terrain[y : y + side, x : x + side].any() and beside >= free
    return ground


def first_castles(
    rules: Any, castles: np.ndarray[Any, np.dtype[np.bool_]], camps: np.ndarray[Any, np.dtype[np.bool_]]
) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """S29: castles after which a castle far enough away, or two camps that do not touch, can be placed."""
    side = int(rules["length"][CASTLE])
    other_side = int(rules["length"][CAMP]) if rules["siege"] else side
    rows, columns = np.nonzero(camps if rules["siege"] else castles)
    first = np.zeros_like(castles)
    for y, x in zip(*np.nonzero(castles), strict=True):
        steps = gaps(x, side, columns, other_side) + gaps(y, side, rows, other_side)
        fine = steps - 1 >= rules["least_distance"]
        if rules["siege"]:
            first[y, x] = fine.any() and (np.ptp(columns[fine]) > other_side or np.ptp(rows[fine]) > other_side)
        else:
            first[y, x] = fine.any()
    return first


def gaps(here: int, size: int, there: Any, other_size: int) -> Any:
    """Along one axis: the differences of nearest coordinates."""
    return np.maximum(0, np.maximum(there - (here + size - 1), here - (there + other_size - 1)))
