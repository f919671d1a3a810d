"""Bots written for Python 2, made to run in Python 3 (S13): `convert(source, name)`, in memory.

    recognise    source that Python 3 cannot compile, or that uses what only Python 2 has, is Python 2
    syntax       fissix rewrites statements that are gone: print, exec, except X, e, backticks, tuple parameters …
    meaning      edits at the places that the syntax tree names: a / b, a < b, x.keys(), imports, classes with __cmp__
    helpers      the text of python2.py goes before the bot, so that the result is one file that runs alone

Edits keep the lines: an error in line 30 of the converted bot is in line 30 of the bot's file.
"""

from __future__ import annotations

import ast
import io
import pickle
import re
import tempfile
import tokenize
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tabor.errors import TaborError
from tabor.games.robots.robotgame.adapter import MARK, split
from tabor.games.robots.robotgame.recognise import is_new, signs_of_python2

Change = tuple[int, str]  # line, what was done there

FIXES = {  # of fissix: those for statements that Python 3 cannot read
    "except": "except with a comma",
    "exec": "exec statement",
    "funcattrs": "attribute of a function",
    "metaclass": "__metaclass__",
    "methodattrs": "attribute of a method",
    "ne": "<> operator",
    "numliterals": "octal or long number",
    "paren": "tuple without parentheses",
    "print": "print statement",
    "raise": "raise with a comma",
    "repr": "backticks",
    "throw": "throw with a comma",
    "tuple_params": "tuple as a parameter",
}
HELPER_METHODS = {  # method: how many arguments it has in Python 2, None for any
    "keys": 0, "values": 0, "items": 0, "iterkeys": 0, "itervalues": 0, "iteritems": 0, "next": 0, "has_key": 1,
    "sort": None, "decode": None, "encode": None,
}  # fmt: skip
ORDERS: dict[type[ast.cmpop], str] = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}
SIGNS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.In: "in", ast.NotIn: "not", ast.Is: "is", ast.IsNot: "is",
}  # fmt: skip
MIXINS = (  # a class that has the first and not the second gets the base class
    ("__cmp__", "__lt__", "_py2_Ordered"),
    ("next", "__next__", "_py2_Iterator"),
    ("__nonzero__", "__bool__", "_py2_Truth"),
    ("__div__", "__truediv__", "_py2_Division"),
    ("__eq__", "__hash__", "_py2_Hashed"),
)
NUMBER_CALLS = {"len", "abs", "int", "float", "round", "ord", "dist", "wdist", "sqrt", "randint", "random"}
NUMBER_NAMES = {"hp", "turn", "player_id"}  # of robots and games, as attributes and as keys
NOT_PLAIN = (ast.Call, ast.Div, ast.Compare, ast.Lambda, ast.Yield, ast.ListComp, ast.GeneratorExp)
FLOAT_CALLS = {"float", "dist", "sqrt", "random", "uniform"}


class SourceError(TaborError):
    """A bot's file is neither Python 3 nor Python 2."""


@dataclass(frozen=True)
class Converted:
    """A bot that Python 3 can run."""

    source: str
    changes: list[str]
    was_python2: bool


def convert(source: str, name: str) -> Converted:
    """The source for Python 3: the same for Python 3 bots, and a converted one for Python 2 bots."""
    tree = parse(source)
    if split(source)[0] or (tree is not None and not signs_of_python2(tree, source)):
        return Converted(source, [], False)
    changes: list[Change] = []
    body = to_python3(source, name, changes)
    lines = [f"line {line}: {what}" for line, what in sorted(set(changes))]
    return Converted(f"{helpers()}{MARK}{body}", lines, True)


def prepare(data: bytes, name: str) -> tuple[str, str]:
    """A bot's file as the source to run, and a line that says what was done to it, if anything."""
    converted = convert(decode(data), name)
    if not converted.was_python2:
        return converted.source, ""
    places = len(converted.changes)
    return converted.source, f"{name} was written for Python 2 and is converted in {places} places as it is read"


