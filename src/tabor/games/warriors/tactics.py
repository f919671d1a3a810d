"""A whole turn of Warriors by rule of thumb, quick enough to be played thousands of times a second.

Whoever can be hit is hit, where it takes most from those who are ahead; who cannot hit takes up a place that is near
the enemy and out of his reach; one more is summoned to such a place. The captain (captain.py) begins with such turns,
and answers its own with them to see what comes of it.
"""

from __future__ import annotations

from typing import Any

from tabor.game import OVER
from tabor.games.warriors.knowledge import unit_worth
from tabor.games.warriors.rules import (
    AIM,
    ATTACK,
    ATTACK_PHASE,
    ATTACKED,
    END,
    HP,
    KINDS,
    MOVE_1,
    MOVE_2,
    MOVED,
    OPENING,
    POTION,
    RECRUIT,
    SIDE,
    SUMMON,
    WALK,
    WARRIOR,
    can_move,
    current,
    encode,
    flood,
    slot_at,
    standing,
)
from tabor.grid import is_beside
from tabor.jit import bundle, rule

MOST = 256  # actions that are noted down: of a turn, and of those that answer it
NOTED = 1  # the row of `plans` for the turn that is being played

# How a turn is played.
BOLD, SURE, SHY = 0, 1, 2  # hits whoever can be hit; only whom it can fell; steps out of reach
HERE = 7  # columns and rows round an enemy in which somebody is summoned
FAR = 127  # steps; more are not told apart
KEEN, DESPERATE = 0.3, 6.0  # how much being far away from all enemies costs; and more for who is behind, late
POWER = 6  # of forces: fitted, as the next two, to who won 500 games from 31,901 positions
CHARM, REMEDY = 3.8, 2.6  # what a potion in the bag is worth, where a Knight is 9: for attack or walk, and for HP
PLACE = 5  # a place that is judged takes as long as so many warriors that are looked at for it (measured)
FELLED = 1.5  # what felling a warrior counts for, beside wounding it

Battle = bundle(
    "Battle",
    rules="rules",
    work="work",
    rng="rng",
    events="events",  # [0]
    states="states",  # [3]: where the turn begins, where it has come to, and its end
    actions="actions",
    plans="int32_table",  # [rows, MOST]: the best turn so far, the one being tried, and other good ones
    info="int64s",  # their lengths
    scores="float64s",  # of each of them
    weighed="int64s",  # by how many answers
    due="int32s",  # [cells]: damage that is meant for whoever stands there
    sworn="int32s",  # [cells]: 1 where somebody stands who knows what to do
    ways="int8_table",  # [cells, cells]: steps from one to another round all rocks, at most FAR
    effort="int64s",  # [1]: what thinking took so far, in warriors looked at; judging places takes most of it
)


@rule
def enter(apply: Any, battle: Any, action: Any) -> None:
    """Play an action, and note it down."""
    length = battle.info[NOTED]
    if length < MOST:
        battle.plans[NOTED, length] = action
        battle.info[NOTED] = length + 1
    apply(battle.rules, battle.states[1], battle.work, action, battle.rng, battle.events)


@rule
def act(apply: Any, battle: Any, what: Any, which: Any) -> None:
    enter(apply, battle, encode(battle.rules, what, which))


@rule
def is_on(state: Any, turn: Any, phase: Any) -> Any:
    """Whether this phase of this turn is still going on: phases are passed, and games end, by themselves (S12, S13)."""
    return int(state["player"]) != OVER and int(state["turns"]) == turn and int(state["phase"]) == phase


@rule
def end_phase(apply: Any, battle: Any, turn: Any, phase: Any) -> None:
    if is_on(battle.states[1], turn, phase):
        act(apply, battle, END, 0)


# ---- who is how strong ----


@rule
def force(rules: Any, state: Any, player: Any) -> Any:
    """What a player has left to fight with."""
    total = 0.0
    for kind in range(int(rules["kinds"])):
        total += int(state["hand"][player, kind]) * int(rules["worth"][kind])
    for potion in range(int(rules["potions"])):
        total += int(state["bag"][player, potion]) * (REMEDY if int(rules["stat"][potion]) == HP else CHARM)
    for slot in range(int(state["count"])):
        if int(state["units"][slot]["owner"]) == player:
            total += unit_worth(rules, state["units"][slot])
    return total


