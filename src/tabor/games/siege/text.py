"""Siege as text.

Actions are words: `unit c4`, `move e5`, `shoot e7`, `plan wall-h`, `make ram-v c4`, `end`; the README lists them all.

Positions are one line, facts, a colon and tokens, as in

    mode=standard turn=orange phase=units coins=64/60 turns=4 seatless=0/0 ply=31 : castle blue c3-e5, castle orange
    p12-r14, barracks blue c8-d9 of c3, infantry orange f4, archers blue g7 tired, ram f4-g4, wall h4-h6

A token is its kind, its owner if it can have one, its lowest left and highest right cell, the castle to which it
belongs, and `tired` (an exhausted land unit) or `done` (a building that has acted in this turn). Tokens that share a
cell stand on each other: a building or ship, then an engine, then a land unit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from tabor.game import OVER, Tree
from tabor.games.siege import board, building, rules
from tabor.games.siege.board import NONE
from tabor.games.siege.numbers import SiegeSetup
from tabor.games.siege.words import (
    CASTLE,
    GROUND_SIGNS,
    KINDS,
    LAND,
    LAYERS,
    LOW,
    PHASES,
    PLANS,
    SHIP,
    TOWER,
    VERBS,
    WALL,
    WARES,
    WORDS,
)
from tabor.games.siege.words import (
    REASONS as REASONS,
)
from tabor.grid import cell_name, read_cell
from tabor.jit import plain
from tabor.positions import (
    MOST_PLIES,
    read_choice,
    read_facts,
    read_number,
    read_numbers,
    read_turn,
    turn_facts,
    write_facts,
)
from tabor.view import kept

add_token, layer_of = plain(board.add_token), plain(board.layer_of)
keeps_apart = plain(board.keeps_apart)
columns_of, rows_of = plain(board.columns_of), plain(board.rows_of)
has_home, is_owned = plain(building.has_home), plain(building.is_owned)
forget_selection = plain(rules.forget_selection)

FACTS: tuple[str, ...] = (
    "mode",
    "turn",
    "winner",
    "reason",
    "phase",
    "coins",
    "turns",
    "seatless",
    "setup",
    "ship",
    "sailed",
)
FACTS += ("active", "moved", "member", "plan", "made", "ply")

WITHOUT_CELL = ("end", "coins", "plan")
HAS_CELL = [verb.split()[0] not in WITHOUT_CELL for verb in VERBS]


# ---- actions ----


def split_action(setup: SiegeSetup, action: int) -> tuple[int, int]:
    """verb, cell"""
    return divmod(action, setup.width * setup.height)


def write_action(setup: SiegeSetup, state: Any, action: int) -> str:
    verb, cell = split_action(setup, action)
    return f"{VERBS[verb]} {cell_name(cell, setup.width)}" if HAS_CELL[verb] else VERBS[verb]


def read_action(setup: SiegeSetup, state: Any, text: str) -> int:
    words = text.lower().split() or [""]
    verb, cell = read_verb(words), 0
    has_cell = words[0] not in WITHOUT_CELL
    if len(words) != 1 + has_cell + (words[0] in ("plan", "make")):
        raise ValueError(f"{words[0]} is written {example(words[0])!r}")
    if has_cell:
        cell = read_cell(words[-1], setup.width, setup.height)
    return verb * setup.width * setup.height + cell


def read_verb(words: list[str]) -> int:
    word, thing = words[0], words[1] if len(words) > 1 else ""
    if word in ("plan", "make"):
        things = PLANS if word == "plan" else WARES
        if thing not in things:
            raise ValueError(f"{word} what? It must be one of {', '.join(things)}")
        return VERBS.index(f"{word} {thing}")
    if word in VERBS:
        return VERBS.index(word)
    raise ValueError(f"an action begins with one of {', '.join(WORDS)}, plan, site, make")


def example(word: str) -> str:
    usual = word if word in WITHOUT_CELL else f"{word} c4"
    return {"plan": "plan wall-h", "make": "make ram-v c4"}.get(word, usual)


# ---- positions: writing ----


def write_state(setup: SiegeSetup, state: Any) -> str:
    tokens = ", ".join(kept_tokens(setup, state))
    return f"{write_facts(facts_of(setup, state))} : {tokens}".rstrip()


def listed(state: Any, *names: str) -> Tree:
    """These facts of all tokens as numbers of Python: rules read them as they read the state, many times as fast."""
    count = int(state["count"])
    return {"count": count} | {name: state[name][:count].tolist() for name in names}


def kept_tokens(setup: SiegeSetup, state: Any) -> list[str]:
    """All tokens as text; each is written once, for a server needs many positions that are nearly the same."""
    fields, known = listed(state, "kind", "owner", "home", "upright", "cell", "tired"), setup.kept
    cells, homes = [*fields["cell"], NONE], fields["home"]  # without a castle: the last
    castles = [cells[home] for home in homes]
    keys = enumerate(zip(castles, *(fields[name] for name in fields if name != "count"), strict=True))
    return [known.get(key) or kept(setup, key, partial(write_token, setup, state, number)) for number, key in keys]


def facts_of(setup: SiegeSetup, state: Any) -> dict[str, str]:
    """Facts about what is being chosen are left out where they say nothing."""
    facts = {"mode": setup.mode, **turn_facts(setup.seats, REASONS, state), "phase": PHASES[int(state["phase"])]}
    facts |= {"coins": "{}/{}".format(*state["coins"]), "turns": str(state["turns"])}
    facts["seatless"] = "{}/{}".format(*state["seatless"])
    for name in ("ship", "member"):
        if int(state[name]) >= 0:
            facts[name] = corner(setup, state, int(state[name]))
    if (active := int(state["active"])) >= 0:
        facts["active"] = f"{LAYERS[layer_of(int(state['kind'][active]))]}:{corner(setup, state, active)}"
    if int(state["plan"]) >= 0:
        facts["plan"] = PLANS[int(state["plan"])]
    facts |= {name: str(state[name]) for name in ("setup", "sailed", "moved", "made") if state[name]}
    return facts | {"ply": str(state["ply"])}


def corner(setup: SiegeSetup, state: Any, number: int) -> str:
    return cell_name(int(state["cell"][number]), setup.width)


def write_token(setup: SiegeSetup, state: Any, number: int) -> str:
    kind, owner, home = (int(state[name][number]) for name in ("kind", "owner", "home"))
    parts = [KINDS[kind], *([setup.seats[owner]] if owner >= 0 else [])]
    parts.append(place_name(setup, kind, int(state["upright"][number]), int(state["cell"][number])))
    if home >= 0:
        parts += ["of", corner(setup, state, home)]
    if int(state["tired"][number]):
        parts.append("tired" if kind < TOWER else "done")
    return " ".join(parts)


def place_name(setup: SiegeSetup, kind: int, upright: int, cell: int) -> str:
    """`c4`, or `c4-e4`: the lowest left and the highest right cell."""
    dx, dy = columns_of(setup.rules, kind, upright) - 1, rows_of(setup.rules, kind, upright) - 1
    first = cell_name(cell, setup.width)
    return first if not dx and not dy else f"{first}-{cell_name(cell + dy * setup.width + dx, setup.width)}"


# ---- positions: reading ----


def read_state(setup: SiegeSetup, text: str, state: Any) -> None:
    """Write the position that a text describes into a blank state; ValueError says what is wrong."""
    before, colon, after = text.partition(":") if " :" not in text else text.partition(" :")
    values = read_facts(before.split() if colon else text.split(), FACTS)
    forget_selection(state)
    if values.get("mode", setup.mode) != setup.mode:
        raise ValueError(f"mode={values['mode']}: this game is loaded with mode={setup.mode}")
    read_turn(values, setup.seats, REASONS, state)
    state["phase"] = read_choice(values, "phase", PHASES, "units")
    for part in filter(None, (part.strip() for part in after.split(","))):
        read_token(setup, part, state)
    read_homes(setup, after, state)
    read_counts(setup, values, state)
    read_selection(setup, values, state)
    tire_those_who_must_be(state)
    if found := problem(setup, state):
        raise ValueError(found)


TOKEN = re.compile(r"([a-z]+)(?: (blue|orange))? ([a-z]+\d+)(?:-([a-z]+\d+))?(?: of ([a-z]+\d+))?(?: (tired|done))?")


def read_token(setup: SiegeSetup, text: str, state: Any) -> None:
    found = TOKEN.fullmatch(" ".join(text.split()))
    if not found or found[1] not in KINDS:
        raise ValueError(f"{text!r} is no token: write kind, owner and place, as in 'gate blue c4-d4 of a1'")
    kind = KINDS.index(found[1])
    if is_owned(kind) != (found[2] is not None):
        raise ValueError(f"{text!r}: a {found[1]} {'needs an' if is_owned(kind) else 'has no'} owner")
    if found[6] and found[6] != ("tired" if kind < TOWER else "done"):
        raise ValueError(f"{text!r}: a {found[1]} cannot be {found[6]}")
    cell, upright = read_place(setup, kind, found[3], found[4] or found[3], text)
    owner = setup.seats.index(found[2]) if found[2] else NONE
    if int(state["count"]) >= int(setup.rules["most_tokens"]):
        raise ValueError(f"there are more than {setup.rules['most_tokens']} tokens")
    for covered in cells_of(setup, kind, upright, cell):
        if state["layers"][layer_of(kind), covered]:
            raise ValueError(f"{text!r}: {cell_name(covered, setup.width)} is taken")
    add_token(setup.rules, state, kind, owner, upright, cell, int(found[6] is not None), NONE)


def read_place(setup: SiegeSetup, kind: int, first: str, last: str, text: str) -> tuple[int, int]:
    """The lowest left cell, and whether the token lies upright."""
    one, other = (read_cell(name, setup.width, setup.height) for name in (first, last))
    size = other % setup.width - one % setup.width + 1, other // setup.width - one // setup.width + 1
    length, breadth = int(setup.rules["length"][kind]), int(setup.rules["breadth"][kind])
    if size not in ((length, breadth), (breadth, length)):
        raise ValueError(
            f"{text!r}: a {KINDS[kind]} covers {length}×{breadth} cells, from lowest left to highest right"
        )
    return one, int(size != (length, breadth))


def cells_of(setup: SiegeSetup, kind: int, upright: int, cell: int) -> list[int]:
    rows, columns = rows_of(setup.rules, kind, upright), columns_of(setup.rules, kind, upright)
    return [cell + dy * setup.width + dx for dy in range(rows) for dx in range(columns)]


def read_homes(setup: SiegeSetup, text: str, state: Any) -> None:
    """`of c3`, once all castles are known."""
    parts = filter(None, (part.strip() for part in text.split(",")))
    for number, found in enumerate(TOKEN.fullmatch(" ".join(part.split())) for part in parts):
        if found and found[5]:
            castle = token_named(setup, state, found[5], LOW, "of")
            if int(state["kind"][castle]) != CASTLE or not has_home(int(state["kind"][number])):
                raise ValueError(
                    f"{found[0]!r}: barracks, workshops, ports and gates belong to a castle, nothing else does"
                )
            state["home"][number] = castle


def token_named(setup: SiegeSetup, state: Any, name: str, layer: int, fact: str) -> int:
    """The number of the token of a layer with this lowest left cell."""
    cell = read_cell(name, setup.width, setup.height)
    number = int(state["layers"][layer, cell]) - 1
    if number < 0 or int(state["cell"][number]) != cell:
        raise ValueError(f"{fact}={name}: no {LAYERS[layer]} has its lowest left cell there")
    return number


def read_counts(setup: SiegeSetup, values: dict[str, str], state: Any) -> None:
    state["coins"] = read_numbers(values, "coins", 2, 0, 10**9)
    state["seatless"] = read_numbers(values, "seatless", 2, 0, 100)
    usual_turns = int(int(state["player"]) == 0 and not values.get("setup"))
    state["turns"] = read_number(values, "turns", 0, 20_000, usual_turns)
    for name, most in {"setup": 3, "sailed": 1, "moved": 1, "made": 100, "ply": MOST_PLIES}.items():
        state[name] = read_number(values, name, 0, most)


def read_selection(setup: SiegeSetup, values: dict[str, str], state: Any) -> None:
    if "ship" in values:
        state["ship"] = token_named(setup, state, values["ship"], LOW, "ship")
    if "member" in values:
        state["member"] = token_named(setup, state, values["member"], LAND, "member")
    if "plan" in values:
        if values["plan"] not in PLANS:
            raise ValueError(f"plan={values['plan']}: it must be one of {', '.join(PLANS)}")
        state["plan"] = PLANS.index(values["plan"])
    if "active" in values:
        layer, _, name = values["active"].partition(":")
        if layer not in LAYERS:
            raise ValueError(f"active={values['active']}: it must be land:CELL, engine:CELL or building:CELL")
        state["active"] = token_named(setup, state, name, LAYERS.index(layer), "active")


UNIT_PHASES = ("units", "ship", "unit", "tire", "member")


def tire_those_who_must_be(state: Any) -> None:
    """S12: who is not on turn is exhausted, and so is everybody outside the unit part."""
    is_unit_part = PHASES[int(state["phase"])] in UNIT_PHASES
    count = int(state["count"])
    is_out = np.full(count, not is_unit_part) | (state["owner"][:count] != int(state["player"]))
    state["tired"][:count][(state["kind"][:count] < TOWER) & is_out] = 1


# ---- what cannot be ----


@dataclass(frozen=True)
class Standing:
    """A token as plain numbers, and the cells it covers: reading single numbers of a record is slow."""

    number: int
    kind: int
    owner: int
    cells: tuple[int, ...]

    @property
    def layer(self) -> int:
        return int(layer_of(self.kind))


def standing(setup: SiegeSetup, state: Any) -> list[Standing]:
    """All tokens."""
    sides = list(zip(setup.rules["length"].tolist(), setup.rules["breadth"].tolist(), strict=True))
    fields = [state[name][: int(state["count"])].tolist() for name in ("kind", "owner", "upright", "cell")]
    found = []
    for number, (kind, owner, upright, cell) in enumerate(zip(*fields, strict=True)):
        columns, rows = reversed(sides[kind]) if upright else sides[kind]
        cells = tuple(cell + dy * setup.width + dx for dy in range(rows) for dx in range(columns))
        found.append(Standing(number, kind, owner, cells))
    return found


def problem(setup: SiegeSetup, state: Any) -> str | None:
    """Why this position cannot be; None if it can."""
    tokens = standing(setup, state)
    low = {cell: KINDS[token.kind] for token in tokens if token.layer == LOW for cell in token.cells}
    for token in tokens:
        if found := token_problem(setup, low, token):
            return f"{write_token(setup, state, token.number)}: {found}"
    if found := castle_problem(state) or turn_problem(setup, state) or selection_problem(state):
        return found
    return touching_problem(setup, state, tokens)


MAY_STAND = ({".", "ship", "gate"}, {".", "ship", "gate", "wall", "ladder"})  # engines, land units


def token_problem(setup: SiegeSetup, low: dict[int, str], token: Standing) -> str | None:
    """S4 … S7, as far as they hold for everybody: gates change sides under those who stand in them."""
    kind = KINDS[token.kind]
    if is_owned(token.kind) != (token.owner >= 0):
        return "only what can be owned has an owner"
    for cell in token.cells:
        under = GROUND_SIGNS[setup.rules["terrain"][cell]]
        if token.layer == LOW:
            fits = under == ("~" if kind == "ship" else ".")
        else:
            fits = low.get(cell, under) in MAY_STAND[token.layer - 1]
        if not fits:
            return f"it cannot stand on {cell_name(cell, setup.width)}"
    return None


def touching_problem(setup: SiegeSetup, state: Any, tokens: list[Standing]) -> str | None:
    """S2: every cell of one, and those around it, may hold none of another."""
    taken: dict[tuple[int, int], int] = {}
    for token in tokens:
        if keeps_apart(token.kind):
            around = {(cell % setup.width + dx, cell // setup.width + dy) for cell in token.cells for dx, dy in NEAR}
            if touched := [taken[place] for place in sorted(around) if place in taken]:
                return f"{write_token(setup, state, token.number)} touches {write_token(setup, state, touched[0])}"
            taken |= {(cell % setup.width, cell // setup.width): token.number for cell in token.cells}
    return None


NEAR = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]


def castle_problem(state: Any) -> str | None:
    """Castles keep their numbers, by which buildings belong to them."""
    kinds = [int(kind) for kind in state["kind"][: int(state["count"])]]
    castles = kinds.count(CASTLE)
    return None if kinds[:castles] == [CASTLE] * castles else "castles must stand before all other tokens"


def turn_problem(setup: SiegeSetup, state: Any) -> str | None:
    turns, player, left = int(state["turns"]), int(state["player"]), int(state["setup"])
    is_setting_up = PHASES[int(state["phase"])] in ("seat", "fortify")
    if left == 0 and is_setting_up:
        return "in set-up castles or camps are still to be placed: setup must be 1 or more"
    if left:
        return set_up_problem(setup, state)
    if player == OVER:
        return None
    if turns % 2 != 1 - player:
        return f"turns={turns}: orange has the first turn, so {setup.seats[player]} is not on turn"
    return f"turns={turns}: the game is over" if turns >= setup.rules["turn_limit"] else None


def set_up_problem(setup: SiegeSetup, state: Any) -> str | None:
    """S27, S28: who places what when."""
    phase, left, player = PHASES[int(state["phase"])], int(state["setup"]), int(state["player"])
    last = 3 if setup.mode == "siege" else 2
    is_fortifying = setup.mode == "siege" and left == 2 and player == 0
    if int(state["turns"]) or left > last or phase not in ("seat", "fortify", "site"):
        return f"setup={left} does not fit the turns, the mode or the phase"
    if (phase == "seat") == is_fortifying or (player == 0) != (left == last or is_fortifying):
        return f"setup={left}: {setup.seats[player]} does not choose in phase={phase}"
    seats = sum(KINDS[int(kind)] == "castle" for kind in state["kind"][: int(state["count"])])
    camps = sum(
        KINDS[int(state["kind"][n])] == "camp" and int(state["owner"][n]) == 1 for n in range(int(state["count"]))
    )
    return None if seats + camps == last - left else f"setup={left}: {last - left} castles and camps must stand"


def selection_problem(state: Any) -> str | None:
    """Each phase has just what it needs selected."""
    phase = PHASES[int(state["phase"])]
    active, ship = int(state["active"]), int(state["ship"])
    kind = int(state["kind"][active]) if active >= 0 else NONE
    if int(state["player"]) == OVER:
        return None
    if (phase == "member") != (int(state["member"]) >= 0) or (phase == "site") != (int(state["plan"]) >= 0):
        return f"phase={phase} and what is given as member or plan do not fit"
    if ship >= 0 and (int(state["kind"][ship]) != SHIP or phase not in ("ship", "unit", "tire", "member")):
        return f"phase={phase}: ship must name a ship whose turn is going on"
    if phase == "ship" and ship < 0:
        return "phase=ship needs ship=CELL"
    fitting = {
        "unit": 0 <= kind < SHIP,
        "member": kind == TOWER,
        "tire": TOWER <= kind < SHIP or (kind == NONE and ship >= 0),
        "castle": kind == CASTLE,
        "site": kind == CASTLE,
        "make": CASTLE < kind < WALL,
    }
    return None if fitting.get(phase, kind == NONE) else f"phase={phase} and what is active do not fit"


def check(setup: SiegeSetup, state: Any) -> None:
    """The invariants of a state."""
    assert not (found := problem(setup, state)), found
    count, expected = int(state["count"]), np.zeros_like(state["layers"])
    for token in standing(setup, state):
        for cell in token.cells:
            assert expected[token.layer, cell] == 0, f"two tokens on cell {cell}"
            expected[token.layer, cell] = token.number + 1
    assert (expected == state["layers"]).all(), "layers and tokens differ"
    for name in ("kind", "owner", "upright", "tired", "home", "cell"):
        assert not state[name][count:].any(), f"{name} has something behind the last token"
    assert count <= int(setup.rules["most_tokens"]), "too many tokens"
    assert min(state["coins"]) >= 0, "debts"
    tired = state.copy()
    tire_those_who_must_be(tired)
    assert (tired["tired"] == state["tired"]).all() or int(state["player"]) == OVER, "somebody is fresh out of turn"
