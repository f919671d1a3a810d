"""The process in which computers think: a job a line on standard input, an answer a line on standard output.

    {"room", "game", "options", "changes", "seed", "secret", "position", "log", "ahead", "seat", "player", "dice"}
    → {"actions": [3, 7], "notes": […]}, {"forfeit": "!time"} for a bot that lost by failing, or {"error": "…"}
    the same with "analyse": 12, the number of the first decision to look at → {"decisions": […], "of": 60}: as many as
    can be looked at within a moment, see analysis.py
    the same with "try": {"ply", "actions", "seat"} → {"view", "values", "line"}: what the computer says of other
    actions than those played, or {"refused": "…"} where they cannot be played
    {"forget": "ROOM"} → {}

It keeps the matches of its last rooms, so that it plays on where it was, and a bot remembers its match. Every answer
names them (`rooms`): a search tree or a table of positions takes up to 40 MB, so they are few, and the server says
when a match is over.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from tabor.analysis import Analyst, decisions, effort_for, played, trial, tried_out
from tabor.dice import secret_dice
from tabor.errors import ActionError
from tabor.game import Game, Tree
from tabor.games import find
from tabor.jit import begin_plain
from tabor.loading import load_kind
from tabor.match import Match
from tabor.players import Forfeit, Player, close, decide, make
from tabor.warming import watch

MOST_ROOMS = 8
MOST_GAMES = 16  # with options or changes of their own
MOMENT = 1.0  # seconds after which an analysis lets others have their turn
NICENESS = 15  # people's games come first where cores are short


@dataclass
class Remembered:
    """A room as this process knows it."""

    match: Match
    players: dict[str, Player] = field(default_factory=dict)
    analyst: Analyst | None = None

    def close(self) -> None:
        for player in self.players.values():
            close(player)


class Thinker:
    def __init__(self) -> None:
        self.tables: OrderedDict[str, Remembered] = OrderedDict()
        self.games: OrderedDict[str, Game] = OrderedDict()

    def answer(self, job: Tree) -> Tree:
        if "forget" in job:
            answer = self.forget(job["forget"])
        elif "try" in job:
            answer = self.try_out(job)
        else:
            answer = self.analyse(job) if "analyse" in job else self.decide(job)
        return {**answer, "rooms": list(self.tables)}

    def analyse(self, job: Tree) -> Tree:
        table, began, found = self.table_of(job), time.monotonic(), []
        match = table.match
        for one in decisions(match, analyst_of(table), job["analyse"]):
            found.append(one.tree())
            if time.monotonic() - began > MOMENT:
                break
        return {"decisions": found, "of": len(played(match))}

    def try_out(self, job: Tree) -> Tree:
        table, wanted = self.table_of(job), job["try"]
        try:
            then = tried_out(table.match, wanted["ply"], wanted["actions"])
        except ActionError as error:
            return {"refused": str(error)}
        return trial(then, analyst_of(table).judge, wanted["seat"], len(wanted["actions"]))

    def forget(self, room: str) -> Tree:
        if table := self.tables.pop(room, None):
            table.close()
        return {}

    def decide(self, job: Tree) -> Tree:
        table = self.table_of(job)
        match = table.match.copy()
        for entry in job["ahead"]:
            match.enter(entry)
        match.seed, match.dice = job["dice"], None  # whoever looks ahead sees other dice than those that will fall
        player = self.player_of(table, job)
        try:
            actions = decide(player, match)
        except Forfeit as forfeit:
            return {"forfeit": forfeit.entry, "notes": notes_of(match)}
        return {"actions": actions, "notes": notes_of(match)}

    def table_of(self, job: Tree) -> Remembered:
        """The match as it stands; played on from where it was when this process was last asked, if it can be."""
        table = self.tables.get(job["room"]) or self.new_table(job)
        known, log = table.match.log, job["log"]
        if known != log[: len(known)]:
            table.match = begin(table.match.game, job)
            known = []
        for entry in log[len(known) :]:
            table.match.enter(entry)
        self.tables.move_to_end(job["room"])
        return table

    def new_table(self, job: Tree) -> Remembered:
        if len(self.tables) >= MOST_ROOMS:
            self.tables.popitem(last=False)[1].close()
        table = self.tables[job["room"]] = Remembered(begin(self.game_of(job), job))
        return table

    def game_of(self, job: Tree) -> Game:
        key = json.dumps([job["game"], job["options"], job["changes"]], sort_keys=True)
        if key not in self.games:
            game = self.games[key] = load_kind(find(job["game"]), job["changes"], job["options"])
            watch(game.kind.compiler)
        self.games.move_to_end(key)
        while len(self.games) > MOST_GAMES:
            self.games.popitem(last=False)
        return self.games[key]

    def player_of(self, table: Remembered, job: Tree) -> Player:
        key = f"{job['seat']} {job['player']}"
        if key not in table.players:
            table.players[key] = make(job["player"], table.match.game, (job["dice"] + job["seat"]) % 2**31)
        return table.players[key]


def begin(game: Game, job: Tree) -> Match:
    return Match(game, job["seed"], job["position"], secret_dice(job["secret"]))


def analyst_of(table: Remembered) -> Analyst:
    table.analyst = table.analyst or Analyst(table.match.game, effort_for(table.match))
    return table.analyst


def notes_of(match: Match) -> list[list[Any]]:
    return [[note.ply, note.player, note.text] for note in match.notes]


def main() -> None:
    os.nice(NICENESS)
    begin_plain()
    thinker, answers = Thinker(), os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever else is printed is no answer
    for line in sys.stdin:
        try:
            answer = thinker.answer(json.loads(line))
        except Exception as error:  # the server must hear of it, and the next job shall find a process
            answer = {"error": f"{type(error).__name__}: {error}"}
        try:
            answers.write(json.dumps(answer) + "\n")
            answers.flush()
        except BrokenPipeError:  # whoever asked was killed
            os._exit(1)


if __name__ == "__main__":
    main()
