"""Tournaments: a folder that goes on where it stopped, each planned game once, whoever dies on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

import tabor
from tabor.arena.ledger import Done, Ledger
from tabor.arena.local import Desk, Local, Setting
from tabor.arena.plan import entrant_of, new_plan, read_plan, write_plan
from tabor.arena.shards import Shard
from tabor.arena.tournament import Tournament, add_players, make_tournament
from tabor.arena.verify import Findings, verify
from tabor.cli import main
from tabor.errors import DataError

BOT = "def choose(turn):\n    return turn['legal'][0]\n"


class Here:
    """Plays in this process; the executor of tests that are not about executors."""

    def __init__(self, setting: Setting) -> None:
        self.desk = Desk(setting)

    def run(self, shards: Iterator[Shard]) -> Iterator[Done]:
        for shard in shards:
            yield self.desk.play(shard)

    def close(self) -> None:
        pass


def make(folder: Path, *players: str, loaded: tabor.Game | None = None, **more: Any) -> Tournament:
    loaded = loaded or tabor.load("drake", board="course")
    fields = {"kind": "round-robin", "openings": 2, "rounds": 0, "seed": 1, "shard": 1, "is_fair": False, "ledger": ""}
    return make_tournament(folder, new_plan(folder, loaded, players, **{**fields, **more}))


def check_each_once(tournament: Tournament) -> None:
    """Every planned game was played, and none twice."""
    results, shards = tournament.results(), tournament.shards()
    assert sorted(tournament.ledger.entered()) == list(range(len(shards)))
    assert len(results) == sum(shard.games for shard in shards)
    pairs = list(zip(results.shard.tolist(), results.number.tolist(), strict=True))
    assert len(set(pairs)) == len(pairs)


# ---- the ledger ----


def test_a_shard_is_entered_once_and_the_first_result_stays(tmp_path: Path) -> None:
    ledger = Ledger(f"sqlite:///{tmp_path}/ledger.sqlite", "plan")
    assert ledger.enter(Done(3, "a", 1.0, b"first", b"x"))
    assert not ledger.enter(Done(3, "b", 1.0, b"second", b"y"))
    assert list(ledger.results()) == [(3, b"first")]
    assert ledger.entry(3) == (b"first", b"x")
    assert Ledger(f"sqlite:///{tmp_path}/ledger.sqlite", "other").entered() == set()


def test_the_first_proposal_for_a_stage_stays(tmp_path: Path) -> None:
    ledger = Ledger(f"sqlite:///{tmp_path}/ledger.sqlite", "plan")
    assert ledger.enter_stage(0, {"tables": [["a", "b"]]})
    assert not ledger.enter_stage(0, {"tables": [["b", "c"]]})
    assert ledger.stages() == [{"tables": [["a", "b"]]}]


def test_a_database_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"the database .* cannot be used: unable to open"):
        Ledger("sqlite:////no/such/folder/ledger.sqlite", "plan")
    (tmp_path / "letter.txt").write_text("Dear ledger, " * 400)
    with pytest.raises(DataError, match=r"the database .* cannot be used: file is not a database"):
        Ledger(f"sqlite:///{tmp_path}/letter.txt", "plan")
    with pytest.raises(DataError, match=r"'mysql://anna:\*\*\*@host/db' is not the URL of a database"):
        Ledger("mysql://anna:secret@host/db", "plan")


# ---- a tournament ----


def test_what_was_played_stays_and_the_rest_follows(tmp_path: Path) -> None:
    tournament = make(tmp_path, "greedy", "random", "alphabeta:depth=1")
    running = tournament.run(Here)
    first = [next(running), next(running)]
    running.close()
    before = dict(tournament.ledger.results())
    rest = list(Tournament(tmp_path).run(Here))
    assert len(first) + len(rest) == 6
    after = dict(tournament.ledger.results())
    assert before.items() <= after.items()
    check_each_once(tournament)
    assert list(tournament.run(Here)) == []


def test_a_player_who_joins_meets_all_others(tmp_path: Path) -> None:
    tournament = make(tmp_path, "greedy", "random")
    list(tournament.run(Here))
    add_players(tournament, [entrant_of(tmp_path, "third=random", tournament.game)], 0)
    assert len(list(tournament.run(Here))) == 4
    check_each_once(tournament)
    tables = [table for stage in tournament.stages() for table in stage.tables]
    assert tables == [("greedy", "random"), ("greedy", "third"), ("random", "third")]


@pytest.mark.parametrize("kind", ["swiss", "knockout", "double-knockout", "ladder", "gauntlet"])
def test_every_kind_plays_to_its_end(tmp_path: Path, kind: str) -> None:
    tournament = make(tmp_path, "greedy", "random", "two=random", "three=random", "four=greedy", kind=kind, openings=1)
    list(tournament.run(Here))
    check_each_once(tournament)
    assert tournament.planned() == len(tournament.results())


def test_a_tournament_for_three_counts_places(tmp_path: Path) -> None:
    loaded = tabor.load("warriors", players="3", map="duel")
    tournament = make(tmp_path, "a=greedy", "b=random", "c=random", loaded=loaded, openings=1)
    list(tournament.run(Here))
    check_each_once(tournament)
    results = tournament.results()
    assert results.who.shape == (3, 3)
    assert sorted(map(tuple, results.who.tolist())) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert {tuple(sorted(row)) for row in results.place.tolist()} <= {(0, 1, 2), (0, 1, 1), (0, 0, 2), (0, 0, 0)}
    assert results.shares.sum(1) == pytest.approx([1.5] * 3)


def test_two_runs_on_one_ledger_share_the_work(tmp_path: Path) -> None:
    tournament = make(tmp_path, "greedy", "random", openings=6)
    one, two = Tournament(tmp_path).run(Here), Tournament(tmp_path).run(Here)
    played = []
    for _ in range(12):
        played += [shard.number for shard in (next(one, None), next(two, None)) if shard]
    assert sorted(played) == list(range(6))
    check_each_once(tournament)


# ---- players ----


def test_bots_travel_by_check_sum_and_a_changed_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BOT)
    tournament = make(tmp_path / "t", str(tmp_path / "mine.py") + ":ms=900", "random", openings=1)
    (tmp_path / "mine.py").write_text("broken")
    list(tournament.run(Here))
    assert tournament.plan.names == ["mine", "random"]
    assert not tournament.results().left.any()
    copy = tmp_path / "t" / tournament.plan.players[0].file
    assert copy.read_text() == BOT
    copy.write_text(BOT + "# changed\n")
    with pytest.raises(DataError, match="another file than when it joined"):
        Tournament(tmp_path / "t").setting()


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (("greedy", "gredy"), "no player 'gredy'"),
        (("greedy", "greedy"), "two players 'greedy'; give one another name"),
        (("greedy",), "has 2 seats; the tournament has 1 players"),
        (("greedy", "nobody.py"), "no file nobody.py"),
    ],
)
def test_wrong_players_are_refused_and_nothing_is_written(
    tmp_path: Path, players: tuple[str, ...], message: str
) -> None:
    with pytest.raises(DataError, match=message):
        make(tmp_path / "t", *players)
    assert not (tmp_path / "t" / "plan.toml").exists()


def test_nobody_joins_a_knock_out(tmp_path: Path) -> None:
    tournament = make(tmp_path, "greedy", "random", kind="knockout")
    with pytest.raises(DataError, match="nobody can join a tournament of kind knockout"):
        add_players(tournament, [entrant_of(tmp_path, "x=random", tournament.game)], 0)


def test_a_plan_made_for_other_numbers_is_refused(tmp_path: Path) -> None:
    tournament = make(tmp_path, "greedy", "random")
    write_plan(tmp_path, replace(tournament.plan, changed={"end": {"no_progress": 7}}))
    with pytest.raises(DataError, match="games would not compare"):
        _ = Tournament(tmp_path).game


@pytest.mark.parametrize(
    ("line", "wrong", "message"),
    [
        ("openings = 2", "openings = 0", "openings is 0; it must be a whole number from 1"),
        ('kind = "round-robin"', 'kind = "rr"', "kind is 'rr'; it must be one of round-robin"),
        ("format = 1", "format = 9", "format is 9; this Tabor reads format 1"),
        ("seed = 1", "seed = true", "seed is True; it must be of type int"),
        ("fair = false", "", "fair is None"),
    ],
)
def test_a_broken_plan_is_one_sentence(tmp_path: Path, line: str, wrong: str, message: str) -> None:
    make(tmp_path, "greedy", "random")
    text = (tmp_path / "plan.toml").read_text()
    assert line in text
    (tmp_path / "plan.toml").write_text(text.replace(line, wrong))
    with pytest.raises(DataError, match=message):
        read_plan(tmp_path)


# ---- verify ----


def test_results_that_repeat_are_well_and_a_changed_one_is_found(tmp_path: Path) -> None:
    tournament = make(tmp_path, "greedy", "random", openings=2)
    list(tournament.run(Here))
    assert last(verify(tournament, None)).is_well
    spoil(tournament)
    found = last(verify(tournament, None))
    assert len(found.broken) == 1
    assert not found.is_well


def last(findings: Iterator[Findings]) -> Findings:
    return list(findings)[-1]


def spoil(tournament: Tournament) -> None:
    """Turn the result of one game round."""
    result = orjson.loads(dict(tournament.ledger.results())[0])
    result["places"][:2] = result["places"][1::-1]
    tournament.ledger.database.change("UPDATE shards SET result = ? WHERE shard = 0", (orjson.dumps(result),))


def test_a_player_that_does_not_repeat_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tabor.players import random as module

    tournament = make(tmp_path, "greedy", "random", openings=1)
    list(tournament.run(Here))
    honest = module.make
    monkeypatch.setattr(module, "make", lambda game, seed: honest(game, seed + 1))
    found = last(verify(tournament, None))
    assert found.culprits == ["random"]
    assert not found.broken


# ---- processes that die ----


def test_a_worker_that_is_killed_costs_nothing(tmp_path: Path) -> None:
    tournament = make(tmp_path, "greedy", "random", openings=8)
    local: list[Local] = []

    def start(setting: Setting) -> Local:
        local.append(Local(setting, 2))
        return local[0]

    for number, _ in enumerate(tournament.run(start)):
        if number < 3 and (pid := local[0].workers[0].process.pid):
            os.kill(pid, signal.SIGKILL)
    check_each_once(tournament)
    assert last(verify(tournament, 4)).is_well


def test_a_run_that_is_killed_goes_on_and_leaves_no_process(tmp_path: Path) -> None:
    tournament = make(tmp_path, "greedy", "random", openings=400)
    words = ["tournament", "run", str(tmp_path), "--cores", "2"]
    run = subprocess.Popen([sys.executable, "-c", f"from tabor.cli import main; main({words!r})"])
    wait_for(lambda: len(tournament.ledger.entered()) >= 3, run)
    children = children_of(run.pid)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    entered = tournament.ledger.entered()
    assert len(entered) < len(tournament.shards())
    deadline = time.monotonic() + 60
    while any(Path(f"/proc/{child}").exists() for child in children) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not [child for child in children if Path(f"/proc/{child}").exists()]
    assert entered <= tournament.ledger.entered()


def wait_for(condition: Any, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 240
    while not condition():
        assert process.poll() is None, "the run ended by itself"
        assert time.monotonic() < deadline
        time.sleep(0.05)


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


# ---- commands ----


def test_commands_from_new_to_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "cup")
    words = ["tournament", "new", folder, "drake", "greedy", "random", "--board", "course", "--openings", "2"]
    assert main(words) == 0
    assert "4 games planned" in capsys.readouterr().out
    assert main(["tournament", "show", folder]) == 0
    assert "None of 4 games" in capsys.readouterr().out
    assert main(["tournament", "run", folder, "--cores", "1"]) == 0
    shown = capsys.readouterr().out
    assert "4 of 4 games" in shown
    assert shown.index("greedy") < shown.index("random")
    assert main(["tournament", "verify", folder]) == 0
    assert "All is well" in capsys.readouterr().out
    assert main(words) == 2
    assert "has a tournament already" in capsys.readouterr().err
    assert main(["tournament", "run", str(tmp_path)]) == 2
    assert "is no tournament" in capsys.readouterr().err


def test_a_sequential_test_says_its_verdict_and_the_error_it_was_allowed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sprt", "drake", "random", "greedy", "--board", "course", "--elo1", "100", "--cores", "1", "-n", "200"]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "greedy is better than random" in said
    assert "at most 5%" in said
    assert main([*words[:2], "greedy", "random", *words[4:]]) == 0
    assert "random is not better than greedy" in capsys.readouterr().out
    assert main(["sprt", "drake", "random", "greedy", "--elo0", "5", "--elo1", "5"]) == 2
    assert "elo0 must be the smaller" in capsys.readouterr().err
