"""Bots in processes of their own: good ones, failing ones, hostile ones."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

import tabor
from tabor.cage import walls
from tabor.errors import DataError
from tabor.match import Match
from tabor.players import close, make, play_decision
from tabor.players.program import Program, is_program

GAME = tabor.load("drake", board="course")
GOOD = "def choose(turn):\n    return turn['legal'][0]\n"


def write(folder: Path, source: str, name: str = "bot.py") -> str:
    file = folder / name
    file.write_text(textwrap.dedent(source), encoding="utf-8")
    return str(file)


def duel(first: str, second: str = "random", seed: int = 1) -> Match:
    """A whole match."""
    match = Match(GAME, seed=seed)
    players = [make(first, GAME, 1), make(second, GAME, 2)]
    try:
        while match.player is not None:
            play_decision(match, players[match.player])
    finally:
        for player in players:
            close(player)
    return match


def children() -> set[int]:
    """Processes of this one, and of theirs, that are alive."""
    rows = subprocess.run(["ps", "-eo", "pid=,ppid=,comm="], capture_output=True, text=True, check=True).stdout
    split = [row.split(None, 2) for row in rows.splitlines()]
    parents = {int(pid): int(parent) for pid, parent, name in split if name != "ps" and "<defunct>" not in name}
    found, before = {os.getpid()}, 0
    while len(found) > before:
        before = len(found)
        found |= {pid for pid, parent in parents.items() if parent in found}
    return found - {os.getpid()}


# ---- what plays ----


def test_a_function_a_class_and_a_list_of_actions_play_whole_games(tmp_path: Path) -> None:
    function = write(tmp_path, GOOD)
    class_ = write(
        tmp_path,
        """
        class Mine:
            def __init__(self):
                self.seen = 0
            def choose(self, turn):
                self.seen += 1
                print("decision", self.seen)
                return [turn["legal"][-1]]
        """,
        "class.py",
    )
    match = duel(function, class_)
    assert match.outcome is not None
    assert not match.outcome.reason.startswith(("forfeit", "timed"))
    said = [note.text for note in match.notes if note.player == 1]
    assert said == [f"decision {n}" for n in range(1, len(said) + 1)]
    assert len(said) == sum(int(step.before["player"]) == 1 for step in match.steps)


def test_it_sees_its_own_view_and_the_legal_actions(tmp_path: Path) -> None:
    spy = write(
        tmp_path, "def choose(turn):\n    print(sorted(turn), turn['view']['seat'])\n    return turn['legal'][0]"
    )
    match = Match(GAME, seed=1)
    player = make(spy, GAME)
    play_decision(match, player)
    close(player)
    assert match.notes[0].text == "['legal', 'ms', 'type', 'view'] 0"
    assert match.log == ["+a1"]


def test_any_command_plays(tmp_path: Path) -> None:
    script = write(
        tmp_path,
        """
        import json, sys
        for line in sys.stdin:
            message = json.loads(line)
            print("noise that is no answer", flush=True)
            reply = {"ready": True} if message["type"] == "game" else {"action": message["legal"][0]}
            print(json.dumps(reply), flush=True)
        """,
        "speaker.txt",
    )
    match = duel(f"cmd:{sys.executable} -I {script}")
    assert match.outcome is not None
    assert match.outcome.reason != "forfeited"
    assert any("noise" in note.text for note in match.notes)


def test_each_game_begins_afresh_in_a_process_of_its_own(tmp_path: Path) -> None:
    bot = write(
        tmp_path,
        """
        import os
        try:
            found = os.listdir("/tmp/left")
        except OSError:
            found = None
        try:
            os.mkdir("/tmp/left")
        except OSError:
            pass
        count = []
        def choose(turn):
            count.append(1)
            print(len(count), found)
            return turn["legal"][0]
        """,
    )
    starts = [duel(bot).notes[0].text for _ in range(2)]
    assert starts == ["1 None", "1 None"]


def test_sets_have_the_same_order_for_the_same_seed_and_another_for_another(tmp_path: Path) -> None:
    bot = write(
        tmp_path, "def choose(turn):\n    print(list({'a', 'b', 'c', 'd', 'e', 'f'}))\n    return turn['legal'][0]"
    )
    said = [duel(bot, seed=seed).notes[0].text for seed in (1, 1, 2, 3)]
    assert said[0] == said[1]
    assert len(set(said)) > 1


@pytest.mark.parametrize("kind", [walls.BUBBLEWRAP, walls.LANDLOCK])
def test_numpy_is_there_and_nothing_that_lies_beside_it(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if walls.best() == walls.BUBBLEWRAP:
        monkeypatch.setattr(walls, "best", lambda: kind)
    source = """
        import numpy as np
        try:
            import rich
        except ImportError as error:
            print(error)
        def choose(turn):
            print((np.ones((3, 3)) @ np.ones((3, 3))).sum())
            return turn["legal"][0]
    """
    match = duel(write(tmp_path, source))
    assert match.notes[0].text == "No module named 'rich'\n27.0"


def test_a_saved_match_keeps_what_a_bot_said(tmp_path: Path) -> None:
    match = duel(write(tmp_path, "def choose(turn):\n    print('a \"quoted\"\\nline')\n    return turn['legal'][0]"))
    match.save(tmp_path / "a.tabor")
    assert tabor.open(tmp_path / "a.tabor").notes == match.notes


def test_what_is_a_program() -> None:
    assert all(map(is_program, ("bot.py", "bot.py:ms=20", "./bot", "cmd:java -jar x", "bots/b.js")))
    assert not any(map(is_program, ("greedy", "alphabeta:depth=3", "level3")))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nowhere.py", "there is no file nowhere.py"),
        ("cmd:", "needs a command"),
        ("cmd:no-such-program-here", "there is no program 'no-such-program-here'"),
        ("{bot}:ms=0", "ms=0"),
        ("{bot}:depth=3", "no option 'depth'"),
    ],
)
def test_mistakes_in_naming_a_program(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=re.escape(words)):
        make(text.format(bot=write(tmp_path, GOOD)), GAME)


# ---- what fails loses, and is told why ----

FAILING = {
    "raises": ("def choose(turn):\n    return 1 / 0", "forfeited", "ZeroDivisionError"),
    "exits": ("import os\ndef choose(turn):\n    os._exit(3)", "forfeited", "ended with exit code 3"),
    "sys exit": ("import sys\ndef choose(turn):\n    sys.exit()", "forfeited", "SystemExit"),
    "loops": ("def choose(turn):\n    while True: pass", "timed-out", "took too long"),
    "catches all": ("def choose(turn):\n    while True:\n        try:\n            while True: pass\n        except: pass", "timed-out", "took too long|no answer within"),
    "sleeps": ("import time\ndef choose(turn):\n    time.sleep(60)", "timed-out", "took too long"),
    "ignores the timer": ("import signal\ndef choose(turn):\n    signal.setitimer(signal.ITIMER_REAL, 0)\n    while True: pass", "timed-out", "no answer within"),
    "illegal": ("def choose(turn):\n    return 'z9-z9'", "forfeited", "'z9-z9'"),
    "none": ("def choose(turn):\n    pass", "forfeited", "answered"),
    "number": ("def choose(turn):\n    return 7", "forfeited", "answered"),
    "huge number": ("def choose(turn):\n    return 10 ** 4000", "forfeited", "answered"),
    "not json": ("def choose(turn):\n    return {1, 2}", "forfeited", "JSON"),
    "itself": ("def choose(turn):\n    a = []\n    a.append(a)\n    return a", "forfeited", "JSON"),
    "empty list": ("def choose(turn):\n    return []", "forfeited", "answered"),
    "memory": ("def choose(turn):\n    return 'x' * (1 << 34)", "forfeited", "MemoryError"),
    "recursion": ("def choose(turn):\n    return choose(turn)", "forfeited", "RecursionError"),
    "no choose": ("x = 1", "forfeited", "neither a function choose"),
    "syntax": ("def choose(turn:\n", "forfeited", "SyntaxError"),
    "slow to load": ("while True: pass", "forfeited", "could not be loaded"),
    "long line": ("import os\ndef choose(turn):\n    print('x' * 10**6)\n    return 'y' * 3_000_000", "forfeited", "a line of more than"),
    "closes all": ("import os\ndef choose(turn):\n    os.closerange(0, 64)\n    return turn['legal'][0]", "forfeited", "ended"),
    "stops itself": ("import os, signal\ndef choose(turn):\n    os.kill(os.getpid(), signal.SIGSTOP)", "timed-out", "no answer within"),
    "kills itself": ("import os\ndef choose(turn):\n    os.kill(os.getpid(), 9)", "forfeited", "ended by signal 9"),
}  # fmt: skip


def as_class(source: str) -> str:
    """The same bot as a class."""
    inside = source.replace("def choose(turn):", "def bad(turn):").replace("choose(turn)", "bad(turn)")
    return inside + "\nclass Mine:\n    def choose(self, turn):\n        return bad(turn)\n"


CLASSES = [name for name, (source, _, _) in FAILING.items() if "def choose(turn):" in source]
SHAPES = [*((name, False) for name in FAILING), *((name, True) for name in CLASSES)]


@pytest.mark.parametrize(("name", "is_class"), SHAPES)
def test_a_failing_bot_loses_and_the_match_says_why(name: str, is_class: bool, tmp_path: Path) -> None:
    source, reason, words = FAILING[name]
    bot = write(tmp_path, as_class(source) if is_class else source)
    match = duel(f"{bot}:ms=100")
    assert match.outcome == tabor.Outcome(1, reason)
    assert match.log[-1] in ("!forfeit 0", "!time 0")
    assert any(re.search(words, note.text) for note in match.notes), match.notes
    assert all(len(note.text) < 40_000 for note in match.notes)


# ---- hostile ones get nothing done ----

EVIL = {
    "fork": "os.fork()",
    "fork bomb": "[os.fork() for _ in range(100)]",
    "spawn": "__import__('subprocess').Popen(['sleep', '60'])",
    "system": "os.system('sleep 60 &')",
    "posix spawn": "os.posix_spawn('/bin/sleep', ['sleep', '60'], {})",
    "daemon": "__import__('multiprocessing').Process(target=print).start()",
    "write": "open(FOLDER + '/evil', 'w')",
    "append": "open(__file__, 'a')",
    "mkdir": "os.mkdir(FOLDER + '/evil')",
    "unlink": "os.unlink(__file__)",
    "rename": "os.rename(__file__, FOLDER + '/evil')",
    "link": "os.symlink('/etc/passwd', FOLDER + '/evil')",
    "chmod": "os.chmod(__file__, 0)",
    "truncate": "os.truncate(__file__, 0)",
    "kill parent": "os.kill(os.getppid(), 9)",
    "kill group": "os.killpg(os.getpgid(os.getppid()), 9)",
    "kill all": "os.kill(-1, 9)",
    "socket": "__import__('socket').socket()",
    "chown": "os.chown(__file__, 0, 0)",
    "limits": "__import__('resource').setrlimit(9, (-1, -1))",
}


MOMENTS = {
    "deciding": "def choose(turn):\n    evil()\n    return turn['legal'][0]",
    "loading": "evil()\ndef choose(turn):\n    return turn['legal'][0]",
    "in a thread": "import threading\ndef choose(turn):\n    thread = threading.Thread(target=evil)\n    thread.start()\n    thread.join()\n    return turn['legal'][0]",
}  # fmt: skip


def test_there_are_a_hundred_of_them() -> None:
    assert len(SHAPES) + len(EVIL) * len(MOMENTS) >= 100


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("name", EVIL)
def test_a_hostile_bot_is_refused_and_plays_on(name: str, moment: str, tmp_path: Path) -> None:
    """Each tries something it may not, and prints whether that was possible."""
    lines = (
        "import os",
        f"FOLDER = {str(tmp_path)!r}",
        "def evil():",
        "    try:",
        f"        print('DONE', {EVIL[name]})",
        "    except (OSError, ValueError):",
        "        print('refused')",
        MOMENTS[moment],
    )
    bot = write(tmp_path, "\n".join(lines))
    before, running = ((tmp_path / "bot.py").read_text(), sorted(tmp_path.iterdir())), children()
    match = duel(bot)
    assert match.outcome is not None
    assert match.outcome.reason not in ("forfeited", "timed-out")
    said = {note.text for note in match.notes}
    assert said <= {"refused", "DONE 32512", "DONE -1"}, said  # system's own way of saying no
    assert ((tmp_path / "bot.py").read_text(), sorted(tmp_path.iterdir())) == before
    assert children() <= running


def test_a_million_lines_are_cut_and_harm_nobody(tmp_path: Path) -> None:
    noisy = "def choose(turn):\n    for i in range(20000): print('line', i)\n    return turn['legal'][0]"
    match = duel(write(tmp_path, noisy))
    assert match.outcome is not None
    assert all(len(note.text) <= 1 << 14 for note in match.notes)


HOSTILE_TEXT = "\\x1b[2J\\x1b]0;owned\\x07 \\x9b31m \\u202e \\ud800"


@pytest.mark.parametrize(
    "line",
    [
        f"print('{HOSTILE_TEXT}'.encode('utf-8', 'surrogatepass'))",
        f"import os; os.write(2, '{HOSTILE_TEXT}'.encode('utf-8', 'surrogatepass'))",
        f"raise ValueError('{HOSTILE_TEXT}')",
        f"return '{HOSTILE_TEXT}'",
        f"return ['{HOSTILE_TEXT}']",
    ],
)
def test_what_it_writes_is_harmless_wherever_it_is_kept(line: str, tmp_path: Path) -> None:
    """No terminal escapes, no lone surrogates: in notes, in a saved match and when that is read again."""
    match = duel(write(tmp_path, f"def choose(turn):\n    {line}\n    return turn['legal'][0]"))
    said = "".join(note.text for note in match.notes)
    assert "x1b" in said or "033" in said
    assert all(c.isprintable() or c in "\n\t" for c in said), said
    match.save(tmp_path / "a.tabor")
    assert tabor.open(tmp_path / "a.tabor").notes == match.notes


def test_a_note_of_a_strangers_file_is_harmless_too(tmp_path: Path) -> None:
    match = duel(write(tmp_path, "def choose(turn):\n    print('MARK')\n    return turn['legal'][0]"))
    match.save(tmp_path / "a.tabor")
    file = tmp_path / "a.tabor"
    file.write_text(file.read_text(encoding="utf-8").replace("MARK", "\\u001b[31m" + "x" * 20_000), encoding="utf-8")
    text = tabor.open(file).notes[0].text
    assert text.startswith("\\x1b[31mxxx")
    assert len(text) <= 1 << 14


def test_the_environment_is_empty(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "swordfish")
    match = duel(
        write(tmp_path, "import os\ndef choose(turn):\n    print(dict(os.environ))\n    return turn['legal'][0]")
    )
    assert "swordfish" not in match.notes[0].text


def test_a_program_that_keeps_dying_is_not_started_for_ever(tmp_path: Path) -> None:
    """In a game with a default action a failing bot plays on by it."""
    from dataclasses import replace

    from tabor.game import Programs
    from tabor.loading import load_kind

    first = lambda setup, state: [int(GAME.legal(state)[0])]
    game = load_kind(replace(GAME.kind, programs=Programs(default=first)), options={"board": "course"})
    player = make(write(tmp_path, "import os\nos._exit(1)"), game)
    assert isinstance(player, Program)
    match = Match(game, seed=1)
    other = make("random", game, 3)
    while match.player is not None:
        play_decision(match, player if match.player == 0 else other)
    assert player.starts == 5
    assert any("not started again" in note.text for note in match.notes)
    assert match.outcome is not None
    assert match.outcome.reason != "forfeited"
