"""How lanes fights: attacks, damage, death, and the horde's way down. Nothing here needs a decision or dice."""

from __future__ import annotations

from typing import Any

from tabor.game import OVER, emit, end
from tabor.games.lanes.layout import (
    ADVANCED,
    BACK,
    BALANCE_TIPPED,
    BLOW,
    CAMP_FALLEN,
    CAMP_HIT,
    COLUMNS,
    DIED,
    DIED_STAGED,
    ENTERED,
    HEALED,
    HORDE,
    MISSED,
    NEUTRAL,
    OVERKILL,
    PLAYER,
    PRICKED,
    RETURNED,
    SCRIPT,
    SHIELD_BROKEN,
    amount_of,
    bit,
    has,
    has_for,
    is_free,
    kind_at,
    owner_at,
    put,
    relocate,
    remove,
    return_to_hand,
)
from tabor.games.lanes.signs import ANCHOR, ARMOURED, BANNER, DEADLY, DOUBLE, HEALER, SPLIT, THORNS, UNDYING
from tabor.grid import is_beside
from tabor.jit import rule

# ---- damage and death ----


@rule
def weakened(rules: Any, kind: int, damage: int) -> int:
    """Moment: damage. Armoured units take less of each hit, never less than 1."""
    if has(rules, kind, ARMOURED):
        return max(1, damage - amount_of(rules, ARMOURED))
    return damage


@rule
def dealt(rules: Any, state: Any, target: int, damage: int, is_deadly: bool) -> int:
    """Moment: damage. What a hit will take from whatever stands there; a deadly one takes all that a unit has."""
    kind = kind_at(state, target)
    if int(rules["eternal"][kind]) == 1 or int(state["shielded"]) >> target & 1:
        return 0
    if is_deadly and owner_at(state, target) != NEUTRAL:
        return int(state["health"][target])
    return weakened(rules, kind, damage)


@rule
def wound(rules: Any, state: Any, target: int, damage: int, events: Any) -> None:
    """S20: damage as `dealt` has found it takes effect at once; a shield takes the whole hit."""
    kind = kind_at(state, target)
    if int(state["shielded"]) >> target & 1:
        state["shielded"] &= ~bit(target)
        emit(events, SHIELD_BROKEN, kind, target, 0, 0, 0)
        return
    health = int(state["health"][target]) - damage
    state["health"][target] = max(0, health)
    if health <= 0:
        die(rules, state, target, -health, events)


@rule
def die(rules: Any, state: Any, cell: int, left_over: int, events: Any) -> None:
    """S20: the dead leave at once; S21: what was left over goes on, but not from an object (S3)."""
    owner, kind = owner_at(state, cell), kind_at(state, cell)
    remove(state, cell)
    emit(events, DIED, owner, kind, cell, 0, 0)
    come_back(rules, state, owner, kind, cell % COLUMNS, events)
    is_in_camp = cell // COLUMNS == int(rules["rows"]) - 1
    if owner == HORDE and is_in_camp and left_over > 0:
        pass_on(rules, state, cell % COLUMNS, left_over, events)


@rule
def pass_on(rules: Any, state: Any, column: int, left_over: int, events: Any) -> None:
    """S21: overkill hits the staged unit; what is left over again is lost."""
    if int(state["staged"][column]) == 0:
        return
    kind = int(state["staged"][column]) - 1
    damage = weakened(rules, kind, left_over)
    emit(events, OVERKILL, kind, column, damage, 0, 0)
    health = int(state["staged_health"][column]) - damage
    state["staged_health"][column] = max(0, health)
    if health <= 0:
        state["staged"][column] = 0
        emit(events, DIED_STAGED, kind, column, 0, 0, 0)
        come_back(rules, state, HORDE, kind, column, events)


@rule
def come_back(rules: Any, state: Any, owner: int, kind: int, column: int, events: Any) -> None:
    """Moment: death. An undying unit returns to the hand if there is room, to the supply, or into the script."""
    if owner == NEUTRAL or not has(rules, kind, UNDYING):
        return
    if owner == PLAYER:
        if not return_to_hand(rules, state, kind):
            return
    elif int(rules["scripted"]) == 1:
        add_to_script(state, kind, column)
    else:
        state["supply"][kind] = int(state["supply"][kind]) + 1
    emit(events, RETURNED, owner, kind, 0, 0, 0)


@rule
def add_to_script(state: Any, kind: int, column: int) -> None:
    """Due at once; behind all that is listed."""
    for i in range(SCRIPT, SCRIPT + BACK):
        if int(state["script_unit"][i]) == 0:
            state["script_unit"][i] = 1 + kind
            state["script_round"][i] = int(state["round"])
            state["script_column"][i] = column
            return


