"""A tournament: a folder with a plan and a ledger. Running it again goes on where it stopped.

Any number of runs may share one ledger, here or on other machines: each takes what nobody has entered yet, in an order
of its own, and a result that comes second is dropped.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np

from tabor.arena.ledger import Done, Ledger
from tabor.arena.local import Setting
from tabor.arena.pairing import Past, Stage, propose, rounds
from tabor.arena.plan import WITH_ROUNDS, Entrant, Plan, game_of, read_bots, read_plan, with_players, write_plan
from tabor.arena.playing import Played, number_of
from tabor.arena.results import Results, collect
from tabor.arena.shards import Shard, games_of
from tabor.errors import DataError
from tabor.game import Game

FILE = "ledger.sqlite"


class Executor(Protocol):
    """Where shards are played: takes them as it can, gives results as they come, and may lose some on the way."""

    def run(self, shards: Iterator[Shard]) -> Iterator[Done]: ...
    def close(self) -> None: ...


class Tournament:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plan = read_plan(folder)
        self.ledger = Ledger(ledger_url(folder, self.plan), self.plan.id)

    @cached_property
    def game(self) -> Game:
        return game_of(self.plan)

    @property
    def seats(self) -> int:
        return self.game.players

    # ---- what is to be played ----

    def stages(self) -> list[Stage]:
        return [Stage.of(tree) for tree in self.ledger.stages()]

    def shards(self) -> list[Shard]:
        """Of all stages so far; their numbers are their places in this list."""
        found: list[Shard] = []
        for number, stage in enumerate(self.stages()):
            for table in stage.tables:
                for seeds in pieces(table_seeds(self.plan, number, table, stage.openings), self.plan.shard):
                    found.append(Shard(len(found), table, seeds, self.plan.is_fair))
        return found

    def planned(self) -> int:
        """Games in all, as far as that is known: rounds to come are taken to be like the last."""
        stages = self.stages()
        games = sum(len(stage.tables) * stage.openings for stage in stages)
        if self.plan.kind in WITH_ROUNDS and stages:
            games += max(0, rounds(self.plan) - len(stages)) * len(stages[-1].tables) * stages[-1].openings
        return games * self.seats

    def setting(self) -> Setting:
        texts = {player.name: player.plays for player in self.plan.players}
        plan = self.plan
        return Setting(plan.game, dict(plan.options), dict(plan.changed), texts, read_bots(self.folder, plan.players))

    # ---- playing ----

    def run(self, start: Callable[[Setting], Executor]) -> Generator[Shard, None, None]:
        """Play all there is to play; yields every shard that was entered."""
        executor, setting = None, None
        try:
            while self.prepare():
                if executor is None or setting != self.setting():
                    if executor is not None:
                        executor.close()
                    setting = self.setting()
                    executor = start(setting)
                yield from self.play_stage(executor)
        finally:
            if executor is not None:
                executor.close()

    def prepare(self) -> bool:
        """Whether something is left to play; the next stage is entered where the last one is complete."""
        self.plan = read_plan(self.folder)  # players may have joined
        if len(self.ledger.entered()) < len(self.shards()):
            return True
        stage = propose(self.plan, self.seats, self.past())
        if stage is None:
            return False
        self.ledger.enter_stage(len(self.stages()), stage.tree())
        return True

    def play_stage(self, executor: Executor) -> Iterator[Shard]:
        shards = self.shards()
        for done in executor.run(self.open_shards(shards)):
            if self.ledger.enter(done):
                yield shards[done.shard]

    def open_shards(self, shards: Sequence[Shard]) -> Iterator[Shard]:
        """Those that nobody has entered, asked anew for each: others may be at work on the same ledger."""
        entered = self.ledger.entered()
        left = [shard for shard in shards if shard.number not in entered]
        for shard in random.sample(left, len(left)):
            if not self.ledger.has(shard.number):
                yield shard

    # ---- what came of it ----

    def results(self) -> Results:
        return collect(self.ledger.results(), self.plan.names, self.seats)

    def past(self) -> Past:
        """What each table of each stage came to."""
        results, stages, names = self.results(), self.stages(), self.plan.names
        places = self.table_places()
        tables = {place: number for number, place in enumerate(dict.fromkeys(places))}
        points = np.zeros((len(tables), len(names)))
        table = np.array([tables[place] for place in places], int)[results.shard]
        np.add.at(points, (table[:, None], results.who), results.shares)

        def share(number: int, i: int, name: str) -> float:
            return float(points[tables[number, i], names.index(name)]) / (stages[number].openings * self.seats)

        shares = [
            [{name: share(number, i, name) for name in seated} for i, seated in enumerate(stage.tables)]
            for number, stage in enumerate(stages)
        ]
        return Past(stages, shares, results.games)

    def table_places(self) -> list[tuple[int, int]]:
        """For each shard its stage and the number of its table there."""
        found = []
        for number, stage in enumerate(self.stages()):
            each = -(-stage.openings // self.plan.shard)
            found += [(number, table) for table in range(len(stage.tables)) for _ in range(each)]
        return found

    def played(self, shard: int) -> list[Played]:
        """The games of a shard, with all their actions."""
        return games_of(*self.ledger.entry(shard))

    def close(self) -> None:
        self.ledger.close()


def ledger_url(folder: Path, plan: Plan) -> str:
    return plan.ledger or f"sqlite:///{(folder / FILE).resolve()}"


def table_seeds(plan: Plan, stage: int, table: Sequence[str], openings: int) -> list[int]:
    return [number_of(plan.seed, stage, *sorted(table), opening) for opening in range(openings)]


def pieces(seeds: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    for first in range(0, len(seeds), size):
        yield tuple(seeds[first : first + size])


def make_tournament(folder: Path, plan: Plan) -> Tournament:
    write_plan(folder, plan)
    tournament = Tournament(folder)
    tournament.prepare()
    return tournament


def add_players(tournament: Tournament, more: Sequence[Entrant], rounds_more: int) -> None:
    plan = with_players(tournament.plan, tournament.game, more)
    if rounds_more and plan.kind not in WITH_ROUNDS:
        raise DataError(f"a tournament of kind {plan.kind} has no rounds to add to; {', '.join(WITH_ROUNDS)} have")
    write_plan(tournament.folder, replace(plan, rounds=rounds(plan) + rounds_more if rounds_more else plan.rounds))
    tournament.plan = read_plan(tournament.folder)