def decode(data: bytes) -> str:
    """The text of a file by its coding line, else UTF-8, else Latin-1, in which every byte is a letter."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return data.decode("latin-1")


def parse(source: str) -> ast.Module | None:
    """The syntax tree; None if it is no Python 3."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # old bots have strings such as "\d"
        try:
            return ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


@cache
def helpers() -> str:
    """The beginning of a converted file: python2.py in a module of its own, and its names."""
    text = Path(__file__).with_name("python2.py").read_text(encoding="utf-8")
    return (
        "# Converted from Python 2. The helpers come first, the bot below them.\n"
        "import types as _py2\n"
        "_py2 = _py2.ModuleType('python2')\n"
        f"exec(compile(r'''{text}''', '<helpers for Python 2>', 'exec'), _py2.__dict__)\n"
        "globals().update((_name, _py2.__dict__[_name]) for _name in _py2._py2_names)\n"
    )


def to_python3(source: str, name: str, changes: list[Change]) -> str:
    """Python 2 source as Python 3 source that needs the helpers."""
    text = re.sub("\r\n?", "\n", source.lstrip("\ufeff")).replace("\f", " ")
    text = text if text.endswith("\n") else text + "\n"
    text = new_syntax(even_tabs(text, changes), name, changes)
    tree = parse(text)
    if tree is None:
        raise SourceError(f"{name}: the bot was written for Python 2 and could not be converted{why_not(text)}")
    if any(map(is_new, ast.walk(tree))):
        raise SourceError(f"{name}: the bot was written for Python 3, which cannot read it{why_not(source)}")
    return Rewriter(text, tree, name, changes).run()


def why_not(text: str) -> str:
    try:
        ast.parse(text)
    except SyntaxError as error:
        return f" (Python 3 says of line {error.lineno}: {error.msg})"
    except (ValueError, RecursionError, MemoryError) as error:
        return f" ({type(error).__name__})"
    return ""


# ---- syntax ----


def even_tabs(text: str, changes: list[Change]) -> str:
    """Leading tabs as spaces, eight columns each as Python 2 read them, if Python 3 would refuse the mixture."""
    indents = {match.group() for match in re.finditer(r"^[ \t]+(?=\S)", text, re.MULTILINE)}
    if not any("\t" in indent for indent in indents) or all(set(indent) == {"\t"} for indent in indents):
        return text
    inside_strings = lines_inside_strings(text)
    lines = text.split("\n")
    for number, line in enumerate(lines):
        rest = line.lstrip(" \t")
        indent = line[: len(line) - len(rest)]
        if "\t" in indent and number not in inside_strings:
            lines[number] = indent.expandtabs(8) + rest
            changes.append((number + 1, "tabs in the indentation"))
    return "\n".join(lines)


def lines_inside_strings(text: str) -> set[int]:
    """Lines, from 0, that begin inside a string: their tabs are the bot's text."""
    pgen = fissix("pgen2.tokenize")
    inside: set[int] = set()
    try:
        for kind, _, (first, _), (last, _), _ in pgen.generate_tokens(io.StringIO(text).readline):
            if kind == tokenize.STRING:
                inside.update(range(first, last))
    except (pgen.TokenError, IndentationError):
        pass  # the parser will say what is wrong, and where
    return inside


def new_syntax(text: str, name: str, changes: list[Change]) -> str:
    """What fissix makes of it."""
    tool = refactoring(changes)
    try:
        tree: Any = tool.refactor_string(text, name)
    except Exception as error:  # its parser and tokenizer raise several kinds
        raise SourceError(f"{name}{place_of(error)}: this is neither Python 3 nor Python 2{why_not(text)}") from None
    unpack_in_lambdas(tree, changes)
    return str(tree)


def refactoring(changes: list[Change]) -> Any:
    """fissix with the fixes above, each noting where it changed something."""
    tool = fissix("refactor").RefactoringTool([f"fissix.fixes.fix_{fix}" for fix in FIXES])
    for fixer in (*tool.pre_order, *tool.post_order):
        fixer.transform = noting(fixer.transform, FIXES[type(fixer).__module__.rpartition("fix_")[2]], changes)
    return tool


