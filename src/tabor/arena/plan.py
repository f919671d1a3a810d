"""A tournament's plan: the file plan.toml of its folder, with the bots beside it.

Everything that decides what is played stands in it, so that it can be played anywhere and again: the game with
version, options and check sum of its numbers, the players with the check sums of their files (which are copied into
the folder), the kind of tournament, its size and its seed.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import tomli_w

from tabor.arena.playing import check_judge
from tabor.errors import DataError
from tabor.game import Game, Tree
from tabor.games import find
from tabor.loading import load_kind
from tabor.players import make
from tabor.players.program import is_program, split_options
from tabor.saves import rules_sum

FORMAT = 1
FILE = "plan.toml"
BOTS = "bots"
KINDS = ("round-robin", "gauntlet", "swiss", "knockout", "double-knockout", "ladder")
WITH_ROUNDS = ("swiss", "ladder")
GROWING = ("round-robin", "gauntlet", "ladder")  # kinds that take players later
MOST_NAME = 60


@dataclass(frozen=True)
class Entrant:
    """A player as the plan names it."""

    name: str
    plays: str  # the text that makes the player; a bot's file is named relative to the folder
    sum: str = ""  # of the bot's file

    @property
    def file(self) -> str:
        """The bot's file relative to the folder; nothing for players of Tabor and for commands."""
        return split_options(self.plays)[0] if self.sum else ""


@dataclass(frozen=True)
class Plan:
    id: str  # of this tournament in its ledger
    game: str
    version: int  # of the rules
    rules: str  # check sum of the numbers
    kind: str
    seed: int
    openings: int  # of each table; each is played once for every way of seating
    rounds: int  # of kinds that have some
    shard: int  # openings played in one go
    is_fair: bool
    ledger: str  # a URL; "" is a file in the folder
    options: Mapping[str, str]
    changed: Tree
    players: tuple[Entrant, ...]

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.players]


# ---- what is in the file ----


def write_plan(folder: Path, plan: Plan) -> None:
    """Write beside the file, then move: a crash leaves the old one whole."""
    tree = {
        "format": FORMAT,
        "id": plan.id,
        "game": plan.game,
        "version": plan.version,
        "rules": plan.rules,
        "kind": plan.kind,
        "seed": plan.seed,
        "openings": plan.openings,
        "rounds": plan.rounds,
        "shard": plan.shard,
        "fair": plan.is_fair,
        "ledger": plan.ledger,
        "options": dict(plan.options),
        "changed": plan.changed,
        "players": [entrant_tree(player) for player in plan.players],
    }
    part = folder / f"{FILE}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part.write_text(
            "# A tournament of Tabor; its players are added by `tabor tournament add`\n" + tomli_w.dumps(tree)
        )
        os.replace(part, folder / FILE)
    except OSError as error:
        raise DataError(f"{folder / FILE} cannot be written: {error.strerror}") from None


def entrant_tree(player: Entrant) -> Tree:
    return {"name": player.name, "plays": player.plays, **({"sum": player.sum} if player.sum else {})}


def read_plan(folder: Path) -> Plan:
    """The plan of a folder, checked; the game must be the one it was made for."""
    path = folder / FILE
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError(
            f"{folder} is no tournament: there is no {FILE} in it; make one with tabor tournament new"
        ) from None
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path} is not a plan: {error}") from None
    fields = Fields(path, tree)
    if fields.read("format", int) != FORMAT:
        raise DataError(f"{path}: format is {tree['format']}; this Tabor reads format {FORMAT}")
    return Plan(
        id=fields.read("id", str),
        game=fields.read("game", str),
        version=fields.read("version", int),
        rules=fields.read("rules", str),
        kind=fields.one_of("kind", KINDS),
        seed=fields.whole("seed", 0, 2**62),
        openings=fields.whole("openings", 1, 10**7),
        rounds=fields.whole("rounds", 0, 10**6),
        shard=fields.whole("shard", 1, 10**5),
        is_fair=fields.read("fair", bool),
        ledger=fields.read("ledger", str),
        options=fields.read("options", dict),
        changed=fields.read("changed", dict),
        players=tuple(read_entrant(path, number, one) for number, one in enumerate(fields.read("players", list), 1)),
    )


@dataclass(frozen=True)
class Fields:
    """The fields of a plan; errors name file, key and what would be right."""

    path: Path
    tree: Tree

    def read(self, name: str, type_: type) -> Any:
        value = self.tree.get(name)
        if type(value) is not type_:
            raise DataError(f"{self.path}: {name} is {value!r}; it must be of type {type_.__name__}")
        return value

    def one_of(self, name: str, values: Sequence[str]) -> str:
        value: str = self.read(name, str)
        if value not in values:
            raise DataError(f"{self.path}: {name} is {value!r}; it must be one of {', '.join(values)}")
        return value

    def whole(self, name: str, low: int, high: int) -> int:
        value: int = self.read(name, int)
        if not low <= value <= high:
            raise DataError(f"{self.path}: {name} is {value}; it must be a whole number from {low} to {high}")
        return value


