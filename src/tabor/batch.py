"""Many games at once: on all cores of the CPU, or on a CUDA device, by the same rule functions as one game.

>>> import tabor, tabor.games
>>> from tabor.batch import Batch, playouts
>>> game = tabor.load(tabor.games.NAMES[0])
>>> batch = Batch(game, 1000, seed=7)
>>> actions, counts = batch.legal()  # int32[1000, most_actions] ascending, then -1; int32[1000]
>>> batch.step(actions[:, 0])
>>> int(batch.plies.sum())
1000
>>> match = tabor.Match(game, seed=int(batch.seeds[3]))  # any single game of it, byte for byte
>>> match.play(int(actions[3, 0]))
>>> match.state.tobytes() == batch.states[3].tobytes()
True
>>> result = playouts(game, 1000, seed=7)  # whole random games
>>> bool((result.plies > 0).all())
True

Every game has a seed of its own, and all that happens in it follows from that seed and the actions:

- the dice of a ply are `set_dice(rng, seed, ply, 0)`, as in a match with this seed;
- a random action is `actions[roll(rng, n)]` of the n legal ones, with `set_dice(rng, seed, ply, 2**64 - 1)`;
- game i of a batch begins with the seed `join(join(0, seed of the batch), i) >> 1`;
- where a game is over, the next one in its place has the seed `join(seed, 1) >> 1`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from tabor.cores import usable_cores
from tabor.errors import DataError
from tabor.game import DRAWN, EVENT_WIDTH, HEADER, ILLEGAL, NOBODY, OVER, Game, end, one
from tabor.jit import bundle, generic, plain, rule
from tabor.rng import RNG, join, roll, set_dice

Array = np.ndarray[Any, np.dtype[Any]]

DEVICES = ("cpu", "cuda")
SEEDS = 2**63  # of a match
MOST = 2**31 - 1  # games, plies
SHORT_PIECE = 256  # games that a thread plays to their ends at a time, since some are much longer than others
HEADER_NAMES = tuple(name for name, _ in HEADER)
DECIDER = -1  # observe: whoever decides

# ---- one game of many: the bodies that CPU loops and CUDA kernels share ----

# The rules, and what a thread needs for itself while it plays.
Desk = bundle(
    "Desk",
    rules="rules",
    work="work",
    rng="rng",
    events="events",  # [0]
    actions="actions",  # [most_actions]
    spare="states",  # [0] stays all zero; [1], on the CPU alone, is a game in play
)


@rule
def next_seed(seed: Any) -> Any:
    """The seed of the game that follows in the same place."""
    return join(seed, np.uint64(1)) >> np.uint64(1)


@rule
def put_state(states: Any, target: Any, others: Any, source: Any) -> None:
    """states[target] = others[source]; variable indices, for the reason that `copy_state` has them."""
    states[target] = others[source]


@rule
def start_one(start: Any, desk: Any, states: Any, i: Any, seed: Any) -> None:
    """The first position, in a record that is all zero but for its header."""
    put_state(states, i, desk.spare, 0)
    states[i]["winner"] = NOBODY
    set_dice(desk.rng, seed, np.uint64(0), np.uint64(0))
    start(desk.rules, states[i], desk.work, desk.rng)


@rule
def is_listed(actions: Any, n: Any, action: Any) -> Any:
    """Whether an action is among the first n, which ascend."""
    low, high = 0, n
    while low < high:
        middle = (low + high) >> 1
        if int(actions[middle]) < action:
            low = middle + 1
        else:
            high = middle
    return low < n and int(actions[low]) == action


@rule
def step_one(legal: Any, apply: Any, desk: Any, state: Any, seed: Any, action: Any, players: Any) -> None:
    """Play an action. An illegal one ends the game; in a game that is over, nothing happens."""
    player = int(state["player"])
    if player == OVER:
        return
    n = legal(desk.rules, state, desk.work, desk.actions)
    if is_listed(desk.actions, n, action):
        set_dice(desk.rng, seed, np.uint64(int(state["ply"])), np.uint64(0))
        apply(desk.rules, state, desk.work, action, desk.rng, desk.events)
    elif players == 2:
        end(state, 1 - player, ILLEGAL)
    else:
        end(state, DRAWN, ILLEGAL)


@rule
def random_one(legal: Any, apply: Any, desk: Any, state: Any, seed: Any) -> Any:
    """Play a random action and return it; −1 if there is none."""
    n = legal(desk.rules, state, desk.work, desk.actions)
    if n == 0:
        return -1
    ply = np.uint64(int(state["ply"]))
    set_dice(desk.rng, seed, ply, np.uint64(0xFFFFFFFFFFFFFFFF))  # no match takes back that often
    action = int(desk.actions[roll(desk.rng, n)])
    set_dice(desk.rng, seed, ply, np.uint64(0))
    apply(desk.rules, state, desk.work, action, desk.rng, desk.events)
    return action


@rule
def random_lane(start: Any, legal: Any, apply: Any, desk: Any, states: Any, i: Any, seed: Any, plies: Any) -> Any:
    """Play so many random actions, game after game; how many there were, and a hash of them all."""
    made, hash_, is_over = 0, np.uint64(0), True
    for _ in range(plies):
        if is_over:  # start_one stands here once: a second call nearly doubles the registers of a CUDA kernel
            start_one(start, desk, states, i, seed)
        action = random_one(legal, apply, desk, states[i], seed)
        if action >= 0:
            made += 1
            hash_ = join(hash_, action)
        is_over = int(states[i]["player"]) == OVER
        if is_over:
            seed = next_seed(seed)
    return made, hash_


@rule
def write_header(headers: Any, i: Any, state: Any) -> None:
    headers[i, 0] = state["ply"]
    headers[i, 1] = state["player"]
    headers[i, 2] = state["winner"]
    headers[i, 3] = state["reason"]


# ---- loops of the CPU, each over one piece of the arrays ----


@generic("void(start, Desk, states, uint64s)", Desk)
def start_games(start: Any, desk: Any, states: Any, seeds: Any) -> None:
    for i in range(states.shape[0]):
        start_one(start, desk, states, i, seeds[i])


@generic("void(start, Desk, states, uint64s, int8s)", Desk)
def restart_games(start: Any, desk: Any, states: Any, seeds: Any, restarted: Any) -> None:
    for i in range(states.shape[0]):
        restarted[i] = int(states[i]["player"]) == OVER
        if restarted[i]:
            seeds[i] = next_seed(seeds[i])
            start_one(start, desk, states, i, seeds[i])


@generic("void(legal, Desk, states, int32_table, int32s)", Desk)
def list_actions(legal: Any, desk: Any, states: Any, lists: Any, counts: Any) -> None:
    for i in range(states.shape[0]):
        counts[i] = legal(desk.rules, states[i], desk.work, lists[i])
        lists[i, counts[i] :] = -1


@generic("void(legal, Desk, states, int8_table)", Desk)
def mask_actions(legal: Any, desk: Any, states: Any, masks: Any) -> None:
    """Into masks that are all zero."""
    for i in range(states.shape[0]):
        for k in range(legal(desk.rules, states[i], desk.work, desk.actions)):
            masks[i, desk.actions[k]] = 1


@generic("void(legal, apply, Desk, states, uint64s, int32s, int64)", Desk)
def step_games(legal: Any, apply: Any, desk: Any, states: Any, seeds: Any, chosen: Any, players: Any) -> None:
    for i in range(states.shape[0]):
        step_one(legal, apply, desk, states[i], seeds[i], int(chosen[i]), players)


@generic("void(observe, Desk, states, int8_table, int64)", Desk)
def observe_games(observe: Any, desk: Any, states: Any, planes: Any, player: Any) -> None:
    """Into planes that are all zero."""
    for i in range(states.shape[0]):
        who = int(states[i]["player"]) if player == DECIDER else player
        if who >= 0:
            observe(desk.rules, states[i], who, planes[i])


@generic("void(start, legal, apply, Desk, uint64s, int32_table, states, int64)", Desk)
def play_games(
    start: Any,
    legal: Any,
    apply: Any,
    desk: Any,
    seeds: Any,
    headers: Any,
    kept: Any,  # [as many as seeds, or 0]
    limit: Any,
) -> None:
    for i in range(seeds.shape[0]):
        start_one(start, desk, desk.spare, 1, seeds[i])
        for _ in range(limit):
            if random_one(legal, apply, desk, desk.spare[1], seeds[i]) < 0:
                break
        write_header(headers, i, desk.spare[1])
        if kept.shape[0] > 0:
            put_state(kept, i, desk.spare, 1)


@generic("void(start, legal, apply, Desk, states, uint64s, int64s, uint64s, int64)", Desk)
def play_lanes(
    start: Any,
    legal: Any,
    apply: Any,
    desk: Any,
    states: Any,
    seeds: Any,
    made: Any,
    hashes: Any,
    plies: Any,
) -> None:
    for i in range(seeds.shape[0]):
        made[i], hashes[i] = random_lane(start, legal, apply, desk, states, i, seeds[i], plies)


# ---- the CPU: threads, each with its own scratch ----


class Crew:
    """The threads that work on the arrays of a batch."""

    def __init__(self, game: Game, threads: int) -> None:
        self.game, self.threads = game, threads
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def run(self, function: Callable[..., None], *arrays: Array, numbers: Sequence[int] = (), most: int = MOST) -> None:
        """Call a generic function on the arrays, all as long as the first, in pieces of at most `most`."""
        compiled = self.game.compile(function)
        rules = [getattr(self.game.functions, name) for name in rule_names(function)]

        def work_on(piece: slice) -> None:
            compiled(*rules, self.desk(), *(array[piece] for array in arrays), *numbers)

        pieces = list(cut(len(arrays[0]), self.threads, most))
        if self.pool is None or len(pieces) < 2:
            for piece in pieces:
                work_on(piece)
        else:
            list(self.pool.map(work_on, pieces))  # a list, so that errors come out

    def desk(self) -> Any:
        """For the thread that asks."""
        return Desk(
            self.game.rules,
            self.game.work,
            one(RNG),
            np.zeros((0, EVENT_WIDTH), np.int32),
            np.empty(self.game.setup.most_actions, np.int32),
            np.zeros(2, self.game.kind.STATE),
        )


def rule_names(function: Any) -> list[str]:
    """The rule functions that a generic function takes first, by its signature."""
    names = str(function.signature).partition("(")[2].split(", ")
    return names[: names.index("Desk")]


def cut(n: int, threads: int, most: int) -> Iterator[slice]:
    """0 … n in pieces, one a thread or more.

    >>> list(cut(10, 2, 4))
    [slice(0, 4, None), slice(4, 8, None), slice(8, 10, None)]
    """
    size = max(1, min(most, -(-n // threads)))
    return (slice(first, min(first + size, n)) for first in range(0, n, size))


class CpuGames:
    """Games in the memory of this computer."""

    def __init__(self, game: Game, seeds: Array, threads: int | None) -> None:
        self.game, self.seeds = game, seeds
        self.crew = Crew(game, check_threads(threads))
        self.states = np.zeros(len(seeds), game.kind.STATE)

    def start(self, seeds: Array) -> None:
        self.seeds = seeds
        self.crew.run(start_games, self.states, self.seeds)

    def restart(self) -> Array:
        restarted = np.zeros(len(self.seeds), np.int8)
        self.crew.run(restart_games, self.states, self.seeds, restarted)
        return restarted

    def legal(self) -> tuple[Array, Array]:
        lists = np.empty((len(self.seeds), self.game.setup.most_actions), np.int32)
        counts = np.empty(len(self.seeds), np.int32)
        self.crew.run(list_actions, self.states, lists, counts)
        return lists, counts

    def masks(self) -> Array:
        masks = np.zeros((len(self.seeds), action_space(self.game)), np.int8)
        self.crew.run(mask_actions, self.states, masks)
        return masks

    def step(self, chosen: Any) -> None:
        numbers = (self.game.players,)
        self.crew.run(step_games, self.states, self.seeds, whole_numbers(chosen), numbers=numbers)

    def observe(self, player: int) -> Array:
        planes = np.zeros((len(self.seeds), int(np.prod(self.game.setup.planes))), np.int8)
        self.crew.run(observe_games, self.states, planes, numbers=(player,))
        return planes

    def header(self, name: str) -> Array:
        return self.states[name].copy()

    def fetch(self, array: Array) -> Array:
        return array

    def fetch_states(self) -> Array:
        copy = np.zeros(len(self.states), self.states.dtype)  # .copy() leaves rubbish between the fields
        copy[...] = self.states
        return copy

    def fetch_seeds(self) -> Array:
        return self.seeds.copy()


def play_on_cpu(game: Game, seeds: Array, limit: int, kept: Array, threads: int | None) -> Array:
    """Whole random games; the headers of their last states, and those states where there is room for them."""
    headers = np.empty((len(seeds), len(HEADER)), np.int32)
    Crew(game, check_threads(threads)).run(play_games, seeds, headers, kept, numbers=(limit,), most=SHORT_PIECE)
    return headers


def play_lanes_on_cpu(game: Game, seeds: Array, plies: int, threads: int | None) -> tuple[Array, Array, Array]:
    states = np.zeros(len(seeds), game.kind.STATE)
    made, hashes = np.zeros(len(seeds), np.int64), np.zeros(len(seeds), np.uint64)
    Crew(game, check_threads(threads)).run(play_lanes, states, seeds, made, hashes, numbers=(plies,))
    return states, made, hashes


# ---- for everybody ----


class Games(Protocol):
    """What a device does for a batch; arrays are its own."""

    def start(self, seeds: Array) -> None: ...
    def restart(self) -> Any: ...
    def legal(self) -> tuple[Any, Any]: ...
    def masks(self) -> Any: ...
    def step(self, chosen: Any) -> None: ...
    def observe(self, player: int) -> Any: ...
    def header(self, name: str) -> Array: ...
    def fetch(self, array: Any) -> Array: ...
    def fetch_states(self) -> Array: ...
    def fetch_seeds(self) -> Array: ...


class Batch:
    """n games side by side, at their first positions to begin with.

    `device` is "cpu" or "cuda"; `threads` is how many cores of the CPU take part, all unless given.
    Results are NumPy arrays; with `host=False` a CUDA batch leaves them on the device, as arrays that PyTorch
    and CuPy take without a copy.
    """

    def __init__(self, game: Game, n: int, seed: int = 0, device: str = "cpu", threads: int | None = None) -> None:
        seeds = first_seeds(check_number("seed", seed, SEEDS - 1), check_number("n", n, MOST))
        self.game, self.n, self.device = game, n, check_device(device)
        self._games: Games = on_cuda().CudaGames(game, seeds) if device == "cuda" else CpuGames(game, seeds, threads)
        self._games.start(seeds)

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"Batch({self.game!r}, {self.n}, device={self.device!r})"

    # ---- looking ----

    @property
    def states(self) -> Array:
        """A copy of all states."""
        return self._games.fetch_states()

    @property
    def seeds(self) -> Array:
        """Each game's own seed: `Match(game, seed=int(batch.seeds[i]))` is the same game."""
        return self._games.fetch_seeds()

    @property
    def players(self) -> Array:
        """Who decides in each game; −1 where it is over."""
        return self._games.header("player")

    @property
    def winners(self) -> Array:
        """The winner of each game; −1 nobody yet, −2 a draw."""
        return self._games.header("winner")

    @property
    def reasons(self) -> Array:
        """Why each game ended, for `game.reason`; 0 where it goes on."""
        return self._games.header("reason")

    @property
    def plies(self) -> Array:
        """Actions played in each game."""
        return self._games.header("ply")

    @property
    def done(self) -> Array:
        """Which games are over."""
        return np.equal(self.players, OVER)

    def legal(self, host: bool = True) -> tuple[Any, Any]:
        """All legal actions, int32[n, most_actions]: ascending, then −1; and how many there are, int32[n]."""
        actions, counts = self._games.legal()
        return self._out(actions, host), self._out(counts, host)

    def masks(self, host: bool = True) -> Any:
        """Which actions are legal, bool[n, space]; the space is the product of an action's bases."""
        masks = self._out(self._games.masks(), host)
        return masks.view(np.bool_)

    def observe(self, player: int | None = None, host: bool = True) -> Any:
        """Planes for learning, int8[n, planes, height, width]: what the deciding player sees, or a given one.

        Where a game is over nobody decides, and the planes are zero unless a player is given.
        """
        if player is not None:
            check_number("player", player, self.game.players - 1)
        planes = self._games.observe(DECIDER if player is None else player)
        return self._out(planes.reshape((self.n, *self.game.setup.planes)), host)

    # ---- playing ----

    def start(self, seeds: Any = None) -> None:
        """All games from their first positions, with the seeds they have or with new ones, uint64[n]."""
        self._games.start(self.seeds if seeds is None else check_seeds(seeds, self.n))

    def step(self, actions: Any) -> None:
        """Play one action in each game, int32[n]; whatever is given for a game that is over is ignored.

        An illegal action ends its game (reason `illegal`): of two players the other wins, else it is drawn.
        """
        check_actions(actions, self.n)
        self._games.step(actions)

    def restart(self) -> Array:
        """Begin a new game, with its next seed, wherever one is over; bool[n] says where."""
        return self._games.fetch(self._games.restart()).view(np.bool_)

    def _out(self, array: Any, host: bool) -> Any:
        return self._games.fetch(array) if host else array


