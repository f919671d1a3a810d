"""Analysis: on games of which everything is known, and on Drake positions with a forced win."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import cups, die, race

import tabor
from tabor import analysis
from tabor.analysis import Analyst, Decision, Look, decisions, final_values, outcomes, summary, trial, tried_out
from tabor.cli import main
from tabor.game import OVER, Game, State
from tabor.match import Match

MANY = 200  # rolls, so that a mean is near the truth
WINS = Path(__file__).with_name("forced_wins.txt")


class Exact:
    """A judge that sees to the end: the best action's mean over what may come of it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[int, Look] = {}

    def look(self, state: State) -> Look:
        if int(state["player"]) == OVER:
            return Look(final_values(self.game, state))
        key = self.game.key(state)
        if key not in self.known:
            means = {int(action): self.mean(state, int(action)) for action in self.game.legal(state)}
            best = max(means, key=lambda action: means[action][int(state["player"])])
            self.known[key] = Look(means[best], (best,))
        return self.known[key]

    def mean(self, state: State, action: int) -> tuple[float, ...]:
        found = [(count, self.look(after).values) for after, count in outcomes(self.game, state, action)]
        total = sum(count for count, _ in found)
        return tuple(sum(count * values[seat] for count, values in found) / total for seat in range(2))


@pytest.fixture(scope="module")
def running() -> tuple[Game, Exact]:
    game = race()
    return game, Exact(game)


def analysed(match: Match, judge: Exact | None = None) -> list[Decision]:
    return list(decisions(match, Analyst(match.game, judge=judge)))


@given(seed=st.integers(0, 10**6), wishes=st.lists(st.integers(0, 2), min_size=4, max_size=4))
@settings(max_examples=30)
def test_luck_less_mistakes_is_all_that_changes_the_value(
    running: tuple[Game, Exact], seed: int, wishes: list[int]
) -> None:
    game, judge = running
    match = Match(game, seed)
    for wish in wishes:
        match.play(int(match.legal_actions[wish]))
    found = analysed(match, judge)
    stands = [one.values for one in found] + [final_values(game, match.state)]
    for one, after in zip(found, stands[1:], strict=True):
        gained = after[one.player] - one.values[one.player]
        assert gained == pytest.approx(one.luck - one.mistake, abs=1e-9)
        assert one.mistake >= 0
        assert one.worth == pytest.approx(one.values[one.player] - one.mistake)
    whole = stands[-1][0] - stands[0][0]
    first, second = summary(game, found)
    assert whole == pytest.approx(first["luck"] - first["cost"] + second["cost"], abs=1e-3)


def test_luck_over_all_rolls_is_nothing(running: tuple[Game, Exact], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "OUTCOMES", MANY)
    monkeypatch.setattr(analysis.outcomes, "__defaults__", (MANY,))
    game, _ = running
    judge, lucks = Exact(game), []
    for seed in range(MANY):
        match = Match(game, seed)
        match.play("2")
        lucks.append(analysed(match, judge)[0].luck)
    assert max(lucks) > 0.2
    assert min(lucks) < -0.2
    assert sum(lucks) / MANY == pytest.approx(0, abs=0.15)


def test_an_action_that_leaves_nothing_to_chance_has_no_luck(running: tuple[Game, Exact]) -> None:
    game, judge = running
    match = Match(game, 1)
    match.play("1")
    assert analysed(match, judge)[0].luck == 0


def test_a_bet_is_as_wrong_if_it_wins() -> None:
    """To take the draw is worth 0, a bet on one of six faces −2/3."""
    found = {}
    game = die("bet")
    for seed in range(40):
        match = Match(game, seed)
        match.play("3")
        one = analysed(match)[0]
        assert one.best == "0"
        found[match.outcome.winner] = one  # type: ignore[union-attr]
    assert found[0].mistake == found[1].mistake == pytest.approx(2 / 3, abs=0.25)
    assert found[0].luck - found[1].luck == pytest.approx(2)
    assert found[0].luck > 0 > found[1].luck


def test_what_is_hidden_is_luck_and_no_mistake() -> None:
    """Whether the finder points at the right cup cannot be known: found or not, the decision is worth the same."""
    game = cups("hidden cups")
    worths, lucks = set(), []
    for cup in (1, 2, 3):
        match = Match(game, 1)
        match.play_line([cup, 2])
        one = analysed(match)[1]
        worths.add(one.worth)
        lucks.append(one.luck)
    assert len(worths) == 1
    assert lucks[1] > 0 > lucks[0] == lucks[2]


def drake_win(plies: int, number: int) -> tuple[Game, str]:
    lines = [line.split(" | ") for line in WINS.read_text(encoding="utf-8").splitlines()]
    board, _, position = [line for line in lines if int(line[1]) == plies][number]
    return tabor.load("drake", board=board), position


