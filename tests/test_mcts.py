"""Monte Carlo tree search: what it may not know, what it keeps, and how it stops."""

from __future__ import annotations

from typing import Any

import pytest
import tiny
from conftest import check_ctrl_c

import tabor
from tabor.errors import DataError
from tabor.match import Match
from tabor.players import make
from tabor.players.mcts import DONE, Mcts


def search(game: Any, text: str, seed: int = 1) -> tuple[Mcts, int]:
    player = make(text, game, seed)
    assert isinstance(player, Mcts)
    return player, player.choose(Match(game, seed=3))


def test_hiding_a_ball_is_better_than_a_draw_though_a_tree_that_peeks_thinks_it_is_lost() -> None:
    """Found one time in three: worth 1/3. If the finder's node were the true position, it would be worth −1."""
    _, chosen = search(tiny.cups(), "mcts:sims=20000")
    assert chosen != tiny.SAFE
    _, naive = search(tiny.cups(name="cups-naive", key=tiny.key_of_everything), "mcts:sims=20000")
    assert naive == tiny.SAFE


def test_the_finder_does_not_know_the_cup() -> None:
    game = tiny.cups()
    shares = []
    for cup in (1, 2, 3):
        match = Match(game, seed=1)
        match.play(cup)
        player = make("mcts:sims=3000", game, 5)
        assert isinstance(player, Mcts)
        player.choose(match)
        shares.append(player.stats(match.state))
    assert shares[0] == shares[1] == shares[2]  # the same search, whatever is true


def test_a_bet_on_dice_that_have_not_fallen_is_bad() -> None:
    """Won one time in six: worth −2/3. A search that used the dice of the match would know the number."""
    player, chosen = search(tiny.die(), "mcts:sims=20000")
    assert chosen == tiny.SAFE
    stats = player.stats(Match(player.game, seed=3).state)
    assert sum(visits for visits, _ in stats.values()) == 20000 - 1  # the first simulation makes the root
    bets = [(visits, visits * mean) for action, (visits, mean) in stats.items() if action != tiny.SAFE]
    assert sum(total for _, total in bets) / sum(visits for visits, _ in bets) < -0.3


def test_the_tree_is_kept_between_moves() -> None:
    game = tabor.load("drake")
    match = Match(game, seed=1)
    player = make("mcts:sims=4000", game, 1)
    assert isinstance(player, Mcts)
    match.play(player.choose(match))
    match.play(int(match.legal_actions[0]))
    player.choose(match)
    visits = sum(n for n, _ in player.stats(match.state).values())
    assert visits > int(player.groves[0].info[DONE])  # more than this search alone made


def test_playouts_and_several_cores_play_legal_actions() -> None:
    game = tabor.load("drake", board="course")
    match = Match(game, seed=1)
    player = make("mcts:sims=500,playout=300,cores=2", game, 1)
    while match.outcome is None and match.ply < 12:
        match.play(player.choose(match))
    assert match.ply == 12 or match.outcome


def test_it_takes_a_leader_that_stands_open() -> None:
    game = tabor.load("drake")
    match = Match(game, position="d*c../.c../.C../M'D*.. turn=blue stack=-/-".replace("M'", "C"))
    assert "b2" in match.position or match.legal  # the position can be read
    match = Match(game, position="d*..c/..../..../D*..M turn=blue stack=PSA/PSA")
    player = make("mcts:sims=2000", game, 1)
    assert match.game.action_text(match.state, player.choose(match)) == "d1xa4"


@pytest.mark.parametrize("text", ["mcts:ms=0", "mcts:sims=x", "mcts:explore=-1", "mcts:explore=a", "mcts:depth=3"])
def test_wrong_options_are_named(text: str) -> None:
    with pytest.raises(DataError, match=text.partition(":")[2].partition("=")[0]):
        make(text, tabor.load("drake"))


def test_ctrl_c_stops_a_long_search() -> None:
    check_ctrl_c("plain", "mcts:sims=10,cores=2", "mcts:ms=60000,cores=2")
