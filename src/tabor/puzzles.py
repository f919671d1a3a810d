"""Puzzles: positions of a game in which one action, and no other, wins by force; `puzzles.txt` in a game's folder.

A line is one puzzle, its parts divided by " | ": options of the game, grade, solution, position. The solution has the
solver's actions and the others' best replies, and ends with the win; at each of the solver's turns nothing else wins as
soon. What is left to dice and secrets must not matter: an action counts only if it wins whatever falls.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tabor.analysis import outcomes
from tabor.errors import DataError
from tabor.game import OVER, Action, Game, Kind, State, Tree, dice
from tabor.loading import load_kind
from tabor.match import Match
from tabor.players import alphabeta, levels, make
from tabor.players.alphabeta import SURE, UNIT, AlphaBeta
from tabor.players.limits import Limits
from tabor.view import view

FILE = "puzzles.txt"
LONGEST = 7  # plies of a solution where a search finds it
IN_A_TURN = 3  # actions of a solution where everything is tried
WIDEST = 40  # actions in a position where everything is tried
HARDEST = 5  # grades are 1 … this
SHARE_AT_ONCE = 4
GRADERS = 3  # levels of the computer that are asked, from the weakest


@dataclass(frozen=True)
class Puzzle:
    game: str
    options: tuple[tuple[str, str], ...]
    grade: int
    solution: tuple[str, ...]
    position: str

    def line(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.options)
        return " | ".join((options, str(self.grade), ";".join(self.solution), self.position))


# ---- what wins ----


def is_won(game: Game, state: State, player: int, plies: int) -> bool:
    """Whether a player wins within so many plies whatever the others do and whatever falls. Everything is tried."""
    if int(state["player"]) == OVER:
        return int(state["winner"]) == player
    if plies == 0:
        return False
    wins = (wins_after(game, state, int(action), player, plies) for action in game.legal(state))
    return any(wins) if int(state["player"]) == player else all(wins)


def wins_after(game: Game, state: State, action: Action, player: int, plies: int) -> bool:
    return all(is_won(game, after, player, plies - 1) for after, _ in outcomes(game, state, action))


def winners(game: Game, state: State, plies: int) -> list[Action]:
    """The actions that win within so many plies, by trying everything."""
    player = int(state["player"])
    return [int(action) for action in game.legal(state) if wins_after(game, state, int(action), player, plies)]


class Solver:
    """The same by alpha-beta, for games that it fits."""

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

    def winners(self, state: State, plies: int) -> list[Action]:
        found = []
        for action in self.game.legal(state):
            after = state.copy()
            self.game.apply(after, int(action), dice(0, 0))
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


# ---- mining ----


def mine(game: Game, seed: int) -> Iterator[Puzzle]:
    """Without end, from games of quick players; the same for a seed."""
    chance = random.Random(seed)
    seen: set[int] = set()
    solver = Solver(game) if alphabeta.fits(game) else None
    while True:
        match = play_a_game(game, chance)
        for state in near_the_end(game, match):
            key = game.key(state)
            if key in seen:
                continue
            seen.add(key)
            found = solution(game, state, solver)
            if found and is_worth_asking(game, state, found):
                yield puzzle(game, state, found)


def is_worth_asking(game: Game, state: State, found: list[Action]) -> bool:
    """Not where it is enough to end the turn: something on the board or beside it must be clicked."""
    state = state.copy()
    clicks: list[Tree] = []
    for action in found:
        clicks += game.clicks(state, action)
        game.apply(state, action, dice(0, 0))
    return any("button" not in click for click in clicks)


def collect(game: Game, count: int, seed: int) -> Iterator[Puzzle]:
    """So many; at most a quarter of them are won at once."""
    easy, left = 0, count
    for one in mine(game, seed):
        if len(one.solution) == 1 and easy * SHARE_AT_ONCE >= count:
            continue
        easy += len(one.solution) == 1
        yield one
        left -= 1
        if not left:
            return


def play_a_game(game: Game, chance: random.Random) -> Match:
    """By players of middling levels, who leave something to be found; where no dice vary it, after a few at random."""
    known = levels(game)
    quick = [text for text in known[1:5] if "ms=" not in text] or ["greedy"]
    match = Match(game, chance.getrandbits(60))
    players = [make(chance.choice(quick), game, chance.getrandbits(30)) for _ in range(game.players)]
    for _ in range(game.kind.opening):
        if match.player is not None:
            match.play(int(chance.choice(match.legal_actions)))
    while match.player is not None and match.ply < 4000:
        match.play(players[match.player].choose(match))
    return match


def near_the_end(game: Game, match: Match) -> list[State]:
    """Where it could be won: a few decisions before it was."""
    if match.outcome is None or match.outcome.winner is None:
        return []
    last = [step.before for step in match.steps if not step.mark]
    last = last[-14:] if alphabeta.fits(game) else last[-IN_A_TURN - 1 :]
    return [state for state in last if len(game.legal(state)) > 2]


def solution(game: Game, state: State, solver: Solver | None) -> list[Action]:
    """The only way to win, with the others' replies; none if there is no such."""
    if solver is not None:
        return forced(game, state, solver)
    for plies in range(1, IN_A_TURN + 1):
        if len(game.legal(state)) > WIDEST:
            return []
        if winners(game, state, plies):
            return only_way(game, state, plies)
    return []


