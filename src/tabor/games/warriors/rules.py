"""The rules of Warriors. S1 … S16 are the sentences of README.md.

Warriors on the field are a list ordered by cell, so that equal positions are equal bytes and everything that is listed
comes out ascending. Warriors not summoned yet (`hand`) and potions (`bag`) are counted by kind (S16). Whoever acts
selects first and aims next: a selection is kept in `choice` and `chosen` until its target is known.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabor.game import DRAWN, HEADER, OVER, emit, end, record
from tabor.grid import is_beside
from tabor.jit import rule

# LIMITS
PLAYERS = 4
KINDS = 12  # different warriors
POTIONS = 12  # different potions
TEAM = 8  # warriors of a player
ITEMS = 8  # potions of a player
UNITS = 32  # PLAYERS × TEAM
SIDE = 99  # columns, rows
CELLS = 4096
MOST_HP = 99
DURATION = 9  # turns that a potion may work

RULES = record(
    ("turn_limit", np.int32),  # S15
    ("width", np.int16),
    ("height", np.int16),
    ("cells", np.int16),  # width × height
    ("open", np.int16),  # how many of them can be walked on
    ("which", np.int16),  # base of an action's last digit
    ("players", np.int8),
    ("kinds", np.int8),
    ("potions", np.int8),
    ("team", np.int8),  # S1: warriors of each player
    ("items", np.int8),  # S1: potions of each player
    ("friends", np.int8),  # S7: 1 if one's own may be attacked
    ("potion_phases", np.int8),  # S9: a set of phases
    ("hp", np.int8, KINDS),
    ("attack", np.int8, KINDS),
    ("walk", np.int8, KINDS),
    ("worth", np.int8, KINDS),
    ("stat", np.int8, POTIONS),  # what a potion changes: HP, ATTACK or WALK
    ("amount", np.int8, POTIONS),
    ("duration", np.int8, POTIONS),
    ("potion_worth", np.int8, POTIONS),
    ("walkable", np.int8, CELLS),  # S2
    ("ways", np.int8, CELLS),  # how many walkable cells lie beside a cell
    ("near", np.int16, (CELLS, 4)),  # those cells, then −1
    ("lacks", np.int8, (PLAYERS, KINDS)),  # 1 for warriors that a player may not pick
)

UNIT = record(
    ("cell", np.int16),
    ("owner", np.int8),
    ("kind", np.int8),
    ("hp", np.int8),
    ("done", np.int8),  # in this turn of its owner: MOVED, ATTACKED or both
    ("boost", np.int16, (2, DURATION)),  # S10: [attack or walk, turns left − 1]: the sum of what ends then
)

STATE = record(
    *HEADER,
    ("turns", np.int32),  # S15: of all players together
    ("chosen", np.int16),  # which cell or kind is selected
    ("choice", np.int8),  # what is selected: NOTHING, WARRIOR, POTION or RECRUIT
    ("phase", np.int8),
    ("picked", np.int8),  # S1: how much the player on turn has picked
    ("count", np.int8),  # warriors on the field
    ("gone", np.int8, PLAYERS),  # S13: 1 for the first player who was out, 2 for the second, …
    ("hand", np.int8, (PLAYERS, KINDS)),  # warriors not summoned; hidden from others during PICK
    ("bag", np.int8, (PLAYERS, POTIONS)),  # potions not used; hidden from others during PICK
    ("units", UNIT, UNITS),  # the first `count`, ascending by cell
)

WORK = record(
    ("queue", np.int16, CELLS),
    ("mark", np.int8, CELLS),  # 0 free, 1 blocked, 2 reached
    ("spare", UNIT, 1),
)

PICK, OPENING, MOVE_1, ATTACK_PHASE, MOVE_2, SUMMON = 0, 1, 2, 3, 4, 5
MOVED, ATTACKED = 1, 2
ATTACK, WALK, HP = 0, 1, 2  # stats; the first two are rows of `boost`

# Reasons of the end
LAST_LEFT, TURN_LIMIT = 1, 2

# An action has two digits: what, and which cell or kind. Selecting comes before AIM.
END, WARRIOR, POTION, RECRUIT, AIM = 0, 1, 2, 3, 4
NOTHING = 0  # selected

# Events: (PICKED, player, 0 warrior 1 potion, kind) (TEAM_SHOWN, player) (SUMMONED, player, cell, kind)
# (WENT, player, from, to, kind) (STRUCK, player, from, to, kind, damage) (POURED, player, potion, cell, owner, kind)
# (FAINTED, owner, cell, kind) (FADED, owner, cell, kind, stat, amount) (OUT, player) (TURN, player, turns)
# (PHASE_ENDED, player, phase) (ENDED, winner, reason)
PICKED, TEAM_SHOWN, SUMMONED, WENT, STRUCK, POURED, FAINTED, FADED, OUT, TURN, PHASE_ENDED, ENDED = range(12)


@rule
def encode(rules: Any, what: int, which: int) -> int:
    return what * int(rules["which"]) + which


@rule
def start(rules: Any, state: Any, work: Any, rng: Any) -> None:
    """S1: nobody has picked anything; player 1 begins. A record that is all zero says so."""


# ---- warriors on the field ----


@rule
def clear_belongings(state: Any, player: int) -> None:
    for kind in range(KINDS):
        state["hand"][player, kind] = 0
    for potion in range(POTIONS):
        state["bag"][player, potion] = 0


@rule
def clear_unit(units: Any, slot: int) -> None:
    units[slot]["cell"] = 0
    units[slot]["owner"] = 0
    units[slot]["kind"] = 0
    units[slot]["hp"] = 0
    units[slot]["done"] = 0
    for stat in range(2):
        for i in range(DURATION):
            units[slot]["boost"][stat, i] = 0


@rule
def put_unit(units: Any, target: int, others: Any, source: int) -> None:
    """units[target] = others[source]; variable indices, for the reason that `copy_state` has them."""
    units[target] = others[source]


@rule
def slot_at(state: Any, cell: int) -> int:
    """The place in the list of whoever stands on a cell; −1 if nobody does."""
    for slot in range(int(state["count"])):
        if int(state["units"][slot]["cell"]) == cell:
            return slot
    return -1


@rule
def relocate(state: Any, work: Any, slot: int, target: int) -> None:
    """Give a warrior a new cell and its place in the order of cells."""
    units = state["units"]
    put_unit(work["spare"], 0, units, slot)
    while slot + 1 < int(state["count"]) and int(units[slot + 1]["cell"]) < target:
        put_unit(units, slot, units, slot + 1)
        slot += 1
    while slot > 0 and int(units[slot - 1]["cell"]) > target:
        put_unit(units, slot, units, slot - 1)
        slot -= 1
    put_unit(units, slot, work["spare"], 0)
    units[slot]["cell"] = target


@rule
def remove(state: Any, slot: int) -> None:
    last = int(state["count"]) - 1
    for i in range(slot, last):
        put_unit(state["units"], i, state["units"], i + 1)
    clear_unit(state["units"], last)
    state["count"] = last


@rule
def current(rules: Any, unit: Any, stat: int) -> int:
    """S10: attack or walking distance with all modifiers, at least 0."""
    kind = int(unit["kind"])
    total = int(rules["attack"][kind]) if stat == ATTACK else int(rules["walk"][kind])
    for i in range(DURATION):
        total += int(unit["boost"][stat, i])
    return max(0, total)


@rule
def may_attack(rules: Any, unit: Any, other: Any) -> bool:
    """S7: any warrior beside it, one's own too unless the data say otherwise."""
    if int(rules["friends"]) == 0 and int(unit["owner"]) == int(other["owner"]):
        return False
    return is_beside(int(rules["width"]), int(unit["cell"]), int(other["cell"]))


