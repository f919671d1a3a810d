"""Puzzles: every shipped one reaches its goal; a sample has one solution by searches written apart."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
import robots_oracle
from plain_search import plies_to_win

import tabor
from tabor.cli import main
from tabor.errors import DataError
from tabor.game import OVER, Game, State, dice
from tabor.games import find
from tabor.match import Match
from tabor.messages import languages, speaker
from tabor.mining import Quest, collect, pursue
from tabor.players import alphabeta
from tabor.puzzles import (
    FILE,
    SURVIVE,
    WIN,
    Puzzle,
    goal_message,
    goals_of,
    puzzle_json,
    read_file,
    read_line,
    read_puzzles,
    write_puzzles,
)

GAMES = tabor.games.NAMES
DRAKE = next(name for name in GAMES if alphabeta.fits(tabor.load(name)))
QUESTS = [name for name in GAMES if name != DRAKE]
LEAST = {True: 300, False: 36}  # where alpha-beta fits, and elsewhere
ROBOTS = "robots"


def start(one: Puzzle) -> Match:
    return one.begin(find(one.game))


def judged(match: Match, one: Puzzle, before: State, way: tuple[str, ...]) -> bool | None:
    """Whether the goal is reached when a way has been played to its end."""
    solver, rounds = match.player, 0
    assert solver is not None
    for text in way:
        was = match.player
        match.play(text)
        rounds += was != solver and match.player == solver
    return goals_of(match.game.kind)[one.goal].judge(match.game.setup, before, match.state, solver, rounds)


@pytest.mark.parametrize("name", GAMES)
def test_every_shipped_puzzle_is_solved_by_all_its_ways(name: str) -> None:
    puzzles = read_puzzles(find(name))
    assert len(puzzles) >= LEAST[name == DRAKE]
    assert len({one.id for one in puzzles}) == len(puzzles)
    for one in puzzles:
        ends = set()
        for way in one.ways:
            match = start(one)
            found = judged(match, one, match.state.copy(), way)
            assert found or (found is None and one.goal == SURVIVE), one.line()  # None: the others have not answered
            ends.add(match.game.key(match.state))
        assert len(ends) == 1, one.line()
        assert 1 <= one.grade <= 5


@pytest.mark.parametrize("name", [name for name in GAMES if find(name).goals])
def test_the_file_tells_the_commands_that_found_them(name: str) -> None:
    lines = (find(name).home / FILE).read_text(encoding="utf-8").splitlines()
    told = [line for line in lines if line.startswith("# tabor puzzles make ")]
    for one in read_puzzles(find(name)):
        wanted = [f"--{option} {value}" for option, value in one.options] + [f"--goal {one.goal}"]
        assert any(all(word in line for word in wanted) for line in told), one.line()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", languages())
def test_what_is_asked_has_words(name: str, language: str) -> None:
    kind = find(name)
    say = speaker(kind, language)
    for one in {one.goal: one for one in read_puzzles(kind)}.values():
        asked = say(goal_message(start(one).game, one, 0))
        short = say({"id": f"aim-{one.goal}", "args": {}})
        assert not {asked, short} & {f"goal-{one.goal}", f"aim-{one.goal}"}


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


def sample(name: str, goal: str, count: int) -> list[Puzzle]:
    puzzles = [one for one in read_puzzles(find(name)) if one.goal == goal]
    assert puzzles
    return puzzles[:: max(1, len(puzzles) // count)]


def test_a_sample_of_forced_wins_has_one_solution() -> None:
    """A search without any cleverness looks again."""
    for one in sample(DRAKE, WIN, 10):
        match = start(one)
        found = winners_by_plain_search(match.game, match.state, len(one.solution))
        assert found == [one.solution[0]], one.line()


def test_a_sample_of_escapes_has_one_solution() -> None:
    """After every other action the opponent wins within three plies."""
    for one in sample(DRAKE, SURVIVE, 10):
        match, kept = start(one), []
        for text in match.legal:
            then = match.copy()
            then.play(text)
            if plies_to_win(match.game, then.state, 3) is None:
                kept.append(text)
        assert kept == [one.solution[0]], one.line()


QUESTED = sorted({(name, one.goal) for name in QUESTS for one in read_puzzles(find(name))})


@pytest.mark.parametrize(("name", "goal"), QUESTED)
def test_a_sample_of_quests_has_one_solution(name: str, goal: str) -> None:
    for one in sample(name, goal, 3):
        match = start(one)
        ways = pursue(match.game, goals_of(match.game.kind)[goal], match.state)
        own = len(one.solution) if name not in (ROBOTS, "siege") else None
        texts = {tuple(way_texts(match.game, match.state, way))[:own] for way in ways}
        assert texts == {way[:own] for way in one.ways}, one.line()


def way_texts(game: Game, state: State, way: tuple[int, ...]) -> list[str]:
    match = Match(game, 1, game.state_text(state))
    texts = []
    for action in way:
        texts.append(game.action_text(match.state, action))
        match.play(action)
    return texts


# ---- robots, by a turn that was written apart ----

Plan = dict[robots_oracle.Cell, robots_oracle.Order]
DIRECTIONS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def lay_out(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    """The arena of a game, for the oracle."""
    setup: Any = game.setup
    grounds = game.rules["ground"].tolist()[: setup.width * setup.height]
    cells = [(setup.place_of(cell), kind) for cell, kind in enumerate(grounds)]
    monkeypatch.setattr(robots_oracle, "WALKABLE", {place for place, kind in cells if kind != 1})
    monkeypatch.setattr(robots_oracle, "SPAWN", {place for place, kind in cells if kind == 2})


def robots_at(game: Game, state: State) -> list[robots_oracle.Robot]:
    setup: Any = game.setup
    first, others = state["count"].tolist()
    places = [setup.place_of(int(cell)) for cell in state["cell"][: first + others]]
    return [(*place, int(n >= first), int(state["hp"][n])) for n, place in enumerate(places)]


def all_orders(cell: robots_oracle.Cell) -> list[robots_oracle.Order]:
    near = [(cell[0] + dx, cell[1] + dy) for dx, dy in DIRECTIONS]
    aimed = [(word, place) for word in ("move", "attack") for place in near if place in robots_oracle.WALKABLE]
    return [*aimed, ("guard",), ("suicide",)]


def plans(robots: list[robots_oracle.Robot], player: int) -> list[Plan]:
    own = [robot[:2] for robot in robots if robot[2] == player]
    return [dict(zip(own, orders, strict=True)) for orders in product(*map(all_orders, own))]


def reaches(goal: str, robots: list[robots_oracle.Robot], plan: Plan, reply: Plan, is_batch: bool) -> bool:
    """With the damage that is worst for blue."""
    whose, damage = (0, 10) if goal == "keep-all" else (1, 8)
    after = robots_oracle.turn(robots, {**plan, **reply}, lambda: damage, is_batch)
    before, left = (sum(robot[2] == whose for robot in each) for each in (robots, after))
    return (left == before) == (goal == "keep-all")


@pytest.mark.parametrize("goal", ["keep-all", "destroy"])
def test_robots_are_saved_and_trapped_by_one_plan_alone(monkeypatch: pytest.MonkeyPatch, goal: str) -> None:
    """Every plan against every plan, by the oracle."""
    for one in sample(ROBOTS, goal, 6):
        match = start(one)
        assert match.player == 0
        lay_out(monkeypatch, match.game)
        robots, is_batch = robots_at(match.game, match.state), int(match.state["turn"]) % 10 == 0
        replies = plans(robots, 1)
        good = [
            plan for plan in plans(robots, 0) if all(reaches(goal, robots, plan, reply, is_batch) for reply in replies)
        ]
        assert len(good) == 1, one.line()


# ---- quests ----


def test_a_quest_says_what_spoils_a_wrong_plan() -> None:
    """d8 must step to e8, the only cell by which e9 could leave the rim in time: elsewhere it gets away."""
    game = tabor.load(ROBOTS, arena="pit", turns="11")
    match = Match(game, 1, "turn=10 blue=d8 orange=e9:19")
    goal = goals_of(game.kind)["destroy"]
    assert [way_texts(game, match.state, way)[0] for way in pursue(game, goal, match.state)] == ["d8-e8"]
    quest = Quest(game, goal, match.state.copy())
    match.play("d8=")
    assert quest.refutation(match.state) is not None
    free = Match(game, 1, "turn=10 blue=d8 orange=e8:19")
    assert pursue(game, goal, free.state) == []


def test_what_comes_to_the_same_is_one_solution() -> None:
    """Both must guard: one after the other, or at once by `done`."""
    game = tabor.load(ROBOTS, arena="pit", turns="31")
    match = Match(game, 1, "turn=5 blue=a6:15,i4:15 orange=b6,i5")
    goal = replace(goals_of(game.kind)["keep-all"], judge=both_guard)
    ways = [way_texts(game, match.state, way)[:2] for way in pursue(game, goal, match.state)]
    assert sorted(ways) == [["a6=", "i4="], ["done"]]


def both_guard(setup: Any, before: State, state: State, player: int, rounds: int) -> bool | None:
    """A goal of no game: the first two robots have been told to guard."""
    return bool((state["order"][:2] == 1 + 8).all()) if int(state["given"]) >= 2 else None


def test_the_command_that_the_file_tells_finds_them_again() -> None:
    game = tabor.load(ROBOTS, arena="pit", turns="11")
    assert next(collect(game, "destroy", 10, 1)) in read_puzzles(find(ROBOTS))


def test_the_same_seed_finds_the_same() -> None:
    game = tabor.load(DRAKE)
    first, again = (list(collect(game, WIN, 6, 3)) for _ in range(2))
    assert first == again
    assert first != list(collect(game, WIN, 6, 4))
    assert sum(len(one.solution) == 1 for one in first) <= 2


def test_new_puzzles_take_the_place_of_those_with_the_same_goal_and_options(tmp_path: Path) -> None:
    kind = replace(find(DRAKE), home=tmp_path)
    one, other, last = (replace(each, game=DRAKE) for each in read_puzzles(find(DRAKE))[:3])
    escape = replace(last, goal=SURVIVE)
    write_puzzles(kind, [one, escape], "first")
    write_puzzles(kind, [replace(other, options=one.options)], "second")
    assert {each.goal: each.position for each in read_puzzles(kind)} == {
        WIN: other.position,
        SURVIVE: escape.position,
    }
    assert (tmp_path / FILE).read_text(encoding="utf-8").splitlines()[:2] == ["# first", "# second"]


def test_a_line_is_read_as_it_was_written() -> None:
    for one in islice(read_puzzles(find(DRAKE)), 20):
        assert read_line(one.game, one.line(), "here") == one
    with pytest.raises(DataError, match="here is 'x"):
        read_line("any", "x | y", "here")


def test_the_page_gets_each_position_and_the_right_action_is_among_the_choices() -> None:
    told = puzzle_json(find(DRAKE), 0)
    first, last = told["places"][0], told["places"][-1]
    assert len(told["places"]) == len(told["solution"]) + 1
    assert first["view"]["turn"] == told["seat"]
    assert told["solution"][0] in str(first["view"]["choices"])
    assert first["next"] == {told["solution"][0]: 1}
    assert (first["is_solved"], last["is_solved"], last["next"]) == (False, True, {})
    assert last["view"]["outcome"]["winner"] == told["seat"]


def test_ways_meet_in_the_page_and_ends_need_not_be_clicked(tmp_path: Path) -> None:
    """Two steps in either order are four positions, not six; once the second is made, the rest is shown."""
    kind = replace(find("siege"), home=tmp_path)
    castles = "castle blue a4-c6, castle orange r12-t14"
    units = "infantry blue f4, infantry blue f8, infantry orange n12 tired"
    position = f"mode=standard turn=blue phase=units coins=0/0 turns=21 seatless=0/0 ply=400 : {castles}, {units}"
    one, other = ("unit f4", "move f3"), ("unit f8", "move f9")
    ways = ((*one, *other, "end"), (*other, *one, "end"))
    write_puzzles(kind, [Puzzle("siege", (("map", "ford"), ("mode", "standard")), "keep", 1, ways, position)], "x")
    places = puzzle_json(kind, 0)["places"]
    assert len(places) == 1 + 2 * 3 + 1 + 1
    assert [len(place["next"]) for place in places].count(2) == 1
    assert [place["is_solved"] for place in places].count(True) == 2
    read_file.cache_clear()


def test_the_command_shows_a_puzzle_and_refuses_one_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "show", DRAKE, "1", "--solution"]) == 0
    assert " ".join(read_puzzles(find(DRAKE))[0].solution) in capsys.readouterr().out
    assert main(["puzzles", "show", DRAKE, "100000"]) == 2
    assert "has no puzzle 100000" in capsys.readouterr().err


def test_a_game_without_puzzles_has_none(tmp_path: Path) -> None:
    assert read_file("any", tmp_path / FILE) == ()