def only_way(game: Game, state: State, plies: int) -> list[Action]:
    """Of the solver alone, in this turn: at each action nothing else wins as soon."""
    state, player, found = state.copy(), int(state["player"]), []
    for left in range(plies, 0, -1):
        first = winners(game, state, left) if int(state["player"]) == player else []
        if len(first) != 1:
            return []
        found += first
        if len(outcomes(game, state, first[0])) != 1 and left > 1:
            return []  # what is to be done next depends on what falls
        game.apply(state, first[0], dice(0, 0))
    return found if len(found) == plies else []


def forced(game: Game, state: State, solver: Solver) -> list[Action]:
    plies = solver.plies(state, LONGEST)
    if plies > LONGEST:  # beyond its depth a search follows what is loud, and may miss what else wins
        return []
    state, found = state.copy(), []
    for left in range(plies, 0, -2):
        first = solver.winners(state, left + 2 if left > 1 else 1)
        if len(first) != 1:
            return []
        found += first
        game.apply(state, first[0], dice(0, 0))
        if left > 1:
            found.append(solver.reply(state))
            game.apply(state, found[-1], dice(0, 0))
    return found


def puzzle(game: Game, state: State, found: list[Action]) -> Puzzle:
    match, texts = Match(game, 1, game.state_text(state)), []
    for action in found:
        texts.append(game.action_text(match.state, action))
        match.play(action)
    options = tuple(sorted(game.options.items()))
    return Puzzle(game.kind.name, options, grade(game, state, found), tuple(texts), game.state_text(state))


def grade(game: Game, state: State, found: list[Action]) -> int:
    """By its length, and by how many of the computer's lower levels miss the first action."""
    match = Match(game, 1, game.state_text(state))
    asked = [text for text in levels(game) if "ms=" not in text][1 : 1 + GRADERS]
    missed = sum(make(text, game, 1).choose(match) != found[0] for text in asked)
    return min(HARDEST, 1 + len(found) // 2 + missed // 2)


# ---- the file ----


def puzzle_file(kind: Kind) -> Path:
    return kind.home / FILE


def read_puzzles(kind: Kind) -> tuple[Puzzle, ...]:
    """Those of a game's folder; none where it has no file."""
    return read_file(kind.name, puzzle_file(kind))


@cache
def read_file(game: str, path: Path) -> tuple[Puzzle, ...]:
    if not path.is_file():
        return ()
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(read_line(game, line, f"{path}, line {number}") for number, line in enumerate(lines, 1) if line)


def read_line(game: str, line: str, place: str) -> Puzzle:
    parts = line.split(" | ", 3)
    if len(parts) != 4 or not parts[1].isdecimal():
        raise DataError(f"{place} is {line[:60]!r}; it must be OPTIONS | GRADE | SOLUTION | POSITION")
    pairs = [part.partition("=") for part in parts[0].split(",") if part]
    options = tuple((name, value) for name, _, value in pairs)
    return Puzzle(game, options, int(parts[1]), tuple(parts[2].split(";")), parts[3])


def write_puzzles(kind: Kind, made: list[Puzzle]) -> Path:
    """In place of those with the same options; the easy ones first."""
    path = puzzle_file(kind)
    puzzles = [one for one in read_puzzles(kind) if one.options not in {new.options for new in made}] + made
    path.write_text("".join(one.line() + "\n" for one in sorted(puzzles, key=lambda one: one.grade)), encoding="utf-8")
    read_file.cache_clear()
    return path


def puzzle_json(kind: Kind, number: int) -> Tree:
    """For the page: what is seen before each action of the solution and after the last, and which action is right."""
    puzzles = read_puzzles(kind)
    one = puzzles[number]
    match = Match(load_kind(kind, {}, dict(one.options)), 1, one.position)
    seat = match.player
    views: list[Tree] = []
    for text in (*one.solution, None):
        seen = view(match, seat, len(match.steps) - 1 if match.steps else 0)
        views.append(seen if not views else {name: part for name, part in seen.items() if name != "board"})
        if text is not None:
            match.play(text)
    board = views[0].pop("board")
    facts = {"game": one.game, "number": number, "count": len(puzzles), "grade": one.grade, "seat": seat}
    return facts | {"board": board, "views": views, "solution": list(one.solution)}
