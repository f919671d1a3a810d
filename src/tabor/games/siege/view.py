"""What a seat may see of siege: everything, since nothing is hidden. Buttons carry costs and odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, cast

from tabor.game import OVER, Arg, Game, Message, Tree, copy_of, dice
from tabor.games.siege import acting, board, moving, rules, words
from tabor.games.siege.board import DIE, NONE
from tabor.games.siege.numbers import ROLES, SiegeSetup
from tabor.games.siege.text import cells_of, layer_of, listed, place_name, split_action
from tabor.games.siege.words import CASTLE, ENGINE, GROUNDS, KINDS, LAND, LOW, PHASES, PLANS, SHIP, TOWER, WALL, WARES
from tabor.grid import cell_name
from tabor.jit import plain
from tabor.view import (
    Fixed,
    badge,
    button,
    die,
    fact,
    gone,
    hit,
    kept,
    message,
    new,
    panel,
    piece,
    shot,
    walk,
)
from tabor.view import board as board_json

past_end, count_seats, worth_of_units = plain(acting.past_end), plain(rules.count_seats), plain(rules.worth_of_units)
has_seat = plain(rules.has_seat)

other_end = plain(moving.other_end)

SIGNS = "IACTRBSKMHWP=GL"  # by kind
NAMES = {"tower": "siege tower"}  # where people call it otherwise than the notation
TOKEN = ("kind", "owner", "upright", "cell", "tired")  # what is seen of a token
Token = tuple[bool, int, int, int, int, int]  # whether it is chosen, and that
FLAG = "⚑"  # rises from what changes its owner


def kind_name(kind: int) -> str:
    return NAMES.get(KINDS[kind], KINDS[kind])


# ---- the scene ----


def scene(setup: SiegeSetup, state: Any, seat: int | None) -> Tree:
    tokens, known = listed(state, *TOKEN), setup.kept
    chosen = selected(state)
    seen = enumerate(zip(*(tokens[name] for name in TOKEN), strict=True))
    each = [(number in chosen, *token) for number, token in seen]
    made: Tree = {
        "board": kept(setup, "board", lambda: terrain(setup)),
        "pieces": [known.get(token) or kept_piece(setup, token) for token in each],
        "panels": [*(treasury(setup, state, tokens, player) for player in range(2)), clock(setup, state)],
    }
    if int(state["player"]) != OVER:
        made["status"] = status(setup, state)
    return made


def terrain(setup: SiegeSetup) -> Tree:
    ground = setup.rules["terrain"]
    return board_json(setup.width, setup.height, lambda cell: GROUNDS[int(ground[cell])])


def status(setup: SiegeSetup, state: Any) -> Tree:
    """What is being chosen, and for whom."""
    who, phase = setup.seats[int(state["player"])], PHASES[int(state["phase"])]
    if phase == "seat":
        what = "castle" if int(state["count"]) == 0 or setup.mode == "standard" else "camp"
        return message("choose-seat", player=who, what=what)
    number = int(state["active"]) if int(state["active"]) >= 0 else int(state["ship"])
    if number < 0 or phase == "fortify":
        return message(f"choose-{phase}", player=who)
    if phase in ("unit", "member"):
        return turn_status(setup, state, who)
    return message(f"choose-{phase}", player=who, what=token_name(setup, state, number))


def turn_status(setup: SiegeSetup, state: Any, who: str) -> Tree:
    """Whose turn is going on, with the odds of what it can do by dice."""
    number = int(state["member"]) if int(state["member"]) >= 0 else int(state["active"])
    kind, rule, name = KINDS[int(state["kind"][number])], setup.rules, token_name(setup, state, number)
    if kind == "archers":
        return message("choose-shot", player=who, what=name, odds=odds(rule["shot_hits"]))
    if kind == "ram":
        wall, other = odds(rule["ram_breaks_wall"]), odds(rule["ram_breaks_other"])
        return message("choose-ram", player=who, what=name, wall=wall, other=other)
    if kind == "trebuchet":
        ends = int(state["cell"][number]), int(other_end(setup.rules, state, number))
        lands = [message("over-end", end=cell_name(e, setup.width), lands=landings(setup, state, e)) for e in ends]
        return message("choose-hurl", player=who, what=name, lands=lands)
    return message("choose-unit", player=who, what=name)


def token_name(setup: SiegeSetup, state: Any, number: int) -> Tree:
    kind, upright, cell = (int(state[name][number]) for name in ("kind", "upright", "cell"))
    return message("token", what=kind_name(kind), place=place_name(setup, kind, upright, cell))


def kept_piece(setup: SiegeSetup, token: Token) -> Fixed:
    return kept(setup, token, lambda: token_piece(setup, *token))


def token_piece(
    setup: SiegeSetup, is_chosen: bool, kind: int, owner: int, upright: int, cell: int, tired: int
) -> Fixed:
    cells = [cell_name(each, setup.width) for each in cells_of(setup, kind, upright, cell)]
    badges = [badge("on-turn", "*")] if is_chosen else []
    if tired:
        badges.append(badge("tired", "z") if kind < TOWER else badge("done", "z"))
    whose = owner if owner >= 0 else None
    more = {"layer": int(layer_of(kind)), "badges": badges, "about": about(setup, kind)}
    return Fixed(piece(kind_name(kind), SIGNS[kind], whose, cells, **more))


def selected(state: Any) -> set[int]:
    return {int(state[name]) for name in ("ship", "active", "member")} - {NONE}


def about(setup: SiegeSetup, kind: int) -> Tree:
    """What a token can do, with the numbers of these rules."""
    name, rule = KINDS[kind], setup.rules
    args: dict[str, Arg] = {}
    if kind <= SHIP:
        args |= {"move": int(rule["move"][kind]), "cost": int(rule["cost"][kind])}
    if name == "archers":
        args |= {"range": int(rule["shot_range"]), "odds": odds(rule["shot_hits"])}
    if name == "ram":
        args |= {"wall": odds(rule["ram_breaks_wall"]), "other": odds(rule["ram_breaks_other"])}
    if name == "castle" and setup.mode == "siege":
        return message("about-castle-siege", income=int(rule["income"]))
    if name == "castle":
        args |= {"coins": int(rule["castle_coins"])}
    if name in ("barracks", "camp"):
        args |= {"units": int(rule["barracks_units"])}
    return message(f"about-{name}", **args)


def odds(least_roll: int) -> str:
    """The chance of rolling at least this, in percent."""
    return f"{round(100 * max(0, DIE + 1 - int(least_roll)) / DIE)} %"


def treasury(setup: SiegeSetup, state: Any, tokens: Tree, player: int) -> Tree:
    seats, worth = holdings(setup, tokens, player)
    facts = [fact("coins-of", int(state["coins"][player])), fact("seats-of", seats), fact("worth-of-units", worth)]
    if int(state["seatless"][player]):
        facts.append(fact("seatless", f"{state['seatless'][player]}/{setup.rules['seatless_turns']}"))
    if player == int(state["player"]) and (threat := danger(setup, state, tokens, player)):
        facts.append({"label": threat, "value": ""})
    role = f"role-{ROLES[player]}" if setup.mode == "siege" else "treasury"
    return panel(f"treasury-{player}", message(role), player, facts=facts)


def holdings(setup: SiegeSetup, tokens: Tree, player: int) -> tuple[int, int]:
    """How many seats a player has, and what the units are worth: the same until something is made or lost."""
    own = tuple(kind for kind, owner in zip(tokens["kind"], tokens["owner"], strict=True) if owner == player)
    alone = {"count": len(own), "kind": own, "owner": [player] * len(own)}

    def count() -> tuple[int, int]:
        return int(count_seats(alone, player)), int(worth_of_units(setup.rules, alone, player))

    return kept(setup, ("holdings", player, own), count)


def clock(setup: SiegeSetup, state: Any) -> Tree:
    turns = f"{min(int(state['turns']) + 1, int(setup.rules['turn_limit']))}/{setup.rules['turn_limit']}"
    return panel("clock", message("clock"), None, facts=[fact("turn-number", turns), fact("map-name", setup.map_name)])


# ---- clicks ----


def clicks(setup: SiegeSetup, state: Any, action: int) -> list[Tree]:
    """A cell, or a button and a cell; choosing a plan, coins or the end is a button alone."""
    verb, cell = split_action(setup, action)
    if verb == words.V_END:
        return [button(f"end-{PHASES[int(state['phase'])]}")]
    here = {"cell": cell_name(cell, setup.width)}
    if words.V_UNIT <= verb <= words.V_SHIP:
        return [here, *layer_button(state, verb, cell)]
    if verb == words.V_HURL:
        return [button("hurl", lands=landings(setup, state, cell)), here]
    if verb == words.V_RAM:
        return [ram_button(setup, state, cell), here]
    return kept(setup, ("clicks", action), lambda: same_clicks(setup, verb, here))


def same_clicks(setup: SiegeSetup, verb: int, here: Tree) -> list[Tree]:
    """Those that are the same in all positions."""
    if verb == words.V_COINS:
        return [button("take-coins", coins=int(setup.rules["castle_coins"]))]
    if words.V_PLAN <= verb < words.V_SITE:
        plan = PLANS[verb - words.V_PLAN]
        return [button("plan", what=ware_name(plan), cost=int(setup.rules["cost"][KINDS.index(plan.split("-")[0])]))]
    if verb >= words.V_MAKE:
        ware = WARES[verb - words.V_MAKE]
        cost = int(setup.rules["cost"][KINDS.index(ware.split("-")[0])])
        return [button("make", what=ware_name(ware), cost=cost), here]
    if verb == words.V_SHOOT:
        return [button("shoot", odds=odds(setup.rules["shot_hits"])), here]
    if verb in (words.V_STRIKE, words.V_TURN, words.V_MEMBER):
        return [button(words.WORDS[verb]), here]
    return [here]


def ware_name(ware: str) -> str | Tree:
    """What is built or made, and how it is to lie, as people say it."""
    name, _, way = ware.partition("-")
    named = NAMES.get(name, name)
    return message("lying" if way == "h" else "upright", what=named) if way else named


def warnings(game: Game, state: Any, actions: Sequence[int]) -> dict[int, Message]:
    """S30, S31: whoever plays one of these loses with the turn that it ends; what ends it may be the last building's
    action."""
    setup = cast(SiegeSetup, game.setup)
    threat = danger(setup, state, listed(state, "kind", "owner"), int(state["player"]))
    return {action: threat for action in actions if loses_at_times(game, state, action)} if threat else {}


def loses_at_times(game: Game, state: Any, action: int) -> bool:
    return any(loses(game, state, action, seed) for seed in range(rolls_of(cast(SiegeSetup, game.setup), action)))


def loses(game: Game, state: Any, action: int, seed: int) -> bool:
    """By the rules, on a copy."""
    copy = copy_of(state)
    game.apply(copy, action, copy_of(first_dice(seed)))
    return int(copy["winner"]) == 1 - int(state["player"]) and int(copy["reason"]) in (words.NO_SEAT, words.NO_UNITS)


@cache
def first_dice(seed: int) -> Any:
    """To be copied before they fall."""
    return dice(seed, 0)


def rolls_of(setup: SiegeSetup, action: int) -> int:
    """How often an action is tried: enough to see every number of the die, where one falls."""
    return 4 * DIE if words.V_SHOOT <= split_action(setup, action)[0] <= words.V_HURL else 1


def danger(setup: SiegeSetup, state: Any, tokens: Tree, player: int) -> Message | None:
    """What loses the game if the player's turn ends so; `tokens` are those of the state."""
    if int(state["seatless"][player]) + 1 >= int(setup.rules["seatless_turns"]) and not has_seat(tokens, player):
        return message("danger-seat")
    own_turns = int(state["turns"]) // 2 + 1
    is_late = own_turns >= int(setup.rules["units_from_turn"])
    return message("danger-units") if is_late and not holdings(setup, tokens, player)[1] else None


