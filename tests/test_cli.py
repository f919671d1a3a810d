"""The command line: what it prints, how it refuses, how fast it answers."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import RunPython, heed_interrupts

import tabor
from tabor import jit, warming
from tabor.cli import main, read_words, whose_level
from tabor.errors import DataError
from tabor.games import NAMES
from tabor.perft import perft
from tabor.terminal import bench, doctor, reports

FIRST = NAMES[0]
TABOR = [sys.executable, "-c", "import sys; from tabor.cli import main; sys.exit(main())"]
Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """A command that works; what it wrote."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(jit, "announce", jit.announce)  # commands put theirs in its place
    monkeypatch.setattr("warnings.showwarning", None)

    def run(*arguments: str) -> str:
        assert main(arguments) == 0
        return capsys.readouterr().out

    return run


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """A command that does not; its one sentence."""
    monkeypatch.setattr(jit, "announce", jit.announce)
    monkeypatch.setattr("warnings.showwarning", None)

    def run(*arguments: str) -> str:
        assert main(arguments) == 2
        out, sentence = capsys.readouterr()
        assert out == ""
        assert sentence.count("\n") == 1
        assert sentence.startswith("tabor: ")
        return sentence

    return run


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    match = tabor.Match(tabor.load(FIRST), seed=7)
    for action in ("+b1", "+c4", "+a1"):
        match.play(action)
    match.resign()
    match.save(tmp_path / "match.tabor")
    return tmp_path / "match.tabor"


def start(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*TABOR, *arguments], capture_output=True, text=True, timeout=120, **more)  # type: ignore[call-overload, no-any-return]


# ---- a process of its own ----


