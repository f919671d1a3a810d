"""Geometry used by several games: cells of a board of width × height, numbered row by row from the bottom left.

12 13 14 15      row 4     a4 b4 c4 d4
 8  9 10 11      row 3     a3 b3 c3 d3
 4  5  6  7      row 2     a2 b2 c2 d2
 0  1  2  3      row 1     a1 b1 c1 d1
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from tabor.jit import rule

ORTHOGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1))


def column_name(x: int) -> str:
    """a … z, aa, ab, …

    >>> column_name(0), column_name(25), column_name(26), column_name(53)
    ('a', 'z', 'aa', 'bb')
    """
    high, low = divmod(x, 26)
    return (column_name(high - 1) if high else "") + chr(ord("a") + low)


def column_number(name: str) -> int:
    """The inverse of column_name.

    >>> [column_number(column_name(x)) for x in (0, 25, 26, 701, 702)]
    [0, 25, 26, 701, 702]
    """
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1


@lru_cache(maxsize=1 << 14)
def cell_name(cell: int, width: int) -> str:
    """
    >>> cell_name(6, 4)
    'c2'
    """
    return f"{column_name(cell % width)}{cell // width + 1}"


def read_cell(text: str, width: int, height: int) -> int:
    """
    >>> read_cell("c2", 4, 4)
    6
    >>> read_cell("e2", 4, 4)
    Traceback (most recent call last):
    ValueError: 'e2' is not a cell: columns are a to d, rows 1 to 4
    """
    found = re.fullmatch(r"([a-z]{1,3})([1-9]\d{0,2})", text)
    if found:
        x, y = column_number(found[1]), int(found[2]) - 1
        if x < width and y < height:
            return y * width + x
    raise ValueError(f"{text!r} is not a cell: columns are a to {column_name(width - 1)}, rows 1 to {height}")


def is_on_board(x: int, y: int, width: int, height: int) -> bool:
    return 0 <= x < width and 0 <= y < height


def ray(cell: int, dx: int, dy: int, width: int, height: int) -> Iterator[int]:
    """The cells from here to the edge in one direction, nearest first.

    >>> list(ray(0, 1, 1, 4, 4))
    [5, 10, 15]
    """
    x, y = cell % width + dx, cell // width + dy
    while is_on_board(x, y, width, height):
        yield y * width + x
        x, y = x + dx, y + dy


def neighbours(cell: int, width: int, height: int) -> list[int]:
    """The cells that share an edge with this one, ascending.

    >>> neighbours(5, 4, 4)
    [1, 4, 6, 9]
    """
    steps = (list(ray(cell, dx, dy, width, height))[:1] for dx, dy in ORTHOGONAL)
    return sorted(target for step in steps for target in step)


def straight_direction(dx: int, dy: int) -> tuple[int, int] | None:
    """The unit step of a straight or diagonal offset; None for any other.

    >>> straight_direction(0, -3), straight_direction(2, 2), straight_direction(1, 2)
    ((0, -1), (1, 1), None)
    """
    distance = max(abs(dx), abs(dy))
    if distance == 0 or not {abs(dx), abs(dy)} <= {0, distance}:
        return None
    return dx // distance, dy // distance


# ---- for rules ----


@rule
def is_beside(width: int, cell: int, other: int) -> bool:
    """Whether two cells share an edge.

    >>> [other for other in range(16) if is_beside(4, 7, other)]
    [3, 6, 11]
    """
    apart = abs(cell - other)
    return apart == width or (apart == 1 and max(cell, other) % width != 0)


@rule
def steps_between(width: int, cell: int, other: int) -> int:
    """How many steps along edges lead from one cell to another.

    >>> steps_between(4, 3, 8)
    5
    """
    return abs(cell % width - other % width) + abs(cell // width - other // width)


@rule
def lowest(cells: Any) -> Any:
    """The first cell of a set that is not empty: bit c of an integer stands for cell c. One instruction, compiled.

    >>> lowest(0b101000)
    3
    """
    below = (cells & -cells) - 1
    pairs = below - (below >> 1 & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    return eights * 0x0101010101010101 >> 56 & 0xFF
