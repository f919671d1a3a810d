"""Siege once more, naive and slow, in plain dicts and sets of cells: what the game must agree with.

    rules = Rules(terrain, KINDS, mode="standard")       # the picture's top line first
    position = start(rules)
    for choice in choices(rules, position): ...
    position = play(rules, position, choice, roll)       # a new position; nothing is shared or changed

A cell is (x, y) from the bottom left. A choice is a plain tuple, its first word says what it is. Dice are never
thrown here: whoever plays a choice that needs one says what was rolled. Each step names the sentence it follows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, NamedTuple

Cell = tuple[int, int]
Cells = frozenset[Cell]
Choice = tuple[Any, ...]

GRASS, WATER, ROCK = ".", "~", "#"
EDGES = ((1, 0), (-1, 0), (0, 1), (0, -1))
FIRST, SECOND = 0, 1  # in siege mode: the defender, the attacker
OTHER = {FIRST: SECOND, SECOND: FIRST}


# ---- the numbers ----


class Kind(NamedTuple):
    """One line of the token table."""

    long: int
    wide: int
    move: int = 0
    cost: int | None = None  # None: never built, never made
    reach: int = 0  # farthest from the castle that builds it


KINDS = {
    "infantry": Kind(1, 1, move=2, cost=1),
    "archers": Kind(1, 1, move=2, cost=1),
    "cavalry": Kind(1, 1, move=3, cost=2),
    "tower": Kind(2, 2, move=1, cost=4),
    "ram": Kind(2, 1, move=1, cost=4),
    "trebuchet": Kind(2, 1, move=1, cost=4),
    "ship": Kind(3, 1, move=3, cost=4),
    "castle": Kind(3, 3),
    "camp": Kind(3, 3, cost=32, reach=20),
    "barracks": Kind(2, 2, cost=8, reach=5),
    "workshop": Kind(2, 2, cost=8, reach=5),
    "port": Kind(2, 2, cost=8, reach=5),
    "wall": Kind(3, 1, cost=4, reach=10),
    "gate": Kind(2, 1, cost=4, reach=10),
    "ladder": Kind(1, 1, cost=1, reach=10),
}
LAND = ("infantry", "archers", "cavalry")
ENGINES = ("tower", "ram", "trebuchet")
SEATS = ("castle", "camp")
HOUSES = (*SEATS, "barracks", "workshop", "port")  # S2: no two of them touch
BUILDINGS = (*HOUSES, "wall", "gate", "ladder")
MAKES = {"barracks": LAND, "workshop": ENGINES, "port": ("ship",)}  # S22
OWNED = (*LAND, *HOUSES, "gate")

# From bottom to top a cell holds at most one token of each layer.
LAYERS = {"building": BUILDINGS, "ship": ("ship",), "engine": ENGINES, "land": LAND}
LAYER = {name: layer for layer, names in LAYERS.items() for name in names}


@dataclass(frozen=True)
class Rules:
    terrain: tuple[str, ...]  # the last line is row 1
    kinds: dict[str, Kind] = field(default_factory=lambda: dict(KINDS))
    mode: str = "standard"  # or "siege"
    coins: tuple[int, int] = (64, 64)  # of blue, of orange
    castle_takes: int = 4  # standard: instead of building
    castle_gives: int = 1  # siege: each turn
    camps: int = 2  # siege: the attacker's free ones
    apart: int = 16  # least distance of a seat placed to the castle that stands
    units_at_once: int = 2  # of a barracks
    captors: int = 3
    free_beside: int = 6
    shot_range: int = 2
    lift: int = 1
    shot_hits_from: int = 5
    ram_breaks_wall_from: int = 5
    ram_breaks_from: int = 4
    stone_lands: dict[int, int] = field(default_factory=lambda: {4: 3, 5: 4, 6: 5})  # roll → cell beyond the end
    turns_without_seat: int = 3
    units_needed_from: int = 3
    most_turns: int = 300
    most_tokens: int = 250
    ladder_beside_wall: bool = False
    camp_from_enemy_seat: int = 0

    @property
    def width(self) -> int:
        return len(self.terrain[0])

    @property
    def height(self) -> int:
        return len(self.terrain)

    @cached_property
    def grass(self) -> Cells:
        return frozenset(
            (x, y) for x in range(self.width) for y in range(self.height) if terrain_at(self, (x, y)) == GRASS
        )


# ---- the model ----


@dataclass(frozen=True)
class Token:
    kind: str
    cells: Cells
    owner: int | None = None
    fresh: bool = False
    home: int | None = None  # the castle that built it


@dataclass(frozen=True)
class Turn:
    """The turn of a land unit, an engine or a ship, not finished yet."""

    token: int
    moved: bool = False
    naming: bool = False  # it moved, and who gets exhausted is still to be named
    acted: bool = False
    begun: bool = False  # a ship: somebody on board has begun a turn


@dataclass(frozen=True)
class Position:
    tokens: dict[int, Token] = field(default_factory=dict)
    coins: tuple[int, int] = (0, 0)
    player: int = FIRST
    part: str = "castles"  # being placed; then "fortify" and "camps" in siege mode; "units", "buildings", "over"
    to_place: int = 0  # seats still to be placed in set-up
    turns: tuple[Turn, ...] = ()  # the last one is going on; before it perhaps the turn of its ship
    used: frozenset[int] = frozenset()  # buildings that acted this turn
    making: tuple[int, int] | None = None  # a building that has made so many land units and may make more
    ended: tuple[int, int] = (0, 0)  # own turns ended
    seatless: tuple[int, int] = (0, 0)  # of these, without a castle or camp
    winner: int | None = None  # None when over: a draw
    reason: str = ""
    next_id: int = 0

    @cached_property
    def standing(self) -> dict[tuple[str, Cell], int]:
        """Layer and cell → the token there."""
        found = [((LAYER[token.kind], cell), n) for n, token in self.tokens.items() for cell in token.cells]
        assert len(dict(found)) == len(found), "two tokens of one layer on one cell"
        return dict(found)

    @cached_property
    def taken(self) -> Cells:
        """Cells with a token of any layer."""
        return frozenset(cell for _, cell in self.standing)


# ---- cells ----


def is_on_map(rules: Rules, cell: Cell) -> bool:
    return 0 <= cell[0] < rules.width and 0 <= cell[1] < rules.height


def terrain_at(rules: Rules, cell: Cell) -> str:
    """Outside the map is rock."""
    return rules.terrain[rules.height - 1 - cell[1]][cell[0]] if is_on_map(rules, cell) else ROCK


def neighbours(cell: Cell) -> list[Cell]:
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in EDGES]


@cache
def beside(cells: Cells) -> Cells:
    """All cells that share an edge with these (S1)."""
    return frozenset(near for cell in cells for near in neighbours(cell)) - cells


def are_beside(one: Cells, other: Cells) -> bool:
    return not beside(one).isdisjoint(other)


@cache
def around(cells: Cells) -> Cells:
    """All cells that share an edge or a corner with these (S2)."""
    return frozenset((x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)) - cells


def distance(one: Cells, other: Cells) -> int:
    """S3: Manhattan distance of the nearest cells, minus 1. All tokens are full rectangles."""
    return sum(gap({cell[axis] for cell in one}, {cell[axis] for cell in other}) for axis in (0, 1)) - 1


def gap(one: set[int], other: set[int]) -> int:
    return max(0, min(one) - max(other), min(other) - max(one))


def rectangle(x: int, y: int, width: int, height: int) -> Cells:
    return frozenset((x + i, y + j) for i in range(width) for j in range(height))


def places(rules: Rules, kind: str) -> tuple[Cells, ...]:
    """Every place on the map where such a token would fit, along either axis."""
    return rectangles(rules.width, rules.height, rules.kinds[kind].long, rules.kinds[kind].wide)


@cache
def rectangles(map_width: int, map_height: int, long: int, wide: int) -> tuple[Cells, ...]:
    return tuple(
        rectangle(x, y, width, height)
        for width, height in dict.fromkeys([(long, wide), (wide, long)])
        for x in range(map_width - width + 1)
        for y in range(map_height - height + 1)
    )


# ---- who stands where ----


def at(position: Position, layer: str, cell: Cell) -> int | None:
    """The token of that layer on a cell."""
    return position.standing.get((layer, cell))


def kind_at(position: Position, layer: str, cell: Cell) -> str | None:
    number = at(position, layer, cell)
    return None if number is None else position.tokens[number].kind


def of_layer(position: Position, layer: str) -> list[int]:
    return [number for number, token in position.tokens.items() if LAYER[token.kind] == layer]


def inside(position: Position, number: int) -> list[int]:
    """S8: the land units on the cells of an engine or ship, or of anything."""
    cells = position.tokens[number].cells
    return [unit for unit in of_layer(position, "land") if position.tokens[unit].cells <= cells]


def engines_on(position: Position, number: int) -> list[int]:
    """Engines with any cell on that token."""
    cells = position.tokens[number].cells
    return [engine for engine in of_layer(position, "engine") if position.tokens[engine].cells & cells]


def own_units(position: Position, player: int) -> list[int]:
    return [unit for unit in of_layer(position, "land") if position.tokens[unit].owner == player]


def own_seats(position: Position, player: int) -> list[int]:
    return [n for n, token in position.tokens.items() if token.kind in SEATS and token.owner == player]


# ---- what may stand where ----


def may_enter(rules: Rules, position: Position, player: int, origin: Cell | None, target: Cell) -> bool:
    """S4, S5: a land unit's step; with no origin, the step of a new one out of its building (S23)."""
    if at(position, "land", target) is not None:
        return False
    building = at(position, "building", target)
    if building is not None:
        return may_enter_building(rules, position, player, origin, position.tokens[building])
    if at(position, "engine", target) is not None or at(position, "ship", target) is not None:
        return True
    return terrain_at(rules, target) == GRASS


