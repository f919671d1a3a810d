"""What the players of Warriors know, guess and think: observe, hide, key, value."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabor.game import OVER
from tabor.games.warriors.rules import (
    ATTACK,
    ATTACK_PHASE,
    ATTACKED,
    DURATION,
    MOVED,
    PICK,
    POTION,
    RECRUIT,
    WALK,
    WARRIOR,
    clear_belongings,
    current,
)
from tabor.grid import steps_between
from tabor.jit import rule
from tabor.rng import join, roll

TURN_NAMES = (
    "hit points of the warrior there",
    "its attack",
    "its walk",
    "1 if it has moved",
    "1 if it has attacked",
    "cells that are blocked",
    "the warrior that is selected",
    "the kind selected to be summoned, counted from 1",
    "the potion selected, counted from 1",
    "the phase",
    "how much of the team is picked",
    "whose turn it is, counted from me; −1 at the end",
    "turns left before S15",
)


def plane_names(players: int, kinds: int, potions: int) -> tuple[tuple[str, int], ...]:
    """What the planes of `observe` hold, and how many hold it."""
    found: list[tuple[str, int]] = []
    for player in range(players):
        whose = f"player {player} after me" if player else "me"
        found += [(f"{whose}: warriors on the field, by kind", kinds), (f"{whose}: those in the hand", kinds)]
        found += [(f"{whose}: potions, by kind", potions), (f"{whose}: 1 if out of the game", 1)]
    return (*found, *((name, 1) for name in TURN_NAMES))


@rule
def is_known(state: Any, owner: int, player: int) -> bool:
    """S1: whether a player (−1 everybody together) knows what another has picked."""
    return int(state["phase"]) != PICK or player == owner or player == -1


@rule
def fill(out: Any, first: int, cells: int, number: int) -> None:
    for i in range(first, first + cells):
        out[i] = min(127, number)


@rule
def observe(rules: Any, state: Any, player: int, out: Any) -> None:
    """Planes: for me and each next player warriors by kind, hand by kind, potions by kind, out; then warriors' HP,
    attack, walk, moved, attacked; blocked cells; the selected cell, kind of warrior + 1 and potion + 1; the phase; how
    much is picked; whose turn it is, counted from me; turns left before S15."""
    cells, players = int(rules["cells"]), int(rules["players"])
    kinds, potions = int(rules["kinds"]), int(rules["potions"])
    each = 2 * kinds + potions + 1
    for i in range(players):
        observe_player(rules, state, (player + i) % players, player, out, i * each * cells)
    first = players * each * cells
    fill(out, first, 6 * cells, 0)
    for slot in range(int(state["count"])):
        unit = state["units"][slot]
        seat = (int(unit["owner"]) - player + players) % players
        observe_unit(rules, unit, out, first, (seat * each + int(unit["kind"])) * cells)
    for cell in range(cells):
        out[first + 5 * cells + cell] = 1 - int(rules["walkable"][cell])
    observe_turn(rules, state, player, out, first + 6 * cells)


@rule
def observe_player(rules: Any, state: Any, owner: int, player: int, out: Any, first: int) -> None:
    cells, kinds, potions = int(rules["cells"]), int(rules["kinds"]), int(rules["potions"])
    known = is_known(state, owner, player)
    fill(out, first, kinds * cells, 0)
    first += kinds * cells
    for kind in range(kinds):
        fill(out, first + kind * cells, cells, int(state["hand"][owner, kind]) if known else 0)
    first += kinds * cells
    for potion in range(potions):
        fill(out, first + potion * cells, cells, int(state["bag"][owner, potion]) if known else 0)
    fill(out, first + potions * cells, cells, 1 if int(state["gone"][owner]) > 0 else 0)


@rule
def observe_unit(rules: Any, unit: Any, out: Any, first: int, kind_plane: int) -> None:
    cells, cell, done = int(rules["cells"]), int(unit["cell"]), int(unit["done"])
    out[kind_plane + cell] = 1
    out[first + cell] = int(unit["hp"])
    out[first + cells + cell] = min(127, current(rules, unit, ATTACK))
    out[first + 2 * cells + cell] = min(127, current(rules, unit, WALK))
    out[first + 3 * cells + cell] = done & MOVED
    out[first + 4 * cells + cell] = done >> 1


@rule
def observe_turn(rules: Any, state: Any, player: int, out: Any, first: int) -> None:
    cells, players = int(rules["cells"]), int(rules["players"])
    choice, chosen, decider = int(state["choice"]), int(state["chosen"]), int(state["player"])
    fill(out, first, cells, 0)
    if choice == WARRIOR:
        out[first + chosen] = 1
    fill(out, first + cells, cells, chosen + 1 if choice == RECRUIT else 0)
    fill(out, first + 2 * cells, cells, chosen + 1 if choice == POTION else 0)
    fill(out, first + 3 * cells, cells, int(state["phase"]))
    fill(out, first + 4 * cells, cells, int(state["picked"]))
    fill(out, first + 5 * cells, cells, (decider - player + players) % players if decider != OVER else -1)
    fill(out, first + 6 * cells, cells, int(rules["turn_limit"]) - int(state["turns"]))


@rule
def hide(rules: Any, state: Any, player: int, rng: Any) -> None:
    """S1: while teams are picked, whoever has picked may have picked anything."""
    if int(state["phase"]) != PICK:
        return
    decider = int(state["player"])
    for other in range(decider + 1):
        if other != player and int(state["gone"][other]) == 0:
            picked = int(state["picked"]) if other == decider else int(rules["team"]) + int(rules["items"])
            clear_belongings(state, other)
            for i in range(picked):
                guess_pick(rules, state, other, i < int(rules["team"]), rng)


@rule
def lost_kinds(rules: Any, player: int) -> int:
    """How many kinds of warriors a player must do without."""
    lost = 0
    for kind in range(int(rules["kinds"])):
        lost += int(rules["lacks"][player, kind])
    return lost


@rule
def allowed_kind(rules: Any, player: int, number: int) -> int:
    """The kind that is so many places down the list of those a player may pick."""
    kind = 0
    while number > 0 or int(rules["lacks"][player, kind]) == 1:
        number -= 1 - int(rules["lacks"][player, kind])
        kind += 1
    return kind


@rule
def guess_pick(rules: Any, state: Any, player: int, is_warrior: bool, rng: Any) -> None:
    if is_warrior:
        kind = allowed_kind(rules, player, roll(rng, int(rules["kinds"]) - lost_kinds(rules, player)))
        state["hand"][player, kind] = int(state["hand"][player, kind]) + 1
    else:
        kind = roll(rng, int(rules["potions"]))
        state["bag"][player, kind] = int(state["bag"][player, kind]) + 1


@rule
def key(rules: Any, state: Any, player: int) -> Any:
    """Everything but the counters of plies and turns; of secret picks only one's own."""
    hash_ = np.uint64(int(state["player"]) + 1)
    header = (int(state["phase"]) * 64 + int(state["picked"])) * 8 + int(state["choice"])
    hash_ = join(hash_, header << 16 | int(state["chosen"]))
    for owner in range(int(rules["players"])):
        word = 1 if int(state["gone"][owner]) > 0 else 0  # who left first changes nothing of what can happen
        if is_known(state, owner, player):
            for kind in range(int(rules["kinds"])):
                word = word << 4 | int(state["hand"][owner, kind])
            hash_ = join(hash_, word)
            word = 0
            for potion in range(int(rules["potions"])):
                word = word << 4 | int(state["bag"][owner, potion])
        hash_ = join(hash_, word)
    for slot in range(int(state["count"])):
        hash_ = join_unit(hash_, state["units"][slot])
    return hash_


