"""The one way to compile: a rule, a helper of rules, or a generic function that takes rules as arguments.

    @rule                                     # a rule function or a helper: no allocation, no exceptions, no strings
    def double(n): return 2 * n

    @generic("int64(legal, rules, state, work, actions)")      # written once, compiled for each game
    def count(legal, rules, state, work, actions): return legal(rules, state, work, actions)

A rule stays what it is, a Python function: whoever calls `plain(double)` runs it as such. Compiled code is made of a
copy, in which the names of rules stand for what Numba compiles. Only the entry points of a game and generic functions
are kept on disk (see kept.py).

TABOR_JIT=0 runs everything as plain Python, TABOR_CHECK=1 compiles with bounds checks, TABOR_CACHE_DIR moves the cache.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import namedtuple
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from importlib.metadata import version
from itertools import takewhile
from pathlib import Path
from types import CellType, FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeVar

import numpy as np

from tabor import kept
from tabor.complaints import check_rules, explained

PLAIN = os.environ.get("TABOR_JIT", "1") == "0"
CHECKED = os.environ.get("TABOR_CHECK", "0") == "1"

# Without a division check, as on the GPU; without the GIL, so that threads run rules side by side; without counting
# references: rules allocate nothing, and counting took half the time of a search.
OPTIONS = {"nogil": True, "error_model": "numpy", "boundscheck": CHECKED, "_nrt": False}

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Mark a rule function or a helper of rules; compiled where it is called, for CPU and GPU alike."""
    function.is_rule = True  # type: ignore[attr-defined]
    return function


def inlined(function: F) -> F:
    """Mark a rule that becomes part of whoever calls it: a call would copy a bundle of arrays, array by array."""
    function.is_inlined = True  # type: ignore[attr-defined]
    return rule(function)


def apart(function: F) -> F:
    """Mark a large rule with several callers, which a kernel shall hold once: it would become part of each of them."""
    function.is_apart = True  # type: ignore[attr-defined]
    return rule(function)


def plain(function: F) -> F:
    """A rule, to be called from Python as Python: uint64 wraps on purpose, and NumPy would warn."""
    return np.errstate(over="ignore")(function)


def linked(function: Any, made_by: Callable[[Any], Any] | None = None) -> Any:
    """A copy of a function, in which the names of rules stand for what is compiled; `made_by`: by whom, if not here."""
    made_by = made_by or helper
    names = dict(function.__globals__)
    cells = tuple(CellType(as_compiled(cell.cell_contents, function, made_by)) for cell in function.__closure__ or ())
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, cells)
    copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
    used = [name for name in kept.names_in(copy.__code__) if name in names]
    names.update({name: as_compiled(names[name], function, made_by) for name in used})
    return copy


def as_compiled(value: Any, function: Any, made_by: Callable[[Any], Any]) -> Any:
    """What a name in this function stands for when it is compiled."""
    if kept.is_rule(value):
        return made_by(value)
    return module_copy(value, function, made_by) if isinstance(value, ModuleType) else value


def module_copy(module: ModuleType, function: Any, made_by: Callable[[Any], Any]) -> ModuleType:
    """A module as this function sees it, where it takes rules from it or from a module inside."""
    taken = {name: vars(module)[name] for name in kept.names_in(function.__code__) if name in vars(module)}
    seen = {name: as_compiled(value, function, made_by) for name, value in taken.items() if value is not module}
    if all(seen[name] is taken[name] for name in seen):
        return module
    copy = ModuleType(module.__name__)
    vars(copy).update(seen)
    return copy


def to_compile(function: Any, is_inner: bool = False) -> Any:
    """A function as Numba compiles it, in which rules are linked. An inner one has no wrappers for other callers."""
    import numba

    from tabor import linking

    is_linked = linking.is_possible() and not CHECKED  # code that raises errors must know where its globals are
    kind = linking.CompilesInner if is_inner else linking.CompilesOuter
    options = {"no_cpython_wrapper": is_inner, "no_cfunc_wrapper": is_inner, **OPTIONS}
    options["forceinline"] = getattr(function, "is_inlined", False)
    return numba.njit(pipeline_class=kind if is_linked else None, **options)(linked(function))


@cache
def helper(function: Any) -> Any:
    """A rule as compiled code calls it; it is not kept by itself."""
    made = to_compile(function, is_inner=True)
    compile_exactly = made.compile
    made.compile = lambda types: compile_exactly(tuple(widened(type_) for type_ in types))
    made.add_overload = lambda result: made.overloads.update({tuple(result.signature.args): result})
    return made


