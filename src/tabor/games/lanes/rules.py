"""The rules of lanes: the course of a battle and its decisions. S1 … S27 are the sentences of README.md.

`layout.py` has the records, `fight.py` what happens without a decision, `knowledge.py` what players know and think.
"""

from __future__ import annotations

from typing import Any

from tabor.game import DRAWN, OVER, emit, end
from tabor.games.lanes.fight import attack, dealt, heal, horde_turn, wound
from tabor.games.lanes.layout import (
    ABILITY,
    BACK,
    BONUS,
    COLUMNS,
    DEPLOYED,
    DRAWING,
    DRAWING_EXTRA,
    DREW,
    ENDED,
    GAINED,
    HELD,
    HORDE,
    HURT,
    MOVED,
    MUSTERED,
    PLAYER,
    PREPARING,
    RECALLED,
    ROUND_LIMIT,
    ROUTED,
    SACRIFICED,
    SCRIPT,
    SHIELDED,
    STAGED,
    STAGING,
    STOPPED,
    SWAPPED,
    TURN,
    add_to_hand,
    amount_of,
    bit,
    count_bits,
    exchange,
    has,
    is_free,
    kind_at,
    occupied,
    put,
    relocate,
    remove,
    return_to_hand,
    take_from_hand,
)
from tabor.games.lanes.layout import RULES as RULES
from tabor.games.lanes.layout import STATE as STATE
from tabor.games.lanes.layout import WORK as WORK
from tabor.games.lanes.signs import (
    ANCHOR,
    BROOD,
    COMMANDER,
    DRAW,
    DREAD,
    GAIN,
    HARM,
    HEAL,
    HOLD,
    RECALL,
    SCOUT,
    SHIELD,
    SWAP,
    SWIFT,
)
from tabor.jit import rule
from tabor.rng import pick, roll

# An action has three digits: what is done, with what, and where.
END = 0
DEPLOY = 1  # kind, cell
SACRIFICE = 2  # kind of the card, cell of the victim
MOVE = 3  # from cell, to cell
USE = 4  # bonus, cell, column or 0
ABLE = 5  # cell of the unit, cell, column or 0
TARGET = 6  # 0, cell: the second of two
PREPARE = 7  # kind, column
STOP = 8
TAKE = 9  # 0 from the main deck, 1 from the pawn deck
DOINGS = 10


@rule
def encode(rules: Any, do: int, what: int, where: int) -> int:
    return (do * int(rules["whats"]) + what) * int(rules["cells"]) + where


# ---- the beginning, and what comes between decisions ----


@rule
def start(rules: Any, state: Any, work: Any, rng: Any) -> None:
    """S5: pieces, the opening hand, and step 6 as round 0. What is not written here is 0."""
    for cell in range(int(rules["cells"])):
        kind = int(rules["start_unit"][cell]) - 1
        if kind >= 0:
            put(state, int(rules["start_owner"][cell]), cell, kind, int(rules["health"][kind]))
    start_decks(rules, state)
    start_horde(rules, state)
    for number in range(int(rules["bonus_count"])):
        state["bonuses"][number] = int(rules["bonuses"][number])
    events = work["silence"]
    events[0, 0] = 0
    for _ in range(int(rules["opening_main"])):
        take_card(rules, state, 0, rng, events)
    for _ in range(int(rules["opening_pawns"])):
        take_card(rules, state, 1, rng, events)
    begin_staging(rules, state, rng, events)


@rule
def start_decks(rules: Any, state: Any) -> None:
    """S4."""
    state["pawns"] = int(rules["pawns"])
    total = 0
    for kind in range(int(rules["kinds"])):
        state["deck"][kind] = int(rules["deck"][kind])
        total += int(rules["deck"][kind])
    state["deck_size"] = total


@rule
def start_horde(rules: Any, state: Any) -> None:
    """S12."""
    for kind in range(int(rules["kinds"])):
        state["supply"][kind] = int(rules["supply"][kind])
    for i in range(SCRIPT):
        state["script_unit"][i] = int(rules["script_unit"][i])
        state["script_round"][i] = int(rules["script_round"][i])
        state["script_column"][i] = int(rules["script_column"][i])


