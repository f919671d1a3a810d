"""Endings: what every position with few units comes to if nobody errs, worked back from the end.

A table has one byte for each position in which both leaders stand and one or two other units are left, on the board
or in a stack: 0 drawn; odd, whoever is on turn wins in so many plies; even, loses; NONE no such position. Its place
is a number with these digits: the two other units with their cells, ascending; each leader's cell and face; whose turn.

S13 is left out of it: a win counts only if it comes before that draw, see `known`.
"""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tabor import kept
from tabor.game import EVENT_WIDTH, NOBODY, OVER, Array, Game, Setup, copy_state, one
from tabor.games.drake.rules import face_of, owner_of, unit
from tabor.grid import lowest
from tabor.jit import generic, rule
from tabor.rng import RNG

SHIPPED = Path(__file__).parent / "data"
OTHERS = 2  # units beside the leaders, at most
NONE = -1
LONGEST = 127  # plies that fit a byte
PIECE = 1 << 16  # places looked at in one call
# What decides how a position ends; S13 is asked for at the time.
DECISIVE = ("size", "open", "home", "guards", "no_move_draws", "own_size", "own", "between", "moves", "strikes")


# ---- the place of a position in the table ----


@rule
def span(rules: Any) -> Any:
    """How many values the digit of an other unit has: none, or a unit on a cell or in the stack."""
    return 4 * int(rules["troops"]) * (int(rules["cells"]) + 1) + 1


@rule
def digit(rules: Any, here: Any, cell: Any) -> Any:
    """Of a unit on a cell; behind the last cell is the stack."""
    return (here - 1) * (int(rules["cells"]) + 1) + cell + 1


@rule
def has_few(rules: Any, state: Any) -> Any:
    """Whether both leaders stand, and not more than OTHERS units are left beside them."""
    left = 0
    for player in range(2):
        if int(state["leader"][player]) < 0:
            return False
        left += int(rules["own_size"][player]) - int(state["placed"][player])
    rest = int(state["standing"][0]) | int(state["standing"][1])
    while rest != 0 and left <= 2 + OTHERS:
        rest &= rest - 1
        left += 1
    return left <= 2 + OTHERS


@rule
def place_of(rules: Any, state: Any) -> Any:
    """The place of a position that has few units."""
    cells, low, high = int(rules["cells"]), 0, 0
    place = 0
    for player in range(2):
        leader = int(state["leader"][player])
        place = (place * cells + leader) * 2 + face_of(int(state["units"][leader])) % 2
        for i in range(int(state["placed"][player]), int(rules["own_size"][player])):
            other = digit(rules, unit(player, 2 * int(rules["own"][player, i])), cells)
            low, high = min(high, other), max(high, other)
        rest = int(state["standing"][player]) & ~(1 << leader)
        while rest != 0:
            other = digit(rules, int(state["units"][lowest(rest)]), lowest(rest))
            low, high = min(high, other), max(high, other)
            rest &= rest - 1
    leaders = 4 * cells * cells
    return ((low * span(rules) + high) * leaders + place) * 2 + int(state["player"])


@rule
def put(rules: Any, state: Any, here: Any, cell: Any) -> Any:
    """Put a unit on a cell, or back onto the stack; whether it can stand there."""
    owner = owner_of(here)
    if cell == int(rules["cells"]):
        state["placed"][owner] -= 1
        return True
    if int(state["units"][cell]) != 0 or int(rules["open"]) >> cell & 1 == 0:
        return False
    state["units"][cell] = here
    state["standing"][owner] |= 1 << cell
    return True


@rule
def clear(rules: Any, state: Any, player: Any) -> None:
    """An empty board, empty stacks."""
    state["ply"], state["idle"], state["reason"] = 0, 0, 0
    state["player"], state["winner"] = player, NOBODY
    for cell in range(int(rules["cells"])):
        state["units"][cell] = 0
    for side in range(2):
        state["standing"][side] = 0
        state["placed"][side] = int(rules["own_size"][side])


@rule
def is_in_stack(rules: Any, here: Any) -> Any:
    """Whether its owner has such a unit that is not the leader."""
    owner = owner_of(here)
    for i in range(1, int(rules["own_size"][owner])):  # noqa: SIM110 - a generator cannot be compiled
        if int(rules["own"][owner, i]) == face_of(here) >> 1:
            return True
    return False