def widened(type_: Any) -> Any:
    """Small integers and literals go into a function as int64, or it would be compiled for every mix of them."""
    from numba import types

    type_ = types.unliteral(type_)
    is_small = isinstance(type_, types.Integer) and type_.bitwidth < 64
    return types.int64 if is_small else type_


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
    numbers |= {"uint32": types.uint32}
    records = {"rules": from_dtype(rules), "state": from_dtype(state), "work": from_dtype(work)}
    records["rng"] = from_dtype(RNG)
    arrays = {
        "states": types.Array(records["state"], 1, "C"),
        "actions": types.Array(types.int32, 1, "C"),
        "events": types.Array(types.int32, 2, "C"),
        "planes": types.Array(types.int8, 1, "C"),
    }
    for name in ("int8", "int32", "int64", "uint32", "uint64", "float32", "float64"):
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
    "known": "int64(rules, state, int8s)",
}


class Compiler:
    """The functions of one game, compiled or plain, each at its first use."""

    _lock = threading.RLock()

    def __init__(self, name: str, title: str, records: Sequence[np.dtype[Any]], functions: Any) -> None:
        self.name, self.title, self.records = name, title, tuple(records)
        self.source = functions
        self.begins_plain = BEGINS_PLAIN
        self.seconds = 0.0  # spent on getting machine code, from the cache or not
        self.misses = 0  # functions that were not in the cache
        self._marks: dict[Any, str] = {}
        self._generic: dict[Any, Any] = {}
        self._entries: SimpleNamespace | None = None
        self._machine: SimpleNamespace | None = None
        self._types: dict[str, Any] | None = None

    @cached_property
    def folder(self) -> Path | None:
        """Where machine code of this game is kept; None if nothing can be written."""
        return kept.cache_folder(self.name)

    def mark(self, function: Any) -> str:
        """What its machine code is kept under."""
        if function not in self._marks:
            self._marks[function] = kept.fingerprint(function, way())
        return self._marks[function]

    @property
    def sources(self) -> dict[str, Any]:
        """The functions of SIGNATURES as Python."""
        return {name: getattr(self.source, name) for name in SIGNATURES}

    # ---- what a game runs ----

    @property
    def entries(self) -> SimpleNamespace:
        """The functions of SIGNATURES; `compile(f)` gives generic functions that take them."""
        if self._entries is None:
            self._entries = self._make_entries()
        return self._entries

    def compile(self, function: F) -> F:
        """A generic function for this game."""
        if function not in self._generic:
            self._generic.setdefault(function, self._make(function))
        return self._generic[function]  # type: ignore[no-any-return]

    def _make_entries(self) -> SimpleNamespace:
        if self.begins_plain and not PLAIN:
            self._check_rules()
            return SimpleNamespace(**{name: Tiered(self, source, name) for name, source in self.sources.items()})
        return self.plain_entries if PLAIN else self.machine()

    def _make(self, function: Any) -> Any:
        if self.begins_plain and not PLAIN:
            return Tiered(self, function)
        return plain(function) if PLAIN else self.machine_of(function)

    @cached_property
    def plain_entries(self) -> SimpleNamespace:
        self._check_rules()
        return SimpleNamespace(**{name: plain(source) for name, source in self.sources.items()})

    def _check_rules(self) -> None:
        """Before any of them runs; those that were compiled before have been checked before."""
        if not self.are_entries_kept():
            families = (kept.family(source) for source in self.sources.values())
            check_rules([*dict.fromkeys(found for family in families for found in family)], self.records)

    # ---- machine code ----

    def machine(self) -> SimpleNamespace:
        """The functions of SIGNATURES, compiled."""
        with self._lock:
            if self._machine is None:
                self._check_rules()
                made = {name: self.compile_entry(name) for name in SIGNATURES}
                self._machine = SimpleNamespace(**made)
        return self._machine

    def machine_of(self, function: Any) -> Any:
        """A generic function, compiled; kept by whoever asks."""
        with self._lock:
            _ = self.machine()
            return self.compile_generic(function)

    def take_over(self) -> None:
        """From now on machine code runs in place of Python, in all that was asked for so far."""
        for tiered in self.waiting():
            tiered.compiled = vars(self.machine()).get(tiered.name) or self.machine_of(tiered.function)

    def take_over_what_is_kept(self) -> None:
        """The same, as far as others have compiled it. Entry points come first: all else takes them."""
        waiting = self.waiting()
        if waiting and self.are_entries_kept():
            for tiered in waiting:
                if tiered.name:
                    tiered.compiled = vars(self.machine())[tiered.name]
                elif self.is_kept(tiered.function):
                    tiered.compiled = self.machine_of(tiered.function)

    def waiting(self) -> list[Tiered]:
        """What runs as Python until its machine code is there."""
        asked = [*vars(self.entries).values(), *self._generic.values()]
        return [tiered for tiered in asked if isinstance(tiered, Tiered) and tiered.compiled is None]

    def are_entries_kept(self) -> bool:
        return all(self.is_kept(source) for source in self.sources.values())

    def is_kept(self, function: Any) -> bool:
        """Whether the cache has it, as far as names of files tell."""
        return self.folder is not None and kept.is_kept(self.folder, function, self.mark(function))

    def compile_entry(self, name: str) -> Any:
        entry = self._compile(self.sources[name], eval(SIGNATURES[name], {}, self._names()))
        remember_address(entry)
        return entry

    def compile_generic(self, function: Any) -> Any:
        return self._compile(function, self._signature(function))

    def _compile(self, function: Any, signature: Any) -> Any:
        """Never njit(signature): a CUDA kernel refuses such functions."""
        began = time.perf_counter()
        made = to_compile(function)
        mark, folder = self.mark(function), self.folder
        is_cold = folder is None or not kept.is_kept(folder, function, mark)
        if folder is not None:
            kept.keep(made, folder, mark)
        word = announce(f"Compiling {self.title}, once …") if is_cold else nothing()
        with word, explained(kept.family(function), self.records):
            made.compile(signature)
        if folder is not None and is_cold:
            kept.prune(folder, function)
        made.disable_compile()
        self.seconds += time.perf_counter() - began
        self.misses += sum(made.stats.cache_misses.values())
        return made

    def _signature(self, function: Any) -> Any:
        """The full one, with the types of its bundles."""
        from numba import types

        names = dict(self._names())
        for made in function.bundles:
            names[made.__name__] = types.NamedTuple([names[name] for name in made.fields.values()], made)
        return eval(function.signature, {}, names)

    def _names(self) -> dict[str, Any]:
        if self._types is None:
            self._types = types_of(*self.records)
        return self._types


