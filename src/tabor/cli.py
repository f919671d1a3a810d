"""The command line. Every command imports what it needs when it runs, so that `tabor --help` answers at once.

A mistake of the user is one sentence on stderr and exit code 2, never a traceback; Ctrl-C ends quietly.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from tabor import __version__
from tabor.errors import DataError, TaborError
from tabor.games import NAMES, find, package
from tabor.games import names as all_names
from tabor.server.rooms_cli import app as rooms

if TYPE_CHECKING:
    from tabor.game import Game

USAGE = 2  # exit code of a mistake

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
app.add_typer(rooms, name="rooms")

# ---- what several commands take ----

Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="GAME", help=f"{', '.join(all_names())}; and the game's own options, as --NAME VALUE."),
]
RulesFile = Annotated[
    Path | None, typer.Option("--rules", metavar="FILE", help="Change numbers of the game: a TOML file.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change one number, as in end.limit=9; repeatable."),
]
Seed = Annotated[
    int | None,
    typer.Option(min=0, help="Openings and dice follow from it; 1 if not given, a secret one if programs play."),
]


def trust_programs(is_trusting: bool) -> None:
    """For this process and all that it starts."""
    if is_trusting:
        os.environ["TABOR_TRUST"] = "1"


Trust = Annotated[
    bool,
    typer.Option("--trust", callback=trust_programs, help="Run programs even where nothing can lock them up."),
]
WITH_GAME_OPTIONS = {"ignore_unknown_options": True}  # a game's own options reach the command as words


def load_game(words: Sequence[str] | None, rules: Path | None, settings: Sequence[str] | None) -> Game:
    """The game that the words name, the first of all if none, with its options and changed numbers."""
    from tabor.data import read_setting, read_toml
    from tabor.loading import load_kind, set_value

    name, options = read_words(words or [])
    changes: dict[str, Any] | Path | None = rules
    if settings:
        changes = read_toml(rules) if rules else {}
        for setting in settings:
            set_value(changes, read_setting(setting))
    show_compiling()
    return load_kind(find(name or NAMES[0]), changes, options)


def read_words(words: Sequence[str]) -> tuple[str | None, dict[str, str]]:
    """A game's name, if there is one, and `--name value` or `--name=value` pairs."""
    names: list[str] = []
    options: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        if word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            options[name.replace("-", "_")] = value if equals else option_value(word, next(rest, None))
        else:
            names.append(word)
    if len(names) > 1:
        raise DataError(f"one game at a time: {' and '.join(names)} were named")
    return (names[0] if names else None), options


def read_match_words(words: Sequence[str]) -> tuple[str, list[str], list[str]]:
    """A game's name, its players, and its options as they came."""
    plain: list[str] = []
    options: list[str] = []
    rest = iter(words)
    for word in rest:
        if word.startswith("--"):
            options += [word] if "=" in word else [word, option_value(word, next(rest, None))]
        else:
            plain.append(word)
    if not plain:
        raise DataError("name a game and a player for each of its seats")
    return plain[0], plain[1:], options


def whose_level(words: list[str] | None, level: str | None) -> tuple[list[str] | None, int | None]:
    """`--level` is the game's own option where it has one and knows that level; a number else is the computer's."""
    from tabor.loading import menu

    if level is None:
        return words, None
    kind = find(read_words(words or [])[0] or NAMES[0])
    if "level" in kind.options and (level in menu(kind)["level"] or not level.isdecimal()):
        return [*(words or []), "--level", level], None
    if not level.isdecimal():
        raise DataError(f"the computer's level is {level!r}; it must be a whole number from 1")
    return words, int(level)


def seed_for(players: Sequence[str], seed: int | None) -> int:
    """The seed that was given. A program could try the usual ones and know the dice, so it gets one drawn anew."""
    from secrets import randbits

    from tabor.players.program import is_program

    if seed is not None or not any(map(is_program, players)):
        return 1 if seed is None else seed
    drawn = randbits(62)
    print(f"seed {drawn} (the same games again: --seed {drawn})")
    return drawn


def option_value(option: str, value: str | None) -> str:
    if value is None or value.startswith("--"):
        raise DataError(f"the option {option} needs a value: {option} VALUE")
    return value


def show_compiling() -> None:
    """A spinner while rules are being compiled."""
    from tabor import jit
    from tabor.terminal.progress import busy

    jit.announce = busy


def say_on_terminal(text: str) -> None:
    print(text, file=sys.stderr)


# ---- commands ----


