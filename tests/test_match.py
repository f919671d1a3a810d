"""One game being played: actions, take-backs, copies, replays, ends that are not of the rules."""

from __future__ import annotations

import random

import pytest
from toys import TOYS

import tabor
from tabor.errors import ActionError, PositionError
from tabor.game import Game
from tabor.games import NAMES
from tabor.loading import load_kind
from tabor.match import AGAIN, Match, Outcome
from tabor.testing import content, walk


def play_on(match: Match, actions: int) -> None:
    """Play the first legal action so many times."""
    for _ in range(actions):
        match.play(int(match.legal_actions[0]))


def play_out(match: Match) -> None:
    while match.player is not None:
        match.play(int(match.legal_actions[0]))


def everything(match: Match) -> tuple[bytes, list[str], int]:
    return content(match.state), match.log, match.again


# ---- playing ----


def test_actions_are_texts_or_numbers(bidders: Game) -> None:
    by_text, by_number = Match(bidders, 1), Match(bidders, 1)
    by_text.play("lay 3")
    by_number.play(2)
    assert by_text.log == by_number.log == ["lay 3"]
    assert content(by_text.state) == content(by_number.state)
    assert (by_text.ply, by_text.player) == (1, 1)


def test_a_numpy_integer_is_an_action(bidders: Game) -> None:
    match = Match(bidders, 1)
    match.play(match.legal_actions[4])
    assert match.log == ["lay 5"]


@pytest.mark.parametrize("action", ["lay 6", "", "!resign 0", "lay", 5, -1, 10**12])
def test_an_illegal_action_changes_nothing(bidders: Game, action: str | int) -> None:
    match = Match(bidders, 1)
    match.play("lay 2")
    before = everything(match)
    with pytest.raises(ActionError, match=r"(is not legal|cannot be read).* in round=0 .*legal are lay 1 lay 2"):
        match.play(action)
    assert everything(match) == before


def test_a_card_that_is_gone_is_refused(bidders: Game) -> None:
    match = Match(bidders, 1)
    for action in ("lay 3", "lay 4", "lay 5"):
        match.play(action)
    with pytest.raises(ActionError) as caught:
        match.play("lay 3")
    assert caught.value.legal == ("lay 1", "lay 2", "lay 4", "lay 5")


def test_nothing_is_legal_after_the_end(bidders: Game) -> None:
    match = Match(bidders, 1)
    play_out(match)
    assert match.legal == []
    with pytest.raises(ActionError, match=r"the game is over \(all-played\)"):
        match.play("lay 1")


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "1"])
def test_a_seed_is_a_whole_number(bidders: Game, seed: int) -> None:
    with pytest.raises(ActionError, match="is not a seed"):
        Match(bidders, seed)


def test_seeds_matter_and_are_drawn_if_not_given(delvers: Game) -> None:
    assert Match(delvers).seed != Match(delvers).seed
    starts = {content(Match(delvers, seed).state) for seed in range(30)}
    assert len(starts) == int(delvers.rules["sides"])  # only the first die differs


def test_a_match_is_played_with_the_dice_of_its_seed(delvers: Game) -> None:
    """A match and a bare walk through the rules agree, die by die."""
    line = list(walk(delvers, seed=5))
    match = Match(delvers, 5)
    for position in line[:-1]:
        assert content(match.state) == content(position.state)
        match.play(position.action or 0)
    assert match.outcome is not None


# ---- taking back ----


def test_undo_without_dice_writes_nothing(bidders: Game) -> None:
    match = Match(bidders, 1)
    match.play("lay 1")
    start = content(Match(bidders, 1).state)
    match.undo()
    assert (content(match.state), match.log, match.again) == (start, [], 0)


def test_undo_of_a_selection_keeps_the_dice(delvers: Game) -> None:
    match = Match(delvers, 3)
    match.play(0)
    match.undo()
    assert match.log == []


