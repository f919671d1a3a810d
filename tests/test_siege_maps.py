"""Maps of siege: those that are there, those that are made, and those that nobody could play on."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tabor
from tabor.cli import main
from tabor.data import read_toml
from tabor.games.siege import KIND, mapmaking
from tabor.games.siege.mapmaking import make_map
from tabor.games.siege.words import CAMP, CASTLE

Cell = tuple[int, int]  # column, row
SHIPPED = read_toml(KIND.home / "data" / "maps.toml")["maps"]
SIDES = st.integers(14, 40)


# ---- a naive look at a map, from the rules alone ----


def cells_with(rows: list[str], sign: str) -> set[Cell]:
    return {(x, y) for y, row in enumerate(reversed(rows)) for x, found in enumerate(row) if found == sign}


def beside(cells: set[Cell]) -> set[Cell]:
    return {(x + dx, y + dy) for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))} - cells


def square(corner: Cell, side: int) -> set[Cell]:
    return {(corner[0] + dx, corner[1] + dy) for dx in range(side) for dy in range(side)}


def ship(middle: Cell, upright: bool) -> frozenset[Cell]:
    x, y = middle
    return frozenset({(x, y - 1), middle, (x, y + 1)} if upright else {(x - 1, y), middle, (x + 1, y)})


def sailed_from(rows: list[str], land: set[Cell]) -> set[Cell]:
    """All water that ships from ports on some land can cover."""
    water = cells_with(rows, "~")
    docks = {corner for corner in land if square(corner, 2) <= land}
    quays = beside(set().union(*(square(dock, 2) for dock in docks))) if docks else set()
    places = {(cell, upright) for cell in water for upright in (False, True) if ship(cell, upright) <= water}
    waiting = [place for place in places if ship(*place) & quays]
    found = set(waiting)
    while waiting:
        (x, y), upright = waiting.pop()
        ways = {((x + dx, y + dy), upright) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))} | {((x, y), not upright)}
        new = (ways & places) - found
        found |= new
        waiting += new
    return {cell for place in found for cell in ship(*place)}


def reached_from(rows: list[str], start: Cell) -> set[Cell]:
    """All land to which units made at a cell can come, walking and sailing."""
    grass, reached, before = cells_with(rows, "."), {start}, set[Cell]()
    while reached != before:
        before = set(reached)
        while new := beside(reached) & grass:
            reached |= new
        reached |= beside(sailed_from(rows, reached)) & grass
    return reached


def castles(rows: list[str]) -> list[Cell]:
    """S26: lowest left cells of castles."""
    grass, rock = cells_with(rows, "."), cells_with(rows, "#")
    on_map = grass | rock | cells_with(rows, "~")
    found = [cell for cell in sorted(grass) if square(cell, 3) <= grass]
    return [cell for cell in found if len((beside(square(cell, 3)) & on_map) - rock) >= 6]


def distance(one: Cell, other: Cell) -> int:
    """S3, of two castles."""
    return sum(max(0, abs(a - b) - 2) for a, b in zip(one, other, strict=True)) - 1


def assert_fair(rows: list[str]) -> None:
    width, height = len(rows[0]), len(rows)
    assert rows == [row[::-1] for row in reversed(rows)], "not the same after half a turn"
    places = castles(rows)
    pairs = [(x, y) for x, y in places if distance((x, y), (width - 3 - x, height - 3 - y)) >= 16]
    assert pairs, "no castle and its mirror image are far enough apart"
    assert reached_from(rows, pairs[0]) == cells_with(rows, "."), "some land cannot be reached"
    assert cells_with(rows, "~") >= (sailed := sailed_from(rows, cells_with(rows, ".")))
    assert all(touches_sailed(rows, cell, sailed) for cell in cells_with(rows, "~")), "water where no ship comes near"


def touches_sailed(rows: list[str], cell: Cell, sailed: set[Cell]) -> bool:
    """The body of water that a cell belongs to has water for ships in it."""
    water, body = cells_with(rows, "~"), {cell}
    while new := beside(body) & water:
        body |= new
    return bool(body & sailed)


# ---- maps that are made ----


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), width=SIDES, height=SIDES)
def test_a_made_map_is_fair_and_every_land_can_be_reached(seed: int, width: int, height: int) -> None:
    rows = make_map(seed, width, height)
    assert (len(rows[0]), len(rows)) == (width, height)
    assert_fair(rows)


def test_the_least_maps_can_be_made_and_played_on() -> None:
    for seed in range(20):
        rows = make_map(seed, 14, 14)
        match = tabor.Match(tabor.load("siege", rules={"maps": {"made": rows}}, map="made"), seed=1)
        assert match.legal[0].startswith("place")


def test_the_same_seed_makes_the_same_map_and_others_differ() -> None:
    assert make_map(7, 32, 24) == make_map(7, 32, 24)
    assert len({tuple(make_map(seed, 24, 20)) for seed in range(12)}) == 12


def test_there_are_maps_with_water_and_with_islands_among_those_made() -> None:
    maps = [make_map(seed, 28, 22) for seed in range(40)]
    assert sum(bool(cells_with(rows, "~")) for rows in maps) >= 10
    apart = [rows for rows in maps if not walks_everywhere(rows)]
    assert len(apart) >= 3


def walks_everywhere(rows: list[str]) -> bool:
    return reached_from([row.replace("~", "#") for row in rows], min(cells_with(rows, "."))) == cells_with(rows, ".")


@pytest.mark.parametrize(
    ("size", "problem"), [((13, 13), "at most 15 cells apart"), ((41, 20), "3 to 40"), ((3, 40), "at most")]
)
def test_sizes_that_cannot_be_are_refused_with_the_reason(size: tuple[int, int], problem: str) -> None:
    with pytest.raises(tabor.DataError, match=problem):
        make_map(1, *size)


def test_maps_are_made_for_the_numbers_of_the_rules() -> None:
    rules = tabor.load("siege").rules
    assert int(rules["least_distance"]) == mapmaking.LEAST_DISTANCE
    assert read_toml(KIND.home / "data" / "rules.toml")["free_beside_seat"] == mapmaking.FREE_BESIDE
    assert {int(rules["length"][kind]) for kind in (CASTLE, CAMP)} == {mapmaking.SEAT_SIDE}


# ---- maps that are there ----


def test_there_are_five_maps_and_more() -> None:
    assert {"ford", "islands", "pass", "plain", "keep"} <= set(SHIPPED)


@pytest.mark.parametrize("name", ["islands", "pass", "plain", "keep"])
def test_the_maps_drawn_for_both_sides_alike_are_fair(name: str) -> None:
    assert_fair(SHIPPED[name])


@pytest.mark.parametrize("name", SHIPPED)
def test_all_land_of_a_shipped_map_can_be_reached(name: str) -> None:
    assert reached_from(SHIPPED[name], castles(SHIPPED[name])[0]) == cells_with(SHIPPED[name], ".")


def test_nobody_walks_from_one_island_to_the_other() -> None:
    assert not walks_everywhere(SHIPPED["islands"])
    assert not walks_everywhere(SHIPPED["straits"])
    assert walks_everywhere(SHIPPED["pass"])


# ---- maps that cannot be ----


def test_a_map_whose_seats_cannot_reach_each_other_is_refused() -> None:
    ridge = ["." * 12 + "##" + "." * 12] * 14
    with pytest.raises(tabor.DataError, match=r"maps\.ridge has no seats that could reach each other"):
        tabor.load("siege", rules={"maps": {"ridge": ridge}}, map="ridge")


def test_a_strait_joins_what_a_ridge_parts_if_a_ship_fits() -> None:
    strait = ["." * 12 + "~~" + "." * 12] * 14
    assert tabor.load("siege", rules={"maps": {"strait": strait}}, map="strait").setup.planes[2] == 26
    puddles = ["." * 12 + ("~~" if y % 3 else "##") + "." * 12 for y in range(14)]
    with pytest.raises(tabor.DataError, match="could reach each other"):
        tabor.load("siege", rules={"maps": {"puddles": puddles}}, map="puddles")


# ---- the command ----


def test_a_map_is_drawn_written_and_played_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    assert main(["siege", "map", "--seed", "7", "--size", "20x16", "-o", str(file)]) == 0
    drawn = capsys.readouterr().out
    assert "20x16-7, 20×16" in drawn
    assert "≈ water" in drawn
    game = tabor.load("siege", rules=file, map="20x16-7")
    assert game.setup.planes[1:] == (16, 20)
    assert main(["siege", "map", "20x16-7", "--rules", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == drawn.splitlines()[1:-1]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--size", "13x13"], "castles could stand at most 15 cells apart"),
        (["--size", "big"], "the size is 'big'; it must be columns and rows, as in 32x24"),
        (["moon"], "maps.moon is missing; the maps are ford"),
    ],
)
def test_mistakes_are_one_sentence(words: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["siege", "map", *words]) == 2
    error = capsys.readouterr().err
    assert problem in error
    assert error.count("\n") == 1


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("keep me")
    assert main(["siege", "map", "-o", str(file)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert file.read_text() == "keep me"