@app.callback(invoke_without_command=True)
def before_command(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say the version and leave.")] = False,
) -> None:
    """Tactics games on one rules core. Begin with `tabor play`."""
    if version:
        print(f"tabor {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command(context_settings=WITH_GAME_OPTIONS)
def play(
    words: Words = None,
    seat: Annotated[
        str | None, typer.Option(help="Your side; `all`: everybody plays at this keyboard; `none`: watch.")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="PLAYER", help="The computer, as in greedy; repeat it for several sides."),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(metavar="N", help="The computer's level, from 1; or, by its name, a level of the game's own."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="For dice that fall the same again.")] = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved match.")] = None,
    rules: RulesFile = None,
    settings: Settings = None,
    trust: Trust = False,
) -> None:
    """Play in the terminal. To watch two computers: --seat none --against greedy --against random."""
    import tabor
    from tabor.jit import begin_plain
    from tabor.terminal.play import Session, players_named, seats_of_people
    from tabor.warming import compile_beside

    if load and (words or rules or settings or seed is not None):
        raise DataError(
            "a saved match has its game, numbers and dice: with --load give only --seat, --against or --level"
        )
    begin_plain()
    words, number = whose_level(words, level)
    match = tabor.open(load) if load else tabor.Match(load_game(words, rules, settings), seed)
    compile_beside(match.game.kind.compiler, say_on_terminal)
    people = seats_of_people(match.game, seat)
    Session(match, people, players_named(match.game, against or [], number)).run()


@app.command()
def learn(
    game: Annotated[str, typer.Argument(metavar="GAME", help=", ".join(all_names()))],
    language: Annotated[str, typer.Option(help="en, cs, pl or ru.")] = "en",
) -> None:
    """Learn a game in a minute: a guided first game, in which one does what is said."""
    from tabor.terminal.learning import learn as teach

    teach(find(game), language)


@app.command(context_settings=WITH_GAME_OPTIONS)
def perft(
    words: Words = None,
    depth: Annotated[int, typer.Option(min=1, max=1000, help="Plies.")] = 5,
    divide: Annotated[bool, typer.Option(help="Count each first action alone.")] = False,
    rules: RulesFile = None,
    settings: Settings = None,
) -> None:
    """Count all lines of play up to a depth, and how fast that goes."""
    from tabor.terminal.reports import count_depths, count_first_actions

    game = load_game(words, rules, settings)
    count_first_actions(game, depth) if divide else count_depths(game, depth)


@app.command(context_settings=WITH_GAME_OPTIONS)
def match(
    words: Annotated[
        list[str],
        typer.Argument(metavar="GAME A B", help="A game, a player for each seat, as in alphabeta:ms=50 or level3."),
    ],
    games: Annotated[int, typer.Option("-n", min=1, help="How many games.")] = 200,
    seed: Seed = None,
    save: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep every game in this folder.")] = None,
    cores: Annotated[int | None, typer.Option(min=1, help="All if not given.")] = None,
    fair: Annotated[bool, typer.Option("--fair", help="Only openings in which a search finds nobody ahead.")] = False,
    rules: RulesFile = None,
    settings: Settings = None,
    trust: Trust = False,
) -> None:
    """Let players fight: seeds paired, sides swapped, identical games counted once, the result with its interval."""
    from tabor.terminal.reports import play_series

    name, players, options = read_match_words(words)
    game = load_game([name, *options], rules, settings)
    seed = seed_for(players, seed)
    raise typer.Exit(0 if play_series(game, players, games, seed, save, cores, fair) else 1)


@app.command()
def bench(
    names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="Games; all if none is named.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Measure how fast games, players and batches are here."""
    from tabor.terminal.reports import measure

    measure([load_game([name], None, None) for name in names or all_names()], as_json)


@app.command()
def show(
    file: Annotated[Path, typer.Argument(help="A saved match.")],
    ply: Annotated[
        int | None, typer.Option(help="Show the position after so many actions; the last if not given.")
    ] = None,
    turn: Annotated[
        int | None, typer.Option(help="Show one turn: the position, what happened, what each bot wrote.")
    ] = None,
) -> None:
    """Show a saved match: its log in words, its result and a position; or one turn of it."""
    import tabor
    from tabor.terminal.reports import show_match, show_turn

    show_compiling()
    if turn is None:
        show_match(tabor.open(file), ply)
    else:
        show_turn(tabor.open(file), turn)


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(help="A saved match.")],
    effort: Annotated[float, typer.Option(min=0.05, max=50, help="Searches so many times as large.")] = 1.0,
    as_json: Annotated[bool, typer.Option("--json", help="Every decision, as JSON.")] = False,
) -> None:
    """Look at a saved match again: who was ahead, what the mistakes were and what was better, what was luck."""
    import tabor
    from tabor.terminal.analysing import analyse as look_again

    show_compiling()
    look_again(tabor.open(file), effort, as_json)


