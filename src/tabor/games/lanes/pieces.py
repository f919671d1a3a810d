"""Reads units, objects, signs and bonuses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tabor.data import Table
from tabor.games.lanes.layout import BONUSES, KINDS, TAGS
from tabor.games.lanes.problems import Problems
from tabor.games.lanes.signs import EFFECTS, ON_CELL, SIGN_NAMES, SIGNS, EffectKind

NAME = re.compile(r"[A-Z][A-Za-z-]{1,23}")


@dataclass(frozen=True)
class Effect:
    """What a bonus or an ability does, on what `rules.aims_of` allows."""

    name: str
    amount: int
    price: int  # in initiative
    only: tuple[str, ...] = ()  # S27: classes of the units that it may be used on

    @property
    def kind(self) -> EffectKind:
        return EFFECTS[self.name]


@dataclass(frozen=True)
class Piece:
    """A unit (S2) or an object (S3)."""

    name: str
    sign: str
    ranged: bool = False
    range: int = 0
    power: int = 0
    health: int = 1
    difficulty: int = 1
    price: int = 0
    sacrifice: int = 0
    needs: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # S27: signs that are for some classes only
    tags: tuple[str, ...] = ()
    ability: Effect | None = None
    is_foe: bool = False
    is_object: bool = False
    eternal: bool = False
    flavour: str = ""

    @property
    def is_card(self) -> bool:
        """It may be the player's: in a deck, or as the pawn."""
        return not self.is_foe and not self.is_object


@dataclass(frozen=True)
class Bonus:
    name: str
    sign: str
    effect: Effect
    flavour: str = ""


def read_units(table: Table, found: Problems) -> dict[str, Piece]:
    return {name: read_unit(found.attempt(empty(table), table.table, name), name, found) for name in table}


def empty(table: Table) -> Table:
    return Table({}, table.origin, table.path)


UNIT_KEYS = (
    *("sign", "attack", "range", "power", "health", "difficulty", "price", "signs", "only", "tags", "ability", "foe"),
    "flavour",
)


def read_unit(table: Table, name: str, found: Problems) -> Piece:
    """S2, S25."""
    found.attempt(None, table.only, *UNIT_KEYS)
    found.attempt(None, check_name, table, name)
    price = found.attempt(empty(table), optional_table, table, "price")
    found.attempt(None, price.only, "initiative", "sacrifice", "needs")
    signs: tuple[str, ...] = found.attempt((), read_signs, table)
    piece = Piece(
        name=name,
        sign=found.attempt("?", read_sign, table),
        ranged=found.attempt("melee", table.choice, "attack", ("melee", "ranged")) == "ranged",
        range=found.attempt(1, table.integer, "range", 1, 9),
        power=found.attempt(0, table.integer, "power", 0, 20),
        health=found.attempt(1, table.integer, "health", 1, 99),
        difficulty=found.attempt(1, table.integer, "difficulty", 1, 9),
        price=found.attempt(0, optional_integer, price, "initiative", 0, 20),
        sacrifice=found.attempt(0, optional_integer, price, "sacrifice", 0, 4),
        needs=found.attempt((), optional_texts, price, "needs"),
        signs=signs,
        only=found.attempt({}, read_only, table, signs),
        tags=found.attempt((), optional_texts, table, "tags"),
        ability=found.attempt(None, read_ability, table, found),
        is_foe=found.attempt(False, optional_boolean, table, "foe"),
        flavour=found.attempt("", optional_text, table, "flavour"),
    )
    found.attempt(None, check_foe, table, piece)
    return piece


def check_foe(table: Table, piece: Piece) -> None:
    """A horde pays nothing, is not deployed from a hand and uses no abilities."""
    for key in ("price", "ability"):
        if piece.is_foe and key in table:
            table.refuse(key, "means nothing for a unit of the horde; leave it out")
    whose = "the horde" if piece.is_foe else "the player"
    for kind in SIGNS:
        if kind.name in piece.signs and not (kind.for_foes if piece.is_foe else kind.for_cards):
            table.refuse("signs", f"has {kind.name!r}, which means nothing for a unit of {whose}")


def read_objects(table: Table, found: Problems) -> dict[str, Piece]:
    return {name: read_object(found.attempt(empty(table), table.table, name), name, found) for name in table}


def read_object(table: Table, name: str, found: Problems) -> Piece:
    """S3."""
    found.attempt(None, table.only, "sign", "health", "indestructible", "flavour")
    found.attempt(None, check_name, table, name)
    eternal = found.attempt(False, optional_boolean, table, "indestructible")
    if eternal and "health" in table:
        found.attempt(None, table.refuse, "health", "means nothing for what is indestructible; leave it out")
    return Piece(
        name=name,
        sign=found.attempt("?", read_sign, table),
        health=1 if eternal else found.attempt(1, table.integer, "health", 1, 99),
        is_object=True,
        eternal=eternal,
        flavour=found.attempt("", optional_text, table, "flavour"),
    )


def read_bonuses(table: Table, found: Problems) -> dict[str, Bonus]:
    """S26."""
    if len(table.values) > BONUSES:
        found.attempt(None, table.refuse, "", f"has {len(table.values)} bonuses; there may be {BONUSES}")
    return {name: read_bonus(found.attempt(empty(table), table.table, name), name, found) for name in table}


def read_bonus(table: Table, name: str, found: Problems) -> Bonus:
    found.attempt(None, table.only, "sign", "effect", "amount", "price", "only", "flavour")
    found.attempt(None, check_name, table, name)
    sign, flavour = found.attempt("?", read_sign, table), found.attempt("", optional_text, table, "flavour")
    return Bonus(name, sign, read_effect(table, 0, found), flavour)


