"""Where puzzles come from: positions of games in which a search finds one way, and no other, to reach a goal.

    for puzzle in collect(game, "win", 50, seed=1): …

Where alpha-beta fits a game, it finds what wins by force and what alone does not lose. Elsewhere a **quest** tries
everything: which turns of the solver reach the goal whatever the others do then, and whatever falls. Turns that lead to
the same position, such as two steps in either order, are one solution.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tabor.analysis import outcomes
from tabor.game import OVER, Action, Game, Goal, State, Tree, copy_of, dice
from tabor.match import Match
from tabor.players import alphabeta, levels, make
from tabor.players.alphabeta import SURE, UNIT, AlphaBeta
from tabor.players.limits import Limits
from tabor.puzzles import SURVIVE, WIN, Puzzle, goals_of

LONGEST = 7  # plies of a solution where alpha-beta finds it
SOON = 3  # plies in which all but one action of a puzzle lose, where one is to survive
FAR = 5  # plies in which that one must not
LAST = 14  # decisions before the end of a game in which it can be won
WIDEST = 30_000  # positions that a quest looks at
ROLLS = 12  # of what the others leave to chance
MOST_WAYS = 6  # sequences of actions that lead to the same position
MOST_OF_A_GAME = 3  # puzzles
REPEATS = 2  # puzzles with the same solution
MOST_PLACES = 300  # of a game that are looked at
LONGEST_GAME = 2000  # plies
MIDDLING = slice(2, 7)  # levels of the computer whose games are looked at
HARDEST = 5  # grades are 1 … this
SHARE_AT_ONCE = 4
GRADERS = 3  # levels of the computer that are asked, from the weakest

Line = tuple[Action, ...]
Find = Callable[[State], list[Line]]  # all ways to a puzzle's one solution; none if it is no puzzle


# ---- quests: everything is tried ----


class TooWideError(Exception):
    """There is more to try than we want to."""


@dataclass
class Place:
    """A position within the solver's turn, and all ways that lead to it."""

    state: State
    ways: list[Line]


class Quest:
    """One goal in one position."""

    def __init__(self, game: Game, goal: Goal, before: State) -> None:
        self.game, self.goal, self.before = game, goal, before
        self.player = int(before["player"])
        self.looked = 0
        self.refuters: list[Line] = []  # what the others did against other turns, the last first
        self.safe: set[tuple[int, int]] = set()  # positions in which nothing can spoil it

    def verdict(self, state: State, rounds: int) -> bool | None:
        self.looked += 1
        if self.looked > WIDEST:
            raise TooWideError
        return self.goal.judge(self.game.setup, self.before, state, self.player, rounds)

    # ---- the solver's turn ----

    def solutions(self) -> dict[int, Place]:
        """The positions in which the goal is reached or can no longer be missed, by key; at most two of them."""
        places = {self.game.key(self.before): Place(self.before, [()])}
        found: dict[int, Place] = {}
        for _ in range(self.goal.actions):
            places = self.further(places, found)
            if len(found) > 1 or (found and self.goal.is_fewest):
                break
        return found

    def further(self, places: dict[int, Place], found: dict[int, Place]) -> dict[int, Place]:
        """The positions one action later."""
        after: dict[int, Place] = {}
        for place in places.values():
            for action in self.game.legal(place.state):
                then, is_done = self.played(place.state, int(action))
                if then is not None:
                    ways = [(*way, int(action)) for way in place.ways]
                    known = found if is_done else after
                    known.setdefault(self.game.key(then), Place(then, [])).ways.extend(ways)
                if len(found) > 1:
                    return after
        return after

    def played(self, state: State, action: Action) -> tuple[State | None, bool]:
        """What comes of an action of the solver's, if it is any good, and whether the goal is then certain."""
        ends = [end for end, _ in outcomes(self.game, state, action)]
        verdicts = {self.verdict(end, 0) for end in ends}
        if verdicts == {True}:
            return ends[0], True
        if False in verdicts or len(ends) > 1:
            return None, False  # what is to be done next would depend on what falls
        if int(ends[0]["player"]) == self.player:
            return ends[0], False
        return (ends[0], True) if self.refutation(ends[0]) is None else (None, False)

    # ---- the others' ----

    def refutation(self, state: State) -> Line | None:
        """What the others can do so that the goal is missed; None if there is nothing."""
        for known in self.refuters:
            if self.spoils(state, known):
                return known
        found = self.spoiled(state, 0)
        if found is not None:
            self.refuters.insert(0, found)
        return found

    def spoils(self, state: State, actions: Line) -> bool:
        state = copy_of(state)
        for action in actions:
            if int(state["player"]) == OVER or action not in self.game.legal(state):
                return False
            self.game.apply(state, action, dice(0, int(state["ply"])))
        return self.verdict(state, 0) is False

    def spoiled(self, state: State, rounds: int) -> Line | None:
        """The same by trying all; the solver answers as well as can be."""
        verdict = self.verdict(state, rounds)
        if verdict is not None:
            return None if verdict else ()
        key = (self.game.key(state), rounds)
        if key in self.safe:
            return None
        found = self.hopeless(state, rounds) if int(state["player"]) == self.player else self.hit(state, rounds)
        if found is None:
            self.safe.add(key)
        return found

    def hopeless(self, state: State, rounds: int) -> Line | None:
        """() if nothing that the solver can do helps."""
        for action in self.game.legal(state):
            if all(self.spoiled(after, rounds) is None for after in rolls(self.game, state, int(action))):
                return None
        return ()

    def hit(self, state: State, rounds: int) -> Line | None:
        for action in self.game.legal(state):
            for after in rolls(self.game, state, int(action)):
                rest = self.spoiled(after, rounds + (int(after["player"]) == self.player))
                if rest is not None:
                    return (int(action), *rest)
        return None

    def answer(self, state: State) -> Line:
        """Of all that the others can do, what leaves the solver worst off: to be shown."""
        found = list(self.answers(state, (), set()))
        return min(found, key=lambda one: one[1])[0] if found else ()

    def answers(self, state: State, way: Line, seen: set[int]) -> Iterator[tuple[Line, float]]:
        key, who = self.game.key(state), int(state["player"])
        if key in seen:
            return
        seen.add(key)
        if who in (OVER, self.player) or self.verdict(state, 0) is not None:
            yield way, self.game.value(state, self.player)
            return
        for action in self.game.legal(state):
            after = copy_of(state)
            self.game.apply(after, int(action), dice(1, int(state["ply"])))
            yield from self.answers(after, (*way, int(action)), seen)


