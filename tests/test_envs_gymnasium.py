"""Gymnasium: its own check on every game, one seat against a player, many games in a vector."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import tabor
from tabor.batch import Batch
from tabor.errors import DataError
from tabor.games import NAMES

pytest.importorskip("gymnasium")  # an extra: make test-all brings it
pytestmark = pytest.mark.slow

import gymnasium  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

from tabor.envs.gymnasium import environment_id, register_all  # noqa: E402

FIRST = environment_id(NAMES[0])


def seat_env(opponent: str = "random", **more: Any) -> Any:
    return gymnasium.make(FIRST, opponent=opponent, **more).unwrapped


def some_action(env: Any) -> int:
    return int(np.flatnonzero(env.action_masks())[0])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore:.*A Box observation space.*", "ignore:.*No render fps.*")
def test_gymnasium_s_own_check_passes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(gymnasium.make(environment_id(name), opponent="random").unwrapped)
    capsys.readouterr()  # "human" prints


def test_all_games_are_registered() -> None:
    assert register_all() == [environment_id(name) for name in NAMES]
    assert {environment_id(name) for name in NAMES} <= set(gymnasium.registry)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_plays_whole_games(seat: int) -> None:
    env, results = seat_env(seat=seat), set()
    for seed in range(6):
        _, info = env.reset(seed=seed)
        chooser, done, reward = np.random.default_rng(seed), False, 0.0
        while not done:
            assert reward == 0.0
            assert env.match.player == seat == info["seat"]
            assert np.array_equal(np.flatnonzero(info["action_mask"]), env.match.legal_actions)
            action = chooser.choice(env.match.legal_actions)
            observation, reward, done, truncated, info = env.step(action)
            assert not truncated
            assert observation in env.observation_space
        outcome = env.match.outcome
        assert reward == (0.0 if outcome.winner is None else 1.0 if outcome.winner == seat else -1.0)
        assert info["reason"] == outcome.reason
        results.add(reward)
    assert len(results) > 1


def test_an_illegal_action_loses() -> None:
    env = seat_env()
    env.reset(seed=1)
    _, reward, done, _, info = env.step(int(np.flatnonzero(~env.action_masks())[0]))
    assert (reward, done, info["reason"]) == (-1.0, True, "forfeited")
    with pytest.raises(DataError, match=r"the game is over \(forfeited\): call reset\(\)"):
        env.step(0)


def test_seats_are_drawn() -> None:
    env = seat_env(seat=None)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1}


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_goes_its_own_way(twin: Any) -> None:
    env = seat_env()
    env.reset(seed=3)
    env.step(some_action(env))
    other = twin(env)
    assert other.match.position == env.match.position
    assert other.np_random.integers(10**9) == env.np_random.integers(10**9)
    other.step(some_action(other))
    assert other.match.ply > env.match.ply


def test_mistakes_are_said() -> None:
    with pytest.raises(DataError, match="there is no player 'gredy'"):
        seat_env(opponent="gredy")
    with pytest.raises(DataError, match="seat is 5; it must be from 0 to 1, or None for any"):
        seat_env(seat=5)
    with pytest.raises(DataError, match="no game has begun"):
        seat_env().step(0)


# ---- many games ----


def test_a_vector_is_a_batch() -> None:
    envs = gymnasium.make_vec(FIRST, num_envs=32, vectorization_mode="vector_entry_point", threads=1)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    batch = Batch(tabor.load(NAMES[0]), 32, seed=5, threads=1)
    seen, infos = envs.reset(seed=5)
    chooser, ends = np.random.default_rng(0), 0
    for _ in range(120):
        assert np.array_equal(seen, batch.observe())
        assert np.array_equal(infos["action_mask"].astype(bool), batch.masks())
        assert np.array_equal(infos["players"], batch.players)
        actions = np.where(batch.masks(), chooser.random(batch.masks().shape), -1).argmax(axis=1)
        acted = batch.players
        batch.step(actions)
        seen, rewards, ended, truncated, infos = envs.step(actions)
        assert np.array_equal(ended, batch.done)
        assert not truncated.any()
        wins = np.where(batch.winners == acted, 1, np.where(batch.winners >= 0, -1, 0))
        assert np.array_equal(rewards, np.where(batch.done, wins, 0))
        assert np.array_equal(infos["winners"][ended], batch.winners[ended])
        ends += int(ended.sum())
        batch.restart()
    assert ends > 5


def test_a_vector_gives_arrays_to_keep() -> None:
    envs = gymnasium.make_vec(FIRST, num_envs=4, vectorization_mode="vector_entry_point", threads=1)
    first, infos = envs.reset(seed=1)
    before = first.copy()
    envs.step(infos["action_mask"].argmax(axis=1))
    assert np.array_equal(first, before)
    assert first in envs.observation_space
