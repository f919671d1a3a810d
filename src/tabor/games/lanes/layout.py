"""The records of lanes, the names of its numbers, and the smallest steps on a field. S1 … S27 are in README.md.

Cells are numbered row by row from the bottom left, four to a row; a set of cells is an integer whose bit c stands for
cell c. A unit, an object and a card are a *kind*, a number into the tables of RULES.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabor.game import EVENT_WIDTH, HEADER, record
from tabor.games.lanes.signs import FIGURED
from tabor.jit import rule

# LIMITS
COLUMNS = 4  # S1: fixed
ROWS = 6
CELLS = 24
KINDS = 96  # different units and objects
TAGS = 60  # different class tags
HAND = 16  # cards in a hand
SCRIPT = 96  # entries of a script
BACK = 32  # undying units on their way back into a script
BONUSES = 24  # different bonuses
PLAN = 64  # rounds for which preparations are given one by one

PLAYER, HORDE, NEUTRAL = 0, 1, 2

# What is being decided.
PREPARING, DRAWING_EXTRA, STAGING, DRAWING = 0, 1, 2, 3

# Reasons of the end
CAMP_FALLEN, BALANCE_TIPPED, ROUTED, ROUND_LIMIT = 1, 2, 3, 4

RULES = record(
    # the level
    ("open_columns", np.int64),  # S12: columns, as bits, that no indestructible object closes
    ("rows", np.int8),  # S1
    ("cells", np.int8),  # 4 × rows
    ("start_unit", np.int8, CELLS),  # S5: 1 + kind of what stands there, 0 nothing
    ("start_owner", np.int8, CELLS),
    ("supply", np.int8, KINDS),  # S12
    ("plan", np.int8, PLAN),  # S12: preparations in round 0, 1, …
    ("plan_size", np.int8),
    ("scripted", np.int8),  # S12: 1, there is a script and no supply; `start` alone reads the next three
    ("script_unit", np.int8, SCRIPT),  # 1 + kind, 0 no more
    ("script_round", np.int16, SCRIPT),
    ("script_column", np.int8, SCRIPT),
    ("endless", np.int8),  # 1: dice bring new supply each round
    ("wave_first", np.int8),  # units that come in round 0
    ("wave_every", np.int8),  # one more after so many rounds
    ("wave_most", np.int8),
    ("wave_weight", np.int16, KINDS),
    ("wave_from", np.int16, KINDS),  # the first round in which a unit may come
    ("camp", np.int16, 2),  # S22: strength of each camp
    ("bonuses", np.int8, BONUSES),  # S26: how many of each the player has
    # the deck; `start` alone reads it: the horde does not know it
    ("deck", np.int8, KINDS),
    ("pawns", np.int8),  # S4
    ("pawn", np.int8),  # S4: its kind
    ("copies", np.int8),  # of one card in a deck, at most
    # the switches
    ("opening_main", np.int8),  # S5
    ("opening_pawns", np.int8),
    ("deploy_rows", np.int8),  # S7: rows from home in which a card may be deployed
    ("advance", np.int8),  # S10: cells
    ("entered_advance", np.int8),  # S10
    ("draw", np.int8),  # S13
    ("hand_limit", np.int8),  # S13
    ("growing", np.int8),  # S15: 1, initiative grows
    ("initiative", np.int8),  # S15: fixed, or at the start
    ("initiative_cap", np.int8),
    ("first_step", np.int8),  # S17: factors, and the least that a step costs
    ("other_step", np.int8),
    ("least_step", np.int8),
    ("gap", np.int8),  # S19: 0, `range` is the distance; 1, it counts the cells in between
    ("check_each_blow", np.int8),  # S22
    ("balance", np.int8),  # S22: 0, durability; else the lead that wins
    ("rout", np.int8),  # S23
    ("round_limit", np.int16),  # S24
    ("amount", np.int8, FIGURED),  # the figure in each sign's sentence
    ("whats", np.int16),  # base of the middle digit of an action
    # kinds
    ("kinds", np.int8),
    ("ranged", np.int8, KINDS),
    ("range", np.int8, KINDS),
    ("power", np.int8, KINDS),
    ("health", np.int8, KINDS),
    ("difficulty", np.int8, KINDS),
    ("signs", np.int64, KINDS),
    ("tags", np.int64, KINDS),
    ("price", np.int8, KINDS),  # S25: initiative
    ("sacrifice", np.int8, KINDS),  # S25: own units
    ("needs", np.int64, KINDS),  # S25: tags that must be on the field
    ("eternal", np.int8, KINDS),  # S3: 1, nothing destroys it
    ("is_card", np.int8, KINDS),  # 1, a deck may hold it
    ("is_foe", np.int8, KINDS),  # 1, a horde may bring it
    ("ability", np.int8, KINDS),  # S7: what it does, its figure and its price
    ("ability_amount", np.int8, KINDS),
    ("ability_price", np.int8, KINDS),
    # bonuses
    ("bonus_count", np.int8),
    ("bonus", np.int8, BONUSES),  # S26
    ("bonus_amount", np.int8, BONUSES),
    ("bonus_price", np.int8, BONUSES),
    # S27: tags of the units that a sign, an ability or a bonus is for; 0, all. Last: see `LanesSetup.numbers`.
    ("only", np.int64, (KINDS, FIGURED)),
    ("ability_only", np.int64, KINDS),
    ("bonus_only", np.int64, BONUSES),
)

STATE = record(
    *HEADER,
    ("standing", np.int64, 3),  # the cells of the player's units, the horde's, and of objects
    ("shielded", np.int64),  # cells whose unit takes no damage from the next hit
    ("stepped", np.int64),  # S17: cells whose unit has gone forward this turn
    ("round", np.int16),  # 0 …
    ("damage", np.int32, 2),  # that each camp has taken
    ("phase", np.int8),  # what is being decided
    ("left", np.int8),  # S12: preparations, S13: cards to take
    ("initiative", np.int16),
    ("pending", np.int8),  # S25: 1 + the card whose victims or cell are being chosen
    ("victims", np.int8),  # S25: to be chosen still
    ("swapping", np.int8),  # S26: 1 + the cell that will change places
    ("held", np.int8),  # S26: columns, as bits, that do not advance this round
    ("unit", np.int8, CELLS),  # 1 + kind, 0 free
    ("health", np.int8, CELLS),
    ("staged", np.int8, COLUMNS),  # S1: 1 + kind, 0 free
    ("staged_health", np.int8, COLUMNS),
    ("supply", np.int16, KINDS),  # S12: endless waves may bring thousands
    ("bonuses", np.int8, BONUSES),  # S26: not used yet
    ("pawns", np.int8),  # in their deck
    ("hand_size", np.int8),
    ("deck_size", np.int16),
    ("known", np.int8, KINDS),  # cards in the hand of which the horde knows
    ("seen", np.int8, KINDS),  # cards of the main deck that the horde has seen come out of the hand
    ("hand", np.int8, HAND),  # 1 + kind, ascending, then 0; hidden from the horde
    ("deck", np.int8, KINDS),  # a bag: nobody knows what comes next; hidden from the horde
    # S12: the script, hidden from the player, and behind it undying units that return, which both saw die
    ("script_unit", np.int8, SCRIPT + BACK),  # 1 + kind, 0 no more
    ("script_round", np.int16, SCRIPT + BACK),
    ("script_column", np.int8, SCRIPT + BACK),
)

WORK = record(("silence", np.int32, (1, EVENT_WIDTH)))  # events of the start, which nobody hears

# Events, with their numbers
TURN = 0  # round, initiative
DEPLOYED = 1  # kind, cell
SACRIFICED = 2  # kind, cell, for which card
MOVED = 3  # kind, from, to
BONUS = 4  # bonus
ABILITY = 5  # kind, cell
BLOW = 6  # kind, cell, kind of what is hit, its cell, damage
MISSED = 7  # kind, cell
CAMP_HIT = 8  # kind, cell, whose camp, damage
PRICKED = 9  # by thorns: kind, cell, damage
DIED = 10  # owner, kind, cell
OVERKILL = 11  # kind, column, damage
DIED_STAGED = 12  # kind, column
RETURNED = 13  # owner, kind
SHIELD_BROKEN = 14  # kind, cell
HEALED = 15  # kind, cell, how much
ENTERED = 16  # kind, cell
ADVANCED = 17  # kind, from, to
STAGED = 18  # kind, column
STOPPED = 19
DREW = 20  # kind, 1 if from the pawn deck
HURT = 21  # by a bonus or an ability: kind, cell, damage
SHIELDED = 22  # kind, cell
RECALLED = 23  # kind, cell
SWAPPED = 24  # cell, cell
GAINED = 25  # initiative
HELD = 26  # column
MUSTERED = 27  # kind
ENDED = 28  # winner, reason


# ---- a field ----


@rule
def bit(cell: int) -> int:
    return 1 << cell


@rule
def kind_at(state: Any, cell: int) -> int:
    """The kind on a cell that is not free."""
    return int(state["unit"][cell]) - 1


@rule
def has(rules: Any, kind: int, sign: int) -> bool:
    return int(rules["signs"][kind]) >> sign & 1 == 1


@rule
def has_for(rules: Any, kind: int, sign: int, other: int) -> bool:
    """S27: whether a kind has a sign that counts for another kind; it may be for some classes only."""
    if not has(rules, kind, sign):
        return False
    only = int(rules["only"][kind, sign])
    return only == 0 or int(rules["tags"][other]) & only != 0


@rule
def amount_of(rules: Any, sign: int) -> int:
    """The figure in a sign's sentence."""
    return int(rules["amount"][sign])


