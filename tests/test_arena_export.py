"""A tournament's games as files for other tools, and pages that open from disk, as far as that needs no browser."""

from __future__ import annotations

import base64
import csv
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from test_arena_tournament import Here, make

import tabor
from tabor.arena.export import write_games
from tabor.arena.tournament import Tournament
from tabor.cli import main
from tabor.errors import DataError
from tabor.frames import frames
from tabor.report import replays
from tabor.report.page import match_page
from tabor.report.plots import Scale
from tabor.report.tournament import report_page


@pytest.fixture
def played(tmp_path: Path) -> Tournament:
    tournament = make(tmp_path / "t", "greedy", "random", "<b>bold=random", openings=3)
    list(tournament.run(Here))
    return tournament


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that need not be built."""
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "replay.js").write_text("board('</script>')")
    (tmp_path / "static" / "replay.css").write_text("body{}")
    monkeypatch.setattr(replays, "STATIC", tmp_path / "static")


def test_csv_and_json_hold_every_game(played: Tournament, tmp_path: Path) -> None:
    assert write_games(played, tmp_path / "games.csv") == 18
    assert write_games(played, tmp_path / "games.json") == 18
    rows = list(csv.DictReader((tmp_path / "games.csv").read_text(encoding="utf-8").splitlines()))
    games = json.loads((tmp_path / "games.json").read_text())
    assert [row["seed"] for row in rows] == [str(game["seed"]) for game in games]
    for game in games:
        assert {game["blue_place"], game["orange_place"]} in ({1, 2}, {1})
        assert game["blue_player"] != game["orange_player"]
    won = sum(game["blue_place"] == 1 for game in games if game["blue_player"] == "greedy")
    results = played.results()
    assert won == int(((results.who[:, 0] == 0) & (results.place[:, 0] == 0)).sum())


@pytest.mark.slow
def test_parquet_holds_the_same(played: Tournament, tmp_path: Path) -> None:
    from pyarrow import parquet

    write_games(played, tmp_path / "games.parquet")
    write_games(played, tmp_path / "games.json")
    assert parquet.read_table(tmp_path / "games.parquet").to_pylist() == json.loads(
        (tmp_path / "games.json").read_text()
    )


def test_an_unknown_ending_is_refused(played: Tournament, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"its ending must be one of \.csv, \.json, \.parquet"):
        write_games(played, tmp_path / "games.xls")


def unpack(page: str, id_: str) -> Any:
    found = re.search(rf'id="{id_}">([^<]*)</script>', page)
    assert found
    return json.loads(gzip.decompress(base64.b64decode(found[1])))


@pytest.mark.usefixtures("board")
def test_a_report_lists_games_that_are_in_it(played: Tournament) -> None:
    page = report_page(played)
    listed = re.findall(r'href="#(\d+)" data-test="game"', page)
    assert len(listed) >= 5
    results = played.results()
    for row in listed:
        game = unpack(page, f"tabor-replay-{row}")
        assert len(game["frames"]) == results.plies[int(row)] + 1
        assert game["players"] == [results.names[player] for player in results.who[int(row)]]
        assert game["frames"][-1]["outcome"] is not None
    assert "<b>bold" not in page
    assert "&lt;b&gt;bold" in page
    assert page.count("</script>") == len(listed) + 2  # the board, and what games have in common
    assert "http" not in page.replace("http://www.w3.org", "")


@pytest.mark.usefixtures("board")
def test_a_report_without_games_says_so(tmp_path: Path) -> None:
    assert "No games yet" in report_page(make(tmp_path / "t", "greedy", "random"))


@pytest.mark.usefixtures("board")
def test_a_match_is_one_page_with_all_it_shows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = tabor.Match(tabor.load("drake", board="course"), seed=3)
    while match.outcome is None:
        match.play(match.legal[0])
    match.save(tmp_path / "a.tabor")
    assert main(["export", str(tmp_path / "a.tabor"), "-o", str(tmp_path / "a.html")]) == 0
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    shelf, game = unpack(page, "tabor-replays"), unpack(page, "tabor-replay-1")
    assert shelf["only"] == "1"
    assert shelf["art"]
    assert set(shelf["texts"]) == {"en", "pl", "cs", "ru"}
    assert game["frames"] == json.loads(json.dumps(list(frames(match))))
    assert main(["export", str(tmp_path / "a.tabor"), "-o", str(tmp_path / "a.txt")]) == 2
    assert "must end in .html" in capsys.readouterr().err


def test_without_the_built_board_a_page_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "STATIC", tmp_path)
    with pytest.raises(DataError, match="the board is not built"):
        match_page(tabor.Match(tabor.load("drake"), seed=1), "a match")


def test_ticks_lie_within_the_scale() -> None:
    for low, high in ((0, 1), (-780, 548), (3, 3), (0, 99999)):
        scale = Scale(low, high, 0, 100)
        assert all(low <= tick <= high for tick in scale.ticks())
        assert len(scale.ticks()) <= 12
