"""How a commander moves land units: each gets the best of all places it could reach and of all it could do there.

The one that gains most goes first, and then everything is looked at anew. So nothing is remembered between actions.
"""

from __future__ import annotations

from typing import Any

from tabor.games.siege.acting import count_beside, is_enemy_at, is_in_range, is_lifted
from tabor.games.siege.board import CELLS, DIE, NONE, beyond, is_seat, kind_at, neighbour, steps_apart, token_at
from tabor.games.siege.commander.mind import ADVANCE, BOLD, CAUTION, ODDS, POST, RISK
from tabor.games.siege.commander.rows import (
    ARMY,
    BREACH,
    BY_BREACH,
    BY_FOOT,
    DANGER,
    FACTS,
    FAR,
    FLOW,
    FOOT,
    GUNNERY,
    HOME,
    LINE,
    NEAR_SEAT,
    NEARING,
    OVERSEAS,
    PIER,
    RAID,
    RAIDERS,
    ROLE,
    SHOTS,
    STRIKING,
    SUPPORT,
    THEIR_ARMY,
    WAY,
    YARDS,
)
from tabor.games.siege.commander.storm import is_besieging, is_mustering, rank_goal
from tabor.games.siege.commander.survey import CREW, GUARD, SAILOR
from tabor.games.siege.moving import list_moves
from tabor.games.siege.words import ARCHERS, CAMP, ENGINE, LAND, LOW, PORT, SHIP
from tabor.jit import rule

KILL, SEAT_BONUS = 1.3, 30.0  # what a kill counts per coin; a capture
DUEL = 1.0  # what it counts for archers aboard to shoot archers
RESCUE = 3.0  # what it counts to kill one of those who could capture an own seat next
LEAST_BETTER = 0.001  # what another place must be better than staying
IN_THE_YARD = 0.3  # what it costs to stand where the next camp is to be
DOORSTEP = 0.15  # what it costs to stand where a building of its own makes units
MOVING_UP = 0.03  # what a step farther from home counts beside an enemy seat: others need the room
FARTHEST = 40  # steps that are told apart there
IDLE_COINS = 24  # for which more coins than these, a commander fears losses less and less
LIFTED = 0.4  # what it counts for archers to be on a wall when the enemy is near


# ---- where a unit is best ----


