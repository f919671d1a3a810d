"""Compile one game's rules into the cache: `python -m tabor.server.warming NAME`."""

from __future__ import annotations

import sys

import tabor
from tabor.server.shelf import play_once

if __name__ == "__main__":
    play_once(tabor.load(sys.argv[1]))
