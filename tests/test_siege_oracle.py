"""Siege against its naive twin, over thousands of random positions on small maps and under many rules."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
import siege_notation as notation
import siege_oracle as oracle
from siege_notation import Step
from siege_oracle import Kind, Rules
from siege_positions import random_map, random_position

import tabor
from tabor.errors import DataError
from tabor.game import Game, dice
from tabor.games import siege
from tabor.jit import plain
from tabor.loading import load_kind
from tabor.rng import roll

Tree = dict[str, Any]
MODES = ("standard", "siege")
throw = plain(roll)

# How much likelier than usual a kind of action is: turns should be long, and bloody.
WISHES = {"end": 0.15, "ram": 4, "hurl": 2, "strike": 2, "member": 3, "turn": 2, "ship": 2, "engine": 2}


def tokens(**numbers: Any) -> Tree:
    """Changes of one number for several tokens, as in tokens(move={"ram": 2})."""
    tree: Tree = {}
    for number, values in numbers.items():
        for name, value in values.items():
            tree.setdefault(name, {})[number] = value
    return {"tokens": tree}


SWIFT = tokens(move={"infantry": 3, "archers": 0, "cavalry": 5, "tower": 2, "ram": 3, "trebuchet": 0, "ship": 4})
SIZES = tokens(
    cells={"castle": [2, 2], "camp": [4, 4], "barracks": [1, 1], "workshop": [3, 3], "wall": [2, 1], "gate": [3, 1]},
    cost={"camp": 3, "infantry": 0},
    reach={"camp": 4, "barracks": 0, "port": 2, "wall": 3},
)
SURE = {
    "shot": {"range": 3, "lift": 2, "hits": 1},
    "ram": {"wall": 1, "other": 1},
    "trebuchet": {"lands": [1, 2, 3, 3, 4, 5]},
}
NEVER = {"shot": {"lift": 0, "hits": 7}, "ram": {"wall": 7, "other": 6}, "trebuchet": {"lands": [0, 0, 0, 0, 0, 6]}}
HASTY = {
    "captors": 1,
    "barracks_units": 1,
    "end": {"seatless_turns": 1, "units_from_turn": 1, "turns": 9},
    "siege": {"income": 3},
    "standard": {"castle_coins": 7},
}
PATIENT = {"captors": 2, "barracks_units": 4, "end": {"seatless_turns": 4, "units_from_turn": 8, "turns": 12}}
CAREFUL = {"options": {"ladder_beside_wall": True, "camp_from_enemy": 3}, **tokens(cost={"camp": 2})}
RULE_SETS: dict[str, Tree] = {
    "plain": {},
    "short": {"end": {"turns": 10}},
    "swift": SWIFT,
    "sizes": SIZES,
    "sure": SURE,
    "never": NEVER,
    "hasty": HASTY,
    "patient": PATIENT,
    "careful": CAREFUL,
}


# ---- the same numbers for both ----


@cache
def shipped_tree() -> Tree:
    tree: Tree = {}
    for path in siege.KIND.data:
        tree |= tomllib.loads(path.read_text(encoding="utf-8"))
    return tree


def merged(base: Tree, changes: Tree) -> Tree:
    """Tables into tables; anything else takes the place of what was there."""
    made = dict(base)
    for key, value in changes.items():
        old = base.get(key)
        made[key] = merged(old, value) if isinstance(value, dict) and isinstance(old, dict) else value
    return made


def read_rules(tree: Tree, map_name: str, mode: str) -> Rules:
    """What the oracle knows of a tree of numbers."""
    return Rules(
        terrain=tuple(tree["maps"][map_name]),
        kinds={name: read_kind(values) for name, values in tree["tokens"].items()},
        mode=mode,
        coins=read_coins(tree, mode),
        castle_takes=tree["standard"]["castle_coins"],
        castle_gives=tree["siege"]["income"],
        apart=tree["least_distance"],
        units_at_once=tree["barracks_units"],
        captors=tree["captors"],
        free_beside=tree["free_beside_seat"],
        shot_range=tree["shot"]["range"],
        lift=tree["shot"]["lift"],
        shot_hits_from=tree["shot"]["hits"],
        ram_breaks_wall_from=tree["ram"]["wall"],
        ram_breaks_from=tree["ram"]["other"],
        stone_lands={face: cell for face, cell in enumerate(tree["trebuchet"]["lands"], 1) if cell},
        turns_without_seat=tree["end"]["seatless_turns"],
        units_needed_from=tree["end"]["units_from_turn"],
        most_turns=tree["end"]["turns"],
        most_tokens=tree["most_tokens"],
        ladder_beside_wall=tree["options"]["ladder_beside_wall"],
        camp_from_enemy_seat=tree["options"]["camp_from_enemy"],
    )


def read_coins(tree: Tree, mode: str) -> tuple[int, int]:
    if mode == "siege":
        return tree["siege"]["defender_coins"], tree["siege"]["attacker_coins"]
    return tree["standard"]["blue_coins"], tree["standard"]["orange_coins"]


def read_kind(values: Tree) -> Kind:
    long, wide = values["cells"]
    return Kind(long, wide, values.get("move", 0), values.get("cost"), values.get("reach", 0))


@dataclass(frozen=True)
class Pair:
    """The game, and what the oracle knows of it."""

    game: Game
    rules: Rules


def pair(changes: Tree, mode: str, map_name: str) -> Pair:
    game = load_kind(siege.KIND, changes, {"map": map_name, "mode": mode})
    return Pair(game, read_rules(merged(shipped_tree(), changes), map_name, mode))


def with_map(changes: Tree, terrain: tuple[str, ...], **more: Any) -> Tree:
    return merged(changes, {"maps": {"drawn": list(terrain)}, **more})


# ---- playing side by side ----


@dataclass
class Duel:
    """One game played by both, compared at every step."""

    match: tabor.Match
    step: Step
    seen: Counter[str]

    def play_on(self, rng: random.Random, most_steps: int) -> None:
        for _ in range(most_steps):
            self.compare()
            if self.step.position.part == "over":
                self.seen[f"{self.step.position.reason} {self.step.position.winner}"] += 1
                return
            self.play(choose(rng, notation.legal(self.step)))

    def compare(self) -> None:
        self.seen["steps"] += 1
        self.seen[f"phase {notation.phase(self.step)}"] += 1
        assert notation.facts(self.match.position) == notation.facts(notation.write(self.step)), self.story()
        actions = self.match.legal
        assert len(actions) == len(set(actions)), self.story()
        assert set(actions) == notation.legal(self.step), self.story()
        outcome, position = self.match.outcome, self.step.position
        assert (outcome is not None) == (position.part == "over"), self.story()
        assert outcome is None or (outcome.winner, outcome.reason) == (position.winner, position.reason), self.story()

    def play(self, action: str) -> None:
        face = int(throw(dice(self.match.seed, self.match.ply, self.match.again), 6)) + 1
        before = self.step
        self.match.play(action)
        self.step = notation.play(before, action, face)
        note(before, action, self.step, self.seen)

    def story(self) -> str:
        """All that is needed to see it again."""
        game, log = self.match.game, self.match.log
        start = self.match.position_at_start or "the start"
        return f"{game.options} {game.changes}\nfrom {start}\nlog {log}\nat {notation.write(self.step)}"


def choose(rng: random.Random, actions: set[str]) -> str:
    """First a kind of action, then one of that kind."""
    words = sorted({action.split()[0] for action in actions})
    word = rng.choices(words, [WISHES.get(word, 1) for word in words])[0]
    return rng.choice(sorted(action for action in actions if action.split()[0] == word))


def duel_from_start(twins: Pair, seed: int, seen: Counter[str]) -> Duel:
    return Duel(tabor.Match(twins.game, seed=seed), notation.begin(twins.rules), seen)


def duel_from(twins: Pair, step: Step, seed: int, seen: Counter[str]) -> Duel:
    return Duel(tabor.Match(twins.game, seed=seed, position=notation.write(step)), step, seen)


# ---- what was reached ----


def note(before: Step, action: str, after: Step, seen: Counter[str]) -> None:
    """Count what an action was and did."""
    words = action.split()
    seen[words[0]] += 1
    if words[0] in ("make", "plan"):
        seen[" ".join(words[:2])] += 1
    note_losses(before, words[0], after, seen)
    note_captures(before, after, seen)
    for name, found in SIGHTS.items():
        seen[name] += found(before, words, after)


def note_losses(before: Step, word: str, after: Step, seen: Counter[str]) -> None:
    lost = before.position.tokens.keys() - after.position.tokens.keys()
    for number in lost:
        seen[f"{word} destroys {before.position.tokens[number].kind}"] += 1
    if word in ("shoot", "ram", "hurl"):
        seen[f"{word} {'hits' if lost else 'misses'}"] += 1


def note_captures(before: Step, after: Step, seen: Counter[str]) -> None:
    for number, token in after.position.tokens.items():
        old = before.position.tokens.get(number, token)
        if old.owner != token.owner:
            seen[f"capture {token.kind}"] += 1
            seen["capture aboard a ship"] += "phase ship" in (f"phase {notation.phase(s)}" for s in (before, after))


def cell_under(step: Step, number: int) -> oracle.Cell:
    return min(step.position.tokens[number].cells)


def active(step: Step) -> int | None:
    return step.position.turns[-1].token if step.position.turns else None


def moved(before: Step, words: list[str], after: Step, kinds: tuple[str, ...]) -> int | None:
    """The token that moved or turned, if it is of one of these kinds and still stands."""
    number = active(before)
    if words[0] not in ("move", "turn") or number not in after.position.tokens:
        return None
    assert number is not None
    return number if after.position.tokens[number].kind in kinds else None


def is_half_on(step: Step, engine: int, layer: str, kind: str) -> bool:
    kinds = {oracle.kind_at(step.position, layer, cell) for cell in step.position.tokens[engine].cells}
    return kind in kinds and len(kinds) > 1


def climbed_from(before: Step, words: list[str], after: Step) -> str:
    """From what a unit, in its first step, got onto a wall beside it."""
    number = moved(before, words, after, oracle.LAND)
    if number is None or oracle.kind_at(after.position, "building", cell_under(after, number)) != "wall":
        return ""
    start, end = cell_under(before, number), cell_under(after, number)
    if end not in oracle.neighbours(start):
        return ""
    kinds = [oracle.kind_at(before.position, layer, start) for layer in ("building", "engine")]
    return next((kind for kind in kinds if kind in ("wall", "ladder", "gate", "tower")), "")


def engine_half(layer: str, kind: str) -> Callable[[Step, list[str], Step], bool]:
    def found(before: Step, words: list[str], after: Step) -> bool:
        number = moved(before, words, after, oracle.ENGINES)
        return number is not None and is_half_on(after, number, layer, kind)

    return found


def ship_carries(before: Step, words: list[str], after: Step) -> bool:
    ship = moved(before, words, after, ("ship",))
    return ship is not None and bool(oracle.engines_on(after.position, ship))


def leaves_enemy_gate(before: Step, words: list[str], after: Step) -> bool:
    number = moved(before, words, after, oracle.LAND)
    gate = None if number is None else oracle.at(before.position, "building", cell_under(before, number))
    if gate is None or before.position.tokens[gate].kind != "gate":
        return False
    return before.position.tokens[gate].owner != before.position.player


def ram_buries_itself(before: Step, words: list[str], after: Step) -> bool:
    return words[0] == "ram" and active(before) not in after.position.tokens


def hits_own(before: Step, words: list[str], after: Step) -> bool:
    lost = before.position.tokens.keys() - after.position.tokens.keys()
    return words[0] == "hurl" and before.position.player in {before.position.tokens[n].owner for n in lost}


def made_on(layer: str, kinds: tuple[str, ...]) -> Callable[[Step, list[str], Step], bool]:
    def found(before: Step, words: list[str], after: Step) -> bool:
        return words[0] == "make" and any(
            oracle.kind_at(before.position, layer, cell) in kinds
            for number in after.position.tokens.keys() - before.position.tokens.keys()
            for cell in after.position.tokens[number].cells
        )

    return found


def is_full(before: Step, words: list[str], after: Step) -> bool:
    return len(after.position.tokens) == after.rules.most_tokens


def engine_acts_aboard(before: Step, words: list[str], after: Step) -> bool:
    return words[0] == "engine" and len(after.position.turns) > 1


SIGHTS: dict[str, Callable[[Step, list[str], Step], bool]] = {
    "climbs from wall": lambda *steps: climbed_from(*steps) == "wall",
    "climbs from ladder": lambda *steps: climbed_from(*steps) == "ladder",
    "climbs from gate": lambda *steps: climbed_from(*steps) == "gate",
    "climbs from tower": lambda *steps: climbed_from(*steps) == "tower",
    "engine half in a gate": engine_half("building", "gate"),
    "engine half on a ship": engine_half("ship", "ship"),
    "ship carries an engine": ship_carries,
    "leaves an enemy gate": leaves_enemy_gate,
    "ram buries itself": ram_buries_itself,
    "hurl hits own": hits_own,
    "made on a ship": made_on("ship", ("ship",)),
    "made on an engine": made_on("engine", oracle.ENGINES),
    "made on a gate or ladder": made_on("building", ("gate", "ladder")),
    "engine begins aboard": engine_acts_aboard,
    "full": is_full,
}


# ---- the games ----


def play_rich_game(name: str, number: int, seen: Counter[str], most_steps: int = 80) -> None:
    """From a crowded random position, under one of the rule sets."""
    rng = random.Random(f"{name} {number}")
    twins = draw_pair(rng, RULE_SETS[name], MODES[number % 2])
    position = random_position(rng, twins.rules)
    if rng.random() < 0.1:
        limit = {"most_tokens": max(4, len(position.tokens) + rng.randint(0, 3))}
        twins = pair(merged(twins.game.changes, limit), twins.rules.mode, "drawn")
    step = notation.settle(Step(twins.rules, position))  # what happens there by itself
    if step.position.part != "over":
        duel_from(twins, step, number, seen).play_on(rng, most_steps)


def draw_pair(rng: random.Random, changes: Tree, mode: str) -> Pair:
    """On a random map. One without room for the seats of a set-up is refused, so another one is drawn."""
    while True:
        terrain = random_map(rng, rng.randint(7, 13), rng.randint(6, 12))
        try:
            return pair(with_map(changes, terrain, least_distance=2, free_beside_seat=0), mode, "drawn")
        except DataError as error:
            if "no room" not in str(error):
                raise


def play_whole_game(number: int, seen: Counter[str], most_steps: int = 60) -> None:
    """From the set-up on a small map with little room."""
    rng = random.Random(f"whole {number}")
    terrain = random_map(rng, rng.randint(9, 14), rng.randint(6, 11))
    numbers: Tree = {"least_distance": rng.randint(2, 6), "free_beside_seat": rng.choice([0, 3, 6, 9])}
    mode = MODES[number % 2]
    coins = rng.choice([(20, 10), (20, 64), (64, 40)])
    names = ("defender_coins", "attacker_coins") if mode == "siege" else ("blue_coins", "orange_coins")
    numbers[mode] = dict(zip(names, coins, strict=True))
    changes = with_map(rng.choice([{}, SIZES, CAREFUL]), terrain, **numbers)
    rules = read_rules(merged(shipped_tree(), changes), "drawn", mode)
    try:
        step = notation.begin(rules)
    except ValueError:
        with pytest.raises(DataError, match="no room"):
            pair(changes, mode, "drawn")
        seen["map refused"] += 1
        return
    game = pair(changes, mode, "drawn").game
    Duel(tabor.Match(game, seed=number), step, seen).play_on(rng, most_steps)


def many(names: tuple[str, ...], rich: range, whole: range) -> Counter[str]:
    seen: Counter[str] = Counter()
    for name in names:
        for number in rich:
            play_rich_game(name, number, seen)
    for number in whole:
        play_whole_game(number, seen)
    return seen


@cache
def reached() -> Counter[str]:
    """What a few games of every kind reached, all of them compared on the way."""
    return many(tuple(RULE_SETS), range(10), range(16))


COMMON = [
    "end",
    "coins",
    "unit",
    "engine",
    "ship",
    "building",
    "move",
    "turn",
    "tire",
    "member",
    "strike",
    "shoot",
    "ram",
    "hurl",
    "place",
    "site",
    "phase fortify",
    "phase ship",
    "phase tire",
    "phase member",
    "phase site",
    "phase make",
    "shoot hits",
    "shoot misses",
    "ram hits",
    "ram misses",
    "hurl hits",
    "hurl misses",
    "make infantry",
    "make archers",
    "make cavalry",
    "make tower",
    "make ram-h",
    "make ram-v",
    "make trebuchet-h",
    "make trebuchet-v",
    "make ship-h",
    "make ship-v",
    "plan camp",
    "plan barracks",
    "plan port",
    "plan workshop",
    "plan wall-h",
    "plan wall-v",
    "plan gate-h",
    "plan gate-v",
    "plan ladder",
    "capture castle",
    "capture camp",
    "capture gate",
    "capture barracks",
    "no-seat 0",
    "no-seat 1",
    "no-units 0",
    "no-units 1",
    "defended 0",
    "map refused",
    "full",
]

RARE = [
    "capture port",
    "capture workshop",
    "capture aboard a ship",
    "climbs from wall",
    "climbs from ladder",
    "climbs from gate",
    "climbs from tower",
    "engine half in a gate",
    "engine half on a ship",
    "ship carries an engine",
    "engine begins aboard",
    "leaves an enemy gate",
    "ram buries itself",
    "hurl hits own",
    "made on a ship",
    "made on an engine",
    "made on a gate or ladder",
    "ram destroys wall",
    "ram destroys gate",
    "ram destroys ladder",
    "ram destroys barracks",
    "ram destroys workshop",
    "ram destroys port",
    "ram destroys ram",
    "ram destroys infantry",
    "hurl destroys ship",
    "hurl destroys tower",
    "hurl destroys ram",
    "hurl destroys trebuchet",
    "hurl destroys cavalry",
    "more-seats 0",
    "more-seats 1",
    "more-units 0",
    "more-units 1",
]


def test_the_shipped_numbers_are_those_of_the_rules() -> None:
    """The oracle's own numbers were typed from the rule page."""
    shipped = read_rules(shipped_tree(), "ford", "standard")
    assert shipped == Rules(tuple(shipped_tree()["maps"]["ford"]))


