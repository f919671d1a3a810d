"""Five compiled bots, each a rule of thumb better than the one before; the last one looks ahead.

A bot is asked for one robot at a time: `order(rules, state, work, robot, rng) -> order`. Before the first robot of a
player `prepare` draws the map, and from then on work["plan"] holds what the asking player knows: the orders of its own
robots so far, UNKNOWN for all others. Bots read no order of the state, so none can peep at the other side's.
"""

from __future__ import annotations

from typing import Any

from tabor.games.robots.rules import (
    ATTACK,
    DONE,
    GUARD,
    MOVE,
    NONE,
    NOWHERE,
    ORDERS,
    SPAWN,
    SUICIDE,
    has_order,
    is_attack,
    is_move,
    neighbour,
    owner_of,
    resolve,
    robot_on,
    robots_in,
)
from tabor.grid import steps_between
from tabor.jit import generic, rule
from tabor.rng import roll

NAMES = ("drifter", "centrist", "brawler", "soldier", "champion")
DRIFTER, CENTRIST, BRAWLER, SOLDIER, CHAMPION = 0, 1, 2, 3, 4

UNKNOWN = -1
FAR = 99
SAMPLES = 4  # of what the enemy may do, for each robot of the champion
SIGHT = 3  # steps to the nearest enemy from which on the champion looks ahead
ALIVE = 50  # what a robot is worth besides its hit points


# ---- what a bot sees ----


@rule
def prepare(rules: Any, state: Any, work: Any, player: int) -> None:
    """The map of the whole arena, and what the player knows of orders."""
    for cell in range(int(rules["width"]) * int(rules["height"])):
        work["map"][cell] = NONE
    for robot in range(robots_in(state)):
        work["map"][int(state["cell"][robot])] = robot
    recall(state, work, player)


@rule
def recall(state: Any, work: Any, player: int) -> None:
    """Own orders as they were given; all others are unknown."""
    for robot in range(robots_in(state)):
        is_known = owner_of(state, robot) == player and robot < int(state["given"])
        work["plan"][robot] = int(state["order"][robot]) - 1 if is_known else UNKNOWN


@rule
def is_enemy(state: Any, robot: int, other: int) -> bool:
    return other != NONE and owner_of(state, robot) != owner_of(state, other)


@rule
def enemy_beside(rules: Any, state: Any, work: Any, robot: int, cell: int, direction: int) -> int:
    """The enemy of this robot on the neighbour of a cell; NONE if there is none."""
    near = neighbour(rules, cell, direction)
    if near == NOWHERE:
        return NONE
    other = int(work["map"][near])
    return other if is_enemy(state, robot, other) else NONE


@rule
def enemies_beside(rules: Any, state: Any, work: Any, robot: int, cell: int) -> int:
    count = 0
    for direction in range(4):
        count += enemy_beside(rules, state, work, robot, cell, direction) != NONE
    return count


@rule
def nearest_enemy(rules: Any, state: Any, robot: int) -> int:
    """NONE if the enemy has no robots."""
    first, n = int(state["count"][0]), robots_in(state)
    low, high = (first, n) if robot < first else (0, first)
    cell, best, found = int(state["cell"][robot]), FAR, NONE
    for other in range(low, high):
        steps = steps_between(int(rules["width"]), cell, int(state["cell"][other]))
        if steps < best:
            best, found = steps, other
    return found


@rule
def turns_to_batch(rules: Any, state: Any) -> int:
    """0: whoever stands on a spawn cell at the end of this turn dies."""
    return -int(state["turn"]) % int(rules["every"])


@rule
def is_spawn(rules: Any, cell: int) -> bool:
    return int(rules["ground"][cell]) == SPAWN


# ---- steps that do not run into friends ----


