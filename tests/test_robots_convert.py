"""Bots written for Python 2 play as they played there, and Python 3 bots are left alone (S13).

Each file of tests/bots/robots has one habit of old bots, and ends with what Python 2.7.18 answered on the positions
below: the bots were executed there, unconverted, by a small driver with an `rg` of its own. A bot that finds a
computation of its own wrong commits suicide, which no file expects.
"""

from __future__ import annotations

import ast
import base64
import io
import re
import sys
import textwrap
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from conftest import RunPython
from hypothesis import given
from hypothesis import strategies as st
from test_robots_adapter import FACTS, ask, modules_restored

from tabor.games.robots.robotgame import adapter
from tabor.games.robots.robotgame.convert import Converted, SourceError, convert, decode, prepare

__all__ = ["modules_restored"]  # a fixture that every test uses
python2: Any = import_module("tabor.games.robots.robotgame.python2")  # it has no types
BOTS = sorted((Path(__file__).parent / "bots" / "robots").glob("*.py2"))
OTHERS: list[list[Any]] = [[9, 6, 20, 1, None], [12, 9, 45, 1, None], [4, 9, 30, 0, 4]]
TURNS: dict[int, list[list[Any]]] = {
    1: [[9, 5, 50, 0, 0], [9, 13, 8, 0, 2], *OTHERS],
    2: [[9, 5, 50, 0, 0], [9, 13, 8, 0, 2], *OTHERS],
    9: [[9, 5, 50, 0, 0], [10, 13, 17, 0, 2], *OTHERS],
}
GUARD = "import rg\nclass Robot:\n    def act(self, game):\n        return ['guard']\n"


@pytest.fixture(autouse=True)
def no_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())  # as empty as in the process of a bot


def load(source: str) -> adapter.Bot:
    return adapter.load(source, "old.py", FACTS)


def orders_of(source: str) -> dict[int, str]:
    """What a bot answers on the positions above, and that nothing was wrong with it."""
    bot, said = load(source), {}
    for turn, robots in TURNS.items():
        answer = ask(bot, *robots, turn=turn, seed=10 + turn)
        assert answer["problems"] == []
        said[turn] = ", ".join(" ".join(map(str, order)) for order in answer["orders"])
    return said


def recorded(text: str) -> dict[int, str]:
    return {int(turn): orders for turn, orders in re.findall(r"^# Python 2\.7, turn (\d): (.*)$", text, re.MULTILINE)}


def test_there_are_bots() -> None:
    assert len(BOTS) >= 28
    assert all(set(recorded(decode(path.read_bytes()))) == {1, 2, 9} for path in BOTS)
    assert not any("suicide" in orders for path in BOTS for orders in recorded(decode(path.read_bytes())).values())


@pytest.mark.parametrize("path", BOTS, ids=lambda path: path.stem)
def test_s13_a_python_2_bot_plays_as_it_did(path: Path) -> None:
    source = decode(path.read_bytes())
    converted = convert(source, path.name)
    assert converted.was_python2
    assert orders_of(converted.source) == recorded(source)


@pytest.mark.parametrize("path", BOTS, ids=lambda path: path.stem)
def test_s13_a_converted_file_is_a_python_3_bot(path: Path) -> None:
    """It runs as one module, as somebody else's program would load it, and is not converted twice."""
    converted = convert(decode(path.read_bytes()), path.name)
    assert convert(converted.source, path.name) == Converted(converted.source, [], False)
    load(GUARD)  # for `import rg`
    names: dict[str, Any] = {"__name__": "other"}
    exec(compile(converted.source, path.name, "exec"), names)
    assert callable(names["Robot"]().act)


@pytest.mark.parametrize("path", BOTS, ids=lambda path: path.stem)
def test_conversion_keeps_the_lines(path: Path) -> None:
    """Errors name lines; only a function with a tuple as a parameter gets a line more, for each."""
    source = decode(path.read_bytes())
    body = adapter.split(convert(source, path.name).source)[1]
    more = len(re.findall(r"^ *def \w+\(.*\(", source, re.MULTILINE)) * 2
    assert source.count("\n") <= body.count("\n") <= source.count("\n") + more
    assert [line for line in body.splitlines() if "class Robot" in line]


