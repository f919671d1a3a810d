"""Whole games as arrays in a file, for offline learning: a row for each decision, in npz or Parquet.

    write(game, matches, "games.npz")                 # matches, e.g. of tabor.open
    write(game, of_tournament(tournament), "games.parquet")

Columns: `planes` int8[n, planes, height, width] as the deciding player saw it, `masks` bool[n, space], `actions`,
`players`, `games` (the number of the match), `plies`, and `outcomes`: 1, 0 or −1, what the game came to for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tabor.batch.shapes import action_space
from tabor.envs.extras import need
from tabor.errors import DataError
from tabor.game import Array, Game
from tabor.match import Match

if TYPE_CHECKING:
    from tabor.arena.tournament import Tournament

COLUMNS = ("planes", "masks", "actions", "players", "games", "plies", "outcomes")
TYPES = (np.int8, np.bool_, np.int32, np.int8, np.int64, np.int32, np.float32)


def write(game: Game, matches: Iterable[Match], path: str | Path) -> int:
    """Write all decisions of these matches; how many there were. The name's ending says how: .npz or .parquet."""
    path = Path(path)
    if path.suffix not in (".npz", ".parquet"):
        raise DataError(f"{path} is called neither .npz nor .parquet")
    columns = arrays(game, matches)
    if path.suffix == ".npz":
        np.savez_compressed(path, **columns)
    else:
        write_parquet(columns, path)
    return len(columns["actions"])


def arrays(game: Game, matches: Iterable[Match]) -> dict[str, Array]:
    """All columns."""
    rows = [row for number, match in enumerate(matches) for row in decisions(game, match, number)]
    columns = zip(*rows, strict=True) if rows else [()] * len(COLUMNS)
    made: dict[str, Array] = {
        name: np.array(column, kind) for name, column, kind in zip(COLUMNS, columns, TYPES, strict=True)
    }
    shapes = {"planes": game.setup.planes, "masks": (action_space(game),)}
    return {name: array.reshape(len(rows), *shapes.get(name, ())) for name, array in made.items()}


def decisions(game: Game, match: Match, number: int) -> Iterator[tuple[Any, ...]]:
    """A row for each action of a match."""
    for step in match.steps:
        if step.mark:
            continue  # an entry of the match, such as a resignation, is nobody's action
        state = step.before
        player, mask = int(state["player"]), np.zeros(action_space(game), np.bool_)
        mask[game.legal(state)] = True
        outcome = outcome_for(match, player)
        yield game.observe(state, player), mask, step.action, player, number, int(state["ply"]), outcome


def outcome_for(match: Match, player: int) -> float:
    """1, 0 or −1; 0 while the game goes on."""
    outcome = match.outcome
    if outcome is None or outcome.winner is None:
        return 0.0
    return 1.0 if outcome.winner == player else -1.0


def write_parquet(columns: dict[str, Array], path: Path) -> None:
    """Planes and masks as lists of a fixed length, in the order of their memory."""
    arrow, parquet = need("pyarrow", "parquet"), need("pyarrow.parquet", "parquet")
    fields = {}
    for name, array in columns.items():
        flat = arrow.array(array.ravel())
        width = int(np.prod(array.shape[1:]))
        fields[name] = flat if array.ndim == 1 else arrow.FixedSizeListArray.from_arrays(flat, width)
    parquet.write_table(arrow.table(fields), path)


def of_tournament(tournament: Tournament) -> Iterator[Match]:
    """Every game in a tournament's ledger, replayed."""
    from tabor.arena.local import Desk
    from tabor.arena.playing import replay

    game = Desk(tournament.setting()).game
    for shard in sorted(tournament.ledger.entered()):
        for played in tournament.played(shard):
            yield replay(game, played)
