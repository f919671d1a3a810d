"""One game in arrays: the same game as a match, by quick calls and by ordinary ones."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import tabor
from tabor import jit, quick
from tabor.batch import Batch
from tabor.envs.single import Single
from tabor.game import OVER, Game
from tabor.games import NAMES
from tabor.match import Match

PLIES = 40


def content(single: Single) -> tuple[Any, ...]:
    """All that a step writes."""
    return single.player, single.state.tobytes(), single.mask.tobytes(), single.planes.tobytes()


def played(game: Game, seed: int) -> list[tuple[Any, ...]]:
    """What is there after each of some random actions."""
    single, chance = Single(game, seed), random.Random(seed)
    seen = [content(single)]
    while single.player != OVER and len(seen) < PLIES:
        single.play(chance.choice(np.flatnonzero(single.mask).tolist()))
        seen.append(content(single))
    return seen


@pytest.mark.parametrize("name", NAMES)
def test_a_single_game_is_that_of_a_match(name: str) -> None:
    game = tabor.load(name)
    match, chance = Match(game, seed=3), random.Random(3)
    for player, state, mask, planes in played(game, 3):
        assert state == match.state.tobytes()
        assert (None if player == OVER else player) == match.player
        assert np.flatnonzero(np.frombuffer(mask, np.int8)).tolist() == match.legal_actions.tolist()
        if match.player is not None:
            assert planes == game.observe(match.state, match.player).tobytes()
            match.play(chance.choice(match.legal_actions.tolist()))


@pytest.mark.skipif(jit.PLAIN or jit.CHECKED, reason="calls are ordinary ones")
@pytest.mark.parametrize("name", NAMES)
def test_quick_calls_play_the_same_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tabor.load(name)
    assert isinstance(Single(game)._play, quick.Quick)
    quickly = played(game, 7)
    monkeypatch.setattr(quick, "quick", lambda *_: None)
    assert isinstance(Single(game)._play, quick.Ordinary)
    assert played(game, 7) == quickly


def test_the_next_game_is_that_of_a_batch() -> None:
    """Also in the middle of one."""
    game = tabor.load(NAMES[0])
    batch = Batch(game, 1, seed=5)
    single = Single(game, int(batch.seeds[0]))
    single.play(int(np.flatnonzero(single.mask)[0]))
    while not batch.done[0]:
        batch.step(batch.legal()[0][:, 0])
    batch.restart()
    single.start(None)
    assert single.seed == int(batch.seeds[0])
    assert single.state.tobytes() == batch.states[0].tobytes()


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda single: pickle.loads(pickle.dumps(single))])
def test_a_copy_of_a_finished_game_is_finished(twin: Any) -> None:
    single = Single(tabor.load(NAMES[0]), 1)
    while single.player != OVER:
        assert content(twin(single)) == content(single)
        single.play(int(np.flatnonzero(single.mask)[-1]))
    other = twin(single)
    assert content(other) == content(single)
    other.start(None)
    single.start(None)
    assert content(other) == content(single)


@pytest.mark.parametrize("action", [-1, -544, 2**31, 2**64, None, 1.0, "0", [0], np.float32(1)])
def test_what_is_no_action_is_not_legal(action: Any) -> None:
    single = Single(tabor.load(NAMES[0]), 1)
    assert single.is_legal(int(np.flatnonzero(single.mask)[0]))
    assert single.is_legal(np.flatnonzero(single.mask)[0])
    assert not single.is_legal(action)
