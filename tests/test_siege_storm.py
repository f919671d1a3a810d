"""How commanders attack and hold forts in siege: ranks, rams, towers and gates."""

from __future__ import annotations

from typing import Any

import tabor
from tabor.game import Game, dice
from tabor.games.siege.commander.rows import BY_BREACH, BY_FOOT, FACTS, LINE, WAY
from tabor.games.siege.numbers import SiegeSetup
from tabor.games.siege.players import Commander
from tabor.games.siege.text import Standing, standing
from tabor.games.siege.words import ARCHERS, GATE, RAM, SHIP, TOWER, TREBUCHET, V_PLACE, WALL

WIDTH = 24
MEADOW = {"meadow": ["." * WIDTH] * 20}
SEATS = "castle blue a1-c3, barracks blue e5-f6, camp orange r10-t12, camp orange r15-t17"
LONE = "infantry blue d8"


def load(**changes: Any) -> Game:
    return tabor.load("siege", map="meadow", mode="siege", rules={"maps": MEADOW, **changes})


def general(game: Game, coins: int, tokens: str, name: str = "general") -> Commander:
    """The commander, on turn as the attacker."""
    player = Commander(game, 1, name)
    player.states[0] = game.read_state(f"turn=orange phase=units turns=20 coins=0/{coins} : {SEATS}, {tokens}")
    return player


def tokens_of(player: Commander) -> list[Standing]:
    assert isinstance(player.game.setup, SiegeSetup)
    return standing(player.game.setup, player.states[0])


def army(kind: str, owner: str, *cells: str) -> str:
    return ", ".join(f"{kind} {owner} {cell}" for cell in cells)


