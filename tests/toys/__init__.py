"""Two small games with what larger ones need: dice, a bag, selections, secrets, three players."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tabor.game import Kind, SecretChoice
from toys import bidders, delvers

BIDDERS = Kind.of(
    __file__,
    bidders,
    bidders,
    bidders,
    bidders,
    bidders,
    name="bidders",
    title="Bidders",
    options={"cards": "5"},
    hidden=bidders.hidden,
    secrets=True,
    choice=SecretChoice(bidders.asked),
)

DELVERS = Kind.of(
    __file__,
    delvers,
    delvers,
    delvers,
    delvers,
    delvers,
    name="delvers",
    title="Delvers",
    data=[Path(__file__).with_name("delvers.toml")],
    hidden=delvers.hidden,
    chance=True,
    secrets=True,
)

TOYS: dict[str, Kind] = {kind.name: kind for kind in (DELVERS, BIDDERS)}


def changed(kind: Kind, **changes: Any) -> Kind:
    """The same game with other fields, or other functions in whichever of its modules has them."""
    own = {field.name for field in fields(Kind)}
    parts = {name: vars(getattr(kind, name)) for name in ("rules", "knowledge", "numbers", "text", "view")}
    new = {
        name: SimpleNamespace(**(part | {key: value for key, value in changes.items() if key not in own}))
        for name, part in parts.items()
    }
    return replace(kind, **(new | {key: value for key, value in changes.items() if key in own}))
