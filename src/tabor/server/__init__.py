"""One authority for every game, on a laptop or on the net; docs/protocol.md is what a client needs to know.

protocol.py   messages, and refusals        room.py          one match with its seats: every rule of the table
hub.py        all rooms                     table.py         a room with people round it: sockets, clocks, computers
store.py      what is written down before anybody is told of it
shelf.py      games, compiled elsewhere     thinking.py      the computer, in other processes (thinker.py)
upgrades.py   rooms of before               archive.py       backup, restore, pruning
watching.py   health, figures, logs         costs.py         what a room costs in memory
turns.py      who is next                   wire.py          connections, before anything is asked
dice.py       dice anyone can check         guard.py         who may ask, and how often
authority.py  all parts together            calls.py         HTTP
app.py        the web application           conversation.py  a socket
pages.py      page, pictures and texts      run.py           `tabor serve`
clocks.py     the time people have          showing.py       whether a step showed something hidden
frames.py     a match ply by ply            saving.py        matches as files, in and out
verify.py     `tabor verify`                rooms_cli.py     `tabor rooms`
sealing.py    choices that several make in secret
straight.py   what every game asks for, past the framework
sharing.py    several processes, one truth  family.py        several processes on one machine
telling.py    what has changed in a view, and no more
tournaments.py  tournaments of a folder, to look at
"""
