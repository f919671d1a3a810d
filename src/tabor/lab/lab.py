"""A study being run: look by look, every shard entered once, until all answers are sure or the budget is spent."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from tabor.arena.ledger import Ledger
from tabor.arena.local import Setting
from tabor.arena.plan import read_bots
from tabor.arena.results import Results, collect
from tabor.arena.shards import Shard, games_of
from tabor.arena.tournament import FILE, Executor
from tabor.errors import DataError
from tabor.game import Game
from tabor.lab.cells import AGAIN, LACK, MIRROR, SIZE, STEP, Cell, cells_of, shards_at
from tabor.lab.content import content_of
from tabor.lab.measures import measure_of, observed
from tabor.lab.study import Study, Variant
from tabor.lab.traces import Trace, trace
from tabor.lab.verdicts import Verdict, bound_at, compare

Wanted = list[tuple[Cell, int]]  # cells with the numbers of their shards


@dataclass(frozen=True)
class Standing:
    """How far a study is."""

    looks: dict[str, int]  # of each variant: complete looks
    verdicts: tuple[Verdict, ...]
    wanted: Wanted = field(default_factory=list)  # what is to be played next
    is_sure: bool = False  # every question has its answer
    is_spent: bool = False

    @property
    def is_over(self) -> bool:
        return not self.wanted


class Lab:
    def __init__(self, study: Study) -> None:
        self.study = study
        self.ledger = Ledger(study.ledger or file_in(study.folder), "study")
        self.games = {variant.name: study.load(variant) for variant in study.variants}
        self.cells = {one.name: list(cells_of(study, one, self.games[one.name])) for one in study.variants}
        self.traced: dict[tuple[str, int], list[Trace]] = {}

    @property
    def game(self) -> Game:
        return self.games[self.study.base.name]

    def setting(self) -> Setting:
        study, base = self.study, self.study.base
        texts = {judge.name: judge.plays for judge in study.judges}
        return Setting(study.game, dict(base.options), dict(base.changed), texts, read_bots(study.folder, study.judges))

    def planned(self) -> int:
        """Games, if nothing is sure before the budget is spent."""
        return sum(
            cell.shard(0).games * shards_at(self.study, self.study.looks, cell.kind)
            for cells in self.cells.values()
            for cell in cells
        )

    def played(self) -> int:
        """Games that are in the ledger, up to what is planned."""
        most = {kind: shards_at(self.study, self.study.looks, kind) for kind in (MIRROR, STEP, AGAIN, LACK)}
        return sum(
            cell.shard(0).games * sum(shard < most[cell.kind] for shard in self.ledger.other(cell.plan).entered())
            for cells in self.cells.values()
            for cell in cells
        )

    # ---- what is to be played ----

    def standing(self) -> Standing:
        """Go through the looks as far as they are played: what is known, and what is to be played next."""
        study = self.study
        looks = {variant.name: 0 for variant in study.variants}
        settled: dict[str, tuple[Verdict, ...]] = {}
        for look in range(1 if study.questions else study.looks, study.looks + 1):
            active = [one for one in study.variants[1:] if not is_settled(settled.get(one.name, ()))]
            if look > 1 and study.questions and not active:
                break
            wanted = [one for variant in (study.base, *active) for one in self.missing(variant, look)]
            if wanted:
                return Standing(looks, together(settled), wanted)
            looks |= {one.name: look for one in (study.base, *active)}
            settled |= {one.name: self.verdicts(one, look) for one in active}
        found = together(settled)
        return Standing(looks, found, [], is_settled(found), not is_settled(found))

    def missing(self, variant: Variant, look: int) -> Iterator[tuple[Cell, int]]:
        for cell in self.cells[variant.name]:
            wanted = shards_at(self.study, look, cell.kind)
            entered = self.ledger.other(cell.plan).entered()
            yield from ((cell, number) for number in range(wanted) if number not in entered)

    def verdicts(self, variant: Variant, look: int) -> tuple[Verdict, ...]:
        study = self.study
        z = bound_at(look, study.looks, study.error)
        base, changed = self.evidence(study.base, look), self.evidence(variant, look)
        found = []
        for question in study.questions:
            measure = measure_of(question.measure)
            both = observed(measure, base), observed(measure, changed)
            found.append(compare(variant.name, question, *both, z, measure.unseen))
        return tuple(found)

    # ---- playing ----

    def run(self, start: Callable[[Setting], Executor]) -> Generator[Shard, None, None]:
        """Play until it is sure or spent; yields every shard that was entered."""
        executor: Executor | None = None
        try:
            while not (standing := self.standing()).is_over:
                executor = executor or start(self.setting())
                yield from self.play(executor, standing.wanted)
        finally:
            if executor is not None:
                executor.close()

    def play(self, executor: Executor, wanted: Wanted) -> Iterator[Shard]:
        """The shards get numbers of their own on the way, for those of different cells are alike."""
        mixed = random.sample(wanted, len(wanted))
        for done in executor.run(self.open_shards(mixed)):
            cell, number = mixed[done.shard]
            if self.ledger.other(cell.plan).enter(replace(done, shard=number)):
                yield cell.shard(number)

    def open_shards(self, mixed: Wanted) -> Iterator[Shard]:
        """Others may be at work on the same ledger."""
        for place, (cell, number) in enumerate(mixed):
            if not self.ledger.other(cell.plan).has(number):
                yield replace(cell.shard(number), number=place)

    # ---- what came of it ----

    def evidence(self, variant: Variant, look: int) -> Games:
        return Games(self, variant, look)

    def results(self, cell: Cell, look: int) -> Results:
        most = shards_at(self.study, look, cell.kind)
        rows = (row for row in self.ledger.other(cell.plan).results() if row[0] < most)
        return collect(rows, list(dict.fromkeys(cell.names)), cell.game.players)

    def traces(self, cell: Cell, look: int) -> list[Trace]:
        """Of the sample's openings; those of a shard are kept."""
        ledger, names = self.ledger.other(cell.plan), frozenset(content_of(cell.game))
        most = shards_at(self.study, look, STEP)
        found: list[Trace] = []
        for shard in sorted(shard for shard in ledger.entered() if shard < most):
            if (cell.plan, shard) not in self.traced:
                games = games_of(*ledger.entry(shard))
                self.traced[cell.plan, shard] = [trace(cell.game, one, names) for one in games]
            found += self.traced[cell.plan, shard]
        return found

    def close(self) -> None:
        self.ledger.close()