@rule
def total_of(counts: Any) -> int:
    total = 0
    for i in range(len(counts)):
        total += int(counts[i])
    return total


@rule
def on_field(state: Any, player: int) -> int:
    total = 0
    for slot in range(int(state["count"])):
        total += int(state["units"][slot]["owner"]) == player
    return total


@rule
def alive(state: Any, player: int) -> int:
    """S13: on the field or not summoned yet."""
    return on_field(state, player) + total_of(state["hand"][player])


# ---- what can be done ----


@rule
def can_move(rules: Any, state: Any, slot: int) -> bool:
    """S5, S6: not yet this turn, and some cell beside is free."""
    unit = state["units"][slot]
    if int(unit["done"]) & MOVED or current(rules, unit, WALK) == 0:
        return False
    cell, width = int(unit["cell"]), int(rules["width"])
    free = int(rules["ways"][cell])
    for other in range(int(state["count"])):
        free -= is_beside(width, cell, int(state["units"][other]["cell"]))
    return free > 0


@rule
def can_attack(rules: Any, state: Any, slot: int) -> bool:
    """S7: not yet this turn, and somebody to hit."""
    unit = state["units"][slot]
    if int(unit["done"]) & ATTACKED:
        return False
    for other in range(int(state["count"])):  # noqa: SIM110 - a generator cannot be compiled
        if may_attack(rules, unit, state["units"][other]):
            return True
    return False


