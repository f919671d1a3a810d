"""What a match looks like afterwards: who was ahead at each decision, what was better, what was luck.

    for decision in decisions(match): …          # one after the other, each by itself
    summary(match.game, found)                   # mistakes and luck of every seat

Everything is measured in values of −1 … 1 by one judge, a search of the same size for every position. Before an action
falls any die, its worth is the mean of what the judge sees after it, over what the player could not know: guesses of
what is hidden, and dice. A **mistake** is the worth of the best action less that of the chosen one; **luck** is what
the judge sees after what really happened, less that mean. So what a position gains or loses for its player is luck less
mistake; what is left over is what the judge itself saw wrongly (`sight`), and 0 for a judge that sees to the end.

Where a turn is many small actions and a game names an adviser, whole turns are judged (`Turns`), at their first action:
a single action means little there, and searches see it through noise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import takewhile
from typing import Any, Protocol

import numpy as np

from tabor.errors import ActionError
from tabor.game import OVER, Action, Game, State, Tree, copy_of, dice, final_value
from tabor.jit import plain
from tabor.match import Match, Step
from tabor.players import alphabeta, make
from tabor.players.alphabeta import SURE, UNIT, AlphaBeta, packed_action, probe
from tabor.players.limits import Limits
from tabor.players.mcts import EXPLORE, Mcts
from tabor.view import choices, view

NODES = 150_000  # of one alpha-beta search
SIMULATIONS = 240  # of one tree
DEEPEST = 40
OUTCOMES = 24  # of one action: guesses of what is hidden, and dice
LONGEST_LINE = 8
USUAL = 400  # decisions of a match, for which searches have the size above
TRUSTED = 12  # visits that an action of a tree must have to be shown in a line
TRIED_SEED = 0  # of the dice of what is tried out
SAMPLES = 12  # of a whole turn
ROUNDS = 3  # turns of all that are played on
LONGEST_ROUND = 600  # actions of them
SURELY = 2.0  # standard errors
WON = 0.999  # a value like this is a win that nothing can take away
SLIP, MISTAKE, BLUNDER = 0.1, 0.25, 0.5  # what a decision must cost to be called so

Played = list[tuple[Step, State]]  # the actions of a match, each with the position after it
Line = tuple[Action, ...]

_final_value, _probe, _packed_action = plain(final_value), plain(probe), plain(packed_action)


# ---- judges ----


@dataclass(frozen=True)
class Look:
    """What a judge sees in a position."""

    values: tuple[float, ...]  # of each seat
    line: tuple[Action, ...] = ()  # what it would play, as far as that does not depend on dice; none at the end


class Judge(Protocol):
    def look(self, state: State) -> Look: ...


def judge_of(game: Game, effort: float = 1.0) -> Judge:
    """The search that fits the game; `effort` multiplies its size."""
    fitting: type[Searching] | type[Sampling] = Searching if alphabeta.fits(game) else Sampling
    return fitting(game, effort)


class Searching:
    """Alpha-beta: a forced end is worth exactly ±1."""

    def __init__(self, game: Game, effort: float = 1.0) -> None:
        limits = Limits(None, DEEPEST, max(500, int(NODES * effort)))
        self.game, self.player = game, AlphaBeta(game, limits, draw=0.0)

    def look(self, state: State) -> Look:
        if int(state["player"]) == OVER:
            return Look(final_values(self.game, state))
        player, line = self.player, self.player.lines[0]
        line.begin(state)
        best = player.deepen(player.limits.clock(lambda: player.nodes))
        assert best is not None
        value = float(np.clip(player.score, -1, 1))
        values = (value, -value) if int(state["player"]) == 0 else (-value, value)
        return Look(values, tuple(self.line(state, best, abs(player.score) * UNIT > SURE)))

    def line(self, state: State, action: Action, is_sure: bool) -> Iterator[Action]:
        """As the table of positions remembers it; a forced end is followed to the end."""
        state = state.copy()
        table = self.player.lines[0].search.table
        for _ in range(DEEPEST if is_sure else LONGEST_LINE):
            yield action
            self.game.apply(state, action, dice(0, 0))
            word = _probe(table, np.uint64(self.game.key(state)))
            action = int(_packed_action(word))
            if int(state["player"]) == OVER or not word or action not in self.game.legal(state):
                return


class Sampling:
    """Monte Carlo tree search over what the player on turn knows; a fresh tree for each position."""

    def __init__(self, game: Game, effort: float = 1.0) -> None:
        limits = Limits(None, 1, max(32, int(SIMULATIONS * effort)))
        self.game, self.player = game, Mcts(game, limits, 1, EXPLORE, 0)

    def look(self, state: State) -> Look:
        player = int(state["player"])
        if player == OVER:
            return Look(final_values(self.game, state))
        grove = self.player.groves[0]
        grove.clear()
        grove.begin(state)
        self.player.grow()
        stats = self.player.stats(state)
        best = max(stats, key=lambda action: stats[action])
        values = tuple(float(total) / self.player.simulations for total in grove.sums)
        if self.game.players == 2:
            value = stats[best][1]
            values = (value, -value) if player == 0 else (-value, value)
        return Look(values, tuple(self.line(state, best)))

    def line(self, state: State, action: Action) -> Iterator[Action]:
        """As long as no die falls and the tree has looked often enough."""
        state = state.copy()
        for _ in range(LONGEST_LINE):
            yield action
            rng = dice(0, 0)
            self.game.apply(state, action, rng)
            if int(rng["count"]) or int(state["player"]) == OVER:
                return
            stats = self.player.stats(state)
            action = max(stats, key=lambda found: stats[found], default=-1)
            if action < 0 or stats[action][0] < TRUSTED:
                return


def final_values(game: Game, state: State) -> tuple[float, ...]:
    return tuple(float(_final_value(state, seat)) for seat in range(game.players))


# ---- decisions ----


@dataclass(frozen=True)
class Decision:
    """One action of a match."""

    ply: int  # actions before it
    player: int
    values: tuple[float, ...]  # how it stood before it, for each seat
    action: str
    best: str  # the chosen one where nothing is better
    worth: float  # of the chosen one, for the player
    mistake: float  # 0 … 2: the best action's worth less that of the chosen one
    luck: float  # for the player: what came of it less what was to be expected
    is_missed_win: bool  # it was won for certain before, and was not after it
    line: tuple[str, ...]  # from the position before it, beginning with the best action
    cells: tuple[str, ...]  # which one would click for that

    def tree(self) -> Tree:
        """As JSON."""
        short = {name: round(getattr(self, name), 4) for name in ("worth", "mistake", "luck")}
        return asdict(self) | {"values": [round(value, 4) for value in self.values]} | short


class Analyst:
    """Judges decisions, each by itself: in any order, and none waits for another."""

    def __init__(self, game: Game, effort: float = 1.0, judge: Judge | None = None, seed: int = 1) -> None:
        self.game, self.judge = game, judge or judge_of(game, effort)
        self.turns = Turns(game, seed) if game.kind.adviser else None

    def judged(self, match: Match, found: Played, number: int) -> Decision:
        """The decision of that number."""
        if self.turns is not None:
            return self.turns.decision(match, found, number)
        return self.decision(match, *found[number])

    def decision(self, match: Match, step: Step, after: State) -> Decision:
        """What an action was worth in the match; `after` is what came of it."""
        game, state, player = self.game, step.before, int(step.before["player"])
        look = self.judge.look(state)
        worths = {action: self.worth(state, action) for action in {step.action, *look.line[:1]}}
        chosen = worths[step.action]
        best = max(worths, key=lambda action: (worths[action][0], action == step.action))
        top = worths[best][0]
        line = look.line if look.line[:1] == (best,) else (best,)
        return Decision(
            ply=int(state["ply"]),
            player=player,
            values=look.values,
            action=game.action_text(state, step.action),
            best=game.action_text(state, best),
            worth=chosen[0],
            mistake=top - chosen[0],
            luck=0.0 if chosen[1] else self.judge.look(after).values[player] - chosen[0],
            is_missed_win=top >= WON and chosen[0] < 1 - SLIP,
            line=tuple(line_texts(game, state, line)),
            cells=tuple(click["cell"] for click in game.clicks(state, best) if "cell" in click),
        )

    def worth(self, state: State, action: Action) -> tuple[float, bool]:
        """Of an action for whoever plays it, before any die falls; and whether what comes of it is certain."""
        player, found = int(state["player"]), outcomes(self.game, state, action)
        seen = [(count, self.judge.look(after).values[player]) for after, count in found]
        return sum(count * value for count, value in seen) / sum(count for count, _ in seen), len(found) == 1


def outcomes(game: Game, state: State, action: Action, most: int = OUTCOMES) -> list[tuple[State, int]]:
    """What may come of an action, as far as its player knows, and how often it did; one where nothing is open.

    Two are the same if whoever decides next cannot tell them apart.
    """
    found: dict[tuple[int, int, int], list[Any]] = {}
    for number in range(most):
        after, rng = copy_of(state), dice(number, int(state["ply"]))
        game.hide(after, int(state["player"]), rng)
        game.apply(after, action, rng)
        known = (int(after["player"]), int(after["winner"]), game.key(after, int(after["player"])))
        found.setdefault(known, [after, 0])[1] += 1
        if not int(rng["count"]):
            break
    return [(after, count) for after, count in found.values()]


# ---- whole turns ----


class Turns:
    """Judges turns by playing on: the chosen one, and that of the adviser, several times each with the same dice, until
    all have had a few turns, which the adviser plays for them. Only what is more than chance counts as a mistake."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed = game, seed
        self.adviser = make(game.kind.adviser, game, seed)

    def decision(self, match: Match, found: Played, number: int) -> Decision:
        """The judgement of a turn stands at its first action; at others only how it stood, and luck."""
        step, after = found[number]
        game, state, player = self.game, step.before, int(step.before["player"])
        turn = turn_from(found, number)
        is_first = not number or int(found[number - 1][0].before["player"]) != player
        chosen, best, line = self.compare(match, found, number, turn) if is_first else ([0.0], [0.0], ())
        mistake = surely(best, chosen)
        is_better = mistake >= SLIP
        texts = tuple(line_texts(game, state, line if is_better else (step.action,)))
        worth = sum(chosen) / len(chosen) if is_first else game.value(after, player)
        clicks = game.clicks(state, line[0] if is_better else step.action)
        return Decision(
            ply=int(state["ply"]),
            player=player,
            values=tuple(game.value(state, seat) for seat in range(game.players)),
            action=" ".join(game.action_text(one.before, one.action) for one, _ in (turn if is_first else turn[:1])),
            best=" ".join(texts) if is_better else game.action_text(state, step.action),
            worth=worth,
            mistake=mistake,
            luck=self.luck(step, after),
            is_missed_win=is_first and min(best) >= WON and worth < 1 - SLIP,
            line=texts,
            cells=tuple(click["cell"] for click in clicks if "cell" in click),
        )

    def compare(self, match: Match, found: Played, number: int, turn: Played) -> tuple[list[float], list[float], Line]:
        """What the turn came to, what the adviser's would, each several times; and what the adviser would do."""
        player, base = int(turn[0][0].before["player"]), turn[0][0].before
        then, line = match.copy(), list[Action]()
        if self.game.kind.choice is not None:  # others have chosen already, in secret: from where they had not
            base = self.beginning(found, number)
            plan = [step.action for step, _ in turn]
            chosen = [self.play_on(then, base, player, n, plan, []) for n in range(SAMPLES)]
        else:
            luck = sum(self.luck(step, after) for step, after in turn)
            chosen = [self.play_on(then, turn[-1][1], player, n, [], []) - luck for n in range(SAMPLES)]
        best = [self.play_on(then, base, player, n, None, [] if n else line) for n in range(SAMPLES)]
        return chosen, best, tuple(line)

    def beginning(self, found: Played, number: int) -> State:
        """Of the turn of all together that a decision belongs to."""
        count = self.game.kind.turn
        while number and count and self.turn_of(found[number - 1][0].before) == self.turn_of(found[number][0].before):
            number -= 1
        return found[number][0].before

    def turn_of(self, state: State) -> int:
        return self.game.kind.turn(self.game.setup, state) if self.game.kind.turn else int(state["ply"])

    def play_on(
        self, then: Match, base: State, player: int, sample: int, plan: Sequence[Action] | None, line: list[Action]
    ) -> float:
        """How it stands for a player some turns later; `plan` is what they play, None: what the adviser
        would, which is added to `line`."""
        state, left, backs, is_away = copy_of(base), list(plan or ()), 0, False
        for _ in range(LONGEST_ROUND):
            who = int(state["player"])
            backs, is_away = backs + (is_away and who == player), who != player
            if who == OVER or self.rounds(base, state, backs) >= ROUNDS:
                break
            then.state = state
            is_first = self.rounds(base, state, backs) == 0 and who == player
            action = left.pop(0) if left and is_first else self.adviser.choose(then)
            if is_first and plan is None:
                line.append(action)
            self.game.apply(state, action, dice(self.seed * SAMPLES + sample, int(state["ply"])))
        return self.game.value(state, player)

    def rounds(self, base: State, state: State, backs: int) -> int:
        """How many have been played: of all together where all choose at once, else by how often it was the player's
        turn again."""
        return self.turn_of(state) - self.turn_of(base) if self.game.kind.choice is not None else backs

    def luck(self, step: Step, after: State) -> float:
        """What dice brought, whatever was hidden: the value after them less its mean over many."""
        state, player = step.before, int(step.before["player"])
        rng, values = dice(0, int(state["ply"])), list[float]()
        for _ in range(OUTCOMES):
            then = copy_of(state)
            self.game.apply(then, step.action, rng)
            values.append(self.game.value(then, player))
            if not int(rng["count"]):
                return 0.0
        return self.game.value(after, player) - sum(values) / len(values)


