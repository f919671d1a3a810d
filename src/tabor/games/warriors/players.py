"""The computer's players in Warriors, and its levels."""

from __future__ import annotations

from tabor.games.warriors.captain import make_captain
from tabor.games.warriors.planner import make_planner

LEVELS = (
    "random",
    "greedy:slips=60",
    "greedy:slips=25",
    "captain:turns=1,team=any",
    "captain:turns=4,team=any",
    "captain:turns=12",
    "captain:turns=40",
    "captain:turns=160",  # 3 ms; four times as many win no more
)

BOTS = {"planner": make_planner, "captain": make_captain}
