"""Inner functions are linked into those that call them, and never emitted as machine code of their own.

Numba would optimise and emit every function by itself, although only entry points and generic functions are ever
called from outside: that was two fifths of the time. This uses three of Numba's inner parts, named below; `is_possible`
says whether they are still there, and without them everything is compiled the ordinary way.
"""

from __future__ import annotations

from typing import Any

from numba.core import codegen, compiler


def is_possible() -> bool:
    library = codegen.JITCodeLibrary
    parts = ("_finalize_final_module", "_finalize_dynamic_globals", "_verify_declare_only_symbols", "codegen")
    return all(hasattr(library, part) for part in parts) and hasattr(codegen.JITCPUCodegen, "set_env")


class Linked(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The code of an inner function."""

    def _finalize_final_module(self) -> None:
        """All that the original does but for handing the module to the engine, which would emit it."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
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


class Linking(compiler.Compiler):  # type: ignore[misc]
    """Numba's pipeline, into a library of that kind."""

    def compile_extra(self, function: Any) -> Any:
        if self.state.library is None:
            self.state.library = Linked(self.state.targetctx.codegen(), function.__qualname__)
            self.state.library.enable_object_caching()
        return super().compile_extra(function)
