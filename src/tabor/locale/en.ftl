resigned = { $player } resigned
agreed = the players agreed on a draw
forfeited = { $player } forfeited
timed-out = { $player } ran out of time
illegal = an illegal action was played
