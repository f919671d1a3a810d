title = Roboti
tagline = Dva roje a tajné rozkazy: vydávané ručně, nebo tvým programem

# Panely, značky a tlačítka
arena = aréna
force = roj
turn = kolo
batch-in = kola do nových robotů
robots = roboti
all-hit-points = životy
hit-points = { $hp ->
    [one] { $hp } život
    [few] { $hp } životy
   *[other] { $hp } životů
}
next = čeká na rozkaz
ordered = rozkaz: { $order }
will-go = jde { $arrow }
will-attack = útočí { $arrow }
will-guard = brání se
will-explode = odpálí se
order-for = kolo { $turn }, { $player }: rozkaz pro robota na { $cell }
about-robot = robot — životy { $hp } z { $most }; jde nebo útočí o jedno pole, brání se, nebo se odpálí
attack = útok (−{ $low } … −{ $high })
guard = obrana
suicide = vybuchni (−{ $damage })
done = hotovo: ostatní se brání

# Co se stalo
turn-played = kolo { $turn }: modří { $blue }, oranžoví { $orange }
moved = { $player }: { $from } → { $to }
stuck = { $player }: z { $from } nelze vstoupit na { $to }
attacked = { $player }: { $from } útočí na { $to }
collided = { $player }: { $cell } se sráží s { $other } (−{ $damage }, −{ $back })
hit = { $player }: { $cell } dostává ránu z { $from } (−{ $damage })
exploded = { $player }: { $cell } trpí výbuchem na { $from } (−{ $damage })
died = { $player }: robot na { $cell } zničen
died-by-suicide = { $player }: robot na { $cell } se odpaluje
died-on-spawn = { $player }: robot na { $cell } ustupuje novým a zaniká
appeared = { $player }: nový robot na { $cell }

# Proč hra skončila
all-turns = odehrála se všechna kola

# Jména
name-robot = robot
name-open = otevřené pole
name-spawn = pole nových robotů
name-arena = aréna
name-standard = obvyklá
name-pit = jáma
name-turns = kola
name-all = všechna

# What puzzles ask for
goal-keep-all = { $player }: nepřijď v tomto kole o žádného robota, ať druhá strana rozkáže cokoli.
aim-keep-all = Nepřijď o robota
goal-destroy = { $player }: zařiď, aby druhá strana v tomto kole přišla o robota, ať rozkáže cokoli.
aim-destroy = Znič robota
