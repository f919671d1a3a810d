"""How siege's general ends games that it is winning: it goes on attacking, and finds what keeps its army out."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import tabor
from tabor.game import EVENT_WIDTH, Game
from tabor.games.siege import board
from tabor.games.siege.commander.rows import BESIEGING, BREACH, BY_BREACH, BY_FOOT, FACTS, FLOW, WAY
from tabor.games.siege.numbers import SiegeSetup
from tabor.games.siege.players import Commander
from tabor.games.siege.text import Standing, standing
from tabor.games.siege.words import KINDS, LADDER, PORT, WORKSHOP
from tabor.grid import read_cell

WIDTH, HEIGHT = 24, 20
MEADOW = ["." * WIDTH] * HEIGHT
SEATS = "castle orange a1-c3, castle blue v18-x20"
CLOSED = "wall a4-c4, wall d1-d3"  # all cells beside orange's castle in its corner
FAR_AWAY = "infantry orange a10"


def load(rows: list[str] = MEADOW) -> Game:
    return tabor.load("siege", map="map", mode="standard", rules={"maps": {"map": rows}})


def cell(name: str) -> int:
    return read_cell(name, WIDTH, HEIGHT)


def crowd(columns: str, rows: range, kind: str = "infantry blue") -> str:
    return ", ".join(f"{kind} {column}{row}" for column in columns for row in rows)


ARMY = crowd("nopqr", range(10, 14))  # twenty


def general(position: str, rows: list[str] = MEADOW) -> Commander:
    """Blue's general, who has looked at a position where it is on turn."""
    player = Commander(load(rows), 1, "general")
    player.events = np.zeros((10_000, EVENT_WIDTH), np.int32)
    player.states[0] = player.game.read_state(f"turn=blue phase=units {position}")
    player.run(0)
    return player


def fact(player: Commander, which: int) -> int:
    return int(player.field[FACTS, which])


def made(player: Commander) -> Counter[str]:
    """What it makes in its turn."""
    player.run(1, seed=1)
    happened = player.events[1 : 1 + int(player.events[0, 0])].tolist()
    return Counter(KINDS[kind] for event, _, kind, *_ in happened if event == board.MADE)


def built(player: Commander, kind: int) -> Standing:
    """The one building of a kind that stands after its turn."""
    player.run(1, seed=1)
    assert isinstance(player.game.setup, SiegeSetup)
    (found,) = [token for token in standing(player.game.setup, player.states[0]) if token.kind == kind]
    return found


# ---- what coins are for ----


@pytest.mark.parametrize(("army", "goes_on"), [(ARMY, True), ("infantry blue n10", False)])
def test_only_who_is_much_the_stronger_one_makes_soldiers_when_seats_begin_to_count(army: str, goes_on: bool) -> None:
    player = general(f"turns=251 coins=8/20 : {SEATS}, barracks blue s18-t19, {FAR_AWAY}, {army}")
    assert bool(made(player)) == goes_on


@pytest.mark.parametrize(("raiders", "makes_engines"), [(range(9, 10), True), (range(8, 14), False)])
def test_a_few_raiders_do_not_keep_an_army_from_making_engines(raiders: range, makes_engines: bool) -> None:
    enemies = crowd("x", raiders, "infantry orange")
    player = general(f"turns=61 coins=8/0 : {SEATS}, {CLOSED}, workshop blue s18-t19, {enemies}, {ARMY}")
    assert bool(made(player) & Counter(tower=1, ram=1, trebuchet=1)) == makes_engines


# ---- what keeps an army out ----

POCKET = "wall e1-e3, wall d4-f4"  # closes d1, d2 and d3 beside the castle; a4, b4 and c4 are open


@pytest.mark.parametrize(("holder", "way"), [("d2", BY_BREACH), ("b4", BY_FOOT), ("h4", BY_FOOT)])
def test_a_castle_that_is_held_where_nobody_can_walk_has_to_be_broken_into(holder: str, way: int) -> None:
    player = general(f"turns=61 coins=0/0 : {SEATS}, {POCKET}, infantry orange {holder}, {ARMY}")
    assert fact(player, WAY) == way