def may_enter_building(rules: Rules, position: Position, player: int, origin: Cell | None, building: Token) -> bool:
    if building.kind == "wall":
        return origin is not None and leads_onto_walls(position, origin)
    if building.kind == "gate":
        return building.owner == player
    return building.kind == "ladder"


def leads_onto_walls(position: Position, cell: Cell) -> bool:
    """S5: what stands on a gate cell does not matter; anywhere else a ram, trebuchet or ship does not help."""
    on_stairs = kind_at(position, "building", cell) in ("wall", "ladder", "gate")
    return on_stairs or kind_at(position, "engine", cell) == "tower"


def may_engine_stand(rules: Rules, position: Position, player: int, cells: Cells, engine: int | None) -> bool:
    """S6: each cell is judged alone."""
    crew = [] if engine is None else inside(position, engine)
    return all(
        carries_engines(rules, position, player, cell)
        and at(position, "engine", cell) in (None, engine)
        and at(position, "land", cell) in (None, *crew)
        for cell in cells
    )


def carries_engines(rules: Rules, position: Position, player: int, cell: Cell) -> bool:
    building = at(position, "building", cell)
    if building is not None:
        return position.tokens[building].kind == "gate" and position.tokens[building].owner == player
    return at(position, "ship", cell) is not None or terrain_at(rules, cell) == GRASS