@rule
def outlook(rules: Any, state: Any, player: Any) -> Any:
    """−1 … 1: a player's share of the sixth powers of all forces. Two against one is far more than twice as good, and
    taking from whoever is ahead helps more than taking from whoever is nearly out. Where several play, who has little
    has next to nothing of that whatever it does, and might decide between others by accident: how far behind the
    strongest it is counts as much. The count at the end (S15) comes into it by and by."""
    mine, best, total = force(rules, state, player), 0.0, 1e-9
    for other in range(int(rules["players"])):
        theirs = force(rules, state, other)
        total += theirs**POWER
        if other != player:
            best = max(best, theirs)
    share = 2.0 * mine**POWER / total - 1.0
    if int(rules["players"]) > 2:
        share = 0.5 * share + 0.5 * (mine - best) / (mine + best + 1e-9)
    return share + 0.7 * lateness(rules, state) * (count_out(rules, state, player) - share)


@rule
def lateness(rules: Any, state: Any) -> Any:
    """0 at the start, 1 from a third of all turns on (S15)."""
    return min(1.0, 3.0 * int(state["turns"]) / int(rules["turn_limit"]))


@rule
def count_out(rules: Any, state: Any, player: Any) -> Any:
    """S15: what it would be if the game ended now; a draw is nearly a loss, so that somebody tries something."""
    mine, worst = standing(rules, state, player), 1.0
    for other in range(int(rules["players"])):
        if other != player:
            theirs = standing(rules, state, other)
            worst = min(worst, 1.0 if mine > theirs else -0.8 if mine == theirs else -1.0)
    return worst


@rule
def distance(battle: Any, player: Any) -> Any:
    """0 … 1: how far away the enemies of a player were when the turn began; 0 if there were none on the field. Whoever
    was felled in it was near."""
    rules, state, total, count = battle.rules, battle.states[1], 0.0, 0
    for slot in range(int(state["count"])):
        if int(state["units"][slot]["owner"]) == player:
            apart = nearest(battle, battle.states[0], player, int(state["units"][slot]["cell"]))
            total += apart if apart < FAR else 0
            count += 1
    return min(1.0, total / max(1, count) / (int(rules["width"]) + int(rules["height"])))


@rule
def reluctance(battle: Any, player: Any) -> Any:
    """What it costs to keep away. Nobody wins by waiting but whoever is ahead when it is counted out (S15)."""
    is_behind = count_out(battle.rules, battle.states[1], player) < 0.0
    late = lateness(battle.rules, battle.states[1]) if is_behind else 0.0
    return (KEEN + DESPERATE * late) * distance(battle, player)


# ---- whom to hit ----


@rule
def reach(rules: Any, state: Any, unit: Any) -> Any:
    """From how far one of ours can still hit in this turn."""
    if int(unit["done"]) & ATTACKED:
        return 0
    is_standing = int(unit["done"]) & MOVED or int(state["phase"]) != MOVE_1
    return 1 if is_standing else current(rules, unit, WALK) + 1


@rule
def can_join(battle: Any, unit: Any, target: Any) -> Any:
    """Whether one of ours that has nothing else to do is near enough to hit a target."""
    apart = int(battle.ways[int(unit["cell"]), int(target["cell"])])
    return battle.sworn[int(unit["cell"])] == 0 and apart <= reach(battle.rules, battle.states[1], unit)


@rule
def damage_at_hand(battle: Any, player: Any, target: Any) -> Any:
    total = 0
    for slot in range(int(battle.states[1]["count"])):
        unit = battle.states[1]["units"][slot]
        if int(unit["owner"]) == player and can_join(battle, unit, target):
            total += current(battle.rules, unit, ATTACK)
    return total


@rule
def tonic(battle: Any, player: Any) -> Any:
    """S9: the potion of a player that adds most to a blow; −1 if there is none."""
    rules, best = battle.rules, -1
    if int(rules["potion_phases"]) >> ATTACK_PHASE & 1 == 0:
        return best
    for potion in range(int(rules["potions"])):
        is_there = int(rules["stat"][potion]) == ATTACK and int(battle.states[1]["bag"][player, potion]) > 0
        if is_there and int(rules["amount"][potion]) > (0 if best < 0 else int(rules["amount"][best])):
            best = potion
    return best