@app.command()
def warm(
    games: Annotated[list[str] | None, typer.Argument(help="Games; all if none is named.")] = None,
) -> None:
    """Compile the rules now, so that later commands start at once."""
    from tabor.terminal.reports import warm_games

    warm_games([load_game([name], None, None).kind.name for name in games or all_names()])


# ---- what `serve` may be told ----

Host = Annotated[str, typer.Option(help="The address to listen on; others than loopback are open to the net.")]
Port = Annotated[int, typer.Option(help="0: any that is free.")]
Data = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Where matches are kept; else TABOR_DATABASE_URL, else your data folder."),
]
Opens = Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")]
Workers = Annotated[
    int | None, typer.Option(min=1, max=256, help="Processes in which computers think; else all cores but one.")
]
HostNames = Annotated[list[str] | None, typer.Option(metavar="NAME", help="A host name to answer to; repeatable.")]
Rooms = Annotated[int, typer.Option(min=1, metavar="N", help="New rooms a minute for one address.")]
Requests = Annotated[
    int, typer.Option(min=1, metavar="N", help="Requests a second for one address; sockets: 8 times that.")
]
ProxyNames = Annotated[
    list[str] | None,
    typer.Option(metavar="ADDRESS", help="A proxy in front, believed about whom it forwards; repeatable."),
]
KeepDays = Annotated[
    float | None,
    typer.Option(min=0, metavar="DAYS", help="Delete rooms in which nothing happened for so long; else never."),
]
ExportTo = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Where deleted rooms are written first (see tabor rooms).")
]
TournamentFolder = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Show the tournaments of this folder at /tournaments.")
]
WatcherNames = Annotated[
    list[str] | None,
    typer.Option(metavar="ADDRESS", help="Who may see /metrics, besides this machine; repeatable."),
]

Processes = Annotated[
    int, typer.Option(min=1, max=64, metavar="N", help="Processes that share the rooms of one PostgreSQL.")
]


@app.command()
def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data: Data = None,
    is_opening: Opens = False,
    workers: Workers = None,
    host_name: HostNames = None,
    rooms: Rooms = 30,
    requests: Requests = 50,
    proxy: ProxyNames = None,
    keep_days: KeepDays = None,
    export: ExportTo = None,
    tournaments: TournamentFolder = None,
    watcher: WatcherNames = None,
    processes: Processes = 1,
    trust: Trust = False,
) -> None:
    """Serve all games in a browser: for yourself, or for everybody who reaches the address."""
    from tabor.server.guard import Limits, Proxies
    from tabor.server.run import serve as run_server
    from tabor.server.thinking import default_workers

    check_folder("--export", export)
    check_folder("--tournaments", tournaments)
    retention = {"keep_days": keep_days, "export": export}
    addresses = {"proxies": Proxies(proxy or []), "watchers": Proxies(watcher or [])}
    numbers = {"workers": workers or default_workers(), "limits": Limits.of(rooms, requests)}
    more = {"tournaments": tournaments, **numbers, **addresses, **retention}
    run_server(host, port, data, is_opening, host_name or [], processes, **more)


@app.command()
def think(
    host: Host = "127.0.0.1",
    port: Port = 0,
    workers: Workers = None,
    watcher: WatcherNames = None,
    trust: Trust = False,
) -> None:
    """Think for the computers in rooms that others serve: anywhere with their database (TABOR_DATABASE_URL)."""
    from tabor.server.guard import Proxies
    from tabor.server.run import think as run_thinkers
    from tabor.server.thinking import default_workers

    run_thinkers(host, port, workers=workers or default_workers(), watchers=Proxies(watcher or []))


def check_folder(option: str, folder: Path | None) -> None:
    if folder is not None and not folder.is_dir():
        raise DataError(f"{folder} is no folder; {option} names one that is there")


@app.command()
def verify(
    place: Annotated[str, typer.Argument(metavar="FILE or URL", help="A match saved from a server, or its address.")],
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="The commitment as you noted it before the match.")
    ] = None,
    number: Annotated[
        str | None, typer.Option(metavar="HEX", help="Your own number, as your client gave it to the server.")
    ] = None,
) -> None:
    """Check that the dice of a match are those that were fixed before it, and that every action was legal."""
    from tabor.server.verify import Noted
    from tabor.server.verify import verify as check_dice

    show_compiling()
    for line in check_dice(place, Noted(commitment, number)):
        print(line)


@app.command()
def doctor() -> None:
    """Look at this installation and say what is missing, and how to get it."""
    from tabor.terminal.doctor import examine

    raise typer.Exit(0 if examine() else 1)


new = typer.Typer(no_args_is_help=True, help="For authors: begin something of your own.")
app.add_typer(new, name="new")


