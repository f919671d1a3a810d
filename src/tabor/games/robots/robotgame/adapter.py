"""Lets a RobotGame bot play: a file with `class Robot` and `act(self, game)`, which may import `rg` (S9 to S12).

Runs inside the bot's own process, started by the runner of programs, so it uses the standard library alone:

    bot = load(source, path, facts)           a new game: executes the source afresh and makes the one Robot
    answer(bot, message, limit)               a turn: {"orders": [[robot_id, "move", x, y], …], "problems": […]}

An answer that is late, malformed or not possible on the board, or a crash, makes that one robot guard; `problems` says
which and why. A converted Python 2 bot begins with helpers, up to MARK; they are compiled apart, so that the numbers of
the lines below are those of the bot's file.
"""

from __future__ import annotations

import linecache
import math
import random
import sys
import traceback
import types
import warnings

TYPE_CHECKING = False  # `typing` would take a third of the time that a bot's process needs to start
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from typing import Any

    Cell = tuple[int, int]
    Limit = Callable[[float], AbstractContextManager[None]]

MARK = "# ---- the bot, converted from Python 2 ----\n"
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # S11: the order of locs_around
FIRST, FURTHER = 1.5, 0.3  # seconds for the first robot of a turn and for each further one (S12)
KEPT = 4000  # characters of a problem
FRAMES = 12  # calls shown of a traceback
TUPLES = {"attack_range", "exposed_properties", "player_only_properties", "user_obj_types", "valid_commands"}
MAY_IMPORT_RANDOM = ("random", "exec", "eval", "__import__", "importlib")


class AttrDict(dict[str, "Any"]):
    """A dict whose items are attributes too; `hasattr` and `in` agree."""

    def __init__(self, *args: Any, **items: Any) -> None:
        super().__init__(*args, **items)
        self.__dict__ = self

    def __reduce__(self) -> tuple[Any, ...]:  # copies and deep copies have attributes as well
        return AttrDict, (dict(self),)


class Unfit(Exception):  # noqa: N818 - not an error of the adapter
    """An answer is no order; the text says why."""


class Bot:
    """One player's program during one game."""

    def __init__(self, robot: Any, source: str, path: str, facts: dict[str, Any], arena: Arena) -> None:
        self.robot, self.path, self.arena = robot, path, arena
        limits = facts.get("limits") or {}
        self.first, self.further = float(limits.get("first", FIRST)), float(limits.get("further", FURTHER))
        # Seeding costs more than all the rest of the adapter: spared for bots that cannot reach `random`.
        self.seed = random.seed if any(word in source for word in MAY_IMPORT_RANDOM) else None


# ---- a game begins ----


def load(source: str, path: str, facts: dict[str, Any]) -> Bot:
    """Execute a bot's source in a new module with a new `rg`, and make its only Robot."""
    settings = read_settings(facts["settings"])
    arena = Arena(settings)
    provide_rg(arena, settings)
    helpers, body = split(source)
    linecache.cache[path] = (len(body), None, body.splitlines(True), path)
    module = types.ModuleType("bot")
    module.__file__, module.__package__ = path, ""
    sys.modules["bot"] = module  # where dataclasses and pickle look for a class of the bot
    exec(compile(helpers, "<helpers>", "exec"), module.__dict__)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of strings such as "\\d"
        code = compile(body, path, "exec")
    execute(code, module, path)
    return Bot(make_robot(module, path), body, path, facts, arena)


def split(source: str) -> tuple[str, str]:
    """The helpers of a converted bot, and the bot."""
    helpers, mark, body = source.partition(MARK)
    return (helpers, body) if mark and source.startswith("# Converted") else ("", source)


def execute(code: types.CodeType, module: types.ModuleType, path: str) -> None:
    try:
        exec(code, module.__dict__)
    except ImportError as error:
        if isinstance(error, ModuleNotFoundError) or "relative import" in str(error):
            raise ImportError(
                f"{path}: {error}; a bot is one file and can import rg and Python's standard library, and NumPy where "
                "that is installed"
            ) from error
        raise
    except SystemExit as error:
        raise RuntimeError(f"{path} called sys.exit while it was loaded") from error


def make_robot(module: types.ModuleType, path: str) -> Any:
    made = getattr(module, "Robot", None)
    if not isinstance(made, type):
        raise TypeError(f"{path} has no class Robot")
    if not callable(getattr(made, "act", None)):
        raise TypeError(f"{path}: class Robot has no method act(self, game)")
    return made()


def read_settings(given: dict[str, Any]) -> AttrDict:
    """The settings as bots know them: cells and ranges are tuples."""
    settings = AttrDict(given)
    for name in TUPLES & given.keys():
        settings[name] = tuple(given[name])
    for name in ("spawn_coords", "obstacles"):
        settings[name] = [(x, y) for x, y in given[name]]
    return settings