def fissix(part: str) -> Any:
    """A module of fissix. It keeps its tables in the user's cache folder; here it also works where it cannot."""
    try:
        return import_module(f"fissix.{part}")
    except (OSError, EOFError, pickle.UnpicklingError):  # not writable, or being written by another process
        with tempfile.TemporaryDirectory() as folder:
            package: Any = import_module("fissix")
            package.CACHE_DIR = Path(folder)
            return import_module(f"fissix.{part}")


def noting(transform: Callable[..., Any], what: str, changes: list[Change]) -> Callable[..., Any]:
    def noted(node: Any, results: Any) -> Any:
        line, before = node.get_lineno(), str(node)
        new = transform(node, results)
        if new is not None or str(node) != before:
            changes.append((line, what))
        return new

    return noted


def unpack_in_lambdas(tree: Any, changes: list[Change]) -> None:
    """lambda a, (b, c): … as lambda a, _t: (lambda b, c: …)(_t[0], _t[1]); fissix does so for a single parameter."""
    pytree, symbols = fissix("pytree"), fissix("pygram").python_symbols
    for node in list(tree.post_order()):
        if node.type != symbols.lambdef:
            continue
        tuples = [item for item in node.children[1].children if item.type == symbols.vfpdef]
        found: dict[str, str] = {}
        for number, item in enumerate(tuples):
            found |= dict(unpacked(item, f"_py2_t{number}"))
            item.replace(pytree.Leaf(1, f"_py2_t{number}", prefix=item.prefix))
        if found:
            changes.append((node.get_lineno(), FIXES["tuple_params"]))
            body = node.children[-1]
            inner = f"(lambda {', '.join(found)}:{body})({', '.join(found.values())})"
            body.replace(pytree.Leaf(1, inner, prefix=" "))


def unpacked(item: Any, value: str) -> Iterator[tuple[str, str]]:
    """The names in a tuple that is a parameter, with where each is found in its value."""
    inner = item.children[1] if item.children and str(item).strip().startswith("(") else item
    if not inner.children:
        yield inner.value, value
        return
    for number, part in enumerate(part for part in inner.children if str(part).strip() != ","):
        yield from unpacked(part, f"{value}[{number}]")


def place_of(error: Exception) -> str:
    """`, line 7` from any of fissix's errors."""
    found = re.search(r"\((\d+), \d+\)", str(error))
    line = getattr(error, "lineno", None) or (found and found.group(1))
    return f", line {line}" if line else ""


# ---- meaning ----


@dataclass(order=True)
class Edit:
    """Text in place of bytes of the source. At one place, inner ends come before outer ends before beginnings."""

    start: int
    rank: tuple[int, int]
    end: int = field(compare=False)
    text: str = field(compare=False)


