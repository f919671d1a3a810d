"""The CUDA side of `tabor.batch`: kernels made of a game's own rule functions, one thread a game.

Nothing here is imported before device="cuda" is asked for. A kernel cannot take functions, types or sizes as
arguments, so `make_kernels` closes over them; Numba compiles each kernel at its first launch. States live in
device memory between launches; kernels that play whole games keep theirs in the thread's local memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from tabor.batch import (
    DECIDER,
    HEADER_NAMES,
    Array,
    Desk,
    action_space,
    next_seed,
    put_state,
    random_one,
    start_one,
    step_one,
    whole_numbers,
    write_header,
)
from tabor.errors import DataError
from tabor.game import EVENT_WIDTH, OVER, Game
from tabor.jit import PLAIN, linked, types_of
from tabor.rng import RNG, join

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # gone from NumPy 2.5, but numba-cuda still names it when it is imported

try:
    from numba import cuda, from_dtype, types
    from numba.cuda.core import config

    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a small batch is no mistake
except ImportError:
    cuda = None

BLOCK = 128  # threads
MOST_THREADS = 2**18  # that play whole games, each taking the next when its own is over: enough for any device
ALIGNMENT = 16  # of records in local memory: Numba by itself aligns them to one byte

# The arguments of each kernel, as names of `types_of` and of `kernel_types`.
SIGNATURES = {
    "start": "void(rulebook, states, states, uint64s)",
    "restart": "void(rulebook, states, states, uint64s, int8s)",
    "legal": "void(rulebook, states, int32_table, int32s)",
    "masks": "void(rulebook, states, int8_table)",
    "step": "void(rulebook, states, states, uint64s, int32s)",
    "observe": "void(rulebook, states, int8_table, int64)",
    "headers": "void(states, int32_table)",
    "play_games": "void(rulebook, states, uint64s, int32_table, states, int64)",
    "play_lanes": "void(rulebook, states, states, uint64s, int64s, uint64s, int64)",
}


def kernel_types(game: Game) -> dict[str, Any]:
    """Numba's types of all that SIGNATURES name."""
    names = types_of(game.kind.RULES, game.kind.STATE, game.kind.WORK)
    return names | {"rulebook": types.Array(names["rules"], 1, "C")}


