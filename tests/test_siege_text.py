"""Siege as text, its data, its view, and the laws in rich positions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from siege_fields import at, fact, play, rolled, targets, tokens

import tabor
from tabor.game import Game, copy_state, dice
from tabor.games.siege import KIND, building, words
from tabor.jit import generic, plain
from tabor.loading import load_kind
from tabor.match import Match
from tabor.messages import speaker
from tabor.rng import roll
from tabor.sketch import leaves
from tabor.testing import LAWS, Tour, check

CROSSING = KIND.home / "data" / "positions" / "crossing.txt"


def crossing() -> str:
    return CROSSING.read_text(encoding="utf-8").splitlines()[1]


class Beginning(Game):
    """A game whose matches begin at a position."""

    text = ""

    def begin(self, seed: int = 0) -> Any:
        return self.read_state(self.text)


def beginning(game: Game, text: str) -> Game:
    made = Beginning(game.kind, game.setup, game.options, game.changes)
    made.text = text
    return made


# ---- notation ----


def test_a_written_position_is_read_back() -> None:
    match = play(at("I . . a", "ram c3-d3", "wall e2-e4", "infantry blue c3", coins="5/7"), "engine c3")
    again = Match(match.game, 1, match.position)
    assert again.state.tobytes() == match.state.tobytes()


LISTS = {"kinds": ("", words.KINDS), "grounds": ("", words.GROUNDS), "phases": ("P_", words.PHASES)}
LISTS |= {"verbs": ("V_", words.WORDS), "reasons": ("", ("", *words.REASONS))}


@pytest.mark.parametrize(("prefix", "names"), LISTS.values(), ids=LISTS)
def test_a_words_number_is_its_place_in_its_list(prefix: str, names: tuple[str, ...]) -> None:
    for number, name in enumerate(names):
        assert not name or getattr(words, prefix + name.replace("-", "_").upper()) == number


@pytest.mark.parametrize("word", ["plan", "make"])
def test_plans_and_wares_are_what_their_words_say(word: str) -> None:
    is_plan = word == "plan"
    kind_of = plain(building.plan_kind if is_plan else building.ware_kind)
    lies_upright = plain(building.plan_upright if is_plan else building.ware_upright)
    for number, thing in enumerate(words.PLANS if is_plan else words.WARES):
        kind, _, way = thing.partition("-")
        assert words.VERBS[(words.V_PLAN if is_plan else words.V_MAKE) + number] == f"{word} {thing}"
        assert (words.KINDS[kind_of(number)], lies_upright(number)) == (kind, way == "v")
    assert words.VERBS[words.V_SITE] == "site"


def test_facts_left_out_have_their_usual_values() -> None:
    match = at("I")
    assert [fact(match, name) for name in ("turn", "phase", "coins", "turns")] == ["blue", "units", "0/0", "1"]
    assert fact(at("i", turn="orange"), "turns") == "0"


@pytest.mark.parametrize(
    ("token", "problem"),
    [
        ("infantry a1", "needs an owner"),
        ("wall blue a1-c1", "has no owner"),
        ("wall a1-b1", "covers 3×1 cells"),
        ("dragon blue a1", "is no token"),
        ("ship a1-c1", "cannot stand on a1"),
        ("barracks blue w3-x4", "x3 is taken"),
        ("barracks blue v3-w4", "touches castle blue x1-z3"),
        ("camp blue a1-c3 of x1", "belong to a castle"),
        ("gate blue a1-b1 of a1", "no building has its lowest left cell there|belong to a castle"),
        ("wall a1-c1 tired", "cannot be tired"),
        ("infantry blue zz9", "is not a cell"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(token: str, problem: str) -> None:
    with pytest.raises(tabor.PositionError, match=problem):
        at("I", token)


@pytest.mark.parametrize(
    ("facts", "problem"),
    [
        ({"turns": 2}, "blue is not on turn"),
        ({"phase": "ship"}, "needs ship=CELL"),
        ({"phase": "castle"}, "do not fit"),
        ({"phase": "nap"}, "it must be seat, fortify"),
        ({"setup": 1}, "setup=1"),
        ({"mode": "siege"}, "loaded with mode=standard"),
        ({"coins": "3"}, "coins=3"),
        ({"turns": 301}, "the game is over"),
        ({"winner": "blue"}, "only a finished game"),
    ],
)
def test_facts_that_do_not_fit_are_refused(facts: dict[str, Any], problem: str) -> None:
    game = at("I").game
    text = " ".join(f"{name}={value}" for name, value in facts.items()) + " : castle blue x1-z3, infantry blue a1"
    with pytest.raises(tabor.PositionError, match=re.escape(problem)):
        Match(game, 1, text)


@pytest.mark.parametrize("action", ["fly a1", "move", "move a1 b2", "plan moat", "make dragon a1", "end a1", ""])
def test_actions_that_cannot_be_read_are_refused(action: str) -> None:
    with pytest.raises(tabor.ActionError, match="cannot be read"):
        at("I").play(action)


# ---- data ----


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"captors": 0}, "captors is 0; it must be a whole number from 1 to 12"),
        ({"shot": {"hits": 8}}, "shot.hits is 8; it must be a whole number from 1 to 7"),
        ({"trebuchet": {"lands": [0, 1]}}, "trebuchet.lands is [0, 1]; it must be six whole numbers"),
        ({"tokens": {"ram": {"cells": [3, 1]}}}, "tokens.ram.cells is [3, 1]; a ram is always [2, 1]"),
        ({"tokens": {"camp": {"cells": [3, 2]}}}, "tokens.camp.cells is [3, 2]; a camp is square"),
        ({"tokens": {"wall": {"speed": 3}}}, "tokens.wall.speed means nothing"),
        ({"maps": {"ford": ["..", "..."]}}, "maps.ford"),
        ({"maps": {"ford": ["..x"] * 3}}, "has 'x' in '..x'"),
        ({"maps": {"ford": ["." * 41] * 20}}, "has 41 columns; it must have from 3 to 40"),
        ({"most_tokens": 251}, "most_tokens is 251"),
        ({"without": {"blue": ["castle"]}}, "without.blue has 'castle'; it must be of infantry"),
        ({"end": {"turnz": 5}}, "did you mean 'turns'?"),
    ],
)
def test_wrong_numbers_are_refused_by_name(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(tabor.DataError, match=re.escape(problem)):
        load_kind(KIND, changes)


def test_an_unknown_map_or_mode_is_refused() -> None:
    with pytest.raises(tabor.DataError, match="the maps are ford, straits"):
        load_kind(KIND, options={"map": "moon"})
    with pytest.raises(tabor.DataError, match="'peace'; it must be one of standard, siege"):
        load_kind(KIND, options={"mode": "peace"})


def test_numbers_are_data() -> None:
    rules = {"tokens": {"infantry": {"move": 1}}, "shot": {"range": 1}}
    match = at("I . . A . . i", rules=rules)
    assert targets(play(match.copy(), "unit a1"), "move") == {"b1", "a2"}
    assert not targets(play(match, "unit d1"), "shoot")


def test_a_trebuchet_that_hits_its_own_ship_ends_both_turns() -> None:
    sea = "~ ~ ~ ~ ~"
    match = at(
        sea,
        "ship a1-c1",
        "trebuchet a1-b1",
        "infantry blue a1",
        "infantry blue k5",
        rules={"trebuchet": {"lands": [1] * 6}},
    )
    play(match, "ship a1, engine a1, hurl b1")
    assert tokens(match) == {"infantry blue k5"}
    assert fact(match, "phase") == "units"


SITED = ("camp", "barracks", "workshop", "port", "wall", "gate", "ladder")


def test_the_longest_lists_stay_below_their_limit() -> None:
    """A castle that builds anywhere on the largest map."""
    tokens_ = {kind: {"reach": 80} for kind in SITED}
    rules = {"maps": {"plain": ["." * 40] * 40}, "tokens": tokens_}
    for mode in ("standard", "siege"):
        game = load_kind(KIND, rules, {"map": "plain", "mode": mode})
        match = Match(game, 1)
        assert len(match.legal_actions) > 800
        text = "phase=buildings coins=999/999 : castle blue t20-v22, castle orange a1-c3"
        if mode == "standard":
            match = play(Match(game, 1, text), "building t20")
        else:
            play(match, "place a1")
        for plan in sorted(targets(match, "plan")):
            assert 300 < len(play(match.copy(), f"plan {plan}").legal_actions) <= game.setup.most_actions == 2048


# ---- view ----


def said(match: Match) -> list[str]:
    say = speaker(match.game.kind)
    return [say(line["message"]) for line in match.view()["log"]]


def test_the_log_reads_like_the_rulebook() -> None:
    assert said(rolled(at("A . i"), "unit a1, shoot c1", 5)) == [
        "archers a1 shoot c1: rolled 5, hit",
        "orange loses infantry c1",
    ]
    assert said(rolled(at("A . i"), "unit a1, shoot c1", 2)) == ["archers a1 shoot c1: rolled 2, missed"]
    ram = at("", "wall d2-d4", "ram b3-c3", "infantry blue b3")
    assert said(rolled(ram, "engine b3, ram d3", 6))[:2] == [
        "ram b3 rams the wall on d3: rolled 6, broken",
        "wall d2-d4 is destroyed",
    ]


def test_choices_show_odds_and_costs() -> None:
    say = speaker(KIND)

    def buttons(match: Match) -> set[str]:
        found = leaves(match.view(0)["choices"])
        return {say(click["label"]) for path, _ in found for click in path if "label" in click}

    assert "shoot (33 %)" in buttons(play(at("A . i"), "unit a1"))
    assert "ram the wall (33 %)" in buttons(play(at("", "wall d2-d4", "ram b3-c3", "infantry blue b3"), "engine b3"))
    assert "ram the ladder (50 %)" in buttons(play(at("", "ladder d3", "ram b3-c3", "infantry blue b3"), "engine b3"))
    hurls = buttons(play(at("", "trebuchet e1-f1", "infantry blue e1"), "engine e1"))
    assert "hurl (4 b1, 5 a1, 6 off the map)" in hurls
    assert "build wall ↔ (4 coins)" in buttons(play(at("", phase="buildings", coins="9/0"), "building x1"))


def test_every_layer_is_a_piece() -> None:
    match = at("~ ~ ~", "ship a1-c1", "ram a1-b1", "infantry blue a1 tired", "infantry blue k5")
    pieces = [piece for piece in match.view()["pieces"] if "a1" in piece["cells"]]
    assert [(piece["kind"], piece["layer"]) for piece in pieces] == [("ship", 0), ("ram", 1), ("infantry", 2)]
    assert [badge["kind"] for badge in pieces[2]["badges"]] == ["tired"]


# ---- the shipped position, and the laws from it ----


def test_the_shipped_position_is_as_rich_as_it_says() -> None:
    game = load_kind(KIND, options={"map": "straits"})
    match = Match(game, 1, crossing())
    kinds = [token.split()[0] for token in match.position.partition(" : ")[2].split(", ")]
    assert sum(kinds.count(kind) for kind in ("infantry", "archers", "cavalry")) == 30
    assert {"ship", "tower", "ram", "trebuchet", "wall", "gate", "ladder"} <= set(kinds)
    assert game.setup.planes[1:] == (24, 32)


def brief(mode: str, name: str) -> Game:
    """A game that random play ends soon."""
    return load_kind(KIND, {"end": {"turns": 8}}, {"map": name, "mode": mode})


def test_the_laws_hold_from_the_shipped_position() -> None:
    game = load_kind(KIND, options={"map": "straits"})
    tour = Tour(beginning(game, crossing().replace("turns=40", "turns=296")), 4, 0, 2000)
    for law in LAWS:
        law(tour.game, tour)


@pytest.mark.parametrize("name", ["ford", pytest.param("straits", marks=pytest.mark.slow)])
def test_the_laws_hold_in_siege_mode(name: str) -> None:
    check(brief("siege", name), games=4)


@generic("int64(legal, apply, rules, states, work, rng, events, actions, int64)")
def play_at_random(
    legal: Any, apply: Any, rules: Any, states: Any, work: Any, rng: Any, events: Any, actions: Any, most: Any
) -> Any:
    """From states[0] over and over, at most so many actions; the length of the longest list."""
    longest = 0
    for step in range(most):
        if step % 2000 == 0 or int(states[1]["player"]) < 0:
            copy_state(states, 1, 0)
        n = legal(rules, states[1], work, actions)
        longest = max(longest, n)
        apply(rules, states[1], work, int(actions[roll(rng, n)]), rng, events)
    return longest


@pytest.mark.slow
def test_a_hundred_thousand_actions_a_second() -> None:
    import time

    game = load_kind(KIND, options={"map": "straits"})
    states = np.zeros(2, KIND.STATE)
    states[0] = game.read_state(crossing())
    functions = game.functions
    buffers = (dice(1, 1), np.zeros((0, 6), np.int32), np.zeros(2048, np.int32))
    arguments = (functions.legal, functions.apply, game.rules, states, game.work, *buffers)
    run = game.compile(play_at_random)
    run(*arguments, 1000)
    began = time.process_time()
    longest = run(*arguments, 200_000)
    assert 200_000 / (time.process_time() - began) > 100_000
    assert longest <= 2048


def test_the_state_is_small() -> None:
    assert KIND.STATE.itemsize < 10_000
    assert Path(CROSSING).is_file()