@rule
def can_act(rules: Any, state: Any, slot: int, phase: int) -> bool:
    """Whether the warrior can be selected by the player on turn."""
    if int(state["units"][slot]["owner"]) != int(state["player"]):
        return False
    if phase == ATTACK_PHASE:
        return can_attack(rules, state, slot)
    return phase in (MOVE_1, MOVE_2) and can_move(rules, state, slot)


@rule
def can_pour(rules: Any, state: Any, phase: int) -> bool:
    """S9: whether this is a phase for potions, and somebody stands on the field."""
    return int(rules["potion_phases"]) >> phase & 1 == 1 and int(state["count"]) > 0


@rule
def can_summon(rules: Any, state: Any, phase: int) -> bool:
    """S3, S8."""
    if phase != SUMMON and phase != OPENING:
        return False
    is_room = int(state["count"]) < int(rules["open"])
    return is_room and total_of(state["hand"][int(state["player"])]) > 0


@rule
def may_end(rules: Any, state: Any, phase: int) -> bool:
    """S4: any phase; S8: but whoever has nobody on the field must summon, and so must all at the opening (S3)."""
    if phase == OPENING:
        return False
    return not can_summon(rules, state, phase) or on_field(state, int(state["player"])) > 0


@rule
def has_action(rules: Any, state: Any) -> bool:
    """S12: whether anything but ending the phase can be done."""
    phase = int(state["phase"])
    if phase == PICK or can_summon(rules, state, phase):
        return True
    if can_pour(rules, state, phase) and total_of(state["bag"][int(state["player"])]) > 0:
        return True
    for slot in range(int(state["count"])):  # noqa: SIM110
        if can_act(rules, state, slot, phase):
            return True
    return False


# ---- legal actions ----


@rule
def list_picks(rules: Any, state: Any, out: Any) -> int:
    """S1: warriors first, then potions, repeats allowed."""
    if int(state["picked"]) >= int(rules["team"]):
        for potion in range(int(rules["potions"])):
            out[potion] = encode(rules, POTION, potion)
        return int(rules["potions"])
    n = 0
    for kind in range(int(rules["kinds"])):
        if int(rules["lacks"][int(state["player"]), kind]) == 0:
            out[n] = encode(rules, RECRUIT, kind)
            n += 1
    return n


@rule
def list_kinds(rules: Any, what: int, counts: Any, kinds: int, out: Any, n: int) -> int:
    """S16: each kind once, however many there are."""
    for kind in range(kinds):
        if int(counts[kind]) > 0:
            out[n] = encode(rules, what, kind)
            n += 1
    return n


@rule
def list_selections(rules: Any, state: Any, out: Any) -> int:
    player, phase = int(state["player"]), int(state["phase"])
    n = 0
    if may_end(rules, state, phase):
        out[n] = encode(rules, END, 0)
        n += 1
    for slot in range(int(state["count"])):
        if can_act(rules, state, slot, phase):
            out[n] = encode(rules, WARRIOR, int(state["units"][slot]["cell"]))
            n += 1
    if can_pour(rules, state, phase):
        n = list_kinds(rules, POTION, state["bag"][player], int(rules["potions"]), out, n)
    if can_summon(rules, state, phase):
        n = list_kinds(rules, RECRUIT, state["hand"][player], int(rules["kinds"]), out, n)
    return n


@rule
def clear_marks(rules: Any, state: Any, work: Any, cell: int, steps: int) -> None:
    """Prepare the marks of the cells that so many steps could reach: rectangle by rectangle, not the whole map."""
    width, mark = int(rules["width"]), work["mark"]
    x, y = cell % width, cell // width
    for row in range(max(0, y - steps), min(int(rules["height"]), y + steps + 1)):
        for here in range(row * width + max(0, x - steps), row * width + min(width, x + steps + 1)):
            mark[here] = 0
    for slot in range(int(state["count"])):
        mark[int(state["units"][slot]["cell"])] = 1


