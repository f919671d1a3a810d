"""Playing at the terminal: every game and toy through pipes, and the screens that a terminal would show."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from toys import TOYS

import tabor
from tabor.errors import DataError
from tabor.game import Game, Kind, Tree
from tabor.games import NAMES, find
from tabor.loading import load_kind
from tabor.match import Match
from tabor.sketch import changed_cells, draw_plain, leaves, listed
from tabor.terminal.play import Session, players_named, seat_computers, seats_of_people
from tabor.terminal.screen import MARKS, draw_board, draw_choices, draw_screen
from tabor.view import badge, board, button, fact, item, message, panel, piece

KINDS: dict[str, Kind] = {name: find(name) for name in NAMES} | TOYS
FIRST = NAMES[0]
Play = Callable[..., str]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Run a session on lines of input; what it wrote."""

    def run(session: Session, *lines: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))
        capsys.readouterr()
        session.run()
        return capsys.readouterr().out

    return run


def session_of(game: Game, seat: str | None = None, *against: str, seed: int = 1) -> Session:
    match, people = Match(game, seed=seed), seats_of_people(game, seat)
    return Session(match, people, against or ["random"], Console(width=100, highlight=False))


def first_game() -> Game:
    return tabor.load(FIRST)


class Fixed:
    """A player that plays what it is told."""

    name = "fixed"

    def __init__(self, *actions: str) -> None:
        self.actions = list(actions)

    def choose(self, match: Match) -> int:
        return int(match.legal_actions[match.legal.index(self.actions.pop(0))])


# ---- whole games ----


@pytest.mark.parametrize("name", KINDS)
def test_every_game_can_be_played_to_its_end_by_numbers(name: str, play: Play) -> None:
    session = session_of(load_kind(KINDS[name]))
    written = play(session, *["1"] * 40, "resign", "quit")  # long games are given up
    outcome = session.match.view()["outcome"]
    assert outcome is not None
    assert f"{session.say(outcome['result'])}: {session.say(outcome['reason'])}." in written


@pytest.mark.parametrize("name", ["drake", "delvers", "bidders"])  # short ones
def test_computers_play_without_anybody(name: str, play: Play) -> None:
    session = session_of(load_kind(KINDS[name]), "none", "random")
    written = play(session)
    assert session.match.outcome is not None
    for line in session.match.view()["log"]:
        assert f"  {session.say(line['message'])}\n" in written
    assert ">" not in written  # nobody is asked


def test_all_at_one_keyboard(play: Play, bidders: Game) -> None:
    session = session_of(bidders, "all")
    written = play(session, "lay 1", "lay 2", "lay 3")
    assert session.match.log == ["lay 1", "lay 2", "lay 3"]
    assert [who in written for who in ("ann> lay 1", "ben> lay 2", "cat> lay 3")] == [True] * 3


def test_the_end_of_the_input_ends_the_session(play: Play) -> None:
    session = session_of(first_game())
    play(session)
    assert session.match.log == []


def test_what_the_computer_did_is_told(play: Play, delvers: Game) -> None:
    session = session_of(delvers)
    session.computers[1] = Fixed("@a3", ">b3")
    written = play(session, "@a1", ">b1")
    assert "green (computer, level 1) plays\n  green goes a3 → b3\n  green draws a stone\n" in written


# ---- input ----


def test_a_number_and_its_text_are_the_same(play: Play) -> None:
    by_number, by_text = session_of(first_game(), "all"), session_of(first_game(), "all")
    play(by_number, "3")
    play(by_text, by_number.match.log[0])
    assert by_number.match.log == by_text.match.log


@pytest.mark.parametrize("name", NAMES)
def test_the_first_choice_is_never_to_end_where_there_is_another(name: str) -> None:
    match, chooser = Match(tabor.load(name), seed=4), random.Random(4)
    for _ in range(60):
        if match.outcome:
            return
        choices = listed(match.view(match.player)["choices"])
        buttons = ["button" in path[0] for path, _ in choices]
        assert buttons == sorted(buttons)
        assert sorted(action for _, action in choices) == sorted(match.legal)
        match.play(int(chooser.choice(match.legal_actions)))


