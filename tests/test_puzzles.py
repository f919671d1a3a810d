"""Puzzles: every shipped one can be played to its win; a sample has one solution by a search written apart."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from plain_search import plies_to_win

import tabor
from tabor.cli import main
from tabor.errors import DataError
from tabor.game import OVER, Game, State, dice
from tabor.games import find
from tabor.loading import load_kind
from tabor.match import Match
from tabor.players import alphabeta
from tabor.puzzles import FILE, Puzzle, collect, puzzle_json, read_file, read_line, read_puzzles, winners

GAMES = [name for name in tabor.games.NAMES if (find(name).home / FILE).is_file()]
LEAST = {True: 300, False: 12}  # where alpha-beta fits, and elsewhere


def start(one: Puzzle) -> Match:
    return Match(load_kind(find(one.game), {}, dict(one.options)), 1, one.position)


@pytest.mark.parametrize("name", GAMES)
def test_every_shipped_puzzle_is_won_by_its_solution(name: str) -> None:
    puzzles = read_puzzles(find(name))
    assert len(puzzles) >= LEAST[alphabeta.fits(tabor.load(name))]
    assert len({(one.options, one.position) for one in puzzles}) == len(puzzles)
    for one in puzzles:
        match = start(one)
        solver = match.player
        for text in one.solution:
            match.play(text)
        assert match.outcome is not None
        assert match.outcome.winner == solver
        assert 1 <= one.grade <= 5


def winners_by_plain_search(game: Game, state: State, plies: int) -> list[str]:
    """The actions after which the other has lost within so many plies, whatever they do."""
    found = []
    for action in game.legal(state):
        after = state.copy()
        game.apply(after, int(action), dice(0, 0))
        if int(after["player"]) == OVER:
            is_won = int(after["winner"]) == int(state["player"])
        else:
            is_won = plies > 1 and all(answered(game, after, int(reply), plies - 2) for reply in game.legal(after))
        if is_won:
            found.append(game.action_text(state, int(action)))
    return found


def answered(game: Game, state: State, reply: int, plies: int) -> bool:
    after = state.copy()
    game.apply(after, reply, dice(0, 0))
    return int(after["player"]) != OVER and plies_to_win(game, after, plies) is not None


@pytest.mark.parametrize("name", GAMES)
def test_a_sample_has_one_solution(name: str) -> None:
    """At the solver's first action. Where alpha-beta found it, a search without any cleverness looks again."""
    puzzles = read_puzzles(find(name))
    for one in puzzles[:: max(1, len(puzzles) // 10)]:
        match = start(one)
        if alphabeta.fits(match.game):
            found = winners_by_plain_search(match.game, match.state, len(one.solution))
        else:
            actions = winners(match.game, match.state, len(one.solution))
            found = [match.game.action_text(match.state, action) for action in actions]
        assert found == [one.solution[0]], one.line()


def test_the_same_seed_finds_the_same() -> None:
    game = tabor.load(next(name for name in GAMES if alphabeta.fits(tabor.load(name))))
    first, again = (list(collect(game, 6, 3)) for _ in range(2))
    assert first == again
    assert first != list(collect(game, 6, 4))
    assert sum(len(one.solution) == 1 for one in first) <= 2


def test_a_line_is_read_as_it_was_written() -> None:
    for one in islice(read_puzzles(find(GAMES[0])), 20):
        assert read_line(one.game, one.line(), "here") == one
    with pytest.raises(DataError, match="here is 'x"):
        read_line("any", "x | y", "here")


def test_the_page_gets_a_view_before_each_action_and_the_right_one_is_among_the_choices() -> None:
    told = puzzle_json(find(GAMES[0]), 0)
    assert len(told["views"]) == len(told["solution"]) + 1
    assert told["views"][0]["turn"] == told["seat"]
    assert told["solution"][0] in str(told["views"][0]["choices"])
    assert told["views"][-1]["outcome"]["winner"] == told["seat"]


def test_the_command_shows_a_puzzle_and_refuses_one_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "show", GAMES[0], "1", "--solution"]) == 0
    assert " ".join(read_puzzles(find(GAMES[0]))[0].solution) in capsys.readouterr().out
    assert main(["puzzles", "show", GAMES[0], "100000"]) == 2
    assert "has no puzzle 100000" in capsys.readouterr().err


def test_a_game_without_puzzles_has_none(tmp_path: Path) -> None:
    assert read_file("any", tmp_path / FILE) == ()
