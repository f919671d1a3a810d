"""A small net: from what a robot sees, looked at four ways, to how likely each order is; or once, to what it is worth.

One hidden layer. Nets are made by `bench/robots_learn.py` and kept in nets.npz.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabor.games.robots.learned.sight import rows
from tabor.games.robots.rules import ATTACK, DONE, GUARD, MOVE, SUICIDE, has_order
from tabor.jit import rule

HIDDEN = 48
HEADS = 4  # a step ahead, a blow ahead, guard, suicide
IMPOSSIBLE = np.float32(-1e9)


@rule
def excite(weights: Any, listed: Any, n: int, hidden: Any) -> None:
    """The hidden layer: the sum of the rows seen. Row 0 stands for nothing seen and is the bias."""
    for j in range(HIDDEN):
        hidden[j] = weights[0, j]
    for i in range(n):
        row = int(listed[i])
        for j in range(HIDDEN):
            hidden[j] += weights[row, j]
    for j in range(HIDDEN):
        hidden[j] = max(hidden[j], np.float32(0))


@rule
def head(heads: Any, which: int, hidden: Any) -> Any:
    total = heads[which, HIDDEN]
    for j in range(HIDDEN):
        total += heads[which, j] * hidden[j]
    return total


@rule
def order_scores(
    rules: Any, cell: int, sight: Any, weights: Any, heads: Any, listed: Any, hidden: Any, out: Any
) -> None:
    """The logarithm of how likely each order is, but for a constant."""
    out[GUARD] = np.float32(0)
    out[SUICIDE] = np.float32(0)
    for way in range(4):
        excite(weights, listed, rows(sight, way, listed), hidden)
        out[MOVE + way] = head(heads, 0, hidden)
        out[ATTACK + way] = head(heads, 1, hidden)
        out[GUARD] += head(heads, 2, hidden) / np.float32(4)
        out[SUICIDE] += head(heads, 3, hidden) / np.float32(4)
    for order in range(DONE):
        if not has_order(rules, cell, order):
            out[order] = IMPOSSIBLE


@rule
def to_odds(scores: Any) -> None:
    """Scores of orders into shares of 1."""
    most = scores[0]
    for order in range(DONE):
        most = max(most, scores[order])
    total = np.float32(0)
    for order in range(DONE):
        scores[order] = np.float32(np.exp(scores[order] - most))
        total += scores[order]
    for order in range(DONE):
        scores[order] /= total
