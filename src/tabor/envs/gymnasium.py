"""Gymnasium: importing this registers every game, as `tabor/Name-v1`, with the version of its rules.

    import gymnasium, tabor.envs.gymnasium
    env = gymnasium.make("tabor/Name-v1", opponent="greedy", seat=None)  # one seat against a player of Tabor's
    envs = gymnasium.make_vec("tabor/Name-v1", num_envs=4096)  # many games, all seats, on all cores

One seat: an observation is what the seat sees, int8[planes, height, width], when it is to decide; `info["action_mask"]`
and `env.unwrapped.action_masks()` say what it may do. The reward of the last step is 1, 0 or −1. An action that is not
legal loses at once.
"""

from __future__ import annotations

import warnings
from copy import deepcopy
from typing import Any

import numpy as np

import tabor
from tabor.batch import Batch
from tabor.batch.shapes import action_space
from tabor.envs import drawing
from tabor.envs.extras import need
from tabor.envs.single import ingredients, make_game
from tabor.errors import DataError
from tabor.game import Array, Game
from tabor.games import find, names
from tabor.match import SEEDS, Match
from tabor.players import Player, make, play_decision

need("gymnasium")

import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402


def observation_space(game: Game) -> Any:
    return spaces.Box(-128, 127, game.setup.planes, np.int8)


