"""Rooms from before an upgrade: a match goes on exactly as it stood, or it says that it was played by other rules.

A room keeps version and check sum of the rules it was made under, and with every entry a check sum of the position
that came of it. Where the rules are the same to the letter nothing needs to be proven. Where they are not, the match is
played again and must come to every position that it had; then it goes on. Else it can be read, and that is all.
"""

from __future__ import annotations

import ast
import asyncio
import hashlib
import json
import threading
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType

from tabor.data import merge
from tabor.errors import TaborError
from tabor.game import Game, Kind
from tabor.kept import family, is_constant, named, written
from tabor.messages import Say
from tabor.server.protocol import Refusal
from tabor.server.room import Config, Room, restore
from tabor.server.store import Rules, Stored

MARKS = {"!resign": "resigned", "!forfeit": "forfeited", "!time": "timed-out"}


class OtherRules(Exception):  # noqa: N818 - told as a refusal
    """The match cannot be played again as it was."""


# ---- which rules ----


_parsing = threading.Lock()  # Python 3.11 cannot read two files into trees at once
_known: dict[int, tuple[Kind, Rules]] = {}  # by id: a kind has no hash, and lives as long as the process


def rules_of(kind: Kind) -> Rules:
    if id(kind) not in _known:
        with _parsing:
            _known[id(kind)] = kind, read_rules(kind)
    return _known[id(kind)][1]


async def rules_soon(kind: Kind) -> Rules:
    """The same; in a thread where files must be read, which happens once."""
    return rules_of(kind) if id(kind) in _known else await asyncio.to_thread(rules_of, kind)


def read_rules(kind: Kind) -> Rules:
    """What decides play: the version, all numbers and tables, and the code of every function that the rules reach."""
    digest = hashlib.sha256(json.dumps([kind.version, merge(kind.data, {}, "")[0]], sort_keys=True).encode())
    digest.update(repr(kind.STATE).encode())
    for function in deciding(kind):
        digest.update(code_text(function).encode())
        digest.update(repr([(name, written(value)) for name, value in named(function) if is_constant(value)]).encode())
    return Rules(kind.version, digest.hexdigest()[:16])


def deciding(kind: Kind) -> Iterator[FunctionType]:
    for name in ("start", "legal", "apply"):
        yield from family(getattr(kind.functions, name))


def code_text(function: FunctionType) -> str:
    """Without comments, docstring and layout; the same for every version of Python."""
    made = functions_in(function.__code__.co_filename).get(function.__code__.co_firstlineno)
    if made is None:  # a lambda
        return function.__code__.co_code.hex()
    body = made.body[1:] if ast.get_docstring(made) is not None else made.body
    return f"{made.name}({ast.unparse(made.args)}): " + "\n".join(map(ast.unparse, body))


@cache
def functions_in(file: str) -> dict[int, ast.FunctionDef]:
    """The functions of a file by the line in which they, or their decorators, begin."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {min([node.lineno, *(part.lineno for part in node.decorator_list)]): node for node in found}


# ---- coming back ----


def bring_back(id_: str, config: Config, stored: Stored, game: Game, now: float) -> Room:
    """The room as it was; OtherRules if that cannot be."""
    is_same = stored.rules == rules_of(game.kind)
    proofs = 0

    def check(room: Room, place: int) -> None:
        nonlocal proofs
        stamp = stored.stamps[place]
        is_last = place == len(stored.stamps) - 1
        if is_same and (stamp is None or not is_last):
            return
        if stamp != room.stamp:
            raise OtherRules
        proofs += stamp is not None

    try:
        room = restore(id_, config, game, stored.entries, now, check)
    except (TaborError, Refusal, IndexError):  # an action that is not legal, a seat that is not there
        raise OtherRules from None
    if not is_same and room.match is not None and not proofs:
        raise OtherRules
    return room


def other_rules(id_: str, config: Config, stored: Stored, kind: Kind | None) -> Refusal:
    game = kind.title if kind else config.game
    problem = (
        f"this match of {game} was played by other rules than this server has: it cannot be played on or replayed; "
        f"/api/rooms/{id_}/record has what was played"
    )
    versions = {"was": stored.rules.version, "now": kind.version if kind else None}
    return Refusal("other-rules", problem, 409, game=game, room=id_, **versions)


# ---- what can still be read ----


def record(config: Config, stored: Stored, seats: Sequence[str], say: Say) -> Iterator[str]:
    """Line by line: who played, what was played, as it was written down."""
    version = "?" if stored.rules.version is None else str(stored.rules.version)
    yield say({"id": "record-of", "args": {"game": config.game, "version": version}})
    for name, seat in zip(seats, config.seats, strict=False):
        yield f"{name}: {seat.player or seat.who or '–'}"
    yield ""
    yield from lines(stored, seats, say) if config.replay is None else config.replay["log"]


def lines(stored: Stored, seats: Sequence[str], say: Say) -> Iterator[str]:
    for entry in stored.entries:
        kind = entry["kind"]
        if kind == "play":
            yield from entry["actions"]
        elif kind == "seal":
            yield f"{seats[entry['seat']]}: {', '.join(text for _, text in entry['chosen'])}"
        elif kind == "sit":
            yield f"{seats[entry['seat']]}: {entry['who'] or '–'}"
        elif kind == "undo":
            yield say({"id": "taken-back", "args": {"count": entry["count"]}})
        elif kind == "leave":
            word, _, who = entry["entry"].partition(" ")
            yield say({"id": MARKS[word], "args": {"player": seats[int(who)]}})
        elif kind == "draw":
            yield say({"id": "agreed", "args": {}})
