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

    bodies.py  what happens to one game of many           shapes.py  the arrays and what may be given for them
    cpu.py     threads over rows                          cuda.py    kernels over columns, kept on disk
    arrays.py  arrays on a device, for other libraries to take
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from tabor.batch import cpu
from tabor.batch.bodies import (
    BITS,
    DECIDER,
    DONE,
    MASKS,
    PAD,
    PLANES,
    PLAY,
    PLAYER,
    PLY,
    REASON,
    RENEW,
    START,
    WINNER,
)
from tabor.batch.cpu import CpuGames
from tabor.batch.shapes import (
    DEVICES,
    LAYOUTS,
    MOST,
    SEEDS,
    Array,
    Played,
    check_actions,
    check_number,
    check_one_of,
    check_seeds,
    first_seeds,
)
from tabor.errors import DataError
from tabor.game import Game


class Games(Protocol):
    """What a device does for a batch; arrays are its own, kept from turn to turn."""

    def take_turn(self, wanted: int, chosen: Any = None, player: int = DECIDER) -> None: ...
    def give(self, name: str, layout: str) -> Any: ...
    def copied(self, array: Any) -> Array: ...
    def set_seeds(self, seeds: Array) -> None: ...
    def fetch_states(self) -> Array: ...
    def fetch_seeds(self) -> Array: ...


@dataclass(frozen=True)
class Turn:
    """How all games stand after a turn. The arrays are the batch's own: the next turn overwrites them.

    Shapes are those of `layout="rows"`; with `"columns"` the games come last.
    """

    actions: Any  # int32[n, most_actions]: what is legal, ascending; of row i the first counts[i]
    counts: Any  # int32[n]
    masks: Any  # int8[n, space], or with bits=True uint32[n, space / 32 rounded up]; None if not wanted
    planes: Any  # int8[n, planes, height, width] as the deciding player sees it; None if not wanted
    players: Any  # int32[n]: who decides now; −1 where the game is over
    plies: Any  # int32[n]
    done: Any  # int32[n]: 1 where the turn found the game over, or ended it; with renew a new one has begun there …
    winners: Any  # int32[n]: … and this is who won the old one; −1 nobody yet, −2 a draw
    reasons: Any  # int32[n]: why, for game.reason; 0 where it goes on


