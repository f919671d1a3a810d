"""Secret choices: what can be clicked is put together from what was made once for each decision."""

from __future__ import annotations

import random

import pytest
from toys import BIDDERS

from tabor.game import Game, Kind, Tree
from tabor.games import NAMES, find
from tabor.loading import load_kind
from tabor.match import Match
from tabor.server.sealing import Decision, Sealing, sealing_of
from tabor.view import click_tree

CHOOSING = [kind for kind in (*map(find, NAMES), BIDDERS) if kind.choice is not None]


def choices_anew(sealing: Sealing, seat: int) -> list[Tree]:
    """All that is open, each action once, from the positions in which the rules ask."""
    game, paths = sealing.match.game, dict[str, list[Tree]]()
    positions, left = sealing.positions(seat), sealing.open(seat)
    for number in left:
        legal = [int(action) for action in game.legal(positions[number]) if int(action) != sealing.shortcut]
        paths |= {
            game.action_text(positions[number], action): list(game.clicks(positions[number], action))
            for action in legal
        }
    if left and sealing.shortcut is not None:
        position = positions[left[0]]
        paths[game.action_text(position, sealing.shortcut)] = list(game.clicks(position, sealing.shortcut))
    return click_tree((path, text) for text, path in paths.items())


def chosen_at_random(game: Game, seed: int, most: int = 60) -> int:
    """A few turns; how many times choices were compared."""
    match, dice, compared = Match(game, seed), random.Random(seed), 0
    sealing = sealing_of(match)
    while sealing is not None and compared < most:
        for player in sorted(sealing.awaited, key=lambda _: dice.random()):
            while sealing.open(player):
                assert sealing.choices(player) == choices_anew(sealing, player)
                assert sealing.view(player)["choices"] == choices_anew(sealing, player)
                number = dice.choice(sealing.open(player))
                sealing.seal(player, {number: dice.choice([*sealing.asked(player)[number].actions.values()])})
                compared += 1
            assert sealing.choices(player) == []
        sealing.enter_all()
        sealing = sealing_of(match)
    return compared


@pytest.mark.parametrize("kind", CHOOSING, ids=lambda kind: kind.name)
@pytest.mark.parametrize("seed", range(3))
def test_choices_are_those_of_the_rules(kind: Kind, seed: int) -> None:
    assert chosen_at_random(load_kind(kind), seed) >= 2


def test_a_text_is_read_as_it_stands_before_it_is_read_as_it_may_be_meant() -> None:
    sealing = Sealing(Match(load_kind(find("robots")), 0))
    last = sealing.open(0)[-1]
    text = next(iter(sealing.asked(0)[last].actions))
    assert sealing.read(0, [text]) == {last: sealing.asked(0)[last].actions[text]}
    assert list(sealing.read(0, ["="])) == [0], "without a cell the first robot is meant"


def test_choices_that_begin_with_the_same_click_are_joined() -> None:
    sealing = Sealing(Match(load_kind(find("robots")), 0))
    x, y, z = ({"cell": cell} for cell in "xyz")
    sealing._asked[0] = [Decision({"one": 1}, {"one": [x, y]}, {}), Decision({"two": 2}, {"two": [x, z]}, {})]
    then = [{"click": y, "action": "one"}, {"click": z, "action": "two"}]
    assert sealing.choices(0) == [{"click": x, "then": then}]
