"""Verdicts on results that are made up, so that it is known what they should say."""

from __future__ import annotations

import numpy as np
import pytest

from tabor.arena.ratings import Floats
from tabor.lab.verdicts import Estimate, Question, bound, bound_at, compare

FIRST_SEAT = Question("first_seat", worth=0.03, aim=0.5)
OPENINGS, LOOKS = 6000, 5


def looks(rng: np.random.Generator, base: float, changed: float, comparisons: int = 1) -> str:
    """What a study of one judge says in the end, of a variant with such shares of the first seat."""
    old, new = ((rng.random((1, OPENINGS)) < share).astype(float) for share in (base, changed))
    for look in range(1, LOOKS + 1):
        many, z = OPENINGS * look // LOOKS, bound_at(look, LOOKS, 0.05 / comparisons)
        found = compare("new", FIRST_SEAT, old[:, :many], new[:, :many], z, 1.0)
        if found.is_decided:
            return found.kind
    return "open"


def shares(kinds: list[str]) -> dict[str, float]:
    return {kind: kinds.count(kind) / len(kinds) for kind in set(kinds)}


def test_a_difference_of_three_points_is_found_and_none_is_invented() -> None:
    rng = np.random.default_rng(1)
    planted = shares([looks(rng, 0.55, 0.52) for _ in range(400)])
    nothing = shares([looks(rng, 0.55, 0.55) for _ in range(2000)])
    assert planted.get("better", 0) >= 0.8
    assert planted.get("worse", 0) <= 0.005
    assert nothing.get("better", 0) + nothing.get("worse", 0) <= 0.062  # 5% is allowed; 2000 studies are off by 0.5%


def test_many_comparisons_make_no_more_false_alarms_than_one() -> None:
    rng = np.random.default_rng(2)
    studies = [{looks(rng, 0.55, 0.55, comparisons=5) for _ in range(5)} for _ in range(200)]
    alarms = sum(bool(kinds & {"better", "worse"}) for kinds in studies)
    assert alarms <= 0.05 * 200 + 8  # two and a half standard errors


@pytest.mark.parametrize("count", [1, 3, 8])
def test_looking_several_times_is_paid_for(count: int) -> None:
    """Against a simulation of the walk that the numbers are for."""
    walk = np.random.default_rng(3).normal(size=(100_000, count)).cumsum(1)
    z = np.abs(walk) / np.sqrt(np.arange(1, count + 1))
    limits = [bound_at(look, count, 0.05) for look in range(1, count + 1)]
    assert (z > limits).any(1).mean() == pytest.approx(0.05, abs=0.003)
    assert bound(count, 0.01) > bound(count, 0.05)


def observations(rng: np.random.Generator, *means: float, many: int = 4000) -> Floats:
    return np.array([rng.normal(mean, 1, many) for mean in means])


def test_judges_that_contradict_each_other_are_no_fact_about_the_game() -> None:
    rng = np.random.default_rng(4)
    base = observations(rng, 0, 0)
    more = Question("length", 0.5, "more")
    assert compare("a", more, base, observations(rng, 1, 1), 2).kind == "better"
    assert compare("a", more, base, observations(rng, -1, -1), 2).kind == "worse"
    assert compare("a", more, base, observations(rng, 1, -0.5), 2).kind == "split"
    one = compare("a", more, base, observations(rng, 1, -0.04), 6)
    assert (one.kind, one.agreeing, one.judges) == ("better", 1, 2)
    assert "only 1 of 2 judges" in one.sentence(True)


def test_nearer_to_the_aim_is_better_from_both_sides() -> None:
    rng = np.random.default_rng(5)
    aim = Question("first_seat", 0.1, 5.0)
    assert compare("a", aim, observations(rng, 7), observations(rng, 4), 2).kind == "better"
    assert compare("a", aim, observations(rng, 4), observations(rng, 7), 2).kind == "worse"
    assert compare("a", Question("length", 0.1), observations(rng, 4), observations(rng, 7), 2).kind == "higher"


def test_no_difference_is_said_only_where_one_would_have_been_seen() -> None:
    rng = np.random.default_rng(6)
    question = Question("length", 0.2)
    same = compare("a", question, observations(rng, 1), observations(rng, 1), 2)
    few = compare("a", question, observations(rng, 1, many=20), observations(rng, 1, many=20), 2)
    assert (same.kind, few.kind) == ("same", "open")
    assert same.sentence(False).startswith("no difference worth 0.2 found")
    assert few.sentence(False).startswith("not known yet")
    assert "budget is spent" in few.sentence(True)


def test_what_never_happened_might_have() -> None:
    nothing = Estimate.of(np.zeros(100), 2.0, unseen=1.0)
    assert nothing.value == 0
    assert nothing.high >= 0.015
    unknown = Estimate.of(np.array([np.nan, 1.0]), 2.0)
    assert unknown.side == 0
    assert not unknown.within(1e6)
