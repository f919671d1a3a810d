"""The one way to compile: a rule, a helper of rules, or a generic function that takes rules as arguments.

    @rule                                     # a rule function or a helper: no allocation, no exceptions, no strings
    def double(n): return 2 * n

    @generic("int64(legal, rules, state, work, actions)")      # written once, compiled for each game
    def count(legal, rules, state, work, actions): return legal(rules, state, work, actions)

Only entry points and generic functions are cached, in one folder a game whose name is a hash of everything
their machine code depends on: Numba by itself would keep running old code after an edit in another file, and
would run unchecked code from a warm cache when bounds checks are asked for.

TABOR_JIT=0 runs the same functions as plain Python, TABOR_CHECK=1 compiles with bounds checks,
TABOR_CACHE_DIR moves the cache.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import threading
import time
import warnings
from collections import namedtuple
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeVar

import numpy as np

from tabor.complaints import check_rules, explained

PLAIN = os.environ.get("TABOR_JIT", "1") == "0"
CHECKED = os.environ.get("TABOR_CHECK", "0") == "1"
BEGAN = time.time()  # before any game was imported

# Files whose compiled functions any rule or generic function may call; each is part of every fingerprint.
CORE_FILES = tuple(Path(__file__).with_name(name) for name in ("jit.py", "rng.py", "grid.py", "game.py"))
KEPT_FOLDERS = 6  # of each game: several checkouts, checked and unchecked, live side by side

# Without a division check, as on the GPU; without the GIL, so that threads run rules side by side.
OPTIONS = {"nogil": True, "error_model": "numpy", "boundscheck": CHECKED}

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Mark a rule function or a helper of rules; compiled where it is called, for CPU and GPU alike."""
    if PLAIN:
        return function
    import numba

    made = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)(function)
    compile_exactly = made.compile
    made.compile = lambda types: compile_exactly(tuple(widened(type_) for type_ in types))
    refuse_python(made)
    return made  # type: ignore[no-any-return]


def refuse_python(made: Any) -> None:
    """Without a wrapper a call from Python would crash the process: let every such call come here instead."""

    def refuse(*_: Any, **__: Any) -> None:
        raise TypeError(f"{made.__name__} is called by compiled code only; from Python call plain({made.__name__})")

    made.add_overload = lambda result: made.overloads.update({tuple(result.signature.args): result})
    made._compile_for_args = refuse


def widened(type_: Any) -> Any:
    """Small integers and literals go into a function as int64, or it would be compiled for every mix of them."""
    from numba import types

    type_ = types.unliteral(type_)
    is_small = isinstance(type_, types.Integer) and type_.bitwidth < 64
    return types.int64 if is_small else type_


def wrapping(function: F) -> F:
    """A rule whose uint64 arithmetic wraps on purpose; plain NumPy would warn."""
    return np.errstate(over="ignore")(function) if PLAIN else rule(function)


def plain(function: F) -> F:
    """The same function as plain Python, with all that it calls: to compare with, and for single cheap calls."""
    return np.errstate(over="ignore")(twin(function, {}))  # type: ignore[no-any-return]


def twin(function: Any, made: dict[Any, Any]) -> Any:
    source = getattr(function, "py_func", function)
    if source not in made:
        names = dict(source.__globals__)
        made[source] = FunctionType(source.__code__, names, source.__name__, None, source.__closure__)
        for name in source.__code__.co_names:
            if isinstance(names.get(name), ModuleType):
                names[name] = module_twin(names[name], source, made)
            elif hasattr(names.get(name), "py_func"):
                names[name] = twin(names[name], made)
    return made[source]


def module_twin(module: ModuleType, source: FunctionType, made: dict[Any, Any]) -> SimpleNamespace:
    """A module as this function sees it, with plain twins of the compiled functions that it calls there."""
    parts = {name: getattr(module, name) for name in source.__code__.co_names if hasattr(module, name)}
    return SimpleNamespace(**{k: twin(v, made) if hasattr(v, "py_func") else v for k, v in parts.items()})


def generic(signature: str, *bundles: Any) -> Callable[[F], F]:
    """Mark a function written once for all games; `signature` names bundles and the types that `types_of` lists."""

    def mark(function: F) -> F:
        function.signature, function.bundles = signature, bundles  # type: ignore[attr-defined]
        return function

    return mark


def bundle(name: str, **fields: str) -> Any:
    """A named tuple that a generic function takes as one argument: names of fields, and of their types."""
    made = namedtuple(name, fields)  # type: ignore[misc]
    made.__module__ = sys._getframe(1).f_globals["__name__"]  # so that a cached function finds it again
    made.fields = fields  # type: ignore[attr-defined]
    return made


