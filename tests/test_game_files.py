"""Every game's perft.txt and playthrough.txt say what the game does; `tabor files` writes them."""

from __future__ import annotations

import pytest

import tabor
from tabor.files import perft_text, playthrough_text, wanted_perft, wanted_playthrough
from tabor.games import NAMES, find


@pytest.mark.parametrize("name", NAMES)
def test_perft_and_the_order_of_actions(name: str) -> None:
    path = find(name).home / "perft.txt"
    assert perft_text(name, wanted_perft(path)).splitlines() == path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", NAMES)
def test_perft_counts_more_than_one_depth(name: str) -> None:
    assert len({depth for _, depth in wanted_perft(find(name).home / "perft.txt")}) > 1


@pytest.mark.parametrize("name", NAMES)
def test_playthrough_line_by_line(name: str) -> None:
    path = find(name).home / "playthrough.txt"
    text = path.read_text(encoding="utf-8")
    seed, options = wanted_playthrough(path)
    match = tabor.Match(tabor.load(name, **options), seed=seed)
    for line in text.splitlines()[3:-1]:
        match.play(line.split(" | ")[1])
    assert playthrough_text(match).splitlines() == text.splitlines()


@pytest.mark.parametrize("name", NAMES)
def test_playthrough_ends_for_a_reason_of_the_rules(name: str) -> None:
    last = (find(name).home / "playthrough.txt").read_text(encoding="utf-8").splitlines()[-1]
    assert last.rpartition(", ")[2] in find(name).reasons
