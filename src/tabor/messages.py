"""Texts for people: Fluent files of Tabor and of each game, one set for the terminal and the browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

from tabor.game import Kind, Tree

OWN = Path(__file__).parent / "locale"


def speaker(kind: Kind, language: str = "en") -> Callable[[Tree], str]:
    """A function that puts a message of a view into words."""
    bundle = FluentBundle([language], use_isolating=False)
    home = kind.home if kind.home.is_dir() else kind.home.parent
    for folder in (OWN, home / "locale"):
        file = folder / f"{language}.ftl"
        if file.is_file():
            bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))

    def say(message: Tree) -> str:
        if not bundle.has_message(message["id"]):
            return str(message["id"])
        text, errors = bundle.format_pattern(value_of(bundle, message["id"]), message["args"])
        if errors:
            raise KeyError(f"message {message['id']!r} cannot be said with {message['args']}: {errors[0]}")
        return str(text)

    return say


def value_of(bundle: FluentBundle, id_: str) -> Any:
    return bundle.get_message(id_).value
