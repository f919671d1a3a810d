"""What puzzles of Siege ask for: to take a seat, or to keep one's own, without any luck.

Armies are large, and their orders without number; so a puzzle is a part of a position: all buildings, and around one
seat a few land units of each side.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabor.game import OVER, Goal
from tabor.games.siege.board import is_seat, remove_token, steps_apart, token_at
from tabor.games.siege.words import ENGINE, INFANTRY, LOW, P_BUILDINGS, P_UNITS, SHIP, TOWER
from tabor.jit import plain

is_seat, remove_token = plain(is_seat), plain(remove_token)
steps_apart, token_at = plain(steps_apart), plain(token_at)

NEAR = 6  # steps from a seat
GUARDS = 6  # of a seat that are tried, one at a time


# ---- who is where ----


def tokens_of(state: Any) -> range:
    return range(int(state["count"]))


def seats_of(state: Any, player: int) -> list[int]:
    """A player's castles and camps."""
    owners, kinds = state["owner"].tolist(), state["kind"].tolist()
    return [token for token in tokens_of(state) if owners[token] == player and is_seat(kinds[token])]


def cells_of(state: Any, tokens: list[int]) -> set[int]:
    return {int(state["cell"][token]) for token in tokens}


def land_units(state: Any, player: int) -> list[int]:
    owners, kinds = state["owner"].tolist(), state["kind"].tolist()
    return [token for token in tokens_of(state) if owners[token] == player and kinds[token] < TOWER]


def is_vehicle(kind: int) -> bool:
    return TOWER <= kind <= SHIP


def steps_to(setup: Any, state: Any, token: int, seat: int) -> int:
    width, cell = int(setup.rules["width"]), int(state["cell"][token])
    return int(steps_apart(setup.rules, state, seat, INFANTRY, 0, cell % width, cell // width))


# ---- goals ----


def captors(setup: Any, state: Any, player: int, seat: int) -> int:
    """How many land units of a player are beside a seat or might still get there in this turn, if nothing carries
    them."""
    tired = state["tired"].tolist()
    return sum(is_within_reach(setup, state, unit, seat, bool(tired[unit])) for unit in land_units(state, player))


def is_within_reach(setup: Any, state: Any, unit: int, seat: int, is_tired: bool = False) -> bool:
    reach = 0 if is_tired else int(setup.rules["move"][int(state["kind"][unit])])
    return steps_to(setup, state, unit, seat) - 1 <= reach


def is_out_of_danger(setup: Any, state: Any, player: int) -> bool:
    """Whether the player on turn has too few units to take any seat of the other."""
    if any(is_vehicle(kind) for kind in state["kind"][: int(state["count"])].tolist()):
        return False
    least = int(setup.rules["captors"])
    return all(captors(setup, state, player, seat) < least for seat in seats_of(state, 1 - player))


def takes_seat(setup: Any, before: Any, state: Any, player: int, rounds: int) -> bool | None:
    """S25: in this turn."""
    if cells_of(state, seats_of(state, player)) - cells_of(before, seats_of(before, player)):
        return True
    is_going_on = int(state["player"]) == player and int(state["phase"]) < P_BUILDINGS and not rounds
    return None if is_going_on and not is_out_of_danger(setup, state, player) else False


def keeps_seats(setup: Any, before: Any, state: Any, player: int, rounds: int) -> bool | None:
    """S25: none is lost in the other side's turn; once its buildings act nothing more can be."""
    if cells_of(before, seats_of(before, player)) - cells_of(state, seats_of(state, player)):
        return False
    if rounds or int(state["player"]) == OVER:
        return True
    if int(state["player"]) == player:
        return None
    is_past = int(state["phase"]) >= P_BUILDINGS
    return True if is_past or is_out_of_danger(setup, state, 1 - player) else None


# ---- where puzzles begin ----


def sieges(setup: Any, state: Any, attacker: int, is_guarded: bool) -> Iterator[Any]:
    """For each seat that an army stands before, and each of those who guard it, or could come to: the buildings, that
    guard, and three or four who could take the seat."""
    if int(state["phase"]) != P_UNITS or int(state["ship"]) >= 0:
        return
    least = int(setup.rules["captors"])
    for seat in seats_of(state, 1 - attacker):
        near = [unit for unit in nearest(setup, state, attacker, seat) if is_within_reach(setup, state, unit, seat)]
        for guard in nearest(setup, state, 1 - attacker, seat)[:GUARDS] if len(near) >= least else []:
            if (steps_to(setup, state, guard, seat) == 1) == is_guarded:
                yield from (only(setup, state, {guard, *near[:count]}) for count in {least, min(len(near), least + 1)})


def nearest(setup: Any, state: Any, player: int, seat: int) -> list[int]:
    """A player's land units near a seat that nothing carries."""
    far = {unit: steps_to(setup, state, unit, seat) for unit in land_units(state, player)}
    return sorted((unit for unit in far if far[unit] <= NEAR and stands_alone(state, unit)), key=lambda unit: far[unit])


def stands_alone(state: Any, unit: int) -> bool:
    cell = int(state["cell"][unit])
    low = int(token_at(state, LOW, cell))
    return int(token_at(state, ENGINE, cell)) < 0 and (low < 0 or int(state["kind"][low]) != SHIP)


def only(setup: Any, state: Any, units: set[int]) -> Any:
    """The position with these land units and all buildings."""
    found = state.copy()
    for token in reversed(tokens_of(state)):
        if int(state["kind"][token]) <= SHIP and token not in units:
            remove_token(setup.rules, found, token)
    return found


def chances(setup: Any, state: Any, player: int) -> Iterator[Any]:
    yield from sieges(setup, state, player, True)


def threats(setup: Any, state: Any, player: int) -> Iterator[Any]:
    yield from sieges(setup, state, 1 - player, False)


GOALS = {
    "take": Goal(takes_seat, chances, 7),
    "keep": Goal(keeps_seats, threats, 5),
}
