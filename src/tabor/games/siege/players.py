"""The computer's levels in siege, from one that a child beats to all it can do in a second."""

LEVELS = (
    "random",
    "greedy:slips=50",
    "greedy:slips=20",
    "greedy",
    "mcts:ms=30",
    "mcts:ms=100",
    "mcts:ms=300",
    "mcts:ms=950,cores=all",
)