def may_ship_stand(rules: Rules, position: Position, cells: Cells, ship: int | None) -> bool:
    """S7."""
    return all(terrain_at(rules, cell) == WATER and at(position, "ship", cell) in (None, ship) for cell in cells)


# ---- moving ----


def moves(rules: Rules, position: Position, number: int) -> set[Choice]:
    """Where a token may go: ("go", dx, dy), or instead ("turn", pivot, quarter) with quarter 1 against the clock."""
    layer = LAYER[position.tokens[number].kind]
    if layer == "land":
        return land_moves(rules, position, number)
    if layer == "ship" and not can_ship_leave(position, number):
        return set()
    return shifts(rules, position, number) | turns(rules, position, number)


def land_moves(rules: Rules, position: Position, unit: int) -> set[Choice]:
    """S10 for land units."""
    token = position.tokens[unit]
    (origin,) = token.cells
    assert token.owner is not None
    reached = {origin}
    for _ in range(rules.kinds[token.kind].move):
        steps = [(cell, near) for cell in reached for near in neighbours(cell)]
        reached |= {near for cell, near in steps if may_enter(rules, position, token.owner, cell, near)}
    return {("go", x - origin[0], y - origin[1]) for x, y in reached - {origin}}


def shifts(rules: Rules, position: Position, number: int) -> set[Choice]:
    """S10 for engines and ships: the same search, with the whole token."""
    reached = {(0, 0)}
    for _ in range(rules.kinds[position.tokens[number].kind].move):
        nexts = {near for offset in reached for near in neighbours(offset)} - reached
        reached |= {near for near in nexts if may_stand_after(rules, position, number, ("go", *near))}
    return {("go", *offset) for offset in reached - {(0, 0)}}


def turns(rules: Rules, position: Position, number: int) -> set[Choice]:
    """S11: only the end cells must be allowed."""
    token = position.tokens[number]
    wanted = {("turn", pivot, quarter) for pivot in pivots(token) for quarter in (1, -1)}
    return {turn for turn in wanted if may_stand_after(rules, position, number, turn)}


