"""A designer's file, orders and positions as text, and made-up situations: every mistake gets one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tabor
from tabor.games.robots import turn


def refusal(folder: Path, text: str, **options: str) -> str:
    path = folder / "my.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(tabor.DataError) as caught:
        tabor.load("robots", rules=path, **options)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence.replace(f"{path}: ", "")


# ---- data ----

MISTAKES = [
    ("turns = 1", "turns is 1; it must be a whole number from 2 to 10000"),
    ("robot_hp = 0", "robot_hp is 0; it must be a whole number from 1 to 1000"),
    ("hp = 5", "hp means nothing; known are: turns, robot_hp, spawn, damage, arenas"),
    ("[spawn]\nevery = 0", "spawn.every is 0; it must be a whole number from 1 to 10000"),
    ("[spawn]\nsymmetric = 1", "spawn.symmetric is 1; it must be true or false"),
    ("[damage]\nattack = 9", "damage.attack is 9; it must be [least, most] with 0 ≤ least ≤ most ≤ 1000"),
    ("[damage]\nattack = [9, 8]", "damage.attack is [9, 8]; it must be [least, most] with 0 ≤ least ≤ most ≤ 1000"),
    ("[damage]\nguard = 0", "damage.guard is 0; it must be a whole number from 1 to 1000"),
    ("[damage]\ncolision = 3", "damage.colision means nothing; did you mean 'collision'?"),
    ("[spawn]\nrobots = 25", "spawn.robots is 25, but this arena has only 24 pairs of 'S' that mirror each other"),
    (
        "[spawn]\nrobots = 25\nsymmetric = false",
        "spawn.robots is 25, but two players need 50 cells 'S' and this arena has 48",
    ),
    ("turns = 200", "turns is 200: 187 robots could stand there at once, at most 128 may"),
    ('[arenas]\nmine = ["S.", "S"]', "arenas.mine has 2 columns in its first row, so 'S' must have 2 signs too"),
    (
        '[arenas]\nmine = ["S.", "Sx"]',
        "arenas.mine has 'x' in 'Sx'; a cell is '.' (open), '#' (blocked) or 'S' (spawn)",
    ),
    ('[arenas]\nmine = ["S."]', "arenas.mine has 1 entries; it must have from 2 to 24"),
]


@pytest.mark.parametrize(("text", "sentence"), MISTAKES)
def test_a_mistake_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    assert refusal(tmp_path, text) == sentence


def test_an_unknown_arena_is_named(tmp_path: Path) -> None:
    assert "arenas.moon is missing; the arenas are standard, pit" in refusal(tmp_path, "", arena="moon")


def test_an_arena_without_room_for_robots_is_refused(tmp_path: Path) -> None:
    sentence = refusal(tmp_path, '[arenas]\nmine = ["..", ".S"]', arena="mine")
    assert sentence == "arenas.mine has 1 cells 'S'; it must have 2 to 128"


@pytest.mark.parametrize("turns", ["1", "101", "many", "-3"])
def test_the_option_for_short_games_is_checked(tmp_path: Path, turns: str) -> None:
    assert refusal(tmp_path, "", turns=turns) == (
        f"option 'turns' is {turns!r}; it must be 'all' or a whole number from 2 to 100"
    )


def test_every_number_can_be_changed() -> None:
    changes = {
        "turns": 3,
        "robot_hp": 20,
        "spawn": {"every": 2, "robots": 1, "symmetric": False},
        "damage": {"attack": [3, 3], "collision": 1, "suicide": 2, "guard": 3},
        "arenas": {"row": ["S.S", "..."]},
    }
    game = tabor.load("robots", rules=changes, arena="row")
    match = tabor.Match(game, position="turn=1 blue=a1,b2 orange=b1,c1:5")
    for order in ("a1*b1", "b2-b1", "b1=", "c1-b1"):
        match.play(order)
    assert "blue=a1:20:0,b2:19:1 orange=b1:19:2,c1:5:3" in match.position
    assert "turn=2" in match.position
    for order in ("a1=", "b2!", "b1=", "c1="):
        match.play(order)
    assert match.outcome is not None
    facts = dict(part.split("=", 1) for part in match.position.split())
    assert facts["appeared"] == "6"  # a batch of one each at the end of turn 2
    assert facts["blue"].startswith("a1:20:0")
    assert "b1:19:2" in facts["orange"]


def test_a_short_game() -> None:
    match = tabor.Match(tabor.load("robots", turns="2"), seed=1)
    match.play("done")
    match.play("done")
    assert match.outcome == tabor.Outcome(None, "all-turns")


# ---- actions as text ----


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("n", "j10-j11"),
        ("-e", "j10-k10"),
        ("*s", "j10*j9"),
        ("*i10", "j10*i10"),
        ("k10", "j10-k10"),
        ("=", "j10="),
        ("J10!", "j10!"),
    ],
)
def test_short_forms_of_orders(text: str, order: str) -> None:
    match = tabor.Match(tabor.load("robots"), position="blue=j10,c8 orange=k3")
    match.play(text)
    assert match.log == [order]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("c8-c9", "robots are asked in the order of their ids, and the one on j10 is next"),
        ("j10-j12", "from j10 an order can reach j11, k10, j9, i10"),
        ("j10", "from j10 an order can reach j11, k10, j9, i10"),
        ("j10k10", "an order is written j10-j11"),
        ("fire", "an order is written j10-j11"),
        ("z99=", "'z99' is not a cell"),
    ],
)
def test_orders_that_cannot_be_read(text: str, problem: str) -> None:
    match = tabor.Match(tabor.load("robots"), position="blue=j10,c8 orange=k3")
    with pytest.raises(tabor.ActionError) as caught:
        match.play(text)
    assert problem in str(caught.value)


# ---- positions as text ----


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ("", "there are no robots"),
        ("blue=j10 orange=j10", "two robots stand on j10"),
        ("blue=a1", "a robot stands on a1, which nobody can enter"),
        ("blue=j10:51", "the robot on j10 has 51 hit points; it must have 1 to 50"),
        ("blue=j10:0", "the robot on j10 has 0 hit points"),
        ("blue=j10-50", "'j10-50' is no robot"),
        ("blue=j10 turn=0", "turn=0: it must be a whole number from 1 to 100"),
        ("blue=j10 turn=100", "turn=100: the game is over in turn 100, and only then"),
        ("blue=j10:5:3,k10:5:2", "the ids of a player's robots must ascend, not be 3, 2"),
        ("blue=j10:5:3 orange=k10:5:3", "all ids must be different and below appeared=4"),
        ("blue=j10:5:3 appeared=2", "all ids must be different and below appeared=2"),
        ("blue=j10 orders=j10=", "no robot is waiting for an order"),
        ("blue=j10,k10 orders=k10=", "'k10=' is none for the one on j10"),
        ("blue=j10 player=orange", "player=orange: it is blue's robot that is next"),
        ("blue=j10 player=green", "player=green: it must be blue, orange or over"),
        ("blue=j10 winner=blue", "only a finished game (player=over) has a winner and a reason"),
        ("blue=j10 player=over", "player=over needs winner="),
        ("turn=100 blue=j10 player=over winner=orange reason=all-turns", "the winner is wrong"),
        ("blue=j10 colour=red", "'colour=red' is no fact of a position"),
        ("blue=j10 blue=k10", "stands there twice"),
    ],
)
def test_positions_that_cannot_be(position: str, problem: str) -> None:
    with pytest.raises(tabor.PositionError) as caught:
        tabor.Match(tabor.load("robots"), position=position)
    assert problem in str(caught.value)


def test_what_goes_without_saying_may_be_left_out() -> None:
    match = tabor.Match(tabor.load("robots"), position="blue=j10,k9:12 orange=j11")
    written = "turn=1 player=blue blue=j10:50:0,k9:12:1 orange=j11:50:2 orders=- appeared=3 ply=0"
    assert match.position == written


# ---- the situation tool ----

ROBOTS = [(9, 9, 0, 50)]


@pytest.mark.parametrize(
    ("robots", "orders", "error", "problem"),
    [
        ([(19, 9, 0, 50)], {}, tabor.DataError, "(19, 9) is not a cell: x is 0 to 18, y is 0 to 18"),
        ([(0, 0, 0, 50)], {}, tabor.DataError, "a robot stands on (0, 0), which nobody can enter"),
        ([*ROBOTS, (9, 9, 1, 5)], {}, tabor.DataError, "two robots stand on (9, 9)"),
        ([(9, 9, 2, 50)], {}, tabor.DataError, "the player of the robot (9, 9, 2, 50) is 2"),
        ([(9, 9, 0, 0)], {}, tabor.DataError, "the hp of the robot (9, 9, 0, 0) is 0"),
        ([(9, 9, 0)], {}, tabor.DataError, "(9, 9, 0) is not a robot"),
        ([("a", 9, 0, 1)], {}, tabor.DataError, "x and y must be whole numbers, not 'a'"),
        (ROBOTS, {(8, 9): ("guard",)}, tabor.ActionError, "is for (8, 9), but no robot stands there"),
        (ROBOTS, {(9, 9): ("jump", (9, 8))}, tabor.ActionError, "the order for (9, 9) is ('jump', (9, 8))"),
        (ROBOTS, {(9, 9): ("move",)}, tabor.ActionError, "the order for (9, 9) is ('move',)"),
        (ROBOTS, {(9, 9): ("guard", (9, 8))}, tabor.ActionError, "cannot be read"),
        (ROBOTS, {(9, 9): ("move", 5)}, tabor.ActionError, "cannot be read"),
        (ROBOTS, {(9, 9): ("move", ("9", 8))}, tabor.ActionError, "cannot be read"),
        (ROBOTS, {(9, 9): "guard"}, tabor.ActionError, "cannot be read"),
        (ROBOTS, {(9, 9): ()}, tabor.ActionError, "cannot be read"),
    ],
)
def test_a_situation_that_cannot_be(robots: Any, orders: Any, error: type[Exception], problem: str) -> None:
    with pytest.raises(error) as caught:
        turn(robots, orders)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("name", "value"), [("turn", 100), ("turn", -1), ("attack", -1), ("attack", 2.5)])
def test_numbers_of_a_situation_are_checked(name: str, value: Any) -> None:
    with pytest.raises(tabor.DataError, match=f"{name} is {value}; it must be a whole number from 0 to"):
        turn(ROBOTS, {}, **{name: value})


def test_lists_do_as_well_as_tuples() -> None:
    assert turn([[9, 9, 0, 50]], {(9, 9): ["move", [9, 8]]}) == [(9, 8, 0, 50)]  # type: ignore[list-item, dict-item]


def test_too_many_robots_are_refused() -> None:
    crowd = [(x, y, 0, 50) for x in range(2, 17) for y in range(5, 14)]
    with pytest.raises(tabor.DataError, match="there are 135 robots; there may be at most 128"):
        turn(crowd, {})
