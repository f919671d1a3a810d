"""Machine code that is kept on disk, so that the next process need not compile.

A function is kept under a name that holds a hash of all its machine code depends on: its own byte code, that of every
rule it reaches, wherever that stands, the constants they read, how it is compiled and by which version of what. So
an edit elsewhere changes nothing, and an edit in any of those is seen. Numba by itself looks at the function's own
file alone: it would keep running the old version of what is called in another one.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

KEPT_VERSIONS = 6  # of each function: several checkouts, checked and unchecked, live side by side
CONSTANTS = (int, float, complex, str, bytes, tuple, frozenset, np.generic, np.dtype)


# ---- what machine code depends on ----


def fingerprint(function: FunctionType, way: tuple[Any, ...]) -> str:
    """A hash of everything this function's machine code depends on; `way`: how it is compiled, and by what."""
    digest = hashlib.sha256(repr(way).encode())
    for part in family(function):
        digest.update(substance(part).encode())
    return digest.hexdigest()[:16]


def family(function: FunctionType) -> list[FunctionType]:
    """A function and all rules that it reaches."""
    return [function, *reached(function)]


def reached(function: FunctionType) -> Iterator[FunctionType]:
    """The rules that this function calls by name, directly or through others."""
    seen = {function}
    waiting = [function]
    while waiting:
        for found in dict.fromkeys(value for _, value in named(waiting.pop()) if is_rule(value)):
            if found not in seen:
                seen.add(found)
                waiting.append(found)
                yield found


def is_rule(value: Any) -> bool:
    return isinstance(value, FunctionType) and hasattr(value, "is_rule")


def named(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """All that a function names outside itself: globals, what it closes over, and what it takes from modules."""
    names = list(dict.fromkeys(names_in(function.__code__)))
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    found = [(name, function.__globals__[name]) for name in names if name in function.__globals__]
    found += [(name, cell.cell_contents) for name, cell in cells]
    modules: set[str] = set()
    for name, value in found:  # it grows: packages have modules
        if isinstance(value, ModuleType) and value.__name__ not in modules:
            modules.add(value.__name__)
            found += [(f"{name}.{inner}", vars(value)[inner]) for inner in names if inner in vars(value)]
    yield from found


def names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


@cache
def substance(function: FunctionType) -> str:
    """What of a function can make a difference: its code, and the values of the constants it reads."""
    constants = [(name, written(value)) for name, value in named(function) if is_constant(value)]
    code = code_of(function.__code__, has_doc=function.__doc__ is not None)
    marks = [mark for mark in ("is_inlined", "is_apart") if hasattr(function, mark)]
    return repr((function.__qualname__, code, function.__defaults__, constants, marks))


def is_constant(value: Any) -> bool:
    return isinstance(value, (*CONSTANTS, np.ndarray))


def written(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {value.tobytes().hex()}"
    return repr(sorted(map(repr, value))) if isinstance(value, frozenset) else repr(value)


def code_of(code: CodeType, has_doc: bool = False) -> tuple[Any, ...]:
    """Byte code without line numbers and docstring."""
    constants = [code_of(value) if isinstance(value, CodeType) else written(value) for value in code.co_consts]
    return (code.co_code, constants[has_doc:], code.co_names, code.co_varnames, code.co_freevars)


# ---- where it is kept ----


def cache_root() -> Path:
    """The folder that holds the machine code of all games."""
    if given := os.environ.get("TABOR_CACHE_DIR"):
        return Path(given)
    import platformdirs

    return Path(platformdirs.user_cache_path("tabor"))


def cache_folder(name: str) -> Path | None:
    """The folder of one game, made if need be; None, with a warning, if it cannot be."""
    folder = cache_root() / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        warnings.warn(
            f"{folder} cannot be written ({error.strerror}): rules are compiled anew in every process. "
            "Set TABOR_CACHE_DIR to a folder that can be written.",
            stacklevel=2,
        )
        return None


def is_kept(folder: Path, function: FunctionType, mark: str) -> bool:
    """Whether there is machine code, as far as names of files tell."""
    return any(folder.glob(f"*.{function.__qualname__}-{mark}.*.nbc"))


def last_used(file: Path) -> float:
    """When a file was written last; before all others if another process has just deleted it."""
    try:
        return file.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def prune(folder: Path, function: FunctionType) -> None:
    """Delete what of a function was not used for longest."""
    written = folder.glob(f"*.{function.__qualname__}-*.nbi")
    for old in sorted(written, key=last_used, reverse=True)[KEPT_VERSIONS:]:
        for file in folder.glob(f"{old.stem}.*"):
            file.unlink(missing_ok=True)


def keep(made: Any, folder: Path, mark: str) -> None:
    """Let one of Numba's functions, not compiled yet, be looked for in this folder under this mark, and kept there."""
    from numba.core import caching

    class Place:
        """What Numba asks for a place on disk."""

        def get_cache_path(self) -> str:
            return str(folder)

        def ensure_cache_path(self) -> None:
            folder.mkdir(parents=True, exist_ok=True)

        def get_source_stamp(self) -> str:
            return mark

        def get_disambiguator(self) -> str:
            return mark

        @classmethod
        def from_function(cls, *_: Any) -> Place:
            return cls()

    class Results(caching.CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (Place,)

    class Cache(caching.FunctionCache):  # type: ignore[misc]
        _impl_class = Results

    made._cache = Cache(made.py_func)
    for file in folder.glob(f"*-{mark}.*.nbi"):
        os.utime(file)  # in use, so not old
