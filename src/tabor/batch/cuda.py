"""A batch on a CUDA device: kernels made of a game's own rule functions, one thread a game.

Nothing here is imported before device="cuda" is asked for. Arrays lie in columns, `[planes, games]`: neighbouring
threads then write neighbouring bytes. A kernel cannot take functions or types as arguments, so `make_kernels` closes
over them. Compiled kernels are kept on disk beside the machine code for the CPU.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from tabor import kept
from tabor.batch.arrays import DeviceArray
from tabor.batch.bodies import (
    DECIDER,
    Desk,
    next_seed,
    put_state,
    random_one,
    start_one,
    take_turn,
    write_header,
)
from tabor.batch.shapes import WRITTEN, Array, Played, shape_of, whole_numbers
from tabor.errors import DataError
from tabor.game import EVENT_WIDTH, HEADER, OVER, Game
from tabor.jit import PLAIN, announce, linked, types_of, widened
from tabor.rng import RNG, join

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # gone from NumPy 2.5, but numba-cuda still names it when it is imported

try:
    import numba
    import numba_cuda
    from numba import cuda, from_dtype, types
    from numba.cuda import serialize
    from numba.cuda.codegen import CUDACodeLibrary, JITCUDACodegen
    from numba.cuda.core import config
    from numba.cuda.cudadrv.driver import device_memset
    from numba.cuda.dispatcher import CUDADispatcher

    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a small batch is no mistake
except ImportError:
    cuda = None
    CUDADispatcher = CUDACodeLibrary = object

BLOCK = 128  # threads
TILE, PADDED = 32, 33  # of a transposition; a column more, so that no two threads meet in a memory bank
MOST_THREADS = 2**18  # that play whole games, each taking the next when its own is over: enough for any device
ALIGNMENT = 16  # of records in local memory: Numba by itself aligns them to one byte

# The arguments of each kernel, as names of `types_of` and of `kernel_types`.
SIGNATURES = {
    "turn": "void(rulebook, states, states, uint64s, int32s, int32s, int32_table, int8_table, uint32_table, "
    "int8_table, int32_table, int64, int64)",
    "play": "void(rulebook, states, uint64s, int32_table, states, int64s, uint64s, int64, int64)",
    "int8_rows": "void(int8_table, int8_table)",
    "int32_rows": "void(int32_table, int32_table)",
    "uint32_rows": "void(uint32_table, uint32_table)",
    "narrow": "void(int64s, int32s)",
}


def kernel_types(game: Game) -> dict[str, Any]:
    """Numba's types of all that SIGNATURES name."""
    names = types_of(game.kind.RULES, game.kind.STATE, game.kind.WORK)
    return names | {"rulebook": types.Array(names["rules"], 1, "C")}


# ---- the kernels ----


def make_kernels(game: Game) -> dict[str, Callable[..., None]]:
    """The kernels of a game, not compiled yet."""
    transpositions = {f"{name}_rows": transposition(getattr(types, name)) for name in ("int8", "int32", "uint32")}
    return {"turn": turn_kernel(game), "play": play_kernel(game), **transpositions, "narrow": narrow_kernel}


def rules_of(game: Game, *names: str) -> list[Any]:
    return [getattr(game.kind.functions, name) for name in names]


def turn_kernel(game: Game) -> Callable[..., None]:
    """A turn of every game. The legal actions are listed in the columns of `lists`, not in a thread's own memory."""
    kind, players = game.kind, game.players
    start, legal, apply, observe = rules_of(game, "start", "legal", "apply", "observe")
    WORK, DICE = from_dtype(kind.WORK), from_dtype(RNG)

    def kernel(
        rulebook: Any,
        blank: Any,
        states: Any,
        seeds: Any,
        chosen: Any,
        counts: Any,
        lists: Any,
        masks: Any,
        bits: Any,
        planes: Any,
        told: Any,
        wanted: Any,
        player: Any,
    ) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            work = cuda.local.array(1, WORK, ALIGNMENT)[0]
            rng = cuda.local.array(1, DICE, ALIGNMENT)[0]
            events = cuda.local.array((1, EVENT_WIDTH), types.int32)[:0]
            desk = Desk(rulebook[0], work, rng, events, events[:, 0], blank)
            # fmt: off
            take_turn(
                start, legal, apply, observe, desk, states, i, seeds, chosen, counts, lists[:, i],
                masks[:, i], bits[:, i], planes[:, i], told[:, i], wanted, player, players,
            )
            # fmt: on

    return kernel


