"""Draws a view, whatever the game, on a terminal in colour.

Everything here comes from the JSON of `Match.view`, so what a seat may not see cannot reach its screen. The
owner of a piece is told by colour and, for those who see none, by a mark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tabor.game import Tree
from tabor.messages import Say
from tabor.sketch import badge_text, column_lines, listed, numbered, remarked, rows_from_top, top_pieces

COLOURS = ("dodger_blue2", "dark_orange3", "green4", "magenta3")  # by player
MARKS = ("▲", "▼", "●", "◆")  # the same, readable without colour
TIGHT = ("bold", "underline", "reverse", "italic")  # the same, where a cell has room for its sign alone
NEUTRAL = "grey42"
DIM = "grey58"
CHANGED = "bold yellow"
GROUND = {".": "·", "#": "▒", "~": "≈"}  # nicer forms of the usual signs
GROUND_STYLES = {".": DIM, "#": "grey50", "~": "deep_sky_blue1"}

BLOCK = (3, 4)  # least and most columns for mark, sign and badges of a piece
GAP = 3  # columns between board and panels
PANEL_ROOM = 30  # columns that panels beside the board need
BOXED_HEIGHT = 12  # lines that a screen needs besides a board with lines


# ---- the board in colour ----


def draw_board(view: Tree, room: tuple[int, int], changed: Iterable[str] = ()) -> Text:
    """The board with its coordinates, as large as the room (columns, lines) allows."""
    width, height = view["board"]["width"], view["board"]["height"]
    margin = len(view["board"]["rows"][-1]) + 2
    block = block_width(view)
    if width * (block + 3) + margin + PANEL_ROOM < room[0] and 2 * height + BOXED_HEIGHT < room[1]:
        return draw_rows(view, block + 2, set(changed), lines=True)
    fitting = [size for size in range(block + 1, 1, -1) if width * size + margin <= room[0]]
    return draw_rows(view, fitting[0] if fitting else 1, set(changed), lines=False)


def block_width(view: Tree) -> int:
    """Columns that the pieces of this view need."""
    least, most = BLOCK
    return min(most, max([least, *(2 + len(badge_text(piece)) for piece in view["pieces"])]))


def draw_rows(view: Tree, size: int, changed: set[str], lines: bool) -> Text:
    pieces, width = top_pieces(view), view["board"]["width"]
    margin = len(view["board"]["rows"][-1]) + 1
    wall, rule = (Text("│", DIM), "─" * size) if lines else (Text(""), "")
    text = Text(no_wrap=True)
    for number, (name, row) in enumerate(rows_from_top(view)):
        if lines:
            ends = "┌┬┐" if number == 0 else "├┼┤"
            text.append(" " * margin + ends[0] + ends[1].join([rule] * width) + ends[2] + "\n", DIM)
        cells = [draw_cell(view, cell, pieces.get(cell["cell"]), size, cell["cell"] in changed, lines) for cell in row]
        text.append(f"{name:>{margin - 1}} ", DIM).append_text(wall + wall.join(cells) + wall).append("\n")
    if lines:
        text.append(" " * margin + "└" + "┴".join([rule] * width) + "┘\n", DIM)
    for letters in column_lines(view):
        gap = " " if lines else ""
        text.append(" " * margin + gap + gap.join(f"{letter:^{size}}" for letter in letters) + "\n", DIM)
    text.right_crop(1)
    return text


def draw_cell(view: Tree, cell: Tree, piece: Tree | None, size: int, is_changed: bool, lines: bool) -> Text:
    """What stands there, or the ground; a cell that has just changed stands in brackets, or before one."""
    room = size - 2 if lines else max(size - 1, min(size, 2))
    if piece is None:
        text = draw_ground(view["board"]["grounds"][cell["ground"]], room if lines else 1)
    else:
        text = draw_piece(piece, room, is_first=piece["cells"][0] == cell["cell"])
    left, right = ("‹", "›") if is_changed else (" ", " ")
    text.align("center" if piece is None and lines else "left", room)
    if lines:
        return Text.assemble((left, CHANGED), text, (right, CHANGED))
    return Text.assemble(text, (left * (size - room), CHANGED))


def draw_ground(sign: str, room: int) -> Text:
    """Open ground as one dot, anything else as a patch."""
    return Text(GROUND.get(sign, sign) * (1 if sign == "." else room), GROUND_STYLES.get(sign, DIM))


def draw_piece(piece: Tree, room: int, is_first: bool) -> Text:
    """Mark, sign and badges; the badges once only, if it lies on several cells, and only if they fit."""
    owner = piece["owner"]
    if room == 1:
        return Text(piece["sign"], NEUTRAL if owner is None else f"{TIGHT[owner]} {COLOURS[owner]}")
    badges = badge_text(piece) if is_first else ""
    inside = f"{mark(owner)}{piece['sign']}" + (badges if 2 + len(badges) <= room else "")
    return Text(f"{inside:<{room}}", piece_style(owner))


def mark(owner: int | None) -> str:
    return " " if owner is None else MARKS[owner]


def piece_style(owner: int | None) -> str:
    return f"bold white on {NEUTRAL if owner is None else COLOURS[owner]}"


# ---- beside and below the board ----


def draw_panels(view: Tree, say: Say, sitting: Mapping[int, str]) -> Group:
    """For each player who sits there and what is theirs; then what belongs to nobody."""
    parts: list[RenderableType] = []
    for player, seat in enumerate(view["seats"]):
        name = (f"{MARKS[player]} {seat}", f"bold {COLOURS[player]}")
        turn = "  ◀ to play" if view["turn"] == player else ""
        title = Text.assemble(name, (f"  {sitting.get(player, '')}", DIM), (turn, "bold"))
        parts += [*([Text()] if parts else []), title, draw_owned(view, say, player)]
    if any(panel["owner"] is None for panel in view["panels"]):
        parts += [Text(), draw_owned(view, say, None)]
    return Group(*parts)


def draw_owned(view: Tree, say: Say, owner: int | None) -> RenderableType:
    """The panels of one owner, titles in one column and contents in the next."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    for panel in view["panels"]:
        if panel["owner"] == owner:
            grid.add_row(Text("  " + say(panel["title"]), DIM), panel_words(panel, say))
    return grid


