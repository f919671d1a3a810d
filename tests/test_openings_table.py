"""bench/openings.py: every opening once, each with its chance of coming about by lot."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import openings
import pytest
import solve

import tabor
from tabor.arena.playing import opening


def test_openings_are_those_that_solving_finds() -> None:
    game = tabor.load("drake", board="plain")
    board = solve.Board(game, game.kind.opening)
    board.spread()
    found = openings.openings(game)
    assert {game.key(one.match.state) for one in found} == set(board.states[-1])
    assert sum(one.chance for one in found) == pytest.approx(1.0)


def test_chances_are_those_of_a_match_by_lot() -> None:
    """On the balanced plain some set-ups are over before all guards stand (S12), and are drawn again."""
    game = tabor.load("drake", board="plain", variant="balanced")
    seeds = random.Random(5)
    lots = Counter(game.key(opening(game, seeds.randrange(1 << 40)).state) for _ in range(4000))
    for one in openings.openings(game):
        assert lots[game.key(one.match.state)] / 4000 == pytest.approx(one.chance, abs=0.012)


def test_a_judge_that_always_answers_alike_finds_the_same_again() -> None:
    game = tabor.load("drake", board="plain")
    found = openings.judge(game, "alphabeta:depth=1")
    assert found == openings.judge(game, "alphabeta:depth=1")
    assert 0 < found.first < 1
    assert sum(found.ends.values()) == pytest.approx(1.0)


def test_the_table_stands_on_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"a\n\n<!-- table: {openings.TABLE} -->\nold\n<!-- end -->\n\nb\n", encoding="utf-8")
    words = ["openings.py", "plain", "--nodes", "1", "2", "--docs", str(page)]
    monkeypatch.setattr("sys.argv", words)
    openings.main()
    told = page.read_text("utf-8")
    assert "| plain | 64 |" in told
    assert "| plain, balanced |" in told
    assert "old" not in told
