"""The rules of Robots. S1 … S8 are the sentences of README.md.

Robots lie in a list without gaps: player 0's first, then player 1's, each in the order of appearance. That is the
order in which they are asked, too: `given` says how many orders of this turn are there, and robot number `given` is
next. No state notes by cell where robots stand: a turn is resolved on two small maps in WORK, of which only what its
robots touch is ever written or read, so a turn costs what its robots cost, not what the arena does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabor.game import DRAWN, HEADER, OVER, emit, end, record
from tabor.jit import rule
from tabor.rng import roll

# LIMITS
SIDE = 24  # cells along an edge of the arena
CELLS = 576
ROBOTS = 128  # on the arena at once
SPAWNS = 128  # cells where robots appear
BATCH = 32  # new robots of one player at once

# Orders, which are the actions: towards up, right, down, left; then those without a direction. DONE orders all own
# robots that have no order yet to guard, so that a person need not.
MOVE, ATTACK, GUARD, SUICIDE, DONE = 0, 4, 8, 9, 10
ORDERS = 11

RULES = record(
    ("turns", np.int32),  # S8
    ("every", np.int32),  # S7: turns between two batches
    ("batch", np.int16),  # S7: new robots a player
    ("symmetric", np.int8),  # S7
    ("hp", np.int16),  # S7: of a new robot
    ("attack", np.int16, 2),  # S5: least, most
    ("collision", np.int16),  # S4
    ("suicide", np.int16),  # S5
    ("guard", np.int16),  # S5: what a guarding robot divides by
    ("width", np.int16),
    ("height", np.int16),
    ("spawn_count", np.int16),
    ("pair_count", np.int16),
    ("spawns", np.int16, SPAWNS),  # S7: 2k and 2k + 1, for k below pair_count, are point reflections of each other
    ("ground", np.int8, CELLS),  # OPEN, BLOCKED or SPAWN
    ("beside", np.int16, (CELLS, 4)),  # S1: the neighbour up, right, down, left; NOWHERE if blocked or off the board
)
OPEN, BLOCKED, SPAWN = 0, 1, 2
NOWHERE = -1

STATE = record(
    *HEADER,
    ("turn", np.int32),  # 1 … turns
    ("appeared", np.int32),  # robots that ever were: the id of the next one
    ("given", np.int16),  # orders of this turn so far
    ("count", np.int16, 2),  # robots of a player
    ("cell", np.int16, ROBOTS),  # of each robot; 0 behind the last one, as in the fields below
    ("hp", np.int16, ROBOTS),
    ("id", np.int16, ROBOTS),  # ascending for each player
    ("order", np.int8, ROBOTS),  # 0 none yet, else 1 + action; hidden from the other player
)

WORK = record(
    ("robot_on", np.int8, CELLS),  # who stands on a cell, where anybody does
    ("wanted", np.int8, CELLS),  # how many have a cell as their destination; of robots' cells and destinations only
    ("target", np.int16, ROBOTS),  # S2: the destination
    ("end", np.int16, ROBOTS),  # S2: where a robot is after all moves
    ("stuck", np.int8, ROBOTS),  # S2
    ("waiting", np.int8, ROBOTS),  # stuck robots whose followers are still to be told
    ("harm", np.int32, ROBOTS),  # S4, S5: all damage of this turn
    ("bag", np.int16, SPAWNS),  # S7: what is left to draw from
    ("drawn", np.int16, (2, BATCH)),  # S7: the cells of new robots
    # for bots
    ("map", np.int8, CELLS),  # who stands on a cell of the whole arena, NONE if nobody
    ("plan", np.int8, ROBOTS),  # orders that a bot expects or tries
    ("score", np.int64, ORDERS),  # of each order that a bot tries
)
NONE = -1

# Reasons of the end
ALL_TURNS = 1

# Events: (ORDERED, player, cell, order) (TURN, turn, robots of 0, robots of 1) then, in the turn's own order,
# (ACTED, player, cell, order, end cell, 1 if stuck) (COLLIDED, player, cell, other cell, damage, damage of the other)
# (HIT, player of the hit, cell of the hitter, end cell of the hit, damage, order) (DIED, player, cell, CAUSE)
# (APPEARED, player, cell, id) (ENDED, winner, reason)
ORDERED, TURN, ACTED, COLLIDED, HIT, DIED, APPEARED, ENDED = 0, 1, 2, 3, 4, 5, 6, 7
BY_HARM, BY_SUICIDE, BY_SPAWN = 0, 1, 2


# ---- reading a state ----


@rule
def robots_in(state: Any) -> int:
    return int(state["count"][0]) + int(state["count"][1])


@rule
def owner_of(state: Any, robot: int) -> int:
    return 0 if robot < int(state["count"][0]) else 1


@rule
def is_move(order: int) -> bool:
    return MOVE <= order < ATTACK


@rule
def is_attack(order: int) -> bool:
    return ATTACK <= order < GUARD


@rule
def order_of(state: Any, robot: int) -> int:
    """The order a robot has; GUARD if none was given (S1)."""
    order = int(state["order"][robot])
    return GUARD if order == 0 else order - 1


@rule
def neighbour(rules: Any, cell: int, direction: int) -> int:
    """The cell beside this one, up, right, down or left; NOWHERE if nobody can enter it."""
    return int(rules["beside"][cell, direction])


# ---- legal actions ----


@rule
def has_order(rules: Any, cell: int, order: int) -> bool:
    """S1: whether a robot on this cell can be ordered to do that."""
    return order >= GUARD or neighbour(rules, cell, order & 3) != NOWHERE


@rule
def legal(rules: Any, state: Any, work: Any, out: Any) -> int:
    """S1: what the next robot can do. DONE, if it is not the player's last: there it would be a guard."""
    if int(state["player"]) == OVER:
        return 0
    robot = int(state["given"])
    cell = int(state["cell"][robot])
    n = 0
    for order in range(DONE):
        if has_order(rules, cell, order):
            out[n] = order
            n += 1
    if robot + 1 < last_of(state, robot):
        out[n] = DONE
        n += 1
    return n


