title = Válečníci
tagline = Týmy válečníků a lektvarů, vybrané tajně, pro dva až čtyři hráče

# Varianty
about-variant-balanced = Podle pravidel pět Nindžů se Silou porazí většinu jiných týmů a Rytíře ani Zombie se nikdy nevyplatí brát: tady Síla, Léčení a Stárnutí působí méně, Gladiátoři mají o život méně a Rytíři a Zombie víc, takže dobrých týmů je několik.

# Kdo je na řadě
now-pick = { $player }: výběr týmu ({ $done } z { $all })
now-opening = { $player }: je třeba povolat prvního válečníka
now-move1 = { $player }: první tahy
now-attack = { $player }: útoky
now-move2 = { $player }: druhé tahy
now-summon = { $player }: lze někoho povolat
aim-opening = { $player }: { $what } – kam přijde?
aim-move1 = { $player }: { $what } – na které pole?
aim-attack = { $player }: { $what } – na koho?
aim-move2 = { $player }: { $what } – na které pole?
aim-summon = { $player }: { $what } – kam?

# Tlačítka
end-move1 = konec tahů
end-attack = konec útoků
end-move2 = konec tahů
end-summon = nikoho nepovolávat
team-unknown = „{ $letter }“ není válečník ({ $warriors }) ani lektvar ({ $potions })
team-count = tým má válečníků: { $team }, lektvarů: { $items }, například { $example }; zde je { $warriors } a { $potions }
blow-leaves = ubere životů: { $damage }, zbývá { $left }
blow-fells = ubere životů: { $damage }, omdlí
about-kind = { $what } — { $worth }
worth-warrior = životy { $hp }, útok { $attack }, chůze { $walk }
worth-instant = { $effect } okamžitě
worth-potion = { $effect } na { $duration ->
    [one] { $duration } tah
    [few] { $duration } tahy
   *[other] { $duration } tahů
}

# Panely a značky
team = tým
shop = na výběr
match = partie
turns-left = zbývající tahy
on-field = na poli
is-out = mimo hru
picked-in-secret = vybírá se tajně
hp-left = životy { $hp } z { $most }
working = { $what }
modifier = { $effect } ještě na { $turns ->
    [one] { $turns } tah
    [few] { $turns } tahy
   *[other] { $turns } tahů
}
effect-attack = útok { $amount }
effect-walk = chůze { $amount }
effect-hp = životy { $amount }
warrior-on = { $warrior } { $cell }
about-unit = { $warrior } — nyní útok { $attack }, chůze { $walk }
about-mover = { $warrior } — nyní útok { $attack }, chůze { $walk }; může jít na { $cells }

# Co se stalo
picked = { $player }: výběr – { $what }
team-shown = { $player }: tým odhalen
summoned = { $player }: { $warrior } přichází na { $cell }
went = { $player }: { $warrior } { $from } → { $to }
struck = { $player }: { $warrior } { $from } zasahuje { $to } za { $damage }
poured = { $player }: { $potion } na { $cell } ({ $owner }: { $warrior })
fainted = { $player }: { $warrior } na { $cell } omdlévá
faded = { $player }: { $warrior } na { $cell } – pomíjí { $effect }
out = { $player }: mimo hru

# Proč hra skončila
last-one-left = nikdo jiný nemá válečníky
turn-limit = tahy došly a spočítalo se, co zbylo

# Jména
name-gladiator = Gladiátor
name-knight = Rytíř
name-ninja = Nindža
name-pumpkin = Dýně
name-zombie = Zombie
name-dino = Dino
name-healing = Léčení
name-strength = Síla
name-weakness = Slabost
name-runner = Běžec
name-aging = Stárnutí
name-ready = připraveno
name-moved = po tahu
name-attacked = po útoku
name-moved-and-attacked = po tahu a útoku
name-selected = označeno
name-map = mapa
name-players = hráči
name-duel = souboj
name-meadow = louka
name-ruins = zříceniny
name-borderland = pohraničí