def layer_button(state: Any, verb: int, cell: int) -> list[Tree]:
    """Where several that could be meant have their lowest left cell, which of them."""
    layers = {words.V_UNIT: LAND, words.V_ENGINE: ENGINE, words.V_SHIP: LOW}
    found = [layer for layer in layers.values() if is_corner(state, layer, cell)]
    if len(found) < 2:
        return []
    number = int(state["layers"][layers[verb], cell]) - 1
    return [button("which", what=kind_name(int(state["kind"][number])))]


def is_corner(state: Any, layer: int, cell: int) -> bool:
    number = int(state["layers"][layer, cell]) - 1
    return number >= 0 and int(state["cell"][number]) == cell and int(state["kind"][number]) < CASTLE


def ram_button(setup: SiegeSetup, state: Any, cell: int) -> Tree:
    """What is rammed, with the odds."""
    target, rule = int(state["kind"][int(state["layers"][LOW, cell]) - 1]), setup.rules
    needed = rule["ram_breaks_wall"] if target == WALL else rule["ram_breaks_other"]
    return button("ram", what=kind_name(target), odds=odds(needed))


def landings(setup: SiegeSetup, state: Any, end: int) -> list[Message]:
    """For each roll that lands, where: `4 b1, 5 a1, 6 off the map`."""
    number = int(state["active"])
    which = int(end != int(state["cell"][number]))
    found = []
    for roll in range(1, DIE + 1):
        if steps := int(setup.rules["hurl_to"][roll]):
            cell = past_end(setup.rules, state, number, which, steps)
            place: dict[str, Arg] = {"cell": cell_name(cell, setup.width)} if cell >= 0 else {}
            found.append(message("roll-lands" if place else "roll-off", roll=roll, **place))
    return found


