"""Reads levels, decks and the switches of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import takewhile

from tabor.data import Table, overlay
from tabor.games.lanes.layout import BACK, COLUMNS, HAND, HORDE, NEUTRAL, PLAN, PLAYER, ROWS, SCRIPT
from tabor.games.lanes.pieces import (
    Bonus,
    Piece,
    check_foe,
    empty,
    optional_boolean,
    optional_text,
    optional_texts,
    read_signs,
)
from tabor.games.lanes.problems import Problems
from tabor.grid import read_cell

LEAST_ROWS = 4
COLUMN_NAMES = "abcd"
OPEN_COLUMNS = 2  # a level needs at least
MOST_OF_A_UNIT = 60
MOST_ROUNDS = 1000
RANKS = 8  # levels of the computer


@dataclass(frozen=True)
class Switches:
    """Every number and alternative of the rules; a level may change any of them."""

    pawn: str
    pawns: int
    opening_main: int
    opening_pawns: int
    deploy_rows: int
    advance: int
    entered_advance: bool
    draw: int
    hand: int
    ranged: str
    end: str
    balance: int
    checked: str
    rout: bool
    rounds: int
    camps: tuple[int, int]
    growing: bool
    initiative: int
    initiative_cap: int
    steps: tuple[int, int, int]
    deck: tuple[int, int, int]  # least, most, copies


@dataclass(frozen=True)
class Wave:
    """An endless level: units that dice bring, with weight and first round."""

    first: int
    every: int
    most: int
    units: Mapping[str, tuple[int, int]]


@dataclass(frozen=True)
class Boss:
    """A unit of the horde that has more signs on one level than elsewhere."""

    unit: str
    signs: tuple[str, ...]


@dataclass(frozen=True)
class Level:
    name: str
    title: str
    rows: int
    switches: Switches
    pieces: Mapping[int, tuple[int, str]]  # cell → owner, kind
    supply: Mapping[str, int] = field(default_factory=dict)
    plan: Sequence[int] = (0,)
    script: Sequence[tuple[int, str, int]] | None = None  # round, unit, column
    wave: Wave | None = None
    bonuses: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()  # cards, to decks that grow, for all later levels
    boss: Boss | None = None
    slips: Mapping[str, Sequence[int]] = field(default_factory=dict)  # by side: of 1000 decisions, the
    # careless ones of each level of the computer
    note: str = ""  # what is different here, for people
    flavour: str = ""


@dataclass(frozen=True)
class Deck:
    name: str
    cards: Mapping[str, int]
    bonuses: tuple[str, ...] = ()
    grows: bool = False  # with what the levels before give
    title: str = ""
    flavour: str = ""


# ---- switches ----

SWITCHES = (
    *("pawn", "pawns", "opening", "deploy_rows", "advance", "entered_advance", "draw", "hand", "ranged"),
    *("end", "balance", "checked", "rout", "rounds", "camps", "initiative", "steps", "deck"),
)


def read_switches(table: Table, pieces: Mapping[str, Piece], found: Problems) -> Switches:
    found.attempt(None, table.only, *SWITCHES)
    part = partial(read_part, table, found)

    def number(of: Table, key: str, low: int, high: int) -> int:
        return found.attempt(low, of.integer, key, low, high)

    opening, camps = part("opening", "main", "pawns"), part("camps", "player", "horde")
    initiative, steps = part("initiative", "kind", "fixed", "start", "cap"), part("steps", "first", "other", "least")
    deck = part("deck", "least", "most", "copies")
    growing = found.attempt("fixed", initiative.choice, "kind", ("fixed", "growing")) == "growing"
    fixed, first = number(initiative, "fixed", 0, 20), number(initiative, "start", 0, 20)
    switches = Switches(
        pawn=found.attempt("", read_pawn, table, pieces),
        pawns=number(table, "pawns", 0, 60),
        opening_main=number(opening, "main", 0, HAND),
        opening_pawns=number(opening, "pawns", 0, HAND),
        deploy_rows=number(table, "deploy_rows", 1, ROWS - 1),
        advance=number(table, "advance", 0, ROWS - 1),
        entered_advance=found.attempt(True, table.boolean, "entered_advance"),
        draw=number(table, "draw", 0, HAND),
        hand=number(table, "hand", 1, HAND),
        ranged=found.attempt("exact", table.choice, "ranged", ("exact", "between")),
        end=found.attempt("durability", table.choice, "end", ("durability", "balance")),
        balance=number(table, "balance", 1, 99),
        checked=found.attempt("attack", table.choice, "checked", ("attack", "blow")),
        rout=found.attempt(True, table.boolean, "rout"),
        rounds=number(table, "rounds", 1, MOST_ROUNDS),
        camps=(number(camps, "player", 1, 999), number(camps, "horde", 1, 999)),
        growing=growing,
        initiative=first if growing else fixed,
        initiative_cap=number(initiative, "cap", 0, 99),
        steps=(number(steps, "first", 0, 9), number(steps, "other", 0, 9), number(steps, "least", 1, 9)),
        deck=(number(deck, "least", 0, 60), number(deck, "most", 1, 60), number(deck, "copies", 1, 60)),
    )
    found.attempt(None, check_opening, table, switches)
    return switches


def read_part(table: Table, found: Problems, key: str, *names: str) -> Table:
    """A table in the table, with these keys alone."""
    part = found.attempt(empty(table), table.table, key)
    found.attempt(None, part.only, *names)
    return part


def read_pawn(table: Table, pieces: Mapping[str, Piece]) -> str:
    """S4."""
    name = table.text("pawn")
    if name not in pieces or not pieces[name].is_card:
        table.refuse("pawn", f"is {name!r}; it must be a unit of the player")
    return name


def check_opening(table: Table, switches: Switches) -> None:
    """S5, S13."""
    drawn = switches.opening_main + switches.opening_pawns
    if drawn > switches.hand:
        table.refuse("opening", f"gives {drawn} cards, but a hand holds {switches.hand}")
    if switches.opening_pawns > switches.pawns:
        table.refuse("opening", f"gives {switches.opening_pawns} pawns of {switches.pawns}")
    if switches.deck[0] > switches.deck[1]:
        table.refuse("deck", f"has least {switches.deck[0]} above most {switches.deck[1]}")


# ---- levels ----

LEVEL_KEYS = (
    *("title", "rows", "supply", "per_round", "script", "endless", "horde", "player", "objects", "bonuses", "rules"),
    *("gives", "boss", "slips", "note", "flavour"),
)


def read_level(
    table: Table, name: str, rules: Table, pieces: Mapping[str, Piece], bonuses: Mapping[str, Bonus], found: Problems
) -> Level:
    """S1, S5, S12."""
    found.attempt(None, table.only, *LEVEL_KEYS)
    rows = found.attempt(LEAST_ROWS, table.integer, "rows", LEAST_ROWS, ROWS)
    placed = read_pieces(table, rows, pieces, found)
    switches = read_level_switches(table, rules, pieces, found)
    closed = closed_columns(placed, pieces)
    if COLUMNS - len(closed) < OPEN_COLUMNS:
        problem = f"close the columns {', '.join(sorted(closed))}; at least {OPEN_COLUMNS} must stay open"
        found.attempt(None, table.refuse, "objects", problem)
    level = Level(
        name=name,
        title=found.attempt(name, table.text, "title"),
        rows=rows,
        switches=switches,
        pieces=placed,
        supply=found.attempt({}, read_supply, table, pieces, found),
        plan=found.attempt((0,), read_plan, table),
        script=found.attempt(None, read_script, table, pieces, closed, found),
        wave=found.attempt(None, read_wave, table, pieces, found),
        bonuses=found.attempt((), read_bonus_list, table, bonuses),
        gives=found.attempt((), read_gifts, table, switches, pieces),
        boss=found.attempt(None, read_boss, table, pieces),
        slips=found.attempt({}, read_slips, table),
        note=found.attempt("", optional_text, table, "note"),
        flavour=found.attempt("", optional_text, table, "flavour"),
    )
    found.attempt(None, check_horde, table, level)
    found.attempt(None, check_boss, table, level)
    found.attempt(None, check_returning, table, level, pieces)
    warn_of_shelling(table, level, pieces, found)
    return level


def read_level_switches(table: Table, rules: Table, pieces: Mapping[str, Piece], found: Problems) -> Switches:
    """The switches of all levels, with this level's own over them; what is wrong without them is not said again."""
    values, path = deepcopy(rules.values), f"{table.path}.rules"
    common, here = Problems(), Problems()
    switches = read_switches(Table(values, table.origin, path), pieces, common)
    if "rules" not in table:
        return switches
    own = found.attempt(empty(table), table.table, "rules")
    overlay(values, own.values, "", {})
    switches = read_switches(Table(values, table.origin, path), pieces, here)
    found.errors += [error for error in here.errors if error not in common.errors]
    return switches