def test_a_team_is_one_text(play: Play) -> None:
    """In any order, as the rules page writes it."""
    written = play(session_of(tabor.load("warriors"), "all"), "hGGKsNZhra", "GGKNZhhsra", "quit")
    assert "must summon a first warrior" in written


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["GGKNQhhsra"], "'GGKNQhhsra' cannot be read: “Q” is neither a warrior (G K N P Z) nor a potion (h s w r a)"),
        (["GGKNZhhsr"], "a team has 5 warriors and 5 potions, as in GKNPZhswra; here are 5 and 4"),
        (["GGKNZGhhsr"], "here are 6 and 4"),
        (["G", "GGKNZhhsra"], "you have begun already: undo that first"),
    ],
    ids=["unknown letter", "too short", "too many warriors", "begun"],
)
def test_a_bad_team_gets_one_sentence_and_nothing_is_picked(play: Play, lines: list[str], sentence: str) -> None:
    session = session_of(tabor.load("warriors"), "all")
    assert sentence in play(session, *lines, "quit")
    assert session.match.log == lines[:-1]


@pytest.mark.parametrize("number", ["0", "5", "99", "9" * 5000])
def test_a_number_out_of_range(play: Play, number: str) -> None:
    session = session_of(first_game(), "all")
    assert "they are numbered 1 to 4" in play(session, number)
    assert session.match.log == []


def test_a_refusal_says_why_and_what_is_legal(play: Play) -> None:
    session = session_of(first_game(), "all")
    written = play(session, "fly", "+a4", "a1-a2")
    assert "'fly' cannot be read: an action is written +a1" in written
    assert "'+a4' is not legal now; legal are +a1, +b1, +c1, +d1" in written
    assert "nothing can be done from a1; legal are +a1, +b1, +c1, +d1" in written
    assert session.match.log == []


def after_the_guards() -> Session:
    session = session_of(tabor.load(FIRST, board="course"), "all")
    for action in ("+a1", "+a4", "+b1", "+a3", "+a2", "+b4", "+c1", "+b3"):
        session.match.play(action)
    return session


def test_a_refused_move_lists_those_of_the_same_piece(play: Play) -> None:
    assert "'c1-c2' is not legal now; from c1 there are c1-d2" in play(after_the_guards(), "c1-c2")


def test_a_cell_lists_what_begins_there(play: Play) -> None:
    session = after_the_guards()
    written = play(session, "a2")
    [shown] = re.findall(r"^(\d+) Clubman a2 → ▼Clubman a3$", written, re.MULTILINE)
    play(session, shown)
    assert session.match.log[-1] == "a2xa3"


def test_choices_lists_all(play: Play) -> None:
    session = after_the_guards()
    written = play(session, "choices").split("> choices\n")[1].split("blue>")[0]
    assert re.findall(r"(?:^|   )(\d+) ", written) == [str(n) for n in range(1, 1 + len(session.match.legal))]
    assert "stack → c2   " in written
    assert "Monk c1 → d2" in written


def test_hint_names_a_legal_action_and_plays_nothing(play: Play) -> None:
    session = after_the_guards()
    before = session.match.log
    [(number, words)] = re.findall(r"the computer would play (\d+) (.*)", play(session, "hint"))
    assert session.match.log == before
    by_number, by_words = (after_the_guards() for _ in range(2))
    play(by_number, number)
    play(by_words, words)
    assert by_number.match.log == by_words.match.log
    assert len(by_number.match.log) == len(before) + 1


def test_about_a_cell_and_a_piece(play: Play) -> None:
    written = play(after_the_guards(), "about a1", "about d3", "about spear", "about", "about q")
    assert "blue’s Drake, front, leader. Drake — front: slide ← →; back: slide ↑ ↓" in written
    assert "ground: mountain" in written
    assert "▲ Spearman — front: shift ↑, strike ↑↑← ↑↑→; back: shift ↓ ↖ ↗" in written
    assert "▼ Spearman — front: shift ↓, strike ↓↓← ↓↓→; back: shift ↑ ↘ ↙" in written
    assert "about what?" in written
    assert "'q' is neither a cell nor a piece" in written


