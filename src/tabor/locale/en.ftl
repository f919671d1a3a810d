# Whose turn it is, how it ended
to-play = { $player } to play
over = the game is over
won = { $player } won
drawn = a draw

# Where several choose in secret at the same time
choose-in-secret = choose in secret: { $left ->
    [one] one decision left
   *[other] { $left } decisions left
}
chosen-in-secret = your choices are made and sealed; waiting for the others
others-choose-in-secret = the players are choosing in secret

# Why a match ended, whatever the game
resigned = { $player } resigned
agreed = the players agreed on a draw
forfeited = { $player } forfeited
timed-out = { $player } ran out of time
illegal = an illegal action was played

# A match of before an upgrade
other-rules = This match of { $game } was played by other rules than this server has now. It cannot be played on or replayed; what was played can still be read.
record-of = { $game }, played by version { $version } of its rules
taken-back = { $count } taken back

# What puzzles ask for
goal-win = { $player }: play and win.
aim-win = Win
goal-survive = { $player }: play so that the next turn of the others does not finish you.
aim-survive = Survive
