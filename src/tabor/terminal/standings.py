"""What `tabor tournament` and `tabor sprt` print."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tabor.arena.live import FOLDER as LIVE
from tabor.arena.local import Local, Setting
from tabor.arena.playing import check_players
from tabor.arena.ratings import Ratings, cycles, rate, scores
from tabor.arena.results import Results
from tabor.arena.sequential import Test, estimate
from tabor.arena.series import pairs_in_order
from tabor.arena.tournament import Executor, Tournament
from tabor.arena.verify import Findings, verify
from tabor.cores import usable_cores
from tabor.errors import DataError
from tabor.game import Game
from tabor.terminal.progress import bar, busy

SAMPLES = 400  # drawings for an interval that is looked at once
MOST_CYCLES = 5


def say_plan(tournament: Tournament) -> None:
    """What was made, and how to go on."""
    plan, console = tournament.plan, Console(highlight=False)
    stages = tournament.stages()
    console.print(
        f"{plan.kind}, {len(plan.players)} players, {tournament.planned():,} games planned in {len(stages)} "
        f"stage{'s' * (len(stages) != 1)} so far",
        soft_wrap=True,
    )
    console.print(f"Play it with: tabor tournament run {tournament.folder}", soft_wrap=True)


# ---- run ----


def run_tournament(folder: Path, cores: int | None, ray: str | None) -> None:
    """With a bar and the time that is left; Ctrl-C ends it and still shows the standings."""
    tournament = Tournament(folder)
    with busy(f"getting {tournament.game.kind.title} ready …"):
        _ = tournament.game.functions  # compiled once here rather than by every worker at the same time
    before = len(tournament.results())
    with bar() as progress:
        task = progress.add_task("playing", total=tournament.planned(), completed=before, score="")
        with (
            contextlib.suppress(KeyboardInterrupt),
            contextlib.closing(tournament.run(starter(cores, ray, folder / LIVE))) as shards,
        ):
            for shard in shards:
                progress.update(task, advance=shard.games, total=max(tournament.planned(), 1))
    show_standings(tournament)
    tournament.close()


def starter(cores: int | None, ray: str | None, live: Path | None = None) -> Callable[[Setting], Executor]:
    """What makes an executor of a setting; `live`: where processes show what they play."""
    if ray is not None:
        from tabor.arena.cluster import Cluster

        return lambda setting: Cluster(setting, ray, live)
    return lambda setting: Local(setting, cores or usable_cores(), live)


# ---- show ----


def show_tournament(folder: Path) -> None:
    tournament = Tournament(folder)
    show_standings(tournament)
    tournament.close()


def show_standings(tournament: Tournament) -> None:
    console, results = Console(highlight=False), tournament.results()
    planned = tournament.planned()
    if len(results) == 0:
        console.print(f"None of {planned:,} games has been played yet.")
        return
    ratings = rate(results.games, SAMPLES)
    console.print(standings_table(results, ratings))
    console.print(f"{len(results):,} of {planned:,} games; Elo with the middle 95% of {SAMPLES} drawings of openings.")
    for line in remarks(tournament, results, ratings):
        console.print(line, soft_wrap=True)


def standings_table(results: Results, ratings: Ratings) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in ("", "player", "Elo", "95% interval", "games", "points", "better than next", "ms"):
        table.add_column(column, justify="left" if column == "player" else "right", no_wrap=True)
    played, points = (matrix.sum(1) for matrix in scores(results.games))
    order = ratings.order
    for rank, player in enumerate(order):
        following = order[rank + 1] if rank + 1 < len(order) else None
        table.add_row(
            str(rank + 1),
            Text(results.names[player]),
            f"{ratings.elo[player]:+.0f}",
            interval_text(ratings.low[player], ratings.high[player]),
            f"{int((results.games.who == player).sum()):,}",
            f"{points[player] / played[player]:.1%}" if played[player] else "–",
            "" if following is None else f"{ratings.superiority[player, following]:.0%}",
            f"{milliseconds(results, player):.1f}",
        )
    return table


def interval_text(low: float, high: float) -> str:
    """
    >>> interval_text(-12.3, 40.0), interval_text(5.0, float("inf"))
    ('−12 … +40', '+5 … ∞')
    """
    texts = ["∞" if value == np.inf else "−∞" if value == -np.inf else f"{value:+.0f}" for value in (low, high)]
    return " … ".join(texts).replace("-", "−")


def milliseconds(results: Results, player: int) -> float:
    """The mean time of a decision."""
    mine = results.who == player
    return float(results.milliseconds[mine].sum() / max(1, results.decisions[mine].sum()))


def remarks(tournament: Tournament, results: Results, ratings: Ratings) -> list[str]:
    """What one should know besides the table."""
    seats = tournament.game.setup.seats
    lines = [
        "Seats: "
        + ", ".join(
            f"{seat} {ratings.seat[i]:+.0f} ({interval_text(ratings.seat_low[i], ratings.seat_high[i])})"
            for i, seat in enumerate(seats)
        )
    ]
    if results.repeats:
        lines.append(f"{results.repeats:,} games were repeats of others and are not counted.")
    if left := int(results.left.sum()):
        lines.append(f"{left:,} times somebody forfeited or ran out of time.")
    for cycle in cycles(results.games)[:MOST_CYCLES]:
        names = " beats ".join(results.names[player] for player in (*cycle.players, cycle.players[0]))
        lines.append(f"A ring: {names} (at least {cycle.score:.0%} each; {cycle.sureness:.0%} sure)")
    return lines


# ---- files ----


def write_report(folder: Path, file: Path) -> None:
    from tabor.report.page import write_page
    from tabor.report.tournament import report_page

    tournament = Tournament(folder)
    with busy("writing the report …"):
        write_page(file, report_page(tournament))
    tournament.close()
    Console(highlight=False).print(f"The report is {file} ({file.stat().st_size / 1e6:.1f} MB)", soft_wrap=True)


def export_match(source: Path, target: Path) -> None:
    """One saved match as a page with the board in it."""
    import tabor
    from tabor.report.page import match_page, write_page

    if target.suffix != ".html":
        raise DataError(f"{target}: a match is written as a page, so the name must end in .html")
    with busy("writing the page …"):
        match = tabor.open(source)
        write_page(target, match_page(match, f"{match.game.kind.title}: {source.stem}"))
    Console(highlight=False).print(f"The match is in {target} ({target.stat().st_size / 1e6:.1f} MB)", soft_wrap=True)


def export_tournament(folder: Path, target: Path) -> None:
    """All games, a row each; or the report."""
    from tabor.arena.export import write_games

    if target.suffix == ".html":
        write_report(folder, target)
        return
    tournament = Tournament(folder)
    with busy("writing games …"):
        rows = write_games(tournament, target)
    tournament.close()
    Console(highlight=False).print(f"{rows:,} games are in {target}", soft_wrap=True)


# ---- verify ----


def verify_tournament(folder: Path, sample: int | None, seed: int) -> bool:
    """Say what was found; whether all is well."""
    tournament, console = Tournament(folder), Console(highlight=False)
    total = len(tournament.results()) if sample is None else sample
    found = Findings()
    with bar() as progress:
        task = progress.add_task("checking", total=total, score="")
        for state in verify(tournament, sample, seed):
            found = state
            progress.update(task, advance=1)
    if not found.games:
        raise DataError(f"{folder} has no games yet")
    console.print(f"{found.games} games: {found.games - len(found.broken)} logs lead to the result that was entered.")
    for line in found.broken:
        console.print(f"NOT the result that was entered: {line}", soft_wrap=True)
    for name in sorted({*found.same, *found.other}):
        must = "must" if name in found.steady else "need not"
        console.print(
            Text(f"{name}: {found.same[name]} played again alike, {found.other[name]} otherwise ({must} repeat)")
        )
    console.print("All is well." if found.is_well else "Something is wrong.")
    return found.is_well


# ---- sprt ----


def run_test(
    game: Game, players: Sequence[str], test: Test, most: int, seed: int, cores: int | None, is_fair: bool
) -> None:
    """Play pairs until the test has its answer; say it, and how sure it is."""
    console, counts, repeats = Console(highlight=False), [0] * 5, 0
    if game.players != 2:
        raise DataError(f"a sequential test is for two; a table of {game.kind.title} has {game.players} seats")
    check_players(game, players)
    first, second = players
    low, high = test.bounds
    played = pairs_in_order(game, players, most // 2, seed, cores, is_fair)
    with bar() as progress:
        task = progress.add_task("playing", total=None, score="")
        with contextlib.suppress(KeyboardInterrupt), contextlib.closing(played):
            for points, is_repeat in played:
                repeats += is_repeat
                counts[points] += not is_repeat
                state = f"{low:.2f} < {test.ratio(counts):+.2f} < {high:.2f}"
                progress.update(task, advance=2, score=state)
                if test.verdict(counts):
                    break
    say_verdict(console, test, counts, repeats, first, second)


def say_verdict(console: Console, test: Test, counts: Sequence[int], repeats: int, first: str, second: str) -> None:
    verdict, (low, high) = test.verdict(counts), test.bounds
    elo, bottom, top = estimate(counts)
    answers = {
        "better": f"{second} is better than {first}",
        "not better": f"{second} is not better than {first} by {test.elo1:g} Elo",
        "": f"It is not known whether {second} is better than {first}",
    }
    console.print(Text(answers[verdict], style="bold"), soft_wrap=True)
    console.print(f"Elo {elo:+.1f} ({interval_text(bottom, top)}) from {2 * sum(counts):,} games", soft_wrap=True)
    console.print(f"pairs with 0, ½, 1, 1½, 2 points: {', '.join(str(count) for count in counts)}")
    console.print(f"log likelihood ratio {test.ratio(counts):+.2f}; the test ends at {low:.2f} and {high:.2f}")
    console.print(
        f"It says “better” wrongly at most {test.alpha:.0%} of the time, “not better” at most {test.beta:.0%}."
    )
    if repeats:
        console.print(f"{repeats:,} pairs were repeats of others and are not counted.")