@rule
def last_of(state: Any, robot: int) -> int:
    """The number behind the last robot of the same player."""
    return int(state["count"][0]) if owner_of(state, robot) == 0 else robots_in(state)


# ---- S2: who goes where ----


@rule
def robot_on(state: Any, work: Any, places: Any, cell: int) -> int:
    """The robot on a cell, or NONE; `places` says where robots are, before or after their moves. The map is never
    cleared: an entry counts only if that robot really is there."""
    robot = int(work["robot_on"][cell])
    return robot if 0 <= robot < robots_in(state) and int(places[robot]) == cell else NONE


@rule
def fill_maps(rules: Any, state: Any, work: Any) -> None:
    """Who stands where, where everybody wants to be, and how many want a cell."""
    n = robots_in(state)
    for robot in range(n):
        cell, order = int(state["cell"][robot]), int(work["plan"][robot])
        target = neighbour(rules, cell, order) if is_move(order) else cell
        work["robot_on"][cell] = robot
        work["target"][robot] = target
        work["wanted"][cell] = 0
        work["wanted"][target] = 0
        work["stuck"][robot] = 0
    for robot in range(n):
        target = int(work["target"][robot])
        work["wanted"][target] = int(work["wanted"][target]) + 1


@rule
def is_swapping(state: Any, work: Any, robot: int) -> bool:
    """Whether a robot and the one on its destination want each other's cells."""
    cell = int(state["cell"][robot])
    other = robot_on(state, work, state["cell"], int(work["target"][robot]))
    return other != NONE and other != robot and int(work["target"][other]) == cell


@rule
def find_stuck(rules: Any, state: Any, work: Any) -> None:
    """A contested destination or a swap; then whoever wanted the cell of a stuck robot, and so on."""
    n = 0
    for robot in range(robots_in(state)):
        if int(work["wanted"][int(work["target"][robot])]) > 1 or is_swapping(state, work, robot):
            work["stuck"][robot] = 1
            work["waiting"][n] = robot
            n += 1
    while n > 0:
        n -= 1
        n = stick_followers(rules, state, work, int(work["waiting"][n]), n)


@rule
def stick_followers(rules: Any, state: Any, work: Any, robot: int, n: int) -> int:
    """Those who want the cell of a stuck robot get stuck and join the n that wait."""
    cell = int(state["cell"][robot])
    if int(work["wanted"][cell]) == 0:
        return n
    for direction in range(4):
        other = follower(rules, state, work, cell, direction)
        if other != NONE and int(work["stuck"][other]) == 0:
            work["stuck"][other] = 1
            work["waiting"][n] = other
            n += 1
    return n


