"""Whether a bot that Python 3 can compile was written for Python 2: only what would fail in Python 3 counts.

`len(filter(…))` or `d.iteritems()` raise an error in Python 3, so a bot that does so was not written for it. A bot that
merely divides might be either, and is left alone, unless what it makes of the result, or an import that only Python 2
needs, gives it away.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeGuard

GONE_NAMES = {
    "xrange", "raw_input", "unicode", "basestring", "long", "cmp", "reduce", "unichr", "reload", "apply", "execfile",
    "file", "StandardError", "intern", "coerce", "buffer",
}  # fmt: skip
GONE_METHODS = {"has_key", "iteritems", "iterkeys", "itervalues", "viewitems", "viewkeys", "viewvalues"}
GONE_IN_MODULES = {
    "sys": {"maxint", "setdefaultencoding", "exc_clear"},
    "time": {"clock"},
    "string": {"letters", "lowercase", "uppercase", "join", "maketrans", "atoi", "atof", "split", "lower", "upper"},
    "base64": {"decodestring", "encodestring"},
    "itertools": {"izip", "imap", "ifilter", "izip_longest", "ifilterfalse"},
    "operator": {"div", "isCallable", "sequenceIncludes"},
}
GONE_MODULES = {
    "cPickle", "Queue", "StringIO", "cStringIO", "ConfigParser", "__builtin__", "copy_reg", "sets", "exceptions",
    "urllib2", "urlparse", "thread",
}  # fmt: skip
OLD_SPECIAL = {"__nonzero__": "__bool__", "__cmp__": "__lt__", "__div__": "__truediv__"}
OLD_FEATURES = {"print_function", "with_statement", "absolute_import", "unicode_literals"}  # of __future__
WHOLE_ARGUMENTS = {"range", "xrange", "randint", "randrange"}
LIST_METHODS = {"sort", "append", "remove", "pop", "insert", "reverse", "extend"}
PICKERS = {"choice", "shuffle", "sample"}
# What gave a list in Python 2, and which uses of it fail now.
VIEW = {"index", "method", "plus", "pick"}
LAZY = VIEW | {"len"}
LISTS = {
    "map": LAZY, "filter": LAZY, "zip": LAZY, "keys": VIEW, "values": VIEW, "items": VIEW, "range": {"method", "plus"},
}  # fmt: skip


def signs_of_python2(tree: ast.Module, source: str) -> list[str]:
    """Reasons to think that it is Python 2; none if it has something that only Python 3 has, or serves both."""
    if re.match(r"#!.*python2", source):
        return ["line 1: the first line asks for python2"]
    if any(map(is_new, ast.walk(tree))) or any(map(looks_at_version, ast.walk(tree))):
        return []
    own = names_defined(tree)
    bound = own | {alias.asname or alias.name for alias in ast.walk(tree) if isinstance(alias, ast.alias)}
    found = [*gone_things(tree, bound), *old_sorting(tree), *old_divisions(tree), *old_comparisons(tree)]
    found += Lists.of(tree, own).misused()
    tried = set(lines_tried(tree))
    return [f"line {line}: {what}" for line, what in sorted(found) if line not in tried]


def looks_at_version(node: ast.AST) -> bool:
    """Whether it is written for both Pythons."""
    if isinstance(node, ast.Import):
        return any(alias.name == "six" for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").partition(".")[0] == "six"
    return isinstance(node, ast.Attribute) and node.attr == "version_info"


def names_defined(tree: ast.Module) -> set[str]:
    """All names that the bot gives to something of its own."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    names |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return names | {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}


def lines_tried(tree: ast.Module) -> Iterator[int]:
    """Lines under a `try` that is ready for another Python: try: input = raw_input, except NameError: pass."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Try):
            caught = {name for handler in node.handlers if handler.type for name in names_in(handler.type)}
            if caught & {"NameError", "ImportError", "ModuleNotFoundError", "AttributeError"}:
                yield from range(node.lineno, node.handlers[0].lineno)


def is_new(node: ast.AST) -> bool:
    """Whether Python 2 could not read this."""
    if isinstance(node, ast.JoinedStr | ast.NamedExpr | ast.AnnAssign | ast.Nonlocal | ast.AsyncFunctionDef):
        return True
    if isinstance(node, ast.YieldFrom | ast.MatMult | ast.Match):
        return True
    if isinstance(node, ast.Raise):
        return node.cause is not None
    if isinstance(node, ast.FunctionDef):
        return node.returns is not None
    if isinstance(node, ast.arguments):
        return bool(node.kwonlyargs or node.posonlyargs)
    if isinstance(node, ast.Starred):
        return isinstance(node.ctx, ast.Store)
    return isinstance(node, ast.arg) and node.annotation is not None


Reason = tuple[int, str]


def gone_things(tree: ast.Module, bound: set[str]) -> Iterator[Reason]:
    """Names, methods and modules that Python 3 does not have."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in GONE_NAMES - bound:
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and node.attr in GONE_METHODS - bound:
            yield node.lineno, node.attr
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.attr in GONE_IN_MODULES.get(node.value.id, ()):
                yield node.lineno, f"{node.value.id}.{node.attr}"
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name in GONE_MODULES)
        elif isinstance(node, ast.ImportFrom):
            gone = GONE_IN_MODULES.get(node.module or "", set())
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name in gone)
            if node.module in GONE_MODULES:
                yield node.lineno, str(node.module)
        elif isinstance(node, ast.ClassDef):
            yield from old_specials(node)


