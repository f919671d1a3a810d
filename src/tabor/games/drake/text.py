"""The Drake as text.

Actions: `+a1` places the top of the stack, `a2-a3` moves, `a2xa3` moves and captures, `a2*a3` strikes.

Positions: rows from the top, then facts, as in

    d*c../..../..../D'*C.. turn=blue stack=CMPSA/CMPSA idle=1 ply=5

A capital letter is blue's unit, a small one orange's; `'` back face up, `*` the leader, `#` a mountain. Facts that are
left out: blue's turn, no stack (`-/-`), 0. A finished game has `turn=over winner=blue reason=leader-captured`.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import Any

from tabor.game import DRAWN, OVER
from tabor.games.drake.numbers import DrakeSetup
from tabor.games.drake.rules import CELLS, MOVE, STRIKE, around, encode, face_of, owner_of, unit
from tabor.grid import cell_name, read_cell
from tabor.jit import plain
from tabor.positions import MOST_PLIES, read_facts, read_number, read_turn, turn_facts, write_facts
from tabor.view import kept

around, encode, unit = plain(around), plain(encode), plain(unit)
owner_of, face_of = lru_cache(plain(owner_of)), lru_cache(plain(face_of))  # of few numbers

REASONS = ("leader-captured", "no-move", "no-progress")
FACTS = ("turn", "winner", "reason", "stack", "idle", "ply")


# ---- actions ----


def split_action(setup: DrakeSetup, action: int) -> tuple[int, int, int]:
    """origin (−1 the stack, else a cell), how, target"""
    rest, target = divmod(action, setup.size**2)
    return rest // 2 - 1, rest % 2, target


def write_action(setup: DrakeSetup, state: Any, action: int) -> str:
    origin, how, target = split_action(setup, action)
    if origin < 0:
        return f"+{cell_name(target, setup.size)}"
    sign = "*" if how == STRIKE else "x" if state["units"][target] else "-"
    return cell_name(origin, setup.size) + sign + cell_name(target, setup.size)


def read_action(setup: DrakeSetup, state: Any, text: str) -> int:
    """The sign of a move may be left out; a wrong one is refused."""
    found = re.fullmatch(r"(?:\+|([a-z]\d+)([-x*]?))([a-z]\d+)", text.strip().lower())
    if not found:
        raise ValueError("an action is written +a1 (place), a2-a3 (move), a2xa3 (capture) or a2*a3 (strike)")
    target = read_cell(found[3], setup.size, setup.size)
    if found[1] is None:
        return int(encode(setup.size**2, 0, MOVE, target))
    origin = read_cell(found[1], setup.size, setup.size)
    if found[2] == "x" and not state["units"][target]:
        raise ValueError(f"there is nothing to capture on {found[3]}")
    if found[2] == "-" and state["units"][target]:
        raise ValueError(f"{found[3]} is not free; a capture is written {found[1]}x{found[3]}")
    return int(encode(setup.size**2, 1 + origin, STRIKE if found[2] == "*" else MOVE, target))


# ---- positions ----


def write_state(setup: DrakeSetup, state: Any) -> str:
    size, cells = setup.size, write_cells(setup, state)
    rows = ["".join(cells[cell : cell + size]) for cell in range(size**2 - size, -1, -size)]
    blue, orange = (stack(setup, player)[placed:] for player, placed in enumerate(state["placed"].tolist()))
    facts = turn_facts(setup.seats, REASONS, state)
    facts |= {"stack": f"{blue or '-'}/{orange or '-'}", "idle": str(state["idle"]), "ply": str(state["ply"])}
    return f"{'/'.join(rows)} {write_facts(facts)}"


def write_cells(setup: DrakeSetup, state: Any) -> list[str]:
    signs, grounds = kept(setup, "signs", lambda: unit_signs(setup)), kept(setup, "grounds", lambda: cell_signs(setup))
    cells = [signs[unit] if unit else ground for unit, ground in zip(state["units"].tolist(), grounds, strict=False)]
    for leader in state["leader"].tolist():
        if leader >= 0:
            cells[leader] += "*"
    return cells


def stack(setup: DrakeSetup, player: int) -> str:
    """The letters of a whole stack, top first."""
    return kept(setup, ("letters", player), lambda: "".join(setup.troops[n].letter for n in setup.stack(player)))


def unit_signs(setup: DrakeSetup) -> list[str]:
    """By unit, of which 0 is none: a letter of its owner, and its face."""
    letters = [letter for troop in setup.troops for letter in (troop.letter, f"{troop.letter}'")]
    return ["", *(sign for letter in letters for sign in (letter, letter.lower()))]


def cell_signs(setup: DrakeSetup) -> list[str]:
    """Of the ground, by cell."""
    return ["#" if ~int(setup.rules["open"]) >> cell & 1 else "." for cell in range(setup.size**2)]


def read_state(setup: DrakeSetup, text: str, state: Any) -> None:
    """Write the position that a text describes into a blank state; ValueError says what is wrong."""
    board, *facts = text.split() or [""]
    values = read_facts(facts, FACTS)
    state["leader"][:] = -1
    read_rows(setup, board.split("/"), state)
    read_turn(values, setup.seats, REASONS, state)
    read_stacks(setup, values.get("stack", "-/-"), state)
    state["idle"] = read_number(values, "idle", 0, int(setup.rules["no_progress"]))
    state["ply"] = read_number(values, "ply", 0, MOST_PLIES)
    if found := problem(setup, state):
        raise ValueError(found)


def read_rows(setup: DrakeSetup, rows: list[str], state: Any) -> None:
    if len(rows) != setup.size:
        raise ValueError(f"the board has {setup.size} rows, the text has {len(rows)}")
    for y, row in enumerate(reversed(rows)):
        signs = re.findall(r"[.#]|[A-Za-z]'?\*?", row)
        if len(signs) != setup.size or "".join(signs) != row:
            raise ValueError(f"row {y + 1} is {row!r}; it must have {setup.size} cells like '.', '#', D, d' or D*")
        for x, sign in enumerate(signs):
            place_sign(setup, y * setup.size + x, sign, state)


def place_sign(setup: DrakeSetup, cell: int, sign: str, state: Any) -> None:
    name = cell_name(cell, setup.size)
    if (sign == "#") != bool(~int(setup.rules["open"]) >> cell & 1):
        raise ValueError(f"{name} is {sign!r}, but on this board it is {'.' if sign == '#' else '#'!r}")
    if sign in ".#":
        return
    letters = [troop.letter for troop in setup.troops]
    if sign[0].upper() not in letters:
        raise ValueError(f"{name} holds {sign!r}, which is no troop; their letters are {' '.join(letters)}")
    owner = int(sign[0].islower())
    state["units"][cell] = unit(owner, 2 * letters.index(sign[0].upper()) + ("'" in sign))
    state["standing"][owner] |= 1 << cell
    if "*" in sign:
        if state["leader"][owner] >= 0:
            raise ValueError(f"{setup.seats[owner]} has two leaders")
        state["leader"][owner] = cell


def read_stacks(setup: DrakeSetup, text: str, state: Any) -> None:
    parts = text.split("/")
    if len(parts) != 2:
        raise ValueError(f"stack={text}: it must be blue's and orange's letters with a / between, '-' for none")
    for player, part in enumerate(parts):
        whole = stack(setup, player)
        left = "" if part == "-" else part.upper()
        if not part or not whole.endswith(left):
            raise ValueError(f"stack={text}: {part} is not what can be left of {whole}")
        state["placed"][player] = len(whole) - len(left)


def problem(setup: DrakeSetup, state: Any) -> str | None:
    """Why this position cannot be; None if it can."""
    for player, seat in enumerate(setup.seats):
        placed = int(state["placed"][player])
        cells = [cell for cell in range(CELLS) if (u := int(state["units"][cell])) and owner_of(u) == player]
        standing = Counter(face_of(int(state["units"][cell])) // 2 for cell in cells)
        taken = Counter(setup.stack(player)[:placed])
        if extra := standing - taken:
            names = ", ".join(setup.troops[troop].name for troop in extra)
            return f"{seat} has more on the board than left the stack: {names}"
        if found := leader_problem(setup, state, player, cells):
            return found
        if placed <= setup.rules["guards"] and len(cells) < placed:
            return f"{seat} has lost a unit before all guards stand"
    return turn_problem(setup, state)


def leader_problem(setup: DrakeSetup, state: Any, player: int, cells: list[int]) -> str | None:
    seat, leader = setup.seats[player], int(state["leader"][player])
    lost = int(state["reason"]) == 1 and int(state["winner"]) == 1 - player
    if leader < 0:
        return None if lost or not state["placed"][player] else f"{seat} has no leader: mark it with *"
    if lost:
        return f"{seat} has lost its leader, but it is on the board"
    if leader not in cells or face_of(int(state["units"][leader])) // 2 != setup.stack(player)[0]:
        return f"{seat}'s leader must be a {setup.troops[setup.stack(player)[0]].name}"
    return None


def turn_problem(setup: DrakeSetup, state: Any) -> str | None:
    blue, orange = (int(n) for n in state["placed"])
    player = int(state["player"])
    if player == OVER:
        return end_problem(state)
    if min(blue, orange) <= setup.rules["guards"]:
        if blue - orange != player:
            return "leaders and guards are placed in turn, blue first: stacks and turn do not fit"
        return set_up_problem(setup, state)
    if int(state["idle"]) >= setup.rules["no_progress"]:
        return f"idle={state['idle']} has ended the game: the limit is {setup.rules['no_progress']}"
    return None


def end_problem(state: Any) -> str | None:
    reason, is_drawn = REASONS[int(state["reason"]) - 1], int(state["winner"]) == DRAWN
    if (reason == "leader-captured" and is_drawn) or (reason == "no-progress" and not is_drawn):
        return f"this winner does not fit reason={reason}"
    return None


def set_up_problem(setup: DrakeSetup, state: Any) -> str | None:
    """S4, S5: nobody has moved yet."""
    if state["idle"]:
        return f"idle={state['idle']}: nobody moves before all guards stand"
    for cell in range(setup.size**2):
        here, name = int(state["units"][cell]), cell_name(cell, setup.size)
        if not here:
            continue
        leader = int(state["leader"][owner_of(here)])
        near = setup.rules["home"][owner_of(here)] if cell == leader else around(setup.rules, 1 << leader)
        if face_of(here) % 2 or not int(near) >> cell & 1:
            return f"the unit on {name} cannot have got there before all guards stand"
    return None


def check(setup: DrakeSetup, state: Any) -> None:
    """The invariants of a state."""
    assert not (found := problem(setup, state)), found
    for player in range(2):
        cells = [cell for cell in range(CELLS) if (u := int(state["units"][cell])) and owner_of(u) == player]
        assert sum(1 << cell for cell in cells) == state["standing"][player], f"cells of {setup.seats[player]}"
    for cell in range(CELLS):
        is_mountain = ~int(setup.rules["open"]) >> cell & 1
        assert not state["units"][cell] or (cell < setup.size**2 and not is_mountain), f"a unit stands on cell {cell}"
