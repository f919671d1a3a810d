"""A client gets its seat's view and nothing else: every byte sent is the same while only hidden things differ."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, cast
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from server_tools import Ear
from toys import TOYS

import tabor
from tabor.client import actions as actions_in
from tabor.game import Game, State
from tabor.games import NAMES, find
from tabor.loading import load_kind
from tabor.match import Match
from tabor.server.frames import frames
from tabor.server.protocol import Refusal, decode, encode
from tabor.server.room import Config, Entry, Room, SeatConfig, lock_of, restore
from tabor.server.table import Client, Services, Table
from tabor.testing import blanked, content, scrambled

SECRET = [name for name in NAMES if find(name).secrets]
OPEN = [name for name in NAMES if not find(name).secrets]
PLIES = 60
ACTIONS, DICE = 5, 6  # tried at each position
PAIRS = 2  # compared at each position


class NoStore:
    """Keeps entries in memory."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    async def add_entry(self, room: str, place: int, entry: Entry, stamp: str | None) -> None:
        self.entries.append(entry)


SERVICES = Services(cast(Any, NoStore()), cast(Any, None), cast(Any, None), 60)


def game_named(name: str) -> Game:
    return load_kind(TOYS[name]) if name in TOYS else tabor.load(name)


def table_with(match: Match, services: Services = SERVICES, clock: tuple[float, float] | None = None) -> Table:
    """A table at which this match is being played by people."""
    game = match.game
    seats = [SeatConfig(lock=lock_of(str(number))) for number in range(game.players)]
    config = Config(game.kind.name, game.options, game.changes, seats, "00" * 32, clock=clock)
    table = Table(Room("room", config, game, match=match), services)
    table.told_steps = table.steps
    table.away.clear()  # seconds since then would differ
    return table


async def everything_told(match: Match, seat: int | None, actions: list[int]) -> list[bytes]:
    """All bytes that a client of this seat, or a spectator, is sent from hello on, while actions are played."""
    table, ear = table_with(match), Ear()
    client = Client(ear)
    await table.join(client, [] if seat is None else [str(seat)])
    for action in actions:
        turn = table.room.turn
        assert turn is not None
        text = match.game.action_text(match.state, action)
        await table.change(partial(table.room.act, [turn], [text], 0))
    mine = [] if seat is None else [seat]
    seen = frames(match, seat, max(0, match.ply - 2), None)
    return [*ear.heard, encode(table.tree(mine)), encode(seen), *refusals(table, mine)]


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
    """The tests above and below fail if a room tells what is on the cards."""
    honest = Room.shared_tree

    def leaky(room: Room, *args: Any) -> Any:
        assert room.match
        sealed = str(room.sealing.sealed) if room.sealing else ""
        return {**honest(room, *args), "ply": room.match.state["order"].tolist(), "sealed": sealed}

    monkeypatch.setattr(Room, "shared_tree", leaky)
    with pytest.raises(AssertionError):
        test_bytes_do_not_depend_on_what_is_hidden("bidders")
    assert chosen_once(bidders) != chosen_never(bidders)


# ---- choosing in secret ----

CHOOSING = [name for name in (*NAMES, *TOYS) if (TOYS.get(name) or find(name)).choice]
Deeds = list[tuple[bool, int]]  # seal or take back, and which


class Clock:
    """Time that goes on when it is told to."""

    now = 1000.0

    @staticmethod
    def monotonic() -> float:
        return Clock.now


async def watch_choosing(match: Match, chooser: int, deeds: Deeds, have_others_chosen: bool) -> list[list[bytes]]:
    """All bytes that others and a spectator are sent, and may ask for, while one seals and takes back choices."""
    Clock.now = 1000.0
    with patch("tabor.server.table.time", Clock):
        services = Services(cast(Any, NoStore()), cast(Any, None), cast(Any, None), 60)
        table = table_with(match, services, (300, 5))
        table.room.clocks.begin(table.room.awaited, Clock.now)
        sealing = table.room.sealing
        assert sealing
        others = [player for player in sealing.players if player != chooser]
        for player in others if have_others_chosen else []:
            await choose_all(table, player)
        watchers = {seat: Client(Ear()) for seat in (None, *others)}
        for seat, client in watchers.items():
            Clock.now += 1  # so that what is told of comings comes at once
            await table.join(client, [] if seat is None else [str(seat)])
        for is_sealing, which in deeds:
            Clock.now += 1
            await do_deed(table, chooser, is_sealing, which)
        Clock.now = 1100.0
        return [await all_seen(table, seat, client) for seat, client in watchers.items()]


async def choose_all(table: Table, player: int) -> None:
    assert table.room.sealing
    while table.room.sealing.open(player):
        await do_deed(table, player, True, 0)


async def do_deed(table: Table, player: int, is_sealing: bool, which: int) -> None:
    """Never the last choice: with that all is shown."""
    room = table.room
    assert room.sealing
    offered = actions_in((room.view(player) or {})["choices"])
    sealed = list(room.sealing.of(player))
    if is_sealing and offered and (len(room.sealing.open(player)) > 1 or len(room.awaited) > 1):
        text = offered[which % len(offered)] if which else offered[0]
        if text != "done":
            await table.change(lambda: room.act([player], [text], Clock.now))
    elif sealed:
        await table.change(lambda: room.undo([player], Clock.now, sealed[which % len(sealed)]))


