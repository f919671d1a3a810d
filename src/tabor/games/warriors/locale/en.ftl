title = Warriors
tagline = Teams of warriors and potions, picked in secret, for two to four players

# Variants
about-variant-balanced = By the rulebook five Ninjas with Strength beat most other teams, and Knights and Zombies are never worth taking: here Strength, Healing and Aging do less, Gladiators have one hit point less and Knights and Zombies more, so that there are several good teams.

# Whose turn it is
now-pick = { $player } picks a team ({ $done } of { $all })
now-opening = { $player } must summon a first warrior
now-move1 = { $player }: first moves
now-attack = { $player }: attacks
now-move2 = { $player }: second moves
now-summon = { $player } may summon
aim-opening = { $player } summons { $what }: where?
aim-move1 = { $player }: { $what } to which cell?
aim-attack = { $player }: { $what } at whom?
aim-move2 = { $player }: { $what } to which cell?
aim-summon = { $player }: { $what } where?

# Buttons
end-move1 = end moves
end-attack = end attacks
end-move2 = end moves
end-summon = summon nobody
team-unknown = “{ $letter }” is neither a warrior ({ $warriors }) nor a potion ({ $potions })
team-count = a team has { $team } warriors and { $items } potions, as in { $example }; here are { $warriors } and { $potions }
blow-leaves = takes { $damage } hit points, { $left } left
blow-fells = takes { $damage } hit points: it faints
about-kind = { $what } — { $worth }
worth-warrior = { $hp } hit points, attack { $attack }, walks { $walk }
worth-instant = { $effect } at once
worth-potion = { $effect } for { $duration ->
    [one] { $duration } turn
   *[other] { $duration } turns
}

# Panels and marks
team = team
shop = to pick
match = match
turns-left = turns left
on-field = on the field
is-out = out
picked-in-secret = picked in secret
hp-left = { $hp } of { $most } hit points
working = { $what }
modifier = { $effect } for { $turns ->
    [one] one more turn
   *[other] { $turns } more turns
}
effect-attack = attack { $amount }
effect-walk = walk { $amount }
effect-hp = hit points { $amount }
warrior-on = { $warrior } { $cell }
about-unit = { $warrior } — now attack { $attack }, walks { $walk }
about-mover = { $warrior } — now attack { $attack }, walks { $walk }; can go to { $cells }

# What happened
picked = { $player } picks { $what }
team-shown = { $player } shows a team
summoned = { $player } summons { $warrior } on { $cell }
went = { $player } moves { $warrior } { $from } → { $to }
struck = { $player }’s { $warrior } on { $from } hits { $to } for { $damage }
poured = { $player } uses { $potion } on { $owner }’s { $warrior } on { $cell }
fainted = { $player }’s { $warrior } on { $cell } faints
faded = { $effect } wears off { $player }’s { $warrior } on { $cell }
out = { $player } is out

# Why it ended
last-one-left = nobody else has warriors
turn-limit = the turns are over, and what is left was counted