def test_changes_name_line_and_reason() -> None:
    source = "import rg\nclass Robot:\n  def act(self, game):\n    print 'x'\n    return ['guard'] * (3 / 2)\n"
    converted = convert(source, "old.py")
    assert converted.changes == ["line 4: print statement", "line 5: division"]
    text, line = prepare(source.encode(), "old.py")
    assert text == converted.source
    assert line == "old.py was written for Python 2 and is converted in 2 places as it is read"


def test_an_error_of_a_converted_bot_names_its_own_line() -> None:
    head = [
        "from __future__ import division, \\",
        "    print_function",
        "from string import (letters,",
        "    digits)",
        'TEXT = """',
        "",
        '"""',
        "exec TEXT",
    ]
    source = "\n".join([*head, "class Robot:", "  def act(self, game):", "    boom(cmp(1, 2))", ""])
    [[_, text]] = ask(load(convert(source, "old.py").source), [9, 5, 50, 0, 3])["problems"]
    assert 'File "old.py", line 11, in act\n    boom(cmp(1, 2))' in text


# ---- Python 3 bots ----

PYTHON3 = {
    "plain": GUARD,
    "division": "def half(n):\n    return n / 2\n" + GUARD,
    "print": "print('hello', 3)\n" + GUARD,
    "loops over views": "for k, v in {}.items():\n    pass\nn = len({}.keys())\nm = list(map(str, []))\n" + GUARD,
    "index of a list": "x = sorted({}.items())[:1]\ny = list(filter(None, []))[:1]\nz = range(5)[2]\n" + GUARD,
    "own name": "from functools import reduce\ndef cmp(a, b):\n    return 0\nx = cmp(1, reduce(max, [1]))\n" + GUARD,
    "both Pythons": "try:\n    xrange\nexcept NameError:\n    xrange = range\nx = 3 / 2\n" + GUARD,
    "version": "import sys\nif sys.version_info[0] == 2:\n    n = sys.maxint\n" + GUARD,
    "own next": "class Plan:\n    def next(self):\n        return 1\nx = Plan().next()\n" + GUARD,
    "iterator": "class I:\n    def __iter__(self):\n        return self\n    def __next__(self):\n        return 1\n"
    + GUARD,
    "both next": "class I:\n    def __iter__(self):\n        return self\n    def __next__(self):\n        return 1\n"
    "    next = __next__\n" + GUARD,
    "a word in a comment": "# six robots\nx = 3 / 2\n" + GUARD,
    "a quotient made whole": "def f(xs, n):\n    half = n / 2\n    half = int(half)\n    return xs[half]\n" + GUARD,
    "future annotations": "from __future__ import annotations\nx = 3 / 2\n" + GUARD,
    "f-string": "x = f'{3 / 2}'\n" + GUARD,
    "types": "def f(x: int = 3) -> float:\n    return x / 2\n" + GUARD,
    "carriage returns": GUARD.replace("\n", "\r\n"),
    "no end of line": GUARD.rstrip("\n"),
    "coding line": "# -*- coding: utf-8 -*-\n# zażółć\n" + GUARD,
    "tabs": GUARD.replace("    ", "\t"),
    "shebang": "#!/usr/bin/env python3\n" + GUARD,
    "best with a look": "def f(xs):\n    best = None\n    for x in xs:\n        if best is None or x > best:\n"
    "            best = x\n    return best\n" + GUARD,
    "future": "from __future__ import annotations, division\n" + GUARD,
    "input of both": "try:\n    input = raw_input\nexcept NameError:\n    pass\n" + GUARD,
    "queue of both": "try:\n    import Queue\nexcept ImportError:\n    import queue as Queue\n" + GUARD,
    "one name for two things": "def f(d):\n    pairs = d.items()\n    return len(pairs)\n"
    "def g(rows):\n    for pairs in rows:\n        pairs.sort()\n        return pairs[0]\n" + GUARD,
    "own keys": "class Map:\n    def keys(self):\n        return [1]\nx = Map().keys()[0]\n" + GUARD,
    "one method of two classes": "class A:\n    def near(self):\n        return filter(None, [])\n"
    "class B:\n    def near(self):\n        return [1]\nx = len(B().near())\n" + GUARD,
    "odd escapes": "x = '\\d'\n" + GUARD,
    "float key": "x = {1.5: 2}\n" + GUARD,
}


@pytest.mark.parametrize("source", PYTHON3.values(), ids=PYTHON3.keys())
def test_a_python_3_bot_comes_back_unchanged(source: str) -> None:
    assert convert(source, "new.py") == Converted(source, [], False)
    assert prepare(source.encode(), "new.py") == (source, "")
    load(source)


