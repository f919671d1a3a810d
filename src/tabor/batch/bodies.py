"""What happens to one game of many: bodies that the loops of the CPU and the kernels of a CUDA device share.

A **turn** is all that can be done to a game at once: play an action, begin a new game where one is over, list what is
legal, write mask and planes. `wanted` says which of it. A body gets the row, or the column, that is its game's own:
it does not know which.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabor.game import DRAWN, ILLEGAL, NOBODY, OVER, end
from tabor.jit import bundle, generic, inlined, rule
from tabor.rng import join, roll, set_dice

DECIDER = -1  # whose planes: whoever decides

# What a turn does, as bits of `wanted`.
START, PLAY, RENEW, PAD, MASKS, BITS, PLANES = 1, 2, 4, 8, 16, 32, 64
CLEAR = 128  # masks and planes are not zero yet
CHANGES = START | PLAY | RENEW  # after these the legal actions are listed anew

# What is told of each game: how it stands, and, before another began in its place, whether and how it ended.
PLY, PLAYER, WINNER, REASON, DONE = range(5)
FACTS = 5

# The rules, and what a thread needs for itself while it plays.
Desk = bundle(
    "Desk",
    rules="rules",
    work="work",
    rng="rng",
    events="events",  # [0]
    actions="actions",  # [most_actions]
    spare="states",  # [0] stays all zero; [1], on the CPU alone, is a game in play
)


@rule
def next_seed(seed: Any) -> Any:
    """The seed of the game that follows in the same place."""
    return join(seed, np.uint64(1)) >> np.uint64(1)


@rule
def put_state(states: Any, target: int, others: Any, source: int) -> None:
    """states[target] = others[source]; variable indices, for the reason that `copy_state` has them."""
    states[target] = others[source]


@inlined
def start_one(start: Any, desk: Any, states: Any, i: int, seed: Any) -> None:
    """The first position, in a record that is all zero but for its header."""
    put_state(states, i, desk.spare, 0)
    states[i]["winner"] = NOBODY
    set_dice(desk.rng, seed, np.uint64(0), np.uint64(0))
    start(desk.rules, states[i], desk.work, desk.rng)


# ---- a turn ----


@rule
def is_listed(actions: Any, n: int, action: int) -> Any:
    """Whether an action is among the first n, which ascend."""
    low, high = 0, n
    while low < high:
        middle = (low + high) >> 1
        if int(actions[middle]) < action:
            low = middle + 1
        else:
            high = middle
    return low < n and int(actions[low]) == action


@inlined
def play_listed(apply: Any, desk: Any, state: Any, seed: Any, action: int, listed: Any, n: int, players: int) -> None:
    """Play one of the n listed actions. Any other ends the game; in a game that is over, nothing happens."""
    player = int(state["player"])
    if player == OVER:
        return
    if is_listed(listed, n, action):
        set_dice(desk.rng, seed, np.uint64(int(state["ply"])), np.uint64(0))
        apply(desk.rules, state, desk.work, action, desk.rng, desk.events)
    elif players == 2:
        end(state, 1 - player, ILLEGAL)
    else:
        end(state, DRAWN, ILLEGAL)


@inlined
def begin_one(start: Any, desk: Any, states: Any, i: int, seeds: Any, wanted: int, told: Any) -> None:
    """Tell how the game ended, if it did; begin the next one if that is wanted."""
    is_over = int(states[i]["player"]) == OVER
    told[WINNER] = int(states[i]["winner"])
    told[REASON] = int(states[i]["reason"])
    told[DONE] = is_over
    is_next = is_over and wanted & RENEW != 0
    if is_next:
        seeds[i] = next_seed(seeds[i])
    if is_next or wanted & START != 0:  # start_one stands here once: a second call nearly doubles a kernel's registers
        start_one(start, desk, states, i, seeds[i])


@rule
def pad(listed: Any, n: int) -> None:
    """−1 behind the last action."""
    for k in range(n, listed.shape[0]):
        listed[k] = -1


@rule
def clear(row: Any) -> None:
    for k in range(row.shape[0]):
        row[k] = 0


@rule
def write_mask(mask: Any, listed: Any, n: int) -> None:
    """Into zeros."""
    for k in range(n):
        mask[int(listed[k])] = 1


@rule
def write_bits(bits: Any, listed: Any, n: int) -> None:
    """Action a is bit a % 32 of word a // 32; the list ascends, so each word is written once."""
    k = 0
    for word in range(bits.shape[0]):
        made = 0
        while k < n and int(listed[k]) >> 5 == word:
            made |= 1 << (int(listed[k]) & 31)
            k += 1
        bits[word] = made


@rule
def write_planes(observe: Any, rules: Any, state: Any, player: int, planes: Any) -> None:
    """Into zeros: what a player sees, or whoever decides; nothing where nobody does."""
    who = int(state["player"]) if player == DECIDER else player
    if who >= 0:
        observe(rules, state, who, planes)


