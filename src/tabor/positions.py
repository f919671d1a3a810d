"""Facts of a position in its text, such as `turn=blue idle=3 ply=12`: written and read here for all games.

A game's `write_state` puts `turn_facts` among its own and joins them by `write_facts`; its `read_state` takes the words
apart by `read_facts` and reads each fact by `read_turn`, `read_number`, `read_numbers` or `read_choice`. All refuse by
a ValueError that names the fact, its value and what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from tabor.game import DRAWN, OVER, State

Facts = Mapping[str, str]

END = ("winner", "reason")  # facts of a finished game
MOST_PLIES = 10**9


# ---- writing ----


def write_facts(facts: Facts) -> str:
    """
    >>> write_facts({"turn": "blue", "ply": "3"})
    'turn=blue ply=3'
    """
    return " ".join(f"{name}={value}" for name, value in facts.items())


def turn_facts(seats: Sequence[str], reasons: Sequence[str], state: State, name: str = "turn") -> dict[str, str]:
    """Whose turn it is, or that the game is over, who won and why; `name` is what the game calls that fact."""
    player, winner = int(state["player"]), int(state["winner"])
    if player != OVER:
        return {name: seats[player]}
    result = "draw" if winner == DRAWN else seats[winner]
    return {name: "over", "winner": result, "reason": reasons[int(state["reason"]) - 1]}


# ---- reading ----


def read_facts(words: Iterable[str], known: Sequence[str]) -> dict[str, str]:
    """Facts by name, each of them known and given once.

    >>> read_facts(["turn=blue", "ply=3"], ["turn", "ply"])
    {'turn': 'blue', 'ply': '3'}
    """
    facts: dict[str, str] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in known or not value or name in facts:
            raise ValueError(f"{word!r} is no fact of a position, or stands there twice; facts are {', '.join(known)}")
        facts[name] = value
    return facts


def read_turn(
    facts: Facts, seats: Sequence[str], reasons: Sequence[str], state: State, name: str = "turn", usual: int = 0
) -> None:
    """Write whose turn it is, or how the game ended, into the header of a blank state; `usual`: if nothing is said."""
    turn = facts.get(name, seats[usual])
    if turn in seats:
        if any(part in facts for part in END):
            raise ValueError(f"only a finished game ({name}=over) has a winner and a reason")
        state["player"] = seats.index(turn)
        return
    if turn != "over":
        raise ValueError(f"{name}={turn}: it must be {one_of([*seats, 'over'])}")
    results = [*seats, "draw"]
    if facts.get("winner") not in results or facts.get("reason") not in reasons:
        raise ValueError(f"{name}=over needs winner={one_of(results)} and reason={one_of(reasons)}")
    winner = results.index(facts["winner"])
    state["player"], state["winner"] = OVER, winner if winner < len(seats) else DRAWN
    state["reason"] = 1 + reasons.index(facts["reason"])


def read_number(facts: Facts, name: str, low: int, high: int, usual: int = 0) -> int:
    """
    >>> read_number({"idle": "7"}, "idle", 0, 5)
    Traceback (most recent call last):
    ValueError: idle=7: it must be a whole number from 0 to 5
    """
    text = facts.get(name, str(usual))
    if not is_number(text, low, high):
        raise ValueError(f"{name}={text}: it must be a whole number from {low} to {high}")
    return int(text)


def read_numbers(facts: Facts, name: str, count: int, low: int, high: int, joint: str = "/") -> list[int]:
    """So many numbers with a sign between; all 0 if nothing is said.

    >>> read_numbers({"coins": "3/4"}, "coins", 2, 0, 99)
    [3, 4]
    """
    text = facts.get(name, joint.join("0" * count))
    parts = text.split(joint)
    if len(parts) != count or not all(is_number(part, low, high) for part in parts):
        raise ValueError(f"{name}={text}: it must be {count} whole numbers from {low} to {high} with {joint} between")
    return [int(part) for part in parts]


def read_choice(facts: Facts, name: str, words: Sequence[str], usual: str) -> int:
    """Which of the words stands there."""
    if (text := facts.get(name, usual)) not in words:
        raise ValueError(f"{name}={text}: it must be {one_of(words)}")
    return words.index(text)


def is_number(text: str, low: int, high: int) -> bool:
    return bool(re.fullmatch(r"-?[0-9]{1,10}", text)) and low <= int(text) <= high


def one_of(words: Sequence[str]) -> str:
    """
    >>> one_of(["blue", "orange", "over"])
    'blue, orange or over'
    """
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
