"""Warriors as text.

Teams: capital letters for warriors, small ones for potions, as in `GGKNZhhsra`; the order means nothing.

Actions: `G` takes a warrior, `h` a potion (for the team, to summon, to use), `c3` selects the warrior there; then a
target: `-c4` go, `*c4` attack, `>c4` use the potion, `+c4` summon. `end` ends the phase.

Positions: each player's warriors on the field, then what is left of the team, then facts, as in

    blue=c3G8,d4K5m/NNhs orange=d5P3[A+2:3;W-2:1]/- turn=blue phase=attack selected=- turns=4 ply=57

`c3G8` is a Gladiator with 8 HP on c3; behind it `m` has moved, `a` has attacked in this turn, and in brackets
modifiers: attack (A) or walk (W), how much, for how many turns. A player who is out is `out`, the second to leave
`out2`, the third `out3`. A finished game has `turn=over winner=blue reason=last-one-left`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, cycle, islice
from typing import Any

import numpy as np

from tabor.errors import ActionError
from tabor.game import EVENT_WIDTH, OVER, Message, Unreadable
from tabor.games.warriors.numbers import Potion, Warrior, WarriorsSetup
from tabor.games.warriors.rules import (
    AIM,
    ATTACK_PHASE,
    ATTACKED,
    DURATION,
    END,
    LAST_LEFT,
    MOVED,
    NOTHING,
    OPENING,
    PICK,
    POTION,
    RECRUIT,
    SUMMON,
    UNIT,
    UNITS,
    WARRIOR,
    has_action,
    legal,
)
from tabor.games.warriors.rules import leave as take_out
from tabor.games.warriors.rules import standing as strength
from tabor.grid import cell_name, read_cell
from tabor.jit import plain
from tabor.positions import MOST_PLIES, read_choice, read_facts, read_number, read_turn, turn_facts, write_facts
from tabor.view import kept

has_action, legal, take_out, strength = plain(has_action), plain(legal), plain(take_out), plain(strength)

OUT = ("out", "out2", "out3")  # who left first, second, third
REASONS = ("last-one-left", "turn-limit")
PHASE_NAMES = ("pick", "opening", "move1", "attack", "move2", "summon")
STAT_LETTERS = "AW"  # rows of `boost`
SIGNS = {RECRUIT: "+", POTION: ">"}
HOW = (
    "an action is written G or h (take a warrior or a potion), c3 (select), "
    "-c4 (go), *c4 (attack), >c4 (use), +c4 (summon) or end"
)
UNIT_TEXT = re.compile(r"([a-z]+[1-9]\d*)([A-Z])(\d+)(m?)(a?)(?:\[([^\]]+)\])?")
MODIFIER = re.compile(rf"([AW])([+-]\d+):([1-{DURATION}])")


# ---- actions ----


def split_action(setup: WarriorsSetup, action: int) -> tuple[int, int]:
    """what, which"""
    return divmod(int(action), int(setup.rules["which"]))


def join_action(setup: WarriorsSetup, what: int, which: int) -> int:
    return what * int(setup.rules["which"]) + which


def aim_sign(state: Any) -> str:
    """What a target means for what is selected."""
    sign = SIGNS.get(int(state["choice"]))
    return sign or ("*" if int(state["phase"]) == ATTACK_PHASE else "-")


def write_action(setup: WarriorsSetup, state: Any, action: int) -> str:
    what, which = split_action(setup, action)
    if what == END:
        return "end"
    if what in (POTION, RECRUIT):
        return letters_of(setup, what)[which]
    cell = cell_name(which, setup.width)
    return aim_sign(state) + cell if what == AIM else cell


def letters_of(setup: WarriorsSetup, what: int) -> list[str]:
    kinds: Sequence[Warrior | Potion] = setup.warriors if what == RECRUIT else setup.potions
    return [kind.letter for kind in kinds]


def read_action(setup: WarriorsSetup, state: Any, text: str) -> int:
    """The sign of a target may be left out; a wrong one is refused."""
    word = text.strip()
    if word.lower() == "end":
        return join_action(setup, END, 0)
    for what in (RECRUIT, POTION):
        if word in letters_of(setup, what):
            return join_action(setup, what, letters_of(setup, what).index(word))
    found = re.fullmatch(r"([-*>+]?)([a-z]+\d+)", word.lower())
    if not found:
        raise ValueError(HOW)
    cell = read_cell(found[2], setup.width, setup.height)
    if int(state["choice"]) == NOTHING:
        if found[1]:
            raise ValueError("select a warrior, a potion or whom to summon first")
        return join_action(setup, WARRIOR, cell)
    if found[1] not in ("", aim_sign(state)):
        raise ValueError(f"what is selected is aimed with {aim_sign(state)}{found[2]}")
    return join_action(setup, AIM, cell)


# ---- positions ----


def write_team(setup: WarriorsSetup, hand: Iterable[int], bag: Iterable[int]) -> str:
    """The letters of warriors and potions, or `-` for none."""
    warriors = (kind.letter * int(n) for kind, n in zip(setup.warriors, hand, strict=False))
    potions = (kind.letter * int(n) for kind, n in zip(setup.potions, bag, strict=False))
    return "".join([*warriors, *potions]) or "-"


def read_team(setup: WarriorsSetup, text: str) -> tuple[list[int], list[int]]:
    """How many of each warrior and of each potion; in any order.

    A letter that means nothing is a ValueError.
    """
    warriors, potions = letters_of(setup, RECRUIT), letters_of(setup, POTION)
    letters = "" if text == "-" else text
    for letter in letters:
        if letter not in (*warriors, *potions):
            raise ValueError(
                f"{letter!r} in {text!r} is neither a warrior ({' '.join(warriors)}) nor a potion ({' '.join(potions)})"
            )
    return [letters.count(letter) for letter in warriors], [letters.count(letter) for letter in potions]


def spell_team(setup: WarriorsSetup, text: str) -> list[str]:
    """S1: a whole team from one text, in the order in which it is picked."""
    known = {"warriors": letters_of(setup, RECRUIT), "potions": letters_of(setup, POTION)}
    for letter in text:
        if letter not in chain(*known.values()):
            letters = {what: " ".join(found) for what, found in known.items()}
            raise Unreadable(Message("team-unknown", {"letter": letter, **letters}))
    warriors, potions = read_team(setup, text)
    team, items = int(setup.rules["team"]), int(setup.rules["items"])
    if (sum(warriors), sum(potions)) != (team, items):
        found = {"team": team, "items": items, "warriors": sum(warriors), "potions": sum(potions)}
        raise Unreadable(Message("team-count", {**found, "example": example_team(setup)}))
    return list(write_team(setup, warriors, potions))


def example_team(setup: WarriorsSetup) -> str:
    wanted = ((RECRUIT, int(setup.rules["team"])), (POTION, int(setup.rules["items"])))
    return "".join(letter for what, n in wanted for letter in islice(cycle(letters_of(setup, what)), n))


def field_slots(state: Any, player: int) -> list[int]:
    owners = state["units"]["owner"][: int(state["count"])].tolist()
    return [slot for slot, owner in enumerate(owners) if owner == player]


def modifiers(unit: Any) -> Iterator[tuple[int, int, int]]:
    """Stat, amount, turns left of all that works on a warrior."""
    for stat in range(len(STAT_LETTERS)):
        for i in range(DURATION):
            if amount := int(unit["boost"][stat, i]):
                yield stat, amount, i + 1


def kept_unit(setup: WarriorsSetup, unit: Any) -> str:
    return kept(setup, ("text", unit.tobytes()), lambda: write_unit(setup, unit))


def write_unit(setup: WarriorsSetup, unit: Any) -> str:
    done = int(unit["done"])
    marks = "m" * bool(done & MOVED) + "a" * bool(done & ATTACKED)
    boosts = ";".join(f"{STAT_LETTERS[stat]}{amount:+}:{left}" for stat, amount, left in modifiers(unit))
    name = cell_name(int(unit["cell"]), setup.width) + setup.warriors[int(unit["kind"])].letter
    return f"{name}{int(unit['hp'])}{marks}" + (f"[{boosts}]" if boosts else "")


def write_player(setup: WarriorsSetup, state: Any, player: int) -> str:
    if order := int(state["gone"][player]):
        return OUT[order - 1]
    units = ",".join(kept_unit(setup, state["units"][slot]) for slot in field_slots(state, player))
    return f"{units or '-'}/{write_team(setup, state['hand'][player], state['bag'][player])}"


def write_selected(setup: WarriorsSetup, state: Any) -> str:
    choice, chosen = int(state["choice"]), int(state["chosen"])
    if choice == NOTHING:
        return "-"
    return cell_name(chosen, setup.width) if choice == WARRIOR else letters_of(setup, choice)[chosen]


def write_state(setup: WarriorsSetup, state: Any) -> str:
    facts = {seat: write_player(setup, state, player) for player, seat in enumerate(setup.seats)}
    facts |= turn_facts(setup.seats, REASONS, state)
    facts["phase"] = PHASE_NAMES[int(state["phase"])]
    facts["selected"] = write_selected(setup, state)
    facts |= {name: str(state[name]) for name in ("turns", "ply")}
    return write_facts(facts)


FACTS = ("turn", "winner", "reason", "phase", "selected", "turns", "ply")


def read_state(setup: WarriorsSetup, text: str, state: Any) -> None:
    """Write the position that a text describes into a blank state; ValueError says what is wrong."""
    facts = read_facts(text.split(), (*setup.seats, *FACTS))
    read_turn(facts, setup.seats, REASONS, state)
    state["phase"] = read_choice(facts, "phase", PHASE_NAMES, "move1")
    for player, seat in enumerate(setup.seats):
        if seat not in facts:
            raise ValueError(f"{seat}= is missing: what {seat} has on the field and left of the team, as in c3G8/NNhs")
        read_player(setup, seat, facts[seat], player, state)
    sort_units(setup, state)
    state["turns"] = read_number(facts, "turns", 0, int(setup.rules["turn_limit"]))
    state["ply"] = read_number(facts, "ply", 0, MOST_PLIES)
    read_selected(setup, facts.get("selected", "-"), state)
    if int(state["phase"]) == PICK and int(state["player"]) != OVER:
        player = int(state["player"])
        state["picked"] = state["hand"][player].sum() + state["bag"][player].sum()
    if found := problem(setup, state):
        raise ValueError(found)


def read_player(setup: WarriorsSetup, seat: str, text: str, player: int, state: Any) -> None:
    if text in OUT:
        state["gone"][player] = 1 + OUT.index(text)
        return
    units, slash, team = text.partition("/")
    if not slash or not units or not team:
        raise ValueError(
            f"{seat}={text}: it must be warriors on the field, a /, and what is left of the team, - for none"
        )
    hand, bag = read_team(setup, team)
    state["hand"][player, : len(hand)], state["bag"][player, : len(bag)] = hand, bag
    for part in units.split(",") if units != "-" else ():
        if int(state["count"]) == UNITS:
            raise ValueError(f"there are more than {UNITS} warriors on the field")
        read_unit(setup, part, player, state["units"][int(state["count"])])
        state["count"] += 1


def read_unit(setup: WarriorsSetup, text: str, player: int, unit: Any) -> None:
    found = UNIT_TEXT.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} is no warrior on the field; one is written c3G8, c3G8ma or c3G8[A+2:3]")
    letters = letters_of(setup, RECRUIT)
    if found[2] not in letters:
        raise ValueError(f"{text!r}: {found[2]!r} is no warrior; they are {' '.join(letters)}")
    unit["cell"], unit["owner"] = read_cell(found[1], setup.width, setup.height), player
    unit["kind"] = kind = letters.index(found[2])
    most = setup.warriors[kind].hp
    if not 1 <= int(found[3]) <= most:
        raise ValueError(f"{text!r}: HP of a {setup.warriors[kind].name} are 1 to {most}")
    unit["hp"] = int(found[3])
    unit["done"] = MOVED * bool(found[4]) | ATTACKED * bool(found[5])
    for part in (found[6] or "").split(";") if found[6] else ():
        read_modifier(text, part, unit)


def read_modifier(text: str, part: str, unit: Any) -> None:
    found = MODIFIER.fullmatch(part)
    if not found or not 0 < abs(int(found[2])) < 10_000:
        raise ValueError(f"{text!r}: {part!r} is no modifier; one is written A+2:3 or W-2:1, for 1 to {DURATION} turns")
    stat, last = STAT_LETTERS.index(found[1]), int(found[3]) - 1
    if unit["boost"][stat, last]:
        raise ValueError(f"{text!r}: what ends at the same time is written as one sum, not twice")
    unit["boost"][stat, last] = int(found[2])


def sort_units(setup: WarriorsSetup, state: Any) -> None:
    count = int(state["count"])
    order = np.argsort(state["units"]["cell"][:count], kind="stable")
    state["units"][:count] = state["units"][:count][order]


def read_selected(setup: WarriorsSetup, text: str, state: Any) -> None:
    if text == "-":
        return
    for what in (RECRUIT, POTION):
        if text in letters_of(setup, what):
            state["choice"], state["chosen"] = what, letters_of(setup, what).index(text)
            return
    try:
        state["chosen"] = read_cell(text, setup.width, setup.height)
    except ValueError:
        raise ValueError(f"selected={text}: it must be a cell, a letter of a warrior or a potion, or -") from None
    state["choice"] = WARRIOR


# ---- what every position must fulfil ----


def problem(setup: WarriorsSetup, state: Any) -> str | None:
    """Why this position cannot be; None if it can."""
    parts = (field_problem, team_problem, turn_problem, end_problem, selection_problem)
    return next((found for part in parts if (found := part(setup, state))), None)


def field_problem(setup: WarriorsSetup, state: Any) -> str | None:
    units, before = state["units"][: int(state["count"])], -1
    for unit in units:
        cell = int(unit["cell"])
        name = cell_name(cell, setup.width)
        if cell == before:
            return f"two warriors stand on {name}"
        if not setup.rules["walkable"][cell]:
            return f"a warrior stands on {name}, which is blocked"
        if int(unit["done"]) and int(state["player"]) not in (OVER, int(unit["owner"])):
            return f"the warrior on {name} has moved or attacked, but it is not its owner's turn"
        before = cell
    return None


def owned(state: Any, player: int) -> int:
    return len(field_slots(state, player)) + int(state["hand"][player].sum())


def team_problem(setup: WarriorsSetup, state: Any) -> str | None:
    """S1, S13: nobody has more than a team; whoever has nobody is out."""
    team, items = int(setup.rules["team"]), int(setup.rules["items"])
    for player, seat in enumerate(setup.seats):
        warriors, potions = owned(state, player), int(state["bag"][player].sum())
        if warriors > team or potions > items:
            return f"{seat} has {warriors} warriors and {potions} potions; a team has {team} and {items}"
        if state["gone"][player] or int(state["phase"]) == PICK:
            continue
        if not warriors:
            return f"{seat} has no warriors: write {seat}=out"
    return None


def turn_problem(setup: WarriorsSetup, state: Any) -> str | None:
    player, phase = int(state["player"]), int(state["phase"])
    if player == OVER:
        return None
    if state["gone"][player]:
        return f"it cannot be the turn of {setup.seats[player]}, who is out"
    if len(setup.seats) - np.count_nonzero(state["gone"]) < 2:
        return "one player alone has won already"
    if phase == PICK:
        return pick_problem(setup, state)
    if phase == OPENING:
        return opening_problem(setup, state)
    if int(state["turns"]) >= int(setup.rules["turn_limit"]):
        return f"turns={state['turns']} has ended the game: the limit is {setup.rules['turn_limit']}"
    return None if has_action(setup.rules, state) else f"{setup.seats[player]} can do nothing in this phase"


def pick_problem(setup: WarriorsSetup, state: Any) -> str | None:
    """S1: one after the other, warriors before potions."""
    player = int(state["player"])
    team, items = int(setup.rules["team"]), int(setup.rules["items"])
    if int(state["count"]) or int(state["turns"]):
        return "nobody is on the field while teams are picked"
    for other, seat in enumerate(setup.seats):
        hand, bag = int(state["hand"][other].sum()), int(state["bag"][other].sum())
        if other < player and not state["gone"][other] and (hand, bag) != (team, items):
            return f"{seat} must have picked {team} warriors and {items} potions"
        if other > player and hand + bag:
            return f"{seat} cannot have picked before {setup.seats[player]} is ready"
        if other == player and (hand + bag == team + items or (bag and hand < team)):
            return f"{seat} picks warriors before potions, and is not ready yet"
        if (state["hand"][other] * setup.rules["lacks"][other]).any():
            return f"{seat} has picked a warrior that it must do without"
    return None


def opening_problem(setup: WarriorsSetup, state: Any) -> str | None:
    """S3: those before the player on turn have one warrior on the field."""
    for other, seat in enumerate(setup.seats):
        right = int(other < int(state["player"]) and not state["gone"][other])
        if len(field_slots(state, other)) != right:
            return f"at the opening one player after the other summons one warrior: {seat} must have {right}"
    return "the opening comes before all turns" if int(state["turns"]) else None


def end_problem(setup: WarriorsSetup, state: Any) -> str | None:
    if int(state["player"]) != OVER:
        return None
    left = [player for player in range(len(setup.seats)) if not state["gone"][player]]
    if (int(state["reason"]) == LAST_LEFT) != (left == [int(state["winner"])]):
        return f"reason={REASONS[int(state['reason']) - 1]} does not fit who is left and who won"
    return None


def selection_problem(setup: WarriorsSetup, state: Any) -> str | None:
    choice, chosen = int(state["choice"]), int(state["chosen"])
    if choice == NOTHING:
        return None
    if int(state["player"]) == OVER or int(state["phase"]) == PICK:
        return f"nothing can be selected now, but {write_selected(setup, state)} is"
    before = state.copy()
    before["choice"], before["chosen"] = NOTHING, 0
    out = np.zeros(setup.most_actions, np.int32)
    n = legal(setup.rules, before, None, out)
    is_possible = join_action(setup, choice, chosen) in out[:n]
    return None if is_possible else f"{write_selected(setup, state)} cannot be selected in this phase"


def check(setup: WarriorsSetup, state: Any) -> None:
    """The invariants of a state."""
    assert not (found := problem(setup, state)), found
    count, blank = int(state["count"]), np.zeros(1, UNIT)[0]
    cells = state["units"]["cell"][:count]
    assert (np.diff(cells) > 0).all(), f"cells do not ascend: {cells}"
    for slot in range(UNITS):
        unit = state["units"][slot]
        assert (int(unit["hp"]) >= 1) == (slot < count), f"slot {slot} of {count} has {unit['hp']} HP"
        assert slot < count or unit == blank, f"slot {slot} is not empty: {unit}"
    for player in range(len(setup.seats), len(state["gone"])):
        assert not state["gone"][player], f"there is no player {player}"
    assert not state["hand"][:, len(setup.warriors) :].any(), "a warrior that is not in the game"
    assert not state["bag"][:, len(setup.potions) :].any(), "a potion that is not in the game"
    assert int(state["phase"]) == PICK or not state["picked"], "picks are over"
    assert int(state["phase"]) <= SUMMON


# ---- leaving ----


def leave(setup: WarriorsSetup, state: Any, player: int) -> None:
    """S16: a player resigns, the others play on."""
    if state["gone"][player]:
        raise ActionError(f"{setup.seats[player]} is out already")
    take_out(setup.rules, state, player, np.zeros((0, EVENT_WIDTH), np.int32))


def standing(setup: WarriorsSetup, state: Any) -> list[int]:
    """S13, S15: places. First those still in, by what they have left; then the others, the last out first."""
    seats = range(len(setup.seats))
    left = [int(state["gone"][seat]) or len(OUT) + 1 + int(strength(setup.rules, state, seat)) for seat in seats]
    return [sum(other > mine for other in left) for mine in left]
