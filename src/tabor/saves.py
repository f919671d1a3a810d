"""A match as a file: game, version and check sum of the rules, changed numbers, seed (or the secret of its dice), log.

Among the log's entries stand check sums of the position ("= 1a2b3c4d"), so a file that was made under other rules, or
edited, is refused instead of being replayed wrongly.
"""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

import tomli_w

from tabor.dice import secret_dice, secret_of
from tabor.errors import SaveError, TaborError
from tabor.game import Game, Kind
from tabor.games import find
from tabor.loading import load_kind
from tabor.match import Match, Note

FORMAT = 1
CHECK_EVERY = 10  # entries
SECRET = re.compile("[0-9a-f]{64}")


def rules_sum(game: Game) -> str:
    """A check sum of all numbers a game is played with."""
    return hashlib.sha256(game.setup.numbers).hexdigest()[:16]


def position_sum(match: Match) -> str:
    return hashlib.sha256(match.position.encode()).hexdigest()[:8]


def write_save(match: Match, path: Path) -> None:
    """Write beside the file, then move: a full disk or a crash leaves the old file whole."""
    write_text(path, save_text(match))


def write_text(path: Path, text: str) -> None:
    if not path.name:
        raise SaveError(f"{path} cannot be written: it is not the name of a file")
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        with suppress(OSError):  # where nothing can be written there is nothing to delete
            part.unlink()
        raise SaveError(f"{path} cannot be written: {error.strerror}") from None


def save_text(match: Match, more: dict[str, Any] | None = None, log: list[str] | None = None) -> str:
    """The file; `more` are tables that a reader of matches passes over, `log` is there if it is not to be checked."""
    game = match.game
    outcome = match.outcome
    tree: dict[str, Any] = {
        "format": FORMAT,
        "game": game.kind.name,
        "version": game.kind.version,
        "rules": rules_sum(game),
        **seed_or_secret(match),
        **({"position": match.position_at_start} if match.position_at_start else {}),
        **({"result": result_text(match)} if outcome else {}),
        "log": checked_log(match) if log is None else log,
        **({"notes": [[note.ply, note.player, note.text] for note in match.notes]} if match.notes else {}),
        "options": game.options,
        "changed": game.changes,
        **(more or {}),
    }
    return f"# {game.kind.title}, a match of Tabor\n" + tomli_w.dumps(tree)


def seed_or_secret(match: Match) -> dict[str, Any]:
    """What the dice follow from."""
    secret = secret_of(match.dice)
    return {"seed": match.seed} if secret is None else {"secret": secret}


def read_match(path: Path, tree: dict[str, Any], game: Game) -> Match:
    """The match as it began."""
    position = field(path, tree, "position", str) if "position" in tree else None
    if "secret" not in tree:
        return Match(game, field(path, tree, "seed", int), position)
    secret = field(path, tree, "secret", str)
    if not SECRET.fullmatch(secret):
        raise SaveError(f"{path}: 'secret' is {secret[:80]!r}, it must be 64 hex digits")
    return Match(game, 0, position, secret_dice(secret))


def result_text(match: Match) -> str:
    outcome = match.outcome
    assert outcome is not None
    won = "draw" if outcome.winner is None else f"{match.game.setup.seats[outcome.winner]} won"
    return f"{won}: {outcome.reason}"


def checked_log(match: Match) -> list[str]:
    """The log with check sums now and then, and one at the end."""
    lines: list[str] = []
    replay = Match(match.game, match.seed, match.position_at_start, match.dice)
    for number, entry in enumerate(match.log, 1):
        replay.enter(entry)
        lines.append(entry)
        if number % CHECK_EVERY == 0 or number == len(match.log):
            lines.append(f"= {position_sum(replay)}")
    return lines


def quick_log(match: Match) -> list[str]:
    """The log with one check sum, at the end: nothing is played again for it."""
    return [*match.log, f"= {position_sum(match)}"]


def read_save(path: Path, kinds: Any = find) -> Match:
    """The match in a file, replayed and checked."""
    tree = read_tree(path)
    try:
        kind = kinds(str(field(path, tree, "game", str)))
        game = load_kind(kind, field(path, tree, "changed", dict), field(path, tree, "options", dict))
    except SaveError:
        raise
    except TaborError as error:
        raise SaveError(f"{path}: {error}") from None
    check_rules(path, tree, kind, game)
    try:
        match = read_match(path, tree, game)
    except SaveError:
        raise
    except TaborError as error:
        raise SaveError(f"{path}: {error}") from None
    replay_log(path, match, field(path, tree, "log", list))
    match.notes = read_notes(path, tree.get("notes", []))
    return match


def read_notes(path: Path, rows: Any) -> list[Note]:
    """What players said; [ply, player, text] each."""
    notes = []
    for row in rows if isinstance(rows, list) else [rows]:
        if not isinstance(row, list) or [type(part) for part in row] != [int, int, str]:
            raise SaveError(f"{path}: a note is {row!r}, it must be [ply, player, text]")
        notes.append(Note(*row))
    return notes


def read_tree(path: Path) -> dict[str, Any]:
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:  # not TOML, not UTF-8, a number too long, nested too deeply
        raise SaveError(f"{path} is not a saved match: {error}") from None
    if field(path, tree, "format", int) != FORMAT:
        raise SaveError(f"{path} has format {tree['format']}; this Tabor reads format {FORMAT}")
    return tree


def field(path: Path, tree: dict[str, Any], name: str, type_: type) -> Any:
    if not isinstance(tree.get(name), type_):
        raise SaveError(
            f"{path} is not a saved match: {name!r} is {tree.get(name)!r}, it must be of type {type_.__name__}"
        )
    return tree[name]


def check_rules(path: Path, tree: dict[str, Any], kind: Kind, game: Game) -> None:
    if tree.get("version") != kind.version:
        raise SaveError(
            f"{path} was played under version {tree.get('version')} of the rules of {kind.title}; "
            f"this Tabor has version {kind.version}, under which the log could mean something else"
        )
    if tree.get("rules") != rules_sum(game):
        raise SaveError(
            f"{path} was played with other numbers of {kind.title} (check sum {tree.get('rules')}) "
            f"than this Tabor has (check sum {rules_sum(game)})"
        )


def replay_log(path: Path, match: Match, log: list[Any]) -> None:
    for number, entry in enumerate(log, 1):
        if not isinstance(entry, str):
            raise SaveError(f"{path}: entry {number} of the log is {entry!r}, it must be a text")
        if entry.startswith("= "):
            if entry[2:] != position_sum(match):
                raise SaveError(f"{path}: at entry {number} of the log the position is another than when it was saved")
            continue
        try:
            match.enter(entry)
        except TaborError as error:
            raise SaveError(f"{path}: entry {number} of the log: {error}") from None
