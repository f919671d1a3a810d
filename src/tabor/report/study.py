"""What a study came to, as one page: verdicts, each measure of each variant, what is used, what was not measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from tabor.lab.content import Digit
from tabor.lab.lab import Lab, Standing
from tabor.lab.measures import MEASURES, Measure, measure_of
from tabor.lab.summary import Row, digits_of, ends_of, not_measured, rows_of, taken_of, uses_of, worths_of
from tabor.lab.verdicts import Estimate, Verdict
from tabor.report import plots
from tabor.report.page import page, report_style
from tabor.report.tournament import in_words, section, table

TINTS = {"better": "var(--good)", "worse": "var(--danger)"}


@dataclass(frozen=True)
class Report:
    lab: Lab
    standing: Standing
    rows: Sequence[Row]

    @property
    def seen(self) -> list[tuple[str, int]]:
        """Variants with games, and the looks they have had."""
        return [(variant, look) for variant, look in self.standing.looks.items() if look]


def study_page(lab: Lab) -> str:
    """The whole file."""
    standing = lab.standing()
    report = Report(lab, standing, rows_of(lab, standing))
    parts = [head(report), *sections(report), foot(report)]
    title = f"{lab.game.kind.title}: a study of {len(lab.study.variants)} variants"
    return page(title, f'<main class="report">{"".join(parts)}</main>', report_style())


def sections(report: Report) -> list[str]:
    if not report.rows:
        return [section("No look is complete yet", f"{report.lab.planned():,} games are planned at most.", "")]
    measured = [measure_section(report, measure) for measure in MEASURES]
    rest = (ends, content, digits, pieces, taken, missing)
    return [verdicts(report), *filter(None, measured), *(part(report) for part in rest)]


# ---- head ----


def head(report: Report) -> str:
    lab, study = report.lab, report.lab.study
    options = ", ".join(f"{name} {value}" for name, value in study.base.options.items())
    judges = ", ".join(judge.name for judge in study.judges)
    games = f"{lab.played():,} of at most {lab.planned():,} games"
    said = " · ".join(escape(fact) for fact in (options, f"judged by {judges}", games) if fact)
    return f'<h1>{escape(lab.game.kind.title)}</h1><p class="facts">{said}</p><p class="verdict">{state(report)}</p>'


def state(report: Report) -> str:
    standing = report.standing
    if not standing.is_over:
        return "The study is not over."
    if not report.lab.study.questions:
        return "All games are played; nothing was asked."
    return "Every answer is sure." if standing.is_sure else "The budget is spent before every answer was sure."


def verdicts(report: Report) -> str:
    study = report.lab.study
    rows = [verdict_row(verdict, report.standing.is_spent) for verdict in report.standing.verdicts]
    if not rows:
        return ""
    why = (
        f"Against the game as it is. All of these hold together with {study.confidence:.0%} confidence, corrected for "
        f"{len(rows)} comparisons and {study.looks} looks."
    )
    return section("Verdicts", why, table(("variant", "measure", "verdict", "judges that agree", ""), rows))


def verdict_row(verdict: Verdict, is_spent: bool) -> list[str]:
    change, tint = verdict.change, TINTS.get(verdict.kind, "var(--accent)")
    span = 1.1 * max(abs(change.low), abs(change.high), verdict.question.worth)
    drawn = plots.whisker(change.value, change.low, change.high, (-span, span), tint) if np.isfinite(span) else ""
    agree, title = f"{verdict.agreeing} of {verdict.judges}", measure_of(verdict.question.measure).title
    return [escape(verdict.variant), escape(title), wide(verdict.sentence(is_spent), "left"), agree, drawn]


# ---- measures ----


def measure_section(report: Report, measure: Measure) -> str:
    """Every variant with its interval, drawn against the game as it is; and what each judge says."""
    mine = [row for row in report.rows if row.measure is measure and np.isfinite(row.estimate.value)]
    if not mine:
        return ""
    middle = mine[0].estimate.value
    ends_ = [abs(bound - middle) for row in mine for bound in (row.estimate.low, row.estimate.high)]
    span = 1.1 * max(*ends_, 1e-9)
    rows = [
        [
            escape(row.variant),
            number(measure, row.estimate.value),
            interval(measure, row.estimate),
            shifted(row.estimate, middle, span),
            *judge_cells(report, measure, row),
            f"{row.estimate.count:,}",
        ]
        for row in mine
    ]
    heads = ("variant", "all judges", "95% interval", "", *judge_heads(report, measure), "openings")
    why = f"{measure.says[0].upper()}{measure.says[1:]}. The dashed line is the game as it is."
    return section(measure.title.capitalize(), why, table(heads, rows))


def shifted(found: Estimate, middle: float, span: float) -> str:
    """Drawn with that value in the middle."""
    return plots.whisker(found.value - middle, found.low - middle, found.high - middle, (-span, span))


def bounds(found: Estimate) -> tuple[float, float, float]:
    return found.value, found.low, found.high


def judge_heads(report: Report, measure: Measure) -> list[str]:
    """A step of depth is named by the stronger of the two."""
    judges = report.lab.study.judges
    return [escape(judge.name) for judge in (judges[1:] if measure.name == "depth" else judges)]


def judge_cells(report: Report, measure: Measure, row: Row) -> list[str]:
    cells = [f'<span title="{interval(measure, one)}">{number(measure, one.value)}</span>' for one in row.judges]
    return cells + ["–"] * (len(judge_heads(report, measure)) - len(cells))


def number(measure: Measure, value: float) -> str:
    return measure.write(value) if np.isfinite(value) else "–"


def interval(measure: Measure, found: Estimate) -> str:
    low, high = (max(0.0, found.low), min(1.0, found.high)) if measure.is_share else (found.low, found.high)
    return f"{number(measure, low)} … {number(measure, high)}"


# ---- ends, content, pieces ----


def ends(report: Report) -> str:
    drawn = []
    for variant, look in report.seen:
        rows = [
            (in_words(reason), found.value, f"{found.value:.0%} ±{(found.high - found.low) / 2:.0%}")
            for reason, found in ends_of(report.lab, variant, look)
        ]
        drawn.append(
            f"<div><strong>{escape(variant)}</strong>{plots.bars(rows, f'How games of {variant} ended')}</div>"
        )
    return section("Ends", "How games ended, with 95% intervals.", f'<div class="two">{"".join(drawn)}</div>')


def content(report: Report) -> str:
    """A row for each thing, a column for each variant."""
    found = {variant: {use.name: use for use in uses_of(report.lab, variant, look)} for variant, look in report.seen}
    names = dict.fromkeys((use.table, use.name) for uses in found.values() for use in uses.values())
    if not names:
        return ""
    rows = [
        [
            escape(name),
            escape(place),
            *(share_cell(uses[name].share) if name in uses else "–" for uses in found.values()),
        ]
        for place, name in names
    ]
    why = "In which share of games a thing of the game's data was on the board or in the log, and what happened."
    heads = ("thing", "of", *(escape(variant) for variant in found))
    return section("What is used", why, table(heads, rows))


def share_cell(share: Estimate) -> str:
    said = {0.0: "<strong>never</strong>", 1.0: "always"}.get(share.value, f"{share.value:.0%}")
    return f'<span title="{share.low:.1%} … {share.high:.1%}">{said}</span>'


def digits(report: Report) -> str:
    """A row for each digit of actions, a column for each variant: values that nobody chose."""
    found = {variant: digits_of(report.lab, variant, look) for variant, look in report.seen}
    names = report.lab.game.setup.digit_names
    heads = ("digit", "is", *(escape(variant) for variant in found))
    rows = [
        [escape(one.name), wide(names.get(one.name, "")), *(wide(never_cell(other[place])) for other in found.values())]
        for place, one in enumerate(next(iter(found.values()), []))
    ]
    why = "Values of each digit of actions that were played in no game of the sample, and those played in every game."
    return section("Actions", why, table(heads, rows)) if rows else ""


def wide(text: str, side: str = "right") -> str:
    """A text that may have several lines."""
    return f'<span style="white-space:normal;display:block;text-align:{side}">{escape(text)}</span>'


def never_cell(digit: Digit) -> str:
    said = [f"never {ranges(digit.never)}"] if digit.never else []
    said += [f"always {ranges(digit.always)}"] if digit.always else []
    return "; ".join(said) or f"all {digit.base} now and then"


def ranges(values: Sequence[int]) -> str:
    """
    >>> ranges([0, 1, 2, 5, 7, 8])
    '0–2, 5, 7, 8'
    """
    runs: list[list[int]] = []
    for value in values:
        if runs and runs[-1][-1] == value - 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def pieces(report: Report) -> str:
    why = (
        "Points (1 is a game) that go with one piece more than the others have, half-way through: a regression over "
        "all kinds at once. What goes with winning is not always what wins."
    )
    return worth_section(report, "Worth of pieces", why, worths_of)


def taken(report: Report) -> str:
    why = (
        "Points (1 is a game) that a side loses which must do without the piece, against the same openings with it: "
        "over all sides and judges."
    )
    return worth_section(report, "Pieces taken away", why, taken_of)


Worths = Callable[[Lab, str, int], Mapping[str, Estimate]]


def worth_section(report: Report, title: str, why: str, worths_in: Worths) -> str:
    rows = []
    for variant, look in report.seen:
        worths = sorted(worths_in(report.lab, variant, look).items(), key=lambda item: -item[1].value)
        span = max((abs(bound) for _, found in worths for bound in bounds(found)), default=1.0)
        for name, found in worths:
            whisker = plots.whisker(*bounds(found), (-span, span))
            cells = [f"{found.value:+.2f}", f"{found.low:+.2f} … {found.high:+.2f}", whisker]
            rows.append([escape(variant), escape(name), *cells])
    return section(title, why, table(("variant", "piece", "points", "95% interval", ""), rows)) if rows else ""


def missing(report: Report) -> str:
    items = "".join(
        f"<li><strong>{escape(what)}</strong>: {escape(why)}</li>" for what, why in not_measured(report.lab)
    )
    return section("Not measured", "What this study cannot say.", f"<ul>{items}</ul>") if items else ""


def foot(report: Report) -> str:
    from tabor import __version__

    study = report.lab.study
    changes = "; ".join(f"{one.name}: {dict(one.options)} {one.changed}" for one in study.variants[1:])
    rest = f"{study.path.name}, seed {study.seed}. {changes}"
    return f"<footer><p>{escape(rest)}</p><p>Made by Tabor {__version__}.</p></footer>"
