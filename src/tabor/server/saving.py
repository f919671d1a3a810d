"""Saved matches: what a room gives away once it is over, and what it takes in."""

from __future__ import annotations

import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

from tabor.dice import secret_of
from tabor.errors import SaveError
from tabor.game import Tree
from tabor.match import Match
from tabor.saves import read_save
from tabor.server.dice import commitment
from tabor.server.protocol import Refusal
from tabor.server.room import Config, Room, SeatConfig, refuse_user_error


def what_to_save(room: Room) -> tuple[Match, Tree]:
    """The match, and what is needed to check its dice."""
    if room.match is None or not room.is_over:
        raise Refusal("not-over", "a match can be saved once it is over: the file has its dice and all secrets", 409)
    if room.config.replay is not None:
        return room.match.copy(), {}
    bits = room.config.bits
    dice = {"commitment": commitment(bits), "bits": bits, "numbers": room.shares}
    return room.match.copy(), {"dice": dice}


def facts_of(text: bytes) -> tuple[str, int]:
    """The game that a saved match is of, and how many entries its log has, before anything is made of them."""
    try:
        tree = tomllib.loads(text.decode())
    except (ValueError, RecursionError):
        raise Refusal("not-usable", "this is not a saved match") from None
    log = tree.get("log")
    return str(tree.get("game"))[:40], len(log) if isinstance(log, list) else 0


def read_replay(text: bytes) -> tuple[Config, Match]:
    """A saved match as a room in which nobody plays."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.tabor"
        path.write_bytes(text)
        try:
            match = read_save(path)
        except SaveError as error:
            sentence = str(error).replace(str(path), "the file")
            raise refuse_user_error(SaveError(sentence)) from None
    game = match.game
    notes = [[note.ply, note.player, note.text] for note in match.notes]
    replay = {"seed": match.seed, "secret": secret_of(match.dice), "log": match.log, "notes": notes}
    seats = [SeatConfig("nobody") for _ in game.setup.seats]
    config = Config(
        game.kind.name, game.options, game.changes, seats, "", position=match.position_at_start, replay=replay
    )
    return config, match