def pivots(token: Token) -> list[Cell]:
    """S11: a ram or trebuchet turns about either cell, a ship about the middle one, a siege tower not at all."""
    if token.kind == "tower":
        return []
    cells = sorted(token.cells)
    return [cells[1]] if token.kind == "ship" else cells


def may_stand_after(rules: Rules, position: Position, number: int, motion: Choice) -> bool:
    token = position.tokens[number]
    cells = frozenset(moved_cell(cell, motion) for cell in token.cells)
    if token.kind == "ship":
        return may_ship_stand(rules, position, cells, number)
    return may_engine_stand(rules, position, position.player, cells, number)


def moved_cell(cell: Cell, motion: Choice) -> Cell:
    if motion[0] == "go":
        return cell[0] + motion[1], cell[1] + motion[2]
    (x, y), quarter = motion[1], motion[2]
    return x - quarter * (cell[1] - y), y + quarter * (cell[0] - x)


def can_ship_leave(position: Position, ship: int) -> bool:
    """S7: not with an engine only partly on it."""
    deck = position.tokens[ship].cells
    return all(position.tokens[engine].cells <= deck for engine in engines_on(position, ship))


def move(position: Position, number: int, motion: Choice) -> Position:
    """The token and everything on it (S6, S7)."""
    moving = {number, *inside(position, number)}
    if position.tokens[number].kind == "ship":
        moving |= set(engines_on(position, number))
    tokens = dict(position.tokens)
    for one in moving:
        tokens[one] = replace(tokens[one], cells=frozenset(moved_cell(cell, motion) for cell in tokens[one].cells))
    return replace(position, tokens=tokens)


# ---- acting ----


def strikes(rules: Rules, position: Position, unit: int) -> list[int]:
    """S16, S17: the enemy land units that a land unit may act upon."""
    enemies = own_units(position, OTHER[position.player])
    return [enemy for enemy in enemies if can_strike(rules, position, unit, enemy)]


def can_strike(rules: Rules, position: Position, unit: int, enemy: int) -> bool:
    here, there = position.tokens[unit].cells, position.tokens[enemy].cells
    if position.tokens[unit].kind != "archers":
        return are_beside(here, there)
    higher = is_lifted(position, unit) - is_lifted(position, enemy)
    return distance(here, there) - higher * rules.lift <= rules.shot_range


def is_lifted(position: Position, unit: int) -> bool:
    (cell,) = position.tokens[unit].cells
    on_wall = kind_at(position, "building", cell) == "wall"
    return on_wall or kind_at(position, "engine", cell) == "tower"


def strike(rules: Rules, position: Position, unit: int, enemy: int, roll: int | None) -> Position:
    if position.tokens[unit].kind == "archers" and needed(roll) < rules.shot_hits_from:
        return position
    return destroy(position, enemy)


def needed(roll: int | None) -> int:
    assert roll is not None, "a die is needed here"
    return roll


def ends(token: Token) -> dict[str, list[Cell]]:
    """The cells beyond both short ends of a long engine, the nearest first, far enough for any shot."""
    first, last = sorted(token.cells)
    dx, dy = last[0] - first[0], last[1] - first[1]
    return {
        "forth": [(last[0] + dx * i, last[1] + dy * i) for i in range(1, 50)],
        "back": [(first[0] - dx * i, first[1] - dy * i) for i in range(1, 50)],
    }


def ram_targets(rules: Rules, position: Position, ram: int) -> list[int]:
    """S19: the building on the cell right beyond a short end, never a castle or camp."""
    nearest = [cells[0] for cells in ends(position.tokens[ram]).values()]
    buildings = [at(position, "building", cell) for cell in nearest]
    return [number for number in buildings if number is not None and position.tokens[number].kind not in SEATS]


def strike_with_ram(rules: Rules, position: Position, building: int, roll: int | None) -> Position:
    is_wall = position.tokens[building].kind == "wall"
    least = rules.ram_breaks_wall_from if is_wall else rules.ram_breaks_from
    return destroy(position, building) if needed(roll) >= least else position


def shoot_trebuchet(rules: Rules, position: Position, trebuchet: int, end: str, roll: int | None) -> Position:
    """S20."""
    if needed(roll) not in rules.stone_lands:
        return position
    cell = ends(position.tokens[trebuchet])[end][rules.stone_lands[needed(roll)] - 1]
    standing = [at(position, layer, cell) for layer in ("ship", "engine", "land")]
    units = [number for number in standing if number is not None]
    return destroy(position, units[0]) if units else position


