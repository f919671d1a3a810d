"""One match between players, and what several tell.

Every seed is played once for each way of seating the players, so nobody profits from a side. Where no dice vary a
game, its first plies are drawn from the seed; fair openings only, if wished: where one side is winning already, both
games of a pair tell little. Games that turn out identical count once.
"""

from __future__ import annotations

import hashlib
import math
import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from tabor.errors import DataError
from tabor.game import DRAWN, Game
from tabor.match import LEAVING, SEEDS, Match, Note
from tabor.players import alphabeta, close, make, play_decision

EVEN = 0.1  # a value up to which neither side is much ahead
JUDGE_NODES = 300_000  # of the search that judges an opening


@dataclass(frozen=True)
class Played:
    """One finished match."""

    seed: int
    order: tuple[int, ...]  # order[seat]: which player sat there
    places: tuple[int, ...]  # of each seat: 0 for the best, equal where they tie
    winner: int | None  # a player, not a seat; None: a draw
    reason: str
    actions: tuple[int, ...]  # what was played; −1 for an entry of the match
    marks: tuple[str, ...]  # those entries
    identity: int  # the same for the same actions to the same end at the same seats
    seconds: tuple[float, ...]  # each player's thinking time
    decisions: tuple[int, ...]  # and how often each decided
    notes: tuple[Note, ...] = ()  # what bots wrote
    failed: tuple[tuple[int, str], ...] = ()  # of each player: decisions in which a program failed, and why at first
    number: int = 0  # in its series


def number_of(*parts: object) -> int:
    """A number from 0 to SEEDS − 1 that follows from these parts: a seed, or a name for what is equal."""
    text = "\0".join(str(part) for part in parts)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") % SEEDS


def seatings(players: int) -> list[tuple[int, ...]]:
    """Every rotation of the seats: order[seat] is the player there."""
    return [tuple((seat + shift) % players for seat in range(players)) for shift in range(players)]


def opening(game: Game, seed: int, is_fair: bool = False) -> Match:
    """A match with its first plies drawn from the seed, where nothing else varies it; never one that is over."""
    choices = random.Random(seed)
    while True:
        match = Match(game, seed=seed)
        for _ in range(0 if game.kind.chance else game.kind.opening):
            if match.outcome is None:
                match.play(int(choices.choice(match.legal_actions)))
        if match.outcome is None and (not is_fair or is_even(match)):
            return match


def is_even(match: Match) -> bool:
    """Whether a long look finds neither side much ahead."""
    judge = alphabeta.make(match.game, 0, nodes=str(JUDGE_NODES))
    judge.choose(match)
    return abs(judge.score) <= EVEN


def play(
    game: Game,
    names: Sequence[str],
    seed: int,
    order: tuple[int, ...],
    is_fair: bool = False,
    again: int = 0,
    follow: Callable[[Match], None] | None = None,
) -> Played:
    """One match, from its opening to its end; `again`, if not 0: the same players with other dice, deal and all.

    `follow` sees it after every decision, in time that is nobody's.
    """
    match = opening(game, number_of(seed, "again", again) if again else seed, is_fair)
    players = [make(name, game, seed + number) for number, name in enumerate(names)]
    seconds, decisions = [0.0] * len(names), [0] * len(names)
    try:
        while match.player is not None:
            who = order[match.player]
            began = time.perf_counter()
            play_decision(match, players[who])
            seconds[who] += time.perf_counter() - began
            decisions[who] += 1
            if follow is not None:
                follow(match)
    finally:
        for player in players:
            close(player)
    failed = [(getattr(player, "failures", 0), getattr(player, "first_failure", "")) for player in players]
    return replace(summary(match, order, seconds, decisions), failed=tuple(failed))


def summary(match: Match, order: tuple[int, ...], seconds: Sequence[float], decisions: Sequence[int]) -> Played:
    outcome = match.outcome
    assert outcome is not None
    actions = tuple(step.action for step in match.steps)
    marks = tuple(step.mark for step in match.steps if step.mark)
    return Played(
        match.seed,
        order,
        places(match),
        None if outcome.winner is None else order[outcome.winner],
        outcome.reason,
        actions,
        marks,
        number_of(order, actions, marks, match.game.key(match.state)),  # with other dice it has another end
        tuple(seconds),
        tuple(decisions),
        tuple(match.notes),
    )


def places(match: Match) -> tuple[int, ...]:
    """The place of each seat: as the game says, else the winner before all others, and who left behind them."""
    game, winner = match.game, int(match.state["winner"])
    if game.players > 2 and game.kind.standing is not None:
        return tuple(int(place) for place in game.kind.standing(game.setup, match.state))
    left = {int(step.mark.split()[1]) for step in match.steps if step.mark.startswith(tuple(LEAVING))}
    return tuple(2 if seat in left else int(winner not in (DRAWN, seat)) for seat in range(game.players))


def replay(game: Game, played: Played) -> Match:
    """The match once more, from its log; ActionError if it could not have been played."""
    match, marks = Match(game, played.seed), iter(played.marks)
    for action in played.actions:
        if action >= 0:
            match.play(action)
        else:
            match.enter(next(marks))
    match.notes = list(played.notes)
    return match


def check_players(game: Game, names: Sequence[str]) -> None:
    """A mistake in a name shows before anything is played."""
    if len(names) != game.players:
        raise DataError(f"{game.kind.title} has {game.players} seats; {len(names)} players were named")
    for name in names:
        make(name, game)


def check_judge(game: Game) -> None:
    """Fair openings are for games that have openings, and that alphabeta can judge."""
    if game.kind.chance or game.kind.opening == 0:
        raise DataError(f"{game.kind.title} has no openings that could be unfair: its matches are varied by dice")
    alphabeta.make(game, 0)


# ---- what it tells ----


@dataclass(frozen=True)
class Tally:
    """Wins, draws and losses of one player."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        return (self.wins + self.draws / 2) / self.games if self.games else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval for the score, 95%: honest also near 0 and 1.

        >>> [round(bound, 3) for bound in Tally(wins=95, draws=0, losses=5).interval]
        [0.888, 0.978]
        """
        n, z = self.games, 1.96
        if n == 0:
            return 0.0, 1.0
        centre = self.score + z * z / (2 * n)
        spread = z * math.sqrt(self.score * (1 - self.score) / n + z * z / (4 * n * n))
        low, high = (centre - spread) / (1 + z * z / n), (centre + spread) / (1 + z * z / n)
        return max(0.0, low), min(1.0, high)


def different(played: Iterable[Played]) -> list[Played]:
    """Each game once."""
    return list({one.identity: one for one in played}.values())


def tally(played: Iterable[Played], player: int, seat: int | None = None) -> Tally:
    """How a player did, at all seats or at one."""
    games = [one for one in played if seat is None or one.order[seat] == player]
    wins = sum(one.winner == player for one in games)
    draws = sum(one.winner is None for one in games)
    return Tally(wins, draws, len(games) - wins - draws)


def milliseconds(played: Iterable[Played], player: int) -> float:
    """Mean time of a decision."""
    games = list(played)
    return 1000 * sum(one.seconds[player] for one in games) / max(1, sum(one.decisions[player] for one in games))
