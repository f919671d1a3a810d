"""One match with its seats: who sits where, what may be done now, what everybody may see. It knows no sockets.

Every change is an **entry**, a small JSON object: a method checks and carries out, and returns the entry to be stored;
`enter` carries out a stored one. So a room is its config and its entries, and comes back from them to the byte.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tabor.dice import SecretDice, secret_dice
from tabor.errors import ActionError, TaborError
from tabor.game import Game, State, Tree
from tabor.match import AGAIN, Match, Note, Step
from tabor.saves import position_sum
from tabor.server.clocks import Clocks
from tabor.server.dice import commitment, draw_bits, match_secret, match_seed
from tabor.server.protocol import Refusal, listing
from tabor.server.sealing import Decisions, Sealing, sealing_of
from tabor.server.showing import shows_hidden
from tabor.view import view

Entry = Tree
OFFERS = ("draw", "undo", "rematch")
SECRET, SEED = "secret", "seed"  # what dice follow from; the seed is that of rooms made before there were secrets
UNTOLD = frozenset({"name", "offers", "seal", "unseal"})  # entries that raise no number


@dataclass(frozen=True)
class SeatConfig:
    """A seat as the room was made."""

    player: str | None = None  # the computer's name as in `level4`, a bot file; None: a person
    who: str = ""
    lock: str | None = None  # SHA-256 of the seat's secret; None: open
    share: str = ""  # in the dice


@dataclass(frozen=True)
class Config:
    """How a room was made; it never changes."""

    game: str
    options: dict[str, str]
    changes: Tree
    seats: list[SeatConfig]
    bits: str  # of the dice, see dice.py
    listed: bool = False
    clock: tuple[float, float] | None = None  # seconds, increment
    position: str | None = None  # the match begins there
    replay: Tree | None = None  # a match to look at: seed, log
    next_bits: str = field(default_factory=draw_bits)  # of a rematch: fixed before anybody gives a number for it
    dice: str = SECRET  # what they follow from
    each_turn: bool = False  # the clock's seconds are those of one turn: days, also while the server is down

    def tree(self) -> Tree:
        return asdict(self)

    @staticmethod
    def read(tree: Tree) -> Config:
        clock = tree["clock"]
        seats = [SeatConfig(**seat) for seat in tree["seats"]]
        return Config(
            **{"dice": SEED, **tree, "seats": seats, "clock": None if clock is None else (clock[0], clock[1])}
        )


@dataclass
class Seat:
    """A seat as it is now."""

    name: str  # of the side
    player: str | None
    who: str
    lock: str | None
    share: str
    gone: bool = False  # resigned or the like, while others play on

    @property
    def is_person(self) -> bool:
        return self.player is None

    @property
    def kind(self) -> str:
        if self.player is None:
            return "person" if self.lock else "open"
        return "bot" if self.player.startswith("file:") else "computer"


def lock_of(secret: str) -> str:
    """What is stored of a seat's secret: enough to know it again."""
    return hashlib.sha256(secret.encode()).hexdigest()


def next_secret(secret: str) -> str:
    """The secret of the same person in the rematch: whoever has the old one can be told it at any time."""
    return hashlib.sha256(b"rematch " + secret.encode()).hexdigest()[:32]


