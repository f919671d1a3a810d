"""A mistake in a rule is answered by one sentence with its file and line."""

from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path

import pytest
from conftest import TESTS, RunPython

from tabor import jit
from tabor.complaints import check_rules
from tabor.errors import RuleError
from tabor.games import NAMES, find
from tabor.jit import SIGNATURES
from tabor.kept import family
from tabor.loading import load_kind

LINE = '    state["ply"] = int(state["ply"]) + 1\n'  # of the toy `tiny`: what the mistakes are put in place of

MISTAKES = {
    "a field read": ('x = int(state["plyy"])', "no record of this game has a field 'plyy'; did you mean 'ply'?"),
    "a field written": ('state["plyy"] = 1', "no record of this game has a field 'plyy'; did you mean 'ply'?"),
    "a field of another record": ('x = int(rules["number"])', "this cannot be compiled: Field 'number' was not found"),
    "a field written elsewhere": ('rules["number"] = 1', "this record has no field 'number'"),
    "a text": ('x = "one"', "'one' is a text, and a rule knows no texts: give it a number"),
    "a text built": ("x = f'{action}'", "a rule builds no text"),
    "a text made": ('x = str(int(state["ply"]))', "str is for texts, and a rule knows no texts"),
    "a list": ("x = [1, 2]", "a rule makes no list: use a field of WORK"),
    "a sum over a generator": ("x = sum(i for i in range(3))", "a rule makes no generator: write the loop"),
    "an error": ("raise ValueError", "a rule raises nothing: an illegal action never reaches it"),
    "an unknown name": ("x = steep(state)", "there is no name 'steep'; did you mean 'step'?"),
    "a wrong type": ("x = state + 1", "this cannot be compiled: No implementation of function"),
    "a name of another rule": ("x = out[0]", "there is no name 'out'"),
}


@pytest.mark.skipif(jit.PLAIN, reason="nothing is compiled")
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_one_sentence_with_file_and_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, sentence = MISTAKES[name]
    package = f"mistaken_{[*MISTAKES].index(name)}"
    rules = tmp_path / package / "__init__.py"
    shutil.copytree(TESTS / "toys" / "tiny", rules.parent, ignore=shutil.ignore_patterns("__pycache__"))
    before, line, after = rules.read_text(encoding="utf-8").partition(LINE)
    assert line
    rules.write_text(before + line + f"    {code}\n" + after, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    game = load_kind(import_module(package).KIND)
    with pytest.raises(RuleError) as caught:
        game.begin()
    said = str(caught.value)
    assert said.startswith(f"{rules}:{2 + before.count(chr(10))}: {sentence}")
    assert "\n" not in said


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_of_our_games_are_not_complained_of(name: str) -> None:
    kind = find(name)
    functions = [found for entry in SIGNATURES for found in family(getattr(kind.functions, entry))]
    check_rules(functions, (kind.RULES, kind.STATE, kind.WORK))
    assert len(set(functions)) > len(SIGNATURES)


def test_a_mistake_is_said_too_before_plain_python_runs(tmp_path: Path, run_python: RunPython) -> None:
    """A game that begins plain, or is run so for a debugger, has the same sentence."""
    rules = tmp_path / "mistaken" / "__init__.py"
    shutil.copytree(TESTS / "toys" / "tiny", rules.parent, ignore=shutil.ignore_patterns("__pycache__"))
    rules.write_text(rules.read_text(encoding="utf-8").replace(LINE, '    state["plyy"] = 1\n'), encoding="utf-8")
    program = """
from tabor import jit
jit.begin_plain()
from mistaken import KIND
from tabor.errors import RuleError
from tabor.loading import load_kind
try:
    load_kind(KIND).begin()
except RuleError as error:
    print(error)
"""
    for mode in ("1", "0"):
        said = run_python(program, path=tmp_path, TABOR_JIT=mode)
        assert "has a field 'plyy'; did you mean 'ply'?" in said