def old_specials(node: ast.ClassDef) -> Iterator[Reason]:
    methods = {item.name: item.lineno for item in node.body if isinstance(item, ast.FunctionDef)}
    for old, new in {**OLD_SPECIAL, **({"next": "__next__"} if "__iter__" in methods else {})}.items():
        if old in methods and new not in methods:
            yield methods[old], old


def old_sorting(tree: ast.Module) -> Iterator[Reason]:
    """sorted(x, f), x.sort(f), cmp=f."""
    for node in calls(tree):
        name = name_of(node)
        if name in ("sort", "sorted") and any(word.arg == "cmp" for word in node.keywords):
            yield node.lineno, f"{name} with cmp"
        elif name == "sorted" and isinstance(node.func, ast.Name) and len(node.args) > 1:
            yield node.lineno, "sorted with a function"
        elif name == "sort" and isinstance(node.func, ast.Attribute) and node.args:
            yield node.lineno, "sort with a function"


def old_divisions(tree: ast.Module) -> Iterator[Reason]:
    """Division that was of whole numbers: a float in Python 3, which cannot be an index or the end of a range."""
    future = {alias.name for node in ast.walk(tree) if is_future(node) for alias in node.names}  # type: ignore[attr-defined]
    if "division" in future:
        return
    if future & OLD_FEATURES:
        yield from ((node.lineno, "division, in a file for Python 2") for node in ast.walk(tree) if is_division(node))
    for scope in (tree, *(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))):
        names = quotients(scope)
        for node in ast.walk(scope):
            for place in whole_places(node):
                if divides(place, names):
                    yield place.lineno, "division where a whole number is needed"
            if isinstance(node, ast.BinOp) and is_rounding(node):
                yield node.lineno, "division that rounds"


def is_future(node: ast.AST) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def is_division(node: ast.AST) -> TypeGuard[ast.BinOp]:
    """Perhaps of whole numbers."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Div):
        return False
    return not any(isinstance(side, ast.Constant) and isinstance(side.value, float) for side in (node.left, node.right))


def quotients(scope: ast.AST) -> set[str]:
    """Names of a function that hold results of divisions and nothing else."""
    values: dict[str, list[bool]] = {}
    for node in ast.walk(scope):
        for name, value in assigned(node):
            values.setdefault(name, []).append(is_division(value))
        if isinstance(node, ast.AugAssign | ast.For) and isinstance(node.target, ast.Name):
            values.setdefault(node.target.id, []).append(False)
        if isinstance(node, ast.arg):
            values.setdefault(node.arg, []).append(False)
    return {name for name, are_divisions in values.items() if all(are_divisions)}


def whole_places(node: ast.AST) -> list[ast.expr]:
    """Expressions that must be whole numbers in both Pythons."""
    if isinstance(node, ast.Subscript):
        parts = (node.slice.lower, node.slice.upper) if isinstance(node.slice, ast.Slice) else (node.slice,)
        return [part for part in parts if part is not None]
    return node.args if isinstance(node, ast.Call) and name_of(node) in WHOLE_ARGUMENTS else []


def is_rounding(node: ast.BinOp) -> bool:
    """n / 10 * 10."""
    return (
        isinstance(node.op, ast.Mult) and is_division(node.left) and ast.dump(node.left.right) == ast.dump(node.right)
    )


def divides(node: ast.expr, names: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in names
    if not isinstance(node, ast.BinOp):
        return False
    return isinstance(node.op, ast.Div) or divides(node.left, names) or divides(node.right, names)


# ---- comparisons of unlike things ----


def old_comparisons(tree: ast.Module) -> Iterator[Reason]:
    """None < 3, and a search for the best that begins with None: `if worth > best: best = worth`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(is_none(side) for side in ordered(node)):
            yield node.lineno, "None in an order"
    for scope in ast.walk(tree):
        if isinstance(scope, ast.FunctionDef):
            none = {name for node in ast.walk(scope) for name, value in assigned(node) if is_none(value)}
            yield from ((line, f"{name} is None when compared") for line, name in searches(scope) if name in none)


