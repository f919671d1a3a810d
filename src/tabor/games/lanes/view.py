"""What a seat may see of lanes. The horde never sees the hand; the player never sees the script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from tabor.game import OVER, Arg, Message, Tree
from tabor.games.lanes import layout
from tabor.games.lanes.forecast import Forecast, foresee
from tabor.games.lanes.layout import COLUMNS, HORDE, NEUTRAL, PLAYER, STAGING, owner_at
from tabor.games.lanes.levels import COLUMN_NAMES
from tabor.games.lanes.numbers import LanesSetup
from tabor.games.lanes.pieces import Bonus, Effect, Piece
from tabor.games.lanes.rules import ABLE, DEPLOY, END, MOVE, PREPARE, SACRIFICE, STOP, TAKE, TARGET, USE, step_price
from tabor.games.lanes.signs import ON_COLUMN
from tabor.games.lanes.text import PHASES, ability_at, aim_text, cell, split_action
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
    numbers_of,
    panel,
    piece,
    shot,
    walk,
)

step_price = plain(step_price)

GROUNDS = {"field": ".", "camp": ",", "staging": "-"}


def scene(setup: LanesSetup, state: Any, seat: int | None) -> Tree:
    """The field with the staging row above it, both camps, the hand, the horde's supply, and the preview."""
    shown = kept_of(setup, "open", state, lambda: open_parts(setup, state))
    state = numbers_of(setup, state)
    return {
        "status": shown.status,
        "board": kept(setup, "board", lambda: field(setup)),
        "pieces": shown.pieces,
        "panels": [
            shown.player,
            *hand_panels(setup, state, seat),
            *shown.between,
            *supply_panels(setup, state, seat),
            *shown.coming,
        ],
    }


class Open(NamedTuple):
    """What all see of a position, made once."""

    status: Tree
    pieces: list[Fixed]
    player: Fixed
    between: list[Fixed]  # panels between the hand and the horde's supply
    coming: list[Fixed]  # panels after that: foes in short, the preview, the level


def open_parts(setup: LanesSetup, state: Any) -> Open:
    forecast = foresee(setup, state)
    doomed, state = doomed_cells(setup, forecast), numbers_of(setup, state)
    pieces = [*field_pieces(setup, state, doomed), *staged_pieces(setup, state, doomed)]
    own = state["damage"][PLAYER], state["initiative"], state["round"]
    foes = (short_of(setup, kind) for kind in foes_in_sight(setup, state))
    return Open(
        status(setup, state),
        pieces,
        kept(setup, ("player", own), lambda: player_panel(setup, *own)),
        [*deck_panels(setup, state), kept_horde_panel(setup, state)],
        [*foes, *preview(setup, forecast), *level_panels(setup)],
    )


def status(setup: LanesSetup, state: Any) -> Tree:
    if int(state["player"]) == OVER:
        return message("over")
    phase = PHASES[int(state["phase"])]
    if state["pending"]:
        phase = "sacrifice" if state["victims"] else "place"
    elif state["swapping"]:
        phase = "swap"
    elif phase == "stage" and int(state["round"]) == 0:
        phase = "stage-first"
    elif phase == "prepare" and int(state["round"]) == 1:
        phase = "first-balance" if setup.rules["balance"] else "first"  # a new player learns what it is all about
    return message(f"status-{phase}", round=int(state["round"]), level=setup.level.title)


def field(setup: LanesSetup) -> Tree:
    return board(COLUMNS, setup.rows + 1, lambda number: ground(setup, number), GROUNDS)


def ground(setup: LanesSetup, number: int) -> str:
    row = number // COLUMNS
    if row == setup.rows:
        return "staging"
    return "camp" if row in (0, setup.rows - 1) else "field"


# ---- pieces ----


def field_pieces(setup: LanesSetup, state: Tree, doomed: set[int]) -> Iterator[Fixed]:
    for number in range(COLUMNS * setup.rows):
        if state["unit"][number]:
            unit = state["unit"][number] - 1, owner_at(state, number), number, state["health"][number]
            yield kept_piece(setup, *unit, number in doomed, state["shielded"] >> number & 1 == 1)


def staged_pieces(setup: LanesSetup, state: Tree, doomed: set[int]) -> Iterator[Fixed]:
    for column, staged in enumerate(state["staged"]):
        if staged:
            number = COLUMNS * setup.rows + column  # the staging row is the row above the field
            health = state["staged_health"][column]
            yield kept_piece(setup, staged - 1, HORDE, number, health, number in doomed, False)


