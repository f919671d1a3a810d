"""Siege: castles, engines and ships; a war for the enemy's seats on a map of grass, water and rock."""

from pathlib import Path

from tabor.game import Kind
from tabor.games.siege import knowledge, numbers, players, rules, text, view
from tabor.games.siege.board import RULES, STATE, WORK

HOME = Path(__file__).parent

KIND = Kind(
    name="siege",
    title="Siege",
    version=1,
    home=HOME,
    data=tuple(HOME / "data" / f"{name}.toml" for name in ("rules", "tokens", "maps")),
    options={"map": "ford", "mode": "standard"},
    reasons=text.REASONS,
    RULES=RULES,
    STATE=STATE,
    WORK=WORK,
    start=rules.start,
    legal=rules.legal,
    apply=rules.apply,
    observe=knowledge.observe,
    hide=knowledge.hide,
    key=knowledge.key,
    value=knowledge.value,
    read=numbers.read,
    check=text.check,
    hidden=lambda setup, state, player: [],
    write_action=text.write_action,
    read_action=text.read_action,
    write_state=text.write_state,
    read_state=text.read_state,
    scene=view.scene,
    clicks=view.clicks,
    describe=view.describe,
    chance=True,
    bots=players.BOTS,
    levels=players.LEVELS,
    menu=lambda data: {"map": list(data["maps"]), "mode": ["standard", "siege"]},
)