class Tiered:
    """A function of a game that runs as Python until its machine code is there.

    The change comes between two calls. A generic function gets the rules that it is handed in its own tier.
    """

    def __init__(self, compiler: Compiler, function: Any, name: str = "") -> None:
        self.compiler, self.function, self.name = compiler, function, name  # name: "" for a generic function
        self.plain = plain(function)
        self.compiled: Any = None
        self.rules = [] if name else rules_taken(function.signature)

    def __call__(self, *arguments: Any) -> Any:
        compiled = self.compiled
        run, entries = (compiled, self.compiler.machine) if compiled else (self.plain, self._plain_entries)
        if self.rules:
            tier = vars(entries())
            arguments = (*(tier[name] for name in self.rules), *arguments[len(self.rules) :])
        return run(*arguments)

    def _plain_entries(self) -> SimpleNamespace:
        return self.compiler.plain_entries


def machine_code(function: Any) -> Any:
    """What Numba made of a function of a game; None while it runs as Python."""
    made = function.compiled if isinstance(function, Tiered) else function
    return made if hasattr(made, "nopython_signatures") else None


def rules_taken(signature: str) -> list[str]:
    """The rules that a generic function takes, which come first among its arguments."""
    names = [name.strip() for name in signature.partition("(")[2].rstrip(")").split(",")]
    return [*takewhile(lambda name: name in SIGNATURES, names)]


BEGINS_PLAIN = False


def begin_plain() -> None:
    """Let games of this process begin in plain Python, until others have compiled them."""
    global BEGINS_PLAIN
    BEGINS_PLAIN = True


@cache
def way() -> tuple[Any, ...]:
    """How functions are compiled, and by what."""
    from llvmlite import binding

    parts = [version(name) for name in ("numba", "llvmlite", "numpy")]
    own = (linked, as_compiled, to_compile, helper.__wrapped__, widened, Compiler._compile)
    linking = Path(__file__).with_name("linking.py").read_text(encoding="utf-8")  # importing it would import Numba
    steps = [*(kept.substance(step) for step in own), linking]
    return (*parts, binding.get_host_cpu_name(), sorted(OPTIONS.items()), *steps)


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
