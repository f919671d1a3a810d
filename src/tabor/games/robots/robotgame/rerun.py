"""One turn of a saved match again, in this process: what a bot author needs to step through it with a debugger."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tabor
from tabor.errors import DataError
from tabor.game import State
from tabor.games.robots.numbers import RobotsSetup
from tabor.games.robots.robotgame import adapter
from tabor.games.robots.robotgame.convert import prepare
from tabor.games.robots.robotgame.programs import facts, heed, own_robots, seen_id, tell
from tabor.games.robots.rules import DONE, GUARD
from tabor.games.robots.text import write_order
from tabor.match import Match


@contextlib.contextmanager
def no_limit(seconds: float) -> Iterator[None]:
    """A debugger takes its time."""
    yield


def run_again(file: Path, turn: int, bot: Path, player: int) -> None:
    """Play the turns before into the bot, then this one; say whether it did the same as then."""
    match = tabor.open(file)
    setup = match.game.setup
    if not isinstance(setup, RobotsSetup):
        raise DataError(f"{file} is a match of {match.game.kind.title}: only bots of RobotGame can be run again")
    turns = decisions(match, player)
    if turn not in turns:
        raise DataError(f"{setup.seats[player]} decided nothing in turn {turn} of {file}")
    loaded = load(setup, bot, player)

    def tell_it(decision: Decision) -> Any:
        return ask(loaded, tell(setup, decision.state, player, match.seed))

    for number in sorted(turns):
        if number < turn:
            tell_it(turns[number])
    then = turns[turn]
    orders, problems = heed(setup, then.state, tell_it(then))
    if problems:
        print(problems)
    report(setup, then, orders)


@dataclass
class Decision:
    """When a player was asked, and the orders it gave."""

    state: State
    orders: list[int]


def decisions(match: Match, player: int) -> dict[int, Decision]:
    """What a player decided, by turn; a last DONE is a guard of all that are left."""
    found: dict[int, Decision] = {}
    for step in match.steps:
        if step.mark or int(step.before["player"]) != player:
            continue
        decision = found.setdefault(int(step.before["turn"]), Decision(step.before, []))
        left = len(own_robots(step.before))
        decision.orders += [GUARD] * left if step.action == DONE else [step.action]
    return found


def load(setup: RobotsSetup, bot: Path, player: int) -> Any:
    """The bot at the beginning of its game."""
    try:
        source, line = prepare(bot.read_bytes(), str(bot))
    except OSError as error:
        raise DataError(f"{bot} cannot be read: {error.strerror}") from None
    if line:
        print(line)
    return adapter.load(source, str(bot), as_sent(facts(setup, player)))


def as_sent(message: Any) -> Any:
    """What is left of a message when it has gone through JSON."""
    return json.loads(json.dumps(message))


def ask(bot: Any, message: Any) -> Any:
    """The answer to the same message as then."""
    return as_sent(adapter.answer(bot, as_sent(message), no_limit))


def report(setup: RobotsSetup, then: Decision, orders: list[int]) -> None:
    """Each robot's order, and where it was another then."""
    different = 0
    for robot, now, before in zip(own_robots(then.state), orders, then.orders, strict=True):
        cell = int(then.state["cell"][robot])
        different += now != before
        mark = "" if now == before else f"   then: {write_order(setup, cell, before)}"
        print(f"robot {seen_id(setup, int(then.state['id'][robot]))}: {write_order(setup, cell, now)}{mark}")
    print(f"{different} of {len(orders)} orders are others than then" if different else "the same as then")