def read_pieces(table: Table, rows: int, pieces: Mapping[str, Piece], found: Problems) -> dict[int, tuple[int, str]]:
    """S5: what stands on the field at the start, each on a cell of its own."""
    placed: dict[int, tuple[int, str]] = {}
    for owner, key in ((PLAYER, "player"), (HORDE, "horde"), (NEUTRAL, "objects")):
        part = found.attempt(empty(table), table.table, key) if key in table else empty(table)
        for cell in part:
            found.attempt(None, place, part, cell, owner, rows, pieces, placed)
    return placed


def place(
    part: Table, cell: str, owner: int, rows: int, pieces: Mapping[str, Piece], placed: dict[int, tuple[int, str]]
) -> None:
    try:
        number = read_cell(cell, COLUMNS, rows)
    except ValueError as error:
        part.refuse(cell, f"has no place: {error}")
    name = part.text(cell)
    check_piece(part, cell, name, pieces, owner)
    if owner == HORDE and number < COLUMNS:
        part.refuse(cell, "is in the player's camp, which no unit of the horde enters")
    if owner == PLAYER and number >= (rows - 1) * COLUMNS:
        part.refuse(cell, "is in the horde's camp, which no unit of the player enters")
    if number in placed:
        part.refuse(cell, f"is {name!r}, but {placed[number][1]} stands there already")
    placed[number] = (owner, name)


