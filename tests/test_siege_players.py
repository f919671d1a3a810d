"""The computer's commanders in siege: legal, of rising strength, with guards at home, engines and ships."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from siege_general_1 import General1

import tabor
from tabor.arena.playing import tally
from tabor.arena.series import run
from tabor.game import EVENT_WIDTH, Game
from tabor.games.siege import board
from tabor.games.siege.commander import mind as traits
from tabor.games.siege.commander.rows import FAR, FLOW, FOOT, SAIL, YARDS
from tabor.games.siege.numbers import SiegeSetup
from tabor.games.siege.players import (
    LAND,
    NAMES,
    OVERSEAS,
    TRAITS,
    Commander,
    make_mind,
    minds,
    traits_of,
)
from tabor.games.siege.rules import has_unit
from tabor.games.siege.text import Standing, standing
from tabor.games.siege.words import CASTLE, ENGINE, KINDS, LOW, TOWER
from tabor.grid import read_cell
from tabor.players import make

GROUNDS = [
    ("ford", "standard"),
    ("islands", "standard"),
    ("pass", "standard"),
    ("plain", "standard"),
    ("keep", "siege"),
]
MOST_EVENTS = 60_000


def load(name: str, mode: str, **changes: Any) -> Game:
    return tabor.load("siege", map=name, mode=mode, rules=changes or None)


def tokens_of(game: Game, state: Any) -> list[Standing]:
    assert isinstance(game.setup, SiegeSetup)
    return standing(game.setup, state)


class Contest:
    """A game between two commanders, in one compiled call a turn."""

    def __init__(self, game: Game, blue: str, orange: str, seed: int, where: str = LAND) -> None:
        self.game, self.seed = game, seed
        self.player = Commander(game, seed, blue, 0)
        self.player.minds = np.stack([make_mind(blue, seed, where), make_mind(orange, seed + 1, where)])
        self.player.events = np.zeros((MOST_EVENTS, EVENT_WIDTH), np.int32)
        self.player.states[0] = game.begin(seed)

    @property
    def state(self) -> Any:
        return self.player.states[0]

    def play(self, turns: int) -> None:
        self.player.run(turns, self.seed * 1000 + int(self.state["turns"]))

    def counts(self, *happened: int) -> list[dict[str, int]]:
        """By player and kind of token: how often this happened."""
        found: list[dict[str, int]] = [{}, {}]
        for event, player, kind, *_ in self.player.events[1 : 1 + int(self.player.events[0, 0])].tolist():
            if event in happened:
                found[player][KINDS[kind]] = found[player].get(KINDS[kind], 0) + 1
        return found


# ---- what they are ----


def test_every_trait_of_a_mind_has_a_meaning() -> None:
    assert tuple(minds()) == NAMES
    assert all(set(traits_of(name)) <= set(TRAITS) for name in NAMES)


def test_every_character_differs_from_the_general() -> None:
    game = load("plain", "standard")
    minds_of = {name: tuple(make(name, game, 1).minds[0]) for name in NAMES}  # type: ignore[attr-defined]
    assert len(set(minds_of.values())) == len(NAMES)


def test_engines_and_ships_can_be_taken_away() -> None:
    game = load("plain", "standard")
    player = make("general:engines=0,ships=0", game)
    assert isinstance(player, Commander)
    assert not player.minds[:, [TRAITS["engines"], TRAITS["ships"]]].any()


def test_levels_name_players_that_can_be_made() -> None:
    game = load("ford", "standard")
    assert len(game.kind.levels) == 8
    assert [make(level, game).name for level in game.kind.levels][-1] == "general"


def test_a_wrong_option_is_named() -> None:
    with pytest.raises(tabor.DataError, match="'general' has no option 'slip'; its traits are risk, "):
        make("general:slip=3", load("ford", "standard"))
    with pytest.raises(tabor.DataError, match="risk=much: it must be a whole number"):
        make("general:risk=much", load("ford", "standard"))


def test_a_trait_that_is_given_holds_on_land_and_overseas() -> None:
    player = make("general:risk=7", load("ford", "standard"))
    assert isinstance(player, Commander)
    assert int(player.ashore[traits.RISK]) == int(player.overseas[traits.RISK]) == 7
    assert int(player.ashore[traits.YARD]) == 0 < int(player.overseas[traits.YARD])


def test_a_commander_is_of_another_mind_where_water_parts_the_castles() -> None:
    castles = "castle blue a1-c3, castle orange v18-x20, infantry blue d4, infantry orange x17"
    for maps, is_parted in ((STRAIT, True), (MEADOW, False)):
        game = load(next(iter(maps)), "standard", maps=maps)
        player = make("general", game, 1)
        assert isinstance(player, Commander)
        player.states[0] = game.read_state(f"turn=blue phase=units turns=9 coins=0/0 : {castles}")
        player.run(0)
        player.look_around()
        assert (player.minds[0] == (player.overseas if is_parted else player.ashore)).all()


def test_units_leave_the_place_of_the_next_camp_free() -> None:
    """While water keeps the enemy away: the nearest place to the castle with nobody on it, if there is one."""
    game = load("strait", "standard", maps=STRAIT)
    player = make("general", game, 1)
    assert isinstance(player, Commander)
    player.states[0] = game.read_state(
        "turn=blue phase=units turns=9 coins=0/0 : castle blue a1-c3, castle orange v19-x21, infantry blue d4, "
        "infantry orange x18"
    )
    player.run(0)
    player.look_around()
    player.run(0)
    yard = np.flatnonzero(player.field[YARDS])
    assert len(yard) == 9
    assert read_cell("d4", game.setup.planes[2], game.setup.planes[1]) not in yard


def test_who_is_behind_a_crowd_sees_the_way_around_it() -> None:
    game = load("meadow", "standard", maps=MEADOW)
    player = make("general", game, 1)
    assert isinstance(player, Commander)
    player.states[0] = game.read_state(
        f"turn=blue phase=units turns=9 coins=0/0 : {PARTED}, infantry blue u19, infantry blue u18, infantry blue u20, "
        "infantry blue t20, infantry orange r17"
    )
    player.run(0)
    crowded = player.field[FLOW] - player.field[FOOT]
    assert (crowded[: np.prod(game.setup.planes[1:])] >= 0).all()
    assert (crowded > 0).any()


@pytest.mark.parametrize(("name", "mode"), GROUNDS)
def test_commanders_choose_legal_actions_and_the_same_ones_again(name: str, mode: str) -> None:
    game = load(name, mode)
    logs = []
    for _ in range(2):
        match = tabor.Match(game, seed=5)
        players = [make("general", game, 1), make("captain", game, 2)]
        while match.player is not None and match.ply < 150:
            match.play(players[match.player].choose(match))  # an illegal action would be refused
        logs.append(match.log)
    assert logs[0] == logs[1]


def test_another_seed_places_castles_elsewhere() -> None:
    game = load("plain", "standard")
    firsts = {make("general", game, seed).choose(tabor.Match(game, seed=1)) for seed in range(12)}
    assert len(firsts) >= 2


# ---- how strong they are; bench/siege_strength.py measures it with many games ----


@pytest.mark.parametrize(("name", "mode"), [("ford", "standard"), ("keep", "siege")])
def test_the_general_beats_random(name: str, mode: str) -> None:
    played = list(run(load(name, mode, end={"turns": 120}), ("general", "random"), 2, 1, cores=1))
    assert tally(played, 0).wins == 2


@pytest.mark.slow
@pytest.mark.parametrize(("name", "mode"), GROUNDS)
def test_the_general_beats_the_captain_on_every_map(name: str, mode: str) -> None:
    played = list(run(load(name, mode), ("general", "captain"), 20, 3, cores=1))
    assert tally(played, 0).score >= 0.7  # 75% in the long run


# ---- what they do ----


def test_who_is_parted_by_water_builds_a_port_and_sends_ships() -> None:
    """Five of six sides at least: a harbour may be blocked by others' ships."""
    sailing = 0
    for seed in range(1, 4):
        contest, _ = on_islands("captain", seed)
        made, moved = contest.counts(board.MADE, board.BUILT), contest.counts(board.MOVED)
        assert all(side["port"] >= 1 and side["ship"] >= 1 for side in made)
        sailing += sum(side.get("ship", 0) >= 3 for side in moved)
    assert sailing >= 5