@dataclass
class Room:
    """A room; `game` may still be compiling, then there is no match."""

    id: str
    config: Config
    game: Game
    number: int = 0  # of changes that everybody is told of
    places: int = 0  # of entries that were stored
    match: Match | None = None
    rematch: str | None = None
    keeps_sides: bool = False  # in the rematch everybody sits where they sat
    offers: dict[str, list[int]] = field(default_factory=lambda: {name: [] for name in OFFERS})  # who asked comes first

    def __post_init__(self) -> None:
        names = self.game.setup.seats
        self.seats = [Seat(name, **asdict(made)) for name, made in zip(names, self.config.seats, strict=True)]
        self.people = frozenset(number for number, seat in enumerate(self.seats) if seat.is_person)
        seconds, increment = self.config.clock or (None, 0)
        self.commitment = commitment(self.config.bits)
        self.next_shares: dict[int, str] = {}  # people's numbers for the rematch, by seat here
        left = [seconds if seat.is_person else None for seat in self.seats]
        self.clocks = Clocks(left, increment, self.config.each_turn)
        self.clocked_at: float | None = None  # the time of day of the last entry, where turns take days
        self.next_locks: dict[int, str] = {}  # and the locks of their seats there
        self._noted: Entry | None = None  # the offers as they were stored last
        self.sealing = sealing_of(self.match) if self.config.replay is None else None  # the secret choice going on
        self._showed: tuple[Step, bool] | None = None  # a step, and whether it showed something hidden
        self._stamp: tuple[State | None, str] = (None, "")  # a position, and its check sum
        self._turn: tuple[State | None, int | None] = (None, None)  # a position, and who decides there
        self._awaited: set[int] = set()  # they alone, where nothing is chosen in secret

    # ---- looking ----

    @property
    def status(self) -> str:
        if self.match is None:
            return "waiting" if self.open_seats else "compiling"
        return "over" if self.is_over else "playing"

    @property
    def is_over(self) -> bool:
        return self.match is not None and self.turn is None

    @property
    def open_seats(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind == "open"]

    @property
    def turn(self) -> int | None:
        """Who decides, in the rules' order. It is asked for dozens of times at each position, and looked up once."""
        match = self.match
        if match is None or self.config.replay is not None:
            return None
        if self._turn[0] is not match.state:
            self._turn = (match.state, match.player)
            self._awaited = set() if match.player is None else {match.player}
        return self._turn[1]

    @property
    def stamp(self) -> str | None:
        """The position's check sum; None while there is none. While choices are sealed it stays the same."""
        if self.match is None:
            return None
        if self._stamp[0] is not self.match.state:
            self._stamp = (self.match.state, position_sum(self.match))
        return self._stamp[1]

    @property
    def awaited(self) -> set[int]:
        """Who has to decide now: whoever is on turn, or all who have not chosen yet where that is done in secret."""
        if self.sealing is not None:
            return self.sealing.awaited
        return set() if self.turn is None else self._awaited

    @property
    def thinking_seat(self) -> int | None:
        """The computer that has to decide now."""
        if len(self.people) == len(self.seats):
            return None
        return next((seat for seat in sorted(self.awaited) if self.seats[seat].player), None)

    @property
    def thinker(self) -> str | None:
        return None if self.thinking_seat is None else self.seats[self.thinking_seat].player

    def seat_of(self, secret: str) -> int | None:
        """Whose secret this is."""
        lock = lock_of(secret)
        found = (number for number, seat in enumerate(self.seats) if hmac.compare_digest(seat.lock or "", lock))
        return next(found, None)

    def onlooker(self, mine: Sequence[int]) -> int | None:
        """Whose view somebody with these seats gets."""
        return min(self.awaited.intersection(mine), default=mine[0] if mine else None)

    def view(self, seat: int | None, since: int = 0) -> Tree | None:
        """What a seat sees; of the log only what the steps from `since` on tell."""
        if self.sealing is not None:
            return self.sealing.view(seat, since)
        return None if self.match is None else view(self.match, seat, since)

    def views(self, seats: Collection[int | None], since: int) -> tuple[Tree, dict[int | None, Tree]]:
        """What several see: all of them the same, and each the rest. Where there are no secrets only choices differ."""
        assert self.match
        if self.game.kind.secrets:
            return {}, {seat: self.view(seat, since) or {} for seat in seats}
        turn = self.turn
        common = view(self.match, turn if turn in seats else None, since)
        choices = {turn: common.pop("choices")}
        del common["seat"]
        return common, {seat: {"seat": seat, "choices": choices.get(seat, [])} for seat in seats}

    def shared_tree(self, here: Collection[int], now: float) -> Tree:
        """The room, as far as all may see the same; `here` are the seats of people who are connected."""
        tree = {
            "id": self.id,
            "game": self.config.game,
            "options": self.game.options,
            "status": self.status,
            "listed": self.config.listed,
            "number": self.number,
            "offers": {name: next(iter(seats), None) for name, seats in self.offers.items()},
            "rematch": self.rematch,
            "dice": self.dice_tree(),
        }
        return tree if self.sealing is not None else tree | {"seats": self.seats_tree((), here, now)}

    def own_tree(self, mine: Sequence[int], here: Collection[int], now: float) -> Tree:
        """What is not; where choices are secret, everybody sees their own clocks."""
        tree = {
            "mine": list(mine),
            "awaits_me": not self.awaited.isdisjoint(mine),
            "can_undo": self.can_undo(mine),
        }
        return tree if self.sealing is None else tree | {"seats": self.seats_tree(mine, here, now)}

    def seats_tree(self, mine: Sequence[int], here: Collection[int], now: float) -> list[Tree]:
        return [self.seat_tree(number, mine, here, now) for number in range(len(self.seats))]

    def seat_tree(self, number: int, mine: Collection[int], here: Collection[int], now: float) -> Tree:
        """While choices are secret, others' clocks are shown as if everybody were still choosing."""
        is_secret = self.sealing is not None and number not in mine
        seat, left = self.seats[number], (self.clocks.all_running if is_secret else self.clocks.left_of)(number, now)
        return {
            "name": seat.name,
            "kind": seat.kind,
            "who": seat.who,
            "here": not seat.is_person or number in here,
            "clock": None if left is None else round(left, 1),
        }

    def dice_tree(self) -> Tree | None:
        """What was fixed before the match; the bits themselves once it is over."""
        if self.config.replay is not None:
            return None
        bits = self.config.bits if self.is_over else None
        following = commitment(self.config.next_bits) if self.is_over else None
        return {"commitment": self.commitment, "seed": bits, "numbers": self.shares, "next": following}

    @property
    def shares(self) -> list[str]:
        return [seat.share for seat in self.seats if seat.is_person]

    # ---- beginning ----

    def begin(self, now: float) -> None:
        """The match, once everybody has sat down. The game is compiled for it, if it is not yet."""
        if self.config.replay is not None:
            self.match = replayed(self.game, self.config.replay, self.config.position)
        elif not self.open_seats:
            self.match = self.new_match()
            self.sealing = sealing_of(self.match)
            self.clocks.begin(self.awaited, now)

    def new_match(self) -> Match:
        bits, position = self.config.bits, self.config.position
        if self.config.dice == SEED:
            return Match(self.game, match_seed(bits, self.shares), position)
        return Match(self.game, 0, position, SecretDice(match_secret(bits, self.shares)))

    def sit(self, seat: int | None, who: str, share: str, secret: str) -> Entry:
        """Somebody takes an open seat."""
        free = self.open_seats
        if not free:
            raise Refusal("no-seat", "no seat is open in this room", 409)
        if seat is not None and seat not in free:
            raise Refusal("seat-taken", f"seat {seat} is not open; open are {listing([str(n) for n in free])}", 409)
        number = free[0] if seat is None else seat
        entry = {"kind": "sit", "seat": number, "who": who, "share": share, "lock": lock_of(secret)}
        return self.done(entry | self.time_of_day())

    def rename(self, mine: Sequence[int], who: str) -> Entry:
        return self.done({"kind": "name", "seats": list(mine), "who": who})

    # ---- playing ----

    def act(self, mine: Collection[int], texts: Sequence[str], now: float) -> Entry:
        """Play one's own actions, one after the other; where choices are secret, seal them."""
        match, seat = self.need_turn(mine)
        if not texts:
            raise Refusal("no-action", "there is no action in the message")
        if self.sealing is not None:
            return self.seal(seat, self.sealing.read(seat, texts), now)
        played = self.play_row(match, seat, texts)
        self.press(seat, now)
        return self.changed({"kind": "play", "actions": last_entries(match, played)})

    def play_row(self, match: Match, seat: int, texts: Sequence[str]) -> int:
        """Play until a die falls, something hidden is shown, or one cannot be played; how many were.

        What was played stays played: whoever could try a row and have it refused would see the future for nothing.
        """
        for number, text in enumerate(texts):
            try:
                self.play_text(match, text)
            except Refusal:
                if number == 0:
                    raise
                return number
            if match.player != seat or match.steps[-1].rolled:
                return number + 1
            if number + 1 < len(texts) and self.showed(match.steps[-1], match.state):
                return number + 1
        return len(texts)

    def press(self, seat: int, now: float) -> None:
        """A seat has played; what is asked next is known."""
        self.sealing = sealing_of(self.match)
        self.clocks.press([seat] if self.turn != seat else [], self.awaited, now)

    def play_text(self, match: Match, text: str) -> None:
        """Refusals never tell what the rules say about the position: it may hold secrets."""
        try:
            is_played = match.play_line([match.read(text)]) == 1
        except ActionError:
            is_played = False
        if not is_played:
            sentence = f"{text!r} cannot be played now: it is not among the choices"
            raise Refusal("not-legal", sentence, action=text)

    def play_numbers(self, seat: int, actions: Sequence[int], notes: Sequence[Sequence[Any]], now: float) -> Entry:
        """What a computer decided, and what it wrote."""
        match, _ = self.need_turn([seat])
        written = {"notes": list(notes)} if notes else {}
        if self.sealing is not None:
            return self.seal(seat, self.sealing.read_numbers(seat, actions), now, written)
        self.note(notes)
        played = match.play_line(list(actions))
        if not played:
            raise Refusal("not-legal", "the computer chose what cannot be played")
        self.press(seat, now)
        return self.changed({"kind": "play", "actions": last_entries(match, played), **written})

    # ---- choosing in secret ----

    def seal(self, seat: int, decisions: Decisions, now: float, more: Entry | None = None) -> Entry:
        """Decisions of one who chooses in secret; with the last of all they are played."""
        sealing = self.need_sealing()
        chosen = sealing.texts(seat, decisions)
        entry = self.done({"kind": "seal", "seat": seat, "chosen": chosen, **(more or {})})
        if self.sealing is sealing:
            self.clocks.run(self.awaited, now)
        else:
            self.clocks.press(sealing.players, self.awaited, now)
        return self.with_clocks(entry)

    def unseal(self, seat: int, number: int | None, now: float) -> Entry:
        """Take back one of one's own sealed decisions, the last if none is named: nobody has seen it."""
        sealed = self.need_sealing().of(seat)
        if number is not None and number not in sealed:
            raise Refusal("nothing-to-undo", f"decision {number} is not sealed: there is nothing to take back")
        last = next(reversed(sealed)) if number is None else number
        entry = self.done({"kind": "unseal", "seat": seat, "number": last})
        self.clocks.run(self.awaited, now)
        return self.with_clocks(entry)

    def note(self, notes: Sequence[Sequence[Any]]) -> None:
        """What a bot wrote at its decision: [ply, seat, text] each."""
        self.need_match().notes += [Note(*note) for note in notes]

    def notes(self, may_look: bool) -> list[list[Any]]:
        if not may_look and not self.is_over:
            raise Refusal("not-over", "what bots write can be seen once the match is over", 403)
        return [[note.ply, note.player, note.text] for note in (self.match.notes if self.match else ())]

    def leave(self, seat: int, word: str, now: float) -> Entry:
        """`!resign`, `!forfeit` or `!time` of a seat."""
        self.need_match()
        return self.ended({"kind": "leave", "entry": f"{word} {seat}"}, now)

    def resign(self, mine: Sequence[int], now: float) -> Entry:
        self.need_seat(mine)
        staying = [seat for seat in mine if not self.seats[seat].gone]
        if not staying:
            raise Refusal("gone", "you have left this match already")
        return self.leave(self.onlooker(staying) or 0, "!resign", now)

    def ended(self, entry: Entry, now: float) -> Entry:
        """What changes the match from outside; whoever has chosen in secret by then stays unknown."""
        before = self.sealing
        entry = self.done(entry)
        is_going_on = before is not None and self.sealing is not None and entry["kind"] == "leave"
        (self.clocks.run if is_going_on else self.clocks.begin)(self.awaited, now)
        return self.with_clocks(entry)

    # ---- taking back ----

    def can_undo(self, mine: Collection[int]) -> bool:
        return self.sealed_seat(mine) is not None or self.free_undo(mine) > 0

    def sealed_seat(self, mine: Collection[int]) -> int | None:
        """A seat of one's own with sealed decisions."""
        return next((seat for seat in mine if self.sealing and self.sealing.of(seat)), None)

    def free_undo(self, mine: Collection[int]) -> int:
        """How many entries may be taken back without asking anybody: 0 if a die fell or something hidden was shown."""
        if self.turn is None or self.match is None or (self.awaited.isdisjoint(mine) and self.others(mine)):
            return 0
        steps = self.match.steps
        if not steps or not self.is_harmless(steps[-1], mine):  # as nearly always between two people
            return 0
        first = last_decision(steps, mine)
        if first is None:
            return 0
        later = steps[first:]
        if not all(self.is_harmless(step, mine) for step in later):
            return 0
        after = later[1].before if len(later) > 1 else self.match.state
        return 0 if self.showed(later[0], after) else len(later)

    def showed(self, step: Step, after: State) -> bool:
        """Whether a step showed its player something hidden; the last answer is kept, for it takes long."""
        if self._showed is None or self._showed[0] is not step:
            self._showed = (step, shows_hidden(self.game, step, after, int(step.before["player"])))
        return self._showed[1]

    def is_harmless(self, step: Step, mine: Collection[int]) -> bool:
        """Whether no die fell, and it was nobody else's decision, or a computer's in a game without secrets."""
        player = int(step.before["player"])
        is_nobodys = player in mine or (not self.seats[player].is_person and not self.game.kind.secrets)
        return is_nobodys and not (step.mark or step.rolled)

    def undo(self, mine: Sequence[int], now: float, number: int | None = None) -> Entry | None:
        """Take back one's last decision, or ask whoever has to agree; None: asked. `number` is that of a sealed one."""
        match = self.need_match()
        self.need_seat(mine)
        if (seat := self.sealed_seat(mine)) is not None:
            return self.unseal(seat, number, now)
        if number is not None:
            raise Refusal("nothing-to-undo", f"decision {number} is not sealed: there is nothing to take back")
        if count := self.free_undo(mine):
            return self.ended({"kind": "undo", "count": count}, now)
        if not self.others(mine):
            raise Refusal("undo-stopped", "nothing can be taken back: a die fell, or something hidden was shown")
        if last_decision(match.steps, mine) is None:
            raise Refusal("nothing-to-undo", "there is no decision of yours to take back")
        self.offers["undo"] = list(mine)
        return None

    def agree_undo(self, now: float) -> Entry:
        match = self.need_match()
        first = last_decision(match.steps, self.offers["undo"][:1])
        assert first is not None
        count = sum(step.mark != AGAIN for step in match.steps[first:])
        return self.ended({"kind": "undo", "count": count}, now)

    # ---- offers ----

    def others(self, mine: Collection[int]) -> set[int]:
        """People who are not me and have not left."""
        return {seat for seat in self.people if seat not in mine and not self.seats[seat].gone}

    def offer(self, name: str, mine: Sequence[int]) -> bool:
        """Offer or accept a draw or a rematch; whether all people have now agreed."""
        self.need_seat(mine)
        if name == "draw":
            self.need_match()
            if self.people <= set(mine) and len(self.people) < len(self.seats):
                raise Refusal("no-draw", "the computer plays on: a draw is agreed between people")
        elif not self.is_over or self.config.replay is not None:
            raise Refusal("not-over", "a rematch can be offered once the match is over")
        if name == "rematch" and self.rematch:
            raise Refusal("rematch-made", "the rematch has been made", room=self.rematch)
        return self.agree(name, mine)

    def agree(self, name: str, mine: Sequence[int]) -> bool:
        """Whether all people have now agreed; a rematch is also for those who left the match."""
        self.offers[name] += [seat for seat in mine if seat not in self.offers[name]]
        missing = self.others(self.offers[name]) if name != "rematch" else self.people - set(self.offers[name])
        return not missing

    def answer(self, name: str, mine: Sequence[int], yes: bool) -> bool:
        """Answer somebody's offer; whether all people have now agreed."""
        self.need_seat(mine)
        if not set(self.offers[name]) - set(mine) or set(self.offers[name]) & set(mine):
            raise Refusal("no-offer", f"nobody else has offered: {name}", name=name)
        if not yes:
            self.offers[name].clear()
            return False
        return self.agree(name, mine)

    def agree_draw(self, now: float) -> Entry:
        self.need_match()
        return self.ended({"kind": "draw"}, now)

    def note_rematch(self, room: str) -> Entry:
        return self.done({"kind": "rematch", "room": room, "same": self.keeps_sides})

    def note_offers(self) -> Entry | None:
        """All offers as they stand, to be stored: the other may be asked by another process. None: they are."""
        kept = {str(seat): [self.next_shares.get(seat), lock] for seat, lock in self.next_locks.items()}
        offers = {name: list(seats) for name, seats in self.offers.items()}
        entry = {"kind": "offers", "offers": offers, "next": kept, "same": self.keeps_sides}
        return None if entry == self._noted else self.done(entry)

    # ---- entries ----

    def done(self, entry: Entry) -> Entry:
        """Carry out an entry that was decided now."""
        self.enter(entry)
        return entry

    def changed(self, entry: Entry) -> Entry:
        """An entry that has been carried out already."""
        self.count(entry)
        return self.with_clocks(entry)

    def with_clocks(self, entry: Entry) -> Entry:
        return entry | ({"clocks": list(self.clocks.left), **self.time_of_day()} if self.config.clock else {})

    def time_of_day(self) -> Entry:
        """Where turns take days they also run while nobody looks."""
        return {"at": time.time()} if self.config.each_turn else {}

    def enter(self, entry: Entry) -> None:
        """Carry out an entry."""
        number = self.number
        getattr(self, f"enter_{entry['kind']}")(entry)
        self.count(entry)
        self.clocked_at = entry.get("at", self.clocked_at)
        if "clocks" in entry:
            self.clocks.put(entry["clocks"], is_known=self.number != number)

    def count(self, entry: Entry) -> None:
        self.places += 1
        if entry["kind"] not in UNTOLD:
            self.tell_all()

    def tell_all(self) -> None:
        """Something has changed for everybody."""
        self.number += 1
        self._noted = None
        for seats in self.offers.values():
            seats.clear()

    def enter_sit(self, entry: Entry) -> None:
        seat = self.seats[entry["seat"]]
        seat.who, seat.share, seat.lock = entry["who"], entry["share"], entry["lock"]

    def enter_offers(self, entry: Entry) -> None:
        self._noted, self.keeps_sides = entry, entry["same"]
        self.offers = {name: list(entry["offers"][name]) for name in OFFERS}
        for seat, (share, lock) in entry["next"].items():
            self.next_locks[int(seat)] = lock
            if share is not None:
                self.next_shares[int(seat)] = share

    def enter_name(self, entry: Entry) -> None:
        for seat in entry["seats"]:
            self.seats[seat].who = entry["who"]

    def enter_play(self, entry: Entry) -> None:
        self.note(entry.get("notes", ()))
        for action in entry["actions"]:
            self.need_match().play(action)
        self.sealing = sealing_of(self.match)

    def enter_seal(self, entry: Entry) -> None:
        self.note(entry.get("notes", ()))
        sealing, seat = self.need_sealing(), entry["seat"]
        sealing.seal(seat, {number: sealing.read_at(seat, number, text) for number, text in entry["chosen"]})
        self.play_sealed()

    def play_sealed(self) -> None:
        """Once nobody is awaited any more. Then all know what the others chose, and nobody has to look for that."""
        if self.match is not None and self.sealing is not None and not self.sealing.awaited:
            self.sealing.enter_all()
            if len(self.sealing.players) > 1:
                self._showed = (self.match.steps[-1], True)
            self.sealing = sealing_of(self.match)
            self.tell_all()

    def enter_unseal(self, entry: Entry) -> None:
        self.need_sealing().unseal(entry["seat"], entry["number"])

    def enter_undo(self, entry: Entry) -> None:
        self.need_match().undo(entry["count"])
        self.sealing = sealing_of(self.match)

    def enter_leave(self, entry: Entry) -> None:
        """Whoever has chosen in secret need not choose again because another left."""
        self.need_match().enter(entry["entry"])
        self.seats[int(entry["entry"].split()[1])].gone = True
        before, self.sealing = self.sealing, sealing_of(self.match)
        if before is not None and self.sealing is not None:
            self.sealing.carry_over(before)
            self.play_sealed()

    def enter_draw(self, entry: Entry) -> None:
        self.need_match().agree_draw()
        self.sealing = None

    def enter_rematch(self, entry: Entry) -> None:
        self.rematch, self.keeps_sides = entry["room"], entry.get("same", False)

    # ---- what must be so ----

    def need_match(self) -> Match:
        if self.match is None:
            raise Refusal("not-begun", "the match has not begun yet", 409)
        if self.is_over:
            raise Refusal("over", "the match is over", 409)
        return self.match

    def need_seat(self, mine: Collection[int]) -> None:
        if not mine:
            raise Refusal("spectator", "you have no seat in this room", 403)

    def need_turn(self, mine: Collection[int]) -> tuple[Match, int]:
        match = self.need_match()
        self.need_seat(mine)
        seat = min(self.awaited & set(mine), default=None)
        if seat is None:
            raise self.not_your_turn(mine)
        return match, seat

    def not_your_turn(self, mine: Collection[int]) -> Refusal:
        if self.sealing is not None and set(mine) & set(self.sealing.players):
            return Refusal("all-chosen", "your choices are made; the others are still choosing", 409)
        name = self.seats[self.turn or 0].name
        return Refusal("not-your-turn", f"it is the turn of {name}", 409, player=name)

    def need_sealing(self) -> Sealing:
        if self.sealing is None:
            raise Refusal("not-begun", "nothing is being chosen in secret now", 409)
        return self.sealing

    def need_sealed(self, mine: Collection[int], count: int | None) -> None:
        """How many decisions of one's own were sealed when this was decided, if the client says so."""
        if count is None:
            return
        seat = self.onlooker(list(mine))
        sealed = len(self.sealing.of(seat)) if self.sealing is not None and seat is not None else 0
        if count != sealed:
            problem = f"this was decided when {count} decisions of yours were sealed, but {sealed} are: look again"
            raise Refusal("stale", problem, 409, number=self.number)

    def need_number(self, number: int) -> None:
        if number != self.number:
            problem = f"this was decided on number {number}, but the room is at number {self.number}: look again"
            raise Refusal("stale", problem, 409, number=self.number)


