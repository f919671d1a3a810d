"""What a seat may see of Robots: everything but the orders that the other side has given in this turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from tabor.game import OVER, Arg, Message, Tree
from tabor.games.robots.numbers import RobotsSetup
from tabor.games.robots.rules import (
    ACTED,
    APPEARED,
    ATTACK,
    BLOCKED,
    BY_SPAWN,
    BY_SUICIDE,
    COLLIDED,
    DIED,
    DONE,
    GUARD,
    HIT,
    SPAWN,
    SUICIDE,
    TURN,
    is_attack,
    robots_in,
)
from tabor.grid import cell_name
from tabor.jit import plain
from tabor.view import (
    Fixed,
    badge,
    board,
    button,
    fact,
    gone,
    hit,
    kept,
    message,
    new,
    numbers_of,
    panel,
    piece,
    shot,
    walk,
)

is_attack, robots_in = plain(is_attack), plain(robots_in)

GROUNDS = {"open": ".", "blocked": "#", "spawn": "+"}
LETTERS = "ABCDE"  # by hit points
ARROWS = "↑→↓←"
ORDER_SIGNS = {GUARD: "=", SUICIDE: "!"}
DEATHS = {BY_SUICIDE: "died-by-suicide", BY_SPAWN: "died-on-spawn"}


# ---- the scene ----


def scene(setup: RobotsSetup, state: Any, seat: int | None) -> Tree:
    state = numbers_of(setup, state)
    turn = state["turn"]
    return {
        "status": status(setup, state),
        "board": kept(setup, "board", lambda: arena(setup)),
        "pieces": [robot_piece(setup, state, robot, seat) for robot in range(robots_in(state))],
        "panels": [kept(setup, ("turn", turn), lambda: game_panel(setup, turn)), *player_panels(setup, state)],
    }


def arena(setup: RobotsSetup) -> Tree:
    return board(setup.width, setup.height, lambda cell: ground(setup, cell), GROUNDS)


def ground(setup: RobotsSetup, cell: int) -> str:
    return {BLOCKED: "blocked", SPAWN: "spawn"}.get(int(setup.rules["ground"][cell]), "open")


def status(setup: RobotsSetup, state: Any) -> Tree:
    """Everybody may know which robot is next: they are asked in a known order."""
    if int(state["player"]) == OVER:
        return message("over")
    cell = cell_name(int(state["cell"][int(state["given"])]), setup.width)
    return message("order-for", player=setup.seats[int(state["player"])], cell=cell, turn=int(state["turn"]))


def robot_piece(setup: RobotsSetup, state: Tree, robot: int, seat: int | None) -> Fixed:
    """Which robot its owner orders next is the owner's business: it would tell others how many have orders."""
    owner = int(robot >= state["count"][0])
    is_next = owner == seat and state["player"] != OVER and state["given"] == robot
    order = state["order"][robot] if owner == seat else 0
    shown = (owner, state["cell"][robot], state["hp"][robot], state["id"][robot], order, is_next)
    return kept(setup, ("robot", shown), lambda: make_piece(setup, *shown))


def make_piece(setup: RobotsSetup, owner: int, cell: int, hp: int, id_: int, order: int, is_next: bool) -> Fixed:
    """The letter tells how fresh it is. One badge, as a terminal has room for no more: hit points, until its order
    is due or given."""
    about = message("about-robot", id=id_, hp=hp, most=int(setup.rules["hp"]))
    badges = [mark(hp, order, is_next)]
    return Fixed(piece("robot", letter(setup, hp), owner, [name(setup, cell)], badges=badges, about=about))


def mark(hp: int, order: int, is_next: bool) -> Tree:
    if order:
        return badge("ordered", order_sign(order - 1), order=order_words(order - 1))
    return badge("next", "?") if is_next else badge("hit-points", str(hp), hp=hp)


