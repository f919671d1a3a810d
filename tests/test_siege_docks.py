"""Camps of the computer's general that make ships and those aboard, and what it does against raids and at sea."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import tabor
from tabor.game import EVENT_WIDTH, Game, dice
from tabor.games.siege import board
from tabor.games.siege.commander.rows import PIER
from tabor.games.siege.numbers import SiegeSetup
from tabor.games.siege.players import Commander
from tabor.games.siege.text import Standing, standing
from tabor.games.siege.words import CAMP, CASTLE, KINDS, SHIP
from tabor.grid import read_cell

WIDTH, HEIGHT = 26, 21
LAND = ["." * WIDTH] * 9
STRAIT = {"map": [*LAND, *["~" * WIDTH] * 3, *LAND]}
BRIDGED = {"map": [*LAND, *["~" * 12 + "..." + "~" * 11] * 3, *LAND]}
CASTLES = "castle blue a1-c3, castle orange v19-x21, infantry blue d4, infantry orange x18"
NO_EVENTS = np.zeros((0, EVENT_WIDTH), np.int32)
DOCK = "camp blue g7-i9"  # beside the water


def load(maps: dict[str, list[str]]) -> Game:
    return tabor.load("siege", map="map", mode="standard", rules={"maps": maps})


def cell(name: str) -> int:
    return read_cell(name, WIDTH, HEIGHT)


def tokens_of(game: Game, state: Any) -> list[Standing]:
    assert isinstance(game.setup, SiegeSetup)
    return standing(game.setup, state)


def general(game: Game, rest: str, seed: int = 1, traits: str = "") -> Commander:
    """Blue's general, on turn, who has seen that water parts the castles."""
    player = tabor.players.make("general" + traits, game, seed)
    assert isinstance(player, Commander)
    player.events = np.zeros((10_000, EVENT_WIDTH), np.int32)
    player.states[0] = game.read_state(f"turn=blue phase=units turns=9 {rest}")
    for _ in range(2):  # the second look is that of the mind it has overseas
        player.run(0)
        player.look_around()
    return player


def turn(player: Commander) -> list[Standing]:
    """What stands on the map after a turn."""
    player.run(1, seed=1)
    return tokens_of(player.game, player.states[0])


def made(player: Commander) -> Counter[str]:
    """What was made in the turn."""
    happened = player.events[1 : 1 + int(player.events[0, 0])].tolist()
    return Counter(KINDS[kind] for event, _, kind, *_ in happened if event == board.MADE)


# ---- docks ----


def test_a_camp_by_the_water_makes_a_ship_along_its_quay() -> None:
    player = general(load(STRAIT), f"coins=6/0 : {CASTLES}, {DOCK}")
    (ship,) = [token for token in turn(player) if token.kind == SHIP]
    assert sorted(ship.cells) == [cell("g10"), cell("h10"), cell("i10")]  # all of it beside the camp


def test_a_camp_makes_archers_on_the_ship_beside_it() -> None:
    player = general(load(STRAIT), f"coins=6/0 : {CASTLES}, {DOCK}, ship g10-i10")
    tokens = turn(player)
    aboard = [token for token in tokens if token.cells[0] in {cell("g10"), cell("h10"), cell("i10")}]
    assert Counter(KINDS[token.kind] for token in aboard) == {"ship": 1, "archers": 2}
    assert made(player) == {"archers": 2}


def test_a_ship_that_a_camp_has_manned_leaves() -> None:
    crew = "archers blue g10, archers blue h10, archers blue i10, infantry orange h14"
    player = general(load(STRAIT), f"coins=0/0 : {CASTLES}, {DOCK}, ship g10-i10, {crew}", traits=":fleet=1")
    archers = {token.cells[0] for token in turn(player) if KINDS[token.kind] == "archers"}
    assert len(archers) == 3
    assert not archers & {cell("g10"), cell("h10"), cell("i10")}


def test_nobody_else_boards_a_ship_that_a_camp_mans() -> None:
    for building, is_open in ((DOCK, False), ("barracks blue g8-h9", True)):
        player = general(load(STRAIT), f"coins=0/0 : {CASTLES}, {building}, ship g10-i10")
        assert (int(player.field[PIER, cell("h10")]) == 0) == is_open, building


