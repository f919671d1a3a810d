"""The pictures of siege: one for every kind of token, as large as its cells."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import tabor
from tabor.games.siege import KIND
from tabor.games.siege.view import kind_name
from tabor.games.siege.words import KINDS

UNOWNED = ("tower", "ram", "trebuchet", "ship", "wall", "ladder")


@pytest.mark.parametrize("kind", range(len(KINDS)), ids=KINDS)
def test_every_kind_has_a_picture_as_large_as_its_cells(kind: int) -> None:
    rules = tabor.load("siege").rules
    file = KIND.home / "art" / f"{kind_name(kind).replace(' ', '-')}.svg"
    columns, rows = int(rules["length"][kind]), int(rules["breadth"][kind])
    assert ElementTree.parse(file).getroot().get("viewBox") == f"0 0 {48 * columns} {48 * rows}"
    assert ("currentColor" in file.read_text(encoding="utf-8")) == (KINDS[kind] not in UNOWNED)
