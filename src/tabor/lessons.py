"""A guided first game, made of data: `lessons.toml` in a game's folder.

```toml
options = { board = "course" }       # of the game; rules = { … } changes its numbers
seat = 0                             # who learns
seed = 3                             # of the dice

[[step]]
position = "…"                       # where it begins; without it, where the step before ended
do = ["+a2"]                         # what the learner plays: the only things that can be clicked, one after the other
reply = ["+a3"]                      # what the others then play
goal = ["stands", "a2", "Clubman"]   # what must be so then, and was not before
marks = ["a2"]                       # cells to look at
words = { en = "…", pl = "…" }       # what is said meanwhile

[picture.fork]                       # a position to be shown on the page of rules
position = "…"
```
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tabor.data import Table, read_toml
from tabor.errors import ActionError, PositionError
from tabor.game import Game, Kind, Tree
from tabor.loading import load_kind
from tabor.match import Match
from tabor.messages import ENGLISH, languages
from tabor.view import click_tree, view

FILE = "lessons.toml"
MOST_SEED = 2**31


@dataclass(frozen=True)
class Step:
    """One thing to learn. Without anything to do it is only read."""

    words: Mapping[str, str]  # by language
    position: str | None
    do: Sequence[str]
    reply: Sequence[str]
    goal: Sequence[str]
    marks: Sequence[str]
    table: Table  # which errors speak of


@dataclass(frozen=True)
class Picture:
    position: str
    marks: Sequence[str]
    table: Table


@dataclass(frozen=True)
class Lesson:
    game: Game
    seat: int
    seed: int
    steps: Sequence[Step]
    pictures: Mapping[str, Picture]


@dataclass(frozen=True)
class Played:
    """A step, and what the learner sees in it: first the position, then that after each action.

    A view in which something is to be done offers that one thing; the log of each has what led to it.
    """

    step: Step
    views: Sequence[Tree]


# ---- goals: (view, seat, words of the goal) ----


def pieces_on(seen: Tree, cell: str) -> list[Tree]:
    return [piece for piece in seen["pieces"] if cell in piece["cells"]]


def stands(seen: Tree, seat: int, cell: str, kind: str) -> bool:
    """A piece of the learner's, or nobody's."""
    return any(piece["kind"] == kind and piece["owner"] in (seat, None) for piece in pieces_on(seen, cell))


def lost(seen: Tree, seat: int, cell: str, kind: str) -> bool:
    """No such piece of another's is there."""
    return not any(piece["kind"] == kind and piece["owner"] != seat for piece in pieces_on(seen, cell))


def marked(seen: Tree, seat: int, cell: str, text: str) -> bool:
    """What stands there carries a mark with this text, such as its health."""
    return any(badge["text"] == text for piece in pieces_on(seen, cell) for badge in piece["badges"])


def holds(seen: Tree, seat: int, panel: str, kind: str) -> bool:
    """Something of this name lies in a panel."""
    return any(item["kind"] == kind for found in seen["panels"] if found["id"] == panel for item in found["items"])


def counts(seen: Tree, seat: int, panel: str, name: str, value: str) -> bool:
    """A fact of a panel, such as coins, has this value."""
    facts = [fact for found in seen["panels"] if found["id"] == panel for fact in found["facts"]]
    return any(fact["label"]["id"] == name and str(fact["value"]) == value for fact in facts)


def asks(seen: Tree, seat: int, status: str) -> bool:
    """What is being decided is this."""
    return bool(seen["status"]["id"] == status)


def won(seen: Tree, seat: int) -> bool:
    return seen["outcome"] is not None and seen["outcome"]["winner"] == seat


# With the words that follow, for errors.
GOALS: Mapping[str, tuple[Callable[..., bool], Sequence[str]]] = {
    "stands": (stands, ("cell", "kind")),
    "lost": (lost, ("cell", "kind")),
    "marked": (marked, ("cell", "text")),
    "holds": (holds, ("panel", "kind")),
    "counts": (counts, ("panel", "fact", "value")),
    "asks": (asks, ("status",)),
    "won": (won, ()),
}


def is_reached(goal: Sequence[str], seen: Tree, seat: int) -> bool:
    """Whether a view shows what the goal asks for."""
    check, _ = GOALS[goal[0]]
    return check(seen, seat, *goal[1:])


# ---- reading ----


def lesson_file(kind: Kind) -> Path:
    return kind.home / FILE


def has_lesson(kind: Kind) -> bool:
    return lesson_file(kind).is_file()


def read_lesson(kind: Kind, path: Path | None = None) -> Lesson:
    """The lesson of a game, or of a file; a DataError says what is wrong with it."""
    path = path or lesson_file(kind)
    tree = read_toml(path)
    table = Table(tree, dict.fromkeys(tree, path.name))
    table.only("options", "rules", "seat", "seed", "step", "picture")
    game = load_kind(kind, tree.get("rules"), tree.get("options"))
    seat = table.integer("seat", 0, game.players - 1) if "seat" in table else 0
    seed = table.integer("seed", 0, MOST_SEED) if "seed" in table else 0
    return Lesson(game, seat, seed, read_steps(table), read_pictures(table))


def read_steps(table: Table) -> list[Step]:
    steps = table.get("step")
    if not isinstance(steps, list) or not steps or not all(isinstance(step, dict) for step in steps):
        table.refuse("step", "must be tables, each begun by [[step]]")
    return [read_step(Table(step, table.origin, f"step.{n}"), n == 1) for n, step in enumerate(steps, 1)]


