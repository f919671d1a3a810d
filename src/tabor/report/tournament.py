"""What a tournament came to, as one page: standings, who beats whom, how sure it is, and games to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from tabor.arena.playing import Played, replay
from tabor.arena.ratings import (
    ELO,
    Floats,
    Games,
    Ratings,
    cycles,
    direct_superiority,
    outcome_chances,
    rate,
    scores,
    uncertainty,
)
from tabor.arena.results import Results
from tabor.arena.tournament import Tournament
from tabor.game import Game
from tabor.report import plots
from tabor.report.page import page, report_style
from tabor.report.replays import board_script, game_script, shelf

SAMPLES = 1000
CHECKPOINTS = 24  # of the drawing of growth
SURPRISING = 8  # games
MOST_CYCLES = 6
MOST_MATRIX = 24  # players; beyond that a matrix tells nothing


@dataclass(frozen=True)
class Pick:
    """A game worth a look, and why."""

    row: int  # of the results
    why: str


@dataclass(frozen=True)
class Report:
    tournament: Tournament
    results: Results
    ratings: Ratings

    @property
    def game(self) -> Game:
        return self.tournament.game

    @property
    def names(self) -> Sequence[str]:
        return self.results.names


def report_page(tournament: Tournament) -> str:
    """The whole file."""
    results = tournament.results()
    report = Report(tournament, results, rate(results.games, SAMPLES))
    picks = choose_games(report) if len(results) else []
    parts = [head(report), *sections(report, picks), foot(report)]
    body = f'<main class="report">{"".join(parts)}</main>'
    scripts = [shelf(report.game.kind, None), *game_scripts(report, picks), board_script()] if picks else []
    return page(title_of(report), body + "".join(scripts), report_style())


def sections(report: Report, picks: Sequence[Pick]) -> list[str]:
    if not len(report.results):
        return [section("No games yet", f"{report.tournament.planned():,} are planned.", "")]
    found = [
        standings(report),
        matrix(report),
        rings(report),
        grown(report),
        ends(report),
        seats(report),
        time_used(report),
    ]
    return [*found, list_of_games(report, picks)]


def title_of(report: Report) -> str:
    return f"{report.game.kind.title}: {len(report.names)} players, {len(report.results):,} games"


def head(report: Report) -> str:
    plan, results = report.tournament.plan, report.results
    options = ", ".join(f"{name} {value}" for name, value in plan.options.items())
    facts = [plan.kind.replace("-", " "), options, f"{len(results):,} of {report.tournament.planned():,} games"]
    if results.repeats:
        facts.append(f"{results.repeats:,} repeats of others not counted")
    said = " · ".join(escape(fact) for fact in facts if fact)
    return f'<h1>{escape(report.game.kind.title)}</h1><p class="facts">{said}</p>{verdict(report)}'


def verdict(report: Report) -> str:
    """The result in a sentence, with how sure it is."""
    if not len(report.results):
        return ""
    ratings, order = report.ratings, report.ratings.order
    first, second = order[0], order[1]
    sure = ratings.superiority[first, second]
    lead = f"<strong>{escape(report.names[first])}</strong> leads with {ratings.elo[first]:+.0f} Elo"
    how = "beyond doubt" if sure > 0.995 else f"{sure:.0%} likely" if sure < 0.95 else f"{sure:.1%} sure"
    return f'<p class="verdict">{lead}; that it is stronger than {escape(report.names[second])} is {how}.</p>'


def section(title: str, why: str, inside: str) -> str:
    return f'<section><h2>{escape(title)}</h2><p class="why">{escape(why)}</p>{inside}</section>'


NAMES = ("player", "seat", "variant", "thing", "digit", "measure")  # columns of them


def table(head_: Sequence[str], rows: Sequence[Sequence[str]], kind: str = "") -> str:
    """Cells are HTML; names stand at the left."""
    names = {number for number, title in enumerate(head_) if title in NAMES}
    top = "".join(f"<th{name_class(number in names)}>{title}</th>" for number, title in enumerate(head_))
    lines = [
        "".join(f"<td{name_class(number in names)}>{cell}</td>" for number, cell in enumerate(row)) for row in rows
    ]
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    inside = f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody>"
    return f'<div class="wide" tabindex="0"><table class="{kind}">{inside}</table></div>'


def name_class(is_name: bool) -> str:
    return ' class="name"' if is_name else ""


def player_cell(report: Report, player: int) -> str:
    dot = f'<span class="dot" style="background:{plots.colour(player)}"></span>'
    return f'<span title="{escape(report.names[player])}">{dot}{escape(report.names[player])}</span>'


# ---- standings ----


def standings(report: Report) -> str:
    ratings, games, order = report.ratings, report.results.games, report.ratings.order
    played, points = (both.sum(1) for both in scores(games))
    finite = [value for value in (*ratings.low, *ratings.high, *ratings.elo) if np.isfinite(value)]
    scale = (min(finite) - 20, max(finite) + 20)
    rows = []
    for rank, player in enumerate(order):
        rival = order[rank + 1] if rank + 1 < len(order) else None
        drawn = plots.whisker(
            ratings.elo[player], ratings.low[player], ratings.high[player], scale, plots.colour(player)
        )
        rows.append(
            [
                str(rank + 1),
                player_cell(report, player),
                f'<span class="elo">{signed(ratings.elo[player])}</span>',
                f"{signed(ratings.low[player])} … {signed(ratings.high[player])}",
                drawn,
                f"{int((games.who == player).sum()):,}",
                f"{points[player] / played[player]:.1%}" if played[player] else "–",
                "" if rival is None else f"{ratings.superiority[player, rival]:.1%}",
            ]
        )
    heads = ("", "player", "Elo", "95% interval", "", "games", "points", "beats next")
    why = (
        "Strength in Elo points; the average player has 0. The order of games does not matter. Intervals come from "
        f"drawing openings anew {SAMPLES:,} times, with all games of each. The last column says how likely a player is "
        "stronger than the next below."
    )
    return section("Standings", why, table(heads, rows))


def signed(value: float) -> str:
    if np.isinf(value):
        return "∞" if value > 0 else "−∞"
    return f"{value:+.0f}".replace("-", "−")


# ---- who beats whom ----


def matrix(report: Report) -> str:
    if len(report.names) > MOST_MATRIX:
        return ""
    order = report.ratings.order
    played, points = scores(report.results.games)
    sure = direct_superiority(report.results.games)
    heads = [
        "player",
        *(f"<span title='{escape(report.names[other])}'>{escape(report.names[other])}</span>" for other in order),
    ]
    rows = [
        [player_cell(report, player), *(matrix_cell(player, other, played, points, sure) for other in order)]
        for player in order
    ]
    why = "The share of points of the player at the left against the one above, and the number of games."
    return section("Who beats whom", why, table(heads, rows, "matrix"))


def matrix_cell(player: int, other: int, played: Floats, points: Floats, sure: Floats) -> str:
    if player == other:
        return '<span class="self">·</span>'
    if not played[player, other]:
        return '<span class="self">–</span>'
    share = points[player, other] / played[player, other]
    tint = "var(--good)" if share >= 0.5 else "var(--danger)"
    strength = round(100 * min(0.34, abs(share - 0.5) * 0.7))
    title = f"{sure[player, other]:.1%} sure to be the better of the two"
    style = (
        f"background:color-mix(in srgb, {tint} {strength}%, transparent);display:block;border-radius:6px;padding:.2rem"
    )
    return f'<span title="{title}" style="{style}">{share:.0%}<small>{int(played[player, other]):,}</small></span>'


def rings(report: Report) -> str:
    found = cycles(report.results.games)[:MOST_CYCLES]
    if not found:
        return ""
    items = []
    for cycle in found:
        ring = " → ".join(escape(report.names[player]) for player in (*cycle.players, cycle.players[0]))
        items.append(f"<li><strong>{ring}</strong> (each at least {cycle.score:.0%}; {cycle.sureness:.0%} sure)</li>")
    why = "Each beats the next, and the last the first: no order of these is right, and Elo points hide that."
    return section("Rings", why, f"<ul>{''.join(items)}</ul>")


# ---- how strength grew ----


def grown(report: Report) -> str:
    games = report.results.games
    counts, strength, error = checkpoints(games)
    if len(counts) < 3:
        return ""
    drawn = plots.growth(counts, strength, error, report.names, report.ratings.order)
    why = "Elo by the number of games that are counted, openings in random order; light bands are two standard errors."
    return section("How it settled", why, f'<div class="wide" tabindex="0">{drawn}</div>')


def checkpoints(games: Games) -> tuple[list[int], Floats, Floats]:
    """Strength and two standard errors, from few games to all."""
    order = np.random.default_rng(0).permutation(np.unique(games.group))
    rank = np.empty(int(games.group.max()) + 1, int)
    rank[order] = np.arange(len(order))
    steps = sorted({int(step) for step in np.geomspace(min(8, len(order)), len(order), CHECKPOINTS)})
    counts, strengths, errors = [], [], []
    for step in steps:
        part = games.take(rank[games.group] < step)
        strength, covariance = uncertainty(part)
        counts.append(len(part))
        strengths.append(ELO * (strength - strength.mean()))
        errors.append(2 * ELO * np.sqrt(np.diag(centred(covariance))))
    return counts, np.array(strengths), np.array(errors)


def centred(covariance: Floats) -> Floats:
    """Of strengths as they stand to their average: where that lies no game tells, and nobody asks."""
    middle = np.eye(len(covariance)) - 1 / len(covariance)
    found: Floats = middle @ covariance @ middle
    return found


# ---- ends, seats, time ----


def ends(report: Report) -> str:
    results = report.results
    counted = Counter(results.reasons[reason] for reason in results.reason[results.once].tolist())
    total = sum(counted.values())
    rows = [(in_words(reason), float(count), f"{count / total:.0%}") for reason, count in counted.most_common(9)]
    plies = results.plies[results.once]
    left = plots.bars(rows, "How games ended")
    right = plots.histogram(plies.tolist(), "How long games were")
    drawn = int((results.games.place == 0).all(1).sum())
    why = f"{drawn / total:.1%} were drawn. Half of all games took {int(np.median(plies)):,} actions or fewer."
    return section("Ends and lengths", why, f'<div class="two"><div>{left}</div><div>{right}</div></div>')


def in_words(reason: str) -> str:
    return reason.replace("-", " ")


def seats(report: Report) -> str:
    ratings, names = report.ratings, report.game.setup.seats
    span = 20 + max(float(np.abs([*ratings.seat_low, *ratings.seat_high]).max()), 10.0)
    rows = [
        [
            escape(name),
            signed(ratings.seat[seat]),
            f"{signed(ratings.seat_low[seat])} … {signed(ratings.seat_high[seat])}",
            plots.whisker(ratings.seat[seat], ratings.seat_low[seat], ratings.seat_high[seat], (-span, span)),
            f"{seat_points(report.results.games, seat):.1%}",
        ]
        for seat, name in enumerate(names)
    ]
    why = "Elo points that a seat is worth by itself, whoever sits there; every opening was played from all seats."
    return section("Seats", why, table(("seat", "Elo", "95% interval", "", "points"), rows))


def seat_points(games: Games, seat: int) -> float:
    others = [other for other in range(games.seats) if other != seat]
    ahead = (1 + np.sign(games.place[:, others] - games.place[:, [seat]])) / 2
    return float(ahead.mean())


def time_used(report: Report) -> str:
    results = report.results
    rows = []
    for player in report.ratings.order:
        mine = results.who == player
        decisions, spent = int(results.decisions[mine].sum()), float(results.milliseconds[mine].sum())
        each = results.milliseconds[mine] / np.maximum(1, results.decisions[mine])
        slow = float(np.quantile(each, 0.95)) if len(each) else 0.0
        left = int(results.left[mine].sum())
        cells = [
            player_cell(report, player),
            f"{spent / max(1, decisions):,.1f} ms",
            f"{slow:,.1f} ms",
            duration(spent / 1000),
        ]
        rows.append([*cells, f"{decisions:,}", f"{left:,}" if left else "–"])
    heads = ("player", "a decision", "in slow games", "in all", "decisions", "forfeits")
    return section("Time and forfeits", "Thinking time; slow games are the slowest one in twenty.", table(heads, rows))


def duration(seconds: float) -> str:
    """
    >>> duration(42), duration(4000)
    ('42 s', '1.1 h')
    """
    return (
        f"{seconds:,.0f} s"
        if seconds < 120
        else f"{seconds / 60:,.0f} min"
        if seconds < 3600
        else f"{seconds / 3600:,.1f} h"
    )


# ---- games to look at ----


def choose_games(report: Report) -> list[Pick]:
    """The most surprising results, the shortest and the longest game, and one between the best two."""
    results = report.results
    chances = result_chances(report)
    once = np.flatnonzero(results.once)
    surprising = once[np.argsort(chances[once], kind="stable")][:SURPRISING]
    picks = [Pick(int(row), f"a result that had a chance of {percent(chances[row])}") for row in surprising]
    picks.append(Pick(int(once[np.argmin(results.plies[once])]), "the shortest game"))
    picks.append(Pick(int(once[np.argmax(results.plies[once])]), "the longest game"))
    first, second = report.ratings.order[:2]
    together = once[(results.who[once] == first).any(1) & (results.who[once] == second).any(1)]
    if len(together):
        picks.append(Pick(int(together[0]), "the best two"))
    whys: dict[int, list[str]] = {}
    for pick in picks:
        whys.setdefault(pick.row, []).append(pick.why)
    return [Pick(row, ", ".join(why)) for row, why in whys.items()]


def percent(chance: float) -> str:
    return f"{chance:.1%}" if chance >= 0.001 else f"1 in {1 / max(chance, 1e-9):,.0f}"


def result_chances(report: Report) -> Floats:
    """For each game how likely its outcome was: the least likely of what happened between two of its seats."""
    results, ratings = report.results, report.ratings
    least = np.ones(len(results))
    for a in range(results.seats):
        for b in range(a + 1, results.seats):
            strength = (
                ratings.elo[results.who[:, a]] - ratings.elo[results.who[:, b]] + ratings.seat[a] - ratings.seat[b]
            )
            outcome = 1 + np.sign(results.place[:, a] - results.place[:, b])
            chances = outcome_chances(strength / ELO, ratings.draw)
            least = np.minimum(least, chances[np.arange(len(results)), outcome])
    return least


def list_of_games(report: Report, picks: Sequence[Pick]) -> str:
    items = [
        f'<li><a href="#{pick.row}" data-test="game"><strong>{escape(game_title(report, pick.row))}</strong>'
        f"<span>{escape(game_result(report, pick.row))} · {escape(pick.why)}</span>"
        '<span class="watch">▶ watch</span></a></li>'
        for pick in picks
    ]
    why = "Each opens here, in this file: step through it with the arrow keys, or let it play."
    return section("Games worth a look", why, f'<ul class="games">{"".join(items)}</ul>')


def game_title(report: Report, row: int) -> str:
    return " – ".join(report.names[player] for player in report.results.who[row])


def game_result(report: Report, row: int) -> str:
    results = report.results
    best = np.flatnonzero(results.place[row] == 0)
    seat = report.game.setup.seats[int(best[0])]
    won = f"{report.names[int(results.who[row, best[0]])]} won as {seat}" if len(best) == 1 else "drawn"
    return f"{won} after {int(results.plies[row]):,} actions ({in_words(results.reasons[results.reason[row]])})"


def game_scripts(report: Report, picks: Sequence[Pick]) -> list[str]:
    return [
        game_script(
            str(pick.row),
            replay(report.game, played(report, pick.row)),
            game_title(report, pick.row),
            [report.names[player] for player in report.results.who[pick.row]],
        )
        for pick in picks
    ]


def played(report: Report, row: int) -> Played:
    results = report.results
    return report.tournament.played(int(results.shard[row]))[int(results.number[row])]


# ---- the foot ----


def foot(report: Report) -> str:
    from tabor import __version__

    plan = report.tournament.plan
    players = ", ".join(
        f"<code>{escape(player.plays)}</code>" + (f" ({player.sum[:16]})" if player.sum else "")
        for player in plan.players
    )
    rest = f"seed {plan.seed}, rules version {plan.version} with numbers {plan.rules}, tournament {plan.id}"
    return f"<footer><p>Players: {players}</p><p>{escape(rest)}. Made by Tabor {__version__}.</p></footer>"