@rule
def remedy_for(battle: Any, player: Any, lacks: Any) -> Any:
    """The potion with which blows suffice that lack so much; −1 if none is needed, or none helps."""
    potion = tonic(battle, player) if lacks > 0 else -1
    return potion if potion >= 0 and lacks <= int(battle.rules["amount"][potion]) else -1


@rule
def prize(battle: Any, player: Any, target: Any, style: Any) -> Any:
    """What hitting a warrior is worth: more if it can be felled, more if its owner is strong."""
    rules, left = battle.rules, int(target["hp"]) - battle.due[int(target["cell"])]
    damage = damage_at_hand(battle, player, target)
    if left <= 0 or damage == 0:
        return 0.0
    potion = remedy_for(battle, player, left - damage)
    is_felled = damage >= left or potion >= 0
    if style != BOLD and not is_felled:
        return 0.0
    worth = unit_worth(rules, target)
    gain = FELLED * worth if is_felled else worth * damage / int(target["hp"])
    cost = int(rules["potion_worth"][potion]) if potion >= 0 else 0
    return (gain - cost) * owner_weight(battle, int(target["owner"]))


@rule
def owner_weight(battle: Any, owner: Any) -> Any:
    """Of several enemies the strongest is the one to be held back."""
    if int(battle.rules["players"]) == 2:
        return 1.0
    return 1.0 + force(battle.rules, battle.states[1], owner)


@rule
def best_target(battle: Any, player: Any, style: Any) -> Any:
    """The place in the list of whom to hit; −1 for nobody."""
    best, best_prize, state = -1, 0.0, battle.states[1]
    for slot in range(int(state["count"])):
        if int(state["units"][slot]["owner"]) != player:
            found = prize(battle, player, state["units"][slot], style)
            if found > best_prize:
                best, best_prize = slot, found
    return best


@rule
def best_hitter(battle: Any, player: Any, target: Any) -> Any:
    """Of ours that can join: whoever is there already, then whoever hits hardest."""
    best, best_score, state = -1, -1, battle.states[1]
    for slot in range(int(state["count"])):
        unit = state["units"][slot]
        if int(unit["owner"]) == player and can_join(battle, unit, target):
            apart = int(battle.ways[int(unit["cell"]), int(target["cell"])])
            score = current(battle.rules, unit, ATTACK) + (1000 if apart == 1 else 0)
            if score > best_score:
                best, best_score = slot, score
    return best


# ---- where to stand ----


@rule
def risk(battle: Any, player: Any, cell: Any, hp: Any, worth: Any) -> Any:
    """What others' next attacks may take from a warrior of this player on a cell."""
    rules, state, damage = battle.rules, battle.states[1], 0
    for slot in range(int(state["count"])):
        unit = state["units"][slot]
        if int(unit["owner"]) != player:
            apart = int(battle.ways[int(unit["cell"]), cell])
            if apart <= current(rules, unit, WALK) + 1:
                damage += current(rules, unit, ATTACK)
    return 1.0 * worth if damage >= hp else 0.5 * worth * damage / hp


@rule
def nearest(battle: Any, state: Any, player: Any, cell: Any) -> Any:
    """How far the nearest enemy is from a cell."""
    best = FAR
    for slot in range(int(state["count"])):
        unit = state["units"][slot]
        if int(unit["owner"]) != player:
            best = min(best, int(battle.ways[int(unit["cell"]), cell]))
    return best


@rule
def place_score(battle: Any, player: Any, cell: Any, hp: Any, worth: Any, style: Any) -> Any:
    battle.effort[0] += PLACE + int(battle.states[1]["count"])
    apart = nearest(battle, battle.states[1], player, cell)
    danger = risk(battle, player, cell, hp, worth)
    if style == SHY:
        return 0.1 * min(apart, 8) - danger
    return -0.5 * apart - (0.2 if style == BOLD else 1.0) * danger


@rule
def best_side(battle: Any, player: Any, slot: Any, target: Any) -> Any:
    """S6: the safest cell beside the target that a warrior can walk to; −1 if there is none."""
    rules, state = battle.rules, battle.states[1]
    unit = state["units"][slot]
    flood(rules, state, battle.work, int(unit["cell"]), current(rules, unit, WALK))
    best, best_danger = -1, 1e9
    for i in range(int(rules["ways"][target])):
        cell = int(rules["near"][target, i])
        if int(battle.ways[int(unit["cell"]), cell]) > current(rules, unit, WALK):
            continue
        if int(battle.work["mark"][cell]) == 2:
            danger = risk(battle, player, cell, int(unit["hp"]), int(rules["worth"][int(unit["kind"])]))
            if danger < best_danger:
                best, best_danger = cell, danger
    return best


