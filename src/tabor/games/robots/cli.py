"""`tabor robots …`: for people who write programs that play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tabor.errors import DataError

app = typer.Typer(help="Tools for people who write bots.", rich_markup_mode=None, no_args_is_help=True)


@app.command()
def new(file: Annotated[Path, typer.Argument(help="The bot to write, as in mybot.py.")]) -> None:
    """Write a short commented bot that already beats the random one."""
    from tabor.games.robots.robotgame.starter import STARTER

    write_new(file, STARTER)
    print(f"{file} is ready. Let it fight: tabor match robots {file} drifter -n 10")


@app.command()
def convert(
    file: Annotated[Path, typer.Argument(help="A bot written for Python 2.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The file to write.")],
) -> None:
    """Make a Python 3 bot of one written for Python 2, and list the changes."""
    from tabor.games.robots.robotgame.convert import convert as to_python3
    from tabor.games.robots.robotgame.convert import decode

    try:
        data = file.read_bytes()
    except OSError as error:
        raise DataError(f"{file} cannot be read: {error.strerror}") from None
    converted = to_python3(decode(data), str(file))
    write_new(output, converted.source)
    for change in converted.changes:
        print(change)
    print(f"{output}: {len(converted.changes)} changes" if converted.was_python2 else f"{file} is Python 3 already")


@app.command()
def rerun(
    file: Annotated[Path, typer.Argument(help="A saved match.")],
    turn: Annotated[int, typer.Option(help="The turn to run again.")],
    bot: Annotated[Path, typer.Option(help="The bot to run it with.")],
    seat: Annotated[int, typer.Option(min=1, max=2, help="Its side: 1 blue, 2 orange.")] = 1,
) -> None:
    """Play the earlier turns into a bot, run one turn in this process, where a debugger stops, and compare."""
    from tabor.games.robots.robotgame.rerun import run_again

    run_again(file, turn, bot, seat - 1)


def write_new(file: Path, text: str) -> None:
    """Never over a file that is there."""
    try:
        with file.open("x", encoding="utf-8") as target:
            target.write(text)
    except FileExistsError:
        raise DataError(f"{file} is there already; name a file that is not") from None
    except OSError as error:
        raise DataError(f"{file} cannot be written: {error.strerror}") from None
