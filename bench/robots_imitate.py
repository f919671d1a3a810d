"""Makes the sparring partners of Robots from games of bots (bench/robots_partners.npz):

    python bench/robots_imitate.py games.jsonl.xz

Each line of the file is a game, as for `bench/robots_learn.py`. One net learns from all bots, then one for each bot
goes on from there with that bot's games alone. Every fifth game is kept apart; the table printed tells how many orders
of those games each net foresees, robot by robot, and how many a partner gives as it plays: for a whole side at once,
with no word of what the bot ordered. `bench/robots_sparring.py` lets them play.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from robots_learn import KEPT_APART, Games, read_games, say
from robots_partner import (
    DRAWS,
    DRAWS_WAY,
    DRAWS_WIDELY,
    HEADS,
    MOST,
    NARROW,
    NEVER,
    ROWS,
    SETTLES,
    WIDE,
    Manner,
    Partner,
    Scene,
    look,
    make_scene,
    note,
    packed,
    remember,
    survey,
    unpacked,
)
from robots_sparring import PARTNERS

from tabor.docs import markdown_table
from tabor.game import Game
from tabor.games.robots import KIND
from tabor.games.robots.bots import UNKNOWN, prepare
from tabor.games.robots.learned.planning import behind, first_of
from tabor.games.robots.rules import DONE, GUARD, SUICIDE, has_order, robots_in
from tabor.jit import generic
from tabor.loading import load_kind

ROUNDS_OF_ALL, ROUNDS_OF_ONE = 1, 4
LOST_OF_ALL, LOST_OF_ONE = 0.1, 0.3  # share of the first hidden layer left out at random while learning
RATE, BATCH = 0.002, 512
KEEP, KEEP_SQUARES = np.float32(0.9), np.float32(0.999)  # Adam's
USUAL_ROWS = 70  # of a look, on average, at most
PLAYED = 400  # turns of a bot in which a partner is asked as it plays
# What comes nearest to the results of the bot, see docs/robots-ladder.md.
MANNERS = {
    1: Manner(DRAWS, 1.2),
    2: Manner(DRAWS_WAY, 0.6),
    3: Manner(SETTLES, NEVER),
    4: Manner(SETTLES, NEVER),
    5: Manner(SETTLES, 0.7),
    6: Manner(SETTLES, 0.5),
    7: Manner(DRAWS_WIDELY, NEVER),
}
USUAL = Manner(DRAWS, NEVER)


# ---- what was seen, and what was ordered ----


@dataclass(frozen=True)
class Looks:
    """Of every robot asked: four looks, one each way, and what it was ordered."""

    rows: Any  # of all looks, one after the other
    starts: Any  # where each look begins; four a robot
    orders: Any
    legal: Any  # [robots, orders]

    def __len__(self) -> int:
        return len(self.orders)


@generic(
    "int64(rules, states, work, int8_table, int32s, int32s, Scene, int32s, int32s, int8s, int8_table)",
    Scene,
)
def gather(
    rules: Any,
    states: Any,
    work: Any,
    orders: Any,
    turns: Any,
    sides: Any,
    scene: Any,
    rows: Any,
    starts: Any,
    given: Any,
    legal: Any,
) -> int:
    """All looks of these sides in these turns; how many robots. The turn before stands before; turn 1 has none."""
    count, end = 0, 0
    for k in range(turns.shape[0]):
        turn, side = int(turns[k]), int(sides[k])
        state, before = states[turn], max(0, turn - 1)
        prepare(rules, state, work, side)
        for robot in range(robots_in(state)):
            work["plan"][robot] = UNKNOWN
        remember(state, states[before], orders[before], scene)
        survey(rules, state, work, side, scene)
        first = int(state["count"][0]) if side == 1 else 0
        for robot in range(first, first + int(state["count"][side])):
            for way in range(4):
                n = look(rules, state, work, robot, way, scene)
                for i in range(n):
                    rows[end + i] = scene.rows[i]
                end += n
                starts[4 * count + way + 1] = end
            given[count] = orders[turn, robot]
            for order in range(DONE):
                legal[count, order] = has_order(rules, int(state["cell"][robot]), order)
            work["plan"][robot] = orders[turn, robot]
            note(rules, state, work, robot, scene)
            count += 1
    return count


def looks_of(game: Game, games: Games, bot: int, apart: bool) -> Looks:
    """Of a bot, in the games kept apart or in the others."""
    chosen = (games.numbers % KEPT_APART == 0) == apart
    turns, sides = (found.astype(np.int32) for found in np.nonzero((games.bots == bot) & chosen[:, None]))
    count = int(games.states["count"][turns, sides].sum())
    rows, starts = np.zeros(4 * count * USUAL_ROWS + MOST, np.int32), np.zeros(4 * count + 1, np.int32)
    given, legal = np.zeros(count, np.int8), np.zeros((count, DONE), np.int8)
    asked = games.states, game.work, games.orders, turns, sides, make_scene()
    game.compile(gather)(game.rules, *asked, rows, starts, given, legal)
    return Looks(rows[: starts[-1]].copy(), starts, given, legal)


def all_of(parts: Sequence[Looks]) -> Looks:
    ends = np.cumsum([0, *(len(part.rows) for part in parts)]).astype(np.int32)
    starts = [part.starts[:-1] + end for part, end in zip(parts, ends, strict=False)]
    rest = (np.concatenate([getattr(part, name) for part in parts]) for name in ("orders", "legal"))
    return Looks(np.concatenate([part.rows for part in parts]), np.concatenate([*starts, ends[-1:]]), *rest)


# ---- learning ----


@generic("void(float32_table, int32s, int32s, int32s, float32_table)")
def add_rows(weights: Any, rows: Any, starts: Any, robots: Any, out: Any) -> None:
    """The first layer: the sum of the rows of each look, and the last row, which is the bias."""
    for k in range(out.shape[0]):
        first = 4 * int(robots[k // 4]) + k % 4
        for j in range(weights.shape[1]):
            out[k, j] = weights[weights.shape[0] - 1, j]
        for i in range(int(starts[first]), int(starts[first + 1])):
            row = int(rows[i])
            for j in range(weights.shape[1]):
                out[k, j] += weights[row, j]


@generic("void(float32_table, int32s, int32s, int32s, float32_table)")
def share_slope(slope: Any, rows: Any, starts: Any, robots: Any, errors: Any) -> None:
    """The reverse: what each row of the first layer had to do with the errors."""
    for k in range(errors.shape[0]):
        first = 4 * int(robots[k // 4]) + k % 4
        for j in range(slope.shape[1]):
            slope[slope.shape[0] - 1, j] += errors[k, j]
        for i in range(int(starts[first]), int(starts[first + 1])):
            row = int(rows[i])
            for j in range(slope.shape[1]):
                slope[row, j] += errors[k, j]


@generic("void(float32s, float32s, float32s, float32s, float32)")
def step_down(weights: Any, slope: Any, mean: Any, squares: Any, rate: float) -> None:
    """Adam."""
    for i in range(weights.shape[0]):
        mean[i] = KEEP * mean[i] + (np.float32(1) - KEEP) * slope[i]
        squares[i] = KEEP_SQUARES * squares[i] + (np.float32(1) - KEEP_SQUARES) * slope[i] * slope[i]
        weights[i] -= rate * mean[i] / (np.float32(np.sqrt(squares[i])) + np.float32(1e-8))


def new_weights(random: np.random.Generator) -> list[Any]:
    shapes = (ROWS + 1, WIDE, 0.12), (WIDE + 1, NARROW, 0.14), (NARROW + 1, HEADS, 0.15)
    return [random.normal(0, spread, (height, width)).astype(np.float32) for height, width, spread in shapes]


class Learner:
    """A net while it learns."""

    def __init__(self, game: Game, weights: Sequence[Any], lost: float, seed: int) -> None:
        self.game, self.lost, self.random = game, lost, np.random.default_rng(seed)
        self.weights = [table.copy() for table in weights]
        self.means, self.squares = ([np.zeros_like(table) for table in weights] for _ in range(2))
        self.steps = 0

    def forward(self, looks: Looks, robots: Any, lost: float) -> tuple[Any, Any, Any]:
        """Both hidden layers, and how likely each order is."""
        rows, wide, heads = self.weights
        felt = np.empty((4 * len(robots), WIDE), np.float32)
        self.game.compile(add_rows)(rows, looks.rows, looks.starts, robots, felt)
        felt *= (felt > 0) & (self.random.random(felt.shape, np.float32) >= lost)
        felt /= np.float32(1 - lost)
        thought = np.maximum(felt @ wide[:-1] + wide[-1], 0)
        said = (thought @ heads[:-1] + heads[-1]).reshape(-1, 4, HEADS)
        scores = np.concatenate([said[:, :, 0], said[:, :, 1], said[:, :, 2:].mean(1)], 1)
        scores[looks.legal[robots] == 0] = -1e9
        odds = np.exp(scores - scores.max(1, keepdims=True))
        return felt, thought, odds / odds.sum(1, keepdims=True)

    def learn(self, looks: Looks, robots: Any, rate: float) -> int:
        """One step; how many of these orders were foreseen."""
        felt, thought, odds = self.forward(looks, robots, self.lost)
        right = np.arange(len(robots)), looks.orders[robots]
        foreseen = int((odds.argmax(1) == right[1]).sum())
        odds[right] -= 1
        self.descend(looks, robots, felt, thought, errors_of(odds / len(robots)), rate)
        return foreseen

    def descend(self, looks: Looks, robots: Any, felt: Any, thought: Any, said: Any, rate: float) -> None:
        """All weights down the slope that the errors of what was said have."""
        rows, wide, heads = self.weights
        narrow = (said @ heads[:-1].T) * (thought > 0)
        broad = (narrow @ wide[:-1].T) * (felt > 0) / np.float32(1 - self.lost)
        slope = np.zeros_like(rows)
        self.game.compile(share_slope)(slope, looks.rows, looks.starts, robots, broad)
        slopes = [slope, with_bias(felt, narrow), with_bias(thought, said)]
        self.steps += 1
        rate *= float(np.sqrt(1 - KEEP_SQUARES**self.steps) / (1 - KEEP**self.steps))
        for tables in zip(self.weights, slopes, self.means, self.squares, strict=True):
            self.game.compile(step_down)(*(table.ravel() for table in tables), rate)

    def study(self, looks: Looks, rounds: int, title: str) -> list[Any]:
        """Goes through all looks so many times, ever more carefully; the weights."""
        batches = len(looks) // BATCH
        for n in range(rounds):
            began, foreseen = time.process_time(), 0
            order = self.random.permutation(len(looks))[: batches * BATCH].astype(np.int32)
            for k, robots in enumerate(order.reshape(batches, BATCH)):
                foreseen += self.learn(looks, robots, RATE * (1.05 - (n + k / batches) / rounds))
            spent = time.process_time() - began
            say(f"{title}, round {n + 1} of {rounds}: {foreseen / len(order):.1%} of {len(order)}, {spent:.0f} s")
        return self.weights

    def foreseen(self, looks: Looks) -> float:
        parts = np.array_split(np.arange(len(looks), dtype=np.int32), len(looks) // BATCH)
        found = [self.forward(looks, part, 0.0)[2].argmax(1) == looks.orders[part] for part in parts]
        return float(np.concatenate(found).mean())


def given_as_it_plays(game: Game, games: Games, bot: int, partner: Partner) -> float:
    """The share of a bot's orders that its partner gives in the same positions, in games kept apart."""
    turns, sides = np.nonzero((games.bots == bot) & (games.numbers % KEPT_APART == 0)[:, None])
    same, asked = 0, 0
    for turn, side in list(zip(turns, sides, strict=True))[:: max(1, len(turns) // PLAYED)]:
        state, before = games.states[turn].copy(), max(0, turn - 1)
        state["player"] = side
        orders = partner.order(state, games.states[before], games.orders[before], turn)
        own = slice(first_of(state, side), behind(state, side))
        same += int((orders[own] == games.orders[turn][own]).sum())
        asked += own.stop - own.start
    return same / asked


def errors_of(odds: Any) -> Any:
    """Errors of orders, as errors of what the heads said at each of the four looks."""
    rest = np.repeat(odds[:, None, GUARD : SUICIDE + 1] / 4, 4, 1)
    return np.concatenate([odds[:, :4, None], odds[:, 4:GUARD, None], rest], 2).reshape(-1, HEADS)


def with_bias(given: Any, errors: Any) -> Any:
    return np.concatenate([given.T @ errors, errors.sum(0, keepdims=True)])


def main(path: Path) -> None:
    game = load_kind(KIND)
    games = read_games(game, path)
    bots = [int(bot) for bot in np.unique(games.bots)]
    looks = [looks_of(game, games, bot, apart=False) for bot in bots]
    start = new_weights(np.random.default_rng(1))
    everybody = Learner(game, start, LOST_OF_ALL, 1).study(all_of(looks), ROUNDS_OF_ALL, "all bots")
    kept: dict[str, Any] = {}
    table = []
    for bot, seen in zip(bots, looks, strict=True):
        learner, manner = Learner(game, everybody, LOST_OF_ONE, bot), MANNERS.get(bot, USUAL)
        kept |= dict(packed(str(bot), learner.study(seen, ROUNDS_OF_ONE, f"bot {bot}"), manner))
        foreseen = learner.foreseen(looks_of(game, games, bot, apart=True))
        given = given_as_it_plays(game, games, bot, Partner(game, unpacked(str(bot), kept), manner, seed=1))
        table.append([bot, f"{foreseen:.1%}", f"{given:.1%}"])
        say(str(table[-1]))
    np.savez_compressed(PARTNERS, **kept)
    print(markdown_table(["bot", "orders foreseen by its partner's net", "given by its partner as it plays"], table))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