def test_undo_across_dice_keys_them_anew(delvers: Game) -> None:
    match = Match(delvers, 3)
    play_on(match, 2)  # select, go: a stone is drawn and a die rolled
    match.undo()
    assert match.log[1:] == [AGAIN]
    assert match.again == 1
    match.undo()
    assert match.log == [AGAIN, AGAIN]
    assert content(match.state) == content(Match(delvers, 3).state)


def test_no_dice_fall_twice(delvers: Game) -> None:
    """Whoever takes back and plays the same again gets other dice each time, in whatever order it is done."""
    match = Match(delvers, 3)
    play_on(match, 1)
    action = match.legal[0]
    seen = set()
    for attempt in range(40):
        match.play(action)
        seen.add((int(match.state["die"]), tuple(match.state["pouch"][0])))
        match.undo(1 + attempt % 2)
        if attempt % 2:
            play_on(match, 1)
    assert match.again >= 40
    assert len(seen) == 9  # three stones with three dice: all were met, none was stuck to


def test_a_log_with_dice_taken_back_replays(delvers: Game) -> None:
    match = Match(delvers, 3)
    play_on(match, 8)
    match.undo(3)
    play_on(match, 4)
    match.undo()
    play_out(match)
    replayed = match.replay(match.log)
    assert everything(replayed) == everything(match)
    assert replayed.outcome == match.outcome


def test_undo_of_too_many_changes_nothing(delvers: Game) -> None:
    match = Match(delvers, 3)
    play_on(match, 2)
    match.undo()
    before = everything(match)
    for count in (0, -1, 2, 99):
        with pytest.raises(ActionError, match="cannot be taken back: the log has 1"):
            match.undo(count)
    assert everything(match) == before


def test_a_resignation_can_be_taken_back(bidders: Game) -> None:
    match = Match(bidders, 1)
    match.play("lay 1")
    before = everything(match)
    match.resign()
    match.undo()
    assert everything(match) == before
    match.play("lay 2")


# ---- copies and replays ----


def test_a_copy_is_its_own_match(delvers: Game) -> None:
    match = Match(delvers, 3)
    play_on(match, 4)
    before = everything(match)
    copy = match.copy()
    assert everything(copy) == before
    play_out(copy)
    copy.undo(5)
    assert everything(match) == before
    play_on(match, 1)
    assert match.copy().log == match.log != copy.log


def test_a_match_can_be_seen_and_played_on_from_any_ply(delvers: Game) -> None:
    match = Match(delvers, 3)
    states = [content(match.state)]
    while match.player is not None:
        play_on(match, 1)
        states.append(content(match.state))
    for ply, state in enumerate(states):
        assert content(match.at(ply).state) == state
    earlier = match.at(2)
    play_on(earlier, 1)
    assert content(earlier.state) == states[3]


def test_at_the_last_ply_a_resignation_counts(bidders: Game) -> None:
    match = Match(bidders, 1)
    match.play("lay 1")
    match.resign()
    assert match.at(0).player == 0
    assert match.at(1).outcome == match.outcome


@pytest.mark.parametrize("ply", [-1, 2])
def test_there_is_no_ply_outside_the_match(bidders: Game, ply: int) -> None:
    match = Match(bidders, 1)
    match.play("lay 1")
    with pytest.raises(ActionError, match=f"there is no ply {ply}: the match has 0 to 1"):
        match.at(ply)


# ---- ends that are not of the rules ----


@pytest.mark.parametrize(
    ("entry", "reason"), [("!resign", "resigned"), ("!forfeit", "forfeited"), ("!time", "timed-out")]
)
def test_of_two_players_the_other_wins(delvers: Game, entry: str, reason: str) -> None:
    match = Match(delvers, 1)
    match.leave(entry, 0)
    assert match.outcome == Outcome(1, reason)
    assert match.log == [f"{entry} 0"]
    assert match.legal == []
    assert match.replay(match.log).outcome == match.outcome