@rule
def occupied(state: Any) -> int:
    """The set of cells on which anything stands."""
    return int(state["standing"][PLAYER]) | int(state["standing"][HORDE]) | int(state["standing"][NEUTRAL])


@rule
def is_free(state: Any, cell: int) -> bool:
    return int(state["unit"][cell]) == 0


@rule
def owner_at(state: Any, cell: int) -> int:
    for owner in range(NEUTRAL):
        if int(state["standing"][owner]) >> cell & 1:
            return owner
    return NEUTRAL


@rule
def put(state: Any, owner: int, cell: int, kind: int, health: int) -> None:
    state["unit"][cell] = 1 + kind
    state["health"][cell] = health
    state["standing"][owner] |= bit(cell)


@rule
def remove(state: Any, cell: int) -> None:
    away = ~bit(cell)
    state["unit"][cell] = 0
    state["health"][cell] = 0
    for owner in range(3):
        state["standing"][owner] &= away
    state["shielded"] &= away
    state["stepped"] &= away


@rule
def relocate(state: Any, owner: int, origin: int, target: int) -> None:
    """A unit goes to a free cell, and all that is its own with it."""
    kind, health = kind_at(state, origin), int(state["health"][origin])
    is_shielded = int(state["shielded"]) >> origin & 1
    has_stepped = int(state["stepped"]) >> origin & 1
    remove(state, origin)
    put(state, owner, target, kind, health)
    state["shielded"] |= is_shielded << target
    state["stepped"] |= has_stepped << target


