"""Plays any legal action, each as likely."""

from __future__ import annotations

import random

from tabor.game import Action, Game
from tabor.match import Match


class Random:
    name = "random"

    def __init__(self, game: Game, seed: int) -> None:
        self.random = random.Random(seed)

    def choose(self, match: Match) -> Action:
        return int(self.random.choice(match.legal_actions))


def make(game: Game, seed: int) -> Random:
    return Random(game, seed)
