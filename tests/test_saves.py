"""Saved matches: they come back whole, or are refused with a reason; never anything else."""

from __future__ import annotations

import os
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from toys import TOYS

from tabor.errors import DataError, SaveError
from tabor.game import Game, Kind
from tabor.loading import load_kind
from tabor.match import Match
from tabor.saves import read_save, save_text
from tabor.testing import content


def toys(name: str) -> Kind:
    """As the list of games does."""
    if name not in TOYS:
        raise DataError(f"there is no game {name!r}")
    return TOYS[name]


def play_some(game: Game, actions: int = 14) -> Match:
    """A match with a take-back across dice, so that every sort of entry is in its log."""
    match = Match(game, 6)
    for number in range(actions):
        match.play(int(match.legal_actions[-1]))
        if number == 7:
            match.undo(2)
    return match


def changed(match: Match, path: Path, **changes: Any) -> Path:
    """The save with other values in some of its fields."""
    path.write_text(tomli_w.dumps(tomllib.loads(save_text(match)) | changes), encoding="utf-8")
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.tabor"


# ---- whole ----


@pytest.mark.parametrize("name", TOYS)
def test_a_saved_match_comes_back(name: str, path: Path) -> None:
    match = play_some(load_kind(TOYS[name]))
    match.save(path)
    back = read_save(path, toys)
    assert content(back.state) == content(match.state)
    assert (back.log, back.seed, back.again) == (match.log, match.seed, match.again)
    back.play(int(back.legal_actions[0]))
    match.play(int(match.legal_actions[0]))
    assert content(back.state) == content(match.state)


def test_a_finished_match_comes_back_with_its_outcome(bidders: Game, path: Path) -> None:
    match = play_some(bidders)
    match.resign(1)
    match.save(path)
    assert read_save(path, toys).outcome == match.outcome


def test_options_numbers_and_position_come_back(path: Path) -> None:
    game = load_kind(TOYS["delvers"], {"sides": 1, "stones": {"gold": {"worth": 7}}})
    position = Match(game, 1).position.replace("turn=red", "turn=green")
    match = Match(game, 2, position=position)
    match.play(0)
    match.save(path)
    back = read_save(path, toys)
    assert back.game.changes == game.changes
    assert back.game.rules.tobytes() == game.rules.tobytes()
    assert (back.position_at_start, back.position) == (position, match.position)
    small = Match(load_kind(TOYS["bidders"], options={"cards": "3"}), 1)
    small.save(path)
    assert read_save(path, toys).legal == ["lay 1", "lay 2", "lay 3"]


def test_an_empty_match_comes_back(bidders: Game, path: Path) -> None:
    Match(bidders, 1).save(path)
    assert read_save(path, toys).log == []


def test_a_save_can_be_read_by_people(bidders: Game, path: Path) -> None:
    match = Match(bidders, 6)
    match.play("lay 4")
    match.resign()
    match.save(path)
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# Bidders, a match of Tabor\n")
    for line in ('game = "bidders"', "seed = 6", 'result = "draw: resigned"', '    "lay 4",', '    "!resign 1",'):
        assert line in text.splitlines()


def test_saving_again_writes_over_the_old_file_and_leaves_nothing_else(bidders: Game, path: Path) -> None:
    match = Match(bidders, 1)
    match.save(path)
    match.play("lay 1")
    match.save(path)
    assert read_save(path, toys).log == ["lay 1"]
    assert list(path.parent.iterdir()) == [path]


# ---- refused ----


def test_an_edited_log_is_refused_with_the_number_of_the_entry(bidders: Game, path: Path) -> None:
    match = play_some(bidders)
    log = tomllib.loads(save_text(match))["log"]
    with pytest.raises(SaveError, match=r"entry 3 of the log: 'lay 9' cannot be read"):
        read_save(changed(match, path, log=[*log[:2], "lay 9", *log[3:]]), toys)
    other = "lay 1" if log[0] != "lay 1" else "lay 2"
    with pytest.raises(SaveError, match=r"entry \d+ of the log"):
        read_save(changed(match, path, log=[other, *log[1:]]), toys)
    with pytest.raises(SaveError, match="entry 1 of the log is 5, it must be a text"):
        read_save(changed(match, path, log=[5]), toys)


def test_another_seed_is_noticed(delvers: Game, path: Path) -> None:
    with pytest.raises(SaveError, match=r"entry \d+ of the log"):
        read_save(changed(play_some(delvers), path, seed=7), toys)


def test_another_version_of_the_rules_is_refused(bidders: Game, path: Path) -> None:
    Match(bidders, 1).save(path)
    newer = replace(TOYS["bidders"], version=2)
    with pytest.raises(SaveError, match=r"played under version 1 .* this Tabor has version 2"):
        read_save(path, lambda name: newer)


