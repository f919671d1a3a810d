"""PettingZoo: `from tabor.envs.pettingzoo import NAME_v1`, then `NAME_v1.env(option="value")`, for every game.

NAME is the game's, the number the version of its rules. Agents are `player_0`, `player_1`, …; an observation is
`{"observation": int8[planes, height, width], "action_mask": int8[space]}`; whoever wins gets 1, the others −1, at a
draw all get 0. `reset(seed=n)` begins the game of `tabor.Match(game, seed=n)`; without a seed a new one follows.

A game whose players all decide at the same time is `NAME_turns_v1`, too, with a `parallel_env`: a step is a turn, an
action the vector of a player's decisions in it, and the mask a tuple, one for each; a decision behind the last one that
is asked for is ignored, one that is not legal counts as the game's usual one. `max_cycles` truncates.
"""

from __future__ import annotations

import re
import secrets
from types import SimpleNamespace
from typing import Any

import numpy as np

import tabor
from tabor.batch.shapes import action_space
from tabor.envs import drawing
from tabor.envs.extras import need
from tabor.envs.single import Single
from tabor.errors import DataError
from tabor.game import OVER, Array, Game, SecretChoice
from tabor.games import find, names
from tabor.match import SEEDS

need("pettingzoo")

from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402
from pettingzoo.utils.conversions import parallel_to_aec  # noqa: E402


def observation_space(game: Game) -> spaces.Dict:
    planes = spaces.Box(-128, 127, game.setup.planes, np.int8)
    return spaces.Dict({"observation": planes, "action_mask": spaces.Box(0, 1, (action_space(game),), np.int8)})


class Actions(spaces.Discrete):  # type: ignore[misc]
    """All actions, 0 to n − 1. Gymnasium's own `contains` takes longer than a step, and wrappers ask at every step."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self._count = n

    def contains(self, x: Any) -> bool:
        return 0 <= x < self._count if type(x) is int else bool(super().contains(x))


class GameEnv(AECEnv):  # type: ignore[misc]
    """A game, action by action; an action that is not legal is an error. `game` is what `tabor.load` returned."""

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        check_mode(render_mode)
        self.metadata = {
            "name": environment_name(game),
            "render_modes": list(drawing.MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{player}" for player in range(game.players)]
        self._number = {agent: player for player, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(game) for agent in self.possible_agents}
        self.action_spaces = {agent: Actions(action_space(game)) for agent in self.possible_agents}
        self.single = Single(game, secrets.randbelow(SEEDS))
        self.agents: list[str] = []

    @property
    def game(self) -> Game:
        return self.single.game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.single.start(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.single.player]
        self._skip_agent_selection = None

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        single = self.single
        if not single.is_legal(action):
            self._refuse(agent, action)
            return
        player = single.play(action)
        self._cumulative_rewards[agent] = 0.0  # all other rewards come with the last action
        if player == OVER:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[player]
        if self.render_mode == "human":
            self.render()

    def _refuse(self, agent: str, action: Any) -> None:
        raise self.single.refusal(action)

    def _finish(self) -> None:
        self.rewards = dict(zip(self.possible_agents, self.single.rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = dict.fromkeys(self.agents, self.single.info)
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Array]:
        single, player = self.single, self._number[agent]
        if player == single.player:
            return {"observation": single.planes.copy(), "action_mask": single.mask.copy()}
        return {"observation": self.game.observe(single.state, player), "action_mask": np.zeros_like(single.mask)}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def render(self) -> Any:
        return drawing.render(self.single.match, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


class GuardedEnv(GameEnv):
    """What PettingZoo's wrappers do for its own games, without their price: whoever plays an illegal action loses 1 and
    ends the game, and calls before `reset` are refused. PettingZoo's wrappers fit around it as around any other."""

    def step(self, action: Any) -> None:
        if not self.agents:
            raise DataError("nobody is in the game: call reset() before step()")
        super().step(action)

    def _refuse(self, agent: str, action: Any) -> None:
        """As TerminateIllegalWrapper does it."""
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: -1.0}
        self.infos = {each: {"reason": "illegal"} for each in self.agents}
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> dict[str, Array]:
        if agent not in self.agents:
            raise DataError(
                f"{agent!r} is not in the game; agents are {', '.join(self.agents) or 'none before reset()'}"
            )
        return super().observe(agent)