@dataclass(frozen=True)
class Games:
    """Those of a variant at a look, read when somebody asks for them."""

    lab: Lab
    variant: Variant
    look: int

    def of(self, kind: str) -> list[Cell]:
        return [cell for cell in self.lab.cells[self.variant.name] if cell.kind == kind]

    def read(self, kind: str) -> list[Results]:
        return [self.lab.results(cell, self.look) for cell in self.of(kind)] if self.look else []

    @cached_property
    def mirror(self) -> Sequence[Results]:
        return self.read(MIRROR)

    @cached_property
    def steps(self) -> Sequence[Results]:
        return self.read(STEP)

    @cached_property
    def again(self) -> Sequence[Results]:
        return self.read(AGAIN)

    @cached_property
    def traces(self) -> Sequence[Sequence[Trace]]:
        return [self.lab.traces(cell, self.look) for cell in self.of(MIRROR)] if self.look else []

    @property
    def openings(self) -> int:
        return shards_at(self.lab.study, self.look, MIRROR) * SIZE


def file_in(folder: Path) -> str:
    """The URL of the ledger in a folder, which is made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"{folder}, where the study's ledger is kept, cannot be made: {error.strerror}") from None
    return f"sqlite:///{(folder / FILE).resolve()}"


def is_settled(verdicts: Sequence[Verdict]) -> bool:
    return bool(verdicts) and all(verdict.is_decided for verdict in verdicts)


def together(settled: dict[str, tuple[Verdict, ...]]) -> tuple[Verdict, ...]:
    return tuple(verdict for found in settled.values() for verdict in found)