def test_the_admiral_lands_on_other_islands() -> None:
    """Six of eight sides at least: a fleet may be sunk on its way, or stay where it can shoot from the sea."""
    assert sum(len(on_islands("admiral", seed)[1]) for seed in range(1, 5)) >= 6


def on_islands(name: str, seed: int) -> tuple[Contest, set[int]]:
    """A game of a commander against itself, and which sides landed somewhere."""
    game = load("islands", "standard")
    contest, seen = Contest(game, name, name, seed, OVERSEAS), set()
    for _ in range(30):
        contest.play(4)
        seen |= {player for player in range(2) if landed(game, contest.state, player)}
    return contest, seen


def landed(game: Game, state: Any, player: int) -> bool:
    """Whether a unit stands on land to which nobody can walk from its castle."""
    height, width = game.setup.planes[1:]
    grass = {cell for cell in range(width * height) if int(game.rules["terrain"][cell]) == 0}
    home = ring(game, state, player) & grass
    while new := {near for cell in home for near in beside(cell, width, height)} & grass - home:
        home |= new
    units = [token.cells[0] for token in tokens_of(game, state) if token.kind < TOWER and token.owner == player]
    return bool(home) and any(cell in grass - home for cell in units)


def test_the_defender_walls_its_castle_in() -> None:
    game = load("keep", "siege")
    for seed in range(1, 5):
        contest = Contest(game, "general", "general", seed)
        contest.play(1)  # set-up, and the attacker's first turn
        built = contest.counts(board.BUILT)[0]
        assert built["wall"] >= 2
        assert built["barracks"] >= 1
        assert len(open_cells(game, contest.state, 0)) < int(game.rules["captors"])