def play_kernel(game: Game) -> Callable[..., None]:
    """`random_lane` for all seeds, in the threads' own memory."""
    kind, most = game.kind, game.setup.most_actions
    start, legal, apply = rules_of(game, "start", "legal", "apply")
    STATE, WORK, DICE = from_dtype(kind.STATE), from_dtype(kind.WORK), from_dtype(RNG)

    def kernel(
        rulebook: Any, blank: Any, seeds: Any, headers: Any, kept: Any, made: Any, hashes: Any, limit: Any, again: Any
    ) -> None:
        work = cuda.local.array(1, WORK, ALIGNMENT)[0]
        rng = cuda.local.array(1, DICE, ALIGNMENT)[0]
        events = cuda.local.array((1, EVENT_WIDTH), types.int32)[:0]
        actions = cuda.local.array(most, types.int32)
        desk = Desk(rulebook[0], work, rng, events, actions, blank)
        own = cuda.local.array(1, STATE, ALIGNMENT)
        i = cuda.grid(1)
        count, hash_, begins, seed = -1, np.uint64(0), True, np.uint64(0)
        while i < seeds.shape[0]:  # one loop for all games of a thread: its neighbours never wait for a game
            if count < 0:
                count, hash_, begins, seed = 0, np.uint64(0), True, seeds[i]
            if begins:
                start_one(start, desk, own, 0, seed)
            is_over = int(own[0]["player"]) == OVER
            if count < limit and not is_over:
                hash_ = join(hash_, random_one(legal, apply, desk, own[0], seed))
                count += 1
                is_over = int(own[0]["player"]) == OVER
            begins = is_over and again != 0 and count < limit
            if begins:
                seed = next_seed(seed)
            elif is_over or count == limit:
                made[i], hashes[i] = count, hash_
                write_header(headers[i], own[0])
                if kept.shape[0] > 0:
                    put_state(kept, i, own, 0)
                count = -1
                i += cuda.gridsize(1)

    return kernel


def transposition(number: Any) -> Callable[..., None]:
    """From [numbers, games] to [games, numbers], by tiles: both sides are read and written side by side."""

    def kernel(columns: Any, rows: Any) -> None:
        tile = cuda.shared.array((TILE, PADDED), number)
        x, y = cuda.threadIdx.x, cuda.threadIdx.y
        game, k = cuda.blockIdx.x * TILE, cuda.blockIdx.y * TILE
        if k + y < columns.shape[0] and game + x < columns.shape[1]:
            tile[y, x] = columns[k + y, game + x]
        cuda.syncthreads()
        if game + y < rows.shape[0] and k + x < rows.shape[1]:
            rows[game + y, k + x] = tile[x, y]

    return kernel


def narrow_kernel(given: Any, chosen: Any) -> None:
    """Actions as int32; what does not fit becomes −1, which no action is."""
    i = cuda.grid(1)
    if i < given.shape[0]:
        chosen[i] = given[i] if 0 <= given[i] < 2147483648 else -1


# ---- compiled, kept on disk ----


class Library(CUDACodeLibrary):  # type: ignore[misc]
    """The code of a kernel or of a rule. numba-cuda by itself hands over a rule's module as often as there are ways to
    it through other rules: ten times the text for the compiler to read."""

    @property
    def modules(self) -> list[Any]:
        return [*dict.fromkeys(super().modules)]


if cuda is not None:
    JITCUDACodegen._library_class = Library


class Rule(CUDADispatcher):  # type: ignore[misc]
    """A rule on the device; compiled once, not for every mix of small integers, as `jit.helper` does for the CPU."""

    is_apart = False

    def compile_device(self, args: tuple[Any, ...], return_type: Any = None) -> Any:
        made = super().compile_device(tuple(widened(type_) for type_ in args), return_type)
        if self.is_apart:
            made.library.get_function(made.fndesc.llvm_func_name).attributes.add("noinline")
        return made