@rule
def goal(rules: Any, state: Any, field: Any, mind: Any, unit: int, cell: int) -> int:
    """How far a unit on a cell would be from what it is to do."""
    role, way = int(field[ROLE, unit]), int(field[FACTS, WAY])
    if role >= CREW:
        width = int(rules["width"])
        return steps_apart(rules, state, role - CREW, ARCHERS, 0, cell % width, cell // width)
    if role == GUARD:
        return min(int(field[HOME, cell]), 60)
    if role == SAILOR:
        return int(field[PIER, cell])
    if int(field[FACTS, LINE]) >= 0:
        return rank_goal(rules, state, field, cell)
    if int(field[FLOW, cell]) < FAR or way == BY_FOOT:
        return min(int(field[FLOW, cell]), 200)
    if way == BY_BREACH:
        return 200 + max(4, int(field[BREACH, cell]))
    is_thoughtless = int(mind[CAUTION]) == 0 and int(field[FACTS, OVERSEAS]) == 1  # everybody crowds to the ships
    return 300 + (min(int(field[PIER, cell]), 200) if is_thoughtless else 0)


@rule
def peril(rules: Any, field: Any, mind: Any, cell: int, victims: int) -> float:
    """How likely a unit on a cell is lost. Who struck first shares the danger with those near, who strike back."""
    strikers, archers = max(0, int(field[DANGER, cell]) - victims), int(field[SHOTS, cell])
    friends = max(1, int(field[SUPPORT, cell]))
    shot = min(1.0, archers / friends) * (DIE + 1 - int(rules["shot_hits"])) / DIE
    struck = min(1.0, strikers / friends)
    if victims == 0 and (int(mind[BOLD]) == 0 or friends < int(mind[BOLD]) * strikers):
        return 1.0 if strikers > 0 else shot
    revenge = 0.5 * min(1.0, (friends - 1.0) / (strikers + 1.0))
    return (struck + (1.0 - struck) * shot) * (1.0 - revenge)


@rule
def seat_beside(rules: Any, state: Any, cell: int, owner: int) -> int:
    """The seat of a player beside a cell; NONE if there is none."""
    for direction in range(4):
        near = neighbour(rules, cell, direction)
        seat = token_at(state, LOW, near) if near >= 0 else NONE
        if seat >= 0 and is_seat(int(state["kind"][seat])) and int(state["owner"][seat]) == owner:
            return seat
    return NONE


@rule
def is_doorstep(rules: Any, state: Any, cell: int) -> bool:
    """Whether a building of the player makes units here: who stands about there is in their way. Ships take water."""
    for direction in range(4):
        near = neighbour(rules, cell, direction)
        maker = token_at(state, LOW, near) if near >= 0 else NONE
        if maker >= 0 and CAMP <= int(state["kind"][maker]) < PORT:
            return int(state["owner"][maker]) == int(state["player"])
    return False


@rule
def capture_score(rules: Any, state: Any, field: Any, unit: int, cell: int, victim: int) -> float:
    """What standing beside an enemy seat counts: all if it falls, much if enough others can come too."""
    player = int(state["player"])
    seat = seat_beside(rules, state, cell, 1 - player)
    if seat < 0:
        return 0.0
    here = int(state["cell"][unit])
    beside = count_beside(rules, state, seat, player) + int(seat_beside(rules, state, here, 1 - player) != seat)
    holders = count_beside(rules, state, seat, 1 - player)
    if victim >= 0 and seat_beside(rules, state, victim, 1 - player) == seat:
        holders -= 1
    if holders == 0 and beside >= int(rules["captors"]):
        return SEAT_BONUS
    is_possible = int(field[FACTS, NEAR_SEAT]) >= int(rules["captors"]) + holders // 2
    return (2.0 if is_possible else 0.5) + MOVING_UP * min(FARTHEST, int(field[HOME, cell]))


@rule
def post_score(rules: Any, state: Any, field: Any, mind: Any, unit: int, cell: int) -> float:
    """What it counts to be the one unit beside an own seat that keeps raiders from capturing it."""
    player, here = int(state["player"]), int(state["cell"][unit])
    if int(mind[CAUTION]) == 0 or int(field[FACTS, RAIDERS]) < int(rules["captors"]) - 1:
        return 0.0
    seat = seat_beside(rules, state, cell, player)
    if seat < 0:
        return 0.0
    others = count_beside(rules, state, seat, player) - int(seat_beside(rules, state, here, player) == seat)
    if others > 0 and int(field[FACTS, RAIDERS]) < int(rules["captors"]) + others:
        return 0.0
    return 0.01 * int(mind[POST]) / (1.0 + others)


@rule
def fear(rules: Any, state: Any, field: Any, mind: Any, cell: int) -> float:
    """RISK, much less with a stronger army and more with a weaker one; nothing for who storms a fort, or lands."""
    if is_besieging(field) and not is_mustering(rules, state, field):
        return 0.0
    if int(field[FACTS, STRIKING]) == 1 and int(field[HOME, cell]) >= FAR:
        return 0.0
    odds, power = (1.0 + int(field[FACTS, THEIR_ARMY])) / (1.0 + int(field[FACTS, ARMY])), 1.0
    for _ in range(int(mind[ODDS])):
        power *= odds
    if int(rules["siege"]) == 0:  # whoever falls is replaced by idle coins
        power *= min(1.0, IDLE_COINS / (1.0 + int(state["coins"][int(state["player"])])))
    return int(mind[RISK]) * min(1.5, power)


@rule
def stand_score(rules: Any, state: Any, field: Any, mind: Any, unit: int, cell: int, victim: int) -> float:
    """What it counts to be on a cell at the end of a turn, after killing on `victim` (NONE: nobody)."""
    cost = int(rules["cost"][int(state["kind"][unit])])
    score = -0.01 * int(mind[ADVANCE]) * goal(rules, state, field, mind, unit, cell)
    if int(mind[CAUTION]) == 1:
        score -= 0.01 * fear(rules, state, field, mind, cell) * cost * peril(rules, field, mind, cell, int(victim >= 0))
    capture = capture_score(rules, state, field, unit, cell, victim)
    score += capture + post_score(rules, state, field, mind, unit, cell)
    if int(rules["siege"]) == 0 and capture == 0.0 and is_doorstep(rules, state, cell):
        score -= DOORSTEP
    score -= IN_THE_YARD * int(field[YARDS, cell])
    if kind_at(state, LOW, cell) == SHIP and int(field[HOME, cell]) < FAR:
        score += MOVING_UP * int(field[HOME, cell])
    if int(state["kind"][unit]) == ARCHERS and int(field[FACTS, NEARING]) > 0 and is_lifted(state, cell):
        score += LIFTED
    return score


# ---- what it does there ----


@rule
def kill_score(rules: Any, state: Any, field: Any, victim_cell: int) -> float:
    """What a kill counts: its cost, more where it threatens or holds a seat, or leads an engine or ship."""
    victim = token_at(state, LAND, victim_cell)
    score = 0.6 + KILL * int(rules["cost"][int(state["kind"][victim])])
    if int(field[RAID, victim_cell]) <= 4:
        score += RESCUE if int(field[FACTS, RAIDERS]) >= int(rules["captors"]) else 0.7
    if int(field[FOOT, victim_cell]) == 0:
        score += 1.0
    if kind_at(state, ENGINE, victim_cell) >= 0 or kind_at(state, LOW, victim_cell) == SHIP:
        score += 1.0
    return score


@rule
def best_strike(rules: Any, state: Any, field: Any, mind: Any, unit: int, cell: int) -> tuple[int, float, float]:
    """S16: the best victim beside a cell, NONE if there is none; the score with it, and of standing there alone."""
    found, best, alone = NONE, 0.0, 0.0
    for direction in range(-1, 4):  # first nobody
        near = neighbour(rules, cell, direction) if direction >= 0 else NONE
        if direction >= 0 and (near < 0 or not is_enemy_at(state, near)):
            continue
        score = stand_score(rules, state, field, mind, unit, cell, near)
        if near >= 0:
            score += kill_score(rules, state, field, near)
        else:
            best, alone = score, score
        if score > best:
            found, best = near, score
    return found, best, alone


@rule
def threat_aboard(state: Any, cell: int, there: int) -> float:
    """Only archers can do anything to those at sea."""
    is_duel = kind_at(state, LOW, cell) == SHIP and kind_at(state, LAND, there) == ARCHERS
    return DUEL if is_duel else 0.0


@rule
def best_shot(rules: Any, state: Any, field: Any, mind: Any, unit: int, cell: int) -> tuple[int, float, float]:
    """S17: the same for archers."""
    alone = stand_score(rules, state, field, mind, unit, cell, NONE)
    found, best, far = NONE, alone, int(rules["shot_range"]) + int(rules["lift"]) + 1
    odds = max(0, DIE + 1 - int(rules["shot_hits"])) / DIE
    for dy in range(-far, far + 1):
        for dx in range(abs(dy) - far, far - abs(dy) + 1):
            there = beyond(rules, cell, dx, dy)
            if there >= 0 and is_enemy_at(state, there) and is_in_range(rules, state, cell, there):
                score = alone + odds * (kill_score(rules, state, field, there) + threat_aboard(state, cell, there))
                if score > best:
                    found, best = there, score
    return found, best, alone


@rule
def best_deed(rules: Any, state: Any, field: Any, mind: Any, unit: int, cell: int) -> tuple[int, float, float]:
    if int(state["kind"][unit]) == ARCHERS:
        return best_shot(rules, state, field, mind, unit, cell)
    return best_strike(rules, state, field, mind, unit, cell)


@rule
def is_gunner(state: Any, field: Any, unit: int) -> bool:
    """Archers aboard stay there as long as there is somebody to shoot at from the sea."""
    is_aboard = kind_at(state, LOW, int(state["cell"][unit])) == SHIP
    return is_aboard and int(state["kind"][unit]) == ARCHERS and int(field[FACTS, GUNNERY]) == 1


@rule
def best_order(rules: Any, state: Any, work: Any, field: Any, mind: Any, unit: int) -> tuple[int, int, float]:
    """Where a fresh unit is best, whom it attacks there, and what it gains over standing idle."""
    to, victim, best, idle = int(state["cell"][unit]), NONE, 0.0, 0.0
    is_bound = is_gunner(state, field, unit)
    n = list_moves(rules, state, work, unit, 0, 0, CELLS)
    for i in range(-1, n):  # first where it is
        cell = int(work["list"][i]) if i >= 0 else to
        if is_bound and kind_at(state, LOW, cell) != SHIP:
            continue
        found, score, alone = best_deed(rules, state, field, mind, unit, cell)
        if i < 0:
            best, idle, victim = score, alone, found
        elif score > best + LEAST_BETTER:
            to, victim, best = cell, found, score
    return to, victim, best - idle
