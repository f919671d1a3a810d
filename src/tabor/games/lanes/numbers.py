"""Puts a game of lanes together from its data: one level, one deck, all units, as a RULES record."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tabor.data import Table, lacking
from tabor.game import Setup, one
from tabor.games.lanes.knowledge import SINGLES, plane_names
from tabor.games.lanes.layout import BONUSES, COLUMNS, RULES
from tabor.games.lanes.levels import (
    COLUMN_NAMES,
    Deck,
    Level,
    Switches,
    check_growth,
    closed_columns,
    deck_problem,
    grown,
    read_deck,
    read_level,
    read_switches,
    shelling_cards,
)
from tabor.games.lanes.pieces import (
    Bonus,
    Piece,
    all_tags,
    check_kinds,
    check_tags,
    empty,
    read_amounts,
    read_bonuses,
    read_objects,
    read_units,
)
from tabor.games.lanes.problems import Problems
from tabor.games.lanes.rules import DOINGS
from tabor.games.lanes.signs import EFFECT_NUMBERS, FIGURED, SCOUT, SIGN_NAMES

DIGIT_NAMES = {
    "do": "0 end, 1 deploy, 2 sacrifice, 3 move, 4 use a bonus, 5 use an ability, 6 choose a second target, 7 prepare, "
    "8 stop, 9 take a card",
    "what": "the kind of card (1, 2, 7), the cell that acts (3, 5), the bonus (4), the deck (9: 1 for pawns), else 0",
    "where": "the cell or the column, 0 where none is needed",
}


@dataclass(frozen=True)
class LanesSetup(Setup):
    rows: int
    level: Level
    kinds: tuple[Piece, ...]  # by number: units, then objects
    bonuses: tuple[Bonus, ...]
    amounts: Mapping[str, int]  # of signs

    @cached_property
    def whats(self) -> int:
        """The base of the middle digit of an action."""
        return int(self.rules["whats"])

    @property
    def numbers(self) -> bytes:
        """Without classes (S27), of which older saves know nothing, where nothing is for some of them only."""
        restrictions = ("only", "ability_only", "bonus_only")
        size = RULES.itemsize - sum(RULES[name].itemsize for name in restrictions)
        is_restricted = any(self.rules[name].any() for name in restrictions)
        return super().numbers if is_restricted else super().numbers[:size]


@dataclass(frozen=True)
class Library:
    """All that the data hold."""

    pieces: Mapping[str, Piece]
    bonuses: Mapping[str, Bonus]
    amounts: Mapping[str, int]  # of signs
    levels: Mapping[str, Level]
    decks: Mapping[str, Deck]
    switches: Switches


def read(table: Table, options: Mapping[str, str]) -> LanesSetup:
    """The data as a RULES record, or a DataError that names what is wrong; mistakes in any level are refused."""
    found = Problems()
    library = read_library(table, found)
    found.raise_first()
    for option, known in (("level", library.levels), ("deck", library.decks)):
        if options[option] not in known:
            table.refuse(f"{option}s", f"has no {options[option]!r}; there are {', '.join(known)}")
    level = library.levels[options["level"]]
    deck = grown(library.decks[options["deck"]], level, library.levels.values())
    if problem := deck_problem(deck.cards, level.switches):
        table.refuse(f"decks.{deck.name}", f"cannot be played on level {level.name}: it {problem}")
    for warning in found.warnings + shelling(deck, level, library.pieces):
        if f"levels.{level.name} " in warning or deck.name in warning:
            warnings.warn(warning, stacklevel=2)
    return make_setup(library, level, thinned(table, deck))


def thinned(table: Table, deck: Deck) -> Deck:
    """Without the cards that the player must do without, whatever the least size of a deck is."""
    (lost,) = lacking(table, ("player",), list(deck.cards))
    return replace(deck, cards={card: count for card, count in deck.cards.items() if card not in lost})


def read_library(table: Table, found: Problems) -> Library:
    """Everything, with every mistake in `found`."""
    found.attempt(
        None, table.only, "rules", "signs", "units", "objects", "bonuses", "levels", "decks", "without", "campaign"
    )

    def part(key: str) -> Table:
        return found.attempt(empty(table), table.table, key)

    units, objects = read_units(part("units"), found), read_objects(part("objects"), found)
    bonuses = read_bonuses(part("bonuses"), found)
    found.attempt(None, check_kinds, table, units, objects, list(bonuses))
    check_tags(table, units, bonuses, found)
    pieces = {**units, **objects}
    rules = part("rules")
    switches = read_switches(rules, pieces, found)
    levels = read_levels(part("levels"), rules, pieces, bonuses, found)
    decks: dict[str, Deck] = {}
    for name, deck in each_table(part("decks"), found):
        decks[name] = read_deck(deck, name, switches, pieces, bonuses, found)
        found.attempt(None, check_growth, deck, decks[name], levels, switches)
    return Library(pieces, bonuses, read_amounts(part("signs"), found), levels, decks, switches)


def read_levels(
    table: Table, rules: Table, pieces: Mapping[str, Piece], bonuses: Mapping[str, Bonus], found: Problems
) -> dict[str, Level]:
    return {name: read_level(level, name, rules, pieces, bonuses, found) for name, level in each_table(table, found)}


def each_table(table: Table, found: Problems) -> Iterator[tuple[str, Table]]:
    """The tables in a table, by name; an empty one for what is none."""
    for name in table:
        yield name, found.attempt(empty(table), table.table, name)


def shelling(deck: Deck, level: Level, pieces: Mapping[str, Piece]) -> list[str]:
    """Warnings of cards that reach the enemy camp from home."""
    return [
        f"deck {deck.name}: {card} shells the camp from home on level {level.name}, which has {level.rows} rows"
        for card in shelling_cards(deck, level, pieces)
    ]


# ---- the record ----


def make_setup(library: Library, level: Level, deck: Deck) -> LanesSetup:
    rules = one(RULES)
    kinds = tuple(crowned(piece, level) for piece in library.pieces.values())
    numbers = {piece.name: number for number, piece in enumerate(kinds)}
    bonuses, tags = tuple(library.bonuses.values()), all_tags(library.pieces)
    rules["kinds"] = len(kinds)
    rules["whats"] = max(len(kinds), COLUMNS * level.rows, len(bonuses))
    rules["amount"] = list(library.amounts.values())[:FIGURED]
    fill_switches(rules, level.switches, numbers)
    fill_kinds(rules, kinds, tags)
    fill_level(rules, level, numbers, library.pieces)
    for card, count in deck.cards.items():
        rules["deck"][numbers[card]] = count
    for number, bonus in enumerate(bonuses):
        fill_bonus(rules, number, bonus, (level.bonuses + deck.bonuses).count(bonus.name), tags)
    rules["bonus_count"] = len(bonuses)
    return LanesSetup(
        rules=rules,
        seats=("player", "horde"),
        digits=(("do", DOINGS), ("what", int(rules["whats"])), ("where", COLUMNS * level.rows)),
        most_actions=most_actions(rules, level, kinds, bonuses),
        planes=(4 * len(kinds) + SINGLES + BONUSES, level.rows + 1, COLUMNS),
        plane_names=plane_names(len(kinds)),
        digit_names=DIGIT_NAMES,
        rows=level.rows,
        level=level,
        kinds=kinds,
        bonuses=bonuses,
        amounts=library.amounts,
    )


def crowned(piece: Piece, level: Level) -> Piece:
    """The boss of a level has more signs there."""
    if level.boss is None or level.boss.unit != piece.name:
        return piece
    return replace(piece, signs=(*piece.signs, *level.boss.signs))


def most_actions(rules: Any, level: Level, kinds: tuple[Piece, ...], bonuses: tuple[Bonus, ...]) -> int:
    """Every card of a full hand everywhere, every unit to all sides, every bonus and ability on every cell."""
    cells = COLUMNS * level.rows
    home = COLUMNS * (level.switches.deploy_rows + int(rules["amount"][SCOUT]))
    each_card = cells if any(piece.sacrifice for piece in kinds) else min(home, cells)
    abilities = cells if any(piece.ability for piece in kinds) else 0
    preparing = 1 + level.switches.hand * each_card + 4 * cells + cells * (len(bonuses) + abilities)
    return max(preparing, 1 + COLUMNS * sum(piece.is_foe for piece in kinds))


def fill_switches(rules: Any, switches: Switches, numbers: Mapping[str, int]) -> None:
    rules["pawn"] = numbers[switches.pawn]
    for name in ("pawns", "opening_main", "opening_pawns", "deploy_rows", "advance", "entered_advance", "draw", "rout"):
        rules[name] = getattr(switches, name)
    rules["hand_limit"] = switches.hand
    rules["gap"] = switches.ranged == "between"
    rules["balance"] = switches.balance if switches.end == "balance" else 0
    rules["check_each_blow"] = switches.checked == "blow"
    rules["round_limit"] = switches.rounds
    rules["camp"] = switches.camps
    rules["growing"] = switches.growing
    rules["initiative"] = switches.initiative
    rules["initiative_cap"] = switches.initiative_cap
    rules["first_step"], rules["other_step"], rules["least_step"] = switches.steps
    rules["copies"] = switches.deck[2]


def bits_of(names: Sequence[str], of: Sequence[str]) -> int:
    """Which of some names are there, as a set of bits."""
    return sum(1 << i for i, name in enumerate(of) if name in names)


def fill_kinds(rules: Any, kinds: tuple[Piece, ...], tags: Sequence[str]) -> None:
    for number, piece in enumerate(kinds):
        for name in ("ranged", "range", "power", "health", "difficulty", "price", "sacrifice", "eternal", "is_foe"):
            rules[name][number] = getattr(piece, name)
        rules["signs"][number] = bits_of(piece.signs, SIGN_NAMES)
        rules["tags"][number] = bits_of(piece.tags, tags)
        rules["needs"][number] = bits_of(piece.needs, tags)
        for sign, classes in piece.only.items():
            rules["only"][number, SIGN_NAMES.index(sign)] = bits_of(classes, tags)
        rules["is_card"][number] = piece.is_card and number != rules["pawn"]
        if piece.ability:
            rules["ability"][number] = EFFECT_NUMBERS[piece.ability.name]
            rules["ability_amount"][number] = piece.ability.amount
            rules["ability_price"][number] = piece.ability.price
            rules["ability_only"][number] = bits_of(piece.ability.only, tags)


def fill_level(rules: Any, level: Level, numbers: Mapping[str, int], pieces: Mapping[str, Piece]) -> None:
    rules["rows"] = level.rows
    rules["cells"] = COLUMNS * level.rows
    closed = closed_columns(level.pieces, pieces)
    rules["open_columns"] = sum(1 << i for i, name in enumerate(COLUMN_NAMES) if name not in closed)
    for cell, (owner, name) in level.pieces.items():
        rules["start_unit"][cell] = 1 + numbers[name]
        rules["start_owner"][cell] = owner
    for name, count in level.supply.items():
        rules["supply"][numbers[name]] = count
    rules["plan_size"] = len(level.plan)
    rules["plan"][: len(level.plan)] = level.plan
    rules["scripted"] = level.script is not None
    for i, (round_, name, column) in enumerate(level.script or ()):
        rules["script_unit"][i] = 1 + numbers[name]
        rules["script_round"][i] = round_
        rules["script_column"][i] = column
    rules["endless"] = level.wave is not None
    if level.wave:
        rules["wave_first"], rules["wave_every"], rules["wave_most"] = (
            level.wave.first,
            level.wave.every,
            level.wave.most,
        )
        for name, (weight, first) in level.wave.units.items():
            rules["wave_weight"][numbers[name]] = weight
            rules["wave_from"][numbers[name]] = first


def fill_bonus(rules: Any, number: int, bonus: Bonus, count: int, tags: Sequence[str]) -> None:
    rules["bonuses"][number] = count
    rules["bonus"][number] = EFFECT_NUMBERS[bonus.effect.name]
    rules["bonus_amount"][number] = bonus.effect.amount
    rules["bonus_price"][number] = bonus.effect.price
    rules["bonus_only"][number] = bits_of(bonus.effect.only, tags)
