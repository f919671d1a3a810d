"""`tabor tournament …`, `tabor sprt`: the arena on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tabor.cli import (
    WITH_GAME_OPTIONS,
    RulesFile,
    Seed,
    Settings,
    Trust,
    load_game,
    read_match_words,
    seed_for,
    show_compiling,
)
from tabor.errors import DataError

app = typer.Typer(help="Tournaments: make one, run it, look at it, add players, check it.", rich_markup_mode=None)

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The tournament's folder.")]
GameAndPlayers = Annotated[
    list[str],
    typer.Argument(metavar="GAME PLAYER…", help="A game with its options, and players: greedy, bot.py, new=bot.py."),
]
Cores = Annotated[int | None, typer.Option(min=1, help="Processes; as many as there are cores if not given.")]


@app.command(context_settings=WITH_GAME_OPTIONS)
def new(
    folder: Folder,
    words: GameAndPlayers,
    kind: Annotated[
        str, typer.Option(help="round-robin, gauntlet, swiss, knockout, double-knockout or ladder.")
    ] = "round-robin",
    openings: Annotated[int, typer.Option(min=1, help="Of each table; each is played for every way of seating.")] = 25,
    rounds: Annotated[int, typer.Option(min=0, help="Of swiss and ladder; 0: as many as suit.")] = 0,
    shard: Annotated[int, typer.Option(min=0, help="Openings played in one go; 0: as many as suit.")] = 0,
    seed: Seed = None,
    fair: Annotated[bool, typer.Option("--fair", help="Only openings in which a search finds nobody ahead.")] = False,
    ledger: Annotated[str, typer.Option(metavar="URL", help="PostgreSQL for many machines; else a file here.")] = "",
    rules: RulesFile = None,
    settings: Settings = None,
    trust: Trust = False,
) -> None:
    """Make a tournament: a folder with its plan, its bots and its ledger."""
    from tabor.arena.plan import KINDS, new_plan, split_name
    from tabor.arena.tournament import make_tournament
    from tabor.terminal.standings import say_plan

    if kind not in KINDS:
        raise DataError(f"the kind is {kind!r}; it must be one of {', '.join(KINDS)}")
    name, players, options = read_match_words(words)
    game = load_game([name, *options], rules, settings)
    size = shard or max(1, min(50, openings // 16))
    seed = seed_for([split_name(word)[1] for word in players], seed)
    more = {"kind": kind, "openings": openings, "rounds": rounds, "seed": seed, "shard": size, "is_fair": fair}
    say_plan(make_tournament(folder, new_plan(folder, game, players, ledger=ledger, **more)))


@app.command()
def run(
    folder: Folder,
    cores: Cores = None,
    ray: Annotated[
        str | None, typer.Option(metavar="auto|ADDRESS", help="Play on a Ray cluster (extra tabor[ray]).")
    ] = None,
    trust: Trust = False,
) -> None:
    """Play it, or go on with it. Ctrl-C stops; what was entered stays, and nothing is played twice."""
    from tabor.terminal.standings import run_tournament

    show_compiling()
    run_tournament(folder, cores, ray)


@app.command()
def show(folder: Folder) -> None:
    """The standings now, also while it runs."""
    from tabor.terminal.standings import show_tournament

    show_tournament(folder)


@app.command()
def report(
    folder: Folder,
    file: Annotated[Path | None, typer.Option("-o", metavar="FILE", help="Else report.html in the folder.")] = None,
) -> None:
    """Write the report: one HTML file with standings, drawings and games to look at."""
    from tabor.terminal.standings import write_report

    show_compiling()
    write_report(folder, file or folder / "report.html")


@app.command()
def add(
    folder: Folder,
    players: Annotated[list[str] | None, typer.Argument(metavar="PLAYER…", help="As for new.")] = None,
    rounds: Annotated[int, typer.Option(min=0, help="So many rounds more (swiss, ladder).")] = 0,
) -> None:
    """Let players join, or add rounds; a run that is under way takes them in."""
    from tabor.arena.plan import entrant_of
    from tabor.arena.tournament import Tournament, add_players
    from tabor.terminal.standings import say_plan

    if not players and not rounds:
        raise DataError("name players who join, or give --rounds")
    show_compiling()
    tournament = Tournament(folder)
    add_players(tournament, [entrant_of(folder, word, tournament.game) for word in players or []], rounds)
    say_plan(tournament)


@app.command()
def verify(
    folder: Folder,
    games: Annotated[int, typer.Option("-n", min=1, help="Games to look at.")] = 20,
    everything: Annotated[bool, typer.Option("--all", help="All games.")] = False,
    seed: Annotated[int, typer.Option(min=0, help="Which games are chosen.")] = 0,
) -> None:
    """Replay a sample and play it again: whether logs lead to their results, and whether results repeat."""
    from tabor.terminal.standings import verify_tournament

    show_compiling()
    raise typer.Exit(0 if verify_tournament(folder, None if everything else games, seed) else 1)


def export(
    source: Annotated[Path, typer.Argument(metavar="FILE|DIR", help="A saved match, or a tournament's folder.")],
    target: Annotated[Path, typer.Option("-o", metavar="FILE", help="What to write; its ending says what it is.")],
) -> None:
    """Write a match as an HTML file that anybody can open; or a tournament's games as .csv, .json or .parquet."""
    from tabor.terminal.standings import export_match, export_tournament

    show_compiling()
    if source.is_dir():
        export_tournament(source, target)
    else:
        export_match(source, target)


def sprt(
    words: Annotated[list[str], typer.Argument(metavar="GAME A B", help="A game with its options, and two players.")],
    elo0: Annotated[float, typer.Option(help="B is better by this at most …")] = 0.0,
    elo1: Annotated[float, typer.Option(help="… or by this at least.")] = 10.0,
    alpha: Annotated[float, typer.Option(help="How often `better` may be wrong.")] = 0.05,
    beta: Annotated[float, typer.Option(help="How often `not better` may be wrong.")] = 0.05,
    most: Annotated[int, typer.Option("-n", min=2, help="Give up after so many games.")] = 100_000,
    seed: Seed = None,
    cores: Cores = None,
    fair: Annotated[bool, typer.Option("--fair", help="Only openings in which a search finds nobody ahead.")] = False,
    rules: RulesFile = None,
    settings: Settings = None,
    trust: Trust = False,
) -> None:
    """Is B better than A? Plays pairs until that is known, and says how often such an answer may be wrong."""
    from tabor.arena.sequential import Test
    from tabor.terminal.standings import run_test

    name, players, options = read_match_words(words)
    test = Test(elo0, elo1, alpha, beta)
    game = load_game([name, *options], rules, settings)
    run_test(game, players, test, most, seed_for(players, seed), cores, fair)