@rule
def follower(rules: Any, state: Any, work: Any, cell: int, direction: int) -> int:
    """The robot on the neighbour cell in this direction, if it wants this cell; else NONE."""
    near = neighbour(rules, cell, direction)
    if near == NOWHERE:
        return NONE
    other = robot_on(state, work, state["cell"], near)
    return other if other != NONE and int(work["target"][other]) == cell else NONE


@rule
def find_ends(state: Any, work: Any) -> None:
    for robot in range(robots_in(state)):
        is_stuck = int(work["stuck"][robot]) == 1
        work["end"][robot] = state["cell"][robot] if is_stuck else work["target"][robot]


@rule
def move_all(state: Any, work: Any) -> None:
    """From here on the map shows where everybody ended."""
    for robot in range(robots_in(state)):
        work["robot_on"][int(work["end"][robot])] = robot


# ---- S3, S4: collisions ----


@rule
def collide(rules: Any, state: Any, work: Any, events: Any) -> None:
    """S3: every pair once. Only a stuck robot that wanted to go somewhere can have run into anybody."""
    for robot in range(robots_in(state)):
        work["harm"][robot] = 0
    for robot in range(robots_in(state)):
        target = int(work["target"][robot])
        if int(work["stuck"][robot]) == 0 or target == int(state["cell"][robot]):
            continue
        there = robot_on(state, work, state["cell"], target)
        if there != NONE and int(work["stuck"][there]) == 1:
            if not (there < robot and is_swapping(state, work, robot)):
                collide_pair(rules, state, work, robot, there, events)
        else:
            meet(rules, state, work, robot, target, events)


@rule
def meet(rules: Any, state: Any, work: Any, robot: int, target: int, events: Any) -> None:
    """S3: those who wanted the same cell, which is free or has been left."""
    for direction in range(4):
        other = follower(rules, state, work, target, direction)
        if other > robot:
            collide_pair(rules, state, work, robot, other, events)


@rule
def collide_pair(rules: Any, state: Any, work: Any, robot: int, other: int, events: Any) -> None:
    """S4."""
    first = bump(rules, state, work, robot, other)
    second = bump(rules, state, work, other, robot)
    cell, there = int(state["cell"][robot]), int(state["cell"][other])
    emit(events, COLLIDED, owner_of(state, robot), cell, there, first, second)


@rule
def bump(rules: Any, state: Any, work: Any, robot: int, other: int) -> int:
    """The damage that a robot takes from running into another."""
    if owner_of(state, robot) == owner_of(state, other) or int(work["plan"][robot]) == GUARD:
        return 0
    damage = int(rules["collision"])
    work["harm"][robot] = int(work["harm"][robot]) + damage
    return damage


# ---- S5: attacks and suicides ----


@rule
def strike(rules: Any, state: Any, work: Any, rng: Any, is_guess: bool, events: Any) -> None:
    """All attacks and suicides, on where everybody ended. A guess takes the middle of the dice."""
    for robot in range(robots_in(state)):
        order = int(work["plan"][robot])
        cell = int(state["cell"][robot])
        if is_attack(order):
            victim = enemy_on(state, work, robot, neighbour(rules, cell, order - ATTACK))
            if victim != NONE:
                hit(rules, state, work, robot, victim, attack_damage(rules, rng, is_guess), events)
        elif order == SUICIDE:
            for direction in range(4):
                victim = enemy_on(state, work, robot, neighbour(rules, cell, direction))
                if victim != NONE:
                    hit(rules, state, work, robot, victim, int(rules["suicide"]), events)


@rule
def attack_damage(rules: Any, rng: Any, is_guess: bool) -> int:
    low, high = int(rules["attack"][0]), int(rules["attack"][1])
    if is_guess:
        return (low + high) // 2
    return low + int(roll(rng, high - low + 1))


@rule
def enemy_on(state: Any, work: Any, robot: int, cell: int) -> int:
    """The enemy of this robot that ended on a cell; NONE if there is none."""
    if cell == NOWHERE:
        return NONE
    other = robot_on(state, work, work["end"], cell)
    return other if other != NONE and owner_of(state, other) != owner_of(state, robot) else NONE