def kept_piece(setup: LanesSetup, *unit: int) -> Fixed:
    return kept(setup, ("piece", unit), lambda: unit_piece(setup, *unit))


def unit_piece(
    setup: LanesSetup, number: int, owner: int, place: int, health: int, is_doomed: int, is_shielded: int
) -> Fixed:
    kind = setup.kinds[number]
    badges = [] if kind.eternal else [health_badge(health, kind)]
    badges += [badge("doomed", "†")] if is_doomed else []
    badges += [badge("shielded", "o")] if is_shielded else []
    who = None if owner == NEUTRAL else owner
    return Fixed(piece(kind.name, kind.sign, who, [cell(place)], badges=badges, about=known(setup, kind)))


def place_name(setup: LanesSetup, column: int) -> str:
    """The staging row is the row above the field."""
    return cell(COLUMNS * setup.rows + column)


def health_badge(health: int, kind: Piece) -> Tree:
    return badge("health", str(health), health=health, full=kind.health)


# ---- what things do ----


def known(setup: LanesSetup, kind: Piece) -> Tree:
    return kept(setup, ("about", kind.name), lambda: about(setup.amounts, kind))


def about(amounts: Mapping[str, int], kind: Piece) -> Tree:
    """Everything a unit can do."""
    if kind.is_object:
        args: dict[str, Arg] = {"unit": kind.name, "health": kind.health, "flavour": flavour(kind.flavour)}
        return message("about-eternal" if kind.eternal else "about-object", **args)
    if kind.is_foe:
        return message("about-foe", **deeds(amounts, kind))
    return message(
        "about-unit",
        tags=classes(kind.tags) or [message("no-tag")],
        price=price(kind),
        difficulty=kind.difficulty,
        **deeds(amounts, kind),
    )


def deeds(amounts: Mapping[str, int], kind: Piece) -> dict[str, Arg]:
    """What there is to say of units of both sides."""
    return {
        "unit": kind.name,
        "attack": attack_words(kind),
        "power": kind.power,
        "health": kind.health,
        "traits": traits(amounts, kind) or [message("no-traits")],
        "flavour": flavour(kind.flavour),
    }


def flavour(text: str) -> Arg:
    return message("flavour", text=text) if text else ""


def price(kind: Piece) -> list[Message]:
    """S25."""
    parts = [message("price-initiative", initiative=kind.price)] if kind.price else []
    parts += [message("price-victims", victims=kind.sacrifice)] if kind.sacrifice else []
    parts += [message("price-needs", tag=tag) for tag in kind.needs]
    return parts or [message("price-free")]


def attack_words(kind: Piece) -> Tree:
    """S18, S19."""
    if kind.power == 0:
        return message("attack-none")
    return message("attack-ranged" if kind.ranged else "attack-melee", range=kind.range)


def traits(amounts: Mapping[str, int], kind: Piece) -> list[Tree]:
    """Each sign with its sentence, and the ability."""
    own = [trait(amounts, kind, sign) for sign in kind.signs]
    if kind.ability is None:
        return own
    return [*own, message("ability-help", effect=effect_words(kind.ability), price=kind.ability.price)]


def trait(amounts: Mapping[str, int], kind: Piece, sign: str) -> Tree:
    if sign in kind.only:
        return message("trait-only", sign=sign, classes=classes(kind.only[sign]), help=sign_words(sign, amounts))
    return message("trait", sign=sign, help=sign_words(sign, amounts))


def classes(tags: Iterable[str]) -> list[Tree]:
    return [message("tag", tag=tag) for tag in tags]


def sign_words(sign: str, amounts: Mapping[str, int]) -> Tree:
    return message(f"sign-{sign}", amount=amounts[sign])


def effect_words(effect: Effect) -> Tree:
    words = message(f"effect-{effect.name}", amount=effect.amount)
    return message("effect-only", effect=words, classes=classes(effect.only)) if effect.only else words


def effect_price(effect: Effect) -> Tree:
    return message("price-initiative", initiative=effect.price) if effect.price else message("price-free")


def about_bonus(bonus: Bonus) -> Tree:
    args = {"bonus": bonus.name, "effect": effect_words(bonus.effect), "flavour": flavour(bonus.flavour)}
    if bonus.effect.price:
        return message("about-bonus-priced", price=bonus.effect.price, **args)
    return message("about-bonus", **args)


