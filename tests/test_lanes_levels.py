"""bench/lanes_levels.py: curves that are found again, levels read off them, battles that are not played twice."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import lanes_levels
import numpy as np
import pytest
from lanes_levels import REFERENCE, SIDES, Curve, Mind, Pairing, Results, Trials

from tabor.game import Game

SCRIPTED = SIDES[:1]
EASY = Curve(np.array([4.0, 9.0, 0.3, 6.0]), (2.0, 1.0))  # the player's best nearly always win
EVEN = Curve(np.array([0.0, 8.0, 0.5, 8.0]), (1.0, 1.5))
HARD = Curve(np.array([-4.0, 7.0, 0.5, 9.0]), (0.7, 1.0))


def shares(curve: Curve, sides: Sequence[str], side: str) -> list[float]:
    """What each level of a side wins against level 5 of the other, if they slip as the curve says."""
    ranks = lanes_levels.ranks_of(lanes_levels.even_slips(curve, sides))
    found = [curve(*both) for both in lanes_levels.fights(ranks, side)]
    return found if side == "player" else [1 - share for share in found]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("curve", [EASY, EVEN, HARD])
def test_levels_of_both_sides_rise_in_even_steps_round_level_5(curve: Curve, side: str) -> None:
    found = shares(curve, SIDES, side)
    steps = np.diff(found)
    assert found[0] == pytest.approx(0.05, abs=0.02)
    assert found[REFERENCE - 1] == pytest.approx(0.5, abs=0.02)
    assert 0.08 <= min(steps) <= max(steps) <= 0.2


@pytest.mark.parametrize("curve", [EASY, EVEN])
def test_where_a_script_leads_the_horde_the_best_player_is_the_top(curve: Curve) -> None:
    found = shares(curve, SCRIPTED, "player")
    assert found[-1] == pytest.approx(lanes_levels.logistic(np.array(curve.best)))
    assert np.diff(found) == pytest.approx((found[-1] - found[0]) / 7, abs=0.02)


@pytest.mark.parametrize("curve", [EASY, EVEN, HARD])
@pytest.mark.parametrize("sides", [SIDES, SCRIPTED])
def test_no_level_slips_more_than_the_one_below(curve: Curve, sides: Sequence[str]) -> None:
    for slips in lanes_levels.even_slips(curve, sides).values():
        assert slips == sorted(slips, reverse=True)
        assert slips[-1] == 0


@pytest.mark.parametrize("curve", [EASY, EVEN, HARD])
def test_a_curve_is_found_again_from_battles_drawn_from_it(curve: Curve) -> None:
    dice, trials = random.Random(5), Trials()
    ranks = lanes_levels.ranks_of(lanes_levels.even_slips(curve, SIDES))
    fights = [both for side in SIDES for both in lanes_levels.fights(ranks, side)]
    for both in fights * 60:
        trials.add(*both, dice.random() < curve(*both))
    found = trials.fit()
    assert max(abs(found(*both) - curve(*both)) for both in fights) < 0.08


@pytest.mark.parametrize("bends", [(0.5, 0.5), (0.5, 3.0), (3.0, 0.5), (3.0, 3.0)])
def test_no_curve_that_is_found_is_worse_than_a_coin(bends: tuple[float, float]) -> None:
    """Nearly all battles of a player who slips are lost: a whole step of Newton's leads far away from there."""
    trials, fair = Trials(), np.array([0.0, 0.1, 0.0, 0.1])
    for player in (0, 20, 60, 150, 600, 700) * 20:
        trials.add(Mind(player, 200), Mind(300, 150), player < 50)
    off = (fair - lanes_levels.EXPECTED) / lanes_levels.SPREAD
    coin = trials.count * np.log(2) + off @ off / 2
    assert trials.fit_bent(lanes_levels.EXPECTED, bends)[0] < coin


def test_what_a_battlefield_does_not_tell_is_taken_from_the_others() -> None:
    known, unknown = Trials(), Trials()
    for slips in (0, 500, 1000) * 40:
        known.add(Mind(0, 100), Mind(slips, 150), slips == 1000)
    unknown.add(Mind(0, 100), Mind(0, 150), False)
    alone, together = unknown.fit(), lanes_levels.fit_all({"known": known, "unknown": unknown})["unknown"]
    told = known.fit().weights[-1] - lanes_levels.EXPECTED[-1]
    assert (together.weights[-1] - alone.weights[-1]) * told > 0


