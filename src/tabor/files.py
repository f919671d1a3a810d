"""The files of a game that are written from its code: perft.txt, playthrough.txt and the tables of its README.

    tabor files NAME

Run it when rules were changed on purpose, and read the difference. The files themselves say what is counted
and which game is played: a line `board=plain | 3` in perft.txt gets its numbers, and the seed and the options
at the top of playthrough.txt are kept. A game without the files gets short ones.
"""

from __future__ import annotations

import random
from pathlib import Path

import tabor
from tabor.docs import readme, renewed
from tabor.game import Game
from tabor.games import find
from tabor.perft import perft_with_order

FIRST_DEPTHS = range(1, 5)  # of a game that has no perft.txt yet
PERFT_TITLE = "# options | depth | lines of play | hash of all lists of legal actions, in their order"
NO_OPTIONS = "-"


def read_options(text: str) -> dict[str, str]:
    """`board=plain size=3` as keywords for tabor.load."""
    return {} if text == NO_OPTIONS else dict(part.split("=", 1) for part in text.split())


def write_options(options: dict[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in options.items()) or NO_OPTIONS


# ---- perft.txt ----


def perft_text(name: str, wanted: list[tuple[str, int]]) -> str:
    return "\n".join([PERFT_TITLE, *(perft_line(name, options, depth) for options, depth in wanted)]) + "\n"


def perft_line(name: str, options: str, depth: int) -> str:
    nodes, order = perft_with_order(tabor.load(name, **read_options(options)), depth)
    return f"{options} | {depth} | {nodes} | {order}"


def wanted_perft(path: Path) -> list[tuple[str, int]]:
    """Options and depth of every line; numbers may be missing."""
    if not path.exists():
        return [(NO_OPTIONS, depth) for depth in FIRST_DEPTHS]
    rows = [line.split(" | ") for line in path.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    return [(row[0], int(row[1])) for row in rows]


# ---- playthrough.txt ----


def playthrough_text(match: tabor.Match) -> str:
    """The whole match: how it was loaded, then each ply's action and position, then how it ended."""
    game = match.game
    lines = [f"seed: {match.seed}", f"options: {write_options(game.options)}", f"0 | {match.at(0).position}"]
    lines += [f"{ply} | {entry} | {match.at(ply).position}" for ply, entry in enumerate(match.log, 1)]
    return "\n".join([*lines, f"outcome: {outcome_text(match)}"]) + "\n"


def outcome_text(match: tabor.Match) -> str:
    outcome = match.outcome
    assert outcome is not None
    winner = "draw" if outcome.winner is None else match.game.setup.seats[outcome.winner]
    return f"{winner}, {outcome.reason}"


def wanted_playthrough(path: Path) -> tuple[int, dict[str, str]]:
    """Seed and options of the game."""
    if not path.exists():
        return 0, {}
    seed, options = (line.partition(": ")[2] for line in path.read_text(encoding="utf-8").splitlines()[:2])
    return int(seed), read_options(options)


def random_match(game: Game, seed: int) -> tabor.Match:
    chooser = random.Random(seed)
    match = tabor.Match(game, seed=seed)
    while match.outcome is None:
        match.play(int(chooser.choice(match.legal_actions)))
    return match


# ---- all of them ----


def write_files(name: str) -> list[Path]:
    """Write the files of a game again; which they are."""
    home = find(name).home
    perft_path, playthrough_path = home / "perft.txt", home / "playthrough.txt"
    seed, options = wanted_playthrough(playthrough_path)
    contents = {
        perft_path: perft_text(name, wanted_perft(perft_path)),
        playthrough_path: playthrough_text(random_match(tabor.load(name, **options), seed)),
        readme(name): renewed(name),
    }
    for path, text in contents.items():
        path.write_text(text, encoding="utf-8")
    return list(contents)
