"""The captain of Warriors in positions made by hand: what anybody who knows the game would do."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import tabor
from tabor.arena.playing import play, seatings
from tabor.errors import DataError
from tabor.games.warriors.captain import ENOUGH, KEPT, ROWS, Captain, fitting_teams
from tabor.grid import steps_between
from tabor.match import Match
from tabor.players import make

CAPTAIN = "captain:turns=60"
WEIGHING = "captain:turns=200,answers=80"


def play_own_turn(match: Match, text: str = CAPTAIN, seed: int = 1) -> None:
    """Until somebody else is on turn, or it is over."""
    player, who = make(text, match.game, seed), match.player
    while match.player == who:
        match.play(player.choose(match))


def match_at(position: str, **options: str) -> Match:
    match = Match(tabor.load("warriors", **options), position=position)
    assert match.player is not None
    return match


def units_of(match: Match, player: int) -> int:
    units = match.state["units"][: int(match.state["count"])]
    return int((units["owner"] == player).sum())


@pytest.mark.parametrize("style", ["captain:turns=1", CAPTAIN])
def test_it_fells_whom_it_can_fell(style: str) -> None:
    match = match_at("blue=c3K5,g3K5/- orange=e3G8,i9G8/- turn=blue phase=move1 selected=- turns=10 ply=60")
    play_own_turn(match, style)
    assert units_of(match, 1) == 1


@pytest.mark.parametrize("text", ["captain:turns=1", CAPTAIN, WEIGHING])
@pytest.mark.parametrize("seed", range(3))
def test_it_uses_a_potion_to_win_at_once(text: str, seed: int) -> None:
    match = match_at("blue=c3K5/s orange=e3G6/- turn=blue phase=move1 selected=- turns=10 ply=60")
    play_own_turn(match, text, seed)
    assert match.outcome is not None
    assert match.outcome.winner == 0


def test_it_keeps_a_potion_that_fells_nobody() -> None:
    """A Knight with Strength takes 6 of 8: a blow more would be needed all the same."""
    match = match_at("blue=d3K5/s orange=e3G8,i9G8/- turn=blue phase=attack selected=- turns=10 ply=60")
    play_own_turn(match, "captain:turns=1")
    assert int(match.state["bag"][0].sum()) == 1


@pytest.mark.parametrize(("text", "is_out_of_reach"), [("captain:turns=200", False), (WEIGHING, True)])
def test_answers_are_found_that_rules_of_thumb_overlook(text: str, is_out_of_reach: bool) -> None:
    """Whoever hits first wins; with Runner orange hits from five steps away rather than three."""
    match = match_at("blue=e3K4/- orange=e7K1/r turn=blue phase=move1 selected=- turns=2 ply=60", map="meadow")
    play_own_turn(match, text)
    cells = [int(unit["cell"]) for unit in match.state["units"][:2]]
    assert (steps_between(12, cells[0], cells[1]) > 5) == is_out_of_reach


def test_it_thinks_once_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_at("blue=c3K5,g3K5/s orange=e3G8,i9G8/- turn=blue phase=move1 selected=- turns=10 ply=60")
    thoughts, think = [], Captain.think

    def counted(captain: Captain) -> None:
        thoughts.append(match.ply)
        think(captain)

    monkeypatch.setattr(Captain, "think", counted)
    play_own_turn(match)
    assert match.ply > 62
    assert thoughts == [60]


def test_the_best_turns_are_weighed_only_as_long_as_it_may_take() -> None:
    """Ten who walk far on a wide field: weighing all good turns would take half as long again."""
    blue, orange = (",".join(f"{column}{row}N5" for column in "acegi") for row in (1, 12))
    position = f"blue={blue}/sssss orange={orange}/sssss turn=blue phase=move1 selected=- turns=12 ply=80"
    match = match_at(position, map="meadow")
    player = make(WEIGHING, match.game, 1)
    assert isinstance(player, Captain)
    assert player.choose(match) in match.legal_actions
    assert player.effort[0] < 1.15 * ENOUGH
    assert 0 in player.battle.weighed[KEPT:ROWS]
    assert 80 in player.battle.weighed[KEPT:ROWS]


def test_a_plan_for_another_position_is_dropped() -> None:
    """What it had planned on c3 is not legal where nobody stands there."""
    first = match_at("blue=c3K5/- orange=e3G8,i9G8/- turn=blue phase=move1 selected=- turns=10 ply=60")
    second = match_at("blue=g7K5/- orange=e7G8,i9G8/- turn=blue phase=move1 selected=- turns=10 ply=60")
    player = make(CAPTAIN, first.game, 1)
    player.choose(first)
    assert player.choose(second) in second.legal_actions


def test_who_can_take_a_blow_and_win_walks_in() -> None:
    """Waiting outside of each other's reach would be for ever: 4 HP stand one blow of 3, 2 HP do not."""
    match = match_at("blue=a1G8/- orange=i9G2/- turn=blue phase=move1 selected=- turns=10 ply=60")
    players = [make(CAPTAIN, match.game, seed) for seed in (1, 2)]
    while match.player is not None:
        match.play(players[match.player].choose(match))
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (0, "last-one-left")


