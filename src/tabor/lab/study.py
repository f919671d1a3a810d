"""A study's file: a game, variants of it, players that judge, what to ask, how sure to be, what it may cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from tabor.arena.plan import Entrant, check_names, entrant_of
from tabor.data import Origin, Table, read_toml
from tabor.errors import DataError
from tabor.game import Game, Tree
from tabor.games import find
from tabor.lab.content import seats_with_pieces
from tabor.lab.measures import MEASURES, measure_of
from tabor.lab.verdicts import Question
from tabor.loading import load_kind, set_value

BASE = "as it is"
MOST_VARIANTS, MOST_JUDGES, MOST_PIECES, MOST_OPENINGS = 200, 20, 100, 10**6


@dataclass(frozen=True)
class Variant:
    """The game with some of its numbers or options changed."""

    name: str
    options: Mapping[str, str] = field(default_factory=dict)
    changed: Tree = field(default_factory=dict)


@dataclass(frozen=True)
class Study:
    path: Path
    game: str
    seed: int
    variants: tuple[Variant, ...]  # the first is the base, to which all others are compared
    judges: tuple[Entrant, ...]  # from weak to strong
    questions: tuple[Question, ...]
    confidence: float
    openings: int  # at most, of each variant and judge
    sample: int  # of those, how many are replayed and played in other ways
    looks: int
    pieces: tuple[str, ...]  # that are taken away from one seat at a time
    ledger: str
    tune: Tree

    @property
    def base(self) -> Variant:
        return self.variants[0]

    @property
    def folder(self) -> Path:
        """Where the ledger and the bots are."""
        return self.path.with_suffix(".study")

    @property
    def error(self) -> float:
        """That a single comparison may have, so that all together have no more than the study may."""
        return (1 - self.confidence) / max(1, (len(self.variants) - 1) * len(self.questions))

    def load(self, variant: Variant) -> Game:
        return load_kind(find(self.game), dict(variant.changed), dict(variant.options))


def read_study(path: Path) -> Study:
    """The study of a file, checked: every variant loads, every judge can play."""
    tree = read_toml(path)
    table = Table({**DEFAULTS, **tree}, origins(tree, path.name))
    table.only(*DEFAULTS, "game", "judges")
    variants = read_variants(path, table)
    study = Study(
        path=path,
        game=find(table.text("game")).name,
        seed=table.integer("seed", 0, 2**62),
        variants=variants,
        judges=(),
        questions=read_questions(table),
        confidence=number(table, "confidence", 0.5, 0.9999),
        openings=table.integer("openings", 2, MOST_OPENINGS),
        sample=table.integer("sample", 0, MOST_OPENINGS),
        looks=table.integer("looks", 1, 50),
        pieces=tuple(table.texts("pieces", 0, MOST_PIECES)),
        ledger=table.text("ledger") if table.get("ledger") != "" else "",
        tune=table.table("tune").values,
    )
    games = [load_variant(study, variant) for variant in variants]
    if games[0].players < 2:
        raise DataError(f"{path.name}: a study needs a game of two or more seats; {games[0].kind.title} has one")
    check_pieces(study, games[0])
    judges = tuple(entrant_of(study.folder, word, games[0]) for word in table.texts("judges", 1, MOST_JUDGES))
    check_names(judges)
    return replace(study, judges=judges)


DEFAULTS: Tree = {
    "seed": 1,
    "options": {},
    "variants": {},
    "ask": [],
    "confidence": 0.95,
    "openings": 1000,
    "sample": 100,
    "looks": 5,
    "pieces": [],
    "ledger": "",
    "tune": {},
}


def origins(tree: Tree, name: str) -> Origin:
    return dict.fromkeys(tree, name)


def load_variant(study: Study, variant: Variant) -> Game:
    try:
        return study.load(variant)
    except DataError as error:
        raise DataError(f"{study.path.name}: variant {variant.name!r}: {error}") from None


def number(table: Table, key: str, low: float, high: float) -> float:
    value = table.get(key)
    if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
        table.refuse(key, f"is {value!r}; it must be a number from {low:g} to {high:g}")
    return float(value)


def check_pieces(study: Study, game: Game) -> None:
    if study.pieces and not seats_with_pieces(game):
        raise DataError(
            f"{study.path.name}: pieces cannot be taken from one side of {game.kind.title}: its data has no table "
            "`without`; take them from both in a variant"
        )
    if study.pieces and not study.sample:
        raise DataError(f"{study.path.name}: pieces are taken away in the sample's openings, and sample is 0")


# ---- variants ----


def read_variants(path: Path, table: Table) -> tuple[Variant, ...]:
    """The base, which is the game with the study's own options; then those of the file."""
    common = texts_of(table, "options")
    named = table.table("variants")
    found = [Variant(BASE, common)]
    for name in named:
        found.append(read_variant(path, name, named.table(name), common))
    if len(found) > MOST_VARIANTS:
        table.refuse("variants", f"has {len(found) - 1} entries; there may be {MOST_VARIANTS - 1}")
    if len({(str(one.options), str(one.changed)) for one in found}) < len(found):
        table.refuse("variants", "has two that are the same, or one that changes nothing")
    return tuple(found)


def read_variant(path: Path, name: str, table: Table, common: Mapping[str, str]) -> Variant:
    """`set` changes single numbers, `rules` names a file of them, `options` are the game's own."""
    table.only("set", "rules", "options")
    if name == BASE or not name.isprintable():
        table.refuse("", f"cannot be called {name!r}")
    changed = read_toml(path.parent / table.text("rules")) if "rules" in table else {}
    if "set" in table:
        set_value(changed, table.table("set").values)
    options = texts_of(table, "options") if "options" in table else {}
    return Variant(name, {**common, **options}, changed)


def texts_of(table: Table, key: str) -> dict[str, str]:
    inner = table.table(key)
    return {name: inner.text(name) for name in inner}


# ---- questions ----


def read_questions(table: Table) -> tuple[Question, ...]:
    found = [read_question(row) for row in tables(table, "ask")]
    if len({question.measure for question in found}) < len(found):
        table.refuse("ask", "names a measure twice")
    return tuple(found)


def tables(table: Table, key: str) -> list[Table]:
    """A list of tables, as under [[key]]."""
    rows = table.get(key)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        table.refuse(key, f"is {rows!r}; it must be a list of tables, each under [[{key}]]")
    return [Table(row, table.origin, f"{table.path}.{key}" if table.path else key) for row in rows]


def read_question(table: Table) -> Question:
    table.only("measure", "aim", "worth")
    measure = measure_of(table.choice("measure", [one.name for one in MEASURES]))
    worth = number(table, "worth", 0, 1e6) if "worth" in table else measure.worth
    return Question(measure.name, worth, read_aim(table) if "aim" in table else measure.aim)


def read_aim(table: Table) -> float | str:
    value = table.get("aim")
    if value in ("more", "less", ""):
        return str(value)
    if isinstance(value, str):
        table.refuse("aim", f"is {value!r}; it must be a number, 'more', 'less', or '' where neither is better")
    return number(table, "aim", -1e6, 1e6)