def last_entries(match: Match, count: int) -> list[str]:
    return [step.entry for step in match.steps[-count:]]


def last_decision(steps: Sequence[Step], seats: Collection[int]) -> int | None:
    """Where in the log one of these seats decided last."""
    own = (n for n in reversed(range(len(steps))) if not steps[n].mark and int(steps[n].before["player"]) in seats)
    return next(own, None)


def replayed(game: Game, replay: Tree, position: str | None) -> Match:
    match = Match(game, replay["seed"], position, secret_dice(replay.get("secret")))
    for entry in replay["log"]:
        match.enter(entry)
    match.notes = [Note(*note) for note in replay["notes"]]
    return match


def restore(
    id_: str,
    config: Config,
    game: Game,
    entries: Sequence[Entry],
    now: float,
    check: Callable[[Room, int], None] = lambda room, place: None,
) -> Room:
    """A room from what was stored; `check` looks at it after each entry."""
    room = Room(id_, config, game)
    room.begin(now)
    for place, entry in enumerate(entries):
        room.enter(entry)
        check(room, place)
        if room.match is None:
            room.begin(now)
    gone_by = 0.0 if room.clocked_at is None else max(0.0, time.time() - room.clocked_at)
    room.clocks.resume(room.awaited, now - gone_by)
    return room


def refuse_user_error(error: TaborError) -> Refusal:
    """A mistake in what a client itself wrote: options, changes, a position, a saved match."""
    return Refusal("not-usable", str(error)[:500])
