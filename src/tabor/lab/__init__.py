"""The balance lab: what a change of the rules does, on the arena's ledger.

study.py     the file: a game, variants, judges, questions     cells.py     what is played, each a plan in the ledger
lab.py       plays look by look, and stops when it may         measures.py  from games to a number for each opening
traces.py    what shows only when a game is replayed           content.py   what is used, and what pieces are worth
verdicts.py  how sure a difference is, and in a sentence       summary.py   what is known of each variant
tuning.py    which numbers reach the targets
"""