def rolls(game: Game, state: State, action: Action) -> list[State]:
    """What may come of an action, whoever knows what."""
    found: dict[int, State] = {}
    rng = dice(0, int(state["ply"]))
    for _ in range(ROLLS):
        after = copy_of(state)
        game.apply(after, action, rng)
        found.setdefault(game.key(after), after)
        if not int(rng["count"]):
            break
    return list(found.values())


def pursue(game: Game, goal: Goal, state: State) -> list[Line]:
    """All ways to the one solution, each with the others' answer; none if there are several solutions, or none."""
    quest = Quest(game, goal, state)
    try:
        found = list(quest.solutions().values())
        if len(found) != 1 or len(found[0].ways) > MOST_WAYS:
            return []
        end = found[0].state
        is_handed_over = int(end["player"]) not in (OVER, quest.player) and quest.verdict(end, 0) is None
        answer = quest.answer(end) if is_handed_over else ()
    except TooWideError:
        return []
    return [(*way, *answer) for way in found[0].ways]


# ---- alpha-beta ----


class Solver:
    """What wins by force, and what does not lose, for games that alpha-beta fits."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = {n: AlphaBeta(game, Limits(None, n, None), lore=False, draw=0.0) for n in range(1, LONGEST + 3)}

    def plies(self, state: State, most: int) -> int:
        """Until whoever is on turn wins, −n until they lose; 0: neither within so many."""
        player = self.players[most]
        player.lines[0].begin(state)
        player.deepen(player.limits.clock(lambda: player.nodes))
        if abs(player.score) * UNIT <= SURE:
            return 0
        left = round(1.5 * UNIT - abs(player.score) * UNIT)
        return left if player.score > 0 else -left

    def after(self, state: State, action: Action) -> State:
        then = copy_of(state)
        self.game.apply(then, action, dice(0, 0))
        return then

    def winners(self, state: State, plies: int) -> list[Action]:
        found = []
        for action in self.game.legal(state):
            after = self.after(state, int(action))
            is_end = int(after["player"]) == OVER
            won = int(after["winner"]) == int(state["player"]) if is_end else self.plies(after, max(1, plies - 1)) < 0
            if won:
                found.append(int(action))
        return found

    def reply(self, state: State) -> Action:
        """What holds out longest."""
        player = self.players[LONGEST]
        player.lines[0].begin(state)
        best = player.deepen(player.limits.clock(lambda: player.nodes))
        assert best is not None
        return best

    def forced(self, state: State) -> list[Line]:
        """The only way to win, with the others' replies."""
        plies = self.plies(state, LONGEST)
        if plies > LONGEST:  # beyond its depth a search follows what is loud, and may miss what else wins
            return []
        state, found = copy_of(state), []
        for left in range(plies, 0, -2):
            first = self.winners(state, left + 2 if left > 1 else 1)
            if len(first) != 1:
                return []
            found += first
            self.game.apply(state, first[0], dice(0, 0))
            if left > 1:
                found.append(self.reply(state))
                self.game.apply(state, found[-1], dice(0, 0))
        return [tuple(found)] if found else []

    def escape(self, state: State) -> list[Line]:
        """The only action that does not lose, where all others do so soon."""
        kept = []
        for action in self.game.legal(state):
            after = self.after(state, int(action))
            if int(after["player"]) == OVER or not 0 < self.plies(after, SOON) <= SOON:
                kept.append(int(action))
            if len(kept) > 1:
                return []
        if not kept or int(self.after(state, kept[0])["player"]) == OVER:
            return []
        is_safe = self.plies(self.after(state, kept[0]), FAR) <= 0
        return [tuple(kept)] if is_safe else []


