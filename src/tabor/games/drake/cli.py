"""`tabor drake …`: what is known of endings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tabor.errors import DataError

app = typer.Typer(help="Tables of endings.", rich_markup_mode=None, no_args_is_help=True)


@app.callback()
def drake() -> None:
    """Tables of endings."""


@app.command("endings")
def make_endings(
    board: Annotated[str, typer.Option(help="The board.")] = "plain",
    units: Annotated[int, typer.Option(min=1, max=2, help="Units that are left beside the leaders, at most.")] = 1,
    rules: Annotated[Path | None, typer.Option("--rules", metavar="FILE", help="A file with numbers of yours.")] = None,
    folder: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where to write the table, if not among your own.")
    ] = None,
) -> None:
    """Work out how every position with few units ends, once; alphabeta looks it up from then on.

    With one unit beside the leaders it takes seconds on a board of 4 × 4; with two, minutes and 350 MB of memory.
    """
    import tabor
    from tabor import kept
    from tabor.games.drake.endings import save, work_out

    game = tabor.load("drake", rules=rules, board=board)
    for plies, settled, endings in work_out(game, units):  # noqa: B007 - the last one is whole
        if plies > 0:
            print(f"{'won' if plies % 2 else 'lost'} in {plies:3} plies: {settled:11,}", flush=True)
    there = endings[endings >= 0]
    print(
        f"{len(there):,} positions: {(there == 0).sum():,} drawn, {(there % 2 == 1).sum():,} won by whoever is on turn"
    )
    try:
        file = save(game.setup, endings, folder or kept.cache_root() / "endings")
    except OSError as error:
        raise DataError(f"the table cannot be written to {error.filename}: {error.strerror}") from None
    print(f"{file}: {file.stat().st_size:,} bytes. alphabeta on this board uses it from now on")