def short_of(setup: LanesSetup, kind: Piece) -> Fixed:
    return kept(setup, ("short", kind.name), lambda: Fixed(in_short(kind)))


def in_short(kind: Piece) -> Tree:
    """A panel with one line: what somebody must know to use a card, or to fear a foe."""
    line = fact(
        "short-foe" if kind.is_foe else "short-card",
        "",
        price=price(kind),
        stats=[
            message("short-power", power=kind.power),
            message("short-health", health=kind.health),
            *(message("short-more", what=what) for what in unusual(kind)),
        ],
    )
    owner = HORDE if kind.is_foe else PLAYER
    title = message("short-title", unit=kind.name, sign=kind.sign)
    return panel(f"short-{kind.name.lower()}", title, owner, facts=[line]) | {"repeats": True}


def unusual(kind: Piece) -> Iterator[Arg]:
    """What a unit has besides power and health; most strike one cell ahead and step for 1."""
    if kind.power and (kind.ranged or kind.range > 1):
        yield attack_words(kind)
    if kind.difficulty > 1 and not kind.is_foe:
        yield message("short-step", difficulty=kind.difficulty)
    yield from kind.signs
    if kind.ability:
        yield effect_words(kind.ability)


# ---- panels ----


def hand_panels(setup: LanesSetup, state: Tree, seat: int | None) -> list[Fixed]:
    """The player sees the cards, and what each of them can do; everybody else how many there are."""
    if seat == PLAYER:
        held = tuple(state["hand"]), state["pending"]
        return kept(setup, ("hand", held), lambda: held_panels(setup, state))
    size = state["hand_size"]
    return kept(setup, ("cards", size), lambda: [hand_panel([item("card", "?", size)])])


def deck_panels(setup: LanesSetup, state: Tree) -> Iterator[Fixed]:
    decks = state["deck_size"], state["pawns"]
    yield kept(setup, ("decks", decks), lambda: decks_panel(setup, *decks))
    bonuses = tuple(state["bonuses"])
    yield kept(setup, ("bonuses", bonuses), lambda: bonuses_panel(setup, bonuses))


def player_panel(setup: LanesSetup, damage: int, initiative: int, round_: int) -> Fixed:
    camp = fact("camp", camp_text(setup, PLAYER, damage))
    facts = [camp, fact("initiative", initiative), fact("round-fact", round_)]
    return Fixed(panel("player", message("player-panel"), PLAYER, facts=facts))


def decks_panel(setup: LanesSetup, main: int, pawns: int) -> Fixed:
    pawn = setup.kinds[int(setup.rules["pawn"])]
    decks = [
        item("main deck", "?", main, id="main"),
        item(pawn.name, pawn.sign, pawns, id="pawn", about=known(setup, pawn)),
    ]
    return Fixed(panel("decks", message("decks"), PLAYER, decks))


def bonuses_panel(setup: LanesSetup, counts: Sequence[int]) -> Fixed:
    bonuses = [
        item(bonus.name, bonus.sign, count, id=bonus.name, about=about_bonus(bonus))
        for bonus, count in zip(setup.bonuses, counts, strict=False)
        if count
    ]
    return Fixed(panel("bonuses", message("bonuses"), PLAYER, bonuses))


def camp_text(setup: LanesSetup, side: int, damage: int) -> str:
    """Strength left of all; where a lead decides, the damage taken."""
    strength = int(setup.rules["camp"][side])
    return f"−{damage}" if setup.rules["balance"] else f"{max(0, strength - damage)}/{strength}"


def hand_panel(items: list[Tree]) -> Fixed:
    return Fixed(panel("hand", message("hand"), PLAYER, items))


def held_panels(setup: LanesSetup, state: Any) -> list[Fixed]:
    cards = cards_in_hand(setup, state)
    items = [item(kind.name, kind.sign, count, id=kind.name, about=known(setup, kind)) for kind, count in cards]
    return [hand_panel(items), *(short_of(setup, kind) for kind, _ in cards)]


def cards_in_hand(setup: LanesSetup, state: Any) -> list[tuple[Piece, int]]:
    cards = Counter(int(card) - 1 for card in state["hand"][: int(state["hand_size"])])
    if state["pending"]:
        cards[int(state["pending"]) - 1] += 1  # it has left the hand but has no cell yet
    return [(setup.kinds[kind], count) for kind, count in sorted(cards.items())]