# ---- attacks ----


@rule
def power_at(rules: Any, state: Any, side: int, cell: int) -> int:
    """Moment: aura. Own banners to the left and right add to a unit's power."""
    kind, column = kind_at(state, cell), cell % COLUMNS
    power = int(rules["power"][kind])
    for beside in (-1, 1):
        if 0 <= column + beside < COLUMNS and has_banner(rules, state, side, cell + beside, kind):
            power += amount_of(rules, BANNER)
    return power


@rule
def has_banner(rules: Any, state: Any, side: int, cell: int, kind: int) -> bool:
    """Whether an own banner stands on a cell that adds to the power of this kind."""
    is_own = int(state["standing"][side]) >> cell & 1 == 1
    return is_own and has_for(rules, kind_at(state, cell), BANNER, kind)


@rule
def melee_target(rules: Any, state: Any, side: int, cell: int, column: int) -> int:
    """S18: the cell of the nearest enemy within range in a column; −1 if it hits the camp, −2 if nothing."""
    rows, row = int(rules["rows"]), cell // COLUMNS
    reach = int(rules["range"][kind_at(state, cell)])
    forward = 1 if side == PLAYER else -1
    enemies = int(state["standing"][1 - side]) | int(state["standing"][NEUTRAL])
    for distance in range(1, reach + 1):
        there = row + forward * distance
        if there < 0 or there >= rows:
            return -1
        if enemies >> (there * COLUMNS + column) & 1:
            return there * COLUMNS + column
        if there == (rows - 1 if side == PLAYER else 0):
            return -1
    return -2


@rule
def ranged_target(rules: Any, state: Any, side: int, cell: int, column: int) -> int:
    """S19: the one cell that it can hit if an enemy is there; −1 for the camp or anything behind it, −2 for a miss."""
    rows = int(rules["rows"])
    distance = int(rules["range"][kind_at(state, cell)]) + int(rules["gap"])
    there = cell // COLUMNS + (distance if side == PLAYER else -distance)
    if there < 0 or there >= rows:
        return -1
    target = there * COLUMNS + column
    enemies = int(state["standing"][1 - side]) | int(state["standing"][NEUTRAL])
    if enemies >> target & 1:
        return target
    is_camp = there == (rows - 1 if side == PLAYER else 0)
    return -1 if is_camp and is_free(state, target) else -2


@rule
def target_of(rules: Any, state: Any, side: int, cell: int, column: int) -> int:
    if int(rules["ranged"][kind_at(state, cell)]) == 1:
        return ranged_target(rules, state, side, cell, column)
    return melee_target(rules, state, side, cell, column)


@rule
def strike(rules: Any, state: Any, side: int, cell: int, column: int, events: Any) -> None:
    """One attack of the unit on a cell, in a column; a unit without power makes none."""
    power = power_at(rules, state, side, cell)
    if power <= 0:
        return
    kind, target = kind_at(state, cell), target_of(rules, state, side, cell, column)
    if target >= 0:
        blow(rules, state, cell, target, power, events)
    elif target == -1:
        hit_camp(rules, state, 1 - side, power, kind, cell, events)
    elif int(rules["ranged"][kind]) == 1:
        emit(events, MISSED, kind, cell, 0, 0, 0)


@rule
def blow(rules: Any, state: Any, cell: int, target: int, power: int, events: Any) -> None:
    """A hit on whatever stands on the target; thorns prick a melee attacker afterwards."""
    kind, victim = kind_at(state, cell), kind_at(state, target)
    has_thorns = has_for(rules, victim, THORNS, kind) and int(rules["ranged"][kind]) == 0
    damage = dealt(rules, state, target, power, has_for(rules, kind, DEADLY, victim))
    emit(events, BLOW, kind, cell, victim, target, damage)
    wound(rules, state, target, damage, events)
    if has_thorns:
        prick = dealt(rules, state, cell, amount_of(rules, THORNS), False)
        emit(events, PRICKED, kind, cell, prick, 0, 0)
        wound(rules, state, cell, prick, events)


@rule
def hit_camp(rules: Any, state: Any, camp: int, damage: int, kind: int, cell: int, events: Any) -> None:
    state["damage"][camp] = int(state["damage"][camp]) + damage
    emit(events, CAMP_HIT, kind, cell, camp, damage, 0)
    if int(rules["check_each_blow"]) == 1:
        settle_camps(rules, state)