def test_random_games_agree_in_thousands_of_positions() -> None:
    assert reached()["steps"] > 5_000


@pytest.mark.parametrize("sight", COMMON)
def test_the_random_games_reached(sight: str) -> None:
    assert reached()[sight] > 0


def play_set_up(map_name: str, mode: str, most_steps: int) -> Counter[str]:
    """With the real distances: sixteen cells between seats, twenty to a camp."""
    duel = duel_from_start(pair({}, mode, map_name), 1, Counter())
    duel.play_on(random.Random(f"{map_name} {mode}"), most_steps)
    return duel.seen


def test_set_up_on_a_shipped_map() -> None:
    assert play_set_up("ford", "standard", 12)["place"] == 2


@pytest.mark.slow
@pytest.mark.parametrize("map_name", ["ford", "straits"])
def test_set_up_of_a_siege_on_a_shipped_map(map_name: str) -> None:
    assert play_set_up(map_name, "siege", 12)["site"] > 1


def test_a_shipped_position_on_a_wide_map() -> None:
    """Columns beyond z; the text is read by both."""
    about, text = (siege.KIND.home / "data" / "positions" / "crossing.txt").read_text(encoding="utf-8").splitlines()[:2]
    assert about == "# map=straits mode=standard"
    twins = pair({}, "standard", "straits")
    for seed in range(3):
        match = tabor.Match(twins.game, seed=seed, position=text)
        Duel(match, notation.read(twins.rules, match.position), Counter()).play_on(random.Random(seed), 60)


