"""A bot that is a program in a process of its own; docs/bots.md describes what it reads and writes.

    bot.py            a Python file with choose(turn), run by cage/runner.py
    bot.js            run by node;  ./bot  any executable;  "cmd:java -jar bot.jar"  any command
    bot.py:ms=200     with the time for a decision

Each game starts a process of its own, locked up (cage/walls.py), so nothing survives. Whatever a program does (crashes,
keeps silent, writes rubbish or a million lines), it costs its side that decision or the game, by the rules of the game;
what it wrote is kept with the turn.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import select
import shlex
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tabor.cage import walls
from tabor.errors import ActionError, DataError
from tabor.game import Action, Game, Tree
from tabor.match import Match, readable
from tabor.players.limits import number

RUNNER = walls.HERE / "runner.py"
PYTHON = ("-S", "-s", "-P", "-B")  # nothing installed is found, no file is written
ENVIRONMENT = {
    "PATH": os.defpath,
    "LANG": "C.UTF-8",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENSSL_CONF": "/dev/null",  # node ends if it is forbidden to read the usual one
}

DEFAULT_MS = 1000
LOAD_SECONDS = 2.0
START_SECONDS = 3.0  # for a process to begin, on a busy computer
GRACE = 0.25  # seconds beyond the time of an answer before a process is ended: its own timer comes first
NODE_RESERVES = 512  # megabytes, for code that it will compile
MOST_LINE = 1 << 20  # bytes of an answer
MOST_OUTPUT = 1 << 14  # bytes of output kept with a turn
MOST_REASON = 1000  # characters of why it failed
MOST_STARTS = 5  # of a program that keeps dying in one game; after that it is not started again


class Forfeit(Exception):  # noqa: N818 - an event, not an error of ours
    """A program lost its game by failing; `entry` is the log's word for it."""

    def __init__(self, entry: str) -> None:
        super().__init__(entry)
        self.entry = entry


class Failure(Exception):  # noqa: N818
    """A program did not answer; `why` says so in words."""

    def __init__(self, why: str, entry: str = "!forfeit") -> None:
        super().__init__(why)
        self.why, self.entry = why, entry


