"""The naive twin of siege in the game's own notation: small steps, positions as text.

    step = begin(rules)                  # or read(rules, "turn=blue phase=units … : castle blue c3-e5, …")
    for text in legal(step): ...
    step = play(step, "shoot e5", roll)
    facts(write(step))                   # what is compared

The oracle decides; here its choices are only split into steps and named.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import siege_oracle as oracle
from siege_oracle import Cell, Cells, Choice, Position, Rules, Token, Turn

PLAYERS = ("blue", "orange")
HAS_HOME = ("barracks", "workshop", "port", "gate")
LIES = ("wall", "gate", "ram", "trebuchet", "ship")  # told by -h and -v


@dataclass(frozen=True)
class Step:
    """A position, and what has been chosen of the next thing to do."""

    rules: Rules
    position: Position
    building: int | None = None  # which acts
    plan: str | None = None  # what the castle is about to build
    member: int | None = None  # who acts in the tower
    ply: int = 0

    @cached_property
    def options(self) -> dict[str, Choice]:
        """Each action's text and the choice of the oracle behind it; several choices may share a first step."""
        return find_options(self)


# ---- names ----


def cell_name(cell: Cell) -> str:
    x, y = cell
    column = chr(ord("a") + x) if x < 26 else chr(ord("a") + x // 26 - 1) + chr(ord("a") + x % 26)
    return f"{column}{y + 1}"


def read_cell(name: str) -> Cell:
    letters = name.rstrip("0123456789")
    x = 0
    for letter in letters:
        x = x * 26 + ord(letter) - ord("a") + 1
    return x - 1, int(name[len(letters) :]) - 1


def corner(cells: Cells) -> str:
    """The lowest left cell."""
    return cell_name(min(cells))


def place_name(cells: Cells) -> str:
    return corner(cells) if len(cells) == 1 else f"{corner(cells)}-{cell_name(max(cells))}"


def read_place(name: str) -> Cells:
    first, _, last = name.partition("-")
    (x, y), (right, top) = read_cell(first), read_cell(last or first)
    return oracle.rectangle(x, y, right - x + 1, top - y + 1)


def with_lie(kind: str, cells: Cells) -> str:
    if kind not in LIES:
        return kind
    return f"{kind}-v" if min(cells)[0] == max(cells)[0] else f"{kind}-h"


# ---- what is chosen next ----


def phase(step: Step) -> str:
    position = step.position
    if position.part in ("castles", "camps"):
        return "seat"
    if position.part == "units":
        return unit_phase(step)
    if step.plan:
        return "site"
    if position.part == "buildings" and step.building is not None:
        return "castle" if position.tokens[step.building].kind == "castle" else "make"
    return position.part  # fortify, buildings, over


def unit_phase(step: Step) -> str:
    if not step.position.turns:
        return "units"
    turn = step.position.turns[-1]
    if turn.naming:
        return "tire"
    if step.member is not None:
        return "member"
    return "ship" if is_ship(step.position, turn.token) else "unit"


def is_ship(position: Position, number: int) -> bool:
    return number in position.tokens and position.tokens[number].kind == "ship"


# ---- legal actions ----


def legal(step: Step) -> set[str]:
    return set(step.options)


def find_options(step: Step) -> dict[str, Choice]:
    if step.building is not None:
        return building_options(step, step.building)
    if phase(step) == "buildings":
        return select_building(step.rules, step.position)
    found = {name_choice(step, choice): choice for choice in oracle.choices(step.rules, step.position)}
    return {text: choice for text, choice in found.items() if text}


def name_choice(step: Step, choice: Choice) -> str:
    """An empty text: not on offer in this step."""
    word, *rest = choice
    position = step.position
    if step.member is not None and word != "strike":
        return ""
    if word in ("finish", "end units", "done"):
        return "" if step.plan else "end"
    if word == "place":
        return f"place {corner(rest[1])}"
    if word == "build":
        return name_building(step.plan, rest[1], rest[2])
    if word == "begin":
        token = position.tokens[rest[0]]
        return f"{oracle.LAYER[token.kind].replace('land', 'unit')} {corner(token.cells)}"
    return name_act(step, choice)


def name_building(plan: str | None, kind: str, cells: Cells) -> str:
    if plan is None:
        return f"plan {with_lie(kind, cells)}"
    return f"site {corner(cells)}" if plan == with_lie(kind, cells) else ""


def name_act(step: Step, choice: Choice) -> str:
    word, *rest = choice
    position = step.position
    active = position.tokens[position.turns[-1].token]
    if word == "go":
        return f"move {corner(frozenset(oracle.moved_cell(cell, choice) for cell in active.cells))}"
    if word == "turn":
        return f"turn {cell_name(oracle.moved_cell(swinging(active, rest[0]), choice))}"
    if word == "name":
        return f"tire {corner(position.tokens[rest[0]].cells)}"
    if word == "strike":
        return name_strike(step, rest[0], rest[1], active)
    if word == "ram":
        (aimed,) = [c[0] for c in oracle.ends(active).values() if c[0] in position.tokens[rest[0]].cells]
        return f"ram {cell_name(aimed)}"
    return f"hurl {cell_name(max(active.cells) if rest[0] == 'forth' else min(active.cells))}"


def swinging(token: Token, pivot: Cell) -> Cell:
    """The cell whose new place names a turn: a ship's left or lower end, an engine's other half."""
    return min(token.cells - {pivot})


def name_strike(step: Step, unit: int, enemy: int, active: Token) -> str:
    if active.kind == "tower" and step.member is None:
        return f"member {corner(step.position.tokens[unit].cells)}"
    if active.kind == "tower" and step.member != unit:
        return ""
    verb = "shoot" if step.position.tokens[unit].kind == "archers" else "strike"
    return f"{verb} {corner(step.position.tokens[enemy].cells)}"


def select_building(rules: Rules, position: Position) -> dict[str, Choice]:
    """A building is offered only if it can do something; a castle can always take coins."""
    able = [number for number in position.tokens if oracle.can_act(rules, position, number)]
    castles = [number for number in able if position.tokens[number].kind == "castle"]
    useful = [n for n in able if n in castles or oracle.building_choices(rules, position, n)]
    named = {f"building {corner(position.tokens[n].cells)}": ("select", n) for n in useful}
    return {**named, "end": ("end turn",)}


def building_options(step: Step, number: int) -> dict[str, Choice]:
    position = step.position
    if position.making:
        found = oracle.building_part_choices(step.rules, position)
    else:
        found = oracle.building_choices(step.rules, position, number)
    named = {name_building_act(step, choice): choice for choice in found}
    return {text: choice for text, choice in named.items() if text}


def name_building_act(step: Step, choice: Choice) -> str:
    word, *rest = choice
    if word == "enough":
        return "end"
    if word == "coins":
        return "" if step.plan else "coins"
    if word == "build":
        return name_building(step.plan, rest[1], rest[2])
    return f"make {with_lie(rest[1], rest[2])} {corner(rest[2])}"


# ---- playing ----


def begin(rules: Rules) -> Step:
    return Step(rules, oracle.start(rules))


def play(step: Step, text: str, roll: int | None = None) -> Step:
    choice = step.options[text]
    return settle(replace(take(step, text, choice, roll), ply=step.ply + 1))


def take(step: Step, text: str, choice: Choice, roll: int | None) -> Step:
    word = text.split()[0]
    if word == "building":
        return replace(step, building=choice[1])
    if word == "plan":
        return replace(step, plan=text.split()[1])
    if word == "member":
        return replace(step, member=choice[1])
    after = oracle.play(step.rules, step.position, choice, roll)
    return replace(step, position=after, building=after.making[0] if after.making else None, plan=None, member=None)


def settle(step: Step) -> Step:
    """What follows by itself: an end that is the only choice, and the only one who can be exhausted by a move."""
    while True:
        found = step.options
        if len(found) != 1 or not (phase(step) == "tire" or "end" in found):
            return step
        ((text, choice),) = found.items()
        step = take(step, text, choice, None)


# ---- positions as text ----


def write(step: Step) -> str:
    told = [f"{name}={value}" for name, value in told_facts(step).items()]
    castles_first = sorted(step.position.tokens, key=lambda number: step.position.tokens[number].kind != "castle")
    tokens = [write_token(step, number) for number in castles_first]
    return f"{' '.join(told)} : {', '.join(tokens)}"


def told_facts(step: Step) -> dict[str, str]:
    position = step.position
    made = position.making[1] if position.making else 0
    found = {
        "mode": step.rules.mode,
        "turn": "over" if position.part == "over" else PLAYERS[position.player],
        "phase": phase(step),
        "coins": "{}/{}".format(*position.coins),
        "turns": str(sum(position.ended)),
        "seatless": "{}/{}".format(*position.seatless),
        "setup": str(position.to_place),
        "made": str(made),
        "ply": str(step.ply),
    }
    return found | end_facts(position) | turn_facts(step) | building_facts(step)


def end_facts(position: Position) -> dict[str, str]:
    if position.part != "over":
        return {}
    winner = "draw" if position.winner is None else PLAYERS[position.winner]
    return {"winner": winner, "reason": position.reason}


def turn_facts(step: Step) -> dict[str, str]:
    position = step.position
    found: dict[str, str] = {}
    for turn in position.turns:
        token = position.tokens[turn.token]
        if token.kind == "ship":
            found |= {"ship": corner(token.cells), "sailed": str(int(turn.moved or turn.begun))}
        else:
            found |= {"active": f"{oracle.LAYER[token.kind]}:{corner(token.cells)}"}
            found |= {"moved": str(int(turn.moved or turn.acted))}
    if step.member is not None:
        found["member"] = corner(position.tokens[step.member].cells)
    return found


def building_facts(step: Step) -> dict[str, str]:
    found: dict[str, str] = {}
    if step.building is not None:
        found["active"] = f"building:{corner(step.position.tokens[step.building].cells)}"
    if step.plan:
        found["plan"] = step.plan
    if step.plan and step.building is None:  # in set-up only the castle builds
        (castle,) = [token for token in step.position.tokens.values() if token.kind == "castle"]
        found["active"] = f"building:{corner(castle.cells)}"
    return found


def write_token(step: Step, number: int) -> str:
    token = step.position.tokens[number]
    parts = [token.kind]
    if token.owner is not None:
        parts.append(PLAYERS[token.owner])
    parts.append(place_name(token.cells))
    if token.home is not None and token.kind in HAS_HOME:
        parts.append(f"of {corner(step.position.tokens[token.home].cells)}")
    if oracle.LAYER[token.kind] == "land" and not token.fresh:
        parts.append("tired")
    is_playing = step.position.part != "over"
    if is_playing and number in step.position.used and number != step.building:  # done, not still at it
        parts.append("done")
    return " ".join(parts)


DEFAULTS = {"sailed": "0", "moved": "0", "made": "0", "setup": "0", "ply": "0", "seatless": "0/0"}


def facts(text: str) -> tuple[dict[str, str], frozenset[str]]:
    """The facts and tokens of a position, in no order."""
    told, _, tokens = text.partition(" :")
    found = dict(fact.split("=") for fact in told.split())
    if found["turn"] == "over":
        found["phase"] = "over"
    return DEFAULTS | found, frozenset(token.strip() for token in tokens.split(",") if token.strip())


def read(rules: Rules, text: str) -> Step:
    """A position that is written in full, as the game writes it."""
    told, _ = facts(text)
    listed = [token.strip().split() for token in text.partition(" :")[2].split(",") if token.strip()]
    tokens: dict[int, Token] = {}
    for words in sorted(listed, key=lambda words: words[0] != "castle"):
        tokens[len(tokens)] = read_token(words, tokens)
    used = frozenset(n for n, words in enumerate(sorted(listed, key=lambda w: w[0] != "castle")) if "done" in words)
    return with_choices(rules, read_position(told, tokens, used), told)


def read_token(words: list[str], known: dict[int, Token]) -> Token:
    kind = words[0]
    owner = PLAYERS.index(words[1]) if words[1] in PLAYERS else None
    cells = read_place(words[1] if owner is None else words[2])
    home = None
    if "of" in words:
        at = read_cell(words[words.index("of") + 1])
        (home,) = [n for n, token in known.items() if token.kind == "castle" and min(token.cells) == at]
    return Token(kind, cells, owner, fresh=oracle.LAYER[kind] == "land" and "tired" not in words, home=home)


def read_position(told: dict[str, str], tokens: dict[int, Token], used: frozenset[int]) -> Position:
    count = int(told["turns"])
    ended = (count // 2, (count + 1) // 2)
    pairs = {key: tuple(int(n) for n in told[key].split("/")) for key in ("coins", "seatless")}
    position = Position(
        tokens,
        (pairs["coins"][0], pairs["coins"][1]),
        PLAYERS.index(told["turn"]) if told["turn"] in PLAYERS else 0,
        read_part(told),
        int(told["setup"]),
        used=used,
        ended=ended,
        seatless=(pairs["seatless"][0], pairs["seatless"][1]),
        next_id=len(tokens),
    )
    return with_end(with_turns(position, told), told)


def read_part(told: dict[str, str]) -> str:
    if told["turn"] == "over":
        return "over"
    if told["setup"] != "0":
        has_castle_only = told["mode"] == "standard" or told["turn"] == "blue"
        return (
            "castles"
            if told["phase"] == "seat" and has_castle_only
            else "camps"
            if told["phase"] == "seat"
            else "fortify"
        )
    return "buildings" if told["phase"] in ("buildings", "castle", "site", "make") else "units"


def with_turns(position: Position, told: dict[str, str]) -> Position:
    """Whether a tower has moved or acted cannot be told, and makes no difference."""
    found: list[Turn] = []
    layer, _, cell = told.get("active", "").partition(":")
    is_engine_active = layer in ("land", "engine")
    naming = told["phase"] == "tire"
    if "ship" in told:
        ship = token_at(position, "ship", told["ship"])
        sailed = told["sailed"] == "1"
        found.append(Turn(ship, moved=sailed, begun=is_engine_active, naming=naming and not is_engine_active))
    if is_engine_active:
        found.append(Turn(token_at(position, layer, cell), moved=told["moved"] == "1", naming=naming))
    return replace(position, turns=tuple(found))


def token_at(position: Position, layer: str, name: str) -> int:
    return position.standing[layer, read_cell(name)]


def with_end(position: Position, told: dict[str, str]) -> Position:
    if position.part != "over":
        return position
    winner = None if told["winner"] == "draw" else PLAYERS.index(told["winner"])
    return replace(position, winner=winner, reason=told["reason"])


def with_choices(rules: Rules, position: Position, told: dict[str, str]) -> Step:
    layer, _, cell = told.get("active", "").partition(":")
    building = token_at(position, "building", cell) if layer == "building" and position.part == "buildings" else None
    member = token_at(position, "land", told["member"]) if "member" in told else None
    if building is not None and told["made"] != "0":
        position = replace(position, making=(building, int(told["made"])), used=position.used | {building})
    return Step(rules, position, building, told.get("plan"), member, int(told["ply"]))
