"""Warriors: a secret team of warriors and potions, four phases a turn, the last one standing wins."""

from collections.abc import Mapping, Sequence
from typing import Any

from tabor.game import OVER, Kind, Later, SecretChoice, copy_of
from tabor.games.warriors import knowledge, numbers, players, rules, text, view


def hidden(setup: numbers.WarriorsSetup, state: Any, player: int) -> list[Any]:
    """S1: what others pick, until all have picked."""
    if int(state["phase"]) != rules.PICK:
        return []
    others = [other for other in range(len(setup.seats)) if other != player]
    return [state[name][other] for other in others for name in ("hand", "bag")]


def asked(setup: numbers.WarriorsSetup, state: Any, player: int, chosen: Mapping[int, int]) -> Sequence[Any]:
    """S1: what this player still has to pick, whatever others pick."""
    decider = int(state["player"])
    if decider == OVER or int(state["phase"]) != rules.PICK or state["gone"][player] or player < decider:
        return []
    picked = int(state["picked"]) if player == decider else 0

    def position(number: int) -> Any:
        laid = copy_of(state)
        laid["player"], laid["picked"] = player, picked + number
        for action in chosen.values():
            what, which = text.split_action(setup, action)
            laid["hand" if what == rules.RECRUIT else "bag"][player, which] += 1
        return laid

    return Later(int(setup.rules["team"]) + int(setup.rules["items"]) - picked, position)


def alike(setup: numbers.WarriorsSetup, position: Any) -> tuple[int, bool]:
    """First warriors are picked, then potions, of each as many as one likes."""
    return int(position["player"]), int(position["picked"]) < int(setup.rules["team"])


KIND = Kind.of(
    __file__,
    rules,
    knowledge,
    numbers,
    text,
    view,
    title="Warriors",
    options={"map": "duel", "players": "2", "variant": "rulebook"},
    menu={"players": ("2", "3", "4")},
    hidden=hidden,
    secrets=True,
    note=view.note,
    choice=SecretChoice(asked, spell=text.spell_team, example=text.example_team, alike=alike),
    bots=players.BOTS,
    levels=players.LEVELS,
    leave=text.leave,
    standing=text.standing,
)