@rule
def is_claimed(rules: Any, state: Any, work: Any, robot: int, target: int) -> bool:
    """Whether a friend has been ordered to go to this cell."""
    for direction in range(4):
        near = neighbour(rules, target, direction)
        other = NONE if near == NOWHERE else int(work["map"][near])
        if other != NONE and other != robot and owner_of(state, other) == owner_of(state, robot):
            order = int(work["plan"][other])
            if order != UNKNOWN and is_move(order) and neighbour(rules, near, order) == target:
                return True
    return False


@rule
def can_step(rules: Any, state: Any, work: Any, robot: int, direction: int) -> bool:
    """Whether a step that way runs into neither a wall, nor an enemy who stands there, nor a friend."""
    target = neighbour(rules, int(state["cell"][robot]), direction)
    if target == NOWHERE or is_claimed(rules, state, work, robot, target):
        return False
    other = int(work["map"][target])
    if other == NONE:
        return True
    order = int(work["plan"][other])
    is_friend = owner_of(state, other) == owner_of(state, robot)
    return is_friend and order != UNKNOWN and is_move(order) and order != (direction + 2) % 4


@rule
def best_step(rules: Any, state: Any, work: Any, robot: int, goal: int, most_enemies: int) -> int:
    """The order for the step that brings a robot nearest to a cell, beside so many enemies at most; else NONE."""
    cell, best, found = int(state["cell"][robot]), FAR, NONE
    is_batch_near = turns_to_batch(rules, state) <= 1
    for direction in range(4):
        if can_step(rules, state, work, robot, direction):
            target = neighbour(rules, cell, direction)
            steps = steps_between(int(rules["width"]), target, goal)
            is_deadly = is_batch_near and is_spawn(rules, target) and not is_spawn(rules, cell)
            is_quiet = enemies_beside(rules, state, work, robot, target) <= most_enemies
            if steps < best and is_quiet and not is_deadly:
                best, found = steps, MOVE + direction
    return found


@rule
def centre(rules: Any) -> int:
    width, height = int(rules["width"]), int(rules["height"])
    return height // 2 * width + width // 2


@rule
def leave_spawn(rules: Any, state: Any, work: Any, robot: int, early: int) -> int:
    """The step off a spawn cell if a batch comes within so many turns; NONE if there is no need, or no way."""
    if turns_to_batch(rules, state) > early or not is_spawn(rules, int(state["cell"][robot])):
        return NONE
    return best_step(rules, state, work, robot, centre(rules), 4)


# ---- blows ----


@rule
def attack_weakest(rules: Any, state: Any, work: Any, robot: int) -> int:
    """The order to attack the weakest enemy beside a robot; NONE if there is none."""
    cell, least, found = int(state["cell"][robot]), 10_000, NONE
    for direction in range(4):
        other = enemy_beside(rules, state, work, robot, cell, direction)
        if other != NONE and int(state["hp"][other]) < least:
            least, found = int(state["hp"][other]), ATTACK + direction
    return found


@rule
def attack_gap(rules: Any, state: Any, work: Any, robot: int) -> int:
    """The order to attack the free cell that most enemies could step on; NONE if none could."""
    cell, most, found = int(state["cell"][robot]), 0, NONE
    for direction in range(4):
        near = neighbour(rules, cell, direction)
        if near != NOWHERE and int(work["map"][near]) == NONE:
            count = enemies_beside(rules, state, work, robot, near)
            if count > most:
                most, found = count, ATTACK + direction
    return found


# ---- the bots ----


@rule
def drifter(rules: Any, state: Any, work: Any, robot: int, rng: Any) -> int:
    """Goes anywhere."""
    cell = int(state["cell"][robot])
    direction = roll(rng, 4)
    return MOVE + direction if neighbour(rules, cell, direction) != NOWHERE else GUARD


@rule
def centrist(rules: Any, state: Any, work: Any, robot: int, rng: Any) -> int:
    """Attacks whom it meets on its way to the centre, and guards there."""
    order = attack_weakest(rules, state, work, robot)
    if order == NONE and int(state["cell"][robot]) != centre(rules):
        order = best_step(rules, state, work, robot, centre(rules), 4)
    return GUARD if order == NONE else order


