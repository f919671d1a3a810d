"""The preview of a battle: compiled code and plain Python foresee the same, and what is foreseen comes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import cast

import pytest

import tabor
from tabor import jit, warming
from tabor.game import OVER, Game, State
from tabor.games.lanes.forecast import MOST_PREVIEWED, Battlefield, fight_on, foresee
from tabor.games.lanes.layout import HORDE, PLAYER, PREPARING
from tabor.games.lanes.numbers import LanesSetup

LEVELS = ("meadow", "ford", "night")


def lanes(**options: str) -> Game:
    return tabor.load("lanes", **options)


def setup_of(game: Game) -> LanesSetup:
    return cast(LanesSetup, game.setup)


def preparations(game: Game, seed: int, most: int = 150) -> Iterator[State]:
    """Positions of a random game in which the player prepares."""
    match, dice = tabor.Match(game, seed), random.Random(seed)
    while match.player is not None and len(match.steps) < most:
        match.play(int(dice.choice(match.legal_actions)))
        if match.player is not None and int(match.state["phase"]) == PREPARING:
            yield match.state


@pytest.mark.skipif(jit.PLAIN or jit.CHECKED, reason="nothing is called in the quick way")
@pytest.mark.parametrize("level", LEVELS)
def test_compiled_code_foresees_what_python_does(level: str) -> None:
    game = lanes(level=level)
    field = Battlefield(setup_of(game))
    found = 0
    for state in preparations(game, seed=3):
        before = state.tobytes()
        forecast = field.foresee(state)
        assert forecast == field.told(state, field.by_hand)
        assert state.tobytes() == before
        found += len(forecast.events)
    assert field.fight is not None
    assert found > 100


def test_what_is_foreseen_comes() -> None:
    """The preparation ends where the player chooses so; the attacks are the first events of that."""
    game = lanes()
    ended = 0
    for seed in range(4):
        match, dice = tabor.Match(game, seed), random.Random(seed)
        while match.player is not None:
            forecast = foresee(setup_of(game), match.state)
            match.play(int(dice.choice(match.legal_actions)))
            if forecast and match.steps[-1].entry == "end" and len(forecast.events) < MOST_PREVIEWED:
                told = match.steps[-1].events.tolist()
                assert forecast.events == told[: len(forecast.events)]
                ended += 1
    assert ended > 10


def test_nothing_is_foreseen_where_no_preparation_can_end() -> None:
    game = lanes()
    match = tabor.Match(game, 0)
    states = [step.before for step in match.steps] + [match.state]
    staging = [state for state in states if int(state["player"]) == HORDE]
    assert staging
    assert all(foresee(setup_of(game), state) is None for state in staging)
    over = staging[0].copy()
    over["player"], over["phase"] = OVER, PREPARING
    assert foresee(setup_of(game), over) is None


def test_a_battle_that_is_over_goes_no_further() -> None:
    """S22: once the player's attack has taken the horde's camp the horde does not attack any more."""
    game = lanes()
    state = next(state for state in preparations(game, seed=0) if losses(game, state) > 0).copy()
    state["damage"][HORDE] = int(game.rules["camp"][HORDE])
    assert losses(game, state) == 0


def losses(game: Game, state: State) -> int:
    """Of the player's camp."""
    forecast = foresee(setup_of(game), state)
    assert forecast
    return forecast.losses[PLAYER]


def test_it_is_compiled_with_the_rules() -> None:
    assert fight_on in warming.generic_functions(lanes())
