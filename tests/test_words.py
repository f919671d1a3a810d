"""Words of players, not of code: nothing that people read in page or terminal looks like an identifier."""

from __future__ import annotations

import random
import re

import pytest
from rich.console import Console
from test_languages import PLACES, messages_said, names_shown, of_language

from tabor.games import NAMES, find
from tabor.loading import load_kind, menu
from tabor.match import Match
from tabor.messages import OWN, languages, name_id, speaker
from tabor.sketch import numbered
from tabor.terminal.play import Session

# What only a program would say: wall-h, move1, max_hp, camelCase, and the short words of notation.
IDENTIFIER = re.compile(
    r"\b[a-z]+-(?:[hv]|\d+)\b"  # a way something lies, a number of something: wall-h, team-0
    r"|\b[a-z]{4,}\d+\b"  # move1
    r"|\w_\w"  # max_hp
    r"|\b[a-z]+[A-Z]\w*"  # camelCase
    r"|\b(?:ply|idx|HP|HQ|ms)\b"
)


def test_the_pattern_knows_code_when_it_sees_it() -> None:
    for code in ("plan wall-h", "make ram-v c4", "end_turn", "ply 3", "move1", "8 HP", "maxHits"):
        assert IDENTIFIER.search(code), code
    for words in ("build wall ↔ (4 coins)", "castle c11-e13", "Bramble-Queen", "a12 → b12", "turn 3/300", "−8 … −10"):
        assert not IDENTIFIER.search(words), words


def looks_like_code(name: str, texts: list[str]) -> list[str]:
    """Those that hold an identifier, or the name of a text of the game or of Tabor."""
    ids = [id_ for id_ in (*of_language(OWN, "en"), *of_language(PLACES[name], "en")) if "-" in id_]
    known = re.compile(rf"(?<![\w-])(?:{'|'.join(ids)})(?![\w-])")
    return sorted({text for text in texts if IDENTIFIER.search(text) or known.search(text)})


@pytest.mark.parametrize("name", NAMES)
def test_nothing_that_a_view_says_looks_like_code(name: str) -> None:
    """Labels, buttons, notes, statuses, lines of the log and names, over random games with every option."""
    for language in languages():
        own = of_language(OWN, language) | of_language(PLACES[name], language)
        say = speaker(find(name), language)
        names = [say({"id": name_id(word), "args": {}}) if name_id(word) in own else word for word in names_shown(name)]
        assert looks_like_code(name, [*names, *(say(message) for message in messages_said(name))]) == [], language


# ---- the terminal ----

NOTATION = re.compile(r"\w[@^*!>=]\w")  # how a saved match writes some actions: Guard@b1, d5*e5


@pytest.mark.parametrize("name", NAMES)
def test_no_line_of_the_terminal_looks_like_code(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A person plays at random by numbers, asks for all choices and for help now and then, and reads everything."""
    kind, read = find(name), 0
    for seed, options in enumerate([{}, *({option: values[-1]} for option, values in menu(kind).items() if values)]):
        game = load_kind(kind, options=options)
        session = Session(Match(game, seed), {0}, ["random"], Console(width=100, highlight=False))
        monkeypatch.setattr("builtins.input", Typist(session, seed))
        session.run()
        written = capsys.readouterr().out.replace("`choices`", "")
        lines = [line for line in written.splitlines() if not line.startswith("choices") and ".tabor" not in line]
        read += len(lines)
        assert looks_like_code(name, lines) == []
        assert [line for line in lines if NOTATION.search(line)] == []
    assert read > 100


class Typist:
    """Whoever types: a number at random, or a command, and leaves after a while."""

    def __init__(self, session: Session, seed: int, lines: int = 40) -> None:
        self.session, self.chooser, self.lines = session, random.Random(seed), lines

    def __call__(self, prompt: str) -> str:
        self.lines -= 1
        numbers = list(numbered(self.session.view()["choices"]).values())
        if self.lines < 0 or not numbers:
            raise EOFError
        return "choices" if self.lines % 8 == 0 else str(self.chooser.choice(numbers))
