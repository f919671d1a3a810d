"""Calls of compiled functions from Python that cost less than a microsecond.

Numba looks at every argument of every call: 20 µs for two functions, 2.5 µs for each record. Here arguments are looked
at once and stay in place, as words in a block of memory; a call is one jump to a few instructions that read the block.
The words are those of Numba's own data models, asked for by name; where those are others than expected, there is no
quick way, and whoever asked takes the ordinary one.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from tabor.jit import CHECKED, machine_code


class Quick:
    """A compiled function with its arguments: arrays and records stay where they are, whole numbers may be changed."""

    def __init__(self, made: Any, arguments: Sequence[Any]) -> None:
        result = made.get_compile_result(made.nopython_signatures[0])
        types = result.signature.args
        words = [list(words_of(type_, value)) for type_, value in zip(types, arguments, strict=True)]
        self.arguments = arguments  # kept alive: the block has nothing but their addresses
        self.places = [sum(map(len, words[:i])) for i in range(len(words))]  # of the first word of each
        self.block = (ctypes.c_uint64 * sum(map(len, words)))(*[word for part in words for word in part])
        self.call = partial(caller(made), ctypes.c_void_p(ctypes.addressof(self.block)))
        if size_of(types) != ctypes.sizeof(self.block):
            raise AttributeError("a value is of another size than its words")

    def set(self, argument: int, value: int) -> None:
        """Change an argument that is a whole number."""
        self.block[self.places[argument]] = value


class Ordinary:
    """The same, where there is no quick way."""

    def __init__(self, function: Any, arguments: Sequence[Any]) -> None:
        self.call = partial(function, *arguments)


def bound(function: Any, arguments: Sequence[Any]) -> Quick | Ordinary:
    """A function with arguments that stay, to be called as quickly as can be; whoever calls it keeps it."""
    return quick(function, arguments) or Ordinary(function, arguments)


def quick(function: Any, arguments: Sequence[Any]) -> Quick | None:
    """None: it is not compiled, or must be able to raise errors, or Numba has changed."""
    made = machine_code(function)
    if made is None or CHECKED:
        return None
    try:
        return Quick(made, [machine_code(value) or value for value in arguments])
    except (KeyError, AttributeError):
        return None


def words_of(type_: Any, value: Any) -> Iterator[int]:
    """A value as compiled code has it in memory."""
    from numba.core import types

    if isinstance(type_, types.Integer):
        yield int(value)
    elif isinstance(type_, types.Record):
        yield address_of(value)
    elif isinstance(value, tuple):
        for part, each in zip(type_, value, strict=True):
            yield from words_of(part, each)
    else:
        named = of_function(value) if isinstance(type_, types.FunctionType) else of_array(value)
        for name in fields_of(type_):
            yield from named[name]


def fields_of(type_: Any) -> list[str]:
    from numba.core.datamodel import default_manager

    return list(default_manager[type_]._fields)


def address_of(value: Any) -> int:
    return int(np.frombuffer(value, np.uint8).ctypes.data)


def of_function(made: Any) -> dict[str, tuple[int, ...]]:
    result = made.get_compile_result(made.nopython_signatures[0])
    own = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
    return {"c_addr": (address_of_code(result),), "py_addr": (id(made),), "jit_addr": (own,)}


def of_array(array: Any) -> dict[str, tuple[int, ...]]:
    nobody = (0,)  # counts references to it: `Quick.arguments` keeps it
    sizes = {"nitems": (array.size,), "itemsize": (array.itemsize,), "shape": array.shape, "strides": array.strides}
    return {"meminfo": nobody, "parent": nobody, "data": (array.ctypes.data,), **sizes}


@cache
def caller(made: Any) -> Any:
    """A few instructions that call a compiled function with what stands in a block, whose address they take."""
    from llvmlite import ir
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.registry import cpu_target

    context, result = cpu_target.target_context, made.get_compile_result(made.nopython_signatures[0])
    target, name = address_of_code(result), f"tabor_quick_{id(made)}"
    types, returned = values_of(result.signature.args), context.get_value_type(result.signature.return_type)
    module = context.create_module(name)
    takes_block = ir.FunctionType(returned, [ir.LiteralStructType(types).as_pointer()])
    function = ir.Function(module, takes_block, name)
    build = ir.IRBuilder(function.append_basic_block())
    values = build.load(function.args[0])
    code = build.inttoptr(ir.Constant(ir.IntType(64), target), ir.FunctionType(returned, types).as_pointer())
    build.ret(build.call(code, [build.extract_value(values, i) for i in range(len(types))]))
    library = context.codegen().create_library(name)
    with global_compiler_lock:
        library.add_ir_module(module)
        library.finalize()
        return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(library.get_pointer_to_function(name))


def address_of_code(result: Any) -> int:
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_cfunc_wrapper_name))


def values_of(types: Sequence[Any]) -> list[Any]:
    """Types as the code has them."""
    from numba.core.registry import cpu_target

    return [cpu_target.target_context.get_value_type(type_) for type_ in types]


def size_of(types: Sequence[Any]) -> int:
    from llvmlite import ir
    from numba.core.registry import cpu_target

    return int(cpu_target.target_context.get_abi_sizeof(ir.LiteralStructType(values_of(types))))
