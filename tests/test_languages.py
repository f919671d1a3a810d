"""Every language says everything: each text, with the same arguments, and each name that a view can show."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from babel import Locale
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from tabor.data import merge
from tabor.game import Game, Tree
from tabor.games import NAMES, find
from tabor.loading import load_kind, menu
from tabor.match import Match
from tabor.messages import ENGLISH, OWN, languages, name_id, speaker
from tabor.server.protocol import TROUBLES

OTHERS = [language for language in languages() if language != ENGLISH]
PLACES = {"tabor": OWN, **{name: find(name).home / "locale" for name in NAMES}}
FILES = {f"{place}-{file.stem}": file for place, folder in PLACES.items() for file in sorted(folder.glob("*.ftl"))}
PLURALS = {"zero", "one", "two", "few", "many", "other"}
SENTENCES = ("title", "help", "flavour", "note")  # keys of data whose values are shown to people
CELLS = re.compile(r"[a-z]{1,3}\d{1,3}([ -][a-z]{1,3}\d{1,3})*")
MOST_PLIES, FEW_PLIES, OFTEN = 500, 50, 0.05


# ---- reading texts ----


@cache
def entries(file: Path) -> list[ast.EntryType]:
    """What a file holds; comments left out."""
    body = FluentParser().parse(file.read_text(encoding="utf-8")).body
    return [entry for entry in body if not isinstance(entry, ast.BaseComment)]


def messages(file: Path) -> dict[str, ast.Message]:
    return {entry.id.name: entry for entry in entries(file) if isinstance(entry, ast.Message)}


def of_language(place: Path, language: str) -> dict[str, ast.Message]:
    """The texts of one folder in one language, those of the page in a browser among them."""
    files = [place / f"{language}.ftl", place / f"{language}-ui.ftl"]
    return dict(chain.from_iterable(messages(file).items() for file in files if file.is_file()))


class Looker(Visitor):  # type: ignore[misc]
    """Collects the arguments of a text, and the cases of each of its choices."""

    def __init__(self) -> None:
        self.arguments: set[str] = set()
        self.cases: list[set[str]] = []

    def visit_VariableReference(self, node: Any) -> None:  # noqa: N802 - the library names it
        self.arguments.add(node.id.name)

    def visit_SelectExpression(self, node: Any) -> None:  # noqa: N802
        self.cases.append({variant.key.name for variant in node.variants if isinstance(variant.key, ast.Identifier)})
        self.generic_visit(node)


def look(message: ast.Message) -> Looker:
    looker = Looker()
    looker.visit(message)
    return looker


# ---- the files ----


def test_there_are_four_languages() -> None:
    assert languages() == ["en", "cs", "pl", "ru"]


def test_whatever_a_server_refuses_has_words_for_people() -> None:
    """The page says them in the reader's language."""
    table = (Path(__file__).parents[1] / "docs" / "protocol.md").read_text(encoding="utf-8").partition("## Refusals")[2]
    rows = [line.split("|")[1] for line in table.partition("##")[0].splitlines() if line.startswith("| `")]
    ids = {id_ for row in rows for id_ in re.findall(r"`([a-z-]+)`", row)}
    assert len(ids) > 30
    assert {f"ui-refused-{id_}" for id_ in ids} <= set(of_language(OWN, ENGLISH))


def test_whatever_troubles_a_match_has_words_for_people() -> None:
    """And is told in the protocol."""
    told = (Path(__file__).parents[1] / "docs" / "protocol.md").read_text(encoding="utf-8").partition("| trouble |")[2]
    assert set(re.findall(r"^\| `([a-z-]+)`", told.partition("\n\n")[0], re.MULTILINE)) == set(TROUBLES)
    assert {id_ for id_ in of_language(OWN, ENGLISH) if id_.startswith("ui-trouble")} == {
        f"ui-trouble-{id_}" for id_ in TROUBLES
    }


@pytest.mark.parametrize("file", FILES.values(), ids=FILES)
def test_a_file_can_be_read_and_says_nothing_twice(file: Path) -> None:
    junk = [entry.content for entry in entries(file) if not isinstance(entry, ast.Message)]
    assert junk == []
    ids = [entry.id.name for entry in entries(file) if isinstance(entry, ast.Message)]
    assert sorted(set(ids)) == sorted(ids)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_text_and_no_other(place: str, language: str) -> None:
    english, own = (set(of_language(PLACES[place], spoken)) for spoken in (ENGLISH, language))
    assert own - {id_ for id_ in own if id_.startswith("name-")} == english


@pytest.mark.parametrize("place", PLACES)
def test_all_languages_have_the_same_names(place: str) -> None:
    """English has none: there a name is its own word."""
    first, *rest = (set(of_language(PLACES[place], language)) for language in OTHERS)
    assert all(other == first for other in rest)
    assert not [id_ for id_ in of_language(PLACES[place], ENGLISH) if id_.startswith("name-")]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("language", OTHERS)
