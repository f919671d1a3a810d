"""What Numba does to the unwary: each trap, and that it cannot be walked into."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import TESTS, RunPython
from toys import TOYS, broken, changed, delvers

from tabor import jit
from tabor.game import Game, record
from tabor.games import NAMES, find
from tabor.jit import Compiler, cache_folder, fingerprint, generic, plain, rule
from tabor.loading import load_kind
from tabor.match import Match

Count = Callable[..., tuple[int, int]]

COUNT = """
import tiny
from tabor.loading import load_kind
from tabor.testing import walk

game = load_kind(tiny.KIND)
print(list(walk(game, 0))[-1].state["number"], game.kind.compiler.misses)
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A game's folder that may be edited."""
    return Path(shutil.copytree(TESTS / "toys" / "tiny", tmp_path / "tiny", ignore=shutil.ignore_patterns("__*__")))


@pytest.fixture
def count(home: Path, run_python: RunPython) -> Count:
    """Play that game in a fresh Python: how far it counted, and how many functions were not in the cache."""

    def run(**environment: str) -> tuple[int, int]:
        cache = str(home.parent / "cache")
        number, misses = run_python(COUNT, path=home.parent, TABOR_CACHE_DIR=cache, **environment).split()
        return int(number), int(misses)

    return run


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


# ---- stale code, cold and warm ----

ALL = len(jit.SIGNATURES)  # functions to compile


def test_code_is_kept_and_an_edit_in_another_file_of_the_game_is_seen(home: Path, count: Count) -> None:
    """Numba alone would go on counting by one: `apply` stands in a file that has not changed."""
    assert count() == (3, ALL)
    assert count() == (3, 0)
    (home.parent / "unrelated.py").write_text("x = 1\n", encoding="utf-8")
    (home / "notes.toml").write_text("x = 1\n", encoding="utf-8")
    assert count() == (3, 0)
    edit(home / "steps.py", "return 1", "return 5")
    assert count() == (15, ALL)
    assert count() == (15, 0)
    edit(home / "steps.py", "return 5", "return 1")
    assert count() == (3, 0)  # the code of the first version is still there


def test_code_that_was_edited_after_its_import_is_not_kept(home: Path, count: Count, run_python: RunPython) -> None:
    """This process still runs what it imported; the next one must not find that under the new name."""
    edits = "\nfrom pathlib import Path\nfile = Path(tiny.__file__).with_name('steps.py')"
    edits += "\nfile.write_text(file.read_text().replace('return 1', 'return 5'))\n"
    program = COUNT.replace("import tiny\n", "import tiny" + edits)
    printed = run_python(program, path=home.parent, TABOR_CACHE_DIR=str(home.parent / "cache"))
    assert printed.split()[0] == "3"
    assert count() == (15, ALL)


def test_bounds_are_checked_although_unchecked_code_is_kept(home: Path, count: Count) -> None:
    """The third step reads behind the pair: silently, or not."""
    edit(home / "steps.py", "return 1", 'return 1 + int(state["pair"][int(state["ply"])])')
    assert count()[0] == 3
    assert count() == (3, 0)
    with pytest.raises(AssertionError, match="IndexError"):
        count(TABOR_CHECK="1")
    assert count() == (3, 0)


