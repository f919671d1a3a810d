"""Lanes as text.

Actions: `end` ends the preparation; `Guard@b1` deploys, `Ogre!b1` sacrifices b1 for an Ogre, `b1-b2` moves, `Balm>b2`
uses a bonus, `b1>b2` an ability, `>c2` names the second of two; `Rat^b` prepares, `stop` prepares no more; `draw` takes
a card, `pawn` a pawn.

Positions: the staging row, rows from the top, then facts, as in

    [. Rat . .] . -Wolf:1 . . / . . . . / #Fence . . . / +Guard . . . turn=player round=2 initiative=3 hand=Pawn*2

`+` is the player's, `-` the horde's, `#` nobody's; `:1` health that is not full, `*` a shield, `'` a unit that has gone
forward this turn. Facts that are left out: the player's turn, round 1, nothing of everything else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np

from tabor.game import OVER, Tree
from tabor.games.lanes.layout import (
    BACK,
    COLUMNS,
    DRAWING,
    DRAWING_EXTRA,
    HORDE,
    NEUTRAL,
    PLAYER,
    PREPARING,
    SCRIPT,
    STAGING,
    add_to_hand,
    owner_at,
    put,
)
from tabor.games.lanes.levels import COLUMN_NAMES
from tabor.games.lanes.numbers import LanesSetup
from tabor.games.lanes.pieces import Bonus, Effect, Piece
from tabor.games.lanes.rules import (
    ABLE,
    DEPLOY,
    END,
    MOVE,
    PREPARE,
    SACRIFICE,
    STOP,
    TAKE,
    TARGET,
    USE,
    can_draw,
    can_prepare,
    encode,
    movable,
    victims_for,
)
from tabor.games.lanes.signs import AT_ONCE, ON_COLUMN
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
from tabor.view import kept, numbers_of

encode, put, add_to_hand = plain(encode), plain(put), plain(add_to_hand)
can_draw, can_prepare, movable, victims_for = plain(can_draw), plain(can_prepare), plain(movable), plain(victims_for)

REASONS = ("camp-fallen", "balance-tipped", "routed", "round-limit")
PHASES = ("prepare", "bonus-draw", "stage", "draw")
OWNERS = "+-#"
NOTHING = frozenset({"0", "", "0/0"})  # facts that are left out
NOBODY = " ".join("." * COLUMNS)  # a row without units
NIBBLE = (1 << COLUMNS) - 1  # the bits of a row
MOST_INITIATIVE, MOST_SUPPLY = 9_999, 20_000
WRITTEN = (
    "an action is written end, Guard@b1 (deploy), Ogre!b1 (sacrifice), b1-b2 (move), Balm>b2 (bonus), b1>b2 (ability), "
    ">b2 (second target), Rat^b (prepare), stop, draw or pawn"
)


# ---- actions ----


def split_action(setup: LanesSetup, action: int) -> tuple[int, int, int]:
    """do, what, where"""
    rest, where = divmod(action, COLUMNS * setup.rows)
    do, what = divmod(rest, setup.whats)
    return do, what, where


def cell(number: int) -> str:
    return cell_name(number, COLUMNS)


def aim_text(effect: Effect, where: int) -> str:
    """What a bonus or an ability is used on: nothing, a column or a cell."""
    if effect.kind.aim == AT_ONCE:
        return ""
    return COLUMN_NAMES[where] if effect.kind.aim == ON_COLUMN else cell(where)


def ability_at(setup: LanesSetup, state: Any, place: int) -> Effect | None:
    kind = int(state["unit"][place]) - 1
    return setup.kinds[kind].ability if kind >= 0 else None


def write_action(setup: LanesSetup, state: Any, action: int) -> str:
    """Which words an action has may hang on the unit that does it."""
    do, what, _ = split_action(setup, action)
    unit = int(state["unit"][what]) if do == ABLE else 0
    return kept(setup, ("action", action, unit), lambda: action_words(setup, state, action))


def action_words(setup: LanesSetup, state: Any, action: int) -> str:
    do, what, where = split_action(setup, action)
    if do in (END, STOP, TAKE):
        return {END: "end", STOP: "stop", TAKE: ("draw", "pawn")[what]}[do]
    if do in (DEPLOY, SACRIFICE):
        return f"{setup.kinds[what].name}{'@' if do == DEPLOY else '!'}{cell(where)}"
    if do == MOVE:
        return f"{cell(what)}-{cell(where)}"
    if do == USE:
        aim = aim_text(setup.bonuses[what].effect, where)
        return setup.bonuses[what].name + (f">{aim}" if aim else "")
    if do == ABLE:
        ability = ability_at(setup, state, what)
        return f"{cell(what)}>{aim_text(ability, where) if ability else ''}"
    if do == TARGET:
        return f">{cell(where)}"
    return f"{setup.kinds[what].name}^{COLUMN_NAMES[where]}"


def read_action(setup: LanesSetup, state: Any, text: str) -> int:
    text = text.strip()
    words = {"end": (END, 0), "stop": (STOP, 0), "draw": (TAKE, 0), "pawn": (TAKE, 1)}
    if text.lower() in words:
        return int(encode(setup.rules, *words[text.lower()], 0))
    found = re.fullmatch(r"([A-Za-z][A-Za-z-]+|[a-d]\d|)([@!^>-]?)([a-dA-D]?\d?)", text)
    if not found:
        raise ValueError(WRITTEN)
    name, sign, aim = found[1], found[2], found[3].lower()
    if re.fullmatch(r"[a-d]\d", name):
        return read_unit_action(setup, state, place(setup, name), sign, aim)
    if not name and sign == ">":
        return int(encode(setup.rules, TARGET, 0, place(setup, aim)))
    return read_named_action(setup, name, sign, aim)


def read_unit_action(setup: LanesSetup, state: Any, origin: int, sign: str, aim: str) -> int:
    if sign in ("-", ""):
        return int(encode(setup.rules, MOVE, origin, place(setup, aim)))
    ability = ability_at(setup, state, origin)
    if sign != ">" or ability is None:
        raise ValueError(f"the unit on {cell(origin)} has no ability" if sign == ">" else WRITTEN)
    return int(encode(setup.rules, ABLE, origin, read_aim(setup, ability, aim)))


def read_named_action(setup: LanesSetup, name: str, sign: str, aim: str) -> int:
    kinds: dict[str, int] = kept(setup, "kinds by name", lambda: by_name(setup.kinds))
    bonuses: dict[str, int] = kept(setup, "bonuses by name", lambda: by_name(setup.bonuses))
    if sign in ("", ">") and name.lower() in bonuses:
        number = bonuses[name.lower()]
        return int(encode(setup.rules, USE, number, read_aim(setup, setup.bonuses[number].effect, aim)))
    if sign not in ("@", "!", "^"):
        raise ValueError(f"there is no bonus {name!r}" if sign in ("", ">") else WRITTEN)
    if name.lower() not in kinds:
        raise ValueError(f"there is no unit {name!r}")
    kind = kinds[name.lower()]
    if sign == "^":
        if aim not in tuple(COLUMN_NAMES):
            raise ValueError(f"{aim!r} is not a column: columns are a to d")
        return int(encode(setup.rules, PREPARE, kind, COLUMN_NAMES.index(aim)))
    return int(encode(setup.rules, DEPLOY if sign == "@" else SACRIFICE, kind, place(setup, aim)))


def by_name(things: Iterable[Piece | Bonus]) -> dict[str, int]:
    """Their numbers; people may write small letters."""
    return {thing.name.lower(): number for number, thing in enumerate(things)}


def read_aim(setup: LanesSetup, effect: Effect, aim: str) -> int:
    if effect.kind.aim == AT_ONCE:
        if aim:
            raise ValueError(f"{effect.name} needs no target")
        return 0
    if effect.kind.aim == ON_COLUMN:
        if aim not in tuple(COLUMN_NAMES):
            raise ValueError(f"{aim!r} is not a column: columns are a to d")
        return COLUMN_NAMES.index(aim)
    return place(setup, aim)


def place(setup: LanesSetup, text: str) -> int:
    return read_cell(text, COLUMNS, setup.rows)


# ---- positions: writing ----


def write_state(setup: LanesSetup, state: Any) -> str:
    state = numbers_of(setup, state)
    staged = " ".join(write_staged(setup, state, column) for column in range(COLUMNS))
    rows = " / ".join([write_row(setup, state, COLUMNS * row) for row in reversed(range(setup.rows))])
    facts = {name: value for name, value in facts_of(setup, state).items() if value not in NOTHING or name == "round"}
    return f"[{staged}] {rows} {write_facts(facts)}"


def write_staged(setup: LanesSetup, state: Any, column: int) -> str:
    if not state["staged"][column]:
        return "."
    piece, health = setup.kinds[int(state["staged"][column]) - 1], int(state["staged_health"][column])
    return piece.name + (f":{health}" if health != piece.health else "")


def write_row(setup: LanesSetup, state: Tree, first: int) -> str:
    """From one position to the next most rows stay as they are."""
    units = tuple(state["unit"][first : first + COLUMNS])
    if not any(units):
        return NOBODY
    health = tuple(state["health"][first : first + COLUMNS])
    bits = [bits >> first & NIBBLE for bits in (*state["standing"], state["shielded"], state["stepped"])]
    cells = range(first, first + COLUMNS)
    written = "row", units, health, *bits
    return kept(setup, written, lambda: " ".join([write_cell(setup, state, number) for number in cells]))


def write_cell(setup: LanesSetup, state: Any, number: int) -> str:
    if not state["unit"][number]:
        return "."
    piece, health = setup.kinds[int(state["unit"][number]) - 1], int(state["health"][number])
    marks = f":{health}" if health != piece.health else ""
    marks += "*" * (int(state["shielded"]) >> number & 1) + "'" * (int(state["stepped"]) >> number & 1)
    return f"{OWNERS[owner_at(state, number)]}{piece.name}{marks}"


def facts_of(setup: LanesSetup, state: Tree) -> dict[str, str]:
    pending = state["pending"]
    names: list[str] = kept(setup, "names", lambda: [piece.name for piece in setup.kinds])
    bag = partial(kept_bag, setup, names)
    return turn_facts(setup.seats, REASONS, state) | {
        "phase": PHASES[state["phase"]],
        "round": str(state["round"]),
        "initiative": str(state["initiative"]),
        "left": str(state["left"]),
        "damage": "/".join(map(str, state["damage"])),
        "pending": f"{names[pending - 1]}:{state['victims']}" if pending else "",
        "swapping": cell(state["swapping"] - 1) if state["swapping"] else "",
        "held": "".join(name for i, name in enumerate(COLUMN_NAMES) if state["held"] >> i & 1),
        "supply": bag(state["supply"]),
        "bonuses": write_bag([bonus.name for bonus in setup.bonuses], state["bonuses"]),
        "pawns": str(state["pawns"]),
        "hand": kept_hand(setup, names, tuple(state["hand"])),
        "known": bag(state["known"]),
        "deck": bag(state["deck"]),
        "seen": bag(state["seen"]),
        "script": write_script(names, state, 0, SCRIPT),
        "returning": write_script(names, state, SCRIPT, BACK),
        "ply": str(state["ply"]),
    }


def kept_bag(setup: LanesSetup, names: Sequence[str], counts: Sequence[int]) -> str:
    """Units by their numbers; from one position to the next most bags stay as they are."""
    return kept(setup, ("bag", *counts), lambda: write_bag(names, counts))


def kept_hand(setup: LanesSetup, names: Sequence[str], hand: tuple[int, ...]) -> str:
    return kept(setup, ("cards held", hand), lambda: write_hand(names, hand))


def write_hand(names: Sequence[str], hand: Sequence[int]) -> str:
    counts = Counter(hand)
    return write_bag(names, [counts[card] for card in range(1, 1 + len(names))])


def write_bag(names: Sequence[str], counts: Any) -> str:
    """`Rat*8,Wolf`"""
    some = ((name, int(count)) for name, count in zip(names, counts, strict=False) if count)
    return ",".join(name if count == 1 else f"{name}*{count}" for name, count in some)


def write_script(names: Sequence[str], state: Tree, first: int, most: int) -> str:
    """`0:Rat@b,3:Wolf@d`"""
    entries = range(first, first + most) if any(state["script_unit"][first : first + most]) else ()
    return ",".join(
        f"{state['script_round'][i]}:{names[state['script_unit'][i] - 1]}@{COLUMN_NAMES[state['script_column'][i]]}"
        for i in entries
        if state["script_unit"][i]
    )


# ---- positions: reading ----

FACTS = (
    *("turn", "winner", "reason", "phase", "round", "initiative", "left", "damage", "pending", "swapping", "held"),
    *("supply", "bonuses", "pawns", "hand", "known", "deck", "seen", "script", "returning", "ply"),
)


def read_state(setup: LanesSetup, text: str, state: Any) -> None:
    """Write the position that a text describes into a blank state; ValueError says what is wrong."""
    words = text.split()
    values = read_facts([word for word in words if "=" in word], FACTS)
    rows = " ".join(word for word in words if "=" not in word)
    found = re.fullmatch(r"\[(.*)\](.*)", rows)
    if not found:
        raise ValueError("a position begins with the staging row in brackets, as in [. Rat . .]")
    read_staging(setup, found[1].split(), state)
    read_rows(setup, found[2].split("/"), state)
    read_turn(values, setup.seats, REASONS, state)
    usual_phase = "stage" if int(state["player"]) == HORDE else "prepare"
    state["phase"] = read_choice(values, "phase", PHASES, usual_phase)
    read_counts(setup, values, state)
    read_bags(setup, values, state)
    read_entries(setup, values.get("script", ""), state, 0, SCRIPT)
    read_entries(setup, values.get("returning", ""), state, SCRIPT, BACK)
    check_returning(setup, state)
    if wrong := problem(setup, state):
        raise ValueError(wrong)


def kind_named(setup: LanesSetup, name: str) -> int:
    for number, piece in enumerate(setup.kinds):
        if piece.name.lower() == name.lower():
            return number
    raise ValueError(f"there is no unit or object {name!r}")


def read_piece(setup: LanesSetup, word: str, pattern: str) -> tuple[int, int, str]:
    """Kind, health and marks of a word like Rat:1."""
    found = re.fullmatch(rf"([A-Za-z-]+)(?::(\d{{1,3}}))?({pattern})", word)
    if not found:
        raise ValueError(f"{word!r} is no unit: it is written Rat, Rat:1, or in a row +Guard:2*' -Rat #Rock")
    kind = kind_named(setup, found[1])
    health = int(found[2]) if found[2] else setup.kinds[kind].health
    if not 1 <= health <= setup.kinds[kind].health:
        raise ValueError(f"{word!r} has health {health}; it must be from 1 to {setup.kinds[kind].health}")
    return kind, health, found[3]


def read_staging(setup: LanesSetup, words: list[str], state: Any) -> None:
    if len(words) != COLUMNS:
        raise ValueError(f"the staging row has {COLUMNS} places, the text has {len(words)}")
    for column, word in enumerate(words):
        if word != ".":
            kind, health, _ = read_piece(setup, word, "")
            state["staged"][column], state["staged_health"][column] = 1 + kind, health


def read_rows(setup: LanesSetup, rows: list[str], state: Any) -> None:
    if len(rows) != setup.rows:
        raise ValueError(f"the field has {setup.rows} rows, the text has {len(rows)}")
    for row, line in enumerate(reversed(rows)):
        words = line.split()
        if len(words) != COLUMNS:
            raise ValueError(f"row {row + 1} is {line.strip()!r}; it must have {COLUMNS} cells")
        for column, word in enumerate(words):
            if word != ".":
                read_field_piece(setup, word, row * COLUMNS + column, state)


def read_field_piece(setup: LanesSetup, word: str, number: int, state: Any) -> None:
    if word[0] not in OWNERS:
        raise ValueError(f"{word!r} on {cell(number)} belongs to nobody: write +{word}, -{word} or #{word}")
    kind, health, marks = read_piece(setup, word[1:], r"\*?'?")
    put(state, OWNERS.index(word[0]), number, kind, health)
    state["shielded"] |= ("*" in marks) << number
    state["stepped"] |= ("'" in marks) << number


def read_counts(setup: LanesSetup, values: dict[str, str], state: Any) -> None:
    state["round"] = read_number(values, "round", 0, int(setup.rules["round_limit"]), 1)
    state["ply"] = read_number(values, "ply", 0, MOST_PLIES)
    for name, most in (("initiative", MOST_INITIATIVE), ("left", 99), ("pawns", 127)):
        state[name] = read_number(values, name, 0, most)
    state["damage"] = read_numbers(values, "damage", 2, 0, 10**9)
    if "pending" in values:
        name, _, victims = values["pending"].partition(":")
        state["pending"] = 1 + kind_named(setup, name)
        state["victims"] = read_number({"victims": victims}, "victims", 0, 9)
    if "swapping" in values:
        state["swapping"] = 1 + place(setup, values["swapping"])
    for name in values.get("held", ""):
        if name not in COLUMN_NAMES:
            raise ValueError(f"held={values['held']}: it must be letters of columns, a to d")
        state["held"] |= 1 << COLUMN_NAMES.index(name)


def read_bag(names: Sequence[str], values: dict[str, str], fact: str, most: int = 127) -> list[int]:
    counts = [0] * len(names)
    lower = [name.lower() for name in names]
    for part in values.get(fact, "").split(",") if fact in values else ():
        found = re.fullmatch(r"([A-Za-z-]+)(?:\*(\d{1,5}))?", part)
        if not found or found[1].lower() not in lower:
            raise ValueError(f"{fact}={values[fact]}: {part!r} is not known; write names like Rat*8,Wolf")
        counts[lower.index(found[1].lower())] += int(found[2] or 1)
    if max(counts) > most:
        raise ValueError(f"{fact}={values[fact]}: there may be {most} of a kind")
    return counts


def read_bags(setup: LanesSetup, values: dict[str, str], state: Any) -> None:
    names = [piece.name for piece in setup.kinds]
    state["supply"][: len(names)] = read_bag(names, values, "supply", MOST_SUPPLY)
    for fact in ("known", "deck", "seen"):
        state[fact][: len(names)] = read_bag(names, values, fact)
    pawn = int(setup.rules["pawn"])
    if "known" not in values:
        state["known"][pawn] = read_bag(names, values, "hand")[pawn]
    state["bonuses"][: len(setup.bonuses)] = read_bag([bonus.name for bonus in setup.bonuses], values, "bonuses")
    state["deck_size"] = state["deck"].astype(int).sum()
    hand = read_bag(names, values, "hand")
    limit = int(setup.rules["hand_limit"])
    if sum(hand) > limit:
        raise ValueError(f"hand={values['hand']}: a hand holds {limit} cards")
    for kind, count in enumerate(hand):
        for _ in range(count):
            add_to_hand(state, kind)


def read_entries(setup: LanesSetup, text: str, state: Any, first: int, most: int) -> None:
    entries = text.split(",") if text else []
    if len(entries) > most:
        raise ValueError(f"a script has at most {most} entries, the text has {len(entries)}")
    for i, entry in enumerate(entries, first):
        found = re.fullmatch(r"(\d{1,4}):([A-Za-z-]+)@([a-d])", entry)
        if not found:
            raise ValueError(f"{entry!r} is no entry of a script: it is written 3:Rat@b")
        state["script_round"][i] = int(found[1])
        state["script_unit"][i] = 1 + kind_named(setup, found[2])
        state["script_column"][i] = COLUMN_NAMES.index(found[3])


def check_returning(setup: LanesSetup, state: Any) -> None:
    """All undying units of a script may wait for their return at once."""
    if not setup.rules["scripted"]:
        return
    kinds = [setup.kinds[kind - 1] for kind in (*state["unit"], *state["staged"], *state["script_unit"]) if kind]
    undying = sum(kind.is_foe and "undying" in kind.signs for kind in kinds)
    if undying > BACK:
        raise ValueError(f"the horde has {undying} undying units; there may be {BACK}")


# ---- what can be ----


def problem(setup: LanesSetup, state: Any) -> str | None:
    """Why this position cannot be; None if it can."""
    return (
        field_problem(setup, state)
        or cards_problem(setup, state)
        or horde_problem(setup, state)
        or turn_problem(setup, state)
    )


def field_problem(setup: LanesSetup, state: Any) -> str | None:
    for number in range(COLUMNS * setup.rows):
        if state["unit"][number]:
            piece, owner = setup.kinds[state["unit"][number] - 1], owner_at(state, number)
            if piece.is_object != (owner == NEUTRAL):
                return f"{piece.name} on {cell(number)} has the wrong owner"
            if owner == HORDE and number < COLUMNS:
                return f"{piece.name} is in the player's camp, which no unit of the horde enters"
            if owner == PLAYER and number >= COLUMNS * (setup.rows - 1):
                return f"{piece.name} is in the horde's camp, which no unit of the player enters"
    if (int(state["shielded"]) | int(state["stepped"])) & ~int(state["standing"][PLAYER]):
        return "only the player's units have shields and steps"
    return None


def cards_problem(setup: LanesSetup, state: Any) -> str | None:
    hand = Counter(int(card) - 1 for card in state["hand"] if card)
    copies, pawn = int(setup.rules["copies"]), int(setup.rules["pawn"])
    for kind, piece in enumerate(setup.kinds):
        known, seen, deck = (int(state[name][kind]) for name in ("known", "seen", "deck"))
        if (hand[kind] or deck or seen) and (piece.is_foe or piece.is_object):
            return f"{piece.name} is no card"
        if known > hand[kind]:
            return f"the horde knows of {known} {piece.name} in a hand that has {hand[kind]}"
        unknown = hand[kind] - known
        if kind == pawn and (deck or unknown or seen):
            return f"{piece.name} comes from a deck of its own: each in the hand is known to the horde, as in known="
        if kind != pawn and unknown + deck + seen > copies:
            return f"{piece.name} is there {unknown + deck + seen} times; a deck has at most {copies}"
    return None


def horde_problem(setup: LanesSetup, state: Any) -> str | None:
    is_scripted = bool(setup.rules["scripted"])
    coming = [int(kind) - 1 for kind in (*state["staged"], *state["script_unit"]) if kind]
    coming += [kind for kind in range(len(setup.kinds)) if state["supply"][kind]]
    for kind in coming:
        if not setup.kinds[kind].is_foe:
            return f"{setup.kinds[kind].name} is no unit of a horde"
    if is_scripted and state["supply"].any():
        return "this level has a script and no supply"
    if not is_scripted and state["script_unit"].any():
        return "this level has no script"
    return None


def turn_problem(setup: LanesSetup, state: Any) -> str | None:
    player, phase = int(state["player"]), int(state["phase"])
    if player == OVER:
        return None
    if (phase == STAGING) != (player == HORDE):
        return f"turn={setup.seats[player]} does not fit phase={PHASES[phase]}"
    if phase == STAGING and not can_prepare(setup.rules, state):
        return "the horde can prepare nothing: left, supply or script, and free places do not fit its turn"
    if phase in (DRAWING, DRAWING_EXTRA):
        both = state["deck_size"] > 0 and state["pawns"] > 0
        if not both or not state["left"] or not can_draw(setup.rules, state):
            return "there is nothing to choose: a draw needs cards in both decks, room in the hand and left=1 or more"
    if phase == PREPARING and state["left"]:
        return f"left={state['left']} belongs to other phases"
    return pending_problem(setup, state)


def pending_problem(setup: LanesSetup, state: Any) -> str | None:
    pending, victims, swapping = int(state["pending"]), int(state["victims"]), int(state["swapping"])
    if victims and not pending:
        return "victims are chosen for a card: pending=Ogre:1"
    if pending and victims and not victims_for(setup.rules, state, pending - 1, victims):
        return "nobody can be sacrificed for the pending card"
    if swapping:
        units = int(movable(setup.rules, state))
        if not units >> (swapping - 1) & 1 or units & (units - 1) == 0:
            return f"swapping={cell(swapping - 1)}: two units of the player are needed for it"
    if (pending or swapping) and int(state["phase"]) != PREPARING:
        return "cards and bonuses are begun in the preparation"
    return None


def check(setup: LanesSetup, state: Any) -> None:
    """The invariants of a state."""
    assert not (found := problem(setup, state)), found
    standing = [int(bits) for bits in state["standing"]]
    taken = sum(1 << number for number in range(len(state["unit"])) if state["unit"][number])
    assert sum(standing) == taken == standing[0] | standing[1] | standing[2], "each cell has one owner"
    for number in range(len(state["unit"])):
        health, kind = int(state["health"][number]), int(state["unit"][number]) - 1
        assert (1 <= health <= setup.kinds[kind].health) if kind >= 0 else health == 0, f"health on {cell(number)}"
    assert int(np.count_nonzero(state["hand"])) == state["hand_size"] <= setup.rules["hand_limit"], "size of the hand"
    assert int(state["deck"].astype(int).sum()) == state["deck_size"], "size of the deck"
    assert (np.diff([int(card) for card in state["hand"] if card]) >= 0).all(), "the hand is sorted"
    for column in range(COLUMNS):
        assert bool(state["staged"][column]) == (state["staged_health"][column] > 0), "health of staged units"
    assert state["initiative"] >= 0, "initiative"
