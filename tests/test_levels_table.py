"""bench/levels.py: what is counted, when it is enough, and what it writes."""

from __future__ import annotations

from pathlib import Path

import levels
import numpy as np
import orjson
import pytest

from tabor.arena.ledger import Done, Ledger
from tabor.arena.playing import Tally
from tabor.errors import DataError
from tabor.games import NAMES, find

PAGE = "# Page\n\n<!-- table: levels-drake -->\nold\n<!-- end -->\n\n<!-- table: other -->\nstays\n<!-- end -->\n"


@pytest.fixture
def ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> levels.Ladder:
    monkeypatch.setattr(levels, "measured_levels", lambda game, nodes: ["random", "greedy", "greedy:slips=1"])
    return levels.Ladder(find("drake"), tmp_path)


def entry(ladder: levels.Ladder, place: tuple[int, int, int], winners: tuple[int, int], identities: list[int]) -> Done:
    """One opening, both seats; winners by level (0 the upper one, 1 the lower, −1 a draw)."""
    shard, orders = ladder.shard(*place), ((0, 1), (1, 0))
    places = [
        int(winner not in (-1, player)) for winner, order in zip(winners, orders, strict=True) for player in order
    ]
    tree = {"players": shard.players, "seed": [1, 1], "order": [0, 1, 1, 0], "places": places, "plies": [9, 9]}
    tree |= {"reason": ["mate", "limit"], "identity": identities, "milliseconds": [2.0] * 4, "decisions": [1] * 4}
    return Done(shard.number, "here", 0.1, orjson.dumps({**tree, "left": [0] * 4}), b"")


def test_numbers_of_shards_tell_their_places(ladder: levels.Ladder) -> None:
    numbers = [
        ladder.number(opening, ground, pairing)
        for opening in range(3)
        for ground in range(len(ladder.grounds))
        for pairing in range(2)
    ]
    assert numbers == list(range(len(numbers)))
    assert ladder.place(ladder.number(2, 3, 1)) == (3, 1)
    assert ladder.shard(0, 0, 1).players == ("level3", "level2")
    assert len({ladder.shard(*place).seeds for place in ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0))}) == 4


def test_identical_games_count_once_and_seats_are_told_apart(ladder: levels.Ladder) -> None:
    ladder.ledger.enter(entry(ladder, (0, 0, 0), (0, 0), [11, 12]))
    ladder.ledger.enter(entry(ladder, (1, 0, 0), (0, 1), [11, 13]))  # the first is a repeat
    ladder.ledger.enter(entry(ladder, (0, 1, 0), (-1, 1), [14, 12]))  # 12 on another ground is another game
    ladder.ledger.enter(entry(ladder, (0, 0, 1), (1, 1), [16, 17]))  # of another pairing
    results = ladder.results()
    everything = np.ones(len(results), bool)
    score = levels.pairing_scores(ladder, results)[0]
    assert score.tally == Tally(wins=2, draws=1, losses=2)
    assert levels.tally_of(results, everything, seat=0) == Tally(wins=1, draws=1, losses=1)
    told = [str(cell) for cell in levels.row(ladder, results, 0)]
    assert told[2:4] == ["5", "50%"]
    assert "plain 67%, course 25%, valley –" in told[6]
    assert "limit 60%, mate 40%" in told[7]


@pytest.mark.parametrize(
    ("tally", "is_settled"),
    [
        (Tally(60, 0, 40), False),  # ± 70 Elo
        (Tally(150, 0, 100), True),  # ± 45
        (Tally(20, 0, 0), False),  # all won, but too few
        (Tally(40, 0, 0), True),  # better by 300 at least
    ],
)
def test_a_pairing_is_settled_when_its_interval_is_narrow(tally: Tally, is_settled: bool) -> None:
    assert levels.Score(tally).is_settled == is_settled


def test_who_won_every_game_is_better_by_so_much_at_least(ladder: levels.Ladder) -> None:
    ladder.ledger.enter(entry(ladder, (0, 0, 0), (0, 0), [11, 12]))
    ladder.ledger.enter(entry(ladder, (0, 0, 1), (0, 1), [13, 14]))
    told = [levels.row(ladder, ladder.results(), pairing)[4] for pairing in (0, 1)]
    assert told == ["-113 at least", "-0 (-393 … +393)"]


def test_another_player_stands_for_a_level(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    usual = levels.Ladder(find("drake"), tmp_path)
    options = levels.read_arguments(["drake", "--level", "2=greedy:slips=3"])
    ladder = levels.Ladder(find("drake"), tmp_path, instead=dict(options.level))
    assert [usual.texts[0], "greedy:slips=3", *usual.texts[2:]] == ladder.texts
    usual.ledger.enter(entry(usual, (0, 0, 0), (0, 0), [11, 12]))
    assert (len(usual.results()), len(ladder.results())) == (2, 0)  # what others played does not count
    with pytest.raises(DataError, match="--level 9=random: The Drake has levels 1 to 8"):
        _ = levels.Ladder(find("drake"), tmp_path, instead={9: "random"}).texts
    for words in (["--level", "2=greedy"], ["drake", "--level", "greedy"]):
        with pytest.raises(SystemExit):
            levels.read_arguments(words)
    assert "'greedy' is not NUMBER=PLAYER" in capsys.readouterr().err


def test_every_game_has_grounds_for_two() -> None:
    for name in NAMES:
        kind = find(name)
        names = [levels.ground_name(options, kind) for options in levels.grounds(kind)]
        assert names
        assert len(set(names)) == len(names)


def test_it_goes_on_where_it_stopped_and_leaves_other_tables_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "measured_levels", lambda game, nodes: ["random", "greedy"])
    page = tmp_path / "page.md"
    page.write_text(PAGE, "utf-8")
    words = ["drake", "--most", "8", "--folder", str(tmp_path), "--docs", str(page)]
    levels.main([*words, "--minutes", "0"])
    assert levels.OPEN in page.read_text("utf-8")
    levels.main(words)
    written = page.read_text("utf-8")
    assert "| 2 | `greedy` | 8 |" in written
    assert "stays" in written
    assert "old" not in written
    monkeypatch.setattr(Ledger, "enter", lambda ledger, done: pytest.fail("played again"))
    levels.main(words)
    assert page.read_text("utf-8") == written
