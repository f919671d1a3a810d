"""Alpha-beta search, written once for all games of two players without chance and secrets.

Iterative deepening, principal variations with scout windows, a transposition table shared by all cores, quiescence
over what a game calls loud. Compiled code cannot look at a clock, so the search keeps its stack in arrays and works
in slices: Python looks at the clock, and at Ctrl-C, between them.

Scores are whole numbers: `value` in millionths, and for a won game WIN less the plies it takes.
"""

from __future__ import annotations

import time
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tabor.errors import DataError
from tabor.game import DRAWN, EVENT_WIDTH, OVER, Action, Game, copy_state, one
from tabor.jit import bundle, generic, inlined, rule
from tabor.match import Match
from tabor.players.limits import Clock, Limits, Whistle, next_slice, read_cores
from tabor.rng import RNG

UNIT = 1_000_000  # a value of 1
WIN = 1_500_000
SURE = 1_400_000  # beyond this a score is a forced end
INFINITE = 2_000_000  # fits the 22 bits that the table has for a score

DEEPEST = 64  # plies of a line, quiescence included
QUIET_PLIES = 6  # how far quiescence may go
MOST_PLIES = DEEPEST - QUIET_PLIES  # the greatest depth that can be asked for
TABLE_BITS = 20
DRAW_WORTH = -0.3  # to whoever searches: sooner a risk than a draw, unless things look bad
KNOWN_BEST, EARLY = 1 << 40, 1 << 38  # ranks above all that history counts

# Columns of a frame: one node of the line that is being searched.
ALPHA, BETA, BEST, ACTION, COUNT, NEXT, DEPTH, FLOOR, SCOUT, LOUD = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
FRAME = 10
AGAIN = 2  # in the column SCOUT, where 1 is a narrow window
# What a search knows of itself: where it is, what it has done, how far quiescence goes, what a draw is worth.
LEVEL, NODES, QUIET, DRAW = 0, 1, 2, 3
# Kinds of a score in the table.
EXACT, AT_LEAST, AT_MOST = 0, 1, 2


# ---- the transposition table: two words an entry, the first being key ^ second, so that a torn write is no match ----


@rule
def pack(action: Any, score: Any, depth: Any, bound: Any) -> Any:
    word = np.uint64(action) << np.uint64(32) | np.uint64(score + (1 << 21)) << np.uint64(10)
    return word | np.uint64(depth) << np.uint64(2) | np.uint64(bound)


@rule
def packed_action(word: Any) -> Any:
    return np.int64(word >> np.uint64(32))


@rule
def packed_score(word: Any) -> Any:
    return np.int64(word >> np.uint64(10) & np.uint64(0x3FFFFF)) - (1 << 21)


@rule
def packed_depth(word: Any) -> Any:
    return np.int64(word >> np.uint64(2) & np.uint64(0xFF))


@rule
def probe(table: Any, key: Any) -> Any:
    """The entry of a position; 0 if there is none."""
    row = np.int64(key & np.uint64(table.shape[0] - 1))
    word = table[row, 1]
    return word if table[row, 0] ^ word == key else np.uint64(0)


@rule
def store(table: Any, key: Any, word: Any) -> None:
    row = np.int64(key & np.uint64(table.shape[0] - 1))
    table[row, 0] = key ^ word
    table[row, 1] = word


@rule
def from_here(score: Any, level: Any) -> Any:
    """A score counted from the root as the table keeps it: counted from its own position."""
    if score > SURE:
        return score + level
    return score - level if score < -SURE else score


@rule
def from_root(score: Any, level: Any) -> Any:
    if score > SURE:
        return score - level
    return score + level if score < -SURE else score


# ---- one node ----


@inlined
def drawn_score(search: Any, player: Any) -> Any:
    return search.info[DRAW] if player == int(search.states[0]["player"]) else -search.info[DRAW]


@inlined
def estimate(play: Any, search: Any, level: Any, player: Any) -> Any:
    """The score of states[level] as it stands, for a player."""
    state = search.states[level]
    if int(state["player"]) != OVER:
        return np.int64(play.value(search.rules, state, player) * UNIT)
    if int(state["winner"]) == DRAWN:
        return drawn_score(search, player)
    return WIN - level if int(state["winner"]) == player else level - WIN


@inlined
def enter(play: Any, search: Any, level: Any, depth: Any, alpha: Any, beta: Any) -> Any:
    """Open the node of states[level]. True if its score, frames[level, BEST], is known at once."""
    frame = search.frames[level]
    frame[ALPHA], frame[BETA], frame[FLOOR], frame[DEPTH], frame[SCOUT] = alpha, beta, alpha, depth, 0
    frame[BEST], frame[ACTION], frame[NEXT], frame[COUNT], frame[LOUD] = -INFINITE, 0, 0, 0, 0
    player = int(search.states[level]["player"])
    if player == OVER:  # as the one who did not play last sees it
        frame[BEST] = estimate(play, search, level, 1 - int(search.states[level - 1]["player"]))
        return True
    if level > 0 and search.endings.shape[0] > 0 and is_known(play, search, level, player):
        return True
    if depth <= 0 or level == DEEPEST - 1:
        return enter_quiet(play, search, level, player)
    return enter_full(play, search, level, player)