def destroy(position: Position, number: int) -> Position:
    """S9: with everything that stands on it."""
    gone = {number, *inside(position, number)}
    if LAYER[position.tokens[number].kind] in ("building", "ship"):
        for engine in engines_on(position, number):
            gone |= {engine, *inside(position, engine)}
    return replace(position, tokens={n: token for n, token in position.tokens.items() if n not in gone})


# ---- turns of units, engines and ships ----


def beginners(position: Position) -> list[int]:
    """Who may begin a turn now (S12 to S15)."""
    if not position.turns:
        return [number for number in position.tokens if can_begin(position, number)]
    ship = position.turns[-1]
    if ship.naming or ship.token not in position.tokens or position.tokens[ship.token].kind != "ship":
        return []
    on_board = inside(position, ship.token) + engines_on(position, ship.token)
    return [number for number in on_board if can_begin(position, number)]


def can_begin(position: Position, number: int) -> bool:
    token = position.tokens[number]
    layer = LAYER[token.kind]
    if layer == "land":
        return token.owner == position.player and token.fresh
    return layer in ("engine", "ship") and obeys(position, number)


def obeys(position: Position, number: int) -> bool:
    """S14, S15: a fresh own land unit inside, no enemy inside."""
    owners = {position.tokens[unit].owner for unit in inside(position, number)}
    return owners == {position.player} and bool(fresh_inside(position, number))


def fresh_inside(position: Position, number: int) -> list[int]:
    return [unit for unit in inside(position, number) if position.tokens[unit].fresh]


def unit_turn_choices(rules: Rules, position: Position) -> set[Choice]:
    """What the turn that is going on may do next."""
    turn = position.turns[-1]
    if turn.token not in position.tokens:  # a ram may bury itself (S9)
        return {("finish",)}
    if turn.naming:
        return {("name", unit) for unit in fresh_inside(position, turn.token)}
    found: set[Choice] = {("finish",)} | {("begin", number) for number in beginners(position)}
    if not (turn.moved or turn.acted or turn.begun):
        found |= moves(rules, position, turn.token)
    if position.tokens[turn.token].kind != "ship":
        found |= acts(rules, position, turn)
    return found


def acts(rules: Rules, position: Position, turn: Turn) -> set[Choice]:
    """S13, S14, S16 to S20."""
    number = turn.token
    kind = position.tokens[number].kind
    if LAYER[kind] == "land":
        actors = [] if turn.acted else [number]
        return {("strike", unit, enemy) for unit in actors for enemy in strikes(rules, position, unit)}
    actors = fresh_inside(position, number)
    if kind == "tower":  # S18: one after the other, each once
        return {("strike", unit, enemy) for unit in actors for enemy in strikes(rules, position, unit)}
    if turn.acted or not actors:
        return set()
    if kind == "ram":
        return {("ram", building) for building in ram_targets(rules, position, number)}
    return {("shoot", "forth"), ("shoot", "back")}


def begin(position: Position, number: int) -> Position:
    """S15: once somebody on board has begun, the ship no longer moves."""
    waiting = tuple(replace(turn, begun=True) for turn in position.turns)
    return replace(position, turns=(*waiting, Turn(number)))


def go(rules: Rules, position: Position, motion: Choice) -> Position:
    turn = position.turns[-1]
    after = move(position, turn.token, motion)
    naming = LAYER[position.tokens[turn.token].kind] != "land"  # S14, S15
    return change_turn(after, moved=True, naming=naming)


def change_turn(position: Position, **changes: Any) -> Position:
    return replace(position, turns=(*position.turns[:-1], replace(position.turns[-1], **changes)))


def exhaust(position: Position, units: Iterable[int]) -> Position:
    tired = {unit: replace(position.tokens[unit], fresh=False) for unit in units if unit in position.tokens}
    return replace(position, tokens={**position.tokens, **tired})


def finish(rules: Rules, position: Position) -> Position:
    """The end of a turn: all who had it are exhausted (S13, S14, S15), then seats may change hands (S25)."""
    number = position.turns[-1].token
    after = replace(position, turns=position.turns[:-1])
    if number in after.tokens:
        is_land = LAYER[after.tokens[number].kind] == "land"
        after = exhaust(after, [number] if is_land else inside(after, number))
    return capture(rules, after)


