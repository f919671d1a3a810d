"""What a map allows, whatever stands on it: which lands ships join, where ports make sense, which water is of use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import numpy as np

from tabor.games.siege.words import GRASS, WATER
from tabor.grid import ORTHOGONAL

Terrain: TypeAlias = np.ndarray[Any, np.dtype[np.int8]]  # [row, column], row 1 first
Mask: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]
Cell: TypeAlias = tuple[int, int]  # row, column
Berth: TypeAlias = tuple[bool, int, int]  # a ship's place: upright, row and column of its middle cell

PORT_SIDE = 2
VOYAGE = 8  # steps between two port sites that make water worth sailing


class Groups:
    """Things that belong together, joined two at a time."""

    def __init__(self) -> None:
        self.parent: dict[Any, Any] = {}

    def find(self, thing: Any) -> Any:
        parent = self.parent.setdefault(thing, thing)
        if parent != thing:
            self.parent[thing] = parent = self.find(parent)
        return parent

    def join(self, one: Any, other: Any) -> None:
        self.parent[self.find(one)] = self.find(other)


def neighbours(terrain: Terrain, cell: Cell) -> Iterator[Cell]:
    for dy, dx in ORTHOGONAL:
        y, x = cell[0] + dy, cell[1] + dx
        if 0 <= y < terrain.shape[0] and 0 <= x < terrain.shape[1]:
            yield y, x


def areas(terrain: Terrain, ground: int) -> list[list[Cell]]:
    """The cells of one ground, in pieces that hang together; the largest first."""
    waiting = {(int(y), int(x)) for y, x in zip(*np.nonzero(terrain == ground), strict=True)}
    found = []
    while waiting:
        area = [waiting.pop()]
        for cell in area:
            near = waiting.intersection(neighbours(terrain, cell))
            waiting -= near
            area += sorted(near)
        found.append(sorted(area))
    return sorted(found, key=lambda area: (-len(area), area))


# ---- ships ----


def berth_cells(berth: Berth) -> list[Cell]:
    upright, y, x = berth
    return [(y + along, x) if upright else (y, x + along) for along in (-1, 0, 1)]


def berths(terrain: Terrain) -> set[Berth]:
    """S7: everywhere a ship could lie."""
    water = terrain == WATER
    found: set[Berth] = set()
    for y, x in zip(*np.nonzero(water), strict=True):
        for upright in (False, True):
            berth = (upright, int(y), int(x))
            if all(is_on(terrain, cell) and bool(water[cell]) for cell in berth_cells(berth)):
                found.add(berth)
    return found


def is_on(terrain: Terrain, cell: Cell) -> bool:
    height, width = terrain.shape
    return 0 <= cell[0] < int(height) and 0 <= cell[1] < int(width)


def voyages(terrain: Terrain) -> list[list[Berth]]:
    """S10, S11: berths, in pieces between which no ship can go."""
    free, groups = berths(terrain), Groups()
    for upright, y, x in free:
        groups.find((upright, y, x))
        for other in ((upright, y + 1, x), (upright, y, x + 1), (not upright, y, x)):
            if other in free:
                groups.join((upright, y, x), other)
    found: dict[Berth, list[Berth]] = {}
    for berth in sorted(free):
        found.setdefault(groups.find(berth), []).append(berth)
    return list(found.values())


def shore(terrain: Terrain, cells: Iterable[Cell]) -> set[Cell]:
    """The grass beside some cells."""
    return {near for cell in cells for near in neighbours(terrain, cell) if terrain[near] == GRASS}


def port_sites(terrain: Terrain, shore: set[Cell]) -> list[Cell]:
    """S21: lowest left cells of ports that have one of these cells of the shore."""
    found = {(y - dy, x - dx) for y, x in shore for dy in range(PORT_SIDE) for dx in range(PORT_SIDE)}
    return sorted(site for site in found if is_grass_square(terrain, site, PORT_SIDE))


def is_grass_square(terrain: Terrain, corner: Cell, side: int) -> bool:
    y, x = corner
    square = terrain[max(y, 0) : y + side, max(x, 0) : x + side]
    return min(y, x) >= 0 and square.shape == (side, side) and bool((square == GRASS).all())


# ---- what hangs together ----


def regions(terrain: Terrain) -> Terrain:
    """For each cell of land the number of its region, −1 elsewhere: lands that are one, or that ships can join.

    Ships join the lands at which they can lie, if a port fits anywhere there.
    """
    groups = Groups()
    for area in areas(terrain, GRASS):
        for cell in area:
            groups.join(cell, area[0])
    for voyage in voyages(terrain):
        coast = sorted(shore(terrain, {cell for berth in voyage for cell in berth_cells(berth)}))
        if port_sites(terrain, set(coast)):
            for cell in coast:
                groups.join(cell, coast[0])
    return numbered(terrain, groups)


def numbered(terrain: Terrain, groups: Groups) -> Terrain:
    made, numbers = np.full(terrain.shape, -1, np.int16), dict[Any, int]()
    for y, x in zip(*np.nonzero(terrain == GRASS), strict=True):
        made[y, x] = numbers.setdefault(groups.find((int(y), int(x))), len(numbers))
    return made  # type: ignore[return-value]


def useless_water(terrain: Terrain) -> list[list[Cell]]:
    """Water on which nobody would sail: no ship fits, or no two sites of ports are worth a voyage."""
    sailed = [{cell for berth in voyage for cell in berth_cells(berth)} for voyage in voyages(terrain)]
    worth = [cells for cells in sailed if is_worth_sailing(port_sites(terrain, shore(terrain, cells)))]
    return [area for area in areas(terrain, WATER) if not any(cells & set(area) for cells in worth)]


def is_worth_sailing(sites: list[Cell]) -> bool:
    """Two sites far enough apart; the farthest two are extreme along one of the diagonals."""
    sums, differences = [y + x for y, x in sites], [y - x for y, x in sites]
    return bool(sites) and max(max(sums) - min(sums), max(differences) - min(differences)) >= VOYAGE


def is_symmetric(terrain: Terrain) -> bool:
    """The same after half a turn."""
    return bool((terrain == terrain[::-1, ::-1]).all())
