"""Games' README files: their tables are up to date, and what they say to type works."""

from __future__ import annotations

import doctest
import re
import tomllib

import pytest

import tabor
from tabor.docs import fill, readme, renewed
from tabor.games import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_tables_are_up_to_date(name: str) -> None:
    """If this fails, run python -m tabor.docs."""
    assert readme(name).read_text(encoding="utf-8").splitlines() == renewed(name).splitlines()


@pytest.mark.parametrize("name", NAMES)
def test_every_readme_has_a_table_from_its_data(name: str) -> None:
    assert "<!-- table: " in readme(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_what_a_readme_types_works(name: str) -> None:
    results = doctest.testfile(str(readme(name)), module_relative=False, encoding="utf-8")
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize("name", NAMES)
def test_example_files_of_a_readme_load(name: str) -> None:
    """A designer's file in a README is accepted, also with each board it adds."""
    text = readme(name).read_text(encoding="utf-8")
    examples = [tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", text, re.DOTALL)]
    assert examples
    for example in examples:
        game = tabor.load(name, rules=example)
        assert game.changes == example
        for board in example.get("boards", {}) if "board" in game.options else ():
            assert tabor.load(name, rules=example, board=board).options["board"] == board


def test_only_what_is_between_the_marks_changes() -> None:
    text = "1\n<!-- table: a -->\nold\n\nold\n<!-- end -->\n2\n<!-- table: b -->\n<!-- end -->\n3\n"
    new = "1\n<!-- table: a -->\none\n<!-- end -->\n2\n<!-- table: b -->\ntwo\n<!-- end -->\n3\n"
    assert fill(text, {"a": "one", "b": "two"}) == new


def test_an_open_table_is_refused() -> None:
    text = "<!-- table: a -->\nold\n<!-- table: b -->\nold\n<!-- end -->\n"
    with pytest.raises(tabor.DataError, match="README: table 'a' has no '<!-- end -->'"):
        fill(text, {"a": "", "b": ""}, "README")


def test_an_unknown_table_is_refused() -> None:
    with pytest.raises(tabor.DataError, match="README: there is no table 'c'; the tables are a, b"):
        fill("<!-- table: c -->\n<!-- end -->", {"a": "", "b": ""}, "README")
