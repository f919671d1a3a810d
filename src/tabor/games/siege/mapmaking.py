"""Makes fair maps: the same for both sides after half a turn, with room for castles, and water worth sailing.

A map is drawn at random, feature by feature, each together with its mirror image; then it is tidied up, and thrown
away if `flaw` finds fault with it. The same seed and size always give the same map.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import numpy as np

from tabor.errors import DataError
from tabor.games.siege.board import SIDE
from tabor.games.siege.numbers import seat_ground
from tabor.games.siege.terrain import Cell, Terrain, is_symmetric, regions, useless_water
from tabor.games.siege.words import GRASS, GROUND_SIGNS, ROCK, WATER

TRIES = 400
SEAT_SIDE = 3  # of a castle or camp
LEAST_DISTANCE = 16  # S27: between castles
FREE_BESIDE = 6  # S26
MOST_WATER = 0.55  # of all cells
MOST_ROCK = 0.2


def make_map(seed: int, width: int, height: int) -> list[str]:
    """A fair map as lines of text, the last one row 1; DataError if none of this size can be."""
    for name, side in (("wide", width), ("high", height)):
        if side > SIDE or side < 3:
            raise DataError(f"a map is from 3 to {SIDE} cells {name}; {side} is not")
    reason = size_problem(width, height)
    for number in range(0 if reason else TRIES):
        terrain = drawn(random.Random(f"{seed} {width}x{height} {number}"), width, height)
        if (reason := flaw(terrain)) is None:
            return written(terrain)
    raise DataError(f"no fair map of {width}x{height} with seed {seed}: {reason}")


def size_problem(width: int, height: int) -> str | None:
    """Castles in opposite corners are as far apart as castles can be."""
    farthest = width + height - 4 * SEAT_SIDE + 1
    if min(width, height) < SEAT_SIDE + 1 or farthest < LEAST_DISTANCE:
        return f"castles could stand at most {farthest} cells apart, and {LEAST_DISTANCE} are needed (14x14 is enough)"
    return None


def written(terrain: Terrain) -> list[str]:
    return ["".join(GROUND_SIGNS[ground] for ground in row) for row in terrain[::-1]]


# ---- what is wrong with a map ----


def flaw(terrain: Terrain) -> str | None:
    """Why a map is not fair or not fun; None if it is both."""
    if not is_symmetric(terrain):
        return "it is not the same after half a turn"
    if (terrain == WATER).mean() > MOST_WATER or (terrain == ROCK).mean() > MOST_ROCK:
        return "there is too little grass"
    if regions(terrain).max() != 0:
        return "some land cannot be reached, by foot or by ship"
    if useless_water(terrain):
        return "there is water on which nobody would sail"
    if not mirrored_castles(terrain):
        return f"no castle is {LEAST_DISTANCE} cells from its mirror image"
    return None


def mirrored_castles(terrain: Terrain) -> list[Cell]:
    """Lowest left cells where a castle may be placed whose mirror image is far enough away."""
    height, width = terrain.shape
    ground = seat_ground(terrain, SEAT_SIDE, FREE_BESIDE)
    found = []
    for y, x in zip(*np.nonzero(ground), strict=True):
        across = max(0, abs(width - SEAT_SIDE - 2 * int(x)) - SEAT_SIDE + 1)
        along = max(0, abs(height - SEAT_SIDE - 2 * int(y)) - SEAT_SIDE + 1)
        if across + along - 1 >= LEAST_DISTANCE:
            found.append((int(y), int(x)))
    return found


# ---- drawing ----


class Canvas:
    """A map being drawn; whatever is painted is painted on its mirror image too."""

    def __init__(self, rng: random.Random, width: int, height: int) -> None:
        self.rng, self.width, self.height = rng, width, height
        self.terrain: Terrain = np.full((height, width), GRASS, np.int8)

    def paint(self, y: int, x: int, ground: int) -> None:
        if 0 <= y < self.height and 0 <= x < self.width:
            self.terrain[y, x] = self.terrain[self.height - 1 - y, self.width - 1 - x] = ground

    def blot(self, y: int, x: int, radius: float, ground: int) -> None:
        """A round spot with a ragged edge."""
        reach = int(radius) + 1
        for dy in range(-reach, reach + 1):
            for dx in range(-reach, reach + 1):
                if dy * dy + dx * dx <= (radius + self.rng.uniform(-0.5, 0.3)) ** 2:
                    self.paint(y + dy, x + dx, ground)

    def somewhere(self) -> Cell:
        return self.rng.randrange(self.height), self.rng.randrange(self.width)

    def walk(self, bend: float) -> list[Cell]:
        """From the middle to an edge, and by its mirror image to the opposite edge."""
        y, x = (self.height - 1) // 2, (self.width - 1) // 2
        is_across = self.rng.random() < self.height / (self.width + self.height)
        aside, path = self.rng.choice((-1, 1)), [(y, x)]
        while 0 <= y < self.height and 0 <= x < self.width:
            if self.rng.random() < bend:
                aside = self.rng.choice((-1, 1))
                y, x = (y + aside, x) if is_across else (y, x + aside)
            else:
                y, x = (y, x - 1) if is_across else (y - 1, x)
            path.append((y, x))
        return path


def draw_river(canvas: Canvas) -> None:
    """A stream two cells wide from edge to edge, with a ford or without."""
    path = canvas.walk(0.3)
    ford = canvas.rng.randrange(len(path)) if canvas.rng.random() < 0.7 else -9
    for place, (y, x) in enumerate(path):
        if abs(place - ford) > 1:
            for dy in (0, 1):
                for dx in (0, 1):
                    canvas.paint(y + dy, x + dx, WATER)


def draw_lakes(canvas: Canvas) -> None:
    for _ in range(canvas.rng.randint(1, 2)):
        canvas.blot(*canvas.somewhere(), canvas.rng.uniform(1.8, 1.5 + min(canvas.width, canvas.height) / 9), WATER)


def draw_islands(canvas: Canvas) -> None:
    """Two large ones, and some between."""
    canvas.terrain[:] = WATER
    short = min(canvas.width, canvas.height)
    y, x = canvas.rng.choice(((0, 0), (0, canvas.width - 1), (canvas.height // 2, 0)))
    canvas.blot(y, x, 0.55 * short + 1.5, GRASS)
    canvas.blot(canvas.height // 2, canvas.width // 2, canvas.rng.uniform(0.0, 0.2) * short, GRASS)
    for _ in range(canvas.rng.randint(1, 3)):
        canvas.blot(*canvas.somewhere(), canvas.rng.uniform(1.5, 0.25 * short), GRASS)


def draw_pass(canvas: Canvas) -> None:
    """A ridge from edge to edge with a gap."""
    path = canvas.walk(0.25)
    gap = canvas.rng.randrange(len(path))
    for place, (y, x) in enumerate(path):
        if abs(place - gap) > 2:
            canvas.paint(y, x, ROCK)
            canvas.paint(y + 1, x + 1, ROCK)


def draw_plain(canvas: Canvas) -> None:
    """Nothing but what is strewn on every map."""


STYLES: tuple[Callable[[Canvas], None], ...] = (draw_river, draw_lakes, draw_islands, draw_pass, draw_plain)


def drawn(rng: random.Random, width: int, height: int) -> Terrain:
    canvas = Canvas(rng, width, height)
    rng.choice(STYLES)(canvas)
    if rng.random() < 0.3:
        draw_lakes(canvas)
    for _ in range(width * height // 90):
        y, x = canvas.somewhere()
        if canvas.terrain[y, x] == GRASS:
            canvas.blot(y, x, rng.choice((0.4, 0.4, 1.0)), ROCK)
    tidy(canvas)
    return canvas.terrain


def tidy(canvas: Canvas) -> None:
    """Fill water of no use, and turn land that nobody reaches into rock."""
    paint_all(canvas, (cell for area in useless_water(canvas.terrain) for cell in area), GRASS)
    found = regions(canvas.terrain)
    sizes = np.bincount(found[found >= 0], minlength=1)
    for number, size in enumerate(sizes):
        if size < max(sizes) and size <= 12:
            paint_all(canvas, zip(*(part.tolist() for part in np.nonzero(found == number)), strict=True), ROCK)


def paint_all(canvas: Canvas, cells: Iterable[Cell], ground: int) -> None:
    for y, x in cells:
        canvas.paint(y, x, ground)