@rule
def flood(rules: Any, state: Any, work: Any, cell: int, steps: int) -> None:
    """S6: mark what can be reached by so many steps over free cells."""
    clear_marks(rules, state, work, cell, steps)
    queue, mark = work["queue"], work["mark"]
    queue[0] = cell
    head, tail = 0, 1
    for _ in range(steps):
        level_end = tail
        while head < level_end:
            here = int(queue[head])
            head += 1
            for i in range(int(rules["ways"][here])):
                target = int(rules["near"][here, i])
                if int(mark[target]) == 0:
                    mark[target] = 2
                    queue[tail] = target
                    tail += 1


@rule
def list_reach(rules: Any, state: Any, work: Any, slot: int, out: Any) -> int:
    """S6: where a warrior can go, ascending."""
    cell, width = int(state["units"][slot]["cell"]), int(rules["width"])
    steps = min(current(rules, state["units"][slot], WALK), int(rules["cells"]))
    flood(rules, state, work, cell, steps)
    x, y, n = cell % width, cell // width, 0
    for row in range(max(0, y - steps), min(int(rules["height"]), y + steps + 1)):
        for here in range(row * width + max(0, x - steps), row * width + min(width, x + steps + 1)):
            if int(work["mark"][here]) == 2:
                out[n] = encode(rules, AIM, here)
                n += 1
    return n


@rule
def list_targets(rules: Any, state: Any, slot: int, out: Any) -> int:
    """S7: whom a warrior can hit; all on the field for a potion, which is slot −1 (S9)."""
    n = 0
    for other in range(int(state["count"])):
        if slot < 0 or may_attack(rules, state["units"][slot], state["units"][other]):
            out[n] = encode(rules, AIM, int(state["units"][other]["cell"]))
            n += 1
    return n


@rule
def list_free_cells(rules: Any, state: Any, out: Any) -> int:
    """S8: every free cell of the field."""
    n, slot, count = 0, 0, int(state["count"])
    for cell in range(int(rules["cells"])):
        if slot < count and int(state["units"][slot]["cell"]) == cell:
            slot += 1
        elif int(rules["walkable"][cell]) == 1:
            out[n] = encode(rules, AIM, cell)
            n += 1
    return n


@rule
def legal(rules: Any, state: Any, work: Any, out: Any) -> int:
    """Selections, or the targets of what is selected."""
    if int(state["player"]) == OVER:
        return 0
    choice = int(state["choice"])
    if int(state["phase"]) == PICK:
        return list_picks(rules, state, out)
    if choice == NOTHING:
        return list_selections(rules, state, out)
    if choice == RECRUIT:
        return list_free_cells(rules, state, out)
    if choice == POTION:
        return list_targets(rules, state, -1, out)
    slot = slot_at(state, int(state["chosen"]))
    if int(state["phase"]) == ATTACK_PHASE:
        return list_targets(rules, state, slot, out)
    return list_reach(rules, state, work, slot, out)


# ---- playing an action ----


@rule
def next_in(rules: Any, state: Any, player: int) -> int:
    """The next player who is still in, from this number on; `players` if there is none before the round is over."""
    players = int(rules["players"])
    while player < players and int(state["gone"][player]) > 0:
        player += 1
    return player


@rule
def pick(rules: Any, state: Any, what: int, kind: int, events: Any) -> None:
    """S1: one more warrior or potion; after the last of all players the teams are shown."""
    player = int(state["player"])
    belongings = state["hand"] if what == RECRUIT else state["bag"]
    belongings[player, kind] = int(belongings[player, kind]) + 1
    emit(events, PICKED, player, what == POTION, kind, 0, 0)
    state["picked"] = int(state["picked"]) + 1
    if int(state["picked"]) == int(rules["team"]) + int(rules["items"]):
        hand_on(rules, state, events)


@rule
def hand_on(rules: Any, state: Any, events: Any) -> None:
    """S1, S3: before the turns, the next player picks or summons; after the last one the next part begins."""
    player = next_in(rules, state, int(state["player"]) + 1)
    state["picked"] = 0
    if player == int(rules["players"]):
        player = next_in(rules, state, 0)
        state["phase"] = int(state["phase"]) + 1
        if int(state["phase"]) == MOVE_1:
            emit(events, TURN, player, 0, 0, 0, 0)
        else:
            show_teams(rules, state, events)
    state["player"] = player