async def all_seen(table: Table, seat: int | None, client: Client) -> list[bytes]:
    assert isinstance(client.outlet, Ear)
    mine = [] if seat is None else [seat]
    assert table.room.match
    seen = frames(table.room.match, seat, 0, None)
    return [*client.outlet.heard, encode(table.tree(mine)), table.whole(client), encode(seen), *refusals(table, mine)]


@pytest.mark.parametrize("name", CHOOSING)
@settings(max_examples=12, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_nobody_notices_what_another_chooses(name: str, data: st.DataObject) -> None:
    """Neither bytes nor their number, whatever prefix of a secret choice is made: as if nothing had been chosen."""
    match = Match(game_named(name), data.draw(st.integers(0, 20)))
    chooser = data.draw(st.integers(0, match.game.players - 1))
    deeds = data.draw(st.lists(st.tuples(st.booleans(), st.integers(0, 1000)), min_size=1, max_size=8))
    have_others_chosen = data.draw(st.booleans())
    watched = [asyncio.run(watch_choosing(match.copy(), chooser, done, have_others_chosen)) for done in (deeds, [])]
    assert watched[0] == watched[1]


@pytest.mark.parametrize("name", CHOOSING)
@settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_choices_come_back_and_are_entered_in_the_order_of_the_rules(name: str, data: st.DataObject) -> None:
    """In any sequence, by all at once; what was sealed is there after a restart, and unknown to others as before."""
    game, store = game_named(name), NoStore()
    seats = [SeatConfig(lock=lock_of(str(number))) for number in range(game.players)]
    config = Config(game.kind.name, game.options, game.changes, seats, f"{data.draw(st.integers(0, 99)):064x}")
    room = Room("room", config, game)
    room.begin(0)
    dice = data.draw(st.randoms(use_true_random=False))
    wanted: dict[int, dict[int, str]] = {}
    begun, number = room.sealing, room.number
    assert begun
    while room.sealing is begun:
        player = dice.choice(sorted(room.awaited))
        offered = [text for text in actions_in((room.view(player) or {})["choices"]) if text != "done"]
        entry = room.act([player], [dice.choice(offered)], 0)
        store.entries.append(decode(encode(entry)))
        wanted.setdefault(player, {}).update(entry["chosen"])
        again = restore("room", config, game, store.entries, 0)
        assert again.number == room.number
        assert [again.view(seat) for seat in (None, *range(game.players))] == [
            room.view(seat) for seat in (None, *range(game.players))
        ]
    assert room.match
    in_order = [text for player in sorted(wanted) for _, text in sorted(wanted[player].items())]
    assert room.match.log == in_order
    assert room.number == number + 1


def test_a_choice_that_is_noticed_fails(bidders: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above fails if others are told of a sealed choice, if only by a message that is the same as before."""
    honest = Table.tell_update

    def chatty(table: Table, only: int | None = None) -> None:
        honest(table)

    assert chosen_once(bidders) == chosen_never(bidders)
    monkeypatch.setattr(Table, "tell_update", chatty)
    assert chosen_once(bidders) != chosen_never(bidders)


def chosen_once(game: Game) -> list[list[bytes]]:
    """All that others see while the last player seals one choice."""
    return asyncio.run(watch_choosing(Match(game, 1), game.players - 1, [(True, 1)], have_others_chosen=False))


def chosen_never(game: Game) -> list[list[bytes]]:
    return asyncio.run(watch_choosing(Match(game, 1), game.players - 1, [], have_others_chosen=False))


class SlowStore(NoStore):
    """Every entry takes five seconds of the clock."""

    async def add_entry(self, room: str, place: int, entry: Entry, stamp: str | None) -> None:
        Clock.now += 5
        await super().add_entry(room, place, entry, stamp)


async def left_after_one_deed(name: str, store: NoStore) -> list[float | None]:
    """What is left on both clocks once somebody has played or chosen."""
    Clock.now = 1000.0
    with patch("tabor.server.table.time", Clock):
        table = table_with(Match(game_named(name), 1), replace(SERVICES, store=cast(Any, store)), (99, 0))
        room = table.room
        room.clocks.begin(room.awaited, Clock.now)
        text = actions_in((room.view(0) or {})["choices"])[0]
        await table.change(lambda: room.act([0], [text], Clock.now))
        return [room.clocks.left_of(seat, Clock.now) for seat in (0, 1)]


def test_clocks_stop_while_something_is_stored() -> None:
    assert asyncio.run(left_after_one_deed("delvers", SlowStore())) == [99, 99]


def test_nobody_elses_clock_stops_while_a_secret_is_stored() -> None:
    """Or they would see that somebody has chosen."""
    assert asyncio.run(left_after_one_deed("bidders", SlowStore())) == [99, 94]
