"""What a room costs in memory. Limits count this, not bytes that were sent: `!again` has six, its step thousands."""

from __future__ import annotations

from tabor.game import Kind
from tabor.server.protocol import Refusal
from tabor.server.room import Room

ROOM = 50_000  # bytes of a room without a match
STEP = 2_000  # of a step besides its state: events, objects
MOST_OF_ROOM = 64_000_000
MOST_OF_ALL = 1_000_000_000


def entry_cost(kind: Kind) -> int:
    return int(kind.STATE.itemsize) + STEP


def room_cost(room: Room) -> int:
    return ROOM + (len(room.match.steps) * entry_cost(room.game.kind) if room.match else 0)


def check_length(kind: Kind, entries: int) -> None:
    most = MOST_OF_ROOM // entry_cost(kind)
    if entries >= most:
        problem = f"the match has {entries} entries; a match of {kind.title} may have {most} here"
        raise Refusal("too-long", problem, 413, most=most)


def check_space(room: Room) -> None:
    """Whether a match may go on to grow; to resign and to agree on a draw is always possible."""
    if room.match:
        check_length(room.game.kind, len(room.match.steps))