# All that dice decide: a wall and a ladder before a ram, a ship, an engine and a unit in a trebuchet's way, a shot.
DICE = [
    ("ram c3", "ram a3-b3, infantry blue a3, wall c3-c5"),
    ("ram c3", "ram a3-b3, infantry blue a3, ladder c3"),
    ("ram c3", "ram a3-b3, infantry blue a3, gate orange b3-c3, archers orange c3 tired"),
    ("hurl b3", "trebuchet a3-b3, infantry blue a3, cavalry blue e3, tower f3-g4, archers orange g4 tired, ram f2-g2"),
    ("hurl b3", "trebuchet a3-b3, infantry blue b3, infantry orange g3 tired, wall e3-e5, archers blue e3"),
    ("hurl a1", "trebuchet a1-b1, infantry blue b1"),
    ("hurl b1", "trebuchet a1-b1, infantry blue b1, ship e1-g1, ram g1-g2, infantry orange g2 tired, archers blue e1"),
    ("shoot d3", "archers blue a3, cavalry orange d3 tired"),
]


@pytest.mark.parametrize(("action", "standing"), DICE)
def test_every_face_of_the_die(action: str, standing: str) -> None:
    changes = with_map({}, ("." * 8,) * 6 + ("....~~~~",), least_distance=2, free_beside_seat=0)
    twins = pair(changes, "standard", "drawn")
    first = "unit a3" if action.startswith("shoot") else f"engine {standing.split()[1].split('-')[0]}"
    faces = set()
    for seed in range(60):
        text = f"turn=blue phase=units coins=9/9 turns=1 seatless=0/0 : {standing}, cavalry blue d7, camp blue f5-h7"
        match = tabor.Match(twins.game, seed=seed, position=text)
        duel = Duel(match, notation.read(twins.rules, match.position), Counter())
        duel.play(first)
        duel.compare()
        faces.add(int(throw(dice(seed, match.ply), 6)) + 1)
        duel.play(action)
        duel.compare()
    assert faces == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("more", "end"),
    [("", "even None"), (", archers blue a7", "more-units 0"), (", camp orange a6-c8", "more-seats 1")],
)
def test_the_turn_limit(more: str, end: str) -> None:
    """Chance rarely makes both sides equal."""
    twins = pair(with_map({}, (".........",) * 8, least_distance=2, end={"turns": 4}), "standard", "drawn")
    text = "turn=blue phase=units coins=0/9 turns=3 : castle blue a1-c3, castle orange f6-h8, infantry blue e1"
    match = tabor.Match(twins.game, seed=0, position=f"{text}, infantry orange e2{more}")
    duel = Duel(match, notation.read(twins.rules, match.position), Counter())
    duel.play("end")
    duel.play("end")
    duel.play_on(random.Random(0), 1)
    assert duel.seen[end] == 1


def test_both_read_what_the_game_writes_in_the_middle_of_anything() -> None:
    """Also half-way through a turn the text is all there is: read back, it goes on alike."""
    rng = random.Random("reading")
    for _ in range(12):
        twins = draw_pair(rng, {}, rng.choice(MODES))
        step = notation.settle(Step(twins.rules, random_position(rng, twins.rules)))
        for _ in range(25):
            if step.position.part == "over":
                break
            text = notation.write(step)
            step = notation.read(twins.rules, text)
            duel = duel_from(twins, step, 0, Counter())
            duel.play_on(rng, 1)
            duel.compare()
            step = duel.step


@pytest.mark.slow
def test_many_more_random_games() -> None:
    seen = many(tuple(RULE_SETS), range(100, 200), range(100, 200))
    assert seen["steps"] > 40_000
    assert [sight for sight in COMMON + RARE if seen[sight] == 0] == []
