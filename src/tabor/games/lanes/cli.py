"""`tabor lanes …`: what designers of cards and levels need."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="Cards, decks and levels of lanes.")


@app.callback()
def lanes() -> None:
    """Cards, decks and levels of lanes."""


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="TOML: units, decks, levels, bonuses, rules.")],
) -> None:
    """Say all that is wrong with files of your own, at once and with the place; exit code 1 if anything is."""
    from tabor.games.lanes.checking import inspect

    found = inspect(files)
    for problem in found.errors:
        print(f"error: {problem}")
    for problem in found.warnings:
        print(f"warning: {problem}")
    counts = f"{len(found.errors)} errors, {len(found.warnings)} warnings"
    print(counts if found.errors or found.warnings else "nothing is wrong")
    raise typer.Exit(1 if found.errors else 0)