@dataclass(frozen=True)
class Playouts:
    """Whole random games, one an index."""

    seeds: Array  # uint64[n]
    winners: Array  # int8[n]; −1 where the limit came first, −2 a draw
    reasons: Array  # int8[n]
    plies: Array  # int32[n]
    states: Array  # [n] the last states, or [0] if they were not asked for


def playouts(
    game: Game,
    n: int,
    seed: int = 0,
    device: str = "cpu",
    threads: int | None = None,
    *,
    limit: int = MOST,
    keep_states: bool = False,
) -> Playouts:
    """Play n random games to their ends, or for `limit` plies; the same games on every device."""
    check_number("limit", limit, MOST)
    seeds = first_seeds(check_number("seed", seed, SEEDS - 1), check_number("n", n, MOST))
    kept = np.zeros(n if keep_states else 0, game.kind.STATE)
    if check_device(device) == "cuda":
        headers = on_cuda().play_games(game, seeds, limit, kept)
    else:
        headers = play_on_cpu(game, seeds, limit, kept, threads)
    plies, _, winners, reasons = headers.T
    return Playouts(seeds, winners.astype(np.int8), reasons.astype(np.int8), plies.copy(), kept)


@dataclass(frozen=True)
class RandomActions:
    """What `random_actions` did."""

    total: int  # actions played
    states: Array  # [width] the last state of each lane
    checksum: int  # of all actions, in their order


