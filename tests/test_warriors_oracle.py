"""Warriors against its naive twin, over random games under many rules."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from functools import cache
from typing import Any

import pytest
from warriors_oracle import Numbers, Oracle

from tabor.game import OVER, Game
from tabor.games import warriors
from tabor.games.warriors.numbers import WarriorsSetup
from tabor.grid import cell_name
from tabor.loading import load_kind
from tabor.match import Match

Tree = dict[str, Any]
PHASES = ("pick", "opening", "move1", "attack", "move2", "summon")
SHORT = {"end": {"turns_per_player": 4, "turns_per_edge": 0}}
TINY = {"maps": {"tiny": ["..", ".."]}}
PIT = {"maps": {"pit": ["#.#", "...", "#.#"]}, "team": {"warriors": 3, "potions": 2}}
POISON = {"letter": "p", "stat": "hp", "amount": -4, "duration": 0, "worth": 2}
LONG = {"letter": "l", "stat": "walk", "amount": 7, "duration": 9, "worth": 2}
RUNNER = {"letter": "S", "hp": 3, "attack": 0, "walk": 9, "allowed": True, "worth": 2}

# A name, options, changes of the numbers, how many games.
RULE_SETS: dict[str, tuple[dict[str, str], Tree, int]] = {
    "duel": ({"map": "duel"}, {}, 4),
    "meadow, three": ({"map": "meadow", "players": "3"}, {}, 2),
    "short": ({"map": "duel"}, SHORT | {"team": {"warriors": 2, "potions": 1}}, 30),
    "short, three": ({"map": "duel", "players": "3"}, SHORT | {"team": {"warriors": 3, "potions": 1}}, 12),
    "ruins, four": ({"map": "ruins", "players": "4"}, {"end": {"turns_per_edge": 0, "turns_per_player": 20}}, 2),
    "large": ({"map": "borderland"}, {"end": {"turns_per_edge": 0, "turns_per_player": 12}}, 2),
    "no friends": ({"map": "duel"}, {"friends": False}, 2),
    "crowded": ({"map": "tiny"}, TINY | {"end": {"turns_per_player": 30, "turns_per_edge": 0}}, 25),
    "crowded, four": ({"map": "tiny", "players": "4"}, TINY, 20),
    "pit": ({"map": "pit", "players": "3"}, PIT, 25),
    "poison": ({"map": "tiny", "players": "3"}, TINY | {"potions": {"Poison": POISON}}, 25),
    "poison, alone": ({"map": "pit", "players": "4"}, PIT | {"potions": {"Poison": POISON, "Long": LONG}}, 25),
    "potions when summoning": ({"map": "tiny"}, TINY | {"potion": {"phases": ["summon", "move2"]}}, 20),
    "no potions": ({"map": "pit"}, PIT | {"team": {"warriors": 2, "potions": 0}}, 20),
    "runners": ({"map": "duel"}, {"warriors": {"Sprinter": RUNNER, "Dino": {"allowed": True}}}, 2),
}

FEW_BLOWS = ("crowded, four", "large")  # too tight, or too wide, for all phases in so few games


@cache
def shipped() -> Tree:
    tree: Tree = {}
    for path in sorted((warriors.KIND.home / "data").glob("*.toml")):
        tree |= tomllib.loads(path.read_text(encoding="utf-8"))
    return tree


def merged(base: Tree, changes: Tree) -> Tree:
    made = dict(base)
    for key, value in changes.items():
        old = base.get(key)
        made[key] = merged(old, value) if isinstance(value, dict) and isinstance(old, dict) else value
    return made


def numbers_of(tree: Tree, options: dict[str, str]) -> Numbers:
    """The data as the oracle wants them, without the game's own reader."""
    rows, players, end = tree["maps"][options.get("map", "duel")], int(options.get("players", "2")), tree["end"]
    by_map = end["turns_per_edge"] * (len(rows) + len(rows[0]))
    return Numbers(
        warriors={w["letter"]: w for w in tree["warriors"].values() if w["allowed"]},
        potions={p["letter"]: p for p in tree["potions"].values()},
        rows=rows,
        players=players,
        team=tree["team"]["warriors"],
        items=tree["team"]["potions"],
        limit=max(players * end["turns_per_player"], by_map),
        friends=tree["friends"],
        potion_phases=tuple(tree["potion"]["phases"]),
    )