@rule
def attack_from(rules: Any, state: Any, side: int, cell: int, events: Any) -> None:
    """Moment: attack. Double strike attacks again, split strike to both sides, while the attacker stands."""
    kind, column = kind_at(state, cell), cell % COLUMNS
    times = amount_of(rules, DOUBLE) if has(rules, kind, DOUBLE) else 1
    is_split = has(rules, kind, SPLIT)
    for _ in range(times):
        for aside in (-1, 0, 1):
            is_wanted = (aside != 0) == is_split and 0 <= column + aside < COLUMNS
            if is_wanted and int(state["standing"][side]) >> cell & 1 and int(state["player"]) != OVER:
                strike(rules, state, side, cell, column + aside, events)


@rule
def attack(rules: Any, state: Any, side: int, events: Any) -> None:
    """S8, S11: columns left to right, in each the foremost row first. Then healers, then S22."""
    rows = int(rules["rows"])
    for column in range(COLUMNS):
        for i in range(rows):
            row = rows - 1 - i if side == PLAYER else i
            cell = row * COLUMNS + column
            if int(state["standing"][side]) >> cell & 1 and int(state["player"]) != OVER:
                attack_from(rules, state, side, cell, events)
    for cell in range(int(rules["cells"])):
        if int(state["standing"][side]) >> cell & 1 and has(rules, kind_at(state, cell), HEALER):
            heal_beside(rules, state, side, cell, events)
    if int(state["player"]) != OVER:
        settle_camps(rules, state)


@rule
def heal(rules: Any, state: Any, cell: int, amount: int, events: Any) -> None:
    """Never above the health it began with."""
    kind, health = kind_at(state, cell), int(state["health"][cell])
    healed = min(amount, int(rules["health"][kind]) - health)
    if healed > 0:
        state["health"][cell] = health + healed
        emit(events, HEALED, kind, cell, healed, 0, 0)


@rule
def heal_beside(rules: Any, state: Any, side: int, cell: int, events: Any) -> None:
    """Own units that share an edge with a healer; not itself."""
    own = int(state["standing"][side])
    for step in (-COLUMNS, -1, 1, COLUMNS):
        beside = cell + step
        is_there = 0 <= beside < int(rules["cells"]) and is_beside(COLUMNS, cell, beside)
        is_own = is_there and own >> beside & 1 == 1
        if is_own and has_for(rules, kind_at(state, cell), HEALER, kind_at(state, beside)):
            heal(rules, state, beside, amount_of(rules, HEALER), events)


@rule
def settle_camps(rules: Any, state: Any) -> None:
    """S22: durability, or balance."""
    player, horde = int(state["damage"][PLAYER]), int(state["damage"][HORDE])
    lead = int(rules["balance"])
    if lead > 0:
        if abs(player - horde) >= lead:
            end(state, PLAYER if horde > player else HORDE, BALANCE_TIPPED)
    elif horde >= int(rules["camp"][HORDE]):
        end(state, PLAYER, CAMP_FALLEN)
    elif player >= int(rules["camp"][PLAYER]):
        end(state, HORDE, CAMP_FALLEN)


# ---- the horde's way ----


@rule
def enter(rules: Any, state: Any, events: Any) -> int:
    """S9: staged units go to their camp cells if those are free; the set of cells where one entered."""
    entered = 0
    first = (int(rules["rows"]) - 1) * COLUMNS
    for column in range(COLUMNS):
        kind, cell = int(state["staged"][column]) - 1, first + column
        if kind >= 0 and is_free(state, cell):
            put(state, HORDE, cell, kind, int(state["staged_health"][column]))
            state["staged"][column] = 0
            state["staged_health"][column] = 0
            entered |= bit(cell)
            emit(events, ENTERED, kind, cell, 0, 0, 0)
    return entered


@rule
def advance(rules: Any, state: Any, staying: int, events: Any) -> None:
    """S10: nearest to the player first, never into the player's camp; who stays, stays."""
    for cell in range(2 * COLUMNS, int(rules["cells"])):
        is_going = (int(state["standing"][HORDE]) & ~staying) >> cell & 1
        if is_going and int(state["held"]) >> cell % COLUMNS & 1 == 0:
            go_down(rules, state, cell, events)


@rule
def go_down(rules: Any, state: Any, cell: int, events: Any) -> None:
    """Moment: step. An anchor never moves once it has entered."""
    kind, target = kind_at(state, cell), cell
    if has(rules, kind, ANCHOR):
        return
    for _ in range(int(rules["advance"])):
        if target - COLUMNS >= COLUMNS and is_free(state, target - COLUMNS):
            target -= COLUMNS
    if target != cell:
        relocate(state, HORDE, cell, target)
        emit(events, ADVANCED, kind, cell, target, 0, 0)


@rule
def horde_turn(rules: Any, state: Any, events: Any) -> None:
    """S6, steps 3 to 5."""
    entered = enter(rules, state, events)
    advance(rules, state, 0 if int(rules["entered_advance"]) == 1 else entered, events)
    attack(rules, state, HORDE, events)
