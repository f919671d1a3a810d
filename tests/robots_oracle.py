"""A second Robots turn, written from the rules alone with dicts and sets, as slow and as plain as can be.

It knows nothing of the game's records: robots are (x, y, player, hp), orders a dict by cell, y counts downwards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

Cell = tuple[int, int]
Robot = tuple[int, int, int, int]  # x, y, player, hp
Order = tuple[str] | tuple[str, Cell]
Orders = Mapping[Cell, Order]

GUARD: Order = ("guard",)
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
COLLISION, SUICIDE = 5, 15

DRAWING = """
###################
#######SSSSS#######
#####SS.....SS#####
###SS.........SS###
###S...........S###
##S.............S##
##S.............S##
#S...............S#
#S...............S#
#S...............S#
#S...............S#
#S...............S#
##S.............S##
##S.............S##
###S...........S###
###SS.........SS###
#####SS.....SS#####
#######SSSSS#######
###################
"""
ARENA = DRAWING.split()

WALKABLE = {(x, y) for y, row in enumerate(ARENA) for x, sign in enumerate(row) if sign != "#"}
SPAWN = {(x, y) for y, row in enumerate(ARENA) for x, sign in enumerate(row) if sign == "S"}


def around(cell: Cell) -> set[Cell]:
    return {(cell[0] + dx, cell[1] + dy) for dx, dy in STEPS}


def is_possible(cell: Cell, order: Order) -> bool:
    """S1."""
    if order[0] in ("guard", "suicide"):
        return True
    return len(order) == 2 and order[1] in around(cell) & WALKABLE


def real_orders(robots: Sequence[Robot], orders: Orders) -> dict[Cell, Order]:
    """S1: whatever is missing or impossible is a guard."""
    found = {}
    for x, y, _, _ in robots:
        order = orders.get((x, y), GUARD)
        found[x, y] = order if is_possible((x, y), order) else GUARD
    return found


def contenders_of(wanted: Mapping[Cell, Cell]) -> tuple[dict[Cell, set[Cell]], set[Cell]]:
    """S2: who is left contending for each cell, and who is stuck; robots are named by the cells they stand on."""
    contenders: dict[Cell, set[Cell]] = defaultdict(set)
    for robot, cell in wanted.items():
        contenders[cell].add(robot)
    stuck: set[Cell] = set()

    def stick(robot: Cell) -> None:
        stuck.add(robot)
        others = contenders[robot] - {robot}
        contenders[robot] = {robot}
        for other in others:
            stick(other)

    for robot, cell in wanted.items():
        swaps = cell != robot and wanted.get(cell) == robot
        if len(contenders[cell]) > 1 or swaps:
            stick(robot)
    return contenders, stuck


def collisions_of(wanted: Mapping[Cell, Cell], contenders: Mapping[Cell, set[Cell]]) -> dict[Cell, set[Cell]]:
    """S3."""
    met: dict[Cell, set[Cell]] = defaultdict(set)
    for robot, cell in wanted.items():
        for other in contenders[cell] - {robot}:
            met[robot].add(other)
            met[other].add(robot)
    return met


def turn(robots: Sequence[Robot], orders: Orders, attack: Callable[[], int], spawn_deaths: bool = False) -> list[Robot]:
    """One turn without new robots; `attack` rolls the damage of one attack."""
    player = {(x, y): who for x, y, who, _ in robots}
    hp = {(x, y): left for x, y, _, left in robots}
    order = real_orders(robots, orders)
    wanted = {robot: order[robot][1] if order[robot][0] == "move" else robot for robot in hp}  # type: ignore[misc]
    contenders, stuck = contenders_of(wanted)
    ends = {robot: robot if robot in stuck else wanted[robot] for robot in hp}
    is_guarding = {robot: order[robot][0] == "guard" for robot in hp}

    for robot, others in collisions_of(wanted, contenders).items():  # S4
        enemies = [other for other in others if player[other] != player[robot]]
        if not is_guarding[robot]:
            hp[robot] -= COLLISION * len(enemies)

    def hurt(by: Cell, cell: Cell, damage: Callable[[], int]) -> None:
        """S5."""
        for robot, end in ends.items():
            if end == cell and player[robot] != player[by]:
                amount = damage()
                hp[robot] -= amount // 2 if is_guarding[robot] else amount

    for robot in ends:
        what = order[robot]
        if what[0] == "attack" and len(what) == 2:
            hurt(robot, what[1], attack)
        if what[0] == "suicide":
            for cell in around(ends[robot]):
                hurt(robot, cell, lambda: SUICIDE)
            hp[robot] = -(10**6)  # S6

    alive = [(*ends[robot], player[robot], hp[robot]) for robot in ends if hp[robot] > 0]
    if spawn_deaths:  # S7
        alive = [robot for robot in alive if robot[:2] not in SPAWN]
    return sorted(alive)