@rule
def hit(rules: Any, state: Any, work: Any, robot: int, victim: int, damage: int, events: Any) -> None:
    """S5: a guarding robot takes part of it only."""
    if int(work["plan"][victim]) == GUARD:
        damage //= int(rules["guard"])
    work["harm"][victim] = int(work["harm"][victim]) + damage
    cell, place = int(state["cell"][robot]), int(work["end"][victim])
    emit(events, HIT, owner_of(state, victim), cell, place, damage, int(work["plan"][robot]))


@rule
def tell_orders(state: Any, work: Any, events: Any) -> None:
    """What everybody does, now that it is no secret any more."""
    if events.shape[0] == 0:
        return
    emit(events, TURN, int(state["turn"]), int(state["count"][0]), int(state["count"][1]), 0, 0)
    for robot in range(robots_in(state)):
        order, place = int(work["plan"][robot]), int(work["end"][robot])
        emit(events, ACTED, owner_of(state, robot), int(state["cell"][robot]), order, place, int(work["stuck"][robot]))


@rule
def resolve(rules: Any, state: Any, work: Any, rng: Any, is_guess: bool, events: Any) -> None:
    """S2 to S5 for the orders in work["plan"]: into work["end"] and work["harm"]; the state is not changed."""
    fill_maps(rules, state, work)
    find_stuck(rules, state, work)
    find_ends(state, work)
    tell_orders(state, work, events)
    collide(rules, state, work, events)
    move_all(state, work)
    strike(rules, state, work, rng, is_guess, events)


# ---- S6, S7: the dead and the new ----


@rule
def take_damage(state: Any, work: Any, events: Any) -> None:
    """S6: everybody at the end cell with what is left; 0 is dead."""
    for robot in range(robots_in(state)):
        left = int(state["hp"][robot]) - int(work["harm"][robot])
        is_bomber = int(work["plan"][robot]) == SUICIDE
        if left <= 0 or is_bomber:
            left = 0
            emit(events, DIED, owner_of(state, robot), int(work["end"][robot]), BY_SUICIDE if is_bomber else 0, 0, 0)
        state["cell"][robot] = work["end"][robot]
        state["hp"][robot] = left
        state["order"][robot] = 0


@rule
def clear_spawns(rules: Any, state: Any, events: Any) -> None:
    """S7: whoever stands where robots appear."""
    for robot in range(robots_in(state)):
        cell = int(state["cell"][robot])
        if int(rules["ground"][cell]) == SPAWN:
            state["hp"][robot] = 0
            emit(events, DIED, owner_of(state, robot), cell, BY_SPAWN, 0, 0)


@rule
def clear_slot(state: Any, robot: int) -> None:
    state["cell"][robot] = 0
    state["hp"][robot] = 0
    state["id"][robot] = 0
    state["order"][robot] = 0


@rule
def copy_slot(state: Any, target: int, source: int) -> None:
    state["cell"][target] = state["cell"][source]
    state["hp"][target] = state["hp"][source]
    state["id"][target] = state["id"][source]


@rule
def bury(state: Any) -> None:
    """The list without robots that have no hit points left."""
    n, first = robots_in(state), int(state["count"][0])
    kept, of_first = 0, 0
    for robot in range(n):
        if int(state["hp"][robot]) > 0:
            if kept < robot:
                copy_slot(state, kept, robot)
            kept += 1
            of_first += robot < first
    for robot in range(kept, n):
        clear_slot(state, robot)
    state["count"][0] = of_first
    state["count"][1] = kept - of_first