def random_actions(
    game: Game,
    width: int,
    actions_per_lane: int,
    seed: int = 0,
    device: str = "cpu",
    threads: int | None = None,
) -> RandomActions:
    """Play so many random actions in each lane, a new game wherever one is over: to measure speed."""
    plies = check_number("actions_per_lane", actions_per_lane, MOST, low=1)
    seeds = first_seeds(check_number("seed", seed, SEEDS - 1), check_number("width", width, MOST))
    if check_device(device) == "cuda":
        states, made, hashes = on_cuda().play_lanes(game, seeds, plies)
    else:
        states, made, hashes = play_lanes_on_cpu(game, seeds, plies, threads)
    return RandomActions(int(made.sum()), states, int(np.bitwise_xor.reduce(hashes)))


# ---- inside ----

_join = plain(join)


def first_seeds(seed: int, n: int) -> Array:
    """The seeds of n games."""
    numbers = np.arange(n, dtype=np.uint64)
    return np.asarray(_join(_join(np.uint64(0), np.uint64(seed)), numbers) >> np.uint64(1))


def action_space(game: Game) -> int:
    """Actions are below this number."""
    return int(np.prod([base for _, base in game.setup.digits]))


def on_cuda() -> Any:
    """The module for CUDA, if this computer can use it."""
    from tabor import cuda

    cuda.check_device()
    return cuda


