"""bench/robots_classics.py: each bot has its manner, and gives orders that there are."""

from __future__ import annotations

import pytest
from robots_classics import NAMES, Classic
from robots_sparring import play

import tabor
from tabor.game import Game


@pytest.fixture(scope="module")
def game() -> Game:
    return tabor.load("robots", turns="20")


def order(game: Game, name: str, position: str) -> str:
    match = tabor.Match(game, position=position)
    return game.action_text(match.state, Classic(game, name).choose(match))


@pytest.mark.parametrize(
    ("name", "position", "orders"),
    [
        ("coward", "blue=j10 orange=j11,k10", ["j10-i10", "j10-j9"]),  # from two at once
        ("coward", "blue=j10,j9 orange=j11", ["j10*j11"]),
        ("coward", "blue=j10:9 orange=j11,k10,i10,j9", ["j10!"]),
        ("wall", "blue=j14 orange=c10", ["j14="]),  # on the ring
        ("wall", "blue=j16 orange=c10", ["j16-j15"]),
        ("wall", "blue=j11 orange=c10", ["j11-j12"]),
        ("hunter", "blue=j10 orange=j14,j5:9", ["j10-j9"]),  # the weak one, though it is farther
        ("hunter", "blue=j18 orange=c10 turn=2", ["j18-j17"]),  # off the rim at once
        ("hunter", "blue=j10 orange=j12", ["j10*j11"]),  # alone it lets them come
        ("hunter", "blue=j10,k12 orange=j12", ["j10-j11"]),
        ("bomber", "blue=j10 orange=j11,k10", ["j10!"]),
        ("bomber", "blue=j10 orange=j11", ["j10*j11"]),
    ],
)
def test_each_has_its_manner(game: Game, name: str, position: str, orders: list[str]) -> None:
    assert order(game, name, position) in orders


@pytest.mark.parametrize("name", NAMES)
def test_each_beats_one_that_goes_anywhere(game: Game, name: str) -> None:
    assert [play(game, (name, "drifter"), seed) for seed in range(2)] == [0, 0]
    assert play(game, ("drifter", name), 3) == 1
