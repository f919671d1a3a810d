"""Inner functions are linked into those that are called from outside, and never optimised or emitted by themselves.

Numba would optimise every function with all that it calls, the same again in each of its callers, and emit each as
machine code, although only entry points and generic functions are ever called from outside: that was two thirds of
the time. Here an inner function stays as it was lowered. An outer one links all that it reaches, each once, and
optimises that as a whole. What is linked in is its own, so that LLVM may also drop arguments and results nobody needs.

This uses inner parts of Numba, named in PARTS; `is_possible` says whether they are still there, and without them
everything is compiled the ordinary way.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from numba.core import codegen, compiler

PARTS = (
    *("finalize", "codegen", "get_pointer_to_function", "_optimize_final_module", "_raise_if_finalized"),
    *("_finalized", "_codegen", "_linking_libraries", "_final_module"),
)


def is_possible() -> bool:
    made = [vars(base)["__init__"] for base in codegen.JITCodeLibrary.__mro__ if "__init__" in vars(base)]
    attributes = {name for init in made if init is not object.__init__ for name in init.__code__.co_names}
    there = attributes | {*dir(codegen.JITCodeLibrary)}
    return there.issuperset(PARTS) and hasattr(codegen.JITCPUCodegen, "set_env")


class Inner(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The code of an inner function, as it was lowered."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # nowhere: it is not emitted

    @property
    def codegen(self) -> Any:
        return WithoutEnvironments(self._codegen)


class WithoutEnvironments:
    """What makes the code, for a function that has no place in memory at which to note where its globals are.

    Only code that makes Python objects looks there, and rules make none.
    """

    def __init__(self, made_by: Any) -> None:
        self.made_by = made_by

    def __getattr__(self, name: str) -> Any:
        return getattr(self.made_by, name)

    def set_env(self, *_: Any) -> None:
        pass


class Outer(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The code of a function that is called from outside, and of all inner ones that it reaches."""

    def finalize(self) -> None:
        self._linking_libraries: list[Any] = reached(self._linking_libraries)
        super().finalize()

    def _optimize_final_module(self) -> None:
        """After all is linked: others' functions carry a linkage that lets them stand in several modules."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "linkonce_odr":
                function.linkage = "internal"
        super()._optimize_final_module()


def reached(libraries: Iterable[Any]) -> list[Any]:
    """These, and all that inner ones among them call, each once."""
    found = dict.fromkeys(libraries)
    waiting = list(found)
    while waiting:
        library = waiting.pop()
        called = library._linking_libraries if isinstance(library, Inner) else []
        waiting += [other for other in dict.fromkeys(called) if other not in found]
        found.update(dict.fromkeys(called))
    return list(found)


class CompilesInner(compiler.Compiler):  # type: ignore[misc]
    """Numba's pipeline, into a library of that kind."""

    library = Inner

    def compile_extra(self, function: Any) -> Any:
        if self.state.library is None:
            self.state.library = self.library(self.state.targetctx.codegen(), function.__qualname__)
            self.state.library.enable_object_caching()
        return super().compile_extra(function)


class CompilesOuter(CompilesInner):
    library = Outer