def capture(rules: Rules, position: Position) -> Position:
    """S25."""
    taken = [seat for seat in own_seats(position, OTHER[position.player]) if is_taken(rules, position, seat)]
    tokens = dict(position.tokens)
    for number, token in position.tokens.items():
        if number in taken or (token.home in taken and token.kind in OWNED and token.kind != "camp"):
            tokens[number] = replace(token, owner=position.player)
    return replace(position, tokens=tokens)


def is_taken(rules: Rules, position: Position, seat: int) -> bool:
    near = beside(position.tokens[seat].cells)
    owners = [t.owner for t in position.tokens.values() if LAYER[t.kind] == "land" and t.cells <= near]
    return owners.count(position.player) >= rules.captors and OTHER[position.player] not in owners


# ---- buildings ----


def can_act(rules: Rules, position: Position, number: int) -> bool:
    """S12: an own building that has not acted yet; walls, gates and ladders never do (S21, S22, S28)."""
    token = position.tokens[number]
    if token.kind not in HOUSES or token.owner != position.player or number in position.used:
        return False
    return not (token.kind == "castle" and rules.mode == "siege")


def building_choices(rules: Rules, position: Position, number: int) -> set[Choice]:
    """What one building may do."""
    kind = position.tokens[number].kind
    if kind == "castle":
        return {("coins", number)} | sites(rules, position, number)
    trades = list(MAKES.values()) if kind == "camp" else [MAKES[kind]]
    return {choice for trade in trades for choice in products(rules, position, number, trade)}


def sites(rules: Rules, position: Position, castle: int) -> set[Choice]:
    """S21: all that a castle may build now."""
    wanted = [name for name in BUILDINGS if is_affordable(rules, position, name)]
    return {
        ("build", castle, name, cells)
        for name in wanted
        for cells in places(rules, name)
        if is_site(rules, position, castle, name, cells)
    }


def is_affordable(rules: Rules, position: Position, name: str) -> bool:
    cost = rules.kinds[name].cost
    is_full = len(position.tokens) >= rules.most_tokens
    return cost is not None and cost <= position.coins[position.player] and not is_full


def is_site(rules: Rules, position: Position, castle: int, name: str, cells: Cells) -> bool:
    if distance(position.tokens[castle].cells, cells) > rules.kinds[name].reach:
        return False
    if not is_free_ground(rules, position, name, cells):
        return False
    if name == "ladder" and rules.ladder_beside_wall:
        return any(token.kind == "wall" and are_beside(token.cells, cells) for token in position.tokens.values())
    if name == "camp":
        seats = own_seats(position, OTHER[position.player])
        return all(distance(position.tokens[seat].cells, cells) >= rules.camp_from_enemy_seat for seat in seats)
    return True


def is_free_ground(rules: Rules, position: Position, name: str, cells: Cells) -> bool:
    """S21: grass without any token; S2: houses do not touch."""
    if not cells <= rules.grass or cells & position.taken:
        return False
    near = around(cells) if name in HOUSES else frozenset()
    return not any(token.kind in HOUSES and token.cells & near for token in position.tokens.values())


def products(rules: Rules, position: Position, number: int, trade: tuple[str, ...]) -> set[Choice]:
    """S22, S23: what a building of that trade may make now, and where."""
    near = beside(position.tokens[number].cells)
    wanted = [name for name in trade if is_affordable(rules, position, name)]
    return {
        ("make", number, name, cells)
        for name in wanted
        for cells in places(rules, name)
        if cells & near and may_appear(rules, position, name, cells)
    }


def may_appear(rules: Rules, position: Position, name: str, cells: Cells) -> bool:
    layer = LAYER[name]
    if layer == "land":
        (cell,) = cells
        return may_enter(rules, position, position.player, None, cell)
    if any(at(position, "land", cell) is not None for cell in cells):
        return False
    if layer == "ship":
        return may_ship_stand(rules, position, cells, None)
    return may_engine_stand(rules, position, position.player, cells, None)


def add(rules: Rules, position: Position, name: str, cells: Cells, home: int | None = None) -> Position:
    owner = position.player if name in OWNED else None
    token = Token(name, cells, owner, fresh=False, home=home)
    return replace(position, tokens={**position.tokens, position.next_id: token}, next_id=position.next_id + 1)


def pay(position: Position, amount: int) -> Position:
    coins = list(position.coins)
    coins[position.player] -= amount
    return replace(position, coins=(coins[0], coins[1]))