@rule
def take_turn(
    start: Any,
    legal: Any,
    apply: Any,
    observe: Any,
    desk: Any,
    states: Any,
    i: int,  # the game's place among states, seeds, chosen and counts
    seeds: Any,
    chosen: Any,  # [games], or [0] if nothing is played
    counts: Any,
    listed: Any,  # [most_actions]: what is legal, as the last turn left it; the first counts[i] of them
    mask: Any,  # [space]
    bits: Any,  # [space / 32]
    planes: Any,
    told: Any,  # [FACTS]
    wanted: int,
    player: int,
    players: int,
) -> None:
    if wanted & PLAY != 0:
        n = int(counts[i])
        play_listed(apply, desk, states[i], seeds[i], int(chosen[i]), listed, n, players)
    begin_one(start, desk, states, i, seeds, wanted, told)
    told[PLY] = int(states[i]["ply"])
    told[PLAYER] = int(states[i]["player"])
    if wanted & CHANGES != 0:
        counts[i] = legal(desk.rules, states[i], desk.work, listed)
    if wanted & PAD != 0:
        pad(listed, int(counts[i]))
    if wanted & CLEAR != 0:
        clear(mask)
        clear(planes)
    if wanted & MASKS != 0:
        write_mask(mask, listed, int(counts[i]))
    if wanted & BITS != 0:
        write_bits(bits, listed, int(counts[i]))
    if wanted & PLANES != 0:
        write_planes(observe, desk.rules, states[i], player, planes)


# ---- whole random games ----


@inlined
def random_one(legal: Any, apply: Any, desk: Any, state: Any, seed: Any) -> Any:
    """Play a random action and return it; −1 if there is none."""
    n = legal(desk.rules, state, desk.work, desk.actions)
    if n == 0:
        return -1
    ply = np.uint64(int(state["ply"]))
    set_dice(desk.rng, seed, ply, np.uint64(0xFFFFFFFFFFFFFFFF))  # no match takes back that often
    action = int(desk.actions[roll(desk.rng, n)])
    set_dice(desk.rng, seed, ply, np.uint64(0))
    apply(desk.rules, state, desk.work, action, desk.rng, desk.events)
    return action


@rule
def random_lane(
    start: Any, legal: Any, apply: Any, desk: Any, states: Any, i: int, seed: Any, limit: int, again: int
) -> Any:
    """Play so many random actions, game after game if `again`; how many there were, and a hash of them all."""
    made, hash_ = 0, np.uint64(0)
    start_one(start, desk, states, i, seed)
    while made < limit:
        if int(states[i]["player"]) == OVER:
            if not again:
                break
            seed = next_seed(seed)
            start_one(start, desk, states, i, seed)
        hash_ = join(hash_, random_one(legal, apply, desk, states[i], seed))
        made += 1
    return made, hash_


@rule
def write_header(header: Any, state: Any) -> None:
    header[PLY] = int(state["ply"])
    header[PLAYER] = int(state["player"])
    header[WINNER] = int(state["winner"])
    header[REASON] = int(state["reason"])


# ---- loops of the CPU, each over one piece of the arrays ----


@generic(
    "void(start, legal, apply, observe, Desk, states, uint64s, int32s, int32s, int32_table, int8_table, uint32_table, "
    "int8_table, int32_table, int64, int64, int64)",
    Desk,
)
def take_turns(
    start: Any,
    legal: Any,
    apply: Any,
    observe: Any,
    desk: Any,
    states: Any,
    seeds: Any,
    chosen: Any,
    counts: Any,
    lists: Any,
    masks: Any,
    bits: Any,
    planes: Any,
    told: Any,
    wanted: Any,
    player: Any,
    players: Any,
) -> None:
    for i in range(states.shape[0]):
        # fmt: off
        take_turn(
            start, legal, apply, observe, desk, states, i, seeds, chosen, counts,
            lists[i], masks[i], bits[i], planes[i], told[i], wanted, player, players,
        )
        # fmt: on


@generic("void(start, legal, apply, Desk, uint64s, int32_table, states, int64s, uint64s, int64, int64)", Desk)
def play_lanes(
    start: Any,
    legal: Any,
    apply: Any,
    desk: Any,
    seeds: Any,
    headers: Any,
    kept: Any,  # [as many as seeds, or 0]
    made: Any,
    hashes: Any,
    limit: Any,
    again: Any,
) -> None:
    for i in range(seeds.shape[0]):
        made[i], hashes[i] = random_lane(start, legal, apply, desk, desk.spare, 1, seeds[i], limit, again)
        write_header(headers[i], desk.spare[1])
        if kept.shape[0] > 0:
            put_state(kept, i, desk.spare, 1)
