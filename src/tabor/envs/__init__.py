"""The games in the interfaces that learning code speaks: `pip install tabor[envs]`.

single.py     one game kept in arrays, a step and all that is seen after it in one compiled call
pettingzoo.py  AEC environments of all games, parallel ones of games whose turns are taken by all at once
gymnasium.py   one seat against a player of Tabor's, and many games as one vector environment
openspiel.py   every game as a game of OpenSpiel
drawing.py    a position as text and as a picture
export.py     whole games and tournaments as arrays in a file, for offline learning
speed.py      loops that step through each of them, to be measured
extras.py     what is said when a package is missing
"""
