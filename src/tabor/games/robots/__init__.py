"""Robots: two swarms on a round arena, all orders given in secret and carried out at once."""

from pathlib import Path
from typing import Any

from tabor.game import Kind
from tabor.games.robots import knowledge, numbers, players, rules, text, view
from tabor.games.robots.robotgame import programs
from tabor.games.robots.robotgame.situation import turn

__all__ = ["KIND", "turn"]

HOME = Path(__file__).parent


def hidden(setup: numbers.RobotsSetup, state: Any, player: int) -> list[Any]:
    """S1: the orders that the other side has given in this turn."""
    first, given = int(state["count"][0]), int(state["given"])
    return [state["order"][: min(first, given)] if player == 1 else state["order"][first : max(first, given)]]


KIND = Kind(
    name="robots",
    title="Robots",
    version=1,
    home=HOME,
    data=tuple(HOME / "data" / f"{name}.toml" for name in ("rules", "arenas")),
    options={"arena": "standard", "turns": numbers.ALL_TURNS},
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
    chance=True,
    secrets=True,
    turn=lambda setup, state: int(state["turn"]),
    programs=programs.PROGRAMS,
    bots=players.BOTS,
    levels=players.LEVELS,
    menu=lambda data: {"arena": list(data["arenas"])},
)