def test_few_battles_bend_a_curve_as_the_others_are_bent() -> None:
    dice, some = random.Random(3), {name: Trials() for name in ("mill", "pass", "tide", "few")}
    for name, trials in some.items():
        for slips in (0, 100, 200, 300, 450, 600, 800, 1000) * (2 if name == "few" else 200):
            for both in ((Mind(slips, 100), Mind(400, 150)), (Mind(200, 300), Mind(slips, 150))):
                trials.add(*both, dice.random() < EVEN(*both))
    assert some["few"].fit().bends != EVEN.bends
    assert {curve.bends for curve in lanes_levels.fit_all(some).values()} == {EVEN.bends}


def test_battles_are_played_where_the_levels_would_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who wins if it slips less than the horde; nothing is known at first."""
    played: list[Pairing] = []

    def is_won(pairing: Pairing, seed: int) -> bool:
        played.append(pairing)
        slips = [int(text.partition("slips=")[2].partition(",")[0]) for text in (pairing.player, pairing.horde)]
        return slips[0] - slips[1] < random.Random(seed).gauss(0, 200)

    monkeypatch.setattr(Pairing, "is_won", is_won)
    found = lanes_levels.tune(["mill"], 160, Results(tmp_path / "kept.jsonl"))["mill"]
    assert len(played) == 160
    assert all(len(set(found[side])) == 8 for side in SIDES)
    assert abs(found["player"][REFERENCE - 1] - found["horde"][REFERENCE - 1]) < 100


def test_a_battle_is_played_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pairing, played = Pairing("meadow", "random", "random"), []

    def is_won(pairing: Pairing, seed: int) -> bool:
        played.append(seed)
        return seed == 1

    monkeypatch.setattr(Pairing, "is_won", is_won)
    first = Results(tmp_path / "kept.jsonl")
    first.play((pairing, seed) for seed in (1, 2, 1))
    assert first.won == {(pairing, 1): True, (pairing, 2): False}
    again = Results(tmp_path / "kept.jsonl")
    again.play([(pairing, 2)])
    assert again.won == first.won
    assert played == [1, 2]
    assert again.share(pairing, range(5)) == 0.5
    assert again.share(Pairing("meadow", "random", "veteran"), range(5)) < 0


def test_two_processes_tune_and_measure_as_one_does(tmp_path: Path) -> None:
    found = []
    for jobs in (1, 2):
        options = ["--levels", "meadow", "--jobs", str(jobs), "--results", str(tmp_path / f"{jobs}.jsonl")]
        tuned = lanes_levels.run([*options, "--tune", "--battles", "32"])
        measured = lanes_levels.run([*options, "--side", "player", "--battles", "1"])
        found.append((tuned, measured, (tmp_path / f"{jobs}.jsonl").read_text("utf-8")))
    assert found[0] == found[1]
    assert found[0][2].count("\n") == 32 + 8
    assert found[0][0].startswith("meadow: slips = { player = [")


def test_no_battle_begins_when_time_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slips are told all the same, of what there is."""
    results, won = Results(tmp_path / "kept.jsonl"), random.Random(2)

    def is_won(pairing: Pairing, seed: int) -> bool:
        if len(results.won) == 39:
            results.end = 0.0
        return won.random() < 0.5

    monkeypatch.setattr(Pairing, "is_won", is_won)
    found = lanes_levels.tune(["mill", "graveyard"], 1000, results)
    assert len(results.won) == 40
    assert found == lanes_levels.tune(["mill", "graveyard"], 0, Results(tmp_path / "kept.jsonl"))
    assert found["mill"]["player"] != list(lanes_levels.STARTING)
    assert lanes_levels.tune(["mill"], 16, Results(tmp_path / "none.jsonl", end=0.0))["mill"] == {
        side: list(lanes_levels.STARTING) for side in SIDES
    }


def test_every_pairing_has_its_own_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    class Over:
        player, state = None, {"winner": 0}

        def __init__(self, game: Game, seed: int) -> None:
            seeds.append(seed)

    monkeypatch.setattr(lanes_levels, "Match", Over)
    for level, horde in (("meadow", "random"), ("ford", "random"), ("meadow", "veteran"), ("meadow", "random")):
        Pairing(level, "random", horde).is_won(7)
    assert len(set(seeds)) == 3
    assert seeds[0] == seeds[3]


def test_who_wins_is_told_from_the_players_side() -> None:
    battle = Pairing("meadow", "warlord:slips=0,sims=50", "random")
    assert sum(battle.is_won(seed) for seed in range(4)) >= 3
