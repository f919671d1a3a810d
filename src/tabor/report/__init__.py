"""Pages that open from disk, with all that is in them: reports of tournaments, and games to look at.

replays.py   games for the board, which is built into static/      page.py   a page of parts
study.py       what a study came to, as a page
tournament.py  what a tournament came to, as a page                 plots.py  small drawings, in light and dark alike
"""