def searches(scope: ast.AST) -> Iterator[Reason]:
    """Names that an `if` compares, without a look at whether they are None, and then sets."""
    for node in ast.walk(scope):
        if not isinstance(node, ast.If):
            continue
        tests = node.test.values if isinstance(node.test, ast.BoolOp) else [node.test]
        compared = {side.id for test in tests for side in ordered(test) if isinstance(side, ast.Name)}
        looked_at = {name for test in tests if not ordered(test) for name in names_in(test)}
        changed = {name for item in node.body for name, _ in assigned(item)}
        yield from ((node.lineno, name) for name in sorted(compared & changed - looked_at))


def ordered(node: ast.AST) -> list[ast.expr]:
    """The sides of a comparison by order."""
    if isinstance(node, ast.Compare) and all(isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for op in node.ops):
        return [node.left, *node.comparators]
    return []


def assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Names and values of an assignment, also of a, b = c, d."""
    for target in node.targets if isinstance(node, ast.Assign) else []:
        assert isinstance(node, ast.Assign)
        several = isinstance(target, ast.Tuple)
        targets = target.elts if isinstance(target, ast.Tuple) else [target]
        values = node.value.elts if several and isinstance(node.value, ast.Tuple) else [node.value] * len(targets)
        yield from ((t.id, value) for t, value in zip(targets, values, strict=False) if isinstance(t, ast.Name))


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def names_in(node: ast.AST) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


# ---- lists that are none in Python 3 ----


@dataclass
class Lists:
    """Which expressions gave a list in Python 2 and give something else in Python 3."""

    tree: ast.Module
    own: set[str]  # names that the bot uses for something of its own
    functions: dict[str, str] = field(default_factory=dict)  # function: the kind that it always returns

    @classmethod
    def of(cls, tree: ast.Module, own: set[str]) -> Lists:
        lists = cls(tree, own)
        returned: dict[str, set[str]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                returned.setdefault(node.name, set()).add(lists.kind_returned(node))
        lists.functions = {name: kinds.pop() for name, kinds in returned.items() if len(kinds) == 1}
        return lists

    def kind_returned(self, function: ast.FunctionDef) -> str:
        returned = [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]
        kinds = {self.kind(value, {}) if value else "" for value in returned}
        return kinds.pop() if len(kinds) == 1 else ""

    def kind(self, node: ast.expr, names: dict[str, str]) -> str:
        """`filter`, `keys` …; empty for other things."""
        if isinstance(node, ast.Name):
            return names.get(node.id, "")
        if not isinstance(node, ast.Call):
            return ""
        name = name_of(node)
        if name in LISTS and name not in self.own:
            return name if isinstance(node.func, ast.Name) != (name in ("keys", "values", "items")) else ""
        return self.functions.get(name, "")

    def misused(self) -> Iterator[Reason]:
        scopes = [node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)]
        for scope in (self.tree, *scopes):
            names = self.names_in(scope)
            for node in ast.walk(scope):
                for value, use in uses(node, self.own):
                    if use in LISTS.get(kind := self.kind(value, names), ()):
                        yield value.lineno, f"the result of {kind} used as a list"

    def names_in(self, scope: ast.AST) -> dict[str, str]:
        """Names of a function that hold nothing else."""
        kinds: dict[str, set[str]] = {}
        targets = {target: node.value for node in assignments(scope) for target in node.targets}
        for node in ast.walk(scope):
            if isinstance(node, ast.arg):
                kinds.setdefault(node.arg, set()).add("")
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                kind = self.kind(targets[node], {}) if node in targets else ""
                kinds.setdefault(node.id, set()).add(kind)
        return {name: found.pop() for name, found in kinds.items() if len(found) == 1}


def uses(node: ast.AST, own: set[str]) -> Iterator[tuple[ast.expr, str]]:
    """What is used in this node as only a list can be."""
    if isinstance(node, ast.Subscript):
        yield node.value, "index"
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from ((node.left, "plus"), (node.right, "plus"))
    elif isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr in LIST_METHODS:
            yield node.func.value, "method"
        if name_of(node) == "len" and node.args:
            yield node.args[0], "len"
        if name_of(node) in PICKERS - own and node.args:
            yield node.args[0], "pick"


def assignments(scope: ast.AST) -> Iterator[ast.Assign]:
    return (node for node in ast.walk(scope) if isinstance(node, ast.Assign))


def calls(tree: ast.Module) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def name_of(node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""