@rule
def join_unit(hash_: Any, unit: Any) -> Any:
    word = (int(unit["cell"]) << 8 | int(unit["hp"])) << 8 | int(unit["kind"])
    hash_ = join(hash_, (word << 4 | int(unit["owner"])) << 2 | int(unit["done"]))
    for stat in range(2):
        for i in range(DURATION):
            boost = int(unit["boost"][stat, i])
            if boost != 0:
                hash_ = join(hash_, (boost * 2 + stat) * 16 + i)
    return hash_


# ---- a quick estimate ----


@rule
def unit_worth(rules: Any, unit: Any) -> float:
    """A warrior on the field: half for being there, half for its HP."""
    kind = int(unit["kind"])
    return int(rules["worth"][kind]) * (0.5 + 0.5 * int(unit["hp"]) / int(rules["hp"][kind]))


@rule
def holdings(rules: Any, state: Any, player: int) -> float:
    """The worth of all that a player has."""
    total = 0.0
    for kind in range(int(rules["kinds"])):
        total += 0.95 * int(state["hand"][player, kind]) * int(rules["worth"][kind])
    for potion in range(int(rules["potions"])):
        total += int(state["bag"][player, potion]) * int(rules["potion_worth"][potion])
    for slot in range(int(state["count"])):
        if int(state["units"][slot]["owner"]) == player:
            total += unit_worth(rules, state["units"][slot])
    return total