def test_other_numbers_are_refused(delvers: Game, path: Path) -> None:
    match = Match(delvers, 1)
    with pytest.raises(SaveError, match="played with other numbers of Delvers"):
        read_save(changed(match, path, changed={"sides": 2}), toys)
    with pytest.raises(SaveError, match=r"changed: sides is 99; it must be a whole number from 1 to 6"):
        read_save(changed(match, path, changed={"sides": 99}), toys)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", 2),
        ("format", "1"),
        ("game", 7),
        ("version", "x"),
        ("rules", 0),
        ("seed", -1),
        ("seed", "1"),
        ("seed", 2**63),
        ("position", 5),
        ("position", ["x"]),
        ("position", "nonsense"),
        ("log", "lay 1"),
        ("log", [["lay 1"]]),
        ("log", ["= 00000000"]),
        ("log", ["!resign 0", "!again"]),
        ("log", ["!resign " + "9" * 5000]),
        ("log", ["!resign ²"]),
        ("options", []),
        ("options", {"cards": 5}),
        ("options", {"cards": ["5"]}),
        ("options", {"cards": {}}),
        ("options", {"colour": "red"}),
        ("changed", 1),
        ("changed", {"cards": 5}),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_wrong_field_is_refused(bidders: Game, path: Path, field: str, value: Any) -> None:
    match = Match(bidders, 1)
    with pytest.raises(SaveError, match=r"a\.tabor"):
        read_save(changed(match, path, **{field: value}), toys)


@pytest.mark.parametrize("field", ["format", "game", "version", "rules", "seed", "log", "options", "changed"])
def test_a_missing_field_is_refused(bidders: Game, path: Path, field: str) -> None:
    tree = tomllib.loads(save_text(Match(bidders, 1)))
    del tree[field]
    path.write_text(tomli_w.dumps(tree), encoding="utf-8")
    with pytest.raises(SaveError):
        read_save(path, toys)


def test_an_unknown_game_is_refused(bidders: Game, path: Path) -> None:
    Match(bidders, 1).save(path)
    with pytest.raises(SaveError, match=r"a\.tabor: there is no game 'bidders'"):
        read_save(path)


def test_a_truncated_file_is_refused_or_a_shorter_match(delvers: Game, path: Path) -> None:
    """Wherever a file is cut, it is not taken for the whole match."""
    match = play_some(delvers)
    text = save_text(match).encode()
    for length in range(0, len(text) - 40, 7):  # the last bytes are the tables of options and changes
        path.write_bytes(text[:length])
        with pytest.raises(SaveError):
            read_save(path, toys)


@pytest.mark.parametrize(
    "text", ["x = " + "[" * 20_000, "seed = " + "9" * 5000, "\0", "x = 2000-13-45", "[a]\n[a]"], ids=lambda t: t[:12]
)
def test_hostile_toml_is_refused(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SaveError, match="is not a saved match"):
        read_save(path, toys)


@given(st.one_of(st.binary(), st.text().map(lambda text: text.encode("utf-8", "surrogatepass"))))
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_rubbish_is_refused(path: Path, rubbish: bytes) -> None:
    path.write_bytes(rubbish)
    with pytest.raises(SaveError):
        read_save(path, toys)


VALUES = st.recursive(
    st.one_of(st.integers(-(2**63), 2**63 - 1), st.text("abl !=123", max_size=8), st.booleans(), st.floats()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text("ab", min_size=1), inner, max_size=2)),
    max_leaves=5,
)


@given(st.sampled_from(["format", "game", "version", "rules", "seed", "position", "log", "options", "changed"]), VALUES)
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_save_with_any_value_anywhere_is_read_or_refused(bidders: Game, path: Path, field: str, value: Any) -> None:
    match = Match(bidders, 1)
    try:
        back = read_save(changed(match, path, **{field: value}), toys)
    except SaveError:
        return
    assert back.position == match.position  # whatever is accepted means the same


@given(st.lists(st.sampled_from(["lay 1", "lay 2", "!again", "!draw", "!resign 0", "= 1", "= ", "!time 2", "x"])))
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_log_is_read_or_refused(bidders: Game, path: Path, log: list[str]) -> None:
    try:
        back = read_save(changed(Match(bidders, 1), path, log=log), toys)
    except SaveError:
        return
    assert back.log == log
    assert back.position


# ---- files that cannot be ----


def test_a_file_that_is_not_there(path: Path) -> None:
    with pytest.raises(SaveError, match=r"a\.tabor cannot be read: No such file"):
        read_save(path, toys)


def test_a_folder_is_no_file(bidders: Game, tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be read"):
        read_save(tmp_path, toys)
    with pytest.raises(SaveError, match="cannot be written"):
        Match(bidders, 1).save(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_path_that_cannot_be_written(bidders: Game, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for wrong in (tmp_path / "file" / "a.tabor", tmp_path / "nowhere" / "a.tabor", tmp_path / ("x" * 300), Path("/")):
        with pytest.raises(SaveError, match="cannot be written"):
            Match(bidders, 1).save(wrong)
    with pytest.raises(SaveError, match="cannot be written"):
        Match(bidders, 1).save("")


@pytest.mark.parametrize("where", ["write_text", "replace"])
def test_an_interrupted_write_leaves_the_old_file(
    bidders: Game, path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    match = Match(bidders, 1)
    match.save(path)
    old = path.read_bytes()

    def full_disk(self: Path, text: str, **_: Any) -> int:
        self.write_bytes(text.encode()[:50])
        raise OSError(28, "No space left on device")

    def crash(*_: Any) -> None:
        raise OSError(5, "Input/output error")

    match.play("lay 1")
    if where == "write_text":
        monkeypatch.setattr(Path, "write_text", full_disk)
    else:
        monkeypatch.setattr(os, "replace", crash)
    with pytest.raises(SaveError, match="cannot be written"):
        match.save(path)
    assert path.read_bytes() == old
    assert list(path.parent.iterdir()) == [path]
