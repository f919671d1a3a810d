"""A room without sockets: what may be taken back, clocks, and coming back from entries."""

from __future__ import annotations

import random
from typing import Any

import pytest

import tabor
from tabor.client import actions
from tabor.game import Game
from tabor.match import Match
from tabor.server.clocks import Clocks
from tabor.server.protocol import Refusal, clean_name, decode, encode
from tabor.server.room import Config, Entry, Room, SeatConfig, lock_of, next_secret, restore
from tabor.server.showing import played_from_guess, shows_hidden, told
from tabor.testing import content as state_content

BITS = "5a" * 32


def room_of(game: Game, *players: str | None, clock: tuple[float, float] | None = None) -> Room:
    """A room in which everybody sits; None is a person."""
    seats = [SeatConfig(player, lock=None if player else lock_of(str(n))) for n, player in enumerate(players)]
    made = Room("room", Config(game.kind.name, game.options, game.changes, seats, BITS, clock=clock), game)
    made.begin(0)
    return made


def legal(room: Room) -> list[str]:
    """What whoever is asked first may play."""
    view = room.view(min(room.awaited))
    assert view
    return actions(view["choices"])


def act(room: Room, action: str | None = None, now: float = 0) -> Entry:
    return room.act([min(room.awaited)], [action or legal(room)[0]], now)


def content(room: Room) -> bytes:
    assert room.match
    return state_content(room.match.state)


# ---- taking back ----


def test_half_a_turn_is_taken_back_without_asking(delvers: Game) -> None:
    room = room_of(delvers, None, None)
    before = content(room)
    act(room)
    assert room.turn == 0
    assert room.can_undo([0])
    assert not room.can_undo([1])
    entry = room.undo([0], 0)
    assert entry == {"kind": "undo", "count": 1}
    assert content(room) == before


def test_undo_stops_where_a_die_fell(delvers: Game) -> None:
    """Going somewhere draws a stone and rolls for the other player."""
    for players in ((None, "random"), (None, None)):
        room = room_of(delvers, *players)
        act(room)
        act(room)
        assert not room.can_undo([0])


def test_nobody_can_be_asked_who_is_a_computer(delvers: Game) -> None:
    room = room_of(delvers, None, "random")
    act(room)
    act(room)
    with pytest.raises(Refusal, match="a die fell"):
        room.undo([0], 0)


def test_a_person_may_allow_what_would_else_be_final_and_the_dice_fall_anew(delvers: Game) -> None:
    room = room_of(delvers, None, None)
    act(room)
    act(room)
    assert room.undo([0], 0) is None
    assert room.offers["undo"] == [0]
    assert room.answer("undo", [1], yes=True)
    room.agree_undo(0)
    assert room.turn == 0
    assert room.match
    assert room.match.log[-1] == "!again"


def test_an_answer_takes_back_to_the_asker_not_to_the_other(bidders: Game) -> None:
    room = room_of(bidders, None, None, None)
    for _ in range(3):
        act(room)
    assert room.undo([0], 0) is None
    assert not room.answer("undo", [1], yes=True)  # the third has not answered
    assert room.answer("undo", [2], yes=True)
    room.agree_undo(0)
    assert room.turn == 0
    assert room.match
    assert room.match.ply == 0


def test_undo_stops_where_something_hidden_was_shown(bidders: Game) -> None:
    """The last of three secret cards turns all over; before that everybody may take back their own."""
    room = room_of(bidders, None, None, None)
    everybody = [0, 1, 2]
    act(room)
    assert room.can_undo(everybody)
    act(room)
    assert room.can_undo(everybody)
    act(room)
    assert not room.can_undo(everybody)


def test_that_all_know_what_several_chose_in_secret_is_not_found_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    room = room_of(tabor.load("robots"), None, None)
    monkeypatch.setattr("tabor.server.room.shows_hidden", lambda *_: 1 / 0)
    for seat in (0, 1):
        room.act([seat], ["done"], 0)
    assert room.match
    assert room.match.steps
    assert not any(room.can_undo(mine) for mine in ([0], [1], [0, 1]))


@pytest.mark.parametrize(
    ("name", "options"), [("lanes", {}), ("lanes", {"level": "graveyard"}), ("robots", {}), ("warriors", {})]
)
def test_a_step_that_shows_something_looks_different_from_most_guesses(name: str, options: dict[str, str]) -> None:
    """So a few guesses are enough to find it."""
    match, dice = Match(tabor.load(name, **options), 3), random.Random(3)
    shown = 0
    while match.player is not None and match.ply < 60:
        match.play(dice.choice(match.legal_actions.tolist()))
        step, player = match.steps[-1], int(match.steps[-1].before["player"])
        if step.rolled:
            continue
        seen = (match.game.key(match.state, player), told(match.game, step.events, player))
        different = sum(played_from_guess(match.game, step, player, number) != seen for number in range(16))
        assert different == 0 or different >= 8
        assert (different > 0) == shows_hidden(match.game, step, match.state, player)
        shown += different > 0
    assert (shown > 0) == (name != "lanes" or bool(options))  # a script that is hidden shows itself line by line


