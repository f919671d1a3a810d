"""Where a commander means to build its next camp while water keeps the enemy away: its units leave the place free."""

from __future__ import annotations

from typing import Any

from tabor.games.siege.board import NONE, is_bare_grass, is_on_map, is_unit_of, steps_apart, token_at
from tabor.games.siege.building import is_alone
from tabor.games.siege.commander.docks import is_dock, needs_dock
from tabor.games.siege.commander.mind import YARD
from tabor.games.siege.commander.rows import DANGER, FACTS, PARTED, YARDS, clear_row
from tabor.games.siege.words import CAMP, CASTLE, LAND
from tabor.jit import rule

QUAYSIDE = 20  # steps that a place by the water is worth as long as none is there
CROWD = 2  # steps from the castle for which one unit less in the way is worth while


@rule
def mark_yard(rules: Any, state: Any, field: Any, mind: Any, player: int) -> None:
    """YARDS."""
    clear_row(field, YARDS, 0)
    if int(mind[YARD]) == 0 or int(field[FACTS, PARTED]) == 0:
        return
    corner = best_yard(rules, state, field, mind, player)
    if corner >= 0:
        width, side = int(rules["width"]), int(rules["length"][CAMP])
        for y in range(side):
            for x in range(side):
                field[YARDS, corner + y * width + x] = 1


@rule
def best_yard(rules: Any, state: Any, field: Any, mind: Any, player: int) -> int:
    """The lowest left cell of the place with fewest units on it and nearest to a castle of the player; NONE if none."""
    found, best, width = NONE, 1 << 20, int(rules["width"])
    is_dock_needed = needs_dock(rules, state, field, mind, player)
    for castle in range(int(state["count"])):
        if int(state["kind"][castle]) != CASTLE or int(state["owner"][castle]) != player:
            continue
        for cell in range(width * int(rules["height"])):
            x, y = cell % width, cell // width
            steps = steps_apart(rules, state, castle, CAMP, 0, x, y)
            if steps - 1 > int(rules["reach"][CAMP]):
                continue
            if is_dock_needed and is_dock(rules, field, cell):
                steps -= QUAYSIDE
            if steps >= best:
                continue
            units = count_in_the_way(rules, state, field, player, cell)
            if units >= 0 and CROWD * units + steps < best and is_alone(rules, state, CAMP, x, y):
                found, best = cell, CROWD * units + steps
    return found


@rule
def count_in_the_way(rules: Any, state: Any, field: Any, player: int, corner: int) -> int:
    """How many own units stand where a camp would; −1 where it cannot be, or the enemy could come."""
    found, side, width = 0, int(rules["length"][CAMP]), int(rules["width"])
    if not is_on_map(rules, CAMP, 0, corner % width, corner // width):
        return -1
    for y in range(side):
        for x in range(side):
            cell = corner + y * width + x
            unit = token_at(state, LAND, cell)
            if not is_bare_grass(rules, state, cell) or int(field[DANGER, cell]) > 0:
                return -1
            if unit >= 0 and not is_unit_of(state, unit, player):
                return -1
            found += int(unit >= 0)
    return found
