"""Games that break a law on purpose, each made from a toy by changing one function.

They keep the toy's name, so that its compiled functions are shared.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tabor.game import DRAWN, OVER, Kind, Message, Tree
from tabor.jit import rule
from tabor.rng import join, roll
from tabor.view import message
from toys import TOYS, bidders, changed, delvers


@dataclass(frozen=True)
class Broken:
    kind: Kind
    law: str  # the law meant to catch it
    also: frozenset[str] = frozenset()  # laws that cannot hold either


# ---- legal ----


@rule
def descending(rules: Any, state: Any, work: Any, out: Any) -> Any:
    n = bidders.legal(rules, state, work, out)
    for i in range(n // 2):
        swapped = out[i]
        out[i] = out[n - 1 - i]
        out[n - 1 - i] = swapped
    return n


@rule
def repeating(rules: Any, state: Any, work: Any, out: Any) -> Any:
    n = bidders.legal(rules, state, work, out)
    if 0 < n < int(rules["cards"]):
        out[n] = out[n - 1]
        n += 1
    return n


@rule
def giving_up(rules: Any, state: Any, work: Any, out: Any) -> Any:
    return 0 if int(state["round"]) == 2 else bidders.legal(rules, state, work, out)


@rule
def going_on(rules: Any, state: Any, work: Any, out: Any) -> Any:
    """An action after the end."""
    if int(state["player"]) == OVER:
        out[0] = 0
        return 1
    return bidders.legal(rules, state, work, out)


@rule
def outbidding(rules: Any, state: Any, work: Any, out: Any) -> Any:
    """The card that the first player laid face down is forbidden to the others."""
    n = bidders.legal(rules, state, work, out)
    kept = 0
    for i in range(n):
        if n == 1 or int(state["player"]) == 0 or out[i] + 1 != int(state["order"][0]):
            out[kept] = out[i]
            kept += 1
    return kept


@rule
def reading_work(rules: Any, state: Any, work: Any, out: Any) -> Any:
    n = bidders.legal(rules, state, work, out)
    return n - 1 if n > 1 and int(work["unused"]) != 0 else n


# ---- apply ----


@rule
def counting_twice(rules: Any, state: Any, work: Any, action: Any, rng: Any, events: Any) -> None:
    bidders.apply(rules, state, work, action, rng, events)
    state["ply"] = int(state["ply"]) + 1


@rule
def keeping_a_card(rules: Any, state: Any, work: Any, action: Any, rng: Any, events: Any) -> None:
    """In the last round but one the first player's card is not taken from the hand."""
    hand = int(state["hand"][0])
    bidders.apply(rules, state, work, action, rng, events)
    if int(state["round"]) == int(rules["cards"]) - 1 and int(state["player"]) == 0:
        state["hand"][0] = hand


@rule
def endless(rules: Any, state: Any, work: Any, action: Any, rng: Any, events: Any) -> None:
    """Nobody's card is ever turned over."""
    if int(state["player"]) < bidders.PLAYERS - 1:
        bidders.apply(rules, state, work, action, rng, events)
        return
    state["ply"] = int(state["ply"]) + 1
    state["player"] = 0
    for player in range(bidders.PLAYERS):
        state["order"][player] = 0


@rule
def own_dice(rules: Any, state: Any, work: Any, action: Any, rng: Any, events: Any) -> None:
    """The die may be moved on to a higher number, so that nobody is stuck by it."""
    delvers.apply(rules, state, work, action, rng, events)
    state["die"] = max(int(state["die"]), 1 + int(np.random.random() * int(rules["sides"])))


@rule
def changing_numbers(rules: Any, state: Any, work: Any, action: Any, rng: Any, events: Any) -> None:
    """Counts plays in a number of the game that no other rule looks at."""
    delvers.apply(rules, state, work, action, rng, events)
    rules["worth"][3] = (int(rules["worth"][3]) + 1) & 63


@rule
def paid_by_work(rules: Any, state: Any, work: Any, action: Any, rng: Any, events: Any) -> None:
    bidders.apply(rules, state, work, action, rng, events)
    if int(work["unused"]) != 0:
        state["points"][0] = int(state["points"][0]) + 1


@rule
def miscounting(rules: Any, state: Any, work: Any, action: Any, rng: Any, events: Any) -> None:
    """Events that find no room are not counted."""
    bidders.apply(rules, state, work, action, rng, events)
    if events.shape[0] > 0:
        events[0, 0] = min(int(events[0, 0]), events.shape[0] - 1)


