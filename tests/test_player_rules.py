"""The pages of rules for players: in every language, about playing alone, with pictures that are there."""

from __future__ import annotations

import re

import pytest

from tabor.games import NAMES, find
from tabor.lessons import read_lesson
from tabor.messages import languages, speaker

PICTURE = re.compile(r"!\[([^]]+)\]\(([^)]+)\)")
LONGEST = 3200  # letters: it is read before a game, not studied


def page(name: str, language: str) -> str:
    return (find(name).home / "locale" / f"{language}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_short_and_about_playing(name: str, language: str) -> None:
    text = page(name, language)
    title = speaker(find(name), language)({"id": "title", "args": {}})
    assert text.startswith(f"# {title}\n")
    assert len(text) < LONGEST
    assert not re.search(r"`|toml|tabor|\bS\d", text, re.IGNORECASE)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", NAMES)
def test_its_pictures_are_there(name: str, language: str) -> None:
    known = set(read_lesson(find(name)).pictures) | {path.stem for path in (find(name).home / "art").glob("*.svg")}
    shown = PICTURE.findall(page(name, language))
    assert any(picture in read_lesson(find(name)).pictures for _, picture in shown)
    assert {picture for _, picture in shown} <= known


@pytest.mark.parametrize("name", NAMES)
def test_all_languages_say_the_same_in_the_same_order(name: str) -> None:
    """As many headings, points and pictures, the same pictures in the same places."""

    def shape(language: str) -> list[str]:
        lines = [line for line in page(name, language).splitlines() if line]
        return [line[:2] if line[:1] in "#-" else "".join(p for _, p in PICTURE.findall(line)) for line in lines]

    assert all(shape(language) == shape("en") for language in languages())
