"""Imported by the process of which servers are forked, so that none of them has to load or compile anything."""

from forked import GAME

import tabor
from tabor import games
from tabor.server.shelf import play_once
from tabor.server.upgrades import rules_of

play_once(tabor.load(GAME))
for name in games.names():
    rules_of(games.find(name))
