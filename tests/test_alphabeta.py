"""Alpha-beta against searches without any cleverness, and its limits."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import numpy as np
import pytest
import tiny
from conftest import check_ctrl_c
from plain_search import minimax, plies_to_win

import tabor
from tabor.arena.playing import opening
from tabor.errors import DataError
from tabor.match import Match
from tabor.players import levels, make
from tabor.players.alphabeta import SURE, UNIT, WIN, AlphaBeta, Line
from tabor.players.limits import Clock, Whistle

FORCED_WINS = [line.split(" | ") for line in Path(__file__).with_name("forced_wins.txt").read_text().splitlines()]


def random_position(game: tabor.Game, choices: random.Random) -> Match:
    match = Match(game, seed=choices.getrandbits(60))
    for _ in range(choices.randrange(4, 24)):
        if match.outcome is None:
            match.play(int(choices.choice(match.legal_actions)))
    return match


def score_at(game: tabor.Game, match: Match, depth: int) -> tuple[str, float]:
    """One search to one depth with an empty table and no quiescence."""
    line = Line(game, np.zeros((1 << 12, 2), np.uint64), quiet=0, draw=0.0)
    line.begin(match.state)
    assert line.deepen(depth, Whistle())
    assert line.best is not None
    action, score = line.best
    value = 2.0 * np.sign(score) if abs(score) > SURE else score / UNIT
    return game.action_text(match.state, action), float(value)


@pytest.mark.parametrize("board", ["plain", "course"])
def test_it_finds_what_plain_minimax_finds(board: str) -> None:
    game, choices = tabor.load("drake", board=board), random.Random(board)
    for _ in range(12):
        match = random_position(game, choices)
        if match.outcome is not None:
            continue
        for depth in (1, 2, 3):
            _, score = score_at(game, match, depth)
            assert score == pytest.approx(minimax(game, match.state, depth, match.player or 0), abs=2e-6)


@pytest.mark.parametrize(("board", "plies", "position"), FORCED_WINS)
def test_every_forced_win_of_the_set_is_found(board: str, plies: str, position: str) -> None:
    game = tabor.load("drake", board=board)
    player = make(f"alphabeta:depth={plies}", game)
    assert isinstance(player, AlphaBeta)
    match = Match(game, position=position)
    match.play(player.choose(match))
    assert round(player.score * UNIT) == WIN - int(plies)
    if int(plies) == 1:
        assert match.outcome is not None
    else:  # the action chosen keeps the win: whatever the answer, two plies less remain
        for answer in match.legal_actions:
            after = match.copy()
            after.play(int(answer))
            assert after.outcome is None
            assert (plies_to_win(game, after.state, int(plies) - 2) or 99) <= int(plies) - 2


def test_the_set_of_forced_wins_holds_every_length() -> None:
    assert {plies for _, plies, _ in FORCED_WINS} == {"1", "3", "5", "7", "9"}
    assert len(FORCED_WINS) >= 100


def test_depth_three_decides_as_it_always_did() -> None:
    """It is the fixed opponent of bench/strength.py. The hash is that of the search before it became quicker: position,
    action and nodes for up to 24 positions of each board."""
    hash_ = hashlib.sha256()
    for board in ("plain", "course", "valley", "highlands"):
        game, choices = tabor.load("drake", board=board), random.Random(board)
        for _ in range(24):
            match = random_position(game, choices)
            if match.outcome is None:
                player = make("alphabeta:depth=3,lore=off", game)
                assert isinstance(player, AlphaBeta)
                action = game.action_text(match.state, player.choose(match))
                hash_.update(f"{board} {match.position} {action} {player.nodes}\n".encode())
    assert hash_.hexdigest()[:16] == "0ba8c0bd6d1e2481"


def test_limits_by_depth_and_nodes_hold() -> None:
    game = tabor.load("drake", board="highlands")
    match = random_position(game, random.Random(5))
    by_depth, by_nodes = make("alphabeta:depth=4", game), make("alphabeta:nodes=30000", game)
    assert isinstance(by_depth, AlphaBeta)
    assert isinstance(by_nodes, AlphaBeta)
    by_depth.choose(match)
    assert by_depth.depth == 4
    by_nodes.choose(match)
    assert by_nodes.nodes == 30000


def test_it_works_in_slices() -> None:
    """Python is asked between slices, and a search that is told to stop has visited little more."""
    game = tabor.load("drake", board="highlands")
    line = Line(game, np.zeros((1 << 12, 2), np.uint64), quiet=0, draw=0.0)
    line.begin(random_position(game, random.Random(6)).state)
    line.slice_nodes = 500
    asked: list[int] = []
    clock = Clock(None, 4000, lambda: asked.append(line.nodes) or line.nodes)  # type: ignore[func-returns-value]
    assert not line.deepen(30, clock)
    assert asked[1] == 500
    assert line.nodes == 4000


def test_two_cores_play_whole_games() -> None:
    game = tabor.load("drake", board="course")
    match = Match(game, seed=2)
    players = (make("alphabeta:ms=10,cores=2", game), make("random", game, 4))
    while match.player is not None:
        match.play(players[match.player].choose(match))
    assert match.outcome is not None
    assert match.outcome.winner == 0


def test_games_with_chance_or_secrets_are_refused() -> None:
    for game in (tiny.die(), tiny.cups()):
        with pytest.raises(DataError, match="without chance and secrets"):
            make("alphabeta", game)


def test_levels_are_there_and_a_wrong_one_is_named() -> None:
    game = tabor.load("drake")
    assert len(levels(game)) == 8
    for number in range(1, 9):
        assert make(f"level{number}", game).choose(Match(game, seed=1)) in Match(game, seed=1).legal_actions
    with pytest.raises(DataError, match="no level 9"):
        make("level9", game)


def test_ctrl_c_stops_a_long_search() -> None:
    check_ctrl_c("highlands", "alphabeta:depth=2,cores=2", "alphabeta:ms=60000,cores=2")


@pytest.mark.parametrize(("worth", "is_drawn"), [(0.9, True), (-0.9, False)])
def test_what_a_draw_is_worth_decides_whether_it_is_taken(worth: float, is_drawn: bool) -> None:
    """With this rule every action that neither places nor captures is a draw at once."""
    game = tabor.load("drake", rules={"end": {"no_progress": 1}})
    match = opening(game, seed=1)
    line = Line(game, np.zeros((1 << 12, 2), np.uint64), quiet=0, draw=worth)
    line.begin(match.state)
    assert line.deepen(2, Whistle())
    assert line.best is not None
    match.play(line.best[0])
    assert (match.outcome is not None and match.outcome.winner is None) == is_drawn


def test_a_game_that_names_no_levels_gets_those_of_a_search_that_fits() -> None:
    for game in (tiny.die(), tiny.cups(), tiny.cups(secrets=False)):
        known = [make(text, game).name for text in levels(game)]
        assert len(known) == 8
        assert known[-1] == ("mcts" if game.kind.chance or game.kind.secrets else "alphabeta")
