"""The server on real sockets: rooms, seats, playing, leaving, replays."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server_tools import Running, in_step, play_random, run, running, table_of_two

import tabor
from tabor.client import Guest, Refused, actions
from tabor.game import Tree
from tabor.server.room import Config, Room
from tabor.server.saving import read_replay

GAME = "drake"  # small, without dice and secrets


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server") / "rooms.sqlite", away=0.3) as made:
        yield made


async def refused(work: Any) -> str:
    """The id of the refusal that comes."""
    with pytest.raises(Refused) as caught:
        await work
    return caught.value.id


def first_action(guest: Guest) -> str:
    assert guest.view
    return actions(guest.view["choices"])[0]


# ---- playing ----


def test_two_people_play_to_the_end_and_both_see_it(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as guests:
            played = await play_random(guests, random.Random(1))
            views = [guest.view for guest in guests]
            assert views[0]
            assert views[1]
            assert views[0]["outcome"] == views[1]["outcome"] is not None
            assert {view["ply"] for view in views if view} == {played}
            assert guests[0].room["status"] == "over"
            assert [seat["who"] for seat in guests[1].room["seats"]] == ["Ann", "Bo"]

    run(play())


def test_updates_add_up_to_the_whole_view(here: Running) -> None:
    """Whoever was told every update has the view of somebody who has just come."""

    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as guests:
            await play_random(guests, random.Random(2), 12)
            for guest in guests:
                fresh = Guest(here.lobby.address, guest.room["id"], guest.secrets)
                async with fresh:
                    assert fresh.view == guest.view
                    assert fresh.number == guest.number

    run(play())


def test_numbers_count_every_change(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as guests:
            before = guests[0].number
            await play_random(guests, random.Random(3), 5)
            assert guests[1].number == before + 5

    run(play())


def test_an_action_decided_on_an_old_number_is_refused(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            action, old = first_action(ann), ann.number
            await ann.act(action)
            await in_step([ann, bo])
            with pytest.raises(Refused, match=f"decided on number {old}, but the room is at number {old + 1}"):
                await ann.send("act", action=action, number=old)
            assert await refused(bo.send("act", action=first_action(bo), number=old + 7)) == "stale"
            assert bo.number == old + 1

    run(play())


def test_a_message_sent_twice_is_played_once(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            message = {"action": first_action(ann), "number": ann.number}
            results = await asyncio.gather(*(ann.send("act", **message) for _ in range(5)), return_exceptions=True)
            assert sum(isinstance(result, Refused) and result.id == "stale" for result in results) == 4
            await in_step([ann, bo])
            assert bo.view
            assert bo.view["ply"] == 1

    run(play())


def test_refusals_name_the_reason_and_change_nothing(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            assert await refused(bo.act("+a1")) == "not-your-turn"
            assert await refused(ann.act("z9")) == "not-legal"
            assert await refused(ann.act("+a4")) == "not-legal"
            assert await refused(ann.send("act", actions=[])) == "no-action"
            assert await refused(ann.send("act", action=7)) == "bad-field"
            assert await refused(ann.send("act", action="+a1", number="7")) == "bad-field"
            assert await refused(ann.send("dance")) == "no-type"
            assert await refused(ann.send("claim")) == "your-turn"
            assert await refused(bo.send("claim")) == "no-claim"
            assert await refused(ann.send("rematch")) == "not-over"
            assert await refused(ann.send("hint")) == "no-hint"
            assert await refused(bo.send("answer", offer="draw", yes=True)) == "no-offer"
            assert ann.view
            assert ann.view["ply"] == 0

    run(play())


def test_a_row_ends_with_the_turn_and_says_how_far_it_was_played(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            done = await ann.send("act", actions=[first_action(ann), "+a4", "rubbish"])
            assert done["played"] == 1
            await in_step([ann, bo])
            assert bo.view
            assert bo.view["ply"] == 1

    run(play())


def sealed(guest: Guest) -> list[str]:
    assert guest.view
    return [choice["action"] for choice in guest.view["secret"]["sealed"]]


def test_orders_are_given_at_the_same_time_in_any_sequence(here: Running) -> None:
    """Both choose, change their minds and finish, in any order; nobody hears of it before all is there."""

    async def play() -> None:
        async with table_of_two(here.lobby, "robots") as (ann, bo):
            await asyncio.sleep(0.5)  # until nothing more is told of who came
            for guest, other in ((bo, ann), (ann, bo)):
                heard, offered = len(other.heard), [text for text in choices(guest) if "-" in text]
                late = next(text for text in reversed(offered) if not text.startswith(offered[0].split("-")[0]))
                await guest.act(late, offered[0])
                assert await refused(guest.act(offered[0])) == "not-legal"
                assert sealed(guest) == [offered[0], late]
                number = guest.view["secret"]["sealed"][1]["number"] if guest.view else 0
                await guest.send("undo", decision=number)
                assert sealed(guest) == [offered[0]]
                assert await refused(guest.send("act", action=late, sealed=7)) == "stale"
                await guest.send("act", action=late, sealed=1)
                assert len(other.heard) == heard
            number = ann.number
            await bo.act("done")
            assert await refused(bo.act("done")) == "all-chosen"
            assert ann.number == number
            await ann.act("done")
            await in_step([ann, bo])
            assert ann.view
            assert ann.view["ply"] == 2 * 5  # every robot has its order in the log
            assert [seat["clock"] for seat in ann.room["seats"]] == [None, None]

    run(play())


def choices(guest: Guest) -> list[str]:
    assert guest.view
    return actions(guest.view["choices"])


def test_computers_choose_while_people_do(here: Running) -> None:
    async def play() -> None:
        for seats in (["me", "level1"], ["level1", "me"]):
            made = await here.lobby.make("robots", seats)
            async with here.lobby.enter(made["room"], made["secrets"].values()) as ann:
                for _ in range(3):
                    await ann.until(lambda guest: guest.is_my_turn)
                    number = ann.number
                    await ann.act("done")
                    await ann.until(lambda guest, number=number: guest.number > number)
                assert not ann.room["trouble"]
                assert (await ann.send("hint"))["action"] in choices(ann)

    run(play())


def test_both_clocks_run_while_both_choose(here: Running) -> None:
    async def play() -> None:
        clock = {"seconds": 2, "increment": 0}
        async with table_of_two(here.lobby, "robots", clock=clock) as (ann, bo):
            await bo.act("done")
            await ann.until(lambda guest: guest.room["status"] == "over")
            assert ann.view
            assert ann.view["outcome"]["reason"] == {"id": "timed-out", "args": {"player": "blue"}}
        async with table_of_two(here.lobby, "robots", clock=clock) as (ann, bo):
            await ann.act("done")
            await bo.until(lambda guest: guest.room["status"] == "over")
            assert bo.view
            assert bo.view["outcome"]["reason"] == {"id": "timed-out", "args": {"player": "orange"}}

    run(play())


def test_the_computer_answers(here: Running) -> None:
    async def play() -> None:
        made = await here.lobby.make(GAME, ["me", "level2"])
        async with here.lobby.enter(made["room"], made["secrets"].values()) as guest:
            await guest.until(lambda guest: guest.is_my_turn)
            await guest.act(first_action(guest))
            await guest.until(lambda guest: guest.is_my_turn and guest.view["ply"] == 2)
            assert guest.room["seats"][1] == {
                "name": "orange",
                "kind": "computer",
                "who": "level2",
                "here": True,
                "clock": None,
            }
            hint = await guest.send("hint")
            assert hint["action"] in actions(guest.view["choices"] if guest.view else [])

    run(play())


def test_a_bot_file_plays_where_the_token_is_known(here: Running, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(turn):\n    print('I think')\n    return turn['legal'][0]\n")
    body: Tree = {"game": GAME, "seats": ["me", f"file:{bot}"]}

    async def play() -> None:
        assert await refused(here.lobby.ask("/api/rooms", body)) == "no-files"
        trusted = type(here.lobby)(here.lobby.address, here.settings.token)
        assert await refused(trusted.ask("/api/rooms", {**body, "seats": ["me", "file:/none.py"]})) == "not-usable"
        made = await trusted.ask("/api/rooms", body)
        async with trusted.enter(made["room"], made["secrets"].values()) as guest:
            await guest.until(lambda guest: guest.is_my_turn)
            await guest.act(first_action(guest))
            await guest.until(lambda guest: guest.is_my_turn and guest.view["ply"] == 2)
        notes = f"/api/rooms/{made['room']}/notes"
        assert await refused(here.lobby.ask(notes)) == "not-over"
        assert (await trusted.ask(notes))["notes"] == [[1, 1, "I think"]]

    run(play())


# ---- seats ----


def test_seats_are_taken_once_and_by_their_secret(here: Running) -> None:
    async def play() -> None:
        made = await here.lobby.make(GAME, ["me", "open"])
        room = made["room"]
        assert (await here.lobby.ask(f"/api/rooms/{room}"))["status"] == "waiting"
        assert await refused(here.lobby.sit(room, seat=0)) == "seat-taken"
        sat = await here.lobby.sit(room, seat=1, name="  Bo\u202e\n ")
        assert len(sat["secret"]) == 32
        assert await refused(here.lobby.sit(room)) == "no-seat"
        seen = await here.lobby.ask(f"/api/rooms/{room}", secret=sat["secret"])
        assert seen["mine"] == [1]
        assert seen["seats"][1]["who"] == "Bo"
        assert await refused(here.lobby.ask(f"/api/rooms/{room}", secret="0" * 32)) == "wrong-secret"
        with pytest.raises(Refused, match="does not belong to any seat"):
            await here.lobby.enter(room, ["0" * 32]).connect()

    run(play())


def test_a_spectator_sees_and_cannot_act(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            async with here.lobby.enter(ann.room["id"]) as eve:
                assert eve.room["mine"] == []
                assert eve.view
                assert eve.view["choices"] == []
                assert await refused(eve.act(first_action(ann))) == "spectator"
                assert await refused(eve.send("resign")) == "spectator"
                await ann.until(lambda guest: guest.room["spectators"] == 1)
                await ann.act(first_action(ann))
                await in_step([ann, bo, eve])
                assert eve.view["ply"] == 1
            await ann.until(lambda guest: guest.room["spectators"] == 0)

    run(play())


def test_all_at_one_screen_get_the_view_of_whoever_is_on_turn(here: Running) -> None:
    async def play() -> None:
        made = await here.lobby.make(GAME, ["me", "me"])
        async with here.lobby.enter(made["room"], made["secrets"].values()) as guest:
            await guest.until(lambda guest: guest.view is not None)
            for seat in (0, 0, 1):  # the first lays two tiles
                assert guest.view
                if guest.view["turn"] != seat:
                    break
                assert guest.view["seat"] == seat
                await guest.act(first_action(guest))
            await guest.until(lambda guest: guest.view["seat"] == guest.view["turn"] == 1 or guest.view["ply"] > 1)
            assert (await guest.send("draw"))["type"] == "done"
            await guest.until(lambda guest: guest.room["status"] == "over")

    run(play())


def test_listed_rooms_with_somebody_in_them_are_listed(here: Running) -> None:
    async def play() -> None:
        listed = await here.lobby.make(GAME, ["me", "open"], listed=True)
        unlisted = await here.lobby.make(GAME, ["me", "open"])
        assert not {room["id"] for room in (await here.lobby.ask("/api/rooms"))["rooms"]} & {listed["room"]}
        async with (
            here.lobby.enter(listed["room"], listed["secrets"].values()),
            here.lobby.enter(unlisted["room"], unlisted["secrets"].values()),
        ):
            rooms = {room["id"] for room in (await here.lobby.ask("/api/rooms"))["rooms"]}
        assert listed["room"] in rooms
        assert unlisted["room"] not in rooms

    run(play())


def test_a_lost_connection_is_taken_up_again(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            await bo.leave()
            await ann.until(lambda guest: not guest.room["seats"][1]["here"])
            await ann.act(first_action(ann))
            await bo.connect()
            assert bo.view
            assert bo.view["ply"] == 1
            await ann.until(lambda guest: guest.room["seats"][1]["here"])
            assert ann.view == {**bo.view, "seat": 0, "choices": ann.view["choices"] if ann.view else []}

    run(play())


def test_names_can_be_changed(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            number = ann.number
            await bo.send("name", name="Bohdan " + "x" * 60)
            await ann.until(lambda guest: guest.room["seats"][1]["who"].startswith("Bohdan"))
            assert len(ann.room["seats"][1]["who"]) == 40
            assert ann.number == number

    run(play())


# ---- ending ----


def test_resigning(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            await bo.send("resign")
            await ann.until(lambda guest: guest.room["status"] == "over")
            assert ann.view
            assert ann.view["outcome"]["winner"] == 0
            assert ann.view["outcome"]["reason"] == {"id": "resigned", "args": {"player": "orange"}}
            assert await refused(ann.send("resign")) == "over"

    run(play())


def test_a_draw_is_offered_declined_and_agreed(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            await ann.send("draw")
            await bo.until(lambda guest: guest.room["offers"]["draw"] == 0)
            assert await refused(ann.send("answer", offer="draw", yes=True)) == "no-offer"
            await bo.send("answer", offer="draw", yes=False)
            await ann.until(lambda guest: guest.room["offers"]["draw"] is None)
            await bo.send("draw")
            await ann.send("draw")
            await bo.until(lambda guest: guest.room["status"] == "over")
            assert bo.view
            assert bo.view["outcome"]["winner"] is None

    run(play())


def test_the_computer_agrees_to_no_draw(here: Running) -> None:
    async def play() -> None:
        made = await here.lobby.make(GAME, ["me", "level1"])
        async with here.lobby.enter(made["room"], made["secrets"].values()) as guest:
            await guest.until(lambda guest: guest.view is not None)
            assert await refused(guest.send("draw")) == "no-draw"

    run(play())


def test_taking_back_is_asked_of_a_person(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            await play_random([ann, bo], random.Random(4), 4)
            assert ann.view
            asking, other = (bo, ann) if ann.view["turn"] == 0 else (ann, bo)
            ply = ann.view["ply"]
            await asking.send("undo")
            await other.until(lambda guest: guest.room["offers"]["undo"] is not None)
            assert other.view
            assert other.view["ply"] == ply
            await other.send("answer", offer="undo", yes=True)
            await in_step([ann, bo])
            await asking.until(lambda guest: guest.is_my_turn)
            assert asking.view
            assert asking.view["ply"] < ply

    run(play())


def test_whoever_stays_away_loses_if_the_other_claims_it(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            spectator = here.lobby.enter(ann.room["id"])
            await bo.leave()
            await ann.until(lambda guest: not guest.room["seats"][1]["here"])
            await asyncio.sleep(here.settings.away)
            assert ann.room["claim_after"] is None  # nobody keeps ann waiting: it is her own turn
            assert await refused(ann.send("claim")) == "your-turn"
            async with spectator:
                assert await refused(spectator.send("claim")) == "spectator"
            await bo.connect()
            await ann.until(lambda guest: guest.room["seats"][1]["here"])
            await ann.act(first_action(ann))
            await bo.leave()
            await ann.until(lambda guest: guest.room["claim_after"] is not None)
            assert await refused(ann.send("claim")) == "no-claim"
            await asyncio.sleep(here.settings.away)
            await ann.send("claim")
            await ann.until(lambda guest: guest.room["status"] == "over")
            assert ann.view
            assert ann.view["outcome"]["reason"] == {"id": "forfeited", "args": {"player": "orange"}}
            await bo.connect()

    run(play())


def test_a_flag_falls(here: Running) -> None:
    async def play() -> None:
        clock = {"seconds": 1, "increment": 0.5}
        async with table_of_two(here.lobby, GAME, clock=clock) as (ann, bo):
            await ann.act(first_action(ann))
            await in_step([ann, bo])
            first, second = (seat["clock"] for seat in bo.room["seats"])
            assert first > 1  # what was left, and the increment
            assert second == 1
            await ann.until(lambda guest: guest.room["status"] == "over")
            assert ann.view
            assert ann.view["outcome"]["reason"] == {"id": "timed-out", "args": {"player": "orange"}}

    run(play())


def test_a_rematch_changes_sides_and_keeps_the_seats(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            await bo.send("resign")
            await ann.until(lambda guest: guest.room["status"] == "over")
            await ann.send("rematch")
            await bo.until(lambda guest: guest.room["offers"]["rematch"] == 0)
            await bo.send("answer", offer="rematch", yes=True)
            await ann.until(lambda guest: guest.rematch)
            async with here.lobby.enter(bo.room["id"], bo.secrets) as late:  # somebody who was away hears of it too
                await late.until(lambda guest: guest.rematch)
                assert late.rematch == bo.rematch
            assert ann.rematch
            async with here.lobby.enter(ann.rematch["room"], ann.rematch["secrets"].values()) as again:
                await again.until(lambda guest: guest.view is not None)
                assert again.room["mine"] == [1]
                assert [seat["who"] for seat in again.room["seats"]] == ["Bo", "Ann"]
            assert await refused(ann.send("rematch")) == "rematch-made"

    run(play())


def test_a_rematch_with_the_same_sides(here: Running) -> None:
    """Whoever asks first says which; a second wish changes nothing."""

    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            await bo.send("resign")
            await ann.until(lambda guest: guest.room["status"] == "over")
            assert await refused(ann.send("rematch", sides="both")) == "bad-field"
            await ann.send("rematch", sides="same")
            await bo.send("rematch", sides="other")
            for guest, seat in ((ann, "0"), (bo, "1")):
                await guest.until(lambda guest: guest.rematch)
                assert guest.rematch
                assert list(guest.rematch["secrets"]) == [seat]

    run(play())


# ---- talk ----


def test_those_who_play_can_talk_and_everybody_reads_it(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo), here.lobby.enter(ann.room["id"]) as watching:
            await ann.send("say", text="  good\n\u202e luck " + "x" * 300)
            await bo.send("say", quick="thanks")
            for guest in (ann, bo, watching):
                await guest.until(lambda guest: len(guest.said) == 2)
                assert guest.said[0]["seat"] == 0
                assert guest.said[0]["text"].startswith("good luck xx")
                assert len(guest.said[0]["text"]) == 200
                assert guest.said[1] == {"seat": 1, "quick": "thanks"}
            assert await refused(watching.send("say", quick="hello")) == "spectator"
            assert await refused(ann.send("say", quick="insult")) == "bad-field"
            assert await refused(ann.send("say", text=" \n ")) == "bad-field"
            async with here.lobby.enter(ann.room["id"]) as late:
                await late.until(lambda guest: len(guest.said) == 2)

    run(play())


def test_nobody_talks_too_much(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, _):
            assert await refused(asyncio.gather(*(ann.send("say", quick="oops") for _ in range(20)))) == "too-many"

    run(play())


def test_talk_is_forgotten_when_all_have_left_a_match_that_is_over(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            room = ann.room["id"]
            await ann.send("say", text="a secret between us")
            await bo.send("resign")
        table = here.server.hub.tables[room]
        while table.clients:
            await asyncio.sleep(0.01)
        assert table.said == []
        save = await asyncio.to_thread(here.lobby.fetch, f"/api/rooms/{room}/save")
        assert b"secret between" not in save

    run(play())


# ---- afterwards ----


def test_frames_show_every_ply(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            played = await play_random([ann, bo], random.Random(5), 8)
            await bo.send("resign")
            await ann.until(lambda guest: guest.room["status"] == "over")
            told = await here.lobby.ask(f"/api/rooms/{ann.room['id']}/frames?seat=1")
            frames = told["frames"]
            assert [frame["ply"] for frame in frames] == list(range(played + 1))
            assert told["plies"] == played
            assert "board" in frames[0]
            assert not any("board" in frame or "choices" in frame for frame in frames[1:])
            assert frames[-1]["outcome"]["reason"]["id"] == "resigned"
            assert ann.view
            assert [line for frame in frames for line in frame["log"]] == ann.view["log"]
            some = await here.lobby.ask(f"/api/rooms/{ann.room['id']}/frames?from=2&to=4")
            assert [frame["ply"] for frame in some["frames"]] == [2, 3, 4]
            assert await refused(here.lobby.ask(f"/api/rooms/{ann.room['id']}/frames?seat=7")) == "no-seat"

    run(play())


def test_frames_of_a_match_being_played_are_its_own_seats_alone(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, _):
            frames = f"/api/rooms/{ann.room['id']}/frames"
            assert await refused(here.lobby.ask(f"{frames}?seat=0")) == "not-yours"
            assert await refused(here.lobby.ask(f"{frames}?seat=1", secret=ann.secrets[0])) == "not-yours"
            assert (await here.lobby.ask(f"{frames}?seat=0", secret=ann.secrets[0]))["frames"]
            assert (await here.lobby.ask(frames))["frames"]
            assert await refused(here.lobby.ask(f"/api/rooms/{ann.room['id']}/save")) == "not-over"
            body = {"seats": ["me", "open"], "from": {"room": ann.room["id"], "ply": 0}}
            assert await refused(here.lobby.ask("/api/rooms", body)) == "not-over"

    run(play())


def test_a_saved_match_is_watched_and_played_on_from(here: Running, tmp_path: Path) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            await play_random([ann, bo], random.Random(6), 6)
            await bo.send("resign")
            await ann.until(lambda guest: guest.room["status"] == "over")
            text = here.lobby.fetch(f"/api/rooms/{ann.room['id']}/save")
        (tmp_path / "a.tabor").write_bytes(text)
        match = tabor.open(tmp_path / "a.tabor")
        replay = await here.lobby.ask("/api/replays", text)
        async with here.lobby.enter(replay["room"]) as eve:
            assert eve.room["status"] == "over"
            assert eve.room["dice"] is None
            assert eve.view
            assert eve.view["ply"] == match.ply == 6
        body = {"seats": ["me", "me"], "from": {"room": replay["room"], "ply": 4}}
        made = await here.lobby.ask("/api/rooms", body)
        async with here.lobby.enter(made["room"], made["secrets"].values()) as guest:
            await guest.until(lambda guest: guest.view is not None)
            assert guest.view
            then = match.at(4).view(guest.view["seat"])
            assert [guest.view[part] for part in ("pieces", "panels", "choices")] == [
                then[part] for part in ("pieces", "panels", "choices")
            ]

    run(play())


def test_a_match_is_analysed_once_it_is_over(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            await play_random([ann, bo], random.Random(6), 7)
            address = f"/api/rooms/{ann.room['id']}/analysis?from="
            assert await refused(here.lobby.ask(address + "0")) == "not-over"
            await bo.send("resign")
            await ann.until(lambda guest: guest.room["status"] == "over")
        found: list[Any] = []
        while len(found) < 7:
            told = await here.lobby.ask(address + str(len(found)))
            assert told["of"] == 7
            assert told["decisions"]
            found += told["decisions"]
        assert [one["ply"] for one in found] == list(range(7))
        assert all(one["mistake"] >= 0 and one["luck"] == 0 for one in found)
        assert (await here.lobby.ask(address + "7"))["decisions"] == []

    run(play())


def test_actions_are_tried_out_from_any_point_of_a_match_that_is_over(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            await play_random([ann, bo], random.Random(6), 5)
            address = f"/api/rooms/{ann.room['id']}/analysis"
            assert await refused(here.lobby.ask(address, {"ply": 2})) == "not-over"
            await bo.send("resign")
            await ann.until(lambda guest: guest.room["status"] == "over")
        frames = (await here.lobby.ask(f"/api/rooms/{ann.room['id']}/frames?seat=1"))["frames"]
        told = await here.lobby.ask(address, {"ply": 2, "seat": 1})
        assert told["view"]["pieces"] == frames[2]["pieces"]
        assert told["view"]["log"] == []
        assert sum(told["values"]) == 0
        assert told["line"][0] in actions(told["view"]["choices"])
        other = next(text for text in actions(told["view"]["choices"]) if text != told["line"][0])
        then = await here.lobby.ask(address, {"ply": 2, "seat": 1, "actions": [other]})
        assert (then["view"]["ply"], then["view"]["seat"], then["view"]["turn"]) == (3, 1, 1)
        assert {line["ply"] for line in then["view"]["log"]} == {3}
        given_up = await here.lobby.ask(address, {"ply": 5})
        assert given_up["view"]["outcome"] is None
        assert given_up["line"]

    run(play())


def test_what_cannot_be_tried_out_is_refused_in_one_sentence(here: Running, tmp_path: Path) -> None:
    match = tabor.Match(tabor.load(GAME), seed=1)
    first = match.legal[0]
    match.play(first)
    match.resign()
    match.save(tmp_path / "short.tabor")

    async def ask() -> None:
        made = await here.lobby.ask("/api/replays", (tmp_path / "short.tabor").read_bytes())
        address = f"/api/rooms/{made['room']}/analysis"
        for body, place in (
            ({"ply": 2}, "there is no ply 2: the match has 0 to 1"),
            ({"ply": 0, "seat": 2}, "there is no seat 2"),
            ({"ply": 0, "actions": [first, "no such thing"]}, "action 2 of those tried: 'no such thing'"),
            ({"ply": 0, "actions": [first, first]}, f"action 2 of those tried: {first!r}"),
            ({"ply": 0, "actions": ["x"] * 61}, "actions"),
            ({"ply": 0, "actions": ["x" * 201]}, "actions.0"),
            ({"ply": -1}, "ply"),
        ):
            with pytest.raises(Refused) as caught:
                await here.lobby.ask(address, body)
            assert str(caught.value).startswith(place), body

    run(ask())


def test_an_address_analyses_one_match_at_a_time(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, GAME) as (ann, bo):
            await play_random([ann, bo], random.Random(6), 3)
            await bo.send("resign")
            await ann.until(lambda guest: guest.room["status"] == "over")
        here.server.analysing.add("127.0.0.1")
        address = f"/api/rooms/{ann.room['id']}/analysis"
        assert await refused(here.lobby.ask(address)) == "too-many"
        assert await refused(here.lobby.ask(address, {"ply": 1})) == "too-many"
        here.server.analysing.clear()
        assert (await here.lobby.ask(address))["of"] == 3

    run(play())


def test_a_puzzle_is_told(here: Running) -> None:
    async def ask() -> None:
        told = await here.lobby.ask(f"/api/puzzles/{GAME}/0")
        assert told["places"][0]["next"].keys() == {told["solution"][0]}
        listed = await here.lobby.ask(f"/api/puzzles/{GAME}")
        assert len(listed) == told["count"] > 0
        assert listed[0] == {"id": told["id"], "goal": "win", "grade": told["grade"]}
        assert await refused(here.lobby.ask(f"/api/puzzles/{GAME}/1000000")) == "no-puzzle"

    run(ask())


def test_what_bots_wrote_comes_with_a_saved_match(here: Running, tmp_path: Path) -> None:
    match = tabor.Match(tabor.load(GAME), seed=1)
    match.note(0, "I think")
    match.play(int(match.legal_actions[0]))
    match.resign()
    match.save(tmp_path / "noted.tabor")

    async def play() -> None:
        made = await here.lobby.ask("/api/replays", (tmp_path / "noted.tabor").read_bytes())
        notes = f"/api/rooms/{made['room']}/notes"
        assert (await here.lobby.ask(notes))["notes"] == [[0, 0, "I think"]]
        config, _ = read_replay((tmp_path / "noted.tabor").read_bytes())
        again = Room("again", Config.read(config.tree()), match.game)  # as it comes back from the store
        again.begin(0.0)
        assert again.notes(may_look=False) == [[0, 0, "I think"]]

    run(play())


def test_wrong_rooms_are_refused_in_one_sentence(here: Running) -> None:
    async def play() -> None:
        ask = here.lobby.ask
        right = {"game": GAME, "seats": ["me", "open"]}
        for id_, wrong in (
            ("not-usable", {"game": "chess"}),
            ("wrong-seats", {"seats": ["me"]}),
            ("no-player", {"seats": ["me", "level99"]}),
            ("no-player", {"seats": ["me", "mcts:ms=600000"]}),
            ("bad-field", {"seats": "me"}),
            ("bad-number", {"number": "xyz"}),
            ("no-commitment", {"commitment": "0" * 64}),
            ("not-usable", {"position": "?"}),
            ("not-usable", {"options": {"board": "moon"}}),
            ("not-usable", {"changes": {"moon": 1}}),
            ("bad-field", {"changes": {"x": [{"y": [[[[[[[[0]]]]]]]]}]}}),
            ("bad-field", {"clock": {"seconds": -1}}),
            ("bad-field", {"colour": "red"}),
        ):
            assert await refused(ask("/api/rooms", right | wrong)) == id_, wrong
        assert await refused(ask("/api/rooms/aaaaaaaaaaaa")) == "no-room"
        assert await refused(ask("/api/rooms/a")) == "no-room"
        assert await refused(ask("/api/replays", b"not a match")) == "not-usable"
        assert await refused(ask("/api/replays", b"game = 'chess'")) == "no-game"

    run(play())


def test_games_texts_and_rules_are_served(here: Running) -> None:
    async def play() -> None:
        games = {game["name"]: game for game in (await here.lobby.ask("/api/games"))["games"]}
        assert list(games) == list(tabor.games.NAMES)
        assert {"name": "board", "default": "plain"}.items() <= games[GAME]["options"][0].items()
        assert "course" in games[GAME]["options"][0]["values"]
        assert games[GAME]["levels"] == 8
        seats = await here.lobby.ask("/api/seats", {"game": "warriors", "options": {"players": "3", "map": "meadow"}})
        assert len(seats["seats"]) == 3

    run(play())
    assert b"to-play" in here.lobby.fetch(f"/api/texts/en/{GAME}")
    assert b"to-play" in here.lobby.fetch("/api/texts/en")
    assert here.lobby.fetch(f"/api/rules/{GAME}").startswith(b"# ")
    assert here.lobby.fetch(f"/api/rules/{GAME}?language=pl") != here.lobby.fetch(f"/api/rules/{GAME}?language=en")
    assert b'"steps":[{"words":{"en"' in here.lobby.fetch(f"/api/lessons/{GAME}")
    assert b"plain.js" in here.lobby.fetch("/plain")
    assert b"/api/rooms/{room}/sit" in here.lobby.fetch("/openapi.json")
    with pytest.raises(Refused, match="no texts in the language"):
        here.lobby.fetch(f"/api/texts/xx/{GAME}")
    with pytest.raises(Refused, match="there is no page"):
        here.lobby.fetch("/..%2f..%2fpyproject.toml")
