"""Tables of endings beside a search that knows nothing of them, and what alphabeta makes of them."""

from __future__ import annotations

import lzma
import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from plain_search import plies_to_win
from typer.testing import CliRunner

import tabor
from tabor.errors import DataError
from tabor.game import dice
from tabor.games.drake import cli, endings
from tabor.match import Match
from tabor.players import make
from tabor.players.alphabeta import UNIT, WIN, AlphaBeta

BOARDS = ("plain", "course", "valley", "highlands")
BOOKS = ("plain", "course")
SMALL = {"boards": {"small": ["...", "...", "..."]}}
DEEPEST = 7  # as far as the plain search looks


@cache
def small() -> tuple[tabor.Game, Any]:
    """A board of 3 × 3, and its table."""
    game = tabor.load("drake", rules=SMALL, board="small")
    return game, [table for _, _, table in endings.work_out(game, 1)][-1]


def position(game: tabor.Game, place: int) -> Any:
    state = game.blank()
    assert endings.set_up(game.rules, state, place)
    return state


def after(game: tabor.Game, state: Any) -> list[Any]:
    """The positions after every action."""
    children = []
    for action in game.legal(state):
        children.append(state.copy())
        game.apply(children[-1], action, dice(0, 0))
    return children


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_comes_with_its_table(board: str) -> None:
    game = tabor.load("drake", board=board)
    how = f"make it anew: tabor drake endings --board {board} --folder src/tabor/games/drake/data"
    assert (endings.SHIPPED / endings.file_name(game.setup)).is_file(), how
    assert len(game.endings) == endings.span(game.rules) * (2 * int(game.rules["cells"])) ** 2 * 2


def test_no_table_of_other_numbers_is_there() -> None:
    names = {endings.file_name(tabor.load("drake", board=board).setup) for board in BOARDS}
    assert {file.name for file in endings.SHIPPED.glob("*.xz")} == names


def test_wins_are_those_of_a_plain_search() -> None:
    game, table = small()
    places = random.Random(1).sample([int(place) for place in np.flatnonzero(table >= 0)], 300)
    for place in places:
        found = plies_to_win(game, position(game, place), DEEPEST)
        plies = int(table[place])
        assert found == (plies if plies % 2 == 1 and plies <= DEEPEST else None)


def test_losses_are_those_in_which_nothing_helps() -> None:
    game, table = small()
    lost = [int(place) for place in np.flatnonzero((table > 0) & (table % 2 == 0) & (table <= DEEPEST + 1))]
    for place in random.Random(2).sample(lost, 60):
        wins = [plies_to_win(game, state, DEEPEST) for state in after(game, position(game, place))]
        assert all(wins)
        assert max(wins) == int(table[place]) - 1  # type: ignore[type-var]


def test_a_draw_can_be_held_and_not_more() -> None:
    game, table = small()
    drawn = [int(place) for place in np.flatnonzero(table == 0)]
    for place in random.Random(3).sample(drawn, 200):
        next_ones = [state for state in after(game, position(game, place)) if state["player"] >= 0]
        known = [endings.known(game.rules, state, table) for state in next_ones]
        assert 0 in known
        assert all(plies == 0 or plies % 2 == 1 for plies in known)


def test_every_position_of_the_table_is_possible() -> None:
    game, table = small()
    for place in random.Random(4).sample([int(place) for place in np.flatnonzero(table >= 0)], 200):
        state = position(game, place)
        game.check(state)
        assert endings.place_of(game.rules, state) == place


def test_a_win_that_comes_after_the_draw_is_none() -> None:
    """S13."""
    game, table = small()
    state = position(game, int(np.flatnonzero(table == 5)[0]))
    limit = int(game.rules["no_progress"])
    for idle, known in ((0, 5), (limit - 5, 5), (limit - 4, -1)):
        state["idle"] = idle
        assert endings.known(game.rules, state, table) == known


def test_what_has_too_many_units_is_not_known() -> None:
    game = tabor.load("drake")
    assert game.functions.known(game.rules, game.begin(), game.endings) == -1
    match = Match(game, position="d*.../c.../C.../D*... turn=blue stack=A/- idle=0 ply=30")
    assert game.functions.known(game.rules, match.state, game.endings) == -1


def test_alphabeta_knows_at_once_what_is_far_away() -> None:
    game = tabor.load("drake")
    table = game.endings
    state = position(game, int(np.flatnonzero(table == 21)[0]))
    match = Match(game, position=game.state_text(state))
    for text, is_seen in (("alphabeta:depth=2", True), ("alphabeta:depth=2,lore=off", False)):
        player = make(text, game)
        assert isinstance(player, AlphaBeta)
        player.choose(match)
        assert (round(player.score * UNIT) == WIN - 21) == is_seen
    with pytest.raises(DataError, match="lore=no: it must be on"):
        make("alphabeta:lore=no", game)


def test_the_command_writes_a_table(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text('[boards]\nsmall = ["...", "...", "..."]\n', encoding="utf-8")
    wanted = ["endings", "--board", "small", "--rules", str(tmp_path / "small.toml"), "--folder", str(tmp_path)]
    result = CliRunner().invoke(cli.app, wanted)
    assert result.exit_code == 0, result.output
    game, table = small()
    file = tmp_path / endings.file_name(game.setup)
    assert f"{file}: {file.stat().st_size:,} bytes" in result.output.replace("\n", "")
    assert np.array_equal(np.frombuffer(lzma.decompress(file.read_bytes()), np.int8), table)


# ---- the opening book ----


@pytest.mark.parametrize("board", BOOKS)
def test_the_book_has_a_legal_action_for_every_position_of_the_set_up(board: str) -> None:
    game = tabor.load("drake", board=board)
    choices = random.Random(board)
    for _ in range(20):
        match = Match(game, seed=1)
        for _ in range(game.kind.opening):
            if match.outcome is None:
                action = game.read_action(match.state, game.book[game.key(match.state)])
                assert action in match.legal_actions
                match.play(int(choices.choice(match.legal_actions)))


def test_a_player_with_time_takes_the_book_and_one_of_a_depth_does_not() -> None:
    game = tabor.load("drake")
    match = Match(game, seed=1)
    for text, is_read in (("alphabeta:nodes=5000", True), ("alphabeta:nodes=5000,lore=off", False), ("level5", False)):
        player = make(text, game)
        assert isinstance(player, AlphaBeta)
        action = player.choose(match)
        assert (player.nodes == 0) == is_read
        assert not is_read or game.action_text(match.state, action) == game.book[game.key(match.state)]
