"""Begin plain, go on compiled: nobody waits for a compiler, and nobody can tell when the change came."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import RunPython
from toys import TOYS

from tabor import jit, warming
from tabor.desk import play_line
from tabor.game import Kind
from tabor.games import NAMES, find
from tabor.jit import SIGNATURES, Tiered, rules_taken
from tabor.loading import load_kind
from tabor.match import Match
from tabor.players import make
from tabor.server.shelf import Shelf

LONGEST = 60  # plies of a game that is compared

pytestmark = pytest.mark.skipif(jit.PLAIN, reason="there is one tier")


def kind_of(name: str) -> Kind:
    return find(name) if name in NAMES else TOYS[name]


def begins_plain(kind: Kind) -> Kind:
    """The same game with a compiler of its own, nothing compiled yet."""
    fresh = replace(kind)
    fresh.compiler.begins_plain = True
    return fresh


def everything(match: Match) -> list[tuple[Any, ...]]:
    """All that a match keeps, to the byte."""
    steps = [(step.before.tobytes(), step.entry, step.events.tobytes(), step.rolled) for step in match.steps]
    return [*steps, (match.state.tobytes(), match.outcome)]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", [*NAMES, *TOYS])
def test_the_change_in_the_middle_of_a_game_is_not_seen(name: str, seed: int) -> None:
    kind, chance = begins_plain(kind_of(name)), random.Random(seed)
    changed, compiled = Match(load_kind(kind), seed), Match(load_kind(kind_of(name)), seed)
    change_at = chance.randrange(LONGEST // 2)
    for ply in range(LONGEST):
        if changed.player is None:
            break
        if ply == change_at:
            assert len(kind.compiler.waiting()) >= len(SIGNATURES)
            kind.compiler.take_over()
            assert kind.compiler.waiting() == []
        action = int(chance.choice(changed.legal_actions))
        changed.play(action)
        compiled.play(action)
    assert everything(changed) == everything(compiled)


@pytest.mark.parametrize("name", ["greedy", "mcts:sims=40"])
def test_a_player_goes_on_with_what_has_taken_over(name: str) -> None:
    """Made in one tier, it decides in the other."""
    kind = begins_plain(find(NAMES[0]))
    match = Match(load_kind(kind), 1)
    player = make(name, match.game, 1)
    match.play(player.choose(match))
    kind.compiler.take_over()
    match.play(player.choose(match))
    assert match.ply == 2


def test_only_what_is_kept_takes_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entry points first, and a generic function as soon as it is there."""
    monkeypatch.setenv("TABOR_CACHE_DIR", str(tmp_path))
    kind, other = begins_plain(TOYS["bidders"]), replace(TOYS["bidders"])
    match = Match(load_kind(kind), 1)
    match.play(int(match.legal_actions[0]))
    kind.compiler.take_over_what_is_kept()
    assert len(kind.compiler.waiting()) == len(SIGNATURES) + 1
    other.compiler.machine()
    kind.compiler.take_over_what_is_kept()
    assert [tiered.function for tiered in kind.compiler.waiting()] == [play_line]
    other.compiler.machine_of(play_line)
    kind.compiler.take_over_what_is_kept()
    assert kind.compiler.waiting() == []
    assert kind.compiler.misses == 0
    match.play(int(match.legal_actions[0]))


def test_a_generic_function_gets_rules_of_its_own_tier() -> None:
    kind = begins_plain(TOYS["bidders"])
    line = kind.compiler.compile(play_line)
    assert isinstance(line, Tiered)
    assert line.rules == ["legal", "apply"]
    assert rules_taken("int64(rules, state)") == []


REPLY = """
import json, sys
from tabor.server import thinker

thinker.begin_plain()
answer = thinker.Thinker().answer(json.loads(sys.argv[1]))
print("numba" in sys.modules, len(answer["actions"]))
"""


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_compiled_before_the_first_reply(name: str, tmp_path: Path, run_python: RunPython) -> None:
    options = slowest(name)
    job = {"room": "r", "game": name, "options": options, "changes": {}, "seed": 1, "position": None, "log": []}
    job |= {"seat": 0, "player": "level5", "dice": 2, "secret": None, "ahead": []}
    printed = run_python(REPLY, json.dumps(job), TABOR_CACHE_DIR=str(tmp_path)).split()
    assert printed[0] == "False"
    assert int(printed[1]) >= 1
    assert list(tmp_path.rglob("*.nb*")) == []


def slowest(name: str) -> dict[str, str]:
    """The largest board that a game offers: the most cells to look at."""
    from tabor.loading import menu

    kind = find(name)
    option = next((option for option, values in menu(kind).items() if option in ("map", "board") and values), None)
    if option is None:
        return {}
    sizes = {value: int(load_kind(kind, {}, {option: value}).setup.planes[1]) for value in menu(kind)[option]}
    return {option: max(sizes, key=lambda value: sizes[value])}


def test_what_is_compiled_is_all_that_players_ask_for() -> None:
    """By trying: after the pieces of work are done, no level of the computer compiles anything."""
    kind = begins_plain(find(NAMES[0]))
    functions = {function for _, function in warming.functions_of(NAMES[0])}
    game = load_kind(kind)
    match = Match(game, 1)
    for text in game.kind.levels[:3]:
        match.play(make(text, game, 1).choose(match))
    assert set(kind.compiler._generic) <= functions
    assert functions >= {play_line, *kind.compiler.sources.values()}


def test_a_failure_is_said_once_and_play_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    kind = begins_plain(find(NAMES[0]))
    monkeypatch.setattr(warming, "command", lambda name: ["false"])
    monkeypatch.setattr(warming, "watch", lambda compiler: None)
    waiter = warming.compile_beside(kind.compiler, said.append)
    assert waiter is not None
    waiter.join()
    assert len(said) == 1
    assert "is played in plain Python" in said[0]
    match = Match(load_kind(kind), 1)
    match.play(int(match.legal_actions[0]))


def test_a_server_says_once_that_a_game_is_played_plain(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    kind = begins_plain(find(NAMES[0]))
    shelf = Shelf(NAMES[:1], lambda name: kind)
    monkeypatch.setattr("tabor.server.shelf.command", lambda name: ["false"])
    monkeypatch.setattr("tabor.server.shelf.watch", lambda compiler: None)

    def progress() -> list[tuple[bool, bool]]:
        return [(about["ready"], about["failed"]) for about in shelf.listing()]

    async def warm_twice() -> None:
        assert progress() == [(False, False)]
        await shelf.warm_all()
        await shelf.warm_all()
        assert shelf.is_ready(kind)

    asyncio.run(warm_twice())
    assert progress() == [(False, True)]
    assert [record.message for record in caplog.records if "is played in plain Python" in record.message] == [
        f"{kind.title} is played in plain Python: not all of it could be compiled"
    ]
    monkeypatch.setattr("tabor.server.shelf.command", lambda name: ["true"])
    shelf = Shelf(NAMES[:1], lambda name: kind)
    asyncio.run(shelf.warm_all())
    assert progress() == [(True, False)]