@rule
def range_of(rules: Any, state: Any, unit: Any) -> int:
    """From how far a warrior can hit in the next attack of its owner; 0 if it has attacked."""
    if int(unit["owner"]) != int(state["player"]) or int(state["phase"]) > ATTACK_PHASE:
        return current(rules, unit, WALK) + 1
    if int(unit["done"]) & ATTACKED:
        return 0
    if int(state["phase"]) == ATTACK_PHASE or int(unit["done"]) & MOVED:
        return 1
    return current(rules, unit, WALK) + 1


@rule
def gain(rules: Any, attack: int, unit: Any) -> float:
    """What a blow takes from a warrior, in worth."""
    worth, hp = int(rules["worth"][int(unit["kind"])]), int(unit["hp"])
    if attack >= hp:
        return unit_worth(rules, unit)
    return 0.5 * worth * attack / int(rules["hp"][int(unit["kind"])])


@rule
def menace(rules: Any, state: Any, player: int) -> float:
    """What the next attacks of a player may take from others: the best target for each warrior; and, a little, how
    near the others are."""
    total = 0.0
    for slot in range(int(state["count"])):
        unit = state["units"][slot]
        if int(unit["owner"]) == player:
            total += best_gain(rules, state, unit)
    return total


@rule
def best_gain(rules: Any, state: Any, unit: Any) -> float:
    reach, attack, best = range_of(rules, state, unit), current(rules, unit, ATTACK), 0.0
    for slot in range(int(state["count"])):
        other = state["units"][slot]
        if int(other["owner"]) != int(unit["owner"]):
            apart = steps_between(int(rules["width"]), int(unit["cell"]), int(other["cell"]))
            if apart <= reach:
                best = max(best, gain(rules, attack, other))
            best = max(best, 0.2 / apart)
    return best


@rule
def strength(rules: Any, state: Any, player: int) -> float:
    """Holdings, and what is about to be taken: sure while one's own attack is still to come, less sure later."""
    is_next = int(state["player"]) == player and int(state["phase"]) <= ATTACK_PHASE
    return holdings(rules, state, player) + (0.8 if is_next else 0.4) * menace(rules, state, player)


@rule
def value(rules: Any, state: Any, player: int) -> float:
    """How far ahead of the strongest other; while teams are picked, of an average team."""
    if int(state["phase"]) == PICK:
        return min(0.9, 0.002 * holdings(rules, state, player))
    best = 0.0
    for other in range(int(rules["players"])):
        if other != player:
            best = max(best, strength(rules, state, other))
    lead = strength(rules, state, player) - best
    return lead / (abs(lead) + 20.0)
