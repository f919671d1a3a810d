"""Learns from games of Robots how bots order and what positions are worth:

    python bench/robots_learn.py games.jsonl.xz [--without BOT] [--nets FILE]

Each line of the file is a game: {"blue": bot, "orange": bot, "seed": …, "log": […]}. Written are the nets of the
strategist (src/tabor/games/robots/learned/nets.npz): the habits of the best bot, how any of them orders, and what a
robot is worth. Every fifth game is kept apart; the table printed tells how many orders of those games are foreseen by
the net of all bots. Without a bot, its games are as if they had never been: how does the strategist do against one
that it learned nothing of? `bench/robots_imitate.py` makes sparring partners from the same games.
"""

from __future__ import annotations

import argparse
import json
import lzma
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from tabor.docs import markdown_table
from tabor.game import Game, dice
from tabor.games.robots import KIND
from tabor.games.robots.bots import UNKNOWN, prepare, soldier
from tabor.games.robots.learned.net import HEADS, HIDDEN, excite, head, order_scores, to_odds
from tabor.games.robots.learned.sight import MOST, ROWS, SIGHT, look, rows
from tabor.games.robots.rules import ATTACK, DONE, GUARD, MOVE, ROBOTS, SUICIDE, owner_of, robots_in
from tabor.jit import bundle, generic, rule
from tabor.loading import load_kind
from tabor.match import Match

HERE = Path(__file__).parent
NETS = HERE.parent / "src/tabor/games/robots/learned/nets.npz"
KEPT_APART = 5  # every fifth game
EVERYBODY_ROUNDS, OWN_ROUNDS, WORTH_ROUNDS = 2, 5, 2
RATE, WORTH_RATE = 0.03, 0.02
FORESIGHT = 0.88  # how much the lead of the next turn counts for what a position is worth, beside its own
BALANCE = np.float32(20)  # robots on the arena that share an error of the worth

Net = tuple[Any, Any]
Desk = bundle(
    "Desk",  # a net while it learns: weights, sums of squared gradients, and what one robot needs
    weights="float32_table",
    squares="float32_table",
    heads="float32_table",
    head_squares="float32_table",
    sight="int32s",
    listed="int32_table",
    hidden="float32_table",
    counts="int32s",
    slope="float32s",
    odds="float32s",
)


# ---- games ----


@dataclass(frozen=True)
class Games:
    """Every turn of every game: the position, all orders, whose they were, and what came of it."""

    states: Any
    orders: Any
    bots: Any  # of blue and orange
    numbers: Any  # of the game
    worth: Any  # the lead of blue, now and later


