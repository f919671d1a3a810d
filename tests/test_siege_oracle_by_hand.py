"""The naive twin of siege itself, in positions made by hand: it must be right before anything is compared with it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import siege_oracle as oracle
from siege_oracle import Cell, Cells, Choice, Position, Rules, Token

MEADOW = ("." * 12,) * 12


# ---- positions made by hand ----


def cell_of(name: str) -> Cell:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def span(text: str) -> Cells:
    """`a1` is one cell, `a1:b3` the rectangle between two corners."""
    first, _, last = text.partition(":")
    (x, y), (right, top) = cell_of(first), cell_of(last or first)
    return oracle.rectangle(x, y, right - x + 1, top - y + 1)


def stand(*tokens: tuple[str, str, int | None], **changes: Any) -> Position:
    """Tokens by kind, cells and owner; they are numbered in this order, and those of the first player are fresh."""
    made = {n: Token(kind, span(where), owner, fresh=owner == 0) for n, (kind, where, owner) in enumerate(tokens)}
    return replace(Position(made, (64, 64), part="units", next_id=len(made)), **changes)


def meadow(**changes: Any) -> Rules:
    return Rules(MEADOW, **changes)


def targets(rules: Rules, position: Position, number: int) -> set[Cells]:
    """The places to which a token may move or turn."""
    cells = position.tokens[number].cells
    found = oracle.moves(rules, position, number)
    return {frozenset(oracle.moved_cell(cell, motion) for cell in cells) for motion in found}


def can_reach(rules: Rules, position: Position, number: int, where: str) -> bool:
    return span(where) in targets(rules, position, number)


def run(rules: Rules, position: Position, *choices: Choice | tuple[Choice, int]) -> Position:
    """Play choices, each of them legal; one with a roll stands in a pair with it."""
    for entry in choices:
        choice, roll = entry if isinstance(entry[0], tuple) else (entry, None)
        assert choice in oracle.choices(rules, position), choice
        position = oracle.play(rules, position, choice, roll)
    return position


# ---- nearness ----


def test_s3_distance_examples_of_the_rules() -> None:
    castle = span("a1:c3")
    assert oracle.distance(castle, oracle.rectangle(13, 0, 3, 3)) == 10
    assert oracle.distance(castle, oracle.rectangle(13, 8, 3, 3)) == 16
    assert oracle.distance(castle, span("d3")) == 0


def test_s3_distance_is_that_of_the_nearest_cells() -> None:
    shapes = [(1, 1), (2, 1), (1, 3), (2, 2), (3, 3)]
    home = [oracle.rectangle(4, 4, *shape) for shape in shapes]
    others = [oracle.rectangle(x, y, *shape) for shape in shapes for x in range(0, 10, 2) for y in range(0, 10, 3)]
    for one in home:
        for other in others:
            if not one & other:
                nearest = min(abs(ax - bx) + abs(ay - by) for ax, ay in one for bx, by in other)
                assert oracle.distance(one, other) == nearest - 1


def test_s1_a_corner_is_not_beside_but_s2_touches() -> None:
    assert not oracle.are_beside(span("a1"), span("b2"))
    assert span("b2") <= oracle.around(span("a1"))
    assert len(oracle.beside(span("b2:d4"))) == 12
    assert len(oracle.around(span("b2:d4"))) == 16


# ---- what may stand where ----


def test_s4_who_may_enter_what() -> None:
    rules = Rules(("....~~~", "....#..", "......."))
    position = stand(
        ("infantry", "b2", 0),
        ("archers", "c2", 1),
        ("gate", "b1:c1", 1),
        ("ram", "a1:b1", None),
        ("ship", "e3:g3", None),
        ("cavalry", "d3", 0),
        ("barracks", "f1:g2", 0),
    )
    assert targets(rules, position, 0) == {span(where) for where in ("a2", "a3", "b3", "c3", "a1")}
    assert targets(rules, position, 5) == {span(w) for w in ("c3", "b3", "a3", "d2", "d1", "e1", "e3", "f3", "g3")}


def test_s4_an_engine_in_an_enemy_gate_is_closed_even_from_inside_the_engine() -> None:
    position = stand(("ram", "c3:d3", None), ("infantry", "c3", 0), ("gate", "d3:d4", 1))
    assert not can_reach(meadow(), position, 1, "d3")
    own = stand(("ram", "c3:d3", None), ("infantry", "c3", 0), ("gate", "d3:d4", 0))
    assert can_reach(meadow(), own, 1, "d3")


@pytest.mark.parametrize(
    ("under", "climbs"),
    [
        ([("ladder", "c3", None)], True),
        ([("wall", "a3:c3", None)], True),
        ([("gate", "c3:c4", 0)], True),
        ([("gate", "c3:c4", 1)], True),  # it changed sides under the unit, who may leave
        ([("gate", "c3:c4", 0), ("ram", "b3:c3", None)], True),
        ([("tower", "b3:c4", None)], True),
        ([("ram", "b3:c3", None)], False),
        ([("trebuchet", "c3:c4", None)], False),
        ([], False),
    ],
)
def test_s5_from_where_a_wall_is_entered(under: list[tuple[str, str, int | None]], climbs: bool) -> None:
    position = stand(("infantry", "c3", 0), ("wall", "d3:d5", None), *under)
    assert can_reach(meadow(), position, 0, "d3") == climbs
    assert can_reach(meadow(), position, 0, "d4") == climbs


def test_s5_not_from_a_ship_and_down_from_a_wall_anywhere() -> None:
    rules = Rules(("...~", "...~", "...~"))
    position = stand(("ship", "d1:d3", None), ("infantry", "d2", 0), ("wall", "c1:c3", None), ("cavalry", "c1", 0))
    assert not can_reach(rules, position, 1, "c2")
    assert can_reach(rules, position, 3, "d1")
    assert can_reach(rules, position, 3, "a1")


def test_s6_engines_on_grass_ships_and_own_gates() -> None:
    rules = Rules(("....~", "....~", "....~"))
    base = [("ram", "b2:c2", None), ("infantry", "b2", 0)]
    assert targets(rules, stand(*base), 0) >= {span("a2:b2"), span("c2:d2"), span("b1:c1"), span("b3:c3")}
    own, enemy = stand(*base, ("gate", "d2:d3", 0)), stand(*base, ("gate", "d2:d3", 1))
    assert can_reach(rules, own, 0, "c2:d2")
    assert not can_reach(rules, enemy, 0, "c2:d2")
    at_shore = stand(("ram", "c2:d2", None), ("infantry", "c2", 0), ("ship", "e1:e3", None))
    assert can_reach(rules, at_shore, 0, "d2:e2")
    assert not can_reach(rules, stand(("ram", "c2:d2", None), ("infantry", "c2", 0)), 0, "d2:e2")


@pytest.mark.parametrize("blocker", [("infantry", "d2", 0), ("tower", "d2:e3", None), ("ladder", "d2", None)])
def test_s6_engines_are_stopped(blocker: tuple[str, str, int | None]) -> None:
    position = stand(("ram", "b2:c2", None), ("infantry", "b2", 0), blocker)
    assert not can_reach(meadow(), position, 0, "c2:d2")
    assert can_reach(meadow(), position, 0, "a2:b2")


def test_s6_the_crew_goes_along() -> None:
    position = stand(("tower", "b2:c3", None), ("infantry", "b2", 0), ("archers", "c3", 0))
    after = oracle.move(position, 0, ("go", 1, 0))
    assert [after.tokens[n].cells for n in range(3)] == [span("c2:d3"), span("c2"), span("d3")]


def test_s7_ships_carry_all_but_not_with_an_engine_half_on_board() -> None:
    rules = Rules(("~~~~~",) * 4 + (".....",))
    loaded = stand(("ship", "a2:c2", None), ("ram", "b2:c2", None), ("infantry", "c2", 0), ("archers", "a2", 0))
    after = oracle.move(loaded, 0, ("go", 1, 1))
    assert [after.tokens[n].cells for n in range(4)] == [span("b3:d3"), span("c3:d3"), span("d3"), span("b3")]
    assert can_reach(rules, loaded, 0, "b4:d4")  # three steps
    assert not can_reach(rules, loaded, 0, "c4:e4")  # four
    assert not can_reach(rules, loaded, 0, "a1:c1")
    half = stand(("ship", "a2:c2", None), ("ram", "b1:b2", None), ("infantry", "a2", 0))
    assert targets(rules, half, 0) == set()


def test_s8_the_crew_of_an_engine_on_a_ship_is_inside_both() -> None:
    position = stand(("ship", "a2:c2", None), ("ram", "b2:c2", None), ("infantry", "c2", 0))
    assert oracle.inside(position, 0) == oracle.inside(position, 1) == [2]


def test_s9_an_engine_with_any_cell_on_it_goes_with_its_whole_crew() -> None:
    ram = [("ram", "b1:b2", None), ("infantry", "b1", 0), ("archers", "b2", 1)]
    position = stand(("ship", "a2:c2", None), *ram, ("cavalry", "a2", 0), ("cavalry", "d2", 0))
    assert set(oracle.destroy(position, 0).tokens) == {5}
    assert set(oracle.destroy(position, 1).tokens) == {0, 4, 5}


# ---- moving ----


def test_s10_every_step_must_be_allowed() -> None:
    rules = Rules(("...", ".#.", "..."))
    position = stand(("infantry", "a1", 0), ("archers", "b1", 1))
    assert targets(rules, position, 0) == {span("a2"), span("a3")}


def test_s11_a_ram_turns_about_either_cell_and_a_tower_not() -> None:
    position = stand(("ram", "d4:e4", None), ("infantry", "e4", 0))
    turned = {span(where) for where in ("d4:d5", "d3:d4", "e4:e5", "e3:e4")}
    shifted = {span(where) for where in ("c4:d4", "e4:f4", "d5:e5", "d3:e3")}
    assert targets(meadow(), position, 0) == turned | shifted
    after = oracle.move(position, 0, ("turn", (3, 3), 1))
    assert (after.tokens[0].cells, after.tokens[1].cells) == (span("d4:d5"), span("d5"))
    tower = stand(("tower", "d4:e5", None), ("infantry", "e4", 0))
    assert len(targets(meadow(), tower, 0)) == 4


def test_s11_a_ship_turns_about_its_middle_either_way_over_anything() -> None:
    rules = Rules(("#~#", "~~~", "#~#"))
    position = stand(("ship", "a2:c2", None), ("infantry", "a2", 0))
    assert oracle.moves(rules, position, 0) == {("turn", (1, 1), 1), ("turn", (1, 1), -1)}
    assert oracle.move(position, 0, ("turn", (1, 1), 1)).tokens[1].cells == span("b1")
    assert oracle.move(position, 0, ("turn", (1, 1), -1)).tokens[1].cells == span("b3")


# ---- turns ----


def words(choices: set[Choice]) -> set[str]:
    return {choice[0] for choice in choices}


def test_s13_a_land_unit_moves_then_acts() -> None:
    rules = meadow()
    position = run(rules, stand(("infantry", "c3", 0), ("archers", "e4", 1)), ("begin", 0))
    assert words(oracle.choices(rules, position)) == {"go", "finish"}
    position = run(rules, position, ("go", 1, 1))
    assert oracle.choices(rules, position) == {("finish",), ("strike", 0, 1)}
    position = run(rules, position, ("strike", 0, 1), ("finish",))
    assert (set(position.tokens), position.tokens[0].fresh) == ({0}, False)
    assert oracle.choices(rules, position) == {("end units",)}


def test_s14_a_crew_of_one_moves_or_acts() -> None:
    rules = meadow()
    ready = run(rules, stand(("trebuchet", "c3:d3", None), ("infantry", "c3", 0)), ("begin", 0))
    assert words(oracle.choices(rules, ready)) == {"go", "turn", "shoot", "finish"}
    assert oracle.choices(rules, run(rules, ready, ("go", 1, 0))) == {("name", 1)}
    assert oracle.choices(rules, run(rules, ready, ("go", 1, 0), ("name", 1))) == {("finish",)}
    shot = run(rules, ready, (("shoot", "back"), 1))
    assert oracle.choices(rules, shot) == {("finish",)}
    assert not run(rules, shot, ("finish",)).tokens[1].fresh


def test_s14_no_turn_with_an_enemy_inside_or_nobody_fresh() -> None:
    tower = ("tower", "c3:d4", None)
    assert oracle.beginners(stand(tower, ("infantry", "c3", 0), ("infantry", "d4", 1))) == [1]
    assert oracle.beginners(stand(tower)) == []
    tired = oracle.exhaust(stand(tower, ("infantry", "c3", 0)), [1])
    assert oracle.beginners(tired) == []


def test_s14_the_named_one_is_exhausted_and_a_fresh_one_acts() -> None:
    rules = meadow()
    crew = [("infantry", "c3", 0), ("archers", "d3", 0), ("infantry", "d4", 0)]
    position = oracle.exhaust(stand(("tower", "c3:d4", None), *crew, ("cavalry", "f3", 1)), [3])
    position = run(rules, position, ("begin", 0), ("go", 1, 0))
    assert oracle.choices(rules, position) == {("name", 1), ("name", 2)}
    position = run(rules, position, ("name", 1))
    assert oracle.choices(rules, position) == {("finish",), ("strike", 2, 4)}


def test_s15_a_ship_moves_before_anybody_on_board_begins() -> None:
    rules = Rules(("....", "~~~~", "~~~~"))
    crew = [("infantry", "a2", 0), ("cavalry", "b2", 0), ("archers", "c2", 0)]
    ready = run(rules, stand(("ship", "a2:c2", None), *crew), ("begin", 0))
    assert {("go", 1, 0), ("begin", 1), ("begin", 2), ("begin", 3)} <= oracle.choices(rules, ready)
    moved = run(rules, ready, ("go", 1, 0), ("name", 2))
    assert oracle.choices(rules, moved) == {("begin", 1), ("begin", 3), ("finish",)}
    ashore = run(rules, moved, ("begin", 1), ("go", 0, 1), ("finish",))
    assert oracle.choices(rules, ashore) == {("begin", 3), ("finish",)}
    done = run(rules, ashore, ("finish",))
    assert [done.tokens[n].fresh for n in (1, 2, 3)] == [False] * 3
    begun = run(rules, ready, ("begin", 1), ("finish",))
    assert words(oracle.choices(rules, begun)) == {"begin", "finish"}


def test_s15_an_engine_with_a_cell_on_the_ship_takes_its_turn() -> None:
    rules = Rules(("....", "~~~~", "~~~~"))
    ram = [("ram", "b2:b3", None), ("cavalry", "b3", 0)]
    position = run(rules, stand(("ship", "a2:c2", None), ("infantry", "a2", 0), *ram), ("begin", 0))
    assert oracle.choices(rules, position) == {("begin", 1), ("begin", 2), ("finish",)}


# ---- acting ----


def test_s16_beside_only_and_whatever_they_stand_on() -> None:
    position = stand(("cavalry", "c3", 0), ("wall", "d3:d5", None), ("archers", "d3", 1), ("archers", "d4", 1))
    assert oracle.strikes(meadow(), position, 0) == [2]


@pytest.mark.parametrize(
    ("shooter_on", "target_on", "between"),
    [
        (None, None, 2),
        ("wall", None, 3),
        ("tower", None, 3),
        ("tower", "wall", 2),
        ("wall", "wall", 2),
        (None, "wall", 1),
        (None, "tower", 1),
        ("ladder", "wall", 1),
        ("gate", None, 2),
        ("ram", None, 2),
    ],
)
def test_s17_how_far_archers_shoot(shooter_on: str | None, target_on: str | None, between: int) -> None:
    under = {"wall": ("d4:d6", None), "tower": ("c4:d5", None), "ladder": ("d4", None), "gate": ("d4:d5", 0)}
    under["ram"] = ("d4:d5", None)
    over = {"wall": ("x4:x6", None), "tower": ("x4:y5", None)}
    for cells in range(1, 6):
        tokens: list[tuple[str, str, int | None]] = [("archers", "d4", 0)]
        column = "defghijkl"[cells]
        tokens.append(("infantry", f"{column}4", 1))
        if shooter_on:
            tokens.append((shooter_on, *under[shooter_on]))
        if target_on:
            where, owner = over[target_on]
            tokens.append((target_on, where.replace("x", column).replace("y", chr(ord(column) + 1)), owner))
        assert bool(oracle.strikes(meadow(), stand(*tokens), 0)) == (cells - 1 <= between)


@pytest.mark.parametrize(("roll", "left"), [(4, 2), (5, 1), (6, 1)])
def test_s17_a_shot_needs_five(roll: int, left: int) -> None:
    rules = meadow()
    position = stand(("archers", "c3", 0), ("infantry", "e4", 1))
    assert len(run(rules, position, ("begin", 0), (("strike", 0, 1), roll)).tokens) == left


def test_s18_in_a_tower_everybody_fresh_acts_once() -> None:
    rules = meadow()
    position = stand(
        ("tower", "c3:d4", None),
        ("infantry", "c3", 0),
        ("archers", "d4", 0),
        ("archers", "c2", 1),
        ("archers", "f4", 1),
    )
    position = run(rules, position, ("begin", 0), ("strike", 1, 3))
    assert oracle.choices(rules, position) == {("strike", 2, 4), ("finish",)}


@pytest.mark.parametrize(
    ("building", "found"),
    [
        (("wall", "e3:e5", None), True),
        (("ladder", "e3", None), True),
        (("gate", "d3:e3", 0), True),  # half in it, lengthwise
        (("gate", "d3:d4", 0), False),  # half in it, but it does not point at it
        (("barracks", "a2:b3", 0), True),  # its own, at the other end
        (("castle", "e3:g5", 1), False),
        (("camp", "e3:g5", 1), False),
        (("wall", "c4:e4", None), False),  # beside its long side
    ],
)
def test_s19_what_a_ram_may_ram(building: tuple[str, str, int | None], found: bool) -> None:
    position = stand(("ram", "c3:d3", None), ("infantry", "c3", 0), building)
    assert oracle.ram_targets(meadow(), position, 0) == ([2] if found else [])


@pytest.mark.parametrize(("kind", "where", "least"), [("wall", "e3:e5", 5), ("ladder", "e3", 4), ("gate", "e3:f3", 4)])
def test_s19_what_a_ram_must_roll(kind: str, where: str, least: int) -> None:
    rules = meadow()
    for roll in range(1, 7):
        position = stand(("ram", "c3:d3", None), ("infantry", "c3", 0), (kind, where, 0))
        after = run(rules, position, ("begin", 0), (("ram", 2), roll))
        assert (2 in after.tokens) == (roll < least)


def test_s19_a_ram_in_the_gate_buries_itself() -> None:
    rules = meadow()
    position = stand(("ram", "c3:d3", None), ("infantry", "c3", 0), ("gate", "d3:e3", 1), ("archers", "e3", 1))
    after = run(rules, position, ("begin", 0), (("ram", 2), 4))
    assert after.tokens == {}
    assert run(rules, after, ("finish",)).turns == ()


@pytest.mark.parametrize(("roll", "hit"), [(3, None), (4, "b1"), (5, "a1"), (6, None)])
def test_s20_the_trebuchet_of_the_rules(roll: int, hit: str | None) -> None:
    rules = meadow()
    row = [("archers", f"{column}1", 0) for column in "abcdghijkl"]
    position = stand(("trebuchet", "e1:f1", None), ("infantry", "e1", 0), *row)
    after = run(rules, position, ("begin", 0), (("shoot", "back"), roll))
    gone = {position.tokens[n].cells for n in position.tokens.keys() - after.tokens.keys()}
    assert gone == ({span(hit)} if hit else set())


def test_s20_the_lowest_unit_is_hit_and_buildings_are_not() -> None:
    rules = meadow()
    crew = [("trebuchet", "a1:b1", None), ("infantry", "a1", 0)]
    gate = stand(*crew, ("gate", "e1:e2", 1), ("ram", "d1:e1", None), ("cavalry", "d1", 1))
    assert set(run(rules, gate, ("begin", 0), (("shoot", "forth"), 4)).tokens) == {0, 1, 2}
    wall = stand(*crew, ("wall", "e1:e3", None))
    assert run(rules, wall, ("begin", 0), (("shoot", "forth"), 4)).tokens == {**wall.tokens}


# ---- buildings ----


def test_s21_what_a_castle_builds_and_where() -> None:
    rules = Rules(("." * 20,) * 20)
    position = stand(("castle", "a1:c3", 0), ("infantry", "e1", 0), part="buildings")
    sites = oracle.sites(rules, position, 0)
    assert {choice[2] for choice in sites} == set(oracle.BUILDINGS) - {"castle"}
    assert ("build", 0, "ladder", span("d1")) in sites  # touches, and may
    assert ("build", 0, "barracks", span("d1:e2")) not in sites
    assert ("build", 0, "barracks", span("d4:e5")) not in sites  # S2: a corner
    assert ("build", 0, "barracks", span("e2:f3")) in sites
    assert ("build", 0, "barracks", span("e1:f2")) not in sites  # the infantry
    assert ("build", 0, "barracks", span("i1:j2")) in sites  # five cells between
    assert ("build", 0, "barracks", span("j1:k2")) not in sites
    assert ("build", 0, "gate", span("h9:i9")) in sites  # 5 columns, 6 rows away: 10
    assert ("build", 0, "gate", span("h10:i10")) not in sites


def test_s22_a_barracks_makes_up_to_two_and_a_camp_one_trade() -> None:
    rules = meadow()
    position = stand(("camp", "c3:e5", 0), part="buildings")
    kinds = {choice[2] for choice in oracle.choices(rules, position) if choice[0] == "make"}
    assert kinds == {*oracle.LAND, *oracle.ENGINES}  # no water
    one = run(rules, position, ("make", 0, "cavalry", span("f3")))
    assert {choice[2] for choice in oracle.choices(rules, one) if choice[0] == "make"} == set(oracle.LAND)
    two = run(rules, one, ("make", 0, "archers", span("f4")))
    assert oracle.choices(rules, two) == {("end turn",)}
    assert two.coins == (61, 64)
    assert not two.tokens[1].fresh
    ram = run(rules, position, ("make", 0, "ram", span("f3:g3")))
    assert oracle.choices(rules, ram) == {("end turn",)}


def test_s23_where_a_new_unit_comes() -> None:
    rules = Rules((".....", ".....", "~~~~.", "~~~~#"))
    position = stand(
        ("barracks", "b3:c4", 0),
        ("wall", "d2:d4", None),
        ("ship", "a2:c2", None),
        ("tower", "a3:a4", None),
        ("infantry", "a4", 1),
        part="buildings",
    )
    places = {choice[3] for choice in oracle.products(rules, position, 0, oracle.LAND)}
    assert places == {span(where) for where in ("a3", "b2", "c2")}


def test_s23_an_engine_may_come_on_a_ship_or_own_gate_but_on_nobody() -> None:
    rules = Rules(("......", "......", "~~~~~~"))
    ground = [("workshop", "b2:c3", 0), ("ship", "a1:c1", None), ("infantry", "a2", 1)]
    own = stand(*ground, ("gate", "d2:e2", 0), part="buildings")
    enemy = stand(*ground, ("gate", "d2:e2", 1), part="buildings")
    rams = [{c[3] for c in oracle.products(rules, p, 0, ("ram",))} for p in (own, enemy)]
    assert rams[0] - rams[1] == {span("d2:e2"), span("d2:d3")}
    assert span("b1:c1") in rams[0]
    assert span("a2:a3") not in rams[0]
    assert span("c1:d1") not in rams[0]


def test_s22_a_port_makes_ships_on_water_beside_it() -> None:
    rules = Rules(("......", "......", "~~~~~~", "~~~~~~"))
    position = stand(("port", "c3:d4", 0), ("ship", "d2:f2", None), part="buildings")
    places = {choice[3] for choice in oracle.products(rules, position, 0, ("ship",))}
    assert places == {span("a2:c2")}


def test_the_map_is_full() -> None:
    rules = meadow(most_tokens=3)
    position = stand(("barracks", "c3:d4", 0), ("castle", "h8:j10", 0), part="buildings")
    position = run(rules, position, ("make", 0, "infantry", span("e3")))
    assert oracle.choices(rules, position) == {("enough",)}
    assert oracle.choices(rules, run(rules, position, ("enough",))) == {("coins", 1), ("end turn",)}


# ---- capture ----


def captors(*extra: tuple[str, str, int | None]) -> Position:
    units = [("infantry", "d3", 0), ("infantry", "e2", 0), ("infantry", "h5", 0)]
    position = stand(*units, ("castle", "e3:g5", 1), *extra)
    homes = {n: replace(t, home=3) for n, t in position.tokens.items() if n > 3 and t.kind in oracle.BUILDINGS}
    return replace(position, tokens={**position.tokens, **homes})


def test_s25_three_take_a_castle_with_all_but_its_camps() -> None:
    rules = meadow()
    position = captors(("gate", "a1:b1", 1), ("camp", "i8:k10", 1), ("wall", "a2:a4", None), ("port", "a6:b7", 1))
    after = run(rules, position, ("begin", 0), ("finish",))
    assert [after.tokens[n].owner for n in range(3, 8)] == [0, 0, 1, None, 0]


@pytest.mark.parametrize(("where", "stands"), [("g2", True), ("h6", False)])
def test_s25_not_while_the_owner_is_beside(where: str, stands: bool) -> None:
    after = run(meadow(), captors(("archers", where, 1)), ("begin", 0), ("finish",))
    assert after.tokens[3].owner == (1 if stands else 0)


def test_s25_corners_do_not_count_and_other_parts_take_nothing() -> None:
    position = captors()
    corner = replace(position, tokens={**position.tokens, 0: Token("infantry", span("d2"), 0, fresh=True)})
    assert run(meadow(), corner, ("begin", 0), ("finish",)).tokens[3].owner == 1
    assert run(meadow(), position, ("end units",)).tokens[3].owner == 1


# ---- set-up ----


def test_s26_six_cells_beside() -> None:
    rules = Rules((".....", "....."[:5], ".....", "~~~..", "#####"), apart=0)
    position = Position(part="castles")
    names = oracle.seat_places(rules, position, "castle")
    assert names == [span("a3:c5"), span("b3:d5"), span("c3:e5")]
    assert oracle.seat_places(replace(rules, free_beside=7), position, "castle") == [span("b3:d5")]


@pytest.mark.parametrize(("size", "playable"), [(13, False), (14, True)])
def test_s29_the_least_map_of_the_standard_mode(size: int, playable: bool) -> None:
    rules = Rules(("." * size,) * size)
    if not playable:
        with pytest.raises(ValueError, match="no legal first castle"):
            oracle.start(rules)
        return
    first = oracle.choices(rules, oracle.start(rules))
    assert len(first) == 12  # the four corners, and one step from each along an edge
    after = run(rules, oracle.start(rules), ("place", "castle", span("a1:c3")))
    seconds = {("place", "castle", span(where)) for where in ("l12:n14", "k12:m14", "l11:n13")}
    assert oracle.choices(rules, after) == seconds
    ready = run(rules, after, ("place", "castle", span("l12:n14")))
    assert (ready.player, ready.part) == (1, "units")


def test_s29_a_castle_must_leave_two_camps() -> None:
    rules = Rules(("." * 26,) * 3, mode="siege", free_beside=3)
    start = oracle.start(rules)
    assert ("place", "castle", span("a1:c3")) in oracle.choices(rules, start)
    assert ("place", "castle", span("b1:d3")) not in oracle.choices(rules, start)  # camps on 21 to 26 would touch
    after = run(rules, start, ("place", "castle", span("a1:c3")))
    assert after.part == "fortify"
    after = run(rules, after, ("build", 0, "ladder", span("d1")), ("done",), ("place", "camp", span("t1:v3")))
    assert (after.player, after.coins) == (1, (63, 64))
    assert oracle.choices(rules, after) == {("place", "camp", span("x1:z3"))}
    after = run(rules, after, ("place", "camp", span("x1:z3")))
    assert (after.player, after.part) == (1, "units")


def test_s29_a_camp_must_leave_a_second_and_a_building_both() -> None:
    rules = Rules(("." * 27,) * 3, mode="siege", free_beside=3, apart=1)
    start = run(rules, replace(oracle.start(rules), coins=(64, 64)), ("place", "castle", span("a1:c3")))
    camps = {choice[3] for choice in oracle.choices(rules, start) if choice[2:3] == ("camp",)}
    assert span("e1:g3") in camps
    narrow = Rules(("." * 12,) * 3, mode="siege", free_beside=3, apart=1)
    start = run(narrow, oracle.start(narrow), ("place", "castle", span("a1:c3")))
    assert {choice[2] for choice in oracle.choices(narrow, start) if choice[0] == "build"} == {"wall", "gate", "ladder"}
    attacked = run(narrow, start, ("done",))
    assert oracle.choices(narrow, attacked) == {
        ("place", "camp", span(w)) for w in ("e1:g3", "f1:h3", "i1:k3", "j1:l3")
    }


# ---- the end ----


def end_turns(rules: Rules, position: Position, count: int) -> Position:
    for _ in range(count):
        position = run(rules, position, ("end units",), ("end turn",))
    return position


def test_s30_the_third_turn_without_a_seat() -> None:
    rules = meadow()
    position = stand(("infantry", "a1", 0), ("infantry", "a3", 1), ("camp", "e1:g3", 1))
    after = end_turns(rules, position, 5)
    assert (after.part, after.winner, after.reason) == ("over", 1, "no-seat")
    assert end_turns(rules, position, 4).part == "units"


def test_s31_no_unit_from_the_third_turn_on() -> None:
    rules = meadow()
    position = stand(("camp", "a1:c3", 0), ("camp", "e1:g3", 1), ("infantry", "a5", 1))
    assert end_turns(rules, position, 4).part == "units"
    after = end_turns(rules, position, 5)
    assert (after.winner, after.reason) == (1, "no-units")


@pytest.mark.parametrize(
    ("mode", "extra", "verdict"),
    [
        ("siege", [], (0, "defended")),
        ("standard", [("camp", "e1:g3", 1)], (1, "more-seats")),
        ("standard", [("cavalry", "l1", 1), ("ship", "l2:l4", None)], (1, "more-units")),
        ("standard", [], (None, "even")),
    ],
)
def test_s32_after_so_many_turns(mode: str, extra: list[Any], verdict: tuple[int | None, str]) -> None:
    rules = meadow(mode=mode, most_turns=2)
    units = [("infantry", "h1", 0), ("infantry", "h2", 1)]
    position = stand(("castle", "a1:c3", 0), ("castle", "a6:c8", 1), *units, *extra)
    after = end_turns(rules, position, 2)
    assert (after.winner, after.reason) == verdict


def test_s28_castles_give_a_coin_and_have_no_action() -> None:
    rules = meadow(mode="siege")
    position = stand(("castle", "a1:c3", 0), ("castle", "a6:c8", 1), ("castle", "e6:g8", 1))
    position = run(rules, position, ("end units",))
    assert oracle.choices(rules, position) == {("end turn",)}
    assert run(rules, position, ("end turn",)).coins == (64, 66)
