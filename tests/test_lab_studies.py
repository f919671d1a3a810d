"""Studies of a game of which everything is known: what each measure says, and that nothing is played twice."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest
from toys.scales import GEM, PASS, PEBBLE

import tabor.games
from tabor.arena.ledger import Done
from tabor.arena.local import Desk, Setting
from tabor.arena.shards import Shard
from tabor.cli import main
from tabor.errors import DataError
from tabor.lab.content import Use
from tabor.lab.lab import Lab
from tabor.lab.study import BASE, read_study
from tabor.lab.summary import Row, digits_of, ends_of, rows_of, taken_of, uses_of, worths_of
from tabor.lab.verdicts import Estimate
from tabor.report import replays
from tabor.report.study import study_page
from tabor.terminal.studying import rare_text


class Here:
    """Plays shards in this process, and counts them."""

    def __init__(self, setting: Setting, stop: int = 10**9) -> None:
        self.desk, self.stop, self.played = Desk(setting), stop, 0

    def run(self, shards: Iterator[Shard]) -> Iterator[Done]:
        for shard in shards:
            if self.played == self.stop:
                raise KeyboardInterrupt
            self.played += 1
            yield self.desk.play(shard)

    def close(self) -> None:
        """Nothing runs."""


@pytest.fixture(autouse=True)
def scales(monkeypatch: pytest.MonkeyPatch) -> None:
    guest = {"scales": EntryPoint("scales", "toys.scales", "tabor.games")}
    monkeypatch.setattr(tabor.games, "guests", lambda: guest)


def study(folder: Path, text: str) -> Path:
    path = folder / "study.toml"
    path.write_text('game = "scales"\n' + text)
    return path


def played(folder: Path, text: str) -> Lab:
    lab = Lab(read_study(study(folder, text)))
    list(lab.run(Here))
    return lab


def rows(lab: Lab) -> dict[tuple[str, str], Row]:
    return {(row.variant, row.measure.name): row for row in rows_of(lab, lab.standing())}


TWO = 'judges = ["random", "greedy"]\nopenings = 60\nsample = 60\nlooks = 1\n'


def test_every_measure_says_what_is_known_of_the_toy(tmp_path: Path) -> None:
    """A planted advantage of the first seat, a coin that decides, actions that are all alike, better play that wins."""
    changes = {"die": "edge = 75", "nothing": "gem = 0", "long": "rounds = 9", "deal": "deal = 9"}
    more = [f"[variants.{name}]\nset = {{ {change} }}\n" for name, change in changes.items()]
    lab = played(tmp_path, TWO + "".join(more))
    found = rows(lab)
    first = found["die", "first_seat"].estimate
    assert first.low < 0.75 < first.high
    assert first.low > 0.5
    assert found["die", "luck"].estimate.value == pytest.approx(1, abs=0.35)
    assert found[BASE, "luck"].estimate.value == 0  # no die is cast, though random players make results differ
    assert found["deal", "luck"].estimate.value == pytest.approx(1, abs=0.35)  # all is decided before anybody decides
    assert found[BASE, "first_seat"].judges[1].value == 0.5  # both take gems
    assert found["nothing", "draws"].estimate.value == 1
    assert found["die", "draws"].estimate.value == 0
    assert found[BASE, "length"].estimate.value == 8
    assert found["long", "length"].estimate.value == 18
    assert found[BASE, "depth"].estimate.low > 0.8
    assert found["nothing", "depth"].estimate.value == 0.5
    assert found["nothing", "choice"].estimate.value == pytest.approx(np.log2(3), abs=0.01)
    assert found[BASE, "choice"].estimate.value < 0.8
    assert found[BASE, "lead_changes"].judges[1].value == 0  # who begins takes a gem, the other draws level
    assert found["long", "lead_changes"].judges[0].value > 0
    assert found["die", "drama"].judges[1].value > 0.8  # the scales are level to the end
    assert found[BASE, "decisiveness"].judges[0].value > 0.05
    assert found["die", "decisiveness"].judges[1].value == pytest.approx(0, abs=0.1)
    assert [reason for reason, _ in ends_of(lab, "die", 1)] == ["die"]
    assert [reason for reason, _ in ends_of(lab, BASE, 1)] == ["weight"]


def test_useless_pieces_and_unused_content_show(tmp_path: Path) -> None:
    lab = played(tmp_path, 'judges = ["random"]\nopenings = 200\nsample = 200\nlooks = 1\n')
    worth = worths_of(lab, BASE, 1)
    assert worth["gem"].low > 0.05
    assert worth["pebble"].low < 0 < worth["pebble"].high
    used = {use.name: use.share.value for use in uses_of(lab, BASE, 1)}
    assert used["unicorn"] == 0
    assert used["gem"] > 0.9
    assert used["put"] == 1


def test_what_a_piece_is_worth_shows_when_one_side_must_do_without(tmp_path: Path) -> None:
    """Greedy sides take a gem each time and draw; one that has none loses, and nobody misses pebbles."""
    text = 'judges = ["greedy"]\nopenings = 40\nsample = 20\nlooks = 1\npieces = ["gem", "pebble"]\n'
    lab = played(tmp_path, text + "[variants.useless]\nset = { gem = 0 }\n")
    worth = taken_of(lab, BASE, 1)
    assert worth["gem"].value == 0.5
    assert worth["gem"].low > 0.3
    assert worth["pebble"].value == 0
    assert worth["pebble"].low < 0 < worth["pebble"].high
    assert taken_of(lab, "useless", 1)["gem"].value == 0
    assert lab.played() == lab.planned() == 2 * (40 + 2 * 2 * 20)  # two pieces, from each of two sides


def test_actions_that_nobody_chooses_show(tmp_path: Path) -> None:
    (greedy,) = digits_of(played(tmp_path, 'judges = ["greedy"]\nopenings = 20\nsample = 20\nlooks = 1\n'), BASE, 1)
    assert greedy.never == (PASS, PEBBLE)
    assert greedy.always == (GEM,)
    (tmp_path / "two").mkdir()
    text = 'judges = ["random"]\nopenings = 20\nsample = 20\nlooks = 1\n'
    (careless,) = digits_of(played(tmp_path / "two", text), BASE, 1)
    assert not careless.never


def test_a_long_list_of_what_is_hardly_used_is_short() -> None:
    none, all_ = Estimate(0.0, 0.0, 0.1, 9), Estimate(1.0, 0.9, 1.0, 9)
    cards = [Use("cards", f"card {number}", 0, none) for number in range(20)]
    absent = [Use("maps", f"map {number}", 0, none) for number in range(3)]
    found = rare_text([*cards, Use("cards", "knight", 9, all_), *absent])
    assert found == "20 of 21 cards (card 0, card 1, card 2, card 3, and 16 more)"


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A style that need not be built."""
    (tmp_path / "replay.css").write_text("body{}")
    monkeypatch.setattr(replays, "STATIC", tmp_path)


