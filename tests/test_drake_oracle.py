"""The Drake against its naive twin, over thousands of random positions under many rules."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from functools import cache
from typing import Any

import drake_oracle as oracle
import pytest

import tabor
from tabor.game import Game
from tabor.games import drake
from tabor.perft import perft

SHIPPED = ("plain", "course", "valley", "highlands")
STRAIGHT = [[1, 0], [-1, 0], [0, 1], [0, -1]]
DIAGONAL = [[1, 1], [-1, 1], [1, -1], [-1, -1]]


def troop(letter: str, front: dict[str, Any], back: dict[str, Any]) -> dict[str, Any]:
    return {"letter": letter, "worth": 1, "front": front, "back": back}


LONG_LEGS = troop("L", {"shift": [[0, 2], [2, 2], [-2, 0], [-3, -3]]}, {"shift": [[0, -2], [3, 0], [1, 1]]})
BOTH_WAYS = troop(
    "B", {"shift": STRAIGHT, "strike": STRAIGHT}, {"slide": DIAGONAL, "strike": [[2, 2], [1, 1], [-2, 1]]}
)
MIXED = troop(
    "X",
    {"slide": [[0, 1], [2, 0]], "shift": [[0, 1], [-1, -1]]},
    {"strike": [[2, 1], [-3, 0]], "slide": [[0, -3]]},
)
LOPSIDED = troop("K", {"shift": [[1, 0]], "strike": [[2, -1]]}, {"slide": [[-1, 1]]})
IDLER = troop("I", {}, {"shift": STRAIGHT})
ODD_TROOPS = {"Legs": LONG_LEGS, "Both": BOTH_WAYS, "Mixed": MIXED, "Lopsided": LOPSIDED, "Idler": IDLER}


def tiny(*rows: str) -> dict[str, Any]:
    return {"plain": list(rows)}


# A name, the changes to the game's numbers, and how many random games to play under them.
RULE_SETS: dict[str, tuple[dict[str, Any], int]] = {
    "drakes everywhere": ({"stack": ["Drake", "Monk", "Drake", "Drake", "Clubman"]}, 25),
    "no guards": ({"stack": ["Swordsman", "Archer", "Spearman", "Monk"], "guards": 0}, 25),
    "a lone leader": ({"stack": ["Clubman"], "guards": 0, "end": {"no_progress": 30}}, 15),
    "one guard": (
        {"stack": ["Monk", "Archer", "Archer", "Spearman"], "guards": 1, "end": {"no_progress": 6}},
        25,
    ),
    "three guards": ({"guards": 3}, 20),
    "all guards": ({"guards": 2, "stack": ["Drake", "Monk", "Archer"]}, 20),
    "odd troops": (
        {"troops": ODD_TROOPS, "stack": ["Both", "Legs", "Mixed", "Lopsided", "Both", "Idler", "Legs"]},
        60,
    ),
    "odd troops on a large board": (
        {
            "troops": ODD_TROOPS,
            "stack": ["Mixed", "Legs", "Both", "Lopsided", "Legs", "Mixed", "Drake"],
            "boards": tiny("......", "..#...", "......", "#....#", "......", "......"),
        },
        15,
    ),
    "changed faces": (
        {
            "troops": {
                "Drake": {"front": {"strike": [[1, 1]]}},
                "Clubman": {"back": {"shift": [], "slide": [[0, 2]]}},
            }
        },
        20,
    ),
    "tiny": ({"boards": tiny("...", "...", "...")}, 40),
    "tiny and rocky": ({"boards": tiny("..#", "#..", "#..")}, 60),
    "tiny, three guards": ({"boards": tiny("...", "#.#", "..."), "guards": 3}, 60),
    "tiny, no move draws": ({"boards": tiny(".#.", "...", ".#."), "end": {"no_move": "draw"}}, 60),
    "walled in": (
        {"boards": tiny("...", "###", "..."), "stack": ["Drake", "Swordsman", "Swordsman", "Monk"]},
        20,
    ),
    "still troops": (
        {
            "troops": ODD_TROOPS,
            "stack": ["Idler", "Idler", "Swordsman"],
            "guards": 1,
            "end": {"no_move": "draw"},
        },
        20,
    ),
    "no row for blue": ({"boards": tiny("...", "...", "###")}, 1),
    "no row for orange": ({"boards": tiny("###", "...", "...")}, 3),
    "no row for blue, a draw": ({"boards": tiny("...", "...", "###"), "end": {"no_move": "draw"}}, 1),
    "impatient": ({"end": {"no_progress": 1}}, 30),
    "two idle plies": ({"boards": tiny("...", ".#.", "..."), "end": {"no_progress": 2}}, 40),
}
SHIPPED_GAMES = 20


@cache
def shipped_tree() -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for path in sorted((drake.KIND.home / "data").glob("*.toml")):
        tree |= tomllib.loads(path.read_text(encoding="utf-8"))
    return tree


def merged(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Tables into tables; anything else takes the place of what was there."""
    made = dict(base)
    for key, value in changes.items():
        old = base.get(key)
        made[key] = merged(old, value) if isinstance(value, dict) and isinstance(old, dict) else value
    return made