@pytest.mark.parametrize("plies", [1, 3, 5])
def test_a_planted_blunder_is_found(plies: int) -> None:
    """A forced win is there; every action that gives it away is a missed win, the best one is none."""
    game, position = drake_win(plies, 1)
    missed = []
    for text in Match(game, 0, position).legal:
        match = Match(game, 0, position)
        match.play(text)
        one = analysed(match)[0]
        assert one.values[one.player] == 1
        assert one.is_missed_win == (one.mistake > 0)
        if one.is_missed_win:
            missed.append(text)
            line = Match(game, 0, position)
            for action in one.line:
                line.play(action)
            assert len(one.line) <= plies
            assert plies > 1 or line.outcome is not None
        else:
            assert one.worth == 1
    assert 0 < len(missed) < len(Match(game, 0, position).legal)


def test_a_piece_given_away_costs_more_than_a_quiet_action() -> None:
    """Several seats, long turns: numbers for each seat, and lines that can be played."""
    game = tabor.load("warriors", players="3")
    match = Match(game, 4)
    for _ in range(30):
        match.play(int(match.legal_actions[0]))
    for one in list(decisions(match, Analyst(game), 24)):
        assert len(one.values) == 3
        assert all(-1 <= value <= 1 for value in one.values)
        then = match.at(one.ply)
        for text in one.line:
            then.play(text)


def test_decisions_stand_alone() -> None:
    """Asked for in parts, they are the same."""
    match = Match(tabor.load("drake"), 5)
    for _ in range(8):
        match.play(int(match.legal_actions[-1]))
    whole = [one.action for one in decisions(match)]
    assert whole == [one.action for first in (0, 4) for one in decisions(match, None, first, first + 4)]
    assert [one.ply for one in decisions(match, None, 3, 5)] == [3, 4]


def test_tried_actions_have_dice_of_their_own_that_are_always_the_same(running: tuple[Game, Exact]) -> None:
    game, judge = running
    ends = set()
    for seed in range(8):
        match = Match(game, seed)
        before = match.state.tobytes()
        other = match.legal[2]
        match.play(match.legal[0])
        log = match.log
        then = tried_out(match, 0, [other, other])
        ends.add(then.state.tobytes())
        assert (match.log, then.log, then.steps[0].before.tobytes()) == (log, [other, other], before)
        told = json.loads(json.dumps(trial(then, judge, None, 2)))
        assert told["values"] == pytest.approx(judge.look(then.state).values, abs=1e-4)
        assert told["line"][0] in {choice["action"] for choice in told["view"]["choices"]}
        assert {line["ply"] for line in told["view"]["log"]} <= {2}
    assert len(ends) == 1


def test_the_command_prints_graph_mistakes_and_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, position = drake_win(3, 1)
    wrong = next(one for one in decisions_of_all(game, position) if one.is_missed_win)
    match = Match(game, 0, position)
    match.play(wrong.action)
    match.save(tmp_path / "a.tabor")
    assert main(["analyse", str(tmp_path / "a.tabor")]) == 0
    told = capsys.readouterr().out
    assert "█" in told
    assert "it was won" in told
    assert f"better {wrong.best}" in told
    assert main(["analyse", str(tmp_path / "a.tabor"), "--json"]) == 0
    tree = json.loads(capsys.readouterr().out)
    assert tree["decisions"][0]["is_missed_win"]
    assert tree["decisions"][0]["best"] == wrong.best
    assert sum(seat["missed_wins"] for seat in tree["seats"]) == 1


def decisions_of_all(game: Game, position: str) -> Iterator[Decision]:
    for text in Match(game, 0, position).legal:
        match = Match(game, 0, position)
        match.play(text)
        yield analysed(match)[0]


# ---- whole turns ----


@pytest.mark.parametrize("seed", [1, 2])
def test_a_turn_that_throws_robots_away_is_marked_at_its_first_action(seed: int) -> None:
    """Whatever the seed; what the other side does is no mistake, and nor is it luck where no die falls."""
    game = tabor.load("robots", arena="pit", turns="31")
    match = Match(game, 3, "turn=5 blue=c5,d5 orange=g5,g6")
    for text in ("c5!", "d5!", "g5=", "g6="):
        match.play(text)
    thrown, later, guard, other = decisions(match, Analyst(game, seed=seed))
    assert thrown.mistake >= analysis.MISTAKE
    assert (thrown.action, later.action) == ("c5! d5!", "d5!")
    assert "!" not in thrown.best
    assert later.mistake == other.mistake == 0
    assert guard.mistake < analysis.SLIP
    assert all(one.luck == 0 for one in (thrown, later, guard, other))


def test_dice_of_a_turn_are_luck() -> None:
    """The attack takes 8, 9 or 10: what it took less the mean, for whoever gives the last order."""
    game = tabor.load("robots", arena="pit", turns="31")
    lucks = []
    for seed in range(12):
        match = Match(game, seed, "turn=5 blue=d5 orange=e5:30")
        for text in ("d5*e5", "e5*d5"):
            match.play(text)
        found = list(decisions(match, Analyst(game)))
        assert found[0].luck == 0
        lucks.append(found[1].luck)
    assert min(lucks) < 0 < max(lucks)
