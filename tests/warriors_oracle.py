"""The rules of Warriors once more, written from the rule page alone, slow and plain: the compiled ones must equal them.

Nothing here is shared with the game's folder. A position is a few dictionaries; actions are the texts of the notation:
`G` a warrior, `h` a potion, `c3` select, `-c4` go, `*c4` attack, `>c4` pour, `+c4` summon, `end`.
"""

from __future__ import annotations

import string
from dataclasses import dataclass, field
from typing import Any

PHASES = ("move1", "attack", "move2", "summon")
Cell = tuple[int, int]  # column and row, from 0 at the bottom left


def cell_text(cell: Cell) -> str:
    x, y = cell
    letters = string.ascii_lowercase
    column = letters[x] if x < 26 else letters[x // 26 - 1] + letters[x % 26]
    return f"{column}{y + 1}"


@dataclass
class Warrior:
    owner: int
    letter: str
    hp: int
    moved: bool = False
    attacked: bool = False
    effects: list[tuple[str, int, int]] = field(default_factory=list)  # stat, amount, turns left


@dataclass
class Numbers:
    """What the data files say, as this file needs it."""

    warriors: dict[str, dict[str, Any]]  # letter → hp, attack, walk
    potions: dict[str, dict[str, Any]]  # letter → stat, amount, duration
    rows: list[str]  # the map, top row first
    players: int
    team: int
    items: int
    limit: int
    friends: bool
    potion_phases: tuple[str, ...]


class Oracle:
    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        rows = list(reversed(numbers.rows))
        self.ground = {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "."}
        self.field: dict[Cell, Warrior] = {}
        self.hands: list[list[str]] = [[] for _ in range(numbers.players)]
        self.bags: list[list[str]] = [[] for _ in range(numbers.players)]
        self.phase = "pick"
        self.player = 0
        self.selected: str | None = None
        self.turns = 0
        self.over = False
        self.winner: int | None = None
        self.reason = ""

    # ---- questions ----

    def stat(self, warrior: Warrior, name: str) -> int:
        """S10."""
        base = int(self.numbers.warriors[warrior.letter][name])
        return max(0, base + sum(amount for stat, amount, _ in warrior.effects if stat == name))

    def beside(self, cell: Cell) -> list[Cell]:
        x, y = cell
        return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]

    def free(self) -> set[Cell]:
        return self.ground - set(self.field)

    def reach(self, start: Cell) -> set[Cell]:
        """S6."""
        found, free = {start}, self.free()
        for _ in range(self.stat(self.field[start], "walk")):
            found |= {cell for old in found for cell in self.beside(old) if cell in free}
        return found - {start}

    def targets(self, cell: Cell) -> set[Cell]:
        """S7."""
        near = {other for other in self.beside(cell) if other in self.field}
        return {c for c in near if self.numbers.friends or self.field[c].owner != self.field[cell].owner}

    def own(self) -> list[Cell]:
        return [cell for cell, warrior in self.field.items() if warrior.owner == self.player]

    def alive(self, player: int) -> int:
        return len(self.hands[player]) + sum(w.owner == player for w in self.field.values())

    def total_hp(self, player: int) -> int:
        waiting = sum(int(self.numbers.warriors[letter]["hp"]) for letter in self.hands[player])
        return waiting + sum(w.hp for w in self.field.values() if w.owner == player)

    def still_in(self) -> list[int]:
        return [player for player in range(self.numbers.players) if self.alive(player)]

    def deeds(self) -> set[str]:
        """What can be done in this phase, besides ending it."""
        found: set[str] = set()
        for cell in self.own():
            warrior = self.field[cell]
            if self.phase in ("move1", "move2") and not warrior.moved and self.reach(cell):
                found.add(cell_text(cell))
            if self.phase == "attack" and not warrior.attacked and self.targets(cell):
                found.add(cell_text(cell))
        if self.phase in self.numbers.potion_phases and self.field:
            found |= set(self.bags[self.player])
        if self.phase in ("summon", "opening") and self.free():
            found |= set(self.hands[self.player])
        return found

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if self.phase == "pick":
            is_warrior = len(self.hands[self.player]) < self.numbers.team
            return set(self.numbers.warriors if is_warrior else self.numbers.potions)
        if self.selected is not None:
            return self.places()
        must_go_on = self.phase == "opening" or (
            self.phase == "summon" and not self.own() and bool(self.free()) and bool(self.hands[self.player])
        )
        return self.deeds() | (set() if must_go_on else {"end"})

    def places(self) -> set[str]:
        chosen = self.selected or ""
        if chosen.isupper():
            return {"+" + cell_text(cell) for cell in self.free()}
        if len(chosen) == 1:
            return {">" + cell_text(cell) for cell in self.field}
        cell = self.cell(chosen)
        if self.phase == "attack":
            return {"*" + cell_text(target) for target in self.targets(cell)}
        return {"-" + cell_text(target) for target in self.reach(cell)}

    def cell(self, text: str) -> Cell:
        return next(cell for cell in self.ground if cell_text(cell) == text)

    # ---- playing ----

    def play(self, action: str) -> None:
        assert action in self.legal()
        if self.phase == "pick":
            self.pick(action)
        elif action == "end":
            self.next_phase()
        elif self.selected is None:
            self.selected = action
            return
        else:
            chosen, self.selected = self.selected, None
            self.do(action[0], chosen, self.cell(action[1:]))
        while not self.over and self.phase in PHASES and not self.deeds():  # S12
            self.next_phase()

    def pick(self, letter: str) -> None:
        """S1."""
        (self.hands if letter.isupper() else self.bags)[self.player].append(letter)
        if (len(self.hands[self.player]), len(self.bags[self.player])) == (self.numbers.team, self.numbers.items):
            self.player += 1
        if self.player == self.numbers.players:
            self.player, self.phase = 0, "opening"

    def do(self, sign: str, chosen: str, target: Cell) -> None:
        if sign == "-":
            warrior = self.field.pop(self.cell(chosen))
            warrior.moved = True
            self.field[target] = warrior
        elif sign == "*":
            attacker = self.field[self.cell(chosen)]
            attacker.attacked = True
            self.hurt(target, self.stat(attacker, "attack"))
        elif sign == ">":
            self.pour(chosen, target)
        else:
            self.summon(chosen, target)

    def summon(self, letter: str, target: Cell) -> None:
        """S3, S8."""
        self.hands[self.player].remove(letter)
        self.field[target] = Warrior(self.player, letter, int(self.numbers.warriors[letter]["hp"]))
        if self.phase == "summon":
            self.end_turn()
        else:
            self.player += 1
            if self.player == self.numbers.players:
                self.player, self.phase = 0, "move1"

    def pour(self, letter: str, target: Cell) -> None:
        """S9."""
        self.bags[self.player].remove(letter)
        potion, warrior = self.numbers.potions[letter], self.field[target]
        if potion["stat"] == "hp":
            most = int(self.numbers.warriors[warrior.letter]["hp"])
            warrior.hp = min(most, warrior.hp + potion["amount"])
            self.hurt(target, 0)
        else:
            warrior.effects.append((potion["stat"], potion["amount"], potion["duration"]))

    def hurt(self, target: Cell, damage: int) -> None:
        """S11, S13."""
        warrior = self.field[target]
        warrior.hp -= damage
        if warrior.hp > 0:
            return
        del self.field[target]
        if len(self.still_in()) == 1:
            self.finish(self.still_in()[0], "last-one-left")
        elif not self.alive(self.player):
            self.end_turn()

    def next_phase(self) -> None:
        """S4."""
        if self.phase == "summon":
            self.end_turn()
        else:
            self.phase = PHASES[PHASES.index(self.phase) + 1]

    def end_turn(self) -> None:
        """S10, S13, S15."""
        for warrior in self.field.values():
            if warrior.owner == self.player:
                warrior.moved = warrior.attacked = False
                warrior.effects = [(stat, n, left - 1) for stat, n, left in warrior.effects if left > 1]
        self.turns += 1
        self.phase = "move1"
        if self.turns == self.numbers.limit:
            ranks = sorted(((self.alive(p), self.total_hp(p), p) for p in self.still_in()), reverse=True)
            is_alone = ranks[0][:2] != ranks[1][:2]
            self.finish(ranks[0][2] if is_alone else None, "turn-limit")
            return
        while True:
            self.player = (self.player + 1) % self.numbers.players
            if self.alive(self.player):
                return

    def finish(self, winner: int | None, reason: str) -> None:
        self.over, self.winner, self.reason = True, winner, reason

    # ---- to compare ----

    def picture(self) -> dict[str, Any]:
        """All that can be seen of the position, order and slots left out."""
        units = {}
        for cell, w in self.field.items():
            sums: dict[tuple[str, int], int] = {}
            for stat, amount, left in w.effects:
                sums[stat, left] = sums.get((stat, left), 0) + amount
            effects = {key: amount for key, amount in sums.items() if amount}
            units[cell_text(cell)] = (w.owner, w.letter, w.hp, w.moved, w.attacked, effects)
        return {
            "units": units,
            "hands": [sorted(hand) for hand in self.hands],
            "bags": [sorted(bag) for bag in self.bags],
            "phase": None if self.over else self.phase,
            "player": None if self.over else self.player,
            "selected": self.selected,
            "turns": self.turns,
            "result": (self.winner, self.reason) if self.over else None,
        }