def twins(changes: dict[str, Any] | None = None, board: str = "plain") -> tuple[Game, oracle.Rules]:
    """The game, and what the oracle knows of it."""
    rules = oracle.Rules.from_tree(merged(shipped_tree(), changes or {}), board)
    return tabor.load("drake", rules=changes, board=board), rules


def play_random_game(game: Game, rules: oracle.Rules, rng: random.Random, seen: Counter[str]) -> None:
    """One game, both sides compared at every ply; `seen` counts what it reached."""
    match, twin = tabor.Match(game, seed=0), oracle.start(rules)
    bloodthirst = rng.choice([0, 0.5, 1])  # else captures of leaders end almost every game early
    while True:
        compare(match, rules, twin)
        note(twin, seen)
        if twin.over:
            return
        action = choose(oracle.legal(rules, twin), bloodthirst, rng)
        seen[action[0] if action[0] == "+" else action[2]] += 1
        match.play(action)
        twin = oracle.play(rules, twin, action)


def compare(match: tabor.Match, rules: oracle.Rules, twin: oracle.Position) -> None:
    actions = match.legal
    assert len(actions) == len(set(actions)), match.position
    assert set(actions) == oracle.legal(rules, twin), match.position
    assert match.position == oracle.write(rules, twin)
    outcome = match.outcome
    assert (outcome is not None) == twin.over
    assert outcome is None or (outcome.winner, outcome.reason) == (twin.winner, twin.reason)


def choose(actions: set[str], bloodthirst: float, rng: random.Random) -> str:
    captures = sorted(action for action in actions if "x" in action or "*" in action)
    quiet = sorted(actions - set(captures))
    if captures and (not quiet or rng.random() < bloodthirst):
        return rng.choice(captures)
    return rng.choice(quiet)


def note(twin: oracle.Position, seen: Counter[str]) -> None:
    seen["positions"] += 1
    if twin.over:
        seen[f"{twin.reason} {twin.winner}"] += 1
        if twin.reason == "no-move" and 0 < min(twin.placed) <= 2 and not twin.captured:
            seen["guard without a place"] += 1


@cache
def reached() -> Counter[str]:
    """What the random games of all rule sets reached, all of them compared on the way."""
    seen: Counter[str] = Counter()
    for board in SHIPPED:
        for number in range(SHIPPED_GAMES):
            play_random_game(*twins(None, board), random.Random(f"{board} {number}"), seen)
    for name, (changes, games) in RULE_SETS.items():
        pair = twins(changes)
        for number in range(games):
            play_random_game(*pair, random.Random(f"{name} {number}"), seen)
    return seen


def test_random_games_agree_in_thousands_of_positions() -> None:
    assert reached()["positions"] > 10_000