def check_piece(table: Table, key: str, name: str, pieces: Mapping[str, Piece], owner: int) -> None:
    """A unit of the player, a unit with foe = true, or an object."""
    wanted = {
        PLAYER: [piece.name for piece in pieces.values() if piece.is_card],
        HORDE: [piece.name for piece in pieces.values() if piece.is_foe],
        NEUTRAL: [piece.name for piece in pieces.values() if piece.is_object],
    }[owner]
    if name not in wanted:
        what = ("unit of the player", "unit with foe = true", "object")[owner]
        table.refuse(key, f"has {name!r}, which is no {what}; there are {', '.join(wanted)}")


def closed_columns(placed: Mapping[int, tuple[int, str]], pieces: Mapping[str, Piece]) -> set[str]:
    """Columns in which something indestructible stands: nobody passes it."""
    return {COLUMN_NAMES[cell % COLUMNS] for cell, (_, name) in placed.items() if pieces[name].eternal}


def read_supply(table: Table, pieces: Mapping[str, Piece], found: Problems) -> dict[str, int]:
    if "supply" not in table:
        return {}
    supply = table.table("supply")
    for name in supply:
        found.attempt(None, check_piece, supply, name, name, pieces, HORDE)
    return {name: found.attempt(0, supply.integer, name, 0, MOST_OF_A_UNIT) for name in supply}


def read_plan(table: Table) -> tuple[int, ...]:
    """S12: one number, or a list that starts with round 0."""
    if "per_round" not in table:
        if "supply" in table:
            table.refuse("per_round", "is missing; how many units does the horde prepare in a round?")
        return (0,)
    if "supply" not in table:
        table.refuse("per_round", "goes with a supply; a script or dice say themselves what comes when")
    plan = table.get("per_round")
    numbers = plan if isinstance(plan, list) else [plan]
    is_right = all(type(n) is int and 0 <= n <= COLUMNS for n in numbers)
    if not 1 <= len(numbers) <= PLAN or not is_right:
        table.refuse("per_round", f"is {plan!r}; it must be a number from 0 to {COLUMNS}, or 1 to {PLAN} of them")
    return tuple(numbers)


def read_script(
    table: Table, pieces: Mapping[str, Piece], closed: set[str], found: Problems
) -> list[tuple[int, str, int]] | None:
    """S12: round, unit, column of each entry."""
    if "script" not in table:
        return None
    entries = table.get("script")
    if not isinstance(entries, list) or not 1 <= len(entries) <= SCRIPT:
        table.refuse("script", f'must be a list of 1 to {SCRIPT} entries like {{round = 0, unit = "…", column = "a"}}')
    made = []
    for number, values in enumerate(entries):
        entry = Table(values, table.origin, f"{table.path}.script.{number}")
        made.append(found.attempt((0, "", 0), read_entry, entry, pieces, closed))
    return made


