"""The records of siege, and what stands where: tokens, their places, and the layers of a cell.

A **place** is a kind, the lowest left cell and whether it lies upright (along its column); a token's cells follow from
it. Tokens are numbered from 0 without gaps, and every layer of a cell holds 1 + the number of the token there. Castles
are never removed, so whatever is numbered from them stays true; any other number may change when a token goes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabor.game import HEADER, record
from tabor.games.siege.words import (
    CAMP,
    CASTLE,
    CAVALRY,
    ENGINE,
    GRASS,
    KINDS,
    LADDER,
    LAND,
    LAYERS,
    LOW,
    PORT,
    TOWER,
    TREBUCHET,
)
from tabor.jit import rule

# LIMITS
SIDE = 40  # cells along the map's edge
CELLS = SIDE * SIDE
TOKENS = 250
LONGEST_LIST = 2048  # legal actions

DIE = 6
NONE = -1  # no token, no owner, no castle, no plan

RULES = record(
    ("width", np.int16),
    ("height", np.int16),
    ("siege", np.int8),  # the mode: STANDARD or SIEGE
    ("terrain", np.int8, CELLS),
    ("castle_ground", np.int8, CELLS),  # S26: 1 where the lowest left cell of a castle may be placed
    ("camp_ground", np.int8, CELLS),  # S26: the same for a camp
    ("first_castle", np.int8, CELLS),  # S29: castle_ground that leaves room for those who place after
    ("move", np.int8, len(KINDS)),
    ("cost", np.int16, len(KINDS)),
    ("reach", np.int16, len(KINDS)),  # farthest distance from the castle that builds it
    ("length", np.int8, len(KINDS)),
    ("breadth", np.int8, len(KINDS)),
    ("start_coins", np.int16, 2),  # S27, S28: of each player
    ("castle_coins", np.int16),  # S21: taken by a castle's action
    ("income", np.int16),  # S28: of each castle at the start of a turn
    ("least_distance", np.int16),  # S27, S28: between seats of different players in set-up
    ("barracks_units", np.int8),  # S22
    ("captors", np.int8),  # S25
    ("shot_range", np.int8),  # S17
    ("lift", np.int8),  # S17
    ("shot_hits", np.int8),  # S17: the least roll that kills
    ("ram_breaks_wall", np.int8),  # S19: the least roll
    ("ram_breaks_other", np.int8),
    ("hurl_to", np.int8, DIE + 1),  # S20: by roll, the how many-th cell beyond the end; 0 a miss
    ("seatless_turns", np.int8),  # S30
    ("units_from_turn", np.int16),  # S31
    ("turn_limit", np.int16),  # S32
    ("most_tokens", np.int16),
    ("ladder_beside_wall", np.int8),  # option
    ("camp_from_enemy", np.int16),  # option: least distance of a new camp to an enemy seat
    ("lacks", np.int8, (2, len(KINDS))),  # 1 for tokens that a player may neither build nor make
)

STATE = record(
    *HEADER,
    ("turns", np.int16),  # of both together that have ended
    ("coins", np.int32, 2),
    ("seatless", np.int8, 2),  # S30: turns that ended without a castle or camp
    ("setup", np.int8),  # castles and camps still to be placed; 0 while playing
    ("phase", np.int8),  # what is being chosen
    ("ship", np.int16),  # the ship whose turn is going on
    ("active", np.int16),  # the unit, engine or building whose turn or action is going on
    ("member", np.int16),  # S18: the unit inside the active tower that is about to act
    ("sailed", np.int8),  # 1: that ship can no longer move
    ("moved", np.int8),  # 1: the active unit or engine can no longer move
    ("plan", np.int8),  # what a castle is about to build: an index of plans
    ("made", np.int8),  # S22: land units made in the action going on
    ("count", np.int16),  # tokens; what follows is 0 behind them
    ("kind", np.int8, TOKENS),
    ("owner", np.int8, TOKENS),  # a player or NONE
    ("upright", np.int8, TOKENS),  # 1: the long side lies along a column
    ("tired", np.int8, TOKENS),  # 1: an exhausted land unit, or a building that has acted in this turn
    ("home", np.int16, TOKENS),  # S21: the castle to which a barracks, workshop, port or gate belongs; else NONE
    ("cell", np.int16, TOKENS),  # the lowest left one
    ("layers", np.uint8, (len(LAYERS), CELLS)),  # LOW, ENGINE, LAND: 1 + number of the token there, 0 none
)

WORK = record(
    ("list", np.int32, LONGEST_LIST),  # actions being listed
    ("steps", np.int8, CELLS),  # how many steps away a place is, while moves are looked for; −1 not reached
    ("camps", np.int16, CELLS),  # S29: where a camp could be placed
    ("riders", np.int16, CELLS),  # tokens that are being carried
)

# Events: kind, then what the comment says.
PLACED = 0  # player, kind, cell, upright
BUILT = 1  # player, kind, cell, upright, cost
COINS = 2  # player, coins
MOVED = 3  # player, kind, cell before, cell after, upright
TURNED = 4  # player, kind, cell before, cell after, upright now
TIRED = 5  # player, kind, cell
STRUCK = 6  # player, kind, cell, target's kind, target's cell
SHOT = 7  # player, cell, target's cell, roll, 1 if it hits
RAMMED = 8  # player, cell of the ram's end, target's kind, target's cell, 2 × roll + 1 if it breaks
HURLED = 9  # player, end, roll, where it lands (−1 nowhere)
LOST = 10  # owner, kind, cell, upright
CAPTURED = 11  # player, kind, cell
CHANGED_SIDES = 12  # player, kind, cell, upright
MADE = 13  # player, kind, cell, upright, cost
TURN = 14  # player, number of the turn
ENDED = 15  # winner, reason


# ---- kinds ----


@rule
def layer_of(kind: int) -> int:
    if kind <= CAVALRY:
        return LAND
    return ENGINE if kind <= TREBUCHET else LOW


@rule
def is_seat(kind: int) -> bool:
    return CASTLE <= kind <= CAMP


@rule
def is_unit_of(state: Any, number: int, player: int) -> bool:
    """Whether a token is a land unit of this player."""
    return int(state["kind"][number]) < TOWER and int(state["owner"][number]) == player


@rule
def keeps_apart(kind: int) -> bool:
    """S2: the kinds of which no two may touch."""
    return CASTLE <= kind <= PORT


# ---- places ----


@rule
def columns_of(rules: Any, kind: int, upright: int) -> int:
    """How many columns a place covers."""
    return int(rules["breadth"][kind]) if upright == 1 else int(rules["length"][kind])


@rule
def rows_of(rules: Any, kind: int, upright: int) -> int:
    return int(rules["length"][kind]) if upright == 1 else int(rules["breadth"][kind])


@rule
def is_on_map(rules: Any, kind: int, upright: int, x: int, y: int) -> bool:
    """Whether a place with its lowest left cell at column x, row y lies wholly on the map."""
    if x < 0 or y < 0:
        return False
    is_in_columns = x + columns_of(rules, kind, upright) <= int(rules["width"])
    return is_in_columns and y + rows_of(rules, kind, upright) <= int(rules["height"])


@rule
def apart(here: int, size: int, there: int, other_size: int) -> int:
    """Along one axis: the difference of the nearest coordinates of two intervals; 0 if they share one."""
    if there > here + size - 1:
        return there - (here + size - 1)
    if here > there + other_size - 1:
        return here - (there + other_size - 1)
    return 0


@rule
def columns_apart(rules: Any, state: Any, number: int, kind: int, upright: int, x: int) -> int:
    """`apart` of a token and a place, along the rows."""
    wide = columns_of(rules, int(state["kind"][number]), int(state["upright"][number]))
    return apart(int(state["cell"][number]) % int(rules["width"]), wide, x, columns_of(rules, kind, upright))


@rule
def rows_apart(rules: Any, state: Any, number: int, kind: int, upright: int, y: int) -> int:
    high = rows_of(rules, int(state["kind"][number]), int(state["upright"][number]))
    return apart(int(state["cell"][number]) // int(rules["width"]), high, y, rows_of(rules, kind, upright))


@rule
def steps_apart(rules: Any, state: Any, number: int, kind: int, upright: int, x: int, y: int) -> int:
    """Steps between the nearest cells of a token and a place: S1 beside is 1, S3 distance is one less."""
    across = columns_apart(rules, state, number, kind, upright, x)
    return across + rows_apart(rules, state, number, kind, upright, y)


@rule
def is_touching(rules: Any, state: Any, number: int, kind: int, upright: int, x: int, y: int) -> bool:
    """S2: sharing an edge or a corner (or a cell)."""
    if columns_apart(rules, state, number, kind, upright, x) > 1:
        return False
    return rows_apart(rules, state, number, kind, upright, y) <= 1


# ---- cells ----


@rule
def token_at(state: Any, layer: int, cell: int) -> int:
    return int(state["layers"][layer, cell]) - 1


@rule
def kind_at(state: Any, layer: int, cell: int) -> int:
    """The kind of the token in a layer of a cell; NONE if there is none."""
    number = token_at(state, layer, cell)
    return NONE if number < 0 else int(state["kind"][number])


@rule
def is_bare_grass(rules: Any, state: Any, cell: int) -> bool:
    return int(rules["terrain"][cell]) == GRASS and int(state["layers"][LOW, cell]) == 0


@rule
def beyond(rules: Any, cell: int, dx: int, dy: int) -> int:
    """The cell so many columns and rows away; −1 off the map."""
    width = int(rules["width"])
    x, y = cell % width + dx, cell // width + dy
    if x < 0 or y < 0 or x >= width or y >= int(rules["height"]):
        return -1
    return y * width + x


@rule
def neighbour(rules: Any, cell: int, direction: int) -> int:
    """S1, S10: the cell that shares an edge: 0 below, 1 left, 2 right, 3 above; −1 off the map."""
    if direction == 0:
        return beyond(rules, cell, 0, -1)
    if direction == 1:
        return beyond(rules, cell, -1, 0)
    return beyond(rules, cell, 1, 0) if direction == 2 else beyond(rules, cell, 0, 1)


@rule
def ring_size(wide: int, high: int) -> int:
    """How many cells lie beside a rectangle, on the map or not."""
    return 2 * (wide + high)


@rule
def ring_cell(rules: Any, wide: int, high: int, corner: int, i: int) -> int:
    """S1: the i-th cell beside a rectangle: those below it, above, left, right; −1 off the map."""
    if i < wide:
        return beyond(rules, corner, i, -1)
    if i < 2 * wide:
        return beyond(rules, corner, i - wide, high)
    if i < 2 * wide + high:
        return beyond(rules, corner, -1, i - 2 * wide)
    return beyond(rules, corner, wide, i - 2 * wide - high)


# ---- putting tokens down and taking them away ----


@rule
def fill(rules: Any, state: Any, kind: int, upright: int, cell: int, content: int) -> None:
    """Write into all cells of a place, in the layer of its kind."""
    width, layer = int(rules["width"]), layer_of(kind)
    for dy in range(rows_of(rules, kind, upright)):
        for dx in range(columns_of(rules, kind, upright)):
            state["layers"][layer, cell + dy * width + dx] = content


@rule
def fill_token(rules: Any, state: Any, number: int, content: int) -> None:
    kind, upright = int(state["kind"][number]), int(state["upright"][number])
    fill(rules, state, kind, upright, int(state["cell"][number]), content)


@rule
def add_token(rules: Any, state: Any, kind: int, owner: int, upright: int, cell: int, tired: int, home: int) -> None:
    number = int(state["count"])
    state["count"] = number + 1
    state["kind"][number] = kind
    state["owner"][number] = owner
    state["upright"][number] = upright
    state["cell"][number] = cell
    state["tired"][number] = tired
    state["home"][number] = home
    fill(rules, state, kind, upright, cell, number + 1)


@rule
def renumber(state: Any, name_is: int, name_becomes: int) -> None:
    """Whoever is on turn keeps being told by number."""
    if int(state["ship"]) == name_is:
        state["ship"] = name_becomes
    if int(state["active"]) == name_is:
        state["active"] = name_becomes
    if int(state["member"]) == name_is:
        state["member"] = name_becomes


@rule
def remove_token(rules: Any, state: Any, number: int) -> None:
    """Take a token off the map; the last token gets its number."""
    fill_token(rules, state, number, 0)
    renumber(state, number, NONE)
    last = int(state["count"]) - 1
    if last != number:
        state["kind"][number] = state["kind"][last]
        state["owner"][number] = state["owner"][last]
        state["upright"][number] = state["upright"][last]
        state["cell"][number] = state["cell"][last]
        state["tired"][number] = state["tired"][last]
        state["home"][number] = state["home"][last]
        fill_token(rules, state, number, number + 1)
        renumber(state, last, number)
    clear_slot(state, last)
    state["count"] = last


@rule
def clear_slot(state: Any, number: int) -> None:
    state["kind"][number] = 0
    state["owner"][number] = 0
    state["upright"][number] = 0
    state["cell"][number] = 0
    state["tired"][number] = 0
    state["home"][number] = 0


# ---- inside ----


@rule
def count_inside(rules: Any, state: Any, number: int, player: int, fresh_only: int) -> int:
    """S8: how many land units of a player are on the cells of an engine or ship."""
    width, found = int(rules["width"]), 0
    kind, upright, cell = int(state["kind"][number]), int(state["upright"][number]), int(state["cell"][number])
    for dy in range(rows_of(rules, kind, upright)):
        for dx in range(columns_of(rules, kind, upright)):
            unit = token_at(state, LAND, cell + dy * width + dx)
            if unit >= 0 and int(state["owner"][unit]) == player:
                found += 1 - fresh_only * int(state["tired"][unit])
    return found


@rule
def can_be_led(rules: Any, state: Any, number: int) -> bool:
    """S14, S15: a fresh own unit inside, no enemy inside."""
    player = int(state["player"])
    if count_inside(rules, state, number, player, 1) == 0:
        return False
    return count_inside(rules, state, number, 1 - player, 0) == 0


@rule
def tire_inside(rules: Any, state: Any, number: int) -> None:
    """S14, S15: all land units inside are exhausted."""
    width = int(rules["width"])
    kind, upright, cell = int(state["kind"][number]), int(state["upright"][number]), int(state["cell"][number])
    for dy in range(rows_of(rules, kind, upright)):
        for dx in range(columns_of(rules, kind, upright)):
            unit = token_at(state, LAND, cell + dy * width + dx)
            if unit >= 0:
                state["tired"][unit] = 1


@rule
def is_covering(rules: Any, state: Any, number: int, cell: int) -> bool:
    """Whether a cell is one of the token's."""
    width = int(rules["width"])
    return steps_apart(rules, state, number, LADDER, 0, cell % width, cell // width) == 0