def test_a_whole_game_through_a_pipe() -> None:
    done = start("play", "--seed", "3", "--against", "random", input="1\n" * 60 + "quit\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert re.search(r"^(blue|orange) won: .*\.$|^a draw: .*\.$", done.stdout, re.MULTILINE)
    assert "\x1b" not in done.stdout  # no colours into a pipe


def test_a_refusal_is_one_sentence() -> None:
    done = start("play", "nothing")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"tabor: there is no game 'nothing'; the games are {', '.join(NAMES)}\n"


def test_help_imports_nothing_slow(run_python: RunPython) -> None:
    program = "import sys; from tabor.cli import main; main(['--help']); print(*sys.modules)"
    loaded = set(run_python(program).split())
    assert "tabor.cli" in loaded
    assert not loaded & {"numpy", "numba", "rich", "tabor.game", "fluent.runtime"}


def test_help_answers_at_once() -> None:
    """Within 25 starts of Python itself."""

    def seconds(*command: str) -> float:
        began = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        return time.perf_counter() - began

    bare = min(seconds(sys.executable, "-c", "pass") for _ in range(5))
    assert min(seconds(*TABOR, "--help") for _ in range(5)) < 25 * bare


def test_ctrl_c_ends_quietly() -> None:
    with subprocess.Popen(
        [*TABOR, "perft", "--depth", "1000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_interrupts,
    ) as process:
        assert process.stdout
        assert process.stderr
        for line in process.stdout:
            if line.split()[0] == "7":  # it is counting, and each depth takes longer
                break
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(60) == 130
        finally:
            process.kill()  # a failure shall not count on for ever
        assert process.stderr.read().strip() == ""


def test_a_reader_who_leaves_early_is_no_error() -> None:
    command = " ".join(f"'{word}'" for word in TABOR)
    program = f"set -o pipefail; {command} perft --depth 8 | true"
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, timeout=120)
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


def test_a_terminal_without_our_signs_gets_others(run_python: RunPython) -> None:
    program = "import io, sys; from tabor.cli import main; sys.stdin = io.StringIO('quit'); main(['play'])"
    assert "4 ?  ?  ?" in run_python(program, PYTHONIOENCODING="ascii")


def test_warm_says_what_was_compiled_and_what_not(run_python: RunPython, tmp_path: Path) -> None:
    program = f"""
from tabor import warming
from tabor.terminal import reports
few = [(piece, function) for piece, function in warming.functions_of({FIRST!r}) if piece.size == 1][:2]
warming.functions_of = lambda name: few
if __name__ == "__main__":
    reports.warm_games([{FIRST!r}])
"""
    cache = {"TABOR_CACHE_DIR": str(tmp_path)}
    assert re.search(r"^The Drake +[\d.]+ s  2 functions compiled$", run_python(program, **cache), re.MULTILINE)
    assert re.search(r"^The Drake +[\d.]+ s  from the cache$", run_python(program, **cache), re.MULTILINE)
    assert "plain Python" in run_python(program, **cache, TABOR_JIT="0")


def test_warm_begins_with_the_largest_of_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or at the end one core compiles it, and the others wait."""
    begun: list[int] = []

    def compile_all(work: list[warming.Piece]) -> Iterator[tuple[warming.Piece, float, str]]:
        begun.extend(piece.size for piece in work)
        yield from ()

    monkeypatch.setattr(reports, "PLAIN", False)
    monkeypatch.setattr(warming, "pieces", lambda names: [warming.Piece(FIRST, "apply", size) for size in (3, 1, 4, 2)])
    monkeypatch.setattr(warming, "compile_all", compile_all)
    reports.warm_games([FIRST])
    assert begun == [4, 3, 2, 1]


def test_doctor_says_what_is_being_prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABOR_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(jit, "PLAIN", False)
    monkeypatch.setattr(warming, "pieces", lambda names: [warming.Piece(names[0], "apply", 3)])
    assert f"not compiled yet: {FIRST}" in doctor.prepared().text
    with warming.telling(7) as tell:
        assert "7 functions are being compiled" in doctor.prepared().text
        tell(6)
        assert "6 functions are being compiled" in doctor.prepared().text
    (tmp_path / "warming-999999999").write_text("5", encoding="ascii")  # of a process that was killed
    monkeypatch.setattr(warming, "pieces", lambda names: [])
    assert doctor.prepared().text == "all games are compiled"


# ---- commands ----


def test_version(run: Run) -> None:
    assert run("--version") == f"tabor {tabor.__version__}\n"


@pytest.mark.parametrize("arguments", [[], ["--help"]])
def test_help_names_the_commands(run: Run, arguments: list[str]) -> None:
    written = run(*arguments)
    for command in ("play", "perft", "show", "warm", "doctor"):
        assert re.search(rf"^  {command} ", written, re.MULTILINE)


def test_perft_counts(run: Run) -> None:
    rows = [line.split() for line in run("perft", FIRST, "--depth", "6").splitlines()[1:]]
    game = tabor.load(FIRST)
    assert [(int(depth), int(nodes.replace(",", ""))) for depth, nodes, *_ in rows] == [
        (depth, perft(game, depth)) for depth in range(1, 7)
    ]


def test_perft_divides(run: Run) -> None:
    game = tabor.load(FIRST, board="course")
    *rows, last = [line.split() for line in run("perft", "--divide", "--depth", "7", "--board=course").splitlines()]
    assert [action for action, _ in rows] == tabor.Match(game).legal
    assert sum(int(nodes.replace(",", "")) for _, nodes in rows) == perft(game, 7)
    assert last[:2] == ["all", f"{perft(game, 7):,}"]


def test_perft_with_other_numbers(run: Run, tmp_path: Path) -> None:
    """A stack of two and one guard, set in a file and then by the command."""
    rules = tmp_path / "small.toml"
    rules.write_text('stack = ["Drake", "Monk"]\nguards = 1\n')
    game = tabor.load(FIRST, rules={"stack": ["Drake", "Monk"], "guards": 1})
    assert f"{perft(game, 6):,}" in run("perft", "--rules", str(rules), "--depth", "6")
    assert f"{perft(game, 6):,}" in run(
        "perft", "--set", 'stack=["Drake", "Monk"]', "--set", "guards=1", "--depth", "6"
    )
    other = tabor.load(FIRST, rules={"stack": ["Drake", "Archer"], "guards": 1})
    written = run("perft", "--rules", str(rules), "--set", 'stack=["Drake", "Archer"]', "--depth", "6")
    assert perft(other, 6) != perft(game, 6)
    assert f"{perft(other, 6):,}" in written


def test_show(run: Run, saved: Path) -> None:
    written = run("show", str(saved))
    assert re.search(r"^seed +7", written, re.MULTILINE)
    assert "   1  blue places Drake on b1" in written
    assert "   4  orange resigned" in written
    assert "blue won: orange resigned" in written
    assert "after 3 actions" in written


def test_show_at_a_ply(run: Run, saved: Path) -> None:
    written = run("show", str(saved), "--ply", "1")
    assert ">   1  blue places Drake on b1" in written
    assert "after 1 action  orange to play" in written
    assert "▼D*" not in written


def test_play_a_saved_match(run: Run, saved: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lines = iter(["undo", f"save {tmp_path / 'on.tabor'}", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    run("play", "--load", str(saved), "--seat", "all")
    assert tabor.open(tmp_path / "on.tabor").log == ["+b1", "+c4", "+a1"]


def test_doctor(run: Run) -> None:
    written = run("doctor")
    for name in ("tabor", "python", "numba", "processor", "cache", "mode", "gpu", *NAMES):
        assert re.search(rf"^[✓–] {name} ", written, re.MULTILINE), name
    assert "Everything needed to play is here." in written


def test_doctor_says_how_to_get_what_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(doctor, "PARTS", ("numpy", "no-such-part"))
    monkeypatch.setattr(doctor, "is_writable", lambda folder: False)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    found = {finding.name: finding for finding in doctor.findings()}
    assert found["no-such-part"].mark == doctor.BROKEN
    assert "pip install no-such-part" in found["no-such-part"].text
    assert "TABOR_CACHE_DIR" in found["cache"].text
    assert "tabor[gpu]" in found["gpu"].text
    assert not doctor.examine()


def test_doctor_knows_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert doctor.is_writable(tmp_path / "new" / "folder")
    assert not doctor.is_writable(tmp_path / "file" / "folder")


# ---- refusals ----


def test_refusals_of_names(refused: Run) -> None:
    assert "there is no game 'chess'" in refused("play", "chess")
    assert "No such command 'plya'" in refused("plya")
    assert "has no option 'bord'; its options are: board" in refused("play", "--bord", "course")
    assert "has no option 'name'" in refused("perft", "--name", "x")
    assert "the boards are plain" in refused("perft", "--board", "moon")
    assert "there is no player 'nobody'; players are random" in refused("play", "--against", "nobody")
    assert "there is no side 'red'; take blue, orange" in refused("play", "--seat", "red")
    assert "there is no game 'chess'" in refused("warm", FIRST, "chess")


def test_help_names_the_games_with_commands_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    """Each that is named answers, and none that would is left out."""
    assert main(["--help"]) == 0
    named = capsys.readouterr().out.partition("commands of their own")[2]
    for name in NAMES:
        is_answering = main([name, "--help"]) == 0
        assert (name in named.replace(",", " ").replace(".", " ").split()) == is_answering, name
    assert len([name for name in NAMES if name in named]) > 1


def test_a_number_is_the_level_of_the_computer_where_the_game_has_levels_with_names() -> None:
    assert whose_level(["lanes"], "3") == (["lanes"], 3)
    assert whose_level(["lanes"], "ford") == (["lanes", "--level", "ford"], None)
    assert whose_level(["lanes"], "moon") == (["lanes", "--level", "moon"], None)  # refused with the names there are


def test_refusals_of_values(refused: Run) -> None:
    assert "--board needs a value" in refused("play", "--board")
    assert "one game at a time" in refused("perft", FIRST, FIRST)
    assert "'--depth'" in refused("perft", "--depth", "0")
    assert "'--depth'" in refused("perft", "--depth", "many")
    assert "-5 is not a seed" in refused("play", "--seed", "-5")
    assert "'x' is not a setting" in refused("play", "--set", "x")
    assert "guards is -1; it must be a whole number" in refused("play", "--set", "guards=-1")
    assert "has no level 99" in refused("play", "--level", "99")
    assert "not both" in refused("play", "--level", "1", "--against", "random")


def test_refusals_of_files(refused: Run, saved: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("guards = \n")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("gards = 2\n")
    assert "cannot be read: No such file" in refused("play", "--rules", "nowhere.toml")
    assert "broken.toml is not valid TOML" in refused("play", "--rules", str(broken))
    assert "did you mean 'guards'?" in refused("perft", "--rules", str(wrong))
    assert "cannot be read: No such file" in refused("play", "--load", "nowhere.tabor")
    assert "is not a saved match" in refused("show", str(broken))
    assert "there is no ply 9: the match has 0 to 3" in refused("show", str(saved), "--ply", "9")
    assert "a saved match has its game" in refused("play", FIRST, "--load", str(saved))


def test_an_edited_save_is_refused(refused: Run, saved: Path) -> None:
    saved.write_text(saved.read_text().replace('"+c4"', '"+d4"'))
    assert "at entry 5 of the log the position is another" in refused("show", str(saved))


# ---- words ----


def test_words() -> None:
    assert read_words([]) == (None, {})
    assert read_words(["--board", "course", "a"]) == ("a", {"board": "course"})
    assert read_words(["a", "--board=course", "--map-size=9=9"]) == ("a", {"board": "course", "map_size": "9=9"})


@pytest.mark.parametrize("words", [["--board"], ["--board", "--seed"], ["a", "b"]])
def test_words_that_mean_nothing(words: list[str]) -> None:
    with pytest.raises(DataError):
        read_words(words)


def test_show_turn_tells_what_happened_and_what_a_bot_wrote(run: Run, refused: Run, tmp_path: Path) -> None:
    match = tabor.Match(tabor.load(FIRST), seed=1)
    match.play("+a1")
    match.note(1, "I put it\nhere")
    match.play("+d4")
    match.save(tmp_path / "a.tabor")
    shown = run("show", str(tmp_path / "a.tabor"), "--turn", "2")
    before, after = shown.split("turn 2, after")
    assert "orange places Drake on d4" in before
    assert "blue places" not in shown
    assert "orange wrote:\nI put it\nhere" in after
    assert "no turn 7: this match has turns 1 to 2" in refused("show", str(tmp_path / "a.tabor"), "--turn", "7")


def test_match_tells_scores_sides_repeats_and_reasons(run: Run, tmp_path: Path) -> None:
    shown = run("match", FIRST, "alphabeta:depth=2", "random", "-n", "8", "--board", "course", "--cores", "1",
                "--save", str(tmp_path / "games"))  # fmt: skip
    [total] = re.findall(r"alphabeta:depth=2 +all +(\d+) +(\d+) +(\d+) +(\d+) +([\d.]+)%", shown)
    games, won, drawn, lost = map(int, total[:4])
    assert won + drawn + lost == games
    assert float(total[4]) == pytest.approx(100 * (won + drawn / 2) / games, abs=0.06)
    assert sum(map(int, re.findall(r"(?:blue|orange) +(\d+)", shown))) == 2 * games  # each player at each side
    assert ("repeats" in shown) == (games < 8)
    assert len(list((tmp_path / "games").glob("*.tabor"))) == 8


def test_refusals_of_matches(refused: Run) -> None:
    assert "name a game and a player" in refused("match", "--board", "plain")
    assert "has 2 seats; 1 players" in refused("match", FIRST, "greedy")
    assert "there is no player 'gredy'" in refused("match", FIRST, "gredy", "random")
    assert "has no option 'dept'" in refused("match", FIRST, "alphabeta:dept=3", "random")
    assert "depth=x" in refused("match", FIRST, "alphabeta:depth=x", "random")


def test_bench_measures_everything(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With runs so short that the figures mean nothing."""
    monkeypatch.setattr(bench, "RUN_SECONDS", 0.001)
    monkeypatch.setattr(bench, "RUNS", 1)
    monkeypatch.setattr(bench, "SEARCH_MS", 5)
    told = json.loads(run("bench", FIRST, "--json"))
    assert told["machine"]["cores"] >= 1
    figures = {figure["name"]: figure for figure in told["games"][FIRST]}
    for name in ("compile the rules", "rules from the cache", "perft, one core", "random play, all cores",
                 "random games, one core", "alphabeta, one core", "mcts, all cores",
                 "one legal from Python"):  # fmt: skip
        assert figures[name]["value"] > 0
    packages = {"pettingzoo": "PettingZoo", "gymnasium": "Gymnasium, vector", "pyspiel": "OpenSpiel"}
    for package, name in packages.items():  # an extra brings them
        assert (name in figures) == (find_spec(package) is not None)


def test_bench_says_what_it_cannot_measure(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "figures", bench.interface_figures)
    for package in ("pettingzoo", "gymnasium", "pyspiel"):
        monkeypatch.setitem(sys.modules, package, None)  # as if it were not installed
    assert main(("bench", FIRST, "--json")) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["games"][FIRST] == []
    assert "Not measured: pyspiel is not installed: pip install 'tabor[envs]' brings it\n" in told.err
    assert told.err.count("Not measured") == 3
