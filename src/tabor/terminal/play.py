"""Playing at a terminal, any game: people type, the computer answers, the screen shows what a seat may see.

On a terminal the screen is drawn anew for every decision. When lines come from a file or a pipe the same is
written one below the other, so a whole game can be played by a script.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console, Group
from rich.text import Text

import tabor
from tabor.errors import ActionError, DataError, TaborError
from tabor.game import Game, State, Tree, Unreadable
from tabor.match import AGAIN, SEEDS, Match
from tabor.messages import Say, about_options, speaker
from tabor.players import Player, decide, level_text, levels, make, play_decision
from tabor.sketch import changed_cells, listed, numbered, remarked
from tabor.terminal.progress import busy
from tabor.terminal.screen import choice_words, draw_choices, draw_screen, mark

NEWS = 4  # lines of the log on the screen
PIPE_LINES = 50  # a screen has, where there is no terminal
PAUSE = 0.7  # seconds between the moves of two computers, on a terminal
FIRST_LEVEL = 4  # of the computer, for somebody who did not say

HELP = {
    "NUMBER, WORDS": "play it: the number, or the words beside it",
    "choices, CELL": "all choices; those that begin on a cell",
    "about PIECE or CELL": "what a piece can do, what stands on a cell",
    "hint": "what the computer would play",
    "undo": "take back to your own last decision",
    "resign": "give up",
    "save FILE, load FILE": "keep the match in a file, go on with another",
    "log": "what has happened so far",
    "again": "a new match, once this one is over",
    "help, quit": "this list; leave",
}


class Quit(Exception):  # noqa: N818 - not an error
    """The person leaves."""


def seats_of_people(game: Game, seat: str | None) -> set[int]:
    """`--seat`: a side by name or by number from 1, `all`, `none`; the first side if it was not given."""
    seats = game.setup.seats
    named = {"all": set(range(len(seats))), "none": set[int]()}
    named |= {str(number): {number - 1} for number in range(1, len(seats) + 1)}
    named |= {name.lower(): {number} for number, name in enumerate(seats)}
    if (wanted := (seat or seats[0]).lower()) not in named:
        raise DataError(f"there is no side {seat!r}; take {', '.join(seats)}, all (nobody else plays) or none (watch)")
    return named[wanted]


def players_named(game: Game, against: Sequence[str], level: int | None) -> list[str]:
    """`--against` and `--level`: who takes the other sides, in order; the last takes all that are left."""
    if level is not None and against:
        raise DataError("give --level or --against, not both")
    if level is None:
        return list(against) or [level_text(game, min(FIRST_LEVEL, len(levels(game))))]
    return [level_text(game, level)]


def seat_texts(game: Game, people: set[int], texts: Sequence[str]) -> dict[int, str]:
    """Who takes each seat that no person takes."""
    free = [seat for seat in range(game.players) if seat not in people]
    if len(texts) > max(1, len(free)):
        raise DataError(f"{len(texts)} players were named for {len(free)} free sides")
    return {seat: texts[min(i, len(texts) - 1)] for i, seat in enumerate(free)}


def seat_computers(game: Game, people: set[int], texts: Sequence[str], seed: int) -> dict[int, Player]:
    """Players for all seats that no person takes."""
    return {seat: make(text, game, seed + seat) for seat, text in seat_texts(game, people, texts).items()}


def computer_name(game: Game, text: str) -> str:
    """A level of the computer as people call it; another player by its own name."""
    known = levels(game)
    return f"computer, level {known.index(text) + 1}" if text in known else text


class Session:
    """One person or several at one keyboard, with computers at the other seats."""

    def __init__(self, match: Match, people: set[int], texts: Sequence[str], console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)
        self.is_live = self.console.is_terminal and sys.stdin.isatty()  # else: line by line
        if self.is_live:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - arrow keys and earlier lines at every prompt
        self.texts = texts
        self.notes: list[str] = []  # answers to the last command
        self.sit_down(match, people)

    def sit_down(self, match: Match, people: set[int]) -> None:
        """Begin, or go on with, a match."""
        self.computers = seat_computers(match.game, people, self.texts, match.seed % 2**31)
        texts = seat_texts(match.game, people, self.texts)
        self.names = {seat: computer_name(match.game, text) for seat, text in texts.items()}
        self.match, self.people = match, people
        self.say = speaker(match.game.kind)
        self.seen = match.copy()  # as it stood at the last decision
        self.asked: int | None = None  # who sat at the keyboard last
        self.told = match.ply  # news of later plies are still to be written
        for line in about_options(match.game, self.say):
            self.tell(line)

    # ---- the loop ----

    def run(self) -> None:
        """Until the person leaves."""
        with contextlib.suppress(Quit, EOFError):
            while self.people or self.match.player is not None:
                self.next_step()
            self.seen = self.match.copy()
            self.show()  # the end, for those who only watched

    def next_step(self) -> None:
        if self.match.player in self.computers:
            self.let_computer_play(self.computers[self.match.player])
        else:
            self.ask_person()

    def let_computer_play(self, player: Player) -> None:
        """Its move is told by the lines of the log alone: the action itself may be a secret."""
        seat = self.match.player or 0
        who = f"{self.match.game.setup.seats[seat]} ({self.names[seat]})"
        with busy(f"{who} thinks …", self.console):
            play_decision(self.match, player)
        if not self.is_live:
            self.print_news(f"{who} plays")
        elif not self.people and self.news():  # secret orders change nothing on the screen
            self.show()
            self.seen, self.told = self.match.copy(), self.match.ply
            time.sleep(PAUSE)

    def ask_person(self) -> None:
        """A decision: the screen, then lines until one changes the match."""
        self.hand_over()
        self.show()
        match, log = self.match, self.match.log
        while self.match is match and match.log == log:
            line = self.read_line()
            self.notes = []
            try:
                self.obey(line)
            except TaborError as error:
                self.tell(str(error))
            if self.is_live and self.match is match and match.log == log:
                self.show()

    def hand_over(self) -> None:
        """Where people at one keyboard have secrets, nobody sees the screen of another."""
        if self.is_live and self.match.game.kind.secrets and self.match.player not in (self.asked, None):
            if self.asked is not None:
                self.console.clear()
                input(f"{self.match.game.setup.seats[self.match.player or 0]}, press Enter when you alone look: ")
            self.asked = self.match.player

    def read_line(self) -> str:
        who = "over" if self.match.player is None else self.match.game.setup.seats[self.match.player]
        try:
            line = input(f"{who}> ").strip()
        except UnicodeDecodeError:
            raise DataError("the input is not text in UTF-8") from None
        if not self.is_live:
            self.console.print(Text(line))
        return line

    # ---- commands ----

    def obey(self, line: str) -> None:
        """Do what a line says. Nothing has changed after a TaborError."""
        word, _, rest = line.partition(" ")
        command = getattr(self, f"do_{word.lower()}", None) if word.isalpha() else None
        if command is not None:
            command(rest.strip())
        elif line and self.is_first_click(line):
            self.do_choices(line)
        elif line:
            self.play(line)

    def play(self, text: str) -> None:
        before = self.match.copy()
        for action in self.read_all(text) or [self.read_choice(text)]:
            self.match.play(action)
        self.seen = before if self.match.player in self.people else self.match.copy()
        if not self.is_live:
            self.print_news()

    def read_all(self, text: str) -> list[str]:
        """What a text means that is all secret decisions of a player, such as a whole team; nothing if it is none."""
        game, choice, player = self.match.game, self.match.game.kind.choice, self.match.player
        if not (choice and choice.spell and player is not None) or text.isdecimal() or self.is_choice(text):
            return []
        if not (asked := choice.asked(game.setup, self.match.state, player, {})):
            return []
        try:
            spelled = list(choice.spell(game.setup, text))
        except Unreadable as wrong:
            raise ActionError(f"{text!r} cannot be read: {self.say(wrong.message)}") from None
        if len(spelled) != len(asked):
            raise ActionError(f"{text!r} is all that you may choose, and you have begun already: undo that first")
        return spelled

    def is_choice(self, text: str) -> bool:
        """Whether it names one choice, in words or as a match is saved."""
        return text in self.match.legal or text.lower() in map(str.lower, self.in_words().values())

    def read_choice(self, text: str) -> str:
        """The action of a number or a text. Refusals never tell the position: it may hold secrets."""
        if self.match.player is None:
            raise ActionError(f"{text!r} cannot be played: the game is over; type again, undo, save FILE or quit")
        actions = [action for _, action in listed(self.view()["choices"])]
        by_number = {str(number): action for action, number in numbered(self.view()["choices"]).items()}
        if text in by_number:
            return by_number[text]
        if said := [action for action, words in self.in_words().items() if words.lower() == text.lower()]:
            return said[0]
        if text.isdecimal():
            raise ActionError(f"there is no choice {text}: they are numbered {numbers_in_words(list(by_number))}")
        try:
            return self.match.game.action_text(self.match.state, self.match.find(text))
        except ActionError as error:
            raise ActionError(f"{error}; {self.legal_words(text, actions)}") from None

    def in_words(self) -> dict[str, str]:
        """What each action that can be played is called."""
        view = self.view()
        return {action: choice_words(view, self.say, clicks) for clicks, action in listed(view["choices"])}

    def legal_words(self, text: str, actions: list[str]) -> str:
        """What could be played instead, from the same cell if anything."""
        cells = [cell["cell"] for cell in self.view()["board"]["cells"] if text.startswith(cell["cell"])]
        start = max(cells, key=len, default="")
        near = self.begun_by(start) if start else []
        if start and not near:
            return f"nothing can be done from {start}; legal are {short_list(actions)}"
        return f"from {start} there are {short_list(near)}" if near else f"legal are {short_list(actions)}"

    def begun_by(self, cell: str) -> list[str]:
        return [action for clicks, action in listed(self.view()["choices"]) if clicks[0].get("cell") == cell]

    def is_first_click(self, text: str) -> bool:
        return bool(self.begun_by(text.lower())) and text not in self.match.legal

    def do_choices(self, cell: str) -> None:
        found = listed(self.view()["choices"])
        wanted = [action for _, action in found] if not cell else self.begun_by(cell.lower())
        if not wanted:
            raise ActionError(f"no choice begins on {cell!r}" if cell else "there is nothing to choose")
        number_of, words = numbered(self.view()["choices"]), self.in_words()
        self.tell("   ".join(f"{number_of[action]} {words[action]}" for action in wanted))

    def do_about(self, name: str) -> None:
        if not name:
            raise ActionError("about what? Name a piece or a cell, as in: about a1")
        for line in about_lines(self.view(), name.lower(), self.say):
            self.tell(line)

    def do_hint(self, rest: str) -> None:
        self.need_turn()
        match = self.match.copy()
        with busy("thinking …", self.console):
            adviser = make(levels(match.game)[-1], match.game, match.seed % 2**31)
            action = decide(adviser, match)[0]
        text = match.game.action_text(match.state, action)
        self.tell(f"the computer would play {numbered(self.view()['choices'])[text]} {self.in_words()[text]}")

    def do_undo(self, rest: str) -> None:
        """Take back everything since the last decision of a person, and that decision."""
        steps = self.match.steps
        own = [number for number, step in enumerate(steps) if step.entry != AGAIN and self.is_own(step.before)]
        if not own:
            raise ActionError("there is no decision of yours to take back")
        self.match.undo(sum(step.entry != AGAIN for step in steps[own[-1] :]))
        self.seen = self.match.copy()
        self.told = self.match.ply
        self.tell("taken back")

    def is_own(self, state: State) -> bool:
        return int(state["player"]) in self.people

    def do_resign(self, rest: str) -> None:
        self.need_turn()
        self.match.resign()

    def do_save(self, file: str) -> None:
        if not file:
            raise ActionError("save where? Name a file, as in: save game.tabor")
        self.match.save(Path(file).expanduser())
        self.tell(f"saved as {file}")

    def do_load(self, file: str) -> None:
        if not file:
            raise ActionError("load what? Name a file, as in: load game.tabor")
        match = tabor.open(Path(file).expanduser())
        self.sit_down(match, {seat for seat in self.people if seat < match.game.players} or {0})
        self.tell(f"going on with {file}")

    def do_log(self, rest: str) -> None:
        for line in self.view()["log"]:
            self.tell(f"{line['ply']:>4}  {self.say(line['message'])}")

    def do_again(self, rest: str) -> None:
        if self.match.player is not None:
            raise ActionError("this match is not over yet: play on, or resign")
        self.sit_down(Match(self.match.game, (self.match.seed + 1) % SEEDS, self.match.position_at_start), self.people)

    def do_help(self, rest: str) -> None:
        for usage, meaning in HELP.items():
            self.tell(f"{usage:<22}{meaning}")

    def do_quit(self, rest: str) -> None:
        raise Quit

    def need_turn(self) -> None:
        if self.match.player is None:
            raise ActionError("the game is over; type again, undo, save FILE or quit")

    # ---- the screen ----

    def view(self) -> Tree:
        return self.match.view(self.onlooker())

    def onlooker(self) -> int | None:
        """The person on turn, or the only person there is; else a spectator."""
        if self.match.player in self.people:
            return self.match.player
        return next(iter(self.people)) if len(self.people) == 1 else None

    def sitting(self) -> Mapping[int, str]:
        """Who sits at each seat."""
        person = "you" if len(self.people) == 1 else "at this keyboard"
        return dict.fromkeys(self.people, person) | self.names

    def tell(self, text: str) -> None:
        """An answer: now, or on the next screen."""
        if self.is_live:
            self.notes.append(text)
        else:
            self.console.print(Text(text))

    def print_news(self, title: str = "") -> None:
        """What has happened since the last news, as this seat may know it; nothing, if it may know nothing."""
        lines = self.news()
        if lines and title:
            self.console.print(Text(title))
        for line in lines:
            self.console.print(Text("  " + line))
        self.told = self.match.ply

    def news(self) -> list[str]:
        """Lines of the log since the last news."""
        return [self.say(line["message"]) for line in self.view()["log"] if line["ply"] > self.told]

    def show(self) -> None:
        """The whole screen: board and panels, then answers or news, then choices in what is left."""
        view, size = self.view(), self.console.size
        room = (size.width, size.height if self.is_live else PIPE_LINES)
        if self.is_live:
            self.console.clear()
        changed = changed_cells(self.seen.view(self.onlooker()), view)
        screen = draw_screen(view, self.say, self.sitting(), room, changed)
        words = self.notes or (self.news_lines(view) if self.is_live else [])
        results = [Text(line, "bold") for line in (*self.result_lines(view), *warning_lines(view, self.say))]
        above = Group(screen, *results, *(Text(line) for line in words))
        self.console.print(above)
        left = room[1] - len(self.console.render_lines(above)) - 1
        if view["choices"] and left > 0:
            self.console.print(draw_choices(view, self.say, (size.width, left)))

    def result_lines(self, view: Tree) -> list[str]:
        outcome = view["outcome"]
        if outcome is None:
            return []
        offer = ["Type again, undo, save FILE or quit."] if self.people else []
        return [f"{self.say(outcome['result'])}: {self.say(outcome['reason'])}.", *offer]

    def news_lines(self, view: Tree) -> list[str]:
        return ["  " + self.say(line["message"]) for line in view["log"][-NEWS:]]


def warning_lines(view: Tree, say: Say) -> list[str]:
    """What one should think of before some of the choices."""
    number_of, warned = numbered(view["choices"]), dict[str, list[int]]()
    for action, said in remarked(view["choices"], "warning").items():
        warned.setdefault(say(said), []).append(number_of[action])
    return [f"Careful with {ranges(sorted(numbers))}: {said}." for said, numbers in warned.items()]


def ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers, close together.

    >>> ranges([1, 3, 4, 5, 9])
    '1, 3 to 5, 9'
    """
    rows: list[list[int]] = []
    for number in numbers:
        if rows and rows[-1][-1] == number - 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return ", ".join(numbers_in_words([str(number) for number in row]) for row in rows)