class TurnsEnv(ParallelEnv):  # type: ignore[misc]
    """A game in turns that all players take at once."""

    def __init__(self, game: Game, render_mode: str | None = None, max_cycles: int | None = None) -> None:
        check_mode(render_mode)
        self.choice = choice_of(game)
        self.most = int(self.choice.most(game.setup))  # type: ignore[misc]
        self.metadata = {"name": turns_name(game), "render_modes": list(drawing.MODES), "render_fps": 2}
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.possible_agents = [f"player_{player}" for player in range(game.players)]
        self.agents: list[str] = []
        kinds, planes = action_space(game), observation_space(game)["observation"]
        masks = spaces.Tuple([spaces.Box(0, 1, (kinds,), np.int8) for _ in range(self.most)])
        seen = spaces.Dict({"observation": planes, "action_mask": masks})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.MultiDiscrete([kinds] * self.most) for agent in self.possible_agents}
        self.single = Single(game, secrets.randbelow(SEEDS))
        self.cycles = 0

    @property
    def game(self) -> Game:
        return self.single.game

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        self.single.start(seed)
        self.agents, self.cycles = self.possible_agents[:], 0
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        agents = self.agents
        if not agents:
            raise DataError("nobody is in the game: call reset() before step()")
        self._play([[int(action) for action in actions[agent]] for agent in self.possible_agents])
        self.cycles += 1
        is_over = self.single.player == OVER
        is_cut = not is_over and self.max_cycles is not None and self.cycles >= self.max_cycles
        if is_over or is_cut:
            self.agents = []
        rewards = dict(zip(agents, self.single.rewards, strict=True))
        if self.render_mode == "human":
            self.render()
        terminated, truncated = dict.fromkeys(agents, is_over), dict.fromkeys(agents, is_cut)
        return self._seen(agents), rewards, terminated, truncated, dict.fromkeys(agents, self.single.info)

    def _play(self, orders: list[list[int]]) -> None:
        """All decisions of this turn, in the rules' order."""
        counts = [len(self._asked(player)) for player in range(self.game.players)]
        left = [iter(order[:count]) for order, count in zip(orders, counts, strict=True)]
        for _ in range(sum(counts)):
            action = next(left[self.single.player])
            self.single.play(action if self._may(action) else self._usual())

    def _may(self, action: int) -> bool:
        """An action that decides for the rest is none of a vector."""
        return self.single.is_legal(action) and (self.choice.rest is None or action != self.choice.rest[0])

    def _usual(self) -> int:
        return int(np.flatnonzero(self.single.mask)[0]) if self.choice.rest is None else self.choice.rest[1]

    def _asked(self, player: int) -> Any:
        return self.choice.asked(self.game.setup, self.single.state, player, {})

    def _seen(self, agents: list[str] | None = None) -> dict[str, Any]:
        return {agent: self._observation(self.possible_agents.index(agent)) for agent in agents or self.agents}

    def _observation(self, player: int) -> dict[str, Any]:
        masks = np.zeros((self.most, action_space(self.game)), np.int8)
        for mask, position in zip(masks, self._asked(player), strict=False):
            mask[self.game.legal(position)] = 1
        if self.choice.rest is not None:
            masks[:, self.choice.rest[0]] = 0
        return {"observation": self.game.observe(self.single.state, player), "action_mask": tuple(masks)}

    def render(self) -> Any:
        return drawing.render(self.single.match, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def choice_of(game: Game) -> SecretChoice:
    """How all decide at once."""
    if game.kind.choice is None or game.kind.choice.most is None:
        raise DataError(f"players of {game.kind.title} take turns one after the other: it has no parallel environment")
    return game.kind.choice


def turns_name(game: Game) -> str:
    return f"{game.kind.name}_turns_v{game.kind.version}"


def check_mode(mode: str | None) -> None:
    if mode is not None and mode not in drawing.MODES:
        raise DataError(f"render_mode is {mode!r}; it must be one of {', '.join(drawing.MODES)}")


def environment_name(game: Game) -> str:
    return f"{game.kind.name}_v{game.kind.version}"


def module(name: str) -> SimpleNamespace:
    """What PettingZoo calls a module: `raw_env` and `env`, which take the game's options, `rules` and `render_mode`."""

    def raw_env(render_mode: str | None = None, rules: Any = None, **options: str) -> GameEnv:
        return GameEnv(tabor.load(name, rules=rules, **options), render_mode)

    def env(render_mode: str | None = None, rules: Any = None, **options: str) -> GuardedEnv:
        return GuardedEnv(tabor.load(name, rules=rules, **options), render_mode)

    return SimpleNamespace(raw_env=raw_env, env=env)


def turns_module(name: str) -> SimpleNamespace:
    """The same for a game in turns that all take at once."""

    def parallel_env(
        render_mode: str | None = None, max_cycles: int | None = None, rules: Any = None, **options: str
    ) -> TurnsEnv:
        return TurnsEnv(tabor.load(name, rules=rules, **options), render_mode, max_cycles)

    def env(**more: Any) -> Any:
        return parallel_to_aec(parallel_env(**more))

    return SimpleNamespace(parallel_env=parallel_env, env=env, raw_env=env)


def __getattr__(name: str) -> SimpleNamespace:
    if found := re.fullmatch(r"(\w+)_turns_v(\d+)", name):
        _ = module_named(f"{found[1]}_v{found[2]}")
        choice_of(tabor.load(found[1]))
        return turns_module(found[1])
    return module_named(name)


def module_named(name: str) -> SimpleNamespace:
    """The module of a game with the version of its rules."""
    found = re.fullmatch(r"(\w+)_v(\d+)", name)
    if not found or found[1] not in names():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if int(found[2]) != find(found[1]).version:
        raise AttributeError(f"the rules of {found[1]} are version {find(found[1]).version}, not {found[2]}")
    return module(found[1])