def foes_in_sight(setup: LanesSetup, state: Any) -> list[Piece]:
    """The horde's units on the field and staged, each kind once."""
    seen = {int(kind) - 1 for kind in (*state["unit"], *state["staged"]) if kind}
    return [setup.kinds[kind] for kind in sorted(seen) if setup.kinds[kind].is_foe]


def level_panels(setup: LanesSetup) -> list[Fixed]:
    """What is different on this level, if anything."""
    return kept(setup, "level", lambda: [level_panel(setup.level.note)] if setup.level.note else [])


def level_panel(note: str) -> Fixed:
    return Fixed(panel("level", message("level-panel"), None, (), [fact("level-note", "", note=note)]))


def supply_panels(setup: LanesSetup, state: Tree, seat: int | None) -> list[Fixed]:
    """What is still to come: a script only the horde's seat knows."""
    if not setup.rules["scripted"]:
        supply = tuple(state["supply"])
        return kept(setup, ("supply", supply), lambda: [supply_panel(setup, supply)])
    items = script_items(setup, state) if seat == HORDE else ()
    return [Fixed(panel("supply", message("script"), HORDE, items))]


def kept_horde_panel(setup: LanesSetup, state: Tree) -> Fixed:
    is_staging = state["phase"] == STAGING and not setup.rules["scripted"]
    own = state["damage"][HORDE], state["left"] if is_staging else None
    return kept(setup, ("horde", own), lambda: horde_panel(setup, *own))


def horde_panel(setup: LanesSetup, damage: int, left: int | None) -> Fixed:
    camp = fact("camp", camp_text(setup, HORDE, damage))
    facts = [camp] if left is None else [camp, fact("preparations", left)]
    return Fixed(panel("horde", message("horde-panel"), HORDE, facts=facts))


def supply_panel(setup: LanesSetup, supply: Sequence[int]) -> Fixed:
    items = [
        item(kind.name, kind.sign, count, id=kind.name, about=known(setup, kind))
        for kind, count in zip(setup.kinds, supply, strict=False)
        if count
    ]
    return Fixed(panel("supply", message("supply"), HORDE, items))


def script_items(setup: LanesSetup, state: Any) -> list[Tree]:
    """What is still to come, one kind after the other; only the horde's seat knows it."""
    counts = Counter(int(kind) - 1 for kind in state["script_unit"] if kind)
    return [
        item(setup.kinds[kind].name, setup.kinds[kind].sign, n, id=setup.kinds[kind].name)
        for kind, n in sorted(counts.items())
    ]


# ---- the preview ----


def doomed_cells(setup: LanesSetup, forecast: Forecast | None) -> set[int]:
    """Where units stand now, on the field or staged, that will fall; those that advance first are followed."""
    above = COLUMNS * setup.rows  # the staging row
    stood = {number: number for number in range(above + COLUMNS)}  # where a unit stands → where it stands now
    dead: set[int] = set()
    for event in forecast.events if forecast else ():
        kind, _, second, third, *_ = event
        if kind == layout.ENTERED:
            stood[second] = stood.pop(above + second % COLUMNS)
        if kind == layout.ADVANCED:
            stood[third] = stood.pop(second)
        if kind == layout.DIED:
            dead.add(stood[third])
        if kind == layout.DIED_STAGED:
            dead.add(above + second)
    return dead


def preview(setup: LanesSetup, forecast: Forecast | None) -> Iterator[Fixed]:
    """Every blow to come, in order, and what it does to the camps."""
    if forecast is None:
        return
    told = (foretold(setup, event) for event in forecast.events)
    blows = [fact(id_, value, **args) for id_, value, args in told if id_]
    player, horde = forecast.losses
    camps = fact("preview-camps", f"−{player} / −{horde}")
    yield Fixed(panel("preview", message("preview"), None, facts=[*blows, camps]))


def foretold(setup: LanesSetup, event: list[int]) -> tuple[str, str, dict[str, str | int]]:
    """An event of the preview as a fact: the message, its value and its arguments; no message for what is no blow."""
    kind, a, b, c, d, e = event
    if kind == layout.BLOW:
        unit, victim = setup.kinds[a].name, setup.kinds[c].name
        return "preview-blow", f"−{e}", {"unit": unit, "cell": cell(b), "victim": victim, "target": cell(d)}
    if kind == layout.CAMP_HIT:
        return "preview-camp", f"−{d}", {"unit": setup.kinds[a].name, "cell": cell(b), "camp": setup.seats[c]}
    if kind == layout.OVERKILL:
        return "preview-overkill", f"−{c}", {"unit": setup.kinds[a].name, "column": COLUMN_NAMES[b]}
    if kind == layout.DIED:
        return "preview-death", "†", {"unit": setup.kinds[b].name, "cell": cell(c)}
    return "", "", {}