@rule
def show_teams(rules: Any, state: Any, events: Any) -> None:
    """S1: in letters it would not fit an event, so a line says no more than that the secret is over."""
    for player in range(int(rules["players"])):
        if int(state["gone"][player]) == 0:
            emit(events, TEAM_SHOWN, player, 0, 0, 0, 0)


@rule
def go(state: Any, work: Any, target: int, events: Any) -> None:
    """S5, S6."""
    slot = slot_at(state, int(state["chosen"]))
    unit = state["units"][slot]
    emit(events, WENT, int(state["player"]), int(unit["cell"]), target, int(unit["kind"]), 0)
    unit["done"] = int(unit["done"]) | MOVED
    relocate(state, work, slot, target)


@rule
def strike(rules: Any, state: Any, target: int, events: Any) -> None:
    """S7."""
    unit = state["units"][slot_at(state, int(state["chosen"]))]
    damage = current(rules, unit, ATTACK)
    emit(events, STRUCK, int(state["player"]), int(unit["cell"]), target, int(unit["kind"]), damage)
    unit["done"] = int(unit["done"]) | ATTACKED
    change_hp(rules, state, slot_at(state, target), -damage, events)


@rule
def pour(rules: Any, state: Any, target: int, events: Any) -> None:
    """S9, S10."""
    player, potion = int(state["player"]), int(state["chosen"])
    slot = slot_at(state, target)
    unit = state["units"][slot]
    state["bag"][player, potion] = int(state["bag"][player, potion]) - 1
    emit(events, POURED, player, potion, target, int(unit["owner"]), int(unit["kind"]))
    stat, amount = int(rules["stat"][potion]), int(rules["amount"][potion])
    if stat == HP:
        change_hp(rules, state, slot, amount, events)
    else:
        last = int(rules["duration"][potion]) - 1
        unit["boost"][stat, last] = int(unit["boost"][stat, last]) + amount


@rule
def change_hp(rules: Any, state: Any, slot: int, amount: int, events: Any) -> None:
    """S9: never above the maximum; S11: at 0 or less the warrior faints."""
    unit = state["units"][slot]
    hp = min(int(rules["hp"][int(unit["kind"])]), int(unit["hp"]) + amount)
    if hp > 0:
        unit["hp"] = hp
        return
    owner = int(unit["owner"])
    emit(events, FAINTED, owner, int(unit["cell"]), int(unit["kind"]), 0, 0)
    remove(state, slot)
    if alive(state, owner) == 0:
        drop_out(rules, state, owner, events)


@rule
def count_gone(state: Any) -> int:
    count = 0
    for player in range(PLAYERS):
        count += 1 if int(state["gone"][player]) > 0 else 0
    return count


@rule
def drop_out(rules: Any, state: Any, player: int, events: Any) -> None:
    """S13: out at once; the last one left wins, and a turn that was theirs is over."""
    state["gone"][player] = 1 + count_gone(state)
    emit(events, OUT, player, 0, 0, 0, 0)
    first = next_in(rules, state, 0)
    if next_in(rules, state, first + 1) == int(rules["players"]):
        end(state, first, LAST_LEFT)
    elif player == int(state["player"]):
        if int(state["phase"]) <= OPENING:
            hand_on(rules, state, events)
        else:
            end_turn(rules, state, events)


@rule
def summon(rules: Any, state: Any, work: Any, target: int, events: Any) -> None:
    """S3, S8: onto the field, with all its HP."""
    player, kind, slot = int(state["player"]), int(state["chosen"]), int(state["count"])
    state["hand"][player, kind] = int(state["hand"][player, kind]) - 1
    state["count"] = slot + 1
    unit = state["units"][slot]
    unit["owner"] = player
    unit["kind"] = kind
    unit["hp"] = int(rules["hp"][kind])
    relocate(state, work, slot, target)
    emit(events, SUMMONED, player, target, kind, 0, 0)
    if int(state["phase"]) == OPENING:
        hand_on(rules, state, events)
    else:
        end_turn(rules, state, events)


@rule
def aim(rules: Any, state: Any, work: Any, target: int, events: Any) -> None:
    """What was selected does its deed."""
    choice = int(state["choice"])
    if choice == RECRUIT:
        summon(rules, state, work, target, events)
    elif choice == POTION:
        pour(rules, state, target, events)
    elif int(state["phase"]) == ATTACK_PHASE:
        strike(rules, state, target, events)
    else:
        go(state, work, target, events)
    state["choice"] = NOTHING
    state["chosen"] = 0


