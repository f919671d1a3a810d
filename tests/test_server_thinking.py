"""Computers in other processes: whatever happens to one of them, nobody's game suffers."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from server_tools import run, running

import tabor
from tabor.client import Refused, actions
from tabor.match import Match
from tabor.server import thinking
from tabor.server.thinker import Thinker
from tabor.server.thinking import Thinking, ThinkingFailed
from tabor.server.turns import Asker

GAME = "drake"
ANSWER = "import os, sys\nfor line in sys.stdin: print('{\"pid\": %d}' % os.getpid(), flush=True)"
DIE_ONCE = "import os, sys\ninput()\nif os.path.exists(MARK): print('{}', flush=True)\nelse: open(MARK, 'w').close()"
SLEEP = "import time\ntime.sleep(60)"
HANG = """
import json, time
while True:
    if json.loads(input())["room"] == "bad":
        time.sleep(60)
    print("{}", flush=True)
"""
RUBBISH = "input()\nprint('what?', flush=True)"


def think_by(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    monkeypatch.setattr(thinking, "COMMAND", (sys.executable, "-I", "-S", "-c", program))


def answers(tasks: Sequence[dict[str, Any]], workers: int = 1, is_bot: bool = False) -> list[Any]:
    async def ask() -> list[Any]:
        pool = Thinking(workers)
        pool.start()
        try:
            return await asyncio.gather(
                *(pool.ask(task, is_bot, Asker(room=task["room"])) for task in tasks), return_exceptions=True
            )
        finally:
            await pool.stop()

    found: list[Any] = run(ask())
    return found


def test_a_process_that_dies_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    think_by(monkeypatch, DIE_ONCE.replace("MARK", repr(str(tmp_path / "mark"))))
    assert answers([{"room": "a"}]) == [{}]


@pytest.mark.parametrize("program", ["raise SystemExit", RUBBISH, SLEEP])
def test_one_that_never_answers_is_given_up(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "SECONDS", 0.3)
    think_by(monkeypatch, program)
    assert isinstance(answers([{"room": "a"}])[0], ThinkingFailed)


def test_a_hanging_computer_does_not_hold_up_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    think_by(monkeypatch, HANG)
    monkeypatch.setattr(thinking, "SECONDS", 1.0)
    found = answers([{"room": "bad"}, *({"room": str(n)} for n in range(20))], workers=2)
    assert isinstance(found[0], ThinkingFailed)
    assert found[1:] == [{}] * 20


def test_a_bot_stays_in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    think_by(monkeypatch, ANSWER)
    for room in ("a", "b", "c"):
        assert len({answer["pid"] for answer in answers([{"room": room}] * 12, workers=3, is_bot=True)}) == 1
    assert len({answer["pid"] for answer in answers([{"room": "a"}] * 200, workers=3)}) > 1


WRONG = 'while True:\n    input()\n    print(\'{"error": "ValueError: no"}\', flush=True)'
ILLEGAL = 'while True:\n    input()\n    print(\'{"actions": [999999], "notes": []}\', flush=True)'


@pytest.mark.parametrize(
    ("program", "cause"),
    [("raise SystemExit", "ended"), (RUBBISH, "ended"), (SLEEP, "slow"), (WRONG, "failed"), (ILLEGAL, "refused")],
    ids=["gone", "rubbish", "silent", "mistake", "cannot be played"],
)
def test_people_are_told_why_and_may_claim_the_game(
    program: str, cause: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_by(monkeypatch, program)
    monkeypatch.setattr(thinking, "SECONDS", 1.0)
    with running(tmp_path / "rooms.sqlite") as here:

        async def play() -> None:
            made = await here.lobby.make(GAME, ["level1", "me"])
            async with here.lobby.enter(made["room"], made["secrets"].values()) as guest:
                await guest.until(lambda guest: guest.room["trouble"])
                assert guest.room["trouble"]["error"] == {"id": cause, "args": {"player": "level1"}}
                assert guest.room["trouble"]["text"].startswith("level1 ")
                with pytest.raises(Refused, match="the turn of blue"):
                    await guest.act("+a1")
                await guest.send("claim")
                await guest.until(lambda guest: guest.room["status"] == "over")
                assert guest.view
                assert guest.view["outcome"]["winner"] == 1

        run(play())


def test_a_computer_is_asked_again_when_somebody_who_plays_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_by(monkeypatch, "raise SystemExit")
    with running(tmp_path / "rooms.sqlite") as here:

        async def play() -> None:
            made = await here.lobby.make(GAME, ["level1", "me"])
            async with here.lobby.enter(made["room"], made["secrets"].values()) as guest:
                await guest.until(lambda guest: guest.room["trouble"])
                monkeypatch.undo()
                async with here.lobby.enter(made["room"]) as spectator:
                    assert spectator.room["trouble"]
                async with here.lobby.enter(made["room"], made["secrets"].values()) as again:
                    await again.until(lambda guest: guest.is_my_turn)
                await guest.until(lambda guest: guest.is_my_turn and not guest.room["trouble"])

        run(play())


# ---- the process itself ----


def task_of(match: Match, player: str) -> dict[str, Any]:
    game = match.game
    return {
        "room": "a",
        "game": game.kind.name,
        "options": game.options,
        "changes": game.changes,
        "seed": match.seed,
        "position": match.position_at_start,
        "log": match.log,
        "ahead": [],
        "secret": None,
        "seat": match.player,
        "player": player,
        "dice": 7,
    }


def test_nobody_is_told_that_a_computer_chooses_in_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    think_by(monkeypatch, SLEEP)
    with running(tmp_path / "rooms.sqlite") as here:

        async def play() -> None:
            made = await here.lobby.make("robots", ["me", "level1"])
            async with here.lobby.enter(made["room"], made["secrets"].values()) as guest:
                await guest.until(lambda guest: guest.is_my_turn)
                await guest.act(actions(guest.view["choices"] if guest.view else [])[0])
                assert here.server.services.thinking.turns.running
                assert not any('"thinking":true' in text for text in guest.heard)

        run(play())


def test_a_thinker_plays_on_and_also_after_a_take_back() -> None:
    thinker, match = Thinker(), Match(tabor.load(GAME), 5)
    for _ in range(6):
        match.play(thinker.answer(task_of(match, "random"))["actions"][0])
    match.undo(3)
    match.play(match.legal[-1])
    for _ in range(3):
        match.play(thinker.answer(task_of(match, "greedy"))["actions"][0])
    assert len(thinker.tables) == 1


def test_a_thinker_does_not_look_at_the_dice_that_will_fall(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    class Spy:
        name = "spy"

        def choose(self, match: Match) -> int:
            seen.append(match.seed)
            return int(match.legal_actions[0])

    monkeypatch.setattr("tabor.server.thinker.make", lambda *_: Spy())
    match = Match(tabor.load(GAME), 5)
    Thinker().answer(task_of(match, "spy"))
    assert seen == [7]


def test_a_thinker_keeps_few_rooms_and_games_and_forgets_what_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []
    monkeypatch.setattr("tabor.server.thinker.close", lambda player: closed.append(player.name))
    thinker, match = Thinker(), Match(tabor.load(GAME), 5)
    for number in range(12):
        changes = {"end": {"no_progress": 100 + number}}
        answer = thinker.answer({**task_of(match, "random"), "room": f"r{number}", "changes": changes})
    assert answer["rooms"] == [f"r{number}" for number in range(4, 12)]
    assert len(closed) == 4
    assert thinker.answer({"forget": "r7"})["rooms"] == ["r4", "r5", "r6", "r8", "r9", "r10", "r11"]
    assert len(closed) == 5
    monkeypatch.setattr("tabor.server.thinker.MOST_GAMES", 3)
    thinker.answer({**task_of(match, "random"), "room": "new"})
    assert len(thinker.games) == 3
