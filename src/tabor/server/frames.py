"""Replays of rooms: whom they are shown to, and in pieces."""

from __future__ import annotations

from collections.abc import Sequence

from tabor.frames import frame, frame_ends
from tabor.game import OVER, Tree
from tabor.match import Match
from tabor.server.protocol import Refusal
from tabor.server.room import Room

MOST_FRAMES = 100


def shown_match(room: Room, mine: Sequence[int], seat: int | None) -> Match:
    """The match as it is now, to be shown as a seat sees it. While it is played only to that seat."""
    if room.match is None:
        raise Refusal("not-begun", "the match has not begun yet", 409)
    check_shown(room, mine, seat)
    return room.match.copy()


def check_shown(room: Room, mine: Sequence[int], seat: int | None) -> None:
    """Whether what a seat sees may be shown."""
    if seat is not None and not 0 <= seat < len(room.seats):
        raise Refusal("no-seat", f"there is no seat {seat}: seats are 0 to {len(room.seats) - 1}")
    if seat is not None and seat not in mine and not room.is_over:
        raise Refusal("not-yours", "while the match is played only its own seat may see this", 403)


def frames(match: Match, seat: int | None, first: int, last: int | None) -> Tree:
    """The views after plies `first` to `last`."""
    ends = frame_ends(match)
    chosen = ends[first : (len(ends) if last is None else last + 1)][:MOST_FRAMES]
    return {
        "plies": len(ends) - 1,
        "from": first,
        "frames": [frame(match, seat, *bounds, with_board=not n) for n, bounds in enumerate(chosen)],
    }


def position_after(match: Match, ply: int) -> str:
    """The position after so many actions, as text; the game must go on there."""
    ends = frame_ends(match)
    if not 0 <= ply < len(ends):
        raise Refusal("no-ply", f"there is no ply {ply}: the match has 0 to {len(ends) - 1}")
    end = ends[ply][1]
    state = match.steps[end].before if end < len(match.steps) else match.state
    if int(state["player"]) == OVER:
        raise Refusal("over", "the match was over by then: play on from an earlier ply", 409)
    return match.game.state_text(state)
