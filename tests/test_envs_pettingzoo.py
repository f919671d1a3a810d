"""PettingZoo's own tests, unchanged, on every game and option set; and what ours must do beyond them."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import numpy as np
import pytest

import tabor
from tabor.errors import ActionError, DataError, TaborError
from tabor.games import NAMES, find
from tabor.loading import menu

pytest.importorskip("pettingzoo")  # an extra: make test-all brings it
pytestmark = pytest.mark.slow

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # its tests import its own games in the old way
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from gymnasium import spaces  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

from tabor.envs import pettingzoo as zoo  # noqa: E402

# What PettingZoo says of its own games with masks, too: it knows them by name.
KNOWN_REMARKS = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably",
    "ignore:Action mask numpy array is all zeros",  # of an agent whose game is over
    "ignore:The observation contains negative numbers",
)


def module(name: str) -> Any:
    return getattr(zoo, f"{name}_v{find(name).version}")


def option_sets(name: str) -> list[dict[str, str]]:
    """The usual one, and each other value of each option by itself."""
    kind = find(name)
    sets = [dict(kind.options)]
    sets += [{**kind.options, key: value} for key, values in menu(kind).items() for value in values]
    return [given for given in sets if is_loadable(name, given)]


def is_loadable(name: str, options: dict[str, str]) -> bool:
    try:
        tabor.load(name, **options)
    except TaborError:
        return False  # a map for two with three players, and the like
    return True


SETS = [
    pytest.param(name, given, id=f"{name}-{'-'.join(given.values())}") for name in NAMES for given in option_sets(name)
]


@KNOWN_REMARKS
@pytest.mark.parametrize(("name", "options"), SETS)
def test_pettingzoo_s_own_tests_pass(name: str, options: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    made = module(name)
    for make in (made.raw_env, made.env):
        api_test(make(**options), num_cycles=20)
        seed_test(lambda make=make: make(**options), num_cycles=20)
    render_test(lambda **more: made.env(**options, **more))
    capsys.readouterr()  # "human" prints


@KNOWN_REMARKS
def test_the_first_game_passes_the_api_test() -> None:
    api_test(module(NAMES[0]).env(), num_cycles=100)


def play(env: Any, plies: int, seed: int = 1) -> Any:
    env.reset(seed=seed)
    chooser = np.random.default_rng(seed)
    for _ in range(plies):
        env.step(int(chooser.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    return env


def test_a_seed_is_that_of_a_match() -> None:
    env = module(NAMES[0]).raw_env()
    env.reset(seed=7)
    match = tabor.Match(env.game, seed=7)
    chooser = np.random.default_rng(0)
    while match.outcome is None:
        seen = env.last()[0]
        assert np.array_equal(np.flatnonzero(seen["action_mask"]), match.legal_actions)
        assert np.array_equal(seen["observation"], env.game.observe(match.state, match.player or 0))
        action = int(chooser.choice(match.legal_actions))
        match.play(action)
        env.step(action)
    assert match.outcome.winner is not None
    expected = {f"player_{player}": 1.0 if player == match.outcome.winner else -1.0 for player in (0, 1)}
    assert env.rewards == expected
    assert all(env.terminations.values())
    assert env.infos["player_0"] == {"reason": match.outcome.reason}


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_goes_its_own_way(twin: Any) -> None:
    env = play(module(NAMES[0]).env(), 8)
    other = twin(env)
    assert other.agent_selection == env.agent_selection
    assert np.array_equal(other.last()[0]["action_mask"], env.last()[0]["action_mask"])
    before = env.game.state_text(env.single.state)
    other.step(int(np.flatnonzero(other.last()[0]["action_mask"])[0]))
    assert env.game.state_text(env.single.state) == before != other.game.state_text(other.single.state)


def test_an_illegal_action_ends_the_game_as_pettingzoo_s_wrapper_does() -> None:
    ours, theirs = module(NAMES[0]).env(), wrappers.TerminateIllegalWrapper(module(NAMES[0]).raw_env(), -1)
    for env in (ours, theirs):
        env.reset(seed=1)
        illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
        env.step(illegal)
    for name in ("rewards", "terminations", "truncations", "agent_selection", "_cumulative_rewards"):
        assert getattr(ours, name) == getattr(theirs.unwrapped, name), name


def test_observations_are_nobody_else_s() -> None:
    """Neither does a step change those that were given, nor does whoever got one change the game."""
    env = play(module(NAMES[0]).raw_env(), 3)
    seen = env.last()[0]
    kept = copy.deepcopy(seen)
    env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    later = env.last()[0]
    for name in seen:
        assert np.array_equal(seen[name], kept[name])
        assert not np.array_equal(seen[name], later[name])
        later[name][:] = 7
        assert (env.last()[0][name] != 7).all()


@pytest.mark.parametrize(
    "number", [0, 543, 544, -1, 2**70, True, 1.0, None, "1", np.int64(3), np.uint64(5), np.array(4)]
)
def test_what_a_space_contains_is_gymnasium_s_word(number: Any) -> None:
    ours = module(NAMES[0]).raw_env().action_space("player_0")
    theirs = spaces.Discrete(int(ours.n))
    assert ours == theirs
    assert ours.contains(number) == theirs.contains(number)
    assert (number in ours) == (number in theirs)


@pytest.mark.parametrize("action", [-1, 10**6, None, "0", 0.5])
def test_the_raw_environment_refuses_in_words(action: Any) -> None:
    env = module(NAMES[0]).raw_env()
    env.reset(seed=1)
    with pytest.raises(ActionError, match="is not legal; legal are 0 "):
        env.step(action)
    assert env.single.state["ply"] == 0


def test_mistakes_are_said() -> None:
    made = module(NAMES[0])
    with pytest.raises(DataError, match="call reset"):
        made.env().step(0)
    with pytest.raises(DataError, match="render_mode is 'film'; it must be one of human, ansi, rgb_array"):
        made.env(render_mode="film")
    with pytest.raises(AttributeError, match="version 1, not 99"):
        _ = getattr(zoo, f"{NAMES[0]}_v99")
    with pytest.raises(AttributeError, match="no attribute 'chess_v1'"):
        _ = zoo.chess_v1


def test_pictures_differ_where_positions_do() -> None:
    env = play(module(NAMES[0]).raw_env(render_mode="rgb_array"), 4)
    before = env.render()
    env.step(int(np.flatnonzero(env.single.mask)[0]))
    after = env.render()
    assert before.shape == after.shape
    assert (before != after).any()


# ---- turns that all take at once ----

TURNS = [name for name in NAMES if (choice := find(name).choice) is not None and choice.most is not None]
TURN_SETS = [
    pytest.param(name, given, id=f"{name}-{'-'.join(given.values())}") for name in TURNS for given in option_sets(name)
]


def turns(name: str) -> Any:
    return getattr(zoo, f"{name}_turns_v{find(name).version}")


def test_some_game_is_played_in_turns() -> None:
    assert TURNS


@pytest.mark.filterwarnings("ignore:Action mask is not a NumPy array", "ignore:Action space for each agent probably")
@KNOWN_REMARKS
@pytest.mark.parametrize(("name", "options"), TURN_SETS)
def test_pettingzoo_s_own_tests_of_parallel_environments_pass(
    name: str, options: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    parallel_api_test(turns(name).parallel_env(**options), num_cycles=30)
    parallel_seed_test(lambda: turns(name).parallel_env(**options), num_cycles=10)
    render_test(lambda **more: turns(name).env(**options, **more))
    api_test(turns(name).env(**options), num_cycles=10)
    capsys.readouterr()


@pytest.mark.parametrize("name", TURNS)
def test_pettingzoo_s_test_of_cycles_passes(name: str) -> None:
    max_cycles_test(turns(name))


@pytest.mark.parametrize("name", TURNS)
def test_a_turn_is_a_match_s_actions_in_the_rules_order(name: str) -> None:
    env = turns(name).parallel_env()
    seen, _ = env.reset(seed=4)
    match, chooser = tabor.Match(env.game, seed=4), np.random.default_rng(1)
    number: Any = env.game.kind.turn
    for _ in range(12):
        orders = {agent: [choose(chooser, mask) for mask in seen[agent]["action_mask"]] for agent in env.agents}
        given = {agent: iter(order) for agent, order in orders.items()}
        before = number(match.game.setup, match.state)
        while match.player is not None and number(match.game.setup, match.state) == before:
            match.play(next(given[f"player_{match.player}"]))
        seen, *_ = env.step(orders)
        assert match.position == match.game.state_text(env.single.state)


def choose(chooser: np.random.Generator, mask: Any) -> int:
    legal = np.flatnonzero(mask)
    return int(chooser.choice(legal)) if len(legal) else 0


def test_a_game_of_single_turns_has_no_parallel_environment() -> None:
    with pytest.raises(DataError, match="take turns one after the other"):
        turns(NAMES[0])