class Rewriter(ast.NodeVisitor):
    """Collects the edits, then makes them."""

    def __init__(self, text: str, tree: ast.Module, name: str, changes: list[Change]) -> None:
        self.source, self.tree, self.name, self.changes = text.encode(), tree, name, changes
        self.starts: list[int] = [0]
        for line in text.encode().split(b"\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.edits: list[Edit] = []
        self.true_division = "division" in set(future_features(tree))
        self.numbers = NumberNames(tree)
        self.attributes = names_used(tree)
        self.stored = stored_sources(tree)

    def run(self) -> str:
        self.visit(self.tree)
        pieces, done = [], 0
        for edit in sorted(self.edits):
            pieces += [self.source[done : edit.start], edit.text.encode()]
            done = max(done, edit.end)
        return b"".join([*pieces, self.source[done:]]).decode()

    # Places and edits.

    def start_of(self, node: Any) -> int:
        return self.starts[int(node.lineno) - 1] + int(node.col_offset)

    def end_of(self, node: Any) -> int:
        return self.starts[int(node.end_lineno) - 1] + int(node.end_col_offset)

    def text_of(self, node: ast.AST) -> str:
        return self.source[self.start_of(node) : self.end_of(node)].decode()

    def replace(self, start: int, end: int, text: str) -> None:
        self.edits.append(Edit(start, (1, 0), end, text))

    def wrap(self, node: ast.AST, before: str, after: str) -> None:
        start, end = self.start_of(node), self.end_of(node)
        self.edits.append(Edit(start, (2, start - end), start, before))
        self.edits.append(Edit(end, (0, end - start), end, after))

    def find(self, sign: str, start: int, end: int) -> int:
        """Where an operator stands in the gap between two nodes, which has comments and parentheses besides."""
        gap = re.sub(rb"#[^\n]*", lambda comment: b" " * len(comment.group()), self.source[start:end])
        return start + gap.index(sign.encode())

    def note(self, node: Any, what: str) -> None:
        self.changes.append((node.lineno, what))

    # Division.

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Div) or self.true_division or is_float(node.left) or is_float(node.right):
            return
        self.wrap(node, "_py2_div(", ")")
        sign = self.find("/", self.end_of(node.left), self.start_of(node.right))
        self.replace(sign, sign + 1, ",")
        self.note(node, "division")

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Div) or self.true_division or is_float(node.value):
            return
        sign = self.find("/=", self.end_of(node.target), self.start_of(node.value))
        self.replace(sign, sign + 2, f"= _py2_div({self.text_of(node.target)},")
        self.edits.append(Edit(self.end_of(node), (0, 1 << 40), self.end_of(node), ")"))
        self.note(node, "division")

    # Comparisons.

    def visit_Compare(self, node: ast.Compare) -> None:
        self.generic_visit(node)
        sides = [node.left, *node.comparators]
        if all(map(self.numbers.is_number, sides)) or not any(type(op) in ORDERS for op in node.ops):
            return
        if not all(map(is_plain, sides[1:-1])):
            return  # the middle of a < f() < b would be computed twice
        outer = len(sides) > 2  # several comparisons joined by `and` need a bracket round them
        self.wrap(node, "(" * outer + opening(node.ops[0]), closing(node.ops[-1]) + ")" * outer)
        for i, op in enumerate(node.ops):
            before = f"{closing(node.ops[i - 1])} and {opening(op)}{self.text_of(sides[i])}" if i else ""
            self.rewrite_comparison(sides[i], op, sides[i + 1], before)
        self.note(node, "comparison of things that may be unlike")

    def rewrite_comparison(self, left: ast.expr, op: ast.cmpop, right: ast.expr, before: str) -> None:
        """a < b as _py2_lt(a, b), with `before` where the second of several comparisons begins."""
        sign = SIGNS[type(op)]
        at = self.find(sign, self.end_of(left), self.start_of(right))
        if type(op) in ORDERS:
            self.replace(at, at + len(sign), f"{before},")
        elif before:
            self.replace(at, at, f"{before} ")

    # Methods.

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        method = node.func
        if isinstance(method, ast.Attribute) and method.attr in HELPER_METHODS:
            count = HELPER_METHODS[method.attr]
            if count is None or (count == len(node.args) and not node.keywords):
                self.call_helper(node, method)

    def call_helper(self, node: ast.Call, method: ast.Attribute) -> None:
        """x.sort(f) as _py2_sort(x, f)."""
        dot = self.find(".", self.end_of(method.value), self.end_of(method))
        bracket = self.find("(", self.end_of(method), self.end_of(node))
        self.wrap(node, f"_py2_{method.attr}(", "")
        self.replace(dot, bracket + 1, ", " if node.args or node.keywords else "")
        self.note(node, f"method {method.attr}")

    # Classes.

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.generic_visit(node)
        has = {name for item in node.body for name in names_bound(item)}
        bases = [mixin for old, new, mixin in MIXINS if old in has and new not in has]
        if "__iter__" not in has and "_py2_Iterator" in bases:
            bases.remove("_py2_Iterator")  # the bot's own `next`, which has nothing to do with loops
        if bases:
            self.add_bases(node, ", ".join(bases))
            self.note(node, f"class with {', '.join(old for old, _, mixin in MIXINS if mixin in bases)}")

    def add_bases(self, node: ast.ClassDef, bases: str) -> None:
        head = re.compile(rb"class\s+\w+\s*(\(\s*)?").match(self.source, self.start_of(node))
        assert head
        if head.group(1) is None:
            self.replace(head.end(), head.end(), f"({bases})")
        else:
            self.replace(head.end(), head.end(), f"{bases}, " if node.bases or node.keywords else bases)

    # Imports.

    def visit_Import(self, node: ast.Import) -> None:
        ours = [alias for alias in node.names if self.needs_help(alias.name)]
        if ours:
            others = [ast.unparse(alias) for alias in node.names if alias not in ours]
            parts = [f"import {', '.join(others)}"] if others else []
            parts += [f"{alias.asname or alias.name} = _py2_module({alias.name!r})" for alias in ours]
            self.replace_statement(node, parts, f"import of {', '.join(alias.name for alias in ours)}")

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        if module == "__future__":
            self.replace_statement(node, ["pass"], "import from __future__")
        elif not node.level and self.needs_help(module):
            self.replace_statement(node, list(imported(node, module)), f"import from {module}")

    def needs_help(self, module: str) -> bool:
        return module in renamed_modules() or bool(additions().get(module, set()) & self.attributes)

    def replace_statement(self, node: ast.stmt, parts: list[str], what: str) -> None:
        lost = self.text_of(node).count("\n")
        self.replace(self.start_of(node), self.end_of(node), "; ".join(parts) + " \\\n" * lost)
        self.note(node, what)

    # Stored source.

    def visit_Constant(self, node: ast.Constant) -> None:
        if node in self.stored and isinstance(node.value, str):
            inner: list[Change] = []
            new = to_python3(node.value, f"{self.name}, source stored in line {node.lineno}", inner)
            lost = self.text_of(node).count("\n")
            self.replace(self.start_of(node), self.end_of(node), f"({new!r}{chr(10) * lost})")
            self.note(node, "source stored as text")


