"""Who sits at a seat: a name with options, as in `greedy`, `alphabeta:depth=3`, `mcts:ms=50`; or `level5`.

A player is made for one game (and keeps what it learns about a match between its moves); `choose` gets a match in
which it is that player's turn and answers with a legal action. Players of Tabor use of the state only what their seat
may know: they call the game's `hide` first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol

from tabor.errors import DataError
from tabor.game import Action, Game
from tabor.match import Match
from tabor.players import alphabeta, program
from tabor.players.program import Forfeit as Forfeit
from tabor.players.program import is_program, split_options

# name → module; each has make(game, seed, **options)
GENERAL = {
    "random": "tabor.players.random",
    "greedy": "tabor.players.greedy",
    "alphabeta": "tabor.players.alphabeta",
    "mcts": "tabor.players.mcts",
}


# The usual levels, from one that a child beats to all that can be done in a second.
BEGINNERS = ("random", "greedy:slips=40", "greedy:slips=10")
ALPHABETA_LEVELS = (
    "alphabeta:depth=2",
    "alphabeta:depth=3",
    "alphabeta:depth=5",
    "alphabeta:ms=50",
    "alphabeta:ms=950,cores=all",
)
MCTS_LEVELS = ("greedy", "mcts:sims=200", "mcts:sims=1000", "mcts:ms=150", "mcts:ms=900,cores=all")


class Player(Protocol):
    name: str

    def choose(self, match: Match) -> Action: ...


def names(game: Game) -> list[str]:
    """All players that can play this game."""
    return [*GENERAL, *game.kind.bots]


def make(text: str, game: Game, seed: int = 0) -> Player:
    """The player that a text names.

    >>> import tabor, tabor.games
    >>> game = tabor.load(tabor.games.NAMES[0])
    >>> make("greedy:slips=10", game).name
    'greedy'
    >>> make("greedy:slip=10", game)
    Traceback (most recent call last):
    tabor.errors.DataError: 'greedy:slip=10': the player 'greedy' has no option 'slip'
    """
    if found := re.fullmatch(r"level(\d+)", text):
        text = level_text(game, int(found[1]))
    if is_program(text):
        return program.make(game, text, read_options(text, split_options(text)[1]))
    name, _, rest = text.partition(":")
    options = read_options(text, rest)
    if name in GENERAL:
        factory = import_module(GENERAL[name]).make
    elif name in game.kind.bots:
        factory = game.kind.bots[name]
    else:
        hint = f"; the file is ./{name}" if Path(name).is_file() else ""
        raise DataError(f"there is no player {name!r}; players are {', '.join(names(game))}{hint}")
    try:
        player: Player = factory(game, seed, **options)
    except TypeError as error:
        if "unexpected keyword argument" not in str(error):
            raise
        wrong = str(error).split("'")[-2]
        raise DataError(f"{text!r}: the player {name!r} has no option {wrong!r}") from None
    return player


def decide(player: Player, match: Match) -> list[Action]:
    """What a player does now: one action, or several of a program that answers for more; Forfeit if it failed."""
    choose_line = getattr(player, "choose_line", None)
    actions = choose_line(match) if choose_line else [player.choose(match)]
    return [int(action) for action in actions]


def play_decision(match: Match, player: Player) -> None:
    """Let a player decide, and play it; a program may lose by failing."""
    try:
        actions = decide(player, match)
    except Forfeit as forfeit:
        match.leave(forfeit.entry)
        return
    if not match.play_line(actions):
        match.play(actions[0])  # not legal: says so


def close(player: Player) -> None:
    """The match is over: a program's process ends."""
    if isinstance(player, program.Program):
        player.close()


def levels(game: Game) -> Sequence[str]:
    """The computer's levels, from weak to strong: the game's own, or the usual ones of a search that fits it."""
    return game.kind.levels or (*BEGINNERS, *(ALPHABETA_LEVELS if alphabeta.fits(game) else MCTS_LEVELS))


def level_text(game: Game, number: int) -> str:
    """The player that a level of the computer stands for."""
    known = levels(game)
    if not 1 <= number <= len(known):
        raise DataError(f"{game.kind.title} has no level {number}; its levels are 1 to {len(known)}")
    return known[number - 1]


def read_options(text: str, rest: str) -> dict[str, str]:
    """`depth=3,ms=50` as a dict."""
    options: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals or not value:
            raise DataError(f"{text!r} is not a player: options are written name:key=value,key=value")
        options[key.strip()] = value.strip()
    return options
