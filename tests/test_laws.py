"""Every game obeys every law, and every game that is broken on purpose is caught by the law meant for it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from conftest import RunPython
from toys import TOYS, bidders, changed
from toys.broken import BROKEN, Broken

from tabor import testing
from tabor.data import merge
from tabor.game import Game, Kind, record
from tabor.games import NAMES, find
from tabor.jit import CHECKED, PLAIN, rule
from tabor.loading import load_kind
from tabor.match import Match
from tabor.testing import LAWS, LawBroken, Tour, check, check_sentences

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
    core = {"law_undo", "law_bounds", "law_art"}  # no game can break them alone, or go on then: see below
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


def with_setup(kind: Kind, **changes: Any) -> Game:
    """The game with another setup than its numbers make."""
    return load_kind(changed(kind, read=lambda *given: replace(kind.numbers.read(*given), **changes)))


@pytest.mark.parametrize("planes", [(10, 1, 5), (1, 1, 1)], ids=str)
def test_planes_that_are_too_few_are_said_before_anything_is_overwritten(planes: tuple[int, int, int]) -> None:
    with pytest.raises(LawBroken) as caught:
        check(with_setup(TOYS["bidders"], planes=planes))
    assert caught.value.law == "law_bounds"
    assert re.search(
        rf"planes is {re.escape(str(planes))}, but observe \(\S+bidders.py:\d+\) writes more", str(caught.value)
    )


def test_a_list_of_actions_that_is_too_short_is_said_before_anything_is_overwritten() -> None:
    with pytest.raises(
        LawBroken, match=r"law_bounds: .*most_actions is 4, but legal \(\S+bidders.py:\d+\) writes more"
    ):
        check(with_setup(TOYS["bidders"], most_actions=4))


@rule
def events_beyond(rules: Any, state: Any, work: Any, action: Any, rng: Any, events: Any) -> None:
    bidders.apply(rules, state, work, action, rng, events)
    if events.shape[0] > 0:
        events[events.shape[0], 0] = 1


@rule
def orders_before(rules: Any, state: Any, work: Any, action: Any, rng: Any, events: Any) -> None:
    """−40 bytes from `order` is before the state."""
    bidders.apply(rules, state, work, action, rng, events)
    state["order"][int(state["ply"]) - 200] = 1


@pytest.mark.skipif(PLAIN or CHECKED, reason="an error then says the same")
@pytest.mark.parametrize(
    ("apply", "sentence"),
    [(events_beyond, "events elsewhere than in their rows"), (orders_before, "outside of STATE")],
    ids=["events", "state"],
)
def test_writing_elsewhere_is_caught(apply: Any, sentence: str) -> None:
    with pytest.raises(LawBroken, match=sentence):
        check(load_kind(changed(TOYS["bidders"], apply=apply)))


def test_the_laws_that_guard_memory_come_first() -> None:
    assert [law.__name__ for law in LAWS[:6]] == [
        "law_aligned",
        "law_bounds",
        "law_legal",
        "law_observe",
        "law_events",
        "law_work",
    ]


@pytest.mark.parametrize(
    ("picture", "sentence"),
    [("<svg>", "drawn.svg:1: no element found"), ('<svg viewBox="1 1 48 48"/>', "it must be 0 0, width and height")],
)
def test_a_picture_that_cannot_be_drawn_is_caught(picture: str, sentence: str, bidders: Game, tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "drawn.svg").write_text(picture)
    game = load_kind(replace(bidders.kind, home=tmp_path))
    with pytest.raises(LawBroken, match=sentence):
        testing.law_art(game, Tour(game, 1, 0, 100))


def test_a_broken_law_says_where_and_what() -> None:
    with pytest.raises(LawBroken) as caught:
        check(load_kind(BROKEN["ply by two"].kind))
    message = str(caught.value)
    assert message.startswith("law_apply: after 'lay 1' ply is 2, it was 0\n")
    assert "in round=0 hands=12345,12345,12345" in message
    assert "action 'lay 1'" in message  # which is not the one that the random game went on with
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


# ---- the numbered sentences of a README ----


def readme_with(folder: Path, *lines: str) -> Kind:
    (folder / "README.md").write_text("\n".join(lines), encoding="utf-8")
    return replace(TOYS["bidders"], home=folder)


def module_with(**names: Any) -> ModuleType:
    module = ModuleType("bare")
    module.__file__ = "test_bare.py"
    vars(module).update(names)
    return module


def test_a_sentence_without_a_test_is_named_with_its_line(tmp_path: Path) -> None:
    kind = readme_with(tmp_path, "# Game", "**S1** One.", "", "**S2** Two, as **S1** has it.", "**S3** Three.")
    tests = module_with(test_s1_one=print, test_s3_three=print, test_s2="no function", test_s22_other=print)
    with pytest.raises(AssertionError, match=r"README.md:4: S2 has no test: write test_s2_… in test_bare.py"):
        check_sentences(kind, tests)
    check_sentences(kind, tests, module_with(test_s2_two=print))


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (("# Game", "Move."), "README.md:1: no sentence is numbered"),
        (("**S1** One.", "**S3** Three."), "README.md:2: S3 stands where S2 is next"),
        (("**S1** One.", "**S1** One."), "README.md:2: S1 stands where S2 is next"),
    ],
)
def test_a_readme_without_what_the_tests_want_is_refused(lines: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=sentence):
        check_sentences(readme_with(tmp_path, *lines), module_with(test_s1_one=print))