def test_help_names_every_command(play: Play) -> None:
    written = play(session_of(first_game()), "help")
    for name in [name.removeprefix("do_") for name in dir(Session) if name.startswith("do_")]:
        assert re.search(rf"^(\w+ \w+, |\w+, )?{name}\b", written, re.MULTILINE), f"help is silent about {name}"


def test_log_tells_the_whole_match(play: Play) -> None:
    written = play(after_the_guards(), "log")
    assert "   1  blue places Drake on a1" in written
    assert "   8  orange places Monk on b3" in written


# ---- taking back, leaving, again ----


def test_undo_goes_back_to_the_own_last_decision(play: Play) -> None:
    session = session_of(first_game())
    play(session, "1", "1")
    log = session.match.log
    assert len(log) == 4  # two of the person, two of the computer
    play(session, "undo")
    assert session.match.log == log[:2]
    assert session.match.player == 0


def test_undo_at_the_start(play: Play) -> None:
    assert "no decision of yours to take back" in play(session_of(first_game()), "undo")


def test_undo_skips_decisions_of_the_computer(play: Play) -> None:
    session = session_of(first_game(), "orange")
    written = play(session, "undo")
    assert "no decision of yours to take back" in written
    assert len(session.match.log) == 1


def test_undo_across_dice_rolls_them_anew(play: Play, delvers: Game) -> None:
    session = session_of(delvers)
    play(session, "1", "1", "undo")
    assert "!again" in session.match.log
    assert session.match.player == 0


def test_resigning_and_taking_that_back(play: Play) -> None:
    session = session_of(first_game())
    written = play(session, "1", "resign", "1", "hint")
    assert "orange won: blue resigned." in written
    assert "the game is over; type again, undo, save FILE or quit" in written
    play(session, "undo")
    assert session.match.outcome is None


def test_again_begins_another_match(play: Play, delvers: Game) -> None:
    session = session_of(delvers)
    first = session.match
    assert "not over yet" in play(session, "again")
    play(session, "resign", "again")
    assert session.match is not first
    assert session.match.log == []
    assert session.match.seed != first.seed


