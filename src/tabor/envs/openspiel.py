"""OpenSpiel: importing this registers every game as `tabor_NAME`, a Python game that its algorithms can run.

    import pyspiel, tabor.envs.openspiel
    game = pyspiel.load_game("tabor_NAME", {"option": "value"})

Chance has nodes of its own: wherever dice fall or something is drawn, a chance node follows the action, with `dice`
(a parameter, 1024 unless given) equally likely outcomes. Each outcome stands for one roll of all dice of that ply, so
the odds of the rules are met up to about 1/√dice. A state follows from its history alone.
Secret choices are made one after the other, as in the rules. Information states are hashes of all that a player has
known, in its order; observations are the planes.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import numpy as np

import tabor
from tabor.batch.shapes import action_space
from tabor.envs import drawing
from tabor.envs.extras import need
from tabor.envs.single import ingredients, make_game
from tabor.game import OVER, Game, Kind, State, dice
from tabor.games import find, names
from tabor.jit import plain
from tabor.loading import load_kind, menu
from tabor.match import Match
from tabor.rng import join

need("pyspiel")

import pyspiel  # noqa: E402

DICE = 1024  # outcomes of a chance node
MOST_PLIES = 100_000  # games end long before
PREFIX = "tabor_"  # of our games' names there
START = -1  # in place of an action: the dice that make the first position

_join = plain(join)


class Board:
    """A position on its way: the state, and an action that waits for its dice. Copies share the game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state: State = game.blank()
        self.waiting: int | None = None
        self.known = [np.uint64(0)] * game.players  # a hash of all that each player has known
        self.keys = [-1] * game.players  # of what each knows now
        self.act(START)

    def act(self, action: int) -> None:
        """Play an action; if dice fall, a chance node comes first."""
        trial = self.trial(action, 0)
        if trial is None:
            self.waiting = action
        else:
            self.settle(trial)

    def trial(self, action: int, outcome: int | None, *, even_with_dice: bool = False) -> State | None:
        """The position after an action with these dice; None if it needs dice and they have not fallen yet."""
        rng = dice(outcome or 0, int(self.state["ply"]))
        if action == START:
            after = self.game.begin_with(rng)
        else:
            after = self.state.copy()
            self.game.apply(after, action, rng)
        return after if even_with_dice or int(rng["count"]) == 0 else None

    def roll(self, outcome: int) -> None:
        """The dice of the action that waits have fallen."""
        assert self.waiting is not None
        after = self.trial(self.waiting, outcome, even_with_dice=True)
        self.waiting = None
        self.settle(after)

    def settle(self, state: State) -> None:
        self.state = state
        for player in range(self.game.players):
            self.learn(player)

    def learn(self, player: int) -> None:
        """What changes nothing for a player is no news: nobody counts the others' secret choices."""
        if (key := self.game.key(self.state, player)) != self.keys[player]:
            self.keys[player] = key
            self.known[player] = _join(self.known[player], np.uint64(key))

    def note(self, player: int, action: int) -> None:
        """A player remembers what it did."""
        self.known[player] = _join(self.known[player], np.uint64(action))

    def __deepcopy__(self, memo: Any) -> Board:
        twin = Board.__new__(Board)
        twin.game, twin.state, twin.waiting = self.game, self.state.copy(), self.waiting
        twin.known, twin.keys = list(self.known), list(self.keys)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        name, rules, options = ingredients(self.game)
        return reloaded, ((name, rules, options), self.state.copy(), self.waiting, self.known, self.keys)

    @property
    def player(self) -> int:
        return int(self.state["player"])


