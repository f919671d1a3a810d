"""`tabor rooms`: what is kept of matches; all of it works while a server runs on the same database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(no_args_is_help=True)

Data = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Where matches are kept; else TABOR_DATABASE_URL, else your data folder."),
]
Target = Annotated[Path, typer.Argument(metavar="FILE", help="To be written; packed if it ends in .gz.")]
Source = Annotated[Path, typer.Argument(metavar="FILE", help="A backup, or an export of pruned rooms.")]
Export = Annotated[Path | None, typer.Option(metavar="FILE", help="Write them there first; `restore` reads it.")]


@contextmanager
def opened(data: Path | None) -> Iterator[tuple[Any, Any]]:
    """The database, and what says how far it is."""
    from rich.console import Console

    from tabor.server.store import connect, default_url

    engine = connect(default_url(data))
    try:
        with Console(stderr=True).status("Rooms …") as status:
            yield engine, lambda count: status.update(f"Rooms … {count}")
    finally:
        engine.dispose()


@app.callback()
def rooms() -> None:
    """Back up, restore and prune the rooms of a server, also while it runs."""


@app.command()
def backup(file: Target, data: Data = None) -> None:
    """Write all rooms to a file, each as it was at one moment."""
    from tabor.server import archive

    with opened(data) as (engine, tell):
        count = archive.backup(engine, file, tell)
    print(f"{count} rooms are in {file}")


@app.command()
def restore(file: Source, data: Data = None) -> None:
    """Add the rooms of a file; those that are there stay as they are."""
    from tabor.server import archive

    with opened(data) as (engine, tell):
        added, known = archive.restore(engine, file, tell)
    print(f"{added} rooms were added, {known} were there")


@app.command()
def prune(
    days: Annotated[float, typer.Option(min=0, help="Rooms in which nothing has happened for so long.")],
    export: Export = None,
    data: Data = None,
) -> None:
    """Delete old rooms."""
    from tabor.server import archive

    with opened(data) as (engine, tell):
        count = archive.prune(engine, days, export, tell)
    print(f"{count} rooms were deleted" + (f", and are in {export}" if export and count else ""))