def types_of(rules: np.dtype[Any], state: np.dtype[Any], work: np.dtype[Any]) -> dict[str, Any]:
    """Numba's types of all that a signature may name, for a game with these records."""
    from numba import from_dtype, types

    from tabor.rng import RNG

    numbers = {"int8": types.int8, "int32": types.int32, "int64": types.int64, "uint64": types.uint64}
    numbers |= {"float32": types.float32, "float64": types.float64, "void": types.void, "boolean": types.boolean}
    records = {"rules": from_dtype(rules), "state": from_dtype(state), "work": from_dtype(work)}
    records["rng"] = from_dtype(RNG)
    arrays = {
        "states": types.Array(records["state"], 1, "C"),
        "actions": types.Array(types.int32, 1, "C"),
        "events": types.Array(types.int32, 2, "C"),
        "planes": types.Array(types.int8, 1, "C"),
    }
    for name in ("int8", "int32", "int64", "uint64", "float32", "float64"):
        arrays[name + "s"] = types.Array(numbers[name], 1, "C")
        arrays[name + "_table"] = types.Array(numbers[name], 2, "C")
    names = numbers | records | arrays
    functions = {name: types.FunctionType(eval(text, {}, names)) for name, text in SIGNATURES.items()}
    return names | functions


# The functions of a game, with the types of their arguments.
SIGNATURES = {
    "start": "void(rules, state, work, rng)",
    "legal": "int64(rules, state, work, actions)",
    "apply": "void(rules, state, work, int64, rng, events)",
    "observe": "void(rules, state, int64, planes)",
    "hide": "void(rules, state, int64, rng)",
    "key": "uint64(rules, state, int64)",
    "value": "float64(rules, state, int64)",
    "loud": "boolean(rules, state, int64)",
}


class Compiler:
    """Compiles the functions of one game, each at its first use, and remembers them for this process."""

    _lock = threading.RLock()  # of all games: Numba's cache folder is one setting for the whole process

    def __init__(
        self, name: str, title: str, files: Sequence[Path], records: Sequence[np.dtype[Any]], functions: Any
    ) -> None:
        self.name, self.title, self.files, self.records = name, title, tuple(files), tuple(records)
        self.source = functions
        self.seconds = 0.0  # spent on getting machine code, from the cache or not
        self.misses = 0  # functions that were not in the cache
        self._generic: dict[Any, Any] = {}
        self._entries: SimpleNamespace | None = None
        self._types: dict[str, Any] | None = None

    @property
    def folder(self) -> Path | None:
        """Where machine code of this game is kept; None if nothing can be written, or nothing should be."""
        if any(file.stat().st_mtime > BEGAN for file in (*self.files, *CORE_FILES)):
            return None  # edited since: what was imported would be kept under the name of what is there now
        return cache_folder(self.name, fingerprint(self.files))

    @property
    def entries(self) -> SimpleNamespace:
        """The functions of SIGNATURES, compiled; `compile(f)` gives generic functions that take them."""
        if self._entries is None:
            with self._lock:
                if self._entries is None:
                    self._entries = self._compile_entries()
        return self._entries

    def compile(self, function: F) -> F:
        """A generic function for this game."""
        if PLAIN:
            return function
        with self._lock:
            if function not in self._generic:
                _ = self.entries
                with self._timed() as made:
                    made += [self._compile(function)]
                self._generic[function] = made[0]
        return self._generic[function]  # type: ignore[no-any-return]

    def _compile_entries(self) -> SimpleNamespace:
        if PLAIN:
            return SimpleNamespace(**{name: getattr(self.source, name) for name in SIGNATURES})
        with self._timed() as made:
            self._check_rules()
            made += [self._compile_entry(name) for name in SIGNATURES]
        return SimpleNamespace(**dict(zip(SIGNATURES, made, strict=True)))

    def _check_rules(self) -> None:
        """What was compiled before has been checked before."""
        if not is_filled(self.folder):
            entries = [getattr(self.source, name) for name in SIGNATURES]
            check_rules([*dict.fromkeys(found for entry in entries for found in family(entry))], self.records)

    def _compile_entry(self, name: str) -> Any:
        """Never njit(signature): a CUDA kernel refuses such functions."""
        import numba

        function = getattr(self.source, name)
        check_reach(function, (*self.files, *CORE_FILES))
        with self._cache() as cached:
            entry = numba.njit(cache=cached, **OPTIONS)(getattr(function, "py_func", function))
        with explained(family(function), self.records):
            entry.compile(eval(SIGNATURES[name], {}, self._names()))
        remember_address(entry)
        return entry

    def _compile(self, function: Any) -> Any:
        """With its full signature, or Numba would compile it again in every process."""
        import numba
        from numba import types

        check_reach(function, (*self.files, *CORE_FILES, source_file(function)))
        names = dict(self._names())
        for made in function.bundles:
            names[made.__name__] = types.NamedTuple([names[name] for name in made.fields.values()], made)
        with self._cache() as cached:
            return numba.njit(eval(function.signature, {}, names), cache=cached, **OPTIONS)(function)

    def _names(self) -> dict[str, Any]:
        if self._types is None:
            self._types = types_of(*self.records)
        return self._types

    @contextmanager
    def _timed(self) -> Iterator[list[Any]]:
        began, made = time.perf_counter(), list[Any]()
        is_warm = is_filled(self.folder)
        with nothing() if is_warm else announce(f"Compiling {self.title}, once …"):
            yield made
        self.seconds += time.perf_counter() - began
        self.misses += sum(sum(f.stats.cache_misses.values()) for f in made)

    @contextmanager
    def _cache(self) -> Iterator[bool]:
        """Numba looks at its cache folder while a function is being decorated (or compiled at once)."""
        import numba

        folder = self.folder
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder or "")
        try:
            yield folder is not None
        finally:
            numba.config.CACHE_DIR = before