def turn_from(found: Played, number: int) -> Played:
    """The actions of one seat from there until it changes."""
    player = int(found[number][0].before["player"])
    rest = takewhile(lambda one: int(one[0].before["player"]) == player, found[number:])
    return list(rest)


def surely(best: Sequence[float], chosen: Sequence[float]) -> float:
    """How much better one is, as far as that is no chance."""
    lead = np.asarray(best) - np.asarray(chosen)
    error = float(lead.std(ddof=1)) / len(lead) ** 0.5 if len(lead) > 1 else 0.0
    return max(0.0, float(lead.mean()) - SURELY * error)


def line_texts(game: Game, state: State, line: Sequence[Action]) -> Iterator[str]:
    state = state.copy()
    for action in line:
        yield game.action_text(state, action)
        game.apply(state, action, dice(0, 0))


# ---- a match ----


def played(match: Match) -> Played:
    """The actions of a match, each with the position after it."""
    after = [step.before for step in match.steps[1:]] + [match.state]
    return [(step, then) for step, then in zip(match.steps, after, strict=True) if not step.mark]


def decisions(
    match: Match, analyst: Analyst | None = None, first: int = 0, end: int | None = None
) -> Iterator[Decision]:
    """Those numbered from `first` to before `end`, one after the other."""
    analyst = analyst or Analyst(match.game)
    found = played(match)
    for number in range(len(found))[first:end]:
        yield analyst.judged(match, found, number)