def marches(player: Commander, owner: int = 1) -> list[int]:
    """How many steps the land units of a side are from a1."""
    cells = (one.cells[0] for one in tokens_of(player) if one.kind < TOWER and one.owner == owner)
    return sorted(cell % WIDTH + cell // WIDTH for cell in cells)


def kinds_left(player: Commander) -> list[int]:
    return [one.kind for one in tokens_of(player)]


BLOCK = tuple(f"{column}{row}" for column in "op" for row in (10, 11, 12))
ENEMIES = army("infantry", "blue", "a6", "b6", "c6", "d6")


# ---- the army ----


def test_the_attacker_waits_by_its_camps_until_its_coins_are_spent() -> None:
    nearest = []
    for coins in (60, 0):
        enemies = f"{ENEMIES}, {army('infantry', 'blue', 'a8', 'b8')}"
        player = general(load(), coins, f"{enemies}, {army('infantry', 'orange', *BLOCK, 'o13', 'p13')}")
        for _ in range(3):
            player.run(1, seed=1)
        nearest.append(min(marches(player)))
    mustering, storming = nearest
    assert mustering >= 21  # 4 steps from the camp
    assert storming < 21


def test_who_has_become_the_weaker_one_goes_back_to_its_camps() -> None:
    player = general(load(), 0, f"{ENEMIES}, {army('infantry', 'orange', 'j11', 'j12', 'j13')}")
    player.run(1, seed=1)
    assert min(marches(player)) == 21  # from 19


def test_the_first_ranks_wait_for_the_others() -> None:
    game = load()
    ahead = general(game, 0, f"{ENEMIES}, {army('infantry', 'orange', 'h11', *BLOCK)}")
    before = marches(ahead)
    ahead.run(1, seed=1)
    after = marches(ahead)
    assert after[0] >= before[0]
    assert sum(after[1:]) < sum(before[1:])


def test_who_is_much_the_stronger_one_waits_for_nobody() -> None:
    player = general(load(), 0, f"{LONE}, {army('infantry', 'orange', 'h11', *BLOCK)}")
    player.run(1, seed=1)
    assert min(marches(player)) == 15  # from 17
    assert int(player.field[FACTS, LINE]) == 0


def test_those_who_see_no_danger_know_no_ranks() -> None:
    player = general(load(), 9, f"{ENEMIES}, {army('infantry', 'orange', *BLOCK)}", "captain")
    before = min(marches(player))
    player.run(1, seed=1)
    assert int(player.field[FACTS, LINE]) == -1
    assert min(marches(player)) < before


# ---- engines ----


CLOSED = "wall a4-c4, wall d1-d3"  # all cells beside the castle in its corner


def test_who_finds_too_little_room_beside_the_castle_has_to_break_in() -> None:
    ways = {}
    for walls in ("wall a4-c4", "wall a4-c4, gate blue d2-d3", CLOSED, f"{CLOSED}, tower a5-b6"):
        player = general(load(), 0, f"{LONE}, {walls}, {army('infantry', 'orange', *BLOCK)}")
        player.run(0)
        ways[walls] = int(player.field[FACTS, WAY])
    assert list(ways.values()) == [BY_FOOT, BY_BREACH, BY_BREACH, BY_FOOT]


def test_a_ram_goes_for_the_wall_beside_the_castle_and_breaks_it() -> None:
    crew = army("infantry", "orange", "h2", "i2")
    player = general(load(ram={"wall": 1, "other": 1}), 0, f"{LONE}, {CLOSED}, ram h2-i2, {crew}")
    for _ in range(7):
        player.run(1, seed=1)
    assert kinds_left(player).count(WALL) == 1


def test_a_ram_goes_on_though_a_tower_has_found_a_way() -> None:
    crew = army("infantry", "orange", "h2", "i2")
    player = general(load(), 0, f"{LONE}, {CLOSED}, tower a5-b6, ram h2-i2, {crew}")
    player.run(1, seed=1)
    assert int(player.field[FACTS, WAY]) == BY_FOOT
    (ram,) = (one for one in tokens_of(player) if one.kind == RAM)
    assert min(cell % WIDTH for cell in ram.cells) == 6


def test_archers_man_a_tower_and_shoot_from_it() -> None:
    game = load(shot={"hits": 1})
    archers = army("archers", "orange", "i3", "j3", "j4")
    player = general(game, 0, f"infantry blue e3, {CLOSED}, tower i3-j4, {archers}")
    player.run(1, seed=1)
    assert marches(player, 0) == []  # e3 was 4 steps from where the tower went
    inside = {cell for one in tokens_of(player) if one.kind == TOWER for cell in one.cells}
    assert sum(one.kind == ARCHERS and one.cells[0] in inside for one in tokens_of(player)) == 3


ACROSS = ", ".join(["gate blue l1-l2", *(f"wall l{row}-l{row + 2}" for row in range(3, 19, 3))])  # the whole map


def engines_made(game: Game, walls: str) -> list[int]:
    """What an attacker with an army and coins makes in two turns, while the defender does nothing."""
    player = general(game, 40, f"{LONE}, {walls}, {army('infantry', 'orange', *BLOCK, 'o13', 'p13')}")
    for _ in range(4):
        player.run(1, seed=1)
    return sorted(kind for kind in kinds_left(player) if TOWER <= kind < SHIP)


def test_the_train_is_made_for_the_walls_that_stand() -> None:
    assert engines_made(load(), CLOSED) == [TOWER, RAM]
    assert engines_made(load(), ACROSS) == [RAM, RAM]
    assert engines_made(load(tokens={"trebuchet": {"cost": 2}}), CLOSED) == [TOWER, RAM, TREBUCHET]


# ---- the fort ----


def fort(game: Game) -> list[Standing]:
    """What the defender builds in set-up, with its castle in the corner."""
    player = Commander(game, 1, "general")
    player.states[0] = game.begin(1)
    action = V_PLACE * WIDTH * len(MEADOW["meadow"])  # on a1
    while int(player.states[0]["player"]) == 0:
        game.functions.apply(game.rules, player.states[0], game.work, action, dice(1, 0), player.events)
        action = player.run(0)
    return tokens_of(player)


def test_a_gate_that_is_cheaper_than_a_wall_leads_onto_it() -> None:
    usual = fort(load())
    assert [one.kind for one in usual if one.kind >= WALL] == [WALL, WALL]
    built = {one.kind: one for one in fort(load(tokens={"gate": {"cost": 2}})) if one.kind >= WALL}
    assert set(built) == {WALL, GATE}
    assert any(abs(a - b) in (1, WIDTH) for a in built[GATE].cells for b in built[WALL].cells)
