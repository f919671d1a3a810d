"""OpenSpiel's own tests on every game, and what a player may know of the others' choices."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

import tabor
from tabor.errors import TaborError
from tabor.games import NAMES, find
from tabor.loading import menu

pytest.importorskip("pyspiel")  # an extra: make test-all brings it
pytestmark = pytest.mark.slow

import pyspiel  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

import tabor.envs.openspiel as spiel  # noqa: E402

PLIES = 120


@pytest.mark.parametrize("name", NAMES)
def test_openspiel_s_own_simulation_and_serialisation(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_sim_test, "MAX_ACTIONS_PER_GAME", PLIES)
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(f"tabor_{name}"))


def play(state: Any, seed: int, plies: int) -> list[int]:
    chooser = random.Random(seed)
    played: list[int] = []
    while len(played) < plies and not state.is_terminal():
        action = chooser.choice(state.legal_actions())
        state.apply_action(action)
        played.append(action)
    return played


@pytest.mark.parametrize("name", NAMES)
def test_a_state_follows_from_its_history(name: str) -> None:
    game = pyspiel.load_game(f"tabor_{name}")
    first, second = game.new_initial_state(), game.new_initial_state()
    for action in play(first, 1, 60):
        second.apply_action(action)
    assert str(first) == str(second)
    for player in range(game.num_players()):
        assert first.information_state_string(player) == second.information_state_string(player)
    assert first.is_chance_node() or find(name).chance or "dice" not in str(first)


def test_a_game_without_dice_is_a_match() -> None:
    state, match = pyspiel.load_game(f"tabor_{NAMES[0]}").new_initial_state(), tabor.Match(tabor.load(NAMES[0]), seed=1)
    for action in play(state, 2, 400):
        match.play(action)
    assert state.is_terminal()
    assert match.outcome is not None
    assert match.outcome.winner is not None
    assert state.returns()[match.outcome.winner] == 1.0 == -state.returns()[1 - match.outcome.winner]


def test_dice_have_nodes_of_their_own() -> None:
    name = next(name for name in NAMES if find(name).chance)
    state = pyspiel.load_game(f"tabor_{name}", {"dice": 8}).new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(outcome, 1 / 8) for outcome in range(8)]
    twins = [state.child(outcome) for outcome in range(8)]
    assert len({str(twin) for twin in twins}) > 1


def test_nobody_learns_of_another_s_secret_choice() -> None:
    """The first player chooses differently in secret: the second knows the same."""
    name = next(name for name in NAMES if find(name).choice is not None)
    state = pyspiel.load_game(f"tabor_{name}").new_initial_state()
    state.apply_action(0)
    assert state.current_player() == 0
    knowing = [state.child(action) for action in state.legal_actions()[:2]]
    assert knowing[0].information_state_string(0) != knowing[1].information_state_string(0)
    assert knowing[0].information_state_string(1) == knowing[1].information_state_string(1)


def test_options_are_parameters() -> None:
    kind = find(NAMES[0])
    assert set(pyspiel.load_game(f"tabor_{NAMES[0]}").get_parameters()) == {*kind.options, "dice"}
    assert spiel.register_all() == [f"tabor_{name}" for name in NAMES]


def given_in_digits() -> list[tuple[str, str, str]]:
    """Every game with every option that may be digits, and such a value."""
    found = []
    for name in NAMES:
        kind = find(name)
        for key, value in kind.options.items():
            digits = next((each for each in (value, *menu(kind)[key], "20") if each.isdecimal()), "")
            if is_loadable(name, {key: digits}):
                found.append((name, key, digits))
    return found


def is_loadable(name: str, options: dict[str, str]) -> bool:
    try:
        tabor.load(name, **options)
    except TaborError:
        return False
    return True


def test_options_in_digits_are_pickled_and_written() -> None:
    cases = given_in_digits()
    assert len(cases) > 1
    for name, key, digits in cases:
        is_number = isinstance(spiel.parameters(find(name))[key], int)
        game = pyspiel.load_game(f"tabor_{name}", {key: int(digits) if is_number else digits})
        state = game.new_initial_state()
        state.apply_action(state.legal_actions()[0])
        again, later = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        for twin in (again, pickle.loads(pickle.dumps(game)), pyspiel.load_game(str(game))):
            assert str(twin) == str(game)
            assert twin.tabor_game.options[key] == digits
            assert str(twin.new_initial_state()) == str(game.new_initial_state())
        assert str(later) == str(state)