@rule
def exchange(state: Any, one: int, other: int) -> None:
    """S26: two units of the player change places, each with all that is its own."""
    unit, health = int(state["unit"][one]), int(state["health"][one])
    state["unit"][one] = int(state["unit"][other])
    state["health"][one] = int(state["health"][other])
    state["unit"][other] = unit
    state["health"][other] = health
    state["shielded"] = exchanged_bits(int(state["shielded"]), one, other)
    state["stepped"] = exchanged_bits(int(state["stepped"]), one, other)


@rule
def exchanged_bits(cells: int, one: int, other: int) -> int:
    if (cells >> one ^ cells >> other) & 1:
        return cells ^ (bit(one) | bit(other))
    return cells


@rule
def count_bits(cells: int) -> int:
    n = 0
    while cells != 0:
        cells &= cells - 1
        n += 1
    return n


# ---- the hand ----


@rule
def add_to_hand(state: Any, kind: int) -> None:
    """The hand stays sorted, so that equal hands are equal records."""
    place = int(state["hand_size"])
    while place > 0 and int(state["hand"][place - 1]) > 1 + kind:
        state["hand"][place] = int(state["hand"][place - 1])
        place -= 1
    state["hand"][place] = 1 + kind
    state["hand_size"] = int(state["hand_size"]) + 1


@rule
def take_from_hand(state: Any, kind: int) -> None:
    """One card of a kind that is there leaves the hand. The horde now knows one card less in it, or one card more."""
    size = int(state["hand_size"])
    place = 0
    while place < size - 1 and int(state["hand"][place]) != 1 + kind:
        place += 1
    for i in range(place, size - 1):
        state["hand"][i] = int(state["hand"][i + 1])
    state["hand"][size - 1] = 0
    state["hand_size"] = size - 1
    if int(state["known"][kind]) > 0:
        state["known"][kind] = int(state["known"][kind]) - 1
    else:
        state["seen"][kind] = int(state["seen"][kind]) + 1


@rule
def return_to_hand(rules: Any, state: Any, kind: int) -> bool:
    """Everybody sees it; False if there is no room."""
    if int(state["hand_size"]) >= int(rules["hand_limit"]):
        return False
    add_to_hand(state, kind)
    state["known"][kind] = int(state["known"][kind]) + 1
    return True
