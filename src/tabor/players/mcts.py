"""Monte Carlo tree search over what players know, written once for all games.

Every simulation begins by guessing what the searching player cannot know (`hide`) and rolls fresh dice. A node is not
a position but what its player knows of it, `key(player)`: so nobody's plan can depend on a secret order or on dice
that have not fallen. A player's legal actions follow from what that player knows, so all actions of a node are
available whenever it is reached. Positions met again on another way, or in the next turn, are the same node: the tree
is kept between moves by itself.
"""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict, namedtuple
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tabor.errors import DataError
from tabor.game import EVENT_WIDTH, OVER, Action, Game, State, copy_state, dice, one, prospects
from tabor.jit import bundle, generic, inlined, plain
from tabor.match import Match
from tabor.players.limits import Clock, Limits, Whistle, next_slice, number, read_cores
from tabor.rng import join, roll

LONGEST = 512  # actions from the root to a leaf; a longer line is judged where it stands
NODE_BITS = 18
EDGES = 1 << 22
HOPE_LESS = 0.1  # an action not tried yet counts as this much worse than its node so far
EXPLORE = 0.6

# Columns of a node: its first edge, how many, visits.
FIRST, COUNT, VISITS = 0, 1, 2
# What a tree knows of itself: nodes and edges in use, simulations done; how to judge a leaf; whether an action always
# leads to the same node, as it does without dice and secrets.
NODES, USED_EDGES, DONE, PLAYOUT, SURE = 0, 1, 2, 3, 4

Play = namedtuple("Play", ("legal", "apply", "hide", "key", "value"))  # the game's functions, put together inside
Tree = bundle(
    "Tree",
    rules="rules",
    work="work",
    rng="rng",
    events="events",  # [0]
    states="states",  # [2]: the root as it is, and the position of this simulation
    actions="actions",  # [most_actions]
    keys="uint64s",  # [slots]: what is known at a node; 0 free
    slots="int32s",  # [slots]: its number
    nodes="int32_table",  # [nodes, 3]
    node_total="float32s",  # [nodes]: sum of results for its player
    edge_action="int32s",
    edge_visits="int32s",
    edge_total="float32s",  # sum of results for the player of the node
    edge_node="int32s",  # 1 + the node it leads to; 0 not known, or not always the same
    path="int32_table",  # [LONGEST, 3]: node, edge, player
    results="float64s",  # [players]
    sums="float64s",  # [players]: of all results since the search began
    info="int64s",
)


@inlined
def find(tree: Any, key: Any) -> Any:
    """The slot of a key, or the free slot where it would go."""
    mask = np.uint64(tree.keys.shape[0] - 1)
    slot = key & mask
    while tree.keys[slot] != key and tree.keys[slot] != np.uint64(0):
        slot = (slot + np.uint64(1)) & mask
    return slot


@inlined
def has_room(tree: Any) -> Any:
    info = tree.info
    return info[NODES] < tree.nodes.shape[0] and info[USED_EDGES] + tree.actions.shape[0] < tree.edge_action.shape[0]


@inlined
def add_node(tree: Any, slot: Any, key: Any, count: Any) -> None:
    """A node for the `count` actions in tree.actions."""
    info = tree.info
    node, first = info[NODES], info[USED_EDGES]
    info[NODES] = node + 1
    info[USED_EDGES] = first + count
    tree.keys[slot] = key
    tree.slots[slot] = node
    tree.nodes[node, FIRST], tree.nodes[node, COUNT], tree.nodes[node, VISITS] = first, count, 0
    tree.node_total[node] = 0.0
    for i in range(count):
        tree.edge_action[first + i] = tree.actions[i]
        tree.edge_visits[first + i] = 0
        tree.edge_total[first + i] = 0.0
        tree.edge_node[first + i] = 0


@inlined
def select(tree: Any, node: Any, explore: Any) -> Any:
    """The edge with the highest upper bound; one not tried yet counts as slightly worse than the node so far."""
    first, count, visits = tree.nodes[node, FIRST], tree.nodes[node, COUNT], tree.nodes[node, VISITS]
    hope = tree.node_total[node] / visits - HOPE_LESS if visits > 0 else 0.0
    spread = explore * np.sqrt(np.log(1.0 + visits))
    best, best_bound = first, -1e9
    for edge in range(first, first + count):
        n = tree.edge_visits[edge]
        mean = tree.edge_total[edge] / n if n > 0 else hope
        bound = mean + spread / np.sqrt(0.5 + n)
        if bound > best_bound:
            best, best_bound = edge, bound
    return best


