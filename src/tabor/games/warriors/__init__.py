"""Warriors: a secret team of warriors and potions, four phases a turn, the last one standing wins."""

from typing import Any

from tabor.game import Kind
from tabor.games.warriors import knowledge, numbers, players, rules, text, view


def hidden(setup: numbers.WarriorsSetup, state: Any, player: int) -> list[Any]:
    """S1: what others pick, until all have picked."""
    if int(state["phase"]) != rules.PICK:
        return []
    others = [other for other in range(len(setup.seats)) if other != player]
    return [state[name][other] for other in others for name in ("hand", "bag")]


KIND = Kind.of(
    __file__,
    rules,
    knowledge,
    numbers,
    text,
    view,
    title="Warriors",
    options={"map": "duel", "players": "2"},
    menu={"players": ("2", "3", "4")},
    hidden=hidden,
    secrets=True,
    bots=players.BOTS,
    levels=players.LEVELS,
    leave=text.leave,
    standing=text.standing,
)
