"""What the two sides of lanes know, guess and think: observe, hide, key, value."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabor.game import OVER
from tabor.games.lanes.fight import power_at, target_of
from tabor.games.lanes.layout import (
    BACK,
    BONUSES,
    COLUMNS,
    HAND,
    HORDE,
    NEUTRAL,
    PLAYER,
    PREPARING,
    SCRIPT,
    STAGING,
    add_to_hand,
    has,
    kind_at,
    owner_at,
)
from tabor.games.lanes.rules import has_free_place, next_of_script
from tabor.games.lanes.signs import DOUBLE, SPLIT
from tabor.jit import rule
from tabor.rng import join, pick, roll

GUESSED_ROUNDS = 6  # for which the player's guess of a script has an entry each
SINGLE_NAMES = (
    "health of the piece there",
    "shielded",
    "has made its step forward",
    "the unit that is to be swapped",
    "held columns",
    "the round",
    "who has the initiative",
    "damage to my camp",
    "damage to the enemy's camp",
    "what my camp endures",
    "what the enemy's camp endures",
    "the phase",
    "preparations, or cards to take, that are left",
    "1 + the card whose victims or cell are being chosen",
    "victims to be chosen still",
    "cards in the pawn deck",
    "cards in the main deck",
    "cards in the hand",
)  # planes that are no kinds
SINGLES = 18

# ---- learning ----


def plane_names(kinds: int) -> tuple[tuple[str, int], ...]:
    """What the planes of `observe` hold, and how many hold it."""
    return (
        ("each kind on the field: 1 mine, −1 the enemy's, 2 an object", kinds),
        ("each kind's cards in the hand; the horde: those it knows of", kinds),
        ("in the main deck; the horde: those it has seen", kinds),
        ("in the supply", kinds),
        *((name, 1) for name in SINGLE_NAMES),
        ("how many the player has of each bonus", BONUSES),
    )


@rule
def fill_plane(out: Any, plane: int, size: int, number: int) -> None:
    for i in range(plane * size, (plane + 1) * size):
        out[i] = min(127, number)


@rule
def observe(rules: Any, state: Any, player: int, out: Any) -> None:
    """Planes of 4 × (rows + 1), the staging row on top.

    Each kind on the field: 1 mine, −1 the enemy's, 2 an object. Each kind's cards in the hand (the horde: those it
    knows of), in the main deck (the horde: those it has seen), and in the supply. Then the planes of `observe_rest`.
    """
    kinds, cells = int(rules["kinds"]), int(rules["cells"])
    size = cells + COLUMNS
    for i in range((4 * kinds + SINGLES + BONUSES) * size):
        out[i] = 0
    for cell in range(cells):
        if int(state["unit"][cell]) > 0:
            owner = owner_at(state, cell)
            mark = 2 if owner == NEUTRAL else 1 if owner == player else -1
            out[kind_at(state, cell) * size + cell] = mark
            out[4 * kinds * size + cell] = int(state["health"][cell])
    for column in range(COLUMNS):
        if int(state["staged"][column]) > 0:
            out[(int(state["staged"][column]) - 1) * size + cells + column] = 1 if player == HORDE else -1
            out[4 * kinds * size + cells + column] = int(state["staged_health"][column])
    observe_cards(rules, state, player, out)
    observe_rest(rules, state, player, out)


@rule
def observe_cards(rules: Any, state: Any, player: int, out: Any) -> None:
    kinds = int(rules["kinds"])
    size = int(rules["cells"]) + COLUMNS
    for kind in range(kinds):
        fill_plane(out, 3 * kinds + kind, size, int(state["supply"][kind]))
        if player == HORDE:
            fill_plane(out, kinds + kind, size, int(state["known"][kind]))
            fill_plane(out, 2 * kinds + kind, size, int(state["seen"][kind]))
        else:
            fill_plane(out, 2 * kinds + kind, size, int(state["deck"][kind]))
    if player == PLAYER:
        for i in range(int(state["hand_size"])):
            plane = kinds + int(state["hand"][i]) - 1
            fill_plane(out, plane, size, int(out[plane * size]) + 1)


@rule
def observe_rest(rules: Any, state: Any, player: int, out: Any) -> None:
    """Health; shields, forward steps, the unit to be swapped, held columns; then single numbers; then bonuses."""
    size = int(rules["cells"]) + COLUMNS
    first = 4 * int(rules["kinds"])
    for cell in range(int(rules["cells"])):
        out[(first + 1) * size + cell] = int(state["shielded"]) >> cell & 1
        out[(first + 2) * size + cell] = int(state["stepped"]) >> cell & 1
        out[(first + 3) * size + cell] = int(state["swapping"]) == 1 + cell
        out[(first + 4) * size + cell] = int(state["held"]) >> cell % COLUMNS & 1
    fill_plane(out, first + 5, size, int(state["round"]))
    fill_plane(out, first + 6, size, int(state["initiative"]))
    fill_plane(out, first + 7, size, int(state["damage"][player]))
    fill_plane(out, first + 8, size, int(state["damage"][1 - player]))
    fill_plane(out, first + 9, size, int(rules["camp"][player]))
    fill_plane(out, first + 10, size, int(rules["camp"][1 - player]))
    fill_plane(out, first + 11, size, int(state["phase"]))
    fill_plane(out, first + 12, size, int(state["left"]))
    fill_plane(out, first + 13, size, int(state["pending"]))
    fill_plane(out, first + 14, size, int(state["victims"]))
    fill_plane(out, first + 15, size, int(state["pawns"]))
    fill_plane(out, first + 16, size, int(state["deck_size"]))
    fill_plane(out, first + 17, size, int(state["hand_size"]))
    for number in range(BONUSES):
        fill_plane(out, first + SINGLES + number, size, int(state["bonuses"][number]))


# ---- guessing ----


@rule
def hide(rules: Any, state: Any, player: int, rng: Any) -> None:
    """S14: the player guesses the script, the horde the hand and the main deck."""
    if int(state["player"]) == OVER:
        return
    if player == HORDE:
        guess_cards(rules, state, rng)
    elif int(rules["scripted"]) == 1:
        guess_script(rules, state, rng)


@rule
def guess_cards(rules: Any, state: Any, rng: Any) -> None:
    """Any deck that could have been brought: of every card as many as a deck may hold, less those that were seen."""
    unknown = int(state["hand_size"])
    for i in range(HAND):
        state["hand"][i] = 0
    state["hand_size"] = 0
    pool = 0
    for kind in range(int(rules["kinds"])):
        for _ in range(int(state["known"][kind])):
            add_to_hand(state, kind)
            unknown -= 1
        state["deck"][kind] = 0
        if int(rules["is_card"][kind]) == 1:
            state["deck"][kind] = int(rules["copies"]) - int(state["seen"][kind])
            pool += int(state["deck"][kind])
    for _ in range(unknown):
        add_to_hand(state, draw_from(state, pool, rng))
        pool -= 1
    while pool > int(state["deck_size"]):
        draw_from(state, pool, rng)
        pool -= 1


@rule
def draw_from(state: Any, pool: int, rng: Any) -> int:
    """A card leaves the pool, which is kept where the deck will be."""
    kind = int(pick(rng, state["deck"], pool))
    state["deck"][kind] = int(state["deck"][kind]) - 1
    return kind


@rule
def guess_script(rules: Any, state: Any, rng: Any) -> None:
    """Any unit of a horde in any open column: one in each of the next rounds, and one at once if one must be due."""
    for i in range(SCRIPT):
        state["script_unit"][i] = 0
        state["script_round"][i] = 0
        state["script_column"][i] = 0
    n = 0
    if int(state["phase"]) == STAGING and has_free_place(state) and next_of_script(state) < 0:
        guess_entry(rules, state, n, int(state["round"]), rng)
        while int(state["staged"][int(state["script_column"][n])]) != 0:
            guess_entry(rules, state, n, int(state["round"]), rng)
        n += 1
    for later in range(1, 1 + GUESSED_ROUNDS):
        guess_entry(rules, state, n, int(state["round"]) + later, rng)
        n += 1


@rule
def guess_entry(rules: Any, state: Any, i: int, round_: int, rng: Any) -> None:
    foes = 0
    for kind in range(int(rules["kinds"])):
        foes += int(rules["is_foe"][kind])
    state["script_unit"][i] = 1 + pick(rng, rules["is_foe"], foes)
    state["script_round"][i] = round_
    column = roll(rng, COLUMNS)
    while int(rules["open_columns"]) >> column & 1 == 0:
        column = roll(rng, COLUMNS)
    state["script_column"][i] = column


# ---- telling positions apart ----


@rule
def join_numbers(hash_: Any, numbers: Any, count: int, bits: int) -> Any:
    """Fold numbers of so many bits, none negative, into a hash, as many to a word as fit."""
    word, room = 0, 56 // bits
    for i in range(count):
        word = word << bits | int(numbers[i])
        if i % room == room - 1:
            hash_ = join(hash_, word)
            word = 0
    return join(hash_, word)


@rule
def join_bytes(hash_: Any, numbers: Any, count: int) -> Any:
    return join_numbers(hash_, numbers, count, 8)


@rule
def key(rules: Any, state: Any, player: int) -> Any:
    """All that a side knows. The round belongs to it: what the horde may prepare follows from it."""
    kinds, cells = int(rules["kinds"]), int(rules["cells"])
    hash_ = np.uint64(int(state["player"]) + 1)
    for owner in range(3):
        hash_ = join(hash_, int(state["standing"][owner]))
    hash_ = join_bytes(hash_, state["unit"], cells)
    hash_ = join_bytes(hash_, state["health"], cells)
    hash_ = join(hash_, int(state["shielded"]) << 24 | int(state["stepped"]))
    hash_ = join_bytes(hash_, state["staged"], COLUMNS)
    hash_ = join_bytes(hash_, state["staged_health"], COLUMNS)
    hash_ = join_numbers(hash_, state["supply"], kinds, 16)
    hash_ = join_bytes(hash_, state["bonuses"], int(rules["bonus_count"]))
    hash_ = join_bytes(hash_, state["known"], kinds)
    hash_ = join_bytes(hash_, state["seen"], kinds)
    hash_ = join(hash_, int(state["damage"][PLAYER]) << 32 | int(state["damage"][HORDE]))
    hash_ = join(hash_, (int(state["round"]) << 8 | int(state["left"])) << 16 | int(state["initiative"]))
    hash_ = join(hash_, (int(state["pending"]) << 8 | int(state["victims"])) << 8 | int(state["swapping"]))
    hash_ = join(hash_, (int(state["held"]) << 8 | int(state["phase"])) << 8 | int(state["pawns"]))
    hash_ = join(hash_, int(state["hand_size"]) << 16 | int(state["deck_size"]))
    if player != HORDE:
        hash_ = join_bytes(hash_, state["hand"], int(state["hand_size"]))
        hash_ = join_bytes(hash_, state["deck"], kinds)
    if int(rules["scripted"]) == 1:
        hash_ = join_script(hash_, state, SCRIPT if player == PLAYER else 0)
    return hash_


@rule
def join_script(hash_: Any, state: Any, first: int) -> Any:
    """The entries from the first on; both sides know those that are undying units."""
    for i in range(first, SCRIPT + BACK):
        if int(state["script_unit"][i]) > 0:
            entry = int(state["script_unit"][i]) << 24 | int(state["script_column"][i]) << 16
            hash_ = join(hash_, (entry | int(state["script_round"][i])) << 8 | i)
    return hash_


# ---- thinking ----


@rule
def strikes(rules: Any, kind: int) -> int:
    """Blows that a unit makes in one attack."""
    times = 2 if has(rules, kind, DOUBLE) else 1
    return 2 * times if has(rules, kind, SPLIT) else times


@rule
def worth(rules: Any, kind: int, health: int) -> float:
    """Of a unit with so much health, in points of camp damage."""
    power = int(rules["power"][kind]) * strikes(rules, kind)
    return 0.35 + 0.3 * power + 0.2 * health + 0.1 * power * min(health, 4)


@rule
def threat(rules: Any, state: Any, side: int, cell: int) -> float:
    """What a unit's next attack would do from where it stands, in points of camp damage."""
    kind, column = kind_at(state, cell), cell % COLUMNS
    target = target_of(rules, state, side, cell, column)
    power = power_at(rules, state, side, cell) * strikes(rules, kind)
    if target == -1:
        return 1.0 * power
    if target < 0 or owner_at(state, target) == NEUTRAL:
        return 0.0
    victim = kind_at(state, target)
    health = int(state["health"][target])
    if power >= health:
        return worth(rules, victim, health)
    return worth(rules, victim, health) - worth(rules, victim, health - power)


