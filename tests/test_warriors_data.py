"""The numbers of Warriors: what a designer can change, and what is refused and how."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tabor.errors import DataError, PositionError
from tabor.game import Game, dice
from tabor.games import warriors
from tabor.games.warriors.numbers import WarriorsSetup
from tabor.loading import load_kind
from tabor.match import Match

Tree = dict[str, Any]
GOLEM: Tree = {"letter": "O", "hp": 12, "attack": 2, "walk": 1, "allowed": True, "worth": 9}
POISON: Tree = {"letter": "p", "stat": "hp", "amount": -3, "duration": 0, "worth": 2}


def load(changes: Tree | Path | None = None, **options: str) -> Game:
    return load_kind(warriors.KIND, changes, options)


def test_a_new_warrior_and_a_new_potion_need_data_alone() -> None:
    game = load({"warriors": {"Golem": GOLEM}, "potions": {"Poison": POISON}})
    match = Match(game, seed=0)
    assert match.legal == ["G", "K", "N", "P", "Z", "O"]
    for action in (*"OOOOOpppppGGGGGhhhhh", "O", "+a1", "G", "+a2", "p", ">a2"):
        match.play(action)
    assert match.position.startswith("blue=a1O12/OOOOpppp orange=a2G5/")


def test_a_player_does_without_a_warrior_and_others_know() -> None:
    game = load({"without": {"blue": ["Knight", "Zombie"]}})
    match = Match(game, seed=0)
    assert match.legal == ["G", "N", "P"]
    for action in "GNPGNhhhhh":
        match.play(action)
    assert match.legal == ["G", "K", "N", "P", "Z"]  # orange
    guessed = np.zeros(5, int)
    for seed in range(40):
        state = match.state.copy()
        game.hide(state, 1, dice(seed, 0))
        assert state["hand"][0].sum() == 5
        guessed += state["hand"][0][:5]
    assert [bool(count) for count in guessed] == [True, False, True, True, False]
    with pytest.raises(PositionError, match="blue has picked a warrior that it must do without"):
        Match(game, position=match.position.replace("GGNNP", "GGKNP"))


def test_a_map_is_drawn_and_named_by_the_option() -> None:
    game = load({"maps": {"bridge": ["...#...", ".......", "...#..."]}}, map="bridge")
    assert isinstance(game.setup, WarriorsSetup)
    assert (game.setup.width, game.setup.height) == (7, 3)
    blocked = [cell for cell in range(21) if not game.rules["walkable"][cell]]
    assert blocked == [3, 17]


@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_players_are_an_option(players: str) -> None:
    assert load(players=players).players == int(players)


@pytest.mark.parametrize("players", ["1", "5", "two", ""])
def test_other_numbers_of_players_are_refused(players: str) -> None:
    with pytest.raises(DataError, match=r"players is .*; it must be 2, 3 or 4"):
        load(players=players)


def test_an_unknown_map_is_refused_with_the_known_ones() -> None:
    with pytest.raises(DataError, match=r"maps.moon is missing; the maps are duel, meadow, ruins, borderland"):
        load(map="moon")


REFUSED: list[tuple[Tree, str]] = [
    ({"without": {"blue": ["Bishop"]}}, "without.blue has 'Bishop'; it must be of "),
    ({"without": {"red": ["Knight"]}}, "without.red means nothing; known are: blue, orange, green, purple"),
    ({"warriors": {"Golem": GOLEM | {"letter": "o"}}}, "warriors.Golem.letter is 'o'; it must be one capital letter"),
    ({"warriors": {"Golem": GOLEM | {"letter": "G"}}}, "warriors.Golem.letter is 'G', which Gladiator has already"),
    ({"warriors": {"Golem": GOLEM | {"hp": 0}}}, "warriors.Golem.hp is 0; it must be a whole number from 1 to 99"),
    ({"warriors": {"Golem": GOLEM | {"speed": 1}}}, "warriors.Golem.speed means nothing"),
    ({"warriors": {"Golem": {"letter": "O"}}}, "warriors.Golem.hp is missing"),
    ({"warriors": {"Knight": {"walk": -1}}}, "warriors.Knight.walk is -1; it must be a whole number from 0 to 99"),
    (
        {"warriors": {name: {"allowed": False} for name in ("Gladiator", "Knight", "Ninja", "Pumpkin", "Zombie")}},
        "warriors has 0 warriors that are allowed; there may be 1 to 12",
    ),
    ({"potions": {"Poison": POISON | {"letter": "H"}}}, "potions.Poison.letter is 'H'; it must be one small letter"),
    ({"potions": {"Poison": POISON | {"letter": "h"}}}, "potions.Poison.letter is 'h', which Healing has already"),
    ({"potions": {"Poison": POISON | {"amount": 0}}}, "potions.Poison.amount is 0; a potion must change something"),
    ({"potions": {"Poison": POISON | {"duration": 2}}}, "potions.Poison.duration is 2; for stat 'hp' it must be 0"),
    ({"potions": {"Strength": {"duration": 0}}}, "potions.Strength.duration is 0; for stat 'attack' it must be 1 to 9"),
    ({"potions": {"Poison": POISON | {"stat": "luck"}}}, "potions.Poison.stat is 'luck'; it must be one of hp, attack"),
    ({"team": {"warriors": 9}}, "team.warriors is 9; it must be a whole number from 1 to 8"),
    ({"team": {"potions": -1}}, "team.potions is -1; it must be a whole number from 0 to 8"),
    ({"potion": {"phases": ["move3"]}}, "potion.phases has 'move3'; it must list some of move1, attack, move2, summon"),
    ({"potion": {"phases": ["move1", "move1"]}}, "potion.phases has 'move1'; it must list some of"),
    ({"friends": 1}, "friends is 1; it must be true or false"),
    ({"end": {"turns_per_player": 0}}, "end.turns_per_player is 0; it must be a whole number from 1"),
    ({"maps": {"wide": ["." * 100]}}, "maps.wide is 100 × 1; it may have 1 to 99 columns"),
    ({"maps": {"huge": ["." * 70] * 70}}, "maps.huge is 70 × 70; it may have 1 to 99 columns and at most 4096 cells"),
    ({"maps": {"none": []}}, "maps.none has 0 entries; it must have from 1 to 99"),
    ({"maps": {"odd": ["...", ".~."]}}, "maps.odd has '~' on b1; a cell is '.' (to walk on) or '#' (blocked)"),
    ({"colour": "red"}, "colour means nothing"),
]


@pytest.mark.parametrize(("changes", "problem"), REFUSED, ids=[problem for _, problem in REFUSED])
def test_what_cannot_be_is_refused_with_its_place(changes: Tree, problem: str) -> None:
    with pytest.raises(DataError) as caught:
        load(changes)
    assert problem in str(caught.value)


def test_errors_name_the_designers_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[warriors.Knight]\nhp = 500\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"mine\.toml: warriors\.Knight\.hp is 500"):
        load(path)


@pytest.mark.parametrize(
    "changes", [{"team": {"warriors": 8, "potions": 8}}, {"team": {"warriors": 1, "potions": 0}}], ids=str
)
def test_the_largest_and_the_smallest_teams_can_be_played(changes: Tree) -> None:
    from tabor.batch import playouts

    result = playouts(load(changes, players="4", map="ruins"), 5, seed=1, threads=1)
    assert (result.reasons > 0).all()


def test_no_list_is_longer_than_the_map_has_cells() -> None:
    """Also on the largest: select first, then aim."""
    game = load(map="borderland", players="4")
    assert game.setup.most_actions == 60 * 40
