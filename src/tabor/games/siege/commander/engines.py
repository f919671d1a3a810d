"""How a commander leads engines and ships: by the steps that bring them where they are of use."""

from __future__ import annotations

from typing import Any

from tabor.games.siege.acting import past_end
from tabor.games.siege.board import CELLS, DIE, NONE, can_be_led, count_inside, token_at
from tabor.games.siege.commander.rows import BY_BREACH, DANGER, DRIVE, FACTS, SUPPORT, WAY
from tabor.games.siege.commander.storm import is_besieging
from tabor.games.siege.commander.units import kill_score
from tabor.games.siege.commander.ways import is_breakable, spread_drive
from tabor.games.siege.moving import cell_after_turn, list_moves, list_turns, way_named
from tabor.games.siege.words import LAND, LOW, RAM, TOWER
from tabor.jit import rule

OWN_LOSS = 1.6  # what an own token hit by a trebuchet counts, against 1 for an enemy's


# ---- moving ----


@rule
def place_of(state: Any, number: int) -> int:
    return int(state["upright"][number]) * CELLS + int(state["cell"][number])


@rule
def best_step(rules: Any, state: Any, work: Any, field: Any, row: int, number: int) -> tuple[int, int, int]:
    """The step or turn that brings an engine or ship nearest to its use: 1 for a turn, its cell, the gain."""
    now, is_turn, named = int(field[row, place_of(state, number)]), 0, NONE
    best = now
    n = list_moves(rules, state, work, number, 0, 0, CELLS)
    for i in range(n):
        cell = int(work["list"][i])
        value = int(field[row, int(state["upright"][number]) * CELLS + cell])
        if value < best:
            best, named = value, cell
    n = list_turns(rules, state, work, number, 0, 0, CELLS)
    for i in range(n):
        cell = int(work["list"][i])
        after = cell_after_turn(rules, state, number, way_named(rules, state, number, cell))
        value = int(field[row, (1 - int(state["upright"][number])) * CELLS + after])
        if value < best:
            best, named, is_turn = value, cell, 1
    return is_turn, named, now - best


# ---- engines ----


@rule
def best_ram(rules: Any, state: Any, number: int) -> int:
    """S19: a building before either end that is not the player's own; NONE if there is none."""
    for which in range(2):
        cell = past_end(rules, state, number, which, 1)
        if cell >= 0 and is_breakable(state, cell) and owner_at(state, cell) != int(state["player"]):
            return cell
    return NONE


@rule
def owner_at(state: Any, cell: int) -> int:
    below = token_at(state, LOW, cell)
    return NONE if below < 0 else int(state["owner"][below])


@rule
def hit_score(rules: Any, state: Any, field: Any, cell: int) -> float:
    """S20: what a trebuchet's stone does on a cell: enemies there count for it, own units against it."""
    unit = token_at(state, LAND, cell)
    if unit < 0:
        return 0.0
    if int(state["owner"][unit]) == int(state["player"]):
        return -OWN_LOSS * int(rules["cost"][int(state["kind"][unit])])
    return kill_score(rules, state, field, cell)


@rule
def best_hurl(rules: Any, state: Any, field: Any, number: int) -> tuple[int, float]:
    """S20: the end over which a shot is worth most, and what that is."""
    found, best = NONE, 0.0
    for which in range(2):
        score = 0.0
        for roll in range(1, DIE + 1):
            steps = int(rules["hurl_to"][roll])
            cell = past_end(rules, state, number, which, steps) if steps > 0 else -1
            if cell >= 0:
                score += hit_score(rules, state, field, cell) / DIE
        if score > best:
            found, best = past_end(rules, state, number, which, 0), score
    return found, best


@rule
def engine_target(rules: Any, state: Any, field: Any, number: int) -> int:
    """The cell that a ram or trebuchet with a fresh unit inside acts upon; NONE if it should not."""
    kind = int(state["kind"][number])
    if kind == TOWER or count_inside(rules, state, number, int(state["player"]), 1) == 0:
        return NONE
    if kind == RAM:
        return best_ram(rules, state, number)
    found, _ = best_hurl(rules, state, field, number)
    return found


@rule
def should_lead(rules: Any, state: Any, work: Any, field: Any, number: int) -> bool:
    """Whether an engine has something to do now."""
    if not can_be_led(rules, state, number):
        return False
    if engine_target(rules, state, field, number) >= 0:
        return True
    kind = int(state["kind"][number])
    if int(field[FACTS, WAY]) != BY_BREACH and not is_besieging(field):
        return False
    spread_drive(rules, state, field, kind, int(state["player"]))
    _, named, _ = best_step(rules, state, work, field, DRIVE, number)
    return named >= 0 and is_escorted(field, named)


@rule
def is_escorted(field: Any, cell: int) -> bool:
    """Engines go where friends are near enough to make up for the danger."""
    return 2 * int(field[DANGER, cell]) <= int(field[SUPPORT, cell])
