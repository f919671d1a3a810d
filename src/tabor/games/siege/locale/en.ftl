title = Siege
tagline = Castles, engines, ships and dice: take the enemy’s seats

# What is being chosen
choose-seat = { $player } places a { $what }
choose-fortify = { $player } builds before the siege
choose-units = { $player }: whose turn is next?
choose-ship = { $player }: the turn of { $what }
choose-unit = { $player }: the turn of { $what }
choose-tire = { $player }: who is exhausted by the move of { $what }?
choose-shot = { $player }: the turn of { $what } (shots hit with { $odds })
choose-ram = { $player }: the turn of { $what } (breaks walls with { $wall }, others with { $other })
choose-hurl = { $player }: the turn of { $what } (rolls land { $lands })
choose-buildings = { $player }: which building acts?
choose-castle = { $player }: what does { $what } do?
choose-site = { $player }: where does { $what } build it?
choose-make = { $player }: what does { $what } make?

# Variants
about-variant-balanced = By the rulebook archers hold whatever they guard: here they cost two coins, soldiers and ships go a step farther, both sides begin with more coins and castles bring less, straits are narrow, ladders are built at any wall, blue has more where orange strikes first, and engines and gates cost half, so that nearly all games are decided on the field and good players win about as often on both sides.

# Panels and marks
treasury = treasury
role-defender = defender
role-attacker = attacker
clock = match
coins-of = coins
seats-of = seats
worth-of-units = units worth
seatless = turns without a seat
danger-seat = no castle and no camp is yours: if the turn ends so, you have lost
danger-units = no land unit is left: if the turn ends so, you have lost
turn-number = turn
map-name = map
on-turn = on turn
tired = exhausted
done = has acted
token = { $what } { $place }
over-end = over { $end } ({ $lands })
roll-lands = { $roll } { $cell }
roll-off = { $roll } off the map

# Buttons
end-fortify = done building
end-units = my units are done
end-ship = end the ship’s turn
end-unit = end its turn
end-buildings = end the turn
end-make = make no more
take-coins = take { $coins } coins
plan = build { $what } ({ $cost ->
    [one] { $cost } coin
   *[other] { $cost } coins
})
make = make { $what } ({ $cost ->
    [one] { $cost } coin
   *[other] { $cost } coins
})
lying = { $what } ↔
upright = { $what } ↕
which = { $what }
turn = turn
member = act from the tower
strike = strike
shoot = shoot ({ $odds })
ram = ram the { $what } ({ $odds })
hurl = hurl ({ $lands })

# What tokens can do
about-infantry = infantry — moves { $move }, costs { $cost }; kills an enemy unit beside it
about-archers = archers — move { $move }, cost { $cost }; shoot at distance { $range } or less, { $odds } to hit; a wall or siege tower lifts them
about-cavalry = cavalry — moves { $move }, costs { $cost }; kills an enemy unit beside it
about-tower = siege tower — moves { $move }, costs { $cost }; every fresh unit inside may act, archers from above; leads onto walls
about-ram = ram — moves { $move } or turns, costs { $cost }; breaks the building before either end: a wall { $wall }, another { $other }
about-trebuchet = trebuchet — moves { $move } or turns, costs { $cost }; hurls over either end at what stands there
about-ship = ship — moves { $move } or turns, costs { $cost }; carries engines and units
about-castle = castle — a seat; builds one building or takes { $coins } coins
about-castle-siege = castle — a seat; brings { $income } coin at the start of its owner’s turn
about-camp = camp — a seat; makes { $units } land units, an engine or a ship
about-barracks = barracks — makes { $units } land units
about-workshop = workshop — makes an engine
about-port = port — makes a ship
about-wall = wall — entered from walls, ladders, gates and siege towers alone; lifts archers
about-gate = gate — lets its owner’s units through
about-ladder = ladder — leads onto walls

# What happened
turn-begins = turn { $number }: { $player }
placed = { $player } places a { $what } on { $place }
built = { $player } builds a { $what } on { $place } for { $cost }
got-coins = { $player } gets { $coins } coins
moved = { $player }: { $what } { $from } → { $to }
turned = { $player }: { $what } { $from } turns to { $to }
exhausted = { $player }: the move exhausts { $what } { $place }
struck = { $what } { $cell } strikes down { $victim } { $target }
shot-hit = archers { $cell } shoot { $target }: rolled { $roll }, hit
shot-missed = archers { $cell } shoot { $target }: rolled { $roll }, missed
ram-broke = ram { $cell } rams the { $what } on { $target }: rolled { $roll }, broken
ram-failed = ram { $cell } rams the { $what } on { $target }: rolled { $roll }, it holds
hurl-landed = trebuchet hurls over { $end }: rolled { $roll }, lands on { $target }
hurl-missed = trebuchet hurls over { $end }: rolled { $roll }, missed
destroyed = { $what } { $place } is destroyed
lost = { $player } loses { $what } { $place }
captured = { $player } captures the { $what } on { $place }
changed-sides = { $what } { $place } is { $player }’s now
made = { $player } makes { $what } on { $place } for { $cost }

# Why it ended
no-seat = too many turns without a castle or camp
no-units = no land unit was left at the end of a turn
defended = the castle was held to the last turn
more-seats = more castles and camps after the last turn
more-units = the stronger army after the last turn
even = nobody was ahead after the last turn

# What puzzles ask for
goal-take = { $player }: take a castle or camp in this turn, without a die.
aim-take = Take a castle or camp
goal-keep = { $player }: make sure that none of your castles and camps can be taken in the next turn, whatever falls.
aim-keep = Keep your castles and camps