def test_nothing_is_taken_back_across_what_a_computer_decided_in_secret(bidders: Game) -> None:
    room = room_of(bidders, None, "random", "random")
    act(room)
    for seat in (1, 2):
        assert room.can_undo([0])
        room.play_numbers(seat, [3], [], 0)
    assert not room.can_undo([0])


def test_against_the_computer_one_goes_back_to_ones_own_decision() -> None:
    room = room_of(tabor.load("drake"), None, "random")
    dice = random.Random(1)
    while not (room.turn == 0 and room.number > 6):
        act(room, dice.choice(legal(room)))
        if room.turn == 0:
            before = (content(room), room.match.ply if room.match else 0)
    act(room, dice.choice(legal(room)))
    while room.turn == 1:
        act(room)
    room.undo([0], 0)
    assert (content(room), room.match.ply if room.match else 0) == before


# ---- leaving ----


def test_of_three_two_play_on_and_all_must_agree_to_a_draw() -> None:
    game = tabor.load("warriors", map="meadow", players="3")
    room = room_of(game, None, None, None)
    room.resign([1], 0)
    assert not room.is_over
    with pytest.raises(Refusal, match="you have left"):
        room.resign([1], 0)
    assert not room.offer("draw", [0])
    assert room.offer("draw", [2])  # who has left is not asked
    room.agree_draw(0)
    assert room.is_over


# ---- clocks ----


def test_time_runs_for_whoever_is_on_turn_alone() -> None:
    clocks = Clocks([10, 10], 2)
    clocks.run([0], 100)
    assert clocks.left_of(0, 104) == 6
    assert clocks.left_of(1, 104) == 10
    clocks.press([], [0], 104)  # still the same turn: no increment
    assert clocks.left_of(0, 104) == 6
    clocks.press([0], [1], 105)
    assert clocks.left_of(0, 200) == 7
    assert clocks.flagged(114.9) is None
    assert clocks.flagged(115) == 1


def test_a_computer_has_no_clock(delvers: Game) -> None:
    room = room_of(delvers, None, "random", clock=(60, 1))
    assert [room.seat_tree(seat, [], [], 5)["clock"] for seat in (0, 1)] == [55, None]


# ---- by correspondence ----

DAY = 86400.0


def by_correspondence(game: Game, monkeypatch: pytest.MonkeyPatch) -> tuple[Room, list[float]]:
    """A room with three days for each turn, and the time of day as it is in it."""
    clock = [1_000_000.0]
    monkeypatch.setattr("tabor.server.room.time.time", lambda: clock[0])
    seats = [SeatConfig(lock=lock_of(str(n))) for n in range(2)]
    config = Config(game.kind.name, game.options, game.changes, seats, BITS, clock=(3 * DAY, 0), each_turn=True)
    room = Room("room", config, game)
    room.begin(0)
    return room, clock