@cache
def device_rule(function: Any) -> Any:
    made = Rule(linked(function, device_rule), {"device": True, "debug": False, "opt": True})
    made.is_apart = hasattr(function, "is_apart")
    return made


def compiled(game: Game, name: str) -> Any:
    """A kernel, from the disk if it is there."""
    function = make_kernels(game)[name]
    signature = eval(SIGNATURES[name], {}, kernel_types(game))
    kernel, file = cuda.jit(linked(function, device_rule)), kernel_file(game, name, function)
    found = load(file)
    if found is not None:
        kernel.add_overload(found, signature.args)
        return kernel
    with announce(f"Compiling {game.kind.title} for the GPU, once …"):
        made = kernel.compile(signature)
    save(file, made)
    return kernel


def kernel_file(game: Game, name: str, function: Any) -> Path | None:
    """Named by everything the kernel depends on."""
    folder, kind = game.kind.compiler.folder, game.kind
    if folder is None:
        return None
    device = cuda.get_current_device()
    steps = [kept.substance(step) for step in (linked, widened, Rule.compile_device, device_rule.__wrapped__)]
    way = (numba_cuda.__version__, numba.__version__, device.compute_capability, SIGNATURES[name], *steps)
    return folder / f"{name}-{kept.fingerprint(function, (*way, kind.RULES, kind.STATE, kind.WORK))}.kernel"


def load(file: Path | None) -> Any:
    """A kernel as numba-cuda writes it for its own cache; None if there is none that can be read."""
    try:
        return None if file is None else pickle.loads(file.read_bytes())
    except (OSError, EOFError, pickle.UnpicklingError, AttributeError, ImportError, TypeError):
        return None


def save(file: Path | None, kernel: Any) -> None:
    if file is not None:
        own = file.with_suffix(f".{os.getpid()}")
        own.write_bytes(serialize.dumps(kernel))
        own.replace(file)


