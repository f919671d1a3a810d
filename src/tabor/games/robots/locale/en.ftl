title = Robots
tagline = Two swarms and secret orders: give them yourself, or write the program

# Panels, marks and buttons
arena = arena
force = swarm
turn = turn
batch-in = turns until new robots come
robots = robots
all-hit-points = hit points
hit-points = { $hp } hit points
next = waits for its order
ordered = ordered: { $order }
will-go = goes { $arrow }
will-attack = attacks { $arrow }
will-guard = guards
will-explode = blows itself up
order-for = turn { $turn }: { $player }, an order for the robot on { $cell }
about-robot = robot — { $hp } of { $most } hit points; it moves or attacks one cell, guards, or blows itself up
attack = attack (−{ $low } … −{ $high })
guard = guard
suicide = blow up (−{ $damage })
done = done: all others guard

# What happened
turn-played = turn { $turn }, { $blue } blue against { $orange } orange
moved = { $player } moves { $from } → { $to }
stuck = { $player } cannot get from { $from } to { $to }
attacked = { $player } on { $from } attacks { $to }
collided = { $player } on { $cell } collides with { $other } (−{ $damage }, −{ $back })
hit = { $player } on { $cell } is hit from { $from } (−{ $damage })
exploded = { $player } on { $cell } suffers from the explosion on { $from } (−{ $damage })
died = { $player } loses the robot on { $cell }
died-by-suicide = { $player } blows up the robot on { $cell }
died-on-spawn = { $player } loses the robot on { $cell }, where new ones appear
appeared = { $player } gets a robot on { $cell }

# Why it ended
all-turns = all turns were played

# What puzzles ask for
goal-keep-all = { $player }: lose no robot in this turn, whatever the other side orders.
aim-keep-all = Lose no robot
goal-destroy = { $player }: make sure that the other side loses a robot in this turn, whatever it orders.
aim-destroy = Destroy a robot