class Process:
    """A process that is asked one line at a time."""

    def __init__(self, caged: walls.Caged) -> None:
        self.caged, self.child = caged, caged.child
        assert self.child.stdin
        assert self.child.stdout
        assert self.child.stderr
        self.input, self.answers, self.errors = (
            stream.fileno() for stream in (self.child.stdin, self.child.stdout, self.child.stderr)
        )
        for stream in (self.input, self.answers, self.errors):
            os.set_blocking(stream, False)
        self.poll = select.poll()
        self.poll.register(self.answers, select.POLLIN)
        self.poll.register(self.errors, select.POLLIN)
        self.unread = b""
        self.output = b""  # what it wrote besides answers, since it was last taken

    def ask(self, message: Tree, seconds: float) -> Tree:
        """Send a message and wait for the answer: the next line that is a JSON object."""
        end = time.monotonic() + seconds
        waiting = self.send(json.dumps(message).encode() + b"\n")
        while True:
            if (answer := self.next_answer()) is not None:
                return answer
            left = end - time.monotonic()
            if left <= 0:
                raise Failure(f"gave no answer within {seconds:.2f} s", "!time")
            waiting = self.move(waiting, left)

    def move(self, waiting: bytes, seconds: float) -> bytes:
        """Wait until something can be read or written, and do it; what is still to be sent."""
        if waiting:
            self.poll.register(self.input, select.POLLOUT)
        for stream, _ in self.poll.poll(1000 * seconds):
            if stream == self.input:
                waiting = self.send(waiting)
            elif stream == self.answers:
                self.unread += self.read(self.answers)
            else:
                self.keep(self.read(self.errors))
        if not waiting:
            with contextlib.suppress(KeyError):
                self.poll.unregister(self.input)
        return waiting

    def send(self, data: bytes) -> bytes:
        """Write what can be written now; the rest."""
        try:
            return data[os.write(self.input, data) :]
        except BlockingIOError:
            return data
        except BrokenPipeError:
            raise Failure("ended, or closed its input") from None

    def read(self, stream: int) -> bytes:
        with contextlib.suppress(BlockingIOError):
            if data := os.read(stream, 1 << 16):
                return data
            if stream == self.answers:
                raise Failure(f"ended {self.farewell()}")
            self.poll.unregister(stream)  # it has closed its standard error
        return b""

    def farewell(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self.child.wait(0.2)
            ended_by = -code if code < 0 else code - 128  # bubblewrap adds 128 to the signal
            return f"by signal {ended_by}" if ended_by > 0 else f"with exit code {code}"
        return "or closed its output"

    def next_answer(self) -> Tree | None:
        """The first JSON object of what was read; other lines are output."""
        while b"\n" in self.unread:
            line, _, self.unread = self.unread.partition(b"\n")
            with contextlib.suppress(ValueError, RecursionError):
                found = json.loads(line)
                if isinstance(found, dict):
                    return found
            self.keep(line + b"\n")
        if len(self.unread) > MOST_LINE:
            raise Failure(f"wrote a line of more than {MOST_LINE} bytes")
        return None

    def keep(self, data: bytes) -> None:
        self.output = (self.output + data[:MOST_OUTPUT])[:MOST_OUTPUT]

    def take_output(self) -> str:
        """What it wrote besides answers."""
        with contextlib.suppress(Failure):
            for _ in range(8):  # what has arrived, not what may still come
                if not (data := self.read_now(self.errors)):
                    break
                self.keep(data)
        text, self.output = self.output.decode(errors="replace"), b""
        return text

    def read_now(self, stream: int) -> bytes:
        with contextlib.suppress(BlockingIOError):
            return os.read(stream, 1 << 16)
        return b""


class Program:
    """The player."""

    def __init__(self, game: Game, text: str, command: walls.Command, ms: int) -> None:
        self.game, self.name, self.command, self.ms = game, text, command, ms
        self.source: tuple[str, str] | None = None  # of a Python bot: text and path
        self.process: Process | None = None
        self.starts = 0
        self.failures = 0  # decisions in which it did nothing right
        self.first_failure = ""
        self.converted = self.first_note = ""  # what was done to its source

    def choose(self, match: Match) -> Action:
        return self.choose_line(match)[0]

    def choose_line(self, match: Match) -> list[Action]:
        """The actions it answers with; Forfeit if it fails in a game where that loses."""
        player = int(match.state["player"])
        if self.first_note:
            match.note(player, self.first_note)
            self.first_note = ""
        try:
            actions, note = self.ask_for_actions(match, player)
        except Failure as failure:
            self.count_failure(failure.why)
            self.keep_output(match, player, f"{self.name} {failure.why}")
            self.end()
            return self.fail(match, failure.entry)
        self.keep_output(match, player, note)
        return actions

    def count_failure(self, why: str) -> None:
        self.failures += 1
        self.first_failure = self.first_failure or readable(why, MOST_REASON)

    def fail(self, match: Match, entry: str) -> list[Action]:
        default = self.game.kind.programs.default
        if default is None:
            raise Forfeit(entry)
        return list(default(self.game.setup, match.state))

    def ask_for_actions(self, match: Match, player: int) -> tuple[list[Action], str]:
        """Its answer as legal actions, and a note about it."""
        programs, setup = self.game.kind.programs, self.game.setup
        process = self.process or self.start(match, player)
        if programs.tell and programs.heed:
            message = programs.tell(setup, match.state, player, match.seed)
        else:
            message = {"view": match.view(player), "legal": match.legal}
        seconds = programs.allowance(setup, match.state) if programs.allowance else self.ms / 1000
        answer = process.ask({"type": "turn", "ms": self.ms, **message}, seconds + GRACE)
        if "error" in answer:
            entry = "!time" if str(answer["error"]).startswith("took too long") else "!forfeit"
            raise Failure(f"failed: {answer['error']}", entry)
        if programs.heed:
            actions, note = programs.heed(setup, match.state, answer)
            problems = answer.get("problems")
            if isinstance(problems, list) and len(problems) >= len(actions):  # none of its units got an order
                self.count_failure(f"failed: {first_of(problems)}")
            return list(actions), note
        return self.read_actions(match, answer), ""

    def read_actions(self, match: Match, answer: Tree) -> list[Action]:
        """`action`, or `actions`: the first must be legal now, the others one after the other."""
        texts = answer["actions"] if "actions" in answer else [answer.get("action")]
        if not isinstance(texts, list) or not texts:
            raise Failure(f"answered {short(answer)}, not an action")
        trial, actions = match.copy(), []
        for text in texts:
            if trial.player != match.player:
                break
            try:
                actions.append(trial.find(text if isinstance(text, str) else ""))
            except ActionError as error:
                raise Failure(f"answered {short(text)}: {short(str(error))}") from None
            trial.play_line(actions[-1:])
        return actions

    def start(self, match: Match, player: int) -> Process:
        """A process that is ready to be asked."""
        if self.starts == MOST_STARTS:
            raise Failure(f"has failed {MOST_STARTS} times and is not started again")
        self.starts += 1
        process = self.process = self.new_process(hash_seed(match.seed, player))
        message = {"type": "game", "game": self.game.kind.name, "seat": player, "ms": int(1000 * LOAD_SECONDS)}
        facts = self.game.kind.programs.facts
        message["facts"] = facts(self.game.setup, player) if facts else {"options": self.game.options}
        if self.source:
            message |= {"source": self.source[0], "path": self.source[1]}
        answer = process.ask(message, LOAD_SECONDS + START_SECONDS)
        if not answer.get("ready"):
            raise Failure(f"could not be loaded: {answer.get('error', short(answer))}")
        return process

    def new_process(self, seed: int) -> Process:
        """Sets of Python have an order that follows from the seed, so a game can be repeated."""
        environment = {**ENVIRONMENT, "PYTHONHASHSEED": str(seed)}
        try:
            return Process(walls.start(self.command, environment))
        except OSError as error:
            raise Failure(f"could not be started: {error.strerror}") from None

    def keep_output(self, match: Match, player: int, note: str) -> None:
        output = self.process.take_output() if self.process else ""
        if text := "\n".join(filter(None, (note, output.rstrip("\n")))):
            match.note(player, text)

    def end(self) -> None:
        if self.process:
            self.process.caged.end()
            self.process = None

    def close(self) -> None:
        """The game is over."""
        self.end()


def first_of(problems: list[Any]) -> str:
    """The words of a list of [unit, words]."""
    return short(
        problems[0][-1] if problems and isinstance(problems[0], list) and problems[0] else problems, MOST_REASON
    )


def hash_seed(seed: int, player: int) -> int:
    """From the match's seed, which no program may know, for the dice follow from it."""
    return int.from_bytes(hashlib.sha256(f"hash {seed} {player}".encode()).digest()[:4], "big")


def short(value: Any, most: int = 200) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= most else text[:most] + " …"


# ---- from a text ----


def is_program(text: str) -> bool:
    """Whether a player's text names a file or a command; a plain word is a player of Tabor, whatever lies around."""
    path, _ = split_options(text)
    return text.startswith("cmd:") or "/" in path or Path(path).suffix in (".py", ".js")


def split_options(text: str) -> tuple[str, str]:
    """The path, and the options behind the last colon if it has any."""
    path, colon, rest = text.rpartition(":")
    return (path, rest) if colon and "=" in rest and "/" not in rest else (text, "")


def make(game: Game, text: str, options: dict[str, str]) -> Program:
    path, _ = split_options(text)
    if unknown := set(options) - {"ms"}:
        raise DataError(f"{text!r}: a program has no option {min(unknown)!r}, only ms")
    ms = number("ms", options.get("ms"), 1, 600_000) or DEFAULT_MS
    walls.check(text)
    if path.startswith("cmd:"):
        return Program(game, text, any_command(shlex.split(path[4:])), ms)
    file = Path(path)
    if not file.is_file():
        raise DataError(f"{text!r}: there is no file {path}")
    if file.suffix == ".py":
        return python_program(game, text, file, ms)
    return Program(
        game, text, any_command(["node", str(file.resolve())] if file.suffix == ".js" else interpreted(file)), ms
    )


def python_program(game: Game, text: str, file: Path, ms: int) -> Program:
    programs = game.kind.programs
    try:
        source, line = file.read_bytes(), ""
    except OSError as error:
        raise DataError(f"{file} cannot be read: {error.strerror}") from None
    if programs.prepare:
        prepared, line = programs.prepare(source, str(file))
    else:
        prepared = decode(source, file)
    ours = [str(RUNNER), *([str(programs.adapter)] if programs.adapter else [])]
    folder = str(Path(walls.numpy_files()[0]).parent) if walls.numpy_files() else ""
    words = (walls.python(), *PYTHON, ours[0], folder, *ours[1:])
    made = Program(game, text, walls.Command(words, (*walls.python_files(), *ours)), ms)
    made.source = (prepared, str(file))
    made.converted = made.first_note = line
    return made


def decode(source: bytes, file: Path) -> str:
    try:
        return source.decode()
    except UnicodeDecodeError:
        raise DataError(f"{file} is not a text file in UTF-8") from None


def interpreted(file: Path) -> list[str]:
    """An executable as a command: with its interpreter, if its first line names one."""
    try:
        with file.open("rb") as opened:
            line = opened.readline(200)
    except OSError as error:
        raise DataError(f"{file} cannot be read: {error.strerror}") from None
    words = line[2:].decode(errors="replace").split() if line.startswith(b"#!") else []
    if words and Path(words[0]).name == "env":
        words = words[1:]
    return [*words, str(file.resolve())]


def any_command(words: list[str]) -> walls.Command:
    """A command, which may read its program, that program's libraries, and the files and folders it names."""
    if not words:
        raise DataError("cmd: needs a command, as in cmd:node bot.js")
    found = shutil.which(words[0])
    if found is None:
        raise DataError(f"there is no program {words[0]!r} to run {shlex.join(words)}")
    program = os.path.realpath(found)
    arguments = [os.path.abspath(word) if is_file_name(word) else word for word in words[1:]]
    files = [word for word in arguments if os.path.isabs(word) and os.path.exists(word)]
    reserved = NODE_RESERVES if is_node(program) else 0
    return walls.Command((program, *arguments), (*libraries_of(program), program, *files), reserved)


def is_node(program: str) -> bool:
    return Path(program).name in ("node", "nodejs")


def libraries_of(program: str) -> Sequence[str]:
    """What an interpreter reads besides the system's libraries."""
    if walls.is_python(program):
        return walls.python_files()
    if is_node(program):
        return [folder for folder in ("/usr/share/nodejs",) if os.path.isdir(folder)]
    return ["/usr"] if program.startswith("/usr/") else []


def is_file_name(word: str) -> bool:
    return ("/" in word or "." in word) and os.path.exists(word)
