"""Positions of the toys as text: facts like `round=2 turn=ann ply=7`, every one of them given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabor.game import DRAWN, NOBODY, OVER


def write_facts(seats: Sequence[str], reasons: Sequence[str], state: Any, facts: dict[str, str]) -> str:
    """The game's own facts, then whose turn it is, or how it ended."""
    if int(state["player"]) == OVER:
        winner = int(state["winner"])
        turn = {"turn": "over", "winner": "nobody" if winner == DRAWN else seats[winner]}
        turn["reason"] = reasons[int(state["reason"]) - 1]
    else:
        turn = {"turn": seats[int(state["player"])]}
    facts = facts | turn | {"ply": str(state["ply"])}
    return " ".join(f"{name}={value}" for name, value in facts.items())


def read_facts(
    seats: Sequence[str], reasons: Sequence[str], text: str, own: Sequence[str], state: Any
) -> dict[str, str]:
    """Write the header into a blank state; the game's own facts by name."""
    parts = [part.partition("=") for part in text.split()]
    facts = {name: value for name, _, value in parts}
    is_over = facts.get("turn") == "over"
    needed = [*own, "turn", *(("winner", "reason") if is_over else ()), "ply"]
    if sorted(name for name, _, _ in parts) != sorted(needed):
        raise ValueError(f"a position has the facts {', '.join(needed)}, each once")
    state["ply"] = read_number(facts, "ply", 0, 10**9)
    state["player"] = OVER if is_over else choose(facts, "turn", seats)
    state["winner"] = [*range(len(seats)), DRAWN][choose(facts, "winner", [*seats, "nobody"])] if is_over else NOBODY
    state["reason"] = 1 + choose(facts, "reason", reasons) if is_over else 0
    return facts


def choose(facts: dict[str, str], name: str, words: Sequence[str]) -> int:
    """Which of the words stands there."""
    if facts[name] not in words:
        raise ValueError(f"{name}={facts[name]}: it must be one of {', '.join(words)}")
    return list(words).index(facts[name])


def read_number(facts: dict[str, str], name: str, low: int, high: int) -> int:
    return read_numbers(facts, name, 1, low, high)[0]


def read_numbers(facts: dict[str, str], name: str, count: int, low: int, high: int) -> list[int]:
    """So many numbers with commas between."""
    words = facts[name].split(",")
    if len(words) != count or not all(is_number(word) and low <= int(word) <= high for word in words):
        raise ValueError(f"{name}={facts[name]}: it must be {count} numbers from {low} to {high}, with commas between")
    return [int(word) for word in words]


def is_number(word: str) -> bool:
    digits = word.removeprefix("-")
    return digits.isdecimal() and len(digits) < 11


def must_hold(holds: bool, problem: str) -> None:
    """For positions that cannot be."""
    if not holds:
        raise ValueError(problem)
