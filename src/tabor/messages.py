"""Texts for people: Fluent files of Tabor and of each game, one set for the terminal and the browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

from tabor.game import Kind, Tree

OWN = Path(__file__).parent / "locale"
Say = Callable[[Tree], str]


def text_files(kind: Kind, language: str) -> list[Path]:
    """The files with Tabor's own texts and the game's."""
    home = kind.home if kind.home.is_dir() else kind.home.parent
    files = (folder / f"{language}.ftl" for folder in (OWN, home / "locale"))
    return [file for file in files if file.is_file()]


def texts(kind: Kind, language: str = "en") -> Any:
    """The Fluent bundle of a game."""
    bundle = FluentBundle([language], use_isolating=False)
    for file in text_files(kind, language):
        bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))
    return bundle


def speaker(kind: Kind, language: str = "en") -> Say:
    """A function that puts a message of a view into words; an id without a text is said as it is."""
    bundle = texts(kind, language)

    def say(message: Tree) -> str:
        if not bundle.has_message(message["id"]):
            return str(message["id"])
        text, errors = bundle.format_pattern(bundle.get_message(message["id"]).value, message["args"])
        if errors:
            raise KeyError(f"message {message['id']!r} cannot be said with {message['args']}: {errors[0]}")
        return str(text)

    return say
