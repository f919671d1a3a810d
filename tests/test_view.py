"""The view of every game, and of the toys, is what docs/view.md and docs/view.schema.json say."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from toys import TOYS

from tabor.game import MATCH_REASONS, Game, Kind, Tree
from tabor.games import NAMES, find
from tabor.loading import load_kind
from tabor.match import LEAVING, Match
from tabor.messages import speaker, text_files, texts
from tabor.sketch import leaves
from tabor.view import LOG_LINES

DOCS = Path(__file__).parents[1] / "docs"
KINDS: dict[str, Kind] = {name: find(name) for name in NAMES} | TOYS
GAMES_EACH = 3
OFTEN, SELDOM = 0.2, 0.02  # how many positions are given out of the first 40 plies, and of later ones
MOST_PLIES, SOME_PLIES = 400, 200
DRAWING = ("drake", "lanes", "robots", "warriors")  # games where a cell has one piece at most
ONE_CELL = ("hit", "gone", "new", "cell")  # keys of what is shown that name a cell


@pytest.fixture(params=KINDS)
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


@cache
def load(name: str) -> Game:
    return load_kind(KINDS[name])


@cache
def schema() -> Any:
    tree = json.loads((DOCS / "view.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(tree)
    return Draft202012Validator(tree)


def random_matches(game: Game, ending: bool = True) -> Iterator[Match]:
    """Random games, given out at some of their positions and at their ends."""
    for seed in range(GAMES_EACH):
        match, chooser = Match(game, seed=seed), random.Random(seed)
        while match.outcome is None and match.ply < MOST_PLIES:
            if chooser.random() < (OFTEN if match.ply < 40 else SELDOM):
                yield match
            match.play(int(chooser.choice(match.legal_actions)))
        if ending:
            yield match


def views(game: Game) -> Iterator[tuple[Match, Tree]]:
    for match in random_matches(game):
        for seat in (None, *range(game.players)):
            yield match, match.view(seat)


def messages_in(tree: Any) -> Iterator[Tree]:
    """Everything that looks like a message, wherever it is."""
    if isinstance(tree, dict):
        if set(tree) == {"id", "args"}:
            yield tree
        for value in tree.values():
            yield from messages_in(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from messages_in(value)


def test_views_have_the_documented_shape(game: Game) -> None:
    for _, view in views(game):
        schema().validate(json.loads(json.dumps(view)))


def test_a_view_survives_json(game: Game) -> None:
    for _, view in views(game):
        assert json.loads(json.dumps(view, allow_nan=False)) == view


def test_the_choices_are_the_legal_actions(game: Game) -> None:
    for match, view in views(game):
        actions = [action for _, action in leaves(view["choices"])]
        if view["seat"] is not None and view["seat"] == match.player:
            assert sorted(actions) == sorted(match.legal)
        else:
            assert actions == []


def test_equal_clicks_are_one_node(game: Game) -> None:
    """Else a client could not tell which way to go after a click."""

    def check(choices: list[Tree]) -> None:
        clicks = [json.dumps(node["click"], sort_keys=True) for node in choices]
        assert len(set(clicks)) == len(clicks)
        for node in choices:
            check(node.get("then", []))

    for _, view in views(game):
        check(view["choices"])


def test_clicks_hit_something(game: Game) -> None:
    for _, view in views(game):
        cells = {cell["cell"] for cell in view["board"]["cells"]}
        panels = {panel["id"]: {item.get("id") for item in panel["items"]} for panel in view["panels"]}
        for path, _ in leaves(view["choices"]):
            for click in path:
                assert "cell" not in click or click["cell"] in cells
                assert "panel" not in click or click["panel"] in panels
                assert "item" not in click or click["item"] in panels[click["panel"]]


def test_pieces_lie_on_the_board(game: Game) -> None:
    for _, view in views(game):
        cells = {cell["cell"] for cell in view["board"]["cells"]}
        for piece in view["pieces"]:
            assert cells >= set(piece["cells"])
            assert piece["owner"] is None or piece["owner"] < game.players


def test_the_board_is_complete(game: Game) -> None:
    board = Match(game, seed=1).view()["board"]
    places = [(cell["x"], cell["y"]) for cell in board["cells"]]
    assert places == [(x, y) for y in range(board["height"]) for x in range(board["width"])]
    for cell in board["cells"]:
        assert cell["cell"] == board["columns"][cell["x"]] + board["rows"][cell["y"]]
        assert cell["ground"] in board["grounds"]


def test_every_message_can_be_said(game: Game) -> None:
    bundle, say = texts(game.kind), speaker(game.kind)
    for _, view in views(game):
        for message in messages_in(view):
            assert bundle.has_message(message["id"]), f"{message['id']} has no text"
            assert not re.search(r"[{}$]", say(message))


def test_every_reason_can_be_said(game: Game) -> None:
    """Those of the game take no arguments; those of the match name the player who left."""
    bundle, say = texts(game.kind), speaker(game.kind)
    for reason in (*game.kind.reasons, *MATCH_REASONS.values()):
        assert bundle.has_message(reason), f"{reason} has no text"
    for reason in game.kind.reasons:
        assert say({"id": reason, "args": {}}) != reason


@pytest.mark.parametrize("entry", LEAVING)
def test_who_left_is_in_the_outcome_and_in_the_log(game: Game, entry: str) -> None:
    match, say = Match(game, seed=1), speaker(game.kind)
    match.leave(entry, 1)
    view = match.view()
    schema().validate(view)
    assert game.setup.seats[1] in say(view["outcome"]["reason"])
    assert game.setup.seats[1] in say(view["log"][-1]["message"])


def test_an_agreed_draw(game: Game) -> None:
    match = Match(game, seed=1)
    match.agree_draw()
    view = match.view(0)
    schema().validate(view)
    assert view["outcome"]["winner"] is None
    assert view["turn"] is None
    assert view["choices"] == []


def test_texts_of_a_game_do_not_shadow_those_of_tabor(game: Game) -> None:
    """Of two texts with one id the first would be said, silently."""
    ids = [
        id_
        for file in text_files(game.kind, "en")
        for id_ in re.findall(r"^([a-z][a-z0-9-]*) =", file.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert sorted(set(ids)) == sorted(ids)


Placed = tuple[str, int | None]  # kind and owner
NEWCOMER: Placed = ("", None)  # of whom nothing is known but where it came


def placed(view: Tree) -> dict[str, list[Placed]]:
    """What stands on each cell."""
    cells: dict[str, list[Placed]] = {}
    for piece in view["pieces"]:
        for cell in piece["cells"]:
            cells.setdefault(cell, []).append((piece["kind"], piece["owner"]))
    return cells


def shown(view: Tree) -> list[Tree]:
    """How the last ply is drawn."""
    return [part for line in view["log"] if line["ply"] == view["ply"] for part in line.get("show", [])]


def cells_named(part: Tree) -> set[str]:
    return {*part.get("walk", ()), *part.get("shot", ()), *(part[key] for key in ONE_CELL if key in part)}


def drawn(before: Tree, after: Tree) -> dict[str, list[Placed]]:
    """What a client that draws the last ply has on its cells in the end: of two on a cell, the first one goes."""
    cells = placed(before)
    for part in shown(after):
        if "walk" in part:
            cells.setdefault(part["walk"][-1], []).append(cells[part["walk"][0]].pop(0))
        if "gone" in part:
            cells[part["gone"]].pop(0)
        if "new" in part:
            cells.setdefault(part["new"], []).append(NEWCOMER)
    return {cell: stand for cell, stand in cells.items() if stand}


def is_like(drawn: list[Placed], stand: list[Placed]) -> bool:
    return len(drawn) == len(stand) and all(one in (NEWCOMER, other) for one, other in zip(drawn, stand, strict=True))


@pytest.mark.parametrize("name", DRAWING)
def test_drawing_what_is_shown_leads_to_the_next_view(name: str) -> None:
    match, chooser = Match(load(name), seed=1), random.Random(1)
    kinds, after = set(), match.view()
    while match.outcome is None and match.ply < MOST_PLIES:
        match.play(int(chooser.choice(match.legal_actions)))
        before, after = after, match.view()
        cells, stand = drawn(before, after), placed(after)
        assert cells.keys() == stand.keys()
        assert all(is_like(cells[cell], stand[cell]) for cell in stand)
        kinds |= {key for part in shown(after) for key in part}
    assert kinds >= {"walk", "shot", "gone", "new"}


def test_what_is_shown_happens_to_a_piece() -> None:
    """Where pieces lie over and carry each other: a walk leads a piece from where it was to where it is."""
    position = (find("siege").home / "data" / "positions" / "crossing.txt").read_text(encoding="utf-8").splitlines()[1]
    match = Match(load_kind(find("siege"), options={"map": "straits"}), seed=1, position=position)
    kinds, chooser, after = set(), random.Random(1), match.view()
    cells = {cell["cell"] for cell in after["board"]["cells"]}
    while match.outcome is None and match.ply < SOME_PLIES:
        match.play(int(chooser.choice(match.legal_actions)))
        before, after = after, match.view()
        stood, stand = placed(before), placed(after)
        for part in shown(after):
            kinds |= set(part)
            assert cells >= cells_named(part)
            if "walk" in part:
                assert set(stood[part["walk"][0]]) & set(stand[part["walk"][-1]])
            assert "gone" not in part or stood[part["gone"]]
            assert "new" not in part or stand[part["new"]]
    assert kinds >= {"walk", "shot", "gone", "die"}


@pytest.mark.parametrize("name", NAMES)
def test_what_is_shown_is_on_the_board(name: str) -> None:
    for _, view in views(load(name)):
        cells = {cell["cell"] for cell in view["board"]["cells"]}
        for line in view["log"]:
            for part in line.get("show", []):
                assert cells >= cells_named(part)


def test_lines_say_whose_turn_brought_them_about(game: Game) -> None:
    match, chooser = Match(game, seed=5), random.Random(5)
    turns: dict[int, tuple[int, int]] = {}  # by ply: who decided, and the ply with which the turn began
    while match.outcome is None and match.ply < 60:
        player = match.player or 0
        by, began = turns.get(match.ply, (-1, 0))
        turns[match.ply + 1] = (player, began if by == player else match.ply + 1)
        match.play(int(chooser.choice(match.legal_actions)))
    lines = match.view(0)["log"]
    assert {(line["ply"], line["by"], line["turn"]) for line in lines} <= {(ply, *turn) for ply, turn in turns.items()}
    assert len({line["turn"] for line in lines}) > 1


def test_a_message_without_its_arguments_is_an_error() -> None:
    with pytest.raises(KeyError, match="to-play"):
        speaker(KINDS[NAMES[0]])({"id": "to-play", "args": {}})


def test_what_the_others_hide_is_in_no_view(bidders: Game) -> None:
    """Two matches that differ in one secret card look the same to everybody but its owner."""
    first, second = Match(bidders, seed=1), Match(bidders, seed=1)
    first.play("lay 1")
    second.play("lay 4")
    assert first.view(0) != second.view(0)
    for seat in (None, 1, 2):
        assert first.view(seat) == second.view(seat)


def test_the_log_of_a_view_is_not_endless(bidders: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    match = next(match for match in random_matches(bidders) if match.outcome)
    whole = match.view()["log"]
    assert 5 < len(whole) <= LOG_LINES
    monkeypatch.setattr("tabor.view.LOG_LINES", 5)
    assert match.view()["log"] == whole[-5:]


def test_the_example_of_the_page() -> None:
    """docs/view.md shows a program and the view it makes."""
    page = (DOCS / "view.md").read_text(encoding="utf-8")
    [program], [shown] = (re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL) for kind in ("python", "json"))
    names: dict[str, Any] = {}
    exec(program, names)
    assert json.loads(shown) == names["view"]
    schema().validate(names["view"])


@pytest.mark.parametrize(
    "spoil",
    [
        lambda view: view.pop("status"),
        lambda view: view.update(seed=1),
        lambda view: view["pieces"][0].update(secret=True),
        lambda view: view["board"]["cells"][0].update(cell="A1"),
        lambda view: view["choices"][0].pop("then"),
        lambda view: view["log"][0]["message"].update(args={"player": None}),
    ],
)
def test_the_schema_refuses_other_shapes(spoil: Any) -> None:
    match = Match(load(NAMES[0]), seed=1)
    match.play(int(match.legal_actions[0]))
    view = deepcopy(match.view(1))
    schema().validate(view)
    spoil(view)
    assert not schema().is_valid(view)


def test_the_page_names_every_field() -> None:
    page = (DOCS / "view.md").read_text(encoding="utf-8")
    tree = schema().schema
    parts = [tree, *tree["$defs"].values(), *tree["$defs"]["click"]["oneOf"], *tree["$defs"]["choice"]["oneOf"]]
    for name in {name for part in parts for name in part.get("properties", {})}:
        assert f"`{name}`" in page or f'"{name}"' in page, f"docs/view.md does not name {name!r}"