def read_games(game: Game, path: Path) -> Games:
    with lzma.open(path, "rt") as lines:
        parts = [turns_of(game, json.loads(line), n) for n, line in enumerate(lines)]
    return Games(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def turns_of(game: Game, row: dict[str, Any], number: int) -> tuple[Any, ...]:
    match = Match(game, seed=row["seed"]).replay(row["log"])
    before = [step.before for step in match.steps]
    first = [i for i, state in enumerate(before) if int(state["given"]) == 0]
    states = np.array([before[i] for i in first], game.kind.STATE)
    orders = np.full((len(first), ROBOTS), GUARD, np.int8)
    turn = np.searchsorted(first, np.arange(len(before)), "right") - 1
    for i, step in enumerate(match.steps):
        if step.action < DONE:
            orders[turn[i], int(step.before["given"])] = step.action
    bots = np.tile([row["blue"], row["orange"]], (len(first), 1))
    return states, orders, bots, np.full(len(first), number), worth_of(states, lead_of(match.state))


def lead_of(state: Any) -> float:
    return float(state["count"][0]) - float(state["count"][1])


def worth_of(states: Any, end: float) -> Any:
    """The lead to come, the nearer the weightier."""
    found = np.zeros(len(states), np.float32)
    for i in reversed(range(len(states))):
        found[i] = end
        end = (1 - FORESIGHT) * lead_of(states[i]) + FORESIGHT * end
    return found


def robots_of(games: Games, bots: Sequence[int], apart: bool) -> tuple[Any, Any]:
    """(turn, robot) of all that these bots ordered, in the games kept apart or in the others."""
    found: list[tuple[int, int]] = []
    chosen = (games.numbers % KEPT_APART == 0) == apart
    for turn in np.flatnonzero(chosen):
        first, last = 0, 0
        for side in (0, 1):
            first, last = last, last + int(games.states["count"][turn, side])
            if games.bots[turn, side] in bots:
                found += [(turn, robot) for robot in range(first, last)]
    both = np.array(found, np.int32)
    return np.ascontiguousarray(both[:, 0]), np.ascontiguousarray(both[:, 1])


def shuffled(turns: Any, robots: Any, random: np.random.Generator) -> tuple[Any, Any]:
    order = random.permutation(len(turns))
    return turns[order], robots[order]


# ---- learning ----


@rule
def recall_orders(state: Any, work: Any, orders: Any, turn: int, robot: int) -> None:
    """What a side knows when it comes to this robot: the orders of those before it."""
    for other in range(robots_in(state)):
        is_known = other < robot and owner_of(state, other) == owner_of(state, robot)
        work["plan"][other] = orders[turn, other] if is_known else UNKNOWN


@rule
def nudge(weights: Any, squares: Any, row: int, slope: Any, rate: float) -> None:
    """One step down the slope, the shorter the more there have been (Adagrad)."""
    for j in range(slope.shape[0]):
        squares[row, j] += slope[j] * slope[j]
        weights[row, j] -= np.float32(rate) * slope[j] / np.float32(np.sqrt(squares[row, j]))


@rule
def teach_way(desk: Any, way: int, slopes: Any, rate: float) -> None:
    """One look: how far each head was off is told to the heads and to the rows that were seen."""
    for which in range(desk.heads.shape[0]):
        for j in range(HIDDEN):
            desk.slope[j] = slopes[which] * desk.hidden[way, j]
        desk.slope[HIDDEN] = slopes[which]
        nudge(desk.heads, desk.head_squares, which, desk.slope, rate)
    for j in range(HIDDEN):
        desk.slope[j] = np.float32(0)
        for which in range(desk.heads.shape[0]):
            if desk.hidden[way, j] > 0:
                desk.slope[j] += slopes[which] * desk.heads[which, j]
    for i in range(-1, int(desk.counts[way])):
        row = 0 if i < 0 else int(desk.listed[way, i])
        nudge(desk.weights, desk.squares, row, desk.slope[:HIDDEN], rate)


@generic("int64(rules, states, work, int8_table, int32s, int32s, Desk, float32s, float64)", Desk)
def learn_habits(
    rules: Any, states: Any, work: Any, orders: Any, turns: Any, robots: Any, desk: Any, slopes: Any, rate: float
) -> int:
    """How many orders are foreseen; learning from each if the rate is not 0."""
    foreseen = 0
    for k in range(turns.shape[0]):
        turn, robot = int(turns[k]), int(robots[k])
        state = states[turn]
        prepare(rules, state, work, owner_of(state, robot))
        recall_orders(state, work, orders, turn, robot)
        look(rules, state, work, robot, desk.sight)
        cell, right = int(state["cell"][robot]), int(orders[turn, robot])
        order_scores(rules, cell, desk.sight, desk.weights, desk.heads, desk.listed[0], desk.hidden[0], desk.odds)
        to_odds(desk.odds)
        best = 0
        for order in range(DONE):
            best = order if desk.odds[order] > desk.odds[best] else best
        foreseen += best == right
        if rate > 0:
            desk.odds[right] -= np.float32(1)
            for way in range(4):
                desk.counts[way] = rows(desk.sight, way, desk.listed[way])
                excite(desk.weights, desk.listed[way], int(desk.counts[way]), desk.hidden[way])
            for way in range(4):
                slopes[0], slopes[1] = desk.odds[MOVE + way], desk.odds[ATTACK + way]
                slopes[2], slopes[3] = desk.odds[GUARD] / np.float32(4), desk.odds[SUICIDE] / np.float32(4)
                teach_way(desk, way, slopes, rate)
    return foreseen


@generic("float64(rules, states, work, int32s, float32s, int8s, Desk, float32s, float64)", Desk)
def learn_worth(
    rules: Any, states: Any, work: Any, turns: Any, aims: Any, ways: Any, desk: Any, slopes: Any, rate: float
) -> float:
    """The mean squared error of the lead to come; learning from each position if the rate is not 0."""
    total = 0.0
    for k in range(turns.shape[0]):
        state = states[int(turns[k])]
        prepare(rules, state, work, 0)
        error = -aims[k]
        for robot in range(robots_in(state)):
            work["plan"][robot] = UNKNOWN
        for robot in range(robots_in(state)):
            look(rules, state, work, robot, desk.sight)
            desk.counts[robot] = rows(desk.sight, int(ways[k]), desk.listed[robot])
            excite(desk.weights, desk.listed[robot], int(desk.counts[robot]), desk.hidden[robot])
            worth = head(desk.heads, 0, desk.hidden[robot])
            error += worth if owner_of(state, robot) == 0 else -worth
        total += error * error
        if rate > 0:
            for robot in range(robots_in(state)):
                slopes[0] = (error if owner_of(state, robot) == 0 else -error) / BALANCE
                teach_way(desk, robot, slopes, rate)
    return total / turns.shape[0]


@generic("int64(rules, states, work, int8_table, int32s, int32s, rng)")
def soldier_foresees(rules: Any, states: Any, work: Any, orders: Any, turns: Any, robots: Any, rng: Any) -> int:
    foreseen = 0
    for k in range(turns.shape[0]):
        turn, robot = int(turns[k]), int(robots[k])
        prepare(rules, states[turn], work, owner_of(states[turn], robot))
        recall_orders(states[turn], work, orders, turn, robot)
        foreseen += soldier(rules, states[turn], work, robot, rng) == orders[turn, robot]
    return foreseen


def make_desk(net: Net) -> Any:
    weights, heads = net[0].copy(), net[1].copy()
    squares = np.full_like(weights, 0.01), np.full_like(heads, 0.1)
    looks = np.zeros((ROBOTS, MOST), np.int32), np.zeros((ROBOTS, HIDDEN), np.float32)
    rest = np.zeros(ROBOTS, np.int32), np.zeros(HIDDEN + 1, np.float32), np.zeros(DONE, np.float32)
    return Desk(weights, squares[0], heads, squares[1], np.zeros(SIGHT, np.int32), *looks, *rest)


def new_net(random: np.random.Generator, heads: int) -> Net:
    made = random.normal(0, 0.1, (heads, HIDDEN + 1)).astype(np.float32)
    return random.normal(0, 0.1, (ROWS, HIDDEN)).astype(np.float32), made


class School:
    """Teaches nets; says how it goes."""

    def __init__(self, game: Game, games: Games) -> None:
        self.game, self.games, self.random = game, games, np.random.default_rng(1)
        self.bots = sorted({int(bot) for bot in np.unique(games.bots)})

    def habits(self, bots: Sequence[int], net: Net, rounds: int) -> Net:
        desk, slopes = make_desk(net), np.zeros(HEADS, np.float32)
        turns, robots = robots_of(self.games, bots, apart=False)
        for n in range(rounds):
            given = self.games.states, self.game.work, self.games.orders, *shuffled(turns, robots, self.random)
            foreseen = self.game.compile(learn_habits)(self.game.rules, *given, desk, slopes, RATE)
            say(f"bots {bots}, round {n + 1} of {rounds}: {foreseen / len(turns):.1%} of {len(turns)} orders foreseen")
        return desk.weights, desk.heads

    def worth(self) -> Net:
        desk, slopes = make_desk(new_net(self.random, 1)), np.zeros(HEADS, np.float32)
        apart = self.games.numbers % KEPT_APART == 0
        for n in range(2 * WORTH_ROUNDS):
            rate = WORTH_RATE * (n % 2 == 0)  # learning and asking by turns
            turns = self.random.permutation(np.flatnonzero(apart if n % 2 else ~apart)).astype(np.int32)
            ways = self.random.integers(0, 4, len(turns)).astype(np.int8)
            given = self.games.states, self.game.work, turns, self.games.worth[turns], ways
            error = self.game.compile(learn_worth)(self.game.rules, *given, desk, slopes, rate)
            say(f"worth, {'games kept apart' if n % 2 else 'learning'}: {error:.3f} squared robots off")
        return desk.weights, desk.heads

    def foreseen(self, bot: int, net: Net) -> tuple[float, float]:
        """Shares of a bot's orders in games kept apart that a net foresees, and that a soldier would give."""
        turns, robots = robots_of(self.games, [bot], apart=True)
        given = self.game.rules, self.games.states, self.game.work, self.games.orders, turns, robots
        found = self.game.compile(learn_habits)(*given, make_desk(net), np.zeros(HEADS, np.float32), 0.0)
        by_soldier = self.game.compile(soldier_foresees)(*given, dice(0, 0))
        return found / len(turns), by_soldier / len(turns)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def packed(nets: dict[str, Net]) -> Iterator[tuple[str, Any]]:
    for name, (weights, heads) in nets.items():
        yield name, weights.astype(np.float16)
        yield name + "_heads", heads.astype(np.float16)


def without(games: Games, bot: int | None) -> Games:
    """The games in which a bot has no part."""
    kept = (games.bots != bot).all(1)
    return Games(*(getattr(games, field.name)[kept] for field in fields(Games)))


def best_of(games: Games) -> int:
    """The bot with the greatest lead on average, at the end of its games."""
    last = np.flatnonzero(np.diff(games.numbers, append=-1))
    leads = {int(bot): 0.0 for bot in np.unique(games.bots)}
    for turn in last:
        leads[int(games.bots[turn, 0])] += float(games.worth[turn])
        leads[int(games.bots[turn, 1])] -= float(games.worth[turn])
    return max(leads, key=lambda bot: leads[bot])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=Path)
    parser.add_argument("--without", type=int, metavar="BOT")
    parser.add_argument("--nets", type=Path, default=NETS)
    given = parser.parse_args()
    game = load_kind(KIND)
    school = School(game, without(read_games(game, given.games), given.without))
    say(f"{len(school.games.states)} turns; the best bot is {best_of(school.games)}")
    others = school.habits(school.bots, new_net(school.random, HEADS), EVERYBODY_ROUNDS)
    own = school.habits([best_of(school.games)], others, OWN_ROUNDS)
    np.savez_compressed(given.nets, **dict(packed({"own": own, "others": others, "worth": school.worth()})))
    found = {bot: school.foreseen(bot, others) for bot in school.bots}
    table = [[bot, *(f"{share:.1%}" for share in shares)] for bot, shares in found.items()]
    print(markdown_table(["bot", "orders foreseen by the net of all", "by a soldier"], table))


if __name__ == "__main__":
    main()