@inlined
def judge(play: Any, tree: Any) -> None:
    """The result of the present position for every player."""
    state = tree.states[1]
    for player in range(len(tree.results)):
        tree.results[player] = prospects(play.value, tree.rules, state, player)


@inlined
def play_out(play: Any, tree: Any) -> None:
    """Random actions to the end, or for as many as info[PLAYOUT] says."""
    state = tree.states[1]
    for _ in range(tree.info[PLAYOUT]):
        n = play.legal(tree.rules, state, tree.work, tree.actions)
        if n == 0:
            return
        action = int(tree.actions[roll(tree.rng, n)])
        play.apply(tree.rules, state, tree.work, action, tree.rng, tree.events)


@inlined
def look_up(play: Any, tree: Any, player: Any) -> Any:
    """The node of the present position; −1 if it had none, and has one now if there was room."""
    state = tree.states[1]
    key = join(play.key(tree.rules, state, player), player) | np.uint64(1)  # 0 means a free slot
    slot = find(tree, key)
    if tree.keys[slot] != np.uint64(0):
        return int(tree.slots[slot])
    if has_room(tree):
        add_node(tree, slot, key, play.legal(tree.rules, state, tree.work, tree.actions))
    return -1


@inlined
def arrive(play: Any, tree: Any, player: Any, edge: Any) -> Any:
    """The same for a position that was reached over an edge: asked once, where it leads is remembered."""
    node = int(tree.edge_node[edge]) - 1
    if node < 0:
        node = look_up(play, tree, player)
        if tree.info[SURE] == 1:
            tree.edge_node[edge] = node + 1
    return node


@inlined
def walk(play: Any, tree: Any, explore: Any) -> Any:
    """From the root down the tree, and one node beyond it; gives the length of the way."""
    state = tree.states[1]
    player = int(state["player"])
    node = look_up(play, tree, player)
    for length in range(LONGEST):
        if player == OVER or node < 0:
            return length
        edge = select(tree, node, explore)
        tree.path[length, 0], tree.path[length, 1], tree.path[length, 2] = node, edge, player
        action = int(tree.edge_action[edge])
        play.apply(tree.rules, state, tree.work, action, tree.rng, tree.events)
        player = int(state["player"])
        if player != OVER:
            node = arrive(play, tree, player, edge)
    return LONGEST


@inlined
def simulate(play: Any, tree: Any, explore: Any) -> None:
    copy_state(tree.states, 1, 0)
    play.hide(tree.rules, tree.states[1], int(tree.states[0]["player"]), tree.rng)
    length = walk(play, tree, explore)
    play_out(play, tree)
    judge(play, tree)
    for player in range(len(tree.results)):
        tree.sums[player] += tree.results[player]
    for i in range(length):
        node, edge, player = tree.path[i, 0], tree.path[i, 1], tree.path[i, 2]
        tree.nodes[node, VISITS] += 1
        tree.node_total[node] += tree.results[player]
        tree.edge_visits[edge] += 1
        tree.edge_total[edge] += tree.results[player]


@generic("int64(legal, apply, hide, key, value, Tree, float64, int64)", Tree)
def run_simulations(
    legal: Any, apply: Any, hide: Any, key: Any, value: Any, tree: Any, explore: Any, count: Any
) -> Any:
    play = Play(legal, apply, hide, key, value)
    for _ in range(count):
        simulate(play, tree, explore)
    tree.info[DONE] += count
    return tree.info[DONE]


