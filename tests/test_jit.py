"""What Numba does to the unwary: each trap, and that it cannot be walked into."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest
from conftest import TESTS, RunPython
from toys import TOYS, delvers

from tabor import jit
from tabor.game import Game, record
from tabor.games import NAMES, find
from tabor.jit import Compiler, apart, generic, inlined, plain, rule, to_compile
from tabor.kept import KEPT_VERSIONS, fingerprint, is_kept, prune
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
    edit(home / "steps.py", "return 1", "return 5")
    assert count() == (15, 1)
    assert count() == (15, 0)
    edit(home / "steps.py", "return 5", "return 1")
    assert count() == (3, 0)  # the code of the first version is still there


def test_what_is_not_compiled_may_change(home: Path, count: Count) -> None:
    """A comment, a docstring, a function of Python's, in the very files that are compiled; the place on disk."""
    assert count() == (3, ALL)
    (home.parent / "unrelated.py").write_text("x = 1\n", encoding="utf-8")
    edit(home / "steps.py", "@rule\n", "# one at a time\ndef unused(): return 2\n\n\n@rule\n")
    edit(home / "__init__.py", '"""Nothing is hidden."""', '"""Nothing is hidden at all."""')
    edit(home / "__init__.py", 'seats=("one",)', 'seats=("uno",)')
    assert count() == (3, 0)
    elsewhere = home.parent / "elsewhere"
    elsewhere.mkdir()
    home.rename(elsewhere / "tiny")
    (elsewhere / "cache").symlink_to(home.parent / "cache")
    home.symlink_to(elsewhere / "tiny")
    assert count() == (3, 0)


def test_an_edit_far_away_is_seen(home: Path, count: Count) -> None:
    """Through a module of a sub-package, and a constant that it has from somewhere else."""
    (home / "far").mkdir()
    (home / "far" / "__init__.py").write_text("from . import stride\n", encoding="utf-8")
    (home / "far" / "size.py").write_text("LONG = 7\n", encoding="utf-8")
    stride = "from tabor.jit import rule\nfrom .size import LONG\n@rule\ndef length(): return LONG\n"
    (home / "far" / "stride.py").write_text(stride, encoding="utf-8")
    edit(home / "steps.py", "return 1", "return far.stride.length()")
    edit(home / "steps.py", "from tabor.jit import rule", "from tabor.jit import rule\n\nfrom . import far")
    assert count() == (21, ALL)
    edit(home / "far" / "size.py", "7", "8")
    assert count() == (24, 1)
    edit(home / "far" / "stride.py", "return LONG", "return LONG + 1")
    assert count() == (27, 1)
    assert count() == (27, 0)


def test_code_that_was_edited_after_its_import_is_not_kept(home: Path, count: Count, run_python: RunPython) -> None:
    """This process still runs what it imported; the next one must not find that under the new name."""
    edits = "\nfrom pathlib import Path\nfile = Path(tiny.__file__).with_name('steps.py')"
    edits += "\nfile.write_text(file.read_text().replace('return 1', 'return 5'))\n"
    program = COUNT.replace("import tiny\n", "import tiny" + edits)
    printed = run_python(program, path=home.parent, TABOR_CACHE_DIR=str(home.parent / "cache"))
    assert printed.split()[0] == "3"
    assert count() == (15, 1)


def test_bounds_are_checked_although_unchecked_code_is_kept(home: Path, count: Count) -> None:
    """The third step reads behind the pair: silently, or not."""
    edit(home / "steps.py", "return 1", 'return 1 + int(state["pair"][int(state["ply"])])')
    assert count()[0] == 3
    assert count() == (3, 0)
    with pytest.raises(AssertionError, match="IndexError"):
        count(TABOR_CHECK="1")
    assert count() == (3, 0)


def double(number: int) -> int:
    """A function to be made again and again, each time a little different."""
    return FACTOR * number


FACTOR = 2


def test_a_fingerprint_is_of_all_that_makes_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    prints = [fingerprint(made_of(double), ())]
    prints.append(fingerprint(made_of(double), ("checked",)))
    prints.append(fingerprint(made_of(double, FACTOR=3), ()))
    prints.append(fingerprint(made_of(double, FACTOR=2.0), ()))
    prints.append(fingerprint(made_of(double, FACTOR=np.int64(2)), ()))
    prints.append(fingerprint(made_of(double, FACTOR=rule(made_of(double))), ()))
    prints.append(fingerprint(made_of(double, FACTOR=rule(made_of(double, FACTOR=3))), ()))
    assert len(set(prints)) == len(prints)
    assert fingerprint(made_of(double, unrelated=3), ()) == prints[0]
    before = jit.way()
    monkeypatch.setitem(jit.OPTIONS, "boundscheck", not jit.OPTIONS["boundscheck"])
    assert jit.way.__wrapped__() != before


def made_of(function: Any, **names: Any) -> Any:
    """The same code with other globals."""
    return FunctionType(function.__code__, function.__globals__ | names, function.__name__)


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


