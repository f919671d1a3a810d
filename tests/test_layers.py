"""The layers of the house: a module imports its own layer or earlier ones, and the maps are complete."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import tabor
from tabor.games import NAMES

SOURCE = Path(tabor.__file__).parent
ROOT = Path(__file__).parent.parent

# Rooms of `tabor`, a module or a package each. What is not here yet has its place already.
LAYERS = (
    "errors cores complaints databases kept linking jit quick rng grid data game loading games",  # what a game is
    "dice desk match saves view frames messages lessons positions sketch perft batch",  # one game or many
    "players cage warming",  # who decides
    "arena lab envs learn testing analysis puzzles mining",  # many matches
    "report",
    "server terminal client docs files newgame mcp",
    "cli tournaments studies",  # the front door: it calls all rooms
)
LAYER_OF = {room: number for number, rooms in enumerate(LAYERS, 1) for room in rooms.split()}
LONGEST = 40  # lines of a function
SAME = 6  # lines that may not stand twice
APART = ("server", "terminal")  # of one layer, but neither imports the other

# Of a game's folder. Every other file belongs to the first layer that uses it: a helper of a command is a command's.
OF_A_GAME = {"rules": 1, "knowledge": 1, "numbers": 1, "text": 2, "view": 2, "players": 3, "__init__": 3}
OF_A_GAME |= {"cli": 6, "tables": 6}


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(SOURCE.rglob("*.py"))}


def imported(path: Path) -> Iterator[str]:
    """The modules of Tabor that a file imports anywhere, in functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            parts = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (part if part in MODULES else node.module for part in parts)


IMPORTS = {name: set(imported(path)) - {name, "tabor"} for name, path in MODULES.items()}


def layers() -> dict[str, int]:
    """The layer of every module."""
    found = {}
    for name, path in MODULES.items():
        parts = name.split(".")
        if parts[1:2] == ["games"] and len(parts) > 2:
            if len(parts) == 3 or (len(parts) == 4 and path.stem in OF_A_GAME):
                found[name] = OF_A_GAME[path.stem]
        elif len(parts) > 1:
            found[name] = LAYER_OF[parts[1]]
    while True:
        users: dict[str, int] = {}
        for name in MODULES.keys() - found.keys() - {"tabor"}:
            known = [layer for user, layer in found.items() if name in IMPORTS[user]]
            if known:
                users[name] = min(known)
        if not users:
            return dict.fromkeys(MODULES.keys() - {"tabor"}, 6) | found  # what nobody imports is run by itself
        least = min(users.values())
        found |= {name: layer for name, layer in users.items() if layer == least}


def test_every_room_has_its_layer() -> None:
    rooms = {path.stem for path in SOURCE.glob("*.py")} | {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert rooms - {"__init__"} <= set(LAYER_OF)


def test_a_module_imports_its_own_layer_or_earlier_ones() -> None:
    layer = layers()
    upwards = [
        f"{name} ({layer[name]}) imports {other} ({layer[other]})"
        for name in layer
        for other in IMPORTS[name]
        if layer[other] > layer[name]
    ]
    assert not upwards


def test_server_and_terminal_do_without_each_other() -> None:
    for here, there in (APART, APART[::-1]):
        found = [name for name in MODULES if name.split(".")[1:2] == [here]]
        assert found
        wrong = {other for name in found for other in IMPORTS[name] if other.split(".")[1] == there}
        assert not wrong


def test_the_layers_of_a_game_are_found() -> None:
    layer = layers()
    for name in NAMES:
        assert layer[f"tabor.games.{name}.rules"] == 1
        assert all(part in layer for part in MODULES if part.startswith(f"tabor.games.{name}."))


# ---- maps ----


def names_in(text: str) -> set[str]:
    return set(re.findall(r"\b([a-z_0-9]+\.py|[a-z]+/)", text))


def test_the_map_in_the_readme_names_every_file() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    own = text.partition("src/tabor/\n")[2].partition("frontend/")[0]
    files = {path.name for path in SOURCE.glob("*.py")} | {
        f"{path.parent.name}/" for path in SOURCE.glob("*/__init__.py")
    }
    assert files - {"__init__.py"} <= names_in(own), "not in the map"
    assert {name for name in names_in(own) if name.endswith("/")} - files <= {"data/", "locale/", "art/"}


@pytest.mark.parametrize("room", ["arena", "batch", "lab", "report", "server", "terminal"])
def test_the_map_of_a_room_names_every_file(room: str) -> None:
    text = (SOURCE / room / "__init__.py").read_text(encoding="utf-8")
    files = {path.name for path in (SOURCE / room).glob("*.py")} - {"__init__.py"}
    assert files == {name for name in names_in(text) if name.endswith(".py")}


# ---- sizes ----


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_no_function_is_long() -> None:
    sizes = {
        f"{path.relative_to(SOURCE)}: {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path in MODULES.values()
        for node in functions(path)
    }
    assert not {name: size for name, size in sizes.items() if size > LONGEST}


def code_lines(path: Path) -> list[tuple[int, str]]:
    """The lines of a file with their numbers, without imports and comments."""
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    return [(number, text) for number, line in lines if (text := line.strip()) and not text.startswith(SKIPPED)]


SKIPPED = ("#", "from ", "import ", '"""', ")", "]", "}")


def test_no_six_lines_stand_twice() -> None:
    places: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for path in MODULES.values():
        lines = code_lines(path)
        for start in range(len(lines) - SAME + 1):
            block = tuple(text for _, text in lines[start : start + SAME])
            if not is_declaration(block):
                places[block].append(f"{path.relative_to(SOURCE)}:{lines[start][0]}")
    assert not [where for where in places.values() if len(where) > 1]


def is_declaration(block: tuple[str, ...]) -> bool:
    """Lists of names, and of parameters or arguments one a line: their likeness is no repetition."""
    return sum(text.endswith((",", "(")) or "Any" in text for text in block) >= SAME - 1