@inlined
def is_known(play: Any, search: Any, level: Any, player: Any) -> Any:
    """Whether the game's table of endings has this node; then its score is taken from there."""
    plies = play.known(search.rules, search.states[level], search.endings)
    if plies == 0:
        search.frames[level, BEST] = drawn_score(search, player)
    elif plies > 0:
        sooner = WIN - level - plies
        search.frames[level, BEST] = sooner if plies % 2 == 1 else -sooner
    return plies >= 0


@inlined
def enter_full(play: Any, search: Any, level: Any, player: Any) -> Any:
    """Ask the table; if it does not settle the node, list the actions and rank them."""
    frame = search.frames[level]
    key = play.key(search.rules, search.states[level], -1)
    search.keys[level] = key
    word = probe(search.table, key)
    if level > 0 and word != np.uint64(0) and is_enough(frame, word, level):
        frame[BEST] = from_root(packed_score(word), level)
        return True
    best = packed_action(word) if word != np.uint64(0) else -1
    frame[COUNT] = play.legal(search.rules, search.states[level], search.work, search.lists[level])
    for i in range(frame[COUNT]):
        action = int(search.lists[level, i])
        search.ranks[level, i] = KNOWN_BEST if action == best else rank(play, search, level, player, action)
    return False


@rule
def is_enough(frame: Any, word: Any, level: Any) -> Any:
    """Whether what the table knows settles this node within its window."""
    if packed_depth(word) < frame[DEPTH]:
        return False
    score = from_root(packed_score(word), level)
    bound = np.int64(word & np.uint64(3))
    if bound == EXACT:
        return True
    return score >= frame[BETA] if bound == AT_LEAST else score <= frame[ALPHA]


@inlined
def rank(play: Any, search: Any, level: Any, player: Any, action: Any) -> Any:
    """Loud actions first; among equals what has cut most often."""
    early = EARLY if play.loud(search.rules, search.states[level], action) else 0
    return early + search.history[player, action & (search.history.shape[1] - 1)]


@inlined
def enter_quiet(play: Any, search: Any, level: Any, player: Any) -> Any:
    """Quiescence: whoever is on turn may stand as they are, or try what is loud."""
    frame = search.frames[level]
    frame[BEST] = estimate(play, search, level, player)
    is_deep = frame[DEPTH] <= -search.info[QUIET] or level == DEEPEST - 1
    if is_deep or frame[BEST] >= frame[BETA]:
        return True
    frame[ALPHA] = max(frame[ALPHA], frame[BEST])
    frame[LOUD] = 1
    frame[COUNT] = keep_loud(play, search, level, player)
    return frame[COUNT] == 0


@inlined
def keep_loud(play: Any, search: Any, level: Any, player: Any) -> Any:
    """List what is loud, and rank it; how many there are."""
    actions, kept = search.lists[level], 0
    for i in range(play.legal(search.rules, search.states[level], search.work, actions)):
        action = int(actions[i])
        early = rank(play, search, level, player, action)
        if early >= EARLY:
            actions[kept] = action
            search.ranks[level, kept] = early
            kept += 1
    return kept


@inlined
def play_next(play: Any, search: Any, level: Any) -> None:
    """Play the action with the highest rank of those not tried yet; it is swapped to its place in the list."""
    frame, actions, ranks = search.frames[level], search.lists[level], search.ranks[level]
    place = frame[NEXT]
    best = place
    for i in range(place + 1, frame[COUNT]):
        if ranks[i] > ranks[best]:
            best = i
    actions[place], actions[best] = actions[best], actions[place]
    ranks[place], ranks[best] = ranks[best], ranks[place]
    frame[NEXT] = place + 1
    copy_state(search.states, level + 1, level)
    play.apply(search.rules, search.states[level + 1], search.work, int(actions[place]), search.rng, search.events)
    search.info[NODES] += 1


@inlined
def descend(play: Any, search: Any, level: Any) -> Any:
    """Play the next action, unless the last is to be looked at again, and enter its node with the window its side
    sees. True if its score is known at once."""
    frame = search.frames[level]
    alpha, beta = frame[ALPHA], frame[BETA]
    if frame[SCOUT] == AGAIN:
        frame[SCOUT] = 0
    else:
        play_next(play, search, level)
        is_first = frame[NEXT] == 1 or frame[LOUD] == 1
        frame[SCOUT] = 0 if is_first or beta - alpha == 1 else 1
    if frame[SCOUT] == 1:
        beta = alpha + 1
    if not is_same_side(search, level):
        alpha, beta = -beta, -alpha
    known = enter(play, search, level + 1, frame[DEPTH] - 1, alpha, beta)
    if not known:
        search.info[LEVEL] = level + 1
    return known