@rule
def age(unit: Any, events: Any) -> None:
    """S10: at the end of the owner's turn every duration goes down by one; S5, S7: the next turn is a new one."""
    unit["done"] = 0
    for stat in range(2):
        ending = int(unit["boost"][stat, 0])
        if ending != 0:
            emit(events, FADED, int(unit["owner"]), int(unit["cell"]), int(unit["kind"]), stat, ending)
        for i in range(DURATION - 1):
            unit["boost"][stat, i] = int(unit["boost"][stat, i + 1])
        unit["boost"][stat, DURATION - 1] = 0


@rule
def end_turn(rules: Any, state: Any, events: Any) -> None:
    """S4, S13: the next player still in, unless that was the last turn (S15)."""
    player = int(state["player"])
    for slot in range(int(state["count"])):
        if int(state["units"][slot]["owner"]) == player:
            age(state["units"][slot], events)
    state["turns"] = int(state["turns"]) + 1
    state["phase"] = MOVE_1
    if int(state["turns"]) >= int(rules["turn_limit"]):
        end(state, leader(rules, state), TURN_LIMIT)
        return
    player = next_in(rules, state, player + 1)
    if player == int(rules["players"]):
        player = next_in(rules, state, 0)
    state["player"] = player
    emit(events, TURN, player, int(state["turns"]), 0, 0, 0)


@rule
def standing(rules: Any, state: Any, player: int) -> int:
    """S15: warriors alive, then HP, as one number to compare."""
    hp = 0
    for kind in range(int(rules["kinds"])):
        hp += int(state["hand"][player, kind]) * int(rules["hp"][kind])
    for slot in range(int(state["count"])):
        if int(state["units"][slot]["owner"]) == player:
            hp += int(state["units"][slot]["hp"])
    return alive(state, player) * (TEAM * MOST_HP + 1) + hp


@rule
def leader(rules: Any, state: Any) -> int:
    """S15: whoever stands best; DRAWN if nobody is alone at the top."""
    best, winner = -1, DRAWN
    for player in range(int(rules["players"])):
        here = standing(rules, state, player)
        if here == best:
            winner = DRAWN
        if here > best:
            best, winner = here, player
    return winner


@rule
def end_phase(rules: Any, state: Any, events: Any) -> None:
    """S4."""
    if int(state["phase"]) == SUMMON:
        end_turn(rules, state, events)
    else:
        state["phase"] = int(state["phase"]) + 1


@rule
def settle(rules: Any, state: Any, events: Any) -> None:
    """S12: phases in which nothing can be done are passed."""
    while int(state["player"]) != OVER and not has_action(rules, state):
        end_phase(rules, state, events)


@rule
def apply(rules: Any, state: Any, work: Any, action: int, rng: Any, events: Any) -> None:
    """Pick, select, aim, or end a phase."""
    what = action // int(rules["which"])
    which = action % int(rules["which"])
    state["ply"] = int(state["ply"]) + 1
    if int(state["phase"]) == PICK:
        pick(rules, state, what, which, events)
    elif what == AIM:
        aim(rules, state, work, which, events)
        settle(rules, state, events)
    elif what == END:
        emit(events, PHASE_ENDED, int(state["player"]), int(state["phase"]), 0, 0, 0)
        end_phase(rules, state, events)
        settle(rules, state, events)
    else:
        state["choice"] = what
        state["chosen"] = which
    if int(state["player"]) == OVER:
        emit(events, ENDED, int(state["winner"]), int(state["reason"]), 0, 0, 0)


@rule
def leave(rules: Any, state: Any, player: int, events: Any) -> None:
    """S16: a player who resigns takes all warriors along; the others play on."""
    slot = 0
    while slot < int(state["count"]):
        if int(state["units"][slot]["owner"]) == player:
            remove(state, slot)
        else:
            slot += 1
    clear_belongings(state, player)
    if player == int(state["player"]) or int(state["choice"]) != RECRUIT:
        state["choice"] = NOTHING  # what was selected may have lost its last target
        state["chosen"] = 0
    drop_out(rules, state, player, events)
    if int(state["player"]) != OVER:
        settle(rules, state, events)