@pytest.mark.usefixtures("board")
def test_the_report_names_what_was_found_and_what_was_not_measured(tmp_path: Path) -> None:
    text = ASK.replace("sample = 0", 'sample = 40\npieces = ["gem"]') + DIE
    untouched = study_page(Lab(read_study(study(tmp_path, text))))
    assert "No look is complete yet" in untouched
    page = study_page(played(tmp_path, text))
    assert "Every answer is sure." in page
    assert "worse: +" in page
    for title in ("First seat", "Choice", "Ends", "What is used", "Actions", "Pieces taken away", "Not measured"):
        assert f"<h2>{title}</h2>" in page
    assert "<strong>never</strong>" in page  # the unicorn
    assert "they need two judges" in page


ASK = 'judges = ["random"]\nopenings = 400\nsample = 0\nlooks = 4\n[[ask]]\nmeasure = "first_seat"\nworth = 0.2\n'
DIE = "[variants.die]\nset = { edge = 90 }\n"


def test_a_study_stops_when_it_is_sure_goes_on_where_it_was_and_repeats_nothing(tmp_path: Path) -> None:
    path = study(tmp_path, ASK + DIE)
    lab = Lab(read_study(path))
    with pytest.raises(KeyboardInterrupt):
        list(lab.run(lambda setting: Here(setting, 7)))
    assert lab.played() == 70
    lab.close()
    lab = Lab(read_study(path))
    list(lab.run(Here))
    standing = lab.standing()
    assert standing.is_sure
    assert [verdict.kind for verdict in standing.verdicts] == ["worse"]
    assert lab.played() < lab.planned()  # it stopped early
    before = lab.played()
    assert list(lab.run(Here)) == []
    path.write_text(path.read_text() + "[variants.other]\nset = { edge = 50 }\n")
    wider = Lab(read_study(path))
    assert wider.played() == before
    entered = list(wider.run(Here))
    assert wider.played() == before + sum(shard.games for shard in entered)