def numbers_in_words(numbers: Sequence[str]) -> str:
    return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else numbers[0]


def short_list(actions: Sequence[str]) -> str:
    return ", ".join(actions[:8]) + (f" and {len(actions) - 8} more" if len(actions) > 8 else "")


def about_lines(view: Tree, name: str, say: Say) -> list[str]:
    """What stands on a cell, from the top down, or what the pieces of this name can do."""
    pieces = sorted(view["pieces"], key=lambda piece: -int(piece["layer"]))
    for cell in view["board"]["cells"]:
        if cell["cell"] == name:
            return [piece_line(view, piece, say) for piece in pieces if name in piece["cells"]] + [
                f"ground: {cell['ground']}"
            ]
    items = [item | {"owner": panel["owner"]} for panel in view["panels"] for item in panel["items"]]
    named = [thing for thing in [*pieces, *items] if thing["kind"].lower().startswith(name)]
    if not named:
        raise ActionError(f"{name!r} is neither a cell nor a piece or card that can be seen")
    owners: dict[str, list[int]] = {}  # a text that holds for all players is said once
    for thing in sorted(named, key=lambda thing: -1 if thing["owner"] is None else int(thing["owner"])):
        owners.setdefault(about_line(thing, say), []).append(thing["owner"])
    return [f"{mark(who[0])} {text}" if len(owners) > 1 else text for text, who in owners.items()]


def piece_line(view: Tree, piece: Tree, say: Say) -> str:
    """Whose it is and how it stands, then what it can do."""
    owner = "nobody’s" if piece["owner"] is None else f"{view['seats'][piece['owner']]}’s"
    marks = [
        *([piece["face"]] if "face" in piece else []),
        *(say(badge["label"]) for badge in piece["badges"]),
    ]
    return f"{owner} {', '.join([piece['kind'], *marks])}. " + about_line(piece, say)


def about_line(thing: Tree, say: Say) -> str:
    return say(thing["about"]) if "about" in thing else str(thing["kind"])
