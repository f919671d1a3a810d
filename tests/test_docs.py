"""Games' README files: their tables are up to date, and what they say to type works."""

from __future__ import annotations

import doctest
import re
import tomllib
from dataclasses import replace

import pytest
from toys import TOYS

import tabor
from tabor.docs import digits, fill, planes, readme, renewed
from tabor.games import NAMES
from tabor.loading import load_kind


@pytest.mark.parametrize("name", NAMES)
def test_tables_are_up_to_date(name: str) -> None:
    """If this fails, run tabor files NAME."""
    assert readme(name).read_text(encoding="utf-8").splitlines() == renewed(name).splitlines()


@pytest.mark.parametrize("name", NAMES)
def test_every_readme_has_its_planes_its_digits_and_a_table_from_its_data(name: str) -> None:
    tables = re.findall("<!-- table: (.*) -->", readme(name).read_text(encoding="utf-8"))
    assert {"planes", "digits"} < set(tables)


def test_planes_are_numbered_through() -> None:
    setup = replace(load_kind(TOYS["bidders"]).setup, plane_names=(("ones", 2), ("a two", 1), ("threes", 8)))
    assert planes(setup).splitlines()[2:] == ["| 0 … 1 | ones |", "| 2 | a two |", "| 3 … 10 | threes |"]


def test_digits_are_listed_with_their_bases() -> None:
    setup = load_kind(TOYS["delvers"]).setup
    assert digits(setup).splitlines()[2] == "| `what` | 2 | 0 select, 1 go |"


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
