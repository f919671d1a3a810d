"""The captain plans whole turns, and sees what comes of them.

It keeps the best turn it knows, as a list of actions. It begins with turns by rule of thumb (tactics.py) and tries
changes: one action is replaced by another, what still fits of the rest is kept, or the rest is played by rule of
thumb. Each is answered by such turns of the others, and of itself, and judged by who has how much left then. The best
of many owe that in part to what rules of thumb overlook, so the best few are weighed again: the next player looks for
its best answer in the same way.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np

from tabor.errors import DataError
from tabor.game import OVER, Action, Array, Game, Unreadable, copy_state, dice, final_value, one
from tabor.games.warriors.numbers import WarriorsSetup
from tabor.games.warriors.planner import BEST, LONGEST, LOWEST, TRIED, Planner, is_in
from tabor.games.warriors.rules import AIM, ATTACK, CELLS, HP, NOTHING, PICK, POTION, RECRUIT, WALK, encode
from tabor.games.warriors.tactics import BOLD, FAR, MOST, SHY, Battle, act, enter, outlook, play_turn, reluctance
from tabor.games.warriors.text import example_team, read_action, spell_team
from tabor.jit import generic, rule
from tabor.match import Match
from tabor.players.limits import Limits, number
from tabor.rng import roll

KEPT, ROWS = 2, 26  # rows of `plans` behind BEST and TRIED: from the first to the last of the best turns
GLANCE = 4  # a part of all answers that is enough to see which turns are worth more of them
ENOUGH = 16_000_000  # of effort, 60 to 85 ms: then no other turn is weighed, which itself may take 15
SPARED = 4_000_000  # of it for weighing the best closely
STYLES = 3  # BOLD, SURE, SHY
REPLIES = 3  # turns that answer one between two: the other's, our own and the other's; among more, one of each other
DOSES = 4  # one of so many changes begins with a potion: by chance few would reach whom they suit
LOST, NEARLY_OUT = -1.0, -0.9  # a turn that scores no more is as good as lost: between two, and among more
DONE = 0.1  # what counts beside what comes of a turn: how it stands at its end

# Potions from the best on, by what they change and whether for the better. Measured with five Ninjas: five Strength
# won 60 to 65% of 40 games each against bags with two of Healing, Weakness or Aging.
TASTE = ((ATTACK, 1), (HP, 1), (ATTACK, -1), (WALK, 1), (WALK, -1), (HP, -1))


@rule
def repeat(legal: Any, apply: Any, battle: Any, player: Any, place: Any, end: Any) -> None:
    """Actions of the best turn from a place to an end, as far as they are legal still."""
    state = battle.states[1]
    while place < end and int(state["player"]) == player:
        action = int(battle.plans[BEST, place])
        n = legal(battle.rules, state, battle.work, battle.actions)
        if is_in(battle.actions, n, action):
            enter(apply, battle, action)
        place += 1


@rule
def venture(legal: Any, apply: Any, battle: Any, player: Any) -> None:
    """Something at random, with its target."""
    state = battle.states[1]
    is_first = True
    while int(state["player"]) == player and (is_first or int(state["choice"]) != NOTHING):
        n = legal(battle.rules, state, battle.work, battle.actions)
        enter(apply, battle, int(battle.actions[roll(battle.rng, n)]))
        is_first = False


@rule
def any_potion(battle: Any, player: Any) -> Any:
    """A kind of potion that a player has in the bag; −1 if it is empty."""
    potions = int(battle.rules["potions"])
    first = roll(battle.rng, potions)
    for i in range(potions):
        potion = (first + i) % potions
        if int(battle.states[1]["bag"][player, potion]) > 0:
            return potion
    return -1


@rule
def dose(legal: Any, apply: Any, battle: Any, player: Any) -> None:
    """A potion from the bag for anybody it suits: what is good for ours, what is bad for others."""
    state, rules = battle.states[1], battle.rules
    potion, count = any_potion(battle, player), int(state["count"])
    n = legal(rules, state, battle.work, battle.actions)
    if potion < 0 or not is_in(battle.actions, n, encode(rules, POTION, potion)):
        return
    first = roll(battle.rng, max(1, count))
    for i in range(count):
        unit = state["units"][(first + i) % count]
        if (int(unit["owner"]) == player) == (int(rules["amount"][potion]) > 0):
            target = int(unit["cell"])
            act(apply, battle, POTION, potion)
            act(apply, battle, AIM, target)
            return


@rule
def finish(legal: Any, apply: Any, battle: Any, player: Any, style: Any) -> None:
    """The rest of the turn by rule of thumb."""
    state = battle.states[1]
    if int(state["player"]) == player and int(state["choice"]) != NOTHING:
        venture(legal, apply, battle, player)
    if int(state["player"]) == player:
        play_turn(apply, battle, style)


@rule
def change(legal: Any, apply: Any, battle: Any, player: Any) -> None:
    """The best turn with something else at some place."""
    length = battle.info[BEST]
    place = roll(battle.rng, length + 1)
    repeat(legal, apply, battle, player, 0, place)
    if roll(battle.rng, DOSES) == 0:
        dose(legal, apply, battle, player)
    else:
        venture(legal, apply, battle, player)
    if roll(battle.rng, 2) == 0:
        repeat(legal, apply, battle, player, place + roll(battle.rng, 2), length)
    finish(legal, apply, battle, player, roll(battle.rng, STYLES))


@rule
def play_one(legal: Any, apply: Any, battle: Any, player: Any, i: Any) -> None:
    """The turn to be tried as number i: first what was planned, then by rule of thumb, then changes."""
    battle.info[TRIED] = 0
    if i == 0:
        repeat(legal, apply, battle, player, 0, battle.info[BEST])
        finish(legal, apply, battle, player, BOLD)
    elif i <= STYLES:
        finish(legal, apply, battle, player, i - 1)
    else:
        change(legal, apply, battle, player)


@rule
def play_on(apply: Any, battle: Any, player: Any, own: Any, theirs: Any, replies: Any) -> Any:
    """How it stands after so many turns that answer, in these styles."""
    copy_state(battle.states, 1, 2)
    state = battle.states[1]
    for _ in range(replies):
        if int(state["player"]) != OVER:
            play_turn(apply, battle, own if int(state["player"]) == player else theirs)
    if int(state["player"]) == OVER:
        return final_value(state, player)
    return outlook(battle.rules, battle.states[1], player)


@rule
def foresee(apply: Any, battle: Any, player: Any, replies: Any) -> Any:
    """How it stands after so many turns that answer, if the others choose best whether to fight or to keep away, and
    we do after them."""
    copy_state(battle.states, 2, 1)
    worst = 1.0
    for theirs in (BOLD, SHY):
        bold = play_on(apply, battle, player, BOLD, theirs, replies)
        worst = min(worst, max(bold, play_on(apply, battle, player, SHY, theirs, replies)))
    copy_state(battle.states, 1, 2)
    return worst


@rule
def judge(apply: Any, battle: Any, player: Any, replies: Any) -> Any:
    """What comes of a turn. What is done already counts a little more than what is still to come."""
    if int(battle.states[1]["player"]) == OVER:
        return (1.0 + DONE) * final_value(battle.states[1], player)
    worst = foresee(apply, battle, player, replies)
    return worst + DONE * outlook(battle.rules, battle.states[1], player) - reluctance(battle, player)


@generic("void(rules, int32s, int8_table)")
def measure(rules: Any, queue: Any, ways: Any) -> None:
    """Steps from every cell to every other."""
    for start in range(int(rules["cells"])):
        queue[0], head, tail = start, 0, 1
        ways[start, start] = 0
        while head < tail:
            here = queue[head]
            head += 1
            for i in range(int(rules["ways"][here])):
                target = int(rules["near"][here, i])
                if target != start and ways[start, target] == FAR and ways[start, here] < FAR - 1:
                    ways[start, target] = ways[start, here] + 1
                    queue[tail] = target
                    tail += 1


@rule
def copy_plan(battle: Any, target: Any, source: Any) -> None:
    battle.info[target] = battle.info[source]
    battle.scores[target] = battle.scores[source]
    for i in range(battle.info[source]):
        battle.plans[target, i] = battle.plans[source, i]


@rule
def is_kept(battle: Any, score: Any) -> Any:
    """Whether a turn with the same score is among those kept: it comes to the same."""
    for row in range(KEPT, ROWS):  # noqa: SIM110 - a generator cannot be compiled
        if battle.scores[row] == score:
            return True
    return False


@rule
def keep(battle: Any) -> None:
    """The turn that was tried goes among the best, instead of the worst of them."""
    worst = KEPT
    for row in range(KEPT + 1, ROWS):
        if battle.scores[row] < battle.scores[worst]:
            worst = row
    if battle.scores[TRIED] > battle.scores[worst] and not is_kept(battle, battle.scores[TRIED]):
        copy_plan(battle, worst, TRIED)


@rule
def search(legal: Any, apply: Any, battle: Any, replies: Any, done: Any, count: Any) -> None:
    """Try so many turns."""
    player = int(battle.states[0]["player"])
    for turn in range(done, done + count):
        copy_state(battle.states, 1, 0)
        play_one(legal, apply, battle, player, turn)
        length = battle.info[TRIED]
        battle.scores[TRIED] = judge(apply, battle, player, replies)
        battle.info[TRIED] = length
        if length <= LONGEST:
            keep(battle)
            if battle.scores[TRIED] > battle.scores[BEST]:
                copy_plan(battle, BEST, TRIED)


@rule
def play_kept(apply: Any, battle: Any, row: Any) -> None:
    """Play a turn that was kept."""
    battle.info[TRIED] = 0
    copy_state(battle.states, 1, 0)
    for i in range(battle.info[row]):
        enter(apply, battle, int(battle.plans[row, i]))


@rule
def put_state(states: Any, target: Any, others: Any, source: Any) -> None:
    states[target] = others[source]


@rule
def answered(legal: Any, apply: Any, battle: Any, answer: Any, player: Any, replies: Any, tries: Any) -> Any:
    """How a turn that was kept stands if the next player looks for the best answer."""
    if int(battle.states[1]["player"]) == OVER:
        return (1.0 + DONE) * final_value(battle.states[1], player)
    put_state(answer.states, 0, battle.states, 1)
    now = DONE * outlook(battle.rules, battle.states[1], player) - reluctance(battle, player)
    answer.scores[BEST] = LOWEST
    search(legal, apply, answer, replies, 0, tries)
    play_kept(apply, answer, BEST)
    put_state(battle.states, 1, answer.states, 1)
    if int(battle.states[1]["player"]) == OVER:
        return final_value(battle.states[1], player) + now
    return foresee(apply, battle, player, replies - 1) + now


@rule
def best_kept(battle: Any, most: Any) -> Any:
    """Of the turns that were weighed by so many answers at most the one with the best score; BEST if there is none."""
    best, best_score = BEST, LOWEST
    for row in range(KEPT, ROWS):
        if battle.weighed[row] <= most and battle.scores[row] > best_score:
            best, best_score = row, battle.scores[row]
    return best


@rule
def weigh(legal: Any, apply: Any, battle: Any, answer: Any, row: Any, replies: Any, tries: Any) -> None:
    """The score of a turn that was kept becomes what it is when answered by the best of so many turns."""
    play_kept(apply, battle, row)
    player = int(battle.states[0]["player"])
    battle.scores[row] = answered(legal, apply, battle, answer, player, replies, tries)
    battle.weighed[row] = tries


@rule
def glance(legal: Any, apply: Any, battle: Any, answer: Any, replies: Any, tries: Any) -> None:
    """The turns that were kept are weighed by so many answers, the best first; when that has taken enough, what is left
    of them is dropped."""
    for row in range(KEPT, ROWS):
        battle.weighed[row] = 0
    row = best_kept(battle, 0)
    while row != BEST:
        if battle.effort[0] < ENOUGH - SPARED:
            weigh(legal, apply, battle, answer, row, replies, tries)
        else:
            battle.scores[row] = LOWEST
        row = best_kept(battle, 0)


@rule
def select(legal: Any, apply: Any, battle: Any, answer: Any, replies: Any, tries: Any) -> None:
    """All that were kept are weighed, but only those closely that come out best: answers make a turn no better. Where
    each of them loses, the next player may still overlook it, as rules of thumb do: the plan stays."""
    lost = LOST if int(battle.rules["players"]) == 2 else NEARLY_OUT
    glance(legal, apply, battle, answer, replies, tries // GLANCE)
    best = best_kept(battle, tries)
    while battle.scores[best] > lost and battle.weighed[best] < tries and battle.effort[0] < ENOUGH:
        weigh(legal, apply, battle, answer, best, replies, tries)
        best = best_kept(battle, tries)
    if battle.scores[best] > lost:
        copy_plan(battle, BEST, best)


@generic("void(legal, apply, Battle, Battle, int64, int64, int64, int64)", Battle)
def try_turns(
    legal: Any, apply: Any, battle: Any, answer: Any, replies: Any, done: Any, count: Any, tries: Any
) -> None:
    """Try so many turns; then, if any, so many answers to each of the best."""
    search(legal, apply, battle, replies, done, count)
    if tries > 0:
        select(legal, apply, battle, answer, replies, tries)


def ways_of(game: Game) -> Array:
    cells = int(game.rules["cells"])
    ways = np.full((cells, cells), FAR, np.int8)
    game.compile(measure)(game.rules, np.zeros(cells, np.int32), ways)
    return ways


# ---- picking (S1) ----


def mightiest_team(game: Game, player: int) -> list[Action]:
    """Only the warriors with most HP × attack × walk, and only the best potions."""
    rules = game.rules
    kinds = [kind for kind in range(int(rules["kinds"])) if not rules["lacks"][player, kind]]
    kind = max(kinds, key=lambda kind: int(rules["hp"][kind]) * int(rules["attack"][kind]) * int(rules["walk"][kind]))
    potions = [encode(rules, POTION, strongest_potion(game))] * int(rules["items"])
    return [encode(rules, RECRUIT, kind)] * int(rules["team"]) + potions


def strongest_potion(game: Game) -> int:
    """The kind of potions for the bag, by TASTE."""
    rules = game.rules

    def liking(potion: int) -> int:
        sign = 1 if rules["amount"][potion] > 0 else -1
        return TASTE.index((int(rules["stat"][potion]), sign))

    return min(range(int(rules["potions"])), key=liking)


def team_actions(game: Game, player: int, team: str) -> list[Action]:
    """What picks a team told by its letters; DataError if this player may not pick it."""
    setup = game.setup
    assert isinstance(setup, WarriorsSetup)
    try:
        letters = spell_team(setup, team)
    except Unreadable as error:
        raise DataError(f"team={team}: it must be best, any, or a team such as {example_team(setup)}") from error
    state = game.begin(0)
    actions = [read_action(setup, state, letter) for letter in letters]
    lost = [setup.warriors[kind].letter for kind in np.flatnonzero(game.rules["lacks"][player])]
    if missing := set(lost) & set(letters):
        raise DataError(f"team={team}: {setup.seats[player]} may not pick {min(missing)}")
    return actions


def fitting_teams(game: Game, player: int) -> list[list[Action]]:
    """Of the teams that the data recommend those that this player may pick."""
    found = []
    for team in game.setup.teams:  # type: ignore[attr-defined]
        with suppress(DataError):
            found.append(team_actions(game, player, team))
    return found


class Captain(Planner):
    """Plans its turn once, at its first decision, and then plays what it planned."""

    name = "captain"

    def __init__(self, game: Game, limits: Limits, seed: int, replies: int, answers: int, team: str) -> None:
        super().__init__(game, limits, seed)
        self.replies, self.answers = replies, answers
        self.teams = [] if team == "any" else [self.team_of(player, team) for player in range(game.players)]
        ways = ways_of(game)
        self.effort = np.zeros(1, np.int64)
        self.battle, self.answer = self.make_battle(ways, seed), self.make_battle(ways, seed + 1)
        self.states, self.plans = self.battle.states, self.battle.plans
        self.info, self.scores = self.battle.info, self.battle.scores

    def make_battle(self, ways: Array, seed: int) -> Any:
        return Battle(
            rules=self.game.rules,
            work=one(self.game.kind.WORK),
            rng=dice(seed, 0),
            events=self.events,
            states=np.zeros(3, self.game.kind.STATE),
            actions=self.actions,
            plans=np.zeros((ROWS, MOST), np.int32),
            info=np.zeros(ROWS, np.int64),
            scores=np.full(ROWS, LOWEST),
            weighed=np.zeros(ROWS, np.int64),
            due=np.zeros(CELLS, np.int32),
            sworn=np.zeros(CELLS, np.int32),
            ways=ways,
            effort=self.effort,
        )

    def choose(self, match: Match) -> Action:
        if int(match.state["phase"]) == PICK:
            return self.pick(match)
        if self.info[BEST] > 0 and self.game.key(match.state, int(match.state["player"])) == self.expected:
            action = int(self.plans[BEST, 0])
            self.remember_rest(match, action)
            return action
        self.scores[:] = LOWEST
        return super().choose(match)

    def team_of(self, player: int, team: str) -> list[Action]:
        if team != "best":
            return team_actions(self.game, player, team)
        teams = fitting_teams(self.game, player)
        return self.random.choice(teams) if teams else mightiest_team(self.game, player)

    def pick(self, match: Match) -> Action:
        if not self.teams:
            return int(self.random.choice(match.legal_actions))
        return self.teams[int(match.state["player"])][int(match.state["picked"])]

    def think(self) -> None:
        self.effort[0] = 0
        super().think()
        if self.answers:
            self.run_search(0, self.answers)

    def try_some(self, count: int) -> None:
        self.run_search(count, 0)

    def run_search(self, count: int, answers: int) -> None:
        functions, run = self.game.functions, self.game.compile(try_turns)
        run(functions.legal, functions.apply, self.battle, self.answer, self.replies, self.done, count, answers)


def make_captain(
    game: Game,
    seed: int,
    *,
    ms: str | None = None,
    turns: str | None = None,
    answers: str | None = None,
    replies: str | None = None,
    team: str = "best",
) -> Captain:
    """`captain:ms=20`, or `captain:turns=500` for so many turns tried before each of its own; `answers=100`: the best
    of them are weighed by so many answers each; `team=any` picks by lot, `team=NNNNNsssss` these."""
    limits = Limits.read(ms=ms, depth=None, nodes=turns, deepest=LONGEST, counted="turns")
    ahead = number("replies", replies, 1, 20) or (REPLIES if game.players == 2 else game.players - 1)
    return Captain(game, limits, seed, ahead, number("answers", answers, GLANCE, 10**6) or 0, team)
