"""Whether a tournament's games are what they say: a sample of them is replayed from its log, and played again.

A log must replay to the result that was entered. Players that decide by nothing but the position must play the same
game again; those who look at a clock need not, and programs may do as they like.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import takewhile

from tabor.arena.local import Desk
from tabor.arena.playing import Played, number_of, places, play, replay
from tabor.arena.tournament import Tournament
from tabor.errors import TaborError
from tabor.game import Game
from tabor.players import make


@dataclass
class Findings:
    games: int = 0
    broken: list[str] = field(default_factory=list)  # games whose log does not lead to their result
    same: Counter[str] = field(default_factory=Counter)  # games that a player played again alike
    other: Counter[str] = field(default_factory=Counter)  # games in which a player was the first to decide otherwise
    steady: set[str] = field(default_factory=set)  # players that must repeat

    @property
    def culprits(self) -> list[str]:
        """Players that must repeat and did not."""
        return sorted(name for name in self.steady if self.other[name])

    @property
    def is_well(self) -> bool:
        return not self.broken and not self.culprits


def verify(tournament: Tournament, sample: int | None, seed: int = 0) -> Iterator[Findings]:
    """Look at so many games (None: all), and say after each what was found so far."""
    desk = Desk(tournament.setting())
    found = Findings(steady={name for name, text in desk.texts.items() if must_repeat(text, desk.game)})
    shards = {shard.number: shard for shard in tournament.shards()}
    for number in chosen(tournament, sample, seed):
        shard = shards[number]
        texts = [desk.texts[name] for name in shard.players]
        for one in tournament.played(number):
            if sample is not None and found.games >= sample:
                return
            found.games += 1
            if not is_true(desk.game, one, shard.players):
                found.broken.append(f"a game of shard {number} ({' – '.join(shard.players)}, seed {one.seed})")
            else:
                again = play(desk.game, texts, one.seed, one.order, shard.is_fair)
                note_repeat(desk.game, found, one, again, shard.players)
            yield found


def chosen(tournament: Tournament, sample: int | None, seed: int) -> list[int]:
    entered = sorted(tournament.ledger.entered())
    return entered if sample is None else random.Random(seed).sample(entered, min(sample, len(entered)))


def must_repeat(text: str, game: Game) -> bool:
    """Whether a player decides by the position and its seed alone."""
    player = make(text, game)
    if hasattr(player, "choose_line"):
        return False
    limits = getattr(player, "limits", None)
    return (limits is None or limits.seconds is None) and len(getattr(player, "lines", [player])) == 1


def is_true(game: Game, played: Played, names: tuple[str, ...]) -> bool:
    """Whether the log leads to the result that was entered with it."""
    try:
        match = replay(game, played)
    except (TaborError, StopIteration):
        return False
    outcome = match.outcome
    if outcome is None or (outcome.reason, places(match)) != (played.reason, played.places):
        return False
    end = number_of(played.order, played.actions, played.marks, game.key(match.state))
    return played.identity == number_of(*names, end)


def note_repeat(game: Game, found: Findings, first: Played, second: Played, names: tuple[str, ...]) -> None:
    """Count who decided alike, or who was the first to decide otherwise."""
    if first.actions == second.actions:
        found.same.update(names)
        return
    alike = takewhile(lambda two: two[0] == two[1], zip(first.actions, second.actions, strict=False))
    before = replace(first, actions=first.actions[: sum(1 for _ in alike)])
    decider = replay(game, before).player
    assert decider is not None  # one game went on, or went on otherwise
    found.other[names[first.order[decider]]] += 1
