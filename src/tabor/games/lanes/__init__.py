"""Lanes: a card battle in four columns against a horde."""

from typing import Any

from tabor.game import Kind
from tabor.games.lanes import campaign, forecast, knowledge, layout, numbers, players, rules, text, view


def hidden(setup: numbers.LanesSetup, state: Any, player: int) -> list[Any]:
    """S14: the hand and the main deck from the horde, the script from the player."""
    if player == layout.HORDE:
        return [state["hand"], state["deck"]]
    names = ("script_unit", "script_round", "script_column")
    return [state[name][: layout.SCRIPT] for name in names] if setup.rules["scripted"] else []


KIND = Kind.of(
    __file__,
    rules,
    knowledge,
    numbers,
    text,
    view,
    title="Lanes",
    options={"level": "meadow", "deck": "starter"},
    hidden=hidden,
    chance=True,
    secrets=True,
    note=view.note,
    bots=players.BOTS,
    levels=players.LEVELS,
    campaign=campaign.campaign,
    generics=(forecast.fight_on,),
)
