"""A client gets its seat's view and nothing else: every byte sent is the same while only hidden things differ."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any, cast

import pytest
from toys import TOYS

import tabor
from tabor.game import Game, State
from tabor.games import NAMES, find
from tabor.loading import load_kind
from tabor.match import Match
from tabor.server.frames import frames
from tabor.server.protocol import Refusal, encode
from tabor.server.room import Config, Room, SeatConfig, lock_of
from tabor.server.table import Client, Services, Table
from tabor.testing import blanked, content, scrambled

SECRET = [name for name in NAMES if find(name).secrets]
OPEN = [name for name in NAMES if not find(name).secrets]
PLIES = 60
ACTIONS, DICE = 5, 6  # tried at each position
PAIRS = 2  # compared at each position


class NoStore:
    async def add_entry(self, *_: Any) -> None:
        return None


SERVICES = Services(cast(Any, NoStore()), cast(Any, None), cast(Any, None), 60)


def game_named(name: str) -> Game:
    return load_kind(TOYS[name]) if name in TOYS else tabor.load(name)


def table_with(match: Match) -> Table:
    """A table at which this match is being played by people."""
    game = match.game
    seats = [SeatConfig(lock=lock_of(str(number))) for number in range(game.players)]
    room = Room("room", Config(game.kind.name, game.options, game.changes, seats, "00" * 32), game, match=match)
    table = Table(room, SERVICES)
    table.told_steps = table.steps
    table.away.clear()  # seconds since then would differ
    return table


async def everything_told(match: Match, seat: int | None, actions: list[int]) -> list[bytes]:
    """All bytes that a client of this seat, or a spectator, is sent from hello on, while actions are played."""
    table, client = table_with(match), Client()
    await table.join(client, [] if seat is None else [str(seat)])
    for action in actions:
        turn = table.room.turn
        assert turn is not None
        text = match.game.action_text(match.state, action)
        await table.change(partial(table.room.act, [turn], [text], 0))
    sent = []
    while not client.unsent.empty():
        sent.append(client.unsent.get_nowait() or b"")
    mine = [] if seat is None else [seat]
    seen = frames(match, seat, max(0, match.ply - 2), None)
    return [*sent, encode(table.tree(mine)), encode(seen), *refusals(table, mine)]


def refusals(table: Table, mine: list[int]) -> Iterator[bytes]:
    for text in ("rubbish", "", "a1", "0"):
        try:
            table.room.act(mine, [text], 0)
        except Refusal as refusal:
            yield encode(refusal.tree())


def told(match: Match, seat: int | None, *actions: int) -> list[bytes]:
    return asyncio.run(everything_told(match.copy(), seat, list(actions)))


def with_state(match: Match, state: State) -> Match:
    other = match.copy()
    other.state = state
    return other


def positions(game: Game, seed: int) -> Iterator[Match]:
    dice, match = random.Random(seed), Match(game, seed)
    for _ in range(PLIES):
        if match.player is None:
            return
        yield match.copy()
        match.play(dice.choice(match.legal))


@pytest.mark.parametrize("name", [*SECRET, "delvers", "bidders"])
def test_bytes_do_not_depend_on_what_is_hidden(name: str) -> None:
    game = game_named(name)
    differing = 0
    for number, match in enumerate(positions(game, 1)):
        if number % 3:
            continue
        for player in range(game.players):
            other = with_state(match, scrambled(game, match.state, player, number))
            differing += content(other.state) != content(match.state)
            assert told(other, player) == told(match, player)
            assert told(other, None) == told(match, None)
    assert differing, "nothing was hidden anywhere"


@pytest.mark.parametrize("name", [*SECRET, "delvers", "bidders"])
def test_bytes_do_not_depend_on_what_another_does_in_secret(name: str) -> None:
    """Two actions or draws of another player after which this player knows the same: the same must be told."""
    game = game_named(name)
    compared = 0
    for number, match in enumerate(positions(game, 2)):
        if number % 3:
            continue
        for player in range(game.players):
            if player == match.player:
                continue
            for one, other in islice(secret_pairs(match, player), PAIRS):
                compared += 1
                assert told(one[0], player, one[1]) == told(other[0], player, other[1])
                assert told(one[0], None, one[1]) == told(other[0], None, other[1])
    assert compared, "no two secret actions were found"


def secret_pairs(match: Match, player: int) -> Iterator[tuple[tuple[Match, int], tuple[Match, int]]]:
    """The match with its dice and an action, twice: what comes of it differs, but not in what the player knows."""
    known: dict[bytes, tuple[bytes, Match, int]] = {}
    for action in match.legal_actions[:ACTIONS].tolist():
        for seed in range(DICE):
            begun = match.copy()
            begun.seed = seed
            trial = begun.copy()
            trial.play(action)
            key, whole = content(blanked(match.game, trial.state, player)), content(trial.state)
            first = known.setdefault(key, (whole, begun, action))
            if first[0] != whole:
                yield (begun, action), (first[1], first[2])


@pytest.mark.parametrize("name", OPEN)
def test_where_there_are_no_secrets_all_see_the_same(name: str) -> None:
    """The server makes one view for all then; only who is on turn may choose."""
    for match in positions(tabor.load(name), 3):
        seen = [match.view(seat) for seat in (None, *range(match.game.players))]
        for view in seen:
            del view["seat"], view["choices"]
        assert all(view == seen[0] for view in seen)


def test_a_leak_is_noticed(bidders: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests above fail if a room tells what is on the cards."""
    honest = Room.tree

    def leaky(room: Room, *args: Any) -> Any:
        assert room.match
        return {**honest(room, *args), "ply": room.match.state["order"].tolist()}

    monkeypatch.setattr(Room, "tree", leaky)
    with pytest.raises(AssertionError):
        test_bytes_do_not_depend_on_what_is_hidden("bidders")
    with pytest.raises(AssertionError):
        test_bytes_do_not_depend_on_what_another_does_in_secret("bidders")
