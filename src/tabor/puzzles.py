"""Puzzles: positions of a game in which one way, and no other, reaches a goal; `puzzles.txt` in a game's folder.

A line is one puzzle, its parts divided by " | ": options of the game, goal, grade, solution, position. The solution has
the solver's actions and the others' replies; where several sequences of actions come to the same, such as two steps in
either order, all stand there, divided by " / ". What is left to dice and secrets must not matter: a way counts only if
it reaches the goal whatever falls. Lines that begin with # tell the commands that found the puzzles (mining.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from tabor.errors import DataError
from tabor.game import DRAWN, OVER, Game, Goal, Kind, State, Tree
from tabor.loading import load_kind
from tabor.match import Match
from tabor.view import message, view

FILE = "puzzles.txt"
COMMENT = "# "
WAYS = " / "
PARTS = ("options", "goal", "grade", "solution", "position")


# ---- goals of every game ----


def has_won(setup: Any, before: State, state: State, player: int, rounds: int) -> bool | None:
    """In this turn."""
    if int(state["player"]) == OVER:
        return int(state["winner"]) == player
    return None if int(state["player"]) == player and not rounds else False


def has_survived(setup: Any, before: State, state: State, player: int, rounds: int) -> bool | None:
    """Until the next turn."""
    if int(state["player"]) == OVER:
        return int(state["winner"]) in (player, DRAWN)
    return True if rounds else None


WIN, SURVIVE = "win", "survive"
GOALS = {
    WIN: Goal(has_won, is_at_the_end=True),
    SURVIVE: Goal(has_survived, actions=4, is_at_the_end=True),
}


def goals_of(kind: Kind) -> Mapping[str, Goal]:
    return {**GOALS, **kind.goals}


# ---- the file ----


@dataclass(frozen=True)
class Puzzle:
    game: str
    options: tuple[tuple[str, str], ...]
    goal: str
    grade: int
    ways: tuple[tuple[str, ...], ...]  # which come to the same
    position: str

    @property
    def solution(self) -> tuple[str, ...]:
        return self.ways[0]

    def line(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.options)
        ways = WAYS.join(";".join(way) for way in self.ways)
        return " | ".join((options, self.goal, str(self.grade), ways, self.position))

    @property
    def id(self) -> str:
        """By which it is known, whatever its number becomes."""
        return sha256(f"{self.options} {self.goal} {self.position}".encode()).hexdigest()[:10]

    def facts(self) -> Tree:
        """For a list."""
        return {"id": self.id, "goal": self.goal, "grade": self.grade}

    def begin(self, kind: Kind) -> Match:
        return Match(load_kind(kind, {}, dict(self.options)), 1, self.position)


def puzzle_file(kind: Kind) -> Path:
    return kind.home / FILE


def read_puzzles(kind: Kind) -> tuple[Puzzle, ...]:
    """Those of a game's folder; none where it has no file."""
    return read_file(kind.name, puzzle_file(kind))


@cache
def read_file(game: str, path: Path) -> tuple[Puzzle, ...]:
    lines = [(number, line) for number, line in enumerate(lines_of(path), 1) if line and not line.startswith(COMMENT)]
    return tuple(read_line(game, line, f"{path}, line {number}") for number, line in lines)


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []


def read_line(game: str, line: str, place: str) -> Puzzle:
    parts = line.split(" | ", len(PARTS) - 1)
    if len(parts) != len(PARTS) or not parts[2].isdecimal():
        raise DataError(f"{place} is {line[:60]!r}; it must be {' | '.join(PARTS).upper()}")
    pairs = [part.partition("=") for part in parts[0].split(",") if part]
    options = tuple((name, value) for name, _, value in pairs)
    ways = tuple(tuple(way.split(";")) for way in parts[3].split(WAYS))
    return Puzzle(game, options, parts[1], int(parts[2]), ways, parts[4])


def write_puzzles(kind: Kind, made: Sequence[Puzzle], command: str) -> Path:
    """In place of those with the same options and goal, and of the command that found them; the easy ones first."""
    path, new = puzzle_file(kind), {(one.options, one.goal) for one in made}
    puzzles = [one for one in read_puzzles(kind) if (one.options, one.goal) not in new] + list(made)
    told = [line for line in lines_of(path) if line.startswith(COMMENT)]
    told = sorted({*told, COMMENT + command})
    lines = told + [one.line() for one in sorted(puzzles, key=lambda one: one.grade)]
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    read_file.cache_clear()
    return path


# ---- for clients ----


def goal_message(game: Game, one: Puzzle, seat: int) -> Tree:
    return message(f"goal-{one.goal}", player=game.setup.seats[seat])


def puzzle_json(kind: Kind, number: int) -> Tree:
    """For the page: the positions on all ways to the solution, each with what is right there."""
    puzzles = read_puzzles(kind)
    one = puzzles[number]
    match = one.begin(kind)
    assert match.player is not None
    places = places_of(kind, one, match.player)
    board = places[0]["view"]["board"]
    for place in places:
        del place["view"]["board"]  # it never changes
    facts = one.facts() | {"goal": goal_message(match.game, one, match.player)}
    facts |= {"game": one.game, "number": number, "count": len(puzzles), "seat": match.player}
    return facts | {"board": board, "places": places, "solution": list(one.solution)}


def places_of(kind: Kind, one: Puzzle, seat: int) -> list[Tree]:
    """Each with its view, and where every right action leads. Nothing is asked any more where only buttons are left."""
    numbers: dict[int, int] = {}
    places: list[Tree] = []
    for way in one.ways:
        match, here = one.begin(kind), None
        asked = last_asked(match, way, seat)
        for done, text in enumerate((None, *way)):
            if text is not None:
                match.play(text)
            there = numbers.setdefault(match.game.key(match.state), len(places))
            if there == len(places):
                seen = view(match, seat, len(match.steps) - 1 if match.steps else 0)
                places.append({"view": seen, "next": {}, "is_solved": done > asked})
            if here is not None:
                places[here]["next"][text] = there
            here = there
    return places


def last_asked(match: Match, way: Sequence[str], seat: int) -> int:
    """The number of the last action for which the solver must click on something other than a button."""
    match, last = match.copy(), 0
    for number, text in enumerate(way):
        action = match.read(text)
        if match.player == seat and any("button" not in click for click in match.game.clicks(match.state, action)):
            last = number
        match.play(action)
    return last