def make_kernels(game: Game) -> dict[str, Callable[..., None]]:
    """The kernels of a game, not compiled yet."""
    kind = game.kind
    start, legal, apply, observe = (getattr(kind.functions, name) for name in ("start", "legal", "apply", "observe"))
    STATE, WORK, DICE = from_dtype(kind.STATE), from_dtype(kind.WORK), from_dtype(RNG)
    most, players = game.setup.most_actions, game.players

    def start_kernel(rulebook: Any, blank: Any, states: Any, seeds: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            work = cuda.local.array(1, WORK, ALIGNMENT)[0]
            rng = cuda.local.array(1, DICE, ALIGNMENT)[0]
            events = cuda.local.array((1, EVENT_WIDTH), types.int32)[:0]
            actions = cuda.local.array(most, types.int32)
            desk = Desk(rulebook[0], work, rng, events, actions, blank)
            start_one(start, desk, states, i, seeds[i])

    def restart_kernel(rulebook: Any, blank: Any, states: Any, seeds: Any, restarted: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            work = cuda.local.array(1, WORK, ALIGNMENT)[0]
            rng = cuda.local.array(1, DICE, ALIGNMENT)[0]
            events = cuda.local.array((1, EVENT_WIDTH), types.int32)[:0]
            actions = cuda.local.array(most, types.int32)
            desk = Desk(rulebook[0], work, rng, events, actions, blank)
            restarted[i] = int(states[i]["player"]) == OVER
            if restarted[i]:
                seeds[i] = next_seed(seeds[i])
                start_one(start, desk, states, i, seeds[i])

    def legal_kernel(rulebook: Any, states: Any, lists: Any, counts: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            work = cuda.local.array(1, WORK, ALIGNMENT)[0]
            counts[i] = legal(rulebook[0], states[i], work, lists[i])
            for k in range(counts[i], most):
                lists[i, k] = -1

    def masks_kernel(rulebook: Any, states: Any, masks: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            work = cuda.local.array(1, WORK, ALIGNMENT)[0]
            actions = cuda.local.array(most, types.int32)
            for action in range(masks.shape[1]):
                masks[i, action] = 0
            for k in range(legal(rulebook[0], states[i], work, actions)):
                masks[i, actions[k]] = 1

    def step_kernel(rulebook: Any, blank: Any, states: Any, seeds: Any, chosen: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            work = cuda.local.array(1, WORK, ALIGNMENT)[0]
            rng = cuda.local.array(1, DICE, ALIGNMENT)[0]
            events = cuda.local.array((1, EVENT_WIDTH), types.int32)[:0]
            actions = cuda.local.array(most, types.int32)
            desk = Desk(rulebook[0], work, rng, events, actions, blank)
            step_one(legal, apply, desk, states[i], seeds[i], int(chosen[i]), players)

    def observe_kernel(rulebook: Any, states: Any, planes: Any, player: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            for k in range(planes.shape[1]):
                planes[i, k] = 0
            who = int(states[i]["player"]) if player == DECIDER else player
            if who >= 0:
                observe(rulebook[0], states[i], who, planes[i])

    def headers_kernel(states: Any, headers: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            write_header(headers, i, states[i])

    def play_games_kernel(rulebook: Any, blank: Any, seeds: Any, headers: Any, kept: Any, limit: Any) -> None:
        work = cuda.local.array(1, WORK, ALIGNMENT)[0]
        rng = cuda.local.array(1, DICE, ALIGNMENT)[0]
        events = cuda.local.array((1, EVENT_WIDTH), types.int32)[:0]
        actions = cuda.local.array(most, types.int32)
        desk = Desk(rulebook[0], work, rng, events, actions, blank)
        own = cuda.local.array(1, STATE, ALIGNMENT)
        i = cuda.grid(1)
        plies = -1  # of game i; −1: it has not begun
        while i < seeds.shape[0]:  # one loop for all games of a thread, so that its neighbours never wait for a game
            if plies < 0:
                start_one(start, desk, own, 0, seeds[i])
                plies = 0
            action = -1
            if plies < limit:
                action = random_one(legal, apply, desk, own[0], seeds[i])
                plies += 1
            if action < 0:
                write_header(headers, i, own[0])
                if kept.shape[0] > 0:
                    put_state(kept, i, own, 0)
                plies = -1
                i += cuda.gridsize(1)

    def play_lanes_kernel(
        rulebook: Any, blank: Any, states: Any, seeds: Any, made: Any, hashes: Any, plies: Any
    ) -> None:
        work = cuda.local.array(1, WORK, ALIGNMENT)[0]
        rng = cuda.local.array(1, DICE, ALIGNMENT)[0]
        events = cuda.local.array((1, EVENT_WIDTH), types.int32)[:0]
        actions = cuda.local.array(most, types.int32)
        desk = Desk(rulebook[0], work, rng, events, actions, blank)
        own = cuda.local.array(1, STATE, ALIGNMENT)
        i = cuda.grid(1)
        left, count, hash_, is_over, seed = -1, 0, np.uint64(0), True, np.uint64(0)
        while i < seeds.shape[0]:  # one loop, again: with `random_lane` here a large game stops at an illegal address
            if left < 0:
                left, count, hash_, is_over, seed = plies, 0, np.uint64(0), True, seeds[i]
            if is_over:
                start_one(start, desk, own, 0, seed)
            action = random_one(legal, apply, desk, own[0], seed)
            if action >= 0:
                count += 1
                hash_ = join(hash_, action)
            is_over = int(own[0]["player"]) == OVER
            if is_over:
                seed = next_seed(seed)
            left -= 1
            if left == 0:
                made[i], hashes[i] = count, hash_
                put_state(states, i, own, 0)
                left = -1
                i += cuda.gridsize(1)

    made = {
        "start": start_kernel,
        "restart": restart_kernel,
        "legal": legal_kernel,
        "masks": masks_kernel,
        "step": step_kernel,
        "observe": observe_kernel,
        "headers": headers_kernel,
        "play_games": play_games_kernel,
        "play_lanes": play_lanes_kernel,
    }
    return {name: linked(kernel) for name, kernel in made.items()}


class Kernels:
    """The kernels of one game, ready to launch, with its rules on the device."""

    def __init__(self, game: Game) -> None:
        self.kernels = {name: cuda.jit(function) for name, function in make_kernels(game).items()}
        self.rulebook = cuda.to_device(np.array([game.rules], game.kind.RULES))
        self.blank = cuda.to_device(np.zeros(1, game.kind.STATE))

    def launch(self, name: str, threads: int, *arguments: Any) -> None:
        if threads > 0:
            self.kernels[name][-(-threads // BLOCK), BLOCK](*arguments)


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


class CudaGames:
    """Games in the memory of the device."""

    def __init__(self, game: Game, seeds: Array) -> None:
        self.game, self.n, self.kernels = game, len(seeds), kernels_of(game)
        self.states = cuda.device_array(self.n, game.kind.STATE)
        self.seeds = cuda.to_device(seeds)

    def launch(self, name: str, *arguments: Any) -> None:
        self.kernels.launch(name, self.n, *arguments)

    def start(self, seeds: Array) -> None:
        self.seeds = cuda.to_device(seeds)
        self.launch("start", self.kernels.rulebook, self.kernels.blank, self.states, self.seeds)

    def restart(self) -> Any:
        restarted = cuda.device_array(self.n, np.int8)
        book, blank = self.kernels.rulebook, self.kernels.blank
        self.launch("restart", book, blank, self.states, self.seeds, restarted)
        return restarted

    def legal(self) -> tuple[Any, Any]:
        lists = cuda.device_array((self.n, self.game.setup.most_actions), np.int32)
        counts = cuda.device_array(self.n, np.int32)
        self.launch("legal", self.kernels.rulebook, self.states, lists, counts)
        return lists, counts

    def masks(self) -> Any:
        masks = cuda.device_array((self.n, action_space(self.game)), np.int8)
        self.launch("masks", self.kernels.rulebook, self.states, masks)
        return masks

    def step(self, chosen: Any) -> None:
        is_here = is_on_device(chosen) and str(chosen.dtype) in ("int32", "torch.int32")
        ours = cuda.as_cuda_array(chosen) if is_here else cuda.to_device(whole_numbers(to_host(chosen)))
        book, blank = self.kernels.rulebook, self.kernels.blank
        self.launch("step", book, blank, self.states, self.seeds, ours)

    def observe(self, player: int) -> Any:
        planes = cuda.device_array((self.n, int(np.prod(self.game.setup.planes))), np.int8)
        self.launch("observe", self.kernels.rulebook, self.states, planes, player)
        return planes

    def header(self, name: str) -> Array:
        headers = cuda.device_array((self.n, len(HEADER_NAMES)), np.int32)
        self.launch("headers", self.states, headers)
        column = to_host(headers)[:, HEADER_NAMES.index(name)]
        return column.astype(self.game.kind.STATE[name])

    def fetch(self, array: Any) -> Array:
        return to_host(array)

    def fetch_states(self) -> Array:
        return to_host(self.states)

    def fetch_seeds(self) -> Array:
        return to_host(self.seeds)


def to_host(array: Any) -> Array:
    """A NumPy array of what may lie on the device."""
    if is_on_device(array) and not hasattr(array, "copy_to_host"):
        array = cuda.as_cuda_array(array)
    return np.asarray(array.copy_to_host() if hasattr(array, "copy_to_host") else array)


def is_on_device(array: Any) -> bool:
    return hasattr(array, "__cuda_array_interface__")


def play_games(game: Game, seeds: Array, limit: int, kept: Array) -> Array:
    """Whole random games; the headers of their last states, and those states where there is room for them."""
    kernels = kernels_of(game)
    headers = cuda.device_array((len(seeds), len(HEADER_NAMES)), np.int32)
    states = cuda.device_array(len(kept), game.kind.STATE)
    arguments = (kernels.rulebook, kernels.blank, cuda.to_device(seeds), headers, states, limit)
    kernels.launch("play_games", min(len(seeds), MOST_THREADS), *arguments)
    kept[:] = to_host(states)
    return to_host(headers)


def play_lanes(game: Game, seeds: Array, plies: int) -> tuple[Array, Array, Array]:
    kernels, n = kernels_of(game), len(seeds)
    states = cuda.device_array(n, game.kind.STATE)
    made, hashes = cuda.device_array(n, np.int64), cuda.device_array(n, np.uint64)
    arguments = (kernels.rulebook, kernels.blank, states, cuda.to_device(seeds), made, hashes, plies)
    kernels.launch("play_lanes", n, *arguments)
    return to_host(states), to_host(made), to_host(hashes)
