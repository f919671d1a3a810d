"""The kernels that tabor.batch launches on a CUDA device, compiled to PTX for an H100 or H200 without any device."""

from __future__ import annotations

import re
from types import FunctionType, SimpleNamespace
from typing import Any, cast

import pytest
from gpu.games import GAMES

from tabor.batch import cuda
from tabor.batch.bodies import take_turn
from tabor.game import Game
from tabor.jit import apart, linked, rule
from tabor.kept import reached

pytestmark = pytest.mark.slow

HOPPER = (9, 0)
DEFINED = re.compile(r"^(?:\.visible |\.weak )?\.(?:func|entry)\s+(?:\([^)]*\)\s*)?([\w$]+)", re.MULTILINE)
CALLED = re.compile(r"call(?:\.uni)?\s+(?:\([^)]*\),\s*)?([\w$%]+)")
EXTERN = re.compile(r"^\.extern \.func.*$", re.MULTILINE)
PER_GAME = ("turn", "play")  # the others are the same for every game
KERNELS = [pytest.param(game, name, id=f"{key}-{name}") for key, game in GAMES.items() for name in PER_GAME]
KERNELS += [pytest.param(next(iter(GAMES.values())), name, id=name) for name in cuda.SIGNATURES if name not in PER_GAME]
SMALL = {"int8", "int16", "int32", "uint8", "uint16", "uint32"}
ALIGNED = re.compile(r"\.local \.align (\d+) \.b8\s+__local_depot")


@pytest.fixture
def hopper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Device functions are compiled for the current device; there is none, so one is named."""
    from numba.cuda import dispatcher

    device = SimpleNamespace(compute_capability=HOPPER)
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: device)


def compile_kernel(game: Game, name: str) -> str:
    from numba import cuda as numba_cuda

    signature = eval(cuda.SIGNATURES[name], {}, cuda.kernel_types(game))
    ptx, _ = numba_cuda.compile_ptx(linked(cuda.make_kernels(game)[name], cuda.device_rule), signature, cc=HOPPER)
    return str(ptx)


def test_rules_are_compiled_once_not_for_every_mix_of_integers(hopper: None) -> None:
    game = next(iter(GAMES.values()))
    compile_kernel(game, "turn")
    given = [
        args for function in reached(cast(FunctionType, take_turn)) for args in cuda.device_rule(function).overloads
    ]
    assert len(given) > 10
    assert not any(str(type_) in SMALL for args in given for type_ in args)


def test_the_compiler_gets_each_module_once(hopper: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails with a new numba-cuda, `Library` has to follow it: kernels are the same, and take longer."""
    from numba.cuda import codegen

    given: list[list[str]] = []
    compile_ir = codegen.nvvm.compile_ir

    def note(texts: list[str], **options: Any) -> Any:
        given.append(texts)
        return compile_ir(texts, **options)

    monkeypatch.setattr(codegen.nvvm, "compile_ir", note)
    compile_kernel(next(iter(GAMES.values())), "turn")
    (texts,) = given
    assert len(texts) > 10
    assert len(texts) == len(set(texts))


@rule
def half(n: Any) -> Any:
    return n // 2


@apart
def third(n: Any) -> Any:
    return n // 3


def halves_and_thirds(numbers: Any) -> None:
    numbers[0] = half(numbers[0]) + half(numbers[1]) + third(numbers[0]) + third(numbers[1])


def test_a_rule_that_stands_apart_is_in_a_kernel_once(hopper: None) -> None:
    from numba import cuda as numba_cuda
    from numba import types

    kernel = linked(halves_and_thirds, cuda.device_rule)
    ptx, _ = numba_cuda.compile_ptx(kernel, types.void(types.int64[::1]), cc=HOPPER)
    called = CALLED.findall(ptx)
    assert [name for name in called if "4half" in name] == []
    assert len([name for name in called if "5third" in name]) == 2
    assert len({name for name in DEFINED.findall(ptx) if "5third" in name}) == 1


@pytest.mark.parametrize(("game", "name"), KERNELS)
def test_a_kernel_compiles_and_is_complete(game: Game, name: str, hopper: None) -> None:
    ptx = compile_kernel(game, name)
    assert ".target sm_90" in ptx
    entries = re.findall(r"^\.visible \.entry (\S+)\(", ptx, re.MULTILINE)
    assert len(entries) == 1
    assert "kernel" in entries[0]
    assert EXTERN.findall(ptx) == []
    assert set(CALLED.findall(ptx)) <= set(DEFINED.findall(ptx))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_records_in_local_memory_are_aligned(game: Game, hopper: None) -> None:
    """By itself Numba aligns them to one byte, and a device stops at the first int64 that is not where it must be."""
    ptx = compile_kernel(game, "play")
    first, *others = [int(n) for n in ALIGNED.findall(ptx)]
    assert first == cuda.ALIGNMENT
    assert all(alignment >= 8 for alignment in others)  # results of functions that are called, not inlined
    kind = game.kind
    assert all(dtype.alignment <= cuda.ALIGNMENT for dtype in (kind.STATE, kind.WORK, kind.RULES))


def test_every_kernel_has_its_signature() -> None:
    game = next(iter(GAMES.values()))
    made = cuda.make_kernels(game)
    assert made.keys() == cuda.SIGNATURES.keys()
    for name, kernel in made.items():
        assert kernel.__code__.co_argcount == cuda.SIGNATURES[name].count(",") + 1