@rule
def brawler(rules: Any, state: Any, work: Any, robot: int, rng: Any) -> int:
    """Hunts the nearest enemy, leaves spawn cells in time, and blows itself up when two or more would finish it."""
    cell, hp = int(state["cell"][robot]), int(state["hp"][robot])
    order = leave_spawn(rules, state, work, robot, 1)
    if order != NONE:
        return order
    near = enemies_beside(rules, state, work, robot, cell)
    if near >= 2 and hp <= near * int(rules["attack"][1]):
        return SUICIDE
    if near > 0:
        return attack_weakest(rules, state, work, robot)
    enemy = nearest_enemy(rules, state, robot)
    goal = centre(rules) if enemy == NONE else int(state["cell"][enemy])
    order = best_step(rules, state, work, robot, goal, 4)
    return GUARD if order == NONE else order


@rule
def soldier(rules: Any, state: Any, work: Any, robot: int, rng: Any) -> int:
    """Strikes where an enemy is about to step, never walks up to two at once, and flees from a lost fight."""
    order = leave_spawn(rules, state, work, robot, 2)
    if order != NONE:
        return order
    if enemies_beside(rules, state, work, robot, int(state["cell"][robot])) > 0:
        return fight(rules, state, work, robot)
    order = attack_gap(rules, state, work, robot)
    if order != NONE:
        return order
    enemy = nearest_enemy(rules, state, robot)
    goal = centre(rules) if enemy == NONE else int(state["cell"][enemy])
    order = best_step(rules, state, work, robot, goal, 1)
    return GUARD if order == NONE else order


@rule
def fight(rules: Any, state: Any, work: Any, robot: int) -> int:
    """With enemies beside it: attack, flee, or take them along."""
    cell, hp = int(state["cell"][robot]), int(state["hp"][robot])
    near = enemies_beside(rules, state, work, robot, cell)
    blow = int(rules["attack"][1])
    attack = attack_weakest(rules, state, work, robot)
    weakest = int(state["hp"][int(work["map"][neighbour(rules, cell, attack - ATTACK)])])
    is_lost = hp <= near * blow
    if (near >= 2 and not is_lost) or (is_lost and weakest > int(rules["attack"][0])):
        flight = best_step(rules, state, work, robot, centre(rules), 0)
        if flight != NONE:
            return flight
    return SUICIDE if is_lost and (near >= 2 or weakest <= int(rules["suicide"])) and weakest > 8 else attack


# ---- the champion ----


@rule
def champion(rules: Any, state: Any, work: Any, robot: int, rng: Any, samples: int, events: Any) -> int:
    """Tries every order against what the others may do, and takes the one after which its side stands best."""
    enemy = nearest_enemy(rules, state, robot)
    if (
        enemy == NONE
        or steps_between(int(rules["width"]), int(state["cell"][robot]), int(state["cell"][enemy])) > SIGHT
    ):
        return soldier(rules, state, work, robot, rng)
    player = owner_of(state, robot)
    for order in range(ORDERS):
        work["score"][order] = 0
    for _ in range(samples):
        recall(state, work, player)
        imagine(rules, state, work, robot, rng)
        for order in range(DONE):
            if is_worth_a_try(rules, state, work, robot, order):
                work["plan"][robot] = order
                resolve(rules, state, work, rng, True, events)
                work["score"][order] += standing(rules, state, work, player)
    recall(state, work, player)
    return best_order(rules, state, work, robot)


@rule
def is_worth_a_try(rules: Any, state: Any, work: Any, robot: int, order: int) -> bool:
    """Moves and guards are; an attack if an enemy could be there, a suicide if one could be beside."""
    cell = int(state["cell"][robot])
    if not has_order(rules, cell, order):
        return False
    if is_attack(order):
        return can_hit(rules, state, work, robot, neighbour(rules, cell, order - ATTACK))
    if order == SUICIDE:
        count = 0
        for direction in range(4):
            count += can_hit(rules, state, work, robot, neighbour(rules, cell, direction))
        return count > 0
    return True


