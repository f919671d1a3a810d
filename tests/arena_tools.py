"""Players that do not exist, of known strength: what ratings and tests say of them can be right or wrong."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from tabor.arena.ratings import ELO, Floats, Games, outcome_chances

DRAW = -0.5  # log weight of a draw
FIRST = 0.2  # what the first seat is worth


def draw_results(rng: np.random.Generator, difference: Floats) -> Floats:
    """0 for each first that comes out ahead, 1 level, 2 behind."""
    results: Floats = (rng.random(len(difference))[:, None] > outcome_chances(difference, DRAW).cumsum(1)).sum(1)
    return results


def round_robin(rng: np.random.Generator, elo: Floats, pairs: int, opening: float = 0.0) -> Games:
    """Everybody meets everybody; `opening`: how far the luck of an opening, which both games of a pair share, goes."""
    met = np.repeat(np.array(list(combinations(range(len(elo)), 2))), pairs, 0)
    luck = rng.normal(0, opening, len(met)) if opening else np.zeros(len(met))
    who = np.concatenate([met, met[:, ::-1]])
    apart = (elo[who[:, 0]] - elo[who[:, 1]]) / ELO + FIRST + np.tile(luck, 2)
    place = np.array([(0, 1), (0, 0), (1, 0)])[draw_results(rng, apart).astype(int)]
    return Games(len(elo), who, place, np.tile(np.arange(len(met)), 2))
