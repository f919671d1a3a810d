"""Bidders, a toy with three players and secret orders; the whole game in one file, its size an option.

B1 Three players hold the cards 1 to n. Round r has a prize of r points. B2 Each lays one card face down, one
player after the other. B3 Then all are turned over: the highest card that nobody else laid wins the prize; if
there is none, nobody does. The cards are gone. B4 After n rounds most points win.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabor.data import Table
from tabor.errors import DataError
from tabor.game import DRAWN, HEADER, NOBODY, OVER, Message, Setup, Tree, emit, end, one, record
from tabor.jit import rule
from tabor.rng import join, roll
from tabor.view import board, fact, item, message, panel, piece
from toys.facts import must_hold, read_facts, read_number, read_numbers, write_facts

PLAYERS = 3
CARDS = 7  # LIMIT

RULES = record(("cards", np.int8))  # B1

STATE = record(
    *HEADER,
    ("round", np.int8),  # 0 …
    ("points", np.int8, PLAYERS),
    ("hand", np.int16, PLAYERS),  # set of cards: bit c for card c + 1
    ("order", np.int8, PLAYERS),  # B2: the card that lies face down, 0 none yet; hidden from the others
)

WORK = record(("unused", np.int8))

REASONS = ("all-played",)
ALL_PLAYED = 1

# Events: (ORDERED, player, card) (REVEALED, player, card) (WON, player or −1, points)
ORDERED, REVEALED, WON = 0, 1, 2

# An action is a card, from 0.


@rule
def start(rules: Any, state: Any, work: Any, rng: Any) -> None:
    """B1."""
    state["round"] = 0
    for player in range(PLAYERS):
        state["points"][player] = 0
        state["hand"][player] = (1 << int(rules["cards"])) - 1
        state["order"][player] = 0


@rule
def legal(rules: Any, state: Any, work: Any, out: Any) -> Any:
    """B2."""
    if int(state["player"]) == OVER:
        return 0
    n = 0
    for card in range(int(rules["cards"])):
        if int(state["hand"][int(state["player"])]) >> card & 1:
            out[n] = card
            n += 1
    return n


@rule
def highest_alone(state: Any) -> Any:
    """B3: the player whose card is the highest that nobody else laid; NOBODY if there is none."""
    best, winner = 0, NOBODY
    for player in range(PLAYERS):
        card, same = int(state["order"][player]), 0
        for other in range(PLAYERS):
            if int(state["order"][other]) == card:
                same += 1
        if same == 1 and card > best:
            best, winner = card, player
    return winner


@rule
def turn_over(rules: Any, state: Any, events: Any) -> None:
    """B3."""
    winner, prize = highest_alone(state), int(state["round"]) + 1
    for player in range(PLAYERS):
        card = int(state["order"][player])
        emit(events, REVEALED, player, card, 0, 0, 0)
        state["hand"][player] = int(state["hand"][player]) & ~(1 << (card - 1))
        state["order"][player] = 0
    emit(events, WON, winner, prize, 0, 0, 0)
    if winner != NOBODY:
        state["points"][winner] = int(state["points"][winner]) + prize
    state["round"] = prize


@rule
def finish(state: Any) -> None:
    """B4; if the most points are shared, nobody wins."""
    best, winner = -1, DRAWN
    for player in range(PLAYERS):
        points = int(state["points"][player])
        if points == best:
            winner = DRAWN
        if points > best:
            best, winner = points, player
    end(state, winner, ALL_PLAYED)


@rule
def apply(rules: Any, state: Any, work: Any, action: Any, rng: Any, events: Any) -> None:
    player = int(state["player"])
    state["order"][player] = action + 1
    state["ply"] = int(state["ply"]) + 1
    emit(events, ORDERED, player, action + 1, 0, 0, 0)
    if player < PLAYERS - 1:
        state["player"] = player + 1
        return
    turn_over(rules, state, events)
    state["player"] = 0
    if int(state["round"]) == int(rules["cards"]):
        finish(state)


# ---- for search and learning ----


@rule
def observe(rules: Any, state: Any, player: Any, out: Any) -> None:
    """Planes: hand, points and has laid a card, each for me and the next two; my order; the round."""
    cards = int(rules["cards"])
    for i in range(PLAYERS):
        other = (player + i) % PLAYERS
        for card in range(cards):
            out[i * cards + card] = int(state["hand"][other]) >> card & 1
            out[(PLAYERS + i) * cards + card] = int(state["points"][other])
            out[(2 * PLAYERS + i) * cards + card] = other < int(state["player"])
    for card in range(cards):
        out[3 * PLAYERS * cards + card] = int(state["order"][player]) == card + 1
        out[(3 * PLAYERS + 1) * cards + card] = int(state["round"])


@rule
def nth_card(hand: Any, n: Any) -> Any:
    """The n-th card of a hand, counted from 0; the cards themselves count from 1."""
    for card in range(CARDS):
        if hand >> card & 1:
            if n == 0:
                return card + 1
            n -= 1
    return 0


@rule
def hide(rules: Any, state: Any, player: Any, rng: Any) -> None:
    """B2: whoever has laid a card may have laid any of the hand."""
    for other in range(int(state["player"])):
        if other != player:
            left = int(rules["cards"]) - int(state["round"])
            state["order"][other] = nth_card(int(state["hand"][other]), roll(rng, left))


@rule
def key(rules: Any, state: Any, player: Any) -> Any:
    hash_ = np.uint64(int(state["player"]) + 1)
    for side in range(PLAYERS):
        hash_ = join(hash_, int(state["hand"][side]) * 128 + int(state["points"][side]))
        if player in (side, -1):
            hash_ = join(hash_, int(state["order"][side]))
    return hash_


@rule
def value(rules: Any, state: Any, player: Any) -> Any:
    best = 0
    for other in range(PLAYERS):
        if other != player:
            best = max(best, int(state["points"][other]))
    return (int(state["points"][player]) - best) / 64.0


# ---- data ----


@dataclass(frozen=True)
class BiddersSetup(Setup):
    cards: int


def read(table: Table, options: Mapping[str, str]) -> BiddersSetup:
    table.only()
    cards = options["cards"]
    if cards not in map(str, range(2, CARDS + 1)):
        raise DataError(f"cards is {cards!r}; it must be a whole number from 2 to {CARDS}")
    rules = one(RULES)
    rules["cards"] = n = int(cards)
    return BiddersSetup(
        rules=rules,
        seats=("ann", "ben", "cat"),
        digits=(("card", n),),
        most_actions=n,
        planes=(3 * PLAYERS + 2, 1, n),
        plane_names=(("hand, points, laid, each for three", 3 * PLAYERS), ("my order", 1), ("the round", 1)),
        digit_names={"card": "the card laid, counted from 0"},
        cards=n,
    )


def problem(setup: BiddersSetup, state: Any) -> str | None:
    """Why this position cannot be; None if it can."""
    for player, seat in enumerate(setup.seats):
        hand, order = int(state["hand"][player]), int(state["order"][player])
        if hand >> setup.cards or hand.bit_count() != setup.cards - int(state["round"]):
            return f"{seat} must have {setup.cards - int(state['round'])} of the cards 1 to {setup.cards}"
        if (order > 0) != (player < int(state["player"])):
            return f"{seat} has laid {order or 'nothing'}, which does not fit the turn"
        if order and not hand >> (order - 1) & 1:
            return f"{seat} has laid {order}, which is not in the hand"
    if (int(state["player"]) == OVER) != (int(state["round"]) == setup.cards):
        return f"the game is over after round {setup.cards}, and only then"
    return None


def check(setup: BiddersSetup, state: Any) -> None:
    found = problem(setup, state)
    assert found is None, found


def hidden(setup: BiddersSetup, state: Any, player: int) -> list[Any]:
    """B2."""
    return [state["order"][other : other + 1] for other in range(PLAYERS) if other != player]


def asked(setup: BiddersSetup, state: Any, player: int, chosen: Mapping[int, int]) -> list[Any]:
    """B2."""
    if int(state["player"]) == OVER or player < int(state["player"]):
        return []
    laid = state.copy()
    laid["player"] = player
    for card in chosen.values():
        laid["order"][player] = card + 1
    return [laid]


# ---- text ----


def write_action(setup: BiddersSetup, state: Any, action: int) -> str:
    return f"lay {action + 1}"


def read_action(setup: BiddersSetup, state: Any, text: str) -> int:
    word, _, card = text.partition(" ")
    if word != "lay" or card not in map(str, range(1, setup.cards + 1)):
        raise ValueError(f"an action is written 'lay 1' to 'lay {setup.cards}'")
    return int(card) - 1


def cards_in(setup: BiddersSetup, hand: int) -> list[int]:
    return [card + 1 for card in range(setup.cards) if hand >> card & 1]


def write_state(setup: BiddersSetup, state: Any) -> str:
    hands = ("".join(map(str, cards_in(setup, int(hand)))) or "-" for hand in state["hand"])
    facts = {
        "round": str(state["round"]),
        "hands": ",".join(hands),
        "orders": ",".join(str(n) for n in state["order"]),
        "points": ",".join(str(n) for n in state["points"]),
    }
    return write_facts(setup.seats, REASONS, state, facts)


def read_state(setup: BiddersSetup, text: str, state: Any) -> None:
    facts = read_facts(setup.seats, REASONS, text, ("round", "hands", "orders", "points"), state)
    state["round"] = read_number(facts, "round", 0, setup.cards)
    state["order"] = read_numbers(facts, "orders", PLAYERS, 0, setup.cards)
    state["points"] = read_numbers(facts, "points", PLAYERS, 0, 100)
    hands = facts["hands"].split(",")
    known = "-" + "".join(map(str, range(1, setup.cards + 1)))
    is_right = len(hands) == PLAYERS and all(card in known for hand in hands for card in hand)
    must_hold(is_right, f"hands={facts['hands']}: it must be {PLAYERS} hands like 124, with commas between")
    state["hand"] = [sum({1 << int(card) - 1 for card in hand if card != "-"}) for hand in hands]
    found = problem(setup, state)
    must_hold(found is None, str(found))


# ---- view ----


def scene(setup: BiddersSetup, state: Any, seat: int | None) -> Tree:
    """The prizes that are left lie on a row of cells."""
    left = range(int(state["round"]), setup.cards)
    prizes = [piece("prize", str(n + 1), None, [f"{chr(ord('a') + n)}1"]) for n in left]
    return {
        "board": board(setup.cards, 1, lambda cell: "free"),
        "pieces": prizes,
        "panels": [hand_panel(setup, state, player, seat) for player in range(PLAYERS)],
    }


def hand_panel(setup: BiddersSetup, state: Any, player: int, seat: int | None) -> Tree:
    """B2: everybody knows the hands; which card lies face down only its owner does."""
    cards = [item("card", str(card), id=str(card)) for card in cards_in(setup, int(state["hand"][player]))]
    facts = [fact("points", int(state["points"][player]))]
    if player < int(state["player"]):
        facts.append(fact("laid", int(state["order"][player]) if seat == player else "?"))
    return panel(f"hand-{player}", message("hand-of", player=setup.seats[player]), player, cards, facts)


def clicks(setup: BiddersSetup, state: Any, action: int) -> list[Tree]:
    return [{"panel": f"hand-{int(state['player'])}", "item": str(action + 1)}]


def describe(setup: BiddersSetup, event: Any, seat: int | None) -> Message | None:
    kind, player, n = (int(value) for value in event[:3])
    if kind == ORDERED:
        who: dict[str, str | int] = {"player": setup.seats[player]}
        return Message("laid-card", who | {"card": n}) if seat == player else Message("laid-something", who)
    if kind == REVEALED:
        return Message("revealed", {"player": setup.seats[player], "card": n})
    assert kind == WON
    return Message("won-prize", {"player": setup.seats[player], "points": n}) if player >= 0 else Message("lost-prize")