def check_device(device: str) -> str:
    if device not in DEVICES:
        raise DataError(f"device is {device!r}; it must be one of {', '.join(DEVICES)}")
    return device


def check_threads(threads: int | None) -> int:
    if threads is None:
        return usable_cores()
    return check_number("threads", threads, 4096, low=1)


def check_number(name: str, value: int, high: int, low: int = 0) -> int:
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or not low <= value <= high:
        raise DataError(f"{name} is {value!r}; it must be a whole number from {low} to {high}")
    return int(value)


def check_seeds(seeds: Any, n: int) -> Array:
    array = np.asarray(seeds)
    if array.shape != (n,) or (n and array.dtype.kind not in "iu"):
        raise DataError(f"seeds are {array.dtype}{list(array.shape)}; they must be {n} whole numbers, one a game")
    for bad in array[(array < 0) | (array >= SEEDS)][:1]:
        raise DataError(f"{bad} is not a seed: it must be a whole number from 0 to {SEEDS - 1}")
    return array.astype(np.uint64)


def check_actions(actions: Any, n: int) -> None:
    """Without a look at the values: those may be on the device."""
    array = actions if hasattr(actions, "dtype") else np.asarray(actions)
    shape, kind = tuple(array.shape), str(array.dtype)
    if shape != (n,) or (n and "int" not in kind):
        raise DataError(f"actions are {kind}{list(shape)}; they must be {n} whole numbers, one a game")


def whole_numbers(actions: Any) -> Array:
    """As int32; what does not fit becomes −1, which no action is."""
    array = np.asarray(actions)
    fits = (array >= 0) & (array < 2**31)
    return np.ascontiguousarray(np.where(fits, array, -1), np.int32)