def letter(setup: RobotsSetup, hp: int) -> str:
    """E for a fresh robot, down to A for the last fifth of its hit points."""
    return LETTERS[-(-len(LETTERS) * hp // int(setup.rules["hp"])) - 1]


def order_sign(order: int) -> str:
    """↑ moves up, *↑ attacks there."""
    if order in ORDER_SIGNS:
        return ORDER_SIGNS[order]
    return ("*" if is_attack(order) else "") + ARROWS[order & 3]


def order_words(order: int) -> Tree:
    if order in (GUARD, SUICIDE):
        return message("will-guard" if order == GUARD else "will-explode")
    return message("will-attack" if is_attack(order) else "will-go", arrow=ARROWS[order & 3])


def game_panel(setup: RobotsSetup, turn: int) -> Fixed:
    coming = -turn % int(setup.rules["every"])
    last = int(setup.rules["turns"]) - 1
    facts = [fact("turn", f"{min(turn, last)}/{last}")]
    if turn + coming <= last:
        facts.append(fact("batch-in", coming))
    return Fixed(panel("game", message("arena"), None, facts=facts))


def player_panels(setup: RobotsSetup, state: Tree) -> Iterator[Fixed]:
    first, n = state["count"][0], sum(state["count"])
    for player, own in enumerate((state["hp"][:first], state["hp"][first:n])):
        force = player, len(own), sum(own)
        yield kept(setup, ("force", force), partial(player_panel, *force))


def player_panel(player: int, robots: int, hp: int) -> Fixed:
    facts = [fact("robots", robots), fact("all-hit-points", hp)]
    return Fixed(panel(f"robots-{player}", message("force"), player, facts=facts))


# ---- clicks ----


def clicks(setup: RobotsSetup, state: Any, action: int) -> list[Tree]:
    if action == DONE:
        return [button("done")]
    cell = int(state["cell"][int(state["given"])])
    return kept(setup, ("clicks", cell, action), lambda: order_clicks(setup, cell, action))


def order_clicks(setup: RobotsSetup, cell: int, action: int) -> list[Tree]:
    """The robot first; then a cell to go to, or a button, and for an attack a cell behind it."""
    here = {"cell": cell_name(cell, setup.width)}
    if action in (GUARD, SUICIDE):
        return [here, button("guard") if action == GUARD else button("suicide", damage=int(setup.rules["suicide"]))]
    to = {"cell": cell_name(int(setup.rules["beside"][cell, action & 3]), setup.width)}
    low, high = (int(damage) for damage in setup.rules["attack"])
    return [here, button("attack", low=low, high=high), to] if is_attack(action) else [here, to]


# ---- what happened ----


def describe(setup: RobotsSetup, event: Any, seat: int | None) -> Message | None:
    """Orders are told when all are known, and a guard is no news; how a game ended every view says."""
    kind, a, b, c, d, e = event.tolist()
    if kind == TURN:
        return Message("turn-played", {"turn": a, "blue": b, "orange": c})
    if kind == ACTED:
        return describe_order(setup, a, b, c, bool(e))
    if kind in (COLLIDED, HIT):
        describe_blow = describe_collision if kind == COLLIDED else describe_hit
        return describe_blow(setup, a, name(setup, b), name(setup, c), d, e)
    if kind in (DIED, APPEARED):
        key, shown = (DEATHS.get(c, "died"), gone) if kind == DIED else ("appeared", new)
        cell = name(setup, b)
        return Message(key, {"player": setup.seats[a], "cell": cell}, (shown(cell),))
    return None


def describe_order(setup: RobotsSetup, player: int, cell: int, order: int, is_stuck: bool) -> Message | None:
    if order in (GUARD, SUICIDE):
        return None  # a suicide is told by what comes of it
    here, there = name(setup, cell), name(setup, int(setup.rules["beside"][cell, order & 3]))
    args = {"player": setup.seats[player], "from": here, "to": there}
    if order >= ATTACK:
        return Message("attacked", args, (shot(here, there),))
    return Message("stuck", args) if is_stuck else Message("moved", args, (walk(here, there),))


def describe_collision(setup: RobotsSetup, player: int, cell: str, other: str, damage: int, back: int) -> Message:
    where: dict[str, Arg] = {"player": setup.seats[player], "cell": cell, "other": other}
    shown = (shot(cell, other), *wound(cell, damage), *wound(other, back))
    return Message("collided", where | {"damage": damage, "back": back}, shown)


def describe_hit(setup: RobotsSetup, player: int, origin: str, cell: str, damage: int, order: int) -> Message:
    """An attack has been drawn when it was told, an explosion has not."""
    args: dict[str, Arg] = {"player": setup.seats[player], "from": origin, "cell": cell, "damage": damage}
    if order == SUICIDE:
        return Message("exploded", args, (shot(origin, cell), *wound(cell, damage)))
    return Message("hit", args, wound(cell, damage))


def wound(cell: str, damage: int) -> tuple[Tree, ...]:
    """Nothing where nothing was lost."""
    return (hit(cell, f"−{damage}"),) if damage else ()


def name(setup: RobotsSetup, cell: int) -> str:
    return setup.names[cell]