class SeatEnv(gymnasium.Env):  # type: ignore[misc]
    """One seat of a game; players of Tabor's, named by `opponent`, have the others. `seat=None`: a drawn one."""

    metadata = {"render_modes": list(drawing.MODES), "render_fps": 2}  # noqa: RUF012 - Gymnasium's way

    def __init__(
        self, game: Game, opponent: str = "greedy", seat: int | None = 0, render_mode: str | None = None
    ) -> None:
        if seat is not None and not 0 <= seat < game.players:
            raise DataError(f"seat is {seat!r}; it must be from 0 to {game.players - 1}, or None for any")
        if render_mode is not None and render_mode not in drawing.MODES:
            raise DataError(f"render_mode is {render_mode!r}; it must be one of {', '.join(drawing.MODES)}")
        make(opponent, game)  # says what is wrong with the name
        self.game, self.opponent, self.wanted, self.render_mode = game, opponent, seat, render_mode
        self.observation_space = observation_space(game)
        self.action_space = spaces.Discrete(action_space(game))
        self.match: Match | None = None
        self.seat = seat or 0
        self.others: dict[int, Player] = {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        super().reset(seed=seed)
        while True:
            self._begin(int(self.np_random.integers(SEEDS)))
            if self.playing.outcome is None:  # the others may have ended it before the seat could do anything
                return self._observation(), self._info()

    def _begin(self, seed: int) -> None:
        self.match = Match(self.game, seed=seed)
        self.seat = int(self.np_random.integers(self.game.players)) if self.wanted is None else self.wanted
        self.others = self.invite(seed)
        self._let_others_play()

    def invite(self, seed: int) -> dict[int, Player]:
        """Whoever has the other seats."""
        rivals = [player for player in range(self.game.players) if player != self.seat]
        return {player: make(self.opponent, self.game, seed=seed % 2**31 + player) for player in rivals}

    @property
    def playing(self) -> Match:
        """The match, with its log: it can be saved and looked at."""
        if self.match is None:
            raise DataError("no game has begun: call reset() first")
        return self.match

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        match = self.playing
        if match.outcome is not None:
            raise DataError(f"the game is over ({match.outcome.reason}): call reset()")
        if not match.play_line([int(action)]):
            match.leave("!forfeit", self.seat)
        self._let_others_play()
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._reward(), match.outcome is not None, False, self._info()

    def _let_others_play(self) -> None:
        match = self.playing
        while (player := match.player) is not None and player != self.seat:
            play_decision(match, self.others[player])

    def action_masks(self) -> Array:
        """What is legal, bool[space]; the name is the one that sb3-contrib asks for."""
        mask = np.zeros(self.action_space.n, np.bool_)
        mask[self.playing.legal_actions] = True
        return mask

    def _observation(self) -> Array:
        return self.game.observe(self.playing.state, self.seat)

    def _reward(self) -> float:
        outcome = self.playing.outcome
        if outcome is None or outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner == self.seat else -1.0

    def _info(self) -> dict[str, Any]:
        outcome = self.playing.outcome
        info = {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}
        return info if outcome is None else {**info, "reason": outcome.reason}

    def render(self) -> Any:
        return drawing.render(self.playing, self.render_mode, self.seat)

    def __deepcopy__(self, memo: Any) -> SeatEnv:
        copied = revived(self.game, *self.__reduce__()[1][1:])
        copied._np_random = deepcopy(self._np_random, memo)
        return copied

    def __reduce__(self) -> tuple[Any, ...]:
        log = None if self.match is None else (self.match.seed, self.match.log)
        made = (self.opponent, self.wanted, self.render_mode)
        return reloaded, (ingredients(self.game), made, self.seat, log, self._np_random, self.spec)


def reloaded(parts: tuple[str, Any, dict[str, str]], *more: Any) -> SeatEnv:
    return revived(make_game(*parts), *more)


def revived(game: Game, made: tuple[Any, ...], seat: int, log: Any, dice: Any, spec: Any) -> SeatEnv:
    """An environment that goes on by itself; its opponents have forgotten what they thought."""
    env = SeatEnv(game, *made)
    env.seat, env._np_random, env.spec = seat, dice, spec
    if log is not None:
        env.match = Match(env.game, seed=log[0]).replay(log[1])
        env.others = env.invite(log[0])
    return env


class BatchEnv(VectorEnv):  # type: ignore[misc]
    """Many games in one `tabor.batch`, all seats played by whoever calls `step`: self-play.

    Rewards are those of the player whose action it was. `infos` has the action masks, who decides now, and the winners
    and reasons of games that ended. A new game begins in the same step in which one ends (SAME_STEP); its first
    observation is returned, and there is no last one: in a finished game nobody decides. With device="cuda"
    observations and masks stay on the device, for DLPack.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int = 1,
        device: str = "cpu",
        threads: int | None = None,
        copy: bool = True,  # False: arrays are the batch's own, and the next step overwrites them
        render_mode: str | None = None,
    ) -> None:
        self.game, self.num_envs, self.copy, self.render_mode = game, num_envs, copy and device == "cpu", render_mode
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = observation_space(game)
        self.single_action_space = spaces.Discrete(action_space(game))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = spaces.MultiDiscrete(np.full(num_envs, action_space(game)))
        self._device, self._threads = device, threads
        self.batch: Batch | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        first = int(self.np_random.integers(SEEDS)) if seed is None else int(seed)
        self.batch = Batch(self.game, self.num_envs, first, self._device, self._threads)
        turn = self.batch.turn()
        self._players = on_host(turn.players)
        return self._seen(turn)

    def step(self, actions: Any) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        if self.batch is None:
            raise DataError("no games have begun: call reset() first")
        turn = self.batch.turn(actions)
        ended = on_host(turn.done).astype(np.bool_)
        winners, acted = on_host(turn.winners), self._players
        rewards = np.zeros(self.num_envs)
        rewards[ended] = np.where(winners == acted, 1.0, np.where(winners >= 0, -1.0, 0.0))[ended]
        self._players = on_host(turn.players)
        seen, infos = self._seen(turn)
        infos |= {"winners": winners, "reasons": on_host(turn.reasons)}
        return seen, rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def _seen(self, turn: Any) -> tuple[Any, dict[str, Any]]:
        planes, masks = (turn.planes.copy(), turn.masks.copy()) if self.copy else (turn.planes, turn.masks)
        return planes, {"action_mask": masks, "players": self._players}


def on_host(array: Any) -> Array:
    """A copy in this computer's memory."""
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array.copy()


# ---- the registry ----


def environment_id(name: str) -> str:
    """`tabor/TinyGame-v2` for version 2 of the game tiny_game."""
    return f"tabor/{''.join(word.capitalize() for word in name.split('_'))}-v{find(name).version}"


def make_seat(
    name: str,
    opponent: str = "greedy",
    seat: int | None = 0,
    rules: Any = None,
    render_mode: str | None = None,
    **options: str,
) -> SeatEnv:
    return SeatEnv(tabor.load(name, rules=rules, **options), opponent, seat, render_mode)


def make_batch(
    name: str,
    num_envs: int = 1,
    device: str = "cpu",
    threads: int | None = None,
    copy: bool = True,
    rules: Any = None,
    **options: str,
) -> BatchEnv:
    return BatchEnv(tabor.load(name, rules=rules, **options), num_envs, device, threads, copy)


def register_all() -> list[str]:
    """Register all games that are here, guests too; their ids. A guest that cannot be loaded is left out, loudly."""
    found = []
    for name in names():
        try:
            id_ = environment_id(name)
        except DataError as error:
            warnings.warn(str(error), stacklevel=2)
            continue
        found.append(id_)
        if id_ not in gymnasium.registry:
            gymnasium.register(
                id_, f"{__name__}:make_seat", vector_entry_point=f"{__name__}:make_batch", kwargs={"name": name}
            )
    return found


register_all()
