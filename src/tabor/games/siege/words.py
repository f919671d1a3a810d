"""The words of siege, and the numbers that its rules have for them: a word's number is its place in its list."""

from __future__ import annotations

# Land units first, then engines, the ship, seats, other buildings that keep apart (S2), and those that need not.
KINDS: tuple[str, ...] = (
    "infantry",
    "archers",
    "cavalry",
    "tower",
    "ram",
    "trebuchet",
    "ship",
    "castle",
    "camp",
    "barracks",
)
KINDS += ("workshop", "port", "wall", "gate", "ladder")
INFANTRY, ARCHERS, CAVALRY, TOWER, RAM, TREBUCHET, SHIP, CASTLE, CAMP, BARRACKS = range(KINDS.index("workshop"))
WORKSHOP, PORT, WALL, GATE, LADDER = range(BARRACKS + 1, len(KINDS))

GROUNDS = ("grass", "water", "rock")
GROUND_SIGNS = ".~#"
GRASS, WATER, ROCK = range(len(GROUNDS))

LAYERS = ("building", "engine", "land")  # of a cell: a building or ship, an engine, a land unit
LOW, ENGINE, LAND = range(len(LAYERS))

MODES = ("standard", "siege")
STANDARD, SIEGE = range(len(MODES))

# What is being chosen.
PHASES = ("seat", "fortify", "units", "ship", "unit", "tire", "member", "buildings", "castle", "site", "make")
P_SEAT, P_FORTIFY, P_UNITS, P_SHIP, P_UNIT, P_TIRE, P_MEMBER, P_BUILDINGS, P_CASTLE, P_SITE, P_MAKE = range(len(PHASES))

# What a castle builds, and how it lies: along a row (h) or a column (v).
PLANS = ("camp", "barracks", "workshop", "port", "wall-h", "wall-v", "gate-h", "gate-v", "ladder")
PLAN_CAMP, PLAN_BARRACKS, PLAN_WORKSHOP, PLAN_PORT, PLAN_WALL, PLAN_WALL_V, PLAN_GATE, PLAN_GATE_V, PLAN_LADDER = range(
    len(PLANS)
)

# What a building makes, and how it lies.
WARES = ("infantry", "archers", "cavalry", "tower", "ram-h", "ram-v", "trebuchet-h", "trebuchet-v", "ship-h", "ship-v")
_, _, _, WARE_TOWER, WARE_RAM, WARE_RAM_V, WARE_TREBUCHET, WARE_TREBUCHET_V, WARE_SHIP, WARE_SHIP_V = range(len(WARES))

# An action has two digits: verb and cell (0 where none is needed). Every plan and every ware is a verb of its own.
WORDS: tuple[str, ...] = ("end", "coins", "unit", "engine", "ship", "building", "move", "turn", "tire", "member")
WORDS += ("strike", "shoot", "ram", "hurl", "place")
V_END, V_COINS, V_UNIT, V_ENGINE, V_SHIP, V_BUILDING, V_MOVE, V_TURN, V_TIRE, V_MEMBER = range(WORDS.index("strike"))
V_STRIKE, V_SHOOT, V_RAM, V_HURL, V_PLACE = range(V_MEMBER + 1, len(WORDS))
V_PLAN = len(WORDS)
V_SITE = V_PLAN + len(PLANS)
V_MAKE = V_SITE + 1
VERBS = (*WORDS, *(f"plan {plan}" for plan in PLANS), "site", *(f"make {ware}" for ware in WARES))

# Why a game ends; 0 while it has not.
REASONS = ("no-seat", "no-units", "defended", "more-seats", "more-units", "even")
NO_SEAT, NO_UNITS, DEFENDED, MORE_SEATS, MORE_UNITS, EVEN = range(1, 1 + len(REASONS))
