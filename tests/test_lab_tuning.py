"""Tuning the toy, of which the right numbers are known."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from test_lab_studies import Here, scales, study

from tabor.errors import DataError
from tabor.lab.lab import Lab
from tabor.lab.study import read_study
from tabor.lab.tuning import Trial, Tuner, beats, distance, import_optuna

__all__ = ["scales"]  # a fixture

TEXT = """judges = ["random"]
openings = 200
sample = 0
looks = 2
[[ask]]
measure = "first_seat"
aim = 0.7
worth = 0.1
[tune]
trials = 15
openings = 60
confirm = 2
keep = [{ measure = "length", high = 10 }]
[tune.space]
edge = [1, 100]
rounds = { values = [2, 4, 20] }
"""


@pytest.mark.slow
def test_a_planted_number_is_found_and_confirmed_and_nothing_is_played_twice(tmp_path: Path) -> None:
    path = study(tmp_path, TEXT)
    tuner = Tuner(read_study(path), Here)
    trials = list(tuner.search())
    best = tuner.candidates()
    assert 55 <= best[0].chosen["edge"] <= 85
    assert all(trial.chosen["rounds"] != 20 for trial in best)  # those games are too long
    assert any(trial.violation > 0 for trial in trials)
    confirmed = tuner.confirmation()
    assert confirmed is not None
    assert confirmed.seed != tuner.study.seed
    lab = Lab(confirmed)
    assert lab.played() == 0  # on fresh openings
    list(lab.run(Here))
    assert lab.standing().verdicts[0].kind == "better"
    executors: list[Here] = []
    again = Tuner(read_study(path), lambda setting: executors.append(Here(setting)) or executors[-1])  # type: ignore[func-returns-value]
    assert [trial.chosen for trial in again.search()] == [trial.chosen for trial in trials]
    assert not executors


def test_without_optuna_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(DataError, match=r"tabor\[lab\]"):
        import_optuna()


def test_distances_and_who_beats_whom() -> None:
    assert distance(0.5, 0.7) == pytest.approx(0.2)
    assert distance("more", 3) < distance("more", 2)
    assert distance("less", 2) < distance("less", 3)
    assert distance(0.5, float("nan")) > 1e6
    one, other, third = (Trial(0, {}, (), distances, 0) for distances in ((1.0, 2.0), (1.0, 3.0), (0.5, 9.0)))
    assert beats(one, other)
    assert not beats(other, one)
    assert not beats(one, third)
    assert not beats(one, one)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("edge = [1, 100]", "edge = [100, 1]", "study.toml: tune.space.edge is [100, 1]; it must be [low, high]"),
        ("aim = 0.7", 'aim = ""', "tuning needs goals"),
        ("keep = [{", 'keep = ["no", {', "tune.keep is ['no', {"),
        ("trials = 15", "tries = 15", "tune.tries means nothing; did you mean 'trials'?"),
        ('"length", high', '"fun", high', "tune.keep.measure is 'fun'"),
        ("edge = [1, 100]\nrounds = { values = [2, 4, 20] }", "", "tune.space is empty"),
    ],
)
def test_a_mistake_in_the_plan_is_one_sentence(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in TEXT
    with pytest.raises(DataError) as caught:
        Tuner(read_study(study(tmp_path, TEXT.replace(old, new))), Here)
    assert said in str(caught.value)
