"""A shard: a few openings for the players of one table, each played once for every way of seating them.

What is in it follows from the plan alone, so it may be played anywhere, and again. Its result is a JSON object of
columns (an entry for each game); its detail, compressed, has the actions, from which every game can be seen again.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import orjson

from tabor.arena.ledger import Done
from tabor.arena.live import Live
from tabor.arena.playing import Played, number_of, play, seatings
from tabor.game import Game, Tree
from tabor.match import Note

MOST_NOTES = 4000  # characters of what bots wrote that are kept with a game: the last ones


@dataclass(frozen=True)
class Shard:
    """What is to be played."""

    number: int
    players: tuple[str, ...]  # names, as the plan has them
    seeds: tuple[int, ...]  # one for each opening
    is_fair: bool = False  # only openings in which nobody is ahead
    variant: str = ""  # JSON of other options and numbers than the setting has, see variant_text
    again: int = 0  # if not 0: same players, other dice from the first

    @property
    def orders(self) -> list[tuple[int, ...]]:
        """Ways of seating; one will do where a player meets only itself."""
        return seatings(len(self.players))[: None if len(set(self.players)) > 1 else 1]

    @property
    def games(self) -> int:
        return len(self.seeds) * len(self.orders)


def variant_text(options: Mapping[str, str], changed: Tree) -> str:
    return orjson.dumps({"options": dict(options), "changed": changed}, option=orjson.OPT_SORT_KEYS).decode()


def play_shard(game: Game, texts: Mapping[str, str], shard: Shard, worker: str, live: Live) -> Done:
    """All its games; texts: what stands behind the players' names."""
    began = time.perf_counter()
    chosen = [texts[name] for name in shard.players]
    games: list[Played] = []
    for seed, order in product(shard.seeds, shard.orders):
        with live.showing(shard.number, len(games), [shard.players[player] for player in order]) as follow:
            games.append(play(game, chosen, seed, order, shard.is_fair, shard.again, follow))
    result = orjson.dumps({"players": shard.players, **columns(games, shard.players)})
    detail = zlib.compress(orjson.dumps({"games": [detail_of(one) for one in games]}), 6)
    return Done(shard.number, worker, time.perf_counter() - began, result, detail)


def columns(games: Sequence[Played], names: Sequence[str]) -> Tree:
    """An entry for each game, or one for each seat of each game after the other; players by their number here."""
    return {
        "seed": [one.seed for one in games],
        "order": [player for one in games for player in one.order],  # of each seat
        "places": [place for one in games for place in one.places],
        "reason": [one.reason for one in games],
        "plies": [sum(action >= 0 for action in one.actions) for one in games],
        "identity": [number_of(*names, one.identity) for one in games],
        "milliseconds": [round(1000 * one.seconds[player], 1) for one in games for player in one.order],
        "decisions": [one.decisions[player] for one in games for player in one.order],
        "left": [int(seat in leavers(one)) for one in games for seat in range(len(one.order))],
    }


def leavers(played: Played) -> set[int]:
    """The seats that forfeited or ran out of time."""
    return {int(mark.split()[1]) for mark in played.marks if " " in mark}


def detail_of(played: Played) -> Tree:
    notes = [[note.ply, note.player, note.text] for note in played.notes]
    while sum(len(str(text)) for _, _, text in notes) > MOST_NOTES:
        del notes[0]
    more = {"failed": played.failed} if any(count for count, _ in played.failed) else {}
    return {"actions": played.actions, "marks": played.marks, **({"notes": notes} if notes else {}), **more}


def games_of(result: bytes, detail: bytes) -> list[Played]:
    """The games of a shard as they were played."""
    tree, more = orjson.loads(result), orjson.loads(zlib.decompress(detail))["games"]
    return [played_of(tree, number, kept) for number, kept in enumerate(more)]


def played_of(tree: Tree, number: int, kept: Tree) -> Played:
    seats = slice(number * len(tree["players"]), (number + 1) * len(tree["players"]))
    order, places = tree["order"][seats], tree["places"][seats]
    first = [player for player, place in zip(order, places, strict=True) if place == 0]
    seated = sorted(range(len(order)), key=lambda seat: order[seat])  # the seat of each player
    return Played(
        tree["seed"][number],
        tuple(order),
        tuple(places),
        first[0] if len(first) == 1 else None,
        tree["reason"][number],
        tuple(kept["actions"]),
        tuple(kept["marks"]),
        tree["identity"][number],
        tuple(tree["milliseconds"][seats][seat] / 1000 for seat in seated),
        tuple(tree["decisions"][seats][seat] for seat in seated),
        tuple(Note(*note) for note in kept.get("notes", [])),
        tuple((count, why) for count, why in kept.get("failed", [])),
    )