@rule
def set_up(rules: Any, state: Any, place: Any) -> Any:
    """The position of a place; False if there is none."""
    cells, others = int(rules["cells"]), place // 2 // (4 * int(rules["cells"]) * int(rules["cells"]))
    clear(rules, state, place % 2)
    leaders = place // 2
    for player in (1, 0):
        face = 2 * int(rules["own"][player, 0]) + leaders % 2
        cell = leaders // 2 % cells
        leaders = leaders // 2 // cells
        state["leader"][player] = cell
        if not put(rules, state, unit(player, face), cell):
            return False
    for other in (others % span(rules), others // span(rules)):
        here, cell = (other - 1) // (cells + 1) + 1, (other - 1) % (cells + 1)
        if other > 0 and not (is_in_stack(rules, here) and put(rules, state, here, cell)):
            return False
    return place_of(rules, state) == place  # not so if the units are listed the other way, or the stack is another


# ---- asked by a search ----


@rule
def known(rules: Any, state: Any, endings: Any) -> Any:
    """How a position ends: −1 not known; 0 drawn; odd, whoever is on turn wins in so many plies; even, loses."""
    if not has_few(rules, state):
        return -1
    place = place_of(rules, state)
    if place >= endings.shape[0]:
        return -1
    plies = int(endings[place])
    return plies if plies + int(state["idle"]) <= int(rules["no_progress"]) else -1  # S13


# ---- making a table ----


@rule
def plies_of(rules: Any, state: Any, mover: Any, endings: Any) -> Any:
    """The same of a position just reached: 0 may be a draw or not known yet, −1 is won by whoever moved."""
    if int(state["player"]) != OVER:
        return int(endings[place_of(rules, state)])
    return -1 if int(state["winner"]) == mover else 0


@rule
def is_settled(plies: Any, worst: Any, best: Any) -> Any:
    """Whether a position is won, or lost, in exactly so many plies: `best` of its next ones is lost for the other in
    that many (−1: at once), `worst` is the longest that the other takes, 0 where it does not win them all."""
    if plies % 2 == 1:
        return best == (plies - 1 if plies > 1 else -1)
    return worst > 0 and worst == plies - 1


@generic("int64(legal, apply, rules, states, work, rng, events, actions, int8s, int64, int64)")
def work_back(
    legal: Any,
    apply: Any,
    rules: Any,
    states: Any,  # [2]: a position, and one after it
    work: Any,
    rng: Any,
    events: Any,  # [0]
    actions: Any,
    endings: Any,
    first: Any,
    plies: Any,  # 0: find out which places are positions
) -> Any:
    """Settle what is won or lost in exactly so many plies, in a piece of the table; how much that was."""
    settled = 0
    for place in range(first, min(first + PIECE, endings.shape[0])):
        if int(endings[place]) != 0 or not set_up(rules, states[0], place):
            endings[place] = NONE if plies == 0 else endings[place]
            continue
        n = legal(rules, states[0], work, actions)
        if plies == 0:
            endings[place] = 0 if n > 0 else NONE
            continue
        best, worst = 0, 0
        for i in range(n):
            copy_state(states, 1, 0)
            apply(rules, states[1], work, int(actions[i]), rng, events)
            after = plies_of(rules, states[1], int(states[0]["player"]), endings)
            if after == -1 or (after > 0 and after % 2 == 0 and after == plies - 1):
                best = after
            worst = max(worst, after) if worst >= 0 and after > 0 and after % 2 == 1 else -1
        if is_settled(plies, worst, best):
            endings[place] = plies
            settled += 1
    return settled


def work_out(game: Game, others: int) -> Iterator[tuple[int, int, Array]]:
    """Make a table: after every number of plies how many positions were settled, and the table so far."""
    size = int(span(game.rules)) ** others * 4 * int(game.rules["cells"]) ** 2 * 2
    endings = np.zeros(size, np.int8)
    functions, states = game.functions, np.zeros(2, game.kind.STATE)
    arguments = (
        *(functions.legal, functions.apply, game.rules, states, game.work, one(RNG)),
        *(np.zeros((0, EVENT_WIDTH), np.int32), np.zeros(game.setup.most_actions, np.int32), endings),
    )
    run = game.compile(work_back)
    for plies in range(LONGEST + 1):
        settled = sum(int(run(*arguments, first, plies)) for first in range(0, size, PIECE))
        yield plies, settled, endings
        if plies > 0 and settled == 0:
            return


# ---- files ----


def fingerprint(setup: Setup) -> str:
    """Of the numbers that endings follow from: what is known of a board holds for exactly these."""
    parts = (np.ascontiguousarray(setup.rules[name]).tobytes() for name in DECISIVE)
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


def file_name(setup: Setup) -> str:
    return f"endings-{fingerprint(setup)}.xz"


def load(setup: Setup) -> Array:
    """The table of these numbers: one made here, else one that comes with the game, else nothing."""
    for folder in (kept.cache_root() / "endings", SHIPPED):
        file = folder / file_name(setup)
        if file.is_file():
            return np.frombuffer(bytearray(lzma.decompress(file.read_bytes())), np.int8)  # writable: that is its type
    return np.zeros(0, np.int8)


def save(setup: Setup, endings: Array, folder: Path) -> Path:
    """Whole or not at all: who reads it meanwhile finds the old one."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / file_name(setup)
    part = file.with_suffix(".part")
    part.write_bytes(lzma.compress(endings.tobytes()))
    part.replace(file)
    return file