def read_effect(table: Table, least_price: int, found: Problems) -> Effect:
    name = found.attempt("hold", table.choice, "effect", tuple(EFFECTS))
    amount = 1
    if EFFECTS[name].has_amount:
        amount = found.attempt(1, table.integer, "amount", 1, 20)
    elif "amount" in table:
        found.attempt(None, table.refuse, "amount", f"means nothing for the effect {name!r}; leave it out")
    price = least_price
    if least_price > 0 or "price" in table:
        price = found.attempt(least_price, table.integer, "price", least_price, 20)
    only: tuple[str, ...] = found.attempt((), optional_texts, table, "only")
    if only and EFFECTS[name].aim != ON_CELL:
        found.attempt(None, table.refuse, "only", f"means nothing for the effect {name!r}, which is not used on a unit")
    return Effect(name, amount, price, only)


def read_ability(table: Table, found: Problems) -> Effect | None:
    """S7: it costs initiative and cannot bring in as much as it costs, or a turn would have no end."""
    if "ability" not in table:
        return None
    ability = table.table("ability")
    found.attempt(None, ability.only, "effect", "amount", "price", "only")
    effect = read_effect(ability, 1, found)
    if effect.name == "initiative" and effect.amount >= effect.price:
        ability.refuse("amount", f"is {effect.amount}; an ability must give less initiative than its price")
    return effect


def read_amounts(table: Table, found: Problems) -> dict[str, int]:
    """The figure in the sentence of every sign, in the order of their numbers; 0 where there is none."""
    found.attempt(None, table.only, *(kind.name for kind in SIGNS if kind.has_amount))
    return {kind.name: found.attempt(1, read_amount, table, kind.name) if kind.has_amount else 0 for kind in SIGNS}


def read_amount(table: Table, name: str) -> int:
    sign = table.table(name)
    sign.only("amount")
    return sign.integer("amount", 1, 9)


def check_kinds(table: Table, units: Mapping[str, Piece], objects: Mapping[str, Piece], names: Sequence[str]) -> None:
    """Names are used once, and not too many."""
    if len(units) + len(objects) > KINDS:
        table.refuse("units", f"and objects are {len(units) + len(objects)}; there may be {KINDS} together")
    taken: set[str] = set()
    for name in (*units, *objects, *names):
        if name.lower() in taken:
            table.refuse("units", f"and objects and bonuses use the name {name!r} twice")
        taken.add(name.lower())


def all_tags(units: Mapping[str, Piece]) -> list[str]:
    return sorted({tag for unit in units.values() for tag in unit.tags})


def check_tags(table: Table, units: Mapping[str, Piece], bonuses: Mapping[str, Bonus], found: Problems) -> None:
    """S25: what a card needs must be possible; S27: classes that something is for have units."""
    tags = all_tags(units)
    if len(tags) > TAGS:
        found.attempt(None, table.refuse, "units", f"have {len(tags)} different tags; there may be {TAGS}")
    own = {tag for unit in units.values() if not unit.is_foe for tag in unit.tags}
    for unit in units.values():
        for tag in unit.needs:
            if tag not in own:
                problem = f"has {tag!r}, which no unit of a player has; tags are {', '.join(sorted(own)) or 'none'}"
                found.attempt(None, table.refuse, f"units.{unit.name}.price.needs", problem)
    for place, classes in restrictions(units, bonuses):
        for tag in classes:
            if tag not in tags:
                problem = f"has {tag!r}, which no unit has; tags are {', '.join(tags) or 'none'}"
                found.attempt(None, table.refuse, place, problem)


def restrictions(units: Mapping[str, Piece], bonuses: Mapping[str, Bonus]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """S27: the place of everything that is for some classes only, and the classes."""
    for unit in units.values():
        yield from ((f"units.{unit.name}.only.{sign}", classes) for sign, classes in unit.only.items())
        if unit.ability:
            yield f"units.{unit.name}.ability.only", unit.ability.only
    yield from ((f"bonuses.{bonus.name}.only", bonus.effect.only) for bonus in bonuses.values())


# ---- single values ----


def check_name(table: Table, name: str) -> None:
    if not NAME.fullmatch(name):
        table.refuse("", f"is named {name!r}; a name is one word with a capital: letters and hyphens, at most 24")


def read_sign(table: Table) -> str:
    sign = table.text("sign")
    if len(sign) != 1 or not sign.isprintable():
        table.refuse("sign", f"is {sign!r}; it must be one character")
    return sign


def optional_table(table: Table, key: str) -> Table:
    return table.table(key) if key in table else empty(table)


def optional_boolean(table: Table, key: str) -> bool:
    return key in table and table.boolean(key)


def optional_integer(table: Table, key: str, low: int, high: int) -> int:
    return table.integer(key, low, high) if key in table else 0


def optional_text(table: Table, key: str) -> str:
    return table.text(key) if key in table else ""


def optional_texts(table: Table, key: str) -> tuple[str, ...]:
    return tuple(table.texts(key, 0, TAGS)) if key in table else ()


def read_signs(table: Table) -> tuple[str, ...]:
    signs = optional_texts(table, "signs")
    for sign in signs:
        if sign not in SIGN_NAMES:
            table.refuse("signs", f"has {sign!r}, which is no sign; signs are {', '.join(SIGN_NAMES)}")
    return signs


def read_only(table: Table, signs: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """S27: signs of a unit, each with the classes that it is for."""
    if "only" not in table:
        return {}
    only = table.table("only")
    possible = [kind.name for kind in SIGNS if kind.has_other]
    for name in only:
        if name not in signs or name not in possible:
            only.refuse(name, f"means nothing: it must be a sign of the unit, one of {', '.join(possible)}")
    return {name: tuple(only.texts(name, 1, TAGS)) for name in only}