def test_what_was_not_used_for_longest_is_deleted(tmp_path: Path) -> None:
    for age in range(KEPT_VERSIONS + 3):
        for name in ("rules.double", "rules.other"):
            for ending in ("nbi", "1.nbc"):
                file = tmp_path / f"{name}-{age:x}.py311.{ending}"
                file.touch()
                os.utime(file, (1000 + age, 1000 + age))
    os.utime(tmp_path / "rules.double-0.py311.nbi")  # used again
    prune(tmp_path, double)  # type: ignore[arg-type]
    left = {f"{age:x}" for age in range(KEPT_VERSIONS + 3) if is_kept(tmp_path, double, f"{age:x}")}  # type: ignore[arg-type]
    assert left == {"0", *(f"{age:x}" for age in range(4, KEPT_VERSIONS + 3))}
    assert len(list(tmp_path.glob("rules.double-*"))) == 2 * KEPT_VERSIONS
    assert len(list(tmp_path.glob("rules.other-*"))) == 2 * (KEPT_VERSIONS + 3)


def test_processes_may_delete_the_same_files_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process has deleted a file after this one has found its name."""
    files = [tmp_path / f"rules.double-{age:x}.py311.nbi" for age in range(KEPT_VERSIONS + 2)]
    for file in files[1:]:
        file.touch()
    found = Path.glob
    monkeypatch.setattr(Path, "glob", lambda folder, pattern: [*found(folder, pattern), files[0]])
    prune(tmp_path, double)  # type: ignore[arg-type]
    assert len(list(tmp_path.iterdir())) == KEPT_VERSIONS


def test_a_function_in_use_is_not_old(home: Path, count: Count) -> None:
    count()
    files = list((home.parent / "cache").rglob("*.nbi"))
    assert len(files) == ALL
    for file in files:
        os.utime(file, (1000, 1000))
    count()
    assert all(file.stat().st_mtime > 1000 for file in files)


# ---- what a function may call ----


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
def test_a_function_may_call_rules_of_any_file(function: Any, delvers: Game) -> None:
    state = delvers.begin()
    state["pouch"][0] = 1, 2, 1, 0
    for way in (delvers.compile(function), plain(function)):
        assert way(delvers.rules, state) == 5  # 0 + 2 × 1 + 3


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


def test_what_is_compiled_leaves_the_rules_as_they_are() -> None:

    assert to_compile(calls_nibbles)() == 35
    assert type(calls_nibbles.__globals__["nibbles"]) is FunctionType
    assert plain(calls_nibbles)() == 35


@rule
def calls_nibbles() -> Any:
    return nibbles(2, 3)


@rule
def calls_both() -> Any:
    """`nibbles` is reached in two ways, one of them through another rule."""
    return calls_nibbles() + nibbles(1, 1)


@pytest.mark.skipif(jit.CHECKED, reason="code that raises errors is emitted")
def test_inner_functions_are_linked_once_and_not_emitted() -> None:
    """If this fails with a new Numba, `linking` has to follow it: compiling still works, and takes longer."""
    from tabor import linking

    assert linking.is_possible()
    caller = to_compile(calls_both)
    assert caller() == 52
    library = caller.overloads[()].library
    inner = [result for rule in (calls_nibbles, nibbles) for result in jit.helper(rule).overloads.values()]
    assert [type(result.library) for result in inner] == [linking.Inner, linking.Inner]
    linked = [other for other in library._linking_libraries if isinstance(other, linking.Inner)]  # and Numba's own
    assert sorted(map(id, linked)) == sorted(id(result.library) for result in inner)
    engine = library.codegen._engine
    assert not any(engine.is_symbol_defined(result.fndesc.llvm_func_name) for result in inner)
    assert engine.is_symbol_defined(caller.overloads[()].fndesc.llvm_func_name)


@pytest.mark.parametrize("mark", [inlined, apart])
def test_a_rule_with_another_mark_is_kept_under_another_name(mark: Any) -> None:
    one, same, other = (FunctionType(nibbles.__code__, {}) for _ in range(3))
    assert fingerprint(rule(one), ()) == fingerprint(rule(same), ())
    assert fingerprint(one, ()) != fingerprint(mark(other), ())


def test_without_one_of_those_parts_of_numba_all_is_compiled_the_ordinary_way(run_python: RunPython) -> None:
    program = """
from tabor import linking
linking.PARTS += ("a part that is gone",)
import numba.core.codegen as codegen
from tabor import jit
from test_jit import calls_both, calls_nibbles, nibbles
caller = jit.to_compile(calls_both)
assert caller() == 52
made = [jit.helper(calls_nibbles), jit.helper(nibbles), caller]
print({type(result.library) is codegen.JITCodeLibrary for one in made for result in one.overloads.values()})
"""
    assert run_python(program).strip() == "{True}"


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

    numbers, out = np.ones(1, NUMBERS)[0], np.zeros(5, np.int64)
    to_compile(mixed)(numbers, out)
    assert len(jit.helper(nibbles).signatures) == 1
    assert out.tolist() == [19, 17, 17, 243, 19]


def test_small_integers_do_not_wrap_where_they_are_converted_on_reading() -> None:

    numbers = np.zeros(1, NUMBERS)[0]
    numbers["tiny"] = 15
    results = []
    for function in (to_compile(mixed), plain(mixed)):
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
    compiler = Compiler(kind.name, kind.title, (kind.RULES, kind.STATE, kind.WORK), kind.functions)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: id(compiler.entries), range(32)))
    assert len(set(found)) == 1
