"""A match ply by ply, for replays: what a seat, or a spectator, saw at each."""

from __future__ import annotations

from collections.abc import Iterator

from tabor.game import Tree
from tabor.match import Match
from tabor.view import view


def frames(match: Match, seat: int | None = None, first: int = 0) -> Iterator[Tree]:
    """The views after each ply, from before the first one on; the board, which never changes, is in that one alone.

    `first`: how many are not asked for.
    """
    for number, bounds in enumerate(frame_ends(match)[first:], first):
        yield frame(match, seat, *bounds, with_board=not number)


def frame_ends(match: Match) -> list[tuple[int, int]]:
    """For each frame where its steps begin and end in the log; the first has none, marks belong to the ply before."""
    ends = [number + 1 for number, step in enumerate(match.steps) if not step.mark]
    if ends and match.steps[-1].mark:
        ends[-1] = len(match.steps)
    return list(zip([0, 0, *ends[:-1]], [0, *ends], strict=True)) if ends else [(0, len(match.steps))]


def frame(match: Match, seat: int | None, begin: int, end: int, with_board: bool) -> Tree:
    """What was seen once the steps up to `end` had been played; the log has those from `begin`."""
    then = match.copy()
    if end < len(match.steps):
        then.state = match.steps[end].before
        del then.steps[end:]
    seen = view(then, seat, begin)
    del seen["choices"]
    if not with_board:
        del seen["board"]
    return seen