def test_save_and_load(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "a match.tabor"
    session = session_of(first_game(), "all")
    play(session, "+b1", "+c4", f"save {file}", "+a1")
    assert tabor.open(file).log == ["+b1", "+c4"]
    play(session, f"load {file}")
    assert session.match.log == ["+b1", "+c4"]


@pytest.mark.parametrize("command", ["save", "load", "load nowhere.tabor", "save no/such/folder/x"])
def test_files_that_cannot_be_used(play: Play, command: str) -> None:
    session = session_of(first_game(), "all")
    written = play(session, command, "+b1")
    assert re.search("Name a file|cannot be (read|written)", written)
    assert session.match.log == ["+b1"]


# ---- secrets ----


def test_secret_actions_of_the_computer_are_not_shown(play: Play, bidders: Game) -> None:
    """What a person reads before the cards are turned over does not depend on them."""

    def written(*cards: str) -> str:
        session = session_of(bidders, "cat")
        session.computers = {seat: Fixed(card) for seat, card in enumerate(cards)}
        return play(session, "fly", "lay 9", "choices", "log", "about card", "about a1")

    assert "ann lays a card" in written("lay 1", "lay 2")
    assert written("lay 1", "lay 2") == written("lay 5", "lay 3")


# ---- who plays ----


@pytest.mark.parametrize(
    ("seat", "people"),
    [(None, {0}), ("ann", {0}), ("Cat", {2}), ("2", {1}), ("all", {0, 1, 2}), ("none", set())],
)
def test_seats(bidders: Game, seat: str | None, people: set[int]) -> None:
    assert seats_of_people(bidders, seat) == people


def test_an_unknown_seat(bidders: Game) -> None:
    with pytest.raises(DataError, match="there is no side 'dan'; take ann, ben, cat, all"):
        seats_of_people(bidders, "dan")


def test_players_for_the_other_seats(bidders: Game) -> None:
    names = {seat: player.name for seat, player in seat_computers(bidders, {1}, ["greedy", "random"], 0).items()}
    assert names == {0: "greedy", 2: "random"}
    names = {seat: player.name for seat, player in seat_computers(bidders, set(), ["random"], 0).items()}
    assert names == {0: "random", 1: "random", 2: "random"}
    with pytest.raises(DataError, match="3 players were named for 2 free sides"):
        seat_computers(bidders, {1}, ["random"] * 3, 0)


def test_levels(bidders: Game) -> None:
    assert players_named(bidders, [], 8) == ["mcts:ms=900,cores=all"]  # the usual ones of a game with secrets
    game = load_kind(replace(bidders.kind, levels=("random", "greedy")))
    assert players_named(game, [], 2) == ["greedy"]
    assert players_named(game, [], None) == ["greedy"]  # the fourth, or the best there is
    with pytest.raises(DataError, match="no level 3; its levels are 1 to 2"):
        players_named(game, [], 3)
    with pytest.raises(DataError, match="not both"):
        players_named(game, ["random"], 1)


# ---- screens ----


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def live_screens(monkeypatch: pytest.MonkeyPatch, session: Session, *lines: str) -> list[str]:
    """What a terminal of 80 × 24 shows at each prompt, without the prompt itself."""
    file = io.StringIO()
    monkeypatch.setattr("sys.stdin", Terminal("".join(line + "\n" for line in lines)))
    session.console = Console(file=file, force_terminal=True, width=80, height=24, highlight=False)
    session.is_live = True
    session.run()
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", lambda code: "\f" if code[0] == "\x1b[H" else "", file.getvalue())
    return [re.sub(r"^.*thinks …\n?", "", screen, flags=re.MULTILINE) for screen in plain.split("\f")[1:]]


@pytest.mark.parametrize("name", ["plain", "highlands"])
def test_a_small_game_fits_80_by_24(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """With all choices, on the smallest board and the largest, and under the longest answer."""
    game, chooser = tabor.load(FIRST, board=name), random.Random(1)
    lines = [str(chooser.randint(1, 9)) for _ in range(60)]
    screens = live_screens(monkeypatch, session_of(game), *lines, "resign", "help")
    assert len(screens) > 20
    for screen in screens:
        assert len(screen.rstrip("\n").split("\n")) <= 23, screen  # and the prompt
        assert max(len(line.rstrip()) for line in screen.split("\n")) <= 80
        assert screen.startswith(game.kind.title)
        assert "… `choices`" not in screen


def test_a_live_screen_has_news_and_marks_what_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of(first_game())
    session.computers[1] = Fixed("+c4")
    screens = live_screens(monkeypatch, session, "+b1", "fly")
    assert "orange places Drake on c4" in screens[1]
    assert "‹▼D*›" in screens[1]
    assert " ▲D* " in screens[1]
    assert "'fly' cannot be read" in screens[2]


def test_people_at_one_keyboard_do_not_see_each_others_secrets(
    monkeypatch: pytest.MonkeyPatch, bidders: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    screens = live_screens(monkeypatch, session_of(bidders, "all"), "lay 5", "", "lay 2", "", "lay 1", "")
    assert "ben, press Enter when you alone look" in capsys.readouterr().out
    assert screens[1] == ""  # while the keyboard is handed over
    assert "ben to play" in screens[2]
    assert "ann lays 5" not in "".join(screens)
    assert "ann lays a card" in screens[2]


def written(part: object, width: int) -> str:
    console = Console(width=width, file=io.StringIO(), record=True, highlight=False)
    console.print(part)
    return console.export_text()


def large_view(width: int, height: int, players: int, pieces: int) -> Tree:
    """A made-up game with all that a view can hold."""
    chooser = random.Random(1)
    ground = board(width, height, lambda cell: "water" if cell % 7 == 0 else "grass")
    cells = [cell["cell"] for cell in ground["cells"]]
    things = [
        piece("Robot", "R", chooser.randrange(players), [cells[cell]], layer=1, badges=[badge("hp", "50")])
        for cell in chooser.sample(range(len(cells)), pieces)
    ]
    castle = [f"{column}{row}" for row in (1, 2, 3) for column in "abc"]
    panels = [
        panel(f"hand-{player}", message("hand"), player, [item("Card", "?", 9)], [fact("coins", 64)])
        for player in range(players)
    ]
    choices = [{"click": {"cell": cell}, "action": f"{cell}-a1"} for cell in cells[:200]]
    return {
        "title": "Large",
        "seats": ["red", "green", "white", "black"][:players],
        "turn": 0,
        "ply": 7,
        "status": message("phase"),
        "board": ground,
        "pieces": [piece("castle", "H", None, castle), *things],
        "panels": [*panels, panel("table", message("round"), None, facts=[fact("number", 12)])],
        "choices": [*choices, {"click": button("end-turn"), "action": "end"}],
    }


def say_id(message: Tree) -> str:
    return str(message["id"])


@pytest.mark.parametrize("room", [(80, 24), (140, 50), (200, 60), (20, 10)])
@pytest.mark.parametrize("size", [(60, 40, 4, 128), (19, 19, 2, 60), (9, 9, 3, 9), (4, 6, 2, 4)])
def test_large_boards_are_whole_where_they_fit(size: tuple[int, int, int, int], room: tuple[int, int]) -> None:
    view = large_view(*size)
    text = written(draw_screen(view, say_id, {0: "you"}, room, ()), max(room[0], size[0] + 4))
    rows = [line for line in text.split("\n") if re.match(rf" *({'|'.join(view['board']['rows'])}) ", line)]
    assert [int(row.split()[0]) for row in rows] == list(range(size[1], 0, -1))
    assert "…" not in text
    for seat in view["seats"]:
        assert seat in text
    assert " ".join(text.split()).count("coins 64") == size[2]


@pytest.mark.parametrize("room", [(80, 24), (60, 40), (200, 60)])
def test_owners_can_be_told_without_colours(room: tuple[int, int]) -> None:
    view = large_view(19, 19, 4, 60)
    text = draw_board(view, room).plain
    for player, mark in enumerate(MARKS):
        assert text.count(mark) == sum(piece["owner"] == player for piece in view["pieces"])


@pytest.mark.parametrize("columns", range(20, 140, 7))
def test_a_badge_is_whole_or_not_shown(columns: int) -> None:
    text = draw_board(large_view(19, 19, 2, 60), (columns, 60)).plain
    assert text.count("50") in (0, 60)
    assert not re.search("5(?!0)", re.sub(r"^ *\d+ ", "", text, flags=re.MULTILINE))


def test_the_upper_layer_is_drawn() -> None:
    view = large_view(4, 6, 2, 1)
    view["pieces"][1]["cells"] = ["b2"]
    row = draw_plain(view | {"outcome": None}).split("\n")[-4]
    assert re.match("2  h [Rr]5h ", row)


def test_changed_cells() -> None:
    match = Match(first_game(), seed=1)
    before = match.view()
    match.play("+b1")
    assert changed_cells(before, match.view()) == {"b1"}


@pytest.mark.parametrize("lines", [1, 2, 6, 300])
def test_choices_keep_to_their_lines_and_their_numbers(lines: int) -> None:
    view = large_view(19, 19, 2, 60)
    shown = written(draw_choices(view, say_id, (80, lines)), 80).rstrip("\n").split("\n")
    assert len(shown) <= lines
    actions = [action for _, action in leaves(view["choices"])]
    for number, action in re.findall(r"(\d+) (\S+-a1|end)\b", "\n".join(shown)):
        assert actions[int(number) - 1] == action
    assert ("…" in shown[-1]) == (lines < 300)
