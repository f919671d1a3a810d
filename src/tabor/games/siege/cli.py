"""`tabor siege …`: maps, for people who draw them or want a new one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabor.errors import DataError

if TYPE_CHECKING:
    from rich.text import Text

app = typer.Typer(help="Maps of siege.", rich_markup_mode=None, no_args_is_help=True)

LEGEND = (("grass", "."), ("water", "~"), ("rock", "#"))


@app.callback()
def siege() -> None:
    """Maps of siege."""


@app.command("map")
def show_map(
    name: Annotated[str | None, typer.Argument(help="A map that is there; without it a new one is made.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Another seed makes another map.")] = 1,
    size: Annotated[str, typer.Option(metavar="WxH", help="Columns and rows of a new map.")] = "32x24",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the map to this file, to play on it.")
    ] = None,
    rules: Annotated[Path | None, typer.Option("--rules", metavar="FILE", help="A file of yours with maps.")] = None,
) -> None:
    """Draw a map: a fair new one, or one that is there. Maps of your own are checked on the way."""
    from tabor.games.siege.mapmaking import make_map

    if name is not None:
        rows = named_map(name, rules)
    else:
        name, rows = f"{size}-{seed}", make_map(seed, *read_size(size))
    draw(name, rows)
    if output is not None:
        write_map(output, name, rows)
        print(f"{output} is ready. Play on it: tabor play siege --rules {output} --map {name}")


def read_size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and len(text) < 10):
        raise DataError(f"the size is {text!r}; it must be columns and rows, as in 32x24")
    return int(width), int(height)


def named_map(name: str, rules: Path | None) -> list[str]:
    """A map of the game, or of a designer's file; refused if nobody could play on it."""
    from tabor.data import merge
    from tabor.games.siege import KIND
    from tabor.loading import load_kind

    game = load_kind(KIND, rules, {"map": name})
    tree, _ = merge(KIND.data, game.changes, "")
    rows: list[str] = tree["maps"][name]
    return rows


def write_map(file: Path, name: str, rows: list[str]) -> None:
    """As `--rules` reads it; never over a file that is there."""
    drawn = "".join(f'  "{row}",\n' for row in rows)
    try:
        with file.open("x", encoding="utf-8") as target:
            target.write(f'# A map of siege. "." is grass, "~" water, "#" rock.\n\n[maps]\n{name} = [\n{drawn}]\n')
    except FileExistsError:
        raise DataError(f"{file} is there already; name a file that is not") from None
    except OSError as error:
        raise DataError(f"{file} cannot be written: {error.strerror}") from None


# ---- drawing ----


def draw(name: str, rows: list[str]) -> None:
    """The map with its coordinates and a legend; with colours on a terminal."""
    from rich.console import Console

    from tabor.grid import column_name

    console = Console(highlight=False, soft_wrap=True)
    console.print(f"{name}, {len(rows[0])}×{len(rows)}")
    for number, row in zip(range(len(rows), 0, -1), rows, strict=True):
        console.print(line(f"{number:>2} ", row))
    for letters in ("".join(column_name(x)[i : i + 1] or " " for x in range(len(rows[0]))) for i in range(2)):
        if letters.strip():
            console.print(f"   {spaced(letters)}")
    console.print(line("   ", "", *(f"{sign} {ground}  " for ground, sign in LEGEND)))


def spaced(signs: str) -> str:
    """Cells are about as wide as high when a space stands between."""
    return " ".join(signs).rstrip()


def line(head: str, row: str, *legend: str) -> Text:
    from rich.text import Text

    from tabor.terminal.screen import DIM, GROUND, GROUND_STYLES

    made = Text(head, style=DIM)
    for sign in row:
        made.append(f"{GROUND[sign]} ", style=GROUND_STYLES[sign])
    for entry in legend:
        made.append(GROUND[entry[0]], style=GROUND_STYLES[entry[0]]).append(entry[1:])
    made.rstrip()
    return made