@rule
def paid_for_room(rules: Any, state: Any, work: Any, action: Any, rng: Any, events: Any) -> None:
    """Who watches a match makes the first player richer."""
    bidders.apply(rules, state, work, action, rng, events)
    if events.shape[0] > 0:
        state["points"][0] = int(state["points"][0]) + 1


# ---- observe, hide, key, value ----


@rule
def seeing_orders(rules: Any, state: Any, player: Any, out: Any) -> None:
    bidders.observe(rules, state, player, out)
    cards = int(rules["cards"])
    out[6 * cards] = int(state["order"][0])


@rule
def forgetting_a_plane(rules: Any, state: Any, player: Any, out: Any) -> None:
    """What was in the last plane stays there."""
    cards = int(rules["cards"])
    last = (3 * bidders.PLAYERS + 1) * cards
    first, kept = out[last], out[last + 1]
    bidders.observe(rules, state, player, out)
    out[last] = first
    out[last + 1] = kept


@rule
def moving_the_die(rules: Any, state: Any, player: Any, rng: Any) -> None:
    delvers.hide(rules, state, player, rng)
    state["die"] = 1 + int(state["die"]) % int(rules["sides"])


@rule
def guessing_wildly(rules: Any, state: Any, player: Any, rng: Any) -> None:
    """Cards that are gone may lie face down again."""
    for other in range(int(state["player"])):
        if other != player:
            state["order"][other] = 1 + roll(rng, int(rules["cards"]))


@rule
def telling_key(rules: Any, state: Any, player: Any) -> Any:
    return bidders.key(rules, state, -1)


@rule
def counting_key(rules: Any, state: Any, player: Any) -> Any:
    return join(bidders.key(rules, state, player), int(state["ply"]))


@rule
def pointless_key(rules: Any, state: Any, player: Any) -> Any:
    """Leaves out the points."""
    hash_ = np.uint64(int(state["player"]) + 1)
    for side in range(bidders.PLAYERS):
        hash_ = join(hash_, int(state["hand"][side]))
        if player in (side, -1):
            hash_ = join(hash_, int(state["order"][side]))
    return hash_


@rule
def ignorant_key(rules: Any, state: Any, player: Any) -> Any:
    """A player knows nothing."""
    return bidders.key(rules, state, -1) if player == -1 else np.uint64(0)


@rule
def boasting(rules: Any, state: Any, player: Any) -> Any:
    return 65.0 * bidders.value(rules, state, player)


@rule
def int8_value(rules: Any, state: Any, player: Any) -> Any:
    """50 × 3 points are more than an int8 holds: they wrap in NumPy and do not when compiled."""
    if int(state["player"]) == OVER:
        winner = int(state["winner"])
        if winner == DRAWN:
            return 0.0
        return 1.0 if winner == player else -1.0
    return (state["points"][player] * 50) / 6400.0


# ---- text and view ----


def short_action(setup: Any, state: Any, action: int) -> str:
    return f"lay {min(action + 1, 4)}"


def short_state(setup: Any, state: Any) -> str:
    forgetful = state.copy()
    forgetful["points"] = 0
    return bidders.write_state(setup, forgetful)


def open_scene(setup: Any, state: Any, seat: int | None) -> Tree:
    panels = [delvers.pouch_panel(setup, state, player, player) for player in range(2)]
    return delvers.scene(setup, state, seat) | {"panels": panels}


def scene_for_spectators(setup: Any, state: Any, seat: int | None) -> Tree:
    return delvers.scene(setup, state, 0 if seat is None else seat)


def same_click(setup: Any, state: Any, action: int) -> list[Tree]:
    return [{"panel": f"hand-{int(state['player'])}"}]


def telling_orders(setup: Any, event: Any, seat: int | None) -> Message | None:
    return bidders.describe(setup, event, int(event[1]))


def telling_spectators(setup: Any, event: Any, seat: int | None) -> Message | None:
    return delvers.describe(setup, event, int(event[1]) if seat is None else seat)


def without_a_sign(setup: Any, state: Any, seat: int | None) -> Tree:
    """A ground that nobody has heard of."""
    shown = delvers.scene(setup, state, seat)
    cells = [cell | {"ground": "swamp"} for cell in shown["board"]["cells"]]
    return shown | {"board": shown["board"] | {"cells": cells}}