def test_the_breach_leads_to_whoever_holds_the_castle_apart() -> None:
    player = general(f"turns=61 coins=0/0 : {SEATS}, {POCKET}, infantry orange d2, {ARMY}")
    assert int(player.field[BREACH, cell("d2")]) == 0
    assert int(player.field[BREACH, cell("b4")]) > 0


@pytest.mark.parametrize(("army", "storms"), [(ARMY, True), ("infantry blue n10, infantry blue n11", False)])
def test_the_stronger_one_storms_walls_in_standard_mode_too(army: str, storms: bool) -> None:
    player = general(f"turns=61 coins=0/0 : {SEATS}, {CLOSED}, {FAR_AWAY}, {army}")
    assert fact(player, WAY) == BY_BREACH
    assert bool(fact(player, BESIEGING)) == storms


def test_those_behind_go_for_the_cells_beside_a_castle_that_are_free() -> None:
    flow: Any = general(f"turns=61 coins=0/0 : {SEATS}, {FAR_AWAY}, infantry blue d3, {ARMY}").field[FLOW]
    assert int(flow[cell("d2")]) == 0
    assert int(flow[cell("d3")]) > 0


# ---- where buildings stand ----


def test_a_workshop_stands_where_engines_get_out() -> None:
    """West of the castle rocks leave no way out; to the south there is one, farther from the castle."""
    rows = ["." * 15 + "#" + "." * 8] * 3 + ["." * 15 + "#" * 6 + "..."] + ["." * 21 + "..."] + ["." * WIDTH] * 15
    player = general(f"turns=9 coins=8/0 : {SEATS}, {CLOSED}, barracks blue w14-x15, {FAR_AWAY}, {ARMY}", rows)
    assert min(built(player, WORKSHOP).cells) // WIDTH < 16


def test_a_port_stands_where_its_ships_can_be_boarded() -> None:
    """An islet within reach has more water about it than any place at home, but nobody gets there."""
    rows = ["." * WIDTH] * 9 + ["~" * 7, "~~..~~~", "~~..~~~", "~" * 7] + ["." * 7] * 7
    rows = [row if len(row) == WIDTH else row + ("~" if row[0] == "~" else ".") * (WIDTH - 7) for row in rows]
    player = Commander(load(rows), 1, "general")
    town = "castle blue a4-c6, castle orange v18-x20, barracks blue e1-f2, infantry blue d4, infantry orange x16"
    player.states[0] = player.game.read_state(f"turn=blue phase=units turns=9 coins=10/0 : {town}")
    for _ in range(2):  # the second look is that of the mind it has overseas
        player.run(0)
        player.look_around()
    assert max(built(player, PORT).cells) // WIDTH < 7


@pytest.mark.parametrize(("reach", "army", "count"), [(40, ARMY, 1), (10, ARMY, 0), (40, "infantry blue n10", 0)])
def test_who_storms_a_castle_puts_a_ladder_to_its_walls_if_its_own_reaches_that_far(
    reach: int, army: str, count: int
) -> None:
    rules = {"maps": {"map": MEADOW}, "tokens": {"ladder": {"reach": reach}}}
    player = Commander(tabor.load("siege", map="map", mode="standard", rules=rules), 1, "general")
    town = f"{SEATS}, {CLOSED}, barracks blue s18-t19, {FAR_AWAY}, {army}"
    player.states[0] = player.game.read_state(f"turn=blue phase=units turns=9 coins=1/0 : {town}")
    player.run(1, seed=1)
    assert isinstance(player.game.setup, SiegeSetup)
    ladders = [token.cells[0] for token in standing(player.game.setup, player.states[0]) if token.kind == LADDER]
    walls = {cell(name) for name in ("a4", "b4", "c4", "d1", "d2", "d3")}
    assert len(ladders) == count
    assert all({at + 1, at - 1, at + WIDTH, at - WIDTH} & walls for at in ladders)