# ---- clicks ----


def clicks(setup: LanesSetup, state: Any, action: int) -> list[Tree]:
    """They hang on the unit that does it, or on whether a card was chosen already; else they are always the same."""
    do, what, _ = split_action(setup, action)
    unit = int(state["unit"][what]) if do == ABLE else bool(state["pending"])
    return kept(setup, ("clicks", action, unit), lambda: make_clicks(setup, state, action))


def make_clicks(setup: LanesSetup, state: Any, action: int) -> list[Tree]:
    """The card, unit or bonus first, then where."""
    do, what, where = split_action(setup, action)
    if do in (END, STOP):
        return [button("end-preparation" if do == END else "stop-preparing")]
    if do in (DEPLOY, SACRIFICE):
        if state["pending"]:
            return [{"cell": cell(where)}]
        card = {"panel": "hand", "item": setup.kinds[what].name}
        return [card, {"cell": cell(where)}] if do == DEPLOY else [card, button("sacrifice"), {"cell": cell(where)}]
    if do == MOVE:
        return [{"cell": cell(what)}, {"cell": cell(where)}]
    if do == USE:
        effect = setup.bonuses[what].effect
        return [{"panel": "bonuses", "item": setup.bonuses[what].name}, *aim_clicks(setup, effect, where)]
    if do == ABLE:
        ability = ability_at(setup, state, what)
        assert ability is not None
        does = button("ability", effect=effect_words(ability), price=effect_price(ability))
        return [{"cell": cell(what)}, does, *aim_clicks(setup, ability, where)]
    if do == TARGET:
        return [{"cell": cell(where)}]
    if do == PREPARE:
        return [{"panel": "supply", "item": setup.kinds[what].name}, {"cell": place_name(setup, where)}]
    assert do == TAKE
    return [{"panel": "decks", "item": ("main", "pawn")[what]}]


def aim_clicks(setup: LanesSetup, effect: Effect, where: int) -> list[Tree]:
    if effect.kind.aim == ON_COLUMN:
        return [{"cell": place_name(setup, where)}]
    aim = aim_text(effect, where)
    return [{"cell": aim}] if aim else []


# ---- events ----

# Event → message, and the names of its numbers: u a unit, c a cell, l a column, s a side, n a number, b a bonus.
WORDS = {
    layout.TURN: ("turn-begins", "round:n initiative:n"),
    layout.DEPLOYED: ("deployed", "unit:u cell:c"),
    layout.SACRIFICED: ("sacrificed", "unit:u cell:c card:u"),
    layout.MOVED: ("moved", "unit:u from:c to:c"),
    layout.BONUS: ("used-bonus", "bonus:b"),
    layout.ABILITY: ("used-ability", "unit:u cell:c"),
    layout.BLOW: ("blow", "unit:u cell:c victim:u target:c damage:n"),
    layout.MISSED: ("missed", "unit:u cell:c"),
    layout.CAMP_HIT: ("camp-hit", "unit:u cell:c camp:s damage:n"),
    layout.PRICKED: ("pricked", "unit:u cell:c damage:n"),
    layout.DIED: ("died", "side:s unit:u cell:c"),
    layout.OVERKILL: ("overkill", "unit:u column:l damage:n"),
    layout.DIED_STAGED: ("died-staged", "unit:u column:l"),
    layout.RETURNED: ("returned", "side:s unit:u"),
    layout.SHIELD_BROKEN: ("shield-broken", "unit:u cell:c"),
    layout.HEALED: ("healed", "unit:u cell:c health:n"),
    layout.ENTERED: ("entered", "unit:u cell:c"),
    layout.ADVANCED: ("advanced", "unit:u from:c to:c"),
    layout.STAGED: ("staged", "unit:u column:l"),
    layout.STOPPED: ("stopped", ""),
    layout.HURT: ("hurt", "unit:u cell:c damage:n"),
    layout.SHIELDED: ("shield-given", "unit:u cell:c"),
    layout.RECALLED: ("recalled", "unit:u cell:c"),
    layout.SWAPPED: ("swapped", "one:c other:c"),
    layout.GAINED: ("gained", "initiative:n"),
    layout.HELD: ("held", "column:l"),
    layout.MUSTERED: ("mustered", "unit:u"),
}


