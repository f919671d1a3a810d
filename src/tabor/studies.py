"""`tabor study …`: the balance lab on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tabor.cli import show_compiling
from tabor.tournaments import Cores

app = typer.Typer(help="Studies: what a change of the rules does.", rich_markup_mode=None)

File = Annotated[Path, typer.Argument(metavar="FILE", help="The study, a TOML file; see docs/studies.md.")]
Ray = Annotated[str | None, typer.Option(metavar="auto|ADDRESS", help="Play on a Ray cluster (extra tabor[ray]).")]


@app.command()
def run(file: File, cores: Cores = None, ray: Ray = None) -> None:
    """Play it, or go on with it, until the answers are sure or the budget is spent. Ctrl-C stops; nothing is lost."""
    from tabor.terminal.studying import run_study

    show_compiling()
    run_study(file, cores, ray)


@app.command()
def show(file: File) -> None:
    """What is known now, also while it runs: verdicts, and every measure of every variant with its interval."""
    from tabor.terminal.studying import show_study

    show_compiling()
    show_study(file)


@app.command()
def report(
    file: File,
    target: Annotated[
        Path | None, typer.Option("-o", metavar="FILE", help="Else report.html beside the ledger.")
    ] = None,
) -> None:
    """Write the report: one HTML file with verdicts, drawings of each measure, and what was not measured."""
    from tabor.terminal.studying import write_study_report

    show_compiling()
    write_study_report(file, target)


@app.command()
def tune(file: File, cores: Cores = None, ray: Ray = None) -> None:
    """Which numbers reach the targets? Tries them (extra tabor[lab]), then confirms the best on fresh openings."""
    from tabor.terminal.studying import tune_study

    show_compiling()
    tune_study(file, cores, ray)