def build(rules: Rules, position: Position, castle: int, name: str, cells: Cells) -> Position:
    return pay(add(rules, position, name, cells, home=castle), rules.kinds[name].cost or 0)


def make(rules: Rules, position: Position, number: int, name: str, cells: Cells) -> Position:
    """S22: after the first land unit a second may follow, in the same action."""
    made = 1 + (position.making[1] if position.making else 0)
    more = LAYER[name] == "land" and made < rules.units_at_once
    after = pay(add(rules, position, name, cells), rules.kinds[name].cost or 0)
    return replace(after, used=after.used | {number}, making=(number, made) if more else None)


# ---- set-up ----


def start(rules: Rules) -> Position:
    """S27: two castles; S28: a castle and the attacker's camps."""
    seats = 2 if rules.mode == "standard" else 1 + rules.camps
    position = Position(coins=rules.coins, to_place=seats)
    if not placements(rules, position):
        raise ValueError("no legal first castle on this map")  # S29
    return position


def placements(rules: Rules, position: Position) -> set[Choice]:
    """S26, S27, S28, S29."""
    name = "castle" if position.part == "castles" else "camp"
    found = {("place", name, cells) for cells in seat_places(rules, position, name)}
    return with_room_left(rules, position, found)


def seat_places(rules: Rules, position: Position, name: str) -> list[Cells]:
    return [cells for cells in places(rules, name) if is_seat_place(rules, position, name, cells)]


def is_seat_place(rules: Rules, position: Position, name: str, cells: Cells) -> bool:
    """S26, and the least distance to the castle that stands (S27, S28)."""
    castles = [token.cells for token in position.tokens.values() if token.kind == "castle"]
    if not is_free_ground(rules, position, name, cells):
        return False
    open_cells = [cell for cell in beside(cells) if terrain_at(rules, cell) != ROCK]
    return len(open_cells) >= rules.free_beside and all(distance(c, cells) >= rules.apart for c in castles)


def with_room_left(rules: Rules, position: Position, wanted: set[Choice]) -> set[Choice]:
    """S29. A new token only takes room away, so the places that are free now are all that need a look."""
    later = "castle" if rules.mode == "standard" else "camp"
    free = seat_places(rules, position, later)
    return {choice for choice in wanted if has_room(rules, put(rules, position, choice), later, free)}


def put(rules: Rules, position: Position, choice: Choice) -> Position:
    """What is placed, or built in set-up, stands."""
    word, *_, name, cells = choice
    return replace(add(rules, position, name, cells), to_place=position.to_place - (word == "place"))


def has_room(rules: Rules, position: Position, name: str, free: list[Cells]) -> bool:
    """Whether all seats still missing can be placed."""
    if position.to_place == 0:
        return True
    good = [cells for cells in free if is_seat_place(rules, position, name, cells)]
    return any(has_room(rules, put(rules, position, ("place", name, cells)), name, good) for cells in good)


def place(rules: Rules, position: Position, name: str, cells: Cells) -> Position:
    after = put(rules, position, ("place", name, cells))
    if after.to_place == 0:
        return begin_turn(rules, replace(after, player=SECOND))  # S27, S28: the second moves first
    if rules.mode == "standard":
        return replace(after, player=SECOND)
    return replace(after, part="fortify") if name == "castle" else after


def fortifications(rules: Rules, position: Position) -> set[Choice]:
    """S28: the defender builds as much as they like."""
    (castle,) = [number for number, token in position.tokens.items() if token.kind == "castle"]
    return {("done",)} | with_room_left(rules, position, sites(rules, position, castle))


# ---- a player's turn ----


def choices(rules: Rules, position: Position) -> set[Choice]:
    """Everything that may be done next."""
    if position.part == "over":
        return set()
    if position.part in ("castles", "camps"):
        return placements(rules, position)
    if position.part == "fortify":
        return fortifications(rules, position)
    if position.part == "units":
        return unit_part_choices(rules, position)
    return building_part_choices(rules, position)


def unit_part_choices(rules: Rules, position: Position) -> set[Choice]:
    if position.turns:
        return unit_turn_choices(rules, position)
    return {("begin", number) for number in beginners(position)} | {("end units",)}


def building_part_choices(rules: Rules, position: Position) -> set[Choice]:
    if position.making:
        return products(rules, position, position.making[0], LAND) | {("enough",)}
    able = [number for number in position.tokens if can_act(rules, position, number)]
    return {choice for number in able for choice in building_choices(rules, position, number)} | {("end turn",)}


