"""Siege: castles, engines and ships; a war for the enemy's seats on a map of grass, water and rock."""

from pathlib import Path

from tabor.game import Kind
from tabor.games.siege import goals, knowledge, numbers, players, rules, text, view

KIND = Kind.of(
    __file__,
    rules,
    knowledge,
    numbers,
    text,
    view,
    title="Siege",
    data=[Path(__file__).parent / "data" / f"{name}.toml" for name in ("rules", "tokens", "maps", "variants")],
    options={"map": "ford", "mode": "standard", "variant": "rulebook"},
    menu={"mode": ("standard", "siege")},
    chance=True,
    warnings=view.warnings,
    bots=players.BOTS,
    levels=players.LEVELS,
    adviser="general",
    goals=goals.GOALS,
)
