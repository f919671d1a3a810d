"""Lanes: a card battle in four columns against a horde."""

from pathlib import Path
from typing import Any

from tabor.game import Kind
from tabor.games.lanes import knowledge, layout, numbers, players, rules, text, view

HOME = Path(__file__).parent


def hidden(setup: numbers.LanesSetup, state: Any, player: int) -> list[Any]:
    """S14: the hand and the main deck from the horde, the script from the player."""
    if player == layout.HORDE:
        return [state["hand"], state["deck"]]
    names = ("script_unit", "script_round", "script_column")
    return [state[name][: layout.SCRIPT] for name in names] if setup.rules["scripted"] else []


KIND = Kind(
    name="lanes",
    title="Lanes",
    version=1,
    home=HOME,
    data=tuple(HOME / "data" / f"{name}.toml" for name in ("rules", "units", "bonuses", "decks", "levels")),
    options={"level": "meadow", "deck": "starter"},
    reasons=text.REASONS,
    RULES=layout.RULES,
    STATE=layout.STATE,
    WORK=layout.WORK,
    start=rules.start,
    legal=rules.legal,
    apply=rules.apply,
    observe=knowledge.observe,
    hide=knowledge.hide,
    key=knowledge.key,
    value=knowledge.value,
    read=numbers.read,
    check=text.check,
    hidden=hidden,
    write_action=text.write_action,
    read_action=text.read_action,
    write_state=text.write_state,
    read_state=text.read_state,
    scene=view.scene,
    clicks=view.clicks,
    describe=view.describe,
    chance=True,
    secrets=True,
    bots=players.BOTS,
    levels=players.LEVELS,
    menu=lambda data: {"level": list(data["levels"]), "deck": list(data["decks"])},
)
