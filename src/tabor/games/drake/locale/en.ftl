title = The Drake
tagline = A small board, seven flipping troops a side, one leader to catch

# Panels and marks
stack = stack
lost = lost
leader = leader
strike = strike
about-troop = { $troop } — front: { $front }; back: { $back }
way-shift = shift { $arrows }
way-slide = slide { $arrows }
way-strike = strike { $arrows }
way-none = –

# What happened
placed = { $player } places { $troop } on { $cell }
moved = { $player } moves { $troop } { $from } → { $to }
struck = { $player }’s { $troop } on { $from } strikes { $to }
captured = { $player } loses { $troop } on { $cell }

# Variants
about-variant-balanced = Blue, who begins, wins too often on plain and in the valley: here each of these boards has one mountain more, so that both sides win about as often.

# Why it ended
leader-captured = the leader was captured
no-move = no legal move was left
no-progress = nothing was placed or captured for too long