def opening(op: ast.cmpop) -> str:
    return f"_py2_{ORDERS[type(op)]}(" if type(op) in ORDERS else ""


def closing(op: ast.cmpop) -> str:
    return ")" if type(op) in ORDERS else ""


def imported(node: ast.ImportFrom, module: str) -> Iterator[str]:
    for alias in node.names:
        if alias.name == "*":
            yield f"globals().update(_py2_star({module!r}))"
        else:
            yield f"{alias.asname or alias.name} = _py2_module({module!r}).{alias.name}"


# ---- what the tree tells ----


def future_features(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            yield from (alias.name for alias in node.names)


def names_used(tree: ast.Module) -> set[str]:
    """Attributes, and names imported from modules; with `import *`, every name."""
    used: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            used.add(node.attr)
        elif isinstance(node, ast.ImportFrom):
            used.update(alias.name for alias in node.names)
        elif isinstance(node, ast.Name):
            used.add(node.id)
    return used


def names_bound(item: ast.stmt) -> Iterator[str]:
    """What a statement of a class defines."""
    if isinstance(item, ast.FunctionDef | ast.ClassDef):
        yield item.name
    elif isinstance(item, ast.Assign):
        yield from (target.id for target in item.targets if isinstance(target, ast.Name))


def stored_sources(tree: ast.Module) -> set[ast.AST]:
    """Strings that are executed: written after exec, or given a name that is."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and called(node) == "exec" and node.args]
    names = {call.args[0].id for call in calls if isinstance(call.args[0], ast.Name)}
    found: set[ast.AST] = {call.args[0] for call in calls if isinstance(call.args[0], ast.Constant)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            found |= {node.value for target in node.targets if isinstance(target, ast.Name) and target.id in names}
    return found


def called(node: ast.AST) -> str:
    """The name of a function or method that is called; nothing for other nodes."""
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def is_plain(node: ast.expr) -> bool:
    """Whether it may be computed twice, and needs no edits of its own."""
    return not any(isinstance(inner, NOT_PLAIN) for inner in ast.walk(node))


def is_float(node: ast.expr) -> bool:
    """Surely a float, so that `/` means the same in both Pythons."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult, ast.Div)):
        return is_float(node.left) or is_float(node.right)
    if isinstance(node, ast.UnaryOp):
        return is_float(node.operand)
    return (isinstance(node, ast.Constant) and isinstance(node.value, float)) or called(node) in FLOAT_CALLS


class NumberNames:
    """Knows expressions that can only be numbers: comparing those needs no help and loses no time."""

    def __init__(self, tree: ast.Module) -> None:
        self.names: set[str] = set()
        bindings = list(all_bindings(tree))
        suspects = {name for name, value in bindings if value is not None}
        suspects -= {name for name, value in bindings if value is None}
        while True:  # a name is a number if whatever is given to it is one
            unsure = {name for name, value in bindings if value is not None and not self.is_number_of(value, suspects)}
            if not suspects & unsure:
                break
            suspects -= unsure
        self.names = suspects

    def is_number(self, node: ast.expr) -> bool:
        return self.is_number_of(node, self.names)

    def is_number_of(self, node: ast.expr, names: set[str]) -> bool:
        if isinstance(node, ast.Constant):
            return isinstance(node.value, (int, float))
        if isinstance(node, ast.Name):
            return node.id in names
        if isinstance(node, ast.BinOp):
            either = self.is_number_of(node.left, names) or self.is_number_of(node.right, names)
            return isinstance(node.op, (ast.Sub, ast.Div, ast.FloorDiv, ast.Pow)) or (
                either and not isinstance(node.op, (ast.Mod, ast.Mult))
            )
        if isinstance(node, ast.UnaryOp):
            return isinstance(node.op, (ast.USub, ast.Not))
        if isinstance(node, ast.Attribute):
            return node.attr in NUMBER_NAMES
        if isinstance(node, ast.Subscript):
            return isinstance(node.slice, ast.Constant) and node.slice.value in NUMBER_NAMES
        return called(node) in NUMBER_CALLS


def all_bindings(tree: ast.Module) -> Iterator[tuple[str, ast.expr | None]]:
    """Every name that gets a value anywhere, with the value; None if one cannot tell."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from pairs(target, node.value)
        elif isinstance(node, ast.AugAssign):
            yield from pairs(node.target, ast.BinOp(ast.Constant(0), node.op, node.value))
        elif isinstance(node, ast.For | ast.comprehension):
            yield from pairs(node.target, ast.Constant(0) if called(node.iter) in ("range", "xrange") else None)
        elif isinstance(node, ast.arg):
            yield node.arg, None
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, None
        elif isinstance(node, ast.alias | ast.ExceptHandler):
            yield str(node.asname if isinstance(node, ast.alias) else node.name), None
        elif isinstance(node, ast.withitem) and node.optional_vars:
            yield from pairs(node.optional_vars, None)


def pairs(target: ast.expr, value: ast.expr | None) -> Iterator[tuple[str, ast.expr | None]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple | ast.List):
        values: list[Any] = [None] * len(target.elts)
        if isinstance(value, ast.Tuple) and len(value.elts) == len(values):
            values = value.elts
        for inner, given in zip(target.elts, values, strict=True):
            yield from pairs(inner, given)


@cache
def additions() -> dict[str, set[str]]:
    """What the helpers add to modules."""
    helpers: Any = import_module("tabor.games.robots.robotgame.python2")
    found = {name.removeprefix("_py2_in_"): make for name, make in vars(helpers).items() if name.startswith("_py2_in_")}
    return {name: set(make(import_module(renamed_modules().get(name, name)))) for name, make in found.items()}


def renamed_modules() -> dict[str, str]:
    helpers: Any = import_module("tabor.games.robots.robotgame.python2")
    renamed: dict[str, str] = helpers._py2_renamed
    return renamed