def test_a_camp_makes_soldiers_rather_than_ships_where_the_enemy_could_strike() -> None:
    for enemy, ships in (("l7", 0), ("q2", 1)):
        tokens = f"{CASTLES}, {DOCK}, infantry orange {enemy}"
        player = general(load(STRAIT), f"coins=6/0 : {tokens}", traits=":sea=10000")  # no army crosses
        turn(player)
        assert made(player)["ship"] == ships, enemy


def test_the_first_camp_stands_by_the_water() -> None:
    quays = []
    for traits in ("", ":docks=0"):
        town = "barracks blue e1-f2, barracks blue h1-i2, barracks blue k1-l2, port blue e8-f9"
        player = general(load(STRAIT), f"coins=60/0 : {CASTLES}, {town}", 1, traits)
        (camp,) = [token for token in turn(player) if token.kind == CAMP]
        quays.append(max(camp.cells) // WIDTH == 8)  # its highest row is the one beside the water
    assert quays == [True, False]


# ---- castles ----


def openness(game: Game, state: Any) -> int:
    """How many cells beside the castle are grass."""
    (castle,) = [token for token in tokens_of(game, state) if token.kind == CASTLE]
    near = {one + step for one in castle.cells for step in (-1, 1) if (one % WIDTH) + step in range(WIDTH)}
    near |= {one + step for one in castle.cells for step in (-WIDTH, WIDTH) if 0 <= one + step < WIDTH * HEIGHT}
    return sum(int(game.rules["terrain"][one]) == 0 for one in near - set(castle.cells))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_blue_hides_where_no_land_leads_to_the_other_castle(seed: int) -> None:
    """Orange's camp comes over water at once; beside a castle in a nook there is room for fewer of its soldiers."""
    row, bridge, sea = "." * 9 + "~" * 8 + "." * 9, "." * WIDTH, ["~" * WIDTH] * 4
    found = []
    for middle in (row, bridge):
        game = load({"map": [*sea, *[row] * 6, middle, *[row] * 5, *sea, "~" * WIDTH]})
        player = Commander(game, seed, "general")
        player.states[0] = game.begin(seed)
        game.functions.apply(game.rules, player.states[0], game.work, player.run(0), dice(1, 0), NO_EVENTS)
        found.append(openness(game, player.states[0]))
    assert found[0] < found[1] == 12


# ---- raids, and archers at sea ----

RAID = "infantry orange e1, infantry orange e2, infantry orange e3"


def test_who_could_take_the_castle_is_killed_before_the_dearer_one() -> None:
    struck = []
    for raiders in (RAID, "infantry orange e2"):
        tokens = f"castle blue a1-c3, castle orange v19-x21, infantry blue g2, {raiders}, cavalry orange i2"
        player = general(load(BRIDGED), f"coins=0/0 : {tokens}")
        turn(player)
        happened = player.events[1 : 1 + int(player.events[0, 0])].tolist()
        struck += [KINDS[kind] for event, side, _, _, kind, *_ in happened if event == board.STRUCK and side == 0]
    assert struck == ["infantry", "cavalry"]


def test_who_could_lose_the_castle_makes_infantry() -> None:
    for raiders, kind in ((RAID, "infantry"), ("infantry orange e2", "archers")):
        tokens = f"castle blue a1-c3, castle orange v19-x21, barracks blue a5-b6, infantry blue n8, {raiders}"
        player = general(load(BRIDGED), f"coins=2/0 : {tokens}")
        turn(player)
        assert made(player) == {kind: 2}, raiders


def test_archers_at_sea_shoot_archers_first() -> None:
    fleet = "ship d11-f11, archers blue d11, archers blue e11, archers blue f11"
    player = general(
        load(STRAIT), f"coins=0/0 : {CASTLES}, {fleet}, infantry orange d13, archers orange e13", 1, ":armada=0"
    )
    turn(player)
    happened = player.events[1 : 1 + int(player.events[0, 0])].tolist()
    targets = [target for event, side, _, target, *_ in happened if event == board.SHOT and side == 0]
    assert targets[0] == cell("e13")