def read_entry(entry: Table, pieces: Mapping[str, Piece], closed: set[str]) -> tuple[int, str, int]:
    if not isinstance(entry.values, dict):
        entry.refuse("", f"is {entry.values!r}; it must be a table with round, unit and column")
    entry.only("round", "unit", "column")
    round_, name = entry.integer("round", 0, MOST_ROUNDS), entry.text("unit")
    check_piece(entry, "unit", name, pieces, HORDE)
    column = entry.choice("column", tuple(COLUMN_NAMES))
    if column in closed:
        entry.refuse("column", f"is {column!r}, which something indestructible closes")
    return round_, name, COLUMN_NAMES.index(column)


def read_wave(table: Table, pieces: Mapping[str, Piece], found: Problems) -> Wave | None:
    """An endless level: `first` units in round 0, one more `every` so many rounds, at most `most`."""
    if "endless" not in table:
        return None
    wave = table.table("endless")
    wave.only("first", "every", "most", "units")
    listed = wave.table("units")
    units = {}
    for name in listed:
        entry = listed.table(name)
        entry.only("weight", "from")
        check_piece(listed, name, name, pieces, HORDE)
        units[name] = (entry.integer("weight", 1, 999), entry.integer("from", 0, MOST_ROUNDS) if "from" in entry else 0)
    if not any(first == 0 for _, first in units.values()):
        wave.refuse("units", "come too late: at least one must come from round 0 on")
    return Wave(wave.integer("first", 0, 9), wave.integer("every", 1, 99), wave.integer("most", 1, 9), units)


def read_bonus_list(table: Table, bonuses: Mapping[str, Bonus]) -> tuple[str, ...]:
    if "bonuses" not in table:
        return ()
    names = table.texts("bonuses", 0, 60)
    for name in names:
        if name not in bonuses:
            table.refuse("bonuses", f"has {name!r}, which is no bonus; bonuses are {', '.join(bonuses)}")
    return tuple(names)


def read_gifts(table: Table, switches: Switches, pieces: Mapping[str, Piece]) -> tuple[str, ...]:
    """Cards that a level gives to decks that grow."""
    names = optional_texts(table, "gives")
    for name in names:
        check_card(table, "gives", name, switches, pieces)
    return names


def read_boss(table: Table, pieces: Mapping[str, Piece]) -> Boss | None:
    if "boss" not in table:
        return None
    boss = table.table("boss")
    boss.only("unit", "signs")
    name, signs = boss.text("unit"), read_signs(boss)
    check_piece(boss, "unit", name, pieces, HORDE)
    if doubled := [sign for sign in signs if sign in pieces[name].signs]:
        boss.refuse("signs", f"has {doubled[0]!r}, which {name} has on every level")
    check_foe(boss, replace(pieces[name], signs=signs))
    return Boss(name, signs)


def read_slips(table: Table) -> dict[str, list[int]]:
    """How careless the computer's levels are on this battlefield, from the weakest to the strongest."""
    if "slips" not in table:
        return {}
    slips = table.table("slips")
    slips.only("player", "horde")
    for side in slips:
        numbers = slips.get(side)
        is_list = isinstance(numbers, list) and len(numbers) == RANKS
        if not is_list or not all(type(n) is int and 0 <= n <= 1000 for n in numbers):
            slips.refuse(side, f"is {numbers!r}; it must be {RANKS} whole numbers from 0 to 1000")
        if numbers != sorted(numbers, reverse=True):
            slips.refuse(side, f"is {numbers!r}; a stronger level leaves no more to chance than a weaker one")
    return {side: slips.get(side) for side in slips}


def check_boss(table: Table, level: Level) -> None:
    if level.boss and level.boss.unit not in horde_units(level):
        table.refuse("boss.unit", f"is {level.boss.unit!r}, which does not come on this level")


def check_horde(table: Table, level: Level) -> None:
    """A horde comes in one way only, and there is one at all."""
    given = [key for key in ("supply", "script", "endless") if key in table]
    if len(given) > 1:
        table.refuse("", f"has {' and '.join(given)}; a horde comes by one of them")
    has_pieces = any(owner == HORDE for owner, _ in level.pieces.values())
    if not has_pieces and not sum(level.supply.values()) and not level.script and not level.wave:
        table.refuse("", "has no horde: give it a supply, a script, endless waves or units on the field")


