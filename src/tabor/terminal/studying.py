"""What `tabor study` prints."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tabor.lab.content import Digit, Use
from tabor.lab.lab import Lab, Standing
from tabor.lab.measures import MEASURES, Measure
from tabor.lab.study import Study, read_study
from tabor.lab.summary import Row, digits_of, ends_of, not_measured, rows_of, taken_of, uses_of, worths_of
from tabor.lab.tuning import Trial, Tuner, import_optuna
from tabor.lab.verdicts import Estimate, Verdict
from tabor.terminal.progress import bar, busy
from tabor.terminal.standings import starter

STYLES = {"better": "bold green", "worse": "bold red", "split": "bold yellow", "open": "dim"}
RARE = 0.05  # of games: content that is used in fewer is named
NAMED = 4  # of a long list


def run_study(file: Path, cores: int | None, ray: str | None) -> None:
    """With a bar; Ctrl-C ends it and still shows what is known."""
    run_lab(Lab(read_study(file)), cores, ray)


def run_lab(lab: Lab, cores: int | None, ray: str | None) -> None:
    with busy(f"getting {lab.game.kind.title} ready …"):
        _ = lab.game.functions  # compiled once here rather than by every worker at the same time
    with bar() as progress:
        task = progress.add_task("playing", total=lab.planned(), completed=lab.played(), score="")
        with contextlib.suppress(KeyboardInterrupt), contextlib.closing(lab.run(starter(cores, ray))) as shards:
            for shard in shards:
                progress.update(task, advance=shard.games)
    show_lab(lab)
    lab.close()


def show_study(file: Path) -> None:
    lab = Lab(read_study(file))
    show_lab(lab)
    lab.close()


def show_lab(lab: Lab) -> None:
    console = Console(highlight=False)
    with busy("looking at the games …"):
        standing = lab.standing()
        rows = rows_of(lab, standing)
    console.print(state_line(lab, standing), soft_wrap=True)
    if not rows:
        return
    console.print(measures_table(lab, rows))
    for verdict in standing.verdicts:
        console.print(verdict_line(verdict, standing.is_spent), soft_wrap=True)
    for line in (*content_lines(lab, standing), *missing_lines(lab)):
        console.print(Text(line), soft_wrap=True)


def state_line(lab: Lab, standing: Standing) -> str:
    """Whether it is over, and why."""
    study, games = lab.study, f"{lab.played():,} of at most {lab.planned():,} games"
    if not standing.is_over:
        return f"{games}; go on with: tabor study run {study.path}"
    if not study.questions:
        return f"{games}; the budget is spent, and nothing was asked"
    why = "every answer is sure" if standing.is_sure else "the budget is spent"
    return f"{games}; {why} ({study.confidence:.0%} for all answers together, {study.looks} looks)"


def measures_table(lab: Lab, rows: Sequence[Row]) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("measure", no_wrap=True)
    for variant in lab.study.variants:
        table.add_column(variant.name, justify="right")
    for measure in MEASURES:
        mine = {row.variant: row.estimate for row in rows if row.measure is measure}
        if mine:
            cells = [estimate_text(measure, mine.get(variant.name)) for variant in lab.study.variants]
            table.add_row(measure.title, *cells)
    table.add_row("ends", *("\n".join(end_lines(lab, name, rows)) for name in lab.games))
    return table


def estimate_text(measure: Measure, found: Estimate | None) -> str:
    if found is None or not np.isfinite(found.value):
        return "–"
    half = (found.high - found.low) / 2
    return f"{measure.write(found.value)} ±{measure.write(half)}"


def end_lines(lab: Lab, variant: str, rows: Sequence[Row]) -> list[str]:
    look = next((row.look for row in rows if row.variant == variant), 0)
    return [f"{reason.replace('-', ' ')} {found.value:.0%}" for reason, found in ends_of(lab, variant, look)]


def verdict_line(verdict: Verdict, is_spent: bool) -> Text:
    line = Text(f"{verdict.variant}, {verdict.question.measure}: ")
    return line.append(verdict.sentence(is_spent), STYLES.get(verdict.kind, "bold"))


def content_lines(lab: Lab, standing: Standing) -> list[str]:
    """What is hardly ever used; what pieces are worth."""
    lines = []
    for variant, look in standing.looks.items():
        said = {
            "hardly ever used": rare_text(uses_of(lab, variant, look)),
            "never played": never_text(digits_of(lab, variant, look)),
            "worth of a piece more, in points": worth_text(worths_of(lab, variant, look)),
            "worth of a piece, taken from one side, in points": worth_text(taken_of(lab, variant, look)),
        }
        lines += [f"{variant}: {title}: {text}" for title, text in said.items() if text]
    return lines


def rare_text(uses: Sequence[Use]) -> str:
    """Table by table: how many things were in fewer games than RARE, and the first of them; the report has all.

    Content of a table of which nothing was used at all was not in the game.
    """
    said = []
    for table in dict.fromkeys(use.table for use in uses if use.table != "happens"):
        mine = [use for use in uses if use.table == table]
        rare = [use for use in mine if use.share.value < RARE]
        if rare and any(use.games for use in mine):
            names = shortly([f"{use.name} {use.share.value:.0%}" if use.games else use.name for use in rare])
            said.append(f"{len(rare)} of {len(mine)} {table} ({names})")
    return ", ".join(said)


def never_text(digits: Sequence[Digit]) -> str:
    """Of every digit of actions that has values which nobody chose."""
    said = [
        f"{len(digit.never)} of {digit.base} values of {digit.name} ({shortly(list(map(str, digit.never)))})"
        for digit in digits
        if digit.never
    ]
    return ", ".join(said)


def shortly(names: Sequence[str]) -> str:
    """
    >>> shortly(["a", "b", "c", "d", "e", "f", "g"])
    'a, b, c, d, and 3 more'
    """
    shown = names if len(names) <= NAMED + 1 else [*names[:NAMED], f"and {len(names) - NAMED} more"]
    return ", ".join(shown)


def worth_text(worths: Mapping[str, Estimate]) -> str:
    ordered = sorted(worths.items(), key=lambda item: -item[1].value)
    return ", ".join(f"{name} {one.value:+.2f} ({one.low:+.2f} … {one.high:+.2f})" for name, one in ordered)


def missing_lines(lab: Lab) -> list[str]:
    return [f"Not measured: {title}: {why}" for title, why in not_measured(lab)]


def write_study_report(file: Path, target: Path | None) -> None:
    from tabor.report.page import write_page
    from tabor.report.study import study_page

    lab = Lab(read_study(file))
    path = target or lab.study.folder / "report.html"
    with busy("writing the report …"):
        write_page(path, study_page(lab))
    lab.close()
    Console(highlight=False).print(f"The report is {path} ({path.stat().st_size / 1e6:.1f} MB)", soft_wrap=True)


# ---- tune ----


def tune_study(file: Path, cores: int | None, ray: str | None) -> None:
    """A line for each trial; then the candidates, confirmed. Run again, it finds all games played already."""
    import_optuna()  # a missing one shows before anything is played
    tuner, console = Tuner(read_study(file), starter(cores, ray)), Console(highlight=False)
    with bar() as progress:
        task = progress.add_task("trials", total=tuner.plan.trials, score="")
        for trial in tuner.search():
            progress.update(task, advance=1)
            progress.console.print(Text(trial_line(tuner.study, trial)), soft_wrap=True)
    study = tuner.confirmation()
    if study is None:
        console.print("No trial kept all constraints.")
        return
    console.print(f"{len(study.variants) - 1} candidates, confirmed on fresh openings:")
    run_lab(Lab(study), cores, ray)


def trial_line(study: Study, trial: Trial) -> str:
    chosen = ", ".join(f"{key} = {value}" for key, value in trial.chosen.items())
    goals = [f"{one.measure} {value:.3g}" for one, value in zip(study.questions, trial.values, strict=True)]
    kept = "" if trial.violation <= 0 else "; breaks a constraint"
    return f"trial {trial.number + 1}: {chosen}: {', '.join(goals)}{kept}"