def open_cells(game: Game, state: Any, player: int) -> set[int]:
    """The grass beside the castle of a player on which nothing is built."""
    built = {cell for token in tokens_of(game, state) if token.layer == LOW for cell in token.cells}
    return {cell for cell in ring(game, state, player) - built if int(game.rules["terrain"][cell]) == 0}


def beside(cell: int, width: int, height: int) -> list[int]:
    x, y = cell % width, cell // width
    near = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return [b * width + a for a, b in near if 0 <= a < width and 0 <= b < height]


def test_the_attacker_brings_engines_to_a_fort() -> None:
    game = load("keep", "siege", tokens={"trebuchet": {"cost": 2}})
    made: dict[str, int] = {}
    for seed in range(1, 9):
        contest = Contest(game, "general", "general", seed)
        contest.play(60)
        for kind, count in contest.counts(board.MADE)[1].items():
            made[kind] = made.get(kind, 0) + count
    assert made.get("tower", 0) >= 2
    assert made.get("ram", 0) >= 2
    assert made.get("trebuchet", 0) >= 2


# ---- on hand-made positions, where general-1 does otherwise ----


def after_a_turn(game: Game, player: Commander, position: str) -> Any:
    """The state after the turn of this commander."""
    player.states[0] = game.read_state(position)
    player.run(1, seed=1)
    return player.states[0]


def both(game: Game, position: str) -> list[Any]:
    """What the general makes of a turn, and what general-1 does."""
    return [after_a_turn(game, player, position) for player in (Commander(game, 1, "general"), General1(game, 1))]


MEADOW = {"meadow": ["." * 24] * 20}
STRAIT = {"strait": ["." * 26] * 9 + ["~" * 26] * 3 + ["." * 26] * 9}
PARTED = "castle blue a1-c3, castle orange v18-x20, barracks blue e1-f2, barracks orange s18-t19"


def test_a_castle_in_the_open_gets_a_wall() -> None:
    game = load("meadow", "standard", maps=MEADOW)
    position = f"turn=blue phase=units turns=21 coins=20/20 : {PARTED}, infantry blue g4, infantry orange r17"
    open_before = len(open_cells(game, game.read_state(position), 0))
    now, before = (len(open_cells(game, state, 0)) for state in both(game, position))
    assert (now, before) == (open_before - 3, open_before)