# ---- the module rg (S11) ----


class Arena:
    """The cells, and the functions of `rg` that need to know them."""

    def __init__(self, settings: AttrDict) -> None:
        size = self.size = settings["board_size"]
        self.obstacles = set(settings["obstacles"])
        self.special = {"spawn": set(settings["spawn_coords"]), "obstacle": self.obstacles}
        cells = {(x, y) for x in range(size) for y in range(size)}
        self.walkable = cells - self.obstacles
        self.types = {cell: frozenset(self.types_of(cell)) for cell in cells}

    def types_of(self, cell: Cell) -> set[str]:
        if not (0 <= cell[0] < self.size and 0 <= cell[1] < self.size):
            return {"invalid"}
        return {"normal"} | {name for name, cells in self.special.items() if cell in cells}

    def loc_types(self, loc: Any) -> set[str]:
        cell = tuple(loc)
        known = self.types.get(cell)
        return self.types_of(cell) if known is None else set(known)

    def locs_around(self, loc: Any, filter_out: Any = None) -> list[Any]:
        x, y = loc
        around = [(x + dx, y + dy) for dx, dy in STEPS]
        if not filter_out:
            return around
        unwanted = set(filter_out)
        return [cell for cell in around if unwanted.isdisjoint(self.types.get(cell) or self.types_of(cell))]

    def toward(self, from_loc: Any, to_loc: Any) -> Any:
        if from_loc == to_loc:
            return from_loc
        (x, y), (to_x, to_y) = from_loc, to_loc
        along_x, along_y = (x + sign(to_x - x), y), (x, y + sign(to_y - y))
        if abs(to_y - y) > abs(to_x - x):
            along_x, along_y = along_y, along_x
        return along_y if along_x in self.obstacles else along_x


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def dist(loc1: Any, loc2: Any) -> float:
    return math.sqrt((loc2[0] - loc1[0]) ** 2 + (loc2[1] - loc1[1]) ** 2)


def wdist(loc1: Any, loc2: Any) -> Any:
    return abs(loc2[0] - loc1[0]) + abs(loc2[1] - loc1[1])