class Kernels:
    """The kernels of one game, each compiled at its first launch, with its rules on the device."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.compiled: dict[str, Any] = {}
        self.rulebook = cuda.to_device(np.array([game.rules], game.kind.RULES))
        self.blank = cuda.to_device(np.zeros(1, game.kind.STATE))

    def launch(self, name: str, grid: Any, block: Any, stream: int, *arguments: Any) -> None:
        if name not in self.compiled:
            self.compiled[name] = compiled(self.game, name)
        self.compiled[name][grid, block, stream](*arguments)


_KERNELS: WeakKeyDictionary[Game, Kernels] = WeakKeyDictionary()


def kernels_of(game: Game) -> Kernels:
    if game not in _KERNELS:
        _KERNELS[game] = Kernels(game)
    return _KERNELS[game]


def check_device() -> None:
    """A clear word if there is nothing to run on."""
    if PLAIN:
        raise DataError("device is 'cuda', but TABOR_JIT=0 asks for plain Python; unset it, or take 'cpu'")
    if cuda is None:
        raise DataError("device is 'cuda', but numba-cuda is not installed; install tabor[gpu], or take 'cpu'")
    if not cuda.is_available():
        raise DataError("device is 'cuda', but no CUDA device or driver is found here; take 'cpu'")


# ---- games on the device ----


class CudaGames:
    """Games in columns. What was wanted once has its memory kept: it will be wanted again."""

    def __init__(self, game: Game, seeds: Array) -> None:
        self.game, self.n, self.kernels = game, len(seeds), kernels_of(game)
        self.states = cuda.device_array(self.n, game.kind.STATE)
        self.seeds, self.chosen = cuda.to_device(seeds), cuda.device_array(self.n, np.int32)
        self.arrays: dict[tuple[str, str], Any] = {}
        self.stream = 0

    def use_stream(self, stream: int) -> None:
        self.stream = cuda.external_stream(stream) if stream else 0

    def room(self, name: str, layout: str = "columns") -> Any:
        """The array of this name, made when it is first wanted."""
        if (name, layout) not in self.arrays:
            width, dtype = shape_of(self.game, name)
            shape = (width, self.n) if layout == "columns" else (self.n, width)
            self.arrays[name, layout] = cuda.device_array(shape, dtype)
        return self.arrays[name, layout]

    def none(self, name: str) -> Any:
        """In the place of an array that is not wanted."""
        if ("none", name) not in self.arrays:
            self.arrays["none", name] = cuda.device_array((0, self.n), shape_of(self.game, name)[1])
        return self.arrays["none", name]

    def take_turn(self, wanted: int, chosen: Any = None, player: int = DECIDER) -> None:
        if self.n == 0:
            return
        played = self.chosen if chosen is None else self.on_device(chosen)
        written = [self.room(name) if wanted & bit else self.none(name) for name, bit in WRITTEN.items()]
        for array in written:
            clear(array, self.stream)
        counts = self.room("counts").reshape(self.n)
        self.kernels.launch(
            *("turn", blocks(self.n), BLOCK, self.stream),
            *(self.kernels.rulebook, self.kernels.blank, self.states, self.seeds, played, counts),
            *(self.room("actions"), *written, self.room("told"), wanted, player),
        )

    def on_device(self, chosen: Any) -> Any:
        """Actions as int32, without a way over the host if they are on the device."""
        if not is_on_device(chosen):
            self.chosen.copy_to_device(whole_numbers(chosen), stream=self.stream)
            return self.chosen
        given = cuda.as_cuda_array(chosen)
        if given.dtype == np.int32:
            return given
        if given.dtype != np.int64:
            raise DataError(f"actions on the device are {given.dtype}; they must be int32 or int64")
        self.kernels.launch("narrow", blocks(self.n), BLOCK, self.stream, given, self.chosen)
        return self.chosen

    def give(self, name: str, layout: str) -> DeviceArray:
        """A kept array, games first or last."""
        columns = self.room(name)
        if layout == "columns":
            return self.shared(columns)
        rows = self.room(name, "rows")
        if self.n and columns.shape[0]:
            grid = -(-self.n // TILE), -(-columns.shape[0] // TILE)
            kernel = f"{np.dtype(columns.dtype).name}_rows"
            self.kernels.launch(kernel, grid, (TILE, TILE), self.stream, columns, rows)
        return self.shared(rows)

    def shared(self, array: Any) -> DeviceArray:
        return DeviceArray(array, int(self.stream) if self.stream else 0)

    def copied(self, array: DeviceArray) -> Array:
        return array.copy_to_host()

    def set_seeds(self, seeds: Array) -> None:
        self.seeds = cuda.to_device(seeds)

    def fetch_states(self) -> Array:
        return np.asarray(self.states.copy_to_host())

    def fetch_seeds(self) -> Array:
        return np.asarray(self.seeds.copy_to_host())


def clear(array: Any, stream: Any) -> None:
    """All zero; the device does this at the speed of its memory, threads that write their columns do not."""
    if array.size:
        device_memset(array, 0, array.size * array.dtype.itemsize, stream)


def blocks(threads: int) -> int:
    return -(-threads // BLOCK)


def is_on_device(array: Any) -> bool:
    return hasattr(array, "__cuda_array_interface__")


def play(game: Game, seeds: Array, limit: int, again: bool, kept: Array) -> Played:
    """Random games from these seeds; their last states where there is room for them."""
    kernels, played, n = kernels_of(game), Played.of(len(seeds)), len(seeds)
    if n == 0:
        return played
    headers = cuda.device_array((n, len(HEADER)), np.int32)
    made, hashes = cuda.device_array(n, np.int64), cuda.device_array(n, np.uint64)
    states = cuda.device_array(len(kept), game.kind.STATE)
    arrays = (kernels.rulebook, kernels.blank, cuda.to_device(seeds), headers, states, made, hashes)
    kernels.launch("play", blocks(min(n, MOST_THREADS)), BLOCK, 0, *arrays, limit, int(again))
    kept[:] = states.copy_to_host()
    return Played(headers.copy_to_host(), made.copy_to_host(), hashes.copy_to_host())
