"""The Drake: a small board, seven flipping troops a side, one leader to catch."""

from tabor.game import Kind
from tabor.games.drake import knowledge, numbers, rules, text, view

KIND = Kind.of(
    __file__,
    rules,
    knowledge,
    numbers,
    text,
    view,
    title="The Drake",
    options={"board": "plain"},
    loud=rules.loud,
    opening=6,  # leaders and guards
)
