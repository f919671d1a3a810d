"""The horde that plans, on positions where it is plain what a horde should do."""

from __future__ import annotations

import numpy as np
import pytest
from lanes_fields import at, foe, unit

import tabor
from tabor import players
from tabor.errors import DataError
from tabor.game import Array
from tabor.games.lanes.chieftain import ROOT, Chieftain
from tabor.games.lanes.players import Warlord

SEEDS = range(6)
UNITS = {
    "Post": unit(3, 9, "anchor"),
    "Tower": unit(1, 9, "anchor", attack="ranged", range=3),
    "Idol": foe(5, 1, "anchor"),
}
GAP = """
    [. . . .]
    . . . .
    . . . .
    +Post +Post . +Post
    . . . .
"""


def prepared(match: tabor.Match) -> list[str]:
    """What it prepares, by several seeds."""
    return [
        match.game.action_text(match.state, players.make("chieftain:sims=150", match.game, seed).choose(match))
        for seed in SEEDS
    ]


def scores(match: tabor.Match) -> Array:
    """How battles go after each legal action, stopping with them."""
    chieftain = players.make("chieftain", match.game, 1)
    assert isinstance(chieftain, Chieftain)
    chieftain.states[ROOT] = match.state
    return chieftain.add_scores(match.legal_actions, np.zeros(len(match.legal)), seed=5, first=0, samples=20)


def test_it_attacks_where_nobody_defends() -> None:
    match = at(GAP, "turn=horde left=1 supply=Orc damage=8/0", units=UNITS)
    assert set(prepared(match)) == {"Orc^c"}


def test_it_sees_who_will_arrive_in_time() -> None:
    """The towers need two rounds more than the imp. The idol is worth more, but stays where it enters."""
    match = at(
        """
        [. . . .]
        . . . .
        . . . .
        +Post +Post . +Post
        +Tower +Tower . .
        """,
        "turn=horde left=1 supply=Idol,Imp damage=9/5",
        units=UNITS,
    )
    greedy = players.make("veteran", match.game, 1).choose(match)
    assert match.game.action_text(match.state, greedy).startswith("Idol")
    assert set(prepared(match)) == {"Imp^c"}


def test_it_does_not_stop_where_waiting_looks_better() -> None:
    """The last of them dies at the posts, and the later the better, in the battles thought of."""
    match = at(GAP.replace(" . +Post", " +Post +Post"), "turn=horde left=1 supply=Imp", units=UNITS)
    assert match.legal[int(np.argmax(scores(match)))] == "stop"
    assert "stop" not in prepared(match)


def test_the_position_stays_as_it_is_and_a_seed_decides() -> None:
    match = at(GAP, "turn=horde left=2 supply=Imp*9,Orc*3,Elf*2", units=UNITS)
    before = match.state.tobytes()
    first, again = (players.make("chieftain:sims=40", match.game, 3).choose(match) for _ in range(2))
    assert first == again
    assert match.state.tobytes() == before


def test_hidden_cards_change_nothing() -> None:
    """The hand is guessed: what it really is must not be felt."""
    facts = "turn=horde left=1 supply=Imp*9,Orc*3 deck=Bow*3"
    hands = [scores(at(GAP, f"{facts} hand={card}*3", units=UNITS)) for card in ("Man", "Pike")]
    assert hands[0].tolist() == hands[1].tolist()


def test_it_does_not_play_the_player() -> None:
    match = at(GAP, "initiative=3", units=UNITS)
    with pytest.raises(DataError, match="the horde's seat, not the player's"):
        players.make("chieftain", match.game).choose(match)


def test_levels_plan_as_the_horde() -> None:
    match = at(GAP, "turn=horde left=1 supply=Orc damage=8/0", units=UNITS)
    best = players.make("level8", match.game)
    assert isinstance(best, Warlord)
    assert isinstance(best.minds[1], Chieftain)
    assert match.game.action_text(match.state, best.choose(match)) == "Orc^c"


def test_a_careless_horde_lets_its_preparations_pass() -> None:
    match = at(GAP, "turn=horde left=3 supply=Orc*9", units=UNITS)
    match.play(players.make("warlord:slips=1000", match.game).choose(match))
    assert match.log == ["stop"]


def test_a_careless_player_lets_its_preparations_pass_but_finishes_what_it_began() -> None:
    match = at(GAP, "hand=Spearman initiative=3", units=UNITS)
    careless = players.make("warlord:slips=1000", match.game)
    match.play(careless.choose(match))
    assert match.log[0] == "end"
    begun = at(GAP, "hand=Spearman initiative=3 pending=Spearman:0", units=UNITS)
    assert careless.choose(begun) in begun.legal_actions


def test_a_careless_horde_still_follows_its_script() -> None:
    match = tabor.Match(tabor.load("lanes", level="graveyard"), seed=1)
    match.play(players.make("warlord:slips=1000", match.game).choose(match))
    assert match.log == ["Rat^b"]