def read_step(table: Table, is_first: bool) -> Step:
    table.only("position", "do", "reply", "goal", "marks", "words")
    if is_first and "position" not in table:
        table.refuse("position", "is missing: the first step must say where the game begins")
    do, reply, marks = (listed(table, key) for key in ("do", "reply", "marks"))
    goal = listed(table, "goal")
    if do and not goal:
        table.refuse("goal", f"is missing: a step in which something is done has one of {', '.join(GOALS)}")
    if goal:
        check_goal(table, goal)
    position = table.text("position") if "position" in table else None
    return Step(read_words(table.table("words")), position, do, reply, goal, marks, table)


def listed(table: Table, key: str) -> list[str]:
    return table.texts(key, 1, 100) if key in table else []


def check_goal(table: Table, goal: Sequence[str]) -> None:
    if goal[0] not in GOALS:
        table.refuse("goal", f"begins with {goal[0]!r}; it must be one of {', '.join(GOALS)}")
    _, words = GOALS[goal[0]]
    if len(goal) != len(words) + 1:
        right = ", ".join([goal[0], *words])
        table.refuse("goal", f"has {len(goal)} words; it must be [{right}]")


def read_words(table: Table) -> dict[str, str]:
    table.only(*languages())
    table.text(ENGLISH)  # what a language lacks is said in English
    return {language: table.text(language) for language in table}


def read_pictures(table: Table) -> dict[str, Picture]:
    if "picture" not in table:
        return {}
    pictures = table.table("picture")
    return {name: read_picture(pictures.table(name)) for name in pictures}


def read_picture(table: Table) -> Picture:
    table.only("position", "marks")
    return Picture(table.text("position"), listed(table, "marks"), table)


# ---- playing ----


def play_lesson(lesson: Lesson) -> list[Played]:
    """Play it through; a DataError says which step does not do what it says."""
    match: Match | None = None
    played = []
    for step in lesson.steps:
        match = match if step.position is None else match_at(lesson, step.position, step.table)
        assert match is not None  # the first step has a position
        played.append(Played(step, play_step(lesson, match, step)))
    return played


def match_at(lesson: Lesson, position: str, table: Table) -> Match:
    try:
        return Match(lesson.game, lesson.seed, position)
    except PositionError as error:
        table.refuse("position", f"cannot be played: {error}")


def play_step(lesson: Lesson, match: Match, step: Step) -> list[Tree]:
    views = [seen(lesson, match, step.do[:1], since=len(match.steps))]
    for key, actions in (("do", step.do), ("reply", step.reply)):
        for number, action in enumerate(actions, 1):
            check_turn(lesson, match, step, key)
            play(match, action, step.table, key)
            coming = step.do[number : number + 1] if key == "do" else []
            views.append(seen(lesson, match, coming, since=len(match.steps) - 1))
    check_reached(lesson, step, views)
    return views


def check_turn(lesson: Lesson, match: Match, step: Step, key: str) -> None:
    if match.player is None:
        step.table.refuse(key, "goes on after the game is over")
    if (match.player == lesson.seat) != (key == "do"):
        who = lesson.game.setup.seats[match.player]
        step.table.refuse(key, f"comes at a wrong time: {who} is on turn, and `do` is for the learner")


def play(match: Match, action: str, table: Table, key: str) -> None:
    try:
        match.play(action)
    except ActionError as error:
        table.refuse(key, str(error))


def check_reached(lesson: Lesson, step: Step, views: Sequence[Tree]) -> None:
    goal = step.goal
    if goal and is_reached(goal, views[0], lesson.seat):
        step.table.refuse("goal", f"{list(goal)} is reached before anything is done")
    if goal and not is_reached(goal, views[-1], lesson.seat):
        step.table.refuse("goal", f"{list(goal)} is not reached by what is done")


def seen(lesson: Lesson, match: Match, actions: Sequence[str], since: int) -> Tree:
    """What the learner sees, with one thing to do or nothing."""
    found = view(match, lesson.seat, since)
    found["choices"] = []
    if actions and match.player == lesson.seat:
        number = match.read(actions[0])
        found["choices"] = click_tree([(match.game.clicks(match.state, number), actions[0])])
    return found


# ---- for clients ----


def lesson_json(lesson: Lesson) -> Tree:
    """All that a client needs: it plays the lesson by itself. The board, which never changes, is there once."""
    played = play_lesson(lesson)
    return {
        "game": lesson.game.kind.name,
        "seat": lesson.seat,
        "board": played[0].views[0]["board"],
        "steps": [step_json(each) for each in played],
        "pictures": {name: picture_json(lesson, picture) for name, picture in lesson.pictures.items()},
    }


def step_json(played: Played) -> Tree:
    step = played.step
    views = [without_board(each) for each in played.views]
    return {"words": dict(step.words), "marks": list(step.marks), "begins": step.position is not None, "views": views}


def picture_json(lesson: Lesson, picture: Picture) -> Tree:
    match = match_at(lesson, picture.position, picture.table)
    return {"view": without_board(seen(lesson, match, (), 0)), "marks": list(picture.marks)}


def without_board(seen: Tree) -> Tree:
    return {key: value for key, value in seen.items() if key != "board"}