@rule
def best_place(battle: Any, player: Any, slot: Any, style: Any) -> Any:
    """Where a warrior stands best of all it can walk to; its own cell counts."""
    rules, state, width = battle.rules, battle.states[1], int(battle.rules["width"])
    unit = state["units"][slot]
    own, hp, worth = int(unit["cell"]), int(unit["hp"]), int(rules["worth"][int(unit["kind"])])
    steps = current(rules, unit, WALK)
    flood(rules, state, battle.work, own, steps)
    best, best_score = own, place_score(battle, player, own, hp, worth, style) + 0.01
    x, y = own % width, own // width
    for row in range(max(0, y - steps), min(int(rules["height"]), y + steps + 1)):
        for cell in range(row * width + max(0, x - steps), row * width + min(width, x + steps + 1)):
            if int(battle.work["mark"][cell]) == 2:
                score = place_score(battle, player, cell, hp, worth, style)
                if score > best_score:
                    best, best_score = cell, score
    return best


# ---- a turn ----


@rule
def forget(battle: Any) -> None:
    """Nobody is sworn, nobody is to be hit."""
    state = battle.states[1]
    for slot in range(int(state["count"])):
        cell = int(state["units"][slot]["cell"])
        battle.due[cell] = 0
        battle.sworn[cell] = 0


@rule
def charge(apply: Any, battle: Any, turn: Any, player: Any, style: Any) -> None:
    """Walk up to those whom it pays to hit."""
    state = battle.states[1]
    forget(battle)
    while is_on(state, turn, MOVE_1):
        slot = best_target(battle, player, style)
        if slot < 0:
            return
        send(apply, battle, player, slot)


@rule
def send(apply: Any, battle: Any, player: Any, slot: Any) -> None:
    """One of ours against this target; it is sworn to that, or, where it finds no way, to nothing."""
    state = battle.states[1]
    hitter, target = best_hitter(battle, player, state["units"][slot]), int(state["units"][slot]["cell"])
    here, damage = int(state["units"][hitter]["cell"]), current(battle.rules, state["units"][hitter], ATTACK)
    battle.sworn[here] = 1
    if not is_beside(int(battle.rules["width"]), here, target):
        side = best_side(battle, player, hitter, target)
        if side < 0:
            return
        battle.sworn[side] = 1
        act(apply, battle, WARRIOR, here)
        act(apply, battle, AIM, side)
    battle.due[target] += damage


@rule
def strike(apply: Any, battle: Any, turn: Any, player: Any) -> None:
    """S7: everybody hits; S9: with a potion where that fells somebody."""
    state = battle.states[1]
    forget(battle)
    while is_on(state, turn, ATTACK_PHASE):
        slot = best_target(battle, player, BOLD)
        if slot < 0:
            return
        unit = state["units"][slot]
        target, lacks = int(unit["cell"]), int(unit["hp"]) - damage_at_hand(battle, player, unit)
        hitter = int(state["units"][best_hitter(battle, player, unit)]["cell"])
        potion = remedy_for(battle, player, lacks)
        if potion >= 0:
            act(apply, battle, POTION, potion)
            act(apply, battle, AIM, hitter)
        act(apply, battle, WARRIOR, hitter)
        act(apply, battle, AIM, target)


@rule
def take_places(apply: Any, battle: Any, turn: Any, player: Any, style: Any) -> None:
    """Those who have not moved go where they stand best."""
    state = battle.states[1]
    forget(battle)
    slot = 0
    while is_on(state, turn, MOVE_2) and slot < int(state["count"]):
        unit = state["units"][slot]
        cell = int(unit["cell"])
        if int(unit["owner"]) == player and battle.sworn[cell] == 0 and can_move(battle.rules, state, slot):
            target = best_place(battle, player, slot, style)
            battle.sworn[cell] = 1
            if target != cell:
                battle.sworn[target] = 1
                act(apply, battle, WARRIOR, cell)
                act(apply, battle, AIM, target)
                slot = -1  # the list has another order now
        slot += 1