def note(setup: LanesSetup, state: Any, action: int) -> Message | None:
    """S17, S25: what a step or a card costs; what a bonus or an ability does, and for how much."""
    do, what, where = split_action(setup, action)
    if do in (USE, ABLE):
        effect = setup.bonuses[what].effect if do == USE else ability_at(setup, state, what)
        assert effect is not None
        does = effect_words(effect)
        return (
            message("does-for", effect=does, initiative=effect.price) if effect.price else message("does", effect=does)
        )
    if do == MOVE:
        unit, has_stepped = int(state["unit"][what]), int(state["stepped"]) >> what & 1
        return kept(setup, ("step", unit, has_stepped, what, where), lambda: step_cost(setup, state, what, where))
    price = setup.kinds[what].price if do in (DEPLOY, SACRIFICE) and not state["pending"] else 0
    return kept(setup, ("costs", price), lambda: message("costs", initiative=price)) if price else None


def step_cost(setup: LanesSetup, state: Any, origin: int, target: int) -> Message:
    kind, is_forward = int(state["unit"][origin]) - 1, target // COLUMNS > origin // COLUMNS
    return message("costs", initiative=int(step_price(setup.rules, state, kind, origin, is_forward)))


def describe(setup: LanesSetup, event: Any, seat: int | None) -> Message | None:
    """An event in words. Which card was drawn only the player hears, unless it came from the pawn deck."""
    event = event.tolist()
    kind, first, is_pawn, *_ = event
    if kind == layout.ENDED:
        return None  # every view says how a game ended
    if kind == layout.DREW:
        if is_pawn or seat == PLAYER:
            return Message("drew-pawn" if is_pawn else "drew-card", {"unit": setup.kinds[first].name})
        return Message("drew-something")
    id_, pattern = WORDS[kind]
    args = {name: say(setup, what, int(n)) for (name, what), n in zip(names_in(pattern), event[1:], strict=False)}
    return Message(id_, args, tuple(shown(setup, event)))


@cache
def names_in(pattern: str) -> list[list[str]]:
    return [part.split(":") for part in pattern.split()]


def say(setup: LanesSetup, what: str, number: int) -> Arg:
    if what == "n":
        return number
    if what == "u":
        return setup.kinds[number].name
    if what == "c":
        return cell(number)
    if what == "l":
        return COLUMN_NAMES[number]
    if what == "b":
        return setup.bonuses[number].name
    return (*setup.seats, "nobody")[number]


def shown(setup: LanesSetup, event: Any) -> list[Tree]:
    """How a client may draw an event."""
    kind, a, b, c, d, e = (int(n) for n in event)
    if kind in (layout.MOVED, layout.ADVANCED):
        return [walk(cell(b), cell(c))]
    if kind == layout.ENTERED:
        return [walk(place_name(setup, b % COLUMNS), cell(b))]
    if kind == layout.SWAPPED:
        return [walk(cell(a), cell(b)), walk(cell(b), cell(a))]
    if kind == layout.BLOW:
        return [shot(cell(b), cell(d)), hit(cell(d), f"−{e}")]
    if kind == layout.CAMP_HIT:
        camp = cell(b % COLUMNS + (0 if c == PLAYER else COLUMNS * (setup.rows - 1)))
        return [shot(cell(b), camp), hit(camp, f"−{d}")]
    return shown_on_one_cell(setup, kind, a, b, c)


def shown_on_one_cell(setup: LanesSetup, kind: int, a: int, b: int, c: int) -> list[Tree]:
    if kind == layout.DEPLOYED:
        return [new(cell(b))]
    if kind == layout.STAGED:
        return [new(place_name(setup, b))]
    if kind in (layout.SACRIFICED, layout.RECALLED):
        return [gone(cell(b))]
    if kind == layout.DIED:
        return [gone(cell(c))]
    if kind == layout.DIED_STAGED:
        return [gone(place_name(setup, b))]
    if kind == layout.OVERKILL:
        return [hit(place_name(setup, b), f"−{c}")]
    if kind in (layout.PRICKED, layout.HURT, layout.HEALED):
        return [hit(cell(b), f"{'+' if kind == layout.HEALED else '−'}{c}")]
    return []
