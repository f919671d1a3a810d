"""The load bench, short: nothing is lost. How fast it is, a quiet machine must say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parent.parent / "bench" / "server_load.py"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["drake", "lanes"])  # in the one who made the room begins, in the other who came
def test_no_action_is_lost_under_load(game: str) -> None:
    command = [sys.executable, str(BENCH), "--game", game, "--games", "60", "--seconds", "10"]
    told = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout
    found = re.search(r"(\d+) actions acknowledged in \d+ s \(\d+ a second\), (\d+) lost", told)
    assert found, told
    assert int(found[1]) > 100
    assert int(found[2]) == 0
