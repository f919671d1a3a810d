"""Many matches between players, and what they tell.

Every seed is played once for each way of seating the players, so nobody profits from a side. Where no dice vary a
game, its first plies are drawn from the seed; fair openings only, if wished: where one side is winning already, both
games of a pair tell little. Games that turn out identical count once.
"""

from __future__ import annotations

import math
import multiprocessing
import random
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabor.cores import usable_cores
from tabor.errors import DataError
from tabor.game import Game
from tabor.match import Match
from tabor.players import alphabeta, close, make, play_decision

EVEN = 0.1  # a value up to which neither side is much ahead
JUDGE_NODES = 300_000  # of the search that judges an opening


@dataclass(frozen=True)
class Played:
    """One finished match."""

    number: int  # its place in the series
    order: tuple[int, ...]  # order[seat]: which player sat there
    winner: int | None  # a player, not a seat; None: a draw
    reason: str
    actions: tuple[int, ...]  # what was played; −1 for an entry of the match
    last: int  # the key of the last position: with other dice the same actions are another game
    seconds: tuple[float, ...]  # each player's thinking time
    decisions: tuple[int, ...]  # and how often each decided


@dataclass(frozen=True)
class Plan:
    """A match to be played."""

    number: int
    seed: int
    order: tuple[int, ...]
    is_fair: bool = False  # whether its opening is


def plans(players: int, count: int, seed: int, is_fair: bool = False) -> list[Plan]:
    """Each seed with every rotation of the seats; `count` matches in all."""
    seeds = random.Random(seed)
    made: list[Plan] = []
    while len(made) < count:
        own = seeds.getrandbits(62)
        for shift in range(players):
            order = tuple((seat + shift) % players for seat in range(players))
            made.append(Plan(len(made) + 1, own, order, is_fair))
    return made[:count]


def opening(game: Game, seed: int, is_fair: bool = False) -> Match:
    """A match with its first plies drawn from the seed, where nothing else varies it; never one that is over."""
    choices = random.Random(seed)
    while True:
        match = Match(game, seed=seed)
        for _ in range(0 if game.kind.chance else game.kind.opening):
            if match.outcome is None:
                match.play(int(choices.choice(match.legal_actions)))
        if match.outcome is None and (not is_fair or is_even(match)):
            return match


def is_even(match: Match) -> bool:
    """Whether a long look finds neither side much ahead."""
    judge = alphabeta.make(match.game, 0, nodes=str(JUDGE_NODES))
    judge.choose(match)
    return abs(judge.score) <= EVEN


def play(game: Game, names: Sequence[str], plan: Plan, save: Path | None = None) -> Played:
    """One match, from its opening to its end."""
    match = opening(game, plan.seed, plan.is_fair)
    players = [make(name, game, plan.seed + number) for number, name in enumerate(names)]
    seconds, decisions = [0.0] * len(names), [0] * len(names)
    try:
        while match.player is not None:
            who = plan.order[match.player]
            began = time.perf_counter()
            play_decision(match, players[who])
            seconds[who] += time.perf_counter() - began
            decisions[who] += 1
    finally:
        for player in players:
            close(player)
    if save is not None:
        match.save(save / f"{plan.number:05}.tabor")
    outcome = match.outcome
    assert outcome is not None
    winner = None if outcome.winner is None else plan.order[outcome.winner]
    actions = tuple(step.action for step in match.steps)
    last = game.key(match.state)
    times = tuple(seconds), tuple(decisions)
    return Played(plan.number, plan.order, winner, outcome.reason, actions, last, *times)


# ---- on all cores ----

_worker: dict[str, Any] = {}


def start_worker(name: str, changes: Any, options: Any, names: Sequence[str], save: Path | None) -> None:
    from tabor.games import find
    from tabor.loading import load_kind

    _worker.update(game=load_kind(find(name), changes, options), names=names, save=save)


def play_in_worker(plan: Plan) -> Played:
    return play(_worker["game"], _worker["names"], plan, _worker["save"])


def run(
    game: Game,
    names: Sequence[str],
    count: int,
    seed: int,
    save: Path | None = None,
    cores: int | None = None,
    is_fair: bool = False,
) -> Generator[Played, None, None]:
    """Play a series; matches come as they end. Whoever stops listening stops the series."""
    check_players(game, names)
    if is_fair:
        check_judge(game)
    if save is not None:
        save.mkdir(parents=True, exist_ok=True)
    todo = plans(game.players, count, seed, is_fair)
    workers = min(cores or usable_cores(), len(todo))
    if workers == 1:
        yield from (play(game, names, plan, save) for plan in todo)
        return
    _ = game.functions  # compiled once here rather than by every worker at the same time
    first = (game.kind.name, game.changes, game.options, tuple(names), save)
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, start_worker, first)
    try:
        yield from as_they_end(pool, todo, 2 * workers)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def check_players(game: Game, names: Sequence[str]) -> None:
    """A mistake in a name shows before anything is played."""
    if len(names) != game.players:
        raise DataError(f"{game.kind.title} has {game.players} seats; {len(names)} players were named")
    for name in names:
        make(name, game)


def check_judge(game: Game) -> None:
    """Fair openings are for games that have openings, and that alphabeta can judge."""
    if game.kind.chance or game.kind.opening == 0:
        raise DataError(f"{game.kind.title} has no openings that could be unfair: its matches are varied by dice")
    alphabeta.make(game, 0)


def as_they_end(pool: ProcessPoolExecutor, todo: Iterable[Plan], ahead: int) -> Iterator[Played]:
    """Keep a few matches waiting in the pool, not all: stopping then takes no longer than those."""
    waiting: set[Future[Played]] = set()
    for plan in todo:
        waiting.add(pool.submit(play_in_worker, plan))
        if len(waiting) >= ahead:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in done)


# ---- what it tells ----


@dataclass(frozen=True)
class Tally:
    """Wins, draws and losses of one player."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        return (self.wins + self.draws / 2) / self.games if self.games else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval for the score, 95%: honest also near 0 and 1.

        >>> [round(bound, 3) for bound in Tally(wins=95, draws=0, losses=5).interval]
        [0.888, 0.978]
        """
        n, z = self.games, 1.96
        if n == 0:
            return 0.0, 1.0
        centre = self.score + z * z / (2 * n)
        spread = z * math.sqrt(self.score * (1 - self.score) / n + z * z / (4 * n * n))
        low, high = (centre - spread) / (1 + z * z / n), (centre + spread) / (1 + z * z / n)
        return max(0.0, low), min(1.0, high)


def different(played: Iterable[Played]) -> list[Played]:
    """Each game once: the same actions to the same end with the same seating is the same game."""
    return list({(one.order, one.actions, one.last): one for one in played}.values())


def tally(played: Iterable[Played], player: int, seat: int | None = None) -> Tally:
    """How a player did, at all seats or at one."""
    games = [one for one in played if seat is None or one.order[seat] == player]
    wins = sum(one.winner == player for one in games)
    draws = sum(one.winner is None for one in games)
    return Tally(wins, draws, len(games) - wins - draws)


def milliseconds(played: Iterable[Played], player: int) -> float:
    """Mean time of a decision."""
    games = list(played)
    return 1000 * sum(one.seconds[player] for one in games) / max(1, sum(one.decisions[player] for one in games))