@inlined
def is_same_side(search: Any, level: Any) -> Any:
    """Whether the player of this level also decides at the next."""
    return int(search.states[level]["player"]) == int(search.states[level + 1]["player"])


@inlined
def child_score(search: Any, level: Any) -> Any:
    """The score of the child, for the player of this level."""
    score = search.frames[level + 1, BEST]
    return score if is_same_side(search, level) else -score


@rule
def take_score(frame: Any, action: Any, score: Any) -> None:
    """What an action is worth, for the player of its node."""
    if score > frame[BEST]:
        frame[BEST] = score
        frame[ACTION] = action
    frame[ALPHA] = max(frame[ALPHA], frame[BEST])
    if frame[ALPHA] >= frame[BETA]:
        frame[NEXT] = frame[COUNT]


@inlined
def leave(search: Any, level: Any) -> None:
    """All actions of a node are tried: remember what was found."""
    frame = search.frames[level]
    if frame[LOUD] == 1:
        return
    bound = EXACT
    if frame[BEST] >= frame[BETA]:
        bound = AT_LEAST
        slot = frame[ACTION] & (search.history.shape[1] - 1)
        search.history[int(search.states[level]["player"]), slot] += frame[DEPTH] * frame[DEPTH]
    elif frame[BEST] <= frame[FLOOR]:
        bound = AT_MOST
    word = pack(frame[ACTION], from_here(frame[BEST], level), frame[DEPTH], bound)
    store(search.table, search.keys[level], word)


# ---- the search ----

Play = namedtuple(
    "Play", ("legal", "apply", "key", "value", "loud", "known")
)  # the game's functions, put together inside
Search = bundle(
    "Search",
    rules="rules",
    work="work",
    rng="rng",
    events="events",  # [0]
    states="states",  # [DEEPEST]: the line being searched, from the root
    lists="int32_table",  # [DEEPEST, most_actions]
    ranks="int64_table",  # the same: which to try first
    frames="int64_table",  # [DEEPEST, FRAME]
    keys="uint64s",  # [DEEPEST]
    table="uint64_table",  # [a power of two, 2]
    history="int64_table",  # [2, a power of two]: how much an action has cut, by player
    info="int64s",
    endings="int8s",  # how positions end that the game knows; [0] if there is no such table
)


@inlined
def open_root(play: Any, search: Any, depth: Any) -> None:
    """Begin a search of states[0] to a depth."""
    search.info[LEVEL] = 0
    enter(play, search, 0, depth, -INFINITE, INFINITE)
    for i in range(search.history.shape[1]):  # what cut long ago counts less
        search.history[0, i] >>= 1
        search.history[1, i] >>= 1


@generic("int64(legal, apply, key, value, loud, known, Search, int64, int64)", Search)
def search_slice(
    legal: Any, apply: Any, key: Any, value: Any, loud: Any, known: Any, search: Any, depth: Any, nodes: Any
) -> Any:
    """Begin a search to a depth, or go on (0), until the root is done (1), or so many nodes were visited (0)."""
    play = Play(legal, apply, key, value, loud, known)
    if depth > 0:
        open_root(play, search, depth)
    info = search.info
    stop = info[NODES] + nodes
    while info[NODES] < stop:
        level = info[LEVEL]
        frame = search.frames[level]
        if frame[NEXT] == frame[COUNT] and frame[SCOUT] != AGAIN:
            leave(search, level)
            if level == 0:
                return 1
            level -= 1
            info[LEVEL] = level
            frame = search.frames[level]
        elif not descend(play, search, level):
            continue
        score = child_score(search, level)
        if frame[SCOUT] == 1 and frame[ALPHA] < score < frame[BETA]:
            frame[SCOUT] = AGAIN  # better than expected: look with the whole window
        else:
            take_score(frame, int(search.lists[level, frame[NEXT] - 1]), score)
    return 0