def test_a_text_has_the_arguments_of_the_english_one(place: str, language: str) -> None:
    english, own = (of_language(PLACES[place], spoken) for spoken in (ENGLISH, language))
    for id_ in english.keys() & own.keys():
        assert look(own[id_]).arguments == look(english[id_]).arguments, id_


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("language", languages())
def test_whatever_is_counted_has_all_plurals_of_the_language(place: str, language: str) -> None:
    plural = Locale(language).plural_form
    needed = {plural(n) for n in range(200)}
    for id_, message in of_language(PLACES[place], language).items():
        for cases in look(message).cases:
            assert not cases <= PLURALS or cases == needed, id_


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", languages())
def test_a_game_says_nothing_that_tabor_says(name: str, language: str) -> None:
    assert of_language(PLACES[name], language).keys() & of_language(OWN, language).keys() == set()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", languages())
def test_a_game_has_a_title_and_a_line_about_it(name: str, language: str) -> None:
    own = messages(PLACES[name] / f"{language}.ftl")
    assert own.keys() >= {"title", "tagline"}


def test_what_a_language_lacks_is_said_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in OWN.glob("en*.ftl"):
        (tmp_path / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "pl.ftl").write_text("drawn = remis\n", encoding="utf-8")
    monkeypatch.setattr("tabor.messages.OWN", tmp_path)
    say = speaker(find(NAMES[0]), "pl")
    assert say({"id": "drawn", "args": {}}) == "remis"
    assert say({"id": "over", "args": {}}) == "the game is over"


# ---- what views say ----


def games(name: str) -> Iterator[tuple[Game, int]]:
    """The game as it comes, and with every option that it lists; how long each is to be played."""
    kind = find(name)
    yield load_kind(kind), MOST_PLIES
    for option, values in menu(kind).items():
        yield from ((load_kind(kind, options={option: value}), FEW_PLIES) for value in values)


@cache
def views(name: str) -> list[Tree]:
    """Views of all seats at some positions of random games, at their starts and at their ends."""
    found = []
    for seed, (game, most) in enumerate(games(name)):
        match, chooser = Match(game, seed=seed), random.Random(seed)
        while match.outcome is None and match.ply < most:
            if match.ply == 0 or chooser.random() < OFTEN:
                found += [match.view(seat) for seat in (None, *range(game.players))]
            match.play(int(chooser.choice(match.legal_actions)))
        found += [match.view(seat) for seat in (None, *range(game.players))]
    return found


def nodes(tree: Any) -> Iterator[Tree]:
    """Every object in a view, whatever it lies in."""
    if isinstance(tree, dict):
        yield tree
    for part in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from nodes(part)


@cache
def messages_said(name: str) -> list[Tree]:
    """All different messages that the views of a game hold."""
    said = (node for view in views(name) for node in nodes(view) if node.keys() == {"id", "args"})
    return list({repr(message): message for message in said}.values())


def names_in(node: Tree) -> Iterator[str]:
    """The names that a part of a view shows, and the arguments of messages that are names."""
    yield from (node[key] for key in ("ground", "face") if key in node)
    if {"kind", "sign"} <= node.keys():
        yield node["kind"]
    yield from node.get("seats", ())
    values = [node["value"]] if "value" in node else node["args"].values() if "args" in node else ()
    yield from (value for value in values if isinstance(value, str))


@cache
def names_shown(name: str) -> set[str]:
    """Those of views, and of the options that a game is begun with."""
    listed = menu(find(name))
    in_views = chain.from_iterable(names_in(node) for view in views(name) for node in nodes(view))
    return {word for word in (*listed, *chain(*listed.values()), *in_views) if is_name(word)}


def is_name(word: str) -> bool:
    """Neither cells, columns, signs nor numbers."""
    return bool(re.search("[A-Za-z]", word)) and len(word) > 1 and not CELLS.fullmatch(word)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", languages())
def test_whatever_a_view_says_has_a_text_in_the_language(name: str, language: str) -> None:
    own = of_language(OWN, language) | of_language(PLACES[name], language)
    said = {message["id"] for message in messages_said(name)}
    assert len(said) > 10
    assert sorted(said - own.keys()) == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_every_name_has_a_word_in_the_language(name: str, language: str) -> None:
    own = of_language(OWN, language) | of_language(PLACES[name], language)
    shown = names_shown(name)
    assert len(shown) > 5
    assert sorted(word for word in shown if name_id(word) not in own) == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_of_the_data_has_one_in_the_language(name: str, language: str) -> None:
    own = of_language(PLACES[name], language)
    tree, _ = merge(find(name).data, {}, "")
    sentences = {node[key] for node in nodes(tree) for key in SENTENCES if key in node}
    assert sorted(sentence for sentence in sentences if name_id(sentence) not in own) == []


@pytest.mark.parametrize("name", NAMES)
def test_nothing_english_is_left_in_a_russian_view(name: str) -> None:
    """Russian has other letters, so that a word that was never in a text shows."""
    say = speaker(find(name), "ru")
    for message in messages_said(name):
        assert not re.search(r"[A-Za-z]{2,}(?![A-Za-z\d])", say(message)), message  # a cell ends in a figure