# ---- the log ----


def describe(setup: SiegeSetup, event: Any, seat: int | None) -> Message | None:
    """An event in words; the end is not told here, since every view says how a game ended."""
    happened, *numbers = event.tolist()
    teller = TELLERS.get(happened)
    return None if teller is None else teller(setup, *numbers)


def tell_token(id_: str, *shown: Callable[[str], Tree]) -> Any:
    """A teller of events (player, kind, cell, upright, cost), and how they are drawn on the token's first cell."""

    def tell(setup: SiegeSetup, player: int, kind: int, cell: int, upright: int, cost: int) -> Message:
        args: dict[str, Arg] = {"what": kind_name(kind), "place": place_name(setup, kind, upright, cell)}
        args |= {"cost": cost} if id_ in ("built", "made") else {}
        drawn = tuple(show(cell_name(cell, setup.width)) for show in shown)
        if player < 0:
            return Message("destroyed", args, drawn)
        return Message(id_, args | {"player": setup.seats[player]}, drawn)

    return tell


def raise_flag(cell: str) -> Tree:
    return hit(cell, FLAG)


def tell_move(id_: str) -> Any:
    """A teller of events (player, kind, cell before, cell after, upright)."""

    def tell(setup: SiegeSetup, player: int, kind: int, before: int, after: int, upright: int) -> Message:
        was = upright if id_ == "moved" else 1 - upright
        places = {"from": place_name(setup, kind, was, before), "to": place_name(setup, kind, upright, after)}
        drawn = (walk(*(cell_name(cell, setup.width) for cell in (before, after))),) if before != after else ()
        return Message(id_, {"player": setup.seats[player], "what": kind_name(kind), **places}, drawn)

    return tell


