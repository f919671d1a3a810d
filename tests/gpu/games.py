"""The games that batches are tried with: Tabor's own, and the toys with dice, secrets and a third player."""

from __future__ import annotations

from toys import TOYS

from tabor.game import Game
from tabor.games import NAMES, find
from tabor.loading import load_kind

GAMES: dict[str, Game] = {kind.name: load_kind(kind) for kind in (*map(find, NAMES), *TOYS.values())}