def picture(game: Game, state: Any) -> Tree:
    """A state as the oracle draws its own."""
    setup = game.setup
    assert isinstance(setup, WarriorsSetup)
    kinds, potions = [w.letter for w in setup.warriors], [p.letter for p in setup.potions]
    units = {}
    for unit in state["units"][: int(state["count"])]:
        boosts = {
            (stat, i + 1): int(unit["boost"][row, i]) for row, stat in ((0, "attack"), (1, "walk")) for i in range(9)
        }
        effects = {key: amount for key, amount in boosts.items() if amount}
        done = int(unit["done"])
        facts = (int(unit["owner"]), kinds[unit["kind"]], int(unit["hp"]), bool(done & 1), bool(done & 2), effects)
        units[cell_name(int(unit["cell"]), setup.width)] = facts
    is_over = int(state["player"]) == OVER
    choice, chosen = int(state["choice"]), int(state["chosen"])
    names = (None, lambda n: cell_name(n, setup.width), potions.__getitem__, kinds.__getitem__)
    name = names[choice]
    winner = int(state["winner"])
    return {
        "units": units,
        "hands": [letters(kinds, state["hand"][player]) for player in range(game.players)],
        "bags": [letters(potions, state["bag"][player]) for player in range(game.players)],
        "phase": None if is_over else PHASES[int(state["phase"])],
        "player": None if is_over else int(state["player"]),
        "selected": name(chosen) if name else None,
        "turns": int(state["turns"]),
        "result": (None if winner < 0 else winner, game.reason(int(state["reason"]))) if is_over else None,
    }


def letters(kinds: list[str], counts: Any) -> list[str]:
    return sorted(letter for letter, n in zip(kinds, counts, strict=False) for _ in range(n))


def play_both(game: Game, numbers: Numbers, seed: int, seen: Counter[str]) -> None:
    """One random game in both; ending a phase is made rarer, so that more happens."""
    match, oracle, chooser = Match(game, seed=seed), Oracle(numbers), random.Random(seed)
    while match.outcome is None:
        legal = match.legal
        assert len(set(legal)) == len(legal)
        assert set(legal) == oracle.legal(), match.position
        action = (
            chooser.choice([a for a in legal if a != "end"] or legal)
            if chooser.random() < 0.7
            else chooser.choice(legal)
        )
        seen[oracle.phase + (action[0] if not action[0].isalnum() else "")] += 1
        match.play(action)
        oracle.play(action)
        assert picture(game, match.state) == oracle.picture(), match.log[-3:]
    seen[match.outcome.reason + (" drawn" if match.outcome.winner is None else "")] += 1


@pytest.mark.parametrize("name", RULE_SETS)
def test_random_games_are_the_same(name: str) -> None:
    options, changes, games = RULE_SETS[name]
    game = load_kind(warriors.KIND, changes, options)
    numbers, seen = numbers_of(merged(shipped(), changes), options), Counter[str]()
    for seed in range(games):
        play_both(game, numbers, seed, seen)
    wanted = {"move1-", "attack*", "move2-", "summon+", "opening+"} if name not in FEW_BLOWS else {"opening+"}
    assert wanted <= set(seen)


def test_all_ends_are_reached() -> None:
    """Else the comparison would say nothing about them."""
    seen = Counter[str]()
    for name in ("short", "short, three", "pit"):
        options, changes, games = RULE_SETS[name]
        game = load_kind(warriors.KIND, changes, options)
        for seed in range(games):
            play_both(game, numbers_of(merged(shipped(), changes), options), seed, seen)
    assert {"last-one-left", "turn-limit", "turn-limit drawn"} <= set(seen)