# ---- what gives Python 2 away though Python 3 can compile it ----


@pytest.mark.parametrize(
    "line",
    [
        "from __future__ import print_function\nx = 3 / 2",
        "def f(xs, n):\n    half = n / 2\n    return xs[half]",
        "def f(xs, n):\n    return xs[:n / 2]",
        "import random\nx = random.randint(0, 7 / 2)",
        "def f(turn):\n    return turn / 10 * 10 == turn",
        "# six robots\nx = dict().iteritems()",
        "#!/usr/bin/env python2",
        "#!/usr/bin/python2.7",
        "x = len(filter(None, [1]))",
        "x = map(str, [1])[0]",
        "x = zip([1], [2])\nx.sort()",
        "x = {}.keys() + [1]",
        "x = {1: 2}.items()[0]",
        "import random\nx = random.choice({1: 2}.values())",
        "x = range(3) + [4]",
        "x = range(3)\nx.remove(1)",
        "def f():\n    return filter(None, [1])\nn = len(f())",
        "for i in xrange(3): pass",
        "x = {}.has_key(1)",
        "x = list({}.iteritems())",
        "x = cmp(1, 2)",
        "x = reduce(max, [1, 2])",
        "x = unicode('a')",
        "x = isinstance(1, (int, long))",
        "import sys\nx = sys.maxint",
        "import time\nx = time.clock()",
        "from itertools import izip",
        "from string import letters",
        "import cPickle",
        "from StringIO import StringIO",
        "x = sorted([1], cmp=lambda a, b: a - b)",
        "x = sorted([1], lambda a, b: a - b)",
        "x = [1]\nx.sort(lambda a, b: a - b)",
        "x = [1, 2, 3][3 / 2]",
        "x = list(range(3 / 2 + 1))",
        "x = None < 3",
        "def f(xs):\n    best = None\n    for x in xs:\n        if x > best: best = x\n    return best\nx = f([1])",
        "class A:\n    def __cmp__(self, other): return 0",
        "class A:\n    def __nonzero__(self): return False",
        "class A:\n    def __iter__(self): return self\n    def next(self): return 1",
    ],
)
def test_python_2_is_recognised(line: str) -> None:
    ast.parse(line)  # Python 3 can read it
    converted = convert(f"{line}\n{GUARD}", "old.py")
    assert converted.was_python2
    load(converted.source)  # and there it runs


# ---- what cannot be converted ----


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (
            "class Robot:\n    def act(self, game)\n        print 'x'\n",
            r"old\.py, line 2: .*neither Python 3 nor Python 2",
        ),
        ("print 'x'\nclass Robot:\n  def act(self):\n      x = 1\n     y = 2\n", r"old\.py, line 5: .*neither"),
        ("x = '''never ends\n", r"old\.py, line 1: .*neither"),
        ("print 'x'\n)\n", r"old\.py, line 2: .*neither"),
        ("\0", r"old\.py.*neither"),
        ("print 1\nTrue = 2\n", r"old\.py: .*Python 2 and could not be converted \(Python 3 says of line 2: "),
        (
            "print 'x'\nname = f'{1}'\n",
            r"old\.py: .*for Python 3, which cannot read it \(Python 3 says of line 1: Missing par",
        ),
        (
            "class Robot:\n    def act(self, game)\n        pass\n",
            r"neither.*\(Python 3 says of line 2: expected ':'\)",
        ),
    ],
)
def test_a_file_that_is_neither(source: str, words: str) -> None:
    with pytest.raises(SourceError, match=words):
        convert(source, "old.py")


def test_source_made_while_it_runs_is_refused_clearly() -> None:
    source = "class Robot:\n  def act(self, game):\n    exec 'print ' + '1'\n    return ['guard']\n"
    [[_, text]] = ask(load(convert(source, "old.py").source), [9, 5, 50, 0, 3])["problems"]
    assert "SyntaxError: the bot executes source that it makes while it runs" in text


def test_source_made_while_it_runs_works_where_both_pythons_agree() -> None:
    source = """
import base64
class Robot:
  def act(self, game):
    exec base64.decodestring('b3JkZXIgPSBbJ3N1aWNpZGUnXQ==')
    names = {}
    exec 'n = len(filter(None, map(None, [0, 1])))' + ' + xrange(3)[2]' in names
    return order if names['n'] == 3 else ['guard']
"""
    assert ask(load(convert(source, "old.py").source), [9, 5, 50, 0, 3])["orders"] == [[3, "suicide"]]