def provide_rg(arena: Arena, settings: AttrDict) -> None:
    """Make `import rg` work, and `from rgkit import rg`, as newer bots write it."""
    rg, rgkit, other = (types.ModuleType(name) for name in ("rg", "rgkit", "rgkit.settings"))
    middle = (arena.size // 2, arena.size // 2)
    vars(rg).update(
        dist=dist, wdist=wdist, loc_types=arena.loc_types, locs_around=arena.locs_around, toward=arena.toward,
        CENTER_POINT=middle, settings=settings,
    )  # fmt: skip
    vars(other).update(settings=settings, AttrDict=AttrDict)
    vars(rgkit).update(rg=rg, settings=other, __path__=[])
    sys.modules.update({"rg": rg, "rgkit": rgkit, "rgkit.rg": rg, "rgkit.settings": other})


# ---- a turn ----


def answer(bot: Bot, message: dict[str, Any], limit: Limit) -> dict[str, Any]:
    """The orders of all own robots, in the order of their ids."""
    game = see(message)
    own = [robot for robot in message["robots"] if robot[3] == message["player"]]
    own.sort(key=lambda robot: robot[4])
    orders: list[list[Any]] = []
    problems: list[list[Any]] = []
    seconds = bot.first
    for robot in own:
        order, problem = ask(bot, robot, game, message["seed"], limit, seconds)
        orders.append([robot[4], *order])
        if problem:
            problems.append([robot[4], problem[:KEPT]])
        seconds = bot.further
    return {"orders": orders, "problems": problems}


def see(message: dict[str, Any]) -> AttrDict:
    """The game as bots see it (S10). All robots of a turn share it, as they always did; the next turn has its own."""
    robots, new = {}, AttrDict.__new__
    for x, y, hp, player, robot_id in message["robots"]:
        seen = new(AttrDict)
        seen.__dict__ = seen  # without a call of __init__, in half the time
        cell = seen["location"] = (x, y)
        seen["hp"], seen["player_id"] = hp, player
        robots[cell] = seen
        if robot_id is not None:
            seen["robot_id"] = robot_id
    return AttrDict(robots=robots, turn=message["turn"], seed=message["seed"])


def ask(bot: Bot, robot: list[Any], game: AttrDict, seed: int, limit: Limit, seconds: float) -> tuple[list[Any], str]:
    """One robot's order, and what was wrong with its answer."""
    x, y, hp, player, robot_id = robot
    try:
        with limit(seconds):
            if bot.seed:
                bot.seed(seed * 1_000_003 + robot_id)
            mine = bot.robot
            mine.location, mine.hp, mine.player_id, mine.robot_id = (x, y), hp, player, robot_id
            return read_order(mine.act(game), x, y, bot.arena.walkable), ""
    except Unfit as unfit:
        return ["guard"], str(unfit)
    except BaseException as error:  # the runner's Late, SystemExit and KeyboardInterrupt too: only this robot guards
        return ["guard"], in_words(error, bot, seconds)


def read_order(given: Any, x: int, y: int, walkable: set[Cell]) -> list[Any]:
    """The order in an answer; Unfit if it is none, or cannot be done from this cell (S1)."""
    if type(given) is list and len(given) == 2 and type(given[1]) is tuple and len(given[1]) == 2:
        name, (to_x, to_y) = given  # the usual answer, without the detours that safety takes below
        if type(name) is str and type(to_x) is type(to_y) is int and name in ("move", "attack"):
            return check_target(name, to_x, to_y, x, y, walkable)
    return read_unusual_order(given, x, y, walkable)


def check_target(name: str, to_x: int, to_y: int, x: int, y: int, walkable: set[Cell]) -> list[Any]:
    if abs(to_x - x) + abs(to_y - y) != 1:
        raise Unfit(f"act returned {show([name, (to_x, to_y)])}, but that cell is not beside {(x, y)}")
    if (to_x, to_y) not in walkable:
        raise Unfit(f"act returned {show([name, (to_x, to_y)])}, but nobody can enter that cell")
    return [name, to_x, to_y]


def read_unusual_order(given: Any, x: int, y: int, walkable: set[Cell]) -> list[Any]:
    parts = items_of(given)[:2]  # what follows was never looked at
    kind = parts[0] if parts else None
    if not issubclass(type(kind), str):
        raise Unfit(f"act returned {show(given)}, which is not an order such as ['move', (9, 9)] or ['guard']")
    name = str.__str__(kind)
    if name in ("guard", "suicide"):
        return [name]
    if name not in ("move", "attack") or len(parts) != 2:
        raise Unfit(
            f"act returned {show(given)}; it must be ['move', (x, y)], ['attack', (x, y)], ['guard'] or ['suicide']"
        )
    target = items_of(parts[1])
    to_x, to_y = map(whole, target) if len(target) == 2 else (None, None)
    if to_x is None or to_y is None:
        raise Unfit(f"act returned {show(given)}; the cell must be (x, y) with two whole numbers")
    return check_target(name, to_x, to_y, x, y, walkable)


def items_of(value: Any) -> list[Any]:
    """The first three items of a list, a tuple or a NumPy array; nothing for everything else. Runs no method of the
    bot's own."""
    kind = type(value)
    if is_numpys(kind) and kind.__name__ == "ndarray":
        value, kind = value[:3].tolist() if value.ndim == 1 else [], list
    base: Any = list if issubclass(kind, list) else tuple if issubclass(kind, tuple) else None
    if base is None:
        return []
    return [base.__getitem__(value, i) for i in range(min(3, base.__len__(value)))]


def is_numpys(kind: type) -> bool:
    """Whether a type is one of NumPy's own: a bot's class may only say so."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and (kind is numpy.ndarray or kind in {numpy.dtype(code).type for code in "bBhHiIlLqQ"})


def whole(number: Any) -> int | None:
    """A coordinate as an int; None for what is not a whole number."""
    kind = type(number)
    if issubclass(kind, int):
        return int.__index__(number)
    if is_numpys(kind):
        return int(number)
    if issubclass(kind, float) and float.is_integer(number):
        return int(float.__float__(number))
    return None


# ---- problems in words ----


def show(value: Any, depth: int = 3) -> str:
    """A short text for any value; of objects only the type is told, since their repr is the bot's code."""
    kind = type(value)
    if kind in (list, tuple) and depth:
        inside = ", ".join(show(item, depth - 1) for item in value[:4]) + (", …" if len(value) > 4 else "")
        return f"[{inside}]" if kind is list else f"({inside}{',' if len(value) == 1 else ''})"
    if kind is int and value.bit_length() > 200:
        return f"a whole number of {value.bit_length()} bits"
    if kind in (str, bytes):
        return repr(value[:60]) + ("…" if len(value) > 60 else "")
    if kind in (int, float, bool, complex, type(None)):
        return repr(value)
    return f"<{type.__dict__['__name__'].__get__(kind)[:60]}>"


def in_words(error: BaseException, bot: Bot, seconds: float) -> str:
    """The traceback from the bot's own code on; it may be that even this fails, for an error made by the bot."""
    late = f"took longer than {seconds:g} s\n" if type(error).__name__ == "Late" else ""
    try:
        trace = error.__traceback__
        while trace and trace.tb_next and trace.tb_frame.f_code.co_filename != bot.path:
            trace = trace.tb_next
        text = "".join(traceback.format_exception(type(error), error, trace, limit=-FRAMES, chain=False))
    except BaseException:
        text = "an error that cannot be shown"
    return late + text[-KEPT + len(late) :]
