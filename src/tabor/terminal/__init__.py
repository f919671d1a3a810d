"""Tabor at a terminal; `tabor.cli` reads the command line and calls these.

play.py     a person at the keyboard        screen.py  a view in colour
reports.py  what perft, match, bench, show and warm print
standings.py  what tournament and sprt print           studying.py  what study prints
bench.py    how fast a game is here         doctor.py  what is installed and works
progress.py  how far something is          analysing.py  what analyse prints     puzzling.py  what puzzles prints
learning.py  a guided first game
"""