def test_who_has_no_land_unit_buys_one_though_it_saves_for_a_camp() -> None:
    game = load("meadow", "standard", maps=MEADOW)
    position = f"turn=blue phase=units turns=281 coins=9/20 : {PARTED}, infantry orange r17"
    now, before = both(game, position)
    assert has_unit(now, 0)
    assert int(now["winner"]) == -1
    assert int(before["winner"]) == 1  # S31


def test_nobody_walks_over_a_moored_ship() -> None:
    game = load("strait", "standard", maps=STRAIT)
    position = (
        "turn=blue phase=units turns=9 coins=0/20 : castle blue a1-c3, castle orange v19-x21, ship m10-m12, "
        "infantry blue m9, infantry orange u19, infantry orange t19, infantry orange s19, infantry orange r19"
    )
    ways = []
    for player in (Commander(game, 1, "general"), General1(game, 1)):
        player.states[0] = game.read_state(position)
        player.run(0)
        ways.append(int(player.field[FOOT, 8 * 26 + 12]))  # from m9
    assert ways[0] >= FAR
    assert ways[1] < FAR


def test_idle_units_leave_the_doors_of_barracks_free() -> None:
    game = load("strait", "standard", maps=STRAIT)
    doors = ("e3", "f3", "g1", "g2")
    position = (
        "turn=blue phase=units turns=9 coins=2/20 : castle blue a1-c3, castle orange v19-x21, barracks blue e1-f2, "
        + ", ".join(f"archers blue {door}" for door in doors)
        + ", infantry blue d1, infantry blue d2, infantry orange u19, infantry orange t19, infantry orange r19"
    )
    now, before = (sum(owners(game, state, door) == [0] for door in doors) for state in both(game, position))
    assert before == len(doors)
    assert now <= 2  # the two that are new


def owners(game: Game, state: Any, place: str) -> list[int]:
    """Of the land units on a cell."""
    cell = read_cell(place, 26, 21)
    return [token.owner for token in tokens_of(game, state) if token.kind < TOWER and cell in token.cells]


