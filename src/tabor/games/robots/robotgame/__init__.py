"""The RobotGame half of Robots: bots of that game, in Python 2 or 3, play here unchanged (S9 to S13).

`programs.py` is what a game says to a bot and hears from it, `adapter.py` lives in the bot's own process, `convert.py`
makes Python 3 of Python 2 with `recognise.py` (is it?) and `python2.py` (what is gone); `situation.py`, `rerun.py` and
`starter.py` are tools for people who write bots.
"""
