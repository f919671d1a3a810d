"""What one seat, or a spectator, may see of a match: one JSON shape for all games.

docs/view.md describes it, docs/view.schema.json checks it. A game lists what it shows (`scene`, `clicks`,
`describe`); nothing is made by removing things from a state.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from tabor.game import Arg, Message, Setup, State, Tree, unpacked
from tabor.grid import cell_name, column_name

if TYPE_CHECKING:
    from tabor.match import Match

NOTHING: Mapping[str, Tree] = MappingProxyType({})
NO_WARNINGS: Mapping[int, Message] = MappingProxyType({})
LOG_LINES = 200  # a view carries the end of the log; the save has it all
MOST_KEPT = 10_000  # parts of views of one setup


# What cells are made of, with the sign of each in maps and on a terminal. A game may name others.
GROUNDS = {"free": ".", "mountain": "#", "grass": ".", "water": "~", "rock": "#", "blocked": "#"}


# ---- parts for games ----


T = TypeVar("T")


class Fixed(dict[str, Any]):
    """A part that stands in many views as it is, such as a piece on a cell: a server writes it as JSON once."""

    __slots__ = ("written",)

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self.written: bytes | None = None


def kept(setup: Setup, key: Hashable, make: Callable[[], T]) -> T:
    """What is the same in every view of a setup, made when it is first asked for: a server makes thousands of views."""
    found: T | None = setup.kept.get(key)
    if found is None:
        if len(setup.kept) >= MOST_KEPT:
            setup.kept.clear()
        found = setup.kept[key] = make()
    return found


def kept_of(setup: Setup, key: Hashable, state: State, make: Callable[[], T]) -> T:
    """What is the same for all who look at one position, made for the first of them."""
    position = state.tobytes()
    last: tuple[bytes, T] | None = setup.kept.get(key)
    if last is None or last[0] != position:
        last = setup.kept[key] = (position, make())
    return last[1]


def numbers_of(setup: Setup, state: State) -> Tree:
    """A position as numbers of Python, to be read and not to be changed; several look at it one after the other."""
    return kept_of(setup, "numbers", state, lambda: unpacked(state))


def message(id_: str, **args: Arg) -> Message:
    """A line for people: the id of a text in a locale folder, and its arguments."""
    return Message(id_, args)


def board(width: int, height: int, ground: Callable[[int], str], grounds: Mapping[str, str] = GROUNDS) -> Tree:
    """Cells row by row from the bottom left, each with what it is made of; `grounds` gives the signs."""
    cells = [
        {"cell": cell_name(cell, width), "x": cell % width, "y": cell // width, "ground": ground(cell)}
        for cell in range(width * height)
    ]
    used = {str(cell["ground"]) for cell in cells}
    return {
        "width": width,
        "height": height,
        "columns": [column_name(x) for x in range(width)],
        "rows": [str(y + 1) for y in range(height)],
        "grounds": {name: sign for name, sign in grounds.items() if name in used},
        "cells": cells,
    }


def piece(kind: str, sign: str, owner: int | None, cells: Sequence[str], **more: Any) -> Tree:
    """Something on the board. `sign` is one character for a terminal; more: face, layer, badges, about."""
    return {"kind": kind, "sign": sign, "owner": owner, "cells": list(cells), "layer": 0, "badges": []} | more


def badge(kind: str, text: str, **args: Arg) -> Tree:
    """A short mark on a piece, and the message of the same name that says what it means."""
    return {"kind": kind, "text": text, "label": message(kind, **args)}


def panel(id_: str, title: Tree, owner: int | None, items: Iterable[Tree] = (), facts: Iterable[Tree] = ()) -> Tree:
    """Things and facts beside the board, of one player or, without an owner, of the game."""
    return {"id": id_, "title": title, "owner": owner, "items": list(items), "facts": list(facts)}


def item(kind: str, sign: str, count: int = 1, **more: Any) -> Tree:
    """Something in a panel, such as a card; more: id (what a click on it names), badges, about."""
    return {"kind": kind, "sign": sign, "count": count} | more


def fact(id_: str, value: str | int, **args: Arg) -> Tree:
    """A number or a word with its name, such as coins or the round."""
    return {"label": message(id_, **args), "value": value}


def button(id_: str, **args: Arg) -> Tree:
    """A click on something that is neither a cell nor in a panel; the message of that name stands on it."""
    return {"button": id_, "label": message(id_, **args)}


# How a line of the log is drawn. Cells are named; a piece of several cells is named by any of them.


def walk(*cells: str) -> Tree:
    """The piece on the first cell goes along the others."""
    return {"walk": list(cells)}


def shot(origin: str, target: str) -> Tree:
    """Something flies, or a blow falls, from one cell to another."""
    return {"shot": [origin, target]}


def hit(cell: str, text: str = "") -> Tree:
    """What stands there is hit; the text, such as −2, rises from it."""
    return {"hit": cell, "text": text}


def gone(cell: str) -> Tree:
    """What stood there leaves the board."""
    return {"gone": cell}


def new(cell: str) -> Tree:
    """What stands there now has just come."""
    return {"new": cell}


def die(value: int, cell: str | None = None) -> Tree:
    """A die falls, on a cell or beside the board."""
    return {"die": value} | ({"cell": cell} if cell else {})


# ---- the whole view ----


def view(match: Match, seat: int | None = None, since: int = 0) -> Tree:
    """What this seat sees; None is a spectator. The log begins with the step numbered `since`, for those who have the
    lines before it."""
    is_deciding = seat is not None and seat == match.player
    return outlook(match, match.state, seat, since) | {"choices": choices(match) if is_deciding else []}


def outlook(match: Match, state: State, seat: int | None, since: int) -> Tree:
    """The same without choices, and with a position that may be ahead of the match's. A scene may say better what is to
    be decided (`status`)."""
    game, turn = match.game, match.player
    return {
        "game": game.kind.name,
        "title": game.kind.title,
        "seat": seat,
        "seats": kept(game.setup, "seats", lambda: list(game.setup.seats)),
        "turn": turn,
        "ply": int(state["ply"]),
        "status": kept(game.setup, ("status", turn), lambda: status(game.setup, turn)),
        **game.scene(state, seat),
        "outcome": outcome_json(match),
        "log": log_lines(match, seat, since),
    }


def status(setup: Setup, turn: int | None) -> Message:
    return message("over") if turn is None else message("to-play", player=setup.seats[turn])


def outcome_json(match: Match) -> Tree | None:
    """Who won, as a number and in a message, and why."""
    outcome = match.outcome
    if outcome is None:
        return None
    seats = match.game.setup.seats
    result = message("drawn") if outcome.winner is None else message("won", player=seats[outcome.winner])
    return {"winner": outcome.winner, "result": result, "reason": message(outcome.reason, **leaver(match))}


def leaver(match: Match) -> dict[str, Arg]:
    """Whoever resigned, forfeited or ran out of time: the argument of those reasons."""
    entry = match.log[-1] if match.log else ""
    _, _, who = entry.partition(" ")
    return {"player": match.game.setup.seats[int(who)]} if entry.startswith("!") and who else {}


def choices(match: Match) -> list[Tree]:
    """Legal actions as a tree of clicks: what can be clicked first, what then, and the action at the end."""
    setup, state, kind = match.game.setup, match.state, match.game.kind
    write, clicks = kind.text.write_action, kind.view.clicks
    texts = {write(setup, state, action): action for action in match.legal_actions.tolist()}
    paths = [(clicks(setup, state, action), text) for text, action in texts.items()]
    return click_tree(paths, remarks(match, texts))


def remarks(match: Match, texts: Mapping[str, int]) -> dict[str, Tree]:
    """By action: its `note` (what it costs, how likely it is) and its `warning`, where the game has any."""
    game, found = match.game, dict[str, Tree]()
    note, warnings = game.kind.note, game.kind.warnings
    for text, action in texts.items() if note else ():
        if note and (said := note(game.setup, match.state, action)):
            found[text] = {"note": said}
    warned = warnings(game, match.state, list(texts.values())) if warnings else NO_WARNINGS
    for text, action in texts.items() if warned else ():
        if action in warned:
            found.setdefault(text, {})["warning"] = warned[action]
    return found


def click_tree(paths: Iterable[tuple[Sequence[Tree], str]], said: Mapping[str, Tree] = NOTHING) -> list[Tree]:
    """Paths of clicks, each with the action at its end and what is remarked on it, as one tree."""
    top: list[Tree] = []
    for path, text in paths:
        level = top
        for click in path[:-1]:
            level = level_after(level, click)
        level.append({"click": path[-1], "action": text})
        if text in said:
            level[-1].update(said[text])
    return top


def level_after(level: list[Tree], click: Tree) -> list[Tree]:
    """What can be clicked after that; actions that begin alike often follow each other, so the last comes first."""
    for node in reversed(level):
        if node["click"] == click and "then" in node:
            return node["then"]  # type: ignore[no-any-return]
    after: list[Tree] = []
    level.append({"click": click, "then": after})
    return after


def log_lines(match: Match, seat: int | None, since: int = 0) -> list[Tree]:
    """What happened last, as this seat saw it, with the ply that brought it about and whose turn it was."""
    lines: list[Tree] = []
    began = len(match.steps)  # the step with which the turn of the last one looked at began
    for number in reversed(range(since, len(match.steps))):  # from the end: a long match has thousands of lines
        if len(lines) >= LOG_LINES:
            break
        told = match.told(match.steps[number], seat)
        if not told:
            continue
        if number < began:
            began = turn_begin(match, number)
        first = match.steps[began].before
        turn, by = int(first["ply"]) + 1, int(first["player"])
        lines = [log_line(turn, by, ply, message_) for ply, message_ in told] + lines
    return lines[-LOG_LINES:]


def turn_begin(match: Match, number: int) -> int:
    """The first of the steps in a row, up to this one, that the same player decided."""
    player = int(match.steps[number].before["player"])
    while number and int(match.steps[number - 1].before["player"]) == player:
        number -= 1
    return number


def log_line(turn: int, by: int, ply: int, message_: Message) -> Tree:
    line: Tree = {"ply": ply, "turn": turn, "by": by, "message": message_}
    return line | {"show": list(message_.show)} if message_.show else line
