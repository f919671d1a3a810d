"""bench/lanes_levels.py: curves that are found again, levels read off them, battles that are not played twice."""

from __future__ import annotations

import random
from pathlib import Path

import lanes_levels
import numpy as np
import pytest
from lanes_levels import Curve, Pairing, Results, Trials

from tabor.games.lanes import players

SIMS = players.SIMS["player"]
EASY = Curve(at_best=3.0, fall=7.0, gain=0.6, power=2.0)  # nearly always won without slips
HARD = Curve(at_best=-0.7, fall=3.0, gain=0.6, power=1.0)  # nearly half of the steps are thinking
FLAT = Curve(at_best=0.0, fall=0.0, gain=0.0, power=1.0)


def shares(curve: Curve) -> list[float]:
    """What each level wins if it slips as the curve says."""
    found = lanes_levels.even_slips(curve, SIMS)
    return [float(curve(np.array(slips), sims)) for slips, sims in zip(found, SIMS, strict=True)]


@pytest.mark.parametrize("curve", [EASY, HARD])
def test_levels_rise_in_even_steps_from_chance_to_the_best(curve: Curve) -> None:
    found = shares(curve)
    steps = np.diff(found)
    assert found[0] < 0.08
    assert found[-1] == pytest.approx(float(curve(np.array(0), SIMS[-1])))
    assert 0.08 <= min(steps) <= max(steps) <= 0.2


@pytest.mark.parametrize("curve", [EASY, HARD, FLAT])
def test_no_level_slips_more_than_the_one_below(curve: Curve) -> None:
    slips = lanes_levels.even_slips(curve, SIMS)
    assert slips == sorted(slips, reverse=True)
    assert slips[-1] == 0


@pytest.mark.parametrize("curve", [EASY, HARD])
def test_a_curve_is_found_again_from_battles_drawn_from_it(curve: Curve) -> None:
    dice, trials = random.Random(5), Trials()
    for number in range(400):
        slips, sims = lanes_levels.KNOTS[number % 8], SIMS[0] if number % 4 else lanes_levels.DEAREST
        trials.slips.append(slips)
        trials.sims.append(sims)
        trials.won.append(dice.random() < float(curve(np.array(slips), sims)))
    found = trials.fit(lanes_levels.GAIN["player"])
    every = np.arange(0, 1001, 50)
    assert np.abs(found(every, SIMS[0]) - curve(every, SIMS[0])).max() < 0.1


def test_a_battle_is_played_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pairing, played = Pairing("meadow", "random", "random"), []

    def is_won(pairing: Pairing, seed: int) -> bool:
        played.append(seed)
        return seed == 1

    monkeypatch.setattr(Pairing, "is_won", is_won)
    first = Results(tmp_path / "kept.jsonl")
    assert [first.play(pairing, seed) for seed in (1, 2, 1)] == [True, False, True]
    again = Results(tmp_path / "kept.jsonl")
    assert again.play(pairing, 2) is False
    assert played == [1, 2]
    assert again.share(pairing, range(5)) == 0.5
    assert again.share(Pairing("meadow", "random", "veteran"), range(5)) < 0


def test_who_wins_is_told_from_the_players_side() -> None:
    battle = Pairing("meadow", "warlord:slips=0,sims=50", "random")
    assert sum(battle.is_won(seed) for seed in range(4)) >= 3