class Grove:
    """One core's tree."""

    def __init__(self, game: Game, seed: int, explore: float, playout: int) -> None:
        functions = game.functions
        slots, nodes = 1 << (NODE_BITS + 1), 1 << NODE_BITS
        self.states = np.zeros(2, game.kind.STATE)
        self.sums = np.zeros(game.players)
        self.info = np.zeros(5, np.int64)
        self.info[PLAYOUT] = playout
        self.info[SURE] = not (game.kind.chance or game.kind.secrets)
        self.keys = np.zeros(slots, np.uint64)
        self.slots = np.zeros(slots, np.int32)
        self.nodes = np.zeros((nodes, 3), np.int32)
        self.edge_action, self.edge_visits = np.zeros(EDGES, np.int32), np.zeros(EDGES, np.int32)
        self.edge_total = np.zeros(EDGES, np.float32)
        self.tree = Tree(
            rules=game.rules,
            work=one(game.kind.WORK),
            rng=dice(seed, 0),
            events=np.zeros((0, EVENT_WIDTH), np.int32),
            states=self.states,
            actions=np.zeros(game.setup.most_actions, np.int32),
            keys=self.keys,
            slots=self.slots,
            nodes=self.nodes,
            node_total=np.zeros(nodes, np.float32),
            edge_action=self.edge_action,
            edge_visits=self.edge_visits,
            edge_total=self.edge_total,
            edge_node=np.zeros(EDGES, np.int32),
            path=np.zeros((LONGEST, 3), np.int32),
            results=np.zeros(game.players),
            sums=self.sums,
            info=self.info,
        )
        self.explore = explore
        self.slice_size = 16
        self.play = (functions.legal, functions.apply, functions.hide, functions.key, functions.value)
        self.run = game.direct(run_simulations)

    def begin(self, state: Any) -> None:
        """Search from this position next. What the tree knows stays, unless it is getting full."""
        self.states[0] = state
        self.info[DONE] = 0
        self.sums[:] = 0
        if self.info[NODES] > len(self.nodes) * 3 // 4 or self.info[USED_EDGES] > EDGES * 3 // 4:
            self.clear()

    def clear(self) -> None:
        """What the tree knows goes."""
        self.keys[:] = 0
        self.info[NODES] = self.info[USED_EDGES] = 0

    def grow(self, clock: Clock) -> None:
        """Simulate in slices until the clock stops it."""
        while True:
            began = time.perf_counter()
            self.run(*self.play, self.tree, self.explore, clock.portion(self.slice_size))
            self.slice_size = next_slice(self.slice_size, time.perf_counter() - began)
            if not clock.goes_on():
                return

    def visits(self, key: int) -> dict[Action, tuple[int, float]]:
        """Visits and mean result of each action at the node with this key; none where there is no such node."""
        slot = key & (len(self.keys) - 1)
        while int(self.keys[slot]) != key:
            if not self.keys[slot]:
                return {}
            slot = (slot + 1) & (len(self.keys) - 1)
        first, count, _ = self.nodes[self.slots[slot]]
        edges = range(int(first), int(first + count))
        return {
            int(self.edge_action[e]): (
                int(self.edge_visits[e]),
                float(self.edge_total[e] / max(1, self.edge_visits[e])),
            )
            for e in edges
        }


class Mcts:
    """The player. Each core grows a tree of its own; their visits are added up."""

    name = "mcts"

    def __init__(self, game: Game, limits: Limits, seed: int, explore: float, playout: int, cores: int = 1) -> None:
        self.game, self.limits = game, limits
        seeds = random.Random(seed)
        self.groves = [Grove(game, seeds.getrandbits(63), explore, playout) for _ in range(cores)]
        self.value = 0.0  # what the last choice promised, −1 … 1

    @property
    def simulations(self) -> int:
        """Made for the last choice, by all cores."""
        return sum(int(grove.info[DONE]) for grove in self.groves)

    def choose(self, match: Match) -> Action:
        legal = match.legal_actions
        if len(legal) == 1:
            return int(legal[0])
        for grove in self.groves:
            grove.begin(match.state)
        self.grow()
        stats = self.stats(match.state)
        best = max(stats, key=lambda action: stats[action])
        self.value = stats[best][1]
        return best

    def grow(self) -> None:
        whistle = Whistle()
        clock = self.limits.clock(lambda: self.simulations)
        with ThreadPoolExecutor(len(self.groves)) as pool:
            helpers = [pool.submit(grove.grow, whistle) for grove in self.groves[1:]]
            try:
                self.groves[0].grow(clock)
            finally:
                whistle.stopped.set()
        for helper in helpers:
            helper.result()

    def stats(self, state: State) -> dict[Action, tuple[int, float]]:
        """For each action of a position that was searched: visits, mean result."""
        player = int(state["player"])
        key = int(_join(np.uint64(self.game.key(state, player)), player)) | 1
        visits: Counter[Action] = Counter()
        totals: dict[Action, float] = defaultdict(float)
        for grove in self.groves:
            for action, (n, mean) in grove.visits(key).items():
                visits[action] += n
                totals[action] += n * mean
        return {action: (n, totals[action] / max(1, n)) for action, n in visits.items()}


_join = plain(join)


def make(
    game: Game,
    seed: int,
    *,
    ms: str | None = None,
    sims: str | None = None,
    explore: str | None = None,
    playout: str | None = None,
    cores: str | None = None,
) -> Mcts:
    limits = Limits.read(ms=ms, depth=None, nodes=sims, deepest=LONGEST, counted="sims")
    length = number("playout", playout, 0, 100_000) or 0
    return Mcts(game, limits, seed, read_explore(explore), length, read_cores(cores))


def read_explore(text: str | None) -> float:
    try:
        explore = EXPLORE if text is None else float(text)
    except ValueError:
        explore = -1.0
    if not 0 < explore <= 100:
        raise DataError(f"explore={text}: it must be a number above 0, at most 100")
    return explore
