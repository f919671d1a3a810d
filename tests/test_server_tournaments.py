"""The server shows tournaments of a folder: standings that move, games to look at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from server_tools import running
from test_arena_tournament import Here, make

from tabor.arena.tournament import Tournament
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


@pytest.mark.parametrize("path", ["/tournaments/other", "/tournaments/%2e%2e", "/tournaments/cup/games/99/0"])
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