def test_whoever_is_on_turn_resigns(delvers: Game) -> None:
    match = Match(delvers, 1)
    play_on(match, 2)
    assert match.player == 1
    match.resign()
    assert match.outcome == Outcome(0, "resigned")


def test_of_three_players_nobody_wins_by_a_resignation(bidders: Game) -> None:
    match = Match(bidders, 1)
    match.resign(2)
    assert match.outcome == Outcome(None, "resigned")


def test_all_may_agree_on_a_draw(bidders: Game) -> None:
    match = Match(bidders, 1)
    match.agree_draw()
    assert match.outcome == Outcome(None, "agreed")
    assert match.replay(["!draw"]).outcome == match.outcome


def test_a_game_that_is_over_cannot_end_again(bidders: Game) -> None:
    match = Match(bidders, 1)
    match.resign()
    for end in (match.resign, match.agree_draw, lambda: match.leave("!time", 1), lambda: match.enter(AGAIN)):
        with pytest.raises(ActionError, match=r"the game is over \(resigned\)"):
            end()
    assert match.log == ["!resign 0"]


@pytest.mark.parametrize("player", [-1, 3])
def test_only_players_resign(bidders: Game, player: int) -> None:
    with pytest.raises(ActionError, match="players are 0 to 2"):
        Match(bidders, 1).resign(player)


@pytest.mark.parametrize("entry", ["!", "!resign", "!resign x", "!resign 3", "!resign " + "9" * 5000, "!win 0"])
def test_a_strange_entry_is_refused(bidders: Game, entry: str) -> None:
    match = Match(bidders, 1)
    with pytest.raises(ActionError):
        match.enter(entry)
    assert match.log == []


def test_the_position_is_shown_as_it_stood_before_a_resignation(bidders: Game) -> None:
    match = Match(bidders, 1)
    before = match.position
    match.resign()
    assert match.position == before


# ---- from a position ----


def test_a_match_from_a_position(bidders: Game) -> None:
    first = Match(bidders, 1)
    for action in ("lay 3", "lay 4", "lay 5", "lay 1"):
        first.play(action)
    second = Match(bidders, 1, position=first.position)
    assert content(second.state) == content(first.state)
    second.play("lay 1")
    assert second.ply == 5
    assert second.at(0).position == first.position
    assert second.replay(second.log).position == second.position


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "a position has the facts"),
        ("round=0 hands=123,123,123 orders=0,0,0 points=0,0,0 turn=ann ply=0", "must have 5 of the cards"),
        ("round=0 hands=12345,12345,12345 orders=2,0,0 points=0,0,0 turn=ann ply=0", "does not fit the turn"),
        ("round=0 hands=12345,12345,12345 orders=0,0,0 points=0,0,0 turn=eve ply=0", "one of ann, ben, cat"),
    ],
)
def test_a_wrong_position_is_refused(bidders: Game, text: str, problem: str) -> None:
    with pytest.raises(PositionError, match=f"is not a position of Bidders: .*{problem}"):
        Match(bidders, 1, position=text)


def test_a_position_where_nobody_can_act_is_refused() -> None:
    """Whoever cannot move has lost, so nobody is on turn then."""
    game = load_kind(TOYS["delvers"], {"width": 2, "height": 3})
    text = "at={} die=1 selected=-1 bag=5,4,2,0 red=0,0,0,0 green=0,0,0,0 turn={} ply=0"
    assert Match(game, 1, position=text.format("a1,b1,a2,b3", "red")).legal == ["@b1"]
    with pytest.raises(PositionError, match="red cannot act"):
        Match(game, 1, position=text.format("a1,b1,a2,b2", "red"))


# ---- what happened ----


