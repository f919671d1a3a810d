"""A stretch of play in which several choose in secret, at the same time: their decisions in any sequence, sealed.

The rules ask one player after the other. Here everybody is asked at once; the match stands still until all decisions
are there, and then they are entered in the rules' order. So nothing that others are sent can change in between.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tabor.desk import desk_of
from tabor.game import Action, State, Tree, Unreadable
from tabor.match import Match
from tabor.messages import speaker
from tabor.server.protocol import Refusal, encode
from tabor.view import Fixed, click_tree, kept, message, outlook

Decisions = dict[int, Action]  # a player's own, by the number of the decision


@dataclass(frozen=True)
class Decision:
    """What can be played at one decision as the rules will ask for it."""

    actions: Mapping[str, Action]  # by their texts
    clicks: Mapping[str, Sequence[Tree]]
    shortcut: Mapping[str, Sequence[Tree]]  # the clicks of the action that decides all that is left, if there is one

    @cached_property
    def names(self) -> Mapping[Action, str]:
        return {action: text for text, action in self.actions.items()}

    @cached_property
    def texts(self) -> tuple[str, ...]:
        return tuple(self.actions)

    @cached_property
    def choices(self) -> list[Fixed]:
        """What can be clicked."""
        return tree_of(self.clicks)

    @cached_property
    def rest(self) -> list[Fixed]:
        return tree_of(self.shortcut)


def tree_of(paths: Mapping[str, Sequence[Tree]]) -> list[Fixed]:
    return [Fixed(node) for node in click_tree((path, text) for text, path in paths.items())]


@dataclass
class Sealing:
    """Who chooses, and what is sealed so far. The match stands where the choice began."""

    match: Match
    sealed: dict[int, Decisions] = field(default_factory=dict)
    _asked: dict[int, list[Decision]] = field(default_factory=dict)
    _apart: dict[int, bool] = field(default_factory=dict)
    _awaited: set[int] | None = None  # until something is decided

    # ---- who chooses what ----

    @cached_property
    def players(self) -> list[int]:
        """All who choose in this stretch, whether they have chosen or not."""
        return [player for player in range(self.match.game.players) if self.positions(player)]

    def positions(self, player: int) -> Sequence[State]:
        """Where the rules will ask the player, with what is sealed of their own."""
        game = self.match.game
        choice = game.kind.choice
        return choice.asked(game.setup, self.match.state, player, self.of(player)) if choice else []

    def of(self, player: int) -> Decisions:
        return self.sealed.setdefault(player, {})

    def asked(self, player: int) -> list[Decision]:
        """The player's decisions; what can be played does not depend on what anybody chooses."""
        if player not in self._asked:
            self._asked[player] = [self.decision(position) for position in self.positions(player)]
        return self._asked[player]

    def decision(self, position: State) -> Decision:
        """Made once where the game says which positions are alike."""
        game = self.match.game
        alike = game.kind.choice.alike if game.kind.choice else None
        if alike is None:
            return self.make_decision(position)
        return kept(game.setup, ("decision", alike(game.setup, position)), lambda: self.make_decision(position))

    def make_decision(self, position: State) -> Decision:
        game = self.match.game
        legal = desk_of(game).legal(game, position).tolist()
        texts = {game.action_text(position, action): action for action in legal if action != self.shortcut}
        clicks = {text: game.clicks(position, action) for text, action in texts.items()}
        return Decision(texts, clicks, self.shortcut_clicks(position))

    def shortcut_clicks(self, position: State) -> Mapping[str, Sequence[Tree]]:
        if self.shortcut is None:
            return {}
        game = self.match.game
        return {game.action_text(position, self.shortcut): game.clicks(position, self.shortcut)}

    @property
    def shortcut(self) -> Action | None:
        """The action that decides all that is left."""
        choice = self.match.game.kind.choice
        return choice.rest[0] if choice and choice.rest else None

    def open(self, player: int) -> list[int]:
        """The decisions that the player has still to make."""
        return [number for number in range(len(self.asked(player))) if number not in self.of(player)]

    @property
    def awaited(self) -> set[int]:
        """Who has still to decide; asked for a dozen times after each decision."""
        if self._awaited is None:
            self._awaited = {player for player in self.players if len(self.of(player)) < len(self.asked(player))}
        return self._awaited

    # ---- deciding ----

    def read(self, player: int, texts: Sequence[str]) -> Decisions:
        """The decisions that a player's texts make, each the first open one in which it can be played."""
        made: Decisions = {}
        for text in self.spelled(player, *texts) if len(texts) == 1 else texts:
            left = [number for number in self.open(player) if number not in made]
            made |= self.read_one(player, text, left)
        return made

    def spelled(self, player: int, text: str) -> Sequence[str]:
        """Where one text may be all decisions of a player: those of it that are still open."""
        game, choice = self.match.game, self.match.game.kind.choice
        if choice is None or choice.spell is None or any(self.read_at(player, n, text) >= 0 for n in self.open(player)):
            return [text]
        try:
            left = list(choice.spell(game.setup, text))
        except Unreadable as wrong:
            raise Refusal("not-spelled", speaker(game.kind)(wrong.message), why=wrong.message) from None
        for _, made in self.texts(player, self.of(player)):
            if made not in left:
                sentence = f"{made!r} was chosen before and is not in {text!r}: take it back"
                raise Refusal("chosen-before", sentence, what=made)
            left.remove(made)
        return left

    def read_one(self, player: int, text: str, left: Sequence[int]) -> Decisions:
        """As it stands among the choices, as nearly always, or as it can be read."""
        asked = self.asked(player)
        for number in left:
            if text in asked[number].actions:
                return {number: asked[number].actions[text]}
        for number in left:
            action = self.read_at(player, number, text)
            if action == self.shortcut:
                return self.rest_of(left)
            if action in asked[number].names:
                return {number: action}
        raise Refusal("not-legal", f"{text!r} cannot be played now: it is not among the choices", action=text)

    def read_at(self, player: int, number: int, text: str) -> Action:
        """The action that a text names where this decision is asked for; −1: none."""
        decision = self.asked(player)[number]
        if text in decision.actions:
            return decision.actions[text]
        try:
            return self.match.game.read_action(self.positions(player)[number], text)
        except ValueError:
            return -1

    def rest_of(self, left: Sequence[int]) -> Decisions:
        choice = self.match.game.kind.choice
        assert choice
        assert choice.rest
        return dict.fromkeys(left, choice.rest[1])

    def read_numbers(self, player: int, actions: Sequence[Action]) -> Decisions:
        """The same for actions of a computer, which decides in the rules' order."""
        made: Decisions = {}
        for action in actions:
            left = [number for number in self.open(player) if number not in made]
            if action == self.shortcut:
                made |= self.rest_of(left)
            elif left and action in self.asked(player)[left[0]].names:
                made[left[0]] = action
            else:
                raise Refusal("not-legal", "the computer chose what cannot be played")
        return made

    def seal(self, player: int, decisions: Decisions) -> None:
        self.of(player).update(decisions)
        self._awaited = None

    def unseal(self, player: int, number: int) -> None:
        self.of(player).pop(number, None)
        self._awaited = None

    def texts(self, player: int, decisions: Decisions) -> list[tuple[int, str]]:
        """As the log of the room has them."""
        asked = self.asked(player)
        return [(number, asked[number].names[action]) for number, action in decisions.items()]

    def enter_all(self) -> None:
        """All decisions are there: play them in the rules' order."""
        for _ in self.players:
            player = -1 if self.match.player is None else self.match.player
            actions = [action for _, action in sorted(self.of(player).items())]
            played = self.match.play_line(actions)
            if played < len(actions):
                raise Refusal("not-legal", "what was chosen in secret cannot be played by these rules")

    def carry_over(self, old: Sealing) -> None:
        """What was sealed before somebody left, where the same is asked now."""
        for player in self.players:
            if len(self.positions(player)) == len(old.asked(player)):
                self.seal(player, old.of(player))

    # ---- for computers ----

    def asking(self, player: int) -> State:
        """The position in which the first open decision is asked for."""
        return self.positions(player)[next(iter(self.open(player)), -1)]

    def ahead(self, player: int) -> list[str]:
        """A line after which the rules ask this player for the first open decision: others do anything until then."""
        trial = self.match.copy()
        while trial.player != player:
            trial.play_line([int(trial.legal_actions[0])])
        first = next(iter(self.open(player)), 0)
        trial.play_line([self.of(player)[number] for number in range(first)])
        return [step.entry for step in trial.steps[len(self.match.steps) :]]

    # ---- looking ----

    def view(self, seat: int | None, since: int = 0) -> Tree:
        """What a seat sees: of others' choices nothing, not even how many were made."""
        if seat not in self.players:
            return self.view_of(self.match.state, seat, since) | {"choices": []}
        left = self.open(seat)
        seen = self.positions(seat)[left[0] if left else -1]
        return self.view_of(seen, seat, since) | {"choices": self.choices(seat)}

    def view_of(self, state: State, seat: int | None, since: int) -> Tree:
        others = [player for player in self.players if player != seat]
        is_deciding = seat in self.players and bool(self.open(seat))
        secret = {"players": self.players, "sealed": self.sealed_tree(seat), **self.example(is_deciding)}
        return outlook(self.match, state, seat, since) | {
            "turn": seat if is_deciding or not others else others[0],
            "ply": self.match.ply,
            "status": self.status(seat, is_deciding),
            "secret": secret,
        }

    def example(self, is_deciding: bool) -> Tree:
        """A text that is all decisions of a player, where there is such a thing and it is of use."""
        game = self.match.game
        choice = game.kind.choice
        return {"example": choice.example(game.setup)} if is_deciding and choice and choice.example else {}

    def status(self, seat: int | None, is_deciding: bool) -> Tree:
        if seat is None or seat not in self.players:
            return message("others-choose-in-secret")
        return message("choose-in-secret", left=len(self.open(seat))) if is_deciding else message("chosen-in-secret")

    def sealed_tree(self, seat: int | None) -> list[Tree]:
        if seat is None or seat not in self.players:
            return []
        asked = self.asked(seat)
        return [
            {"number": number, "action": text, "clicks": list(asked[number].clicks[text])}
            for number, text in sorted(self.texts(seat, self.of(seat)))
        ]

    def choices(self, seat: int) -> list[Fixed]:
        """All that is open, each action once, and the shortcut where there is one."""
        left = different([self.asked(seat)[number] for number in self.open(seat)])
        if not self.is_apart(seat):
            shortcut = dict(left[0].shortcut) if left else {}
            return tree_of({text: path for each in left for text, path in each.clicks.items()} | shortcut)
        rest = left[0].rest if left else []
        return [*(node for decision in left for node in decision.choices), *rest]

    def is_apart(self, seat: int) -> bool:
        """Whether different decisions begin with different clicks, so that their choices need not be joined."""
        if seat not in self._apart:
            left = different(self.asked(seat))
            nodes = [node for decision in left for node in decision.choices] + (left[0].rest if left else [])
            self._apart[seat] = len({encode(node["click"]) for node in nodes}) == len(nodes)
        return self._apart[seat]


def different(decisions: Iterable[Decision]) -> list[Decision]:
    """Of those with the same choices one."""
    return list({decision.texts: decision for decision in decisions}.values())


def sealing_of(match: Match | None) -> Sealing | None:
    """The secret choice that the match stands at, if it does."""
    if match is None or match.player is None or match.game.kind.choice is None:
        return None
    found = Sealing(match)
    return found if found.players else None
