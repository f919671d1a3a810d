title = Lanes
tagline = A card battle in four columns against a horde

# What is being decided
status-prepare = { $level }, round { $round }: deploy, move, then let them fight
status-first = { $level }: break the horde’s camp, keep yours. Deploy, move, then let them fight
status-first-balance = { $level }: lead far enough in camp damage. Deploy, move, then let them fight
status-bonus-draw = { $level }, round { $round }: take a card
status-stage = { $level }, round { $round }: the horde prepares
status-stage-first = { $level }: the horde gathers
status-draw = { $level }, round { $round }: take a card for the next round
status-sacrifice = { $level }, round { $round }: choose a victim
status-place = { $level }, round { $round }: choose a cell for the card
status-swap = { $level }, round { $round }: choose the other unit

# Panels, facts and marks
player-panel = camp
horde-panel = camp
camp = strength
initiative = initiative
round-fact = round
preparations = preparations left
hand = hand
decks = decks
bonuses = bonuses
supply = supply
script = to come
health = health { $health } of { $full }
doomed = will fall if they fight now
shielded = shielded from the next hit

# What things do
about-unit = { $unit } ({ $tags }) — price: { $price }. Power { $power }, health { $health }, { $attack }, moves for { $difficulty } initiative. Signs: { $traits }. { $flavour }
about-foe = { $unit } — of the horde. Power { $power }, health { $health }, { $attack }. Signs: { $traits }. { $flavour }
about-object = { $unit } — an object with health { $health }, in the way of both sides. { $flavour }
about-eternal = { $unit } — an object that nothing destroys. { $flavour }
about-bonus = { $bonus } — once, free: { $effect }. { $flavour }
about-bonus-priced = { $bonus } — once, for { $price } initiative: { $effect }. { $flavour }
flavour = “{ $text }”
tag = { $tag }
no-tag = no class
price-free = free
price-initiative = { $initiative } initiative
price-victims = { $victims ->
    [one] a sacrifice
   *[other] { $victims } sacrifices
}
price-needs = needs { $tag }
attack-none = no attack
attack-melee = reach { $range }
attack-ranged = shoots { $range } ahead
trait = { $sign } ({ $help })
trait-only = { $sign } for { $classes } ({ $help })
no-traits = none
ability-help = ability ({ $price } initiative: { $effect })
sign-armoured = Each hit on it does { $amount } less, but never less than 1
sign-swift = When it steps, its difficulty counts { $amount } less, but never less than 1
sign-scout = It may be deployed up to { $amount ->
    [one] one row
   *[other] { $amount } rows
} ahead of the camp
sign-healer = After its side’s attack, own units beside it regain { $amount } health; it does not heal itself
sign-thorns = A melee attacker takes { $amount } damage after its blow, also if the blow kills
sign-double = When it attacks, it attacks { $amount ->
    [one] once
   *[other] { $amount } times
}, each time whatever stands there then
sign-split = It makes a full attack in the column to its left and one in the column to its right, and none in its own
sign-deadly = Its blows kill any unit they damage, and nothing of them is left over; objects are hit as usual
sign-banner = Own units directly to its left and right have { $amount } more power
sign-undying = When it dies, it returns: to the hand if there is room, for the horde to where it came from
sign-commander = At the start of the player’s turn each one standing gives { $amount } more initiative, above any cap
sign-anchor = Once it stands, nothing moves it
sign-brood = While it stands, the horde may prepare one more unit of its supply each round
sign-dread = While it stands, the player has 1 initiative less at the start of a turn, but never less than 1
effect-initiative = { $amount } more initiative
effect-heal = heal an own unit by { $amount }
effect-damage = { $amount } damage to anything on the field
effect-hold = one column does not advance this round
effect-draw = take { $amount } cards
effect-recall = an own unit returns to the hand
effect-swap = two own units change places
effect-shield = an own unit takes nothing from the next hit
effect-only = { $effect }, { $classes } only

# The same, in one line beside the board
short-title = { $sign } { $unit }
short-card = { $price }: { $stats }
short-foe = { $stats }
short-power = power { $power }
short-health = health { $health }
short-more = { $what }
short-step = a step costs { $difficulty }
level-panel = this battle
level-note = { $note }

# If the preparation ended now
preview = if they fight now
preview-blow = { $unit } { $cell } → { $victim } { $target }
preview-camp = { $unit } { $cell } → { $camp }’s camp
preview-overkill = what is left of the blow → { $unit } waiting in column { $column }
preview-death = { $unit } { $cell }
preview-camps = camps of player / horde

# Buttons
costs = costs { $initiative } initiative
end-preparation = let them fight
stop-preparing = prepare no more
sacrifice = sacrifice
ability = { $effect } ({ $price })
does-for = { $effect }, costs { $initiative } initiative
does = { $effect }

# What happened
turn-begins = Round { $round }: { $initiative } initiative
deployed = { $unit } is deployed on { $cell }
sacrificed = { $unit } on { $cell } is sacrificed for { $card }
moved = { $unit } { $from } → { $to }
used-bonus = { $bonus } is used
used-ability = { $unit } on { $cell } uses its ability
blow = { $unit } { $cell } hits { $victim } { $target } for { $damage }
missed = { $unit } { $cell } hits nothing
camp-hit = { $unit } { $cell } hits the { $camp }’s camp for { $damage }
pricked = { $unit } { $cell } is pricked for { $damage }
died = { $unit } falls on { $cell }
overkill = { $unit } waiting in column { $column } takes { $damage } that was left of the blow
died-staged = { $unit } waiting in column { $column } falls
returned = { $unit } returns to the { $side }
shield-broken = the shield of { $unit } { $cell } breaks
healed = { $unit } { $cell } regains { $health }
entered = { $unit } enters on { $cell }
advanced = { $unit } advances { $from } → { $to }
staged = the horde prepares { $unit } in column { $column }
stopped = the horde prepares no more
hurt = { $unit } { $cell } takes { $damage }
shield-given = { $unit } { $cell } is shielded
recalled = { $unit } returns from { $cell } to the hand
swapped = the units on { $one } and { $other } change places
gained = { $initiative } more initiative
held = column { $column } does not advance this round
mustered = { $unit } joins the horde
drew-card = the player draws { $unit }
drew-pawn = the player takes { $unit } from the pawn deck
drew-something = the player draws a card

# Why it ended
camp-fallen = a camp has fallen
balance-tipped = the lead in camp damage is large enough
routed = no horde is left
round-limit = the last round is over