def test_each_turn_has_its_own_time(delvers: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    room, _ = by_correspondence(delvers, monkeypatch)
    first, now = room.turn, 0.0
    while room.turn == first:
        act(room, now=(now := now + DAY / 2))
    assert [room.clocks.left_of(seat, now) for seat in (0, 1)] == [3 * DAY, 3 * DAY]
    assert room.clocks.flagged(now + 3 * DAY) == room.turn


def test_days_go_by_while_the_server_is_down(delvers: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    room, clock = by_correspondence(delvers, monkeypatch)
    entry = act(room, now=100)
    clock[0] += 2 * DAY
    config = Config.read(decode(encode(room.config.tree())))
    again = restore("room", config, delvers, [entry], now=7)
    turn = again.turn
    assert turn is not None
    assert again.clocks.left_of(turn, 7) == pytest.approx((room.clocks.left_of(turn, 100) or 0) - 2 * DAY)


# ---- entries ----


def played(game: Game, *players: str | None, clock: tuple[float, float] | None = None) -> tuple[Room, list[Entry]]:
    """A room in which all kinds of things happened, and its entries."""
    room = room_of(game, *players, clock=clock)
    entries: list[Entry] = []
    for number in range(12):
        entries.append(act(room, now=number))
        if number == 5:
            room.offers["undo"] = [int(room.match.steps[-1].before["player"]) if room.match else 0]
            entries.append(room.agree_undo(number))
    entries.append(room.rename([0], "Ann"))
    entries.append(room.resign([1], 20))
    return room, entries


@pytest.mark.parametrize("clock", [None, (60.0, 1.0)])
def test_a_room_comes_back_from_its_entries_to_the_byte(delvers: Game, clock: Any) -> None:
    room, entries = played(delvers, None, None, clock=clock)
    config = Config.read(decode(encode(room.config.tree())))
    again = restore("room", config, delvers, entries, 20)
    assert content(again) == content(room)
    assert again.shared_tree([], 20) == room.shared_tree([], 20)
    assert again.own_tree([0], [], 20) == room.own_tree([0], [], 20)
    assert again.view(0) == room.view(0)
    assert (again.number, again.places) == (room.number, room.places)
    assert room.places == len(entries)


# ---- words ----


@pytest.mark.parametrize("name", ["a" * 100, "\x00\x1b[31mred", "‮evil", "\n\n"])
def test_names_are_short_and_printable(name: str) -> None:
    assert clean_name(name).isprintable()
    assert len(clean_name(name)) <= 40


def test_a_rematch_secret_follows_from_the_old_one_and_does_not_tell_it() -> None:
    assert next_secret("a" * 32) == next_secret("a" * 32) != "a" * 32
    assert len(next_secret("a" * 32)) == 32
    assert lock_of(next_secret("a" * 32)) != lock_of("a" * 32)


@pytest.mark.parametrize("data", ["", "[]", "7", "{", "\ud800", "[" * 60000, b"\xff\xfe", "NaN", '{"a":1e999}x'])
def test_what_is_not_a_message_is_refused(data: str | bytes) -> None:
    with pytest.raises(Refusal):
        decode(data)


# ---- rows ----


@pytest.mark.parametrize("tail", ["rubbish", "a1-a1", "!resign 0"])
def test_a_row_stops_where_a_die_fell_and_what_was_played_stays(delvers: Game, tail: str) -> None:
    """Going somewhere draws a stone: whoever could have that refused would know the stone beforehand."""
    room = room_of(delvers, None, None)
    act(room)
    step = legal(room)[0]
    entry = room.act([0], [step, tail], 0)
    assert entry["actions"] == [step]
    assert room.match
    assert room.match.log[-1] == step


def test_a_row_tells_nothing_about_dice_that_did_not_fall(delvers: Game) -> None:
    """The answers to two rows, one of them with nonsense at its end, are the same whatever the dice."""
    for bits in range(20):
        answers = []
        for tail in ("rubbish", "home"):
            seats = [SeatConfig(lock=lock_of(str(n))) for n in range(2)]
            room = Room("room", Config(delvers.kind.name, {}, {}, seats, f"{bits:064x}"), delvers)
            room.begin(0)
            act(room)
            answers.append(room.act([0], [legal(room)[0], tail], 0))
        assert answers[0] == answers[1]


def test_a_row_that_begins_with_nonsense_does_nothing(delvers: Game) -> None:
    room = room_of(delvers, None, None)
    with pytest.raises(Refusal, match="not among the choices"):
        room.act([0], ["rubbish", legal(room)[0]], 0)
    assert room.number == 0


def test_a_quiet_row_is_played_as_far_as_it_goes(delvers: Game) -> None:
    room = room_of(delvers, None, None)
    first = legal(room)[0]
    assert room.act([0], [first, "rubbish"], 0)["actions"] == [first]
    assert room.can_undo([0])


def test_a_row_stops_where_a_card_was_drawn_though_the_turn_goes_on() -> None:
    """What follows in the row could be played: it was chosen before the card was known, and is not."""
    room, dice = room_of(tabor.load("lanes"), None, None), random.Random(1)
    stopped = 0
    while room.match and room.turn is not None and room.match.ply < 200 and stopped < 3:
        seat, action = room.turn, dice.choice(legal(room))
        ahead = room.match.copy()
        ahead.play(action)
        row = [action]
        if ahead.steps[-1].rolled and ahead.player == seat:
            row.append(ahead.game.action_text(ahead.state, int(ahead.legal_actions[0])))
            stopped += 1
        assert room.act([seat], row, 0)["actions"] == [action]
    assert stopped == 3


@pytest.mark.parametrize(("is_shown", "played"), [(False, 2), (True, 1)])
def test_a_row_stops_where_something_hidden_was_shown(
    delvers: Game, monkeypatch: pytest.MonkeyPatch, is_shown: bool, played: int
) -> None:
    monkeypatch.setattr(Room, "showed", lambda *_: is_shown)
    room, ahead = room_of(delvers, None, None), room_of(delvers, None, None)
    first = legal(room)[0]
    ahead.act([0], [first], 0)
    assert len(room.act([0], [first, legal(ahead)[0]], 0)["actions"]) == played
