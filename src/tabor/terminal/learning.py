"""What `tabor learn` does: the guided first game at a terminal, from the same lessons as in the page."""

from __future__ import annotations

import contextlib
import sys

from rich.console import Console
from rich.text import Text

from tabor.errors import DataError
from tabor.game import Kind, Tree
from tabor.lessons import Lesson, Played, has_lesson, play_lesson, read_lesson
from tabor.messages import ENGLISH, languages, speaker
from tabor.sketch import changed_cells, listed
from tabor.terminal.screen import choice_words, draw_screen

PIPE_LINES = 50  # a screen has, where there is no terminal
LEAVE = ("quit", "exit")


def learn(kind: Kind, language: str) -> None:
    """One does what the lesson says, and nothing else; Ctrl-D or `quit` leaves."""
    if not has_lesson(kind):
        raise DataError(f"{kind.title} has no lesson")
    if language not in languages():
        raise DataError(f"there are no texts in {language!r}; Tabor speaks {', '.join(languages())}")
    with contextlib.suppress(EOFError):
        Teacher(read_lesson(kind), language).run()


class Teacher:
    def __init__(self, lesson: Lesson, language: str) -> None:
        self.lesson, self.language = lesson, language
        self.say = speaker(lesson.game.kind, language)
        self.console = Console(highlight=False)
        self.is_live = self.console.is_terminal and sys.stdin.isatty()  # else: line by line
        self.seen: Tree | None = None  # what was shown last
        self.news: list[str] = []  # what has happened since

    def text(self, id_: str) -> str:
        return self.say({"id": f"ui-{id_}", "args": {"game": self.lesson.game.kind.title}})

    def run(self) -> None:
        played = play_lesson(self.lesson)
        self.console.print(Text("Do what is asked: type what stands before the >, or just press Enter; quit leaves."))
        for number, each in enumerate(played, 1):
            self.teach(each, f"{self.text('learn-title')}, {number}/{len(played)}")
            is_continued = number < len(played) and played[number].step.position is None
            if each.step.do and not is_continued:  # else the next screen shows what came of it
                self.show(each.views[-1], "", "")
            if number < len(played) and not (each.step.do and is_continued):
                self.read(f"{self.text('learn-next')} (Enter)> ")
        self.console.print(Text(self.text("learn-done"), "bold"))
        self.console.print(Text(f"tabor play {self.lesson.game.kind.name} --level 1"))

    def teach(self, each: Played, title: str) -> None:
        """What is to be read, and each thing that is to be done."""
        if each.step.position is not None:
            self.seen, self.news = None, []
        words = each.step.words.get(self.language, each.step.words[ENGLISH])
        for view in each.views:
            self.news += [self.say(line["message"]) for line in view["log"]] if self.seen else []
            if view["choices"] or not each.step.do:
                self.show(view, title, words)
            if view["choices"]:
                self.ask(view)

    def show(self, view: Tree, title: str, words: str) -> None:
        if self.is_live:
            self.console.clear()
        room = (self.console.width, self.console.height if self.is_live else PIPE_LINES)
        changed = changed_cells(self.seen, view) if self.seen else ()
        for text in (Text(title, "bold"), Text(words)):
            self.console.print(text)
        self.console.print(draw_screen(view, self.say, {self.lesson.seat: self.text("you")}, room, changed))
        for line in self.news:
            self.console.print(Text("  " + line))
        self.seen, self.news = view, []

    def ask(self, view: Tree) -> None:
        """Until the one thing is done that the lesson is about: its text, its words, or just Enter."""
        ((clicks, action),) = listed(view["choices"])
        words = choice_words(view, self.say, clicks)
        while self.read(f"{action} ({words})> ").lower() not in ("", action.lower(), words.lower()):
            pass  # the same is asked again

    def read(self, prompt: str) -> str:
        line = input(prompt).strip()
        if line.lower() in LEAVE:
            raise EOFError
        if not self.is_live:
            self.console.print(Text(line))
        return line
