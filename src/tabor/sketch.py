"""A view as plain text, whatever the game; and what else reads a view.

Everything here comes from the JSON of `Match.view`, so what a seat may not see cannot get out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from tabor.game import Tree

# ---- reading a view ----


def top_pieces(view: Tree) -> dict[str, Tree]:
    """The uppermost piece on each cell."""
    pieces = sorted(view["pieces"], key=lambda piece: int(piece["layer"]))
    return {cell: piece for piece in pieces for cell in piece["cells"]}


def rows_from_top(view: Tree) -> list[tuple[str, list[Tree]]]:
    """Row names with their cells from left to right, the top row first."""
    width, cells = view["board"]["width"], view["board"]["cells"]
    rows = [cells[start : start + width] for start in range(0, len(cells), width)]
    return list(reversed(list(zip(view["board"]["rows"], rows, strict=True))))


def column_lines(view: Tree) -> list[list[str]]:
    """The names of the columns, their letters one below the other."""
    return [list(line) for line in zip_longest(*view["board"]["columns"], fillvalue=" ")]


def badge_text(piece: Tree) -> str:
    return "".join(badge["text"] for badge in piece["badges"])


def changed_cells(before: Tree, after: Tree) -> set[str]:
    """Cells on which something else stands than before."""
    old, new = top_pieces(before), top_pieces(after)
    return {cell for cell in old.keys() | new.keys() if old.get(cell) != new.get(cell)}


def leaves(choices: list[Tree], path: tuple[Tree, ...] = ()) -> Iterator[tuple[tuple[Tree, ...], str]]:
    """Every choice: the clicks that lead to it, and the action."""
    for node in choices:
        clicks = (*path, node["click"])
        if "then" in node:
            yield from leaves(node["then"], clicks)
        else:
            yield clicks, node["action"]


def remarked(choices: list[Tree], key: str) -> dict[str, Tree]:
    """The `note` or the `warning` of each action that has one."""
    found: dict[str, Tree] = {}
    for node in choices:
        found |= remarked(node["then"], key) if "then" in node else {node["action"]: node[key]} if key in node else {}
    return found


def listed(choices: list[Tree]) -> list[tuple[tuple[Tree, ...], str]]:
    """Every choice in the order in which people number them: a button such as "end" comes last."""
    return sorted(leaves(choices), key=lambda choice: ("button" in choice[0][0], len(choice[0]) == 1))


def numbered(choices: list[Tree]) -> dict[str, int]:
    """The number of each action, from 1; a button that is the only choice is 0, so that 1 never ends anything."""
    found = listed(choices)
    first = 0 if len(found) == 1 and "button" in found[0][0][0] else 1
    return {action: number for number, (_, action) in enumerate(found, first)}


# ---- plain text ----


def draw_plain(view: Tree) -> str:
    """The board in letters: the first player's pieces as they are, the others' small."""
    pieces = top_pieces(view)

    def sign(cell: Tree) -> str:
        piece = pieces.get(cell["cell"])
        if piece is None:
            return str(view["board"]["grounds"][cell["ground"]])
        letter = piece["sign"].upper() if piece["owner"] == 0 else piece["sign"].lower()
        return f"{letter}{badge_text(piece)[:1]}"

    rows = rows_from_top(view)
    lines = [f"{name:<3}" + "".join(f"{sign(cell):<2}" for cell in row).rstrip() for name, row in rows]
    lines += ["   " + " ".join(letters).rstrip() for letters in column_lines(view)]
    return "\n".join([*lines, status_plain(view)])


def status_plain(view: Tree) -> str:
    if view["outcome"] is None:
        return f"{view['seats'][view['turn']]} to play"
    winner = view["outcome"]["winner"]
    won = "draw" if winner is None else f"{view['seats'][winner]} won"
    return f"{won}: {view['outcome']['reason']['id']}"
