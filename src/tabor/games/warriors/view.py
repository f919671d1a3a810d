"""What a seat may see of Warriors: everything but what others pick, until all have picked (S1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tabor.game import OVER, Arg, Message, Tree, one
from tabor.games.warriors.numbers import Potion, Warrior, WarriorsSetup
from tabor.games.warriors.rules import (
    AIM,
    ATTACK,
    ATTACK_PHASE,
    ATTACKED,
    END,
    FADED,
    FAINTED,
    HP,
    MOVE_1,
    MOVE_2,
    MOVED,
    NOTHING,
    OUT,
    PICK,
    PICKED,
    POTION,
    POURED,
    RECRUIT,
    STRUCK,
    SUMMONED,
    TEAM_SHOWN,
    WALK,
    WARRIOR,
    WENT,
    WORK,
    can_act,
    current,
    list_reach,
    slot_at,
)
from tabor.games.warriors.text import PHASE_NAMES, field_slots, modifiers, split_action, write_selected
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
    item,
    kept,
    kept_of,
    message,
    new,
    panel,
    piece,
    shot,
    walk,
)

can_act, current, list_reach, slot_at = plain(can_act), plain(current), plain(list_reach), plain(slot_at)

STATS = {ATTACK: "attack", WALK: "walk", HP: "hp"}
FACES = {0: "ready", MOVED: "moved", ATTACKED: "attacked", MOVED | ATTACKED: "moved and attacked"}
SHOP = "shop"  # the panel to pick from


def scene(setup: WarriorsSetup, state: Any, seat: int | None) -> Tree:
    """The map, the warriors on it, and for each player what is left of the team."""
    players = range(len(setup.seats))
    parts: Tree = {
        "board": kept(setup, "board", lambda: field(setup)),
        "pieces": kept_of(setup, "pieces", state, lambda: unit_pieces(setup, state)),
        "panels": [team_panel(setup, state, player, seat) for player in players],
    }
    player, phase = int(state["player"]), int(state["phase"])
    if player == OVER:
        return parts
    parts["status"] = status(setup, state)
    if phase == PICK:
        parts["panels"].append(kept(setup, SHOP, lambda: shop_panel(setup)))
    elif phase >= MOVE_1:
        facts = [fact("turns-left", int(setup.rules["turn_limit"]) - int(state["turns"]))]
        parts["panels"].append(panel("match", message("match"), None, facts=facts))
    return parts


def field(setup: WarriorsSetup) -> Tree:
    walkable = setup.rules["walkable"]
    return board(setup.width, setup.height, lambda cell: "free" if walkable[cell] else "blocked")


def status(setup: WarriorsSetup, state: Any) -> Tree:
    """Who decides what."""
    player, phase = setup.seats[int(state["player"])], PHASE_NAMES[int(state["phase"])]
    if int(state["choice"]) != NOTHING:
        return message(f"aim-{phase}", player=player, what=selected_name(setup, state))
    if phase == "pick":
        team, items = int(setup.rules["team"]), int(setup.rules["items"])
        return message("now-pick", player=player, done=int(state["picked"]), all=team + items)
    return message(f"now-{phase}", player=player)


def selected_name(setup: WarriorsSetup, state: Any) -> str | Tree:
    choice, chosen = int(state["choice"]), int(state["chosen"])
    if choice == WARRIOR:
        slot = next(s for s in range(int(state["count"])) if int(state["units"][s]["cell"]) == chosen)
        name = setup.warriors[int(state["units"][slot]["kind"])].name
        return message("warrior-on", warrior=name, cell=write_selected(setup, state))
    return setup.warriors[chosen].name if choice == RECRUIT else setup.potions[chosen].name


# ---- warriors on the field ----


def unit_pieces(setup: WarriorsSetup, state: Any) -> list[Fixed]:
    return [unit_piece(setup, state, slot) for slot in range(int(state["count"]))]


def unit_piece(setup: WarriorsSetup, state: Any, slot: int) -> Fixed:
    unit = state["units"][slot]
    is_selected = int(state["choice"]) == WARRIOR and int(state["chosen"]) == int(unit["cell"])
    cells = cells_to_go_to(setup, state, slot)
    return kept(
        setup, ("unit", unit.tobytes(), is_selected, cells), lambda: make_piece(setup, unit, is_selected, cells)
    )


def make_piece(setup: WarriorsSetup, unit: Any, is_selected: bool, cells: str) -> Fixed:
    warrior, owner = setup.warriors[int(unit["kind"])], int(unit["owner"])
    face = "selected" if is_selected else FACES[int(unit["done"])]
    more = {"face": face, "badges": unit_badges(warrior, unit), "about": unit_about(setup, unit, cells)}
    return Fixed(piece(warrior.name, warrior.letter, owner, [cell_name(int(unit["cell"]), setup.width)], **more))


def unit_badges(warrior: Warrior, unit: Any) -> list[Tree]:
    """HP; a mark for each modifier would not fit a cell, so one stands for all."""
    hp = int(unit["hp"])
    badges = [badge("hp-left", str(hp), hp=hp, most=warrior.hp)]
    working = [message("modifier", effect=effect(STATS[stat], n), turns=left) for stat, n, left in modifiers(unit)]
    if working:
        badges.append(badge("working", "~", what=working))
    return badges


def effect(stat: str, amount: int) -> Tree:
    """What a potion does to a warrior, as in `attack +2`."""
    return message(f"effect-{stat}", amount=signed(amount))


def unit_about(setup: WarriorsSetup, unit: Any, cells: str) -> Tree:
    """What it is now; in a phase of moving also where it can go, before it is selected."""
    args: dict[str, str | int] = {"warrior": setup.warriors[int(unit["kind"])].name}
    args |= {name: int(current(setup.rules, unit, stat)) for stat, name in ((ATTACK, "attack"), (WALK, "walk"))}
    return message("about-mover", **args, cells=cells) if cells else message("about-unit", **args)


def cells_to_go_to(setup: WarriorsSetup, state: Any, slot: int) -> str:
    """S6: the cells to which a warrior of the player who moves now can go."""
    unit, phase = state["units"][slot], int(state["phase"])
    if phase not in (MOVE_1, MOVE_2) or int(unit["owner"]) != int(state["player"]):
        return ""
    taken = state["units"]["cell"][: int(state["count"])].tobytes()
    return kept(setup, ("reach", unit.tobytes(), taken), lambda: " ".join(reach_names(setup, state, slot)))


def reach_names(setup: WarriorsSetup, state: Any, slot: int) -> list[str]:
    """None where it can move no more."""
    if not can_act(setup.rules, state, slot, int(state["phase"])):
        return []
    out = np.zeros(setup.most_actions, np.int32)
    n = list_reach(setup.rules, state, one(WORK), slot, out)
    return [cell_name(split_action(setup, action)[1], setup.width) for action in out[:n]]


# ---- teams ----


def team_panel(setup: WarriorsSetup, state: Any, player: int, seat: int | None) -> Tree:
    """What is left of a team; while teams are picked, others learn nothing of it (S1)."""
    id_, title = f"team-{player}", message("team")
    if state["gone"][player]:
        return panel(id_, title, player, facts=[fact("is-out", "")])
    if int(state["phase"]) == PICK and seat != player:
        return panel(id_, title, player, facts=[fact("picked-in-secret", "")])
    on_field = None if int(state["phase"]) == PICK else len(field_slots(state, player))
    hand, bag = tuple(state["hand"][player].tolist()), tuple(state["bag"][player].tolist())
    return kept(setup, (id_, hand, bag, on_field), lambda: shown_team(setup, player, hand, bag, on_field))


def shown_team(
    setup: WarriorsSetup, player: int, hand: Sequence[int], bag: Sequence[int], on_field: int | None
) -> Fixed:
    items = [*kind_items(setup.warriors, hand), *kind_items(setup.potions, bag)]
    facts = [] if on_field is None else [fact("on-field", on_field)]
    return Fixed(panel(f"team-{player}", message("team"), player, items, facts))


def kind_items(kinds: Sequence[Warrior | Potion], counts: Sequence[int]) -> list[Tree]:
    return [kind_item(kind, n) for kind, n in zip(kinds, counts, strict=False) if n]


def kind_item(kind: Warrior | Potion, count: int) -> Tree:
    return item(kind.name, kind.letter, count, id=kind.letter, about=kind_about(kind))


def kind_about(kind: Warrior | Potion) -> Tree:
    return message("about-kind", what=kind.name, worth=worth(kind))


def worth(kind: Warrior | Potion) -> Message:
    """Its numbers."""
    if isinstance(kind, Warrior):
        return message("worth-warrior", hp=kind.hp, attack=kind.attack, walk=kind.walk)
    does = effect(kind.stat, kind.amount)
    return (
        message("worth-potion", effect=does, duration=kind.duration)
        if kind.duration
        else message("worth-instant", effect=does)
    )


def shop_panel(setup: WarriorsSetup) -> Fixed:
    """All that may be picked: warriors first, then potions, or as one likes where picks are collected (S1)."""
    kinds: Sequence[Warrior | Potion] = (*setup.warriors, *setup.potions)
    return Fixed(panel(SHOP, message("shop"), None, [kind_item(kind, 1) for kind in kinds]))


# ---- clicks and lines ----


def clicks(setup: WarriorsSetup, state: Any, action: int) -> list[Tree]:
    """One click an action: a cell, something of the team, or the button that ends the phase."""
    what, which = split_action(setup, action)
    if what == END:
        return [button(f"end-{PHASE_NAMES[int(state['phase'])]}")]
    if what in (WARRIOR, AIM):
        return [{"cell": cell_name(which, setup.width)}]
    kinds: Sequence[Warrior | Potion] = setup.warriors if what == RECRUIT else setup.potions
    place = SHOP if int(state["phase"]) == PICK else f"team-{int(state['player'])}"
    return [{"panel": place, "item": kinds[which].letter}]


def note(setup: WarriorsSetup, state: Any, action: int) -> Message | None:
    """S7: what a blow does, before it falls; the numbers of whoever is picked or summoned, and of a potion."""
    what, which = split_action(setup, action)
    if what in (RECRUIT, POTION):
        return worth((setup.warriors if what == RECRUIT else setup.potions)[which])
    if what != AIM or int(state["phase"]) != ATTACK_PHASE or int(state["choice"]) != WARRIOR:
        return None
    damage = int(current(setup.rules, state["units"][slot_at(state, int(state["chosen"]))], ATTACK))
    left = int(state["units"][slot_at(state, which)]["hp"]) - damage
    return message("blow-leaves", damage=damage, left=left) if left > 0 else message("blow-fells", damage=damage)


def describe(setup: WarriorsSetup, event: Any, seat: int | None) -> Message | None:
    """An event in words; what somebody picks only to them (S1). Phases and turns are seen in the status."""
    kind, player, a, b, c, d = event.tolist()
    who: dict[str, Arg] = {"player": setup.seats[player]} if 0 <= player < len(setup.seats) else {}
    if kind == PICKED:
        name = (setup.potions if a else setup.warriors)[b].name
        return Message("picked", who | {"what": name}) if seat == player else None
    if kind == TEAM_SHOWN:
        return Message("team-shown", who)
    if kind == OUT:
        return Message("out", who)
    if kind == POURED:
        potion, cell = setup.potions[a], cell_name(b, setup.width)
        whose = {"owner": setup.seats[c], "warrior": setup.warriors[d].name, "cell": cell}
        return Message("poured", who | {"potion": potion.name} | whose, (hit(cell, signed(potion.amount)),))
    return describe_deed(setup, kind, who, a, b, c, d)


def describe_deed(
    setup: WarriorsSetup, kind: int, who: dict[str, Arg], a: int, b: int, c: int, d: int
) -> Message | None:
    """What happens to one warrior on a cell. The way it went is not known, only where it came from."""
    here = cell_name(a, setup.width)
    if kind in (WENT, STRUCK):
        there = cell_name(b, setup.width)
        named = who | {"from": here, "to": there, "warrior": setup.warriors[c].name}
        if kind == WENT:
            return Message("went", named, (walk(here, there),))
        return Message("struck", named | {"damage": d}, (shot(here, there), hit(there, f"−{d}")))
    if kind in (SUMMONED, FAINTED, FADED):
        named = who | {"cell": here, "warrior": setup.warriors[b].name}
        if kind == FADED:
            return Message("faded", named | {"effect": effect(STATS[c], d)})
        key, shown = ("summoned", new) if kind == SUMMONED else ("fainted", gone)
        return Message(key, named, (shown(here),))
    return None


def signed(amount: int) -> str:
    """With a real minus."""
    return f"{amount:+}".replace("-", "−")