@rule
def count_standing(rules: Any, state: Any, side: int, sign: int) -> int:
    """How many units of a side stand on the field with a sign."""
    count = 0
    for cell in range(int(rules["cells"])):
        if int(state["standing"][side]) >> cell & 1 and has(rules, kind_at(state, cell), sign):
            count += 1
    return count


@rule
def begin_turn(rules: Any, state: Any, events: Any) -> None:
    """S15. Moment: start of a round: each commander gives more, above the cap too; dread takes some,
    but not the last."""
    state["round"] = int(state["round"]) + 1
    initiative = int(rules["initiative"])
    if int(rules["growing"]) == 1:
        initiative = min(initiative + int(state["round"]) - 1, int(rules["initiative_cap"]))
    initiative += amount_of(rules, COMMANDER) * count_standing(rules, state, PLAYER, COMMANDER)
    initiative -= min(count_standing(rules, state, HORDE, DREAD), max(0, initiative - 1))
    state["initiative"] = initiative
    state["left"] = 0
    state["phase"] = PREPARING
    state["player"] = PLAYER
    emit(events, TURN, int(state["round"]), initiative, 0, 0, 0)


@rule
def end_preparation(rules: Any, state: Any, rng: Any, events: Any) -> None:
    """S6, steps 2 to 5; S24."""
    state["stepped"] = 0
    attack(rules, state, PLAYER, events)
    if int(state["player"]) == OVER:
        return
    horde_turn(rules, state, events)
    state["held"] = 0
    if int(state["player"]) == OVER:
        return
    if int(state["round"]) >= int(rules["round_limit"]):
        player, horde = int(state["damage"][PLAYER]), int(state["damage"][HORDE])
        winner = DRAWN if player == horde else PLAYER if player < horde else HORDE
        end(state, winner, ROUND_LIMIT)
        return
    begin_staging(rules, state, rng, events)


@rule
def begin_staging(rules: Any, state: Any, rng: Any, events: Any) -> None:
    """S6, step 6; S12: the horde prepares, if it can. Moment: each unit with brood allows one more."""
    state["phase"] = STAGING
    state["player"] = HORDE
    if int(rules["endless"]) == 1:
        state["left"] = muster(rules, state, rng, events)
    else:
        planned = int(rules["plan"][min(int(state["round"]), int(rules["plan_size"]) - 1)])
        state["left"] = planned + count_standing(rules, state, HORDE, BROOD)
    settle_staging(rules, state, rng, events)


