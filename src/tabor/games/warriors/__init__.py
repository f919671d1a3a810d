"""Warriors: a secret team of warriors and potions, four phases a turn, the last one standing wins."""

from pathlib import Path
from typing import Any

from tabor.game import Kind
from tabor.games.warriors import knowledge, numbers, players, rules, text, view

HOME = Path(__file__).parent


def hidden(setup: numbers.WarriorsSetup, state: Any, player: int) -> list[Any]:
    """S1: what others pick, until all have picked."""
    if int(state["phase"]) != rules.PICK:
        return []
    others = [other for other in range(len(setup.seats)) if other != player]
    return [state[name][other] for other in others for name in ("hand", "bag")]


KIND = Kind(
    name="warriors",
    title="Warriors",
    version=1,
    home=HOME,
    data=tuple(HOME / "data" / f"{name}.toml" for name in ("rules", "warriors", "potions", "maps")),
    options={"map": "duel", "players": "2"},
    reasons=text.REASONS,
    RULES=rules.RULES,
    STATE=rules.STATE,
    WORK=rules.WORK,
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
    secrets=True,
    bots=players.BOTS,
    levels=players.LEVELS,
    menu=lambda data: {"map": list(data["maps"]), "players": ["2", "3", "4"]},
    leave=text.leave,
)
