"""The fights of lanes against a second, naive implementation (tests/lanes_oracle.py), on random fields."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import lanes_oracle as oracle
import pytest
from lanes_fields import foe, load, setup_of, unit

import tabor
from tabor.game import Game
from tabor.games.lanes.pieces import Piece
from tabor.games.lanes.signs import SIGN_NAMES

FIELDS = 250
SIDES = (oracle.PLAYER, oracle.HORDE, oracle.NEUTRAL)
FIGHTING_SIGNS = [sign for sign in SIGN_NAMES if sign not in ("swift", "scout", "commander", "brood", "dread")]
FOR_CLASSES = ("healer", "thorns", "deadly", "banner")
CLASSES = ["folk", "beast", "craft"]


def random_units(chooser: random.Random) -> dict[str, Any]:
    """Ten units and ten foes with all kinds of signs."""
    made = {}
    for number in range(20):
        signs = chooser.sample(FIGHTING_SIGNS, chooser.choice((0, 1, 1, 2, 3)))
        ranged = chooser.random() < 0.3
        more: dict[str, Any] = {"attack": "ranged" if ranged else "melee", "range": chooser.choice((1, 1, 2, 3))}
        more["tags"] = chooser.sample(CLASSES, chooser.choice((0, 1, 1, 2)))
        narrow = [sign for sign in signs if sign in FOR_CLASSES and chooser.random() < 0.4]
        more["only"] = {sign: chooser.sample(CLASSES, chooser.choice((1, 1, 2))) for sign in narrow}
        name = "Unit-" + chr(ord("a") + number)
        make = unit if number < 10 else foe
        made[name] = make(chooser.choice((0, 1, 1, 2, 3, 5)), chooser.choice((1, 1, 2, 3, 6)), *signs, **more)
    return made


def random_field(game: Game, chooser: random.Random) -> str:
    rows = setup_of(game).rows
    own = [piece for piece in setup_of(game).kinds if piece.name.startswith("Unit") and not piece.is_foe]
    foes = [piece for piece in setup_of(game).kinds if piece.name.startswith("Unit") and piece.is_foe]
    objects = [piece for piece in setup_of(game).kinds if piece.is_object]

    def word(sign: str, pieces: list[Piece], shield: bool = False) -> str:
        piece = chooser.choice(pieces)
        health = chooser.randint(1, piece.health)
        return f"{sign}{piece.name}" + (f":{health}" if health < piece.health else "") + ("*" if shield else "")

    def cell(row: int) -> str:
        what = chooser.random()
        if what < 0.3 and row < rows:
            return word("+", own, chooser.random() < 0.1)
        if 0.3 <= what < 0.6 and row > 1:
            return word("-", foes)
        return word("#", objects) if what > 0.95 else "."

    staged = [word("", foes) if chooser.random() < 0.5 else "." for _ in range(4)]
    lines = [" ".join(cell(row) for _ in range(4)) for row in range(rows, 0, -1)]
    hand = chooser.choice(("", " hand=Pawn*9", " hand=Pawn*10"))
    held = chooser.choice(("", "", " held=bd"))
    return f"[{' '.join(staged)}] {' / '.join(lines)} supply=Imp*3{hand}{held}"


def as_oracle(game: Game, state: Any, **switches: Any) -> oracle.Battle:
    battle = oracle.Battle(rows=setup_of(game).rows, **switches)
    for cell in range(4 * setup_of(game).rows):
        if state["unit"][cell]:
            [side] = [side for side, bits in zip(SIDES, state["standing"], strict=True) if int(bits) >> cell & 1]
            piece = made(game, int(state["unit"][cell]) - 1, side, int(state["health"][cell]))
            piece.shielded = bool(int(state["shielded"]) >> cell & 1)
            battle.stands[cell % 4 + 1, cell // 4 + 1] = piece
    for column in range(4):
        if state["staged"][column]:
            kind, health = int(state["staged"][column]) - 1, int(state["staged_health"][column])
            battle.staging[column + 1] = made(game, kind, oracle.HORDE, health)
    battle.hand = ["Pawn"] * int(state["hand_size"])
    battle.supply = Counter({"Imp": 3})
    battle.held = frozenset(column for column in (1, 2, 3, 4) if int(state["held"]) >> column - 1 & 1)
    return battle


def made(game: Game, kind: int, side: str, health: int) -> oracle.Piece:
    piece = setup_of(game).kinds[kind]
    signs = frozenset(piece.signs)
    made = oracle.Piece(
        side, piece.name, piece.ranged, piece.range, piece.power, piece.health, health, signs, False, piece.eternal
    )
    made.tags, made.only = frozenset(piece.tags), {sign: frozenset(tags) for sign, tags in piece.only.items()}
    return made


def summary(battle: oracle.Battle) -> Any:
    field = {place: (p.side, p.name, p.health, p.shielded) for place, p in battle.stands.items()}
    staged = {column: (p.name, p.health) for column, p in battle.staging.items()}
    camps = (battle.camp_damage[oracle.PLAYER], battle.camp_damage[oracle.HORDE])
    return field, staged, camps, len(battle.hand), +battle.supply


def seen_supply(game: Game, state: Any) -> Counter[str]:
    return Counter({piece.name: int(n) for piece, n in zip(setup_of(game).kinds, state["supply"], strict=False) if n})


@pytest.mark.parametrize("rows", [4, 5, 6])
@pytest.mark.parametrize(
    ("rules", "switches"),
    [
        ({}, {}),
        ({"ranged": "between", "entered_advance": False}, {"gap": 1, "entered_advance": False}),
        ({"advance": 2}, {"advance_by": 2}),
    ],
    ids=["plain", "between", "two cells"],
)
@pytest.mark.filterwarnings("ignore:.*shells the camp from home")
def test_a_round_of_fighting_is_what_the_oracle_says(
    rows: int, rules: dict[str, Any], switches: dict[str, Any]
) -> None:
    chooser = random.Random(rows)
    camps = {"camps": {"player": 900, "horde": 900}}
    told: Counter[str] = Counter()
    for number in range(FIELDS):
        if number % 25 == 0:
            game = load(rows, rules=rules | camps, units=random_units(chooser))
        match = tabor.Match(game, seed=1, position=random_field(game, chooser))
        expected = as_oracle(game, match.state, **switches)
        before = match.position
        match.play("end")
        expected.attack(oracle.PLAYER)
        expected.enter_and_advance()
        expected.attack(oracle.HORDE)
        found = as_oracle(game, match.state)
        found.supply = seen_supply(game, match.state)
        found.camp_damage = Counter(dict(zip(SIDES, (int(n) for n in match.state["damage"]), strict=False)))
        assert summary(found) == summary(expected), before
        told.update(message.id for _, message in match.history(1))
    assert {"blow", "died", "overkill", "pricked", "returned", "healed", "camp-hit", "missed", "shield-broken"} <= set(
        told
    )
