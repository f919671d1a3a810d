"""Bots that learned from games: how others order their robots, and what a position is worth."""