@pytest.mark.parametrize("kind", ["+", "-", "x", "*"])
def test_the_random_games_made_every_kind_of_action(kind: str) -> None:
    assert reached()[kind] > 100


@pytest.mark.parametrize(
    "end",
    [
        "leader-captured 0",
        "leader-captured 1",
        "no-move 0",
        "no-move 1",
        "no-move None",
        "no-progress None",
        "guard without a place",
    ],
)
def test_the_random_games_reached_every_end(end: str) -> None:
    assert reached()[end] > 2


def test_a_face_with_shift_and_strike_offers_both_on_one_cell() -> None:
    changes = RULE_SETS["odd troops"][0]
    game, rules = twins(changes)
    match = tabor.Match(game, position="..../.b*../.B*../.... stack=-/-")
    units = {(1, 1): oracle.Unit(0, "Both", leader=True), (1, 2): oracle.Unit(1, "Both", leader=True)}
    both = oracle.legal(rules, oracle.Position(units, placed=(7, 7)))
    assert {"b2xb3", "b2*b3"} <= both == set(match.legal)


@pytest.mark.parametrize("board", SHIPPED)
def test_perft_on_the_shipped_boards(board: str) -> None:
    game, rules = twins(None, board)
    depths = range(1, 8 if board in ("plain", "course") else 7)
    assert [perft(game, depth) for depth in depths] == [oracle.perft(rules, depth) for depth in depths]


@pytest.mark.parametrize("name", ["odd troops", "tiny and rocky", "no guards", "two idle plies"])
def test_perft_under_other_rules(name: str) -> None:
    game, rules = twins(RULE_SETS[name][0])
    assert [perft(game, depth) for depth in range(1, 6)] == [oracle.perft(rules, depth) for depth in range(1, 6)]


def test_perft_numbers_of_the_rules() -> None:
    """The published numbers, reached by the game and by its twin."""
    numbers = [4, 16, 40, 100, 160, 256, 2200, 18344]
    game, rules = twins()
    assert [perft(game, depth) for depth in range(1, 9)] == numbers
    assert [oracle.perft(rules, depth) for depth in range(1, 9)] == numbers


def test_the_whole_game_of_the_rules() -> None:
    log = "+a1 +a4 +b1 +a3 +a2 +b4 +c1 +b3 a2xa3 +c4 c1-d2 c4-c3 +c1 b3-c2 +a2 +c4 d2-d1 c2-d2 d1xa4"
    game, rules = twins(board="course")
    match, twin = tabor.Match(game), oracle.start(rules)
    for action in log.split():
        compare(match, rules, twin)
        match.play(action)
        twin = oracle.play(rules, twin, action)
    compare(match, rules, twin)
    assert match.outcome == tabor.Outcome(0, "leader-captured")


def test_small_counts_of_the_perft_file() -> None:
    rows = [line.split(" | ") for line in (drake.KIND.home / "perft.txt").read_text(encoding="utf-8").splitlines()[1:]]
    small = [(options.removeprefix("board="), int(depth), int(nodes)) for options, depth, nodes, _ in rows]
    small = [row for row in small if row[2] < 6_000]
    assert {board for board, _, _ in small} == set(SHIPPED)
    assert small == [(board, depth, oracle.perft(twins(None, board)[1], depth)) for board, depth, _ in small]


def test_the_playthrough_file() -> None:
    """The twin reaches the same positions and the same end."""
    _, options, first, *plies, last = (drake.KIND.home / "playthrough.txt").read_text(encoding="utf-8").splitlines()
    _, rules = twins(None, options.removeprefix("options: board="))
    twin = oracle.start(rules)
    assert first == f"0 | {oracle.write(rules, twin)}"
    for line in plies:
        action = line.split(" | ")[1]
        assert action in oracle.legal(rules, twin)
        twin = oracle.play(rules, twin, action)
        assert line == f"{twin.ply} | {action} | {oracle.write(rules, twin)}"
    assert last == f"outcome: {oracle.SEATS[twin.winner or 0]}, {twin.reason}"