def test_ships_leave_together() -> None:
    game = load("strait", "standard", maps=STRAIT)
    afloat = "infantry blue j10, infantry blue k10, infantry blue l10"
    position = (
        "turn=blue phase=units turns=9 coins=0/0 : castle blue a1-c3, castle orange v19-x21, ship j10-l10, "
        f"ship n10-p10, {afloat}, infantry blue n8, infantry blue o8, infantry blue p8, infantry blue d4, "
        "infantry orange u21"
    )
    lowest = [sum(token.cells[0] // 26 == 9 for token in ships(game, state)) for state in both(game, position)]
    assert lowest == [2, 1]  # general-1's first ship has left without the others
    player = Commander(game, 1, "general")
    after_a_turn(game, player, position)
    state = player.states[0]
    while int(state["turns"]) < 18:
        player.run(1, seed=int(state["turns"]))
    units = [token for token in tokens_of(game, state) if token.kind < TOWER and token.owner == 0]
    berths = set(range(9 * 26 + 9, 9 * 26 + 16))  # where both ships lay
    assert sum(token.cells[0] // 26 > 8 and token.cells[0] not in berths for token in units) == 6


def ships(game: Game, state: Any) -> list[Standing]:
    return [token for token in tokens_of(game, state) if KINDS[token.kind] == "ship"]


def after_a_turn_overseas(game: Game, player: Commander, position: str) -> Any:
    """The same of a commander who has seen before that water parts the castles."""
    player.states[0] = game.read_state(position)
    player.run(0)
    player.look_around()
    return after_a_turn(game, player, position)


FLEET = "archers blue d11, archers blue e11, archers blue f11, ship d11-f11"


def test_archers_shoot_from_ships_that_nobody_reaches() -> None:
    """From the strip of water in the middle, though it is nearer along the coast, and they do not land."""
    game = load("strait", "standard", maps=STRAIT)
    state = after_a_turn(
        game,
        Commander(game, 1, "general"),
        "turn=blue phase=units turns=9 coins=0/0 : castle blue a1-c3, castle orange v19-x21, infantry blue d1, "
        f"{FLEET}, infantry orange i13",
    )
    (ship,) = ships(game, state)
    assert {cell // 26 for cell in ship.cells} == {10}  # row 11
    assert max(cell % 26 for cell in ship.cells) >= read_cell("g11", 26, 21) % 26  # within a shot of i13
    archers = [token.cells[0] for token in tokens_of(game, state) if KINDS[token.kind] == "archers"]
    assert set(archers) == set(ship.cells)


def test_three_aboard_capture_a_castle_that_was_left_alone() -> None:
    game = load("strait", "standard", maps=STRAIT)
    taken = []
    for guard in ("x21", "g13"):  # far away, and beside the castle
        state = after_a_turn(
            game,
            Commander(game, 1, "general"),
            "turn=blue phase=units turns=9 coins=0/0 : castle blue a1-c3, castle orange d13-f15, infantry blue d1, "
            f"{FLEET}, infantry orange {guard}",
        )
        taken.append([token.owner for token in tokens_of(game, state) if token.kind == CASTLE] == [0, 0])
    assert taken == [True, False]


def test_who_stands_beside_a_seat_moves_up_for_others() -> None:
    """Only a4, b4 and c4 are beside the castle, and whoever stands on c4 is in the way of all others."""
    rows = ["." * 24] * 15 + ["##" + "." * 22, "." * 24] + ["...#" + "." * 20] * 3
    game = load("nook", "standard", maps={"nook": rows})
    player = Commander(game, 1, "general")
    state = after_a_turn(
        game,
        player,
        "turn=orange phase=units turns=30 coins=0/0 : castle blue a1-c3, castle orange v18-x20, infantry blue t5, "
        "archers orange c4, archers orange c5, archers orange d4, archers orange d5, archers orange c6",
    )
    castle = next(token for token in tokens_of(game, state) if token.kind == CASTLE)
    assert castle.owner == 1


def test_who_is_aboard_makes_room_for_others() -> None:
    """Only m10 can be boarded from the land."""
    rows = ["." * 26] * 7 + ["~" * 26] * 5 + ["." * 26] * 9
    game = load("sound", "standard", maps={"sound": rows})
    state = after_a_turn(
        game,
        Commander(game, 1, "general"),
        "turn=blue phase=units turns=9 coins=0/0 : castle blue a1-c3, castle orange v19-x21, ship m10-m12, "
        "archers blue m10, archers blue m9, archers blue n9, infantry blue d1, infantry orange x18",
    )
    (ship,) = ships(game, state)
    aboard = [token for token in tokens_of(game, state) if token.kind < TOWER and token.cells[0] in ship.cells]
    assert len(aboard) == 3


def row_after(game: Game, position: str, row: int) -> Any:
    """A row of what the general writes down at a position."""
    player = Commander(game, 1, "general")
    player.states[0] = game.read_state(position)
    player.run(0)
    return player.field[row].copy()


def test_ships_with_nobody_aboard_are_in_the_way() -> None:
    game = load("strait", "standard", maps=STRAIT)
    position = (
        "turn=blue phase=units turns=9 coins=0/0 : castle blue a1-c3, castle orange v19-x21, ship j10-l10, "
        "ship n10-p10, infantry blue j10, infantry blue d4, infantry orange x18"
    )
    sail = row_after(game, position, SAIL)
    assert int(sail[read_cell("j10", 26, 21)]) < FAR
    assert int(sail[read_cell("n10", 26, 21)]) >= FAR


def test_who_came_over_water_is_hunted() -> None:
    """Two soldiers walk about on blue's land; no way leads blue's ten to the castle of theirs."""
    game = load("strait", "standard", maps=STRAIT)
    hunters = ", ".join(f"infantry blue {column}{row}" for column in "jklmn" for row in (3, 5))
    state = after_a_turn_overseas(
        game,
        Commander(game, 1, "general"),
        f"turn=blue phase=units turns=9 coins=0/0 : castle blue a1-c3, castle orange v19-x21, {hunters}, "
        "infantry orange y3, infantry orange y5, infantry orange x18",
    )
    columns = [token.cells[0] % 26 for token in tokens_of(game, state) if token.kind < TOWER and token.owner == 0]
    assert sorted(columns)[-4:] > [13] * 4  # n was the foremost column


def test_who_holds_a_seat_is_gone_for() -> None:
    """A camp cannot be captured as long as one of its owner's is beside it: then to be beside that one is the aim."""
    game = load("meadow", "standard", maps=MEADOW)
    before, beside_guard = read_cell("j10", 24, 20), read_cell("o10", 24, 20)
    aims = []
    for guard in ("infantry orange n10, ", ""):
        flow = row_after(
            game,
            f"turn=blue phase=units turns=9 coins=0/0 : {PARTED}, camp orange k9-m11, {guard}infantry blue h10, "
            "infantry blue d4, infantry orange r17",
            FLOW,
        )
        aims.append((int(flow[before]) == 0, int(flow[beside_guard]) == 0))
    assert aims == [(False, True), (True, False)]


def test_soldiers_wait_for_ships_rather_than_crowd_at_home() -> None:
    game = load("strait", "standard", maps=STRAIT)
    crowd = ", ".join(f"archers blue {column}{row}" for column in "defghi" for row in (4, 5, 6))
    made = []
    for player in (Commander(game, 1, "general"), General1(game, 1)):
        player.events = np.zeros((MOST_EVENTS, EVENT_WIDTH), np.int32)
        after_a_turn_overseas(
            game,
            player,
            f"turn=blue phase=units turns=9 coins=6/0 : castle blue a1-c3, castle orange v19-x21, {crowd}, "
            "barracks blue e1-f2, port blue g8-h9, infantry orange x18",
        )
        kinds = [kind for event, _, kind, *_ in player.events[1:].tolist() if event == board.MADE]
        made.append(["ship" if KINDS[kind] == "ship" else "soldier" for kind in kinds])
    assert made[0] == ["ship"]
    assert "soldier" in made[1]


def test_a_fleet_that_is_enough_leaves_its_firing_places_and_lands() -> None:
    game = load("strait", "standard", maps=STRAIT)
    ashore = []
    for enemies in (("h14", "i14", "j14"), tuple(f"{column}{row}" for column in "ghijkl" for row in (13, 14))):
        position = (
            "turn=blue phase=units turns=9 coins=0/0 : castle blue a1-c3, castle orange v19-x21, infantry blue d1, "
            f"{FLEET}, archers blue g12, archers blue h12, archers blue i12, ship g12-i12, infantry orange x18, "
            + ", ".join(f"infantry orange {cell}" for cell in enemies)
        )
        player = Commander(game, 1, "general")
        after_a_turn_overseas(game, player, position)
        units = [token for token in tokens_of(game, player.states[0]) if token.kind < TOWER and token.owner == 0]
        ashore.append(sum(token.cells[0] // 26 > 11 for token in units))
    assert ashore[0] >= 2
    assert ashore[1] == 0


def test_ships_come_where_units_can_board_them() -> None:
    """Rocks keep everybody from the port, so that of all places beside it only w10-y10 touches land to walk on."""
    rows = ["." * 26] * 9 + ["~" * 26] * 3 + ["." * 23 + "#.."] * 2 + ["." * 23 + "###"] + ["." * 26] * 6
    game = load("rocks", "standard", maps={"rocks": rows})
    crowd = ", ".join(f"archers blue {column}{row}" for column in "defghi" for row in (4, 5, 6))
    state = after_a_turn_overseas(
        game,
        Commander(game, 1, "general"),
        f"turn=blue phase=units turns=9 coins=6/0 : castle blue a1-c3, castle orange v19-x21, port blue y8-z9, "
        f"{crowd}, infantry orange x18",
    )
    (ship,) = ships(game, state)
    assert ship.cells[0] == read_cell("w10", 26, 21)


def test_besiegers_bring_archers() -> None:
    game = load("keep", "siege")
    player = Commander(game, 1, "general")
    assert player.minds[0, TRAITS["archers"]] > traits_of("general")["archers"]
    assert Commander(game, 1, "captain").minds[0, TRAITS["archers"]] <= traits_of("captain")["archers"]


def storm() -> tuple[Game, Commander]:
    """Blue's army is much stronger than orange's, whose archers stand before their castle."""
    game = load("meadow", "standard", maps=MEADOW)
    blue = [f"infantry blue {column}{row}" for column in "klm" for row in range(9, 14)]
    orange = [f"archers orange {column}{row}" for column in "tuv" for row in (14, 15, 16)]
    player = make("general", game, 1)
    assert isinstance(player, Commander)
    player.states[0] = game.read_state(
        f"turn=blue phase=units turns=21 coins=0/0 : {PARTED}, {', '.join([*blue, *orange])}"
    )
    return game, player


def test_level_1_does_not_lose_by_itself() -> None:
    game = load("plain", "standard")
    for seed in range(6):
        match = tabor.Match(game, seed=seed)
        players = [make("level1", game, 2 * seed), make("level1", game, 2 * seed + 1)]
        while match.player is not None and int(match.state["turns"]) < 20:
            match.play(players[match.player].choose(match))
        assert match.outcome is None or match.outcome.reason != "no-units"


# ---- the castle is not left open ----


def reach(game: Game, state: Any, player: int) -> list[set[int]]:
    """For each land unit of a player: the cells it could be on after a move over grass, gates aside."""
    height, width = game.setup.planes[1:]
    tokens = tokens_of(game, state)
    taken = {cell for token in tokens for cell in token.cells if token.layer != ENGINE}
    found = []
    for token in tokens:
        if token.kind >= TOWER or token.owner != player:
            continue
        cells = {token.cells[0]}
        for _ in range(int(game.rules["move"][token.kind])):
            near = {there for cell in cells for there in beside(cell, width, height)}
            cells |= {cell for cell in near - taken if int(game.rules["terrain"][cell]) == 0}
        found.append(cells)
    return found


def ring(game: Game, state: Any, player: int) -> set[int]:
    """The cells beside the first castle of a player; none if it has lost it."""
    height, width = game.setup.planes[1:]
    for token in tokens_of(game, state):
        if token.kind == CASTLE and token.owner == player:
            return {near for cell in token.cells for near in beside(cell, width, height)} - set(token.cells)
    return set()


def is_open(game: Game, state: Any, player: int) -> bool:
    """Three enemy units could be beside the castle in a turn, and nobody stands there."""
    cells = ring(game, state, player)
    guards = [token for token in tokens_of(game, state) if token.kind < TOWER and token.owner == player]
    return bool(cells) and raiders(game, state, player) >= 3 and not any(guard.cells[0] in cells for guard in guards)


def could_guard(game: Game, before: Any, player: int) -> bool:
    """Whether a unit could have gone beside the castle at the start of the turn."""
    return any(units & ring(game, before, player) for units in reach(game, before, player))


def raiders(game: Game, state: Any, player: int) -> int:
    """Enemy units that could be beside the player's castle after their next move."""
    return sum(bool(units & ring(game, state, player)) for units in reach(game, state, 1 - player))


def test_the_general_never_leaves_its_castle_open_to_three_units_it_could_see_coming() -> None:
    pressed = 0
    for name, seed in [
        *(("ford", seed) for seed in range(1, 5)),
        *(("plain", seed) for seed in range(1, 4)),
        ("pass", 1),
    ]:
        game = load(name, "standard")
        contest = Contest(game, "general", "general", seed)
        while int(contest.state["player"]) >= 0 and int(contest.state["turns"]) < 120:
            before, player = contest.state.copy(), int(contest.state["player"])
            contest.play(1)
            if int(before["setup"]) == 0 and int(contest.state["player"]) >= 0:
                pressed += raiders(game, contest.state, player) >= 3
                is_lax = is_open(game, contest.state, player) and could_guard(game, before, player)
                assert not is_lax, game.state_text(before)
    assert pressed >= 5  # the test has seen what it is about


@pytest.mark.parametrize(("name", "stays"), [("general", True), ("captain", False)])
def test_the_last_guard_goes_to_its_post_rather_than_for_a_kill(name: str, stays: bool) -> None:
    game = load("meadow", "standard", maps={"meadow": ["." * 24] * 20})
    position = (
        "turn=blue phase=units turns=5 : castle blue a1-c3, castle orange v18-x20, infantry blue c6, "
        "infantry orange a6, infantry orange f1, infantry orange f2, infantry orange f3"
    )
    contest = Contest(game, name, name, 1)
    contest.player.states[0] = game.read_state(position)
    assert is_open(game, contest.state, 0)
    contest.play(1)
    assert is_open(game, contest.state, 0) != stays