# ---- mining ----


def finder(game: Game, name: str) -> Find:
    if alphabeta.fits(game):
        solver = Solver(game)
        return {WIN: solver.forced, SURVIVE: solver.escape}[name]
    goal = goals_of(game.kind)[name]
    return lambda state: pursue(game, goal, state)


def mine(game: Game, name: str, seed: int) -> Iterator[Puzzle]:
    """Without end, from games of quick players; the same for a seed."""
    chance, find = random.Random(seed), finder(game, name)
    seen: set[int] = set()
    told: Counter[Line] = Counter()  # solutions
    while True:
        places = places_in(game, goals_of(game.kind)[name], play_a_game(game, chance))
        chance.shuffle(places)
        left = MOST_OF_A_GAME
        for state in places[:MOST_PLACES]:
            key = game.key(state)
            if key in seen or not left:
                continue
            seen.add(key)
            ways = find(state)
            if ways and is_worth_asking(game, state, ways[0]) and told[ways[0]] < REPEATS:
                told[ways[0]] += 1
                left -= 1
                yield puzzle(game, name, state, ways)


def is_worth_asking(game: Game, state: State, way: Line) -> bool:
    """Not where it is enough to end the turn: something on the board or beside it must be clicked."""
    state, player = copy_of(state), int(state["player"])
    clicks: list[Tree] = []
    for action in way:
        if int(state["player"]) == player:
            clicks += game.clicks(state, action)
        game.apply(state, action, dice(0, 0))
    return any("button" not in click for click in clicks)


def collect(game: Game, name: str, count: int, seed: int) -> Iterator[Puzzle]:
    """So many; where one is to win, at most a quarter of them are won at once."""
    easy, left = 0, count
    for one in mine(game, name, seed):
        is_easy = name == WIN and len(one.solution) == 1
        if is_easy and easy * SHARE_AT_ONCE >= count:
            continue
        easy += is_easy
        yield one
        left -= 1
        if not left:
            return


def play_a_game(game: Game, chance: random.Random) -> Match:
    """By players of middling levels, who leave something to be found; where no dice vary it, after a few at random."""
    known = levels(game)
    quick = [text for text in known[MIDDLING] if "ms=" not in text] or ["greedy"]
    match = Match(game, chance.getrandbits(60))
    players = [make(chance.choice(quick), game, chance.getrandbits(30)) for _ in range(game.players)]
    for _ in range(game.kind.opening):
        if match.player is not None:
            match.play(int(chance.choice(match.legal_actions)))
    while match.player is not None and match.ply < LONGEST_GAME:
        match.play(players[match.player].choose(match))
    return match


def places_in(game: Game, goal: Goal, match: Match) -> list[State]:
    """Positions of a match in which a puzzle may begin."""
    found = [step.before for step in match.steps if not step.mark]
    if goal.is_at_the_end:
        if match.outcome is None or match.outcome.winner is None:
            return []
        found = found[-LAST:]
    places = (place for state in found for place in goal.places(game.setup, state, int(state["player"])))
    return [place for place in places if len(game.legal(place)) > 1]


def puzzle(game: Game, goal: str, state: State, ways: list[Line]) -> Puzzle:
    options = tuple(sorted(game.options.items()))
    lines = tuple(line_of(game, state, way) for way in ways)
    return Puzzle(game.kind.name, options, goal, grade(game, state, ways), lines, game.state_text(state))


def line_of(game: Game, state: State, way: Line) -> tuple[str, ...]:
    match, texts = Match(game, 1, game.state_text(state)), []
    for action in way:
        texts.append(game.action_text(match.state, action))
        match.play(action)
    return tuple(texts)


def grade(game: Game, state: State, ways: list[Line]) -> int:
    """By its length, and by how many of the computer's lower levels miss the first action."""
    match = Match(game, 1, game.state_text(state))
    asked = [text for text in levels(game) if "ms=" not in text][1 : 1 + GRADERS]
    first = {way[0] for way in ways}
    missed = sum(make(text, game, 1).choose(match) not in first for text in asked)
    return min(HARDEST, 1 + own_actions(game, state, ways[0]) // 2 + missed // 2)


def own_actions(game: Game, state: State, way: Line) -> int:
    """Of the solver's."""
    state, player, count = copy_of(state), int(state["player"]), 0
    for action in way:
        count += int(state["player"]) == player
        game.apply(state, action, dice(0, 0))
    return count
