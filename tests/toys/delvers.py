"""Delvers, a toy with dice, a bag and turns of two actions; the whole game in one file.

D1 Two players have two delvers each, who begin in the corners. D2 Before each turn a die is rolled. The
player selects a delver, then a free cell at most that many steps away, and the delver goes there. D3 There it
draws a stone from the bag, which only its owner sees. D4 When the bag is empty, the stones are shown and more
worth wins. D5 Who cannot move loses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabor.data import Table
from tabor.game import DRAWN, HEADER, OVER, Message, Setup, Tree, emit, end, one, record
from tabor.grid import cell_name, read_cell
from tabor.jit import rule
from tabor.rng import join, pick, roll
from tabor.view import board, fact, item, message, panel, piece
from toys.facts import must_hold, read_facts, read_number, read_numbers, write_facts

# LIMITS
SIDE = 5
CELLS = 25
KINDS = 4  # of stones

RULES = record(
    ("width", np.int8),
    ("height", np.int8),
    ("sides", np.int8),  # D2
    ("bag", np.int8, KINDS),  # D3: how many of each kind at the start
    ("worth", np.int8, KINDS),  # D4
)

STATE = record(
    *HEADER,
    ("die", np.int8),  # D2: 1 … sides
    ("selected", np.int8),  # D2: which delver, 0 or 1; −1 none yet
    ("at", np.int8, (2, 2)),  # the cell of each player's delvers
    ("stones", np.int8, 2),  # how many each player has
    ("bag", np.int8, KINDS),  # hidden from both
    ("pouch", np.int8, (2, KINDS)),  # the stones of each player, hidden from the other
)

WORK = record(("taken", np.int8, CELLS))  # 1 where somebody stands

REASONS = ("empty-bag", "stuck")
EMPTY_BAG, STUCK = 1, 2

# Events: (SELECTED, player, cell) (WENT, player, from, to) (DREW, player, kind)
SELECTED, WENT, DREW = 0, 1, 2

# An action has two digits: what (0 select a delver, 1 go), and which delver or cell.


@rule
def start(rules: Any, state: Any, work: Any, rng: Any) -> None:
    """D1."""
    width, height = int(rules["width"]), int(rules["height"])
    state["selected"] = -1
    for player in range(2):
        row = player * (height - 1) * width
        state["at"][player, 0] = row
        state["at"][player, 1] = row + width - 1
        state["stones"][player] = 0
    for kind in range(KINDS):
        state["bag"][kind] = rules["bag"][kind]
        for player in range(2):
            state["pouch"][player, kind] = 0
    begin_turn(rules, state, work, rng)


@rule
def mark_taken(state: Any, work: Any) -> None:
    for cell in range(CELLS):
        work["taken"][cell] = 0
    for player in range(2):
        for delver in range(2):
            work["taken"][int(state["at"][player, delver])] = 1


@rule
def is_target(rules: Any, state: Any, work: Any, delver: Any, cell: Any) -> Any:
    """D2: a free cell, not too far; `work` is marked."""
    width = int(rules["width"])
    here = int(state["at"][int(state["player"]), delver])
    steps = abs(here % width - cell % width) + abs(here // width - cell // width)
    return int(work["taken"][cell]) == 0 and steps <= int(state["die"])


@rule
def can_go(rules: Any, state: Any, work: Any, delver: Any) -> Any:
    for cell in range(int(rules["width"]) * int(rules["height"])):
        if is_target(rules, state, work, delver, cell):
            return True
    return False


@rule
def legal(rules: Any, state: Any, work: Any, out: Any) -> Any:
    """D2: a delver first, its target next."""
    if int(state["player"]) == OVER:
        return 0
    mark_taken(state, work)
    cells = int(rules["width"]) * int(rules["height"])
    selected = int(state["selected"])
    n = 0
    if selected < 0:
        for delver in range(2):
            if can_go(rules, state, work, delver):
                out[n] = delver
                n += 1
        return n
    for cell in range(cells):
        if is_target(rules, state, work, selected, cell):
            out[n] = cells + cell
            n += 1
    return n


@rule
def stones_in_bag(state: Any) -> Any:
    total = 0
    for kind in range(KINDS):
        total += int(state["bag"][kind])
    return total


@rule
def draw_stone(state: Any, player: Any, rng: Any) -> Any:
    """D3: the kind of a stone that goes from the bag into a pouch."""
    kind = pick(rng, state["bag"], stones_in_bag(state))
    state["bag"][kind] = int(state["bag"][kind]) - 1
    state["pouch"][player, kind] = int(state["pouch"][player, kind]) + 1
    return kind


@rule
def worth(rules: Any, state: Any, player: Any) -> Any:
    total = 0
    for kind in range(KINDS):
        total += int(rules["worth"][kind]) * int(state["pouch"][player, kind])
    return total


@rule
def begin_turn(rules: Any, state: Any, work: Any, rng: Any) -> None:
    """D2, D5: the die is rolled for whoever is on turn."""
    state["die"] = 1 + roll(rng, int(rules["sides"]))
    mark_taken(state, work)
    if not can_go(rules, state, work, 0) and not can_go(rules, state, work, 1):
        end(state, 1 - int(state["player"]), STUCK)


@rule
def count_up(rules: Any, state: Any) -> None:
    """D4."""
    lead = worth(rules, state, 0) - worth(rules, state, 1)
    if lead == 0:
        end(state, DRAWN, EMPTY_BAG)
    else:
        end(state, 0 if lead > 0 else 1, EMPTY_BAG)


@rule
def go(rules: Any, state: Any, work: Any, target: Any, rng: Any, events: Any) -> None:
    """D2, D3, and the next turn."""
    player, delver = int(state["player"]), int(state["selected"])
    emit(events, WENT, player, int(state["at"][player, delver]), target, 0, 0)
    state["at"][player, delver] = target
    state["selected"] = -1
    state["stones"][player] = int(state["stones"][player]) + 1
    emit(events, DREW, player, draw_stone(state, player, rng), 0, 0, 0)
    if stones_in_bag(state) == 0:
        count_up(rules, state)
    else:
        state["player"] = 1 - player
        begin_turn(rules, state, work, rng)


@rule
def apply(rules: Any, state: Any, work: Any, action: Any, rng: Any, events: Any) -> None:
    cells = int(rules["width"]) * int(rules["height"])
    player = int(state["player"])
    state["ply"] = int(state["ply"]) + 1
    if action < cells:
        state["selected"] = action
        emit(events, SELECTED, player, int(state["at"][player, action]), 0, 0, 0)
    else:
        go(rules, state, work, action - cells, rng, events)


# ---- for search and learning ----


@rule
def observe(rules: Any, state: Any, player: Any, out: Any) -> None:
    """Planes: my delvers, theirs, the one selected; the die; how many stones they have; my stones by kind."""
    cells = int(rules["width"]) * int(rules["height"])
    for i in range((5 + KINDS) * cells):
        out[i] = 0
    for delver in range(2):
        out[int(state["at"][player, delver])] = 1
        out[cells + int(state["at"][1 - player, delver])] = 1
    if int(state["selected"]) >= 0:
        out[2 * cells + int(state["at"][int(state["player"]), int(state["selected"])])] = 1
    for cell in range(cells):
        out[3 * cells + cell] = int(state["die"])
        out[4 * cells + cell] = int(state["stones"][1 - player])
        for kind in range(KINDS):
            out[(5 + kind) * cells + cell] = int(state["pouch"][player, kind])


@rule
def hide(rules: Any, state: Any, player: Any, rng: Any) -> None:
    """D3: put what the other has back into the bag and draw as many again."""
    if int(state["player"]) == OVER:
        return
    other = 1 - player
    for kind in range(KINDS):
        state["bag"][kind] = int(state["bag"][kind]) + int(state["pouch"][other, kind])
        state["pouch"][other, kind] = 0
    for _ in range(int(state["stones"][other])):
        draw_stone(state, other, rng)


@rule
def key(rules: Any, state: Any, player: Any) -> Any:
    """The bag needs no place in it: it holds what is not in the pouches."""
    hash_ = np.uint64(0)
    for delver in range(4):
        hash_ = join(hash_, int(state["at"][delver >> 1, delver & 1]))
    hash_ = join(hash_, int(state["player"]))
    hash_ = join(hash_, int(state["selected"]))
    hash_ = join(hash_, int(state["die"]))
    for side in range(2):
        hash_ = join(hash_, int(state["stones"][side]))
        if player in (side, -1) or int(state["player"]) == OVER:
            for kind in range(KINDS):
                hash_ = join(hash_, int(state["pouch"][side, kind]))
    return hash_


@rule
def value(rules: Any, state: Any, player: Any) -> Any:
    lead = worth(rules, state, player) - worth(rules, state, 1 - player)
    return lead / (abs(lead) + 5.0)


# ---- data ----


@dataclass(frozen=True)
class DelversSetup(Setup):
    width: int
    height: int
    kinds: tuple[str, ...]  # names of the stones


def read(table: Table, options: Mapping[str, str]) -> DelversSetup:
    table.only("width", "height", "sides", "stones")
    rules = one(RULES)
    rules["width"] = width = table.integer("width", 2, SIDE)
    rules["height"] = height = table.integer("height", 3, SIDE)
    rules["sides"] = table.integer("sides", 1, 6)
    stones = table.table("stones")
    if not 1 <= len(stones.values) <= KINDS:
        table.refuse("stones", f"has {len(stones.values)} kinds; there may be 1 to {KINDS}")
    for number, name in enumerate(stones):
        stone = stones.table(name)
        stone.only("count", "worth")
        rules["bag"][number] = stone.integer("count", 1, 20)
        rules["worth"][number] = stone.integer("worth", 0, 20)
    cells = width * height
    return DelversSetup(
        rules=rules,
        seats=("red", "green"),
        digits=(("what", 2), ("where", cells)),
        most_actions=cells,
        planes=(5 + KINDS, height, width),
        plane_names=(("delvers: mine, theirs, the selected one", 3), ("die", 1), ("stones", 1), ("mine", KINDS)),
        digit_names={"what": "0 select, 1 go", "where": "a delver, or a cell"},
        width=width,
        height=height,
        kinds=tuple(stones),
    )


def problem(setup: DelversSetup, state: Any) -> str | None:
    """Why this position cannot be; None if it can."""
    at = [int(cell) for cell in state["at"].ravel()]
    if len(set(at)) < 4 or not all(0 <= cell < setup.width * setup.height for cell in at):
        return f"four delvers cannot stand on the cells {at}"
    if not (state["bag"] + state["pouch"].sum(axis=0) == setup.rules["bag"]).all():
        return f"bag and pouches must hold {setup.rules['bag'].tolist()} together"
    if (state["stones"] != state["pouch"].sum(axis=1)).any():
        return f"pouches do not hold {state['stones'].tolist()} stones"
    if not 1 <= int(state["die"]) <= int(setup.rules["sides"]):
        return f"the die cannot show {state['die']}"
    if int(state["player"]) == OVER and int(state["selected"]) >= 0:
        return "nobody can be selected after the end"
    return None


def check(setup: DelversSetup, state: Any) -> None:
    found = problem(setup, state)
    assert found is None, found


def hidden(setup: DelversSetup, state: Any, player: int) -> list[Any]:
    """D3, D4."""
    return [] if int(state["player"]) == OVER else [state["bag"], state["pouch"][1 - player]]


# ---- text ----


def write_action(setup: DelversSetup, state: Any, action: int) -> str:
    """`@a1` selects the delver there, `>b2` sends it."""
    what, where = divmod(action, setup.width * setup.height)
    cell = where if what else int(state["at"][int(state["player"]), where])
    return "@>"[what] + cell_name(cell, setup.width)


def read_action(setup: DelversSetup, state: Any, text: str) -> int:
    if text[:1] not in ("@", ">"):
        raise ValueError("an action is written @a1 (select) or >b2 (go)")
    cell = read_cell(text[1:], setup.width, setup.height)
    if text[0] == ">":
        return setup.width * setup.height + cell
    own = state["at"][int(state["player"])].tolist()
    if cell not in own:
        raise ValueError(f"no delver of yours stands on {text[1:]}")
    return int(own.index(cell))


OWN_FACTS = ("at", "die", "selected", "bag", "red", "green")


def numbers(array: Any) -> str:
    return ",".join(str(n) for n in array)


def write_state(setup: DelversSetup, state: Any) -> str:
    facts = {
        "at": ",".join(cell_name(int(cell), setup.width) for cell in state["at"].ravel()),
        "die": str(state["die"]),
        "selected": str(state["selected"]),
        "bag": numbers(state["bag"]),
        "red": numbers(state["pouch"][0]),
        "green": numbers(state["pouch"][1]),
    }
    return write_facts(setup.seats, REASONS, state, facts)


def read_state(setup: DelversSetup, text: str, state: Any) -> None:
    facts = read_facts(setup.seats, REASONS, text, OWN_FACTS, state)
    cells = facts["at"].split(",")
    must_hold(len(cells) == 4, f"at={facts['at']}: it must be four cells with commas between")
    state["at"] = np.reshape([read_cell(cell, setup.width, setup.height) for cell in cells], (2, 2))
    state["die"] = read_number(facts, "die", 1, 6)
    state["selected"] = read_number(facts, "selected", -1, 1)
    state["bag"] = read_numbers(facts, "bag", KINDS, 0, 20)
    for player, seat in enumerate(setup.seats):
        state["pouch"][player] = read_numbers(facts, seat, KINDS, 0, 20)
        state["stones"][player] = state["pouch"][player].sum()
    found = problem(setup, state)
    must_hold(found is None, str(found))


# ---- view ----


def scene(setup: DelversSetup, state: Any, seat: int | None) -> Tree:
    left = int(setup.rules["bag"].sum() - state["stones"].sum())
    facts = [fact("bag-left", left), fact("die", int(state["die"]))]
    return {
        "board": board(setup.width, setup.height, lambda cell: "free"),
        "pieces": [delver_piece(setup, state, player, delver) for player in range(2) for delver in range(2)],
        "panels": [panel("table", message("table"), None, facts=facts)]
        + [pouch_panel(setup, state, player, seat) for player in range(2)],
    }


def delver_piece(setup: DelversSetup, state: Any, player: int, delver: int) -> Tree:
    is_selected = int(state["player"]) == player and int(state["selected"]) == delver
    cells = [cell_name(int(state["at"][player, delver]), setup.width)]
    return piece("delver", "D", player, cells, layer=int(is_selected))


def pouch_panel(setup: DelversSetup, state: Any, player: int, seat: int | None) -> Tree:
    """D3: others see how many stones there are, and only at the end which."""
    items = [item("stone", "?", int(state["stones"][player]))]
    if seat == player or int(state["player"]) == OVER:
        counts = [int(n) for n in state["pouch"][player]]
        items = [item(name, name[0], n) for name, n in zip(setup.kinds, counts, strict=False) if n]
    return panel(f"pouch-{player}", message("pouch-of", player=setup.seats[player]), player, items)


def clicks(setup: DelversSetup, state: Any, action: int) -> list[Tree]:
    return [{"cell": write_action(setup, state, action)[1:]}]


def describe(setup: DelversSetup, event: Any, seat: int | None) -> Message | None:
    kind, player, a, b = (int(n) for n in event[:4])
    who: dict[str, str | int] = {"player": setup.seats[player]}
    if kind == WENT:
        return Message("went", who | {"from": cell_name(a, setup.width), "to": cell_name(b, setup.width)})
    if kind == DREW:
        return Message("drew-stone", who | {"stone": setup.kinds[a]}) if seat == player else Message("drew", who)
    return None  # a selection is no news