class Line:
    """One core's search: its own stack, a table shared with the others."""

    def __init__(
        self, game: Game, table: Any, quiet: int = QUIET_PLIES, draw: float = DRAW_WORTH, lore: bool = True
    ) -> None:
        functions, most = game.functions, game.setup.most_actions
        self.info = np.zeros(4, np.int64)
        self.info[QUIET] = quiet
        self.info[DRAW] = int(draw * UNIT)
        self.states = np.zeros(DEEPEST, game.kind.STATE)
        self.frames = np.zeros((DEEPEST, FRAME), np.int64)
        self.search = Search(
            rules=game.rules,
            work=one(game.kind.WORK),
            rng=one(RNG),
            events=np.zeros((0, EVENT_WIDTH), np.int32),
            states=self.states,
            lists=np.zeros((DEEPEST, most), np.int32),
            ranks=np.zeros((DEEPEST, most), np.int64),
            frames=self.frames,
            keys=np.zeros(DEEPEST, np.uint64),
            table=table,
            history=np.zeros((2, 1 << 12), np.int64),
            info=self.info,
            endings=game.endings if lore else game.endings[:0],
        )
        self.slice_nodes = 1000
        self.play: Any = tuple(getattr(functions, name) for name in Play._fields)
        self.slice: Any = game.direct(search_slice)

    @property
    def nodes(self) -> int:
        return int(self.info[NODES])

    def begin(self, state: Any) -> None:
        """Search from this position next."""
        self.states[0] = state
        self.info[NODES] = 0

    def deepen(self, depth: int, clock: Clock) -> bool:
        """Search to a depth in slices; False if the clock cut it short."""
        while True:
            began = time.perf_counter()
            if self.slice(*self.play, self.search, depth, clock.portion(self.slice_nodes)):
                return True
            depth = 0
            self.slice_nodes = next_slice(self.slice_nodes, time.perf_counter() - began)
            if not clock.goes_on():
                return False

    @property
    def best(self) -> tuple[Action, int] | None:
        """The best action found at the present depth, and its score; None before the first is searched."""
        score = int(self.frames[0, BEST])
        return None if score == -INFINITE else (int(self.frames[0, ACTION]), score)


class AlphaBeta:
    """The player. Without limits it takes DEFAULT_MS."""

    name = "alphabeta"

    def __init__(self, game: Game, limits: Limits, cores: int = 1, lore: bool = True, draw: float = DRAW_WORTH) -> None:
        self.game, self.limits = game, limits
        self.has_book = lore and limits.depth == MOST_PLIES  # who is told a depth is meant to see no further
        table = np.zeros((1 << TABLE_BITS, 2), np.uint64)
        self.lines = [Line(game, table, draw=draw, lore=lore) for _ in range(cores)]
        self.depth = 0  # reached by the last choice
        self.score = 0.0  # its value, −1 … 1; beyond ±1 a forced end

    @property
    def nodes(self) -> int:
        """Visited for the last choice, by all cores."""
        return sum(line.nodes for line in self.lines)

    def choose(self, match: Match) -> Action:
        legal = match.legal_actions
        if len(legal) == 1:
            return int(legal[0])
        if self.has_book and (text := self.game.book.get(self.game.key(match.state))):
            return self.game.read_action(match.state, text)
        for line in self.lines:
            line.begin(match.state)
        whistle = Whistle()
        with ThreadPoolExecutor(len(self.lines)) as pool:
            helpers = [pool.submit(help_along, line, number, whistle) for number, line in enumerate(self.lines[1:], 1)]
            try:
                best = self.deepen(self.limits.clock(lambda: self.nodes))
            finally:
                whistle.stopped.set()
        for helper in helpers:
            helper.result()
        return int(legal[0]) if best is None else best

    def deepen(self, clock: Clock) -> Action | None:
        """One depth after the other on the first line."""
        line, best = self.lines[0], None
        for depth in range(1, self.limits.depth + 1):
            is_whole = line.deepen(depth, clock)
            if line.best is not None:
                best, score = line.best
                self.score = score / UNIT
            if not is_whole:
                break
            self.depth = depth
            if (abs(score) > SURE and WIN - abs(score) <= depth) or not clock.goes_on():
                break
        return best


def help_along(line: Line, number: int, whistle: Whistle) -> None:
    """Another core fills the shared table, every second one a ply ahead."""
    for depth in range(1 + number % 2, MOST_PLIES):
        if not line.deepen(depth, whistle):
            return


def fits(game: Game) -> bool:
    """Whether it can play this game."""
    return game.players == 2 and not game.kind.chance and not game.kind.secrets


def make(
    game: Game,
    seed: int,
    *,
    ms: str | None = None,
    depth: str | None = None,
    nodes: str | None = None,
    cores: str | None = None,
    lore: str | None = None,
) -> AlphaBeta:
    if not fits(game):
        title = game.kind.title
        raise DataError(f"alphabeta plays games of two players without chance and secrets; {title} is none: use mcts")
    limits = Limits.read(ms=ms, depth=depth, nodes=nodes, deepest=MOST_PLIES)
    return AlphaBeta(game, limits, read_cores(cores), read_lore(lore))


def read_lore(text: str | None) -> bool:
    if text not in (None, "on", "off"):
        raise DataError(f"lore={text}: it must be on (a game's book and its table of endings are looked into) or off")
    return text != "off"
