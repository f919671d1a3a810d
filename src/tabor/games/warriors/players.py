"""The computer's players in Warriors, and its levels."""

from __future__ import annotations

from tabor.games.warriors.captain import make_captain
from tabor.games.warriors.planner import make_planner

LEVELS = (
    "random",
    "greedy:slips=60",
    "greedy:slips=25",
    "captain:turns=1,team=any",
    "captain:turns=8,team=any",
    "captain:turns=60,team=any",
    "captain:turns=40",
    "captain:turns=200,answers=80",  # 25 to 50 ms on average before a turn, 100 at most
)

BOTS = {"planner": make_planner, "captain": make_captain}
