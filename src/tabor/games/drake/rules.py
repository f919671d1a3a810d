"""The rules of The Drake. S1 … S13 are the sentences of README.md.

A set of cells is an integer whose bit c stands for cell c (at most 36 of them). A shift is a target with a way that
must be free; a slide is a shift to every cell of its ray: so both are "moves", listed for every unit and cell by
`numbers.py`, and the rules only ask whether the way is free and who stands at its end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabor.game import DRAWN, HEADER, OVER, emit, end, record
from tabor.grid import lowest
from tabor.jit import rule

# LIMITS
SIDE = 6  # cells along the board's edge
CELLS = 36
TROOPS = 16  # different troops
FACES = 32  # face = 2 × troop + (0 front, 1 back)
STACK = 24  # units of a player

RULES = record(
    ("open", np.int64),  # S1: the cells of the board that are no mountains
    ("inner", np.int64, 2),  # all cells but the last column, all but the first
    ("home", np.int64, 2),  # S4: where a player's leader may be put
    ("between", np.int64, (CELLS, CELLS)),  # cells strictly between two, if they lie on a straight line
    ("no_progress", np.int16),  # S13
    ("size", np.int8),  # of the board
    ("cells", np.int8),  # size × size
    ("troops", np.int8),
    ("guards", np.int8),  # S2
    ("no_move_draws", np.int8),  # S12
    ("stack_size", np.int8),
    ("stack", np.int8, STACK),  # S2: troops, top first
    ("worth", np.int8, TROOPS),
    (
        "moves",
        np.int8,
        (2, FACES, CELLS, CELLS),
    ),  # S7, S8: [owner, face, cell]: how many targets, then they, ascending
    ("strikes", np.int8, (2, FACES, CELLS, CELLS)),  # S9: the same for strikes
    # What follows from all that, for `value`; see DrakeSetup.numbers.
    ("points", np.int16, (1 + 2 * FACES, CELLS)),  # [unit, cell]: blue's above 0, orange's below
    ("waiting", np.int16, (2, 1 + STACK)),  # points of what is left in a stack, by how many were placed
    ("own_size", np.int8, 2),
    ("own", np.int8, (2, STACK)),  # each player's stack: the whole, but for what it must do without
)

STATE = record(
    *HEADER,
    ("standing", np.int64, 2),  # the cells of a player's units
    ("idle", np.int16),  # plies since the last placement or capture
    ("placed", np.int8, 2),  # units taken from a player's stack
    ("leader", np.int8, 2),  # the cell of a player's leader; −1 not placed yet, or captured
    ("units", np.int8, CELLS),  # 0 free, else 1 + 2 × face + owner
)

WORK = record(("unused", np.int8))

# Reasons of the end
LEADER_CAPTURED, NO_MOVE, NO_PROGRESS = 1, 2, 3

# Events: (PLACED, player, cell, troop) (MOVED, player, from, to, face before) (CAPTURED, player, cell, face of the
# captured, 1 if by a strike) (STRUCK, player, from, to, face before) (ENDED, winner, reason)
PLACED, MOVED, STRUCK, CAPTURED, ENDED = 0, 1, 2, 3, 4

# An action has three digits: from (0 the stack, else 1 + cell), how, to.
MOVE, STRIKE = 0, 1


@rule
def encode(cells: Any, origin: Any, how: Any, target: Any) -> Any:
    return (origin * 2 + how) * cells + target


@rule
def unit(owner: Any, face: Any) -> Any:
    return 1 + 2 * face + owner


@rule
def owner_of(unit: Any) -> Any:
    return (unit - 1) & 1


@rule
def face_of(unit: Any) -> Any:
    return (unit - 1) >> 1


@rule
def start(rules: Any, state: Any, work: Any, rng: Any) -> None:
    """S4: an empty board; blue begins. A board where it cannot is settled like any other turn (S12)."""
    state["leader"][0] = state["leader"][1] = -1
    settle_no_move(rules, state)


# ---- legal actions ----


@rule
def around(rules: Any, cells: Any) -> Any:
    """The set of cells, on the board or just beyond it, that share an edge with any of these."""
    size = int(rules["size"])
    right = (cells & int(rules["inner"][0])) << 1
    left = (cells & int(rules["inner"][1])) >> 1
    return right | left | cells << size | cells >> size


@rule
def is_middle_game(rules: Any, state: Any) -> Any:
    """S5: nobody moves or captures before all guards stand."""
    guards = int(rules["guards"])
    return int(state["placed"][0]) > guards and int(state["placed"][1]) > guards


@rule
def placements(rules: Any, state: Any, player: Any, own: Any, enemy: Any) -> Any:
    """The set of cells where the top of the stack may be put."""
    placed = int(state["placed"][player])
    if placed == int(rules["own_size"][player]):
        return 0
    if placed == 0:  # S4
        cells = int(rules["home"][player])
    elif placed <= int(rules["guards"]):  # S5
        cells = around(rules, 1 << int(state["leader"][player]))
    else:  # S6
        cells = around(rules, own)
    return cells & int(rules["open"]) & ~(own | enemy)


@rule
def add_actions(rules: Any, state: Any, cell: Any, own: Any, enemy: Any, out: Any, n: Any) -> Any:
    """S7, S8, S9: write what the unit on this cell can do behind the n actions of `out`.

    An action is written before it is known to be possible, and the next one over it if it is not: without branches
    that nobody could foresee this takes half the time. There is room: no list has a placement on every cell.
    """
    cells = int(rules["cells"])
    blocked = own | enemy | ~int(rules["open"])
    here = int(state["units"][cell])
    moves = rules["moves"][owner_of(here), face_of(here), cell]
    first = encode(cells, 1 + cell, MOVE, 0)
    for i in range(1, 1 + int(moves[0])):
        target = int(moves[i])
        out[n] = first + target
        n += (int(rules["between"][cell, target]) & blocked | (blocked & ~enemy) >> target & 1) == 0
    strikes = rules["strikes"][owner_of(here), face_of(here), cell]
    first = encode(cells, 1 + cell, STRIKE, 0)
    for i in range(1, 1 + int(strikes[0])):
        target = int(strikes[i])
        out[n] = first + target
        n += enemy >> target & 1
    return n


@rule
def legal(rules: Any, state: Any, work: Any, out: Any) -> Any:
    """S4, S5, S6: placements first, then the actions of each unit."""
    player = int(state["player"])
    if player == OVER:
        return 0
    cells = int(rules["cells"])
    own = int(state["standing"][player])
    enemy = int(state["standing"][1 - player])
    free = placements(rules, state, player, own, enemy)
    n = 0
    while free != 0:
        out[n] = encode(cells, 0, MOVE, lowest(free))
        free &= free - 1
        n += 1
    rest = own if is_middle_game(rules, state) else 0
    while rest != 0:
        n = add_actions(rules, state, lowest(rest), own, enemy, out, n)
        rest &= rest - 1
    return n


@rule
def can_act(rules: Any, state: Any, cell: Any, own: Any, enemy: Any) -> Any:
    """Whether the unit on this cell has any action; what `add_actions` would list."""
    blocked = own | enemy | ~int(rules["open"])
    here = int(state["units"][cell])
    moves = rules["moves"][owner_of(here), face_of(here), cell]
    for i in range(1, 1 + int(moves[0])):
        target = int(moves[i])
        if int(rules["between"][cell, target]) & blocked == 0 and (blocked & ~enemy) >> target & 1 == 0:
            return True
    strikes = rules["strikes"][owner_of(here), face_of(here), cell]
    for i in range(1, 1 + int(strikes[0])):  # noqa: SIM110 - a generator cannot be compiled
        if enemy >> int(strikes[i]) & 1:
            return True
    return False


@rule
def has_action(rules: Any, state: Any) -> Any:
    """Whether the player on turn can do anything: `legal`, stopped at the first action."""
    player = int(state["player"])
    own = int(state["standing"][player])
    enemy = int(state["standing"][1 - player])
    if placements(rules, state, player, own, enemy) != 0:
        return True
    rest = own if is_middle_game(rules, state) else 0
    while rest != 0:
        if can_act(rules, state, lowest(rest), own, enemy):
            return True
        rest &= rest - 1
    return False


# ---- playing an action ----


@rule
def place(rules: Any, state: Any, target: Any, events: Any) -> None:
    """S3, S6: the top of the stack comes onto the board, front up."""
    player = int(state["player"])
    placed = int(state["placed"][player])
    troop = int(rules["own"][player, placed])
    state["units"][target] = unit(player, 2 * troop)
    state["standing"][player] |= 1 << target
    state["placed"][player] = placed + 1
    state["idle"] = 0
    if placed == 0:
        state["leader"][player] = target
    emit(events, PLACED, player, target, troop, 0, 0)


@rule
def capture(state: Any, target: Any, how: Any, events: Any) -> None:
    """S10: whoever stands there leaves the game for good."""
    there = int(state["units"][target])
    if there == 0:
        return
    owner = owner_of(there)
    state["units"][target] = 0
    state["standing"][owner] &= ~(1 << target)
    state["idle"] = 0
    emit(events, CAPTURED, owner, target, face_of(there), how, 0)
    if int(state["leader"][owner]) == target:
        state["leader"][owner] = -1


@rule
def act(state: Any, origin: Any, how: Any, target: Any, events: Any) -> None:
    """S7, S8, S9; S3: the unit flips after it."""
    player = int(state["player"])
    face = face_of(int(state["units"][origin]))
    state["idle"] = int(state["idle"]) + 1
    if how == STRIKE:
        emit(events, STRUCK, player, origin, target, face, 0)
        capture(state, target, how, events)
        state["units"][origin] = unit(player, face ^ 1)
        return
    emit(events, MOVED, player, origin, target, face, 0)
    capture(state, target, how, events)
    state["units"][origin] = 0
    state["units"][target] = unit(player, face ^ 1)
    state["standing"][player] ^= 1 << origin | 1 << target
    if int(state["leader"][player]) == origin:
        state["leader"][player] = target


@rule
def settle_no_move(rules: Any, state: Any) -> None:
    """S12."""
    if has_action(rules, state):
        return
    if int(rules["no_move_draws"]) == 1:
        end(state, DRAWN, NO_MOVE)
    else:
        end(state, 1 - int(state["player"]), NO_MOVE)


@rule
def finish_turn(rules: Any, state: Any) -> None:
    """S11, S12, S13: the end, or the other player's turn. Having no move counts before a draw by S13."""
    player = int(state["player"])
    state["ply"] = int(state["ply"]) + 1
    if int(state["leader"][1 - player]) < 0 and int(state["placed"][1 - player]) > 0:
        end(state, player, LEADER_CAPTURED)
        return
    state["player"] = 1 - player
    settle_no_move(rules, state)
    if int(state["player"]) != OVER and int(state["idle"]) >= int(rules["no_progress"]):
        end(state, DRAWN, NO_PROGRESS)


@rule
def apply(rules: Any, state: Any, work: Any, action: Any, rng: Any, events: Any) -> None:
    """S6: place the top of the stack, or act with one unit."""
    cells = int(rules["cells"])
    target = action % cells
    how = action // cells % 2
    origin = action // cells // 2
    if origin == 0:
        place(rules, state, target, events)
    else:
        act(state, origin - 1, how, target, events)
    finish_turn(rules, state)
    if int(state["player"]) == OVER:
        emit(events, ENDED, int(state["winner"]), int(state["reason"]), 0, 0, 0)


@rule
def loud(rules: Any, state: Any, action: Any) -> Any:
    """Captures: only what ends on an enemy's cell."""
    return int(state["units"][action % int(rules["cells"])]) != 0
