"""The sequential test: known values, stopping, and error rates on players of known strength."""

from __future__ import annotations

import numpy as np
import pytest
from arena_tools import draw_results

from tabor.arena.ratings import ELO
from tabor.arena.sequential import POINTS, Test, elo_of, estimate, most_likely, score
from tabor.errors import DataError

Test.__test__ = False  # type: ignore[attr-defined]  # it is no test of ours


def test_the_distribution_has_the_mean_it_must_have() -> None:
    shares = np.array([0.1, 0.2, 0.4, 0.2, 0.1])
    for mean in (0.2, 0.45, 0.5, 0.7):
        found = most_likely(shares, mean)
        assert found.sum() == pytest.approx(1)
        assert found @ POINTS == pytest.approx(mean)
    assert most_likely(shares, 0.5) == pytest.approx(shares)


def test_the_ratio_grows_with_points_and_is_even_between_the_hypotheses() -> None:
    test = Test(-10, 10)
    assert test.ratio([5, 20, 50, 20, 5]) == pytest.approx(0, abs=1e-6)
    ratios = [test.ratio(pairs) for pairs in ([10, 30, 50, 10, 0], [5, 20, 50, 25, 0], [0, 10, 50, 30, 10])]
    assert ratios == sorted(ratios)
    assert ratios[0] < 0 < ratios[2]


def test_bounds_are_walds() -> None:
    low, high = Test(0, 5, alpha=0.05, beta=0.1).bounds
    assert (low, high) == pytest.approx((np.log(0.1 / 0.95), np.log(0.9 / 0.05)))
    assert Test(0, 10).verdict([0, 0, 0, 0, 0]) == ""
    assert Test(0, 10).verdict([0, 10, 100, 200, 90]) == "better"
    assert Test(0, 10).verdict([90, 200, 100, 10, 0]) == "not better"


@pytest.mark.parametrize("opening", [0.0, 1.5])
@pytest.mark.parametrize("truth", ["elo0", "elo1"])
def test_it_errs_no_more_often_than_it_was_allowed(truth: str, opening: float) -> None:
    test, rng, repeats = Test(0, 60, alpha=0.1, beta=0.1), np.random.default_rng(5), 120
    elo = strength_that_scores(score(getattr(test, truth)), opening)
    right = "not better" if truth == "elo0" else "better"
    wrong = sum(verdict_of(test, rng, elo, opening) != right for _ in range(repeats))
    assert wrong / repeats <= 0.1 + 3 * (0.1 * 0.9 / repeats) ** 0.5


def verdict_of(test: Test, rng: np.random.Generator, elo: float, opening: float) -> str:
    """Play pairs until the test says something."""
    pairs = np.zeros(5, int)
    while not (verdict := test.verdict(pairs.tolist())):
        pairs += play_pairs(rng, elo, opening, 8)
    return verdict


def play_pairs(
    rng: np.random.Generator, elo: float, opening: float, count: int
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    luck = rng.normal(0, opening, count) if opening else np.zeros(count)
    points = sum(2 - draw_results(rng, elo / ELO + sign * luck) for sign in (1, -1))
    return np.bincount(np.asarray(points, int), minlength=5)


def strength_that_scores(share: float, opening: float) -> float:
    """Luck of the opening makes the better one's share smaller: how strong one must be for this share."""
    low, high = -400.0, 400.0
    for _ in range(14):
        elo = (low + high) / 2
        found = play_pairs(np.random.default_rng(0), elo, opening, 100_000)
        low, high = (elo, high) if found @ POINTS / found.sum() < share else (low, elo)
    return elo


def test_the_estimate_and_its_interval() -> None:
    elo, low, high = estimate([5, 20, 50, 20, 5])
    assert elo == pytest.approx(0, abs=0.1)
    assert low == pytest.approx(-high, abs=0.5)
    assert 20 < high < 40
    assert elo_of(score(37.0)) == pytest.approx(37.0)
    assert elo_of(1.0) == np.inf


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 must be the smaller"),
        ({"alpha": 0.7}, "alpha is 0.7"),
        ({"beta": 0.0}, "beta is 0"),
    ],
)
def test_questions_that_make_no_sense_are_refused(values: dict[str, float], message: str) -> None:
    with pytest.raises(DataError, match=message):
        Test(**values)