@new.command("game")
def new_game(
    name: Annotated[str, typer.Argument(help="Small letters and figures.")],
    into: Annotated[Path, typer.Option(metavar="DIR", help="Where its folder is made.")] = Path(),
) -> None:
    """Write a package with a small game that obeys the laws, to be changed into another."""
    from tabor.newgame import write_game

    folder = write_game(name, into)
    print(f"wrote {folder}: install it with `pip install -e {folder}`, then `tabor play {name}` and `tabor serve`;")
    print(f"`pytest {folder}` holds it to the laws, `tabor files {name}` writes what follows from its code")


@new.callback()
def new_things() -> None:
    """For authors: begin something of your own."""


@app.command()
def files(
    names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="Games; ours if none is named.")] = None,
) -> None:
    """For authors: write a game's perft.txt, playthrough.txt and the tables of its README again."""
    from tabor.files import write_files

    show_compiling()
    for name in names or NAMES:
        for path in write_files(name):
            print(f"wrote {path}")


puzzles = typer.Typer(no_args_is_help=True, help="Puzzles: positions with one way to a goal.")
app.add_typer(puzzles, name="puzzles")


@puzzles.command("make", context_settings=WITH_GAME_OPTIONS)
def make_puzzles(
    words: Words = None,
    goal: Annotated[str, typer.Option(help="What is to be reached: win, survive, or one of the game's own.")] = "win",
    count: Annotated[int, typer.Option("-n", min=1, help="How many.")] = 50,
    seed: Annotated[int, typer.Option(min=0, help="The same puzzles again.")] = 1,
) -> None:
    """Find puzzles in games of quick players, and write them into the game's folder."""
    from tabor.terminal.puzzling import make_puzzles as find_puzzles

    find_puzzles(load_game(words, None, None), goal, count, seed)


@puzzles.command("show")
def show_puzzle(
    game: Annotated[str, typer.Argument(metavar="GAME", help=", ".join(all_names()))],
    number: Annotated[int, typer.Argument(help="From 1; the easy ones come first.")] = 1,
    is_solving: Annotated[bool, typer.Option("--solution", help="Tell the solution, too.")] = False,
) -> None:
    """Show a puzzle, and its solution if wished."""
    from tabor.terminal.puzzling import show_puzzle as show_one

    show_one(find(game), number, is_solving)


# ---- commands of a game ----


def mount_arena() -> None:
    """`tabor tournament …` and `tabor sprt`."""
    from tabor import tournaments

    if not any(group.name == "tournament" for group in app.registered_groups):
        app.add_typer(tournaments.app, name="tournament")
        app.command(context_settings=WITH_GAME_OPTIONS)(tournaments.sprt)
        app.command()(tournaments.export)


def mount_lab() -> None:
    """`tabor study …`."""
    from tabor import studies

    if not any(group.name == "study" for group in app.registered_groups):
        app.add_typer(studies.app, name="study")


def mount_game(arguments: Sequence[str]) -> None:
    """`tabor GAME …`: the commands in that game's own cli.py; no other game is imported for it."""
    name = arguments[0] if arguments else ""
    is_known = any(group.name == name for group in app.registered_groups)
    if name in all_names() and not is_known and find_spec(f"{package(name)}.cli"):
        app.add_typer(import_module(f"{package(name)}.cli").app, name=name)


def game_commands() -> str:
    """Which games have commands of their own, for the end of `tabor --help`."""
    found = [name for name in all_names() if has_commands(name)]
    return f"Games with commands of their own (see tabor GAME --help): {', '.join(found)}."


def has_commands(name: str) -> bool:
    """Looks without importing the game: another's package may be broken, and help must not wait."""
    try:
        spec = find_spec(package(name))
    except (ImportError, ValueError):
        return False
    return any((Path(folder) / "cli.py").is_file() for folder in (spec and spec.submodule_search_locations) or ())


# ---- the entry point ----


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code. Typer itself sees to Ctrl-C and to readers of our output who leave early."""
    warnings.showwarning = show_warning
    write_what_can_be_written()
    mount_arena()
    mount_lab()
    given = sys.argv[1:] if arguments is None else arguments
    mount_game(given)
    if not given or given[0] == "--help":
        app.info.epilog = game_commands()
    try:
        code = app(args=arguments, prog_name="tabor", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except TaborError as error:
        return refuse(str(error))
    except typer.TyperException as error:
        return refuse(error.format_message().rstrip(".") + "; see tabor --help")


def write_what_can_be_written() -> None:
    """A terminal that lacks our signs gets question marks, not a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def refuse(sentence: str) -> int:
    print(f"tabor: {sentence}", file=sys.stderr)
    return USAGE


def show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """A warning as one sentence, without the line of code it comes from."""
    print(f"tabor: {message}", file=sys.stderr)
