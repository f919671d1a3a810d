"""What `tabor perft`, `match`, `bench`, `show` and `warm` print."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from tabor import games, warming
from tabor.arena.playing import Played, Tally, check_players, different, milliseconds, tally
from tabor.arena.series import run
from tabor.envs.speed import missing
from tabor.errors import DataError
from tabor.game import Game
from tabor.jit import PLAIN
from tabor.match import Match, Step
from tabor.messages import speaker
from tabor.perft import divide
from tabor.perft import perft as count_lines
from tabor.players import make
from tabor.terminal import bench
from tabor.terminal.progress import COLUMNS, bar, busy
from tabor.terminal.screen import draw_screen

LINES = 40  # room for a board that is printed once


# ---- perft ----


def count_depths(game: Game, depth: int) -> None:
    """A line for each depth, as soon as it is known."""
    console = Console(highlight=False)
    get_ready(game, console)
    console.print(f"{'depth':>5}  {'nodes':>18}  {'seconds':>9}  {'nodes/s':>14}")
    for plies in range(1, depth + 1):
        began = time.perf_counter()
        nodes = 0
        with busy(f"counting depth {plies} …", console):
            for _, lines in divide(game, plies):  # Ctrl-C is heard between first actions
                nodes += lines
        seconds = time.perf_counter() - began
        console.print(f"{plies:>5}  {nodes:>18,}  {seconds:>9.3f}  {nodes / seconds:>14,.0f}")


def count_first_actions(game: Game, depth: int) -> None:
    """A line for each first action, and the sum."""
    console = Console(highlight=False)
    get_ready(game, console)
    total = 0
    began = time.perf_counter()
    with busy(f"counting depth {depth} …", console):
        for action, nodes in divide(game, depth):
            console.print(f"{action:<12}  {nodes:>18,}", markup=False)
            total += nodes
    seconds = time.perf_counter() - began
    console.print(f"{'all':<12}  {total:>18,}  in {seconds:.3f} s")


def get_ready(game: Game, console: Console) -> None:
    """Compile, so that nothing that is timed is charged for it."""
    with busy(f"getting {game.kind.title} ready …", console):
        count_lines(game, 1)


# ---- match ----


def play_series(
    game: Game, names: Sequence[str], games: int, seed: int, save: Path | None, cores: int | None, is_fair: bool
) -> bool:
    """Play, with a bar and the score so far; Ctrl-C ends it and still tells what there is. False: a program never
    played a decision of its own."""
    console = Console(highlight=False)
    played: list[Played] = []
    check_players(game, names)
    say_converted(console, game, names)
    matches = run(game, names, games, seed, save, cores, is_fair)
    with bar() as progress:
        task = progress.add_task("playing", total=games, score="")
        with contextlib.suppress(KeyboardInterrupt), contextlib.closing(matches):
            for one in matches:
                played.append(one)
                progress.update(task, advance=1, score=f"{tally(played, 0).score:.1%} for {names[0]}")
    show_series(console, game, names, played)
    if save is not None:
        console.print(f"{len(played)} games are in {save}", soft_wrap=True)
    return not [name for player, name in enumerate(names) if has_never_played(console, name, player, played)]


def say_converted(console: Console, game: Game, names: Sequence[str]) -> None:
    """What was done to the sources of bots as they were read."""
    for name in dict.fromkeys(names):
        if line := getattr(make(name, game), "converted", ""):
            console.print(Text(line), soft_wrap=True)


def has_never_played(console: Console, name: str, player: int, played: Sequence[Played]) -> bool:
    """Whether a program failed at every decision; says so, and with how many it failed otherwise, and why."""
    failed = [(one, *one.failed[player]) for one in played if one.failed and one.failed[player][0]]
    if not failed:
        return False
    never = len(failed) == len(played) and all(count >= one.decisions[player] for one, count, _ in failed)
    how = "failed at every decision" if never else f"failed in {len(failed)} of {len(played)} games"
    text = Text(f"{name} {how}: {failed[0][2].strip()}", style="bold red" if never else "yellow")
    console.print(text, soft_wrap=True)
    return never


def show_series(console: Console, game: Game, names: Sequence[str], played: Sequence[Played]) -> None:
    """The score of each player with its interval, at all seats and at each; repeats counted once and said."""
    once = different(played)
    columns = ("player", "seat", "games", "won", "drawn", "lost", "score", "95% interval", "ms")
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in columns:
        is_name = column in ("player", "seat")
        table.add_column(column, justify="left" if is_name else "right", no_wrap=column != "player")
    for player, name in enumerate(names):
        spent = f"{milliseconds(once, player):.1f}"
        table.add_row(name, "all", *tally_cells(tally(once, player)), spent, style="bold")
        for seat, title in enumerate(game.setup.seats):
            table.add_row("", title, *tally_cells(tally(once, player, seat)), "")
    console.print(table)
    if len(once) < len(played):
        console.print(f"{len(played)} games were played; {len(played) - len(once)} were repeats and are not counted.")
    reasons = Counter(one.reason for one in once)
    console.print("Ended by: " + ", ".join(f"{reason} {count}" for reason, count in reasons.most_common()))


def tally_cells(result: Tally) -> list[str]:
    low, high = result.interval
    numbers = [str(n) for n in (result.games, result.wins, result.draws, result.losses)]
    return [*numbers, f"{result.score:.1%}" if result.games else "–", f"{low:.1%} … {high:.1%}"]


# ---- bench ----


def measure(games: Sequence[Game], as_json: bool) -> None:
    """Every figure as soon as it is known, or all of them as JSON."""
    console, facts = Console(highlight=False), bench.machine()
    results: dict[str, list[bench.Figure]] = {}
    if not as_json:
        console.print(", ".join(f"{name} {value}" for name, value in facts.items()))
        console.print(f"Each figure is the median of {bench.RUNS} runs; ± is how far they lie apart.")
    for game in games:
        results[game.kind.name] = []
        if not as_json:
            console.print(f"\n{game.kind.title}", style="bold")
        with busy(f"measuring {game.kind.title} …", Console(stderr=True)):
            for figure in bench.figures(game):
                results[game.kind.name].append(figure)
                if not as_json:
                    console.print(figure_line(figure))
    for reason in missing().values():
        Console(stderr=True).print(f"Not measured: {reason}", highlight=False, markup=False, soft_wrap=True)
    if as_json:
        print(bench.as_json(facts, results))


def figure_line(figure: bench.Figure) -> str:
    digits = 2 if figure.value < 100 else 0
    return f"  {figure.name:<32} {figure.value:>16,.{digits}f} {figure.unit:<14} ± {figure.spread:.0%}"


# ---- show ----


def show_match(match: Match, ply: int | None) -> None:
    """Header and result, the log in words as a spectator saw it, and the position at a ply."""
    console = Console(highlight=False)
    shown = match if ply is None else match.at(ply)
    say = speaker(match.game.kind)
    console.print(header(match))
    for number, message in match.history():
        mark = ">" if ply is not None and number == ply else " "
        console.print(Text(f"{mark}{number:>4}  {say(message)}"))
    console.print(draw_screen(shown.view(), say, {}, (console.width, LINES), ()))
    if outcome := match.view()["outcome"]:
        console.print(Text(f"{say(outcome['result'])}: {say(outcome['reason'])}"))


def show_turn(match: Match, turn: int) -> None:
    """The position before a turn, what happened in it, the position after it, and what players wrote."""
    console, say = Console(highlight=False), speaker(match.game.kind)
    numbers = [turn_number(match, step) for step in match.steps]
    if turn not in numbers:
        raise DataError(f"there is no turn {turn}: this match has turns {min(numbers)} to {max(numbers)}")
    first = numbers.index(turn)
    after = len(numbers) - numbers[::-1].index(turn)
    plies = {int(step.before["ply"]) for step in match.steps[first:after]}
    console.print(Text(f"turn {turn}, before", style="bold"))
    console.print(draw_screen(match.replay(match.log[:first]).view(), say, {}, (console.width, LINES), ()))
    for number, message in match.history():
        if number - 1 in plies:
            console.print(Text("  " + say(message)))
    console.print(Text(f"turn {turn}, after", style="bold"))
    console.print(draw_screen(match.replay(match.log[:after]).view(), say, {}, (console.width, LINES), ()))
    for note in match.notes:
        if note.ply in plies:
            console.print(Text(f"{match.game.setup.seats[note.player]} wrote:", style="bold"))
            console.print(Text(note.text))


def turn_number(match: Match, step: Step) -> int:
    """The turn in which an action was played, as the game counts; its ply where it does not."""
    count = match.game.kind.turn
    return count(match.game.setup, step.before) if count else int(step.before["ply"]) + 1


def header(match: Match) -> Table:
    """The facts of a match, a line each."""
    game = match.game
    facts = {"game": game.kind.title, **game.options, "seed": str(match.seed), "actions": str(match.ply)}
    if game.changes:
        facts["changed"] = str(game.changes)
    if match.position_at_start:
        facts["from"] = match.position_at_start
    grid = Table.grid(padding=(0, 2, 0, 0))
    for name, value in facts.items():
        grid.add_row(name, Text(str(value)))
    return grid


# ---- warm ----


def warm_games(names: Sequence[str]) -> None:
    """Compile all that playing these games needs, on all cores; what each took, of all cores together."""
    console = Console(highlight=False)
    if PLAIN:
        console.print("nothing to compile: plain Python")
        return
    work = sorted(warming.pieces(names), key=lambda piece: -piece.size)  # or all cores but one wait for the largest
    took: Counter[str] = Counter()
    problems: list[str] = []
    with Progress(*COLUMNS, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("compiling", total=len(work))
        for piece, seconds, problem in warming.compile_all(work):
            progress.update(bar, advance=1, description=piece.title)
            took[piece.game] += seconds  # type: ignore[assignment]
            problems += [f"{piece.title}: {problem}"] if problem else []
    for name in names:
        count = sum(piece.game == name for piece in work)
        how = f"{count} functions compiled" if count else "from the cache"
        console.print(f"{games.find(name).title:<16} {took[name]:6.1f} s  {how}")
    if problems:
        raise DataError("not everything could be compiled: " + "; ".join(problems))