def test_a_fingerprint_covers_the_files_of_the_game_and_of_the_core(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, core = tmp_path / "own.py", tmp_path / "core.py"
    monkeypatch.setattr(jit, "CORE_FILES", (core,))
    prints = set()
    for own_text, core_text in (("1", "1"), ("2", "1"), ("1", "2"), ("12", ""), ("", "12")):
        own.write_text(own_text, encoding="utf-8")
        core.write_text(core_text, encoding="utf-8")
        prints.add(fingerprint([own]))
    monkeypatch.setitem(jit.OPTIONS, "boundscheck", not jit.OPTIONS["boundscheck"])
    prints.add(fingerprint([own]))
    assert len(prints) == 6
    assert fingerprint([own]) == fingerprint([own, core])


def test_every_file_that_rules_may_call_is_watched() -> None:
    assert {path.name for path in jit.CORE_FILES} == {"jit.py", "rng.py", "grid.py", "game.py"}
    assert all(path.is_file() for path in jit.CORE_FILES)


# ---- the cache folder ----


def test_without_a_cache_there_is_a_warning_and_play(home: Path, run_python: RunPython) -> None:
    blocked = home.parent / "file"
    blocked.write_text("", encoding="utf-8")
    program = (
        "import warnings\nwith warnings.catch_warnings(record=True) as seen:\n    warnings.simplefilter('default')"
    )
    program += COUNT.replace("\n", "\n    ") + "\nprint({str(warning.message) for warning in seen})"
    printed = run_python(program, path=home.parent, TABOR_CACHE_DIR=str(blocked / "cache"))
    numbers, warned = printed.splitlines()
    assert numbers.startswith("3 ")
    assert "cannot be written (Not a directory): rules are compiled anew in every process" in warned
    assert "Set TABOR_CACHE_DIR to a folder that can be written" in warned


def test_old_folders_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABOR_CACHE_DIR", str(tmp_path))
    other = cache_folder("another", "0")
    assert other is not None
    os.utime(other, (0, 0))
    for age in range(jit.KEPT_FOLDERS + 3):
        folder = cache_folder("game", f"{age:x}")
        assert folder is not None
        os.utime(folder, (1000 + age, 1000 + age))
    kept = sorted(path.name for path in tmp_path.glob("game-*"))
    assert kept == [f"game-{age:x}" for age in range(3, jit.KEPT_FOLDERS + 3)]
    assert other.is_dir()


def test_a_folder_in_use_is_not_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABOR_CACHE_DIR", str(tmp_path))
    for age in range(jit.KEPT_FOLDERS):
        folder = cache_folder("game", f"{age:x}")
        assert folder is not None
        os.utime(folder, (1000 + age, 1000 + age))
    first = cache_folder("game", "0")
    cache_folder("game", "new")
    assert first is not None
    assert first.is_dir()
    assert not (tmp_path / "game-1").exists()


# ---- what a cached function may call ----


@generic("int64(rules, state)")
def calls_elsewhere(rules: Any, state: Any) -> Any:
    return worth_elsewhere(rules, state, 0)


@generic("int64(rules, state)")
def calls_a_module(rules: Any, state: Any) -> Any:
    return delvers.worth(rules, state, 0)


@rule
def calls_through(rules: Any, state: Any) -> Any:
    return worth_elsewhere(rules, state, 0)


@generic("int64(rules, state)")
def calls_someone_who_does(rules: Any, state: Any) -> Any:
    return calls_through(rules, state)


worth_elsewhere = delvers.worth


@pytest.mark.parametrize("function", [calls_elsewhere, calls_a_module, calls_someone_who_does])
def test_a_generic_function_may_not_call_what_its_cache_does_not_watch(function: Any) -> None:
    game = load_kind(find(NAMES[0]))
    with pytest.raises(TypeError, match=r"calls worth of .*delvers\.py, which its cache does not watch"):
        game.compile(function)


def test_a_generic_function_may_call_the_game_and_its_own_file(delvers: Game) -> None:
    state = delvers.begin()
    state["pouch"][0] = 1, 2, 1, 0
    assert delvers.compile(calls_someone_who_does)(delvers.rules, state) == 5  # 0 + 2 × 1 + 3


def test_a_rule_may_not_call_what_its_cache_does_not_watch() -> None:
    kind = changed(TOYS["bidders"], home=TESTS / "toys" / "bidders.py", apply=broken.counting_twice)
    with pytest.raises(TypeError, match=r"broken\.py, which its cache does not watch"):
        _ = load_kind(kind).functions


# ---- plain Python ----

PLAY = """
import random, sys
from tabor.games import NAMES, find
from tabor.loading import load_kind
from tabor.match import Match
from toys import TOYS

name = sys.argv[1]
match = Match(load_kind(find(name) if name in NAMES else TOYS[name]), 11)
chance = random.Random(11)
while match.player is not None:
    match.play(chance.choice(match.legal))
print("numba" in sys.modules, match.position, *match.log, sep=";")
"""


@pytest.mark.parametrize("name", [*NAMES, *TOYS])
def test_without_numba_the_same_match_is_played(name: str, run_python: RunPython) -> None:
    match = Match(load_kind(find(name) if name in NAMES else TOYS[name]), 11)
    chance = random.Random(11)
    while match.player is not None:
        match.play(chance.choice(match.legal))
    printed = run_python(PLAY, name, TABOR_JIT="0").strip()
    assert printed == ";".join(["False", match.position, *match.log])


def reached_by(twin: Any) -> list[Any]:
    """What a plain function calls by name, and as module.name."""
    source = twin.__wrapped__
    known = [source.__globals__[name] for name in source.__code__.co_names if name in source.__globals__]
    return known + [value for found in known for value in getattr(found, "__dict__", {}).values()]


def test_a_plain_twin_calls_plain_twins_only() -> None:
    """Also of functions that are called as module.name."""

    for function in (calls_elsewhere, calls_a_module, calls_someone_who_does):
        twin = plain(function)
        state, rules = np.zeros(1, delvers.STATE)[0], np.zeros(1, delvers.RULES)[0]
        state["pouch"][0], rules["worth"] = (1, 2, 1, 0), (0, 1, 3, 0)
        assert twin(rules, state) == 5
        assert type(twin(rules, state)) is int
        assert not any(hasattr(value, "py_func") for value in reached_by(twin))


@pytest.mark.parametrize("arguments", [(2, 3), (np.int8(1), 2.5)])
def test_a_rule_called_from_python_says_what_to_do(arguments: tuple[Any, ...]) -> None:
    """It has no wrapper: Numba would crash, before it is compiled and after."""
    import numba

    caller = numba.njit(lambda: nibbles(2, 3))
    for _ in range(2):
        with pytest.raises(TypeError, match=r"from Python call plain\(nibbles\)"):
            nibbles(*arguments)
        assert caller() == plain(nibbles)(2, 3) == 35


# ---- numbers ----

NUMBERS = record(("tiny", np.int8), ("short", np.int16), ("whole", np.int32), ("long", np.int64))


@rule
def nibbles(high: Any, low: Any) -> Any:
    return high * 16 + low


@rule
def mixed(numbers: Any, out: Any) -> None:
    """One helper with int8, int16, int32, int64 and literals."""
    out[0] = nibbles(numbers["tiny"], 3)
    out[1] = nibbles(numbers["short"], numbers["tiny"])
    out[2] = nibbles(numbers["whole"], numbers["long"])
    out[3] = nibbles(15, 3)
    out[4] = int(numbers["tiny"]) * 16 + 3


def test_a_helper_is_compiled_once_whatever_goes_in() -> None:
    import numba

    numbers, out = np.ones(1, NUMBERS)[0], np.zeros(5, np.int64)
    numba.njit(mixed.py_func)(numbers, out)  # type: ignore[attr-defined]
    assert len(nibbles.signatures) == 1  # type: ignore[attr-defined]
    assert out.tolist() == [19, 17, 17, 243, 19]


def test_small_integers_do_not_wrap_where_they_are_converted_on_reading() -> None:
    import numba

    numbers = np.zeros(1, NUMBERS)[0]
    numbers["tiny"] = 15
    results = []
    for function in (numba.njit(mixed.py_func), plain(mixed)):  # type: ignore[attr-defined]
        out = np.zeros(5, np.int64)
        function(numbers, out)
        results.append(int(out[4]))
    assert results == [243, 243]


def test_records_are_aligned_whatever_the_order_of_fields() -> None:
    fields = [("a", np.int8), ("b", np.int64), ("c", np.int16, 3), ("d", np.uint64), ("e", np.int8, (2, 2))]
    for seed in range(20):
        random.Random(seed).shuffle(fields)
        made = record(*fields)
        assert made.isalignedstruct
        assert made.names is not None
        for name in made.names:
            dtype, offset = made.fields[name][:2] if made.fields else (made, 0)
            assert offset % dtype.base.alignment == 0


def test_a_compiler_answers_many_threads_with_the_same_functions() -> None:
    from concurrent.futures import ThreadPoolExecutor

    kind = TOYS["bidders"]
    compiler = Compiler(kind.name, kind.title, kind.files, (kind.RULES, kind.STATE, kind.WORK), kind.functions)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: id(compiler.entries), range(32)))
    assert len(set(found)) == 1