def test_stored_source_with_names_of_its_own() -> None:
    source = """
class Robot:
  def act(self, game):
    there, here = {'x': 7}, {}
    exec "y = x / 2" in there, here
    exec "z = here['y'] / 2"
    exec "z = z + 1"
    return ['suicide'] if (sorted(here.items()), z) == ([('y', 3)], 2) else ['guard']
"""
    assert ask(load(convert(source, "old.py").source), [9, 5, 50, 0, 3])["orders"] == [[3, "suicide"]]
    assert "z" in vars(sys.modules["bot"])
    assert "here" not in vars(sys.modules["bot"])  # only what the source made


def test_a_module_that_is_missing_is_named() -> None:
    with pytest.raises(ImportError, match=r"old\.py: No module named 'myhelpers'; a bot is one file"):
        load(convert("import myhelpers\nprint 1\n" + GUARD, "old.py").source)


def test_conversion_needs_no_folder_to_write_to(run_python: RunPython) -> None:
    """fissix would keep tables in the user's cache folder."""
    program = (
        "from tabor.games.robots.robotgame.convert import convert; print(convert('print 1', 'old.py').was_python2)"
    )
    assert run_python(program, XDG_CACHE_HOME="/dev/null/nowhere").strip() == "True"


# ---- letters ----


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("x = 'żółw'".encode(), "x = 'żółw'"),
        (b"\xef\xbb\xbfx = 1", "x = 1"),
        ("# coding: cp1250\nx = 'żółw'".encode("cp1250"), "# coding: cp1250\nx = 'żółw'"),
        ("#!/bin/python\n# coding: latin-1\n# ü".encode("latin-1"), "#!/bin/python\n# coding: latin-1\n# ü"),
        ("x = 'ü'".encode("latin-1"), "x = 'ü'"),
        (b"# coding: nonsense\nx = 1", "# coding: nonsense\nx = 1"),
        ("# coding: utf-8\nx = 'ü'".encode("latin-1"), "# coding: utf-8\nx = 'ü'"),
        (b"x = 1\r\ny = 2\r\n", "x = 1\r\ny = 2\r\n"),
    ],
)  # fmt: skip
def test_letters_of_a_file(data: bytes, text: str) -> None:
    assert decode(data) == text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_ends_of_lines(end: str) -> None:
    source = "class Robot:\n  def act(self, game):\n    print 'x'\n    return ['guard']\n".replace("\n", end)
    assert ask(load(convert(source, "old.py").source), [9, 5, 50, 0, 3])["problems"] == []


# ---- edits in odd places ----


def value_of(expression: str, **names: Any) -> Any:
    """What an expression of Python 2 is worth after conversion."""
    body = textwrap.indent(expression, " " * 4)
    head = "print 'Python 2'\nclass Robot:\n  def act(self, game): pass\n"
    source = f"{head}def f({', '.join(names)}):\n  return (\n{body}\n  )\n"
    load(convert(source, "old.py").source)
    return sys.modules["bot"].f(**names)