def reloaded(parts: tuple[str, Any, dict[str, str]], state: State, waiting: Any, known: Any, keys: Any) -> Board:
    board = Board(make_game(*parts))
    board.state, board.waiting, board.known, board.keys = state, waiting, known, keys
    return board


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, as OpenSpiel's algorithms ask about it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.board = Board(game.tabor_game)
        self.outcomes = game.outcomes

    def current_player(self) -> int:
        if self.board.waiting is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.board.player == OVER else self.board.player

    def _legal_actions(self, player: int) -> list[int]:
        board = self.board
        return [int(action) for action in board.game.legal(board.state)] if player == board.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / self.outcomes) for outcome in range(self.outcomes)]

    def _apply_action(self, action: int) -> None:
        if self.board.waiting is not None:
            self.board.roll(int(action))
        else:
            self.board.note(self.board.player, int(action))
            self.board.act(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"dice {action}"
        return self.board.game.action_text(self.board.state, action)

    def is_terminal(self) -> bool:
        return self.board.waiting is None and self.board.player == OVER

    def returns(self) -> list[float]:
        game, state = self.board.game, self.board.state
        if not self.is_terminal():
            return [0.0] * game.players
        return [game.value(state, player) for player in range(game.players)]

    def information_state_string(self, player: int | None = None) -> str:
        who = self.current_player() if player is None else player
        return f"{int(self.board.known[who]):016x}"

    def observation_string(self, player: int | None = None) -> str:
        who = self.current_player() if player is None else player
        return drawing.drawn(self._match(), who)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        who = self.current_player() if player is None else player
        planes = self.board.game.observe(self.board.state, who)
        return [float(number) for number in planes.ravel()]

    def _match(self) -> Match:
        match = Match(self.board.game, seed=0)
        match.state = self.board.state
        return match

    def __str__(self) -> str:
        board = self.board
        text = board.game.state_text(board.state) if self.move_number() else "start"
        return text if board.waiting is None else f"{text} waits for dice of {board.waiting}"


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options. It has no attributes of its own: those are lost when OpenSpiel pickles it."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        facts = game_info(game_with(name, params), int(params.get("dice", DICE)))
        super().__init__(game_type(name), facts, {key: quoted(value) for key, value in params.items()})

    @property
    def tabor_game(self) -> Game:
        return game_with(self.get_type().short_name.removeprefix(PREFIX), self.get_parameters())

    @property
    def outcomes(self) -> int:
        """Of a chance node."""
        return int(self.get_parameters().get("dice", DICE))

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.tabor_game)

    def observation_tensor_shape(self) -> list[int]:
        return list(self.tabor_game.setup.planes)


def game_with(name: str, params: dict[str, Any]) -> Game:
    """The game that OpenSpiel's parameters mean."""
    return loaded(name, *((key, unquoted(value)) for key, value in sorted(params.items()) if key != "dice"))


def game_of(game: Game) -> Any:
    """A game with its options, there."""
    usual = parameters(game.kind)
    given = {key: int(value) if isinstance(usual[key], int) else value for key, value in game.options.items()}
    return pyspiel.load_game(PREFIX + game.kind.name, given)


@cache
def loaded(name: str, *options: tuple[str, str]) -> Game:
    return tabor.load(name, **dict(options))


class Observer:
    """Planes, as OpenSpiel's learners take them."""

    def __init__(self, game: Game) -> None:
        self.tensor = np.zeros(int(np.prod(game.setup.planes)), np.float32)
        self.dict = {"observation": self.tensor.reshape(game.setup.planes)}

    def set_from(self, state: SpielState, player: int) -> None:
        self.dict["observation"][:] = state.board.game.observe(state.board.state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.observation_string(player)


# ---- facts about a game ----


def game_type(name: str) -> Any:
    kind = find(name)
    kinds = pyspiel.GameType
    is_duel = load_kind(kind).players == 2
    return kinds(
        short_name=PREFIX + name,
        long_name=kind.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if kind.chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if kind.secrets else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if is_duel else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=10,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(kind) | {"dice": DICE},
    )


def parameters(kind: Kind) -> dict[str, str | int]:
    """Options with their usual values: whole numbers where nothing else can be given, else words."""
    known = menu(kind)
    numbers = {key for key, value in kind.options.items() if all(map(str.isdecimal, (value, *known[key])))}
    return {key: int(value) if key in numbers else quoted(value) for key, value in kind.options.items()}


def quoted(value: Any) -> Any:
    """A parameter as OpenSpiel can write and read it again: without quotes it takes `turns=20` for a number.

    >>> quoted("20"), quoted("true"), quoted("'20'"), quoted("twenty"), quoted(20)
    ("'20'", "'true'", "'20'", 'twenty', 20)
    """
    is_misread = isinstance(value, str) and re.fullmatch(r"[-+.\d]+|[Tt]rue|[Ff]alse", value)
    return f"'{value}'" if is_misread else value


def unquoted(value: Any) -> str:
    """What an option is given as.

    >>> unquoted("'20'"), unquoted(20), unquoted("twenty")
    ('20', '20', 'twenty')
    """
    return str(value).strip("'")


def game_info(game: Game, outcomes: int) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=action_space(game),
        max_chance_outcomes=outcomes if game.kind.chance else 0,
        num_players=game.players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if game.players == 2 else None,
        max_game_length=MOST_PLIES,
    )


def class_of(name: str) -> type[SpielGame]:
    """A class of its own for each game, as OpenSpiel's registry wants it."""

    def start(self: SpielGame, params: dict[str, Any] | None = None) -> None:
        SpielGame.__init__(self, name, params or {})

    made = type(f"{name.capitalize()}Game", (SpielGame,), {"__init__": start, "__module__": __name__})
    globals()[made.__name__] = made  # where pickle looks for it
    return made


def register_all() -> list[str]:
    """Register all games that are here; their names in OpenSpiel."""
    known = set(pyspiel.registered_names())
    for name in names():
        if PREFIX + name not in known:
            pyspiel.register_game(game_type(name), class_of(name))
    return [PREFIX + name for name in names()]


register_all()
