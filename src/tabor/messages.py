"""Texts for people: Fluent files of Tabor and of each game, one set for the terminal and the browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

from tabor.game import Game, Kind, Tree

OWN = Path(__file__).parent / "locale"
ENGLISH = "en"  # which has every text
Say = Callable[[Tree], str]


def languages() -> list[str]:
    """Those that Tabor speaks; English first."""
    found = {file.stem.partition("-")[0] for file in OWN.glob("*.ftl")}
    return sorted(found, key=lambda language: (language != ENGLISH, language))


def text_files(kind: Kind, language: str) -> list[Path]:
    """The files with Tabor's own texts, those of the pages in a browser, and the game's."""
    home = kind.home if kind.home.is_dir() else kind.home.parent
    files = (OWN / f"{language}.ftl", OWN / f"{language}-ui.ftl", home / "locale" / f"{language}.ftl")
    return [file for file in files if file.is_file()]


def texts(kind: Kind, language: str = ENGLISH) -> Any:
    """The Fluent bundle of a game; what the language lacks is there in English, as the first text of an id counts."""
    bundle = FluentBundle([language], use_isolating=False)
    for file in (*text_files(kind, language), *text_files(kind, ENGLISH)):
        bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))
    return bundle


def speaker(kind: Kind, language: str = ENGLISH) -> Say:
    """A function that puts a message of a view into words; an id without a text is said as it is."""
    bundle = texts(kind, language)

    def text_of(id_: str, args: Tree) -> str | None:
        if not bundle.has_message(id_):
            return None
        text, errors = bundle.format_pattern(bundle.get_message(id_).value, args)
        if errors:
            raise KeyError(f"message {id_!r} cannot be said with {args}: {errors[0]}")
        return str(text)

    def word(arg: Any) -> Any:
        """An argument in this language: names are looked up, messages said."""
        if isinstance(arg, list):
            return ", ".join(say(part) for part in arg)
        if isinstance(arg, dict):
            return say(arg)
        return (text_of(name_id(arg), {}) or arg) if isinstance(arg, str) else arg

    def say(message: Tree) -> str:
        said = text_of(message["id"], {name: word(arg) for name, arg in message["args"].items()})
        return str(message["id"]) if said is None else said

    return say


def about_options(game: Game, say: Say) -> list[str]:
    """What the game has to say of its options, such as how a variant differs: texts `about-NAME-VALUE`."""
    ids = [f"about-{name}-{value}" for name, value in game.options.items()]
    return [said for id_ in ids if (said := say({"id": id_, "args": {}})) != id_]


def name_id(name: str) -> str:
    """The id of the text that has a language's own word for a name.

    >>> name_id("Moved and attacked")
    'name-moved-and-attacked'
    """
    return "name-" + re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")