def test_the_error_is_shared_by_all_comparisons(tmp_path: Path) -> None:
    more = '[[ask]]\nmeasure = "length"\n' + DIE + "[variants.long]\nset = { rounds = 5 }\n"
    assert read_study(study(tmp_path, ASK + DIE)).error == pytest.approx(0.05)
    assert read_study(study(tmp_path, ASK + more)).error == pytest.approx(0.05 / 4)


def test_a_budget_that_is_spent_is_said(tmp_path: Path) -> None:
    text = ASK.replace("400", "40").replace("0.2", "0.001") + "[variants.long]\nset = { rounds = 5 }\n"
    standing = played(tmp_path, text).standing()
    assert standing.is_spent
    assert not standing.is_sure
    assert "the budget is spent" in standing.verdicts[0].sentence(standing.is_spent)


def test_the_commands_play_in_processes_and_say_what_was_found(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "real.toml"
    path.write_text(
        'game = "drake"\njudges = ["random", "greedy"]\nopenings = 20\nsample = 10\nlooks = 1\n'
        '[[ask]]\nmeasure = "length"\n[variants.short]\nset = { end = { no_progress = 2 } }\n'
    )
    assert main(["study", "show", str(path)]) == 0
    assert "0 of at most" in capfd.readouterr().out
    assert main(["study", "run", str(path), "--cores", "2"]) == 0
    said = capfd.readouterr().out
    assert "120 of at most 120 games" in said
    assert "short, length: lower" in said
    assert "Not measured: luck: The Drake has no dice" in said
    assert main(["study", "show", str(path)]) == 0
    assert capfd.readouterr().out == said
    (tmp_path / "file.study").write_text("in the way")
    path.rename(tmp_path / "file.toml")
    assert main(["study", "show", str(tmp_path / "file.toml")]) == 2
    assert "cannot be made: File exists" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('judges = ["random"]\nlooks = 0', "study.toml: looks is 0; it must be a whole number from 1 to 50"),
        ('judges = ["nobody"]', "nobody"),
        ('judges = ["random"]\nopening = 4', "opening means nothing; did you mean 'openings'?"),
        ('judges = ["random"]\n[variants.odd]\nset = { edge = 101 }', "variant 'odd': changed: edge is 101"),
        ('judges = ["random"]\n[variants.odd]', "changes nothing"),
        ('judges = ["random"]\nask = 3', "ask is 3; it must be a list of tables"),
        ('judges = ["random"]\nledger = 3', "ledger is 3; it must be a text"),
        ('judges = ["random"]\n[[ask]]\nmeasure = "fun"', "measure is 'fun'; it must be one of first_seat"),
        ('judges = ["random"]\n[[ask]]\nmeasure = "length"\naim = "up"', "aim is 'up'; it must be a number"),
        ('judges = ["random", "random"]', "two players 'random'"),
        ('judges = ["random"]\npieces = ["gem"]\nsample = 0', "sample is 0"),
    ],
)
def test_a_mistake_in_the_file_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        read_study(study(tmp_path, text))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
