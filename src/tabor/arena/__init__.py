"""Tournaments: a plan that determines shards, a ledger in which each is entered once, executors that may die.

playing.py   one match between players                   series.py   many between the same players
plan.py      what is to be played, as a folder           pairing.py  round robin, gauntlet, Swiss, knock-out, ladder
ledger.py    where results are entered, each once        shards.py   a few games, determined by the plan
local.py     processes here    cluster.py  Ray           tournament.py  all of it together: new, run, go on
results.py   a ledger's games in columns                 verify.py   whether they repeat   export.py  for other tools
database.py  SQLite or PostgreSQL, also when it is cut   live.py     the game a process plays now, to be watched
ratings.py   who is how strong, and how sure that is     sequential.py  whether B is better than A, and no game more
"""
