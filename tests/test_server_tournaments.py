"""The server shows tournaments of a folder: standings that move, games to look at."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from server_tools import running
from test_arena_tournament import Here, make

from tabor.arena.live import FOLDER, SILENT, Live, live_file
from tabor.arena.tournament import Tournament
from tabor.match import Match
from tabor.report import replays


@pytest.fixture
def cup(tmp_path: Path) -> Tournament:
    return make(tmp_path / "all" / "cup", "greedy", "random", openings=3)


@pytest.fixture
def client(cup: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[httpx.Client]:
    for name in ("replay.js", "replay.css"):
        (tmp_path / name).write_text("")
    monkeypatch.setattr(replays, "STATIC", tmp_path)
    with (
        running(tmp_path / "rooms.sqlite", tournaments=tmp_path / "all") as here,
        httpx.Client(base_url=here.lobby.address, timeout=120) as found,
    ):
        yield found


def test_standings_move_while_games_are_played(client: httpx.Client, cup: Tournament) -> None:
    assert "cup" in client.get("/tournaments").text
    assert "No games yet" in client.get("/tournaments/cup").text
    playing = cup.run(Here)
    next(playing)
    one = client.get("/tournaments/cup/now").text
    assert "2 of 6 games" in one
    next(playing)
    two = client.get("/tournaments/cup/now").text
    assert "4 of 6 games" in two
    playing.close()
    newest = re.findall(r'href="(/tournaments/cup/games/\d+/0)"', two)
    assert len(newest) == 2
    assert "tabor-replay-1" in client.get(newest[0]).text
    assert "Who beats whom" in client.get("/tournaments/cup/report").text


@pytest.mark.parametrize(
    "path", ["/tournaments/other", "/tournaments/%2e%2e", "/tournaments/cup/games/99/0", "/tournaments/cup/live/99/0"]
)
def test_what_is_not_there_is_said(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "there is no" in answer.json()["text"]


def test_a_broken_plan_does_not_hide_the_others(client: httpx.Client, tmp_path: Path) -> None:
    (tmp_path / "all" / "bad").mkdir()
    (tmp_path / "all" / "bad" / "plan.toml").write_text("format = 7")
    listed = client.get("/tournaments").text
    assert "format is 7" in listed
    assert "/tournaments/cup" in listed


# ---- games in progress ----

GAME = "/tournaments/cup/live/1/0"


def test_a_game_is_listed_and_followed_while_it_is_played_and_said_to_be_over(
    client: httpx.Client, cup: Tournament
) -> None:
    assert "Playing now" not in client.get("/tournaments/cup/now").text
    writer = Live(live_file(cup.folder / FOLDER, 1))
    with writer.showing(1, 0, ("greedy", "random")) as follow:
        match = Match(cup.game, seed=1)
        plies = []
        for _ in range(3):
            match.play(match.legal[0])
            writer.due = 0
            follow(match)
            listed = client.get("/tournaments/cup/now").text
            assert f'href="{GAME}"' in listed
            plies += re.findall(r"game 1, ply (\d+)", listed)
        assert plies == ["1", "2", "3"]
        assert "tabor-replay-1" in client.get(GAME).text
        more = client.get(f"{GAME}/more?known=2&by={writer.path and writer.path.stem}").json()
        assert (more["phase"], more["first"], [frame["ply"] for frame in more["frames"]]) == ("live", 2, [2, 3])
        other = client.get(f"{GAME}/more?known=2&by=another").json()
        assert [frame["ply"] for frame in other["frames"]] == [0, 1, 2, 3]
    assert client.get(f"{GAME}/more?known=4&by=x").json()["phase"] == "waiting"
    assert "not being played just now" in client.get(GAME).text
    for _ in cup.run(Here):
        pass
    assert "tabor-replay-1" in client.get(GAME).text
    over = client.get(f"{GAME}/more?known=4&by=x").json()
    assert (over["phase"], over["first"]) == ("over", 0)
    assert over["frames"][-1]["outcome"]
    assert "Playing now" not in client.get("/tournaments/cup/now").text


def test_a_game_of_which_nothing_is_heard_is_not_listed(client: httpx.Client, cup: Tournament) -> None:
    writer = Live(live_file(cup.folder / FOLDER, 1))
    with writer.showing(1, 0, ("greedy", "random")) as follow:
        writer.due = 0
        follow(Match(cup.game, seed=1))
        assert writer.path is not None
        old = time.time() - SILENT - 1
        os.utime(writer.path, (old, old))
        assert "Playing now" not in client.get("/tournaments/cup/now").text
        assert client.get(f"{GAME}/more?known=0").json()["phase"] == "silent"


def test_scripts_of_these_pages_may_run_and_no_others(client: httpx.Client) -> None:
    policies = client.get("/tournaments/cup").headers.get_list("content-security-policy")
    assert len(policies) == 1
    assert "script-src 'self' 'sha256-" in policies[0]
    assert "unsafe-inline" not in policies[0].partition("script-src")[2]