def tried_out(match: Match, ply: int, actions: Sequence[str]) -> Match:
    """The match as it stood after so many actions, with others played on from there; an ActionError says which cannot.

    Their dice are always the same, and not those of the match. Where the match was given up, one can play on.
    """
    places = [number for number, step in enumerate(match.steps) if not step.mark]
    if not 0 <= ply <= len(places):
        raise ActionError(f"there is no ply {ply}: the match has 0 to {len(places)}")
    end = [*places, places[-1] + 1 if places else 0][ply]
    then = match.copy()
    then.seed, then.dice = TRIED_SEED, None
    if end < len(match.steps):
        then.state = match.steps[end].before.copy()
        del then.steps[end:]
    for number, text in enumerate(actions, 1):
        try:
            then.play(then.find(text))
        except ActionError as error:
            raise ActionError(f"action {number} of those tried: {error}") from None
    return then


def trial(match: Match, judge: Judge, seat: int | None, tried: int) -> Tree:
    """What is seen after `tried` actions were tried out, all that can be done there, and what the judge says of it."""
    seen = view(match, seat, len(match.steps) - min(tried, 1)) | {"choices": [] if match.outcome else choices(match)}
    seen.pop("board", None)  # it never changes
    look = judge.look(match.state)
    values = [round(value, 4) for value in look.values]
    return {"view": seen, "values": values, "line": list(line_texts(match.game, match.state, look.line))}