@pytest.mark.parametrize(
    ("expression", "value"),  # as Python 2.7.18 computes them, with a = 7, b = 2, n = None, d = {1: 2}, s = 'żółw'
    [
        ("a / b", 3),
        ("(a) / (b)", 3),
        ("a / b / b", 1),
        ("a / (a / b)", 2),
        ("-a / b", -4),
        ("a / 2.0 + a / b", 6.5),
        ("a  # a / comment ) (\n/ # another / one\nb", 3),
        ("a \\\n / b", 3),
        ("[a / b, (a + b) / b][a / a]", 4),
        ("'%d/%d' % (a / b, b)", "3/2"),
        ("s + '/' + str(a / b)", "żółw/3"),
        ("(u'żółw' + str(a / b), u'ü' > n, a / b)", ("żółw3", True, 3)),
        ("a < b, a > n, n < a < 10 > b", (False, True, True)),
        ("(a if a > n else b) / b", 3),
        ("0 <= a / b < 19", True),
        ("n < a != b", True),
        ("a == a > n is n", True),
        ("(a == (a) in [a] < n, b not in d > n)", (False, True)),
        ("not n < a or a >= n", True),
        ("[x for x in [3, n, 1] if x > n]", [3, 1]),
        ("sorted(d.items()[0] + (n,))", [None, 1, 2]),
        ("(d\n .keys()\n )[0] / b", 0),
        ("{}.keys().sort()", None),
        ("d.has_key(1) and d.has_key( a ) or 'none'", "none"),
        ("max(d.iteritems(), key=lambda (k, v): v)[1]", 2),
        ("(lambda x, (y, z)=(1, 2), *w: x / z + y)(9)", 5),
        ("map(lambda x: x / 2, range(5))", [0, 0, 1, 1, 2]),
        ("`a / b` + `n`", "3None"),
        ("a <> b", True),
        ("s.encode('utf-8').decode('utf-8') == s", True),
        ("'6869'.decode('hex') + 'hi'.encode('hex')", "hi6869"),
        ("sum(x / 2 for x in xrange(5)) / 2.", 2.0),
        ("010 + 0x10L", 24),
        ("min(3, 'a', n, (1,), []), max(3, 'a', n, (1,), [])", (None, (1,))),
        ("filter(lambda c: c > 'a', 'abc'), filter(None, (0, 1)), filter(None, [0, 1])", ("bc", (1,), [1])),
        ("cmp(1, 2), cmp('a', 1), cmp((1, n), (1, 0)), cmp([], {}), cmp(n, n)", (-1, 1, -1, 1, 0)),
        ("round(0.5), round(1.5), round(-0.5), round(1234.5678, 2), round(25, -1)", (1.0, 2.0, -1.0, 1234.57, 30.0)),
    ],
)  # fmt: skip
def test_expressions(expression: str, value: Any) -> None:
    found = value_of(expression, a=7, b=2, n=None, d={1: 2}, s="żółw")
    assert found == value
    assert type(found) is type(value)


def test_divisions_in_place() -> None:
    source = """
print 'Python 2'
class Robot:
    def act(self, game): pass
def f(n):
    d = {'n': n, 'm': [n, n]}; n /= 2; d['n'] /= 2 ; d['m'][1] /= (1 +
      1)
    d['x'] = n
    d['x'] /= 2.0
    return d
"""
    load(convert(source, "old.py").source)
    assert sys.modules["bot"].f(7) == {"n": 3, "m": [7, 3], "x": 1.5}


# ---- the order of unlike things ----

ORDERED = [None, -2, 0.5, 3, {}, {1: 2}, [], [None], [1, "a"], "", "b", (), (None, 5), (1,), ((),)]  # by Python 2.7.18


def test_unlike_things_are_in_the_order_of_python_2() -> None:
    shuffled = ORDERED[::-2] + ORDERED[-2::-2]
    assert python2.sorted(shuffled) == ORDERED
    for i, a in enumerate(ORDERED):
        for j, b in enumerate(ORDERED):
            assert python2.cmp(a, b) == (i > j) - (i < j)


small = st.integers(0, 3)
things = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=2),
    lambda inner: (
        st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple) | st.dictionaries(small, inner, max_size=2)
    ),
    max_leaves=6,
)


@given(things, things, things)
def test_the_order_is_an_order(a: Any, b: Any, c: Any) -> None:
    assert python2.cmp(a, b) == -python2.cmp(b, a)
    assert (python2.cmp(a, b) == 0) == (a == b)
    low, middle, high = python2.sorted([a, b, c])
    assert python2.cmp(low, middle) <= 0
    assert python2.cmp(middle, high) <= 0
    assert python2.min(a, b, c) == low
    assert python2._py2_le(low, high)
    assert not python2._py2_lt(high, low)


def test_stored_source_that_mixes_tabs_and_spaces_runs_after_decoding() -> None:
    stored = "def half(n):\n        if n:\n\t\treturn n // 2\n"
    with pytest.raises(TabError):
        compile(stored, "stored", "exec")
    encoded = base64.b64encode(stored.encode()).decode()
    source = f"import base64\nprint 1\nexec(base64.b64decode('{encoded}'))\nassert half(7) == 3\n" + GUARD
    load(convert(source, "old.py").source)


def test_numpy_divides_whole_numbers_as_it_did() -> None:
    import numpy as np

    assert python2._py2_div(np.array([7, 8]), 2).tolist() == [3, 4]
    assert python2._py2_div(np.int64(7), np.int64(2)) == 3
    assert python2._py2_div(np.array([7.0]), 2).tolist() == [3.5]
    assert python2._py2_div(7, 2) == 3
    assert python2._py2_div(7, 2.0) == 3.5
