"""Games in progress: a save that can be read while they are played, gone when they end, at nobody's cost."""

from __future__ import annotations

import math
import os
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import tabor
from tabor.arena import live, playing
from tabor.arena.cluster import play_in_worker
from tabor.arena.ledger import Done
from tabor.arena.live import FOLDER, Live, Shown, leave_mark, live_file, shown_games, sweep
from tabor.arena.local import Local, Setting
from tabor.arena.playing import play
from tabor.arena.shards import Shard, games_of, play_shard
from tabor.match import Match

TEXTS = {"anna": "greedy", "bob": "random"}
SHARD = Shard(7, ("anna", "bob"), (5,))


@pytest.fixture
def game() -> tabor.Game:
    return tabor.load("drake", board="course")


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every decision is long enough."""
    monkeypatch.setattr(live, "PAUSE", 0.0)
    monkeypatch.setattr(live, "SHARE", math.inf)


class Watched(Live):
    """Looks at its own file after every decision."""

    def __init__(self, folder: Path) -> None:
        super().__init__(live_file(folder / FOLDER, 1))
        self.folder = folder
        self.seen: list[Shown] = []

    def follow(self, match: Match) -> None:
        super().follow(match)
        if match.player is not None:
            (one,) = shown_games(self.folder)
            self.seen.append(one)
            assert tabor.open(one.path).position == match.position
            assert one.ply == match.ply


@pytest.mark.usefixtures("at_once")
def test_a_game_can_be_read_while_it_is_played_and_not_afterwards(tmp_path: Path, game: tabor.Game) -> None:
    watched = Watched(tmp_path)
    done = play_shard(game, TEXTS, SHARD, "me", watched)
    played = games_of(done.result, done.detail)
    assert {(one.shard, one.number, one.players) for one in watched.seen} == {
        (7, 0, ("anna", "bob")),
        (7, 1, ("bob", "anna")),
    }
    assert len(watched.seen) == sum(sum(one.decisions) - 1 for one in played)
    assert not any(one.is_silent for one in watched.seen)
    assert list((tmp_path / FOLDER).iterdir()) == []


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("is_shared", [True, False])
def test_a_worker_of_a_cluster_shows_its_games_where_it_sees_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_shared: bool
) -> None:
    monkeypatch.setattr(live, "remove", lambda path: None)  # the last position stays
    leave_mark(tmp_path / FOLDER, 5 if is_shared else 6)
    setting = Setting("drake", {"board": "course"}, {}, TEXTS, {})
    assert isinstance(play_in_worker(setting, 5, SHARD, tmp_path / FOLDER), Done)
    assert [(one.shard, one.number) for one in shown_games(tmp_path)] == [(7, 1)] * is_shared


def test_a_short_game_writes_nothing(tmp_path: Path, game: tabor.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PAUSE", 1e9)
    play_shard(game, TEXTS, SHARD, "me", Live(live_file(tmp_path / FOLDER, 1)))
    assert list(tmp_path.iterdir()) == []


def test_writing_takes_a_small_share_of_the_time(tmp_path: Path, game: tabor.Game) -> None:
    writer = Live(live_file(tmp_path / FOLDER, 1))
    with writer.showing(0, 0, ("a", "b")) as follow:
        writer.due = now = time.monotonic()
        follow(Match(game, 1))
        took = time.monotonic() - now
        assert live.PAUSE <= writer.due - now <= took + max(live.PAUSE, took / live.SHARE)
        before = writer.path and writer.path.stat().st_mtime_ns
        writer.due = math.inf
        follow(Match(game, 2))
        assert before == (writer.path and writer.path.stat().st_mtime_ns)


@pytest.mark.usefixtures("at_once")
def test_where_nothing_can_be_written_the_game_is_played(tmp_path: Path, game: tabor.Game) -> None:
    (tmp_path / FOLDER).write_text("no folder")
    done = play_shard(game, TEXTS, SHARD, "me", Live(live_file(tmp_path / FOLDER, 1)))
    assert len(games_of(done.result, done.detail)) == 2


def test_no_clock_of_a_player_runs_while_others_look(game: tabor.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Match] = []
    monkeypatch.setattr(playing, "time", SimpleNamespace(perf_counter=lambda: 1000.0 * len(looks)))
    played = play(game, ["greedy", "random"], 1, (0, 1), follow=looks.append)
    assert looks
    assert played.seconds == (0.0, 0.0)


def test_what_a_killed_process_left_is_silent_and_swept(tmp_path: Path, game: tabor.Game) -> None:
    writer = Live(live_file(tmp_path / FOLDER, 1))
    with writer.showing(3, 1, ("a", "b")) as follow:
        writer.due = 0
        follow(Match(game, 1))
        (fresh,) = shown_games(tmp_path)
        sweep(tmp_path / FOLDER)
        assert shown_games(tmp_path) == [fresh]
        old = time.time() - live.SILENT - 1
        os.utime(fresh.path, (old, old))
        assert shown_games(tmp_path)[0].is_silent
        Local(Setting("drake", {}, {}, {}, {}), 1, tmp_path / FOLDER)
        assert shown_games(tmp_path) == []


@pytest.mark.parametrize("text", ["", "format = 1", "format = 1\n[live]\nshard = 'x'", "\x00"])
def test_another_file_there_is_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "a.tabor").write_text(text)
    assert shown_games(tmp_path) == []
