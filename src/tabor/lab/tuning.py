"""Which numbers reach the targets: Optuna proposes, the lab plays, and the best are confirmed on fresh openings.

The proposals follow from the study's seed and from what was measured, and every trial is a variant in the ledger: a
run that is begun again proposes the same and finds their games played already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tabor.arena.local import Setting
from tabor.arena.playing import number_of
from tabor.arena.tournament import Executor
from tabor.data import Origin, Table
from tabor.errors import DataError
from tabor.game import Tree
from tabor.lab.lab import Lab
from tabor.lab.measures import MEASURES, measure_of, observed
from tabor.lab.study import Study, Variant, number, tables
from tabor.lab.verdicts import across
from tabor.loading import set_value
from tabor.saves import rules_sum

STRANGE = 1e9  # how far a measure that cannot be taken is from everything


@dataclass(frozen=True)
class Keep:
    """A constraint: the measure must lie between these."""

    measure: str
    low: float
    high: float

    def violation(self, value: float) -> float:
        """How far outside; 0 or less is inside."""
        return max(self.low - value, value - self.high) if np.isfinite(value) else STRANGE


@dataclass(frozen=True)
class Plan:
    space: Mapping[str, Any]  # dotted key → [low, high] or {"values": […]}
    trials: int
    openings: int  # of each trial
    confirm: int  # how many candidates
    keep: tuple[Keep, ...]


@dataclass(frozen=True)
class Trial:
    number: int
    chosen: Tree  # dotted key → value
    values: tuple[float, ...]  # of each question's measure
    distances: tuple[float, ...]  # from its aim: less is better
    violation: float  # the worst of the constraints; 0 or less: all kept


def import_optuna() -> Any:
    try:
        import optuna
    except ModuleNotFoundError:
        raise DataError("tuning needs Optuna: pip install 'tabor[lab]'") from None
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return optuna


# ---- what the file says ----


def read_plan(study: Study) -> Plan:
    origin: Origin = {"tune": study.path.name}
    table = Table({**DEFAULTS, **study.tune}, origin, "tune")
    table.only(*DEFAULTS)
    if not study.questions or any(question.aim == "" for question in study.questions):
        raise DataError(f"{study.path.name}: tuning needs goals: [[ask]] for measures, each with an aim")
    space = table.table("space")
    if not space.values:
        table.refuse("space", 'is empty; it must say which numbers may change, as in "end.no_progress" = [20, 80]')
    for key in space:
        check_range(space, key)
    return Plan(
        space=space.values,
        trials=table.integer("trials", 1, 10_000),
        openings=table.integer("openings", 2, 10**6),
        confirm=table.integer("confirm", 1, 20),
        keep=tuple(read_keep(row) for row in tables(table, "keep")),
    )


DEFAULTS: Tree = {"space": {}, "trials": 30, "openings": 200, "confirm": 3, "keep": []}


def check_range(table: Table, key: str) -> None:
    """[low, high], both whole or not; or a table with values."""
    value = table.get(key)
    is_range = isinstance(value, list) and len(value) == 2 and all(type(end) in (int, float) for end in value)
    is_list = isinstance(value, dict) and isinstance(value.get("values"), list) and len(value["values"]) > 1
    if not is_list and not (is_range and value[0] < value[1]):
        table.refuse(key, f"is {value!r}; it must be [low, high], or {{ values = [this, that] }}")


def read_keep(table: Table) -> Keep:
    table.only("measure", "low", "high")
    name = table.choice("measure", [measure.name for measure in MEASURES])
    low = number(table, "low", -1e9, 1e9) if "low" in table else -np.inf
    return Keep(name, low, number(table, "high", -1e9, 1e9) if "high" in table else np.inf)


# ---- searching ----


class Tuner:
    def __init__(self, study: Study, start: Callable[[Setting], Executor]) -> None:
        self.study, self.start, self.plan = study, start, read_plan(study)
        self.trials: list[Trial] = []

    def search(self) -> Iterator[Trial]:
        """Trial by trial."""
        optuna = import_optuna()
        sampler = optuna.samplers.TPESampler(seed=self.study.seed % 2**32)
        goals = ["minimize"] * len(self.study.questions)
        search = optuna.create_study(directions=goals, sampler=sampler)
        for place in range(self.plan.trials):
            asked = search.ask()
            chosen = {key: propose(asked, key, allowed) for key, allowed in self.plan.space.items()}
            trial = self.measure(place, chosen)
            asked.set_constraint("keep", trial.violation)
            search.tell(asked, list(trial.distances))
            self.trials.append(trial)
            yield trial

    def measure(self, place: int, chosen: Tree) -> Trial:
        """Play one variant by itself; one that cannot be loaded is as bad as can be."""
        trial = self.variant(f"trial {place + 1}", chosen)
        plain = replace(self.study, variants=(trial,), questions=(), openings=self.plan.openings, looks=1, pieces=())
        try:
            lab = Lab(plain)
        except DataError:
            bad = (STRANGE,) * len(self.study.questions)
            return Trial(place, chosen, (np.nan,) * len(bad), bad, STRANGE)
        for _ in lab.run(self.start):
            pass
        games = lab.evidence(trial, 1)
        means = {name: mean_of(observed(measure_of(name), games)) for name in self.needed}
        lab.close()
        values = tuple(means[question.measure] for question in self.study.questions)
        worst = max((keep.violation(means[keep.measure]) for keep in self.plan.keep), default=0.0)
        return Trial(place, chosen, values, tuple(map(distance, self.aims, values)), worst)

    @property
    def aims(self) -> list[float | str]:
        return [question.aim for question in self.study.questions]

    @property
    def needed(self) -> list[str]:
        asked = [question.measure for question in self.study.questions]
        return list(dict.fromkeys([*asked, *(keep.measure for keep in self.plan.keep)]))

    def variant(self, name: str, chosen: Tree) -> Variant:
        base = self.study.base
        changed: Tree = {}
        for key, value in chosen.items():
            set_value(changed, tree_of(key, value))
        return Variant(name, base.options, changed)

    # ---- confirming ----

    def candidates(self) -> list[Trial]:
        """Of the trials that keep the constraints, those that no other beats in every goal; each choice once."""
        kept = [trial for trial in self.trials if trial.violation <= 0 and self.is_new(trial)]
        best = [one for one in kept if not any(beats(other, one) for other in kept)]
        once = {str(sorted(trial.chosen.items())): trial for trial in reversed(best)}
        ranked = sorted(once.values(), key=lambda trial: (sum(ranks(trial, kept)), trial.number))
        return ranked[: self.plan.confirm]

    def is_new(self, trial: Trial) -> bool:
        """Whether its numbers are not those of the game as it is."""
        study = self.study
        return rules_sum(study.load(self.variant("", trial.chosen))) != rules_sum(study.load(study.base))

    def confirmation(self) -> Study | None:
        """A study of the candidates against the game as it is, on openings that no trial has seen."""
        found = [self.variant(f"trial {trial.number + 1}", trial.chosen) for trial in self.candidates()]
        if not found:
            return None
        return replace(self.study, variants=(self.study.base, *found), seed=number_of(self.study.seed, "confirm"))


def propose(asked: Any, key: str, allowed: Any) -> Any:
    if isinstance(allowed, dict):
        return allowed["values"][asked.suggest_int(key, 0, len(allowed["values"]) - 1)]
    low, high = allowed
    whole = isinstance(low, int) and isinstance(high, int)
    return asked.suggest_int(key, low, high) if whole else asked.suggest_float(key, low, high)


def tree_of(key: str, value: Any) -> Tree:
    """
    >>> tree_of("end.limit", 9)
    {'end': {'limit': 9}}
    """
    first, dot, rest = key.partition(".")
    return {first: tree_of(rest, value) if dot else value}


def mean_of(seen: Any) -> float:
    known = across(seen)[np.isfinite(across(seen))] if seen.size else seen
    return float(known.mean()) if known.size else float("nan")


def distance(aim: float | str, value: float) -> float:
    if not np.isfinite(value):
        return STRANGE
    return (-value if aim == "more" else value) if isinstance(aim, str) else abs(value - aim)


def beats(one: Trial, other: Trial) -> bool:
    """At least as good in every goal, and better in one."""
    pairs = list(zip(one.distances, other.distances, strict=True))
    return all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)


def ranks(trial: Trial, among: Sequence[Trial]) -> list[int]:
    """In each goal, how many are nearer."""
    return [sum(other.distances[goal] < mine for other in among) for goal, mine in enumerate(trial.distances)]
