# Whose turn it is, how it ended
to-play = { $player } to play
over = the game is over
won = { $player } won
drawn = a draw

# Why a match ended, whatever the game
resigned = { $player } resigned
agreed = the players agreed on a draw
forfeited = { $player } forfeited
timed-out = { $player } ran out of time
illegal = an illegal action was played