@rule
def draw_cells(rules: Any, work: Any, rng: Any, batch: int) -> None:
    """S7: into work["drawn"], all different: pairs of reflections, or any cells."""
    is_symmetric = int(rules["symmetric"]) == 1
    left = int(rules["pair_count"]) if is_symmetric else int(rules["spawn_count"])
    for i in range(left):
        work["bag"][i] = i
    for i in range(batch if is_symmetric else 2 * batch):
        chosen = roll(rng, left)
        left -= 1
        found = int(work["bag"][chosen])
        work["bag"][chosen] = work["bag"][left]
        if is_symmetric:
            side = roll(rng, 2)
            work["drawn"][0, i] = rules["spawns"][2 * found + side]
            work["drawn"][1, i] = rules["spawns"][2 * found + 1 - side]
        else:
            work["drawn"][i // batch, i % batch] = rules["spawns"][found]


@rule
def add_robots(rules: Any, state: Any, work: Any, rng: Any) -> int:
    """S7: a batch for each player, player 0's first; how many. No more than fit the list, which only a made-up
    position can fill."""
    n, first = robots_in(state), int(state["count"][0])
    batch = min(int(rules["batch"]), (ROBOTS - n) // 2)
    draw_cells(rules, work, rng, batch)
    for robot in range(n - 1, first - 1, -1):
        copy_slot(state, robot + batch, robot)
    for i in range(batch):
        add_robot(rules, state, first + i, int(work["drawn"][0, i]))
    for i in range(batch):
        add_robot(rules, state, n + batch + i, int(work["drawn"][1, i]))
    state["count"][0] = first + batch
    state["count"][1] = n - first + batch
    return batch


@rule
def add_robot(rules: Any, state: Any, robot: int, cell: int) -> None:
    number = int(state["appeared"])
    state["cell"][robot] = cell
    state["hp"][robot] = rules["hp"]
    state["id"][robot] = number
    state["appeared"] = number + 1


@rule
def tell_new(state: Any, batch: int, events: Any) -> None:
    first, n = int(state["count"][0]), robots_in(state)
    for i in range(batch):
        emit(events, APPEARED, 0, int(state["cell"][first - batch + i]), int(state["id"][first - batch + i]), 0, 0)
    for i in range(batch):
        emit(events, APPEARED, 1, int(state["cell"][n - batch + i]), int(state["id"][n - batch + i]), 0, 0)


# ---- S8: turns ----


@rule
def begin_turn(state: Any) -> None:
    """Player 0's robots are asked first; a player without robots is not asked."""
    state["given"] = 0
    state["player"] = owner_of(state, 0)


@rule
def start(rules: Any, state: Any, work: Any, rng: Any) -> None:
    """S8: nobody is there to decide in turn 0; it brings the first robots."""
    add_robots(rules, state, work, rng)
    state["turn"] = 1
    begin_turn(state)


@rule
def finish_game(state: Any) -> None:
    """S8: more robots win."""
    lead = int(state["count"][0]) - int(state["count"][1])
    state["given"] = 0
    if lead == 0:
        end(state, DRAWN, ALL_TURNS)
    else:
        end(state, 0 if lead > 0 else 1, ALL_TURNS)


@rule
def end_turn(rules: Any, state: Any, work: Any, rng: Any, events: Any) -> None:
    """S7 and S8, and the same again for every turn that finds an empty arena: nobody decides in it."""
    while True:
        if int(state["turn"]) % int(rules["every"]) == 0:
            clear_spawns(rules, state, events)
            bury(state)
            tell_new(state, add_robots(rules, state, work, rng), events)
        state["turn"] = int(state["turn"]) + 1
        if int(state["turn"]) == int(rules["turns"]):
            finish_game(state)
            emit(events, ENDED, int(state["winner"]), int(state["reason"]), 0, 0, 0)
            return
        if robots_in(state) > 0:
            begin_turn(state)
            return


@rule
def play_turn(rules: Any, state: Any, work: Any, rng: Any, events: Any) -> None:
    """S2 to S8, when every robot has its order."""
    for robot in range(robots_in(state)):
        work["plan"][robot] = order_of(state, robot)
    resolve(rules, state, work, rng, False, events)
    take_damage(state, work, events)
    bury(state)
    end_turn(rules, state, work, rng, events)


@rule
def apply(rules: Any, state: Any, work: Any, action: int, rng: Any, events: Any) -> None:
    """S1: an order for the next robot, or for all that are left; the last order of all ends the turn."""
    robot = int(state["given"])
    emit(events, ORDERED, owner_of(state, robot), int(state["cell"][robot]), action, 0, 0)
    state["ply"] = int(state["ply"]) + 1
    if action == DONE:
        last = last_of(state, robot)
        for other in range(robot, last):
            state["order"][other] = 1 + GUARD
        state["given"] = last
    else:
        state["order"][robot] = 1 + action
        state["given"] = robot + 1
    if int(state["given"]) < robots_in(state):
        state["player"] = owner_of(state, int(state["given"]))
    else:
        play_turn(rules, state, work, rng, events)
