"""Every game obeys every law, and every game that is broken on purpose is caught by the law meant for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from conftest import RunPython
from toys import TOYS, bidders, changed
from toys.broken import BROKEN, Broken

from tabor import testing
from tabor.data import merge
from tabor.game import Game, Kind, Setup, record
from tabor.games import NAMES, find
from tabor.loading import load_kind
from tabor.match import Match
from tabor.testing import LAWS, LawBroken, Tour, check

KINDS = {name: find(name) for name in NAMES} | TOYS


def option_sets(kind: Kind) -> list[dict[str, str]]:
    """An option `board` may be any name of the data's table `boards`; other options stay as they are."""
    tree, _ = merge(kind.data, {}, "")
    values = {option: list(tree.get(option + "s", {})) for option in kind.options}
    return [{}, *({option: value} for option in values for value in values[option])]


def slow_unless(quick: bool) -> tuple[pytest.MarkDecorator, ...]:
    return () if quick else (pytest.mark.slow,)


GAMES = [
    pytest.param(name, options, marks=slow_unless(not options))
    for name, kind in KINDS.items()
    for options in option_sets(kind)
]
GAMES += [pytest.param("bidders", {"cards": cards}) for cards in ("2", "7")]


def broken_laws(game: Game, most_plies: int = 200) -> set[str]:
    tour = Tour(game, 8, 0, most_plies)
    found = set()
    for law in LAWS:
        try:
            law(game, tour)
        except LawBroken as broken:
            found.add(broken.law)
    return found


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_every_game_obeys_the_laws(name: str, options: dict[str, str]) -> None:
    check(load_kind(KINDS[name], options=options))


@pytest.mark.parametrize("changes", [{"width": 5, "height": 4, "sides": 6}, {"width": 2, "sides": 1}], ids=str)
def test_laws_hold_with_other_numbers(changes: dict[str, int]) -> None:
    check(load_kind(TOYS["delvers"], changes))


@pytest.mark.parametrize("name", [pytest.param(name, marks=slow_unless(name in TOYS)) for name in KINDS])
def test_laws_hold_with_bounds_checks(name: str, run_python: RunPython) -> None:
    program = """
import sys
from tabor import jit, testing
from tabor.games import NAMES, find
from tabor.loading import load_kind
from toys import TOYS

assert jit.CHECKED
name = sys.argv[1]
testing.check(load_kind(find(name) if name in NAMES else TOYS[name]), games=4)
"""
    run_python(program, name, TABOR_CHECK="1")


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN.keys())
def test_every_broken_game_is_caught(broken: Broken) -> None:
    assert broken_laws(load_kind(broken.kind)) == {broken.law} | broken.also


def test_every_law_catches_something() -> None:
    core = {"law_undo"}  # no game can break it alone: see below
    assert {law.__name__ for law in LAWS} - {broken.law for broken in BROKEN.values()} == core


def test_undo_that_forgets_is_caught(bidders: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    class Forgetful(Match):
        def undo(self, count: int = 1) -> None:
            points = self.state["points"].copy()
            super().undo(count)
            self.state["points"] = points

    monkeypatch.setattr(testing, "Match", Forgetful)
    assert broken_laws(bidders) == {"law_undo"}


def test_undo_that_takes_back_too_little_is_caught(bidders: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(Match):
        def undo(self, count: int = 1) -> None:
            super().undo(min(count, 2))

    monkeypatch.setattr(testing, "Match", Slow)
    assert broken_laws(bidders) == {"law_undo"}


def test_copy_that_shares_the_state_is_caught(bidders: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    class Sharing(Match):
        def copy(self) -> Match:
            twin = super().copy()
            twin.state = self.state
            return twin

    monkeypatch.setattr(testing, "Match", Sharing)
    assert broken_laws(bidders) == {"law_copy"}


def test_copy_that_shares_the_log_is_caught(bidders: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    class Sharing(Match):
        def copy(self) -> Match:
            twin = super().copy()
            twin.steps = self.steps
            return twin

    monkeypatch.setattr(testing, "Match", Sharing)
    assert "law_copy" in broken_laws(bidders)


def test_replay_that_loses_the_seed_is_caught(delvers: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    class Lost(Match):
        def replay(self, log: list[str]) -> Match:
            match = Match(self.game, self.seed + 1)
            for entry in log:
                match.enter(entry)
            return match

    monkeypatch.setattr(testing, "Match", Lost)
    assert "law_replay" in broken_laws(delvers)


def test_planes_that_are_too_few_are_caught() -> None:
    """Only this law may look: it alone leaves room behind the planes."""

    def read(*given: Any) -> Setup:
        setup = bidders.read(*given)
        return replace(setup, planes=(setup.planes[0] - 1, *setup.planes[1:]))

    game = load_kind(changed(TOYS["bidders"], read=read))
    with pytest.raises(LawBroken, match="behind its"):
        testing.law_observe(game, Tour(game, 1, 0, 100))


def test_too_many_actions_are_caught() -> None:
    """Only this law may look: it alone leaves room behind the list."""

    def read(*given: Any) -> Setup:
        return replace(bidders.read(*given), most_actions=4)

    game = load_kind(TOYS["bidders"])
    tour = Tour(game, 1, 0, 100)
    with pytest.raises(LawBroken, match="most_actions is 4"):
        testing.law_legal(load_kind(changed(TOYS["bidders"], read=read)), tour)


def test_a_broken_law_says_where_and_what() -> None:
    with pytest.raises(LawBroken) as caught:
        check(load_kind(BROKEN["ply by two"].kind))
    message = str(caught.value)
    assert message.startswith("law_apply: after 'lay 1' ply is 2, it was 0\n")
    assert "in round=0 hands=12345,12345,12345" in message
    assert "seed 0, ply 0" in message


def test_a_packed_record_inside_an_aligned_one_is_caught() -> None:
    packed = np.dtype([("small", np.int8), ("large", np.int32)])
    outer = record(("first", np.int8), ("inner", packed, 3))
    assert [path for path, dtype in testing.records_in(outer, "STATE") if not dtype.isalignedstruct] == ["STATE.inner"]


def test_difference_names_the_field_and_ignores_padding() -> None:
    dtype = np.dtype([("small", np.int8), ("large", np.int64)], align=True)
    first, second = np.zeros(1, dtype), np.zeros(1, dtype)
    second.view(np.uint8)[1] = 255  # between the fields
    assert testing.difference(first[0], second[0]) is None
    second["large"] = 3
    assert testing.difference(first[0], second[0]) == "field 'large' is 3, it was 0"
