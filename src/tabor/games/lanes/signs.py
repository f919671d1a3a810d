"""Signs of units, and effects of bonuses and abilities: each is defined here, in one line.

What a sign does stands in the rules, at its moment; what people read of it in locale/, as `sign-NAME` or `effect-NAME`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SignKind:
    name: str
    has_amount: bool  # there is a figure in its sentence, which the data give
    for_foes: bool  # it means something for a unit of the horde
    has_other: bool  # it concerns one other unit at a time, so it may be for some classes only (S27)
    for_cards: bool  # it means something for a unit of the player


SIGNS: list[SignKind] = []


def sign(
    name: str, *, has_amount: bool = True, for_foes: bool = True, has_other: bool = False, for_cards: bool = True
) -> int:
    """Define the next sign. Its number is its bit in rules["signs"], and its place in rules["amount"]."""
    SIGNS.append(SignKind(name, has_amount, for_foes, has_other, for_cards))
    return len(SIGNS) - 1


ARMOURED = sign("armoured")
SWIFT = sign("swift", for_foes=False)
SCOUT = sign("scout", for_foes=False)
HEALER = sign("healer", has_other=True)
THORNS = sign("thorns", has_other=True)
DOUBLE = sign("double")
SPLIT = sign("split", has_amount=False)
DEADLY = sign("deadly", has_amount=False, has_other=True)
BANNER = sign("banner", has_other=True)
UNDYING = sign("undying", has_amount=False)
COMMANDER = sign("commander", for_foes=False)
ANCHOR = sign("anchor", has_amount=False)
FIGURED = len(SIGNS)  # the signs below have no figure and concern no single unit: records hold nothing for them
BROOD = sign("brood", has_amount=False, for_cards=False)
DREAD = sign("dread", has_amount=False, for_cards=False)

SIGN_NAMES = tuple(kind.name for kind in SIGNS)


# What an effect is used on.
AT_ONCE, ON_COLUMN, ON_CELL = "at once", "on a column", "on a cell"


@dataclass(frozen=True)
class EffectKind:
    name: str
    aim: str
    has_amount: bool


NO_EFFECT = 0
EFFECTS: dict[str, EffectKind] = {}


def effect(name: str, aim: str, *, has_amount: bool = False) -> int:
    """Define the next effect. Its number is that of rules["bonus"] and rules["ability"]."""
    EFFECTS[name] = EffectKind(name, aim, has_amount)
    return len(EFFECTS)


GAIN = effect("initiative", AT_ONCE, has_amount=True)
HEAL = effect("heal", ON_CELL, has_amount=True)
HARM = effect("damage", ON_CELL, has_amount=True)
HOLD = effect("hold", ON_COLUMN)
DRAW = effect("draw", AT_ONCE, has_amount=True)
RECALL = effect("recall", ON_CELL)
SWAP = effect("swap", ON_CELL)
SHIELD = effect("shield", ON_CELL)

EFFECT_NUMBERS = {name: number for number, name in enumerate(EFFECTS, 1)}