def tell_coins(setup: SiegeSetup, player: int, coins: int, *_: int) -> Message:
    return Message("got-coins", {"player": setup.seats[player], "coins": coins})


def tell_strike(setup: SiegeSetup, player: int, kind: int, cell: int, victim: int, target: int) -> Message:
    here, there = cell_name(cell, setup.width), cell_name(target, setup.width)
    args = {"what": kind_name(kind), "cell": here, "victim": kind_name(victim), "target": there}
    return Message("struck", args, (shot(here, there), hit(there)))


def tell_shot(setup: SiegeSetup, player: int, cell: int, target: int, roll: int, hits: int) -> Message:
    here, there = cell_name(cell, setup.width), cell_name(target, setup.width)
    args: dict[str, Arg] = {"cell": here, "target": there, "roll": roll}
    return Message("shot-hit" if hits else "shot-missed", args, by_dice(here, there, roll, bool(hits)))


def tell_ram(setup: SiegeSetup, player: int, cell: int, kind: int, target: int, rolled: int) -> Message:
    here, there, roll, breaks = cell_name(cell, setup.width), cell_name(target, setup.width), rolled >> 1, rolled & 1
    args: dict[str, Arg] = {"cell": here, "what": kind_name(kind), "target": there, "roll": roll}
    return Message("ram-broke" if breaks else "ram-failed", args, by_dice(here, there, roll, bool(breaks)))


def tell_hurl(setup: SiegeSetup, player: int, end: int, roll: int, target: int, _: int) -> Message:
    here = cell_name(end, setup.width)
    args: dict[str, Arg] = {"end": here, "roll": roll}
    if target < 0:
        return Message("hurl-missed", args, (die(roll, here),))
    there = cell_name(target, setup.width)
    return Message("hurl-landed", args | {"target": there}, by_dice(here, there, roll, True))


def by_dice(here: str, there: str, roll: int, hits: bool) -> tuple[Tree, ...]:
    """A die falls, something flies, and perhaps hits."""
    return (die(roll, here), shot(here, there), *((hit(there),) if hits else ()))


def tell_turn(setup: SiegeSetup, player: int, number: int, *_: int) -> Message:
    return Message("turn-begins", {"player": setup.seats[player], "number": number})


TELLERS = {
    board.PLACED: tell_token("placed", new),
    board.BUILT: tell_token("built", new),
    board.COINS: tell_coins,
    board.MOVED: tell_move("moved"),
    board.TURNED: tell_move("turned"),
    board.TIRED: tell_token("exhausted"),
    board.STRUCK: tell_strike,
    board.SHOT: tell_shot,
    board.RAMMED: tell_ram,
    board.HURLED: tell_hurl,
    board.LOST: tell_token("lost", gone),
    board.CAPTURED: tell_token("captured", raise_flag),
    board.CHANGED_SIDES: tell_token("changed-sides", raise_flag),
    board.MADE: tell_token("made", new),
    board.TURN: tell_turn,
}
