"""The Drake: a small board, seven flipping troops a side, one leader to catch."""

from tabor.game import Kind
from tabor.games.drake import book, endings, knowledge, numbers, rules, text, view

KIND = Kind.of(
    __file__,
    rules,
    knowledge,
    numbers,
    text,
    view,
    title="The Drake",
    options={"board": "plain", "variant": "rulebook"},
    loud=rules.loud,
    known=endings.known,
    endings=endings.load,
    book=book.load,
    opening=6,  # leaders and guards
)