def check_returning(table: Table, level: Level, pieces: Mapping[str, Piece]) -> None:
    """All undying units may wait for their return into the script at once."""
    on_field = [name for owner, name in level.pieces.values() if owner == HORDE]
    names = [*on_field, *(name for _, name, _ in level.script or ())]
    undying = sum("undying" in pieces[name].signs for name in names if name in pieces)
    if level.script is not None and undying > BACK:
        table.refuse("script", f"and the field have {undying} undying units; there may be {BACK}")


def horde_units(level: Level) -> set[str]:
    """The names of all units that the horde may bring."""
    on_field = {name for owner, name in level.pieces.values() if owner == HORDE}
    scripted = {name for _, name, _ in level.script or ()}
    return on_field | set(level.supply) | scripted | set(level.wave.units if level.wave else ())


def warn_of_shelling(table: Table, level: Level, pieces: Mapping[str, Piece], found: Problems) -> None:
    for name in sorted(horde_units(level)):
        if name in pieces and shells_camp(pieces[name], level):
            reach = pieces[name].range
            found.warnings.append(
                f"{table.place('')} has {name}, which shells the camp from home: its range {reach} is not below "
                f"{level.rows - 1 - gap(level)}"
            )


def gap(level: Level) -> int:
    return int(level.switches.ranged == "between")


def shells_camp(piece: Piece, level: Level) -> bool:
    return piece.ranged and piece.range + gap(level) >= level.rows - 1


# ---- decks ----


def read_deck(
    table: Table,
    name: str,
    switches: Switches,
    pieces: Mapping[str, Piece],
    bonuses: Mapping[str, Bonus],
    found: Problems,
) -> Deck:
    found.attempt(None, table.only, "title", "cards", "bonuses", "grows", "flavour")
    listed = found.attempt(empty(table), table.table, "cards")
    copies = switches.deck[2]
    cards: dict[str, int] = {}
    for card in listed:
        found.attempt(None, check_card, listed, card, card, switches, pieces)
        cards[card] = found.attempt(copies, listed.integer, card, 1, copies)
    if problem := size_problem(sum(cards.values()), switches):
        found.attempt(None, table.refuse, "cards", problem)
    return Deck(
        name,
        cards,
        found.attempt((), read_bonus_list, table, bonuses),
        found.attempt(False, optional_boolean, table, "grows"),
        found.attempt("", optional_text, table, "title"),
        found.attempt("", optional_text, table, "flavour"),
    )


def check_card(table: Table, key: str, card: str, switches: Switches, pieces: Mapping[str, Piece]) -> None:
    check_piece(table, key, card, pieces, PLAYER)
    if card == switches.pawn:
        table.refuse(key, f"has {card!r}, the pawn, which has a deck of its own")


def size_problem(size: int, switches: Switches) -> str | None:
    least, most, _ = switches.deck
    if not least <= size <= most:
        return f"has {size} cards; a deck has {least} to {most}"
    if size < switches.opening_main:
        return f"has {size} cards, less than the opening hand of {switches.opening_main}"
    return None


def deck_problem(cards: Mapping[str, int], switches: Switches) -> str | None:
    """Why nobody can play with these cards by these switches; None if one can."""
    if switches.pawn in cards:
        return f"has {switches.pawn!r}, the pawn, which has a deck of its own"
    for card, count in cards.items():
        if count > switches.deck[2]:
            return f"has {count} times {card}; a deck has at most {switches.deck[2]}"
    return size_problem(sum(cards.values()), switches)


def grown(deck: Deck, level: Level, levels: Iterable[Level]) -> Deck:
    """The deck for a level: one that grows has, besides its own cards, all that the levels before give."""
    if not deck.grows:
        return deck
    before = takewhile(lambda other: other.name != level.name, levels)
    cards = Counter(deck.cards)
    cards.update(card for other in before for card in other.gives)
    return replace(deck, cards=dict(cards))


def check_growth(table: Table, deck: Deck, levels: Mapping[str, Level], switches: Switches) -> None:
    """A deck that has grown to the last level is still a legal one."""
    if not deck.grows or not levels:
        return
    last = list(levels.values())[-1]
    cards = grown(deck, last, levels.values()).cards
    if problem := deck_problem(cards, switches):
        table.refuse("grows", f"too far: at level {last.name} it {problem}")


def shelling_cards(deck: Deck, level: Level, pieces: Mapping[str, Piece]) -> list[str]:
    return [card for card in deck.cards if card in pieces and shells_camp(pieces[card], level)]
