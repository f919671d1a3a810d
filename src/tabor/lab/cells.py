"""What is played: a cell is a variant, a table and a kind of dice. Each is a plan of its own in the ledger, named by
all that decides its games: whoever changes a study's file plays only what is new in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, product

from tabor.arena.plan import Entrant
from tabor.arena.playing import number_of
from tabor.arena.shards import Shard, variant_text
from tabor.game import Game
from tabor.lab.content import seats_with_pieces
from tabor.lab.study import Study, Variant, load_variant
from tabor.loading import set_value
from tabor.saves import rules_sum

SIZE = 10  # openings of a shard
MIRROR, STEP, AGAIN = "mirror", "step", "again"  # a judge by itself; against the one below; so with other dice
LACK = "lack"  # a judge by itself, one seat of which must do without a piece


@dataclass(frozen=True)
class Cell:
    variant: Variant
    game: Game
    seed: int
    kind: str
    judge: int  # the number of the judge; of a step, the stronger one
    table: tuple[Entrant, ...]
    lack: tuple[int, str] | None = None  # the seat, and the piece

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.table)

    @cached_property
    def plan(self) -> str:
        """Its name in the ledger."""
        game = self.game
        parts = [game.kind.name, game.kind.version, rules_sum(game), sorted(game.options.items())]
        parts += [self.seed, SIZE, "other dice" if self.kind == AGAIN else ""]
        parts += [player.sum or player.plays for player in self.table]
        parts += [player.plays.partition(":")[2] for player in self.table if player.sum]
        return hashlib.blake2b("\0".join(map(str, parts)).encode(), digest_size=16).hexdigest()

    def shard(self, number: int) -> Shard:
        """The same openings for all variants and judges."""
        seeds = tuple(number_of(self.seed, "opening", i) for i in range(number * SIZE, (number + 1) * SIZE))
        text = variant_text(self.variant.options, self.variant.changed)
        return Shard(number, self.names, seeds, False, text, int(self.kind == AGAIN))


def cells_of(study: Study, variant: Variant, game: Game) -> Iterator[Cell]:
    """Every judge by itself; where some openings are looked at closely, with others, other dice and without pieces."""
    seats = game.players
    for number, judge in enumerate(study.judges):
        yield Cell(variant, game, study.seed, MIRROR, number, (judge,) * seats)
    if study.sample:
        for kind in (STEP, AGAIN) if game.kind.chance else (STEP,):
            for number, (weak, strong) in enumerate(pairwise(study.judges), 1):
                yield Cell(variant, game, study.seed, kind, number, (strong, *(weak,) * (seats - 1)))
        for seat, piece in product(seats_with_pieces(game), study.pieces):
            yield from lacking_cells(study, variant, game, seat, piece)


def lacking_cells(study: Study, variant: Variant, game: Game, seat: int, piece: str) -> Iterator[Cell]:
    changed, name = deepcopy(variant.changed), game.setup.seats[seat]
    lost = changed.get("without", {}).get(name, [])
    set_value(changed, {"without": {name: [*lost, piece]}})
    poorer = replace(variant, changed=changed)
    loaded = load_variant(study, poorer)
    for number, judge in enumerate(study.judges):
        yield Cell(poorer, loaded, study.seed, LACK, number, (judge,) * game.players, (seat, piece))


def shards_at(study: Study, look: int, kind: str) -> int:
    """How many shards of a cell a look (1, 2, …) has: equal shares of the whole."""
    most = study.openings if kind == MIRROR else min(study.sample, study.openings)
    return -(-most * look // (study.looks * SIZE))