@rule
def muster(rules: Any, state: Any, rng: Any, events: Any) -> int:
    """An endless level: dice bring more and more units into the supply; how many came, and may be prepared."""
    round_ = int(state["round"])
    wanted = min(int(rules["wave_first"]) + round_ // int(rules["wave_every"]), int(rules["wave_most"]))
    total = 0
    for kind in range(int(rules["kinds"])):
        if int(rules["wave_from"][kind]) <= round_:
            total += int(rules["wave_weight"][kind])
    for _ in range(wanted if total > 0 else 0):
        rest = roll(rng, total)
        for kind in range(int(rules["kinds"])):
            if int(rules["wave_from"][kind]) <= round_:
                rest -= int(rules["wave_weight"][kind])
                if rest < 0:
                    state["supply"][kind] = int(state["supply"][kind]) + 1
                    emit(events, MUSTERED, kind, 0, 0, 0, 0)
                    break
    return wanted


@rule
def supply_left(rules: Any, state: Any) -> bool:
    for kind in range(int(rules["kinds"])):  # noqa: SIM110 - a generator cannot be compiled
        if int(state["supply"][kind]) > 0:
            return True
    return False


@rule
def has_free_place(state: Any) -> bool:
    for column in range(COLUMNS):  # noqa: SIM110 - a generator cannot be compiled
        if int(state["staged"][column]) == 0:
            return True
    return False


@rule
def next_of_script(state: Any) -> int:
    """S12: of the entries that are due and whose place is free the earliest, then the first listed; −1 if none."""
    best, best_round = -1, int(state["round"]) + 1
    for i in range(SCRIPT + BACK):
        round_ = int(state["script_round"][i])
        is_due = int(state["script_unit"][i]) > 0 and round_ < best_round
        if is_due and int(state["staged"][int(state["script_column"][i])]) == 0:
            best, best_round = i, round_
    return best


@rule
def script_left(state: Any) -> bool:
    return int(state["script_unit"][0]) > 0 or int(state["script_unit"][SCRIPT]) > 0


@rule
def can_prepare(rules: Any, state: Any) -> bool:
    if int(rules["scripted"]) == 1:
        return next_of_script(state) >= 0
    return int(state["left"]) > 0 and has_free_place(state) and supply_left(rules, state)


@rule
def settle_staging(rules: Any, state: Any, rng: Any, events: Any) -> None:
    """Go on as soon as the horde can prepare nothing more."""
    if not can_prepare(rules, state):
        finish_staging(rules, state, rng, events)


@rule
def finish_staging(rules: Any, state: Any, rng: Any, events: Any) -> None:
    """S23, then S13; after round 0 the player begins at once (S5)."""
    if int(rules["rout"]) == 1 and is_routed(rules, state):
        end(state, PLAYER, ROUTED)
    elif int(state["round"]) == 0:
        begin_turn(rules, state, events)
    else:
        state["phase"] = DRAWING
        state["player"] = PLAYER
        state["left"] = int(rules["draw"])
        settle_drawing(rules, state, rng, events)


@rule
def is_routed(rules: Any, state: Any) -> bool:
    """S23."""
    if int(state["standing"][HORDE]) != 0 or int(rules["endless"]) == 1:
        return False
    for column in range(COLUMNS):
        if int(state["staged"][column]) != 0:
            return False
    return not supply_left(rules, state) and not script_left(state)


@rule
def settle_drawing(rules: Any, state: Any, rng: Any, events: Any) -> None:
    """S13: skip what cannot be done, take what leaves no choice, and go on when nothing is left to take."""
    while int(state["left"]) > 0:
        if not can_draw(rules, state):
            state["left"] = 0
        elif int(state["deck_size"]) > 0 and int(state["pawns"]) > 0:
            return
        else:
            take_card(rules, state, 0 if int(state["deck_size"]) > 0 else 1, rng, events)
            state["left"] = int(state["left"]) - 1
    if int(state["phase"]) == DRAWING:
        begin_turn(rules, state, events)
    else:
        state["phase"] = PREPARING


@rule
def can_draw(rules: Any, state: Any) -> bool:
    has_card = int(state["deck_size"]) > 0 or int(state["pawns"]) > 0
    return has_card and int(state["hand_size"]) < int(rules["hand_limit"])


@rule
def take_card(rules: Any, state: Any, is_pawn: int, rng: Any, events: Any) -> None:
    """A card from a deck that is not empty; that a pawn comes from the pawn deck everybody sees."""
    if is_pawn == 1:
        kind = int(rules["pawn"])
        state["pawns"] = int(state["pawns"]) - 1
        state["known"][kind] = int(state["known"][kind]) + 1
    else:
        kind = pick(rng, state["deck"], int(state["deck_size"]))
        state["deck"][kind] = int(state["deck"][kind]) - 1
        state["deck_size"] = int(state["deck_size"]) - 1
    add_to_hand(state, kind)
    emit(events, DREW, kind, is_pawn, 0, 0, 0)


# ---- what the player may do ----


@rule
def tags_on_field(rules: Any, state: Any) -> int:
    tags = 0
    for cell in range(int(rules["cells"])):
        if int(state["standing"][PLAYER]) >> cell & 1:
            tags |= int(rules["tags"][kind_at(state, cell)])
    return tags


@rule
def meets(rules: Any, state: Any, kind: int) -> bool:
    """S25: whether price and conditions of a card can be met."""
    if int(rules["price"][kind]) > int(state["initiative"]):
        return False
    needs = int(rules["needs"][kind])
    if needs != 0 and tags_on_field(rules, state) & needs != needs:
        return False
    wanted = int(rules["sacrifice"][kind])
    return wanted == 0 or count_bits(int(state["standing"][PLAYER])) >= wanted


@rule
def home_cells(rules: Any, kind: int) -> int:
    """S7: where a card may be deployed if it is free. Moment: deploy: scouts go further; never the enemy camp."""
    rows = int(rules["deploy_rows"])
    if has(rules, kind, SCOUT):
        rows += amount_of(rules, SCOUT)
    return (1 << COLUMNS * min(rows, int(rules["rows"]) - 1)) - 1


@rule
def is_victim(rules: Any, state: Any, kind: int, cell: int, wanted: int) -> bool:
    """S25: whether this sacrifice, the first of so many, still leaves the card a cell."""
    own, home = int(state["standing"][PLAYER]), home_cells(rules, kind)
    if own >> cell & 1 == 0:
        return False
    if home & (~occupied(state) | bit(cell)) != 0:
        return True
    return wanted > 1 and own & home & ~bit(cell) != 0


@rule
def add_cells(rules: Any, do: int, what: int, cells: int, out: Any, n: int) -> int:
    """Write an action for every cell of a set behind the n actions of `out`."""
    first = encode(rules, do, what, 0)
    cell = 0
    while cells != 0:
        if cells & 1:
            out[n] = first + cell
            n += 1
        cells >>= 1
        cell += 1
    return n


@rule
def victims_for(rules: Any, state: Any, kind: int, wanted: int) -> int:
    cells = 0
    for cell in range(int(rules["cells"])):
        if is_victim(rules, state, kind, cell, wanted):
            cells |= bit(cell)
    return cells


@rule
def add_cards(rules: Any, state: Any, do: int, out: Any, n: int) -> int:
    """S7, S25: cards that are simply deployed, or those that begin with a sacrifice."""
    free, before = ~occupied(state), 0
    for i in range(int(state["hand_size"])):
        card = int(state["hand"][i])
        kind, wanted = card - 1, int(rules["sacrifice"][card - 1])
        if card != before and (wanted > 0) == (do == SACRIFICE) and meets(rules, state, kind):
            if wanted == 0:
                n = add_cells(rules, do, kind, free & home_cells(rules, kind), out, n)
            else:
                n = add_cells(rules, do, kind, victims_for(rules, state, kind, wanted), out, n)
        before = card
    return n


@rule
def step_price(rules: Any, state: Any, kind: int, cell: int, is_forward: bool) -> int:
    """S17. Moment: step: swift units count as less difficult."""
    difficulty = int(rules["difficulty"][kind])
    if has(rules, kind, SWIFT):
        difficulty = max(1, difficulty - amount_of(rules, SWIFT))
    is_first = is_forward and int(state["stepped"]) >> cell & 1 == 0
    factor = int(rules["first_step"]) if is_first else int(rules["other_step"])
    return max(int(rules["least_step"]), difficulty * factor)


@rule
def steps_of(rules: Any, state: Any, cell: int, free: int) -> int:
    """S16: the cells beside it to which the unit on a cell can go and pay for it."""
    kind, column = kind_at(state, cell), cell % COLUMNS
    initiative = int(state["initiative"])
    if has(rules, kind, ANCHOR):
        return 0
    cells = 0
    if initiative >= step_price(rules, state, kind, cell, True):
        cells |= bit(cell + COLUMNS)
    if initiative >= step_price(rules, state, kind, cell, False):
        if cell >= COLUMNS:
            cells |= bit(cell - COLUMNS)
        if column > 0:
            cells |= bit(cell - 1)
        if column < COLUMNS - 1:
            cells |= bit(cell + 1)
    return cells & free


@rule
def add_moves(rules: Any, state: Any, out: Any, n: int) -> int:
    if int(state["initiative"]) < int(rules["least_step"]):
        return n
    outside_camp = (1 << int(rules["cells"]) - COLUMNS) - 1
    own, free = int(state["standing"][PLAYER]), ~occupied(state) & outside_camp
    for cell in range(int(rules["cells"]) - COLUMNS):
        if own >> cell & 1:
            n = add_cells(rules, MOVE, cell, steps_of(rules, state, cell, free), out, n)
    return n


# ---- bonuses and abilities ----


@rule
def movable(rules: Any, state: Any) -> int:
    """The player's units that are no anchors."""
    cells = 0
    for cell in range(int(rules["cells"])):
        if int(state["standing"][PLAYER]) >> cell & 1 and not has(rules, kind_at(state, cell), ANCHOR):
            cells |= bit(cell)
    return cells


@rule
def breakable(rules: Any, state: Any) -> int:
    """All that stands on the field and can be destroyed."""
    cells = 0
    for cell in range(int(rules["cells"])):
        if not is_free(state, cell) and int(rules["eternal"][kind_at(state, cell)]) == 0:
            cells |= bit(cell)
    return cells


@rule
def wounded(rules: Any, state: Any) -> int:
    """The player's units that are not in full health."""
    cells = 0
    for cell in range(int(rules["cells"])):
        is_own = int(state["standing"][PLAYER]) >> cell & 1
        if is_own and int(state["health"][cell]) < int(rules["health"][kind_at(state, cell)]):
            cells |= bit(cell)
    return cells


@rule
def of_classes(rules: Any, state: Any, tags: int) -> int:
    """All units on the field that have one of the tags."""
    cells = 0
    for cell in range(int(rules["cells"])):
        if not is_free(state, cell) and int(rules["tags"][kind_at(state, cell)]) & tags != 0:
            cells |= bit(cell)
    return cells


@rule
def aims_of(rules: Any, state: Any, effect: int, only: int) -> int:
    """S26: the set of what an effect can be used on; S27: it may be for some classes only."""
    cells = aims_for_all(rules, state, effect)
    return cells if only == 0 or cells == 0 else cells & of_classes(rules, state, only)


@rule
def aims_for_all(rules: Any, state: Any, effect: int) -> int:
    """Cells, columns, or just bit 0 if it needs no aim."""
    cells = 0
    if effect == GAIN or (effect == DRAW and can_draw(rules, state)):
        cells = 1
    elif effect == HEAL:
        cells = wounded(rules, state)
    elif effect == HARM:
        cells = breakable(rules, state)
    elif effect == HOLD:
        cells = ~int(state["held"]) & (1 << COLUMNS) - 1
    elif effect == SHIELD:
        cells = int(state["standing"][PLAYER]) & ~int(state["shielded"])
    elif effect == SWAP:
        cells = movable(rules, state)
        if cells & (cells - 1) == 0:  # fewer than two
            cells = 0
    elif effect == RECALL and int(state["hand_size"]) < int(rules["hand_limit"]):
        cells = movable(rules, state)
    return cells


@rule
def add_bonuses(rules: Any, state: Any, out: Any, n: int) -> int:
    for number in range(int(rules["bonus_count"])):
        if int(state["bonuses"][number]) > 0 and int(rules["bonus_price"][number]) <= int(state["initiative"]):
            aims = aims_of(rules, state, int(rules["bonus"][number]), int(rules["bonus_only"][number]))
            n = add_cells(rules, USE, number, aims, out, n)
    return n


@rule
def add_abilities(rules: Any, state: Any, out: Any, n: int) -> int:
    """S7."""
    for cell in range(int(rules["cells"])):
        if int(state["standing"][PLAYER]) >> cell & 1:
            kind = kind_at(state, cell)
            effect = int(rules["ability"][kind])
            if effect != 0 and int(rules["ability_price"][kind]) <= int(state["initiative"]):
                aims = aims_of(rules, state, effect, int(rules["ability_only"][kind]))
                n = add_cells(rules, ABLE, cell, aims, out, n)
    return n


@rule
def add_preparation(rules: Any, state: Any, out: Any, n: int) -> int:
    """S7: ending it, and all that can be done before; or what a card or a bonus that was begun still needs."""
    pending = int(state["pending"]) - 1
    if pending >= 0:
        wanted = int(state["victims"])
        if wanted > 0:
            return add_cells(rules, SACRIFICE, pending, victims_for(rules, state, pending, wanted), out, n)
        return add_cells(rules, DEPLOY, pending, home_cells(rules, pending) & ~occupied(state), out, n)
    if int(state["swapping"]) > 0:
        others = movable(rules, state) & ~bit(int(state["swapping"]) - 1)
        return add_cells(rules, TARGET, 0, others, out, n)
    out[n] = encode(rules, END, 0, 0)
    n = add_cards(rules, state, DEPLOY, out, n + 1)
    n = add_cards(rules, state, SACRIFICE, out, n)
    n = add_moves(rules, state, out, n)
    n = add_bonuses(rules, state, out, n)
    return add_abilities(rules, state, out, n)


@rule
def add_stagings(rules: Any, state: Any, out: Any, n: int) -> int:
    """S12: any unit of the supply to any free place, or stop; a script leaves no choice."""
    if int(rules["scripted"]) == 1:
        i = next_of_script(state)
        out[n] = encode(rules, PREPARE, int(state["script_unit"][i]) - 1, int(state["script_column"][i]))
        return n + 1
    free = 0
    for column in range(COLUMNS):
        if int(state["staged"][column]) == 0:
            free |= bit(column)
    for kind in range(int(rules["kinds"])):
        if int(state["supply"][kind]) > 0:
            n = add_cells(rules, PREPARE, kind, free, out, n)
    out[n] = encode(rules, STOP, 0, 0)
    return n + 1


@rule
def legal(rules: Any, state: Any, work: Any, out: Any) -> int:
    if int(state["player"]) == OVER:
        return 0
    phase = int(state["phase"])
    if phase == PREPARING:
        return add_preparation(rules, state, out, 0)
    if phase == STAGING:
        return add_stagings(rules, state, out, 0)
    out[0] = encode(rules, TAKE, 0, 0)  # S13: both decks have cards, or it would have been settled
    out[1] = encode(rules, TAKE, 1, 0)
    return 2


# ---- playing an action ----


@rule
def pay(state: Any, price: int) -> None:
    state["initiative"] = int(state["initiative"]) - price


@rule
def deploy(rules: Any, state: Any, kind: int, cell: int, events: Any) -> None:
    """S7, S25: a card whose victims were chosen has been paid for."""
    if int(state["pending"]) == 0:
        pay(state, int(rules["price"][kind]))
        take_from_hand(state, kind)
    state["pending"] = 0
    put(state, PLAYER, cell, kind, int(rules["health"][kind]))
    emit(events, DEPLOYED, kind, cell, 0, 0, 0)


@rule
def sacrifice(rules: Any, state: Any, kind: int, cell: int, events: Any) -> None:
    """S25: the first victim pays the price and takes the card from the hand; a victim does not die."""
    if int(state["pending"]) == 0:
        pay(state, int(rules["price"][kind]))
        take_from_hand(state, kind)
        state["pending"] = 1 + kind
        state["victims"] = int(rules["sacrifice"][kind])
    state["victims"] = int(state["victims"]) - 1
    emit(events, SACRIFICED, kind_at(state, cell), cell, kind, 0, 0)
    remove(state, cell)


@rule
def move(rules: Any, state: Any, origin: int, target: int, events: Any) -> None:
    """S16, S17."""
    kind, is_forward = kind_at(state, origin), target == origin + COLUMNS
    pay(state, step_price(rules, state, kind, origin, is_forward))
    relocate(state, PLAYER, origin, target)
    if is_forward:
        state["stepped"] |= bit(target)
    emit(events, MOVED, kind, origin, target, 0, 0)


@rule
def take_effect(rules: Any, state: Any, effect: int, amount: int, where: int, rng: Any, events: Any) -> None:
    """S26: a bonus or an ability, on what `aims_of` allows."""
    if effect == GAIN:
        state["initiative"] = int(state["initiative"]) + amount
        emit(events, GAINED, amount, 0, 0, 0, 0)
    elif effect == HEAL:
        heal(rules, state, where, amount, events)
    elif effect == HARM:
        harm(rules, state, where, amount, events)
    elif effect == HOLD:
        state["held"] = int(state["held"]) | bit(where)
        emit(events, HELD, where, 0, 0, 0, 0)
    elif effect == DRAW:
        state["phase"] = DRAWING_EXTRA
        state["left"] = amount
        settle_drawing(rules, state, rng, events)
    elif effect == RECALL:
        recall(rules, state, where, events)
    elif effect == SWAP:
        state["swapping"] = 1 + where
    elif effect == SHIELD:
        state["shielded"] |= bit(where)
        emit(events, SHIELDED, kind_at(state, where), where, 0, 0, 0)


@rule
def harm(rules: Any, state: Any, cell: int, amount: int, events: Any) -> None:
    damage = dealt(rules, state, cell, amount, False)
    emit(events, HURT, kind_at(state, cell), cell, damage, 0, 0)
    wound(rules, state, cell, damage, events)


@rule
def recall(rules: Any, state: Any, cell: int, events: Any) -> None:
    kind = kind_at(state, cell)
    remove(state, cell)
    return_to_hand(rules, state, kind)
    emit(events, RECALLED, kind, cell, 0, 0, 0)


@rule
def use_bonus(rules: Any, state: Any, number: int, where: int, rng: Any, events: Any) -> None:
    """S26: each is used once, free unless it says otherwise."""
    state["bonuses"][number] = int(state["bonuses"][number]) - 1
    pay(state, int(rules["bonus_price"][number]))
    emit(events, BONUS, number, 0, 0, 0, 0)
    amount = int(rules["bonus_amount"][number])
    take_effect(rules, state, int(rules["bonus"][number]), amount, where, rng, events)


@rule
def use_ability(rules: Any, state: Any, cell: int, where: int, rng: Any, events: Any) -> None:
    """S7: for initiative, as often as it can be paid."""
    kind = kind_at(state, cell)
    pay(state, int(rules["ability_price"][kind]))
    emit(events, ABILITY, kind, cell, 0, 0, 0)
    amount = int(rules["ability_amount"][kind])
    take_effect(rules, state, int(rules["ability"][kind]), amount, where, rng, events)


@rule
def finish_swap(state: Any, other: int, events: Any) -> None:
    one = int(state["swapping"]) - 1
    exchange(state, one, other)
    state["swapping"] = 0
    emit(events, SWAPPED, one, other, 0, 0, 0)


@rule
def prepare(rules: Any, state: Any, kind: int, column: int, rng: Any, events: Any) -> None:
    """S12."""
    if int(rules["scripted"]) == 1:
        forget(state, next_of_script(state))
    else:
        state["supply"][kind] = int(state["supply"][kind]) - 1
        state["left"] = int(state["left"]) - 1
    state["staged"][column] = 1 + kind
    state["staged_health"][column] = int(rules["health"][kind])
    emit(events, STAGED, kind, column, 0, 0, 0)
    settle_staging(rules, state, rng, events)


@rule
def forget(state: Any, entry: int) -> None:
    """An entry leaves its part of the script, and those behind it move up."""
    last = SCRIPT - 1 if entry < SCRIPT else SCRIPT + BACK - 1
    for i in range(entry, last):
        state["script_unit"][i] = int(state["script_unit"][i + 1])
        state["script_round"][i] = int(state["script_round"][i + 1])
        state["script_column"][i] = int(state["script_column"][i + 1])
    state["script_unit"][last] = 0
    state["script_round"][last] = 0
    state["script_column"][last] = 0


@rule
def take(rules: Any, state: Any, is_pawn: int, rng: Any, events: Any) -> None:
    """S13."""
    take_card(rules, state, is_pawn, rng, events)
    state["left"] = int(state["left"]) - 1
    settle_drawing(rules, state, rng, events)


@rule
def apply(rules: Any, state: Any, work: Any, action: int, rng: Any, events: Any) -> None:
    where = action % int(rules["cells"])
    what = action // int(rules["cells"]) % int(rules["whats"])
    do = action // int(rules["cells"]) // int(rules["whats"])
    state["ply"] = int(state["ply"]) + 1
    if do == END:
        end_preparation(rules, state, rng, events)
    elif do == DEPLOY:
        deploy(rules, state, what, where, events)
    elif do == SACRIFICE:
        sacrifice(rules, state, what, where, events)
    elif do == MOVE:
        move(rules, state, what, where, events)
    elif do == USE:
        use_bonus(rules, state, what, where, rng, events)
    elif do == ABLE:
        use_ability(rules, state, what, where, rng, events)
    elif do == TARGET:
        finish_swap(state, where, events)
    elif do == PREPARE:
        prepare(rules, state, what, where, rng, events)
    elif do == STOP:
        emit(events, STOPPED, 0, 0, 0, 0, 0)
        finish_staging(rules, state, rng, events)
    else:
        take(rules, state, what, rng, events)
    if int(state["player"]) == OVER:
        emit(events, ENDED, int(state["winner"]), int(state["reason"]), 0, 0, 0)