def test_secret_orders_are_told_only_to_their_owner_before_they_are_turned(bidders: Game) -> None:
    match = Match(bidders, 1)
    match.play("lay 3")
    told = {seat: [message.id for _, message in match.history(seat)] for seat in (0, 1, None)}
    assert told == {0: ["laid-card"], 1: ["laid-something"], None: ["laid-something"]}
    match.play("lay 4")
    match.play("lay 4")
    revealed = [dict(message.args) for _, message in match.history(1) if message.id == "revealed"]
    assert revealed == [{"player": name, "card": card} for name, card in (("ann", 3), ("ben", 4), ("cat", 4))]
    assert match.state["points"].tolist() == [1, 0, 0]  # 4 was laid twice, so 3 wins


def test_history_carries_plies_and_ends(bidders: Game) -> None:
    match = Match(bidders, 1)
    match.play("lay 3")
    match.resign(1)
    assert [(ply, message.id) for ply, message in match.history()] == [(1, "laid-something"), (2, "resigned")]


def test_a_line_of_actions_is_the_same_as_one_after_the_other(delvers: Game, bidders: Game) -> None:
    """Steps, events, dice and all; it stops before the first action that is not legal."""
    for game in (delvers, bidders, tabor.load("drake")):
        choices = random.Random(game.kind.name)
        single = Match(game, seed=11)
        while single.player is not None:
            single.play(int(choices.choice(single.legal_actions)))
        line = Match(game, seed=11)
        actions = [step.action for step in single.steps]
        assert line.play_line([*actions[:5], -1, *actions[5:]]) == 5
        assert line.play_line(actions[5:]) == len(actions) - 5
        assert line.play_line(actions[:1]) == 0
        assert content(line.state) == content(single.state)
        for one, other in zip(line.steps, single.steps, strict=True):
            assert (one.entry, one.rolled, content(one.before)) == (other.entry, other.rolled, content(other.before))
            assert one.events.tolist() == other.events.tolist()
        line.undo(3)
        assert line.log[: len(actions) - 3] == single.log[:-3]


# ---- a source of dice ----


class Keys:
    """Dice that somebody else knows: the key of a ply, and what was asked for."""

    def __init__(self, salt: int) -> None:
        self.salt, self.asked = salt, list[tuple[int, int]]()

    def key(self, ply: int, again: int) -> int:
        self.asked.append((ply, again))
        return (self.salt * 1_000_003 + ply * 97 + again) % 2**64


def test_a_source_of_dice_is_asked_for_each_ply_and_gives_other_dice(delvers: Game) -> None:
    keys = Keys(1)
    match = Match(delvers, 0, dice=keys)
    for _ in range(6):
        match.play(match.legal[0])
    match.undo(3)
    again = match.again
    match.play(match.legal[0])
    assert keys.asked == [(2**64 - 1, 0), *((ply, 0) for ply in range(6)), (3, again)]
    assert again == 1
    twin = match.replay(match.log)
    assert content(twin.state) == content(match.state)
    assert content(match.copy().state) == content(match.state)
    games = {content(Match(delvers, 0, dice=Keys(salt)).replay(match.log[:3]).state) for salt in range(20)}
    assert len(games) > 1


def test_a_line_has_the_dice_of_single_actions(delvers: Game) -> None:
    """Also where they come from a source."""
    one, line = Match(delvers, 0, dice=Keys(2)), Match(delvers, 0, dice=Keys(2))
    actions = []
    for _ in range(8):
        actions.append(int(one.legal_actions[0]))
        one.play(actions[-1])
    assert line.play_line(actions) == 8
    assert content(line.state) == content(one.state)


@pytest.mark.parametrize("name", NAMES)
def test_a_step_keeps_little_more_than_its_state(name: str) -> None:
    """It is kept for as long as a match: the state before it, the events that fell, and no buffers."""
    game = tabor.load(name)
    match = Match(game, 1)
    while match.ply < 8 and match.player is not None:
        match.play(int(match.legal_actions[0]))
    state = game.kind.STATE.itemsize
    for step in match.steps:
        base = step.events if step.events.base is None else step.events.base
        assert base.nbytes <= max(step.events.nbytes, 1)
        assert step.before.base is None or step.before.base.nbytes <= 2 * state
