"""Lanes as text, as a view and as a preview; what the computer's players know."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from lanes_fields import at, foe, load, messages, play, setup_of, unit
from test_lanes_rules import EMPTY, SCRIPT

import tabor
from tabor import players
from tabor.game import Game, dice
from tabor.games.lanes import KIND
from tabor.loading import load_kind
from tabor.messages import speaker
from tabor.testing import content, walk

# ---- positions and actions ----


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (". . . .", "begins with the staging row in brackets"),
        ("[. . .] . . . . / . . . . / . . . . / . . . .", "the staging row has 4 places, the text has 3"),
        ("[. . . .] . . . . / . . . .", "the field has 4 rows, the text has 2"),
        ("[. . . .] . . . / . . . . / . . . . / . . . .", "row 4 is '. . .'; it must have 4 cells"),
        ("[. . . .] Imp . . . / . . . . / . . . . / . . . .", "belongs to nobody: write +Imp"),
        ("[. . . .] -Yak . . . / . . . . / . . . . / . . . .", "there is no unit or object 'Yak'"),
        ("[. . . .] -Imp:9 . . . / . . . . / . . . . / . . . .", "has health 9; it must be from 1 to 3"),
        ("[. . . .] . . . . / . . . . / . . . . / -Imp . . .", "in the player's camp"),
        ("[. . . .] +Man . . . / . . . . / . . . . / . . . .", "in the horde's camp"),
        ("[. . . .] . . . . / . . . . / -Imp* . . . / . . . .", "only the player's units have shields"),
        (
            "[. . . .] . . . . / . . . . / . . . . / . . . . turn=nobody",
            "it must be player, horde or over",
        ),
        ("[. . . .] . . . . / . . . . / . . . . / . . . . luck=1", "'luck=1' is no fact of a position"),
        ("[. . . .] . . . . / . . . . / . . . . / . . . . turn=horde", "the horde can prepare nothing"),
        ("[. . . .] . . . . / . . . . / . . . . / . . . . hand=Imp", "Imp is no card"),
        ("[. . . .] . . . . / . . . . / . . . . / . . . . hand=Man*4", "Man is there 4 times; a deck has at most 3"),
        ("[. . . .] . . . . / . . . . / . . . . / . . . . hand=Man*11", "a hand holds 10 cards"),
        ("[. . . .] . . . . / . . . . / . . . . / . . . . script=1:Imp@a", "this level has no script"),
        ("[. . . .] . . . . / . . . . / . . . . / . . . . phase=draw left=1", "there is nothing to choose"),
        ("[. . . .] . . . . / . . . . / . . . . / . . . . round=x", "round=x: it must be a whole number"),
        ("[. . . .] . . . . / . . . . / . . . . / . . . . swapping=a1", "two units of the player are needed"),
    ],
    ids=lambda value: value[-45:],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(text: str, problem: str) -> None:
    with pytest.raises(tabor.PositionError) as caught:
        tabor.Match(load(4), position=text)
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("action", "problem"),
    [
        ("Man", "there is no bonus 'Man'"),
        ("Yak@a1", "there is no unit 'Yak'"),
        ("Man@e1", "an action is written end"),
        ("Man@a9", "'a9' is not a cell"),
        ("Imp^a1", "'a1' is not a column"),
        ("Mud>a1", "'a1' is not a column"),
        ("Rally>a1", "needs no target"),
        ("a1>a2", "has no ability"),
        ("???", "an action is written end"),
    ],
)
def test_an_action_that_cannot_be_read_says_why(action: str, problem: str) -> None:
    with pytest.raises(tabor.ActionError, match=problem):
        at(EMPTY).play(action)


def test_actions_are_read_in_small_letters_too() -> None:
    match = at(EMPTY, "hand=Man bonuses=Mud initiative=3")
    assert play(match, "man@a1 mud>B a1a2 END").log == ["Man@a1", "Mud>b", "a1-a2", "end"]


# ---- the preview ----


def preview(match: tabor.Match, seat: int | None = 0) -> list[tuple[str, Any]]:
    """The lines of the preview, in words."""
    say = speaker(KIND)
    [panel] = [panel for panel in match.view(seat)["panels"] if panel["id"] == "preview"] or [{"facts": []}]
    return [(say(fact["label"]), fact["value"]) for fact in panel["facts"]]


def marked(match: tabor.Match) -> set[str]:
    pieces = match.view(0)["pieces"]
    return {piece["cells"][0] for piece in pieces for badge in piece["badges"] if badge["kind"] == "doomed"}


def test_the_preview_says_what_both_attacks_will_do() -> None:
    match = at("[. Imp . .] \n . . . . \n -Imp:1 . -Orc . \n +Man . . . \n . . . .", "damage=1/2")
    assert preview(match) == [
        ("Man a2 → Imp a3", "−1"),
        ("Imp a3", "†"),
        ("Orc c2 → player’s camp", "−2"),
        ("camps of player / horde", "−2 / −0"),
    ]
    assert marked(match) == {"a3"}


def test_the_preview_is_what_happens() -> None:
    """On random games: the camps lose what it says, and those it marks fall, wherever they have gone by then."""
    game = load_kind(KIND)
    seen: Counter[str] = Counter()
    for seed in range(2):
        match = tabor.Match(game, seed=seed)
        while match.outcome is None:
            if "end" in match.legal and match.player == 0:
                before = [int(n) for n in match.state["damage"]]
                promised, doomed = preview(match)[-1][1], marked(match)
                after = match.copy()
                after.play("end")
                lost = [int(n) - old for n, old in zip(after.state["damage"], before, strict=True)]
                assert promised == f"−{lost[0]} / −{lost[1]}"
                fallen = sum(m.id in ("died", "died-staged") for ply, m in after.history() if ply == after.ply)
                assert len(doomed) == fallen
                seen.update(died=fallen, camps=sum(lost))
            legal = match.legal_actions
            match.play(int(legal[(match.ply * 7 + seed) % len(legal)]))
    assert min(seen["died"], seen["camps"]) > 0


def test_the_preview_follows_a_staged_unit_that_overkill_reaches() -> None:
    units = {"Bull": unit(9, 9)}
    match = at("[Imp:1 . . .] \n -Imp . . . \n +Bull . . . \n . . . . \n . . . .", units=units)
    assert marked(match) == {"a4", "a5"}
    assert ("what is left of the blow → Imp waiting in column a", "−6") in preview(match)


def test_there_is_no_preview_outside_the_preparation() -> None:
    assert preview(at(EMPTY, "turn=horde left=1")) == []


def test_looking_changes_nothing() -> None:
    match = at("[. Imp . .] \n . . . . \n -Imp:1 . -Orc . \n +Man . . . \n . . . .")
    before = match.state.tobytes()
    match.view(0)
    assert match.state.tobytes() == before


# ---- events ----


def test_a_drawn_card_is_named_to_the_player_alone() -> None:
    match = play(at(EMPTY, "turn=horde left=1 deck=Man pawns=1"), "stop draw")
    assert "drew-card" in messages(match, 0)
    for seat in (1, None):
        assert "drew-something" in messages(match, seat)
        assert not any("Man" in str(message.args) for _, message in match.history(seat))


def test_every_kind_of_event_is_told() -> None:
    units = {"Monk": unit(1, 2, "healer", ability={"effect": "shield", "price": 1}), "Foe": foe(1, 1, "undying")}
    match = at(
        "[. . Imp:1 .] \n . . -Imp:1 . \n -Foe . +Bow . \n +Man . +Man . \n +Monk . . .",
        "initiative=9 hand=Pawn bonuses=Rally,Firepot,Mud,Muster,Retreat,Feint,Balm deck=Man pawns=4",
        units=units,
    )
    play(match, "Pawn@d1 d1-d2 a1>a2 Rally Mud>d Muster pawn draw Feint>c3 >c2 Retreat>d2 Firepot>c4 end stop")
    told = set(messages(match))
    assert told >= {
        *(
            "deployed",
            "moved",
            "used-ability",
            "shield-given",
            "used-bonus",
            "gained",
            "held",
            "drew-pawn",
            "drew-card",
        ),
        *("swapped", "recalled", "hurt", "died", "overkill", "died-staged", "blow", "returned", "stopped"),
    }


# ---- guesses ----


def test_the_hordes_guess_depends_on_nothing_that_is_hidden() -> None:
    one = at(EMPTY, "turn=horde left=1 hand=Man,Pawn deck=Bow*3,Pike pawns=2 seen=Man")
    other = at(EMPTY, "turn=horde left=1 hand=Guard,Pawn deck=Ogre*2,Hydra*2 pawns=2 seen=Man")
    guesses = [[], []]  # type: list[list[bytes]]
    for match, made in zip((one, other), guesses, strict=True):
        for number in range(20):
            state = match.state.copy()
            match.game.hide(state, 1, dice(number, 0))
            made.append(content(state))
    assert guesses[0] == guesses[1]
    assert len(set(guesses[0])) > 15


def test_the_horde_guesses_only_decks_that_can_be() -> None:
    """At most three of a card, the two seen Men among them; the pawn in the hand is known."""
    match = at(EMPTY, "turn=horde left=1 hand=Bow,Pawn deck=Bow,Pike pawns=2 seen=Man*2")
    kinds = [piece.name for piece in setup_of(match.game).kinds]
    man, pawn = kinds.index("Man"), kinds.index("Pawn")
    for number in range(100):
        state = match.state.copy()
        match.game.hide(state, 1, dice(number, 0))
        hand = [int(card) - 1 for card in state["hand"] if card]
        assert hand.count(pawn) == 1
        assert hand.count(man) + int(state["deck"][man]) <= 1
        assert (len(hand), int(state["deck"].sum())) == (2, 2)


def test_the_players_guess_of_a_script_depends_on_nothing_that_is_hidden() -> None:
    facts = "round=1 script="
    one, other = (at(EMPTY, facts + script, script=SCRIPT) for script in ("2:Orc@b", "3:Imp@a,9:Elf@c,1:Imp@d"))
    for number in range(20):
        states = [match.state.copy() for match in (one, other)]
        for match, state in zip((one, other), states, strict=True):
            match.game.hide(state, 0, dice(number, 0))
        assert content(states[0]) == content(states[1])


def test_a_guessed_script_uses_open_columns_and_later_rounds() -> None:
    match = at(
        "[. . . .] \n . . . . \n . . . . \n . . . #Rock \n . . . .",
        "round=3 script=9:Orc@b",
        script=SCRIPT,
        objects={"d2": "Rock"},
    )
    for number in range(30):
        state = match.state.copy()
        match.game.hide(state, 0, dice(number, 0))
        entries = np.flatnonzero(state["script_unit"])
        assert len(entries)
        assert not (state["script_column"][entries] == 3).any()
        assert (state["script_round"][entries] > 3).all()
        assert all(setup_of(match.game).kinds[kind - 1].is_foe for kind in state["script_unit"][entries])


def test_undying_units_of_a_script_are_known_to_the_player() -> None:
    match = at(EMPTY, "round=3 script=9:Orc@b returning=3:Imp@a", script=SCRIPT)
    state = match.state.copy()
    match.game.hide(state, 0, dice(1, 0))
    assert "returning=3:Imp@a" in match.game.state_text(state)


@pytest.mark.parametrize("level", ["meadow", "graveyard"])
def test_after_the_start_nobody_reads_script_and_deck_from_the_rules(level: str) -> None:
    """A search is handed the rules as they are: what is hidden must not be in what it reads of them."""
    game = load_kind(KIND, options={"level": level})
    rules = game.rules.copy()
    for name in ("script_unit", "script_round", "script_column", "deck"):
        rules[name] = 0
    blind = Game(game.kind, replace(game.setup, rules=rules))
    for seed in range(3):
        for position in walk(game, seed):
            for player in (0, 1):
                pair = [position.state.copy(), position.state.copy()]
                for one, state in zip((game, blind), pair, strict=True):
                    one.hide(state, player, dice(seed, 0))
                assert content(pair[0]) == content(pair[1])
                assert game.key(position.state, player) == blind.key(position.state, player)
                assert game.value(position.state, player) == blind.value(position.state, player)
            assert position.legal.tolist() == blind.legal(position.state).tolist()
            if position.action is not None:
                after = [position.state.copy(), position.state.copy()]
                for one, state in zip((game, blind), after, strict=True):
                    one.apply(state, position.action, dice(seed, position.ply))
                assert content(after[0]) == content(after[1])


# ---- players ----


def test_the_script_is_a_player_of_its_own() -> None:
    game = load_kind(KIND, options={"level": "graveyard"})
    match = tabor.Match(game, seed=1)
    script = players.make("script", game)
    while match.player == 1:
        match.play(script.choose(match))
    assert match.log == ["Rat^b", "Rat^c"]
    with pytest.raises(tabor.DataError, match="plays the horde's seat"):
        script.choose(match)


def test_the_script_player_refuses_levels_without_one() -> None:
    with pytest.raises(tabor.DataError, match="level 'meadow' has no script"):
        players.make("script", load_kind(KIND))


@pytest.mark.parametrize("name", KIND.levels[:6])
def test_every_level_of_the_computer_plays_both_seats(name: str) -> None:
    game = load_kind(KIND, {"rules": {"rounds": 3}})
    match = tabor.Match(game, seed=2)
    both = [players.make(name, game, seed) for seed in (1, 2)]
    while match.player is not None:
        match.play(both[match.player].choose(match))
    assert match.outcome is not None


def wins(game: Any, player: str, horde: str, games: int) -> int:
    won = 0
    for seed in range(games):
        match = tabor.Match(game, seed=seed)
        both = [players.make(player, game, seed), players.make(horde, game, seed)]
        while match.player is not None:
            match.play(both[match.player].choose(match))
        won += int(match.state["winner"]) == 0
    return won


def test_greedy_beats_random_from_both_seats() -> None:
    game = load_kind(KIND)
    assert wins(game, "greedy", "random", 20) >= 17
    assert wins(game, "random", "greedy", 60) <= 24
