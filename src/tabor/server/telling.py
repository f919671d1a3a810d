"""What clients were told last, as JSON in pieces, so that next time they are told what has changed and no more.

A view is written down once for all who see the same. An update has the fields that are others now; in the lists of
LISTS an element that was there before is named by its place in the list that the client has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tabor.game import Tree
from tabor.server.protocol import Encoded, encode

LISTS = ("pieces", "panels", "choices")  # of objects
APART = frozenset({"board", "log"})  # the one never changes, of the other only new lines are told


@dataclass
class Seen:
    """A view as it was told: its fields, and the elements of its lists."""

    fields: dict[str, Encoded] = field(default_factory=dict)
    lists: dict[str, list[Encoded]] = field(default_factory=dict)
    whole: Encoded | None = None  # with board and log, once somebody has needed it


class Scribe:
    """Writes views down; what several of them share, once."""

    def __init__(self) -> None:
        self._lists: dict[int, list[Encoded]] = {}  # by the id of a list that the views keep alive

    def write(self, view: Tree) -> Seen:
        seen = Seen()
        for name, value in view.items():
            if name in LISTS:
                seen.lists[name] = self.elements(value)
            elif name not in APART:
                seen.fields[name] = encode(value)
        return seen

    def elements(self, values: list[Any]) -> list[Encoded]:
        if id(values) not in self._lists:
            self._lists[id(values)] = [encode(value) for value in values]
        return self._lists[id(values)]


def whole_view(seen: Seen, view: Tree) -> Encoded:
    """All of it, also board and log."""
    apart = {name: encode(view[name]) for name in sorted(APART)}
    return join_object(apart | seen.fields | {name: join_list(values) for name, values in seen.lists.items()})


def changes(before: Seen, after: Seen, log: Encoded) -> Encoded:
    """What makes the one of the other."""
    told = {"log": log}
    told |= {name: value for name, value in after.fields.items() if before.fields.get(name) != value}
    for name, values in after.lists.items():
        if before.lists.get(name) != values:
            told[name] = changed_list(before.lists.get(name, []), values)
    if gone := (before.fields.keys() | before.lists.keys()) - after.fields.keys() - after.lists.keys():
        told["gone"] = encode(sorted(gone))
    return join_object(told)


def changed_list(before: list[Encoded], after: list[Encoded]) -> Encoded:
    places = {value: b"%d" % place for place, value in enumerate(before)}
    return join_list(places.get(value, value) for value in after)


def join_list(values: Iterable[Encoded]) -> Encoded:
    return b"[" + b",".join(values) + b"]"


def join_object(fields: Mapping[str, Encoded]) -> Encoded:
    """A JSON object of values that are written already.

    >>> join_object({"a": b"1", "b": b"[2]"})
    b'{"a":1,"b":[2]}'
    """
    return b"{" + b",".join(b'"%b":%b' % (name.encode(), value) for name, value in fields.items()) + b"}"
