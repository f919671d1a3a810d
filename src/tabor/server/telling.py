"""What clients were told last, as JSON in pieces, so that next time they are told what has changed and no more.

A view is written down once for all who see the same. An update has the fields that are others now; in the lists of
LISTS an element that was there before is named by its place in the list that the client has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tabor.game import Tree
from tabor.server.protocol import Encoded, encode
from tabor.view import Fixed

LISTS = ("pieces", "panels", "choices")  # of objects
NOTHING: list[Encoded] = []
PLACES = [b"%d" % place for place in range(1000)]  # in a list; what stands further back is told anew
APART = frozenset({"board", "log"})  # the one never changes, of the other only new lines are told


@dataclass
class Seen:
    """A view as it was told, or a part of one: its fields, as they are and as JSON, and the elements of its lists."""

    fields: dict[str, tuple[Any, Encoded]] = field(default_factory=dict)
    lists: dict[str, list[Encoded]] = field(default_factory=dict)
    whole: Encoded | None = None  # with board and log, once somebody has needed it


UNSEEN = Seen()


class Scribe:
    """Writes views down that are told at one moment; what several of them share, once."""

    def __init__(self) -> None:
        self._written: dict[int, Encoded] = {}  # by the id of a value that the views keep alive
        self._lists: dict[int, list[Encoded]] = {}  # of its elements
        self._changed: dict[tuple[int, int], Encoded] = {}  # by the ids of two such lists

    def write(self, view: Tree, before: Seen) -> tuple[Seen, Encoded]:
        """A view, and the fields that make it of the one before. Most are the very same values."""
        seen, told, known = Seen(), dict[str, Encoded](), before.fields
        for name, value in view.items():
            if name in LISTS:
                self.write_list(name, value, before, seen, told)
            elif name in known and known[name][0] is value:
                seen.fields[name] = known[name]
            elif name not in APART:
                self.write_field(name, value, before, seen, told)
        if "log" in view:
            told["log"] = self.once(view["log"])
        if not (known.keys() <= seen.fields.keys() and before.lists.keys() <= seen.lists.keys()):
            told["gone"] = encode(sorted({*known, *before.lists} - {*seen.fields, *seen.lists}))
        return seen, join_fields(told)

    def write_field(self, name: str, value: Any, before: Seen, seen: Seen, told: dict[str, Encoded]) -> None:
        known, written = before.fields.get(name), self.once(value)
        seen.fields[name] = (value, written)
        if known is None or known[1] != written:
            told[name] = written

    def write_list(self, name: str, values: list[Any], before: Seen, seen: Seen, told: dict[str, Encoded]) -> None:
        known = before.lists.get(name)
        after = seen.lists[name] = self.elements(values)
        if known != after:
            told[name] = self.changed_list(known or NOTHING, after)

    def once(self, value: Any) -> Encoded:
        written = self._written.get(id(value))
        if written is None:
            written = self._written[id(value)] = encode(value)
        return written

    def elements(self, values: list[Any]) -> list[Encoded]:
        found = self._lists.get(id(values))
        if found is None:
            found = [value.written or write_fixed(value) if type(value) is Fixed else encode(value) for value in values]
            self._lists[id(values)] = found
        return found

    def changed_list(self, before: list[Encoded], after: list[Encoded]) -> Encoded:
        key = (id(before), id(after))
        if key not in self._changed:
            places = dict(zip(before, PLACES, strict=False))
            self._changed[key] = join_list([places.get(value, value) for value in after])
        return self._changed[key]


def write_fixed(value: Fixed) -> Encoded:
    """As JSON: once for all the views that show it."""
    value.written = encode(value)
    return value.written


def whole_view(view: Tree, *parts: Seen) -> Encoded:
    """All of it, also board and log; `parts` are the rest."""
    whole = {name: encode(view[name]) for name in sorted(APART)}
    for seen in parts:
        whole |= {name: written for name, (_, written) in seen.fields.items()}
        whole |= {name: join_list(values) for name, values in seen.lists.items()}
    return join_object(whole)


def join_list(values: Iterable[Encoded]) -> Encoded:
    return b"[" + b",".join(values) + b"]"


def join_object(fields: Mapping[str, Encoded]) -> Encoded:
    """A JSON object of values that are written already.

    >>> join_object({"a": b"1", "b": b"[2]"})
    b'{"a":1,"b":[2]}'
    """
    return b"{" + join_fields(fields) + b"}"


def join_fields(fields: Mapping[str, Encoded]) -> Encoded:
    return b",".join([name_of(name) + value for name, value in fields.items()])


@cache
def name_of(name: str) -> Encoded:
    """As it stands before its value; views of all games have a few dozen."""
    return encode(name) + b":"


def both(first: Encoded, second: Encoded) -> Encoded:
    """A JSON object with the fields of two, neither of which is empty.

    >>> both(b'{"a":1}', b'{"b":2}')
    b'{"a":1,"b":2}'
    """
    return first[:-1] + b"," + second[1:]


def object_of(*parts: Encoded) -> Encoded:
    """A JSON object of fields that are written already; a part may have none.

    >>> object_of(b'"a":1', b"", b'"b":2')
    b'{"a":1,"b":2}'
    """
    return b"{" + b",".join(filter(None, parts)) + b"}"