def panel_words(panel: Tree, say: Say) -> Text:
    """`Monk, Archer ×2 · coins 4`; equal things that follow each other are counted."""
    signs = {(item["kind"], item["sign"]) for item in panel["items"]}
    unclear = {kind for kind, count in Counter(kind for kind, _ in signs).items() if count > 1}
    items = []
    for (kind, sign), same in groupby(panel["items"], lambda item: (item["kind"], item["sign"])):
        count = sum(item["count"] for item in same)
        name = f"{kind} {sign}" if kind in unclear else kind
        items.append(f"{name} ×{count}" if count != 1 else name)
    facts = [f"{say(fact['label'])} {fact['value']}" for fact in panel["facts"]]
    return Text(" · ".join([*([", ".join(items)] if items else []), *facts]) or "–")


def draw_screen(
    view: Tree, say: Say, sitting: Mapping[int, str], room: tuple[int, int], changed: Iterable[str]
) -> Group:
    """Title, board and panels: panels beside the board if they fit there, else below."""
    board = draw_board(view, room, changed)
    panels = draw_panels(view, say, sitting)
    title = Text.assemble((view["title"], "bold"), (f"  {played_words(view['ply'])}  ", DIM), say(view["status"]))
    width = max(len(line) for line in board.plain.split("\n"))
    if width + PANEL_ROOM > room[0]:
        return Group(title, board, Text(), panels)
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_column(width=width)
    grid.add_column(max_width=room[0] - width - GAP)
    grid.add_row(board, Padding(panels, (1, 0, 0, 0)))
    return Group(title, grid)


def played_words(actions: int) -> str:
    """How far it is; the log counts the same way."""
    return f"after {actions} action{'' if actions == 1 else 's'}" if actions else "the beginning"


def draw_choices(view: Tree, say: Say, room: tuple[int, int]) -> RenderableType:
    """The choices with their numbers: a line for each first click, or close together if that helps."""
    groups = choice_groups(view, say)
    entries = [entry for _, same in groups for entry in same]
    indent = max((len(label) for label, _ in groups), default=0) + 2 if len(groups) > 1 else 0
    lines: list[Text] = []
    for label, same in groups:
        lines += entry_lines(label.ljust(indent), [(number, short) for number, short, _ in same], room[0] - indent)
    if len(lines) > room[1] or len(groups) in (1, len(entries)):
        lines = list(entry_lines("", [(number, whole) for number, _, whole in entries], room[0]))
    if len(lines) > room[1] > 0:
        lines = [*lines[: room[1] - 1], Text("… `choices` lists all, a cell lists what begins there", DIM)]
    return Group(*lines)


Entry = tuple[str, str, str]  # a choice: its number, its words after the first click, all its words


def choice_groups(view: Tree, say: Say) -> list[tuple[str, list[Entry]]]:
    """For each first click what it is called, and the choices it begins; what takes one click has no such name."""
    found, notes = listed(view["choices"]), remarked(view["choices"], "note")
    digits, number_of = len(str(len(found))), numbered(view["choices"])
    entries = []
    for path, action in found:
        note = f" ({say(notes[action])})" if action in notes else ""
        label = click_label(view, say, path[0]) if len(path) > 1 else ""
        short, whole = (choice_words(view, say, clicks) + note for clicks in (path[1:] or path, path))
        entries.append((label, (f"{number_of[action]:>{digits}} ", short, whole)))
    return [(label, [entry for _, entry in same]) for label, same in groupby(entries, lambda entry: entry[0])]


def entry_lines(label: str, entries: list[tuple[str, str]], width: int) -> Iterator[Text]:
    """Numbers and words in columns, the label before the first line."""
    step = max((len(number + words) for number, words in entries), default=0) + 2
    count = max(1, width // step)
    for start in range(0, len(entries), count):
        line = Text(label if start == 0 else " " * len(label), DIM)
        for number, words in entries[start : start + count]:
            line.append(number, DIM).append(words.ljust(step - len(number)), "default")
        yield line


def choice_words(view: Tree, say: Say, path: Sequence[Tree]) -> str:
    """What is clicked one after the other: `Clubman a2 → ▼Monk a3`, `strike b3`."""
    joints = [" " if "button" in click else " → " for click in path[:-1]]
    words = (click_label(view, say, click) for click in path)
    return "".join(word + joint for word, joint in zip(words, [*joints, ""], strict=True))


def click_label(view: Tree, say: Say, click: Tree) -> str:
    """What is clicked, in words: `Clubman a2`, `stack`, `strike`; what is not of the player on turn has its mark."""
    if "button" in click:
        return say(click["label"])
    if "cell" in click:
        piece = top_pieces(view).get(click["cell"])
        other = mark(piece["owner"]).strip() if piece and piece["owner"] != view["turn"] else ""
        return f"{other}{piece['kind']} {click['cell']}" if piece else str(click["cell"])
    panel = next(panel for panel in view["panels"] if panel["id"] == click["panel"])
    named = [item["kind"] for item in panel["items"] if item.get("id") == click.get("item", "")]
    return str(named[0]) if named else say(panel["title"])