def is_filled(folder: Path | None) -> bool:
    """Whether a cache folder holds machine code."""
    return folder is not None and any(folder.rglob("*.nbc"))


def remember_address(entry: Any) -> None:
    """Numba looks up an entry's address for every call that takes it as an argument, which is most of such a call."""
    result = entry.get_compile_result(entry.nopython_signatures[0])
    result.library.get_pointer_to_function = cache(result.library.get_pointer_to_function)
    entry.get_compile_result = lambda _: result


@contextmanager
def nothing() -> Iterator[None]:
    yield


@contextmanager
def announce(text: str) -> Iterator[None]:
    """Say on a terminal what takes seconds; the command line puts a spinner in this place."""
    if sys.stderr.isatty():
        print(text, file=sys.stderr)
    yield


def fingerprint(files: Sequence[Path]) -> str:
    """A hash of everything the machine code of these files depends on."""
    import numba
    from llvmlite import binding

    facts = (numba.__version__, np.__version__, binding.get_host_cpu_name(), sorted(OPTIONS.items()))
    digest = hashlib.sha256(repr(facts).encode())
    for file in sorted({*files, *CORE_FILES}):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The folder that holds the cache folders of all games."""
    if given := os.environ.get("TABOR_CACHE_DIR"):
        return Path(given)
    import platformdirs

    return Path(platformdirs.user_cache_path("tabor"))


def cache_folder(name: str, print_: str) -> Path | None:
    """The folder for one game and one fingerprint, made if need be; None, with a warning, if it cannot be."""
    root = cache_root()
    folder = root / f"{name}-{print_}"
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            prune(root, name)
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)  # in use, so not old
            return folder
    except OSError as error:
        warnings.warn(
            f"{folder} cannot be written ({error.strerror}): rules are compiled anew in every process. "
            "Set TABOR_CACHE_DIR to a folder that can be written.",
            stacklevel=2,
        )
        return None


def prune(root: Path, name: str) -> None:
    """Delete the oldest cache folders of a game."""
    folders = sorted(root.glob(f"{name}-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for old in folders[KEPT_FOLDERS:]:
        shutil.rmtree(old, ignore_errors=True)


def source_file(function: Any) -> Path:
    return Path(getattr(function, "py_func", function).__code__.co_filename)


def reached(function: Any) -> Iterator[Any]:
    """The compiled functions that this one calls by name, directly or through others."""
    seen: set[Any] = set()
    waiting = [function]
    while waiting:
        for found in called(waiting.pop()):
            if found not in seen:
                seen.add(found)
                waiting.append(found)
                yield found


def family(function: Any) -> list[Any]:
    """A function and all that it reaches."""
    return [function, *reached(function)]


def called(function: Any) -> Iterator[Any]:
    """The compiled functions that this one names, alone or as `module.name`."""
    source = getattr(function, "py_func", function)
    names = source.__code__.co_names
    known = [source.__globals__.get(name) for name in names]
    modules = [found for found in known if isinstance(found, ModuleType)]
    known += [getattr(module, name, None) for module in modules for name in names]
    yield from (found for found in known if hasattr(found, "py_func"))


def check_reach(function: Any, files: Sequence[Path]) -> None:
    """A cached function may only call what its fingerprint covers, or an edit there would go unnoticed."""
    for callee in family(function):
        if source_file(callee) not in files:
            raise TypeError(
                f"{function.__qualname__} calls {callee.__qualname__} of {source_file(callee)}, "
                "which its cache does not watch: move it to the same file, or to rng, grid or game"
            )