@rule
def nearness(rules: Any, side: int, cell: int) -> float:
    """How far a unit has come, 0 … 1."""
    row, last = cell // COLUMNS, int(rules["rows"]) - 1
    return (row if side == PLAYER else last - row) / last


@rule
def forces(rules: Any, state: Any, side: int) -> float:
    """Units on the field, by worth, place and what they threaten."""
    total = 0.0
    for cell in range(int(rules["cells"])):
        if int(state["standing"][side]) >> cell & 1:
            kind, health = kind_at(state, cell), int(state["health"][cell])
            power = int(rules["power"][kind])
            total += worth(rules, kind, health) + 0.35 * power * nearness(rules, side, cell)
            total += 0.5 * threat(rules, state, side, cell)
    return total


@rule
def reserves(rules: Any, state: Any) -> float:
    """What the horde has staged, and the player in hand; cards count less than units that stand."""
    total = 0.25 * int(state["hand_size"]) + 0.05 * min(int(state["initiative"]), 5)
    for column in range(COLUMNS):
        if int(state["staged"][column]) > 0:
            kind = int(state["staged"][column]) - 1
            total -= 0.7 * worth(rules, kind, int(state["staged_health"][column]))
    if int(state["phase"]) == PREPARING:
        total += 0.3  # the player's attack comes first
    return total


@rule
def camps(rules: Any, state: Any) -> float:
    """Camp damage in the player's favour; the nearer a camp is to its end, the more a point counts."""
    total = 0.0
    for side in range(2):
        strength = int(rules["balance"]) if int(rules["balance"]) > 0 else int(rules["camp"][side])
        share = int(state["damage"][side]) / strength
        points = 8.0 * share + 6.0 * share * share
        total += points if side == HORDE else -points
    return total


@rule
def value(rules: Any, state: Any, player: int) -> float:
    lead = camps(rules, state) + reserves(rules, state)
    lead += forces(rules, state, PLAYER) - forces(rules, state, HORDE)
    score = lead / (abs(lead) + 12.0)
    return score if player == PLAYER else -score
