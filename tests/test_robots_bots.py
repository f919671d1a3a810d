"""The bots of Robots: legal, the same in matches and in batches, without peeping, and of rising strength."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from robots_ladder import contest, winners_of
from robots_speed import make_lanes, turns_per_second

import tabor
from tabor.errors import DataError
from tabor.game import EVENT_WIDTH, Game, dice
from tabor.games.robots.bots import NAMES, SAMPLES, choose_order
from tabor.players import make

THOUGHTS = 2**64 - 2  # the dice with which bots think, as `bots` says


@pytest.fixture(scope="module")
def game() -> Game:
    return tabor.load("robots")


@pytest.fixture(scope="module")
def short() -> Game:
    return tabor.load("robots", turns="14")


def ask(game: Game, state: object, bot: str, seed: int = 0, ply: int = 0) -> int:
    events = np.zeros((0, EVENT_WIDTH), np.int32)
    rng = dice(seed, ply, THOUGHTS)
    return int(game.compile(choose_order)(game.rules, state, game.work, rng, events, NAMES.index(bot), SAMPLES))


def play_one_by_one(game: Game, bots: tuple[str, str], seed: int) -> tabor.Match:
    match = tabor.Match(game, seed=seed)
    while match.player is not None:
        match.play(ask(game, match.state, bots[match.player], seed, match.ply))  # an illegal order would be refused
    return match


@pytest.mark.parametrize("bots", [("drifter", "centrist"), ("soldier", "brawler"), ("champion", "soldier")], ids=str)
def test_a_compiled_game_is_the_match_with_its_seed(short: Game, bots: tuple[str, str]) -> None:
    seeds = np.arange(3, dtype=np.uint64)
    matches = [play_one_by_one(short, bots, int(seed)) for seed in seeds]
    assert winners_of(short, bots, seeds).tolist() == [int(match.state["winner"]) for match in matches]


@pytest.mark.parametrize("bot", NAMES)
def test_a_bot_does_not_see_the_orders_of_the_other_side(short: Game, bot: str) -> None:
    match = tabor.Match(short, seed=2)
    seen = 0
    while match.player is not None:
        if match.player == 1:
            other = match.state.copy()
            short.hide(other, 1, dice(match.ply, 5))
            seen += other.tobytes() != match.state.tobytes()
            assert ask(short, other, bot) == ask(short, match.state, bot)
        match.play(ask(short, match.state, "brawler", 1, match.ply))
    assert seen > 20


@pytest.mark.parametrize("bot", NAMES)
def test_a_bot_leaves_the_state_as_it_is(short: Game, bot: str) -> None:
    match = tabor.Match(short, seed=3)
    before = match.state.tobytes()
    ask(short, match.state, bot)
    assert match.state.tobytes() == before


@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(NAMES))[:3])
def test_each_bot_beats_the_one_below(game: Game, weaker: str, stronger: str) -> None:
    assert contest(game, stronger, weaker, 60, seed=5).tally.score >= 0.65


def test_the_champion_beats_the_soldier(game: Game) -> None:
    assert contest(game, "champion", "soldier", 20, seed=5).tally.score >= 0.65


@pytest.mark.slow
@pytest.mark.parametrize("weaker", NAMES[:3])
def test_the_champion_beats_nearly_always_all_but_the_second(game: Game, weaker: str) -> None:
    assert contest(game, "champion", weaker, 400, seed=6).tally.score >= 0.9


def test_a_contest_swaps_sides(game: Game) -> None:
    tally = contest(game, "drifter", "drifter", 40, seed=1).tally
    assert tally.games == 40
    assert tally.wins == tally.losses  # the same games twice, seen from both sides


def test_an_unknown_bot_is_named(game: Game) -> None:
    with pytest.raises(DataError, match="there is no bot 'hero'; the bots are drifter, centrist"):
        contest(game, "hero", "drifter", 2)


# ---- what they do ----


def order(game: Game, position: str, bot: str) -> str:
    match = tabor.Match(game, position=position)
    return game.action_text(match.state, ask(game, match.state, bot))


def test_the_centrist_walks_in_and_attacks_whom_it_meets(game: Game) -> None:
    assert order(game, "blue=j14 orange=b8", "centrist") == "j14-j13"
    assert order(game, "blue=j14 orange=j15:20,k14:9", "centrist") == "j14*k14"
    assert order(game, "blue=j10 orange=b8", "centrist") == "j10="


def test_the_brawler_hunts_and_leaves_the_rim_in_time(game: Game) -> None:
    assert order(game, "blue=j10 orange=j15", "brawler") == "j10-j11"
    assert order(game, "blue=j18 orange=k18 turn=10", "brawler") == "j18-j17"
    assert order(game, "blue=j10:15 orange=j11,k10", "brawler") == "j10!"


def test_the_soldier_strikes_first_and_flees_from_two(game: Game) -> None:
    assert order(game, "blue=j10 orange=j12", "soldier") == "j10*j11"
    assert order(game, "blue=j10 orange=j11,k10", "soldier") in ("j10-j9", "j10-i10")


def test_the_champion_goes_for_the_weak_and_saves_itself_from_the_rim(game: Game) -> None:
    assert order(game, "blue=j10 orange=k10:3", "champion") in ("j10*k10", "j10-k10")  # a collision kills it, too
    assert order(game, "blue=j18 orange=j15 turn=10", "champion") == "j18-j17"


def test_bots_do_not_walk_into_a_friend_that_was_ordered_there(game: Game) -> None:
    match = tabor.Match(game, position="blue=j15,k14 orange=b8")
    match.play("j15-j14")
    text = game.action_text(match.state, ask(game, match.state, "centrist"))
    assert text not in ("k14-j14", "k14-j15")


# ---- as players ----


def test_levels_and_bots_are_players(short: Game) -> None:
    names = [*NAMES, *(f"level{number}" for number in range(1, 9))]
    match = tabor.Match(short, seed=1)
    for name in names:
        assert make(name, short, 1).choose(match) in match.legal_actions
    assert len(short.kind.levels) == 8


def test_only_the_champion_has_samples(short: Game) -> None:
    make("champion:samples=2,slips=5", short)
    with pytest.raises(DataError, match="the player 'soldier' has no option 'samples'"):
        make("soldier:samples=2", short)
    with pytest.raises(DataError, match="slips=200: it must be a whole number from 0 to 100"):
        make("soldier:slips=200", short)


# ---- speed ----


def test_lanes_hold_as_many_robots_as_asked_for_all_on_cells_of_their_own(game: Game) -> None:
    for state in make_lanes(game, 5, 28):
        assert state["count"].tolist() == [14, 14]
        cells = state["cell"][:28].tolist()
        assert len(set(cells)) == 28
        assert all(game.rules["ground"][cell] != 1 for cell in cells)
    with pytest.raises(DataError, match="robots is 300; on this arena it must be 2 to 128"):
        make_lanes(game, 1, 300)


def test_turns_a_second_are_measured(game: Game) -> None:
    """How many there are depends on the machine: bench/robots_speed.py tells."""
    assert turns_per_second(game, robots=28, seconds=0.01) > 0
