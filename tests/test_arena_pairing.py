"""Who meets whom: every kind of tournament with made-up results, for tables of two to four."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabor.arena.pairing import Past, Stage, knock_out_tables, propose, rounds
from tabor.arena.plan import Entrant, Plan
from tabor.arena.ratings import Games


def plan_of(kind: str, players: int, **more: int) -> Plan:
    names = [f"p{number}" for number in range(players)]
    entrants = tuple(Entrant(name, "random") for name in names)
    fields = {"seed": 1, "openings": 2, "rounds": 0, "shard": 1, **more}
    return Plan("id", "game", 1, "", kind, is_fair=False, ledger="", options={}, changed={}, players=entrants, **fields)


def play_out(plan: Plan, seats: int, strength: dict[str, float] | None = None, most: int = 200) -> list[Stage]:
    """Propose and play stages until there are no more; whoever has the higher strength takes all points."""
    stages: list[Stage] = []
    points: list[list[dict[str, float]]] = []
    while (stage := propose(plan, seats, Past(stages, points, games_of(plan, stages, points, seats)))) is not None:
        check_stage(plan, stage, seats)
        stages.append(stage)
        points.append([shares(table, strength) for table in stage.tables])
        assert len(stages) < most
    return stages


def shares(table: tuple[str, ...], strength: dict[str, float] | None) -> dict[str, float]:
    if strength is None:
        return dict.fromkeys(table, 0.5)
    order = sorted(table, key=lambda name: strength[name])
    return {name: order.index(name) / (len(table) - 1) for name in table}


def games_of(plan: Plan, stages: list[Stage], points: list[list[dict[str, float]]], seats: int) -> Games:
    rows = [
        (table, found)
        for stage, all_ in zip(stages, points, strict=True)
        for table, found in zip(stage.tables, all_, strict=True)
    ]
    who = np.array([[plan.names.index(name) for name in table] for table, _ in rows], int).reshape(-1, seats)
    place = np.array([[sum(o > found[name] for o in found.values()) for name in table] for table, found in rows], int)
    return Games(len(plan.names), who, place.reshape(-1, seats), np.arange(len(rows)))


def check_stage(plan: Plan, stage: Stage, seats: int) -> None:
    for table in stage.tables:
        assert len(set(table)) == seats
        assert set(table) <= set(plan.names)


def by_number(players: int) -> dict[str, float]:
    """The first is the strongest."""
    return {f"p{number}": float(players - number) for number in range(players)}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_a_round_robin_everybody_meets_everybody_once(seats: int) -> None:
    (stage,) = play_out(plan_of("round-robin", 6), seats)
    assert sorted(sorted(table) for table in stage.tables) == sorted(
        list(table) for table in combinations([f"p{n}" for n in range(6)], seats)
    )


def test_whoever_comes_later_to_a_round_robin_meets_all_others() -> None:
    first = plan_of("round-robin", 3)
    stage = propose(first, 2, Past([], [], games_of(first, [], [], 2)))
    assert stage is not None
    later = propose(plan_of("round-robin", 4), 2, Past([stage], [[{}, {}, {}]], games_of(first, [], [], 2)))
    assert later is not None
    assert {frozenset(table) for table in later.tables} == {frozenset({f"p{n}", "p3"}) for n in range(3)}


def test_in_a_gauntlet_the_first_meets_all_others_and_they_not_each_other() -> None:
    (stage,) = play_out(plan_of("gauntlet", 5), 2)
    assert [table[0] for table in stage.tables] == ["p0"] * 4
    assert sorted(table[1] for table in stage.tables) == ["p1", "p2", "p3", "p4"]


@settings(max_examples=25, deadline=None)
@given(players=st.integers(4, 13), seats=st.integers(2, 4))
def test_swiss_seats_everybody_and_repeats_no_meeting_where_that_can_be(players: int, seats: int) -> None:
    plan = plan_of("swiss", max(players, seats), rounds=3)
    stages = play_out(plan, seats, by_number(max(players, seats)))
    assert len(stages) == 3
    for stage in stages:
        seen = Counter([name for table in stage.tables for name in table] + list(stage.byes))
        assert seen == Counter(plan.names)
        assert len(stage.byes) < seats
    if seats == 2 and players >= 8:
        met = Counter(frozenset(table) for stage in stages for table in stage.tables)
        assert max(met.values()) == 1
    byes = Counter(name for stage in stages for name in stage.byes)
    assert max(byes.values(), default=1) <= 1 or players < 3 * (seats - 1)


def test_swiss_brings_winners_together() -> None:
    second = play_out(plan_of("swiss", 8, rounds=2), 2, by_number(8))[1]
    winners = {table[0] for table in play_out(plan_of("swiss", 8, rounds=1), 2, by_number(8))[0].tables}
    assert {frozenset(table) <= winners or not frozenset(table) & winners for table in second.tables} == {True}
    assert rounds(plan_of("swiss", 8)) == 5


@settings(max_examples=40, deadline=None)
@given(players=st.integers(2, 17), seats=st.integers(2, 4), lives=st.integers(1, 2))
def test_a_knock_out_ends_and_the_strongest_is_never_out(players: int, seats: int, lives: int) -> None:
    players = max(players, seats)
    plan = plan_of(("knockout", "double-knockout")[lives - 1], players)
    strength = by_number(players)
    stages = play_out(plan, seats, strength)
    lost: Counter[str] = Counter()
    for stage in stages:
        for table in stage.tables:
            lost.update(sorted(table, key=lambda name: -strength[name])[1:])
    assert lost["p0"] == 0
    assert all(lost[name] >= lives for name in plan.names[1:])
    if seats == 2:
        assert sum(lost.values()) == lives * (players - 1)


def test_seeds_of_a_knock_out_meet_from_the_ends_and_the_best_rest() -> None:
    assert knock_out_tables(["a", "b", "c", "d"], 2) == [("a", "d"), ("b", "c")]
    assert knock_out_tables(["a", "b", "c", "d", "e"], 2) == [("d", "e")]
    assert knock_out_tables(["a", "b", "c", "d", "e", "f"], 2) == [("c", "f"), ("d", "e")]
    assert len(knock_out_tables([str(n) for n in range(9)], 3)) == 3


def test_a_knock_out_match_without_a_winner_is_prolonged_and_then_the_seed_decides() -> None:
    stages = play_out(plan_of("knockout", 2), 2)
    assert [stage.title for stage in stages] == ["round 1", "round 1, prolonged", "round 1, prolonged"]


def test_who_loses_once_in_a_double_knock_out_plays_on() -> None:
    stages = play_out(plan_of("double-knockout", 4), 2, {"p0": 1.0, "p1": 2.0, "p2": 3.0, "p3": 4.0})
    appearances = Counter(name for stage in stages for table in stage.tables for name in table)
    assert min(appearances.values()) == 2


def test_a_ladder_plays_those_it_knows_least_of_and_games_that_are_open() -> None:
    plan = plan_of("ladder", 4, rounds=9, openings=4)
    known = [(("p0", "p1"), (0, 1)), (("p1", "p0"), (1, 0)), (("p0", "p2"), (0, 1)), (("p2", "p1"), (0, 1))] * 30
    who = np.array([[plan.names.index(name) for name in table] for table, _ in known])
    games = Games(4, who, np.array([place for _, place in known]), np.arange(len(known)))
    stage = propose(plan, 2, Past([], [], games))
    assert stage is not None
    assert "p3" in stage.tables[0]  # of whom nothing is known
    assert len(play_out(plan, 2, by_number(4))) == 9