def read_entrant(path: Path, number: int, tree: Any) -> Entrant:
    if not isinstance(tree, dict):
        raise DataError(f"{path}: player {number} is {tree!r}; it must be a table with name and plays")
    fields = Fields(path, {"sum": "", **tree})
    return Entrant(fields.read("name", str), fields.read("plays", str), fields.read("sum", str))


# ---- the game and the players ----


def game_of(plan: Plan) -> Game:
    """The game the plan was made for, or one sentence on how this one differs."""
    game = load_kind(find(plan.game), dict(plan.changed), dict(plan.options))
    if (plan.version, plan.rules) != (game.kind.version, rules_sum(game)):
        raise DataError(
            f"the tournament was begun under version {plan.version} of {game.kind.title} with numbers of check sum "
            f"{plan.rules}; this Tabor has version {game.kind.version} and {rules_sum(game)}: games would not compare"
        )
    return game


def entrant_of(folder: Path, text: str, game: Game) -> Entrant:
    """The player that a word of the command line names; a bot's file is copied into the folder.

    `greedy`, `alphabeta:depth=3`, `bot.py:ms=50`, or with a name of its own: `old=bot.py`.
    """
    name, plays = split_name(text)
    make(plays, game)  # a mistake shows before anything is written
    path, options = split_options(plays)
    if plays.startswith("cmd:") or not is_program(plays):
        return Entrant(name or plays, plays)
    content = Path(path).read_bytes()
    total = hashlib.sha256(content).hexdigest()
    kept = f"{BOTS}/{total[:16]}/{Path(path).name}"
    copy_bot(folder / kept, content, os.access(path, os.X_OK))
    return Entrant(name or Path(path).stem, f"{kept}:{options}" if options else kept, total)


def split_name(text: str) -> tuple[str, str]:
    """
    >>> split_name("old=bot.py:ms=50"), split_name("alphabeta:depth=3")
    (('old', 'bot.py:ms=50'), ('', 'alphabeta:depth=3'))
    """
    name, equals, rest = text.partition("=")
    return (name, rest) if equals and re.fullmatch(r"[^:/]+", name) and rest else ("", text)


def copy_bot(path: Path, content: bytes, is_executable: bool) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        part.write_bytes(content)
        part.chmod(0o755 if is_executable else 0o644)
        os.replace(part, path)
    except OSError as error:
        raise DataError(f"{path} cannot be written: {error.strerror}") from None


def check_names(players: Sequence[Entrant]) -> None:
    seen: set[str] = set()
    for player in players:
        if player.name in seen:
            raise DataError(
                f"there are two players {player.name!r}; give one another name, as in new-{player.name}={player.plays}"
            )
        if not 1 <= len(player.name) <= MOST_NAME or not player.name.isprintable():
            raise DataError(f"{player.name!r} is not a name: it must have 1 to {MOST_NAME} printable characters")
        seen.add(player.name)


def new_plan(folder: Path, game: Game, words: Sequence[str], **more: Any) -> Plan:
    """A plan of these players; nothing is written if something is wrong with it, but bots that were right."""
    if (folder / FILE).exists():
        raise DataError(
            f"{folder} has a tournament already; add players with tabor tournament add, or choose another folder"
        )
    plan = Plan(
        id=secrets.token_hex(8),
        game=game.kind.name,
        version=game.kind.version,
        rules=rules_sum(game),
        options=game.options,
        changed=game.changes,
        players=tuple(entrant_of(folder, word, game) for word in words),
        **more,
    )
    check_plan(plan, game)
    return plan


def check_plan(plan: Plan, game: Game) -> None:
    check_names(plan.players)
    if len(plan.players) < game.players:
        raise DataError(
            f"a table of {game.kind.title} has {game.players} seats; the tournament has {len(plan.players)} players"
        )
    if plan.is_fair:
        check_judge(game)


def with_players(plan: Plan, game: Game, more: Sequence[Entrant]) -> Plan:
    """Players may come later where that is no injustice."""
    if more and plan.kind not in GROWING:
        raise DataError(f"nobody can join a tournament of kind {plan.kind}; {', '.join(GROWING)} take players later")
    grown = replace(plan, players=(*plan.players, *more))
    check_plan(grown, game)
    return grown


# ---- bots travel with the plan ----


def read_bots(folder: Path, players: Sequence[Entrant]) -> dict[str, tuple[bytes, bool]]:
    """The files of all bots with their contents, and whether they are executable; a changed one is refused."""
    found = {}
    for player in players:
        if player.sum:
            path = folder / player.file
            try:
                content = path.read_bytes()
            except OSError as error:
                raise DataError(f"{path}, the bot {player.name!r}, cannot be read: {error.strerror}") from None
            check_sum(player.file, content, player.sum)
            found[player.file] = (content, os.access(path, os.X_OK))
    return found


def check_sum(file: str, content: bytes, sum_: str) -> None:
    if (now := hashlib.sha256(content).hexdigest()) != sum_:
        raise DataError(
            f"{file} is another file than when it joined (check sum {now[:16]}, not {sum_[:16]}); "
            "add the new one as a player of its own"
        )
