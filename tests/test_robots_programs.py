"""Programs that play Robots: RobotGame bots unchanged, what they are told, and running a turn again."""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path
from typing import Any, cast

import pytest

import tabor
from tabor.cli import main
from tabor.games.robots.numbers import RobotsSetup
from tabor.games.robots.robotgame.adapter import read_settings
from tabor.games.robots.robotgame.programs import facts, heed, own_robots, read_order, seen_id, tell, turn_seed
from tabor.games.robots.rules import ATTACK, GUARD, MOVE, SUICIDE
from tabor.match import Match
from tabor.players import close, make, play_decision

GAME = tabor.load("robots")
SETUP = cast(RobotsSetup, GAME.setup)
WALKER = """
    import random, rg
    class Robot:
        turns = 0
        def act(self, game):
            if self.robot_id == min(r.robot_id for r in game.robots.values() if r.player_id == self.player_id):
                self.turns += 1
                print("turn", game.turn, "call", self.turns)
            if random.random() < 0.3:
                return ["guard"]
            return ["move", rg.toward(self.location, rg.CENTER_POINT)]
"""


def write(folder: Path, source: str, name: str = "bot.py") -> str:
    (folder / name).write_text(textwrap.dedent(source), encoding="utf-8")
    return str(folder / name)


def duel(first: str, second: str = "drifter", seed: int = 3, turns: int = 100) -> Match:
    """The first turns of a match."""
    match = Match(GAME, seed=seed)
    players = [make(first, GAME, 1), make(second, GAME, 2)]
    while match.player is not None and int(match.state["turn"]) < turns:
        play_decision(match, players[match.player])
    for player in players:
        close(player)
    return match


def test_s9_one_instance_plays_all_robots_of_the_whole_game(tmp_path: Path) -> None:
    match = duel(write(tmp_path, WALKER))
    assert match.outcome is not None
    assert match.outcome.reason == "all-turns"
    said = [re.findall(r"turn (\d+) call (\d+)", note.text)[0] for note in match.notes]
    assert [int(call) for _, call in said] == list(range(1, len(said) + 1))  # the instance remembers
    assert len({turn for turn, _ in said}) == len(said)


def test_s9_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    bot = write(tmp_path, WALKER)
    assert duel(bot, turns=30).log == duel(bot, turns=30).log
    assert duel(bot, turns=30).log != duel(bot, seed=4, turns=30).log


def test_s10_ids_of_own_robots_only_and_no_seed_of_the_match() -> None:
    match = Match(GAME, seed=12345)
    told = tell(SETUP, match.state, 0, match.seed)
    assert len(told["robots"]) == 10
    assert all((robot[4] is None) == (robot[3] == 1) for robot in told["robots"])
    assert "12345" not in json.dumps(told)
    assert turn_seed(12345, 1) != turn_seed(12345, 2) != turn_seed(12346, 2)


def test_s10_the_robots_of_a_batch_are_numbered_in_turns_and_orders_come_back() -> None:
    """0, 2, 4, 6, 8 are one side's first robots, 1, 3, 5, 7, 9 the other's; logs keep the numbers of the rules."""
    match = Match(GAME, seed=5)
    first, second = (tell(SETUP, match.state, player, 5)["robots"] for player in (0, 1))
    assert [robot[4] for robot in first[:5]] == [0, 2, 4, 6, 8]
    assert [robot[4] for robot in second[5:]] == [1, 3, 5, 7, 9]
    assert sorted(seen_id(SETUP, number) for number in range(30)) == list(range(30))
    assert [seen_id(SETUP, number) for number in (10, 11, 15)] == [10, 12, 11]
    assert heed(SETUP, match.state, {"orders": [[4, "suicide"]]})[0] == [GUARD, GUARD, SUICIDE, GUARD, GUARD]


def test_s11_settings_are_all_there_and_cells_come_row_by_row() -> None:
    settings = facts(SETUP, 0)["settings"]
    assert settings["spawn_coords"][:6] == [[7, 1], [8, 1], [9, 1], [10, 1], [11, 1], [5, 2]]
    assert settings["spawn_coords"][-1] == [11, 17]
    assert settings["obstacles"][:3] == [[0, 0], [1, 0], [2, 0]]
    loaded: Any = read_settings(json.loads(json.dumps(settings)))
    assert loaded.valid_commands == ("move", "attack", "guard", "suicide")
    assert loaded.exposed_properties + loaded.player_only_properties == ("location", "hp", "player_id", "robot_id")
    times = (loaded.max_time_initialization, loaded.max_time_first_act, loaded.max_time_per_act)
    assert times == (2000, 1500, 300)
    assert (loaded.str_limit, loaded.max_seed, loaded.default_rating) == (50, 2147483647, 1200)


def test_the_smallest_bot_of_the_docs_gives_no_invalid_order(tmp_path: Path) -> None:
    text = (Path(__file__).parent.parent / "docs" / "robots-bots.md").read_text(encoding="utf-8")
    match = duel(write(tmp_path, text.split("```python\n")[1].split("```")[0]), "random")
    assert match.outcome is not None
    assert match.notes == []


def test_s13_what_was_converted_and_why_a_bot_never_played_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = write(tmp_path, "class Robot:\n    def act(self, game):\n        print 1\n        return ['fly']\n")
    code, out, _ = command(capsys, "match", "robots", old, "drifter", "-n", "2", "--cores", "1", "--set", "turns=3")
    assert code == 1
    assert "was written for Python 2 and is converted in 1 places" in out
    assert "bot.py failed at every decision: failed: act returned ['fly']" in out
    assert "--seed" in out  # the games can be had again


