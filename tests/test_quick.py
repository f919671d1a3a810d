"""Quick calls: the same game as by ordinary ones, on every thread, and no call at all where Numba is another."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import tabor
from tabor import desk, jit, quick
from tabor.dice import SecretDice
from tabor.game import Game
from tabor.games import NAMES
from tabor.match import Match, Step

pytestmark = pytest.mark.skipif(jit.PLAIN or jit.CHECKED, reason="calls are ordinary ones")


def played(game: Game, seed: int, dice: SecretDice | None = None) -> list[tuple[Any, ...]]:
    """All that a match of random actions keeps, with an action that is refused now and then."""
    match, chance = Match(game, seed, dice=dice), random.Random(seed)
    while match.player is not None and match.ply < 60:
        assert match.play_line([2**31 - 1]) == 0
        match.play(int(chance.choice(match.legal_actions)))
    return [*map(told, match.steps), (match.state.tobytes(), match.outcome)]


@pytest.mark.parametrize("dice", [None, SecretDice(b"x" * 32)])
@pytest.mark.parametrize("name", NAMES)
def test_quick_calls_play_the_same_game(name: str, dice: SecretDice | None, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tabor.load(name)
    keys = 0 if dice is None or not game.kind.chance else 1  # where no die ever falls none needs a key
    quickly = played(game, 7, dice)
    assert desk.desk_of(game).quick_lines[1, keys] is not None
    assert desk.desk_of(game).quick_legal is not None
    monkeypatch.setattr(desk, "quick", lambda *_: None)
    ordinary = tabor.load(name)
    assert played(ordinary, 7, dice) == quickly
    assert desk.desk_of(ordinary).quick_lines[1, keys] is None


@pytest.mark.parametrize("dice", [None, SecretDice(b"x" * 32)])
@pytest.mark.parametrize("name", NAMES)
def test_quick_lines_are_those_of_single_actions(name: str, dice: SecretDice | None) -> None:
    """Of all lengths, up to those that are played in the ordinary way; an action at the end is not legal."""
    game = tabor.load(name)
    whole = Match(game, 5, None, dice)
    chance = random.Random(5)
    while whole.player is not None and len(whole.steps) < 3 * desk.MOST_QUICK:
        whole.play(int(chance.choice(whole.legal_actions)))
    line = [step.action for step in whole.steps]
    for length in range(desk.MOST_QUICK + 2):
        match, part = Match(game, 5, None, dice), line[:length]
        assert match.play_line([*part, 2**31 - 1]) == len(part)
        assert [told(step) for step in match.steps] == [told(step) for step in whole.steps[: len(part)]]
        after = whole.steps[len(part)].before if len(part) < len(line) else whole.state
        assert match.state.tobytes() == after.tobytes()


def told(step: Step) -> tuple[Any, ...]:
    return step.before.tobytes(), step.entry, step.events.tobytes(), step.rolled


def test_threads_share_no_desk() -> None:
    game = tabor.load(NAMES[0])
    alone = [played(game, seed) for seed in range(40)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda seed: played(game, seed), range(40))) == alone


@pytest.mark.parametrize("fields", [["unheard", "of"], ["data"]])
def test_where_numba_has_other_models_calls_are_ordinary(fields: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is not known, or values of another size."""
    monkeypatch.setattr(quick, "fields_of", lambda type_: fields)
    game = tabor.load(NAMES[0])
    assert len(played(game, 1)) > 1
    assert desk.desk_of(game).quick_lines[1, 0] is None