def beyond_the_board(setup: Any, state: Any, seat: int | None) -> Tree:
    shown = delvers.scene(setup, state, seat)
    return shown | {"pieces": [piece | {"cells": ["z9"]} for piece in shown["pieces"]]}


def wordless(setup: Any, state: Any, seat: int | None) -> Tree:
    return delvers.scene(setup, state, seat) | {"status": message("unheard-of")}


def nameless(table: Any, options: Any) -> Any:
    return replace(delvers.read(table, options), plane_names=())


def without_digits(table: Any, options: Any) -> Any:
    return replace(delvers.read(table, options), digit_names={"what": "0 select, 1 go"})


# ---- all of them ----

UNALIGNED = np.dtype([("odd", np.int8), ("taken", np.int16, delvers.CELLS)])

# A game whose dice come from outside is another each time it is played.
REPLAYED = frozenset({"law_replay", "law_undo", "law_copy", "law_work", "law_events", "law_plain"})


def bidding(law: str, *also: str, **changes: Any) -> Broken:
    return Broken(changed(TOYS["bidders"], **changes), law, frozenset(also))


def delving(law: str, *also: str, **changes: Any) -> Broken:
    return Broken(changed(TOYS["delvers"], **changes), law, frozenset(also))


BROKEN = {
    "unaligned record": delving("law_aligned", WORK=UNALIGNED),
    "dice not declared": delving("law_declared", chance=False),
    "secrets not declared": bidding("law_declared", secrets=False),
    "unsorted legal": bidding("law_legal", "law_replay", "law_undo", "law_copy", legal=descending),
    "repeated action": bidding("law_legal", "law_action_text", "law_clicks", legal=repeating),
    "no action before the end": bidding("law_legal", "law_undo", "law_hide", legal=giving_up),
    "action after the end": bidding("law_legal", "law_apply", "law_hide", legal=going_on),
    "ply by two": bidding("law_apply", apply=counting_twice),
    "impossible position": bidding("law_apply", "law_state_text", "law_hide", apply=keeping_a_card),
    "endless": bidding("law_end", "law_hide", apply=endless),
    "two actions, one text": bidding("law_action_text", "law_replay", "law_undo", write_action=short_action),
    "two actions, one click": bidding("law_clicks", clicks=same_click),
    "text forgets points": bidding("law_state_text", write_state=short_state),
    "own dice": delving("law_replay", *REPLAYED, apply=own_dice),
    "rules changed": delving("law_copy", apply=changing_numbers),
    "view shows pouches": delving("law_view_hides", scene=open_scene),
    "spectators see a pouch": delving("law_view_hides", scene=scene_for_spectators),
    "planes show orders": bidding("law_observe_hides", observe=seeing_orders),
    "key tells orders": bidding("law_key_hides", key=telling_key),
    "legal tells an order": bidding("law_legal_hides", "law_view_hides", "law_key_of_player", legal=outbidding),
    "events tell orders": bidding("law_events_hide", describe=telling_orders),
    "events tell spectators": delving("law_events_hide", describe=telling_spectators),
    "hide moves the die": delving("law_hide", hide=moving_the_die),
    "hide guesses the impossible": bidding("law_hide", hide=guessing_wildly),
    "key counts plies": bidding("law_key", key=counting_key),
    "key forgets points": bidding("law_key", key=pointless_key),
    "key knows nothing": bidding("law_key_of_player", key=ignorant_key),
    "legal reads work": bidding("law_work", legal=reading_work),
    "apply reads work": bidding("law_work", apply=paid_by_work),
    "events not counted": bidding("law_events", apply=miscounting),
    "events change play": bidding("law_events", "law_replay", "law_copy", apply=paid_for_room),
    "value too large": bidding("law_value", value=boasting),
    "plane not written": bidding("law_observe", observe=forgetting_a_plane),
    "level that nobody plays": bidding("law_levels", levels=("random", "gready")),
    "ground without a sign": delving("law_scene", scene=without_a_sign),
    "piece beyond the board": delving("law_scene", scene=beyond_the_board),
    "words that are missing": delving("law_words", scene=wordless),
    "planes without names": delving("law_named", read=nameless),
    "digit without a name": delving("law_named", read=without_digits),
    "int8 arithmetic": bidding("law_plain", value=int8_value),
}
