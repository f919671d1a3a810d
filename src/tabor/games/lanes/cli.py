"""`tabor lanes …`: what designers of cards and levels need, and players who build decks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="Cards, decks and levels of lanes.")

OwnFiles = Annotated[
    list[Path] | None, typer.Option("--rules", metavar="FILE", help="A TOML file of your own; repeatable.")
]


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


@app.command()
def cards(
    tag: Annotated[str, typer.Argument(metavar="[CLASS]", help="Only the cards of a class, as in folk.")] = "",
    rules: OwnFiles = None,
) -> None:
    """List the cards that a deck may hold, and what each does."""
    from tabor.games.lanes.listing import list_cards

    print("\n".join(list_cards(tag, rules or [])))


@app.command()
def deck(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A deck, as in starter.")],
    level: Annotated[str, typer.Option(help="As it has grown at this level.")] = "",
    rules: OwnFiles = None,
) -> None:
    """Show a deck, its cards and what each does."""
    from tabor.games.lanes.listing import list_deck

    print("\n".join(list_deck(name, level, rules or [])))


@app.command()
def levels(rules: OwnFiles = None) -> None:
    """List the levels in their order, and what each gives to a deck that grows."""
    from tabor.games.lanes.listing import list_levels

    print("\n".join(list_levels(rules or [])))


@app.command()
def watch(
    level: Annotated[str, typer.Argument(metavar="LEVEL", help="As in meadow.")],
    pause: Annotated[float, typer.Option(min=0, max=60, help="Seconds between two actions, on a terminal.")] = 1.5,
) -> None:
    """Watch a battle of this level that was won."""
    from rich.console import Console

    from tabor.games.lanes.watching import watch as show

    show(level, pause, Console(highlight=False))