@rule
def can_hit(rules: Any, state: Any, work: Any, robot: int, cell: int) -> bool:
    """Whether an enemy stands on a cell, or could step on it."""
    if cell == NOWHERE:
        return False
    return is_enemy(state, robot, int(work["map"][cell])) or enemies_beside(rules, state, work, robot, cell) > 0


@rule
def best_order(rules: Any, state: Any, work: Any, robot: int) -> int:
    best, found = -(2**31), GUARD
    for order in range(DONE):
        if int(work["score"][order]) > best and is_worth_a_try(rules, state, work, robot, order):
            best, found = int(work["score"][order]), order
    return found


@rule
def imagine(rules: Any, state: Any, work: Any, robot: int, rng: Any) -> None:
    """Friends without an order act as soldiers, enemies as soldiers, brawlers or standing fast."""
    player = owner_of(state, robot)
    for other in range(robots_in(state)):
        if int(work["plan"][other]) == UNKNOWN and other != robot:
            is_soldier = owner_of(state, other) == player or roll(rng, 3) > 0
            if is_soldier:
                work["plan"][other] = soldier(rules, state, work, other, rng)
            elif roll(rng, 3) > 0:
                work["plan"][other] = brawler(rules, state, work, other, rng)
            else:
                work["plan"][other] = any_way(rules, state, other, rng)


@rule
def any_way(rules: Any, state: Any, robot: int, rng: Any) -> int:
    """Some order or other, but no suicide."""
    order = roll(rng, SUICIDE)
    return order if has_order(rules, int(state["cell"][robot]), order) else GUARD


@rule
def standing(rules: Any, state: Any, work: Any, player: int) -> int:
    """How a side stands after a turn that was resolved: robots, their hit points, and who is in trouble next."""
    is_batch = turns_to_batch(rules, state) == 0
    total = 0
    for robot in range(robots_in(state)):
        left = int(state["hp"][robot]) - int(work["harm"][robot])
        end = int(work["end"][robot])
        if left <= 0 or int(work["plan"][robot]) == SUICIDE or (is_batch and is_spawn(rules, end)):
            continue
        worth = 10 * (ALIVE + left) - trouble(rules, state, work, robot, end, left)
        total += worth if owner_of(state, robot) == player else -worth
    return total


@rule
def trouble(rules: Any, state: Any, work: Any, robot: int, end: int, left: int) -> int:
    """What a robot may expect to lose in the next turn from the enemies beside it, and on a spawn cell."""
    near = 0
    for direction in range(4):
        cell = neighbour(rules, end, direction)
        if cell != NOWHERE and is_enemy(state, robot, robot_on(state, work, work["end"], cell)):
            near += 1
    blow = int(rules["attack"][1])
    lost = 10 * ALIVE // 3 if near > 0 and left <= near * blow else 0
    batch = turns_to_batch(rules, state)
    if is_spawn(rules, end) and batch <= 3:
        lost += 40 * (4 - batch)
    return lost + 30 * near * near


# ---- asking a bot ----


@rule
def bot_order(rules: Any, state: Any, work: Any, bot: int, samples: int, rng: Any, events: Any) -> int:
    """What a bot orders the next robot to do."""
    robot = int(state["given"])
    if bot == DRIFTER:
        return drifter(rules, state, work, robot, rng)
    if bot == CENTRIST:
        return centrist(rules, state, work, robot, rng)
    if bot == BRAWLER:
        return brawler(rules, state, work, robot, rng)
    if bot == SOLDIER:
        return soldier(rules, state, work, robot, rng)
    return champion(rules, state, work, robot, rng, samples, events)


@generic("int64(rules, state, work, rng, events, int64, int64)")
def choose_order(rules: Any, state: Any, work: Any, rng: Any, events: Any, bot: int, samples: int) -> int:
    """One order, for a match."""
    prepare(rules, state, work, int(state["player"]))
    return bot_order(rules, state, work, bot, samples, rng, events)
