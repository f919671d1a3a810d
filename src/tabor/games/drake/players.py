"""The computer's levels in The Drake, from one that a child beats to all it can do in a second."""

LEVELS = (
    "random",
    "greedy:slips=40",
    "greedy:slips=10",
    "alphabeta:depth=2",
    "alphabeta:depth=3",
    "alphabeta:depth=5",
    "alphabeta:ms=50",
    "alphabeta:ms=950,cores=all",
)
