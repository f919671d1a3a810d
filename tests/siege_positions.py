"""Rich random positions of siege on small maps: ships, walls, gates and all engines, crowded together.

Random play alone rarely gets there. Everything stands where a game could have left it.
"""

from __future__ import annotations

import random
from dataclasses import replace

import siege_oracle as oracle
from siege_oracle import Cell, Cells, Position, Rules, Token

UNITS = ("infantry", "archers", "cavalry")


def random_map(rng: random.Random, width: int, height: int) -> tuple[str, ...]:
    """Grass with a lake or a river, and some rocks."""
    cells = {(x, y): oracle.GRASS for x in range(width) for y in range(height)}
    for _ in range(rng.randint(1, 3)):
        flood(rng, cells, width, height)
    for cell in rng.sample(sorted(cells), rng.randint(0, width * height // 25)):
        cells[cell] = oracle.ROCK
    return tuple("".join(cells[x, y] for x in range(width)) for y in reversed(range(height)))


def flood(rng: random.Random, cells: dict[Cell, str], width: int, height: int) -> None:
    long, wide = rng.randint(3, max(width, height)), rng.randint(1, 3)
    if rng.random() < 0.5:
        long, wide = wide, long
    x, y = rng.randrange(width), rng.randrange(height)
    for cell in oracle.rectangle(x, y, long, wide):
        if cell in cells:
            cells[cell] = oracle.WATER


def random_position(rng: random.Random, rules: Rules) -> Position:
    """Somewhere in the middle of a game, at the start of a unit part or a building part."""
    turns = rng.randint(0, 8)
    position = Position(coins=(rng.randint(0, 60), rng.randint(0, 60)), ended=(turns // 2, (turns + 1) // 2))
    position = add_buildings(rng, rules, position)
    position = add_engines(rng, rules, position)
    position = add_units(rng, rules, position)
    player = oracle.SECOND if turns % 2 == 0 else oracle.FIRST
    first, second = (min(rng.randint(0, rules.turns_without_seat - 1), ended) for ended in position.ended)
    part = rng.choice(["units"] * 5 + ["buildings"])
    return freshen(rng, replace(position, player=player, part=part, seatless=(first, second)))


def freshen(rng: random.Random, position: Position) -> Position:
    """In a unit part most own units are fresh."""
    tokens = dict(position.tokens)
    for number, token in position.tokens.items():
        may_be_fresh = token.kind in UNITS and token.owner == position.player and position.part == "units"
        tokens[number] = replace(token, fresh=may_be_fresh and rng.random() < 0.85)
    return replace(position, tokens=tokens)


def add_buildings(rng: random.Random, rules: Rules, position: Position) -> Position:
    for owner in (oracle.FIRST, oracle.SECOND):
        for name in rng.choice([["castle"], ["castle"], ["castle", "castle"], ["castle", "camp"], ["camp"], []]):
            position = add_somewhere(rng, rules, position, name, owner)
    castles = [number for number, token in position.tokens.items() if token.kind == "castle"]
    for name in rng.choices(
        ["wall", "wall", "gate", "gate", "ladder", "barracks", "workshop", "port"], k=rng.randint(2, 9)
    ):
        home = rng.choice(castles) if castles else None
        owner = rng.randrange(2) if home is None else position.tokens[home].owner or 0
        position = add_somewhere(rng, rules, position, name, owner, home)
    return position


def add_engines(rng: random.Random, rules: Rules, position: Position) -> Position:
    for name in ["ship"] * rng.randint(0, 3):
        position = add_somewhere(rng, rules, position, name, 0)
    for name in rng.choices(oracle.ENGINES, k=rng.randint(1, 5)):
        position = add_somewhere(rng, rules, position, name, 0)
    return position


def add_units(rng: random.Random, rules: Rules, position: Position) -> Position:
    """Whole crews of one side more often than chance would have it, and captors beside a seat; then anybody."""
    for token in list(position.tokens.values()):
        spots = sorted(oracle.beside(token.cells) if token.kind in oracle.SEATS else token.cells)
        count = (
            rng.randint(0, min(4, len(spots))) if token.kind not in ("wall", "ladder", "gate") else rng.randint(0, 1)
        )
        position = add_group(rng, rules, position, rng.sample(spots, count))
    for _ in range(rng.choice([0, 0, 2, 5, 8])):
        position = add_group(rng, rules, position, [(rng.randrange(rules.width), rng.randrange(rules.height))])
    return position


def add_group(rng: random.Random, rules: Rules, position: Position, cells: list[Cell]) -> Position:
    owner = rng.randrange(2)
    for cell in cells:
        position = add_unit(rng, rules, position, cell, owner if rng.random() < 0.93 else 1 - owner)
    return position


def add_unit(rng: random.Random, rules: Rules, position: Position, cell: Cell, owner: int) -> Position:
    if not may_be_there(rules, position, cell):
        return position
    return put(position, Token(rng.choice(UNITS), frozenset([cell]), owner))


def may_be_there(rules: Rules, position: Position, cell: Cell) -> bool:
    """A land unit may stand on walls and in any gate: gates change sides."""
    building = oracle.kind_at(position, "building", cell)
    if oracle.at(position, "land", cell) is not None or building in oracle.HOUSES:
        return False
    return building is not None or oracle.carries_engines(rules, position, oracle.FIRST, cell)


def add_somewhere(
    rng: random.Random, rules: Rules, position: Position, name: str, owner: int, home: int | None = None
) -> Position:
    """On a random place where such a token may stand, if there is any."""
    fits = [cells for cells in oracle.places(rules, name) if fits_there(rules, position, name, cells)]
    if not fits:
        return position
    close = [cells for cells in fits if is_near_others(position, cells)]
    aimed = [cells for cells in close if is_well_placed(position, name, cells)]
    wanted = aimed if aimed and rng.random() < 0.6 else close if close and rng.random() < 0.7 else fits
    cells = rng.choice(sorted(wanted, key=sorted))
    return put(position, Token(name, cells, owner if name in oracle.OWNED else None, home=home))


def is_well_placed(position: Position, name: str, cells: Cells) -> bool:
    """Where such a token has something to do."""
    if name in ("ladder", "gate", "tower"):
        return any(token.kind == "wall" and oracle.are_beside(token.cells, cells) for token in position.tokens.values())
    if name in ("ram", "trebuchet"):
        is_aboard = any(token.kind == "ship" and cells <= token.cells for token in position.tokens.values())
        return is_aboard or is_aimed(position, name, cells)
    return False


def is_aimed(position: Position, name: str, cells: Cells) -> bool:
    """A ram at a building, a trebuchet at a ship or engine."""
    for beyond in oracle.ends(Token(name, cells)).values():
        if name == "ram" and oracle.kind_at(position, "building", beyond[0]) not in (None, *oracle.SEATS):
            return True
        hit = [oracle.at(position, layer, cell) for layer in ("ship", "engine") for cell in beyond[2:5]]
        if name == "trebuchet" and any(number is not None for number in hit):
            return True
    return False


def fits_there(rules: Rules, position: Position, name: str, cells: Cells) -> bool:
    if name == "ship":
        return oracle.may_ship_stand(rules, position, cells, None)
    if name in oracle.ENGINES:
        return any(oracle.may_engine_stand(rules, position, player, cells, None) for player in (0, 1))
    return oracle.is_free_ground(rules, position, name, cells)


def is_near_others(position: Position, cells: Cells) -> bool:
    near = oracle.around(cells) | cells
    return any(token.cells & near for token in position.tokens.values())


def put(position: Position, token: Token) -> Position:
    return replace(position, tokens={**position.tokens, position.next_id: token}, next_id=position.next_id + 1)