def effort_for(match: Match) -> float:
    """How large searches may be, so that a long match does not take much longer than a short one."""
    return min(max(USUAL / max(1, len(played(match))), 0.25), 2.0)


def word_of(mistake: float) -> str:
    """How bad a mistake is; "" where it is none worth a word."""
    return next((word for word, least in WORDS if mistake >= least), "")


WORDS = (("blunder", BLUNDER), ("mistake", MISTAKE), ("slip", SLIP))


def summary(game: Game, found: Sequence[Decision]) -> list[Tree]:
    """For each seat: how many decisions, what mistakes cost together and in the mean, what luck brought."""
    return [seat_summary(game, seat, found) for seat in range(game.players)]


def seat_summary(game: Game, seat: int, found: Sequence[Decision]) -> Tree:
    own = [one for one in found if one.player == seat]
    lucky = sum(one.luck if one.player == seat else -one.luck / max(1, game.players - 1) for one in found)
    return {
        "seat": game.setup.seats[seat],
        "decisions": len(own),
        "cost": round(sum(one.mistake for one in own), 4),
        **{f"{word}s": sum(word_of(one.mistake) == word for one in own) for word, _ in WORDS},
        "missed_wins": sum(one.is_missed_win for one in own),
        "luck": round(lucky, 4),
    }