@pytest.mark.parametrize("text", [CAPTAIN, WEIGHING])
def test_of_two_enemies_it_takes_from_the_one_who_is_ahead(text: str) -> None:
    """Either could be felled; the weak one is no danger, the leader wins if he is left alone."""
    position = "blue=e5K5/KK orange=e7K4/KKKK green=e3K4/- turn=blue phase=move1 selected=- turns=12 ply=80"
    match = match_at(position, players="3", map="meadow")
    play_own_turn(match, text)
    assert units_of(match, 1) == 0
    assert units_of(match, 2) == 1


@pytest.mark.parametrize("text", [CAPTAIN, WEIGHING])
def test_it_does_not_spend_itself_on_the_weakest_beside_the_leader(text: str) -> None:
    """Felling the last of green would put blue's only warrior within reach of three of orange."""
    position = "blue=a1K5/- orange=c3K5,d3K5,c4K5/K green=d1K4/- turn=blue phase=move1 selected=- turns=12 ply=80"
    match = match_at(position, players="3", map="meadow")
    play_own_turn(match, text)
    assert units_of(match, 2) == 1


@pytest.mark.parametrize("text", [CAPTAIN, WEIGHING])
def test_who_is_far_behind_takes_from_the_leader_too(text: str) -> None:
    """Blue will hardly win; moving out of reach of green alone would leave the game to orange."""
    position = "blue=e5K5/- orange=e7K4/KKKK green=e3K4/KK turn=blue phase=move1 selected=- turns=12 ply=80"
    match = match_at(position, players="3", map="meadow")
    play_own_turn(match, text)
    assert units_of(match, 1) == 0
    assert units_of(match, 2) == 1


@pytest.mark.parametrize("text", [CAPTAIN, WEIGHING])
def test_among_four_it_fells_whom_it_can_fell_unpunished(text: str) -> None:
    """That the next enemy is far away then is no reason to let one go."""
    position = (
        "blue=e5K5/K orange=j9K5,j8K5/KKK green=e7Z2/- purple=b2K5/KK turn=blue phase=move1 selected=- turns=12 ply=80"
    )
    match = match_at(position, players="4", map="meadow")
    play_own_turn(match, text)
    assert units_of(match, 2) == 0


@pytest.mark.parametrize(("players", "name"), [(3, "duel"), (4, "meadow")])
def test_one_who_thinks_more_wins_more_than_a_share_among_several(players: int, name: str) -> None:
    """Nobody hands the game to a third: then it would not matter who thinks."""
    game = tabor.load("warriors", map=name, players=str(players))
    names = ("captain:turns=40", *["captain:turns=1"] * (players - 1))
    won = [play(game, names, seed, order).winner == 0 for seed in range(3) for order in seatings(players)]
    assert sum(won) / len(won) > 1.5 / players


def team_of(text: str, seed: int, rules: dict[str, Any] | None = None) -> Counter[str]:
    match = Match(tabor.load("warriors", rules=rules))
    player = make(text, match.game, seed)
    while match.player == 0:
        match.play(player.choose(match))
    return Counter(match.log)


def test_it_picks_those_who_walk_far_and_makes_them_strong() -> None:
    assert team_of(CAPTAIN, 1) == {"N": 5, "s": 5}


def test_it_picks_others_where_those_are_missing() -> None:
    assert team_of(CAPTAIN, 1, rules={"without": {"blue": ["Ninja"]}}) == {"G": 5, "s": 5}


def test_it_picks_one_of_the_teams_that_the_data_list_and_that_it_may_pick() -> None:
    rules = {"teams": ["GGGGGhhhhh", "KKKKKsssss", "ZZZZZsssss", "PPP"], "without": {"blue": ["Zombie"]}}
    found = {tuple(sorted(team_of(CAPTAIN, seed, rules).items())) for seed in range(20)}
    assert found == {(("G", 5), ("h", 5)), (("K", 5), ("s", 5))}


def test_a_team_can_be_told() -> None:
    assert team_of("captain:turns=1,team=KKNPZhhsra", 1) == Counter("KKNPZhhsra")
    with pytest.raises(DataError, match="team=ZZZZZsssss: blue may not pick Z"):
        make("captain:team=ZZZZZsssss", tabor.load("warriors", rules={"without": {"blue": ["Zombie"]}}))


def test_in_the_balanced_variant_there_are_several_teams_to_take() -> None:
    game = tabor.load("warriors", variant="balanced")
    assert len({tuple(team) for team in fitting_teams(game, 0)}) >= 3


def test_a_team_by_lot_differs_from_seed_to_seed() -> None:
    teams = {tuple(sorted(team_of("captain:turns=1,team=any", seed).items())) for seed in range(4)}
    assert len(teams) == 4


def test_a_team_is_best_or_any() -> None:
    with pytest.raises(DataError, match="team=worst: it must be best, any, or a team such as"):
        make("captain:team=worst", tabor.load("warriors"))