def test_a_bot_that_plays_ends_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = write(tmp_path, WALKER)
    words = ("match", "robots", bot, "drifter", "-n", "2", "--cores", "1", "--set", "turns=4", "--seed", "3")
    code, out, _ = command(capsys, *words)
    assert code == 0
    assert "failed" not in out


def test_s1_what_is_missing_or_impossible_is_a_guard() -> None:
    match = Match(GAME, position="turn=3 blue=j10:50:0,k9:50:1 orange=j11:50:2")
    x, y = SETUP.place_of(int(match.state["cell"][0]))

    def read(*order: object) -> int:
        return read_order(SETUP, match.state, 0, list(order))

    assert read("move", x, y - 1) == MOVE  # up
    assert read("attack", x + 1, y) == ATTACK + 1  # right
    assert read("guard") == GUARD
    assert read("suicide") == SUICIDE
    for wrong in (("move", x + 1, y + 1), ("move", x, y), ("move",), ("fly", 1, 1), ("attack", 99, 99), (None, 1, 2)):
        assert read(*wrong) == GUARD
    actions, note = heed(SETUP, match.state, {"orders": [[2, "suicide"], "x", [7, "guard"]], "problems": [[0, "why"]]})
    assert actions == [GUARD, SUICIDE]
    assert note == "robot 0: why"
    assert len(own_robots(match.state)) == 2


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("class Robot:\n    def act(self, game):\n        1 / 0", "ZeroDivisionError"),
        ("class Robot:\n    def act(self, game):\n        return ['move', (99, 99)]", "99"),
        ("import os\nclass Robot:\n    def act(self, game):\n        os._exit(1)", "exit code 1"),
        ("x = 1", "Robot"),
    ],
)
def test_s12_a_failing_bot_guards_and_plays_on(source: str, words: str, tmp_path: Path) -> None:
    match = duel(write(tmp_path, source), turns=4)
    assert match.outcome is None
    assert any(words in note.text for note in match.notes), match.notes
    mine = [step.entry for step in match.steps if int(step.before["player"]) == 0]
    assert mine
    assert all(entry == "done" or entry.endswith("=") for entry in mine)


def test_s12_an_endless_answer_costs_that_robot_its_order_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabor.games.robots.robotgame.programs.FIRST", 0.2)
    monkeypatch.setattr("tabor.games.robots.robotgame.programs.FURTHER", 0.2)
    source = """
        import rg
        class Robot:
            seen = 0
            def act(self, game):
                self.seen += 1
                if self.seen == 2:
                    while True: pass
                return ["suicide"]
    """
    match = duel(write(tmp_path, source), turns=2)
    mine = [step.entry for step in match.steps if int(step.before["player"]) == 0]
    assert [entry[-1] for entry in mine] == ["!", "=", "!", "!", "!"]  # the memory stays


def test_s13_a_python_2_bot_plays_and_says_so(tmp_path: Path) -> None:
    source = """
        import rg
        class Robot:
            def act(self, game):
                print "turn", game.turn / 2
                if game.robots.has_key(rg.CENTER_POINT): pass
                return ['guard']
    """
    match = duel(write(tmp_path, source), turns=4)
    assert "Python 2" in match.notes[0].text
    assert any("turn 1" in note.text for note in match.notes)
    assert not any("Traceback" in note.text for note in match.notes)


def command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def test_new_writes_a_bot_that_beats_the_random_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = tmp_path / "mine.py"
    assert command(capsys, "robots", "new", str(bot))[0] == 0
    code, _, err = command(capsys, "robots", "new", str(bot))
    assert code == 2
    assert "is there already" in err
    wins = [duel(str(bot), "random", seed).outcome for seed in (1, 2, 3)]
    assert [outcome.winner for outcome in wins if outcome] == [0, 0, 0]


def test_convert_writes_a_bot_that_runs_alone_and_lists_the_changes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = write(
        tmp_path, "import rg\nclass Robot:\n    def act(self, game):\n        print 1\n        return ['guard']\n"
    )
    new = tmp_path / "new.py"
    code, out, _ = command(capsys, "robots", "convert", old, "-o", str(new))
    assert code == 0
    assert "line 4" in out
    match = duel(str(new), turns=3)
    assert not any("Python 2" in note.text or "Traceback" in note.text for note in match.notes)
    assert command(capsys, "robots", "convert", str(tmp_path / "none.py"), "-o", str(tmp_path / "x.py"))[0] == 2


def test_rerun_does_the_same_as_then_and_notices_a_changed_bot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot, saved = write(tmp_path, WALKER), str(tmp_path / "a.tabor")
    duel(bot, turns=9).save(saved)
    code, out, _ = command(capsys, "robots", "rerun", saved, "--turn", "7", "--bot", bot)
    assert code == 0
    assert "the same as then" in out
    assert "turn 7 call 7" in out  # the earlier turns were played into it
    write(tmp_path, WALKER.replace('["guard"]', '["suicide"]').replace("0.3", "0.9"))
    code, out, _ = command(capsys, "robots", "rerun", saved, "--turn", "7", "--bot", bot)
    assert code == 0
    assert "are others than then" in out
    code, _, err = command(capsys, "robots", "rerun", saved, "--turn", "70", "--bot", bot)
    assert code == 2
    assert "decided nothing in turn 70" in err


def test_show_turn_prints_orders_damage_and_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = str(tmp_path / "a.tabor")
    duel(write(tmp_path, WALKER), turns=6).save(saved)
    code, out, _ = command(capsys, "show", saved, "--turn", "4")
    assert code == 0
    assert "turn 4, before" in out
    assert "blue wrote:" in out
    assert "turn 4 call 4" in out
