"""How the attacker of a siege goes about it: together, so that who strikes at its first ranks is struck by the rest.

The army goes for the enemy's units where they can be reached, and for the castle. It marches behind a line: no rank
goes further until most of the others are close behind it.
"""

from __future__ import annotations

from typing import Any

from tabor.games.siege.board import is_unit_of
from tabor.games.siege.commander.mind import CAUTION, ENGINES
from tabor.games.siege.commander.rows import (
    ARMY,
    BESIEGING,
    BREACH,
    BY_BREACH,
    BY_FOOT,
    FACTS,
    FAR,
    FOOT,
    HOME,
    LINE,
    PLACES,
    QUEUED,
    RANK,
    ROLE,
    THEIR_ARMY,
    WAY,
    clear_row,
)
from tabor.games.siege.commander.ways import WALKING, queue_units, spread
from tabor.jit import rule

DEPTH = 5  # ranks of an army that is together
TOGETHER = 50  # percent of the army that must be within these ranks
FURTHEST = 400  # steps that are told apart
MUCH = 2  # times the enemy's army
STORMING = 8  # worth of an army besides that, which may storm a castle in standard mode
PATIENCE = 100  # turns of both after which even the weaker one attacks: it would lose in the end (S32)
SPENT = 4  # coins that are not worth waiting for
INNERMOST, OUTERMOST = 2, 4  # steps from the camps at which the army musters: new units need room


@rule
def know_besieger(rules: Any, state: Any, field: Any, mind: Any) -> None:
    """BESIEGING. S28: orange attacks; those who see no danger do not see why to wait for others, either."""
    field[FACTS, BESIEGING] = int(int(rules["siege"]) == 1 and int(state["player"]) == 1 and int(mind[CAUTION]) == 1)


@rule
def know_storm(rules: Any, field: Any, mind: Any) -> None:
    """BESIEGING: in standard mode, too, who is much the stronger one storms walls together and with engines."""
    is_way_shut = int(field[FACTS, WAY]) == BY_BREACH and int(mind[CAUTION]) == 1
    if int(rules["siege"]) == 0 and is_way_shut and int(mind[ENGINES]) == 1:
        is_strong = int(field[FACTS, ARMY]) >= STORMING + MUCH * int(field[FACTS, THEIR_ARMY])
        field[FACTS, BESIEGING] = int(is_strong)


@rule
def is_besieging(field: Any) -> bool:
    return int(field[FACTS, BESIEGING]) == 1


@rule
def form_ranks(rules: Any, state: Any, field: Any, player: int) -> None:
    """RANK, and LINE: how near the first ranks may go now; −1 where nobody waits for others."""
    field[FACTS, LINE] = -1
    way = int(field[FACTS, WAY])
    if not is_besieging(field) or way > BY_BREACH:
        return
    for cell in range(PLACES):
        field[RANK, cell] = field[FOOT if way == BY_FOOT else BREACH, cell]
    clear_row(field, QUEUED, 0)
    spread(rules, state, field, RANK, WALKING, player, queue_units(state, field, RANK, 1 - player, 0))
    is_overwhelming = int(field[FACTS, ARMY]) >= MUCH * int(field[FACTS, THEIR_ARMY])
    field[FACTS, LINE] = 0 if is_overwhelming else max(0, most_arrived(state, field, player) - DEPTH)


@rule
def is_in_ranks(state: Any, field: Any, number: int, player: int) -> bool:
    return is_unit_of(state, number, player) and int(field[ROLE, number]) == 0


@rule
def most_arrived(state: Any, field: Any, player: int) -> int:
    """The rank of the last of those first that make up most of the army."""
    best, total = FAR, 0
    for number in range(int(state["count"])):
        total += int(is_in_ranks(state, field, number, player))
    for number in range(int(state["count"])):
        if is_in_ranks(state, field, number, player):
            rank = int(field[RANK, int(state["cell"][number])])
            if rank < best and 100 * count_within(state, field, player, rank) >= TOGETHER * total:
                best = rank
    return best if best < FAR else 0


@rule
def count_within(state: Any, field: Any, player: int, rank: int) -> int:
    found = 0
    for number in range(int(state["count"])):
        if is_in_ranks(state, field, number, player):
            found += int(int(field[RANK, int(state["cell"][number])]) <= rank)
    return found


@rule
def is_mustering(rules: Any, state: Any, field: Any) -> bool:
    """Until all coins are an army, or it is much the stronger one, and again, for a time, when it is the weaker one."""
    army, theirs = int(field[FACTS, ARMY]), int(field[FACTS, THEIR_ARMY])
    if not is_besieging(field) or army >= MUCH * theirs:
        return False
    return int(state["coins"][int(state["player"])]) >= SPENT or (army < theirs and int(state["turns"]) < PATIENCE)


@rule
def rank_goal(rules: Any, state: Any, field: Any, cell: int) -> int:
    """How far a cell is from where a unit should be: about the camps while others are made, then in the ranks."""
    if is_mustering(rules, state, field):
        home = int(field[HOME, cell])
        return max(0, INNERMOST - home) + max(0, min(home, FURTHEST) - OUTERMOST)
    rank, line = int(field[RANK, cell]), int(field[FACTS, LINE])
    return min(rank if rank >= line else 2 * line - rank, FURTHEST)