def play(rules: Rules, position: Position, choice: Choice, roll: int | None = None) -> Position:
    """The position after a choice; whoever needs a die is told what was rolled."""
    word, *rest = choice
    if position.part in ("castles", "fortify", "camps"):
        return play_set_up(rules, position, word, rest)
    if position.part == "units":
        return play_unit_part(rules, position, choice, roll)
    return play_building_part(rules, position, word, rest)


def play_set_up(rules: Rules, position: Position, word: str, rest: list[Any]) -> Position:
    if word == "place":
        return place(rules, position, *rest)
    if word == "build":
        return build(rules, position, *rest)
    return replace(position, part="camps", player=SECOND)


def play_unit_part(rules: Rules, position: Position, choice: Choice, roll: int | None) -> Position:
    word, *rest = choice
    if word == "end units":  # S12: all own land units are exhausted
        return replace(exhaust(position, own_units(position, position.player)), part="buildings")
    if word == "begin":
        return begin(position, rest[0])
    if word in ("go", "turn"):
        return go(rules, position, choice)
    if word == "name":
        return change_turn(exhaust(position, rest), naming=False)
    if word == "finish":
        return finish(rules, position)
    return act(rules, position, word, rest, roll)


def act(rules: Rules, position: Position, word: str, rest: list[Any], roll: int | None) -> Position:
    turn = position.turns[-1]
    after = change_turn(position, acted=True)
    if word == "strike":
        after = exhaust(after, rest[:1])  # S18: in a tower each acts once
        return strike(rules, after, rest[0], rest[1], roll)
    if word == "ram":
        return strike_with_ram(rules, after, rest[0], roll)
    return shoot_trebuchet(rules, after, turn.token, rest[0], roll)


def play_building_part(rules: Rules, position: Position, word: str, rest: list[Any]) -> Position:
    if word == "end turn":
        return end_turn(rules, position)
    if word == "enough":
        return replace(position, making=None)
    if word == "make":
        return make(rules, position, *rest)
    after = replace(position, used=position.used | {rest[0]})
    return build(rules, after, *rest) if word == "build" else pay(after, -rules.castle_takes)


def begin_turn(rules: Rules, position: Position) -> Position:
    """S12, and the coins of S28."""
    tokens = dict(position.tokens)
    for unit in own_units(position, position.player):
        tokens[unit] = replace(tokens[unit], fresh=True)
    after = replace(position, tokens=tokens, part="units", used=frozenset())
    castles = [n for n in own_seats(position, position.player) if tokens[n].kind == "castle"]
    return pay(after, -rules.castle_gives * len(castles)) if rules.mode == "siege" else after


# ---- the end ----


def end_turn(rules: Rules, position: Position) -> Position:
    player = position.player
    has_seat = bool(own_seats(position, player))
    after = replace(
        position,
        ended=one_more(position.ended, player),
        seatless=position.seatless if has_seat else one_more(position.seatless, player),
    )
    if after.seatless[player] >= rules.turns_without_seat and not has_seat:  # S30
        return over(after, OTHER[player], "no-seat")
    if after.ended[player] >= rules.units_needed_from and not own_units(after, player):  # S31
        return over(after, OTHER[player], "no-units")
    if sum(after.ended) >= rules.most_turns:  # S32
        return over(after, *judge(rules, after))
    return begin_turn(rules, replace(after, player=OTHER[player]))


def one_more(counts: tuple[int, int], player: int) -> tuple[int, int]:
    return (counts[0] + 1, counts[1]) if player == FIRST else (counts[0], counts[1] + 1)


def over(position: Position, winner: int | None, reason: str) -> Position:
    return replace(position, part="over", winner=winner, reason=reason)


def judge(rules: Rules, position: Position) -> tuple[int | None, str]:
    """S32: the defender; else more seats, then more coins' worth of land units."""
    if rules.mode == "siege":
        return FIRST, "defended"
    seats = [len(own_seats(position, player)) for player in (FIRST, SECOND)]
    units = [worth(rules, position, player) for player in (FIRST, SECOND)]
    for counts, reason in ((seats, "more-seats"), (units, "more-units")):
        if counts[FIRST] != counts[SECOND]:
            return counts.index(max(counts)), reason
    return None, "even"


def worth(rules: Rules, position: Position, player: int) -> int:
    units = own_units(position, player)
    return sum(rules.kinds[position.tokens[unit].kind].cost or 0 for unit in units)