class Batch:
    """n games side by side, at their first positions to begin with.

    `device` is "cpu" or "cuda"; `threads` is how many cores of the CPU take part, all unless given. `layout` says how
    arrays of a turn lie: "rows" (a game's numbers side by side) or "columns" (the same number of all games side by
    side, which is how a CUDA device writes them). `bits`: masks have a bit for each action instead of a byte.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int = 0,
        device: str = "cpu",
        threads: int | None = None,
        *,
        layout: str = "rows",
        bits: bool = False,
    ) -> None:
        seeds = first_seeds(check_number("seed", seed, SEEDS - 1), check_number("n", n, MOST))
        self.game, self.n, self.device = game, n, check_one_of("device", device, DEVICES)
        self.layout, self.bits = check_one_of("layout", layout, LAYOUTS), bits
        self._games: Games = on_cuda().CudaGames(game, seeds) if device == "cuda" else CpuGames(game, seeds, threads)
        self._games.take_turn(START)

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"Batch({self.game!r}, {self.n}, device={self.device!r})"

    # ---- all at once ----

    def turn(self, actions: Any = None, *, renew: bool = True, masks: bool = True, planes: bool = True) -> Turn:
        """Play an action in each game, int32[n] (none: only look), begin new games where some are over (unless
        renew=False), and tell all that a player needs for the next: in one pass, without allocating anything.

        On a CUDA device nothing waits for it and nothing leaves the device: it can be captured in a graph.
        """
        wanted = (PLAY if actions is not None else 0) | (RENEW if renew else 0) | (PLANES if planes else 0)
        wanted |= (BITS if self.bits else MASKS) if masks else 0
        self._games.take_turn(wanted, None if actions is None else check_actions(actions, self.n))
        told = self._games.give("told", "columns")
        return Turn(
            actions=self._give("actions"),
            counts=self._games.give("counts", "columns")[0],
            masks=self._give("bits" if self.bits else "masks") if masks else None,
            planes=self._planes() if planes else None,
            players=told[PLAYER],
            plies=told[PLY],
            done=told[DONE],
            winners=told[WINNER],
            reasons=told[REASON],
        )

    def use_stream(self, stream: int) -> None:
        """Of a CUDA device: launch on this stream, given as its address (PyTorch: `stream.cuda_stream`)."""
        if self.device != "cuda":
            raise DataError("use_stream is for device 'cuda'; this batch is on 'cpu'")
        self._games.use_stream(stream)  # type: ignore[attr-defined]

    # ---- looking: copies ----

    @property
    def states(self) -> Array:
        """All states."""
        return self._games.fetch_states()

    @property
    def seeds(self) -> Array:
        """Each game's own seed: `Match(game, seed=int(batch.seeds[i]))` is the same game."""
        return self._games.fetch_seeds()

    @property
    def players(self) -> Array:
        """Who decides in each game; −1 where it is over."""
        return self._fact(PLAYER, np.int8)

    @property
    def winners(self) -> Array:
        """The winner of each game; −1 nobody yet, −2 a draw."""
        return self._fact(WINNER, np.int8)

    @property
    def reasons(self) -> Array:
        """Why each game ended, for `game.reason`; 0 where it goes on."""
        return self._fact(REASON, np.int8)

    @property
    def plies(self) -> Array:
        """Actions played in each game."""
        return self._fact(PLY, np.int32)

    @property
    def done(self) -> Array:
        """Which games are over."""
        return self._fact(DONE, np.bool_)

    def legal(self) -> tuple[Array, Array]:
        """All legal actions, int32[n, most_actions]: ascending, then −1; and how many there are, int32[n]."""
        self._games.take_turn(PAD)
        return self._copied("actions"), self._copied("counts")[:, 0]

    def masks(self) -> Array:
        """Which actions are legal, bool[n, space]; the space is the product of an action's bases."""
        self._games.take_turn(MASKS)
        return self._copied("masks").view(np.bool_)

    def observe(self, player: int | None = None) -> Array:
        """Planes for learning, int8[n, planes, height, width]: what the deciding player sees, or a given one.

        Where a game is over nobody decides, and the planes are zero unless a player is given.
        """
        who = DECIDER if player is None else check_number("player", player, self.game.players - 1)
        self._games.take_turn(PLANES, player=who)
        return self._copied("planes").reshape((self.n, *self.game.setup.planes))

    # ---- playing ----

    def start(self, seeds: Any = None) -> None:
        """All games from their first positions, with the seeds they have or with new ones, uint64[n]."""
        if seeds is not None:
            self._games.set_seeds(check_seeds(seeds, self.n))
        self._games.take_turn(START)

    def step(self, actions: Any) -> None:
        """Play one action in each game, int32[n]; whatever is given for a game that is over is ignored.

        An illegal action ends its game (reason `illegal`): of two players the other wins, else it is drawn.
        """
        self._games.take_turn(PLAY, check_actions(actions, self.n))

    def restart(self) -> Array:
        """Begin a new game, with its next seed, wherever one is over; bool[n] says where."""
        self._games.take_turn(RENEW)
        return self._copied("told")[:, DONE].astype(np.bool_)

    # ---- inside ----

    def _give(self, name: str) -> Any:
        return self._games.give(name, self.layout)

    def _planes(self) -> Any:
        shape = self.game.setup.planes
        planes = self._give("planes")
        return planes.reshape((self.n, *shape) if self.layout == "rows" else (*shape, self.n))

    def _copied(self, name: str) -> Array:
        return self._games.copied(self._games.give(name, "rows"))

    def _fact(self, fact: int, dtype: Any) -> Array:
        self._games.take_turn(0)
        return self._copied("told")[:, fact].astype(dtype)


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
    plies, _, winners, reasons = play(game, seeds, limit, False, kept, device, threads).headers.T
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
    states = np.zeros(width, game.kind.STATE)
    played = play(game, seeds, plies, True, states, device, threads)
    return RandomActions(int(played.made.sum()), states, int(np.bitwise_xor.reduce(played.hashes)))


def play(game: Game, seeds: Array, limit: int, again: bool, kept: Array, device: str, threads: int | None) -> Played:
    """Random games on a device; their last states where there is room for them."""
    if check_one_of("device", device, DEVICES) == "cuda":
        played: Played = on_cuda().play(game, seeds, limit, again, kept)
        return played
    return cpu.play(game, seeds, limit, again, kept, threads)


def on_cuda() -> Any:
    """The module for CUDA, if this computer can use it."""
    from tabor.batch import cuda

    cuda.check_device()
    return cuda