@rule
def heal(apply: Any, battle: Any, turn: Any, player: Any) -> None:
    """S9: a potion for whoever lacks as much as it gives, or nearly."""
    rules, state = battle.rules, battle.states[1]
    for potion in range(int(rules["potions"])):
        amount = int(rules["amount"][potion])
        if int(rules["stat"][potion]) != HP or amount < 0:
            continue
        for slot in range(int(state["count"])):
            unit = state["units"][slot]
            lacks = int(rules["hp"][int(unit["kind"])]) - int(unit["hp"])
            is_due = int(unit["owner"]) == player and 5 * lacks >= 4 * min(amount, int(rules["hp"][int(unit["kind"])]))
            if is_due and int(state["bag"][player, potion]) > 0 and is_on(state, turn, MOVE_1):
                act(apply, battle, POTION, potion)
                act(apply, battle, AIM, int(unit["cell"]))


@rule
def best_recruit(rules: Any, state: Any, player: Any) -> Any:
    best = -1
    for kind in range(KINDS):
        if int(state["hand"][player, kind]) > 0 and (best < 0 or int(rules["worth"][kind]) > int(rules["worth"][best])):
            best = kind
    return best


@rule
def focus(battle: Any, player: Any) -> Any:
    """The cell round which somebody is summoned: of the nearest enemy, else the middle of the map."""
    rules, state = battle.rules, battle.states[1]
    best, best_apart = int(rules["cells"]) // 2 + int(rules["width"]) // 2, 99 * FAR
    for slot in range(int(state["count"])):
        unit = state["units"][slot]
        if int(unit["owner"]) != player:
            apart = 0
            for other in range(int(state["count"])):
                if int(state["units"][other]["owner"]) == player:
                    apart += int(battle.ways[int(unit["cell"]), int(state["units"][other]["cell"])])
            if apart < best_apart:
                best, best_apart = int(unit["cell"]), apart
    return best


@rule
def best_landing(battle: Any, player: Any, kind: Any, style: Any, centre: Any, around: Any) -> Any:
    """S8: a free cell for one of this kind, so many columns and rows round another; −1 if there is none."""
    rules, state, width = battle.rules, battle.states[1], int(battle.rules["width"])
    hp, worth = int(rules["hp"][kind]), int(rules["worth"][kind])
    best, best_score = -1, -1e9
    x, y = centre % width, centre // width
    for row in range(max(0, y - around), min(int(rules["height"]), y + around + 1)):
        for cell in range(row * width + max(0, x - around), row * width + min(width, x + around + 1)):
            if int(rules["walkable"][cell]) == 1 and slot_at(state, cell) < 0:
                score = place_score(battle, player, cell, hp, worth, max(style, SURE))
                if score > best_score:
                    best, best_score = cell, score
    return best


@rule
def reinforce(apply: Any, battle: Any, player: Any, style: Any) -> None:
    """S3, S8: the best of the hand, or nobody."""
    kind, centre = best_recruit(battle.rules, battle.states[1], player), focus(battle, player)
    if kind >= 0:
        cell = best_landing(battle, player, kind, style, centre, HERE)
        if cell < 0:
            cell = best_landing(battle, player, kind, style, centre, SIDE)
        act(apply, battle, RECRUIT, kind)
        act(apply, battle, AIM, cell)


@rule
def play_turn(apply: Any, battle: Any, style: Any) -> None:
    """The rest of the turn of whoever is on turn in states[1], with nothing selected."""
    state = battle.states[1]
    player, turn = int(state["player"]), int(state["turns"])
    if int(state["phase"]) == OPENING:
        reinforce(apply, battle, player, style)
        return
    if is_on(state, turn, MOVE_1):
        heal(apply, battle, turn, player)
        if style != SHY:
            charge(apply, battle, turn, player, style)
        end_phase(apply, battle, turn, MOVE_1)
    strike(apply, battle, turn, player)
    end_phase(apply, battle, turn, ATTACK_PHASE)
    take_places(apply, battle, turn, player, style)
    end_phase(apply, battle, turn, MOVE_2)
    if is_on(state, turn, SUMMON):
        reinforce(apply, battle, player, style)
        end_phase(apply, battle, turn, SUMMON)
