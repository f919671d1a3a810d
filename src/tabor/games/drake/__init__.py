"""The Drake: a small board, seven flipping troops a side, one leader to catch."""

from pathlib import Path

from tabor.game import Kind
from tabor.games.drake import numbers, players, rules, text, view

HOME = Path(__file__).parent

KIND = Kind(
    name="drake",
    title="The Drake",
    version=1,
    home=HOME,
    data=tuple(HOME / "data" / f"{name}.toml" for name in ("rules", "troops", "boards")),
    options={"board": "plain"},
    reasons=text.REASONS,
    RULES=rules.RULES,
    STATE=rules.STATE,
    WORK=rules.WORK,
    start=rules.start,
    legal=rules.legal,
    apply=rules.apply,
    observe=rules.observe,
    hide=rules.hide,
    key=rules.key,
    value=rules.value,
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
    loud=rules.loud,
    opening=6,  # leaders and guards
    levels=players.LEVELS,
    menu=lambda data: {"board": list(data["boards"])},
)
