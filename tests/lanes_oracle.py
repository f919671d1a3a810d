"""A second, naive reading of the fights of lanes: attacks, overkill, entering and advancing, with plain objects.

Written from the rule page alone, to be compared with the compiled rules on random fields. Columns and rows count from
1, the player's camp is row 1.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

PLAYER, HORDE, NEUTRAL = "player", "horde", "neutral"
COLUMNS = (1, 2, 3, 4)
Place = tuple[int, int]  # column, row


@dataclass
class Piece:
    side: str
    name: str
    ranged: bool
    range: int
    power: int
    full: int  # health at the beginning
    health: int
    signs: frozenset[str] = frozenset()
    shielded: bool = False
    eternal: bool = False  # an object that nothing destroys
    tags: frozenset[str] = frozenset()
    only: dict[str, frozenset[str]] = field(default_factory=dict)  # S27: classes that a sign is for

    def has(self, sign: str, other: Piece) -> bool:
        return sign in self.signs and (sign not in self.only or bool(self.only[sign] & other.tags))


@dataclass
class Battle:
    rows: int
    stands: dict[Place, Piece] = field(default_factory=dict)
    staging: dict[int, Piece] = field(default_factory=dict)
    camp_damage: Counter[str] = field(default_factory=Counter)
    hand: list[str] = field(default_factory=list)
    hand_limit: int = 10
    supply: Counter[str] = field(default_factory=Counter)
    held: frozenset[int] = frozenset()
    gap: int = 0  # 1: a ranged unit counts the cells in between
    entered_advance: bool = True
    advance_by: int = 1

    # ---- attacks ----

    def attack(self, side: str) -> None:
        top_first = sorted(range(1, self.rows + 1), reverse=side == PLAYER)
        for place in [(column, row) for column in COLUMNS for row in top_first]:
            attacker = self.stands.get(place)
            if attacker and attacker.side == side:
                self.attack_from(place, attacker)
        for place in [(column, row) for column in COLUMNS for row in top_first]:
            healer = self.stands.get(place)
            if healer and healer.side == side and "healer" in healer.signs:
                self.heal_beside(place, healer)

    def attack_from(self, place: Place, attacker: Piece) -> None:
        column, _ = place
        targets = [column - 1, column + 1] if "split" in attacker.signs else [column]
        for _ in range(2 if "double" in attacker.signs else 1):
            for target in targets:
                if target in COLUMNS and self.stands.get(place) is attacker:
                    self.strike(place, attacker, target)

    def strike(self, place: Place, attacker: Piece, column: int) -> None:
        power = attacker.power + self.banners(place, attacker)
        if power <= 0:
            return
        forward, camp = (1, self.rows) if attacker.side == PLAYER else (-1, 1)
        if attacker.ranged:
            row = place[1] + forward * (attacker.range + self.gap)
            there = self.stands.get((column, row))
            if there and there.side != attacker.side:
                self.blow(place, attacker, (column, row), power)
            elif not 1 <= row <= self.rows or (row == camp and there is None):
                self.hit_camp(attacker.side, power)
            return
        for distance in range(1, attacker.range + 1):
            row = place[1] + forward * distance
            there = self.stands.get((column, row))
            if there and there.side != attacker.side:
                self.blow(place, attacker, (column, row), power)
                return
        if abs(camp - place[1]) <= attacker.range:
            self.hit_camp(attacker.side, power)

    def banners(self, place: Place, attacker: Piece) -> int:
        column, row = place
        beside = [self.stands.get((column + d, row)) for d in (-1, 1)]
        return sum(1 for piece in beside if piece and piece.side == attacker.side and piece.has("banner", attacker))

    def hit_camp(self, attacker: str, power: int) -> None:
        self.camp_damage[HORDE if attacker == PLAYER else PLAYER] += power

    def blow(self, place: Place, attacker: Piece, target: Place, power: int) -> None:
        victim = self.stands[target]
        self.hurt_on_field(target, power, attacker.has("deadly", victim))
        if victim.has("thorns", attacker) and not attacker.ranged:
            self.hurt_on_field(place, 1, False)

    # ---- damage and death ----

    def hurt_on_field(self, place: Place, amount: int, deadly: bool) -> None:
        piece = self.stands[place]
        if piece.eternal:
            return
        if piece.shielded:
            piece.shielded = False
            return
        left_over = self.hurt(piece, amount, deadly)
        if left_over is None:
            return
        del self.stands[place]
        self.bury(piece)
        column, row = place
        if piece.side == HORDE and row == self.rows and left_over > 0 and column in self.staging:
            staged = self.staging[column]
            if self.hurt(staged, left_over, False) is not None:
                del self.staging[column]
                self.bury(staged)

    def hurt(self, piece: Piece, amount: int, deadly: bool) -> int | None:
        """What is left over of the damage if it kills; None if it does not."""
        if "armoured" in piece.signs:
            amount = max(1, amount - 1)
        if deadly and piece.side != NEUTRAL:
            return 0
        piece.health -= amount
        return -piece.health if piece.health <= 0 else None

    def bury(self, piece: Piece) -> None:
        if "undying" not in piece.signs:
            return
        if piece.side == HORDE:
            self.supply[piece.name] += 1
        elif len(self.hand) < self.hand_limit:
            self.hand.append(piece.name)

    def heal_beside(self, place: Place, healer: Piece) -> None:
        column, row = place
        for beside in [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]:
            piece = self.stands.get(beside)
            is_own = piece is not None and piece.side == healer.side
            if piece and is_own and piece.health < piece.full and healer.has("healer", piece):
                piece.health += 1

    # ---- the horde's way ----

    def enter_and_advance(self) -> None:
        fresh = []
        for column in list(self.staging):
            if (column, self.rows) not in self.stands:
                piece = self.staging.pop(column)
                self.stands[column, self.rows] = piece
                fresh.append(id(piece))
        for row in range(1, self.rows + 1):
            for column in COLUMNS:
                piece_here = self.stands.get((column, row))
                if piece_here and piece_here.side == HORDE:
                    stays = id(piece_here) in fresh and not self.entered_advance
                    if not stays and "anchor" not in piece_here.signs and column not in self.held:
                        self.go_down(column, row)

    def go_down(self, column: int, row: int) -> None:
        for _ in range(self.advance_by):
            if row - 1 < 2 or (column, row - 1) in self.stands:
                return
            self.stands[column, row - 1] = self.stands.pop((column, row))
            row -= 1
