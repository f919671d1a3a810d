"""What is wrong with a rule, in one sentence with file and line: Numba's own words fill a page and may name no line.

`check_rules` reads the source of all rules before they are compiled and refuses what rules may not do; `explained`
puts what Numba still finds into a sentence.
"""

from __future__ import annotations

import ast
import builtins
import difflib
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from traceback import walk_tb
from typing import Any, NoReturn

import numpy as np

from tabor.errors import RuleError

FORBIDDEN: dict[type[ast.AST], str] = {
    ast.JoinedStr: "a rule builds no text",
    ast.List: "a rule makes no list: use a field of WORK",
    ast.Dict: "a rule makes no dictionary: use a field of WORK",
    ast.Set: "a rule makes no set: use the bits of a number, or a field of WORK",
    ast.ListComp: "a rule makes no list: use a field of WORK",
    ast.DictComp: "a rule makes no dictionary: use a field of WORK",
    ast.SetComp: "a rule makes no set: use the bits of a number, or a field of WORK",
    ast.GeneratorExp: "a rule makes no generator: write the loop",
    ast.Lambda: "a rule makes no function",
    ast.Raise: "a rule raises nothing: an illegal action never reaches it",
    ast.Assert: "a rule asserts nothing: what must hold is for `check`",
    ast.Try: "a rule catches nothing",
    ast.With: "a rule opens nothing",
    ast.Yield: "a rule yields nothing: it writes into what it is given",
    ast.Import: "a rule imports nothing",
    ast.ImportFrom: "a rule imports nothing",
}
RNG_FIELDS = ("key", "count")  # of tabor.rng, which is compiled by what imports this
TEXTUAL = ("str", "repr", "format", "print", "open", "input")  # what Python has for texts
PLACE = re.compile(r" at (?P<file>\S+) \((?P<line>\d+)\)")  # as Numba writes it
NOISE = re.compile(r"Failed in nopython mode pipeline|During:|$")


def refuse(file: str | Path, line: int, sentence: str) -> NoReturn:
    raise RuleError(f"{file}:{line}: {sentence}")


# ---- before compiling ----


def check_rules(functions: Sequence[Any], records: Sequence[np.dtype[Any]]) -> None:
    """Refuse the first rule that does what no rule may do, or names a field that no record has."""
    fields = sorted({*RNG_FIELDS, *(name for record in records for name in fields_of(record))})
    for source, node in definitions(functions):
        check_rule(source, node, fields)


def fields_of(record: np.dtype[Any]) -> Iterator[str]:
    """The names of a record's fields, and of those of the records inside it."""
    inner = record.subdtype[0] if record.subdtype else record
    for name in inner.names or ():
        yield name
        yield from fields_of(inner[name])


def definitions(functions: Sequence[Any]) -> Iterator[tuple[Any, ast.FunctionDef]]:
    """The functions, each as its file has it; those that are of no file are left out."""
    files = {source.__code__.co_filename for source in functions}
    found = {file: defined_in(Path(file)) for file in files if Path(file).is_file()}
    for source in functions:
        code = source.__code__
        node = found.get(code.co_filename, {}).get((code.co_name, code.co_firstlineno))
        if node:
            yield source, node


def defined_in(path: Path) -> dict[tuple[str, int], ast.FunctionDef]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path)))
    return {(node.name, first_line(node)): node for node in nodes if isinstance(node, ast.FunctionDef)}


def first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(mark.lineno for mark in node.decorator_list)])


def check_rule(source: Any, node: ast.FunctionDef, fields: Sequence[str]) -> None:
    file, known = source.__code__.co_filename, names_known(source)
    texts = {id(part.slice) for part in ast.walk(node) if isinstance(part, ast.Subscript)}
    texts |= {id(line.value) for line in node.body if isinstance(line, ast.Expr)}  # what the rule says about itself
    for part in (part for line in node.body for part in ast.walk(line)):
        if sentence := FORBIDDEN.get(type(part)):
            refuse(file, part.lineno, sentence)  # type: ignore[attr-defined]
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and id(part) not in texts:
            refuse(file, part.lineno, f"{part.value!r} is a text, and a rule knows no texts: give it a number")
        if isinstance(part, ast.Subscript):
            check_field(file, part, fields)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
            check_name(file, part, known)


def names_known(source: Any) -> set[str]:
    code = source.__code__
    return {*source.__globals__, *dir(builtins), *code.co_varnames, *code.co_freevars, *code.co_cellvars}


def check_field(file: str, part: ast.Subscript, fields: Sequence[str]) -> None:
    key = key_of(part)
    if key is not None and key not in fields:
        refuse(file, part.lineno, f"no record of this game has a field {key!r}{near(key, fields)}")


def key_of(part: ast.Subscript) -> str | None:
    """The name of a field, where one is written between the brackets."""
    key = part.slice.value if isinstance(part.slice, ast.Constant) else None
    return key if isinstance(key, str) else None


def check_name(file: str, part: ast.Name, known: set[str]) -> None:
    if part.id not in known:
        refuse(file, part.lineno, f"there is no name {part.id!r}{near(part.id, sorted(known))}")
    if part.id in TEXTUAL:
        refuse(file, part.lineno, f"{part.id} is for texts, and a rule knows no texts")


def near(word: str, known: Sequence[str]) -> str:
    """What may have been meant."""
    found = difflib.get_close_matches(word, known, 1)
    return f"; did you mean {found[0]!r}?" if found else ""


# ---- while compiling ----


@contextmanager
def explained(functions: Sequence[Any], records: Sequence[np.dtype[Any]]) -> Iterator[None]:
    """Say what Numba finds in the first of these, or in those that it calls, as one sentence with file and line."""
    from numba.core.errors import NumbaError

    try:
        yield
    except NumbaError as error:
        check_rules(functions, records)  # which knows better, if it knows
        file, line = place_named(str(error)) or place_of(functions[0])
        raise RuleError(f"{file}:{line}: {reason_named(str(error))}") from error
    except KeyError as error:  # of Numba, for a field that is written; it names no place
        check_rules(functions, records)
        file, line = place_looked_at(error) or place_of(functions[0])
        raise RuleError(f"{file}:{line}: this record has no field {error.args[0]!r}") from error


def place_named(message: str) -> tuple[str, int] | None:
    """The innermost place that Numba names."""
    found = PLACE.search(message)
    return (found["file"], int(found["line"])) if found else None


def place_of(function: Any) -> tuple[str, int]:
    code = function.__code__
    return code.co_filename, code.co_firstlineno


def place_looked_at(error: BaseException) -> tuple[str, int] | None:
    """The line of a rule that Numba was looking at, as it stands in the innermost of its own functions that knows."""
    looked_at = (frame.f_locals.get(name) for frame, _ in walk_tb(error.__traceback__) for name in ("inst", "self"))
    places = [place for thing in looked_at if (place := getattr(thing, "loc", None))]
    return (places[-1].filename, places[-1].line) if places else None


def reason_named(message: str) -> str:
    """The line in which Numba says what it is that it cannot do."""
    lines = [line.strip() for line in message.splitlines()]
    said = next((line for line in lines if not NOISE.match(line)), "")
    return f"this cannot be compiled: {said[:300]}"
